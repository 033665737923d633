"""Which records are foreign: they came by clone, pull or import, and nobody here has said that they can be trusted."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from backstory.model.errors import BackstoryError
from backstory.model.kinds import HOWS

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.core import Memory

IMPORTED = HOWS[-1]


class Standing(NamedTuple):
    """Whether the project is trusted, why (a sentence), and the foreign records that it makes a difference for."""

    trusted: bool
    reason: str
    foreign: tuple[str, ...] = ()


def is_trusted(m: "Memory") -> bool:
    """Whether the user trusts this working tree's `config.toml`, byte for byte."""
    from backstory.hot.trusted import is_trusted as compare

    return compare(m.project.private, m.project.root)


def ours(m: "Memory", rows: "Iterable[Row]") -> frozenset[str]:
    """Ids of those records that this machine wrote, or that the user took for its own, unchanged since."""
    from backstory.hot.trusted import own

    known = own(m.project.private)
    return frozenset(r.record.id for r in rows if f"{r.record.id} {r.oid}" in known)


def foreign(m: "Memory", rows: "Iterable[Row]") -> frozenset[str]:
    """Ids of records that are data until the user trusts them: imported ones, and the team's in an untrusted tree."""
    trusted = is_trusted(m)
    asked = [r for r in rows if r.record.origin.how == IMPORTED or (r.record.scope == "team" and not trusted)]
    if not asked:
        return frozenset()
    own = ours(m, asked)
    return frozenset(r.record.id for r in asked if r.record.id not in own)


def wrote(m: "Memory", path: str, record_id: str, scope: str) -> None:
    """Notes a team record that was written here: it stays trusted whatever comes with the repository."""
    if scope != "team":
        return
    from backstory.store.trust import note_own

    line = _line(path, record_id)
    if line:
        note_own(m.project.private, [line])


def standing(m: "Memory") -> Standing:
    """How things stand, for `trust --show`, `status --explain` and `doctor`."""
    rows = m.fresh().rows(include_retracted=True)
    found = foreign(m, rows)
    config = os.path.join(m.project.team, "config.toml")
    trusted = is_trusted(m)
    if trusted:
        reason = f"`{config}` is as it was when it was trusted"
    elif not os.path.exists(config):
        reason = f"there is no `{config}` in this tree; team records of others are foreign"
    elif os.path.exists(os.path.join(m.project.private, "trusted")):
        reason = f"`{config}` has changed since it was trusted, or is another branch's"
    else:
        reason = f"nobody here has trusted `{config}` yet"
    return Standing(trusted, reason, tuple(sorted(found)))


def trust(m: "Memory") -> Standing:
    """Trusts what is here now: the config as it stands, and the imported records that are here. A person's command."""
    from backstory.memory.rejecting import by_person
    from backstory.store.trust import note_own
    from backstory.store.trust import trust as allow

    by_person(m, "backstory trust")
    rows = m.fresh().rows(include_retracted=True, include_hidden=True)
    imported = [r for r in rows if r.record.origin.how == IMPORTED]
    known = ours(m, imported)
    allow(m.project.private, m.project.root)
    note_own(m.project.private, [f"{r.record.id} {r.oid}" for r in imported if r.record.id not in known])
    return standing(m)


def revoke(m: "Memory") -> Standing:
    """Takes the trust back: every config of this project, and the imported records that were taken for ours."""
    from backstory.memory.rejecting import by_person
    from backstory.store.trust import forget_own
    from backstory.store.trust import revoke as disallow

    by_person(m, "backstory trust --revoke")
    disallow(m.project.private)
    rows = m.fresh().rows(include_retracted=True, include_hidden=True)
    forget_own(m.project.private, [r.record.id for r in rows if r.record.origin.how == IMPORTED])
    return standing(m)


def _line(path: str, record_id: str) -> str:
    from backstory.index.write import blob_id
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT

    try:
        return f"{record_id} {blob_id(read_file(path, limit=READ_LIMIT))}"
    except BackstoryError:
        return ""


@contextmanager
def carried_over(m: "Memory", path: str, record_id: str, scope: str) -> Iterator[None]:
    """Within: the metadata of a record is changed. One that was ours stays so, a foreign one does not become ours."""
    from backstory.hot.trusted import own

    mine = scope == "team" and _line(path, record_id) in own(m.project.private)
    yield
    if mine:
        wrote(m, path, record_id, scope)
