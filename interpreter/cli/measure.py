"""Commands that play by themselves: test, coverage, simulate.

In:  a GAME, and how often.
Out: what came of it, in lines or as JSON; exit code 1 where a scenario failed or a play met a fault.
"""

import click

from interpreter.cli.inspect import DATA, JSON, SET


@click.command()
@click.argument("game")
@click.option("--only", metavar="WORDS", help="Only scenarios with these words in their name.")
@DATA
@JSON
def test(game, only, data, as_json):
    """Play a game's scenarios, and say which come out otherwise."""
    from interpreter.cli.measuring import test_game

    return test_game(game, only, data, as_json)


@click.command()
@click.argument("game")
@click.option("--knock-out", "knocking", is_flag=True,
              help="Also leave out each cited guard, trigger and scoring line in turn: does a scenario notice?")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes for --knock-out.  [default: one a core]")
@JSON
def coverage(game, knocking, jobs, as_json):
    """Say which clauses of the rulebook no rule carries out and no scenario shows."""
    from interpreter.cli.covering import cover_game

    return cover_game(game, knocking, jobs, as_json)


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many plays.")
@click.option("--players", type=click.IntRange(1, 64), metavar="P", help="How many play.  [default: the fewest that can]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same plays.")
@SET
@DATA
@JSON
def simulate(game, games, players, seed, pairs, data, as_json):
    """Let random seats play, and give means of the scores."""
    from interpreter.cli.measuring import simulate_game

    return simulate_game(game, games, players, seed, pairs, data, as_json)
