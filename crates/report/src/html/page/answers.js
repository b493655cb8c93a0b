// The answers of the modes beside each other, with claims, facts and citations.

const MODES = { "normal": "with what was retrieved", "oracle": "with the labelled evidence", "no-context": "without any context" };

const SUPPORT = { "supported": ["✓", "good"], "contradicted": ["✕", "bad"], "not-found": ["?", "bad"], "out-of-scope": ["≈", "odd"] };
const FACTS = { "stated": "✓", "partial": "≈", "contradicted": "✕", "not-stated": "✕" };

function claimItem(mode, claim, number) {
  const [text, support, quotes] = claim;
  const [mark, kind] = SUPPORT[support] || ["–", "off"];
  const name = mode + number;
  const placed = quotes.some((quote) => quote.at !== null);
  const light = (on) => () => {
    for (const element of document.querySelectorAll("[data-quotes]")) {
      element.classList.toggle("lit", on && element.dataset.quotes.split(" ").includes(name));
    }
  };
  const show = () => {
    light(true)();
    const first = document.querySelector(".lit");
    if (first) first.scrollIntoView({ block: "center" });
  };
  const body = placed
    ? make("button", { type: "button", class: "claim", onmouseenter: light(true), onmouseleave: light(false), onfocus: light(true), onblur: light(false), onclick: show,
      title: "light the words that it rests on" }, words(text, { dir: "auto" }))
    : words(text, { dir: "auto" });
  return make("li", {}, sign(mark, support, kind), " ", body,
    quotes.map((quote) => make("p", { class: "rests" }, "“", words(quote.quote), "” ", make("span", { class: "off" }, quote.passage ? "in " : "", words(quote.passage), " · ", words(quote.judge)))));
}

function answerColumn(answer, index) {
  const facts = answer.facts.map(([id, kind, text, said]) => make("li", {},
    sign(kind === "forbidden" && said === "stated" ? "✕" : kind === "forbidden" ? "·" : FACTS[said] || "–", said, ""), " ",
    make("span", { class: "off" }, kind, " "), words(text, { dir: "auto", title: id })));
  const citations = answer.citations.map(([id, said]) => make("li", {}, words(id), said ? [" ", sign(said === "supported" ? "✓" : "?", said, "")] : null));
  const spent = [];
  if (answer.ms !== null) spent.push(Math.round(answer.ms * 10) / 10 + " ms");
  for (const [name, count] of answer.tokens) spent.push(count + " " + name + " tokens");
  const list = (heading, items) => (items.length > 0 ? [make("h6", {}, heading), make("ul", {}, items)] : []);
  return make("section", { class: "mode" },
    make("h5", {}, answer.mode, make("span", { class: "off" }, " ", MODES[answer.mode] || "")),
    make("p", {}, rightTag(answer.right), " ", answer.status ? make("span", { class: "tag" }, answer.status) : null, " ", make("span", { class: "off" }, answer.basis)),
    answer.error !== null ? make("p", { class: "error" }, "The call failed: ", words(answer.error)) : null,
    answer.text === null ? (answer.error === null ? make("p", { class: "none" }, "No answer was captured.") : null)
      : make("blockquote", { dir: "auto" }, answer.text === "" ? make("span", { class: "off" }, "(empty)") : answer.text),
    list("Claims", answer.claims.map((claim, number) => claimItem(answer.mode, claim, number))),
    list("Facts", facts), list("Cites", citations),
    spent.length > 0 ? make("p", { class: "off" }, spent.join(" · ")) : null);
}

function answersPart(found, index) {
  const columns = found.answers.map((answer) => answerColumn(answer, index));
  if (found.before && found.before.answer !== null) {
    columns.push(make("section", { class: "mode before" }, make("h5", {}, "baseline", make("span", { class: "off" }, " ", words(index.baseline))),
      make("p", {}, rightTag(found.before.right), " ", cellTag(found.before.cell)), make("blockquote", { dir: "auto" }, found.before.answer)));
  }
  const reference = found.reference !== null ? make("p", { class: "reference" }, make("b", {}, "Reference answer: "), words(found.reference, { dir: "auto" })) : null;
  if (columns.length === 0) return part("What was said", make("p", { class: "none" }, "No answer was captured."), reference);
  return part("What was said", reference, make("div", { class: "modes" }, columns));
}

// Where quotes of the normal answer stand: passage, start, end, name of the claim.
function quotePlaces(found) {
  const places = [];
  for (const answer of found.answers.filter((answer) => answer.mode === "normal")) {
    answer.claims.forEach(([, , quotes], number) => {
      for (const quote of quotes) if (quote.at !== null) places.push([...quote.at, answer.mode + number]);
    });
  }
  return places;
}

function judgesPart(found) {
  const rows = found.answers.flatMap((answer) => answer.said.map((said) => make("tr", {},
    make("td", {}, answer.mode), make("td", {}, words(said.judge)), make("td", {}, words(said.asked)), make("td", {}, words(said.verdict)),
    make("td", {}, said.reason ? words(said.reason, { dir: "auto" }) : null,
      said.quote ? [" “", words(said.quote), "”", said.found === false ? " (which does not stand there)" : null] : null))));
  if (rows.length === 0) return null;
  const head = ["mode", "judge", "asked", "said", "why"].map((name) => make("th", { scope: "col" }, name));
  return part("What judges said", make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Verdicts" }, make("table", { class: "judged" },
    make("caption", { class: "hidden" }, "Verdicts with their reasons"), make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows))));
}
