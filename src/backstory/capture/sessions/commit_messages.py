"""What commit messages state: decisions, and commits that were taken back.

Precision comes first: a sentence counts only if it says that somebody decided.
"""

import re
from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern
from backstory.model.text import one_line

MAX_SENTENCE: Final = 400
MIN_REASON: Final = 25
_REVERT: Final = Pattern(r'^Revert "(?P<subject>.+)"(?: \(#\d+\))?$')
_REVERTED: Final = Pattern(
    r"This reverts commit [0-9a-f]{7,40}(?:,\s+reversing\s+changes made to [0-9a-f]+)?\.?", re.IGNORECASE
)
_MERGE: Final = Pattern(r"merge (?:branch|remote|commit|tag|[\w./-]+ into )", re.IGNORECASE)
"""A merge that was reverted says nothing of what was tried."""
_REAPPLY: Final = Pattern(r'^(?:Reapply|Re-apply|Reland|Re-land):? "(?P<subject>.+)"(?: \(#\d+\))?$')
_UNDONE: Final = Pattern(r"\bThis reverts commit ([0-9a-f]{7,40})\b", re.IGNORECASE)
_BUMP: Final = Pattern(
    r"^(?:[\w()./-]+: )?(?:bump|upgrade|update|downgrade|pin|unpin)\b.*?(?:\bv?\d+\.\d[\w.+-]*"
    r"|\bversions?\b|\bdep(?:endencie)?s\b|\bdependency\b)|^\w+\(deps(?:-dev)?\)",
    re.IGNORECASE,
)
"""A new version of something else. Without a reason, that it was taken back says nothing of a way that failed."""
_PEOPLE: Final = Pattern(
    r"\b(?:as|to|from|of) (?:an? |the |our )?(?:list of )?(?:\w+ )?(?:(?:co-?)?(?:maintainers?|authors?|owners?)"
    r"|codeowners|contributors?|reviewers?|sponsors?|committers?|members?|translators?)(?: (?:list|file))?\W*$",
    re.IGNORECASE,
)
"""Who belongs to the project."""
_AGAIN: Final = Pattern(
    r"\b(?:(?:switch|go|mov|chang|com|get)(?:e?s|e|ed|ing)? back to|(?:return|revert)(?:s|ed|ing)? to"
    r"|bring(?:s|ing)? back|re-?(?:introduc|enabl|add|instat|stor|land|appl)(?:e|es|ed|ing|s|y|ies|ied)?)"
    r" (?P<what>.+)$",
    re.IGNORECASE,
)
_USE_AGAIN: Final = Pattern(
    r"^(?:[\w()./-]+: )?(?:use|try|add|enable|support)s? (?P<what>.+?) again\W*$", re.IGNORECASE
)
_LEFT_BEHIND: Final = Pattern(
    r"\b(?:from|instead of|rather than|over) \S+|\breplace[sd]? .+? (?=with\b|by\b)", re.IGNORECASE
)
"""What a change leaves behind. A later commit that returns to it does not try the change again."""
_REMOVAL: Final = Pattern(r"^(?:[\w()./-]+: )?(?:remov|drop|delet|stop|disabl|get rid)\w*", re.IGNORECASE)
_TOKEN: Final = Pattern(r"[^\W_][\w:./-]*")
_LIGHT: Final = frozenset(
    ["a", "an", "the", "this", "that", "for", "of", "in", "on", "with", "to", "and", "as", "it", "its", "our"]
)
_NUMBER: Final = Pattern(r" \(#\d+\)$")
_NO_REASON: Final = Pattern(r"^(?:\W|(?:revert|reapply|fix|clos|relat|see|ref|issue|bug)\w*\b)", re.IGNORECASE)
_TRAILER: Final = Pattern(r"^(?:[A-Z][A-Za-z-]+: \S|\(cherry picked|---)")
_DECIDED: Final = Pattern(
    r"\b(?:(?:we|i|the team|maintainers)(?:'ve| have| had)? (?:decided|opted|agreed|chose)"
    r"(?: \w+)? (?:to|for|against|not|on)\b|(?:was|were|been) decided (?:to|that|against|not)\b)",
    re.IGNORECASE,
)
_DECIDING: Final = ("decided", "opted", "agreed", "chose")
_SENTENCE: Final = Pattern(
    r"(?<=[.!?])(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bz\.B\.)(?<!\bvs\.)(?<!\b(?:cf|ca)\.)\s+(?=[A-Z`\"'(])"
)
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


def find_undone(message: str) -> list[str]:
    """The ids, maybe abbreviated, of the commits that this one takes back."""
    return [match[1].lower() for match in _UNDONE.finditer(message)] if "reverts commit" in message.lower() else []


def find_returned(message: str) -> frozenset[str]:
    """The words of what a commit goes back to: `Switch back to X`, `Re-add X`, `Use X again`. Empty for others."""
    subject = _NUMBER.sub("", one_line(message.strip().partition("\n")[0]))
    if _REVERT.match(subject):
        return frozenset()
    match = _AGAIN.search(subject) or _USE_AGAIN.match(subject)
    return _words_of(_LEFT_BEHIND.sub(" ", match["what"])) if match else frozenset()


def is_returned(change: str, returned: frozenset[str]) -> bool:
    """Whether a change that was taken back is what a later commit goes back to, given the words of that."""
    if not returned or _REMOVAL.match(change):
        return False
    return returned <= _words_of(_LEFT_BEHIND.sub(" ", change))


def _words_of(text: str) -> frozenset[str]:
    words = {word.lower().rstrip(".:/-") for word in _TOKEN.findall(text)}
    return frozenset(words - _LIGHT)


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
        if _PEOPLE.search(change) or (_BUMP.search(change) and not is_reason):
            return []
        return [CommitStatement("attempt", change, reason if is_reason else "", subject)]
    if match := _DECIDED.search(subject):
        what, _, why = subject[match.start() :].partition(": ")
        return [CommitStatement("decision", subject if not why else subject[: match.start()] + what, why, subject)]
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
