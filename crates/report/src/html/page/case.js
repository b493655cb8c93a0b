// One question in full.

function askedPart(index, place, found) {
  const rows = [];
  const add = (name, value) => { if (value) rows.push(make("div", {}, make("dt", {}, name), make("dd", {}, value))); };
  add("asked by", found.asker ? [words(found.asker.tenant === null ? "no tenant" : found.asker.tenant), found.asker.groups.length > 0 ? [" in ", words(found.asker.groups.join(", "))] : " in no group"] : "nobody in particular");
  add("expected", wordAt(index.expect, place));
  add("corpus", found.corpus && words(found.corpus));
  add("came from", found.origin);
  for (const [key, value] of Object.entries(found.slices)) add(key, make("a", { href: address({ q: key + ":" + quoted(value), sort: "", page: 0, show: null }) }, words(value)));
  add("query as sent", found.sent && words(found.sent));
  add("took", found.ms !== null && Math.round(found.ms * 10) / 10 + " ms");
  const history = found.history.map(([role, content]) => make("li", {}, make("b", {}, words(role)), ": ", words(content, { dir: "auto" })));
  return [make("dl", { class: "facts" }, rows), history.length > 0 ? make("details", {}, make("summary", {}, "The conversation before (" + history.length + ")"), make("ol", {}, history)) : null];
}

async function neededPart(index, found) {
  if (found.groups.length === 0) return null;
  const groups = await Promise.all(found.groups.map(async (group) => {
    const leaves = await Promise.all(group.leaves.map(async ([place, quote, met, cover]) => {
      const body = await text(index, quote);
      const state = met !== null ? sign("✓", "met at rank " + met, "good") : cover > 0 ? sign("≈", Math.round(cover * 100) + " % covered", "odd") : sign("✕", "not sent", "bad");
      return make("li", {}, state, " ", make("span", { class: "off" }, words(place)), body === null ? null : make("q", { dir: "auto" }, body));
    }));
    return make("li", { class: group.met !== null ? "met" : "unmet" },
      make("p", {}, make("b", {}, "Group " + group.n), " ", group.met !== null ? sign("✓", "met by the first " + group.met, "good") : sign("✕", "not met", "bad"),
        group.leaves.length + group.more > 1 ? make("span", { class: "off" }, group.any ? " any of these is enough" : " all of these are needed") : null),
      make("ul", {}, leaves), group.more > 0 ? make("p", { class: "off" }, "and " + group.more + " more") : null);
  }));
  return part("What was needed", make("ol", { class: "groups" }, groups));
}

function failurePart(found) {
  const failure = found.failure;
  if (!failure) return null;
  const list = (items) => (items.length > 0 ? make("ul", {}, items.map((item) => make("li", {}, words(item)))) : null);
  const lost = failure.lost.map((one) => make("li", {}, make("b", {}, "Group " + one.n), " ", words(one.place),
    make("ul", { class: "seen" }, one.seen.map(([stage, said]) => make("li", {}, make("span", { class: "off" }, stage), " ", said)))));
  return make("section", { class: "part failure" }, make("h4", {}, "Why it failed"),
    make("p", {}, make("b", {}, failure.title), " ", make("span", { class: "tag" }, failure.known), " ", make("span", { class: "tag" }, failure.state), " ", words(failure.why)),
    list(failure.proof), make("p", { class: "mend" }, make("b", {}, "Mend: "), words(failure.mend)),
    failure.wont_fix !== null ? make("p", {}, "Left as it is: ", words(failure.wont_fix)) : null,
    lost.length > 0 ? [make("h5", {}, "How far the evidence came"), make("ol", { class: "lost" }, lost)] : null,
    failure.also.length > 0 ? [make("h5", {}, "Also found"), list(failure.also)] : null,
    failure.life.length > 1 ? [make("h5", {}, "Across runs"), make("ol", {}, failure.life.map(([run, cause]) => make("li", {}, words(run), ": ", cause)))] : null);
}

function commandsPart(found) {
  const item = (command) => {
    const code = make("code", {}, command);
    const copy = make("button", { type: "button", "aria-label": "copy this command" }, "copy");
    copy.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(command); copy.textContent = "copied"; } catch { getSelection().selectAllChildren(code); }
    });
    return make("li", {}, code, copy);
  };
  return part("See it again", make("ul", { class: "commands" }, found.commands.map(item)));
}

function beforeLine(index, found) {
  const before = found.before;
  if (!before) return null;
  return make("p", { class: "was" }, changeTag(before.change), " against ", words(index.baseline), ": was ", cellTag(before.cell),
    before.cause ? [" by ", before.cause] : null, ", evidence " + short(before.evidence));
}

async function drawCase(view, place) {
  const { index } = view;
  const found = await details(index, place);
  const [needed, context] = await Promise.all([neededPart(index, found), contextPart(index, found, quotePlaces(found))]);
  // While the parts were unpacked another question may have been opened.
  if (view.state.show !== index.id[place]) return;
  const cause = wordAt(index.cause, place);
  const close = make("button", { type: "button", class: "close", onclick: () => view.go({ show: null }) }, "close ", make("kbd", {}, "Esc"));
  const head = make("header", {}, close, make("p", { class: "case-id" }, words(index.id[place])), make("h3", { tabindex: "-1", dir: "auto" }, index.query[place]),
    make("p", { class: "tags" }, cellTag(wordAt(index.cell, place)), cause ? make("a", { href: address({ q: "cause:" + cause, sort: "", page: 0, show: null }), class: "tag" }, cause) : null,
      rightTag(wordAt(index.right, place)), make("span", { class: "tag" }, "evidence " + short(index.evidence[place])),
      view.critical.has(place) ? sign("!", "critical", "odd") : null, found.why ? make("span", { class: "off" }, found.why) : null),
    found.error !== null ? make("p", { class: "error" }, "The call failed: ", words(found.error)) : null, beforeLine(index, found), askedPart(index, place, found));
  const parts = [failurePart(found), answersPart(found, index), needed, context, rankedPart(found.ranked), judgesPart(found), commandsPart(found)];
  view.caseAt.replaceChildren(head, ...parts.filter(Boolean));
  view.caseAt.scrollTop = 0;
  view.told.textContent = "Showing question " + visible(index.id[place]);
}
