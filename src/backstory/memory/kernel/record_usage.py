"""Counts how agents used the records they were given: cited, opened the code, ran the command, contradicted.

The signs are found in the transcript as it is taken in and kept as events of the session's journal (kind `use`).
Whatever a session was given and shows no sign of was ignored. The counts of all sessions are in `use.json` in the
project's private folder: derived, and brought up to date once a day.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.base.deliveries import add_seen, read_seen, seen_file
from backstory.base.receipts import KIND as DELIVERY
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.receipts import read_event
from backstory.model.errors import BackstoryError
from backstory.model.event import Event
from backstory.model.ids import is_ulid, short_id
from backstory.model.late_pattern import late_pattern
from backstory.store.files import read_file, write_atomic

if TYPE_CHECKING:
    import apsw

    from backstory.agents.turns import Turn

KIND: Final = "use"
"""The journal's name of a sign."""
CITED, OPENED, RAN, CONTRADICTED = "cited", "opened", "ran", "contradicted"
FILE: Final = "use.json"
MAX_SESSIONS: Final = 300
"""Newest sessions that are counted."""
MAX_GIVEN: Final = 200
"""Records of one session that are looked at."""
MIN_SHOWN: Final = 5
"""Sessions that have to be given a record before it counts as unused."""
WITH_FILE: Final = "pre-tool"
"""The moment of records that come with a file at hand."""
_FRAME: Final = 15
"""Tokens around the text of a record."""
MIN_COMMAND: Final = 8
"""Characters of a command in a record, below which it may stand in any command line by chance."""
_LIMIT: Final = 16 << 20
_SHORT: Final = late_pattern(r"\b[0-9a-hjkmnp-tv-z]{8}\b")
_CODE: Final = late_pattern(r"`([^`\n]+)`")
_ENDS: Final = late_pattern(r"\bbackstory (?:retract|supersede|reject|forget)\b([^|;&\n]*)")
_OPPOSING: Final = ("supersedes", "contradicts")


class Deeds:
    """What an agent said and did since its transcript was last read, as far as it tells the use of records."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        """Whatever looks like the short id of a record."""
        self.ended: set[str] = set()
        """Short ids in commands that end a record."""
        self.commands: list[str] = []
        self.paths: set[str] = set()
        """Files that were read or edited, relative to the root."""

    def add(self, turn: "Turn", paths: Iterable[str]) -> None:
        """Adds a turn; `paths` are its files relative to the root. What a tool returned is not the agent's word."""
        if turn.abandoned or turn.role not in ("assistant", "tool"):
            return
        text = turn.text if turn.role == "assistant" else ""
        self.words.update(_SHORT.findall(f"{text}\n{turn.command}".lower()))
        for ended in _ENDS.findall(turn.command):
            self.ended.update(_SHORT.findall(ended.lower()))
        if turn.command:
            self.commands.append(" ".join(turn.command.split()))
        self.paths.update(filter(None, paths))


class RecordUse(msgspec.Struct, omit_defaults=True):
    """The use of a record in the sessions that were given it."""

    shown: int = 0
    """Sessions that were given it."""
    used: int = 0
    """Sessions that cited it, opened its code or ran its command."""
    contradicted: int = 0
    """Sessions that ended or contradicted it."""
    tokens: int = 0
    """Its share of the tokens of all deliveries."""

    @property
    def ignored(self) -> int:
        """Sessions that show no sign of it."""
        return max(0, self.shown - self.used - self.contradicted)


class SessionUse(msgspec.Struct, kw_only=True):
    """The records that a session was given, and their use."""

    session: str
    agent: str = ""
    last: str = ""
    """The time of the last delivery."""
    deliveries: int = 0
    tokens: int = 0
    shown: int = 0
    used: int = 0
    contradicted: int = 0


class UseReport(msgspec.Struct):
    """The use of all records, and of the newest sessions."""

    records: dict[str, RecordUse]
    sessions: list[SessionUse]


def note_signs(workspace: Catalog, session: str, agent: str, deeds: Deeds, *, refresh: Callable[[], None]) -> None:
    """Adds to the journal of a session what it shows of the records that it was given, each sign once.

    `refresh` lets the index know all records.
    """
    path = seen_file(workspace.project.private, session)
    marks = read_seen(path)
    delivered = sorted(filter(is_ulid, marks - set(workspace.written)), reverse=True)[:MAX_GIVEN]
    if not delivered:
        return
    opposed = _find_opposed(workspace)
    refresh()
    ran, opened = _find_touched(workspace, delivered, deeds)
    touched = ran | {ident for ident in opened if f"{OPENED}:{ident}" not in marks}
    events: list[Event] = []
    for ident in delivered:
        sign = _find_sign(workspace, ident, deeds, opposed, touched)
        if sign and f"{sign}:{ident}" not in marks:
            events.append(Event(id=workspace.new_id(), kind=KIND, session=session, agent=agent,
                                made=workspace.stamp(), data={"id": ident, "sign": sign}))  # fmt: skip
    if events:
        with suppress(BackstoryError):  # a journal that cannot be written fails no turn
            workspace.journal.extend(events, sync=False)
        add_seen(path, [f"{event.data['sign']}:{event.data['id']}" for event in events])


def _find_opposed(workspace: Catalog) -> set[str]:
    """Ids of the records that those written now supersede or contradict."""
    opposed: set[str] = set()
    for ident in workspace.written:
        with suppress(BackstoryError):
            links = workspace.get(ident).record.links
            opposed |= {link.target for link in links if link.relation in _OPPOSING}
    return opposed


def _find_touched(workspace: Catalog, delivered: list[str], deeds: Deeds) -> tuple[set[str], set[str]]:
    """Ids of the records that were run, and of those that were opened, as far as the index tells.

    The others need not be read.
    """
    if not deeds.commands and not deeds.paths:
        return set(), set()
    holes, paths = ", ".join("?" * len(delivered)), sorted(deeds.paths)
    with_code = f"SELECT id, title, body FROM content WHERE id IN ({holes}) AND instr(title || body, '`')"
    opened = (
        f"SELECT c.id FROM content c JOIN anchor a ON a.doc = c.doc WHERE c.id IN ({holes})"
        f" AND a.path IN ({', '.join('?' * len(paths))})"
    )

    def run(con: "apsw.Connection") -> tuple[set[str], set[str]]:
        ran: set[str] = set()
        for ident, title, body in con.execute(with_code, delivered) if deeds.commands else ():
            if any(_is_run(code, deeds.commands) for code in _list_commands(str(title), str(body))):
                ran.add(str(ident))
        return ran, {str(row[0]) for row in con.execute(opened, (*delivered, *paths))} if paths else set()

    return workspace.index.run(run)


def _find_sign(workspace: Catalog, ident: str, deeds: Deeds, opposed: set[str], touched: set[str]) -> str:
    """The strongest sign of a record's use; empty for none. `touched` are those that may have been run or opened."""
    short = short_id(ident)
    if short in deeds.ended or ident in opposed:
        return CONTRADICTED
    if short in deeds.words:
        return CITED
    if ident not in touched:
        return ""
    try:
        record = workspace.get(ident).record
    except BackstoryError:
        return ""
    if any(_is_run(code, deeds.commands) for code in _list_commands(record.title, record.body)):
        return RAN
    return OPENED if any(anchor.path in deeds.paths for anchor in record.anchors) else ""


def _list_commands(title: str, body: str) -> list[str]:
    """The pieces of code in a record that are long enough to be command lines."""
    pieces = [" ".join(code.split()) for code in _CODE.findall(f"{title}\n{body}")]
    return [code for code in pieces if " " in code and len(code) >= MIN_COMMAND]


def _is_run(code: str, commands: Iterable[str]) -> bool:
    return any(code in command for command in commands)


def report_use(workspace: Catalog, *, since: str = "") -> UseReport:
    """Counts what the newest sessions were given and used, from their journals."""
    records: dict[str, RecordUse] = {}
    sessions: list[SessionUse] = []
    sizes = _Sizes(workspace)
    for name in workspace.journal.sessions()[:MAX_SESSIONS]:
        events = [event for event in workspace.journal.read(name).events if event.made >= since]
        session = _count_session(events, records, sizes)
        if session.deliveries:
            sessions.append(session)
    sessions.sort(key=lambda one: one.last, reverse=True)
    return UseReport(records, sessions)


class _Sizes:
    """The sizes of records, by which they share the tokens of a delivery."""

    def __init__(self, workspace: Catalog) -> None:
        self._index = workspace.index
        self._tokens: dict[str, int] = {}

    def share(self, ids: Iterable[str], tokens: int) -> dict[str, int]:
        """Id of a record -> its tokens of a delivery. Passages among the ids take a share and have no count."""
        weights = self._weigh([ident for ident in ids if is_ulid(ident)])
        passages = sum(not is_ulid(ident) for ident in ids)
        usual = sum(weights.values()) / (len(weights) or 1)
        total = sum(weights.values()) + passages * usual
        return {ident: int(tokens * weight / total) for ident, weight in weights.items()}

    def _weigh(self, ids: list[str]) -> dict[str, int]:
        missing = [ident for ident in ids if ident not in self._tokens]
        if missing:
            query = f"SELECT id, tokens FROM content WHERE id IN ({', '.join('?' * len(missing))})"
            sizes = self._index.run(lambda con: {str(ident): int(size) for ident, size in con.execute(query, missing)})
            self._tokens |= {ident: _FRAME + sizes.get(ident, 0) for ident in missing}
        return {ident: self._tokens[ident] for ident in ids}


def _count_session(events: Iterable[Event], records: dict[str, RecordUse], sizes: _Sizes) -> SessionUse:
    """Adds the deliveries and signs of one session to the counts of the records.

    A record that came with a file is not used by opening that file: the agent did so before it had the record.
    """
    session = SessionUse(session="")
    delivered: set[str] = set()
    of_files: set[str] = set()
    signs: dict[str, set[str]] = {}
    for event in events:
        if event.kind == DELIVERY:
            receipt = read_event(event)
            session.session, session.agent, session.last = event.session, event.agent, event.made
            session.deliveries += 1
            session.tokens += receipt.tokens
            shares = sizes.share(receipt.ids, receipt.tokens)
            if receipt.moment == WITH_FILE:
                of_files |= shares.keys() - delivered
            delivered |= shares.keys()
            for ident, tokens in shares.items():
                records.setdefault(ident, RecordUse()).tokens += tokens
        elif event.kind == KIND:
            ident, sign = str(event.data.get("id", "")), str(event.data.get("sign", ""))
            if sign != OPENED or ident not in of_files:
                signs.setdefault(ident, set()).add(sign)
    for ident in delivered:
        use, of_record = records[ident], signs.get(ident, set())
        use.shown += 1
        use.contradicted += CONTRADICTED in of_record
        use.used += bool(of_record) and CONTRADICTED not in of_record
    session.shown = len(delivered)
    session.contradicted = sum(CONTRADICTED in signs.get(ident, ()) for ident in delivered)
    session.used = sum(bool(signs.get(ident)) for ident in delivered) - session.contradicted
    return session


def write_use(workspace: Catalog) -> None:
    """Brings the counts that ranking reads up to date."""
    records = report_use(workspace).records
    data = msgspec.json.encode(records, order="deterministic")
    with suppress(OSError, BackstoryError):
        write_atomic(os.path.join(workspace.project.private, FILE), data)


def find_unused(workspace: Catalog) -> tuple[str, ...]:
    """Ids of the records that many sessions were given and none has used, by the counts as they were last written."""
    uses = read_use(workspace)
    return tuple(sorted(ident for ident, use in uses.items() if use.shown >= MIN_SHOWN and not use.used))


def read_use(workspace: Catalog) -> Mapping[str, RecordUse]:
    """The counts as they were when they were last brought up to date; none for a missing or damaged file."""
    try:
        data = read_file(os.path.join(workspace.project.private, FILE), limit=_LIMIT)
        return msgspec.json.decode(data, type=dict[str, RecordUse])
    except (BackstoryError, OSError, msgspec.MsgspecError):
        return {}
