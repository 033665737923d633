"""Answers a prompt from the index with records that are relevant to it and were not given before, or with nothing.

The hook process and the worker call the same functions, so that both give the same answer.
"""

import os

from backstory.base.path_codec import decode_path, encode_path
from backstory.base.search import Hit, find_relevant
from backstory.base.trust import mark_foreign
from backstory.hook.integrity import is_intact
from backstory.hook.reply import fence_hits, secret_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.discovery import ProjectLocation

LIMIT = 5
"""Records per prompt."""
WAIT_MS = 50
SCHEMA = "2:7a50678d"
"""`index.schema.schema_digest()` of the index that the statements here fit. A test compares the two."""


class Stale(Exception):
    """The index is missing, damaged, of another version or behind the files, so that only the worker can answer."""


def open_index(path: str) -> "apsw.Connection":
    """A reading connection. Raises Stale."""
    import apsw

    name = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    for options in ("mode=ro", "mode=ro&immutable=1"):
        if "immutable" in options and (os.path.exists(path + "-wal") or os.access(os.path.dirname(path), os.W_OK)):
            break  # immutable is for a data home that cannot be written, where WAL cannot make its shared memory
        try:
            con = apsw.Connection(f"file:{name}?{options}", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
            con.set_busy_timeout(WAIT_MS)
            con.execute("SELECT 1 FROM tree LIMIT 1").fetchone()
            return con
        except (apsw.Error, UnicodeError):
            continue
    raise Stale(path)


def answer_prompt(
    con: "apsw.Connection",
    root: str,
    text: str,
    given: "set[str] | frozenset[str]" = frozenset(),
    *,
    secret: bytes = b"",
    limit: int = LIMIT,
    private: str = "",
) -> tuple[str, list[str]]:
    """(text for the context, ids of the records in it) for a prompt. Empty when nothing is relevant enough.

    `root` is the working tree, `given` holds the ids that the session already has, `secret` is the machine's key,
    `private` the project's folder in the data home, which knows the trusted records. Raises Stale when a record in the
    index differs from its file.
    """
    asked = text.strip()
    if not asked or (asked.startswith("/") and len(asked.split()) == 1 and asked.count("/") == 1):
        return "", []  # nothing, or a command of the agent's own
    hits = find_relevant(con, encode_path(root), text, skip=given, limit=limit)
    for hit in hits:
        if not _unchanged(hit) or not is_intact(con, hit):
            raise Stale(hit.path)
    if not mark_foreign(con, hits, private):
        raise Stale("trust")
    return fence_hits(hits, secret)


def version(con: "apsw.Connection") -> str:
    """The schema of an index, as `index.schema.schema_digest` writes it. Empty when it cannot be read."""
    import apsw

    try:
        row = con.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    except apsw.Error:
        return ""
    return str(row[0]) if row else ""


def answer_from_file(found: "ProjectLocation", home: str, text: str, given: set[str]) -> tuple[str, list[str]]:
    """`answer_prompt` from the project's index file, if that is up to date with the files. Raises Stale."""
    import apsw

    from backstory.base.fingerprint import is_fresh

    path = os.path.join(home, "projects", found.id, "index.db")
    if not os.path.exists(path):
        raise Stale(path)
    con = open_index(path)
    try:
        if version(con) != SCHEMA or not is_fresh(con, found):
            raise Stale(path)
        private = os.path.join(home, "projects", found.id)
        return answer_prompt(con, found.root, text, given, secret=secret_of(home), private=private)
    except (apsw.Error, UnicodeError, ValueError, TypeError) as err:
        raise Stale(path) from err


def _unchanged(hit: Hit) -> bool:
    try:
        info = os.stat(decode_path(hit.path))
    except OSError:
        return False
    return info.st_size == hit.size and info.st_mtime_ns == hit.mtime_ns
