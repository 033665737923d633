"""Keeps what the commit messages of this branch state: decisions, and ways that were taken back."""

from typing import Final

import msgspec

from backstory.capture.commit_messages import CommitStatement, find_commit_statements, find_landed, name_change
from backstory.memory.catalog import Catalog
from backstory.memory.prepare import make_origin
from backstory.memory.remember import remember
from backstory.memory.writer import Remembered
from backstory.model.dates import format_timestamp
from backstory.model.errors import BackstoryError
from backstory.model.record import Draft

MAX_COMMITS: Final = 1_000
"""Newest commits whose messages are read."""
MAX_KEPT: Final = 60
_FORMAT: Final = "--format=%H%x01%at%x01%an <%ae>%x01%B"


def ingest_commits(workspace: Catalog) -> list[Remembered]:
    """Keeps what commit messages state, as observed, and returns the new records. Repeats merge."""
    if not workspace.project.git_dir:
        return []
    ran = workspace.git.attempt("log", "-z", "--no-merges", f"--max-count={MAX_COMMITS}", _FORMAT, "HEAD", "--")
    ingested = {row.record.origin.commit for row in workspace.fresh().rows(include_retracted=True)}
    remembered: list[Remembered] = []
    landed: set[str] = set()
    for text in ran.out.decode("utf-8", "replace").split("\0") if not ran.code else ():
        commit, _, rest = text.partition("\x01")
        time, _, rest = rest.partition("\x01")
        author, _, message = rest.partition("\x01")
        for statement in find_commit_statements(message):
            if statement.kind == "attempt" and name_change(statement.text) in landed:
                continue  # it was brought again since
            if len(remembered) < MAX_KEPT and time.isdecimal():
                done = _try_to_keep(workspace, statement, commit, int(time), author)
                remembered += [done] if done and done.new and commit[:12] not in ingested else []
        landed.add(find_landed(message))
    return remembered


def _try_to_keep(
    workspace: Catalog, statement: CommitStatement, commit: str, time: int, author: str
) -> Remembered | None:
    try:
        return _keep(workspace, statement, commit, time, author)
    except BackstoryError:
        return None


def _keep(workspace: Catalog, statement: CommitStatement, commit: str, time: int, author: str) -> Remembered:
    is_revert = statement.kind == "attempt"
    draft = Draft(
        kind=statement.kind,
        title=statement.text,
        body=statement.why or f"It was committed and reverted in {commit[:10]}.",
        fields={"outcome": "failed"} if is_revert else {},
        tags=["reverted"] if is_revert else [],
        source=f"commit {commit[:12]}",
        quote=statement.quote,
    )
    origin = msgspec.structs.replace(
        make_origin(workspace, draft),
        author=author,
        agent="",
        session="",
        branch="",
        commit=commit[:12],
        how="observed",
    )
    return remember(workspace, draft, origin=origin, made=format_timestamp(time))
