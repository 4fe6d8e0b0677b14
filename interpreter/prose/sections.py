"""Each rule told in sentences: phases, effects, triggers, offers, routes, words, scores, who wins.

In:  a Page, a declaration with its documentation, and a Voice.
Out: the Page with what the declaration says: a head and, further in, what is done.
"""

from typing import assert_never

from attrs import evolve

from interpreter.prose.page import Page
from interpreter.prose.phrases import listed_words, possessive, sentence
from interpreter.prose.sentences import in_line, LEFT_OUT, tell
from interpreter.prose.vocabulary import asked_whether, capital, noun, parameters, Voice, words, YOU
from interpreter.syntax import ast
from interpreter.text.diagnostic import no_case

LONG = 150                                       # letters, above which a meaning is told part by part
HEADS: dict[type[ast.Both | ast.Either | ast.Plus], str] = {
    ast.Both: "Holds if all of these do:", ast.Either: "Holds if one of these does:", ast.Plus: "These together:",
}
TIES = {ast.Shared: "they share the win", ast.NobodyWins: "nobody wins"}
BEGINS = {"turn_ended": "whenever {0's} turn ends", "turn_begins": "whenever {0's} turn begins",
          "moved": "whenever {0} is moved from one place to another", "rolled": "whenever {0} is rolled",
          "step_begins": "whenever a step begins", "step_ended": "whenever a step ends"}

NAMED_FIRST = {"that player": "a player", "that die": "a die"}     # where somebody or something is named for the first time


def about(page: Page, doc: str) -> None:
    """The author's words."""
    page.say(" ".join(doc.split()))


def phase(page: Page, doc: str, node: ast.Phase, voice: Voice) -> None:
    """A phase or turn, step by step."""
    page.heading(f"{capital(node.sort)}: {words(node.name.text)}", 3)
    about(page, doc)
    steps = [(text, step) for text, step in ast.documented(node.steps) if isinstance(step, ast.Step)]
    for number, (text, step) in enumerate(steps, 1):
        head = f"{step_head(step, voice)} {sentence(text) if text else ''}".strip()
        page.item(head, 0, f"{number}. {capital(words(step.name.text))}.")
        tell(page, voice, step.body, 1)


def step_head(step: ast.Step, voice: Voice) -> str:
    """Who takes part in a step, and when it is left out."""
    match step.how:
        case ast.AtOnce(None):
            return "Everyone at the same time:"
        case ast.AtOnce(ast.Node() as test):
            return f"{sentence(f'only if {voice.holds(test)}')} Everyone at the same time:"
        case ast.OnlyIf(test):
            return sentence(f"only if {voice.holds(test)}")
        case None:
            return ""
    raise no_case(step.how)


def effect(page: Page, doc: str, node: ast.Effect, voice: Voice) -> None:
    """What an effect does."""
    inner = parameters(voice, node.params)
    said = ", ".join(inner.names[param.name.text] for param in node.params or ())
    page.item(sentence(doc) if doc else "", 0, f"{capital(words(node.name.text))}{f' ({said})' if said else ''}.")
    tell(page, inner, node.body, 1)
    last = page.blocks[-1]
    if last.level == 1 and isinstance(node.body[-1], ast.Give):             # nothing else does
        page.blocks[-1] = evolve(last, text=last.text.replace(LEFT_OUT, ""))


def trigger(page: Page, doc: str, node: ast.Trigger, voice: Voice) -> None:
    """Whenever something happens."""
    head, inner = moment(node.moment, voice)
    told = f" {sentence(doc)}" if doc else ""
    told += " Where it is worked out what would be, this does not count." if node.apart is not None else ""
    short = in_line(inner, node.body)
    said = sentence(f"{head}, {short}") + told if short else f"{capital(head)}:{told}"
    page.item(said, 0, f"{capital(words(node.name.text))}.")
    if not short:
        tell(page, inner, node.body, 1)


def moment(node: ast.Moment, voice: Voice) -> tuple[str, Voice]:
    """When a trigger is set off, and who is who in it."""
    match node:
        case ast.AsSoonAs(test, each):
            inner = voice.bound(each.name.text, each.source) if each is not None else voice
            of = f"for {inner.names[each.name.text].replace('that ', 'each ', 1)}, " if each is not None else ""
            return f"{of}as soon as {inner.holds(test)}", inner
        case ast.When(event, test):
            head, inner = occurrence(event, voice, "whenever")
        case ast.Before(event, test):
            head, inner = occurrence(event, voice, "just before")
        case ast.InsteadOf(event, test):
            head, inner = occurrence(event, voice, "instead of")
        case _:
            assert_never(node)
    return (f"{head} and {inner.holds(test)}" if test is not None and head.startswith("whenever") else
            f"{head}, if {inner.holds(test)}" if test is not None else head), inner


def occurrence(event: ast.Occurrence, voice: Voice, word: str) -> tuple[str, Voice]:
    """An effect or event that happens, with the names of its parts."""
    effect_ = voice.lexicon.effects.get(event.name.text) or voice.lexicon.events.get(event.name.text)
    params = effect_.params or () if effect_ is not None else ()
    players = ("turn_ended", "turn_begins")
    names: dict[str, str] = {}
    for k, name in enumerate(event.params or ()):
        player = event.name.text in players or (k < len(params) and _is_player(params[k].type))
        names[name.text] = "that player" if player and "that player" not in names.values() else \
            "that die" if event.name.text == "rolled" and k == 0 else f"the {words(name.text)}"
    said = [NAMED_FIRST.get(name, name) for name in names.values()]
    if event.name.text in BEGINS and word == "whenever" and (said or "{0" not in BEGINS[event.name.text]):
        said = said or [""]
        text = BEGINS[event.name.text].replace("{0's}", possessive(said[0])).replace("{0}", said[0])
        return text, voice.called(names)
    return f"{word} “{words(event.name.text)}”{' is done' if word == 'whenever' else ''}" + \
        (f" for {listed_words(said)}" if said else ""), voice.called(names)


def _is_player(type_: ast.Type | None) -> bool:
    return isinstance(type_, ast.NamedType) and type_.name.text == "Player"


PLAYS = {"random": "by players who choose at random", "first": "by players who take the first option"}


def bound_said(node: ast.Bound) -> str:
    """What a design keeps: `in many plays of 4 by players with the strategy good, each seat wins above 20% of them`."""
    figure, limits, people = node.figure, node.limits, node.people
    match limits:
        case ast.Between(low, high):
            between = f"between {low.text} and {high.text}"
        case ast.Above(low):
            between = f"more than {low.text}"
        case ast.Below(high):
            between = f"less than {high.text}"
    whose = f" of {figure.whose}" if isinstance(figure, ast.Middle | ast.Quantile) and figure.whose is not None else ""
    match figure:
        case ast.WinShare("any seat"):
            said = f"somebody wins {between} of them"
        case ast.WinShare(seat):
            said = f"{seat} wins {between} of them"
        case ast.Middle(how, score):
            said = f"the {how} “{words(score.text)}”{whose} is {between}"
        case ast.Quantile(part, score):
            said = f"the value that {part.text} of all “{words(score.text)}”{whose} do not exceed is {between}"
        case ast.Length():
            said = f"a play takes {between} decisions on average"
        case ast.Ties():
            said = f"several share the win in {between} of them"
        case ast.Margin():
            said = f"the best total is {between} points ahead of the next on average"
        case ast.Skill(strong, weak):
            said = f"{_player(strong)} wins {between} of them against {_player(weak)}"
        case _:
            assert_never(figure)
    skilled = isinstance(figure, ast.Skill)
    by = "" if skilled else f" {PLAYS.get(_plain(node.by), f'by players with the strategy {words(_plain(node.by))}')}"
    ends = [] if people is None else [str(end.value) for end in (people.low, people.high) if end is not None]
    count = f" of {' to '.join(ends)}" if ends else ""
    first = f"{node.about.text}: " if node.about is not None else ""
    return f"{first}in many plays{count}{by}, {said}"


def _plain(player: ast.Player | None) -> str:
    return "".join(player.span.text.split()) if player is not None else "random"


def _player(player: ast.Player) -> str:
    if player.name.text == "random":
        return "a player who chooses at random"
    return f"a player with the strategy {words(_plain(player))}"


def offer(page: Page, doc: str, node: ast.Offer, voice: Voice) -> None:
    """What may be done beside the rest."""
    inner = voice.bound(node.each.name.text, node.each.source) if node.each is not None else voice
    who = inner.value(node.by.seat) if node.by is not None else YOU
    test = f" if {inner.holds(node.test)}" if node.test is not None else ""
    said = f"{window(node.window, inner)}, {who} may do this{test}"
    page.item(f"{sentence(said)} {sentence(doc) if doc else ''}".rstrip(), 0, f"{node.prompt.text}.")
    tell(page, inner, node.body, 1)


def window(node: ast.Window, voice: Voice) -> str:
    """When an offer is open."""
    match node:
        case ast.During(ast.Ident(name)):
            return f"at any moment during “{words(name)}”"
        case ast.DuringStep(ast.Ident(step), ast.Ident(name)):
            return f"at any moment during the step “{words(step)}” of “{words(name)}”"
        case ast.BetweenSteps(ast.Ident(name)):
            return f"between the steps of “{words(name)}”"
        case ast.Beside(decisions):
            return f"whenever you are asked about {listed_words([f'“{words(name.text)}”' for name in decisions], 'or')}"
        case ast.BeforeRoll() | ast.AfterRoll():
            return f"{'before' if isinstance(node, ast.BeforeRoll) else 'after'} a roll"
        case ast.OfferBefore(event):
            return f"just before “{words(event.name.text)}”"
        case ast.OfferAfter(event):
            return f"just after “{words(event.name.text)}”"
        case ast.OfferInstead(event):
            return f"instead of “{words(event.name.text)}”"
    assert_never(node)


def route(page: Page, doc: str, node: ast.Route, voice: Voice) -> None:
    """How one may go."""
    page.item(sentence(doc) if doc else "", 0, f"The route “{words(node.name.text)}”.")
    inner = voice.called({node.traveller.text: "the traveller", "previous": "where one has just come from"})
    for leg in node.legs:
        if isinstance(leg, ast.Doc):
            continue
        page.item(sentence(leg_said(leg, inner)), 1)


def leg_said(leg: ast.Node, voice: Voice) -> str:
    """One line of a route."""
    match leg:
        case ast.LegStep(a, b, test) | ast.LegHop(a, b, test):
            inner = voice.called({a.text: "the space one leaves", b.text: "the space one comes to"})
            what = "a step leads to a linked space" if isinstance(leg, ast.LegStep) else "one goes on without counting it"
            return f"{what}, if {inner.holds(test)}" if test is not None else what
        case ast.LegMustStop(at, test) | ast.LegMayStop(at, test) | ast.LegMayNotEnd(at, test):
            inner = voice.called({at.text: "the space"})
            what = {ast.LegMustStop: "one has to stop on a space", ast.LegMayStop: "one may stop on a space, whatever is left",
                    ast.LegMayNotEnd: "one may not end on a space"}[type(leg)]
            return f"{what} if {inner.holds(test)}"
    raise no_case(leg)


# ------------------------------------------------------------------ words and results


def define(page: Page, doc: str, node: ast.Define | ast.DefineCases, voice: Voice) -> None:
    """What a word of the rules means."""
    inner = parameters(voice, node.params)
    of = listed_words([inner.names[param.name.text] for param in node.params or ()])
    name = f"{capital(words(node.name.text))}{f' ({of})' if of else ''}:"
    told = f"{sentence(doc)} " if doc else ""
    whether = node.name.text in voice.lexicon.truths
    if isinstance(node, ast.Define):
        _defined(page, name, told, inner, node.value, whether)
        return
    page.item(told.strip(), 0, name)
    _cases(page, node, inner, whether)


def _defined(page: Page, name: str, told: str, voice: Voice, value: ast.Node, whether: bool) -> None:
    """In one sentence, or if that is long, part by part."""
    said = _answer(voice, value, whether)
    sort = next((sort for sort in HEADS if isinstance(_bare(value), sort)), None)
    short = len(said) < LONG and not said.startswith(("“(", "holds if “("))
    if short or sort is None or (sort is not ast.Plus and not whether):
        page.item(told + sentence(said), 0, name)
        return
    page.item(f"{told}{HEADS[sort]}", 0, name)
    for part in _sides(value, sort):
        page.item(sentence(voice.value(part) if sort is ast.Plus else voice.holds(part)), 1)


def _bare(value: ast.Node) -> ast.Node:
    return _bare(value.value) if isinstance(value, ast.Bracketed) else value


def _sides(value: ast.Node, sort: type[ast.Both | ast.Either | ast.Plus]) -> list[ast.Node]:
    """What `and`, `or` or `+` joins."""
    value = _bare(value)
    return [*_sides(value.left, sort), *_sides(value.right, sort)] if isinstance(value, sort) else [value]


def _answer(voice: Voice, value: ast.Node, whether: bool) -> str:
    if whether and not isinstance(value, ast.Yes | ast.No):
        return f"holds if {voice.holds(value)}"
    return voice.value(value)


def _cases(page: Page, node: ast.DefineCases | ast.CaseLines, voice: Voice, whether: bool) -> None:
    """From the top: the first line that applies counts."""
    for line in node.lines:
        match line:
            case ast.CaseLet(ast.Ident(name), value):
                if asked_whether(voice, value):
                    page.item(sentence(f"“{words(name)}” means that {voice.holds(value)}"), 1)
                    voice = voice.called({name: f"“{words(name)}”"})
                else:
                    page.item(sentence(f"the {noun(name)} is {voice.value(value)}"), 1)
                    voice = voice.called({name: f"the {noun(name)}"}, {name: voice.kind_of(value)})
            case ast.CaseIf(value, test):
                page.item(sentence(f"if {voice.holds(test)}: {_case(voice, value, whether)}"), 1)
            case ast.CaseOtherwise(value):
                page.item(sentence(f"otherwise: {_case(voice, value, whether)}"), 1)
            case ast.Doc():
                pass
            case _:
                raise no_case(line)


def _case(voice: Voice, value: ast.Node, whether: bool) -> str:
    if whether and isinstance(value, ast.Yes | ast.No):
        return "it holds" if isinstance(value, ast.Yes) else "it does not hold"
    return f"it holds if {voice.holds(value)}" if whether else voice.value(value)


def score(page: Page, doc: str, node: ast.Score, voice: Voice) -> None:
    """What counts at the end, for each player."""
    name = f"{capital(words(node.name.text))}:"
    if isinstance(node.value, ast.CaseLines):
        page.item(sentence(doc) if doc else "", 0, name)
        _cases(page, node.value, voice, whether=False)
        return
    page.item(f"{sentence(voice.value(node.value))} {sentence(doc) if doc else ''}".rstrip(), 0, name)


def winner(page: Page, node: ast.Winner, voice: Voice) -> None:
    """Who wins."""
    page.item(sentence(winning(node, voice)), 0, "Who wins:")


def winning(node: ast.Winner, voice: Voice) -> str:
    """The criteria one after the other."""
    said: list[str] = []
    for criterion in node.criteria:
        if isinstance(criterion, ast.Best) and isinstance(criterion.value, ast.Number):
            continue                             # the same for all: it decides nothing
        if isinstance(criterion, ast.Best) and asked_whether(voice, criterion.value):
            said.append(f"the one of whom this holds: {voice.called({'me': 'that player'}).holds(criterion.value)}")
        elif isinstance(criterion, ast.Best):
            value = "total of points" if isinstance(criterion.value, ast.Name) and criterion.value.text == "total" else \
                voice.value(criterion.value).removeprefix("the ").removeprefix("your ")
            said.append(f"whoever has the {criterion.which} {value}")
        else:
            said.append(TIES[type(criterion)])
    return "; among equals, ".join(said)
