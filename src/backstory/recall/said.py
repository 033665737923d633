"""What was said in the sessions of the work and no record holds, sentence by sentence, the most telling first.

Sentences of the person and of the agent compete by their own substance: what they name, decide, forbid or give as a
reason. So a brief knows what was said also where nothing was made a record of it.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.model.session import Session
from backstory.model.text import clean_text
from backstory.recall.content import Note
from backstory.recall.likeness import repeats_any, word_stems
from backstory.recall.moment import BriefRequest
from backstory.recall.sessions import PastWork, describe_day
from backstory.recall.substance import find_routine, sentence_shape, split_sentences, weigh_neighbours, weigh_sentence

USER: Final = "user"
ANSWER: Final = "answer"
SUB_AGENT: Final = "sub-agent"

MAX_READ: Final = 120_000
"""Characters of earlier sessions that are read, the newest first."""
MAX_REPORTS: Final = 6
"""Reports of sub-agents that are read of one session."""
_REVISED: Final = 0.3
"""Share of what a sentence says, its rare words counting more, from which a later correction replaces it."""
_OTHER_NUMBER: Final = 1.3
"""How much more a correction counts that names another number."""
_TOUCHED: Final = 0.2
"""The same from which it may be out of date."""
LEAST: Final = 1.9
"""Weight below which a sentence is not worth its room."""
_STRONG: Final = 3.0
"""Weight from which a sentence stands beside the records of the work."""
_AGE: Final = 0.95
"""What a sentence of the session before counts, relative to one of the last session."""
_SITTING: Final = 4_000
"""Characters of what was said that count as one session, however many it was said in."""
_PERSON: Final = 1.4
"""What a sentence of the person counts, relative to one of the agent."""
_ASIDE: Final = 0.3
"""The same for the answer to a question that is asked by the way."""

_BY_THE_WAY: Final = re.compile(
    r"\b(?:by the way|btw|out of curiosity|just (?:curious|wondering)|i (?:have )?never (?:quite |really )?"
    r"(?:got|get|understood|understand|remember|knew|know)|i must (?:be|admit)|someone asked|somebody asked|remind me"
    r"|übrigens|nebenbei|au fait|por cierto)\b",
    re.IGNORECASE,
)
_CORRECTION: Final = re.compile(
    r"\b(?:wrong|instead|no longer|(?:not )?any ?more|rather than|after all|scrap|overrul\w+|ambiguous|mistaken?"
    r"|changed? (?:it|that|this|my)|changed?:|switch(?:ed)? (?:it|to|over)|replaced? (?:it|by|with)|so it(?:'?s| is)"
    r"|(?:has|have)? decided|actually|and not a"
    r"|falsch|stattdessen|doch lieber|nicht mehr|faux|plutôt|en fait|mejor|ya no)\b",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(
    r"\b(?:\d+|one|two|three|four|five|six|ten|half|twice|an? (?:day|hour|week|minute))\b", re.IGNORECASE
)


class Said(NamedTuple):
    """A sentence as a note, with its place in the order of the talk."""

    place: int
    note: Note
    is_strong: bool
    """Whether it says as much as a record does."""


class _Utterance(NamedTuple):
    """What one side said at once."""

    session: Session
    age: int
    """Sessions that came after it, short ones together as one."""
    label: str
    made: str
    sentences: tuple[str, ...]
    is_aside: bool
    """Whether it is a question by the way, or what was answered to one."""


class _Correction(NamedTuple):
    when: int
    made: str
    words: frozenset[str]
    """Its stems, and those of the sentences beside it."""
    numbers: frozenset[str]


class _Sentence(NamedTuple):
    place: int
    utterance: _Utterance
    text: str
    weight: float
    words: frozenset[str]


def said_notes(moment: BriefRequest, talk: "Talk", told: Collection[str]) -> list[Said]:
    """The sentences of the last sessions, the most telling first, each once.

    `told`: texts that the brief has anyway, or that no longer hold. What repeats them is left out, and so is what a
    later sentence corrects.
    """
    heard = [words for text in told if (words := word_stems(text))]
    chosen: list[_Sentence] = []
    spent = 0
    for sentence in _by_worth(_weigh(talk)):
        if repeats_any(sentence.words, heard):
            continue
        heard.append(sentence.words)
        chosen.append(sentence)
        spent += estimate_tokens(sentence.text)
        if spent > 2 * moment.budget:
            break
    return [_make_said(sentence, moment) for sentence in chosen]


def _make_said(sentence: _Sentence, moment: BriefRequest) -> Said:
    utterance = sentence.utterance
    session = utterance.session
    where = session.branch if session.branch != moment.branch else ""
    detail = ", ".join(filter(None, (describe_day(utterance.made or session.ended, moment.day), where)))
    note = Note(label=utterance.label, text=sentence.text, detail=detail, session=session.id, made=utterance.made)
    return Said(sentence.place, note, sentence.weight >= _STRONG)


def _read_utterances(past: PastWork) -> Iterator[_Utterance]:
    """What was said, the last session first, each session from its beginning."""
    left = MAX_READ
    for number, session in enumerate(past.sessions):
        age = min(number, (MAX_READ - left) // _SITTING)
        rows = _list_texts(session)
        aside = False
        for made, _, label, text in rows[-_count_fitting(rows, left) :]:
            if label == USER:
                aside = bool(_BY_THE_WAY.search(text)) and "?" in text
            left -= len(text)
            yield _Utterance(session, age, label, made, tuple(split_sentences(text)), aside)
        if left <= 0:
            return


def _count_fitting(rows: "Sequence[tuple[str, int, str, str]]", room: int) -> int:
    """How many of the last texts have room; at least one."""
    count = 0
    for row in reversed(rows):
        room -= len(row[3])
        if room < 0 and count:
            break
        count += 1
    return max(count, 1)


def _list_texts(session: Session) -> list[tuple[str, int, str, str]]:
    """When, place among those of one time, label and text of all that was said in a session, in order."""
    reports = [report for report in session.subagents if report.report][-MAX_REPORTS:]
    return sorted(
        (
            *((prompt.made, 0, USER, clean_text(prompt.text)) for prompt in session.prompts),
            *((report.made, 1, SUB_AGENT, clean_text(report.report)) for report in reports),
            *((answer.made, 2, ANSWER, clean_text(answer.text)) for answer in session.answers),
        ),
        key=lambda row: row[:2],
    )


def _weigh(talk: "Talk") -> Iterator[_Sentence]:
    """The sentences that say something, with their weights and with their places in the text."""
    place = 0
    for utterance in talk.utterances:
        gains = weigh_neighbours(utterance.sentences)
        for number, text in enumerate(utterance.sentences):
            place += 1
            if talk.is_routine(utterance, text):
                continue
            weight = weigh_sentence(text, number, len(utterance.sentences) - 1)
            words = word_stems(text)
            replaced = talk.measure_revision(utterance, text)
            if weight <= 0 or replaced >= _REVISED:
                continue
            weight = (weight + gains[number]) * (_PERSON if utterance.label == USER else 1.0) * _AGE**utterance.age
            is_aside = utterance.is_aside and (utterance.label == ANSWER or bool(_BY_THE_WAY.search(text)))
            weight *= (_ASIDE if is_aside else 1.0) * (0.4 if replaced >= _TOUCHED else 1.0)
            if weight >= LEAST:
                yield _Sentence(place, utterance, text, weight, words)


def _by_worth(sentences: Iterable[_Sentence]) -> list[_Sentence]:
    """The sentences by what they say for their length."""
    return sorted(sentences, key=lambda one: (-one.weight / (estimate_tokens(one.text) + 20) ** 0.5, one.place))


class Talk:
    """What was said in the last sessions: its words, how rare each is, and what later sentences correct."""

    def __init__(self, past: PastWork) -> None:
        self.utterances: Final = list(_read_utterances(past))
        self._count = Counter(chain.from_iterable(word_stems(" ".join(one.sentences)) for one in self.utterances))
        order = sorted(self.utterances, key=lambda one: -one.age)
        self._routine: Final = find_routine(one.sentences for one in self.utterances if one.label != USER)
        self._when = {id(one): when for when, one in enumerate(order)}
        self._corrections = [
            _Correction(when, one.made, *_read_words(" ".join(one.sentences[max(0, place - 1) : place + 2])))
            for when, one in enumerate(order)
            for place, text in enumerate(one.sentences)
            if _CORRECTION.search(text)
        ]

    def is_routine(self, utterance: _Utterance, text: str) -> bool:
        """Whether agents say a sentence again and again."""
        return utterance.label != USER and sentence_shape(text) in self._routine

    def is_revised(self, text: str, made: str) -> bool:
        """Whether something that was said later corrects a statement of a time."""
        later = [one for one in self._corrections if one.made > made] if made else []
        return self._measure_overlap(text, later) >= _REVISED

    def measure_revision(self, utterance: _Utterance, text: str) -> float:
        """How much of a sentence something speaks of that was said later, and that corrects something: 0 to 1."""
        when = self._when[id(utterance)]
        return self._measure_overlap(text, [one for one in self._corrections if one.when > when])

    def _measure_overlap(self, text: str, corrections: Sequence[_Correction]) -> float:
        """The largest share of what a text says that one of the corrections speaks of; rare words count more, and so
        does another number."""
        stems, numbers = _read_words(text)
        whole = self._share(stems)
        found = 0.0
        for one in corrections:
            shared = stems & one.words
            if len(shared) > 1:
                differs = bool(numbers and one.numbers - numbers)
                found = max(found, self._share(shared) / whole * (_OTHER_NUMBER if differs else 1.0))
        return found

    def _share(self, stems: Collection[str]) -> float:
        return sum(1 / max(1, self._count[stem]) for stem in stems)


def _read_words(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The stems of a text and its numbers."""
    return word_stems(text), frozenset(number.lower() for number in _NUMBER.findall(text))
