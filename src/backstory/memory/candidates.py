"""Keeps new candidates of a conversation as records, each with its channel and its quote."""

import os
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.agents.turns import Turn
from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns
from backstory.capture.candidate import Candidate
from backstory.capture.candidates import find_candidates
from backstory.capture.opposite_rules import names_refused, wants_opposite
from backstory.capture.reminders import says_enough
from backstory.capture.revisions import (
    content_words,
    find_replaced,
    find_withdrawn,
    is_contained,
    is_negated,
    is_option,
    is_same_topic,
    names_replaced,
)
from backstory.capture.values import has_other_language, has_other_value
from backstory.index.search import search_records
from backstory.memory.catalog import Catalog
from backstory.memory.duplicate_lock import deciding
from backstory.memory.lifted_rules import find_lifted
from backstory.memory.named_symbols import find_named_symbols
from backstory.memory.prepare import make_origin
from backstory.memory.remember import remember
from backstory.memory.restatements import restates
from backstory.memory.turned_down import find_turned_down
from backstory.memory.writer import Remembered, change_record
from backstory.model.errors import BackstoryError, Invalid, NotFound, Rejected
from backstory.model.kinds import AGENTS_CHANNELS, CHANNELS, KINDS, RETRACTED
from backstory.model.record import Anchor, Draft, Link, Origin, Record
from backstory.model.text import REDACTED
from backstory.recall.likeness import word_stems
from backstory.recall.revisions import Uttered, find_revisions, read_figures

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
_STATED: Final = frozenset(("decision", "fact", "preference"))
"""Kinds of records that say how something is."""
_SETTLED: Final = ("rule", "decision", "preference")
"""Kinds of records that a withdrawal takes back."""
_MEASURED: Final = frozenset(("time", "size", "part"))
"""Units in which two figures give the same thing, whatever the words around them."""
_AGAIN: Final = 0.6
"""Minimum share of common words, of the longer wish, for two wishes to be the same."""
_MIN_AGAIN: Final = 4
_BRIEF: Final = 6
"""Words of a title that one word names."""
_ONE_THING: Final = 16
"""Words of a title that says one thing."""
_FILE: Final = re.compile(r"[\w-]+(?:/[\w.-]+|\.[a-z]{1,5}\b)")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")


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
) -> list[Remembered]:
    """Writes the candidates that say something new, and returns what was written.

    A person's words become `observed` records, an agent's `inferred` ones. Candidates that are known already or that a
    person has rejected are left out. Records that the person has overruled since are retracted. `source`: the
    transcript; each record names its line and quotes its words. `model`: the one that read it; its records are
    `inferred`, whoever said the words, and carry its name.
    """
    remembered: list[Remembered] = []
    for candidate in candidates:
        if len(remembered) >= MAX_KEPT:
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
    redacted = workspace.gate.clean(candidate.text)
    if REDACTED in redacted and not (candidate.asked and says_enough(redacted)):
        return None  # without the secret, what was said of it says nothing
    if model:
        candidate = candidate._replace(role="assistant")
    former = _find_alike(workspace, candidate)
    alike = [row for row in former if row.record.kind in _list_kinds_alike(candidate)]
    standing = [row for row in alike if not row.superseded_by or _is_since(row.record, candidate)]
    if any(_says_same(candidate, row) and not _is_adopted(candidate, row.record) for row in standing):
        return None
    if any(_is_restated(candidate, row.record, session) for row in standing):
        return None
    draft = _make_draft(candidate, source)
    draft.anchors = _choose_anchors(workspace, candidate, draft.anchors)
    lifted = find_lifted(workspace, candidate, session) or find_turned_down(workspace, candidate, session)
    draft.links = [link for link, _ in lifted] or _find_revised(candidate, former)
    if lifted and candidate.only_revises:
        draft.parts["why"] = "\n".join(f"No longer holds: {rule.title}" for _, rule in lifted)
    if candidate.only_revises and not draft.links:
        return None
    if any(link.relation == "supersedes" for link in draft.links):
        draft.tier = candidate.tier  # it stands in the place of what briefs had
    if model:
        draft.fields = {**draft.fields, "model": model}
    is_general = bool(lifted) and not any(one.origin.branch for _, one in lifted)
    origin = _make_origin(workspace, candidate, draft, session, agent, is_general=is_general)
    scope = "user" if candidate.kind == "rule" and "everywhere" in candidate.tags else ""
    created = f"{candidate.made[:19]}Z" if _TIME.match(candidate.made) else ""
    return remember(workspace, draft, scope=scope, origin=origin, made=created)


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
    kin = {*alike, *(_SETTLED if candidate.kind in _SETTLED else ())}
    replaced = " ".join(sorted({word for words in _list_named(candidate) for word in words}))
    rows: dict[str, Row] = {}
    for text, kinds in ((candidate.text, kin), (replaced, {*kin, *_SETTLED})):
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


def _says_same(candidate: Candidate, row: "Row") -> bool:
    """Whether a record says everything that the candidate says."""
    text, record = candidate.text, row.record
    return (
        is_contained(text, record.title)
        and is_negated(text) == is_negated(record.title)
        and not has_other_value(text, record.title)
    )


def _is_restated(candidate: Candidate, record: Record, session: str) -> bool:
    """Whether an agent's words on a decision repeat what it recorded of it on purpose in the same session."""
    is_stated = record.kind == candidate.kind == "decision" and record.origin.how == "stated"
    is_own = bool(session) and record.origin.session == session and candidate.role == "assistant"
    return is_stated and is_own and record.status != RETRACTED and restates(candidate.text, record.title, nearly=True)


def _is_adopted(candidate: Candidate, record: Record) -> bool:
    """Whether the person lays down what an agent gave as a rule on its own account."""
    return candidate.kind == record.kind == "rule" and candidate.role == "user" and record.origin.how in AGENTS_CHANNELS


def _is_since(record: Record, candidate: Candidate) -> bool:
    """Whether a record's words are as late as a candidate's, so that what replaced it replaces the candidate too."""
    return bool(candidate.made) and record.made[:19] >= candidate.made[:19]


def _find_revised(candidate: Candidate, former: "list[Row]") -> list[Link]:
    """The link to the newest record that the candidate revises or contradicts."""
    current = (row.record for row in former if not row.superseded_by and row.record.status != RETRACTED)
    revised = [one for one in current if not _is_beside(candidate, one) and _is_revised(candidate, one)]
    if not revised:
        return []
    newest = max(revised, key=lambda record: (record.made, record.id))
    is_later = bool(candidate.made) and newest.made[:19] > candidate.made[:19]  # sessions are taken in in any order
    is_first = not is_later or _is_adopted(candidate, newest)
    replaces = is_first and (_may_replace(candidate, newest.origin.how) or _takes_back(candidate, newest))
    return [Link("supersedes" if replaces else "contradicts", newest.id)]


def _takes_back(candidate: Candidate, record: Record) -> bool:
    """Whether the person names a decision of an agent as replaced, however the agent recorded it."""
    is_agents = record.kind == "decision" and record.origin.how in AGENTS_CHANNELS
    return is_agents and candidate.role == "user" and _is_named(candidate, record.title)


def _is_beside(candidate: Candidate, record: Record) -> bool:
    """Whether a record comes from the same message. Two items of one list do not revise each other."""
    source = record.origin.source
    is_line = not source or source.endswith(f":{candidate.line}")
    return is_line and bool(candidate.made) and record.made[:19] == candidate.made[:19]


def _is_revised(candidate: Candidate, record: Record) -> bool:
    """Whether a candidate names a record as replaced, says the opposite, or gives the same thing another value."""
    text, former = candidate.text, record.title
    if record.kind in (candidate.kind, *_SETTLED) and _is_named(candidate, former):
        return True
    is_kin = record.kind == candidate.kind or {record.kind, candidate.kind} <= {*_SETTLED}
    is_from_talk = candidate.role == "user" or record.origin.how == "inferred"
    if not is_from_talk or candidate.only_revises:
        return False  # what an agent reports of its work takes back nothing that the person said
    if {record.kind, candidate.kind} <= _STATED and _overturns(candidate, record):
        return True
    if not is_kin:
        return False
    if record.kind == candidate.kind == "rule" and (
        _excludes(text, former) or (_is_adopted(candidate, record) and is_contained(former, text))
    ):
        return True
    has_other = has_other_value(text, former) or _gives_other_figure(candidate, former)
    if has_other and not _names_other_number(candidate, former):
        return True
    differs = candidate.revises or is_negated(text) != is_negated(former)
    return (differs and is_same_topic(text, former)) or _says_again(candidate, record)


def _excludes(text: str, former: str) -> bool:
    """Whether two rules cannot both hold: they want another language, opposite ways, or one refuses the other's."""
    return has_other_language(text, former) or wants_opposite(text, former) or names_refused(text, former)


def _overturns(candidate: Candidate, record: Record) -> bool:
    """Whether the words of a candidate overturn what a record says, as they do in a brief."""
    is_person = record.origin.how != "inferred"
    former = Spoken("", split_sentences(record.title), is_person=is_person)
    later = Spoken("later", split_sentences(candidate.quote), is_person=candidate.role == "user")
    is_brief = len(content_words(record.title)) <= _ONE_THING  # a longer title says more than its figure
    return any(one.row == 0 and (is_brief or one.figure is None) for one in find_overturns([former, later]))


def _says_again(candidate: Candidate, record: Record) -> bool:
    """Whether the person repeats an earlier statement in other words. The last wording holds."""
    if candidate.role != "user" or record.origin.how != "observed":
        return False
    one, other = word_stems(candidate.text), word_stems(record.title)
    named, named_before = ({*_FILE.findall(text)} for text in (candidate.text, record.title))
    if named and named_before and named.isdisjoint(named_before):
        return False  # the same of another file
    shared = len(one & other)
    return shared >= _MIN_AGAIN and shared >= _AGAIN * max(len(one), len(other))


def _list_named(candidate: Candidate) -> list[frozenset[str]]:
    """The words of each thing that a candidate says is replaced or withdrawn."""
    if candidate.role != "user" and candidate.kind != "attempt":
        return []  # an agent's `X instead of Y` tells of an edit
    alternatives = candidate.parts.get("alternatives", ()) if candidate.revises else ()
    named = [content_words(one) for one in ([alternatives] if isinstance(alternatives, str) else alternatives)]
    return [*find_replaced(candidate.quote), *find_withdrawn(candidate.quote), *filter(None, named)]


def _is_named(candidate: Candidate, former: str) -> bool:
    """Whether a candidate names what an earlier title says as replaced or withdrawn.

    One word alone may mean anything: a replacement shares another with the title, and a withdrawn title is short.
    """
    own = [*find_replaced(former), *find_withdrawn(former)]  # it says the same
    mentions = _list_named(candidate)
    sure = [one for one in mentions if len(one) > 1 and one not in own]
    words = content_words(former)
    if len(words) <= _BRIEF:
        sure += [one for one in find_withdrawn(candidate.quote) if len(one) == 1 and one in mentions and one not in own]
    if len(content_words(candidate.text) & words) > 1:
        sure += [one for one in mentions if len(one) == 1 and one not in own]
    sure += [one for one in mentions if is_option(one) and one not in own and content_words(candidate.text) & words]
    return names_replaced(sure, former)


def _gives_other_figure(candidate: Candidate, former: str) -> bool:
    """Whether the person gives another figure for what an earlier title counts."""
    if candidate.role != "user":
        return False
    texts = (candidate.text, *filter(None, [candidate.why]))
    counted = {figure.dimension for text in texts for figure, _ in read_figures(text)} & _MEASURED
    revisions = find_revisions([Uttered(0, True, (former,)), Uttered(1, True, texts)]) if counted else []
    if any(one.old.dimension in counted for one in revisions):
        return True
    if not candidate.revises:
        return False
    new = [figure for figure, _ in read_figures(candidate.text)]
    units = {figure.unit: {one.value for one in new if one.unit == figure.unit} for figure in new if figure.unit}
    old = [figure for figure, _ in read_figures(former) if figure.unit]
    return any(figure.unit in units and units[figure.unit] != {figure.value} for figure in old)


def _names_other_number(candidate: Candidate, former: str) -> bool:
    """Whether a candidate says which number it replaces, and an earlier title has another one: `60 instead of 100`."""
    numbers = [one for one in candidate.parts.get("alternatives", ()) if one.isdigit()]
    return bool(numbers) and not any(one.strip(".,;:") in numbers for one in former.split())


def _may_replace(candidate: Candidate, how: str) -> bool:
    """Whether a candidate may replace a record. A record never yields to a weaker channel.

    A rule belongs to the person: their words replace what an agent recorded of it.
    """
    weakest = "inferred"
    if candidate.role == "user":
        weakest = "stated" if candidate.kind == "rule" else "observed"
    return how in CHANNELS and CHANNELS.index(how) >= CHANNELS.index(weakest)


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
    elif candidate.branch and candidate.branch != origin.branch:
        changes |= {"branch": candidate.branch, "commit": ""}
    return msgspec.structs.replace(origin, **changes)
