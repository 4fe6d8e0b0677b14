"""serve: tables on the local network, each seat a page on a phone.

In:  a GAME, names or a number of players, bots for seats, a seed, options; an address and a port; files to record to or to go
     on from.
Out: an exit code, when it is interrupted: 0.

Nothing of the web is imported by another command.
"""

import itertools
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from interpreter.cli.arguments import chosen_data, chosen_options, lowered, opened
from interpreter.cli.commands.referee import resumed, Setting
from interpreter.cli.seats import Company, company
from interpreter.cli.storage import places_for, state_folders
from interpreter.cli.terminal.real_table import chance_for, TABLE
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.pipeline import rules_digest
from interpreter.project.files import find_game, games
from interpreter.scenario.opening import Opening
from interpreter.search.seating import said_once, seated
from interpreter.session.bots import Decider, SEARCH
from interpreter.session.physical_chance import ALL
from interpreter.session.recorder import CannotRecord, Recorder
from interpreter.session.seal import fresh_key
from interpreter.session.session import Session
from interpreter.session.strategies import strategies_of
from interpreter.session.streams import fresh_seed
from interpreter.session.transcript import heading_of, read_file, seal_of
from interpreter.text.diagnostic import listed, Report
from interpreter.variant.rules import numbers_of_people, Rules
from interpreter.variant.stack import Asked
from interpreter.web import keys
from interpreter.web.faces import Faces, faces_of
from interpreter.web.hosted import Begun, CannotBegin, Hosted
from interpreter.web.server import CannotServe, listening, local_address, names_of, run, show_links, who_can_reach
from interpreter.web.tables import Tables

FINE = 0


def serve_tables(game: Asked | None, who: tuple, seed, chances, pairs, data, record, resume, where: tuple, tables: int) -> int:
    """The command `serve`. `who` are players, names and seats; `where` address, port and the names it is reached by."""
    players, names, seats = who
    host, port, called, codes = where
    if resume and (record is not None or players or names or seats or seed is not None or pairs or chances or tables > 1):
        raise click.UsageError("a play gone on with keeps its players, seed, chance, options and file; leave those out")
    if not resume and game is not None and record is None:
        resume = _unfinished(game)
    if resume:
        served = tables_to_go_on(game, [Path(one) for one in resume], data)
    elif game is None:
        raise click.UsageError("say which game, or which play to go on with: --resume FILE")
    else:
        rules = opened(game, players)
        at = company(rules, players, names, seats)
        evening = keys.fresh()

        def lay(number: int, count: int, seed=None) -> Hosted:
            for_them = rules if count == at.count else opened(game, count)
            those = at if count == at.count else company(for_them, count, None, ())
            made, path = (chosen_options(for_them, pairs), chosen_data(for_them, data)), path_of_table(rules, record, number)
            return lay_table(for_them, game, those, number, seed, chances, made, path, evening)

        laid = {k: lay(k, at.count, seed) for k in range(1, tables + 1)}
        base = rules if rules.asked.where == game.where else opened(game)
        served = Tables(laid, _told(lay), numbers_of_people(base))
    _serve(served, host or local_address(), port, called, codes)
    return FINE


def _serve(served: Tables, host: str, port: int | None, called: Sequence[str], codes: bool) -> None:
    """Until it is interrupted; then it is said where the plays are."""
    try:
        sock = listening(host, port)
    except CannotServe as error:
        raise click.UsageError(str(error)) from None
    hosts = names_of(host, sock.getsockname()[1], called)
    click.echo(who_can_reach(host))
    show_links(served.laid, f"http://{hosts[0]}", codes=codes)
    click.echo("\nOpen the host's link to begin. Ctrl-C ends the evening; every answer is kept.")
    run(served, sock, hosts)
    files = [str(table.path) for table in served.laid.values() if table.begun is not None]
    if files:
        click.echo(f"kept; go on with: rulewright serve {' '.join(f'--resume {one}' for one in files)}")


def _told(lay: Callable[[int, int], Hosted]) -> Callable[[int, int], Hosted]:
    """The same for a page, which is told what the terminal would be told."""
    def told(number: int, count: int) -> Hosted:
        try:
            return lay(number, count)
        except click.UsageError as error:
            raise CannotBegin(error.message) from None
        except click.exceptions.Exit:
            raise CannotBegin("the rules cannot be made for so many; the terminal says why") from None

    return told


def path_of_table(rules: Rules, record: str | None, number: int) -> Path:
    """The file of a table."""
    if record is not None:
        path = Path(record)
        return path if number == 1 else path.with_name(f"{path.stem}.{number}{path.suffix}")
    for path in places_for(rules.name, ".play"):
        return path if number == 1 else path.with_name(f"{path.stem}.{number}{path.suffix}")
    raise click.UsageError("no folder can be written, so no answer could be kept; name a file with --record")


def _unfinished(game: Asked) -> list[str]:
    """The last play of this game that was served and is not over, with the others of the same evening, if somebody at the
    terminal wants to go on with it."""
    path = find_game(str(game))
    stem = path.stem if path is not None else f"{game}"
    found = [one for folder in state_folders() if folder.is_dir() for one in folder.glob(f"{stem}-*.play.seats")]
    plays = [one.with_suffix("") for one in sorted(found, key=lambda one: one.stat().st_mtime)]
    open_ones = [one for one in plays if one.exists() and not _over(one)]
    if not open_ones or not sys.stdin.isatty():
        return []
    evening = keys.kept(open_ones[-1]).evening
    those = [one for one in open_ones if one == open_ones[-1] or evening and keys.kept(one).evening == evening]
    said = f"{listed(one.name for one in those)} {'is' if len(those) == 1 else 'are'} not over. Go on?"
    return [str(one) for one in those] if click.confirm(said, default=True) else []


def _over(path: Path) -> bool:
    return any(line.startswith(b"over ") for line in path.read_bytes().split(b"\n"))


# ------------------------------------------------------------------ a new table


def lay_table(
    rules: Rules, game: Asked, at: Company, number: int, seed, chances, made: tuple, path: Path, evening: str = "",
    begins: Opening | None = None,
) -> Hosted:
    """A table on which nothing has begun; `made` are options and data. `begins` is a scenario's position to begin at."""
    own = {one.name.text for one in declared(rules, Report()).seat_names if not one.automatic}
    bots = tuple(dict.fromkeys(["random", "first", *strategies_of(rules, Report()), SEARCH, *at.who.values()]))
    sealed = fresh_seed() if seed is None else seed
    salt = keys.fresh()
    begin = _beginner(rules, game, made, chances, sealed, salt, path, bots, begins)
    fixed, words = sum(1 for name in at.names if name in own), tuple(one for one in bots if one != "human")
    table = Hosted(number, rules.game.title.text, list(at.names), begin, path, rules.rulebook, fixed, bot_words=words,
                   seal=seal_of(sealed, salt), evening=evening)
    for k, name in enumerate(at.names):
        word = at.who.get(name, "human")
        table.roles[f"s{k}"].bot = "" if word == "human" else word
    return table


def _beginner(
    rules: Rules, game: Asked, made: tuple, chances, seed: int, salt: str, path: Path, bots: tuple[str, ...],
    begins: Opening | None = None,
) -> Callable[[tuple[str, ...]], Begun]:
    """Makes the play, once everybody has a name."""
    def begin(names: tuple[str, ...]) -> Begun:
        try:
            ctx = lowered(rules, names, *made) if begins is None else begins.context
        except click.exceptions.Exit:
            raise CannotBegin("the rules cannot be made for these people; the terminal says why") from None
        chance = chance_for(ctx.spec, chances)
        if begins is None:
            session = Session(ctx.spec, seed, {}, None, rules_digest(rules, ctx), chance)
        else:
            where = begins.title, begins.file
            session = Session(ctx.spec, seed, {}, None, begins.named(), chance, begins.state, where)
        heading = heading_of(session, _where(rules, game), fresh_key(), (seal_of(seed, salt), salt))
        try:
            session.journal = Recorder.begin(path, heading)
        except CannotRecord as error:
            raise CannotBegin(str(error)) from None
        return Begun(session, ctx, _faces(rules, ctx), _deciders(rules, ctx, bots), salt)

    return begin


def _where(rules: Rules, game: Asked) -> str:
    named = str(game) in games() or find_game(str(game)) is None
    return "" if named and find_game(rules.name) == rules.path else str(rules.path.absolute())


def _faces(rules: Rules, ctx: Context) -> Faces:
    """The faces of the cards; where a hint is wrong it is said, and cards look plain."""
    report = Report()
    made = faces_of(ctx, report, rules.path.parent)
    for one in report.sorted():
        click.echo(f"{one.span}: {one.message}", err=True)
    return made if report.ok else Faces(ctx.spec)


def _deciders(rules: Rules, ctx: Context, words: tuple[str, ...]) -> dict[str, Decider]:
    """Who can play a seat, made ready; a strategy that needs more than its name is left out."""
    found: dict[str, Decider] = {}
    for word in words:
        report = Report()
        made = seated(rules, ctx, {0: word}, report)
        decider = made.get(0)
        if report.ok and decider is not None and word != "human":
            found[word] = decider
    for line in said_once(found.values()):
        click.echo(line)
    return found


# ------------------------------------------------------------------ tables to go on with


def tables_to_go_on(game: Asked | None, paths: Sequence[Path], data) -> Tables:
    """The tables of plays that were kept, by the numbers they had; one more can be set like the first of them."""
    laid: dict[int, Hosted] = {}
    found = [_gone_on(game, path, data) for path in paths]
    for table, _ in found:
        if table.number in laid:
            table.number = max(laid) + 1
            table.store()
        laid[table.number] = table
    first, setting = found[0]
    return Tables(dict(sorted(laid.items())), _told(_like(game, first, setting, data)), (len(first.names),))


def _like(game: Asked | None, table: Hosted, setting: Setting, data) -> Callable[[int, int], Hosted]:
    """Lays one more table like one that is gone on with."""
    rules, spec, chance = setting.rules, table.session.spec, table.session.chance
    asked = game if game is not None else Asked(_where(rules, Asked(rules.name)) or rules.name)
    words = tuple(f"{name}=table" if name != ALL else TABLE for name in sorted(chance.asked)) if chance is not None else ()
    made = dict(spec.option_words), chosen_data(rules, data)

    def lay(number: int, count: int) -> Hosted:
        at = company(rules, count, None, ())
        free = (table.path.with_name(f"{table.path.stem}.{k}{table.path.suffix}") for k in itertools.count(number))
        path = next(one for one in free if not one.exists())
        return lay_table(rules, asked, at, number, None, words, made, path, table.evening)

    return lay


def table_to_go_on(game: Asked | None, path: Path, data) -> Hosted:
    """The table of a play that was kept, with the links and cookies it had."""
    return _gone_on(game, path, data)[0]


def _gone_on(game: Asked | None, path: Path, data) -> tuple[Hosted, Setting]:
    setting = resumed(game, path, data)
    session, ctx, rules = setting.session, setting.context, setting.rules
    record = read_file(path, Report())
    if ctx is None or record is None:
        raise click.UsageError(f"{path} cannot be gone on with")
    people = [session.spec.seats[k] for k in session.spec.people]
    was = keys.kept(path)
    bots = tuple(dict.fromkeys(["random", "first", *strategies_of(rules, Report()), SEARCH,
                                *(one.bot for one in was.roles.values() if one.bot)]))
    heading = record.heading
    begun = Begun(session, ctx, _faces(rules, ctx), _deciders(rules, ctx, bots), heading.salt)
    table = Hosted(was.number, session.spec.title, people, lambda names: begun, path, rules.rulebook, len(people), was.roles,
                   bots, heading.seal, evening=was.evening)
    for note in setting.notes:
        click.echo(note)
    table.open(begun)
    table.store()
    return table, setting
