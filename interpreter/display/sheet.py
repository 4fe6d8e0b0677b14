"""The score sheet, for the terminal and for pages: how a play ended, places, a score as far as it may be known.

In:  a Machine, an Over, who looks.
Out: sentences and numbers in words.
"""

from interpreter.core.question import AT_REST, Over
from interpreter.display.things import table_of, WATCHER
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.observation.masks import visible_points
from interpreter.text.diagnostic import does, Fault, listed


def result_sentence(spec: Spec, over: Over) -> str:
    """Who won, and how the play came to its end."""
    names = [spec.seats[seat] for seat in over.winners]
    if over.how == "stopped at the limit":
        return f"The play was stopped at its limit: {over.about}" if over.about else "The play was stopped at its limit."
    if over is AT_REST:
        return "What the scenario began is done, and the play rests there."
    if not names:
        return "The play is over. Nobody wins."
    if len(names) == 1:
        won = does(names[0], "wins")
        return f"The play is over. {won.capitalize() if names[0] == 'you' else won}."
    return f"The play is over. {listed(names)} share the win."


def numbered(places: tuple[tuple[int, ...], ...]) -> dict[int, int]:
    """The number of each seat's place; after two who are second comes the fourth."""
    return {seat: 1 + sum(map(len, places[:k])) for k, level in enumerate(places) for seat in level}


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"


def score_for(machine: Machine, index: int, owner: int, seat: int) -> str:
    """A score is told to whoever may see all that it rests on; what others do in a simultaneous step is secret."""
    if machine.state.strands and seat not in (owner, WATCHER):
        return "?"
    try:
        points = visible_points(machine, table_of(machine.spec, machine.state, seat), index, owner)
    except Fault:  # in the middle of a play a score need not make sense yet
        return "?"
    return "?" if points is None else str(points)
