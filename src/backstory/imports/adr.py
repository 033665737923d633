"""Reads architecture decision records: MADR, the form of Nygard, and log4brains; a decision for each file."""

import os
import re
from collections.abc import Iterator
from typing import Final

from backstory.imports.files import MARKDOWN, peek, read_text, walk_files
from backstory.imports.item import Item, Omissions, Place, clean_tags, make_draft, read_time
from backstory.imports.markdown import (
    Section,
    first_heading,
    one_of,
    split_blocks,
    split_front_matter,
    split_sections,
)

_NUMBER: Final = re.compile(r"^(?:ADR[- ]?)?\d{1,8}[.:)-]?\s+|^\d{1,8}[-.]\s*", re.IGNORECASE)
_FILE: Final = re.compile(r"(?:adr[-_]?)?\d{3,8}[-_].{1,200}\.(?:md|markdown)", re.IGNORECASE)
_DATE: Final = re.compile(
    r"^[* \t-]{0,20}date\*{0,2}[ \t]{0,20}:\*{0,2}[ \t]{0,20}(\d{4}-\d\d-\d\d)", re.IGNORECASE | re.MULTILINE
)
_STATUS: Final = re.compile(
    r"^[* \t-]{0,20}status\*{0,2}[ \t]{0,20}:\*{0,2}[ \t]{0,20}(.{1,200})", re.IGNORECASE | re.MULTILINE
)
_HEAD_LINE: Final = re.compile(
    r"[* \t-]{0,20}([A-Za-z][A-Za-z -]{1,40}?)\*{0,2}[ \t]{0,20}:\*{0,2}[ \t]{0,20}(.{0,300})"
)
"""`- Deciders: Mei, Rosa` between the title and the first section."""
_TARGET: Final = re.compile(r"\(([^()\s]{1,200}\.md)\)|\b(?:ADR[- ]?)0*(\d{1,8})\b", re.IGNORECASE)
_REASONS: Final = ("context", "decision", "justification", "problem", "drivers", "rationale")
_OPTIONS: Final = ("considered options", "options considered", "alternatives", "considered alternatives")
_RESULTS: Final = ("consequences", "implications", "positive consequences", "negative consequences", "confirmation")
_REPLACED: Final = ("superseded", "superceded")
_CHOSEN: Final = re.compile(
    r'Chosen option: "(.{1,300}?)"(?:\.(?=\s|$)|,? because\b:?|$)\s*', re.IGNORECASE | re.MULTILINE
)
_SKIPPED_STATUS: Final = ("rejected", "deprecated")


def recognizes(path: str) -> bool:
    """Whether a file, or a file of a folder, is a decision record by its name and its headings."""
    if not os.path.isdir(path):
        return bool(_FILE.fullmatch(os.path.basename(path))) and _is_decision(path)
    try:
        names = sorted(name for name in os.listdir(path) if _FILE.fullmatch(name))
    except OSError:
        return False
    return any(_is_decision(os.path.join(path, name)) for name in names[:5])


def _is_decision(path: str) -> bool:
    text = peek(path).lower()
    return "\n## decision" in text or "\n## context" in text or "\n## considered options" in text


def read_items(path: str, place: Place, omitted: Omissions) -> Iterator[Item]:
    """Yield a decision for each record. One that is rejected or deprecated comes in as retracted."""
    items: list[Item] = []
    replaced: dict[str, list[str]] = {}
    for file in walk_files(path, MARKDOWN, omitted):
        name = os.path.basename(file)
        if name.lower() in ("index.md", "readme.md", "template.md") or "template" in name.lower():
            continue
        text = read_text(file, omitted)
        keys, text = split_front_matter(text)
        keys = _read_head(text) | keys
        title = one_of(keys.get("title")) or first_heading(text)
        if not title:
            omitted.add(file, "has no title")
            continue
        item = _read_decision(os.path.splitext(name)[0], title, keys, text)
        items.append(item)
        for successor in _find_targets(item.draft.fields.get("adr-status", ""), _REPLACED):
            replaced.setdefault(successor, []).append(item.key)
    for item in items:
        links = (*item.links, *(("supersedes", key) for key in replaced.get(item.key, ())))
        yield item._replace(links=tuple(dict.fromkeys(links)))


def _read_head(text: str) -> dict[str, str | list[str]]:
    """Return the keys that stand as lines between the title and the first section, such as `deciders`."""
    head = re.split(r"^##\s", text, maxsplit=1, flags=re.MULTILINE)[0]
    lines = filter(None, map(_HEAD_LINE.fullmatch, head.split("\n")))
    keys: dict[str, str | list[str]] = {line[1].lower(): line[2].strip() for line in lines if line[2].strip()}
    if tags := keys.get("tags"):
        keys["tags"] = [tag.strip() for tag in str(tags).split(",")]
    return {name: value for name, value in keys.items() if name not in ("status", "title")}


def _read_decision(key: str, title: str, keys: dict[str, str | list[str]], text: str) -> Item:
    sections = list(split_sections(text))
    own = "\n".join(section.text.strip() for section in sections if section.heading.lower() == "status")
    state = one_of(keys.get("status")) or own or _first(_STATUS, text)
    is_over = state.lower().strip("*_ ").startswith(_SKIPPED_STATUS)
    return Item(
        make_draft(
            "decision",
            _NUMBER.sub("", title, count=1),
            parts=_add_story(_without_chosen(_find_parts(sections), _NUMBER.sub("", title, count=1)), keys),
            status="retracted" if is_over else "",
            tags=clean_tags(keys.get("tags", [])),
            fields={"adr-status": state.split("\n")[0][:200]},
        ),
        key=key,
        made=read_time(one_of(keys.get("date")) or _first(_DATE, text)),
        author=one_of(keys.get("decision-makers") or keys.get("deciders")),
        links=_find_superseded(f"{state}\nsupersedes {older}" if (older := one_of(keys.get("supersedes"))) else state),
        is_whole=True,
    )


def _find_parts(sections: list[Section]) -> dict[str, str | list[str]]:
    """Return the reason, the alternatives and the impact of a decision, by the headings of its sections."""
    why: list[str] = []
    alternatives: list[str] = []
    impact: list[str] = []
    for section in sections:
        name = section.heading.lower()
        names = (name, *(above.lower() for above in section.above))
        if any(one in _OPTIONS for one in names):
            alternatives += _list_blocks(section.text)
        elif any(one in _RESULTS for one in names):
            impact += _list_blocks(section.text)
        elif name != "status" and not (section.level < 2 and _is_head(section.text)):
            is_lead = section.level < 2 or name.startswith(_REASONS)
            why.append(section.text.strip() if is_lead else f"{section.heading}: {section.text.strip()}")
    return {"why": "\n\n".join(why), "alternatives": alternatives, "impact": impact}


def _without_chosen(parts: dict[str, str | list[str]], title: str) -> dict[str, str | list[str]]:
    """Take the chosen option out of the alternatives, and a sentence that only repeats the title out of the reason."""
    match = _CHOSEN.search(str(parts["why"]))
    if match is None:
        return parts
    why = str(parts["why"])
    if match[1].casefold() == title.casefold():
        why = (why[: match.start()] + why[match.end() :]).strip()
    options = [one for one in parts["alternatives"] if one.casefold() != match[1].casefold()]
    return {**parts, "why": why, "alternatives": options}


def _add_story(parts: dict[str, str | list[str]], keys: dict[str, str | list[str]]) -> dict[str, str | list[str]]:
    """Add the `Technical Story` line from above the sections to the reason."""
    story = one_of(keys.get("technical story"))
    return {**parts, "why": f"{parts['why']}\n\nTechnical Story: {story}".strip()} if story else parts


def _list_blocks(text: str) -> list[str]:
    return [f"{block.text}\n{block.rest}".strip() for block in split_blocks(text)]


def _is_head(text: str) -> bool:
    """Whether a text under the title is nothing but a date, a status and people."""
    lines = [line for line in text.split("\n") if line.strip()]
    return all(re.match(r"[* \t-]{0,20}[A-Za-z ]{1,30}\*{0,2}\s{0,20}:", line) for line in lines)


def _find_superseded(state: str) -> tuple[tuple[str, str], ...]:
    """Return the links of a status such as `Supersedes [ADR 3](0003-x.md)`."""
    return tuple(("supersedes", name) for name in _find_targets(state, ("supersedes", "supercedes")))


def _find_targets(state: str, words: tuple[str, ...]) -> list[str]:
    """Return the names of the records that the lines of a status that begin with some words link to."""
    lines = [line for line in state.split("\n") if line.lower().lstrip("*_- ").startswith(words)]
    targets = [match[1] for line in lines for match in _TARGET.finditer(line) if match[1]]
    return [os.path.splitext(os.path.basename(target))[0] for target in targets]


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return match[1].strip() if match else ""
