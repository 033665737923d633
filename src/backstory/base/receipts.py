"""Receipts: what was given to an agent or a person, when and in which session, and the text itself.

A receipt is a file in the project's private folder, `deliveries/<ULID>.txt`: a line of the journal with the facts, then
the text as it was given, byte for byte. Its line is in the journal of the session as well and outlives the file.
"""

import os
import time

from backstory.base.journal_lines import (
    append_line,
    event_line,
    hide_tokens,
    make_folder,
    make_id,
    safe_name,
    write_all,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

KIND = "delivery"
"""The journal's name of such an event."""
FOLDER = "deliveries"
ENDING = ".txt"
LIMIT = 1 << 20
"""Bytes of a receipt that is read."""


def write_receipt(
    private: str,
    text: str,
    *,
    agent: str,
    moment: str,
    session: str = "",
    subagent: str = "",
    ids: "Sequence[str]" = (),
    tokens: int,
    brief: str = "",
    state: str = "",
) -> str:
    """Writes a receipt and returns its id. Raises OSError.

    `private` is the project's folder in the data home, `moment` the occasion (`session-start`, `prompt`, `command`),
    `ids` are those of the records in the text, `brief` is the id of a brief, and `state` what `hook.changes` needs to
    tell later what is new.
    """
    ms, randomness = time.time_ns() // 1_000_000, os.urandom(10)
    ident = make_id(ms, randomness)
    data = text.encode("utf-8", "replace")
    facts = {
        "moment": moment, "ids": list(ids), "tokens": tokens, "bytes": len(data),
        "brief": brief, "state": state, "subagent": hide_tokens(subagent),
    }  # fmt: skip
    kept = {name: value for name, value in facts.items() if value}
    line = event_line(KIND, session=session, agent=agent, data=kept, ms=ms, randomness=randomness)
    _write_file(receipt_path(private, ident), line + data)
    if session:
        append_line(os.path.join(private, "spool", safe_name(session) + ".jsonl"), line, False)
    return ident


def receipt_path(private: str, ident: str) -> str:
    """The file of a receipt."""
    return os.path.join(private, FOLDER, ident + ENDING)


def _write_file(path: str, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    flags |= getattr(os, "O_BINARY", 0)
    try:
        fd = os.open(path, flags, 0o600)
    except FileNotFoundError:
        make_folder(os.path.dirname(path))
        fd = os.open(path, flags, 0o600)
    try:
        write_all(fd, data, path)
    finally:
        os.close(fd)
