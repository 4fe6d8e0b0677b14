"""CFR+: what a game for two is worth in which something is hidden, and what one loses gains the other.

In:  the tree of the game (analysis/enumeration.py), what the seats play for.
Out: Equilibrium: how each seat plays on average, and between which bounds the value of the game lies: less than what the
     first seat gets at least whatever the other answers, and more than what the other leaves it at most.

Tammelin, Solving Large Imperfect Information Games Using CFR+ (arXiv 1407.5042, 2014): regrets are not let below nothing, the
seats are taken in turn, and later rounds count more in the average. A seat forgets nothing, so whatever leads to one of its
information sets it has answered alike before.
"""

from attrs import define, field

from interpreter.analysis.enumeration import Chance, Decision, End, Node, parents_first
from interpreter.core.frame import Value
from interpreter.solve.payoffs import Stake

ROUNDS_A_LOOK = 50                        # rounds between two looks at the bounds


@define(eq=False)
class Row:
    """One node: whose it is (-1 chance, -2 an end), its information set, probabilities of chance, where its ways lead."""

    seat: int
    known: int = -1
    chances: tuple[float, ...] = ()
    to: tuple[int, ...] = ()
    payoff: float = 0.0


@define(eq=False)
class Known:
    """An information set: whose it is, what it is to others (information), its answers; regrets, and the sum of what was
    played."""

    seat: int
    information: tuple[Value, ...]
    answers: tuple[Value, ...]
    rows: list[int] = field(factory=list)
    regrets: list[float] = field(factory=list)
    played: list[float] = field(factory=list)

    def now(self) -> list[float]:
        """How it answers in this round."""
        return _shares(self.regrets)

    def average(self) -> list[float]:
        """How it has answered in all rounds."""
        return _shares(self.played)


def _shares(weights: list[float]) -> list[float]:
    whole = sum(weights)
    return [one / whole for one in weights] if whole > 0 else [1 / len(weights)] * len(weights)


@define(eq=False)
class Equilibrium:
    """A game on its way to being solved."""

    rows: list[Row]
    known: list[Known]
    constant: float
    rounds: int = 0
    low: float = float("-inf")
    high: float = float("inf")

    @property
    def exploitability(self) -> float:
        """What a best reply gains against the average strategies, over both seats on average."""
        return (self.high - self.low) / 2

    def strategy(self) -> dict[tuple[Value, ...], dict[Value, float]]:
        """Information -> answer -> how often."""
        return {one.information: dict(zip(one.answers, one.average(), strict=True)) for one in self.known}

    def go_on(self) -> None:
        """Some more rounds, and new bounds."""
        for _ in range(ROUNDS_A_LOOK):
            self.rounds += 1
            for seat in (0, 1):
                self._round(seat)
        self.low = max(self.low, self.constant - self._best_reply(1))
        self.high = min(self.high, self._best_reply(0))

    # ---------------------------------------------------------------- a round

    def _round(self, seat: int) -> None:
        rows, now = self.rows, [one.now() for one in self.known]
        own, others = [0.0] * len(rows), [0.0] * len(rows)
        own[0] = others[0] = 1.0
        for number, row in enumerate(rows):                   # what leads to a node stands before it
            for k, to in enumerate(row.to):
                chance = row.chances[k] if row.seat < 0 else now[row.known][k]
                mine = row.seat == seat
                own[to] = own[number] * (chance if mine else 1.0)
                others[to] += others[number] * (1.0 if mine else chance)
        worth = [0.0] * len(rows)
        gained: dict[int, list[float]] = {}
        for number in range(len(rows) - 1, -1, -1):
            row = rows[number]
            if row.seat == -2:
                worth[number] = row.payoff if seat == 0 else self.constant - row.payoff
                continue
            chances = row.chances if row.seat < 0 else now[row.known]
            worth[number] = sum(chance * worth[to] for chance, to in zip(chances, row.to, strict=True))
            if row.seat == seat:
                sums = gained.setdefault(row.known, [0.0] * len(row.to))
                for k, to in enumerate(row.to):
                    sums[k] += others[number] * (worth[to] - worth[number])
        for number, sums in gained.items():
            known = self.known[number]
            reach = own[known.rows[0]] * self.rounds
            known.regrets = [max(0.0, regret + gain) for regret, gain in zip(known.regrets, sums, strict=True)]
            known.played = [sum_ + reach * share for sum_, share in zip(known.played, now[number], strict=True)]

    # ---------------------------------------------------------------- bounds

    def _best_reply(self, seat: int) -> float:
        """The most that a seat can get against the other's average."""
        average = [one.average() for one in self.known]
        reach = [0.0] * len(self.rows)
        reach[0] = 1.0
        for number, row in enumerate(self.rows):
            for k, to in enumerate(row.to):
                chance = 1.0 if row.seat == seat else row.chances[k] if row.seat < 0 else average[row.known][k]
                reach[to] += reach[number] * chance
        worth: dict[int, float] = {}
        chosen: dict[int, int] = {}
        for number in self._ends_first(seat):
            row = self.rows[number]
            if row.seat == -2:
                worth[number] = row.payoff if seat == 0 else self.constant - row.payoff
            elif row.seat == seat:
                if row.known not in chosen:
                    members = self.known[row.known].rows
                    sums = [sum(reach[one] * worth[self.rows[one].to[k]] for one in members) for k in range(len(row.to))]
                    chosen[row.known] = max(range(len(sums)), key=sums.__getitem__)
                worth[number] = worth[row.to[chosen[row.known]]]
            else:
                chances = row.chances if row.seat < 0 else average[row.known]
                worth[number] = sum(chance * worth[to] for chance, to in zip(chances, row.to, strict=True))
        return worth[0]

    def _ends_first(self, seat: int) -> list[int]:
        """An order in which every node comes after all that follow it, and after all that follow one that the seat cannot tell
        from it."""
        order: list[int] = []
        seen: set[int] = set()
        stack: list[tuple[int, bool]] = [(0, False)]
        while stack:
            number, done = stack.pop()
            if done:
                order.append(number)
            elif number not in seen:
                seen.add(number)
                stack.append((number, True))
                row = self.rows[number]
                alike = self.known[row.known].rows if row.seat == seat else [number]
                stack += [(to, False) for one in alike for to in self.rows[one].to]
        return order


def equilibrium(node: Node, stake: Stake) -> Equilibrium:
    """The beginning: both seats answer alike to all. `stake` has a constant sum."""
    numbers: dict[int, int] = {}
    order = parents_first(node)
    for number, one in enumerate(order):
        numbers[id(one)] = number
    sets: dict[tuple[Value, ...], int] = {}
    known: list[Known] = []
    rows = []
    for number, one in enumerate(order):
        match one:
            case End(over):
                rows.append(Row(-2, payoff=float(stake.payoff(over, 0))))
            case Chance(ways):
                rows.append(Row(-1, -1, tuple(float(chance) for _, chance, _ in ways),
                                tuple(numbers[id(to)] for *_, to in ways)))
            case Decision():
                at = sets.setdefault((one.seat, one.information), len(sets))
                if at == len(known):
                    answers = tuple(answer for answer, _ in one.ways)
                    known.append(Known(one.seat, one.information, answers, [], [0.0] * len(answers), [0.0] * len(answers)))
                known[at].rows.append(number)
                rows.append(Row(one.seat, at, (), tuple(numbers[id(to)] for *_, to in one.ways)))
    return Equilibrium(rows, known, float(stake.constant or 0))
