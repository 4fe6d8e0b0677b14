"""A routine as one function: its ops one behind the other, each with a label, so that going on costs nothing and a play can be
taken up at any of them.

In:  a Routine and what writes its ops (OPS in changes.py, decisions.py and reactions.py).
Out: the text of its function, which is given the address of the frame and leaves how it has stopped (a status).

The next op stands in the frame as its place in `order`. An op that stops, or calls another routine, puts it there first. A
routine is called directly; if that stops, so does whoever has called it, and later the routine on top is taken up again by the
loop in runtime/turns.py.
"""

from collections.abc import Callable
from typing import Any

from attrs import define, evolve, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import LOCALS, NO_RESULT
from interpreter.engine.compiled.memory_layout import BELOW, HEAD, LISTS_TOP, ME, NIL, PC, RESULT, ROUTINE
from interpreter.engine.compiled.writer import Compiler, const, Context, depth, Function, get, put, when
from interpreter.ir import Expr
from interpreter.ir.form import Op
from interpreter.ir.liveness import ops_of
from interpreter.ir.model import Routine
from interpreter.text.diagnostic import InternalError

RETURNED, ANEW, ASKED, UNSETTLED, WAITS, TOGETHER, RESTS, NATURE, SERVED, PAUSED, OVER, HALTED = range(12)


@define(eq=False)
class Way:
    """One op where it is written: its Context, its routine, the order in which the routine's ops stand. `branching`: may it be
    carried out in a branch of a simultaneous step?"""

    c: Context
    routine: Routine
    order: tuple[int, ...]
    branching: bool
    at: int = -1
    place: dict[int, int] = field(factory=dict)

    @property
    def k(self) -> Compiler:
        """The module's compiler."""
        return self.c.k

    def to(self, number: int) -> str:
        """Goes on with another op, from anywhere."""
        target, here = self.place[number], self.place[self.at]
        if target > here:
            return f"(br $op{number})"
        spent = here - target + 1
        return f"(global.set $ops (i32.sub (global.get $ops) (i32.const {spent}))){put('$pc', f'(i32.const {target})')}(br $go)"

    def on(self, number: int) -> str:
        """The same at the end of an op's text, where nothing needs to be said if the other one stands behind it."""
        return "" if self.place[number] == self.place[self.at] + 1 else self.to(number)

    def stays(self, number: int | None = None) -> str:
        """Puts this op, or another, into the frame as the next."""
        place = self.place[self.at if number is None else number]
        return f"(i32.store offset={PC} (local.get $fp) (i32.const {place}))"

    def by_frame(self) -> str:
        """Goes on with the op that the frame says."""
        spent = len(self.order)
        return (f"(global.set $ops (i32.sub (global.get $ops) (i32.const {spent})))"
                f"{put('$pc', '(i32.load (local.get $fp))')}(br $go)")

    def stop(self, status: int) -> str:
        """Stops at this op."""
        return f"{self.stays()}(return (i32.const {status}))"

    def settled(self) -> str:
        """If the order of a zone is needed that nature has not given: stops here, to begin anew with this op."""
        if not self.c.fn.unsettles:
            return ""
        return when("(global.get $unsettled)", self.stop(UNSETTLED))

    def free(self) -> str:
        """Room for the lists that this op makes: those of the op before are not needed any more."""
        return "(global.set $arena (global.get $scratch))"

    def room(self) -> str:
        """Where a frame comes to hold a list: if little room is left, the lists of frames are moved together first."""
        full = f"(i32.gt_u (i32.load (i32.const {LISTS_TOP})) (global.get $lists_full))"
        return when(full, self.stop(ANEW))

    # ---------------------------------------------------------------- slots

    def slot(self, slot: int) -> str:
        """What a slot holds."""
        return f"(i64.load offset={self.c.frame[slot]} (local.get $fp))"

    def fill(self, slot: int, text: str, inside: int = 0) -> str:
        """Puts a value into a slot; `inside` says how many lists lie inside one another in it."""
        value = f"(call $keep {text} (i32.const {inside}))" if inside else text
        return f"(i64.store offset={self.c.frame[slot]} (local.get $fp) {value})"

    def type_of(self, slot: int) -> t.Type | None:
        """The type of a slot."""
        at = slot - LOCALS
        return self.routine.slots[at] if at < len(self.routine.slots) else None

    def inside(self, slot: int, e: Expr | None = None) -> int:
        """How many lists lie inside one another in what a slot holds."""
        return max(depth(self.type_of(slot)), depth(e.type) if e is not None else 0)

    def local(self, type_: str = "i64", hint: str = "v") -> str:
        """A new local of the function."""
        return self.c.fn.local(type_, hint)

    # ---------------------------------------------------------------- entering routines

    def enters(self, routine: int, args: list[tuple[str, int]], me: str, result: int = NO_RESULT, goes_on: str = "",
               pc: str | None = None) -> str:
        """Opens a frame of a routine above this one, and carries it out; `args` are texts with their depths, `me` is of 32
        bits, `result` the slot here that what it gives comes into; `pc` the text that says where this one goes on."""
        made = self.k.spec.routines[routine]
        slots, size = self.k.layout.slots[routine], self.k.layout.sizes[routine]
        new, given = self.local("i32", "new"), [self.local() for _ in args]
        text = "".join(put(one, f"(call $keep {value} (i32.const {inside}))" if inside else value)
                       for one, (value, inside) in zip(given, args, strict=True))
        text += pc if pc is not None else ""
        text += put(new, f"(i32.add (local.get $fp) (i32.const {self.k.layout.sizes[self.routine.number]}))")
        text += when(f"(i32.gt_u (i32.add {get(new)} (i32.const {size})) (global.get $limit))", "unreachable")
        text += head(self.k, routine, get(new), me, self._result(result), "(local.get $fp)")
        for n, slot in enumerate(sorted(slots)):
            value = get(given[n]) if n < len(given) else const(NIL)
            text += f"(i64.store offset={slots[slot]} {get(new)} {value})"
        if made.counted:
            text += f"(call $nesting (i32.const {routine}))"
        if result >= 0:
            text += self.fill(result, const(NIL))
        status = self.local("i32", "status")
        text += f"(global.set $top {get(new)}){put(status, f'(call $routine_{routine} {get(new)})')}"
        return text + when(get(status), f"(return {get(status)})") + goes_on

    def _result(self, slot: int) -> str:
        return f"(i32.const {self.c.frame[slot] if slot >= 0 else slot})"

    def arguments(self) -> list[tuple[str, int]]:
        """The arguments of the event whose frame this is, as they are now."""
        return [(self.slot(LOCALS + n), 0) for n in range(len(self.routine.params))]

    def leave(self) -> str:
        """Closes this frame."""
        return f"(global.set $top (i32.load offset={BELOW} (local.get $fp)))(return (i32.const {RETURNED}))"


def head(k: Compiler, routine: int, frame: str, me: str, result: str, below: str) -> str:
    """The head of a new frame."""
    entry = order_of(k, routine)[1][k.spec.routines[routine].entry]
    stores = ((PC, f"(i32.const {entry})"), (ROUTINE, f"(i32.const {routine})"), (ME, me), (RESULT, result), (BELOW, below))
    return "".join(f"(i32.store offset={offset} {frame} {value})" for offset, value in stores)


def order_of(k: Compiler, routine: int) -> tuple[tuple[int, ...], dict[int, int]]:
    """The ops of a routine in the order in which they are written, and the place of each; a way leads on if it can."""
    key = ("order", routine)
    if key not in k.notes:
        k.notes[key] = _order(k, routine)
    found: tuple[tuple[int, ...], dict[int, int]] = k.notes[key]
    return found


def _order(k: Compiler, routine: int) -> tuple[tuple[int, ...], dict[int, int]]:
    made, plan = k.spec.routines[routine], k.spec.plan
    own = {n for n in ops_of(k.spec)[routine] if not isinstance(plan[n], ir.Goto)}
    done: list[int] = []
    seen: set[int] = set()
    for root in [*(n for n in sorted(own) if isinstance(plan[n], ir.Rest)), made.exit, made.entry]:
        if root not in own or root in seen:
            continue
        todo: list[tuple[int, bool]] = [(root, False)]
        while todo:
            number, left = todo.pop()
            if left:
                done.append(number)
            elif number not in seen:
                seen.add(number)
                todo.append((number, True))
                ways = [way for way, _ in plan[number].leads() if way in own]
                todo += [(way, False) for way in ways if way == plan[number].next]
                todo += [(way, False) for way in ways if way != plan[number].next]
    order = tuple(done[::-1])
    return order, {number: place for place, number in enumerate(order)}


def routine_function(k: Compiler, routine: Routine, branching: bool, write: dict[type[Op], Callable[[Way, Any], str]]) -> str:
    """The function of a routine."""
    order, place = order_of(k, routine.number)
    fn = Function(f"routine_{routine.number}", [("$fp", "i32")], "i32", about=f"{routine.sort} {routine.name}")
    fn.locals += [("$me", "i64"), ("$pc", "i32")]
    context = Context(k, fn, {}, k.layout.slots[routine.number], "(local.get $me)")
    way = Way(context, routine, order, branching, place=place)
    bodies = []
    for number in order:
        op = k.spec.plan[number]
        form = write.get(type(op))
        if form is None:
            raise InternalError(f"{type(op).__name__} is not compiled")
        fn.allocates = fn.unsettles = False
        text = form(evolve(way, at=number), op)
        before = way.free() if fn.allocates else ""
        where = "" if op.span is None else f" ;; {op.span.source.name}:{op.span.line}"
        bodies.append(f";; {number} {type(op).__name__}{where}\n{before}{text}")
    labels = " ".join(f"$op{number}" for number in order)
    text = f"(br_table {labels} $lost (local.get $pc))" if order else ""
    for number, body in zip(order, bodies, strict=True):
        text = f"(block $op{number} {text})\n{body}"
    begin = (f"{put('$me', f'(i64.load32_s offset={ME} (local.get $fp))')}{put('$pc', '(i32.load (local.get $fp))')}"
             f"(global.set $ops (i32.sub (global.get $ops) (i32.const {len(order)})))")
    spent = when("(i32.lt_s (global.get $ops) (i32.const 0))", "unreachable")
    return fn.text(f"{begin}\n(block $lost (loop $go {spent}\n{text}\n))\n(unreachable)")


def branching_routines(k: Compiler) -> set[int]:
    """The routines that may be carried out in a branch of a simultaneous step."""
    from interpreter.engine.compiled.memory_layout import enters
    spec = k.spec
    found: set[int] = set()
    todo = [op.routine for op in spec.plan if isinstance(op, ir.Together)]
    while todo:
        routine = todo.pop()
        if routine not in found:
            found.add(routine)
            todo += [n for number in ops_of(spec)[routine] for n in enters(spec, spec.plan[number])]
    return found


__all__ = ["HEAD", "Way", "branching_routines", "head", "order_of", "routine_function"]
