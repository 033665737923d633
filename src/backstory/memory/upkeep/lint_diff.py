"""Checks a change: finds the records about code that the working tree has changed since a commit."""

import os
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from backstory.git.folder import read_regular
from backstory.git.globs import matches_glob
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.staleness import CHANGED, GONE, MOVED, anchor_states
from backstory.memory.upkeep.lint import Finding, find_problems, label_record
from backstory.model.errors import Invalid
from backstory.model.kinds import RETRACTED
from backstory.model.record import Anchor
from backstory.survey.anchors import anchor_digest, find_symbol

if TYPE_CHECKING:
    from backstory.index.read import Row

_OWN = ".backstory/"


def lint_diff(workspace: Catalog, base: str) -> list[Finding]:
    """Finds the records that the change since `base` makes stale, and problems of the records that it adds.

    A record that was stale at `base` already is not reported, unless the code has changed again. Raises `Invalid` for
    a commit that does not exist.
    """
    from tempfile import TemporaryDirectory

    commit = _resolve_base(workspace, base)
    changed = _changed_paths(workspace, commit)
    findings: list[Finding] = []
    affected = _find_affected(workspace, changed)
    if affected:
        with TemporaryDirectory(prefix="backstory-") as folder:
            _write_old_files(workspace, commit, [anchor for _, anchor in affected], changed, folder)
            for row, anchor in affected:
                state = _find_state(workspace, row, anchor, folder)
                findings += [_make_finding(workspace, row, anchor, state, changed)] if state else []
    return findings + _find_own_problems(workspace, {path for path in changed if path.startswith(_OWN)})


def _find_affected(workspace: Catalog, changed: Mapping[str, str]) -> "list[tuple[Row, Anchor]]":
    """Finds the current records about code that the change touches, each with the anchor."""
    affected: list[tuple[Row, Anchor]] = []
    for row in workspace.fresh().rows():
        if row.record.status != RETRACTED and not row.superseded_by:
            affected += [(row, anchor) for anchor in row.record.anchors if _is_touched(anchor, changed)]
    return affected


def _find_own_problems(workspace: Catalog, paths: Collection[str]) -> list[Finding]:
    """Finds the problems of the records in some files, but not what code has done to them."""
    if not paths:
        return []
    problems = [finding for finding in find_problems(workspace) if finding.path in paths]
    return [finding for finding in problems if finding.rule not in ("stale", "stale-pin")]


def _find_state(workspace: Catalog, row: "Row", anchor: Anchor, old_folder: str) -> str:
    """Returns what the change did to the code of an anchor, with the new place behind a colon; empty for nothing."""
    spot = Anchor(anchor.path, anchor.symbol)
    now = anchor_digest(workspace.project.root, spot)
    if anchor.digest and now == anchor.digest:
        return ""  # the change restores the code that the record is about
    if _is_unaffected(workspace, anchor, spot, old_folder, now):
        return ""  # the change touched the file, but not this code, or the code had been removed before
    state = _anchor_state(workspace, row, anchor) if anchor.digest else ""
    state = state or (CHANGED if now else GONE)
    return state if state.partition(":")[0] in (CHANGED, GONE, MOVED) else ""


def _anchor_state(workspace: Catalog, row: "Row", anchor: Anchor) -> str:
    status = anchor_states(workspace, [row]).get(row.record.id)
    return status.anchors.get(anchor.target, "") if status else ""


def _is_unaffected(workspace: Catalog, anchor: Anchor, spot: Anchor, old_folder: str, now: str) -> bool:
    """Whether the code of an anchor is as it was, or was missing before. Of folders and globs that is not known."""
    if anchor.is_glob or os.path.isdir(os.path.join(workspace.project.root, anchor.path)):
        return False
    before = anchor_digest(old_folder, spot)
    return before == now or not (now or before)


def _make_finding(workspace: Catalog, row: "Row", anchor: Anchor, state: str, changed: Mapping[str, str]) -> Finding:
    record = row.record
    verb, _, new_place = state.partition(":")
    words = {CHANGED: "has changed", GONE: "removes", MOVED: f"has moved to `{new_place}`"}[verb]
    path = changed.get(anchor.path, "") or anchor.path
    exists = os.path.exists(os.path.join(workspace.project.root, path))
    message = f"{label_record(record)} is about `{anchor.target}`, which this change {words}"
    hint = (
        f"`backstory verify {record.short} --confirm` if it still holds, "
        f'`backstory edit {record.short} --title "..."` if it does not'
    )
    severity = "notice" if verb == MOVED else "warning"
    line = _line_of(workspace, path, anchor.symbol)
    return Finding("stale", severity, message, hint, (record.id,), path if exists else "", line)


def _resolve_base(workspace: Catalog, base: str) -> str:
    """Returns the commit where HEAD left `base`, or `base` itself if they share no history."""
    if not workspace.project.git_dir:
        raise Invalid("there is no git repository here to compare with", hint="`backstory lint` needs none")
    if base.startswith("-") or not base.strip():
        raise Invalid(
            f"`{base}` is not a commit", hint="name a branch or a commit: `backstory lint --diff origin/main`"
        )
    ran = workspace.git.attempt("merge-base", "HEAD", base)
    if ran.code:
        ran = workspace.git.attempt("rev-parse", "--verify", "--quiet", f"{base}^{{commit}}")
    if ran.code:
        raise Invalid(f"git knows no commit `{base}`", hint="fetch it first: `git fetch origin`")
    return ran.out.decode().strip()


def _changed_paths(workspace: Catalog, commit: str) -> dict[str, str]:
    """Returns path at `commit` or now -> path now (empty if deleted), for every file that differs or is untracked."""
    options = ("--name-status", "-z", "--find-renames", "--relative")
    output = workspace.git.run("diff", *options, commit, "--").decode("utf-8", "surrogateescape")
    fields = iter(output.split("\0"))
    paths: dict[str, str] = {}
    for status in fields:
        old = next(fields, "")
        if not old:
            break
        if status[:1] in ("R", "C"):
            new = next(fields, "")
            paths[old] = paths[new] = new
        else:
            paths[old] = "" if status[:1] == "D" else old
    paths.update((path, path) for path in workspace.git.untracked())
    return paths


def _is_touched(anchor: Anchor, changed: Mapping[str, str]) -> bool:
    if anchor.path in changed:
        return True
    if anchor.is_glob:
        return any(matches_glob(anchor.path, path) for path in changed)
    return any(path.startswith(anchor.path.rstrip("/") + "/") for path in changed)


def _write_old_files(
    workspace: Catalog, commit: str, anchors: Sequence[Anchor], changed: "dict[str, str]", folder: str
) -> None:
    """Writes the anchored files as they were at `commit` into a folder."""
    for path in dict.fromkeys(anchor.path for anchor in anchors if anchor.path in changed and not anchor.is_glob):
        ran = workspace.git.attempt("cat-file", "blob", f"{commit}:{workspace.git.prefix}{path}")
        if ran.code or ".." in path.split("/") or os.path.isabs(path):
            continue
        target = os.path.join(folder, *path.split("/"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(ran.out)


def _line_of(workspace: Catalog, path: str, symbol: str) -> int:
    """Returns the line on which a symbol is defined; 1 if it is not found."""
    if not symbol:
        return 1
    try:
        data = read_regular(os.path.join(workspace.project.root, path), 4 << 20) or b""
    except OSError:
        return 1
    text = data.decode("utf-8", "replace")
    definition = find_symbol(path, text, symbol)
    start = text.find(definition) if definition else -1
    return text.count("\n", 0, start) + 1 if start >= 0 else 1
