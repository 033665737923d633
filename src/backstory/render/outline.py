"""Which line of a rendered brief says what, so that a line can be left out once it may no longer hold."""

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from typing import Final

from backstory.hook.outdated import FOOTER, FRAME, GIT, HEADING, PROJECT, WORK
from backstory.recall.text.content import Brief, Item, Section
from backstory.recall.text.moment import CLAUDE, CODEX, CURSOR, GEMINI, GENERIC
from backstory.render.generic import format_notes, is_of_user
from backstory.render.telegraphic import format_heading, group_notes

_OPENERS: Final = {
    CLAUDE: ("<", "- "),
    GEMINI: ("<", "<"),
    **dict.fromkeys((GENERIC, CODEX, CURSOR), ("## ", "- ")),
}
"""Mode -> how the heading of a section and the line of a record begin."""
_NOTES: Final = {"now": WORK, "session": GIT, "project": PROJECT}
"""Section of notes -> what its lines are about."""


def outline_lines(brief: Brief, text: str) -> list[str]:
    """For each line of an agent's brief the id of the record that it tells, or one of the marks of `hook.outdated`.

    Empty for a text whose lines cannot all be told apart: it is then taken as a whole, or not at all.
    """
    lines = text.removesuffix("\n").split("\n")
    if brief.mode not in _OPENERS or len(lines) < 4:
        return []
    if brief.is_small:
        return _outline_telegraphic(brief, lines)
    heading, opener = _OPENERS[brief.mode]
    starts = [
        place
        for place in range(2, len(lines) - 2)
        if not lines[place - 1] and lines[place].startswith(heading) and not lines[place - 2].startswith("  ")
    ]
    if len(starts) != len(brief.sections):
        return []
    out = [FRAME] * len(lines)
    out[-2] = FOOTER
    for section, (start, end) in zip(brief.sections, pairwise([*starts, len(lines) - 2]), strict=True):
        marks = _mark_section(section, lines[start : end - 1], opener)
        if not marks:
            return []
        out[start : end - 1] = marks
    return out


def _outline_telegraphic(brief: Brief, lines: Sequence[str]) -> list[str]:
    """The same for the telegraphic form, in which sections follow one another without a blank line, and records bear no
    id: each has its line in their order."""
    out = [FRAME] * len(lines)
    out[-2] = FOOTER
    place = 1
    for section in brief.sections:
        heading = format_heading(section)
        place = next((n for n in range(place, len(lines) - 2) if lines[n] == heading), 0)
        if not place:
            return []
        out[place] = HEADING
        marks = [*(item.id for item in section.items), *_mark_notes(section, brief)]
        count = 0
        while lines[place + 1].startswith(("- ", "  ")):
            place += 1
            count += lines[place].startswith("- ")
            out[place] = marks[count - 1] if 0 < count <= len(marks) else FRAME
        if count != len(marks):
            return []
    return out


def _mark_notes(section: Section, brief: Brief) -> list[str]:
    """The marks of the lines of a section's notes."""
    if section.name == "now":
        groups = group_notes(section.notes)
        return [WORK if some[0].record or some[0].label != "since then" else GIT for some in groups]
    return [_NOTES.get(section.name, WORK)] * len(format_notes(section, brief))


def _mark_section(section: Section, lines: Sequence[str], opener: str) -> list[str]:
    """The marks of the lines of one section; empty when a record's line is not there."""
    if section.name == "now" and len(section.notes) <= len(lines) - 1:
        marks = [HEADING, *[WORK] * (len(lines) - 1)]
        for place, note in enumerate(section.notes):
            marks[place + 1] = WORK if note.record or note.label != "since then" else GIT
    elif not section.items:
        marks = [HEADING, *[_NOTES.get(section.name, WORK)] * (len(lines) - 1)]
    else:
        items = iter(section.items)
        awaited = next(items, None)
        marks = [HEADING]
        for line in lines[1:]:
            if awaited is not None and _begins(line, awaited, section.name, opener):
                marks.append(awaited.id)
                awaited = next(items, None)
            elif awaited is None and any(line.startswith(f"- {note.label}: ") for note in section.notes):
                marks.append(WORK)
            else:
                marks.append(marks[-1])
        if awaited is not None or marks[1:2] == [HEADING]:
            return []
    name = lines[0][1:].partition(" ")[0].rstrip(">")
    if len(lines) > 1 and lines[-1] == f"</{name}>":
        marks[-1] = FRAME
    return marks


def _begins(line: str, item: Item, section: str, opener: str) -> bool:
    """Whether a line is the first one of a record. A rule of the user is a bullet in every mode, and bears no id."""
    if is_of_user(item, section):
        return line.startswith("- ")
    return line.startswith(opener) and item.short in line


def find_sources(brief: Brief) -> dict[str, bool]:
    """Id of every record that a brief tells -> whether it is told as part of the work in progress."""
    notes = chain.from_iterable(section.notes for section in brief.sections)
    work: Mapping[str, bool] = {note.record: True for note in notes if note.record}
    return {**dict.fromkeys((item.id for item in brief.items), False), **work}
