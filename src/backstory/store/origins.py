"""The origin of a record as a repository may hold it: without the paths of this machine and the ids of sessions.

Both are replaced by keyed digests, so that this machine recognises its own and nobody else learns anything.
"""

import os
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.model.late_pattern import late_pattern
from backstory.model.record import Origin, Record

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

_SESSION: Final = late_pattern(r"session-[0-9a-f]{12}")
_ABSOLUTE: Final = late_pattern(r"[/\\~]|[A-Za-z]:[\\/]")
_LINE: Final = late_pattern(r":\d+$")


def make_opaque(record: Record, gate: "Gate", root: str) -> Record:
    """The record with a session and a source that say nothing of this machine. Repeating it changes nothing."""
    origin = record.origin
    session, source = opaque_session(origin.session, gate), _opaque_source(origin, gate, root)
    if (session, source) == (origin.session, origin.source):
        return record
    return msgspec.structs.replace(record, origin=msgspec.structs.replace(origin, session=session, source=source))


def opaque_session(session: str, gate: "Gate") -> str:
    """The id of a session as team records name it."""
    if not session or _SESSION.fullmatch(session):
        return session
    return f"session-{gate.keyed_digest(session)}"


def _opaque_source(origin: Origin, gate: "Gate", root: str) -> str:
    """A path below the project relative to it; of any other path what wrote it and a digest."""
    source = origin.source
    if not _ABSOLUTE.match(source):
        return source
    if source.startswith(root + os.sep):
        return source[len(root) + 1 :].replace(os.sep, "/")
    line = _LINE.search(source)
    path = source[: line.start()] if line else source
    return f"{origin.agent or 'file'}:{gate.keyed_digest(path)}{line[0] if line else ''}"
