"""A play that breaks a law, made short and told again so that a table can act it out.

In:  a Spec, the script of the play, and what is wrong with it.
Out: `retell`, a Retold: the session as far as it went, and every answer with its question; `scenario_block`, the play as lines
     of a scenario; `reduced`, a play with fewer answers that are not the default and that breaks the same; `blamed`, the part
     of a condition that does not hold: of `P and Q` the one that fails, of `every c in S has P` the first c that fails it.

The block begins at set-up and answers what the play answered; its last line is the last answer before the rules went wrong. So
the scenario fails as long as the rules stay as they are, and may be kept once it passes.
"""

from collections.abc import Callable, Iterator
from time import perf_counter

from attrs import define, field

from interpreter import ir
from interpreter.core import types as t
from interpreter.core.frame import blank
from interpreter.core.question import Over, Question
from interpreter.engine.evaluate import evaluate
from interpreter.engine.machine import Machine, start
from interpreter.ir.model import Always, Spec
from interpreter.laws.script import answer, Cast, Cut, default, MOST_PAUSES, Script
from interpreter.session.answers import declines, write_offer
from interpreter.session.bots import Take
from interpreter.session.session import Session
from interpreter.text.diagnostic import Fault, Unplayable


@define(eq=False)
class Retold:
    """A play carried out anew. `answers` are (question, reply, was it the default?), `fault` what stopped it."""

    session: Session
    answers: list[tuple[Question, object, bool]] = field(factory=list)
    fault: Fault | Unplayable | None = None


def retell(spec: Spec, script: Script, digest: str = "") -> Retold:
    """Plays a script as a session whose every answer is written down."""
    session = Session(spec, None, {}, digest=digest)
    retold, cast = Retold(session), Cast(spec, script)
    _hear_forced(retold)
    try:
        for _ in range(MOST_PAUSES):
            stop = session.play()
            if isinstance(stop, Over):
                break
            for question in stop.questions:
                _give(retold, question, cast)
    except Cut:
        pass                                       # the play was left here
    except (Fault, Unplayable) as fault:
        retold.fault = fault
    return retold


def _hear_forced(retold: Retold) -> None:
    """What has a single answer is not asked in a play; a scenario asks it all the same, so it has to be in the block."""
    machine = retold.session.machine
    told = machine.tell

    def tell(what, op, branch, *facts):
        if what == "forced" and facts[0] >= 0:
            seat, value = facts
            retold.answers.append((Question(seat, op.name, (value,), op.number, op.type), value, False))
        told(what, op, branch, *facts)

    machine.tell = tell


def _give(retold: Retold, question: Question, cast: Cast) -> None:
    machine = retold.session.machine
    usual, reply = default(machine, question), cast.reply(machine, question)
    retold.answers.append((question, reply, reply == usual))
    if isinstance(reply, Take):
        retold.session.take(question, reply.offer)
    else:
        retold.session.answer(question, reply)


# ------------------------------------------------------------------ as a scenario


def scenario_block(
    retold: Retold, title: str, always: Always | None = None, options: dict | None = None, then: str = ""
) -> str:
    """The play as a scenario of the language; `always` is the line that no longer holds, if it is one; `then` another line
    that ends it. Without either it ends in whether the play is over: a fault on the way fails it all the same."""
    spec = retold.session.spec
    people = [spec.seats[k] for k in spec.people]
    lines = [f'scenario "{title}"', f"  given players {', '.join(people)}"]
    lines += [f"  given {name} is {value}" for name, value in (options or {}).items()]
    lines += ["  start at setup", *_whens(retold)]
    if always is not None:
        lines.append(f"  then {' '.join(always.test.span.text.split())}")
    lines += [f"  {then}"] if then else []
    if always is None and not then:
        lines.append("  then over" if retold.session.state.ended is not None else "  then not over")
    return "\n".join(lines) + "\n"


def _whens(retold: Retold) -> list[str]:
    spec, plan = retold.session.spec, retold.session.machine.plan
    lines: list[str] = []
    declined: list[str] = []                      # since the last line; at the end they have to be said
    for question, reply, usual in retold.answers:
        if question.of_nature:
            lines += [] if usual and question.name == "shuffle" else [f"  when chance gives {_chance(spec, question, reply)}"]
            continue
        who, op = spec.seats[question.seat], plan[question.op]
        if isinstance(reply, Take):
            lines.append(f"  when {who} takes {_offer(spec, reply.offer)}")
        elif _left_open(op, reply):
            declined.append(f"  when {who} answers {question.name} with no")
            continue
        else:
            lines.append(f"  when {who} answers {question.name} with {_said(spec, question, op, reply)}")
        declined.clear()
    return lines + declined


def _left_open(op: ir.Op, reply) -> bool:
    """Is it an answer that a scenario does not have to say: declined?"""
    return isinstance(op, ir.May) and not reply or isinstance(op, ir.Choose) and declines(op, reply)


def _chance(spec: Spec, question: Question, reply) -> str:
    if question.name == "shuffle":
        return "[" + ", ".join(thing_words(spec, card) for card in reply) + "]"
    if question.name == "roll":
        return ", ".join(in_rules(spec, face, question.type or t.UNKNOWN) for face in reply)
    return in_rules(spec, reply, question.type or t.UNKNOWN)


def _offer(spec: Spec, offer: tuple) -> str:
    declared, member = spec.offers[offer[0]], offer[1]
    if declared.each is None:
        return write_offer(spec, offer)
    return f"{declared.name} with {in_rules(spec, member, t.element(declared.each.type) or t.UNKNOWN)}"


def _said(spec: Spec, question: Question, op: ir.Op, reply) -> str:
    if isinstance(op, ir.Travel) and reply == t.NONE:
        return "stop"
    if isinstance(op, ir.Menu):
        return op.alternatives[reply].name
    if isinstance(op, ir.Moment):
        return "go_on"
    return in_rules(spec, reply, question.type or t.UNKNOWN)


def in_rules(spec: Spec, value, type_: t.Type) -> str:
    """A value as rules and scenarios write it."""
    match type_:
        case t.OrNone(of=of):
            return "none" if value == t.NONE else in_rules(spec, value, of)
        case t.Kind(name=name) if name in spec.space_kinds():
            board = next(board for board in spec.boards.values() if board.kind == name)
            return f'{board.name}["{spec.space_of[value]}"]'
        case t.Kind():
            return thing_words(spec, value)
        case t.List() | t.Set() | t.Zone():
            inner = t.element(type_) or t.UNKNOWN
            return "[" + ", ".join(in_rules(spec, member, inner) for member in value) + "]"
    return spec.words(value, type_)


def thing_words(spec: Spec, thing: int) -> str:
    """A component by the set it came with: `crates["C-07"]`, `coins[2]`."""
    component = spec.components[thing]
    return component.id if component.id.startswith(f"{component.set}[") else f'{component.set}["{component.id}"]'


# ------------------------------------------------------------------ fewer answers


Entry = tuple                                      # of a tape: source, number of the question, reply
Breaks = Callable[[Script], bool]                  # does this play break the same?


def as_tape(spec: Spec, script: Script) -> Script:
    """The same play, as far as it goes, as a tape."""
    entries, replies = _entries(spec, script)
    return Script(tape=tuple(entries), most=replies + 1)


def _entries(spec: Spec, script: Script) -> tuple[list[Entry], int]:
    """What a play replies otherwise than by default, and how many replies it has."""
    notes: list[Entry] = []
    machine, cast = Machine(spec, start(spec)), Cast(spec, script, notes)
    try:
        for _ in range(MOST_PAUSES):
            stop = machine.advance()
            if isinstance(stop, Over):
                break
            answer(machine, stop, cast)
    except (Fault, Unplayable, Cut):
        pass                                       # as far as it goes
    return notes, cast.given


def reduced(spec: Spec, script: Script, breaks: Breaks, seconds: float) -> Script:
    """A shorter play that breaks the same; the play itself, if no tape of it breaks it. So many seconds at most are taken for
    it."""
    until = perf_counter() + seconds
    entries, replies = _entries(spec, script)
    if not breaks(Script(tape=tuple(entries), most=replies + 1)):
        return script
    most = _cut_off(entries, replies + 1, breaks, until)

    def still(fewer: list[Entry]) -> bool:
        return breaks(Script(tape=tuple(fewer), most=most))

    entries = _sooner(_fewest(entries, still, until), still, until)
    return Script(tape=tuple(entries), most=_cut_off(entries, most, breaks, until))


def _cut_off(entries: list[Entry], most: int, breaks: Breaks, until: float) -> int:
    """After how many replies the play may be left and still breaks the same: as few as there is time to find."""
    low, high = 0, most
    while low < high and perf_counter() < until:
        middle = (low + high) // 2
        if breaks(Script(tape=tuple(entries), most=middle)):
            high = middle
        else:
            low = middle + 1
    return high


def _fewest(entries: list[Entry], breaks: Callable[[list[Entry]], bool], until: float) -> list[Entry]:
    """As few entries as can be found, after Zeller and Hildebrandt, Simplifying and isolating failure-inducing input (IEEE TSE
    28(2), 2002): none of those left can be left out alone, if there was time to see."""
    portions = 2
    while entries and perf_counter() < until:
        size = -(-len(entries) // portions)
        for at in range(0, len(entries), size):
            rest = entries[:at] + entries[at + size:]
            if perf_counter() < until and breaks(rest):
                entries, portions = rest, max(portions - 1, 2)
                break
        else:
            if size == 1:
                break
            portions = min(portions * 2, len(entries))
    return entries


def _sooner(entries: list[Entry], breaks: Callable[[list[Entry]], bool], until: float) -> list[Entry]:
    """The same entries, those of each source as early as can be, so that fewer questions come before them."""
    for source in dict.fromkeys(source for source, _, _ in entries):
        before = -1
        for number in sorted(at for of, at, _ in entries if of == source):
            step = number - before - 1
            while step and perf_counter() < until:
                moved = [(of, at - step if of == source and at > before else at, reply) for of, at, reply in entries]
                if breaks(moved):
                    entries = moved
                    break
                step //= 2
            before = number - step
    return entries


# ------------------------------------------------------------------ the part of a condition that fails


MOST_PARTS = 4


def blamed(machine: Machine, line: Always) -> tuple[str, ...]:
    """Why the line does not hold, as notes; none where the whole condition is the smallest part."""
    lenient, machine.lenient = machine.lenient, True
    try:
        return tuple(_parts(machine, line.test, blank(line.size)))[:MOST_PARTS]
    finally:
        machine.lenient = lenient


def _parts(machine: Machine, test: ir.Expr, frame: list) -> Iterator[str]:
    match test:
        case ir.And(left=left, right=right):
            bad = right if evaluate(left, machine, frame) else left
            yield f"`{_in_words(bad)}` does not hold"
            yield from _parts(machine, bad, frame)
        case ir.Quantified(how="every", source=source, slot=slot, test=inner):
            for member in evaluate(source, machine, frame):
                frame[slot] = member
                if not evaluate(inner, machine, frame):
                    word = machine.spec.words(member, t.element(source.type) or t.UNKNOWN)
                    yield f"for {word} `{_in_words(inner)}` does not hold"
                    yield from _parts(machine, inner, frame)
                    return
        case ir.Compared(left=left, right=right) | ir.Same(left=left, right=right):
            yield from _values(machine, (left, right), frame)


def _values(machine: Machine, sides, frame: list) -> Iterator[str]:
    for side in sides:
        if not isinstance(side, ir.Const):
            yield f"`{_in_words(side)}` is {machine.spec.words(evaluate(side, machine, frame), side.type)}"


def _in_words(expr: ir.Expr) -> str:
    return " ".join(expr.span.text.split())


__all__ = ["Retold", "as_tape", "blamed", "in_rules", "reduced", "retell", "scenario_block"]
