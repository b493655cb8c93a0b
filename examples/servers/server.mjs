// A system over HTTP for `fourcell run`: node server.mjs corpus.jsonl [port]. Ranks by shared words; needs nothing but Node.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
const [corpus, port = "0"] = process.argv.slice(2);
const words = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
const documents = readFileSync(corpus, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const passages = documents.filter((d) => (d.status ?? "active") === "active").map(({ id, rev = null, tenant = null, text, path }) => (
  { id: `${id}@${rev ?? ""}`, doc: id, rev, tenant, text: text ?? readFileSync(join(dirname(corpus), path), "utf8") }));
function answer({ question, k, context }) {
  const query = words(question.query), shared = (text) => [...words(text)].filter((word) => query.has(word)).length;
  const allowed = passages.filter((p) => p.tenant === null || p.tenant === question.principal?.tenant);
  const ranked = allowed.sort((a, b) => shared(b.text) - shared(a.text) || (a.id < b.id ? -1 : 1));
  context ??= ranked.slice(0, k ?? 3); // it is given in the modes oracle and no-context: nothing is retrieved then
  const sentences = context.flatMap((p) => p.text.split(/(?<=[.!?])\s+/)), most = Math.max(...sentences.map(shared));
  const best = sentences.find((sentence) => shared(sentence) === most) ?? "";
  return { question: question.id, context, answer: best, status: best ? "answered" : "declined" };
}
const serve = async (request, response) => response.end(JSON.stringify(answer(await new Response(request).json())));
createServer(serve).listen(Number(port), "127.0.0.1", function () { console.log(this.address().port); });
