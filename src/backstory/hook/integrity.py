"""Checks that the index holds of a record what its file says. SQLite itself notices only half of all damage.

The few records that go into a model's context are checked, and their files are read. Where a file does not have the
texts line for line, because they are quoted there or redacted, the CRC-32 decides that the index keeps of every row.
"""

from backstory.base.path_codec import decode_path
from backstory.base.regular_file import read_regular
from backstory.hook.reply import USUAL_STATUSES

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.passages import PassageHit
    from backstory.base.search import Hit

COLUMNS = "oid, size, name, id, kind, tier, status, how, made, title, body, tags, paths, rest, tokens"
"""The columns that the checksum covers, in its order. A test compares them with `index.write.COLUMNS`."""


def is_intact(con: "apsw.Connection", hit: "Hit") -> bool:
    """Whether a hit may be shown. Never raises, whatever a damaged index holds."""
    try:
        data = read_regular(decode_path(hit.path), hit.size + 1, follow=False)
        return data is not None and (_in_file(hit, data) or _fits_checksum(con, hit))
    except (OSError, UnicodeError, AttributeError, TypeError):
        return False


def is_intact_passage(hit: "PassageHit") -> bool:
    """Whether a passage of a session is as it was when it was written into the index."""
    from binascii import crc32  # loaded in less time than a paragraph takes without it

    return crc32(hit.text.encode("utf-8", "surrogatepass")) == hit.crc


def _in_file(hit: "Hit", data: bytes) -> bool:
    """Whether the file has every text that is shown: lines of their own, and the whole body."""
    lines = [("id", hit.id), ("kind", hit.kind), ("title", hit.title), ("how", hit.how), ("made", hit.made)]
    lines += [(name, value) for name, value in _optional_fields(hit) if value]
    for name, value in lines:
        if f"\n{name}: {value}\n".encode() not in data:
            return False
    return data.endswith(f"\n---\n{hit.body}\n".encode() if hit.body else b"\n---\n")


def _optional_fields(hit: "Hit") -> "tuple[tuple[str, str | None], ...]":
    """Fields that a record may lack. A status is only shown when it is none of the usual ones."""
    status = "" if hit.status in USUAL_STATUSES else hit.status
    return (("author", hit.author), ("agent", hit.agent), ("outcome", hit.outcome), ("status", status))


def _fits_checksum(con: "apsw.Connection", hit: "Hit") -> bool:
    from binascii import crc32

    row = con.execute(f"SELECT crc, {COLUMNS} FROM content WHERE doc = ?", (hit.doc,)).fetchone()
    if row is None or row[1 + COLUMNS.split(", ").index("body")] != hit.body:
        return False
    return bool(row[0] == crc32("\x1f".join([str(value) for value in row[1:]]).encode("utf-8", "surrogatepass")))
