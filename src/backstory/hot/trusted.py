"""Whether the user trusts what came with this repository: one comparison of bytes, so that the hook process can do it.

`projects/<id>/trusted` holds the `config.toml` files that were trusted, each whole behind a head line, and
`projects/<id>/own` the records that this machine wrote or took in: `<id> <blob id>` a line. Both lie outside of the
repository; a changed byte in either a config or a record makes it foreign again.
"""

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.hot.search import Hit

FILE = "trusted"
OWN = "own"
LIMIT = 1 << 18
"""Bytes of a `config.toml` that can be trusted: more than any that somebody reads."""
MOST = 32 << 20
IMPORTED = "imported"


def entry(project: str, config: bytes) -> bytes:
    """A trusted config as the file holds it."""
    return b"trusted %s %d\n%s\n" % (project.encode(), len(config), config)


def entries(data: bytes) -> "list[bytes]":
    """The entries of the file, by their lengths: what a config says cannot pose as another entry."""
    out: list[bytes] = []
    at = 0
    while at < len(data):
        end = data.find(b"\n", at)
        words = data[at:end].split(b" ") if end > 0 else []
        if len(words) != 3 or words[0] != b"trusted" or not words[2].isdigit() or len(words[2]) > 7:
            break
        stop = end + 1 + int(words[2]) + 1
        if stop > len(data):
            break
        out.append(data[at:stop])
        at = stop
    return out


def is_trusted(private: str, root: str) -> bool:
    """Whether the `config.toml` in the working tree `root` is one that was trusted, byte for byte.

    `private` is the project's folder in the data home, called by the project's id. A tree without one is not trusted.
    """
    known = read(os.path.join(private, FILE), 16 * LIMIT)
    if not known:
        return False
    config = read(os.path.join(root, ".backstory", "config.toml"), LIMIT)
    return bool(config) and entry(os.path.basename(private), config) in entries(known)


def own(private: str) -> "set[str]":
    """`<id> <blob id>` of the records that this machine wrote, or the user took for its own."""
    return set(read(os.path.join(private, OWN), MOST).decode("ascii", "replace").splitlines())


def foreign(con: "apsw.Connection", hits: "Sequence[Hit]", private: str, root: str) -> "set[str]":
    """Ids of those hits that came from elsewhere and are not trusted."""
    trusted = not private or all(hit.scope != "team" for hit in hits) or is_trusted(private, root)
    asked = [hit for hit in hits if hit.how == IMPORTED or (hit.scope == "team" and not trusted)]
    if not asked:
        return set()
    ours = own(private) if private else set()
    out: set[str] = set()
    for hit in asked:
        row = con.execute("SELECT oid FROM content WHERE doc = ?", (hit.doc,)).fetchone()
        if row is None or f"{hit.id} {row[0]}" not in ours:
            out.add(hit.id)
    return out


def read(path: str, limit: int) -> bytes:
    """The bytes of a regular file that is no link; empty where there is none, or more than `limit`."""
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_CLOEXEC", "O_BINARY", "O_NOFOLLOW"):
        flags |= getattr(os, name, 0)
    try:
        fd = os.open(path, flags)
    except OSError:
        return b""
    try:
        if os.fstat(fd).st_mode & 0o170000 != 0o100000:
            return b""
        out: list[bytes] = []
        left = limit + 1
        while left > 0 and (piece := os.read(fd, min(left, 1 << 20))):
            out.append(piece)
            left -= len(piece)
        return b"".join(out) if left > 0 else b""
    except OSError:
        return b""
    finally:
        os.close(fd)
