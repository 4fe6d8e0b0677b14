"""What one seat may know of a position (language.md 2.14).

In:  a Spec (or a Machine), a State at a pause, and a seat.
Out: a View: comparable, hashable, printable. Two positions with the same view are the same to this seat.

A view holds, zone by zone, the things whose faces the seat knows and HIDDEN for the others: by place where the zone has an
order, as known ones and a number where it has none. While a simultaneous step is on, the seat sees its own things as they
are and everything else as it was when the step began, with what it did itself. An order that nature has not given yet is
not in it. `View.state()` gives the same as a State, on which expressions can be worked out.

"""

from collections.abc import Sequence

from attrs import field, frozen

from interpreter.core.state import IN_TRANSIT, State
from interpreter.core.types import element, Kind, List, member_type, OrNone, Place, Set, Type
from interpreter.engine.evaluate import HEAP, PILE
from interpreter.engine.machine import Machine
from interpreter.ir.model import Spec

HIDDEN = -2                               # a thing whose face is not known; a counter that may not be seen is None


@frozen
class Lying:
    """What a seat knows of one zone.

    things  from the top where the zone has an order, else the known ones by number and then the others; HIDDEN is unknown
    loose   known to lie there, but no order has been given to them yet: in `things` they are HIDDEN
    count   how many lie there, or None if the seat may not count them; then `things` are the known ones
    """

    things: tuple[int, ...]
    loose: tuple[int, ...]
    count: int | None


NOTHING = Lying((), (), 0)


@frozen
class Unseen:
    """An option that is a thing the seat does not know: it is told by the place where it lies, if that has an order."""

    zone: int
    place: int | None


@frozen
class Asked:
    """The seat's own open question; what it cannot know among the options is Unseen, in their order."""

    name: str
    prompt: str
    options: tuple
    offers: tuple
    type: Type = field(eq=False, repr=False)


@frozen
class View:
    """What a seat may know.

    cells  counters and states by number; None where it may not be seen
    zones  a Lying for each zone, spaces included: so this is also where pieces stand
    sent   what the seat has sent to others in this simultaneous step, and where it will arrive
    asked  the question that the seat has to answer, or None
    ended  how the play ended, or None
    """

    seat: int
    cells: tuple
    zones: tuple[Lying, ...]
    sent: tuple[tuple[int, int], ...]
    asked: Asked | None
    ended: tuple | None
    spec: Spec = field(eq=False, repr=False)

    def state(self) -> State:
        """The view as a position without frames: unknown things are HIDDEN, counters that may not be seen None."""
        spec = self.spec
        cells = [0 if not spec.cells[k].name else value for k, value in enumerate(self.cells)]
        places, zones = [IN_TRANSIT] * len(spec.components), []
        for z, lying in enumerate(self.zones):
            things = _with_loose(lying)
            zones.append(things[::-1] if spec.zone_shape[z] == PILE else things)
            for thing in things:
                if thing >= 0:
                    places[thing] = z
        known = [0 if place == IN_TRANSIT else 1 << self.seat for place in places]
        return State(cells, zones, places, known)

    def __str__(self) -> str:
        return "\n".join(lines(self))


def _with_loose(lying: Lying) -> list[int]:
    """The things, with those that have no order yet in some of the places that are open."""
    left, things = list(lying.loose), []
    for thing in lying.things:
        things.append(left.pop(0) if thing == HIDDEN and left else thing)
    return things + left


# ------------------------------------------------------------------ making one


def view(spec: Spec | Machine, state: State, seat: int, questions=None) -> View:
    """What the seat may know. `questions` are those open now; without them they are found on a copy of the state."""
    spec = spec.spec if isinstance(spec, Machine) else spec
    if questions is None:
        questions = open_questions(spec, state)
    table = Table(spec, state, seat)
    own = next((q for q in questions if q.seat == seat), None)
    return View(
        seat,
        tuple(table.cell(k) for k in range(len(spec.cells))),
        tuple(table.lying(z) for z in range(len(spec.zones))),
        tuple((table.face(thing), z) for branch, thing, z, *_ in state.pending if branch == seat),
        own and Asked(own.name, own.prompt, table.options(own), own.offers, own.type),
        state.ended,
        spec,
    )


def open_questions(spec: Spec, state: State) -> tuple:
    """The questions at which a position waits; none if the play is over."""
    if state.ended is not None:
        return ()
    return getattr(Machine(spec, state.copy()).advance(), "questions", ())


class Table:
    """The table as one seat sees it: live, or in a simultaneous step its own things live and the rest as before."""

    def __init__(self, spec: Spec, state: State, seat: int):
        self.spec, self.state, self.seat, self.bit = spec, state, seat, 1 << seat
        before = state.before if state.strands else None
        self.apart = before is not None
        self.cells_then: Sequence[int] = state.cells if before is None else before[0]
        self.zones_then: Sequence[Sequence[int]] = state.zones if before is None else before[1]
        self.known_then: Sequence[int] = state.known if before is None else before[2]
        self.own_then, self.its_doing = self._own() if self.apart else (frozenset(), frozenset())

    def _own(self) -> tuple[frozenset, frozenset]:
        """What lay in the seat's zones when the step began, and all that lies where this seat has put it, then or since."""
        own = [z for z, owner in enumerate(self.spec.zone_owner) if owner == self.seat]
        then = frozenset(c for z in own for c in self.zones_then[z])
        now = frozenset(c for z in own for c in self.state.zones[z])
        return then, then | now | {c for branch, c, *_ in self.state.pending if branch == self.seat}

    # ---------------------------------------------------------------- counters and states

    def cell(self, number: int):
        """The value of a counter or state, or None if it may not be seen."""
        info = self.spec.cells[number]
        if not info.name or not info.sees & self.bit:
            return None
        live = not self.apart or info.owner == self.seat
        return self.state.cells[number] if live else self.cells_then[number]

    # ---------------------------------------------------------------- things

    def known(self, thing: int) -> bool:
        """Does the seat know this thing's face and place?"""
        live = not self.apart or thing in self.its_doing
        return bool((self.state.known if live else self.known_then)[thing] & self.bit)

    def face(self, thing: int) -> int:
        """The thing, or HIDDEN."""
        return thing if self.known(thing) else HIDDEN

    def inside(self, z: int) -> list[int]:
        """What lies in a zone as far as the seat can follow, in the order of the State."""
        owner = self.spec.zone_owner[z]
        if not self.apart or owner == self.seat:
            return self.state.zones[z]
        if owner >= 0:
            return list(self.zones_then[z])
        still = [c for c in self.zones_then[z] if c not in self.its_doing]
        return still + [c for c in self.state.zones[z] if c in self.own_then]

    def unordered(self, z: int) -> int:
        """How many of a zone's things, from the far end, have no order yet."""
        cell = self.spec.zone_loose[z]
        if cell < 0:
            return 0
        live = not self.apart or self.spec.zone_owner[z] == self.seat
        return (self.state.cells if live else self.cells_then)[cell]

    def lying(self, z: int) -> Lying:
        """What the seat knows of a zone."""
        things, shape = self.inside(z), self.spec.zone_shape[z]
        countable = bool(self.spec.zones[z].counts & self.bit)
        if not things and countable:
            return NOTHING
        faces = [self.face(c) for c in things]
        if shape == HEAP or not countable:
            known = sorted(c for c in faces if c != HIDDEN)
            rest = len(faces) - len(known) if countable else 0
            return Lying(tuple(known + [HIDDEN] * rest), (), len(faces) if countable else None)
        loose = self.unordered(z) if self.unordered(z) > 1 else 0
        mixed = tuple(sorted(c for c in faces[:loose] if c != HIDDEN))
        faces[:loose] = [HIDDEN] * len(faces[:loose])
        return Lying(tuple(faces[::-1] if shape == PILE else faces), mixed, len(faces))

    # ---------------------------------------------------------------- questions

    def options(self, question) -> tuple:
        """A question's options as the seat sees them."""
        return tuple(self.seen(value, question.type) for value in question.options)

    def seen(self, value, type_: Type):
        """A value in which every thing the seat does not know is Unseen."""
        match type_:
            case OrNone(of):
                return value if value == -1 else self.seen(value, of)
            case Kind(kind) if kind not in self.spec.space_kinds():
                return self._thing(value)
            case List() | Set() if isinstance(value, tuple):
                members = [self.seen(member, member_type(type_)) for member in value]
                return tuple(sorted(members, key=_by_kind)) if isinstance(type_, Set) else tuple(members)
        return value

    def _thing(self, thing):
        if thing is None or thing < 0 or self.known(thing):
            return thing
        z = self.state.places[thing]
        if z < 0 or self.spec.zone_shape[z] == HEAP:
            return Unseen(z, None)
        things, loose = self.state.zones[z], self.unordered(z)
        at = things.index(thing)
        if at < loose and loose > 1:
            return Unseen(z, None)
        return Unseen(z, len(things) - 1 - at if self.spec.zone_shape[z] == PILE else at)


def _by_kind(option) -> tuple:
    """Known values first, by number; then the unseen, by place."""
    if isinstance(option, Unseen):
        return 1, option.zone, -1 if option.place is None else option.place
    return (0, option, 0) if isinstance(option, int) else (0, 0, 0)


def looks(spec: Spec, state: State, seat: int, value, type_: Type):
    """A value as a seat sees it now: things whose faces it does not know are Unseen."""
    return Table(spec, state, seat).seen(value, type_)


# ------------------------------------------------------------------ in words


def lines(view: View) -> list[str]:
    """The view for a person: zones that hold something, then counters and states."""
    spec = view.spec
    rows = [f"{spec.zones[z].label}: {_things(spec, lying)}" for z, lying in enumerate(view.zones) if _shows(lying)]
    rows += [f"on the way to {spec.zones[z].label}: {_one(spec, thing)}" for thing, z in view.sent]
    for info, value in zip(spec.cells, view.cells, strict=True):
        if value is not None:
            rows.append(f"{info.label}: {spec.words(value, info.type)}")
    return rows


def _shows(lying: Lying) -> bool:
    return bool(lying.things or lying.count)


def _things(spec, lying: Lying) -> str:
    unknown = sum(1 for c in lying.things if c == HIDDEN) - len(lying.loose)
    by_place = HIDDEN in lying.things and any(c != HIDDEN for c in lying.things[lying.things.index(HIDDEN):])
    if by_place:
        words = [_one(spec, c) for c in lying.things]
    else:
        words = [_one(spec, c) for c in (*lying.things, *lying.loose) if c != HIDDEN]
        words += [f"{unknown} face down" if not words else f"{unknown} more, face down"] if unknown else []
    return ", ".join(words)


def _one(spec, thing: int) -> str:
    return "(face down)" if thing == HIDDEN else spec.components[thing].written or spec.components[thing].id


def view_data(view: View) -> dict:
    """The view as lists, numbers, words and None, ready for JSON; what the seat may not know is null."""
    spec = view.spec
    zones = {spec.zones[z].label: _zone_data(spec, lying) for z, lying in enumerate(view.zones) if _shows(lying)}
    cells = {
        info.label: spec.words(value, info.type)
        for info, value in zip(spec.cells, view.cells, strict=True) if value is not None
    }
    return {
        "seat": spec.seats[view.seat],
        "zones": zones,
        "counters": cells,
        "sent": [{"thing": _id(spec, thing), "to": spec.zones[z].label} for thing, z in view.sent],
        "question": view.asked and _question_data(spec, view.asked),
        "ended": view.ended and view.ended[0],
    }


def _zone_data(spec, lying: Lying) -> dict:
    data = {"things": [_id(spec, c) for c in lying.things], "count": lying.count}
    return data | {"in no order yet": [_id(spec, c) for c in lying.loose]} if lying.loose else data


def _id(spec, thing: int) -> str | None:
    return None if thing == HIDDEN else spec.components[thing].id


def _question_data(spec, asked: Asked) -> dict:
    return {
        "decision": asked.name,
        "prompt": asked.prompt,
        "options": [option_words(spec, option, asked.type) for option in asked.options],
        "free actions": [spec.offers[number].name for number, _ in asked.offers],
    }


def option_words(spec: Spec, option, type_: Type) -> str:
    """An option as a person would write it; one that is not known is told by its place."""
    match option:
        case Unseen(zone, None):
            return f"one of {spec.zones[zone].label}" if zone >= 0 else "one on its way"
        case Unseen(zone, int(place)):
            return f"number {place + 1} of {spec.zones[zone].label}"
        case -1 if not isinstance(type_, OrNone | Place):
            return "none"
        case tuple() if element(type_) is not None:
            return ", ".join(option_words(spec, member, member_type(type_)) for member in option) or "nothing"
    return spec.words(option, type_)
