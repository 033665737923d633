"""Passes journal lines that leave the machine through the gate again, a session as one text.

Every line passed the gate when it was written. But a newer gate may know more rules, and a line may have been written
by hand. Only lines with findings are redacted, one by one; all others leave unchanged.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from backstory.model.event import Event
from backstory.redact.paths import RANDOM
from backstory.redact.verdict import is_named_secret
from backstory.store.event_lines import encode_event
from backstory.store.journal import Journal
from backstory.store.struct_redaction import KEYS

if TYPE_CHECKING:
    from backstory.redact.gate import Gate


def redact_lines(lines: Sequence[tuple[bytes, Event]], journal: Journal) -> bytes:
    """The lines, each with its event, as they may leave the machine."""
    suspects = _with_findings([event for _, event in lines], journal.gate)
    out: list[bytes] = []
    for number, (raw, event) in enumerate(lines):
        clean = journal.redact(event) if number in suspects else event
        out.append(raw + b"\n" if clean == event else encode_event(clean))
    return b"".join(out)


def _with_findings(events: Sequence[Event], gate: "Gate") -> set[int]:
    """Numbers of the events in which the gate may find something; one too many costs time only."""
    texts, names = _Text(), _Text()
    suspects: set[int] = set()
    for number, event in enumerate(events):
        texts.add(number, event.kind)
        for name in (event.session, event.agent):
            names.add(number, name)
        for key, value, leaves in _leaves("", event.data, False):
            (names if leaves else texts).add(number, value)
            if key and is_named_secret(key.encode("utf-8", "replace"), value.encode("utf-8", "replace")):
                suspects.add(number)
    suspects.update(texts.hit(gate, frozenset()))
    suspects.update(names.hit(gate, RANDOM))
    return suspects


def _leaves(key: str, value: object, named: bool) -> Iterator[tuple[str, str, bool]]:
    """(key, text, whether it is a name) of every text and number in a value, and of every key."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield "", str(name), False
            yield from _leaves(str(name), item, name in KEYS)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _leaves("", item, named)
    elif isinstance(value, str) or type(value) is int:
        yield key, str(value), named


class _Text:
    """Texts of events joined line by line, and which event each part is of."""

    def __init__(self) -> None:
        self.parts: dict[str, list[int]] = {}

    def add(self, number: int, text: str) -> None:
        if len(text) >= 4:
            self.parts.setdefault(text, []).append(number)

    def hit(self, gate: "Gate", harmless: frozenset[str]) -> set[int]:
        starts: list[int] = []
        position = 0
        for text in self.parts:
            starts.append(position)
            position += len(text) + 1
        owners = list(self.parts.values())
        out: set[int] = set()
        for finding in gate.check("\n".join(self.parts)).findings:
            if finding.rule not in harmless:
                first, last = (bisect_right(starts, place) - 1 for place in (finding.start, finding.end - 1))
                for index in range(first, last + 1):
                    out.update(owners[index])
        return out
