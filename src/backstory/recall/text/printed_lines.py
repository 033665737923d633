"""Finds lines of a prompt that nobody wrote: a path alone, a log line, a heading of a report."""

import re
from typing import Final

from backstory.base.printed import looks_pasted
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.text.substance import split_sentences

_PRINTED: Final = Pattern(
    r"(?:[A-Za-z]:\\\S|\.{0,2}/?[\w.@-]+/\S+(?:\s+\S+){0,3}$|https?://\S+\W*$"
    r"|\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d{1,2}:\d\d:\d\d\b|\[(?:info|warn\w*|error|debug|trace|fatal)\b"
    r"|(?:current |changes |untracked |your branch )(?:git |pull |not |is |files\b|branch\b)[^.!?]*"
    r"(?:[:']|up to date\b)"
    r"|(?:title|state|author|labels?|assignees|reviewers|milestone|additions|deletions|modified|deleted|renamed):\s"
    r"|(?:uncaught |unhandled )(?:\(in promise\) |promise )?\w*(?:error|exception|rejection)\b"
    r"|(?:error|failed) (?:\w+ing|to \w+) [^:.!?]{2,60}: [\w.]*(?:error|exception): "
    r"|(?!.*\b(?:is|are|was|were|be|should|must|gets?)\b)(?:\w+ ){1,4}(?:loaded from \S+[\\/]\S+\W*$"
    r"|(?:listening|started|running|available) (?:on|at) (?:port )?(?:https?://|[\w.]+:\d|\d{2,5}\b)\S*\W*$)"
    r"|\w+ (?:\w+ ){0,2}detected, (?:skipping|using|ignoring) "
    r"|[a-z]\) |\w+ \"[^\"\n]+\": \w+)",
    re.IGNORECASE,
)
"""The beginning of a sentence that a program printed, or of an item in a pasted list."""
_DRIVE: Final = Pattern(r"^(?:\S+ ){0,5}\S+: [A-Z]:\\")
"""`The data is in: C:\\...`: where something is, and nothing to do."""
_RELEASE: Final = Pattern(
    r"\W{0,3}v?\d+(?:\.\d+)+\S*(?: (?:is|was|has been) (?:out|released|published|available))?\W*$", re.IGNORECASE
)
"""`8.2.0 is out`: news, and nothing to do."""


@judged
def is_printed(sentence: str) -> bool:
    """Whether a sentence of a prompt asks for nothing: a program printed it, or it only points at something."""
    return looks_pasted(sentence) or bool(
        _PRINTED.match(sentence) or _RELEASE.match(sentence) or _DRIVE.search(sentence)
    )


def list_written(prompt: str) -> list[str]:
    """The sentences of a prompt without printed ones."""
    return [sentence for sentence in split_sentences(prompt) if not is_printed(sentence)]
