"""Which words are counted to find the passages that correct others."""

from collections.abc import Callable

import apsw
import pytest

from backstory.api import Memory
from backstory.base import corrections
from backstory.base.path_codec import encode_path
from backstory.base.put_questions import find_passages
from backstory.base.visibility import View
from backstory.model.session import Prompt, Session

Opened = Callable[..., Memory]
OLD = "The export writes one file for each customer into the bucket named ledger-eu."


def count_words(memory: Memory, monkeypatch: pytest.MonkeyPatch, later: str) -> set[str]:
    """The words that are counted for what was said first, when something else was said later."""
    commit, branch = memory.head
    prompts = (Prompt(OLD, "2026-11-18T10:00:00Z", line=1), Prompt(later, "2026-11-18T10:05:00Z", line=5))
    memory.sessions.write(Session(
        id="s1", agent="claude-code", branch=branch, commit=commit, ended="2026-11-18T11:00:00Z", answered=True,
        prompts=prompts,
    ))  # fmt: skip
    counted: set[str] = set()
    weigh = corrections._Words._weigh

    def noting(words: corrections._Words, word: str) -> float:
        counted.add(word)
        return weigh(words, word)

    monkeypatch.setattr(corrections._Words, "_weigh", noting)
    view = View(encode_path(memory.project.root))

    def run(con: apsw.Connection) -> None:
        corrections.with_corrections(con, view, find_passages(con, view, "bucket ledger-eu", 1))

    memory.renewed().run(run)
    return counted


def test_a_passage_that_shares_one_word_has_none_counted(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    assert count_words(opened(), monkeypatch, "Actually every customer calls us instead.") == set()


def test_the_words_of_a_sentence_that_shares_two_are_counted(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = count_words(opened(), monkeypatch, "Actually the export goes to one bucket for all of them.")
    assert {"export", "bucket", "ledger"} <= counted
