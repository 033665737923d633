"""A reason behind a place in the code: a commit or a record, with its evidence in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.git.blame import find_issues
from backstory.git.formatting import says_formatting_only
from backstory.memory.catalog import describe_state
from backstory.memory.evidence import WEIGHTS, Evidence, parse_utc, weigh_evidence

if TYPE_CHECKING:
    from backstory.git.blame import BlamedCommit
    from backstory.git.merges import MergeInfo
    from backstory.index.read import Row
    from backstory.memory.location import CodeLocation

ROLES: Final = {
    "last": 5.0, "deleted": 5.0, "renamed": 5.0, "before": 3.0, "created": 3.0, "touched": 2.5, "layout": 2.0,
    "moved": 2.0,
}  # fmt: skip
"""How strongly a commit explains a place, by what it did there."""
MAX_AGE_RANK: Final = 10
"""Commits in order of age over which the weight falls."""


class Merge(msgspec.Struct, frozen=True, omit_defaults=True):
    """The merge or pull request that brought a commit in."""

    number: str = ""
    """The number of the request as the message has it: `#12`, `!12`."""
    title: str = ""
    branch: str = ""
    id: str = ""
    """The merge commit; empty if the commit itself is the result of a squash."""
    made: str = ""
    body: str = ""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record or a commit that explains the place. `evidence` says in words why."""

    made: str
    kind: str
    """`commit`, or the record's kind."""
    ref: str
    """The short id, for people."""
    title: str
    text: str
    evidence: tuple[str, ...]
    weight: float
    author: str = ""
    agent: str = ""
    branch: str = ""
    state: str = ""
    """`superseded`, `retracted` or `untrusted`, if the record does not hold any more."""
    id: str = ""
    ties: tuple[str, ...] = ()
    """The kinds of evidence. For a commit it is what it did: `last layout moved before created touched deleted
    renamed`. For a record they are keys of `WEIGHTS`."""
    merge: Merge | None = None
    issues: tuple[str, ...] = ()
    session: str = ""
    was: str = ""
    """The line before this commit."""
    lines: int = 0
    """Number of the named lines that this commit was the last to change."""


def reason_from_commit(touch: "BlamedCommit", landing: "MergeInfo | None", spot: "CodeLocation", place: int) -> Reason:
    """Makes a reason of a commit. `place` is its position in git's answer, which lowers the weight."""
    evidence = [_describe_change(touch, spot)]
    if touch.path and touch.role != "renamed":
        evidence.append(f"when the code was in `{touch.path}`")
    if landing:
        evidence += _describe_reverts(landing)
    merge = _merge_of(landing) if landing else None
    role = "layout" if touch.role == "touched" and says_formatting_only(touch.subject) else touch.role
    weight = ROLES[role] + (touch.lines / spot.lines if spot.lines else 0) - min(place, MAX_AGE_RANK) * 0.05
    texts = (touch.subject, touch.body, landing.title if landing else "")
    issues = tuple(issue for issue in find_issues(texts) if not landing or issue != landing.number)
    return Reason(
        parse_utc(touch.made), "commit", touch.id[:10], touch.subject, touch.body, tuple(evidence), round(weight, 2),
        author=touch.author, branch=landing.branch if landing else "", id=touch.id, ties=(touch.role,), merge=merge,
        issues=issues, was=touch.was if spot.lines == 1 else "", lines=touch.lines,
    )  # fmt: skip


def _merge_of(landing: "MergeInfo") -> Merge | None:
    merged_by = landing.merge
    if merged_by:
        made = parse_utc(merged_by.made)
        return Merge(landing.number, landing.title, landing.branch, merged_by.id, made, merged_by.body)
    return Merge(landing.number, landing.title, landing.branch) if landing.number else None


def _describe_change(touch: "BlamedCommit", spot: "CodeLocation") -> str:
    """Says what the commit did to the place."""
    what = "this line" if spot.lines == 1 else f"{touch.lines} of the {spot.lines} lines"
    if touch.role == "last":
        return f"last changed {what}" if touch.was else f"brought {what}"
    if touch.role == "moved":
        within = touch.source in (touch.path, "" if touch.path else spot.path)
        return f"only moved {what}" + (" within the file" if within else f" here, from `{touch.source}`")
    if touch.role == "layout":
        return f"only laid out {what} anew"
    if touch.role == "before":
        return "had changed it before that"
    if touch.role == "touched":
        return (
            f"changed `{spot.symbol}` earlier" if spot.symbol else f"touched this {'folder' if spot.folder else 'file'}"
        )
    return {"created": "created this file", "deleted": "deleted it", "renamed": "renamed it"}[touch.role]


def _describe_reverts(landing: "MergeInfo") -> list[str]:
    """Says what the commit reverts or copies, and whether it was reverted itself."""
    phrases: list[str] = []
    if landing.undoes:
        phrases.append(f"takes back {landing.undoes.id[:10]} “{landing.undoes.subject}”")
    if landing.picked:
        phrases.append(f"was copied from {landing.picked[:10]}")
    if landing.undone:
        phrase = f"was taken back by {landing.undone.id[:10]} ({landing.undone.made[:10]})"
        if landing.redone:
            phrase += f", which was taken back by {landing.redone.id[:10]}"
        phrases.append(phrase)
    return phrases


def reason_from_record(row: "Row", evidence: "Sequence[Evidence]") -> Reason:
    """Makes a reason of a record and its evidence."""
    r = row.record
    lead = next((value for value in r.parts.values() if isinstance(value, str)), "")
    strongest = sorted(evidence, key=lambda one: -WEIGHTS[one.kind])
    kinds = tuple(dict.fromkeys(one.kind for one in strongest))
    return Reason(
        r.made, r.kind, r.short, r.title, lead, tuple(one.words for one in strongest),
        round(weigh_evidence(evidence), 2), r.origin.author, r.origin.agent, r.origin.branch, describe_state(row),
        r.id, kinds, session=r.origin.session,
    )  # fmt: skip
