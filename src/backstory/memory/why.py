"""`why`: from a place in the code to the reasons behind it, each with the evidence that ties it to that place."""

import os
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from backstory.model.errors import Invalid, NotFound
from backstory.model.record import Record
from backstory.model.text import one_line

if TYPE_CHECKING:
    from backstory.capture.blame import Touch
    from backstory.index.read import Row
    from backstory.memory.core import Memory

WEIGHTS = {
    "symbol": 5.0,
    "anchor": 4.0,
    "folder": 2.0,
    "commit": 3.0,
    "after": 2.5,
    "listed": 1.5,
    "issue": 1.5,
    "names": 1.0,
}
"""How strongly each kind of evidence ties a record to the place."""


class Spot(NamedTuple):
    """A place in the code. `first` and `last` are lines from 1; 0 for the whole file."""

    path: str
    symbol: str = ""
    first: int = 0
    last: int = 0

    def __str__(self) -> str:
        if self.symbol:
            return f"{self.path}#{self.symbol}"
        if not self.first:
            return self.path
        return f"{self.path}:{self.first}" + (f"-{self.last}" if self.last > self.first else "")


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A record or a commit that explains the place. `evidence` says in words what ties it there."""

    made: str
    kind: str
    ref: str
    title: str
    text: str
    evidence: tuple[str, ...]
    weight: float
    author: str = ""
    agent: str = ""
    branch: str = ""
    state: str = ""
    """`superseded` or `retracted`, where the record does not hold any more."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    spot: str
    reasons: tuple[Reason, ...]
    line: str = ""
    """The line itself, when the question named one."""
    uncommitted: bool = False
    """Whether some of the lines are not committed yet."""


def why(m: "Memory", target: str, *, limit: int = 20) -> Answer:
    """Explains `PATH`, `PATH:LINE`, `PATH:FIRST-LAST` or `PATH#SYMBOL`. Raises `NotFound`, `Invalid`."""
    from backstory.capture.blame import issues_in, of_file, of_lines

    spot, line = _spot(m, target)
    inside = m.git.prefix + spot.path
    touches: list[Touch] = []
    if m.project.git_dir:
        touches = of_lines(m.git, spot.path, spot.first, spot.last) if spot.first else of_file(m.git, spot.path)
    asked = (spot.last - spot.first + 1) if spot.first else 0
    reasons = [_of_commit(t, asked) for t in touches]
    issues = set(issues_in(f"{t.subject}\n{t.body}" for t in touches))
    for row in m.fresh().rows(include_retracted=True):
        reason = _of_record(row, spot, inside, touches, issues)
        if reason is not None:
            reasons.append(reason)
    reasons.sort(key=lambda r: (r.made, r.weight), reverse=True)
    if len(reasons) > limit:
        best = {id(r) for r in sorted(reasons, key=lambda r: -r.weight)[:limit]}
        reasons = [r for r in reasons if id(r) in best]
    covered = sum(t.lines for t in touches)
    return Answer(str(spot), tuple(reasons), line, bool(asked) and covered < asked)


def _spot(m: "Memory", target: str) -> tuple[Spot, str]:
    from backstory.capture.anchors import relative_path

    name, symbol, first, last = target, "", 0, 0
    if not os.path.exists(os.path.join(m.project.root, target)) and not os.path.exists(target):
        head, colon, tail = target.rpartition(":")
        start, _, end = tail.partition("-")
        if colon and start.isdigit() and (end.isdigit() or not end):
            name, first, last = head, int(start), int(end or start)
        elif "#" in target:
            name, _, symbol = target.partition("#")
    path = relative_path(m.project.root, name)
    full = os.path.join(m.project.root, path)
    if not os.path.exists(full):
        raise NotFound(
            f"no file `{name}` here", hint="name it relative to where you stand: `backstory why src/app.py:12`"
        )
    if not (first or symbol):
        return Spot(path), ""
    with open(full, encoding="utf-8", errors="replace") as handle:
        text = handle.read(8 << 20)
    lines = text.splitlines()
    if symbol:
        found = _lines_of(path, text, symbol)
        if found is None:
            raise NotFound(f"no `{symbol}` in `{path}`", hint=f"`backstory why {path}` explains the file")
        return Spot(path, symbol, *found), ""
    if not 1 <= first <= len(lines) or last < first:
        raise Invalid(
            f"`{path}` has {len(lines)} lines", hint=f"`backstory why {path}:{max(1, min(first, len(lines)))}`"
        )
    return Spot(path, "", first, min(last, len(lines))), lines[first - 1].strip() if first == last else ""


def _lines_of(path: str, text: str, symbol: str) -> tuple[int, int] | None:
    from backstory.capture.anchors import find_symbol

    own = find_symbol(path, text, symbol)
    if not own:
        return None
    at = text.find(own)
    if at < 0:
        return None
    first = text.count("\n", 0, at) + 1
    return first, first + own.rstrip("\n").count("\n")


def _of_commit(touch: "Touch", asked: int) -> Reason:
    if asked:
        evidence = [f"last changed {touch.lines} of the {asked} lines" if asked > 1 else "last changed this line"]
    else:
        evidence = ["touched this file"]
    if touch.path:
        evidence.append(f"when it was {touch.path}")
    weight = WEIGHTS["commit"] + (1 if asked else 0)
    made, ref = _utc(touch.made), touch.id[:10]
    return Reason(made, "commit", ref, touch.subject, touch.body, tuple(evidence), weight, author=touch.author)


def _of_record(row: "Row", spot: Spot, inside: str, touches: "list[Touch]", issues: set[str]) -> Reason | None:
    r: Record = row.record
    evidence: list[str] = []
    weight = 0.0
    for anchor in r.anchors:
        if anchor.path == spot.path and spot.symbol and anchor.symbol == spot.symbol:
            evidence.append(f"is about `{anchor.target}`")
            weight += WEIGHTS["symbol"]
        elif anchor.path == spot.path or (anchor.is_glob and _globbed(spot.path, anchor.path)):
            evidence.append(f"is about `{anchor.target}`")
            weight += WEIGHTS["anchor"]
        elif spot.path.startswith(anchor.path.rstrip("/") + "/"):
            evidence.append(f"is about the folder `{anchor.path}`")
            weight += WEIGHTS["folder"]
    made_at = r.origin.commit
    for touch in touches if made_at else ():
        if touch.id.startswith(made_at):
            evidence.append(f"was made at commit {touch.id[:10]}")
            weight += WEIGHTS["commit"]
        elif any(p.startswith(made_at) for p in touch.parents) and r.made <= _utc(touch.made):
            evidence.append(f"was made while commit {touch.id[:10]} was written")
            weight += WEIGHTS["after"]
    text = f"{r.title}\n{r.body}"
    if any(f" {spot.path}" in line or f" {inside}" in line for line in _changes(r)):
        evidence.append("lists this file among its changes")
        weight += WEIGHTS["listed"]
    elif spot.path in text:
        evidence.append("names this file")
        weight += WEIGHTS["names"]
    if spot.symbol and len(spot.symbol) > 3 and spot.symbol.rpartition(".")[2] in text:
        evidence.append(f"names `{spot.symbol}`")
        weight += WEIGHTS["names"]
    shared = [i for i in issues if i in text]
    if shared:
        evidence.append(f"names {', '.join(shared[:3])}, as the commit does")
        weight += WEIGHTS["issue"]
    if not evidence:
        return None
    state = "retracted" if r.status == "retracted" else "superseded" if row.superseded_by else ""
    lead = next((v for v in r.parts.values() if isinstance(v, str)), "")
    proofs = tuple(dict.fromkeys(evidence))
    return Reason(
        r.made, r.kind, r.short, r.title, lead, proofs, weight, r.origin.author, r.origin.agent, r.origin.branch, state
    )


def _changes(record: Record) -> list[str]:
    value = record.parts.get("changes")
    return [f" {one_line(v)}" for v in value] if isinstance(value, list) else []


def _globbed(path: str, pattern: str) -> bool:
    from fnmatch import fnmatchcase

    return fnmatchcase(path, pattern)


def _utc(iso: str) -> str:
    """A time with an offset, as git prints it, in UTC."""
    from datetime import UTC, datetime

    try:
        return datetime.fromisoformat(iso).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return iso
