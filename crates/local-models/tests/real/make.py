#!/usr/bin/env python3
"""Makes minilm.json: the vectors that ONNX Runtime and numpy compute with all-MiniLM-L6-v2 (int8), rounded to six decimals.

    python3 -m pip install numpy onnxruntime tokenizers && python3 tests/real/make.py FOLDER

FOLDER holds model.onnx and tokenizer.json. Each text is computed by itself, without padding: mean over its tokens, then length 1.
"""
import hashlib
import json
import pathlib
import sys

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

folder = pathlib.Path(sys.argv[1])
SENTENCES = [
    "The refund is paid within 14 days of the return.",
    "Wie lange dauert die Rückerstattung? 返金 — café, naïve, £5.",
    "  ERR_4096: disk   quota exceeded on /var/log (node-7)\n",
    "a",
    "Employees who have worked here for more than six months may take parental leave without losing their seniority.",
]
# Longer than either limit.
LONG = " ".join(f"Rule {number} says that door {number * 7} stays shut." for number in range(60))

session = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])


def vector(text, limit):
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(limit)
    encoded = tokenizer.encode(text)
    feed = {"input_ids": encoded.ids, "attention_mask": encoded.attention_mask, "token_type_ids": encoded.type_ids}
    (hidden,) = session.run(["last_hidden_state"], {name: np.array([ids], dtype=np.int64) for name, ids in feed.items()})
    mean = hidden[0].astype(np.float64).mean(axis=0)
    return [round(float(x), 6) for x in mean / np.linalg.norm(mean)]


rows = [{"text": text, "limit": limit, "vector": vector(text, limit)} for text, limit in [*((text, 128) for text in SENTENCES), (LONG, 128), (LONG, 256)]]
lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
digest = hashlib.sha256((folder / "model.onnx").read_bytes()).hexdigest()
pathlib.Path(__file__).with_name("minilm.json").write_text(f'{{"model":"{digest}","rows":[\n{lines}\n]}}\n', encoding="utf-8")
