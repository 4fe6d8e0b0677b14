"""What a seat does not know, dealt anew: positions that fit everything it knows.

In:  a Spec, a State at a pause, a seat; for each deal a source of chance: `below(n)` gives one of 0 .. n - 1.
Out: Deals: `into`, which hidden thing takes which one's place, and `state`, such a position. All have the same view
     (observation/view.py) for the seat as the State had.

Nothing in a deal depends on what the seat may not know. Hidden things are gathered by kind, in the order of their numbers, and
dealt to the places where hidden things of that kind lie, in an order that is known to all: so two positions that look alike
to the seat lead to the same deals. Who else knows the face of what lies in a place goes with the place, as does what rules
that wait hold of it. Counters that the seat may not see have any value of their type, and the `always` lines of the game are
kept.

In a simultaneous step the others are put back to its beginning: nobody knows what they have done since, and they do it again,
as hidden moves.

What the set-up says of things is known to all: a card that is put aside before a deck is shuffled cannot lie in that deck.
`Whereabouts` finds out in which zones things can lie that chance has not mixed with others, by trying set-ups and plays.
"""

from collections.abc import Callable, Iterator

from attrs import define, field

from interpreter.core.derived import derived
from interpreter.core.frame import activation, PC, Value
from interpreter.core.question import Over
from interpreter.core.state import IN_TRANSIT, State
from interpreter.engine import scoring
from interpreter.engine.evaluate import HEAP
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Spec
from interpreter.observation.relabelling import all_values, Into, relabelled, things_named
from interpreter.observation.view import Table
from interpreter.text.diagnostic import Fault

Below = Callable[[int], int]
TRIES = 20                                # deals of hidden counters until the `always` lines are kept
FIRST_PLAYS, PLAYS, PAUSES = 3, 8, 400    # set-ups and plays tried to see where things can lie


@define(eq=False)
class Place:
    """Places that are alike: hidden things lie there, and nobody could say which of them lies in which. `sorts` are those of
    its kind's pools of which things can lie there."""

    things: list[int]
    family: str
    sorts: tuple[int, ...] = ()


@define(eq=False)
class Kind:
    """The hidden things of a kind: those of one sort (Whereabouts) in one pool, by number; and the places to which they are
    dealt, those first in which few sorts can lie. `settled` are exchanges that are the same in all deals."""

    pools: list[list[int]]
    places: list[Place]
    settled: Into


@define(eq=False)
class Deals:
    """The deals of one position for one seat.

    base    the position, with the others' part of a simultaneous step undone
    kinds   the hidden things and the places to which they are dealt
    named   hidden things that counters, states or waiting rules name
    hidden  the counters and states that the seat may not see, with what their values can be
    """

    spec: Spec
    seat: int
    base: State
    kinds: list[Kind] = field(factory=list)
    named: list[int] = field(factory=list)
    hidden: list[tuple[int, list[Value]]] = field(factory=list)

    @property
    def certain(self) -> bool:
        """Is there nothing that the seat does not know?"""
        return not self.kinds and not self.hidden

    def into(self, below: Below) -> Into:
        """Which hidden thing takes which one's place."""
        found: Into = {}
        for kind in self.kinds:
            found |= kind.settled
            pools = [pool[:] for pool in kind.pools]
            for place in kind.places:
                for thing in place.things:
                    other = _drawn([pools[k] for k in place.sorts], below) if place.sorts else -1
                    if other < 0:                             # nothing that has ever lain there is left
                        other = _drawn(pools, below)
                    if other != thing:
                        found[thing] = other
        return found

    def state(self, below: Below) -> State:
        """A position that fits what the seat knows."""
        into = self.into(below)
        made = relabelled(self.spec, self.base, into) if into else self.base.copy()
        for _ in range(TRIES if self.hidden else 0):
            _fill(made, {number: values[below(len(values))] for number, values in self.hidden})
            if _holds(self.spec, made):
                break
        return made


def _fill(state: State, values: dict[int, Value]) -> None:
    """Gives counters and states values, also those that they had when a simultaneous step began."""
    for number, value in values.items():
        state.cells[number] = value
    if state.before is not None:
        state.before = (tuple(values.get(k, value) for k, value in enumerate(state.before[0])), *state.before[1:])


def _holds(spec: Spec, state: State) -> bool:
    try:
        return not any(True for _ in scoring.broken(Machine(spec, state)))
    except Fault:
        return False


def deals(spec: Spec, state: State, seat: int) -> Deals:
    """The deals of a position for a seat."""
    base = _others_undone(spec, state, seat)
    found = Deals(spec, seat, base)
    found.hidden = [(number, all_values(spec, info.type)) for number, info in enumerate(spec.cells)
                    if info.name and not info.sees >> seat & 1]
    _fill(base, {number: values[0] for number, values in found.hidden})
    unknown = {c.number for c in spec.components if not base.known[c.number] >> seat & 1}
    found.named = [thing for thing in things_named(spec, base) if thing in unknown]
    rank = {thing: k for k, thing in enumerate(found.named)}
    alike: dict[tuple, list[int]] = {}
    for thing, where in _where(spec, base, unknown):
        key = (spec.components[thing].kind, *where, base.known[thing], rank.get(thing, len(rank)))
        alike.setdefault(key, []).append(thing)
    for kind in sorted({key[0] for key in alike}):
        keys = [key for key in sorted(alike) if key[0] == kind]
        places = [Place(alike[key], spec.zones[key[1]].family if key[1] >= 0 else "") for key in keys]
        made = _sorted_out(spec, places)
        if made.places or made.settled:
            found.kinds.append(made)
    return found


def _drawn(pools: list[list[int]], below: Below) -> int:
    """Takes one thing out of the pools; -1 if there is none."""
    total = sum(map(len, pools))
    if not total:
        return -1
    k = below(total) if total > 1 else 0
    for pool in pools:
        if k < len(pool):
            pool[k], pool[-1] = pool[-1], pool[k]
            return pool.pop()
        k -= len(pool)
    raise AssertionError("the number drawn is below the total")


def _sorted_out(spec: Spec, places: list[Place]) -> Kind:
    """The hidden things of a kind by their sorts. Where as many lie as can lie there at all, it is settled which."""
    known = whereabouts(spec)
    settled: Into = {}
    pools: dict[int, list[int]] = {}
    for thing in sorted(thing for place in places for thing in place.things):
        pools.setdefault(known.sort.get(thing, -1), []).append(thing)
    for place in sorted(places, key=lambda place: known.sorts_in(place.family)):
        fit = [sort for sort in pools if known.can_lie(sort, place.family)]
        if len(place.things) == sum(len(pools[sort]) for sort in fit):
            places = [other for other in places if other is not place]
            settled |= _changes(place.things, [thing for sort in fit for thing in pools.pop(sort)])
    order = list(pools)
    for place in places:
        place.sorts = tuple(k for k, sort in enumerate(order) if known.can_lie(sort, place.family))
    return Kind(list(pools.values()), sorted(places, key=lambda place: len(place.sorts)), settled)


def _changes(things: list[int], others: list[int]) -> Into:
    return {thing: other for thing, other in zip(things, others, strict=True) if thing != other}


def _where(spec: Spec, base: State, unknown: set[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Each hidden thing with its zone and its place in it, -1 where it has none."""
    for z, things in enumerate(base.zones):
        loose = len(things) if spec.zone_shape[z] == HEAP else base.cells[spec.zone_loose[z]] if spec.zone_loose[z] >= 0 else 0
        for k, thing in enumerate(things):
            if thing in unknown:
                yield thing, (z, -1 if k < loose else k)
    for k, (_, thing, *_) in enumerate(base.pending):
        if thing in unknown:
            yield thing, (-1, k)


# ------------------------------------------------------------------ the others in a simultaneous step


def _others_undone(spec: Spec, state: State, seat: int) -> State:
    """The position with what the other branches of a simultaneous step have done since it began undone."""
    if not state.strands or state.before is None:
        return state.copy()
    table = Table(spec, state, seat)
    made = state.copy()
    cells, zones, then_known = state.before
    made.cells = [state.cells[k] if info.owner == seat else cells[k] for k, info in enumerate(spec.cells)]
    mine = table.its_doing
    made.zones = [_inside(spec, table, z, mine) for z in range(len(spec.zones))]
    made.known = [(state.known if c.number in mine else then_known)[c.number] for c in spec.components]
    made.pending = [sent for sent in state.pending if sent[0] == seat]
    _put_back(made, zones)
    for z, loose in enumerate(spec.zone_loose):
        if loose >= 0:
            made.cells[loose] = min(table.unordered(z), len(made.zones[z]))
    routine = spec.routines[getattr(spec.plan[state.frames[-1][PC]], "routine")]  # noqa: B009 - the op is a Together
    made.strands = [state.strands[s] if s == seat else [activation(routine, s)] for s in range(len(state.strands))]
    made.strands = [[frame[:] for frame in frames] for frames in made.strands]
    made.holding = [held for held in state.holding if held[1] in (-1, seat)]
    made.serving = -1
    return made


def _inside(spec: Spec, table: Table, z: int, mine: frozenset) -> list[int]:
    if spec.zone_owner[z] in (-1, table.seat):
        return list(table.inside(z))
    return [thing for thing in table.inside(z) if thing not in mine]


def _put_back(made: State, then: tuple[tuple[int, ...], ...]) -> None:
    """Where things lie; what lies nowhere and is not on its way lies where it lay when the step began."""
    on_its_way = {thing for _, thing, *_ in made.pending}
    made.places = [IN_TRANSIT] * len(made.places)
    for z, things in enumerate(made.zones):
        for thing in things:
            made.places[thing] = z
    for z, lay in enumerate(then):
        for thing in lay:
            if made.places[thing] == IN_TRANSIT and thing not in on_its_way:
                made.zones[z] = sorted([*made.zones[z], thing])
                made.places[thing] = z


# ------------------------------------------------------------------ where things can lie


@define(eq=False)
class Whereabouts:
    """Where things can lie. `sort` says to which sort a thing belongs: those of one sort have been mixed by chance, or have
    lain in one zone since set-up without being mixed. `zones` are the families of zones where a sort can lie; a thing of no
    sort can lie anywhere."""

    sort: dict[int, int] = field(factory=dict)
    zones: dict[int, set[str]] = field(factory=dict)

    def can_lie(self, sort: int, family: str) -> bool:
        """Can a thing of this sort (-1: of none) lie in a zone of this family?"""
        return sort not in self.zones or not family or family in self.zones[sort]

    def sorts_in(self, family: str) -> int:
        """How many sorts can lie there."""
        return sum(1 for zones in self.zones.values() if family in zones) if family else len(self.zones)


@derived
def whereabouts(spec: Spec) -> Whereabouts:
    """What set-up says about where things can lie."""
    mixed: dict[int, int] = {c.number: c.number for c in spec.components}
    lying: dict[tuple[str, str], int] = {}
    open_to_all: set[int] = set()
    for seed in range(FIRST_PLAYS):
        for state in _positions(spec, seed, mixed, 1):
            open_to_all |= {c.number for c in spec.components if state.known[c.number] & spec.everyone == spec.everyone}
    found = Whereabouts()
    for state in _positions(spec, 0, {}, 1):
        sizes = _sizes(mixed)
        for c in spec.components:
            if sizes[_root(mixed, c.number)] > 1:
                found.sort[c.number] = _root(mixed, c.number)
            elif c.number not in open_to_all and state.places[c.number] >= 0:
                key = c.kind, spec.zones[state.places[c.number]].label
                found.sort[c.number] = lying.setdefault(key, c.number)
    if _is_plain(spec, found):
        return Whereabouts()
    for seed in range(PLAYS):
        for state in _positions(spec, seed, mixed, PAUSES):
            for thing, sort in found.sort.items():
                if state.places[thing] >= 0:
                    found.zones.setdefault(sort, set()).add(spec.zones[state.places[thing]].family)
    return found


def _is_plain(spec: Spec, found: Whereabouts) -> bool:
    """Is there one sort at most of each kind?"""
    return all(len({found.sort[c.number] for c in spec.components if c.kind == kind and c.number in found.sort}) < 2
               for kind in {c.kind for c in spec.components})


def _positions(spec: Spec, seed: int, mixed: dict[int, int], most: int) -> Iterator[State]:
    """The positions of a play in which everybody takes any option, up to so many; what chance mixes is joined in `mixed`."""
    machine = Machine(spec, start(spec))
    x = seed * 0x9E3779B9 + 1
    try:
        for _ in range(most * 50):
            stop = machine.advance()
            if isinstance(stop, Over):
                yield machine.state
                return
            for question in stop.questions:
                if question.of_nature:
                    _mix(spec, mixed, question.options if question.name != "roll" else ())
            if not stop.questions[0].of_nature:
                yield machine.state
                most -= 1
                if not most:
                    return
            for question in stop.questions:
                x = (x * 6364136223846793005 + 1442695040888963407) & ((1 << 64) - 1)
                machine.answer(question, _any(question, x >> 33))
    except Fault:
        return


def _any(question, number: int) -> Value:
    options = question.options
    if question.name == "shuffle" and question.of_nature:
        k = number % len(options)
        return tuple(options[k:] + options[:k])
    if question.name == "roll" and question.of_nature:
        return tuple(options[(number >> 3 * k) % len(options)] for k in range(question.count))
    return options[number % len(options)]


def _mix(spec: Spec, mixed: dict[int, int], options: tuple[Value, ...]) -> None:
    things = [one for one in options if isinstance(one, int) and 0 <= one < len(spec.components)] if mixed else []
    for thing in things[1:]:
        mixed[_root(mixed, thing)] = _root(mixed, things[0])


def _root(mixed: dict[int, int], thing: int) -> int:
    while mixed[thing] != thing:
        thing = mixed[thing]
    return thing


def _sizes(mixed: dict[int, int]) -> dict[int, int]:
    sizes: dict[int, int] = {}
    for thing in mixed:
        sizes[_root(mixed, thing)] = sizes.get(_root(mixed, thing), 0) + 1
    return sizes
