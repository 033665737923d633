"""Previews how a record would look in the team's store."""

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.policy.private_paths import ensure_no_private_path
from backstory.store.codec import encode_record
from backstory.store.origins import make_opaque
from backstory.store.records import redact_record


def preview_share(workspace: Catalog, ref: str) -> str:
    """Returns the text of the file that `share` would write, redacted once more."""
    record = workspace.get(ref).record
    ensure_no_private_path(workspace, record)
    shared = redact_record(msgspec.structs.replace(record, scope="team"), workspace.gate)
    return encode_record(make_opaque(shared, workspace.gate, workspace.project.root)).decode("utf-8", "replace")
