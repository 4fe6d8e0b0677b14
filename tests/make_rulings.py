"""The table of rulings of a game: every alternative of every ruling, how it is switched, and where it is shown.

In:  `rulings.md` (the keys under Option and Alternatives), the options the game declares, the variants in `variants/rulings/`,
     and `rulings-reasons.tsv`: alternatives that neither carries out, each with a reason.
Out: `switches`, a Switch for each alternative; `rulings_page`, the page that tests.make_docs writes.

The name of a variant says what it carries out: `wild_side_player_choice` is the value `player_choice` of the key `wild.side`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from interpreter.project.clauses import option_name, OptionKey, read_rulebook, Rulebook, Ruling, value_name
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source
from tests.blocks import ROOT

GAMES = ("mixtape", "tall_oaks")
KINDS = ("program", "principle", "data", "no difference", "language")
WITH = re.compile(r"\bwith ((?:\w+ = [\w-]+(?:, )?)+)$")
GIVEN = re.compile(r"\bgiven option (\w+) is ([\w-]+)")


@frozen
class Declared:
    """An option as the rules have it: its first value, and the words or the range it may have."""

    name: str
    first: str
    words: tuple[str, ...]
    range: str

    def has(self, value: str) -> bool:
        """Is this one of its values?"""
        low, _, high = self.range.partition("..")
        within = self.range and re.fullmatch(r"-?\d+", value) and int(low) <= int(value) <= int(high)
        return value in self.words or bool(within)


@frozen
class Switch:
    """One alternative: its ruling, `key = value`, how it is switched (or why it is not), and the scenarios that show it."""

    ruling: Ruling
    key: str
    value: str
    how: str
    shown: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return f"{option_name(self.key)} = {self.value}"


def folder(game: str) -> Path:
    """Where the game lies."""
    return ROOT / "rules" / game


def rulebook(game: str) -> Rulebook:
    """The clauses and rulings beside it."""
    report = Report()
    found = read_rulebook(folder(game), game, report)
    if found is None or not report.ok:
        raise SystemExit(f"{game}: {[str(one) for one in report.diagnostics]}")
    return found


def tree(path: Path) -> ast.File:
    """The tree of a file that is known to be sound."""
    report = Report()
    found = parse(Source(path.name, path.read_text(encoding="utf-8")), report)
    if found is None:
        raise SystemExit(f"{path}: {report.diagnostics[0]}")
    return found


def declared(game: str) -> dict[str, Declared]:
    """The options of a game by name."""
    nodes = [node for path in sorted(folder(game).glob("*.rules")) for node in ast.walk(tree(path))]
    enums = {one.name.text: tuple(member.text for member in one.members) for one in nodes if isinstance(one, ast.Enum)}
    return {one.name.text: _option(one, enums) for one in nodes if isinstance(one, ast.Option)}


def _option(one: ast.Option, enums: dict[str, tuple[str, ...]]) -> Declared:
    words, within = (), ""
    match one.type:
        case ast.OneOfType(values):
            words = tuple(value.text for value in values)
        case ast.YesNoType():
            words = ("yes", "no")
        case ast.NamedType(name):
            words = enums[name.text]
        case _:
            within = one.type.span.text
    return Declared(one.name.text, one.first.span.text, words, within)


def reasons(game: str) -> dict[tuple[str, str], tuple[str, str]]:
    """By ruling and alternative: the kind of the reason, and the reason."""
    lines = (folder(game) / "rulings-reasons.tsv").read_text(encoding="utf-8").rstrip("\n").split("\n")
    rows = [line.split("\t") for line in lines[1:]]
    return {(ruling, alternative): (kind, reason) for ruling, alternative, kind, reason in rows}


def ruling_variants(game: str) -> dict[str, Path]:
    """The variants that carry out a reading, by name."""
    return {path.stem: path for path in sorted((folder(game) / "variants/rulings").glob("*.rules"))}


def shown(game: str) -> dict[tuple[str, str], tuple[str, ...]]:
    """The scenarios of a game that set an option, by option and value."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for path in sorted(folder(game).glob("scenarios/*.rules")):
        title = ""
        for line in path.read_text(encoding="utf-8").split("\n"):
            head = re.match(r'(?:scenario|  case) "([^"]*)"', line)
            title = head[1] if head and line.startswith("scenario") else title
            for name, value in _settings(line):
                found.setdefault((name, value), {})[title] = None
    return {key: tuple(titles) for key, titles in found.items()}


def _settings(line: str) -> Iterator[tuple[str, str]]:
    bare = line.split("  cites ")[0].rstrip()
    if given := GIVEN.search(bare):
        yield given[1], given[2]
    if settings := WITH.search(bare):
        for part in settings[1].split(", "):
            name, _, value = part.partition(" = ")
            yield name, value


def switches(game: str) -> list[Switch]:
    """Every alternative of every ruling, in their order; `how` is empty where there is nothing."""
    options, variants, why, where = declared(game), ruling_variants(game), reasons(game), shown(game)
    found = []
    for ruling in rulebook(game).rulings.values():
        for key in (*ruling.options, *ruling.others):
            for value in _values(key, options.get(key.name)):
                found.append(_switch(ruling, key, value, options, variants, why, where))
    return found


def _values(key: OptionKey, option: Declared | None) -> list[str]:
    """The values beside the first; those of a range that is given in words are its range."""
    words = [value_name(value) for value in key.values[1:]]
    open_ended = option is not None and option.range and (not words or any(" " in word for word in words))
    return [option.range] if open_ended else words


def _switch(ruling, key, value, options, variants, why, where) -> Switch:
    option, name = options.get(key.name), f"{key.name}_{value}"
    if option is not None and (option.has(value) or value == option.range):
        ranges = [titles for (one, _), titles in where.items() if one == key.name] if value == option.range else []
        titles = tuple(dict.fromkeys(title for some in ranges for title in some)) or where.get((key.name, value), ())
        return Switch(ruling, key.key, value, f"`--set {key.name}={value}`", titles)
    if name in variants:
        return Switch(ruling, key.key, value, f"`--with {name}`", ("in its file",))
    kind, reason = why.get((ruling.id, f"{key.key} = {value}"), ("", ""))
    return Switch(ruling, key.key, value, f"{kind}: {reason}" if kind else "")


# ------------------------------------------------------------------ the page


def rulings_page(game: str, made: str) -> str:
    """The table of a game's rulings, as a page."""
    found = switches(game)
    kinds = {kind: sum(one.how.startswith(kind) for one in found) for kind in KINDS}
    page = [
        f"# Rulings of {game}, and how to switch them\n",
        "Every reading that [rulings.md](rulings.md) names beside the one that holds: how it is switched on, or why it is not.",
        f"`--set` and `--with` stand behind `rulewright referee {game}` and the like. `explain ID` tells a ruling in full.\n",
        f"{len(rulebook(game).rulings)} rulings, {len(found)} alternatives: {sum('--set' in one.how for one in found)} by an "
        f"option, {sum('--with' in one.how for one in found)} by a variant; the others have a reason: "
        + ", ".join(f"{count} {kind}" for kind, count in kinds.items() if count) + ".\n",
        "*program*: it is about the program and not the game. *principle*: it goes against what every game here keeps to.",
        "*data*: a file has to be edited, or what the box says is not known. *no difference*: no play could tell. *language*:",
        "the rules language would have to grow.\n",
        "| ruling | about | alternative | switched by | shown by |",
        "|---|---|---|---|---|",
        *_rows(game, found),
    ]
    return made + "\n".join(page) + "\n"


def _rows(game: str, found: list[Switch]) -> Iterator[str]:
    by_ruling: dict[str, list[Switch]] = {}
    for one in found:
        by_ruling.setdefault(one.ruling.id, []).append(one)
    for ruling in rulebook(game).rulings.values():
        for one in by_ruling.get(ruling.id, []):
            cells = one.text.replace("|", "\\|"), one.how, ", ".join(_short(title) for title in one.shown)
            yield f"| {ruling.id} | {ruling.title} | {' | '.join(cells)} |"
        if ruling.id not in by_ruling:
            yield f"| {ruling.id} | {ruling.title} | none named | | |"


def _short(title: str) -> str:
    number = re.match(r"S-?\d+", title)
    return number[0] if number else title
