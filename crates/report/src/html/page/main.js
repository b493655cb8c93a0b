// Joins it all: the address says what is shown, and everything that is done changes the address.

function helpPopover(index) {
  const keys = [...keysOf(index)].map(([name, values]) => make("li", {}, make("code", {}, name + ":"), " ",
    values.slice(0, 14).map((value, place) => [place > 0 ? ", " : "", make("code", {}, words(quoted(value)))]), values.length > 14 ? ", and " + (values.length - 14) + " more" : null));
  const grammar = [["refund policy", "both words stand in the id or in what was asked"], ["cell:retrieval-fault", "the key has this value"],
    ["cause:rank,packing", "one of these"], ["-cell:works", "not this"], ["changed:any critical:true", "all of these at once"], ['type:"multi document"', "quotes keep blanks together"]];
  const strokes = [["/", "to the filter"], ["j  k", "next, previous question"], ["Enter", "open"], ["Esc", "close"], ["?", "this help"]];
  const box = make("dialog", { id: "help", "aria-labelledby": "help-h" }, make("h3", { id: "help-h" }, "Filter and keys"),
    make("dl", { class: "facts" }, grammar.map(([term, about]) => make("div", {}, make("dt", {}, make("code", {}, term)), make("dd", {}, about)))),
    make("h4", {}, "Keys of the filter"), make("ul", {}, keys),
    make("h4", {}, "Keyboard"), make("dl", { class: "facts" }, strokes.map(([key, about]) => make("div", {}, make("dt", {}, make("kbd", {}, key)), make("dd", {}, about)))),
    make("form", { method: "dialog" }, make("button", { type: "button", onclick: () => box.close() }, "close")));
  return box;
}

function bar(view) {
  const input = make("input", { type: "text", role: "searchbox", enterkeyhint: "search", id: "filter", autocomplete: "off", spellcheck: "false", placeholder: "cell:retrieval-fault cause:rank refund …", "aria-describedby": "left" });
  let wait = 0;
  input.addEventListener("input", () => {
    clearTimeout(wait);
    wait = setTimeout(() => view.go({ q: input.value.trim(), page: 0 }, true), 80);
  });
  const changed = make("input", { type: "checkbox", id: "changed", disabled: !view.index.baseline });
  changed.addEventListener("change", () => {
    const rest = view.state.q.replace(/(^|\s)-?changed:\S+/g, " ").replace(/\s+/g, " ").trim();
    view.go({ q: ((changed.checked ? "changed:any " : "") + rest).trim(), page: 0 });
  });
  const help = helpPopover(view.index);
  const left = make("p", { id: "left", role: "status" });
  Object.assign(view, { input, changed, left, help });
  return make("div", { class: "filterbar" },
    make("div", { class: "field" }, make("label", { for: "filter" }, "Filter"), input),
    make("label", { class: "check", title: view.index.baseline ? null : "made without --baseline" }, changed, " only what changed"),
    make("button", { type: "button", onclick: () => help.showModal() }, "help ", make("kbd", {}, "?")), left, help);
}

function keys(view) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || view.help.open) return;
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName || "");
    if (event.key === "Escape") {
      if (typing) event.target.blur();
      else if (view.state.show !== null) { const id = view.state.show; view.go({ show: null }); view.focusRow(id); }
      return;
    }
    if (typing) return;
    if (event.key === "/") { event.preventDefault(); view.input.focus(); view.input.select(); }
    else if (event.key === "?") { event.preventDefault(); view.help.showModal(); }
    else if (event.key === "j" || event.key === "k") { event.preventDefault(); view.step(event.key === "j" ? 1 : -1); }
  });
}

function newView(index, app) {
  const view = {
    index, state: readAddress(), places: [], unknown: [], drawn: null,
    critical: new Set(index.critical),
    listAt: make("div", { class: "list-of" }), caseAt: make("article", { class: "case", "aria-label": "The question in full" }),
    told: make("p", { class: "hidden", role: "status" }),
    // Changes what is shown; `quietly` leaves no trace in the history, as for every letter of a filter.
    go(change, quietly) {
      const next = address({ ...view.state, ...change });
      if (next === location.hash) return;
      if (quietly) { history.replaceState(null, "", next); view.draw(); } else location.hash = next;
    },
    // The next question of the list; where one is open, the next is opened.
    step(by) {
      const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.place : undefined;
      const now = view.state.show !== null ? index.id.indexOf(view.state.show) : focused === undefined ? -1 : Number(focused);
      const at = view.places.indexOf(now);
      const next = at < 0 ? (by > 0 ? 0 : view.places.length - 1) : at + by;
      if (next < 0 || next >= view.places.length) return;
      const page = Math.floor(next / ROWS);
      const id = index.id[view.places[next]];
      if (view.state.show !== null) view.go({ show: id, page }, true);
      else if (page !== view.state.page) view.go({ page }, true);
      view.focusRow(id);
    },
    focusRow(id) {
      const place = index.id.indexOf(id);
      const link = view.listAt.querySelector('a[data-place="' + place + '"]');
      if (link) { link.focus({ preventScroll: false }); link.scrollIntoView({ block: "nearest" }); }
    },
    draw() {
      view.state = readAddress();
      const { q, sort, show } = view.state;
      const from = performance.now();
      const { places, unknown } = filtered(index, q);
      Object.assign(view, { places: ordered(index, places, sort), unknown });
      if (view.input.value.trim() !== q) view.input.value = q;
      view.changed.checked = /(^|\s)changed:any(\s|$)/.test(q);
      const at = show === null ? -1 : index.id.indexOf(show);
      if (at >= 0 && !/(^|[#&])page=/.test(location.hash)) view.state.page = Math.max(0, Math.floor(view.places.indexOf(at) / ROWS));
      drawList(view);
      app.dataset.ms = (performance.now() - from).toFixed(1);
      view.left.textContent = unknown.length > 0 ? "No key is called " + unknown.map((key) => "“" + visible(key) + "”").join(", ") + "; press ? for those there are."
        : places.length + " of " + index.id.length + " questions";
      app.classList.toggle("open", at >= 0);
      if (at < 0) { view.caseAt.replaceChildren(); view.drawn = null; if (show !== null) view.left.textContent += " · no question is called “" + visible(show) + "”"; }
      else if (view.drawn !== at) { view.drawn = at; return drawCase(view, at); }
    },
  };
  return view;
}

async function start() {
  const app = document.getElementById("app");
  try {
    const index = await unpack("index");
    index.found = index.id.map((id, place) => (id + "\n" + index.query[place]).toLowerCase());
    const view = newView(index, app);
    app.replaceChildren(bar(view), view.told, make("div", { class: "both" }, view.listAt, view.caseAt));
    keys(view);
    addEventListener("hashchange", async (event) => {
      const before = new URL(event.oldURL).hash;
      await view.draw();
      // A link from above leads down to the list; a step within the list stays where it is.
      const wide = matchMedia("(min-width: 70rem)").matches;
      if (view.state.show !== null && !wide) view.caseAt.scrollIntoView();
      else if (!/[#&](q|show|page|sort)=/.test(before) && location.hash !== "#questions") document.getElementById("questions").scrollIntoView();
    });
    document.addEventListener("click", (event) => {
      const link = event.target.closest && event.target.closest("a[href^='#q='], a[href^='#show=']");
      if (link && !app.contains(link)) requestAnimationFrame(() => document.getElementById("questions").scrollIntoView());
    });
    await view.draw();
    if (view.state.q || view.state.show !== null) document.getElementById("questions").scrollIntoView();
    app.dataset.ready = "true";
  } catch (error) {
    app.replaceChildren(make("p", { class: "none" }, "The questions cannot be shown: " + error.message + ". A browser of 2023 or later is needed."));
    app.dataset.ready = "failed";
  }
}

start();
