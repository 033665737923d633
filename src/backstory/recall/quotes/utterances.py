"""What each side uttered in the last sessions, in order, with the messages of their commits."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from backstory.model.relayed_words import unfence_chat
from backstory.model.session import Commit, Session
from backstory.model.text import clean_text
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.choices import find_picked, name_choices, name_pick, read_choice
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.idle_sentences import is_redacted
from backstory.recall.text.pasted_text import drop_document
from backstory.recall.text.quoted_words import mark_quotations
from backstory.recall.text.small_talk import drop_small_talk, is_remark
from backstory.recall.text.substance import split_sentences

USER: Final = "user"
ANSWER: Final = "answer"
SUB_AGENT: Final = "sub-agent"
COMMIT: Final = "commit"
"""Label of the message of a commit that says more than its subject."""
_ITEM: Final = Pattern(r"(?:[-*+•]|\d+[.)]) ")

MAX_READ: Final = 120_000
"""Characters of earlier sessions that are read. Where there are more, each session has the same room."""
MAX_REPORTS: Final = 6
"""Reports of sub-agents that are read of one session."""
_SITTING: Final = 4_000
"""Characters of what was uttered that count as one session, however many it was uttered in."""

_BY_THE_WAY: Final = Pattern(
    r"\b(?:by the way|btw|out of curiosity|just (?:curious|wondering)|i (?:have )?never (?:quite |really )?"
    r"(?:got|get|understood|understand|remember|knew|know)|i must (?:be|admit)|someone asked|somebody asked|remind me"
    r"|übrigens|nebenbei|au fait|por cierto)\b",
    re.IGNORECASE,
)


class Utterance(NamedTuple):
    """What one side uttered at once."""

    session: Session
    age: int
    """Sessions that came after it, short ones together as one."""
    label: str
    made: str
    sentences: tuple[str, ...]
    is_aside: bool
    """Whether it is a question by the way, or the answer to one."""
    number: int
    """Sessions that came after it."""
    terms: Mapping[str, float]
    line: int = 0
    """Line of the transcript."""
    is_remark: bool = False
    """Whether an agent uttered it between two calls, and not at the end of a turn."""
    rejected: Mapping[str, str] = MappingProxyType({})
    """Mark -> text of the options of an answer that the person turned down."""
    picked: str = ""
    """The option that stands behind the number with which a prompt picks it."""


class _Row(NamedTuple):
    """A text of a session. Rows sort as the talk went: some agents keep one time for a whole session, or none."""

    made: str
    line: int
    """Line of the transcript."""
    side: int
    """Prompts come before reports, and these before answers, where nothing else says it."""
    label: str
    text: str
    is_remark: bool = False


def read_utterances(past: PastWork) -> Iterator[Utterance]:
    """Yields what was uttered, the last session first, each session from its beginning."""
    talks = [_list_texts(session) for session in past.sessions]
    room = _share_room([sum(len(row.text) for row in rows) for rows in talks])
    read = 0
    for number, (session, rows) in enumerate(zip(past.sessions, talks, strict=True)):
        age = min(number, read // _SITTING)
        aside = is_chat = False
        worked = _list_worked(session)
        project = merge_terms(path.replace("/", " ") for path in session.edited).keys()
        first = len(rows) - _count_fitting(rows, room)
        for place, row in enumerate(rows[first:], first):
            text, picked = row.text, ""
            if row.label == USER:
                before = rows[place - 1].text if place else ""
                text = mark_quotations(text, before)
                if place and rows[place - 1].label == ANSWER:
                    picked = find_picked(text, before)
                    text = name_pick(name_choices(text, before), before)
            read += len(text)
            sentences = tuple(one for one in split_sentences(text) if not is_redacted(one))
            if row.label == USER:
                aside = _is_aside(sentences)
                is_chat = False
                if (row.made, row.line) in worked:
                    sentences = tuple(one for one in sentences if not is_remark(one))
                else:
                    sentences, is_chat = drop_small_talk(sentences, project)
                if not sentences:
                    continue
            elif is_chat:
                continue
            terms = merge_terms(sentences)
            following = rows[place + 1 : place + 2]
            rejected = _list_rejected(row, following[0]) if following else {}
            yield Utterance(
                session,
                age,
                row.label,
                row.made,
                sentences,
                aside,
                number,
                terms,
                row.line,
                row.is_remark,
                rejected,
                picked,
            )


def _list_worked(session: Session) -> frozenset[tuple[str, int]]:
    """When and where in the transcript the prompts were written for which something was edited or run."""
    starts = sorted((one.line, one.made) for one in session.prompts)
    runs = [(one.line, one.made) for one in session.commands]
    ended = [max((start for start in starts if start <= run), default=(0, "")) for run in runs]
    edited = [(one.line, one.made) for one in session.prompts if one.edited]
    return frozenset((made, line) for line, made in (*ended, *edited))


def _list_rejected(row: "_Row", following: "_Row") -> Mapping[str, str]:
    """The options of an answer that the prompt behind it turns down."""
    choice = read_choice(following.text, row.text) if row.label == ANSWER and following.label == USER else None
    return choice.rejected if choice else {}


def _is_aside(sentences: Sequence[str]) -> bool:
    """Whether the larger part of a prompt is a question by the way."""
    words = [len(one.split()) for one in sentences]
    start = next((number for number, one in enumerate(sentences) if is_by_the_way(one)), len(sentences))
    return "?" in "".join(sentences[start:]) and 2 * sum(words[:start]) <= sum(words)


@judged
def is_by_the_way(sentence: str) -> bool:
    """Whether a sentence turns to something beside the work."""
    return bool(_BY_THE_WAY.search(sentence))


def _share_room(lengths: Sequence[int]) -> int:
    """The most characters of a session that are read so that all together are `MAX_READ`: short ones leave their room
    to the others."""
    left = MAX_READ
    for number, length in enumerate(sorted(lengths)):
        share = left // (len(lengths) - number)
        if length > share:
            return share
        left -= length
    return MAX_READ


def _list_texts(session: Session) -> list[_Row]:
    """All that was uttered in a session, in order."""
    uttered = [(prompt, drop_document(clean_text(unfence_chat(prompt.text)))) for prompt in session.prompts]
    reports = [report for report in session.subagents if report.report][-MAX_REPORTS:]
    return sorted(
        (
            *(_Row(prompt.made, prompt.line, 0, USER, text) for prompt, text in uttered),
            *(_Row(report.made, 0, 1, SUB_AGENT, clean_text(report.report)) for report in reports),
            *(_Row(one.made, one.line, 2, ANSWER, clean_text(one.text)) for one in session.answers),
            *(_Row(one.made, one.line, 2, ANSWER, clean_text(one.text), is_remark=True) for one in session.remarks),
            *(_Row(one.made, one.line, 2, COMMIT, _join_message(one)) for one in session.commits if one.body),
        ),
        key=lambda row: row[:3],
    )


def _join_message(commit: Commit) -> str:
    """The message of a commit. Its subject says what the first sentence of a body speaks of, unless that is a list."""
    subject, body = clean_text(commit.subject).rstrip(" ."), clean_text(commit.body)
    return body if not subject or _ITEM.match(body) else f"{subject}: {body}"


def _count_fitting(rows: "Sequence[_Row]", room: int) -> int:
    """How many of the last texts have room; at least one."""
    count = 0
    for row in reversed(rows):
        room -= len(row.text)
        if room < 0 and count:
            break
        count += 1
    return max(count, 1)
