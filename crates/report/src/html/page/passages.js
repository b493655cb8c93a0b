// Texts with evidence and quotes in them, and the ranked lists.

// Cuts a text where marks begin and end; each piece knows what it belongs to. Places are UTF-16 units.
function pieces(text, marks) {
  const ends = new Set([0, text.length]);
  for (const mark of marks) { ends.add(Math.min(mark.start, text.length)); ends.add(Math.min(mark.end, text.length)); }
  const cuts = [...ends].sort((a, b) => a - b);
  const found = [];
  for (let place = 0; place + 1 < cuts.length; place++) {
    const [start, end] = [cuts[place], cuts[place + 1]];
    found.push({ text: text.slice(start, end), marks: marks.filter((mark) => mark.start <= start && mark.end >= end) });
  }
  return found;
}

// A text whose evidence is marked; quotes are lit when their claim is.
function markedText(text, marks) {
  return pieces(text, marks).map((piece) => {
    if (piece.marks.length === 0) return document.createTextNode(visible(piece.text));
    const groups = [...new Set(piece.marks.filter((mark) => mark.group).map((mark) => mark.group))];
    const quotes = piece.marks.filter((mark) => mark.quote).map((mark) => mark.quote);
    const title = groups.length > 0 ? "evidence, group " + groups.join(", ") : "quoted by a judge";
    return make(groups.length > 0 ? "mark" : "span", {
      class: quotes.length > 0 ? "quoted" : null, title, "data-quotes": quotes.length > 0 ? quotes.join(" ") : null,
    }, piece.text);
  });
}

// The context as it was sent. `quotes` are places that claims rest on: passage, start, end, name.
async function contextPart(index, found, quotes) {
  if (!found.context) return part("What was sent", make("p", { class: "none" }, "The context was not captured."));
  if (found.context.length === 0) return part("What was sent", make("p", { class: "none" }, "Nothing was sent to the generator."));
  const items = await Promise.all(found.context.map(async (passage, place) => {
    const body = await text(index, passage.text);
    const marks = passage.marks.map(([start, end, group]) => ({ start, end, group }));
    for (const [at, start, end, name] of quotes) if (at === place) marks.push({ start, end, quote: name });
    const about = [passage.place, passage.tenant && "tenant " + passage.tenant, passage.tokens !== null && passage.tokens + " tokens"].filter(Boolean);
    return make("li", { class: passage.marks.length > 0 ? "holds" : null },
      make("p", { class: "passage-head" }, make("b", {}, words(passage.id)), " ", make("span", { class: "off" }, about.join(" · ")),
        passage.marks.length > 0 ? sign("◆", "holds evidence", "good") : null,
        passage.cited ? sign("❝", "cited", "") : null,
        passage.needed ? sign("·", passage.needed, "off") : null),
      body === null ? make("p", { class: "none" }, "Its text was not captured.")
        : make("p", { class: "passage", dir: "auto" }, markedText(body, marks)));
  }));
  return part("What was sent", make("p", { class: "aid" }, "The context in its order. Evidence is marked and underlined; choose a claim to light the words that it rests on."),
    make("ol", { class: "context" }, items));
}

// The lists beside each other: where each passage stood, stage by stage.
function rankedPart(ranked) {
  if (ranked.stages.length === 0) return part("What was found", make("p", { class: "none" }, "No list was captured."));
  const head = make("tr", {}, make("th", { scope: "col" }, "passage"), make("th", { scope: "col" }, "score"),
    ranked.stages.map(([name, length]) => make("th", { scope: "col", class: "num" }, name, make("span", { class: "off" }, " of " + length))));
  const rows = ranked.rows.map(([id, doc, score, ranks, groups]) => make("tr", { class: groups.length > 0 ? "holds" : null },
    make("th", { scope: "row" }, words(id), doc && doc !== id ? make("span", { class: "off" }, " ", words(doc)) : null,
      groups.length > 0 ? sign("◆", "evidence " + groups.join(", "), "good") : null),
    make("td", { class: "num" }, score === null ? "–" : String(score)),
    ranks.map((rank) => make("td", { class: "num" }, rank === null ? make("span", { class: "off", title: "not in this list" }, "–") : String(rank)))));
  return part("What was found", make("p", { class: "aid" }, "Each passage's rank, stage by stage: where a rank ends in –, the passage was lost there."),
    make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Ranked lists" },
      make("table", { class: "ranked" }, make("caption", { class: "hidden" }, "Ranks by stage"), make("thead", {}, head), make("tbody", {}, rows))),
    ranked.more > 0 ? make("p", { class: "off" }, "and " + ranked.more + " more without evidence") : null);
}
