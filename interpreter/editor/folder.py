"""The files of one project: which there are, which may be read, which may be written; nothing else of the machine.

In:  a GAME or a FILE, as on a command line; names of files as `listed` gives them; texts.
Out: a Folder: its files in groups; a file's text with its mark; a text written, if nobody else has written the file meanwhile.
     CannotOpen, NotOurs and Changed say in words what keeps it from that.

A file is named as it is seen from the game's folder, or from the folder of one's own, `own/NAME`. Links are followed before it
is asked where a file lies. Rules that lie inside the installed program are for reading.
"""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath
from threading import Lock

from attrs import define, field, frozen

from interpreter.editor.projects import games_near, project_of, USED
from interpreter.limits import limits
from interpreter.pipeline import load
from interpreter.project.files import (
    find_game,
    find_library,
    PACKAGE,
    put_whole,
    read_bytes,
    read_text,
    scenario_files,
    Trouble,
    variant_files,
)
from interpreter.scenario.runner import game_of_scenarios
from interpreter.text.codes import MISSING_FILE
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.variant.rules import Rules
from interpreter.variant.stack import Asked

KINDS = (".rules", ".csv", ".tsv")
OWN = "own"                                      # before the name of a file in the folder of one's own
MOST_FILES = 500
DEEPEST = 3                                      # folders below that of the game
SCENARIOS = re.compile(r"^(scenario|position)[ ]", re.MULTILINE)
NAMED = re.compile(r"^variant[ ]+(\w+)", re.MULTILINE)
VARIANT = re.compile(r'^variant[ ]+\w+[ ]+"[^"\n]*"[ ]+of[ ]+(\w+)', re.MULTILINE)
TITLE = re.compile(r'^game[ ]+\w+[ ]+"([^"\n]+)"', re.MULTILINE)
NO_FILES = (OSError, ValueError, RuntimeError)   # a name no file can have, a folder nobody may enter, links in a circle
MARK, ENDED = b"\xef\xbb\xbf", b"\r\n"           # what some programs put first, and at the end of every line


class CannotOpen(Exception):
    """There is no such game, and why."""


class NotOurs(Exception):
    """A file that may not be read or written here, and why."""


@frozen
class Changed(Exception):
    """Somebody else has written the file: its text now, and its mark."""

    text: str
    mark: str


@frozen
class Listed:
    """One file: its name here, what it is, whether it can be written, and why not."""

    name: str
    path: Path
    sort: str                                    # game, rules, scenarios, variant, data, library
    why_not: str = ""


@define(eq=False)
class Folder:
    """The files of a game, of its variants, and of the variants that lie in a folder of one's own. `opened` is the file that
    was asked for, `before` a copy of the game as it was then."""

    game: Path
    own: Path
    opened: Path
    title: str
    libraries: tuple[Path, ...] = ()
    before: Path | None = None
    _kept: list[tempfile.TemporaryDirectory] = field(factory=list)
    _writing: Lock = field(factory=Lock)

    # ---------------------------------------------------------------- which there are

    @property
    def home(self) -> Path:
        """The folder of the game."""
        return self.game.parent

    @property
    def own_is_apart(self) -> bool:
        """Do variants begin in a folder of their own?"""
        return not self.own.is_relative_to(self.home)

    def listed(self) -> list[Listed]:
        """Every file, the game first."""
        found = [self.game, *(path for path in walked(self.home) if path.suffix in KINDS), *self._own_files()]
        made = []
        for path in dict.fromkeys(found):
            name = self.name_of(path)
            if name is not None and _is_file(path) and not _hidden(name):
                made.append(Listed(name, path, self._sort(path), self.why_not(path)))
        made += [Listed(str(path), path, "library", self.why_not(path)) for path in self.libraries]
        return made[:MOST_FILES]

    def _own_files(self) -> Iterator[Path]:
        """Variants of this game, and of its variants, that lie in the folder of one's own; and the file that was asked for."""
        bases, left = self._names(), sorted(self.own.glob("*.rules")) if self.own_is_apart else []
        for path in left:
            text = read_text(path)
            if isinstance(text, str) and (path == self.opened or set(VARIANT.findall(text)) & bases):
                yield path

    def _names(self) -> set[str]:
        """What a variant here may be `of`: the game, and its variants."""
        texts = (read_text(path) for path in variant_files(self.game))
        named = {name for text in texts if isinstance(text, str) for name in NAMED.findall(text)}
        return {self.game.stem, *named}

    def _sort(self, path: Path) -> str:
        if path == self.game:
            return "game"
        if path.suffix != ".rules":
            return "data"
        text = read_text(path)
        if isinstance(text, str) and VARIANT.search(text):
            return "variant"
        return "scenarios" if isinstance(text, str) and SCENARIOS.search(text) else "rules"

    def why_not(self, path: Path) -> str:
        """Why a file cannot be written; nothing if it can."""
        if path in self.libraries:
            return "it is a library that comes with Rulewright"
        if path.resolve().is_relative_to(PACKAGE):
            return "it lies inside the installed program: begin a variant, or a copy of the game, to change it"
        whole = path.resolve()                               # a new file is written beside the old one, and takes its place
        both = (whole.parent, whole) if whole.exists() else (whole.parent,)
        return "" if all(os.access(one, os.W_OK) for one in both) else "nobody may write there"

    def scenario_files(self) -> list[str]:
        """The names of the files with scenarios of the game."""
        found = (self.name_of(path) for path in scenario_files(self.game))
        return [name for name in found if name is not None]

    # ---------------------------------------------------------------- names and paths

    def name_of(self, path: Path) -> str | None:
        """How a file is named here; None for one that lies elsewhere, and for one that no page could ask for."""
        try:
            str(path).encode()
            if path.is_relative_to(self.home) and path.resolve().is_relative_to(self.home.resolve()):
                return path.relative_to(self.home).as_posix()
            if path.parent == self.own and path.resolve().parent == self.own.resolve():
                return f"{OWN}/{path.name}"
        except NO_FILES:
            return None
        return str(path) if path in self.libraries else None

    def path_of(self, name: str) -> Path:
        """The file of this name, one of those that are listed. NotOurs for anything else."""
        try:
            return self._path_of(name)
        except NO_FILES:
            raise NotOurs("there is no such file here") from None

    def _path_of(self, name: str) -> Path:
        library = next((path for path in self.libraries if str(path) == name), None)
        if library is not None:
            return library
        parts = PurePosixPath(name).parts
        if not parts or name.startswith("/") or "\\" in name or "\0" in name or ".." in parts or len(name) > 300:
            raise NotOurs("there is no such file here")
        own = parts[0] == OWN and not (self.home / name).exists()
        path = self.own.joinpath(*parts[1:]) if own else self.home.joinpath(*parts)
        if path.suffix not in KINDS or self.name_of(path) is None or _hidden(name) or path.exists() and not path.is_file() \
                or own and path not in self._own_files():
            raise NotOurs("there is no such file here")
        return path

    def holds(self, path: Path) -> bool:
        """Is this one of the files here, or a folder of them?"""
        name = self.name_of(path)
        try:
            return path == self.home or name is not None and self.path_of(name) == path
        except NotOurs:
            return False

    # ---------------------------------------------------------------- reading and writing

    def read(self, name: str) -> tuple[str, str]:
        """The text of a file, and the mark of it."""
        path = self.path_of(name)
        data = read_bytes(path)
        text = read_text(path)
        if isinstance(data, Trouble) or isinstance(text, Trouble):
            raise NotOurs(data.what if isinstance(data, Trouble) else text.what if isinstance(text, Trouble) else "")
        return text, mark_of(data)

    def write(self, name: str, text: str, was: str) -> str:
        """Writes a file, all or nothing, if it is still as it `was`; gives its new mark. Changed, if it is not."""
        path = self.path_of(name)
        why = self.why_not(path)
        if why:
            raise NotOurs(why)
        data = text.encode("utf-8")
        if len(data) > limits().file:
            raise NotOurs(f"that is more than {limits().file} bytes")
        with self._writing:                                  # two pages may have the same file open
            now = read_bytes(path)
            if isinstance(now, Trouble) and now.code is not MISSING_FILE:
                raise NotOurs(now.what)
            data = data if isinstance(now, Trouble) else _as_it_was(now, data)
            if not isinstance(now, Trouble) and mark_of(now) != was and now != data:
                raise Changed(*self.read(name))
            try:
                put_whole(path, data)
            except OSError as error:
                raise NotOurs(f"it cannot be written: {(error.strerror or 'no reason given').lower()}") from None
        return mark_of(data)

    def copy(self) -> Path:
        """The game with all its files in a folder of the same name where one is; NotOurs if that is there already."""
        target = self.own / self.home.name
        if target.exists():
            raise NotOurs(f"there is a folder {target.name} already; open that: rulewright edit {target.name}")
        try:
            self._copy_to(target)
        except OSError as error:
            shutil.rmtree(target, ignore_errors=True)        # half of a game is none
            raise NotOurs(f"{target} cannot be written: {error.strerror}") from None
        return target

    def keep_as_it_is(self) -> None:
        """Keeps a copy of the game, to compare it with what it becomes."""
        kept = tempfile.TemporaryDirectory(prefix="rulewright-")
        self._kept.append(kept)
        target = Path(kept.name) / "before" / self.home.name
        self._copy_to(target)
        self.before = target / self.game.name

    def _copy_to(self, target: Path) -> None:
        for path in walked(self.home):
            if path.suffix in (*KINDS, ".md") and path.is_file() and path.resolve().is_relative_to(self.home.resolve()):
                copy = target / path.relative_to(self.home)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)

    def close(self) -> None:
        """Throws the copy away."""
        for one in self._kept:
            one.cleanup()


def opened_folder(where: str, own: Path) -> Folder:
    """The project of a game, a variant or a file of scenarios; CannotOpen says why there is none."""
    report, path = Report(), Path(where)
    rules: Rules | None = game_of_scenarios(path, report) if path.suffix == ".rules" and _is_file(path) else None
    if rules is None and report.ok:
        rules = load(Asked(where), report)
    broken = _game_of_broken(where) if rules is None else None
    if broken is not None:
        rules = load(str(broken), Report())
    if rules is None and broken is None:
        raise CannotOpen(next(map(placed, report.errors), f"there is no game {where}"))
    game, file = Path(os.path.abspath(rules.path if rules is not None else broken or path)), Path(os.path.abspath(path))
    parts = (Path(os.path.abspath(one)) for one in (rules.paths if rules is not None else _used_by(game)))
    libraries = tuple(one for one in parts if not one.is_relative_to(game.parent))
    asked = file if file.is_file() else game
    named = next((applied.path for applied in rules.stack if applied.name == where), None) if rules is not None else None
    asked = Path(os.path.abspath(named)) if named is not None else asked
    apart = not asked.is_relative_to(game.parent)
    return Folder(game, asked.parent if apart else own.resolve(), asked, _title_of(game, rules), libraries)


def placed(one: Diagnostic) -> str:
    """What is wrong in one line, with its place where it has one."""
    return one.message if one.span.is_nowhere else f"{one.span}: {one.message}"


def _title_of(game: Path, rules: Rules | None) -> str:
    plain = load(str(game), Report()) if rules is not None and rules.stack else rules
    found = (plain or rules).game.title.text if rules is not None else TITLE.findall(_text_of(game))[:1]
    return found if isinstance(found, str) else next(iter(found), game.stem)


def _game_of_broken(where: str) -> Path | None:
    """The game of a file that cannot be read as it stands, for instance because it is half typed: what its words say it is
    of, else the game beside it, else it is one itself. None for what is no text."""
    path = find_game(where)
    text = read_text(path) if path is not None else None
    if path is None or not isinstance(text, str):
        return None
    whole, bases = Path(os.path.abspath(path)), VARIANT.findall(text)
    project = project_of(whole, text)
    if bases:
        return find_library(bases[0], whole) or find_game(bases[0])
    if whole.stem == whole.parent.name or project is not None and project.sort == "game":
        return whole
    if project is not None and project.sort != "variant":
        return Path(project.game)
    return next(iter(games_near(whole)), None if project is not None else whole)


def _used_by(game: Path) -> list[Path]:
    """The libraries that a game names, as far as its words say it."""
    names = [name for line in USED.findall(_text_of(game)) for name in re.findall(r"\w+", line)]
    return [path for path in (find_library(name, game) for name in dict.fromkeys(names)) if path is not None]


def _text_of(path: Path) -> str:
    text = read_text(path)
    return text if isinstance(text, str) else ""


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except NO_FILES:
        return False


def walked(folder: Path) -> list[Path]:
    """The files in a folder and in those below it, but not without end: a game may lie in somebody's home."""
    found: list[Path] = []
    for where, inner, names in os.walk(folder):
        deep = len(Path(where).relative_to(folder).parts)
        inner[:] = sorted(name for name in inner if not name.startswith((".", "__"))) if deep < DEEPEST else []
        found += [Path(where, name) for name in sorted(names) if not name.startswith(".")]
        if len(found) > 10 * MOST_FILES:
            break
    return found


def mark_of(data: bytes) -> str:
    """What tells one text of a file from another."""
    return sha256(data).hexdigest()[:24]


def _hidden(name: str) -> bool:
    return any(part.startswith(".") for part in PurePosixPath(name).parts)


def _as_it_was(was: bytes, data: bytes) -> bytes:
    """A text with the mark and the ends of lines that its file had: other programs may count on them."""
    if was.count(ENDED) * 2 > was.count(b"\n"):
        data = data.replace(b"\n", ENDED)
    return MARK + data if was.startswith(MARK) else data
