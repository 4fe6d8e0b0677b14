"""A Spec as the text of a WebAssembly module.

In:  a Spec.
Out: Module: its text, and what a host has to know of it (the layout, the ops that ask, the streams).

The parts are written in this order: what never changes of zones and routines; the routines and what they need; the functions of
the runtime, which are the same for all games but for the numbers in them.
"""

import ast
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from attrs import define, field

from interpreter import ir
from interpreter.core.builtins import MOST_ARRANGED
from interpreter.core.frame import LOCALS
from interpreter.engine.chance import MOST_OPTIONS
from interpreter.engine.compiled import (
    changes,
    digests,
    expression_functions,
    journey_functions,
    memory_layout as lay,
    question_functions,
    routine_functions,
    searching,
    sight,
    strategy_functions,
    translate,
    trigger_functions,
)
from interpreter.engine.compiled.data import Data
from interpreter.engine.compiled.memory_layout import HANDLE, laid_out, Layout, NIL
from interpreter.engine.compiled.writer import Compiler, const, depth, Function, get, put, when
from interpreter.engine.machine import Machine, start
from interpreter.ir.form import Op
from interpreter.ir.liveness import dead_slots
from interpreter.ir.model import Criterion, Score, Spec
from interpreter.ir.policy import Player
from interpreter.ir.sources import piles, seat_source
from interpreter.limits import limits

OPS = changes.OPS | question_functions.OPS | trigger_functions.OPS | journey_functions.OPS
HERE = Path(__file__).parent / "runtime"
RUNTIME = ("lists", "zones", "seeded", "choices", "eyes", "apart", "choosers", "turns", "reactions", "boards", "journeys",
           "repeated", "thinking")
WRITTEN = ("four_keys", "route_holds", "route_lasting", "dispatch", "complete", "trigger_holds", "trigger_members",
           "store_result", "policy", "takes", "broken")   # in the runtime only to be named
GLOBALS = {
    "arena": "i32", "scratch": "i32", "room": "i32", "unsettled": "i32", "work": "i32", "ops": "i32", "branch": "i32",
    "top": "i32",
    "floor": "i32", "limit": "i32", "lists_full": "i32", "lenient": "i32", "permitted": "i32", "supposing": "i32",
    "bots": "i32",
    "exact": "i32", "forced": "i32", "decisions": "i32", "answer": "i64", "prefix": "i32", "moved": "i32", "staging": "i32",
    "filling": "i32", "played": "i32", "stamp": "i32", "route": "i32", "who": "i64", "up_to": "i32", "found": "i32",
    "eyes": "i32", "apart": "i32", "sighted": "i32", "mild": "i32", "shy": "i32", "offer": "i64", "watching": "i32",
    "states": "i32", "watched": "i64",
    "eager": "i32", "looked": "i32", "scored": "i32", "through": "i64", "kept": "i32", "lasted": "i32",
    "forest": "i32", "full": "i32", "ground": "i32", "grown": "i32", "root": "i32", "thinker": "i32", "margins": "i32",
    "fresh": "i32", "steps": "i32", "chance": "i64", "memo": "i32", "noting": "i32",
}
STATUSES = ("RETURNED", "ANEW", "ASKED", "UNSETTLED", "WAITS", "TOGETHER", "RESTS", "NATURE", "SERVED", "PAUSED", "OVER",
            "HALTED")
MOST_PAGES = 16 << 4                      # of 64 KB: 16 MB
ROUTINE_ROW = 32


@define(eq=False)
class Module:
    """What was written for a Spec. `asks` are the ops that ask, in the order of their numbers in the module."""

    spec: Spec
    layout: Layout
    text: str
    numbers: dict[str, int]
    sources: dict[str, int]
    asks: list[int]
    orders: list[tuple[int, ...]] = field(factory=list)
    players: tuple[Player, ...] = ()

    def facts(self) -> dict[str, Any]:
        """What a host has to know of it, ready for JSON; not its text."""
        return {"numbers": self.numbers, "sources": self.sources, "asks": self.asks, "orders": self.orders}

    @classmethod
    def known(cls, spec: Spec, facts: dict[str, Any], players: tuple[Player, ...] = ()) -> "Module":
        """The inverse of `facts`; it has no text."""
        layout = laid_out(spec, strategy_functions.supposes(players))
        return cls(spec, layout, "", facts["numbers"], facts["sources"], facts["asks"],
                   [tuple(one) for one in facts["orders"]], players)


def write(spec: Spec, players: tuple[Player, ...] = ()) -> Module:
    """Writes the module of a Spec, with the strategies that may sit at the table."""
    layout = laid_out(spec, strategy_functions.supposes(players))
    data = Data(-(-layout.end // 16) * 16)
    k = Compiler(spec, layout, data, Machine(spec, start(spec)), players, expression_functions.VALUE,
                 expression_functions.TRUTH)
    for seat in range(len(spec.seats)):
        k.source(seat_source(seat))
    k.numbers = dict(layout.numbers)
    _fixed(k)
    _routines(k)
    trigger_functions.trigger_functions(k)
    trigger_functions.offer_functions(k)
    journey_functions.route_functions(k)
    question_functions.done_functions(k)
    _scores(k)
    strategy_functions.policy_functions(k)
    _dispatch(k)
    _areas(k)
    return Module(spec, layout, _text(k), k.numbers, k.sources, list(k.notes.get("asks", {})),
                  [routine_functions.order_of(k, routine.number)[0] for routine in spec.routines], players)


def _fixed(k: Compiler) -> None:
    """What never changes: rows of zones, the neighbours of spaces."""
    spec, layout, most = k.spec, k.layout, limits()
    names = piles(spec)
    rows = b""
    for n, zone in enumerate(spec.zones):
        place = layout.zones[n]
        loose = layout.cell(zone.loose) if zone.loose >= 0 else 0
        holds = -1 if zone.most is None else zone.most
        source = k.source(names[zone.label]) if zone.loose >= 0 else -1
        for number in (place.address, place.low, place.size, place.words, spec.zone_shape[n], loose, zone.owner,
                       int(spec.zone_shared[n]), holds, zone.refill):
            rows += number.to_bytes(4, "little", signed=True)
        rows += ((zone.sees & spec.everyone) & ((1 << 64) - 1)).to_bytes(8, "little") + source.to_bytes(8, "little",
                                                signed=True)
    k.numbers["ROWS"] = k.data.raw(rows)
    spaces = [board for board in spec.boards.values()]
    first = min((board.first for board in spaces), default=0)
    last = max((board.last for board in spaces), default=-1)
    links: list[tuple[int, ...]] = [()] * (last - first + 1)
    firsts, lasts = [-1] * (last - first + 1), [-1] * (last - first + 1)
    for board in spaces:
        for n in range(board.first, board.last + 1):
            links[n - first] = board.links[n - board.first]
            firsts[n - first], lasts[n - first] = board.first, board.last
    handles = b"".join(k.data.plain(one).to_bytes(8, "little") for one in links)
    columns = b"".join(next((board.columns for board in spaces if board.first <= n <= board.last), 0).to_bytes(4, "little")
                       for n in range(first, last + 1))
    boards = b"".join(a.to_bytes(4, "little", signed=True) + b.to_bytes(4, "little", signed=True) for a,
                      b in zip(firsts, lasts, strict=True))
    k.numbers |= {"LINKS": k.data.raw(handles), "FIRST_SPACE": first, "SPACES": len(links), "BOARDS": k.data.raw(boards),
                  "COLUMNS": k.data.raw(columns)}
    k.numbers |= {"MOST_VALUES": most.values, "MOST_OPS": most.ops, "MOST_WORK": most.work, "MOST_PAGES": MOST_PAGES,
                  "MOST_OPTIONS": MOST_OPTIONS, "MOST_ARRANGED": MOST_ARRANGED}
    k.numbers |= {name: number for number, name in enumerate(STATUSES)}


def _routines(k: Compiler) -> None:
    branching = routine_functions.branching_routines(k)
    for routine in k.spec.routines:
        branches = routine.number in branching
        k.functions[f"routine_{routine.number}"] = routine_functions.routine_function(k, routine, branches, OPS)


def _scores(k: Compiler) -> None:
    """A function for each score and criterion; and how a play has ended, written where the host reads it."""
    spec, layout = k.spec, k.layout
    people = len(spec.seats)
    names = []
    ranked: list[tuple[str, Sequence[Score | Criterion]]] = [
        ("score", spec.scores), ("criterion", [one for one in spec.winner if one.value is not None]),
    ]
    for what, lines in ranked:
        for n, one in enumerate(lines):
            fn = Function(f"{what}_{n}", [("$me", "i64")])
            value = one.value
            assert value is not None
            k.functions[fn.name] = fn.text(k.context(fn, 0, LOCALS, "(local.get $me)").value(value))
            names.append(fn.name)
    kept = k.memo(8 * people * len(spec.scores))
    for n in range(len(spec.scores)):
        k.functions[f"points_{n}"] = _points(n, people, kept)
    fn = Function("store_result", [("$to", "i32")], "")
    text, at = "(global.set $lenient (i32.const 1))(i32.store (local.get $to) (global.get $decisions))", 24
    for offset, address in ((4, lay.ENDED), (8, lay.LIMIT), (12, lay.WON)):
        text += f"(i32.store offset={offset} (local.get $to) (i32.load (i32.const {address})))"
    won = 4 * people
    text += f"(memory.copy (i32.add (local.get $to) (i32.const {at})) (i32.const {lay.WINNERS}) (i32.const {won}))"
    at = -(-(at + won) // 8) * 8
    k.numbers["RESULT_SCORES"] = at
    for name in names:
        for seat in range(people):
            text += (f"(global.set $arena (global.get $scratch))(i64.store offset={at} (local.get $to) (call ${name} "
                     f"(i64.const {seat})))")
            at += 8
        if name.startswith("score_"):
            row = at - 8 * people
            text += (f"(memory.copy (i32.add (i32.const {kept}) (i32.const {row - k.numbers['RESULT_SCORES']})) "
                     f"(i32.add (local.get $to) (i32.const {row})) (i32.const {8 * people}))"
                     "(global.set $scored (i32.add (global.get $scored) (i32.const 1)))")
    k.numbers |= {"RESULT_LYING": at, "LYING": len(shared_zones(spec))}
    for z in shared_zones(spec):
        text += f"(i32.store offset={at} (local.get $to) (call $size (i32.const {z})))"
        at += 4
    k.numbers["RESULT_SIZE"] = -(-at // 8) * 8
    k.functions["store_result"] = fn.text("(global.set $scored (i32.const 0))" + text
                                          + "(global.set $lenient (i32.const 0))(global.set $scored (i32.const 0))")
    for n, line in enumerate(spec.always):
        always = Function(f"always_{n}", [], "i32", about=line.about)
        k.functions[always.name] = always.text(k.context(always, 0, LOCALS, "(i64.const -1)").truth(line.test))
    tests = "".join(f"(if (i32.eqz (call $always_{n})) (then (return (i32.const {n}))))" for n in range(len(spec.always)))
    k.functions["broken"] = Function("broken", [], "i32", about="the first `always` line that does not hold, or -1").text(
        f"(global.set $lenient (i32.const 1)){tests}(i32.const -1)")
    assert layout is k.layout


def _points(number: int, people: int, kept: str) -> str:
    """A score of a seat: while the end of a play is told, each is worked out once."""
    fn = Function(f"points_{number}", [("$me", "i64")])
    known = (f"(i32.and (i32.gt_s (global.get $scored) (i32.const {number})) (i64.lt_u (local.get $me) (i64.const {people})))")
    at = f"(i32.add (i32.const {kept}) (i32.shl (i32.wrap_i64 (local.get $me)) (i32.const 3)))"
    return fn.text(f"(if (result i64) {known} (then (i64.load offset={8 * people * number} {at}))\n"
                   f"(else (call $score_{number} (local.get $me))))")


def shared_zones(spec: Spec) -> list[int]:
    """The zones that belong to nobody and are declared by the game, spaces and stores left out."""
    return [k for k, z in enumerate(spec.zones) if z.owner < 0 and z.kind and z.name not in spec.boards]


def _dispatch(k: Compiler) -> None:
    """Routines, answers by number."""
    names = [f"routine_{routine.number}" for routine in k.spec.routines]
    fn = Function("dispatch", [("$frame", "i32"), ("$routine", "i32")], "i32")
    k.functions["dispatch"] = fn.text("(call_indirect (type $carries_on) (local.get $frame) (local.get $routine))")
    k.notes["elements"] = names
    asks = k.notes.get("asks", {})
    text = ""
    labels = " ".join(f"$ask{n}" for n in range(len(asks)))
    if asks:
        text = f"(br_table {labels} $none (local.get $op))"
        for n in range(len(asks)):
            text = f"(block $ask{n} {text})\n(call $done_{n} (local.get $frame) (local.get $value))(return)"
    done = Function("complete", [("$op", "i32"), ("$frame", "i32"), ("$value", "i64")], "")
    k.functions["complete"] = done.text(f"(block $none {text})(unreachable)")


def _areas(k: Compiler) -> None:
    """The tables of the runtime, and what lies behind them: streams, room for lists."""
    spec, layout, data = k.spec, k.layout, k.data
    rows = b""
    for routine in spec.routines:
        order, place = routine_functions.order_of(k, routine.number)
        slots = layout.slots[routine.number]
        dead = dead_slots(spec, routine.number)
        kept = [tuple(slots[slot] for slot in dead.get(number, ()) if slot in slots) for number in order]
        table = data.raw(b"".join(data.plain(one).to_bytes(8, "little") for one in kept))
        at_exit = spec.plan[routine.exit] if routine.exit >= 0 else None
        after = place.get(at_exit.next, -1) if isinstance(at_exit, ir.Call) else -1
        lists = tuple(offset | _depth_of(k, routine.number, slot) << 16 for slot, offset in slots.items()
                      if _depth_of(k, routine.number, slot))
        handle = data.raw(data.plain(lists).to_bytes(8, "little"))
        for number in (layout.sizes[routine.number], table, place.get(routine.entry, 0), int(routine.counted),
                       place.get(routine.exit, 0), after, len(routine.params), handle):
            rows += number.to_bytes(4, "little", signed=True)
    k.numbers["ROUTINES"] = data.raw(rows)
    triggers, routines = b"", b""
    for one in spec.triggers:
        armed = layout.cell(one.armed) if one.armed >= 0 else 0
        place_ = spec.places[one.number] if one.number < len(spec.places) else 0
        for number in (armed, int(one.each is not None), one.low, place_):
            triggers += number.to_bytes(4, "little", signed=True)
        routines += one.routine.to_bytes(4, "little")
    k.numbers |= {"TRIGGERS": data.raw(triggers), "TRIGGER_ROUTINES": data.raw(routines)}
    apart = tuple(one.number for one in spec.triggers if one.apart)
    k.numbers["APART"] = data.raw(data.plain(apart).to_bytes(8, "little"))
    offers = b""
    for offer in spec.offers:
        window = 2 if offer.window == "instead" else 1 if offer.window in trigger_functions.EVENT_WINDOWS else 0
        for number in (offer.routine, int(offer.each is not None), window, 0):
            offers += number.to_bytes(4, "little", signed=True)
    k.numbers["OFFERS"] = data.raw(offers)
    held = tuple(layout.cell(n) | depth(cell.type) << 32 for n, cell in enumerate(spec.cells) if depth(cell.type))
    k.numbers["LIST_CELLS"] = data.raw(data.plain(held).to_bytes(8, "little"))
    depths = [question_functions.option_depth(spec.plan[number]) for number in k.notes.get("asks", {})]
    k.numbers["DEPTHS"] = data.raw(b"".join(one.to_bytes(4, "little") for one in depths))
    names = [name.encode() for name in k.sources]
    texts = [(data.raw(name), len(name)) for name in names]
    k.numbers["SOURCES"] = data.raw(b"".join(at.to_bytes(4, "little") + n.to_bytes(4, "little") for at, n in texts))
    k.numbers["STREAM_COUNT"] = len(names)
    k.numbers["STREAMS"] = data.raw(bytes(16 * len(names)))
    k.numbers["MESSAGE"] = data.raw(b"rulewright/1/".ljust(256 + 2 * max(map(len, names)), b"\0"))
    k.numbers["DIGEST"] = data.raw(bytes(32))
    k.numbers["WORDS"] = data.raw(bytes(256))
    k.numbers["FIRST_DIGEST"] = data.raw(b"".join(n.to_bytes(4, "little") for n in _roots(2, 8)))
    k.numbers["ROUNDS"] = data.raw(b"".join(n.to_bytes(4, "little") for n in _roots(3, 64)))
    k.numbers["FOURS"] = data.raw(bytes(4 * digests.FOUR))
    k.numbers["FOUR_WORDS"] = data.raw(bytes(64 * 16))
    k.functions["four_keys"] = digests.four_keys(k.numbers)
    k.numbers["FIRST_BLOCK"] = data.raw(first_block(k))
    searching.areas(k)
    _eyes(k)
    journey_functions.areas(k)
    k.numbers["DISTANCES"] = k.numbers["MEMORY_END"]
    k.numbers["MEMOS"] = k.numbers["DISTANCES"] + -(-2 * k.numbers["SPACES"] ** 2 // 16) * 16
    k.numbers["OUTSIDE"] = -(-(k.numbers["MEMOS"] + k.notes.get("memos", 0)) // 16) * 16      # answers and results of the host
    k.numbers |= {"SCRATCH": k.numbers["OUTSIDE"], "ARENA": k.numbers["OUTSIDE"] + 65536}


def _depth_of(k: Compiler, routine: int, slot: int) -> int:
    slots = k.spec.routines[routine].slots
    at = slot - LOCALS
    return depth(slots[at]) if at < len(slots) else 0


def _eyes(k: Compiler) -> None:
    """Who sits where, and what is needed to look through a seat's eyes (runtime/eyes.py)."""
    spec, layout, data, certain = k.spec, k.layout, k.data, sight.sight(k)
    people = len(spec.seats)

    def masks(found: list[int]) -> int:
        return data.raw(b"".join((mask & (1 << 64) - 1).to_bytes(8, "little") for mask in found))

    def lists(found: list[tuple[int, ...]]) -> int:
        return data.raw(b"".join(data.plain(one).to_bytes(8, "little") for one in found))

    named = [tuple(layout.cell(n) for n, cell in enumerate(spec.cells) if cell.name and cell.owner == seat)
             for seat in range(people)]
    zones = [tuple(n for n, zone in enumerate(spec.zones) if zone.owner == seat) for seat in range(people)]
    k.numbers |= {
        "SITTING": data.raw(bytes(4 * people)), "TAKES": data.raw(bytes(4 * people)), "STRATEGIES": len(k.players),
        "MOST_TAKEN": strategy_functions.MOST_TAKEN, "TAG": sight.TAG,
        "CELL_SEES": masks(certain.cells), "COUNTED": masks(certain.counted),
        "OWN_CELLS": lists(named), "OWN_ZONES": lists(zones), "SIGHTS": data.raw(bytes(len(spec.zones))),
        "FACES": data.raw(bytes(len(spec.components))), "MARKS": data.raw(bytes(len(spec.components) + 8)),
        "SIDE": data.raw(bytes(layout.before - layout.cells)) if k.players else 0,
        "BRANCHES": int(any(isinstance(op, ir.Together) for op in spec.plan)),
    }


def _roots(power: int, count: int) -> list[int]:
    """The first 32 bits behind the point of the roots of the first primes: the constants of SHA-256."""
    found: list[int] = []
    number = 2
    while len(found) < count:
        if all(number % other for other in range(2, int(number ** 0.5) + 1)):
            low, high = 0, number << 32
            while low + 1 < high:
                middle = (low + high) // 2
                low, high = (middle, high) if middle ** power <= number << 32 * power else (low, middle)
            found.append(low & 0xFFFFFFFF)
        number += 1
    return found


def first_block(k: Compiler) -> bytes:
    """The part of a position before set-up that is not empty."""
    spec, layout = k.spec, k.layout
    block = bytearray(layout.before - lay.BLOCK)

    def put_(address: int, number: int, width: int) -> None:
        block[address - lay.BLOCK:address - lay.BLOCK + width] = number.to_bytes(width, "little", signed=number < 0)

    put_(lay.RESOLVING, -1, 4)
    put_(lay.SERVING, -1, 4)
    put_(lay.LISTS_TOP, layout.lists, 4)
    for n, cell in enumerate(spec.cells):
        put_(layout.cell(n), k.data.plain(cell.first), layout.cell_width)
    for thing, z in enumerate(spec.stores):
        place = layout.zones[z]
        put_(layout.places + 2 * thing, z, 2)
        if spec.faceless[thing]:
            put_(layout.known + layout.known_width * thing, spec.everyone, layout.known_width)
        if place.words:
            at = place.address + (thing - place.low) // 64 * 8 - lay.BLOCK
            bits = int.from_bytes(block[at:at + 8], "little") | 1 << (thing - place.low) % 64
            block[at:at + 8] = bits.to_bytes(8, "little")
        else:
            count = int.from_bytes(block[place.address - lay.BLOCK:place.address - lay.BLOCK + 2], "little")
            put_(place.address + 2 + 2 * count, thing, 2)
            put_(place.address, count + 1, 2)
    return bytes(block)


# ------------------------------------------------------------------ the text


@cache
def _runtime() -> tuple[dict[str, translate.Signature], list[ast.Module]]:
    """The modules of the runtime, read once."""
    trees = [ast.parse((HERE / f"{name}.py").read_text(encoding="utf-8")) for name in RUNTIME]
    found: dict[str, translate.Signature] = {}
    for tree in trees:
        found |= translate.signatures(tree)
    return found, trees


EXPORTS = ("advance", "answer", "take_offer", "new_play", "playout", "playouts", "store_result", "begin_streams", "broken",
           "below", "key", "decided_here", "clear_ground", "thinks")


def _text(k: Compiler) -> str:
    found, trees = _runtime()
    short = {name: node for tree in trees for name, node in translate.short_functions(tree, k.numbers).items()
             if name not in WRITTEN}
    known = translate.Known(found, GLOBALS, k.numbers, short)
    runtime: dict[str, str] = {}
    for tree in trees:
        runtime |= translate.functions(tree, known)
    functions = [text for name, text in runtime.items() if name not in WRITTEN] + list(k.functions.values())
    memory = -(-k.numbers["ARENA"] // 65536) + 4
    k.numbers["PAGES"] = memory
    starts = {"scratch": k.numbers["ARENA"], "arena": k.numbers["ARENA"], "room": memory * 65536,
              "eager": int(_is_eager(k))}
    globals_ = "\n".join(f"(global ${name} (export \"g_{name}\") (mut {type_}) ({type_}.const {starts.get(name, 0)}))"
                         for name, type_ in GLOBALS.items())
    exports = "\n".join(f'(export "{name}" (func ${name}))' for name in EXPORTS)
    names = k.notes["elements"]
    table = f"(table {len(names)} funcref) (elem (i32.const 0) {' '.join('$' + name for name in names)})"
    memos = k.numbers["MEMOS"]
    functions = [re.sub(r"@(\d+)@", lambda found: str(memos + int(found[1])), one) if "@" in one else one for one in functions]
    content = "".join(_shown(byte) for byte in k.data.content)
    return (
        f";; {k.spec.title}, {len(k.spec.seats)} players\n(module\n(type $carries_on (func (param i32) (result i32)))\n"
        f'(memory (export "memory") {memory} {MOST_PAGES + memory})\n{globals_}\n{table}\n{exports}\n'
        + "\n".join(functions) + f'\n(data (i32.const {k.data.start}) "{content}"))\n'
    )


def _is_eager(k: Compiler) -> bool:
    """Can bots answer in branches at once? Not where a branch may end the play."""
    branching = routine_functions.branching_routines(k)
    ends = [op for op in k.spec.plan if isinstance(op, ir.Tick) or isinstance(op, ir.End) and op.what == "game"]
    return not any(k.spec.plan_routine[op.number] in branching for op in ends)


_SHOWN = [chr(n) if 32 <= n < 127 and chr(n) not in '"\\' else f"\\{n:02x}" for n in range(256)]


def _shown(byte: int) -> str:
    return _SHOWN[byte]


__all__ = ["HANDLE", "NIL", "Any", "Module", "Op", "const", "get", "put", "shared_zones", "when", "write"]
