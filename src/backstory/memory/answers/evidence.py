"""Collects the evidence that ties a record to a place in the code: its anchors, origin, source and text."""

import os
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from backstory.git.globs import matches_glob
from backstory.model.dates import epoch_seconds, format_timestamp
from backstory.model.kinds import MOMENTARY

if TYPE_CHECKING:
    from backstory.git.blame import BlamedCommit
    from backstory.git.merges import MergeInfo
    from backstory.memory.kernel.location import CodeLocation
    from backstory.model.record import Anchor, Record

WEIGHTS: Final = {
    "symbol": 6.5,
    "line": 5.0,
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
"""How strongly each kind of evidence ties a record to the place.

A record about exactly this code says why; it comes before any commit, of which the strongest has 6."""
MIN_SYMBOL: Final = 4
"""Letters that a symbol needs before its name in a text counts as evidence."""
MAX_DELAY: Final = 3600
"""Seconds after a commit in which a new record is assumed to be about it."""
_ITEM: Final = re.compile(r"- (?:\w+(?: \(staged\))? )?(?P<path>.+)")
_SOURCE: Final = re.compile(r"(?P<path>.+?)(?::(?P<line>\d+))?")


class Evidence(NamedTuple):
    """One piece of evidence: its kind, which is a key of `WEIGHTS`, and a phrase for people."""

    kind: str
    words: str


class EvidenceContext(NamedTuple):
    """Everything about the place that records are compared with."""

    spot: "CodeLocation"
    names: tuple[str, ...] = ()
    """The path relative to the root and to git's top level, and the paths that the file had earlier."""
    touches: "tuple[BlamedCommit, ...]" = ()
    merges: "Mapping[str, MergeInfo]" = MappingProxyType({})
    issues: Mapping[str, str] = MappingProxyType({})
    """Issue or pull request -> the commit that names it."""
    span: Callable[[str], tuple[int, int] | None] = lambda symbol: None
    """Returns the first and last line of a symbol in the file."""
    head: tuple[str, str] = ("", "")
    """Commit and branch that are checked out."""
    own: frozenset[str] = frozenset()
    """Commits that only the branch checked out has; empty on the trunk."""
    uncommitted: bool = False
    """Whether some of the lines are not committed yet."""
    moved: "Mapping[str, Mapping[str, Anchor]]" = MappingProxyType({})
    """Record id -> target of an anchor whose definition has left its place -> where it is now."""


def collect_evidence(record: "Record", context: EvidenceContext) -> list[Evidence]:
    """Collects everything that ties a record to the place, strongest kinds first."""
    evidence: list[Evidence] = []
    moved = context.moved.get(record.id, {})
    for anchor in record.anchors:
        evidence += _evidence_of_moved(anchor, moved.get(anchor.target), context) or _evidence_of_anchor(
            anchor, context
        )
    evidence += _evidence_of_source(record, context)
    evidence += _evidence_of_origin(record, context, elsewhere=bool(record.anchors) and not evidence)
    evidence += _evidence_of_text(record, context)
    return list(dict.fromkeys(evidence))


def weigh_evidence(evidence: Iterable[Evidence]) -> float:
    """Adds up the weights of some evidence; each kind counts once."""
    return sum(WEIGHTS[kind] for kind in {one.kind for one in evidence})


def _evidence_of_moved(anchor: "Anchor", place: "Anchor | None", context: EvidenceContext) -> list[Evidence]:
    """Compares the present place of a definition that has left its own."""
    if place is None or (place.symbol == anchor.symbol and anchor.path in context.names):
        return []
    now = "which moved here" if place.symbol == anchor.symbol else f"which is `{place.symbol}` now"
    return _evidence_of_anchor(place, context, f"is about `{anchor.target}`, {now}")


def _evidence_of_anchor(anchor: "Anchor", context: EvidenceContext, words: str = "") -> list[Evidence]:
    spot, words = context.spot, words or f"is about `{anchor.target}`"
    path = anchor.path.rstrip("/")
    if path in context.names:
        return [_evidence_of_file(anchor, path, words, context)]
    if anchor.is_glob and matches_glob(anchor.path, spot.path):
        return [Evidence("glob", words)]
    if spot.path.startswith(path + "/") or path == ".":
        return [Evidence("folder", f"is about the folder `{anchor.path}`")]
    if spot.folder and (spot.path == "." or path.startswith(spot.path + "/")):
        return [Evidence("within", f"{words}, in this folder")]
    return []


def _evidence_of_file(anchor: "Anchor", path: str, words: str, context: EvidenceContext) -> Evidence:
    """Compares an anchor in the file, or in one of its earlier names, with the lines or symbol asked for."""
    spot = context.spot
    earlier = f", as `{spot.path}` was called" if path != spot.path else ""
    if not anchor.symbol:
        return Evidence("file", words + earlier)
    if spot.symbol:
        return _evidence_of_symbol(anchor.symbol, words + earlier, context)
    span = context.span(anchor.symbol) if spot.first else None
    if span is None:
        return Evidence("elsewhere" if spot.first else "file", words + earlier)
    if span[0] <= spot.last and spot.first <= span[1]:
        return Evidence("symbol", f"{words}, which these lines belong to" + earlier)
    return Evidence("elsewhere", f"{words}, elsewhere in this file" + earlier)


def _evidence_of_symbol(symbol: str, words: str, context: EvidenceContext) -> Evidence:
    """Compares an anchored symbol with the one asked for: it is the same, an outer, an inner or another one."""
    spot_symbol = context.spot.symbol
    if symbol == spot_symbol or symbol.endswith("." + spot_symbol) or spot_symbol.endswith("." + symbol):
        return Evidence("symbol", words)
    if spot_symbol.startswith(symbol + "."):
        return Evidence("line", f"{words}, which it belongs to")
    span, lines = context.span(symbol), (context.spot.first, context.spot.last)
    if symbol.startswith(spot_symbol + ".") or _is_within(span, lines):
        return Evidence("line", f"{words}, which is part of it")
    if span and _is_within(lines, span):
        return Evidence("line", f"{words}, which it belongs to")
    return Evidence("elsewhere", f"{words}, elsewhere in this file")


def _is_within(inner: tuple[int, int] | None, outer: tuple[int, int]) -> bool:
    """Whether some lines, from first to last, lie within others."""
    return inner is not None and outer[0] <= inner[0] and inner[1] <= outer[1]


def _evidence_of_source(record: "Record", context: EvidenceContext) -> list[Evidence]:
    match = _SOURCE.fullmatch(record.origin.source)
    if not match or match["path"] not in context.names:
        return []
    line = f", line {match['line']}" if match["line"] else ""
    return [Evidence("source", f"was taken from this file{line}")]


def _evidence_of_origin(record: "Record", context: EvidenceContext, *, elsewhere: bool) -> list[Evidence]:
    """Ties a record to a commit behind the place: made while it was written, right after it, or on its branch.

    For a record about other code (`elsewhere`), being made right after a commit or on its branch proves nothing.
    """
    if not record.origin.commit:
        return []
    of_same_work = [touch for touch in context.touches if _could_share_work(record, touch, context)]
    just = _find_preceding_commit(record, of_same_work)
    if just and not elsewhere:
        return [Evidence("commit", f"was made right after commit {just.id[:10]}")]
    proof = _evidence_of_work(record, of_same_work) or ([] if elsewhere else _evidence_of_branch(record, context))
    if proof:
        return proof
    if context.uncommitted and _is_made_at_head(record, context):
        return [Evidence("writing", "was made at this commit, since which the lines were written")]
    for touch in () if elsewhere else of_same_work:
        if _was_made_right_after(record, touch):
            return [Evidence("commit", f"was made right after commit {touch.id[:10]}")]
    return []


def _find_preceding_commit(record: "Record", touches: "Sequence[BlamedCommit]") -> "BlamedCommit | None":
    """The commit that a record was made right after, if it is nearer in time than the one that was made next.

    A session often commits first and then says what it decided: the next commit is of other work.
    """
    recorded = _seconds_of(record.made)
    own = next((touch for touch in touches if _was_made_right_after(record, touch)), None)
    if own is None:
        return None
    next_ones = [_seconds_of(touch.made) - recorded for touch in touches if _was_made_during(record, touch)]
    return own if next_ones and recorded - _seconds_of(own.made) < min(next_ones) else None


def _evidence_of_work(record: "Record", touches: "Sequence[BlamedCommit]") -> list[Evidence]:
    for touch in touches:
        if _was_made_during(record, touch):
            return [Evidence("writing", f"was made while commit {touch.id[:10]} was written")]
    return []


def _evidence_of_branch(record: "Record", context: EvidenceContext) -> list[Evidence]:
    for touch in context.touches:
        words = _describe_shared_branch(record, touch, context)
        if words:
            return [Evidence("branch", words)]
    return []


def _could_share_work(record: "Record", touch: "BlamedCommit", context: EvidenceContext) -> bool:
    """Whether record and commit may belong to the same work: same commit or parent, branch and person."""
    origin = record.origin
    if not any(commit.startswith(origin.commit) for commit in (touch.id, *touch.parents)):
        return False
    merge_info = context.merges.get(touch.id)
    if merge_info and merge_info.branch and origin.branch and origin.branch != merge_info.branch:
        return False
    return _may_be_same_person(origin.author, touch.author)


def _was_made_during(record: "Record", touch: "BlamedCommit") -> bool:
    """Whether the record was made on a parent of the commit, before the commit itself."""
    on_parent = any(parent.startswith(record.origin.commit) for parent in touch.parents)
    return on_parent and record.made <= parse_utc(touch.made)


def _was_made_right_after(record: "Record", touch: "BlamedCommit") -> bool:
    if not touch.id.startswith(record.origin.commit):
        return False
    return 0 <= _seconds_of(record.made) - _seconds_of(touch.made) <= MAX_DELAY


def _describe_shared_branch(record: "Record", touch: "BlamedCommit", context: EvidenceContext) -> str:
    """Says that the record was made on the branch of the commit; empty if it was not."""
    origin = record.origin
    merge_info = context.merges.get(touch.id)
    if merge_info and _was_made_on(record, merge_info):
        name = f"`{origin.branch}`" if origin.branch else "the branch"
        return f"was made on {name}, which brought commit {touch.id[:10]}"
    if touch.id in context.own and origin.branch == context.head[1] and _shares_word(record, touch, context):
        return f"was made on `{origin.branch}`, as commit {touch.id[:10]} was"
    return ""


def _shares_word(record: "Record", touch: "BlamedCommit", context: EvidenceContext) -> bool:
    """Whether a record has a word of the commit's message or of the place: a branch may do several things."""
    place = f"{touch.subject}\n{touch.body}\n{context.spot}"
    return not _telling_words(f"{record.title}\n{record.body}").isdisjoint(_telling_words(place))


def _telling_words(text: str) -> set[str]:
    from backstory.base.tokenizer import split_camel_case
    from backstory.code.index.goal import parse_goal, trim_ending

    terms = parse_goal(text.replace("/", " ").replace("#", " ").replace(".", " ").replace("_", " ")).terms
    return {trim_ending(piece) for term in terms for piece in split_camel_case(term)}


def _was_made_on(record: "Record", merge_info: "MergeInfo") -> bool:
    """Whether the record was made on the branch of a merge, before the merge."""
    origin = record.origin
    if not merge_info.merge or record.made > parse_utc(merge_info.merge.made):
        return False
    if merge_info.branch in ("", origin.branch) and _contains_commit(merge_info.came, origin.commit):
        return True
    # A record that was made where the branch began has no commit of the branch yet, only its name.
    at_fork = bool(merge_info.branch) and origin.branch == merge_info.branch
    return at_fork and _contains_commit(merge_info.forks, origin.commit)


def _is_made_at_head(record: "Record", context: EvidenceContext) -> bool:
    commit, branch = context.head
    return commit.startswith(record.origin.commit) and record.origin.branch == branch


def _evidence_of_text(record: "Record", context: EvidenceContext) -> list[Evidence]:
    text = f"{record.title}\n{record.body}"
    evidence = _evidence_of_path(record, text, context)
    last_part = re.split(r"[.:]+", context.spot.symbol)[-1]
    if len(last_part) >= MIN_SYMBOL and _has_word(text, last_part):
        evidence.append(Evidence("name", f"names `{last_part}`"))
    shared = [issue for issue in context.issues if _has_word(text, issue)]
    if shared:
        commits = dict.fromkeys(context.issues[issue][:10] for issue in shared[:3])
        evidence.append(Evidence("issue", f"names {', '.join(shared[:3])}, as commit {', '.join(commits)} does"))
    return evidence


def _evidence_of_path(record: "Record", text: str, context: EvidenceContext) -> list[Evidence]:
    """Ties a record to the place by its list of changes, or by the path in its text."""
    if any(path in context.names for path in changed_lines(record, context.names)):
        return [Evidence("listed", "lists this file among its changes")]
    if any(_has_word(text, name) for name in context.names if name != "."):
        return [Evidence("path", f"names this {'folder' if context.spot.folder else 'file'}")]
    return []


def _has_word(text: str, word: str) -> bool:
    # The plain test comes first, because most texts fail it and it is much faster.
    return word in text and bool(re.search(rf"(?<![\w/.-]){re.escape(word)}(?![\w/-])", text))


def changed_lines(record: "Record", only: tuple[str, ...] = ()) -> list[str]:
    """Returns the paths that a checkpoint or handoff lists as changed.

    With `only`, the result is empty for a body that contains none of these texts.
    """
    if record.kind not in MOMENTARY or (only and not any(name in record.body for name in only)):
        return []
    # Read straight from the body: splitting ten thousand bodies into all their parts would take a second.
    lines = record.body.partition("## Changes\n")[2].partition("\n## ")[0].splitlines()
    matches = (_ITEM.fullmatch(line.strip()) for line in lines)
    return [match["path"].replace(os.sep, "/") for match in matches if match]


def _contains_commit(commits: tuple[str, ...], prefix: str) -> bool:
    """Whether sorted commits contain one that starts with `prefix`."""
    index = bisect_left(commits, prefix)
    return index < len(commits) and commits[index].startswith(prefix)


def _may_be_same_person(one: str, other: str) -> bool:
    """Whether two authors may be the same person. Only two different e-mail addresses rule it out."""
    first, second = (author.rpartition("<")[2].rstrip(">").lower() for author in (one, other))
    return not first or not second or first == second


@lru_cache(maxsize=512)
def _seconds_of(iso: str) -> int:
    return epoch_seconds(iso) or 0


@lru_cache(maxsize=512)
def parse_utc(iso: str) -> str:
    """Converts a time with an offset, as git prints it, to UTC."""
    seconds = epoch_seconds(iso)
    return iso if seconds is None else format_timestamp(seconds)
