"""Chance from a seed: a stream of numbers for each source, the same on every machine.

In:  a seed (a whole number), the name of a source, and how many values there are to choose among.
Out: numbers and orders, all equally likely; how many each source has drawn, to be saved and restored.

The algorithm, exactly, so that anybody can rebuild it (docs/decisions/0003-chance.md has worked values):

1.  The key of a source is the first 8 bytes, read as one number with the highest byte first, of
    SHA-256 of the text "rulewright/1/SEED/SOURCE" in UTF-8, where SEED is written in decimal digits.
2.  Draw number k of a source, k = 1, 2, 3 ..., is SplitMix64 of its key:  x = key + k * 0x9E3779B97F4A7C15,
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9,  x = (x ^ x >> 27) * 0x94D049BB133111EB,  x ^ x >> 31, all modulo 2^64.
3.  below(n), 1 <= n <= 2^32, takes draws until (x * n) modulo 2^64 is at least 2^64 modulo n (nearly always the first),
    and gives (x * n) div 2^64. So every value is exactly equally likely.
4.  shuffled(things) goes through the places i = 0, 1, 2 ... up to the last but one and swaps place i with place
    i + below(len - i); the first place is the top.

Sources are named by `source_of`: `die NAME`, `pick NAME`, `pile LABEL`, `seat K` for the bot of the K-th seat. Seats stand
in them by number, not by the players' names; a die rolled in a branch of a simultaneous step is a source of that seat.
Each source has a stream of its own, so an extra roll does not disturb a shuffle.
"""

from hashlib import sha256
from random import SystemRandom

from attrs import define, field

from interpreter.core.derived import derived
from interpreter.core.question import Question
from interpreter.ir.model import Spec, ZoneInfo

GAMMA, FIRST, SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
MASK = (1 << 64) - 1
KINDS = {"roll": "die", "pick": "pick", "shuffle": "pile"}


def key_of(seed: int, source: str) -> int:
    """Where the stream of a source begins."""
    return int.from_bytes(sha256(f"rulewright/1/{seed}/{source}".encode()).digest()[:8], "big")


@define(eq=False)
class Streams:
    """The streams of one seed.

    >>> streams = Streams(7)
    >>> [streams.below("die d6", 6) for _ in range(5)]
    [4, 5, 3, 4, 4]
    >>> streams.shuffled("pile library", "abcd")
    ('b', 'a', 'c', 'd')
    """

    seed: int
    _counts: dict[str, int] = field(factory=dict)         # source -> how many draws it has given
    _last: dict[str, int] = field(factory=dict)           # source -> key + count * GAMMA, worked out once

    def below(self, source: str, n: int) -> int:
        """One of 0 .. n - 1."""
        last = self._last
        x = last[source] if source in last else self._key(source)
        while True:
            x = x + GAMMA & MASK
            self._counts[source] += 1
            y = (x ^ x >> 30) * FIRST & MASK
            y = (y ^ y >> 27) * SECOND & MASK
            y = (y ^ y >> 31) * n
            low = y & MASK
            if low >= n or low >= (MASK + 1) % n:         # the first test spares the division
                last[source] = x
                return y >> 64

    def _key(self, source: str) -> int:
        self._counts.setdefault(source, 0)
        return key_of(self.seed, source) + self._counts[source] * GAMMA & MASK

    def shuffled(self, source: str, things) -> tuple:
        """The things in an order, the top first."""
        order, below = list(things), self.below
        total = len(order)
        for i in range(total - 1):
            j = i + below(source, total - i)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

    def nature(self, question: Question, source: str):
        """The answer to a question of nature."""
        if question.name == "shuffle":
            return self.shuffled(source, question.options)
        options, below = question.options, self.below
        if question.name == "roll":
            return tuple([options[below(source, len(options))] for _ in range(question.count)])
        return options[below(source, len(options))]

    def drawn(self, source: str) -> int:
        """How many numbers a source has given."""
        return self._counts.get(source, 0)

    def rewind(self, source: str, drawn: int) -> None:
        """Goes back to where the source had given so many."""
        self._counts[source] = drawn
        self._last.pop(source, None)

    def copy(self) -> "Streams":
        """The same streams with a future of their own."""
        return Streams(self.seed, dict(self._counts))

    def restore(self, data: dict) -> None:
        """Goes back to where `to_data` was called."""
        self.seed, self._counts, self._last = data["seed"], dict(data["drawn"]), {}

    def to_data(self) -> dict:
        """The seed, and how many numbers each source has drawn, ready for JSON."""
        return {"seed": self.seed, "drawn": dict(sorted(self._counts.items()))}

    @classmethod
    def from_data(cls, data: dict) -> "Streams":
        """The inverse of `to_data`."""
        return cls(data["seed"], dict(data["drawn"]))


def source_of(spec: Spec, question: Question, branch: int = -1) -> str:
    """The name of the stream that answers a question of nature asked in this branch (-1: in none)."""
    if question.name == "shuffle":
        return _piles(spec).get(question.source, f"pile {question.source}")
    at = f" at seat {branch + 1}" if branch >= 0 else ""
    return f"{KINDS[question.name]} {question.source}{at}"


@derived
def _piles(spec: Spec) -> dict[str, str]:
    """The stream of each zone, by its label: `Ann.row[A]` is `pile seat 1.row[A]` and `pot[Ann]` is `pile pot[seat 1]`,
    whoever sits there; what is called as a player is, and is none, stays as it is."""
    indices: dict[tuple, list[str]] = {}
    for zone in spec.zones:
        indices.setdefault((zone.family, zone.owner), []).append(_index(spec, zone))
    streams: dict[str, str] = {}
    for zone in spec.zones:
        owner, index = f"seat {zone.owner + 1}." if zone.owner >= 0 else "", _index(spec, zone)
        if indices[zone.family, zone.owner] == list(spec.seats):
            index = f"seat {spec.seats.index(index) + 1}"
        streams[zone.label] = f"pile {owner}{zone.name}[{index}]" if index else f"pile {_without_owner(spec, zone, owner)}"
    return streams


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


def fresh_seed() -> int:
    """A seed nobody chose, short enough to be written down."""
    return SystemRandom().randrange(1, 10**9)
