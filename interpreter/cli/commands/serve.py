"""serve: tables on the local network, each seat a page on a phone.

In:  a GAME, names or a number of players, bots for seats, a seed, options; an address and a port; files to record to or to go
     on from.
Out: an exit code, when it is interrupted: 0.

Nothing of the web is imported by another command.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from interpreter.cli.arguments import (
    chosen_data,
    chosen_options,
    Company,
    company,
    lowered,
    opened,
)
from interpreter.cli.commands.referee import resumed
from interpreter.cli.storage import places_for, state_folders
from interpreter.cli.terminal.real_table import chance_for
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.pipeline import rules_digest
from interpreter.project.files import find_game, games
from interpreter.scenario.opening import Opening
from interpreter.search.seating import said_once, seated
from interpreter.session.bots import Decider, SEARCH
from interpreter.session.recorder import CannotRecord, Recorder
from interpreter.session.seal import fresh_key
from interpreter.session.session import Session
from interpreter.session.strategies import strategies_of
from interpreter.session.streams import fresh_seed
from interpreter.session.transcript import heading_of, read_file, seal_of
from interpreter.text.diagnostic import Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked
from interpreter.web import keys
from interpreter.web.faces import Faces, faces_of
from interpreter.web.hosted import Begun, CannotBegin, Hosted
from interpreter.web.server import CannotServe, listening, local_address, names_of, run, show_links, who_can_reach

FINE = 0


def serve_tables(game: Asked | None, who: tuple, seed, chances, pairs, data, record, resume, where: tuple, tables: int) -> int:
    """The command `serve`. `who` are players, names and seats; `where` address, port and the names it is reached by."""
    players, names, seats = who
    host, port, called, codes = where
    if resume is None and game is not None and record is None and tables == 1:
        resume = _unfinished(game)
    if resume is not None:
        if record is not None or players or names or seats or seed is not None or pairs or chances or tables > 1:
            raise click.UsageError("a play gone on with keeps its players, seed, chance, options and file; leave those out")
        laid = {1: table_to_go_on(game, Path(resume), data)}
    elif game is None:
        raise click.UsageError("say which game, or which play to go on with: --resume FILE")
    else:
        rules = opened(game, players)
        at = company(rules, players, names, seats)
        options = chosen_options(rules, pairs), chosen_data(rules, data)
        paths = {k: path_of_table(rules, record, k) for k in range(1, tables + 1)}
        laid = {k: lay_table(rules, game, at, k, seed, chances, options, path) for k, path in paths.items()}
    host = host or local_address()
    try:
        sock = listening(host, port)
    except CannotServe as error:
        raise click.UsageError(str(error)) from None
    port = sock.getsockname()[1]
    hosts = names_of(host, port, called)
    click.echo(who_can_reach(host))
    show_links(laid, f"http://{hosts[0]}", codes=codes)
    click.echo("\nOpen the host's link to begin. Ctrl-C ends the evening; every answer is kept.")
    run(laid, sock, hosts)
    for table in laid.values():
        if table.begun is not None:
            click.echo(f"the play is kept in {table.path}; go on with: rulewright serve --resume {table.path}")
    return FINE


def path_of_table(rules: Rules, record: str | None, number: int) -> Path:
    """The file of a table."""
    if record is not None:
        path = Path(record)
        return path if number == 1 else path.with_name(f"{path.stem}.{number}{path.suffix}")
    for path in places_for(rules.name, ".play"):
        return path if number == 1 else path.with_name(f"{path.stem}.{number}{path.suffix}")
    raise click.UsageError("no folder can be written, so no answer could be kept; name a file with --record")


def _unfinished(game: Asked) -> str | None:
    """The last play of this game that was served and is not over, if somebody at the terminal wants to go on with it."""
    path = find_game(str(game))
    stem = path.stem if path is not None else f"{game}"
    found = [one for folder in state_folders() if folder.is_dir() for one in folder.glob(f"{stem}-*.play.seats")]
    plays = [one.with_suffix("") for one in sorted(found, key=lambda one: one.stat().st_mtime)]
    open_ones = [one for one in plays if one.exists() and not _over(one)]
    if not open_ones or not sys.stdin.isatty():
        return None
    return str(open_ones[-1]) if click.confirm(f"{open_ones[-1].name} is not over. Go on with it?", default=True) else None


def _over(path: Path) -> bool:
    return any(line.startswith(b"over ") for line in path.read_bytes().split(b"\n"))


# ------------------------------------------------------------------ a new table


def lay_table(
    rules: Rules, game: Asked, at: Company, number: int, seed, chances, made: tuple, path: Path, begins: Opening | None = None,
) -> Hosted:
    """A table on which nothing has begun; `made` are options and data. `begins` is a scenario's position to begin at."""
    own = {one.name.text for one in declared(rules, Report()).seat_names if not one.automatic}
    bots = tuple(dict.fromkeys(["random", "first", *strategies_of(rules, Report()), SEARCH, *at.who.values()]))
    sealed = fresh_seed() if seed is None else seed
    salt = keys.fresh()
    begin = _beginner(rules, game, made, chances, sealed, salt, path, bots, begins)
    fixed, words = sum(1 for name in at.names if name in own), tuple(one for one in bots if one != "human")
    table = Hosted(number, rules.game.title.text, list(at.names), begin, path, rules.rulebook, fixed, bot_words=words,
                   seal=seal_of(sealed, salt))
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


# ------------------------------------------------------------------ a table to go on with


def table_to_go_on(game: Asked | None, path: Path, data) -> Hosted:
    """The table of a play that was kept, with the links and cookies it had."""
    setting = resumed(game, path, data)
    session, ctx, rules = setting.session, setting.context, setting.rules
    record = read_file(path, Report())
    if ctx is None or record is None:
        raise click.UsageError(f"{path} cannot be gone on with")
    people = [session.spec.seats[k] for k in session.spec.people]
    roles, _ = keys.kept(path.with_name(f"{path.name}.seats"))
    bots = tuple(dict.fromkeys(["random", "first", *strategies_of(rules, Report()), SEARCH,
                                *(one.bot for one in roles.values() if one.bot)]))
    heading = record.heading
    begun = Begun(session, ctx, _faces(rules, ctx), _deciders(rules, ctx, bots), heading.salt)
    table = Hosted(1, session.spec.title, people, lambda names: begun, path, rules.rulebook, len(people), roles, bots,
                   heading.seal)
    for note in setting.notes:
        click.echo(note)
    table.open(begun)
    table.store()
    return table

