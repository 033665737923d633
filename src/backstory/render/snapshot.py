"""A snapshot as text: what the project is, what is being done, which files matter, how it is built and tested."""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.model.ids import short_id
from backstory.model.snapshot import RepositoryFacts, Snapshot
from backstory.model.text import format_count, one_line

LISTED: Final = 12
"""Entries of one list."""
_SHORT: Final = 160


def snapshot_text(taken: Snapshot) -> str:
    """The snapshot for a person or an agent, ending with a newline. The same snapshot gives the same text, except that
    the estimate of its own tokens is left out of a snapshot that does not have it yet."""
    return "\n".join(_lines(taken)) + "\n"


def _lines(taken: Snapshot) -> Iterator[str]:
    facts, git = taken.facts, taken.git
    yield from _head(taken)
    if facts.purpose:
        yield from ("", one_line(facts.purpose, 400))
    yield from _section("now", _work(taken))
    yield from _section("relevant for the goal", _pairs((r.path, r.why) for r in taken.relevant_files))
    relevant = {r.path for r in taken.relevant_files}
    yield from _section("changed when it was taken", _changes(taken))
    changed = {c.path for c in git.changes}
    yield from _section("active files", [p for p in taken.active_files if p not in changed])
    yield from _section("recent commits", [f"{c.id[:10]} {one_line(c.subject, 100)}" for c in git.commits])
    yield from _section("key files", [p for p in taken.key_files if p not in relevant])
    yield from _section("layout", facts.layout)
    yield from _section("entry points", facts.entry_points)
    yield from _section("scripts", _pairs((x.name, f"{x.command}  ({x.where})") for x in facts.scripts))
    yield from _section("packages", facts.packages)
    yield from _section("tests", facts.tests)
    yield from _section("about", _about(facts))
    yield from _section("left out", _pairs((x.path, x.reason) for x in taken.skipped))


def _head(taken: Snapshot) -> Iterator[str]:
    """The goal, the size, and the commit."""
    git = taken.git
    yield one_line(taken.goal) or f"{one_line(taken.facts.name) or 'the repository'} as it stood"
    tokens = f", about {taken.tokens:,} tokens of text here" if taken.tokens else ""
    size = f"{format_count(taken.files, 'file')}, {taken.bytes:,} bytes"
    yield f"{taken.id}, {taken.made}: {size}, taken in {taken.took_ms:,} ms{tokens}"
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


def _work(taken: Snapshot) -> list[str]:
    work = taken.work
    made = f"  (checkpoint {short_id(work.checkpoint)})" if work.checkpoint else ""
    out = [f"task: {one_line(work.task, _SHORT)}{made}"] if work.task else []
    if work.state:
        out.append(f"state: {one_line(work.state, 2 * _SHORT)}")
    source = (
        ""
        if work.next_from == "checkpoint"
        else f"  (an {work.next_from})"
        if work.next_from[:1] == "o"
        else "  (a blocker)"
    )
    out += [f"next: {one_line(step, _SHORT)}{source}" for step in work.next]
    out += [f"blocked by: {one_line(b, _SHORT)}" for b in work.blockers]
    out += [f"open failure: {one_line(f.title, _SHORT)}  ({short_id(f.id)})" for f in work.failures]
    out += [f"open question: {one_line(q.title, _SHORT)}  ({short_id(q.id)})" for q in work.questions]
    return out


def _changes(taken: Snapshot) -> list[str]:
    def line(path: str, state: str, staged: bool, was: str) -> str:
        return f"{state}{' (staged)' if staged else ''}  {one_line(path)}{f' (was {one_line(was)})' if was else ''}"

    more = [f"and {taken.git.more_changes:,} more"] if taken.git.more_changes else []
    return [line(c.path, c.state, c.staged, c.was) for c in taken.git.changes] + more


def _pairs(pairs: Iterable[tuple[str, str]]) -> list[str]:
    return [f"{one_line(a)}{f'  {one_line(b, 100)}' if b else ''}" for a, b in pairs]


def _section(title: str, rows: Iterable[str]) -> Iterator[str]:
    listed = list(rows)
    if listed:
        yield from ("", title)
        yield from (f"  {one_line(row)}" if "  " not in row else f"  {row}" for row in listed[:LISTED])
        if len(listed) > LISTED:
            yield f"  and {len(listed) - LISTED:,} more"
