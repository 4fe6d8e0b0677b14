"""The language server: what an editor asks, answered from the Studio.

In:  requests of the Language Server Protocol, on standard input or a port.
Out: answers; diagnostics of every file of a game, as they become known.

Changes are taken in one after the other, in one thread; a game is lowered anew in another, and checked in a process of its own.
"""

import asyncio
import logging
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from attrs import define, field
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from interpreter import __version__
from interpreter.editor import outline as seen
from interpreter.editor.checker import Answer, Checker
from interpreter.editor.completion import complete, Offer
from interpreter.editor.explanation import explain, signature
from interpreter.editor.fixes import fixes
from interpreter.editor.known_game import KnownGame
from interpreter.editor.names import all_declarations, place_span, Symbol, symbol_at, Use, uses, word_at
from interpreter.editor.places import address, location, offset, path_at, path_of, position, range_of, stretch
from interpreter.editor.studio import Studio
from interpreter.syntax.formatter import format_text
from interpreter.syntax.terminals import keywords
from interpreter.text.diagnostic import Diagnostic, Report
from interpreter.text.source import Source

BREATH = 0.03                                     # seconds after a keystroke before it is looked at
PAUSE = 0.25                                      # seconds without a change before everything is checked
SEVERITY = {"error": lsp.DiagnosticSeverity.Error, "warning": lsp.DiagnosticSeverity.Warning,
            "note": lsp.DiagnosticSeverity.Information}
KIND = {
    "keyword": lsp.CompletionItemKind.Keyword, "clause": lsp.CompletionItemKind.Reference, "part": lsp.CompletionItemKind.Field,
    "member": lsp.CompletionItemKind.EnumMember, "local": lsp.CompletionItemKind.Variable,
    "core": lsp.CompletionItemKind.Function,
    "effects": lsp.CompletionItemKind.Function, "defines": lsp.CompletionItemKind.Function,
    "tables": lsp.CompletionItemKind.Function, "events": lsp.CompletionItemKind.Event, "enums": lsp.CompletionItemKind.Enum,
    "kinds": lsp.CompletionItemKind.Class, "options": lsp.CompletionItemKind.Property, "zones": lsp.CompletionItemKind.Struct,
    "phases": lsp.CompletionItemKind.Module, "libraries": lsp.CompletionItemKind.Module,
}
SYMBOL = {
    "enums": lsp.SymbolKind.Enum, "card": lsp.SymbolKind.Class, "piece": lsp.SymbolKind.Class, "token": lsp.SymbolKind.Class,
    "space": lsp.SymbolKind.Class, "effects": lsp.SymbolKind.Function, "defines": lsp.SymbolKind.Function,
    "events": lsp.SymbolKind.Event, "triggers": lsp.SymbolKind.Event, "zones": lsp.SymbolKind.Struct,
    "options": lsp.SymbolKind.Property, "scenario": lsp.SymbolKind.Method, "phase": lsp.SymbolKind.Module,
    "turn": lsp.SymbolKind.Module, "step": lsp.SymbolKind.Method, "field": lsp.SymbolKind.Field,
}
PLACE = re.compile(r"([\w./-]+\.(?:rules|csv|tsv|md)):(\d+)(?::(\d+))?")
LEGEND = lsp.SemanticTokensLegend(token_types=list(seen.COLOURS), token_modifiers=[])


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
        from interpreter.project.files import UNSAVED

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
        """Plays the scenarios of a file."""
        from interpreter.project.files import UNSAVED

        project = self.studio.projects.get(path)
        if project is not None:
            where = project.checked if project.sort == "variant" else project.game
            self.playing = path, self.players.ask(where, dict(UNSAVED), False, str(path))

    def _played(self, answer: Answer) -> None:
        if self.playing is not None and answer.number == self.playing[1]:
            path = self.playing[0]
            self.studio.scenarios[path] = {title: (passed, why) for title, _, passed, why in answer.scenarios}
            good = sum(1 for _, _, passed, _ in answer.scenarios if passed)
            self.server.workspace_code_lens_refresh(None)
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


# ------------------------------------------------------------------ the server


def build() -> LanguageServer:
    """A server that answers every request there is something to say to."""
    server = LanguageServer("rulewright", __version__)
    desk = Desk(server)
    server.desk = desk                                                 # type: ignore[attr-defined]
    _follow(server, desk)
    _look(server, desk)
    _change(server, desk)
    _draw(server, desk)
    return server


def _here(desk: Desk, document: Any, at: lsp.Position) -> tuple[Path, Source, int] | None:
    path = path_at(document.uri)
    source = desk.studio.source(path) if path is not None else None
    return (path, source, offset(source, at)) if path is not None and source is not None else None


def _follow(server: LanguageServer, desk: Desk) -> None:
    """Files as they come and go."""

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        desk.changed(params.text_document.uri, params.text_document.text, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        desk.changed(params.text_document.uri, document.source, params.text_document.version)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        desk.saved(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        desk.closed(params.text_document.uri)

    @server.feature(lsp.SHUTDOWN)
    def shutdown(params: None) -> None:
        desk.checker.close()
        desk.players.close()


def _look(server: LanguageServer, desk: Desk) -> None:
    """What is asked of a place."""

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=[".", " ", ":", ","]))
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        here = _here(desk, params.text_document, params.position)
        found = complete(desk.studio, here[0], here[2]) if here is not None else []
        return lsp.CompletionList(False, [_item(one, k) for k, one in enumerate(found)])

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        here = _here(desk, params.text_document, params.position)
        text = explain(desk.studio, here[0], here[2]) if here is not None else ""
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text)) if text else None

    @server.feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=["(", ","]))
    def signature_help(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        here = _here(desk, params.text_document, params.position)
        found = signature(desk.studio, here[0], here[2]) if here is not None else None
        if found is None:
            return None
        shown = lsp.SignatureInformation(found.label, found.doc or None, list(map(lsp.ParameterInformation, found.parameters)))
        return lsp.SignatureHelp([shown], 0, found.active)

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        here = _here(desk, params.text_document, params.position)
        return _definition(desk, *here) if here is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        found = [one for one in _uses(desk, params) if params.context.include_declaration or not one.declares]
        return [place for one in found if (place := location(one.span)) is not None]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        path = path_at(params.text_document.uri)
        return [lsp.DocumentHighlight(range_of(one.span)) for one in _uses(desk, params) if one.path == path]


def _uses(desk: Desk, params: Any) -> list[Use]:
    here = _here(desk, params.text_document, params.position)
    symbol = symbol_at(desk.studio, here[0], here[2]) if here is not None and here[0].suffix == ".rules" else None
    return uses(desk.studio, here[0], symbol) if here is not None and symbol is not None else []


def _definition(desk: Desk, path: Path, source: Source, at: int) -> list[lsp.Location]:
    game = desk.studio.game(path)
    book = game.rules.rulebook if game is not None else None
    for clause in re.finditer(r"[A-Z]+(?:-[A-Z]+)?-?[0-9]+", source.text[max(0, at - 12):at + 12]):
        if book is not None and book.has(clause.group()):
            known = book.clause(clause.group()) or book.ruling(clause.group())
            at_clause = location(known.span) if known is not None else None
            return [at_clause] if at_clause is not None else []
    symbol = symbol_at(desk.studio, path, at) if path.suffix == ".rules" else None
    if symbol is None:
        return []
    if symbol.sort == "local":
        return _local(desk, path, symbol, at)
    found = []
    for file, place, one in all_declarations(desk.studio, path, symbol.name):
        written = desk.studio.written(file)
        if one.symbol == symbol and written is not None:
            found.append(lsp.Location(address(file), range_of(place_span(written, place, one.ident.span))))
    return found


def _local(desk: Desk, path: Path, symbol: Symbol, at: int) -> list[lsp.Location]:
    """The first place of a local name is where it is made."""
    found = sorted(one.span.start for one in uses(desk.studio, path, symbol))
    source = desk.studio.source(path)
    if not found or source is None:
        return []
    first = max((one for one in found[:1]), default=at)
    return [lsp.Location(address(path), stretch(source, first, first + len(symbol.name)))]


def _item(one: Offer, rank: int) -> lsp.CompletionItem:
    snippet = "$" in one.put
    return lsp.CompletionItem(
        one.name, kind=KIND.get(one.sort, lsp.CompletionItemKind.Text), detail=one.detail or None, sort_text=f"{rank:04}",
        insert_text=one.put or None,
        insert_text_format=lsp.InsertTextFormat.Snippet if snippet else lsp.InsertTextFormat.PlainText)


def _change(server: LanguageServer, desk: Desk) -> None:
    """What changes a file."""

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        path, made = path_at(params.text_document.uri), []
        for one in desk.studio.found(path) if path is not None else ():
            where = range_of(one.span)
            if where.start.line <= params.range.end.line and params.range.start.line <= where.end.line:
                for fix in fixes(one):
                    edits = [lsp.TextEdit(stretch(one.span.source, start, end), instead) for start, end, instead in fix.changes]
                    change = lsp.WorkspaceEdit({params.text_document.uri: edits})
                    made.append(lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, [as_diagnostic(one)], edit=change))
        return made

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        path = path_at(params.text_document.uri)
        written = desk.studio.files.get(path) if path is not None else None
        text = format_text(written.source, Report()) if written is not None else None
        if written is None or text is None or text == written.source.text:
            return []
        return [lsp.TextEdit(stretch(written.source, 0, len(written.source.text)), text)]

    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        here = _here(desk, params.text_document, params.position)
        word = word_at(here[1], here[2]) if here is not None else None
        if here is None or word is None or symbol_at(desk.studio, here[0], here[2]) is None:
            return None
        return stretch(here[1], word.start, word.end)

    @server.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        name = params.new_name
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) or name in keywords():
            raise JsonRpcInvalidParams(f"`{name}` cannot be a name")
        found = _uses(desk, params)
        doubt = next((one for one in found if not one.sure), None)
        if doubt is not None:
            which = f"which `{doubt.span.text}` is meant at {doubt.span} cannot be told"
            raise JsonRpcInvalidParams(f"{which}; change it by hand first")
        edits: dict[str, list[lsp.TextEdit]] = {}
        for one in found:
            edits.setdefault(address(one.path), []).append(lsp.TextEdit(range_of(one.span), name))
        return lsp.WorkspaceEdit(edits) if edits else None

    @server.command("rulewright.run")
    def run(path: str, title: str = "") -> None:
        desk.play(Path(path))

    @server.command("rulewright.was")
    def was(path: str, at: str) -> dict | None:
        desk.game(Path(path))
        found = seen.what_it_was(desk.studio, Path(path), int(at))
        place = location(found[1]) if found is not None else None
        if found is None or place is None:
            return None
        return {"uri": place.uri, "line": place.range.start.line, "text": found[1].text}


def _draw(server: LanguageServer, desk: Desk) -> None:
    """What is asked of a whole file."""

    def written_at(document: Any) -> tuple[Path, Any] | None:
        path = path_at(document.uri)
        written = desk.studio.files.get(path) if path is not None else None
        return (path, written) if path is not None and written is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        here = written_at(params.text_document)
        return [_symbol(one) for one in seen.outline(here[1])] if here is not None else []

    @server.feature(lsp.WORKSPACE_SYMBOL)
    def everywhere(params: lsp.WorkspaceSymbolParams) -> list[lsp.SymbolInformation]:
        found = []
        for path in list(desk.studio.files)[:1]:
            for file, place, one in all_declarations(desk.studio, path):
                written = desk.studio.written(file)
                if params.query.lower() in one.symbol.name.lower() and written is not None:
                    where = lsp.Location(address(file), range_of(place_span(written, place, one.ident.span)))
                    sort = SYMBOL.get(one.symbol.sort, lsp.SymbolKind.Variable)
                    found.append(lsp.SymbolInformation(where, one.symbol.name, sort))
        return found[:500]

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        here = written_at(params.text_document)
        return [lsp.FoldingRange(first, last) for first, last in seen.folds(here[1].source)] if here is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    def tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        here = written_at(params.text_document)
        return lsp.SemanticTokens(_tokens(here[1], desk.studio.game(here[0])) if here is not None else [])

    @server.feature(lsp.TEXT_DOCUMENT_INLAY_HINT)
    def inlay(params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
        here = written_at(params.text_document)
        if here is None:
            return []
        source = here[1].source
        ends = offset(source, params.range.start), offset(source, params.range.end)
        return [lsp.InlayHint(position(source, at), said, lsp.InlayHintKind.Type)
                for at, said in seen.hints(here[1], desk.studio.game(here[0]), *ends)]

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def lens(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        here = written_at(params.text_document)
        return [lsp.CodeLens(range_of(one.span), lsp.Command(one.title, one.command, arguments=list(one.arguments)))
                for one in seen.lenses(desk.studio, *here)] if here is not None else []


def _symbol(one: seen.Entry) -> lsp.DocumentSymbol:
    kind = SYMBOL.get(one.sort, lsp.SymbolKind.Variable)
    return lsp.DocumentSymbol(one.name or "?", kind, range_of(one.span), range_of(one.head), one.sort,
                              children=[_symbol(inner) for inner in one.inner])


def _tokens(written: Any, game: KnownGame | None) -> list[int]:
    """As the protocol packs them: each from the one before."""
    data: list[int] = []
    line, column = 0, 0
    for start, end, colour in seen.colours(written, game):
        at = position(written.source, start)
        wide = position(written.source, end).character - at.character
        data += [at.line - line, at.character - (column if at.line == line else 0), wide, seen.COLOURS.index(colour), 0]
        line, column = at.line, at.character
    return data


def _is_fault(record: logging.LogRecord) -> bool:
    """A request that is refused with a reason is none."""
    return not (record.exc_info and isinstance(record.exc_info[1], JsonRpcInvalidParams))


def serve(port: int | None) -> None:
    """Answers until the editor leaves."""
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_fault)
    server = build()
    if port is None:
        server.start_io()
    else:
        server.start_tcp("127.0.0.1", port)
