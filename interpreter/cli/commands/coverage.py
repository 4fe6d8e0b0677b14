"""coverage: which clauses of a rulebook the rules carry out and the scenarios show; which lines plays come to.

In:  a GAME with a rulebook beside it; with `--plays` any GAME, and how many plays.
Out: what is missing, clause by clause, and the counts; exit code 1 if something is missing, or if nothing noticed that a line
     was left out. With `--plays` the lines that no play came to, then those that few came to.
"""

import json
import os
from collections import Counter
from contextlib import closing

import click

from interpreter.cli.arguments import as_lines, complain, INTERRUPTED, opened, WRONG
from interpreter.cli.storage import nothing_collected
from interpreter.cli.terminal.screen import columns, counting, open_screen, progress, Screen
from interpreter.coverage.clause_coverage import (
    Coverage,
    coverage,
    Entry,
    EXERCISED,
    games_of,
    MOST_UNENCODED,
    UNCITED,
    UNENCODED,
    UNEXERCISED,
)
from interpreter.coverage.knock_out import knock_outs, Knocked, NOT_LOADED
from interpreter.laws.line_coverage import fire, Firing, Part, parts
from interpreter.pipeline import load
from interpreter.project.clauses import Clause
from interpreter.text.diagnostic import InternalError, listed, plural, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import shared_out

MOST_NAMED = 3                                     # scenarios that are named in a line


def cover_game(game: str, knocking: bool, jobs: int | None, as_json: bool) -> int:
    """Looks at a game; 1 if a clause is neither cited nor exercised as it must be."""
    rules = opened(game)
    if rules.rulebook is None:
        return _nothing(rules.name, as_json)
    with nothing_collected(), counting("scenarios") as tell:
        covered = coverage(rules, jobs or os.cpu_count() or 1, tell)
    knocked = knock_outs(rules, covered, jobs) if knocking and not covered.unplayed else None
    good = covered.ok and not any(knock.survived for knock in knocked or ())
    if as_json:
        click.echo(json.dumps(_plain(rules.name, good, covered, knocked), indent=2, ensure_ascii=False))
    else:
        _tell(open_screen(), rules.called, covered)
        if knocked is not None:
            _tell_knocked(open_screen(), rules.name, knocked)
    return INTERRUPTED if covered.unplayed else 0 if good else WRONG


def _nothing(name: str, as_json: bool) -> int:
    if as_json:
        click.echo(json.dumps({"game": name, "ok": True, "rulebook": None}, indent=2))
    else:
        click.echo(f"{name} has no rulebook beside it: there is nothing to cover")
    return 0


# ------------------------------------------------------------------ in words


def _tell(screen: Screen, name: str, covered: Coverage) -> None:
    complain(list(covered.found), err=False)
    for failed in covered.failed:
        screen.say(f"this scenario fails, and counts for nothing: {failed.title} ({failed.span})", "no")
    for cited in covered.wide:
        screen.say(f"{cited.where} cites {len(cited.ids)} clauses: {cited.line}", "no")
    _section(screen, "Cited by no rule", covered.of(UNCITED), _uncited)
    _section(screen, "Cited, but exercised by no scenario", covered.of(UNEXERCISED), _unexercised)
    _section(screen, "Left out, with the reason", covered.of(UNENCODED), _unencoded)
    also = [entry for entry in covered.of(EXERCISED) if entry.missed and not entry.follows]
    _section(screen, "Exercised, but not at each place that cites it (this is no mistake)", also, _elsewhere)
    if covered.too_many:
        screen.say(f"{len(covered.of(UNENCODED))} clauses are left out; {MOST_UNENCODED} are the most", "no")
    screen.say(f"{name}: {_counts(covered)}", "yes" if covered.ok else "no")
    if covered.unplayed:
        said = f"stopped before {plural(covered.unplayed, 'scenario')} more"
        screen.say(f"{said}: these may show what is said not to be shown", "no")


def _section(screen: Screen, title: str, entries: list[Entry], tell) -> None:
    if entries:
        screen.say(title, "title")
        for entry in entries:
            tell(screen, entry)
        screen.line()


def _clause(screen: Screen, clause: Clause) -> None:
    screen.say(clause.text, first=f"  {clause.id}  ", then="      ")


def _follows(screen: Screen, entry: Entry) -> None:
    if entry.follows:
        screen.say(f"it repeats {listed(entry.follows)}", "small", first="      ")


def _uncited(screen: Screen, entry: Entry) -> None:
    _clause(screen, entry.clause)
    _follows(screen, entry)


def _unexercised(screen: Screen, entry: Entry) -> None:
    _clause(screen, entry.clause)
    _follows(screen, entry)
    for missed in entry.missed:
        screen.say(f"{missed.citation.where}  {missed.citation.line}", "small", first="      ", then="        ")
    more = f" and {len(entry.named) - MOST_NAMED} more" if len(entry.named) > MOST_NAMED else ""
    named = "; ".join(entry.named[:MOST_NAMED]) + more
    why = f"named by, but not carried out there in: {named}" if named else "no scenario that passes names it"
    screen.say(why, "small", first="      ", then="        ")


def _unencoded(screen: Screen, entry: Entry) -> None:
    screen.say(f"{entry.reason} ({entry.cited[0].citation.where})", first=f"  {entry.clause.id}  ", then="      ")


def _elsewhere(screen: Screen, entry: Entry) -> None:
    for missed in entry.missed:
        screen.say(f"{missed.citation.where}  {missed.citation.line}", "small", first=f"  {entry.clause.id}  ", then="      ")


def _counts(covered: Coverage) -> str:
    parts = [f"{len(covered.of(status))} {words}" for status, words in (
        (EXERCISED, "carried out and exercised"), (UNENCODED, "left out with a reason"), (UNEXERCISED, "not exercised"),
        (UNCITED, "cited by no rule"))]
    return f"{plural(len(covered.entries), 'clause')} that bind{'s' if len(covered.entries) == 1 else ''}: {listed(parts)}"


def _tell_knocked(screen: Screen, name: str, knocked: list[Knocked]) -> None:
    left = [knock for knock in knocked if knock.survived]
    if left:
        screen.line()
        screen.say("Nothing noticed that these lines were left out", "title")
    for knock in left:
        screen.say(f"{knock.where}  {knock.line}  [{', '.join(knock.ids)}]", first="  ", then="      ")
    unloaded = sum(knock.by == NOT_LOADED for knock in knocked)
    how = f" ({unloaded} of them because the rules cannot be loaded without)" if unloaded else ""
    said = f"{len(left)} of {plural(len(knocked), 'line')} left out one by one went unnoticed" if left else \
        f"{plural(len(knocked), 'line')} left out one by one, and each was noticed{how}"
    screen.say(f"{name}: {said}", "no" if left else "yes")


# ------------------------------------------------------------------ for programs


def _plain(name: str, good: bool, covered: Coverage, knocked: list[Knocked] | None) -> dict:
    data = {
        "game": name, "ok": good, "rulebook": covered.rulebook.name,
        "counts": {"binding": len(covered.entries)} | {
            status: len(covered.of(status)) for status in (EXERCISED, UNENCODED, UNEXERCISED, UNCITED)},
        "clauses": [_entry(entry) for entry in covered.entries],
        "wide": [{"at": citation.where, "clauses": list(citation.ids)} for citation in covered.wide],
        "failed": [scenario.title for scenario in covered.failed],
        "diagnostics": as_lines(list(covered.found)),
    }
    if covered.unplayed:
        data["unplayed"] = covered.unplayed
    if knocked is not None:
        data["knocked_out"] = [
            {"at": gone.where, "line": gone.line, "clauses": list(gone.ids), "noticed_by": gone.by or None} for gone in knocked]
    return data


def _entry(entry: Entry) -> dict:
    data: dict = {"id": entry.clause.id, "kind": entry.clause.kind, "status": entry.status}
    data["cited"] = [
        {"at": place.citation.where, "line": place.citation.line, "exercised_by": place.by} for place in entry.cited]
    data["named_by"] = entry.named
    if entry.reason:
        data["reason"] = entry.reason
    if entry.follows:
        data["repeats"] = list(entry.follows)
    return data


# ------------------------------------------------------------------ coverage --plays


SELDOM = 5                                         # so many of the parts that fired least are named


def fire_game(game, plays: int, people: tuple, seed: int, switched: bool, at_least: float | None, jobs: int | None,
              as_json: bool) -> int:
    """Plays, and says what never came up."""
    rules = opened(game)
    firing = Firing(parts(rules))
    todo = [(each, count) for each in games_of(rules) for count in each.people() if not people or count in people]
    with progress(len(todo), "plays") as bar:
        for fired in _fired(rules, todo, plays, seed, switched, jobs or os.cpu_count() or 1):
            firing.add(fired)
            bar.update(1)
    if as_json:
        click.echo(json.dumps(_plain_lines(rules.called, firing), indent=2, ensure_ascii=False))
    else:
        _tell_lines(open_screen(), rules.called, firing)
    return WRONG if at_least is not None and firing.percent < at_least else 0


def _fired(rules: Rules, todo: list, plays: int, seed: int, switched: bool, jobs: int):
    if jobs == 1 or len(todo) == 1:
        yield from (fire(game, count, plays, seed, switched) for game, count in todo)
        return
    pieces = [(Asked(str(game.path), rules.asked.variants, rules.asked.without), count, plays, seed, switched)
              for game, count in todo]
    with closing(shared_out(_fire, pieces, jobs)) as done:
        yield from (found for _, found in done)


def _fire(piece: tuple[Asked, int, int, int, bool]) -> Firing:
    asked, count, plays, seed, switched = piece
    rules = load(asked, Report())
    if rules is None:
        raise InternalError(f"{asked} could be read a moment ago")
    return fire(rules, count, plays, seed, switched)


# ------------------------------------------------------------------ in words


def _tell_lines(screen: Screen, name: str, firing: Firing) -> None:
    if firing.never:
        screen.say("No play came to these", "title")
    for part in firing.never:
        screen.say(f"{part.where}  {part.line}", first=f"  {part.sort:<12}", then=" " * 16)
    lying = sorted(firing.cards - firing.moved)
    if lying:
        screen.say(f"never moved: {', '.join(lying)}", then="  ")
    screen.say("Seldom", "title")
    for part in _seldom(firing):
        said = f"{part.where}  {part.line} ({plural(firing.fired[part], 'play')})"
        screen.say(said, first=f"  {part.sort:<12}", then=" " * 16)
    for line in columns(_rows(firing), screen.width):
        screen.line(line)
    cards = len(firing.cards) - len(lying)
    came = f"{firing.percent:.1f} % of {plural(len(firing.parts), 'part')} came up in {plural(firing.plays, 'play')}"
    screen.say(f"{name}: {came}; "
               f"{cards} of {plural(len(firing.cards), 'thing')} were moved", "no" if firing.never else "yes")


def _seldom(firing: Firing) -> list[Part]:
    fired = [part for part in firing.parts if firing.fired[part]]
    return sorted(fired, key=lambda part: firing.fired[part])[:SELDOM]


def _rows(firing: Firing) -> list[list[str]]:
    every, came = Counter(part.sort for part in firing.parts), Counter(part.sort for part in firing.parts if firing.fired[part])
    return [["", "there are", "came up"], *([sort, str(count), str(came[sort])] for sort, count in every.items())]


def _plain_lines(name: str, firing: Firing) -> dict:
    return {
        "game": name, "plays": firing.plays, "percent": round(firing.percent, 2),
        "parts": [{"sort": p.sort, "at": p.where, "line": p.line, "plays": firing.fired[p]} for p in firing.parts],
        "never_moved": sorted(firing.cards - firing.moved),
    }
