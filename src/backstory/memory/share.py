"""Previews how a record would look in the team's store."""

import msgspec

from backstory.memory.catalog import Catalog


def preview_share(workspace: Catalog, ref: str) -> str:
    """Returns the text of the file that `share` would write, redacted once more."""
    from backstory.store.codec import encode
    from backstory.store.records import redacted

    record = workspace.get(ref).record
    return encode(redacted(msgspec.structs.replace(record, scope="team"), workspace.gate)).decode("utf-8", "replace")
