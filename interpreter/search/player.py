"""A player that thinks: at each question it plays the game on, many times, and takes the answer that was tried most often.

In:  how long to think: so many playouts, or seconds; if wanted a strategy of the rules, by which playouts go on behind the
     tree.
Out: Search, which can be put into any seat (session/bots.py); Thought, what its last answer comes from.

It sees what its seat sees. For each playout what the seat does not know is dealt anew (observation/deals.py); search/tree.py
says how the playouts are made. By numbers of playouts the same seed gives the same play, on every machine and whichever
engine thinks; by seconds it depends on the clock.
"""

import re
from collections.abc import Mapping
from time import perf_counter

from attrs import define, field, frozen

from interpreter.analysis.enumeration import seen_at
from interpreter.core.frame import Value
from interpreter.core.question import Question
from interpreter.engine.compiled import playouts
from interpreter.engine.compiled.instance import compiled, Instance, Missing, runtime
from interpreter.engine.compiled.playouts import Tried
from interpreter.engine.compiled.results import FIRST, RANDOM
from interpreter.engine.compiled.state_transfer import NoRoom
from interpreter.ir.model import Spec
from interpreter.ir.sources import seat_source
from interpreter.observation.deals import Deals, deals
from interpreter.observation.masks import Eyes
from interpreter.search.exact import drawn, equilibrium_of, Seen
from interpreter.search.fitting_positions import Positions
from interpreter.search.tree import Tree, worth
from interpreter.session.bots import SEARCH, Take
from interpreter.session.strategies import MOST_TAKEN, player_of, Prepared
from interpreter.session.streams import Streams

USUAL = 1000                              # playouts, where nothing is said
MOST_PLAYOUTS, MOST_SECONDS = 1_000_000, 3600
IN_A_CHUNK = 50                           # playouts between two looks at the clock
NUMBERS = 1 << 32                         # of which one is drawn for each decision
WORDS = re.compile(r"search(?::(?:(?P<playouts>\d+)|(?P<seconds>\d+(?:\.\d+)?)s)(?::(?P<strategy>.+))?)?")


class Nonsense(Exception):
    """What was asked for is no way to think; the message says why."""


@frozen
class Effort:
    """How long to think at each decision, and by which strategy playouts go on, or none."""

    playouts: int = USUAL
    seconds: float = 0.0
    strategy: str = ""


def is_search(who: str) -> bool:
    """Does somebody ask for a player that thinks?"""
    return who == SEARCH or who.startswith(SEARCH + ":")


def effort(who: str) -> Effort:
    """`search`, `search:500`, `search:0.5s`, `search:500:good`; raises Nonsense."""
    parts = WORDS.fullmatch(who)
    if parts is None:
        raise Nonsense("write search, search:500 (playouts), search:0.5s (seconds), or search:500:STRATEGY")
    count, seconds = int(parts["playouts"] or 0), float(parts["seconds"] or 0)
    if parts["seconds"] is not None and not 0 < seconds <= MOST_SECONDS:
        raise Nonsense(f"it thinks for more than 0 and at most {MOST_SECONDS} seconds")
    if parts["playouts"] is not None and not 0 < count <= MOST_PLAYOUTS:
        raise Nonsense(f"it thinks by 1 to {MOST_PLAYOUTS} playouts")
    return Effort(count or (0 if seconds else USUAL), seconds, parts["strategy"] or "")


# ------------------------------------------------------------------ what came of it


@frozen
class Considered:
    """One answer: an option or a Take; how often it was tried, and what it came to on average, from 0 to 1."""

    answer: Value
    visits: int
    value: float


@frozen
class Thought:
    """What an answer comes from: what was considered, the answer taken first; how many playouts there were. `solved`: the
    game was counted out instead, and a value says how often the answer is given."""

    question: Question
    considered: tuple[Considered, ...]
    playouts: int
    solved: bool = False


@define(eq=False)
class Thinker:
    """The chooser of one seat. `thought` is what its last answer comes from; `at` counts free actions taken in a row."""

    search: "Search"
    streams: Streams
    seat: int
    name: str
    at: int = 0
    eyes: bool = True
    thought: Thought | None = None
    remembered: tuple[Value, ...] = ()

    def choose(self, question: Question, eyes: Eyes) -> Value:
        """The answer that was tried most often, of answers tried equally often the one that came to more; in a small game as
        the equilibrium has it (exact.py)."""
        offers = question.offers if self.at < MOST_TAKEN else ()
        answers = [*question.options, *map(Take, offers)]
        if len(answers) == 1:
            self.at = 0
            return answers[0]
        number = self.streams.below(seat_source(self.seat), NUMBERS)
        equilibrium = equilibrium_of(self.search.spec) if self.search.solves else None
        if equilibrium is not None:
            now = seen_at(self.search.spec, eyes.machine.state, question, (question,))
            often = equilibrium.get((self.remembered, now))
            if often is not None:
                return self._solved(question, now, often, number)
        found = self.search.considered(question, deals(self.search.spec, eyes.machine.state, self.seat), number)
        tried = found.considered[:len(answers)]
        best = max(range(len(answers)), key=lambda k: (tried[k].visits, tried[k].value, -k)) if tried else number % len(answers)
        order = sorted(tried, key=lambda one: (one is not tried[best], -one.visits, -one.value))
        self.thought = Thought(question, tuple(order), found.playouts)
        choice = answers[best]
        self.at = self.at + 1 if isinstance(choice, Take) else 0
        return choice


    def _solved(self, question: Question, now: Seen, often: Mapping[Value, float], number: int) -> Value:
        choice = drawn(often, number, NUMBERS)
        self.remembered = (*self.remembered, now, choice)
        considered = [Considered(answer, 0, share) for answer, share in often.items()]
        self.thought = Thought(question, tuple(sorted(considered, key=lambda one: one.answer != choice)), 0, True)
        return choice


@define(eq=False)
class Search:
    """A player that thinks, ready for any seat of any table. `solves`: does it count a small game out? `missing` says why it
    thinks on the reference engine."""

    spec: Spec
    name: str
    effort: Effort
    strategy: Prepared | None = None
    solves: bool = True
    missing: str = field(init=False, default="")

    def __attrs_post_init__(self) -> None:
        try:
            runtime()
        except Missing as found:
            self.missing = f"wasmtime does not run here: {found}"

    def _beginning(self, of: Deals) -> "InModule | OnReference":
        if self.missing:
            return OnReference(self, of)
        try:
            if self.strategy is None:
                return InModule(compiled(self.spec), of, RANDOM)
            return InModule(compiled(self.spec, (player_of(self.strategy),)), of, FIRST + 1)
        except (Missing, NoRoom):
            return OnReference(self, of)

    def seated(self, streams: Streams, seat: int) -> Thinker:
        """The chooser of a seat, which draws one number of that seat's stream for each decision."""
        return Thinker(self, streams, seat, self.name)

    def considered(self, question: Question, of: Deals, number: int) -> Thought:
        """What playouts say of the answers to a question; in the order of its options, and then its free actions. Nothing, if
        none came to its end."""
        thinking = self._beginning(of)
        ended = self._think(thinking, number)
        tried, bounds = thinking.answers()
        answers = [*question.options, *map(Take, question.offers)]
        if not ended or len(tried) != len(answers):
            return Thought(question, (), ended)
        return Thought(question, tuple(
            Considered(answer, one.visits, worth(self.spec, one, *bounds) / 65536 if one.visits else 0.0)
            for answer, one in zip(answers, tried, strict=True)
        ), ended)

    def _think(self, thinking: "InModule | OnReference", number: int) -> int:
        """How many playouts came to their end."""
        most, seconds, done, ended = self.effort.playouts, self.effort.seconds, 0, 0
        began = perf_counter()
        while done < most if most else perf_counter() - began < seconds:
            chunk = min(thinking.at_once, most - done) if most else min(thinking.at_once, IN_A_CHUNK)
            ended += thinking.playouts((number << 20) + done, chunk)
            done += chunk
        return ended


@define(eq=False)
class InModule:
    """Playouts in a module."""

    instance: Instance
    deals: Deals
    sits: int
    positions: Positions = field(init=False)
    at_once: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        playouts.begin(self.instance, self.deals.seat, self.sits)
        self.positions = Positions(self.instance, self.deals)
        self.at_once = playouts.MOST_AT_ONCE if self.positions.by_plan else playouts.room_for(2 * len(self.positions.base))

    def playouts(self, seed: int, count: int) -> int:
        """So many playouts; how many came to their end."""
        if self.positions.by_plan:
            return playouts.think(self.instance, seed, [self.positions.base], count, self.positions.plan)
        dealt = [self.positions.dealt(dealer(seed + k)) for k in range(count)]
        return playouts.think(self.instance, seed, dealt, count)

    def answers(self) -> tuple[list[Tried], tuple[int, int]]:
        """What they say, and between what margins all of them came to."""
        return playouts.answers_at_root(self.instance), playouts.bounds(self.instance, self.deals.seat)


@define(eq=False)
class OnReference:
    """The same on the reference engine."""

    search: Search
    deals: Deals
    tree: Tree = field(init=False)
    at_once: int = 1

    def __attrs_post_init__(self) -> None:
        strategy = self.search.strategy
        self.tree = Tree(self.search.spec, self.deals.seat, strategy.seated if strategy is not None else None)

    def playouts(self, seed: int, count: int) -> int:
        """So many playouts; how many came to their end."""
        return sum(self.tree.playout(self.deals.state(dealer(seed + k)), seed + k) for k in range(count))

    def answers(self) -> tuple[list[Tried], tuple[int, int]]:
        """What they say, and between what margins all of them came to."""
        seat = self.deals.seat
        return self.tree.answers(), (self.tree.low[seat], self.tree.high[seat]) if self.tree.low else (0, 0)


def dealer(seed: int):
    """Chance for one deal: SplitMix64 from a seed."""
    x = seed * 0x9E3779B97F4A7C15 & MASK

    def below(n: int) -> int:
        nonlocal x
        x = x + 0x9E3779B97F4A7C15 & MASK
        y = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
        y = (y ^ y >> 27) * 0x94D049BB133111EB & MASK
        return (y ^ y >> 31) * n >> 64

    return below


MASK = (1 << 64) - 1
