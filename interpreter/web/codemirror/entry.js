// What the page of `rulewright edit` takes from CodeMirror and its client of language servers, under one name.
export {EditorState, StateEffect, StateField, Prec} from "@codemirror/state";
export {EditorView, Decoration, WidgetType, keymap, lineNumbers, highlightActiveLine, highlightActiveLineGutter, drawSelection,
  highlightSpecialChars, dropCursor, showDialog} from "@codemirror/view";
export {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
export {searchKeymap, highlightSelectionMatches, search} from "@codemirror/search";
export {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, acceptCompletion} from "@codemirror/autocomplete";
export {bracketMatching, foldGutter, foldKeymap, foldService, indentUnit} from "@codemirror/language";
export {lintGutter, lintKeymap, setDiagnostics} from "@codemirror/lint";
export {LSPClient, LSPPlugin, Workspace, serverCompletionSource, hoverTooltips, signatureHelp, formatDocument, formatKeymap,
  jumpToDefinition, jumpToDefinitionKeymap, findReferences, findReferencesKeymap} from "@codemirror/lsp-client";
