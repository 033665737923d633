"""How near the work of each session is to that of the last one."""

from collections.abc import Sequence
from typing import Final

from backstory.recall.past.sessions import PastWork, SessionPart, name_part
from backstory.recall.quotes.utterances import Utterance

_SAME_WORK: Final = 0.5
"""Share of the names of a session that another one speaks of when both are about the same work."""


def measure_nearness(past: PastWork, utterances: Sequence[Utterance]) -> dict[SessionPart, float]:
    """Each session -> how near its work is to that of the last one, from 0 to 1.

    On a branch of its own all work belongs together. Elsewhere files that both edited and names that both speak of
    decide. What is near a near session is near as well.
    """
    own = frozenset(map(name_part, past.own if past.has_own_branch else past.sessions[:1]))
    names: dict[SessionPart, set[str]] = {name_part(session): set() for session in past.sessions}
    for one in utterances:
        names[name_part(one.session)] |= {term for term, worth in one.terms.items() if worth > 1}
    nearness: dict[SessionPart, float] = {}
    files: set[str] = set()
    later_names: set[str] = set()
    for session in past.sessions:
        part = name_part(session)
        shared = len(names[part] & later_names) / max(1, min(len(names[part]), len(later_names)))
        is_same = part in own or not files.isdisjoint(session.edited)
        nearness[part] = 1.0 if is_same else min(1.0, shared / _SAME_WORK)
        if nearness[part] >= 1.0:
            files.update(session.edited)
            later_names |= names[part]
    return nearness
