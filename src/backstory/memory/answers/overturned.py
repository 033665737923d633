"""Keeps what a brief found to be overturned in the talk, for `recall` and for what comes with prompts."""

from typing import TYPE_CHECKING, Final

import msgspec

from backstory.base.digests import blake2b
from backstory.index.overturned import read_overturned_key, write_overturned
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.verdicts import read_code
from backstory.recall.past.sessions import PastWork

if TYPE_CHECKING:
    from collections.abc import Iterator

    from backstory.recall.quotes.recorded_values import Recorded

_MOST_READ: Final = 200
"""Records that are read for values, the newest."""


def note_overturned(workspace: Catalog, past: PastWork) -> None:
    """Writes the overturned statements of the talk of past work into the index, and those of records whose values it
    replaced, unless they are there already, as this version of the program finds them."""
    recorded = list(_list_recorded(workspace)) if past.sessions else []
    parts = (read_code(), past.sessions, past.closed, recorded)
    key = blake2b(msgspec.json.encode(parts), digest_size=16).hexdigest()
    index = workspace.fresh()
    if read_overturned_key(index) != key:
        from backstory.recall.quotes.recorded_values import find_replaced_values
        from backstory.recall.quotes.talk import read_talk
        from backstory.recall.work.older_steps import list_outdated_steps  # both load most of the room

        talk = read_talk(past)
        uttered = {(one.session.id, one.made) for one in talk.utterances}
        replaced = find_replaced_values(talk, recorded) if recorded else []
        write_overturned(index, [*talk.overturned_statements, *list_outdated_steps(past), *replaced], key, uttered)


def _list_recorded(workspace: Catalog) -> "Iterator[Recorded]":
    """Yields what was recorded on purpose of late and gives a value."""
    from backstory.base.replaced_values import KINDS
    from backstory.recall.quotes.recorded_values import Recorded, states_value

    rows = workspace.fresh().rows(kinds=KINDS, limit=_MOST_READ, include_superseded=False)
    for record in (row.record for row in rows if not row.foreign):
        if states_value(record.kind, record.origin.how, record.title):
            yield Recorded(record.made, record.title)
