"""Statements as sentences: one item each, what stands in a block further in.

In:  statements, and the Voice of the place where they stand.
Out: items on a Page. `voice_of` begins a Voice; `in_line` says a short block within a sentence.
"""

from collections.abc import Callable

from interpreter.prose.conditions import ask, is_asked, said_condition
from interpreter.prose.page import Page
from interpreter.prose.phrases import listed_words, said_value, sentence, things
from interpreter.prose.vocabulary import (
    asked_whether,
    capital,
    is_noun,
    Lexicon,
    many,
    Nodes,
    noun,
    one_of,
    SHORT,
    TRUTH,
    Voice,
    words,
    YOU,
)
from interpreter.syntax import ast
from interpreter.text.diagnostic import no_case
from interpreter.variant.edits import Wrapper
from interpreter.variant.targets import exchanged_in, members_of

EVERYBODY = ("players", "seats_after")
LEFT_OUT = "; nothing more is done"
HELD = "{} waits until all of this is done:"


def voice_of(lexicon: Lexicon) -> Voice:
    """The Voice in which nothing has a name yet."""
    return Voice(lexicon, said_value, said_condition)


def tell(page: Page, voice: Voice, body: Nodes | None, level: int = 0) -> Voice:
    """The statements of a block; what they give a name to is known to those behind them."""
    for statement in body or ():
        if not isinstance(statement, ast.Doc | ast.Require):
            voice = _tell_one(page, voice, statement, level)
    return voice


def _tell_one(page: Page, voice: Voice, statement: ast.Node, level: int) -> Voice:
    if is_asked(statement):
        return ask(page, voice, statement, level, tell, _choice)
    block = _BLOCKS.get(type(statement))
    if block is not None:
        block(page, voice, statement, level)
        return voice
    page.item(sentence(simple(voice, statement)), level)
    return named_by(voice, statement)


def in_line(voice: Voice, body: Nodes) -> str:
    """A block of one plain statement, to stand within a sentence; empty if it has to stand below."""
    inside = [statement for statement in body if not isinstance(statement, ast.Doc | ast.Require)]
    if len(inside) != 1 or type(inside[0]) in _BLOCKS or is_asked(inside[0]):
        return ""
    said = simple(voice, inside[0])
    return said[:1].lower() + said[1:] if not said.startswith("“") else said


# ------------------------------------------------------------------ blocks


def _if(page: Page, voice: Voice, node: ast.If, level: int) -> None:
    word = "If"
    for test, body in node.branches:
        _branch(page, voice, f"{word} {voice.holds(test)}", body, level)
        word = "Otherwise, if"
    if node.otherwise:
        _branch(page, voice, "Otherwise", node.otherwise, level)


def _branch(page: Page, voice: Voice, head: str, body: Nodes, level: int) -> None:
    short = in_line(voice, body)
    if short:
        page.item(sentence(f"{head}, {short}"), level)
    else:
        page.item(f"{head}:", level)
        tell(page, voice, body, level + 1)


def _depending(page: Page, voice: Voice, node: ast.Depending, level: int) -> None:
    page.item(f"It depends on {voice.value(node.value)}:", level)
    for branch in node.branches:
        head = listed_words([voice.value(value) for value in branch.values], "or")
        _choice(page, voice, head, branch.body, level + 1)
    if node.otherwise:
        _choice(page, voice, "anything else", node.otherwise, level + 1)


def _choice(page: Page, voice: Voice, head: str, body: Nodes | None, level: int) -> None:
    short = in_line(voice, body) if body else "nothing more"
    page.item(sentence(short) if short else "", level, f"{head}:")
    if not short:
        tell(page, voice, body, level + 1)


def _for_each(page: Page, voice: Voice, node: ast.ForEach, level: int) -> None:
    source = members_of(node.name, node.source)
    inner = voice.bound(node.name.text, source)
    kind = voice.kind_of(source)
    said = voice.value(source)
    match source:
        case ast.Name("players"):
            head = "For each player, in the order of the seats"
        case _ if said.startswith("everybody"):
            head = f"For {said}, one after the other"
        case ast.Name(name) if name in voice.lexicon.enums:
            head = f"For each {one_of(kind)} ({said})"
        case ast.Name(name) if name in voice.lexicon.components:
            head = f"For each {one_of(kind)}"
        case ast.Name() | ast.Dot() | ast.At() if kind:
            head = f"For each {one_of(kind)} in {said}"
        case _:
            one_ = one_of(kind) if kind else words(node.name.text)
            among = things(voice, source)
            every = f"all {many(one_of(kind))}"
            head = f"For each {one_}{among[len(every):]}" if kind and among.startswith(every) else f"For each {one_} of {among}"
    if inner.names[node.name.text] == f"that {words(node.name.text)}" and words(node.name.text) != one_of(kind):
        head += f" (each is “that {words(node.name.text)}” in turn)"
    _branch(page, inner, head, node.body, level)


def _repeat(page: Page, voice: Voice, node: ast.Node, level: int) -> None:
    match node:
        case ast.RepeatTimes(count):
            number = voice.value(count)
            head = "Once" if number == "1" else f"{capital(number)} times"
        case ast.RepeatUntil(test):
            head = f"Again and again, until {voice.holds(test)}"
        case ast.While(test):
            head = f"As long as {voice.holds(test)}"
        case _:
            raise no_case(node)
    _branch(page, voice, head, node.body, level)


def _hold(page: Page, voice: Voice, node: ast.Hold, level: int) -> None:
    page.item(sentence(HELD.format(listed_words([f"“{words(name.text)}”" for name in node.names]))), level)
    tell(page, voice, node.body, level + 1)


def _rule(page: Page, voice: Voice, node: ast.Rule, level: int) -> None:
    page.item("", level, f"{words(node.name.text).capitalize()}.")
    tell(page, voice, node.body, level + 1)


def _wrapper(page: Page, voice: Voice, wrapper: Wrapper, level: int) -> None:
    """What a variant put round something, with that in its place."""
    body = wrapper.body
    for proceed in [node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Proceed)]:
        body = exchanged_in(body, proceed, wrapper.inner or ())
    tell(page, voice, body, level)


_BLOCKS: dict[type, Callable[..., None]] = {
    ast.If: _if, ast.Depending: _depending, ast.ForEach: _for_each, ast.RepeatTimes: _repeat, ast.RepeatUntil: _repeat,
    ast.While: _repeat, ast.Hold: _hold, ast.Rule: _rule, Wrapper: _wrapper,
}


# ------------------------------------------------------------------ one statement


def simple(voice: Voice, node: ast.Node) -> str:
    """A statement without a block, as a sentence without its full stop."""
    match node:
        case ast.Let(ast.Ident(name), value):
            if isinstance(value, ast.Yes | ast.No):
                return f"“{words(name)}” {'holds' if isinstance(value, ast.Yes) else 'does not hold'} at first"
            return f"“{words(name)}” means that {voice.holds(value)}" if asked_whether(voice, value) else \
                f"the {noun(name)} is {voice.value(value)}"
        case ast.Set(target, value):
            return _set(voice, target, value)
        case ast.Raise(target, by, bound):
            most = f", but to no more than {voice.value(bound)}" if bound is not None else ""
            return f"raise {voice.value(target)} by {voice.value(by)}{most}"
        case ast.Lower(target, by, bound):
            least = f", but to no less than {voice.value(bound)}" if bound is not None else ""
            return f"lower {voice.value(target)} by {voice.value(by)}{least}"
        case ast.Roll(count, ast.Ident(die), ast.Ident(name), seen_by):
            many_ = f"{voice.value(count)} {words(die)}" if count is not None else f"the {words(die)}"
            return f"roll {many_}: this is the {noun(name)}{_secretly(voice, seen_by)}"
        case ast.Pick(ast.Ident(name), source, amount, seen_by):
            picked = f"pick the {noun(name)} at random: {_amount(voice, amount)} of {voice.value(source)}"
            return f"{picked}{_secretly(voice, seen_by)}"
    return _moving(voice, node) or _going(voice, node)


def _set(voice: Voice, target: ast.Node, value: ast.Node) -> str:
    now = "now" if isinstance(value, ast.Yes) else "no longer"
    match target, value:
        case ast.Name(name), ast.Yes() | ast.No() if voice.kinds.get(name) == TRUTH:
            return f"{voice.names[name]} {now} holds"
        case ast.At(ast.Dot(of, ast.Ident(name)), key), ast.Yes() | ast.No() if name in voice.lexicon.flags:
            owner = voice.value(of)
            return f"{owner} {'are' if owner == YOU else 'is'} {now} marked “{words(name)}” ({voice.value(key)})"
        case ast.Dot(of, ast.Ident(name)), ast.Yes() | ast.No() if name in voice.lexicon.flags:
            owner = voice.value(of)
            return f"{owner} {'are' if owner == YOU else 'is'} {now} marked “{words(name)}”"
        case ast.Dot(of, ast.Ident(name)), _ if name in voice.lexicon.flags:
            owner = voice.value(of)
            is_ = "are" if owner == YOU else "is"
            return f"{owner} {is_} now marked “{words(name)}” if {voice.holds(value)}, and not otherwise"
        case ast.Name(name), ast.Yes() | ast.No() if name in voice.lexicon.flags:
            return f"“{words(name)}” {now} holds"
    if isinstance(_declared(voice, target), ast.State):
        none = isinstance(value, ast.Name) and value.text == "none"
        return f"{voice.value(target)} is now {'nothing' if none else voice.value(value)}"
    return f"set {voice.value(target)} to {voice.value(value)}"


def _declared(voice: Voice, target: ast.Node) -> ast.Node | None:
    """The counter or state that is set."""
    match target:
        case ast.At(of=of):
            return _declared(voice, of)
        case ast.Dot(_, ast.Ident(name)) | ast.Name(name):
            return voice.lexicon.values.get(name) if name not in voice.names else None
    return None


def _moving(voice: Voice, node: ast.Node) -> str:
    match node:
        case ast.Move(what, end, to, face, maybe):
            end_ = "" if end is None else f"the {end.removesuffix(' of')} of "
            if_possible = "as far as possible" if maybe else None
            return f"move {_moved(voice, what)} to {end_}{voice.value(to)}{_comma(face)}{_comma(if_possible)}"
        case ast.Draw(count, source, to, name, maybe):
            kind = one_of(voice.kind_of(source)) or "thing"
            number = "one" if isinstance(count, ast.One) else voice.value(count)
            called = f"; this is {named_by(voice, node).names[name.text]}" if name is not None else ""
            return f"draw {_so_many(number, kind)} from {voice.value(source)} to " \
                f"{voice.value(to)}{_comma('as far as possible' if maybe else None)}{called}"
        case ast.Shuffle(zone, into):
            return f"shuffle {voice.value(zone)}" + (f" into {voice.value(into)}" if into is not None else "")
        case ast.Swap(first, second):
            return f"exchange {voice.value(first)} and {voice.value(second)}"
        case ast.Reveal(shown, to):
            return f"show {voice.value(shown)} to {voice.value(to) if to is not None else 'everybody'}"
    return ""


def _so_many(number: str, kind: str) -> str:
    if number in ("1", "one"):
        return f"one {kind}"
    return f"{number} {many(kind)}" if " " not in number else f"as many {many(kind)} as {number}"


def _moved(voice: Voice, what: ast.Node) -> str:
    """What is moved: a whole zone is all that lies in it."""
    if isinstance(what, ast.Dot | ast.At | ast.Name) and _is_zone(voice, what):
        return f"everything in {voice.value(what)}"
    return voice.value(what)


def _is_zone(voice: Voice, what: ast.Node) -> bool:
    match what:
        case ast.At(of=of):
            return _is_zone(voice, of)
        case ast.Name(name):
            return name in voice.lexicon.zones and name not in voice.names
        case ast.Dot(_, ast.Ident(name)):
            return name in voice.lexicon.zones
    return False


def _comma(text: str | None) -> str:
    return f", {text}" if text else ""


def _going(voice: Voice, node: ast.Node) -> str:
    match node:
        case ast.Run(ast.Ident(name), None):
            return f"carry out “{words(name)}”"
        case ast.Run(ast.Ident(name), ast.Node() as seat):
            who = voice.value(seat)
            return f"{who} {'play' if who == YOU else 'plays'} “{words(name)}”"
        case ast.End(what, winner):
            who = voice.value(winner) if winner is not None else ""
            won = f", and {who} {'win' if who in (YOU, 'all players') else 'wins'}" if who else ""
            return f"the {what} ends here{won}"
        case ast.Give(value):
            return f"the outcome is {voice.value(value)}{LEFT_OUT}"
        case ast.Call():
            return _call(voice, node)
        case ast.Announce(ast.Ident(name), args):
            more = f" ({', '.join(voice.value(value) for value in args)})" if args else ""
            return f"say aloud: “{words(name)}”{more}"
        case ast.Proceed():
            return voice.names.get("proceed", "it goes on as it would have")
        case ast.Require(_, about):
            return f"make sure: {about.text}"
    raise no_case(node)


def _call(voice: Voice, node: ast.Call) -> str:
    effect = voice.lexicon.effects.get(node.name.text)
    params = effect.params or () if effect is not None else ()
    who, what = [], []
    for k, value in enumerate(node.args or ()):
        param = params[k] if k < len(params) else None
        if param is not None and isinstance(param.type, ast.NamedType) and param.type.name.text == "Player":
            who.append(voice.value(value))
        else:
            what.append(_argument(voice, param, value))
    said = f"do “{words(node.name.text)}”"
    said += f" for {listed_words(who)}" if who and who != [YOU] else ""
    nested = len(what) > 1 and any(" and " in argument or ", " in argument for argument in what)
    joined = "; ".join(what) if nested else listed_words(what)
    said += f", with {joined}" if what else ""
    return said + (f"; what comes of it is the {noun(node.result.text)}" if node.result is not None else "")


def _argument(voice: Voice, param: ast.Param | None, value: ast.Node) -> str:
    plain = isinstance(value, ast.Number | ast.Yes | ast.No) or (isinstance(value, ast.Name) and value.text == "none")
    if plain and param is not None and len(param.name.text) > SHORT:
        return f"{words(param.name.text)}: {voice.value(value)}"
    if param is not None and isinstance(param.type, ast.YesNoType) and not isinstance(value, ast.Name):
        return f"“{words(param.name.text)}” if {voice.holds(value)}"
    return voice.value(value)


def _secretly(voice: Voice, seen_by: ast.Node | None) -> str:
    """Who alone sees what chance gives."""
    return f", in secret: only {voice.value(seen_by)} may look" if seen_by is not None else ""


def _amount(voice: Voice, amount: ast.Amount | None) -> str:
    match amount:
        case None:
            return "one"
        case ast.Exactly(count) | ast.UpTo(count) | ast.AtLeastAmount(count):
            word = {ast.Exactly: "", ast.UpTo: "up to ", ast.AtLeastAmount: "at least "}[type(amount)]
            return f"{word}{voice.value(count)}"
        case ast.AnyNumber():
            return "any number"
    raise no_case(amount)


def named_by(voice: Voice, node: ast.Node) -> Voice:
    """What a statement gives a name to."""
    match node:
        case ast.Let(ast.Ident(name), value):
            said = f"“{words(name)}”" if asked_whether(voice, value) else f"the {noun(name)}"
            return voice.called({name: said}, {name: TRUTH if asked_whether(voice, value) else voice.kind_of(value)})
        case ast.Draw(source=source, name=ast.Ident(name)):
            kind = voice.kind_of(source)
            said = f"the {noun(name)}" if is_noun(name) or not kind else f"the {words(name)} {one_of(kind)}"
            return voice.called({name: said}, {name: kind})
        case ast.Roll(name=ast.Ident(name)) | ast.Pick(name=ast.Ident(name)) | ast.Call(result=ast.Ident(name)):
            return voice.called({name: f"the {noun(name)}"})
        case ast.Proceed(ast.Ident(name)):
            return voice.called({name: f"the {words(name)}"})
    return voice
