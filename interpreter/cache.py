"""What is kept from one run of the program to the next: verdicts on rules that have not changed since.

In:  what sort of verdict it is, a digest of all it depends on, and the verdict as plain data.
Out: the same data, in this process or a later one; or None, and then it is worked out anew.

The files lie in a folder of the user's own, one for each verdict, as JSON under a line with the digest of that JSON. Nothing
in them is carried out, and whatever is damaged, of another version or cannot be read counts as not there
(docs/decisions/0010-verdicts-are-kept-and-specs-are-not.md). RULEWRIGHT_CACHE names another folder, or is `off`.
"""

import json
import os
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from tempfile import NamedTemporaryFile
from time import time
from typing import Any

SETTING = "RULEWRIGHT_CACHE"
OFF = ("off", "no", "0")
PACKAGE = Path(__file__).resolve().parent
DAY = 24 * 3600                                   # seconds
OLD = 30 * DAY                                    # what nobody has looked at for so long is taken away
MOST = 1 << 24                                    # bytes of a verdict: a longer file is none of ours


def folder() -> Path | None:
    """Where verdicts are kept; None if the user wants none kept, or has no folder for it."""
    said = os.environ.get(SETTING, "")
    if said.lower() in OFF:
        return None
    if said:
        return Path(said)
    base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    if not base:
        try:
            base = str(Path.home() / ".cache")
        except RuntimeError:                     # an account without a home
            return None
    return Path(base) / "rulewright"


@cache
def sources() -> str:
    """A digest of the program's own files."""
    whole = sha256()
    for path in sorted(PACKAGE.rglob("*")):
        if path.suffix in (".py", ".lark"):
            whole.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


@cache
def program() -> str:
    """A digest of the program itself, and of the Python and libraries that carry it out."""
    carried_by = f"{sys.version} {metadata.version('lark')} {metadata.version('attrs')}"
    return sha256(f"{carried_by} {sources()}".encode()).hexdigest()


def digest(*parts: str) -> str:
    """One name for these texts, in this order, as this version of the program reads them."""
    whole = sha256(program().encode())
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        whole.update(b"%d:" % len(data) + data)
    return whole.hexdigest()


def kept(sort: str, key: str) -> Any:
    """The verdict of this sort under this digest; None if there is none."""
    path = _path(sort, key)
    try:
        if path is None or path.stat().st_size > MOST:
            return None
        head, _, body = path.read_bytes().partition(b"\n")
        if head.decode("ascii") != _seal(sort, key, body):
            return None
        verdict = json.loads(body)
        if time() - path.stat().st_mtime > OLD / 2:
            os.utime(path)
        return verdict
    except (OSError, ValueError):
        return None


def keep(sort: str, key: str, verdict: object) -> None:
    """Keeps a verdict, plain data that is not None. Others may write the same at the same time: a reader finds a whole file."""
    path = _path(sort, key)
    if path is None:
        return
    body = json.dumps(verdict, separators=(",", ":")).encode("ascii")
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as beside:
            beside.write(_seal(sort, key, body).encode("ascii") + b"\n" + body)
        os.replace(beside.name, path)             # what a full disk leaves half written is never under this name
    except OSError:
        return                                    # nowhere to keep it: the next run works it out again


def once(sort: str, key: str, work: Callable[[], Any]) -> Any:
    """What was kept, or what `work()` gives now, kept for the next time unless it is None."""
    verdict = kept(sort, key)
    if verdict is None:
        verdict = work()
        if verdict is not None:
            keep(sort, key, verdict)
    return verdict


def forget_old() -> None:
    """Takes away, once a day, what nobody has looked at for a month, such as the verdicts of earlier versions."""
    where = folder()
    if where is None or not where.is_dir():
        return
    looked = where / "looked"
    try:
        if looked.exists() and time() - looked.stat().st_mtime < DAY:
            return
        looked.touch()
        for path in where.glob("*/*"):
            if time() - path.stat().st_mtime > OLD:
                path.unlink()
    except OSError:
        return                                    # another process takes it away


def _path(sort: str, key: str) -> Path | None:
    where = folder()
    return where / sort / f"{key}.json" if where is not None else None


def _seal(sort: str, key: str, body: bytes) -> str:
    return sha256(f"{sort} {key}\n".encode() + body).hexdigest()
