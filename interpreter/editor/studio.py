"""What is open, what is known of it, and what is said of it: the state behind the language server, without its protocol.

In:  files as they are opened, changed, saved and closed.
Out: diagnostics by file, in stages: how it is written at once, names and types of the block that changed with it, the whole
     check when it comes from the Checker. Games as they are known, for whoever completes and explains.

Everything here happens in one thread, but for `KnownGame`s, which are made in another and put in place when they are ready.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import define, evolve, field

from interpreter.editor.blocks import Block, Written
from interpreter.editor.checker import Answer
from interpreter.editor.known_game import Body, known_game, KnownGame, Rest
from interpreter.editor.places import path_of
from interpreter.editor.projects import Project, project_of
from interpreter.pipeline import load
from interpreter.project.files import read_text, short_name, UNSAVED
from interpreter.syntax import ast
from interpreter.text.codes import CODES, HEADING_MISSING
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.text.source import Source

STAGES = ("read", "names and types", "checks", "every number of people", "scenarios")
QUICK = STAGES.index("names and types")


@define(eq=False)
class Studio:
    """The files that are open, by path, and the games they are of."""

    files: dict[Path, Written] = field(factory=dict)          # rules files that are open
    data: dict[Path, Source] = field(factory=dict)            # other files that are open
    projects: dict[Path, Project | None] = field(factory=dict)
    games: dict[str, KnownGame] = field(factory=dict)         # by Project.game
    stale: set[str] = field(factory=set)                      # games that are to be lowered anew
    unseen: dict[Path, list[Block]] = field(factory=dict)     # blocks that nobody has looked at yet
    elsewhere: dict[Path, list[Diagnostic]] = field(factory=dict)     # what is wrong in files that are not open, or no rules
    scenarios: dict[Path, dict[str, tuple[bool, str]]] = field(factory=dict)     # how those played came out, by title
    _closed: dict[Path, tuple[str, Written]] = field(factory=dict)    # files that are not open, as they were last read
    _tags: dict[tuple, int] = field(factory=dict)

    # ---------------------------------------------------------------- files

    def put(self, path: Path, text: str) -> None:
        """A file as it is now in an editor."""
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        UNSAVED[os.path.abspath(path)] = text
        if path not in self.projects or path.suffix == ".rules" and self.projects[path] is None:
            self.projects[path] = project_of(path, text)
        if path.suffix != ".rules":
            self.data[path] = Source(short_name(path), text)
            self._is_stale(path)
            return
        self.unseen.setdefault(path, []).extend(self.files.setdefault(path, Written(short_name(path))).update(text))

    def look(self, path: Path) -> None:
        """Says what is wrong with the blocks that are new since it was last asked to."""
        written = self.files.get(path)
        for block in self.unseen.pop(path, ()):
            if written is not None and any(block is other for other in written.blocks):
                self._look(path, block)

    def close(self, path: Path) -> None:
        """It is as on disk from now on."""
        UNSAVED.pop(os.path.abspath(path), None)
        for shelf in (self.files, self.data, self.projects, self.unseen):
            shelf.pop(path, None)

    def refind(self, path: Path) -> None:
        """Looks again which game a file is of: it was saved, and its heading may be another."""
        text = UNSAVED.get(os.path.abspath(path))
        if text is not None:
            self.projects[path] = project_of(path, text)

    def written(self, path: Path) -> Written | None:
        """A rules file, open or not."""
        if path in self.files:
            return self.files[path]
        text = read_text(path)
        if not isinstance(text, str):
            return None
        if path not in self._closed or self._closed[path][0] != text:
            made = Written(short_name(path))
            made.update(text)
            self._closed[path] = text, made
        return self._closed[path][1]

    def source(self, path: Path) -> Source | None:
        """The text of any file, open or not."""
        if path in self.files:
            return self.files[path].source
        if path in self.data:
            return self.data[path]
        text = read_text(path)
        return Source(short_name(path), text) if isinstance(text, str) else None

    # ---------------------------------------------------------------- games

    def game(self, path: Path) -> KnownGame | None:
        """The game that a file is of, as it was last known."""
        project = self.projects.get(path)
        return self.games.get(project.game) if project is not None else None

    def _is_stale(self, path: Path) -> None:
        project = self.projects.get(path)
        if project is not None:
            self.stale.add(project.game)

    def making(self, where: str) -> Callable[[], KnownGame | None]:
        """The work of lowering a game anew, for another thread."""
        self.stale.discard(where)
        for written in self.files.values():
            written.hand_over()

        def make() -> KnownGame | None:
            rules = load(where, Report())
            return known_game(rules) if rules is not None else None

        return make

    def made(self, where: str, game: KnownGame | None) -> None:
        """A game is ready: blocks that could not be looked at without it are looked at."""
        if game is None:
            return
        self.games[where] = game
        for path, project in self.projects.items():
            if project is not None and project.game == where and path in self.files:
                for block in self.files[path].blocks:
                    if not block.said and block.sound:
                        self._look(path, block)
        self.stale.discard(where)

    # ---------------------------------------------------------------- what is wrong

    def _look(self, path: Path, block: Block) -> None:
        """Names and types of a block that is new, at once where its game is known and its heading is no news."""
        project, game = self.projects.get(path), self.game(path)
        if project is None or not block.sound:
            return
        if game is None:
            self.stale.add(project.game)
            return
        if project.sort not in ("game", "library"):
            return
        for node in block.nodes:
            if isinstance(node, Body | Rest) and game.can_look(node):
                found, _ = game.look(node)
                block.said += [(QUICK, one) for one in found if one.span.source is block.source]
            elif not isinstance(node, ast.Doc | ast.Scenario):
                self.stale.add(project.game)

    def take(self, answer: Answer) -> list[Path]:
        """What the Checker has found so far; gives the files of which something else is said now."""
        stage = STAGES.index(answer.stage) if answer.stage in STAGES else len(STAGES)
        first = stage <= QUICK
        if first:
            self._tags = {}
        by_path: dict[Path, list[tuple[int, Diagnostic]]] = {}
        for name, rows in answer.found.items():
            path = path_of(name)
            source = self.source(path) if path is not None else None
            if path is None or source is None:
                continue
            written = self.files.get(path)
            broken = written is not None and not all(block.sound for block in written.blocks)
            for row in rows:
                if broken and row["code"] == HEADING_MISSING.id:       # it stands in the part that is being typed
                    continue
                key = (name, row["start"], row["end"], row["code"], row["message"])
                tag = self._tags.setdefault(key, stage)
                by_path.setdefault(path, []).append((tag, _diagnostic(row, source)))
        return [path for path in {*self.files, *self.elsewhere, *by_path}
                if self._say(path, by_path.get(path, []), stage, answer.last)]

    def _say(self, path: Path, found: list[tuple[int, Diagnostic]], stage: int, last: bool) -> bool:
        written = self.files.get(path)
        if written is None:
            new = [one for _, one in found]
            if not last and not new:
                return False
            changed = new != self.elsewhere.get(path, [])
            self.elsewhere[path] = new
            return changed
        for block in written.blocks:
            block.said = [] if last else [one for one in block.said if one[0] > stage]
        for tag, one in found:
            place = written.at(one.span.start)
            if place is not None:
                start = one.span.start - place.start
                end = max(start, min(one.span.end - place.start, len(place.block.text)))
                block = place.block
                if not any(other.code is one.code and other.span.start == start for _, other in block.said) and \
                        not any(other.code is one.code and other.span.start == start for other in block.mistakes):
                    block.said.append((tag, evolve(one, span=block.source.span(start, end, one.span.clauses))))
        return True

    def found(self, path: Path) -> list[Diagnostic]:
        """Everything that is known to be wrong in a file."""
        if path in self.files:
            return list(self.files[path].all_mistakes())
        return self.elsewhere.get(path, [])

    # ---------------------------------------------------------------- the files of a game

    def files_of(self, path: Path) -> Iterator[Path]:
        """Every rules file that may name what a file declares: the game's, its scenarios, strategies and variants."""
        game = self.game(path)
        known: dict[Path, None] = {path: None}
        if game is not None:
            known |= dict.fromkeys(Path(os.path.abspath(one)) for one in game.rules.paths)
            folder = Path(os.path.abspath(game.rules.path)).parent
            known |= dict.fromkeys(sorted(folder.rglob("*.rules")))
        yield from known


def _diagnostic(row: dict, source: Source) -> Diagnostic:
    end = min(row["end"], len(source.text))
    span = source.span(min(row["start"], end), end, tuple(row["clauses"]))
    return Diagnostic(CODES[row["code"]], span, row["message"], row["help"], tuple(row["notes"]), row["severity"])
