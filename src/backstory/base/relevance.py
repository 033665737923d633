"""Judges which records bear on a prompt, and keeps silent when none does. `bench/recall.py` measures it.

Full-text search always finds something. A record passes only with evidence: it covers enough of the weight of the
prompt's words, or of one of its sentences, since a long prompt speaks of more than any one record. A rule of the user
and a way that failed need less, for they are meant to be heard before somebody does it again.
"""

from backstory.base.search import (
    MAX_PROMPT,
    MAX_TERMS,
    NAMED,
    TOKENIZER,
    Hit,
    candidate_limit,
    count_documents,
    count_files,
    fetch_visible,
    find_named,
    match_expression,
    newest_time,
    prior_factors,
    rank_documents,
)
from backstory.base.synonyms import SYNONYMS
from backstory.base.tokenizer import STOP, identifier_parts, inverse_frequency, keep_ends, query_terms, split_words
from backstory.base.visible import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from backstory.base.tokenizer import Term

MAX_FETCHED = 30
"""Best documents whose rows are read."""
MAX_JUDGED = 14
"""Hits that are tested for relevance."""
MAX_RULES = 12
"""Rules that are tested."""
MAX_RULES_TOLD = 3
MAX_WEIGHED = 6
"""Heaviest words of a prompt that count: a long prompt covers more subjects than any one record."""
UNKNOWN = 0.6
"""What a word that no record holds weighs, as a part of the weight of a rare one. It says that the prompt is about
something else, but a person's own words must not drown those that the memory shares."""
RARE = 0.02
MAX_RARE = 20
"""A word is rare if at most this share of the records holds it, and no more than so many."""
MIN_OF_BEST = 0.45
"""Hits that score less than this share of the best are dropped."""
MIN_COVERED = {"name": 0.35, "marks": 0.25, "mark": 0.4, "two": 0.6, "more": 0.5}
"""Share of the weight of the words that a record must cover: with a rare name from code among them, with two rare words
in its title, tags or paths, with one, with two words at all, with three or more."""
MIN_SENTENCE = {"name": 0.5, "marks": 0.5, "mark": 0.7, "two": 1.0, "more": 0.6}
"""The same for a sentence: a prompt has many, and each is another chance to be alike by accident."""
SYNONYM = 0.5
"""What another word for the same counts."""
SHORT = 4
"""Words up to which a prompt is so short that common words count as well."""
MIN_SHORT = 0.6
"""Share of its words, common ones among them, that a title must have where only one of them is significant."""
LONG = 7
"""Significant words from which the sentences of a prompt are looked at one by one."""
MIN_RULE = 2.0
"""Words in common from which a rule is touched: a common word of software counts half, a name or path twice."""
OPENING = 4
"""First words of a rule, without stop words, among which its subject is: `never push`, `no new dependency`."""
MIN_TITLE = 0.4
"""Share of the words of a title that a question of common words alone must have: `how do I run the tests`."""
_OPENERS = """
please now then ok okay and so also can could would you just let's lets go ahead next first
"""
_POLITE = frozenset(_OPENERS.split())
_ASKING = """
how what which why who whom whose when where is are was were do does did has have will i my me our the a an this that
it thanks thank hello hi good tell explain translate write draft compose book plan
"""
_QUESTION = frozenset(_ASKING.split())
_ANSWERING = frozenset(("rule", "preference", "fact", "pattern", "strategy", "failure", "decision"))
"""Kinds that may answer a question of common words."""


def find_relevant(
    con: "apsw.Connection",
    view: View,
    text: str,
    *,
    skip: "frozenset[str] | set[str]" = frozenset(),
    limit: int = 5,
) -> list[Hit]:
    """Records that bear on `text`, rules first, then best first; none when no record passes.

    `skip` are ids already given.
    """
    asked = query_terms(text, MAX_TERMS, span=MAX_PROMPT)
    if not asked:
        return []
    counts = count_documents(con, asked)
    question = _Question(con, text, asked, counts, count_files(con, view.tree))
    names = find_named(con, view.tree, text)
    rules = [hit for hit in _find_rules(con, view, asked, names) if question.touches(hit)]
    if question.is_significant or names:
        passed = _find_about(con, view, question, names)
    else:
        passed = _find_answering(con, view, question)
    out: list[Hit] = []
    for hit in [*rules[:MAX_RULES_TOLD], *passed]:
        if hit.id not in skip and all(hit.id != other.id for other in out):
            out.append(hit)
    return out[:limit]


def _find_about(
    con: "apsw.Connection", view: View, question: "_Question", names: "dict[int, tuple[str, float]]"
) -> list[Hit]:
    """The records that are about the significant words of the prompt or that it names, best first."""
    most = candidate_limit(question.total)
    match = match_expression(question.asked, question.counts, most, narrow=True) if question.is_significant else ""
    hits = _fetch_candidates(con, view, match, names)
    score_hits(hits)
    hits.sort(key=lambda hit: (-hit.score, hit.id))
    passed = [hit for hit in hits[:MAX_JUDGED] if question.concerns(hit)]
    return [hit for hit in passed if hit.named or hit.score >= MIN_OF_BEST * passed[0].score]


def _find_answering(con: "apsw.Connection", view: View, question: "_Question") -> list[Hit]:
    """The records whose titles have all the words of a prompt that has common words only."""
    words = [term.match for term in question.asked if term.form not in STOP]
    if len(words) < 2:
        return []
    best = rank_documents(con, f"{{title}} : ({' AND '.join(words)})", MAX_FETCHED)
    hits = [hit for hit in fetch_visible(con, view, [doc for doc, _ in best], dict(best), {}) if hit.kind in _ANSWERING]
    score_hits(hits)
    hits.sort(key=lambda hit: (hit.kind != "rule", -hit.score, hit.id))
    return [hit for hit in hits if hit.kind == "rule" or len(words) >= MIN_TITLE * len(_content_words(hit.title))][:2]


def _find_rules(
    con: "apsw.Connection", view: View, asked: "Sequence[Term]", names: "dict[int, tuple[str, float]]"
) -> list[Hit]:
    """The rules, and the ways that failed, that share a word with the prompt or whose code it names, best first."""
    match = " OR ".join([term.match for term in asked])
    query = (
        "SELECT rowid, -bm25(fts) AS score FROM fts WHERE fts MATCH ? AND rowid IN"
        f" (SELECT doc FROM content WHERE kind IN ('rule', 'attempt')) ORDER BY score DESC LIMIT {MAX_RULES}"
    )
    scores: dict[int, float] = dict(con.execute(query, (match,)))
    hits = fetch_visible(con, view, list(scores), scores, names)
    heard = [hit for hit in hits if hit.kind == "rule" or hit.outcome == "failed"]
    return sorted(heard, key=lambda hit: (hit.kind != "rule", -hit.named, -hit.text, hit.id))


def _fetch_candidates(
    con: "apsw.Connection", view: View, match: str, names: "dict[int, tuple[str, float]]"
) -> list[Hit]:
    """The visible documents that the text names, and the best of those that the expression matches."""
    best = rank_documents(con, match, MAX_FETCHED)
    docs = [*names, *(doc for doc, _ in best if doc not in names)]
    hits = fetch_visible(con, view, docs[: 2 * MAX_FETCHED], dict(best), names)
    if len(hits) < MAX_JUDGED // 2 and len(best) == MAX_FETCHED:  # many of them are on other branches
        best = rank_documents(con, match, 400)
        docs = [*names, *(doc for doc, _ in best if doc not in names)]
        hits = fetch_visible(con, view, docs, dict(best), names)
    return hits


def score_hits(hits: "Sequence[Hit]") -> None:
    """Sets the scores: the words, weighed by what the record is, and the bonus for being named."""
    newest = newest_time([hit.made for hit in hits])
    for hit in hits:
        hit.score = hit.text
        for factor in prior_factors(hit.tier, hit.kind, hit.how, hit.made, newest).values():
            hit.score *= factor
        hit.score += hit.named


class _Question:
    """A prompt by the places of its words, and whether a record is about them."""

    def __init__(
        self, con: "apsw.Connection", text: str, asked: "Sequence[Term]", counts: "Sequence[int]", total: int
    ) -> None:
        self.asked, self.counts, self.total = asked, counts, total
        self._stem = con.fts5_tokenizer(*TOKENIZER)
        self._forms = {place: self._stems(term.form, 1) for place, term in enumerate(asked)}
        significant = self._find_significant()
        self.is_significant = bool(significant)
        rare = max(2.0, min(RARE * total, MAX_RARE))
        self._weights = {place: _weigh(counts[place], total) for place in significant}
        self._others = {place: self._stems(" ".join(SYNONYMS.get(asked[place].form, ())), 4) for place in significant}
        self._rare = {place: asked[place].ident for place in significant if counts[place] <= rare}
        """The rare words -> whether they look like a name from code."""
        self._windows = self._split(text, significant)
        self._is_order = _is_order(text)

    def _find_significant(self) -> list[int]:
        """The places of the words that are evidence. Of the inflections of one word the first counts."""
        stems: dict[frozenset[str], int] = {}
        for place, term in enumerate(self.asked):
            if not term.weak:
                stems.setdefault(self._forms[place], place)
        return list(stems.values())

    def _split(self, text: str, significant: "Sequence[int]") -> "list[tuple[frozenset[int], float]]":
        """The parts of the prompt that a record may be about, as places of words, each with its weight: the heaviest
        words of the whole, and the sentences of a long one."""
        windows = [frozenset(significant)]
        if len(significant) >= LONG:
            places = {self._forms[place]: place for place in significant}
            for sentence in _split_sentences(keep_ends(text, MAX_PROMPT)):
                terms = (places.get(self._stems(term.form, 1), -1) for term in query_terms(sentence, MAX_TERMS))
                window = frozenset(place for place in terms if place >= 0)
                if len(window) >= 3:
                    windows.append(window)
        return [(window, self._mass(window)) for window in windows]

    def _mass(self, window: "Iterable[int]") -> float:
        """The weight of the heaviest words of a window, which a record covers a share of."""
        return sum(sorted([self._weights[place] for place in window], reverse=True)[:MAX_WEIGHED])

    def concerns(self, hit: Hit) -> bool:
        """Whether the prompt is about the record. Sets `hit.covered`."""
        body = f"{hit.title} {hit.body} {hit.tags} {hit.paths}"
        held = self._stems(f"{body} {identifier_parts(body)}", 4)
        marks = self._stems(f"{hit.title} {hit.tags} {hit.paths} {identifier_parts(hit.title)}", 4)
        same = {place: 1.0 for place in self._weights if self._forms[place] <= held}
        for place, others in self._others.items():
            if place not in same and others & held:
                same[place] = SYNONYM
        if hit.named >= NAMED["suffix"]:
            hit.covered = 1.0
            return True
        return any(self._is_covered(hit, same, marks, window, mass) for window, mass in self._windows if mass)

    def _is_covered(
        self, hit: Hit, same: "dict[int, float]", marks: "frozenset[str]", window: "frozenset[int]", mass: float
    ) -> bool:
        """Whether a record is about a part of the prompt."""
        matched = [place for place in same if place in window]
        covered = sum([same[place] * self._weights[place] for place in matched]) / mass
        hit.covered = max(hit.covered, covered)
        need = MIN_COVERED if window is self._windows[0][0] else MIN_SENTENCE
        is_named = any(self._rare.get(place) and same[place] == 1.0 for place in matched)
        if (
            is_named
            and covered >= need["name"] * self._strictness(window)
            and (need is MIN_COVERED or len(matched) > 1)
        ):
            return True
        if len(matched) < 2:
            return len(matched) == 1 and len(self.asked) <= SHORT and self._is_titled(marks)
        in_marks = sum([self._forms[place] <= marks for place in matched if place in self._rare])
        level = ("marks" if in_marks > 1 else "mark") if in_marks else ("more" if len(matched) > 2 else "two")
        return covered >= need[level] * self._strictness(window)

    def _strictness(self, window: "frozenset[int]") -> float:
        """The factor for what must be covered: the more words a text has, the more it shares with anything."""
        return min(1.6, 1.0 + 0.03 * max(0, len(window) - LONG))

    def _is_titled(self, marks: "frozenset[str]") -> bool:
        """Whether a title, tags and paths have most of the words of a short prompt, common ones among them."""
        forms = set(self._forms.values())
        held = sum([form <= marks for form in forms])
        return held > 1 and held >= MIN_SHORT * len(forms)

    def touches(self, hit: Hit) -> bool:
        """Whether the prompt asks for something that a rule is about, or a way that failed."""
        if hit.named >= NAMED["suffix"] and hit.kind == "rule":
            return True
        text = f"{hit.title} {hit.body}"
        held = self._stems(f"{text} {identifier_parts(text)}", 4)
        matched = [place for place, form in self._forms.items() if form <= held and self.asked[place].form not in STOP]
        weight = 0.0
        for place in matched:
            term = self.asked[place]
            weight += 2.0 if term.ident and not term.weak else 0.5 if term.weak else 1.0
        if weight >= MIN_RULE and any(not self.asked[place].weak for place in matched):
            return any(
                sum([place in window for place in matched]) >= min(2, len(matched)) for window, _ in self._windows
            )
        if not self._is_order or weight < 1.0:
            return False
        opening = self._stems(" ".join(_content_words(hit.title)[:OPENING]), 4)
        return any(self._forms[place] <= opening for place in matched)

    def _stems(self, text: str, reason: int) -> "frozenset[str]":
        data = text.encode("utf-8", "replace")
        return frozenset(map(str, self._stem(data, reason, None, include_offsets=False, include_colocated=False)))


def _weigh(count: int, total: int) -> float:
    """The weight of a word: the rarer the heavier, and less for one that the memory does not know."""
    return inverse_frequency(count, total) if count else UNKNOWN * inverse_frequency(1, total)


def _content_words(text: str) -> list[str]:
    """The words of a text without stop words."""
    return [word for word in split_words(text) if word not in STOP]


def _split_sentences(text: str) -> list[str]:
    for sign in ("? ", "! ", "; ", ": ", "\n"):
        text = text.replace(sign, ". ")
    return text.split(". ")


def _is_order(text: str) -> bool:
    """Whether a prompt begins like a request to do something, and not like a question or an account."""
    for word in text[:200].lower().split():
        word = word.strip(",.:;!?\"'`")
        if word and word not in _POLITE:
            return word not in _QUESTION and word.isalpha()
    return False
