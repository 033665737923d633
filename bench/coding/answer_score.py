"""What of an answer counts as right, stale, leaked or silent."""

import re
from typing import Any

Row = dict[str, Any]
ENTRY = re.compile(r"^[0-9a-z]{8}  \d{4}-\d\d-\d\d  ")
MARKED = re.compile(r"\b(superseded|retracted|untrusted|other project)\b|\[replaced by ")
"""Words by which the output says that an entry is not to be taken as it stands."""
FIRST = 5


def split_entries(text: str) -> list[str]:
    """The entries of what `recall` prints: a line with an id, and the lines below it."""
    entries: list[str] = []
    for line in text.splitlines():
        if ENTRY.match(line):
            entries.append(line)
        elif entries and line.startswith(" "):
            entries[-1] += "\n" + line
    return entries


def score_answer(question: Row, entries: list[str], text: str) -> dict[str, bool]:
    """How an answer does: names of measures -> whether they hold. Only those that the question asks for are there.

    `right` and `first`: an entry among the first five, or the first, says the fact.
    `stale`, `leaked`: an entry without a mark says what the question's `never` names; a secret anywhere counts.
    `silent`: there is no entry.
    """
    scores: dict[str, bool] = {}
    if says := question.get("says"):
        scores["right"] = any(re.search(says, entry) for entry in entries[:FIRST])
        scores["first"] = any(re.search(says, entry) for entry in entries[:1])
    if never := question.get("never"):
        measure = "stale" if question["kind"] == "current" else "leaked"
        if question["kind"] == "secret":
            scores[measure] = bool(re.search(never, text))
        else:
            scores[measure] = any(re.search(never, entry) and not MARKED.search(entry) for entry in entries)
    if question["kind"] == "none":
        scores["silent"] = not entries
    return scores


def summarise(rows: list[tuple[Row, dict[str, bool]]]) -> Row:
    """The measures of a suite: shares of `right`, `first` and `silent`, numbers of the others, and `right` by kind."""
    result: Row = {"questions": len(rows)}
    for measure in ("right", "first", "silent"):
        values = [scores[measure] for _, scores in rows if measure in scores]
        result[measure] = round(sum(values) / len(values), 3) if values else None
    for measure in ("stale", "leaked", "invented"):
        result[measure] = sum(scores.get(measure, False) for _, scores in rows)
    kinds: dict[str, list[bool]] = {}
    for question, scores in rows:
        if "right" in scores:
            kinds.setdefault(question["kind"], []).append(scores["right"])
    result["by_kind"] = {kind: f"{sum(values)}/{len(values)}" for kind, values in kinds.items()}
    return result
