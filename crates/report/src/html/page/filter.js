// The filter: words, and key:value; a comma means or, a minus means not. It is kept in the address.

const COLUMNS = ["cell", "cause", "known", "state", "right", "changed", "expect", "tenant", "cluster"];
const FLAGS = ["critical", "core"];

// Splits at blanks; what stands in quotes is one word, and \ takes the next character as it is.
function tokens(filter) {
  const found = [];
  let place = 0;
  while (place < filter.length) {
    if (/\s/.test(filter[place])) { place++; continue; }
    let term = { not: false, key: null, values: [], value: "", plain: true };
    if (filter[place] === "-" && place + 1 < filter.length && !/\s/.test(filter[place + 1])) { term.not = true; place++; }
    let quoted = false;
    for (; place < filter.length; place++) {
      const c = filter[place];
      if (quoted && c === "\\" && place + 1 < filter.length) { term.value += filter[++place]; continue; }
      if (c === '"') { quoted = !quoted; term.plain = false; continue; }
      if (!quoted && /\s/.test(c)) break;
      if (!quoted && c === ":" && term.key === null && term.value !== "" && term.plain) { term.key = term.value; term.value = ""; continue; }
      if (!quoted && c === "," && term.key !== null) { term.values.push(term.value); term.value = ""; continue; }
      term.value += c;
    }
    term.values.push(term.value);
    found.push(term);
  }
  return found;
}

function quoted(value) {
  return /^[\p{L}\p{N}\-_.@#/+]+$/u.test(value) ? value : '"' + value.replace(/["\\]/g, "\\$&") + '"';
}

// Which keys there are, with what each may be.
function keysOf(index) {
  const keys = new Map();
  for (const name of COLUMNS) if (index[name].words.length > 0) keys.set(name, index[name].words);
  if (index.baseline) keys.set("changed", ["any", ...index.changed.words]);
  for (const name of FLAGS) keys.set(name, ["true", "false"]);
  keys.set("evidence", ["complete", "partial", "none", "unknown"]);
  keys.set("id", []);
  for (const [name, column] of Object.entries(index.slices)) if (!keys.has(name)) keys.set(name, column.words);
  return keys;
}

function evidenceWord(value) {
  if (value === null) return "unknown";
  return value >= 1 ? "complete" : value > 0 ? "partial" : "none";
}

// A test of one question by its place; `null` where nobody knows the key.
function test(index, term) {
  const values = term.values.map((value) => value.toLowerCase());
  if (term.key === null) return (place) => index.found[place].includes(values[0]);
  if (FLAGS.includes(term.key)) {
    const wanted = new Set(index[term.key]);
    return (place) => values.includes(String(wanted.has(place)));
  }
  if (term.key === "evidence") return (place) => values.includes(evidenceWord(index.evidence[place]));
  if (term.key === "id") return (place) => term.values.includes(index.id[place]);
  const column = COLUMNS.includes(term.key) ? index[term.key] : index.slices[term.key];
  if (!column) return null;
  const any = term.key === "changed" && values.includes("any");
  const wanted = column.words.map((word) => values.includes(word.toLowerCase()) || (any && word !== "same"));
  const none = values.includes("none") && !column.words.includes("none");
  return (place) => (column.at[place] < 0 ? none : wanted[column.at[place]]);
}

// The places of the questions that a filter leaves, and what it says that nobody knows.
function filtered(index, filter) {
  const unknown = [];
  const tests = [];
  for (const term of tokens(filter)) {
    const holds = test(index, term);
    if (!holds) unknown.push(term.key);
    else tests.push(term.not ? (place) => !holds(place) : holds);
  }
  const places = [];
  if (unknown.length === 0) {
    for (let place = 0; place < index.id.length; place++) if (tests.every((holds) => holds(place))) places.push(place);
  }
  return { places, unknown };
}

// The address: which filter, which question is open, which page and order.
function readAddress() {
  const state = { q: "", show: null, page: 0, sort: "" };
  for (const part of location.hash.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    let value;
    try { value = decodeURIComponent(part.slice(at + 1).replace(/\+/g, "%20")); } catch { continue; }
    const key = part.slice(0, at);
    if (key === "q") state.q = value;
    if (key === "show") state.show = value;
    if (key === "page") state.page = Math.max(0, (parseInt(value, 10) || 1) - 1);
    if (key === "sort") state.sort = value;
  }
  return state;
}

function address(state) {
  const parts = [];
  // A lone surrogate cannot stand in an address; what is shown in its place can.
  const coded = (value) => encodeURIComponent(value.toWellFormed ? value.toWellFormed() : value).replace(/%3A/g, ":");
  if (state.q) parts.push("q=" + coded(state.q));
  if (state.sort) parts.push("sort=" + coded(state.sort));
  if (state.page) parts.push("page=" + (state.page + 1));
  if (state.show !== null) parts.push("show=" + coded(state.show));
  return "#" + (parts.join("&") || "questions");
}
