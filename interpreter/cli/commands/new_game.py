"""new game: five questions, and a game that plays, with a scenario.

In:  a name, and the answers: what lies on the table, how many play, in turns or at once, secret or open, how it is won.
Out: a folder with a rules file and its data, which checks, tests and plays as it stands.
"""

import re
from pathlib import Path

import click
from attrs import frozen

from interpreter.cli.arguments import WRONG
from interpreter.cli.terminal.screen import open_screen
from interpreter.project.files import find_game, short_name

NAME = re.compile(r"[a-z][a-z0-9_]*")
NO_CARDS = "(no p in players where p.hand is not empty)"
PEOPLE = re.compile(r"([1-9]\d?)(?:\.\.([1-9]\d?))?")
QUESTIONS = {
    "table": ("What lies on the table?", ("cards", "dice", "board")),
    "order": ("Do they play in turns, or all at once?", ("turns", "at_once")),
    "sight": ("What does a player have: open for all to see, or secret?", ("open", "secret")),
    "wins": ("Who wins: who has most points at the end, or who first reaches a goal?", ("points", "goal")),
}


@frozen
class Wish:
    """The five answers."""

    table: str
    players: str
    order: str
    sight: str
    wins: str


def new_game(name: str, title: str | None, players: str | None, **said: str | None) -> int:
    """Asks what was not said, and writes the folder; 1 if there is one."""
    if not NAME.fullmatch(name):
        raise click.UsageError(f"`{name}` is no name for a game: small letters, figures and `_`, a letter first")
    folder = Path(name)
    if folder.exists() or find_game(name) is not None:
        click.echo(f"there is a {name} already", err=True)
        return WRONG
    table = said["table"] or _asked("table")
    wish = Wish(table, players or click.prompt("How many can play?", default="2..4"), said["order"] or _asked("order"),
                said["sight"] or _asked("sight"), said["wins"] or _asked("wins"))
    if not PEOPLE.fullmatch(wish.players):
        raise click.UsageError(f"`{wish.players}` is no number of players: write 3, or 2..4")
    files = written(name, title or name.replace("_", " ").capitalize(), wish)
    try:
        folder.mkdir(parents=True)
        for file, text in files.items():
            (folder / file).write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        click.echo(f"{folder} cannot be written: {error.strerror}", err=True)
        return WRONG
    _tell(folder / f"{name}.rules", name)
    return 0


def _asked(which: str) -> str:
    question, choices = QUESTIONS[which]
    return click.prompt(question, type=click.Choice(choices), default=choices[0])


def _tell(path: Path, name: str) -> None:
    screen, said = open_screen(), short_name(path)
    screen.say(f"{said} is a game that plays. Look at it, change a line, and look again:")
    for command in (f"check {said}", f"test {said}", f"referee {said}", f"debug {said}"):
        screen.line(f"  rulewright {command}")
    screen.say("docs/guide/editors.md says how an editor helps with it.", "small")


# ------------------------------------------------------------------ the game


def written(name: str, title: str, wish: Wish) -> dict[str, str]:
    """Each file of the game, by its name."""
    low, _, high = wish.players.partition("..")
    parts = {"cards": _cards, "dice": _dice, "board": _board}[wish.table](wish)
    heading = [f"## {title}. What it is about, in one sentence.",
               f'game {name} "{title.replace(chr(34), chr(39))}" for {low}..{high or low} players', "", "use seats", ""]
    goal = ['option goal: 5..60 = 20  "how many points win"', ""] if wish.wins == "goal" else []
    scores = ["score total_points = me.points",
              "winner highest total, then shared" if low != "1" or high not in ("", "1") else "winner highest total", ""]
    lines = [*heading, *parts["things"], *goal, *parts["table"], *parts["play"], *scores, *parts["scenario"](int(low))]
    return {f"{name}.rules": "\n".join(lines), **parts["data"]}


def _seen(wish: Wish) -> str:
    return ", seen by owner" if wish.sight == "secret" else ""


def _until(wish: Wish, over: str) -> str:
    reached = "(some p in players where p.points >= goal)"
    return f"repeat until {over} or {reached}" if wish.wins == "goal" else f"repeat until {over}"


def _everybody(wish: Wish, what: str) -> list[str]:
    """One round: a turn for each, or one step in which all of them act."""
    if wish.order == "at_once":
        return [f"    run {what}"]
    return ["    for each p in players", f"      run {what} for p"]


def _block(wish: Wish, name: str, step: str, lines: list[str]) -> list[str]:
    if wish.order == "at_once":
        return [f"phase {name}", f"  step {step}, everyone at once", *(f"    {line}" for line in lines), ""]
    return [f"turn {name}", f"  step {step}", *(f"    {line}" for line in lines), ""]


def _names(count: int) -> list[str]:
    return ["Ann", "Bob", "Cora", "Dan", "Eve", "Fay", *(f"Seat{k}" for k in range(7, 100))][:count]


def _begin(wish: Wish, what: str) -> str:
    return f"  start at phase {what}" if wish.order == "at_once" else f"  start at turn {what} for Ann"


def _rest(wish: Wish, people: list[str], line: str) -> list[str]:
    """What the others answer, where all are asked at once."""
    return [f"  when {name} {line}" for name in people[1:]] if wish.order == "at_once" else []


def _cards(wish: Wish) -> dict:
    hand = "seen by owner" if wish.sight == "secret" else "face up"
    things = ["enum Suit = sun | moon | star", "card Card", "  suit: Suit", "  rank: 1..12", '  written "{suit} {rank}"', "",
              'components cards: Card from "cards.csv"', ""]
    table = ["zone deck: pile of Card, face down", "", "each player has", f"  zone hand: heap of Card, {hand}",
             "  zone taken: heap of Card, face up", f"  counter points: 0..99 = 0{_seen(wish)}", ""]
    low, _, high = wish.players.partition("..")
    each = max(1, min(5, 36 // int(high or low)))
    play = ["setup", "  move cards to deck", "  shuffle deck", "  for each p in players",
            f"    draw {each} from deck to p.hand", "",
            "play", f"  {_until(wish, NO_CARDS)}", *_everybody(wish, "one_card"), "",
            *_block(wish, "one_card", "choose_card", [
                'choose played from me.hand  "Which card do you play?"', "move played to me.taken",
                "raise me.points by played.rank, at most 99"])]

    def scenario(fewest: int) -> list[str]:
        people = _names(fewest)
        holds = [f'  given {name}.hand holds cards["sun{2 * k + 1}"]' for k, name in enumerate(people)] if fewest < 7 else []
        rest = [f'  when {name} answers played with cards["sun{2 * k + 1}"]' for k, name in enumerate(people) if k]
        return ['scenario "a card is worth its rank"', f"  given players {', '.join(people)}", *holds, _begin(wish, "one_card"),
                '  when Ann answers played with cards["sun1"]', *(rest if wish.order == "at_once" else []),
                "  then Ann.points is 1", '  then cards["sun1"] in Ann.taken', ""]

    rows = [f"{suit}{rank},{suit},{rank}" for suit in ("sun", "moon", "star") for rank in range(1, 13)]
    return {"things": things, "table": table, "play": play, "scenario": scenario,
            "data": {"cards.csv": "\n".join(["id,suit,rank", *rows]) + "\n"}}


def _dice(wish: Wish) -> dict:
    seen = ", seen by me" if wish.sight == "secret" else ""
    table = ["counter round: 0..20 = 0", "", "each player has", f"  counter points: 0..99 = 0{_seen(wish)}", ""]
    play = ["play", f"  {_until(wish, 'round is 5' if wish.wins == 'points' else 'round is 20')}", "    raise round by 1",
            *_everybody(wish, "throw"), "",
            *_block(wish, "throw", "roll_it", [
                f"roll d6 as face{seen}", "raise me.points by face, at most 99",
                'may again "Roll once more? A 1 loses three points."', f"  roll d6 as other{seen}", "  if other is 1",
                "    lower me.points by 3, at least 0", "  otherwise", "    raise me.points by other, at most 99"])]

    def scenario(fewest: int) -> list[str]:
        people = _names(fewest)
        rest = _rest(wish, people, "answers again with no")
        rolls = ["  when chance gives 4"] * (fewest if wish.order == "at_once" else 1)
        return ['scenario "what is rolled is added"', f"  given players {', '.join(people)}", _begin(wish, "throw"), *rolls,
                "  when Ann answers again with no", *rest, "  then Ann.points is 4", ""]

    return {"things": ["die d6 = 1, 2, 3, 4, 5, 6", ""], "table": table, "play": play, "scenario": scenario, "data": {}}


def _board(wish: Wish) -> dict:
    things = ["space Space", "  worth: 0..5", "piece Pawn", "", 'board ring of Space from "spaces.csv", links from "links.csv"',
              "components pawn: Pawn, one each", ""]
    table = ["counter round: 0..20 = 0", "", "each player has", f"  counter points: 0..99 = 0{_seen(wish)}", ""]
    arrive = ["  step arrive", "    raise me.points by worth_of(me.pawn.place), at most 99"]
    if wish.order == "at_once":                    # where all go at once they arrive when everyone has finished
        arrive = ["  step arrive", "    for each p in players", "      raise p.points by worth_of(p.pawn.place), at most 99"]
    play = ["setup", "  for each p in players", '    move p.pawn to ring["s1"]', "", "play",
            f"  {_until(wish, 'round is 8' if wish.wins == 'points' else 'round is 20')}", "    raise round by 1",
            *_everybody(wish, "journey"), "",
            *_block(wish, "journey", "go", [
                'choose steps from 1..3  "How far do you go?"', "travel me.pawn along road, exactly steps"])[:-1],
            *arrive, "",
            "define worth_of(here) = sum of s.worth for s in ring where s is here", "",
            "## Nobody turns round on the way.",
            "route road for p on ring", "  step from a to b if b is not previous", ""]

    def scenario(fewest: int) -> list[str]:
        people = _names(fewest)
        return ['scenario "a space is worth what it says"', f"  given players {', '.join(people)}",
                *(f'  given {name}.pawn.place is ring["s1"]' for name in people), _begin(wish, "journey"),
                "  when Ann answers steps with 2", '  when Ann answers road with ring["s2"], ring["s3"]',
                *_rest(wish, people, "answers steps with 1"), *_rest(wish, people, 'answers road with ring["s2"]'),
                '  then Ann.pawn.place is ring["s3"]', "  then Ann.points is 4", ""]

    spaces = [f"s{k},{k % 5 + 1 if k > 1 else 0}" for k in range(1, 13)]
    links = [f"s{k},s{k % 12 + 1}" for k in range(1, 13)]
    return {"things": things, "table": table, "play": play, "scenario": scenario,
            "data": {"spaces.csv": "\n".join(["id,worth", *spaces]) + "\n", "links.csv": "\n".join(["from,to", *links]) + "\n"}}
