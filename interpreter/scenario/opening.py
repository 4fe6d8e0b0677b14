"""The position at which a scenario begins, as one that a play can begin at.

In:  the Rules, words of a scenario's title (or of one of its cases), the files it may stand in; or what a recorded play says.
Out: an Opening: the game made for the scenario's people, options and data, and the State with the rules about to begin; None
     with the reason in the report. NoOpening where no scenario has these words.

What is laid is what stands before `when`: the `given` lines and `start at`. Set-up, the play, a turn or a phase go on to the
end of the play: after a turn or phase as if the first line of the rules that runs it had come to it, which has nothing noted
that it would need. Where there is no such line, and after an effect, the play rests when what was begun is done.
"""

import copy
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from interpreter import ir
from interpreter.core.frame import activation, Frame, ME, NOBODY, ROUTINE
from interpreter.core.state import State
from interpreter.engine.machine import Machine, start
from interpreter.ir.kinds import Sort
from interpreter.ir.liveness import needed_slots
from interpreter.ir.model import Routine, Spec
from interpreter.lower.scope import Context
from interpreter.pipeline import rules_digest
from interpreter.project.files import digest
from interpreter.scenario.course import fresh
from interpreter.scenario.expansion import Run, runs
from interpreter.scenario.given import lay_out, names_of, own_spec, Ready, Shelf, wanted
from interpreter.scenario.runner import find_scenarios, POSITION
from interpreter.scenario.start_at import arm, first_values, put
from interpreter.scenario.terms import Failed, Reading
from interpreter.scenario.trace import Record
from interpreter.session.transcript import Heading
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Report, suggestion
from interpreter.variant.rules import Rules


class NoOpening(Exception):
    """No scenario is called so."""


@frozen(eq=False)
class Opening:
    """A game at the beginning of a scenario. `title` names it, `file` is where it stands, seen from the game's folder."""

    rules: Rules
    context: Context
    state: State
    title: str
    file: str

    @property
    def people(self) -> tuple[str, ...]:
        """Those who play; automatic seats are not among them."""
        spec = self.context.spec
        return tuple(spec.seats[seat] for seat in spec.people)

    def named(self) -> str:
        """What names exactly these rules, data and this position: a scenario that is changed gives another."""
        return digest(rules_digest(self.rules, self.context), repr(self.state.key()))


def opening(rules: Rules, words: str, report: Report, files: Sequence[Path] | None = None) -> Opening | None:
    """The first scenario, or case of one, with these words in its title, in these files or those of the game."""
    found = [(scenario, game, run, folder) for scenario, game, folder in find_scenarios(rules, report, files)
             for run in runs(scenario)]
    titles = [f"{scenario.title.text}, {run.title}" if run.title else scenario.title.text for scenario, _, run, _ in found]
    same = [k for k, one in enumerate(found) if words in (titles[k], one[0].title.text)]
    like = [k for k, title in enumerate(titles) if words.casefold() in title.casefold()]
    for k in (same or like)[:1]:
        scenario, game, run, folder = found[k]
        return _opened(game, run, titles[k], Path(scenario.title.span.source.name), folder, report)
    if report.ok:
        near = suggestion(words, titles)
        of = [rules.name, *rules.named_variants()][-1]
        raise NoOpening(f"no scenario of {of} has `{words}` in its title{f'; {near}' if near else ''}")
    return None


def recorded_opening(heading: Heading, rules: Rules, report: Report) -> Opening | None:
    """Where a recorded play began: the scenario that its heading names; None for a play that begins with set-up."""
    if not heading.scenario:
        return None
    title, file = heading.scenario
    beside = rules.path.parent / file if file else rules.path
    return opening(rules, title, report, [beside if beside.is_file() else Path(file)])


def _opened(rules: Rules, run: Run, title: str, file: Path, folder: Path, report: Report) -> Opening | None:
    before = next((k for k, line in enumerate(run.lines) if isinstance(line, ast.StartAt)), None)
    if before is None:
        report.add(codes.SCENARIO_FAILED, run.span, what="no `start at` says where the rules begin")
        return None
    lines = run.lines[:before + 1]
    try:
        want = wanted(run.lines, folder)
        ready = Shelf(rules).ready(want)
        if not ready.report.ok:
            report.diagnostics += ready.report.errors
            return None
        ctx = copy.copy(ready.ctx)
        ctx.spec = own_spec(ready, lines)
        state = _laid(ctx, Reading(ready.ctx, names_of(ready, want)), lines)
    except Failed as no:
        report.diagnostics += no.found
        return None
    return Opening(ready.rules, ctx, state, title, _seen_from(ready, file, folder))


def _seen_from(ready: Ready, file: Path, folder: Path) -> str:
    """The file of the scenario as the heading of a play names it."""
    whole, home = (folder / file.name).resolve(), ready.rules.path.parent.resolve()
    return whole.relative_to(home).as_posix() if whole.is_relative_to(home) else str(whole)


def _laid(ctx: Context, reading: Reading, lines: Sequence[ast.Node]) -> State:
    machine = Machine(ctx.spec, start(ctx.spec), puts_forced=True)
    course = fresh(reading, machine, Record())
    first_values(machine)
    machine.state.frames.clear()
    for line in lines:
        if isinstance(line, POSITION):
            lay_out(line, reading, machine)
        elif isinstance(line, ast.StartAt):
            arm(machine)
            put(course, line)
    frames = machine.state.frames
    if course.to_play:                                       # after set-up comes play
        op = next(op.number for op in ctx.spec.plan if isinstance(op, ir.Arm))
        frames[0] = activation(ctx.spec.routines[0], at=op)
    elif len(frames) == 2:
        around = _around(ctx.spec, ctx.spec.routines[frames[1][ROUTINE]], frames[1][ME], machine.state)
        frames[:1] = around or frames[:1]
    return machine.state


def _around(spec: Spec, inner: Routine, seat: int, state: State) -> list[Frame]:
    """The frames below a turn or phase that is carried out: each behind the line that runs the next. None where no line runs
    it, or one would need what only a play on its way there has noted."""
    below: list[Frame] = []
    while inner.number != spec.routines[0].number:
        op = next((op for op in spec.plan if isinstance(op, ir.Run) and op.routine == inner.number), None)
        if op is None or op.next is None:
            return []
        inner = spec.routines[spec.plan_routine[op.number]]
        if needed_slots(spec, inner.number, op.next):
            return []
        below.insert(0, activation(inner, seat if inner.sort == Sort.TURN else NOBODY, at=op.next))
        if isinstance(op.seat, ir.Cell) and not op.seat.keys and op.seat.owner is None and seat >= 0:
            state.cells[op.seat.base] = seat                 # whose turn it is stands there
    return below


__all__ = ["NoOpening", "Opening", "opening", "recorded_opening"]
