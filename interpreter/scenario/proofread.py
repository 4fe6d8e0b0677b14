"""Finds mistakes in scenarios without playing them: names and forms that no position could make right.

In:  Rules, and the files of their scenarios.
Out: diagnostics: names that nothing has, values of the wrong type, decisions and effects that the game does not know. Whether
     what they expect holds is for `test`.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from interpreter import ir
from interpreter.core import types as t
from interpreter.lower.components import kind_named
from interpreter.lower.scope import Context
from interpreter.scenario.expansion import Run, runs, slips
from interpreter.scenario.given import check_names, names_of, Ready, Shelf, Wanted, wanted
from interpreter.scenario.runner import find_scenarios, game_of_scenarios
from interpreter.scenario.start_at import step_op
from interpreter.scenario.terms import Failed, failed, Known, Reading
from interpreter.syntax import ast
from interpreter.text import codes
from interpreter.text.diagnostic import Code, Diagnostic, Report, suggestion
from interpreter.variant.rules import Rules

CORE = {"moved", "rolled"}                         # what happens without a rule of that name
NOTHING = ("none", "nothing", "stop")


def proofread(
    rules: Rules, files: Iterable[Path] | None = None, lowered: dict[int, Context] | None = None
) -> list[Diagnostic]:
    """What is wrong in the scenarios of a game, or of these files; each mistake once. `lowered` are the game's Contexts that
    are there already, by the number of people."""
    report = Report()
    diagnostics: dict[tuple, Diagnostic] = {}      # by code and place
    proofs: dict[tuple, Proof] = {}                # by game and names
    shelves = {rules.path: Shelf(rules, checks=False, lowered=lowered or {})}
    for scenario, game, folder in find_scenarios(rules, report, files):
        shelf = shelves.setdefault(game.path, Shelf(game, checks=False))
        for run in runs(scenario):
            for diagnostic in (*slips(run), *_of_run(run, shelf, folder, proofs)):
                if diagnostic.span.source.name not in {source.name for source in game.sources} - {scenario.span.source.name}:
                    diagnostics.setdefault((diagnostic.code.id, *diagnostic.place), diagnostic)
    return [*report.sorted(), *sorted(diagnostics.values(), key=lambda diagnostic: diagnostic.place)]


def proofread_file(path: Path) -> list[Diagnostic] | None:
    """The same for one file of scenarios and the game it uses; None if it has none."""
    report = Report()
    game = game_of_scenarios(path, report)
    return proofread(game, [path]) if game is not None else report.sorted() or None


def _of_run(run: Run, shelf: Shelf, folder: Path, proofs: "dict[tuple, Proof]") -> list[Diagnostic]:
    """First with the game's own data, which many runs share; what seems wrong is looked at again with the run's own."""
    try:
        want = wanted(run.lines, folder)
        if any(isinstance(line, ast.ThenCheckFails) for line in run.lines):
            return []
        plain = shelf.ready(Wanted(want.players, span=want.span, variants=want.variants))
        report = Report()
        check_names(plain.ctx.world, want, report)
        mistakes = report.errors or plain.report.errors or _read(run, plain, _stand_ins(plain, want), proofs)
        if mistakes and report.ok and want.key != Wanted(want.players, variants=want.variants).key:
            ready = shelf.ready(want)
            mistakes = ready.report.errors or _read(run, ready, names_of(ready, want), proofs)
        return mistakes
    except Failed as no:
        return list(no.found)


def _read(run: Run, ready: Ready, names: dict[str, Known], proofs: "dict[tuple, Proof]") -> list[Diagnostic]:
    """Runs that begin with the same position have many lines in common: each is read once with the same game and names."""
    key = (ready, *((name, known.type) for name, known in names.items()))
    if key not in proofs:
        proofs[key] = Proof(Reading(ready.ctx, names))
    return [diagnostic for line in run.lines for diagnostic in proofs[key].read(line)]


def _stand_ins(ready: Ready, want: Wanted) -> dict[str, Known]:
    """The things a run makes, by name; nothing is worked out, so only their kinds matter."""
    world = ready.ctx.world
    stand_ins = {new.name.text: Known(t.Kind(kind_named(new.value)), 0) for new in want.new}
    for name, given in want.rows.items():
        column = next((k for k, cell in enumerate(given.header) if cell.text == "id"), None)
        if name in world.components and column is not None:
            kind = t.Kind(world.components[name].kind.text)
            stand_ins |= {row.values[column].span.text: Known(kind, 0) for row in given.rows}
    return stand_ins


class Proof:
    """Lines read with one game and the same names; `found` is what is wrong with the last one."""

    def __init__(self, reading: Reading):
        self.reading, self.spec = reading, reading.ctx.spec
        self.found: list[Diagnostic] = []
        self.asks = [op for op in self.spec.plan if isinstance(op, ir.Ask)]
        self.seen: dict[ast.Node, list[Diagnostic]] = {}

    def read(self, line: ast.Node) -> list[Diagnostic]:
        """What is wrong with a line, as far as that needs no position."""
        if line not in self.seen:
            self.found = []
            self._line(line)
            self.seen[line] = self.found
        return self.seen[line]

    def _line(self, line: ast.Node) -> None:
        match line:
            case ast.GivenValue(target=target) | ast.GivenScore(target=target):
                self._reads(target, place=isinstance(line, ast.GivenValue))
            case ast.GivenHolds(zone, items) | ast.ThenZoneHolds(zone, items):
                self._reads(zone, place=True)
                self._read_all(items)
            case ast.GivenKnows(seat, items) | ast.ThenKnows(seat, items) | ast.ThenDoesNotKnow(seat, items):
                self._reads(seat, t.SEAT)
                self._read_all(items)
            case ast.ThenHolds(test) | ast.ThenWithProbability(test=test):
                self._reads(test, t.BOOL)
            case ast.ThenNoActionMakes(seat, test):
                self._reads(seat, t.SEAT)
                self._reads(test, t.BOOL)
            case ast.ThenEquallyLikely(tests):
                self._read_all(tests, t.BOOL)
            case ast.ThenSees(seat, _, zone):
                self._reads(seat, t.SEAT)
                self._reads(zone, place=True)
            case ast.Answers(seat, decision, values) | ast.Asks(seat, decision, values):
                self._tried(lambda: self.reading.seat(seat))
                self._decision(decision, values)
            case ast.ThenAsked(decision, seat, _) | ast.ThenPossibilities(decision, seat, _):
                self._reads(seat, t.SEAT)
                self._decision(decision, ())
            case ast.Takes(seat, offer, _):
                self._tried(lambda: self.reading.seat(seat))
                self._known(offer, {declared.name for declared in self.spec.offers}, codes.NO_SUCH_OFFER)
            case ast.ThenHappens(event) | ast.ThenNever(event) | ast.ThenNoActionCauses(event=event):
                self._happens(event.name)
            case ast.ThenBefore(first, second):
                self._happens(first.name)
                self._happens(second.name)
            case ast.ComesTo(step, phase):
                outer = self.reading.ctx.routine(phase.text, "phase", "turn")
                if outer is None:
                    self._known(phase, set(self.reading.ctx.world.phases), codes.NO_SUCH_PHASE)
                else:
                    self._tried(lambda: step_op(self.reading.ctx, self.spec, outer, step))
            case ast.StartAt(ast.AtCall(name=name)):
                self._known(name, {routine.name for routine in self.spec.routines}, codes.NO_SUCH_EFFECT)

    # ---------------------------------------------------------------- one part of a line

    def _tried(self, read: Callable[[], object]) -> None:
        try:
            read()
        except Failed as no:
            self.found += no.found

    def _reads(self, node: ast.Node, wanted: t.Type | None = None, place: bool = False) -> None:
        self._tried(lambda: self.reading.expr(node, wanted, place))

    def _read_all(self, nodes: Iterable[ast.Node] | None, wanted: t.Type | None = None) -> None:
        for node in nodes or ():
            self._reads(node, wanted)

    def _known(self, ident: ast.Ident, names: set[str], code: Code) -> None:
        if ident.text not in names:
            self.found += failed(code, ident.span, name=ident.text, help=suggestion(ident.text, names)).found

    def _happens(self, ident: ast.Ident) -> None:
        spec = self.spec
        own = {r.name for r in spec.routines} | {trigger.name for trigger in spec.triggers} | {o.name for o in spec.offers}
        self._known(ident, own | CORE, codes.NO_SUCH_EFFECT)

    def _decision(self, ident: ast.Ident, values: Iterable[ast.Node]) -> None:
        """The question exists; and the things it is answered with, where it asks for things."""
        self._known(ident, {op.name for op in self.asks} | {offer.name for offer in self.spec.offers}, codes.NO_SUCH_DECISION)
        ops = [op for op in self.asks if op.name == ident.text]
        inner = next((op.type and t.element(op.type) or op.type for op in ops), None)
        if not ops or not all(isinstance(op, ir.Choose | ir.Split | ir.Arrange) for op in ops):
            return
        for node in values:
            if not isinstance(node, ast.Text | ast.No) and not (isinstance(node, ast.Name) and node.text in NOTHING):
                self._named(node, inner)

    def _named(self, node: ast.Node, inner: t.Type | None) -> None:
        """Only names that nothing has: what a question takes depends on where the play stands."""
        try:
            self.reading.expr(node, None if isinstance(node, ast.ListValue | ast.SetValue) else inner)
        except Failed as no:
            self.found += [diagnostic for diagnostic in no.found if diagnostic.code is codes.NO_SUCH_NAME]
