"""A small game written in a test, played with answers from a list, and what happened as readable lines.

In:  rules as text, what is answered (in the words of the game), which dice fall and how piles lie.
Out: a Sitting: its log, its state by the game's own names.
"""

from pathlib import Path

from interpreter import ir
from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.observation.view import view
from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Report

CARDS = "id,rank\n" + "\n".join(f"{name},{rank}" for rank, name in enumerate("abcdefgh", start=1)) + "\n"


def spec_of(folder: Path, text: str, people: int = 2, checked: bool = True, **files: str):
    """The Spec of rules written here; `cards.csv` has eight cards a..h of rank 1..8 unless another is given."""
    (folder / "cards.csv").write_text(files.pop("cards", CARDS), encoding="utf-8")
    for name, content in files.items():
        (folder / f"{name}.csv").write_text(content, encoding="utf-8")
    path = folder / "small.rules"
    path.write_text(text, encoding="utf-8")
    report = Report()
    rules = load(path, report)
    assert rules is not None and report.ok, [str(d) for d in report.sorted()]
    ctx = prepare(rules, people, {}, report)
    assert report.ok or not checked, [str(d) for d in report.sorted()]
    return ctx.spec


class Sitting:
    """A play that is answered from a list; it stops where the list ends, or where the play is over."""

    def __init__(self, spec, state=None):
        self.spec, self.log, self.over, self.pause = spec, [], None, None
        self.machine = Machine(spec, start(spec) if state is None else state, self._tell)

    # ---------------------------------------------------------------- playing

    def play(self, *answers) -> "Sitting":
        """Each answer is for the first open question, or (seat, answer) for a seat's; "+name" takes a free action."""
        self._advance()
        for one in answers:
            assert self.over is None, f"the play is over, and {one!r} is left"
            by_seat = isinstance(one, tuple) and isinstance(one[0], str) and one[0] in self.spec.seats
            seat, wanted = one if by_seat else (None, one)
            question = self.question(seat)
            if isinstance(wanted, str) and wanted.startswith("+"):
                self.machine.take(question, self._offer(question, wanted[1:]))
            else:
                self.machine.answer(question, self._value(question, wanted))
            self._advance()
        return self

    def _advance(self) -> None:
        stop = self.machine.advance()
        self.over, self.pause = (stop, None) if isinstance(stop, Over) else (None, stop)

    def question(self, seat: str | None = None):
        """The first open question, or that of a seat."""
        assert self.pause is not None, "nothing is asked"
        return next(q for q in self.pause.questions if seat is None or self.spec.seats[q.seat] == seat)

    def options(self, seat: str | None = None) -> list[str]:
        """The options of the open question, in words."""
        question = self.question(seat)
        return [self._words(question, value) for value in question.options]

    def _words(self, question, value) -> str:
        if question.of_nature and question.name == "shuffle":
            return self.spec.components[value].id
        return "nothing" if value in (-1, ()) else self.spec.words(value, question.type)

    def _offer(self, question, name: str):
        found = [offer for offer in question.offers if self.spec.offers[offer[0]].name == name]
        assert found, f"{name} is not open beside {question.name}"
        return found[0]

    def _value(self, question, wanted):
        if question.of_nature and question.name in ("roll", "shuffle"):
            by_word = {self._words(question, v): v for v in question.options}
            return tuple(by_word[word] for word in str(wanted).split())
        for value in question.options:
            if value == wanted or self._words(question, value) == str(wanted):
                return value
        raise AssertionError(f"{wanted!r} is no option of {question.name}: {self.options()}")

    # ---------------------------------------------------------------- looking

    def zone(self, label: str) -> str:
        """What lies in a zone, from the top."""
        z = next(k for k, one in enumerate(self.spec.zones) if one.label == label)
        things = self.machine.state.zones[z]
        listed = things[::-1] if self.spec.zone_shape[z] == 0 else things
        return " ".join(self.spec.components[c].id for c in listed)

    def cell(self, label: str) -> int:
        """The value of a counter or state."""
        return self.machine.state.cells[next(k for k, one in enumerate(self.spec.cells) if one.label == label)]

    def knows(self, seat: str) -> str:
        """The cards whose faces a seat knows, in the order of the file."""
        bit = 1 << self.spec.seats.index(seat)
        return " ".join(c.id for c in self.spec.components if self.machine.state.known[c.number] & bit)

    def view(self, seat: str):
        """What a seat may know at this pause."""
        return view(self.spec, self.machine.state, self.spec.seats.index(seat))

    def said(self, *sorts: str) -> list[str]:
        """The log, only of these sorts."""
        return [line.split(" ", 1)[1] for line in self.log if line.split(" ", 1)[0] in sorts]

    # ---------------------------------------------------------------- the log

    def _tell(self, what, op, branch, *facts):
        line = {"set": self._set, "move": self._move, "happens": self._happens, "trigger": self._trigger,
                "run": self._run, "takes": self._takes, "forced": self._forced}.get(what)
        by = f" by {self.spec.seats[branch]}" if branch >= 0 else ""
        self.log.append(f"{what} {line(op, *facts) if line else ''}".strip() + by)

    def _set(self, op, number, value):
        info = self.spec.cells[number]
        return f"{info.label} {self.spec.words(value, info.type)}"

    def _move(self, op, moved, deferred):
        zones, things = self.spec.zones, self.spec.components
        return ", ".join(f"{things[c].id} {zones[a].label}>{zones[b].label}" for c, a, b in moved)

    def _args(self, types, args):
        return ", ".join(self.spec.words(a, t) for a, t in zip(args, types, strict=True))

    def _happens(self, op, number, args):
        made = self.spec.routines[number]
        return f"{made.name}({self._args(made.types, args)})"

    def _trigger(self, op, number, args):
        trigger = self.spec.triggers[number]
        return f"{trigger.name}({self._args(self.spec.routines[trigger.routine].types, args)})"

    def _run(self, op, number, seat):
        return self.spec.routines[number].name + (f" {self.spec.seats[seat]}" if seat is not None and seat >= 0 else "")

    def _takes(self, op, seat, offer):
        return f"{self.spec.offers[offer].name} {self.spec.seats[seat]}"

    def _forced(self, op, seat, value):
        return f"{op.name} {self.spec.words(value, op.type) if not isinstance(op, ir.Moment) else value}"
