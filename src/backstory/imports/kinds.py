"""Chooses the kind of a record by the word that another tool has for it."""

from typing import Final

from backstory.model.kinds import KINDS, find_kind

_WORDS: Final = {
    "architecture": "decision", "design": "decision", "adr": "decision",
    "bug": "failure", "bugfix": "failure", "error": "failure", "gotcha": "failure", "problem": "failure",
    "discovery": "fact", "knowledge": "fact", "semantic": "fact", "info": "fact", "learning": "fact",
    "convention": "pattern", "workflow": "pattern", "procedure": "pattern", "procedural": "pattern",
    "config": "fact", "constraint": "rule", "instruction": "rule", "guideline": "rule", "todo": "task",
    "session_summary": "summary", "session-summary": "summary", "episodic": "note",
}  # fmt: skip
_MOMENTARY: Final = ("task", "checkpoint", "handoff", "source")
"""Words for work in progress in other tools. It describes a moment that is over, so a note takes its place."""


def is_lasting(word: str) -> bool:
    """Whether a word is the name of a kind whose records do not merely describe one moment."""
    kind = KINDS.get(word)
    return kind is not None and not kind.momentary


def choose_kind(word: str) -> str:
    """Return the kind of a word of another tool; `note` for a word that says nothing."""
    word = word.strip().lower()
    kind = find_kind(_WORDS.get(word, word))
    return kind.name if kind is not None and kind.name not in _MOMENTARY else "note"
