"""Finds records in the index and judges whether they bear on a text. The hook process and `index` share it.

Full-text search scores every record that holds any of the words, so common words make it slow. The question is
therefore pruned: the rarest words choose the candidates, all words rank them. `bench/recall.py` measures it.
"""

import time

from backstory.base.tokenizer import EDGES, EXTENSIONS, Term, idents, terms
from backstory.base.trust_levels import VOUCHED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import apsw

WEIGHTS = "6.0, 5.0, 6.0, 4.0, 2.0"
"""BM25 weights of title, body, tags, paths, idents. FTS5 fixes k1 at 1.2; weights times c act as k1 / c, and commit
messages and records, being short, want a k1 near 0.2: a word said twice is hardly more evidence than once."""
CAP = 1000
"""Documents counted per word; what is beyond is estimated."""
BUDGET = 1000
"""Candidates in the hook process."""
WIDE_BUDGET = 20_000
"""Candidates where a person waits for the answer."""
SHARE = 12
"""One record in so many: words that are more common together do not choose candidates, however few records there are.
That is not only faster: on 443 questions over 23,867 commits it raised recall among ten from 52.5 to 55 %."""
FEWEST = 500
"""Candidates below which nothing is pruned."""
MOST_TERMS = 24
"""Words of a prompt that are looked up."""
SPAN = 6000
"""Characters of a prompt that are read: its beginning and its end."""
LOOKED_AT = 24
"""Best documents whose rows are read."""
JUDGED = 10
"""Of these, how many are put to the gate."""
TOKENIZER = ("porter", ["unicode61", "remove_diacritics", "2"])

TIER = {"pinned": 1.1, "working": 1.05, "reference": 1.0, "off-context": 0.85}
KIND = {
    "decision": 1.1, "failure": 1.05, "strategy": 1.05, "pattern": 1.05, "fact": 1.05, "preference": 1.05,
    "observation": 0.95, "summary": 0.95, "checkpoint": 0.95, "handoff": 0.95, "source": 0.85,
}  # fmt: skip
HOW = {"explicit": 1.1, "stated": 1.05, "observed": 1.0, "inferred": 0.92, "imported": 0.92}
RECENCY = 0.2
"""What being new adds at most."""
AHEAD = 86_400
"""Seconds that a time may lie ahead of this machine's clock; a later one is wrong."""
HALF_LIFE = 90.0
"""Days after which half of that is left."""
NAMED = {"id": 1000.0, "path": 500.0, "suffix": 300.0, "glob": 200.0, "symbol": 100.0}
"""What a record gains whose id, anchored path or symbol the question names: such records come first, in this order."""

VISIBLE = (
    "+p.tree IN (?1, '') AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = p.doc)"
    " AND c.id != '' AND c.status != 'retracted' AND c.tier != 'off-context'"
    " AND NOT EXISTS (SELECT 1 FROM link l JOIN content b ON b.doc = l.doc JOIN presence q ON q.doc = l.doc"
    " WHERE l.relation = 'supersedes' AND l.target = c.id AND b.id != c.id AND b.status != 'retracted'"
    f" AND +q.tree IN (?1, '') AND NOT EXISTS (SELECT 1 FROM hidden h WHERE h.tree = ?1 AND h.doc = q.doc)"
    f" AND ({VOUCHED.format(p='q', c='b')} OR NOT {VOUCHED.format(p='p', c='c')}))"
)
"""What a hook may show: present and visible here, loadable, not retracted, not superseded by another such record (a
foreign record supersedes foreign ones only). The plus signs keep SQLite from walking a whole tree where it is given a
few documents."""


class Hit:
    """A record that a text may be about, with what the judgement rests on."""

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

    def __init__(self, row: "Sequence[Any]", text: float, named: float) -> None:
        (self.doc, self.id, self.kind, self.tier, self.how, self.made, self.title, self.body, self.tags, self.paths,
         self.path, self.scope, self.size, self.mtime_ns, self.author, self.agent) = row  # fmt: skip
        self.text = text
        """BM25 score, higher is better."""
        self.named = named
        """What it gains because the text names it."""
        self.score = 0.0
        self.foreign = False
        """Whether it came from elsewhere and nobody here vouches for it; `base.trust` judges it."""
        self.claimed = False
        """Whether author and channel are only what the record says of itself."""
        self.covered = 0.0
        """Share of what the telling words of the text weigh."""


def frequencies(con: "apsw.Connection", asked: "Iterable[Term]", cap: int = CAP) -> list[int]:
    """In how many documents each word occurs: counted up to `cap`, beyond that estimated from how far the counting
    got, since documents are counted in the order of their numbers."""
    query = f"SELECT count(*), max(rowid) FROM (SELECT rowid FROM fts WHERE fts MATCH ? LIMIT {cap})"
    last = con.execute("SELECT max(doc) FROM content").get or 1
    out: list[int] = []
    for term in asked:
        count, reached = con.execute(query, (term.match,)).get
        out.append(count if count < cap else max(cap, count * last // max(reached, 1)))
    return out


def budget(total: int, most: int = BUDGET) -> int:
    """How many candidates to look at in a memory of `total` records."""
    return min(most, max(FEWEST, total // SHARE))


def plan(asked: "Sequence[Term]", counts: "Sequence[int]", most: int, *, narrow: bool = False) -> str:
    """The full-text expression for these words, empty when none of them occurs.

    The rarest words, as many as have `most` documents together, choose the candidates; the others only add to the
    score. Where even the rarest is common, it chooses alone, or with `narrow` together with the next one.
    """
    order = sorted((count, place) for place, count in enumerate(counts) if count)
    if not order:
        return ""
    rare: list[str] = []
    heavy: list[str] = []
    total = 0
    for count, place in order:
        if rare and total + count > most:
            heavy.append(asked[place].match)
        else:
            rare.append(asked[place].match)
            total += count
    chosen = "(" + " OR ".join(rare) + ")"
    if narrow and order[0][0] > 2 * most and heavy:
        return f"({rare[0]} AND {heavy[0]}) AND ({' OR '.join(rare + heavy)})"
    return f"{chosen} AND ({' OR '.join(rare + heavy)})" if heavy else chosen


def ranked(con: "apsw.Connection", match: str, limit: int) -> list[tuple[int, float]]:
    """(doc, BM25 score) of the best documents, best first; higher is better."""
    if not match:
        return []
    query = (
        f"SELECT rowid, -bm25(fts, {WEIGHTS}) AS score FROM fts WHERE fts MATCH ? ORDER BY score DESC LIMIT {limit:d}"
    )
    return [(doc, score) for doc, score in con.execute(query, (match,))]


def size(con: "apsw.Connection", tree: str) -> int:
    """How many record files this tree sees."""
    return con.execute("SELECT sum(docs) FROM tree WHERE tree IN (?, '')", (tree,)).get or 0


def named(con: "apsw.Connection", tree: str, text: str, *, span: int = SPAN) -> dict[int, tuple[str, float]]:
    """Documents whose id, anchored path or symbol the text names: doc -> (what was named, its weight)."""
    out: dict[int, tuple[str, float]] = {}
    if len(text) > span:
        text = text[: span // 2] + " " + text[-(span // 2) :]
    text = text.encode("utf-8", "replace").decode()
    tokens = dict.fromkeys(token.strip(EDGES + ".") for token in text.split() if len(token) <= 300)
    alone = len(tokens) == 1
    looked = 0
    globs: list[tuple[int, str]] | None = None
    for token in tokens:
        if looked >= MOST_TERMS:
            break
        if not token:
            continue
        found: list[tuple[int, str]] = []
        if _like_id(token):
            looked += not token.isalpha()  # plain words of eight letters take nothing from what else is named
            ident = _id(token)
            if len(ident) == 26:
                found += [(row[0], "id") for row in con.execute("SELECT doc FROM content WHERE id = ?", (ident,))]
            else:
                found += [
                    (row[0], "id") for row in con.execute("SELECT doc FROM content WHERE substr(id, -8) = ?", (ident,))
                ]
        path, _, symbol = token.partition("#")
        path = path.replace("\\", "/").removeprefix("./").rstrip(":").rstrip("/")
        stem, colon, line = path.rpartition(":")
        if colon and line.isdigit():
            path = stem
        base = path.rpartition("/")[2]
        if "/" in path or (base.rpartition(".")[2].lower() in EXTENSIONS and "." in base):
            looked += 1
            root = tree.replace("\\", "/").rstrip("/") + "/"
            path = path.removeprefix(root)
            query = "SELECT doc, path, symbol FROM anchor WHERE base = ? LIMIT 200"
            for doc, anchored, its in con.execute(query, (base,)):
                if symbol and its and its != symbol:
                    continue
                if anchored == path:
                    found.append((doc, "path"))
                elif "/" not in path or anchored.endswith("/" + path) or path.endswith("/" + anchored):
                    found.append((doc, "suffix"))
            if globs is None:
                globs = [(doc, its) for doc, its in con.execute("SELECT doc, path FROM anchor WHERE glob LIMIT 1000")]
            found += [(doc, "glob") for doc, pattern in globs if fits(pattern, path)]
        name = token.removesuffix("()")
        if alone or name != token or "_" in name.strip("_") or (name[1:].lower() != name[1:] and not name.isupper()):
            looked += 1
            found += [
                (row[0], "symbol") for row in con.execute("SELECT doc FROM anchor WHERE symbol = ? LIMIT 200", (name,))
            ]
        for doc, what in found:
            if doc not in out or out[doc][1] < NAMED[what]:
                out[doc] = (what, NAMED[what])
    return out


def fits(pattern: str, path: str) -> bool:
    """Whether a glob covers a path: `*` is any run of characters, `?` any one. Linear steps back to the last `*` only,
    so that no pattern out of a repository can stall a hook."""
    at = here = 0
    star = mark = -1
    while here < len(path):
        sign = pattern[at] if at < len(pattern) else ""
        if sign == "*":
            star, mark = at, here
            at += 1
        elif sign and (sign == "?" or sign == path[here]):
            at += 1
            here += 1
        elif star >= 0:
            mark += 1
            at, here = star + 1, mark
        else:
            return False
    return all(sign == "*" for sign in pattern[at:])


def priors(tier: str, kind: str, how: str, made: str, newest: str) -> dict[str, float]:
    """What speaks for a record before its words are looked at, as factors near 1.

    Recency counts from the newest record in the answer, not from a clock: the same memory gives the same answer.
    """
    age = days(newest) - days(made) if made and newest else 3650.0
    return {
        "tier": TIER.get(tier, 1.0),
        "kind": KIND.get(kind, 1.0),
        "how": HOW.get(how, 0.92),
        "recency": 1.0 + RECENCY * 2.0 ** (-max(age, 0.0) / HALF_LIFE),
    }


def newest_of(made: "Iterable[str]") -> str:
    """The newest of these times. One beyond tomorrow counts as now: a wrong clock wins nothing."""
    now = time.time()
    today, limit = (time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + ahead)) for ahead in (0, AHEAD))
    return max([m if m <= limit else today for m in made], default="")


def days(made: str) -> float:
    """Days of an ISO date or time since an arbitrary day, to within a few: for differences."""
    try:
        year, month, day = int(made[:4]), int(made[5:7]), int(made[8:10])
    except ValueError:
        return 0.0
    return year * 365.25 + month * 30.44 + day


def idf(count: int, total: int) -> float:
    """How much a word tells: the logarithm BM25 uses, with a floor under the size of the memory.

    In a memory of ten records everything is rare; the floor keeps chance words from looking like evidence.
    """
    total = max(total, 100)
    ratio = 1.0 + (total - min(count, total) + 0.5) / (count + 0.5)
    # the natural logarithm without the `math` module: 2 artanh((x - 1) / (x + 1)) on a mantissa, plus powers of two
    exponent = 0
    while ratio > 1.5:
        ratio /= 2.0
        exponent += 1
    y = (ratio - 1.0) / (ratio + 1.0)
    return exponent * 0.6931471805599453 + 2.0 * (y + y**3 / 3 + y**5 / 5 + y**7 / 7)


ENOUGH = (0.4, 1.0, 0.6, 0.5)
"""Share of what the telling words of a prompt weigh that a record must cover: with a rare name among them, with one
word (never enough), with two, with three or more."""
HEAVIEST = 6
"""Of a long prompt only the heaviest words count: it speaks of more than any one record does."""
RARE = 0.02
"""A name out of code proves something alone when at most this share of the records holds it."""
CLOSE = 0.45
"""Hits that score less than this share of the best are left out."""


def relevant(
    con: "apsw.Connection", tree: str, text: str, *, skip: "frozenset[str] | set[str]" = frozenset(), limit: int = 5
) -> list[Hit]:
    """Records that bear on `text`, best first; none when nothing clears the gate.

    A record passes when the text names its id or its anchored path, or when it covers enough of what the telling
    words of the text weigh, with at least two of them or with one rare name. `skip` are ids already given.
    """
    asked = terms(text, MOST_TERMS, span=SPAN)
    if not asked:
        return []
    counts = frequencies(con, asked)
    total = size(con, tree)
    names = named(con, tree, text)
    told = [place for place, term in enumerate(asked) if not term.weak]
    match = plan(asked, counts, budget(total), narrow=True) if told else ""
    best = ranked(con, match, LOOKED_AT)
    if not best and not names:
        return []
    scores = dict(best)
    docs = [*names, *(doc for doc, _ in best if doc not in names)]
    hits = fetch(con, tree, docs[: 2 * LOOKED_AT], scores, names)
    if len(hits) < JUDGED // 2 and len(best) == LOOKED_AT:  # many of them lie on other branches
        more = ranked(con, match, 400)
        scores = dict(more)
        hits = fetch(con, tree, [*names, *(doc for doc, _ in more if doc not in names)], scores, names)
    if not hits:
        return []
    newest = newest_of([hit.made for hit in hits])
    for hit in hits:
        factors = priors(hit.tier, hit.kind, hit.how, hit.made, newest)
        hit.score = hit.text
        for factor in factors.values():
            hit.score *= factor
        hit.score += hit.named
    hits.sort(key=lambda hit: (-hit.score, hit.id))
    passed = _gate(con, asked, counts, told, total, hits[:JUDGED])
    out: list[Hit] = []
    for hit in passed:
        if hit.score < CLOSE * passed[0].score and not hit.named:
            continue
        if hit.id not in skip and all(hit.id != other.id for other in out):
            out.append(hit)
    return out[:limit]


def fetch(
    con: "apsw.Connection",
    tree: str,
    docs: "Sequence[int]",
    scores: "dict[int, float]",
    names: "dict[int, tuple[str, float]]",
) -> list[Hit]:
    """The visible ones of these documents."""
    if not docs:
        return []
    query = (
        "SELECT c.doc, c.id, c.kind, c.tier, c.how, c.made, c.title, c.body, c.tags, c.paths, p.path, p.scope, p.size,"
        " p.mtime_ns, json_extract(c.rest, '$.origin.author'), json_extract(c.rest, '$.origin.agent')"
        " FROM content c JOIN presence p ON p.doc = c.doc"
        f" WHERE c.doc IN ({', '.join([str(int(doc)) for doc in docs])}) AND {VISIBLE}"
    )
    return [Hit(row, scores.get(row[0], 0.0), names[row[0]][1] if row[0] in names else 0.0)
            for row in con.execute(query, (tree,))]  # fmt: skip


def _gate(
    con: "apsw.Connection",
    asked: "Sequence[Term]",
    counts: "Sequence[int]",
    told: "Sequence[int]",
    total: int,
    hits: "Sequence[Hit]",
) -> list[Hit]:
    """Those of the hits that the text is about."""
    stem = con.fts5_tokenizer(*TOKENIZER)

    def stems(text: str, reason: int) -> "frozenset[str]":
        data = text.encode("utf-8", "replace")
        return frozenset(map(str, stem(data, reason, None, include_offsets=False, include_colocated=False)))

    weights = {place: idf(counts[place], total) for place in told}
    mass = sum(sorted(weights.values(), reverse=True)[:HEAVIEST])
    forms = {place: stems(asked[place].form, 1) for place in told}
    rare = max(2.0, RARE * total)
    out: list[Hit] = []
    for hit in hits:
        body = f"{hit.title} {hit.body} {hit.tags} {hit.paths}"
        held = stems(f"{body} {idents(body)}", 4)
        marks = stems(f"{hit.title} {hit.tags} {hit.paths}", 4)
        found = [place for place in told if forms[place] <= held]
        hit.covered = sum(weights[place] for place in found) / mass if mass else 0.0
        if hit.named >= NAMED["suffix"]:
            out.append(hit)
            continue
        proof = any(counts[place] <= rare and (asked[place].ident or forms[place] <= marks) for place in found)
        if hit.covered >= ENOUGH[min(len(found), 3) if not proof else 0] and (proof or len(found) >= 2):
            out.append(hit)
    return out


def _like_id(token: str) -> bool:
    """One short id in twenty has no digit: any eight characters may be one, but for `u`, which no id has."""
    return len(token) in (8, 26) and token.isalnum() and token.isascii() and not ("u" in token or "U" in token)


def _id(token: str) -> str:
    return token.upper().translate({ord("O"): "0", ord("I"): "1", ord("L"): "1"})
