"""Text for an agent that takes none at the event which brought it: it waits for one at which the agent takes text.

Grok CLI calls a hook with each prompt and drops what it says, but takes a note with a tool call. So a session has a
file with the texts that wait, each a line of JSON with what its receipt needs.
"""

import os

from backstory.base.deliveries import add_seen, seen_file
from backstory.base.journal_lines import safe_name, write_all
from backstory.base.regular_file import read_regular
from backstory.hook.fields import scan_fields
from backstory.hook.reply import quote_json

SUFFIX = ".deferred"
"""Ending of the file of a session, in the spool."""
LIMIT = 1 << 18
FIELDS = ("tokens", "brief", "last", "stamp", "cap")
"""What of a brief's fields its receipt needs."""


class Deferred:
    """A text that waits: with the ids of its records, the event that brought it, and the fields of a brief.

    `parent` is the session that started the sub-agent which it waits for, or empty.
    """

    def __init__(self, text: str, ids: "list[str]", moment: str, parent: str, fields: "dict[str, str]") -> None:
        self.text = text
        self.ids = ids
        self.moment = moment
        self.parent = parent
        self.fields = fields


def name_subagent(ident: str) -> str:
    """The name by which a text waits for a sub-agent, which tells it from a session with the same id."""
    return f"{ident}.subagent"


def defer_text(
    private: str, session: str, text: str, ids: "list[str]", moment: str, fields: "dict[str, str] | None" = None,
    *, parent: str = "",
) -> None:  # fmt: skip
    """Keeps a text for a later event of a session: `fields` are those of a brief, other texts belong to a prompt.

    A brief takes the place of all that waits, and what belongs to a prompt that of an earlier prompt, unless the brief
    that waits has all its records. `private` is the project's folder in the data home. Best effort: without room the
    agent does not get it.
    """
    path = _find_path(private, session)
    if fields is None:
        lines = [line for line in _read_lines(path) if scan_fields(line, {"start"})]
        if ids and set(ids) <= _list_records(lines):
            return  # the brief was composed while the prompt was answered
    else:
        lines = []
        if not parent:  # so that the prompt which follows does not bring them as well
            add_seen(seen_file(private, session), ids)
    values = {"moment": moment, "ids": " ".join(ids), "text": text, "parent": parent}
    if fields is not None:
        values.update({key: fields[key] for key in FIELDS if fields.get(key)})
        values["start"] = "whole" if text == fields.get("text") else "part"
    line = ",".join([f'"{key}":{quote_json(value)}' for key, value in values.items() if value])
    _replace(path, b"\n".join([*lines, b"{" + line.encode("utf-8", "replace") + b"}"]))


def take_deferred(private: str, session: str) -> "list[Deferred]":
    """The texts that wait for a session, which then wait no more. Two calls at once do not both get them."""
    path = _find_path(private, session)
    own = f"{path}.{os.getpid()}"
    try:
        os.rename(path, own)
    except OSError:
        return []
    lines = _read_lines(own)
    os.unlink(own)
    return [_decode(line) for line in lines]


def _find_path(private: str, session: str) -> str:
    return os.path.join(private, "spool", safe_name(session) + SUFFIX)


def _read_lines(path: str) -> "list[bytes]":
    data = read_regular(path, LIMIT, follow=False) or b""
    return [line for line in data.split(b"\n") if line]


def _list_records(lines: "list[bytes]") -> "set[str]":
    return {ident for line in lines for ident in scan_fields(line, {"ids"}).get("ids", "").split()}


def _decode(line: bytes) -> Deferred:
    fields = scan_fields(line, {"moment", "ids", "text", "start", "parent", *FIELDS})
    text = fields.pop("text", "")
    if fields.pop("start", "") == "whole":
        fields["text"] = text
    ids, moment = fields.pop("ids", "").split(), fields.pop("moment", "")
    return Deferred(text, ids, moment, fields.pop("parent", ""), fields)


def _replace(path: str, data: bytes) -> None:
    """Writes a file at once. Its folder is there: the event was noted in it."""
    own = f"{path}.{os.getpid()}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOFOLLOW", 0)
    try:
        fd = os.open(own, flags, 0o600)
        try:
            write_all(fd, data, own)
        finally:
            os.close(fd)
        os.replace(own, path)
    except OSError:
        return
