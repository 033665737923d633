"""Keeps new candidates of a conversation as records, each with its channel and its quote."""

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.agents.turns import Turn
from backstory.base.git_operations import find_operation
from backstory.capture.candidates import find_candidates
from backstory.capture.rules.reminders import says_enough
from backstory.capture.text.candidate import Candidate
from backstory.index.search import search_records
from backstory.memory.intake.lifted_rules import describe_lifted, find_lifted, keep_rest
from backstory.memory.intake.overruled_records import find_overruled
from backstory.memory.intake.reverted_decisions import find_reverted
from backstory.memory.intake.revised_records import (
    SETTLED,
    find_revised,
    is_adopted,
    is_restated,
    is_since,
    list_named,
    says_same,
)
from backstory.memory.intake.turned_down import find_turned_down
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.duplicate_lock import deciding
from backstory.memory.kernel.named_symbols import find_named_symbols
from backstory.memory.kernel.prepare import make_origin
from backstory.memory.kernel.writer import Remembered, change_record
from backstory.memory.verbs.remember import remember
from backstory.model.dates import epoch_seconds
from backstory.model.errors import BackstoryError, Invalid, NotFound, Rejected
from backstory.model.kinds import KINDS, RETRACTED
from backstory.model.late_pattern import late_pattern
from backstory.model.record import Anchor, Draft, Origin
from backstory.model.session import DETACHED
from backstory.model.text import REDACTED
from backstory.patterns.occasions import allows_for_once

if TYPE_CHECKING:
    from backstory.index.read import Row

MIN_CONFIDENCE: Final = 0.72
"""Confidence below which a candidate is kept off-context: found by `recall`, never loaded."""
MAX_KEPT: Final = 60
"""Maximum of new records per call. A conversation that states more is not about the work."""
_MAX_TITLE: Final = 240
_KINDS_ALIKE: Final = {
    "rule": ("rule", "preference"),
    "decision": ("decision", "fact", "rule"),
    "attempt": ("attempt", "failure", "strategy"),
    "fact": ("fact", "decision", "failure", "pattern", "observation"),
    "question": ("question",),
}
"""Kind -> kinds whose records may say the same already."""
_TIME: Final = late_pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


def extract_records(
    workspace: Catalog, turns: Iterable[Turn], *, session: str = "", agent: str = "", source: str = ""
) -> list[Remembered]:
    """Extracts candidates from turns, without a model, and keeps the new ones with `keep_candidates`."""
    root = workspace.project.root

    def is_path(path: str) -> bool:
        return bool(path) and not os.path.isabs(path) and os.path.lexists(os.path.join(root, path))

    candidates = find_candidates(turns, known_paths=is_path)
    return keep_candidates(workspace, candidates, session=session, agent=agent, source=source)


def keep_candidates(
    workspace: Catalog,
    candidates: Iterable[Candidate],
    *,
    session: str = "",
    agent: str = "",
    source: str = "",
    model: str = "",
    note_left_out: Callable[[int], None] | None = None,
) -> list[Remembered]:
    """Writes the candidates that say something new, at most `MAX_KEPT`, and returns what was written.

    A person's words become `observed` records, an agent's `inferred` ones. Candidates that are known already or that a
    person has rejected are left out. Records that the person has overruled since are retracted. `source`: the
    transcript; each record names its line and quotes its words. `model`: the one that read it; its records are
    `inferred`, whoever said the words, and carry its name. `note_left_out` is called with the number of those
    beyond the limit.
    """
    remembered: list[Remembered] = []
    rest = iter(candidates)
    for candidate in rest:
        if len(remembered) >= MAX_KEPT:
            if note_left_out is not None:
                note_left_out(1 + sum(1 for _ in rest))
            break
        try:
            with deciding(workspace):
                if candidate.overruled:
                    _withdraw(workspace, candidate, session)
                    continue
                done = _keep(workspace, candidate, session, agent, source, model)
        except (Rejected, Invalid, NotFound):
            continue
        if done is not None and done.new:
            remembered.append(done)
    return remembered


def _keep(
    workspace: Catalog, candidate: Candidate, session: str, agent: str, source: str, model: str
) -> Remembered | None:
    if _passes(candidate):
        return None
    redacted = workspace.gate.clean(candidate.text)
    if REDACTED in redacted and not (candidate.asked and says_enough(redacted)):
        return None  # without the secret, what was said of it says nothing
    if model:
        candidate = candidate._replace(role="assistant")
    former = _find_alike(workspace, candidate)
    alike = [row for row in former if row.record.kind in _list_kinds_alike(candidate)]
    standing = [row for row in alike if not row.superseded_by or is_since(row.record, candidate)]
    standing = [row for row in standing if row.record.id not in candidate.replaces]
    if any(says_same(candidate, row) and not is_adopted(candidate, row.record) for row in standing):
        return None
    if any(is_restated(candidate, row.record, session) for row in standing):
        return None
    draft = _make_draft(candidate, source)
    draft.anchors = _choose_anchors(workspace, candidate, draft.anchors)
    lifted = (
        find_overruled(workspace, candidate)
        or find_lifted(workspace, candidate, session)
        or find_turned_down(workspace, candidate, session)
        or find_reverted(workspace, candidate)
    )
    draft.links = [one.link for one in lifted] or find_revised(candidate, former)
    if lifted and candidate.only_revises and candidate.kind != "rule":
        draft.parts["why"] = "\n".join(map(describe_lifted, lifted))
    if candidate.only_revises and not draft.links:
        return None
    if any(link.relation == "supersedes" for link in draft.links):
        draft.tier = candidate.tier  # it stands in the place of what briefs had
    if model:
        draft.fields = {**draft.fields, "model": model}
    is_general = bool(lifted) and not any(one.record.origin.branch for one in lifted)
    origin = _make_origin(workspace, candidate, draft, session, agent, is_general=is_general)
    scope = "user" if candidate.kind == "rule" and "everywhere" in candidate.tags else ""
    created = f"{candidate.made[:19]}Z" if _TIME.match(candidate.made) else ""
    done = remember(workspace, draft, scope=scope, origin=origin, made=created)
    for one in lifted if done.new else ():
        keep_rest(workspace, one, created)
    return done


def _passes(candidate: Candidate) -> bool:
    """Whether a person only lets something pass on an occasion: `just this once`. That is over with the work."""
    is_laid_down = candidate.kind in SETTLED and candidate.role == "user" and not candidate.asked
    return is_laid_down and allows_for_once(candidate.quote)


def _choose_anchors(workspace: Catalog, candidate: Candidate, anchors: list[Anchor]) -> list[Anchor]:
    """The code that a candidate is about: the files that it names, else the definitions, else files edited with it."""
    text = f"{candidate.text}\n{candidate.why}"
    if any(os.path.basename(anchor.path) in text for anchor in anchors):
        return anchors
    return find_named_symbols(workspace, text) or anchors


def _withdraw(workspace: Catalog, candidate: Candidate, session: str) -> None:
    """Retracts the record made from a candidate in its session, if it has no other support."""
    for row in _find_alike(workspace, candidate):
        record = row.record
        is_same = record.title == candidate.text and record.origin.session == session
        if is_same and record.origin.how == "inferred" and record.status != RETRACTED:
            change_record(workspace, record.id, {"status": RETRACTED}, verb="retract")


def _find_alike(workspace: Catalog, candidate: Candidate) -> "list[Row]":
    """The records that may say the same, or what the candidate revises, most alike first."""
    alike = _list_kinds_alike(candidate)
    kin = {*alike, *(SETTLED if candidate.kind in SETTLED else ())}
    replaced = " ".join(sorted({word for words in list_named(candidate) for word in words}))
    rows: dict[str, Row] = {}
    for text, kinds in ((candidate.text, kin), (replaced, {*kin, *SETTLED})):
        if not text:
            continue
        try:
            hits = search_records(workspace.index, text, limit=12, kinds=sorted(kinds), include_superseded=True)
        except (BackstoryError, OSError):
            continue
        rows.update((hit.row.record.id, hit.row) for hit in hits)
    return [row for row in rows.values() if not row.foreign]


def _list_kinds_alike(candidate: Candidate) -> tuple[str, ...]:
    return _KINDS_ALIKE.get(candidate.kind, (candidate.kind,))


def _make_draft(candidate: Candidate, source: str) -> Draft:
    kind = KINDS[candidate.kind]
    lead = next((part.name for part in kind.parts if not part.heading), "body")
    parts: dict[str, str | list[str]] = {lead: candidate.why} if candidate.why else {}
    fields: dict[str, str] = {}
    for name, value in candidate.parts.items():
        if any(field.name == name for field in kind.fields):
            fields[name] = value if isinstance(value, str) else " ".join(value)
        elif any(part.name == name for part in kind.parts):
            parts[name] = value
    is_short = len(candidate.text) <= _MAX_TITLE
    return Draft(
        kind=candidate.kind,
        title=candidate.text if is_short else "",
        text="" if is_short else candidate.text,
        parts=parts,
        tier=candidate.tier if candidate.confidence >= MIN_CONFIDENCE else "off-context",
        tags=[tag for tag in candidate.tags if tag != "everywhere"],
        anchors=[Anchor.parse(anchor) for anchor in candidate.anchors],
        fields=fields,
        source=f"{source}:{candidate.line}" if source and candidate.line > 0 else source,
        quote=candidate.quote,
    )


def _make_origin(
    workspace: Catalog, candidate: Candidate, draft: Draft, session: str, agent: str, *, is_general: bool
) -> Origin:
    """The origin of a candidate. A rule of the project, what lifts one (`is_general`), and what the person had
    remembered, belong to no branch."""
    origin = make_origin(workspace, draft)
    changes = {"how": "observed" if candidate.role == "user" else "inferred"}
    if session:
        changes["session"] = session
    if agent:
        changes["agent"] = agent
    if is_general or candidate.asked or (candidate.kind == "rule" and candidate.tier != "working"):
        changes |= {"branch": "", "commit": ""}
    elif candidate.branch == DETACHED:
        changes |= _place_detached(workspace, candidate)
    elif candidate.branch and candidate.branch != origin.branch:
        changes |= {"branch": candidate.branch, "commit": ""}
    return msgspec.structs.replace(origin, **changes)


def _place_detached(workspace: Catalog, candidate: Candidate) -> dict[str, str]:
    """Where something was said while no branch was checked out: at a commit, whose branches then have it.

    During a rebase or a bisection it is the branch that git goes back to, which is that of the origin already.
    """
    from backstory.git.reflog import find_head

    if find_operation(workspace.project.git_dir):
        return {}
    commit, _ = workspace.head
    seconds = epoch_seconds(candidate.made) if candidate.made else None
    then = find_head(workspace.project.git_dir, seconds * 1000) if seconds is not None else ""
    return {"branch": "", "commit": (then or commit)[:12]}
