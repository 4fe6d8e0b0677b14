"""Cards that look the same to whoever chooses: they are one option, and chance says which was meant (language.md 2.12).

In:  the Machine, values, and the seat that chooses.
Out: what can be told apart, with one option to stand for all that look the same; or how a value looks.

Only cards in a zone without order look the same; in a pile or column their places tell them apart. Were each an option, the
order of the options, which is that of the data file, would say something about them.
"""

from collections.abc import Sequence

from interpreter import ir
from interpreter.core.frame import Value
from interpreter.core.question import Question
from interpreter.core.types import element, Kind, NOTHING, ordered, Type
from interpreter.engine.evaluate import HEAP
from interpreter.engine.interface import Engine


def unseen(m: Engine, thing: int, seat: int) -> bool:
    """Does it lie in an unordered zone, its face unknown to the seat?"""
    z = m.state.places[thing]
    return z >= 0 and m.shape[z] == HEAP and not m.state.known[thing] >> seat & 1


def any_unseen(m: Engine, value: Value, seat: int) -> bool:
    """The same of a thing, or of any of several."""
    if value.__class__ is tuple:
        return any(any_unseen(m, member, seat) for member in value)
    return value >= 0 and unseen(m, value, seat)


def unseen_last(m: Engine, things: Sequence[Value], seat: int, inner: Type | None) -> Sequence[Value]:
    """Those first that the seat knows, the others zone by zone, so that their order tells nothing."""
    if not isinstance(inner, Kind) or inner.name in m.spec.space_kinds():
        return things
    places = m.state.places
    return tuple(sorted(things, key=lambda thing: 1 + places[thing] if thing >= 0 and unseen(m, thing, seat) else 0))


def told_apart(op: ir.Ask, seat: int, m: Engine, values: Sequence[Value]) -> Sequence[Value]:
    """One of those that look the same to the seat; single cards that it does not know come after the others."""
    if m.plan[op.next].__class__ is not ir.Blind or not any_unseen(m, tuple(values), seat):
        return values
    if values[0].__class__ is tuple:
        first: dict[Value, Value] = {}
        for value in values:
            first.setdefault(look(m, value, seat, op.type or NOTHING), value)
        written = isinstance(op, ir.Choose) and op.least is None and op.most is None   # the rules' own lists, in any order
        return [first[seen_as] for seen_as in (sorted(first) if written else first)]
    kept = [thing for thing in values if thing < 0 or not unseen(m, thing, seat)]
    alike: dict[int, int] = {}
    for thing in values:
        if thing >= 0 and unseen(m, thing, seat):
            alike.setdefault(m.state.places[thing], thing)
    return (*kept, *[alike[z] for z in sorted(alike)])


def look(m: Engine, value: Value, seat: int, type_: Type) -> Value:
    """How a value looks to a seat: of a thing that it cannot see, only the zone."""
    if value.__class__ is tuple:
        members = [look(m, member, seat, element(type_) or NOTHING) for member in value]
        return tuple(members if ordered(type_) else sorted(members))
    return (1, m.state.places[value]) if value >= 0 and unseen(m, value, seat) else (0, value)


def stand_in(m: Engine, question: Question, value: Value) -> Value:
    """The option that stands for a value that looks the same to who is asked; the value itself if there is none."""
    op, seat = m.plan[question.op], question.seat
    if question.of_nature or m.plan[op.next].__class__ is not ir.Blind or value in question.options:
        return value
    if not _are_things(m, value) or not any_unseen(m, value, seat):
        return value
    type_ = question.type or NOTHING
    seen_as = look(m, value, seat, type_)
    return next((option for option in question.options if look(m, option, seat, type_) == seen_as), value)


def _are_things(m: Engine, value: Value) -> bool:
    """Does the game have all of these? A person can name anything."""
    if value.__class__ is tuple:
        return all(_are_things(m, member) for member in value)
    return isinstance(value, int) and value < len(m.state.places)
