"""Does the game in the language agree with a program of the same game, written by hand and independently?

    python -m tests.bench.agree mixtape --other ../shared/bench/mixtape/mixtape_clean.py --games 20000

At each number of players both play so many random games, from fixed seeds; means per player of score, Balance, Flow and
sets, discards a game, and the standard deviation of the score are compared: 18 figures at 2, 3 and 4 players. Prints each
difference in standard errors and exits 1 if one is beyond 4.
"""

import argparse
import math
import subprocess
import sys
from json import loads
from pathlib import Path
from statistics import fmean, pvariance

from interpreter.play import load_game
from interpreter.simulate.playout import shared_zones, simulate

MOST = 4.0
FIGURES = ("score", "balance", "flow", "sets", "discards", "sd_score")


def per_play(spec, plays) -> dict[str, list[float]]:
    """Each figure play by play: means over the players, and the discards."""
    discards = [spec.zones[z].label for z in shared_zones(spec)].index("discards")
    return {
        "score": [fmean(p.over.totals) for p in plays],
        "balance": [fmean(p.over.scores["balance"]) for p in plays],
        "flow": [fmean(p.over.scores["flow"]) for p in plays],
        "sets": [fmean(p.over.scores["genre_sets"]) for p in plays],
        "discards": [p.lying[discards] for p in plays],
    }


def ours(name: str, players: int, games: int) -> dict[str, tuple[float, float]]:
    """Each figure with its standard error; the plays, not the players in them, are what is independent."""
    spec = load_game(name, players).spec
    plays = simulate(spec, games, 1).plays
    made = {name: (fmean(values), math.sqrt(pvariance(values) / games)) for name, values in per_play(spec, plays).items()}
    made["sd_score"] = deviation([p.over.totals for p in plays])
    return made


def deviation(totals) -> tuple[float, float]:
    """The standard deviation of all players' scores, and its standard error from the spread between plays."""
    mean = fmean(x for t in totals for x in t)
    squares = [fmean((x - mean) ** 2 for x in t) for t in totals]
    sd = math.sqrt(fmean(squares))
    return sd, math.sqrt(pvariance(squares) / len(squares)) / (2 * sd)


def theirs(program: Path, players: int, games: int) -> dict[str, float]:
    """The other program's figures, under our names."""
    words = [sys.executable, program, "--deck", program.with_name("deck.csv"), "--step", 3, "--games", games]
    command = [str(w) for w in (*words, "--players", players, "--seed", 1)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = loads(done.stdout)
    return {"score": fmean(told["mean_scores"]), "sd_score": told["sd_score"], "discards": told["mean_discards"],
            **{name: told[f"mean_{name}"] for name in ("balance", "flow", "sets")}}


def compare(args, players: int) -> list[float]:
    """The differences at one number of players, in standard errors of a difference between the two."""
    we, they = ours(args.game, players, args.games), theirs(args.other, players, args.games)
    found = []
    for name in FIGURES:
        value, error = we[name]
        found.append((value - they[name]) / (error * math.sqrt(2)))
        print(f"{players} players  {name:9} {value:9.4f} against {they[name]:9.4f}   {found[-1]:+.2f} standard errors")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--other", type=Path, required=True)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--players", type=int, nargs="*", default=[2, 3, 4])
    args = parser.parse_args()
    worst = max(abs(z) for players in args.players for z in compare(args, players))
    print(f"the largest of {len(args.players) * len(FIGURES)} differences: {worst:.2f} standard errors")
    raise SystemExit(worst > MOST)


if __name__ == "__main__":
    main()
