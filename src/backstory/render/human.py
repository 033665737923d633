"""For a person: what a colleague would write. Paragraphs and whole sentences; ids stand only in the line below them."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from backstory.base.telling import WHY
from backstory.model.kinds import KINDS
from backstory.recall.content import Brief, Item, Note, Place, Section
from backstory.render import words
from backstory.render.generic import pick_notes, split_lead
from backstory.render.prose import (
    end_sentence,
    escape_line_start,
    in_turn,
    join_listed,
    join_series,
    make_sentence,
    make_sentences,
    strip_stop,
    title_sentence,
)
from backstory.render.safe import escape_line, has_code, join_lines

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
_IN_A_SENTENCE: Final = 3
"""Files that one sentence names; more of them become a list."""
_MAX_LISTED: Final = 8
_PARTS: Final = chain.from_iterable(kind.parts for kind in KINDS.values())
_SENTENCES: Final = {part.label or part.name: part for part in _PARTS if part.sentence}
"""Name of a part in a brief -> the part, with the sentence for a person."""
_COURSE: Final = (
    ("approaches", "So far this has been tried. {}", make_sentences),
    ("decisions", "It was decided along the way: {}.", join_series),
    ("blockers", "What stands in the way: {}.", join_series),
    ("next", "What comes next: {}.", in_turn),
)
"""Part of a checkpoint, its sentence, and what joins its items, in the order of telling."""
_NOW_PARTS: Final = {"approaches": "tried", "decisions": "decided", "blockers": "blocker", "next": "next"}
"""Part of a checkpoint -> label of its notes."""
_FILE_STATES: Final = {
    "staged": "Staged for the next commit: {}.",
    "modified": "Changed and not committed: {}.",
    "untracked": "New and not yet tracked: {}.",
    "deleted": "Deleted and not committed: {}.",
    "conflicted": "In conflict: {}.",
}
_EVENTS: Final = {
    "command": "`{}` was run",
    "error": "the error “{}” came up",
    "edit": "{} was edited",
    "prompt": "somebody asked “{}”",
}
_PROJECT: Final = {
    "entry": "The program starts in {}.",
    "file": "Files worth knowing are {}.",
    "layout": "The folders are {}.",
    "tests": "Tests are in {}.",
    "script": "Commands it defines: {}.",
    "languages": "It is written in {}.",
}


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
    if brief.silent and not brief.considered and not brief.narrowed:
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
    return f"There are {text}. " if text else ""


def _section(section: Section) -> list[str]:
    from_notes = _FROM_NOTES.get(section.name)
    if from_notes:
        return from_notes(section)
    if section.name == "handoff":
        return [_letter(item) for item in section.items]
    if section.name in ("knowledge", "identity", "questions"):
        return _together(section.items)
    paragraphs = [_paragraph(item) for item in section.items]
    return [_HEARSAY, *paragraphs] if section.name == "untrusted" else paragraphs


def _letter(item: Item) -> str:
    """A handoff: who wrote it and when, the message, then where it stands."""
    when = f" on {words.date(item.made)}" if item.made else ""
    told = words.tell(item)
    headline = escape_line(told.headline)
    start = f"{words.speaker(item) or 'Somebody'} wrote{when}: {headline if told.goes_on else end_sentence(headline)}"
    start += f" {end_sentence(join_lines(told.text))}" if told.goes_on else ""
    texts = [text for text in (told.text, item.parts.get("state", "")) if isinstance(text, str)][told.goes_on :]
    course = _course({name: value for name, value in item.parts.items() if isinstance(value, list)})
    sentences = [start, *(make_sentence(join_lines(text)) for text in texts), *course]
    return f"{escape_line_start(_join(sentences))}\n{_reference([item], origin=False)}"


def _join(sentences: Sequence[str]) -> str:
    """The sentences that say something, in one row."""
    return " ".join(filter(None, sentences))


def _course(parts: Mapping[str, Sequence[str]]) -> list[str]:
    """How the work went and goes on: tried, decided, in the way, next."""
    return [frame.format(join(parts[part])) for part, frame, join in _COURSE if parts.get(part)]


def _paragraph(item: Item) -> str:
    """One record as a paragraph: what, why, what else was thought of, what follows, how it stands."""
    lead = split_lead(item, "> ")
    title = lead.headline.replace("**", "* *")
    goes_on = lead.goes_on and bool(lead.line)
    sentences = [
        f"**{title if goes_on else title_sentence(title)}**",
        end_sentence(lead.line) if goes_on else make_sentence(lead.line),
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
    told = words.tell(item)
    headline, text = start + escape_line(told.headline), join_lines(told.text)
    whole = end_sentence(headline) if start else title_sentence(headline)
    said = [headline, end_sentence(text)] if told.goes_on else [whole, make_sentence(text)]
    reason = f"{WHY}{end_sentence(join_lines(told.reason))}" if told.reason else ""
    return _join([*said, reason, *_fate(item)])


def _fate(item: Item) -> list[str]:
    """What became of it since, as sentences: of the code it is about, and whether another record contradicts it."""
    sentences = [_place_fate(place) for place in item.anchors]
    if item.against:
        sentences.insert(0, f"It is in conflict with {join_listed([escape_line(short) for short in item.against])}.")
    return sentences


def _place_fate(place: Place) -> str:
    """What became of the code; empty when it is as it was."""
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


def _now(section: Section) -> list[str]:
    """The task, the goal, the state, the course of the work, and what stands open where no next step is recorded."""
    notes = section.notes
    course = {part: [note.text for note in pick_notes(notes, label)] for part, label in _NOW_PARTS.items()}
    steps = pick_notes(notes, "next")
    evidence = steps[0] if steps and steps[0].detail else None
    if evidence:
        del course["next"]
    sentences = [
        *(_task(note) for note in pick_notes(notes, "task")),
        *(f"The goal is “{strip_stop(note.text)}”." for note in pick_notes(notes, "goal")),
        *(f"Done: {end_sentence(join_lines(note.text))}" for note in pick_notes(notes, "done")),
        *(_state(note) for note in pick_notes(notes, "state")),
        *(f"Since then: {end_sentence(join_lines(note.text))}" for note in pick_notes(notes, "since then")),
        *_course(course),
        *([_open_end(evidence)] if evidence else []),
        *_open_elsewhere(notes),
    ]
    return [escape_line_start(" ".join(sentences)) + _sources(notes)] if sentences else []


def _task(note: Note) -> str:
    ticket = f" ({escape_line(note.detail)})" if note.detail else ""
    return f"The task at hand is “{strip_stop(note.text)}”{ticket}."


def _state(note: Note) -> str:
    detail = f" It is {escape_line(note.detail)}." if note.detail else ""
    text = end_sentence(join_lines(note.text))
    return f"{text if text[:1].isupper() else 'As it stands: ' + text}{detail}"


def _open_end(note: Note) -> str:
    """What stands open, where the next step is concluded from it."""
    what = escape_line(note.detail).removeprefix("open ")
    return f"Nobody has written down a next step; what stands open is the {what} “{strip_stop(note.text)}”."


def _open_elsewhere(notes: Sequence[Note]) -> list[str]:
    """What stands open of other tasks, a sentence for each task."""
    tasks: dict[str, list[str]] = {}
    for note in pick_notes(notes, "open blocker", "open step"):
        tasks.setdefault(note.detail, []).append(note.text)
    return [f"Of “{strip_stop(task)}” this is still open: {join_series(texts)}." for task, texts in tasks.items()]


def _sources(notes: Sequence[Note]) -> str:
    """The line with the records that the notes come from; empty without any."""
    sources = dict.fromkeys(
        ", ".join([escape_line(note.record[-8:].lower()), *_who(note)]) for note in notes if note.record
    )
    return f"\n*({'; '.join(sources)})*" if sources else ""


def _who(note: Note) -> list[str]:
    return list(filter(None, (words.person(note.by), words.date(note.made) if note.made else "")))


def _changes(section: Section) -> list[str]:
    notes = section.notes
    sentences = [f"A {escape_line(note.text)} is under way." for note in pick_notes(notes, "operation")]
    lists: list[str] = []
    for state, paths in _files_by_state(notes).items():
        frame = _FILE_STATES.get(state, state.capitalize() + ": {}.")
        if len(paths) <= _IN_A_SENTENCE:
            sentences.append(frame.format(join_listed(paths)))
        else:
            lists.append(frame.removesuffix(" {}.") + "\n\n" + _bullets(paths))
    sentences += [f"There are {escape_line(note.text)}." for note in pick_notes(notes, "more")]
    sentences += ["There is more that is not listed here."] if section.omitted else []
    return [*_commits(pick_notes(notes, "commit")), *lists, *([" ".join(sentences)] if sentences else [])]


def _bullets(paths: Sequence[str]) -> str:
    """The paths as a list, of which a reader takes in the first few."""
    shown = [f"- {path}" for path in paths[:_MAX_LISTED]]
    more = len(paths) - len(shown)
    return "\n".join([*shown, *([f"- and {more} more"] if more else [])])


def _commits(commits: Sequence[Note]) -> list[str]:
    """The paragraph about the last commits, with the line of their ids; none without commits."""
    if not commits:
        return []
    subjects = [_commit(note) for note in commits]
    ids = ", ".join(escape_line(note.where[:7]) for note in commits)
    if len(subjects) == 1:
        return [f"The last commit is {subjects[0]}.\n*({ids})*"]
    return [f"The last commits, newest first: {join_listed(subjects)}.\n*({ids})*"]


def _commit(note: Note) -> str:
    who = ", ".join(_who(note))
    return f"“{strip_stop(note.text)}”{f' ({who})' if who else ''}"


def _files_by_state(notes: Sequence[Note]) -> dict[str, list[str]]:
    """State -> the changed files in it."""
    files: dict[str, list[str]] = {}
    for note in notes:
        if note.label not in ("commit", "operation", "more"):
            state = "staged" if note.detail == "staged" else note.label
            files.setdefault(state, []).append(escape_line(note.text))
    return files


def _session(section: Section) -> list[str]:
    phrases = [_event(note) for note in section.notes]
    return [end_sentence(f"In order: {'; '.join(phrases)}")]


def _event(note: Note) -> str:
    text = escape_line(note.text).replace("`", "'")
    often = f", {escape_line(note.detail)}" if note.detail else ""
    frame = _EVENTS.get(note.label)
    return (frame.format(text) if frame else f"{escape_line(note.label)}: {text}") + often


def _project(section: Section) -> list[str]:
    """Everything but the purpose, which opens the page."""
    texts: dict[str, list[str]] = {}
    for note in section.notes:
        texts.setdefault(note.label, []).append(_project_text(note))
    sentences = [frame.format(join_listed(texts[label])) for label, frame in _PROJECT.items() if label in texts]
    return [" ".join(sentences)] if sentences else []


def _project_text(note: Note) -> str:
    detail = escape_line(note.detail).replace("`", "'")
    text = escape_line(note.text)
    if note.label == "script":
        return f"`{detail}` ({text})"
    return f"{text} ({detail})" if detail else text


_FROM_NOTES: Final = {"now": _now, "changes": _changes, "session": _session, "project": _project}
"""Section -> what writes it from its notes."""
