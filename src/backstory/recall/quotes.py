"""Quotes the sessions of the work: the passages that together tell most of what was uttered there.

Passages of the person and of the agent compete by what they add to what the brief tells anyway (`coverage`). So a
brief tells what mattered in a conversation also where nothing was made a record of it.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.recall.content import Note
from backstory.recall.coverage import Coverage, Text, choose_texts, merge_terms, read_terms
from backstory.recall.days import describe_day
from backstory.recall.likeness import repeats_any, word_stems
from backstory.recall.moment import BriefRequest
from backstory.recall.substance import is_idle, measure_signs
from backstory.recall.talk import ANSWER, REVISED, SUB_AGENT, TOUCHED, USER, Talk, Utterance

_SPEAKERS: Final = {USER: 1.3, ANSWER: 1.0, SUB_AGENT: 0.9}
"""What a passage counts by who uttered it."""
_AGE: Final = 0.97
"""What a passage of the session before counts, relative to one of the last session."""
_SIGNS: Final = 0.15
"""What each point of `measure_signs` adds to a passage."""
_TAKEN: Final = 1.3
"""What a passage counts that was made a record."""
_ASIDE: Final = 0.3
"""What a passage counts of an exchange that leads nowhere."""
_DOUBTFUL: Final = 0.4
"""What a passage counts that may be out of date."""
_FAR: Final = 0.15
"""What a passage counts of a session that has nothing to do with the last one."""
_SAME: Final = 0.8
"""Share of the words of a text from which another one says it."""
_REST: Final = 2.5
"""Worth of the terms of what is left of a passage, below which it says nothing by itself."""
_STATEMENT: Final = 4
"""Words from which a statement is told by the sentence that holds them."""
_FEW: Final = 4.0
"""Worth of the terms of a sentence below which it stands with the next one."""
_LONGEST: Final = 60
"""Tokens from which no sentence is added to a passage."""
_LEAST: Final = 1.2
"""What a passage has to add."""
_REPEATED: Final = 0.2
"""What is left of the worth of a term that the brief tells beside the quotes."""


class Quote(NamedTuple):
    """A passage as a note, with its place in the order of the talk."""

    place: int
    note: Note


class _Passage(NamedTuple):
    place: int
    utterance: Utterance
    sentences: tuple[str, ...]
    factor: float
    """How much its terms count."""
    nearness: float
    """How much they count because of what its session was about."""


def quote_talk(
    moment: BriefRequest,
    talk: Talk,
    statements: Collection[str],
    outdated: Collection[str] = (),
    taken: Collection[str] = (),
) -> list[Quote]:
    """Returns the passages of the last sessions, at each step the one that adds most for its length.

    `statements`: texts that the brief has anyway. `outdated`: texts that no longer hold; what repeats them is left out.
    `taken`: titles of records that were taken from the talk and for which the passage stands.
    """
    passages = list(_weigh(talk, _list_stems(outdated), _list_stems(taken)))
    texts = [_make_text(key, passage) for key, passage in enumerate(passages)]
    coverage = Coverage(texts)
    for text in statements:
        coverage.tell(read_terms(text), _REPEATED)
    covered = _list_stems(statements)
    quotes: list[Quote] = []
    spent = 0
    for choice, gain in choose_texts(coverage, texts):
        if spent > 2 * moment.budget:
            break
        passage = passages[choice.key]
        if gain < _LEAST * passage.nearness:
            continue
        news = [sentence for sentence in passage.sentences if not _is_covered(sentence, covered)]
        if news and (len(news) == len(passage.sentences) or sum(merge_terms(news).values()) >= _REST):
            covered += _list_stems(news)
            text = " ".join(talk.mark_changed(sentence, passage.utterance) for sentence in news)
            quotes.append(_make_quote(passage, text, moment))
            spent += choice.cost
    return quotes


def _is_covered(sentence: str, covered: Iterable[frozenset[str]]) -> bool:
    """Whether a text has nearly all words of a sentence, or nearly all but those with which it is introduced."""
    stems = word_stems(sentence)
    return len(stems) > 2 and any(
        len(shared := stems & other) >= _SAME * len(stems) or _only_introduces(sentence, shared, other)
        for other in covered
    )


def _only_introduces(sentence: str, shared: frozenset[str], other: frozenset[str]) -> bool:
    """Whether a sentence holds a whole statement, and beside it no name and no number."""
    if len(other) < _STATEMENT or len(shared) < _SAME * len(other):
        return False
    return not any(worth > 1 and not word_stems(term) <= other for term, worth in read_terms(sentence).items())


def _make_text(key: int, passage: _Passage) -> Text:
    cost = sum(map(estimate_tokens, passage.sentences))
    return Text(key, merge_terms(passage.sentences), cost, passage.factor)


def _list_stems(texts: Iterable[str]) -> list[frozenset[str]]:
    return [stems for text in texts if (stems := word_stems(text))]


def _make_quote(passage: _Passage, text: str, moment: BriefRequest) -> Quote:
    utterance = passage.utterance
    session = utterance.session
    where = session.branch if session.branch != moment.branch else ""
    detail = ", ".join(filter(None, (describe_day(utterance.made or session.ended, moment.day), where)))
    note = Note(label=utterance.label, text=text, detail=detail, session=session.id, made=utterance.made)
    return Quote(passage.place, note)


def _weigh(talk: Talk, outdated: Sequence[frozenset[str]], taken: Sequence[frozenset[str]]) -> Iterator[_Passage]:
    """Yields the passages that say something and still hold, in the order of the talk."""
    place = 0
    for utterance in talk.utterances:
        for sentences in _join_short(_list_telling(talk, utterance)):
            stems = word_stems(" ".join(sentences))
            revised = max(talk.measure_revision(utterance, sentence) for sentence in sentences)
            place += 1
            if revised >= REVISED or repeats_any(stems, outdated):
                continue
            nearness = _FAR + (1 - _FAR) * talk.nearness[utterance.session.id]
            factor = nearness * max(_measure(utterance, sentence) for sentence in sentences)
            factor *= _DOUBTFUL if revised >= TOUCHED else 1.0
            factor *= _TAKEN if any(len(stems & title) >= _SAME * len(title) for title in taken) else 1.0
            yield _Passage(place, utterance, tuple(sentences), factor, nearness)


def _list_telling(talk: Talk, utterance: Utterance) -> list[str]:
    """The sentences of an utterance, an empty one for each that says nothing."""
    last = len(utterance.sentences) - 1
    return [
        "" if is_idle(text, is_last=number == last) or talk.is_routine(utterance, text) else text
        for number, text in enumerate(utterance.sentences)
    ]


def _measure(utterance: Utterance, text: str) -> float:
    """How much a sentence counts by who uttered it, when, and what it holds beside its terms."""
    aside = _ASIDE if utterance.is_aside else 1.0
    return (1 + _SIGNS * measure_signs(text)) * _AGE**utterance.age * _SPEAKERS[utterance.label] * aside


def _join_short(sentences: Iterable[str]) -> Iterator[list[str]]:
    """Yields the sentences, a short one together with the next, which often gives its reason."""
    group: list[str] = []
    for sentence in sentences:
        if group and (not sentence or not _is_short(group)):
            yield group
            group = []
        if sentence:
            group.append(sentence)
    if group:
        yield group


def _is_short(group: Sequence[str]) -> bool:
    return sum(merge_terms(group).values()) < _FEW and sum(map(estimate_tokens, group)) <= _LONGEST
