"""Which of the records that replaced another one, directly or by way of others, hold."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet


def list_standing(target: str, successors: Mapping[str, Sequence[str]], standing: AbstractSet[str]) -> tuple[str, ...]:
    """The successors of a record that hold; in place of one that does not, its own successors."""
    out = list[str]()
    visited, waiting = {target}, list(reversed(successors[target]))
    while waiting:
        ident = waiting.pop()
        if ident in visited:
            continue
        visited.add(ident)
        if ident in standing:
            out.append(ident)
        else:
            waiting += reversed(successors.get(ident, ()))
    return tuple(out)
