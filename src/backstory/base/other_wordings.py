"""Finds what a prompt may mean in other words: passages and records in which several of its words meet words of the
same fields.

Search by the words of a prompt finds nothing where the memory uses others. One word of the same field proves nothing,
so what is found has to meet two words of the prompt at least, itself or by their fields.
"""

from backstory.base.candidates import ROLES, Candidate
from backstory.base.passages import PassageHit, fetch_passages, find_turns
from backstory.base.related_words import find_related
from backstory.base.search import fetch_visible
from backstory.base.tokenizer import STOP, inverse_frequency

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.question import Question
    from backstory.base.search import Hit
    from backstory.base.tokenizer import Term
    from backstory.base.visibility import View

MAX_PLACES = 6
"""Words of a prompt whose fields are searched."""
MAX_OF_FIELD = 12
"""Other words that are searched for one."""
MAX_ROWS = 4000
"""Rows that are looked at for a word."""
MAX_CHOSEN = 6
"""Passages that are judged, or records where there are none."""
MIN_MET = 2
"""The fewest words of the prompt that one of them meets."""
OF_RANK = 0.55
"""What the rank of a field in a text counts as weight of the word of the prompt."""
MOST_OF_FIELD = 0.6
"""The most that it counts, as a part of the weight of the rarest word."""
CONTEXT = 0.9
"""Share of a passage's own weight that is used as the weight of its neighbours."""


def add_other_wordings(
    con: "apsw.Connection", view: "View", question: "Question", candidates: "Sequence[Candidate]"
) -> "list[Candidate]":
    """The candidates, and those that meet several words of the prompt by words of the same fields."""
    related = list_related(question)
    if len(related) < MIN_MET:
        return list(candidates)
    passages = {one.hit.passage: one for one in candidates if isinstance(one.hit, PassageHit)}
    records = {one.hit.id: one for one in candidates if one.is_record}
    added: list[Candidate] = []
    for hit, met in _find_by_fields(con, view, question, related, passages):
        one = passages.get(hit.passage) if isinstance(hit, PassageHit) else records.get(hit.id)
        if one is None:
            one = Candidate(question, hit)
            added.append(one)
        elif all(place in one.matched for place in met):
            continue
        before = one.score
        one.add_fields(question, met)
        if isinstance(hit, PassageHit):
            one.rate(question, max(CONTEXT * one.weight, one.context), ROLES.get(hit.role, 1.0))
        else:
            one.rate(question, 0.0, 1.0)
        one.score = max(one.score, before)
    return [*candidates, *added]


def list_related(question: "Question") -> "dict[int, list[str]]":
    """Place of a word of the prompt -> the other words of its fields; the words that count by themselves come first."""
    places = [*question.significant, *[place for place in question.forms if place not in question.weights]]
    out: dict[int, list[str]] = {}
    for place in places:
        term = question.asked[place]
        if len(out) == MAX_PLACES or term.form in STOP or term.joins or term.form.isdigit():
            continue
        others = [*find_related(term.form), *question.synonyms[place]][:MAX_OF_FIELD]
        if others or place in question.weights:
            out[place] = list(dict.fromkeys(others))
    return out


def _find_by_fields(
    con: "apsw.Connection",
    view: "View",
    question: "Question",
    related: "dict[int, list[str]]",
    candidates: "dict[int, Candidate]",
) -> "list[tuple[Hit | PassageHit, dict[int, float]]]":
    """Passages, or records where there are none, each with the words of the prompt that it meets and their weights."""
    if not question.passages or question.asking.asks_about_code:  # the code answers, unless a record decides it
        met = _rank(con, "fts", question, related)
        return [(hit, met[hit.doc]) for hit in fetch_visible(con, view, list(met), {}, {})]
    met = _rank(con, "passage_fts", question, related)
    new = [passage for passage in met if passage not in candidates]
    shown = find_turns(con, view, new) if new else {}
    fetched = fetch_passages(con, view, [one for one in new if one in shown], {})
    hits = [
        *[hit for hit in fetched if hit.role != "command"],
        *[candidates[passage].hit for passage in met if passage in candidates],
    ]
    return [(hit, met[hit.passage]) for hit in hits if isinstance(hit, PassageHit)]


def _rank(
    con: "apsw.Connection", table: str, question: "Question", related: "dict[int, list[str]]"
) -> "dict[int, dict[int, float]]":
    """Row -> the words that it meets, each with its weight; those that meet most, best first."""
    fields = {place: question.stems(" ".join(others), 1) for place, others in related.items()}
    own = {place: next(iter(question.forms[place])) for place in related if _is_searched_by_stem(question, place)}
    rows = _list_rows(con, table, frozenset(own.values()).union(*fields.values()))
    exact = {place: rows[stem] for place, stem in own.items() if stem in rows}
    exact |= {place: _match_rows(con, table, question.asked[place]) for place in related if place not in own}
    once: set[str] = set()
    met: set[str] = set()
    for place, stems in fields.items():
        of_place = exact.get(place, set()).union(*[rows[stem] for stem in stems if stem in rows])
        met |= once & of_place
        once |= of_place
    weights = {stem: OF_RANK * inverse_frequency(len(numbers), question.total) for stem, numbers in rows.items()}
    out: dict[str, dict[int, float]] = {number: {} for number in met}
    most = MOST_OF_FIELD * question.rarest
    for place, stems in fields.items():
        for stem in stems & rows.keys():
            for number in rows[stem] & met:
                out[number][place] = min(most, out[number].get(place, 0.0) + weights[stem])
        for number in exact.get(place, set()) & met:
            out[number][place] = max(question.weigh(place), out[number].get(place, 0.0))
    ranked = sorted([(sum(of_row.values()), int(number)) for number, of_row in out.items()], reverse=True)
    return {number: out[str(number)] for _, number in ranked[:MAX_CHOSEN]}


def _is_searched_by_stem(question: "Question", place: int) -> bool:
    """Whether a word of the prompt is searched by its one stem, and not as a phrase."""
    return len(question.forms[place]) == 1 and not question.asked[place].ident


def _list_rows(con: "apsw.Connection", table: str, stems: "frozenset[str]") -> "dict[str, set[str]]":
    """Stem -> the rows that hold it. The vocabulary tells them sooner than a search does, which ranks them."""
    con.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.places_in_{table} USING fts5vocab(main, {table}, instance)")
    query = (
        "SELECT term, group_concat(doc) FROM"
        f" (SELECT term, doc FROM temp.places_in_{table} WHERE term IN ({', '.join(['?'] * len(stems))})"
        f" LIMIT {MAX_ROWS}) GROUP BY term"
    )
    return {stem: set(numbers.split(",")) for stem, numbers in con.execute(query, sorted(stems))}


def _match_rows(con: "apsw.Connection", table: str, term: "Term") -> "set[str]":
    """The rows that have a word of the prompt."""
    query = f"SELECT group_concat(rowid) FROM (SELECT rowid FROM {table} WHERE {table} MATCH ? LIMIT {MAX_ROWS})"
    numbers = con.execute(query, (term.match,)).get
    return set(numbers.split(",")) if numbers else set()
