"""The checks behind `doctor`. Each one examines a single thing and says how to fix it."""

import glob
import os
import shlex
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final

import apsw
import msgspec

from backstory.edits.tree_edits import list_folders
from backstory.index.check import check_index
from backstory.memory.answers.snapshots import take_snapshot
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.identity import describe_left_memory, find_left_memory
from backstory.memory.kernel.spool import find_waiting, spool_folder, sweep_spool
from backstory.memory.policy.trust import preserving_trust
from backstory.memory.upkeep.copies import find_pairs, join_copies
from backstory.memory.upkeep.forgotten_files import find_forgotten_files, remove_forgotten_files
from backstory.memory.upkeep.joined_texts import find_joined_texts
from backstory.memory.upkeep.retention import find_expired, tidy_files
from backstory.memory.verbs.anchored_code import find_missing_code
from backstory.memory.verbs.trust import trust_status
from backstory.model.dates import epoch_seconds
from backstory.model.errors import BackstoryError
from backstory.model.ids import short_id
from backstory.model.text import format_count
from backstory.store.file_check import accept_changes, check_files, repair_files
from backstory.store.history_check import check_history, repair_history
from backstory.store.lock import find_holder
from backstory.store.moves import pending_moves
from backstory.store.places import IMPORTING
from backstory.store.unfinished_files import OLD, find_copies

MANY_RECORDS = 5_000
"""Number of team records from which `git status` becomes slower."""
OLD_SNAPSHOT_DAYS = 14
MANY_SNAPSHOTS = 500
"""Number of snapshots from which `doctor` suggests to delete old ones."""
MAX_NAMED = 5
"""Files of the spool, and anchors, that are named one by one."""
LONG_LOCK = 60
"""Seconds after which a lock is named: no command holds one for so long."""


class Check(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one check. `status` is `ok`, `warn` (works, but could be better) or `fail`."""

    name: str
    status: str
    detail: str
    hint: str = ""
    fixable: bool = False
    """Whether `doctor --fix` can fix it."""


def run_checks(workspace: Catalog, *, deep: bool) -> list[Check]:
    """Runs all checks. A check that raises an error becomes a finding itself."""
    results: list[Check] = []
    for check in CHECKS:
        try:
            results += check(workspace, deep)
        except (BackstoryError, OSError) as error:
            results.append(Check(check.__name__.strip("_"), "fail", str(error), getattr(error, "hint", "")))
    return results


def fix_problems(workspace: Catalog, checks: list[Check]) -> list[str]:
    """Fixes the findings that are marked fixable; returns a sentence for each change.

    Broken files move to quarantine. Only forgotten records, unfinished backups and unfinished copies are deleted.
    """
    names = {check.name for check in checks if check.fixable and check.status != "ok"}
    messages: list[str] = []
    for fixed, fix in FIXES:
        if not names.isdisjoint(fixed):
            messages += fix(workspace)
    return messages


def _fix_layout(workspace: Catalog) -> list[str]:
    from backstory.store.scaffold import write_scaffold

    team = workspace.settings.get("memory.scope") == "team"
    paths = write_scaffold(workspace.project.team, workspace.project.id, team=team)
    return [f"wrote `{path}`" for path in paths]


def _fix_files(workspace: Catalog) -> list[str]:
    guard = partial(preserving_trust, workspace)
    report = repair_files(workspace.project, workspace.stores, guard=guard)
    return report + repair_history(workspace.project, workspace.sessions, workspace.runs)


def _fix_unfinished(workspace: Catalog) -> list[str]:
    paths = list(_find_unfinished_copies(workspace))
    for path in paths:
        os.unlink(path)
    return [f"removed `{path}`" for path in paths]


def _fix_spool(workspace: Catalog) -> list[str]:
    swept = sweep_spool(workspace)
    what = f"imported {format_count(len(swept), 'record')} that waited in `{workspace.project.local}`"
    return [what] if swept else []


def _fix_changes(workspace: Catalog) -> list[str]:
    return accept_changes(workspace.stores)


def _fix_copies(workspace: Catalog) -> list[str]:
    return [join_copies(workspace, pair) for pair in find_pairs(workspace) if pair.same]


def _fix_index(workspace: Catalog) -> list[str]:
    workspace.index.rebuild(workspace.stores, workspace.gate)
    return ["rebuilt the index from the files"]


def _fix_snapshot(workspace: Catalog) -> list[str]:
    return [f"took snapshot {take_snapshot(workspace).id}"]


FIXES: Final[tuple[tuple[tuple[str, ...], Callable[[Catalog], list[str]]], ...]] = (
    (("layout",), _fix_layout),
    (("records", "permissions"), _fix_files),
    (("unfinished",), _fix_unfinished),
    (("spool",), _fix_spool),
    (("changed",), _fix_changes),
    (("copies",), _fix_copies),
    (("storage",), tidy_files),
    (("forgotten",), remove_forgotten_files),
    (("index",), _fix_index),
    (("snapshot",), _fix_snapshot),
)
"""Names of checks, and what fixes them, in the order of fixing."""


def _import(workspace: Catalog, deep: bool) -> Iterator[Check]:
    # This check comes first, because opening the memory settles such an import.

    if os.path.exists(os.path.join(workspace.project.private, IMPORTING)):
        what = "an import is under way, or was cut short; one that was is taken back or finished by the next command"
        yield Check("import", "warn", what, "`backstory import FILE` again, when it is not under way")


def _tools(workspace: Catalog, deep: bool) -> Iterator[Check]:
    ran = workspace.git.attempt("version")
    if ran.code:
        yield Check("git", "warn", ran.reason, "install git: branches, authors and drift need it")
    else:
        yield Check("git", "ok", ran.out.decode("utf-8", "replace").strip())
    yield Check("sqlite", "ok", f"SQLite {apsw.sqlite_lib_version()} with full-text search")


def _settings(workspace: Catalog, deep: bool) -> Iterator[Check]:
    warnings = workspace.settings.warnings
    if not warnings and not workspace.settings.withheld:
        yield Check("settings", "ok", "every setting is valid")
    for warning in warnings:
        yield Check("settings", "fail", str(warning), "`backstory config` shows what is in force")
    if workspace.settings.withheld:
        what = f"nobody here trusts `{workspace.project.config}`, so what it sets does not count"
        hint = "look at it, and then `backstory trust`"
        yield Check("settings", "warn", f"{what}: {', '.join(workspace.settings.withheld)}", hint)


def _layout(workspace: Catalog, deep: bool) -> Iterator[Check]:
    folder = workspace.project.team
    if left := find_left_memory(workspace.project):
        what, hint = describe_left_memory(left)
        yield Check("layout", "warn", what, hint)
    names = ("README.md", "config.toml", ".gitignore", ".gitattributes")
    missing = [name for name in names if not os.path.exists(os.path.join(folder, name))]
    if workspace.left_out:
        records = workspace.left_out.records
        summary = f"{records:,} record files of the team" if records else "the team's folder"
        hint = f"`git -C {workspace.project.root} sparse-checkout add .backstory` brings it in"
        yield Check("layout", "warn", f"`.backstory/` is outside of this sparse checkout: {summary} not seen", hint)
    elif not os.path.isdir(folder):
        yield Check("layout", "ok", "`.backstory/` is not on this branch; private memory is used")
    elif missing:
        what = f"`.backstory/` lacks {', '.join(missing)}"
        yield Check("layout", "warn", what, "`backstory doctor --fix` writes them", True)
    else:
        yield Check("layout", "ok", "`.backstory/` is complete")


def _records(workspace: Catalog, deep: bool) -> Iterator[Check]:
    findings = list(check_files(workspace.project, workspace.stores, deep=deep))
    findings += list(check_history(workspace.sessions, workspace.runs)) if deep else []
    for finding in findings[:50]:
        yield Check(finding.name, finding.status, finding.detail, finding.hint, finding.fixable)
    joined = find_joined_texts(workspace)[:MAX_NAMED]
    for one in joined:
        yield Check("records", "warn", one.what, one.hint)
    if not (findings or joined):
        yield Check("records", "ok", "every record is readable")


def _unfinished(workspace: Catalog, deep: bool) -> Iterator[Check]:
    """Finds what a killed process left in folders of others: beside the agents' files, and in the folder of git."""
    for path in _find_unfinished_copies(workspace):
        what = f"`{path}` is a file that was never finished; its writer died"
        hint = "`backstory doctor --fix` removes it: the file that it was for is untouched"
        yield Check("unfinished", "warn", what, hint, True)


def _find_unfinished_copies(workspace: Catalog) -> Iterator[str]:
    folders = list_folders(os.path.join(workspace.project.private, "edits"), workspace.project.root)
    return find_copies(folders, workspace.now() - OLD)


def _buried(workspace: Catalog, deep: bool) -> Iterator[Check]:
    """Finds files of forgotten records that a merge, a pull or a copy brought back."""
    for path in find_forgotten_files(workspace):
        label = (
            os.path.relpath(path, workspace.project.root) if path.startswith(workspace.project.root + os.sep) else path
        )
        what = f"`{label}` holds a record that was forgotten; it is not shown"
        yield Check("forgotten", "warn", what, "`backstory doctor --fix` takes the file out, then commit that", True)


def _copies(workspace: Catalog, deep: bool) -> Iterator[Check]:
    for pair in find_pairs(workspace)[:20]:
        (scope, path), (other_scope, other) = pair.kept, pair.other
        what = f"record {pair.record.short} lies in two scopes: `{path}` ({scope}) and `{other}` ({other_scope})"
        if pair.same:
            yield Check("copies", "warn", what, f"`backstory doctor --fix` keeps the {scope} file", True)
        else:
            yield Check("copies", "fail", f"{what}, and they differ", f"compare them: `diff {path} {other}`")
    waiting = pending_moves(workspace.project.private)
    if waiting:
        what = f"{format_count(len(waiting), 'move')} between scopes {'was' if len(waiting) == 1 else 'were'} cut short"
        yield Check("copies", "warn", what, f"look at: `{waiting[0]}`")


def _spool(workspace: Catalog, deep: bool) -> Iterator[Check]:
    """Finds records that wait in the spool. Only those with this machine's seal can be taken in automatically."""
    waiting = find_waiting(workspace)
    if waiting.sealed:
        verb = "waits" if len(waiting.sealed) == 1 else "wait"
        what = f"{format_count(len(waiting.sealed), 'record')} {verb} in `.backstory/local/spool/` for the data home"
        yield Check("spool", "warn", what, "`backstory doctor --fix` imports those that git does not track", True)
    yield from _unsealed(workspace, [file.path for file in waiting.unsealed])
    if waiting.others or waiting.more:
        what = f"{waiting.others:,}{' or more' if waiting.more else ''} entries of the spool are no waiting records"
        yield Check("spool", "warn", what, f"look at them: `ls -la {shlex.quote(spool_folder(workspace))}`")


def _unsealed(workspace: Catalog, paths: Sequence[str]) -> Iterator[Check]:
    """Names the records of the spool that are not taken in automatically."""
    for number, path in enumerate(paths[:MAX_NAMED], 1):
        what = f"`{os.path.relpath(path, workspace.project.root)}` has no seal of this machine and is not imported"
        if number == MAX_NAMED and len(paths) > MAX_NAMED:
            what += f"; nor are {len(paths) - MAX_NAMED:,} more"
        quoted = shlex.quote(path)
        yield Check(
            "spool", "warn", what, f"look at it: `cat {quoted}`; then `backstory import {quoted}` or `rm {quoted}`"
        )


def _index(workspace: Catalog, deep: bool) -> Iterator[Check]:
    problems = check_index(workspace.fresh(), workspace.stores, deep=deep)
    if problems:  # somebody may have written in between: a problem stays when the index is brought up to date again
        before = _listed(workspace)
        again = check_index(workspace.renewed(), workspace.stores, deep=deep)
        moving = {f"`{path}`" for path, _, _ in before ^ _listed(workspace)}  # written between the two looks as well
        problems = [one for one in problems if one in again and not any(path in one for path in moving)]
    if problems and workspace.index.fallback_reason:
        hint = (
            f"look at the folder's permissions and its room: `ls -ld {workspace.project.private}`;"
            " every command still works"
        )
        yield Check("index", "fail", problems[0], hint)
    elif problems:
        yield Check("index", "fail", problems[0], "`backstory index rebuild`; no record is affected", True)
    else:
        yield Check("index", "ok", "the index agrees with the files")


def _listed(workspace: Catalog) -> set[tuple[str, int, int]]:
    """Path, size and time (ns) of every file of a record."""
    return {(file.path, file.size, file.mtime_ns) for store in workspace.stores.values() for file in store.files()}


def _trust(workspace: Catalog, deep: bool) -> Iterator[Check]:
    status = trust_status(workspace)
    if status.edited:
        number = len(status.edited)
        what = (
            f"{format_count(number, 'record')} {'was' if number == 1 else 'were'} edited by hand and not committed yet"
        )
        yield Check("trust", "warn", what, "`backstory list` marks them; a commit of yours makes them count")
    if len(status.foreign) > len(status.edited):
        count = len(status.foreign) - len(status.edited)
        what = f"{count} record{'s' if count > 1 else ''} came from elsewhere and {'are' if count > 1 else 'is'} marked"
        yield Check("trust", "warn", f"{what}: {status.reason}", "`backstory trust --show` names them")
    elif not status.edited:
        yield Check("trust", "ok", "no record is untrusted")


def _secrets(workspace: Catalog, deep: bool) -> Iterator[Check]:
    """Finds secrets that did not pass the gate because they came by hand or with a clone."""
    if not deep:
        return
    from backstory.memory.upkeep.lint import find_secrets

    for scope, path, rule in find_secrets(workspace):
        label = os.path.relpath(path, workspace.project.root) if scope == "team" else path
        yield Check(
            "secrets",
            "fail",
            f"`{label}` holds what looks like a secret ({rule})",
            "take it out of the file and rotate it; it was kept out of the index and of every brief",
        )


def _snapshot(workspace: Catalog, deep: bool) -> Iterator[Check]:
    latest = workspace.snapshots.latest_summary()
    if latest is None:
        yield Check("snapshot", "warn", "there is no snapshot yet", "`backstory snapshot`", True)
        return
    days = (workspace.now() - (epoch_seconds(latest.made) or 0)) / 86_400
    old = days > OLD_SNAPSHOT_DAYS
    yield Check(
        "snapshot",
        "warn" if old else "ok",
        f"the latest snapshot is {int(days)} days old" if old else f"snap-{short_id(latest.id)} of {latest.made}",
        "`backstory snapshot`" if old else "",
        old,
    )


def _size(workspace: Catalog, deep: bool) -> Iterator[Check]:
    snapshots = len(workspace.snapshots.ids())
    if snapshots > MANY_SNAPSHOTS:
        yield Check(
            "snapshots",
            "warn",
            f"{snapshots:,} snapshots are kept",
            "`backstory doctor --fix --keep 50` deletes old ones",
        )
    count = sum(1 for _ in workspace.stores["team"].files())
    if count > MANY_RECORDS:
        yield Check(
            "size",
            "warn",
            f"{count:,} records in the repository: `git status` starts to feel them",
            "move old ones out of the way: `backstory edit ID --tier off-context`",
        )


def _storage(workspace: Catalog, deep: bool) -> Iterator[Check]:
    files, size, journals = find_expired(workspace)
    if files or journals:
        parts = [f"{files:,} old files ({size:,} bytes) can go"] if files else []
        parts += [f"{journals:,} journals of past months can be compressed"] if journals else []
        yield Check("storage", "warn", ", ".join(parts), "`backstory doctor --fix` does it", True)


def _anchors(workspace: Catalog, deep: bool) -> Iterator[Check]:
    """Names anchors to code that was not there when the record was written, and is not now."""
    records = [row.record for row in workspace.fresh().rows() if row.record.anchors]
    missing = find_missing_code(workspace, records)
    for number, (ident, targets) in enumerate(missing.items(), 1):
        what = f"{short_id(ident)} is about code that was never found: {', '.join(targets[:MAX_NAMED])}"
        if number == MAX_NAMED and len(missing) > MAX_NAMED:
            what += f"; and {len(missing) - MAX_NAMED:,} more records"
        yield Check("anchors", "warn", what, "`backstory lint` names each, and how to correct it")
        if number == MAX_NAMED:
            return


def _locks(workspace: Catalog, deep: bool) -> Iterator[Check]:
    """Names locks that one process has held for long."""
    private = workspace.project.private
    paths = [os.path.join(private, "lock"), os.path.join(private, "index.db.lock")]
    paths += glob.glob(os.path.join(glob.escape(private), "*", "*.lock"))
    for path in sorted(paths):
        holder = find_holder(path)
        seconds = workspace.now() - holder.since if holder else 0
        if holder is None or seconds < LONG_LOCK:
            continue
        since = f" for {format_count(int(seconds // 60), 'minute')}" if holder.since else ""
        who = f"process {holder.process}" if holder.process else "another process"
        hint = f"`ps -fp {holder.process}` shows it; " if holder.process else ""
        what = f"{who} has held `{path}`{since}"
        yield Check("locks", "warn", what, f"{hint}a lock ends with its process")


RunCheck = Callable[[Catalog, bool], Iterator[Check]]

CHECKS: tuple[RunCheck, ...] = (
    _import, _tools, _settings, _layout, _records, _unfinished, _copies, _buried, _spool, _index, _trust, _secrets,
    _snapshot, _size, _storage, _anchors, _locks,
)  # fmt: skip
