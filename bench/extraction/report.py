"""Prints how well labelled messages were read: precision, recall, curves and the confusion of kinds."""

from collections import Counter
from collections.abc import Iterator, Sequence

from labels import NONE, OPEN, Labelled

KINDS = ("rule", "decision", "attempt", "finding", "state", "next", "blocker", "question", "command")
LASTING = ("rule", "decision", "attempt", "finding", "command")
"""Kinds that become records."""
LOADED = 0.72
"""Confidence from which a record is loaded: `MIN_CONFIDENCE` of `memory.intake.candidates`."""
LEVELS = (0.62, LOADED, 0.77, 0.82, 0.87, 0.92)

Taken = dict[str, float]
Pair = tuple[tuple[str, ...], Taken]


def print_report(title: str, readings: Sequence[tuple[Labelled, list[Taken]]]) -> None:
    """Prints what was taken out of messages against their labels."""
    print(f"== {title}: {len(readings)} messages")
    for name, person in (("person", True), ("agent", False)):
        pairs = [pair for message, taken in readings if message.person is person for pair in _pair(message, taken)]
        print(f"-- {name}: {len(pairs)} sentences, {sum(labels != NONE for labels, _ in pairs)} worth keeping")
        for level in LEVELS:
            print(f"   records from {level:.2f}: {_score_records(pairs, level)}")
        for kind in KINDS:
            print(f"   {kind:9} {_score_kind(pairs, kind)}")
        _print_confusion(pairs)


def _pair(message: Labelled, taken: list[Taken]) -> Iterator[Pair]:
    """The certain labels of each sentence, with what was taken out of it."""
    for labels, one in zip(message.labels, taken, strict=True):
        if labels != OPEN:
            yield tuple(label for label in labels if label != "open") or NONE, one


def _score_records(pairs: Sequence[Pair], level: float) -> str:
    """Precision and recall of what becomes a record, and how much of it is worth keeping as whatever kind."""
    given = [(labels, one) for labels, one in pairs if any(one.get(kind, 0) >= level for kind in LASTING)]
    right = sum(any(label in LASTING for label in labels) for labels, _ in given)
    exact = sum(any(one.get(label, 0) >= level for label in labels) for labels, one in given)
    worth = sum(labels != NONE for labels, _ in given)
    there = sum(any(label in LASTING for label in labels) for labels, _ in pairs)
    count = max(1, len(given))
    return (
        f"{len(given)} taken, precision {right / count:.2f} (same kind {exact / count:.2f},"
        f" worth keeping {worth / count:.2f}), recall {right / max(1, there):.2f} of {there}"
    )


def _score_kind(pairs: Sequence[Pair], kind: str) -> str:
    """Precision and recall of a kind, of what is loaded."""
    given = [labels for labels, one in pairs if one.get(kind, 0) >= LOADED]
    right = sum(kind in labels for labels in given)
    worth = sum(labels != NONE for labels in given)
    there = sum(kind in labels for labels, _ in pairs)
    count = max(1, len(given))
    return (
        f"{len(given)} taken, precision {right / count:.2f} (worth keeping {worth / count:.2f}),"
        f" recall {right / max(1, there):.2f} of {there}"
    )


def _print_confusion(pairs: Sequence[Pair]) -> None:
    """Prints, for each label, what its sentences were taken for."""
    counts = Counter(_compare(labels, one) for labels, one in pairs)
    columns = [*KINDS, "-"]
    print("   label     " + "".join(f"{name[:6]:>7}" for name in columns))
    for label in (*KINDS, "none"):
        row = [counts[label, name] for name in columns]
        if any(row):
            print(f"   {label:9} " + "".join(f"{count:7}" for count in row))


def _compare(labels: tuple[str, ...], one: Taken) -> tuple[str, str]:
    """The label of a sentence and what it was taken for: the same kind, if one of its labels is."""
    loaded = [kind for kind, confidence in one.items() if confidence >= LOADED]
    agreed = next((kind for kind in loaded if kind in labels), None)
    return agreed or labels[0], agreed or next(iter(loaded), "-")
