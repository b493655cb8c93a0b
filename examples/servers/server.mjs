// A system over HTTP for `fourcell run`: node server.mjs corpus.jsonl [port]. Ranks by shared words; needs nothing but Node.
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const [corpus, port = "0"] = process.argv.slice(2);
const words = (text) => new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []);
const shared = (query, text) => [...words(text)].filter((word) => query.has(word)).length;
const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const documents = readFileSync(corpus, "utf8").split("\n").filter((line) => line.trim()).map((line) => JSON.parse(line));
const passages = documents.filter((d) => (d.status ?? "active") === "active").map((d) => ({
  id: `${d.id}@${d.rev ?? ""}`, doc: d.id, rev: d.rev ?? null, tenant: d.tenant ?? null,
  text: d.text ?? readFileSync(join(dirname(corpus), d.path), "utf8"),
}));

function answer({ question, k, context }) {
  const [query, tenant] = [words(question.query), question.principal?.tenant];
  // The context is given in the modes oracle and no-context: nothing is retrieved then.
  context ??= passages.filter((p) => p.tenant === null || p.tenant === tenant)
    .map((p) => [p, shared(query, p.text)]).sort(([a, m], [b, n]) => n - m || order(a.id, b.id))
    .slice(0, k ?? 3).map(([p]) => p);
  const sentences = context.flatMap((p) => p.text.split(/(?<=[.!?])\s+/));
  const best = sentences.reduce((a, b) => (a !== "" && shared(query, a) >= shared(query, b) ? a : b), "");
  return { question: question.id, context, answer: best, status: best ? "answered" : "declined" };
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request.setEncoding("utf8")) body += piece;
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer(JSON.parse(body))));
});
server.listen(Number(port), "127.0.0.1", () => console.log(server.address().port));
