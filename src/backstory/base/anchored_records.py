"""Finds the records that come up with a file: what holds for the code that they are anchored at, or what failed there.

Nobody asked for them, so the gate is narrow: kinds that guide a change, said on purpose or about few files, and still
in force. The hook process and `deliver` share it, so that the list of files names exactly those with such records.
"""

from backstory.base.path_codec import encode_path, matches_across_folders
from backstory.base.search import fetch_visible, newest_time, prior_factors
from backstory.base.visibility import VISIBLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.search import Hit
    from backstory.base.visibility import View

MAX_FILES = 8
"""Files of a record that was said on purpose. One about more of them says little about each."""
MAX_FILES_INFERRED = 2
"""Files of a record that was taken from a conversation."""
MAX_ANCHORS = 500
"""Anchors at one file, and globs, that are looked at."""
LIMIT = 3
"""Records that come with one file."""
FOR_GLOB = 0.8
"""Factor of a record that names the file by a glob only."""
FOR_FAILURE = 1.15
"""Factor of what failed: it is said before somebody does it again."""
CLEARS = f"""(
    (c.kind IN ('decision', 'rule', 'preference', 'pattern', 'fact', 'failure', 'strategy')
        OR json_extract(c.rest, '$.fields.outcome') = 'failed')
    AND c.status IN ('active', 'open', 'resolved')
    AND (SELECT count(DISTINCT n.path) FROM anchor n WHERE n.doc = c.doc)
        <= CASE WHEN c.how IN ('explicit', 'stated') THEN {MAX_FILES} ELSE {MAX_FILES_INFERRED} END
)"""
"""The gate, for a row `c` of `content`."""


def find_anchored(con: "apsw.Connection", view: "View", path: str) -> "list[Hit]":
    """The visible records that clear the gate for a file, best first. `path` is relative to the project's root."""
    exact = _find_exact(con, path)
    docs = exact | _find_by_glob(con, path)
    if not docs:
        return []
    numbers = ", ".join([str(doc) for doc in sorted(docs)])
    cleared = _documents(con, f"SELECT c.doc FROM content c WHERE c.doc IN ({numbers}) AND {CLEARS}")
    hits = fetch_visible(con, view, cleared, {}, {})
    newest = newest_time([hit.made for hit in hits])
    for hit in hits:
        hit.score = _rate(hit, newest) * (1.0 if hit.doc in exact else FOR_GLOB)
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))


def _find_exact(con: "apsw.Connection", path: str) -> "set[int]":
    query = f"SELECT doc FROM anchor WHERE path = ? AND NOT glob LIMIT {MAX_ANCHORS}"
    return set(_documents(con, query, encode_path(path)))


def _find_by_glob(con: "apsw.Connection", path: str) -> "set[int]":
    rows = con.execute(f"SELECT doc, path FROM anchor WHERE glob LIMIT {MAX_ANCHORS}")
    return {int(str(doc)) for doc, glob in rows if matches_across_folders(str(glob), path)}


def _documents(con: "apsw.Connection", query: str, *values: str) -> "list[int]":
    return [int(str(doc)) for (doc,) in con.execute(query, values)]


def _rate(hit: "Hit", newest: str) -> float:
    """What a record weighs; what failed weighs more than what was decided at the same time."""
    score = FOR_FAILURE if hit.kind == "failure" or hit.outcome == "failed" else 1.0
    for factor in prior_factors(hit.tier, hit.kind, hit.how, hit.made, newest).values():
        score *= factor
    return score


def list_anchored_paths(con: "apsw.Connection", view: "View") -> "tuple[list[str], list[str]]":
    """(paths, globs) at which a visible record that clears the gate is anchored, each in order."""
    query = (
        "SELECT DISTINCT a.path, a.glob FROM anchor a JOIN content c ON c.doc = a.doc JOIN presence p ON p.doc = c.doc"
        f" WHERE {CLEARS} AND {VISIBLE[view.head]} ORDER BY a.path"
    )
    rows = [(str(path), bool(glob)) for path, glob in con.execute(query, view.bindings)]
    return [path for path, is_glob in rows if not is_glob], [path for path, is_glob in rows if is_glob]
