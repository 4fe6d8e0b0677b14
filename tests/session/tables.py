"""Games for the tests of play/, and ways to play them to their end.

In:  a game's name, how many play, a source of choices.
Out: Specs made once, sessions, and the questions met on the way.
"""

from functools import cache
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, settings

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.pipeline import load, play_spec, prepare, rules_digest
from interpreter.session.answers import write_value
from interpreter.session.bots import Take
from interpreter.session.session import Session
from interpreter.session.streams import source_of, Streams
from interpreter.text.diagnostic import Report

SHORT = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
ROOT = Path(__file__).resolve().parents[2]
FAIR, TOWN = "tests/session/fair/fair.rules", "tests/probe/town.rules"
GAMES = (("kuhn", 2), ("nim", 2), ("pig", 3), (FAIR, 3), (TOWN, 3))
NAMES = ("Ann", "Bo", "Cy", "Di")


def path_of(game: str) -> str:
    """A path from anywhere; a shipped game's name as it is."""
    return str(ROOT / game) if game.endswith(".rules") else game


@cache
def spec_of(game: str, people: int, names: bool = True):
    """The Spec of a game, made once."""
    report = Report()
    spec = play_spec(load(path_of(game), report), people, {}, report, names=NAMES[:people] if names else ())
    assert spec is not None, [str(found) for found in report.errors]
    return spec


@cache
def digest_of(game: str, people: int) -> str:
    """The digest of rules and data."""
    report = Report()
    rules = load(path_of(game), report)
    return rules_digest(rules, prepare(rules, people, {}, report))


def questions(game: str, people: int, seed: int, choose=None):
    """(machine, question) at every question of a play, answered at random after it has been looked at; free actions as
    well."""
    spec = spec_of(game, people)
    machine, streams, random = Machine(spec, start(spec)), Streams(seed), Random(seed)
    while not isinstance(stop := machine.advance(), Over):
        for question in stop.questions:
            yield machine, question
            if question.of_nature:
                branch = machine.branch if machine.state.strands else -1
                machine.answer(question, streams.nature(question, source_of(spec, question, branch)))
            elif question.offers and random.random() < 0.2:
                machine.take(question, random.choice(question.offers))
            else:
                machine.answer(question, (choose or random.choice)(question.options))


def finish(session: Session, random: Random, undo: float = 0.0) -> Over:
    """Plays people's part at random to the end, taking answers back now and then."""
    while not isinstance(stop := session.play(), Over):
        if random.random() < undo:
            session.undo(random.random() < 0.3)
            continue
        reply(session, random.choice(stop.questions), random)
    return stop


def reply(session: Session, question, random: Random) -> None:
    """One answer or free action that is allowed."""
    if question.offers and random.random() < 0.2:
        assert session.take(question, random.choice(question.offers)) is None
    else:
        value = random.choice(question.options)
        assert session.answer(question, value) is None, write_value(session.spec, question, value)


def seen(session: Session) -> list:
    """What happened, without who sees it."""
    return [(line.what, line.op, line.branch, line.depth, line.facts, line.undone) for line in session.log.lines]


__all__ = [
    "FAIR", "GAMES", "NAMES", "ROOT", "SHORT", "TOWN", "Take", "digest_of", "finish", "path_of", "questions", "reply", "seen",
    "spec_of",
]
