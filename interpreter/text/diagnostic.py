"""What went wrong: an author's mistakes (collected), a fault in play, a bug of ours; and how it looks.

In:  a Code from the catalogue, a span, and the facts its sentence asks for.
Out: Diagnostic records in a Report; Fault, Unplayable and InternalError to raise; `draw`, a diagnostic as lines for a terminal;
     `as_json`, a record for other programs; `nearest`, the name that may have been meant.

The words of each mistake stand in text/codes.py. An answer of a player that is refused is none of these: nothing is wrong with
the rules then.
"""

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from textwrap import wrap
from typing import Any

from attrs import define, field, frozen

from interpreter.text.source import Span

FACT = re.compile(r"{(\w+)}")
FIRST_LINKS, LAST_LINKS = 2, 2                     # of the rules that led to a fault, where there are many


class _Facts(dict[str, Any]):
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

    @property
    def form(self) -> str:
        """The sentence without any facts, which stand in capitals: `there is no game named NAME`."""
        return FACT.sub(lambda fact: fact[1].upper(), self.message)


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
        mistake = Diagnostic(code, span, code.says(**facts), help, tuple(notes), code.severity)
        # nowhere is not one place, so there two messages are two mistakes
        key = (code.id, mistake.message) if span.is_nowhere else (code.id, *mistake.place)
        if key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(mistake)

    @property
    def errors(self) -> list[Diagnostic]:
        return [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]

    @property
    def ok(self) -> bool:
        return not any(diagnostic.severity == "error" for diagnostic in self.diagnostics)

    def sorted(self) -> list[Diagnostic]:
        """By file and place; at one place in the order they were found."""
        return sorted(self.diagnostics, key=lambda diagnostic: diagnostic.place)


class Fault(Exception):
    """A rule met a position it cannot deal with; the rules file is at fault, not the player."""

    def __init__(self, code: Code, span: Span | None, message: str, notes: Iterable[str] = (), chain: Iterable[str] = ()):
        super().__init__(code, span, message, tuple(notes), tuple(chain))
        self.code, self.span, self.message, self.notes, self.chain = self.args
        self.uses: tuple[str, ...] = ()          # the defines it came through, the innermost first, and where each was used
        self.empty = -1                          # the slot of what was empty, while that is an argument of a define

    @property
    def diagnostic(self) -> Diagnostic:
        """The fault as something to draw; the chain of rules that led there is its last notes."""
        links = tuple(f"reached through {link}" for link in _few((*self.chain, *reversed(self.uses))))
        return Diagnostic(self.code, self.span, self.message, None, self.notes + links, "fault")

    def __str__(self) -> str:
        return str(self.diagnostic)


def _few(links: Sequence[str]) -> Sequence[str]:
    """The links of a chain; of a long one the first and the last, with how many stand between."""
    left = len(links) - FIRST_LINKS - LAST_LINKS
    return links if left < 2 else (*links[:FIRST_LINKS], f"{left} more", *links[-LAST_LINKS:])


class Unplayable(Exception):
    """The setup was refused before play, for example because a `require` of the rules does not hold."""

    def __init__(self, message: str, span: Span):
        super().__init__(message, span)
        self.message, self.span = message, span

    def __str__(self) -> str:
        return self.message if self.span.is_nowhere else f"{self.message} ({self.span})"


class InternalError(Exception):
    """A bug of ours; caught in one place only, the command line."""


def no_case(form: object) -> InternalError:
    """For the end of a `match` that names every form there is: raised for one that it does not know."""
    return InternalError(f"nothing is said here of {type(form).__name__}")


# ------------------------------------------------------------------ how a mistake looks


def draw(diagnostic: Diagnostic, width: int = 80) -> str:
    """The diagnostic with its line of the file, what it covers underlined, and the notes below."""
    head = f"{diagnostic.severity}[{diagnostic.code.id}]: {diagnostic.message}"
    notes = _notes(diagnostic)
    if diagnostic.span.is_nowhere:
        return "\n".join([head, *_footer([diagnostic.help, *notes], "  ", width)])
    span = diagnostic.span
    margin = " " * len(str(span.line))
    frame = [head, f"{margin}┌─ {span.source.name}:{span.line}:{span.column}"]
    below: list[str | None]
    if span.source.text:
        code, carets, help = _underlined(diagnostic, width - len(margin) - 2)
        frame += [f"{margin}│", f"{span.line}│ {code}".rstrip(), f"{margin}│ {carets}"]
        below = [help, *notes]
    else:
        below = [diagnostic.help, *notes]
    foot = _footer(below, margin, width)
    return "\n".join(frame + ([f"{margin}│"] if foot else []) + foot)


def _underlined(diagnostic: Diagnostic, room: int) -> tuple[str, str, str | None]:
    """The line, the carets with the help behind them, and the help again if it found no room there."""
    span = diagnostic.span
    line, at = span.source.lines[span.line - 1].replace("\t", " "), span.column - 1
    marks = max(1, min(span.end - span.start, len(line) - at))
    line = line.ljust(at + marks)  # the end of a line can be marked too
    if len(line) > room:
        line, at = _clipped(line, at, marks, room)
        marks = max(1, min(marks, room - at))
    carets = " " * at + "^" * marks
    if diagnostic.help is None:
        return line, carets, None
    if len(carets) + 1 + len(diagnostic.help) <= room:
        return line, f"{carets} {diagnostic.help}", None
    return line, carets, diagnostic.help


def _clipped(line: str, at: int, marks: int, room: int) -> tuple[str, int]:
    """The part of a long line around what is marked, and where the marks begin in it."""
    room = max(room, 8)
    first = max(0, min(at - 4, at + marks + 4 - room, len(line) - room)) if at + marks > room - 1 else 0
    first = min(first, at - 1) if first else 0
    piece = line[first : first + room]
    if first + room < len(line):
        piece = piece[:-1] + "…"
    if first:
        piece = "…" + piece[1:]
    return piece, at - first


def _notes(diagnostic: Diagnostic) -> list[str]:
    """The notes, and the clauses the place carries out unless a note speaks of them already."""
    said = " ".join(diagnostic.notes)
    left = [clause for clause in diagnostic.span.clauses if clause not in said]
    return [*diagnostic.notes, *([f"rulebook {', '.join(left)}"] if left else [])]


def _footer(notes: Iterable[str | None], margin: str, width: int) -> list[str]:
    lines = []
    for note in filter(None, notes):
        lines += wrap(
            note,
            max(width, 40),
            initial_indent=f"{margin}= ",
            subsequent_indent=f"{margin}  ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines


def as_json(diagnostic: Diagnostic) -> dict:
    """The diagnostic as plain values; lines and columns count from 1, the end column is the one behind."""
    span = diagnostic.span
    end_line, end_column = span.source.line_and_column(span.end)
    return {
        "code": diagnostic.code.id,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "file": span.source.name or None,
        "line": span.line,
        "column": span.column,
        "end_line": end_line,
        "end_column": end_column,
        "clauses": list(span.clauses),
        "help": diagnostic.help,
        "notes": list(diagnostic.notes),
    }


def nearest(name: str, names: Iterable[str], limit: int = 1) -> str | None:
    """The name most like `name`, or with a higher limit the few most like it, in words."""
    plain: dict[str, str] = {}
    for word in sorted(names):
        plain.setdefault(word.lower(), word)
    words = [plain[word] for word in get_close_matches(name.lower(), plain, limit, 0.6) if plain[word] != name]
    return listed(words, "or") or None


def suggestion(name: str, names: Iterable[str]) -> str | None:
    meant = nearest(name, names)
    return f"did you mean `{meant}`?" if meant else None


def does(who: str, verb: str) -> str:
    """`Ann chooses`, `you choose`: a seat may be called `you`, and is then spoken to."""
    if who.lower() != "you":
        return f"{who} {verb}"
    first, *rest = verb.split(" ", 1)
    return " ".join([who, SPOKEN_TO.get(first) or first.removesuffix("s"), *rest])


def whose(who: str) -> str:
    """`Ann's`, `your`"""
    return f"{who}'s" if who.lower() != "you" else "your"


SPOKEN_TO = {"goes": "go", "is": "are", "has": "have"}


def listed(words: Iterable[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, end = [str(word) for word in words] or [""]
    return f"{', '.join(most)} {last} {end}" if most else end
