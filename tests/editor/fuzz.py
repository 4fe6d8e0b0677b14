"""Edits at random in every rules file that comes with us, everything asked after each: `python -m tests.editor.fuzz 20000`.

In:  how many edits, and a seed.
Out: how many requests were answered, how long the longest took, in seconds of a processor; each traceback and each answer
     over three of them, with exit code 1 if there was any.

The state behind the server is asked directly, without a process between, so that twenty thousand edits take less than an hour;
what the game is known as lags behind the text, as while somebody types.
"""

import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from attrs import define
from lsprotocol import types as lsp

from interpreter.editor import outline
from interpreter.editor.completion import complete
from interpreter.editor.desk import as_diagnostic
from interpreter.editor.explanation import explain, signature
from interpreter.editor.fixes import fixes
from interpreter.editor.known_game import KnownGame
from interpreter.editor.names import symbol_at, uses, word_at
from interpreter.editor.places import offset, position
from interpreter.editor.studio import Studio
from interpreter.syntax.formatter import format_text
from interpreter.text.diagnostic import Report

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("rules/**/*.rules"), *ROOT.glob("stdlib/*.rules")])
PIECES = [
    "", "", "x", "\n", "  ", " ", '"', "(", ")", "[", ".", ",", ":", "=", "#", "##", "\t", "é", "🂡", "1", "..", "cites ", "if ",
    "move ", "me.", "set x to ", "\n  ", "effect f()\n", "zone z: heap of Card\n", "those c in ", "with ", 'scenario "a"\n',
]
LONGEST = 3.0
KEPT = 120                                         # edits before a file is as it was, so that it does not become all nonsense


def edit(text: str, chance: random.Random) -> str:
    """One keystroke, word put in, or stretch taken away, doubled or moved."""
    at = chance.randrange(len(text) + 1)
    match chance.randrange(6):
        case 0 | 1 | 2:
            return text[:at] + chance.choice(PIECES) + text[at:]
        case 3:
            return text[:at] + text[at + chance.choice([1, 1, 1, 2, 5, 30]):]
        case 4:
            lines = text.split("\n")
            row = chance.randrange(len(lines))
            return "\n".join(lines[:row] + lines[row + 1:])
    other = chance.randrange(len(text) + 1)
    return text[:at] + text[other:other + chance.randrange(40)] + text[at:]


def requests(studio: Studio, path: Path, at: int) -> Iterator[tuple[str, Callable[[], object]]]:
    """Everything that can be asked of a place and of the file."""
    written = studio.files[path]
    game = studio.game(path)
    yield "completion", lambda: complete(studio, path, at)
    yield "hover", lambda: explain(studio, path, at)
    yield "signature", lambda: signature(studio, path, at)
    yield "definition", lambda: symbol_at(studio, path, at)
    yield "word", lambda: word_at(written.source, at)
    yield "symbols", lambda: outline.outline(written)
    yield "folds", lambda: outline.folds(written.source)
    yield "colours", lambda: list(outline.colours(written, game))
    yield "hints", lambda: list(outline.hints(written, game, max(0, at - 2000), at + 2000))
    yield "lenses", lambda: list(outline.lenses(studio, path, written))
    yield "fixes", lambda: [fix.taken(written.source.text) for one in studio.found(path) for fix in fixes(one)]
    yield "diagnostics", lambda: [as_diagnostic(one) for one in studio.found(path)]
    yield "formatting", lambda: format_text(written.source, Report()) if not studio.found(path) else None
    yield "places", lambda: _there_and_back(written.source, at)
    yield "was", lambda: outline.what_it_was(studio, path, at)


def _there_and_back(source, at: int) -> None:
    where = position(source, at)
    assert offset(source, where) == at, (at, where)
    assert offset(source, lsp.Position(where.line + 10**6, 0)) == len(source.text)


@define
class Tally:
    """What came of the edits so far."""

    asked: int = 0
    wrong: int = 0
    slowest: float = 0.0
    where: str = ""

    def say(self, words: str) -> None:
        """Something that went wrong."""
        self.wrong += 1
        print(words, flush=True)

    def timed(self, name: str, ask: Callable[[], object]) -> None:
        """One request; raises whatever it raises."""
        began = time.process_time()
        ask()
        took = time.process_time() - began
        self.asked += 1
        if took > self.slowest:
            self.slowest, self.where = took, name
        if took > LONGEST:
            self.say(f"{name} took {took:.1f} s of a processor")


def one_file(path: Path, edits: int, chance: random.Random, games: dict[str, KnownGame | None], tally: Tally) -> None:
    """So many edits of one file, everything asked after each."""
    studio, original = Studio(), path.read_text(encoding="utf-8")
    studio.put(path, original)
    project = studio.projects[path]
    if project is not None:
        if project.game not in games:
            games[project.game] = studio.making(project.game)()
        studio.made(project.game, games[project.game])
    text = original
    for k in range(edits):
        text = edit(text if text.strip() else original, chance)
        try:
            tally.timed(f"change in {path.name}", partial(studio.put, path, text))
            tally.timed(f"looking at {path.name}", partial(studio.look, path))
            at = chance.randrange(len(studio.files[path].source.text) + 1)
            for name, ask in requests(studio, path, at):
                tally.timed(f"{name} in {path.name}", ask)
            if k % 10 == 0 and (symbol := symbol_at(studio, path, at)) is not None:
                tally.timed(f"references in {path.name}", partial(uses, studio, path, symbol))
        except Exception:  # whatever it is, it is what is looked for
            tally.say(f"{path.name}, edit {k}\n{traceback.format_exc()[-1500:]}")
    studio.close(path)


def run(edits: int, seed: int) -> Tally:
    """Files at random until there were so many edits."""
    chance, tally, games = random.Random(seed), Tally(), dict[str, KnownGame | None]()
    for done in range(0, edits, KEPT):
        one_file(chance.choice(FILES), min(KEPT, edits - done), chance, games, tally)
    print(f"{edits} edits, {tally.asked} requests, {tally.wrong} went wrong; "
          f"the longest took {tally.slowest:.2f} s ({tally.where})", flush=True)
    return tally


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] or [500]
    sys.exit(1 if run(numbers[0], numbers[1] if len(numbers) > 1 else 1).wrong else 0)
