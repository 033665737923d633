"""Receipts: what was given to agents and people, word for word. `base.receipts` says how they are kept."""

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.base.receipts import ENDING, FOLDER, LIMIT, receipt_path, write_receipt
from backstory.base.regular_file import read_regular
from backstory.model.errors import Invalid, NotFound
from backstory.model.event import Event
from backstory.model.ids import is_ulid, short_id
from backstory.model.text import one_line
from backstory.store.event_lines import decode_event

if TYPE_CHECKING:
    from backstory.memory.kernel.workspace import Workspace

LAST: Final = "last"
"""The word for the newest receipt."""
MIN_REF: Final = 4
"""Characters of an id that a person has to give."""


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What was given, when and to whom."""

    id: str
    made: str
    agent: str = ""
    """Empty for a person."""
    session: str = ""
    subagent: str = ""
    moment: str = ""
    """The occasion: a hook's event, `instruction-file`, `command`, `file`, `clipboard`, `mcp`, `mcp-first-call`."""
    ids: tuple[str, ...] = ()
    """Of the records in the text."""
    tokens: int = 0
    """Estimated."""
    brief: str = ""
    """The id of the brief; empty for what is none, and for one that was brought up to date."""
    text: str = ""
    """Empty where only the journal remembers it."""

    @property
    def short(self) -> str:
        """The id as people see and type it."""
        return short_id(self.id)


def note_delivery(
    workspace: "Workspace", text: str, *, moment: str, ids: Iterable[str] = (), tokens: int, brief: str = ""
) -> str:
    """Writes a receipt of what the caller is given; returns its id, empty where the data home cannot be written."""
    channel = workspace.channel
    if not text or not workspace.settings.get("enabled"):
        return ""
    with suppress(OSError):
        return write_receipt(workspace.project.private, text, agent=channel.agent, session=channel.session,
                             moment=moment, ids=sorted(ids), tokens=tokens, brief=brief)  # fmt: skip
    return ""


def list_receipts(workspace: "Workspace", *, limit: int = 0, agent: str = "", session: str = "") -> list[Receipt]:
    """The receipts whose texts are kept, the newest first; of one agent or session only."""
    receipts: list[Receipt] = []
    for ident in _list_ids(workspace):
        receipt = _read(workspace, ident)
        if receipt is None or (agent and receipt.agent != agent) or not receipt.session.startswith(session):
            continue
        receipts.append(receipt)
        if limit and len(receipts) == limit:
            break
    return receipts


def find_receipt(workspace: "Workspace", ref: str) -> Receipt:
    """The receipt with an id or the beginning of its short form, or the newest of a brief with this id.

    Raises `Invalid` for an id that is too short, and `NotFound`.
    """
    word = ref.strip().lower()
    if len(word) < MIN_REF:
        raise Invalid(f"`{one_line(ref, 40)}` is too short for an id", hint=f"give at least {MIN_REF} characters")
    for ident in _list_ids(workspace):
        if word == LAST or short_id(ident).startswith(word) or ident.lower() == word:
            receipt = _read(workspace, ident)
            if receipt is not None:
                return receipt
    for receipt in list_receipts(workspace):
        if receipt.brief.startswith(word):
            return receipt
    raise NotFound(f"no brief `{one_line(ref, 40)}` is stored", hint="`backstory last -n 20` lists the deliveries")


def compare_texts(before: str, after: str) -> list[str]:
    """What changed from one text to another, each section under its heading: lines that begin with `-` or `+`."""
    old, new = _list_statements(before), _list_statements(after)
    out: list[str] = []
    shown = ""
    import difflib  # only a comparison needs it

    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for verb, first, end, start, stop in matcher.get_opcodes():
        if verb == "equal":
            continue
        changes = [("-", *pair) for pair in old[first:end]] + [("+", *pair) for pair in new[start:stop]]
        for sign, heading, statement in changes:
            if heading != shown:
                out += [heading] if heading else []
                shown = heading
            out.append(f"{sign} {statement}")
    return out


def _list_statements(text: str) -> list[tuple[str, str]]:
    """(heading, line) of every line of a brief but its fence, its introduction and its last line."""
    out: list[tuple[str, str]] = []
    heading = ""
    for line in text.split("\n")[2:]:
        if line.startswith(("## ", "<")):
            heading = "" if line.startswith("</") else line
        elif line.strip() and not line.startswith(("One in full", "Brief ")):
            out.append((heading, line.removeprefix("- ")))
    return out


def _list_ids(workspace: "Workspace") -> Sequence[str]:
    """The ids of the receipts, the newest first."""
    try:
        names = os.listdir(os.path.join(workspace.project.private, FOLDER))
    except OSError:
        return []
    return sorted(filter(is_ulid, (name.removesuffix(ENDING) for name in names)), reverse=True)


def _read(workspace: "Workspace", ident: str) -> Receipt | None:
    """A receipt with its text; None for one that is damaged."""
    data = read_regular(receipt_path(workspace.project.private, ident), LIMIT, follow=False) or b""
    head, _, text = data.partition(b"\n")
    event = decode_event(head)
    if not isinstance(event, Event) or event.data.get("bytes") != len(text):
        return None
    return read_event(event, text.decode("utf-8", "replace"))


def read_event(event: Event, text: str = "") -> Receipt:
    """The receipt that an event of the journal tells."""
    data = event.data
    ids, tokens = data.get("ids"), data.get("tokens")
    return Receipt(
        id=event.id,
        made=event.made,
        agent=event.agent,
        session=event.session,
        subagent=str(data.get("subagent", "")),
        moment=str(data.get("moment", "")),
        ids=tuple(map(str, ids)) if isinstance(ids, list) else (),
        tokens=tokens if isinstance(tokens, int) else 0,
        brief=str(data.get("brief", "")),
        text=text,
    )
