"""What is left open, and who decides: a question that the person or the agent left to somebody named.

`I've written to Dagny and asked how they build the command line, until she answers leave the requires in`. A point is
open until somebody passes the answer on, the person decides or drops it, or an answer reports it done.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from backstory.model.record import Record
from backstory.model.similarity import word_set
from backstory.patterns.pattern import Pattern
from backstory.recall.past.sessions import PastWork, is_covered
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.content import Note
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.relative_dates import describe_day
from backstory.recall.work.deferral_words import Deferral, find_deferral, list_parties, list_wanting
from backstory.recall.work.open_words import (
    DAYS,
    HOLDS,
    MEANWHILE,
    OPEN,
    PENDING,
    UNTIL,
    asks_open,
    is_private,
    is_undecided,
)
from backstory.recall.work.settled_points import (
    closes_any,
    is_answered,
    is_decided,
    is_done,
    list_topic,
    passes_on,
    passes_on_consent,
)
from backstory.recall.work.spoken_lines import Line, Utterance, list_utterances
from backstory.recall.work.stated_blockers import blocks

OPEN_POINT: Final = "open point"
_MOST: Final = 3
_PAIR: Final = 2
"""People who are named where a meeting of them decides."""
_LONGEST: Final = 40
"""Tokens of a point ..."""
_SHORTER: Final = 30
"""... and of one in a brief below `_ROOM` tokens."""
_BESIDE: Final = 15
"""Tokens more where the question stands in the answer before."""
_ROOM: Final = 1_000
_FEW: Final = 2
"""Stems from which a sentence says what it is about."""
_AHEAD: Final = 2
"""Sentences behind the one that leaves a question to somebody that say what holds until then."""
_BACK: Final = 2
"""Sentences before it that say what the question is."""
_OPENING: Final = 4
"""Sentences before a point among which one may call it open."""
_REPLY: Final = 2
"""Place of a sentence up to which it replies to the answer before."""
_GAP: Final = 2
"""Sentences from a point back to its question, where another one stands between."""
_SHORT: Final = 5
"""Words of a question that needs the sentence before it."""
_ONE_QUESTION: Final = 24
"""Words of a sentence that is a question as a whole."""
_ASIDE: Final = 3.0
"""What a clause loses that says nothing of the question, of who answers it and of what holds."""
_NEAR: Final = 2
"""Utterances within which two that leave something to the same person speak of one thing."""


_GOES_ON: Final = Pattern(r"(?:and|so|but|because|und|aber|et|mais|donc|y|pero|así que) ")
"""How a sentence goes on that was dictated in one breath with the one before it."""
_POINTS: Final = Pattern(r"\b(?:an?(?:other)? \w+ one|that|this|it|which one|das|ça|eso)\?$", re.IGNORECASE)
"""How a question ends that only points at what stands before it."""
_ADDRESSES: Final = Pattern(
    r"\b(?:could|can|would|do|will|did) you\b|\byou (?:see|think|say)\b|\b(?:kannst|könntest) du\b"
    r"|\b(?:peux|pourrais)-tu\b|\b(?:puedes|podrías)\b",
    re.IGNORECASE,
)
"""A question to the agent."""
_POINTS_BACK: Final = Pattern(
    r"(?:and |so |but |hm+,? |ugh,? )*(?:both|either|neither|(?:that|this|these|those|they|it|which|the (?:first|second"
    r"|last|other|latter|former))\b|beide|das|welche\w*|les deux|lequel|ça|ambos|los dos|cuál|eso)\b",
    re.IGNORECASE,
)
"""How a question begins that is about what was said before it."""
_POINTERS: Final = frozenset(("Which one do you want?", "Which one?"))


class _Point(NamedTuple):
    """A question that is left to somebody."""

    who: str
    before: tuple[str, ...]
    """The question, where it stands in what was said before."""
    parts: tuple[str, ...]
    """What the question is, who answers it, what holds until then, in the order of the talk."""
    parties: tuple[str, ...]
    topic: frozenset[str]
    place: int
    """Of the utterance in the talk."""
    is_asked: bool
    """Whether it has a question."""


def list_open_points(
    moment: BriefRequest, past: PastWork, stated: Record | None, rules: Sequence[str] = ()
) -> list[Note]:
    """The open points of the work, newest first.

    `stated`: the last checkpoint that somebody wrote, which replaces what was said before it. `rules`: what the rules
    of the user say, which is not repeated.
    """
    since = stated.made if stated is not None else ""
    talk = [one for one in list_utterances(past) if one.made > since]
    covered = [word_set(rule) for rule in rules]
    notes: list[Note] = []
    for point in reversed(_follow(talk)):
        utterance = talk[point.place]
        parts = [one for one in point.parts if not is_covered(one, covered)]
        text = _shorten(
            point.before, parts, (_LONGEST if moment.budget >= _ROOM else _SHORTER) + _BESIDE * bool(point.before)
        )
        if not parts or not any(map(_says_who, parts)) or past.is_closed(text, utterance.made):
            continue
        people = point.who or " and ".join(point.parties[:_PAIR])
        waiting = f"waiting for {people}" if people else ""
        detail = ", ".join(filter(None, (waiting, describe_day(utterance.made, moment.relative_to))))
        notes.append(
            Note(label=OPEN_POINT, text=text, detail=detail, session=utterance.session.id, made=utterance.made)
        )
    return notes[: 1 if moment.is_small else _MOST]


def _says_who(part: str) -> bool:
    """Whether a part may say more than what holds until then."""
    return bool(asks_open(part) or find_deferral(part) or not HOLDS.search(part))


def _shorten(before: Sequence[str], parts: Sequence[str], tokens: int) -> str:
    """The question of a point and what is said of it in one line, by the clauses that say most."""
    ended = [one if one.rstrip()[-1:] in ".!?…:;？" else f"{one.rstrip(' ,')}." for one in (*before, *parts)]
    asked = [one for one in ended if len(one.split()) <= _ONE_QUESTION and asks_open(one)] + ended[: len(before)]

    def favour(place: int, clause: str) -> float:
        weight = 6.0 * (bool(asks_open(clause)) or any(clause in one for one in asked))
        weight += 5.0 * bool(find_deferral(clause) or list_wanting(clause) or is_undecided(clause)) + 2.5 * bool(
            HOLDS.search(clause)
        )
        return (weight + 4.0 * bool(DAYS.search(clause))) or -_ASIDE

    return shorten_to_clauses(" ".join(ended), tokens, favour, leads=False).rstrip(".")


_last_followed: Final[list[tuple[list[Utterance], list[_Point]]]] = []
"""The talk that was followed last, with the points that are open at its end."""


def _follow(talk: list[Utterance]) -> list[_Point]:
    """The points that are open at the end of the talk, the oldest first. A process that composes several briefs follows
    one talk for all of them."""
    for former, points in _last_followed:
        if former == talk:
            return points
    points = _follow_talk(talk)
    _last_followed[:] = [(talk, points)]
    return points


def _follow_talk(talk: Sequence[Utterance]) -> list[_Point]:
    points: list[_Point] = []
    for place, utterance in enumerate(talk):
        points = [one for one in points if not _is_closed(one, utterance, place, is_last=one is points[-1])]
        for point in _read_points(talk, place):
            same = next((one for one in reversed(points) if _is_same(one, point)), None)
            if same is None:
                points.append(point)
            elif point.is_asked and (utterance.is_prompt or not same.is_asked):
                points[points.index(same)] = point
    return points


def _is_same(point: _Point, later: _Point) -> bool:
    """Whether two points are one: the same people, and the same matter or right behind each other."""
    if not _list_heads(point.parties) & _list_heads(later.parties) and point.who != later.who:
        return False
    return bool(point.topic & later.topic) or len(later.topic) < _FEW or later.place - point.place <= _NEAR


def _list_heads(parties: Sequence[str]) -> set[str]:
    return {word for party in parties for word in party.lower().split()}


def _is_closed(point: _Point, utterance: Utterance, place: int, *, is_last: bool) -> bool:
    if not utterance.is_prompt:
        return place > point.place + 1 and any(is_done(point.topic, line.text) for line in utterance.lines)
    own = " ".join(line.text for line in utterance.lines if not line.speaker)
    return passes_on(point.parties, point.topic, own) or any(
        is_answered(point.parties, point.topic, line.text, line.speaker)
        or is_decided(point.topic, line.text)
        or (is_last and closes_any(line.text))
        for line in utterance.lines
    )


def _read_points(talk: Sequence[Utterance], place: int) -> Iterator[_Point]:
    """Yields what an utterance leaves to somebody."""
    utterance = talk[place]
    lines = utterance.lines
    end = -1
    for number, line in enumerate(lines):
        deferral = _find_deferral(line, utterance) if number > end else None
        if deferral is None or _is_told(line, utterance) or (deferral.is_loose and passes_on_consent(line.text)):
            continue
        start, end = _find_start(lines, number, end), _find_end(lines, number)
        rows = _drop_gap(lines, start, number, end)
        parts = _join_speakers(rows)
        parties = [party for one in rows for party in list_parties(one.text, one.speaker)]
        topic = list_topic(" ".join(parts), parties)
        is_asked = any(asks_open(one.text) or OPEN.search(one.text) for one in rows)
        before: Sequence[str] = ()
        if len(topic) < _FEW or not is_asked:
            near = _NEAR if not deferral.is_loose else int(number <= _REPLY)
            before = _find_opening(lines[:start]) or (_find_question(talk, place, near) if start == number else ())
        if not before and not deferral.who and _POINTS_BACK.match(lines[start].text):
            before = _find_last_sentence(talk, place)
        is_asked |= bool(before)
        topic |= list_topic(" ".join(before), parties)
        is_held = any(UNTIL.search(one.text) or DAYS.search(one.text) for one in lines[number : end + 1])
        is_listed = OPEN.search(" ".join(parts)) is not None
        if deferral.is_loose:
            behind = [one.text for one in lines[number : end + 1]]
            is_pending = is_held or is_listed or any(map(PENDING.search, behind))
            is_open = is_asked and (is_pending or (not before and any(map(MEANWHILE.search, behind))))
        else:
            is_open = deferral.is_sure or is_asked or is_held
        if any(map(is_private, (*before, *parts))):
            continue
        if topic and is_open and (utterance.is_prompt or is_listed or deferral.is_sure):
            wanting = [name for one in rows for name in list_wanting(one.text)]
            who = deferral.who if len(wanting) < _PAIR or not deferral.is_loose else " and ".join(wanting[:_PAIR])
            yield _Point(who, tuple(before), tuple(parts), tuple(parties), topic, place, is_asked)


def _find_deferral(line: Line, utterance: Utterance) -> Deferral | None:
    """To whom a sentence leaves a question. The person may keep it for themselves: `let me sleep on it`."""
    deferral = find_deferral(line.text, line.speaker)
    is_own = deferral is None and utterance.is_prompt and not line.speaker
    return Deferral("", is_sure=False) if is_own and is_undecided(line.text) else deferral


def _is_told(line: Line, utterance: Utterance) -> bool:
    """Whether a sentence is told as a blocker or as a step."""
    if utterance.is_prompt:
        return not line.speaker and blocks(line.text)
    is_step = any(step.rstrip(" .") in line.text for step in utterance.steps)
    return is_step or is_covered(line.text, [word_set(step) for step in utterance.steps])


def _find_start(lines: Sequence[Line], number: int, taken: int) -> int:
    """The place of the first sentence that says what a point is about."""
    start = number
    while start and lines[start - 1].speaker and lines[start - 1].speaker == lines[number].speaker:
        start -= 1
    first = start
    while start - 1 > taken and first - start < _BACK and _introduces(lines[start - 1]):
        start -= 1
    if start == first and start - _GAP > taken and start >= _GAP and _introduces(lines[start - _GAP]):
        start -= _GAP  # `29 or 30 seconds? I don't trust the wiki. Ewa runs it, ...`
    if start == number and number - 1 > taken and len(list_topic(lines[number].text, ())) < _FEW:
        before = lines[number - 1]
        start -= len(list_topic(before.text, ())) >= _FEW and find_deferral(before.text) is None
    while start - 1 > taken and number - start < _OPENING and _GOES_ON.match(lines[start].text):
        start -= 1
    return start


def _drop_gap(lines: Sequence[Line], start: int, number: int, end: int) -> list[Line]:
    """The sentences of a point without one between its question and who answers it."""
    rows = list(lines[start : end + 1])
    is_gap = number - start == _GAP and not rows[1].speaker and not _introduces(rows[1])
    return rows if not is_gap or _GOES_ON.match(lines[number].text) else [rows[0], *rows[_GAP:]]


def _find_opening(lines: Sequence[Line]) -> list[str]:
    """The sentence a little before a point that calls something open: `there's one thing I can't decide alone: ...`."""
    opening = [line.text for line in lines[-_OPENING:] if OPEN.search(line.text)]
    return opening[-1:]


def _introduces(line: Line) -> bool:
    """Whether a sentence may say what a point is about: no question to the agent."""
    is_open = asks_open(line.text) or OPEN.search(line.text) or list_wanting(line.text)
    return bool(is_open) and (bool(line.speaker) or not _ADDRESSES.search(line.text))


def _find_end(lines: Sequence[Line], number: int) -> int:
    """The place of the last sentence that says who answers, when, and what holds until then."""
    end = number
    while end + 1 < len(lines) and lines[end + 1].speaker and lines[end + 1].speaker == lines[number].speaker:
        end += 1
    for _ in range(_AHEAD):
        after = lines[end + 1] if end + 1 < len(lines) else None
        if after is None or after.text.rstrip().endswith(("?", "？")):
            break
        if not (HOLDS.search(after.text) or DAYS.search(after.text) or find_deferral(after.text, after.speaker)):
            break
        end += 1
    return end


def _find_question(talk: Sequence[Utterance], place: int, near: int) -> list[str]:
    """What was asked before an utterance that only points at it: in the answer before, else in the prompt before."""
    session = talk[place].session
    for before in reversed(talk[max(0, place - near) : place]):
        if before.session.id != session.id:
            break
        if asked := _list_asked(before):
            return asked
    return []


def _find_last_sentence(talk: Sequence[Utterance], place: int) -> list[str]:
    """The last sentence of the answer before a prompt, which a question of a few words points back to."""
    before = talk[place - 1] if place else None
    is_answer = before is not None and not before.is_prompt and before.session.id == talk[place].session.id
    return [before.lines[-1].text] if before and is_answer and before.lines else []


def _list_asked(utterance: Utterance) -> list[str]:
    """The last question of an utterance, with the sentence before one of a few words; else what it calls open."""
    texts = [line.text for line in utterance.lines]
    asked = [number for number, text in enumerate(texts) if text.rstrip("\"')*_ ").endswith(("?", "？"))]
    asked = asked or [number for number, text in enumerate(texts) if OPEN.search(text)]
    if not asked or (utterance.is_prompt and _ADDRESSES.search(texts[asked[-1]])):
        return []
    last = asked[-1]
    is_short = len(texts[last].split()) <= _SHORT or _POINTS.search(texts[last]) is not None
    first = last - 1 if last and is_short else last
    return [one for one in texts[first : last + 1] if list_topic(one, ()) and one not in _POINTERS]


def _join_speakers(lines: Sequence[Line]) -> list[str]:
    """The sentences, those of a chat behind the first name of who wrote them."""
    parts: list[str] = []
    former = ""
    for line in lines:
        is_first = line.speaker not in ("", former)
        parts.append(f"{line.speaker.split()[0]}: {line.text}" if is_first else line.text)
        former = line.speaker
    return parts


def add_points(notes: Sequence[Note], points: Sequence[Note]) -> list[Note]:
    """The notes and the points: no point that a next step names, and no older step that a point names."""
    covered = [word_set(point.text) for point in points]
    steps = [word_set(note.text) for note in notes if note.label == "next"]
    left = [note for note in notes if note.label != "still open" or not is_covered(note.text, covered)]
    return [*left, *(point for point in points if not is_covered(point.text, steps))]
