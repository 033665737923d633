"""Notes of a brief that do not come from records: the state of git, key files, the events of the session."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from backstory.model.event import Event
from backstory.model.snapshot import Change, Commit, GitState, RepositoryFacts
from backstory.model.text import clean_text, one_line
from backstory.recall.text.content import Note

MAX_COMMITS: Final = 5
"""Most commits in the notes."""
MAX_EVENTS: Final = 12
"""Most notes about a session, at most half of them earlier errors; `aggressive` takes the errors and a third."""
_OWN: Final = ".backstory/"
_TEXTS: Final = ("text", "message", "error", "command", "path", "file", "title", "name", "tool")
_QUIET: Final = frozenset({"session.start", "session.end", "reply", "delivery", "use", "compact", "snapshot"})


def changed_files(git: GitState) -> list[Change]:
    """Changes outside `.backstory/`, conflicts first, then staged ones, then the rest, by path."""
    rank = {"conflicted": 0, "untracked": 3}
    theirs = [change for change in git.changes if not change.path.startswith(_OWN)]
    return sorted(theirs, key=lambda change: (rank.get(change.state, 1 if change.staged else 2), change.path))


def change_notes(git: GitState, *, most_files: int) -> list[Note]:
    """Notes about git: changed files, commits with the newest first.

    Merges and the commits of bots tell nothing about the work.
    """
    files = changed_files(git)
    notes = [_change_note(change) for change in files[:most_files]]
    if len(files) > most_files:
        more = len(files) - most_files
        notes.append(Note(label="more", text=f"{more} more changed file{'s' if more > 1 else ''}"))
    own = [one for one in git.commits if not (one.subject.startswith("Merge ") or "[bot]" in one.author)]
    return notes + [_commit_note(commit) for commit in own[:MAX_COMMITS]]


def _change_note(change: Change) -> Note:
    staged = "staged" if change.staged else ""
    return Note(label=change.state, text=one_line(change.path), detail=staged, where=one_line(change.was))


def _commit_note(commit: Commit) -> Note:
    return Note(
        label="commit",
        text=one_line(commit.subject, 120),
        by=clean_text(commit.author),
        made=one_line(commit.made),
        where=one_line(commit.id),
    )


def project_notes(facts: RepositoryFacts, key_files: Mapping[str, str], *, most_files: int) -> list[Note]:
    """Notes about the project for a person: its purpose and the key files. `key_files`: path -> why it matters."""
    purpose = [Note(label="purpose", text=one_line(facts.purpose, 400))] if facts.purpose else []
    return purpose + file_notes(key_files, most_files=most_files)


def file_notes(key_files: Mapping[str, str], *, most_files: int) -> list[Note]:
    """Notes about files that matter for the task. `key_files`: path -> why it matters."""
    files = list(key_files.items())[:most_files]
    return [Note(label="file", text=one_line(path), detail=one_line(reason, 120)) for path, reason in files]


def session_notes(events: Sequence[Event], strategy: str) -> list[Note]:
    """Notes about `events` (oldest first), in their order. `label` is the event's kind, `detail` says how often."""
    return [_run_note(run) for run in sorted(_choose_runs(_find_runs(events), strategy))]


class _Run(NamedTuple):
    """Events that say the same: the position and time of the last one, and their number."""

    last: int
    kind: str
    text: str
    times: int
    made: str


def _find_runs(events: Sequence[Event]) -> list[_Run]:
    runs: dict[tuple[str, str], _Run] = {}
    for position, event in enumerate(events):
        text = _event_text(event)
        if text and event.kind not in _QUIET:
            earlier = runs.get((event.kind, text))
            times = earlier.times + 1 if earlier else 1
            runs[event.kind, text] = _Run(position, event.kind, text, times, event.made)
    return sorted(runs.values())


def _choose_runs(runs: list[_Run], strategy: str) -> list[_Run]:
    """The latest runs; but for `tail` errors come first, up to half of the room."""
    if strategy == "tail":
        return runs[-MAX_EVENTS:]
    errors = [run for run in runs if run.kind == "error"][-MAX_EVENTS // 2 :]
    others = [run for run in runs if run.kind != "error"]
    return errors + others[len(errors) - MAX_EVENTS if strategy == "balanced" else -MAX_EVENTS // 3 :]


def _run_note(run: _Run) -> Note:
    often = f"{run.times} times" if run.times > 1 else ""
    return Note(label=run.kind, text=run.text, detail=often, made=one_line(run.made))


def _event_text(event: Event) -> str:
    for name in _TEXTS:
        value = event.data.get(name)
        text = one_line(value, 160) if isinstance(value, str) else ""
        if text:
            return text
    return ""
