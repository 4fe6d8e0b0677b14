"""What can be done about a mistake: each suggestion of a message as a change to the file.

In:  a Diagnostic of a file as it is now.
Out: Fixes: a title, and what is to be put in place of what. The likeliest comes first.
"""

import re
from collections.abc import Callable, Iterator

from attrs import frozen

from interpreter.syntax.parser import parse_part
from interpreter.syntax.tokens import indent, line_end, words
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Diagnostic, nearest, Report
from interpreter.text.source import Source

MEANT = re.compile(r"did you mean `?([^`?]+)`?\?")
WRITE = re.compile(r"\b(?:write|such as|remove|say) `([^`]+)`")
NAMED = re.compile(r"`([^`]+)`")
HAS = re.compile(r"\bhas: (.+)$")
CLOSES = {"(": ")", "[": "]", "{": "}"}
MOST_OFFERED = 4


@frozen
class Fix:
    """Each change is (from, to, instead), in offsets of the file."""

    title: str
    changes: tuple[tuple[int, int, str], ...]

    def taken(self, text: str) -> str:
        """The text with the changes made."""
        for start, end, instead in sorted(self.changes, reverse=True):
            text = text[:start] + instead + text[end:]
        return text


def fixes(one: Diagnostic) -> list[Fix]:
    """Everything that can be offered for a mistake."""
    if one.span.is_nowhere or not one.span.source.text:
        return []
    found = [*_suggested(one), *(OF_CODE[one.code](one) if one.code in OF_CODE else ())]
    seen: dict[tuple, Fix] = {}
    for fix in found:
        seen.setdefault(fix.changes, fix)
    return list(seen.values())[:MOST_OFFERED]


# ------------------------------------------------------------------ what the message says


def _suggested(one: Diagnostic) -> Iterator[Fix]:
    said = one.help or ""
    for meant in MEANT.findall(said):
        for name in re.split(r"`?, `?|`? or `?", meant):
            yield _instead(one, name.strip("`"))
    for written in WRITE.findall(said):
        if written.startswith("use ") and "at the top" in said:
            yield _at_the_top(one, written)
        elif "..." not in written and not re.search(r"\b[A-Z]{3,}\b", written):
            yield _instead(one, written)
    for note in one.notes:
        for names in HAS.findall(note):
            wrong = next(iter(NAMED.findall(one.message)), "")
            known = names.split(", ")
            near = nearest(wrong, known, 3)
            for name in re.split(r", | or ", near) if near else ():
                yield _instead(one, name)


def _at_the_top(one: Diagnostic, line: str) -> Fix:
    """A line above the other `use` lines; below a `library` line; else above everything."""
    text = one.span.source.text
    used, library = re.search(r"^use ", text, re.MULTILINE), re.search(r"^library .*\n", text, re.MULTILINE)
    at = used.start() if used else library.end() if library else 0
    return Fix(f"write `{line}` at the top", ((at, at, f"{line}\n" if used or library else f"{line}\n\n"),))


def _instead(one: Diagnostic, name: str) -> Fix:
    """A word for the one that is named in the message, or for all that is marked."""
    text = one.span.text
    wrong = next((word for word in NAMED.findall(one.message) if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text)), text)
    at = re.search(rf"(?<!\w){re.escape(wrong)}(?!\w)", text) if wrong != text else None
    start = one.span.start + (at.start() if at else 0)
    end = start + len(wrong) if at else one.span.end
    if at is None and text[:1] == text[-1:] == '"' and name[:1] != '"':
        start, end = start + 1, end - 1                                # a file, or the id of a row, between quotes
    return Fix(f"write `{name}`", ((start, end, name),))


# ------------------------------------------------------------------ what is done about mistakes of a kind


def _line(one: Diagnostic) -> tuple[int, int]:
    """Where the marked line begins and ends."""
    text = one.span.source.text
    start = text.rfind("\n", 0, one.span.start) + 1
    end = text.find("\n", one.span.start)
    return start, end if end >= 0 else len(text)


def _before_cites(source: Source, start: int, end: int) -> int:
    """The end of what a line says, before the clauses it cites and a comment."""
    found = words(source.text, start, end)
    cites = next((word.start for word in found if word.text == "cites"), None)
    said = [word for word in found if cites is None or word.start < cites]
    return said[-1].end if said else start


def _unclosed_string(one: Diagnostic) -> Iterator[Fix]:
    start, end = _line(one)
    text = one.span.source.text[one.span.start:end]
    last = re.search(r"\s{2,}cites .*$|\s+#.*$", text)
    at = one.span.start + (last.start() if last else len(text.rstrip()))
    yield Fix('close the words with `"`', ((at, at, '"'),))


def _unclosed_bracket(one: Diagnostic) -> Iterator[Fix]:
    bracket, source = one.span.text, one.span.source
    start, end = _line(one)
    at = _before_cites(source, start, end)
    if bracket in CLOSES:
        yield Fix(f"close it with `{CLOSES[bracket]}` at the end of the line", ((at, at, CLOSES[bracket]),))
        yield Fix(f"take the `{bracket}` away", ((one.span.start, one.span.end, ""),))


def _quantifier(one: Diagnostic) -> Iterator[Fix]:
    start, end = _line(one)
    at = _before_cites(one.span.source, start, end)
    yield Fix("put it in brackets", ((one.span.start, one.span.start, "("), (at, at, ")")))


def _cites(one: Diagnostic) -> Iterator[Fix]:
    """`cites` and its ids, moved to the end of the line."""
    start, end = _line(one)
    text = one.span.source.text
    found = re.compile(r"cites\s+[A-Z]+[-A-Z]*\d+(?:\s*(?:,|\.\.)\s*[A-Z]+[-A-Z]*\d+)*\s*").match(text, one.span.start)
    if found:
        said = found.group().strip()
        last = len(text[start:end].rstrip()) + start
        yield Fix("move it to the end of the line", ((found.start(), found.end(), ""), (last, last, f"  {said}")))


def _stray(one: Diagnostic) -> Iterator[Fix]:
    if one.help is None or "letters" in one.help:
        yield Fix("take it away", ((one.span.start, one.span.end, ""),))


def _not_here(one: Diagnostic) -> Iterator[Fix]:
    """A word or sign that does not fit is left out."""
    if "closes a bracket" in one.message or re.search(r"does not fit here|has no meaning|is not expected", one.message):
        yield Fix(f"take `{one.span.text}` away", ((one.span.start, one.span.end, ""),))
    ends = re.search(r"the line ends with `([^`]+)`, so it goes on", one.message)
    if ends:
        yield Fix(f"take the `{ends[1]}` away", ((one.span.start, one.span.end, ""),))
    if "between two clauses" in one.message:
        last = len(one.span.source.text[:one.span.start].rstrip())
        yield Fix("put a comma between", ((last, last, ","),))
    joins = re.search(r"no line begins with `([^`]+)`", one.message)
    above = re.search(r"end the line above with `([^`]+)`", one.help or "")
    if joins and above:
        start, end = _line(one)
        text = one.span.source.text
        last = len(text[:start].rstrip())
        after = one.span.end + (text[one.span.end:one.span.end + 1] == " ")
        yield Fix(f"end the line above with `{above[1]}`", ((last, last, f" {above[1]}"), (one.span.start, after, "")))


def _tabs(one: Diagnostic) -> Iterator[Fix]:
    """Each tab as wide as makes rules of it."""
    text = one.span.source.text
    begins = [0, *(found.start() + 1 for found in re.finditer(r"\n(?=[^\s#])", text))]
    start = max(at for at in begins if at <= one.span.start)
    end = min((at for at in begins if at > one.span.start), default=len(text))
    ways = [tuple(_spaced(text, wide)) for wide in (2, 4, 6, 8)]
    for way in ways:
        inside = [(a - start, b - start, instead) for a, b, instead in way if start <= a < end]
        if parse_part(Source("", Fix("", tuple(inside)).taken(text[start:end])), Report()) is not None:
            yield Fix("indent with spaces", way)


def _spaced(text: str, wide: int) -> Iterator[tuple[int, int, str]]:
    for found in re.finditer(r"^[ ]*\t[ \t]*", text, re.MULTILINE):
        yield found.start(), found.end(), found.group().replace("\t", " " * wide)


def _bad_indent(one: Diagnostic) -> Iterator[Fix]:
    """As far in as a line above it or below it."""
    start, end = _line(one)
    source = one.span.source
    rows, row = source.lines, one.span.line - 1
    wide = indent(rows[row])
    above = {indent(line) for line in rows[max(0, row - 30):row] if line.strip()}
    below = {indent(line) for line in rows[row + 1:row + 2] if line.strip()}
    for wanted in sorted(above | below, key=lambda other: (other not in below, abs(other - wide), other)):
        if wanted != wide and wanted % 2 == 0:
            yield Fix(f"indent it by {wanted}", ((start, start + wide, " " * wanted),))


def _block_unwanted(one: Diagnostic) -> Iterator[Fix]:
    """The lines that are too far in, as far in as the one above."""
    source = one.span.source
    rows, row = source.lines, one.span.line - 1
    wide = indent(rows[row])
    above = next((indent(line) for line in reversed(rows[:row]) if line.strip()), 0)
    changes, at = [], source.line_span(row + 1).start - wide
    for line in rows[row:]:
        if line.strip() and indent(line) < wide:
            break
        if line.strip():
            changes.append((at, at + wide - above, ""))
        at += len(line) + 1
    yield Fix("indent it like the line above", tuple(changes))


def _block_missing(one: Diagnostic) -> Iterator[Fix]:
    """The next line is what was meant to be in the block."""
    source = one.span.source
    rows, row = source.lines, one.span.line - 1
    row = line_end(list(rows), row)
    wide, at = indent(rows[one.span.line - 1]), source.line_span(row + 1).end
    following = next((k for k in range(row + 1, len(rows)) if rows[k].strip()), None)
    if following is not None and indent(rows[following]) == wide:
        start = source.line_span(following + 1).start - wide
        yield Fix("indent the line below", ((start, start, "  "),))
    yield Fix("take the line away", ((source.line_span(one.span.line).start - wide, at, ""),))


def _out_of_range(one: Diagnostic) -> Iterator[Fix]:
    found = re.search(r"goes from (-?\d+) to (-?\d+); this is (-?\d+)", one.message)
    if found and one.span.text.strip().lstrip("-").isdigit():
        low, high, got = int(found[1]), int(found[2]), int(found[3])
        yield Fix(f"write `{low if got < low else high}`", ((one.span.start, one.span.end, str(low if got < low else high)),))


def _downward(one: Diagnostic) -> Iterator[Fix]:
    low, dots, high = one.span.text.partition("..")
    if dots:
        turned = f"{high.strip()}..{low.strip()}"
        yield Fix(f"write `{turned}`", ((one.span.start, one.span.end, turned),))


def _other_name(one: Diagnostic) -> Iterator[Fix]:
    """A name that is free, for this place and those that follow in the same declaration."""
    name, text = one.span.text, one.span.source.text
    if not name.isidentifier():
        return
    free = next(f"{name}_{k}" for k in range(2, 99) if not re.search(rf"\b{name}_{k}\b", text))
    block = re.compile(r"^(?=\S)", re.MULTILINE).search(text, one.span.end)
    end = block.start() if block else len(text)
    places = [found for found in words(text, one.span.start, end) if found.text == name]
    yield Fix(f"call it `{free}`", tuple((word.start, word.end, free) for word in places))


def _without(title: str) -> Callable[[Diagnostic], Iterator[Fix]]:
    def remove(one: Diagnostic) -> Iterator[Fix]:
        """Takes all the lines away that are marked."""
        start, end = _line(one)
        text = one.span.source.text
        last = text.find("\n", max(one.span.start, one.span.end - 1))
        yield Fix(title, ((start, last + 1 if last >= 0 else len(text), ""),))

    return remove


def _rounding(one: Diagnostic) -> Iterator[Fix]:
    for way in ("down", "up"):
        yield Fix(f"say `rounded {way}`", ((one.span.end, one.span.end, f" rounded {way}"),))


def _fraction(one: Diagnostic) -> Iterator[Fix]:
    whole = one.span.text.split(".")[0]
    yield Fix(f"write `{whole}`", ((one.span.start, one.span.end, whole),))


def _statement_of_value(one: Diagnostic) -> Iterator[Fix]:
    yield Fix("call it as an effect, with brackets", ((one.span.end, one.span.end, "()"),))


OF_CODE: dict[Code, Callable[[Diagnostic], Iterator[Fix]]] = {
    codes.UNCLOSED_STRING: _unclosed_string, codes.UNCLOSED_BRACKET: _unclosed_bracket,
    codes.QUANTIFIER_NEEDS_BRACKETS: _quantifier, codes.CITES_NOT_LAST: _cites, codes.STRAY_CHARACTER: _stray,
    codes.SYNTAX: _not_here, codes.TAB_INDENT: _tabs, codes.BAD_INDENT: _bad_indent, codes.BLOCK_UNWANTED: _block_unwanted,
    codes.BLOCK_MISSING: _block_missing, codes.OUT_OF_RANGE: _out_of_range, codes.NO_RANGE: _downward,
    codes.EMPTY_RANGE: _downward, codes.DECLARED_TWICE: _other_name, codes.NAME_TAKEN: _other_name,
    codes.TABLE_ROW_TWICE: _without("take this row away"), codes.DIVISION: _rounding, codes.FRACTION: _fraction,
    codes.EFFECT_OF_LINE: _statement_of_value,
}
