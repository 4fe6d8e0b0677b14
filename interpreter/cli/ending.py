"""How a play ended, or stands: the result, the winners, the score sheet.

In:  a Machine, an Over.
Out: lines. A score that rests on what the one who asks may not see is left out.
"""

from interpreter.cli.screen import Screen, columns
from interpreter.cli.table import WATCHER, table_of
from interpreter.core.pause import Over
from interpreter.run.machine import Machine
from interpreter.run.visible import visible_points
from interpreter.spec.model import Spec
from interpreter.text.render import does, listed
from interpreter.text.report import Fault


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


def sheet(screen: Screen, spec: Spec, scores: dict[str, list[str]], totals: list[str], winners=()) -> None:
    """One row a seat, one column a score; the total is told apart only where there are several scores."""
    if not scores:
        return
    head = ["", *(name.replace("_", " ") for name in scores)] + (["total"] if len(scores) > 1 else [])
    rows = [head]
    for seat, name in enumerate(spec.seats):
        cells = [values[seat] for values in scores.values()] + ([totals[seat]] if len(scores) > 1 else [])
        rows.append([name, *cells] + (["wins" if len(winners) == 1 else "wins too"] if seat in winners else []))
    for line in columns(rows, screen.width):
        screen.line(line)


def show_scores(screen: Screen, machine: Machine, seat: int) -> None:
    """The score sheet as it would be if the play ended now."""
    spec = machine.spec
    if not spec.scores:
        screen.line("this game keeps no score")
        return
    scores = {
        one.name: [score_for(machine, k, p, seat) for p in range(len(spec.seats))] for k, one in enumerate(spec.scores)
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
