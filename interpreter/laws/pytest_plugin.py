"""The pytest plugin: `pytest rules/` collects the `.rules` files that have a `game`, `library` or `variant` line.

In:  files as pytest finds them.
Out: an item for each scenario, and for each game (or variant) one for each law and number of players.

`-k`, `-x`, `--lf` and pytest-xdist work as for any test. How much is played is said by --rules-plays and --rules-seconds; what
fails is shown as at the terminal. The plugin comes with the package and is quiet where there are no `.rules` files.
"""

import re
from pathlib import Path

import pytest


def pytest_addoption(parser):
    """How much is played."""
    group = parser.getgroup("rulewright", "rules files")
    group.addoption("--rules-plays", type=int, default=5, metavar="N",
                    help="plays a law and number of players; 0: only scenarios")
    group.addoption("--rules-seconds", type=float, default=2.0, metavar="S", help="seconds a law and number of players")


HEADING = re.compile(rb"^(game|library|variant)[ \t]+[A-Za-z_]", re.MULTILINE)


def pytest_collect_file(file_path: Path, parent):
    """A file that pytest finds, if it is one of ours: other programs have files with this ending, too."""
    ours = file_path.suffix == ".rules" and _has_heading(file_path)
    return RulesFile.from_parent(parent, path=file_path) if ours else None


def _has_heading(path: Path) -> bool:
    """Does some line begin with `game`, `library` or `variant` and a name?"""
    try:
        return HEADING.search(path.read_bytes()) is not None
    except OSError:
        return False


class NotAsTheySay(Exception):
    """Rules that cannot be read, a scenario that fails or a law that is broken, in the words that a terminal would show."""


class RulesFile(pytest.File):
    """One file: a game, a variant, or scenarios of a game that lies near by."""

    def collect(self):
        """Scenarios first, then the laws."""
        from interpreter.pipeline import load
        from interpreter.project.files import read_source
        from interpreter.syntax import ast
        from interpreter.syntax.parser import parse
        from interpreter.text.diagnostic import Report

        report = Report()
        source = read_source(self.path, report)
        file = parse(source, report) if source is not None else None
        declarations = file.declarations if file is not None else ()
        sorts = {type(declaration) for declaration in declarations}
        titles = [declaration.title.text for declaration in declarations if isinstance(declaration, ast.Scenario)]
        if not report.ok:
            yield Readable.from_parent(self, name="can be read", report=report)
        elif sorts & {ast.Game, ast.Variant}:
            rules = load(str(self.path), report)
            yield from self._of_rules(rules, report, titles)
        elif titles:
            yield from (ScenarioItem.from_parent(self, name=title, number=k) for k, title in enumerate(titles))

    def _of_rules(self, rules, report, titles):
        from interpreter.laws.trials import Profile, tasks

        if rules is None or not report.ok:
            yield Readable.from_parent(self, name="can be read", report=report)
            return
        yield from (ScenarioItem.from_parent(self, name=title, number=k) for k, title in enumerate(titles))
        plays = self.config.getoption("--rules-plays")
        profile = Profile(plays, 0.0)
        for task in tasks(rules, profile) if plays else ():
            if Path(task.asked.where).resolve() == rules.path.resolve():       # its modes are files of their own
                yield LawItem.from_parent(self, name=f"{task.law} with {task.people}", task=task, game=rules.name)


class Item(pytest.Item):
    """An item that is shown as at the terminal when it fails."""

    def repr_failure(self, excinfo, style=None):
        """The words of a terminal; any other exception is a bug of ours, and shown whole."""
        if isinstance(excinfo.value, NotAsTheySay):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self):
        """Where it stands."""
        return self.path, None, f"{self.path.name}: {self.name}"


class Readable(Item):
    """A file that cannot be read as rules."""

    def __init__(self, *, report, **words):
        super().__init__(**words)
        self.report = report

    def runtest(self):
        """Fails, and says why."""
        raise NotAsTheySay(_drawn(self.report.sorted()))


class ScenarioItem(Item):
    """One scenario with all its runs; `number` tells scenarios of the same name apart."""

    def __init__(self, *, number, **words):
        super().__init__(**words)
        self.number = number

    def runtest(self):
        """Carries it out."""
        result = _results(self.session, self.path)[self.number]
        if not result.passed:
            raise NotAsTheySay(_drawn(result.found))


class LawItem(Item):
    """One law at one number of players."""

    def __init__(self, *, task, game, **words):
        super().__init__(**words)
        self.task, self.game = task, game

    def runtest(self):
        """Plays."""
        from attrs import evolve

        from interpreter.laws.trials import carry_out

        trial = carry_out(evolve(self.task, seconds=self.config.getoption("--rules-seconds")), self.game)
        if trial.errors:
            raise NotAsTheySay("\n".join(trial.errors))
        if trial.searched.finding is not None:
            raise NotAsTheySay(_told(trial))


def _results(session, path: Path) -> list:
    """The results of the scenarios of a file; played once, when the first is asked for."""
    from interpreter.pipeline import load
    from interpreter.scenario.runner import run_scenarios
    from interpreter.text.diagnostic import Report

    kept = session.stash.setdefault(RESULTS, {})
    if path not in kept:
        report = Report()
        rules = load(str(path), Report()) or _used(path)
        if rules is None:
            raise NotAsTheySay(f"{path.name} uses no game that can be read")
        kept[path] = run_scenarios(rules, report, [path])
        if not report.ok:
            raise NotAsTheySay(_drawn(report.sorted()))
    return kept[path]


RESULTS: pytest.StashKey = pytest.StashKey()


def _used(path: Path):
    """The game that a file of scenarios uses."""
    from interpreter.pipeline import load
    from interpreter.project.files import find_library, read_source
    from interpreter.syntax import ast
    from interpreter.syntax.parser import parse
    from interpreter.text.diagnostic import Report

    source = read_source(path, Report())
    file = parse(source, Report()) if source is not None else None
    uses = [line for line in file.declarations if isinstance(line, ast.Use)] if file is not None else []
    paths = (find_library(name.text, path) for use in uses for name in use.names)
    games = (load(game, Report()) for game in paths if game is not None)
    return next((game for game in games if game is not None), None)


def _drawn(diagnostics) -> str:
    from interpreter.text.diagnostic import draw

    return "\n\n".join(draw(diagnostic) for diagnostic in diagnostics)


def _told(trial) -> str:
    from interpreter.laws.counterexample import retell, scenario_block
    from interpreter.laws.trials import made_ready, rules_read

    finding = trial.searched.finding
    ctx, _ = made_ready(rules_read(trial.task.asked), finding.people, {})
    always = next((line for line in ctx.spec.always if line.span == finding.wrong.span), None)
    block = scenario_block(retell(ctx.spec, finding.least), "found by pytest", always)
    where = "" if finding.wrong.span.is_nowhere else f" ({finding.wrong.span})"
    return f"with {finding.people} players: {finding.wrong.words}{where}\n\n{block}"
