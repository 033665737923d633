"""Keeps what the commit messages of this branch state: decisions, and ways that were taken back."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final, NamedTuple

import msgspec

from backstory.base.tokenizer import STOP
from backstory.capture.sessions.commit_messages import (
    CommitStatement,
    find_commit_statements,
    find_landed,
    find_returned,
    find_undone,
    is_returned,
    may_state,
    name_change,
)
from backstory.memory.kernel.catalog import Catalog
from backstory.memory.kernel.prepare import make_origin
from backstory.memory.kernel.writer import Remembered
from backstory.memory.verbs.remember import remember
from backstory.model.dates import format_timestamp
from backstory.model.errors import BackstoryError
from backstory.model.record import Draft

MAX_COMMITS: Final = 20_000
"""Newest commits whose messages are read: git takes a second for them."""
MAX_KEPT: Final = 60
"""Newest statements that are kept."""
_FORMAT: Final = "--format=%H%x01%at%x01%an <%ae>%x01%B"


class CommitClaim(NamedTuple):
    """What a commit states."""

    statement: CommitStatement
    commit: str
    time: int
    """Seconds since the epoch, the author's clock."""
    author: str


class CommitClaims(NamedTuple):
    """What the commits of this branch state and the memory does not have, the newest first."""

    claims: tuple[CommitClaim, ...] = ()
    left_out: int = 0
    """Older statements beyond those that are kept."""
    cut_at: int = 0
    """The number of newest commits that were read, if there are older ones; else 0."""


class IngestedCommits(NamedTuple):
    """The new records of commit messages."""

    kept: tuple[Remembered, ...] = ()
    left_out: int = 0
    cut_at: int = 0


def ingest_commits(workspace: Catalog) -> IngestedCommits:
    """Keeps what commit messages state, as observed. What the memory has already, also retracted, stays as it is."""
    claims, left_out, cut_at = find_commit_claims(workspace)
    remembered = (_try_to_keep(workspace, claim) for claim in claims)
    return IngestedCommits(tuple(one for one in remembered if one and one.new), left_out, cut_at)


def find_commit_claims(workspace: Catalog) -> CommitClaims:
    """What commit messages of this branch state that is not remembered yet."""
    if not workspace.project.git_dir:
        return CommitClaims()
    limit = f"--max-count={MAX_COMMITS + 1}"
    ran = workspace.git.attempt("log", "-z", "--no-merges", limit, _FORMAT, "HEAD", "--")
    commits = ran.out.decode("utf-8", "replace").split("\0") if not ran.code else []
    stated = list(_find_claims(islice(commits, MAX_COMMITS)))
    rows = workspace.fresh().rows(include_retracted=True, include_superseded=True) if stated else []
    ingested = {row.record.origin.source for row in rows}
    new = tuple(claim for claim in stated[:MAX_KEPT] if _name_source(claim.commit) not in ingested)
    return CommitClaims(new, max(0, len(stated) - MAX_KEPT), MAX_COMMITS if len(commits) > MAX_COMMITS else 0)


def _find_claims(commits: Iterator[str]) -> Iterator[CommitClaim]:
    """What commits state, the newest first. A change that was taken back and brought again is left out."""
    landed: set[str] = set()
    undone: tuple[str, ...] = ()
    returned: set[frozenset[str]] = set()
    for text in commits:
        commit, _, rest = text.partition("\x01")
        time, _, rest = rest.partition("\x01")
        author, _, message = rest.partition("\x01")
        is_undone = commit.startswith(undone)
        for statement in find_commit_statements(message) if may_state(message) and time.isdecimal() else ():
            if statement.kind != "attempt" or not (
                is_undone
                or is_hollow(statement)
                or name_change(statement.text) in landed
                or any(is_returned(statement.text, one) for one in returned)
            ):
                yield CommitClaim(statement, commit, int(time), author)
        landed.add(find_landed(message))
        undone += () if is_undone else tuple(find_undone(message))
        returned.add(find_returned(message))


def is_hollow(statement: CommitStatement) -> bool:
    """Whether a change that was taken back says neither what it was nor why it went: `more debugging`, `Try again`."""
    words = {word.rstrip(".:!") for word in _WORD.findall(statement.text.lower())} - STOP
    return not statement.why and words <= _HOLLOW


_WORD: Final = re.compile(r"[^\W\d_][\w'./-]*|#?\d+")
_HOLLOW_WORDS: Final = """
debug debugging debugs print prints printing log logs logging test tests testing try tries trying tried attempt attempts
experiment experiments experimental something anything stuff thing things change changes changed update updates updated
edit edits wip work working progress in-progress tmp temp temporary misc various small minor tiny quick quickfix little
more another again other new old some few several fix fixes fixed fixing fixup hotfix patch oops typo typos cleanup
clean up commit commits squash revert reverted retry maybe hopefully attempt idea ideas first second third last final
next initial dummy foo bar xxx asdf ci please code file files really it this that one two
versuch versuche etwas mehr noch neu neuer wieder änderung änderungen kleine kleiner korrektur
essai essais encore autre petit petite modification modifications quelque chose
prueba pruebas algo más otra otro cambio cambios
"""
_HOLLOW: Final = frozenset(_HOLLOW_WORDS.split())
"""Words of a subject that name no way of doing anything."""


def _name_source(commit: str) -> str:
    return f"commit {commit[:12]}"


def _try_to_keep(workspace: Catalog, claim: CommitClaim) -> Remembered | None:
    try:
        return _keep(workspace, claim)
    except BackstoryError:
        return None


def _keep(workspace: Catalog, claim: CommitClaim) -> Remembered:
    statement, commit = claim.statement, claim.commit
    is_revert = statement.kind == "attempt"
    draft = Draft(
        kind=statement.kind,
        title=statement.text,
        body=statement.why or f"It was committed and reverted in {commit[:10]}.",
        fields={"outcome": "failed"} if is_revert else {},
        tags=["reverted"] if is_revert else [],
        source=_name_source(commit),
        quote=statement.quote,
    )
    origin = msgspec.structs.replace(
        make_origin(workspace, draft),
        author=claim.author,
        agent="",
        session="",
        branch="",
        commit=commit[:12],
        how="observed",
    )
    return remember(workspace, draft, origin=origin, made=format_timestamp(claim.time))
