"""The sides of a comparison or a sweep, made of the words of a command line: a game, and each change of it.

In:  a GAME, changes (`VARIANT`, `OPTION=VALUE`, several joined by `+`), how many players, who decides, settings for all sides.
Out: Table, one a side: its Side and Shape, its Spec; or what is wrong is said and the command ends (arguments.py).
"""

import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import click
from attrs import evolve, frozen

from interpreter.cli.arguments import chosen_data, chosen_options, drawn, goes_on, lowered, opened, to_watch, WRONG
from interpreter.cli.seats import company, sitting_down
from interpreter.cli.storage import Run
from interpreter.cli.terminal.screen import progress
from interpreter.ir.model import Spec
from interpreter.project.files import read_text
from interpreter.search.seating import seated
from interpreter.simulate.engines import Engine, engine_for
from interpreter.simulate.tournament import digest_of_table, know, Recipe
from interpreter.study.figures import Shape, shape_of
from interpreter.study.plays import Side, Trouble, Work
from interpreter.text.diagnostic import plural, Report, Unplayable
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.workers import Carrier

NOBODY = "human"


@frozen
class Change:
    """What is otherwise on one side: variants and settings, and how it is called."""

    name: str = ""
    variants: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()
    game: str = ""                               # another version of the game, by its path


def change_of(words: str) -> Change:
    """`a_variant`, `goal=50`, or several with `+` between; a path may have a `+` in it.

    >>> change_of("stalker+goal=50")
    Change(name='stalker+goal=50', variants=('stalker',), pairs=('goal=50',))
    """
    pieces = [words] if Path(words).is_file() else [piece.strip() for piece in words.split("+")]
    if not all(pieces):
        raise click.UsageError(f"`{words}` names no change: write VARIANT, OPTION=VALUE, or several with + between")
    versions = [piece for piece in pieces if declares_game(piece)]
    name = "+".join(Path(piece).stem if piece.endswith(".rules") else piece for piece in pieces)
    if len(versions) > 1:
        raise click.UsageError(f"`{words}` names two versions of the game; one can be played")
    variants = tuple(one for one in pieces if "=" not in one and one not in versions)
    return Change(name, variants, tuple(one for one in pieces if "=" in one), "".join(versions))


def declares_game(words: str) -> bool:
    """Is this the path of a game's own file, and not of a variant's?"""
    text = read_text(Path(words)) if words.endswith(".rules") and Path(words).is_file() else ""
    return isinstance(text, str) and re.search(r"^game[ ]+\w", text, re.MULTILINE) is not None


@frozen
class Setting:
    """What holds for all sides: the game, how many play and who decides, settings (and variants) and data, plays and seed."""

    game: Asked
    players: int | None
    seats: tuple[str, ...]
    both: tuple[str, ...]
    data: tuple[str, ...]
    games: int
    seed: int
    engine: str = ""


def setting_of(game: str, without: tuple[str, ...], players: int | None, by: str | None, seats: tuple[str, ...],
               both: Sequence[str], data: tuple[str, ...], games: int, seed: int, engine: str | None) -> Setting:
    """What the words of a command say that holds for all sides; a variant among `both` stands where variants are asked for."""
    changes = [change_of(words) for words in both]
    variants = tuple(variant for change in changes for variant in change.variants)
    pairs = tuple(pair for change in changes for pair in change.pairs)
    everybody = (f"all={by}",) if by else ()
    return Setting(Asked(game, variants, without), players, (*everybody, *seats), pairs, data, games, seed, engine or "")


@frozen
class Wanted:
    """What is to be done besides: who plays, how it is told, and the command as it was typed, to be typed again."""

    carrier: Carrier
    as_json: bool
    report: Path | None
    command: tuple[str, ...]

    @classmethod
    def of(cls, carrier: Carrier, as_json: bool, report: str | None) -> "Wanted":
        """A report in this folder."""
        run = click.get_current_context().find_object(Run)
        command = ("rulewright", *(run.words if run is not None else ()))
        return cls(carrier, as_json, Path(report) if report else None, command)


@frozen
class Table:
    """One side, ready to be played."""

    side: Side
    shape: Shape
    rules: Rules
    spec: Spec
    engine: Engine


def tables(setting: Setting, changes: Sequence[Change]) -> list[Table]:
    """All sides, each checked; the number of players is the fewest that all of them are for, if nothing is said."""
    game = setting.game
    asked = [evolve(game, where=change.game or game.where, variants=(*game.variants, *change.variants)) for change in changes]
    players = setting.players or _fewest(asked)
    found = []
    with progress(len(changes), "rules") as bar:
        for change, one in zip(changes, asked, strict=True):
            found.append(_table(setting, change, one, players))
            bar.update(1)
    return found


def _fewest(asked: Sequence[Asked]) -> int:
    games = [opened(one) for one in dict.fromkeys(asked)]
    common = set(games[0].people()).intersection(*(rules.people() for rules in games))
    if not common:
        said = "; ".join(f"{rules.called} is for {rules.said_people()}" for rules in games)
        raise click.UsageError(f"there is no number of players that all sides are for: {said}")
    return min(common)


def _table(setting: Setting, change: Change, asked: Asked, players: int) -> Table:
    rules = opened(asked, players)
    if players not in rules.people():
        raise click.UsageError(f"{rules.called} is for {rules.said_people()}, not {players}")
    options, data = chosen_options(rules, (*setting.both, *change.pairs)), chosen_data(rules, setting.data)
    who = company(rules, players, None, setting.seats)
    people = [name for name, how in who.who.items() if how == NOBODY]
    if people:
        raise click.UsageError(f"nobody sits at the keyboard here, so {people[0]} cannot be human")
    ctx = lowered(rules, who.names, options, data)
    sitting_down(rules, ctx, who.who)
    spec = ctx.spec
    seats = tuple(who.who.get(name, "random") for name in spec.seats)
    made = seated(rules, ctx, dict(enumerate(seats)), Report())
    deciders = [made[seat] or "random" for seat in range(len(seats))]
    engine = engine_for(spec, setting.games, setting.seed, deciders, setting.engine)
    recipe = Recipe(Asked(str(rules.path), rules.named_variants(), rules.asked.without), players, who.names,
                    tuple(options.items()), tuple(data.items()), seats, False, engine.name)
    shape = shape_of(spec)
    side = Side(change.name or "as it stands", spec.title, recipe, digest_of_table(rules, spec, seats), shape.people)
    know(side.digest, spec, deciders)
    return Table(side, shape, rules, spec, engine)


def made_ready(folder: Path) -> None:
    """Sees to it that a report can be written; or what is missing is said, and the end of the command."""
    from interpreter.study.report import Missing, ready

    try:
        ready(folder)
    except Missing as error:
        raise click.ClickException(str(error)) from None


def played(run: Callable[[Carrier, Callable[[Work], None]], None], work: Iterable[Work], carrier: Carrier) -> bool:
    """Plays with a bar; was it stopped from the keyboard?"""
    with progress(sum(one.weight * one.count for one in work), "plays", counted=False) as bar:
        try:
            run(carrier, lambda one: bar.update(one.weight * one.count))
        except KeyboardInterrupt:
            return True
    return False


def stopped_after(plays: int, what: str) -> None:
    """Says how far it has come, and whether it can be gone on with."""
    click.echo(f"stopped after {plural(plays, 'play')} of each {what}; {goes_on()}", err=True)


def sitting(table: Table) -> str:
    """Who decides, in words: `4 random players`."""
    seats = [table.side.recipe.seats[k] for k in table.shape.people]
    kinds = list(dict.fromkeys(seats))
    if len(kinds) == 1:
        return f"{len(seats)} {kinds[0]} player{'' if len(seats) == 1 else 's'}"
    return " and ".join(f"{seats.count(kind)} {kind}" for kind in kinds)


def told(trouble: Trouble, found: Sequence[Table], asked: Sequence[str]) -> int:
    """Says which play met a fault, and how to watch it."""
    table = found[trouble.work.side]
    if isinstance(trouble.fault, Unplayable):
        click.echo(f"“{table.side.name}” cannot be played: {trouble.fault}", err=True)
        return WRONG
    click.echo(drawn(trouble.fault.diagnostic) + "\n", err=True)
    recipe = trouble.work.recipe
    words = [*asked, *(word for variant in recipe.rules.variants for word in ("--with", variant))]
    words += [word for erratum in recipe.rules.without for word in ("--without", erratum)]
    words += [word for name, value in recipe.choices for word in ("--set", f"{name}={value}")]
    which = f"a play of “{table.side.name}” met this, the one with seed {trouble.seed}"
    command = to_watch(recipe.rules.where, table.spec, recipe.seats, trouble.seed, words)
    click.echo(f"{which}; watch it with:\n  {command}", err=True)
    return WRONG
