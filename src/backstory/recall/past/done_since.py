"""Finds steps that are done since their plan, by statements of later sessions and by later commits."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from backstory.model.record import Record
from backstory.model.session import Prompt, Session
from backstory.model.snapshot import GitState
from backstory.patterns.deed_doubts import is_claim, is_partial, takes_back_deed
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import (
    SMALL,
    is_done,
    list_deed_stems,
    list_stems,
    reports_deed,
    reports_open,
    reports_own_deed,
)
from backstory.patterns.verdicts import judged
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.substance import split_sentences

Deeds = Collection[frozenset[str]]
"""The words of each sentence that reports something as done."""


class Reported(NamedTuple):
    """A statement that something was done, ordered or given up."""

    stems: frozenset[str]
    text: str
    made: str
    """When it was uttered; empty if that is unknown."""


_MOST_ANSWERS: Final = 20
"""Answers that are read, the last ones."""
_AT_WORK: Final = Pattern(
    r"(?:now |then |first |so )?(?:i|we)(?:['’]m| am|['’]re| are)?(?: now| first)? (?!think|would|could|should|can\b"
    r"|may|might|don['’]?t|leave|suggest|propose|guess|hope|wonder|wait)[a-z]+\b"
    r"|(?:ich|wir) (?!glaube|denke|würde|könnte|sollte|lasse)[a-zäöüß]+e?\b"
    r"|j['’]|je (?!pense|crois|laisse)[a-zéèê]+\b",
    re.IGNORECASE,
)
"""How a sentence begins with which an agent says what it is at."""
_TURNS_DOWN: Final = Pattern(
    r"(?:(?:ok(?:ay)?|no|and|but|also|please)[\s,.!]+)*(?:leave|skip|drop|forget|never ?mind|no need|we don['’]?t need"
    r"|we do not need|don['’]?t (?:do|bother|need)|ignore|lass\w*|brauchen wir nicht|laisse\w*|oublie\w*"
    r"|deja|olvida)\b",
    re.IGNORECASE,
)
"""How a person gives up a step, or leaves it to somebody else."""
_LEAST_IDENT: Final = 7
"""Fewest characters of a commit id that name a commit."""


def drop_done(steps: Iterable[str], deeds: Deeds) -> tuple[str, ...]:
    """The steps that no deed covers."""
    return tuple(step for step in steps if not is_done(list_stems(step), deeds))


def list_deeds(answers: Sequence[str], subjects: Iterable[str]) -> Deeds:
    """The deeds that answers report, and the subjects of commits."""
    texts = ((split_sentences(text), _find_deeds(text)) for text in answers[-_MOST_ANSWERS:])
    statements = [list_deed_stems(sentences[number]) for sentences, numbers in texts for number in numbers]
    return [*statements, *map(list_stems, subjects)]


@judged
def _find_deeds(text: str) -> list[int]:
    """The numbers of the sentences of a text that report something as done."""
    sentences = enumerate(split_sentences(text))
    return [number for number, one in sentences if not one.endswith("?") and reports_deed(one.lower())]


@judged
def _find_own_deeds(text: str) -> list[int]:
    """The numbers of the sentences of a prompt in which the person tells of something as done, and does not doubt it or
    say that it was undone."""
    sentences = split_sentences(text)
    return [
        number
        for number, one in enumerate(sentences)
        if reports_own_deed(one.lower())
        and not (is_partial(one) or is_claim(one) or any(map(takes_back_deed, sentences[number : number + 2])))
    ]


def _list_own_deeds(prompts: Iterable[Prompt]) -> list[tuple[str, str]]:
    """The sentences in which the person tells of something as done, each with when it was uttered."""
    deeds = ((split_sentences(one.text), _find_own_deeds(one.text), one.made) for one in prompts)
    return [(sentences[number], made) for sentences, numbers, made in deeds for number in numbers]


@judged
def _find_work(text: str) -> list[int]:
    """The numbers of the sentences of a text that tell what an agent is at."""
    return [number for number, one in enumerate(split_sentences(text)) if _is_at_work(one)]


def list_deeds_after_session(past: PastWork, git: GitState) -> Deeds:
    """The commits after the end of the last session."""
    return list_deeds((), _list_subjects(past.last.commit, git)) if past.last else ()


def list_deeds_after_answer(session: Session, line: int, made: str) -> Deeds:
    """The deeds that a session and its person report, or commit, after one of its answers."""
    own = [list_deed_stems(text) for text, _ in _list_own_deeds(_list_later(session.prompts, line, made))]
    answers = [one.text for one in session.answers if (one.line, one.made) > (line, made)]
    subjects = [one.subject for one in session.commits if (one.line, one.made) > (line, made)]
    return [*own, *list_deeds(answers, subjects)]


def _list_later(prompts: Iterable[Prompt], line: int, made: str) -> list[Prompt]:
    return [one for one in prompts if (one.line, one.made) > (line, made)]


def list_deeds_after(session: Session, past: PastWork, git: GitState) -> list[Reported]:
    """What the sessions after one and the person in them report as done, and the commits since its end, the oldest
    first. An agent that says what it is at and edits files then does it."""
    deeds: list[Reported] = []
    for later in past.sessions[: past.sessions.index(session)][::-1]:
        texts = [(one.text, one.made) for one in later.answers[-_MOST_ANSWERS:]]
        texts += [(one.text, one.made) for one in later.remarks]
        for text, made in texts:
            numbers = {*_find_deeds(text), *(_find_work(text) if later.edited else ())}
            sentences = split_sentences(text) if numbers else ()
            deeds += [
                Reported(list_deed_stems(sentences[n]), sentences[n], made or later.ended) for n in sorted(numbers)
            ]
        deeds += [
            Reported(list_deed_stems(text), text, made or later.ended) for text, made in _list_own_deeds(later.prompts)
        ]
        deeds += [Reported(list_stems(one.subject), one.subject, one.made or later.ended) for one in later.commits]
    return deeds + [Reported(list_stems(one), one, "") for one in _list_subjects(session.commit, git)]


def list_turned_down(session: Session, past: PastWork) -> list[Reported]:
    """The sentences with which the person gives up a step after a session, or leaves it to somebody."""
    later = past.sessions[: past.sessions.index(session)]
    prompts = [*((prompt, one) for one in later for prompt in one.prompts)]
    return [
        Reported(list_stems(sentence, SMALL), sentence, prompt.made or one.ended)
        for prompt, one in prompts
        for sentence in split_sentences(prompt.text)
        if _TURNS_DOWN.match(sentence)
    ]


def _is_at_work(sentence: str) -> bool:
    return bool(_AT_WORK.match(sentence)) and not reports_open(sentence.lower())


def list_deeds_since(record: Record, past: PastWork, git: GitState) -> Deeds:
    """The deeds that sessions and the person report, and the commits, since a record was made."""
    later = [one for one in reversed(past.sessions) if record.made and one.ended > record.made]
    answers = [one.text for session in later for one in session.answers if one.made > record.made]
    subjects = [one.subject for session in later for one in session.commits if one.made > record.made]
    prompts = [one for session in later for one in session.prompts if one.made > record.made]
    own = [list_deed_stems(text) for text, _ in _list_own_deeds(prompts)]
    return [*own, *list_deeds(answers, [*subjects, *_list_subjects(record.origin.commit, git)])]


def _list_subjects(commit: str, git: GitState) -> list[str]:
    """The subjects of the commits after a given one; none if the history does not hold it."""
    if len(commit) < _LEAST_IDENT:
        return []
    place = next((n for n, one in enumerate(git.commits) if one.id.startswith(commit[:12])), 0)
    return [one.subject for one in git.commits[:place]]
