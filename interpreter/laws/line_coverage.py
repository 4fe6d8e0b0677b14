"""Coverage of play: which lines of the rules plays carry out, and which they never do.

In:  Rules, and how many plays of them (by random seats and by the game's strategies in turn).
Out: `parts`, every line that can be carried out, as a Part; `Firing`, which of them plays have carried out, and which cards
     they have moved.

A part is a rule, step, effect, trigger or free action; a way through one (a branch of an `if` or `depending on`, an alternative
of a question, saying yes); a line that works out a define or a score; a row of a table. It fires when what stands in it is
carried out, answered or worked out; what the engine works out once and keeps counts for the play in which it did.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from time import monotonic

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core.question import Over
from interpreter.coverage.clause_coverage import rule_files
from interpreter.engine.machine import CARRY_OUT, EVALUATE, Machine, start
from interpreter.ir.model import Spec
from interpreter.laws.script import answer, Cast, Cut, MOST_PAUSES, players_of, Script
from interpreter.laws.trials import made_ready
from interpreter.lower.scope import Context
from interpreter.lower.symbols import declared
from interpreter.scenario.trace import Place, place
from interpreter.syntax import ast
from interpreter.text.diagnostic import Fault, Report, Unplayable
from interpreter.text.source import Span
from interpreter.variant.rules import Rules

SORTS = {
    ast.Rule: "rule", ast.Step: "step", ast.Effect: "effect", ast.Trigger: "trigger", ast.Offer: "free action",
    ast.Alternative: "alternative", ast.Branch: "branch", ast.CaseIf: "line", ast.CaseOtherwise: "line", ast.Define: "define",
    ast.Score: "score", ast.Row: "row", ast.May: "yes", ast.MayChoose: "choice",
}


@frozen
class Part:
    """A part of the rules that plays can carry out: its sort, where it begins, and its first line."""

    sort: str
    where: str
    line: str
    inside: tuple[Place, ...] = field(repr=False)   # fires when something within one of these is carried out or worked out


@define(eq=False)
class Firing:
    """What plays carried out: for each part in how many plays; `moved`, of the `cards` those that were moved."""

    parts: list[Part]
    plays: int = 0
    fired: Counter = field(factory=Counter)
    moved: set[str] = field(factory=set)
    cards: set[str] = field(factory=set)

    @property
    def never(self) -> list[Part]:
        """The parts that no play carried out."""
        return [part for part in self.parts if not self.fired[part]]

    @property
    def percent(self) -> float:
        """The share of the parts that some play carried out, in percent."""
        return 100 * (len(self.parts) - len(self.never)) / max(1, len(self.parts))

    def unshown(self, places: set[Place]) -> list[Part]:
        """The parts that no play carried out, and of which none of these places, that something else did, is one."""
        shown = set(_came_to(self.parts, places))
        return [part for part in self.never if part not in shown]

    def add(self, other: "Firing") -> None:
        """Adds what other plays carried out."""
        self.plays += other.plays
        self.fired += other.fired
        self.moved |= other.moved
        self.cards |= other.cards


def parts(rules: Rules) -> list[Part]:
    """Every part of the game's own files, in the order written."""
    every: list[Part] = []
    for file in rule_files(rules):
        for declaration in file.declarations:
            if not isinstance(declaration, ast.Scenario | ast.Strategy | ast.Variant | ast.Position):
                every += _parts(declaration)
    return every


def _parts(node: ast.Node) -> Iterator[Part]:
    sort = SORTS.get(type(node))
    if sort is not None and (inside := _inside(node)):
        yield _part(sort, node, inside)
    if isinstance(node, ast.If):
        yield from (_part("branch", test, _places(body)) for test, body in node.branches if body)
    if isinstance(node, ast.If | ast.Depending) and node.otherwise:
        yield _part("branch", node.otherwise[0], _places(node.otherwise))
    for child in ast.children(node):
        yield from _parts(child)


def _inside(node: ast.Node) -> tuple[Place, ...]:
    match node:
        case ast.CaseIf(value=value) | ast.CaseOtherwise(value=value) | ast.Define(value=value) | ast.Score(value=value):
            return (place(value.span),)
        case ast.Row():
            return (place(node.span),)
        case ast.Alternative(body=()):
            return (place(node.span),)
    return _places(getattr(node, "body", ()))


def _places(body: tuple[ast.Node, ...] | None) -> tuple[Place, ...]:
    return tuple(place(line.span) for line in body or () if not isinstance(line, (ast.Doc, *ast.GUARDS)))


def _part(sort: str, node: ast.Node, inside: tuple[Place, ...]) -> Part:
    line = " ".join(node.span.text.split("\n", 1)[0].split(" cites ")[0].split())
    return Part(sort, f"{node.span.source.name}:{node.span.line}", line, inside)


# ------------------------------------------------------------------ plays


def fire(rules: Rules, people: int, plays: int, seed: int = 1, switched: bool = False, until: float | None = None) -> Firing:
    """What so many plays for so many people carry out, by random seats and each strategy of the game in turn. With `switched`
    one play more for every other value of every option. No play goes on after `until`, as time.monotonic() tells it."""
    firing = Firing(parts(rules))
    for k, options in enumerate([{}, *(_others(rules) if switched else ())]):
        ctx, report = made_ready(rules, people, options)
        if report.ok:
            _play(firing, ctx, plays if k == 0 else 1, seed, until)
    return firing


def _others(rules: Rules) -> list[dict[str, str]]:
    """Every option with every word that is not its recommended one."""
    choices: list[dict[str, str]] = []
    for name, option in declared(rules, Report()).options.items():
        recommended = " ".join(option.first.span.text.split())
        choices += [{name: word} for word in _words(option.type) if word != recommended]
    return choices


def _words(type_: ast.Node) -> list[str]:
    match type_:
        case ast.OneOfType(values=values):
            return [value.text for value in values]
        case ast.YesNoType():
            return ["yes", "no"]
    return []


def _play(firing: Firing, ctx: Context, plays: int, seed: int, until: float | None) -> None:
    spec = ctx.spec
    firing.cards |= {component.id for component in spec.components}
    players = players_of(spec)
    for k in range(plays):
        if until is not None and monotonic() > until:
            return
        places = _played(spec, Script(seed + k, (), players[k % len(players)], until=until), firing.moved)
        firing.plays += 1
        firing.fired.update(_came_to(firing.parts, places))


def _played(spec: Spec, script: Script, moved: set) -> set[Place]:
    """The places that a play carries out, answers or works out; what it moves is added to `moved`."""
    places: set[Place] = set()

    def tell(what, op, branch, *facts):
        if what == "move":
            moved.update(spec.components[thing].id for thing, *_ in facts[0])
        elif what in ("answer", "forced") and isinstance(op, ir.Menu):
            places.add(place(op.alternatives[facts[1]].span))

    noted: set = set()
    machine, cast = noting(spec, tell, noted), Cast(spec, script)
    try:
        for _ in range(MOST_PAUSES):
            stop = machine.advance()
            if isinstance(stop, Over):
                break
            answer(machine, stop, cast)
    except (Fault, Unplayable, Cut):
        pass                                       # the laws tell it; here what it carried out before counts
    return places | {place(op.span) for op in noted}


def noting(spec: Spec, tell, noted: set) -> Machine:
    """A machine at the beginning of a play; every op that it carries out, every expression and row that it works out goes into
    the set."""
    values = {form: _noting(noted, run) for form, run in EVALUATE.items()}
    values[ir.TableAt] = _noting_row(noted, EVALUATE[ir.TableAt])
    ops = {form: _noting(noted, run) for form, run in CARRY_OUT.items()}
    return Machine(spec, start(spec), tell, value_of=values, carry_out=ops)


def _noting(noted: set, run):
    def look(form, *rest):
        noted.add(form)
        return run(form, *rest)

    return look


@frozen
class _Row:
    """A row of a table, as something that has a span."""

    span: Span


def _noting_row(noted: set, run):
    def look(expr, m, f):
        key = tuple(m.value(part, f) for part in expr.keys)
        row = m.spec.row_spans.get((expr.name, key))
        if row is not None:
            noted.add(_Row(row))
        return run(expr, m, f)

    return look


def _came_to(parts: list[Part], places: set[Place]) -> list[Part]:
    by_file: dict[str, list[tuple[int, int]]] = {}
    for name, begin, end in places:
        by_file.setdefault(name, []).append((begin, end))
    for stretches in by_file.values():
        stretches.sort()
    return [part for part in parts if any(_within(by_file.get(name, []), start, stop) for name, start, stop in part.inside)]


def _within(stretches: list[tuple[int, int]], start: int, stop: int) -> bool:
    """Does one of these stretches, which are sorted, lie between start and stop?"""
    for begin, end in stretches[bisect_left(stretches, (start, 0)):]:
        if begin > stop:
            return False
        if end <= stop:
            return True
    return False


__all__ = ["Firing", "Part", "fire", "parts"]
