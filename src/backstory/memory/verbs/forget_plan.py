"""Plans what to forget: the records, their files, and the words by which copies of them are recognised."""

import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from backstory.base.discovery import is_id
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import SESSION
from backstory.memory.kernel.session_records import list_session_records
from backstory.memory.policy.rejections import find_tombstones
from backstory.memory.verbs.forget_sessions import find_session, find_session_texts
from backstory.model.errors import Ambiguous, BackstoryError, NotFound
from backstory.model.ids import short_id
from backstory.model.kinds import ALIASES, CHANNELS, KINDS, RELATIONS, RETRACTED, SCOPES, TIERS
from backstory.model.query import KEYS
from backstory.model.record import Record
from backstory.model.session import Session
from backstory.model.text import one_line
from backstory.store.codec import decode_record
from backstory.store.files import read_file
from backstory.store.places import Project, project_roots
from backstory.store.purge import files_below, forgotten_text
from backstory.store.records import READ_LIMIT

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.store.purge import ForgottenText

MIN_TITLE = 12
"""Characters that a title needs before other files are searched for it; a shorter one proves nothing."""
MIN_LINE = 24
"""Characters that a line of a body needs before other files are searched for it."""
MIN_TERM = 4
"""Characters that a word needs before a saved query that uses it counts as a query about the record."""
MIN_TRASH_ID = 8
"""Characters of an id that the trash is searched for."""
WORD = re.compile(r"\w+")


class Plan(NamedTuple):
    """The records and files to remove. `summaries` are records made from them; `gone` are ids forgotten earlier."""

    records: tuple[Record, ...]
    files: tuple[str, ...]
    summaries: tuple[Record, ...]
    gone: tuple[str, ...] = ()
    replaced: tuple[Record, ...] = ()
    """Records that only these have replaced, and that do not hold again for it."""
    sessions: tuple[Session, ...] = ()
    """Sessions of which everything goes; their records are among `records`."""

    @property
    def ids(self) -> tuple[str, ...]:
        return (*(record.id for record in self.records), *self.gone)


def plan_forget(workspace: Catalog, refs: Sequence[str]) -> Plan:
    """Plans the forgetting of these records, and of sessions with their records, and changes nothing.

    Raises `NotFound`, `Ambiguous`.
    """
    records: dict[str, Record] = {}
    standing: list[Record] = []
    files: dict[str, None] = {}
    gone: list[str] = []
    sessions: dict[tuple[str, str], Session] = {}

    def add(row: "Row") -> None:
        records[row.record.id] = row.record
        standing.extend([row.record] if row.record.status != RETRACTED else [])
        files[row.path] = None

    for ref in refs:
        try:
            row = workspace.get(ref)
        except NotFound:
            in_trash = _find_in_trash(workspace, ref)
            if in_trash is not None:
                records[in_trash.id] = in_trash
                continue
            forgotten = _find_forgotten(workspace, ref)
            session = find_session(workspace, ref) if not forgotten else None
            if session is not None:
                sessions[session.agent, session.id] = session
                for kept in list_session_records(workspace, session):
                    add(kept)
                gone += _list_removed(workspace, session)
            elif forgotten:
                gone.append(forgotten)
            else:
                raise
        else:
            add(row)
    files.update(dict.fromkeys(find_record_files(workspace, records.keys())))
    summaries = _find_derived(workspace, records)
    replaced = _find_replaced(workspace, standing, records.keys())
    return Plan(
        tuple(records.values()), tuple(files), tuple(summaries), tuple(gone), tuple(replaced), tuple(sessions.values())
    )


def _find_forgotten(workspace: Catalog, ref: str) -> str:
    """The id of the one forgotten record that `ref` names; empty where it names none or several."""
    tombstones = find_tombstones(workspace)
    forgotten = [ident for ident in (tombstones.gone if tombstones else ()) if _names_id(ref, ident)]
    return forgotten[0] if len(forgotten) == 1 else ""


def _list_removed(workspace: Catalog, session: Session) -> list[str]:
    """Ids of the records of a session that a run which was cut short has removed."""
    tombstones = find_tombstones(workspace)
    logged = (
        event.data.get("records") for event in workspace.journal.read(SESSION).events if event.session == session.id
    )
    ids = {one.get("id") for row in logged if isinstance(row, list) for one in row if isinstance(one, dict)}
    return [ident for ident in (tombstones.gone if tombstones else ()) if ident in ids]


def find_record_files(workspace: Catalog, ids: Collection[str]) -> Iterator[str]:
    """Yields every file that holds one of these records. The file name preselects; the content decides."""
    for store in workspace.stores.values():
        endings = tuple(f"-{name.lower()}.md" for name in (*ids, *map(short_id, ids)))
        for file in store.files():
            if file.path.lower().endswith(endings):
                record = store.read(file.path).record
                if record is not None and record.id in ids:
                    yield file.path


def find_traces(workspace: Catalog, plan: Plan) -> "ForgottenText":
    """Returns the words by which copies are recognised, without those that another record uses as well."""
    ids = set(plan.ids)
    everything = workspace.fresh().rows(include_retracted=True, include_hidden=True)
    others = [row.record for row in everything if row.record.id not in ids]
    other_texts = "\n".join(f"{record.title}\n{record.body}" for record in others)
    texts = [*_long_texts(plan.records), *find_session_texts(workspace, plan.sessions)]
    names = [f"-{short_id(ident)}.md" for ident in ids] + [f"-{ident.lower()}.md" for ident in ids]
    names += [os.path.basename(path) for path in plan.files]
    id_terms = {ident.casefold() for ident in (*ids, *map(short_id, ids))}
    return forgotten_text(
        ids,
        names,
        [text for text in texts if text not in other_texts],
        lines=_lines(plan.records) - _lines(others),
        terms=_terms(plan.records) - _terms(others) - _vocabulary() | id_terms,
    )


def affected_projects(workspace: Catalog, plan: Plan) -> list[tuple[str, list[str]]]:
    """Returns (private folder, working trees) of this project, and of every other one if a user record is affected."""
    project = workspace.project
    folders = [project.private]
    if any(record.scope == "user" for record in plan.records):
        folders += _other_projects(project)
    projects: list[tuple[str, list[str]]] = []
    for folder in folders:
        roots = [root for root in project_roots(folder)[0] if os.path.isdir(root)]
        if folder == project.private:
            roots = [project.root, *roots]
        projects.append((folder, list(dict.fromkeys(roots))))
    return projects


def _other_projects(project: Project) -> list[str]:
    """The private folders of the other projects of this person."""
    parent = os.path.dirname(project.private)
    return [os.path.join(parent, name) for name in sorted(os.listdir(parent)) if is_id(name) and name != project.id]


def _names_id(ref: str, record_id: str) -> bool:
    return ref.strip().upper() in (record_id, short_id(record_id).upper())


def _find_in_trash(workspace: Catalog, ref: str) -> Record | None:
    """Finds a record that `undo` has moved to the trash, by its full id or the short one that people see."""
    if len(ref.strip()) < MIN_TRASH_ID:
        return None
    for path in files_below(os.path.join(workspace.project.private, "trash")):
        try:
            record = decode_record(read_file(path, limit=READ_LIMIT), name=path).record
        except BackstoryError:
            continue
        if record is not None and _names_id(ref, record.id):
            return record
    return None


def _find_derived(workspace: Catalog, sources: Collection[str]) -> list[Record]:
    """Records that were made from any of these, and are not among them."""
    derived: list[Record] = []
    for row in workspace.fresh().rows(include_retracted=True):
        targets = {link.target for link in row.record.links if link.relation == "derived_from"}
        if row.record.id not in sources and not targets.isdisjoint(sources):
            derived.append(row.record)
    return derived


def _find_replaced(workspace: Catalog, standing: Iterable[Record], forgotten: Collection[str]) -> list[Record]:
    """The records that nothing but the forgotten ones has replaced. `standing`: those of them that held."""
    targets = {link.target for record in standing for link in record.links if link.relation == "supersedes"}
    replaced: list[Record] = []
    for target in sorted(targets.difference(forgotten)):
        try:
            row = workspace.get(target)
        except (NotFound, Ambiguous):
            continue  # it was forgotten, or belongs to another branch
        if row.record.status != RETRACTED and set(row.superseded_by) <= set(forgotten):
            replaced.append(row.record)
    return replaced


def _long_texts(records: Iterable[Record]) -> list[str]:
    """Titles and lines that are long enough to prove where they come from, each once."""
    texts: dict[str, None] = {}
    for record in records:
        if len(record.title) >= MIN_TITLE:
            texts[record.title] = None
        for line in (*record.body.splitlines(), record.origin.quote, *record.fields.values()):
            if len(line.strip()) >= MIN_LINE:
                texts[line.strip()] = None
    return list(texts)


def _lines(records: Iterable[Record]) -> set[str]:
    """Titles and fields, in the form in which snapshots copy them."""
    texts = chain.from_iterable((record.title, *record.fields.values()) for record in records)
    return {one_line(text) for text in texts if text.strip()}


def _terms(records: Iterable[Record]) -> set[str]:
    """Single words and whole tags, case-folded."""
    terms: set[str] = set()
    for record in records:
        terms.update(tag.casefold() for tag in record.tags)
        targets = [anchor.target for anchor in record.anchors]
        texts = (record.title, record.body, record.origin.quote, *record.fields.values(), *record.tags, *targets)
        for text in texts:
            terms.update(word for word in WORD.findall(text.casefold()) if len(word) >= MIN_TERM)
    return terms


def _vocabulary() -> set[str]:
    """Words of the query language and of every record's metadata. A query that uses them does not name a record."""
    statuses = chain.from_iterable(kind.statuses for kind in KINDS.values())
    return {*ALIASES, *CHANNELS, *KEYS, *KINDS, *RELATIONS, RETRACTED, *SCOPES, *TIERS, *statuses}
