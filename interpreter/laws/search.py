"""The search for a play that breaks a law: Hypothesis draws plays, a failure is made small and put in words.

In:  a Spec, a law, how many plays and how many seconds.
Out: a Searched: how much was played and how it ended, and a Finding if a law was broken.

The laws that hold for every game stand in LAWS; the author's own `always` lines are looked at in the first of them. A play is
drawn as few small numbers (laws/generators.py); those of a failure are kept in a file and tried first the next time. Hypothesis
shrinks them as long as a play is quick; then the play is reduced answer by answer (laws/counterexample.py).
"""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import monotonic

from attrs import define, evolve, field, frozen
from hypothesis import given, HealthCheck, Phase, seed, settings, Verbosity
from hypothesis.errors import HypothesisException

from interpreter.core.question import Pause
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec
from interpreter.laws import laws
from interpreter.laws.confluence import either_order
from interpreter.laws.counterexample import blamed, reduced
from interpreter.laws.generators import scripts
from interpreter.laws.script import Cut, drive, Late, players_of, Script
from interpreter.simulate.engines import by_module, COMPILED, engine_for
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, Unplayable
from interpreter.text.source import NOWHERE, Span

QUICK = 0.05                                       # seconds: a play that takes longer is not shrunk by drawing more
SHARE = 0.4                                        # of the time: so much there is at least to make a failure small
TRIGGERS = "order of triggers"
LEISURE = 25.0                                     # seconds a law has: then thousands of plays are worth compiling for,
MANY, TOGETHER = 50, 200                           # so many times the plays that were asked for; before time is looked at
FEWEST = 1                                         # plays, also where the time of the law is over but not that of all laws


class Enough(BaseException):
    """Stops Hypothesis, which would go on to draw plays that there is no time for. No Exception, since that would be a failure
    to be made small."""


@frozen
class Law:
    """A law by its name, in words, and how it is tried on one play: `holds` raises a Broken or a Fault if it does not."""

    name: str
    words: str
    holds: Callable[[Spec, Script], object] = field(repr=False)
    costly: bool = False                           # looks at every pause, at some cost: part of a long play is enough


@frozen
class Wrong:
    """What is broken: the law; `key`, which is the same for two failures of the same sort; in words, and where."""

    law: str
    key: tuple
    words: str
    span: Span = field(repr=False, default=NOWHERE)
    then: str = ""                                 # what is so as the rules stand, as a line of a scenario


@frozen
class Finding:
    """A law broken in a play of so many: the script that was drawn, and the smallest one that was found."""

    people: int
    wrong: Wrong
    drawn: Script
    least: Script


@define(eq=False)
class Searched:
    """What was tried: numbers of plays, `by_module` those of the compiled engine among them, of decisions and of pauses that
    the reference engine made (`states`), how plays ended; `refused`: why set-up does not begin."""

    people: int
    law: str
    plays: int = 0
    by_module: int = 0
    decisions: int = 0
    states: int = 0
    endings: Counter = field(factory=Counter)
    finding: Finding | None = None
    refused: str = ""

    @property
    def untried(self) -> bool:
        """Was there no time for a single play?"""
        return not (self.plays or self.refused or self.finding)


def in_order(spec: Spec, script: Script, searched: Searched | None = None) -> None:
    """Nothing lost, no bound broken, no dead end, and what the author says always holds does."""
    order = laws.Order(spec)

    def look(machine, pause: Pause):
        look_at(order, machine)
        if searched is not None:
            searched.states += 1
            searched.decisions += sum(len(q.options) > 1 or bool(q.offers) for q in pause.questions if not q.of_nature)

    played = drive(spec, script, look)
    look_at(order, played.machine)
    if searched is not None:
        searched.endings[played.over.ending] += 1


def look_at(order: laws.Order, machine: Machine) -> None:
    """Raises a Broken, or a Fault for an `always` line that does not hold."""
    for line in order.look(machine):
        raise Fault(codes.FAULT_ALWAYS, line.span, codes.FAULT_ALWAYS.says(what=line.about), blamed(machine, line))


LAWS = (
    Law("order", "nothing is lost or doubled, no bound is broken, nobody is stuck, every play ends, and what must always hold "
        "does", in_order),
    Law("again", "the same answers give the same play", laws.same_again),
    Law("copies", "a copy of the table has a future of its own", laws.copies_apart),
    Law("saved", "a play that was saved goes on as it would have", laws.saved),
    Law("together", "what happens at the same time may be answered in any order", laws.any_order),
    Law("hidden", "nobody is told, shown or asked what they may not know", laws.nothing_hidden, costly=True),
    Law(TRIGGERS, "triggers that come at the same moment come to the same in either order", either_order),
)


# ------------------------------------------------------------------ one law


def search(
    spec: Spec, law: Law, plays: int, seconds: float, first_seed: int = 1, kept: Path | None = None, replies: int | None = None,
    end: float | None = None, grace: float = 0.0,
) -> Searched:
    """Tries a law on so many plays, or as many as there is time for. What failed before (in `kept`) is tried first. With
    `replies` the plays are left after so many: for a law that looks at every pause, not at the end. `end`, as time.monotonic()
    tells it, is when a play is left wherever it is; so many seconds of `grace` later nothing more is made small."""
    people = len(spec.seats) - len(spec.automatic)
    result, began = Searched(people, law.name), monotonic()
    failing: list[Failing] = []
    until = began + seconds

    def tried(script: Script) -> None:
        started = monotonic()
        late = started > until and result.plays >= FEWEST or end is not None and started > end
        if late or failing and failing[-1][2] > QUICK:
            raise Enough
        if replies is not None:
            script = evolve(script, most=replies)
        wrong = wrong_with(spec, law, evolve(script, until=end), result)
        if wrong is not None and (not failing or wrong.key == failing[0][1].key):
            failing.append((script, wrong, monotonic() - started))
            raise AssertionError(wrong.words)

    _again(tried, kept)
    if not failing:
        _drawing(tried, plays, first_seed, players_of(spec))
    if law.name == "order" and not failing and not result.refused and seconds > LEISURE:
        _many(spec, plays * MANY, first_seed, result, tried, until)
    _keep(failing, kept)
    if failing:
        left = max(until - monotonic(), seconds * SHARE, 1.0)
        result.finding = _made_small(spec, law, failing, left if end is None else min(left, max(end - monotonic(), 0) + grace))
    return result


Failing = tuple[Script, Wrong, float]              # the play, what it breaks, and the seconds it took


def _again(tried: Callable[[Script], None], kept: Path | None) -> None:
    """Tries what failed the last time."""
    if kept is not None and kept.is_file():
        try:
            drawn = json.loads(kept.read_text(encoding="utf-8"))
            tried(Script(int(drawn["seed"]), tuple(map(int, drawn["choices"])), str(drawn["player"])))
        except (AssertionError, ValueError, KeyError, TypeError, Enough):   # it fails again, cannot be read, or it is too late
            return


def _keep(failing: list[Failing], kept: Path | None) -> None:
    """Writes down what failed; takes away what does not fail any more."""
    if kept is None:
        return
    try:
        if failing:
            kept.parent.mkdir(parents=True, exist_ok=True)
            script = failing[-1][0]
            drawn = {"seed": script.seed, "choices": script.choices, "player": script.player}
            kept.write_text(json.dumps(drawn), encoding="utf-8")
        else:
            kept.unlink(missing_ok=True)
    except OSError:
        return                                     # nowhere to keep it: the search is as good without


def _drawing(tried: Callable[[Script], None], plays: int, first_seed: int, players: tuple[str, ...]) -> None:
    """Has Hypothesis draw scripts until one fails, and shrink it."""
    profile = settings(max_examples=plays, deadline=None, database=None, verbosity=Verbosity.quiet, print_blob=False,
                       report_multiple_bugs=False, suppress_health_check=list(HealthCheck),
                       phases=(Phase.generate, Phase.shrink))

    @seed(first_seed)
    @profile
    @given(scripts(players=players))
    def test(script):
        tried(script)

    try:
        test()
    except (AssertionError, HypothesisException, Enough):    # the second: a play passed, for want of time, that had failed
        return


def _many(
    spec: Spec, plays: int, first: int, result: Searched, tried: Callable[[Script], None], until: float
) -> None:
    """So many plays more, by the compiled engine (engine/compiled/), which looks at every state too; what it leaves alone, or
    finds wrong, the reference engine plays: a script without choices is the play of its seed."""
    if engine_for(spec, plays, first).name != COMPILED:
        return
    for begin in range(first, first + plays, TOGETHER):
        for number, end in enumerate(by_module(spec, begin, min(TOGETHER, first + plays - begin), always=True), start=begin):
            if end is None:
                try:
                    tried(Script(number))
                except (AssertionError, Enough):
                    return
            else:
                over, decisions, _ = end
                result.plays, result.decisions = result.plays + 1, result.decisions + decisions
                result.by_module += 1
                result.endings[over.ending] += 1
        if monotonic() > until:
            return


def _made_small(spec: Spec, law: Law, failing: list[Failing], seconds: float) -> Finding:
    """The failing play with the fewest choices, and the smallest that breaks the same."""
    key = failing[0][1].key
    script, wrong, _ = min(failing, key=lambda drawn: (len(drawn[0].choices), drawn[0].seed))

    def same(other: Script) -> bool:
        broken_too = wrong_with(spec, law, other)
        return broken_too is not None and broken_too.key == key

    least = reduced(spec, script, same, seconds)
    return Finding(len(spec.seats) - len(spec.automatic), wrong_with(spec, law, least) or wrong, script, least)


def wrong_with(spec: Spec, law: Law, script: Script, searched: Searched | None = None) -> Wrong | None:
    """What a play breaks, or None. That set-up refuses to begin is no fault: it is noted in `searched`."""
    try:
        if law.name == "order":
            in_order(spec, script, searched)
        else:
            law.holds(spec, script)
    except Late:
        if searched is not None:
            searched.plays -= 1                    # it has shown nothing
        return None
    except Cut:
        return None
    except Unplayable as no:
        if searched is not None:
            searched.refused = no.message
        return None
    except Fault as fault:
        key = ("fault", fault.code.id, fault.span.source.name, fault.span.start)      # the same, whichever law meets it
        notes = "".join(f"; {note}" for note in fault.notes) if fault.code is codes.FAULT_ALWAYS else ""
        return Wrong(law.name, key, fault.message + notes, fault.span)
    except laws.Broken as wrong:
        return Wrong(law.name, (law.name, *wrong.key), str(wrong), wrong.span, wrong.then)
    finally:
        if searched is not None:
            searched.plays += 1
    return None


__all__ = ["LAWS", "Finding", "Law", "Searched", "Wrong", "look_at", "search", "wrong_with"]
