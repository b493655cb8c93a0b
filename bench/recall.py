#!/usr/bin/env python3
"""Recall of the built-in BM25 on two sets of real questions, for several chunk sizes: one setting changed at a time.

    python3 bench/recall.py            the tables, on stdout
    python3 bench/recall.py --write    into docs/recall.md
    python3 bench/recall.py --check    fail where docs/recall.md says something else

The sets are other people's and are no part of this repository: they are looked for in ../shared/data, or where FOURCELL_SHARED says.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED = pathlib.Path(os.environ.get("FOURCELL_SHARED", ROOT.parent / "shared")) / "data"
PAGE = ROOT / "docs" / "recall.md"
DAY = "2026-11-30"
PROJECT = """[project]
name = "{name}"
[score]
measures = ["evidence@5", "evidence@20", "evidence@1000tok", "evidence@4000tok", "nDCG@10"]
[systems.bm25]
{system}
"""
SIZES = [200, 400, 800, 1600, 3200]


def lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def write(path, rows):
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")


def code(folder):
    """Files of code, put together from their chunks; the evidence of a question are the ranges of its chunks."""
    texts, at = {}, {}
    for chunk in sorted(lines(SHARED / "anthropic-codebase-chunks" / "chunks.jsonl"), key=lambda c: (c["doc_id"], c["original_index"])):
        text = texts.get(chunk["doc_id"], "")
        at[chunk["original_uuid"], chunk["original_index"]] = (chunk["doc_id"], len(text), len(text) + len(chunk["content"]))
        texts[chunk["doc_id"]] = text + chunk["content"] + "\n"
    write(folder / "corpus.jsonl", [{"id": doc, "text": text} for doc, text in texts.items()])
    questions = []
    for q in lines(SHARED / "anthropic-codebase-chunks" / "questions.jsonl"):
        leaves = []
        for uuid, index in q["golden_chunk_uuids"]:
            doc, start, end = at[uuid, index]
            leaf = {"doc": doc, "range": [start, end]}
            if leaf not in leaves:
                leaves.append(leaf)
        questions.append({"id": q["id"], "query": q["query"], "evidence": {"all": leaves}, "cluster": leaves[0]["doc"]})
    write(folder / "questions.jsonl", questions)
    return ""


def prose(folder):
    """Three long texts; the evidence of a question are ranges of them, all of which are needed."""
    source = SHARED / "chroma-chunking"
    names = ["state_of_the_union", "wikitexts", "chatlogs"]
    texts = {name: (source / f"{name}.md").read_bytes().decode("utf-8") for name in names}
    write(folder / "corpus.jsonl", [{"id": name, "text": text} for name, text in texts.items()])
    questions = []
    for n, q in enumerate(lines(source / "questions.jsonl")):
        doc = q["corpus_id"]
        leaves = [{"doc": doc, "range": [r["start_index"], r["end_index"]]} for r in q["references"]]
        if any(texts[doc][leaf["range"][0]:leaf["range"][1]] != r["content"] for leaf, r in zip(leaves, q["references"])):
            raise SystemExit(f"{source}: a range of question {n} does not slice its words")
        questions.append({"id": f"q{n:03}", "query": q["question"], "evidence": {"all": leaves}, "type": doc})
    write(folder / "questions.jsonl", questions)
    return 'stem = "en"\nstop_words = "en"'


SETS = [
    ("code", "anthropic-codebase-chunks: questions about code", code),
    ("prose", "chroma-chunking: questions about speeches, articles and chats", prose),
]


def program():
    done = subprocess.run(["cargo", "build", "--release", "--locked", "--quiet", "-p", "fourcell-cli", "--message-format=json"],
                          cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True)
    made = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return next(m["executable"] for m in made if m.get("executable") and m["target"]["name"] == "fourcell")


def table(binary, name, make):
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place) / name
        folder.mkdir()
        system = make(folder) + f'\nchunking = "headings/1 unit=characters max=800"\nmax_tokens = 4000\ncandidates = 200\nanswer = "none"'
        (folder / "fourcell.toml").write_text(PROJECT.format(name=name, system=system.strip()))
        values = ", ".join(f'"windows/1 unit=characters size={size} overlap=0"' for size in SIZES)
        (folder / "sizes.toml").write_text(f'base = "bm25"\n[vary]\nchunking = [{values}]\nk1 = [0.9, 2.0]\nb = [0.4, 1.0]\n')
        done = subprocess.run([binary, "matrix", "sizes.toml", "--day", DAY], cwd=folder, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"})
        if done.returncode:
            raise SystemExit(f"fourcell matrix ended with {done.returncode}:\n{done.stderr}")
        return re.sub(r"[ \t]+$", "", done.stdout, flags=re.M).strip("\n")


def main():
    if not (SHARED / "chroma-chunking").is_dir():
        print(f"SKIPPED: recall of the built-in BM25: {SHARED} is not there")
        return
    binary = program()
    tables = {name: table(binary, name, make) for name, _, make in SETS}
    if not {"--write", "--check"} & set(sys.argv[1:]):
        for name, title, _ in SETS:
            print(f"{title}\n\n{tables[name]}\n")
        return
    page = old = PAGE.read_text(encoding="utf-8")
    for name, text in tables.items():
        mark = re.compile(rf"(<!-- {name} -->\n```\n).*?(\n```\n)", re.S)
        page, found = mark.subn(lambda m: m.group(1) + text + m.group(2), page)
        if found != 1:
            raise SystemExit(f"{PAGE} has no place for '{name}'")
    if "--write" in sys.argv[1:]:
        PAGE.write_text(page, encoding="utf-8")
    elif page != old:
        raise SystemExit(f"{PAGE} is not what the program says now: python3 bench/recall.py --write")
    print("docs/recall.md: as the program says")


if __name__ == "__main__":
    main()
