"""Keeps what a brief found to be overturned in the talk, for `recall` and for what comes with prompts."""

import msgspec

from backstory.base.digests import blake2b
from backstory.index.overturned import read_overturned_key, write_overturned
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.verdicts import describe_code
from backstory.recall.past.sessions import PastWork


def note_overturned(workspace: Catalog, past: PastWork) -> None:
    """Writes the overturned statements of the talk of past work into the index, unless they are there already, as this
    version of the program finds them."""
    key = blake2b(msgspec.json.encode((describe_code(), past.sessions, past.closed)), digest_size=16).hexdigest()
    index = workspace.fresh()
    if read_overturned_key(index) != key:
        from backstory.recall.quotes.talk import read_talk
        from backstory.recall.work.older_steps import list_outdated_steps  # both load most of the room

        talk = read_talk(past)
        uttered = {(one.session.id, one.made) for one in talk.utterances}
        write_overturned(index, [*talk.overturned_statements, *list_outdated_steps(past)], key, uttered)
