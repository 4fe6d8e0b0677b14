"""Where a thing stands: a file's text, and a stretch of it.

In:  a file's name and its text; offsets into that text.
Out: Source and Span, and NOWHERE for what stands in no file.

A span also carries the ids of the clauses and rulings it carries out, so that whoever complains
about a line can cite the rulebook without looking anything up.
"""

from bisect import bisect_right
from functools import cached_property

from attrs import AttrsInstance, field, fields, frozen


@frozen(eq=False, slots=False)
class Source:
    """A file as it was read. Its lines are those between newlines; what follows the last one is a line too."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(line.removesuffix("\r") for line in self.text.split("\n"))

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        while newline := self.text.find("\n", starts[-1]) + 1:
            starts.append(newline)
        return starts

    def line_and_column(self, offset: int) -> tuple[int, int]:
        """Both from 1; an offset behind the end counts as the end."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def span(self, start: int, end: int, clauses: tuple[str, ...] = ()) -> "Span":
        return Span(self, start, end, clauses)

    def line_span(self, line: int) -> "Span":
        """The whole of one line, counted from 1, without its indentation: for data files and plays."""
        line = min(max(line, 1), len(self.lines))
        text = self.lines[line - 1]
        start = self._starts[line - 1]
        return Span(self, start + len(text) - len(text.lstrip()), start + len(text.rstrip()))


@frozen(eq=False)
class Span:
    """Where a thing stands in a file, and the ids of the clauses it carries out."""

    source: Source = field(repr=False)
    start: int
    end: int
    clauses: tuple[str, ...] = ()

    @property
    def line(self) -> int:
        return self.source.line_and_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.line_and_column(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def is_nowhere(self) -> bool:
        return not self.source.name

    def with_clauses(self, ids) -> "Span":
        return Span(self.source, self.start, self.end, tuple(ids))

    def __str__(self) -> str:
        cited = f" [{', '.join(self.clauses)}]" if self.clauses else ""
        if self.is_nowhere:
            return "nowhere" + cited
        line, column = self.source.line_and_column(self.start)
        return f"{self.source.name}:{line}:{column}{cited}"


def record_text(record: AttrsInstance) -> str:
    """What attrs would write for a record, for classes that are many: writing it once makes each start a tenth quicker."""
    parts = (f"{part.name}={getattr(record, part.name)!r}" for part in fields(record.__class__) if part.repr)
    return f"{record.__class__.__name__}({', '.join(parts)})"


NOWHERE = Span(Source("", ""), 0, 0)
