"""Work shared out among processes: whoever stops listening goes on at once, whatever is being sent."""

import subprocess
import sys

from interpreter.workers import shared_out
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
