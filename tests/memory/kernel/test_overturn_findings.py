"""The next process takes over what a search for overturned statements found, and searches again if a text changed."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.memory.test_reversed_hits import say

from backstory.api import Memory
from backstory.base.overturns import findings
from backstory.base.overturns.findings import Finding, find_overturned
from backstory.base.passages import PassageHit
from backstory.memory.kernel import overturn_findings

Opened = Callable[..., Memory]

RETRIES = "Retry the upload of a report 3 times before it gives up."
MORE = "No, retry the upload of a report 5 times."
AGAIN = "No, retry the upload of a report 8 times."
TALK = (
    RETRIES, MORE, AGAIN, "The cache of the parser is broken.", "I was wrong, the cache of the parser is fine.",
    "Use the blue theme for every report.", "Drop the blue theme, use the green theme for every report.",
    "Keep `load_report` in `reader.py`. It has 20 rows and 3 columns.", "Actually make it 40 rows.", "Thanks!",
)  # fmt: skip


def recall(memory: Memory) -> list[str]:
    """What another process recalls."""
    memory.keep_findings()
    return [hit.text for hit in memory.recall_passages("how often is the upload of a report retried")]


def place(memory: Memory) -> Path:
    return Path(memory.project.private, "digests", "findings.json")


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The number of passages of each search that was not kept."""
    searches: list[int] = []
    search = findings._search

    def counted(ordered: Sequence[PassageHit], chosen: frozenset[int], *, only_sure: bool):  # type: ignore[no-untyped-def]
        searches.append(len(ordered))
        return search(ordered, chosen, only_sure=only_sure)

    monkeypatch.setattr(findings, "_search", counted)
    return searches


def test_the_same_is_not_searched_for_again(opened: Opened, searched: list[int]) -> None:
    say(opened(), RETRIES, MORE)
    first = recall(opened())
    assert any("[replaced by 5" in text for text in first)
    assert searched
    searched.clear()
    assert recall(opened()) == first
    assert searched == []


def test_nothing_is_kept_unless_asked_for(opened: Opened, searched: list[int]) -> None:
    say(opened(), RETRIES, MORE)
    opened().recall_passages("how often is the upload of a report retried")
    assert searched
    assert not place(opened()).exists()


def test_what_is_uttered_later_counts(opened: Opened, searched: list[int]) -> None:
    say(opened(), RETRIES, MORE)
    recall(opened())
    searched.clear()
    say(opened(), RETRIES, MORE, AGAIN)
    assert any("[replaced by 8" in text for text in recall(opened()))
    assert searched


def test_the_file_holds_no_word_of_the_talk(opened: Opened) -> None:
    say(opened(), RETRIES, MORE)
    recall(opened())
    text = place(opened()).read_text().lower()
    assert not any(word in text for word in ("retr", "upload", "report", "gives"))


@pytest.mark.parametrize("data", [b"", b"{", b"[1]", b'{"code": 1}', b'{"code": "x", "findings": {"a": ["b"]}}'])
def test_a_damaged_file_is_made_anew(opened: Opened, data: bytes) -> None:
    say(opened(), RETRIES, MORE)
    first = recall(opened())
    kept = place(opened()).read_bytes()
    place(opened()).write_bytes(data)
    assert recall(opened()) == first
    assert place(opened()).read_bytes() == kept


@pytest.mark.parametrize("places", [[7], [99, 0, 0, 0, 1, 0, 1, 0, 1, 1], [0, 99, 0, 0, 1, 0, 1, 0, 1, 1]])
def test_places_that_cannot_be_are_searched_for_anew(opened: Opened, places: list[int]) -> None:
    say(opened(), RETRIES, MORE)
    first = recall(opened())
    kept = json.loads(place(opened()).read_bytes())
    place(opened()).write_text(json.dumps(kept | {"findings": dict.fromkeys(kept["findings"], places)}))
    assert recall(opened()) == first


def test_findings_of_other_code_are_not_used(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, searched: list[int]
) -> None:
    say(opened(), RETRIES, MORE)
    first = recall(opened())
    searched.clear()
    monkeypatch.setattr(overturn_findings, "describe_code", lambda rooms: "other")
    assert recall(opened()) == first
    assert searched


def test_no_place_is_needed(opened: Opened) -> None:
    say(opened(), RETRIES, MORE)
    first = recall(opened())
    place(opened()).unlink()
    place(opened()).mkdir()
    assert recall(opened()) == first


def test_the_last_searches_are_kept(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    say(opened(), RETRIES, MORE)
    recall(opened())
    monkeypatch.setattr(overturn_findings, "MOST_KEPT", 1)
    memory = opened()
    memory.keep_findings()
    assert memory.findings is not None
    memory.findings.findings["new"] = []
    memory.findings.write()
    assert list(json.loads(place(opened()).read_bytes())["findings"]) == ["new"]


def describe(found: Sequence[Finding]) -> list[tuple[object, ...]]:
    return [tuple(getattr(one, name) for name in Finding.__slots__) for one in found]


@given(
    st.lists(st.tuples(st.sampled_from(TALK), st.sampled_from(["user", "assistant"]), st.booleans()), max_size=12),
    st.booleans(),
)
def test_what_is_kept_is_what_is_found(lines: list[tuple[str, str, bool]], only_sure: bool) -> None:
    hits = [
        PassageHit((number, role, f"2026-11-20T10:{number:02}:00Z", number // 2, text, 0, "s1", "", ""), 0.0)
        for number, (text, role, _) in enumerate(lines)
    ]
    chosen = frozenset(number for number, (_, _, is_chosen) in enumerate(lines) if is_chosen)
    kept: dict[str, list[int]] = {}
    first = describe(find_overturned(hits, chosen, only_sure=only_sure, kept=kept))
    again = describe(find_overturned(hits, chosen, only_sure=only_sure, kept=kept))
    assert first == again == describe(find_overturned(hits, chosen, only_sure=only_sure))
