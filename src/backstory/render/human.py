"""For a person: what a colleague would write. Paragraphs and whole sentences; ids stand only in the line below them."""

from collections.abc import Sequence
from itertools import chain
from typing import Final

from backstory.base.statement import label_reason
from backstory.model.kinds import KINDS
from backstory.recall.text.content import Brief, Item, Note, Place, Section
from backstory.render import words
from backstory.render.generic import pick_notes, plain_lines, split_lead
from backstory.render.human_notes import NOTE_SECTIONS, describe_course
from backstory.render.prose import (
    end_sentence,
    escape_line_start,
    in_turn,
    join_listed,
    join_series,
    make_sentence,
    title_sentence,
)
from backstory.render.safe import escape_line, has_code, join_lines

_TITLES: Final = {
    "handoff": "Left for you",
    "now": "Where the work stands",
    "working": "Notes from the current work",
    "earlier": "What was said in the last sessions",
    "commands": "Commands that work",
    "changes": "What changed lately",
    "session": "What happened in this session",
    "pinned": "Always true here",
    "decisions": "What was decided, and why",
    "warnings": "What was tried and did not work",
    "strategies": "What worked",
    "questions": "What is still open",
    "identity": "How people here like to work",
    "rules": "What the user asks to keep to",
    "knowledge": "Good to know",
    "project": "Finding your way around",
    "untrusted": "Hearsay",
}
_HEARSAY: Final = "This was brought by another branch, a clone or an archive; nobody here vouches for it."
_SHORT: Final = 260
"""Characters up to which a fact shares its paragraph with others."""
_TOGETHER: Final = 4
_PARTS: Final = chain.from_iterable(kind.parts for kind in KINDS.values())
_SENTENCES: Final = {part.label or part.name: part for part in _PARTS if part.sentence}
"""Name of a part in a brief -> the part, with the sentence for a person."""


def render_human(brief: Brief) -> str:
    """The brief as a page of prose."""
    blocks = [f"# {escape_line(brief.project) or 'This project'}: where things stand", *_opening(brief)]
    for section in brief.sections:
        body = _section(section)
        blocks += [f"## {_TITLES.get(section.name, section.title)}", *body] if body else []
    return "\n\n".join([*blocks, _closing(brief)]) + "\n"


def _opening(brief: Brief) -> list[str]:
    text = _introduction(brief)
    purpose = _find_purpose(brief)
    if purpose:
        text += f" {end_sentence(join_lines(purpose.text))}"
    warnings = [f"Mind that {escape_line(warning)}." for warning in brief.warnings]
    return list(filter(None, [text, _silence(brief), *warnings]))


def _introduction(brief: Brief) -> str:
    """For whom and when it was put together, about which branch."""
    person = words.person(brief.who)
    reader = f" for {person}" if person else ""
    when = f" on {words.date(brief.made)}" if brief.made else ""
    place = f", about the branch {escape_line(brief.branch)}" if brief.branch else ""
    text = f"This was put together{reader}{when}{place}, from what people and agents have recorded."
    return f"{text} It tells things as they stood {escape_line(brief.as_of)}." if brief.as_of else text


def _find_purpose(brief: Brief) -> Note | None:
    for section in brief.sections:
        for note in pick_notes(section.notes, "purpose"):
            return note
    return None


def _silence(brief: Brief) -> str:
    if brief.silent and not (brief.considered or brief.narrowed or brief.as_of or brief.elsewhere):
        return "Nothing is remembered yet, so there are no decisions, facts or open work to tell of."
    return words.silence(brief)


def _closing(brief: Brief) -> str:
    commit = f", at {escape_line(brief.commit[:7])}" if brief.commit else ""
    return f"{_omission(brief)}{_elsewhere(brief)}*(brief {brief.id[:8]}{commit})*"


def _omission(brief: Brief) -> str:
    """How many records did not fit, and the command that finds them."""
    if not brief.omitted:
        return ""
    records, them = ("One more record", "it") if brief.omitted == 1 else (f"{brief.omitted} more records", "them")
    return f"{records} did not fit here; `{escape_line(brief.more)}` finds {them}. "


def _elsewhere(brief: Brief) -> str:
    """How many records only other branches have."""
    text = words.elsewhere(brief)
    verb = "is" if next(iter(brief.elsewhere.values()), 0) == 1 else "are"
    return f"There {verb} {text}. " if text else ""


def _section(section: Section) -> list[str]:
    from_notes = NOTE_SECTIONS.get(section.name)
    if from_notes:
        return from_notes(section)
    if section.name == "handoff":
        return [_letter(item) for item in section.items]
    if section.name in ("knowledge", "identity", "questions"):
        return _together(section.items)
    paragraphs = [_paragraph(item) for item in section.items]
    paragraphs += ["\n".join(plain_lines(section.notes))] if section.notes else []
    return [_HEARSAY, *paragraphs] if section.name == "untrusted" else paragraphs


def _letter(item: Item) -> str:
    """A handoff: who wrote it and when, the message, then where it stands."""
    when = f" on {words.date(item.made)}" if item.made else ""
    statement = words.split_item(item)
    headline = escape_line(statement.headline)
    opening = headline if statement.continues else end_sentence(headline)
    start = f"{words.speaker(item) or 'Somebody'} wrote{when}: {opening}"
    start += f" {end_sentence(join_lines(statement.text))}" if statement.continues else ""
    state = item.parts.get("state", "")
    texts = [] if statement.continues else [statement.text]
    texts += [state] if isinstance(state, str) else []
    course = describe_course({name: value for name, value in item.parts.items() if isinstance(value, list)})
    sentences = [start, *(make_sentence(join_lines(text)) for text in texts), *course]
    return f"{escape_line_start(_join(sentences))}\n{_reference([item], origin=False)}"


def _join(sentences: Sequence[str]) -> str:
    """The sentences that say something, in one row."""
    return " ".join(filter(None, sentences))


def _paragraph(item: Item) -> str:
    """One record as a paragraph: what, why, what else was thought of, what follows, how it stands."""
    lead = split_lead(item, "> ")
    title = lead.headline.replace("**", "* *")
    continues = lead.continues and bool(lead.line)
    sentences = [
        f"**{title if continues else title_sentence(title)}**",
        end_sentence(lead.line) if continues else make_sentence(lead.line),
        *map(end_sentence, lead.reason),
        *(_field(name, value) for name, value in words.own_fields(item)),
        *(_part(label, values) for label, values in words.lists(item)),
        KINDS[item.kind].status_sentences.get(item.status, "") if item.kind in KINDS else "",
        *_fate(item),
    ]
    return "\n".join(filter(None, [_join(sentences), lead.block, _reference([item])]))


def _field(name: str, value: str) -> str:
    text = escape_line(value)
    if name == "command":
        return f"The command was `{text.replace('`', chr(39))}`."
    return f"The {escape_line(name)}: {end_sentence(text)}"


def _part(label: str, values: Sequence[str]) -> str:
    part = _SENTENCES.get(label)
    if part is None:
        return f"{label.capitalize()}: {join_series(values)}."
    return part.sentence.format(in_turn(values) if part.in_order else join_series(values))


def _together(items: Sequence[Item]) -> list[str]:
    """Short records share a paragraph, long ones have their own."""
    paragraphs: list[str] = []
    group: list[Item] = []

    def close() -> None:
        if group:
            text = " ".join(_in_short(item) for item in group)
            paragraphs.append(f"{escape_line_start(text)}\n{_reference(group)}")
            group.clear()

    for item in items:
        if not _is_short(item):
            close()
            paragraphs.append(_paragraph(item))
            continue
        group.append(item)
        if len(group) == _TOGETHER:
            close()
    close()
    return paragraphs


def _is_short(item: Item) -> bool:
    lead = words.lead(item)
    return len(item.title) + len(lead) <= _SHORT and not words.lists(item) and not has_code(lead)


def _in_short(item: Item) -> str:
    """A short record as one or two sentences."""
    status_words = KINDS[item.kind].status_words if item.kind in KINDS else None
    start = "Not verified: " if (status_words or {}).get(item.status) == "unverified" else ""
    statement = words.split_item(item)
    headline, text = start + escape_line(statement.headline), join_lines(statement.text)
    whole = end_sentence(headline) if start else title_sentence(headline)
    parts = [headline, end_sentence(text)] if statement.continues else [whole, make_sentence(text)]
    reason = end_sentence("".join(label_reason(join_lines(statement.reason)))) if statement.reason else ""
    return _join([*parts, reason, *_fate(item)])


def _fate(item: Item) -> list[str]:
    """The later fate of a record, in sentences: changes of its code, and records that contradict it."""
    sentences = [_place_fate(place) for place in item.anchors]
    if item.against:
        sentences.insert(0, f"It is in conflict with {join_listed([escape_line(short) for short in item.against])}.")
    return sentences


def _place_fate(place: Place) -> str:
    """The change of the code; empty if it is unchanged."""
    target = escape_line(place.target)
    match place.state:
        case "changed":
            return f"{target} has changed since, so this may no longer hold."
        case "gone":
            return f"{target} has gone since."
        case "moved":
            return f"{target} has moved{' to ' + escape_line(place.now) if place.now else ''}."
    return ""


def _reference(items: Sequence[Item], *, origin: bool = True) -> str:
    """The small line for whoever wants to look it up: id, who, when, where."""
    return f"*({'; '.join(_refer(item, origin=origin) for item in items)})*"


def _refer(item: Item, *, origin: bool) -> str:
    parts = [escape_line(item.short)]
    if origin:
        parts += [words.speaker(item), words.HOW.get(item.how, ""), words.date(item.made) if item.made else ""]
    parts += [escape_line(place.target) for place in item.anchors]
    parts.append(f"the rest: `backstory show {escape_line(item.short)}`" if item.shortened else "")
    return ", ".join(filter(None, parts))
