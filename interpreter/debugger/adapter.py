"""The debugger for editors: the Debug Adapter Protocol on standard input and output, on the same Viewer as the terminal.

In:  requests of an editor; a function that films what it wants to look at.
Out: answers and events. Paths of files as the editor knows them; everything else in the words of the terminal.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO

from attrs import define, field

from interpreter.core.frame import LOCALS, ME, ROUTINE
from interpreter.debugger.talk import say
from interpreter.debugger.viewer import Misread, Viewer
from interpreter.project.files import shipped

Filmed = Callable[[dict[str, Any]], Viewer | None]
CAN = {"supportsConfigurationDoneRequest": True, "supportsStepBack": True, "supportsEvaluateForHovers": True,
       "supportsFunctionBreakpoints": True, "supportsConditionalBreakpoints": False}
MOVES = {"next": (Viewer.over, False), "stepIn": (Viewer.step, False), "stepOut": (Viewer.out, False),
         "continue": (Viewer.run, False), "stepBack": (Viewer.over, True), "reverseContinue": (Viewer.run, True)}
KNOWN, COUNTERS, WATCHED = 1001, 1002, 1003        # which variables are meant


@define(eq=False)
class Adapter:
    """One editor that looks at one film."""

    filmed: Filmed
    out: BinaryIO
    viewer: Viewer | None = None
    number: int = 0
    lines: dict[str, list[str]] = field(factory=dict)          # breakpoints by file
    functions: list[str] = field(factory=list)                 # and those in words

    # ---------------------------------------------------------------- talking

    def serve(self, stream: BinaryIO) -> None:
        """Until the editor leaves."""
        while head := stream.readline():
            length = int(head.split(b":")[1])
            while stream.readline().strip():
                pass
            request = json.loads(stream.read(length))
            if not self.answer(request):
                return

    def _send(self, message: dict[str, Any]) -> None:
        self.number += 1
        body = json.dumps({"seq": self.number, **message}).encode()
        self.out.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.out.flush()

    def _event(self, name: str, **body: Any) -> None:
        self._send({"type": "event", "event": name, "body": body})

    def answer(self, request: dict[str, Any]) -> bool:
        """One request; False for the last."""
        name, given = request["command"], request.get("arguments") or {}
        reply = {"type": "response", "request_seq": request["seq"], "command": name}
        try:
            body = self._carry_out(name, given)
        except Misread as no:
            self._send({**reply, "success": False, "message": str(no)})
            return True
        self._send({**reply, "success": True, "body": body})
        if name == "initialize":
            self._event("initialized")
        if name == "configurationDone" and self.viewer is not None:
            self._event("stopped", reason="entry", threadId=1, allThreadsStopped=True)
        return name not in ("disconnect", "terminate")

    def _carry_out(self, name: str, given: dict[str, Any]) -> dict[str, Any]:
        if name == "initialize":
            return CAN
        if name in ("launch", "attach"):
            self.viewer = self.filmed(given)
            if self.viewer is None or not self.viewer.film.stills:
                raise Misread("there is nothing to look at")
            self._set()
            return {}
        if name == "setBreakpoints":
            return self._breakpoints(given)
        if name == "setFunctionBreakpoints":
            self.functions = [one["name"] for one in given.get("breakpoints", ())]
            return {"breakpoints": self._set(self.functions)}
        if name == "threads":
            return {"threads": [{"id": 1, "name": "the play"}]}
        return self._of_film(name, given) if self.viewer is not None else {}

    def _of_film(self, name: str, given: dict[str, Any]) -> dict[str, Any]:
        viewer = self._viewer()
        if name in MOVES:
            move, back = MOVES[name]
            arrived = move(viewer, back)
            reason = "breakpoint" if arrived and name.endswith(("continue", "Continue")) else "step" if arrived else "entry"
            self._event("stopped", reason=reason, threadId=1, allThreadsStopped=True)
            return {"allThreadsContinued": True} if name == "continue" else {}
        match name:
            case "stackTrace":
                frames = self._frames(viewer)
                return {"stackFrames": frames, "totalFrames": len(frames)}
            case "scopes":
                return {"scopes": self._scopes(viewer, given["frameId"])}
            case "variables":
                return {"variables": self._variables(viewer, given["variablesReference"])}
            case "evaluate":
                return {"result": self._said(viewer, given["expression"], given.get("context", "")), "variablesReference": 0}
        return {}

    def _viewer(self) -> Viewer:
        if self.viewer is None:
            raise Misread("nothing is looked at yet")
        return self.viewer

    # ---------------------------------------------------------------- breakpoints

    def _breakpoints(self, given: dict[str, Any]) -> dict[str, Any]:
        path = given["source"].get("path", "")
        wanted = [f"{Path(path).name}:{one['line']}" for one in given.get("breakpoints", ())]
        self.lines[path] = wanted
        return {"breakpoints": self._set(wanted)}

    def _set(self, asked: list[str] | None = None) -> list[dict[str, Any]]:
        """All of them anew; what became of those that are asked about."""
        came: dict[str, str] = {}
        if self.viewer is not None:
            self.viewer.breakpoints.clear()
            for words in (*(one for file in self.lines.values() for one in file), *self.functions):
                try:
                    self.viewer.stop_at(words)
                except Misread as no:
                    came[words] = str(no)
        return [{"verified": words not in came, "message": came.get(words, "")} for words in asked or ()]

    # ---------------------------------------------------------------- looking

    def _frames(self, viewer: Viewer) -> list[dict[str, Any]]:
        """The innermost first, each with the line at which it stands."""
        spec, made = viewer.film.spec, []
        for k, frame in enumerate(reversed(viewer.still.stack)):
            span = viewer.still.op.span if k == 0 else spec.plan[frame[0]].span
            path = path_of(span.source.name)
            name = spec.routines[frame[ROUTINE]].name
            who = f" for {spec.seats[frame[ME]]}" if 0 <= frame[ME] < len(spec.seats) else ""
            made.append({"id": k + 1, "name": f"{name}{who}", "line": span.line, "column": span.column,
                         "source": {"name": path.name, "path": str(path)}})
        return made

    def _scopes(self, viewer: Viewer, frame: int) -> list[dict[str, Any]]:
        named = [("Given to it", frame), ("Counters and zones", COUNTERS), ("Watched", WATCHED), ("Who knows what", KNOWN)]
        return [{"name": name, "variablesReference": which, "expensive": which != frame} for name, which in named]

    def _variables(self, viewer: Viewer, which: int) -> list[dict[str, Any]]:
        spec, still = viewer.film.spec, viewer.still
        rows: list[tuple[str, str]] = []
        if which == COUNTERS:
            rows += [(info.label, spec.words(value, info.type)) for info, value in zip(spec.cells, still.cells, strict=True)
                     if info.name]
            rows += [(info.label, ", ".join(spec.components[thing].id for thing in things))
                     for info, things in zip(spec.zones, still.zones, strict=True) if things]
        elif which == KNOWN:
            rows += [(seat, "; ".join(viewer.knows(k))) for k, seat in enumerate(spec.seats)]
        elif which == WATCHED:
            rows += [(one.split(" = ")[0], one.split(" = ", 1)[1]) for one in viewer.watched()]
        elif 0 < which <= len(still.stack):
            frame = still.stack[-which]
            routine = spec.routines[frame[ROUTINE]]
            rows += [(name, spec.words(value, type_)) for name, type_, value in
                     zip(routine.params, routine.types, frame[LOCALS:], strict=False) if value is not None]
        return [{"name": name, "value": value, "variablesReference": 0} for name, value in rows]

    def _said(self, viewer: Viewer, words: str, context: str) -> str:
        """In the console a word of the terminal's, or a value; elsewhere a value."""
        word = words.split(" ")[0]
        if context == "repl" and word in ("why", "knows", "frames", "stop", "stops", "watch", "where", "help"):
            return "\n".join(say(viewer, words) or [])
        return viewer.value(words)


def path_of(name: str) -> Path:
    """The file that messages call so."""
    found = (start / name for start in (Path.cwd(), shipped()))
    return next((path.resolve() for path in found if path.is_file()), Path(name))
