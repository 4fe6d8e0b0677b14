"""What happened in a run: the events that scenario lines may name, and which ops were carried out.

In:  what a Machine tells its observer, and the ops it carries out.
Out: a Record: (name, arguments) in order, the faces of the last roll, the numbers of the ops.

Effects, declared and core events, triggers, phases, turns, steps and free actions all happen under their own names.
"""

from attrs import define, field

from interpreter.core.types import UNKNOWN, List


@define(eq=False)
class Record:
    """`happened` holds (name, arguments, their types or ()). Ops are noted for a run and all its copies together."""

    happened: list[tuple] = field(factory=list)
    rolled: tuple = ()
    executed: set[int] = field(factory=set)

    def copy(self) -> "Record":
        """The same, to be continued elsewhere."""
        return Record(self.happened[:], self.rolled, self.executed)

    def tell(self, machine, what: str, op, branch: int, *facts) -> None:
        """Hears what the machine tells."""
        hear = HEARD.get(what)
        if hear is not None:
            hear(self, machine.spec, *facts)

    # ---------------------------------------------------------------- one for each thing that is told

    def happens(self, spec, routine: int, args: tuple) -> None:
        made = spec.routines[routine]
        self.happened.append((made.name, args, made.types))

    def trigger(self, spec, number: int, args: tuple) -> None:
        made = spec.triggers[number]
        self.happened.append((made.name, args, spec.routines[made.routine].types))

    def run(self, spec, routine: int, seat: int) -> None:
        self.happened.append((spec.routines[routine].name, (seat,), ()))

    def takes(self, spec, seat: int, offer: int) -> None:
        self.happened.append((spec.offers[offer].name, (seat,), ()))

    def move(self, spec, moved: tuple, deferred: bool) -> None:
        self.happened += [("moved", one, ()) for one in moved]

    def roll(self, spec, die: int, faces: tuple) -> None:
        self.rolled = faces
        self.happened.append(("rolled", (die, faces), (UNKNOWN, List(spec.dice[die].type))))


HEARD = {
    "happens": Record.happens, "trigger": Record.trigger, "run": Record.run, "takes": Record.takes, "move": Record.move,
    "roll": Record.roll,
}


def traced(executed: set[int], usual: dict) -> dict:
    """A table for a Machine by which ops are carried out as usual, each noted by its number."""

    def noting(carry_out):
        def carry(op, f, m):
            executed.add(op.number)
            return carry_out(op, f, m)

        return carry

    return {kind: noting(carry_out) for kind, carry_out in usual.items()}
