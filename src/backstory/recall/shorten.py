"""Cuts text that is too long for its share: after a sentence or a line, else between words, never inside one."""

from typing import Final

import msgspec

from backstory.model.kinds import KINDS
from backstory.model.text import estimate_tokens
from backstory.recall.content import Item

_ENDS: Final = (". ", "! ", "? ", ".\n", "!\n", "?\n", "\n", "。", "！", "？")

_FEW: Final = 24
"""Characters (a third of that beyond ASCII) below which the beginning of a sentence has no meaning."""
_BARE: Final = 60
"""Tokens of text below which a cut record loses tags and anchors."""


def shorten_text(text: str, tokens: int) -> str:
    """The beginning of `text` in at most about `tokens` tokens: all of it if it fits, nothing if too little fits.

    Whole sentences and lines where there is one; else whole words, and an ellipsis.
    """
    whole = estimate_tokens(text)
    if whole <= tokens:
        return text
    head = text[: max(0, len(text) * tokens // max(1, whole))]
    while head and estimate_tokens(head) > tokens:
        head = head[: len(head) * 9 // 10]
    end = max(head.rfind(mark) + len(mark.rstrip()) if mark in head else 0 for mark in _ENDS)
    if end >= len(head) // 3 and end:
        return head[:end].rstrip()
    if text[len(head) : len(head) + 1].strip() and head.isascii():
        head = head[: max(head.rfind(" "), 0)]
    head = head.rstrip(" ,;:-")
    return f"{head} …" if len(head) >= (_FEW if head.isascii() else _FEW // 3) else ""


def first_sentence(text: str) -> str:
    line = text.strip().partition("\n")[0]
    end = min((i + 1 for mark in (". ", "! ", "? ") if (i := line.find(mark)) > 0), default=len(line))
    return line[:end]


def shorten_item(item: Item, tokens: int) -> Item:
    """The item with its parts cut to about `tokens` in all, title included: the lead first, then the lists, item by
    item. The first next step outlives the end of the lead. A short rest does without tags and anchors."""
    left = tokens - estimate_tokens(item.title)
    names = [p.name for p in KINDS[item.kind].parts] if item.kind in KINDS else list(item.parts)
    names = [n for n in names if n in item.parts] + [n for n in item.parts if n not in names]
    steps = item.parts.get("next")
    if isinstance(steps, list) and steps and len(names) > 1:
        names = [names[0], "next", *(n for n in names[1:] if n != "next")]
        lead = left - estimate_tokens(steps[0]) - 4
    else:
        lead = left
    kept: dict[str, str | list[str]] = {}
    for name in names:
        value = item.parts[name]
        if isinstance(value, str):
            text = shorten_text(value, min(left, lead) - 2 if name == names[0] else left - 2)
            if text:
                kept[name] = text
                left -= estimate_tokens(text) + 2
            continue
        some: list[str] = []
        for one in value:
            cost = estimate_tokens(one) + 3
            if cost > left:
                break
            some.append(one)
            left -= cost
        if some:
            kept[name] = some
    if kept == item.parts:
        return item
    if tokens < _BARE:
        return msgspec.structs.replace(item, parts=kept, shortened=True, tags=[], anchors=[])
    return msgspec.structs.replace(item, parts=kept, shortened=True)


def shorten_to_line(item: Item) -> Item:
    """The item with only the first sentence of its lead, for the `aggressive` strategy."""
    lead = next((v for v in item.parts.values() if isinstance(v, str)), "")
    keep: dict[str, str | list[str]] = {}
    for name, value in item.parts.items():
        if isinstance(value, str) and value == lead:
            keep = {name: first_sentence(value)}
            break
    if item.kind == "failure" and isinstance(fix := item.parts.get("fix"), list) and fix:
        keep["fix"] = fix[:1]
    return item if keep == item.parts else msgspec.structs.replace(item, parts=keep, shortened=True)
