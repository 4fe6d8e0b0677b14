"""One page of what variants change, in sentences, in the order of the rulebook: to lay on a table.

In:  the changes, the game with the variants as it is told, the clauses of its rulebook in their order.
Out: a Page; `sentences`, the items of one change.

What only programs look at is left out: `unencoded`, `limit`, `event` and `rank` lines, strategies, an `always` that goes.
"""

from collections.abc import Callable
from typing import Any

from attrs import evolve, frozen

from interpreter.check.living_names import set_off
from interpreter.prose import sections
from interpreter.prose.conditions import guard
from interpreter.prose.diff import applied_between, Change, changes_between, cited_in
from interpreter.prose.inventory import cards, counted, kind_said, rows_said, zone
from interpreter.prose.page import Page
from interpreter.prose.phrases import listed_words, sentence
from interpreter.prose.rulebook import Game, option, Told, told
from interpreter.prose.sentences import tell
from interpreter.prose.simplify import settled_one
from interpreter.prose.vocabulary import capital, many, noun, one_of, parameters, remark, Voice, words
from interpreter.syntax import ast
from interpreter.syntax.formatter import expression
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.variant.edits import Applied
from interpreter.variant.rules import Rules
from interpreter.variant.targets import alike, family_of, name_of

UNSEEN = ("unencoded", "limit", "limit nesting", "event", "strategy")
NEEDED = ("option", "enum", "kind", "components", "board", "die", "table", "rows", "zone", "counter", "players")
LAST = ("score", "winner", "bound")
CHECKS = ("always", "bound")                      # of which nobody at a table misses one that is gone
CALLED = ("effect", "define", "phase", "route")  # what is read only if something that is carried out names it
SAYS: dict[type, Callable[[Page, str, Any, Voice], None]] = {
    ast.Effect: sections.effect, ast.Define: sections.define, ast.DefineCases: sections.define, ast.Trigger: sections.trigger,
    ast.Offer: sections.offer, ast.Route: sections.route, ast.Score: sections.score,
}
SECTIONS = ("What you need", "What is otherwise", "At the end")
PLACED = {"before": "Before {}:", "after": "After {}:", "around": "In place of {}, do this:"}
MOST = 8                                         # lines of a rule that one option changes somewhere
ELSEWHERE = "Changed in places; the rulebook that is printed with this variant has it."
AS_BEFORE = "it goes on as in the rules"
VALUE_BEFORE = "what the rules say"


@frozen
class Sheet:
    """Of what game, who plays, what the variants are about, and what they change."""

    title: str
    game: str
    people: str
    about: tuple[str, ...]
    changes: list[Change]
    told: Told
    clauses: tuple[str, ...]
    then: Told | None = None                     # the same with the words that options had before


def sheet_between(before: Rules, after: Rules, game: Game) -> Sheet:
    """What the variants change that make one of the other; `game` is the game with them, as it is told."""
    applied = applied_between(before, after)
    changes = changes_between(before, after)
    title = " and ".join(each.variant.title.text for each in applied)
    return Sheet(title, before.game.title.text, after.said_people(), tuple(filter(None, map(_about, applied))), changes,
                 told(game), _clauses(after), _then(game, changes))


def _then(game: Game, changes: list[Change]) -> Told | None:
    """The game with the words that its options had before, if variants set any; a number is told where it is set."""
    words = {c.old.name.text: expression(c.old.first) for c in changes
             if c.edit.key[0] == "option" and isinstance(c.old, ast.Option) and not isinstance(c.old.type, ast.RangeType)}
    return told(evolve(game, chosen=words)) if words else None


def _about(applied: Applied) -> str:
    """What stands above a variant in its file."""
    source = applied.variant.span.source
    file = parse(source, Report())
    return "" if file is None else next((doc for doc, node in ast.documented(file.declarations)
                 if isinstance(node, ast.Variant) and node.name.text == applied.name), "")


def _clauses(rules: Rules) -> tuple[str, ...]:
    return tuple(rules.rulebook.clauses) if rules.rulebook is not None else ()


def handout(sheet: Sheet) -> Page:
    """The page."""
    page = Page()
    page.heading(sheet.title)
    page.say(f"A variant of {sheet.game}, for {sheet.people}. Only what is otherwise stands here.")
    for about in sheet.about:
        page.say(" ".join(about.split()))
    told = (change for change in sheet.changes
            if change.edit.key[0] not in UNSEEN and not (change.edit.key[0] in CHECKS and change.edit.verb == "remove")
            and _matters(change, sheet.told))
    seen = sorted(told, key=lambda change: _order(change, sheet))
    for rank, title in enumerate(SECTIONS):
        section = Page()
        for change in seen:
            if _rank(change) == rank and _flag(change) is None:
                section.blocks += sentences(change, sheet.told).blocks
        if rank == 0 and (flags := [flag for change in seen if (flag := _flag(change)) is not None]):
            section.item(sentence("; ".join(flags)), 0, "To keep in mind, yes or no:")
        if rank == 1 and sheet.then is not None:
            section.blocks += _by_options(sheet.told, sheet.then).blocks
        page.section(title, section)
    return page


def _matters(one: Change, told: Told) -> bool:
    """Can anybody at the table come to it: is what it changes still named, from where play begins?"""
    family, name = one.edit.key[:2] if len(one.edit.key) > 1 else (one.edit.key[0], "")
    if one.edit.verb == "remove":
        return True
    if isinstance(one.edit.node, ast.EditAdd | ast.EditReplace) and isinstance(one.edit.node.declaration, ast.Trigger):
        return set_off(one.edit.node.declaration, told.used)
    return name in told.read if family in ("option", "table") else name in told.used if family in CALLED else True


def _flag(one: Change) -> str | None:
    """A new state that is only yes or no, and of which its author says nothing: what it is called, and whose it is. None for
    any other change."""
    declaration = one.edit.node.declaration if isinstance(one.edit.node, ast.EditAdd) else None
    each = isinstance(declaration, ast.EachPlayer)
    state = declaration.lines[-1] if isinstance(declaration, ast.EachPlayer) else declaration
    told = one.edit.docs or (isinstance(declaration, ast.EachPlayer) and len(declaration.lines) > 1)
    if told or not isinstance(state, ast.State) or not isinstance(state.type, ast.YesNoType) or remark(state):
        return None
    of = "".join((", for each player" if each else "",
                  "".join(f", for each {words(expression(key))}" for key in state.index or ()),
                  " (yes at first)" if isinstance(state.first, ast.Yes) else ""))
    return f"“{words(state.name.text)}”{of}"


def _by_options(now: Told, then: Told) -> Page:
    """The rules that are others because an option says another word: what can be told of them in an entry."""
    page = Page()
    before = {_key(rule): rule for _, rule in then.documented if type(rule) in SAYS and _counts(rule, then)}
    for doc, rule in now.documented:
        if type(rule) in SAYS and _counts(rule, now):
            old = before.get(_key(rule))
            if old is None or not alike(old, rule):
                entry = Page()
                _entry(entry, now.voice, rule, doc, "New. " if old is None else "Now: ")
                if old is not None and len(entry.blocks) > MOST:
                    entry.blocks[:] = [evolve(entry.blocks[0], text=ELSEWHERE)]
                page.blocks += entry.blocks
    return page


def _counts(node: ast.Node, told: Told) -> bool:
    return isinstance(node, ast.Score) or name_of(node) in told.used


def _key(node: ast.Node) -> tuple[str, str]:
    return family_of(node), name_of(node)


def _entry(page: Page, voice: Voice, node: ast.Node, doc: str, new: str) -> None:
    entry = Page()
    SAYS[type(node)](entry, doc, node, voice)
    first = entry.blocks[0]
    page.item(first.text, 0, f"{new}{first.name}")
    page.blocks += entry.blocks[1:]


def _rank(change: Change) -> int:
    family = change.edit.key[0]
    return 0 if family in NEEDED else 2 if family in LAST else 1


def _order(change: Change, sheet: Sheet) -> tuple[int, int]:
    """By the first clause that is carried out there; what cites none comes where it stands."""
    cited = cited_in(change.old) if change.old is not None else cited_in(change.edit.node)
    places = [sheet.clauses.index(id) for id in cited if id in sheet.clauses]
    return min(places, default=len(sheet.clauses)), sheet.changes.index(change)


def sentences(change: Change, told: Told) -> Page:
    """One change as items."""
    page, node, voice = Page(), settled_one(change.edit.node, told.values), told.voice
    match node:
        case ast.EditAdd(ast.EachPlayer(lines)):
            for doc, line in ast.documented(lines):
                if isinstance(line, ast.Zone | ast.Counter | ast.State):
                    about = sentence(doc or remark(line)) if doc or remark(line) else ""
                    page.item(f"{_held(line, voice)} {about}".rstrip(), 0, f"New, for each player, “{words(line.name.text)}”:")
        case ast.EditAdd(ast.StepInto(step, phase, placed, how, _, body)):
            where = f", {_placed(placed)}" if placed is not None else ""
            new = ast.Step(step, how, None, body, span=node.span)
            _told(page, voice, f"New step in “{words(phase.text)}”{where}: {words(step.text)}.", new)
        case ast.EditAdd(ast.RuleInto(rule, within, placed, _, body)):
            where = f", {_placed(placed)}" if placed is not None else ""
            made_rule = ast.Rule(rule, None, body, span=node.span)
            _told(page, voice, f"New in “{words(within.text)}”{where}: {words(rule.text)}.", made_rule)
        case ast.EditStep(step, phase, how, _, body):
            new = ast.Step(step, how, None, body, span=node.span)
            _told(page, voice, f"The step “{words(step.text)}” of “{words(phase.text)}” is now this:", new)
        case ast.EditRule(rule, _, _, body):
            _told(page, voice, f"{capital(change.what)} is now this:", ast.Rule(rule, None, body, span=node.span))
        case ast.EditAdd(declaration) | ast.EditReplace(declaration):
            _declared(page, voice, change, declaration)
        case ast.EditAroundDefine(declaration):
            doc = " ".join(line.text.strip() for line in change.edit.docs)
            _entry(page, voice.called({"proceed": VALUE_BEFORE}), _typed(declaration, change.old), doc, "Now: ")
        case ast.EditBefore() | ast.EditAfter() | ast.EditAround():
            _wrapped(page, voice, change, node)
        case ast.EditAddTo(part, kind) if isinstance(part, ast.Zone | ast.Counter | ast.State):
            page.item(_held(part, voice), 0, f"New, on each {one_of(kind.text)}, “{words(part.name.text)}”:")
        case ast.EditAddField(ast.Ident(name), type_, first, kind):
            else_ = f"; {voice.value(first)} where nothing is said" if first is not None else ""
            page.item(sentence(words(expression(type_) + else_)), 0, f"New, on each {one_of(kind.text)}, “{words(name)}”:")
        case ast.EditAddGuard(where_, _, guards) | ast.EditReplaceGuard(_, where_, _, guards):
            page.item("", 0, f"{capital(change.what)}:")
            chosen = voice.called({"it": f"the {noun(where_.decision.text)}"})
            for line in guards:
                page.item(sentence(guard(chosen, line)), 1)
        case ast.EditRemove() | ast.EditRemoveGuard():
            page.item(sentence(f"{change.what} is left out"), 0)
        case ast.EditAddToRoute(name, _, legs):
            page.item("", 0, f"{capital(change.what)}:")
            traveller = change.old.traveller.text if isinstance(change.old, ast.Route) else ""
            inner = voice.called({traveller: "the traveller", "previous": "where one has just come from"})
            for leg in (leg for leg in legs if not isinstance(leg, ast.Doc)):
                page.item(sentence(sections.leg_said(leg, inner)), 1)
        case ast.EditAddRows(_, file):
            page.item(sentence(change.said), 0)
            cards(page, change.edit.by.path.parent / file.text, 1)
        case _:
            page.item(sentence(change.said), 0)
    _document(page, change)
    return page


def _document(page: Page, change: Change) -> None:
    """What its author says of a change, behind the first line of it, unless that has it already."""
    doc = " ".join(" ".join(line.text.strip() for line in change.edit.docs).split())
    if doc and page.blocks and not any(sentence(doc) in block.text for block in page.blocks):
        first = page.blocks[0]
        page.blocks[0] = evolve(first, text=f"{first.text} {sentence(doc)}".strip())


def _placed(placed: ast.Place) -> str:
    return f"{'before' if isinstance(placed, ast.NextBefore) else 'after'} “{words(placed.name.text)}”"


def _held(line: ast.Zone | ast.Counter | ast.State, voice: Voice) -> str:
    return sentence(zone(line, voice) if isinstance(line, ast.Zone) else counted(line, voice))


def _told(page: Page, voice: Voice, head: str, node: ast.Step | ast.Rule) -> None:
    how = sections.step_head(node, voice) if isinstance(node, ast.Step) else ""
    page.item(how, 0, head)
    tell(page, voice, node.body, 1)


def _declared(page: Page, voice: Voice, change: Change, declaration: ast.Node) -> None:
    """Something new, or something in place of what had its name."""
    doc = " ".join(line.text.strip() for line in change.edit.docs)
    new = "New. " if change.edit.verb == "add" else "Now: "
    if type(declaration) in SAYS:
        _entry(page, voice, declaration, doc, new)
        return
    match declaration:
        case ast.Zone() | ast.Counter() | ast.State():
            page.item(_held(declaration, voice), 0, f"{new}{capital(words(declaration.name.text))}:")
        case ast.Option():
            page.item(option(declaration, {}), 0, f"{new}{capital(words(declaration.name.text))}:")
        case ast.Enum(ast.Ident(name), members):
            any_of = listed_words([words(member.text) for member in members], "or")
            page.item(sentence(any_of), 0, f"{new}{capital(words(name))}:")
        case ast.Phase(sort, ast.Ident(name), _, steps):
            page.item(sentence(doc) if doc else "", 0, f"{new}{capital(sort)} “{words(name)}”, in these steps:")
            for step in (step for step in steps if isinstance(step, ast.Step)):
                page.item(sections.step_head(step, voice), 1, f"{capital(words(step.name.text))}.")
                tell(page, voice, step.body, 2)
        case ast.Setup(body=body) | ast.Play(body=body):
            page.item("", 0, f"{capital(change.what)} is now this:")
            tell(page, voice, body, 1)
        case ast.Winner():
            sections.winner(page, declaration, voice)
        case ast.Kind(sort, ast.Ident(name)):
            shown = kind_said(declaration)
            if not shown and not doc:
                return                               # its components say how many there are
            page.item(sentence(shown) if shown else "", 0, f"{new}{capital(sort)} “{words(name)}”:")
        case ast.Components(ast.Ident(name), ast.Ident(kind), ast.Text(file)):
            page.item(sentence(f"these are {many(one_of(kind))}"), 0, f"{new}{capital(words(name))}:")
            cards(page, change.edit.by.path.parent / file, 1)
        case ast.Components(ast.Ident(name), ast.Ident(kind), ast.InPlace() as how):
            page.item(sentence(f"these are {many(one_of(kind))}: {rows_said(how)}"), 0, f"{new}{capital(words(name))}:")
        case ast.Components(ast.Ident(name), ast.Ident(kind), how):
            said = f"one {one_of(kind)} for each player"
            if isinstance(how, ast.Copies):
                said = f"{voice.value(how.count)} {many(one_of(kind))}"
            page.item(sentence(said), 0, f"{new}{capital(words(name))}:")
        case ast.Order():
            said = listed_words([f"“{words(name.text)}”" for name in declaration.names], "then")
            page.item(sentence(f"where these come at the same moment, it is first {said}"), 0, "Order:")
        case ast.Bound():
            page.item(sentence(sections.bound_said(declaration)), 0, "What the change keeps:")
        case ast.Always(about):
            page.item(sentence(about.text), 0, "It is always so:")
        case _:
            page.item(sentence(change.said), 0)


def _typed(new: ast.Define | ast.DefineCases, old: ast.Node | None) -> ast.Define | ast.DefineCases:
    """A define with the types that its parameters had, under their new names."""
    had = old.params or () if isinstance(old, ast.Define | ast.DefineCases) else ()
    params = tuple(ast.changed(mine, type=own.type) for mine, own in zip(new.params or (), had, strict=False))
    return ast.changed(new, params=params or None)


def _wrapped(page: Page, voice: Voice, change: Change, node: ast.EditBefore | ast.EditAfter | ast.EditAround) -> None:
    """Statements before, after or in place of something."""
    effect = change.old if isinstance(change.old, ast.Effect) else None
    if effect is not None:
        own = parameters(voice, effect.params)
        given = node.target.params or () if isinstance(node.target, ast.TargetEffect) else ()
        pairs = [(mine.text, param.name.text) for mine, param in zip(given, effect.params or (), strict=False)]
        kinds = {mine: own.kinds.get(name, "") for mine, name in pairs}
        voice = voice.called({mine: own.names[name] for mine, name in pairs}, kinds)
    page.item("", 0, capital(PLACED[change.edit.verb].format(change.what)))
    tell(page, voice.called({"proceed": AS_BEFORE}), node.body, 1)
