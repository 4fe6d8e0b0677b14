"""Where the points come from: a score taken apart along the rules that work it out.

In:  a Machine at the end of a play (or anywhere), a seat.
Out: for each score a tree of Parts: the words of a rule with its arguments, its value, its clauses, and what it is made of.

Only what can be told from the form of an expression is told: members of a sum that give something, defines with their
arguments, the line of a define that applied and what its `let`s came to, rows of tables. It is worked out with the same
evaluator as the score itself, so the two cannot disagree.
"""

import re

from attrs import evolve, field, frozen

from interpreter.core.state import LOCALS
from interpreter.core.types import Int, element
from interpreter.run.evaluate import evaluate, number_of
from interpreter.spec import plan
from interpreter.text.source import Span


MOST_TOLD = 3


@frozen(eq=False)
class Part:
    """One step of a derivation."""

    words: str
    value: str
    span: Span = field(repr=False)
    parts: tuple["Part", ...] = ()


def derive(machine, seat: int) -> list[Part]:
    """Every score of a seat, taken apart."""
    lenient, machine.lenient = machine.lenient, True
    made = []
    for score in machine.spec.scores:
        frame = [0, 0, seat, -1] + [None] * (score.size - LOCALS)
        made.append(_part(score.name, score.value, machine, frame))
    machine.lenient = lenient
    return made


def _part(words: str, expr, m, f, span: Span | None = None) -> Part:
    value = evaluate(expr, m, f)
    return Part(words, m.spec.described(value, expr.type), span or expr.span, tuple(_inside(expr, m, f)))


def _inside(expr, m, f):
    """What a value is made of, where that can be told."""
    match expr:
        case plan.Arithmetic(left=left, right=right) | plan.Joined(left=left, right=right):
            yield from _inside(left, m, f)
            yield from _inside(right, m, f)
        case plan.Negative(value=value) | plan.Not(value=value):
            yield from _inside(value, m, f)
        case plan.And(left=left, right=right):
            yield from _inside(left, m, f)
            if evaluate(left, m, f):
                yield from _inside(right, m, f)
        case plan.Or(left=left, right=right):
            yield from _inside(left, m, f)
            if not evaluate(left, m, f):
                yield from _inside(right, m, f)
        case plan.Choice(test=test, then=then, otherwise=otherwise):
            yield from _inside(then if evaluate(test, m, f) else otherwise, m, f)
        case plan.Aggregate(how="sum"):
            yield from _members(expr, m, f)
        case plan.Use():
            yield from _used(expr, m, f)
        case plan.TableAt():
            yield Part(f"{expr.name}({_arguments(expr.keys, m, f)})", m.spec.words(evaluate(expr, m, f), expr.type), expr.span)
        case plan.Cases():
            yield from _lines(expr, m, f)
        case plan.Cell():
            cell = m.spec.cells[number_of(expr, m, f)]
            yield Part(cell.label, m.spec.described(evaluate(expr, m, f), cell.type), cell.span)
        case plan.Apply(args=args):
            for one in args:
                yield from _inside(one, m, f)


def _members(expr, m, f):
    """The members of a sum that give something."""
    for one in evaluate(expr.source, m, f):
        f[expr.slot] = one
        if (expr.test is None or evaluate(expr.test, m, f)) and evaluate(expr.value, m, f):
            inner = tuple(_inside(expr.value, m, f))
            given = m.spec.described(evaluate(expr.value, m, f), expr.value.type)
            member = m.spec.described(one, element(expr.source.type))
            if len(inner) == 1 and inner[0].value == given:
                words = inner[0].words if isinstance(element(expr.source.type), Int) else f"{member}: {inner[0].words}"
                yield evolve(inner[0], words=words)
            else:
                yield Part(member, given, expr.value.span, inner)


def _used(expr, m, f):
    """A define with its arguments, and what applied inside it; a collection's name alone says nothing."""
    value = evaluate(expr, m, f)
    if isinstance(value, tuple):
        return
    define = expr.define
    inner = [0, 0, f[2], -1, *[evaluate(a, m, f) for a in expr.args], *define.blank]
    words = f"{define.name}({_arguments(expr.args, m, f)})" if expr.args else define.name
    yield Part(words, m.spec.described(value, expr.type), define.value.span, tuple(_inside(define.value, m, inner)))


def _arguments(args, m, f) -> str:
    return ", ".join(_argument(evaluate(a, m, f), a.type, m) for a in args)


def _argument(value, type_, m) -> str:
    """A long list is told by its ends."""
    if element(type_) is None or len(value) <= MOST_TOLD:
        words = m.spec.described(value, type_)
        return f"[{words}]" if element(type_) is not None else words
    first, last = (m.spec.described(v, element(type_)) for v in (value[0], value[-1]))
    return f"[{first} … {last}]"


def _lines(expr, m, f):
    """The `let`s worked out on the way to the line that applied, then what that line is made of."""
    for test, value in expr.lines:
        if isinstance(test, int):
            f[test] = evaluate(value, m, f)
            if not isinstance(f[test], tuple):
                yield _part(_name_of(value.span), value, m, f)
        elif evaluate(test, m, f):
            yield from _inside(value, m, f)
            return
    yield from _inside(expr.otherwise, m, f)


def _name_of(span: Span) -> str:
    """The name that a `let` gives to the value that stands here."""
    line = span.source.lines[span.line - 1]
    found = re.match(r"\s*let\s+(\w+)\s*=", line)
    return found.group(1) if found else span.text


def as_lines(parts, indent: int = 0) -> list[str]:
    """A derivation as indented lines: words, value, and the clauses that say so."""
    made = []
    for part in parts:
        cited = f"   [{', '.join(part.span.clauses)}]" if part.span.clauses else ""
        made.append(f"{'  ' * indent}{part.words}: {part.value}{cited}")
        made += as_lines(part.parts, indent + 1)
    return made
