"""Measures the redaction gate: recall on published test vectors, over-redaction and speed on ordinary text.

    python bench/redaction.py VECTORS [TEXT ...] [--misses T1] [--show]

The goals with their figures in one table: `bench/redaction_goals.py`.

VECTORS is a folder with `positives.jsonl.gz` and `negatives.jsonl.gz` (`{text, secret?, tier, source, rule}` a line),
TEXT are files or folders of ordinary code, documents and chat. Recall is strict: the secret must not occur in the
output (without a known secret: the text must have changed). Leave-source-out measures each vector without the packs
of the project that published it; gitleaks and betterleaks count as one, the second grew out of the first, and so do
noseyparker and kingfisher. The last column is without any pack and without our own rows for the family: what is found
of a service nobody has heard of.
"""

import argparse
import gzip
import json
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tests.redact import assignments

from backstory.redact.gate import Gate
from backstory.redact.rules import Rules

KEY = b"benchmark"
LEAKS, FISHERS = ("betterleaks", "gitleaks"), ("kingfisher", "noseyparker")
OTHERS: dict[str, tuple[str, ...]] = {"gitleaks": FISHERS, "betterleaks": FISHERS, "kingfisher": LEAKS}
"""Packs that are left when those of a vector's source are taken away."""
WAYS = ("all rules", "leave-family-out", "leave-source-out", "neither", "no packs")
ENDINGS = (
    ".c", ".cfg", ".cpp", ".cs", ".css", ".go", ".gradle", ".h", ".html", ".ini", ".java", ".js", ".json", ".jsx",
    ".kt", ".md", ".php", ".py", ".rb", ".rs", ".rst", ".sh", ".sql", ".swift", ".toml", ".ts", ".tsx", ".txt", ".vue",
    ".xml", ".yaml", ".yml",
)  # fmt: skip
LARGEST = 1 << 20


LABELS = re.compile(
    r"-----BEGIN[A-Z0-9 ]*-----|arn:[\w:*/.-]+|[0-9]{1,12}|[A-Za-z][A-Za-z._@-]{0,15}|"
    r"(?:[\w-]+\.)+(?:com|net|io)(?:/[\w/-]{0,24})?"
)
"""What some rules are after and is no secret: a bare PEM header, an ARN, an id, a name, a host."""
PLACES = re.compile(r"(?i)(?:url|host|domain|bucket|name|user(?:name)?|account|region)(?:\.[0-9]+)?$")
"""Ends of the names of rules whose findings are places or people."""


def vectors(folder: str, name: str) -> list[dict[str, Any]]:
    with gzip.open(os.path.join(folder, f"{name}.jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def is_label(row: dict[str, Any]) -> bool:
    """Whether what a row calls a secret is none. Passwords of logins that are words stay."""
    secret = row.get("secret") or ""
    rule = row["rule"].lower()
    if "password" in row["text"].lower() or ("://" in row["text"] and "@" in row["text"]):
        return False
    return bool(LABELS.fullmatch(secret)) and (not secret.isalpha() or bool(PLACES.search(rule)) or len(secret) < 5)


def survives(gate: Gate, vector: dict[str, Any]) -> bool:
    clean = gate.clean(vector["text"])
    secret = vector.get("secret")
    return secret in clean if secret else clean == vector["text"]


def held_families(rows: list[dict[str, Any]], seed: str) -> set[str]:
    """A third of the families, drawn by the seed."""
    families = sorted({row["family"] for row in rows})
    return {f for f in families if sha256(f"{seed}:{f}".encode()).digest()[0] % 3 == 0}


def recall(folder: str, misses: str, held: str, seed: str) -> None:
    """Strict recall by tier: with everything, without the family's rules, without the source's packs, without both."""
    everything = vectors(folder, "positives")
    families = held_families(everything, seed)
    rows = [row for row in everything if held == "all" or (row["family"] in families) == (held == "yes")]
    labels = [row for row in rows if is_label(row)]
    print(f"{len(rows)} vectors, {len(labels)} of them labels that are no secrets and left out")
    rows = [row for row in rows if not is_label(row)]
    rows.sort(key=lambda row: str(row["family"]))
    whole = Rules()
    none = Rules(())
    bare = {source: Rules(packs) for source, packs in OTHERS.items()}
    count: Counter[str] = Counter()
    lost: dict[str, Counter[str]] = {way: Counter() for way in WAYS}
    for family, group in groupby(rows, lambda row: str(row["family"])):
        gates = {
            "all rules": Gate(key=KEY, rules=whole),
            "leave-family-out": Gate(key=KEY, rules=whole.without(family)),
        }
        for source, rules in bare.items():
            gates[f"without {source}"] = Gate(key=KEY, rules=rules)
            gates[f"neither {source}"] = Gate(key=KEY, rules=rules.without(family))
        gates["no packs"] = Gate(key=KEY, rules=none.without(family))
        for row in group:
            source = row["source"]
            missed = {way: survives(gates[way], row) for way in ("all rules", "leave-family-out")}
            missed["no packs"] = survives(gates["no packs"], row)
            packed = source in OTHERS
            missed["leave-source-out"] = survives(gates[f"without {source}"], row) if packed else missed["all rules"]
            missed["neither"] = survives(gates[f"neither {source}"], row) if packed else missed["leave-family-out"]
            for key in (row["tier"], f"{row['tier']} {row['source']}"):
                count[key] += 1
                for way in WAYS:
                    lost[way][key] += missed[way]
            if misses.startswith(row["tier"]) and missed["no packs" if misses.endswith("-") else "all rules"]:
                print(f"    {row['rule']:40} {row['text'][:160]!r}")
    print(f"{'recall':20}" + "".join(f"{way:>18}" for way in WAYS) + "       of")
    for key in sorted(count):
        print(f"{key:20}" + "".join(f"{1 - lost[w][key] / count[key]:18.4f}" for w in WAYS) + f"{count[key]:9}")
    negatives = vectors(folder, "negatives")
    gate = Gate(key=KEY, rules=whole)
    touched = sum(gate.clean(row["text"]) != row["text"] for row in negatives)
    print(f"near misses touched  {touched / len(negatives):.3f}   of {len(negatives)}")


def formats(seed: int) -> None:
    """Recall by format and by shape of generated assignments, and what is touched of references in the same forms."""
    gate = Gate(key=KEY)
    count: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    for case in (*assignments.cases(seed), *assignments.words(seed)):
        missed = case.secret in gate.clean(case.text)
        for key in ("all", f"format {case.format}", f"shape {case.shape}"):
            count[key] += 1
            lost[key] += missed
    print(
        f"assignments  {1 - lost['all'] / count['all']:.4f}   of {count['all']} in {len(assignments.FORMATS)} formats"
    )
    for key in sorted(lost, key=lambda k: -lost[k] / count[k])[:16]:
        if lost[key] and key != "all":
            print(f"    {key:32} {1 - lost[key] / count[key]:.3f}   of {count[key]}")
    texts = [text for _, _, text in assignments.references(seed)]
    touched = sum(gate.clean(text) != text for text in texts)
    print(f"references touched  {touched / len(texts):.4f}   of {len(texts)}")


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
        found += len(result.findings)
        rules.update(f.rule for f in result.findings)
        if show:
            for finding in result.findings:
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
    engine, first = fresh_process(record)
    print(
        f"record of 4 KiB  {best * 1e3:.2f} ms warm   {first:.1f} ms in a fresh process, {engine:.1f} of it the engine"
    )


def fresh_process(record: str) -> tuple[float, float]:
    """Milliseconds of CPU until a record is clean in a new process: those of the engine alone, and all."""
    code = (
        "import time, sys; start = time.process_time(); import re2; middle = time.process_time();"
        "from backstory.redact.gate import Gate; Gate(key=b'k').check(sys.stdin.read());"
        "print((middle - start) * 1e3, (time.process_time() - start) * 1e3)"
    )
    runs = [
        subprocess.run([sys.executable, "-c", code], input=record, capture_output=True, text=True, check=True).stdout
        for _ in range(7)
    ]
    engine, whole = min((tuple(map(float, run.split())) for run in runs), key=lambda pair: pair[1])
    return engine, whole


def _timed(gate: Gate, text: str) -> float:
    start = time.process_time()
    gate.check(text)
    return time.process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", help="folder of test vectors")
    parser.add_argument("texts", nargs="*", help="files and folders of ordinary text")
    parser.add_argument("--misses", default="", metavar="TIER", help="print the vectors of a tier that were missed")
    parser.add_argument("--held", choices=("no", "yes", "all"), default="all", help="families held out of tuning")
    parser.add_argument("--seed", default="backstory", help="draws the families that are held out")
    parser.add_argument("--draw", type=int, default=3, help="draws the generated assignments")
    parser.add_argument("--show", action="store_true", help="print every redaction in ordinary text")
    args = parser.parse_args()
    recall(args.vectors, args.misses, args.held, args.seed)
    formats(args.draw)
    natural(args.texts, args.show)
    small(args.texts)


if __name__ == "__main__":
    main()
