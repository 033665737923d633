"""What commit messages state: decisions, and commits that were taken back.

Precision comes first: a sentence counts only if it says that somebody decided.
"""

import re
from typing import Final, NamedTuple

from backstory.capture.patterns import Pattern
from backstory.model.text import one_line

MAX_SENTENCE: Final = 400
MIN_REASON: Final = 25
_REVERT: Final = Pattern(r'^Revert "(?P<subject>.+)"(?: \(#\d+\))?$')
_REVERTED: Final = Pattern(
    r"This reverts commit [0-9a-f]{7,40}(?:,\s+reversing\s+changes made to [0-9a-f]+)?\.?", re.IGNORECASE
)
_MERGE: Final = Pattern(r"merge (?:branch|remote|commit|tag|[\w./-]+ into )", re.IGNORECASE)
"""A merge that was reverted says nothing of what was tried."""
_REAPPLY: Final = Pattern(r'^Reapply "(?P<subject>.+)"(?: \(#\d+\))?$')
_NUMBER: Final = Pattern(r" \(#\d+\)$")
_NO_REASON: Final = Pattern(r"^(?:\W|(?:revert|reapply|fix|clos|relat|see|ref|issue|bug)\w*\b)", re.IGNORECASE)
_TRAILER: Final = Pattern(r"^(?:[A-Z][A-Za-z-]+: \S|\(cherry picked|---)")
_DECIDED: Final = Pattern(
    r"\b(?:(?:we|i|the team|maintainers)(?:'ve| have| had)? (?:decided|opted|agreed|chose)"
    r"(?: \w+)? (?:to|for|against|not|on)\b|(?:was|were|been) decided (?:to|that|against|not)\b)",
    re.IGNORECASE,
)
_DECIDING: Final = ("decided", "opted", "agreed", "chose")
_SENTENCE: Final = Pattern(r"(?<=[.!?])\s+(?=[A-Z`\"'(])")
_PARAGRAPH: Final = Pattern(r"\n[ \t]*\n")
_NO_PROSE: Final = ("    ", "\t", ">", "```", "|", "* ", "- ")


class CommitStatement(NamedTuple):
    """What a commit message states: a `decision`, or an `attempt` that was taken back."""

    kind: str
    text: str
    why: str
    quote: str


def may_state(message: str) -> bool:
    """Whether a commit message may state something: most have none of the words, and are read no further."""
    text = message.lower()
    return text.lstrip().startswith(("revert", "reapply")) or any(word in text for word in _DECIDING)


def find_landed(message: str) -> str:
    """The subject of the change that a commit brings in, as `name_change` gives it; empty for one that takes it back.

    That of a change which was taken back and brought again is the same: `Reapply "X"`, `Revert "Revert "X""`.
    """
    subject, is_out = _unwrap(one_line(message.strip().partition("\n")[0]))
    return "" if is_out else name_change(subject)


def _unwrap(subject: str) -> tuple[str, bool]:
    """The subject of the change that a commit is about, and whether it takes that back."""
    is_out = False
    while match := _REVERT.match(subject) or _REAPPLY.match(subject):
        is_out ^= subject.startswith("Revert")
        subject = match["subject"]
    return subject, is_out


def name_change(subject: str) -> str:
    """A subject by which a change is known again, whoever merged it."""
    return " ".join(_NUMBER.sub("", subject).replace("`", "").lower().split())


def find_commit_statements(message: str) -> list[CommitStatement]:
    """The statement of a commit message, if it makes one."""
    subject, _, body = message.strip().partition("\n")
    subject = one_line(subject)
    text = "\n".join(line for line in body.splitlines() if not _TRAILER.match(line))
    change, is_out = _unwrap(subject)
    if change != subject and (not is_out or _MERGE.match(change)):
        return []
    if is_out:
        reason = one_line(_REVERTED.sub("", text), MAX_SENTENCE)
        is_reason = len(reason) >= MIN_REASON and not _NO_REASON.match(reason)
        return [CommitStatement("attempt", change, reason if is_reason else "", subject)]
    decided = (sentence for sentence in _split_sentences(text) if _DECIDED.search(sentence))
    return [CommitStatement("decision", subject, sentence, sentence) for sentence in decided][:1]


def _split_sentences(text: str) -> list[str]:
    """The sentences of a text. Lists, quotes and code are left out."""
    sentences: list[str] = []
    for paragraph in _PARAGRAPH.split(text):
        lines = paragraph.splitlines()
        if not any(line.startswith(_NO_PROSE) for line in lines):
            whole = one_line(" ".join(lines))
            sentences += [one for one in _SENTENCE.split(whole) if 20 <= len(one) <= MAX_SENTENCE]
    return sentences
