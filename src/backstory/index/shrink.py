"""Gives the disk back what the index no longer needs, once much of it was removed."""

from typing import Final

import apsw

from backstory.index.build import Index

LEAST: Final = 8 << 20
"""Bytes of empty pages below which the file stays as it is: new sessions fill them."""


def shrink_index(index: Index) -> int:
    """Writes the file anew without its empty pages, where they are most of it; returns the bytes that it lost.

    It does nothing while another process writes: the next day does it.
    """
    sizes = [0, 0]

    def run(con: apsw.Connection) -> None:
        empty, all_pages, size = (int(con.pragma(name)) for name in ("freelist_count", "page_count", "page_size"))
        if empty * size >= LEAST and 2 * empty >= all_pages:
            con.execute("VACUUM")
            sizes[:] = all_pages * size, int(con.pragma("page_count")) * size
            con.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)

    index.write(run)
    return sizes[0] - sizes[1]
