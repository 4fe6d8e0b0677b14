"""mutate: would anything notice a small mistake in the rules?

In:  a GAME; which mutants (Wanted), who tries them.
Out: how many were noticed, sort by sort; those that nothing noticed, line by line; exit code 1 below the share
     asked for, 130 where it was stopped from the keyboard.

What is found out is kept mutant by mutant in the user's cache folder, so that a run that was stopped goes on where it was;
another word in the rules, their data or scenarios, and it begins anew.
"""

import csv
import json
import sys
from collections import Counter
from collections.abc import Generator
from contextlib import closing

import click
from attrs import frozen

from interpreter.cli.arguments import goes_on, INTERRUPTED, lowered, opened, seat_names, WRONG
from interpreter.cli.terminal.screen import columns, open_screen, progress, Screen
from interpreter.coverage.clause_coverage import rule_files
from interpreter.mutation.kills import (
    CHECKS,
    COLUMNS,
    Equivalents,
    equivalents,
    Fate,
    fates,
    PLAYS,
    SCENARIOS,
    TABLE,
)
from interpreter.mutation.mutants import Mutant, mutants, sample, SORTS
from interpreter.text.diagnostic import plural
from interpreter.variant.rules import Rules
from interpreter.workers import Carrier

EQUIVALENT = "equivalent"


@frozen
class Wanted:
    """Which mutants: so many of them drawn from a seed, of these sorts, in these files; all, if nothing is said."""

    size: int | None = None
    seed: int = 1
    sorts: tuple[str, ...] = ()
    files: tuple[str, ...] = ()

    def of(self, every: list[Mutant]) -> list[Mutant]:
        """Those that are wanted, in the order written."""
        chosen = [each for each in every if (not self.sorts or each.sort in self.sorts) and (not self.files or self._in(each))]
        return chosen if self.size is None else sample(chosen, self.size, self.seed)

    def _in(self, mutant: Mutant) -> bool:
        return mutant.old.span.source.name.rsplit("/", 1)[-1].removesuffix(".rules") in [
            name.rsplit("/", 1)[-1].removesuffix(".rules") for name in self.files]


def mutate_game(game: str, wanted: Wanted, carrier: Carrier, plays: int, at_least: float | None,
                afresh: bool, listing: bool, as_json: bool, people: tuple[int, ...] = ()) -> int:
    """Tries the mutants of a game; 1 if fewer are noticed than asked for. With `people` each number of players on its own: only
    what so many play may notice."""
    rules = opened(game)
    every = mutants(rule_files(rules))
    chosen = wanted.of(every)
    if listing:
        return _list(chosen)
    lowered(rules, seat_names(rules.people().start), {})             # of rules that cannot be played nothing is found out
    said = equivalents(rules, every)
    counts: list[int | None] = [count for count in rules.people() if count in people]
    if people and not counts:
        raise click.UsageError(f"{rules.name} is for {rules.said_people()}")
    told, few, stopped = [], False, False
    for count in counts or [None]:
        tried, stopped = _tried(rules, chosen, said, carrier, plays, afresh, count)
        few = few or (at_least is not None and _share(tried) < at_least)
        name = rules.name if count is None else f"{rules.name} with {plural(count, 'player')}"
        if as_json:
            told.append(_plain(rules.name, len(every), tried, said) | ({} if count is None else {"players": count}))
        else:
            _tell(open_screen(), name, len(every), tried, said)
        if stopped:
            left = plural(len(chosen) - len(tried), "mutant")
            click.echo(f"stopped: {left} not tried yet; {goes_on()}", err=True)
            break
    if as_json:
        click.echo(json.dumps({"runs": told} if people else told[0], indent=2, ensure_ascii=False))
    return INTERRUPTED if stopped else WRONG if said.stale or few else 0


def _tried(rules: Rules, chosen: list[Mutant], said: Equivalents, carrier: Carrier, plays: int, afresh: bool,
           people: int | None) -> tuple[list[tuple[Mutant, Fate]], bool]:
    """The fates, known or found out now, and was it stopped from the keyboard?"""
    left, known = [mutant for mutant in chosen if mutant.name not in said.why], dict[str, Fate]()
    stopped = _try(fates(rules, left, plays, carrier, people, afresh), known, len(left)) if left else False
    known |= {name: Fate(name, EQUIVALENT, why) for name, why in said.why.items()}
    return [(mutant, known[mutant.name]) for mutant in chosen if mutant.name in known], stopped


def _try(trying: Generator[Fate, None, None], known: dict[str, Fate], size: int) -> bool:
    """Takes the fates in as they are found out; was it stopped from the keyboard?"""
    try:
        with progress(size, "mutants") as bar, closing(trying):
            for fate in trying:
                known[fate.name] = fate
                bar.update(1)
    except KeyboardInterrupt:
        return True
    return False


def _list(chosen: list[Mutant]) -> int:
    """As rows for the table of equivalents, the reasons to be filled in."""
    table = csv.writer(sys.stdout, delimiter="\t", lineterminator="\n")
    table.writerow([*COLUMNS, "where", "sort"])
    for mutant in chosen:
        table.writerow([mutant.name, mutant.line, mutant.change, "", mutant.where, mutant.sort])
    return 0


def _share(tried) -> float:
    """How many of a hundred of all of them were noticed; an equivalent one is not."""
    return 100 * sum(fate.by in (CHECKS, SCENARIOS, PLAYS) for _, fate in tried) / max(1, len(tried))


# ------------------------------------------------------------------ in words


def _tell(screen: Screen, name: str, every: int, tried: list[tuple[Mutant, Fate]], said: Equivalents) -> None:
    left = [mutant for mutant, fate in tried if fate.survived]
    if left:
        screen.say("Nothing noticed these", "title")
    for mutant in left:
        screen.say(f"{mutant.where}  {mutant.line}", first=f"  {mutant.name}  ", then="      ")
        screen.say(f"{mutant.sort}: {mutant.change}", "small", first="      ", then="        ")
    for name_of_row in said.stale:
        screen.say(f"{TABLE} speaks of a mutant that is not there any more, or gives no reason: {name_of_row}", "no")
    for line in columns(_rows(tried), screen.width):
        screen.line(line)
    drawn = "all of them" if every == len(tried) else f"drawn from {every}"
    counts = Counter(fate.by for _, fate in tried)
    screen.say(
        f"{name}: {plural(len(tried), 'mutant')} ({drawn}): {_share(tried):.1f} % noticed, "
        f"{100 * counts[EQUIVALENT] / max(1, len(tried)):.1f} % equivalent with a reason, {len(left)} not noticed",
        "no" if left else "yes")


def _rows(tried) -> list[list[str]]:
    heads = ["noticed by", "mutants", "checks", "scenario", "play", "equivalent", "nothing"]
    rows = [heads]
    for sort in (*(sort for sort in SORTS if any(mutant.sort == sort for mutant, _ in tried)), None):
        counts = Counter(fate.by for mutant, fate in tried if sort in (mutant.sort, None))
        numbers = [counts.total(), *(counts[by] for by in (CHECKS, SCENARIOS, PLAYS, EQUIVALENT, ""))]
        rows.append([sort or "all", *map(str, numbers)])
    return rows


# ------------------------------------------------------------------ for programs


def _plain(name: str, every: int, tried, said: Equivalents) -> dict:
    return {
        "game": name, "mutants": len(tried), "of": every, "noticed_percent": round(_share(tried), 2),
        "counts": Counter(fate.by or "not noticed" for _, fate in tried), "stale": list(said.stale),
        "fates": [{"mutant": mutant.name, "at": mutant.where, "sort": mutant.sort, "line": mutant.line, "change": mutant.change,
                   "by": fate.by, "how": fate.how, "seconds": fate.seconds} for mutant, fate in tried],
    }
