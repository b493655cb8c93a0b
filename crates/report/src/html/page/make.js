// Making elements. Attributes come from the page alone; text from anywhere.

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : visible(value));
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(visible(child)));
  }
}

// A sign with its word.
function sign(mark, words, kind) {
  return make("span", { class: "tag " + (kind || "") }, make("span", { "aria-hidden": "true", class: "sign" }, mark), " ", words);
}

function cellTag(name) {
  const [mark, kind, words] = CELLS[name] || ["·", "off", name];
  return sign(mark, words, kind);
}

function changeTag(name) {
  const [mark, words] = CHANGES[name] || ["", name];
  return sign(mark, words, name);
}

function rightTag(name) {
  const [mark, kind] = RIGHT[name] || ["–", "off"];
  return sign(mark, name, kind);
}

// Text in the direction that it is written in, apart from what stands around it.
function words(text, attributes) {
  return make("bdi", attributes, text);
}

function short(number) {
  return number === null || number === undefined ? "–" : number.toFixed(3).replace(/\.?0+$/, "") || "0";
}

// A part of a case, with a heading; nothing where there is nothing in it.
function part(heading, ...children) {
  const inner = children.flat(3).filter((child) => child !== null && child !== undefined && child !== false);
  if (inner.length === 0) return null;
  return make("section", { class: "part" }, make("h4", {}, heading), ...inner);
}
