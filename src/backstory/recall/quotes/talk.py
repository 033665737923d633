"""The talk of the last sessions: what each side uttered, in order, and what later words correct."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, zip_longest
from math import fsum
from typing import Final, NamedTuple

from backstory.base.reversals import REVISED, find_reversals, measure_reversal
from backstory.base.staleness_marks import CHANGED, NOT_CHOSEN, PASSES_SINCE
from backstory.base.unspaced import is_asking
from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.recall.past.green_tests import is_green_since
from backstory.recall.past.long_ago import binds, explains, list_long_ago
from backstory.recall.past.red_tests import tells_undone
from backstory.recall.past.sessions import PastWork, SessionPart, name_part
from backstory.recall.quotes.lifted_rules import Ended, Lifted
from backstory.recall.quotes.nearness import measure_nearness
from backstory.recall.quotes.overturned_statements import Overturned
from backstory.recall.quotes.utterances import COMMIT, SUB_AGENT, USER, Utterance, read_utterances
from backstory.recall.text.boilerplate import find_routine, sentence_shape
from backstory.recall.text.choices import drop_pick, is_turned_down
from backstory.recall.text.corrections import (
    announces,
    corrects,
    find_reason,
    list_announced,
    passes_on,
    read_order,
    read_words,
    rules_out,
    takes_back_own,
)
from backstory.recall.text.coverage import merge_terms, read_terms
from backstory.recall.text.likeness import Rarity, word_stems
from backstory.recall.text.revisions import Uttered, find_revisions, mark_revised
from backstory.recall.text.settling import find_claim
from backstory.recall.text.stance import asks_for_digest, is_curious, speaks_of_commits, takes_back
from backstory.recall.text.substance import split_sentences
from backstory.recall.text.values import list_changes, mark_changed

_OTHER_NUMBER: Final = 1.3
"""How much more a correction counts that names another number."""
_BACK: Final = 0.5
"""Share of the terms of a question and its answer that come back when it leads somewhere."""
_RECENT: Final = 12_000
"""Characters uttered after something that leave it recent."""
_LONG_DAY: Final = 16_000
"""Further characters after which it counts half."""
_EARLIER: Final = 0.4
"""What the end of a session counts at least, relative to that of the next: a long day buries none before it."""
_STATEMENT: Final = 9
"""Words of an agent's sentence that states a figure and nothing else, if it has no pause."""
_PAUSES: Final = frozenset(",;:(—–")
_ELSEWHERE: Final = 0.5
"""How near to the last one a session is that worked on something else, less."""
_STANDING: Final = 0.8
"""The same of what holds for longer."""
_NEVER: Final = "9"
"""A time after all others."""
_DIAGNOSIS: Final = Pattern(
    r"\b(?:what(?:'s| is| was| were)? (?:the |your )?(?:(?:real|actual|root) )?(?:issue|problem|cause|reason|error|bug"
    r"|mistake)|what (?:went wrong|happened|changed)|why (?:did|does|do|is|was|are|were)n?'?t?\b.*\b(?:fail|break|broke"
    r"|work|happen|stop|wrong|slow|missing)\w*"
    r"|was war (?:das problem|der fehler|los)|woran lag|quel était le problème|cuál era el problema)\b"
    r"|原因|为什么|為什麼|怎么回事|なぜ|なんで|どうして|왜",
    re.IGNORECASE,
)
"""How a person asks what was wrong: the answer is worth more than what was done about it."""


class _Correction(NamedTuple):
    when: int
    made: str
    words: frozenset[str]
    """Its stems, and those of the sentences beside it."""
    numbers: frozenset[str]
    ordered: frozenset[str] = frozenset()
    """The stems of what the person lays down in it, for longer than once; those beside it where it is short."""
    is_announced: bool = False


def _mark_asides(utterances: Sequence[Utterance], files: Collection[str]) -> Iterator[Utterance]:
    """Yields the utterances, those of an exchange that leads nowhere marked: a question for which nothing was run, and
    whose terms neither come back elsewhere in the talk nor name a file of the work."""
    counts = Counter(chain.from_iterable(map(_list_terms, utterances)))
    named = frozenset(chain.from_iterable(map(read_terms, files)))
    exchanges = list(_split_exchanges(utterances))
    for (exchange, end), after in zip_longest(exchanges, exchanges[1:]):
        if after and _is_taken_back(exchange, after[0]):
            yield from (one._replace(is_aside=True) for one in exchange)
            continue
        own = Counter(chain.from_iterable(map(_list_terms, exchange)))
        back = sum(term in named or counts[term] > count for term, count in own.items())
        is_aside = (back < _BACK * len(own) and _is_question(exchange, end)) or _is_housekeeping(exchange)
        yield from (one._replace(is_aside=True) for one in exchange) if is_aside else exchange


def _is_taken_back(exchange: Sequence[Utterance], after: Sequence[Utterance]) -> bool:
    """Whether the person takes back, in the next prompt of the session, what was done in an exchange."""
    first = after[0]
    if first.label != USER or first.session is not exchange[0].session:
        return False
    return takes_back(" ".join(first.sentences[:2]))


def _is_housekeeping(exchange: Sequence[Utterance]) -> bool:
    """Whether the person only asks for a commit or its message."""
    first = exchange[0]
    return first.label == USER and bool(first.sentences) and all(map(speaks_of_commits, first.sentences))


def _mark_rejected(sentence: str, utterance: Utterance) -> str:
    """A sentence of an answer, with a mark behind it if it tells of an option that the person turned down."""
    return sentence + NOT_CHOSEN if is_turned_down(sentence, utterance.rejected) else sentence


def _list_terms(utterance: Utterance) -> frozenset[str]:
    """The terms of an utterance that mean something by themselves."""
    return frozenset(term for term, worth in utterance.terms.items() if worth >= 1)


def _split_exchanges(utterances: Sequence[Utterance]) -> Iterator[tuple[list[Utterance], str]]:
    """Yields each utterance of the person with the answers to it, and when the next one began."""
    exchange: list[Utterance] = []
    for one in utterances:
        same = bool(exchange) and one.session is exchange[0].session
        if exchange and (one.label == USER or not same):
            yield exchange, one.made if same else _NEVER
            exchange = []
        exchange.append(one)
    if exchange:
        yield exchange, _NEVER


def _is_question(exchange: Sequence[Utterance], end: str) -> bool:
    """Whether an exchange is a question and its answer, and nothing was run for it until its end."""
    first = exchange[0]
    if first.label != USER or not first.sentences:
        return False
    if not (first.sentences[-1].endswith("?") or is_asking(first.sentences[-1]) or is_curious(first.sentences[-1])):
        return False
    if _DIAGNOSIS.search(first.sentences[-1]):
        return False
    is_delegated = any(one.label == SUB_AGENT for one in exchange)
    return not is_delegated and not any(first.made <= run.made < end for run in first.session.commands)


def _count_own_after(order: Sequence[Utterance], lengths: Sequence[int]) -> dict[int, int]:
    """Id of each utterance -> the characters that were uttered after it in its session."""
    after: Counter[SessionPart] = Counter()
    out: dict[int, int] = {}
    for one, length in zip(reversed(order), reversed(lengths), strict=True):
        out[id(one)] = after[name_part(one.session)]
        after[name_part(one.session)] += length
    return out


def _list_digests(utterances: Sequence[Utterance]) -> Iterator[int]:
    """Yields the ids of the answers to prompts that ask for what was learnt."""
    is_asked = False
    for one in utterances:
        if one.label == USER:
            is_asked = any(map(asks_for_digest, one.sentences))
        elif is_asked and not one.is_remark:
            yield id(one)


def _list_work_terms(past: PastWork) -> frozenset[str]:
    """The terms of what was done: edited files, commits, next steps."""
    texts = [*(path.replace("/", " ") for path in past.files)]
    for session in past.sessions:
        texts += [*(commit.subject for commit in session.commits), *session.next]
    return frozenset(merge_terms(texts))


class Talk:
    """What was uttered in the last sessions: its words, how rare each is, and what later sentences correct."""

    def __init__(self, past: PastWork) -> None:
        self.utterances: Final = list(_mark_asides(list(read_utterances(past)), past.files))
        self._nearness: Final = measure_nearness(past, self.utterances)
        self._long_ago: Final = list_long_ago(past)
        self.merged: Final = past.merged
        self._past: Final = past
        self.untitled: Final = frozenset(map(name_part, past.own)) if past.has_own_branch else frozenset()
        """Sessions of a branch that is only for this work: its task says what they are about."""
        self.work_terms: Final = _list_work_terms(past)
        self._digests: Final = frozenset(_list_digests(self.utterances))
        self._words: Final = [word_stems(" ".join(one.sentences)) for one in self.utterances]
        self.counts: Final = Counter(chain.from_iterable(self._words))
        self._rarity: Final = Rarity(self.counts)
        order = sorted(self.utterances, key=lambda one: -one.number)
        self._routine: Final = find_routine(one.sentences for one in self.utterances if one.label != USER)
        self._when = {id(one): when for when, one in enumerate(order)}
        lengths = [sum(map(len, one.sentences)) for one in order]
        self._after = {id(one): sum(lengths[when + 1 :]) for when, one in enumerate(order)}
        self._own_after: Final = _count_own_after(order, lengths)
        self._changes: Final = list_changes(
            (when, text) for when, one in enumerate(order) if one.label == USER for text in one.sentences
        )
        uttered = [Uttered(when, one.label == USER, one.sentences) for when, one in enumerate(order)]
        self._revisions: Final = find_revisions(uttered)
        self._reversals: Final = find_reversals(
            (row.when, row.is_person, text)
            for row in uttered
            for text in row.sentences
            if (rules_out(text) if row.is_person else takes_back_own(text))
        )
        self._overturned: Final = Overturned(order)
        self.overturned_statements: Final = self._overturned.statements
        self._lifted: Final = Lifted(order)
        self._settled = [
            _Correction(when, one.made, *read_words(text))
            for when, one in enumerate(order)
            if one.label == USER
            for text in one.sentences
            if passes_on(text)
        ]
        self._corrections = [
            _Correction(
                when,
                one.made,
                *read_words(beside := " ".join(one.sentences[max(0, place - 1) : place + 2])),
                read_order(text, beside) if one.label == USER else frozenset(),
                announces(text),
            )
            for when, one in enumerate(order)
            for place, text in enumerate(one.sentences)
            if corrects(text)
        ]

    def mark_changed(self, text: str, utterance: Utterance | None = None) -> str:
        """A text, with `[replaced by 50]` after each number that later words replaced, or what was replied to
        it behind it if that probably revises it. Without an utterance it was uttered before all others, and only what
        is sure counts.
        """
        when = -1 if utterance is None else self._when[id(utterance)]
        replied = text if utterance is None else self._overturned.add_reply(text, utterance)
        marked = self._overturned.mark(replied, utterance)
        if marked != replied:
            return marked
        marked = mark_changed(text, when, self._changes)
        marked = mark_revised(text, when, self._revisions)[0] if marked == text else marked
        marked = marked + CHANGED if marked == text and self._is_reversed(text, utterance) else marked
        if marked == text and utterance is not None and utterance.rejected:
            return " ".join(_mark_rejected(one, utterance) for one in split_sentences(text))
        if marked == text and utterance is not None and is_green_since(text, utterance.made, self._past):
            return text + PASSES_SINCE
        if marked == text and utterance is not None and tells_undone(text, utterance.made, self._past):
            return text + CHANGED
        return replied if marked == text else marked

    def find_utterance(self, text: str) -> Utterance | None:
        """The last utterance that begins a text, which may be a part of it; None without one."""
        first = next(iter(split_sentences(text)), "").rstrip(" .…")
        rows = (one for one in self.utterances if any(first in sentence for sentence in one.sentences))
        return max(rows, key=lambda one: self._when[id(one)], default=None) if first else None

    def _is_reversed(self, text: str, utterance: Utterance | None) -> bool:
        """Whether the person ruled out later what a sentence plans or orders."""
        return any(self._measure_reversal(one, utterance) for one in split_sentences(text))

    def _measure_reversal(self, text: str, utterance: Utterance | None) -> float:
        when, is_person = (-1, True) if utterance is None else (self._when[id(utterance)], utterance.label == USER)
        reversed_share = measure_reversal(text, when, self._reversals, self._share, is_person=is_person)
        lifted = self._lifted.measure(text, when) if is_person else float(self._lifted.is_echoed(text, when))
        return max(reversed_share, lifted)

    def list_revising(self, utterance: Utterance) -> frozenset[str]:
        """The sentences of an utterance that replaced a value and that nothing replaced since, or that end a ban."""
        when = self._when[id(utterance)]
        revising = frozenset(one.text for one in self._revisions if one.when == when)
        standing = frozenset(text for text in revising if not mark_revised(text, when, self._revisions)[1])
        return standing | self._overturned.list_revising(utterance) | self._lifted.list_ending(when)

    def list_ended(self) -> list[Ended]:
        """The bans for the time being that the person ended, in the order of the talk."""
        return list(self._lifted.list_ended())

    def measure_nearness(self, session: Session) -> float:
        """How near the work of a session is to that of the last one, from 0 to 1."""
        return self._nearness[name_part(session)]

    def is_long_ago(self, session: Session) -> bool:
        """Whether a session ended more than ten days before the last one, in work that goes on elsewhere."""
        return name_part(session) in self._long_ago

    def is_done_with(self, utterance: Utterance, text: str) -> bool:
        """Whether a sentence was uttered weeks before the last session, or in earlier work on something else, and does
        not outlive its task."""
        is_far = utterance.number > 0 and self.measure_nearness(utterance.session) < _ELSEWHERE
        if utterance.label == COMMIT or not (is_far or self.is_long_ago(utterance.session)):
            return False
        if utterance.label == USER:
            return not binds(text)
        return utterance.is_remark or not utterance.session.edited or not explains(text)

    def measure_freshness(self, utterance: Utterance) -> float:
        """What an utterance counts by how much was uttered after it: 1 for what is recent, half for each long day."""
        whole, own = self._fade(self._after[id(utterance)]), self._fade(self._own_after[id(utterance)])
        return max(whole, _EARLIER**utterance.number * own)

    def measure_standing(self, utterance: Utterance) -> float:
        """What an utterance counts by when it was uttered if it holds for longer: what a person says, the days between
        fade little."""
        if utterance.label != USER:
            return self.measure_freshness(utterance)
        standing = _STANDING**utterance.number * self._fade(self._own_after[id(utterance)])
        return max(self.measure_freshness(utterance), standing)

    def _fade(self, uttered: int) -> float:
        """What is left after so many characters were uttered."""
        return float(0.5 ** (max(0, uttered - _RECENT) / _LONG_DAY))

    def holds(self, text: str) -> bool:
        """Whether one utterance says a text."""
        stems = word_stems(text)
        return bool(stems) and any(len(stems & words) >= 0.9 * len(stems) for words in self._words)

    def is_digest(self, utterance: Utterance) -> bool:
        """Whether an utterance of an agent sums up or notes what was learnt, as the person asked."""
        return id(utterance) in self._digests

    def is_routine(self, utterance: Utterance, text: str) -> bool:
        """Whether agents say a sentence again and again."""
        return utterance.label != USER and sentence_shape(text) in self._routine

    def is_revised(self, text: str, made: str, *, is_rule: bool = False) -> bool:
        """Whether something that was uttered later corrects a statement of a time. Only orders correct a rule: who
        follows it, asks about it or leaves it once speaks of it as well."""
        if self._overturned.covers(text, made) or (not is_rule and self._lifted.is_echoed(text)):
            return True
        later = [one for one in self._corrections if one.made > made] if made else []
        if is_rule and made:
            later = [one for one in later if not read_words(text)[0].isdisjoint(one.ordered)]
            if self._lifted.measure_since(text, made) >= REVISED or self._overturned.is_freed(text):
                return True
        return self._measure_overlap(text, later) >= REVISED

    def measure_revision(self, utterance: Utterance, text: str) -> float:
        """How much of a sentence something speaks of that was uttered later, and that corrects something: 0 to 1.

        What a person gave is revised as well by what somebody else settled later, and where all its figures were
        replaced. That also revises an agent's sentence that states no more than a figure."""
        when = self._when[id(utterance)]
        if self._overturned.is_whole(text, utterance) or self._measure_reversal(text, utterance) >= REVISED:
            return 1.0
        is_former = self._overturned.has_only_former(text, utterance)
        if utterance.label != USER:
            if is_former and len(text.split()) <= _STATEMENT and not _PAUSES & set(text.rstrip(".;:")):
                return 1.0
            return self._measure_overlap(text, [one for one in self._corrections if one.when > when])
        is_list = utterance.number > 0 and self._overturned.is_outdated_list(text, utterance)
        if is_former or is_list or mark_revised(text, when, self._revisions)[1]:
            return 1.0
        text = drop_pick(text, utterance.picked)  # the words of the option are not the person's
        settled = self._measure_overlap(text[: find_reason(text)], [one for one in self._settled if one.when > when])
        own = self._measure_overlap(text, [one for one in self._corrections if one.when > when])
        claim = find_claim(utterance.sentences, text)
        if claim and self._overturned.is_questioned(claim, utterance):
            return 1.0
        return max(settled, own, self.measure_revision(utterance, claim) if claim else 0.0)

    def _measure_overlap(self, text: str, corrections: Sequence[_Correction]) -> float:
        """The largest share of what a text says that a correction speaks of; rare words, another number count more."""
        stems, numbers = read_words(text)
        most, whole, things = 0.0, self._share(stems), list_announced(text)
        for one in corrections if stems else ():
            shared = frozenset() if one.is_announced and things - one.words else stems & one.words
            if len(shared) > 1 or shared == stems:
                differs = bool(numbers and one.numbers - numbers)
                most = max(most, self._share(shared) / whole * (_OTHER_NUMBER if differs else 1.0))
        return most

    def _share(self, stems: Collection[str]) -> float:
        return fsum(map(self._rarity.__getitem__, stems))  # a set has no order, and the rounding of `sum` has


_last_talk: list[tuple[PastWork, Talk]] = []
"""The talk that was read last, with what it was read from."""


def read_talk(past: PastWork) -> Talk:
    """The talk of past work. A process that composes several briefs composes them of the same."""
    for former, talk in _last_talk:
        if former == past:
            return talk
    talk = Talk(past)
    _last_talk[:] = [(past, talk)]
    return talk
