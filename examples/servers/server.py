"""A system over HTTP for `fourcell run`: python3 server.py corpus.jsonl [port]. Ranks by shared words; needs nothing but Python."""
import json, pathlib, re, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

corpus = pathlib.Path(sys.argv[1])
words = lambda text: set(re.findall(r"\w+", text.lower()))
documents = [json.loads(line) for line in corpus.read_text("utf-8").splitlines() if line.strip()]
texts = [(d, d.get("text") or (corpus.parent / d["path"]).read_text("utf-8")) for d in documents]
passages = [{"id": f"{d['id']}@{d.get('rev', '')}", "doc": d["id"], "rev": d.get("rev"), "tenant": d.get("tenant"), "text": text}
            for d, text in texts if d.get("status", "active") == "active"]

def answer(request):
    question = request["question"]
    query, tenant = words(question["query"]), (question["principal"] or {}).get("tenant")
    context = request.get("context")  # given in the modes oracle and no-context: nothing is retrieved then
    if context is None:
        allowed = [p for p in passages if p["tenant"] in (None, tenant)]
        context = sorted(allowed, key=lambda p: (-len(query & words(p["text"])), p["id"]))[: request["k"] or 3]
    sentences = [s for p in context for s in re.split(r"(?<=[.!?])\s+", p["text"])]
    best = max(sentences, key=lambda s: len(query & words(s)), default="")
    return {"question": question["id"], "context": context, "answer": best, "status": "answered" if best else "declined"}

class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.dumps(answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass

if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2]) if len(sys.argv) > 2 else 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
