"""Statements about now in the words of a session: what of them was replaced since they were uttered."""

from typing import Final

import msgspec

from backstory.recall.quotes.talk import Talk
from backstory.recall.work.now_section import Statement

_LABELS: Final = frozenset(("task", "last session ended with", "asked last", "next", "still open"))
"""Labels of statements in the words of a session."""


def mark_changed_words(statement: Statement, talk: Talk) -> Statement:
    """The task as it was asked first and what the last session ended with, with what was replaced since."""
    note = statement.note
    if note.label not in _LABELS or not note.session:
        return statement
    text = talk.mark_changed(note.text) if note.label == "task" else note.text
    utterance = talk.find_utterance(note.text) if text == note.text else None
    text = text if utterance is None else talk.mark_changed(text, utterance)
    return statement._replace(note=msgspec.structs.replace(note, text=text))
