/* The language server behind the editor: how messages go, and what of its answers is drawn that CodeMirror's client of language
   servers leaves out: fixes, colours of words, lenses, types of names, a new name in every file.
   Words from the server are put on the page as text only, or with the few marks of PLAIN. */
"use strict";
window.language = (() => {
const PLAIN = new Set(["P", "PRE", "CODE", "STRONG", "EM", "UL", "OL", "LI", "BR", "H1", "H2", "H3", "H4", "HR", "BLOCKQUOTE"]);
const BREATH = 30, MOMENT = 250;                 // milliseconds after a keystroke: until it is sent, until all is drawn anew
const SORTS = {1: "error", 2: "warning", 3: "info", 4: "hint"};

/* ------------------------------------------------------------------ messages there and back */

class Wire {                                     // what CodeMirror calls a transport
  constructor(room) { Object.assign(this, {room, hear: [], waiting: [], session: "", busy: false, ended: false}); this.open(); }
  open() {
    this.source = new EventSource("/edit/language");
    this.source.addEventListener("begun", (event) => { this.session = JSON.parse(event.data); this.flush(); });
    this.source.addEventListener("ended", () => this.end());
    this.source.onerror = () => this.end();
    this.source.onmessage = (event) => this.take(event.data);
  }
  take(text) {
    const message = JSON.parse(text);
    if (message.method && "id" in message) {     // the server asks: that something be drawn anew
      this.send(JSON.stringify({jsonrpc: "2.0", id: message.id, result: null}));
      this.room.redraw();
    } else this.hear.forEach((one) => one(text));
  }
  send(text) { if (!this.ended) { this.waiting.push(JSON.parse(text)); this.flush(); } }      // all is sent anew when it begins anew
  async flush() {
    if (this.busy || !this.session || !this.waiting.length) return;
    const messages = this.waiting.splice(0);
    this.busy = true;
    try {
      const reply = await fetch("/edit/language/send", {method: "POST", headers: {"Content-Type": "application/json"},
        body: JSON.stringify({session: this.session, messages})});
      if (reply.status === 410) this.end();
    } catch (lost) { this.end(); }
    this.busy = false;
    this.flush();
  }
  end() {
    if (this.ended) return;
    this.ended = true;
    this.source.close();
    this.room.languageEnded();
  }
  subscribe(handler) { this.hear.push(handler); }
  unsubscribe(handler) { this.hear = this.hear.filter((one) => one !== handler); }
}

function plain(html) {
  const read = new DOMParser().parseFromString(html, "text/html");
  for (const one of read.body.querySelectorAll("*")) {
    if (!PLAIN.has(one.tagName)) one.replaceWith(one.textContent);
    else for (const {name} of [...one.attributes]) one.removeAttribute(name);
  }
  return new XMLSerializer().serializeToString(read.body);
}

/* ------------------------------------------------------------------ what is drawn into the text */

const put = CM.StateEffect.define();
class Lens extends CM.WidgetType {
  constructor(room, uri, lenses) { super(); Object.assign(this, {room, uri, lenses, said: lenses.map((one) => one.command.title).join("\n")}); }
  eq(other) { return other.said === this.said && other.uri === this.uri; }
  toDOM() {
    const line = document.createElement("div");
    line.className = "rw-lenses";
    for (const {command} of this.lenses) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = command.title;
      if (command.title.startsWith("failed")) button.classList.add("rw-failed");
      if (command.title.startsWith("passed")) button.classList.add("rw-passed");
      button.addEventListener("click", () => this.room.carryOut(this.uri, command));
      line.append(button);
    }
    return line;
  }
  ignoreEvent() { return true; }
}
class Hint extends CM.WidgetType {
  constructor(text) { super(); this.text = text; }
  eq(other) { return other.text === this.text; }
  toDOM() { const made = document.createElement("span"); made.className = "rw-hint"; made.textContent = this.text; return made; }
}
const drawn = CM.StateField.define({
  create: () => CM.Decoration.none,
  update(now, change) {
    now = now.map(change.changes);
    for (const one of change.effects) if (one.is(put)) now = one.value;
    return now;
  },
  provide: (field) => CM.EditorView.decorations.from(field),
});
const ask = (view, method, more) => {
  const plugin = CM.LSPPlugin.get(view);
  if (!plugin) return Promise.resolve(null);
  return plugin.client.request(method, {textDocument: {uri: plugin.uri}, ...more}).catch(() => null);
};
const placed = (doc, at) => at.line >= doc.lines ? doc.length : Math.min(doc.line(at.line + 1).from + at.character, doc.line(at.line + 1).to);

function colours(doc, tokens, legend, marks) {
  const data = tokens && tokens.data || [];
  let line = 0, column = 0;
  for (let k = 0; k + 4 < data.length; k += 5) {
    column = data[k] ? data[k + 1] : column + data[k + 1];
    line += data[k];
    const from = placed(doc, {line, character: column}), to = placed(doc, {line, character: column + data[k + 2]});
    if (to > from) marks.push(CM.Decoration.mark({class: "rw-" + legend[data[k + 3]]}).range(from, to));
  }
}
async function draw(room, view) {
  const plugin = CM.LSPPlugin.get(view);
  if (!plugin || !plugin.client.connected) return;
  plugin.client.sync();
  const doc = view.state.doc, capabilities = () => plugin.client.serverCapabilities;
  const whole = {range: {start: {line: 0, character: 0}, end: {line: doc.lines, character: 0}}};
  const [tokens, lenses, hints] = await Promise.all([ask(view, "textDocument/semanticTokens/full"), ask(view, "textDocument/codeLens"),
    ask(view, "textDocument/inlayHint", whole)]);
  if (view.state.doc !== doc || !capabilities()) return;
  const marks = [], byLine = new Map();
  colours(doc, tokens, capabilities().semanticTokensProvider.legend.tokenTypes, marks);
  for (const one of lenses || []) byLine.set(one.range.start.line, [...(byLine.get(one.range.start.line) || []), one]);
  for (const [line, some] of byLine) {
    const widget = new Lens(room, plugin.uri, some);
    if (line < doc.lines) marks.push(CM.Decoration.widget({widget, block: true, side: -1}).range(doc.line(line + 1).from));
  }
  for (let k = 1; k <= doc.lines; k++) {         // a long line goes on further in than it begins
    const line = doc.line(k), deep = line.text.search(/\S/) + 4;
    if (line.length > 60) marks.push(CM.Decoration.line({attributes: {style: `padding-left:calc(6px + ${deep}ch);text-indent:-${deep}ch`}}).range(line.from));
  }
  for (const one of hints || []) {
    const label = typeof one.label === "string" ? one.label : one.label.map((part) => part.value).join("");
    marks.push(CM.Decoration.widget({widget: new Hint(label), side: 1}).range(placed(doc, one.position)));
  }
  view.dispatch({effects: put.of(CM.Decoration.set(marks, true))});
  room.lensesOf(plugin.uri, lenses || []);
}

/* ------------------------------------------------------------------ mistakes and fixes */

const same = (a, b) => a.message === b.message && a.range.start.line === b.range.start.line && a.range.start.character === b.range.start.character;
async function mistakes(room, client, params) {
  const file = client.workspace.getFile(params.uri), view = file && file.getView();
  room.counted(params.uri, params.diagnostics);
  if (!view || params.version != null && params.version !== file.version) return;
  show(room, view, params.diagnostics, []);
  if (!params.diagnostics.length) return;
  const doc = view.state.doc, end = {line: doc.lines, character: 0};
  const fixes = await ask(view, "textDocument/codeAction", {range: {start: {line: 0, character: 0}, end},
    context: {diagnostics: params.diagnostics}});
  if (view.state.doc === doc && fixes && fixes.length) show(room, view, params.diagnostics, fixes);
}
function show(room, view, found, fixes) {
  const plugin = CM.LSPPlugin.get(view);
  if (!plugin) return;
  const at = (place) => plugin.unsyncedChanges.mapPos(placed(plugin.syncedDoc, place));
  const rows = found.map((one) => {
    const from = at(one.range.start), actions = [];
    for (const fix of fixes) if ((fix.diagnostics || []).some((other) => same(one, other)))
      actions.push({name: fix.title, apply: (shown) => take(shown, fix)});
    return {from, to: Math.max(from, at(one.range.end)), severity: SORTS[one.severity] || "error", message: one.message, actions};
  });
  view.dispatch(CM.setDiagnostics(view.state, rows));
  room.problems(view, rows);
}
function take(view, fix) {
  const plugin = CM.LSPPlugin.get(view), edits = fix.edit.changes[plugin.uri] || [], doc = view.state.doc;
  view.dispatch({changes: edits.map((one) => ({from: placed(doc, one.range.start), to: placed(doc, one.range.end), insert: one.newText})),
    userEvent: "fix"});
  view.focus();
}

/* ------------------------------------------------------------------ a new name */

function rename(room) {
  return (view) => {
    const word = view.state.wordAt(view.state.selection.main.head), plugin = CM.LSPPlugin.get(view);
    if (!word || !plugin) return false;
    const was = view.state.sliceDoc(word.from, word.to), position = plugin.toPosition(word.from);
    const {close, result} = CM.showDialog(view, {label: `A new name for ${was}, everywhere: `, input: {name: "name", value: was}, focus: true,
      submitLabel: "rename", class: "rw-rename"});
    result.then(async (form) => {
      view.dispatch({effects: close});
      view.focus();
      const newName = form && form.elements.namedItem("name").value.trim();
      if (!newName || newName === was) return;
      plugin.client.sync();
      try {
        const found = await plugin.client.request("textDocument/rename", {textDocument: {uri: plugin.uri}, position, newName});
        await room.editFiles(found && found.changes || {}, `${was} is called ${newName} now`);
      } catch (error) { room.say(error.message || String(error), "no"); }
    });
    return true;
  };
}

/* ------------------------------------------------------------------ the files that are open */

class Files extends CM.Workspace {
  constructor(client, room) { super(client); this.files = []; this.versions = {}; this.room = room; }
  next(uri) { return this.versions[uri] = (this.versions[uri] ?? 0) + 1; }
  syncFiles() {
    const news = [];
    for (const file of this.files) {
      const plugin = CM.LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      news.push({changes: plugin.unsyncedChanges, file, prevDoc: file.doc});
      file.doc = file.view.state.doc;
      file.version = this.next(file.uri);
      plugin.clear();
    }
    return news;
  }
  openFile(uri, languageId, view) {
    const file = {uri, languageId, version: this.next(uri), doc: view.state.doc, view, getView: () => view};
    this.files.push(file);
    this.client.didOpen(file);
  }
  closeFile(uri) { this.files = this.files.filter((one) => one.uri !== uri); this.client.didClose(uri); }
  async requestFile(uri) { await this.room.openUri(uri, false); return this.getFile(uri); }
  displayFile(uri) { return this.room.openUri(uri, true); }
}

function begin(room) {
  const client = new CM.LSPClient({
    rootUri: room.facts.root, timeout: 15000, sanitizeHTML: plain, workspace: (made) => new Files(made, room),
    notificationHandlers: {
      "textDocument/publishDiagnostics": (made, params) => { mistakes(room, made, params); return true; },
      "window/showMessage": (made, params) => { room.say(params.message); return true; },
      "window/logMessage": () => true,
      "$/rulewright/scenarios": (made, params) => { room.played(params); return true; },
    },
  });
  client.connect(new Wire(room));
  return client;
}

function extensions(room, client, uri) {
  let soon = 0, later = 0;
  return [
    client.plugin(uri, "rulewright"), drawn,
    CM.autocompletion({override: [CM.serverCompletionSource], maxRenderedOptions: 200, defaultKeymap: false, icons: false,
      activateOnTypingDelay: 5}),
    CM.Prec.highest(CM.keymap.of([...CM.completionKeymap.filter((one) => one.key !== "Enter"), {key: "Tab", run: CM.acceptCompletion}])), CM.hoverTooltips({hoverTime: 350}), CM.signatureHelp(),
    CM.keymap.of([{key: "F2", run: rename(room), preventDefault: true}, ...CM.formatKeymap, ...CM.jumpToDefinitionKeymap,
      ...CM.findReferencesKeymap]),
    CM.EditorView.updateListener.of((update) => {
      if (!update.docChanged) return;
      clearTimeout(soon); clearTimeout(later);
      soon = setTimeout(() => client.sync(), BREATH);
      later = setTimeout(() => draw(room, update.view), MOMENT);
    }),
  ];
}

const again = (room, client) => { client.disconnect(); client.connect(new Wire(room)); };
return {begin, again, extensions, draw, ask, rename, placed};
})();
