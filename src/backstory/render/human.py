"""For a person: what a colleague would write. Paragraphs and whole sentences; ids stand only in the line below them."""

from collections.abc import Mapping, Sequence
from typing import Final

from backstory.model.kinds import KINDS
from backstory.recall.content import Brief, Item, Note, Section
from backstory.render import words
from backstory.render.prose import (
    end_sentence,
    escape_line_start,
    in_turn,
    listed,
    sentence,
    sentences,
    series,
    strip_stop,
)
from backstory.render.safe import has_code, indent_block, inline, join_lines

_TITLES: Final = {
    "handoff": "Left for you",
    "now": "Where the work stands",
    "working": "Notes from the current work",
    "changes": "What changed lately",
    "session": "What happened in this session",
    "pinned": "Always true here",
    "decisions": "What was decided, and why",
    "warnings": "What was tried and did not work",
    "strategies": "What worked",
    "questions": "What is still open",
    "identity": "How people here like to work",
    "knowledge": "Good to know",
    "project": "Finding your way around",
    "untrusted": "Hearsay",
}
_HEARSAY: Final = "This was brought by another branch, a clone or an archive; nobody here vouches for it."
_SHORT: Final = 260
"""Characters up to which a fact shares its paragraph with others."""
_TOGETHER: Final = 4
_SENTENCES: Final = {part.label or part.name: part for kind in KINDS.values() for part in kind.parts if part.sentence}
"""Name of a part in a brief -> the part, with the sentence for a person."""


def human(brief: Brief) -> str:
    blocks = [f"# {inline(brief.project) or 'This project'}: where things stand", *_opening(brief)]
    for section in brief.sections:
        if body := _section(section):
            blocks += [f"## {_TITLES.get(section.name, section.title)}", *body]
    return "\n\n".join([*blocks, _closing(brief)]) + "\n"


def _opening(brief: Brief) -> list[str]:
    reader = f" for {words.person(brief.who)}" if words.person(brief.who) else ""
    when = f" on {words.date(brief.made)}" if brief.made else ""
    place = f", about the branch {inline(brief.branch)}" if brief.branch else ""
    text = f"This was put together{reader}{when}{place}, from what people and agents have recorded."
    if brief.as_of:
        text += f" It tells things as they stood {inline(brief.as_of)}."
    if purpose := next((n for s in brief.sections for n in s.notes if n.label == "purpose"), None):
        text += f" {end_sentence(join_lines(purpose.text))}"
    out = [text]
    if brief.silent and not brief.considered:
        out.append("Nothing is remembered yet, so there are no decisions, facts or open work to tell of.")
    elif brief.silent:
        out.append(words.silence(brief))
    return out + [f"Mind that {inline(w)}." for w in brief.warnings]


def _closing(brief: Brief) -> str:
    text = ""
    if brief.omitted:
        one = brief.omitted == 1
        text = "One more record" if one else f"{brief.omitted} more records"
        text += f" did not fit here; `{inline(brief.more)}` finds {'it' if one else 'them'}. "
    return f"{text}*(brief {brief.id[:8]}{', at ' + inline(brief.commit[:7]) if brief.commit else ''})*"


def _section(section: Section) -> list[str]:
    match section.name:
        case "now":
            return _now(section.notes)
        case "changes":
            return _changes(section)
        case "session":
            return [_session(section.notes)]
        case "project":
            return _project(section.notes)
        case "handoff":
            return [_letter(i) for i in section.items]
        case "knowledge" | "identity" | "questions":
            return _together(section.items)
        case "untrusted":
            return [_HEARSAY, *(_paragraph(i) for i in section.items)]
    return [_paragraph(i) for i in section.items]


def _letter(item: Item) -> str:
    """A handoff: who wrote it and when, the message, then where it stands."""
    when = f" on {words.date(item.made)}" if item.made else ""
    said = [f"{words.speaker(item) or 'Somebody'} wrote{when}: {end_sentence(inline(item.title))}"]
    said += [
        sentence(join_lines(text)) for text in (words.lead(item), item.parts.get("state", "")) if isinstance(text, str)
    ]
    said += _course({name: v for name, v in item.parts.items() if isinstance(v, list)})
    return f"{escape_line_start(' '.join(s for s in said if s))}\n{_reference([item], origin=False)}"


def _course(parts: Mapping[str, Sequence[str]]) -> list[str]:
    """How the work went and goes on: tried, decided, in the way, next."""
    out: list[str] = []
    if tried := parts.get("approaches"):
        out.append(f"So far this has been tried. {sentences(tried)}")
    if decided := parts.get("decisions"):
        out.append(f"It was decided along the way: {series(decided)}.")
    if blockers := parts.get("blockers"):
        out.append(f"What stands in the way: {series(blockers)}.")
    if steps := parts.get("next"):
        out.append(f"What comes next: {in_turn(steps)}.")
    return out


def _paragraph(item: Item) -> str:
    """One record as a paragraph: what, why, what else was thought of, what follows, how it stands."""
    body = words.lead(item)
    inside = indent_block(body, "> ") if has_code(body) else ""
    said = [f"**{end_sentence(inline(item.title).replace('**', '* *'))}**"]
    if not inside:
        said.append(sentence(join_lines(body)))
    for name, value in words.own_fields(item):
        code = inline(value).replace("`", "'")
        said.append(
            f"The command was `{code}`." if name == "command" else f"The {inline(name)}: {end_sentence(inline(value))}"
        )
    for label, values in words.lists(item):
        part = _SENTENCES.get(label)
        if part is None:
            said.append(f"{label.capitalize()}: {series(values)}.")
        else:
            said.append(part.sentence.format(in_turn(values) if part.in_order else series(values)))
    status = KINDS[item.kind].status_sentences.get(item.status, "") if item.kind in KINDS else ""
    said += [status, *_fate(item)]
    parts = [" ".join(s for s in said if s), inside, _reference([item])]
    return "\n".join(p for p in parts if p)


def _together(items: Sequence[Item]) -> list[str]:
    """Short records share a paragraph, long ones have their own."""
    out: list[str] = []
    group: list[Item] = []

    def close() -> None:
        if group:
            out.append(f"{escape_line_start(' '.join(_in_short(i) for i in group))}\n{_reference(group)}")
            group.clear()

    for item in items:
        lead = words.lead(item)
        if len(item.title) + len(lead) > _SHORT or words.lists(item) or has_code(lead):
            close()
            out.append(_paragraph(item))
            continue
        group.append(item)
        if len(group) == _TOGETHER:
            close()
    close()
    return out


def _in_short(item: Item) -> str:
    """A short record as one or two sentences."""
    status_words = KINDS[item.kind].status_words if item.kind in KINDS else None
    start = "Not verified: " if (status_words or {}).get(item.status) == "unverified" else ""
    said = [start + end_sentence(inline(item.title)), sentence(join_lines(words.lead(item))), *_fate(item)]
    return " ".join(s for s in said if s)


def _fate(item: Item) -> list[str]:
    """What became of it since, as sentences: of the code it is about, and whether another record contradicts it."""
    out = [f"It is in conflict with {listed([inline(i) for i in item.against])}."] if item.against else []
    for place in item.anchors:
        target = inline(place.target)
        match place.state:
            case "changed":
                out.append(f"{target} has changed since, so this may no longer hold.")
            case "gone":
                out.append(f"{target} has gone since.")
            case "moved":
                out.append(f"{target} has moved{' to ' + inline(place.now) if place.now else ''}.")
    return out


def _reference(items: Sequence[Item], *, origin: bool = True) -> str:
    """The small line for whoever wants to look it up: id, who, when, where."""
    refs: list[str] = []
    for item in items:
        parts = [inline(item.short)]
        if origin:
            parts += [words.speaker(item), words.HOW.get(item.how, ""), words.date(item.made) if item.made else ""]
        parts += [inline(p.target) for p in item.anchors]
        parts.append(f"the rest: `backstory show {inline(item.short)}`" if item.shortened else "")
        refs.append(", ".join(p for p in parts if p))
    return f"*({'; '.join(refs)})*"


def _now(notes: Sequence[Note]) -> list[str]:
    by_label: dict[str, list[Note]] = {}
    for note in notes:
        by_label.setdefault(note.label, []).append(note)
    said: list[str] = []
    for note in by_label.get("task", []):
        ticket = f" ({inline(note.detail)})" if note.detail else ""
        said.append(f"The task at hand is “{strip_stop(note.text)}”{ticket}.")
    said += [f"The goal is “{strip_stop(n.text)}”." for n in by_label.get("goal", [])]
    for note in by_label.get("state", []):
        said.append(sentence(join_lines(note.text)) + (f" It is {inline(note.detail)}." if note.detail else ""))
    steps = by_label.get("next", [])
    evidence = bool(steps and steps[0].detail)
    names = {"tried": "approaches", "decided": "decisions", "blocker": "blockers", "next": "next"}
    said += _course(
        {
            part: [n.text for n in by_label[label]]
            for label, part in names.items()
            if label in by_label and not (label == "next" and evidence)
        }
    )
    if evidence:
        what = inline(steps[0].detail).removeprefix("open ")
        said.append(
            f"Nobody has written down a next step; what stands open is the {what} “{strip_stop(steps[0].text)}”."
        )
    sources = dict.fromkeys(", ".join([inline(n.record[-8:].lower()), *_who(n)]) for n in notes if n.record)
    return [escape_line_start(" ".join(said)) + (f"\n*({'; '.join(sources)})*" if sources else "")] if said else []


def _who(note: Note) -> list[str]:
    return [p for p in (words.person(note.by), words.date(note.made) if note.made else "") if p]


def _changes(section: Section) -> list[str]:
    commits = [n for n in section.notes if n.label == "commit"]
    out: list[str] = []
    if commits:
        told = [f"“{strip_stop(n.text)}”{f' ({who})' if (who := ', '.join(_who(n))) else ''}" for n in commits]
        text = (
            f"The last commit is {told[0]}." if len(told) == 1 else f"The last commits, newest first: {listed(told)}."
        )
        out.append(f"{text}\n*({', '.join(inline(n.where[:7]) for n in commits)})*")
    files: dict[str, list[str]] = {}
    for note in section.notes:
        if note.label not in ("commit", "operation", "more"):
            kind = "staged" if note.detail == "staged" else note.label
            files.setdefault(kind, []).append(inline(note.text))
    frames = {
        "staged": "Staged for the next commit: {}.",
        "modified": "Changed and not committed: {}.",
        "untracked": "New and not yet tracked: {}.",
        "deleted": "Deleted and not committed: {}.",
        "conflicted": "In conflict: {}.",
    }
    said = [f"A {inline(n.text)} is under way." for n in section.notes if n.label == "operation"]
    said += [frames.get(kind, kind.capitalize() + ": {}.").format(listed(paths)) for kind, paths in files.items()]
    said += [f"There are {inline(n.text)}." for n in section.notes if n.label == "more"]
    if section.omitted:
        said.append("There is more that is not listed here.")
    return out + ([" ".join(said)] if said else [])


def _session(notes: Sequence[Note]) -> str:
    said: list[str] = []
    for note in notes:
        text = inline(note.text).replace("`", "'")
        often = f", {inline(note.detail)}" if note.detail else ""
        match note.label:
            case "command":
                said.append(f"`{text}` was run{often}")
            case "error":
                said.append(f"the error “{text}” came up{often}")
            case "edit":
                said.append(f"{text} was edited{often}")
            case "prompt":
                said.append(f"somebody asked “{text}”{often}")
            case label:
                said.append(f"{inline(label)}: {text}{often}")
    return end_sentence(f"In order: {'; '.join(said)}")


def _project(notes: Sequence[Note]) -> list[str]:
    """Everything but the purpose, which opens the page."""
    texts: dict[str, list[str]] = {}
    for note in notes:
        detail = inline(note.detail).replace("`", "'")
        text = inline(note.text)
        if note.label == "script":
            text = f"`{detail}` ({text})"
        elif detail:
            text += f" ({detail})"
        texts.setdefault(note.label, []).append(text)
    frames = {
        "entry": "The program starts in {}.",
        "file": "Files worth knowing are {}.",
        "layout": "The folders are {}.",
        "tests": "Tests are in {}.",
        "script": "Commands it defines: {}.",
        "languages": "It is written in {}.",
    }
    said = [frame.format(listed(texts[label])) for label, frame in frames.items() if label in texts]
    return [" ".join(said)] if said else []
