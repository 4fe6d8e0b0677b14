"""The language server: what an editor asks, answered from the Studio.

In:  requests of the Language Server Protocol, on standard input or a port.
Out: answers; diagnostics of every file of a game, as they become known.

Changes are taken in one after the other, in one thread; a game is lowered anew in another, and checked in a process of its own.
"""

import logging
import re
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from interpreter import __version__
from interpreter.editor import outline as seen
from interpreter.editor.completion import complete, Offer
from interpreter.editor.desk import as_diagnostic, Desk
from interpreter.editor.explanation import explain, signature
from interpreter.editor.fixes import fixes
from interpreter.editor.known_game import KnownGame
from interpreter.editor.names import all_declarations, place_span, Symbol, symbol_at, Use, uses, word_at
from interpreter.editor.places import address, location, offset, path_at, position, range_of, stretch
from interpreter.syntax.formatter import format_text
from interpreter.syntax.terminals import keywords
from interpreter.text.diagnostic import Report
from interpreter.text.source import Source

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
LEGEND = lsp.SemanticTokensLegend(token_types=list(seen.COLOURS), token_modifiers=[])


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
