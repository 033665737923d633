"""Records that wait in the spool of the working tree, and the way a person takes in one that has no seal."""

import os
from typing import TYPE_CHECKING

import msgspec

from backstory.memory.catalog import Catalog
from backstory.memory.spool import spool_folder
from backstory.model.errors import BackstoryError, Invalid, NotFound
from backstory.model.kinds import HOWS
from backstory.store import spool as files

if TYPE_CHECKING:
    from backstory.memory.transfer import Taken


def take_in_file(m: Catalog, path: str, *, dry_run: bool = False) -> "Taken":
    """Takes a single record file in, as private and imported whatever it says. A person's command.

    A file in the spool goes afterwards. Raises `Invalid` for an agent or a file that holds no record, `BackstoryError`
    when its id belongs to another record here.
    """
    from backstory.memory.operations import log_operation
    from backstory.memory.policy.rejections import filter_rejected
    from backstory.memory.transfer import Taken
    from backstory.memory.workspace import require_person
    from backstory.store.codec import decode
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT, substance

    require_person(m, f"backstory import {path}")
    record = decode(read_file(path, limit=READ_LIMIT), name=path).record
    if record is None:
        raise Invalid(f"`{path}` holds no record", hint=f"look at it: `cat {path}`")
    record = msgspec.structs.replace(
        record, scope="private", origin=msgspec.structs.replace(record.origin, how=HOWS[-1])
    )
    if not filter_rejected(m, [record])[0]:
        return Taken(0, 0, 0, barred=1)
    try:
        known = m.get(record.id).record
    except NotFound:
        known = None
    if known is not None and substance(known)[1:4] != substance(record)[1:4]:
        raise BackstoryError(
            f"`{path}` has the id of another record here, {known.short}",
            hint=f"compare them: `backstory show {known.short}`, `cat {path}`",
        )
    if dry_run:
        return Taken(int(known is None), int(known is not None), 0)
    if known is None:
        written, place = m.stores["private"].add(record)
        m.index.add(written, place)
        log_operation(m, "remember", [{"id": written.id, "scope": "private", "path": place, "title": written.title}])
    if os.path.realpath(os.path.dirname(path)) == os.path.realpath(spool_folder(m)):
        files.drop(path, spool_folder(m))
    return Taken(int(known is None), int(known is not None), 0)
