"""Who is `you`, and what the names of a block are called.

In:  a Lexicon.
Out: a Voice: `value` says a value, `holds` a condition, `of` something that belongs to something; `called` has more names.

The ways to say values and conditions need each other. Both are given to the Voice by saying.py, and get at each other by it.
"""

from collections.abc import Callable

from attrs import evolve, field, frozen

from interpreter.generate.lexicon import (
    SHORT,
    Lexicon,
    is_noun,
    is_truth,
    kind_words,
    noun,
    words,
)
from interpreter.syntax import ast

YOU = "you"
TRUTH = "yes/no"                                  # the kind of what holds or does not
OWN = {"you": "your", "it": "its", "that player": "that player's", "they": "their"}


@frozen
class Voice:
    """The names that stand for something here, each with the words for it."""

    lexicon: Lexicon
    saying: Callable
    holding: Callable
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
        found = _kind(self, node)
        return found or ""


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
            one = lexicon.defines[name]
            return _kind(voice, one.value) if isinstance(one, ast.Define) else None
        case ast.Mapped(value=ast.Name(), source=of):
            return _kind(voice, of)
        case ast.Mapped(value=value):
            return _kind(voice, value)
    return None


PASSING = ("reversed", "top", "bottom", "first", "last", "orders", "only")
SEATS = ("seats_after", "others", "counterclockwise_after", "counterclockwise_from")


def parameters(voice: Voice, params) -> Voice:
    """The names of an effect's or a define's parameters: `the player`, `the card`."""
    names: dict[str, str] = {}
    kinds: dict[str, str] = {}
    for one in params or ():
        name = one.name.text
        if isinstance(one.type, ast.YesNoType):
            names[name], kinds[name] = f"“{words(name)}”", TRUTH
            continue
        type_ = one.type.name.text if isinstance(one.type, ast.NamedType) else ""
        said = f"the {words(name)} {one_of(type_)}" if type_ and not is_noun(name) else f"the {one_of(type_)}" if type_ and (len(name) <= SHORT or type_ == "Player") else f"the {noun(name)}"
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
