"""A snapshot as text: what the project is, what is being done, which files matter, how it is built and tested."""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.model.ids import short_id
from backstory.model.snapshot import Change, GitState, RecordRef, RepositoryFacts, Snapshot, Work
from backstory.model.text import format_count, one_line

LISTED: Final = 12
"""Entries of one list."""
_SHORT: Final = 160


def snapshot_text(snapshot: Snapshot) -> str:
    """The snapshot for a person or an agent, ending with a newline. The same snapshot gives the same text, except that
    the estimate of its own tokens is left out of a snapshot that does not have it yet."""
    return "\n".join(_lines(snapshot)) + "\n"


def _lines(snapshot: Snapshot) -> Iterator[str]:
    yield from _head(snapshot)
    yield from _work_sections(snapshot)
    yield from _fact_sections(snapshot.facts)
    yield from _section("left out", _pairs((skipped.path, skipped.reason) for skipped in snapshot.skipped))


def _work_sections(snapshot: Snapshot) -> Iterator[str]:
    """The work, the changes and commits, and the files that matter."""
    relevant = {file.path: file.why for file in snapshot.relevant_files}
    changed = {change.path for change in snapshot.git.changes}
    commits = [f"{commit.id[:10]} {one_line(commit.subject, 100)}" for commit in snapshot.git.commits]
    yield from _section("now", _work(snapshot.work))
    yield from _section("relevant for the goal", _pairs((file.path, file.why) for file in snapshot.relevant_files))
    yield from _section("changed when it was taken", _changes(snapshot.git))
    yield from _section("active files", [path for path in snapshot.active_files if path not in changed])
    yield from _section("recent commits", commits)
    yield from _section("key files", [path for path in snapshot.key_files if path not in relevant])


def _fact_sections(facts: RepositoryFacts) -> Iterator[str]:
    scripts = _pairs((script.name, f"{script.command}  ({script.where})") for script in facts.scripts)
    yield from _section("layout", facts.layout)
    yield from _section("entry points", facts.entry_points)
    yield from _section("scripts", scripts)
    yield from _section("packages", facts.packages)
    yield from _section("tests", facts.tests)
    yield from _section("about", _about(facts))


def _head(snapshot: Snapshot) -> Iterator[str]:
    """The goal, the size, the commit, and the purpose of the project."""
    yield one_line(snapshot.goal) or f"{one_line(snapshot.facts.name) or 'the repository'} as it stood"
    size = f"{format_count(snapshot.files, 'file')}, {snapshot.bytes:,} bytes"
    tokens = f", about {snapshot.tokens:,} tokens" if snapshot.tokens else ""
    yield f"snap-{short_id(snapshot.id)}, {snapshot.made}: {size}{tokens}"
    yield from _position(snapshot.git)
    if snapshot.facts.purpose:
        yield from ("", one_line(snapshot.facts.purpose, 400))


def _position(git: GitState) -> Iterator[str]:
    """The branch and the commit, or why git could not say them."""
    if git.commit:
        changed = len(git.changes) + git.more_changes
        operation = f", {git.operation} under way" if git.operation else ""
        yield f"on {one_line(git.branch) or 'a detached HEAD'} at {git.commit[:12]}, {changed:,} changed{operation}"
    elif git.reason:
        yield f"git: {one_line(git.reason)}"


def _about(facts: RepositoryFacts) -> list[str]:
    lines = {
        "languages": ", ".join(f"{name} {count:,}" for name, count in list(facts.languages.items())[:8]),
        "manifests": ", ".join(facts.manifests[:8]),
        "licence": facts.licence,
        "routes": f"{facts.routes:,} (`backstory map --surface`)" if facts.routes else "",
        "environment": ", ".join(facts.variables),
    }
    return [f"{name}: {one_line(value, _SHORT)}" for name, value in lines.items() if value]


def _work(work: Work) -> list[str]:
    """The task and where it stands, what comes next and what stands in the way, what is open."""
    source = _next_source(work.next_from)
    return [
        *_task(work),
        *(f"next: {one_line(step, _SHORT)}{source}" for step in work.next),
        *(f"blocked by: {one_line(blocker, _SHORT)}" for blocker in work.blockers),
        *(f"open failure: {one_line(failure.title, _SHORT)}  ({short_id(failure.id)})" for failure in work.failures),
        *(
            f"open question: {one_line(question.title, _SHORT)}  ({short_id(question.id)})"
            for question in work.questions
        ),
    ]


def _refer(record: RecordRef) -> str:
    return f"{one_line(record.title, _SHORT)}  ({short_id(record.id)})"


def _task(work: Work) -> Iterator[str]:
    if work.task:
        checkpoint = f"  (checkpoint {short_id(work.checkpoint)})" if work.checkpoint else ""
        yield f"task: {one_line(work.task, _SHORT)}{checkpoint}"
    if work.state:
        yield f"state: {one_line(work.state, 2 * _SHORT)}"


def _next_source(source: str) -> str:
    """What the next step is concluded from; empty when a checkpoint names it."""
    if source == "checkpoint":
        return ""
    return f"  (an {source})" if source[:1] == "o" else "  (a blocker)"


def _changes(git: GitState) -> list[str]:
    more = [f"and {git.more_changes:,} more"] if git.more_changes else []
    return [_change(change) for change in git.changes] + more


def _change(change: Change) -> str:
    staged = " (staged)" if change.staged else ""
    former = f" (was {one_line(change.was)})" if change.was else ""
    return f"{change.state}{staged}  {one_line(change.path)}{former}"


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{one_line(name)}{f'  {one_line(detail, 100)}' if detail else ''}" for name, detail in pairs]


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    listed = list(rows)
    if listed:
        yield from ("", title)
        yield from (f"  {one_line(row)}" if "  " not in row else f"  {row}" for row in listed[:LISTED])
        if len(listed) > LISTED:
            yield f"  and {len(listed) - LISTED:,} more"
