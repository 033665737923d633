"""Reads labelled conversations: the sentences of each message, and the labels that each of them may carry."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from backstory.capture.text.prose import Sentence, read_sentences

MARK = re.compile(r"⟦([a-z/]+): (.*?)⟧", re.DOTALL)
NONE = ("none",)
OPEN = ("open",)


class Labelled(NamedTuple):
    """A message, and the labels of its sentences."""

    source: str
    half: str
    person: bool
    text: str
    sentences: list[Sentence]
    labels: list[tuple[str, ...]]
    """The labels of each sentence. `open` counts neither way."""
    last: bool
    """Whether it is an agent's last message before the next prompt."""
    before: str
    """The message before it."""
    weight: float


def read_labels(path: Path, weight: float = 1.0) -> Iterator[Labelled]:
    """The messages of a file of labels. `weight` says how much they count when weights are fitted."""
    rows: list[dict[str, Any]] = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for place, row in enumerate(rows):
        following = rows[place + 1] if place + 1 < len(rows) else {}
        former = rows[place - 1] if place else {}
        goes_on = following.get("conversation") == row["conversation"] and following["role"] == "assistant"
        person = row["role"] == "user"
        text = MARK.sub(lambda match: match[2], row["text"])
        sentences = read_sentences(text, person=person)
        yield Labelled(
            source=row["conversation"] if row["source"] in ("use", "made up") else row["source"],
            half=row["half"],
            person=person,
            text=text,
            sentences=sentences,
            labels=list(_label(row, sentences, person=person)),
            last=row.get("last", not person and not goes_on),
            before=row.get("before")
            or (former.get("text", "") if former.get("conversation") == row["conversation"] else ""),
            weight=weight,
        )


def _label(row: dict[str, Any], sentences: list[Sentence], *, person: bool) -> Iterator[tuple[str, ...]]:
    """The labels of sentences: by their text where a row lists them, else by the marks in the message."""
    if "sentences" in row:
        given = {text: tuple(labels) for text, labels in row["sentences"]}
        yield from (given.get(sentence.text, OPEN) for sentence in sentences)
        return
    marks = [(tuple(match[1].split("/")), match[2]) for match in MARK.finditer(row["text"])]
    yield from (find_mark(sentence.text, marks) for sentence in sentences)


def find_mark(sentence: str, marks: list[tuple[tuple[str, ...], str]]) -> tuple[str, ...]:
    """The labels of the mark that a sentence is in, or that is in it."""
    own = _words(sentence)
    best, most = NONE, 0.0
    for labels, text in marks:
        theirs = _words(text)
        shared, smaller = len(own & theirs), min(len(own), len(theirs))
        if smaller and _overlaps(sentence, " ".join(text.split()), shared / smaller):
            value = shared / len(own | theirs)
            if value > most:
                best, most = labels, value
    return best


def _overlaps(sentence: str, mark: str, share: float) -> bool:
    """Whether a mark and a sentence are the same statement."""
    return share >= 0.8 or (share >= 0.6 and (sentence[:25] in mark or mark[:25] in sentence))


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.lower()))
