"""What the sources of chance are called, from which the streams of a seed are made (docs/decisions/0003).

In:  a Spec.
Out: names: `pile seat 1.row[A]`, `seat 2`. Those of dice and picks are made of their own names, in session/streams.py.
"""

from interpreter.core.derived import derived
from interpreter.ir.model import Spec, ZoneInfo


@derived
def piles(spec: Spec) -> dict[str, str]:
    """The stream of each zone, by its label: `Ann.row[A]` is `pile seat 1.row[A]` and `pot[Ann]` is `pile pot[seat 1]`,
    whoever sits there; what is called as a player is, and is none, stays as it is."""
    indices: dict[tuple[str, int], list[str]] = {}
    for zone in spec.zones:
        indices.setdefault((zone.family, zone.owner), []).append(_index(spec, zone))
    made: dict[str, str] = {}
    for zone in spec.zones:
        owner, index = f"seat {zone.owner + 1}." if zone.owner >= 0 else "", _index(spec, zone)
        if indices[zone.family, zone.owner] == list(spec.seats):
            index = f"seat {spec.seats.index(index) + 1}"
        made[zone.label] = f"pile {owner}{zone.name}[{index}]" if index else f"pile {_without_owner(spec, zone, owner)}"
    return made


def _index(spec: Spec, zone: ZoneInfo) -> str:
    """What stands in the brackets behind a zone's name."""
    _, there, rest = _without_owner(spec, zone, "").partition(f"{zone.name}[")
    return rest[:-1] if there and zone.label.endswith("]") and rest else ""


def _without_owner(spec: Spec, zone: ZoneInfo, owner: str) -> str:
    """The label with another word for the player who owns the zone."""
    return owner + zone.label.removeprefix(f"{spec.seats[zone.owner]}.") if zone.owner >= 0 else zone.label


def seat_source(seat: int) -> str:
    """The stream of the bot of a seat."""
    return f"seat {seat + 1}"
