"""Many commands in one process of their own, each held to a time and a memory: what came of it.

In:  numbers of cases, and a folder.
Out: a Finding for each case that ended in a traceback, took too long or too much, or brought the process down.

`python -m tests.fuzz.runner 1 50000` tries the cases of these numbers and prints what it finds; `--one 17` shows one.
"""

import importlib
import io
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from attrs import frozen

import interpreter
from interpreter.cli import main as command
from tests.fuzz.inputs import Case, case_of, FAIR, HARBOUR, pool, recorded, ROOT, SMALL

SECONDS, MEGABYTES, BATCH = 10, 500, 50
LONGEST = 300                            # seconds of a case by the clock, however busy the machine is
BASE = 400                               # megabytes of addresses that Python and the libraries take before anything is read


@frozen
class Finding:
    """What was wrong: `traceback`, `hang` or `memory`; the words, and where it was raised."""

    number: int
    kind: str
    words: tuple[str, ...]
    said: str


class Hung(BaseException):
    """A case has used up its seconds."""


def findings(numbers: range, folder: Path) -> Iterator[Finding]:
    """Tries the cases, in processes of some each; if one of these dies, it goes on behind the case it died of."""
    _made_ready()
    at = numbers.start
    while at < numbers.stop:
        stop = min(at + BATCH, numbers.stop)
        done, found = _batch(range(at, stop), folder)
        yield from found
        if done < stop:
            yield Finding(done, "hang", (), "the process was ended: a step that cannot be interrupted, or memory")
        at = max(done + 1, at + 1) if done < stop else stop


def _made_ready() -> None:
    """What every process would do first is done once, before it is started."""
    for path in sorted(Path(interpreter.__file__).parent.rglob("*.py")):
        if not path.stem.startswith("__") and path.parent.name != "runtime":       # what is there is compiled, not imported
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    pool()
    for game in (*SMALL, FAIR, HARBOUR):
        recorded(game)


def _batch(numbers: range, folder: Path) -> tuple[int, list[Finding]]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            _child(numbers, folder, writing)
        finally:
            os._exit(1)                                      # whatever happens, it never goes on as its parent
    os.close(writing)
    done, found = numbers.start, []
    with os.fdopen(reading, encoding="utf-8") as told:
        for line in told:
            number, kind, words, said = json.loads(line)
            done = number + 1
            if kind:
                found.append(Finding(number, kind, tuple(words), said))
    os.waitpid(child, 0)
    return done, found


def _child(numbers: range, folder: Path, writing: int) -> None:
    """The process in which cases are tried; it leaves without a word."""
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    resource.setrlimit(resource.RLIMIT_AS, (_addresses() + (MEGABYTES << 20),) * 2)
    signal.signal(signal.SIGVTALRM, _hung)
    for number in numbers:
        used = int(time.process_time())
        resource.setrlimit(resource.RLIMIT_CPU, (used + SECONDS + 8, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        place = folder / str(number)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)        # who waits uses up no seconds of a processor
        signal.alarm(LONGEST)
        case = case_of(number, place)
        kind, said = tried(case)
        os.write(writing, (json.dumps([number, kind, case.words, said]) + "\n").encode())
        shutil.rmtree(place, ignore_errors=True)
    os._exit(0)


def _addresses() -> int:
    """How many bytes of addresses this process has: whoever has played with the second engine has reserved gigabytes."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:                                          # not on this system
        return BASE << 20
    return max(BASE << 20, pages * resource.getpagesize())


def _hung(number, frame) -> None:
    raise Hung


def tried(case: Case) -> tuple[str, str]:
    """Carries a case out: what is wrong (nothing: an empty word), and what was said."""
    faults: list[str] = []
    usual, here, environment = command._our_fault, os.getcwd(), dict(os.environ)
    command._our_fault = lambda desk, error: faults.append(_where(error)) or 3
    os.chdir(case.folder)
    typed = io.BytesIO(case.typed.encode("utf-8", "surrogatepass"))
    kept, sys.stdin = sys.stdin, io.TextIOWrapper(typed, encoding="utf-8", errors="replace")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace") for _ in range(2))
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    kind = ""
    try:
        with redirect_stdout(out), redirect_stderr(err):
            command.rulewright.main(list(case.words))
    except SystemExit:
        pass
    except Hung as error:
        kind, faults = "hang", [_where(error)]
    except BaseException as error:
        faults.append(_where(error))
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        os.chdir(here)
        command._our_fault, sys.stdin = usual, kept
        os.environ.clear()
        os.environ.update(environment)
    err.seek(0)
    said = err.read()
    if "megabytes of memory" in said:
        kind = "memory"
    return (kind or "traceback" * bool(faults)), "\n".join(faults) or said[-300:]


def _where(error: BaseException) -> str:
    """The last places of ours that it came through."""
    import traceback

    places = [f"{Path(one.filename).name}:{one.lineno} {one.name}" for one in traceback.extract_tb(error.__traceback__)]
    return f"{type(error).__name__}: {str(error)[:100]} @ {' < '.join(places[::-1][:6])}"


def main(words: list[str]) -> None:
    """Tries cases by their numbers."""
    folder = Path(tempfile.mkdtemp(prefix="rulewright-fuzz-"))
    try:
        if words[0] == "--one":
            case = case_of(int(words[1]), folder / words[1])
            print(case.words, repr(case.typed), *tried(case), sep="\n")
            return
        found, started = 0, time.time()
        for one in findings(range(int(words[0]), int(words[1])), folder):
            found += 1
            print(json.dumps([one.number, one.kind, [word[:60] for word in one.words], one.said]), flush=True)
        print(f"{int(words[1]) - int(words[0])} cases, {found} findings, {time.time() - started:.0f} s")
    finally:
        if words[0] != "--one":
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1:])
