#!/usr/bin/env python3
"""Measures Fourcell beside its peers: the same files, whole processes, one after another in turn, in one sitting.

python3 bench/run.py                            every case; gigabytes of memory for the peers, and many minutes
python3 bench/run.py --cases msmarco,native --repeat 5
python3 bench/run.py --quick                    small data, once: checks that the answers agree

What it needs (an environment with the peers, the data) is kept in $XDG_CACHE_HOME/fourcell-bench. Tables go to stdout.
The exit code is 1 where answers differ.
"""

import argparse
import filecmp
import os
import shutil
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fourcell-bench"
PEERS = {"pytrec-eval-terrier": "0.5.11", "ir-measures": "0.4.3", "ranx": "0.3.21"}
YARDSTICK = "pytrec-eval-terrier"
CASES = ("msmarco", "large", "interleaved", "native", "documents", "failures", "version")
AGREE = 1e-4


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@dataclass
class Measured:
    """One command, run several times."""

    name: str
    command: list[str]
    output: Path
    before: Callable[[], None] | None = None  # done each time, and not measured
    cpu: list[float] = field(default_factory=list)
    wall: list[float] = field(default_factory=list)
    peak: list[float] = field(default_factory=list)

    def run(self) -> None:
        if self.before:
            self.before()
        with self.output.open("wb") as out, self.output.with_suffix(".err").open("wb") as err:
            start = time.perf_counter()
            process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            told = self.output.with_suffix(".err").read_text(errors="replace")[-2000:]
            sys.exit(f"{self.name} ended with {process.returncode}: {told}")
        self.cpu.append(usage.ru_utime + usage.ru_stime)
        self.wall.append(wall)
        self.peak.append(usage.ru_maxrss / 1024)

    def means(self) -> dict[str, float]:
        """The means it printed, by trec_eval's names."""
        found = {}
        for line in self.output.read_text().splitlines():
            name, *_, value = line.split()
            if name != "runid":
                found[name] = float(value)
        return found


def in_turn(tools: list[Measured], repeat: int) -> None:
    for turn in range(repeat):
        for tool in tools:
            say(f"  turn {turn + 1} of {repeat}: {tool.name}")
            tool.run()


def table(tools: list[Measured], floor: float, yardstick: str | None, fields: str | None) -> None:
    ratios = [f"CPU / {name}" for name in (yardstick, fields) if name]
    print("| " + " | ".join(["tool", "CPU s", "least to most", "wall s", "peak MiB", *ratios]) + " |")
    print("|---" + "|--:" * (4 + len(ratios)) + "|")
    by_name = {tool.name: tool for tool in tools}
    for tool in tools:
        if not tool.cpu:
            print(f"| {tool.name} | not run |" + " |" * (3 + len(ratios)))
            continue
        cpu, peak = statistics.median(tool.cpu), statistics.median(tool.peak)
        row = [tool.name, f"{cpu:.2f}", f"{min(tool.cpu):.2f} to {max(tool.cpu):.2f}", f"{statistics.median(tool.wall):.2f}"]
        row.append(f"{peak:.0f}" if peak > floor * 1.05 else f"at most {peak:.0f}")
        for name in (yardstick, fields):
            if name:
                base = by_name[name].cpu
                row.append(f"{cpu / statistics.median(base):.3f}" if base else "")
        print("| " + " | ".join(row) + " |")
    print(flush=True)


class Bench:
    def __init__(self, quick: bool, repeat: int) -> None:
        self.quick, self.repeat, self.differ = quick, repeat, False
        self.data, self.out = CACHE / "data", CACHE / "out"
        self.out.mkdir(parents=True, exist_ok=True)
        target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "release"
        self.fourcell, self.tool = str(target / "fourcell"), str(target / "fourcell-bench")
        build = ["cargo", "build", "--quiet", "--release", "--bin", "fourcell", "--bin", "fourcell-bench"]
        subprocess.run(build, cwd=ROOT, check=True)
        self.python = str(CACHE / "venv/bin/python")
        wanted = {name: PEERS[name] for name in PEERS if not quick or name == YARDSTICK}
        self.peers = self.install(wanted)
        # What the starter itself needs is counted into the peak of a process that it starts.
        empty = Measured("nothing", ["true"], self.out / "nothing.txt")
        empty.run()
        self.floor = empty.peak[0]

    def install(self, wanted: dict[str, str]) -> list[str]:
        """The peers that are there, each in the version that is wanted."""
        if not Path(self.python).exists():
            venv.create(CACHE / "venv", with_pip=True)
        there = []
        for name, version in wanted.items():
            asked = f"from importlib.metadata import version as v; assert v({name!r}) == {version!r}"
            if subprocess.run([self.python, "-c", asked], capture_output=True, check=False).returncode != 0:
                say(f"installing {name} {version}")
                pip = [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", f"{name}=={version}"]
                if subprocess.run(pip, check=False).returncode != 0:
                    say(f"{name} {version} could not be installed: not run")
                    continue
            there.append(name)
        return there

    def measured(self, name: str, case: str, command: list[str]) -> Measured:
        return Measured(name, command, self.out / f"{case}-{name.replace(' ', '_')}.txt")

    def generate(self, *words: str) -> None:
        say(f"generating {' '.join(words)}")
        subprocess.run([self.tool, "generate", *words], check=True)

    def trec_data(self, preset: str, *more: str) -> tuple[str, str]:
        directory = self.data / ("-".join([preset, *more]).replace("--", ""))
        self.generate("trec", str(directory), "--preset", preset, *more)
        return str(directory / "qrels.txt"), str(directory / "run.txt")

    def score(self, name: str, case: str, qrels: str, run: str, *more: str) -> Measured:
        words = ["score", "--qrels", qrels, run, "--format", "trec_eval", "--measures", "all_trec", *more]
        return self.measured(name, case, [self.fourcell, *words])

    def peer(self, name: str, case: str, qrels: str, run: str) -> Measured:
        return self.measured(name, case, [self.python, str(ROOT / "bench/peers.py"), name, qrels, run])

    def heading(self, title: str, *files: str) -> None:
        size = sum(Path(file).stat().st_size for file in files)
        print(f"### {title}\n\nFiles: {size / 2**20:.0f} MiB. Repeated {self.repeat} times, in turn; medians.\n")

    def side_by_side(self, preset: str) -> None:
        """All tools on one pair of files."""
        qrels, run = self.trec_data(preset)
        # The peers are trec_eval 9 inside, or follow it; version 10 rounds the cuts of iprec_at_recall in another way.
        as_9 = ("--compat", "trec_eval-9")
        ours = self.score("fourcell", preset, qrels, run, *as_9)
        alone = self.score("fourcell --threads 1", preset, qrels, run, *as_9, "--threads", "1")
        as_10 = self.score("fourcell as trec_eval 10", preset, qrels, run, "--compat", "trec_eval-10")
        fields = self.measured("fields", preset, [self.tool, "fields", run])
        peers = [self.peer(name, preset, qrels, run) for name in PEERS]
        there = [peer for peer in peers if peer.name in self.peers]
        if not self.quick:
            small = self.trec_data("small")
            in_turn([self.peer(name, "warm", *small) for name in self.peers], 1)  # what is compiled at the first use
        in_turn([ours, alone, as_10, fields, *there], self.repeat)
        self.heading(preset, qrels, run)
        table([ours, alone, as_10, fields, *peers], self.floor, YARDSTICK, "fields")
        self.same_bytes(ours, alone, "With one thread and with all")
        for peer in there:
            self.agreement(ours, peer)
        print(flush=True)

    def agreement(self, ours: Measured, peer: Measured) -> None:
        mine, theirs = ours.means(), peer.means()
        shared = [name for name in theirs if name in mine]
        far = [name for name in shared if abs(mine[name] - theirs[name]) > AGREE]
        most = max(abs(mine[name] - theirs[name]) for name in shared)
        told = f"{len(far)} of {len(shared)} means differ by more than {AGREE} (the most by {most:.5f})"
        print(f"{ours.name} and {peer.name}: {told}{': ' + ', '.join(far) if far else ''}.")
        # ranx breaks ties in its own way, so that its answers are only shown.
        self.differ |= (bool(far) and peer.name != "ranx") or not shared

    def same_bytes(self, one: Measured, other: Measured, what: str) -> None:
        same = filecmp.cmp(one.output, other.output, shallow=False)
        print(f"{what}: the output is {'the same, byte for byte' if same else 'DIFFERENT'}.")
        self.differ |= not same

    def interleaved(self) -> None:
        preset = "small" if self.quick else "msmarco"
        qrels, run = self.trec_data(preset)
        _, mixed = self.trec_data(preset, "--interleaved")
        tools = [
            self.score("fourcell contiguous", "interleaved", qrels, run),
            self.score("fourcell interleaved", "interleaved", qrels, mixed),
        ]
        in_turn(tools, self.repeat)
        self.heading("interleaved: the lines of the run in random order", qrels, mixed)
        table(tools, self.floor, None, "fourcell contiguous")
        self.same_bytes(*tools, "Contiguous and interleaved")
        print(flush=True)

    def native(self) -> None:
        questions, runs = (100, 4) if self.quick else (1000, 20)
        directory = self.data / f"native-{questions}-{runs}"
        self.generate("native", str(directory), "--questions", str(questions), "--runs", str(runs))
        names = [f"run{number:02}" for number in range(1, runs)]
        words = ["compare", *names, "--baseline", "run00", "--project", str(directory)]
        tools = [
            self.measured("fourcell compare", "native", [self.fourcell, *words]),
            self.measured("fourcell compare --threads 1", "native", [self.fourcell, *words, "--threads", "1"]),
        ]
        in_turn(tools, self.repeat)
        files = [str(path) for path in directory.rglob("*") if path.is_file()]
        self.heading(f"native: {runs - 1} runs against one, {questions} questions, 9,999 replicates", *files)
        table(tools, self.floor, None, None)
        self.same_bytes(*tools, "With one thread and with all")
        print(flush=True)

    def documents(self) -> None:
        documents, questions = (200, 50) if self.quick else (10_000, 1000)
        directory = self.data / f"documents-{documents}-{questions}"
        if directory.exists():
            shutil.rmtree(directory)
        self.generate("documents", str(directory), "--documents", str(documents), "--questions", str(questions))
        folder, corpus = str(directory / "documents"), str(directory / "corpus.jsonl")
        project = ["--project", str(directory), "--day", "2026-11-30"]
        snapshot = self.measured("fourcell corpus snapshot", "documents", [self.fourcell, "corpus", "snapshot", folder, "--out", corpus])
        again = self.measured("the same, nothing changed", "documents", snapshot.command)
        dry = self.measured("fourcell run --dry-run", "documents", [self.fourcell, "run", *project, "--name", "dry", "--dry-run"])
        command = [self.fourcell, "run", *project, "--overwrite", "--name"]
        kept = directory / ".fourcell/index"

        def forget() -> None:
            shutil.rmtree(kept, ignore_errors=True)

        def edit() -> None:
            """Ten documents get another sentence; the corpus follows."""
            for path in sorted((directory / "documents").iterdir())[:: documents // 10][:10]:
                path.write_text(path.read_text() + "\nOne more sentence, written later.\n")
            subprocess.run(snapshot.command, check=True, capture_output=True)

        first = self.measured("fourcell run, the first", "documents", [*command, "first"])
        second = self.measured("fourcell run, nothing changed", "documents", [*command, "second"])
        edited = self.measured("fourcell run, 10 documents changed", "documents", [*command, "edited"])
        one = self.measured("fourcell run --threads 1, the first", "documents", [*command, "one", "--threads", "1"])
        first.before, edited.before, one.before = forget, edit, forget
        snapshot.run()
        in_turn([again, dry, first, second, edited, one], self.repeat)
        files = [str(path) for path in (directory / "documents").iterdir()]
        self.heading(f"documents: {documents} documents, {questions} questions, built-in BM25", *files)
        table([snapshot, again, dry, first, second, edited, one], self.floor, None, None)
        print("The dry run reads and chunks. A run indexes, or reads the index that is kept, asks the questions and writes its directory.")
        size = sum(path.stat().st_size for path in kept.iterdir())
        print(f"The index that is kept has {size / 2**20:.1f} MiB.\n")
        print(second.output.read_text())
        updated = "Brought up to date with all threads, and built with one"
        for pair, what in (("first", "second"), "Built and read"), (("edited", "one"), updated):
            same = filecmp.cmp(*(directory / "runs" / name / "records.jsonl" for name in pair), shallow=False)
            self.differ |= not same
            print(f"{what}: the records are {'the same, byte for byte' if same else 'DIFFERENT'}.\n", flush=True)

    def failures(self) -> None:
        questions, documents = (400, 100) if self.quick else (10_000, 3000)
        directory = self.data / f"failures-{questions}-{documents}"
        self.generate("failures", str(directory), "--questions", str(questions), "--documents", str(documents))
        words = ["ledger", "failing", "--project", str(directory), "--no-write", "--format", "json"]
        tools = [
            self.measured("fourcell ledger", "failures", [self.fourcell, *words]),
            self.measured("fourcell ledger --threads 1", "failures", [self.fourcell, *words, "--threads", "1"]),
        ]
        in_turn(tools, self.repeat)
        files = [str(path) for path in directory.rglob("*") if path.is_file()]
        self.heading(f"failures: a run of {questions} questions, of which half fail, and {documents} documents", *files)
        table(tools, self.floor, None, None)
        self.same_bytes(*tools, "With one thread and with all")
        print(flush=True)

    def version(self) -> None:
        tool = self.measured("fourcell --version", "version", [self.fourcell, "--version"])
        in_turn([tool], 5 if self.quick else 25)
        wall = [1000 * seconds for seconds in tool.wall]
        print("### start\n")
        median, least = statistics.median(wall), min(wall)
        print(f"`fourcell --version`, {len(wall)} times: {median:.1f} ms wall (least {least:.1f}).\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="small data, one repetition, one peer")
    parser.add_argument("--cases", default=",".join(CASES), help=f"of {', '.join(CASES)}")
    parser.add_argument("--repeat", type=int, default=3, help="times that each command is run (default: 3)")
    options = parser.parse_args()
    cases = options.cases.split(",")
    if unknown := set(cases) - set(CASES):
        parser.error(f"no case {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
    if options.repeat < 1:
        parser.error("--repeat must be at least 1")
    bench = Bench(options.quick, 1 if options.quick else options.repeat)
    if options.quick and {"msmarco", "large"} & set(cases):
        bench.side_by_side("small")
    for case in cases:
        if case in ("msmarco", "large"):
            if not options.quick:
                bench.side_by_side(case)
        else:
            getattr(bench, case)()
    if bench.differ:
        sys.exit("answers differ: the figures above compare unlike things")


if __name__ == "__main__":
    main()
