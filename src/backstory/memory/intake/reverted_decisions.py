"""The decisions whose commit was reverted, once a person says so: `The cache is reverted, it leaked memory`.

A revert in git alone may be anything, and so may the words alone. Both together withdraw the decision: the person's
sentence takes its place.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from backstory.agents.turns import Turn
from backstory.capture.sessions.commit_messages import find_undone
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.memory.intake.lifted_rules import Lifted, make_lifted
from backstory.memory.intake.withdrawing_reports import list_reports
from backstory.memory.kernel.catalog import Catalog
from backstory.model.kinds import RETRACTED
from backstory.model.record import Record
from backstory.recall.text.likeness import word_stems

MAX_COMMITS: Final = 500
"""Newest commits among which reverts are looked for."""
MAX_REVERTS: Final = 20
_MOST: Final = 3
"""Decisions that one sentence withdraws. What is about more of them is about none."""
_SHARED: Final = 2
"""Words that a sentence shares with a decision where the subject of the commit has none of them."""
_LONGEST: Final = 300
_REVERTED: Final = Pattern(
    r"\b(?:(?:is|are|was|were|got|been|be|have|has|had|just|i|we|it|they|\w+) (?:now |all |just |already |again )?"
    r"(?:reverted|rolled back|backed out)"
    r"|(?:i|we|they) (?:had to |just |have )?(?:(?:roll|rolled) (?:[\w`./-]+ ){0,5}?back|(?:back|backed) "
    r"(?:[\w`./-]+ ){0,5}?out|had to revert)"
    r"|(?:wieder )?(?:zurückgenommen|zurückgerollt|rückgängig gemacht|revertiert|reverted)"
    r"|(?:annulée?s?|revertée?s?)|(?:revertid[oa]s?|revertimos|revertí|deshech[oa]s?|deshicimos|deshice))\b"
)
"""That something was reverted, as a fact."""
_NOT: Final = Pattern(
    r"\b(?:if|when|once|unless|until|should|could|would|might|may|must|will|shall|let's|don't|dont|not|never|maybe|perhaps"
    r"|can|wenn|falls|sobald|sollte\w*|würde\w*|könnte\w*|nicht|nie|vielleicht|si|quand|faut|pas|jamais|peut-être|cuando"
    r"|debería\w*|quizás?)\b|n't\b"
)
"""What makes a revert one that is only thought of, or did not happen."""
_PLAIN: Final = word_stems(
    "revert reverted rolled back backed out commit change changes now again was is use using let go take keep made"
    " decision because production yesterday today"
)


class _Revert(NamedTuple):
    """A commit that was reverted on this branch."""

    commit: str
    parent: str
    stems: frozenset[str]
    """Words of its subject."""


def says_reverted(text: str) -> bool:
    """Whether a sentence of a person tells that something was reverted."""
    lowered = text.lower().replace("’", "'")
    if len(lowered) > _LONGEST or lowered.rstrip().endswith(("?", "？")):
        return False
    match = _REVERTED.search(lowered)
    if match is None:
        return False
    start = max(lowered.rfind(mark, 0, match.start()) for mark in (",", ";", ":", "."))
    return _NOT.search(lowered[start + 1 : match.end()]) is None


def find_revert_reports(workspace: Catalog, turns: Iterable[Turn]) -> list[Candidate]:
    """What a person says of a revert that withdraws a decision which the memory holds."""
    reports = list_reports(turns, says_reverted)
    return [one for one in reports if find_reverted(workspace, one)]


def find_reverted(workspace: Catalog, candidate: Candidate) -> list[Lifted]:
    """The decisions that a candidate tells to be reverted, with the link to each."""
    if candidate.role != "user" or not says_reverted(candidate.quote):
        return []
    stems = word_stems(candidate.quote) - _PLAIN
    rows = workspace.fresh_records().rows(kinds=("decision",), include_superseded=False)
    records = [row.record for row in rows if not row.foreign and row.record.status != RETRACTED]
    records = [one for one in records if stems & word_stems(one.title) and not _is_later(one, candidate)]
    if not records:
        return []
    reverts = list(_find_reverts(workspace))
    meant = [one for one in records if any(_is_meant(workspace, one, revert, stems) for revert in reverts)]
    return [make_lifted(1.0, one) for one in meant] if len(meant) <= _MOST else []


def _is_later(record: Record, candidate: Candidate) -> bool:
    return bool(candidate.made) and record.made[:19] >= candidate.made[:19]


def _is_meant(workspace: Catalog, record: Record, revert: _Revert, stems: frozenset[str]) -> bool:
    """Whether a decision was made for a reverted commit, and the words of a person name both."""
    shared = stems & word_stems(record.title)
    if not (shared & revert.stems or (len(shared) >= _SHARED and not stems & revert.stems)):
        return False
    base = record.origin.commit
    if base and revert.parent.startswith(base):
        return True  # it was made while the commit was written
    session = workspace.sessions.get(record.origin.agent, record.origin.session) if record.origin.session else None
    commits = [commit.id for commit in session.commits if commit.id] if session is not None else []
    return any(revert.commit.startswith(ident) for ident in commits)


def _find_reverts(workspace: Catalog) -> Iterator[_Revert]:
    """The commits of this branch that a later one takes back, unless that was taken back in turn."""
    if not workspace.project.git_dir:
        return
    ran = workspace.git.attempt(
        "log", "-z", f"--max-count={MAX_COMMITS}", "--grep=This reverts commit", "--format=%H%x01%B", "HEAD", "--"
    )
    undone: list[str] = []
    for text in ran.out.decode("utf-8", "replace").split("\0") if not ran.code else ():
        commit, _, message = text.partition("\x01")
        if not commit.startswith(tuple(undone)):
            undone += find_undone(message)
    for ident in undone[:MAX_REVERTS]:
        shown = workspace.git.attempt("log", "-1", "--format=%H%x01%P%x01%s", ident, "--")
        commit, _, rest = shown.out.decode("utf-8", "replace").strip().partition("\x01")
        parent, _, subject = rest.partition("\x01")
        if not shown.code and commit:
            yield _Revert(commit, parent.partition(" ")[0], word_stems(subject) - _PLAIN)
