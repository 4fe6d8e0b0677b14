"""A play that breaks a law, told again so that a table can act it out: as a session, as a `.play`, as a scenario to paste.

In:  a Spec, the script of the play, and what is wrong with it.
Out: a Retold: the session as far as it went, and every answer with its question; `scenario_block`, lines in the language.

The block begins at set-up and answers what the play answered; the last line that stands in it is the last before the rules
went wrong. So the scenario fails as long as they are as they are, and may be kept once it passes.

Also: From a play that breaks something to a short one that still does: fewer answers, and fewer that are out of the ordinary.

Also: Which part of a condition does not hold: of `P and Q` the one that fails, of `every c in S has P` the first c that fails it.
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

WIDTH = 120


@define(eq=False)
class Retold:
    """A play carried out anew. `answers` are (question, reply, was it the default?), `fault` what stopped it."""

    session: Session
    answers: list[tuple[Question, object, bool]] = field(factory=list)
    fault: Fault | Unplayable | None = None


def retell(spec: Spec, script: Script, digest: str = "") -> Retold:
    """Plays a script as a session whose every answer is written down."""
    session = Session(spec, None, {}, digest=digest)
    made, cast = Retold(session), Cast(spec, script)
    _hear_forced(made)
    try:
        for _ in range(MOST_PAUSES):
            stop = session.play()
            if isinstance(stop, Over):
                break
            for question in stop.questions:
                _give(made, question, cast)
    except Cut:
        pass                                       # the play was left here
    except (Fault, Unplayable) as fault:
        made.fault = fault
    return made


def _hear_forced(made: Retold) -> None:
    """What has a single answer is not asked in a play; a scenario asks it all the same, so it has to be in the block."""
    machine = made.session.machine
    told = machine.tell

    def tell(what, op, branch, *facts):
        if what == "forced" and facts[0] >= 0:
            seat, value = facts
            made.answers.append((Question(seat, op.name, (value,), op.number, op.type), value, False))
        told(what, op, branch, *facts)

    machine.tell = tell


def _give(made: Retold, question: Question, cast: Cast) -> None:
    machine = made.session.machine
    usual, reply = default(machine, question), cast.reply(machine, question)
    made.answers.append((question, reply, reply == usual))
    if isinstance(reply, Take):
        made.session.take(question, reply.offer)
    else:
        made.session.answer(question, reply)


# ------------------------------------------------------------------ as a scenario


def scenario_block(
    retold: Retold, title: str, always: Always | None = None, options: dict | None = None, then: str = ""
) -> str:
    """The play as a scenario of the language; `always` is the line that no longer holds, if it is one; `then` another line
    that ends it. Without either it ends in whether the play is over: a fault on the way fails it all the same."""
    spec = retold.session.spec
    people = [name for k, name in enumerate(spec.seats) if k not in spec.automatic]
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
    spec, plan_ = retold.session.spec, retold.session.machine.plan
    lines: list[str] = []
    declined: list[str] = []                      # since the last line; at the end they have to be said
    for question, reply, usual in retold.answers:
        if question.of_nature:
            lines += [] if usual and question.name == "shuffle" else [f"  when chance gives {_chance(spec, question, reply)}"]
            continue
        who, op = spec.seats[question.seat], plan_[question.op]
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
    """Is it what a scenario leaves unsaid: declined?"""
    return isinstance(op, ir.May) and not reply or isinstance(op, ir.Choose) and declines(op, reply)


def _chance(spec: Spec, question: Question, reply) -> str:
    if question.name == "shuffle":
        return "[" + ", ".join(thing_words(spec, card) for card in reply) + "]"
    if question.name == "roll":
        return ", ".join(in_rules(spec, face, question.type) for face in reply)
    return in_rules(spec, reply, question.type)


def _offer(spec: Spec, offer: tuple) -> str:
    made, member = spec.offers[offer[0]], offer[1]
    if made.each is None:
        return write_offer(spec, offer)
    return f"{made.name} with {in_rules(spec, member, t.element(made.each.type) or t.UNKNOWN)}"


def _said(spec: Spec, question: Question, op: ir.Op, reply) -> str:
    if isinstance(op, ir.Travel) and reply == t.NONE:
        return "stop"
    if isinstance(op, ir.Menu):
        return op.alternatives[reply].name
    if isinstance(op, ir.Moment):
        return "go_on"
    return in_rules(spec, reply, question.type)


def in_rules(spec: Spec, value, type_: t.Type) -> str:
    """A value as rules and scenarios write it."""
    match type_:
        case t.OrNone(of=of):
            return "none" if value == t.NONE else in_rules(spec, value, of)
        case t.Kind(name=name) if name in spec.space_kinds():
            board = next(one for one in spec.boards.values() if one.kind == name)
            return f'{board.name}["{spec.space_of[value]}"]'
        case t.Kind():
            return thing_words(spec, value)
        case t.List() | t.Set() | t.Zone():
            inner = t.element(type_)
            return "[" + ", ".join(in_rules(spec, one, inner) for one in value) + "]"
    return spec.words(value, type_)


def thing_words(spec: Spec, thing: int) -> str:
    """A component by the set it came with: `crates["C-07"]`, `coins[2]`."""
    one = spec.components[thing]
    return one.id if one.id.startswith(f"{one.set}[") else f'{one.set}["{one.id}"]'


# ------------------------------------------------------------------ fewer answers


Broken = Callable[[Script], bool]


def as_tape(spec: Spec, script: Script) -> Script:
    """The same play, as far as it goes, as a tape."""
    notes: list = []
    machine, cast = Machine(spec, start(spec)), Cast(spec, script, notes)
    try:
        for _ in range(MOST_PAUSES):
            stop = machine.advance()
            if isinstance(stop, Over):
                break
            answer(machine, stop, cast)
    except (Fault, Unplayable, Cut):
        pass                                       # as far as it goes
    return Script(tape=tuple(notes), most=cast.given + 1)


def reduced(spec: Spec, script: Script, broken: Broken, seconds: float) -> Script:
    """A shorter play under which the same is broken; the play itself, if no tape of it breaks it."""
    until = perf_counter() + seconds
    tape = as_tape(spec, script)
    if not broken(tape):
        return script
    tape = _cut_off(tape, broken, until)

    def still(entries: list) -> bool:
        return broken(Script(tape=tuple(entries), most=tape.most))

    kept = _sooner(_fewest(list(tape.tape), still, until), still, until)
    return _cut_off(Script(tape=tuple(kept), most=tape.most), broken, until)


def _cut_off(script: Script, broken: Broken, until: float) -> Script:
    """The same play, left as early as it is still broken."""
    low, high = 0, script.most
    while low < high and perf_counter() < until:
        middle = (low + high) // 2
        if broken(Script(tape=script.tape, most=middle)):
            high = middle
        else:
            low = middle + 1
    return Script(tape=script.tape, most=high)


def _fewest(entries: list, broken: Callable[[list], bool], until: float) -> list:
    """As few entries as can be found: none of those left can be left out alone, if there was time to see."""
    portions = 2
    while entries and perf_counter() < until:
        size = -(-len(entries) // portions)
        for at in range(0, len(entries), size):
            rest = entries[:at] + entries[at + size:]
            if perf_counter() < until and broken(rest):
                entries, portions = rest, max(portions - 1, 2)
                break
        else:
            if size == 1:
                break
            portions = min(portions * 2, len(entries))
    return entries


def _sooner(entries: list, broken: Callable[[list], bool], until: float) -> list:
    """The same entries, each source's given as early as can be: what was waited for has not to be lived through."""
    for source in dict.fromkeys(source for source, _, _ in entries):
        before = -1
        for number in sorted(at for one, at, _ in entries if one == source):
            step = number - before - 1
            while step and perf_counter() < until:
                moved = [(one, at - step if one == source and at > before else at, reply) for one, at, reply in entries]
                if broken(moved):
                    entries = moved
                    break
                step //= 2
            before = number - step
    return entries


# ------------------------------------------------------------------ the part of a condition that fails


MOST_PARTS = 4


def blamed(machine: Machine, one: Always) -> tuple[str, ...]:
    """Why it does not hold, as notes; nothing more is said where the whole is the smallest part."""
    lenient, machine.lenient = machine.lenient, True
    try:
        return tuple(_parts(machine, one.test, blank(one.size)))[:MOST_PARTS]
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
