"""Finds records in the index. The hook process and `index` share it.

Full-text search scores every record that holds any of the words, so common words make it slow. Therefore the rarest
words choose the candidates, and all words rank them. `bench/recall.py` measures it.
"""

import time

from backstory.base.journal_lines import format_timestamp
from backstory.base.path_codec import matches_across_folders
from backstory.base.tokenizer import (
    EDGES,
    EXTENSIONS,
    Term,
    keep_ends,
)
from backstory.base.visibility import VISIBLE, View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import apsw

    Row = tuple[Any, ...]

WEIGHTS = "6.0, 5.0, 6.0, 4.0, 2.0"
"""BM25 weights of title, body, tags, paths, idents. FTS5 fixes k1 at 1.2; weights times c act as k1 / c, and commit
messages and records, being short, want a k1 near 0.2: a word said twice is hardly more evidence than once."""
MAX_COUNTED = 1000
"""Documents counted per word; a higher number is estimated."""
HOOK_CANDIDATES = 1000
"""Candidates in the hook process."""
MAX_CANDIDATES = 20_000
"""Candidates of a command, where a person waits for the answer."""
COMMON_SHARE = 12
"""Words that one record in so many holds do not choose candidates, however few records there are. That is not only
faster: on 443 questions over 23,867 commits it raised recall among ten from 52.5 to 55 %."""
MIN_CANDIDATES = 500
"""Candidates below which no word is dropped."""
MAX_TERMS = 32
"""Words of a prompt to look up."""
MAX_PROMPT = 6000
"""Characters of a prompt to read: its beginning and its end."""
_SIGNS = "<>:_{}()@$#=[]"
_AROUND_NAMES = "`'\"“”‘’«»,;!?.…"
MIN_SPELLED = 4
MAX_SPELLED = 60
MAX_SPELLINGS = 8
_LOOK_ALIKES = {ord("O"): "0", ord("I"): "1", ord("L"): "1"}
TOKENIZER = ("porter", ["unicode61", "remove_diacritics", "2"])

TIER = {"pinned": 1.1, "working": 1.05, "reference": 1.0, "off-context": 0.85}
KIND = {
    "decision": 1.1, "failure": 1.05, "strategy": 1.05, "pattern": 1.05, "fact": 1.05, "preference": 1.05,
    "rule": 1.1,    "observation": 0.95, "summary": 0.95, "checkpoint": 0.7, "handoff": 0.95, "source": 0.85,
}  # fmt: skip
HOW = {"explicit": 1.1, "stated": 1.05, "observed": 1.0, "inferred": 0.92, "imported": 0.92}
RECENCY = 0.2
"""The most that recency adds."""
AHEAD = 86_400
"""Seconds that a time may be ahead of this machine's clock; a later one is wrong."""
HALF_LIFE = 90.0
"""Days after which half of that is left."""
NAMED = {"id": 1000.0, "path": 500.0, "suffix": 300.0, "glob": 200.0, "symbol": 100.0}
"""Bonus of a record whose id, anchored path or symbol the text names: such records come first, in this order."""


class Hit:
    """A record that a text may be about, with the evidence."""

    doc: int
    id: str
    kind: str
    tier: str
    how: str
    made: str
    title: str
    body: str
    tags: str
    paths: str
    path: str
    scope: str
    size: int
    mtime_ns: int
    author: str | None
    agent: str | None
    status: str
    outcome: str | None
    session: str | None

    def __init__(self, row: "Sequence[Any]", text: float, named: float) -> None:
        (self.doc, self.id, self.kind, self.tier, self.how, self.made, self.title, self.body, self.tags, self.paths,
         self.path, self.scope, self.size, self.mtime_ns, self.author, self.agent, self.status,
         self.outcome, self.session) = row  # fmt: skip
        self.text = text
        """BM25 score, higher is better."""
        self.named = named
        """Bonus because the text names it."""
        self.score = 0.0
        self.foreign = False
        """Whether it came from elsewhere and no person here trusts it; set by `base.trust`."""
        self.claimed = False
        """Whether only the record itself confirms its author and channel."""
        self.changed = False
        """Whether the code that it is about has changed since it was written."""
        self.places: dict[str, str] = {}
        """Place that it is about -> the same with what became of it, where it is not as it was."""
        self.reversed = False
        """Whether something later takes it back, or may do so; set by `base.reversed_hits`."""
        self.settles = False
        """Whether it decided between options that are found with it; set by `base.settled_options`."""
        self.changed_since = ""
        """What was uttered later in its place, where `recall` has looked for that."""
        self.covered = 0.0
        """Share of the weight of the text's significant words that it covers."""
        self.branch = ""
        """The other branch that it is of, where its work is not part of the one checked out."""


def count_documents(con: "apsw.Connection", terms: "Iterable[Term]") -> list[int]:
    """The number of documents that hold each word, counted up to `MAX_COUNTED`.

    A higher number is estimated from the last document counted, since documents are counted in the order of numbers.
    """
    query = f"SELECT count(*), max(rowid) FROM (SELECT rowid FROM fts WHERE fts MATCH ? LIMIT {MAX_COUNTED})"
    last = con.execute("SELECT max(doc) FROM content").get or 1
    out: list[int] = []
    for term in terms:
        count, reached = con.execute(query, (term.match,)).get
        out.append(count if count < MAX_COUNTED else max(MAX_COUNTED, count * last // max(reached, 1)))
    return out


def candidate_limit(total: int, most: int = HOOK_CANDIDATES) -> int:
    """The number of candidates to rank in a memory of `total` records."""
    return min(most, max(MIN_CANDIDATES, total // COMMON_SHARE))


def match_expression(terms: "Sequence[Term]", counts: "Sequence[int]", most: int, *, narrow: bool = False) -> str:
    """The full-text expression for these words; empty when none of them occurs.

    The rarest words that together have at most `most` documents choose the candidates. The others only add to the
    score. If even the rarest is common, it chooses alone, or with `narrow` together with the next one.
    """
    return choose_candidates([term.match for term in terms], counts, most, narrow=narrow)


def choose_candidates(matches: "Sequence[str]", counts: "Sequence[int]", most: int, *, narrow: bool = False) -> str:
    """`match_expression` of words as the full text takes them."""
    order = sorted((count, place) for place, count in enumerate(counts) if count)
    if not order:
        return ""
    rare: list[str] = []
    heavy: list[str] = []
    total = 0
    for count, place in order:
        if rare and total + count > most:
            heavy.append(matches[place])
        else:
            rare.append(matches[place])
            total += count
    chosen = "(" + " OR ".join(rare) + ")"
    if narrow and order[0][0] > 2 * most and heavy:
        return f"({rare[0]} AND {heavy[0]}) AND ({' OR '.join(rare + heavy)})"
    return f"{chosen} AND ({' OR '.join(rare + heavy)})" if heavy else chosen


def rank_documents(con: "apsw.Connection", match: str, limit: int) -> list[tuple[int, float]]:
    """(doc, BM25 score) of the best documents, best first; higher is better."""
    if not match:
        return []
    query = (
        f"SELECT rowid, -bm25(fts, {WEIGHTS}) AS score FROM fts WHERE fts MATCH ? ORDER BY score DESC LIMIT {limit:d}"
    )
    return [(doc, score) for doc, score in con.execute(query, (match,))]


def count_files(con: "apsw.Connection", tree: str) -> int:
    """The number of record files that this tree sees."""
    return con.execute("SELECT sum(docs) FROM tree WHERE tree IN (?, '')", (tree,)).get or 0


def find_named(con: "apsw.Connection", tree: str, text: str) -> dict[int, tuple[str, float]]:
    """Documents whose id, anchored path or symbol the text names: doc -> (what it names, its weight)."""
    words = keep_ends(text, MAX_PROMPT).encode("utf-8", "replace").decode().split()
    tokens = dict.fromkeys(token.strip(EDGES + ".") for token in words if len(token) <= 300)
    root = tree.replace("\\", "/").rstrip("/") + "/"
    globs = _GlobAnchors(con)
    looked_up = 0
    out: dict[int, tuple[str, float]] = {}
    for token in tokens:
        if looked_up >= MAX_TERMS:
            break
        matches: list[tuple[int, str]] = []
        if _looks_like_id(token):
            looked_up += not token.isalpha()  # a plain word of eight letters must not use up the other look-ups
            matches += _match_id(con, token)
        path, symbol = _split_location(token)
        if _looks_like_path(path):
            looked_up += 1
            path = path.removeprefix(root)
            matches += _match_path(con, path, symbol)
            matches += globs.match(path)
        if token and (len(tokens) == 1 or _looks_like_symbol(token)):
            looked_up += 1
            matches += _match_symbol(con, token.removesuffix("()"))
        for doc, what in matches:
            if doc not in out or out[doc][1] < NAMED[what]:
                out[doc] = (what, NAMED[what])
    return out


def find_folders(text: str) -> list[str]:
    """The folders of the paths that a text names, as they are written, each with its last sign."""
    out: dict[str, None] = {}
    for token in keep_ends(text, MAX_PROMPT).split():
        path = _split_location(token.strip(EDGES + "."))[0]
        folder = path.rpartition("/")[0]
        if folder and _looks_like_path(path) and len(path) < 200 and "://" not in token:
            out[folder] = None
    return list(out)[:4]


def find_spelled(text: str) -> list[str]:
    """The tokens with signs that only code has, in lower case and without those of the sentence around them; and the
    package of a name in it: `java.time` of `java.time.Duration`."""
    tokens = keep_ends(text, MAX_PROMPT).lower().split()
    names = [token.strip(_AROUND_NAMES).rstrip(":)]}").lstrip("([{") for token in tokens]
    names += [token for token in tokens if token[:1] == "." and token[1:].isalnum() and len(token) >= MIN_SPELLED]
    packages = [".".join(parts[:2]) for parts in (name.split(".") for name in names) if _names_member(parts)]
    return list(dict.fromkeys([*filter(_is_spelled_as_code, names), *packages]))[:MAX_SPELLINGS]


def _names_member(parts: "Sequence[str]") -> bool:
    """Whether a dotted name, by its parts, is one of a member in a package."""
    return len(parts) > 2 and all(part.isidentifier() and len(part) > 1 for part in parts)


def _is_spelled_as_code(name: str) -> bool:
    if not MIN_SPELLED <= len(name) <= MAX_SPELLED or not any(map(str.isalpha, name)) or _looks_like_path(name):
        return False  # `find_named` looks up paths
    return name.startswith(("--", ".")) or any(sign in name for sign in _SIGNS)


class _GlobAnchors:
    """The anchors that are globs. They are read when the first path is looked up."""

    def __init__(self, con: "apsw.Connection") -> None:
        self._con = con
        self._rows: list[tuple[int, str]] | None = None

    def match(self, path: str) -> "list[tuple[int, str]]":
        """Documents with a glob that matches the path."""
        if self._rows is None:
            self._rows = list(self._con.execute("SELECT doc, path FROM anchor WHERE glob LIMIT 1000"))
        return [(doc, "glob") for doc, pattern in self._rows if matches_across_folders(pattern, path)]


def _match_id(con: "apsw.Connection", token: str) -> "list[tuple[int, str]]":
    ident = token.upper().translate(_LOOK_ALIKES)
    where = "id = ?" if len(ident) == 26 else "substr(id, -8) = ?"
    return [(row[0], "id") for row in con.execute(f"SELECT doc FROM content WHERE {where}", (ident,))]


def _match_path(con: "apsw.Connection", path: str, symbol: str) -> "list[tuple[int, str]]":
    """Documents with an anchor at this path, or at one that ends with it or that it ends with."""
    out: list[tuple[int, str]] = []
    query = "SELECT doc, path, symbol FROM anchor WHERE base = ? LIMIT 200"
    for doc, anchored, its in con.execute(query, (path.rpartition("/")[2],)):
        if symbol and its and its != symbol:
            continue
        if anchored == path:
            out.append((doc, "path"))
        elif "/" not in path or anchored.endswith("/" + path) or path.endswith("/" + anchored):
            out.append((doc, "suffix"))
    return out


def _match_symbol(con: "apsw.Connection", name: str) -> "list[tuple[int, str]]":
    return [(row[0], "symbol") for row in con.execute("SELECT doc FROM anchor WHERE symbol = ? LIMIT 200", (name,))]


def prior_factors(tier: str, kind: str, how: str, made: str, newest: str) -> dict[str, float]:
    """The factors, near 1, that weigh a record whatever its words.

    Recency counts from the newest record in the answer, not from a clock: the same memory gives the same answer.
    """
    age = approximate_days(newest) - approximate_days(made) if made and newest else 3650.0
    return {
        "tier": TIER.get(tier, 1.0),
        "kind": KIND.get(kind, 1.0),
        "how": HOW.get(how, 0.92),
        "recency": 1.0 + RECENCY * 2.0 ** (-max(age, 0.0) / HALF_LIFE),
    }


def newest_time(made: "Iterable[str]") -> str:
    """The newest of these times. One after tomorrow counts as now, so that a wrong clock gains nothing."""
    now = time.time()
    today, limit = format_timestamp(now), format_timestamp(now + AHEAD)
    return max([each if each <= limit else today for each in made], default="")


def approximate_days(made: str) -> float:
    """Days of an ISO date or time since an arbitrary day, to within a few: for differences."""
    try:
        year, month, day = int(made[:4]), int(made[5:7]), int(made[8:10])
    except ValueError:
        return 0.0
    return year * 365.25 + month * 30.44 + day


def fetch_visible(
    con: "apsw.Connection",
    view: View,
    docs: "Sequence[int]",
    scores: "dict[int, float]",
    names: "dict[int, tuple[str, float]]",
) -> list[Hit]:
    """The visible documents among `docs`."""
    return list_visible(read_visible(con, view, docs), docs, scores, names)


def read_visible(con: "apsw.Connection", view: View, docs: "Sequence[int]") -> "list[Row]":
    """The rows of the visible documents among `docs`, by their numbers."""
    if not docs:
        return []
    query = (
        "SELECT c.doc, c.id, c.kind, c.tier, c.how, c.made, c.title, c.body, c.tags, c.paths, p.path, p.scope, p.size,"
        " p.mtime_ns, json_extract(c.rest, '$.origin.author'), json_extract(c.rest, '$.origin.agent'),"
        " c.status, json_extract(c.rest, '$.fields.outcome'), json_extract(c.rest, '$.origin.session')"
        " FROM content c JOIN presence p ON p.doc = c.doc"
        f" WHERE c.doc IN ({', '.join([str(int(doc)) for doc in docs])}) AND {VISIBLE[view.head]}"
    )
    return list(con.execute(query, view.bindings))


def list_visible(
    rows: "Sequence[Row]",
    docs: "Iterable[int]",
    scores: "dict[int, float]",
    names: "dict[int, tuple[str, float]]",
) -> list[Hit]:
    """Those of the rows that are of these documents."""
    chosen = frozenset(docs)
    return [Hit(row, scores.get(row[0], 0.0), names[row[0]][1] if row[0] in names else 0.0)
            for row in rows if row[0] in chosen]  # fmt: skip


def _looks_like_id(token: str) -> bool:
    """Whether a token may be an id or its end. One end in twenty has no digit, but none has the letter `u`."""
    return len(token) in (8, 26) and token.isalnum() and token.isascii() and not ("u" in token or "U" in token)


def _split_location(token: str) -> "tuple[str, str]":
    """(path, symbol) of a token such as `src/a.py:12` or `src/a.py#Pool`."""
    path, _, symbol = token.partition("#")
    path = path.replace("\\", "/").removeprefix("./").rstrip(":").rstrip("/")
    stem, colon, line = path.rpartition(":")
    return (stem if colon and line.isdigit() else path), symbol


def _looks_like_path(path: str) -> bool:
    base = path.rpartition("/")[2]
    return "/" in path or ("." in base and base.rpartition(".")[2].lower() in EXTENSIONS)


def _looks_like_symbol(token: str) -> bool:
    """Whether a token is spelled as code: `name()`, `snake_case` or `camelCase`."""
    if token.endswith("()") or "_" in token.strip("_"):
        return True
    return token[1:].lower() != token[1:] and not token.isupper()
