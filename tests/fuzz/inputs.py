"""Inputs that nobody meant: rules, data, recorded plays, scenarios and command lines, by a number.

In:  a number (the seed), and a folder to lay files in.
Out: a Case: the words of a command, what is typed, and the folder it is called in. The same number gives the same case.

Rules are changed by their grammar: a part of the tree takes the place of another of its sort, from this game or another, or a
value made from the forms of values with ends and sizes that are odd; so most of them are read,
    and what is wrong is what they mean.
"""

import re
import shutil
from functools import cache
from pathlib import Path
from random import Random

import click
from attrs import frozen

from interpreter.cli.main import rulewright
from interpreter.play import load_game
from interpreter.session.transcript import text_of
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.cases import read_cases
from tests.check.table import CARDS, complete
from tests.laws.mutants import spoil, spoil_table

ROOT = Path(__file__).resolve().parents[2]
FAIR, HARBOUR = ROOT / "docs/examples/fair/fair.rules", ROOT / "tests/cli/harbour/harbour.rules"
SMALL = [ROOT / f"rules/{name}/{name}.rules" for name in ("nim", "pig", "kuhn")]
GAMES = [*SMALL, *SMALL, FAIR, FAIR, HARBOUR, ROOT / "rules/moths/moths.rules"]
LARGE = [ROOT / "tests/probe/town.rules", ROOT / "rules/mixtape/mixtape.rules"]
CASES = [case for path in sorted(ROOT.glob("tests/check/**/*.case")) for case in read_cases(path)]
CHUNKS = [case.text for case in CASES if "===" not in case.text]
SORTS = ("rules",) * 9 + ("data",) * 3 + ("play",) * 3 + ("words",) * 3 + ("scenario",) * 2


@frozen
class Case:
    """What is called, what is typed, and where."""

    number: int
    sort: str
    words: tuple[str, ...]
    typed: str
    folder: Path


def case_of(number: int, folder: Path) -> Case:
    """The case of a number, its files laid out."""
    chance = Random(f"rulewright {number}")
    sort = SORTS[number % len(SORTS)]
    folder.mkdir(parents=True, exist_ok=True)
    words, typed = MAKE[sort](chance, folder)
    return Case(number, sort, tuple(words), typed, folder)


# ------------------------------------------------------------------ values

NUMBERS = ("0", "1", "2", "3", "7", "-1", "99", "(2)", "9999", "100000", "300000000", "99999999999", "999999999999999999")
ODD = ("none", "empty", "yes", "no", "me", "it", "players", "[1]", "{}", "[]", "count(players)", "first(players)", "others(5)",
       "others(me)", "previous", "total", "nobody", '"words"', "Player", "distance(1, 2, 3)", "seats_after(3)", "keys(price)",
       "groups([1, 2, 3], -1)", "orders(players)", "first([])", "cs", "deck", "d6", "every_place(Card)")
FORMS = (
    "{a} + {b}", "{a} - {b}", "{a} * {b}", "{a} mod {b}", "{a} / {b} rounded up", "({a})", "-{n}", "{a} is {b}",
    "{a} in {b}", "{a} < {b}",
    "{n}..{m}", "[{a}, {b}]", "{{{a}, {b}}}", "if {a} then {b} otherwise {a}", "not {a}", "{a} and {b}", "{a} or {b}",
    "sum of {a} for k in {b}", "list of k for k in {n}..{m}", "highest of {a} for k in {b}", "set of {a} for k in {b}",
    "count({a})", "min({a}, {b})", "max({a}, {b})", "abs({a})", "first({a})", "last({a})", "reversed({a})",
    "orders({a})", "groups({a}, {b})",
    "some k in {a} where {b}", "every k in {a} has {b}", "those k in {a} where {b}", "those k in {a} with highest {b}",
    "{a} where {b}",
    "running r = {a} over k in {b} becomes r + r", "running r = {a} over k in 1..60 becomes r * r",
    "{a}[{b}]", "{a}.{name}", "{name}({a})", "{name}({a}, {b})", "suppose {name}({a}): {b}", "{a} not in {b}", "{a} is not {b}",
    "sum of (sum of (sum of 1 for a in 1..{n}) for b in 1..{m}) for c in 1..{n}",
)
TYPES = ("1..3", "0..99999999999", "yes/no", "Player", "Player or none", "set of Player", "list of 1..3", "red | blue",
    "{kind}", "{kind} or none",
         "set of {kind}", "set of set of 1..2", "3..1", "-5..5", "{name}", "list of list of Player")
LINES = (
    "if {a}", "for each k in {a}", "repeat {a} times", "let {name} = {a}", "set {name} to {a}", "set {a} to {b}",
    "raise {name} by {a}",
    "lower me.{name} by {a}, at least {n}", "move {a} to {b}", "draw {a} from {b} to {name}",
    "draw {a} from {b} to {name}, if possible",
    "shuffle {a}", "run {name} for {a}", "run {name}", "choose {name} from {a}", "choose {name} from {a} by {b}",
    "choose up to {n} {name} from {a}", "may choose {name} from {a}", "roll {n} {name} as thrown",
    "roll {a} {name} as thrown", "pick one from {a} as got",
    "end game", "end turn", "end step", "give {a}", "{name}({a})", "{name}({a}, {b}) as got", "announce {name}({a})",
    "reveal {a} to {b}",
    "arrange {a} as got", "split {a} into one of {n}, two of {m}", 'require {a}, "so"', "swap {a} with {b}",
    "hold {name}", "proceed", "depending on {a}",
    "repeat until {a}", "while {a}", "travel {a} along {name}, {n} steps",
)
DECLARATIONS = (
    "zone {new}[{type}]: heap of {kind}, face up", "zone {new}: pile of {kind}, face down, up to {n}",
    "counter {new}: {n}..{m} = {a}",
    "counter {new}[{type}]: 0..9 = {a}", "state {new}: {type} = {a}", "option {new}: {type} = {a}",
    "option {new}: small | large = {n}",
    "components {new}: {kind}, {n}", "components {new}: {kind}, one each", "components {new}: {kind} from \"{file}\"",
    "board {name} of {kind} from \"{file}\", links from \"{file}\"", "die {new} = {n}, {m}, {n}",
    "die {new}: {type} = {a}, {b}",
    "table {new}(k: {type}): {type}\n  {a} -> {b}", "table {new}(k: {type}, l: {type}): {type}\n  otherwise -> {b}",
    "define {new}(k) = {a}", "define {new}() = {name}() + {name}()", "enum {new} = {name} | other | more",
    "effect {new}(k: {type})\n  {line}", "trigger {new}, as soon as {a}\n  {line}",
    "trigger {new}, as soon as {a}, for each k in {b}\n  {line}",
    "trigger {new}, when {name}(k)\n  {line}", "trigger {new}, instead of {name}(k) if {a}\n  {line}",
    "offer {new} \"words\", by {a}, if {b}, beside any decision\n  {line}",
    "offer {new} \"words\", for each p in {a}, beside any decision\n  {line}",
    "score {new} = {a}", "winner highest {a}, then shared", "always {a}, \"so\"", "require {a}, \"so\"",
    "limit nesting {n}", "limit {name} {n}, \"so\"",
    "event {new}(k: {type})", "each player has\n  counter {new}: {n}..{m} = {a}",
    "each player has\n  zone {new}[{type}]: column of {kind}, seen by owner",
    "strategy {new} \"words\"\n  at {name}\n    with probability {a}\n      prefer {b}", "order {name}, then {name}",
    "use {name}", "use seats, cards, score",
    "turn {new}\n  step one, if {a}\n    {line}\n  step two, everyone at once\n    {line}",
    "card {new}\n  worth: {type} = {a}\n  counter left: {n}..{m} = {b}",
    "always no p in players where {a}, \"so\"", "unencoded \"so\"", "counter {new}: 0..4 = 2, on {name}",
)


def value(chance: Random, names: list[str], deep: int = 2) -> str:
    """A value of any form."""
    if deep == 0 or chance.random() < 0.3:
        return chance.choice((chance.choice(NUMBERS), chance.choice(ODD), chance.choice(names), chance.choice(names)))
    return filled(chance.choice(FORMS), chance, names, deep - 1)


def filled(form: str, chance: Random, names: list[str], deep: int = 2) -> str:
    """A form with its gaps filled."""
    kinds = [name for name in names if name[0].isupper()] or ["Card"]
    made = {
        "a": lambda: value(chance, names, deep), "b": lambda: value(chance, names, deep), "n": lambda: chance.choice(NUMBERS),
        "m": lambda: chance.choice(NUMBERS), "name": lambda: chance.choice(names), "kind": lambda: chance.choice(kinds),
        "type": lambda: filled(chance.choice(TYPES), chance, names, 0), "line": lambda: filled(chance.choice(LINES),
        chance, names, 1),
        "new": lambda: chance.choice((f"new{chance.randrange(9)}", chance.choice(names))),
        "file": lambda: chance.choice(("cards.csv", "crates.csv", "spots.csv", "none.csv", "../up.csv", "/dev/zero",
        ".", "odd.csv")),
    }
    return re.sub(r"\{\{|\}\}|\{(\w+)\}", lambda gap: made[gap[1]]() if gap[1] else gap[0][0], form)


# ------------------------------------------------------------------ rules


@cache
def parts(text: str) -> tuple:
    """The nodes of a text that stand on one line, by sort: where, and what."""
    tree = parse(Source("part.rules", text), Report())
    found = [] if tree is None else [one for one in ast.walk(tree) if not isinstance(one, ast.File)]
    made = [(one.span.start, one.span.end, _sort(one)) for one in found]
    return tuple(one for one in made if one[1] > one[0] and "\n" not in text[one[0]:one[1]])


def _sort(node: ast.Node) -> str:
    name = type(node).__name__
    return "type" if name.endswith("Type") else "name" if name == "Ident" else type(node).__module__.rsplit(".")[-1]


@cache
def pool() -> dict[str, list[str]]:
    """Parts of many games, by sort."""
    found: dict[str, set[str]] = {}
    scenarios = [path.parent / "scenarios.rules" for path in (*SMALL, FAIR)]
    for text in [*(path.read_text(encoding="utf-8") for path in sorted({*GAMES, *LARGE, *scenarios})), *CHUNKS]:
        for start, end, sort in parts(text):
            found.setdefault(sort, set()).add(text[start:end])
    return {sort: sorted(texts) for sort, texts in found.items()}


def names_of(text: str) -> list[str]:
    """The names that a text speaks of, and a few of the language."""
    return sorted({*re.findall(r"\b[A-Za-z_]\w+\b", re.sub(r"#.*|\"[^\"]*\"", "", text))} - {"of", "for", "in", "to"}) or ["a"]


def changed(text: str, chance: Random) -> str:
    """One change by the grammar."""
    names, way = names_of(text), chance.random()
    if way < 0.6:
        found = parts(text)
        if not found:
            return spoil(text, chance)
        start, end, sort = chance.choice(found)
        same = [one for one in found if one[2] == sort]
        other = chance.choice(same)
        put = text[other[0]:other[1]]
        if chance.random() < 0.65:
            put = chance.choice(pool().get(sort) or [put])
        if sort == "value" and chance.random() < 0.5:
            put = value(chance, names)
        if sort == "type" and chance.random() < 0.5:
            put = filled(chance.choice(TYPES), chance, names)
        return text[:start] + put + text[end:]
    rows = text.split("\n")
    if way < 0.75:
        at = chance.choice([k for k, row in enumerate(rows) if not row.startswith(" ")])
        rows.insert(at, filled(chance.choice(DECLARATIONS), chance, names))
    elif way < 0.92:
        at = chance.randrange(len(rows))
        indent = re.match(" *", rows[at])[0]
        line = filled(chance.choice(LINES), chance, names)
        block = re.match(r"if|for each|repeat|while|may|hold|depending", line)
        rows.insert(at, f"{indent}{line}" + (f"\n{indent}  {filled(chance.choice(LINES), chance, names)}" if block else ""))
    else:
        return spoil(text, chance)
    return "\n".join(rows)


def laid(game: Path, folder: Path) -> Path:
    """A copy of a game's folder, without its scenarios' folder and variants."""
    for path in game.parent.iterdir():
        if path.suffix in (".csv", ".rules", ".tsv", ".md"):
            shutil.copy(path, folder / path.name)
    return folder / game.name


def any_rules(chance: Random, folder: Path) -> Path:
    """Rules as they are before anything is changed."""
    if chance.random() < 0.4:
        made = folder / "case.rules"
        made.write_text(complete(re.sub(r"\s*#!.*", "", chance.choice(CHUNKS))), encoding="utf-8")
        (folder / "cards.csv").write_text(CARDS, encoding="utf-8")
        return made
    return laid(chance.choice(LARGE if chance.random() < 0.06 else GAMES), folder)


def rules(chance: Random, folder: Path):
    """A game with a few changes, and a command that reads or plays it."""
    made = any_rules(chance, folder)
    text = made.read_text(encoding="utf-8")
    for _ in range(chance.choice((1, 1, 1, 2, 2, 4))):
        text = mostly_read(text, chance)
    made.write_text(text, encoding="utf-8", errors="replace")
    return command(chance, made.name)


def mostly_read(text: str, chance: Random) -> str:
    """A change after which the text can mostly still be read: several are tried."""
    for _ in range(4):
        other = changed(text, chance)
        if chance.random() < 0.1 or parse(Source("part.rules", other), Report()) is not None:
            break
    return other


COMMANDS = (
    *[("simulate {game} --games 2",)] * 6, *[("check {game}",)] * 5, ("simulate {game} --games 1 --always",),
    ("simulate {game} --games 2 --json",),
    ("show plan {game}",), ("show state {game}",), ("show flow {game}",), ("show facts {game}",),
    ("show tree {game} --json",), ("show strategies {game}",),
    ("rulebook {game}",), ("rulebook {game} --markdown",), ("format {game}",), ("format --check {game}",),
    ("check {game} --json",),
    ("referee {game} --seed 3",), ("referee {game} --seed 3",), ("referee {game} --seed 4 --record a.play",),
    ("coverage {game} --plays 1 --jobs 1",),
    ("coverage {game} --jobs 1",), ("explain R-1 --game {game}",), ("test {game} --plays 1 --seconds 1 --jobs 1",),
    ("handout {game}",), ("diff {game}",),
    ("score {game} sheet.txt",), ("mutate {game} --list --sample 5",),
)
TYPED = ("1", "2", "3", "a", "b", "?", "state", "map", "log", "score", "why not 2", "undo", "fix 3 = 1", "quit", "",
    "none", "99999999999", "yes", "no", "-1",
         "{}", "a, b", "é", "\x00", "why", "fix", "fix 0 =", "undo 999", "end", "(" * 300)


def command(chance: Random, game: str):
    """A command for a game, and what is typed at it."""
    words = chance.choice(COMMANDS)[0].replace("{game}", game).split()
    return words, "\n".join(chance.choices(TYPED, k=12)) + "\n"


# ------------------------------------------------------------------ data

CELLS = ("", "-1", "99999999999", "none", "\"", "a\"b", "yes", "apple pear", "1.5", "é", "\x00", "=1+1", "9999", "0",
    "x" * 3000, ";", "\t")


def data(chance: Random, folder: Path):
    """A game with data that are spoilt, or that are no data."""
    made = laid(chance.choice((FAIR, HARBOUR, ROOT / "rules/kuhn/kuhn.rules", ROOT / "rules/moths/moths.rules")), folder)
    tables = sorted(folder.glob("*.csv"))
    for _ in range(chance.choice((1, 1, 2))):
        path = chance.choice(tables)
        if path.is_file():
            _spoilt_data(path, chance)
    return command(chance, made.name)


def _spoilt_data(path: Path, chance: Random) -> None:
    text = path.read_text(encoding="utf-8", errors="replace")
    way = chance.randrange(9)
    if way < 3:
        text = spoil_table(text, chance)
    elif way < 6:
        cells = re.split(r"([,\n])", text)
        cells[2 * chance.randrange(len(cells) // 2 + 1)] = chance.choice(CELLS)
        text = "".join(cells)
    elif way == 6:
        rows = text.rstrip("\n").split("\n")
        rows[0] += ",copies"
        text = "\n".join([rows[0], *(row + "," + chance.choice(("1", "9999", "-3", "")) for row in rows[1:])]) + "\n"
    elif way == 7:
        text = "\n".join(text.split("\n") * chance.choice((2, 50, 900)))
    else:
        path.unlink()
        chance.choice((lambda: path.mkdir(), lambda: path.symlink_to("/dev/zero"), lambda: path.symlink_to("/etc/passwd"),
                       lambda: path.symlink_to(path.name), lambda: path.write_bytes(b"\xff\xfe\x00PK")))()
        return
    path.write_text(text, encoding="utf-8", errors="replace")


# ------------------------------------------------------------------ recorded plays


@cache
def recorded(game: Path) -> str:
    """A whole play."""
    table = load_game(game, 2)
    session = table.session(5, dict.fromkeys(range(len(table.seats)), "random"))
    session.play()
    return text_of(session)


def play(chance: Random, folder: Path):
    """A recording that was cut or written by a careless hand, replayed, put right, gone on with or counted."""
    game = chance.choice((*SMALL, FAIR, HARBOUR))
    text = recorded(game)
    made = laid(game, folder)
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = text[: chance.randrange(len(text) + 1)] if chance.random() < 0.2 else _line(text, chance)
    (folder / "a.play").write_text(text, encoding="utf-8", errors="replace")
    line = f"{chance.choice((0, 3, 9, 12, 20, 99999))} = {chance.choice(TYPED)}"
    words = chance.choice((["replay", "a.play", "--game", made.name],
                           ["replay", "a.play"], ["fix", "a.play", line,
    "--game", made.name],
                           ["referee", made.name, "--resume", "a.play"], ["score", made.name, "a.play"],
                           ["replay", "a.play", "--json"],
                           ["referee", made.name, "--seed", "3", "--chance", "a.play"]))
    return words, "\n".join(chance.choices(TYPED, k=12)) + "\n"


def _line(text: str, chance: Random) -> str:
    if chance.random() < 0.6:
        return spoil(text, chance)
    rows = text.split("\n")
    rows[chance.randrange(len(rows))] = chance.choice(("seed 9999999999999999999999999999999999999", "seed -5",
    "chance d6: 7", "Seat1: 99999999999999999999",
                                                       "options x = y", "players", "players A, A", "game none", "undo",
                                                       "# " + "x" * 9999, "\x00", "a: b: c"))
    return "\n".join(rows)


# ------------------------------------------------------------------ scenarios


def scenario(chance: Random, folder: Path):
    """A game with its scenarios changed."""
    made = laid(chance.choice((*SMALL, FAIR)), folder)
    path = folder / "scenarios.rules"
    text = path.read_text(encoding="utf-8")
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = mostly_read(text, chance)
    path.write_text(text, encoding="utf-8", errors="replace")
    return (["test", made.name, "--plays", "0", "--jobs", "1"] if chance.random() < 0.7 else ["check", made.name]), ""


# ------------------------------------------------------------------ command lines

VALUES = ("nim", "pig", "kuhn", "fair.rules", "a.play", "0", "-1", "1", "2", "3", "99999999999", "2..9999", "most=3",
    "most=99", "x=y", "=", "", "Ann,Ann", "Ann=random",
          "all=scripted", "Ann=human", "all=first", "table", "seed", "x" * 5000, "é", "crates=/dev/zero",
          "crates=/etc/passwd", "crates=none.csv", ".", "/", "/dev/null",
          "/dev/zero", "no/such/folder/a.play", "values=5", "work=10", "memory=0", "E0203", "E9999", "R-1", "\udcff",
          "a\nb", "some p in players where yes", "1 is 1",
          "fair", "plan", "tree", "state", "- ", "12 = 3")
VERBS = ("check", "format", "show", "explain", "rulebook", "diff", "handout", "test", "coverage", "simulate", "compare",
    "sweep", "referee", "replay", "fix", "score", "new", "list", "chekc")


def words(chance: Random, folder: Path):
    """Any words in any order, many of them sensible."""
    laid(FAIR, folder)
    (folder / "a.play").write_text(recorded(FAIR), encoding="utf-8")
    verb = chance.choice(VERBS)
    second = {"new": "variant", "show": "plan"}.get(verb)
    made = [verb, second] if second and chance.random() < 0.7 else [verb]
    made += [chance.choice(("fair.rules", "nim", chance.choice(VALUES)))]
    known = rulewright.commands.get(verb)
    flags = [one for one in known.params if isinstance(one, click.Option)] if known is not None else []
    for _ in range(chance.choice((1, 1, 2, 3))):
        if flags and chance.random() < 0.9:
            flag = chance.choice(flags)
            made += [chance.choice(flag.opts)] + ([] if flag.is_flag and chance.random() < 0.9 else [chance.choice(VALUES)])
        else:
            made += [chance.choice(VALUES)]
    if verb in ("test", "coverage"):
        made += ["--jobs", "1", "--plays", "1"] + (["--seconds", "1"] if verb == "test" else [])
    if verb in ("compare", "sweep"):
        made += ["--games", "2", "--jobs", "1"] + (["--course", "1"] if verb == "compare" else ["--most", "4"])
    if verb == "simulate":
        made += ["--games", "1", "--jobs", "1"]
    return made, "\n".join(chance.choices(TYPED, k=12)) + "\n"


MAKE = {"rules": rules, "data": data, "play": play, "scenario": scenario, "words": words}
