"""The part of `test` that plays: every law at every number of players, in a table; what was found, as a story.

In:  Rules, how much is to be tried.
Out: lines on the screen and what they come to, or plain data; a progress bar on standard error.
"""

from collections import Counter

from attrs import define, evolve, field

from interpreter.cli.counterexample import Example, example, plain, tell
from interpreter.cli.desk import state_folders
from interpreter.cli.screen import Screen, columns, plural, progress
from interpreter.load import Rules
from interpreter.testing.firing import Firing, fire
from interpreter.testing.trying import PROFILES, Profile, Task, Trial, findings, in_order, tasks, trials
from interpreter.text.render import listed

FEW = 3                                            # plays that show how much of the rules comes up


@define(eq=False)
class Tried:
    """All trials of a game, and the counterexamples among them."""

    made: list[Trial]
    examples: list[Example] = field(factory=list)
    firing: Firing | None = None                   # what a few plays more came to
    left: list[Task] = field(factory=list)         # what somebody did not want to wait for

    @property
    def stopped(self) -> bool:
        """Did somebody not want to wait?"""
        return bool(self.left)

    @property
    def good(self) -> bool:
        """Was nothing found, and can every number of players play?"""
        return not self.examples and not any(one.errors for one in self.made)


def wanted(profile: str, plays: int | None, seconds: float | None) -> Profile:
    """The profile, with what was said otherwise."""
    usual = PROFILES[profile]
    return evolve(usual, plays=usual.plays if plays is None else plays, seconds=usual.seconds if seconds is None else seconds)


def try_out(rules: Rules, profile: Profile, people: tuple, seed: int, options: dict, jobs: int) -> Tried:
    """Plays, with a bar that shows how far it is."""
    kept = state_folders()[0] / "failures" / "drawn"
    todo = tasks(rules, profile, people, seed, options, jobs, str(kept))
    made = []
    with progress(len(todo), "laws") as bar:
        for one in trials(rules, todo, jobs):
            made.append(one)
            bar.update(1)
    few = next((count for count in rules.people() if not people or count in people), None)
    firing = fire(rules, few, FEW, seed) if few is not None and not options else None
    return Tried(made, [example(rules, one) for one in findings(made)], firing)


# ------------------------------------------------------------------ in words


def show(screen: Screen, name: str, tried: Tried) -> None:
    """The counterexamples, a row for each number of players, and what it comes to."""
    for one in tried.examples:
        tell(screen, one)
    for line in columns(_rows(tried.made), screen.width):
        screen.line(line)
    if tried.firing is not None and tried.firing.plays:
        screen.say(f"{tried.firing.percent:.0f} % of {plural(len(tried.firing.parts), 'part')} of the rules came up in "
                   f"{plural(tried.firing.plays, 'play')} more; `coverage --plays` names the others", "small")
    screen.say(f"{name}: {_verdict(tried)}", "yes" if tried.good else "no")


def _ways(made: list[Trial]) -> dict[tuple, list[Trial]]:
    """The trials by mode and number of players, as they are to be shown."""
    ways: dict[tuple, list[Trial]] = {}
    for one in in_order(made):
        ways.setdefault((one.mode, one.task.people), []).append(one)
    return ways


def _rows(made: list[Trial]) -> list[list[str]]:
    rows = [["players", "plays", "decisions", "states", "came to"]]
    for (mode, people), some in _ways(made).items():
        searched = [one.searched for one in some if one.searched is not None]
        counts = [sum(getattr(one, what) for one in searched) for what in ("plays", "decisions", "states")]
        rows.append([f"{people} ({mode})" if mode else str(people), *map(str, counts), _came_to(some)])
    return rows


def _came_to(some: list[Trial]) -> str:
    met = {one.searched.finding.wrong.key: one.task.law for one in reversed(some) if one.searched and one.searched.finding}
    if met:
        return f"broken: {listed(reversed(met.values()))}"
    wrong = next((one.errors[0] for one in some if one.errors), "") or \
        next((one.searched.refused for one in some if one.searched and one.searched.refused), "")
    if wrong:
        return wrong
    ends = sum((one.searched.endings for one in some if one.searched is not None), Counter())
    return listed(f"{count} {how}" for how, count in ends.most_common()) or "nothing was played"


def _verdict(tried: Tried) -> str:
    """`fine for 2 to 4 players; at 5 the deck runs short`"""
    fine, other = {}, []
    for (mode, people), some in _ways(tried.made).items():
        broken = [one.searched.finding.wrong.words for one in some if one.searched and one.searched.finding]
        wrong = broken or [one.errors[0] for one in some if one.errors] or \
            [one.searched.refused for one in some if one.searched and one.searched.refused]
        if wrong:
            other.append(f"at {people}{f' ({mode})' if mode else ''}: {_short(wrong[0])}")
        else:
            fine.setdefault(mode, []).append(people)
    said = [f"fine for {_numbers(counts)}{f' ({mode})' if mode else ''}" for mode, counts in fine.items()]
    return "; ".join(said + other)


def _numbers(counts: list[int]) -> str:
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{listed(counts)} player{'' if counts == [1] else 's'}"


def _short(words: str) -> str:
    return words.split("\n")[0].split(";")[0]


# ------------------------------------------------------------------ for programs


def as_data(tried: Tried) -> dict:
    """Counts for each number of players and law, and what was found."""
    return {
        "laws": [_law(one) for one in tried.made],
        "found": [plain(one) for one in tried.examples],
    }


def _law(one: Trial) -> dict:
    made = {"law": one.task.law, "players": one.task.people, "mode": one.mode, "errors": list(one.errors)}
    if one.searched is not None:
        made |= {"plays": one.searched.plays, "decisions": one.searched.decisions, "states": one.searched.states,
                 "endings": dict(one.searched.endings), "refused": one.searched.refused,
                 "broken": one.searched.finding is not None}
    return made
