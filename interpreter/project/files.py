"""Where things lie: games, libraries, scenarios; and what stands in a file, as text.

In:  names and paths, as somebody wrote them.
Out: paths, a Source, or None with the reason in the report; a digest that names what was read.

The games and the library that come with Rulewright lie in `rules/` and `stdlib/`: inside the package
once it is installed, beside it in a checkout. `shipped()` is the only place that knows. In a process that works for another
machine (project/sent.py) they, and all other files, lie in a folder as they lie there.
"""

import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path, PurePath

from attrs import define, frozen

from interpreter.limits import limits
from interpreter.text.codes import MISSING_FILE, NOT_TEXT, UNREADABLE
from interpreter.text.diagnostic import Code, Report, suggestion
from interpreter.text.source import NOWHERE, Source, Span

PACKAGE = Path(__file__).resolve().parents[1]
ABOVE = 3  # a variant lies in a folder of its game's folder, a reading in a folder of that

_GAME = re.compile(r"^game[ ]+\w", re.MULTILINE)
_VARIANT = re.compile(r"^variant[ ]+(\w+)", re.MULTILINE)
_BASE = re.compile(r'^variant[ ]+\w+[ ]+"[^"\n]*"[ ]+of[ ]+(\w+)', re.MULTILINE)
_WORD = re.compile(r"\w+")


# ------------------------------------------------------------------ where


@define
class Elsewhere:
    """The folder in which the files of another machine lie as they lie there, and where its `shipped()` is in it; none as long
    as this process works for its own machine."""

    root: Path | None = None
    shipped: Path | None = None

    def here(self, path: str | Path) -> Path:
        """Where a file of the other machine lies on this one; a path from where one is stays as it is."""
        if self.root is None or not Path(path).is_absolute() or Path(path).is_relative_to(self.root):
            return Path(path)
        return self.root.joinpath(*Path(path).parts[1:])

    def there(self, path: Path) -> Path:
        """Where it lies on the other machine."""
        if self.root is None or not path.is_relative_to(self.root):
            return path
        return Path(path.anchor, path.relative_to(self.root))


ELSEWHERE = Elsewhere()


def shipped() -> Path:
    """The folder that holds `rules/` and `stdlib/`."""
    if ELSEWHERE.shipped is not None:
        return ELSEWHERE.shipped
    return PACKAGE if (PACKAGE / "rules").is_dir() else PACKAGE.parent


def games() -> list[str]:
    """The names of the games that come with Rulewright."""
    return sorted(_shipped_games())


def libraries() -> list[str]:
    """The names of the libraries that come with Rulewright."""
    return sorted(path.stem for path in (shipped() / "stdlib").glob("*.rules"))


def variants() -> list[str]:
    """The names of the variants of the games that come with Rulewright."""
    texts = (read_text(file) for path in _shipped_games().values() for file in variant_files(path))
    return sorted({heading[1] for text in texts if isinstance(text, str) for heading in _VARIANT.finditer(text)})


def shipped_text(*suffixes: str) -> Iterator[str]:
    """Every file of these sorts that comes with us: its path and its text, in turn."""
    for path in sorted(file for folder in ("rules", "stdlib") for file in (shipped() / folder).rglob("*")):
        if path.suffix in suffixes and isinstance(text := read_text(path), str):
            yield from (str(path), text)


def find_game(name_or_path: str | Path) -> Path | None:
    """A rules file by its path, by the folder named like it, or by the name of a game that comes with us."""
    path = Path(name_or_path)
    if not str(name_or_path):
        return None
    if path.suffix == ".rules":
        return path if _is_file(path) else None
    inside = path / f"{Path(os.path.abspath(path)).name}.rules"
    if _is_file(inside):
        return inside
    return _shipped_games().get(str(name_or_path))


def find_library(name: str, beside: Path) -> Path | None:
    """What `use` and `based on` mean: a file beside this one, then one of the game whose variant this is, then our library,
    then a game near by or of ours."""
    folder = _folder(beside)
    games_own = (*_of_its_game(name, folder), *_of_our_game(name, beside))
    for path in (folder / f"{name}.rules", *games_own, shipped() / "stdlib" / f"{name}.rules"):
        if _is_file(path) and not _same(path, beside):
            return path
    near = (path for path in _near(name, folder) if _is_game(path) and not _same(path, beside))
    return next(near, None) or _shipped_games().get(name)


def scenario_files(game_path: Path) -> list[Path]:
    """The files whose scenarios are of this game: its own, `scenarios.rules`, and those in `scenarios/`."""
    folder = game_path.parent
    paths = [game_path, folder / "scenarios.rules", *sorted(folder.glob("scenarios/*.rules"))]
    return [path for path in dict.fromkeys(paths) if _is_file(path)]


def strategy_files(game_path: Path) -> list[Path]:
    """The files whose strategies are for this game: its own, `strategies.rules`, and those in `strategies/`."""
    folder = game_path.parent
    paths = [game_path, folder / "strategies.rules", *sorted(folder.glob("strategies/*.rules"))]
    return [path for path in dict.fromkeys(paths) if _is_file(path)]


def variant_files(game_path: Path) -> list[Path]:
    """The files in which variants of a game are looked for by name: those below `variants/` in its folder."""
    return sorted(game_path.parent.glob("variants/**/*.rules"))


def find_variant(name: str, game_path: Path) -> Path | None:
    """The file of a variant by its path, or by its name among those of the game."""
    if name.endswith(".rules"):
        return Path(name) if _is_file(Path(name)) else None
    paths = variant_files(game_path)
    named = (path for path in paths if path.stem == name and declares_variant(path, name))
    return next(named, None) or next((path for path in paths if declares_variant(path, name)), None)


def find_variant_of_any(name: str) -> Path | None:
    """The file of a variant by its name among those of all our games."""
    paths = (find_variant(name, path) for path in _shipped_games().values())
    return next((path for path in paths if path), None) if _WORD.fullmatch(name) else None


def declares_variant(path: Path, name: str) -> bool:
    """Is there a variant of this name in the file?"""
    text = read_text(path)
    return isinstance(text, str) and any(heading[1] == name for heading in _VARIANT.finditer(text))


def short_name(path: Path) -> str:
    """The path as a person would write it: from where they are, from where our games lie, or as given."""
    whole = Path(os.path.abspath(path))
    for start in (Path.cwd(), shipped()):
        if whole.is_relative_to(start):
            return whole.relative_to(start).as_posix()
    return ELSEWHERE.there(Path(path)).as_posix()


def _shipped_games() -> dict[str, Path]:
    """Every game file one folder below `rules/`, by name; a folder's main game comes before a namesake."""
    paths: dict[str, Path] = {}
    files = sorted((shipped() / "rules").glob("*/*.rules"))
    for path in sorted(files, key=lambda path: path.stem != path.parent.name):
        if path.stem == path.parent.name or _is_game(path):
            paths.setdefault(path.stem, path)
    return paths


def _of_its_game(name: str, folder: Path) -> Iterator[Path]:
    """Where the game keeps a library, seen from the folder of its variants: beside its rules, or with its scenarios."""
    whole = Path(os.path.abspath(folder))
    above = next((level.parent for level in (whole, *whole.parents) if level.name == "variants"), None)
    if above is not None:
        yield above / f"{name}.rules"
        yield above / "scenarios" / f"{name}.rules"


def _of_our_game(name: str, beside: Path) -> Iterator[Path]:
    """Where a game of ours keeps a library, for a variant of it that lies anywhere."""
    text = read_text(beside) if _is_file(beside) else ""
    for base in _BASE.finditer(text) if isinstance(text, str) else ():
        game = _shipped_games().get(base[1])
        if game is not None:
            yield game.parent / f"{name}.rules"
            yield game.parent / "scenarios" / f"{name}.rules"


def _near(name: str, folder: Path) -> Iterator[Path]:
    """Where a game of that name would lie, seen from a folder of it or of its neighbour."""
    for above in [folder, *Path(os.path.abspath(folder)).parents][: ABOVE + 1]:
        yield above / f"{name}.rules"
        yield above / name / f"{name}.rules"


def _folder(beside: Path) -> Path:
    return beside if beside.is_dir() else beside.parent


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name longer than any file's, a folder nobody may enter
        return False


def _same(path: Path, other: Path) -> bool:
    return os.path.realpath(path) == os.path.realpath(other)


def _is_game(path: Path) -> bool:
    text = read_text(path)
    return isinstance(text, str) and _GAME.search(text) is not None


# ------------------------------------------------------------------ what


@frozen
class Trouble:
    """What keeps us from reading a file, in words, and what may help."""

    code: Code
    what: str
    help: str | None = None


def read_source(path: Path, report: Report, span: Span = NOWHERE) -> Source | None:
    """The file as text; `span` is where it is named. Lines end with a newline, whatever they ended with."""
    name, text = short_name(path), read_text(path)
    if isinstance(text, Trouble):
        report.add(text.code, span, name=name, what=text.what, help=text.help)
        return None
    return Source(name, text)


UNSAVED: dict[str, str] = {}                      # by whole path: what an editor has open stands in place of the file


def read_text(path: Path) -> str | Trouble:
    """What stands in a file, or what keeps us from reading it."""
    if UNSAVED and (text := UNSAVED.get(os.path.abspath(path))) is not None:
        return text
    data = read_bytes(path)
    return data if isinstance(data, Trouble) else _decoded(data)


def lies_within(path: Path, written: str, rules: Path) -> bool:
    """Does a data file, as it was written in these rules, lie beside or below them? Links are followed."""
    parts = PurePath(written).parts
    if PurePath(written).is_absolute() or ".." in parts or not parts:
        return False
    base = Path(*path.parts[: len(path.parts) - len(parts)])
    try:
        target = path.resolve()
        return any(target.is_relative_to(folder) for folder in (base.resolve(), rules.resolve().parent))
    except (OSError, ValueError, RuntimeError):                       # a name no file can have, links in a circle
        return True                                                   # reading it will say what is wrong


def read_bytes(path: Path) -> bytes | Trouble:
    """A regular file of a sensible size; anything else is said in words."""
    try:
        if path.is_dir():
            return Trouble(UNREADABLE, "it is a folder", _rules_within(path))
        if path.exists() and not path.is_file():
            return Trouble(UNREADABLE, "it is a pipe or a device, no file", None)
        most = limits().file
        with path.open("rb") as file:                                # never more than that, however the file grows meanwhile
            data = file.read(most + 1)
        if len(data) > most:
            return Trouble(UNREADABLE, f"it is longer than {most} bytes", "`--limit file=NUMBER` raises the limit")
        return _noted(path, data)
    except (FileNotFoundError, NotADirectoryError, ValueError):  # the last: a name no file can have
        return Trouble(MISSING_FILE, "there is no such file", _neighbour(path))
    except OSError as error:
        return Trouble(UNREADABLE, f"it cannot be opened ({(error.strerror or 'no reason given').lower()})")


_reading: list[dict[str, bytes]] = []             # of those who want to know what is read


@contextmanager
def files_read() -> Iterator[dict[str, bytes]]:
    """What stood in each file that is read meanwhile, by its whole path, and by its true one where links lead to it."""
    read: dict[str, bytes] = {}
    _reading.append(read)
    try:
        yield read
    finally:
        _reading.pop()


def _noted(path: Path, data: bytes) -> bytes:
    for read in _reading:
        read[os.path.abspath(path)] = read[os.path.realpath(path)] = data
    return data


def _decoded(data: bytes) -> str | Trouble:
    if data.startswith(b"PK\x03\x04"):
        return Trouble(NOT_TEXT, "it is not text", "this is a spreadsheet's own format; save it as CSV in UTF-8")
    try:
        return _plain(data).decode("utf-8")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return Trouble(NOT_TEXT, "it is not text in UTF-8", f"line {line} is the first that is not")


def _plain(data: bytes) -> bytes:
    """Without the mark some editors put first, and with every line ended by one newline."""
    return data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _neighbour(path: Path) -> str | None:
    """The file that may have been meant, from among those in the same folder."""
    folder = path.parent
    if not folder.is_dir() or not os.access(folder, os.R_OK):
        return None
    return suggestion(path.name, [sibling.name for sibling in folder.iterdir() if sibling.suffix == path.suffix])


def _rules_within(path: Path) -> str | None:
    names = sorted(file.name for file in path.glob("*.rules"))
    return f"it holds {', '.join(f'`{name}`' for name in names[:3])}" if names else None


def put_whole(path: Path, data: bytes) -> None:
    """Writes a file, all or nothing, with the rights that it had; of a link what it leads to. OSError if it cannot."""
    whole, beside = path.resolve(), ""
    try:
        file, beside = tempfile.mkstemp(".new", ".", whole.parent)
        with os.fdopen(file, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(file)
        os.chmod(beside, stat.S_IMODE(whole.stat().st_mode) if whole.exists() else 0o644)
        os.replace(beside, whole)
    except OSError:
        if beside:
            with suppress(OSError):
                os.unlink(beside)
        raise


def digest(*parts: Path | bytes | str) -> str:
    """One name for all these texts in this order, the same on every machine: how lines end does not count."""
    whole = sha256()
    for part in parts:
        data = _noted(part, part.read_bytes()) if isinstance(part, Path) else part
        data = _plain(data if isinstance(data, bytes) else data.encode("utf-8"))
        whole.update(b"%d:" % len(data))
        whole.update(data)
    return whole.hexdigest()
