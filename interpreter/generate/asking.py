"""What somebody is asked, as sentences: what is chosen, from what, and what is not allowed.

In:  a question of the rules, the Voice, and the way to tell the statements below it.
Out: items on a Page, and the Voice in which the answer has a name.
"""

from collections.abc import Callable

from interpreter.generate.lexicon import is_noun, many, noun, words
from interpreter.generate.pages import Page
from interpreter.generate.values import listed_words, sentence, things
from interpreter.generate.voice import YOU, Voice, one_of
from interpreter.syntax import ast

AMOUNTS = {ast.Exactly: "exactly {}", ast.UpTo: "up to {}", ast.AtLeastAmount: "at least {}"}


def is_asked(one: ast.Node) -> bool:
    """Is this a question to a person?"""
    return isinstance(one, ast.ASKING)


def ask(page: Page, voice: Voice, one: ast.Node, level: int, tell: Callable, choice: Callable) -> Voice:
    """One question with all that belongs to it."""
    match one:
        case ast.Choose():
            after = _chosen(voice, one)
            page.item(sentence(f"{_choosing(voice, one, after)}"), level)
            _guards(page, after.called({"it": after.names[one.name.text]}), one.guards, level + 1)
            return after
        case ast.MayChoose():
            after = _chosen(voice, one)
            page.item(sentence(_choosing(voice, one, after, may=True)), level)
            below = after.called({"it": after.names[one.name.text]})
            _answered(page, below, after, one, level, choice)
        case ast.May():
            page.item(sentence(f"{_who(voice, one, 'may decide')}: “{one.prompt.text}”"), level)
            _answered(page, voice, voice, one, level, choice)
        case ast.Menu():
            _menu(page, voice, one, level, tell, choice)
        case ast.Split():
            return _split(page, voice, one, level)
        case ast.Arrange(source, ast.Ident(name)):
            said = f"{_who(voice, one, 'put', 'puts')} {things(voice, source)} in an order of choice: the {words(name)}"
            page.item(sentence(said + _prompt(one)), level)
            _guards(page, voice, one.guards, level + 1)
            return voice.called({name: f"the {words(name)}"}, {name: voice.kind_of(source)})
        case ast.Travel(piece, ast.Ident(route), amount, name):
            number = voice.value(amount.count)
            far = AMOUNTS[type(amount)].format(f"{number} spaces" if number.isdigit() else f"as many spaces as {number}")
            page.item(sentence(f"go with {voice.value(piece)} along the route “{words(route)}”, {far}"), level)
            return voice.called({name.text: "the spaces gone through"}) if name is not None else voice
    return voice


def _who(voice: Voice, one: ast.Node, verb: str, theirs: str = "") -> str:
    """`you may`, `that player chooses`; an order where it is `you`."""
    who = voice.value(one.by.seat) if one.by is not None else YOU
    if who == YOU:
        return f"you {verb}" if verb.startswith("may") else verb
    return f"{who} {theirs or verb}"


def _chosen(voice: Voice, one: ast.Node) -> Voice:
    name, kind = one.name.text, voice.kind_of(one.source)
    said = f"the {noun(name)}"
    if kind and not is_noun(name):
        said = f"the {words(name)} {many(one_of(kind)) if one.amount is not None else one_of(kind)}"
    return voice.called({name: said}, {name: kind})


def _choosing(voice: Voice, one: ast.Node, after: Voice, may: bool = False) -> str:
    verb, theirs = ("may choose", "may choose") if may else ("choose", "chooses")
    what = after.names[one.name.text]
    return f"{_who(voice, one, verb, theirs)} {what}: {_of(voice, one)}{_prompt(one)}"


def _of(voice: Voice, one: ast.Node) -> str:
    """`one Track from your hand`, `up to 2 of the players`."""
    number = "one" if one.amount is None else "any number" if isinstance(one.amount, ast.AnyNumber) else \
        AMOUNTS[type(one.amount)].format(voice.value(one.amount.count))
    source = one.source
    match source:
        case ast.Name(name) if name in voice.lexicon.enums:
            return voice.value(source)
        case ast.SpanOf():
            return f"a number from {voice.value(source)}"
        case ast.Conditional():
            return f"{number} of {voice.value(source)}"
        case ast.Apply():
            return f"{number} of {voice.value(source)}"
    said = things(voice, source)
    return f"{number} of {'' if said.startswith(('the ', 'everybody', 'all ', 'those ', 'your ')) else 'the '}{said}"


def _prompt(one: ast.Node) -> str:
    return f". “{one.prompt.text}”" if one.prompt is not None else ""


def _answered(page: Page, guarded: Voice, voice: Voice, one: ast.Node, level: int, choice: Callable) -> None:
    """What follows if it is done, and if not."""
    guards = [line for line in one.body if isinstance(line, ast.GUARDS)]
    _guards(page, guarded, guards, level + 1)
    choice(page, voice, "If so", [line for line in one.body if line not in guards], level + 1)
    if one.otherwise:
        choice(page, voice, "If not", one.otherwise, level + 1)


def _menu(page: Page, voice: Voice, one: ast.Menu, level: int, tell: Callable, choice: Callable) -> None:
    page.item(sentence(f"{_who(voice, one, 'choose one of these', 'chooses one of these')}: “{one.prompt.text}”"), level)
    for way in one.alternatives:
        if isinstance(way, ast.Alternative):
            page.item(sentence(f"only if {voice.holds(way.test)}") if way.test is not None else "", level + 1, f"{way.words.text}.")
            guards = [line for line in way.body if isinstance(line, ast.GUARDS)]
            _guards(page, voice, guards, level + 2)
            tell(page, voice, [line for line in way.body if line not in guards], level + 2)
    if one.otherwise:
        choice(page, voice, "If none of these can be done", one.otherwise, level + 1)


def _split(page: Page, voice: Voice, one: ast.Split, level: int) -> Voice:
    parts = listed_words([f"the {words(part.name.text)} ({voice.value(part.size)})" for part in one.parts])
    said = f"{_who(voice, one, 'divide', 'divides')} what is in {voice.value(one.source)} into {parts}"
    page.item(sentence(said + _prompt(one)), level)
    _guards(page, voice, one.guards, level + 1)
    kind = voice.kind_of(one.source)
    return voice.called({part.name.text: f"the {words(part.name.text)}" for part in one.parts},
                        {part.name.text: kind for part in one.parts})


def _guards(page: Page, voice: Voice, guards, level: int) -> None:
    """What an answer must be; what nobody may do, all in one line."""
    for one in guards or ():
        if not isinstance(one, ast.Never):
            page.item(sentence(guard(voice, one)), level)
    never = [f"“{one.wish.text}”" for one in guards or () if isinstance(one, ast.Never)]
    if never:
        page.item(sentence(f"not allowed: {', '.join(never)}"), level)


def guard(voice: Voice, one: ast.Node) -> str:
    """One guard as a sentence."""
    words_ = f" (otherwise: “{one.words.text}”)" if getattr(one, "words", None) is not None else ""
    match one:
        case ast.Must(ast.Negated(test)):
            return f"not if {voice.holds(test)}{words_}"
        case ast.Must(test):
            return f"only if {voice.holds(test)}{words_}"
        case ast.MustBe(value):
            return f"it must be {voice.value(value)}{words_}"
        case ast.MustBeIn(values):
            return f"it must be one of {voice.value(values)}{words_}"
        case ast.MustNotBeIn(values):
            return f"it must not be one of {voice.value(values)}{words_}"
        case ast.Never(wish):
            return f"not allowed: “{wish.text}”"
    raise TypeError(type(one).__name__)
