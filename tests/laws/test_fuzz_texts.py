"""Fuzzing over texts: whatever stands in a file, there is never a traceback, and always a position.

Spoilt rules files and tables of every game, words in any order, and cut recordings of plays. The long profile
(RULEWRIGHT_PROFILE=deep) tries more of them, others each time.
"""

import os
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, HealthCheck, settings, strategies as st

from interpreter.pipeline import load
from interpreter.play import load_game
from interpreter.project.files import find_game, games
from interpreter.session.replay import replay
from interpreter.session.transcript import read, text_of
from interpreter.text.diagnostic import Report
from tests.laws.mutants import outcome, soup, spoil, spoilt, TOKEN
from tests.profile import DEEP

HERE = Path(__file__).resolve().parents[1]
GAMES = [*[find_game(name) for name in games()], HERE / "probe" / "town.rules", HERE / "bench" / "round.rules"]
EACH = 400 if DEEP else 8
MOST_LINES = 150                                         # of a play, which the long profile reads to its end
BEYOND = int(os.environ.get("RULEWRIGHT_SEED", 0))       # the long profile draws others each time (tests/conftest.py)


@cache
def people(game: Path) -> range:
    return load(game, Report()).people()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_spoilt_game_is_refused_or_played(game, tmp_path):
    came = set()
    for number in range(EACH):
        chance = Random(number + DEEP * BEYOND)
        folder = tmp_path / str(number)
        folder.mkdir()
        made = spoilt(folder, game, chance, chance.choice((1, 1, 1, 2, 3)))
        print(f"{made}")                                    # shown by pytest if this one brings the tools down
        came.add(outcome(made, chance.choice(people(game)), chance))
    assert "refused" in came


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_token_soup(game, tmp_path):
    text = game.read_text(encoding="utf-8")
    for number in range(EACH // 2):
        chance = Random(number + DEEP * BEYOND)
        folder = tmp_path / str(number)
        folder.mkdir()
        made = spoilt(folder, game, chance, 0)
        made.write_text(soup(text, chance), encoding="utf-8")
        assert outcome(made, people(game)[0], chance) in ("refused", "fault", "unplayable", "played", "over")


@settings(max_examples=200 if DEEP else 15, deadline=None, derandomize=not DEEP,
          suppress_health_check=list(HealthCheck))
@given(st.data())
def test_lines_that_hypothesis_puts_together(tmp_path_factory, data):
    """Shrinks to the fewest lines that bring the tools down."""
    game = data.draw(st.sampled_from(GAMES))
    lines = game.read_text(encoding="utf-8").split("\n")
    kept = data.draw(st.lists(st.sampled_from(range(len(lines))), max_size=12))
    words = TOKEN.findall("\n".join(lines))
    extra = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=6)))
    folder = tmp_path_factory.mktemp("lines")
    made = spoilt(folder, game, Random(0), 0)
    heading = next(line for line in lines if line.startswith("game "))
    made.write_text("\n".join([heading, *[lines[k] for k in sorted(kept)], extra]) + "\n", encoding="utf-8")
    outcome(made, people(game)[0], Random(0))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"game", b"game x", b"\n\n\n", b"PK\x03\x04", b"play\n",
                                     b"\xef\xbb\xbfgame",
                                     b'game x "X" for 9..2 players\nplay\n  end game\n', b'game x "X" for 0..0 players\n',
                                     b'library x\n', b"#" * 5000, b"(" * 3000, b"  " * 900 + b"x\n", b'use use\n' * 50])
def test_files_that_are_hardly_any(content, tmp_path):
    path = tmp_path / "odd.rules"
    path.write_bytes(content)
    report = Report()
    rules = load(path, report)
    if rules is None:
        assert report.errors
        return
    for number in list(rules.people())[:2] or [2]:
        outcome(path, number, Random(0))


# ------------------------------------------------------------------ plays that were cut, or written by a careless hand


@cache
def recorded(game: Path) -> tuple:
    """A game and the text of a play of it, as far as it is looked at."""
    table = load_game(game, people(game)[0])
    session = table.session(5, dict.fromkeys(range(len(table.seats)), "random"))
    session.play()
    return table, "".join(text_of(session).splitlines(keepends=True)[:None if DEEP else MOST_LINES])


def played_again(table, text: str) -> bool:
    """Does the text agree with the rules to its end? If not, the report says where."""
    report = Report()
    record = read(text, report)
    if record is None:
        assert report.errors and all(found.message for found in report.errors)
        return False
    done = replay(record, table.spec, report, table.digest)
    assert done.agrees or report.errors, "it departs, and nothing is said"
    return done.agrees and report.ok


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_cut_play(game):
    table, text = recorded(game)
    assert played_again(table, text)
    for k in range(EACH):
        chance = Random(k + DEEP * BEYOND)
        cut = text[: chance.randrange(len(text))]
        whole = cut[: cut.rfind("\n") + 1]
        assert played_again(table, cut) == played_again(table, whole)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.stem)
def test_a_spoilt_play(game):
    table, text = recorded(game)
    for k in range(EACH):
        chance = Random(k + DEEP * BEYOND)
        played_again(table, spoil(text, chance))
