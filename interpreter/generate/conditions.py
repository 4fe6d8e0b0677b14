"""Conditions as clauses: `there is nothing in the library`, `your night is at most 3`.

In:  a Voice and a condition.
Out: words that fit behind `if`.
"""

from interpreter.generate.lexicon import many, words
from interpreter.generate.values import (
    LONGEST,
    counted,
    listed_words,
    quoted,
    relative,
    things,
)
from interpreter.generate.voice import YOU, asked_whether, one_of
from interpreter.syntax import ast

SIGNS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
UNLIKE = {"beside": "{0} and {1} are neither the same space nor linked", "all_alike": "{0} do not all show the same"}
ALIKE = {"beside": "{0} and {1} are the same space or linked", "all_alike": "{0} all show the same"}


def said_condition(voice, node: ast.Node) -> str:
    """The words for a condition."""
    text = _said(voice, node)
    return text if len(text) <= LONGEST else f"{quoted(node)} holds"


def _said(voice, node: ast.Node) -> str:
    match node:
        case ast.Yes() | ast.No():
            return "always" if isinstance(node, ast.Yes) else "never"
        case ast.Bracketed(inner):
            return voice.holds(inner)
        case ast.Both(left, right):
            return f"{_part(voice, left)} and {_part(voice, right)}"
        case ast.Either(left, right):
            return f"{voice.holds(left)}, or {voice.holds(right)}"
        case ast.Negated(inner):
            return denied(voice, inner)
        case ast.Same(left, right):
            return _same(voice, left, right)
        case ast.Differs(left, right):
            return _differs(voice, left, right)
        case ast.Compare(left, sign, right):
            return _compared(voice, left, SIGNS[sign], right)
        case ast.Member(left, ast.SpanOf(low, high)):
            return f"{voice.value(left)} {_is(voice, left)} from {voice.value(low)} to {voice.value(high)}"
        case ast.Member(left, right):
            return f"{voice.value(left)} {_is(voice, left)} {_among(voice, right)}"
        case ast.Outside(left, right):
            return f"{voice.value(left)} {_is(voice, left)} not {_among(voice, right)}"
        case ast.Quantified(how, ast.Ident(name), source, test):
            one = _one(voice, source)
            some = one.replace("one", "none", 1) if how == "no" and one.startswith("one ") else one
            article = "" if one.startswith("one ") else "no " if how == "no" else "a "
            return f"there is {article}{some} {relative(voice, name, test)}"
        case ast.Every(ast.Ident(name), source, test):
            return _every(voice, name, source, test)
    return _marked(voice, node)


def _part(voice, node: ast.Node) -> str:
    """A side of `and`; in brackets where it has an `or` in itself."""
    inner = node.value if isinstance(node, ast.Bracketed) else node
    said = voice.holds(inner)
    return f"({said})" if isinstance(inner, ast.Either) else said


def _is(voice, left: ast.Node) -> str:
    said = voice.value(left)
    return "are" if said == YOU or said.startswith(("all ", "those ")) else "is"


def _among(voice, right: ast.Node) -> str:
    place = isinstance(right, ast.Name | ast.Dot | ast.At) and voice.kind_of(right) not in ("", "Player")
    return f"{'in' if place else 'among'} {voice.value(right)}"


def _one(voice, source: ast.Node) -> str:
    """One of a collection: `Track in your hand`, `player`."""
    kind = voice.kind_of(source)
    if isinstance(source, ast.Name) and (source.text == "players" or source.text in voice.lexicon.enums):
        return one_of(kind)
    if kind and isinstance(source, ast.Name | ast.Dot | ast.At):
        board = isinstance(source, ast.Name) and (source.text in voice.lexicon.components or source.text in voice.lexicon.boards)
        return one_of(kind) if board else f"{one_of(kind)} in {voice.value(source)}"
    return f"{one_of(kind) if kind else 'one'} among {voice.value(source)}"


def _every(voice, name: str, source: ast.Node, test: ast.Node) -> str:
    inner = voice.called({name: "it"}, {name: voice.kind_of(source)})
    return f"for every {_one(voice, source)}, {inner.holds(test)}"


def _same(voice, left: ast.Node, right: ast.Node) -> str:
    match right:
        case ast.Yes() if asked_whether(voice, left):
            return voice.holds(left)
        case ast.No() if asked_whether(voice, left):
            return denied(voice, left)
        case ast.Name("empty"):
            return _empty(voice, left)
    match left:
        case ast.Apply(ast.Ident("count"), (source,)):
            return _number(voice, "exactly", voice.value(right), source)
    if asked_whether(voice, left) and asked_whether(voice, right):
        return f"either both hold or neither: {voice.holds(left)}; {voice.holds(right)}"
    if isinstance(right, ast.Name) and right.text == "none":
        return f"there is no {_bare(voice.value(left))}" if not isinstance(left, ast.Dot) else f"{voice.value(left)} is none"
    return f"{voice.value(left)} {_is(voice, left)} {voice.value(right)}"


def _empty(voice, left: ast.Node, some: str = "nothing") -> str:
    if isinstance(left, ast.Name | ast.Dot | ast.At) and voice.kind_of(left):
        return f"there is {some} in {voice.value(left)}"
    return f"{voice.value(left)} {_is(voice, left)}{'' if some == 'nothing' else ' not'} empty"


def _bare(text: str) -> str:
    return text.removeprefix("the ")


def _differs(voice, left: ast.Node, right: ast.Node) -> str:
    match right:
        case ast.Yes() if asked_whether(voice, left):
            return denied(voice, left)
        case ast.No() if asked_whether(voice, left):
            return voice.holds(left)
        case ast.Name("empty"):
            return _empty(voice, left, "something")
        case ast.Name("none"):
            return f"there is a {_bare(voice.value(left))}" if not isinstance(left, ast.Dot) else f"{voice.value(left)} is not none"
    match left:
        case ast.Apply(ast.Ident("count"), (source,)):
            return f"the number of {things(voice, source)} is not {voice.value(right)}"
    return f"{voice.value(left)} {_is(voice, left)} not {voice.value(right)}"


def _compared(voice, left: ast.Node, sign: str, right: ast.Node) -> str:
    if isinstance(left, ast.Apply) and left.name.text == "count" and len(left.args or ()) == 1:
        return _number(voice, sign, voice.value(right), left.args[0])
    return f"{voice.value(left)} is {sign} {voice.value(right)}"


def _number(voice, sign: str, count: str, source: ast.Node) -> str:
    if not count.isdigit():
        return f"the number of {counted(voice, source)} is {sign} {count}".replace("is exactly ", "is ")
    return f"there {'is' if count == '1' else 'are'} {sign} {count} {_so_many(voice, source, count)}"


def _so_many(voice, source: ast.Node, count: str) -> str:
    said, kind = counted(voice, source).removeprefix("all "), voice.kind_of(source)
    for plural, single in ((many(one_of(kind)), one_of(kind)), ("things", "thing")):
        if count == "1" and kind and said.startswith(plural) or count == "1" and plural == "things" and said.startswith(plural):
            return single + said[len(plural):]
    return f"of {said}" if count == "1" else said


def _marked(voice, node: ast.Node) -> str:
    """A mark that is set, a define that holds."""
    match node:
        case ast.Dot(of, ast.Ident(name)):
            return f"{voice.value(of)} {_is(voice, of)} marked “{words(name)}”"
        case ast.At(ast.Dot(of, ast.Ident(name)), key):
            return f"{voice.value(of)} {_is(voice, of)} marked “{words(name)}” ({voice.value(key)})"
        case ast.Name(name) if name in voice.names:
            return f"{voice.names[name]} holds"
        case ast.Name(name):
            return f"“{words(name)}” holds"
        case ast.Apply(ast.Ident(name), args) if name in ALIKE:
            return _filled(voice, ALIKE[name], args)
        case ast.Apply(ast.Ident(name), args):
            said = listed_words([voice.value(one) for one in args or ()])
            return f"“{words(name)}” holds{f' for {said}' if said else ''}"
        case ast.Conditional(test, then, otherwise):
            return f"(if {voice.holds(test)}) {voice.holds(then)}, (otherwise) {voice.holds(otherwise)}"
    return f"{quoted(node)} holds"


def _filled(voice, text: str, args) -> str:
    for k, one in enumerate(args or ()):
        text = text.replace(f"{{{k}}}", voice.value(one))
    return text


def denied(voice, node: ast.Node) -> str:
    """The condition does not hold."""
    match node:
        case ast.Bracketed(inner):
            return denied(voice, inner)
        case ast.Negated(inner):
            return voice.holds(inner)
        case ast.Both(left, right):
            return f"{denied(voice, left)}, or {denied(voice, right)}"
        case ast.Either(left, right):
            return f"{denied(voice, left)} and {denied(voice, right)}"
        case ast.Same(left, right):
            return _differs(voice, left, right)
        case ast.Differs(left, right):
            return _same(voice, left, right)
        case ast.Member(left, right):
            return voice.holds(ast.Outside(left, right, span=node.span))
        case ast.Outside(left, right):
            return voice.holds(ast.Member(left, right, span=node.span))
        case ast.Quantified("some", name, source, test):
            return voice.holds(ast.Quantified("no", name, source, test, span=node.span))
        case ast.Dot(of, ast.Ident(name)):
            return f"{voice.value(of)} {_is(voice, of)} not marked “{words(name)}”"
        case ast.Name(name):
            return f"{voice.names.get(name) or f'“{words(name)}”'} does not hold"
        case ast.At(ast.Dot(), _):
            return voice.holds(node).replace(" marked “", " not marked “", 1)
        case ast.Apply(ast.Ident(name), args) if name in UNLIKE:
            return _filled(voice, UNLIKE[name], args)
        case ast.Apply():
            return voice.holds(node).replace("” holds", "” does not hold", 1)
    return f"it is not so that {voice.holds(node)}"
