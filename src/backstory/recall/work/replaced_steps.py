"""Which steps of earlier sessions a later list of what is left replaces, and of which later words speak."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from backstory.model.late_pattern import late_pattern
from backstory.model.session import TRUNKS, Session
from backstory.patterns.remaining_lists import asks_rest, lists_rest
from backstory.patterns.step_deeds import list_stems
from backstory.recall.past.step_likeness import repeats_step
from backstory.recall.text.substance import split_sentences

_REMARK: Final = late_pattern(r"(?:[,;(–—]| because | so that | since ).*", 0)
_FEW: Final = 2
"""Words of a step up to which one of them tells that it is spoken of; of more, as many are needed ..."""
_SHARE: Final = 0.4
"""... or this share of them."""
_VAGUE: Final = frozenset(
    ("how", "much", "many", "what", "whic", "when", "wher", "who", "why", "whet", "meas", "chec", "docu", "veri",
     "look", "find", "see", "try", "hand", "chan", "remo", "rena", "also", "all", "any", "some", "only", "not",
     "have", "has",     "was", "can", "will", "i", "we", "you", "n't", "stil", "yet", "more")
)  # fmt: skip
"""Stems of words that do not say what a step is about."""


def is_replaced(session: Session, steps: Sequence[str], later: Sequence[Session]) -> bool:
    """Whether a later session named all that is left, so that the list of an earlier one is over.

    On a branch of its own that is the same work. Elsewhere the two lists have to share a step.
    """
    for one in later:
        if one.started and session.ended and one.started < session.ended:
            continue  # at the same time
        is_same = session.branch not in ("", *TRUNKS) and one.branch == session.branch
        for named in _list_rests(one):
            if is_same or any(repeats_step(step, steps) for step in named):
                return True
    return False


def _list_rests(session: Session) -> Iterable[Sequence[str]]:
    """The lists of all that is left which a session gave, in the words of its answers or of the person."""
    for answer in session.answers:
        if answer.next and (lists_rest(answer.text) or _answers_question(session, answer.line, answer.made)):
            yield answer.next
    for prompt in session.prompts[-1:]:
        if session.next and lists_rest(prompt.text):
            yield session.next


def _answers_question(session: Session, line: int, made: str) -> bool:
    """Whether the prompt before an answer asks what is left."""
    before = [one for one in session.prompts if (one.line, one.made) <= (line, made)]
    last = split_sentences(before[-1].text)[-2:] if before else []
    return any(asks_rest(one.lower().replace("’", "'")) for one in last)


def leave_out_spoken(steps: Sequence[str], later: Sequence[Session]) -> list[str]:
    """The steps of which nothing in later sessions speaks."""
    texts = chain.from_iterable(map(_list_texts, later))
    subjects = (commit.subject for session in later for commit in session.commits)
    sentences = [_list_words(one) for one in chain(chain.from_iterable(map(split_sentences, texts)), subjects)]
    return [step for step in steps if not any(_speaks_of(_list_words(_REMARK.sub("", step)), one) for one in sentences)]


def _list_texts(session: Session) -> list[str]:
    """What was said in a session, and what it left open."""
    return [
        *(one.text for one in session.prompts),
        *(one.text for one in session.answers),
        *(one.text for one in session.remarks),
        *session.next,
    ]


def _speaks_of(step: frozenset[str], sentence: frozenset[str]) -> bool:
    shared = len(step & sentence)
    if not step:
        return False
    return shared >= 1 if len(step) <= _FEW else shared >= max(_FEW, _SHARE * len(step))


def _list_words(text: str) -> frozenset[str]:
    return list_stems(text.replace("-", " ").replace("=", " ").replace("/", " ")) - _VAGUE
