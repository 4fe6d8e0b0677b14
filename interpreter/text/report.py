"""What went wrong: the author's mistakes (collected), a fault in play, and what is our own doing.

In:  a Code from the catalogue, a span, and the facts its sentence asks for.
Out: Diagnostic records in a Report; Fault, Unplayable and InternalError to raise.

The words live in text/codes, the drawing in text/render.py. A player's refused answer is none of
these: nothing is wrong with the rules then.
"""

from typing import Any

from attrs import define, field, frozen

from interpreter.text.source import Span


class _Facts(dict):
    """Facts for a sentence; one that was not given reads `?`, since a poor message beats a traceback."""

    def __missing__(self, name: str) -> str:
        return "?"


@frozen(eq=False)
class Code:
    """A kind of mistake: its number, its sentence with {facts} in it, and what to do about it."""

    id: str
    message: str
    about: str
    severity: str = "error"

    def says(self, **facts: Any) -> str:
        return self.message.format_map(_Facts(facts))


@frozen
class Diagnostic:
    """One mistake at one place. `severity` is error, warning or note; a fault that is drawn has fault."""

    code: Code
    span: Span
    message: str
    help: str | None = None
    notes: tuple[str, ...] = ()
    severity: str = "error"

    @property
    def place(self) -> tuple[str, int, int]:
        return self.span.source.name, self.span.start, self.span.end

    def __str__(self) -> str:
        return f"{self.severity}[{self.code.id}]: {self.message} ({self.span})"


@define
class Report:
    """The mistakes found so far. The same code at the same place is kept once, as first said."""

    diagnostics: list[Diagnostic] = field(factory=list)
    _seen: set = field(factory=set, init=False, repr=False)

    def add(self, code: Code, span: Span, /, *, help: str | None = None, notes=(), **facts: Any) -> None:
        found = Diagnostic(code, span, code.says(**facts), help, tuple(notes), code.severity)
        # nowhere is not one place, so there two messages are two mistakes
        key = (code.id, found.message) if span.is_nowhere else (code.id, *found.place)
        if key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(found)

    @property
    def errors(self) -> list[Diagnostic]:
        return [found for found in self.diagnostics if found.severity == "error"]

    @property
    def ok(self) -> bool:
        return not any(found.severity == "error" for found in self.diagnostics)

    def sorted(self) -> list[Diagnostic]:
        """By file and place; at one place in the order they were found."""
        return sorted(self.diagnostics, key=lambda found: found.place)


class Fault(Exception):
    """A rule met a position it cannot deal with; the rules file is at fault, not the player."""

    def __init__(self, code: Code, span: Span, message: str, notes=(), chain=()):
        super().__init__(code, span, message, tuple(notes), tuple(chain))
        self.code, self.span, self.message, self.notes, self.chain = self.args
        self.uses: tuple[str, ...] = ()          # the defines it came through, the innermost first, and where each was used
        self.empty = -1                          # the slot of what was empty, while that is an argument of a define

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault as something to draw; the chain of rules that led there is its last notes."""
        links = tuple(f"reached through {link}" for link in (*self.chain, *reversed(self.uses)))
        return Diagnostic(self.code, self.span, self.message, None, self.notes + links, "fault")

    def __str__(self) -> str:
        return str(self.diagnostic)


class Unplayable(Exception):
    """The setup was refused before play, for example because a `require` of the rules does not hold."""

    def __init__(self, message: str, span: Span):
        super().__init__(message, span)
        self.message, self.span = message, span

    def __str__(self) -> str:
        return self.message if self.span.is_nowhere else f"{self.message} ({self.span})"


class InternalError(Exception):
    """A bug of ours; caught in one place only, the command line."""
