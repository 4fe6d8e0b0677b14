"""Values as parts of a sentence: `your hand`, `the number of Tracks in the library`, `the lowest rank among them`.

In:  a Voice and an expression.
Out: words. What cannot be said well is quoted as it stands in the rules.
"""

from interpreter.prose.vocabulary import asked_whether, capital, is_noun, many, Nodes, noun, one_of, OWN, Voice, words, YOU
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression

LONGEST = 260                                    # a value that takes more than this is not made clearer by words

ROUNDED = {"rounded up": ", rounded up", "rounded down": ", rounded down", None: ""}

# words of the core and of the library that are no game's own: how they are said, {0} for the first argument
SAID = {
    "left_of": "{0's} left-hand neighbour", "right_of": "{0's} right-hand neighbour",
    "seats_after": "everybody from {0's} left round to {0}", "others": "everybody but {0}",
    "counterclockwise_after": "everybody counter-clockwise after {0}",
    "counterclockwise_from": "everybody counter-clockwise, beginning with {0}",
    "top": "the top one of {0}", "bottom": "the bottom one of {0}",
    "first": "the first of {0}", "last": "the last of {0}", "only": "the one in {0}", "reversed": "{0}, in reverse order",
    "sorted": "{0}, sorted",
    "keys": "the entries of {0}", "abs": "{0}, without its sign",
    "min": "the smaller of {0} and {1}", "max": "the larger of {0} and {1}",
    "links": "the spaces linked to {0}", "distance": "the distance from {0} to {1}",
    "nearest": "those of {1} that are nearest to {0}",
    "orders": "the orders in which {0} can stand", "groups": "the groups of {1} that can be made of {0}",
    "showing": "the number of {1} among {0}", "pips": "the sum of {0}", "triangle": "the sum of all numbers from 1 to {0}",
    "clamped": "{0}, but no less than {1} and no more than {2}", "rotated": "{0}, turned to begin with {1}",
}


def said_value(voice: Voice, node: ast.Node) -> str:
    """The words for a value."""
    text = _said(voice, node)
    return text if len(text) <= LONGEST else quoted(node)


def quoted(node: ast.Node) -> str:
    """The rules' own words."""
    return f"“{expression(node)}”"


def _said(voice: Voice, node: ast.Node) -> str:
    match node:
        case ast.Number(value):
            return str(value)
        case ast.Yes() | ast.No():
            return "yes" if isinstance(node, ast.Yes) else "no"
        case ast.Text(text):
            return text
        case ast.Name(name):
            return named(voice, name)
        case ast.Bracketed(inner):
            return f"({voice.value(inner)})" if isinstance(inner, ast.Plus | ast.Minus | ast.Times) else voice.value(inner)
        case ast.ListValue(items) | ast.SetValue(items):
            return listed(voice, items or ()) if items else "nothing"
        case ast.Dot(of, ast.Ident(name)):
            return belonging(voice, of, name)
        case ast.At(of, key):
            return _at(voice, of, key)
        case ast.Apply(ast.Ident(name), args):
            return _applied(voice, name, args or ())
        case ast.Conditional(test, then, otherwise):
            return f"{voice.value(then)} (if {voice.holds(test)}; otherwise {voice.value(otherwise)})"
    return _sum(voice, node) or _many(voice, node)


def named(voice: Voice, name: str) -> str:
    """A name that stands alone."""
    lexicon = voice.lexicon
    if name in voice.names:
        return voice.names[name]
    if name == "me":
        return YOU
    if name == "players":
        return "all players"
    if name in lexicon.seats:
        return name if name == YOU else capital(words(name))
    if name in lexicon.enums:
        return listed_words([words(member.text) for member in lexicon.enums[name].members], "or")
    if name in lexicon.members or name in lexicon.options:
        return words(name)
    if name in lexicon.components:
        return f"all {words(name)}"
    if name in lexicon.kinds:
        return many(one_of(name))
    if name in lexicon.tables:
        return f"the table “{words(name)}”"
    if name in lexicon.scores:
        return f"points for {words(name)}"
    type_ = getattr(lexicon.values.get(name), "type", None)
    if isinstance(type_, ast.NamedType) and not is_noun(name):
        return f"the {words(name)} {one_of(type_.name.text)}"
    if name in lexicon.zones or name in lexicon.values or name in lexicon.defines or name in lexicon.boards:
        return f"the {noun(name)}"
    return {"it": "it", "none": "nothing", "nature": "chance", "total": "total"}.get(name, words(name))


def belonging(voice: Voice, of: ast.Node, name: str, key: str = "") -> str:
    """Something that something has: `your hand`, `the side of the card`."""
    owner = voice.value(of)
    if owner.startswith("the place of "):
        return f"the {noun(name)}{key} where {owner.removeprefix('the place of ')} is"
    if name == "place":
        return f"the place of {owner}" if owner != "it" else "its place"
    points = name in voice.lexicon.scores and not _has_field(voice, of, name)
    what = (f"points for {words(name)}" if points else noun(name)) + key
    return f"{possessive(owner)} {what}" if _short(owner) else f"the {what} of {owner}"


def _has_field(voice: Voice, of: ast.Node, name: str) -> bool:
    kind = voice.lexicon.kinds.get(voice.kind_of(of))
    return kind is not None and any(isinstance(line, ast.Field) and line.name.text == name for line in kind.lines or ())


def possessive(owner: str) -> str:
    """`your`, `its`, `the player's`"""
    return OWN.get(owner) or (f"{owner}'" if owner.endswith("s") else f"{owner}'s")


LONG = ("its ", "the place", "everybody", "the first of", "the last of", "the one", "all ", "those ", "the value")


def _short(owner: str) -> bool:
    """Is it short enough for an apostrophe?"""
    return owner in OWN or (len(owner.split()) <= 3 and "'" not in owner and "(" not in owner and not owner.startswith(LONG))


def _at(voice: Voice, of: ast.Node, key: ast.Node) -> str:
    """`your tape (A)`; a component by its id; one of a list by its number."""
    where = words(key.text) if isinstance(key, ast.Name) and key.text in voice.lexicon.members else voice.value(key)
    match of, key:
        case ast.Name(name), ast.Text(text) if name in voice.lexicon.components or name in voice.lexicon.boards:
            return f"“{text}”"
        case ast.Name(name), _ if name in voice.lexicon.zones or name in voice.lexicon.values:
            return f"{voice.value(of)} ({where})"
        case ast.Dot(owner, ast.Ident(name)), _ if name in voice.lexicon.zones or name in voice.lexicon.values:
            return belonging(voice, owner, name, f" ({where})")
    return f"the one at place {where} of {voice.value(of)}"


def _applied(voice: Voice, name: str, args: Nodes) -> str:
    if name == "count" and len(args) == 1:
        return f"the number of {counted(voice, args[0])}"
    if (name, _plainly(args)) == ("first", "players"):
        return "the first player"
    if name in voice.lexicon.tables:
        return f"the value of the table “{words(name)}” for {listed(voice, args)}"
    if name in SAID:
        first = args[0] if args else None
        text = "the one of {0}" if name == "only" and isinstance(first, ast.Filtered | ast.ThoseWhere) else SAID[name]
        for k, argument in enumerate(map(voice.value, args)):
            text = text.replace(f"{{{k}'s}}", possessive(argument)).replace(f"{{{k}}}", argument)
        return text
    said = listed_words([voice.value(arg.value if isinstance(arg, ast.NamedArg) else arg) for arg in args])
    if not args:
        return f"the {noun(name)}"
    plain = said.startswith("the ") and len(said.split()) == 2 and "'" not in said
    if len(args) == 1 and (plain or said in (YOU, "that player")):
        return f"{possessive(said)} {noun(name)}"
    return f"the {noun(name)} of {said}"


def _plainly(args: Nodes) -> str:
    return args[0].text if len(args) == 1 and isinstance(args[0], ast.Name) else ""


def _sum(voice: Voice, node: ast.Node) -> str:
    match node:
        case ast.SpanOf(low, high):
            return f"{voice.value(low)} to {voice.value(high)}"
        case ast.Negative(value):
            return f"minus {voice.value(value)}" if not isinstance(value, ast.Number) else f"-{value.value}"
        case ast.Plus(left, right) if voice.kind_of(left) or voice.kind_of(right):
            return f"{voice.value(left)} and {voice.value(right)}"
        case ast.Plus(left, right):
            return f"{voice.value(left)} plus {voice.value(right)}"
        case ast.Minus(left, right):
            return f"{voice.value(left)} minus {voice.value(right)}"
        case ast.Times(left, right):
            return f"{voice.value(left)} times {voice.value(right)}"
        case ast.Divided(left, right, rounded):
            return f"{voice.value(left)} divided by {voice.value(right)}{ROUNDED.get(rounded, '')}"
        case ast.Remainder(left, right):
            return f"what is left of {voice.value(left)} when it is divided by {voice.value(right)}"
    return ""


def _many(voice: Voice, node: ast.Node) -> str:
    """Many things, and what is made of many."""
    match node:
        case ast.Filtered(source, test):
            return f"{_those(voice, source)} {relative(voice, 'it', test)}"
        case ast.ThoseWhere(ast.Ident(name), source, test):
            return f"{_those(voice, source)} {relative(voice, name, test)}"
        case ast.ThoseBest(ast.Ident(name), source, test, which, key):
            inner = voice.called({name: "it"}, {name: voice.kind_of(source)})
            where = f" {relative(voice, name, test)}," if test is not None else ""
            value = inner.value(key)
            best = f"{which} of {value}" if value.startswith("what ") else f"{which} {_bare(value)}"
            return f"{_those(voice, source)}{where} with the {best}"
        case ast.Aggregate(how, value, ast.Ident(name), source, test):
            inner = voice.bound(name, source)
            where = f" {relative(voice, name, test)}" if test is not None else ""
            verb = "total" if how.startswith("sum") else how.split()[0]
            if isinstance(value, ast.Name) and value.text == name:
                return f"the {verb} of {things(voice, source)}{where}"
            return f"the {verb} of {inner.value(value)}, for every {_each(voice, name, source)}{where}"
        case ast.Mapped(_, value, ast.Ident(name), source, test):
            where = f" {relative(voice, name, test)}" if test is not None else ""
            if isinstance(value, ast.Name) and value.text == name:
                return f"{_those(voice, source)}{where}" if where else voice.value(source)
            return f"{voice.bound(name, source).value(value)}, for every {_each(voice, name, source)}{where}"
        case ast.Suppose(ast.Ident(effect), args, value):
            said = listed_words([voice.value(arg) for arg in args or ()])
            return f"what {voice.value(value)} would be after “{words(effect)}” ({said})"
        case ast.NamedArg(_, value):
            return voice.value(value)
    return f"whether {voice.holds(node)}" if asked_whether(voice, node) else quoted(node)


def _bare(text: str) -> str:
    """Without `the` or `its` in front: after `the lowest`."""
    return text.split(" ", 1)[1] if text.startswith(("its ", "the ")) else text


def _each(voice: Voice, name: str, source: ast.Node) -> str:
    """One of many, behind `for every`: `Track in your hand`, `i from 1 to 3`."""
    kind, said = voice.kind_of(source), things(voice, source)
    if isinstance(source, ast.SpanOf):
        return f"{words(name)} from {said}"
    for plural in (many(one_of(kind)), f"all {many(one_of(kind))}") if kind else ():
        if said.startswith(plural):
            return one_of(kind) + said[len(plural):]
    return f"{one_of(kind) if kind else words(name)} among {said}"


def things(voice: Voice, node: ast.Node) -> str:
    """A collection by what it holds: `Tracks in your hand`, `players`."""
    kind = voice.kind_of(node)
    match node:
        case ast.Name("players"):
            return "players"
        case ast.Bracketed(inner):
            return things(voice, inner)
        case ast.Filtered(source, test):
            return f"{things(voice, source)} {relative(voice, 'it', test)}"
        case ast.ThoseWhere(ast.Ident(name), source, test):
            return f"{things(voice, source)} {relative(voice, name, test)}"
        case ast.Name(name) if name in voice.lexicon.enums:
            return many(one_of(kind))
        case ast.Name(name) if name in voice.lexicon.components or name in voice.lexicon.boards:
            return f"all {many(one_of(kind))}"
        case (ast.Name() | ast.Dot() | ast.At()) if kind and kind != "Player" and kind not in voice.lexicon.enums:
            return f"{many(one_of(kind))} in {voice.value(node)}"
    return voice.value(node)


def counted(voice: Voice, node: ast.Node) -> str:
    """What is counted: `Tracks in your hand`, `things in the column`."""
    said = things(voice, node)
    if isinstance(node, ast.Filtered | ast.ThoseWhere) and not voice.kind_of(node):
        return f"those of {said}"
    owned = said == "it" or said.startswith(("the ", "your ", "its ")) or "'s " in said.split(" in ")[0]
    return f"things in {said}" if owned else said


def _those(voice: Voice, source: ast.Node) -> str:
    said = things(voice, source)
    if isinstance(source, ast.Filtered) or said.startswith("all "):
        return said
    return f"those {said}" if voice.kind_of(source) and not said.startswith(("the ", "everybody")) else f"those of {said}"


def relative(voice: Voice, name: str, test: ast.Node) -> str:
    """A condition on one of many, as it stands behind their name: `whose side is A`."""
    inner = voice.called({name: "it"})
    match test:
        case ast.Bracketed(more):
            return relative(voice, name, more)
        case ast.Both(left, right):
            return f"{relative(voice, name, left)} and {relative(voice, name, right)}"
        case ast.Differs(ast.Name(topic), other) if topic == name:
            return f"other than {voice.value(other)}"
        case ast.Same(ast.Dot(ast.Name(topic), ast.Ident(part)), value) if topic == name and part != "place" and _says(value):
            return f"whose {words(part)} is {inner.value(value)}"
        case ast.Dot(ast.Name(topic), ast.Ident(part)) if topic == name and part in voice.lexicon.flags:
            return f"marked “{words(part)}”"
        case ast.Negated(ast.Dot(ast.Name(topic), ast.Ident(part))) if topic == name and part in voice.lexicon.flags:
            return f"not marked “{words(part)}”"
    said = inner.holds(test)
    if isinstance(test, ast.Either):
        return f"for which either {said}"
    if said.startswith("its "):
        return f"whose {said[4:]}"
    return f"for which {said}"


def _says(value: ast.Node) -> bool:
    """Is it more than yes, no, none or empty?"""
    return not isinstance(value, ast.Yes | ast.No) and not (isinstance(value, ast.Name) and value.text in ("none", "empty"))


def listed(voice: Voice, items: Nodes) -> str:
    """`a, b and c`"""
    return listed_words([voice.value(item) for item in items])


def listed_words(items: list[str], last: str = "and") -> str:
    """`a, b and c`"""
    return ", ".join(items) if len(items) < 2 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    text = capital(" ".join(text.split()))
    return text if text.endswith((".", "?", "!", ":", "?”", ".”", "!”")) else f"{text}."
