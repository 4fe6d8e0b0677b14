"""Commands that look at rules: check, format, show, explain, list.

In:  games, files, names.
Out: what is found, on the standard output; exit code 1 where something is wrong with the rules.

What they do stands in checking.py, facts.py, plans.py, table.py and explaining.py; here are the words of the command line.
"""

import click

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value, for programs.")
SET = click.option("--set", "pairs", metavar="OPTION=VALUE", multiple=True,
                   help="Another value for an option; may be repeated.")
DATA = click.option("--data", "data", metavar="NAME=FILE", multiple=True,
                    help="Another file for a table or for components; may be repeated.")
PLAYERS = click.option("--players", type=click.IntRange(1, 64), metavar="N",
                       help="How many play.  [default: the fewest that can]")


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME|FILE...")
@click.option("--players", type=click.IntRange(1, 64), metavar="N",
              help="Check for this many players only.  [default: every number the game allows]")
@SET
@DATA
@JSON
def check(games, players, pairs, data, as_json):
    """Say everything that is wrong with rules and their scenarios, before play.

    GAME is the name of a game (see `list`) or the path of its .rules file. Scenarios are read, not played; `test` does that.
    """
    from interpreter.cli.checking import check_all

    return check_all(games, players, pairs, data, as_json)


@click.command("format")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
def format_(files, only_check):
    """Write rules files in their canonical form; `-` reads stdin."""
    from interpreter.cli.checking import format_all

    return format_all(files, only_check)


@click.command()
@click.argument("what", type=click.Choice(["tree", "facts", "plan", "state", "flow"]))
@click.argument("game")
@PLAYERS
@SET
@click.option("--seed", type=int, default=0, show_default=True, help="state: the seed of the set-up.")
@click.option("--seat", metavar="NAME", help="state: as this seat sees it.  [default: everything]")
@JSON
def show(what, game, players, pairs, seed, seat, as_json):
    """Print what becomes of rules.

    tree: the rules as read.  facts: what each name means.  plan: what is carried out, statement by statement.
    state: the table after set-up.  flow: what leads to what.
    """
    from interpreter.cli.showing import show_one

    return show_one(what, game, players, pairs, seed, seat, as_json)


@click.command()
@click.argument("name", metavar="CODE|CLAUSE|RULING|RULE")
@click.option("--game", metavar="GAME", help="Look in this game.  [default: in every game that comes with Rulewright]")
@JSON
def explain(name, game, as_json):
    """Explain an error code, a clause, a ruling or a rule."""
    from interpreter.cli.explaining import explain_one

    return explain_one(name, game, as_json)


@click.command("list")
@JSON
def list_(as_json):
    """List the games that come with Rulewright."""
    from interpreter.cli.checking import list_games

    return list_games(as_json)
