"""The rules that a person lifts: a record of it supersedes them, or contradicts them where it is not certain."""

import os
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from backstory.agents.turns import Turn
from backstory.capture.text.candidate import Candidate
from backstory.memory.intake.partly_lifted import find_rest
from backstory.memory.intake.withdrawing_reports import list_reports
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.verbs.remember import remember
from backstory.model.kinds import RETRACTED
from backstory.model.record import Draft, Link, Record
from backstory.patterns.holds import ends_hold, may_end_hold, read_hold
from backstory.patterns.joint_liftings import read_liftings
from backstory.patterns.lifting_match import SURE, UNSURE, measure_lifting
from backstory.patterns.liftings import RULE, Lifting
from backstory.patterns.rule_revisions import REPLACES, may_revise, names_own, read_revision

if TYPE_CHECKING:
    from backstory.index.read import Row

_KINDS: Final = ("rule", "preference")
_REVISED: Final = (*_KINDS, "decision")
"""Kinds of what a person lays down that a later sentence revises."""
_YIELDS: Final = ("stated", "observed", "inferred", "imported")
"""Channels of rules that a person's words lift. What a person typed as a rule is only contradicted."""
_MOST: Final = 3
"""Rules that one sentence lifts. What is about more of them is about none."""


class Lifted(NamedTuple):
    """A rule that a person lifts."""

    link: Link
    record: Record
    rest: str = ""
    """The parts of the rule that still hold, where it has several and is lifted for sure. A rule of its own keeps them
    in the place of the whole; what lifts the other part supersedes nothing."""


def find_lifted(workspace: Catalog, candidate: Candidate, session: str) -> list[Lifted]:
    """The rules that a candidate lifts, with the link to each, the newest first."""
    if candidate.role != "user":
        return []
    liftings = read_liftings(candidate.quote, candidate.before)
    may_end = may_end_hold(candidate.quote)
    may_change = may_revise(candidate.quote)
    if not (liftings or may_end or may_change):
        return []
    standing = [one for one in _list_standing(workspace) if not _is_later(one, candidate)]
    rules = [one for one in standing if one.kind in _KINDS]
    lifted: dict[str, Lifted] = {}
    for lifting in liftings:
        measured = [(measure_lifting(lifting, one.title), one) for one in rules]
        about = _choose(lifting, [(value, one) for value, one in measured if value], session)
        for value, one in about:
            rest = find_rest(one.title, partial(_is_lifted, lifting))
            lifted.setdefault(one.id, make_lifted(value, one, rest))
    for one in _find_ended(candidate.quote, rules) if may_end else ():
        rest = find_rest(one.title, partial(_is_ended, candidate.quote))
        lifted[one.id] = make_lifted(SURE, one, rest)
    for one in _find_revised(candidate.quote, candidate.before, standing) if may_change else ():
        rest = find_rest(one.title, partial(_is_revised, candidate.quote, candidate.before))
        if one.id not in lifted or lifted[one.id].link.relation != "supersedes":
            lifted[one.id] = make_lifted(SURE, one, rest)
    return list(lifted.values())


def describe_lifted(lifted: Lifted) -> str:
    """What the record of a lifting says of a rule: `No longer holds: ...`, and what is left of it."""
    text = f"No longer holds: {lifted.record.title}"
    return f"{text}\nStill holds: {lifted.rest}" if lifted.rest else text


def keep_rest(workspace: Catalog, lifted: Lifted, made: str) -> None:
    """Keeps what is left of a rule as a rule in its place, said by the same person in the same session."""
    old, rest = lifted.record, lifted.rest
    if not rest:
        return
    quote = rest if rest in old.origin.quote else old.origin.quote
    draft = Draft(
        kind=old.kind,
        title=rest,
        tier=old.tier,
        tags=list(old.tags),
        anchors=[anchor for anchor in old.anchors if os.path.basename(anchor.path) in rest],
        links=[Link("supersedes", old.id)],
        source=old.origin.source,
        quote=quote,
    )
    origin = msgspec.structs.replace(old.origin, quote=quote)
    remember(workspace, draft, scope=old.scope, origin=origin, made=made, dedupe=False)


def find_hold_ends(workspace: Catalog, turns: Iterable[Turn]) -> list[Candidate]:
    """What a person says that ends a ban for the time being which the memory holds: `Sean merged, api.py is free`."""
    reports = list_reports(turns, may_end_hold)
    rules = _list_rules(workspace) if reports else []
    return [one for one in reports if _find_ended(one.quote, rules)]


def find_rule_revisions(workspace: Catalog, turns: Iterable[Turn]) -> list[Candidate]:
    """What a person says in other words than those of a rule that takes the place of a rule in the memory: `nobody
    minds prints in the scripts any more`."""
    reports = list_reports(turns, may_revise)
    standing = _list_standing(workspace) if reports else []
    return [
        one._replace(kind="rule", text=_tell_whole(one))
        for one in reports
        if _find_revised(one.quote, one.before, standing)
    ]


def _tell_whole(candidate: Candidate) -> str:
    """The words of a sentence, behind those of the one before it where it only points at what that names."""
    if not candidate.before or names_own(candidate.quote):
        return candidate.text
    return f"{candidate.before.rstrip()} {candidate.text}"


def _find_revised(sentence: str, before: str, standing: list[Record]) -> list[Record]:
    """The records in whose place a sentence stands; none where it would stand for many."""
    revised = [one for one in standing if _is_in_place(read_revision(sentence, one.title, before), one)]
    return revised if len(revised) <= _MOST else []


def _is_in_place(revision: str, record: Record) -> bool:
    """Whether a revision is of a record as a whole. Which figures of a decision are others, its values tell."""
    has_figure = any(char.isdigit() for char in record.title)
    return bool(revision) and (record.kind in _KINDS or revision != REPLACES or not has_figure)


def _is_revised(sentence: str, before: str, rule: str) -> bool:
    return bool(read_revision(sentence, rule, before))


def _list_standing(workspace: Catalog) -> list[Record]:
    """The rules, and what else a person laid down."""
    rows = workspace.fresh_records().rows(kinds=_REVISED, include_superseded=False)
    held = [row.record for row in rows if _holds(row)]
    return [one for one in held if one.kind in _KINDS or one.origin.how == "observed"]


def _list_rules(workspace: Catalog) -> list[Record]:
    return [one for one in _list_standing(workspace) if one.kind in _KINDS]


def _find_ended(sentence: str, rules: list[Record]) -> list[Record]:
    """The bans for the time being that a sentence ends; none where it would end many."""
    ended = [one for one in rules if _is_ended(sentence, one.title, str(one.parts.get("why", "")))]
    return ended if len(ended) <= _MOST else []


def _is_ended(sentence: str, rule: str, why: str = "") -> bool:
    hold = read_hold(rule, why)
    return hold is not None and ends_hold(hold, sentence)


def _is_lifted(lifting: Lifting, rule: str) -> bool:
    return measure_lifting(lifting, rule) >= SURE


def _holds(row: "Row") -> bool:
    return row.record.status != RETRACTED and not row.foreign and not row.superseded_by


def _is_later(record: Record, candidate: Candidate) -> bool:
    """Whether a rule was given with the candidate or after it."""
    is_same = record.origin.source.endswith(f":{candidate.line}") and candidate.line > 0
    return bool(candidate.made) and (
        record.made[:19] > candidate.made[:19] or (is_same and record.made[:19] == candidate.made[:19])
    )


def _choose(lifting: Lifting, about: list[tuple[float, Record]], session: str) -> list[tuple[float, Record]]:
    """The rules that are lifted. `you can touch it again` points at the only rule, else perhaps at the newest one."""
    if not lifting.points:
        return about if len(about) <= _MOST else []
    near = [pair for pair in about if session and pair[1].origin.session == session]
    near = near or ([] if lifting.form == RULE else about)
    if not near:
        return []
    newest = max(near, key=lambda pair: (pair[1].made, pair[1].id))
    return [newest if len(near) == 1 else (UNSURE, newest[1])]


def make_lifted(value: float, record: Record, rest: str = "") -> Lifted:
    """A record that a person lifts, surely or perhaps, with the link that says so."""
    relation = _name_relation(value, record)
    if rest and relation == "supersedes":
        return Lifted(Link("relates_to", record.id), record, rest)
    return Lifted(Link(relation, record.id), record)


def _name_relation(value: float, record: Record) -> str:
    return "supersedes" if value >= SURE and record.origin.how in _YIELDS else "contradicts"
