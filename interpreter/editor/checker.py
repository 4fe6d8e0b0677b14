"""The whole check, in a process of its own, so that whoever types is not kept waiting.

In:  Jobs: what is to be checked, and the files that are open and not saved, with their text.
Out: Answers, one for each stage of `interpreter/verdict.py`; a job is given up when a newer one comes.
"""

import queue
import signal
import threading
from _thread import interrupt_main
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from interpreter.editor.blocks import Written
from interpreter.pipeline import load
from interpreter.project.files import short_name, UNSAVED
from interpreter.scenario.given import Shelf
from interpreter.scenario.runner import find_scenarios, run_scenario
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.verdict import stages

Found = dict[str, list[dict[str, Any]]]            # by the name of the file, with places as offsets


@frozen
class Job:
    """`where` as on a command line. `played`: the scenarios of this file are played, too."""

    number: int
    where: str
    unsaved: dict[str, str]
    scenarios: bool = False
    played: str = ""


@frozen
class Answer:
    """What is known so far of a job. `scenarios`: which of those that were to be played came out right."""

    number: int
    stage: str
    found: Found
    last: bool
    scenarios: list[tuple[str, int, bool, str]] = field(factory=list)


# ------------------------------------------------------------------ here


@define(eq=False)
class Checker:
    """The other process, seen from here. `tell` is called from a thread of its own."""

    tell: Callable[[Answer], None]
    _process: Any = None
    _pipe: Connection | None = None
    _number: int = 0

    def ask(self, where: str, unsaved: dict[str, str], scenarios: bool = False, played: str = "") -> int:
        """Begins a job, and gives up the one before it; gives its number."""
        if self._process is None or not self._process.is_alive():
            self._begin()
        self._number += 1
        if self._pipe is not None:
            with suppress(OSError):                                    # it has just ended: the next job begins another
                self._pipe.send(Job(self._number, where, unsaved, scenarios, played))
        return self._number

    def _begin(self) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()
        threading.Thread(target=self._listen, args=(self._pipe,), daemon=True).start()

    def _listen(self, pipe: Connection) -> None:
        with suppress(EOFError, OSError):
            while True:
                self.tell(pipe.recv())

    def close(self) -> None:
        """Ends it."""
        if self._process is not None:
            self._process.terminate()
            self._process = None


# ------------------------------------------------------------------ there


def serve(pipe: Connection) -> None:
    """Carries out the newest job until nobody asks any more."""
    jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
    working = False

    def listen() -> None:
        with suppress(EOFError, OSError):
            while True:
                jobs.put(pipe.recv())
                interrupt_main()
        jobs.put(None)

    def give_up(number: int, frame: object) -> None:
        nonlocal working
        if working:
            working = False
            raise KeyboardInterrupt

    def tell(answer: Answer) -> None:
        """The whole of it, also if a newer job comes meanwhile."""
        nonlocal working
        working = False
        pipe.send(answer)
        working = True
        if not jobs.empty():
            give_up(0, None)

    signal.signal(signal.SIGINT, give_up)
    threading.Thread(target=listen, daemon=True).start()
    files: dict[str, Written] = {}
    while (job := _newest(jobs)) is not None:
        with suppress(KeyboardInterrupt):                              # a newer job
            working = True
            _carry_out(job, files, tell)
            working = False


def _newest(jobs: "queue.SimpleQueue[Job | None]") -> Job | None:
    job = jobs.get()
    while job is not None and not jobs.empty():
        job = jobs.get()
    return job


def _carry_out(job: Job, files: dict[str, Written], send: Callable[[Answer], None]) -> None:
    UNSAVED.clear()
    UNSAVED.update(job.unsaved)
    for path, text in job.unsaved.items():
        if path.endswith(".rules"):
            written = files.setdefault(path, Written(short_name(Path(path))))
            written.update(text)
            written.hand_over()
    if job.played:
        send(_play(job))
        return
    for stage in stages(job.where, job.scenarios):
        send(Answer(job.number, stage.name, by_file(stage.found), stage.last))


def by_file(found: list[Diagnostic]) -> Found:
    """What can be sent."""
    files: Found = {}
    for one in found:
        span = one.span
        files.setdefault(span.source.name, []).append({
            "start": span.start, "end": span.end, "code": one.code.id, "severity": one.severity, "message": one.message,
            "help": one.help, "notes": one.notes, "clauses": span.clauses})
    return files


def _play(job: Job) -> Answer:
    """Every scenario of a file, with its line and what it came to."""
    report, came = Report(), []
    rules = load(job.where, report)
    if rules is not None and report.ok:
        shelf = Shelf(rules)
        for scenario, _, folder in find_scenarios(rules, report, [Path(job.played)]):
            result = run_scenario(scenario, shelf, folder)
            why = next((one.message for one in result.found), "")
            came.append((scenario.title.text, scenario.title.span.line, result.passed, why))
    return Answer(job.number, "played", by_file(report.errors), True, came)
