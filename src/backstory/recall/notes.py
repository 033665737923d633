"""Notes of a brief that do not come from records: the state of git, the repository, the events of the session."""

from collections.abc import Mapping, Sequence
from typing import Final

from backstory.model.event import Event
from backstory.model.snapshot import Change, GitState, RepositoryFacts
from backstory.model.text import clean_text, one_line
from backstory.recall.content import Note

MAX_COMMITS: Final = 8
"""Most commits in the notes."""
MAX_SCRIPTS: Final = 10
"""Most scripts in the notes."""
MAX_LISTED: Final = 12
"""Most entry points, folders and manifests in the notes."""
MAX_EVENTS: Final = 12
"""Most notes about a session, at most half of them earlier errors; `aggressive` takes the errors and a third."""
_OWN: Final = ".backstory/"
_TEXTS: Final = ("text", "message", "error", "command", "path", "file", "title", "name", "tool")
_QUIET: Final = frozenset({"session.start", "session.end", "reply", "delivery", "compact", "snapshot"})


def changed_files(git: GitState) -> list[Change]:
    """Changes outside `.backstory/`, conflicts first, then staged ones, then the rest, by path."""
    rank = {"conflicted": 0, "untracked": 3}
    theirs = [c for c in git.changes if not c.path.startswith(_OWN)]
    return sorted(theirs, key=lambda c: (rank.get(c.state, 1 if c.staged else 2), c.path))


def change_notes(git: GitState, *, most_files: int) -> list[Note]:
    """Notes about git: the operation in progress, changed files, commits with the newest first."""
    out: list[Note] = []
    if git.operation:
        out.append(Note(label="operation", text=one_line(git.operation)))
    files = changed_files(git)
    out += [
        Note(label=c.state, text=one_line(c.path), detail="staged" if c.staged else "", where=one_line(c.was))
        for c in files[:most_files]
    ]
    if len(files) > most_files:
        out.append(Note(label="more", text=f"{len(files) - most_files} more changed files"))
    return out + [
        Note(
            label="commit",
            text=one_line(c.subject, 120),
            by=clean_text(c.author),
            made=one_line(c.made),
            where=one_line(c.id),
        )
        for c in git.commits[:MAX_COMMITS]
    ]


def project_notes(facts: RepositoryFacts, key_files: Mapping[str, str], *, most_files: int) -> list[Note]:
    """Notes about the project: purpose, entry points, key files, scripts, layout, tests.

    `key_files`: path -> why it matters.
    """
    out: list[Note] = []
    if facts.purpose:
        out.append(Note(label="purpose", text=one_line(facts.purpose, 400)))
    out += [Note(label="entry", text=one_line(e)) for e in facts.entry_points[:MAX_LISTED]]
    out += [
        Note(label="file", text=one_line(path), detail=one_line(reason, 120))
        for path, reason in list(key_files.items())[:most_files]
    ]
    out += [
        Note(label="script", text=one_line(s.name), detail=one_line(s.command, 120), where=one_line(s.where))
        for s in facts.scripts[:MAX_SCRIPTS]
    ]
    out += [
        Note(label=label, text=text)
        for label, text in (
            ("layout", ", ".join(one_line(x) for x in facts.layout[:MAX_LISTED])),
            ("tests", ", ".join(one_line(x) for x in facts.tests[:MAX_LISTED])),
            ("languages", ", ".join(one_line(x) for x in list(facts.languages)[:MAX_LISTED])),
            ("manifests", ", ".join(one_line(x) for x in facts.manifests[:MAX_LISTED])),
        )
        if text
    ]
    return out


def session_notes(events: Sequence[Event], strategy: str) -> list[Note]:
    """Notes about `events` (oldest first), in their order. `label` is the event's kind, `detail` says how often."""
    runs: dict[tuple[str, str], tuple[int, int, str]] = {}
    for index, event in enumerate(events):
        text = _event_text(event)
        if not text or event.kind in _QUIET:
            continue
        count = runs.get((event.kind, text), (0, 0, ""))[0]
        runs[event.kind, text] = count + 1, index, event.made
    notes = sorted((last, kind, text, count, made) for (kind, text), (count, last, made) in runs.items())
    if strategy == "tail":
        notes = notes[-MAX_EVENTS:]
    else:
        errors = [one for one in notes if one[1] == "error"][-MAX_EVENTS // 2 :]
        others = [one for one in notes if one[1] != "error"]
        notes = errors + others[len(errors) - MAX_EVENTS if strategy == "balanced" else -MAX_EVENTS // 3 :]
    return [
        Note(label=kind, text=text, detail=f"{count} times" if count > 1 else "", made=one_line(made))
        for _, kind, text, count, made in sorted(notes)
    ]


def _event_text(event: Event) -> str:
    for name in _TEXTS:
        value = event.data.get(name)
        text = one_line(value, 160) if isinstance(value, str) else ""
        if text:
            return text
    return ""
