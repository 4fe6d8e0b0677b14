"""The rulebook beside a game: its clauses, and the rulings on what its text leaves open.

In:  `clauses.tsv` (id, section, kind, clause, notes) and `rulings.md` of a folder.
Out: a Rulebook of Clause and Ruling records, or None with the reason in the report.

A ruling is an entry under a heading that begins with its id. Its fields are lines that begin with their
name, with or without a bullet and bold type; one line may hold several. What stands under other headings
is for people only. Which option carries a ruling out, and what its values are called in rules, follows
from the entry: `add.order` is the option `add_order`, and `true` is `yes`. Alternatives are written like
options and have none: the variant `add_order_free` carries out the value `free` of `add.order`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

from interpreter.project.files import read_source
from interpreter.text.codes import CLAUSE_ROW, NO_SUCH_CLAUSE, RULEBOOK_MISSING
from interpreter.text.diagnostic import nearest, Report
from interpreter.text.source import NOWHERE, Source, Span

COLUMNS = ("id", "section", "kind", "clause", "notes")
NOT_BINDING = ("flavour", "credit", "transcription")
LONGEST_RANGE = 999

_ID = re.compile(r"([A-Z]+(?:-[A-Z]+)?-?)([0-9]+)")
_IDS = re.compile(rf"({_ID.pattern})(?:\s*\.\.\s*({_ID.pattern}))?")
_ENTRY = re.compile(rf"#+\s+({_ID.pattern})\b[:.]?\s*(.*)")
_HEADING = re.compile(r"#+\s")

# what an entry calls a field, and what we call it
_FIELDS = {
    "type": "kind",
    "kind": "kind",
    "clauses": "clauses",
    "problem": "question",
    "question": "question",
    "readings": "readings",
    "ruling": "choice",
    "choice": "choice",
    "option": "option",
    "options": "option",
    "alternatives": "others",
    "why": "why",
    "flip": "flip",
    "to flip": "flip",
}
_NAMES = "|".join(sorted(_FIELDS, key=len, reverse=True))
_BULLET = re.compile(r"\s*[-*]\s+")
_BOLD = re.compile(rf"(?:^|;?\s+)\*\*({_NAMES})(?::\*\*|\*\*:)\s*", re.IGNORECASE)
_BARE = re.compile(rf"^({_NAMES}):\s*", re.IGNORECASE)
_LETTER = re.compile(r"""(?:^|(?<=[.,;:?!"')]\s))\(([a-z])\)\s+""")  # at the start, or behind the end of a sentence
_WRITTEN = re.compile(r"\(written (\w+)\)")


# ------------------------------------------------------------------ the records


@frozen(eq=False)
class Clause:
    """One sentence of the rulebook, in our words."""

    id: str
    section: str
    kind: str
    text: str
    notes: str
    span: Span = field(default=NOWHERE, repr=False)

    @property
    def binds(self) -> bool:
        return self.kind not in NOT_BINDING


@frozen
class OptionKey:
    """What a ruling calls an option and its values, the recommended one first."""

    key: str
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        return option_name(self.key)

    @property
    def words(self) -> tuple[str, ...]:
        """The values as rules write them; none if one of them is no word, so that the list is not closed."""
        names = tuple(value_name(value) for value in self.values)
        return names if all(re.fullmatch(r"[A-Za-z]\w*", name) for name in names) else ()


@frozen(eq=False)
class Ruling:
    """A question the rulebook leaves open, the ways to read it, and the way we take."""

    id: str
    title: str
    clauses: tuple[str, ...]
    question: str
    readings: tuple[str, ...]
    choice: str
    options: tuple[OptionKey, ...]
    why: str
    flip: str
    kind: str = ""
    others: tuple[OptionKey, ...] = ()  # readings that no option of the rules switches, or an option of another ruling
    span: Span = field(default=NOWHERE, repr=False)

    @property
    def option_key(self) -> str | None:
        return self.options[0].key if self.options else None

    @property
    def values(self) -> tuple[str, ...]:
        return self.options[0].values if self.options else ()


@frozen(eq=False)
class Rulebook:
    """The clauses and rulings by id, in the order of their files."""

    name: str
    clauses: dict[str, Clause] = field(repr=False)
    rulings: dict[str, Ruling] = field(repr=False)

    def clause(self, id: str) -> Clause | None:
        return self.clauses.get(id)

    def ruling(self, id: str) -> Ruling | None:
        return self.rulings.get(id)

    def has(self, id: str) -> bool:
        return id in self.clauses or id in self.rulings

    def expand(self, first: str, last: str) -> tuple[str, ...]:
        return expand(first, last)

    def binding(self) -> tuple[Clause, ...]:
        return tuple(clause for clause in self.clauses.values() if clause.binds)

    def nearest(self, id: str) -> str | None:
        """The same number written otherwise, or else the id that looks most like it."""
        ids = [*self.clauses, *self.rulings]
        wanted = _parts(id.upper())
        alike = (known for known in ids if wanted and _parts(known) == wanted)
        return next(alike, None) or nearest(id, ids)

    def ruling_for(self, option: str) -> Ruling | None:
        """The ruling that an option of this name carries out."""
        named = (ruling for ruling in self.rulings.values() if any(key.name == option for key in ruling.options))
        return next(named, None)


def option_name(key: str) -> str:
    """The option's name in rules: `add.order` is `add_order`."""
    return key.replace(".", "_")


def value_name(word: str) -> str:
    """A value's name in rules: `true` is `yes`; `none (written stays)` is `stays`; other words are themselves."""
    if written := _WRITTEN.search(word):
        return written[1]
    return {"true": "yes", "false": "no"}.get(word, word)


def expand(first: str, last: str) -> tuple[str, ...]:
    """The ids from `first` to `last`; nothing if they are no range: other prefixes, or downward."""
    low, high = _parts(first), _parts(last)
    if low is None or high is None or low[0] != high[0] or not low[1] <= high[1] <= low[1] + LONGEST_RANGE:
        return ()
    width = len(first) - len(low[0])
    return tuple(f"{low[0]}{number:0{width}}" for number in range(low[1], high[1] + 1))


def _parts(id: str) -> tuple[str, int] | None:
    parts = _ID.fullmatch(id)
    return (parts[1], int(parts[2])) if parts else None


# ------------------------------------------------------------------ reading


def read_rulebook(folder: Path, name: str, report: Report, span: Span = NOWHERE) -> Rulebook | None:
    """`name` is the rulebook's in the game's heading, and `span` is where that stands. Rulings are not required."""
    ledger, entries = folder / "clauses.tsv", folder / "rulings.md"
    if not ledger.exists():
        report.add(RULEBOOK_MISSING, span, name=ledger.name)
        return None
    source = read_source(ledger, report, span)
    if source is None:
        return None
    clauses = read_clauses(source, report)
    written = read_source(entries, report, span) if entries.exists() else None
    return Rulebook(name, clauses, read_rulings(written, clauses, report) if written else {})


def read_clauses(source: Source, report: Report) -> dict[str, Clause]:
    """One clause a line, its values divided by tabs, under the heading id, section, kind, clause, notes."""
    clauses: dict[str, Clause] = {}
    lines = [(number, line) for number, line in enumerate(source.lines, 1) if line.strip() and line[0] != "#"]
    if not lines or tuple(_values(lines[0][1])) != COLUMNS:
        what = f"the heading is not {', '.join(COLUMNS)}, with a tab between"
        report.add(CLAUSE_ROW, source.line_span(lines[0][0] if lines else 1), row=1, what=what)
        return clauses
    for number, line in lines[1:]:
        values, span = _values(line), source.line_span(number)
        wrong = _wrong_with(values, clauses)
        if wrong:
            report.add(CLAUSE_ROW, span, row=number, what=wrong)
        else:
            id, section, kind, text, *notes = values
            clauses[id] = Clause(id, section, kind, text, "".join(notes), span)
    return clauses


def _values(line: str) -> list[str]:
    """A spreadsheet puts a value that holds quotes between quotes and doubles them; a person does not."""
    values = [value.strip() for value in line.rstrip().split("\t")]
    return [_unquoted(value) for value in values]


def _unquoted(value: str) -> str:
    inner = value[1:-1]
    quoted = len(value) > 1 and value[0] == value[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if quoted else value


def _wrong_with(values: list[str], clauses: dict[str, Clause]) -> str | None:
    if not len(COLUMNS) - 1 <= len(values) <= len(COLUMNS):
        return f"it has {len(values)} of the {len(COLUMNS)} values {', '.join(COLUMNS)}"
    if not _parts(values[0]):
        return f"`{values[0]}` is no id: capital letters, a hyphen, a number"
    if values[0] in clauses:
        return f"`{values[0]}` stands in row {clauses[values[0]].span.line} already"
    missing = [column for column, value in zip(COLUMNS[:4], values, strict=False) if not value]
    return f"it has no {missing[0]}" if missing else None


def read_rulings(source: Source, clauses: dict[str, Clause], report: Report) -> dict[str, Ruling]:
    """The entries, each checked for what a ruling needs and for clauses there are."""
    rulings: dict[str, Ruling] = {}
    for line, id, title, fields in _entries(source):
        ruling = _ruling(id, title, fields, source.line_span(line))
        what = _lacking(ruling, rulings)
        if what:
            report.add(CLAUSE_ROW, ruling.span, row=line, what=what)
        for clause in ruling.clauses:
            if clause not in clauses:
                report.add(NO_SUCH_CLAUSE, ruling.span, name=clause)
        rulings.setdefault(id, ruling)
    return rulings


def _lacking(ruling: Ruling, rulings: dict[str, Ruling]) -> str | None:
    if ruling.id in rulings:
        return f"`{ruling.id}` stands in row {rulings[ruling.id].span.line} already"
    needed = {"title or problem": ruling.question, "readings": ruling.readings, "ruling": ruling.choice}
    missing = [name for name, value in needed.items() if not value]
    return f"`{ruling.id}` has no {' and no '.join(missing)}" if missing else None


def _entries(source: Source) -> Iterator[tuple[int, str, str, dict[str, str]]]:
    """The line of each entry's heading, its id and title, and its fields by our names for them."""
    entry: tuple[int, str, str, dict[str, str]] | None = None
    current: str | None = None
    for number, line in enumerate(source.lines, 1):
        if _HEADING.match(line):
            if entry:
                yield entry
            heading = _ENTRY.fullmatch(line.rstrip())
            entry, current = (number, heading[1], heading[4], {}) if heading else None, None
        elif entry:
            current = _add_line(entry[3], current, line)
    if entry:
        yield entry


def _add_line(fields: dict[str, str], current: str | None, line: str) -> str | None:
    """Puts what a line says into its fields; gives the field that the next line goes on with."""
    body = _BULLET.sub("", line, count=1).strip()
    marks = [*_BOLD.finditer(body)] or [*_BARE.finditer(body)]
    ends = [mark.start() for mark in marks] + [len(body)]
    texts = [body[: ends[0]]] + [body[mark.end() : end] for mark, end in zip(marks, ends[1:], strict=True)]
    for name, text in zip([current, *(_FIELDS[mark[1].lower()] for mark in marks)], texts, strict=True):
        if name and text.strip():
            fields[name] = f"{fields.get(name, '')} {text.strip()}".strip()
        current = name
    return current


def _ruling(id: str, title: str, fields: dict[str, str], span: Span) -> Ruling:
    said = {name: fields.get(name, "") for name in _FIELDS.values()}
    return Ruling(
        id,
        title,
        clauses=_listed_ids(said["clauses"]),
        question=said["question"] or title,
        readings=_readings(said["readings"]),
        choice=said["choice"],
        options=_options(said["option"]),
        why=said["why"],
        flip=said["flip"],
        kind=said["kind"].lower(),
        others=_options(said["others"]),
        span=span,
    )


def _listed_ids(text: str) -> tuple[str, ...]:
    """`M-014, M-019` or `M-014 M-019`, or with ranges `M-050..M-052`."""
    ids: list[str] = []
    for part in _IDS.finditer(text):
        ids += expand(part[1], part[4]) if part[4] else [part[1]]
    return tuple(dict.fromkeys(ids))


def _readings(text: str) -> tuple[str, ...]:
    """The readings without their letters (a), (b), ...; what bears no letters is one reading."""
    cuts = [(0, 0)]
    for mark in _LETTER.finditer(text):
        if ord(mark[1]) == ord("a") + len(cuts) - 1:  # another letter is a mention of that reading
            cuts.append(mark.span())
    ends = [start for start, _ in cuts[1:]] + [len(text)]
    parts = [text[first:end].strip() for (_, first), end in zip(cuts, ends, strict=True)]
    return tuple(part for part in parts if part)


# ------------------------------------------------------------------ options of a ruling


def _options(text: str) -> tuple[OptionKey, ...]:
    return tuple(key for part in _split(text, ";") if (key := _option(part)))


def _option(text: str) -> OptionKey | None:
    """`key = a | b` all between backticks, or `key` = `a` | b, c with the recommended value between its own."""
    whole = text.startswith("`") and text.endswith("`") and text.count("`") == 2 and "=" in text
    key, _, rest = text.strip("`" if whole else "").partition("=")
    key = key.replace("`", "").strip().split(" ")[0]
    if not key:
        return None
    first, *others = _split(rest, "|") or [""]
    if not whole:
        others = [value for part in others for value in _split(part, ", ")]
    values = [value.replace("`", "").strip() for value in (first, *others)]
    return OptionKey(key, tuple(value for value in values if value))


def _split(text: str, separator: str) -> list[str]:
    """The parts between separators that stand neither in brackets nor between backticks."""
    parts, depth, quoted, first = [], 0, False, 0
    for at, char in enumerate(text):
        quoted ^= char == "`"
        depth += (char in "([{") - (char in ")]}")
        if depth == 0 and not quoted and text.startswith(separator, at):
            parts.append(text[first:at])
            first = at + len(separator)
    return [part.strip() for part in (*parts, text[first:]) if part.strip()]
