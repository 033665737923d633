"""The sections of the page for a person that are made of notes: now, changes, the session, the project."""

from collections.abc import Mapping, Sequence
from typing import Final

from backstory.recall.text.content import Note, Section
from backstory.render import words
from backstory.render.generic import list_statements, pick_notes, quote_text
from backstory.render.prose import (
    end_sentence,
    escape_line_start,
    in_turn,
    join_listed,
    join_series,
    make_sentences,
    strip_stop,
)
from backstory.render.safe import escape_line, join_lines

_COURSE: Final = (
    ("approaches", "So far this has been tried. {}", make_sentences),
    ("decisions", "It was decided along the way: {}.", join_series),
    ("blockers", "What stands in the way: {}.", join_series),
    ("next", "What comes next: {}.", in_turn),
)
"""Part of a checkpoint, its sentence, and what joins its items, in the order of telling."""
_IN_A_SENTENCE: Final = 3
"""Files that one sentence names; more of them become a list."""
_MAX_LISTED: Final = 8
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


_OBSERVED: Final = {
    "under way": "Under way in git{}: {}",
    "stashed": "Stashed{}: {}",
    "last session ended with": "The last session{} ended with: {}",
    "asked last": "What was asked last{}: {}",
    "asked last, and not answered": "What was asked last{}, and not answered: {}",
    "asked, and not answered": "A question{} that nobody answered: {}",
    "open point": "A question that somebody has yet to answer{}: {}",
    "still open": "Still open{}: {}",
    "last tests": "The last test run{}: {}",
    "red because": "Why it fails{}, in the words of the agent: {}",
    "planned before": "Planned before{}: {}",
    "worked on": "The last session{} worked on: {}",
    "edited in this work": "Edited in this work{}: {}",
    "in parallel": "In another session at the same time{}: {}",
}
"""Label of what was seen in the last session -> its sentence."""


def _observe(note: Note, frame: str) -> str:
    detail = f" ({escape_line(note.detail)})" if note.detail else ""
    return frame.format(detail, end_sentence(join_lines(note.text)))


def describe_course(parts: Mapping[str, Sequence[str]]) -> list[str]:
    """How the work went and goes on: tried, decided, in the way, next."""
    return [frame.format(join(parts[part])) for part, frame, join in _COURSE if parts.get(part)]


def write_now(section: Section) -> list[str]:
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
        *describe_course(course),
        *([_open_end(evidence)] if evidence else []),
        *_open_elsewhere(notes),
        *(_observe(note, frame) for label, frame in _OBSERVED.items() for note in pick_notes(notes, label)),
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
    sources: dict[str, list[str]] = {}
    for note in notes:
        if note.record:
            sources[note.record] = sources.get(note.record) or _who(note)
    texts = [", ".join([escape_line(record[-8:].lower()), *who]) for record, who in sources.items()]
    return f"\n*({'; '.join(texts)})*" if texts else ""


def _who(note: Note) -> list[str]:
    return list(filter(None, (words.person(note.by), words.date(note.made) if note.made else "")))


def write_changes(section: Section) -> list[str]:
    notes = section.notes
    sentences: list[str] = []
    lists: list[str] = []
    for state, paths in _files_by_state(notes).items():
        frame = _FILE_STATES.get(state, state.capitalize() + ": {}.")
        if len(paths) <= _IN_A_SENTENCE:
            sentences.append(frame.format(join_listed(paths)))
        else:
            lists.append(frame.removesuffix(" {}.") + "\n\n" + _bullets(paths))
    sentences += [
        f"There {'is' if note.text.startswith('1 ') else 'are'} {escape_line(note.text)}."
        for note in pick_notes(notes, "more")
    ]
    sentences += ["There is more that is not listed here."] if section.omitted else []
    return [*_commits(pick_notes(notes, "commit")), *lists, *([" ".join(sentences)] if sentences else [])]


def _bullets(paths: Sequence[str]) -> str:
    """The paths as a list, of which a reader takes in the first few."""
    bullets = [f"- {path}" for path in paths[:_MAX_LISTED]]
    more = len(paths) - len(bullets)
    return "\n".join([*bullets, *([f"- and {more} more"] if more else [])])


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
        if note.label not in ("commit", "more"):
            state = "staged" if note.detail == "staged" else note.label
            files.setdefault(state, []).append(escape_line(note.text))
    return files


def write_session(section: Section) -> list[str]:
    phrases = [_event(note) for note in section.notes]
    return [end_sentence(f"In order: {'; '.join(phrases)}")]


def _event(note: Note) -> str:
    text = escape_line(note.text).replace("`", "'")
    often = f", {escape_line(note.detail)}" if note.detail else ""
    frame = _EVENTS.get(note.label)
    return (frame.format(text) if frame else f"{escape_line(note.label)}: {text}") + often


def write_project(section: Section) -> list[str]:
    """The key files. The purpose opens the page."""
    files = [_describe_file(note) for note in pick_notes(section.notes, "file")]
    return [f"Files worth knowing are {join_listed(files)}."] if files else []


def _describe_file(note: Note) -> str:
    detail = escape_line(note.detail).replace("`", "'")
    return f"{escape_line(note.text)} ({detail})" if detail else escape_line(note.text)


def write_quotes(section: Section) -> list[str]:
    """What was said, a line for what one side said at once."""
    return ["\n".join(list_statements(section.notes, agent="agent"))]


def write_commands(section: Section) -> list[str]:
    return ["\n".join(f"- {escape_line(note.label)}: {quote_text(note)}" for note in section.notes)]


NOTE_SECTIONS: Final = {
    "earlier": write_quotes,
    "commands": write_commands,
    "now": write_now,
    "changes": write_changes,
    "session": write_session,
    "project": write_project,
}
"""Name of a section -> the function that writes its paragraphs from its notes."""
