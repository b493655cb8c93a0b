// The packed parts of this file, unpacked when they are looked at; the last few are kept.

async function unpack(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error("this file is not whole: part " + id + " is missing");
  const binary = atob(element.textContent);
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < binary.length; place++) bytes[place] = binary.charCodeAt(place);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
}

const KEPT = 24;
const kept = new Map();

function part_of(id) {
  let found = kept.get(id);
  if (found) kept.delete(id);
  else found = unpack(id);
  kept.set(id, found);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return found;
}

// The details of a question by its place.
async function details(index, place) {
  const all = await part_of("d" + Math.floor(place / index.together));
  return all[place % index.together];
}

// The text of a number. Numbers rise from part to part.
async function text(index, number) {
  if (number === null || number === undefined) return null;
  let part = index.texts.length - 1;
  while (index.texts[part] > number) part--;
  const all = await part_of("t" + part);
  return all[number - index.texts[part]];
}
