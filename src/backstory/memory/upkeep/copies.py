"""Finds and joins records with files in two scopes, left by an interrupted move or brought back by a branch."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.recovery import is_tracked
from backstory.memory.policy.trust import preserving_trust
from backstory.model.errors import BackstoryError
from backstory.model.record import immutable_part
from backstory.store.file_check import set_aside
from backstory.store.moves import ORDER, join_metadata, lock_scopes

if TYPE_CHECKING:
    from backstory.model.record import Record


class CopyPair(NamedTuple):
    """Two files with the same record. `kept` is the one that stays."""

    record: "Record"
    kept: tuple[str, str]
    """(scope, path)."""
    other: tuple[str, str]
    same: bool
    """Whether title, body and origin agree. Only then is one file a copy of the other."""


def find_pairs(workspace: Catalog) -> list[CopyPair]:
    """Finds every record with files in two scopes. The team's file is kept if git tracks it, else the other one."""
    index = workspace.fresh()
    pairs: list[CopyPair] = []
    for ident in index.doubled():
        first, second = _choose_kept(workspace, index.copies(ident))
        records = [workspace.stores[scope].read(path).record for scope, path in (first, second)]
        if records[0] is not None and records[1] is not None:
            same = immutable_part(records[0]) == immutable_part(records[1])
            pairs.append(CopyPair(records[0], first, second, same))
    return pairs


def _choose_kept(workspace: Catalog, copies: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], tuple[str, str]]:
    """(the file that is kept, the other one), each as (scope, path)."""
    places = sorted(copies, key=lambda place: ORDER.index(place[0]))
    first = places[0]
    second = next(place for place in places if place[0] != first[0])
    if first[0] == "team" and workspace.project.git_dir and not is_tracked(workspace, first[1]):
        first, second = second, first
    return first, second


def join_copies(workspace: Catalog, pair: CopyPair) -> str:
    """Merges the metadata of both files into the kept one and sets the other aside. Returns a sentence about it."""
    (scope, path), (other_scope, other) = pair.kept, pair.other
    store, source = workspace.stores[scope], workspace.stores[other_scope]
    with lock_scopes((store, source)):
        copy = source.read(other).record
        if copy is None or copy.id != pair.record.id:
            raise BackstoryError(f"`{other}` has changed meanwhile", hint="`backstory doctor` looks again")
        with preserving_trust(workspace, path, copy.id, scope):
            store.change(path, lambda record: join_metadata(record, copy), ident=copy.id, is_locked=True)
        aside = set_aside(workspace.project, other)
    workspace.index.discard(other)
    return f"joined the copies of {pair.record.short} in `{path}` and set `{other}` aside as `{aside}`"
