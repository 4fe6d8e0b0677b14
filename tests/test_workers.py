"""Work shared out: whoever stops listening goes on at once, whatever is being sent; what has a name is kept."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor

import pytest

from interpreter import cache
from interpreter.workers import carried_out, Processes, shared_out, Sort
from tests.cli.running import ROOT

STOPS = """
from interpreter.workers import shared_out

def long(piece):
    return bytes(piece)

for k in range(40):
    for number, found in shared_out(long, [3_000_000] * 12, 2):
        break
print("went on")
"""


def double(piece):
    return 2 * piece


def test_every_piece_comes_back_once_with_its_number():
    assert sorted(shared_out(double, range(40), 2)) == [(number, 2 * number) for number in range(40)]


def test_who_stops_listening_goes_on():
    told = subprocess.run([sys.executable, "-c", STOPS], cwd=ROOT, capture_output=True, text=True, timeout=240)
    assert told.stdout == "went on\n", told.stderr


def test_ctrl_c_waits_until_work_is_handed_out(monkeypatch):
    """It would leave locks of the pool closed, or processes that nobody knows."""
    handed, submit = [], ProcessPoolExecutor.submit

    def stopped(pool, work, piece):
        handed.append(piece)
        if piece == 1:
            os.kill(os.getpid(), signal.SIGINT)
        return submit(pool, work, piece)

    monkeypatch.setattr(ProcessPoolExecutor, "submit", stopped)
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(shared_out(double, range(40), 2))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, usual)
    assert handed == list(range(8))


KILLED = """
import time
from interpreter.workers import shared_out

for number, found in shared_out(time.sleep, [0.2] * 1000, 2):
    print(number, flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="processes are not forked here")
def test_processes_end_with_whoever_has_started_them():
    with subprocess.Popen([sys.executable, "-c", KILLED], cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout.readline()
        running.kill()
        running.communicate(timeout=120)                            # nobody holds its pipe any more


KEPT = Sort("doubled", str, lambda found: None if found == 4 else [found], lambda data: data[0])


def test_what_comes_in_is_kept_and_not_done_again(monkeypatch, tmp_path):
    monkeypatch.setenv(cache.SETTING, str(tmp_path))
    done = []

    def noted(piece):
        done.append(piece)
        return double(piece)

    first = carried_out(KEPT, noted, [1, 2, 3, 4], Processes())
    assert [next(first), next(first), next(first)] == [(0, 2), (1, 4), (2, 6)]
    first.close()                                                   # killed: what it had has to be there
    (tmp_path / "doubled" / "1.json").write_text("half a fi", encoding="utf-8")
    assert sorted(carried_out(KEPT, noted, [1, 2, 3, 4], Processes())) == [(0, 2), (1, 4), (2, 6), (3, 8)]
    assert done == [1, 2, 3, 1, 2, 4]                               # the damaged one and what is not to be kept once more
    assert sorted(carried_out(KEPT, noted, [3, 4], Processes(), afresh=True)) == [(0, 6), (1, 8)]
    assert done[6:] == [3, 4]


COMPILES = """
from interpreter.pipeline import load, prepare
from interpreter.simulate.engines import make_ready
from interpreter.text.diagnostic import Report
from interpreter.workers import shared_out

def compiled(game):
    rules = load(game, Report())
    return make_ready(prepare(rules, 2, {}, Report()).spec)

compiled("pig")
print(sorted(shared_out(compiled, ["nim", "kuhn"], 2)))
"""


def test_a_copy_of_a_process_that_has_compiled_compiles_too(tmp_path):
    """It has none of the threads that the first one compiles with."""
    told = subprocess.run([sys.executable, "-c", COMPILES], cwd=ROOT, capture_output=True, text=True, timeout=240,
                          env=os.environ | {cache.SETTING: str(tmp_path)})
    assert told.stdout == "[(0, ''), (1, '')]\n", told.stderr
