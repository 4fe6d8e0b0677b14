"""referee: a play at the terminal, from the command line to its result.

In:  a GAME, names, who decides for each seat, a seed, options, files to record to or go on from.
Out: an exit code: 0 at the end of a play, 1 where it was left or a fault stopped it, 130 where it was interrupted.

Every answer is on disk before the next question is asked, in the file that was named or in one of our own. terminal/prompt.py
asks a person, terminal/score_sheet.py shows how it ended.
"""

import os
import shlex
from pathlib import Path

import click
from attrs import define, field

from interpreter.cli.arguments import chosen_data, chosen_options, complain, drawn, lowered, opened, shown_options, WRONG
from interpreter.cli.openings import Begun, opening_of, recorded, rules_and_file
from interpreter.cli.seats import Company, company, seats_of, sitting_down
from interpreter.cli.storage import places_for, Run
from interpreter.cli.terminal.correction_prompt import kept_on, let_go
from interpreter.cli.terminal.log_lines import tell
from interpreter.cli.terminal.prompt import Left, Referee
from interpreter.cli.terminal.real_table import chance_for, say_chance
from interpreter.cli.terminal.score_sheet import has_parts, show_decision, show_full, show_result
from interpreter.cli.terminal.screen import folded, MOST, open_keyboard, open_screen, Paper
from interpreter.core.question import AT_REST, Over
from interpreter.lower.scope import Context
from interpreter.pipeline import rules_digest
from interpreter.project.files import find_game, games, short_name
from interpreter.scenario.opening import Opening
from interpreter.search.player import Thinker
from interpreter.search.seating import by_clock, said_once, seated, to_verify
from interpreter.session.physical_chance import NoAnswer
from interpreter.session.recorder import CannotRecord, Recorder
from interpreter.session.replay import find_rules, go_on, load_recorded, Replayed, Verifier
from interpreter.session.seal import fresh_key
from interpreter.session.session import Session
from interpreter.session.streams import fresh_seed
from interpreter.session.transcript import heading_of, read_file, Record, text_of
from interpreter.text import codes
from interpreter.text.diagnostic import Fault, listed, plural, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

FINE, INTERRUPTED = 0, 130


@define
class Setting:
    """What a play is played with, ready to begin or to go on. `kept` is the file it is written to, None for none; `verifier`
    has the lines of a play that is gone on with."""

    rules: Rules
    session: Session
    kept: Path | None
    asked_for: bool = True                       # did somebody name that file?
    verifier: Verifier | None = None
    data: tuple[str, ...] = ()                   # files named in place of those of the game
    key: str = ""                                # with which lines are sealed that not everybody may see
    notes: list[str] = field(factory=list)       # what is to be said first
    context: Context | None = None

    @property
    def again(self) -> int:
        """How many lines are done of a play that is gone on with."""
        return len(self.verifier.rows) if self.verifier is not None else 0


def play_game(game: Asked, players, names, seats, seed, chances, pairs, data, record, resume, sealed, scenario) -> int:
    """The command `referee`, with the words of its command line."""
    if scenario is not None and (players or names or pairs or data):
        raise click.UsageError("a scenario says who plays, with which options and data; leave those out")
    if resume is not None:
        if record is not None or players or names or seed is not None or pairs or chances or sealed or scenario is not None:
            raise click.UsageError("a play gone on with keeps its players, seed, chance, options and file; leave those out")
        setting = resumed(game, Path(resume), data)
    elif scenario is not None:
        at = opening_of(*rules_and_file(game), scenario)
        setting = _begun_there(at, game, seats, seed, chances, record, fresh_key() if sealed else "")
    else:
        rules = opened(game, players)
        chosen = chosen_options(rules, pairs), chosen_data(rules, data)
        key = fresh_key() if sealed else ""
        setting = _begun(rules, game, company(rules, players, names, seats), seed, chances, chosen, record, key)
        setting.data = data
    click.get_current_context().ensure_object(Run).play = lambda: text_of(setting.session)
    try:
        return _at_the_table(setting)
    finally:
        _let_go(setting.session.journal)


def _let_go(journal) -> None:
    """Whoever waits for the file may write it now."""
    if journal is not None:
        journal.close()


# ------------------------------------------------------------------ a new play, or one to go on with


def _begun(
    rules: Rules, game: Asked, who: Company, seed: int | None, chances, chosen: tuple, record: str | None, key: str
) -> Setting:
    ctx = lowered(rules, who.names, *chosen)
    seats = sitting_down(rules, ctx, who.who)
    chance = chance_for(ctx.spec, chances)
    session = Session(ctx.spec, fresh_seed() if seed is None else seed, seats, None, rules_digest(rules, ctx), chance)
    return _kept(rules, game, session, record, key)


def _begun_there(at: Opening, game: Asked, seats, seed: int | None, chances, record: str | None, key: str) -> Setting:
    """A play that begins at the position of a scenario."""
    spec = at.context.spec
    sitting = sitting_down(at.rules, at.context, seats_of(at.rules, seats, at.people))
    session = Session(spec, fresh_seed() if seed is None else seed, sitting, None, at.named(), chance_for(spec, chances),
                      at.state, (at.title, at.file))
    return _kept(at.rules, game, session, record, key)


def _kept(rules: Rules, game: Asked, session: Session, record: str | None, key: str) -> Setting:
    where = _where(rules, game)
    if record is not None:
        session.journal = _recorder(Path(record), session, where, key)
        return Setting(rules, session, Path(record), key=key)
    return Setting(rules, session, _own_record(session, where, key), False, key=key)


def _own_record(session: Session, where: str, key: str) -> Path | None:
    """A file of our own, so that nothing typed is lost; a play without one is better than none."""
    for path in places_for(session.spec.name, ".play"):
        try:
            session.journal = Recorder.begin(path, heading_of(session, where, key))
        except CannotRecord:
            continue
        return path
    return None


def _where(rules: Rules, game: Asked) -> str:
    """Where the rules lie, for the heading of a play; nothing for a game that comes with Rulewright."""
    named = str(game) in games() or find_game(str(game)) is None         # by its name, or by that of a variant
    shipped = named and find_game(rules.name) == rules.path
    return "" if shipped else str(Path(os.path.abspath(rules.path)))


def _recorder(path: Path, session: Session, where: str, key: str) -> Recorder:
    try:
        return Recorder.begin(path, heading_of(session, where, key))
    except CannotRecord as error:
        raise click.UsageError(str(error)) from None


def resumed(game: Asked | None, path: Path, data: tuple[str, ...], as_it_stands: bool = False) -> Setting:
    """A recorded play, every line verified, ready to go on; or what is wrong, and the end of the command. Where a fault has
    stopped it, its last answer is taken back, unless it is wanted `as_it_stands`."""
    report = Report()
    record = read_file(path, report, discreet=True)
    where = find_game(str(game)) if game is not None else None
    if where is None and record is not None:
        where = find_rules(record, path)
    rules = load_recorded(record, where, report, game) if record is not None and where is not None else None
    if record is None or rules is None or not report.ok:
        complain(report.sorted())
        raise click.exceptions.Exit(WRONG)
    begun = recorded(record, rules, record.heading.options, chosen_data(rules, data))
    rules, ctx, digest, written = begun.rules, begun.context, begun.digest, path.stat().st_mtime
    going = _gone_on(record, path, begun, report)
    if not going.agrees or not report.ok:
        _say_where_it_parts(rules, record, path, going, report)
        raise click.exceptions.Exit(WRONG)
    setting = Setting(rules, going.session, path, True, going.verifier, data, record.heading.key, context=ctx)
    if record.before and (path.parent / record.before).exists():
        copy = path.parent / record.before
        setting.notes += folded(f"a `fix` of this play was cut off; as it was before it is in {copy}: go on with that, if this "
                                "is not what you want", MOST)
    if digest != record.heading.digest:
        setting.notes += folded(_what_has_changed(rules, written), MOST)
    if going.fault is not None and not as_it_stands:
        setting.notes += go_back(going.session, going.fault)
    return setting


def _gone_on(record: Record, path: Path, begun: Begun, report: Report) -> Replayed:
    try:
        seats = seated(begun.rules, begun.context, record.heading.planned, report)
        going = go_on(record, path, begun.context.spec, report, begun.digest, to_verify(seats), begun.begins)
        for seat, search in by_clock(seats).items():
            going.session.choosers[seat] = search.seated(going.session.streams, seat)
        return going
    except CannotRecord as error:
        click.echo(f"the play cannot be gone on with: {error}", err=True)
        raise click.exceptions.Exit(WRONG) from None


def _what_has_changed(rules: Rules, written: float) -> str:
    """Which files of the rules are younger than the last line of the play: all that can be known of how they were."""
    younger = [Path(source.name).name for source in rules.sources if _changed(rules.path.parent / source.name) > written]
    which = f" ({listed(dict.fromkeys(younger))} changed since)" if younger else ""
    return f"the rules or their data are others than when the play was begun{which}; every line still agrees with them"


def _changed(path: Path) -> float:
    return path.stat().st_mtime if path.exists() else 0.0


def _say_where_it_parts(rules: Rules, record: Record, path: Path, going: Replayed, report: Report) -> None:
    """The line that does not agree, and how the play can be gone on with all the same: a copy of the lines before it."""
    complain(report.sorted())
    if going.fault is not None:
        click.echo(drawn(going.fault.diagnostic), err=True)
    row = going.verifier.row
    if row is None or any(error.code is not codes.PLAY_DEPARTS for error in report.errors):
        return
    copy = _lines_before(path, row.number)
    if copy is not None:
        click.echo(f"the lines before line {row.number} agree with the rules and are in {copy}; go on from there with:\n"
                   f"  {shlex.join(['rulewright', 'referee', _called(rules), '--resume', str(copy)])}", err=True)


def _lines_before(path: Path, number: int) -> Path | None:
    """The lines of a play before this one, in a file beside it; None where that cannot be."""
    copy = path.with_name(f"{path.stem}.upto{number - 1}{path.suffix}")
    try:
        if not copy.exists():
            copy.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:number - 1]))
    except OSError:
        return None
    return copy


# ------------------------------------------------------------------ playing


def _at_the_table(setting: Setting) -> int:
    session, screen = setting.session, open_screen()
    spec = session.spec
    people = tuple(k for k in spec.people if k not in session.choosers)
    done = len(session.log.lines) if setting.again else 0
    referee = Referee(session, screen, open_keyboard(screen), setting.rules.rulebook, people, dict.fromkeys(people, done))
    _welcome(screen, setting, people)
    heading = Paper(screen.width)
    _headline(heading, setting, people)
    referee.heading = heading.lines
    try:
        over = _play(referee, setting)
    except (Left, EOFError):
        referee.wipe()
        return _left(screen, setting, WRONG)
    except KeyboardInterrupt:
        referee.wipe()
        screen.line()
        return _left(screen, setting, INTERRUPTED)
    except CannotRecord as error:
        referee.wipe()
        click.echo(f"the play cannot go on: {error}", err=True)
        _rescue(setting)
        return _left(screen, setting, WRONG)
    except NoAnswer as error:
        referee.wipe()
        click.echo(str(error), err=True)
        return _left(screen, setting, WRONG)
    except Fault as fault:
        return _fault(referee, setting, fault)
    _rest(referee)
    if over is not AT_REST:
        _at_the_end(referee)
    show_result(screen, spec, over)
    if over.how == "finished":
        show_decision(screen, session.machine)
    if setting.kept is not None and setting.asked_for:
        screen.say(f"The play is in {setting.kept}.", "small")
    return FINE


def _rescue(setting: Setting) -> None:
    """A play whose file is gone is written into one of our own."""
    if setting.kept is None or setting.kept.exists():
        return
    setting.kept = None
    text = text_of(setting.session, _where(setting.rules, setting.rules.asked), setting.key)
    for path in places_for(setting.session.spec.name, ".play"):
        try:
            path.write_text(text, encoding="utf-8")
        except (OSError, ValueError):
            continue
        setting.kept = path
        return


def _play(referee: Referee, setting: Setting) -> Over:
    while True:
        try:
            stop = referee.session.play()
            if isinstance(stop, Over):
                return stop
            if not kept_on(referee, stop):
                referee.put(stop.questions[0])
        except Fault as fault:
            if referee.session.last_moment is None:
                raise
            let_go(referee)
            for words in go_back(referee.session, fault):
                referee.screen.line(words)
            referee.again()
        except CannotRecord as error:
            if setting.asked_for:
                raise
            _let_go(referee.session.journal)
            referee.session.journal = setting.kept = None
            referee.screen.say(f"from here on the play is not kept: {error}", "no")


def go_back(session: Session, fault: Fault) -> list[str]:
    """Takes back the last answer of a person, after which the rules cannot go on: what happened, and what can be done, in
    lines; the fault itself goes through where nobody has answered yet."""
    if session.last_moment is None:
        raise fault
    session.undo(further=True)
    told = "the rules cannot go on after that answer, so it is taken back: answer otherwise, `undo` more, or put something " \
           "earlier right with `fix`"
    return [*drawn(fault.diagnostic).split("\n"), *folded(told, MOST)]


def _welcome(screen, setting: Setting, people: tuple[int, ...]) -> None:
    _headline(screen, setting, people)
    say_chance(screen, setting.session.chance)
    for line in said_once(bot.search for bot in setting.session.choosers.values() if isinstance(bot, Thinker)):
        screen.say(line, "small")
    if setting.kept is None and people:
        screen.say("no folder could be written, so this play is not kept", "no")
    if setting.session.scenario is not None:
        screen.say(f"it begins at the position of “{setting.session.scenario[0]}”", "small")
    if setting.again:
        screen.say("the play goes on from where it was left", "small")
    for note in setting.notes:
        screen.line(note)
    _assumed(screen, setting)


def _headline(screen, setting: Setting, people: tuple[int, ...]) -> None:
    session = setting.session
    spec = session.spec
    screen.say(f"{spec.title}: {listed(spec.seats)}", "title")
    shown = shown_options(setting.rules, spec)
    if shown:
        screen.say(shown, "small")
    seed = "the seed is sealed" if setting.key else f"seed {session.seed}"
    screen.say(seed + (f"; the play is kept in {setting.kept}" if setting.kept else ""), "small")
    if people:
        screen.line("type ? at any question for help", "small")


def _assumed(screen, setting: Setting) -> None:
    """Once, at the beginning: which data are stand-ins, and how to put in one's own."""
    spec, rules = setting.session.spec, setting.rules
    few = {name: counts for name, counts in spec.assumed.items() if counts[0]}
    if not few or setting.again:
        return
    said = listed(f"{name} ({count} of {plural(rows, 'row')})" for name, (count, rows) in few.items())
    how = " ".join(f"--data {name}=FILE" for name in few)
    readme = rules.path.parent / "README.md"
    told = f"; {short_name(readme)} says what a file looks like" if readme.exists() else ""
    about = f"Played with assumed data, not taken from the rulebook: {said}."
    screen.say(f"{about} To play with your own: {how}{told}.", "small")


def _at_the_end(referee: Referee) -> None:
    """The table as it lies at last, and where the points come from, if there is more to say of them than their sum."""
    machine, screen = referee.session.machine, referee.screen
    if not has_parts(machine):
        return
    if referee.people:
        referee.table(referee.at if referee.at >= 0 else referee.people[0])
    screen.line()
    screen.line("Where the points come from", "title")
    show_full(screen, machine)


def _rest(referee: Referee) -> None:
    """What has not been told yet; without people, the whole story."""
    if referee.people:
        seat = referee.at if referee.at >= 0 else referee.people[0]
        referee.news(seat)
    else:
        tell(referee.screen, referee.session, referee.session.log_for(None))


def _left(screen, setting: Setting, code: int) -> int:
    if setting.kept is None:
        screen.say("the play was not kept", "no")
        return code
    words = ["rulewright", "referee", _called(setting.rules), "--resume", str(setting.kept)]
    words += [word for pair in setting.data for word in ("--data", pair)]
    screen.line("the play is kept; go on with:")
    screen.line(f"  {shlex.join(words)}")            # on a line of its own, whole, to be copied
    return code


def _called(rules: Rules) -> str:
    return rules.name if find_game(rules.name) == rules.path else str(rules.path)


def _fault(referee: Referee, setting: Setting, fault: Fault) -> int:
    _rest(referee)
    click.echo("\n" + drawn(fault.diagnostic), err=True)
    where = f"; the play up to here is in {setting.kept}" if setting.kept else ""
    click.echo(f"the rules met a position they cannot deal with{where}", err=True)
    return WRONG
