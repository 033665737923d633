"""Whether what the index holds of a record is what its file says: SQLite itself notices half of all damage.

Asked for the few records that go into a model's context. The file is read, which costs less than a checksum in Python;
only what does not stand in it line for line, because it is quoted there or the gate changed it, is checked by the
CRC-32 that the index keeps of every row.
"""

import os

from backstory.base.path_codec import unkey

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.search import Hit

COLUMNS = "oid, size, name, id, kind, tier, status, how, made, title, body, tags, paths, rest, tokens"
"""What the checksum covers, in its order: `index.write.COLUMNS`; a test holds the two together."""


def intact(con: "apsw.Connection", hit: "Hit") -> bool:
    """Whether a hit may be shown. Never raises for what a damaged index holds."""
    try:
        data = _read(unkey(hit.path), hit.size)
        return _said(hit, data) or _fits(con, hit)
    except (OSError, UnicodeError, AttributeError, TypeError):
        return False


def _said(hit: "Hit", data: bytes) -> bool:
    """Whether the file has all that is shown, as lines of their own and a body that is whole."""
    lines = [("id", hit.id), ("kind", hit.kind), ("title", hit.title), ("how", hit.how), ("made", hit.made)]
    lines += [(name, value) for name, value in (("author", hit.author), ("agent", hit.agent)) if value]
    for name, value in lines:
        if f"\n{name}: {value}\n".encode() not in data:
            return False
    return data.endswith(f"\n---\n{hit.body}\n".encode() if hit.body else b"\n---\n")


def _fits(con: "apsw.Connection", hit: "Hit") -> bool:
    from backstory.base.journal_lines import crc

    row = con.execute(f"SELECT crc, {COLUMNS} FROM content WHERE doc = ?", (hit.doc,)).fetchone()
    if row is None or row[1 + COLUMNS.split(", ").index("body")] != hit.body:
        return False
    return bool(row[0] == crc("\x1f".join([str(value) for value in row[1:]]).encode("utf-8", "surrogatepass")))


def _read(path: str, size: int) -> bytes:
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOFOLLOW"):
        flags |= getattr(os, name, 0)
    fd = os.open(path, flags)
    try:
        return os.read(fd, size + 1)
    finally:
        os.close(fd)
