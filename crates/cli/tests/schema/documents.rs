//! Good values of every format, which between them have every key.

use serde_json::{Value, json};

/// Format and value.
pub fn good() -> Vec<(&'static str, Value)> {
    let mut all = Vec::new();
    let mut add = |name: &'static str, values: Vec<Value>| all.extend(values.into_iter().map(|value| (name, value)));
    add(
        "project",
        vec![
            json!({"version": 1, "project": {"name": "n", "corpus": "c.jsonl", "questions": "c.jsonl", "labels": "c.jsonl",
                "passages": "c.jsonl", "runs": "runs"}, "corpora": {"2026-11": "c.jsonl"},
                "score": {"measures": ["RR", "nDCG@10"], "by": "type", "level": "document", "cover": 0.5, "rel": 1},
                "tokens": {"tokenizer": "o200k_base"}, "compare": {"margin": 0.05}, "gate": {"margin": 0.01},
                "access": {"model": "none"}, "custody": {"looks": 3, "file": "custody.jsonl"}}),
            json!({"systems": {"b": {"type": "builtin", "chunking": "given", "k1": 0.9, "b": 1, "stem": "en", "stop_words": "en",
                "candidates": 9, "filter": "after", "reindex": "never", "max_passages": 3, "max_tokens": 100, "packing": "skip", "answer": "none",
                "threshold": 0.1, "sentences": 1}, "plain": {}}}),
            json!({"systems": {"h": {"type": "http", "url": "http://localhost/ask", "headers": {"Authorization": "RAG_KEY"},
                "timeout": 0.5, "concurrency": 1, "rate": 30, "retries": 0, "k": 4, "budget_tokens": 900, "ca_file": "ca.pem",
                "manifest_url": "http://localhost/manifest", "manifest_file": "m",
                "map": {"context": "", "answer": "/a~1b", "citations": "/c", "id": "/i", "text": "/t", "score": "/s", "doc": "/d"},
                "manifest": {"corpus": "1", "parsing": "2", "chunking": "3", "embedding": "4", "sparse_index": "5",
                    "filters": "6", "query_rewriting": "7", "fusion": "8", "reranking": "9", "packing": "10",
                    "generator": "11", "prompt": "12", "sampling": "13"}}}}),
            json!({"systems": {"h": {"type": "http", "url": "http://localhost/ask", "admin": {"url": "http://localhost",
                "headers": {"Authorization": "RAG_KEY"}, "index_revision": "/a~1b", "pending": "",
                "add": {"method": "PUT", "path": "/d/{id}", "body": {"t": "{text}", "n": [1, true]}}, "update": {"method": "PATCH"},
                "delete": {"method": "DELETE", "path": ""}, "expire": {}, "supersede": {}, "move": {}, "day": {}, "delay": {},
                "index": {"method": "GET"}}},
                "plain": {"type": "http", "url": "http://localhost/ask", "admin": {"url": "http://localhost"}}}}),
            json!({"systems": {"m": {"retrieval": "hybrid", "fusion": "weighted", "rrf_k": 5, "weights": [1, 0.5], "answer": "model",
                "embedding": {"endpoint": "e", "model": "m", "batch": 4, "query_prefix": "", "passage_prefix": "p: "},
                "rewriting": {"endpoint": "e", "model": "m", "queries": 2, "prompt": "c.jsonl", "keep": false},
                "reranking": {"endpoint": "e", "model": "m", "top": 4},
                "generator": {"endpoint": "e", "model": "m", "prompt": "c.jsonl", "temperature": 0.5, "max_tokens": 9, "seed": 1,
                    "stream": true}},
                "f": {"embedding": {"folder": "m"}, "rewriting": {"templates": ["{query}"]}, "reranking": {"folder": "m"}}},
                "endpoints": {"e": {"url": "http://localhost/v1", "headers": {"Authorization": "API_KEY"}, "timeout": 0.5,
                    "concurrency": 1, "rate": 30, "retries": 0, "extra": {"n": 1}, "price": {"input": 0.1, "output": 1},
                    "ca_file": "ca.pem"}},
                "budget": {"calls": 4, "tokens": 4, "money": 0.5}}),
            json!({"judges": {"l": {"type": "lexical", "kinds": ["status"]},
                "m": {"type": "model", "endpoint": "e", "model": "m", "language": "de", "temperature": 0, "max_tokens": 9, "seed": 1,
                    "repeats": 3, "form": "text", "kinds": ["claims", "fact"], "rename": {"x": "y", "max_tokens": "error"},
                    "leave_out": ["seed"], "prompts": {"context-fact": "c.jsonl"}},
                "c": {"type": "command", "command": ["python3", ""], "each": "question", "timeout": 9, "concurrency": 2,
                    "kinds": ["rubric"], "repeats": 2},
                "p": {"type": "panel", "members": ["l", "m"]}, "plain": {"type": "lexical"}},
                "rubrics": {"tone": {"question": "Kind?", "outcomes": ["kind", "rude", "x"], "pass": ["kind"]}},
                "citations": {"grammar": "ids"}, "judge": {"measures": ["faithfulness"], "by": "type"},
                "endpoints": {"e": {"url": "http://localhost/v1"}}}),
            json!({"systems": {"r": {"type": "recorded", "file": "x", "format": "trec", "manifest_file": "m",
                "manifest": {"corpus": "1"}}}}),
            json!({"systems": {"c": {"type": "command", "command": ["python3", ""], "each": "question", "timeout": 9,
                "concurrency": 2, "k": 4}}}),
        ],
    );
    add(
        "question",
        vec![
            json!({"id": "q", "query": "Why?", "answerable": true, "expect": "conflict", "type": "lookup", "scope": "fees",
                "principal": {"tenant": "t", "groups": ["g"]}, "corpus": "2026-11",
                "evidence": {"all": ["p", {"any": [{"passage": "p"}, {"doc": "d", "rev": "1"},
                    {"doc": "d", "rev": "", "range": [0, 4], "quote": "text"}]}]},
                "facts": [{"id": "f", "text": "t", "vital": true}, {"id": "g", "text": "t", "vital": false, "forbidden": true}],
                "answer": "So.", "origin": "user", "split": "final", "critical": true, "core": false, "cluster": "c",
                "of_my_own": "slice"}),
            json!({"id": 7, "query": "Why?", "required": ["p", {"any": ["p2"]}], "evidence": null}),
            json!({"id": "q", "query": "Why?", "acceptable": ["p", 7]}),
            json!({"id": "q", "query": "Why?", "evidence": {"passage": "p"}}),
        ],
    );
    let hash = format!("sha256:{}", "0f".repeat(32));
    add(
        "custody",
        vec![
            json!({"version": 1, "seq": 1, "at": "2026-11-30T08:15:00Z", "who": "ann", "kind": "sealed", "set": hash, "questions": 2, "looks": 5, "reason": "r", "previous": hash, "hash": hash}),
            json!({"version": 1, "seq": 1, "at": "2026-11-30T08:15:00Z", "who": "ann", "kind": "look", "set": hash, "questions": 2, "run": "a", "manifest": hash, "released": "verdicts", "by": "gate", "reason": "r", "previous": hash, "hash": hash}),
            json!({"version": 1, "seq": 1, "at": "2026-11-30T08:15:00Z", "who": "ann", "kind": "burned", "set": hash, "questions": 2, "run": "a", "manifest": hash, "released": "per-question", "by": "score", "reason": "r", "previous": hash, "hash": hash}),
            json!({"version": 1, "seq": 1, "at": "2026-11-30T08:15:00Z", "who": "ann", "kind": "retired", "set": hash, "questions": 2, "reason": "r", "previous": hash, "hash": hash}),
        ],
    );
    add(
        "timing",
        vec![
            json!({"question": "q", "mode": "oracle", "repeat": 2, "ms": {"retrieval": 1.5, "total": 2}}),
            json!({"question": 7, "mode": null, "ms": {}}),
        ],
    );
    add(
        "baseline",
        vec![
            json!({"run": "main", "reason": "release", "at": "2026-12-01T00:00:00Z", "records": hash, "judgements": hash, "set": hash}),
            json!({"run": "main", "reason": "r", "at": "t", "records": hash, "judgements": null, "set": hash}),
        ],
    );
    add(
        "lifecycle",
        vec![
            json!({"do": "add", "document": {"id": "a", "rev": "1", "title": "t", "text": "t", "tenant": "t", "acl": ["g"],
                "status": "active", "effective_from": "2026-11-30", "expires_at": "2026-12-30", "superseded_by": "b",
                "moved_from": "c"}, "expect": [{"ask": "Why?", "principal": {"tenant": "t", "groups": ["g"]},
                "must": [{"doc": "a", "rev": "1", "quote": "t"}], "must_not": [{"quote": "u"}]}]}),
            json!({"do": "update", "document": {"id": "a", "status": "deleted"}, "expect": null}),
            json!({"do": "delete", "doc": "a"}),
            json!({"do": "expire", "doc": "a", "at": "2026-11-30"}),
            json!({"do": "supersede", "doc": "a", "by": "b"}),
            json!({"do": "supersede", "doc": "a", "document": {"id": "b", "text": ""}}),
            json!({"do": "move", "doc": "a", "to": "b"}),
            json!({"do": "move", "doc": "a", "from": "b"}),
            json!({"do": "day", "day": "2026-11-30"}),
            json!({"do": "delay", "seconds": 9}),
            json!({"do": "index"}),
            json!({"do": "look"}),
        ],
    );
    add(
        "label",
        vec![
            json!({"question": "q", "passage": "p", "grade": 3, "reason": "r", "rater": "a", "at": "2026-11-30",
                "status": "adjudicated", "adjudicates": ["a", "b"]}),
            json!({"question": "q", "doc": "d", "rev": "2", "grade": 0}),
            json!({"question": "q", "range": {"doc": "d", "rev": "2", "range": [0, 4], "quote": "text"}, "grade": 1}),
        ],
    );
    add(
        "ledger",
        vec![
            json!({"question": "q", "cause": "rank", "known_by": "observed", "why": "w", "repair": "r",
                "proof": [{"what": "w", "stage": "fused", "rank": 7, "length": 50, "passage": "p", "doc": "d", "rev": "1",
                    "range": [0, 4], "cover": 0.5, "quote": "text"}],
                "secondary": [{"cause": "packing", "known_by": "inferred", "why": "w", "repair": "r", "proof": []}],
                "groups": 2, "lost": [{"group": 1, "evidence": {"doc": "d", "rev": "1", "range": [0, 4], "quote": "text"},
                    "seen": [{"stage": "candidates", "length": 50, "rank": 7, "cover": 1, "pieces": [[7, "p"]]}],
                    "findings": [{"cause": "rank"}]}],
                "state": "open", "reason": "r", "probed": "sha256:0", "first_run": "a", "last_run": "a",
                "history": [{"run": "a", "cause": "rank"}, {"run": "b", "cause": null}]}),
            json!({"question": 7, "cause": "citation-fault", "lost": [{"group": 1, "evidence": {"passage": "p"}}]}),
        ],
    );
    add(
        "document",
        vec![
            json!({"id": "d", "rev": "2", "title": "T", "text": "text", "tenant": "t", "acl": ["g"], "status": "superseded",
                "effective_from": "2026-01-01", "expires_at": "2027-01-01", "superseded_by": "d@3", "moved_from": "e",
                "source": "raw/d.html"}),
            json!({"id": "d", "status": "deleted", "acl": []}),
        ],
    );
    add("passage", vec![json!({"id": "p", "doc": "d", "rev": "2", "start": 0, "end": 4, "text": "text"}), json!({"id": 7})]);
    let item =
        json!({"id": "a", "score": 1.5, "doc": "d", "rev": "2", "range": [0, 4], "tenant": "t", "tokens": 3, "text": "text"});
    let stages = json!({"candidates": [item, "b", 7], "filtered": [], "fused": null, "reranked": ["a"], "packed": ["a"]});
    let mut reply = json!({"question": "q", "mode": "normal", "status": "partial", "query_sent": "why", "index_revision": "r",
        "stages": stages, "context": [item, "b"], "dropped": ["c", 7], "answer": "So it is.",
        "citations": ["a", {"passage": "a", "span": [0, 2]}, {"id": "b"}],
        "tokens": {"context": 3, "prompt": 4, "completion": 5, "cached": 1}, "error": null});
    add(
        "reply",
        vec![
            reply.clone(),
            json!({"context": [], "status": "declined"}),
            json!({"question": {"id": "q"}, "error": "none left", "context": 1}),
        ],
    );
    reply["repeat"] = json!(1);
    add(
        "record",
        vec![
            reply,
            json!({"question": 7}),
            json!({"question": "q", "status": "no-evidence", "context": []}),
            json!({"question": "q", "status": "error", "context": "cut off"}),
            json!({"question": "q", "error": {"code": 500}, "stages": [null]}),
        ],
    );
    add(
        "judgement",
        vec![
            json!({"question": "q", "mode": "oracle", "repeat": 1, "kind": "support", "verdict": "supported", "judge": "j",
                "target": {"claim": 0, "text": "It is 20."}, "passage": "p", "quote": "x", "quote_found": true, "by": "model",
                "judge_repeat": 0, "reason": "r"}),
            json!({"question": "q", "kind": "answer", "verdict": "correct"}),
            json!({"question": "q", "kind": "context", "target": {"fact": "f"}, "verdict": "not-found", "passage": "p"}),
            json!({"question": "q", "kind": "context", "target": {"passage": "p"}, "verdict": "needed"}),
            json!({"question": "q", "kind": "citation", "target": {"span": [0, 4]}, "verdict": "contradicted", "passage": 7}),
            json!({"question": "q", "kind": "claims", "claims": [{"text": "It is 20.", "span": [0, 9]}, {"text": "Yes."}]}),
            json!({"question": "q", "kind": "rubric", "target": {"rubric": "tone"}, "verdict": 2}),
            json!({"question": "q", "kind": "fact", "target": {"fact": "f"}, "error": "timed out"}),
            json!({"question": "q", "kind": "claims", "error": {"kind": "unparsed", "problem": "no JSON", "raw": "Sure!"}}),
        ],
    );
    add(
        "manifest",
        vec![json!({"version": 1, "system": "s", "settings": {"packing": "6", "own": {"size": 400}}, "seed": 7,
            "hashes": {"packing": "sha256:0"}, "inputs": {"questions.jsonl": "sha256:1"}, "day": "2026-11-30",
            "when": {"started": "2026-11-30T00:00:00Z"}})],
    );
    all
}
