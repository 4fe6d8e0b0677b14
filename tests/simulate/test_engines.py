"""Whichever engine plays, the figures are the same to the last digit; and it is said which one it was."""

import json

import pytest

from interpreter.engine.compiled import instance
from interpreter.engine.compiled.instance import Missing
from interpreter.ir.model import Spec
from interpreter.pipeline import load, prepare
from interpreter.session.bots import Told
from interpreter.session.strategies import seated
from interpreter.simulate import playout
from interpreter.simulate.engines import COMPILED, Engine, engine_for, FEW, REFERENCE
from interpreter.simulate.playout import play_once, simulate
from interpreter.text.diagnostic import Fault, Report, Unplayable
from tests.cli.running import run
from tests.engine.scripted import spec_of as small
from tests.session.tables import spec_of

GAMES = [("nim", 2, 60), ("kuhn", 2, 60), ("pig", 2, 40), ("moths", 3, 12), ("mixtape", 2, 25), ("mixtape", 4, 25),
         ("tall_oaks", 2, 3)]


def figures(result) -> tuple[dict, str]:
    """What a Result says but for its timings, and which engine it says it was."""
    data = result.to_json()
    data.pop("timings")
    return data, data.pop("engine")


@pytest.mark.parametrize(("game", "people", "games"), GAMES)
def test_both_engines_give_the_same_figures(game, people, games):
    spec = spec_of(game, people)
    mine, theirs = (figures(simulate(spec, games, 3, engine=engine)) for engine in (COMPILED, REFERENCE))
    assert mine[0] == theirs[0] and (mine[1], theirs[1]) == (COMPILED, REFERENCE)


TABLES = [("mixtape", 2, ("good", "beginner"), 12), ("mixtape", 3, ("random", "good", "first"), 6),
          ("tall_oaks", 2, ("sensible", "beginner"), 1)]


@pytest.mark.parametrize(("game", "people", "who", "games"), TABLES)
@pytest.mark.parametrize("always", [False, True])
def test_both_engines_give_the_same_figures_with_strategies(game, people, who, games, always):
    spec, seats = seated_at(game, people, who)
    mine, theirs = (simulate(spec, games, 3, seats, always, engine) for engine in (COMPILED, REFERENCE))
    assert mine.plays == theirs.plays and mine.states == theirs.states and (mine.states > 0) is always


def test_strategies_are_compiled_unless_plays_are_few():
    spec, seats = seated_at("mixtape", 2, ("good", "beginner"))
    assert engine_for(spec, FEW + 1, 1, seats).name == COMPILED
    assert engine_for(spec, FEW, 1, seats, asked=REFERENCE).name == REFERENCE


def seated_at(game: str, people: int, who: tuple[str, ...]):
    """A game, and who sits at its table."""
    report = Report()
    rules = load(game, report)
    ctx = prepare(rules, people, {}, report)
    return ctx.spec, tuple(seated(rules, ctx, dict(enumerate(who)), report).values())


@pytest.mark.parametrize("more", [(), ("--jobs", "2"), ("--swap",), ("--always",)])
def test_the_command_says_the_same_whichever_engine_plays(more):
    said = []
    for engine in (COMPILED, REFERENCE):
        words = ("simulate", "pig", "--games", "40", "--engine", engine, "--json", *more)
        data = json.loads(run(*words).output)
        said.append(_without(data, "timings", "engine"))
    assert said[0] == said[1]


def _without(data, *names):
    if isinstance(data, dict):
        return {name: _without(value, *names) for name, value in data.items() if name not in names}
    return [_without(one, *names) for one in data] if isinstance(data, list) else data


def test_the_header_and_the_json_say_which_engine_it_was():
    plain = run("simulate", "nim", "--games", "30").output.splitlines()
    assert plain[1] == "played by the compiled engine"
    assert run("simulate", "nim", "--games", "30", "--engine", "reference").output.splitlines()[1] == (
        "played by the reference engine")
    first = run("simulate", "nim", "--games", "30", "--seat", "all=first").output.splitlines()
    assert first[1] == "played by the compiled engine"
    assert json.loads(run("simulate", "nim", "--games", "30", "--json").output)["engine"] == COMPILED


def test_where_there_is_no_wasmtime_the_reference_engine_plays(monkeypatch, tmp_path):
    def missing():
        raise Missing("No module named 'wasmtime'")

    monkeypatch.setattr(instance, "runtime", missing)
    spec = small(tmp_path, NEVER)
    why = "wasmtime does not run here: No module named 'wasmtime'"
    assert engine_for(spec, FEW + 1, 1, ("random",)) == Engine(REFERENCE, why)
    assert engine_for(spec, 1, 1, ("random",), asked=COMPILED) == Engine(REFERENCE, why)


def test_a_few_plays_are_not_worth_compiling(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    spec: Spec = small(tmp_path, NEVER)
    assert engine_for(spec, FEW, 1, ()).name == REFERENCE
    assert engine_for(spec, FEW, 1, (), asked=COMPILED).name == COMPILED
    assert engine_for(spec, FEW, 1, (Told(min),), asked=COMPILED) == Engine(
        REFERENCE, "somebody plays who is no strategy of the rules")
    assert engine_for(spec, FEW, 1 << 70, (), asked=COMPILED).name == REFERENCE


NEVER = """game never "Never" for 2..2 players
counter left: 0..9 = 3
turn go
  step take_it
    choose number from 1..2
    if left < number
      require left is 9, "nothing is left"
    lower left by number
play
  repeat 3 times
    for each p in players
      run go for p
winner shared
"""


def test_a_fault_is_told_in_the_words_of_the_reference_engine(tmp_path):
    spec = small(tmp_path, NEVER, checked=False)
    said = []
    for engine in (COMPILED, REFERENCE):
        with pytest.raises(Unplayable) as raised:
            simulate(spec, 5, 1, engine=engine)
        said.append(str(raised.value))
    assert said[0] == said[1]


def test_a_line_that_breaks_is_told_in_the_words_of_the_reference_engine(tmp_path):
    """The other plays are the module's; how many states were looked at is said for all."""
    spec = small(tmp_path, NEVER.replace("require left is 9, \"nothing is left\"", "set left to 9")
                 + 'always "little is left": left < 7\n', checked=False)
    said = []
    for engine in (COMPILED, REFERENCE):
        with pytest.raises(Fault) as raised:
            simulate(spec, 30, 1, always=True, engine=engine)
        said.append(str(raised.value))
    assert said[0] == said[1] and "little is left" in said[0]


def test_nothing_is_played_twice(monkeypatch):
    """The reference engine is not asked where the module has played."""
    monkeypatch.setattr(playout, "play_once", lambda *_: pytest.fail("played by the reference engine"))
    assert simulate(spec_of("mixtape", 2), 30, 1, engine=COMPILED).games == 30 and play_once is not playout.play_once
    spec, seats = seated_at("mixtape", 3, ("good", "beginner", "random"))
    assert simulate(spec, 30, 1, seats, True, COMPILED).games == 30
    spec, seats = seated_at("tall_oaks", 3, ("sensible", "beginner", "first"))
    assert simulate(spec, 6, 1, seats, engine=COMPILED).games == 6
