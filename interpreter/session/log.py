"""The log of a play: what happened, in the words of the rules, and who may see what of it.

In:  what the machine tells its observer, and the machine, for who knew which face at that moment.
Out: `Logbook.told_to(seat)`: the lines that a seat may see, as it may see them; seat None sees everything.

A line is kept as numbers and put in words when somebody asks, so that keeping it costs little and a logbook can be saved.
Who knew the face of each thing named is kept with it; a thing whose face a seat did not know is told as "a Card". What a
branch of a simultaneous step does is its own until all are done. An answer that comes to stand in a counter or state hidden
from others, by whatever way (ir/value_flow.py), is told to the decider only; of a roll or pick `seen by` some the others are
told that it was made. Effects, triggers and their arguments are told
to a seat only over a line that it may see: that a rule acts on hidden things must not give them away. Phases, turns and steps
are told to all, and so is an event of the rules, which is announced: with all it says, but for cards that a seat does not
know.
"""

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.question import NATURE, Question
from interpreter.engine.machine import Machine
from interpreter.ir.kinds import Sort
from interpreter.ir.model import Spec
from interpreter.ir.value_flow import secret_answers, secret_arguments, secret_parameters
from interpreter.observation.view import ONLOOKER
from interpreter.session.answers import write_value
from interpreter.session.notation import word_of
from interpreter.text.diagnostic import does, InternalError, no_case
from interpreter.text.source import Span

ALL = -1
IN_SECRET = "in secret"                   # the end of a line about a roll or pick that a seat does not see
CORE_EVENTS = ("turn_begins", "turn_ended", "step_begins", "step_ended", "moved", "rolled")


@define(eq=False)
class Line:
    """One thing that happened, as numbers.

    what, op, branch, facts  as told by the machine; an answer's facts are (seat, name, value)
    depth   how many activations were open: lines further in were caused by this one
    sees    the seats, as bits, who may see that it happened
    faces   thing -> the seats, as bits, who knew its face then
    inside  is it still the secret of its branch?
    undone  has it been taken back?
    words   what it is in words for whoever has asked, by seat
    """

    what: str
    op: int
    branch: int
    depth: int
    facts: tuple
    sees: int = ALL
    faces: dict = field(factory=dict)
    inside: bool = False
    undone: bool = False
    words: dict[int | None, str] = field(init=False, factory=dict)


@frozen
class Told:
    """A line in words for one seat; `span` is the rule, with its clauses. `number` counts the lines that this seat may see,
    from 1; `at` is the place among all lines, which says how much is hidden and is never shown."""

    number: int
    at: int
    what: str
    depth: int
    text: str
    span: Span
    undone: bool = False


@define(eq=False)
class Logbook:
    """All lines of one play; `machine` is the one it listens to, set before anything is told."""

    spec: Spec
    machine: Machine = field(default=None)                   # there is none yet when a Session makes its log
    lines: list[Line] = field(factory=list)
    settled: int = 0                                         # so many lines at the beginning, whatever comes, are shown as now
    shown: dict[int | None, list[bool]] = field(factory=dict)                 # which of them, by seat
    for_all: list[Line] = field(factory=list)                # the settled ones as everybody may see them

    # ---------------------------------------------------------------- listening

    def tell(self, what: str, op, branch: int, *facts) -> None:
        """The machine's observer."""
        if what == "barrier":
            self._all_done()
        plain = _plain(what, facts)
        if plain is None or (what in ("set", "happens") and not self._worth_telling(what, plain)):
            return
        m = self.machine
        depth = len(m.state.frames) + (len(m.frames) if branch >= 0 else 0)
        line = Line(what, op.number, branch, depth, plain, inside=branch >= 0)
        line.sees = self._sees(line)
        line.faces = {thing: m.state.known[thing] for thing in things_of(self.spec, line)}
        self.lines.append(line)

    def note(self, what: str, text: str) -> None:
        """Something that no rule did: taking back, going on from a saved play."""
        self.lines.append(Line(what, self.spec.routines[0].entry, -1, 0, (text,)))

    def _worth_telling(self, what: str, facts) -> bool:
        if what == "happens":
            return self.spec.routines[facts[0]].name not in CORE_EVENTS
        return bool(self.spec.cells[facts[0]].name) and len(self.machine.state.frames) > 1

    def _all_done(self) -> None:
        """The barrier: what the branches did is told to all, and what they sent has arrived."""
        known = self.machine.state.known
        for line in reversed(self.lines):
            if line.what == "barrier":
                break
            if line.inside and not line.undone:
                line.inside = False
                if line.what == "move" and line.facts[1]:
                    line.faces = {thing: mask | known[thing] for thing, mask in line.faces.items()}
                    line.words = {}

    def _sees(self, line: Line) -> int:
        """The seats who may see that it happened at all."""
        spec = self.spec
        match line.what:
            case "set":
                return spec.cells[line.facts[0]].sees
            case "move":
                return _union(spec.zones[z].counts | spec.zones[z].sees for _, *ends in line.facts[0] for z in ends)
            case "answer" | "forced" if line.facts[0] == NATURE:
                return 0                                   # the order of a pile; rolls and picks have lines of their own
            case "answer" | "forced" | "reveal" | "roll" | "pick" | "shuffle" | "swap" | "stays" | "run" | "happens" \
                    | "trigger" | "dropped" | "takes" | "end" | "barrier" | "undo":
                return ALL
        raise unknown(line)

    # ---------------------------------------------------------------- telling

    def told_to(self, seat: int | None, since: int = 0) -> list[Told]:
        """Of all lines from place `since` on those that this seat may see, as it may see them; None sees everything."""
        self._settle()
        return self._told_of(self.lines, seat, since)

    def _told_of(self, lines: list[Line], seat: int | None, since: int) -> list[Told]:
        shown = self._shown(lines, seat)
        number, told = shown[:since].count(True), []
        for k in range(since, len(lines)):
            if shown[k]:
                number += 1
                told.append(self._told(number, k, lines[k], seat))
        return told

    def told_to_all(self, since: int = 0) -> list[Told]:
        """The lines that everybody may see, each with no more than everybody may know of it."""
        self._settle()
        made = self.for_all
        made += [_for_all(line, self.spec.everyone) for line in self.lines[len(made):self.settled]]
        return self._told_of(made + [_for_all(line, self.spec.everyone) for line in self.lines[self.settled:]], ONLOOKER, since)

    def _told(self, number: int, k: int, line: Line, seat: int | None) -> Told:
        spec = self.spec
        words = line.words.get(seat)
        if words is None:
            words = line.words[seat] = in_words(spec, line, seat)
        return Told(number, k, _sort(spec, line), line.depth, words, spec.plan[line.op].span, line.undone)

    def _settle(self) -> None:
        """An effect, trigger or event can be caused by what comes later as long as no other line, as little deep, lies behind
        it; what branches do is settled when all are done."""
        least = None
        for k in range(self.settled, len(self.lines)):
            line = self.lines[k]
            if line.inside:
                break
            if line.branch < 0 and (least is None or line.depth <= least):
                self.settled = k
            if line.what in ("happens", "trigger"):
                least = line.depth if least is None else min(least, line.depth)

    def _shown(self, lines: list[Line], seat: int | None) -> list[bool]:
        """Which lines: from the last to the first, so that what is caused is known before its cause."""
        known = self.shown.setdefault(seat, [])
        begin = len(known)
        shown = known + [False] * (len(lines) - begin)
        plain: list[int] = []                                # how deep lines further down lie, the deepest last
        branches: dict[int, list[int]] = {}                  # the same of each branch
        for k in range(len(lines) - 1, begin - 1, -1):
            line = lines[k]
            depth, what, branch, caused = line.depth, line.what, line.branch, False
            own = plain if branch < 0 else branches.setdefault(branch, [])
            while own and own[-1] > depth:
                own.pop()
                caused = True
            for depths in branches.values() if branch < 0 else ():
                while depths and depths[-1] > depth:
                    depths.pop()
                    caused = True
            if seat is None:
                shown[k] = True
            elif line.inside and branch != seat:
                continue
            elif (what == "happens" or what == "trigger") and _sort(self.spec, line) != "event":
                shown[k] = caused
            else:
                shown[k] = bool(line.sees >> seat & 1)
            if shown[k] and what != "run" and (not own or own[-1] < depth):
                own.append(depth)
        known += shown[begin:self.settled]
        return shown

    # ---------------------------------------------------------------- keeping

    def undo_from(self, count: int) -> None:
        """Everything after the first `count` lines has been taken back; it stays in the log."""
        for line in self.lines[count:]:
            line.undone = True
        del self.for_all[count:]

    def to_data(self) -> list:
        """The lines as lists and numbers, ready for JSON."""
        return [
            [row.what, row.op, row.branch, row.depth, row.facts, row.sees, sorted(row.faces.items()), row.inside, row.undone]
            for row in self.lines
        ]

    def read_data(self, data: list) -> None:
        """The inverse of `to_data`."""
        for what, op, branch, depth, facts, sees, faces, inside, undone in data:
            line = Line(what, op, branch, depth, tuples(facts), sees, {a: b for a, b in faces}, inside, undone)
            self.lines.append(line)


def _for_all(line: Line, everyone: int) -> Line:
    """The line with masks that have either all bits or none."""
    def whole(mask: int) -> int:
        return ALL if mask & everyone == everyone else 0

    if not line.faces and line.sees in (0, ALL) and line.what not in ("roll", "pick"):
        return line
    facts = (*line.facts[:-1], whole(line.facts[-1])) if line.what in ("roll", "pick") else line.facts
    faces = {thing: whole(mask) for thing, mask in line.faces.items()}
    return Line(line.what, line.op, line.branch, line.depth, facts, whole(line.sees), faces, line.inside, line.undone)


def tuples(value):
    """Lists as the tuples they were before JSON."""
    return tuple(tuples(item) for item in value) if isinstance(value, list | tuple) else value


def _union(masks) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


def _plain(what: str, facts) -> tuple | None:
    """The facts without objects; None for what is told twice."""
    if what != "answer":
        return tuples(facts)
    question, value = facts
    if question.of_nature and question.name != "shuffle":
        return None
    return question.seat, question.source if question.of_nature else question.name, tuples(value)


# ------------------------------------------------------------------ in words


def things_of(spec: Spec, line: Line):
    """The components that a line names."""
    match line.what:
        case "move":
            return [thing for thing, _, _ in line.facts[0]]
        case "reveal":
            return [thing for thing in line.facts[0] if isinstance(thing, int)]
        case "stays":
            return [line.facts[0]]
    return [thing for value, type_ in _typed(spec, line) for thing in _components(spec, value, type_)]


def _typed(spec: Spec, line: Line):
    """The values of a line with their types."""
    op, facts = spec.plan[line.op], line.facts
    match line.what:
        case "answer" | "forced":
            return [(facts[-1], getattr(op, "type", None) or t.List(t.Kind("thing")))]
        case "pick":
            return [(facts[0], picked_type(op))]
        case "happens":
            return list(zip(facts[1], spec.routines[facts[0]].types, strict=False))
        case "trigger" | "dropped":
            return list(zip(facts[1], spec.routines[spec.triggers[facts[0]].routine].types, strict=False))
        case "set" | "shuffle" | "swap" | "roll" | "run" | "takes" | "end" | "barrier" | "undo":
            return []
    raise unknown(line)


def unknown(line: Line) -> InternalError:
    """For the end of a `match` over the sorts of lines."""
    return InternalError(f"nothing here speaks of a line `{line.what}`")


def picked_type(op: ir.Op) -> t.Type:
    """The type of what chance names, one of them."""
    if not isinstance(op, ir.Pick | ir.Blind):
        raise no_case(op)
    return t.element(op.source.type) or t.UNKNOWN


def _asking(spec: Spec, line: Line) -> ir.Ask:
    """The decision that a line tells the answer of."""
    op = spec.plan[line.op]
    if not isinstance(op, ir.Ask):
        raise no_case(op)
    return op


def _components(spec: Spec, value, type_):
    if isinstance(value, tuple):
        inner = t.element(type_) or type_
        return [thing for member in value for thing in _components(spec, member, inner)]
    type_ = type_.of if isinstance(type_, t.OrNone) else type_
    real = isinstance(type_, t.Kind) and type_.name not in spec.space_kinds() and isinstance(value, int) and value >= 0
    return [value] if real and value < len(spec.components) else []


def in_words(spec: Spec, line: Line, seat: int | None) -> str:
    """The line as this seat may see it."""
    line = _for_all(line, spec.everyone) if seat == ONLOOKER else line
    facts = line.facts
    match line.what:
        case "answer" | "forced":
            return _answered(spec, line, seat)
        case "set":
            return f"{spec.cells[facts[0]].label} is {spec.words(facts[1], spec.cells[facts[0]].type)}"
        case "move":
            return "; ".join(_moved(spec, line, seat))
        case "shuffle":
            return f"{spec.zones[facts[0]].label} is shuffled"
        case "swap":
            return f"{spec.zones[facts[0]].label} and {spec.zones[facts[1]].label} change places"
        case "reveal":
            return _revealed(spec, line, seat)
        case "roll":
            die = spec.dice[facts[0]]
            if not _sees_chance(line, seat):
                return f"{len(facts[1])} {die.name} {IN_SECRET}"
            return f"{die.name} falls {', '.join(spec.words(face, die.type) for face in facts[1])}"
        case "pick":
            name = getattr(spec.plan[line.op], "name", "an unseen card")
            picked = f": {_values(spec, line, seat)}" if _sees_chance(line, seat) else f", {IN_SECRET}"
            return f"{name} at random{picked}"
        case "run":
            return _begun(spec, facts[0], facts[1])
        case "happens":
            return _happened(spec, line, seat)
        case "trigger":
            said = f"trigger {spec.triggers[facts[0]].name}"
            return f"{said}({_values(spec, line, seat)})" if facts[1] else said
        case "dropped":
            dropped = spec.triggers[facts[0]].name + (f"({_values(spec, line, seat)})" if facts[1] else "")
            return f"{dropped} no longer comes: the `hold` was left by {_left(spec, line)}"
        case "takes":
            return does(spec.seats[facts[0]], f"takes {spec.offers[facts[1]].name}")
        case "end":
            return f"end {facts[0]}"
        case "barrier":
            return "all are done"
        case "stays":
            return f"{spec.components[facts[0]].id} stays where it is"
        case "undo":
            return facts[0]
    raise unknown(line)


def _sees_chance(line: Line, seat: int | None) -> bool:
    """May a seat know what a roll or a pick gave?"""
    return seat is None or bool(line.facts[-1] >> seat & 1)


def _answered(spec: Spec, line: Line, seat: int | None) -> str:
    who, name, value = line.facts if line.what == "answer" else (line.facts[0], _asking(spec, line).name, line.facts[1])
    if who == NATURE:
        return f"{name} lies {' '.join(spec.components[thing].id for thing in value)}"
    forced = ", the only answer" if line.what == "forced" and seat in (None, who) else ""
    hidden = line.op in secret_answers(spec) and seat not in (None, who)
    return f"{spec.seats[who]} answers {name}" + ("" if hidden else f" with {_answer(spec, line, seat, value)}{forced}")


def _answer(spec: Spec, line: Line, seat, value) -> str:
    op = _asking(spec, line)
    if all(_knows(line, thing, seat) for thing in line.faces):
        return write_value(spec, Question(line.facts[0], op.name, (), line.op, op.type), value)
    shown = _shown_value(spec, line, seat, value, op.type)
    return shown[1:-1] if isinstance(op, ir.Split) else shown


def _knows(line: Line, thing: int, seat: int | None) -> bool:
    """Is a seat told which thing it is? What was chosen unseen stands for any that look the same, so nobody is."""
    known = line.faces.get(thing, 0)
    if line.what in ("answer", "forced") and not known >> line.facts[0] & 1:
        return False
    return seat is None or bool(known >> seat & 1)


def _values(spec: Spec, line: Line, seat) -> str:
    """Arguments; for a seat only those that anybody can see on the table, and that hold nobody's secret answer."""
    return ", ".join(_shown_value(spec, line, seat, value, type_) for k, (value, type_) in enumerate(_typed(spec, line))
                     if seat is None or line.what == "pick"
                     or isinstance(type_, t.Seat | t.Kind | t.Place) and not _holds_secret(spec, line, k))


def _holds_secret(spec: Spec, line: Line, argument: int) -> bool:
    """Does an argument of an effect, event or trigger hold an answer that is told to the decider only?"""
    if isinstance(spec.plan[line.op], ir.Call):
        return (line.op, argument) in secret_arguments(spec)
    routine = spec.triggers[line.facts[0]].routine if line.what == "trigger" else line.facts[0]
    return (routine, argument) in secret_parameters(spec)


def _sort(spec: Spec, line: Line) -> str:
    """What it is told as: an event that a rule announces is told by itself, an effect by what it does."""
    op = spec.plan[line.op]
    return "event" if line.what == "happens" and isinstance(op, ir.Body) and op.effect < 0 else line.what


def _happened(spec: Spec, line: Line, seat) -> str:
    """An effect with its arguments; an event, which is there to be told, in words: `dusk falls: 3, north`."""
    routine = spec.routines[line.facts[0]]
    if _sort(spec, line) != "event":
        return f"{routine.sort} {routine.name}({_values(spec, line, seat)})"
    said = [_shown_value(spec, line, seat, value, type_) for value, type_ in _typed(spec, line)]
    words = [word.replace("_", " ") if isinstance(type_, t.Enum) else word
             for word, (_, type_) in zip(said, _typed(spec, line), strict=True)]
    return ": ".join(filter(None, (routine.name.replace("_", " "), ", ".join(words))))


def _shown_value(spec: Spec, line: Line, seat, value, type_) -> str:
    if isinstance(value, tuple):
        inner = t.element(type_) or type_
        return f"[{', '.join(_shown_value(spec, line, seat, member, inner) for member in value)}]"
    if value in line.faces and _components(spec, value, type_) and not _knows(line, value, seat):
        return f"a {spec.components[value].kind}"
    return word_of(spec, value, type_)


def _moved(spec: Spec, line: Line, seat):
    """For each way that something went: what, from where, to where."""
    ways: dict[tuple, list[int]] = {}
    for thing, source, to in line.facts[0]:
        ways.setdefault((source, to), []).append(thing)
    for (source, to), things in ways.items():
        way = f"within {_place(spec, to)}" if source == to else f"from {_place(spec, source)} to {_place(spec, to)}"
        yield f"{_listed(spec, line, seat, things)} {way}"


def _place(spec: Spec, zone: int) -> str:
    return spec.zones[zone].label


def _listed(spec: Spec, line: Line, seat, things) -> str:
    known = [spec.components[thing].id for thing in things if _knows(line, thing, seat)]
    kinds = [spec.components[thing].kind for thing in things if not _knows(line, thing, seat)]
    words = [f"a {kind}" if kinds.count(kind) == 1 else f"{kinds.count(kind)} {kind}s" for kind in dict.fromkeys(kinds)]
    return ", ".join(known + words)


def _revealed(spec: Spec, line: Line, seat) -> str:
    things, seats = line.facts
    who = "all" if seats & spec.everyone == spec.everyone else ", ".join(
        name for k, name in enumerate(spec.seats) if seats >> k & 1)
    return f"{_listed(spec, line, seat, things)} shown to {who}"


def _left(spec: Spec, line: Line) -> str:
    op = spec.plan[line.op]
    return f"`end {op.what}`" if isinstance(op, ir.End) else "`give`"


def _begun(spec: Spec, routine: int, seat: int) -> str:
    begun = spec.routines[routine]
    if begun.sort in (Sort.SETUP, Sort.PLAY):
        return begun.sort
    whose = f" for {spec.seats[seat]}" if begun.sort == Sort.TURN and seat >= 0 else ""
    return f"{begun.sort} {begun.name}{whose}" + (", everyone at once" if begun.together else "")
