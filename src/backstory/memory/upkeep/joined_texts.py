"""Finds records whose text a merge put together from both of its sides.

A record's text is written once, but people edit files. Where two branches change the same line of a text, `merge=union`
keeps both versions without a word, and only git's history tells.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.index.write import content_name
from backstory.memory.kernel.catalog import Catalog
from backstory.model.text import one_line
from backstory.store.codec import decode_record

if TYPE_CHECKING:
    from backstory.git.record_history import Version
    from backstory.index.read import Row

_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
_SHOWN: Final = 60


class JoinedText(NamedTuple):
    """A record whose text holds a line of each side of a merge, one below the other."""

    row: "Row"
    lines: tuple[str, str]

    @property
    def what(self) -> str:
        """The two lines in words."""
        first, second = (one_line(line, _SHOWN) for line in self.lines)
        short = self.row.record.short
        return f"{short} has the text of both sides of a merge, “{first}” and “{second}”"

    @property
    def hint(self) -> str:
        """How to settle it."""
        edit = f"`backstory edit {self.row.record.short} --body -`"
        return f"say which holds: {edit}, or edit `{self.row.path}` and commit it"


def find_joined_texts(workspace: Catalog) -> list[JoinedText]:
    """Finds the team records whose present text still has neighbouring lines of both sides of a merge."""
    if not workspace.project.git_dir:
        return []
    from backstory.git.record_history import find_versions

    folder = workspace.stores["team"].folder
    rows = {content_name(folder, row.path): row for row in workspace.fresh().rows(scopes=("team",))}
    found: dict[str, JoinedText] = {}
    for version in find_versions(workspace.git, ["HEAD"]) or ():
        row = rows.get(version.name)
        if row is None or row.record.id in found or not _is_merge_of_both(version):
            continue
        pair = _find_pair(row.record.body.split("\n"), [_read_lines(workspace, oid) for oid in version.parents])
        if pair:
            found[row.record.id] = JoinedText(row, pair)
    return [found[ident] for ident in sorted(found)]


def _is_merge_of_both(version: "Version") -> bool:
    """Whether a merge made a content that none of its sides has."""
    return len(set(version.parents)) > 1 and version.oid not in version.parents


def _read_lines(workspace: Catalog, oid: str) -> list[str]:
    """The lines of the text of a record, as one side of a merge had it."""
    ran = workspace.git.attempt("cat-file", "blob", oid)
    record = None if ran.code else decode_record(ran.out, scope="team").record
    return [] if record is None else record.body.split("\n")


def _find_pair(lines: Iterable[str], sides: Sequence[Sequence[str]]) -> tuple[str, str] | None:
    """The first two neighbouring lines that come from different sides; None where no text was joined.

    Git merges changes that have an unchanged line between them, so neighbours were changed on both sides. Items of a
    list that both sides have added say no different things.
    """
    own = [set(side).difference(*(other for other in sides if other is not side)) for side in sides]
    for first, second in _neighbours(line for line in lines if line.strip()):
        origins = [{number for number, side in enumerate(own) if line in side} for line in (first, second)]
        is_joined = all(origins) and not origins[0] & origins[1]
        if is_joined and not (_ITEM.match(first) and _ITEM.match(second)):
            return first, second
    return None


def _neighbours(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    before: str | None = None
    for line in lines:
        if before is not None:
            yield before, line
        before = line
