"""Forgets records: removes them and every copy that Backstory keeps outside of git's history, and nothing else.

Tombstones with the records' ids are written first. They keep an interrupted run from showing the records, and they
keep archives, backups and other copies from bringing them back.
"""

import glob
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from backstory.base.receipts import FOLDER
from backstory.edits.ledger import Ledger
from backstory.edits.tree_edits import list_folders
from backstory.hook.deferred import SUFFIX as DEFERRED
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.operations import FORGET, SESSION
from backstory.memory.kernel.record_usage import FILE as USE
from backstory.memory.kernel.recovery import import_lock
from backstory.memory.kernel.workspace import require_person
from backstory.memory.kernel.writer import change_record
from backstory.memory.policy.rejections import CLEAN, open_tombstones
from backstory.memory.policy.visibility import update_hidden
from backstory.memory.verbs.forget_plan import WORD, Plan, affected_projects, find_record_files, find_traces
from backstory.memory.verbs.forget_sessions import bury_sessions, remove_sessions
from backstory.model.errors import BackstoryError
from backstory.model.event import Event
from backstory.model.ids import short_id
from backstory.model.kinds import RETRACTED
from backstory.store import purge
from backstory.store.archive import rewrite_without
from backstory.store.files import TEMPORARY, read_file
from backstory.store.journal import Journal
from backstory.store.lock import Lock
from backstory.store.moves import lock_scopes
from backstory.store.places import machine_key
from backstory.store.purge import files_below, files_holding
from backstory.store.records import READ_LIMIT
from backstory.store.sessions import SessionStore
from backstory.store.tombstones import Tombstones
from backstory.store.trust import forget_own
from backstory.store.unfinished_files import BACKUPS, find_copies
from backstory.store.views import ViewStore
from backstory.store.write_log import forget_written

if TYPE_CHECKING:
    from backstory.store.purge import ForgottenText

RENDERED = ("handoff.", "registry.", "briefs")
"""Prefixes of the rendered files in `.backstory/local`. They quote short lines of records too, so all of them go."""
MARK = "source-forgotten"
"""Tag of records that were made from a forgotten one. They go off-context until a person has looked at them."""
GZIP_MAGIC = b"\x1f\x8b"


class Forgotten(NamedTuple):
    """The paths of the files that were removed and rewritten."""

    removed: tuple[str, ...] = ()
    rewritten: tuple[str, ...] = ()


class _Changes:
    """Collects the files that were removed and rewritten."""

    def __init__(self) -> None:
        self.removed: list[str] = []
        self.rewritten: list[str] = []

    def unlink(self, path: str) -> None:
        os.unlink(path)
        self.removed.append(path)

    def result(self) -> Forgotten:
        gone = frozenset(self.removed)
        return Forgotten(tuple(self.removed), tuple(path for path in dict.fromkeys(self.rewritten) if path not in gone))


def forget(workspace: Catalog, plan: Plan) -> Forgotten:
    """Carries out a plan. Raises `Invalid` for an agent: only a person may forget.

    The caller renders briefs and the files of agents again.
    """
    names = [*map(short_id, plan.ids), *(session.id for session in plan.sessions)]
    require_person(workspace, f"backstory forget {' '.join(names)}")
    if not plan.records and not plan.sessions:
        return Forgotten()
    traces = find_traces(workspace, plan)
    open_tombstones(workspace).bury(plan.records, made=workspace.stamp(), by=workspace.git.author())
    bury_sessions(workspace, plan.sessions)
    _shelve_summaries(workspace, plan)
    for record in plan.replaced:  # what took its place is forgotten, which does not make it true again
        change_record(workspace, record.id, {"status": RETRACTED}, verb="forget-successor")
    project = workspace.project
    changes = _Changes()
    _remove_files(workspace, plan, changes)
    workspace.journal.sweep(os.path.join(project.private, "spool"))
    for private, roots in affected_projects(workspace, plan):
        _scrub_project(workspace, private, roots, traces, changes)
        if private != project.private:
            _bury_elsewhere(workspace, private, plan)
        _scrub_backups(workspace, private, traces, changes)
    changes.rewritten += purge.scrub_session_ids(workspace.journal, {session.id for session in plan.sessions})
    changes.removed += remove_sessions(workspace, plan.sessions)  # last: a second run finds the words of one cut short
    forget_own(project.private, plan.ids)
    for store in workspace.stores.values():
        forget_written(os.path.dirname(store.folder), plan.ids)
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(project.private, CLEAN))
    workspace.index.rebuild(workspace.stores, workspace.gate, purge=True)
    update_hidden(workspace, force=True)
    _log_forgotten(workspace, plan)
    return changes.result()


def find_leftovers(workspace: Catalog, plan: Plan) -> list[str]:
    """Finds files that Backstory writes and that still hold words of a forgotten record. There should be none."""
    traces = find_traces(workspace, plan)
    project = workspace.project
    paths = [*files_below(project.user), *files_below(os.path.join(project.home, "reports"))]
    paths += [os.path.join(project.home, name) for name in ("hook.log", "hook.log.1")]
    for private, roots in affected_projects(workspace, plan):
        paths += files_below(private)
        for root in roots:
            paths += _files_of_worktree(workspace, private, root)
    return files_holding([path for path in dict.fromkeys(paths) if os.path.isfile(path)], traces)


def _files_of_worktree(workspace: Catalog, private: str, root: str) -> list[str]:
    """The files that Backstory writes into a working tree; without those of the ledger where it cannot be read."""
    paths = [*files_below(os.path.join(root, ".backstory", "local"))]
    paths += files_below(os.path.join(root, ".backstory", "memory"))
    paths += _copies_in_worktree(private, root)
    ledger = Ledger(os.path.join(private, "edits"), root, workspace.gate)
    try:
        return [*paths, *[ledger.absolute(entry.path) for entry in ledger.entries()]]
    except BackstoryError:
        return paths


def _shelve_summaries(workspace: Catalog, plan: Plan) -> None:
    for record in plan.summaries:
        tags = list(dict.fromkeys((*record.tags, MARK)))
        change_record(workspace, record.id, {"tier": "off-context", "tags": tags}, verb="forget-source")


def _remove_files(workspace: Catalog, plan: Plan, changes: _Changes) -> None:
    """Removes the records' files, including those that another process has moved since the plan was made."""
    ids = {record.id for record in plan.records}
    stores = [store for store in workspace.stores.values() if os.path.isdir(store.folder)]
    with lock_scopes(stores):  # nothing moves under the locks
        for path in dict.fromkeys((*plan.files, *find_record_files(workspace, ids))):
            with suppress(FileNotFoundError):
                changes.unlink(path)
            workspace.index.discard(path)


def _bury_elsewhere(workspace: Catalog, private: str, plan: Plan) -> None:
    """Leaves tombstones in another project of this machine, and drops its index."""
    tombstones = Tombstones(private, machine_key(workspace.project.home))
    tombstones.bury(plan.records, made=workspace.stamp(), by=workspace.git.author())
    for path in glob.glob(os.path.join(glob.escape(private), "index.db*")):
        os.unlink(path)  # derived: the next command there rebuilds it


def _scrub_project(
    workspace: Catalog, private: str, roots: Sequence[str], traces: "ForgottenText", changes: _Changes
) -> None:
    """Removes the words from everything that one project derives from records or copies."""
    for folder in ("trash", "quarantine"):
        changes.removed += purge.delete_files_holding(os.path.join(private, folder), traces)
    for folder in ("digests", "briefs"):  # derived, so not worth naming
        purge.delete_files_holding(os.path.join(private, folder), traces)
    _remove_unfinished(workspace, private, roots, traces, changes)
    changes.rewritten += purge.scrub_journal(Journal(os.path.join(private, "journal"), workspace.gate), traces)
    changes.rewritten += _scrub_logs(private, traces)
    changes.rewritten += _scrub_sessions(workspace, private, traces)
    changes.removed += purge.delete_archives_holding(os.path.join(private, "archive"), traces)
    _remove_views(workspace, private, traces, changes)
    for root in roots:
        _scrub_worktree(root, traces, changes)
    _remove_derived(private)


def _scrub_logs(private: str, traces: "ForgottenText") -> Iterator[str]:
    """Removes the words from the logs of the hook process and from snapshots; yields the files that it changed."""
    for path in _spool_logs(private):
        if purge.rewrite_lines(path, lambda raw: None if _mentions(raw, traces) else raw):
            yield path
    for path in glob.glob(os.path.join(glob.escape(os.path.join(private, "snapshots")), "*.json")):
        if purge.scrub_snapshot(path, traces):
            yield path


def _scrub_sessions(workspace: Catalog, private: str, traces: "ForgottenText") -> Iterator[str]:
    """Removes the words from what is kept of sessions and runs; yields the files that it changed."""
    for entry in SessionStore(os.path.join(private, "sessions"), workspace.gate).entries():
        with Lock(os.path.join(private, "locks", f"{entry.name}.lock"), wait=20):
            if purge.scrub_json(entry.path, traces):
                yield entry.path
    for path in purge.files_below(os.path.join(private, "runs")):
        if path.endswith(".json") and purge.scrub_json(path, traces):
            yield path


def _remove_derived(private: str) -> None:
    """Removes what the next command makes anew, and what names the code of the records or quotes briefs."""
    for folder in ("digests", FOLDER):  # briefs quote records shortened, so that no search for their words finds all
        for path in purge.files_below(os.path.join(private, folder)):
            os.unlink(path)
    for path in glob.glob(os.path.join(glob.escape(os.path.join(private, "spool")), f"*{DEFERRED}*")):
        os.unlink(path)
    for name in ("code.db", "code.db-wal", "code.db-shm", USE):
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(private, name))


def _scrub_worktree(root: str, traces: "ForgottenText", changes: _Changes) -> None:
    local = os.path.join(root, ".backstory", "local")
    changes.removed += purge.delete_files_holding(os.path.join(local, "spool"), traces)
    for path in purge.files_below(local):
        if os.path.relpath(path, local).startswith(RENDERED) or purge.files_holding([path], traces):
            os.unlink(path)  # derived: the caller renders it again


def _remove_unfinished(
    workspace: Catalog, private: str, roots: Sequence[str], traces: "ForgottenText", changes: _Changes
) -> None:
    """Removes temporary files that killed writers left beside what they wrote, if they hold the words."""
    folders = [os.path.join(private, name) for name in ("memory", "snapshots")]
    folders.append(os.path.join(workspace.project.user, "memory"))
    folders += [os.path.join(root, ".backstory", "memory") for root in roots]
    for folder in folders:
        for path in list(files_below(folder)):
            if not os.path.basename(path).startswith(TEMPORARY):
                continue
            if files_holding([path], traces) or _is_record_file(path, traces):
                changes.unlink(path)
    for path in [path for root in roots for path in _copies_in_worktree(private, root)]:
        if files_holding([path], traces):
            changes.unlink(path)


def _copies_in_worktree(private: str, root: str) -> list[str]:
    """What killed writers left beside the files that are edited in a working tree, and in its folder of git."""
    try:
        folders = list_folders(os.path.join(private, "edits"), root)
    except BackstoryError:
        folders = [root]
    return list(find_copies(folders, float("inf")))


def _is_record_file(path: str, traces: "ForgottenText") -> bool:
    """Whether a file is one of a forgotten record, perhaps cut short."""
    try:
        return traces.of_record(read_file(path, limit=READ_LIMIT))
    except BackstoryError:
        return False


def _remove_views(workspace: Catalog, private: str, traces: "ForgottenText", changes: _Changes) -> None:
    """Removes saved queries that name a tag, a word or the id of a forgotten record."""
    store = ViewStore(os.path.join(private, "views.json"), os.path.join(private, "lock"), workspace.gate)
    try:
        views = store.all()
    except BackstoryError:
        return
    names = [name for name, view in views.items() if _query_mentions(view.query, traces)]
    for name in names:
        store.remove(name)
    if names:
        changes.rewritten.append(store.path)


def _query_mentions(query: str, traces: "ForgottenText") -> bool:
    text = query.casefold()
    parts = {*WORD.findall(text), *text.replace("(", " ").replace(")", " ").replace('"', " ").split()}
    values = {part.partition(":")[2] for part in parts}
    return not traces.terms.isdisjoint(parts | values) or traces.is_in(query.encode("utf-8", "replace"))


def _mentions(line: bytes, traces: "ForgottenText") -> bool:
    return traces.is_in(line) or any(ident.encode() in line for ident in traces.ids)


def _spool_logs(private: str) -> Iterator[str]:
    """Yields the files that the hook process leaves in a project's spool."""
    folder = os.path.join(private, "spool")
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if name.endswith((".jsonl", ".taken", ".seen")):
            yield os.path.join(folder, name)


def _scrub_backups(workspace: Catalog, private: str, traces: "ForgottenText", changes: _Changes) -> None:
    """Removes the words from backups: those of imports, and those that a purge left beside the data home.

    An unfinished backup of an import is removed whatever it holds, since it cannot be restored.
    """
    home = workspace.project.home
    inside = glob.escape(os.path.join(private, BACKUPS))
    beside = glob.escape(os.path.dirname(home))
    with import_lock(private):  # no import writes a backup meanwhile
        for path in glob.glob(os.path.join(inside, TEMPORARY + "*")):
            changes.unlink(path)
        archives = glob.glob(os.path.join(inside, "*.tar.gz"))
        for name in (os.path.basename(private)[-8:].lower(), "user"):
            archives += glob.glob(os.path.join(beside, f"backstory-{name}-*.tar.gz"))
        for path in glob.glob(os.path.join(beside, TEMPORARY + "*")):
            if _is_gzip(path) and files_holding([path], traces):
                changes.unlink(path)
        changes.rewritten += [path for path in sorted(archives) if rewrite_without(path, traces, key=machine_key(home))]


def _is_gzip(path: str) -> bool:
    # Other programs use that folder too, and may use such a name: only an archive can be ours.
    try:
        with open(path, "rb") as file:
            return file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    except OSError:
        return False


def _log_forgotten(workspace: Catalog, plan: Plan) -> None:
    """Notes in the journal which records were forgotten: id, kind and scope, never their text."""
    data: dict[str, object] = {
        "verb": FORGET,
        "forgotten": [{"id": record.id, "kind": record.kind, "scope": record.scope} for record in plan.records],
    }
    event = Event(
        id=workspace.new_id(),
        kind=FORGET,
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data=data,
    )
    try:
        workspace.journal.append(event, sync=True, stream=SESSION)
    except (OSError, BackstoryError):
        return
