"""Moving records between this person's store and the team's, through the gate once more."""

import msgspec

from backstory.memory.catalog import Catalog


def preview_share(workspace: Catalog, ref: str) -> str:
    """The file as it would lie in the repository."""
    from backstory.store.codec import encode
    from backstory.store.records import redacted

    record = workspace.get(ref).record
    return encode(redacted(msgspec.structs.replace(record, scope="team"), workspace.gate)).decode("utf-8", "replace")
