"""A reason behind a place in the code: a commit or a record, and in words what ties it there."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from backstory.memory.evidence import WEIGHTS, Evidence, parse_utc, weigh_evidence

if TYPE_CHECKING:
    from backstory.git.blame import Touch
    from backstory.git.merges import Landing
    from backstory.index.read import Row
    from backstory.memory.location import CodeLocation

ROLES: Final = {
    "last": 5.0, "deleted": 5.0, "renamed": 5.0, "before": 3.0, "created": 3.0, "touched": 2.5, "layout": 2.0,
    "moved": 2.0,
}  # fmt: skip
"""How strongly a commit explains a place, by what it did there."""


class Merge(msgspec.Struct, frozen=True, omit_defaults=True):
    """The merge or pull request that brought a commit in."""

    number: str = ""
    """Of the request, as the message has it: `#12`, `!12`."""
    title: str = ""
    branch: str = ""
    id: str = ""
    """Of the merge commit; empty where the commit itself is what was merged (squash)."""
    made: str = ""
    body: str = ""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record or a commit that explains the place. `evidence` says in words what ties it there."""

    made: str
    kind: str
    """`commit`, or the record's kind."""
    ref: str
    """For people: the short id."""
    title: str
    text: str
    evidence: tuple[str, ...]
    weight: float
    author: str = ""
    agent: str = ""
    branch: str = ""
    state: str = ""
    """`superseded`, `retracted` or `untrusted`, where the record does not hold any more."""
    id: str = ""
    ties: tuple[str, ...] = ()
    """The kinds of evidence: of a commit what it did (`last layout moved before created touched deleted renamed`), of a
    record keys of `WEIGHTS`."""
    merge: Merge | None = None
    issues: tuple[str, ...] = ()
    session: str = ""
    was: str = ""
    """What the line was before this commit."""
    lines: int = 0
    """How many of the lines asked for the commit last changed."""


def reason_from_commit(touch: "Touch", landing: "Landing | None", spot: "CodeLocation", place: int) -> Reason:
    """A commit, the `place`-th that git names."""
    from backstory.git.blame import issues_in
    from backstory.git.formatting import says_looks_only

    evidence = [_did(touch, spot)]
    if touch.path and touch.role != "renamed":
        evidence.append(f"when the code was in `{touch.path}`")
    merge = None
    if landing:
        evidence += _fate(landing)
        if landing.merge or landing.number:
            by = landing.merge
            merge = Merge(landing.number, landing.title, landing.branch, by.id if by else "",
                          parse_utc(by.made) if by else "", by.body if by else "")  # fmt: skip
    role = "layout" if touch.role == "touched" and says_looks_only(touch.subject) else touch.role
    weight = ROLES[role] + (touch.lines / spot.lines if spot.lines else 0) - min(place, 10) * 0.05
    texts = (touch.subject, touch.body, landing.title if landing else "")
    issues = tuple(i for i in issues_in(texts) if not landing or i != landing.number)
    return Reason(
        parse_utc(touch.made), "commit", touch.id[:10], touch.subject, touch.body, tuple(evidence), round(weight, 2),
        author=touch.author, branch=landing.branch if landing else "", id=touch.id, ties=(touch.role,), merge=merge,
        issues=issues, was=touch.was if spot.lines == 1 else "", lines=touch.lines,
    )  # fmt: skip


def _did(touch: "Touch", spot: "CodeLocation") -> str:
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


def _fate(landing: "Landing") -> list[str]:
    out: list[str] = []
    if landing.undoes:
        out.append(f"takes back {landing.undoes.id[:10]} “{landing.undoes.subject}”")
    if landing.picked:
        out.append(f"was copied from {landing.picked[:10]}")
    if landing.undone:
        undone = f"was taken back by {landing.undone.id[:10]} ({landing.undone.made[:10]})"
        if landing.redone:
            undone += f", which was taken back by {landing.redone.id[:10]}"
        out.append(undone)
    return out


def reason_from_record(row: "Row", found: "Sequence[Evidence]") -> Reason:
    """A record, by what ties it to the place."""
    r = row.record
    state = "retracted" if r.status == "retracted" else "superseded" if row.superseded_by else ""
    state = ", ".join(word for word in (state, "untrusted" if row.foreign else "") if word)
    lead = next((v for v in r.parts.values() if isinstance(v, str)), "")
    strongest = sorted(found, key=lambda t: -WEIGHTS[t.kind])
    return Reason(
        r.made, r.kind, r.short, r.title, lead, tuple(t.words for t in strongest), round(weigh_evidence(found), 2),
        r.origin.author, r.origin.agent, r.origin.branch, state, r.id, tuple(dict.fromkeys(t.kind for t in strongest)),
        session=r.origin.session,
    )  # fmt: skip
