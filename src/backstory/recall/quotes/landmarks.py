"""The landmarks of a conversation: what somebody else decided, what was given up and why, what a sub-agent found.

A brief tells them before any other passage. They are found by the course of the talk as much as by its words: a
proposal, an answer that speaks against it, and a person who turns to something else.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from backstory.patterns.pattern import Pattern
from backstory.recall.past.endings import is_farewell
from backstory.recall.quotes.people import list_people
from backstory.recall.quotes.standing_orders import find_orders
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import ANSWER, SUB_AGENT, USER, Utterance
from backstory.recall.quotes.wishes import find_wishes
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.idle_sentences import is_idle
from backstory.recall.text.lengths import count_tokens
from backstory.recall.text.refusals import REFUSAL, refuses, speaks_against, turns_away
from backstory.recall.text.settling import count_settling, follows
from backstory.recall.text.shorten import join_sentences
from backstory.recall.text.stance import is_passing, speaks_of_commits, takes_back
from backstory.recall.text.substance import measure_signs

SETTLED: Final = "settled"
GIVEN_UP: Final = "given up"
FINDING: Final = "finding"
WISH: Final = "wish"
ORDER: Final = "order"

_LONGEST: Final = 90
"""Tokens of a landmark."""
_AGE: Final = 0.25
"""What each later session takes from the score of a landmark."""
_MORE: Final = 0.1
"""What each landmark of the same kind and session takes from it."""
_LATER: Final = 3.0
"""Turns that a landmark waits for the better ones of other kinds where it counts nothing, less where it counts more."""
_NEAR: Final = 0.5
"""How near to the last one a session is of which landmarks are told."""
_LASTING: Final = 0.3
"""Score of a landmark, less for what was uttered long ago, below which it is a passage like others."""
_REPEATED_WISH: Final = 1.0
"""Score from which a wish that came back is told before other passages."""
_SINGLE_WISH: Final = 1.7
_MOST_WISHES: Final = 6
_LEAST_ORDER: Final = 0.5
"""Score from which an order is told before other passages."""
_MOST_ORDERS: Final = 8
_LASTS: Final = 0.6
"""Least weight of a landmark that does not fade."""
_REVISES: Final = 2.0
"""Score of a value in force that replaced another one."""
_BEGINNING: Final = 24
"""Characters by which a part of an utterance is found in it."""
_PROPOSAL: Final = 24  # tokens
_SUBJECT_WORTH: Final = 2.0
"""Worth of the terms of a sentence from which it says what it is about."""
_ENOUGH_SAID: Final = 8.0
"""Worth of the terms of what is said, from which it needs no sentence before it."""
_ENOUGH: Final = 0.8
"""Score from which an answer speaks against what was proposed."""
_DECIDES: Final = 1.0
"""Score from which a person passes on what somebody else decided."""

_PRONOUN: Final = Pattern(r"\b(?:she|he|her|him|his|their|they|sie|ihr|ihre|er|elle|lui|ella)\b", re.IGNORECASE)
_NUMBER: Final = Pattern(
    r"(?<![\w.])\d+|\b(?:(?<!first )(?<!second )(?<!last )(?<!other )(?<!that )(?<!this )(?<!the )one|two|three|four"
    r"|five|six|ten|twice|half|zero|zwei|drei|vier|fünf|zehn|deux|trois|dos|tres)\b"
    r"|\b\d+(?:ms|s|m|h|k|kb|mb|%)",
    re.IGNORECASE,
)
_OPENING: Final = 90
"""Characters at the beginning of a prompt that show whether the person turns to something else."""
_CONCLUDES: Final = Pattern(
    r"\b(?:so|therefore|hence|thus|then|instead|must|has to|have to|only|never|not|without|behind|before|after|safe"
    r"|closes|unless|as long as|i['’]d|also|deshalb|daher|muss|nur|donc|doit|por eso|debe)\b",
    re.IGNORECASE,
    wide=r"因此|所以|必[须須]|只[有能]|[应應][该該]|建[议議]|そのため|必要|べき|따라서|그래서|해야",
)


class Landmark(NamedTuple):
    """The sentences of an utterance that a brief tells before others."""

    kind: str
    utterance: Utterance
    sentences: tuple[str, ...]
    score: float
    names: tuple[str, ...] = ()
    """The people whom the utterance names."""
    subject: str = ""
    """What the person proposed, where the sentences do not say what was given up."""
    proposal: Utterance | None = None
    """Where it was proposed."""
    lasts: bool = False
    """Whether it holds however long ago it was said."""
    core: tuple[str, ...] = ()
    """The sentences for which it is one; the others only lead to them. Empty where each may be."""

    def find_person(self, text: str) -> str:
        """Who decided what a part of it says: the person named last before it. Empty where the part names somebody."""
        if any(name in text for name in self.names):
            return ""
        whole = " ".join(self.utterance.sentences)
        end = whole.find(text.removeprefix("… ").partition("…")[0].strip()[:_BEGINNING])
        return max(self.names, key=lambda name: whole.rfind(name, 0, max(end, 0)), default="")

    def shorten(self, tokens: int) -> str:
        """Its sentences in at most about `tokens` tokens."""
        text = join_sentences(self.sentences)
        if self.kind == SETTLED:
            return _shorten_decision(self.sentences, tokens)
        if self.kind == FINDING:
            return shorten_to_clauses(text, tokens, lambda _, clause: 2.0 * bool(_CONCLUDES.search(clause)))
        return shorten_to_clauses(
            text, tokens, lambda place, clause: 4 / (1 + place) + 6 * bool(REFUSAL.search(clause))
        )


@lru_cache(maxsize=1)
def find_landmarks(talk: Talk) -> tuple[Landmark, ...]:
    """The landmarks of the sessions of the work, the best first: of each kind in turn, so that none takes the room of
    others."""
    utterances = [one for one in talk.utterances if talk.measure_nearness(one.session) >= _NEAR]
    rows: dict[str, list[Landmark]] = {kind: [] for kind in (SETTLED, ORDER, GIVEN_UP, FINDING)}
    rows[WISH] = _list_wishes(talk, utterances)
    for landmark in chain.from_iterable(_read(talk, utterances, place) for place in range(len(utterances))):
        nearness = talk.measure_nearness(landmark.utterance.session)
        if landmark.score * nearness * talk.measure_standing(landmark.utterance) >= _LASTING:
            rows[landmark.kind].append(landmark)
    others = frozenset(chain.from_iterable(one.sentences for one in chain.from_iterable(rows.values())))
    rows[ORDER] = _list_orders(talk, utterances, others)
    ranked = [_alternate(row, talk) for row in rows.values()]
    places = [
        (rank + _LATER * (1 - min(1.0, one.score * _measure_standing(one, talk))), number, one)
        for number, row in enumerate(ranked)
        for rank, one in enumerate(row)
    ]
    return tuple(one for *_, one in sorted(places, key=lambda place: place[:2]))


def _measure_standing(landmark: Landmark, talk: Talk) -> float:
    """What a landmark counts by when it was uttered."""
    return max(talk.measure_standing(landmark.utterance), _LASTS if landmark.lasts else 0.0)


def _alternate(landmarks: Sequence[Landmark], talk: Talk) -> list[Landmark]:
    """Landmarks of one kind, the best first. Each counts less the more its session has before it."""
    ranked = sorted(
        landmarks,
        key=lambda one: (
            _AGE * one.utterance.age
            - one.score * max(talk.measure_freshness(one.utterance), _LASTS if one.lasts else 0.0)
        ),
    )
    places: Counter[int] = Counter()
    keys: list[float] = []
    for one in ranked:
        number = one.utterance.number
        keys.append(_AGE * number - one.score * _measure_standing(one, talk) + _MORE * places[number])
        places[number] += 1
    return [ranked[place] for place in sorted(range(len(ranked)), key=keys.__getitem__)]


def _list_wishes(talk: Talk, utterances: Sequence[Utterance]) -> list[Landmark]:
    """The wishes that were said again, and those that name much of the work."""
    wishes = sorted(find_wishes(talk, utterances), key=lambda wish: -wish.score)
    wishes = [one for one in wishes if not talk.is_done_with(one.utterance, one.text)]
    strong = [one for one in wishes if one.score >= (_REPEATED_WISH if one.times > 1 else _SINGLE_WISH)]
    return [Landmark(WISH, one.utterance, (one.text,), one.score) for one in strong[:_MOST_WISHES]]


def _list_orders(talk: Talk, utterances: Sequence[Utterance], others: Collection[str]) -> list[Landmark]:
    """What the person laid down, the surest first. `others`: sentences of other landmarks."""
    orders = [one for one in find_orders(utterances) if not talk.is_done_with(one.utterance, one.text)]
    orders = [one for one in orders if one.score >= _LEAST_ORDER and one.text not in others]
    orders.sort(
        key=lambda one: (
            -one.score * (1.0 if one.lasts else talk.measure_standing(one.utterance)),
            one.utterance.number,
        )
    )
    chosen = [(one, _take_room(_add_reasons(one.utterance, (one.text,)))) for one in orders[:_MOST_ORDERS]]
    return [
        Landmark(ORDER, one.utterance, texts, one.score, lasts=one.lasts, core=(one.text,)) for one, texts in chosen
    ]


def _read(talk: Talk, utterances: Sequence[Utterance], place: int) -> Iterator[Landmark]:
    """Yields the landmarks of one utterance."""
    utterance = utterances[place]
    if utterance.label == USER:
        if takes_back(" ".join(utterance.sentences[:2])):
            yield from _read_taken_back(utterance, _former_prompt(utterances, place))
            return
        landmark = None if utterance.is_aside else _read_settled(utterance)
        revising = talk.list_revising(utterance)
        if landmark:
            yield landmark
        elif revising:
            chosen = _take_room(_add_reasons(utterance, revising))
            yield Landmark(SETTLED, utterance, chosen, _REVISES, core=tuple(revising))
        return
    if utterance.label != ANSWER:
        return
    before = _pick(utterances, place - 1, utterance)
    if before and before.label == SUB_AGENT:
        finding = _read_finding(utterance, before)
        if finding:
            yield finding
        return
    refused = _read_refusal(utterance, before, _next_prompt(utterances, place))
    if refused and (refused.score >= 1 or not utterance.is_aside):
        yield refused


def _add_reasons(utterance: Utterance, revising: Collection[str]) -> list[str]:
    """The sentences of a prompt that revise or lay down something. A short one, such as `make it 20`, has those before
    it, which say why and what it speaks of."""
    texts: list[str] = []
    for place, text in enumerate(utterance.sentences):
        if text not in revising:
            continue
        before: list[str] = []
        for former in reversed(utterance.sentences[:place]):
            rest = [*before, text]
            if sum(merge_terms(rest).values()) >= _ENOUGH_SAID or former in texts or is_idle(former):
                break
            before.insert(0, former)
        texts += [*before, text]
    return texts


def _pick(utterances: Sequence[Utterance], place: int, beside: Utterance) -> Utterance | None:
    """The utterance at a place, if it is of the same session as another one."""
    if not 0 <= place < len(utterances) or utterances[place].session is not beside.session:
        return None
    return utterances[place]


def _next_prompt(utterances: Sequence[Utterance], place: int) -> Utterance | None:
    """What the person replied to an answer."""
    after = _pick(utterances, place + 1, utterances[place])
    return after if after and after.label == USER else None


def _former_prompt(utterances: Sequence[Utterance], place: int) -> Utterance | None:
    """The prompt before one of the same session."""
    for former in reversed(utterances[:place]):
        if former.session is not utterances[place].session:
            return None
        if former.label == USER:
            return former
    return None


def _read_taken_back(utterance: Utterance, former: Utterance | None) -> Iterator[Landmark]:
    """Yields what the person took back after it was done, with what was asked for before, if a reason is given."""
    texts = [
        text for text in utterance.sentences if not (is_idle(text) or (speaks_of_commits(text) and is_farewell(text)))
    ]
    if not texts or former is None or sum(merge_terms(texts).values()) < _SUBJECT_WORTH:
        return
    yield Landmark(GIVEN_UP, utterance, _take_room(texts), 1.0, (), _find_proposal(former), former)


def _read_settled(utterance: Utterance) -> Landmark | None:
    """What somebody else decided, as the person passes it on: a person is named, and a sentence settles something."""
    names = list(dict.fromkeys(list_people(utterance)))
    if not names:
        return None
    start = next(number for number, text in enumerate(utterance.sentences) if any(name in text for name in names))
    scores = [
        _score_decision(text, names) if number >= start else 0.0 for number, text in enumerate(utterance.sentences)
    ]
    best = max(scores)
    if best < _DECIDES:
        return None
    first = next(number for number, score in enumerate(scores) if score >= _DECIDES)
    chosen = _take_room([text for text in utterance.sentences[first:] if not is_idle(text)])
    deciding = tuple(text for text, score in zip(utterance.sentences, scores, strict=True) if score >= _DECIDES)
    return Landmark(SETTLED, utterance, chosen, best, tuple(names), core=deciding)


def _shorten_decision(sentences: Sequence[str], tokens: int) -> str:
    """The sentence that settles most, and the ones beside it that have room."""
    if count_tokens(join_sentences(sentences)) <= tokens:
        return join_sentences(sentences)
    ranked = sorted(range(len(sentences)), key=lambda number: (-_score_decision(sentences[number], ()), number))
    best = sentences[ranked[0]]
    left = tokens - count_tokens(best)
    if left < 0:
        return shorten_to_clauses(best, tokens, lambda _, clause: 4 * _score_decision(clause, ()), leads=False)
    chosen = {ranked[0]}
    for number in ranked[1:]:
        cost = count_tokens(sentences[number]) + 1
        if cost <= left and _score_decision(sentences[number], ()):
            chosen.add(number)
            left -= cost
    return join_sentences([sentences[number] for number in sorted(chosen)])


def _score_decision(sentence: str, names: Sequence[str]) -> float:
    """How much a sentence settles: who, what value, in which words."""
    if sentence.endswith(("?", "？")) or is_passing(sentence):
        return 0.0
    speaks = any(name in sentence for name in names) or bool(_PRONOUN.search(sentence))
    figures = 0.5 * min(2, len(_NUMBER.findall(sentence)))
    return 0.5 * speaks + figures + 0.5 * min(2, count_settling(sentence))


def _read_refusal(utterance: Utterance, prompt: Utterance | None, reply: Utterance | None) -> Landmark | None:
    """What was given up, with its reason: the answer refuses a way, or speaks against it and the person turns."""
    turns = bool(reply and turns_away(" ".join(reply.sentences)[:_OPENING]))
    best, place = 0.0, 0
    for number, text in enumerate(utterance.sentences):
        score = 1.0 if refuses(text) else 0.4 if number < 2 and speaks_against(text) else 0.0
        score += 0.4 if turns and score else 0.0
        if score > best:
            best, place = score, number
    if best < _ENOUGH:
        return None
    first = place if place < len(utterance.sentences) - 1 or place == 0 else place - 1
    chosen = _take_room([text for text in utterance.sentences[first:] if not is_idle(text)])
    before = [text for text in utterance.sentences[:first] if not is_idle(text)]
    if 0 < place == len(utterance.sentences) - 1:
        chosen = _lead_to_verdict([text for text in utterance.sentences[:place] if not is_idle(text)], chosen[-1:])
        before = []
    lead = utterance.sentences[first - 1] if first else ""
    if lead.endswith(":") and _names_subject(lead):  # what the items of a list are said of
        chosen, before = _take_room([lead, *chosen]), []
    is_bare = chosen and len(chosen[0].split()) <= _FEW_WORDS and not _names_subject(chosen[0])
    if before and (is_bare or follows(utterance.sentences[first])):
        chosen = (*(before[-_REASONS:] if is_bare else before[:_REASONS]), *chosen[:1])
    landmark = Landmark(GIVEN_UP, utterance, chosen or utterance.sentences[first : first + 1], best)
    if prompt is None or prompt.label != USER or _names_subject(landmark.sentences[0]):
        return landmark
    return landmark._replace(subject=_find_proposal(prompt), proposal=prompt)


def _lead_to_verdict(reasons: Sequence[str], verdict: Sequence[str]) -> tuple[str, ...]:
    """A verdict at the end of an answer behind its reasons, the first ones as far as there is room."""
    left = _LONGEST - count_tokens(join_sentences(verdict))
    taken: list[str] = []
    for text in reasons:
        left -= count_tokens(text)
        if left < 0:
            break
        taken.append(text)
    return (*(taken or reasons[-1:]), *verdict)


_REASONS: Final = 2
"""Sentences of a reason that stands before what follows from it, or before `I took it back`."""
_FEW_WORDS: Final = 6
"""Words up to which a sentence only says that something was given up."""


def _names_subject(sentence: str) -> bool:
    """Whether a sentence says what was given up, and not only that it was."""
    return sum(merge_terms([REFUSAL.sub(" ", sentence)]).values()) >= _SUBJECT_WORTH


def _find_proposal(prompt: Utterance) -> str:
    """The sentence of a prompt that proposes most, shortened; empty if none names anything."""
    ranked = sorted(prompt.sentences, key=lambda text: -sum(merge_terms([text]).values()) / (8 + count_tokens(text)))
    is_named = bool(ranked) and sum(merge_terms(ranked[:1]).values()) >= _SUBJECT_WORTH
    return shorten_to_clauses(ranked[0], _PROPOSAL, leads=False) if is_named else ""


def _read_finding(answer: Utterance, report: Utterance) -> Landmark | None:
    """What a sub-agent found and what follows from it: the sentences of the answer that say most."""
    texts = [text for text in answer.sentences if not is_idle(text)] or list(report.sentences)
    if not texts:
        return None
    weights = [
        sum(merge_terms([text]).values()) / 4 + measure_signs(text) + bool(_CONCLUDES.search(text)) for text in texts
    ]
    ranked = sorted(range(len(texts)), key=lambda number: -weights[number])[:2]
    chosen = _take_room([texts[number] for number in sorted(ranked)])
    return Landmark(FINDING, answer, chosen, weights[ranked[0]])


def _take_room(sentences: Sequence[str]) -> tuple[str, ...]:
    """The first sentence, and the next ones that have room."""
    chosen: list[str] = []
    left = _LONGEST
    for text in sentences:
        left -= count_tokens(text)
        if chosen and left < 0:
            break
        chosen.append(text)
    return tuple(chosen)
