"""The `.play` file: a play as text that a person can read and write by hand; and playing it again, line by line.

In:  a Heading and the entries of a Session; or the text of such a file.
Out: the lines of a heading and of entries; `read`, the text as a Record. recorder.py writes the file, replay.py carries it
     out anew.

    game town from tests/probe/town.rules      # the game, and where its rules lie if it does not come with Rulewright
    rulewright 0.1.0
    sealed 41c6a0d2b94f7e55                     # lines that begin with `~` are sealed with this key, see seal.py
    seal 9f86d081...                            # the SHA-256 of seed and salt, told before the first card
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

import json
import re
from hashlib import sha256
from pathlib import Path

from attrs import evolve, field, frozen

from interpreter import __version__
from interpreter.ir.model import Spec
from interpreter.project.files import read_bytes, Trouble
from interpreter.session.history import Entry
from interpreter.session.notation import split_commas, unquoted, without_comment
from interpreter.session.seal import MARK, opened, sealed
from interpreter.session.session import Session
from interpreter.text import codes
from interpreter.text.diagnostic import Report
from interpreter.text.source import NOWHERE, Source, Span

COMMENT_AT = 44
LONGEST_SEED = 40                                # bytes of the line with the seed
MOST_DIGITS_OF_SEED = 4300                       # as many as Python reads
FIX_BEGINS, FIX_DONE = "# fix begins; the play as it was is in ", "# fix is done"
SEATED = ("human", "random", "first", "scripted", "told")
DECIDES = re.compile(r"(search:[0-9.]+s?(:|$))?(\w+(\([^()]*\))?)?")       # a strategy, or a player that thinks
WHO = r'"(?:[^"\\]|\\.)*"|[^\s"]+'
BEGINS_A_LINE = ("chance", "given", "undo", "over", "fault")         # a player who is called so stands in quotes
PLAYED = (
    ("chance", re.compile(r"chance (?P<name>[^:]+): ?(?P<text>.*)")),
    ("given", re.compile(r"given (?P<name>[^:]+): ?(?P<text>.*)")),
    ("answer", re.compile(rf"(?P<who>{WHO}) answers (?P<name>\S+) with (?P<text>.*)")),
    ("takes", re.compile(rf"(?P<who>{WHO}) takes (?P<name>.+)")),
    ("undo", re.compile(r"undo (?P<text>[0-9]{1,9})")),
    ("over", re.compile(r"(?P<text>over .+)")),
    ("fault", re.compile(r"(?P<text>fault \S+)")),
)


@frozen
class Heading:
    """What a play was played with. `where` is the path of the rules, empty for a game that comes with Rulewright; `digest`
    names rules and data; `seats` says who answered for each player, `asked` which chance was asked at a real table; `key`
    seals the seed and lines that not everybody may see, empty if nothing is sealed; `seal` fixes seed and `salt`. `scenario` is
    the title of the scenario at whose position it began, and its file as seen from the folder of the game."""

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
    key: str = ""
    seal: str = ""
    salt: str = ""
    scenario: tuple[str, str] | None = None

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
        rows = [f"game {self.game}" + (f" from {_whole(self.where)}" if self.where else ""), f"rulewright {self.version}"]
        rows += [f"sealed {self.key}"] if self.key else []
        rows += [f"rules {self.digest}"] if self.digest else []
        rows += [f"players {', '.join(map(who_words, self.players))}"]
        rows += [f"variant {_whole(name)}" for name in self.variants] + [f"without {name}" for name in self.without]
        rows += [f"scenario {' in '.join(map(_quoted, self.scenario))}"] if self.scenario else []
        rows += [f"option {name} = {words}" for name, words in self.options.items()]
        seed = f"seed {self.seed}"
        rows += [sealed(self.key, seed, LONGEST_SEED) if self.key else seed] if self.seed is not None else []
        rows += [f"seal {self.seal}"] if self.seal else []
        salt = f"salt {self.salt}"
        rows += [sealed(self.key, salt) if self.key else salt] if self.salt else []
        rows += [f"table {', '.join(self.asked)}"] if self.asked else []
        rows += [f"seat {who_words(name)} {who}" for name, who in zip(self.players, self.seats, strict=False) if who != "human"]
        return rows


def _whole(path: str) -> str:
    """A path as it can be read back: in quotes where a part of it would be taken for a comment, or for no part of it."""
    plain = path == path.strip() and '"' not in path and "\n" not in path and without_comment(path) == path
    return path if plain else json.dumps(path)


def heading_of(session: Session, where: str = "", key: str = "", seal: tuple[str, str] = ("", "")) -> Heading:
    """The heading of a session's play; `seal` are the seal of its seed and the salt."""
    spec = session.spec
    asked = tuple(sorted(session.chance.asked)) if session.chance is not None else ()
    who = tuple(session.words_of(seat) for seat in range(len(spec.seats)))
    return Heading(spec.name, spec.seats, where, __version__, session.digest, dict(spec.option_words), session.seed, who, asked,
                   spec.variants, spec.without, key, *seal, scenario=session.scenario)


def _quoted(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def seal_of(seed: int, salt: str) -> str:
    """What can be shown of a seed before anything falls: nobody can tell the seed from it, nor find another seed for it."""
    return sha256(f"{seed} {salt}".encode()).hexdigest()


def who_words(name: str) -> str:
    """A player as a line of the file names them: in quotes where the name is no single word, or begins another line."""
    bare = re.fullmatch(r"[\w-]+", name) and name not in BEGINS_A_LINE
    return name if bare else json.dumps(name, ensure_ascii=False)


def entry_line(spec: Spec, entry: Entry) -> str:
    """An answer as its line of the file, without what is for people."""
    match entry.kind:
        case "chance" | "given":
            return f"{entry.kind} {entry.name}: {entry.text}"
        case "takes":
            return f"{who_words(spec.seats[entry.seat])} takes {entry.name}"
    return f"{who_words(spec.seats[entry.seat])} answers {entry.name} with {entry.text}"


def play_line(spec: Spec, entry: Entry, key: str) -> str:
    """An answer as it is written: with its clauses, and sealed where there is a key and not everybody may see it."""
    line = commented(entry_line(spec, entry), entry.clauses)
    if not key or not entry.sealed:
        return line
    return sealed(key, line, len(commented(entry_line(spec, evolve(entry, text="x" * entry.room)), entry.clauses)))


def commented(line: str, clauses) -> str:
    """The line with the clauses it carries out behind it."""
    return f"{line:<{COMMENT_AT}} # {', '.join(clauses)}" if clauses else line


def text_of(session: Session, where: str = "", key: str = "") -> str:
    """The whole play as the text of a file: answers taken back are left out."""
    lines = [*heading_of(session, where, key).lines, ""]
    lines += [play_line(session.spec, entry, key) for entry in session.entries]
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
    """A play as read. `kept` is how many bytes of the file are whole lines; `cut` the last line, if it has no end; `before`
    the name of the file in which the play stands as it was before a `fix` that was cut off, empty if none was."""

    heading: Heading
    rows: list[Row]
    source: Source
    kept: int = 0
    cut: str = ""
    before: str = ""


def read_file(path: Path | str, report: Report, discreet: bool = False) -> Record | None:
    """The play in a file; None with the reason in the report. If it is `discreet`, what is said of lines shows no values."""
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
    if not text.strip():
        report.add(codes.UNREADABLE, NOWHERE, name=str(path), what="it is empty; `--record` begins a play in it")
        return None
    return read(text.replace("\r\n", "\n"), report, Path(path).name, data.rfind(b"\n") + 1, discreet)


def read(text: str, report: Report, name: str = "play", kept: int | None = None, discreet: bool = False) -> Record | None:
    """A play from its text; None with every unreadable line in the report. A last line without an end is kept apart."""
    source = Source(name, "\n".join(map(without_values, text.split("\n"))) if discreet else text)
    whole, _, cut = text.rpartition("\n")
    before = len(report.diagnostics)
    lines = _lines(whole, source, report)
    heading, rest = _heading(lines, source, report)
    rows = [row for row in (_row(number, line, source, report) for number, line in rest) if row is not None]
    if heading is None or len(report.diagnostics) > before:
        return None
    size = len(text.encode()) - len(cut.encode()) if kept is None else kept
    return Record(heading, rows, source, size, without_comment(cut).strip(), _before_fix(whole))


def _lines(whole: str, source: Source, report: Report) -> list[tuple[int, str]]:
    """The lines with their numbers, without what is for people; those that are sealed are opened."""
    lines = [(number, without_comment(line).strip()) for number, line in enumerate(whole.split("\n"), start=1)]
    key = next((line.removeprefix("sealed ").strip() for _, line in lines if line.startswith("sealed ")), "")
    plain: list[tuple[int, str]] = []
    for number, line in lines:
        inside = opened(key, line) if line.startswith(MARK) else line
        if inside is None:
            _unreadable(report, source, number, "it is sealed, and the key of the heading does not open it")
        elif inside:
            plain.append((number, without_comment(inside).strip()))
    return plain


def _before_fix(whole: str) -> str:
    """The file in which the play stands as it was before a `fix` that was cut off."""
    marks = [line for line in whole.split("\n") if line.startswith((FIX_BEGINS, FIX_DONE))]
    return marks[-1].removeprefix(FIX_BEGINS).strip() if marks and marks[-1].startswith(FIX_BEGINS) else ""


def without_values(line: str) -> str:
    """A line as it can be shown to anybody: what was answered, and what fell, is left out."""
    if line.startswith(("seed ", "salt ", MARK)):
        return f"{line.partition(' ')[0][:5]} …"
    for kind, pattern in PLAYED:
        facts = pattern.fullmatch(without_comment(line).strip())
        if facts is not None and kind in ("chance", "given"):
            return f"{kind} {facts['name']}: …"
        if facts is not None:
            return f"{facts['who']} answers {facts['name']} with …" if kind == "answer" else line
    words = line.split()
    return line if not words or words[0] in HEADING or line.lstrip().startswith("#") else f"{' '.join(words[:2])} …"


def _unreadable(report: Report, source: Source, number: int, what: str) -> None:
    report.add(codes.PLAY_LINE, source.line_span(number), line=number, what=what)


def _row(number: int, line: str, source: Source, report: Report) -> Row | None:
    for kind, pattern in PLAYED:
        facts = pattern.fullmatch(line)
        if facts is not None:
            parts = {"who": "", "name": "", "text": ""} | facts.groupdict()
            span = source.line_span(number)
            return Row(kind, _whole_name(parts["who"]), parts["name"].strip(), parts["text"].strip(), line, number, span)
    _unreadable(report, source, number, "it is no answer, no chance, no `undo` and no end")
    return None


def _heading(lines: list, source: Source, report: Report) -> tuple[Heading | None, list]:
    """The lines of the heading, which come first, and the rest."""
    facts: dict = {"options": {}, "seated": {}}
    at = 0
    for _, line in lines:
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
    facts["game"], facts["where"] = name.strip(), _whole_name(where.strip())
    return bool(re.fullmatch(r"\w+", facts["game"]))


def _whole_name(text: str) -> str:
    """The name that was written so, with quotes or without."""
    inside = unquoted(text)
    return text if inside is None else inside


def _players(facts: dict, rest: str) -> bool:
    facts["players"] = tuple(_whole_name(name) for name in split_commas(rest) if name)
    return bool(facts["players"])


def _more(fact: str):
    return lambda facts, rest: bool(facts.update({fact: (*facts.get(fact, ()), _whole_name(rest))}) or rest)


def _option(facts: dict, rest: str) -> bool:
    name, sign, words = rest.partition("=")
    facts["options"][name.strip()] = words.strip()
    return bool(sign)


def _seed(facts: dict, rest: str) -> bool:
    if not re.fullmatch(rf"-?[0-9]{{1,{MOST_DIGITS_OF_SEED}}}", rest):
        return False
    facts["seed"] = int(rest)
    return True


def _table(facts: dict, rest: str) -> bool:
    facts["asked"] = tuple(split_commas(rest))
    return bool(facts["asked"])


def _seat(facts: dict, rest: str) -> bool:
    parts = re.fullmatch(rf"(?P<name>{WHO})\s+(?P<who>.+)", rest)
    name, who = (parts["name"], parts["who"]) if parts is not None else (rest, "")
    facts["seated"][_whole_name(name)] = who.strip()
    return who.strip() in SEATED or DECIDES.fullmatch(who.strip()) is not None


def _scenario(facts: dict, rest: str) -> bool:
    found = re.fullmatch(rf"({WHO}) in ({WHO})", rest)
    facts["scenario"] = (_whole_name(found[1]), _whole_name(found[2])) if found is not None else None
    return found is not None


def _word(key: str):
    def keep(facts: dict, rest: str) -> bool:
        facts[key] = rest
        return True

    return keep


HEADING = {"game": _game, "rulewright": _word("version"), "sealed": _word("key"), "rules": _word("digest"),
           "players": _players, "option": _option, "variant": _more("variants"), "without": _more("without"),
           "seed": _seed, "scenario": _scenario, "table": _table, "seat": _seat, "seal": _word("seal"), "salt": _word("salt")}
