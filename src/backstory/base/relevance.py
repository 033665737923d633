"""Finds what bears on a prompt: records, and passages of earlier sessions; nothing when the prompt is about something
else. `bench/use` measures it.

Search finds candidates, `evidence` decides from the best of them whether to speak at all, and then the candidates are
told that meet most of the prompt. Rules of the user, and ways that failed, come before somebody does it again.
"""

from backstory.base.candidates import ROLES, WORDY, Candidate, is_heard
from backstory.base.choice import FIRST, MIN_OF_BEST, MIN_TOUCH, choose_hits, drop_idle, may_offer_options
from backstory.base.evidence import THRESHOLD, add_up, read_signals
from backstory.base.fingerprint import SAME_HEAD
from backstory.base.idle_prompts import needs_nothing, needs_only_rules
from backstory.base.passages import PassageHit, asks_when, search_passages, spread_turns
from backstory.base.purposes import OF_WORK
from backstory.base.question import Question
from backstory.base.search import (
    MAX_COUNTED,
    Hit,
    candidate_limit,
    fetch_visible,
    find_named,
    list_visible,
    match_expression,
    newest_time,
    prior_factors,
    rank_documents,
    read_visible,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import apsw

    from backstory.base.tokenizer import Term
    from backstory.base.visibility import View

MAX_FETCHED = 18
"""Best documents whose rows are read."""
MAX_JUDGED = 10
"""Records that are judged, beside rules and ways that failed."""
MAX_RULES = 8
"""Rules that are judged."""
MAX_PASSAGES = 10
"""Passages that are judged."""
SPREAD = 2
"""How many times as many are searched, so that one utterance does not take all places."""
OF_HEAVIEST = 10.0
"""Weight of the heaviest passage from which on the state of the work gains with it, where a prompt asks for it."""
GIVES_VALUE = 1.2
"""What the search score of a passage counts that gives such a value as the question asks for."""
OF_STATE = 0.5
"""The same where the state of the work is the answer, and no word says what else the prompt is about."""
SUBJECT = 3
LONG_PROMPT = 200
"""Characters from which a prompt is long: it touches more than one thing, or has pasted text in it."""
MIN_WORDS = 2
WHOLE = 0.6
"""Share of a prompt from which three words in one candidate say what it is about."""
LARGE = 20_000
"""Records and passages from which a memory has a word of every field."""
DOUBTFUL = 1.0
"""Sum of signals below which little is told: it may be about something else."""
FEW = 5
"""Records and passages that are told then."""

_HIDES_BRANCHES = "SELECT EXISTS (SELECT 1 FROM hidden WHERE tree = ? AND NOT anywhere)"


class Findings:
    """What bears on a prompt, and why something is said, or nothing."""

    def __init__(self, hits: "list[Hit | PassageHit]", signals: "dict[str, float]", candidates: "list[Candidate]"):
        self.hits = hits
        self.signals = signals
        self.candidates = candidates


def find_relevant(
    con: "apsw.Connection",
    view: "View",
    text: str,
    *,
    skip: "frozenset[str] | set[str]" = frozenset(),
    limit: int = 6,
    least: float = MIN_OF_BEST,
    is_put: bool = False,
    session: str = "",
) -> "list[Hit | PassageHit]":
    """Records and passages that bear on `text`, best first; none when it is about something else.

    `skip` are ids already given. What scores less than the share `least` of the best is dropped. `is_put`: the text is
    a question to the memory itself, not one to an agent. `session` is the one that asks, which knows what it wrote.
    """
    parts: list[list[Hit | PassageHit]] = []
    if not is_put and len(text) >= LONG_PROMPT:
        from backstory.base.pasted_texts import find_requests, is_about_else  # most prompts are short

        requests = [read_question(con, view, one, is_put=False) for one in find_requests(text)]
        parts = [explain_question(con, view, one, skip, limit, least, session).hits for one in requests]
        if requests and not any(parts) and all(is_about_else(one, text) for one in requests):
            return []
    question = read_question(con, view, text, is_put=is_put)
    findings = explain_question(con, view, question, skip, limit, least, session)
    hits = findings.hits
    if any(parts):
        from backstory.base.pasted_texts import merge_hits

        hits = merge_hits(parts, hits, limit)
    hits = _complete_hits(con, view, question, hits, skip, limit)
    if is_put or view.head != SAME_HEAD or not con.execute(_HIDES_BRANCHES, (view.tree,)).get:
        return hits  # with HEAD elsewhere, what another branch had may have arrived
    from backstory.base.other_branches import find_on_other_branches  # many memories have one branch

    other = find_on_other_branches(con, view, question, findings.candidates, skip)
    return hits if other is None else [*hits[:1], other, *hits[1 : limit - 1]]  # room may not be left for the last


def _complete_hits(
    con: "apsw.Connection",
    view: "View",
    question: Question,
    hits: "list[Hit | PassageHit]",
    skip: "frozenset[str] | set[str]",
    limit: int,
) -> "list[Hit | PassageHit]":
    """The best hits, each with what settles it: decisions before options, and passages with the reaction to them."""
    if may_offer_options(hits):
        from backstory.base.settled_options import put_decisions_first  # most prompts find none

        hits = put_decisions_first(con, view, hits, skip, question.kinds)
    if not any(isinstance(hit, PassageHit) for hit in hits[:limit]):
        return hits[:limit]
    from backstory.base.reactions import add_reaction
    from backstory.base.replied_questions import drop_empty, replace_questions  # a memory without sessions has none

    if question.is_put:
        return drop_empty(replace_questions(con, view, hits[:limit]))
    return drop_empty(add_reaction(con, view, hits[:limit], skip)[:limit])


def explain_relevant(con: "apsw.Connection", view: "View", text: str, *, is_put: bool = False) -> Findings:
    """`find_relevant` with the evidence."""
    return explain_question(con, view, read_question(con, view, text, is_put=is_put))


def read_question(con: "apsw.Connection", view: "View", text: str, *, is_put: bool) -> Question:
    """A text as a question; one to the memory itself with the value that it asks for."""
    question = Question(con, view, text, is_put=is_put)
    if is_put:
        from backstory.base.asked_values import find_asked_value  # hooks ask nothing of the memory

        question.value = find_asked_value(text, question.asked, question.forms, question.weights, question.stems)
    return question


def explain_question(
    con: "apsw.Connection",
    view: "View",
    question: Question,
    skip: "frozenset[str] | set[str]" = frozenset(),
    limit: int = 6,
    least: float = MIN_OF_BEST,
    session: str = "",
) -> Findings:
    if not question.asked or needs_nothing(question):
        return Findings([], {}, [])
    recent: Sequence[PassageHit] = ()
    about_others: Sequence[PassageHit] = ()
    if not question.kinds.isdisjoint(OF_WORK):
        from backstory.base.recent_work import find_recent  # most prompts have a subject of their own

        recent = find_recent(con, view, question.kinds, question.text)
    if question.asks_for_person:
        from backstory.base.other_people import find_about_others  # few prompts ask for a person

        about_others = find_about_others(con, view)
    candidates = [
        *_judge_records(con, view, question),
        *judge_passages(con, view, question, recent, about_others=about_others),
    ]
    if _may_be_worded_otherwise(question, candidates):
        from backstory.base.other_wordings import add_other_wordings  # a third of the prompts needs none

        candidates = add_other_wordings(con, view, question, candidates)
    if question.is_order and question.rule_words:
        from backstory.base.spoken_rules import add_spoken_rules  # few prompts order what rules are about

        candidates = add_spoken_rules(con, view, question, candidates)
    candidates = drop_idle(candidates)
    if session:
        candidates = [one for one in candidates if one.hit.session != session]
    candidates = _drop_answered_by_code(question, candidates)
    if needs_only_rules(question):
        candidates = [
            one for one in candidates if isinstance(one.hit, Hit) and is_heard(one.hit) and one.touch >= FIRST
        ]
    is_listed = any(one.is_record and one.hit.score for one in candidates)
    signals = read_signals(question, candidates, has_sessions=bool(recent) or is_listed)
    if add_up(signals) < THRESHOLD:
        return Findings([], signals, candidates)
    if recent and len(question.weights) < SUBJECT:
        least = max(least, OF_STATE)
    if not question.is_put:
        candidates = _drop_behind_rules(question, candidates, has_sessions=bool(recent) or is_listed)
    hits = choose_hits(candidates, skip, limit, least)
    is_doubtful = not question.is_put and add_up(signals) < DOUBTFUL
    return Findings(hits[:FEW] if is_doubtful else hits, signals, candidates)


def _drop_behind_rules(question: Question, candidates: "list[Candidate]", *, has_sessions: bool) -> "list[Candidate]":
    """The candidates without those that come only since a rule is about what the prompt asks to do: they have to bear
    on the prompt themselves, or to forbid something as well."""
    heard = [one for one in candidates if one.touch >= MIN_TOUCH or one.is_directive]
    is_about_rule = question.is_order and any(one.touch >= FIRST for one in candidates)
    if not is_about_rule or len(question.significant) >= WORDY:
        return candidates
    others = [one for one in candidates if one not in heard]
    bears = add_up(read_signals(question, others, has_sessions=has_sessions)) >= THRESHOLD
    return candidates if bears else heard


def _may_be_worded_otherwise(question: Question, candidates: "list[Candidate]") -> bool:
    """Whether a prompt is worth a search by words of the same fields: it is short, is about the work, and nothing has
    most of its words. A question that is put to the memory has no gate to pass.
    """
    asking = question.asking
    if question.is_put or question.everyday or len(question.significant) >= WORDY or question.total > LARGE:
        return False
    if asking.is_general or asking.is_for_anybody:
        return False
    return not any(one.covered >= WHOLE and one.distinct > MIN_WORDS for one in candidates)


def _drop_answered_by_code(question: Question, candidates: "list[Candidate]") -> "list[Candidate]":
    """The candidates without those that only share words with a question that the code answers."""
    words = question.asking.words
    if question.is_put or (question.asking.says_we and words[:3] != ["where", "do", "we"]):
        return candidates  # it asks for more than the code says
    from backstory.base.code_questions import OF_PROCESS, find_asked_code, says_more  # many prompts speak of `we`

    symbols = find_asked_code(question)
    if symbols is not None:
        return [one for one in candidates if says_more(one, symbols)]
    if question.is_order:
        return candidates
    if words and words[0] not in OF_PROCESS:
        return candidates
    from backstory.base.process_questions import asks_for_process, is_discussed  # few prompts begin so

    return candidates if not asks_for_process(question) or is_discussed(question, candidates) else []


def _judge_records(con: "apsw.Connection", view: "View", question: Question) -> "list[Candidate]":
    names = find_named(con, view.tree, question.text)
    match = match_expression(
        [question.asked[place] for place in question.significant],
        [question.record_counts[place] for place in question.significant],
        candidate_limit(question.total),
        narrow=True,
    )
    rules = _rank_rules(con, question)
    best = dict(rank_documents(con, match, MAX_FETCHED))
    docs = [*names, *(doc for doc in best if doc not in names)][: 2 * MAX_FETCHED]
    rows = read_visible(con, view, [*rules, *docs])  # one statement for both: to compile it costs more than to run it
    heard = [hit for hit in list_visible(rows, rules, rules, names) if question.asks_permission or is_heard(hit)]
    hits = {hit.id: hit for hit in [*_list_of_kinds(con, view, question), *heard]}
    for hit in _choose_candidates(con, view, match, names, best, list_visible(rows, docs, best, names)):
        hits.setdefault(hit.id, hit)
    newest = newest_time([hit.made for hit in hits.values()])
    out: list[Candidate] = []
    for hit in hits.values():
        candidate = Candidate(question, hit)
        factor = 1.0
        candidate.priors = prior_factors(hit.tier, hit.kind, hit.how, hit.made, newest)
        for each in candidate.priors.values():
            factor *= each
        candidate.rate(question, 0.0, factor)
        candidate.score += hit.score
        out.append(candidate)
    return out


def _list_of_kinds(con: "apsw.Connection", view: "View", question: Question) -> "Sequence[Hit]":
    """The newest records of the kinds that a prompt asks for as such."""
    if not question.general_kinds:
        return ()
    from backstory.base.listed_records import list_newest  # few prompts ask so

    return list_newest(con, view, question.general_kinds, MAX_RULES)


def _rank_rules(con: "apsw.Connection", question: Question) -> dict[int, float]:
    """Document -> score of the rules, and of the ways that failed, that share a word with the prompt, best first.

    Among them are ways that did not fail.
    """
    counted = zip(question.asked, question.record_counts, strict=True)
    words = [term.match for term, count in counted if 0 < count < MAX_COUNTED]
    words += [f'"{word}"' for word in question.other_words()]
    if not words:
        return {}
    query = (  # asks for each match whether it is one of them, rather than listing them all first
        "SELECT rowid, -bm25(fts) AS score FROM fts WHERE fts MATCH ? AND (EXISTS (SELECT 1 FROM content c"
        f" INDEXED BY content_heard WHERE c.doc = fts.rowid AND c.kind IN ('rule', 'attempt'))"
        f"{_LIFTS if question.asks_permission else ''}) ORDER BY score DESC LIMIT {MAX_RULES}"
    )
    return dict(con.execute(query, (" OR ".join(words),)))


_LIFTS = (
    " OR EXISTS (SELECT 1 FROM link l JOIN content r ON r.id = l.target WHERE l.doc = fts.rowid AND r.kind = 'rule'"
    " AND l.relation IN ('supersedes', 'contradicts'))"
)
"""What lifted a rule."""


def _choose_candidates(
    con: "apsw.Connection",
    view: "View",
    match: str,
    names: "dict[int, tuple[str, float]]",
    best: "dict[int, float]",
    hits: list[Hit],
) -> list[Hit]:
    """The best of the visible documents that the text names, or that the expression matches. `hits` are those that are
    `best`; where many of these are on other branches, more are read."""
    if len(hits) < MAX_JUDGED // 2 and len(best) == MAX_FETCHED:
        ranked = dict(rank_documents(con, match, 400))
        docs = [*names, *(doc for doc in ranked if doc not in names)]
        hits = []
        for start in range(0, len(docs), 2 * MAX_FETCHED):
            hits += fetch_visible(con, view, docs[start : start + 2 * MAX_FETCHED], ranked, names)
            if len(hits) >= MAX_JUDGED and start + 2 * MAX_FETCHED >= len(names):
                break
    hits.sort(key=lambda hit: (-hit.named, -hit.text, hit.id))
    return hits[:MAX_JUDGED]


def judge_passages(
    con: "apsw.Connection",
    view: "View",
    question: "Question",
    recent: "Sequence[PassageHit]",
    limit: int = MAX_PASSAGES,
    terms: "Sequence[Term]" = (),
    *,
    about_others: "Sequence[PassageHit]" = (),
    spread: int = SPREAD,
    prefer: "Callable[[list[PassageHit]], list[PassageHit]] | None" = None,
) -> "list[Candidate]":
    """The passages that a search finds, with the evidence. `prefer` puts them into another order first, `spread` times
    as many as are judged."""
    terms, other = terms or question.telling_terms(), question.other_words()
    hits = search_passages(con, view, terms, spread * limit, other=other, when=asks_when(question.text))
    if prefer is not None:
        hits = prefer(hits)
    hits = spread_turns(hits, limit)
    if any(hit.role == "command" for hit in hits):
        from backstory.base.recent_work import drop_outdated_runs  # many prompts find no run

        hits = drop_outdated_runs(con, view, hits)
    best = max([hit.score for hit in hits], default=0.0) or 1.0
    heaviest = 0.0
    out: list[Candidate] = []
    of_kind = {hit.passage: hit.score for hit in recent}
    of_others = {hit.passage: hit.score for hit in about_others}
    for hit in about_others:
        hit.score = 0.0
    by_number = {hit.passage: hit for hit in [*about_others, *recent, *hits]}
    for hit in by_number.values():
        candidate = Candidate(question, hit)
        if candidate.gives_value:
            hit.score *= GIVES_VALUE
        heaviest = max(heaviest, candidate.weight)
        out.append(candidate)
    for candidate, hit in zip(out, by_number.values(), strict=True):
        context = heaviest * hit.score / best if hit.passage not in of_kind else heaviest
        candidate.rate(question, context, ROLES.get(hit.role, 1.0))
        candidate.score += of_kind.get(hit.passage, 0.0) * max(1.0, heaviest / OF_HEAVIEST) + of_others.get(
            hit.passage, 0.0
        )
        candidate.describes_person = hit.passage in of_others
        is_asked_for = candidate.touch or hit.passage in of_kind or hit.passage in of_others
        candidate.is_beside = not candidate.matched and not is_asked_for
    if any(one.is_beside and one.hit.role == "user" for one in out if isinstance(one.hit, PassageHit)):
        from backstory.base.refused_work import credit_refusals  # many prompts find no reply without their words

        credit_refusals(out)
    if question.is_order and any(one.hit.role == "user" for one in out if isinstance(one.hit, PassageHit)):
        from backstory.base.refused_work import add_outcomes

        out = add_outcomes(con, view, question, out)
    if any(one.repeats_prompt for one in out):
        from backstory.base.repeated_requests import answer_repeats  # few prompts repeat an earlier one

        out = answer_repeats(con, view, question, out)
    return out
