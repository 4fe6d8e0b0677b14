/* The pages of a table: everything is drawn from the state that the server sends, and what is tapped is sent back.
   Words from the server are put on the page as text only. */
"use strict";
(() => {
const at = location.pathname.replace(/[^/]*$/, "");
const svg = (tag, facts, ...inside) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(facts || {})) if (value != null && value !== false) made.setAttribute(name, value);
  made.append(...inside.flat().filter((one) => one != null));
  return made;
};
async function say(word, sent) {
  for (let tries = 0; ; tries++) {
    try {
      const reply = await fetch(at + word, {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(sent || {})});
      const told = await reply.json().catch(() => ({error: "the server has said nothing that can be read"}));
      return {status: reply.status, told};
    } catch (lost) {                              // the net is away: the same again does no harm
      if (tries > 20) return {status: 0, told: {error: "the table cannot be reached"}};
      connection("The table cannot be reached; trying again …");
      await new Promise((go) => setTimeout(go, 1000));
    }
  }
}

/* ------------------------------------------------------------------ sitting down */

const sitting = document.getElementById("sit");
if (sitting) {
  const key = location.hash.slice(1), told = document.getElementById("told");
  if (key) history.replaceState(null, "", location.pathname);
  if (key) {
    const seat = sitting.dataset.role.startsWith("s"), named = seat && !sitting.dataset.fixed;
    const name = el("input", {id: "name", autocomplete: "given-name", maxlength: "24", placeholder: sitting.dataset.name});
    const what = seat ? `Sit down${sitting.dataset.fixed ? " as " + sitting.dataset.name : ""}` : "Open";
    const go = async (event) => {
      event.preventDefault();
      const {status, told: said} = await say("sit", {key, name: named ? name.value : ""});
      if (status === 200) location.reload(); else { told.textContent = said.error || "that did not work"; told.className = "no"; }
    };
    told.textContent = seat ? "This is your seat. Whoever sat here before on another phone is told." : "";
    sitting.append(el("form", {onsubmit: go}, named && el("p", {}, el("label", {for: "name"}, "Your name ")), named && name,
      el("button", {class: "send", type: "submit"}, what)));
    (named ? name : sitting.querySelector("button")).focus();
  }
  return;
}
const inside = document.getElementById("data");
if (!inside) return;

/* ------------------------------------------------------------------ what the page knows */

let {state, scene} = JSON.parse(inside.textContent);
let chosen = [], parts = [], asked = "", reply = null, seen = 0, lost = "", moved = false, links = null, lastMap = null, whole = null, sheet = null, answered = "", fell = "", more = [];
if (location.hash) history.replaceState(null, "", location.pathname);
const page = document.getElementById("page");
const live = el("div", {class: "hidden", role: "status", "aria-live": "polite"});
const main = el("main");
page.append(live, main);
const noParts = () => state.asked && state.asked.parts ? state.asked.parts.map(() => []) : [];
const seatName = (k) => state.seats[k] ? state.seats[k].name : "";
function connection(words) { if (lost !== words) { lost = words; draw(); } }

/* ------------------------------------------------------------------ cards, zones, the map */

const card = (one, kind) => {
  if (!one) return el("span", {class: "card down"}, kind ? kind + ", face down" : "face down");
  const said = [...(one.lines || []), ...(/[[.]/.test(one.id) || one.id.toLowerCase() === one.title.toLowerCase() ? [] : [one.id])];
  const tone = one.colour >= 0 ? " t" + one.colour : "";
  return el("span", {class: "card" + tone + (one.corner ? " cornered" : "")}, el("b", {}, (one.times ? one.times + " × " : "") + one.title),
    one.corner && el("span", {class: "corner"}, one.corner), said.length > 0 && el("span", {class: "line"}, said.join(" · ")),
    (one.marks || []).map((line) => el("span", {class: "line"}, "• " + line)));
};
const many = (count, kind) => `${count} ${kind}${count === 1 ? "" : "s"}`;
function zone(one) {
  const known = one.cards.reduce((sum, each) => sum + ((each && each.times) || 1), 0);
  const rest = one.count == null ? "" : one.count - known, inside = [];
  one.cards.forEach((each, k) => {
    const sign = (one.signs || "")[k];
    if (sign && sign !== " ") inside.push(el("span", {class: "join " + (sign === "|" ? "yes" : "no")}, sign === "|" ? "┃ joined" : sign === "x" ? "✕ not joined" : "?"));
    inside.push(card(each, one.kind));
  });
  if (one.loose.length) inside.push(el("span", {class: "small"}, "among the rest: " + one.loose.map((each) => each.title).join(", ")));
  if (rest > 0) inside.push(el("span", {class: "card down"}, `${many(rest, one.kind)}${known ? " more" : ""}, face down`));
  const count = one.count == null ? "" : ` (${one.count})`;
  return el("div", {class: "zone"}, el("h3", {}, one.name + count), el("div", {class: "cards"}, inside));
}
const track = (one) => el("div", {class: "track"}, el("h3", {}, `${one.name}: ${one.at}`),
  el("ol", {"aria-label": `${one.name} stands on ${one.at}`}, one.squares.map(([square, worth]) =>
    el("li", square === one.at ? {class: "at", "aria-current": "true"} : {}, String(worth), square === one.at && el("span", {}, " ◆")))));
const pegs = (cell) => cell.of ? `${"●".repeat(+cell.value)}${"○".repeat(cell.of - cell.value)} ${cell.value}` : cell.value;
function area(one) {
  const mine = one.owner === state.you, name = one.owner < 0 ? "The table" : seatName(one.owner) + (mine ? " (you)" : "");
  return el("section", {"aria-label": name}, el("h2", {}, name),
    one.cells.length > 0 && el("p", {class: "pegs"}, one.cells.map((cell) => `${cell.name} ${pegs(cell)}`).join(" · ")),
    one.tracks.map(track), one.columns.map((group) => el("div", {class: "columns"}, group.map(zone))), one.zones.map(zone),
    one.empty.length > 0 && el("p", {class: "small"}, "empty: " + one.empty.join(", ")));
}
const sign = (words) => words.slice(0, 1).toUpperCase();
function reach() {                                // spaces that can be answered, that cannot, and where a journey can end
  const question = state.asked, open = new Map(), shut = new Map();
  if (question) question.items.forEach((item, k) => { if (item.space != null) open.set(item.space, k); });
  if (question) question.closed.forEach((item, k) => { if (item.space != null) shut.set(item.space, k); });
  return {question, open, shut, ends: new Set(question && question.ends || [])};
}
const told_of = (one, s, there) => `${s.name || s.id}${s.marks.map((m) => ", " + one.marks[m]).join("")}: ${there.map((t) => (t.count > 1 ? t.count + " " : "") + t.words).join(", ") || "empty"}`;
const whyNot = (k) => ask("why", {q: state.asked.id, closed: k});
function cell(one, s, {question, open, shut, ends}) {
  const k = open.get(s.z), no = shut.get(s.z), there = state.table.spaces[s.z] || [], words = told_of(one, s, there);
  const inside = there.slice(0, 4).map((t) => t.seat != null ? el("span", {class: "man p" + t.seat % 4}, scene.initials[t.seat]) : el("span", {class: "stuff"}, (t.count > 1 ? t.count + " " : "") + t.words));
  if (question && question.here === s.z) inside.push(el("span", {class: "stuff"}, "@"));
  const facts = {class: "cell" + s.marks.map((m) => " mark" + m).join("") + (ends.has(s.z) ? " end" : ""), title: words};
  if (k != null) return el("button", {...facts, class: facts.class + " open", type: "button", "data-k": "o" + k, "aria-label": "choose " + words, "aria-pressed": String(chosen.includes(k)), onclick: () => tap(k)}, place(k), inside);
  if (no != null) return el("button", {...facts, class: facts.class + " shut", type: "button", "data-k": "c" + no, "aria-label": "not allowed, why: " + words, onclick: () => whyNot(no)}, inside);
  return el("div", {...facts, role: "img", "aria-label": words}, inside);
}
function grid(one) {
  const at = reach(), columns = one.columns, rows = one.spaces.length / columns;
  const head = (words) => el("th", {scope: "col"}, words);
  const lines = Array.from({length: rows}, (_, y) => el("tr", {}, el("th", {scope: "row"}, String(y + 1)), one.spaces.slice(y * columns, (y + 1) * columns).map((s) => el("td", {}, cell(one, s, at)))));
  const table = el("table", {class: "grid", "aria-label": one.name}, el("tr", {}, el("td"), Array.from({length: columns}, (_, x) => head(String(x + 1)))), lines);
  table.style.minWidth = columns * 2.3 + 1.5 + "rem";
  table.style.maxWidth = `calc(${columns / rows} * 72vh)`;
  return el("div", {class: "frame", "data-s": one.name, tabindex: "0", role: "group", "aria-label": one.name}, table, one.marks.length > 0 && el("p", {class: "small key"}, one.marks.map((words, m) => el("span", {}, el("span", {class: "cell mark" + m}), ` ${words} · `))));
}
const onGrid = (question) => question && (scene.maps || []).find((one) => one.columns && question.items.some((item) => item.space != null && one.spaces.some((s) => s.z === item.space)));
function map(one) {
  const xs = one.spaces.map((s) => s.x), ys = one.spaces.map((s) => s.y);
  const [left, top] = [Math.min(...xs) - .8, Math.min(...ys) - .8];
  const box = `${left} ${top} ${Math.max(...xs) - left + .8} ${Math.max(...ys) - top + .8}`;
  const where = new Map(one.spaces.map((s) => [s.z, s]));
  const {question, open, shut, ends} = reach(), names = [], drawn = svg("svg", {viewBox: box, role: "group", "aria-label": one.name});
  for (const [a, b] of one.links) {
    const [p, q] = [where.get(a), where.get(b)];
    if (p && q) drawn.append(svg("line", {class: "link", x1: p.x, y1: p.y, x2: q.x, y2: q.y}));
  }
  for (const s of one.spaces) {
    const k = open.get(s.z), no = shut.get(s.z), there = state.table.spaces[s.z] || [], can = k != null, touched = can ? () => tap(k) : () => whyNot(no);
    const words = told_of(one, s, there);
    const shape = svg("rect", {x: s.x - .4, y: s.y - .4, width: .8, height: .8, rx: s.name ? .12 : .4,
      class: `way${s.name ? " named" : ""}${s.marks.map((m) => " mark" + m).join("")}${can ? " open" : ""}${can && chosen.includes(k) ? " picked" : ""}${no != null ? " shut" : ""}${ends.has(s.z) ? " end" : ""}`});
    const group = svg("g", can ? {tabindex: "0", role: "button", "aria-label": "choose " + words, "aria-pressed": String(chosen.includes(k))} : no != null ? {tabindex: "0", role: "button", "aria-label": "not allowed, why: " + words} : {"aria-label": words, role: "img"}, svg("title", {}, words), shape);
    if (can || no != null) {
      group.addEventListener("click", touched);
      group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); touched(); } });
    }
    if (question && question.here === s.z) group.append(svg("text", {x: s.x, y: s.y}, "@"));
    if (s.name) names.push(svg("text", {class: "label", x: s.x, y: s.y + .58}, s.name.length > 18 ? s.name.slice(0, 17) + "…" : s.name));
    there.slice(0, 4).forEach((t, n) => {
      const [x, y] = there.length === 1 ? [s.x, s.y] : [s.x - .2 + .4 * (n % 2), s.y - .2 + .4 * (n >> 1)];
      const person = t.seat != null;
      group.append(svg("circle", {class: person ? "piece" : "thing", cx: x, cy: y, r: .19}),
        svg("text", {class: person ? "piecetext" : "thingtext", x, y}, person ? scene.initials[t.seat] : sign(t.words)));
    });
    drawn.append(group);
  }
  drawn.append(...names);
  const sorts = new Set(Object.values(state.table.spaces).flat().filter((t) => t.seat == null).map((t) => t.words));
  const key = [...sorts].map((words) => el("span", {}, `${sign(words)} = ${words} · `));
  const marks = one.marks.map((words, m) => el("span", {}, svg("svg", {viewBox: "0 0 1 1", "aria-hidden": "true"}, svg("rect", {class: "way mark" + m, x: .1, y: .1, width: .8, height: .8, rx: .4})), ` ${words} · `));
  return el("section", {class: "map", "aria-label": "map"}, el("div", {class: "frame", "data-s": one.name, tabindex: "0"}, drawn), el("p", {class: "small key"}, key, marks));
}

/* ------------------------------------------------------------------ the question */

function tap(k) {
  const question = state.asked;
  reply = null;
  if (question.sort === "one") chosen = chosen[0] === k ? [] : [k];
  else if (question.sort === "parts") {
    const here = parts.findIndex((part) => part.includes(k));
    if (here >= 0) parts[here] = parts[here].filter((one) => one !== k);
    else {
      const into = parts.findIndex((part, n) => part.length < question.parts[n].most);
      if (into >= 0) parts[into].push(k);
    }
    chosen = parts.flat();
  } else if (chosen.includes(k)) chosen = chosen.filter((one) => one !== k);
  else if (question.sort === "order" || chosen.length < question.most) chosen = [...chosen, k];
  else if (question.most === 1) chosen = [k];
  draw();
}
function filled(question) {                        // the last part is what is left
  if (question.sort !== "parts") return parts;
  const left = question.items.map((_, k) => k).filter((k) => !parts.flat().includes(k));
  const last = question.parts.length - 1;
  const fits = parts.slice(0, last).every((part, n) => part.length >= question.parts[n].least);
  return fits ? [...parts.slice(0, last), [...parts[last], ...left]] : parts;
}
function ready(question) {
  if (question.sort === "one") return chosen.length === 1;
  if (question.sort === "order") return chosen.length === question.items.length;
  if (question.sort === "some") return chosen.length >= question.least && chosen.length <= question.most;
  return filled(question).every((part, n) => part.length >= question.parts[n].least && part.length <= question.parts[n].most);
}
function sending(question) {
  if (question.sort === "one") return {q: question.id, option: chosen[0]};
  if (question.sort === "parts") return {q: question.id, parts: filled(question)};
  return {q: question.id, items: chosen};
}
function summary(question) {
  const words = (k) => question.items[k].words;
  if (!chosen.length) return question.sort === "some" && question.least === 0 ? "nothing chosen: that is an answer, too" : "";
  if (question.sort === "parts") return filled(question).map((part, n) => `${question.parts[n].name}: ${part.map(words).join(", ") || "nothing"}`).join(" · ");
  return chosen.map((k, n) => question.sort === "order" ? `${n + 1}. ${words(k)}` : words(k)).join(", ");
}
async function send(what) {
  const id = what.q;
  if (answered === id) return;
  answered = id;                                   // a second tap sends nothing
  draw();
  const {status, told} = await say("answer", what);
  lost = "";
  if (status !== 200) { answered = ""; reply = told; }
  else { chosen = []; parts = noParts(); reply = told.late ? {error: told.late} : null; }
  draw();
}
async function ask(word, sent) { const {told} = await say(word, sent); reply = told; draw(); }
function told() {
  if (!reply) return null;
  const refused = reply.refused || reply.error;
  return el("div", {class: "told", role: "alert"}, refused && el("p", {class: "no"}, (reply.refused ? "Not allowed: " : "") + refused),
    reply.fine && el("p", {class: "yes"}, reply.fine), (reply.checks || []).map((line) => el("p", {class: "small"}, line)),
    reply.by && el("p", {}, reply.by), (reply.lines || []).map((line) => el("p", {class: "small"}, line)),
    reply.rule && el("p", {class: "small"}, reply.rule), (reply.clauses || []).map((line) => el("p", {class: "small"}, line)),
    reply.accepted && el("p", {class: "small"}, "Would be accepted: " + reply.accepted),
    reply.further && el("button", {onclick: () => ask("undo", {further: true})}, "Go back all the same"),
    el("button", {onclick: () => { reply = null; draw(); }}, "Close"));
}
function place(k) {
  const question = state.asked;
  if (question.sort === "order" && chosen.includes(k)) return `${chosen.indexOf(k) + 1}. `;
  if (question.sort !== "parts") return "";
  const n = filled(question).findIndex((part) => part.includes(k));
  return n >= 0 && chosen.length ? `${question.parts[n].name}: ` : "";
}
function drag(event, k) {                          // of an order: one is dragged to where another lies, and all have their place
  const one = event.currentTarget, [x, y] = [event.clientX, event.clientY];
  let far = false;
  one.setPointerCapture(event.pointerId);
  one.onpointermove = (move) => {
    far = far || Math.hypot(move.clientX - x, move.clientY - y) > 8;
    if (far) one.style.transform = `translate(${move.clientX - x}px, ${move.clientY - y}px)`;
  };
  one.onpointercancel = () => draw();
  one.onpointerup = (up) => {
    one.onpointermove = one.onpointerup = null;
    if (!far) return;
    const under = document.elementsFromPoint(up.clientX, up.clientY).map((at) => at.closest("[data-order]")).find((at) => at && at !== one);
    const swallow = (click) => click.stopPropagation();              // letting go is no tap
    addEventListener("click", swallow, true);
    setTimeout(() => {
      removeEventListener("click", swallow, true);
      const all = inOrder(state.asked), to = under ? all.indexOf(+under.dataset.order) : -1;
      if (to >= 0) { all.splice(all.indexOf(k), 1); all.splice(to, 0, k); chosen = all; reply = null; }
      draw();
    });
  };
}
const inOrder = (question) => [...chosen, ...question.items.map((_, k) => k).filter((k) => !chosen.includes(k))];
function option(item, k) {
  const label = item.card ? [place(k) && el("span", {class: "small"}, place(k)), card(item.card)] : place(k) + item.words;
  const order = state.asked.sort === "order" ? {"data-order": k, onpointerdown: (event) => drag(event, k)} : {};
  return el("button", {type: "button", "data-k": "o" + k, "aria-pressed": String(chosen.includes(k)), onclick: () => tap(k), ...order}, label);
}
function hint(question) {
  if (question.sort === "order") return "Tap them in your order, or drag one to where it goes.";
  if (question.sort === "parts") return "Tap " + question.parts.slice(0, -1).map((part) => `${part.least === part.most ? part.least : part.least + " to " + part.most} for “${part.name}”`).join(", then ") + `; the rest is “${question.parts.at(-1).name}”.`;
  if (question.sort === "some") return `Choose ${question.least === question.most ? question.least : question.least + " to " + question.most}.`;
  return "";
}
function theQuestion(question) {
  const shown = summary(question), cards = question.items.some((item) => item.card);
  const small = question.items.every((item) => item.words.length < 12) ? " cards" : "", drawn = onGrid(question), cells = new Set(drawn ? drawn.spaces.map((s) => s.z) : []);
  const listed = (question.sort === "order" ? inOrder(question) : question.items.map((_, k) => k)).map((k) => [question.items[k], k]).filter(([item]) => !cells.has(item.space));
  const can = ready(question) && answered !== question.id;
  return el("section", {class: "asked", "aria-labelledby": "prompt"},
    el("h2", {id: "prompt", tabindex: "-1"}, question.prompt), question.clauses.map((line) => el("p", {class: "small"}, line)),
    hint(question) && el("p", {}, hint(question)), question.left != null && el("p", {class: "small"}, many(question.left, "move") + " left"),
    drawn && grid(drawn), listed.length > 0 && el("div", {class: "options" + (cards ? " cards" : small), role: "group", "aria-label": "what you can choose"}, listed.map(([item, k]) => option(item, k))),
    el("p", {id: "chosen"}, shown && "You choose: ", shown && el("b", {}, shown)),
    el("button", {class: "send", "data-k": "send", disabled: !can, onclick: () => can && send(sending(question))}, answered === question.id ? "Sent …" : ready(question) ? "Send" : "Choose first"),
    el("div", {class: "row"}, chosen.length > 0 && el("button", {"data-k": "back", onclick: () => { chosen = []; parts = noParts(); draw(); }}, "↶ Choose again"),
      el("button", {"data-k": "rule", onclick: () => ask("rule", {q: question.id})}, "? The rule"),
      chosen.length > 0 && el("button", {"data-k": "why", onclick: () => ask("why", sending(question))}, "Is it allowed?")),
    told(),
    question.offers.length > 0 && el("div", {}, el("h3", {}, "Besides, as often as you like"), el("div", {class: "options"}, question.offers.map((words, k) =>
      el("button", {"data-k": "f" + k, onclick: () => send({q: question.id, offer: k})}, "+ " + words)))),
    (question.closed.length > 0 || question.closed_offers.length > 0) && el("details", {"data-k": "shut"}, el("summary", {}, `Not allowed now (${question.closed.length + question.closed_offers.length}): tap for the reason`),
      el("div", {class: "options" + small}, question.closed.map((item, k) => el("button", {class: "closed", "data-k": "c" + k, onclick: () => whyNot(k)}, item.card ? card(item.card) : item.words)),
        question.closed_offers.map((words, k) => el("button", {class: "closed", onclick: () => ask("why", {q: question.id, closed_offer: k})}, "+ " + words)))));
}
function theChance(chance) {
  if (chance.waits) return el("section", {}, el("p", {}, chance.waits));
  const words = el("input", {id: "fell", "aria-label": chance.prompt, value: fell, oninput: () => { fell = words.value; }});
  const go = async (event) => {
    event.preventDefault();
    const {status, told: said} = await say("chance", {q: chance.q, text: words.value});
    if (status === 200) { chosen = []; fell = ""; }
    reply = status === 200 ? null : said; draw();
  };
  const add = (k, several) => { chosen = several || !chosen.includes(k) ? [...chosen, k].slice(-chance.count) : chosen.filter((one) => one !== k); fell = chosen.map((n) => chance.cards ? chance.cards[n].text : chance.words[n]).join(" "); draw(); };
  const buttons = (chance.cards || []).map((one, k) => el("button", {type: "button", "data-k": "h" + k, "aria-pressed": String(chosen.includes(k)), onclick: () => add(k, false)}, card(one.card)));
  const faces = (chance.words || []).map((word, k) => el("button", {type: "button", "data-k": "h" + k, onclick: () => add(k, true)}, word));
  return el("section", {class: "asked"}, el("h2", {id: "prompt", tabindex: "-1"}, chance.prompt), el("form", {onsubmit: go}, words, el("button", {class: "send"}, "Say so")), told(),
    el("div", {class: "options cards"}, buttons, faces));
}

/* ------------------------------------------------------------------ the story, the end, the host */

function line(one) {
  const words = one.what === "roll" ? one.text.split(/\[([^\]]+)\]/).map((part, k) => k % 2 ? el("span", {class: "die"}, part) : part) : [one.text];
  const kind = [one.what === "run" ? "head" : "", one.n > seen ? "new" : "", one.undone ? "undone" : ""].join(" ").trim();
  return el("li", {class: kind}, whole && one.what !== "run" ? el("span", {class: "small"}, one.n + " ") : null, words, one.by && el("span", {class: "small"}, `  [${one.by.join(", ")}]`), one.undone && el("span", {class: "small"}, " (taken back)"));
}
function story() {
  const shown = (whole || state.story).slice(whole ? -2000 : body() ? -14 : -12), turns = [];
  for (const one of shown) if (one.what === "run" || !turns.length) turns.push([one]); else turns.at(-1).push(one);   // the newest turn first, each from its beginning
  const fixing = el("form", {class: "row", onsubmit: (event) => { event.preventDefault(); const data = event.target.elements; ask("fix", {line: +data.number.value, value: data.value.value}); }},
    el("input", {name: "number", type: "number", min: "1", "aria-label": "line", placeholder: "line", size: "5"}), el("input", {name: "value", "aria-label": "what it should say", placeholder: "should say"}), el("button", {}, "Put right"));
  return el("section", {"aria-label": "what has happened"}, el("h2", {}, "What has happened"),
    el("ol", {class: "log"}, turns.reverse().flat().map(line)),
    !body() && el("div", {class: "row"}, el("button", {"data-k": "all", onclick: async () => { whole = whole ? null : (await say("story")).told.lines; draw(); }}, whole ? "Less" : "All of it, numbered"),
      !state.over && el("button", {"data-k": "score", onclick: async () => { sheet = sheet ? null : (await say("score")).told; draw(); }}, sheet ? "Hide the score" : "The score now"),
      el("button", {"data-k": "undo", onclick: () => ask("undo", {further: false})}, "Take back the last answer")),
    !body() && whole && fixing, sheet && !state.over && scores(sheet), !state.asked && told());
}
const body = () => state.role === "table";
const part = (one) => one.parts ? el("li", {}, el("details", {}, el("summary", {}, `${one.words}: ${one.value}${one.by ? "  [" + one.by.join(", ") + "]" : ""}`), el("ul", {}, one.parts.map(part))))
  : el("li", {}, `${one.words}: ${one.value}${one.by ? "  [" + one.by.join(", ") + "]" : ""}`);
const scores = (one) => el("div", {}, one.heads.length > 0 && el("table", {}, el("tr", {}, el("th", {}, ""), one.heads.map((head) => el("th", {class: "n"}, head)), el("th", {class: "n"}, "total"), el("th", {}, "")),
    one.rows.map((row) => el("tr", {}, el("th", {scope: "row"}, row.name), row.points.map((points) => el("td", {class: "n"}, String(points))), el("td", {class: "n"}, String(row.total)), el("td", {}, row.place)))),
  (one.decided || []).map((words) => el("p", {class: "small"}, words)),
  one.parts && one.parts.some((each) => each.parts.length) && el("div", {}, el("h3", {}, "Where the points come from"), derivation(one.parts)));
const derivation = (parts) => parts.map((each) => el("details", {"data-k": "of" + each.name}, el("summary", {}, each.name), el("ul", {}, each.parts.map(part))));
const origin = (event) => { if (event.target.open && !sheet) say("score").then(({told: said}) => { sheet = said; draw(); }); };
const theEnd = (over) => el("section", {class: "asked"}, el("h2", {id: "prompt", tabindex: "-1"}, over.words), scores(over),
  el("details", {"data-k": "origin", ontoggle: origin}, el("summary", {}, "Where the points come from"), sheet && sheet.parts ? derivation(sheet.parts) : el("p", {}, "…")),
  el("p", {class: "seal"}, `seed ${over.seed}, salt ${over.salt}`), el("p", {}, el("a", {href: "evening.play", download: "evening.play"}, "Take the play home (.play)")));
function code(rows) {
  const size = rows.length, d = rows.flatMap((row, y) => [...row].map((dark, x) => dark === "1" ? `M${x} ${y}h1v1h-1z` : "")).join("");
  return svg("svg", {class: "code", viewBox: `-2 -2 ${size + 4} ${size + 4}`, role: "img", "aria-label": "code of the link"}, svg("path", {d}));
}
function host() {
  const lobby = state.phase === "lobby";
  const rows = state.seats.filter((seat) => seat.role).map((seat) => {
    const link = links && links.find((one) => one.role === seat.role);
    const pick = el("select", {"data-k": "b" + seat.role, "aria-label": `who plays ${seat.name}`, onchange: (event) => ask("bot", {role: seat.role, bot: event.target.value})},
      el("option", {value: "", selected: !seat.bot}, "a person"), state.bots.map((word) => el("option", {value: word, selected: seat.bot === word}, word)));
    return el("div", {class: "zone"}, el("div", {class: "row"}, el("b", {}, seat.name), el("span", {class: "small"}, status(seat)), pick,
      el("button", {"data-k": "r" + seat.role, onclick: async () => { await ask("renew", {role: seat.role}); if (links) show(); }}, "Another link")),
      link && el("div", {}, code(link.code), el("p", {class: "small"}, link.url)));
  });
  const show = async () => { links = (await say("links")).told.links; draw(); };
  const table = links && links.find((one) => one.role === "table");
  const another = state.another.length > 0 && el("form", {class: "row", onsubmit: async (event) => {
    event.preventDefault();
    const {status, told: said} = await say("another", {people: +event.target.elements.people.value});
    if (status === 200) more.push(said); else reply = said;
    draw();
  }}, el("select", {name: "people", "data-k": "people", "aria-label": "how many play at another table"}, state.another.map((n) => el("option", {value: n, selected: n === state.seats.length}, `${n} ${n === 1 ? "player" : "players"}`))),
    el("button", {"data-k": "another"}, "Set another table"));
  return el("section", {"aria-label": "the host"}, el("h2", {}, "Who sits where"), rows, table && el("p", {class: "small"}, "The table for the big screen: " + table.url),
    el("div", {class: "row"}, el("button", {"data-k": "links", onclick: () => { if (links) { links = null; draw(); } else show(); }}, links ? "Hide links and codes" : "Links and codes"),
      !lobby && state.phase === "playing" && el("button", {"data-k": "end", onclick: () => confirm("Close the table? The play stays in its file.") && ask("finish")}, "Close the table")),
    lobby && el("button", {class: "send", "data-k": "start", onclick: () => ask("start")}, "Start the play"), another,
    more.map((one) => el("p", {}, `Table ${one.table} is set: `, el("a", {href: `/t/${one.table}/host/#${one.key}`, target: "_blank", rel: "noopener"}, "its host's page"))), !state.table && told());
}
function proposal(one) {
  return el("section", {class: "asked"}, el("p", {}, one.words + ". "), el("p", {class: "small"}, `waits for ${one.waits.join(", ")}`),
    one.mine && el("div", {class: "row"}, el("button", {"data-k": "yes", onclick: () => ask("agree", {yes: true})}, "Yes, that is right"), el("button", {"data-k": "no", onclick: () => ask("agree", {yes: false})}, "No")));
}
function status(seat) {
  if (seat.bot) return seat.bot === "rules" ? "played by the rules" : `bot: ${seat.bot}`;
  const there = {here: "", away: "away", free: "nobody yet", bot: ""}[seat.status];
  return [seat.doing ? {thinks: "is thinking", waits: ""}[seat.doing] ?? seat.doing : (seat.status === "here" ? "is here" : ""), there].filter(Boolean).join(", ");
}
function head() {
  return el("header", {}, el("div", {class: "top"}, el("h1", {}, state.title), state.table && el("span", {class: "small"}, state.table.where)),
    el("ul", {class: "seats", "aria-label": "who plays"}, state.seats.map((seat, k) => el("li", {class: seat.doing === "thinks" ? "thinks" : ""}, `${seat.name}${k === state.you ? " (you)" : ""}${status(seat) ? ": " + status(seat) : ""}`))),
    lost && el("p", {class: "no", role: "alert"}, lost), state.notice && el("p", {class: "told", role: "status"}, state.notice));
}

/* ------------------------------------------------------------------ the whole page */

function draw() {
  const focus = document.activeElement && document.activeElement.dataset && document.activeElement.dataset.k;
  const mapped = document.activeElement && document.activeElement.getAttribute && document.activeElement.getAttribute("aria-label");
  const opened = [...main.querySelectorAll("details[open]")].map((one) => one.dataset.k || one.querySelector("summary").textContent);
  const typed = [...main.querySelectorAll("input, select[name]")].map((one) => [one.name || one.id, one.value, one === document.activeElement]);
  const [x, y] = [scrollX, scrollY], made = [], question = state.asked && state.asked.id;
  if (moved) made.push(el("section", {class: "asked"}, el("h2", {}, "This seat has been taken up on another phone"), el("p", {}, "Open the link of the seat again to play on here.")));
  else {
    const question = state.asked, now = question ? question.id : state.chance && state.chance.q ? state.chance.q : "";
    if (now !== asked) {
      asked = now; chosen = []; fell = ""; answered = ""; parts = noParts();
      if (now) { reply = null; live.textContent = "You are asked: " + (question ? question.prompt : state.chance.prompt); }
    }
    made.push(head());
    if (state.role === "host") made.push(host());
    if (state.proposal) made.push(proposal(state.proposal));
    if (state.over) made.push(theEnd(state.over));
    if (question) made.push(theQuestion(question));
    if (state.chance) made.push(theChance(state.chance));
    if (!state.over && !question && state.phase === "playing" && state.you != null && !state.chance) made.push(el("p", {class: "small"}, "You are not asked now."));
    if (state.phase === "lobby" && state.role !== "host") made.push(el("section", {}, el("p", {}, "The host starts the play when everybody sits.")));
    if (state.table) {
      const maps = (scene.maps || []).filter((one) => one !== onGrid(question)).map((one) => one.columns ? el("section", {"aria-label": one.name}, el("h2", {}, "The " + one.name), grid(one)) : map(one));
      const lists = state.table.lists.map((one) => el("section", {}, el("h2", {}, one.name), one.rows.map(([space, there]) => el("p", {}, `${space}: ${there.map((t) => t.words).join(", ")}`))));
      const marks = state.table.marks.length > 0 && el("section", {}, el("h2", {}, "On cards and pieces"), state.table.marks.map(([id, said]) => el("p", {class: "small"}, `${id}: ${said.join(", ")}`)));
      const laid = state.table.areas.filter((one) => ["cells", "zones", "columns", "tracks", "empty"].some((part) => one[part].length));
      const mine = laid.filter((one) => one.owner === state.you), others = laid.filter((one) => one.owner !== state.you);
      const areas = el("div", {class: "areas"}, mine.map(area), body() ? [...others].sort((a, b) => (a.owner < 0) - (b.owner < 0)).map(area) : others.map(area));
      if (body()) made.push(el("div", {class: "wide"}, el("div", {}, maps, areas, lists, marks || ""), story()));
      else made.push(...maps, areas, ...lists, marks || "", story());
    }
    if (state.seal) made.push(el("p", {class: "seal"}, "seal of the shuffle: " + state.seal));
  }
  const frames = [...main.querySelectorAll(".frame")].map((one) => [one.scrollLeft, one.scrollTop]);
  main.replaceChildren(...made);
  main.querySelectorAll(".frame").forEach((one, k) => {
    const open = !frames[k] || question !== lastMap ? one.querySelector(".open") : null;
    if (frames[k]) [one.scrollLeft, one.scrollTop] = frames[k];
    if (open) one.scrollLeft = open.getBoundingClientRect().left - one.getBoundingClientRect().left + one.scrollLeft - one.clientWidth / 2;
  });
  lastMap = question;
  for (const one of main.querySelectorAll("details")) if (opened.includes(one.dataset.k || one.querySelector("summary").textContent)) one.open = true;
  for (const one of main.querySelectorAll("input, select[name]")) { const before = typed.find(([name]) => name && name === (one.name || one.id)); if (before && before[1] && one.id !== "fell" && (!one.value || one.tagName === "SELECT")) one.value = before[1]; if (before && before[2]) one.focus(); }
  const again = focus ? main.querySelector(`[data-k="${focus}"]`) : mapped && [...main.querySelectorAll("[role=button]")].find((one) => one.getAttribute("aria-label") === mapped);
  if (again) again.focus({preventScroll: true}); else if (focus && document.getElementById("prompt")) document.getElementById("prompt").focus({preventScroll: true});
  scrollTo(x, y);
  document.title = (state.asked ? "● " : "") + state.title;
  const last = state.story && state.story.at(-1);
  if (last && last.n > seen) { if (seen && body()) live.textContent = last.text; seen = last.n; }
}
async function fresh() {
  const reply = await fetch(at + "state").catch(() => null);
  if (!reply) return;
  if (reply.status === 403) { moved = true; draw(); return; }
  if (reply.ok) { ({state, scene} = await reply.json()); draw(); }
}
let source = null;
function listen() {
  if (source) source.close();
  source = new EventSource(at + "events");
  source.onopen = () => { if (lost) { lost = ""; draw(); } };
  source.onmessage = (event) => {
    const begun = state.phase === "lobby";
    state = JSON.parse(event.data); lost = "";
    if (whole) say("story").then(({told: said}) => { whole = said.lines; draw(); });
    if (sheet) say("score").then(({told: said}) => { sheet = said; draw(); });
    if (begun && state.phase !== "lobby") fresh(); else draw();
  };
  source.addEventListener("moved", () => { moved = true; source.close(); draw(); });
  source.onerror = () => {
    connection("The table cannot be reached; trying again …");
    if (source.readyState === EventSource.CLOSED && !moved) setTimeout(() => { fresh(); listen(); }, 1500);
  };
}
addEventListener("pageshow", (event) => { if (event.persisted) { fresh(); listen(); } });
document.addEventListener("visibilitychange", () => { if (!document.hidden && !moved) { fresh(); if (source.readyState === EventSource.CLOSED) listen(); } });
draw();
listen();
})();
