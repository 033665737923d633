"""Which rows of Qwen Code's tree are cut off, and whether new rows leave that as it is."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from backstory.agents.json_lines import Row
from backstory.agents.json_rows import text_of
from backstory.agents.resumption import digest

_SAYING: Final = ("user", "assistant", "tool_result")


class State(msgspec.Struct, array_like=True):
    """The state of a reader of rows: digests of ids, in no order."""

    ids: list[int] = []
    """Of rows and turns."""
    commands: list[int] = []
    """Of the calls that run a command."""
    prompts: list[int] = []
    """Of the rows that a prompt follows."""
    is_branched: bool = False
    tip: int = 0
    """Of the last row of a tree with branches, if all that follows it is part of the conversation; else 0."""
    missing: list[int] = []
    """Of the parents in a tree with branches that have no row yet. Their row decides what their children are."""


def find_cut_off(rows: Sequence[Row]) -> set[str]:
    """Ids of the rows on abandoned branches: a rewind or a second prompt left them behind."""
    nodes = _list_named(rows)
    if not _is_branched(nodes):
        return set()
    parents: dict[str, str] = {}
    for row in nodes:
        parents.setdefault(text_of(row, "uuid"), text_of(row, "parentUuid"))
    live = _list_live(parents, _find_last(nodes))
    dead: set[str] = set()
    for uuid, parent in parents.items():  # a parent comes before its children
        if uuid not in live and (parent in live or parent in dead):
            dead.add(uuid)
    return dead


def note_tree(state: State, rows: Sequence[Row]) -> State:
    """The state with what is known of the tree of all rows."""
    nodes = _list_named(rows)
    state.prompts = list({digest(text_of(row, "parentUuid")) for row in nodes if _is_reply_to(row)})
    state.is_branched = _is_branched(nodes)
    state.tip = _find_tip(nodes) if state.is_branched else 0
    parents, ids = ({text_of(row, key) for row in nodes} for key in ("parentUuid", "uuid"))
    state.missing = [digest(parent) for parent in parents - ids if parent] if state.is_branched else []
    return state


def goes_on(rows: Sequence[Row], state: State) -> bool:
    """Whether new rows only prolong the conversation. Then the state holds their place in the tree afterwards."""
    ids, prompts, tip = {*state.ids, *state.missing}, set(state.prompts), state.tip
    if any(digest(uuid) in ids for row, _ in rows if (uuid := text_of(row, "uuid"))):
        return False
    for row in _list_named(rows):
        parent = digest(text_of(row, "parentUuid"))
        if _begins_branch(row, parent, prompts) or (state.is_branched and not _prolongs(row, parent, tip)):
            return False
        tip = digest(text_of(row, "uuid"))
    state.prompts, state.tip = list(prompts), tip if state.is_branched else 0
    return True


def _begins_branch(row: dict[str, Any], parent: int, prompts: set[int]) -> bool:
    if _is_rewind(row) or (_is_reply_to(row) and parent in prompts):
        return True
    if _is_reply_to(row):
        prompts.add(parent)
    return False


def _prolongs(row: dict[str, Any], parent: int, tip: int) -> bool:
    """Whether a row follows the last one. A summary does not count: whether it is live depends on what follows it."""
    return parent == tip and not _is_summary(row)


def _list_named(rows: Sequence[Row]) -> list[dict[str, Any]]:
    return [row for row, _ in rows if _is_named(row)]


def _is_named(row: dict[str, Any]) -> bool:
    """Whether a row belongs to the conversation itself and has an id."""
    uuid = text_of(row, "uuid")
    return bool(uuid) and " " not in uuid and row.get("isSidechain") is not True


def _is_reply_to(row: dict[str, Any]) -> bool:
    return text_of(row, "type") == "user" and bool(text_of(row, "parentUuid"))


def _is_rewind(row: dict[str, Any]) -> bool:
    return text_of(row, "subtype") == "rewind"


def _is_summary(row: dict[str, Any]) -> bool:
    return text_of(row, "subtype") == "chat_compression"


def _is_branched(nodes: Sequence[dict[str, Any]]) -> bool:
    prompts: Counter[str] = Counter()
    seen: set[str] = set()
    for row in nodes:
        uuid = text_of(row, "uuid")
        if uuid not in seen and _is_reply_to(row):
            prompts[text_of(row, "parentUuid")] += 1
        seen.add(uuid)
    return max(prompts.values(), default=0) > 1 or any(map(_is_rewind, nodes))


def _find_last(nodes: Sequence[dict[str, Any]]) -> str:
    """Id of the last row in which something was said or done."""
    return next((text_of(row, "uuid") for row in reversed(nodes) if text_of(row, "type") in _SAYING), "")


def _find_tip(nodes: Sequence[dict[str, Any]]) -> int:
    """Digest of the last row, if it and those before it follow one another from the last that says something."""
    for place in range(len(nodes) - 1, -1, -1):
        row = nodes[place]
        if text_of(row, "type") in _SAYING:
            return digest(text_of(nodes[-1], "uuid"))
        if _is_summary(row) or place == 0 or text_of(row, "parentUuid") != text_of(nodes[place - 1], "uuid"):
            return 0
    return 0


def _list_live(parents: Mapping[str, str], last: str) -> set[str]:
    live: set[str] = set()
    while last and last not in live:
        live.add(last)
        last = parents.get(last, "")
    return live
