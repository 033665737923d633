"""Measures the redaction gate: recall on published test vectors, over-redaction and speed on ordinary text.

    python bench/redaction.py VECTORS [TEXT ...] [--misses T1] [--show]

VECTORS is a folder with `positives.jsonl.gz` and `negatives.jsonl.gz` (`{text, secret?, tier, source, rule}` a line),
TEXT are files or folders of ordinary code, documents and chat. Recall is strict: the secret must not occur in the
output (without a known secret: the text must have changed). Leave-source-out measures each vector without the packs
of the project that published it; gitleaks and betterleaks count as one, the second grew out of the first.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from backstory.redact.gate import Gate

KEY = b"benchmark"
FAMILY = ("gitleaks", "betterleaks")
ENDINGS = (
    ".c", ".cfg", ".cpp", ".cs", ".css", ".go", ".gradle", ".h", ".html", ".ini", ".java", ".js", ".json", ".jsx",
    ".kt", ".md", ".php", ".py", ".rb", ".rs", ".rst", ".sh", ".sql", ".swift", ".toml", ".ts", ".tsx", ".txt", ".vue",
    ".xml", ".yaml", ".yml",
)  # fmt: skip
LARGEST = 1 << 20


def vectors(folder: str, name: str) -> list[dict[str, Any]]:
    with gzip.open(os.path.join(folder, f"{name}.jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def survives(gate: Gate, vector: dict[str, Any]) -> bool:
    clean = gate.clean(vector["text"])
    secret = vector.get("secret")
    return secret in clean if secret else clean == vector["text"]


def recall(folder: str, misses: str) -> None:
    rows = vectors(folder, "positives")
    whole, bare = Gate(key=KEY), Gate(key=KEY, packs=())
    count: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    lost_without: Counter[str] = Counter()
    for row in rows:
        tier = row["tier"]
        count[tier] += 1
        missed = survives(whole, row)
        lost[tier] += missed
        lost_without[tier] += survives(bare, row) if row["source"] in FAMILY else missed
        if missed and misses == tier:
            print(f"    {row['rule']:40} {row['text'][:110]!r}")
    for tier in sorted(count):
        ratio, without = 1 - lost[tier] / count[tier], 1 - lost_without[tier] / count[tier]
        print(f"recall {tier}  {ratio:.4f}   without the source's packs {without:.4f}   of {count[tier]}")
    negatives = vectors(folder, "negatives")
    touched = sum(whole.clean(row["text"]) != row["text"] for row in negatives)
    print(f"near misses touched  {touched / len(negatives):.3f}   of {len(negatives)}")


def texts(paths: list[str]) -> Iterator[str]:
    for path in paths:
        names = [path] if os.path.isfile(path) else _files(path)
        for name in names:
            try:
                with open(name, encoding="utf-8") as file:
                    yield file.read(LARGEST)
            except (OSError, UnicodeDecodeError):
                continue


def _files(folder: str) -> Iterator[str]:
    for where, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if f not in (".git", "node_modules", "__pycache__"))
        for name in sorted(names):
            if name.endswith(ENDINGS) and "lock" not in name:
                yield os.path.join(where, name)


def natural(paths: list[str], show: bool) -> None:
    gate = Gate(key=KEY)
    gate.clean("password=warm2up!")
    size = found = 0
    seconds = 0.0
    rules: Counter[str] = Counter()
    for text in texts(paths):
        start = time.process_time()
        result = gate.check(text)
        seconds += time.process_time() - start
        size += len(text.encode("utf-8", "surrogatepass"))
        found += len(result.found)
        rules.update(f.rule for f in result.found)
        if show:
            for finding in result.found:
                before = text[max(0, finding.start - 40) : finding.start]
                print(f"    {finding.rule:20} {before!r} {text[finding.start : finding.end][:60]!r}")
    if size:
        print(f"redactions  {found / size * 1e6:.2f} per MB   of {size / 1e6:.1f} MB   {dict(rules.most_common(6))}")
        print(f"throughput  {size / seconds / 1e6:.1f} MB/s")


def small(paths: list[str]) -> None:
    record = next((t[:4096] for t in texts(paths) if len(t) >= 4096), "word " * 819) + "\npassword: hunter2xyz\n"
    gate = Gate(key=KEY)
    gate.check(record)
    best = min(_timed(gate, record) for _ in range(50))
    code = (
        "import time, sys; start = time.process_time(); import re2; middle = time.process_time();"
        "from backstory.redact.gate import Gate; Gate(key=b'k').check(sys.stdin.read());"
        "print((middle - start) * 1e3, (time.process_time() - start) * 1e3)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], input=record, capture_output=True, text=True, check=True).stdout
        for _ in range(7)
    ]
    engine, first = min((tuple(map(float, run.split())) for run in runs), key=lambda pair: pair[1])
    print(
        f"record of 4 KiB  {best * 1e3:.2f} ms warm   {first:.1f} ms in a fresh process, {engine:.1f} of it the engine"
    )


def _timed(gate: Gate, text: str) -> float:
    start = time.process_time()
    gate.check(text)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", help="folder of test vectors")
    parser.add_argument("texts", nargs="*", help="files and folders of ordinary text")
    parser.add_argument("--misses", default="", metavar="TIER", help="print the vectors of a tier that were missed")
    parser.add_argument("--show", action="store_true", help="print every redaction in ordinary text")
    args = parser.parse_args()
    recall(args.vectors, args.misses)
    natural(args.texts, args.show)
    small(args.texts)


if __name__ == "__main__":
    main()
