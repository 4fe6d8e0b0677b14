"""Conditions as clauses: `there is nothing in the library`, `your night is at most 3`.

In:  a Voice and a condition.
Out: words that fit behind `if`; `ask` and `guard`, what somebody is asked as sentences: what is chosen, from what, and what is
     not allowed.
"""

from collections.abc import Callable
from typing import Protocol

from interpreter.prose.page import Page
from interpreter.prose.phrases import counted, index, listed_words, LONGEST, quoted, relative, sentence, things
from interpreter.prose.vocabulary import asked_whether, is_noun, many, Nodes, noun, one_of, Voice, words, YOU
from interpreter.syntax import ast
from interpreter.text.diagnostic import no_case
from interpreter.variant.targets import members_of

SIGNS = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
UNLIKE = {"beside": "{0} and {1} are neither the same space nor linked", "all_alike": "{0} do not all show the same"}
ALIKE = {"beside": "{0} and {1} are the same space or linked", "all_alike": "{0} all show the same"}


def said_condition(voice: Voice, node: ast.Node) -> str:
    """The words for a condition."""
    text = _said(voice, node)
    return text if len(text) <= LONGEST else f"{quoted(node)} holds"


def _said(voice: Voice, node: ast.Node) -> str:
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
            thing = _one(voice, source)
            some = thing.replace("one", "none", 1) if how == "no" and thing.startswith("one ") else thing
            article = "" if thing.startswith("one ") else "no " if how == "no" else "a "
            return f"there is {article}{some} {relative(voice, name, test)}"
        case ast.Every(ast.Ident(name), source, test):
            return _every(voice, name, source, test)
    return _marked(voice, node)


def _part(voice: Voice, node: ast.Node) -> str:
    """A side of `and`; in brackets where it has an `or` in itself."""
    inner = node.value if isinstance(node, ast.Bracketed) else node
    said = voice.holds(inner)
    return f"({said})" if isinstance(inner, ast.Either) else said


def _is(voice: Voice, left: ast.Node) -> str:
    said = voice.value(left)
    return "are" if said == YOU or said.startswith(("all ", "those ")) else "is"


def _among(voice: Voice, right: ast.Node) -> str:
    place = isinstance(right, ast.Name | ast.Dot | ast.At) and voice.kind_of(right) not in ("", "Player")
    return f"{'in' if place else 'among'} {voice.value(right)}"


def _one(voice: Voice, source: ast.Node) -> str:
    """One of a collection: `Track in your hand`, `player`."""
    kind = voice.kind_of(source)
    if isinstance(source, ast.Name) and (source.text == "players" or source.text in voice.lexicon.enums):
        return one_of(kind)
    if kind and isinstance(source, ast.Name | ast.Dot | ast.At):
        box = isinstance(source, ast.Name) and source.text in {**voice.lexicon.components, **voice.lexicon.boards}
        return one_of(kind) if box else f"{one_of(kind)} in {voice.value(source)}"
    return f"{one_of(kind) if kind else 'one'} among {voice.value(source)}"


def _every(voice: Voice, name: str, source: ast.Node, test: ast.Node) -> str:
    inner = voice.called({name: "it"}, {name: voice.kind_of(source)})
    return f"for every {_one(voice, source)}, {inner.holds(test)}"


def _same(voice: Voice, left: ast.Node, right: ast.Node) -> str:
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


def _empty(voice: Voice, left: ast.Node, some: str = "nothing") -> str:
    if isinstance(left, ast.Name | ast.Dot | ast.At) and voice.kind_of(left):
        return f"there is {some} in {voice.value(left)}"
    return f"{voice.value(left)} {_is(voice, left)}{'' if some == 'nothing' else ' not'} empty"


def _bare(text: str) -> str:
    return text.removeprefix("the ")


def _differs(voice: Voice, left: ast.Node, right: ast.Node) -> str:
    match right:
        case ast.Yes() if asked_whether(voice, left):
            return denied(voice, left)
        case ast.No() if asked_whether(voice, left):
            return voice.holds(left)
        case ast.Name("empty"):
            return _empty(voice, left, "something")
        case ast.Name("none"):
            said = voice.value(left)
            return f"{said} is not none" if isinstance(left, ast.Dot) else f"there is a {_bare(said)}"
    match left:
        case ast.Apply(ast.Ident("count"), (source,)):
            return f"the number of {things(voice, source)} is not {voice.value(right)}"
    return f"{voice.value(left)} {_is(voice, left)} not {voice.value(right)}"


def _compared(voice: Voice, left: ast.Node, sign: str, right: ast.Node) -> str:
    match left:
        case ast.Apply(ast.Ident("count"), (source,)):
            return _number(voice, sign, voice.value(right), source)
    return f"{voice.value(left)} is {sign} {voice.value(right)}"


def _number(voice: Voice, sign: str, count: str, source: ast.Node) -> str:
    if not count.isdigit():
        return f"the number of {counted(voice, source)} is {sign} {count}".replace("is exactly ", "is ")
    return f"there {'is' if count == '1' else 'are'} {sign} {count} {_so_many(voice, source, count)}"


def _so_many(voice: Voice, source: ast.Node, count: str) -> str:
    said, kind = counted(voice, source).removeprefix("all "), voice.kind_of(source)
    for plural, single in ((many(one_of(kind)), one_of(kind)), ("things", "thing")):
        if count == "1" and kind and said.startswith(plural) or count == "1" and plural == "things" and said.startswith(plural):
            return single + said[len(plural):]
    return f"of {said}" if count == "1" else said


def _marked(voice: Voice, node: ast.Node) -> str:
    """A mark that is set, a define that holds."""
    match node:
        case ast.Dot(of, ast.Ident(name)):
            return f"{voice.value(of)} {_is(voice, of)} marked “{words(name)}”"
        case ast.At(ast.Dot(of, ast.Ident(name)), keys):
            return f"{voice.value(of)} {_is(voice, of)} marked “{words(name)}” ({index(voice, keys)})"
        case ast.Repeated(times):
            so_often = f"the {voice.value(times)}th time" if times is not None and times.value > 3 else \
                "the third time" if times is not None and times.value == 3 else "again"
            return f"the turn has begun {so_often} with the same position"
        case ast.Name(name) if name in voice.names:
            return f"{voice.names[name]} holds"
        case ast.Name(name):
            return f"“{words(name)}” holds"
        case ast.Apply(ast.Ident(name), args) if name in ALIKE:
            return _filled(voice, ALIKE[name], args)
        case ast.Apply(ast.Ident(name), args):
            said = listed_words([voice.value(arg) for arg in args or ()])
            return f"“{words(name)}” holds{f' for {said}' if said else ''}"
        case ast.Conditional(test, then, otherwise):
            return f"(if {voice.holds(test)}) {voice.holds(then)}, (otherwise) {voice.holds(otherwise)}"
    return f"{quoted(node)} holds"


def _filled(voice: Voice, text: str, args: Nodes | None) -> str:
    for k, arg in enumerate(args or ()):
        text = text.replace(f"{{{k}}}", voice.value(arg))
    return text


def denied(voice: Voice, node: ast.Node) -> str:
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


# ------------------------------------------------------------------ what somebody is asked


AMOUNTS = {ast.Exactly: "exactly {}", ast.UpTo: "up to {}", ast.AtLeastAmount: "at least {}"}


class Telling(Protocol):
    """`tell` of sentences.py: the statements of a block, and the Voice of what comes behind them."""

    def __call__(self, page: Page, voice: Voice, body: Nodes | None, level: int = 0) -> Voice: ...


Question = ast.Choose | ast.MayChoose | ast.May | ast.Menu | ast.Split | ast.Arrange
Choice = Callable[[Page, Voice, str, Nodes, int], None]          # a head, and the block below it


def is_asked(node: ast.Node) -> bool:
    """Is this a question to a person?"""
    return isinstance(node, ast.ASKING)


def ask(page: Page, voice: Voice, node: ast.Node, level: int, tell: Telling, choice: Choice) -> Voice:
    """One question with all that belongs to it."""
    match node:
        case ast.Choose():
            after = _chosen(voice, node)
            page.item(sentence(f"{_choosing(voice, node, after)}"), level)
            _guards(page, after.called({"it": after.names[node.name.text]}), node.guards, level + 1)
            return after
        case ast.MayChoose():
            after = _chosen(voice, node)
            page.item(sentence(_choosing(voice, node, after, may=True)), level)
            below = after.called({"it": after.names[node.name.text]})
            _answered(page, below, after, node, level, choice)
        case ast.May():
            page.item(sentence(f"{_who(voice, node, 'may decide')}{_alike(node)}: “{node.prompt.text}”"), level)
            _answered(page, voice, voice, node, level, choice)
        case ast.Menu():
            _menu(page, voice, node, level, tell, choice)
        case ast.Split():
            return _split(page, voice, node, level)
        case ast.Arrange(source, ast.Ident(name)):
            said = f"{_who(voice, node, 'put', 'puts')} {things(voice, source)} in an order of choice: the {words(name)}"
            page.item(sentence(said + _prompt(node)), level)
            _guards(page, voice, node.guards, level + 1)
            return voice.called({name: f"the {words(name)}"}, {name: voice.kind_of(source)})
        case ast.Travel(piece, ast.Ident(route), amount, name):
            number = "" if isinstance(amount, ast.AnyNumber) else voice.value(amount.count)
            spaces = f"{number} spaces" if number.isdigit() else f"as many spaces as {number}"
            far = "any number of spaces" if isinstance(amount, ast.AnyNumber) else AMOUNTS[type(amount)].format(spaces)
            page.item(sentence(f"go with {voice.value(piece)} along the route “{words(route)}”, {far}"), level)
            return voice.called({name.text: "the spaces gone through"}) if name is not None else voice
        case _:
            raise no_case(node)
    return voice


def _who(voice: Voice, node: Question, verb: str, theirs: str = "") -> str:
    """`you may`, `that player chooses`; an order where it is `you`."""
    who = voice.value(node.by.seat) if node.by is not None else YOU
    if who == YOU:
        return f"you {verb}" if verb.startswith("may") else verb
    return f"{who} {theirs or verb}"


def _chosen(voice: Voice, node: ast.Choose | ast.MayChoose) -> Voice:
    name, kind = node.name.text, voice.kind_of(node.source)
    said = f"the {noun(name)}"
    if kind and not is_noun(name):
        said = f"the {words(name)} {many(one_of(kind)) if node.amount is not None else one_of(kind)}"
    return voice.called({name: said}, {name: kind})


def _choosing(voice: Voice, node: ast.Choose | ast.MayChoose, after: Voice, may: bool = False) -> str:
    verb, theirs = ("may choose", "may choose") if may else ("choose", "chooses")
    what = after.names[node.name.text]
    return f"{_who(voice, node, verb, theirs)} {what}: {_of(voice, node)}{_prompt(node)}"


def _of(voice: Voice, node: ast.Choose | ast.MayChoose) -> str:
    """`one Track from your hand`, `up to 2 of the players`."""
    number = "one" if node.amount is None else "any number" if isinstance(node.amount, ast.AnyNumber) else \
        AMOUNTS[type(node.amount)].format(voice.value(node.amount.count))
    source = members_of(node.name, node.source)
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


def _prompt(node: Question) -> str:
    return _alike(node) + (f". “{node.prompt.text}”" if node.prompt is not None else "")


def _alike(node: Question) -> str:
    """That everybody is asked, where it is so."""
    return " (everybody is asked, and only this answer counts)" if isinstance(node.by, ast.ByAlike) else ""


def _answered(page: Page, guarded: Voice, voice: Voice, node: ast.May | ast.MayChoose, level: int, choice: Choice) -> None:
    """What follows if it is done, and if not."""
    guards = [line for line in node.body if isinstance(line, ast.GUARDS)]
    _guards(page, guarded, guards, level + 1)
    choice(page, voice, "If so", [line for line in node.body if line not in guards], level + 1)
    if node.otherwise:
        choice(page, voice, "If not", node.otherwise, level + 1)


def _menu(page: Page, voice: Voice, node: ast.Menu, level: int, tell: Telling, choice: Choice) -> None:
    page.item(sentence(f"{_who(voice, node, 'choose one of these', 'chooses one of these')}: “{node.prompt.text}”"), level)
    for way in node.alternatives:
        if isinstance(way, ast.Alternative):
            only = sentence(f"only if {voice.holds(way.test)}") if way.test is not None else ""
            page.item(only, level + 1, f"{way.words.text}.")
            guards = [line for line in way.body if isinstance(line, ast.GUARDS)]
            _guards(page, voice, guards, level + 2)
            tell(page, voice, [line for line in way.body if line not in guards], level + 2)
    if node.otherwise:
        choice(page, voice, "If none of these can be done", node.otherwise, level + 1)


def _split(page: Page, voice: Voice, node: ast.Split, level: int) -> Voice:
    parts = listed_words([f"the {words(part.name.text)} ({voice.value(part.size)})" for part in node.parts])
    said = f"{_who(voice, node, 'divide', 'divides')} what is in {voice.value(node.source)} into {parts}"
    page.item(sentence(said + _prompt(node)), level)
    _guards(page, voice, node.guards, level + 1)
    kind = voice.kind_of(node.source)
    return voice.called({part.name.text: f"the {words(part.name.text)}" for part in node.parts},
                        {part.name.text: kind for part in node.parts})


def _guards(page: Page, voice: Voice, guards: Nodes | None, level: int) -> None:
    """What an answer must be; what nobody may do, all in one line."""
    for line in guards or ():
        if not isinstance(line, ast.Never | ast.Told):
            page.item(sentence(guard(voice, line)), level)
    never = [f"“{line.wish.text}”" for line in guards or () if isinstance(line, ast.Never)]
    if never:
        page.item(sentence(f"not allowed: {', '.join(never)}"), level)


def guard(voice: Voice, node: ast.Node) -> str:
    """One guard as a sentence, or how an option is told."""
    if isinstance(node, ast.Told):
        when = f" if {voice.holds(node.test)}" if node.test is not None else ""
        parts = [f"“{one.text}”" if isinstance(one, ast.Text) else voice.value(one) for one in node.words]
        return f"told as {' '.join(parts)}{when}"
    said = getattr(node, "words", None)
    words_ = f" (otherwise: “{said.text}”)" if said is not None else ""
    match node:
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
    raise no_case(node)
