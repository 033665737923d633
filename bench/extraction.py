"""How well statements are found in conversations: precision, recall, confusion, on the two halves of the labels.

    python bench/extraction.py [--half tune|held|all] [--errors] [--by-label]

Each line of `bench/extraction/labels.jsonl` is a message with its statements marked (README.md there). What the code
finds is compared with the marks by the words that both have.
"""

import argparse
import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates, find_work_state

LABELS = Path(__file__).parent / "extraction" / "labels.jsonl"
MARK = re.compile(r"⟦([a-z/]+): (.*?)⟧", re.DOTALL)
KINDS = {"fact": "finding", "observation": "finding", "failure": "finding"}
"""Kind of a candidate -> the label that it has to carry, itself if it is not here."""


class Mark(NamedTuple):
    labels: frozenset[str]
    words: frozenset[str]
    text: str


class Guess(NamedTuple):
    label: str
    words: frozenset[str]
    text: str


def words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower()))


def matches(guess: Guess, mark: Mark) -> bool:
    smaller = min(len(guess.words), len(mark.words))
    return smaller > 0 and len(guess.words & mark.words) >= 0.6 * smaller


def guess_statements(role: str, text: str, before: list[Turn]) -> list[Guess]:
    """What is found in a message, given the message before it; `before` is moved on."""
    line = before[-1].line + 1 if before else 1
    turn = Turn("user" if role == "user" else "assistant", text, line=line)
    candidates = find_candidates([*before, turn], known_paths=lambda path: False)
    before[:] = [turn]
    guesses = [
        Guess("command" if "command" in one.tags else KINDS.get(one.kind, one.kind), words(one.quote), one.text)
        for one in candidates
        if one.line == line and "accepted" not in one.tags
    ]
    if role == "assistant":
        state = find_work_state(text)
        for label, items in zip(("state", "next", "blocker", "question"), state, strict=True):
            guesses += [Guess(label, words(item), item) for item in items]
    return list({(one.label, one.words): one for one in guesses}.values())


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--half", default="tune", choices=("tune", "held", "all"))
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    right: Counter[str] = Counter()
    given: Counter[str] = Counter()
    wanted: Counter[str] = Counter()
    got: Counter[str] = Counter()
    confusion: Counter[tuple[str, str]] = Counter()
    statements = 0
    before: list[Turn] = []
    conversation = ""
    for line in LABELS.read_text("utf-8").splitlines():
        row = json.loads(line)
        if options.half not in ("all", row["half"]):
            continue
        if row["conversation"] != conversation:
            conversation, before = row["conversation"], []
        marks = [Mark(frozenset(m[1].split("/")), words(m[2]), m[2]) for m in MARK.finditer(row["text"])]
        text = MARK.sub(lambda m: m[2], row["text"])
        statements += len(marks) + len(re.findall(r"[.!?。！？](?:\s|$)|\n", MARK.sub("", row["text"])))
        guesses = guess_statements(row["role"], text, before)
        for mark in marks:
            if "open" in mark.labels:
                continue
            name = "/".join(sorted(mark.labels))
            wanted[name] += 1
            if any(matches(guess, mark) and guess.label in mark.labels for guess in guesses):
                got[name] += 1
            elif options.errors:
                print(f"MISSED {name}: {mark.text}", file=sys.stderr)
        for guess in guesses:
            near = [mark for mark in marks if matches(guess, mark)]
            if any(guess.label in mark.labels for mark in near):
                given[guess.label] += 1
                right[guess.label] += 1
                confusion[guess.label, guess.label] += 1
            elif not any("open" in mark.labels for mark in near):
                given[guess.label] += 1
                truth = "/".join(sorted(near[0].labels)) if near else "none"
                confusion[guess.label, truth] += 1
                if options.errors:
                    print(f"WRONG {guess.label} (is {truth}): {guess.text}", file=sys.stderr)
    print(
        json.dumps(
            {
                "half": options.half,
                "statements": statements,
                "marks": sum(wanted.values()),
                "precision": round(sum(right.values()) / max(1, sum(given.values())), 3),
                "recall": round(sum(got.values()) / max(1, sum(wanted.values())), 3),
                "labels": {
                    label: f"{right[label]}/{given[label]} right" for label in sorted(given)
                },
                "found": {label: f"{got[label]}/{wanted[label]}" for label in sorted(wanted)},
                "confusion": {f"{a} for {b}": n for (a, b), n in sorted(confusion.items()) if a != b},
            },
            indent=1,
        )
    )  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
