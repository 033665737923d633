"""The decisions that an agent recorded on purpose and the person turns down in the same session."""

from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.revisions import content_words, names_replaced
from backstory.memory.intake.lifted_rules import Lifted
from backstory.memory.kernel.catalog import Catalog
from backstory.model.kinds import AGENTS_CHANNELS, RETRACTED
from backstory.model.record import Link, Record

_BRIEF: Final = 6
"""Words of a title that one thing names."""


def find_turned_down(workspace: Catalog, candidate: Candidate, session: str) -> list[Lifted]:
    """What a candidate turns down, with the link to each. These records stay, superseded by the person's words."""
    if not session or candidate.role != "user" or not (candidate.turned_down or candidate.refused):
        return []
    rows = workspace.fresh_records().rows(kinds=("decision",), include_superseded=False)
    own = [row.record for row in rows if not row.foreign and row.record.status != RETRACTED]
    own = [one for one in own if one.origin.session == session and one.origin.how in AGENTS_CHANNELS]
    about = [one for one in own if one.title in candidate.turned_down or _is_refused(candidate, one)]
    return [Lifted(Link("supersedes", one.id), one) for one in about]


def _is_refused(candidate: Candidate, record: Record) -> bool:
    """Whether a short title names the thing that the person refuses, and nothing was chosen instead of it."""
    words = frozenset(candidate.refused)
    is_brief = len(content_words(record.title)) <= _BRIEF
    return bool(words) and is_brief and names_replaced([words], record.title)
