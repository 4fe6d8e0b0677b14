"""Spoilt rules: a game's files with lines and words deleted, doubled, swapped, or put in from elsewhere.

In:  the folder of a game, and a source of chance.
Out: a folder with the spoilt game; `outcome`, what comes of loading, checking and playing it for a while.
"""

import re
import shutil
from pathlib import Path
from random import Random

from interpreter.core.question import Over
from interpreter.engine.machine import Machine, start
from interpreter.laws.script import answer, Cast, Script
from interpreter.pipeline import load, prepare
from interpreter.text.diagnostic import Fault, Report, Unplayable

TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|\"[^\"]*\"|\S")
PAUSES = 12


def spoilt(folder: Path, game: Path, chance: Random, times: int = 1) -> Path:
    """A copy of a game's folder in which its rules, or now and then a table, have been changed in some places."""
    for path in [one for one in game.parent.iterdir() if one.suffix in (".csv", ".rules", ".tsv", ".md")]:
        shutil.copy(path, folder / path.name)
    made = folder / game.name
    for _ in range(times):
        tables = sorted(folder.glob("*.csv"))
        table = chance.random() < 0.15 and tables
        path = chance.choice(tables) if table else made
        text = path.read_text(encoding="utf-8")
        path.write_text((spoil_table if table else spoil)(text, chance), encoding="utf-8")
    return made


def spoil(text: str, chance: Random) -> str:
    """One change of the text."""
    return chance.choice(CHANGES)(text, chance)


def _lines(change):
    def made(text, chance):
        lines = text.split("\n")
        change(lines, chance.randrange(len(lines)), chance)
        return "\n".join(lines)
    return made


def _delete(items, k, chance):
    del items[k]


def _double(items, k, chance):
    items.insert(chance.randrange(len(items) + 1), items[k])


def _exchange(items, k, chance):
    j = chance.randrange(len(items))
    items[k], items[j] = items[j], items[k]


def _indent(items, k, chance):
    items[k] = "  " + items[k] if chance.random() < 0.5 else items[k].removeprefix("  ")


def _words(change):
    """The same with the words of the text, what stands between them left as it is."""
    def made(text, chance):
        places = [m.span() for m in TOKEN.finditer(text)]
        if len(places) < 2:
            return text
        (a, b), (c, d) = sorted(chance.sample(places, 2))
        return change(text, a, b, c, d)
    return made


def _word_gone(text, a, b, c, d):
    return text[:a] + text[b:]


def _word_for_word(text, a, b, c, d):
    return text[:a] + text[c:d] + text[b:]


def _words_swapped(text, a, b, c, d):
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def _word_doubled(text, a, b, c, d):
    return text[:a] + text[c:d] + " " + text[a:]


def _near(text, chance):
    """A word for another of the same sort: a number for a number, a name for a name; so the text mostly still parses."""
    sort = chance.choice((r"\d+", r"\b[a-z_]{2,}\b", r"\b[A-Z]\w*\b"))
    places = [m.span() for m in re.finditer(sort, text)]
    if len(places) < 2:
        return text
    (a, b), (c, d) = chance.sample(places, 2)
    return text[:a] + text[c:d] + text[b:]


def _cut(text, chance):
    return text[: chance.randrange(len(text) + 1)]


def _sign(text, chance):
    k = chance.randrange(len(text) + 1)
    return text[:k] + chance.choice("\"#:,=()[]{}|.\t\x00é") + text[k + (chance.random() < 0.5):]


CHANGES = [_lines(_delete), _lines(_double), _lines(_exchange), _lines(_indent), _words(_word_gone), _words(_word_for_word),
           _words(_words_swapped), _words(_word_doubled), _near, _near, _near, _near, _cut, _sign]


def spoil_table(text: str, chance: Random) -> str:
    """One change of a CSV."""
    return chance.choice([*CHANGES[:4], _cut, _sign, _cell_gone, _cell_other])(text, chance)


def _cell_gone(text, chance):
    cells = re.split(r"([,\n])", text)
    cells[2 * chance.randrange(len(cells) // 2 + 1)] = ""
    return "".join(cells)


def _cell_other(text, chance):
    cells = re.split(r"([,\n])", text)
    a, b = chance.randrange(len(cells) // 2 + 1), chance.randrange(len(cells) // 2 + 1)
    cells[2 * a] = cells[2 * b]
    return "".join(cells)


def soup(text: str, chance: Random, words: int = 60) -> str:
    """A heading, and then words of the game in any order."""
    tokens = TOKEN.findall(text) or ["play"]
    rows = []
    for _ in range(words // 4):
        rows.append(" " * chance.choice((0, 0, 2, 4)) + " ".join(chance.choices(tokens, k=chance.randint(1, 8))))
    return text[: text.find("\n\n") + 1] + "\n".join(rows) + "\n"


def outcome(game: Path, people: int, chance: Random) -> str:
    """What comes of it: refused, faulty, unplayable or played. Anything else that is raised is our mistake."""
    report = Report()
    rules = load(game, report)
    if rules is None:
        assert report.errors
        return "refused"
    ctx = prepare(rules, people, {}, report)
    positions(report)
    if not report.ok:
        return "refused"
    try:
        return played(ctx.spec, Script(chance.randrange(1000), tuple(chance.choices(range(9), k=6))))
    except Fault as fault:
        assert fault.span is not None and not fault.span.is_nowhere, f"a fault without a place: {fault}"
        return "fault"
    except Unplayable as refused:
        assert refused.span is not None
        return "unplayable"


def positions(report: Report) -> None:
    """Every message says where."""
    for found in report.diagnostics:
        assert found.span is not None and found.message, f"no message: {found!r}"
        assert "?" not in found.message.replace("?`", ""), f"half a message: {found}"
        assert not found.span.is_nowhere, f"a message without a place: {found}"


def played(spec, script: Script) -> str:
    """A few pauses of a play."""
    machine, cast = Machine(spec, start(spec)), Cast(spec, script)
    for _ in range(PAUSES):
        stop = machine.advance()
        if isinstance(stop, Over):
            return "over"
        answer(machine, stop, cast)
    return "played"
