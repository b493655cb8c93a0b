#!/usr/bin/env python3
"""Ranks the example's passages by an independent BM25 and compares with what `fourcell run` ranked.

bm25s (method "lucene": the same inverse document frequency, in doubles) is fed with our terms; it leaves out the constant factor k1 + 1,
which moves no rank. Ties are broken by id. The exit code is 1 where a ranking differs.

python3 conformance/bm25/check.py        needs python3 with venv; bm25s is installed into $XDG_CACHE_HOME/fourcell-bench
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fourcell-bench"
PACKAGE = "bm25s==0.3.16"
SETTINGS = [  # k1, b, stemmer and stop words
    (1.2, 0.75, None),
    (0.9, 0.4, "en"),
    (2.0, 1.0, "en"),
]
CLOSE = 1e-9


def python() -> str:
    """An interpreter that has the package."""
    home = CACHE / "bm25-venv"
    if not (home / "bin/python").exists():
        venv.create(home, with_pip=True)
    there = subprocess.run([home / "bin/python", "-c", "import bm25s"], capture_output=True, check=False)
    if there.returncode != 0:
        subprocess.run([home / "bin/python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE], check=True)
    return str(home / "bin/python")


def terms(tool: str, texts: list[str], language: str | None) -> list[list[str]]:
    words = ["--stem", language, "--stop", language] if language else []
    given = "".join(json.dumps(text) + "\n" for text in texts)
    done = subprocess.run([tool, "terms", *words], input=given, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def check(fourcell: str, tool: str, project: Path, k1: float, b: float, language: str | None) -> int:
    import bm25s

    extra = f'stem = "{language}"\nstop_words = "{language}"\n' if language else ""
    system = f'[systems.s]\nk1 = {k1}\nb = {b}\nfilter = "never"\nanswer = "none"\n{extra}'
    (project / "fourcell.toml").write_text(system)
    subprocess.run([fourcell, "run", "--project", project, "--overwrite"], capture_output=True, check=True)
    passages, records = lines(project / "runs/s/passages.jsonl"), lines(project / "runs/s/records.jsonl")
    ids = [passage["id"] for passage in passages]
    index = bm25s.BM25(method="lucene", k1=k1, b=b, dtype="float64")
    index.index(terms(tool, [passage["text"] for passage in passages], language), show_progress=False)
    asked = terms(tool, [record["query_sent"] for record in records], language)
    wrong = compared = 0
    for record, query in zip(records, asked, strict=True):
        known = [term for term in query if term in index.vocab_dict]
        scores = index.get_scores(known) * (k1 + 1) if known else [0.0] * len(ids)
        theirs = sorted(((-score, name) for score, name in zip(scores, ids, strict=True) if score > 0))[:50]
        ours = [(item["id"], item["score"]) for item in record["stages"]["candidates"]]
        compared += len(ours)
        # Sums in another order differ in their last digits, so that what is tied but for those may stand either way.
        same = len(ours) == len(theirs) and all(
            abs(score + other) <= CLOSE * max(1.0, score) for (_, score), (other, _) in zip(ours, theirs, strict=True)
        )
        apart = [(n, ours[n][0], theirs[n][1]) for n in range(min(len(ours), len(theirs))) if ours[n][0] != theirs[n][1]]
        by_id = {name: -score for score, name in theirs}
        swapped = all(abs(by_id.get(mine, -1.0) - by_id[other]) <= CLOSE * max(1.0, by_id[other]) for _, mine, other in apart)
        if not (same and swapped):
            wrong += 1
            print(f"{record['question']}: differs at {apart[:3]}")
    print(f"k1 {k1}, b {b}, language {language}: {len(records)} rankings, {compared} ranks, {wrong} rankings differ")
    return wrong


def main() -> None:
    if len(sys.argv) == 1:
        target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "release"
        subprocess.run(["cargo", "build", "--quiet", "--release", "--bin", "fourcell", "--bin", "fourcell-bench"], cwd=ROOT, check=True)
        here = str(Path(__file__).resolve())
        sys.exit(subprocess.run([python(), here, str(target / "fourcell"), str(target / "fourcell-bench")], check=False).returncode)
    fourcell, tool = sys.argv[1:]
    with tempfile.TemporaryDirectory() as place:
        project = Path(place) / "handbook"
        shutil.copytree(ROOT / "examples/handbook", project, ignore=shutil.ignore_patterns("runs"))
        wrong = sum(check(fourcell, tool, project, *setting) for setting in SETTINGS)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
