"""Previews how a record would look in the team's store."""

import msgspec

from backstory.memory.catalog import Catalog
from backstory.store.codec import encode_record
from backstory.store.records import redact_record


def preview_share(workspace: Catalog, ref: str) -> str:
    """Returns the text of the file that `share` would write, redacted once more."""
    record = workspace.get(ref).record
    return encode_record(redact_record(msgspec.structs.replace(record, scope="team"), workspace.gate)).decode(
        "utf-8", "replace"
    )
