"""Commands that play by themselves: test, coverage, simulate.

In:  a GAME, and how often.
Out: what came of it, in lines or as JSON; exit code 1 where a scenario failed or a play met a fault.
"""

import click

from interpreter.cli.inspect import DATA, JSON, SET, WITH


MISTAKES = ("limit", "zone", "direction", "trigger", "step", "condition", "comparison")      # as testing/mutants.py sorts them


class People(click.ParamType):
    """A number of people, or a range of them: 4, or 2..6."""

    name = "people"

    def convert(self, value, param, ctx):
        """The numbers, fewest first."""
        low, dots, high = str(value).partition("..")
        if not (low.isdigit() and (high.isdigit() or not dots)) or not 1 <= int(low) <= int(high or low) <= 64:
            self.fail(f"`{value}` is no number of people: write 4, or 2..6", param, ctx)
        return tuple(range(int(low), int(high or low) + 1))


@click.command()
@click.argument("game")
@click.option("--only", metavar="WORDS", help="Only scenarios with these words in their name, and nothing else.")
@click.option("--plays", type=click.IntRange(0), metavar="N",
              help="How many plays each law is tried on, at each number of players; 0: only the scenarios.")
@click.option("--seconds", type=click.FloatRange(0.1), metavar="S", help="How long it is played in all.")
@click.option("--profile", type=click.Choice(["quick", "deep"]), default="quick", show_default=True,
              help="quick: 40 plays or 20 seconds; deep: 2000 plays or 15 minutes.")
@click.option("--players", type=People(), metavar="P", help="How many play: 4, or 2..6.  [default: all that can]")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed draws the same plays.")
@click.option("--reach", "goals", metavar="CONDITION", multiple=True,
              help="Instead: how many plays come to this, random ones and those of the game's strategies? May be repeated.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes.  [default: one a core]")
@WITH
@SET
@DATA
@JSON
def test(game, only, plays, seconds, profile, players, seed, goals, jobs, pairs, data, as_json):
    """Play a game's scenarios, then the game itself: does every law hold, at every number of players?"""
    if goals:
        from interpreter.cli.reaching import reach_in_game
        from interpreter.cli.trying import wanted as much

        return reach_in_game(game, goals, much(profile, plays, seconds), players or (), seed, jobs, pairs, as_json)
    from interpreter.cli.measuring import test_game
    from interpreter.cli.trying import wanted

    return test_game(game, only, wanted(profile, plays, seconds), players or (), seed, jobs, pairs, data, as_json)


@click.command()
@click.argument("game")
@click.option("--knock-out", "knocking", is_flag=True,
              help="Also leave out each cited guard, trigger and scoring line in turn: does a scenario notice?")
@click.option("--plays", type=click.IntRange(1), metavar="N",
              help="Instead: which lines do so many plays come to, at each number of players?")
@click.option("--switched", is_flag=True, help="With --plays: one play more for every other value of every option.")
@click.option("--players", type=People(), metavar="P", help="With --plays: how many play.  [default: all that can]")
@click.option("--seed", type=int, default=1, show_default=True, help="With --plays: the same seed gives the same plays.")
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT", help="With --plays: exit with 1 if fewer come up.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes.  [default: one a core]")
@WITH
@JSON
def coverage(game, knocking, plays, switched, players, seed, at_least, jobs, as_json):
    """Say which clauses of the rulebook no rule carries out and no scenario shows; or which lines no play comes to."""
    if plays is not None:
        from interpreter.cli.firing import fire_game

        return fire_game(game, plays, players or (), seed, switched, at_least, jobs, as_json)
    from interpreter.cli.covering import cover_game

    return cover_game(game, knocking, jobs, as_json)


@click.command()
@click.argument("game")
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N", help="How many plays.")
@click.option("--players", type=People(), metavar="P", help="How many play: 4, or 2..6.  [default: the fewest that can]")
@click.option(
    "--seat",
    "seats",
    metavar="NAME=WHO",
    multiple=True,
    help="Who decides for a seat, or for `all`: random, first or a strategy; may be repeated.  [default: random]",
)
@click.option("--swap", is_flag=True, help="Everybody sits in every seat: the same seeds with the seats exchanged.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same plays.")
@click.option("--always", is_flag=True, help="Look in every state whether the `always` lines hold and nothing is lost.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Processes.")
@WITH
@SET
@DATA
@JSON
def simulate(game, games, players, seats, swap, seed, always, jobs, pairs, data, as_json):
    """Let bots play: means of the scores, how plays end, who wins."""
    from interpreter.cli.simulating import simulate_game

    return simulate_game(game, games, players or (None,), seats, swap, seed, always, jobs, pairs, data, as_json)


@click.command()
@click.argument("game")
@click.option("--sample", "size", type=click.IntRange(1), metavar="N",
              help="So many, drawn evenly over sorts of mistake and files.  [default: all]")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample.")
@click.option("--sort", "sorts", type=click.Choice(MISTAKES), multiple=True, help="Only mistakes of this sort.")
@click.option("--file", "files", multiple=True, metavar="NAME", help="Only mistakes in this file of rules.")
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes.  [default: one a core]")
@click.option("--plays", type=click.IntRange(0), default=8, show_default=True, metavar="N",
              help="Random plays that try what no scenario notices.")
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit with 1 if fewer are noticed.")
@click.option("--afresh", is_flag=True, help="Do not go on from an earlier run.")
@click.option("--list", "listing", is_flag=True, help="Only list the mutants, as rows for equivalents.tsv.")
@WITH
@JSON
def mutate(game, size, seed, sorts, files, jobs, plays, at_least, afresh, listing, as_json):
    """Put small mistakes into the rules, one at a time: does anything notice?"""
    from interpreter.cli.mutating import Wanted, mutate_game

    return mutate_game(game, Wanted(size, seed, sorts, files), jobs, plays, at_least, afresh, listing, as_json)
