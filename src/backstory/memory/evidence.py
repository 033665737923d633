"""What ties a record to a place in the code: what it is about, when it was made, what it lists, names and shares."""

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from backstory.git.blame import Touch
    from backstory.git.merges import Landing
    from backstory.memory.location import CodeLocation
    from backstory.model.record import Anchor, Record

WEIGHTS: Final = {
    "symbol": 5.0,
    "line": 4.0,
    "file": 4.0,
    "within": 2.0,
    "elsewhere": 1.5,
    "glob": 3.0,
    "folder": 2.0,
    "source": 3.0,
    "writing": 3.0,
    "commit": 1.0,
    "branch": 2.0,
    "listed": 1.5,
    "issue": 1.5,
    "path": 1.0,
    "name": 1.0,
    "session": 1.0,
}
"""How strongly each kind of evidence ties a record to the place."""
SHORTEST: Final = 4
"""Letters of a symbol that count when a text has them."""
SOON: Final = 3600
"""Seconds after a commit in which what is remembered is taken to be about it."""
_ITEM: Final = re.compile(r"- (?:\w+(?: \(staged\))? )?(?P<path>.+)")
_SOURCE: Final = re.compile(r"(?P<path>.+?)(?::(?P<line>\d+))?")


class Evidence(NamedTuple):
    """One piece of evidence: its kind, a key of `WEIGHTS`, and in words."""

    kind: str
    words: str


class EvidenceContext(NamedTuple):
    """What is known of the place when records are held against it."""

    spot: "CodeLocation"
    names: tuple[str, ...] = ()
    """The path as seen from git's top level and from the root, and those that it had earlier."""
    touches: "tuple[Touch, ...]" = ()
    landings: "Mapping[str, Landing]" = MappingProxyType({})
    issues: Mapping[str, str] = MappingProxyType({})
    """Issue or pull request -> the commit that names it."""
    span: Callable[[str], tuple[int, int] | None] = lambda symbol: None
    """Where a symbol of the file is defined."""
    head: tuple[str, str] = ("", "")
    """Commit and branch that are checked out."""
    own: frozenset[str] = frozenset()
    """Commits of the branch that is checked out, when it is not the trunk."""
    uncommitted: bool = False
    moved: Mapping[str, str] = MappingProxyType({})
    """Record id -> the target that it was about, where the code is in this place now."""


def collect_evidence(record: "Record", ground: EvidenceContext) -> list[Evidence]:
    """All that ties a record to the place, strongest kinds first."""
    found = [t for anchor in record.anchors for t in _anchored(anchor, ground)]
    if record.id in ground.moved and not found:
        found.append(Evidence("symbol", f"is about `{ground.moved[record.id]}`, which moved here"))
    found += _sourced(record, ground)
    found += _made(record, ground, elsewhere=bool(record.anchors) and not found)
    found += _named(record, ground)
    return list(dict.fromkeys(found))


def weigh_evidence(found: Iterable[Evidence]) -> float:
    """The weight of some evidence; of each kind the first counts."""
    return sum(WEIGHTS[kind] for kind in {t.kind for t in found})


def _anchored(anchor: "Anchor", ground: EvidenceContext) -> list[Evidence]:
    from backstory.git.globs import matches

    spot, said = ground.spot, f"is about `{anchor.target}`"
    path = anchor.path.rstrip("/")
    if path in ground.names:
        earlier = f", as `{spot.path}` was called" if path != spot.path else ""
        if not anchor.symbol:
            return [Evidence("file", said + earlier)]
        if spot.symbol:
            return [_of_symbol(anchor.symbol, said + earlier, ground)]
        span = ground.span(anchor.symbol) if spot.first else None
        if span is None:
            return [Evidence("elsewhere" if spot.first else "file", said + earlier)]
        if span[0] <= spot.last and spot.first <= span[1]:
            return [Evidence("symbol", f"{said}, which these lines belong to" + earlier)]
        return [Evidence("elsewhere", f"{said}, elsewhere in this file" + earlier)]
    if anchor.is_glob and matches(anchor.path, spot.path):
        return [Evidence("glob", said)]
    if spot.path.startswith(path + "/") or path == ".":
        return [Evidence("folder", f"is about the folder `{anchor.path}`")]
    if spot.folder and (spot.path == "." or path.startswith(spot.path + "/")):
        return [Evidence("within", f"{said}, in this folder")]
    return []


def _of_symbol(symbol: str, said: str, ground: EvidenceContext) -> Evidence:
    """A record about a symbol of the file where a symbol was asked for: the same, an outer, an inner or another one."""
    asked = ground.spot.symbol
    if symbol == asked or symbol.endswith("." + asked) or asked.endswith("." + symbol):
        return Evidence("symbol", said)
    if asked.startswith(symbol + "."):
        return Evidence("line", f"{said}, which it belongs to")
    span, spot = ground.span(symbol), ground.spot
    if symbol.startswith(asked + ".") or (span and spot.first <= span[0] and span[1] <= spot.last):
        return Evidence("line", f"{said}, which is part of it")
    if span and span[0] <= spot.first and spot.last <= span[1]:
        return Evidence("line", f"{said}, which it belongs to")
    return Evidence("elsewhere", f"{said}, elsewhere in this file")


def _sourced(record: "Record", ground: EvidenceContext) -> list[Evidence]:
    match = _SOURCE.fullmatch(record.origin.source)
    if not match or match["path"] not in ground.names:
        return []
    return [Evidence("source", f"was taken from this file{', line ' + match['line'] if match['line'] else ''}")]


def _made(record: "Record", ground: EvidenceContext, *, elsewhere: bool) -> list[Evidence]:
    """Whether the record was made while a commit behind the place was written, or on the branch that brought it.

    For one that is about other code (`elsewhere`) it does not count that it was made soon after.
    """
    origin = record.origin
    if not origin.commit:
        return []
    soon: list[Evidence] = []
    for touch in ground.touches:
        landing = ground.landings.get(touch.id)
        branch = landing.branch if landing else ""
        if not any(c.startswith(origin.commit) for c in (touch.id, *touch.parents)):
            continue
        if (branch and origin.branch and origin.branch != branch) or not _same(origin.author, touch.author):
            continue
        if any(p.startswith(origin.commit) for p in touch.parents) and record.made <= parse_utc(touch.made):
            return [Evidence("writing", f"was made while commit {touch.id[:10]} was written")]
        if touch.id.startswith(origin.commit) and not elsewhere:
            late = _seconds(record.made) - _seconds(touch.made)
            if 0 <= late <= SOON:
                soon.append(Evidence("commit", f"was made right after commit {touch.id[:10]}"))
    for touch in ground.touches:
        landing = ground.landings.get(touch.id)
        if landing and landing.merge and record.made <= parse_utc(landing.merge.made):
            at_work = _among(origin.commit, landing.came)
            forked = origin.branch == landing.branch and _among(origin.commit, landing.forks)
            if (at_work and landing.branch in ("", origin.branch)) or (forked and landing.branch):
                name = f"`{origin.branch}`" if origin.branch else "the branch"
                return [Evidence("branch", f"was made on {name}, which brought commit {touch.id[:10]}")]
        if touch.id in ground.own and origin.branch == ground.head[1]:
            return [Evidence("branch", f"was made on `{origin.branch}`, as commit {touch.id[:10]} was")]
    if ground.uncommitted and ground.head[0].startswith(origin.commit) and origin.branch == ground.head[1]:
        return [Evidence("writing", "was made at this commit, since which the lines were written")]
    return soon[:1]


def _named(record: "Record", ground: EvidenceContext) -> list[Evidence]:
    spot, text = ground.spot, f"{record.title}\n{record.body}"
    out: list[Evidence] = []
    if any(path in ground.names for path in changed_lines(record, ground.names)):
        out.append(Evidence("listed", "lists this file among its changes"))
    elif any(_has(text, name) for name in ground.names if name != "."):
        out.append(Evidence("path", f"names this {'folder' if spot.folder else 'file'}"))
    last = re.split(r"[.:]+", spot.symbol)[-1]
    if len(last) >= SHORTEST and _has(text, last):
        out.append(Evidence("name", f"names `{last}`"))
    shared = [i for i in ground.issues if i in text and _has(text, i)]
    if shared:
        commits = dict.fromkeys(ground.issues[i][:10] for i in shared[:3])
        out.append(Evidence("issue", f"names {', '.join(shared[:3])}, as commit {', '.join(commits)} does"))
    return out


def _has(text: str, word: str) -> bool:
    return word in text and bool(re.search(rf"(?<![\w/.-]){re.escape(word)}(?![\w/-])", text))


def changed_lines(record: "Record", only: tuple[str, ...] = ()) -> list[str]:
    """Paths that a checkpoint or handoff lists as changed; with `only`, nothing for a body that has none of them."""
    if record.kind not in ("checkpoint", "handoff") or (only and not any(name in record.body for name in only)):
        return []
    # Read straight from the body: splitting ten thousand bodies into all their parts would take a second.
    lines = record.body.partition("## Changes\n")[2].partition("\n## ")[0].splitlines()
    items = [match["path"] for line in lines if (match := _ITEM.fullmatch(line.strip()))]
    return [path.replace(os.sep, "/") for path in items]


def _among(prefix: str, commits: tuple[str, ...]) -> bool:
    """Whether a commit, perhaps abbreviated, is one of some that are in order."""
    at = bisect_left(commits, prefix)
    return at < len(commits) and commits[at].startswith(prefix)


def _same(one: str, other: str) -> bool:
    """Whether two people may be the same: by their addresses, where both have one."""
    a, b = (who.rpartition("<")[2].rstrip(">").lower() for who in (one, other))
    return not a or not b or a == b


@lru_cache(maxsize=512)
def _seconds(iso: str) -> float:
    try:
        return datetime.fromisoformat(iso).timestamp()
    except ValueError:
        return 0.0


@lru_cache(maxsize=512)
def parse_utc(iso: str) -> str:
    """A time with an offset, as git prints it, in UTC."""
    try:
        return datetime.fromisoformat(iso).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except ValueError:
        return iso
