"""What a person asked and the agent never answered, because the person went on before it did."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.base.unspaced import is_asking
from backstory.model.session import Session
from backstory.model.text import one_line
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.asides import Exchange, split_exchanges
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.content import Note
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.relative_dates import describe_time
from backstory.recall.text.shorten import shorten_text
from backstory.recall.text.substance import split_sentences

LABEL: Final = "asked, and not answered"
_MOST: Final = 3
"""Questions that a brief tells, the last ones."""
_RECENT: Final = 3
"""Sessions whose questions are still of interest."""
_LONGEST: Final = 40
"""Tokens of a question."""
_ANSWERS: Final = 0.6
"""Share of the words of a question from which a later answer speaks of it."""
_FEWEST: Final = 2
"""Words that say what a question is about."""
_WORTH: Final = 1.5
"""Worth of the terms of a question that is about something."""

_ASKS: Final = Pattern(
    r"(?:(?:and|so|oh|um|uh|also|but|wait|well|okay|ok|hm+|und|aber|et|mais|y|pero)\b,? )*"
    r"(?:what|why|how|when|where|which|who|does|do|is|are|will|would|should|did|was|were|has|have"
    r"|was|warum|wieso|wie|wann|wo|welche[rsnm]?|wer|gibt|ist|sind|kann|können|muss"
    r"|qu['’]est|quoi|pourquoi|comment|quand|où|quel(?:le)?s?|qui|est-ce"
    r"|qué|por qué|cómo|cuándo|dónde|cuál(?:es)?|quién)\b",
    re.IGNORECASE,
)
"""How a question begins that has no mark, as in what is dictated."""
_WORK: Final = Pattern(
    r"\b(?:can|could|would|will|(?:do|would) you mind|kannst|könntest|würdest|können|könnten|peux|pourrais|pouvez"
    r"|pourriez|puedes|podrías)[- ](?:you|du|sie|tu|vous)\b|\b(?:puedes|podrías|shall we|should i)\b",
    re.IGNORECASE,
    wide=r"[帮幫]我|能不能|可不可以|てもらえ|してくれ|해 ?줄(?:래| 수)",
)
"""How a question asks for work."""
_MARKS: Final = ("?", "？")
_SIGNS: Final = (".", "!", "。", "！", ":", ";")


def unanswered_notes(moment: BriefRequest, past: PastWork) -> list[Note]:
    """The questions of the person about this work that nobody answered, the oldest first."""
    sessions = past.own if past.has_own_branch else past.sessions[:1]
    rows = list(_list_unanswered(sessions[:_RECENT]))[:_MOST]
    return [
        Note(
            label=LABEL,
            text=shorten_text(text, _LONGEST),
            detail=describe_time(exchange.prompt.made, moment.relative_to) if exchange.prompt else "",
            session=session.id,
            made=exchange.prompt.made if exchange.prompt else "",
        )
        for session, exchange, text in reversed(rows)
    ]


def merge_questions(notes: Sequence[Note], questions: Sequence[Note]) -> list[Note]:
    """The notes and the unanswered `questions`. What was asked last and is one of them stands once."""
    texts = {one_line(one.text) for one in questions}
    rest = [one for one in notes if not (one.label.startswith("asked last") and one_line(one.text) in texts)]
    return [*rest, *questions]


def _list_unanswered(sessions: Sequence[Session]) -> Iterator[tuple[Session, Exchange, str]]:
    """Yields the questions without an answer, the last one first."""
    later: list[frozenset[str]] = []
    for session in sessions:
        exchanges = split_exchanges(session)
        for place in range(len(exchanges) - 1, -1, -1):
            exchange = exchanges[place]
            following = exchanges[place + 1 : place + 2]
            if exchange.prompt and not exchange.answers and not exchange.runs and following:
                for question in _list_questions(exchange.prompt.text):
                    if not _is_spoken_of(question, later):
                        yield session, exchange, question
            later += [word_stems(answer.text) for answer in exchange.answers]
            if exchange.prompt:
                later += [word_stems(exchange.prompt.text)]


def _list_questions(prompt: str) -> list[str]:
    """The questions of a prompt that are about something and ask for no work."""
    sentences = split_sentences(prompt)
    is_dictated = not any(sign in prompt.rstrip(".") for sign in (*_MARKS, *_SIGNS))
    return [
        one
        for one in sentences
        if (one.rstrip("\"')*_ ").endswith(_MARKS) or is_asking(one) or (is_dictated and _begins_question(one)))
        and not _asks_for_work(one)
        and len(word_stems(one)) >= _FEWEST
        and sum(merge_terms([one]).values()) >= _WORTH
    ]


@judged
def _asks_for_work(sentence: str) -> bool:
    return bool(_WORK.search(sentence))


@judged
def _begins_question(sentence: str) -> bool:
    return bool(_ASKS.match(sentence))


def _is_spoken_of(question: str, later: Sequence[frozenset[str]]) -> bool:
    """Whether something that was uttered later speaks of what a question asks."""
    stems = word_stems(question)
    return any(len(stems & other) >= _ANSWERS * len(stems) for other in later)
