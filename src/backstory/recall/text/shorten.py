"""Cuts text that is too long for its share: after a sentence or a line, else between words, never inside a word."""

from collections.abc import Sequence
from typing import Final

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.base.tokenizer import STOP
from backstory.model.kinds import KINDS
from backstory.model.late_pattern import late_pattern
from backstory.model.sentence_cuts import find_first_end, find_last_end
from backstory.recall.text.content import Item

_ENDS: Final = (". ", "! ", "? ", ".\n", "!\n", "?\n", "\n", "。", "！", "？")

GAP: Final = "…"
"""Stands for sentences that were left out."""
_STOPS: Final = (".", "!", "?", GAP, ":", ";", "。", "！", "？", "：", "；")
"""Endings after which the next sentence follows without a semicolon."""
_FEW: Final = 24
"""Characters below which the beginning of a sentence has no meaning; a third as many if not all are ASCII."""
_MOST_DANGLING: Final = 4
"""Words that are left out at most where a text was cut."""
REASON: Final = "why"
"""The part of a record that says why."""
_CLAUSE_END: Final = late_pattern(r"[,;:](?= )| [–—-] |[，；：]")
_BARE: Final = 60
"""Tokens of text below which a cut record loses tags and anchors."""


def shorten_text(text: str, tokens: int) -> str:
    """The beginning of `text` in at most about `tokens` tokens: all of it if it fits, nothing if too little fits.

    Whole sentences and lines where there is one; else whole words, and an ellipsis.
    """
    whole = estimate_tokens(text)
    if whole <= tokens:
        return text
    head = _cut_to_tokens(text, tokens, whole)
    end = max(_end_of(mark, head) for mark in _ENDS)
    if end and end >= len(head) // 3:
        return head[:end].rstrip()
    if text[len(head) : len(head) + 1].strip() and not _is_unspaced(head[-1:]):
        head = head[: max(head.rfind(" "), 0)]
    head = drop_dangling(head.rstrip(" ,;:-"))
    return f"{head} …" if len(head) >= (_FEW if head.isascii() else _FEW // 3) else ""


def drop_dangling(text: str) -> str:
    """A text that was cut, without the small words at its end that lead to what is missing: `and the`, `so that`."""
    words = text.split(" ")
    count = len(words)
    while len(words) - count < _MOST_DANGLING and count > 1 and words[count - 1].lower() in STOP:
        count -= 1
    return " ".join(words[:count]).rstrip(" ,;:-")


def join_sentences(sentences: Sequence[str]) -> str:
    """Sentences on one line, with a semicolon after each that has no ending of its own. `…` stands for a gap."""
    out = ""
    for text in sentences:
        out += f"{'' if not out else ' ' if out.endswith(_STOPS) or text == GAP else '; '}{text}"
    return out


def _is_unspaced(char: str) -> bool:
    """Whether a character belongs to a script that puts no blanks between words: Thai, Lao, Chinese, Japanese."""
    return "\u0e00" <= char <= "\u0eff" or char >= "\u2e80"


def _cut_to_tokens(text: str, tokens: int, whole: int) -> str:
    """The beginning of a text of `whole` tokens that has at most `tokens`, wherever it ends."""
    head = text[: max(0, len(text) * tokens // max(1, whole))]
    while head and estimate_tokens(head) > tokens:
        head = head[: len(head) * 9 // 10]
    return head


def _end_of(mark: str, text: str) -> int:
    """The position behind the last such end of a sentence or line; 0 without one."""
    place = find_last_end(text, (mark,)) if mark in text else -1
    return place + len(mark.rstrip()) if place >= 0 else 0


def first_sentence(text: str) -> str:
    """The first sentence of the first line, or that line."""
    line = text.strip().partition("\n")[0]
    end = find_first_end(line, (". ", "! ", "? "))
    return line[: end + 1] if end > 0 else line


def shorten_item(item: Item, tokens: int) -> Item:
    """The item with its parts cut to about `tokens` in all, title included: the lead first, then the lists, item by
    item. The first next step outlives the end of the lead. A short rest does without tags and anchors."""
    parts = _shorten_parts(item, tokens - estimate_tokens(item.title))
    if parts == item.parts:
        return item
    if tokens < _BARE:
        return msgspec.structs.replace(item, parts=parts, shortened=True, tags=[], anchors=[])
    return msgspec.structs.replace(item, parts=parts, shortened=True)


def _shorten_parts(item: Item, left: int) -> dict[str, str | list[str]]:
    """The parts in `left` tokens, by priority."""
    names = _part_names(item)
    steps = item.parts.get("next")
    reserve = 0
    if isinstance(steps, list) and steps and len(names) > 1:
        names = [names[0], "next", *(name for name in names[1:] if name != "next")]
        reserve = estimate_tokens(steps[0]) + 4
    parts: dict[str, str | list[str]] = {}
    for name in names:
        value = item.parts[name]
        if isinstance(value, str):
            text = shorten_text(value, left - 2 - (reserve if name == names[0] else 0))
            short, cost = ([text] if text else []), estimate_tokens(text) + 2
        else:
            short, cost = _take_items(value, left)
        if short:
            parts[name] = short[0] if isinstance(value, str) else short
            left -= cost
    return parts


def _part_names(item: Item) -> list[str]:
    """The names of its parts: those of its kind in the kind's order, then the others."""
    names = [part.name for part in KINDS[item.kind].parts] if item.kind in KINDS else list(item.parts)
    return [name for name in names if name in item.parts] + [name for name in item.parts if name not in names]


def _take_items(values: Sequence[str], tokens: int) -> tuple[list[str], int]:
    """The first items that fit, and their cost."""
    items: list[str] = []
    total = 0
    for value in values:
        cost = estimate_tokens(value) + 3
        if total + cost > tokens:
            break
        items.append(value)
        total += cost
    return items, total


def shorten_to_line(item: Item) -> Item:
    """The item with only the first sentence of its lead, for the `aggressive` strategy."""
    parts: dict[str, str | list[str]] = {}
    for name, value in item.parts.items():
        if isinstance(value, str):
            parts[name] = first_sentence(value)
            break
    fix = item.parts.get("fix") if item.kind == "failure" else None
    if isinstance(fix, list) and fix:
        parts["fix"] = fix[:1]
    return item if parts == item.parts else msgspec.structs.replace(item, parts=parts, shortened=True)


def shorten_to_title(item: Item, tokens: int) -> Item:
    """The item without its lead where it is longer than `tokens`. A title that was cut says nothing without it."""
    if estimate_tokens(f"{item.title}\n{item.text}") <= tokens or item.title.endswith("…"):
        return item
    parts = {name: value for name, value in item.parts.items() if not isinstance(value, str)}
    return item if parts == item.parts else msgspec.structs.replace(item, parts=parts, shortened=True)


def list_longer(short: Item, whole: Item) -> tuple[Item, ...]:
    """The forms between a record that was cut and the whole one, each longer than the one before: with the first
    clause of its reason, with its first sentence, whole."""
    if short is whole:
        return ()
    reason = whole.parts.get(REASON)
    texts: list[str] = []
    if REASON not in short.parts and isinstance(reason, str):
        sentence = first_sentence(reason)
        clause = first_clause(sentence)
        texts = [sentence] if clause == sentence else [f"{clause} {GAP}", sentence]
    forms = [msgspec.structs.replace(short, parts={REASON: text, **short.parts}) for text in texts]
    return (*(form for form in forms if form.parts != whole.parts), whole)


def first_clause(sentence: str) -> str:
    """The first clause of a sentence that says something by itself, up to a comma, a semicolon, a colon or a dash.

    Code and what stands in brackets or quotation marks is not divided.
    """
    few = _FEW // 3 if _is_unspaced(sentence[:1]) else _FEW
    for match in _CLAUSE_END.finditer(sentence):
        clause = sentence[: match.start()]
        is_whole = not any(clause.count(mark) % 2 for mark in '`"') and clause.count("(") <= clause.count(")")
        if match.start() >= few and is_whole:
            return clause
    return sentence
