"""Is it ever so? Plays of a game, looked through for conditions that its author asks about.

In:  Rules, conditions in the words of a scenario's `then` lines, how many plays at each number of players, from which seed.
Out: for each condition how many plays came to it, and which was the first.

What lies deep in a game random answers hardly ever come to, so random seats and the game's strategies (session/strategies.py) take
turns. A condition is looked at whenever somebody is asked something, and at the end; `happens` hears all that lies between.
"""

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from interpreter.core import types as t
from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.laws.script import answer, Cast, MOST_PAUSES, players_of, Script
from interpreter.laws.trials import made_ready
from interpreter.pipeline import load
from interpreter.scenario.course import Course
from interpreter.scenario.terms import Failed, Reading
from interpreter.scenario.then import is_so
from interpreter.scenario.trace import Record
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, Report, Unplayable
from interpreter.text.source import Source
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

AT_ONCE = 5                                        # plays of a piece of work: after each somebody may have had enough
ASKABLE = ast.ThenHolds | ast.ThenHappens


@frozen
class Hit:
    """A play that came to what was asked for: who plays it can play it again."""

    seed: int
    people: int
    player: str


@frozen
class Piece:
    """So many plays of a game for so many people, from a seed on."""

    asked: Asked
    people: int
    seed: int
    plays: int
    goals: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    turn: int = 0                                  # whose turn it is among those who play


@define(eq=False)
class Looked:
    """What came of plays: for each condition the plays that came to it; `stopped` were cut short by a fault."""

    goals: tuple[str, ...]
    plays: int = 0
    stopped: int = 0
    hits: dict[str, list[Hit]] = field(factory=dict)

    def add(self, other: "Looked") -> None:
        """Takes over what other plays came to."""
        self.plays += other.plays
        self.stopped += other.stopped
        for goal, found in other.hits.items():
            self.hits.setdefault(goal, []).extend(found)

    def first(self, goal: str) -> Hit | None:
        """The play with the smallest seed that came to it."""
        return min(self.hits.get(goal, ()), key=lambda one: (one.seed, one.people), default=None)

    @property
    def missed(self) -> tuple[str, ...]:
        """What no play came to."""
        return tuple(goal for goal in self.goals if not self.hits.get(goal))


# ------------------------------------------------------------------ what is asked


def lines_of(goals: tuple[str, ...], report: Report) -> list[ASKABLE]:
    """The conditions as lines; the report says which cannot be read."""
    found = []
    for words in goals:
        file = parse(Source("--reach", f'scenario "is it ever so?"\n  then {words}\n'), report)
        lines = file.declarations[0].lines if file is not None else ()
        if len(lines) == 1 and isinstance(lines[0], ASKABLE):
            found.append(lines[0])
        elif file is not None:
            what = "only a condition, or `happens` and an event, can be looked for in plays"
            report.add(codes.SYNTAX, file.declarations[0].span, what=what)
    return found


def understood(rules: Rules, people: int, options: dict, goals: tuple[str, ...], report: Report) -> None:
    """Looks whether the conditions mean something at this game; the report says what does not."""
    ctx, made = made_ready(rules, people, options)
    report.diagnostics += made.errors
    lines = lines_of(goals, report)
    if not report.ok:
        return
    course = _at_the_start(ctx.spec, Reading(ctx))
    for line in lines:
        try:
            if isinstance(line, ast.ThenHappens):
                is_so(course, line)
            elif not t.fits(type_ := course.reading.expr(line.test, t.BOOL)[0].type, t.BOOL):
                report.add(codes.WRONG_TYPE, line.span, wanted=t.BOOL, got=type_)
        except Failed as no:
            report.diagnostics += no.found


# ------------------------------------------------------------------ plays


def pieces(rules: Rules, people: tuple[int, ...], plays: int, seed: int, goals: tuple[str, ...], options: dict) -> list[Piece]:
    """The work, the numbers of players in turn; the plays of each number have the same seeds."""
    made = Piece(rules.asked, 0, seed, 0, goals, tuple(options.items()))
    return [
        evolve(made, people=count, seed=seed + done, plays=min(AT_ONCE, plays - done), turn=done)
        for done in range(0, plays, AT_ONCE) for count in rules.people() if not people or count in people
    ]


_made: dict[tuple, tuple] = {}                     # what this process has made ready already


def look_for(piece: Piece) -> Looked:
    """Plays one piece of the work."""
    key = piece.asked, piece.people, piece.options
    if key not in _made:
        rules = load(piece.asked, Report())
        ctx, _ = made_ready(rules, piece.people, dict(piece.options))
        _made[key] = ctx
    ctx, found = _made[key], Looked(piece.goals)
    lines = dict(zip(piece.goals, lines_of(piece.goals, Report()), strict=True))
    players = players_of(ctx.spec)
    for k in range(piece.plays):
        script = Script(piece.seed + k, (), players[(piece.turn + k) % len(players)])
        found.plays += 1
        try:
            for goal in reached(ctx.spec, Reading(ctx), script, lines):
                found.hits.setdefault(goal, []).append(Hit(script.seed, piece.people, script.player))
        except (Fault, Unplayable):
            found.stopped += 1                     # the laws tell it
    return found


def reached(spec: Spec, reading: Reading, script: Script, lines: dict[str, ASKABLE]) -> Iterator[str]:
    """The conditions that a play comes to, as it comes to them; it is played on as long as one is missing."""
    course, cast, left = _at_the_start(spec, reading), Cast(spec, script), dict(lines)
    for _ in range(MOST_PAUSES):
        stop = course.machine.advance()
        for goal in [goal for goal, line in left.items() if is_so(course, line)]:
            del left[goal]
            yield goal
        if isinstance(stop, Over) or not left:
            return
        course.record.happened.clear()
        answer(course.machine, stop, cast)


def _at_the_start(spec: Spec, reading: Reading) -> Course:
    """A play that has not begun, with somebody who listens."""
    machine, record = Machine(spec, start(spec)), Record()
    machine.tell = lambda *told: record.tell(machine, *told)
    return Course(reading, machine, record)


__all__ = ["Hit", "Looked", "Piece", "lines_of", "look_for", "pieces", "reached", "understood"]
