"""What the command line keeps on disk beside what it is told to: plays that nobody asked to record, and tracebacks of ours.

In:  the words of the command line; what went wrong.
Out: paths of files in a folder of the user's own, or of the machine's temporary files where that cannot be written.
     `nothing_collected` keeps the garbage collector away while rules are read and tried.
"""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

from attrs import define, field


def state_folders() -> list[Path]:
    """Where things are kept, the best place first."""
    home = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    if not home:
        try:
            home = str(Path.home() / ".local" / "state")
        except RuntimeError:                     # an account without a home
            home = gettempdir()
    return [Path(home) / "rulewright", Path(gettempdir()) / f"rulewright-{os.getuid() if hasattr(os, 'getuid') else 0}"]


def places_for(stem: str, suffix: str) -> Iterator[Path]:
    """Paths of a file that is not there yet, in each folder that can be made, the best place first."""
    from datetime import datetime

    name = f"{stem}-{datetime.now():%Y%m%d-%H%M%S}-{os.getpid()}{suffix}"
    for folder in state_folders():
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            continue
        yield folder / name


@define
class Run:
    """One run of the command: what it was called with, and the play that is on the table."""

    words: tuple[str, ...] = ()
    play: Callable[[], str] | None = field(default=None)     # gives the play so far as text

    def keep_traceback(self, error: BaseException) -> str:
        """Writes down what happened to us; gives the file's path, or says that there is none."""
        from traceback import format_exception

        text = "\n".join([*_versions(self.words), "", *format_exception(error), "", *self._play()])
        for path in places_for("fault", ".txt"):
            try:
                path.write_text(text, encoding="utf-8")
            except OSError:
                continue
            return str(path)
        sys.stderr.write(text + "\n")
        return "the lines above, since no folder could be written"

    def _play(self) -> list[str]:
        return ["the play so far:", "", self.play()] if self.play is not None else ["no play was on the table"]


def _versions(words) -> list[str]:
    import platform
    from importlib import metadata

    from interpreter import __version__

    lines = [f"rulewright {__version__}", f"Python {platform.python_version()} on {platform.system()}"]
    for name in ("attrs", "click", "lark", "prompt_toolkit", "rich"):
        try:
            lines.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            lines.append(f"{name} is not installed")
    return [*lines, f"called with: {' '.join(map(repr, words))}"]


# ------------------------------------------------------------------ no garbage collection meanwhile


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Trees and plans live until the work is over; looking among them for garbage would take a third of its time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
