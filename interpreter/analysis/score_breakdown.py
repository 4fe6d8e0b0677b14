"""Where the points come from: a score taken apart along the rules that work it out.

In:  a Machine at the end of a play (or anywhere), a seat.
Out: `derive`: for each score a tree of Parts: the words of a rule with its arguments, its value, its clauses, and what it is
     made of. `as_lines`: such a tree as lines for a person. `deciding`: which criterion chose the winners.

Only what can be told from the form of an expression is told: members of a sum that give something, defines with their
arguments, the line of a define that applied and what its `let`s gave, rows of tables. It is worked out with the same
evaluator as the score itself, so the two cannot disagree. Arguments get short names: a zone its own, a thing its id, a
place in a list the thing that lies there; the seat itself is not named again and again.
"""

import re
from textwrap import wrap

from attrs import evolve, field, frozen

from interpreter import ir
from interpreter.core.frame import blank, LOCALS, ME
from interpreter.core.types import element, Int, Kind, Seat
from interpreter.engine.evaluate import evaluate, number_of
from interpreter.ir.dependencies import every
from interpreter.ir.kinds import Rank
from interpreter.text.source import Span

MOST_TOLD = 3
MOST_CLAUSES = 6
VERDICTS = ("yes", "no")


@frozen(eq=False)
class Part:
    """One step of a derivation.

    named   the words only name it: a score, a `let`, the member of a sum
    apart   it has a line of its own: one of several, even where the others give nothing
    """

    words: str
    value: str
    span: Span = field(repr=False)
    parts: tuple["Part", ...] = ()
    named: bool = False
    apart: bool = False


class Names(list):
    """A frame that knows how its collections are called."""

    def __init__(self, values, called: dict | None = None):
        super().__init__(values)
        self.called = called or {}


def derive(machine, seat: int, wanted=None) -> list[Part]:
    """The scores of a seat, taken apart; `wanted` are the indices of those to tell."""
    beside = machine.beside(machine.state, lenient=True)         # who looks uses up nothing of what the play may look at
    parts = []
    for k, score in enumerate(machine.spec.scores):
        if wanted is None or k in wanted:
            frame = Names(blank(score.size, seat))
            parts.append(_part(score.name, score.value, beside, frame, score.span))
    return parts


def _part(words: str, expr, m, f, span: Span | None = None) -> Part:
    value = evaluate(expr, m, f)
    return Part(words, m.spec.words(value, expr.type), span or expr.span, tuple(_inside(expr, m, f)), True)


# ------------------------------------------------------------------ what a value is made of


def _inside(expr, m, f):
    """What a value is made of, where that can be told."""
    match expr:
        case ir.Arithmetic(left=left, right=right) | ir.Joined(left=left, right=right):
            yield from _inside(left, m, f)
            yield from _inside(right, m, f)
        case ir.Negative(value=value) | ir.Not(value=value):
            yield from _inside(value, m, f)
        case ir.And(left=left, right=right):
            yield from _inside(left, m, f)
            if evaluate(left, m, f):
                yield from _inside(right, m, f)
        case ir.Or(left=left, right=right):
            yield from _inside(left, m, f)
            if not evaluate(left, m, f):
                yield from _inside(right, m, f)
        case ir.Choice(test=test, then=then, otherwise=otherwise):
            yield from _inside(then if evaluate(test, m, f) else otherwise, m, f)
        case ir.Aggregate(how="sum"):
            yield from _members(expr, m, f)
        case ir.Use():
            yield from _used(expr, m, f)
        case ir.TableAt():
            yield _row(expr, m, f)
        case ir.Cases():
            yield from _lines(expr, m, f)
        case ir.Cell():
            cell = m.spec.cells[number_of(expr, m, f)]
            yield Part(_short(m, cell, f), m.spec.words(evaluate(expr, m, f), cell.type), cell.span)
        case ir.Apply(args=args):
            for arg in args:
                yield from _inside(arg, m, f)


def _members(expr, m, f):
    """The members of a sum that give something."""
    for member in evaluate(expr.source, m, f):
        f[expr.slot] = member
        if (expr.test is None or evaluate(expr.test, m, f)) and evaluate(expr.value, m, f):
            given = m.spec.words(evaluate(expr.value, m, f), expr.value.type)
            inner = tuple(_inside(expr.value, m, f))
            if len(inner) == 1 and inner[0].value == given and isinstance(element(expr.source.type), Int):
                yield evolve(inner[0], apart=True)       # the number of a place says less than what lies there
            else:
                yield Part(m.spec.words(member, element(expr.source.type)), given, expr.value.span, inner, True, True)


def _used(expr, m, f):
    """A define with its arguments, and what applied inside it; a collection's name alone says nothing."""
    value = evaluate(expr, m, f)
    if isinstance(value, tuple):
        return
    define, given = expr.define, [evaluate(a, m, f) for a in expr.args]
    said = [_called(a, m, f) for a in expr.args]
    called = {LOCALS + k: words for k, words in enumerate(said) if isinstance(given[k], tuple) and words}
    inner = Names(blank(define.size, f[ME], given), called)
    words = _with(define.name, _by_place(define, given, said, expr.args, m))
    parts = tuple(_inside(define.value, m, inner))
    yield Part(words, m.spec.words(value, expr.type), _applied(define.value, m, inner).span, parts)


def _row(expr, m, f) -> Part:
    key = tuple(evaluate(k, m, f) for k in expr.keys)
    span = m.spec.row_spans.get((expr.name, key), expr.span)
    words = _with(expr.name, [_called(k, m, f) for k in expr.keys])
    return Part(words, m.spec.words(evaluate(expr, m, f), expr.type), span)


def _lines(expr, m, f):
    """The `let`s worked out on the way to the line that applied, then what that line is made of."""
    for test, value in expr.lines:
        if isinstance(test, int):
            f[test] = evaluate(value, m, f)
            if not isinstance(f[test], tuple):
                yield evolve(_part(_name_of(value.span), value, m, f), apart=True)
        elif evaluate(test, m, f):
            yield from _inside(value, m, f)
            return
    yield from _inside(expr.otherwise, m, f)


def _applied(expr, m, f):
    """The line of a define that applied: its clauses are the ones that count."""
    if not isinstance(expr, ir.Cases):
        return expr
    for test, value in expr.lines:
        if isinstance(test, int):
            f[test] = evaluate(value, m, f)
        elif evaluate(test, m, f):
            return value
    return expr.otherwise


def _name_of(span: Span) -> str:
    """The name that a `let` gives to the value that stands here."""
    line = span.source.lines[span.line - 1]
    let = re.match(r"\s*let\s+(\w+)\s*=", line)
    return let.group(1) if let else span.text


# ------------------------------------------------------------------ short names


def _with(name: str, said: list[str]) -> str:
    """`name(a, b)`, without what need not be said."""
    inner = ", ".join(word for word in said if word)
    return f"{name}({inner})" if inner else name


def _called(arg, m, f) -> str:
    """An argument in few words; nothing for the seat whose score it is."""
    value = evaluate(arg, m, f)
    match arg:
        case ir.Local(slot=slot) if slot in getattr(f, "called", {}):
            return f.called[slot]
        case ir.Contents(zone=zone):
            return _short(m, m.spec.zones[evaluate(zone, m, f)], f)
        case ir.Cell():
            cell = m.spec.cells[number_of(arg, m, f)]
            return f"{_short(m, cell, f)} {m.spec.words(value, arg.type)}"
        case ir.Use() if isinstance(value, tuple):
            return _with(arg.define.name, [_called(a, m, f) for a in arg.args])
        case ir.Use() if value and (things := _counted(arg, m, f)):
            return f"{value}: {', '.join(things)}"
    if isinstance(arg.type, Seat) and value == f[ME]:
        return ""
    if not isinstance(value, tuple):
        return m.spec.words(value, arg.type)
    told = [m.spec.words(member, element(arg.type)) for member in value]
    return f"[{', '.join(told)}]" if len(told) <= MOST_TOLD else f"[{told[0]} … {told[-1]}]"


def _counted(use, m, f) -> list[str]:
    """What a define has counted, where it counts things."""
    define = use.define
    match define.value:
        case ir.Apply(name="count", args=(of,)) if isinstance(element(of.type), Kind):
            inner = blank(define.size, f[ME], [evaluate(a, m, f) for a in use.args])
            return [m.spec.words(thing, element(of.type)) for thing in evaluate(of, m, inner)]
    return []


def _short(m, info, f) -> str:
    """A zone's or counter's name, without its owner where that is the seat itself."""
    return info.label.split(".", 1)[1] if info.owner == f[ME] and "." in info.label else info.label


def _by_place(define, given, said: list[str], args, m) -> list[str]:
    """Where a define looks at a certain place of a list, the thing there stands for both the list and the number."""
    for expr in every(define.value):
        if not (isinstance(expr, ir.ItemAt) and isinstance(expr.of, ir.Local) and isinstance(expr.index, ir.Local)):
            continue
        things, place = expr.of.slot - LOCALS, expr.index.slot - LOCALS
        if max(things, place) < len(args) and 1 <= given[place] <= len(given[things]):
            thing = m.spec.words(given[things][given[place] - 1], element(args[things].type))
            return [thing if k == things else words for k, words in enumerate(said) if k != place]
    return said


# ------------------------------------------------------------------ for a person


def as_lines(parts, width: int = 80, indent: int = 0, said: set | None = None) -> list[str]:
    """A derivation as lines: what it gives, what it is, and at the right the clauses that say so, each said once."""
    lines: list[str] = []
    said = set() if said is None else said
    told = [_told(part) for part in parts]
    wide = max((len(entry.value) for entry in told), default=0)
    for entry in told:
        inner = [_told(part) for part in entry.parts]
        asides = [part for part in inner if part.value in VERDICTS and not part.parts]
        rest = [part for part in inner if part not in asides]
        words = entry.words + (f"   {'; '.join(map(_verdict, asides))}" if asides else "")
        new = [id for id in entry.span.clauses if id not in said][:MOST_CLAUSES]
        head = f"{' ' * indent}{entry.value:>{wide}}  "
        lines += _set_out(head, words, f"[{', '.join(new)}]" if new else "", width)
        said |= set(new)
        lines += as_lines(rest, width, indent + 2, said)
    return lines


def _told(part: Part) -> Part:
    """A part with those that only hand its value on: one line for all of them."""
    while len(part.parts) == 1 and part.parts[0].value == part.value and not part.parts[0].apart:
        inner = part.parts[0]
        words = f"{part.words}{': ' if part.named else ' = '}{inner.words}"
        span = part.span.with_clauses(tuple(dict.fromkeys((*part.span.clauses, *inner.span.clauses))))
        part = evolve(part, words=words, span=span, parts=inner.parts, named=inner.named)
    return part


def _verdict(part: Part) -> str:
    name, colon, words = part.words.rpartition(": ")
    return part.words if part.value == "yes" else f"{name}{colon}not {words}"


def _set_out(head: str, words: str, cited: str, width: int) -> list[str]:
    """Words behind their value, folded; the clauses at the right end of the last line."""
    lines = wrap(words, width, initial_indent=head, subsequent_indent=" " * (len(head) + 2), break_on_hyphens=False,
                 break_long_words=False)
    if cited and len(lines[-1]) + 2 + len(cited) > width:
        return [*lines, cited.rjust(width)]
    return [*lines[:-1], lines[-1] + cited.rjust(width - len(lines[-1]))] if cited else lines


# ------------------------------------------------------------------ who has won


@frozen(eq=False)
class Deciding:
    """One criterion: its words, what each seat that was still in has of it, and who was left after it."""

    words: str
    values: dict
    left: tuple[int, ...]
    span: Span = field(repr=False)


def deciding(machine) -> list[Deciding]:
    """The criteria of `winner` one after the other, to the one after which nothing is left to decide."""
    criteria: list[Deciding] = []
    left = tuple(range(len(machine.spec.seats)))
    beside = machine.beside(machine.state, lenient=True)
    for criterion in machine.spec.winner:
        if len(left) < 2:
            break
        values = {p: evaluate(criterion.value, beside, blank(criterion.size, p)) for p in left} if criterion.value else {}
        if values:
            best = max(values.values()) if criterion.sort == Rank.HIGHEST else min(values.values())
            left = tuple(p for p in left if values[p] == best)
        criteria.append(Deciding(criterion.span.text, values, left, criterion.span))
    return criteria
