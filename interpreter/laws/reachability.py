"""Conditions that an author asks about: do plays of the game ever reach them?

In:  Rules, conditions in the words of a scenario's `then` lines, how many plays at each number of players, from which seed.
Out: for each condition how many plays reached it, and which was the first.

Random answers seldom reach what lies deep in a game, so random seats and the game's strategies (session/strategies.py) take
turns. A condition is looked at at each question, and at the end; `happens` is told of everything in between.
"""

from collections.abc import Iterator

from attrs import define, evolve, field, frozen

from interpreter.core import types as t
from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.laws.script import answer, Cast, MOST_PAUSES, players_of, Script
from interpreter.laws.trials import made_ready, rules_read
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

AT_ONCE = 5                                        # plays of a piece of work: after each piece the time may be over
Askable = ast.ThenHolds | ast.ThenHappens


@frozen
class Hit:
    """A play that reached the condition: with these it can be played again."""

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
    turn: int = 0                                  # which of the players (random, strategies) plays first


@define(eq=False)
class Looked:
    """What came of plays: for each condition the plays that reached it; `stopped` were cut short by a fault."""

    goals: tuple[str, ...]
    plays: int = 0
    stopped: int = 0
    hits: dict[str, list[Hit]] = field(factory=dict)

    def add(self, other: "Looked") -> None:
        """Adds what other plays reached."""
        self.plays += other.plays
        self.stopped += other.stopped
        for goal, hits in other.hits.items():
            self.hits.setdefault(goal, []).extend(hits)

    def first(self, goal: str) -> Hit | None:
        """The play with the smallest seed that reached it."""
        return min(self.hits.get(goal, ()), key=lambda hit: (hit.seed, hit.people), default=None)

    @property
    def missed(self) -> tuple[str, ...]:
        """The conditions that no play reached."""
        return tuple(goal for goal in self.goals if not self.hits.get(goal))


# ------------------------------------------------------------------ what is asked


def lines_of(goals: tuple[str, ...], report: Report) -> list[Askable]:
    """The conditions as lines; the report says which cannot be read."""
    asked: list[Askable] = []
    for words in goals:
        file = parse(Source("--reach", f'scenario "asked"\n  then {words}\n'), report)
        match file:
            case ast.File(declarations=(ast.Scenario(lines=(ast.ThenHolds() | ast.ThenHappens() as line,)),)):
                asked.append(line)
            case ast.File(declarations=(first, *_)):
                what = "only a condition, or `happens` and an event, can be looked for in plays"
                report.add(codes.SYNTAX, first.span, what=what)
    return asked


def understood(rules: Rules, people: int, options: dict, goals: tuple[str, ...], report: Report) -> None:
    """Checks that the conditions mean something in this game; the report says what does not."""
    ctx, ready = made_ready(rules, people, options)
    report.diagnostics += ready.errors
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
    pattern = Piece(rules.asked, 0, seed, 0, goals, tuple(options.items()))
    return [
        evolve(pattern, people=count, seed=seed + done, plays=min(AT_ONCE, plays - done), turn=done)
        for done in range(0, plays, AT_ONCE) for count in rules.people() if not people or count in people
    ]


def look_for(piece: Piece) -> Looked:
    """Plays one piece of the work."""
    ctx, _ = made_ready(rules_read(piece.asked), piece.people, dict(piece.options))
    looked = Looked(piece.goals)
    lines = dict(zip(piece.goals, lines_of(piece.goals, Report()), strict=True))
    players = players_of(ctx.spec)
    for k in range(piece.plays):
        script = Script(piece.seed + k, (), players[(piece.turn + k) % len(players)])
        looked.plays += 1
        try:
            for goal in reached(ctx.spec, Reading(ctx), script, lines):
                looked.hits.setdefault(goal, []).append(Hit(script.seed, piece.people, script.player))
        except (Fault, Unplayable):
            looked.stopped += 1                    # the laws tell it
    return looked


def reached(spec: Spec, reading: Reading, script: Script, lines: dict[str, Askable]) -> Iterator[str]:
    """The conditions that a play reaches, in that order; the play goes on as long as one is missing."""
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
    """A play that has not begun, with a record of what happens."""
    machine, record = Machine(spec, start(spec)), Record()
    machine.tell = lambda *told: record.tell(machine, *told)
    return Course(reading, machine, record)


__all__ = ["Hit", "Looked", "Piece", "lines_of", "look_for", "pieces", "reached", "understood"]
