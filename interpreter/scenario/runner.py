"""Carries out scenarios: a position, the answers, and whether what is expected holds (language.md 2.23).

In:  Rules, a Report for what keeps a file from being read, and the files (those of the game, if none are named).
Out: a ScenarioResult for each scenario: its runs (cases, options and rows counted one by one), which line failed and what
     was found instead, which ops were carried out and which clauses were shown to refuse.

For one run: scenario/expansion.py writes out its lines; scenario/given.py lowers the game and lays the table;
scenario/start_at.py starts the rules; scenario/when.py carries out its `when` lines, scenario/then.py judges its `then` lines.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter

from attrs import define, evolve, field, frozen

from interpreter.core.question import Refusal
from interpreter.engine.machine import CARRY_OUT, Machine, start
from interpreter.lower.operators import clauses_of
from interpreter.pipeline import load
from interpreter.project.files import find_library, read_source, scenario_files
from interpreter.scenario.course import Course, fresh, refused_line, WHEN
from interpreter.scenario.expansion import is_expectation, Positions, Run, runs, slips
from interpreter.scenario.given import lay_out, names_of, own_spec, Ready, Shelf, wanted
from interpreter.scenario.likelihood import judge_likely
from interpreter.scenario.start_at import arm, begin, first_values
from interpreter.scenario.terms import Failed, failed, Reading
from interpreter.scenario.then import judge
from interpreter.scenario.trace import Place, Record, Seen, traced, Watch, watched
from interpreter.scenario.when import do
from interpreter.syntax import ast
from interpreter.syntax.parser import parse
from interpreter.text import codes
from interpreter.text.diagnostic import Diagnostic, Fault, Report
from interpreter.text.source import Span
from interpreter.variant.rules import Rules

POSITION = (ast.GivenValue, ast.GivenHolds, ast.GivenKnows, ast.GivenScore)
BEFORE = (
    ast.GivenPlayers, ast.GivenOption, ast.GivenNew, ast.GivenData, ast.GivenRows, ast.GivenEdit, ast.Setting,
    ast.ScenarioVariant,
)
IN_SCENARIO_FILES = (ast.Scenario, ast.Position, ast.Use, ast.Library, ast.Doc)
LIKELY = (ast.ThenEquallyLikely, ast.ThenWithProbability)


@define(eq=False)
class RunResult:
    """One run: what went wrong, and what was carried out. `places` are the ops' places: file, start, end."""

    title: str
    span: Span = field(repr=False)
    found: list[Diagnostic] = field(factory=list)
    clauses: tuple[str, ...] = ()                  # that the run names
    executed: set[int] = field(factory=set)        # ops by number
    places: set[Place] = field(factory=set)
    refused: list[Span] = field(factory=list)      # guards, tests and legs that an expected refusal cited
    faults: list[Span] = field(factory=list)       # where an expected fault stopped the play
    seen: Seen | None = None                       # what a Watch saw of it
    seconds: float = 0.0                           # what it took

    @property
    def passed(self) -> bool:
        """Did everything come out?"""
        return not self.found


@frozen(eq=False)
class ScenarioResult:
    """One scenario with all its runs."""

    title: str
    span: Span = field(repr=False)
    runs: tuple[RunResult, ...]

    @property
    def passed(self) -> bool:
        """Did every run pass?"""
        return all(run.passed for run in self.runs)

    @property
    def found(self) -> list[Diagnostic]:
        """What went wrong in any run."""
        return [diagnostic for run in self.runs for diagnostic in run.found]

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the scenario names."""
        return tuple(dict.fromkeys(c for run in self.runs for c in run.clauses))


# ------------------------------------------------------------------ files


def run_scenarios(
    rules: Rules, report: Report, files: Iterable[Path] | None = None, watch: Watch | None = None,
    data: dict[str, Path] | None = None, only: str | None = None, number: int | None = None,
) -> list[ScenarioResult]:
    """Carries out the scenarios of the files, each with the game that its file uses: all, or those with the words `only` in
    their title, or those of the file of this `number` among the game's own. `data` are files in place of the game's own."""
    shelves: dict[Path, Shelf] = {}
    return [
        run_scenario(scenario, shelves.setdefault(game.path, Shelf(game, data=data or {})), folder, watch)
        for scenario, game, folder in find_scenarios(rules, report, files, number)
        if only is None or only.lower() in scenario.title.text.lower()
    ]


def find_scenarios(
    rules: Rules, report: Report, files: Iterable[Path] | None = None, number: int | None = None
) -> Iterator[tuple[ast.Scenario, Rules, Path]]:
    """Each scenario of the files, its positions spelled out, with the game that its file uses and the folder of its data."""
    read: dict[Path, ast.File | None] = {}
    own = own_files(rules) if number is None else [own_files(rules)[number]]
    for path in own if files is None else files:
        source = read_source(Path(path), report)
        file = parse(source, report) if source is not None else None
        game = _game_of(file, Path(path), rules, report) if file is not None else None
        if file is None or game is None or (files is None and game.path != rules.path and not _also_of(rules, game)):
            continue
        _misplaced(file, game, report)
        positions = Positions(report, read).gather(file, Path(path), game)
        for written in _scenarios(file, game):
            _citations(written, game, report)
            scenario = positions.spelled_out(written)
            if scenario is not None:
                yield scenario, game, Path(path).parent


def _misplaced(file: ast.File, game: Rules, report: Report) -> None:
    """What stands in a file of scenarios and would be read by nobody, since the file is no part of the game."""
    parts = {source.name for source in game.sources} | {applied.variant.span.source.name for applied in game.stack}
    if file.span.source.name in parts or any(isinstance(node, ast.Game | ast.Variant) for node in file.declarations):
        return
    for node in file.declarations if any(isinstance(node, ast.Scenario) for node in file.declarations) else ():
        if not isinstance(node, IN_SCENARIO_FILES):
            word = node.span.text.split()[0]
            what = f"this `{word}` is no part of {game.name}: a file of scenarios holds scenarios and positions"
            report.add(codes.SCENARIO_ELSEWHERE, node.span, what=what)


def game_of_scenarios(path: Path, report: Report) -> Rules | None:
    """The game that a file of scenarios names with `use`, wherever the file lies. None for a file without scenarios, and for
    one that is a game or a variant itself; None with the reason in the report where no game is named, or it cannot be read."""
    source = read_source(path, Report()) if path.is_file() else None
    file = parse(source, Report()) if source is not None else None
    if file is None or any(isinstance(declaration, ast.Game | ast.Variant) for declaration in file.declarations):
        return None
    scenario = next((declaration for declaration in file.declarations if isinstance(declaration, ast.Scenario)), None)
    if scenario is None:
        return None
    used = [name for declaration in file.declarations if isinstance(declaration, ast.Use) for name in declaration.names]
    for name in used:
        library = find_library(name.text, path)
        game = load(library, Report()) if library is not None else None
        if game is not None:
            return game
    what = "no `use` in this file names the game that its scenarios are about"
    report.add(codes.SCENARIO_ELSEWHERE, scenario.title.span, what=what)
    return None


def own_files(rules: Rules) -> list[Path]:
    """The files whose scenarios are of these rules: those of the game; or of the variants, if any are applied, since those
    of what lies below, the game or a variant that another builds on, are about that without it."""
    below = frozenset().union(*(applied.below for applied in rules.stack))
    tops = (applied.path for applied in rules.stack if not applied.erratum and applied.name not in below)
    return list(dict.fromkeys(tops)) or scenario_files(rules.path)


def _scenarios(file: ast.File, game: Rules) -> Iterator[ast.Scenario]:
    """The scenarios of a file, and those inside the variants that are applied."""
    below = frozenset().union(*(variant.below for variant in game.stack))
    applied = {variant.name for variant in game.stack} - below
    for declaration in file.declarations:
        if isinstance(declaration, ast.Scenario):
            yield declaration
        elif isinstance(declaration, ast.Variant) and declaration.name.text in applied:
            yield from (edit for edit in declaration.edits if isinstance(edit, ast.Scenario))


def _game_of(file: ast.File, path: Path, rules: Rules, report: Report) -> Rules | None:
    """The game that a file of scenarios is about: the one it is, or uses; else the one that is asked for."""
    known = {rules.name, *(applied.name for applied in rules.stack)}
    if any(isinstance(node, ast.Variant) and {node.name.text, node.base.text} & known for node in file.declarations):
        return rules
    if any(isinstance(node, ast.Game) for node in file.declarations):
        return rules if path.resolve() == rules.path.resolve() else load(path, report)
    names = [name for node in file.declarations if isinstance(node, ast.Use) for name in node.names]
    if not names or any(name.text == rules.name for name in names):
        return rules
    for name in names:
        library = find_library(name.text, path)
        game = load(evolve(rules.asked, where=str(library)), Report()) if library is not None else None
        if game is not None:
            return game
        report.add(codes.NO_SUCH_LIBRARY, name.span, name=name.text)
    return None


def _citations(scenario: ast.Scenario, game: Rules, report: Report) -> None:
    """What a scenario cites is looked up like anything else."""
    book = game.rulebook
    for node in ast.walk(scenario) if book is not None else ():
        for cite in getattr(node, "cites", None) or ():
            for ident in (cite.first, cite.last):
                if book is not None and ident is not None and not book.has(ident.text):
                    near = book.nearest(ident.text)
                    help_ = f"did you mean {near}?" if near else None
                    report.add(codes.NO_SUCH_CLAUSE, ident.span, name=ident.text, help=help_)


def _also_of(rules: Rules, game: Rules) -> bool:
    """Scenarios beside a game that are of another one there are that one's, unless it is based on this."""
    return any(path == rules.path for path in game.paths)


def run_scenario(scenario: ast.Scenario, shelf: Shelf, folder: Path, watch: Watch | None = None) -> ScenarioResult:
    """Carries out one scenario."""
    results = tuple(carry_out_run(run, shelf, folder, watch) for run in runs(scenario))
    return ScenarioResult(scenario.title.text, scenario.title.span, results)


# ------------------------------------------------------------------ one run


def carry_out_run(run: Run, shelf: Shelf, folder: Path, watch: Watch | None = None) -> RunResult:
    """Carries out one way through a scenario."""
    result, began = RunResult(run.title, run.span), perf_counter()
    try:
        want = wanted(run.lines, folder)
        ready = shelf.ready(want)
        cited = (*run.cites, *(c for line in run.lines for c in getattr(line, "cites", None) or ()))
        result.clauses = tuple(dict.fromkeys(clauses_of(ready.ctx, cited)))
        fails = next((line for line in run.lines if isinstance(line, ast.ThenCheckFails)), None)
        if fails is not None:
            _check_fails(fails, ready, result)
        elif not ready.report.ok:
            result.found += _mistakes(ready, shelf, run.span)
        else:
            reading = Reading(ready.ctx, names_of(ready, want))
            _Running(run, ready, result, reading, watch or Watch(), watch is not None).carry_out()
    except Failed as no:
        result.found += no.found
    result.found += slips(run) if result.passed else ()
    result.seconds = perf_counter() - began
    return result


def _mistakes(ready: Ready, shelf: Shelf, span: Span) -> list[Diagnostic]:
    """Why the game cannot be played; what an earlier run was told already is only counted."""
    errors = ready.report.errors
    new = [diagnostic for diagnostic in errors if (diagnostic.code.id, *diagnostic.place) not in shelf.told]
    shelf.told |= {(diagnostic.code.id, *diagnostic.place) for diagnostic in new}
    old = len(errors) - len(new)
    what = f"the game cannot be played: {old} mistake{'s' if old > 1 else ''} told above"
    return new + ([Diagnostic(codes.SCENARIO_FAILED, span, what)] if old else [])


def _check_fails(line: ast.ThenCheckFails, ready: Ready, result: RunResult) -> None:
    reported = [diagnostic for diagnostic in ready.report.diagnostics if diagnostic.code.id == line.code]
    cited = clauses_of(ready.ctx, line.cites)
    if any(all(c in diagnostic.span.clauses for c in cited) for diagnostic in reported):
        return
    other = ", ".join(dict.fromkeys(f"{each.code.id}: {each.message}" for each in reported or ready.report.errors))
    what = f"the checks say {other}" if other else "the checks find nothing"
    result.found.append(Diagnostic(codes.SCENARIO_FAILED, line.span, what))


@define(eq=False)
class _Running:
    """One run on its way."""

    run: Run
    ready: Ready
    made: RunResult
    reading: Reading
    watch: Watch
    watched: bool                                  # is anything noted in it?
    course: Course = field(init=False)
    first: Course | None = None                    # as it was when the rules began
    since: int = 0                                 # the line after `start at`

    def carry_out(self) -> None:
        """Line by line; a `then` that fails does not keep the next from being judged, anything else does."""
        spec = own_spec(self.ready, self.run.lines)
        self.watch.begin()
        record = Record()
        machine = Machine(spec, start(spec), puts_forced=True, carry_out=traced(record.executed, CARRY_OUT))
        if self.watched:
            watched(machine, self.watch)
        self.course = fresh(self.reading, machine, record)
        first_values(self.course.machine)
        self.course.machine.state.frames.clear()
        lines = self.run.lines
        for at, line in enumerate(lines):
            self.course.later = lines[at + 1:]
            try:
                self._line(line, at)
            except Failed as no:
                self.made.found += no.found
                if not is_expectation(line) or self.course.stopped is not None:
                    break
            if self._unexpected(line, lines[at + 1] if at + 1 < len(lines) else None):
                break
        self._keep()

    def _line(self, line: ast.Node, at: int) -> None:
        if isinstance(line, BEFORE):
            return
        if isinstance(line, POSITION):
            self._given(line)
        elif isinstance(line, ast.StartAt):
            arm(self.course.machine)
            begin(self.course, line)
            self.first, self.since = self.course.copy(), at + 1
        elif isinstance(line, WHEN):
            self._begun(line)
            do(self.course, line)
        elif isinstance(line, LIKELY):
            first = self._begun(line)
            begun = first.to_play and not self.course.to_play
            before, after = self.run.lines[self.since:at], self.run.lines[at + 1:]
            self._watched(line, lambda: judge_likely(first, before, after, begun, line))
        else:
            refusal = self.course.refusal
            self._watched(line, lambda: judge(self.course, line))
            self._note(line, refusal)

    def _given(self, line: ast.Node) -> None:
        if self.course.questions:
            why = "the rules have begun and somebody is asked; what is given stands before `start at`"
            raise failed(codes.SCENARIO_GIVEN, line.span, why=why)
        lay_out(line, self.reading, self.course.machine)

    def _begun(self, line: ast.Node) -> Course:
        """The course as it was when the rules began; Failed if no line has begun them."""
        if self.first is None:
            raise failed(codes.SCENARIO_FAILED, line.span, what="no `start at` says where the rules begin")
        return self.first

    def _watched(self, line: ast.Node, judging: Callable[[], None]) -> None:
        self.watch.line = line
        try:
            judging()
        finally:
            self.watch.line = None
        self.watch.judged(self.course, line)

    def _note(self, line: ast.Node, refusal: Refusal | None) -> None:
        """For coverage: what an expected refusal or fault is about."""
        stopped = self.course.stopped
        why_not = refusal or stopped
        if isinstance(line, ast.ThenRefused) and why_not is not None:
            self.made.refused.append(why_not.span)
        if isinstance(line, ast.ThenFault) and isinstance(stopped, Fault) and stopped.span is not None:
            self.made.faults.append(stopped.span)

    def _unexpected(self, line: ast.Node, following: ast.Node | None) -> bool:
        """An attempt that was refused though no line says so."""
        if isinstance(line, ast.Asks) and self.course.refusal is not None and not isinstance(following, ast.ThenRefused):
            self.made.found += refused_line(line, self.course.refusal).found
            return True
        return False

    def _keep(self) -> None:
        """What was carried out; and a fault at the very end that no line speaks of."""
        course, machine = self.course, self.course.machine
        self.made.executed = course.record.executed
        spans = [machine.plan[number].span for number in course.record.executed]
        self.made.places = {(s.source.name, s.start, s.end) for s in spans}
        self.made.seen = self.watch.seen(machine)
        last = self.run.lines[-1] if self.run.lines else None
        if isinstance(last, (*WHEN, ast.StartAt)) and course.stopped is not None and not self.made.found:
            self.made.found.append(Diagnostic(codes.SCENARIO_FAILED, last.span, f"the play is stopped: {course.stopped}"))

