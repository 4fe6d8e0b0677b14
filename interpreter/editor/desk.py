"""One server at work: what becomes of a change, and when its mistakes are shown.

In:  files as an editor sends them; what the Checker finds.
Out: diagnostics of every file of a game, as they become known; a game lowered anew in the background when its headings change.
"""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from attrs import define, field
from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer

from interpreter.editor.checker import Answer, Checker
from interpreter.editor.known_game import KnownGame
from interpreter.editor.places import address, path_at, path_of, range_of
from interpreter.editor.projects import project_of
from interpreter.editor.studio import Studio
from interpreter.project.files import read_text, UNSAVED
from interpreter.text.diagnostic import Diagnostic

BREATH = 0.03                                     # seconds after a keystroke before it is looked at
PAUSE = 0.25                                      # seconds without a change before everything is checked
SEVERITY = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning,
            "note": lsp.DiagnosticSeverity.Information}
PLAYED = "$/rulewright/scenarios"                  # how each scenario of a file came out, for whoever listens to that
PLACE = re.compile(r"([\w./-]+\.(?:rules|csv|tsv|md)):(\d+)(?::(\d+))?")


@define(eq=False)
class Desk:
    """One server at work."""

    server: LanguageServer
    studio: Studio = field(factory=Studio)
    checker: Checker = field(init=False)
    players: Checker = field(init=False)           # plays scenarios, while the other checks
    loop: asyncio.AbstractEventLoop | None = None
    versions: dict[Path, int] = field(factory=dict)
    asked: int = 0                                 # the newest job of the checker
    waiting: asyncio.TimerHandle | None = None
    making: bool = False
    shown: dict[Path, list] = field(factory=dict)
    playing: tuple[Path, int] | None = None
    looking: set[Path] = field(factory=set)        # files whose newest keystrokes are looked at in a moment

    def __attrs_post_init__(self) -> None:
        self.checker = Checker(partial(self._told, self._answered))
        self.players = Checker(partial(self._told, self._played))

    def _told(self, take: Callable[[Answer], None], answer: Answer) -> None:
        """In a thread of its own: hands an answer over to the loop."""
        if self.loop is not None and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(take, answer)

    # ---------------------------------------------------------------- files

    def changed(self, uri: str, text: str, version: int | None) -> None:
        """A file as it is now."""
        path = path_at(uri)
        if path is None:
            return
        self.loop = self.loop or asyncio.get_running_loop()
        self.versions[path] = version or 0
        self.studio.put(path, text)
        if path not in self.looking:
            self.looking.add(path)
            self.loop.call_later(BREATH, self._look, path)
        self._later(path)

    def _look(self, path: Path) -> None:
        """Tells what is wrong with what was typed; what was asked along with it is answered first."""
        self.looking.discard(path)
        self.studio.look(path)
        self.publish(path)

    def closed(self, uri: str) -> None:
        """No longer open."""
        path = path_at(uri)
        if path is not None:
            self.studio.close(path)
            self.versions.pop(path, None)
            self.shown.pop(path, None)
            self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def _later(self, path: Path, saved: bool = False) -> None:
        """Checks everything once nobody has typed for a moment."""
        self.asked = -1                                                # whatever is on its way is out of date
        if self.waiting is not None:
            self.waiting.cancel()
        if self.loop is not None:
            self.waiting = self.loop.call_later(0 if saved else PAUSE, self._check, path, saved)

    def _check(self, path: Path, scenarios: bool) -> None:
        self.waiting = None
        project = self.studio.projects.get(path)
        if project is not None:
            if project.game in self.studio.stale or project.game not in self.studio.games:
                self._make(project.game)
            self.asked = self.checker.ask(project.checked, dict(UNSAVED), scenarios)

    def saved(self, uri: str) -> None:
        """The scenarios are read, too."""
        path = path_at(uri)
        if path is not None:
            self.studio.refind(path)
            self._later(path, True)

    def _make(self, where: str) -> None:
        """Lowers a game anew, elsewhere."""
        if not self.making and self.loop is not None:
            self.making = True
            task = self.loop.run_in_executor(None, self.studio.making(where))
            task.add_done_callback(partial(self._made, where))

    def _made(self, where: str, task: "asyncio.Future[KnownGame | None]") -> None:
        self.making = False
        if task.exception() is None:
            self.studio.made(where, task.result())
            for path in self.studio.files:
                self.publish(path)
            self.server.workspace_semantic_tokens_refresh(None)

    def game(self, path: Path) -> None:
        """Sees to it that the game of a file is known, for a request that cannot do without it."""
        project = self.studio.projects.get(path)
        if project is not None and project.game not in self.studio.games:
            self.studio.made(project.game, self.studio.making(project.game)())

    # ---------------------------------------------------------------- what is wrong

    def _answered(self, answer: Answer) -> None:
        if answer.number == self.asked:
            for path in self.studio.take(answer):
                self.publish(path)

    def publish(self, path: Path) -> None:
        """What is wrong in a file, if it is not what was said last."""
        found = [as_diagnostic(one) for one in self.studio.found(path)]
        version = self.versions.get(path)
        if self.shown.get(path) != (version, found):
            self.shown[path] = (version, found)                        # type: ignore[assignment]
            self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(address(path), found, version))

    # ---------------------------------------------------------------- scenarios

    def play(self, path: Path) -> None:
        """Plays the scenarios of a file, open or not."""
        self.loop = self.loop or asyncio.get_running_loop()
        text = read_text(path)
        project = self.studio.projects.get(path) or (project_of(path, text) if isinstance(text, str) else None)
        if project is None:
            self.server.protocol.notify(PLAYED, {"uri": address(path), "scenarios": [], "mistakes": []})
        else:
            where = project.checked if project.sort == "variant" else project.game
            self.playing = path, self.players.ask(where, dict(UNSAVED), False, str(path))

    def _played(self, answer: Answer) -> None:
        if self.playing is not None and answer.number == self.playing[1]:
            path = self.playing[0]
            self.studio.scenarios[path] = {title: (passed, why) for title, _, passed, why in answer.scenarios}
            good = sum(1 for _, _, passed, _ in answer.scenarios if passed)
            self.server.workspace_code_lens_refresh(None)
            rows = [{"title": title, "line": line - 1, "passed": passed, "why": why}
                    for title, line, passed, why in answer.scenarios]
            mistakes = [" ".join(filter(None, (one["message"], one["help"]))) for some in answer.found.values() for one in some]
            self.server.protocol.notify(PLAYED, {"uri": address(path), "scenarios": rows, "mistakes": mistakes})
            said = f"{good} of {len(answer.scenarios)} scenarios passed"
            self.server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, said))


def as_diagnostic(one: Diagnostic) -> lsp.Diagnostic:
    """As an editor shows it: the message, what to do, the notes; the places that the notes speak of."""
    lines = [one.message, *([one.help] if one.help else []), *one.notes]
    if one.span.clauses:
        lines.append(f"rulebook {', '.join(one.span.clauses)}")
    related = [lsp.DiagnosticRelatedInformation(place, note) for note in (*one.notes, one.message, one.help or "")
               for place in _places(note)]
    return lsp.Diagnostic(range_of(one.span), "\n".join(lines), SEVERITY.get(one.severity, lsp.DiagnosticSeverity.Error),
                          one.code.id, source="rulewright", related_information=related or None)


def _places(note: str) -> list[lsp.Location]:
    found = []
    for name, line, column in PLACE.findall(note):
        path = path_of(name)
        if path is not None and path.is_file():
            at = lsp.Position(int(line) - 1, max(0, int(column or 1) - 1))
            found.append(lsp.Location(address(path), lsp.Range(at, at)))
    return found
