"""Prints one table of the redaction goals R1 to R9: goal, figure, and whether it is met.

    python bench/redaction_goals.py VECTORS [TEXT ...]

VECTORS and TEXT are those of `bench/redaction.py`. R8 is not measured but tested, since it needs whole commands:
`tests/e2e/test_every_entry.py` and `tests/e2e/test_secrets.py`. Times are CPU time of the process. Beside the
throughput stands that of one pass of Python's `re` over the same text with a single search for common words, so that
the figures of two machines compare.
"""

import argparse
import base64
import json
import os
import random
import re
import string
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from bench.redaction import KEY, OTHERS, _timed, fresh_process, is_label, survives, texts, vectors

from backstory.redact.gate import Gate
from backstory.redact.rules import Rules

COMMON = re.compile(rb"(?i)password|secret|token|api[_-]?key|credential|bearer")
DRAWS = 10_000
HEX = "0123456789abcdef"


def show(goal: str, wanted: str, figure: str, met: bool) -> None:
    print(f"{goal:34} {wanted:20} {figure:34} {'ok' if met else 'NOT MET'}", flush=True)


def recall(rows: list[dict[str, Any]], gate: Gate) -> float:
    return 1 - sum(survives(gate, row) for row in rows) / len(rows)


def goals_of_recall(folder: str) -> None:
    """R1 to R4: by tier with all rules, planted values, and without the packs of a vector's own source."""
    rows = [row for row in vectors(folder, "positives") if not is_label(row)]
    tiers = {tier: [row for row in rows if row["tier"] == tier] for tier in ("T1", "T2", "T3")}
    gate = Gate(key=KEY)
    for goal, tier, least in (("R1", "T1", 0.985), ("R2", "T2", 0.90), ("R3", "T3", 0.50)):
        figure = recall(tiers[tier], gate)
        show(f"{goal} recall {tier}", f">= {least}", f"{figure:.4f} of {len(tiers[tier])}", figure >= least)
    planted = [row for row in tiers["T3"] if len(row.get("secret") or "") >= 8]
    told = recall(planted, Gate(key=KEY, own_values=[row["secret"] for row in planted]))
    show("R3 planted environment values", ">= 0.99", f"{told:.4f} of {len(planted)}", told >= 0.99)
    bare = {source: Gate(key=KEY, rules=Rules(packs)) for source, packs in OTHERS.items()}
    for tier, least in (("T1", 0.80), ("T2", 0.78)):
        lost = sum(survives(bare.get(row["source"], gate), row) for row in tiers[tier])
        figure = 1 - lost / len(tiers[tier])
        show(f"R4 leave-source-out {tier}", f">= {least}", f"{figure:.4f}", figure >= least)


def identifiers(draw: random.Random) -> Iterator[tuple[str, Callable[[], str]]]:
    """What R5 names, each kind with a function that draws one."""
    yield "git SHAs", lambda: "".join(draw.choices(HEX, k=40))
    yield "UUIDs", lambda: str(uuid.UUID(int=draw.getrandbits(128), version=4))
    yield "ULIDs", lambda: "01" + "".join(draw.choices("0123456789ABCDEFGHJKMNPQRSTVWXYZ", k=24))
    yield "semver", lambda: f"{draw.randrange(30)}.{draw.randrange(99)}.{draw.randrange(99)}-rc.{draw.randrange(9)}"
    yield "npm integrity", lambda: "sha512-" + base64.b64encode(draw.randbytes(64)).decode()


def goals_of_natural_text(paths: list[str]) -> None:
    """R5 and R6: what is touched of ids and of ordinary text, and how fast."""
    gate = Gate(key=KEY)
    for kind, make in identifiers(random.Random(5)):
        frames = ("see {}", '  "value": "{}",', "{}\n", "at {} in the log")
        touched = sum(gate.clean(text) != text for n in range(1000) for text in [frames[n % 4].format(make())])
        show(f"R5 {kind}", "0 of 1000", str(touched), touched == 0)
    size = findings = 0
    seconds = plain = 0.0
    for text in texts(paths):
        seconds -= time.process_time()
        result = gate.check(text)
        middle = time.process_time()
        seconds += middle
        data = text.encode("utf-8", "surrogatepass")
        sum(1 for _ in COMMON.finditer(data))
        plain += time.process_time() - middle
        size += len(data)
        findings += len(result.findings)
    if size:
        rate = findings / size * 1e6
        show("R5 ordinary text", "<= 3 per MB", f"{rate:.2f} per MB of {size / 1e6:.1f} MB", rate <= 3)
        speed = size / seconds / 1e6
        show("R6 throughput", ">= 15 MB/s", f"{speed:.1f} (one `re`: {size / plain / 1e6:.1f})", speed >= 15)
    record = next((t[:4096] for t in texts(paths) if len(t) >= 4096), "word " * 819) + "\npassword: hunter2xyz\n"
    gate.check(record)
    best = min(_timed(gate, record) for _ in range(50)) * 1e3
    show("R6 record of 4 KiB", "<= 1 ms", f"{best:.2f} ms", best <= 1)
    first = fresh_process(record)[1]
    show("R6 fresh process", "<= 30 ms", f"{first:.1f} ms", first <= 30)


def adversaries() -> Iterator[tuple[str, Callable[[int], str]]]:
    yield "one line", lambda n: "aB3_" * (n // 4)
    yield "keywords", lambda n: "password " * (n // 9)
    yield "assignments", lambda n: "api_key=" * (n // 8)
    yield "nested quotes", lambda n: "\"'`" * (n // 3)
    yield "escaped quotes", lambda n: '\\"' * (n // 2)
    yield "brackets", lambda n: "[{(" * (n // 3)
    yield "sentences", lambda n: "my secret is " * (n // 13)
    yield "values", lambda n: "password x " * (n // 11)
    yield "base64", lambda n: "QUJD" * (n // 4)


DENSE = {
    "a line of JWT headers": "eyJhbGciOiJIUzI1NiJ9.",
    "a line of logins": "x://a:b@c ",
    "a line of headers": "Bearer abcdefghijkl123 ",
    "a line of keys": "key='abcdefghijklmnop' ",
    "lines of passwords": "password: 'hunter2xyz'\n",
    "armours": "-----BEGIN RSA " + "PRIVATE KEY-----\n",
    "escapes": "\\u0041\\u0042\\u0043\\u0044\\u0045\\u0046 ",
}
"""Texts that are secrets and nothing else: 1 MB of them has 40,000 marks to make."""


def goals_of_adversaries() -> None:
    """R7: the longest time for 1 MB, and the largest growth when the text doubles."""
    gate = Gate(key=KEY, patterns=["(a+)+b{3}", "(x*)*y{4}"])
    gate.check("password=warm2up!")
    for name, make in adversaries():
        half, whole = (min(_timed(gate, make(n)) for _ in range(3)) for n in (500_000, 1_000_000))
        figure = f"{whole * 1e3:.0f} ms, x {whole / half:.2f}"
        show(f"R7 {name}", "<= 100 ms, <= x 2.3", figure, whole <= 0.1 and whole / half <= 2.3)
    for name, unit in DENSE.items():
        half, whole = (_timed(gate, unit * (n // len(unit))) for n in (500_000, 1_000_000))
        figure = f"{whole * 1e3:.0f} ms, x {whole / half:.2f}"
        show(f"R7 {name}", "<= 2 s, <= x 2.3", figure, whole <= 2 and whole / half <= 2.3)


def goal_of_repetition(folder: str) -> None:
    """R9: texts drawn from the vectors and from random characters; cleaning again and JSON change nothing."""
    draw, gate = random.Random(9), Gate(key=KEY)
    rows = [row["text"] for row in vectors(folder, "positives")]
    letters = string.printable + "äñ密é😀"
    changed = broken = 0
    for _ in range(DRAWS):
        first, second = draw.choices(rows, k=2)
        joint = "".join(draw.choices(letters, k=draw.randrange(12)))
        text = first[draw.randrange(4) :][:2000] + joint + second[:2000]
        clean = gate.clean(text)
        changed += gate.clean(clean) != clean
        try:
            json.loads(gate.clean(json.dumps({"text": text})))
        except ValueError:
            broken += 1
    show(f"R9 cleaned twice, {DRAWS} draws", "0 change", str(changed), changed == 0)
    show(f"R9 JSON stays JSON, {DRAWS} draws", "0 break", str(broken), broken == 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vectors", help="folder of test vectors")
    parser.add_argument("texts", nargs="*", help="files and folders of ordinary text")
    args = parser.parse_args()
    goals_of_recall(args.vectors)
    goals_of_natural_text(args.texts)
    goals_of_adversaries()
    goal_of_repetition(args.vectors)


if __name__ == "__main__":
    main()
