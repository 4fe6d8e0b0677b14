"""Commands that play with people, or count after them: referee, replay, fix, score.

In:  a GAME, who sits where, a seed, options, files; or a recorded play.
Out: a play at the terminal; exit code 0 at its end, 1 where it was left or a fault stopped it.
"""

import click

from interpreter.cli.inspect import DATA, JSON, SET, WITH


@click.command()
@click.argument("game")
@click.option("--players", type=click.IntRange(1, 64), metavar="N", help="How many play.  [default: the fewest that can]")
@click.option("--names", metavar="Ann,Bo", help="Their names, in the order they sit.")
@click.option(
    "--seat",
    "seats",
    metavar="NAME=WHO",
    multiple=True,
    help="Who decides for a seat: human, random or first; may be repeated.  [default: human]",
)
@click.option("--seed", type=int, help="What falls to chance.  [default: another each time]")
@click.option(
    "--chance",
    "chances",
    metavar="[SOURCE=]seed|table|FILE",
    multiple=True,
    help="Ask for real dice and cards, or read them from a file: all, or one die, pile or pick.  [default: seed]",
)
@WITH
@SET
@DATA
@click.option("--record", type=click.Path(dir_okay=False), metavar="FILE", help="Keep the play in this file.")
@click.option(
    "--resume", type=click.Path(dir_okay=False, exists=True), metavar="FILE", help="Go on with a play that was kept."
)
def referee(game, players, names, seats, seed, chances, pairs, data, record, resume):
    """Play a game at this terminal, with the rules as referee.

    At any question: `?` for help, `why not ANSWER`, `state`, `map`, `log`, `score`, `undo`, `fix LINE = VALUE`, `quit`.
    """
    from interpreter.cli.playing import play_game

    return play_game(game, players, names, seats, seed, chances, pairs, data, record, resume)


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True), metavar="FILE.play")
@click.option("--game", "--under", "game", metavar="GAME", help="Play it under these rules.  [default: the game it names]")
@WITH
@DATA
@JSON
def replay(file, game, data, as_json):
    """Carry a recorded play out again and verify every line."""
    from interpreter.cli.replaying import replay_file

    return replay_file(file, game, data, as_json)


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
    from interpreter.cli.fixing import fix_file

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
    from interpreter.cli.scoring import score_file

    return score_file(game, file, pairs, data, as_json)
