"""Tidies the index: merges the pieces of the full texts, and gives the disk back what was removed."""

from typing import Final

import apsw

from backstory.index.build import Index

LEAST: Final = 8 << 20
"""Bytes of empty pages below which the file stays as it is: new sessions fill them."""


def merge_full_texts(index: Index) -> None:
    """Merges the pieces that each change has left of the full texts. A search of many words then takes half the time.

    It does nothing while another process writes: the next day does it.
    """

    def run(con: apsw.Connection) -> None:
        for table in ("fts", "passage_fts"):
            con.execute(f"INSERT INTO {table} ({table}) VALUES ('optimize')")

    index.write(run)


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
