"""What was extracted from talk and says again, in other words, what another record of the same session says."""

from typing import Final

from backstory.capture.text.revisions import read_number
from backstory.memory.kernel.catalog import Catalog
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record
from backstory.model.similarity import word_set
from backstory.recall.text.likeness import word_stems

_EXTRACTED: Final = ("observed", "inferred")
_MIN_SHARED: Final = 3
_SHARE: Final = 0.75
"""Share of common words, of the shorter text, of two texts from one answer that say the same."""
_MIN_LONG: Final = 5
_PLAIN: Final = word_stems("use using decide decision instead only now just go take keep")
"""Words that any decision may have."""


def restates(text: str, former: str, *, nearly: bool = False) -> bool:
    """Whether two texts say the same: all words of the shorter one, and their figures; with `nearly`, most words."""
    figures = [{word for word in map(read_number, word_set(each)) if word.isdigit()} for each in (text, former)]
    if figures[0] != figures[1]:
        return False
    one, other = _stem(text), _stem(former)
    shared, shorter = len(one & other), min(len(one), len(other))
    is_whole = shared >= _MIN_SHARED and shared == shorter
    return is_whole or (nearly and shared >= _MIN_LONG and shared >= _SHARE * shorter)


def find_restatements(workspace: Catalog, old: Record, new: Record) -> list[Record]:
    """The records extracted from the session of `old` that say the same as it, and less of what `new` says."""
    if not old.origin.session:
        return []
    rows = workspace.fresh_records().rows(kinds=(old.kind,), include_superseded=False)
    others = [row.record for row in rows if not row.foreign and row.record.id not in (old.id, new.id)]
    others = [
        one
        for one in others
        if one.origin.session == old.origin.session and one.origin.how in _EXTRACTED and one.status != RETRACTED
    ]
    return [one for one in others if restates(one.title, old.title) and not _is_nearer(one.title, new.title, old.title)]


def _is_nearer(text: str, new: str, old: str) -> bool:
    stems = _stem(text)
    return len(stems & _stem(new)) >= len(stems & _stem(old))


def _stem(text: str) -> frozenset[str]:
    return word_stems(" ".join(map(read_number, word_set(text)))) - _PLAIN
