"""What a person reports that withdraws something which the memory holds: `Sean merged, api.py is free`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from backstory.agents.turns import Turn
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.sentence_ends import strip_end

_CONFIDENCE: Final = 0.84


def list_reports(turns: Iterable[Turn], reports: Callable[[str], bool]) -> list[Candidate]:
    """A candidate for each sentence of the person that `reports` something. It is of use only for what it withdraws."""
    return [
        Candidate(
            kind="decision",
            text=strip_end(one.text),
            quote=one.text,
            line=turn.line,
            made=turn.time,
            role="user",
            confidence=_CONFIDENCE,
            branch=turn.branch,
            before=before,
            revises=True,
            only_revises=True,
        )
        for turn in turns
        if turn.role == "user"
        for before, one in _pair(read_sentences(turn.text, person=True))
        if reports(one.text)
    ]


def _pair(sentences: Sequence[Sentence]) -> Iterator[tuple[str, Sentence]]:
    """Yields each sentence with the words of the one before it."""
    before = ""
    for one in sentences:
        yield before, one
        before = one.text
