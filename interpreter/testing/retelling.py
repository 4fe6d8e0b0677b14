"""A play that breaks a law, told again so that a table can act it out: as a session, as a `.play`, as a scenario to paste.

In:  a Spec, the script of the play, and what is wrong with it.
Out: a Retold: the session as far as it went, and every answer with its question; `scenario_block`, lines in the language.

The block begins at set-up and answers what the play answered; the last line that stands in it is the last before the rules
went wrong. So the scenario fails as long as they are as they are, and may be kept once it passes.
"""

from attrs import define, field

from interpreter.core import types as t
from interpreter.core.pause import Over, Question
from interpreter.play.answers import declines, write_offer
from interpreter.play.choosers import Take
from interpreter.play.session import Session
from interpreter.spec import plan
from interpreter.spec.model import Always, Spec
from interpreter.testing.playing import MOST_PAUSES, Cast, Cut, Script, default
from interpreter.text.report import Fault, Unplayable

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
    that ends it."""
    spec = retold.session.spec
    people = [name for k, name in enumerate(spec.seats) if k not in spec.automatic]
    lines = [f'scenario "{title}"', f"  given players {', '.join(people)}"]
    lines += [f"  given {name} is {value}" for name, value in (options or {}).items()]
    lines += ["  start at setup", *_whens(retold)]
    if always is not None:
        lines.append(f"  then {' '.join(always.test.span.text.split())}")
    lines += [f"  {then}"] if then else []
    return "\n".join(lines) + "\n"


def _whens(retold: Retold) -> list[str]:
    spec, plan_ = retold.session.spec, retold.session.machine.plan
    lines: list[str] = []
    for question, reply, usual in retold.answers:
        if question.of_nature:
            lines += [] if usual and question.name == "shuffle" else [f"  when chance gives {_chance(spec, question, reply)}"]
            continue
        who, op = spec.seats[question.seat], plan_[question.op]
        if isinstance(reply, Take):
            lines.append(f"  when {who} takes {_offer(spec, reply.offer)}")
        elif not _left_open(op, reply):
            lines.append(f"  when {who} answers {question.name} with {_said(spec, question, op, reply)}")
    return lines


def _left_open(op: plan.Op, reply) -> bool:
    """Is it what a scenario leaves unsaid: declined?"""
    return isinstance(op, plan.May) and not reply or isinstance(op, plan.Choose) and declines(op, reply)


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


def _said(spec: Spec, question: Question, op: plan.Op, reply) -> str:
    if isinstance(op, plan.Travel) and reply == t.NONE:
        return "stop"
    if isinstance(op, plan.Menu):
        return op.alternatives[reply].name
    if isinstance(op, plan.Moment):
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


__all__ = ["Retold", "in_rules", "retell", "scenario_block"]
