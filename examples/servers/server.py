"""A system over HTTP for `fourcell run`: python3 server.py corpus.jsonl [port]. Ranks by shared words; needs nothing but Python."""
import json, pathlib, re, sys
from wsgiref.simple_server import make_server
words = lambda text: set(re.findall(r"\w+", text.lower()))
passages = [{"id": f"{d['id']}@{d.get('rev', '')}", "doc": d["id"], "rev": d.get("rev"), "tenant": d.get("tenant"),
             "text": d.get("text") or (pathlib.Path(sys.argv[1]).parent / d["path"]).read_text("utf-8")}
            for d in map(json.loads, open(sys.argv[1], encoding="utf-8")) if d.get("status", "active") == "active"]
def answer(request):
    query, tenant = words(request["question"]["query"]), (request["question"]["principal"] or {}).get("tenant")
    allowed = sorted((p for p in passages if p["tenant"] in (None, tenant)), key=lambda p: (-len(query & words(p["text"])), p["id"]))
    context = request.get("context", allowed[: request["k"] or 3])  # it is given in the modes oracle and no-context
    best = max((s for p in context for s in re.split(r"(?<=[.!?])\s+", p["text"])), key=lambda s: len(query & words(s)), default="")
    return {"question": request["question"]["id"], "context": context, "answer": best, "status": "answered" if best else "declined"}
def app(environ, start):
    start("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(answer(json.loads(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"]))))).encode()]
if __name__ == "__main__":
    server = make_server("127.0.0.1", int((sys.argv + [0])[2]), app)
    print(server.server_port, flush=True)
    server.serve_forever()
