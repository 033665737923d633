"""Reads the contents of blobs by their ids."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backstory.git.repository import Git


def read_blobs(git: "Git", oids: Sequence[str]) -> dict[str, bytes]:
    """Reads contents by blob id with one process of git."""
    if not oids:
        return {}
    output = git.attempt("cat-file", "--batch", stdin="".join(f"{oid}\n" for oid in oids).encode()).out
    contents: dict[str, bytes] = {}
    start = 0
    while True:
        # Each blob is `<oid> blob <size>\n<bytes>\n`; one that git does not have is `<oid> missing\n`.
        end = output.find(b"\n", start)
        if end < 0:
            return contents
        words = output[start:end].split(b" ")
        start = end + 1
        if len(words) == 3 and words[2].isdigit():
            size = int(words[2])
            contents[words[0].decode()] = output[start : start + size]
            start += size + 1
