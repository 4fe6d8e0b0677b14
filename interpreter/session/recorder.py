"""Writing a `.play` file, line by line: what is answered is on disk before it counts.

In:  a path, the Heading of a play, its entries as a Session gives them.
Out: the file. `Recorder` is the journal of the Session; CannotRecord says in words what keeps it from writing, and then what
     was written of the line is taken away again.
"""

import errno
import os
import stat
from pathlib import Path

from attrs import define

from interpreter.session.history import Entry
from interpreter.session.seal import MARK, opened
from interpreter.session.session import Session
from interpreter.session.transcript import Heading, play_line

WHY = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk is full", errno.EACCES: "nobody may write there",
       errno.EROFS: "nobody may write there", errno.ENOENT: "there is no such folder", errno.EISDIR: "it is a folder"}

try:
    import fcntl
except ImportError:                                         # no locks of this sort here
    fcntl = None                                            # type: ignore[assignment]  # a module, or nothing in its place


class CannotRecord(Exception):
    """The play cannot be written down; the answer that was to be written has not been carried out."""


@define(eq=False)
class Recorder:
    """A journal that writes a `.play` file, line by line.

    Whatever keeps it from writing raises CannotRecord, and what was written of the line is taken away again, so that the
    file ends with the last answer that counts.
    """

    path: Path
    key: str = ""                                           # with which lines are sealed that not everybody may see
    _file: int = -1
    _size: int = 0

    @classmethod
    def begin(cls, path: Path | str, heading: Heading) -> "Recorder":
        """A new file, with its heading."""
        recorder = cls(Path(path), heading.key)
        recorder._open(0 if _is_empty(recorder.path) else os.O_CREAT | os.O_EXCL)
        if os.fstat(recorder._file).st_size:                 # somebody else has begun a play in it meanwhile
            recorder.close()
            raise CannotRecord(f"`{recorder.path}` is there already; go on with it, or give another name")
        recorder._put("".join(f"{line}\n" for line in [*heading.lines, ""]))
        recorder.settle()
        return recorder

    @classmethod
    def go_on(cls, path: Path | str, keep: int, key: str = "") -> "Recorder":
        """A file of which the first `keep` bytes stand, to be written on from there."""
        recorder = cls(Path(path), key)
        recorder._open(0)
        recorder._size = keep
        if b"\n" in recorder.path.read_bytes()[keep:]:      # after the play was read, and before it was ours
            recorder.close()
            raise CannotRecord(f"`{path}` has been written by another play meanwhile; go on with it once more")
        try:
            os.ftruncate(recorder._file, keep)
            os.lseek(recorder._file, keep, os.SEEK_SET)
        except OSError as error:
            raise recorder._trouble(error) from None
        return recorder

    def _open(self, how: int) -> None:
        try:
            self._file = os.open(self.path, os.O_WRONLY | how | getattr(os, "O_BINARY", 0), 0o644)
        except FileExistsError:
            raise CannotRecord(f"`{self.path}` is there already; go on with it, or give another name") from None
        except (OSError, ValueError) as error:
            raise self._trouble(error) from None
        self._keep_others_out()

    def _keep_others_out(self) -> None:
        """Two that write to one file would each lose what the other has answered: the second is refused."""
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise CannotRecord(f"`{self.path}` is being played in another window; leave it there first") from None
        except OSError:                                     # a disk that has no locks
            return

    def _put(self, text: str) -> None:
        """All of the text, or nothing."""
        try:
            data = text.encode()
        except UnicodeEncodeError:
            why = "a path in its heading has letters that are no UTF-8"
            raise CannotRecord(f"`{self.path}` cannot be written: {why}") from None
        try:
            done = 0
            while done < len(data):
                done += os.write(self._file, data[done:])
        except OSError as error:
            self._take_away()
            raise self._trouble(error) from None
        self._size += len(data)

    def _take_away(self) -> None:
        try:
            os.ftruncate(self._file, self._size)
            os.lseek(self._file, self._size, os.SEEK_SET)
        except OSError:                                     # then the rest is a line without an end, which nobody reads
            return

    def _trouble(self, error: Exception) -> CannotRecord:
        why = WHY.get(getattr(error, "errno", 0)) or getattr(error, "strerror", None) or error
        return CannotRecord(f"`{self.path}` cannot be written: {why}")

    def write(self, session: Session, entry: Entry) -> None:
        """One answer."""
        self._put(f"{play_line(session.spec, entry, self.key)}\n")

    def undone(self, session: Session, count: int) -> None:
        """The last answers are taken back; their lines stay."""
        self._put(f"undo {count}\n")

    def remark(self, words: str) -> None:
        """A line for people, and for who goes on after a `fix` that was cut off."""
        self._put(f"{words}\n")

    def ended(self, session: Session, words: str) -> None:
        """The last line; at the end of a play what was sealed is opened, as lines for people."""
        self._put(f"{words}\n")
        if self.key and words.startswith("over "):
            lines = enumerate(self.path.read_text(encoding="utf-8").split("\n"), 1)
            shut = [f"# line {number}: {opened(self.key, line)}\n" for number, line in lines if line.startswith(MARK)]
            self._put("".join(["# what was sealed\n", *shut]))

    def _is_there(self) -> None:
        """Writing into a file that was deleted meanwhile would lose everything, without a word from the disk."""
        here = os.fstat(self._file)
        if not stat.S_ISREG(here.st_mode):
            return
        try:
            there = os.stat(self.path)
        except OSError:
            there = None
        if there is None or (there.st_ino, there.st_dev) != (here.st_ino, here.st_dev):
            raise CannotRecord(f"`{self.path}` is not there any more: somebody has deleted or moved it")

    def settle(self) -> None:
        """Puts what was written on the disk itself."""
        self._is_there()
        try:
            os.fsync(self._file)
        except OSError as error:
            if error.errno not in (errno.EINVAL, errno.ENOTSUP):          # a pipe or a terminal has no disk
                raise self._trouble(error) from None

    def close(self) -> None:
        """The file is done with."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1


def _is_empty(path: Path) -> bool:
    """Is there a file of this name in which nothing stands?"""
    try:
        return stat.S_ISREG(path.stat().st_mode) and path.stat().st_size == 0
    except (OSError, ValueError):
        return False
