"""Positions that fit what a seat knows, as a module holds them.

In:  an Instance, the Deals of a position.
Out: the position, and the plan by which the module deals hidden things anew itself (engine/compiled/runtime/thinking.py). Where
     counters or waiting rules name hidden things, or counters are hidden, there is no plan: then each deal is put into the
     module and read.
"""

import struct
from collections.abc import Sequence

from attrs import define, field

from interpreter.engine.compiled.instance import Instance
from interpreter.engine.compiled.state_transfer import bring
from interpreter.observation.deals import Below, Deals


@define(eq=False)
class Positions:
    """The positions of one decision."""

    instance: Instance
    deals: Deals
    base: bytes = field(init=False)
    plan: bytes = field(init=False, default=b"")

    def __attrs_post_init__(self) -> None:
        bring(self.instance, self.deals.base)
        self.base = self.instance.position()
        if self.by_plan and not self.deals.certain:
            self.plan = planned(self.deals)

    @property
    def by_plan(self) -> bool:
        """Does the module deal itself?"""
        return not self.deals.hidden and not self.deals.named

    def dealt(self, below: Below) -> bytes:
        """One position that does not come by the plan."""
        bring(self.instance, self.deals.state(below))
        return self.instance.position()


def planned(deals: Deals) -> bytes:
    """The plan of the deals: numbers of 32 bits."""
    settled = [number for kind in deals.kinds for pair in kind.settled.items() for number in pair]
    numbers = [len(settled) // 2, *settled, len(deals.kinds)]
    for kind in deals.kinds:
        numbers.append(len(kind.pools))
        for pool in kind.pools:
            numbers += [len(pool), *pool]
        numbers.append(len(kind.places))
        for place in kind.places:
            numbers += [len(place.sorts), *place.sorts, len(place.things), *place.things]
    hidden = {thing for kind in deals.kinds for place in kind.places for thing in place.things}
    hidden |= {thing for kind in deals.kinds for thing in kind.settled}
    state = deals.base
    for zones in (state.zones, state.before[1] if state.before is not None else ()):
        numbers += _touched(zones, hidden)
    return struct.pack(f"<{len(numbers)}i", *numbers)


def _touched(zones: Sequence[Sequence[int]], hidden: set[int]) -> list[int]:
    """How many zones hold hidden things, and which."""
    found = [z for z, things in enumerate(zones) if not hidden.isdisjoint(things)]
    return [len(found), *found]
