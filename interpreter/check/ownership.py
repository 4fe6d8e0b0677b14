"""Which players, and which things from which zones, a name may stand for, as far as it is known before play.

In:  expressions, and what the names of one activation stand for.
Out: Seats for a player, Things for components; `known`, the value of an expression that nothing on the table can change, or
     NotKnown raised.

A rule speaks of `me`, of `left_of(me)`, of a parameter. With the number of seats known and one seat taken for `me`, most of
this can simply be worked out; what cannot is None, and no pass complains of what it does not know. Two Seats with the same
symbol are the same player.
"""

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.builtins import BEHAVIOUR
from interpreter.core.frame import LOCALS
from interpreter.ir import Expr
from interpreter.ir.model import Spec
from interpreter.text.diagnostic import Fault


@frozen
class Seats:
    """A player: equal symbols, the same player; `may` holds the seats it can be, None for any."""

    symbol: object
    may: frozenset[int] | None


@frozen
class Origin:
    """Where a thing was when it got its name: a zone's family and owner; where it was moved afterwards."""

    family: str
    owner: "Seats | Things | None" = None
    later: "frozenset[Origin]" = frozenset()


ANYWHERE = Origin("*")


@frozen
class Things:
    """Components: one of these origins, or some of each."""

    origins: frozenset[Origin]


@define(eq=False)
class Names:
    """What the names of one activation stand for: `slots` by slot; `lets` the values that a `let` was worked out from. What has
    been found out about defines is kept, by what they are given: some use one another again and again."""

    spec: Spec
    me: Seats | None
    slots: dict = field(factory=dict)
    lets: dict = field(factory=dict)
    worked_out: dict = field(factory=dict)
    came_from: dict = field(factory=dict)                    # also for the names inside defines


def one_seat(seat: int) -> Seats:
    """A player who is known."""
    return Seats(("seat", seat), frozenset((seat,)))


def same(a: Seats | None, b: Seats | None) -> bool:
    """Are these certainly one and the same player?"""
    if a is None or b is None:
        return False
    return a.symbol == b.symbol or (a.may is not None and a.may == b.may and len(a.may) == 1)


def different(a: Seats | None, b: Seats | None) -> bool:
    """Can it be seen that these are two players, at least sometimes?"""
    if a is None or b is None or same(a, b) or not a.may or not b.may:
        return False
    return len(a.may | b.may) > 1


# ------------------------------------------------------------------ values known before play


class NotKnown(Exception):
    """The value depends on the table."""


def known(e: Expr, names: Names, local: dict | None = None):
    """The value of an expression whatever lies on the table, or NotKnown."""
    how = KNOWN.get(type(e))
    if how is None or isinstance(e.type, t.Unknown):     # of something that is wrong, nothing is known
        raise NotKnown
    return how(e, names, {} if local is None else local)


def _local(e, names: Names, local):
    if e.slot in local:
        return local[e.slot]
    held = names.slots.get(e.slot)
    if isinstance(held, Seats) and isinstance(e.type, t.Seat) and held.may is not None and len(held.may) == 1:
        return next(iter(held.may))
    raise NotKnown


def _me(e, names: Names, local):
    if names.me is None or names.me.may is None or len(names.me.may) != 1:
        raise NotKnown
    return next(iter(names.me.may))


def _apply(e, names: Names, local):
    try:
        return BEHAVIOUR[e.name](*[known(a, names, local) for a in e.args])
    except Fault:
        raise NotKnown from None


def _use(e, names: Names, local):
    args = tuple(known(a, names, local) for a in e.args)
    key = e.define, args
    if key not in names.worked_out:
        try:
            names.worked_out[key] = known(e.define.value, names, {LOCALS + k: value for k, value in enumerate(args)})
        except NotKnown:
            names.worked_out[key] = NotKnown
    if names.worked_out[key] is NotKnown:
        raise NotKnown
    return names.worked_out[key]


def _those(e, names: Names, local):
    return tuple(member for member in known(e.source, names, local) if known(e.test, names, local | {e.slot: member}))


def _same(e, names: Names, local):
    left, right = known(e.left, names, local), known(e.right, names, local)
    return ((set(left) == set(right)) if e.as_sets else left == right) is not e.negated


def _joined(e, names: Names, local):
    left, right = known(e.left, names, local), known(e.right, names, local)
    both = (*left, right) if e.one else (*left, *right)
    return tuple(dict.fromkeys(both)) if e.as_set else both


def _without(e, names: Names, local):
    left, right = known(e.left, names, local), known(e.right, names, local)
    gone = (right,) if e.one else right
    return tuple(thing for thing in left if thing not in gone)


def _choice(e, names: Names, local):
    return known(e.then if known(e.test, names, local) else e.otherwise, names, local)


def _compared(e, names: Names, local):
    left, right = known(e.left, names, local), known(e.right, names, local)
    return {"<": left < right, "<=": left <= right, ">": left > right}.get(e.sign, left >= right)


KNOWN = {
    ir.Const: lambda e, names, local: e.value,
    ir.Option: lambda e, names, local: e.value,
    ir.Local: _local, ir.Me: _me, ir.Apply: _apply, ir.Use: _use, ir.Those: _those, ir.Same: _same,
    ir.Joined: _joined, ir.Without: _without, ir.Choice: _choice, ir.Compared: _compared,
    ir.Not: lambda e, names, local: not known(e.value, names, local),
    ir.And: lambda e, names, local: known(e.left, names, local) and known(e.right, names, local),
    ir.Or: lambda e, names, local: known(e.left, names, local) or known(e.right, names, local),
    ir.Items: lambda e, names, local: tuple(known(one, names, local) for one in e.items),
}


# ------------------------------------------------------------------ whose


def seat(e: Expr, names: Names) -> Seats | None:
    """The player that a value is; None for the `me` of no turn."""
    match e:
        case ir.Me():
            return names.me
        case ir.Local(slot=slot):
            held = names.slots.get(slot)
            return held if isinstance(held, Seats) else Seats(("slot", slot), None)
        case ir.Some(of=of):
            return seat(of, names)
        case ir.Cell(base=base, keys=()):
            return Seats(("cell", base), None)
    try:
        return one_seat(known(e, names))
    except NotKnown:
        return Seats(e, None)


def members(e: Expr, names: Names):
    """What one member of a collection stands for: Seats, Things, or None."""
    type_ = t.innermost(e.type)
    if isinstance(type_, t.Seat):
        return Seats(("each", e), _seats_in(e, names))
    return things(e, names) if isinstance(type_, t.Kind) else None


def _seats_in(e: Expr, names: Names) -> frozenset | None:
    try:
        seats = known(e, names)
        return frozenset(seats) if isinstance(seats, tuple) else None
    except NotKnown:
        pass
    match e:
        case ir.Those(source=source) | ir.ThoseBest(source=source):
            return _seats_in(source, names)
        case ir.Local(slot=slot) if isinstance(names.slots.get(slot), Seats):
            return names.slots[slot].may
    return None


def value(e: Expr, names: Names):
    """What a value stands for: Seats, Things (also for several), or None."""
    if isinstance(e.type, t.Seat) or (isinstance(e.type, t.OrNone) and isinstance(e.type.of, t.Seat)):
        return seat(e, names)
    return members(e, names)


# ------------------------------------------------------------------ where from


def things(e: Expr, names: Names) -> Things | None:
    """Where the components lie that a value is; None if nothing is known of it."""
    match e:
        case ir.Contents(zone=zone):
            return things(zone, names)
        case ir.ZoneAt(family=family):
            return Things(frozenset((Origin(family, owner_of(e, names)),)))
        case ir.Local(slot=slot):
            held = names.slots.get(slot)
            return held if isinstance(held, Things) else None
        case ir.Const() | ir.EveryPlace():
            return Things(frozenset((ANYWHERE,)))
        case ir.FieldOf(of=of, name=name) if isinstance(of.type, t.Seat):
            return Things(frozenset((Origin(f"one {name}", seat(of, names)),)))
        case ir.Use(define=define) if define.value is not None:
            inner = called(e, names)
            key = define, frozenset(inner.slots.items())
            if key not in names.came_from:
                names.came_from[key] = things(define.value, inner)
            return names.came_from[key]
        case ir.Aggregate(how="list" | "set", value=part, slot=slot, source=source):
            names.slots[slot] = members(source, names)
            return things(part, names)
        case ir.Cases(lines=lines, otherwise=otherwise):
            return _any_of([result for test, result in lines if not isinstance(test, int)] + [otherwise], names)
    return _any_of([getattr(e, name) for name in PASSED_ON.get(type(e), ())], names) or _many(e, names)


PASSED_ON = {
    ir.Some: ("of",), ir.Those: ("source",), ir.ThoseBest: ("source",), ir.Without: ("left",), ir.ItemAt: ("of",),
    ir.Joined: ("left", "right"), ir.Choice: ("then", "otherwise"),
}


def _many(e, names: Names) -> Things | None:
    """A list written out, or a core word applied to things."""
    given = getattr(e, "items", None) or (e.args if isinstance(e, ir.Apply) else ())
    return _any_of([item for item in given if isinstance(t.innermost(item.type), t.Kind)], names)


def _any_of(parts, names: Names) -> Things | None:
    places = [things(part, names) for part in parts if part is not None]
    known = [place.origins for place in places if place is not None]
    return Things(frozenset().union(*known)) if known and len(known) == len(places) else None


def owner_of(e, names: Names):
    """Whose zone or cell it is: Seats of a player's, Things of a card's or space's, None of everybody's."""
    if e.owner is None:
        return None
    return value(e.owner, names)


def called(use: ir.Use, names: Names) -> Names:
    """The names inside a define, for these arguments."""
    given = {LOCALS + k: value(arg, names) for k, arg in enumerate(use.args)}
    slots = {slot: held for slot, held in given.items() if held is not None}
    return Names(names.spec, names.me, slots, came_from=names.came_from)
