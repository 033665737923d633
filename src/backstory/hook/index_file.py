"""Opens the index for an answer, and checks its records against the files that they came from."""

import os
import sys

from backstory.base.path_codec import decode_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.search import Hit

WAIT_MS = 50
SCHEMA = "11:97ea870a"
"""`index.schema.schema_digest()` of the index that the statements here fit. A test compares the two."""


class Stale(Exception):
    """The index is missing, damaged, of another version or new to this working tree, so that the worker must answer."""


def load_apsw() -> None:
    """Loads apsw without the package `collections`: it asks for the abstract classes, which are loaded anyway."""
    if "apsw" in sys.modules or "collections" in sys.modules:
        return
    import _collections_abc

    stand_ins = {"collections": type(sys)("collections"), "collections.abc": _collections_abc}
    sys.modules.update(stand_ins)
    try:
        import apsw  # noqa: F401
    finally:
        for name in stand_ins:
            del sys.modules[name]  # who asks for them later gets the package


def open_index(path: str) -> "apsw.Connection":
    """A reading connection. Raises Stale."""
    load_apsw()
    import apsw

    name = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    for options in ("mode=ro", "mode=ro&immutable=1"):
        if "immutable" in options and (os.path.exists(path + "-wal") or os.access(os.path.dirname(path), os.W_OK)):
            break  # immutable is for a data home that cannot be written, where WAL cannot make its shared memory
        try:
            con = apsw.Connection(f"file:{name}?{options}", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
            con.set_busy_timeout(WAIT_MS)
            con.config(apsw.SQLITE_DBCONFIG_ENABLE_QPSG, 1)  # no statement is compiled anew for another word
            con.execute("SELECT 1 FROM tree LIMIT 1").fetchone()
            return con
        except (apsw.Error, UnicodeError):
            continue
    raise Stale(path)


def version(con: "apsw.Connection") -> str:
    """The schema of an index, as `index.schema.schema_digest` writes it. Empty when it cannot be read."""
    import apsw

    try:
        row = con.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    except apsw.Error:
        return ""
    return str(row[0]) if row else ""


def is_unchanged(hit: "Hit") -> bool:
    """Whether the file of a hit is as the index read it."""
    try:
        info = os.stat(decode_path(hit.path))
    except OSError:
        return False
    return info.st_size == hit.size and info.st_mtime_ns == hit.mtime_ns
