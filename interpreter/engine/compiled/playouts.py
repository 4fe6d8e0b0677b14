"""Playouts of a player that thinks, many in one call into a module.

In:  an Instance, the seat that thinks, positions as bytes (`Instance.position`), seeds.
Out: how many playouts came to their end; what they say of each answer to the question that is thought about.
"""

from attrs import frozen

from interpreter.engine.compiled.instance import Instance, Stopped
from interpreter.engine.compiled.results import RANDOM
from interpreter.engine.compiled.searching import NODE_HEAD, NODE_ROW

TREE, POSITIONS = 6 << 20, 1 << 20        # bytes for the tree, and for the positions of one call
MOST_AT_ONCE = 256                        # playouts of one call


@frozen
class Tried:
    """What playouts say of an answer: how many there were, wins in 65536ths, and the sum of the margins."""

    visits: int
    wins: int
    margins: int


def begin(instance: Instance, seat: int, sits: int = RANDOM) -> None:
    """Nothing has been thought yet. `sits` says who answers in every seat behind the trees, as a module numbers them."""
    numbers = instance.module.numbers
    for k in range(numbers["SEATS"]):
        instance.put(numbers["SITTING"] + 4 * k, sits)
    if instance.resident is not None:
        instance.resident.saved = instance.position()
        instance.resident = None
    instance.set("forced", 0)
    instance.call("clear_ground", TREE, POSITIONS, seat)


def room_for(size: int) -> int:
    """How many positions of so many bytes go into one call."""
    return max(1, min(MOST_AT_ONCE, POSITIONS // _stride(size)))


def _stride(size: int) -> int:
    return -(-(size + 8) // 8) * 8


def think(instance: Instance, seed: int, positions: list[bytes], count: int, plan: bytes = b"") -> int:
    """So many playouts with the seeds SEED, SEED + 1 ..., one from each position, or all from a single one, in which hidden
    things are dealt anew by a plan (runtime/thinking.py); how many came to their end. One that stops, because of a fault or a
    limit, teaches nothing."""
    stride = _stride(max(map(len, positions)))
    start, behind = instance.get("full"), stride if plan else 0
    heads = [len(one).to_bytes(4, "little") + behind.to_bytes(4, "little") for one in positions]
    blocks = [(head + one).ljust(stride, b"\0") for head, one in zip(heads, positions, strict=True)]
    instance.write(start, b"".join(blocks) + plan)
    step, done, ended = (0 if len(positions) == 1 else stride), 0, 0
    while done < count:
        instance.set("played", 0)
        try:
            instance.call("thinks", seed + done, count - done, start + step * done, step)
        except Stopped:
            pass
        played = instance.get("played")
        ended += played
        done += played + (played < count - done)
    return ended


def answers_at_root(instance: Instance) -> list[Tried]:
    """What the playouts say of each answer to the question that is thought about, options before free actions."""
    root = instance.get("root")
    if not root:
        return []
    count = instance.number(root + 12)
    rows = [root + NODE_HEAD + k * NODE_ROW for k in range(count)]
    return [Tried(instance.number(row), instance.long(row + 8), instance.long(row + 16)) for row in rows]


def bounds(instance: Instance, seat: int) -> tuple[int, int]:
    """The lowest and the highest margin of a seat that a playout came to."""
    at = instance.module.numbers["MARGINS"] + 16 * seat
    return instance.long(at), instance.long(at + 8)
