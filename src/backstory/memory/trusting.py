"""Who is believed: which records came from elsewhere, and what makes this machine vouch for them.

The rule is written down in `docs/trust.md`. A record of the team is trusted when it was written here, when a person
trusted that very record, or when a trusted commit brought it: one that the default branch of the trusted upstream
holds, or one that was made here. Everything else is data.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.base.trust_levels import CHANNELS, PERSON, SPEAKING
from backstory.model.errors import BackstoryError

if TYPE_CHECKING:
    from backstory.git.record_history import Version
    from backstory.index.read import Row
    from backstory.memory.core import Memory
    from backstory.store.trust import Clone

WAITING: Final = "pinned"
"""Tier that counts only for records that were written here or trusted one by one."""


class Standing(NamedTuple):
    """How things stand with trust here.

    `reason` is a sentence. `foreign` and `waiting` are ids: records that nobody here vouches for, and those that a
    trusted commit brought but that may not speak, or not as pinned, before a person trusts them one by one.
    """

    trusted: bool
    reason: str
    foreign: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    follows: tuple[str, ...] = ()


def is_trusted(m: "Memory") -> bool:
    """Whether the settings of this working tree's `config.toml` count: the file is trusted, byte for byte."""
    from backstory.base.trust import is_trusted as compare

    return compare(m.project.private, m.project.root)


def find_foreign(rows: "Iterable[Row]") -> frozenset[str]:
    """Ids of those records that are data until a person trusts them."""
    return frozenset(r.record.id for r in rows if r.foreign)


def unpin_others(rows: "Iterable[Row]") -> "list[Row]":
    """The rows with pinned records of others as ordinary ones: what an agent always reads, a person has chosen."""
    import msgspec

    return [
        r._replace(record=msgspec.structs.replace(r.record, tier="reference"))
        if r.trust < PERSON and r.record.tier == WAITING
        else r
        for r in rows
    ]


def find_claimed(rows: "Iterable[Row]") -> frozenset[str]:
    """Ids of records whose author and channel are only what the record says: git names nobody, or somebody else."""
    return frozenset(r.record.id for r in rows if not r.agreed)


def wrote(m: "Memory", path: str, record_id: str, scope: str) -> None:
    """Notes a team record that was written here: it stays trusted whatever comes with the repository."""
    if scope != "team":
        return
    from backstory.store.trust import note_own

    line = _line(path, record_id)
    if line:
        note_own(m.project.private, [line])


def catch_up(m: "Memory") -> None:
    """Takes in what trusted branches brought since the last look, then brings the levels in the index in step.

    Costs a few reads of small files while nothing has moved; where something has, one process of git.
    """
    from backstory.store.trust import find_clone

    clone = find_clone(m.project.private, m.project.common_dir)
    if clone is not None and _has_moved(m, clone):
        try:
            advance(m, clone)
        except (BackstoryError, OSError):
            pass  # what is not taken in stays foreign, and the next command tries again
    m.index.judge(m.project.private)


def _has_moved(m: "Memory", clone: "Clone") -> bool:
    """Whether there is anything to take in. Reads refs and asks for the reflog's size; starts no process."""
    from backstory.base.discovery import read_ref

    p = m.project
    if any(read_ref(p.git_dir, p.common_dir, f.ref) != f.tip for f in clone.follows):
        return True
    try:
        size = os.stat(os.path.join(p.git_dir, "logs", "HEAD")).st_size
    except OSError:
        size = 0
    if clone.reflogs.get(p.git_dir) != size:
        return True
    return clone.adopts and not clone.follows and os.path.isdir(os.path.join(p.common_dir, "refs", "remotes"))


def advance(m: "Memory", clone: "Clone") -> None:
    """Takes in the commits of followed branches, and those that were made in this working tree, since the last time."""
    from backstory.base.discovery import read_ref
    from backstory.git.record_history import find_local_commits, find_own_versions, find_versions, reflog_size
    from backstory.store.trust import keep_clone

    changed = clone.adopts and not clone.follows and _adopt(m, clone)
    for followed in clone.follows:
        tip = read_ref(m.project.git_dir, m.project.common_dir, followed.ref)
        if not tip or tip == followed.tip or _url(m, followed.ref) != followed.url:
            continue
        versions = find_versions(m.git, [tip], [f.tip for f in clone.follows])
        if versions is None:
            versions = find_versions(m.git, [tip])  # the old tip is gone: rewritten and collected
        if versions is None:
            continue
        _note(m, versions, tip)
        followed.tip, changed = tip, True
    if m.project.git_dir in clone.reflogs:
        local = find_local_commits(m.git, clone.reflogs[m.project.git_dir])
        if local.commits or local.merges:
            versions = find_own_versions(m.git, local.commits, local.amended)
            # of a merge only what combines its sides; a fast-forward, which has one parent, brings nothing
            versions += [v for v in find_own_versions(m.git, local.merges) if v.parents]
            _note_own_commits(m, versions)
        changed = changed or local.offset != clone.reflogs[m.project.git_dir]
        clone.reflogs[m.project.git_dir] = local.offset
    elif os.path.dirname(m.project.git_dir) == os.path.join(m.project.common_dir, "worktrees"):
        clone.reflogs[m.project.git_dir], changed = 0, True  # a linked worktree that was added since, with its reflog
    elif m.project.git_dir == m.project.common_dir:
        clone.reflogs[m.project.git_dir], changed = reflog_size(m.git), True  # trusted from a linked worktree
    if changed:
        keep_clone(m.project.private, clone)


def standing(m: "Memory") -> Standing:
    """How things stand, for `trust --show`, `status --explain` and `doctor`."""
    from backstory.store.trust import find_clone

    rows = m.fresh().rows(include_retracted=True)
    strangers = tuple(sorted(r.record.id for r in rows if r.foreign and not _may_speak_later(r)))
    waiting = tuple(sorted(r.record.id for r in rows if _may_speak_later(r)))
    clone = find_clone(m.project.private, m.project.common_dir)
    follows = tuple(f"{f.ref.removeprefix('refs/remotes/')} ({f.url})" for f in clone.follows) if clone else ()
    if clone and follows:
        reason = f"this clone follows {' and '.join(follows)}"
    elif clone or (not m.project.git_dir and is_trusted(m)):
        reason = "this clone is trusted, and has no upstream that it could follow"
        if not m.project.git_dir:
            reason = "the settings here are trusted"
    elif is_trusted(m):
        reason = "the settings here are trusted, but nobody has trusted this clone yet"
    else:
        reason = "nobody here has trusted this clone yet"
    return Standing(bool(clone) or (not m.project.git_dir and is_trusted(m)), reason, strangers, waiting, follows)


def trust(m: "Memory") -> Standing:
    """Trusts this clone: the default branch of its upstream, now and as it moves on. A person's command.

    What is there on that branch counts as trusted one by one, since the person could look at it. Without an upstream
    that holds for what lies in the working tree. Imported records that are here are taken along.
    """
    from backstory.memory.rejecting import by_person
    from backstory.store.trust import note_chosen

    by_person(m, "backstory trust")
    trust_clone(m)
    rows = m.reopened().fresh().rows(include_retracted=True, include_hidden=True)
    clone = _clone(m)
    if clone is None or not clone.follows:
        chosen = [r for r in rows if r.trust < PERSON]
        _trust_settings(m)
    else:
        chosen = [r for r in rows if r.trust == 1 or (r.trust < PERSON and r.record.scope == "private")]
    note_chosen(m.project.private, [_chosen(m, r) for r in chosen])
    return standing(m.reopened())


def trust_records(m: "Memory", refs: Sequence[str]) -> Standing:
    """Trusts these very records, as they are now. A person's command. Raises `NotFound`, `Ambiguous`."""
    from backstory.memory.rejecting import by_person
    from backstory.store.trust import note_chosen

    by_person(m, "backstory trust " + " ".join(refs))
    rows = [m.get(ref) for ref in refs]
    note_chosen(m.project.private, [_chosen(m, r) for r in rows])
    return standing(m.reopened())


def trust_all(m: "Memory") -> Standing:
    """Trusts every record that is here now, and the settings as they are. A person's command."""
    from backstory.memory.rejecting import by_person
    from backstory.store.trust import note_chosen

    by_person(m, "backstory trust --all")
    trust_clone(m)
    _trust_settings(m)
    rows = m.reopened().fresh().rows(include_retracted=True, include_hidden=True)
    note_chosen(m.project.private, [_chosen(m, r) for r in rows if r.trust < PERSON])
    return standing(m.reopened())


def trust_clone(m: "Memory", *, follow: bool = True) -> None:
    """Makes this clone a trusted one; with `follow` also the default branch of its upstream, now or once it has one.

    Commits that are made here from now on count as one's own. Raises `NotWritable`.
    """
    from backstory.git.record_history import find_upstreams, reflog_size
    from backstory.store.trust import Followed, bind_clone, keep_clone

    p = m.project
    if not p.git_dir:
        return
    clone = bind_clone(p.private, p.common_dir, p.git_dir, reflog=reflog_size(m.git), adopts=follow)
    clone.follows = [Followed(u.ref, u.url) for u in find_upstreams(m.git)] if follow else []
    keep_clone(p.private, clone)
    advance(m, clone)


def revoke(m: "Memory", refs: Sequence[str] = ()) -> Standing:
    """Takes trust back: all of it, or that in these records. What was written here stays one's own."""
    from backstory.memory.rejecting import by_person
    from backstory.store.trust import forget_brought, forget_own, version_line
    from backstory.store.trust import revoke as disallow

    by_person(m, "backstory trust --revoke")
    if refs:
        rows = [m.get(ref) for ref in refs]
        forget_brought(m.project.private, [version_line(r.oid, _name(m, r)) for r in rows])
    else:
        disallow(m.project.private)
        rows = m.fresh().rows(include_retracted=True, include_hidden=True)
        rows = [r for r in rows if r.record.origin.how not in CHANNELS]
    forget_own(m.project.private, [r.record.id for r in rows])
    m.index.judge(m.project.private, anew=True)
    return standing(m.reopened())


@contextmanager
def carried_over(m: "Memory", path: str, record_id: str, scope: str) -> Iterator[None]:
    """Within: the metadata of a record is changed. It is believed afterwards for the reason for which it was before."""
    from backstory.base.trust import chosen, own
    from backstory.store.trust import chosen_line, note_chosen

    folder = os.path.basename(os.path.dirname(path))

    def line_of_choice() -> str:
        ident, _, oid = _line(path, record_id).partition(" ")
        return chosen_line(ident, oid, f"{folder}/") if oid else ""

    mine = scope == "team" and _line(path, record_id) in own(m.project.private)
    named = line_of_choice() in chosen(m.project.private)
    theirs = scope == "team" and not mine and _is_brought(m, path)
    yield
    if named and (line := line_of_choice()):
        note_chosen(m.project.private, [line])
    if mine:
        wrote(m, path, record_id, scope)
    elif theirs:
        from backstory.store.trust import note_brought

        note_brought(m.project.private, [_content(m, path)])


def _may_speak_later(row: "Row") -> bool:
    return row.trust == 1 and (row.record.kind in SPEAKING or row.record.tier == WAITING)


def _clone(m: "Memory") -> "Clone | None":
    from backstory.store.trust import find_clone

    return find_clone(m.project.private, m.project.common_dir)


def _trust_settings(m: "Memory") -> None:
    from backstory.store.trust import trust as allow

    if os.path.exists(os.path.join(m.project.team, "config.toml")):
        allow(m.project.private, m.project.root)


def _adopt(m: "Memory", clone: "Clone") -> bool:
    """Follows an upstream that appeared after the clone was trusted, as when a new repository is first pushed.

    Its branch has to stand at a commit that was made here: a remote that brings something of its own is not adopted.
    """
    from backstory.git.record_history import find_local_commits, find_upstreams
    from backstory.store.trust import Followed

    if not os.path.isdir(os.path.join(m.project.common_dir, "refs", "remotes")):
        return False
    upstreams = [u for u in find_upstreams(m.git) if u.tip]
    if not upstreams:
        return False
    begun = clone.begun.get(m.project.git_dir)
    if begun is None:
        return False
    own = set(find_local_commits(m.git, begun).commits)
    clone.follows = [Followed(u.ref, u.url) for u in upstreams if u.tip in own]
    return bool(clone.follows)


def _url(m: "Memory", ref: str) -> str:
    remote = ref.removeprefix("refs/remotes/").partition("/")[0]
    out = m.git.attempt("config", "-z", "--get", f"remote.{remote}.url").out
    return out.decode("utf-8", "replace").rstrip("\0")


def _note(m: "Memory", versions: "Sequence[Version]", tip: str) -> None:
    """Notes contents that a followed branch holds, and its settings as they are at the tip."""
    from backstory.store.trust import trust_config

    _note_versions(m, versions)
    config = next((v for v in versions if v.name == "config.toml"), None)
    if config is not None:
        ran = m.git.attempt("cat-file", "blob", f"{tip}:{m.git.prefix}.backstory/config.toml")
        if not ran.code:
            trust_config(m.project.private, ran.out)


def _note_versions(m: "Memory", versions: "Sequence[Version]") -> None:
    from backstory.store.trust import author_line, note_brought, version_line

    lines = [version_line(v.oid, v.name) for v in versions if v.name != "config.toml"]
    note_brought(
        m.project.private, [*lines, *(author_line(v.author, v.name) for v in versions if v.added and v.author)]
    )


def _note_own_commits(m: "Memory", versions: "Sequence[Version]") -> None:
    """Notes what commits that were made here brought, where their author is who made them."""
    from backstory.base.trust import brought, own
    from backstory.store.trust import note_own, version_line

    theirs = brought(m.project.private)
    made = [
        v
        for v in versions
        if (v.author and v.author == v.committer)
        or (v.parents and all(version_line(oid, v.name) in theirs for oid in v.parents))  # both sides are trusted
    ]
    if not made:
        return
    _note_versions(m, made)
    mine = {line.partition(" ")[0] for line in own(m.project.private)}
    rows = m.index.rows(scopes=("team",), include_retracted=True)
    contents = {f"{v.oid}" for v in made}
    note_own(  # a record of one's own that was edited by hand and committed
        m.project.private, [f"{r.record.id} {r.oid}" for r in rows if r.oid in contents and r.record.id in mine]
    )


def _chosen(m: "Memory", row: "Row") -> str:
    from backstory.store.trust import chosen_line

    return chosen_line(row.record.id, row.oid, _name(m, row))


def _name(m: "Memory", row: "Row") -> str:
    from backstory.index.write import content_name

    return content_name(m.stores[row.record.scope].folder, row.path)


def _content(m: "Memory", path: str) -> str:
    from backstory.index.write import content_name
    from backstory.store.trust import version_line

    oid = _line(path, "").strip()
    return version_line(oid, content_name(m.stores["team"].folder, path)) if oid else ""


def _is_brought(m: "Memory", path: str) -> bool:
    from backstory.base.trust import brought

    content = _content(m, path)
    return bool(content) and content in brought(m.project.private)


def _line(path: str, record_id: str) -> str:
    from backstory.index.write import blob_id
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT

    try:
        return f"{record_id} {blob_id(read_file(path, limit=READ_LIMIT))}"
    except BackstoryError:
        return ""
