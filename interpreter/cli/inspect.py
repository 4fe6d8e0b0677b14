"""Commands that look at rules: check, format, show, explain, list.

In:  games, files, names.
Out: what is found, on the standard output; exit code 1 where something is wrong with the rules.

What they do stands in checking.py, facts.py, plans.py, table.py and explaining.py; here are the words of the command line.
"""

import functools

import click

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value, for programs.")
SET = click.option("--set", "pairs", metavar="OPTION=VALUE", multiple=True,
                   help="Another value for an option; may be repeated.")
DATA = click.option("--data", "data", metavar="NAME=FILE", multiple=True,
                    help="Another file for a table or for components; may be repeated.")
PLAYERS = click.option("--players", type=click.IntRange(1, 64), metavar="N",
                       help="How many play.  [default: the fewest that can]")


def WITH(command):
    """Gives a command `--with` and `--without`; its GAME is then an Asked."""
    @functools.wraps(command)
    def call(with_, without, **words):
        from interpreter.variant.stack import Asked

        def asked(game):
            return None if game is None and not with_ and not without else Asked(game or "", with_, without)

        for name in words.keys() & {"game", "games"}:
            value = words[name]
            if not isinstance(value, int):                   # simulate's `games` is how many plays
                words[name] = tuple(asked(one) for one in value) if isinstance(value, tuple) else asked(value)
        return command(**words)

    without = click.option("--without", metavar="ERRATUM", multiple=True, help="Leave out an erratum that the game applies.")
    with_ = click.option("--with", "with_", metavar="VARIANT", multiple=True,
                         help="Play with a variant, by its name or the path of its file; may be repeated.")
    return without(with_(call))


@click.command()
@click.argument("games", nargs=-1, required=True, metavar="GAME|FILE...")
@click.option("--players", type=click.IntRange(1, 64), metavar="N",
              help="Check for this many players only.  [default: every number the game allows]")
@WITH
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
@click.argument("what", type=click.Choice(["tree", "facts", "plan", "state", "flow", "strategies"]))
@click.argument("game")
@PLAYERS
@WITH
@SET
@click.option("--seed", type=int, default=0, show_default=True, help="state: the seed of the set-up.")
@click.option("--seat", metavar="NAME", help="state: as this seat sees it.  [default: everything]")
@JSON
def show(what, game, players, pairs, seed, seat, as_json):
    """Print what becomes of rules.

    tree: the rules as read.  facts: what each name means.  plan: what is carried out, statement by statement.
    state: the table after set-up.  flow: what leads to what.  strategies: who can decide for a seat, and their parameters.
    """
    from interpreter.cli.showing import show_one

    return show_one(what, game, players, pairs, seed, seat, as_json)


@click.command()
@click.argument("name", metavar="CODE|CLAUSE|RULING|RULE")
@click.option("--game", metavar="GAME", help="Look in this game.  [default: in every game that comes with Rulewright]")
@WITH
@JSON
def explain(name, game, as_json):
    """Explain an error code, a clause, a ruling or a rule."""
    from interpreter.cli.explaining import explain_one

    return explain_one(name, game, as_json)


MARKDOWN = click.option("--markdown", is_flag=True, help="As Markdown, to be printed or put on a page.")


@click.command()
@click.argument("game", metavar="GAME")
@WITH
@SET
@MARKDOWN
def rulebook(game, pairs, markdown):
    """Write the whole game as a rulebook that can be read and played by."""
    from interpreter.cli.printing import print_rulebook

    return print_rulebook(game, pairs, markdown)


@click.command()
@click.argument("game", metavar="BASE")
@click.argument("variants", nargs=-1, metavar="[VARIANT]...")
@WITH
@JSON
def diff(game, variants, as_json):
    """Say in words what a variant changes, rule by rule.

    BASE is a game, or a variant that others are laid upon. A variant alone is compared with what it is a variant of.
    """
    from interpreter.cli.comparing import compare

    return compare(game, variants, as_json)


@click.command()
@click.argument("game", metavar="VARIANT")
@WITH
@MARKDOWN
def handout(game, markdown):
    """Write one page with what a variant changes, to lay on the table."""
    from interpreter.cli.printing import print_handout

    return print_handout(game, markdown)


@click.command("list")
@JSON
def list_(as_json):
    """List the games that come with Rulewright."""
    from interpreter.cli.checking import list_games

    return list_games(as_json)


@click.group()
def new():
    """Begin a file that checks and tests clean as it stands."""


@new.command("variant")
@click.argument("name")
@click.option("--of", "game", metavar="GAME", required=True, help="The game, or the variant, that it changes.")
@click.option("--title", metavar="WORDS", help="What it is called.  [default: its name]")
@WITH
def new_variant(name, game, title):
    """Begin a variant of a game: changes to its rules in a small file of their own."""
    from interpreter.cli.making import new_variant as made

    return made(name, game, title)
