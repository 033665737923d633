"""The check of a change: which records speak of code that the working tree has changed since a commit."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from backstory.git.globs import matches
from backstory.memory.catalog import Catalog
from backstory.memory.lint import Finding, label_record, lint
from backstory.model.errors import Invalid
from backstory.model.kinds import RETRACTED
from backstory.model.record import Anchor

if TYPE_CHECKING:
    from backstory.index.read import Row

_OWN = ".backstory/"


def lint_diff(workspace: Catalog, base: str) -> list[Finding]:
    """What the change since `base` makes stale, and what is wrong with the records that the change itself brings.

    A record that was stale at `base` already is not held against the change, unless it changed the code again.
    Raises `Invalid` for a commit that is not there.
    """
    from tempfile import TemporaryDirectory

    commit = _commit(workspace, base)
    changed = _changed(workspace, commit)
    found: list[Finding] = []
    rows = [r for r in workspace.fresh().rows() if r.record.status != RETRACTED and not r.superseded_by]
    wanted = [(r, a) for r in rows for a in r.record.anchors if _touched(a, changed)]
    if wanted:
        with TemporaryDirectory(prefix="backstory-") as folder:
            _lay_out(workspace, commit, [a for _, a in wanted], changed, folder)
            for row, anchor in wanted:
                one = _judged(workspace, row, anchor, folder, changed)
                if one is not None:
                    found.append(one)
    brought = {p for p in changed if p.startswith(_OWN)}
    found += (
        [f for f in lint(workspace) if f.path in brought and f.rule not in ("stale", "stale-pin")] if brought else []
    )
    return found


def _judged(workspace: Catalog, row: "Row", anchor: Anchor, folder: str, changed: "dict[str, str]") -> Finding | None:
    from backstory.memory.staleness import CHANGED, GONE, MOVED, anchor_states
    from backstory.survey.anchors import digest_of

    record = row.record
    spot = Anchor(anchor.path, anchor.symbol)
    now = digest_of(workspace.project.root, spot)
    if not anchor.is_glob and not os.path.isdir(os.path.join(workspace.project.root, anchor.path)):
        if digest_of(folder, spot) == now:
            return None  # the change touched the file, not this code
        if not now and not digest_of(folder, spot):
            return None  # it was gone before
    if anchor.digest and now == anchor.digest:
        return None  # the change brings the code back to what the record speaks of
    standing = anchor_states(workspace, [row]).get(record.id) if anchor.digest else None
    state, _, place = (standing.anchors.get(anchor.target, "") if standing else "").partition(":")
    state = state or (CHANGED if now else GONE)
    if state not in (CHANGED, GONE, MOVED):
        return None
    path = changed.get(anchor.path, "") or anchor.path
    there = os.path.exists(os.path.join(workspace.project.root, path))
    what = f"moved to `{place}`" if state == MOVED else state
    follow = (
        f"`backstory verify {record.short} --confirm` if it still holds, "
        f'`backstory edit {record.short} --title "..."` if it does not'
    )
    severity = "warning" if state != MOVED else "notice"
    message = f"{label_record(record)} is about `{anchor.target}`, which this change has {what}".replace(
        "has gone", "removes"
    )
    return Finding(
        "stale", severity, message, follow, (record.id,), path if there else "", _line(workspace, path, anchor.symbol)
    )


def _commit(workspace: Catalog, base: str) -> str:
    if not workspace.project.git_dir:
        raise Invalid("there is no git repository here to compare with", hint="`backstory lint` needs none")
    if base.startswith("-") or not base.strip():
        raise Invalid(f"`{base}` is no commit", hint="name a branch or a commit: `backstory lint --diff origin/main`")
    ran = workspace.git.attempt("merge-base", "HEAD", base)
    if ran.code:
        ran = workspace.git.attempt("rev-parse", "--verify", "--quiet", f"{base}^{{commit}}")
    if ran.code:
        raise Invalid(f"git knows no commit `{base}`", hint="fetch it first: `git fetch origin`")
    return ran.out.decode().strip()


def _changed(workspace: Catalog, commit: str) -> dict[str, str]:
    """Path at `commit` or now -> its path now (empty: deleted), of every file that differs, untracked ones too."""
    form = ("--name-status", "-z", "--find-renames", "--relative")
    parts = workspace.git.run("diff", *form, commit, "--").decode("utf-8", "surrogateescape").split("\0")
    out: dict[str, str] = {}
    at = 0
    while at + 1 < len(parts):
        status = parts[at][:1]
        if status in "RC" and at + 2 < len(parts):
            out[parts[at + 1]] = out[parts[at + 2]] = parts[at + 2]
            at += 3
        else:
            out[parts[at + 1]] = "" if status == "D" else parts[at + 1]
            at += 2
    out.update((path, path) for path in workspace.git.untracked())
    return out


def _touched(anchor: Anchor, changed: "dict[str, str]") -> bool:
    if anchor.path in changed:
        return True
    if anchor.is_glob:
        return any(matches(anchor.path, path) for path in changed)
    return any(path.startswith(anchor.path.rstrip("/") + "/") for path in changed)


def _lay_out(
    workspace: Catalog, commit: str, anchors: Sequence[Anchor], changed: "dict[str, str]", folder: str
) -> None:
    """The anchored files as they were at `commit`, in a folder of their own."""
    for path in dict.fromkeys(a.path for a in anchors if a.path in changed and not a.is_glob):
        ran = workspace.git.attempt("cat-file", "blob", f"{commit}:{workspace.git.prefix}{path}")
        if ran.code or ".." in path.split("/") or os.path.isabs(path):
            continue
        target = os.path.join(folder, *path.split("/"))
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as out:
            out.write(ran.out)


def _line(workspace: Catalog, path: str, symbol: str) -> int:
    from backstory.git.folder import read_regular
    from backstory.survey.anchors import find_symbol

    if not symbol:
        return 1
    try:
        data = read_regular(os.path.join(workspace.project.root, path), 4 << 20) or b""
    except OSError:
        return 1
    text = data.decode("utf-8", "replace")
    own = find_symbol(path, text, symbol)
    at = text.find(own) if own else -1
    return text.count("\n", 0, at) + 1 if at >= 0 else 1
