"""The log of changes that a session of Gemini CLI is, and what its reader keeps to go on with it."""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, Final

import msgspec

from backstory.agents.json_lines import Row
from backstory.agents.json_rows import object_of, text_of
from backstory.agents.resumption import digest
from backstory.agents.turns import Reading, Turn

_RECENT: Final = 64
"""Messages that may change without the log being read from its beginning."""


class Message(msgspec.Struct, array_like=True):
    """A message that may still change."""

    line: int
    turns: dict[int, int] = {}
    """Digest of the id of each of its turns -> digest of the turn."""


class State(msgspec.Struct, array_like=True):
    """The state of a reader of rows."""

    header: int = 0
    """Digest of what all messages have in common."""
    older: set[int] = set()
    """Digests of the ids of the messages that may not change, and of their turns."""
    recent: dict[int, Message] = {}
    """Digest of the id of a message -> the message, in the order of their lines."""


class Log:
    """The messages that a log of changes makes, and those that it takes back."""

    def __init__(self, reading: Reading) -> None:
        self.header: dict[str, Any] = {}
        self.messages: dict[str, tuple[dict[str, Any], int]] = {}
        """Id -> the message, and the line in which it came first."""
        self.dead: dict[str, tuple[dict[str, Any], int]] = {}
        self._reading = reading

    def add(self, row: dict[str, Any], number: int) -> None:
        if "$set" in row:
            self._set(object_of(row, "$set"), number)
        elif "$rewindTo" in row:
            self._rewind(text_of(row, "$rewindTo"))
        elif text_of(row, "type"):
            self._put(row, number)
        elif "sessionId" in row or "projectHash" in row:
            self.header |= row
        else:
            self._reading.unknown[next(iter(row), "")] += 1

    def _set(self, changed: dict[str, Any], number: int) -> None:
        self.header |= {key: value for key, value in changed.items() if key != "messages"}
        if not isinstance(changed.get("messages"), list):
            return
        remaining = {}
        for place, message in enumerate(changed["messages"]):
            if isinstance(message, dict):
                name = text_of(message, "id") or f"line-{number}-{place}"
                remaining[name] = (message, self._line_of(name, number))
        self.dead |= {name: entry for name, entry in self.messages.items() if name not in remaining}
        self.messages = remaining

    def _rewind(self, target: str) -> None:
        names = list(self.messages)
        cut = names.index(target) if target in self.messages else len(names)
        for name in names[cut:]:
            self.dead[name] = self.messages.pop(name)

    def _put(self, row: dict[str, Any], number: int) -> None:
        name = name_message(row, number)
        self.messages[name] = (row, self._line_of(name, number))
        self.dead.pop(name, None)

    def _line_of(self, name: str, number: int) -> int:
        return self.messages[name][1] if name in self.messages else number

    def list_messages(self) -> list[tuple[int, str, dict[str, Any], bool]]:
        """Line, id, message, and whether it was taken back, in the order of the lines."""
        both = self.dead | self.messages
        rows = [(number, name, message, name in self.dead) for name, (message, number) in both.items()]
        return sorted(rows, key=itemgetter(0))


def name_message(row: dict[str, Any], number: int) -> str:
    """The id of a message, or one after its line."""
    name = text_of(row, "id")
    return f"line-{number}" if not name or " " in name else name


def digest_header(header: dict[str, Any]) -> int:
    """A digest of what messages take from the header."""
    return digest("\n".join((text_of(header, "sessionId"), text_of(header, "meta", "model"), text_of(header, "kind"))))


def list_changed(rows: Sequence[Row], header: dict[str, Any], state: State, reading: Reading) -> Log | None:
    """The messages that new rows add or change; None where they change more than that."""
    log = Log(reading)
    log.header = dict(header)
    for row, number in rows:
        changed = object_of(row, "$set")
        if "messages" in changed or "$rewindTo" in row:
            return None
        if not changed and text_of(row, "type") and digest(name_message(row, number)) in state.older:
            return None
        log.add(row, number)
    return log if digest_header(log.header) == state.header else None


def make_state(header: dict[str, Any], log: Log, turns: Iterable[Turn], owners: dict[str, str]) -> State | None:
    """The state after a whole log; `owners` names the message of each turn. None where a later row set the header."""
    if digest_header(header) != digest_header(log.header):
        return None
    names = sorted(log.messages, key=lambda name: log.messages[name][1])
    recent = {name: Message(log.messages[name][1]) for name in names[-_RECENT:]}
    state = State(digest_header(header), {digest(name) for name in (*names[:-_RECENT], *log.dead)})
    for turn in turns:
        owner = owners[turn.id]
        if owner in recent:
            recent[owner].turns[digest(turn.id)] = digest(repr(turn))
        else:
            state.older.add(digest(turn.id))
    state.recent = {digest(name): message for name, message in recent.items()}
    return state


def take_turns(state: State, name: str, number: int, turns: Sequence[Turn]) -> list[Turn] | None:
    """The new and changed turns of a message; None if they change which message owns a turn. Updates the state.

    Of two messages with the same turn the first one has it.
    """
    key = digest(name)
    is_new = key not in state.recent
    message = state.recent.setdefault(key, Message(number))
    by_digest = {digest(turn.id): turn for turn in reversed(turns)}
    claimed = _find_taken(state, message, by_digest)
    if not message.turns.keys() <= by_digest.keys() or (claimed and not is_new):
        return None
    marks = {ident: digest(repr(turn)) for ident, turn in reversed(by_digest.items()) if ident not in claimed}
    new = [by_digest[ident] for ident, mark in marks.items() if message.turns.get(ident) != mark]
    message.turns = marks
    return new


def _find_taken(state: State, message: Message, idents: Iterable[int]) -> set[int]:
    """The turns that another message has."""
    others = [one.turns for one in state.recent.values() if one is not message]
    return {ident for ident in idents if ident in state.older or any(ident in other for other in others)}


def forget_old(state: State) -> None:
    """Keeps the last messages as those that may change."""
    for key in list(state.recent)[:-_RECENT]:
        state.older |= {key, *state.recent.pop(key).turns}
