"""What the person asked for in the talk: the last wording of each wish, those that came back first.

A wish that had to be said again in other words is the strongest there is. Only wishes about the work count: an order
to run, to install or to commit is done with the moment.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from backstory.base.unspaced import is_unspaced
from backstory.recall.quotes.standing_orders import is_firm
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import USER, Utterance
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.lengths import count_tokens
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.momentary_orders import is_done_at_once
from backstory.recall.text.stance import asks, is_account, is_errand, is_passing, is_writing

_AGAIN: Final = 0.4
"""Least share of the weight of the shorter wish that two wishes about the same thing have in common."""
_SHARED: Final = 2
"""Fewest stems that they share."""
_FEWEST: Final = 3
"""Terms of the work that a wish names."""
_COMES_BACK: Final = 4
"""Utterances that name a term of the work, where no file, commit or step does."""
_LONGEST: Final = 60
"""Tokens above which a sentence is an account of its matter and not a wish."""


class Wish(NamedTuple):
    """A sentence of a prompt that says how something is to be."""

    utterance: Utterance
    text: str
    score: float
    times: int
    """Number of prompts with it."""


def find_wishes(talk: Talk, utterances: Sequence[Utterance]) -> list[Wish]:
    """The wishes that hold, in the order of the talk. Of several about the same thing the last one counts, or the last
    that holds for longer."""
    topic = talk.work_terms | _list_recurring(utterances)
    rows = [(one, list(_read(one))) for one in sorted(utterances, key=lambda one: -one.number)]
    weights = _weigh_stems([text for _, texts in rows for text in texts])
    wishes: list[Wish] = []
    for utterance, texts in rows:
        for text in texts:
            named = {term for term, worth in read_terms(text).items() if worth >= 1 and term in topic}
            many = len(named) - sum(map(is_unspaced, named)) / 2  # two pairs of characters name about one word
            if many < _FEWEST:
                continue
            stems = word_stems(text)
            former = [one for one in wishes if _is_same(stems, word_stems(one.text), weights)]
            count = 1 + sum(one.times for one in former)
            wishes = [one for one in wishes if one not in former]
            score = math.sqrt(many) * (1 + math.log(count)) * talk.measure_freshness(utterance)
            lasting = [] if is_firm(text) else [one for one in former if is_firm(one.text)]
            wishes.append(
                lasting[-1]._replace(score=score, times=count) if lasting else Wish(utterance, text, score, count)
            )
    return wishes


def _read(utterance: Utterance) -> Iterator[str]:
    """Yields the sentences of a prompt that say how something is to be."""
    if utterance.label != USER or utterance.is_aside:
        return
    for text in utterance.sentences:
        if (
            asks(text)
            and not (is_account(text) or is_errand(text) or is_passing(text) or is_writing(text) or text.endswith(":"))
            and not is_done_at_once(text)
            and count_tokens(text) <= _LONGEST
        ):
            yield text


def _weigh_stems(texts: Sequence[str]) -> dict[str, float]:
    """Stem -> how well it identifies a wish. A stem that most wishes of the talk share identifies little."""
    counts = Counter(chain.from_iterable(map(word_stems, texts)))
    return {stem: math.log((1 + len(texts)) / count) for stem, count in counts.items()}


def _is_same(stems: frozenset[str], other: frozenset[str], weights: Mapping[str, float]) -> bool:
    both = stems & other
    shared, one, two = (math.fsum(map(weights.__getitem__, some)) for some in (both, stems, other))
    return shared >= _AGAIN * min(one, two) and len(both) >= min(_SHARED, len(stems), len(other))


def _list_recurring(utterances: Sequence[Utterance]) -> frozenset[str]:
    """The terms that come back again and again in the talk."""
    counts = Counter(chain.from_iterable(one.terms for one in utterances))
    return frozenset(term for term, count in counts.items() if count >= _COMES_BACK)
