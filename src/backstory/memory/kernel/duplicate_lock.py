"""The lock under which it is decided whether a record is new, so that two processes do not both write it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from backstory.memory.kernel.catalog import Catalog
from backstory.model.errors import Busy, NotWritable
from backstory.store.lock import Lock

NAME: Final = "records.lock"
WAIT: Final = 10.0
"""Seconds to wait for another process. After them the record is written all the same: a double does less harm."""


@contextmanager
def deciding(workspace: Catalog) -> Iterator[None]:
    """Keeps other processes from deciding at the same time. May be nested.

    Who had to wait sees what the others have written. Where the data home takes no lock, nobody waits.
    """
    if workspace.is_deciding:
        yield
        return
    lock = _take(os.path.join(workspace.project.private, "locks", NAME), workspace)
    workspace.is_deciding = True
    try:
        yield
    finally:
        workspace.is_deciding = False
        if lock is not None:
            lock.__exit__(None, None, None)


def _take(path: str, workspace: Catalog) -> Lock | None:
    try:
        return Lock(path, wait=0).__enter__()
    except NotWritable:
        return None
    except Busy:
        pass
    try:
        lock = Lock(path, wait=WAIT).__enter__()
    except (Busy, NotWritable):
        return None
    workspace.index.refresh(workspace.stores, workspace.gate, oids=lambda: workspace.git.memory_oids())
    return lock
