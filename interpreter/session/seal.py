"""Sealed lines of a `.play` file: what nobody at the table should read before the end of the play.

In:  a key, which stands in the heading of the file, and a line.
Out: the line sealed, `~` and letters; or opened again, None if it is none that this key has sealed.

A seal keeps eyes off: whoever opens the file in an editor reads no hand and no deck. The key stands beside, so that the play
can be gone on with anywhere; it keeps out nobody who sets out to break it.
"""

import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

MARK = "~"
SALT, CHECK = 6, 4                               # bytes of each line that make it unlike its equals, and that verify it


def fresh_key() -> str:
    """A key for one play."""
    return secrets.token_hex(8)


def sealed(key: str, line: str) -> str:
    """The line as it stands in the file."""
    salt, data = secrets.token_bytes(SALT), line.encode()
    return MARK + urlsafe_b64encode(salt + _check(key, data) + _mixed(key, salt, data)).decode().rstrip("=")


def opened(key: str, text: str) -> str | None:
    """The line that was sealed."""
    try:
        whole = urlsafe_b64decode(text.removeprefix(MARK) + "=" * (-len(text.removeprefix(MARK)) % 4))
        salt, check, rest = whole[:SALT], whole[SALT:SALT + CHECK], whole[SALT + CHECK:]
        data = _mixed(key, salt, rest)
        return data.decode() if _check(key, data) == check else None
    except ValueError:                           # no letters of a seal, or no text in UTF-8
        return None


def _check(key: str, data: bytes) -> bytes:
    return sha256(key.encode() + data).digest()[:CHECK]


def _mixed(key: str, salt: bytes, data: bytes) -> bytes:
    """The data with a stream of bytes laid over it; the same again takes it off."""
    blocks = (sha256(f"{key}/{k}/".encode() + salt).digest() for k in range(len(data) // 32 + 1))
    return bytes(byte ^ other for byte, other in zip(data, b"".join(blocks), strict=False))
