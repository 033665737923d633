"""The values that the edits of a session replace, as its turns come in."""

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import replace

from backstory.agents.turns import Turn
from backstory.capture.sessions.value_edits import find_value_edits
from backstory.capture.text.edit_texts import read_text_edits
from backstory.capture.text.paths import relative_path
from backstory.capture.text.shortening import Shortener
from backstory.model.session import ValueChange

MAX_CHANGES: Final = 120
"""Values that are kept; the oldest drops out first."""


class ValueTrail:
    """What edits replaced so far, and what is added to it."""

    def __init__(self, changes: Iterable[ValueChange], roots: Sequence[str], shorten: Shortener) -> None:
        self._changes = list(changes)
        self._roots = roots
        self._shorten = shorten

    @property
    def changes(self) -> tuple[ValueChange, ...]:
        return tuple(self._changes)

    def add(self, turn: Turn, call: str) -> None:
        """Adds the values that a call replaces in files of the project. What holds a secret is left out.

        `call` is the digest of the call's id."""
        for one in find_value_edits(read_text_edits(turn.input)) if turn.input else ():
            paths = (one.path,) if one.path else turn.edits
            path = next(filter(None, (relative_path(name, turn.cwd, self._roots) for name in paths)), "")
            if path and self._shorten.keeps(f"{one.name} = {one.old} {one.new}"):
                change = ValueChange(one.name, one.old, one.new, (path,), turn.time, turn.line, call)
                self._changes.append(change)
        del self._changes[:-MAX_CHANGES]

    def settle(self, call: str, *, failed: bool) -> None:
        """Ends the wait for the result of a call: what one that failed was to replace is still there."""
        if not call or all(one.call != call for one in self._changes):
            return
        if failed:
            self._changes = [one for one in self._changes if one.call != call]
        self._changes = [replace(one, call="") if one.call == call else one for one in self._changes]
