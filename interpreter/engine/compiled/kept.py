"""Modules that are kept from one run of the program to the next, so that a game is compiled once.

In:  a Spec; for `keep` what was made of it.
Out: what the host has to know of its module, and its machine code; or None, and then it is compiled anew.

What is kept is machine code, and loading it is carrying it out, so it is believed only where the user's own Python files
would be:
the folder and the file belong to the user, nobody else may write there, and the line in front is a digest of all that follows
and of the name (docs/decisions/0012). The name is a digest of the Spec's content, of this program, of wasmtime and of the
machine.
"""

import json
import os
import platform
from collections.abc import Iterator
from enum import Enum
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from attrs import fields, frozen, has

from interpreter import cache
from interpreter.core.derived import derived
from interpreter.ir.model import Spec
from interpreter.ir.policy import Player
from interpreter.limits import limits
from interpreter.text.source import Span

SORT = "modules"
MOST = 1 << 26                            # bytes: a longer file is none of ours


@frozen
class Kept:
    """What was kept: the facts of a Module, and its machine code."""

    facts: dict[str, Any]
    code: bytes


def kept(spec: Spec, players: tuple[Player, ...] = ()) -> Kept | None:
    """What is kept for a Spec and its strategies; None if there is nothing, or nothing that can be believed."""
    path = _path(spec, players)
    try:
        if path is None or not _is_ours(path.parent) or not _is_ours(path) or path.stat().st_size > MOST:
            return None
        seal, _, body = path.read_bytes().partition(b"\n")
        if seal.decode("ascii") != _seal(path.stem, body):
            return None
        facts, _, code = body.partition(b"\n")
        os.utime(path)
        return Kept(json.loads(facts), code)
    except (OSError, ValueError):
        return None


def keep(spec: Spec, facts: dict[str, Any], code: bytes, players: tuple[Player, ...] = ()) -> None:
    """Keeps a module. A folder that cannot be written to costs only that it is made again."""
    path = _path(spec, players)
    if path is None:
        return
    body = json.dumps(facts, separators=(",", ":")).encode("ascii") + b"\n" + code
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as beside:
            beside.write(_seal(path.stem, body).encode("ascii") + b"\n" + body)
        os.replace(beside.name, path)
    except OSError:
        return


def forget(spec: Spec, players: tuple[Player, ...] = ()) -> None:
    """Takes away what is kept for a Spec: it could not be made ready."""
    path = _path(spec, players)
    try:
        if path is not None:
            path.unlink(missing_ok=True)
    except OSError:
        return


def _path(spec: Spec, players: tuple[Player, ...]) -> Path | None:
    where = cache.folder()
    return where / SORT / f"{digest_with(spec, players)}.bin" if where is not None else None


def _seal(name: str, body: bytes) -> str:
    return sha256(f"{SORT}/{name}/".encode() + body).hexdigest()


def _is_ours(path: Path) -> bool:
    """Does it belong to the user, and may nobody else write to it? Where there are no such owners it is not believed."""
    if not hasattr(os, "getuid"):
        return False
    found = path.lstat()
    return found.st_uid == os.getuid() and found.st_mode & 0o022 == 0


# ------------------------------------------------------------------ what names a Spec


@derived
def digest_of(spec: Spec) -> str:
    """What names exactly this Spec, as this program compiles it on this machine."""
    whole = sha256(f"{cache.program()} {metadata.version('wasmtime')} {platform.machine()} {platform.system()} "
                   f"{limits()}".encode())
    met: dict[int, int] = {}
    whole.update("\n".join(_content(spec, met)).encode("utf-8", "surrogatepass"))
    return whole.hexdigest()


@derived
def digest_with(spec: Spec, players: tuple[Player, ...]) -> str:
    """The same with the strategies that are compiled with it."""
    if not players:
        return digest_of(spec)
    said = [(player.name, player.by_op, list(player.by_offer.items()), player.lenient) for player in players]
    return sha256("\n".join([digest_of(spec), *_content(said, {})]).encode("utf-8", "surrogatepass")).hexdigest()


def _content(value: Any, met: dict[int, int]) -> Iterator[str]:
    """A value line by line; what stands in several places is written once."""
    if isinstance(value, Span):
        yield f"{value.source.name}:{value.line}"
    elif isinstance(value, str | int | float | bytes | Enum) or value is None:
        yield f"{type(value).__name__} {value!r}"
    elif isinstance(value, tuple | list):
        yield f"{type(value).__name__} {len(value)}"
        for one in value:
            yield from _content(one, met)
    elif isinstance(value, dict):
        yield f"dict {len(value)}"
        for key, one in sorted(value.items(), key=lambda item: repr(item[0])):
            yield from _content(key, met)
            yield from _content(one, met)
    elif isinstance(value, set | frozenset):
        yield f"set {sorted(map(repr, value))}"
    elif has(type(value)):
        if id(value) in met:
            yield f"again {met[id(value)]}"
            return
        met[id(value)] = len(met)
        yield type(value).__name__
        for one in fields(type(value)):
            yield from _content(getattr(value, one.name), met)
    else:
        yield repr(value)
