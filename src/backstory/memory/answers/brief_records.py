"""Selects the records that a brief may show: all of a small memory, and what bears on the work of a large one."""

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.path_codec import encode_path
from backstory.base.search import count_files
from backstory.index.newest import read_newest
from backstory.index.read import Condition, RowFilter
from backstory.index.record_counts import count_rows, count_visible_files
from backstory.memory.kernel.catalog import Catalog
from backstory.model.kinds import KINDS
from backstory.model.text import one_line
from backstory.recall.text.moment import MAX_EDITED

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.index.search import Hit
    from backstory.model.snapshot import GitState
    from backstory.recall.past.sessions import PastWork
    from backstory.recall.text.moment import BriefRequest

MAX_READ: Final = 1_200
"""Records of a memory that is read whole."""
NEWEST: Final = 150
"""Newest records that are read of a larger one, whatever their kind."""
NEWEST_OF_KIND: Final = 30
"""Newest records of each kind, so that no kind crowds out the others."""
NEWEST_WORK: Final = 200
"""Newest records of each of the kinds that say where the work stands."""
ALWAYS: Final = ("rule", "preference", "persona")
"""Kinds that are told whatever their age."""
WORK: Final = ("task", "checkpoint", "handoff", "question")
MAX_RECORDS: Final = 3_000
"""Records that are told whatever their age, and pinned ones."""
LOADED: Final = ("pinned", "working", "reference")
MAX_PLACES: Final = 60
"""Files in play whose records are looked up."""


class Selection(NamedTuple):
    """The records that a brief may show."""

    rows: "list[Row]"
    scores: dict[str, float]
    """Record id -> how well it matches the work, from 0 to 1."""
    unread: int = 0
    """Records of a large memory that were not read."""


def select_records(
    workspace: Catalog, moment: "BriefRequest", past: "PastWork", git: "GitState", scopes: Sequence[str]
) -> Selection:
    """Selects the records that a brief may show.

    From a large memory it selects the requested records, the best matches, the records of the work at hand and of its
    files, those that are shown at any age, and the newest of each kind.
    """
    index = workspace.fresh()
    hits = _search_records(workspace, moment, past, scopes)
    best = max((hit.score for hit in hits), default=0.0)
    scores = {hit.row.record.id: hit.score / best for hit in hits} if best > 0 else {}
    tree = encode_path(workspace.project.root)
    if moment.narrowed or index.run(lambda con: count_files(con, tree)) <= MAX_READ:
        return Selection(index.rows(scopes=tuple(scopes), include_retracted=True), scores)
    requested = [workspace.get(ident) for ident in moment.ids]
    visible = RowFilter(scopes=tuple(scopes), retracted=True)
    filters = list(_list_filters(moment, past, git, visible))
    bearing = index.run(lambda con: read_newest(con, tree, filters))
    total = index.run(lambda con: count_rows(con, tree, visible) if scopes else count_visible_files(con, tree))
    rows = {row.record.id: row for row in chain(requested, (hit.row for hit in hits), bearing)}
    return Selection(list(rows.values()), scores, max(0, total - len(rows)))


def _list_filters(moment: "BriefRequest", past: "PastWork", git: "GitState", base: RowFilter) -> Iterator[RowFilter]:
    """The filters for records read from a large memory without a search. `base` is the filter common to all."""
    yield base._replace(also=Condition("c.tier = 'pinned'"), limit=MAX_RECORDS)  # as the index has it
    yield base._replace(tiers=LOADED, limit=NEWEST)
    yield from (base._replace(kinds=(name,), limit=MAX_RECORDS) for name in ALWAYS)
    yield from (base._replace(kinds=(name,), limit=NEWEST_WORK) for name in WORK)
    for kind in KINDS.values():
        if kind.loaded and kind.name not in (*ALWAYS, *WORK):
            yield base._replace(kinds=(kind.name,), tiers=LOADED, limit=NEWEST_OF_KIND)
    paths = [*moment.files, *(change.path for change in git.changes), *past.files[:MAX_EDITED]]
    if paths:
        anchored = "c.doc IN (SELECT doc FROM anchor WHERE path IN ({}))"
        yield base._replace(also=_one_of(anchored, dict.fromkeys(paths[:MAX_PLACES])), few=True, limit=NEWEST)
    records = dict.fromkeys(chain.from_iterable(session.records for session in past.sessions))
    if records:
        yield base._replace(also=_one_of("c.id IN ({})", list(records)[-NEWEST:]), few=True)


def _one_of(sql: str, values: Iterable[str]) -> Condition:
    """A condition with a question mark for each of the values."""
    options = tuple(values)
    return Condition(sql.format(", ".join("?" * len(options))), options)


def _search_records(workspace: Catalog, moment: "BriefRequest", past: "PastWork", scopes: Sequence[str]) -> "list[Hit]":
    """The records that match the work best."""
    names = (os.path.basename(path) for path in (*moment.files, *past.files[:4]))
    topic = moment.query or " ".join(filter(None, (moment.task or moment.goal, "" if moment.task else past.topic)))
    topic = " ".join((topic, *names))
    return workspace.recall(one_line(topic, 2_000), limit=100, scopes=tuple(scopes)) if topic.strip() else []
