"""`search` in a seat: how it is asked for, what it says when asked why, and plays that are kept."""

import pytest

from tests.cli.running import ROOT, run

NIM = ("nim", "--names", "Ann,Bo", "--seed", "3")


def test_it_sits_where_any_bot_sits():
    found = run("simulate", "nim", "--games", "4", "--seat", "Ann=search:40", "--seat", "Bo=random")
    assert found.exit_code == 0 and "1 search:40 and 1 random" in found.output
    assert "thinks" not in found.output                            # nothing is to be said of it


@pytest.mark.parametrize(("who", "said"), [
    ("search:0", "it thinks by 1 to 1000000 playouts"), ("search:9999s", "more than 0 and at most 3600 seconds"),
    ("search:many", "write search, search:500 (playouts), search:0.5s (seconds)"),
    ("search:5:bad", "there is no strategy `bad`"), ("serch", "search"),
])
def test_who_cannot_think(who, said):
    found = run("simulate", "pig", "--games", "2", "--seat", f"Ann={who}")
    assert found.exit_code == 2 and said in " ".join(found.output.split())


def test_what_is_slow_or_depends_on_the_clock_is_said():
    clock = run("simulate", "nim", "--games", "1", "--seat", "Ann=search:0.01s", "--seat", "Bo=random")
    assert "search:0.01s thinks by the clock: the same seed can give another play" in clock.output
    by_strategy = run("simulate", "mixtape", "--games", "1", "--seat", "Ann=search:1:beginner", "--seat", "Bo=random")
    assert by_strategy.exit_code == 0 and "thinks on" not in by_strategy.output


def test_it_says_why():
    found = run("referee", *NIM, "--seat", "Bo=search:60", typed="why\nwhy!\nupper\n1\nwhy\nquit\n")
    assert "nobody here has thought about an answer yet" in found.output
    told = found.output[found.output.index('Bo, asked "How many stones?", has played it on 60 times'):].splitlines()
    tried = [int(line.split()[1]) for line in told[2:5]]
    assert sum(tried) == 60 and tried[0] == max(tried)


def test_where_something_is_secret_it_says_why_all_the_same_only():
    words = ("referee", "moths", "--names", "Ann,Bo,Cy", "--seed", "1", "--seat", "Bo=search:20", "--seat", "Cy=random")
    found = run(*words, typed="a\nwhy\nwhy!\nquit\n")
    assert "what Bo has thought says something of what only Bo sees" in found.output
    assert "has played it on 20 times" in found.output


def test_in_a_small_game_it_says_how_often():
    found = run("referee", "kuhn", "--names", "Ann,Bo", "--seed", "2", "--seat", "Ann=search", typed="why!\nquit\n")
    assert "plays the solution of the game, by chance" in found.output and "how often" in found.output


@pytest.mark.parametrize("who", ["search:15", "search:0.01s"])
def test_a_play_that_is_kept_is_found_again(who, tmp_path):
    kept = str(tmp_path / "kept.play")
    run("referee", *NIM, "--seat", f"Bo={who}", "--record", kept, typed="upper\n1\nquit\n")
    assert f"seat Bo {who}" in (tmp_path / "kept.play").read_text(encoding="utf-8")
    assert run("replay", kept).exit_code == 0
    went_on = run("referee", "nim", "--resume", kept, typed="a\n1\nquit\n")
    assert went_on.exit_code == 1 and went_on.output.count("Bo chooses") >= 2, went_on.output


def test_a_strategy_cannot_be_called_so(tmp_path):
    rules = tmp_path / "nim.rules"
    text = (ROOT / "rules" / "nim" / "nim.rules").read_text(encoding="utf-8")
    rules.write_text(text + '\nstrategy search "Mine"\n  otherwise at random\n', encoding="utf-8")
    found = run("check", str(rules))
    assert found.exit_code == 1 and "search" in found.output
