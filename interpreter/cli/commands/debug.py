"""debug: a play looked at line by line, forwards and backwards.

In:  a GAME, which is played by itself; a FILE.play; a file with scenarios, and words of the title of one of them.
Out: what the debugger says to each line that is typed, until `quit` or the end of the input.
"""

import sys
from pathlib import Path

import click

from interpreter.cli.arguments import chosen_options, complain, lowered, opened, people_of, seat_names, WRONG
from interpreter.cli.openings import recorded
from interpreter.cli.terminal.screen import open_screen, Screen
from interpreter.core.question import Over
from interpreter.debugger.adapter import Adapter
from interpreter.debugger.film import Film
from interpreter.debugger.talk import here, say
from interpreter.debugger.viewer import Misread, Viewer
from interpreter.engine.machine import Machine, start
from interpreter.lower.scope import Context
from interpreter.project.files import find_game
from interpreter.scenario.expansion import runs
from interpreter.scenario.given import names_of, Shelf, wanted
from interpreter.scenario.runner import carry_out_run, find_scenarios, game_of_scenarios
from interpreter.scenario.trace import Watch
from interpreter.session.bots import Random, Take
from interpreter.session.replay import find_rules, load_recorded, replay
from interpreter.session.streams import source_of, Streams
from interpreter.session.transcript import read_file
from interpreter.text.diagnostic import Fault, Report
from interpreter.variant.stack import Asked


def debug_one(where: Asked, words: str | None, players: int | None, seed: int, pairs: tuple[str, ...]) -> int:
    """Films it, and answers what is typed."""
    path, screen = Path(where.where), open_screen()
    if path.suffix == ".play":
        viewer = _of_play(path, where)
    elif words is not None or path.suffix == ".rules" and _has_scenarios(path):
        viewer = _of_scenario(where, words or "", screen)
    else:
        viewer = _of_game(where, players, seed, pairs, screen)
    if viewer is None or not viewer.film.stills:
        click.echo("there is nothing to look at", err=True)
        return WRONG
    if viewer.film.stopped:
        screen.say(f"the film ends after {len(viewer.film.stills)} lines; the play went on", "small")
    _talk(viewer, screen)
    return 0


def serve() -> int:
    """Answers an editor. What it looks at is named by `program`, and by `scenario`, `players` and `seed`."""
    def filmed(given: dict) -> Viewer | None:
        try:
            return made(given)
        except click.exceptions.Exit:                                  # what is wrong is said on standard error
            return None
        except click.UsageError as error:
            raise Misread(error.message) from None

    def made(given: dict) -> Viewer | None:
        path, words = Path(str(given.get("program", ""))), given.get("scenario")
        where = Asked(str(path))
        if path.suffix == ".play":
            return _of_play(path, where)
        if words is not None or path.suffix == ".rules" and _has_scenarios(path):
            return _of_scenario(where, words or "", None)
        return _of_game(where, given.get("players"), int(given.get("seed", 0)), (), None)

    Adapter(filmed, sys.stdout.buffer).serve(sys.stdin.buffer)
    return 0


def _has_scenarios(path: Path) -> bool:
    return game_of_scenarios(path, Report()) is not None


def _talk(viewer: Viewer, screen: Screen) -> None:
    asks = sys.stdin.isatty()
    screen.say("`help` lists what can be typed", "small")
    said: list[str] | None = here(viewer)
    while said is not None:
        for line in said:
            screen.line(line)
        if asks:
            click.echo("> ", nl=False)
        typed = sys.stdin.readline()
        if not typed:
            return
        said = say(viewer, typed)


# ------------------------------------------------------------------ what is filmed


def _of_game(where: Asked, players: int | None, seed: int, pairs: tuple[str, ...], screen: Screen | None) -> Viewer:
    """A whole play, answered at random."""
    rules = opened(where, players)
    ctx = lowered(rules, seat_names(people_of(rules, players)), chosen_options(rules, pairs))
    film = Film(ctx.spec)
    machine = Machine(ctx.spec, start(ctx.spec))
    film.attach(machine)
    try:
        _played(machine, Streams(seed), film)
    except Fault as found:
        if screen is not None:
            screen.say(f"the play is stopped: {found}", "no")
    film.close(machine)
    if screen is not None:
        screen.say(f"{ctx.spec.title}, played by itself, seed {seed}", "title")
    return Viewer(film, ctx)


def _played(machine: Machine, streams: Streams, film: Film) -> None:
    while not film.stopped:
        pause = machine.advance()
        if isinstance(pause, Over):
            return
        question = pause.questions[0]
        if question.of_nature:
            machine.answer(question, streams.nature(question, source_of(machine.spec, question, machine.branch)))
            continue
        answer = Random(streams, question.seat).choose(question)
        if isinstance(answer, Take):
            machine.take(question, answer.offer)
        else:
            machine.answer(question, answer)


def _of_play(path: Path, asked: Asked) -> Viewer | None:
    report = Report()
    record = read_file(path, report)
    where = find_rules(record, path) or find_game(record.heading.game) if record is not None else None
    rules = load_recorded(record, where, report) if record is not None and where is not None else None
    if record is None or rules is None or not report.ok:
        complain(report.sorted())
        return None
    begun = recorded(record, rules, record.heading.options)
    ctx = begun.context
    film = Film(ctx.spec)
    found = replay(record, ctx.spec, report, first=film.attach, begins=begun.begins)
    film.close(found.session.machine)
    complain(report.errors)
    return Viewer(film, ctx)


def _of_scenario(where: Asked, words: str, screen: Screen | None) -> Viewer | None:
    """The first run of the first scenario with these words in its title."""
    path, report = Path(where.where), Report()
    alone = path.suffix == ".rules" and path.is_file()
    rules = game_of_scenarios(path, report) if alone else None
    rules = rules or opened(where)
    for scenario, game, folder in find_scenarios(rules, report, [path] if alone else None):
        if words.lower() in scenario.title.text.lower():
            shelf, run, made = Shelf(game), next(iter(runs(scenario))), dict[str, Film]()

            def first(machine: Machine, made: dict[str, Film] = made) -> None:
                made["film"] = film = Film(machine.spec)
                film.attach(machine)

            result = carry_out_run(run, shelf, folder, Watch(first=first))
            ready = shelf.ready(wanted(run.lines, folder))
            ctx: Context = ready.ctx
            if screen is not None:
                screen.say(f"{scenario.title.text}: {'passed' if result.passed else 'failed'}", "title")
            complain(result.found)
            return Viewer(made["film"], ctx, names_of(ready, wanted(run.lines, folder))) if "film" in made else None
    complain(report.errors)
    return None
