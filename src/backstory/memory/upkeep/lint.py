"""`lint`: finds problems with records, each with the command that settles it. It changes nothing."""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from backstory.memory.answers.conflicts import find_conflicts
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.staleness import CHANGED, GONE, anchor_states
from backstory.memory.policy.private_paths import find_private_path
from backstory.memory.policy.quotes import FIELD, MISSING, quote_state
from backstory.memory.policy.rejections import find_hidden, find_tombstones
from backstory.memory.verbs.anchored_code import find_missing_code
from backstory.memory.verbs.remember import record_words
from backstory.model.dates import format_timestamp
from backstory.model.errors import BackstoryError
from backstory.model.kinds import KINDS, RETRACTED
from backstory.model.record import Record
from backstory.model.similarity import jaccard_similarity
from backstory.model.text import one_line
from backstory.store.file_check import check_files
from backstory.store.files import read_file
from backstory.store.records import READ_LIMIT

if TYPE_CHECKING:
    from backstory.index.read import Row

LONG_TOKENS = 1_500
"""Tokens from which a record crowds others out of a brief."""
OLD_QUESTION_DAYS = 30
MAX_COMPARED = 400
"""Records with the same rare word that are compared pair by pair."""
RARE_WORDS = 6
"""Rarest words of a record by which similar ones are searched."""
MIN_JACCARD = 0.8
"""Similarity of two records' words from which they count as duplicates."""


class Finding(NamedTuple):
    """One problem. `severity` is `error` (something does not hold), `warning` or `notice`."""

    rule: str
    severity: str
    message: str
    hint: str
    ids: tuple[str, ...] = ()
    path: str = ""
    """The file to look at, relative to the root if it lies below it."""
    line: int = 0


def find_problems(workspace: Catalog) -> list[Finding]:
    """Runs all rules and returns their findings in order. A rule that raises an error becomes a finding itself."""
    rows = [row for row in workspace.fresh().rows() if row.record.status != RETRACTED]
    findings: list[Finding] = []
    for rule in RULES:
        try:
            findings += rule(workspace, rows)
        except (BackstoryError, OSError) as error:
            findings.append(Finding(rule.__name__.strip("_"), "error", str(error), getattr(error, "hint", "")))
    return findings


def label_record(record: Record) -> str:
    """Names a record in a message: its kind, short id and title."""
    return f"{record.kind} {record.short} “{one_line(record.title, 60)}”"


def relative_name(workspace: Catalog, path: str) -> str:
    """Makes a path relative to the root if it lies below it."""
    if not path.startswith(workspace.project.root + os.sep):
        return path
    return os.path.relpath(path, workspace.project.root).replace(os.sep, "/")


def _finding(workspace: Catalog, rule: str, row: "Row", what: str, hint: str, *, severity: str = "warning") -> Finding:
    """A finding about one record; `what` completes the sentence that the record begins."""
    message = f"{label_record(row.record)} {what}"
    return Finding(rule, severity, message, hint, (row.record.id,), relative_name(workspace, row.path), 1)


def _unreadable(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    for one in check_files(workspace.project, workspace.stores):
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


def _home_paths(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    """Finds paths below a home folder in what the team reads."""
    for row in rows:
        record = row.record
        path = find_private_path(workspace, record) if record.scope == "team" else ""
        if path:
            what = f"names a path below a home folder, `{path}`"
            hint = f"`backstory unshare {record.short}`, or say it without: `backstory edit {record.short} --body -`"
            yield _finding(workspace, "home-path", row, what, hint, severity="error")


def find_secrets(workspace: Catalog) -> Iterator[tuple[str, str, str]]:
    """Yields (scope, path, rule) for record files that hold a secret. Files too large for a record are not read."""
    for scope, store in workspace.stores.items():
        for file in store.files():
            try:
                text = read_file(file.path, limit=READ_LIMIT).decode("utf-8", "replace")
            except BackstoryError:
                continue  # the rule `unreadable` names it
            secrets = workspace.gate.check(text).findings
            if secrets:
                yield scope, file.path, secrets[0].rule


def _conflicts(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    paths = {row.record.id: row.path for row in rows}
    for one in find_conflicts(workspace, rows):
        path = relative_name(workspace, paths.get(max(one.ids), ""))
        yield Finding("contradiction", "error", one.what, one.hint, one.ids, path, 1 if path else 0)


def _dangling(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    index = workspace.fresh()
    existing = {row.record.id for row in index.rows(include_retracted=True, include_hidden=True)}
    tombstones = find_tombstones(workspace)
    for row in rows:
        for link in row.record.links:
            if link.target not in existing:
                is_forgotten = tombstones is not None and link.target in tombstones.gone
                what = "was forgotten" if is_forgotten else "is not here"
                yield _finding(
                    workspace, "dangling", row,
                    f"{link.relation.replace('_', ' ')} {link.target[-8:].lower()}, which {what}",
                    f"`backstory edit {row.record.short} --unlink {link.relation}:{link.target}`, or see its branch",
                )  # fmt: skip


def _duplicates(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    """Finds records of a kind that say nearly the same. Only those that share a rare word are compared."""
    current = {row.record.id: row for row in rows if not row.superseded_by}
    words = {ident: record_words(row.record) for ident, row in current.items()}
    reported: set[tuple[str, str]] = set()
    for ids in _group_by_rare_words(current, words):
        for one, other in combinations(ids[:MAX_COMPARED], 2):
            pair = (min(one, other), max(one, other))
            if pair in reported or jaccard_similarity(words[one], words[other]) < MIN_JACCARD:
                continue
            reported.add(pair)
            old, new = current[pair[0]], current[pair[1]]
            yield Finding(
                "duplicate", "warning",
                f"{label_record(new.record)} says much the same as {label_record(old.record)}",
                f"`backstory supersede {old.record.short} {new.record.short}`, or retract one of them",
                pair, relative_name(workspace, new.path), 1,
            )  # fmt: skip


def _group_by_rare_words(current: "Mapping[str, Row]", words: Mapping[str, set[str]]) -> Iterable[list[str]]:
    """Groups the ids of records that have the same kind and one of their rarest words in common."""
    counts: Counter[str] = Counter()
    for one in words.values():
        counts.update(one)
    groups: dict[tuple[str, str], list[str]] = {}
    for ident, row in current.items():
        kind = KINDS.get(row.record.kind)
        if kind is not None and kind.repeatable:
            continue
        for word in sorted(words[ident], key=lambda word: (counts[word], word))[:RARE_WORDS]:
            groups.setdefault((row.record.kind, word), []).append(ident)
    return groups.values()


def _stale(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    statuses = anchor_states(workspace, rows)
    for row in rows:
        status = statuses.get(row.record.id)
        if status is None or status.state not in (CHANGED, GONE) or row.superseded_by:
            continue
        states = status.anchors.items()
        targets = ", ".join(f"`{target}` is {state}" for target, state in states if state in (CHANGED, GONE))
        rule = "stale-pin" if row.record.tier == "pinned" else "stale"
        hint = (
            f"still true? `backstory verify {row.record.short} --confirm`; else `backstory retract {row.record.short}`"
        )
        yield _finding(workspace, rule, row, f"is about code that changed: {targets}", hint)


def _find_missing_anchors(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    missing = find_missing_code(workspace, [row.record for row in rows if not row.superseded_by])
    for row in rows:
        if row.record.id in missing:
            targets = ", ".join(f"`{target}`" for target in missing[row.record.id])
            hint = f"`backstory remember {row.record.kind} ... --at PATH --supersedes {row.record.short}` corrects it"
            yield _finding(workspace, "never-found", row, f"is about code that was never found: {targets}", hint)


def _pins(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    for row in rows:
        if row.record.tier == "pinned" and row.superseded_by:
            yield _finding(
                workspace, "stale-pin", row, "is pinned and replaced", f"`backstory unpin {row.record.short}`"
            )


def _orphans(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    """Finds records without any origin, and records whose source does not contain their quote."""
    for row in rows:
        hint = f"`backstory show {row.record.short}"
        origin = row.record.origin
        if not any((origin.author, origin.agent, origin.session, origin.commit, origin.source)):
            yield _finding(workspace, "orphan", row, "does not say where it comes from", f"{hint}`")
        elif _has_lost_quote(workspace, row.record):
            yield _finding(workspace, "orphan", row, "quotes what its source does not hold", f"{hint} --origin`")


def _has_lost_quote(workspace: Catalog, record: "Record") -> bool:
    if FIELD in record.fields:
        return True
    return bool(record.origin.quote) and quote_state(workspace, record) == MISSING


def _long(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    for row in rows:
        kind = KINDS.get(row.record.kind)
        is_loaded = row.record.tier != "off-context" and (kind is None or kind.loaded)
        if row.tokens > LONG_TOKENS and is_loaded:
            hint = f"say it shorter: `backstory edit {row.record.short} --body -`"
            yield _finding(workspace, "long", row, f"has about {row.tokens:,} tokens", hint)


def _questions(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    limit = format_timestamp(workspace.now() - OLD_QUESTION_DAYS * 86_400)
    for row in rows:
        record = row.record
        is_open = (record.kind, record.status) == ("question", "open") and not row.superseded_by
        if is_open and record.made and record.made < limit:
            hint = f"answered? `backstory edit {record.short} --status answered`"
            yield _finding(workspace, "question", row, f"is open since {record.made[:10]}", hint)


def _buried(workspace: Catalog, rows: "Sequence[Row]") -> Iterator[Finding]:
    """Finds forgotten and rejected records whose files came back, by git or by hand."""
    reasons = find_hidden(workspace)
    if not reasons:
        return
    for row in workspace.fresh().rows(include_retracted=True, include_hidden=True):
        record, reason = row.record, reasons.get(row.record.id)
        if reason is None:
            continue
        if reason == "forgotten":
            message = f"a {record.kind} that was forgotten is here again; it is not shown"
            hint = f"`backstory forget {record.short}`"
        else:
            message = f"{label_record(record)} holds what was rejected; it is not shown"
            hint = f"`backstory retract {record.short}`"
        yield Finding(reason, "warning", message, hint, (record.id,), relative_name(workspace, row.path), 1)


Rule = Callable[[Catalog, "Sequence[Row]"], Iterator[Finding]]

RULES: tuple[Rule, ...] = (
    _unreadable, _secrets, _home_paths, _conflicts, _dangling, _duplicates, _stale, _find_missing_anchors, _pins,
    _orphans, _long, _questions, _buried,
)  # fmt: skip
