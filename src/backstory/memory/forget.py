"""Forgetting: a record and every trace of it go, outside of git's history; nothing else is touched.

A tombstone with the record's id is left first, so that an interrupted run leaves it out of sight, and so that no
archive, backup or other copy brings it back.
"""

import glob
import os
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.memory.policy.visibility import update_hidden
from backstory.memory.writer import change_record
from backstory.model.errors import BackstoryError, NotFound
from backstory.model.event import Event
from backstory.model.ids import short
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.store.purge import Words

SHORTEST = 12
"""Characters of a title from which it is looked for in what other files say; a shorter one proves nothing."""
LINE = 24
"""The same for a line of a body."""
TERM = 4
"""Characters of a word from which a query that has it, and no other record, is taken for one about the record."""
_WORD = re.compile(r"\w+")
RENDERED = ("handoff.", "registry.", "briefs")
"""What is rendered into `.backstory/local`; it says short lines of records as well."""
MARK = "source-forgotten"
"""Tag of records that were made of a forgotten one; they go off-context until somebody has looked at them."""


class Plan(NamedTuple):
    """What would go: the records, their files, and records that were made of them. `gone` are ids that went before."""

    records: tuple[Record, ...]
    files: tuple[str, ...]
    summaries: tuple[Record, ...]
    gone: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return (*(r.id for r in self.records), *self.gone)


class Forgotten(NamedTuple):
    """What was done, by path."""

    removed: tuple[str, ...] = ()
    rewritten: tuple[str, ...] = ()


class Held(NamedTuple):
    """A file in git's history that forgetting does not reach."""

    path: str
    commits: int


def plan_forget(workspace: Catalog, refs: Sequence[str]) -> Plan:
    """What forgetting these records means. Raises `NotFound`, `Ambiguous`."""
    from backstory.memory.policy.rejections import find_tombstones

    records: dict[str, Record] = {}
    files: dict[str, None] = {}
    gone: list[str] = []
    stones = find_tombstones(workspace)
    for ref in refs:
        try:
            row = workspace.get(ref)
        except NotFound:
            known = [i for i in (stones.gone if stones else ()) if ref.strip().upper() in (i, short(i).upper())]
            kept = _in_trash(workspace, ref)
            if len(known) == 1 and not kept:
                gone += known
                continue
            if not kept:
                raise
            records[kept.id] = kept
        else:
            records[row.record.id] = row.record
            files[row.path] = None
    files.update(dict.fromkeys(_files_of(workspace, records.keys())))
    made_of = [
        r.record
        for r in workspace.fresh().rows(include_retracted=True)
        if r.record.id not in records
        and any(k.relation == "derived_from" and k.target in records for k in r.record.links)
    ]
    return Plan(tuple(records.values()), tuple(files), tuple(made_of), tuple(gone))


def _files_of(workspace: Catalog, ids: Collection[str]) -> Iterator[str]:
    """Every record file of these ids, known by its name and read to be sure."""
    for store in workspace.stores.values():
        tails = tuple(f"-{name}.md" for i in ids for name in (short(i).lower(), i.lower()))
        for file in store.files():
            if file.path.lower().endswith(tails):
                found = store.read(file.path).record
                if found is not None and found.id in ids:
                    yield file.path


def _remove_files(workspace: Catalog, plan: Plan) -> list[str]:
    """Removes the records' files, wherever another process has moved them meanwhile: nothing moves under the locks."""
    from backstory.store.moves import locked

    ids = {r.id for r in plan.records}
    stores = [s for s in workspace.stores.values() if os.path.isdir(s.folder)]
    removed: list[str] = []
    with locked(stores):
        for path in dict.fromkeys((*plan.files, *_files_of(workspace, ids))):
            with suppress(FileNotFoundError):
                os.unlink(path)
                removed.append(path)
            workspace.index.discard(path)
    return removed


def forget(workspace: Catalog, plan: Plan) -> Forgotten:
    """Carries a plan out. A person's command: raises `Invalid` for an agent. Briefs and agents' files are the caller's
    to render anew."""
    from backstory.memory.policy.rejections import CLEAN
    from backstory.memory.policy.rejections import open_tombstones as stones_of
    from backstory.memory.workspace import require_person
    from backstory.store.places import machine_key
    from backstory.store.tombstones import Tombstones
    from backstory.store.trust import forget_own
    from backstory.store.written import forget as forget_written

    require_person(workspace, "backstory forget " + " ".join(short(i) for i in plan.ids))
    if not plan.records:
        return Forgotten()
    gone = find_traces(workspace, plan)
    stones_of(workspace).bury(plan.records, made=workspace.stamp(), by=workspace.git.author())
    for record in plan.summaries:
        tags = tuple(dict.fromkeys((*record.tags, MARK)))
        change_record(workspace, record.id, {"tier": "off-context", "tags": list(tags)}, verb="forget-source")
    removed = _remove_files(workspace, plan)
    p = workspace.project
    workspace.journal.sweep(os.path.join(p.private, "spool"))
    rewritten: list[str] = []
    for private, roots in _projects(workspace, plan):
        more, changed = _scrub(workspace, private, roots, gone)
        removed += more
        rewritten += changed
        if private != p.private:
            Tombstones(private, machine_key(p.home)).bury(
                plan.records, made=workspace.stamp(), by=workspace.git.author()
            )
            for path in glob.glob(os.path.join(glob.escape(private), "index.db*")):
                os.unlink(path)  # derived: the next command there builds it anew
        more, changed = _archives(workspace, private, gone)
        removed += more
        rewritten += changed
    forget_own(p.private, plan.ids)
    for store in workspace.stores.values():
        forget_written(os.path.dirname(store.folder), plan.ids)
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(p.private, CLEAN))
    workspace.index.rebuild(workspace.stores, workspace.gate, purge=True)
    update_hidden(workspace, force=True)
    _note(workspace, plan)
    return Forgotten(tuple(removed), tuple(dict.fromkeys(rewritten)))


def _scrub(workspace: Catalog, private: str, roots: Sequence[str], gone: "Words") -> tuple[list[str], list[str]]:
    """Takes the words out of what is derived or copied in one project: (files removed, files rewritten)."""
    from backstory.store import purge
    from backstory.store.journal import Journal

    removed: list[str] = []
    for folder in ("trash", "quarantine", "digests", "briefs"):
        found = purge.drop(os.path.join(private, folder), gone)
        removed += [f for f in found if folder not in ("digests", "briefs")]
    removed += _unfinished(workspace, private, roots, gone)
    rewritten = purge.scrub_journal(Journal(os.path.join(private, "journal"), workspace.gate), gone)
    rewritten += [path for path in _logs(private) if purge.rewrite_lines(path, lambda raw: _kept(raw, gone))]
    for path in glob.glob(os.path.join(glob.escape(os.path.join(private, "snapshots")), "*.json")):
        if purge.scrub_snapshot(path, gone):
            rewritten.append(path)
    rewritten += _views(workspace, private, gone)
    for root in roots:
        local = os.path.join(root, ".backstory", "local")
        removed += purge.drop(os.path.join(local, "spool"), gone)
        for path in purge.below(local):
            if os.path.relpath(path, local).startswith(RENDERED) or purge.holding([path], gone):
                os.unlink(path)  # derived: rendered anew
    for path in purge.below(os.path.join(private, "digests")):
        os.unlink(path)  # derived: names what records are about
    for tail in ("", "-wal", "-shm"):  # derived: it reads agents' files as well, which hold briefs
        with suppress(FileNotFoundError):
            os.unlink(os.path.join(private, f"code.db{tail}"))
    return removed, rewritten


def _unfinished(workspace: Catalog, private: str, roots: Sequence[str], gone: "Words") -> list[str]:
    """Removes files that a dead writer left beside records and snapshots, where they hold any of the words."""
    from backstory.store.files import TEMPORARY
    from backstory.store.purge import below, holding

    folders = [os.path.join(private, name) for name in ("memory", "snapshots")] + [
        os.path.join(workspace.project.user, "memory")
    ]
    folders += [os.path.join(root, ".backstory", "memory") for root in roots]
    found = [path for folder in folders for path in below(folder) if os.path.basename(path).startswith(TEMPORARY)]
    out = [path for path in found if holding([path], gone) or _is_of(path, gone)]
    for path in out:
        os.unlink(path)
    return out


def _is_of(path: str, gone: "Words") -> bool:
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT

    try:
        return gone.of_record(read_file(path, limit=READ_LIMIT))
    except BackstoryError:
        return False


def _views(workspace: Catalog, private: str, gone: "Words") -> list[str]:
    """Removes saved queries that name a tag, a word or the id of what is forgotten."""
    from backstory.store.views import ViewStore

    store = ViewStore(os.path.join(private, "views.json"), os.path.join(private, "lock"), workspace.gate)
    try:
        found = store.all()
    except BackstoryError:
        found = {}
    out = [name for name, view in found.items() if _names_it(view.query, gone)]
    for name in out:
        store.remove(name)
    return [store.path] if out else []


def _names_it(query: str, gone: "Words") -> bool:
    text = query.casefold()
    parts = {*_WORD.findall(text), *text.replace("(", " ").replace(")", " ").replace('"', " ").split()}
    named = parts | {part.partition(":")[2] for part in parts}
    return not gone.terms.isdisjoint(named) or gone.said_in(query.encode("utf-8", "replace"))


def find_traces(workspace: Catalog, plan: Plan) -> "Words":
    """The words by which copies are known. Those that another record says as well are not among them."""
    from backstory.store.purge import words

    texts: dict[str, None] = {}
    for record in plan.records:
        texts.update(dict.fromkeys([record.title] if len(record.title) >= SHORTEST else []))
        lines = [*record.body.splitlines(), record.origin.quote, *record.fields.values()]
        texts.update(dict.fromkeys(line.strip() for line in lines if len(line.strip()) >= LINE))
    ids = set(plan.ids)
    others = [
        r.record for r in workspace.fresh().rows(include_retracted=True, include_hidden=True) if r.record.id not in ids
    ]
    said = "\n".join(f"{r.title}\n{r.body}" for r in others)
    names = [f"-{short(i)}.md" for i in ids] + [f"-{i.lower()}.md" for i in ids]
    names += [os.path.basename(path) for path in plan.files]
    return words(
        ids,
        names,
        [t for t in texts if t not in said],
        lines=_lines(plan.records) - _lines(others),
        terms=_terms(plan.records) - _terms(others) - _vocabulary() | {i.casefold() for i in (*ids, *map(short, ids))},
    )


def _lines(records: Iterable[Record]) -> set[str]:
    """Titles and fields, as snapshots copy them."""
    return {one_line(text) for r in records for text in (r.title, *r.fields.values()) if text.strip()}


def _terms(records: Iterable[Record]) -> set[str]:
    """Single words and whole tags, folded."""
    out: set[str] = set()
    for r in records:
        texts = (r.title, r.body, r.origin.quote, *r.fields.values(), *r.tags, *(a.target for a in r.anchors))
        out.update(tag.casefold() for tag in r.tags)
        out.update(word for text in texts for word in _WORD.findall(text.casefold()) if len(word) >= TERM)
    return out


def _vocabulary() -> set[str]:
    """Words of the query language and of the records' own vocabulary: a query that has them names no record."""
    from backstory.model.kinds import ALIASES, HOWS, KINDS, RELATIONS, RETRACTED, SCOPES, TIERS
    from backstory.model.query import KEYS

    statuses = {status for kind in KINDS.values() for status in kind.statuses}
    return {*ALIASES, *HOWS, *KEYS, *KINDS, *RELATIONS, RETRACTED, *SCOPES, *TIERS, *statuses}


def find_leftovers(workspace: Catalog, plan: Plan) -> list[str]:
    """Files of ours, or that we write into, that still hold words of a forgotten record: there should be none."""
    from backstory.edits.ledger import Ledger
    from backstory.store.purge import below, holding

    gone = find_traces(workspace, plan)
    p = workspace.project
    paths = [*below(p.user), *below(os.path.join(p.home, "reports"))]
    paths += [os.path.join(p.home, name) for name in ("hook.log", "hook.log.1")]
    for private, roots in _projects(workspace, plan):
        paths += below(private)
        for root in roots:
            paths += [
                *below(os.path.join(root, ".backstory", "local")),
                *below(os.path.join(root, ".backstory", "memory")),
            ]
            ledger = Ledger(os.path.join(private, "edits"), root, workspace.gate)
            try:
                paths += [ledger.absolute(e.path) for e in ledger.entries()]
            except BackstoryError:
                continue
    return holding([path for path in dict.fromkeys(paths) if os.path.isfile(path)], gone)


def find_in_history(workspace: Catalog, plan: Plan) -> list[Held]:
    """What git still holds of the records, on any branch."""
    if not workspace.project.git_dir or not plan.ids:
        return []
    patterns = [f":(glob).backstory/memory/*/*-{short(i).lower()}.md" for i in plan.ids]
    patterns += [f":(glob).backstory/memory/*/*-{i.lower()}.md" for i in plan.ids]
    patterns += [
        os.path.relpath(f, workspace.project.root) for f in plan.files if f.startswith(workspace.project.team + os.sep)
    ]
    ran = workspace.git.attempt("log", "--all", "--format=%H", "--name-only", "-z", "--", *dict.fromkeys(patterns))
    counts: dict[str, int] = {}
    for part in ran.out.decode("utf-8", "surrogateescape").replace("\n", "\0").split("\0"):
        if part.endswith(".md"):
            counts[part] = counts.get(part, 0) + 1
    return [Held(path, number) for path, number in sorted(counts.items())]


def plan_history_rewrite(workspace: Catalog, plan: Plan, held: Sequence[Held]) -> str:
    """How git's history could be rewritten, as commands to read and run by hand; empty when it holds nothing."""
    if not held:
        return "git's history holds nothing of it"
    import shlex

    paths = " ".join(f"--path {shlex.quote(h.path)}" for h in held)
    shown = shlex.quote(held[0].path)
    return "\n".join(
        (
            "# This rewrites every commit since the record came in. Everybody who has a clone has to clone anew, and",
            "# forks, pull requests and caches of the host keep the old commits until the host removes them.",
            "git clone --no-local . ../rewritten && cd ../rewritten",
            f"git filter-repo --invert-paths {paths}",
            f"git log --all --oneline -- {shown}    # prints nothing when it is done",
            "git push --force --all && git push --force --tags",
        )
    )


def _in_trash(workspace: Catalog, ref: str) -> Record | None:
    """A record that was taken back before, by the id that people see."""
    from backstory.store.codec import decode
    from backstory.store.files import read_file
    from backstory.store.purge import below
    from backstory.store.records import READ_LIMIT

    wanted = ref.strip().upper()
    if len(wanted) < 8:
        return None
    for path in below(os.path.join(workspace.project.private, "trash")):
        try:
            record = decode(read_file(path, limit=READ_LIMIT), name=path).record
        except BackstoryError:
            continue
        if record is not None and wanted in (record.id, short(record.id).upper()):
            return record
    return None


def _kept(raw: bytes, gone: "Words") -> bytes | None:
    return None if gone.said_in(raw) or any(i.encode() in raw for i in gone.ids) else raw


def _logs(private: str) -> Iterator[str]:
    """What the hook process left in a project's spool."""
    folder = os.path.join(private, "spool")
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return
    for name in names:
        if name.endswith((".jsonl", ".taken", ".seen")):
            yield os.path.join(folder, name)


def _archives(workspace: Catalog, private: str, gone: "Words") -> tuple[list[str], list[str]]:
    """Takes the words out of backups of ours, those that an import made and those that a purge left beside the data
    home: (files removed, files rewritten). An unfinished backup goes, whatever is in it: nobody can restore it."""
    from backstory.memory.recovery import import_lock
    from backstory.store.archive import without
    from backstory.store.check import BACKUPS
    from backstory.store.files import TEMPORARY
    from backstory.store.places import machine_key
    from backstory.store.purge import holding

    home = workspace.project.home
    removed: list[str] = []
    with import_lock(private):  # no import writes a backup meanwhile
        inside = glob.escape(os.path.join(private, BACKUPS))
        for path in glob.glob(os.path.join(inside, TEMPORARY + "*")):
            os.unlink(path)
            removed.append(path)
        above = glob.escape(os.path.dirname(home))
        name = os.path.basename(private)[-8:].lower()
        paths = glob.glob(os.path.join(inside, "*.tar.gz")) + [
            path for word in (name, "user") for path in glob.glob(os.path.join(above, f"backstory-{word}-*.tar.gz"))
        ]
        for path in glob.glob(os.path.join(above, TEMPORARY + "*")):
            if _is_packed(path) and holding([path], gone):
                os.unlink(path)
                removed.append(path)
        rewritten = [path for path in sorted(paths) if without(path, gone, key=machine_key(home))]
    return removed, rewritten


def _is_packed(path: str) -> bool:
    """Whether a file can be an archive: the folder is everybody's, and so may be a file with such a name."""
    try:
        with open(path, "rb") as file:
            return file.read(2) == b"\x1f\x8b"
    except OSError:
        return False


def _projects(workspace: Catalog, plan: Plan) -> list[tuple[str, list[str]]]:
    """(private folder, working trees) of this project; for what is of user scope, of every project of this machine."""
    from backstory.base.discovery import is_id
    from backstory.store.places import project_roots

    p = workspace.project
    folders = [p.private]
    if any(r.scope == "user" for r in plan.records):
        above = os.path.dirname(p.private)
        folders += [os.path.join(above, n) for n in sorted(os.listdir(above)) if is_id(n) and n != p.id]
    out: list[tuple[str, list[str]]] = []
    for folder in folders:
        roots = [r for r in project_roots(folder)[0] if os.path.isdir(r)]
        out.append((folder, list(dict.fromkeys((*([p.root] if folder == p.private else []), *roots)))))
    return out


def _note(workspace: Catalog, plan: Plan) -> None:
    """The audit: that records went, by id and kind, never what they said."""
    from backstory.memory.operations import SESSION

    data: dict[str, object] = {
        "verb": "forget",
        "forgotten": [{"id": r.id, "kind": r.kind, "scope": r.scope} for r in plan.records],
    }
    event = Event(
        id=workspace.new_id(),
        kind="forget",
        session=workspace.channel.session,
        agent=workspace.channel.agent,
        made=workspace.stamp(),
        data=data,
    )
    try:
        workspace.journal.append(event, sync=True, stream=SESSION)
    except (OSError, BackstoryError):
        return
