"""The screen and the keyboard: lines of at most 80 columns, in a few styles where a terminal has them; one line asked for.

In:  lines, paragraphs and rows of words, each with the name of a style; a prompt.
Out: the same on the standard output; what a person types, or the next line of the standard input (EOFError at its end).

A style never says anything that the words do not say.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, ExitStack
from shutil import get_terminal_size
from textwrap import wrap
from typing import Any, Protocol

import click
from attrs import define, field

MOST = 80                                        # columns of what is read later: diagnostics, files, pipes
WIDEST, NARROWEST = 120, 40                      # columns of a terminal
STYLES = {"": "", "title": "bold", "ask": "bold cyan", "small": "dim", "no": "bold red", "yes": "green", "who": "bold"}
KEPT = "\u00a0"                                  # a blank at which no line is folded
UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Printer(Protocol):
    """As much of rich's Console as is used here; rich is imported at a terminal only, since that takes long."""

    def print(self, *objects: Any, soft_wrap: bool | None = None) -> None:
        """One line."""
        ...


@define
class Screen:
    """The standard output. `rich` draws on it where it is a terminal and the user wants colours."""

    width: int = MOST
    terminal: bool = False
    console: Printer | None = field(default=None)

    def measure(self) -> None:
        """Takes the width that the terminal has by now."""
        if self.terminal:
            self.width = columns_of_terminal()

    def line(self, text: str = "", style: str = "", spots: Sequence[tuple[int, int, str]] = ()) -> None:
        """One line as it is; `spots` are the places in it that have a style of their own: start, end, style."""
        text = UNPRINTABLE.sub("?", text)
        if self.console is None:
            click.echo(text)
        else:
            from rich.text import Text

            styled = Text(text, STYLES[style])
            for start, end, own in spots:
                styled.stylize(STYLES[own], start, end)
            self.console.print(styled, soft_wrap=True)

    def say(self, text: str, style: str = "", first: str = "", then: str | None = None) -> None:
        """A paragraph, folded; `first` stands before its first line, `then` before the others."""
        for line in folded(text, self.width, first, then):
            self.line(line, style)

    def block(self, text: str, style: str = "") -> None:
        """Lines that are laid out already."""
        for line in text.split("\n"):
            self.line(line, style)

    def rows(self, rows: Iterable[Sequence[str]], indent: str = "  ", style: str = "") -> None:
        """Columns side by side, the last one folded."""
        rows = [[str(cell) for cell in row] for row in rows]
        for line in columns(rows, self.width, indent):
            self.line(line, style)

    def clear(self) -> None:
        """An empty screen, and nothing to scroll back to, where there is a terminal; elsewhere nothing."""
        if self.terminal:
            sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            sys.stdout.flush()


@define
class Paper(Screen):
    """A screen that only remembers its lines: to be compared with what was shown before, and shown later."""

    lines: list[tuple[str, str]] = field(factory=list)
    spots: list[tuple[tuple[int, int, str], ...]] = field(factory=list)

    def line(self, text: str = "", style: str = "", spots: Sequence[tuple[int, int, str]] = ()) -> None:
        """Remembers one line."""
        self.lines.append((text, style))
        self.spots.append(tuple(spots))


def open_screen() -> Screen:
    """The screen of this process."""
    terminal = sys.stdout.isatty()
    if not terminal:
        return Screen()
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return Screen(columns_of_terminal(), os.environ.get("TERM") != "dumb")
    from rich.console import Console

    return Screen(columns_of_terminal(), True, Console(highlight=False, markup=False, emoji=False, width=WIDEST))


def columns_of_terminal() -> int:
    """How many columns there are now, as far as they are used."""
    return max(NARROWEST, min(WIDEST, get_terminal_size((MOST, 24)).columns))


def folded(text: str, width: int, first: str = "", then: str | None = None) -> list[str]:
    """A paragraph as lines; a word that is longer than a line, such as a path, is left whole."""
    then = " " * len(first) if then is None else then
    return wrap(text, width, initial_indent=first, subsequent_indent=then, break_on_hyphens=False,
                break_long_words=False) or [first.rstrip()]


def columns(rows: Sequence[Sequence[str]], width: int, indent: str = "  ") -> list[str]:
    """Rows as lines: every column as wide as its widest cell, but for the last, which is folded."""
    if not rows:
        return []
    count = max(len(row) for row in rows)
    wide = [max((len(row[k]) for row in rows if k < len(row) - 1), default=0) for k in range(count)]
    lines: list[str] = []
    for row in rows:
        head = indent + "".join(f"{cell:<{wide[k]}}  " for k, cell in enumerate(row[:-1]))
        if len(head) > width - 20:              # no room beside: below, a little further in
            lines += folded(" ".join(row), width, indent, indent + "    ")
        else:
            lines += folded(row[-1], width, head) if row[-1] else [head.rstrip()]
    return lines


def progress(length: int, label: str, counted: bool = True):
    """A bar on standard error, on a terminal only; its `update(n)` says that n more are done. Not `counted`: what the length
    counts is of no interest, and the bar shows its part and the time left."""
    return click.progressbar(length=length, label=label, file=sys.stderr, show_pos=counted, show_percent=not counted,
                             hidden=not length or not sys.stderr.isatty())


@contextmanager
def counting(label: str) -> Iterator[Callable[[int, int], None]]:
    """A bar for work whose length is told with its first step: `tell(how many more are done, of how many)`."""
    with ExitStack() as stack:
        bars: list = []

        def tell(done: int, count: int) -> None:
            if not bars:
                bars.append(stack.enter_context(progress(count, label)))
            bars[0].update(done)

        yield tell


# ------------------------------------------------------------------ asking for a line


class LineReader(Protocol):
    """As much of a PromptSession of prompt_toolkit as is used here; it is imported at a terminal only."""

    def prompt(self, message: Any, *, completer: Any) -> str:
        """One line."""
        ...


@define
class Keyboard:
    """The standard input. `session` is who sits there at the moment, made when first asked."""

    screen: Screen
    terminal: bool = False
    session: LineReader | None = field(default=None)

    def ask(self, prompt: str, words=()) -> str:
        """One line."""
        if not self.terminal:
            return self._plain(prompt)
        from prompt_toolkit.completion import WordCompleter

        return self._prompt(f"{prompt} ", WordCompleter(list(words), sentence=True)).strip()

    def _prompt(self, words: str, completer=None) -> str:
        from prompt_toolkit import PromptSession

        self.session = self.session or PromptSession(reserve_space_for_menu=4)
        return self.session.prompt(words, completer=completer)

    def _plain(self, prompt: str) -> str:
        line = sys.stdin.readline()
        if not line:
            self.screen.line(prompt)
            raise EOFError
        text = UNPRINTABLE.sub(" ", line).strip()
        self.screen.line(f"{prompt} {text}")
        return text

    def hand_over(self, name: str) -> None:
        """The next to answer sits down: nobody else may see what comes, nor what stood there."""
        if self.terminal:
            self.screen.clear()
            self._prompt(f"pass the keyboard to {name}, press Enter ")
            self.screen.clear()
            self.session = None                  # the lines typed before are no business of the next


def open_keyboard(screen: Screen) -> Keyboard:
    """The keyboard of this process."""
    return Keyboard(screen, sys.stdin.isatty() and sys.stdout.isatty())
