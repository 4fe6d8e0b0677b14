"""Links and cookies: who may look at which page of a table, kept beside the play so that phones come back after a restart.

In:  seats with their names; the key that a link carries, or the cookie that a page sends.
Out: whether they fit; a file `NAME.play.seats` of the table's keys, readable by its owner alone.

A link carries a key of 128 random bits behind `#`, which a browser sends to no server and writes in no log. Whoever shows it
gets a cookie of 128 other random bits, and the cookie that was given before is worth nothing any more. Of cookies only a
hash is kept.
"""

import json
import os
import secrets
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path

from attrs import asdict, define, field, frozen

BYTES = 16                                       # 128 bits


def fresh() -> str:
    """A new key."""
    return secrets.token_urlsafe(BYTES)


def hashed(cookie: str) -> str:
    """What is kept of a cookie."""
    return sha256(cookie.encode()).hexdigest()


@define(eq=False)
class Role:
    """A page that not everybody may open: the host's, the table's, a seat's. `link` opens it, `cookie` is the hash of the
    cookie that keeps it open; the table's page can be kept open by several."""

    link: str = field(factory=fresh)
    cookies: list[str] = field(factory=list)
    several: bool = False
    bot: str = ""                                # who plays a seat that no person sits on
    taken: bool = False                          # has a person ever sat down?

    def fits(self, link: str) -> bool:
        """Is this the key of the link?"""
        return compare_digest(self.link.encode(), link.encode())

    def open(self) -> str:
        """A cookie for whoever has shown the link."""
        cookie = fresh()
        self.cookies = [*(self.cookies[-7:] if self.several else ()), hashed(cookie)]
        self.taken = True
        return cookie

    def knows(self, cookie: str) -> bool:
        """Is this the cookie that was given last?"""
        given = hashed(cookie)
        return any(compare_digest(one, given) for one in self.cookies)

    def renew(self) -> None:
        """Another link; the old one and its cookie open nothing any more."""
        self.link, self.cookies, self.taken = fresh(), [], False


@frozen
class Kept:
    """What is kept of a table beside its play: who may open which page, what people are called, which table of the process it
    was, and what the tables of that evening have in common."""

    roles: dict[str, Role] = field(factory=dict)
    names: list[str] = field(factory=list)
    number: int = 1
    evening: str = ""


def beside(play: Path) -> Path:
    """Where the keys of a table are kept."""
    return play.with_name(f"{play.name}.seats")


def keep(play: Path, what: Kept) -> None:
    """Writes the keys of a table, all or nothing."""
    data = json.dumps(asdict(what))
    path = beside(play)
    fresh_one = path.with_name(f"{path.name}.new")
    file = os.open(fresh_one, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(file, data.encode())
        os.fsync(file)
    finally:
        os.close(file)
    os.replace(fresh_one, path)


def kept(play: Path) -> Kept:
    """The keys of a table as they were kept; none where there are none that can be read."""
    try:
        data = json.loads(beside(play).read_text(encoding="utf-8"))
        roles = {name: Role(**one) for name, one in data["roles"].items()}
        return Kept(roles, [str(name) for name in data["names"]], int(data.get("number", 1)), str(data.get("evening", "")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Kept()
