"""What is in the box and on the table: components, dice, tables, zones, counters.

In:  the declarations that are left, how many components of each set there are, and the folder of the data files.
Out: Pages for two sections.

Also: The declarations that tell how play goes, each as sentences: phases, effects, triggers, offers, routes, defines, results.
"""

from pathlib import Path

from attrs import evolve

from interpreter.project.sheets import read_data
from interpreter.prose.page import Page
from interpreter.prose.phrases import listed_words, possessive, sentence
from interpreter.prose.sentences import in_line, LEFT_OUT, tell
from interpreter.prose.vocabulary import asked_whether, capital, many, noun, one_of, parameters, remark, Voice, words, YOU
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.text.diagnostic import no_case, Report
from interpreter.variant.edits import Files

MOST_ROWS = 60
SHAPES = {"pile": "a pile", "column": "a column", "heap": "in no order", "stack": "a stack"}
Counts = dict[str, tuple[int, int]]              # how many there are, and how many of these are stand-ins


def box(documented, voice: Voice, counts: Counts, folder: Path, used: set[str]) -> Page:
    """Components with their number, boards, dice, and printed tables."""
    page, tables = Page(), Page()
    for doc, one in documented:
        match one:
            case ast.Components():
                if _is_used(one, voice, used):
                    page.item(_components(one, doc, voice, counts), 0, f"{words(one.name.text)}:")
            case ast.Board(ast.Ident(name), ast.Ident(kind)):
                page.item(sentence(f"a board of {_counted(name, counts, one_of(kind))}"), 0, f"{words(name)}:")
            case ast.Die(ast.Ident(name), _, faces) if name in used:
                page.item(sentence(f"a die with the faces {listed_words([words(expression(face)) for face in faces])}"), 0, f"{words(name)}:")
            case ast.Table() | ast.TableFile() if one.name.text in used:
                _table(tables, one, doc, voice, folder)
    page.blocks += tables.blocks
    return page


def _is_used(one: ast.Components, voice: Voice, used: set[str]) -> bool:
    return one.name.text in used or isinstance(one.how, ast.OneEach)


def _counted(name: str, counts: Counts, kind: str) -> str:
    number, assumed = counts.get(name, (0, 0))
    said = f"{number} {kind if number == 1 else many(kind)}" if number else many(kind)
    if not assumed:
        return said
    return f"{said}, of which {'all' if assumed == number else assumed} are stand-ins until the printed ones are put in"


def _components(one: ast.Components, doc: str, voice: Voice, counts: Counts) -> str:
    kind = one.kind.text
    said = f"one {one_of(kind)} for each player" if isinstance(one.how, ast.OneEach) else _counted(one.name.text, counts, one_of(kind))
    declared = voice.lexicon.kinds.get(kind)
    fields = [words(line.name.text) for line in (declared.lines if declared else None) or () if isinstance(line, ast.Field)]
    shown = f" Each shows: {', '.join(fields)}." if fields else ""
    return " ".join([sentence(said) + shown, *([sentence(doc)] if doc else [])])


def _table(page: Page, one: ast.Node, doc: str, voice: Voice, folder: Path) -> None:
    rows = _file_rows(one, folder) if isinstance(one, ast.TableFile) else _rows(one, voice)
    keys = listed_words([words(param.name.text) for param in one.params])
    head = f"{doc.splitlines()[0].rstrip('.')}; " if doc else ""
    page.item(sentence(f"{head}by {keys}: {'; '.join(rows[:MOST_ROWS])}"), 0, f"Table “{words(one.name.text)}”:")


def _rows(one: ast.Table, voice: Voice) -> list[str]:
    entries = [entry for row in one.rows if isinstance(row, ast.Row) for entry in row.entries]
    return [f"{', '.join(voice.value(key) for key in entry.keys) or 'anything else'} is {voice.value(entry.value)}" for entry in entries]


def _file_rows(one: ast.TableFile, folder: Path) -> list[str]:
    files = one.file if isinstance(one.file, Files) else Files(one.file, (), (), span=one.file.span)
    keys, value = [param.name.text for param in one.params], one.name.text
    own = {tuple(expression(key) for key in entry.keys): expression(entry.value) for row in files.rows for entry in row.entries}
    found: list[str] = []
    for file in (files.first, *files.more):
        sheet = read_data(folder, file, Report())
        for row in sheet.rows if sheet is not None else ():
            last = value if row.get(value) is not None else next(name for name in sheet.names if name not in (*keys, "source"))
            key = tuple(row[name].text for name in keys)
            found.append(f"{', '.join(key)} is {own.get(key, row[last].text)}")
    return found


# ------------------------------------------------------------------ the table


def table(documented, voice: Voice, used: set[str]) -> Page:
    """Zones, counters and states: at the table, of each player, on a kind of thing."""
    page, own, kinds = Page(), Page(), Page()
    for doc, one in documented:
        if isinstance(one, ast.EachPlayer):
            _lines(own, one.lines, voice, used, 1)
        elif isinstance(one, ast.Kind):
            inside = Page()
            _lines(inside, one.lines or (), voice, used, 1)
            if inside.blocks:
                kinds.item("", 0, f"On each {one_of(one.name.text)}:")
                kinds.blocks += inside.blocks
        else:
            _lines(page, (one,), voice, used, 0, doc)
    if own.blocks:
        page.item("", 0, "Each player has:")
        page.blocks += own.blocks
    page.blocks += kinds.blocks
    return page


def _lines(page: Page, lines, voice: Voice, used: set[str], level: int, doc: str = "") -> None:
    for about, line in ast.documented(lines):
        if isinstance(line, ast.Zone | ast.Counter | ast.State) and line.name.text in used:
            told = " ".join((about or doc or remark(line)).split())
            said = zone(line, voice) if isinstance(line, ast.Zone) else counted(line, voice)
            page.item(f"{sentence(said)} {sentence(told) if told else ''}".rstrip(), level, f"{words(line.name.text)}:")


def zone(one: ast.Zone, voice: Voice) -> str:
    """What lies in a zone, and who sees it."""
    seen = [_word(word, voice) for word in one.words if not isinstance(word, ast.JoinedBy)]
    said = ", ".join([f"{many(one_of(one.kind.text))}, {SHAPES.get(one.shape, one.shape)}", *filter(None, seen)])
    return f"{said}; one for each {_index(one.index, voice)}" if one.index is not None else said


def _index(index: ast.Node, voice: Voice) -> str:
    if isinstance(index, ast.RangeType):
        return f"number from {voice.value(index.range)}"
    name = index.name.text if isinstance(index, ast.NamedType) else getattr(index, "text", "")
    said = voice.value(ast.Name(name, span=index.span))
    return f"{one_of(name)} ({said})" if name in voice.lexicon.enums else said


def _word(word: ast.Node, voice: Voice) -> str:
    match word:
        case ast.Face(face):
            return face
        case ast.Seen(by):
            who = getattr(by, "text", by)
            return {"owner": "seen only by its owner", "everyone": "seen by all"}.get(who, f"seen by {who}")
        case ast.OutOfPlay():
            return "out of play"
        case ast.Refilled(ast.Ident(source)):
            return f"made anew from the {words(source)} when it runs out"
        case ast.Holds(most):
            return f"at most {voice.value(most)}"
        case ast.Counted() | ast.JoinedBy():
            return ""                                 # of no use to who has the things in hand
    raise no_case(word)


def counted(one: ast.Counter | ast.State, voice: Voice) -> str:
    """What a counter or a state can be, and what it is at first."""
    each = f"; one for each {_index(one.index, voice)}" if one.index is not None else ""
    first = "nothing" if isinstance(one.first, ast.Name) and one.first.text == "none" else voice.value(one.first)
    if isinstance(one, ast.Counter):
        return f"a number from {voice.value(one.range)}, at first {first}{each}"
    if isinstance(one.type, ast.YesNoType):
        return f"a mark, {'set' if isinstance(one.first, ast.Yes) else 'not set'} at first{each}"
    return f"at first {first}{each}"


# ------------------------------------------------------------------ how play goes


LONG = 150                                       # letters, above which a meaning is told part by part
HEADS = {ast.Both: "Holds if all of these do:", ast.Either: "Holds if one of these does:", ast.Plus: "These together:"}
TIES = {ast.Shared: "they share the win", ast.NobodyWins: "nobody wins"}
BEGINS = {"turn_ended": "whenever {0's} turn ends", "turn_begins": "whenever {0's} turn begins",
          "moved": "whenever {0} is moved from one place to another"}


def about(page: Page, doc: str) -> None:
    """The author's words."""
    page.say(" ".join(doc.split()))


def phase(page: Page, doc: str, one: ast.Phase, voice: Voice) -> None:
    """A phase or turn, step by step."""
    page.heading(f"{capital(one.sort)}: {words(one.name.text)}", 3)
    about(page, doc)
    steps = [(text, step) for text, step in ast.documented(one.steps) if isinstance(step, ast.Step)]
    for number, (text, step) in enumerate(steps, 1):
        page.item(f"{step_head(step, voice)} {sentence(text) if text else ''}".strip(), 0, f"{number}. {capital(words(step.name.text))}.")
        tell(page, voice, step.body, 1)


def step_head(step: ast.Step, voice: Voice) -> str:
    """Who takes part in a step, and when it is left out."""
    match step.how:
        case ast.AtOnce():
            return "Everyone at the same time:"
        case ast.OnlyIf(test):
            return sentence(f"only if {voice.holds(test)}")
        case None:
            return ""
    raise no_case(step.how)


def effect(page: Page, doc: str, one: ast.Effect, voice: Voice) -> None:
    """What an effect does."""
    inner = parameters(voice, one.params)
    said = ", ".join(inner.names[param.name.text] for param in one.params or ())
    page.item(sentence(doc) if doc else "", 0, f"{capital(words(one.name.text))}{f' ({said})' if said else ''}.")
    tell(page, inner, one.body, 1)
    last = page.blocks[-1]
    if last.level == 1 and isinstance(one.body[-1], ast.Give):              # nothing else does
        page.blocks[-1] = evolve(last, text=last.text.replace(LEFT_OUT, ""))


def trigger(page: Page, doc: str, one: ast.Trigger, voice: Voice) -> None:
    """Whenever something happens."""
    head, inner = moment(one.moment, voice)
    told = f" {sentence(doc)}" if doc else ""
    short = in_line(inner, one.body)
    page.item(sentence(f"{head}, {short}") + told if short else f"{capital(head)}:{told}", 0, f"{capital(words(one.name.text))}.")
    if not short:
        tell(page, inner, one.body, 1)


def moment(one: ast.Node, voice: Voice) -> tuple[str, Voice]:
    """When a trigger is set off, and who is who in it."""
    match one:
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
            raise no_case(one)
    return (f"{head} and {inner.holds(test)}" if test is not None and head.startswith("whenever") else
            f"{head}, if {inner.holds(test)}" if test is not None else head), inner


def occurrence(event: ast.Occurrence, voice: Voice, word: str) -> tuple[str, Voice]:
    """An effect or event that happens, with the names of its parts."""
    effect_ = voice.lexicon.effects.get(event.name.text)
    params = effect_.params or () if effect_ is not None else ()
    players = ("turn_ended", "turn_begins")
    names = {}
    for k, name in enumerate(event.params or ()):
        player = event.name.text in players or (k < len(params) and isinstance(params[k].type, ast.NamedType)
                                                and params[k].type.name.text == "Player")
        names[name.text] = "that player" if player and "that player" not in names.values() else f"the {words(name.text)}"
    said = list(names.values())
    if event.name.text in BEGINS and word == "whenever" and said:
        text = BEGINS[event.name.text].replace("{0's}", possessive(said[0])).replace("{0}", said[0])
        return text, voice.called(names)
    return f"{word} “{words(event.name.text)}”{' is done' if word == 'whenever' else ''}" + \
        (f" for {listed_words(said)}" if said else ""), voice.called(names)


def offer(page: Page, doc: str, one: ast.Offer, voice: Voice) -> None:
    """What may be done beside the rest."""
    inner = voice.bound(one.each.name.text, one.each.source) if one.each is not None else voice
    who = inner.value(one.by.seat) if one.by is not None else YOU
    test = f" if {inner.holds(one.test)}" if one.test is not None else ""
    said = f"{window(one.window, inner)}, {who} may do this{test}"
    page.item(f"{sentence(said)} {sentence(doc) if doc else ''}".rstrip(), 0, f"{one.prompt.text}.")
    tell(page, inner, one.body, 1)


def window(one: ast.Node, voice: Voice) -> str:
    """When an offer is open."""
    match one:
        case ast.During(ast.Ident(name)):
            return f"at any moment during “{words(name)}”"
        case ast.DuringStep(ast.Ident(step), ast.Ident(name)):
            return f"at any moment during the step “{words(step)}” of “{words(name)}”"
        case ast.BetweenSteps(ast.Ident(name)):
            return f"between the steps of “{words(name)}”"
        case ast.Beside(decisions):
            return f"whenever you are asked about {listed_words([f'“{words(name.text)}”' for name in decisions], 'or')}"
        case ast.BeforeRoll() | ast.AfterRoll():
            return f"{'before' if isinstance(one, ast.BeforeRoll) else 'after'} a roll"
    word = {ast.OfferBefore: "just before", ast.OfferAfter: "just after", ast.OfferInstead: "instead of"}[type(one)]
    return f"{word} “{words(one.event.name.text)}”"


def route(page: Page, doc: str, one: ast.Route, voice: Voice) -> None:
    """How one may go."""
    page.item(sentence(doc) if doc else "", 0, f"The route “{words(one.name.text)}”.")
    inner = voice.called({one.traveller.text: "the traveller", "previous": "where one has just come from"})
    for leg in one.legs:
        if isinstance(leg, ast.Doc):
            continue
        page.item(sentence(_leg(leg, inner)), 1)


def _leg(leg: ast.Node, voice: Voice) -> str:
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


def define(page: Page, doc: str, one: ast.Define | ast.DefineCases, voice: Voice) -> None:
    """What a word of the rules means."""
    inner = parameters(voice, one.params)
    of = listed_words([inner.names[param.name.text] for param in one.params or ()])
    name = f"{capital(words(one.name.text))}{f' ({of})' if of else ''}:"
    told = f"{sentence(doc)} " if doc else ""
    whether = one.name.text in voice.lexicon.truths
    if isinstance(one, ast.Define):
        _defined(page, name, told, inner, one.value, whether)
        return
    page.item(told.strip(), 0, name)
    _cases(page, one, inner, whether)


def _defined(page: Page, name: str, told: str, voice: Voice, value: ast.Node, whether: bool) -> None:
    """In one sentence, or if that is long, part by part."""
    said = _answer(voice, value, whether)
    sort = next((sort for sort in HEADS if isinstance(_bare(value), sort)), None)
    if len(said) < LONG and not said.startswith(("“(", "holds if “(")) or sort is None or (sort is not ast.Plus and not whether):
        page.item(told + sentence(said), 0, name)
        return
    page.item(f"{told}{HEADS[sort]}", 0, name)
    for part in _sides(value, sort):
        page.item(sentence(voice.value(part) if sort is ast.Plus else voice.holds(part)), 1)


def _bare(value: ast.Node) -> ast.Node:
    return _bare(value.value) if isinstance(value, ast.Bracketed) else value


def _sides(value: ast.Node, sort: type) -> list[ast.Node]:
    """What `and`, `or` or `+` joins."""
    value = _bare(value)
    return [*_sides(value.left, sort), *_sides(value.right, sort)] if isinstance(value, sort) else [value]


def _answer(voice: Voice, value: ast.Node, whether: bool) -> str:
    if whether and not isinstance(value, ast.Yes | ast.No):
        return f"holds if {voice.holds(value)}"
    return voice.value(value)


def _cases(page: Page, one: ast.DefineCases, voice: Voice, whether: bool) -> None:
    """From the top: the first line that applies counts."""
    for line in one.lines:
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


def score(page: Page, doc: str, one: ast.Score, voice: Voice) -> None:
    """What counts at the end, for each player."""
    page.item(f"{sentence(voice.value(one.value))} {sentence(doc) if doc else ''}".rstrip(), 0, f"{capital(words(one.name.text))}:")


def winner(page: Page, one: ast.Winner, voice: Voice) -> None:
    """Who wins."""
    page.item(sentence(winning(one, voice)), 0, "Who wins:")


def winning(one: ast.Winner, voice: Voice) -> str:
    """The criteria one after the other."""
    said: list[str] = []
    for criterion in one.criteria:
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
