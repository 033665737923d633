"""Arranges a brief from what was read for it, and takes over an earlier arrangement of exactly the same.

Arranging takes two thirds of a brief. It is a function of its inputs, of the code and of the machine's key, so that the
digest of all three names the result. The day is one of the inputs: what was kept yesterday is never read again.
"""

import math
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.base.digests import blake2b
from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.memory.kernel.verdicts import describe_code, keep_verdicts
from backstory.model.errors import BackstoryError
from backstory.model.ids import short_id
from backstory.model.late_pattern import late_pattern
from backstory.recall.text.content import Brief
from backstory.store.files import read_file, write_atomic
from backstory.store.places import machine_key

if TYPE_CHECKING:
    from backstory.index.read import Row
    from backstory.memory.kernel.workspace import Workspace
    from backstory.model.event import Event
    from backstory.model.snapshot import GitState, Snapshot
    from backstory.recall.past.sessions import PastWork
    from backstory.recall.rank import States
    from backstory.recall.text.content import Note
    from backstory.recall.text.moment import BriefRequest

MAX_KEPT: Final = 6
"""Briefs that are kept: those of several forms, tasks and working trees."""
_FOLDER: Final = os.path.join("digests", "arranged")
"""Below the private folder, where `forget` removes every file."""
_LIMIT: Final = 2 << 20
_SHORT_ID: Final = late_pattern(r"(?<![^\W_])[0-9a-hjkmnp-tv-z]{8}(?![^\W_])")
_FENCE_MARK: Final = late_pattern(r'id="[0-9a-f]{8}"')
_EVEN_ID: Final = "a1bcd2ef"
_EVEN_MARK: Final = "a1b2c3de"
"""They have more runs of letters and digits than three quarters of all such marks."""


class BriefInputs(NamedTuple):
    """All that a brief is arranged from, see `recall.brief.compose_brief`."""

    moment: "BriefRequest"
    rows: "Sequence[Row]"
    git: "GitState"
    snapshot: "Snapshot | None"
    hidden: Mapping[str, str]
    merged: Mapping[str, bool]
    scores: Mapping[str, float]
    stale: "States"
    past: "PastWork"
    unread: int
    key_files: Mapping[str, str] | None = None
    events: "Sequence[Event]" = ()
    commands: "Sequence[Note]" = ()
    disputed: Mapping[str, Sequence[str]] = {}


class _Kept(NamedTuple):
    brief: Brief
    text: str


def arrange_brief(
    workspace: "Workspace",
    inputs: BriefInputs,
    *,
    is_kept: bool,
    form: str = "",
    count: Callable[[str], int] | None = None,
) -> tuple[Brief, str]:
    """The brief and its text, in a `form` of `render.FORMS`, by default that of its mode.

    With `is_kept` it is kept for the next time, and taken over from the last one. `count` counts tokens exactly; a
    brief that is fitted by it is not kept.
    """
    code = describe_code() if is_kept and count is None else ""
    key = machine_key(workspace.project.home)
    digest = digest_inputs(inputs, code + form, key) if code else ""
    kept = _read(_path_of(workspace, digest)) if digest else None
    if kept is not None:
        return kept
    from backstory.recall.brief import compose_brief
    from backstory.render import render_brief

    mode = form or inputs.moment.mode
    ids = {short_id(row.record.id) for row in inputs.rows}

    def measure(one: Brief) -> int:
        """The tokens of a brief. An exact count needs no reserve, which composing adds to every count."""
        text = render_brief(one, mode, key=key)
        counted = max(map(count or estimate_tokens, (text, even_ids(text, ids))))
        return counted if count is None else math.ceil(counted / ESTIMATE_RESERVE)

    brief = compose_brief(**inputs._asdict(), measure=measure)
    keep_verdicts(workspace)
    text = render_brief(brief, mode, key=key)
    if count is not None:
        brief.tokens = count(text)
    if digest and code == describe_code():
        _keep(workspace, digest, _Kept(brief, text))
    return brief, text


def even_ids(text: str, ids: Collection[str]) -> str:
    """A text with the same signs for each short id in it, and for the mark of its fence: what random signs cost decides
    nothing. They cost a little more than most ids do, so that the text itself seldom costs more."""
    text = _FENCE_MARK.sub(f'id="{_EVEN_MARK}"', text)
    return _SHORT_ID.sub(lambda match: _EVEN_ID if match[0] in ids else match[0], text)


def digest_inputs(inputs: BriefInputs, code: str, key: bytes) -> str:
    """The digest of everything that decides what a brief is; empty where a text is not valid Unicode.

    Of the time only the day counts, and of a mapping the order too.
    """
    moment = msgspec.structs.replace(inputs.moment, now=inputs.moment.day)
    past = (inputs.past.sessions, sorted(inputs.past.merged), inputs.past.is_new, *inputs.past[3:])
    try:
        data = msgspec.json.encode((code, inputs._replace(moment=moment, past=past)))  # type: ignore[arg-type]
    except UnicodeEncodeError:
        return ""
    return blake2b(data, digest_size=20, key=key).hexdigest()


def drop_arranged(private: str) -> None:
    """Removes the briefs that are kept. They hold texts of records and sessions, which may have expired."""
    _drop(os.path.join(private, _FOLDER), most=0)


def _path_of(workspace: "Workspace", digest: str) -> str:
    return os.path.join(workspace.project.private, _FOLDER, f"{digest}.json")


def _read(path: str) -> _Kept | None:
    try:
        return msgspec.json.decode(read_file(path, limit=_LIMIT), type=_Kept)
    except (BackstoryError, msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _keep(workspace: "Workspace", digest: str, kept: _Kept) -> None:
    """Writes a brief. All that it is made from has passed the gate."""
    data = msgspec.json.encode(kept)
    path = _path_of(workspace, digest)
    if len(data) > _LIMIT:
        return
    with suppress(BackstoryError):
        write_atomic(path, data, sync=False)
        _drop(os.path.dirname(path), most=MAX_KEPT)


def _drop(folder: str, *, most: int) -> None:
    """Removes all files of a folder but the `most` newest."""
    with suppress(OSError), os.scandir(folder) as entries:
        newest = sorted(((entry.stat().st_mtime_ns, entry.path) for entry in entries), reverse=True)
        for _, path in newest[most:]:
            os.unlink(path)
