"""Everything a user sees, kept and compared: does a reorganisation of the program change any of it?

    python -m tests.goldens keep DIR [--quick] [--only WORDS]              writes what the program says now
    python -m tests.goldens compare DIR [OTHER] [--quick] [--only WORDS]   what differs from what was kept: now, or in OTHER

In:  a checkout, at whose top this is run. The program is reached through what `[project.scripts]` names and nothing else;
     the pages and the laid-out cases through the scripts of this tree that make them.
Out: DIR/DIGESTS, a line an item, and the text of each item, gzipped, in DIR/CLASS/. `compare` counts by class what differs, is
     gone or is new, shows the first differences, and exits with 1 if there is any. With --quick, a part of the items: 20 seeds
     a game; such a part can be compared with everything.

    plays      recorded plays by bots: .play files       screens    what the same plays showed, and their replays
    pages      rulebooks, handouts, differences, help, explanations, what tests/make_*.py write
    errors     what is said of wrong rules               checks     of the games and variants, and their scenarios
    figures    of simulated plays, clauses carried out   internals  `show`: may change where records are renamed

Each job is a process forked from one that has everything imported, so no job sees what another left behind. Durations and
the places of temporary files are masked.
"""

import difflib
import gzip
import hashlib
import json
import os
import re
import shutil
import sys
import tempfile
import time
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from random import SystemRandom

import click
from attrs import frozen
from click.testing import CliRunner

from tests.cases import read_cases

ROOT = Path(__file__).resolve().parents[1]
CLASSES = ("plays", "screens", "pages", "errors", "checks", "figures", "internals")
SEEDS, FEW, BY_STRATEGIES = 200, 20, 20
PROCESSES = 2
SHOWN = 5                                       # differences shown, and lines of each
LINES = 40
VARIANT = re.compile(r"^variant (\w+)", re.MULTILINE)
MASKS = (
    (re.compile(re.escape(f"{ROOT}/")), ""),
    (re.compile(r"/tmp/goldens-\w{8}"), "/tmp/goldens-********"),
    (re.compile(r"(fault|[a-z_]+)-\d{8}-\d{6}-\d+\."), r"\1-*."),
    (re.compile(r"\b[\d,.]+ (s|seconds|ms|minutes|a second)\b"), r"* \1"),
    (re.compile(r'("(?:[a-z_]*seconds|[a-z_]*a_second|[a-z_]*per_s(?:econd)?|took)": )[\d.e+-]+'), r"\1*"),
)
ENVIRONMENT = {"COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(ROOT)}


@frozen
class Job:
    """Something to be said by the program in a process of its own; `weight` is about how many seconds it takes."""

    name: str
    weight: float
    run: Callable[["Keeper"], None]


@frozen
class Keeper:
    """Where a job writes its items, and a folder of its own for its files."""

    folder: Path
    scratch: Path

    def keep(self, sort: str, name: str, text: str) -> None:
        """One item: its text without what changes from run to run."""
        for pattern, put in MASKS:
            text = pattern.sub(put, text)
        called = re.sub(r"[^\w./-]+", "_", name)[:150]
        path = self.folder / sort / f"{called}.gz"
        path.parent.mkdir(parents=True, exist_ok=True)
        assert not path.exists(), f"two items are called {path}"
        path.write_bytes(gzip.compress(text.encode(), 6, mtime=0))

    def keep_said(self, sort: str, *words: str, name: str = "", typed: str = "") -> None:
        """One item: what a command says."""
        self.keep(sort, name or "/".join(words), said(*words, typed=typed))


def command() -> click.Group:
    """The program, by the entry point that an installation would make of it."""
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    module, _, _ = scripts["rulewright"].partition(":")
    groups = [one for one in vars(import_module(module)).values() if isinstance(one, click.Group)]
    assert len(groups) == 1, f"{module} has {len(groups)} groups of commands"
    return groups[0]


def said(*words: str, typed: str = "") -> str:
    """What the program says to these words, and its exit code."""
    done = CliRunner().invoke(command(), list(words), input=typed)
    return f"$ rulewright {' '.join(words)}\n{done.output}exit code {done.exit_code}\n"


# ------------------------------------------------------------------ plays


def play_jobs(quick: bool) -> Iterator[Job]:
    """200 random plays a game, spread over the numbers of players, and 20 by each of its strategies."""
    for game in games():
        low, _, high = game["players"].partition("-")
        people = range(int(low), int(high or low) + 1)
        bots = [("random", FEW if quick else SEEDS)]
        bots += [(one["name"], FEW // 5 if quick else BY_STRATEGIES) for one in game["strategies"]]
        for bot, count in bots:
            for k, number in enumerate(people):
                seeds = range(1 + k, count + 1, len(people))
                costs = {"tall_oaks": 3.0, "mixtape": 0.5, "solo": 0.7}.get(game["name"], 0.1) * len(seeds)
                yield Job(f"plays of {game['name']} by {number} {bot}", costs, partial(plays, game["name"], number, bot, seeds))


def plays(game: str, people: int, bot: str, seeds: range, keeper: Keeper) -> None:
    """Records plays that differ in their seed alone.

    The rules are read once: a referee without --seed asks the machine for one when everything is ready, and there a process
    is forked for each seed. Should it ask otherwise some day, each play reads the rules anew.
    """
    words = ("referee", game, "--players", str(people), "--seat", f"all={bot}", "--record", str(keeper.scratch / "kept.play"))
    parent, drawn = os.getpid(), SystemRandom.randrange

    def each_seed(*_) -> int:
        for seed in seeds:
            if not os.fork():
                seeded.append(seed)
                SystemRandom.randrange = drawn
                return seed
            _, status = os.wait()
            if status:
                os._exit(1)
        os._exit(0)

    seeded: list[int] = []
    SystemRandom.randrange = each_seed
    text = said(*words)
    SystemRandom.randrange = drawn
    if os.getpid() != parent:
        keep_play(keeper, f"{game}/{bot}/{people}-{seeded[0]:03}", text, seeded[0] == seeds[0])
        return
    for seed in seeds:
        (keeper.scratch / "kept.play").unlink(missing_ok=True)
        text = said(*words, "--seed", str(seed)).replace(f" --seed {seed}\n", "\n", 1)
        keep_play(keeper, f"{game}/{bot}/{people}-{seed:03}", text, seed == seeds[0])


def keep_play(keeper: Keeper, name: str, text: str, replayed: bool) -> None:
    """A play, what it showed, and what a replay says of it."""
    record = keeper.scratch / "kept.play"
    keeper.keep("plays", name, record.read_text(encoding="utf-8") if record.exists() else "no play was recorded\n")
    keeper.keep("screens", name, text)
    if replayed and record.exists():
        keeper.keep_said("screens", "replay", str(record), name=f"{name}-replay")
        keeper.keep_said("screens", "replay", "--json", str(record), name=f"{name}-replay-json")
    record.unlink(missing_ok=True)


# ------------------------------------------------------------------ pages, checks, figures


def games() -> list[dict]:
    """The games that come with the program, as it lists them."""
    return json.loads(CliRunner().invoke(command(), ["list", "--json"]).stdout)


def variants() -> list[tuple[str, str]]:
    """Every variant in rules/ with the game it changes at last."""
    found = (re.search(r'^variant (\w+) .* of (\w+)', path.read_text(encoding="utf-8"), re.MULTILINE)
             for path in sorted(ROOT.glob("rules/*/variants/**/*.rules")))
    of = dict(one.groups() for one in found if one)
    return [(name, _game_below(name, of)) for name in sorted(of)]


def _game_below(name: str, of: dict[str, str]) -> str:
    while name in of:
        name = of[name]
    return name


def game_jobs(quick: bool) -> Iterator[Job]:
    """What is said of each game; without its scenarios where these take long and time is short."""
    big = {"tall_oaks": 10, "mixtape": 5, "solo": 3}
    for game in (one["name"] for one in games()):
        weight = big.get(game, 0.2)
        yield Job(f"pages of {game}", 2 * weight, partial(pages_of, game))
        yield Job(f"checks of {game}", 2 * weight, partial(checks_of, game))
        if not quick or game not in big:
            scenarios = ["test", game, "--plays", "0", "--jobs", "1"]
            yield Job(f"scenarios of {game}", 10 * weight, partial(_each, "checks", scenarios))
            yield Job(f"coverage of {game}", 9 * weight, partial(_each, "figures", ["coverage", game, "--jobs", "1"]))
            yield Job(f"figures of {game}", weight, partial(figures_of, game))


def _each(sort: str, words: list[str], keeper: Keeper) -> None:
    keeper.keep_said(sort, *words)


def pages_of(game: str, keeper: Keeper) -> None:
    """Its rulebook, and all that `show` can print."""
    keeper.keep_said("pages", "rulebook", game)
    keeper.keep_said("pages", "rulebook", game, "--markdown")
    for what in ("tree", "flow", "strategies", "state"):
        keeper.keep_said("pages", "show", what, game)
    for what in ("plan", "facts"):
        keeper.keep_said("internals", "show", what, game)


def checks_of(game: str, keeper: Keeper) -> None:
    keeper.keep_said("checks", "check", game)
    keeper.keep_said("checks", "check", game, "--json")


def figures_of(game: str, keeper: Keeper) -> None:
    words = ["simulate", game, "--games", "50", "--seed", "1"]
    keeper.keep_said("figures", *words)
    keeper.keep_said("figures", *words[:2], "--games", "10", "--seed", "1", "--json")


def variant_jobs(quick: bool) -> Iterator[Job]:
    """What is said of each variant, or of every sixteenth."""
    for name, game in variants()[:: 16 if quick else 1]:
        yield Job(f"variant {name}", 12 if game == "tall_oaks" else 4, partial(pages_of_variant, name, game))


def pages_of_variant(name: str, game: str, keeper: Keeper) -> None:
    keeper.keep_said("pages", "handout", name)
    keeper.keep_said("pages", "diff", name)
    keeper.keep_said("checks", "check", game, "--with", name)
    keeper.keep_said("checks", "check", game, "--with", name, "--json")


def help_pages(keeper: Keeper) -> None:
    """What each command says of itself, and what there is."""
    for words in _commands(command(), ()):
        keeper.keep_said("pages", *words, "--help")
    keeper.keep_said("pages", "list")
    keeper.keep_said("pages", "list", "--json")


def _commands(one: click.Command, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield words
    for name, inner in getattr(one, "commands", {}).items():
        yield from _commands(inner, (*words, name))


def explained_codes(keeper: Keeper) -> None:
    for path in sorted(ROOT.glob("docs/errors/E*.md")):
        keeper.keep_said("pages", "explain", path.stem)


def explained_clauses(game: str, step: int, keeper: Keeper) -> None:
    """Every so-manieth clause of a rulebook."""
    rows = (ROOT / "rules" / game / "clauses.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for row in rows[::step]:
        keeper.keep_said("pages", "explain", row.split("\t")[0], "--game", game)


def page_jobs(quick: bool) -> Iterator[Job]:
    """Help, explanations, and the pages that are made."""
    yield Job("help", 1, help_pages)
    yield Job("explain", 1, explained_codes)
    for game in sorted(path.parent.name for path in ROOT.glob("rules/*/clauses.tsv")):
        yield Job(f"clauses of {game}", 15, partial(explained_clauses, game, 100 if quick else 20))
    yield Job("docs/errors", 10, pages_of_codes)
    for page, make in import_module("tests.make_docs").PAGES.items():
        if not quick or page in ("docs/words.md", "docs/grammar.md", "docs/language.md"):
            yield Job(page, 20, partial(_made, page, make))


def _made(page: str, make: Callable[[], str], keeper: Keeper) -> None:
    keeper.keep("pages", f"made/{page}", make())


def pages_of_codes(keeper: Keeper) -> None:
    for name, text in import_module("tests.make_errors").pages().items():
        keeper.keep("pages", f"made/docs/errors/{name}", text)


# ------------------------------------------------------------------ errors


def error_jobs(quick: bool) -> Iterator[Job]:
    """All case files, the examples of the docs, rules that are broken on purpose, and commands used wrongly."""
    for path in sorted(ROOT.glob("tests/**/*.case")):
        cases = read_cases(path)
        yield Job(path.relative_to(ROOT).as_posix(), len(cases) / 4, partial(errors_in, path, 5 if quick else 1))
    yield Job("examples of the docs", 30, partial(errors_in_docs, 10 if quick else 1))
    yield Job("commands used wrongly", 5, wrong_words)
    for path in sorted(ROOT.glob("tests/broken/*.rules")):
        yield Job(f"broken {path.stem}", 2, partial(_broken, path.relative_to(ROOT).as_posix()))


def errors_in(path: Path, step: int, keeper: Keeper) -> None:
    """What is said of each chunk of a case file, or of every so-manieth, and of what is to come out of it."""
    ways = {"tests/variant": _at_the_quay, "tests/syntax": _alone, "tests/scenario": _in_the_raffle}
    name = path.relative_to(ROOT)
    way = ways.get(name.parent.as_posix(), _at_the_table)
    for number, case in list(enumerate(read_cases(path), start=1))[::step]:
        for which, text in (("wrong", case.text), ("right", case.output)):
            if text:
                with _folder(keeper):
                    way(keeper, f"{name.with_suffix('')}-{number:02}-{which}", text)


class _folder:
    """A fresh folder to stand in."""

    def __init__(self, keeper: Keeper):
        self.path = keeper.scratch / "case"

    def __enter__(self):
        self.path.mkdir()
        os.chdir(self.path)

    def __exit__(self, *_):
        os.chdir(ROOT)
        shutil.rmtree(self.path)


def _checked(keeper: Keeper, name: str, rules: str, variants_: list[str]) -> None:
    words = ["check", rules, *(word for one in variants_ for word in ("--with", one))]
    keeper.keep_said("errors", *words, name=name)
    keeper.keep_said("errors", *words, "--json", name=f"{name}-json")


def _at_the_table(keeper: Keeper, name: str, text: str) -> None:
    import_module("tests.check.table").laid_out(text, Path.cwd())
    _checked(keeper, name, "case.rules", VARIANT.findall(text))
    if "/faults-" in name:
        keeper.keep_said("errors", "referee", "case.rules", "--seat", "all=first", "--seed", "1", "--record", "kept.play",
                         name=f"{name}-played")


def _at_the_quay(keeper: Keeper, name: str, text: str) -> None:
    import_module("tests.variant.merged").laid_out(text, Path.cwd())
    _checked(keeper, name, "quay/quay.rules", VARIANT.findall(text))


def _in_the_raffle(keeper: Keeper, name: str, text: str) -> None:
    shutil.copytree(ROOT / "tests/scenario/raffle", "raffle")
    Path("raffle/scenarios.rules").write_text(f"library raffle_scenarios\nuse raffle\n\n{text}", encoding="utf-8")
    _checked(keeper, name, "raffle/raffle.rules", [])
    keeper.keep_said("errors", "test", "raffle/raffle.rules", "--plays", "0", "--jobs", "1", name=f"{name}-test")


def _alone(keeper: Keeper, name: str, text: str) -> None:
    Path("case.rules").write_text(text, encoding="utf-8")
    _checked(keeper, name, "case.rules", [])
    keeper.keep_said("errors", "format", "-", name=f"{name}-format", typed=text)


def errors_in_docs(step: int, keeper: Keeper) -> None:
    """What is said of the examples of the docs, most of which are right."""
    reader = import_module("tests.blocks")
    everything = list(reader.blocks())
    rules = [one for one in everything if one.sort == "rules" and reader.HEADING.search(reader.whole(one))]
    for block in rules[::step]:
        with _folder(keeper):
            path = reader.lay_out(block, Path.cwd(), everything)
            _checked(keeper, f"{block.page}-{block.line}", path.name, VARIANT.findall(block.text))


def _broken(path: str, keeper: Keeper) -> None:
    keeper.keep_said("errors", "check", path)
    keeper.keep_said("errors", "check", path, "--json")


def wrong_words(keeper: Keeper) -> None:
    """Commands that cannot be carried out."""
    for line in ("chek nim", "check nimm", "check", "check nim --players 9", "check nim --set most=99", "check nim --with x",
                 "referee solo --players 2", "referee nim --seat Zed=random --seed 1", "simulate nim --seat all=clever",
                 "show plans nim",
                 "explain E9999", "explain M-999", "handout nothing", "diff nothing", "replay nothing.play", "new variant",
                 "simulate nim --games 0", "rulebook nothing", "coverage nothing", "score nim nothing", "format nothing.rules"):
        keeper.keep_said("errors", *line.split(), name=f"words/{line}")


# ------------------------------------------------------------------ running


def jobs(quick: bool, only: str) -> list[Job]:
    """All jobs with these words in their name, the longest first."""
    sorts = (play_jobs, game_jobs, variant_jobs, page_jobs, error_jobs)
    made = [one for sort in sorts for one in sort(quick) if only in one.name]
    return sorted(made, key=lambda job: -job.weight)


def keep(folder: Path, quick: bool, only: str) -> list[str]:
    """Writes every item; the names of jobs that failed."""
    os.chdir(ROOT)
    os.environ |= ENVIRONMENT
    for sort in CLASSES:
        shutil.rmtree(folder / sort, ignore_errors=True)
    for words in (["check", "kuhn"], ["test", "kuhn", "--plays", "0", "--jobs", "1"], ["simulate", "kuhn", "--games", "1"],
                  ["rulebook", "kuhn"], ["show", "flow", "kuhn"]):
        said(*words)                            # what these import is imported for all
    failed = _in_processes(jobs(quick, only), folder)
    found = {sort: sorted((folder / sort).rglob("*.gz")) for sort in CLASSES}
    rows = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(folder).as_posix()[:-3]}\n"
            for paths in found.values() for path in paths]
    (folder / "DIGESTS").write_text("".join(rows), encoding="utf-8")
    print(", ".join(f"{len(paths)} {sort}" for sort, paths in found.items()))
    return failed


def _in_processes(todo: list[Job], folder: Path) -> list[str]:
    """Carries the jobs out, so many at a time; the names of those that failed."""
    began, whole, running, failed = time.monotonic(), sum(job.weight for job in todo), {}, []
    waiting, done = list(todo), 0.0
    while waiting or running:
        while waiting and len(running) < PROCESSES:
            job = waiting.pop(0)
            running[_started(job, folder)] = job
        pid, status = os.wait()
        job = running.pop(pid)
        done += job.weight
        failed += [job.name] if status else []
        print(f"{done / whole:4.0%} {time.monotonic() - began:4.0f} s  {job.name}{'  FAILED' * bool(status)}", flush=True)
    return failed


def _started(job: Job, folder: Path) -> int:
    """The number of the process that carries a job out."""
    pid = os.fork()
    if pid:
        return pid
    try:
        with tempfile.TemporaryDirectory(prefix="goldens-", dir="/tmp", ignore_cleanup_errors=True) as scratch:
            os.environ |= {"XDG_STATE_HOME": scratch, "HOME": scratch}
            job.run(Keeper(folder, Path(scratch)))
    except BaseException:                       # nothing of a job may go on in what is a copy of the whole program
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


# ------------------------------------------------------------------ comparing


def digests(folder: Path) -> dict[str, str]:
    """The digest of each item by its name."""
    rows = (folder / "DIGESTS").read_text(encoding="utf-8").splitlines()
    return {name: digest for digest, name in (row.split("  ", 1) for row in rows)}


def compare(old: Path, new: Path, part: bool) -> bool:
    """Says what differs; is everything alike? Of a part, what it leaves out is not missed."""
    before, after = digests(old), digests(new)
    gone = [] if part else sorted(before.keys() - after.keys())
    fresh = sorted(after.keys() - before.keys())
    changed = sorted((name for name in before.keys() & after.keys() if before[name] != after[name]),
                     key=lambda name: (CLASSES.index(_sort(name)), name))
    counts = {what: Counter(map(_sort, names)) for what, names in
              (("items", after), ("differ", changed), ("gone", gone), ("new", fresh))}
    print(f"{'':10}" + "".join(f"{what:>8}" for what in counts))
    for sort in CLASSES:
        print(f"{sort:10}" + "".join(f"{count[sort]:8}" for count in counts.values()))
    for name in [*gone[:SHOWN], *fresh[:SHOWN]]:
        print("gone:" if name in before else "new:", name)
    for name in _first_of_each(changed):
        print(f"\n{name}")
        rows = difflib.unified_diff(_text(old, name), _text(new, name), "before", "after", lineterm="", n=1)
        print("\n".join(row for row, _ in zip(rows, range(LINES), strict=False)))
    return not (changed or gone or fresh)


def _sort(name: str) -> str:
    return name.split("/")[0]


def _first_of_each(names: list[str]) -> list[str]:
    """The first few of each class."""
    return [name for sort in CLASSES for name in [one for one in names if _sort(one) == sort][:SHOWN]]


def _text(folder: Path, name: str) -> list[str]:
    return gzip.decompress((folder / f"{name}.gz").read_bytes()).decode().splitlines()


@click.command()
@click.argument("what", type=click.Choice(["keep", "compare"]))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("other", type=click.Path(file_okay=False, exists=True, path_type=Path), required=False)
@click.option("--quick", is_flag=True, help="A part of the items.")
@click.option("--only", default="", metavar="WORDS", help="Jobs with these words in their name: `plays of nim`, `.case`.")
def main(what: str, folder: Path, other: Path | None, quick: bool, only: str) -> None:
    """Keep what the program says, or compare it with what was kept."""
    folder = folder.absolute()
    if what == "keep":
        failed = keep(folder, quick, only)
    elif other is not None:
        sys.exit(0 if compare(folder, other, quick or bool(only)) else 1)
    else:
        with tempfile.TemporaryDirectory() as now:
            failed = keep(Path(now), quick, only)
            alike = compare(folder, Path(now), quick or bool(only))
            sys.exit(0 if alike and not failed else 1)
    print("failed:", ", ".join(failed) or "nothing")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
