"""A cluster carries the same work as one process: the same to the last digit, whoever is killed on the way; and what is wrong
with it is said in a sentence."""

import json
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest

from interpreter import cache
from interpreter.cluster import connection
from tests.cli.running import environment, run
from tests.cluster.by_hand import by_hand, ROOT

pytest.importorskip("distributed")

RACE = '''game race "The Long Race" for 2..2 players
option sprints: 1..3 = 3  "how often one can go as far again"
die d6 = 1, 2, 3, 4, 5, 6
each player has
  counter way: 0..25 = 0
  counter breath: 0..3 = sprints

play
  repeat until some p in players where p.way is 25
    for each p in players
      run go for p
      if p.way is 25
        end game, won by p

limit go to 200 "somebody gets there"

turn go
  step on
    roll d6 as face
    raise me.way by face, at most 25
    if me.breath > 0
      may sprint "Go as far again, for a breath?"
        lower me.breath by 1
        raise me.way by face, at most 25

score far = me.way
winner highest total, then shared

strategy eager "Sprints at once"
  at sprint, prefer yes

bound "not too long" length below 12 by eager
bound "the first seat" win share of the first seat in 20%..80% by eager
'''
FAIR = '''variant fair_end "The round is played to its end" of race
  replace play
    repeat until some p in players where p.way is 25
      for each p in players
        run go for p
'''
PIECES = 240
MANY = ("simulate", "pig", "--games", str(5 * PIECES), "--engine", "reference", "--json")
TIMES = ("timings", "seconds", "command")
LONGEST = 300.0                           # seconds: whoever takes longer has stopped


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with by_hand(tmp_path_factory.mktemp("dask"), workers=2) as found:
        yield found


@pytest.fixture
def race(tmp_path, monkeypatch):
    """A game in a folder that no worker is in, and nothing kept."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.rules").write_text(RACE, encoding="utf-8")
    (tmp_path / "fair_end.rules").write_text(FAIR, encoding="utf-8")
    return tmp_path


def untimed(found):
    """Without what a clock says."""
    if isinstance(found, dict):
        return {name: untimed(value) for name, value in found.items() if name not in TIMES}
    return [untimed(one) for one in found] if isinstance(found, list) else found


def told(monkeypatch, folder: Path, *words: str) -> object:
    """What a command prints for programs, with nothing kept but what it keeps itself."""
    monkeypatch.setenv(cache.SETTING, str(folder))
    found = run(*words, "--json")
    assert found.exit_code in (0, 1), found.stderr
    return untimed(json.loads(found.stdout))


@pytest.mark.parametrize("words", [
    ("simulate", "race.rules", "--games", "40", "--always", "--seat", "Seat1=eager", "--engine", "reference"),
    ("compare", "race.rules", "--with", "fair_end.rules", "--games", "120", "--course", "10", "--by", "eager",
     "--engine", "reference"),
    ("sweep", "race.rules", "--set", "sprints=1,3", "--games", "100", "--engine", "reference"),
    ("mutate", "race.rules", "--sample", "8", "--plays", "2"),
    ("test", "race.rules", "--bounds", "--seconds", "300", "--games", "400"),
], ids=lambda words: words[0])
def test_it_is_the_same_as_by_one_process(cluster, race, monkeypatch, words):
    alone = told(monkeypatch, race / "one", *words, "--jobs", "1")
    address = "local:2" if words[0] == "sweep" else cluster.address
    assert told(monkeypatch, race / "many", *words, "--cluster", address) == alone


def test_a_fault_is_met_at_the_same_play(cluster, race, monkeypatch):
    (race / "race.rules").write_text(RACE.replace("face, at most 25\n    if", "face\n    if"), encoding="utf-8")
    monkeypatch.setenv(cache.SETTING, str(race / "kept"))
    words = ("simulate", "race.rules", "--games", "60", "--engine", "reference")
    alone, there = run(*words), run(*words, "--cluster", cluster.address)
    assert alone.exit_code == there.exit_code == 1
    assert "with seed" in alone.stderr and there.stderr == alone.stderr


# ------------------------------------------------------------------ somebody is killed


def begun(folder: Path, address: str, more: int = 0) -> subprocess.Popen:
    """The command in a process of its own, so far that some more of it is kept."""
    process = subprocess.Popen([sys.executable, "-m", "interpreter", *MANY, "--cluster", address], cwd=ROOT, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=environment(folder, RULEWRIGHT_CACHE=str(folder)))
    until = monotonic() + LONGEST
    while kept(folder) <= more:
        if process.poll() is not None or monotonic() > until:
            process.kill()
            raise AssertionError(f"{kept(folder)} are kept: {process.communicate(timeout=60)}")
        sleep(0.01)
    return process


def kept(folder: Path) -> int:
    return len(list(folder.glob("simulated/*.json")))


@pytest.fixture(scope="module")
def alone():
    return untimed(json.loads(run(*MANY).stdout))


def going_on(folder: Path, address: str) -> tuple[int, str, str]:
    """The same command to its end: exit code and what it says."""
    client = begun(folder, address)
    out, said = client.communicate(timeout=LONGEST)
    return client.returncode, out, said


def test_who_is_killed_loses_and_doubles_nothing(cluster, alone, tmp_path):
    """One after the other: the client, a worker, the scheduler; then the same command on another cluster."""
    with by_hand(tmp_path, workers=2) as other:
        client = begun(tmp_path, other.address)
        client.kill()
        client.communicate(timeout=LONGEST)
        first = kept(tmp_path)
        assert 0 < first < PIECES
        client = begun(tmp_path, other.address, more=first)
        other.kill(other.processes[1])
        second, until = kept(tmp_path), monotonic() + LONGEST
        while kept(tmp_path) <= second:
            assert client.poll() is None and monotonic() < until
            sleep(0.01)
        other.kill(other.processes[0])
        _, said = client.communicate(timeout=LONGEST)
        assert client.returncode == 1 and "does not answer any more; the same command goes on" in said, said
    assert second < kept(tmp_path) < PIECES
    code, out, said = going_on(tmp_path, cluster.address)
    assert code == 0 and untimed(json.loads(out)) == alone, said


def slowly(piece: tuple[int, str]) -> int:
    """The first who takes it up takes long."""
    number, folder = piece
    begun, ended = Path(folder) / f"{number}.begun", Path(folder) / f"{number}.ended"
    if number == 1 and not begun.exists():
        begun.touch()
        sleep(30)
        ended.touch()
    return number


def test_what_nobody_answers_for_long_is_handed_out_once_more(tmp_path, monkeypatch):
    monkeypatch.setattr(connection, "PATIENCE", 1.0)
    pieces = [(number, str(tmp_path)) for number in range(5)]
    with by_hand(tmp_path, workers=2) as other, connection.connected(other.address, {}) as carrier:
        assert sorted(carrier.shared_out(slowly, pieces)) == [(number, number) for number in range(5)]
        assert (tmp_path / "1.begun").exists() and not (tmp_path / "1.ended").exists()


def test_an_answer_that_is_lost_on_its_way_is_worked_out_again(cluster, tmp_path, monkeypatch):
    from distributed import Future

    usual, lost = Future.result, []

    def result(future, timeout=None):
        if not lost:
            lost.append(future)
            raise TimeoutError
        return usual(future, timeout=timeout)

    monkeypatch.setattr(Future, "result", result)
    pieces = [(number, str(tmp_path)) for number in range(2, 8)]
    with connection.connected(cluster.address, {}) as carrier:
        assert sorted(carrier.shared_out(slowly, pieces)) == [(number - 2, number) for number in range(2, 8)] and lost


def test_ctrl_c_says_how_far_it_has_come(cluster, tmp_path):
    client = begun(tmp_path, cluster.address)
    client.send_signal(signal.SIGINT)
    _, said = client.communicate(timeout=LONGEST)
    assert client.returncode == 130 and "of 1200 plays; the same command goes on from here" in said, said
    assert "Traceback" not in said


# ------------------------------------------------------------------ what is wrong is said


def refused(*words: str, code: int = 1) -> str:
    found = run("simulate", "pig", "--games", "20", *words)
    assert found.exit_code == code and "Traceback" not in found.stderr
    return found.stderr


def test_no_scheduler_is_there(cluster, monkeypatch):
    monkeypatch.setattr(connection, "SOON", 1.0)
    assert "nobody answers at tcp://127.0.0.1:1 as a scheduler" in refused("--cluster", "tcp://127.0.0.1:1")
    assert "by tls everybody needs certificates" in refused("--cluster", "tls://127.0.0.1:1")
    worker = next(iter(cluster.folder.glob("worker-*.log"))).read_text().partition("Start worker at:")[2].split()[0]
    assert "there is no scheduler, but a worker" in refused("--cluster", worker)


@pytest.mark.parametrize("address", ["here", "local:0", "local:65", "tcp://here", "tcp://here:0", "http://here:8786", ""])
def test_what_is_no_address(address):
    assert "local:2" in refused("--cluster", address, code=2)


def test_one_of_the_two():
    assert "only one of them" in refused("--cluster", "local:2", "--jobs", "2", code=2)
    assert "--cluster is for --bounds" in run("test", "pig", "--cluster", "local:2").stderr


def test_without_dask(monkeypatch):
    monkeypatch.setattr(connection, "find_spec", lambda name: None)
    assert "pip install 'rulewright[cluster]'" in refused("--cluster", "local:2")


def test_a_worker_with_another_version_or_none(tmp_path, monkeypatch):
    """Another one, and a package that only has the same name."""
    monkeypatch.setenv(cache.SETTING, str(tmp_path / "kept"))
    shutil.copytree(ROOT / "interpreter", tmp_path / "other" / "interpreter", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "other" / "interpreter" / "limits.py").open("a") as file:
        file.write("# another version\n")
    (tmp_path / "none").mkdir()
    (tmp_path / "none" / "interpreter.py").write_text("")
    with by_hand(tmp_path) as cluster:
        worker = cluster.worker(tmp_path / "other")
        said = " ".join(refused("--cluster", cluster.address).split())
        assert "has Rulewright " in said and "install there what is installed here" in said
        cluster.kill(worker)
        cluster.worker(tmp_path / "none")
        assert "1 have no Rulewright like this one" in " ".join(refused("--cluster", cluster.address).split())
