"""Finds passages of sessions in the index. The hook process and `recall` share it.

A passage is a few sentences, so most of what it is about stands beside it: in what was uttered before and after it and
in the rest of its session. Their matches count for it, each by a share. `bench/recall.py` measures it.
"""

from backstory.base.fingerprint import AWAY
from backstory.base.search import MAX_COUNTED, choose_candidates
from backstory.base.tokenizer import inverse_frequency, split_words
from backstory.base.visibility import HAS_PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import apsw

    from backstory.base.tokenizer import Term
    from backstory.base.visibility import View

    Turn = tuple[int, int]
    """A session and the number of what was uttered in it."""

WEIGHTS = "6.0, 2.0"
"""BM25 weights of text and idents."""
NEIGHBOURS = (0.5, 0.2)
"""Shares of the score of what was uttered next to it, and after that, on both sides."""
SESSION = 0.7
"""Share of the best score that is added for the session with the most of the words; for others, as they have them."""
MAX_SCORED = 400
"""Best passages whose neighbours and sessions are looked at."""
MIN_WEIGHED = 40
"""Utterances that are weighed by who uttered them, however few passages are asked for."""
REST = 0.6
"""Share of the score of an utterance that a passage of it gets which has none of the words."""
ROLES = {"user": 1.4, "command": 0.8, "subagent": 0.95}
"""What the words of a role count: what the person said stands for more than what was answered."""
NAMED_SPEAKER = 1.2
"""What a passage counts that begins with the name of a speaker, `Mira: ...`, whom the text names."""
MAX_NAME = 24
ONLY_ASKS = 0.75
"""What a short passage counts that ends with a question: the answer stands beside it."""
SHORT_QUESTION = 200
ANSWERS = 0.4
"""Share of the score of a short question that is added for what was uttered next: that is the answer."""
NAMES_TIME = 1.2
"""What a passage counts that names a time, for a text that asks when."""
TIMES = frozenset((
    "yesterday", "today", "tonight", "tomorrow", "ago", "last", "next", "since", "recently", "just", "week", "weeks",
    "weekend", "month", "months", "year", "years", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    "sunday", "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
    "november", "december"))  # fmt: skip
ASKS_WHEN = frozenset(("when", "wann", "quand", "cuándo", "quando", "date", "month", "year"))
ASKING = 4
"""Words at the beginning of a text that say what it asks for."""
MAX_PER_WORD = 2000
"""Passages of a word that are looked at to tell the sessions that have it. A word of more tells no session apart."""
RANKED = 2
"""Times as many passages as are wanted from which the best are chosen, where the memory has more."""
OTHER_WORD = 0.4
"""What a match of another word for the same counts."""
SATURATION = 0.9
"""How soon repeating a word in a session stops adding evidence: `k1` of BM25."""


MAX_OF_TURN = 3
"""Most passages of one utterance that are compared with a prompt, so that a long answer leaves room for others."""
ALIKE = 80
"""Passages with the same first characters, this many, are the same: a prompt that was sent again."""


class PassageHit:
    """A passage of a session that a text may be about."""

    passage: int
    role: str
    made: str
    turn: int
    text: str
    crc: int
    session: str
    agent: str
    branch: str
    why: "dict[str, float] | None" = None
    """Signal -> its share of the score, once somebody asks."""

    def __init__(self, row: "Sequence[Any]", score: float) -> None:
        (self.passage, self.role, self.made, self.turn, self.text, self.crc, self.session, self.agent,
         self.branch) = row  # fmt: skip
        self.score = score
        self.own = 0.0
        """Score of its own words."""
        self.with_context = 0.0
        """The same with what stands beside it, before it is weighed by who uttered it; 0 where no search has scored
        it."""
        self.quote = ""
        """The part to show when the whole text does not fit."""
        self.excerpt = ""
        """The part of a long text that meets the prompt, which is shown in its place."""
        self.is_minor = False
        """Whether that part is enough, since others meet the text far better."""
        self.answers = False
        """Whether it was replied to a question that meets the text, whatever words it has."""
        self.asks = False
        """Whether it meets the text with what it asks, and tells nothing of it."""
        self.elsewhere = False
        """Whether it was said on another branch, whose work is not part of this one."""

    @property
    def id(self) -> str:
        """What a session notes of it once it was told."""
        return f"said-{self.crc:08x}"


def rank_passages(con: "apsw.Connection", match: str, limit: int = MAX_SCORED, after: int = 0) -> dict[int, float]:
    """Passage -> BM25 score of the best with a number higher than `after`, in their order."""
    if not match:
        return {}
    bound = f" AND rowid > {after:d}" if after else ""
    query = (
        f"SELECT rowid, -bm25(passage_fts, {WEIGHTS}) AS score FROM passage_fts WHERE passage_fts MATCH ?{bound}"
        f" ORDER BY score DESC LIMIT {limit:d}"
    )
    return dict(con.execute(query, (match,)))


def match_passages(con: "apsw.Connection", match: str, limit: int, *, are_many: bool = False) -> list[int]:
    """The passages that match, in no order; where they are more than `limit`, the best.

    Ranking looks up every phrase once more, so it waits until there are too many. With `are_many` it is done at once.
    """
    query = "SELECT rowid FROM passage_fts WHERE passage_fts MATCH ?"
    if are_many:
        ranked = f"{query} ORDER BY bm25(passage_fts) LIMIT {limit + 1:d}"
        passages = [row[0] for row in con.execute(ranked, (match,))]
        return passages[:limit] if len(passages) > limit else sorted(passages)
    passages = [row[0] for row in con.execute(f"{query} LIMIT {limit + 1:d}", (match,))]
    if len(passages) > limit:
        ranked = f"{query} ORDER BY bm25(passage_fts) LIMIT {limit:d}"
        passages = [row[0] for row in con.execute(ranked, (match,))]
    return passages


class _Words:
    """Words to look for, and how many passages hold each."""

    def __init__(self, con: "apsw.Connection", matches: "Sequence[str]", width: int, last: int) -> None:
        self._con, self._matches, self._width, self._last = con, matches, width, last
        self._most = RANKED * width
        self.is_large = last > self._most
        """Whether the memory is too large to rank every passage that has a word."""
        self.counts = _estimate_counts(con, matches, last) if self.is_large else [1] * len(matches)

    def rank(self) -> dict[int, float]:
        """Passage -> score of the best.

        In a large memory the rarest words choose them. Where all are common the newest passages count.
        """
        if not self.is_large:
            return rank_passages(self._con, " OR ".join(self._matches), self._width)
        match = choose_candidates(self._matches, self.counts, self._most, narrow=True)
        rarest = min([count for count in self.counts if count], default=0)
        after = self._last - self._last * 2 * self._most // rarest if rarest > 2 * self._most else 0
        return rank_passages(self._con, match, self._width, after)


def _estimate_counts(con: "apsw.Connection", matches: "Iterable[str]", last: int) -> list[int]:
    """The number of passages that hold each word, estimated where they are many."""
    query = (
        "SELECT count(*), max(rowid) FROM"
        f" (SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? LIMIT {MAX_COUNTED})"
    )
    out: list[int] = []
    for match in matches:
        count, reached = con.execute(query, (match,)).get
        out.append(count if count < MAX_COUNTED else max(count, count * last // max(reached, 1)))
    return out


def add_context(scores: "dict[Turn, float]", of_session: "dict[int, float]") -> "dict[Turn, float]":
    """The scores of what was uttered, with what neighbours and sessions add, also where it has none of the words.

    `of_session` says how well each session has the words.
    """
    total = dict(scores)
    get = total.get
    for (session, turn), score in scores.items():
        for distance, share in enumerate(NEIGHBOURS, 1):
            added = share * score
            before, after = (session, turn - distance), (session, turn + distance)
            total[before] = get(before, 0.0) + added
            total[after] = get(after, 0.0) + added
    best = max(scores.values(), default=0.0)
    most = max(of_session.values(), default=0.0) or 1.0
    bonus = {session: SESSION * best * score / most for session, score in of_session.items()}
    return {turn: score + bonus.get(turn[0], 0.0) for turn, score in total.items()}


def _choose_best(total: "dict[Turn, float]", count: int) -> "list[Turn]":
    """The turns that score best, in that order. There are thousands of them, so only those that may be chosen are
    compared by more than their score."""
    if len(total) <= count:
        turns = list(total)
    else:
        least = sorted(total.values(), reverse=True)[count - 1]
        turns = [turn for turn, score in total.items() if score >= least]
    return sorted(turns, key=lambda turn: (-total[turn], turn))[:count]


def score_sessions(con: "apsw.Connection", terms: "Iterable[Term]") -> dict[int, float]:
    """Session -> how well it has the words: the rarer among sessions, and the more often, the better."""
    total = max(1, con.execute("SELECT count(*) FROM session").get or 0)
    query = (
        "SELECT p.session, count(*) FROM"
        f" (SELECT rowid AS number FROM passage_fts WHERE passage_fts MATCH ? LIMIT {MAX_PER_WORD})"
        " CROSS JOIN passage p INDEXED BY passage_place ON p.passage = number GROUP BY 1"
    )
    out: dict[int, float] = {}
    for term in terms:
        counts = list(con.execute(query, (term.match,)))
        weight = inverse_frequency(len(counts), total)
        for session, count in counts:
            out[session] = out.get(session, 0.0) + weight * count * (SATURATION + 1) / (count + SATURATION)
    return out


def find_turns(con: "apsw.Connection", view: "View", passages: "Iterable[int]") -> "dict[int, Turn]":
    """Passage -> the session and the turn in which it was uttered, for those that the working tree shows."""
    query = (
        "SELECT p.passage, p.session, p.turn FROM passage p INDEXED BY passage_place"
        " CROSS JOIN session s ON s.session = p.session"
        f" WHERE p.passage IN ({', '.join([str(int(passage)) for passage in passages])}) AND {shown_sessions(view)}"
    )
    rows = con.execute(query, (shown_key(view),))
    return {passage: (session, turn) for passage, session, turn in rows}


def _find_first(con: "apsw.Connection", turns: "Iterable[Turn]") -> "dict[Turn, int]":
    """The first passage of each of the turns that exist."""
    values = ", ".join([f"({int(session)}, {int(turn)})" for session, turn in turns])
    query = (
        "SELECT p.session, p.turn, min(p.passage) FROM passage p"
        f" WHERE (p.session, p.turn) IN (VALUES {values}) GROUP BY 1, 2"
    )
    return {(session, turn): passage for session, turn, passage in con.execute(query)} if values else {}


def _find_questions(con: "apsw.Connection", turns: "Iterable[Turn]") -> "list[Turn]":
    """Those of the turns that only ask, in one passage."""
    values = ", ".join([f"({int(session)}, {int(turn)})" for session, turn in turns])
    query = (
        "SELECT p.session, p.turn, p.text, count(*) FROM passage p"
        f" WHERE (p.session, p.turn) IN (VALUES {values}) GROUP BY 1, 2"
    )
    rows = con.execute(query) if values else ()
    return [(session, turn) for session, turn, text, count in rows if count == 1 and _only_asks(text)]


def _only_asks(text: str) -> bool:
    return len(text) < SHORT_QUESTION and text.rstrip().endswith(("?", "？"))


def shown_sessions(view: "View") -> str:
    """Which sessions a working tree shows, as SQL; of a branch that was just checked out those that were on it."""
    if view.head == AWAY:
        return f"(s.branch = ?1 OR {HAS_PART})"
    return "EXISTS (SELECT 1 FROM shown h WHERE h.tree = ?1 AND h.session = s.session)"


def shown_key(view: "View") -> str:
    """The value of ?1 in `shown_sessions`."""
    return view.branch if view.head == AWAY else view.tree


def search_passages(
    con: "apsw.Connection",
    view: "View",
    terms: "Sequence[Term]",
    limit: int,
    width: int = MAX_SCORED,
    *,
    other: "Sequence[str]" = (),
    when: bool = False,
) -> list[PassageHit]:
    """The passages that have words of a text, with their context, best first.

    `other` are other words for them, which count less. `when`: the text asks for a time.
    """
    last = con.execute("SELECT max(passage) FROM passage").get or 0
    words = _Words(con, [term.match for term in terms], width, last)
    scores = words.rank()
    for passage, score in _Words(con, [f'"{word}"' for word in other], width, last).rank().items():
        scores[passage] = scores.get(passage, 0.0) + OTHER_WORD * score
    if not scores:
        return []
    turns = find_turns(con, view, scores)
    if not turns:
        return []
    best: dict[Turn, float] = {}
    for passage, turn in turns.items():
        best[turn] = max(best.get(turn, 0.0), scores[passage])
    telling = [term for term, count in zip(terms, words.counts, strict=True) if count <= MAX_PER_WORD]
    total = add_context(best, score_sessions(con, telling))
    chosen = _choose_best(total, max(MIN_WEIGHED, 2 * limit))
    before = [(session, number - 1) for session, number in chosen]
    for question in _find_questions(con, [one for one in before if one in best]):
        total[question[0], question[1] + 1] += ANSWERS * best[question]
    weights: dict[int, float] = {}
    for turn, passage in _find_first(con, [turn for turn in chosen if turn not in best]).items():
        weights[passage] = total[turn]
    best_turns = frozenset(chosen)
    for passage, turn in turns.items():
        if turn in best_turns:
            weights[passage] = total[turn] * (REST + (1 - REST) * scores[passage] / best[turn])
    hits = fetch_passages(con, view, list(weights), weights)
    forms = frozenset([term.form for term in terms])
    for hit in hits:
        hit.own, hit.with_context = scores.get(hit.passage, 0.0), hit.score
        hit.score *= _weigh_hit(hit, forms, is_met=hit.passage in scores, when=when)
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage))[:limit]


def spread_turns(hits: "Sequence[PassageHit]", limit: int) -> list[PassageHit]:
    """The first passages, at most a few of each utterance. A passage that begins like an earlier one is left out."""
    counts: dict[tuple[str, int], int] = {}
    beginnings: set[str] = set()
    out: list[PassageHit] = []
    for hit in hits:
        turn, beginning = (hit.session, hit.turn), hit.text[:ALIKE]
        if counts.get(turn, 0) < MAX_OF_TURN and beginning not in beginnings:
            counts[turn] = counts.get(turn, 0) + 1
            beginnings.add(beginning)
            out.append(hit)
    return out[:limit]


def _weigh_hit(hit: PassageHit, question_words: "frozenset[str]", *, is_met: bool, when: bool) -> float:
    """What a passage counts by who uttered it and by what it does. `is_met`: it has words of the text itself."""
    weight = ROLES.get(hit.role, 1.0) if is_met else min(1.0, ROLES.get(hit.role, 1.0))
    name, colon, _ = hit.text[:MAX_NAME].partition(": ")
    if colon and name.lower() in question_words:
        weight *= NAMED_SPEAKER
    if hit.role != "user" and _only_asks(hit.text):
        weight *= ONLY_ASKS
    if when and not TIMES.isdisjoint(split_words(hit.text)):
        weight *= NAMES_TIME
    return weight


def asks_when(text: str) -> bool:
    """Whether a text asks for a time."""
    return not ASKS_WHEN.isdisjoint(split_words(text)[:ASKING])


def fetch_passages(
    con: "apsw.Connection", view: "View", chosen: "Sequence[int]", scores: "dict[int, float]"
) -> list[PassageHit]:
    """The passages with these numbers, in their order."""
    query = (
        "SELECT p.passage, p.role, p.made, p.turn, p.text, p.crc, s.id, s.agent,"
        " coalesce(nullif(p.branch, ''), s.branch), h.elsewhere, h.branches FROM passage p"
        " JOIN session s ON s.session = p.session LEFT JOIN shown h ON h.tree = ?1 AND h.session = s.session"
        f" WHERE p.passage IN ({', '.join([str(int(passage)) for passage in chosen])})"
    )
    hits: dict[int, PassageHit] = {}
    for *row, elsewhere, branches in con.execute(query, (view.tree,)):
        hit = hits[row[0]] = PassageHit(row, scores.get(row[0], 0.0))
        if view.head == AWAY:
            hit.elsewhere = hit.branch not in ("", view.branch)
        else:
            hit.elsewhere = bool(elsewhere or (branches and hit.branch not in branches.split("\n")))
    return [hits[passage] for passage in chosen if passage in hits]


def find_replies(con: "apsw.Connection", view: "View", passage: int, most: int) -> list[PassageHit]:
    """What was answered and run after what a person said, up to the next thing that they said."""
    query = (
        "SELECT p.passage FROM passage q CROSS JOIN passage p ON p.session = q.session AND p.turn > q.turn"
        " WHERE q.passage = ?1 AND p.role IN ('assistant', 'command') AND p.turn < coalesce((SELECT min(u.turn)"
        " FROM passage u WHERE u.session = q.session AND u.turn > q.turn AND u.role = 'user'), 1 << 40)"
        " ORDER BY p.role DESC, p.turn, p.passage LIMIT ?2"
    )
    return fetch_passages(con, view, [row[0] for row in con.execute(query, (passage, most))], {})


def find_reaction(con: "apsw.Connection", view: "View", passage: int) -> list[PassageHit]:
    """What a person said next after something that they said."""
    query = (
        "SELECT p.passage FROM passage q CROSS JOIN passage p ON p.session = q.session AND p.turn = (SELECT min(u.turn)"
        " FROM passage u WHERE u.session = q.session AND u.turn > q.turn AND u.role = 'user')"
        " WHERE q.passage = ? AND p.role = 'user' ORDER BY p.passage"
    )
    return fetch_passages(con, view, [row[0] for row in con.execute(query, (passage,))], {})


def count_passages(con: "apsw.Connection", terms: "Iterable[Term]") -> list[int]:
    """The number of passages that hold each word, counted up to `MAX_COUNTED`."""
    query = f"SELECT count(*) FROM (SELECT rowid FROM passage_fts WHERE passage_fts MATCH ? LIMIT {MAX_COUNTED})"
    return [int(con.execute(query, (term.match,)).get) for term in terms]
