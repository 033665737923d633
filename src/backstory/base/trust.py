"""The trust levels of records on this machine, and whether the project's configuration is trusted.

Four files in the project's folder of the data home, none of them in a repository:

`own`      records that were written here: lines `<id> <blob id>`
`chosen`   records that a person trusted: lines `<id> <blob id> <folder>`, since the folder may determine the kind
`brought`  contents that trusted commits brought: lines `<blob id> <digest of the name>`, or `@<mail> <digest>` for the
           author of the commit that added the file; a plain name would reveal the subject of a forgotten record
`trusted`  the trusted `config.toml` files, each in full after a head line

The index stores the level of each record (table `trust`), so that the hook process reads one row and no file.
"""

import os

from backstory.base.regular_file import read_regular
from backstory.base.trust_levels import CHANNELS, FOREIGN, PERSON, SPEAKING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.search import Hit

FILE = "trusted"
OWN = "own"
CHOSEN = "chosen"
BROUGHT_FILE = "brought"
LIMIT = 1 << 18
"""Bytes of a `config.toml` that can be trusted: more than any that somebody reads."""
MOST = 64 << 20


def config_entry(project: str, config: bytes) -> bytes:
    """A trusted config as the file holds it."""
    return b"trusted %s %d\n%s\n" % (project.encode(), len(config), config)


def config_entries(data: bytes) -> "list[bytes]":
    """The entries of the file, delimited by their lengths, so that no config can imitate another entry."""
    out: list[bytes] = []
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        words = data[start:end].split(b" ") if end > 0 else []
        if len(words) != 3 or words[0] != b"trusted" or not words[2].isdigit() or len(words[2]) > 7:
            break
        stop = end + 1 + int(words[2]) + 1
        if stop > len(data):
            break
        out.append(data[start:stop])
        start = stop
    return out


def is_trusted(private: str, root: str) -> bool:
    """Whether the `config.toml` in the working tree `root` is one that is trusted, byte for byte.

    `private` is the project's folder in the data home, called by the project's id. A tree without one is not trusted.
    """
    trusted = read_trust_file(os.path.join(private, FILE), 16 * LIMIT)
    if not trusted:
        return False
    config = read_trust_file(os.path.join(root, ".backstory", "config.toml"), LIMIT)
    return bool(config) and config_entry(os.path.basename(private), config) in config_entries(trusted)


def read_own(private: str) -> "set[str]":
    """`<id> <blob id>` of the records that this machine wrote."""
    return set(read_trust_file(os.path.join(private, OWN), MOST).decode("ascii", "replace").splitlines())


def read_chosen(private: str) -> "set[str]":
    """`<id> <blob id> <folder>` of the records that a person trusted."""
    return set(read_trust_file(os.path.join(private, CHOSEN), MOST).decode("ascii", "replace").splitlines())


def read_brought(private: str) -> "set[str]":
    """The lines about contents that trusted commits brought; `store.trust` writes them."""
    return set(
        read_trust_file(os.path.join(private, BROUGHT_FILE), MOST).decode("utf-8", "surrogateescape").split("\n")
    )


def trust_fingerprint(con: "apsw.Connection", private: str) -> str:
    """The state that the levels in the index depend on, as text: the index's contents and the trust files."""
    out = [str(con.execute("SELECT value FROM meta WHERE key = 'refreshes'").get)]
    for file in (OWN, CHOSEN, BROUGHT_FILE):
        try:
            info = os.stat(os.path.join(private, file))
            out.append(f"{info.st_ino}:{info.st_size}:{info.st_mtime_ns}")
        except OSError:
            out.append("-")
    return " ".join(out)


def is_judged(con: "apsw.Connection", private: str) -> bool:
    """Whether the levels in the index are those that its contents and the files give."""
    return bool(con.execute("SELECT value FROM meta WHERE key = 'trust'").get == trust_fingerprint(con, private))


def mark_foreign(con: "apsw.Connection", hits: "Sequence[Hit]", private: str) -> bool:
    """Marks hits from elsewhere that no person here trusts, and hits whose author only the record itself confirms.

    Returns False if the index does not know the levels.
    """
    unverified_hits = [hit for hit in hits if hit.scope == "team" or hit.how not in CHANNELS]
    if unverified_hits and not is_judged(con, private):
        return False
    for hit in unverified_hits:
        row = con.execute("SELECT level, agreed FROM trust WHERE doc = ?", (hit.doc,)).fetchone() or (FOREIGN, 0)
        hit.foreign = row[0] == FOREIGN or (row[0] < PERSON and hit.kind in SPEAKING)
        hit.claimed = not row[1]
    return True


def read_trust_file(path: str, limit: int) -> bytes:
    """The bytes of a regular file, links excluded; empty without one or above `limit`."""
    data = read_regular(path, limit + 1, follow=False) or b""
    return data if len(data) <= limit else b""
