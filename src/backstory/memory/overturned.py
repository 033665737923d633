"""Keeps what a brief found to be overturned in the talk, for `recall` and for what comes with prompts."""

import msgspec

from backstory.base.digests import blake2b
from backstory.index.overturned import read_overturned_key, write_overturned
from backstory.memory.catalog import Catalog
from backstory.recall.sessions import PastWork
from backstory.recall.talk import read_talk


def note_overturned(workspace: Catalog, past: PastWork) -> None:
    """Writes the overturned statements of the talk of past work into the index, unless they are there already."""
    key = blake2b(msgspec.json.encode(past.sessions), digest_size=16).hexdigest()
    index = workspace.fresh()
    if read_overturned_key(index) != key:
        write_overturned(index, read_talk(past).overturned_statements, key)
