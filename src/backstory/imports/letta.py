"""Reads agent files of Letta (`.af`): the blocks of memory of an agent. Its messages are a conversation."""

from collections.abc import Iterator
from typing import Any

from backstory.imports.files import objects_of, parse_json, peek, read_json, text_of
from backstory.imports.item import Item, Omissions, Place, make_draft, read_time

_KINDS = {"persona": "persona", "human": "preference"}


def recognizes(path: str) -> bool:
    """Whether a file is an agent file, by its ending or its parts."""
    return path.endswith(".af") or ('"core_memory"' in peek(path) and '"llm_config"' in peek(path))


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a record for each block of memory of each agent."""
    document = read_json(path, omitted)
    if isinstance(document, str):  # some exports are JSON in a JSON text
        document = parse_json(document)
    if not isinstance(document, dict):
        omitted.add(path, "is no agent file")
        return
    name = text_of(document.get("name")) or "letta"
    for key, block in _find_blocks(document, omitted).items():
        item = _read_block(key, block, name)
        if item is None:
            omitted.add(key, "is empty")
        else:
            yield item


def _find_blocks(document: dict[str, Any], omitted: Omissions) -> dict[str, dict[str, Any]]:
    """Return the blocks of all agents by what identifies them. Messages are counted as omitted."""
    blocks = {text_of(one.get("id")): one for one in objects_of(document.get("blocks"))}
    for agent in objects_of(document.get("agents")) or [document]:
        name = text_of(agent.get("name"))
        blocks |= {f"{name}/{number}": one for number, one in enumerate(objects_of(agent.get("core_memory")))}
        messages = len(objects_of(agent.get("messages")))
        if messages:
            omitted.add(name, f"{messages} messages are a conversation")
    return blocks


def _read_block(key: str, block: dict[str, Any], agent: str) -> Item | None:
    label, text = text_of(block.get("label")), text_of(block.get("value"))
    if not text:
        return None
    title = text_of(block.get("description")) if label not in _KINDS else ""
    draft = make_draft(_KINDS.get(label, "note"), title or label or key, text, tags=[label])
    return Item(draft, label or key, read_time(block.get("created_at")), agent=agent, is_whole=True)
