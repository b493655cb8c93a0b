// The list: a page of questions at a time, so that ten thousand are as quick as ten.

const ROWS = 50;

function wordAt(column, place) {
  return column.at[place] < 0 ? null : column.words[column.at[place]];
}

function ordered(index, places, sort) {
  const [name, down] = [sort.replace(/^-/, ""), sort.startsWith("-")];
  const number = (place) => {
    if (name === "evidence") return index.evidence[place] === null ? 2 : index.evidence[place];
    const column = index[name];
    if (!column || !column.words) return 0;
    return column.at[place] < 0 ? Infinity : rank(name, column.words[column.at[place]]);
  };
  if (!["evidence", "cell", "cause", "right", "changed"].includes(name)) return down ? places.slice().reverse() : places;
  const keyed = places.map((place) => [number(place), place]);
  keyed.sort((a, b) => (a[0] === b[0] ? a[1] - b[1] : (a[0] < b[0] ? -1 : 1) * (down ? -1 : 1)));
  return keyed.map((pair) => pair[1]);
}

// What is worst stands first.
const WORST = {
  changed: ["worse", "moved", "better", "new", "same"],
  right: ["wrong", "failed", "not scored", "right"],
  cell: ["retrieval-fault", "generation-fault", "answered", "right-for-the-wrong-reason", "failed", "not-scored", "declined", "works"],
};

function rank(name, word) {
  const order = WORST[name];
  if (!order) return word;
  const place = order.indexOf(word);
  return place < 0 ? order.length : place;
}

function headCell(view, name, title, about) {
  const now = view.state.sort.replace(/^-/, "") === name;
  const down = view.state.sort.startsWith("-");
  const next = now ? (down ? "" : "-" + name) : name;
  const button = make("button", { type: "button", title: about, onclick: () => view.go({ sort: next, page: 0 }) }, title, now ? (down ? " ↓" : " ↑") : "");
  return make("th", { scope: "col", class: "c-" + name, "aria-sort": now ? (down ? "descending" : "ascending") : null }, button);
}

function listRow(view, place) {
  const index = view.index;
  const id = index.id[place];
  const open = view.state.show === id;
  const change = wordAt(index.changed, place);
  const critical = view.critical.has(place);
  const link = make("a", { href: address({ ...view.state, show: id }), "data-place": String(place) }, words(id));
  const row = make("tr", { class: open ? "now" : null, "aria-current": open ? "true" : null },
    make("th", { scope: "row", class: "c-id" }, link, critical ? make("span", { class: "critical", title: "critical: its evidence must always be complete" }, " critical") : null),
    make("td", { class: "c-query" }, words(index.query[place], { dir: "auto" })),
    make("td", { class: "c-cell" }, cellTag(wordAt(index.cell, place))),
    make("td", { class: "c-cause" }, wordAt(index.cause, place) || make("span", { class: "off" }, "–")),
    make("td", { class: "c-evidence num" }, short(index.evidence[place])),
    make("td", { class: "c-right" }, rightTag(wordAt(index.right, place))),
    index.baseline ? make("td", { class: "c-changed" }, change ? changeTag(change) : "–") : null);
  row.addEventListener("click", (event) => {
    if (!event.target.closest("a") && !String(getSelection())) view.go({ show: id });
  });
  return row;
}

function drawList(view) {
  const { index, places } = view;
  const pages = Math.max(1, Math.ceil(places.length / ROWS));
  view.state.page = Math.min(view.state.page, pages - 1);
  const from = view.state.page * ROWS;
  const shown = places.slice(from, from + ROWS);
  const head = make("tr", {},
    headCell(view, "id", "question", "order by id"),
    make("th", { scope: "col", class: "c-query" }, "asked"),
    headCell(view, "cell", "cell", "the worst cells first"),
    headCell(view, "cause", "cause", "order by cause"),
    headCell(view, "evidence", "evidence", "how much of the required evidence was in the context"),
    headCell(view, "right", "answer", "wrong answers first"),
    index.baseline ? headCell(view, "changed", "change", "what got worse first") : null);
  const table = make("table", { class: "list" },
    make("caption", { class: "hidden" }, "Questions that the filter leaves"),
    make("thead", {}, head), make("tbody", {}, shown.map((place) => listRow(view, place))));
  const step = (by, words) => make("button", {
    type: "button", disabled: view.state.page + by < 0 || view.state.page + by >= pages, onclick: () => view.go({ page: view.state.page + by }),
  }, words);
  const range = places.length === 0 ? "none" : (from + 1) + "–" + (from + shown.length);
  const pager = make("nav", { class: "pager", "aria-label": "Pages of questions" },
    step(-1, "‹ previous"), make("span", {}, range + " of " + places.length), step(1, "next ›"));
  const none = places.length === 0 && view.unknown.length === 0 ? make("p", { class: "none" }, "No question is left by this filter.") : null;
  // Whoever goes through the list by keys stays where he was.
  const held = view.listAt.contains(document.activeElement) ? document.activeElement.dataset.place : undefined;
  view.listAt.replaceChildren(table, ...[none, pages > 1 ? pager : null].filter(Boolean));
  const link = held === undefined ? null : view.listAt.querySelector('a[data-place="' + held + '"]');
  if (link) link.focus({ preventScroll: true });
}
