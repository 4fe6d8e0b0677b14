"""Coverage of play: which lines of the rules plays come to, and which they never do.

In:  Rules, and plays of them (by random seats and by the game's strategies).
Out: `parts`, every line that can be carried out, as a Part; `Firing`, which of them plays have come to, and which cards they
     have moved.

A part is a rule, step, effect, trigger or free action; a way through one (a branch of an `if` or `depending on`, an alternative
of a question, saying yes); a line that works out a define or a score; a row of a table. It fires when what stands in it is
carried out, answered or worked out; what the engine works out once and keeps counts for the play in which it did.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator

from attrs import define, field, frozen

from interpreter import ir
from interpreter.core.question import Over
from interpreter.coverage.clause_coverage import rule_files
from interpreter.engine.machine import CARRY_OUT, EVALUATE, Machine, start
from interpreter.ir.model import Spec
from interpreter.laws.script import answer, Cast, MOST_PAUSES, players_of, Script
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
    """Something that plays can come to: its sort, where it begins, and its first line."""

    sort: str
    where: str
    line: str
    inside: tuple[Place, ...] = field(repr=False)   # fires when something within one of these is carried out or worked out


@define(eq=False)
class Firing:
    """What plays came to: parts by how many plays came to them, cards that were moved after set-up began, plays."""

    parts: list[Part]
    plays: int = 0
    fired: Counter = field(factory=Counter)
    moved: set[str] = field(factory=set)
    cards: set[str] = field(factory=set)

    @property
    def never(self) -> list[Part]:
        """What no play came to."""
        return [one for one in self.parts if not self.fired[one]]

    @property
    def percent(self) -> float:
        """How many of a hundred parts some play came to."""
        return 100 * (len(self.parts) - len(self.never)) / max(1, len(self.parts))

    def add(self, other: "Firing") -> None:
        """Takes over what other plays came to."""
        self.plays += other.plays
        self.fired += other.fired
        self.moved |= other.moved
        self.cards |= other.cards


def parts(rules: Rules) -> list[Part]:
    """Every part of the game's own files, in the order written."""
    found = []
    for file in rule_files(rules):
        for one in file.declarations:
            if not isinstance(one, ast.Scenario | ast.Strategy | ast.Variant | ast.Position):
                found += _parts(one)
    return found


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
    return _places(node.body)


def _places(body) -> tuple[Place, ...]:
    return tuple(place(one.span) for one in body or () if not isinstance(one, (ast.Doc, *ast.GUARDS)))


def _part(sort: str, node: ast.Node, inside: tuple[Place, ...]) -> Part:
    line = " ".join(node.span.text.split("\n", 1)[0].split(" cites ")[0].split())
    return Part(sort, f"{node.span.source.name}:{node.span.line}", line, inside)


# ------------------------------------------------------------------ plays


def fire(rules: Rules, people: int, plays: int, seed: int = 1, switched: bool = False) -> Firing:
    """What so many plays for so many people come to: random seats and each strategy of the game in turn. With `switched` one
    play more for every other value of every option."""
    firing = Firing(parts(rules))
    for k, options in enumerate([{}, *(_others(rules) if switched else ())]):
        ctx, report = made_ready(rules, people, options)
        if report.ok:
            _play(firing, ctx, plays if k == 0 else 1, seed)
    return firing


def _others(rules: Rules) -> list[dict[str, str]]:
    """Every option with every word that is not its recommended one."""
    made = []
    for name, one in declared(rules, Report()).options.items():
        words = {ast.OneOfType: lambda type_: [value.text for value in type_.values], ast.YesNoType: lambda type_: ["yes", "no"]}
        said = words.get(type(one.type), lambda type_: [])(one.type)
        made += [{name: word} for word in said if word != " ".join(one.first.span.text.split())]
    return made


def _play(firing: Firing, ctx: Context, plays: int, seed: int) -> None:
    spec = ctx.spec
    firing.cards |= {one.id for one in spec.components}
    players = players_of(spec)
    for k in range(plays):
        places = _played(spec, Script(seed + k, (), players[k % len(players)]), firing.moved)
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
    except (Fault, Unplayable):
        pass                                       # the laws tell it; here counts how far it came
    return places | {place(one.span) for one in noted}


def noting(spec: Spec, tell, noted: set) -> Machine:
    """A machine at the beginning of a play; every op it carries out, every expression and row it works out comes into the set."""
    values = {form: _noting(noted, run) for form, run in EVALUATE.items()}
    values[ir.TableAt] = _noting_row(noted, EVALUATE[ir.TableAt])
    ops = {form: _noting(noted, run) for form, run in CARRY_OUT.items()}
    return Machine(spec, start(spec), tell, value_of=values, carry_out=ops)


def _noting(noted: set, run):
    def look(one, *rest):
        noted.add(one)
        return run(one, *rest)

    return look


@frozen
class _Row:
    """A row of a table, as something that has a span."""

    span: Span


def _noting_row(noted: set, run):
    def look(expr, m, f):
        key = tuple(m.value(one, f) for one in expr.keys)
        row = m.spec.row_spans.get((expr.name, key))
        if row is not None:
            noted.add(_Row(row))
        return run(expr, m, f)

    return look


def _came_to(some: list[Part], places: set[Place]) -> list[Part]:
    by_file: dict[str, list[tuple[int, int]]] = {}
    for name, begin, end in places:
        by_file.setdefault(name, []).append((begin, end))
    for found in by_file.values():
        found.sort()
    return [one for one in some if any(_within(by_file.get(name, []), start, stop) for name, start, stop in one.inside)]


def _within(found: list[tuple[int, int]], start: int, stop: int) -> bool:
    """Does one of these stretches lie in this one?"""
    for begin, end in found[bisect_left(found, (start, 0)):]:
        if begin > stop:
            return False
        if end <= stop:
            return True
    return False


__all__ = ["Firing", "Part", "fire", "parts"]
