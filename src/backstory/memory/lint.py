"""`lint`: what is wrong with what is remembered, each with the command that settles it. Changes nothing."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.catalog import Catalog
from backstory.model.errors import BackstoryError
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.index.read import Row

LONG_TOKENS = 1_500
"""Tokens of a record from which it crowds others out of a brief."""
OLD_QUESTION_DAYS = 30
MOST_COMPARED = 400
"""Records that share a rare word and are compared pair by pair."""
NEAR = 0.8


class Finding(NamedTuple):
    """Something to look at. `severity`: `error` (something does not hold) or `warning`."""

    rule: str
    severity: str
    message: str
    hint: str
    ids: tuple[str, ...] = ()
    path: str = ""
    """Of the file to look at, relative to the root where it lies in it."""
    line: int = 0


def lint(workspace: Catalog) -> list[Finding]:
    """All findings, in the order of the rules. A rule that breaks is a finding itself."""
    rows = [r for r in workspace.fresh().rows() if r.record.status != RETRACTED]
    found: list[Finding] = []
    for rule in (
        _unreadable, _secrets, _conflicts, _dangling, _duplicates, _stale, _pins, _orphans, _long, _questions, _buried,
    ):  # fmt: skip
        try:
            found += rule(workspace, rows)
        except (BackstoryError, OSError) as error:
            found.append(Finding(rule.__name__.strip("_"), "error", str(error), getattr(error, "hint", "")))
    return found


def label_record(record: Record) -> str:
    """A record in a word."""
    return f"{record.kind} {record.short} “{one_line(record.title, 60)}”"


def relative_name(workspace: Catalog, path: str) -> str:
    """A path relative to the root where it lies in it."""
    return (
        os.path.relpath(path, workspace.project.root).replace(os.sep, "/")
        if path.startswith(workspace.project.root + os.sep)
        else path
    )


def _finding(workspace: Catalog, rule: str, row: "Row", what: str, hint: str, *, severity: str = "warning") -> Finding:
    return Finding(
        rule,
        severity,
        f"{label_record(row.record)} {what}",
        hint,
        (row.record.id,),
        relative_name(workspace, row.path),
        1,
    )


def _unreadable(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    from backstory.store.check import check

    for one in check(workspace.project, workspace.stores):
        if one.name in ("records", "links") and (one.status == "fail" or one.path):
            severity = "error" if one.status == "fail" else "warning"
            yield Finding(
                "unreadable", severity, one.detail, one.hint, (), relative_name(workspace, one.path), one.line
            )


def _secrets(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    for scope, path, rule in find_secrets(workspace):
        place = relative_name(workspace, path)
        hint = "take it out of the file and rotate it" + ("; git may hold it" if scope == "team" else "")
        yield Finding("secret", "error", f"`{place}` holds what looks like a secret ({rule})", hint, (), place, 1)


def find_secrets(workspace: Catalog) -> Iterator[tuple[str, str, str]]:
    """(scope, path, rule) of record files that hold a secret. Files that are too large to be records are not read."""
    from backstory.store.files import read_file
    from backstory.store.records import READ_LIMIT

    for scope, store in workspace.stores.items():
        for file in store.files():
            try:
                text = read_file(file.path, limit=READ_LIMIT).decode("utf-8", "replace")
            except BackstoryError:
                continue  # named by the check of the records
            found = workspace.gate.check(text).found
            if found:
                yield scope, file.path, found[0].rule


def _conflicts(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    from backstory.memory.conflicts import find_conflicts

    paths = {r.record.id: r.path for r in rows}
    for one in find_conflicts(workspace, rows):
        path = relative_name(workspace, paths.get(max(one.ids), ""))
        yield Finding("contradiction", "error", one.what, one.hint, one.ids, path, 1 if path else 0)


def _dangling(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    from backstory.memory.policy.rejections import find_tombstones

    index = workspace.fresh()
    known = {r.record.id for r in index.rows(include_retracted=True, include_hidden=True)}
    stones = find_tombstones(workspace)
    for row in rows:
        for link in row.record.links:
            if link.target not in known:
                what = "was forgotten" if stones is not None and link.target in stones.gone else "is not here"
                yield _finding(
                    workspace, "dangling", row,
                    f"{link.relation.replace('_', ' ')} {link.target[-8:].lower()}, which {what}",
                    f"`backstory edit {row.record.short} --unlink {link.relation}:{link.target}`, or see its branch",
                )  # fmt: skip


def _duplicates(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    """Records of a kind that say nearly the same; compared where they share one of their rarest words."""
    from backstory.memory.remember import _words

    bags = {r.record.id: (r, _words(f"{r.record.title} {r.record.body}")) for r in rows if not r.superseded_by}
    counts: dict[str, int] = {}
    for _, bag in bags.values():
        for word in bag:
            counts[word] = counts.get(word, 0) + 1
    groups: dict[tuple[str, str], list[str]] = {}
    for ident, (row, bag) in bags.items():
        if row.record.kind not in ("checkpoint", "handoff", "task", "source"):
            for word in sorted(bag, key=lambda w: (counts[w], w))[:6]:
                groups.setdefault((row.record.kind, word), []).append(ident)
    seen: set[tuple[str, str]] = set()
    for ids in groups.values():
        for at, a in enumerate(ids[:MOST_COMPARED]):
            for b in ids[at + 1 : MOST_COMPARED]:
                pair = (min(a, b), max(a, b))
                mine, theirs = bags[a][1], bags[b][1]
                if pair in seen or not mine or len(mine & theirs) / len(mine | theirs) < NEAR:
                    continue
                seen.add(pair)
                old, new = (bags[i][0] for i in pair)
                yield Finding(
                    "duplicate", "warning",
                    f"{label_record(new.record)} says much the same as {label_record(old.record)}",
                    f"`backstory supersede {old.record.short} {new.record.short}`, or retract one of them",
                    pair, relative_name(workspace, new.path), 1,
                )  # fmt: skip


def _stale(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    from backstory.memory.staleness import CHANGED, GONE, anchor_states

    standing = anchor_states(workspace, rows)
    for row in rows:
        state = standing.get(row.record.id)
        if state is None or state.state not in (CHANGED, GONE) or row.superseded_by:
            continue
        targets = ", ".join(f"`{t}` is {s}" for t, s in state.anchors.items() if s in (CHANGED, GONE))
        rule = "stale-pin" if row.record.tier == "pinned" else "stale"
        hint = (
            f"still true? `backstory verify {row.record.short} --confirm`; else `backstory retract {row.record.short}`"
        )
        yield _finding(workspace, rule, row, f"is about code that changed: {targets}", hint)


def _pins(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    for row in rows:
        if row.record.tier == "pinned" and row.superseded_by:
            yield _finding(
                workspace, "stale-pin", row, "is pinned and replaced", f"`backstory unpin {row.record.short}`"
            )


def _orphans(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    """Records without anybody or anything behind them, and extractions whose quote is not in their source."""
    from backstory.memory.policy.quotes import FIELD, MISSING, quote_state

    for row in rows:
        o = row.record.origin
        if not (o.author or o.agent or o.session or o.commit or o.source):
            yield _finding(
                workspace, "orphan", row, "does not say where it comes from", f"`backstory show {row.record.short}`"
            )
        elif FIELD in row.record.fields or (o.quote and quote_state(workspace, row.record) == MISSING):
            yield _finding(
                workspace,
                "orphan",
                row,
                "quotes what its source does not hold",
                f"`backstory show {row.record.short} --origin`",
            )


def _long(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    for row in rows:
        if row.tokens > LONG_TOKENS and row.record.kind != "source" and row.record.tier != "off-context":
            hint = f"say it shorter: `backstory edit {row.record.short} --body -`"
            yield _finding(workspace, "long", row, f"has about {row.tokens:,} tokens", hint)


def _questions(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    import time

    limit = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(workspace.now() - OLD_QUESTION_DAYS * 86_400))
    for row in rows:
        r = row.record
        if r.kind == "question" and r.status == "open" and r.made and r.made < limit and not row.superseded_by:
            hint = f"answered? `backstory edit {r.short} --status answered`"
            yield _finding(workspace, "question", row, f"is open since {r.made[:10]}", hint)


def _buried(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    """Forgotten and rejected records whose files are here again, by git or by hand."""
    from backstory.memory.policy.rejections import find_hidden

    why = find_hidden(workspace)
    for row in workspace.fresh().rows(include_retracted=True, include_hidden=True) if why else []:
        if row.record.id in why:
            r, word = row.record, why[row.record.id]
            hint = f"`backstory forget {r.short}`" if word == "forgotten" else f"`backstory retract {r.short}`"
            what = f"a {r.kind} that was {word} is here again; it is not shown" if word == "forgotten" else (
                f"{label_record(r)} holds what was rejected; it is not shown"
            )  # fmt: skip
            yield Finding(word, "warning", what, hint, (r.id,), relative_name(workspace, row.path), 1)


Rule = Callable[[Catalog, "Sequence[Row]"], Iterator[Finding]]
