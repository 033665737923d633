"""Ranks files by plain BM25 over the text and by recency, as baselines to compare the ranking with."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from backstory.code.index.goal import any_of, parse_goal

if TYPE_CHECKING:
    from backstory.code.index.store import CodeIndex


def rank_by_text(index: "CodeIndex", goal: str, among: Collection[str]) -> list[str]:
    """Paths of `among` by BM25 of the goal's words in the files' text, best first."""
    query = any_of(parse_goal(goal).terms)
    if not query:
        return []
    rows = index.db.execute(
        "SELECT f.path FROM (SELECT rowid AS id, bm25(text) AS b FROM text WHERE text MATCH ?) t"
        " JOIN file f ON f.blob = t.id WHERE f.tree = ? ORDER BY t.b, f.path",
        (f"{{body}} : ({query})", index.tree),
    )
    return [path for (path,) in rows if path in among]


def rank_by_recency(index: "CodeIndex", among: Collection[str]) -> list[str]:
    """Paths of `among` by the last commit that touched them, newest first."""
    touched = index.touched()
    return sorted(touched.keys() & among, key=lambda path: (touched[path][0], path))
