"""The words of the command line: every command with its arguments and options, in the order of `--help`.

In:  what stands on the command line.
Out: for each command a click command, whose function calls the one in commands/ that does the work and gives its exit code.

Nothing but click is imported until a command is called, so that `--help` is quick.
"""

import functools

import click

JSON = click.option("--json", "as_json", is_flag=True, help="Print one JSON value, for programs.")
SET = click.option("--set", "pairs", metavar="OPTION=VALUE", multiple=True,
                   help="Another value for an option; may be repeated.")
DATA = click.option("--data", "data", metavar="NAME=FILE", multiple=True,
                    help="Another file for a table or for components; may be repeated.")
ONE_A_CORE = click.option("--jobs", type=click.IntRange(1), metavar="N", help="Processes.  [default: one a core]")
CLUSTER = click.option("--cluster", metavar="ADDRESS",
                       help="Instead: a Dask cluster, by its scheduler: tcp://HOST:PORT; local:2 starts one of two here.")
WITHOUT = click.option("--without", metavar="ERRATUM", multiple=True, help="Leave out an erratum that the game applies.")
SEED = click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same plays.")
ENGINE = click.option("--engine", type=click.Choice(("compiled", "reference")),
                      help="What plays; the figures are the same.  [default: compiled, where it can]")
PLAYERS = click.option("--players", type=click.IntRange(1, 64), metavar="N",
                       help="How many play.  [default: the fewest that can]")


def WITH(command):
    """Gives a command `--with` and `--without`; its GAME is then an Asked."""
    @functools.wraps(command)
    def call(with_, without, **words):
        def asked(game):
            if game is None and not with_ and not without:
                return None
            from interpreter.variant.stack import Asked

            return Asked(game or "", with_, without)

        for name in words.keys() & {"game", "games"}:
            value = words[name]
            if not isinstance(value, int):                   # simulate's `games` is how many plays
                words[name] = tuple(asked(game) for game in value) if isinstance(value, tuple) else asked(value)
        return command(**words)

    with_ = click.option("--with", "with_", metavar="VARIANT", multiple=True,
                         help="Play with a variant, by its name or the path of its file; may be repeated.")
    return WITHOUT(with_(call))


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
    from interpreter.cli.commands.check import check_all

    return check_all(games, players, pairs, data, as_json)


@click.command("format")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", "only_check", is_flag=True, help="Change nothing; exit with 1 if a file would change.")
def format_(files, only_check):
    """Write rules files in their canonical form; `-` reads stdin."""
    from interpreter.cli.commands.check import format_all

    return format_all(files, only_check)


@click.command()
@click.argument("what", type=click.Choice(["tree", "facts", "plan", "wasm", "state", "flow", "strategies"]))
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
    wasm: the plan as the text of a WebAssembly module.
    state: the table after set-up.  flow: what leads to what.  strategies: who can decide for a seat, and their parameters.
    """
    from interpreter.cli.commands.show import show_one

    return show_one(what, game, players, pairs, seed, seat, as_json)


@click.command()
@click.argument("game")
@PLAYERS
@click.option("--most", type=click.IntRange(1), metavar="N",
              help="Give up where there are more positions.  [default: 200000, and at once if it looks far too large]")
@click.option("--precise", type=click.FloatRange(0, min_open=True), default=0.001, show_default=True, metavar="X",
              help="Where something is hidden: go on until the bounds of the value are as near as this.")
@WITH
@SET
@DATA
@JSON
def solve(game, players, most, precise, pairs, data, as_json):
    """Count a small game out: its positions, and what it is worth.

    The value is what each seat gets if all play as well as they can: by backward induction where nothing is hidden, by CFR+
    for two players where something is.
    """
    from interpreter.cli.commands.solve import solve_game

    return solve_game(game, players, pairs, data, most, precise, as_json)


@click.command()
@click.argument("game")
@PLAYERS
@click.option("-o", "--output", required=True, type=click.Path(dir_okay=False), metavar="FILE.wasm",
              help="Where the module is written; FILE.json beside it says what is in it.")
@WITH
@SET
@DATA
def build(game, players, output, pairs, data):
    """Write a game as a WebAssembly module that plays without Rulewright."""
    from interpreter.cli.commands.build import build_game

    return build_game(game, players, pairs, data, output)


@click.command()
@click.argument("name", metavar="CODE|CLAUSE|RULING|RULE")
@click.option("--game", metavar="GAME", help="Look in this game.  [default: in every game that comes with Rulewright]")
@WITH
@JSON
def explain(name, game, as_json):
    """Explain an error code, a clause, a ruling or a rule."""
    from interpreter.cli.terminal.kept_page import pages_of, show_pages

    if game is None and (pages := pages_of(name)):
        return show_pages(pages, as_json)
    from interpreter.cli.commands.explain import explain_one

    return explain_one(name, game, as_json)


MARKDOWN = click.option("--markdown", is_flag=True, help="As Markdown, to be printed or put on a page.")


@click.command()
@click.argument("game", metavar="GAME")
@WITH
@SET
@MARKDOWN
def rulebook(game, pairs, markdown):
    """Write the whole game as a rulebook that can be read and played by."""
    from interpreter.cli.commands.rulebook_page import print_rulebook

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
    from interpreter.cli.commands.diff_variants import compare

    return compare(game, variants, as_json)


@click.command()
@click.argument("game", metavar="VARIANT")
@WITH
@MARKDOWN
def handout(game, markdown):
    """Write one page with what a variant changes, to lay on the table."""
    from interpreter.cli.commands.handout_page import print_handout

    return print_handout(game, markdown)


@click.command("list")
@JSON
def list_(as_json):
    """List the games that come with Rulewright."""
    from interpreter.cli.commands.list_games import list_games

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
    from interpreter.cli.commands.new import new_variant as begun

    return begun(name, game, title)


@click.command()
@click.argument("game", metavar="GAME|FILE")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="[default: 8737, or the next that is free]")
@click.option("--no-browser", is_flag=True, help="Only print the link.")
def edit(game, port, no_browser):
    """Write rules in a browser: an editor, and beside it what the rules mean.

    The page is for this machine alone. It has the files of the game, mistakes and their fixes as you type, the rulebook in
    words, scenarios, a table to play at from any position, figures, and the handout of a variant.
    """
    from interpreter.cli.commands.edit import edit_game

    return edit_game(game, port, not no_browser)


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), metavar="N",
              help="Listen on this port of this machine.  [default: standard input and output]")
def lsp(port):
    """Answer an editor: the language server for rules files."""
    from interpreter.editor.language_server import serve

    serve(port)


@click.command()
@click.argument("game", metavar="GAME|FILE.play|FILE.rules", required=False)
@click.option("--dap", is_flag=True, help="Answer an editor, which says what to look at: the Debug Adapter Protocol.")
@click.option("--scenario", "words", metavar="WORDS", help="Look at the first scenario with these words in its title.")
@PLAYERS
@WITH
@SET
@click.option("--seed", type=int, default=0, show_default=True, help="A game is played by itself, from this seed.")
def debug(game, dap, words, players, pairs, seed):
    """Look at a play line by line, forwards and backwards.

    A GAME is played by itself; a recorded play is carried out again; of a file of scenarios the first is looked at. Then it
    listens: `step`, `over`, `out`, `back`, `run`, `stop WHERE`, `watch VALUE`, `frames`, `knows NAME`, `why THING`, `help`.
    """
    from interpreter.cli.commands.debug import debug_one, serve

    if dap:
        return serve()
    if game is None:
        raise click.UsageError("name a game, a recorded play or a file of scenarios")
    return debug_one(game, words, players, seed, pairs)


@new.command("game")
@click.argument("name")
@click.option("--title", metavar="WORDS", help="What it is called.  [default: its name]")
@click.option("--table", type=click.Choice(["cards", "dice", "board"]), help="What lies on the table.  [default: asked]")
@click.option("--players", metavar="2..4", help="How many can play.  [default: asked]")
@click.option("--order", type=click.Choice(["turns", "at_once"]), help="How they play.  [default: asked]")
@click.option("--sight", type=click.Choice(["open", "secret"]), help="What others see of a player's things.  [default: asked]")
@click.option("--wins", type=click.Choice(["points", "goal"]), help="Most points, or first at a goal.  [default: asked]")
def new_game(name, title, players, **said):
    """Begin a game: five questions, and a folder with rules that play and a scenario."""
    from interpreter.cli.commands.new_game import new_game as made

    return made(name, title, players, **said)


# ------------------------------------------------------------------ commands that play by themselves


MISTAKES = ("limit", "zone", "direction", "trigger", "step", "condition", "comparison")      # as mutation/mutants.py sorts them


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
@click.option("--seed", type=int, help="The same seed draws the same plays.  [default: 1; deep: another each time]")
@click.option("--reach", "goals", metavar="CONDITION", multiple=True,
              help="Instead: how many plays come to this, random ones and those of the game's strategies? May be repeated.")
@click.option("--bounds", is_flag=True, help="Instead: does it keep the bounds that its rules set, in many plays by bots?")
@click.option("--games", type=click.IntRange(1), default=20000, show_default=True, metavar="N",
              help="With --bounds: so many plays at most.")
@ONE_A_CORE
@click.option("--cluster", metavar="ADDRESS",
              help="With --bounds: a Dask cluster, by its scheduler: tcp://HOST:PORT; local:2 starts one of two here.")
@WITH
@SET
@DATA
@JSON
def test(game, only, plays, seconds, profile, players, seed, goals, bounds, games, jobs, cluster, pairs, data, as_json):
    """Play a game's scenarios, then the game itself: does every law hold, at every number of players?"""
    if bounds:
        from interpreter.cli.carriers import carrier
        from interpreter.cli.commands.try_bounds import bounds_of_game

        with carrier(jobs, cluster) as carries:
            return bounds_of_game(game, only, games, seconds, players or (), seed or 1, carries, pairs, data, as_json)
    if cluster is not None:
        raise click.UsageError("--cluster is for --bounds: only many plays are worth sending elsewhere")
    if goals:
        from interpreter.cli.commands.test import reach_in_game
        from interpreter.cli.terminal.findings import wanted as much

        return reach_in_game(game, goals, much(profile, plays, seconds), players or (), seed or 1, jobs, pairs, as_json)
    from interpreter.cli.commands.test import test_game
    from interpreter.cli.terminal.findings import wanted

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
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT",
              help="With --plays: exit with 1 if fewer come up.")
@ONE_A_CORE
@WITH
@JSON
def coverage(game, knocking, plays, switched, players, seed, at_least, jobs, as_json):
    """Say which clauses of the rulebook no rule carries out and no scenario shows; or which lines no play comes to."""
    if plays is not None:
        from interpreter.cli.commands.coverage import fire_game

        return fire_game(game, plays, players or (), seed, switched, at_least, jobs, as_json)
    from interpreter.cli.commands.coverage import cover_game

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
    help="Who decides for a seat, or for `all`: random, first, search or a strategy; may be repeated.  [default: random]",
)
@click.option("--swap", is_flag=True, help="Everybody sits in every seat: the same seeds with the seats exchanged.")
@SEED
@click.option("--always", is_flag=True, help="Look in every state whether the `always` lines hold and nothing is lost.")
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Processes.")
@CLUSTER
@ENGINE
@WITH
@SET
@DATA
@JSON
def simulate(game, games, players, seats, swap, seed, always, jobs, cluster, engine, pairs, data, as_json):
    """Let bots play: means of the scores, how plays end, who wins."""
    from interpreter.cli.carriers import carrier
    from interpreter.cli.commands.simulate import simulate_game

    with carrier(jobs, cluster) as carries:
        return simulate_game(game, games, players or (None,), seats, swap, seed, always, carries, engine, pairs, data, as_json)


BY = click.option("--by", metavar="WHO", help="Who decides for all seats: short for --seat all=WHO.")
BOTH = click.option("--both", metavar="OPTION=VALUE|VARIANT", multiple=True,
                    help="An option's value, or a variant, for all sides; may be repeated.")
COURSE = click.option("--course", "looked_at", type=click.IntRange(0), default=100, show_default=True, metavar="N",
                      help="How many plays are looked at on the way too, which is slow: who led, which rules came up; 0: none.")
REPORT = click.option("--report", type=click.Path(file_okay=False), metavar="DIR",
                      help="Write a page with tables and pictures, and the plays as Parquet, into this folder.")
SEATS = click.option("--seat", "seats", metavar="NAME=WHO", multiple=True,
                     help="Who decides for a seat: random, first or a strategy; may be repeated.  [default: random]")


def _stacked(*options):
    """Several options as one decorator, in this order."""
    def decorate(command):
        for option in reversed(options):
            command = option(command)
        return command
    return decorate


SIDES = _stacked(BOTH, WITHOUT, DATA, PLAYERS, SEATS, BY)
STUDY = _stacked(SEED, ONE_A_CORE, CLUSTER, ENGINE, REPORT, JSON)


def _skill(ctx, param, value):
    """`STRONGER:WEAKER` as a pair."""
    if value is None:
        return None
    stronger, colon, weaker = value.partition(":")
    if not colon or not stronger or not weaker:
        raise click.BadParameter(f"`{value}` is no contest: write STRONGER:WEAKER", ctx, param)
    return stronger, weaker


@click.command()
@click.argument("game")
@click.option("--with", "with_", metavar="VARIANT", multiple=True,
              help="Against the game with this variant, or against another version of the game, by the path of its file; with "
              "several, against each; A+B is both at once.")
@click.option("--set", "pairs", metavar="OPTION=VALUE", multiple=True,
              help="Against the game with another value for an option; with several, against each; A=1+B=2 is both at once.")
@SIDES
@click.option("--games", type=click.IntRange(2), metavar="N",
              help="How many plays of each at most.  [default: 2000, with --precise 100000]")
@click.option("--precise", type=click.FloatRange(0, min_open=True), metavar="X",
              help="Stop as soon as every interval reaches no further than X to either side: points, decisions, wins in 100.")
@COURSE
@click.option("--skill", metavar="STRONGER:WEAKER", callback=_skill,
              help="How often does one stronger player win among weaker ones? Two strategies, such as good:random.")
@STUDY
def compare(game, with_, pairs, both, without, data, players, seats, by, games, precise, looked_at, skill, seed, jobs, cluster,
            engine, report, as_json):
    """Is the change any good? A game against changes of it, on the same seeds.

    Every figure of both, the difference, how sure it is, and a verdict in words. VARIANT is a name or the path of a file.
    Stopped with Ctrl-C it tells what it has, and the same command goes on from there.
    """
    from interpreter.cli.carriers import carrier
    from interpreter.cli.commands.compare import compare_game, MANY
    from interpreter.cli.sides import setting_of, Wanted
    from interpreter.study.comparison import Wish

    games = games or (2000 if precise is None else MANY)
    setting = setting_of(game, without, players, by, seats, both, data, games, seed, engine)
    wish = Wish(games, seed, precise, looked_at, skill, (looked_at or 100) if skill else 0)
    with carrier(jobs, cluster) as carries:
        return compare_game(setting, (*with_, *pairs), wish, Wanted.of(carries, as_json, report))


@click.command()
@click.argument("game")
@click.option("--set", "pairs", metavar="OPTION=A,B,C", multiple=True,
              help="The values of an option: A,B,C or 1..4; with several options, every combination.")
@click.option("--with", "with_", metavar="VARIANT", multiple=True,
              help="Play with a variant, by its name or the path of its file; may be repeated.")
@SIDES
@click.option("--games", type=click.IntRange(2), default=1000, show_default=True, metavar="N",
              help="How many plays of each combination.")
@click.option("--figure", "keys", metavar="NAME", multiple=True,
              help="total, margin, decisions, wins:SEAT, score:NAME ...; may be repeated.  [default: total and decisions]")
@click.option("--most", type=click.IntRange(2), default=64, show_default=True, metavar="N",
              help="Of more combinations than that, so many are drawn, each value equally often.")
@STUDY
def sweep(game, pairs, with_, both, without, data, players, seats, by, games, keys, most, seed, jobs, cluster, engine, report,
          as_json):
    """Which value is best? A game with its options at several values, on the same seeds.

    A table of every combination, a map, and what each value changes. Stopped with Ctrl-C it tells what it has, and the same
    command goes on from there.
    """
    from interpreter.cli.carriers import carrier
    from interpreter.cli.commands.sweep import sweep_game
    from interpreter.cli.sides import setting_of, Wanted

    setting = setting_of(game, without, players, by, seats, both, data, games, seed, engine)
    with carrier(jobs, cluster) as carries:
        return sweep_game(setting, with_, pairs, keys, most, Wanted.of(carries, as_json, report))


@click.command()
@click.argument("game")
@click.option("--sample", "size", type=click.IntRange(1), metavar="N",
              help="So many, drawn evenly over sorts of mistake and files.  [default: all]")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the sample.")
@click.option("--sort", "sorts", type=click.Choice(MISTAKES), multiple=True, help="Only mistakes of this sort.")
@click.option("--file", "files", multiple=True, metavar="NAME", help="Only mistakes in this file of rules.")
@ONE_A_CORE
@CLUSTER
@click.option("--plays", type=click.IntRange(0), default=8, show_default=True, metavar="N",
              help="Random plays that try what no scenario notices.")
@click.option("--at-least", type=click.FloatRange(0, 100), metavar="PERCENT", help="Exit with 1 if fewer are noticed.")
@click.option("--players", type=People(), metavar="P",
              help="Each of these numbers of players on its own (4, or 2..6): only scenarios and plays of so many may notice.")
@click.option("--afresh", is_flag=True, help="Do not go on from an earlier run.")
@click.option("--list", "listing", is_flag=True, help="Only list the mutants, as rows for equivalents.tsv.")
@WITH
@JSON
def mutate(game, size, seed, sorts, files, jobs, cluster, plays, at_least, players, afresh, listing, as_json):
    """Put small mistakes into the rules, one at a time: does anything notice?"""
    from interpreter.cli.carriers import carrier
    from interpreter.cli.commands.mutate import mutate_game, Wanted

    wanted = Wanted(size, seed, sorts, files)
    with carrier(jobs, cluster) as carries:
        return mutate_game(game, wanted, carries, plays, at_least, afresh, listing, as_json, players or ())


# ------------------------------------------------------------------ commands that play with people, or count after them


@click.command()
@click.argument("game")
@click.option("--players", type=click.IntRange(1, 64), metavar="N", help="How many play.  [default: the fewest that can]")
@click.option("--names", metavar="Ann,Bo", help="Their names, in the order they sit.")
@click.option(
    "--seat",
    "seats",
    metavar="NAME=WHO",
    multiple=True,
    help="Who decides for a seat: human, random, first, search or a strategy; may be repeated.  [default: human]",
)
@click.option("--seed", type=int, help="What falls to chance.  [default: another each time]")
@click.option(
    "--chance",
    "chances",
    metavar="[SOURCE=]seed|table|FILE",
    multiple=True,
    help="Ask for real dice and cards, or read them from a file: all, or one die, pile or pick.  [default: seed]",
)
@click.option("--scenario", metavar="WORDS", help="Begin at the position of the first scenario with these words in its title; "
              "GAME may be a file of scenarios.")
@WITH
@SET
@DATA
@click.option("--record", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the play in this file.")
@click.option("--sealed", is_flag=True, help="Nobody reads seed, deck and secret answers in the file before the play is over.")
@click.option(
    "--resume", type=click.Path(dir_okay=False, exists=True), metavar="FILE", help="Go on with a play that was kept."
)
def referee(game, players, names, seats, seed, chances, scenario, pairs, data, record, sealed, resume):
    """Play a game at this terminal, with the rules as referee.

    At any question: `?` for help, `why not ANSWER`, `state`, `map`, `log`, `score`, `undo`, `fix LINE = VALUE`, `quit`.
    """
    from interpreter.cli.commands.referee import play_game

    return play_game(game, players, names, seats, seed, chances, pairs, data, record, resume, sealed, scenario)


@click.command()
@click.argument("game", required=False)
@PLAYERS
@click.option("--names", metavar="A,B,...", help="What the players are called.  [default: as they type it on their phones]")
@click.option("--seat", "seats", metavar="NAME=WHO", multiple=True,
              help="Who decides for a seat: human, random, first, search or a strategy; may be repeated.  [default: human]")
@click.option("--seed", type=int, help="What falls to chance.  [default: another each time]")
@click.option("--chance", "chances", metavar="[SOURCE=]seed|table|FILE", multiple=True,
              help="Ask for real dice and cards: all, or one die, pile or pick.  [default: seed]")
@WITH
@SET
@DATA
@click.option("--record", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the play in this file.")
@click.option("--resume", type=click.Path(dir_okay=False, exists=True), multiple=True, metavar="FILE",
              help="Go on with a play that was kept; several for several tables.")
@click.option("--host", metavar="ADDRESS", help="Where it can be reached; 127.0.0.1 for this machine alone.  "
              "[default: this machine's address in the local network]")
@click.option("--port", type=click.IntRange(0, 65535), metavar="N", help="[default: 8737, or the next that is free]")
@click.option("--called", metavar="NAME[:PORT]", multiple=True,
              help="A name by which a web server in front of it is reached; may be repeated.")
@click.option("--tables", type=click.IntRange(1, 99), default=1, show_default=True, metavar="N", help="So many tables at once.")
@click.option("--no-codes", is_flag=True, help="Print links only.")
def serve(game, players, names, seats, seed, chances, pairs, data, record, resume, host, port, called, tables, no_codes):
    """Set a table on the local network: each phone is a player's hand, this screen the table.

    Every seat has a link and a code; the host's page starts the play, takes back, puts right and gives seats to bots.
    """
    from interpreter.cli.commands.serve import serve_tables

    where = host, port, called, not no_codes
    return serve_tables(game, (players, names, seats), seed, chances, pairs, data, record, resume, where, tables)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True), metavar="FILE.play")
@click.option("--game", "--under", "game", metavar="GAME", help="Play it under these rules.  [default: the game it names]")
@click.option("--seal", is_flag=True, help="Also check that all chance was fixed by the seal that was shown before the play.")
@WITH
@DATA
@JSON
def replay(file, game, data, seal, as_json):
    """Carry a recorded play out again and verify every line."""
    from interpreter.cli.commands.replay_play import replay_file

    return replay_file(file, game, data, seal, as_json)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True), metavar="FILE.play")
@click.argument("change", metavar="'LINE = VALUE'")
@click.option("--game", metavar="GAME", help="Play it with these rules.  [default: the game it names]")
@WITH
@DATA
def fix(file, change, game, data):
    """Put an earlier answer or roll of a recorded play right.

    LINE is a line of the file. The play is carried out again from there; what no longer holds is listed, line by line, and
    the play as it was is kept beside.
    """
    from interpreter.cli.commands.fix_play import fix_file

    return fix_file(file, change, game, data)


@click.command()
@click.argument("game")
@click.argument("file", type=click.Path(dir_okay=False, exists=True), metavar="FILE")
@WITH
@SET
@DATA
@JSON
def score(game, file, pairs, data, as_json):
    """Work out the score sheet of a finished table.

    FILE says what lies where, `Ann.row[A]: t05, t07`, and what counters say, `Ann.coins: 3`; a .csv has columns seat, zone,
    card or seat, counter, value.
    """
    from interpreter.cli.commands.score import score_file

    return score_file(game, file, pairs, data, as_json)
