"""How a play ended, or stands: the result, the winners, the score sheet.

In:  a Machine, an Over.
Out: lines; with `show_full` where each point comes from, with `show_decision` which criterion decided. A score that depends on
     what the one who asks may not see is left out.
"""

from interpreter.analysis.score_breakdown import as_lines, deciding, derive
from interpreter.cli.terminal.screen import columns, Screen
from interpreter.cli.terminal.table import table_of, WATCHER
from interpreter.core.question import Over
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.observation.masks import visible_points
from interpreter.text.diagnostic import does, Fault, listed


def show_result(screen: Screen, spec: Spec, over: Over) -> None:
    """The end of a play."""
    screen.line()
    screen.say(result_sentence(spec, over), "title")
    sheet(
        screen,
        spec,
        {name: list(map(str, values)) for name, values in over.scores.items()},
        list(map(str, over.totals)),
        over.winners,
        over.places,
    )


def result_sentence(spec: Spec, over: Over) -> str:
    """Who won, and how the play came to its end."""
    names = [spec.seats[seat] for seat in over.winners]
    if over.how == "stopped at the limit":
        return f"The play was stopped at its limit: {over.about}" if over.about else "The play was stopped at its limit."
    if not names:
        return "The play is over. Nobody wins."
    if len(names) == 1:
        won = does(names[0], "wins")
        return f"The play is over. {won.capitalize() if names[0] == 'you' else won}."
    return f"The play is over. {listed(names)} share the win."


def sheet(
    screen: Screen, spec: Spec, scores: dict[str, list[str]], totals: list[str], winners: tuple[int, ...] = (),
    places: tuple[tuple[int, ...], ...] = (),
) -> None:
    """One row a seat, one column a score; the total is told apart only where there are several scores. Of three or more who
    played, those who did not win have their place."""
    if not scores:
        return
    head = ["", *(name.replace("_", " ") for name in scores)] + (["total"] if len(scores) > 1 else [])
    rows = [head]
    for seat, name in enumerate(spec.seats):
        cells = [values[seat] for values in scores.values()] + ([totals[seat]] if len(scores) > 1 else [])
        wins = "wins" if len(winners) == 1 else "wins too"
        place = ordinal(numbered(places)[seat]) if places and len(spec.seats) > 2 else ""
        last = wins if seat in winners else place
        rows.append([name, *cells] + ([last] if last else []))
    for line in columns(rows, screen.width):
        screen.line(line)


def numbered(places: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """The number of each seat's place; after two who are second comes the fourth."""
    return {seat: 1 + sum(map(len, places[:k])) for k, level in enumerate(places) for seat in level}


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"


def show_scores(screen: Screen, machine: Machine, seat: int) -> None:
    """The score sheet as it would be if the play ended now."""
    spec = machine.spec
    if not spec.scores:
        screen.line("this game keeps no score")
        return
    scores = {
        score.name: [score_for(machine, k, p, seat) for p in range(len(spec.seats))] for k, score in enumerate(spec.scores)
    }
    totals = [_total([values[p] for values in scores.values()]) for p in range(len(spec.seats))]
    sheet(screen, spec, scores, totals)


def _total(values: list[str]) -> str:
    return "?" if "?" in values else str(sum(map(int, values)))


def score_for(machine: Machine, index: int, owner: int, seat: int) -> str:
    """A score is told to whoever may see all that it rests on; what others do in a simultaneous step is secret."""
    if machine.state.strands and seat not in (owner, WATCHER):
        return "?"
    try:
        points = visible_points(machine, table_of(machine.spec, machine.state, seat), index, owner)
    except Fault:  # in the middle of a play a score need not make sense yet
        return "?"
    return "?" if points is None else str(points)


# ------------------------------------------------------------------ the sheet taken apart


def show_full(screen: Screen, machine: Machine, seat: int = WATCHER) -> None:
    """The sheet of every seat, that of the one who looks first."""
    spec = machine.spec
    if not spec.scores:
        screen.line("this game keeps no score")
    for k in range(len(spec.seats) if spec.scores else 0):
        _one(screen, machine, (max(seat, 0) + k) % len(spec.seats), seat)


def _one(screen: Screen, machine: Machine, owner: int, seat: int) -> None:
    spec = machine.spec
    points = [score_for(machine, k, owner, seat) for k in range(len(spec.scores))]
    known = [k for k, value in enumerate(points) if value != "?"]
    total = sum(int(value) for value in points if value != "?")
    said = f"{spec.seats[owner]}: {total}" if len(known) == len(points) else spec.seats[owner]
    screen.line(said, "who")
    lines = as_lines(derive(machine, owner, known), screen.width - 2)
    for line in lines:
        screen.line(f"  {line}")
    hidden = [spec.scores[k].name.replace("_", " ") for k in range(len(points)) if k not in known]
    if hidden:
        screen.say(f"{listed(hidden)}: not to be told from what you may see", "small", first="  ", then="    ")


def has_parts(machine: Machine) -> bool:
    """Is there anything to take apart? A counter that is the score itself is not."""
    counters = {info.name for info in machine.spec.cells}
    told = [part for seat in range(len(machine.spec.seats)) for part in derive(machine, seat)]
    return any(inner.parts or inner.words not in counters for part in told for inner in part.parts)


def show_decision(screen: Screen, machine: Machine) -> None:
    """Where the first criterion left several: what all of them had of each criterion, and which one decided."""
    told = deciding(machine)
    names = machine.spec.seats
    for criterion in told if len(told) > 1 else ():
        had = ", ".join(f"{names[p]} {value}" for p, value in criterion.values.items())
        left = listed(names[p] for p in criterion.left)
        settled = f"{had}; {left} {'is ahead' if len(criterion.left) == 1 else 'are level'}" if had else left
        cited = f" [{', '.join(criterion.span.clauses)}]" if criterion.span.clauses else ""
        screen.say(f"{criterion.words}: {settled}{cited}", first="  ", then="    ")
