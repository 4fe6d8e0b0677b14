"""Strategies on the command line: who sits where, many plays of one against another, what there is, and what is refused."""

import json

from tests.cli.running import run

PAIR = ("simulate", "mixtape", "--seat", "Ann=good", "--seat", "Bob=beginner")


def test_one_against_the_other_with_the_seats_exchanged():
    done = run(*PAIR, "--games", "40", "--swap")
    assert done.exit_code == 0, done.output
    for words in ("40 plays of 1 good and 1 beginner", "seeds 1 to 20", "95 % interval"):
        assert words in done.output
    data = json.loads(run(*PAIR, "--games", "40", "--swap", "--json").output)
    assert data["seatings"] == [["good", "beginner"], ["beginner", "good"]] and data["games"] == 40
    won = {one["name"]: one["won"] for one in data["players"]}
    assert won["good"]["low"] < won["good"]["share"] < won["good"]["high"]
    assert won["good"]["count"] + won["beginner"]["count"] == 40 and won["good"]["share"] > 0.5


def test_the_same_plays_in_two_processes():
    one, two = (json.loads(run(*PAIR, "--games", "20", "--jobs", jobs, "--json").output) for jobs in ("1", "2"))
    assert one["mean_scores"] == two["mean_scores"] and one["seats"] == ["good", "beginner"]


def test_everybody_alike():
    done = run("simulate", "mixtape", "--players", "3", "--seat", "all=beginner", "--games", "6")
    assert done.exit_code == 0 and "6 plays of 3 beginner" in done.output


def test_at_the_table_and_replayed(tmp_path):
    kept = tmp_path / "a.play"
    done = run("referee", "mixtape", "--seat", "Ann=good", "--seat", "Bob=beginner", "--seed", "3", "--record", str(kept))
    assert done.exit_code == 0, done.output
    assert "seat Ann good\nseat Bob beginner\n" in kept.read_text()
    again = run("replay", str(kept))
    assert again.exit_code == 0 and "agree with the rules" in again.output
    kept.write_text(kept.read_text().replace("seat Ann good", "seat Ann goood"))
    lost = run("replay", str(kept))
    assert lost.exit_code == 1 and "E0222" in lost.output and "did you mean `good`?" in lost.output


def test_what_is_refused():
    for words, said in (
        (("--seat", "Ann=goood"), "did you mean `good`?"),
        (("--seat", "Ann=good(risk=2)"), "E0211"),
        (("--seat", "Ann=human"), "nobody sits at the keyboard here"),
        (("--seat", "good"), "write NAME=WHO"),
        (("--swap", "--games", "3"), "a multiple of 2"),
    ):
        done = run("simulate", "mixtape", "--games", "4", *words)
        assert done.exit_code in (1, 2) and said in done.output, (words, done.output)


def test_what_there_is():
    listed = run("list").output
    assert "STRATEGY" in listed and "good" in listed
    rows = {row["name"]: row for row in json.loads(run("list", "--json").output)}
    assert [one["name"] for one in rows["mixtape"]["strategies"]] == ["beginner", "good"]
    shown = run("show", "strategies", "mixtape").output
    assert "speaks of kept, card and everything else" in shown
    data = json.loads(run("show", "strategies", "tall_oaks", "--json").output)
    assert next(one for one in data if one["name"] == "sensible")["parameters"]


def test_a_file_of_strategies_is_checked_with_its_game(tmp_path):
    path = tmp_path / "own.rules"
    path.write_text('library own\nuse nim\nstrategy greedy "Greedy" for nim\n'
                    "  at stones_taken, prefer highest it\n  at from_rw, first\n")
    done = run("check", str(path))
    assert "read with the game they are for" in done.output
