"""The sessions of a project: one JSON file each, `<folder>/<yyyy-mm>/<end>.<agent>.<session>.json`.

The name begins with the time of the session's end, so the newest are found by names alone, without a catalogue that
could disagree with the files. A session that goes on gets a new name; if a process dies between the two names, the
newer file counts. Everything written passes the gate, and nothing twice: what the former state of a session holds is
clean already.
"""

import os
from collections.abc import Collection, Iterator
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import msgspec

from backstory.base.journal_lines import DIGEST, safe_name
from backstory.model.dates import epoch_seconds, format_timestamp
from backstory.model.errors import BackstoryError, Invalid
from backstory.model.session import Prompt, Session
from backstory.redact.paths import clean_name
from backstory.store.files import TEMPORARY, read_file, write_atomic

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

T = TypeVar("T")

SUFFIX: Final = ".json"
MAX_BYTES: Final = 4 << 20
"""Bytes of a session that are read and written; the limits of its lists keep it far below."""
SHORTEST_TAIL: Final = 4
"""Characters of the end of an id that find it."""
_UNDATED: Final = "00000000T000000Z"
_NONE: Final = Session(id="", agent="")
_NAMES: Final = frozenset(
    ("id", "agent", "branch", "commit", "parent", "previous", "source", "records", "edited", "read", "edits")
)
"""Fields that hold names: files (an agent may name one that does not exist), branches, ids."""
_TIMES: Final = frozenset(("made", "started", "ended"))
_TIME: Final = frozenset("0123456789-:.TZ+ ")
_CALL: Final = frozenset("0123456789abcdef?")
"""Characters of the digest of a call's id."""


class SessionEntry(NamedTuple):
    """A session by the name of its file."""

    stamp: str
    """Time of its end, `20261120T101500Z`."""
    agent: str
    name: str
    """Its id as a file name, see `base.journal_lines.safe_name`."""
    path: str


class SessionOutline(msgspec.Struct, frozen=True):
    """What a session was asked, and when. A file is long, and this is read of many."""

    started: str = ""
    ended: str = ""
    prompts: tuple[Prompt, ...] = ()


class SessionStore:
    """The sessions of one project below `folder`."""

    def __init__(self, folder: str, gate: "Gate") -> None:
        self.folder = os.path.abspath(folder)
        self.gate = gate

    def entries(self, months: Collection[str] | None = None) -> Iterator[SessionEntry]:
        """The sessions, the one that ended last first; of some months, `2026-11`, if given. No file is opened."""
        seen: set[tuple[str, str]] = set()
        for month in self._months():
            if months is not None and month not in months:
                continue
            for entry in _list_month(os.path.join(self.folder, month)):
                if (entry.agent, entry.name) not in seen:
                    seen.add((entry.agent, entry.name))
                    yield entry

    def newest(self) -> Iterator[Session]:
        """The sessions, the one that ended last first, each read when it is asked for. Damaged ones are left out."""
        for _, entries in groupby(self.entries(), key=attrgetter("stamp")):
            loaded = [session for entry in entries if (session := self.load(entry)) is not None]
            yield from sorted(
                loaded, key=lambda one: one.ended.removesuffix("Z"), reverse=True
            )  # names have whole seconds

    def load(self, entry: SessionEntry) -> Session | None:
        """The session of an entry; None for a damaged file. One that has gone on meanwhile is found again."""
        return self._load(entry, _DECODER)

    def load_outline(self, entry: SessionEntry) -> SessionOutline | None:
        """The outline of the session of an entry, as `load` gives the whole."""
        return self._load(entry, _OUTLINE_DECODER)

    def _load(self, entry: SessionEntry, decoder: "msgspec.json.Decoder[T]") -> "T | None":
        session = _read(entry.path, decoder)
        if session is None and not os.path.exists(entry.path):
            path = self._find(entry.agent, entry.name)
            session = _read(path, decoder) if path else None
        return session

    def list_damaged(self) -> Iterator[str]:
        """The files that hold no session."""
        for month in self._months():
            for entry in _list_month(os.path.join(self.folder, month)):
                if _read(entry.path, _DECODER) is None and os.path.exists(entry.path):
                    yield entry.path

    def get(self, agent: str, ident: str) -> Session | None:
        """The session with this id of an agent; None if there is none."""
        path = self._find(_agent_name(agent), safe_name(ident))
        return _read(path, _DECODER) if path else None

    def find(self, prefix: str) -> list[SessionEntry]:
        """The sessions whose id begins with a text, or ends with one of four characters or more.

        The one that ended last comes first. A file with a digest in place of the id is read where no name fits.
        """
        whole = safe_name(prefix)
        tail = prefix if len(prefix) >= SHORTEST_TAIL else "\0"
        named = [
            entry
            for entry in self.entries()
            if entry.name == whole or entry.name.startswith(prefix) or entry.name.endswith(tail)
        ]
        return named or [
            entry for entry in self.entries() if entry.name.startswith(DIGEST) and self._has_id(entry, prefix, tail)
        ]

    def _has_id(self, entry: SessionEntry, head: str, tail: str) -> bool:
        ident = self.read_id(entry)
        return bool(ident) and (ident.startswith(head) or ident.endswith(tail))

    def read_id(self, entry: SessionEntry) -> str:
        """The id of the session of an entry: its name, unless that is a digest; empty for a damaged file."""
        if not entry.name.startswith(DIGEST):
            return entry.name
        session = self.load(entry)
        return session.id if session is not None else ""

    def write(self, session: Session, former: Session | None = None) -> Session:
        """Writes a session in place of its former state and returns it as written. The caller holds its lock.

        Raises Invalid for one that is too large, NotWritable.
        """
        clean = _clean_session(self.gate, session, former or _NONE)
        data = msgspec.json.encode(clean) + b"\n"
        if len(data) > MAX_BYTES:
            raise Invalid(f"a session of {len(data)} bytes is larger than the limit of {MAX_BYTES}", hint="")
        agent, name = _agent_name(clean.agent), safe_name(session.id)
        stamp = _stamp(clean.ended or clean.started)
        month = f"{stamp[:4]}-{stamp[4:6]}"
        path = os.path.join(self.folder, month, f"{stamp}.{agent}.{name}{SUFFIX}")
        old = self._paths(agent, name)
        write_atomic(path, data)
        for other in old:
            if other != path:
                os.unlink(other)
        return clean

    def note_look(self, agent: str, ident: str, moment: int) -> None:
        """Gives the file of a session the time at which its transcript was looked at, in ns since the epoch."""
        path = self._find(_agent_name(agent), safe_name(ident))
        if path:
            os.utime(path, ns=(moment, moment))

    def remove(self, agent: str, ident: str) -> bool:
        """Deletes a session; returns whether there was one."""
        paths = self._paths(_agent_name(agent), safe_name(ident))
        for path in paths:
            os.unlink(path)
        return bool(paths)

    def _find(self, agent: str, name: str) -> str:
        """The newest file of a session, empty for none."""
        return next(iter(self._paths(agent, name)), "")

    def _paths(self, agent: str, name: str) -> list[str]:
        """The files of a session, newest first: one, or two after a death between two names."""
        end = f".{agent}.{name}{SUFFIX}"
        paths: list[str] = []
        for month in self._months():
            folder = os.path.join(self.folder, month)
            paths += [os.path.join(folder, file) for file in _list_names(folder, end) if file[len(_UNDATED) :] == end]
        return paths

    def _months(self) -> list[str]:
        """The folders of months, newest first."""
        try:
            return sorted((name for name in os.listdir(self.folder) if len(name) == 7), reverse=True)
        except OSError:
            return []


def _list_names(folder: str, end: str = "") -> list[str]:
    """The names of the files of a month that end so, the newest first."""
    try:
        return sorted([name for name in os.listdir(folder) if name.endswith(end)], reverse=True)
    except OSError:
        return []


def _list_month(folder: str) -> Iterator[SessionEntry]:
    for name in _list_names(folder):
        stamp, _, rest = name.removesuffix(SUFFIX).partition(".")
        agent, _, session = rest.partition(".")
        if name.endswith(SUFFIX) and session and not name.startswith(TEMPORARY):
            yield SessionEntry(stamp, agent, session, os.path.join(folder, name))


def _stamp(time: str) -> str:
    seconds = epoch_seconds(time)
    return _UNDATED if seconds is None else format_timestamp(seconds).replace("-", "").replace(":", "")


def _agent_name(agent: str) -> str:
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_") else "-" for c in agent.lower())[:40] or "none"


_DECODER: Final = msgspec.json.Decoder(Session)
_OUTLINE_DECODER: Final = msgspec.json.Decoder(SessionOutline)


def _read(path: str, decoder: "msgspec.json.Decoder[T]") -> "T | None":
    try:
        return decoder.decode(read_file(path, limit=MAX_BYTES))
    except (BackstoryError, msgspec.MsgspecError, RecursionError, ValueError):
        return None


def file_name_of(session: Session) -> str:
    """The name of a session's file without the time and the suffix."""
    return f"{_agent_name(session.agent)}.{safe_name(session.id)}"


def redact_session(session: Session, gate: "Gate") -> Session:
    """The whole session as the gate lets it through."""
    return _clean_session(gate, session, _NONE)


def _clean_session(gate: "Gate", session: Session, former: Session) -> Session:
    """The session as the gate lets it through. What the former state has is clean already."""
    changes: dict[str, Any] = {}
    for name in session.__struct_fields__:
        value, before = getattr(session, name), getattr(former, name)
        if isinstance(value, tuple):
            unchanged = frozenset(before)
            changes[name] = tuple(item if item in unchanged else _clean(gate, name, item) for item in value)
        elif isinstance(value, str) and value != before:
            changes[name] = _clean(gate, name, value)
    return msgspec.structs.replace(session, **changes)


def _clean(gate: "Gate", name: str, value: Any) -> Any:
    """A value of the field `name`, however deep, as the gate lets it through."""
    if isinstance(value, str):
        return _clean_text(gate, name, value)
    if isinstance(value, tuple):
        return tuple(_clean(gate, name, item) for item in value)
    if isinstance(value, msgspec.Struct):
        members = {member: _clean(gate, member, getattr(value, member)) for member in value.__struct_fields__}
        return msgspec.structs.replace(value, **members)
    return value


def _clean_text(gate: "Gate", name: str, text: str) -> str:
    if not text or (name in _TIMES and _TIME.issuperset(text)) or (name == "call" and _CALL.issuperset(text)):
        return text
    return clean_name(gate, text) if name in _NAMES else gate.clean(text)
