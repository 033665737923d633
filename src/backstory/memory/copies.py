"""Records that lie in two scopes at once: a move by an older version was cut short, or a branch brought a copy back."""

from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError
from backstory.store.moves import ORDER

if TYPE_CHECKING:
    from backstory.model.record import Record


class Pair(NamedTuple):
    """Two files with one record, and which of them is to stay."""

    record: "Record"
    kept: tuple[str, str]
    """(scope, path)."""
    other: tuple[str, str]
    same: bool
    """Whether title, body and origin agree: only then is one of them a copy."""


def find_pairs(workspace: Catalog) -> list[Pair]:
    """Every record with files in two scopes. The team's file stays where git has it, else the one outside of it."""
    from backstory.memory.recovery import is_tracked
    from backstory.store.records import substance

    index = workspace.fresh()
    found: list[Pair] = []
    for ident in index.doubled():
        places = sorted(index.copies(ident), key=lambda p: ORDER.index(p[0]))
        first, second = next((a, b) for a in places for b in places if a[0] != b[0])
        if first[0] == "team" and workspace.project.git_dir and not is_tracked(workspace, first[1]):
            first, second = second, first
        records = [workspace.stores[scope].read(path).record for scope, path in (first, second)]
        if records[0] is not None and records[1] is not None:
            same = substance(records[0]) == substance(records[1])
            found.append(Pair(records[0], first, second, same))
    return found


def join_copies(workspace: Catalog, pair: Pair) -> str:
    """Gives the file that stays the other's metadata, sets the other aside, and says so."""
    from backstory.memory.policy.trust import preserving_trust
    from backstory.store.check import set_aside
    from backstory.store.moves import joined, locked

    (scope, path), (other_scope, other) = pair.kept, pair.other
    store, source = workspace.stores[scope], workspace.stores[other_scope]
    with locked((store, source)):
        copy = source.read(other).record
        if copy is None or copy.id != pair.record.id:
            raise BackstoryError(f"`{other}` has changed meanwhile", hint="`backstory doctor` looks again")
        with preserving_trust(workspace, path, copy.id, scope):
            store.change(path, lambda record: joined(record, copy), ident=copy.id, held=True)
        aside = set_aside(workspace.project, other)
    workspace.index.discard(other)
    return f"joined the copies of {pair.record.short} in `{path}` and set `{other}` aside as `{aside}`"
