"""show plan, show flow: what is carried out, and what leads to what, in the words phase, step, effect and trigger.

In:  a Spec.
Out: routines with their numbered statements and successors; routines with what they run, call, ask and set off.
"""

from attrs import frozen

from interpreter.cli.screen import Screen
from interpreter.spec import plan
from interpreter.spec.model import Routine, Spec

SORTS = {
    "main": "the game", "setup": "set-up", "play": "play", "soon": "trigger", "when": "trigger", "before": "trigger",
    "instead": "trigger", "offer": "offer",
}
MOMENTS = {"soon": "as soon as", "when": "when", "before": "before", "instead": "instead of"}
MADE = {
    plan.Return: "end", plan.Arm: "triggers are armed", plan.Tick: "counted against its limit",
    plan.EachMoved: "moved(thing, from, to), for each",
}


def named(spec: Spec, number: int) -> str:
    """A routine in words: `step bets of phase betting`, `trigger restock`."""
    one = spec.routines[number]
    sort = SORTS.get(one.sort, one.sort)
    if one.sort in ("main", "setup", "play"):
        return sort
    parent = f" of {one.parent}" if one.parent else ""
    return f"{sort} {one.name}{parent}"


def place(span) -> str:
    """A line of a file, with what it cites."""
    if span is None or span.is_nowhere:
        return ""
    cited = f" [{', '.join(span.clauses)}]" if span.clauses else ""
    return f"{span.source.name}:{span.line}{cited}"


# ------------------------------------------------------------------ plan


def ops_of(spec: Spec, routine: Routine) -> list:
    """The statements of a routine that are ever carried out, in order."""
    ops = [op for op in spec.plan if spec.plan_routine[op.number] == routine.number and not isinstance(op, plan.Goto)]
    looks = {op.number: op for op in ops if isinstance(op, plan.Look)}
    made: list = []
    for op in ops:                               # a Look is numbered last, and comes after the op that leads to it
        if op.number not in looks:
            made += [op, *([looks.pop(op.next)] if op.next in looks else [])]
    return made + list(looks.values())


def show_plan(screen: Screen, spec: Spec) -> None:
    """Every routine with its statements: number, words, and what comes next where that is not the next line."""
    for routine in spec.routines:
        ops = ops_of(spec, routine)
        together = ", everyone at once" if routine.together else ""
        screen.line(f"{named(spec, routine.number)}{together}   {place(routine.span)}".rstrip(), "who")
        for here, op in enumerate(ops):
            after = ops[here + 1].number if here + 1 < len(ops) else -1
            screen.rows([(f"{op.number:>4}", _words(spec, op) + _next(spec, op, after))], indent="")
        screen.line()


def plan_data(spec: Spec) -> list[dict]:
    """The plan for programs."""
    return [
        {"routine": named(spec, one.number), "at": place(one.span),
         "statements": [_op_data(spec, op) for op in ops_of(spec, one)]}
        for one in spec.routines
    ]


def _op_data(spec: Spec, op) -> dict:
    after = [{"number": number, "if": why} for number, why in ways(spec, op)]
    return {
        "number": op.number, "does": type(op).__name__, "words": _words(spec, op), "at": place(op.span), "leads_to": after,
    }


def _words(spec: Spec, op) -> str:
    """The statement as its author wrote it, or what the machine does where nobody wrote anything."""
    match op:
        case plan.Fire(trigger=number):
            return f"trigger {spec.triggers[number].name}, if it applies"
        case plan.Look(triggers=numbers):
            return f"as soon as: {', '.join(spec.triggers[n].name for n in numbers)}"
        case plan.Released(triggers=numbers):
            return f"end of hold {', '.join(spec.triggers[n].name for n in numbers)}"
        case plan.Held(triggers=numbers):
            return f"hold {', '.join(spec.triggers[n].name for n in numbers)}"
        case plan.Body(effect=effect):
            return named(spec, effect) if effect >= 0 else "nothing happens by itself"
        case plan.Run(routine=number) | plan.Together(routine=number):
            return f"run {named(spec, number)}"
        case plan.Moment(offers=numbers):
            return f"a moment for {', '.join(spec.offers[n].name for n in numbers)}"
        case plan.Call(routine=number) if spec.routines[number].name in ("turn_begins", "turn_ended"):
            return f"{spec.routines[number].name} happens"
        case plan.Branch():
            return f"if {_line(op)}"
        case plan.Each():
            return "the next of these, if any is left"
    return MADE.get(type(op)) or _line(op)


def _line(op) -> str:
    """The first line of what stands in the file, without its citation and comment."""
    text = " ".join(op.span.text.split("\n")[0].split("#")[0].split()) if op.span is not None else ""
    return text.split(" cites ")[0]


def ways(spec: Spec, op) -> list[tuple[int, str]]:
    """Where an op leads: (number, in which case)."""
    return [(number, case if isinstance(case, str) else f"is {', '.join(one.span.text for one in case)}")
            for number, case in op.leads()]


def _next(spec: Spec, op, after: int) -> str:
    """Only what is no matter of course is said."""
    found = ways(spec, op)
    if len(found) == 1:
        return "" if found[0][0] == after else f"  → {found[0][0]}"
    return f"  → {', '.join(f'{why}: {number}' for number, why in found)}" if found else ""


# ------------------------------------------------------------------ flow


@frozen
class Link:
    """What one routine leads to: runs, calls, asks, sets off."""

    how: str
    what: str
    number: int = -1


def links(spec: Spec, routine: Routine) -> list[Link]:
    """What a routine leads to, in the order of its statements, each once."""
    found: list[Link] = []
    for op in ops_of(spec, routine):
        found += _links(spec, op)
    return list(dict.fromkeys(found))


def _links(spec: Spec, op) -> list[Link]:
    match op:
        case plan.Run(routine=number) | plan.Together(routine=number) | plan.Call(routine=number):
            return [Link("runs" if not isinstance(op, plan.Call) else "calls", named(spec, number), number)]
        case plan.Body(effect=effect) if effect >= 0:
            return [Link("carries out", named(spec, effect), effect)]
        case plan.Proceed(effect=effect) if effect >= 0:
            return [Link("proceeds to", named(spec, effect), effect)]
        case plan.EachMoved(routine=number):
            return [Link("sets off", named(spec, number), number)]
        case plan.Fire(trigger=trigger):
            return [_trigger(spec, trigger)]
        case plan.Look(triggers=triggers) | plan.Released(triggers=triggers):
            return [_trigger(spec, one) for one in triggers]
        case plan.Moment(offers=offers):
            return [Link("offers", spec.offers[n].name, spec.offers[n].routine) for n in offers]
        case plan.Ask():
            return [Link("asks", op.name)]
        case plan.Roll(die=die):
            return [Link("rolls", spec.dice[die].name)]
        case plan.Shuffle():
            return [Link("shuffles", _line(op).removeprefix("shuffle "))]
        case plan.Pick():
            return [Link("picks at random", op.name)]
        case plan.End(what=what):
            return [Link("may end", what)]
        case plan.Body() | plan.Proceed():
            return []                                # what stands instead of an event is told with the triggers
    if op.does.asks is plan.Asks.CHANCE:
        return [Link("asks chance", op.does.chance)]
    return [Link("enters", named(spec, number), number) for number in sorted(op.entered(spec.triggers))]


def _trigger(spec: Spec, number: int) -> Link:
    one = spec.triggers[number]
    return Link("sets off", named(spec, one.routine), one.routine)


def show_flow(screen: Screen, spec: Spec) -> None:
    """Every routine that is reached from the beginning, after the one that leads to it; then what nothing leads to."""
    seen: set[int] = set()
    order = [0]
    while order:
        number = order.pop(0)
        if number in seen:
            continue
        seen.add(number)
        order = _show_links(screen, spec, spec.routines[number]) + order
    rest = [one for one in spec.routines if one.number not in seen and links(spec, one)]
    if rest:
        screen.line("set off by events, or offered beside questions", "title")
        screen.line()
    for one in rest:
        _show_links(screen, spec, one)


def _show_links(screen: Screen, spec: Spec, routine: Routine) -> list[int]:
    found = links(spec, routine)
    screen.line(_heading(spec, routine), "who")
    if found:
        screen.rows([(link.how, link.what) for link in found])
    screen.line()
    return [link.number for link in found if link.number >= 0]


def _heading(spec: Spec, routine: Routine) -> str:
    moment = next((f", {MOMENTS[one.moment]} {one.event}".rstrip() for one in spec.triggers
                   if one.routine == routine.number), "")
    together = ", everyone at once" if routine.together else ""
    return f"{named(spec, routine.number)}{moment}{together}   {place(routine.span)}".rstrip()


def flow_data(spec: Spec) -> list[dict]:
    """The flow for programs."""
    return [{"routine": named(spec, one.number), "at": place(one.span), "together": one.together,
             "leads_to": [{"how": link.how, "what": link.what} for link in links(spec, one)]} for one in spec.routines]
