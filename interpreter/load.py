"""The whole way on one page: rules on disk → a Spec ready to play.

In:  the path of a rules file (or a game's name), and a Report.
Out: Rules (parsed, its libraries beside it), and from Rules a Spec for so many people and such options.

read → parse → declare → lower → check → fold. Nothing else calls two of these.
"""

from pathlib import Path

from attrs import define, field

from interpreter.check import check
from interpreter.spec.folding import fold
from interpreter.spec.lower import lower
from interpreter.spec.model import Spec
from interpreter.spec.scope import Context
from interpreter.spec.world import World
from interpreter.syntax import ast
from interpreter.syntax.files import digest, find_game, find_library, games, libraries, read_source
from interpreter.syntax.parse import parse
from interpreter.syntax.rulebook import Rulebook, read_rulebook
from interpreter.text import codes
from interpreter.text.render import suggestion
from interpreter.text.report import Report
from interpreter.text.source import NOWHERE, Source

BY_PATH = "a game is named as in `rulewright list`, or by the path of its .rules file"
OWN = (ast.Setup, ast.Play, ast.Winner, ast.Game, ast.Scenario)      # what a game `based on` another states itself


@define(eq=False)
class Rules:
    """A game as written: its file, the files it uses, and its rulebook's ledger."""

    path: Path
    game: ast.Game
    parts: list[tuple[ast.File, bool]] = field(factory=list)         # a file, and whether it is taken whole
    sources: list[Source] = field(factory=list)
    paths: list[Path] = field(factory=list)
    rulebook: Rulebook | None = None

    @property
    def name(self) -> str:
        return self.game.name.text

    def world(self, report: Report) -> World:
        """The declarations, gathered anew."""
        world = World(report, game=self.game)
        world.seat_names = [line for line in self.game.lines or () if isinstance(line, ast.Seat)]
        for file, whole in self.parts:
            world.declare([d for d in file.declarations if whole or not isinstance(d, OWN)])
        world.clashes()
        return world

    def people(self) -> range:
        """How many people can play."""
        low, high = self.game.players.low, self.game.players.high
        first = max(1, getattr(low, "value", 1))
        return range(first, max(first, getattr(high, "value", 1)) + 1)

    def said_people(self) -> str:
        """`1 player`, `3 players`, `2 to 4 players`."""
        few, many = self.people().start, self.people().stop - 1
        count = str(few) if few == many else f"{few} to {many}"
        return f"{count} player{'' if many == 1 else 's'}"


def load(where: str | Path, report: Report, people: int | None = None) -> Rules | None:
    """Reads and parses a game and all it uses; None with the reasons in `report`.

    Where so many people cannot play it, but a game `based on` it in the same folder is for them, it is that one.
    """
    rules = _load(where, report)
    if rules is None or people is None or people in rules.people():
        return rules
    return _based_on(rules, people) or rules


def _based_on(rules: Rules, people: int) -> Rules | None:
    """The game beside this one that takes it for its base and is for so many."""
    for path in sorted(rules.path.parent.glob("*.rules")):
        if path != rules.path and (other := _load(path, Report())) is not None and people in other.people():
            if any(isinstance(line, ast.BasedOn) and line.name.text == rules.name for line in other.game.lines or ()):
                return other
    return None


def _load(where: str | Path, report: Report) -> Rules | None:
    path = find_game(str(where))
    if path is None:
        report.add(codes.NO_SUCH_GAME, NOWHERE, name=where, help=suggestion(str(where), games()) or BY_PATH)
        return None
    seen: dict[Path, ast.File] = {}
    first = _read(path, report, seen)
    game = first and next((d for d in first.declarations if isinstance(d, ast.Game)), None)
    if game is None:
        if first is not None:
            report.add(codes.NOT_A_GAME, NOWHERE, name=path.name)
        return None
    rules = Rules(path, game)
    _gather(rules, path, first, True, report, seen)
    rules.rulebook = _rulebook(rules, report)
    return rules


def _read(path: Path, report: Report, seen: dict) -> ast.File | None:
    source = read_source(path, report)
    if source is None:
        return None
    seen[path] = parse(source, report)
    return seen[path]


def _gather(rules: Rules, path: Path, file: ast.File, whole: bool, report: Report, seen: dict) -> None:
    """A file after the files it uses, each once."""
    for name, missing in _used(file):
        found = find_library(name.text, path)
        if found is None:
            report.add(missing, name.span, name=name.text, help=suggestion(name.text, _near(path, missing)))
        elif found not in seen and (part := _read(found, report, seen)) is not None:
            _gather(rules, found, part, False, report, seen)
    rules.parts.append((file, whole))
    rules.paths.append(path)
    rules.sources.append(file.span.source)


def _used(file: ast.File):
    for one in file.declarations:
        match one:
            case ast.Use(names):
                yield from ((name, codes.NO_SUCH_LIBRARY) for name in names)
            case ast.Game(lines=lines):
                yield from ((line.name, codes.NO_SUCH_GAME) for line in lines or () if isinstance(line, ast.BasedOn))


def _near(path: Path, missing) -> list[str]:
    """The names that may have been meant: files beside this one, and our library or our games."""
    beside = [one.stem for one in path.parent.glob("*.rules") if one != path]
    return beside + (games() if missing is codes.NO_SUCH_GAME else libraries())


def _rulebook(rules: Rules, report: Report) -> Rulebook | None:
    for (file, _), path in zip(reversed(rules.parts), reversed(rules.paths), strict=True):
        for one in file.declarations:
            for line in getattr(one, "lines", None) or () if isinstance(one, ast.Game) else ():
                if isinstance(line, ast.Rulebook):
                    return read_rulebook(path.parent, line.name.text, report, line.span)
    return None


def prepare(
    rules: Rules, people: int, options: dict, report: Report, data: dict | None = None, names: tuple[str, ...] = (),
    checks: bool = True,
) -> Context:
    """Lowers and checks a game for so many people; the Spec is in the context, the verdict in `report`. `names` are theirs, in
    the order they sit. Who has had the same rules, people and options checked before may leave the checks out."""
    ctx = lower(rules.world(report), rules.path.parent, people, options, data or {}, names)
    if checks:
        check(rules, ctx, report)
    if report.ok:
        fold(ctx.spec)
    return ctx


def play_spec(
    rules: Rules, people: int, options: dict, report: Report, data: dict | None = None, names: tuple[str, ...] = ()
) -> Spec | None:
    """A Spec ready to play, or None with the reasons in `report`."""
    ctx = prepare(rules, people, options, report, data, names)
    return ctx.spec if report.ok else None


def rules_digest(rules: Rules, ctx: Context) -> str:
    """What names exactly these rules and data."""
    return digest(*(s.text for s in rules.sources), *(s.text for s in ctx.layout.sources.values()))
