/* The page on which rules are written: the project's files, one text, and beside it what it means.
   What is typed is saved by itself, and kept in this browser until it is; a file that another program has changed is never
   written over. Words from the server are put on the page as text only. */
"use strict";
(() => {
const fill = (where, ...inside) => where.replaceChildren(...inside.flat().filter((one) => one != null && one !== false));
async function say(word, sent) {
  try {
    const reply = await fetch("/edit/" + word, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(sent || {})});
    const told = await reply.json().catch(() => ({error: "the server has said nothing that can be read"}));
    return {status: reply.status, told};
  } catch (lost) { return {status: 0, told: {error: "the server cannot be reached; is `rulewright edit` still running?"}}; }
}

/* ------------------------------------------------------------------ the key of the link */

const entry = document.getElementById("told");
if (entry) {
  const key = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (key) say("enter", {key}).then(({status, told}) => {
    if (status === 200) location.reload(); else entry.textContent = told.error;
  });
  return;
}

/* ------------------------------------------------------------------ what the page knows */

const QUIET = 700, LOOK = 4000;                  // milliseconds: without a key before it is saved; between looks at the disk
const GROUPS = [["game", "The game"], ["rules", "More of its rules"], ["variant", "Variants"], ["scenarios", "Scenarios"], ["data", "Data"],
  ["library", "Libraries"]];
const TABS = [["words", "In words"], ["handout", "Handout"], ["scenarios", "Scenarios"], ["table", "Table"], ["figures", "Figures"]];
const room = {facts: JSON.parse(document.getElementById("facts").textContent), docs: new Map(), shown: null, tab: "words", counts: new Map(),
  lenses: new Map(), results: new Map(), waits: new Map()};
const draftOf = (uri) => "rulewright:" + uri;
const fileOf = (name) => room.facts.files.find((one) => one.name === name);
const nameAt = (uri) => { const one = room.facts.files.find((file) => file.uri === uri); return one && one.name; };
const keep = (doc) => {
  try { localStorage.setItem(draftOf(doc.file.uri), JSON.stringify({text: doc.view.state.doc.toString(), mark: doc.mark})); }
  catch (full) { /* a browser that keeps nothing: the text is in the page all the same */ }
};
const drop = (doc) => {                          // what was offered and not answered yet stays
  try {
    if (doc.draft) localStorage.setItem(draftOf(doc.file.uri), JSON.stringify(doc.draft));
    else localStorage.removeItem(draftOf(doc.file.uri));
  } catch (none) { /* as above */ }
};

/* ------------------------------------------------------------------ the frame of the page */

const list = el("nav", {id: "files", "aria-label": "Files"}), holder = el("div", {id: "text"}), troubles = el("div", {id: "problems", "aria-label": "Mistakes"});
const banner = el("div", {id: "banner", role: "alert"}), status = el("p", {id: "status", role: "status", "aria-live": "polite"});
const heading = el("h1", {}, room.facts.title), where = el("span", {id: "where"}), panel = el("div", {id: "panel", role: "tabpanel", tabindex: "0"});
const fold = (show) => { document.body.dataset.show = show; };
const tabs = el("div", {role: "tablist", id: "tabs", "aria-label": "What it means"}, TABS.map(([key, words]) => el("button", {type: "button", role: "tab",
  id: "tab-" + key, "data-tab": key, "aria-controls": "panel", onclick: () => show(key), onkeydown: walk}, words)));
function walk(event) {                           // the arrows go from tab to tab
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key], at = TABS.findIndex(([key]) => key === room.tab);
  if (!step) return;
  const [key] = TABS[(at + step + TABS.length) % TABS.length];
  show(key);
  document.getElementById("tab-" + key).focus();
}
document.getElementById("room").append(
  el("header", {}, heading, where, status, el("button", {type: "button", id: "new-variant", onclick: () => beginVariant()}, "Begin a variant …")),
  el("div", {id: "switch", role: "group", "aria-label": "Show"}, [["files", "Files"], ["text", "Text"], ["means", "What it means"]].map(([key, words]) =>
    el("button", {type: "button", onclick: () => fold(key)}, words))),
  el("main", {}, list, el("section", {id: "middle", "aria-label": "The text"}, banner, holder, troubles),
    el("section", {id: "means", "aria-label": "What it means"}, tabs, panel)));
fold("text");
room.say = (words, tone) => { status.textContent = words; status.className = tone || ""; };

function drawFiles() {
  const groups = new Map();                      // by sort, and within it by the folder that is not the usual one
  for (const [sort, words] of GROUPS) for (const one of room.facts.files) if (one.sort === sort) {
    const apart = sort === "library" ? [] : one.name.split("/").slice(1, -1), title = [words, ...apart].join(": ");
    groups.set(title, [...(groups.get(title) || []), one]);
  }
  fill(list, ...[...groups].map(([words, some]) => el("div", {}, el("h2", {}, words), el("ul", {}, some.map((one) => {
    const wrong = room.counts.get(one.uri) || 0, doc = room.docs.get(one.name), name = one.name.replace(/^.*\/(?=[^/]+$)/, "").replace(/\.rules$/, "");
    return el("li", {}, el("button", {type: "button", "data-file": one.name, title: one.sort === "library" ? name : one.name,
      "aria-current": room.shown && room.shown.file.name === one.name ? "true" : null, onclick: () => open(one.name)}, name,
      doc && doc.dirty && el("span", {title: "not saved yet"}, " •"), wrong > 0 && el("span", {class: "wrong"}, ` ${wrong} wrong`)));
  })))));
}

/* ------------------------------------------------------------------ texts */

const fitting = CM.EditorView.theme({"&": {height: "100%", fontSize: ".875rem"}, ".cm-scroller": {fontFamily: "ui-monospace, Menlo, Consolas, monospace", lineHeight: "1.5"}});
const folds = CM.foldService.of((state, from) => {
  const line = state.doc.lineAt(from), deep = (text) => text.search(/\S/), own = deep(line.text);
  if (own < 0) return null;
  let last = line;
  for (let k = line.number + 1; k <= state.doc.lines; k++) {
    const next = state.doc.line(k), far = deep(next.text);
    if (far >= 0 && far <= own) break;
    if (far >= 0) last = next;
  }
  return last.number > line.number ? {from: line.to, to: last.to} : null;
});

async function load(name) {
  if (room.docs.has(name)) return room.docs.get(name);
  const file = fileOf(name);
  if (!file) return null;
  const {status: code, told} = await say("read", {file: name});
  if (code !== 200) { room.say(told.error, "no"); return null; }
  if (room.docs.has(name)) return room.docs.get(name);
  const doc = {file, mark: told.mark, saved: told.text, dirty: false, timer: 0, theirs: null, problems: []};
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  doc.view = new CM.EditorView({state: CM.EditorState.create({doc: told.text, extensions: [
    CM.EditorView.cspNonce.of(document.body.dataset.nonce), CM.lineNumbers(), CM.foldGutter(), folds, CM.highlightSpecialChars(), CM.history(),
    CM.drawSelection(), CM.dropCursor(), CM.indentUnit.of("  "), CM.bracketMatching(), CM.closeBrackets(), CM.highlightActiveLine(),
    CM.highlightActiveLineGutter(), CM.EditorView.lineWrapping, CM.highlightSelectionMatches(), CM.search({top: true}), CM.lintGutter(), fitting,
    CM.EditorView.theme({}, {dark}), CM.EditorState.readOnly.of(!!file.why_not), CM.EditorView.contentAttributes.of({"aria-label": file.name}),
    window.language.extensions(room, room.client, file.uri),
    CM.keymap.of([{key: "Mod-s", preventDefault: true, run: () => { save(doc); return true; }}, ...CM.closeBracketsKeymap,
      ...CM.searchKeymap, ...CM.historyKeymap, ...CM.foldKeymap, ...CM.lintKeymap, ...CM.defaultKeymap, CM.indentWithTab]),
    CM.EditorView.updateListener.of((update) => { if (update.docChanged) typed(doc); }),
  ]})});
  room.docs.set(name, doc);
  offer(doc);
  setTimeout(() => window.language.draw(room, doc.view), 100);
  return doc;
}
async function open(name, line) {
  const doc = await load(name);
  if (!doc) return null;
  room.shown = doc;
  fill(holder, doc.view.dom);
  doc.view.requestMeasure();
  where.textContent = doc.file.name;
  room.say(doc.dirty ? "…" : "");
  if (line != null) {
    const at = doc.view.state.doc.line(Math.min(line + 1, doc.view.state.doc.lines)).from;
    doc.view.dispatch({selection: {anchor: at}, effects: CM.EditorView.scrollIntoView(at, {y: "center"})});
  }
  fold("text");
  tellBanner();
  drawProblems();
  drawFiles();
  list.querySelector("[aria-current]")?.scrollIntoView({block: "nearest"});
  doc.view.focus();
  if (room.tab !== "table") show(room.tab);
  return doc;
}
room.openUri = async (uri, shown) => {
  const name = nameAt(decodeURIComponent(uri)) || nameAt(uri);
  if (!name) { room.say("that stands in a file that is not of this project", "no"); return null; }
  const doc = shown ? await open(name) : await load(name);
  return doc && doc.view;
};
room.redraw = () => { clearTimeout(room.drawing); room.drawing = setTimeout(() => room.shown && window.language.draw(room, room.shown.view), 60); };
room.languageEnded = () => {
  room.say("the help with the language has ended and begins anew …", "no");
  setTimeout(() => { window.language.again(room, room.client); room.client.initializing.then(() => { room.say(""); room.redraw(); }); }, 1500);
};
room.editFiles = async (changes, words) => {
  let count = 0;
  for (const [uri, edits] of Object.entries(changes)) {
    const name = nameAt(uri), doc = name && await load(name);
    if (!doc || doc.file.why_not) { room.say(`nothing is changed: ${name || uri} cannot be written here`, "no"); return; }
  }
  for (const [uri, edits] of Object.entries(changes)) {
    const doc = room.docs.get(nameAt(uri)), state = doc.view.state;
    count += edits.length;
    doc.view.dispatch({changes: edits.map((one) => ({from: window.language.placed(state.doc, one.range.start), to: window.language.placed(state.doc, one.range.end),
      insert: one.newText})), userEvent: "rename"});
  }
  room.say(`${words}: ${count} place${count === 1 ? "" : "s"} in ${Object.keys(changes).length} file${Object.keys(changes).length === 1 ? "" : "s"}`);
};

/* ------------------------------------------------------------------ saving */

function typed(doc) {
  doc.dirty = doc.view.state.doc.toString() !== doc.saved;
  if (!doc.dirty) { drop(doc); room.say(""); return drawFiles(); }
  keep(doc);
  clearTimeout(doc.timer);
  doc.timer = setTimeout(() => save(doc), QUIET);
  room.say("…");
}
async function save(doc) {
  clearTimeout(doc.timer);
  if (doc.theirs || doc.file.why_not) return false;
  if (doc.saving) { await doc.saving; if (!doc.dirty) return true; }
  const text = doc.view.state.doc.toString();
  if (text === doc.saved) return true;
  doc.saving = say("save", {file: doc.file.name, text, was: doc.mark});
  const {status: code, told} = await doc.saving;
  doc.saving = null;
  if (code === 200) {
    doc.mark = told.mark; doc.saved = text; doc.dirty = doc.view.state.doc.toString() !== text;
    if (!doc.dirty) { drop(doc); room.say("saved"); }
    else { keep(doc); clearTimeout(doc.timer); doc.timer = setTimeout(() => save(doc), QUIET); }      // typed, or taken back, meanwhile
    room.client.sync();
    room.client.notification("textDocument/didSave", {textDocument: {uri: doc.file.uri}});
    drawFiles();
    clearTimeout(room.telling);
    room.telling = setTimeout(() => { if (["words", "handout"].includes(room.tab)) show(room.tab); }, 300);
    return true;
  }
  if (code === 409) { doc.theirs = told; tellBanner(); }
  else {
    room.say(`not saved: ${told.error}. What you typed is kept in this page.`, "no");
    doc.timer = setTimeout(() => save(doc), 2000);
  }
  return false;
}
const saveAll = async () => { for (const doc of room.docs.values()) if (doc.dirty && !await save(doc)) return false; return true; };
function replace(doc, text) {
  const at = Math.min(doc.view.state.selection.main.head, text.length);
  doc.view.dispatch({changes: {from: 0, to: doc.view.state.doc.length, insert: text}, selection: {anchor: at}});
}
async function look() {                          // has another program written the file that is shown?
  const doc = room.shown;
  if (!doc || document.hidden || doc.theirs || doc.saving) return;
  const {mark} = doc, {status: code, told} = await say("read", {file: doc.file.name});
  if (code !== 200 || told.mark === doc.mark || doc.saving || doc.mark !== mark) return;      // saved meanwhile: what was read is old
  if (doc.dirty) { doc.theirs = told; tellBanner(); return; }
  doc.mark = told.mark; doc.saved = told.text;
  replace(doc, told.text);
  room.say("another program has changed this file; this is how it is now");
}
function offer(doc) {
  let kept = null;
  try { kept = JSON.parse(localStorage.getItem(draftOf(doc.file.uri))); } catch (none) { kept = null; }
  if (kept && typeof kept.text === "string" && kept.text !== doc.saved && !doc.file.why_not) doc.draft = kept; else drop(doc);
}
function tellBanner() {
  const doc = room.shown, row = (words, ...buttons) => fill(banner, el("p", {}, words), el("p", {}, buttons.map(([name, does]) =>
    el("button", {type: "button", onclick: () => { does(); tellBanner(); }}, name))));
  if (doc.theirs) {
    row("Another program has changed this file while you typed. Nothing is lost: choose which text stands.",
      ["Keep what I typed", () => { doc.mark = doc.theirs.mark; doc.saved = doc.theirs.text; doc.theirs = null; save(doc); }],
      ["Take theirs", () => { const {mark, text} = doc.theirs; doc.theirs = null; doc.mark = mark; doc.saved = text; replace(doc, text); }]);
  } else if (doc.draft) {
    row(doc.draft.mark === doc.mark ? "You typed something here that was not saved."
      : "You typed something here that was not saved, and the file has been changed since. Put back, what you typed stands in place of that.", ["Put it back", () => { const {text} = doc.draft; doc.draft = null; replace(doc, text); }],
      ["Throw it away", () => { doc.draft = null; drop(doc); }]);
  } else if (doc.file.why_not) {
    row(`This file is for reading: ${doc.file.why_not}.`, ...(doc.file.sort === "library" ? [] :
      [["Begin a variant …", () => beginVariant()], ["Copy the game", copyGame]]));
  } else fill(banner);
}
addEventListener("beforeunload", (event) => { for (const doc of room.docs.values()) if (doc.dirty) { keep(doc); save(doc); event.preventDefault(); } });
addEventListener("focus", look);
setInterval(look, LOOK);

/* ------------------------------------------------------------------ mistakes */

room.counted = (uri, found) => { room.counts.set(uri, found.filter((one) => one.severity === 1).length); drawFiles(); };
room.problems = (view, rows) => {
  for (const doc of room.docs.values()) if (doc.view === view) doc.problems = rows;
  if (room.shown && room.shown.view === view) drawProblems();
};
function drawProblems() {
  const doc = room.shown, rows = doc.problems.filter((one) => one.severity !== "info"), lines = doc.view.state.doc;
  fill(troubles, el("h2", {}, rows.length ? `${rows.length} to look at` : "No mistakes"), rows.length > 0 && el("ul", {}, rows.slice(0, 50).map((one) => {
    const [first, ...more] = one.message.split("\n"), at = Math.min(one.from, lines.length);
    return el("li", {class: one.severity}, el("button", {type: "button", class: "go", onclick: () => {
      doc.view.dispatch({selection: {anchor: at}, effects: CM.EditorView.scrollIntoView(at, {y: "center"})}); doc.view.focus();
    }}, `line ${lines.lineAt(at).number}: ${first}`), more.length > 0 && el("p", {class: "small"}, more.join(" · ")), (one.actions || []).slice(0, 4).map((fix) =>
      el("button", {type: "button", class: "fix", onclick: () => fix.apply(doc.view, one.from, one.to)}, fix.name)));
  })));
}

/* ------------------------------------------------------------------ what it means */

function show(tab) {
  room.tab = tab;
  for (const one of tabs.children) {
    const on = one.dataset.tab === tab;
    one.setAttribute("aria-selected", String(on));
    one.tabIndex = on ? 0 : -1;
  }
  panel.setAttribute("aria-labelledby", "tab-" + tab);
  document.body.dataset.tab = tab;
  ({words: showWords, handout: showHandout, scenarios: showScenarios, table: showTable, figures: showFigures})[tab]();
}
const blocks = (found) => found.map((one) => one.sort === "heading" ? el("h" + Math.min(one.level + 1, 5), {}, one.text)
  : one.sort === "paragraph" ? el("p", {}, one.text)
    : el("p", {class: "item in" + Math.min(one.level, 5)}, one.name && el("b", {}, one.name + " "), one.text));
const wrong = (found) => el("div", {}, el("p", {}, "The rules have mistakes, so they cannot be told yet:"), el("ul", {}, found.map((one) => el("li", {}, one))));
async function pageOf(word, made) {
  const doc = room.shown, run = room.run = (room.run || 0) + 1;
  if (panel.dataset.of !== word + doc.file.name) fill(panel, el("p", {class: "small"}, "One moment …"));
  const {status: code, told} = await say(word, {file: doc.file.name});
  if (room.run !== run || room.tab !== word) return;
  const scrolled = panel.dataset.of === word + doc.file.name ? panel.scrollTop : 0;
  panel.dataset.of = word + doc.file.name;
  fill(panel, code !== 200 ? el("p", {class: "no"}, told.error) : told.mistakes ? wrong(told.mistakes) : made(told.blocks));
  panel.scrollTop = scrolled;
}
const showWords = () => pageOf("words", (found) => el("article", {}, blocks(found)));
const showHandout = () => pageOf("handout", (found) => found.length ? el("div", {}, el("p", {class: "buttons"}, el("button", {type: "button", id: "print",
  onclick: () => window.print()}, "Print this page"), el("span", {class: "small"}, " to lay on the table")), el("article", {id: "sheet"}, blocks(found)))
  : el("div", {}, el("p", {}, "A handout says what a variant changes, on one page. This file is no variant."),
    el("p", {}, el("button", {type: "button", onclick: () => beginVariant()}, "Begin a variant …"))));

/* scenarios */

room.lensesOf = (uri, lenses) => {
  room.lenses.set(uri, lenses.filter((one) => one.command.command === "rulewright.run").map((one) => ({line: one.range.start.line, title: one.command.arguments[1],
    here: lenses.some((other) => other.command.command === "rulewright.play" && other.command.arguments[1] === one.command.arguments[1])})));
  if (room.tab === "scenarios" && room.shown && room.shown.file.uri === uri) showScenarios();
};
room.played = ({uri, scenarios, mistakes}) => {
  room.results.set(uri, {rows: scenarios, mistakes});
  const waiting = room.waits.get(uri);
  if (waiting) { room.waits.delete(uri); waiting(); }
  if (room.tab === "scenarios") showScenarios();
};
async function runFile(name) {
  await saveAll();
  const uri = fileOf(name).uri, path = decodeURIComponent(new URL(uri).pathname);
  room.client.sync();
  const done = new Promise((go) => room.waits.set(uri, go));
  await room.client.request("workspace/executeCommand", {command: "rulewright.run", arguments: [path, ""]}).catch((error) => room.say(error.message, "no"));
  await Promise.race([done, new Promise((go) => setTimeout(go, 120000))]);
}
async function runAll(names) { for (const name of names) await runFile(name); }
function showScenarios() {
  const doc = room.shown, own = room.lenses.get(doc.file.uri) || [];
  const files = own.length ? [doc.file.name] : room.facts.scenarios;
  const rows = files.flatMap((name) => {
    const uri = fileOf(name) && fileOf(name).uri, found = room.results.get(uri), known = room.lenses.get(uri) || [];
    const came = found && found.rows.length ? found.rows : known.map((one) => ({...one, passed: null, why: ""}));
    return came.map((one) => ({...one, file: name, here: (known.find((other) => other.title === one.title) || {here: true}).here}));
  });
  const good = rows.filter((one) => one.passed).length, bad = rows.filter((one) => one.passed === false).length;
  panel.dataset.of = "";
  fill(panel, 
    el("p", {class: "buttons"}, el("button", {type: "button", id: "run", onclick: (event) => { event.target.disabled = true; event.target.textContent = "Running …"; runAll(files); }},
      own.length ? "Run the scenarios of this file" : "Run the scenarios of the game"), rows.some((one) => one.passed != null) && el("span", {class: "small", role: "status"}, ` ${good} came out, ${bad} did not`)),
    files.map((name) => room.results.get((fileOf(name) || {}).uri)).filter((one) => one && one.mistakes.length).slice(0, 3).map((one) =>
      el("p", {class: "no", role: "status"}, `${one.rows.length ? "Not all was run" : "Nothing was run"}: ${one.mistakes.slice(0, 4).join("; ")}`)),
    rows.length ? el("ul", {class: "scenarios"}, rows.map((one) => el("li", {class: one.passed == null ? "" : one.passed ? "yes" : "no"},
      el("button", {type: "button", class: "go", onclick: () => open(one.file, one.line)}, `${one.passed == null ? "·" : one.passed ? "✓" : "✗"} ${one.title}`),
      one.passed === false && el("p", {class: "small"}, one.why), one.here && el("button", {type: "button", class: "here", onclick: () => playFrom(one.file, one.title)}, "play from here"))))
      : el("p", {class: "small"}, files.length ? `Scenarios stand in ${files.join(", ")}.` : "There is no scenario yet: `scenario \"…\"` below the rules begins one."));
}

/* the table */

function playFrom(file, title) { show("table"); lay(file, title); }
async function lay(file, scenario) {
  fill(panel, el("p", {class: "small"}, "The table is laid …"));
  if (!await saveAll()) return fill(panel, el("p", {class: "no"}, "The text is not saved yet; see the line above."));
  const {status: code, told} = await say("table", {file, scenario: scenario || ""});
  if (code !== 200) { room.table = null; showTable(); panel.prepend(el("p", {class: "no"}, told.error)); return; }
  room.table = {...told, of: scenario ? `${file}: ${scenario}` : file, role: told.asked[0] || "s0"};
  showTable();
}
function showTable() {
  const at = room.table;
  panel.dataset.of = "";
  const begin = el("p", {class: "buttons"}, el("button", {type: "button", id: "lay", onclick: () => lay(room.shown.file.name, "")}, at ? "Lay a new table" : "Lay a table"),
    el("span", {class: "small"}, at ? ` ${at.of}` : " and play it, every seat yourself. A scenario can be played from its position: under Scenarios."));
  if (!at) return fill(panel, begin);
  if (panel.querySelector("iframe[data-number='" + at.number + "']")) return;
  const frame = el("iframe", {title: "The table", "data-number": at.number, src: `/t/${at.number}/${at.role}/`});
  const seats = [...at.seats, {role: "table", name: "What everybody sees"}, {role: "host", name: "Bots and more"}];
  const buttons = seats.map((one) => el("button", {type: "button", "aria-pressed": String(one.role === at.role), onclick: (event) => {
    at.role = one.role; frame.src = `/t/${at.number}/${one.role}/`;
    for (const other of event.target.parentNode.children) other.setAttribute("aria-pressed", String(other === event.target));
  }}, one.name));
  fill(panel, begin, el("div", {class: "seats", role: "group", "aria-label": "Whose page"}, buttons), frame);
}
function follow() {                              // who plays every seat is shown the page of whoever is asked
  const at = room.table, frame = panel.querySelector("iframe"), inside = frame && frame.contentDocument;
  if (!at || !inside || !at.role.startsWith("s") || !inside.querySelector("main header") || inside.querySelector("section.asked")) return;
  const thinking = [...inside.querySelectorAll(".seats li.thinks")].map((one) => one.textContent);
  const next = at.seats.find((one) => thinking.some((words) => words.startsWith(one.name)));
  if (next && next.role !== at.role) [...panel.querySelectorAll(".seats button")].find((one) => one.textContent === next.name)?.click();
}
setInterval(follow, 700);

/* figures */

const BEST = 3;
async function showFigures() {
  const doc = room.shown, run = room.run = (room.run || 0) + 1;
  panel.dataset.of = "";
  fill(panel, el("p", {class: "small"}, "One moment …"));
  if (!await saveAll()) return;
  const {status: code, told} = await say("compare", {file: doc.file.name, plays: 2, by: ""});
  if (room.run !== run || room.tab !== "figures") return;
  if (code !== 200 || told.mistakes) return fill(panel, code !== 200 ? el("p", {class: "no"}, told.error) : wrong(told.mistakes));
  const who = el("select", {id: "who"}, told.who.map((one) => el("option", {value: one}, one === "first" ? "first (always the first choice)" : one)));
  const plays = el("select", {id: "plays"}, [50, 200, 1000].map((one) => el("option", {value: one}, `${one} plays of each`))), result = el("div", {role: "status"});
  who.value = told.who[BEST] ? told.who[2] : told.who[0];
  const go = el("button", {type: "button", id: "compare", onclick: async () => {
    go.disabled = true;
    fill(result, el("p", {class: "small"}, "Bots play both, on the same seeds …"));
    const {status: ended, told: said} = await say("compare", {file: doc.file.name, plays: +plays.value, by: who.value});
    go.disabled = false;
    fill(result, ended === 200 && said.figures ? figures(said.figures) : said.mistakes ? wrong(said.mistakes) : el("p", {class: "no pre"}, said.error));
  }}, "Compare");
  fill(panel, el("p", {}, doc.file.sort === "variant" ? "The variant against what it is a variant of." : "The game as it is now against the game as it was when this page was begun."),
    el("p", {class: "buttons"}, el("label", {for: "who"}, "Who plays "), who, " ", el("label", {for: "plays", class: "hidden"}, "How many"), plays, " ", go), result);
}
const number = (value, unit) => value == null ? "" : unit === "share" || unit === "%" ? `${(100 * value).toFixed(0)} %` : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
function figures(found) {
  const side = found.comparisons[0], rows = [...side.figures].sort((a, b) => (b.verdict === "different") - (a.verdict === "different"));
  return el("div", {}, side.in_words.map((one) => el("p", {}, one)), el("table", {}, el("thead", {}, el("tr", {}, ["", "as it was", "as it is", "difference"].map((one) =>
    el("th", {class: one ? "n" : ""}, one)))), el("tbody", {}, rows.map((one) => el("tr", {class: one.verdict === "different" ? "differs" : ""}, el("td", {}, one.words.replace(/, %$/, "")),
    el("td", {class: "n"}, number(one.base, one.unit)), el("td", {class: "n"}, number(one.other, one.unit)),
    el("td", {class: "n"}, one.difference == null ? "" : `${number(one.difference, one.unit)} (${number(one.low, one.unit)} to ${number(one.high, one.unit)})`))))));
}

/* ------------------------------------------------------------------ what a lens stands for; a variant, a copy */

room.carryOut = async (uri, command) => {
  const name = nameAt(uri), [path, title] = command.arguments || [];
  if (command.command === "rulewright.run") { show("scenarios"); fold("means"); return runFile(name); }
  if (command.command === "rulewright.play") { fold("means"); return playFrom(name, title); }
  if (command.command === "rulewright.diff") { fold("means"); return show("handout"); }
  const found = await room.client.request("workspace/executeCommand", {command: command.command, arguments: [path, title]}).catch(() => null);
  if (!found) return room.say("that cannot be told here", "no");
  const dialog = el("dialog", {"aria-label": "What it was"}, el("h2", {}, "What it was"), el("pre", {}, found.text), el("p", {class: "buttons"},
    el("button", {type: "button", onclick: () => { dialog.close(); const at = nameAt(found.uri); if (at) open(at, found.line); }}, "Go there"),
    el("button", {type: "button", onclick: () => dialog.close()}, "Close")));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
};
function beginVariant() {
  const of = room.shown && room.shown.file.sort === "variant" ? room.shown.file : null;
  const title = el("input", {id: "variant-title", required: true, maxlength: 80, placeholder: "Shorter nights"});
  const name = el("input", {id: "variant-name", required: true, pattern: "[a-z][a-z0-9_]*", maxlength: 50, placeholder: "shorter_nights"});
  const told = el("p", {class: "no", role: "alert"}), upon = of && el("input", {type: "checkbox", id: "upon"});
  title.addEventListener("input", () => { name.value = title.value.toLowerCase().normalize("NFD").replace(/[^a-z0-9]+/g, "_").replace(/^[_0-9]+|_+$/g, "").slice(0, 50); });
  const form = el("form", {method: "dialog", onsubmit: async (event) => {
    event.preventDefault();
    await saveAll();
    const {status: code, told: said} = await say("variant", {name: name.value, title: title.value.trim(), of: upon && upon.checked ? of.name : ""});
    if (code !== 200) { told.textContent = said.error; return; }
    dialog.close();
    room.facts = said;
    room.tab = "handout";
    const doc = await open(said.file), free = doc.view.state.doc.toString().indexOf("\n\n") + 1;
    doc.view.dispatch({selection: {anchor: free}});
    room.say(`${said.file} is begun`);
  }}, el("h2", {}, "Begin a variant"), el("p", {}, el("label", {for: "variant-title"}, "What it is called "), title),
  el("p", {}, el("label", {for: "variant-name"}, "Its file "), name), of && el("p", {}, upon, el("label", {for: "upon"}, ` on top of ${of.name}`)),
  el("p", {class: "small"}, `Small letters, figures and _ for the file. It is written into ${room.facts.where}.`), told,
  el("p", {class: "buttons"}, el("button", {type: "submit", class: "send"}, "Begin"), el("button", {type: "button", onclick: () => dialog.close()}, "Not now")));
  const dialog = el("dialog", {"aria-label": "Begin a variant"}, form);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  title.focus();
}
async function copyGame() {
  const {status: code, told} = await say("copy");
  room.say(code === 200 ? `The copy is in ${told.folder}. To change it: ${told.command}` : told.error, code === 200 ? "" : "no");
}

room.client = window.language.begin(room);
window.room = room;
drawFiles();
open(room.facts.opened).then(() => show("words"));
})();
