"""From a play that breaks something to a short one that still does: fewer answers, and fewer that are out of the ordinary.

In:  a script under which a law is broken, and the question "is it still broken in the same way under this one?".
Out: a Script with a tape: as few entries as could be found in the time allowed.

A play is first written down as what is answered otherwise than by default (testing/playing.py), and left where it broke. Then
entries are left out in ever smaller portions, after Zeller and Hildebrandt, Simplifying and isolating failure-inducing input
(IEEE Transactions on Software Engineering 28(2), 2002); what goes is an answer somebody had to give, a roll, or a shuffle.
"""

from collections.abc import Callable
from time import perf_counter

from interpreter.core.pause import Over
from interpreter.run.machine import Machine, start
from interpreter.spec.model import Spec
from interpreter.testing.playing import MOST_PAUSES, Cast, Cut, Script, answer
from interpreter.text.report import Fault, Unplayable

Broken = Callable[[Script], bool]


def as_tape(spec: Spec, script: Script) -> Script:
    """The same play, as far as it goes, as a tape."""
    notes: list = []
    machine, cast = Machine(spec, start(spec)), Cast(spec, script, notes)
    try:
        for _ in range(MOST_PAUSES):
            stop = machine.advance()
            if isinstance(stop, Over):
                break
            answer(machine, stop, cast)
    except (Fault, Unplayable, Cut):
        pass                                       # as far as it goes
    return Script(tape=tuple(notes), most=cast.given + 1)


def reduced(spec: Spec, script: Script, broken: Broken, seconds: float) -> Script:
    """A shorter play under which the same is broken; the play itself, if no tape of it breaks it."""
    until = perf_counter() + seconds
    tape = as_tape(spec, script)
    if not broken(tape):
        return script
    tape = _cut_off(tape, broken, until)

    def still(entries: list) -> bool:
        return broken(Script(tape=tuple(entries), most=tape.most))

    kept = _sooner(_fewest(list(tape.tape), still, until), still, until)
    return _cut_off(Script(tape=tuple(kept), most=tape.most), broken, until)


def _cut_off(script: Script, broken: Broken, until: float) -> Script:
    """The same play, left as early as it is still broken."""
    low, high = 0, script.most
    while low < high and perf_counter() < until:
        middle = (low + high) // 2
        if broken(Script(tape=script.tape, most=middle)):
            high = middle
        else:
            low = middle + 1
    return Script(tape=script.tape, most=high)


def _fewest(entries: list, broken: Callable[[list], bool], until: float) -> list:
    """As few entries as can be found: none of those left can be left out alone, if there was time to see."""
    portions = 2
    while entries and perf_counter() < until:
        size = -(-len(entries) // portions)
        for at in range(0, len(entries), size):
            rest = entries[:at] + entries[at + size:]
            if perf_counter() < until and broken(rest):
                entries, portions = rest, max(portions - 1, 2)
                break
        else:
            if size == 1:
                break
            portions = min(portions * 2, len(entries))
    return entries


def _sooner(entries: list, broken: Callable[[list], bool], until: float) -> list:
    """The same entries, each source's given as early as can be: what was waited for has not to be lived through."""
    for source in dict.fromkeys(source for source, _, _ in entries):
        before = -1
        for number in sorted(at for one, at, _ in entries if one == source):
            step = number - before - 1
            while step and perf_counter() < until:
                moved = [(one, at - step if one == source and at > before else at, reply) for one, at, reply in entries]
                if broken(moved):
                    entries = moved
                    break
                step //= 2
            before = number - step
    return entries


__all__ = ["as_tape", "reduced"]
