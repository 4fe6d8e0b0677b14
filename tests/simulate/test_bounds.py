"""Bounds: what they measure, when they are held or broken, and how seldom that is wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from interpreter.core.question import Over
from interpreter.pipeline import load, prepare
from interpreter.session.bound_players import proofread_bounds
from interpreter.simulate.bound_trial import BROKEN, ERROR, HELD, OPEN, Series, trial_of
from interpreter.simulate.intervals import share_interval
from interpreter.simulate.playout import Played
from interpreter.simulate.sequential import groups_of, Plan, try_bounds
from interpreter.text.diagnostic import Report
from interpreter.workers import Processes
from tests.cli.running import environment, ROOT, run, to_the_end

RACE = """game race "Race" for 2..3 players
die d6 = 1, 2, 3, 4, 5, 6
each player has
  counter way: 0..99 = 0
turn go
  step on
    choose pace from 1..2  "Run or walk?"
    roll d6 as face
    raise me.way by face * pace, at most 99
play
  repeat 5 times
    for each p in players
      run go for p
score far = me.way
winner highest total, then shared

strategy runner "Runs"
  at pace, prefer 2
strategy walker "Walks"
  option slow: 1..2 = 1
  at pace, prefer slow

"""


@pytest.fixture
def race(tmp_path):
    def written(*lines: str):
        path = tmp_path / "race.rules"
        path.write_text(RACE + "".join(f"bound {line}\n" for line in lines), encoding="utf-8")
        return path

    return written


def tried(path, **much):
    """What comes of the bounds of a file: verdict by name and number of people."""
    report = Report()
    rules, plan = load(path, report), Plan(**{"games": 2000, "seconds": 60.0} | much)
    groups = groups_of(rules, plan, report)
    assert report.ok, [str(one) for one in report.errors]
    tested = try_bounds(groups, plan)
    return {(trial.bound.name, group.people): trial for group, trial in tested.trials}


# ------------------------------------------------------------------ verdicts


def test_held_broken_and_not_decided(race):
    """At 17.5 points a walker ends on average; 5 rolls and 2 or 3 people make 10 or 15 decisions."""
    path = race('"fair" win share of each seat in 40%..60% for 2 players by runner', "mean of far in 15..20 by walker",
                '"short" length below 9', '"on the edge" mean of total below 17.5 for 2 players by walker',
                "skill of runner over walker above 80%")
    found = tried(path)
    verdicts = {key: trial.verdict for key, trial in found.items()}
    assert verdicts == {
        ("fair", 2): HELD, ("mean of far", 2): HELD, ("mean of far", 3): HELD, ("short", 2): BROKEN, ("short", 3): BROKEN,
        ("on the edge", 2): OPEN, ("skill of runner over walker", 2): HELD, ("skill of runner over walker", 3): HELD,
    }
    assert found["on the edge", 2].plays == 2000 and found["short", 3].figures[0].mean == 15


@pytest.mark.parametrize("line, value", [
    ("win share of the first seat above 0%", 0.5), ("win share of any seat above 0%", 1.0), ("ties above 0%", 0.04),
    ("mean of far above 0", 26.2), ("mean of total of the last seat above 0", 26.2), ("median of far above 0", 26),
    ("quantile 90% of far above 0", 37), ("length above 0", 10), ("margin above 0", 7.8),
    ("skill of random over first above 0%", 0.9),
])
def test_what_is_measured(race, line, value):
    trial, = tried(race(f"{line} for 2 players"), games=400).values()
    figure, = trial.figures
    assert figure.mean == pytest.approx(value, rel=0.1, abs=0.03)


def test_a_play_that_nobody_wins_and_a_shared_one(race):
    """Of skill a play that nobody wins counts half, in both ways to sit; a shared win counts its part."""
    report, path = Report(), race("win share of each seat in 0%..100%", "skill of runner over walker above 0%")
    ctx = prepare(load(path, report), 2, {}, report)
    both, nobody, first = (Played(Over("finished", won, {}, (3, 3)), 5) for won in ((0, 1), (), (0,)))
    share, skill = (trial_of(bound, ctx.spec) for bound in ctx.spec.bounds)
    share.add(1, [(both,), (nobody,), (first,)])
    assert [one.values for one in share.series] == [[0.5, 0.0, 1.0], [0.5, 0.0, 0.0]]
    skill.add(1, [(both, both), (nobody, nobody), (first, first)])
    assert skill.series[0].values == [0.5, 0.5, 0.5]
    skill.add(4, [(first, Played(Over("finished", (1,), {}, (3, 3)), 5))])
    assert skill.series[0].values[-1] == 1.0 and skill.seeds == [1, 2, 3, 4]


def test_the_same_for_any_number_of_processes(race):
    path = race("win share of each seat in 30%..70% for 2 players", "mean of far in 20..30",
                "skill of runner over walker above 60%")
    one, two = (tried(path, carrier=Processes(jobs)) for jobs in (1, 2))
    assert [(key, t.verdict, t.seeds, t.figures) for key, t in one.items()] == [
        (key, t.verdict, t.seeds, t.figures) for key, t in two.items()]


# ------------------------------------------------------------------ how seldom it is wrong


@pytest.mark.parametrize("edge", [0.3, 0.7])
def test_at_the_edge_held_is_said_wrongly_in_at_most_one_of_twenty(race, edge):
    """200 repetitions of a bound whose figure lies a hair outside, looked at after every 20 plays."""
    report = Report()
    line = f"win share of the first seat {'above 30%' if edge < 0.5 else 'below 70%'}"
    ctx = prepare(load(race(line), report), 2, {}, report)
    won, lost = (Played(Over("finished", (seat,), {}, (1, 1)), 5) for seat in (0, 1))
    wrong = 0
    for seed in range(200):
        random, trial = Random(seed), trial_of(ctx.spec.bounds[0], ctx.spec)
        for first in range(0, 1000, 20):
            trial.add(first, [((won if random.random() < edge else lost),) for _ in range(20)])
            if trial.verdict == HELD:
                wrong += 1
                break
    assert wrong <= 10 and ERROR == 0.01


@pytest.mark.parametrize("mean", [False, True], ids=["share", "mean"])
def test_intervals_that_are_looked_at_all_the_time_miss_seldom(mean):
    missed = 0
    for seed in range(200):
        random, series = Random(seed), Series("seen", lambda play: 0.0, 0.0, 1.0, not mean)
        for count in range(1, 1501):
            series.add(float(random.random() < 0.3))
            if count % 25 == 0:
                low, high = series.interval(0.05)
                if not low <= 0.3 <= high:
                    missed += 1
                    break
    assert missed <= 10


@pytest.mark.parametrize("total, count", [(0, 50), (50, 50), (12.5, 50), (0.0, 0), (1e5, 3e5)])
def test_an_interval_of_shares_lies_around_its_share(total, count):
    low, high = share_interval(total, int(count), 0.01)
    assert 0 <= low <= (total / count if count else 0.5) <= high <= 1
    assert count == 0 or share_interval(total, int(count), 0.05)[0] >= low


# ------------------------------------------------------------------ the command


def test_the_command_says_what_it_found(race):
    path = race('"short" length below 9 for 2 players', "mean of far in 15..20 by walker(slow = 1)")
    done = run("test", str(path), "--bounds", "--games", "400", "--json")
    said = json.loads(done.stdout)
    assert done.exit_code == 1 and [(one["verdict"], one["players"]) for one in said["bounds"]] == [
        ("broken", 2), ("held", 2), ("held", 3)]
    command = said["bounds"][0]["telling"]["command"].split()
    assert command[:2] == ["rulewright", "referee"] and command[-2:] == ["--seat", "all=random"]
    shown = run(*command[1:])
    assert shown.exit_code == 0 and "wins" in shown.stdout + shown.stderr
    told = run("test", str(path), "--bounds", "--games", "400")
    assert "BROKEN" in told.stdout and "of 3 bounds 2 held, 1 broken" in " ".join(told.stdout.split())
    assert run("test", str(path), "--bounds", "--games", "400", "--only", "mean").exit_code == 0
    assert run("test", str(path), "--bounds", "--games", "30", "--only", "mean").exit_code == 1


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is a signal to a group of processes")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_what_was_found_so_far(race, tmp_path, jobs):
    """What is decided at once stands there, and the bound on the edge with the plays it has seen."""
    path = race('"on the edge" mean of total below 17.5 for 2 players by walker',
                '"short" length below 9 for 2 players by walker')
    words = ["test", str(path), "--bounds", "--games", "1000000", "--seconds", "300", "--jobs", jobs]
    command = [sys.executable, "-m", "interpreter", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment(tmp_path),
                          cwd=ROOT, start_new_session=True) as running:
        worked(running.pid, 6.0)                                 # long enough for 200 plays
        os.killpg(running.pid, signal.SIGINT)
        out, err = to_the_end(running, 120)
    assert running.returncode == 130 and "Traceback" not in err
    assert "BROKEN" in out and "not decided" in out and "1 broken, 1 not decided; stopped" in " ".join(out.split())


def test_large_values_that_hardly_differ_lose_nothing():
    """A thousand million more, and the interval is as wide as it was."""
    near, far = (Series("points", lambda play: 0.0, 0.0, 1.0, False) for _ in range(2))
    for k in range(300):
        near.add(k % 3)
        far.add(k % 3 + 1e9)
    (low, high), (lowest, highest) = near.interval(0.01), far.interval(0.01)
    assert high - low > 0.1 and highest - lowest == pytest.approx(high - low, rel=1e-6)
    assert lowest - 1e9 == pytest.approx(low, abs=1e-5)


def worked(process: int, seconds: float) -> None:
    """Waits until the process and those it has started have had so many seconds of a processor; where nobody can say, or it
    takes too long, a while."""
    for _ in range(100):
        time.sleep(0.5)
        with suppress(OSError):
            tasks = Path(f"/proc/{process}/task/{process}/children").read_text().split()
            ticks = sum(sum(map(int, Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:13]))
                        for one in (process, *tasks))
            if ticks / os.sysconf("SC_CLK_TCK") >= seconds:
                return


def test_a_game_without_bounds_is_no_yes(race):
    done = run("test", str(race()), "--bounds")
    assert done.exit_code == 1 and "no bound" in done.stdout
    other = run("test", str(race("length above 3")), "--bounds", "--only", "zzz")
    assert other.exit_code == 1 and "no bound has `zzz` in its line" in other.stdout


def test_a_fault_in_a_play_is_told_with_its_play(race):
    path = race("length above 3 for 2 players by runner")
    path.write_text(path.read_text().replace("counter way: 0..99", "counter way: 0..40").replace(", at most 99", ""))
    done = run("test", str(path), "--bounds")
    assert done.exit_code == 1 and "met this" in done.stdout and "--seat all=runner" in done.stdout


@pytest.mark.parametrize("who, help_", [("ruNner", "runner"), ("nobody_there", "it is"), ("human", "it is")])
def test_players_that_are_not_there(race, who, help_):
    report = Report()
    rules = load(race(f"length above 3 by {who}"), report)
    found, = proofread_bounds(rules, prepare(rules, 2, {}, report))
    assert found.code.id == "E0222" and help_ in found.help and found.span.text.startswith("bound length")


# ------------------------------------------------------------------ variants, and words for people


def test_variants_add_change_and_remove_bounds(race):
    path = race('"short" length below 9 for 2 players', "mean of far in 15..20 by walker")
    path.write_text(path.read_text() + '''
variant long_race "A long race" of race
  replace bound "short" length in 10..20 for 2 players
  remove bound "mean of far"
  add bound "new" ties below 30% for 2 players
''')
    done = run("test", str(path), "--bounds", "--with", "long_race", "--json")
    assert done.exit_code == 0 and [one["bound"] for one in json.loads(done.stdout)["bounds"]] == ["short", "new"]
    said = " ".join(run("diff", str(path), "--with", "long_race").stdout.split())
    assert "The bound “short” is replaced." in said and "he bound “mean of far” is" in said
    page = " ".join(run("handout", str(path), "--with", "long_race").stdout.split())
    assert "New: in many plays of 2 by players who choose at random, several share the win in less than 30% of them." in page
    book = " ".join(run("rulebook", str(path)).stdout.split())
    assert "Short: in many plays of 2 by players who choose at random, a play takes less than 9 decisions on average." in book


def test_a_variant_for_other_numbers_leaves_out_what_no_longer_fits(race):
    path = race("length below 9 for 2 players", '"long" length above 3 for 2..3 players')
    path.write_text(path.read_text() + 'variant crowd "A crowd" of race\n  set players = 3..4\n')
    said = json.loads(run("test", str(path), "--bounds", "--with", "crowd", "--json").stdout)["bounds"]
    assert [(one["bound"], one["players"], one["verdict"]) for one in said] == [("long", 3, "held")]


