"""What a person reports that withdraws something which the memory holds: `Sean merged, api.py is free`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from backstory.agents.turns import Turn
from backstory.capture.rules.trial_prompts import is_trial
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
        for before, one in _pair(_read_lasting(turn.text))
        if reports(one.text)
    ]


def _read_lasting(prompt: str) -> Sequence[Sentence]:
    """The sentences of a prompt; none of one for a trial, whose permissions end with it."""
    sentences = read_sentences(prompt, person=True)
    return () if is_trial(sentences) else sentences


def _pair(sentences: Sequence[Sentence]) -> Iterator[tuple[str, Sentence]]:
    """Yields each sentence with the words of the one before it."""
    before = ""
    for one in sentences:
        yield before, one
        before = one.text
