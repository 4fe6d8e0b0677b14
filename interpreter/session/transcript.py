"""The `.play` file: a play as text that a person can read and write by hand; and playing it again, line by line.

In:  a Heading and the entries of a Session; or the text of such a file.
Out: `Recorder`, a journal that writes; `read`, the text as a Record; `replay`, the play carried out anew and every line
     verified.

    game town from tests/probe/town.rules      # the game, and where its rules lie if it does not come with Rulewright
    rulewright 0.1.0
    rules 5b0c...                               # digest of rules and data
    players Ann, Bo
    variant long_tape                           # a line for each variant, in their order; `without` for an erratum left out
    option goal = 100                           # a line for each option
    seed 7                                      # without it, chance lines say what real dice and cards gave
    table library, d6                           # chance that is asked at a real table, * for all; seen cards are named
    seat Bo random                              # who is not human

    chance d6: 3 4
    Ann answers card with t07                   # M-082
    Ann takes first_aid
    undo 2                                      # the last two answers are taken back
    given d6: 5 4                               # put right by hand: it counts in place of what the seed gives here
    over finished, won by Ann; points 103 88

One answer a line, in the order of play; what stands after ` #` is for people. Values are written as session/answers.py says.
A line is on disk before the next question is put. A last line without a newline was cut by whatever ended the program;
whoever goes on from the file drops it.
"""

import errno
import os
import re
from pathlib import Path

from attrs import define, field, frozen

from interpreter import __version__
from interpreter.ir.model import Spec
from interpreter.project.files import read_bytes, Trouble
from interpreter.session.notation import split_commas, without_comment
from interpreter.session.session import Entry, Session
from interpreter.text import codes
from interpreter.text.diagnostic import Report
from interpreter.text.source import NOWHERE, Source, Span

COMMENT_AT = 44
WHY = {errno.ENOSPC: "the disk is full", errno.EDQUOT: "the disk is full", errno.EACCES: "nobody may write there",
       errno.EROFS: "nobody may write there", errno.ENOENT: "there is no such folder", errno.EISDIR: "it is a folder"}
SEATED = ("human", "random", "first", "scripted", "told")
PLAYED = (
    ("chance", re.compile(r"chance (?P<name>[^:]+): ?(?P<text>.*)")),
    ("given", re.compile(r"given (?P<name>[^:]+): ?(?P<text>.*)")),
    ("answer", re.compile(r"(?P<who>\S+) answers (?P<name>\S+) with (?P<text>.*)")),
    ("takes", re.compile(r"(?P<who>\S+) takes (?P<name>.+)")),
    ("undo", re.compile(r"undo (?P<text>[0-9]{1,9})")),
    ("over", re.compile(r"(?P<text>over .+)")),
    ("fault", re.compile(r"(?P<text>fault \S+)")),
)


try:
    import fcntl
except ImportError:                                         # no locks of this sort here
    fcntl = None


class CannotRecord(Exception):
    """The play cannot be written down; the answer that was to be written has not been carried out."""


@frozen
class Heading:
    """What a play was played with. `where` is the path of the rules, empty for a game that comes with Rulewright; `digest`
    names rules and data; `seats` says who answered for each player, `asked` which chance was asked at a real table."""

    game: str
    players: tuple[str, ...]
    where: str = ""
    version: str = __version__
    digest: str = ""
    options: dict = field(factory=dict)
    seed: int | None = None
    seats: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    @property
    def choosers(self) -> dict[int, str]:
        """Who answers, by seat, as a Session wants it."""
        return dict(enumerate(self.seats))

    @property
    def planned(self) -> dict[int, str]:
        """The seats that were given a strategy."""
        return {seat: who for seat, who in self.choosers.items() if who not in SEATED}

    @property
    def lines(self) -> list[str]:
        """The heading as it is written."""
        made = [f"game {self.game}" + (f" from {self.where}" if self.where else ""), f"rulewright {self.version}"]
        made += [f"rules {self.digest}"] if self.digest else []
        made += [f"players {', '.join(self.players)}"]
        made += [f"variant {name}" for name in self.variants] + [f"without {name}" for name in self.without]
        made += [f"option {name} = {words}" for name, words in self.options.items()]
        made += [f"seed {self.seed}"] if self.seed is not None else []
        made += [f"table {', '.join(self.asked)}"] if self.asked else []
        made += [f"seat {name} {who}" for name, who in zip(self.players, self.seats, strict=False) if who != "human"]
        return made


def heading_of(session: Session, where: str = "") -> Heading:
    """The heading of a session's play."""
    spec = session.spec
    return Heading(spec.name, spec.seats, where, __version__, session.digest, dict(spec.option_words), session.seed,
                   tuple(session.words_of(seat) for seat in range(len(spec.seats))),
                   tuple(sorted(session.chance.asked)) if session.chance is not None else (), spec.variants, spec.without)


def entry_line(spec: Spec, entry: Entry) -> str:
    """An answer as its line of the file, without what is for people."""
    match entry.kind:
        case "chance" | "given":
            return f"{entry.kind} {entry.name}: {entry.text}"
        case "takes":
            return f"{spec.seats[entry.seat]} takes {entry.name}"
    return f"{spec.seats[entry.seat]} answers {entry.name} with {entry.text}"


def commented(line: str, clauses) -> str:
    """The line with the clauses it carries out behind it."""
    return f"{line:<{COMMENT_AT}} # {', '.join(clauses)}" if clauses else line


# ------------------------------------------------------------------ writing


@define(eq=False)
class Recorder:
    """A journal that writes a `.play` file, line by line.

    Whatever keeps it from writing raises CannotRecord, and what was written of the line is taken away again, so that the
    file ends with the last answer that counts.
    """

    path: Path
    _file: int = -1
    _size: int = 0

    @classmethod
    def begin(cls, path: Path | str, heading: Heading) -> "Recorder":
        """A new file, with its heading."""
        made = cls(Path(path))
        made._open(os.O_CREAT | os.O_EXCL)
        made._put("".join(f"{line}\n" for line in [*heading.lines, ""]))
        made.settle()
        return made

    @classmethod
    def go_on(cls, path: Path | str, keep: int) -> "Recorder":
        """A file of which the first `keep` bytes stand, to be written on from there."""
        made = cls(Path(path))
        made._open(0)
        made._size = keep
        if b"\n" in made.path.read_bytes()[keep:]:          # after the play was read, and before it was ours
            made.close()
            raise CannotRecord(f"`{path}` has been written by another play meanwhile; go on with it once more")
        try:
            os.ftruncate(made._file, keep)
            os.lseek(made._file, keep, os.SEEK_SET)
        except OSError as error:
            raise made._trouble(error) from None
        return made

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
        data = text.encode()
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
        why = WHY.get(getattr(error, "errno", None)) or getattr(error, "strerror", None) or error
        return CannotRecord(f"`{self.path}` cannot be written: {why}")

    def write(self, session: Session, entry: Entry) -> None:
        """One answer."""
        self._put(commented(entry_line(session.spec, entry), entry.clauses) + "\n")

    def undone(self, session: Session, count: int) -> None:
        """The last answers are taken back; their lines stay."""
        self._put(f"undo {count}\n")

    def ended(self, session: Session, words: str) -> None:
        """The last line."""
        self._put(f"{words}\n")

    def settle(self) -> None:
        """Puts what was written on the disk itself."""
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


def text_of(session: Session, where: str = "") -> str:
    """The whole play as the text of a file: answers taken back are left out."""
    lines = [*heading_of(session, where).lines, ""]
    lines += [commented(entry_line(session.spec, entry), entry.clauses) for entry in session.entries]
    return "\n".join(lines) + "\n"


# ------------------------------------------------------------------ reading


@frozen
class Row:
    """One line of the play: its kind, who, what, the value as text, and the line without what is for people."""

    kind: str
    who: str
    name: str
    text: str
    line: str
    number: int
    span: Span


@frozen
class Record:
    """A play as read. `kept` is how many bytes of the file are whole lines; `cut` the last line, if it has no end."""

    heading: Heading
    rows: list[Row]
    source: Source
    kept: int = 0
    cut: str = ""


def read_file(path: Path | str, report: Report) -> Record | None:
    """The play in a file; None with the reason in the report."""
    data = read_bytes(Path(path))
    if isinstance(data, Trouble):
        report.add(data.code, NOWHERE, name=str(path), what=data.what, help=data.help)
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        whole = data[: data.rfind(b"\n") + 1]
        if error.start < len(whole):
            line = data.count(b"\n", 0, error.start) + 1
            report.add(codes.NOT_TEXT, NOWHERE, name=str(path), what=f"line {line} is not text in UTF-8")
            return None
        text = whole.decode("utf-8-sig") + "…"                           # cut in the middle of a letter
    return read(text.replace("\r\n", "\n"), report, Path(path).name, data.rfind(b"\n") + 1)


def read(text: str, report: Report, name: str = "play", kept: int | None = None) -> Record | None:
    """A play from its text; None with every unreadable line in the report. A last line without an end is kept apart."""
    source = Source(name, text)
    whole, _, cut = text.rpartition("\n")
    lines = [(number, without_comment(line).strip()) for number, line in enumerate(whole.split("\n"), start=1)]
    lines = [(number, line) for number, line in lines if line]
    before = len(report.diagnostics)
    heading, rest = _heading(lines, source, report)
    rows = [row for row in (_row(number, line, source, report) for number, line in rest) if row is not None]
    if heading is None or len(report.diagnostics) > before:
        return None
    size = len(text.encode()) - len(cut.encode()) if kept is None else kept
    return Record(heading, rows, source, size, without_comment(cut).strip())


def _unreadable(report: Report, source: Source, number: int, what: str) -> None:
    report.add(codes.PLAY_LINE, source.line_span(number), line=number, what=what)


def _row(number: int, line: str, source: Source, report: Report) -> Row | None:
    for kind, pattern in PLAYED:
        found = pattern.fullmatch(line)
        if found is not None:
            parts = {"who": "", "name": "", "text": ""} | found.groupdict()
            span = source.line_span(number)
            return Row(kind, parts["who"], parts["name"].strip(), parts["text"].strip(), line, number, span)
    _unreadable(report, source, number, "it is no answer, no chance, no `undo` and no end")
    return None


def _heading(lines: list, source: Source, report: Report) -> tuple[Heading | None, list]:
    """The lines of the heading, which come first, and the rest."""
    facts: dict = {"options": {}, "seated": {}}
    at = 0
    for number, line in lines:
        word, _, rest = line.partition(" ")
        if word not in HEADING or not HEADING[word](facts, rest.strip()):
            break
        at += 1
    if "game" not in facts or "players" not in facts:
        number = lines[at][0] if at < len(lines) else len(source.lines)
        missing = "game" if "game" not in facts else "players"
        _unreadable(report, source, number, f"the heading has no line `{missing} ...` before this one")
        return None, []
    seated, players = facts.pop("seated"), facts["players"]
    strange = next((name for name in seated if name not in players), None)
    if strange is not None:
        _unreadable(report, source, 1, f"a seat is named `{strange}`, and no player is")
        return None, []
    return Heading(**facts, seats=tuple(seated.get(name, "human") for name in players)), lines[at:]


def _game(facts: dict, rest: str) -> bool:
    name, _, where = rest.partition(" from ")
    facts["game"], facts["where"] = name.strip(), where.strip()
    return bool(re.fullmatch(r"\w+", facts["game"]))


def _players(facts: dict, rest: str) -> bool:
    facts["players"] = tuple(name.strip() for name in rest.split(",") if name.strip())
    return bool(facts["players"])


def _more(fact: str):
    return lambda facts, rest: bool(facts.update({fact: (*facts.get(fact, ()), rest)}) or rest)


def _option(facts: dict, rest: str) -> bool:
    name, sign, words = rest.partition("=")
    facts["options"][name.strip()] = words.strip()
    return bool(sign)


def _seed(facts: dict, rest: str) -> bool:
    if not re.fullmatch(r"[0-9]{1,30}", rest):
        return False
    facts["seed"] = int(rest)
    return True


def _table(facts: dict, rest: str) -> bool:
    facts["asked"] = tuple(split_commas(rest))
    return bool(facts["asked"])


def _seat(facts: dict, rest: str) -> bool:
    name, _, who = rest.partition(" ")
    facts["seated"][name] = who.strip()
    return who.strip() in SEATED or re.fullmatch(r"\w+(\([^()]*\))?", who.strip()) is not None


def _word(key: str):
    def keep(facts: dict, rest: str) -> bool:
        facts[key] = rest
        return True

    return keep


HEADING = {"game": _game, "rulewright": _word("version"), "rules": _word("digest"), "players": _players, "option": _option,
           "variant": _more("variants"), "without": _more("without"),
           "seed": _seed, "table": _table, "seat": _seat}
