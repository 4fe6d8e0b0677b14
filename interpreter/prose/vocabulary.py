"""What the names of a game are, as far as a sentence has to know: which are zones and of what, which are yes or no.

In:  the declarations of a game.
Out: a Lexicon; `words`, a name as people would write it; `many`, a word in the plural; Voice, who is `you` in a block and what
     its names are called.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from interpreter.syntax import ast
from interpreter.variant.targets import name_of

Nodes = Sequence[ast.Node]
Documented = Iterable[tuple[str, ast.Node]]      # declarations with their documentation
SHORT = 2                                        # a name of so few letters is not worth saying


@define
class Lexicon:
    """Names, by what they are the names of."""

    zones: dict[str, ast.Zone] = field(factory=dict)
    owned: set[str] = field(factory=set)                         # zones and values that each player has
    kinds: dict[str, ast.Kind] = field(factory=dict)
    components: dict[str, ast.Components] = field(factory=dict)
    boards: dict[str, ast.Board] = field(factory=dict)
    enums: dict[str, ast.Enum] = field(factory=dict)
    members: set[str] = field(factory=set)
    dice: dict[str, ast.Die] = field(factory=dict)
    flags: set[str] = field(factory=set)                         # fields, states and options that are yes or no
    values: dict[str, ast.Node] = field(factory=dict)            # counters and states
    defines: dict[str, ast.Node] = field(factory=dict)
    effects: dict[str, ast.Effect] = field(factory=dict)
    events: dict[str, ast.Event] = field(factory=dict)
    tables: dict[str, ast.Node] = field(factory=dict)
    options: dict[str, ast.Option] = field(factory=dict)
    scores: dict[str, ast.Score] = field(factory=dict)
    seats: set[str] = field(factory=set)                         # seats with a name of their own
    truths: set[str] = field(factory=set)                        # defines that are asked whether they hold


def lexicon_of(declarations: Iterable[ast.Node]) -> Lexicon:
    """Everything that is declared, by name."""
    lexicon = Lexicon()
    for declaration in declarations:
        _enter(lexicon, declaration)
        for line in declaration.lines or () if isinstance(declaration, ast.EachPlayer | ast.Kind) else ():
            if isinstance(declaration, ast.EachPlayer) and name_of(line):
                lexicon.owned.add(name_of(line))
            _enter(lexicon, line)
    return lexicon


def _enter(lexicon: Lexicon, node: ast.Node) -> None:
    shelves: dict[type, dict[str, Any]] = {
        ast.Zone: lexicon.zones, ast.Kind: lexicon.kinds, ast.Components: lexicon.components, ast.Board: lexicon.boards,
        ast.Enum: lexicon.enums, ast.Die: lexicon.dice, ast.Counter: lexicon.values, ast.State: lexicon.values,
        ast.Define: lexicon.defines, ast.DefineCases: lexicon.defines, ast.Effect: lexicon.effects, ast.Event: lexicon.events,
        ast.Table: lexicon.tables,
        ast.TableFile: lexicon.tables, ast.Option: lexicon.options, ast.Score: lexicon.scores,
    }
    name, shelf = name_of(node), shelves.get(type(node))
    if shelf is not None:
        shelf[name] = node
    if isinstance(node, ast.Game):
        lexicon.seats |= {line.name.text for line in node.lines or () if isinstance(line, ast.Seat)}
    if isinstance(node, ast.Enum):
        lexicon.members |= {member.text for member in node.members}
    if isinstance(getattr(node, "type", None), ast.YesNoType):
        lexicon.flags.add(name)
    if isinstance(node, ast.Define | ast.DefineCases) and any(map(is_truth, _answers(node))):
        lexicon.truths.add(name)


def _answers(node: ast.Define | ast.DefineCases) -> list[ast.Node]:
    if isinstance(node, ast.Define):
        return [node.value]
    return [line.value for line in node.lines if isinstance(line, ast.CaseIf | ast.CaseOtherwise)]


TRUTHS = (ast.Yes, ast.No, ast.Same, ast.Differs, ast.Compare, ast.Member, ast.Outside, ast.Both, ast.Either, ast.Negated,
          ast.Quantified, ast.Every)


def is_truth(node: ast.Node) -> bool:
    """Is this plainly a condition?"""
    return is_truth(node.value) if isinstance(node, ast.Bracketed) else isinstance(node, TRUTHS)


def words(name: str) -> str:
    """A name as people would write it: `half_width` is `half width`."""
    return name.replace("_", " ")


ENDINGS = ("ed", "ing", "wn")
VERBS = ("is", "has", "can", "may", "must", "does", "knows", "for", "with", "to", "by", "after", "before", "at")
NO_NOUNS = frozenset((
    "for", "with", "to", "by", "after", "before", "now", "all", "near", "spent", "held", "begun", "led", "lit", "won", "kept",
    "aside", "found", "lost", "sold", "bought", "taken", "left", "given", "gone", "open", "hidden", "ready", "spare", "fought",
    "fit", "eaten", "at", "off", "of", "out", "over",
    "back", "here", "up", "away", "in", "on", "done", "best", "calm", "stuck", "broken", "chosen", "free", "last",
    "next", "due", "shut", "alive", "dead", "revealed", "current", "active", "there", "above", "below", "upper",
    "lower",
))


def is_noun(name: str) -> bool:
    """Does a name read like the name of a thing? `spent` and `left_over` do not, and are put in quotes."""
    last = name.split("_")[-1].lower()
    return last not in NO_NOUNS and name.split("_")[0] not in VERBS and not (last.endswith(ENDINGS) and len(last) > 4)


def noun(name: str) -> str:
    """A name as it stands behind `the` or `your`."""
    return words(name) if is_noun(name) else f"“{words(name)}”"


def capital(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


def many(word: str) -> str:
    """The plural."""
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    if word.endswith("lf"):
        return f"{word[:-1]}ves"
    return f"{word}es" if word.endswith(("s", "x", "ch", "sh")) else f"{word}s"


REMARK = re.compile(r"\s#\s+([^#\"]+)$")


def remark(node: ast.Node) -> str:
    """What its author wrote beside a line, for people."""
    if node.span.is_nowhere:
        return ""
    comment = REMARK.search(node.span.source.lines[node.span.line - 1])
    return comment.group(1).strip() if comment else ""


def kind_words(kind: str) -> str:
    """The name of a kind in small words: `KillerScene` is `killer scene`; `a Track` stays a Track."""
    parts: list[str] = []
    for letter in kind:
        if letter.isupper() and parts and not parts[-1][-1].isupper():
            parts.append(letter)
        elif parts:
            parts[-1] += letter
        else:
            parts.append(letter)
    return " ".join(parts)


# ------------------------------------------------------------------ who is you


YOU = "you"
TRUTH = "yes/no"                                  # the kind of what holds or does not
OWN = {"you": "your", "it": "its", "that player": "that player's", "they": "their"}


@frozen
class Voice:
    """The names that stand for something here, each with the words for it."""

    lexicon: Lexicon
    saying: Callable[["Voice", ast.Node], str]
    holding: Callable[["Voice", ast.Node], str]
    names: dict[str, str] = field(factory=dict)
    kinds: dict[str, str] = field(factory=dict)                  # what kind of thing a name stands for

    def value(self, node: ast.Node) -> str:
        """A value as a part of a sentence."""
        return self.saying(self, node)

    def holds(self, node: ast.Node) -> str:
        """A condition as a clause."""
        return self.holding(self, node)

    def called(self, names: dict[str, str], kinds: dict[str, str] | None = None) -> "Voice":
        """With more names."""
        return evolve(self, names=self.names | names, kinds=self.kinds | (kinds or {}))

    def bound(self, name: str, source: ast.Node, first: str = "that") -> "Voice":
        """With a name for one of many: `that Track`, or its own name where that says more."""
        kind = self.kind_of(source)
        said = f"{first} {one_of(kind)}" if kind and (len(name) <= SHORT or name == kind.lower()) else f"that {words(name)}"
        if len(name) <= SHORT and not kind:
            said = name
        if said in self.names.values() and len(name) <= SHORT:
            said = f"{one_of(kind)} {name}" if kind else name
        return self.called({name: said}, {name: kind})

    def kind_of(self, node: ast.Node) -> str:
        """The kind of the things in a collection, as far as it can be seen; empty if it cannot."""
        kind = _kind(self, node)
        return kind or ""


def one_of(kind: str) -> str:
    """A kind in the singular: `player` for Player, `Track` for Track."""
    return "player" if kind == "Player" else kind_words(kind)


def _kind(voice: Voice, node: ast.Node) -> str | None:
    lexicon = voice.lexicon
    match node:
        case ast.Name("players" | "me"):
            return "Player"
        case ast.Name(name) if name in lexicon.enums:
            return name
        case ast.Name(name) if name in lexicon.components:
            return lexicon.components[name].kind.text
        case ast.Name(name) if name in lexicon.boards:
            return lexicon.boards[name].kind.text
        case ast.Name(name) if name in lexicon.zones:
            return lexicon.zones[name].kind.text
        case ast.Name(name):
            return voice.kinds.get(name, "").removeprefix(TRUTH)
        case ast.Dot(_, ast.Ident(name)) if name in lexicon.zones:
            return lexicon.zones[name].kind.text
        case ast.At(of=of) | ast.Bracketed(of) | ast.Filtered(of, _) | ast.Plus(of, _):
            return _kind(voice, of)
        case ast.ThoseWhere(source=of) | ast.ThoseBest(source=of):
            return _kind(voice, of)
        case ast.Apply(ast.Ident(name), args) if name in PASSING and args:
            return _kind(voice, args[0])
        case ast.Apply(ast.Ident(name), _) if name in SEATS:
            return "Player"
        case ast.Apply(ast.Ident(name), _) if name in lexicon.defines:
            definition = lexicon.defines[name]
            return _kind(voice, definition.value) if isinstance(definition, ast.Define) else None
        case ast.Mapped(value=ast.Name(), source=of):
            return _kind(voice, of)
        case ast.Mapped(value=value):
            return _kind(voice, value)
    return None


PASSING = ("reversed", "sorted", "top", "bottom", "first", "last", "orders", "only")
SEATS = ("seats_after", "others", "counterclockwise_after", "counterclockwise_from")


def parameters(voice: Voice, params: tuple[ast.Param, ...] | None) -> Voice:
    """The names of an effect's or a define's parameters: `the player`, `the card`."""
    names: dict[str, str] = {}
    kinds: dict[str, str] = {}
    for param in params or ():
        name = param.name.text
        if isinstance(param.type, ast.YesNoType):
            names[name], kinds[name] = f"“{words(name)}”", TRUTH
            continue
        type_ = param.type.name.text if isinstance(param.type, ast.NamedType) else ""
        said = f"the {noun(name)}"
        if type_ and not is_noun(name):
            said = f"the {words(name)} {one_of(type_)}"
        elif type_ and (len(name) <= SHORT or type_ == "Player"):
            said = f"the {one_of(type_)}"
        if len(name) <= SHORT and not type_:
            said = name
        if said in names.values():
            said = f"{said} {words(name)}"
        names[name], kinds[name] = said, type_
    return voice.called(names, kinds)


def asked_whether(voice: Voice, node: ast.Node) -> bool:
    """Does this value stand for yes or no?"""
    if isinstance(node, ast.Name) and voice.kinds.get(node.text) == TRUTH:
        return True
    match node:
        case ast.Name(name) | ast.Apply(ast.Ident(name), _):
            return name in voice.lexicon.truths or name in voice.lexicon.flags
        case ast.Dot(_, ast.Ident(name)) | ast.At(ast.Dot(_, ast.Ident(name)), _) | ast.At(ast.Name(name), _):
            return name in voice.lexicon.flags
    return is_truth(node)
