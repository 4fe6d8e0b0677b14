"""Edits at random in every rules file that comes with us, everything asked after each: `python -m tests.editor.fuzz 20000`.

In:  how many edits, and a seed.
Out: how many requests were answered, how long the longest took; each traceback and each answer over three seconds, with exit
     code 1 if there was any.

The Desk of the server is asked directly, without a process between, so that twenty thousand edits take minutes and not days; the
game is lowered anew now and then, and what it is known as lags behind the text, as while somebody types.
"""

import random
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

from lsprotocol import types as lsp

from interpreter.editor import outline
from interpreter.editor.completion import complete
from interpreter.editor.explanation import explain, signature
from interpreter.editor.fixes import fixes
from interpreter.editor.names import symbol_at, uses, word_at
from interpreter.editor.places import offset, position
from interpreter.editor.server import as_diagnostic
from interpreter.editor.studio import Studio
from interpreter.syntax.formatter import format_text
from interpreter.text.diagnostic import Report

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted([*ROOT.glob("rules/**/*.rules"), *ROOT.glob("stdlib/*.rules")])
PIECES = ["", "", "x", "\n", "  ", " ", '"', "(", ")", "[", ".", ",", ":", "=", "#", "##", "\t", "é", "🂡", "1", "..", "cites ", "if ",
          "move ", "me.", "set x to ", "\n  ", "effect f()\n", "zone z: heap of Card\n", "those c in ", "with ", "scenario \"a\"\n"]
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


def run(edits: int, seed: int, tell: Callable[[str], None] = print) -> int:
    """How many went wrong."""
    chance, wrong, asked, slowest = random.Random(seed), 0, 0, (0.0, "")
    games: dict[str, object] = {}
    done = 0
    while done < edits:
        path = chance.choice(FILES)
        studio = Studio()
        original = text = path.read_text(encoding="utf-8")
        studio.put(path, text)
        project = studio.projects[path]
        if project is not None:
            if project.game not in games:
                games[project.game] = studio.making(project.game)()
            studio.made(project.game, games[project.game])             # type: ignore[arg-type]
        for k in range(min(KEPT, edits - done)):
            text = edit(text if text.strip() else original, chance)
            at = chance.randrange(len(text) + 1)
            began = time.perf_counter()
            every = [("change", lambda text=text: studio.put(path, text)), *([] if k else [("none", lambda: None)])]
            try:
                every[0][1]()
                normal = studio.files[path].source.text
                at = min(at, len(normal))
                every += list(requests(studio, path, at))
                if k % 10 == 0 and (symbol := symbol_at(studio, path, at)) is not None:
                    every.append(("references", lambda symbol=symbol: uses(studio, path, symbol)))
                slow = time.perf_counter() - began
                for name, ask in every[1:]:
                    began = time.perf_counter()
                    ask()
                    asked += 1
                    took = time.perf_counter() - began
                    slowest = max(slowest, (took, f"{name} in {path.name}"))
                    if took > LONGEST:
                        wrong += 1
                        tell(f"{name} in {path.name} took {took:.1f} s")
                slowest = max(slowest, (slow, f"change in {path.name}"))
                if slow > LONGEST:
                    wrong += 1
                    tell(f"change in {path.name} took {slow:.1f} s")
            except Exception:  # noqa: BLE001  # whatever it is, it is what is looked for
                wrong += 1
                tell(f"{path.name}, edit {done + k}, seed {seed}\n{traceback.format_exc()[-1500:]}")
        done += min(KEPT, edits - done)
        studio.close(path)
    tell(f"{done} edits, {asked} requests, {wrong} went wrong; the longest took {slowest[0]:.2f} s ({slowest[1]})")
    return wrong


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] or [500]
    sys.exit(1 if run(numbers[0], numbers[1] if len(numbers) > 1 else 1) else 0)
