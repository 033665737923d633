"""How well statements are found in conversations: precision, recall and confusion by kind, tuning and held.

    python bench/extraction.py [LABELS.jsonl ...] [--half tune|held] [--recalled] [--errors]

Each line of a file of labels is a message with its statements marked (`bench/extraction/README.md`). A conversation is
read as a whole, and what is found is compared with the marks by the words that both have.
"""

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates, find_work_state

LABELS = Path(__file__).parent / "extraction"
MARK = re.compile(r"⟦([a-z/]+): (.*?)⟧", re.DOTALL)
KINDS = {"fact": "finding", "observation": "finding", "failure": "finding"}
"""Kind of a candidate -> the label that it has to carry, itself if it is not here."""
LOADED = 0.72
"""Confidence from which a candidate is loaded; below, only `recall` finds it (`MIN_CONFIDENCE` of
`memory.intake.candidates`)."""
STATE = ("state", "next", "blocker", "question")
"""Labels of what is kept with the session and not as a record."""


class Span(NamedTuple):
    """A marked statement, or one that was found."""

    labels: tuple[str, ...]
    text: str

    @property
    def words(self) -> frozenset[str]:
        return frozenset(re.findall(r"\w+", self.text.lower()))


class Score:
    """Counts over conversations."""

    def __init__(self) -> None:
        self.given: Counter[str] = Counter()
        self.right: Counter[str] = Counter()
        self.wanted: Counter[str] = Counter()
        self.got: Counter[str] = Counter()
        self.confusion: Counter[str] = Counter()
        self.messages = 0

    def add(self, marks: list[Span], guesses: list[Span]) -> Iterator[str]:
        """Adds a message; yields its errors."""
        self.messages += 1
        for mark in marks:
            if "open" not in mark.labels:
                yield from self._add_mark(mark, guesses)
        for guess in guesses:
            yield from self._add_guess(guess, marks)

    def _add_mark(self, mark: Span, guesses: list[Span]) -> Iterator[str]:
        name = mark.labels[0]
        self.wanted[name] += 1
        if any(is_near(guess, mark) and guess.labels[0] in mark.labels for guess in guesses):
            self.got[name] += 1
        else:
            yield f"MISSED {'/'.join(mark.labels)}: {mark.text}"

    def _add_guess(self, guess: Span, marks: list[Span]) -> Iterator[str]:
        near = [mark for mark in marks if is_near(guess, mark)]
        label = guess.labels[0]
        if any(label in mark.labels for mark in near):
            self.given[label] += 1
            self.right[label] += 1
        elif not any("open" in mark.labels for mark in near):
            self.given[label] += 1
            truth = near[0].labels[0] if near else "none"
            self.confusion[f"{label} for {truth}"] += 1
            yield f"WRONG {label} (is {truth}): {guess.text}"

    def summary(self) -> dict[str, object]:
        labels = sorted({*self.given, *self.wanted})
        kept = [label for label in labels if label not in STATE]
        return {
            "messages": self.messages,
            "marks": self.wanted.total(),
            "all": self._figures(labels),
            "kept as records": self._figures(kept),
            "by label (right/found, of marked)": {
                label: f"{self.right[label]}/{self.given[label]}, {self.got[label]} of {self.wanted[label]}"
                for label in labels
            },
            "confusion": dict(self.confusion.most_common()),
        }

    def _figures(self, labels: list[str]) -> dict[str, float]:
        given, wanted = (sum(counter[label] for label in labels) for counter in (self.given, self.wanted))
        right, got = (sum(counter[label] for label in labels) for counter in (self.right, self.got))
        return {"precision": round(right / max(1, given), 3), "recall": round(got / max(1, wanted), 3)}


def is_near(guess: Span, mark: Span) -> bool:
    smaller = min(len(guess.words), len(mark.words))
    return smaller > 0 and len(guess.words & mark.words) >= 0.6 * smaller


def find_spans(turns: list[Turn], least: float) -> dict[int, list[Span]]:
    """What is found in a conversation, by the line of its message."""
    spans: dict[int, list[Span]] = {turn.line: [] for turn in turns}
    for one in find_candidates(turns, known_paths=lambda path: False):
        label = "command" if "command" in one.tags else KINDS.get(one.kind, one.kind)
        if "accepted" not in one.tags and one.confidence >= least:
            spans[one.line].append(Span((label,), one.quote))
    for turn in turns:
        if turn.role == "assistant":
            state = find_work_state(turn.text)
            spans[turn.line] += [
                Span((label,), item) for label, items in zip(STATE, state, strict=True) for item in items
            ]
    return {line: list(dict.fromkeys(found)) for line, found in spans.items()}


def score(rows: list[dict[str, str]], half: str, errors: bool, least: float) -> Score:
    result = Score()
    for _, group in groupby((row for row in rows if row["half"] == half), key=lambda row: row["conversation"]):
        messages = list(group)
        turns = [
            Turn("user" if row["role"] == "user" else "assistant", MARK.sub(lambda m: m[2], row["text"]), line=line)
            for line, row in enumerate(messages, 1)
        ]
        spans = find_spans(turns, least)
        for line, row in enumerate(messages, 1):
            marks = [Span(tuple(m[1].split("/")), m[2]) for m in MARK.finditer(row["text"])]
            for error in result.add(marks, spans[line]):
                if errors:
                    print(f"{row['source']}: {error}")
    return result


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("labels", nargs="*", type=Path, default=sorted(LABELS.glob("*.jsonl")))
    parser.add_argument("--half", default="", choices=("", "tune", "held", "use"))
    parser.add_argument("--recalled", action="store_true", help="count what is only recalled and not loaded, too")
    parser.add_argument("--errors", action="store_true")
    options = parser.parse_args()
    for path in options.labels:
        rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
        for half in [options.half] if options.half else sorted({row["half"] for row in rows}):
            summary = score(rows, half, options.errors, 0.0 if options.recalled else LOADED).summary()
            print(json.dumps({"labels": path.name, "half": half, **summary}, indent=1, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
