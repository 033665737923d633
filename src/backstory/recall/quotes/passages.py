"""The passages of a talk that a brief may quote: groups of sentences that still hold, and what each counts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.base.reversals import REVISED
from backstory.recall.past.openings import permits, says_goodbye
from backstory.recall.past.planned_steps import puts_off
from backstory.recall.quotes.grouping import begins_with_pronoun, group_sentences, list_telling
from backstory.recall.quotes.lifted_rules import TOUCHED
from backstory.recall.quotes.outdated_clauses import says_outdated
from backstory.recall.quotes.passing_states import is_over
from backstory.recall.quotes.quote_worth import measure_value, measure_worth
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import USER, Utterance
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.coverage import Text, merge_terms
from backstory.recall.text.lengths import count_tokens
from backstory.recall.text.likeness import repeats_any, word_stems
from backstory.recall.text.momentary_orders import holds_back, is_done_at_once
from backstory.recall.text.stance import settles

PLACES: Final = 10_000
"""Places of the order that an utterance takes."""
_RECORDED_FACTOR: Final = 1.8
"""What a passage counts that was made a record."""
_DOUBTFUL: Final = 0.4
"""What a passage counts that may be out of date."""
_FAR: Final = 0.15
"""What a passage counts of a session that has nothing to do with the last one."""
_SAME: Final = 0.8
"""Share of the words of a text from which another one says it."""
_DANGLING: Final = 0.6
"""What a passage counts that begins so, because what it speaks of is not quoted with it."""
_SHORTEST_CAP: Final = 60
"""Tokens up to which no sentence is shortened to its clauses. A large brief has room for longer ones."""
_ASCII_OF_TOKEN: Final = 3
"""Characters for each token up to which a sentence of ASCII is not long."""
_REASON: Final = 2.0
"""What it counts in worth of terms that a clause says what not, or why."""
_LEAST_VALUE: Final = 0.1
"""How likely one sentence of a passage of an earlier session has to be worth its tokens."""
_LEAST_OF_LAST: Final = 0.03
"""The same in the last session, which says where the work stands."""
_FEW_WORDS: Final = 4
"""Words of a title up to which many sentences may have them."""
_WHOLE: Final = 0.7
"""Share of the words of a sentence that such a title has to be."""


class Passage(NamedTuple):
    """Sentences of an utterance that are quoted together or not at all."""

    places: tuple[int, ...]
    """Where each sentence stands in the talk."""
    utterance: Utterance
    sentences: tuple[str, ...]
    factor: float
    """How much its terms count."""
    nearness: float
    """How much they count because of what its session was about."""
    even: float
    """How much its terms count as long as little of its session is told."""

    @property
    def place(self) -> int:
        return self.places[0]


class _Weighed(NamedTuple):
    """A passage that still holds, and what of it is the same in every brief."""

    passage: Passage
    stems: frozenset[str]
    terms: Mapping[str, float]
    cost: int
    """Tokens."""


def weigh_passages(
    talk: Talk,
    outdated: Sequence[frozenset[str]],
    recorded_titles: Sequence[frozenset[str]],
    whole: int,
    even: float,
) -> Iterator[tuple[Passage, Text]]:
    """Yields the passages that a brief may quote, in order, and their texts. `whole`: of `group_sentences`; `even`:
    what the first passages of earlier sessions count."""
    titles = [(title, _SAME * len(title)) for title in recorded_titles]
    current = (_leave_out(one, outdated) if outdated else one for one in _read_passages(talk, whole))
    held = (one for one in current if not repeats_any(one.stems, outdated))
    for key, (passage, stems, terms, cost) in enumerate(held):
        for title, least in titles:
            if len(stems & title) >= least and (len(title) >= _FEW_WORDS or _has_title(passage, title)):
                passage = passage._replace(
                    factor=passage.factor * _RECORDED_FACTOR, even=passage.even * _RECORDED_FACTOR
                )
                break
        source, number = 1 + passage.place // PLACES, passage.utterance.number
        yield passage, Text(key, terms, cost, passage.factor, source, number, even * passage.even if number else 0.0)


def _leave_out(weighed: _Weighed, outdated: Sequence[frozenset[str]]) -> _Weighed:
    """A passage without its sentences that say what no longer holds; one without stems where none is left."""
    passage = weighed.passage
    kept = [place for place, text in enumerate(passage.sentences) if not says_outdated(text, outdated)]
    if len(kept) == len(passage.sentences):
        return weighed
    sentences = tuple(passage.sentences[place] for place in kept)
    passage = passage._replace(sentences=sentences, places=tuple(passage.places[place] for place in kept))
    stems = word_stems(" ".join(sentences))
    return _Weighed(passage, stems, merge_terms(sentences), sum(map(count_tokens, sentences)))


def _has_title(passage: Passage, title: frozenset[str]) -> bool:
    """Whether a sentence of a passage says little more than a title of few words, which other sentences have, too."""
    return any(len(title) >= _WHOLE * len(stems) and title <= stems for stems in map(word_stems, passage.sentences))


@lru_cache(maxsize=2)
def _read_passages(talk: Talk, whole: int) -> tuple[_Weighed, ...]:
    """The passages that say something and still hold, in the order of the talk."""
    return tuple(_list_passages(talk, whole))


def _list_passages(talk: Talk, whole: int) -> Iterator[_Weighed]:
    for number, utterance in enumerate(talk.utterances):
        for group in group_sentences(utterance, list_telling(talk, utterance), whole):
            measured = [(talk.measure_revision(utterance, sentence), sentence) for sentence in group]
            is_former_order = utterance.label == USER and utterance.number > 0
            sentences = [
                sentence
                for revision, sentence in measured
                if revision < REVISED
                and not (is_former_order and holds_back(sentence))
                and not (talk.is_done_with(utterance, sentence) or is_over(utterance, sentence))
                and not (
                    utterance.label == USER
                    and (says_goodbye(sentence) or permits(sentence) or puts_off(sentence) or is_done_at_once(sentence))
                )
            ]
            least = _LEAST_VALUE if utterance.number else _LEAST_OF_LAST
            if not sentences or max(measure_value(utterance, text) for text in sentences) < least:
                continue
            revised = max(revision for revision, sentence in measured if sentence in sentences)
            places = tuple(number * PLACES + utterance.sentences.index(sentence) for sentence in sentences)
            nearness = _FAR + (1 - _FAR) * talk.measure_nearness(utterance.session)
            worth = max(measure_worth(talk, utterance, sentence) for sentence in sentences)
            worth *= _DOUBTFUL if revised >= TOUCHED else 1.0
            worth *= _DANGLING if begins_with_pronoun(sentences[0]) else 1.0
            factor = nearness * talk.measure_freshness(utterance) * worth
            sentences = [_shorten(text, utterance, max(whole, _SHORTEST_CAP)) for text in sentences]
            passage = Passage(places, utterance, tuple(sentences), factor, nearness, nearness**0.5 * worth)
            cost = sum(map(count_tokens, sentences))
            yield _Weighed(passage, word_stems(" ".join(sentences)), merge_terms(sentences), cost)


def _shorten(text: str, utterance: Utterance, tokens: int) -> str:
    """A long sentence by its clauses. The first one of an agent's says what the others are about."""
    if len(text) <= _ASCII_OF_TOKEN * tokens and text.isascii():
        return text
    return shorten_to_clauses(text, tokens, _favour_reasons, leads=utterance.label != USER)


def _favour_reasons(place: int, clause: str) -> float:
    """What a clause counts more that says what not, or why."""
    return _REASON * settles(clause)
