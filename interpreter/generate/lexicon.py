"""What the names of a game are, as far as a sentence has to know: which are zones and of what, which are yes or no.

In:  the declarations of a game.
Out: a Lexicon; `words`, a name as people would write it; `many`, a word in the plural.
"""

import re

from attrs import define, field

from interpreter.syntax import ast

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
    tables: dict[str, ast.Node] = field(factory=dict)
    options: dict[str, ast.Option] = field(factory=dict)
    scores: dict[str, ast.Score] = field(factory=dict)
    seats: set[str] = field(factory=set)                         # seats with a name of their own
    truths: set[str] = field(factory=set)                        # defines that are asked whether they hold


def lexicon_of(declarations) -> Lexicon:
    """Everything that is declared, by name."""
    found = Lexicon()
    for one in declarations:
        _enter(found, one)
        for line in getattr(one, "lines", None) or () if isinstance(one, ast.EachPlayer | ast.Kind) else ():
            if isinstance(one, ast.EachPlayer) and hasattr(line, "name"):
                found.owned.add(line.name.text)
            _enter(found, line)
    return found


def _enter(found: Lexicon, one: ast.Node) -> None:
    shelves = {
        ast.Zone: found.zones, ast.Kind: found.kinds, ast.Components: found.components, ast.Board: found.boards,
        ast.Enum: found.enums, ast.Die: found.dice, ast.Counter: found.values, ast.State: found.values, ast.Define: found.defines,
        ast.DefineCases: found.defines, ast.Effect: found.effects, ast.Table: found.tables, ast.TableFile: found.tables,
        ast.Option: found.options, ast.Score: found.scores,
    }
    shelf = shelves.get(type(one))
    if shelf is not None:
        shelf[one.name.text] = one
    if isinstance(one, ast.Game):
        found.seats |= {line.name.text for line in one.lines or () if isinstance(line, ast.Seat)}
    if isinstance(one, ast.Enum):
        found.members |= {member.text for member in one.members}
    if isinstance(getattr(one, "type", None), ast.YesNoType):
        found.flags.add(one.name.text)
    if isinstance(one, ast.Define | ast.DefineCases) and any(map(is_truth, _answers(one))):
        found.truths.add(one.name.text)


def _answers(one: ast.Node) -> list[ast.Node]:
    if isinstance(one, ast.Define):
        return [one.value]
    return [line.value for line in one.lines if isinstance(line, ast.CaseIf | ast.CaseOtherwise)]


TRUTHS = (ast.Yes, ast.No, ast.Same, ast.Differs, ast.Compare, ast.Member, ast.Outside, ast.Both, ast.Either, ast.Negated, ast.Quantified,
          ast.Every)


def is_truth(node: ast.Node) -> bool:
    """Is this plainly a condition?"""
    return is_truth(node.value) if isinstance(node, ast.Bracketed) else isinstance(node, TRUTHS)


def words(name: str) -> str:
    """A name as people would write it: `half_width` is `half width`."""
    return name.replace("_", " ")


ENDINGS = ("ed", "ing", "wn")
VERBS = ("is", "has", "can", "may", "must", "does", "knows", "for", "with", "to", "by", "after", "before", "at")
NO_NOUNS = frozenset((
    "for", "with", "to", "by", "after", "before", "now", "all", "near", "spent", "held", "begun", "led", "lit", "won", "kept", "aside", "found", "lost", "sold", "bought", "taken", "left",
    "given", "gone", "open", "hidden", "ready", "spare", "fought", "fit", "eaten", "at", "off", "of", "out", "over",
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
    found = REMARK.search(node.span.source.lines[node.span.line - 1])
    return found.group(1).strip() if found else ""


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
