"""Quotes the sessions of the work: the passages that together tell most of what was uttered there.

Passages of the person and of the agent compete by what they add to what the brief tells anyway (`coverage`). So a
brief tells what mattered in a conversation also where nothing was made a record of it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import fsum, inf
from typing import Final, NamedTuple

import msgspec

from backstory.base.reversals import REVISED
from backstory.model.session_parts import find_branch
from backstory.recall.quotes.landmarks import Landmark
from backstory.recall.quotes.outdated_clauses import says_outdated
from backstory.recall.quotes.passages import PLACES, Passage, weigh_passages
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import ANSWER, USER, Utterance
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.content import Missed, Note
from backstory.recall.text.coverage import Coverage, choose_texts, merge_terms, read_terms
from backstory.recall.text.covered_sentences import is_covered
from backstory.recall.text.lengths import count_tokens
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.relative_dates import describe_day
from backstory.recall.text.shorten import join_sentences
from backstory.recall.text.stance import (
    is_account,
    is_errand,
    is_passing,
    reports,
    settles,
)

SESSION: Final = "session"
"""Label of what a session is about."""
_EVEN_BUDGET: Final = 2_400
"""Tokens of a brief that tells something of each session."""
_UNEVEN_BUDGET: Final = 1_200
"""Tokens of one that has room only for the last ones."""
_SHARES: Final = 24
"""Part of a brief that is told of an earlier session until its passages count half as much."""
_LEAST_SHARE: Final = 20
"""Tokens that it is in any case."""
_REST: Final = 2.0
"""Worth of the terms of what is left of a passage, below which it says nothing by itself."""
_PROMPT_PARTS: Final = 24
"""Part of a brief up to which a prompt is quoted as a whole."""
_SHORT_PROMPT: Final = 20
_LONG_PROMPT: Final = 90
"""Tokens from and up to which that holds."""
_LANDMARKS_PART: Final = 0.2
"""Part of a brief with little room that landmarks take before other passages."""
_LEAST: Final = 1.2
"""What a passage has to add."""
_LEAST_LAID_DOWN: Final = 1.2
"""Worth of the terms of what a person lays down; an exclamation has less."""
_LARGE: Final = 2_000
"""Tokens of a brief that tells more: sentences of the work come before what was recorded of other work."""
_LEAST_AT_ALL: Final = 0.25
"""Part of `_LEAST` that a passage has to add there."""
_REPEATED: Final = 0.2
"""What is left of the worth of a term that the brief tells beside the quotes."""
_PARTS: Final = 12
"""Part of a small brief that a landmark may take."""
_LEAST_ROOM: Final = 36
"""Tokens that it may take in any case."""
_LONGEST_LANDMARK: Final = 90
_SAME_NAMES: Final = 0.6
"""Share of the names of a landmark from which another text tells it."""
_SAME_TERMS: Final = 0.5
"""The same of all that it says."""
_SHORT_SUBJECT: Final = 12
"""Tokens of a small brief that say what was proposed."""
BELOW: Final = "below the line for this task: it adds too little that is new"
FORMER_REPORT: Final = "only reports what an agent did in an earlier session"
SHOWN_ELSEWHERE: Final = "says what the brief tells elsewhere"
"""Reasons of passages that are not quoted."""
_MOST_PASSED_OVER: Final = 60


class Quote(NamedTuple):
    """A passage as a note, with its place in the order of the talk."""

    place: int
    note: Note

    is_landmark: bool = False
    after: int = 0
    """Place of the quote without which it says nothing."""
    adds_little: bool = False
    """Whether only a large brief has room for it."""


def quote_talk(
    moment: BriefRequest,
    talk: Talk,
    statements: Collection[str],
    outdated: Collection[str] = (),
    recorded_titles: Collection[str] = (),
    landmarks: Sequence[Landmark] = (),
    passed_over: list[Missed] | None = None,
) -> list[Quote]:
    """Returns the landmarks of the last sessions, then at each step the passage that adds most for its length.

    `statements`: texts that the brief has anyway. `outdated`: texts that no longer hold; what repeats them is left out.
    `recorded_titles`: titles of records that were taken from the talk and for which the passage stands.
    `passed_over` takes up the passages that add too little.
    """
    whole = max(_SHORT_PROMPT, min(_LONG_PROMPT, moment.budget // _PROMPT_PARTS))
    even = max(0.0, min(1.0, (moment.budget - _UNEVEN_BUDGET) / (_EVEN_BUDGET - _UNEVEN_BUDGET)))
    former = _list_stems(outdated)
    weighed = list(weigh_passages(talk, former, _list_stems(recorded_titles), whole, even))
    passages = [passage for passage, _ in weighed]
    texts = [text for _, text in weighed]
    coverage = Coverage(texts, talk.work_terms, max(_LEAST_SHARE, moment.budget // _SHARES), even)
    for text in statements:
        coverage.add(read_terms(text), _REPEATED)
    covered = _list_stems(statements)
    quotes: list[Quote] = []
    spent = 0
    stated = [read_terms(text) for text in statements]
    quoted: set[tuple[int, str]] = set()
    left = _LANDMARKS_PART * moment.budget if moment.is_tight else inf
    for landmark in landmarks:
        if left <= 0:
            break  # the others compete with all passages
        current = tuple(text for text in landmark.sentences if not says_outdated(text, former))
        some = list(_quote_landmark(landmark._replace(sentences=current), talk, covered, stated, moment))
        for quote in some:
            coverage.add(read_terms(quote.note.text))
            covered.append(word_stems(quote.note.text))
        quoted |= {(id(landmark.utterance), text) for text in landmark.sentences if some and text in some[0].note.text}
        quotes += some
        left -= sum(count_tokens(quote.note.text) for quote in some)
    for choice, gain in choose_texts(coverage, texts):
        if spent > 2 * moment.budget:
            break
        passage = passages[choice.key]
        least = _LEAST * passage.nearness
        is_report = moment.budget >= _LARGE and _is_former_report(passage)
        if is_report and gain < least:
            _pass_over(passed_over, passage, FORMER_REPORT)
            continue
        is_wanted = moment.budget >= _LARGE or _is_laid_down(passage)
        if gain < least and (not is_wanted or gain < _LEAST_AT_ALL * least):
            _pass_over(passed_over, passage, BELOW)
            continue
        rest = [sentence for sentence in passage.sentences if (id(passage.utterance), sentence) not in quoted]
        news = [sentence for sentence in rest if not is_covered(sentence, covered)]
        news = news[:-1] if news and news[-1].endswith((":", "：")) else news
        if news and (len(news) == len(passage.sentences) or _is_news(passage, news)):
            covered += _list_stems(news)
            quoted |= {(id(passage.utterance), sentence) for sentence in news}
            for place, part in _list_rows(passage, news):
                if len(part) < len(passage.sentences) and not _is_news(passage, part):
                    continue
                text = join_sentences([talk.mark_changed(sentence, passage.utterance) for sentence in part])
                note = _make_note(passage.utterance, text, moment, talk)
                quotes.append(Quote(place, note, adds_little=is_report or gain < least))
            spent += choice.cost
        else:
            _pass_over(passed_over, passage, SHOWN_ELSEWHERE)
    return quotes


def _list_rows(passage: Passage, news: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yields the new sentences of a passage, each row of them with its place in the talk. A sentence that is quoted
    already parts two rows."""
    row: list[str] = []
    start, last = 0, -1
    for number, sentence in enumerate(passage.sentences):
        if sentence not in news:
            continue
        if row and number != last + 1:
            yield passage.places[start], row
            row = []
        start = start if row else number
        row.append(sentence)
        last = number
    yield passage.places[start], row


def _pass_over(passed_over: list[Missed] | None, passage: Passage, reason: str) -> None:
    if passed_over is not None and len(passed_over) < _MOST_PASSED_OVER:
        speaker = "user: " if passage.utterance.label == USER else ""
        passed_over.append(Missed(speaker + join_sentences(passage.sentences), reason))


def _is_former_report(passage: Passage) -> bool:
    """Whether an agent only reports in an earlier session what it did then. Git tells that, and it may be otherwise
    since. A small brief has no room for what else was said, so that it may be all that it tells of a thing; a large one
    tells last what a small one tells, so that nothing is lost in it."""
    is_former = passage.utterance.number > 0 and passage.utterance.label == ANSWER
    return is_former and any(map(reports, passage.sentences))


def _is_news(passage: Passage, rest: Sequence[str]) -> bool:
    """Whether what the brief does not tell yet of a passage says something by itself: `do not push` does."""
    holds = passage.utterance.label == USER and any(map(settles, rest))
    return holds or _says_something(rest)


def _says_something(rest: Sequence[str]) -> bool:
    """Whether what is left of a text says something by itself: `test first` does not."""
    return sum(merge_terms(rest).values()) >= _REST


def _is_laid_down(passage: Passage) -> bool:
    """Whether the person says something that may hold for longer: any brief that has room tells it."""
    if passage.utterance.label != USER or sum(merge_terms(passage.sentences).values()) < _LEAST_LAID_DOWN:
        return False
    return not all(is_errand(text) or is_passing(text) or is_account(text) for text in passage.sentences)


def _list_stems(texts: Iterable[str]) -> list[frozenset[str]]:
    return [stems for text in texts if (stems := word_stems(text))]


def _make_note(utterance: Utterance, text: str, moment: BriefRequest, talk: Talk) -> Note:
    session = utterance.session
    branch = find_branch(session, utterance.line, utterance.made)
    where = branch if branch not in (moment.branch, *talk.merged) else ""
    detail = ", ".join(filter(None, (describe_day(utterance.made or session.ended, moment.relative_to), where)))
    return Note(label=utterance.label, text=text, detail=detail, session=session.id, made=utterance.made, where=where)


def _quote_landmark(
    landmark: Landmark,
    talk: Talk,
    covered: Sequence[frozenset[str]],
    stated: Sequence[Mapping[str, float]],
    moment: BriefRequest,
) -> Iterator[Quote]:
    """Yields a landmark as a quote, shortened in a small brief, and what was proposed before it."""
    utterance = landmark.utterance
    news = [
        text
        for text in landmark.sentences
        if not is_covered(text, covered) and talk.measure_revision(utterance, text) < REVISED
    ]
    if not news or _repeats_statement(landmark, stated):
        return
    lead = landmark.sentences[0]
    if lead.endswith(":") and lead not in news and landmark.sentences[1:2] == (news[0],):
        news.insert(0, lead)  # names what is said of it, also where it tells of tests that are green since
    if utterance.label == USER and len(news) < len(landmark.sentences) and not _says_something(news):
        return
    if landmark.core and not any(text in news for text in landmark.core):
        return  # what leads to it competes with all passages
    room = max(_LEAST_ROOM, moment.budget // _PARTS) if moment.is_small else _LONGEST_LANDMARK
    text = landmark._replace(sentences=tuple(news)).shorten(room)
    quote = _quote(talk, utterance, text, moment, landmark.find_person(text))
    if news[0] in utterance.sentences:  # a landmark may hold a sentence in a form of its own
        quote = quote._replace(place=quote.place + utterance.sentences.index(news[0]))
    yield quote
    if landmark.proposal and landmark.subject:
        subject = shorten_to_clauses(landmark.subject, _SHORT_SUBJECT, leads=False) if moment.is_small else ""
        yield _quote(talk, landmark.proposal, subject or landmark.subject, moment)._replace(after=quote.place)


def _repeats_statement(landmark: Landmark, stated: Sequence[Mapping[str, float]]) -> bool:
    """Whether a text that the brief has anyway names most of what a landmark names."""
    terms = merge_terms(landmark.sentences)
    names = {term for term, worth in terms.items() if worth > 1}
    whole = sum(terms.values())
    return any(
        (len(names) > 1 and len(names & other.keys()) >= _SAME_NAMES * len(names))
        or fsum(terms[term] for term in terms.keys() & other.keys()) >= _SAME_TERMS * whole
        for other in stated
    )


def _quote(talk: Talk, utterance: Utterance, text: str, moment: BriefRequest, person: str = "") -> Quote:
    number = next(place for place, one in enumerate(talk.utterances) if one is utterance)
    note = _make_note(utterance, talk.mark_changed(text, utterance), moment, talk)
    if person:
        note = msgspec.structs.replace(note, label=f"{note.label}, about {person}")
    return Quote(number * PLACES, note, is_landmark=True)


def quote_title(talk: Talk, utterance: Utterance, title: str, moment: BriefRequest) -> Quote:
    """What a session is about, as the heading of its quotes. `utterance` is its first."""
    quote = _quote(talk, utterance, title, moment)
    note = msgspec.structs.replace(quote.note, label=SESSION, made="")
    return quote._replace(note=note, place=quote.place - 1)
