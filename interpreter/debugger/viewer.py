"""Where one stands in a film, and how to move: step by step or to the next place that fits, forwards or backwards.

In:  a Film, and words: `step`, `back over`, `run`, `break zone hand`, `why moths["red1"]`.
Out: a Viewer; places as lines of words; Misread for words that mean nothing. The terminal and the Debug Adapter Protocol both
     stand on this.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import define, field, frozen

from interpreter.core import types as t
from interpreter.core.frame import LOCALS, ME, ROUTINE
from interpreter.debugger.film import clauses, Film, Still
from interpreter.engine.machine import Machine
from interpreter.ir.model import CellInfo, ZoneInfo
from interpreter.lower.scope import Context
from interpreter.scenario.terms import Failed, Known, Reading
from interpreter.syntax import ast
from interpreter.syntax.parser import parse_answer
from interpreter.text.diagnostic import Fault, nearest, Report
from interpreter.text.source import Span

Fits = Callable[[int], bool]                       # does this still fit?


class Misread(Exception):
    """Words that mean nothing here, and why."""


@frozen(eq=False)
class Breakpoint:
    """Where to stop, in the words it was set with."""

    words: str
    fits: Fits


@define(eq=False)
class Viewer:
    """One film being looked at. `at` is the still that is shown."""

    film: Film
    ctx: Context
    names: dict[str, Known] = field(factory=dict)
    at: int = 0
    breakpoints: list[Breakpoint] = field(factory=list)
    watches: list[str] = field(factory=list)
    reading: Reading = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.reading = Reading(self.ctx, dict(self.names))
        self.at = self.at or self.film.begins

    @property
    def still(self) -> Still:
        """What is shown."""
        return self.film.stills[self.at]

    # ---------------------------------------------------------------- moving

    def step(self, back: bool = False) -> bool:
        """To the next line, into what it calls."""
        here = self.still
        return self._go(lambda k: self._other_line(k, here), back)

    def over(self, back: bool = False) -> bool:
        """To the next line of the same block or of what is around it; what is called is carried out on the way."""
        here = self.still
        return self._go(lambda k: self._around(k, here, here.depth) and self._other_line(k, here), back)

    def out(self, back: bool = False) -> bool:
        """To where this was called, or behind it."""
        here = self.still
        return self._go(lambda k: self._around(k, here, here.depth - 1), back)

    def run(self, back: bool = False) -> bool:
        """To the next breakpoint, or to the end."""
        if self._go(lambda k: any(one.fits(k) for one in self.breakpoints), back):
            return True
        self.at = 0 if back else len(self.film.stills) - 1
        return False

    def _go(self, fits: Fits, back: bool) -> bool:
        places = range(self.at - 1, -1, -1) if back else range(self.at + 1, len(self.film.stills))
        found = next((k for k in places if fits(k)), None)
        if found is not None:
            self.at = found
        return found is not None

    def _other_line(self, k: int, here: Still) -> bool:
        still = self.film.stills[k]
        return (still.line, still.depth, still.branch) != (here.line, here.depth, here.branch)

    def _around(self, k: int, here: Still, depth: int) -> bool:
        still = self.film.stills[k]
        return still.depth <= depth and still.branch in (here.branch, -1)

    # ---------------------------------------------------------------- breakpoints

    def stop_at(self, words: str) -> Breakpoint:
        """`line 105`, `town.rules:12`, `T-068`, `trigger NAME` (or the name of anything that is carried out), `zone NAME`,
        `counter NAME`, `if CONDITION`."""
        made = Breakpoint(words, self._fits(words.strip()))
        self.breakpoints.append(made)
        return made

    def _fits(self, words: str) -> Fits:
        sort, _, rest = words.partition(" ")
        placed = re.fullmatch(r"(?:line )?(?:([\w./-]+):)?(\d+)", words)
        if placed:
            return self._at_line(placed[1] or self.still.line[0], int(placed[2]))
        if sort == "if":
            return self._when(rest)
        if sort in ("zone", "counter", "state"):
            infos: Sequence[ZoneInfo | CellInfo] = self.film.spec.zones if sort == "zone" else self.film.spec.cells
            return self._changes({k for k, info in enumerate(infos) if rest in (info.name, info.label)}, words, sort == "zone")
        if re.fullmatch(r"[A-Z]+(-[A-Z]+)?-?\d+", words):
            return lambda k: words in self.film.stills[k].op.span.clauses and self._new(k)
        return self._enters(rest if sort in ("trigger", "effect", "step", "phase", "turn") and rest else words)

    def _new(self, k: int) -> bool:
        return k == 0 or self._other_line(k, self.film.stills[k - 1])

    def _at_line(self, name: str, line: int) -> Fits:
        if not any(one.line[0].endswith(name) for one in self.film.stills):
            raise Misread(f"nothing in `{name}` was carried out")
        return lambda k: self.film.stills[k].line[1] == line and self.film.stills[k].line[0].endswith(name) and self._new(k)

    def _enters(self, name: str) -> Fits:
        numbers = {one.number for one in self.film.spec.routines if one.name == name}
        if not numbers:
            near = nearest(name, {one.name for one in self.film.spec.routines})
            raise Misread(f"nothing that is carried out is called `{name}`" + (f"; did you mean `{near}`?" if near else ""))
        stills = self.film.stills

        def fits(k: int) -> bool:
            stack = stills[k].stack
            before = stills[k - 1].stack if k else ()
            entered = len(before) < len(stack) or bool(stack) and before[-1][ROUTINE] != stack[-1][ROUTINE]
            return bool(stack) and stack[-1][ROUTINE] in numbers and entered

        return fits

    def _changes(self, numbers: set[int], words: str, zones: bool) -> Fits:
        if not numbers:
            raise Misread(f"there is no {words.replace(' ', ' `', 1)}`")
        stills = self.film.stills

        def fits(k: int) -> bool:
            if not k:
                return False
            old, new = (stills[k - 1].zones, stills[k].zones) if zones else (stills[k - 1].cells, stills[k].cells)
            return old is not new and any(old[n] != new[n] for n in numbers)

        return fits

    def _when(self, condition: str) -> Fits:
        node = self._node(condition)
        self.value(condition)                                          # so that what is wrong with it is told at once

        def fits(k: int) -> bool:
            return k > 0 and self._true(node, k) and not self._true(node, k - 1)

        return fits

    def _true(self, node: ast.Node, k: int) -> bool:
        try:
            return bool(self.reading.value(node, self._machine(k), t.BOOL))
        except (Failed, Fault):
            return False

    # ---------------------------------------------------------------- looking

    def _machine(self, k: int) -> Machine:
        state = self.film.stills[k].state()
        machine = Machine(self.film.spec, state)
        machine.frames = state.frames
        return machine

    def _node(self, words: str) -> ast.Node:
        report = Report()
        found = parse_answer(words, report)
        if not found:
            raise Misread(next((one.message for one in report.diagnostics), f"`{words}` is no value"))
        return found[0]

    def value(self, words: str) -> str:
        """A value in the language, worked out where one stands, in words."""
        node = self._node(words)
        self.reading.names["me"] = Known(t.SEAT, self._me())
        try:
            type_ = self.reading.expr(node)[0].type
            return self.film.spec.words(self.reading.value(node, self._machine(self.at)), type_)
        except Failed as no:
            raise Misread("; ".join(one.message for one in no.found)) from None
        finally:
            self.reading.names.pop("me")
            self.reading.made.clear()

    def _me(self) -> int:
        stack = self.still.stack
        return max(0, stack[-1][ME]) if stack else 0

    def watched(self) -> list[str]:
        """Each watch with its value here."""
        return [f"{words} = {self._or_why(words)}" for words in self.watches]

    def _or_why(self, words: str) -> str:
        try:
            return self.value(words)
        except Misread as no:
            return f"({no})"

    def where(self) -> str:
        """The line that comes next, with its place and its clauses."""
        return said_line(self.still.op.span)

    def frames(self) -> list[str]:
        """What is being carried out, the innermost first, with what it was given."""
        spec, said = self.film.spec, []
        for frame in reversed(self.still.stack):
            routine = spec.routines[frame[ROUTINE]]
            given = [f"{name} = {spec.words(value, type_)}" for name, type_, value in
                     zip(routine.params, routine.types, frame[LOCALS:], strict=False) if value is not None]
            who = f" for {spec.seats[frame[ME]]}" if 0 <= frame[ME] < len(spec.seats) else ""
            said.append(f"{routine.sort.value} {routine.name}{who}{': ' if given else ''}{', '.join(given)}")
        if self.still.branch >= 0:
            said.append(f"in the branch of {spec.seats[self.still.branch]}; the other branches wait at their own lines")
        return said

    def knows(self, seat: int) -> list[str]:
        """The things whose face a seat knows, zone by zone."""
        spec, still = self.film.spec, self.still
        said = []
        for number, things in enumerate(still.zones):
            known = [spec.components[thing].id for thing in things if still.known[thing] >> seat & 1]
            if known:
                said.append(f"{spec.zones[number].label}: {', '.join(known)}" + (
                    f" ({len(things) - len(known)} more unknown)" if len(known) < len(things) else ""))
        return said

    # ---------------------------------------------------------------- why is this here?

    def why(self, words: str) -> list[str]:
        """The lines that put a thing where it is, or made a counter what it is, back to the deal."""
        spec, stills = self.film.spec, self.film.stills
        cell = next((k for k, info in enumerate(spec.cells) if info.name and words == info.label), None)
        if cell is not None:
            after = self.film.after
            return list(self._history(lambda k: stills[k].cells[cell], lambda k: after[k][0][cell],
                                      lambda value: spec.words(value, spec.cells[cell].type)))
        thing = self._thing(words)
        return list(self._history(lambda k: stills[k].places[thing], lambda k: self.film.after[k][1][thing],
                                  lambda zone: spec.zones[zone].label if zone >= 0 else "on its way"))

    def _thing(self, words: str) -> int:
        spec = self.film.spec
        found = [one.number for one in spec.components if words in (one.id, one.written)]
        if found:
            return found[0]
        node = self._node(words)
        try:
            value: Any = self.reading.value(node, self._machine(self.at))
            type_ = self.reading.expr(node)[0].type
        except Failed:
            raise Misread(f"`{words}` is no card, piece or token, and no counter") from None
        if isinstance(type_, t.List | t.Set) and isinstance(value, tuple) and len(value) == 1:
            value, type_ = value[0], type_.of                          # a zone in which one thing lies
        if not isinstance(type_, t.Kind | t.OrNone) or not isinstance(value, int) or value < 0:
            raise Misread(f"`{words}` is {type_}; `why` tells of one thing or of one counter")
        return value

    def _history(self, of: Callable[[int], Any], behind: Callable[[int], Any], said: Callable[[Any], str]) -> Iterator[str]:
        """Newest first: what it became, and the line that did it."""
        for k in range(self.at, 0, -1):
            if of(k) == of(k - 1):
                continue
            before = self.film.stills[k - 1]
            if of(k) == behind(k - 1):
                yield f"{said(of(k))}, by {said_line(before.op.span)}"
                yield f"    in {' < '.join(self.film.spec.routines[frame[ROUTINE]].name for frame in reversed(before.stack))}"
            elif before.branch >= 0:
                yield f"{said(of(k))}, when everyone had finished"
            else:
                yield f"{said(of(k))}, laid out so before the rules went on"
        yield f"{said(of(0))} at the beginning"


def said_line(span: Span) -> str:
    """`moths.rules:90  move q.flown to spent  [L-11]`"""
    text = span.source.lines[span.line - 1].split("  cites ")[0].strip()
    return f"{span.source.name}:{span.line}  {text}{clauses(span)}"
