"""Finds the steps that earlier sessions of the work left and nothing did since: the last one need not name them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from backstory.model.session import TRUNKS, Session
from backstory.model.similarity import word_set
from backstory.model.snapshot import GitState
from backstory.model.text import clean_text, one_line
from backstory.patterns.step_deeds import SMALL, is_done, list_stems
from backstory.recall.asides import drop_asides
from backstory.recall.done_since import Deeds, list_deeds_after, list_turned_down
from backstory.recall.endings import list_steps
from backstory.recall.openings import opens_work
from backstory.recall.red_tests import is_fixed
from backstory.recall.sessions import PastWork, is_covered
from backstory.recall.taken_steps import find_taken

_MOST: Final = 4
"""Steps that are told."""
_MOST_SESSIONS: Final = 8
"""Sessions that are read, newest first."""
_SHARE: Final = 0.6
"""Least share of the words of a step in a sentence that gives it up."""


class OpenStep(NamedTuple):
    """A step that is still open, and the session that left it."""

    text: str
    session: Session


def list_older_steps(past: PastWork, git: GitState, covered: Iterable[str] = ()) -> list[OpenStep]:
    """The open steps of the sessions before the last one, newest first. `covered`: steps that are told anyway."""
    told = list(map(word_set, covered))
    steps: list[OpenStep] = []
    for session in _list_earlier(past):
        deeds = list_deeds_after(session, past, git)
        listed = list(dict.fromkeys(_list_steps(session)))
        taken = find_taken(listed, past.sessions[: past.sessions.index(session)])
        for step in listed:
            if step in taken or is_covered(step, told) or is_over(step, session, past, deeds):
                continue
            told.append(word_set(step))
            steps.append(OpenStep(step, session))
    return steps[:_MOST]


def is_over(step: str, session: Session, past: PastWork, deeds: Deeds) -> bool:
    """Whether a step that a session left is done, turned down, or only told of a test that passes now."""
    stems = list_stems(step, SMALL)
    return (
        is_done(list_stems(step), deeds)
        or any(_SHARE * len(stems) <= len(stems & words) for words in list_turned_down(session, past))
        or is_fixed(step, past)
    )


def _list_steps(session: Session) -> Iterator[str]:
    whole = drop_asides([session])
    return (one_line(clean_text(step)).rstrip(";,") for step in (list_steps(whole) if whole else ()))


def _list_earlier(past: PastWork) -> Iterator[Session]:
    """The sessions of the same work before the one whose steps are told. Where everybody's work meets, the same work is
    one that edited the same files, or that the later sessions lean on."""
    last = drop_asides(past.sessions)
    if last is None:
        return
    sessions = past.own
    place = next((n for n, one in enumerate(sessions) if one.id == last.id), len(sessions))
    for session in sessions[place + 1 : place + 1 + _MOST_SESSIONS]:
        if session.branch not in ("", *TRUNKS) or _is_same_work(session, sessions[: sessions.index(session)]):
            yield session


def _is_same_work(session: Session, later: Sequence[Session]) -> bool:
    edited = set(chain.from_iterable(one.edited for one in later))
    return not edited.isdisjoint(session.edited) or not any(opens_work(one.prompts) for one in later)
