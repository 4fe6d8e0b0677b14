"""All values of a finite type, and another one than this.

In:  a Spec and a Type.
Out: the values in order, the smallest first; an unbounded number counts as a small one.
"""

from interpreter.core import types as t
from interpreter.spec.model import Spec

BEYOND = 20                               # how far a number without an end is tried


def all_values(spec: Spec, type_: t.Type) -> list:
    """Every value of the type, in the order of language.md 2.6; collections of up to two members."""
    match type_:
        case t.Bool():
            return [0, 1]
        case t.Int(low, high):
            low = (0 if high is None or high >= 0 else high - BEYOND) if low is None else low
            return list(range(low, (low + BEYOND if high is None else high) + 1))
        case t.Enum(members=members):
            return list(range(len(members)))
        case t.Seat():
            return list(range(len(spec.seats)))
        case t.OrNone(of):
            return [*all_values(spec, of), t.NONE]
        case t.Kind(name) if name in spec.space_kinds():
            return [s for b in spec.boards.values() if b.kind == name for s in range(b.first, b.last + 1)]
        case t.Kind(name):
            return [c.number for c in spec.components if c.kind == name]
        case t.Place():
            return list(range(len(spec.zones)))
        case t.Nothing():
            return [t.NONE]
        case t.List(of) | t.Set(of):
            inner = all_values(spec, of)
            pairs = [(a, b) for a in inner[:5] for b in inner[:5] if a != b or isinstance(type_, t.List)]
            return [(), *[(one,) for one in inner], *pairs]
    return [0]


def some_value(spec: Spec, type_: t.Type, now, chance):
    """A value of the type, often another than now; what names things stays as it is."""
    if _names_things(spec, type_):
        return now
    values = all_values(spec, type_)
    return chance.choice(values) if values else now


def _names_things(spec, type_: t.Type) -> bool:
    match type_:
        case t.OrNone(of) | t.List(of) | t.Set(of):
            return _names_things(spec, of)
        case t.Kind() | t.Zone() | t.Place():
            return True
    return False
