"""The records of a project as a reader sees them: updates the index and queries it."""

import os
from collections.abc import Callable
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from backstory.memory.kernel.workspace import AsOf, Workspace
from backstory.model.errors import NotFound
from backstory.model.ids import LENGTH, TAIL
from backstory.store.places import IMPORTING, MOVES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import apsw

    from backstory.base import search
    from backstory.base.passages import PassageHit
    from backstory.base.put_questions import LastQuestion
    from backstory.base.visibility import View
    from backstory.index.build import Index
    from backstory.index.read import Row
    from backstory.index.refresh import Refreshed
    from backstory.index.search import Hit
    from backstory.memory.kernel.overturn_findings import FindingFile
    from backstory.model.record import Record
    from backstory.store.snapshots import SnapshotStore

T = TypeVar("T")

MAX_PASSAGES: Final = 8
"""Passages of sessions that `recall` shows. They are short, and what was never made a record stands nowhere else."""
TRIES: Final = 20
"""How often a record is searched for again after another process has moved its file."""


class Catalog(Workspace):
    """A workspace whose index follows the record files."""

    _is_current = False
    """Whether this object has already brought the records of the index up to date."""
    _has_passages = False
    """Whether it has done the same with the passages."""
    _is_ingesting = False
    _is_widened = False
    """Whether it answers from an index that has more than the files."""
    findings: "FindingFile | None" = None
    """What searches for overturned statements of earlier processes found; None where nothing is kept."""

    def fresh(self) -> "Index":
        """Returns the index; the first call brings it up to date with the files."""
        self.fresh_records()
        if not self._has_passages:
            self._has_passages = True
            from backstory.memory.kernel.passages import update_passages

            update_passages(self)
        return self.index

    def fresh_records(self) -> "Index":
        """Returns the index; the first call brings its records up to date. Its passages may be older."""
        if not self._is_current:
            self._is_current = True
            self._settle()
            if os.path.isdir(os.path.join(self.project.local, "spool")):
                from backstory.memory.kernel.spool import sweep_spool

                sweep_spool(self)
            refreshed = self._read_records()
            from backstory.memory.policy.trust import update_trust
            from backstory.memory.policy.visibility import update_hidden

            update_trust(self)
            update_hidden(self, changed=refreshed.changed)
        return self.index

    def read_others_records(self) -> None:
        """Lets the index know the records that other processes have written, also where this object was fresh."""
        if self._is_current and self.past is None and not self._is_widened:
            self._read_records()
        self.fresh_records()

    @contextmanager
    def ingesting(self) -> "Iterator[None]":
        """While a turn is taken in, the index follows the folders of records, and after that all files again.

        A turn should cost the same beside many records. One that a person edited in place is read when the turn is in.
        """
        before = self._is_current, self._has_passages, self._is_ingesting
        self._is_ingesting = True
        try:
            yield
        finally:
            self._is_current, self._has_passages, self._is_ingesting = before

    def _read_records(self) -> "Refreshed":
        return self.index.refresh(
            self.stores, self.gate, oids=lambda: self.git.memory_oids(), by_folders=self._is_ingesting
        )

    def renewed(self) -> "Index":
        """Returns the index, brought up to date with what was written since."""
        self._is_current = self._has_passages = self.past is not None or self._is_widened
        return self.fresh()

    def keep_findings(self) -> None:
        """Has searches for what was overturned take over those of earlier processes, and keep theirs. Only for a
        process that answers one command: one that runs for long may have other code than the files say."""
        from backstory.memory.kernel.overturn_findings import FindingFile

        self.findings = FindingFile(self.project.private)

    def run_search(self, view: "View", search: "Callable[[apsw.Connection], T]") -> T:
        """Runs a search over the index, with what earlier ones found to be overturned where that is kept."""
        if self.findings is None:
            return self.fresh().run(search)
        from backstory.memory.kernel.overturn_findings import run_search

        return run_search(self.fresh(), view, search, self.findings)

    def _settle(self) -> None:
        """Completes an import or a move between scopes that a killed process left unfinished."""
        if os.path.exists(os.path.join(self.project.private, IMPORTING)):
            from backstory.memory.kernel.recovery import settle_import

            settle_import(self)
        if os.path.isdir(os.path.join(self.project.private, MOVES)):
            from backstory.memory.kernel.recovery import settle_moves

            settle_moves(self)

    def freeze(
        self,
        past: AsOf,
        *,
        index: "Index",
        snapshots: "SnapshotStore",
        now: Callable[[], float],
        head: tuple[str, str] | None = None,
    ) -> None:
        """Turns this catalog to a moment in the past. It then answers from `index` and ignores later changes."""
        self.past = past
        self.index = index
        self.snapshots = snapshots
        self.now = now
        if head:
            self.head = head
        self._is_current = self._has_passages = True

    def widen(self, index: "Index") -> None:
        """Has this catalog answer from an index with more records than the files have. It ignores later changes."""
        self.index = index
        self._is_current = self._has_passages = self._is_widened = True

    def get(self, ref: str) -> "Row":
        """Returns one record by id, prefix or tail. Raises `NotFound`, `Ambiguous`."""
        try:
            return self.fresh_records().get(ref)
        except NotFound:
            if self.past is not None or len(ref.strip()) not in (TAIL, LENGTH):
                raise
            return self.renewed().get(ref)  # another process may have moved it while the folders were listed

    def at_its_place(self, ref: str, act: "Callable[[Row], T]") -> "T":
        """Calls `act` with a record, and again with its new place if another process has moved the file meanwhile.

        `act` raises `NotFound` if the file it is given does not hold the record.
        """
        row = self.get(ref)
        for _ in range(TRIES):
            try:
                return act(row)
            except NotFound:
                if os.path.exists(row.path):
                    raise
                self._is_current = False
                row = self.get(row.record.id)
        return act(row)

    def changed_weights(self, family: str, usual: "Mapping[str, int]") -> dict[str, int]:
        """Signal -> its weight in hundredths, where a setting of the family (`rank.`) changes the usual one."""
        weights = {name: self.settings.value(family + name) for name in usual}
        return {name: value for name, value in weights.items() if isinstance(value, int) and value != usual[name]}

    @cached_property
    def last_question(self) -> "LastQuestion":
        """The question that was put last, for those who ask for it again within one answer."""
        from backstory.base.put_questions import LastQuestion

        return LastQuestion()

    @cached_property
    def recall_weights(self) -> dict[str, int]:
        """`changed_weights` of what `recall` finds."""
        from backstory.settings.table import RECALL_SIGNALS, USUAL_WEIGHT

        return self.changed_weights("recall.", dict.fromkeys(RECALL_SIGNALS, USUAL_WEIGHT))

    def recall(self, text: str, *, limit: int = 10, **filters: Any) -> "list[Hit]":
        """Searches the full text of all scopes. Any text is a valid search."""
        from backstory.index.search import search_records

        return search_records(self.fresh_records(), text, limit=limit, weights=self.recall_weights, **filters)

    def recall_distinct(
        self, text: str, *, limit: int = 10, **filters: Any
    ) -> "tuple[list[Hit], dict[str, tuple[str, ...]]]":
        """`recall` with one hit for each text, and id of a hit -> ids of the other records with the same text."""
        from backstory.memory.kernel.duplicate_hits import SPARE, merge_alike

        return merge_alike(self.recall(text, limit=SPARE * limit, **filters), limit)

    def is_beyond(self, text: str) -> bool:
        """Whether a text is a question on which nothing here bears, though a record may share a word with it."""
        from backstory.base.path_codec import encode_path
        from backstory.base.put_questions import is_question, may_answer
        from backstory.base.visibility import View

        if not is_question(text):
            return False
        view = View(encode_path(self.project.root))
        return not self.fresh().run(lambda con: may_answer(con, view, text, self.last_question))

    def recall_passages(
        self, text: str, *, limit: int = MAX_PASSAGES, include_superseded: bool = False
    ) -> "list[PassageHit]":
        """What was said in sessions about a text, best first, and what corrects it before it. It may be nothing.

        What no longer holds is left out, or with `include_superseded` marked; what may no longer hold is marked, and
        stands behind what overturns it.
        """
        from backstory.base.corrections import with_corrections
        from backstory.base.path_codec import encode_path
        from backstory.base.put_questions import find_passages
        from backstory.base.reversed_hits import leave_out_reversed, mark_passages, rank_changed
        from backstory.base.settled_options import mark_unchosen
        from backstory.base.shares import explain_passages
        from backstory.base.visibility import View

        view = View(encode_path(self.project.root))
        view.weights = self.recall_weights

        def find(con: "apsw.Connection") -> "list[PassageHit]":
            hits = with_corrections(con, view, find_passages(con, view, text, limit, self.last_question))
            explain_passages(hits, self.recall_weights)
            mark_unchosen(con, view, hits)
            if not include_superseded:
                return leave_out_reversed(con, view, hits, text)
            return rank_changed(hits, mark_passages(con, view, hits), text)

        return self.run_search(view, find)

    def find_standing(self, text: str, *, limit: int) -> "list[search.Hit | PassageHit]":
        """The records and passages that bear on a question, best first, as far as they hold.

        Sentences that something later overturns are left out or marked, and records have `reversed` set.
        """
        from backstory.base.overturns.record_changes import find_changes
        from backstory.base.passages import PassageHit
        from backstory.base.path_codec import encode_path
        from backstory.base.relevance import find_relevant
        from backstory.base.reversed_hits import Titled, find_reversed, leave_out_reversed
        from backstory.base.settled_options import mark_unchosen
        from backstory.base.visibility import View

        view = View(encode_path(self.project.root))

        def find(con: "apsw.Connection") -> "list[search.Hit | PassageHit]":
            hits = find_relevant(con, view, text, limit=limit, is_put=True)
            mark_unchosen(con, view, hits)
            records = [hit for hit in hits if not isinstance(hit, PassageHit)]
            titled = [Titled(one.id, one.title, one.made, one.how) for one in records]
            reversed_ids = find_reversed(con, view, records) | find_changes(con, view, titled).keys()
            for record in records:
                record.reversed = record.id in reversed_ids
            passages = [hit for hit in hits if isinstance(hit, PassageHit)]
            standing = {id(hit) for hit in leave_out_reversed(con, view, passages, text)}
            return [hit for hit in hits if not isinstance(hit, PassageHit) or id(hit) in standing]

        return self.run_search(view, find)

    def find_revisions(self, records: "Iterable[Record]") -> "Revisions":
        """What the talk after some records takes back or changes in them."""
        from backstory.base.overturns.hits import TitleTalk
        from backstory.base.overturns.record_changes import find_changes
        from backstory.base.path_codec import encode_path
        from backstory.base.reversed_hits import Titled, find_reversed
        from backstory.base.visibility import View

        view = View(encode_path(self.project.root))
        titled = [Titled(one.id, one.title, one.made, one.origin.how) for one in records]

        def find(con: "apsw.Connection") -> Revisions:
            talk = TitleTalk(con, view)
            return Revisions(find_reversed(con, view, titled, talk=talk), find_changes(con, view, titled, talk))

        return self.run_search(view, find)

    def counts(self) -> dict[str, Any]:
        """Counts records by kind, tier and scope, and their tokens."""
        from backstory.index.counts import count_records

        return count_records(self.fresh())


class Revisions(NamedTuple):
    """What was uttered after records, in the place of them or of their values."""

    taken_back: set[str]
    """The ids of those that the person took back, or may have."""
    changes: dict[str, str]
    """Id of each that changed -> what was uttered in its place, or in that of a value."""


def describe_state(row: "Row") -> str:
    """Says why a record is to be read with care: `failed`, `retracted` or `superseded`, `untrusted`; else empty."""
    states = ["failed"] if row.record.fields.get("outcome", "") == "failed" else []
    if row.record.status == "retracted":
        states.append("retracted")
    elif row.superseded_by:
        states.append("superseded")
    if row.foreign:
        states.append("untrusted")
    return ", ".join(states)
