"""The bounds of the two rulebooks: `python -m tests.bench.balance [SECONDS]`, from the top of a checkout.

In:  the rules that come with Rulewright; how many seconds each game may take (default 300), by all cores.
Out: what `rulewright test GAME --bounds` says of each; 1 if a bound is broken or not decided.

It takes minutes, which is why it is no test. The tests try small games (tests/simulate/test_bounds.py).
"""

import sys

from tests.cli.running import run

GAMES = ("mixtape", "tall_oaks")
SECONDS = "300"


def main(seconds: str = SECONDS) -> int:
    """Both games, one after the other."""
    codes = []
    for game in GAMES:
        done = run("test", game, "--bounds", "--seconds", seconds)
        print(done.stdout + done.stderr)
        codes.append(done.exit_code)
    return max(codes)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
