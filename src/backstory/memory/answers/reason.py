"""A reason behind a place in the code: a commit or a record, with its evidence in words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.git.formatting import says_formatting_only
from backstory.git.issues import find_issues
from backstory.memory.answers.evidence import WEIGHTS, Evidence, parse_utc, weigh_evidence
from backstory.memory.kernel.catalog import describe_state

if TYPE_CHECKING:
    from backstory.git.blame import BlamedCommit
    from backstory.git.merges import MergeInfo
    from backstory.index.read import Row
    from backstory.memory.kernel.location import CodeLocation

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


def reason_from_commit(
    touch: "BlamedCommit", merge_info: "MergeInfo | None", spot: "CodeLocation", place: int
) -> Reason:
    """Makes a reason of a commit. `place` is its position in git's answer, which lowers the weight."""
    evidence = [_describe_change(touch, spot)]
    if touch.path and touch.role != "renamed":
        evidence.append(f"when the code was in `{touch.path}`")
    reason = Reason(
        parse_utc(touch.made), "commit", touch.id[:10], touch.subject, touch.body, tuple(evidence),
        _weigh_commit(touch, spot, place), author=touch.author, id=touch.id, ties=(touch.role,),
        issues=tuple(find_issues((touch.subject, touch.body, ""))), was=touch.was if spot.lines == 1 else "",
        lines=touch.lines,
    )  # fmt: skip
    return _add_merge(reason, merge_info) if merge_info else reason


def _weigh_commit(touch: "BlamedCommit", spot: "CodeLocation", place: int) -> float:
    role = "layout" if touch.role == "touched" and says_formatting_only(touch.subject) else touch.role
    share = touch.lines / spot.lines if spot.lines else 0
    if role == "renamed" and spot.there:
        role = "created"  # what became of a file that is gone weighs more than how one got its name
    return round(ROLES[role] + share - min(place, MAX_AGE_RANK) * 0.05, 2)


def _add_merge(reason: Reason, merge_info: "MergeInfo") -> Reason:
    """Adds what is known of how the commit came to the trunk."""
    issues = find_issues((reason.title, reason.text, merge_info.title))
    return msgspec.structs.replace(
        reason,
        evidence=(*reason.evidence, *_describe_reverts(merge_info)),
        branch=merge_info.branch,
        merge=_merge_of(merge_info),
        issues=tuple(issue for issue in issues if issue != merge_info.number),
    )


def _merge_of(merge_info: "MergeInfo") -> Merge | None:
    merged_by = merge_info.merge
    if merged_by:
        stamp = parse_utc(merged_by.made)
        return Merge(merge_info.number, merge_info.title, merge_info.branch, merged_by.id, stamp, merged_by.body)
    return Merge(merge_info.number, merge_info.title, merge_info.branch) if merge_info.number else None


_CHANGES = {
    "before": "had changed it before that",
    "created": "created this file",
    "deleted": "deleted it",
    "renamed": "renamed it",
}
"""What a commit did, where that says it all."""


def _describe_change(touch: "BlamedCommit", spot: "CodeLocation") -> str:
    """Says what the commit did to the place."""
    what = "this line" if spot.lines == 1 else f"{touch.lines} of the {spot.lines} lines"
    match touch.role:
        case "last":
            return f"last changed {what}" if touch.was else f"brought {what}"
        case "moved":
            return f"only moved {what}{_describe_source(touch, spot)}"
        case "layout":
            return f"only laid out {what} anew"
        case "renamed" if touch.source:
            return f"renamed it, from `{touch.source}`"
        case "touched" if spot.symbol:
            return f"changed `{spot.symbol}` earlier"
        case "touched":
            return f"touched this {'folder' if spot.folder else 'file'}"
    return _CHANGES[touch.role]


def _describe_source(touch: "BlamedCommit", spot: "CodeLocation") -> str:
    within = touch.source in (touch.path, "" if touch.path else spot.path)
    return " within the file" if within else f" here, from `{touch.source}`"


def _describe_reverts(merge_info: "MergeInfo") -> list[str]:
    """Says what the commit reverts or copies, and whether it was reverted itself."""
    phrases: list[str] = []
    if merge_info.undoes:
        phrases.append(f"takes back {merge_info.undoes.id[:10]} “{merge_info.undoes.subject}”")
    if merge_info.picked:
        phrases.append(f"was copied from {merge_info.picked[:10]}")
    if merge_info.undone:
        phrase = f"was taken back by {merge_info.undone.id[:10]} ({merge_info.undone.made[:10]})"
        if merge_info.redone:
            phrase += f", which was taken back by {merge_info.redone.id[:10]}"
        phrases.append(phrase)
    return phrases


def reason_from_record(row: "Row", evidence: "Sequence[Evidence]") -> Reason:
    """Makes a reason of a record and its evidence."""
    record, origin = row.record, row.record.origin
    lead = next((value for value in record.parts.values() if isinstance(value, str)), "")
    strongest = sorted(evidence, key=lambda one: -WEIGHTS[one.kind])
    kinds = tuple(dict.fromkeys(one.kind for one in strongest))
    return Reason(
        record.made, record.kind, record.short, record.title, lead, tuple(one.words for one in strongest),
        round(weigh_evidence(evidence), 2), origin.author, origin.agent, origin.branch, describe_state(row),
        record.id, kinds, session=origin.session,
    )  # fmt: skip
