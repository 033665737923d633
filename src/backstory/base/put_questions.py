"""Questions that are put to the memory itself: whether it answers them, and the passages that do. No hook asks so."""

from backstory.base.asked_values import VERSION
from backstory.base.candidates import SAYS_LITTLE
from backstory.base.choice import choose_hits
from backstory.base.evidence import add_up
from backstory.base.passages import PassageHit
from backstory.base.recent_work import find_recent
from backstory.base.relevance import MIN_WORDS, SPREAD, explain_question, judge_passages, read_question
from backstory.base.shares import explain_passages

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.asked_values import AskedValue
    from backstory.base.candidates import Candidate
    from backstory.base.question import Question
    from backstory.base.relevance import Findings
    from backstory.base.visibility import View

WIDER = 3
"""How many more passages are judged than asked for."""
MIN_SEARCHED = 6
"""Words by which `recall` searches passages; common ones only if there are no others. A prompt is not searched by
these: it brings what is near on purpose only."""
MIN_RECALLED = 0.2
"""Share of a text that one of the passages must have for `recall`. What stands beside it answers as often."""
MIN_ANSWERED = 0.5
"""Share of the weight of a question that one candidate has, unless it has two of its words."""
UNANSWERED = -1.5
"""Sum of signals below which nothing answers a question. It is far below that of the gate: what comes with a prompt
unasked has to be right, and somebody who asks looks at what is nearest."""
CERTAIN = 2.0
"""Sum of signals from which something answers a question, whatever words it has: the gate of prompts is wide open."""
FOR_VERSION = 6
"""How many times as many are searched for a question for a version: such a passage may have one common word of it."""
GIVES_VERSION = 1.5
"""What its search score counts."""
_WORDS_THAT_ASK = """
why what how which who whose warum wieso weshalb wozu welche welcher welches welchen wer wie
pourquoi comment quel quelle quels quelles qui qué quién cómo cuál cuáles
"""
_ASKING = frozenset(_WORDS_THAT_ASK.split())
_WORDS_FOR_DEEDS = """
drop dropped dropping remove removed removing removal replace replaced replacing abandon abandoned abandoning reject
rejected rejecting discard discarded ditch ditched scrap scrapped kick kicked throw throwing thrown threw gone left
leave choose chose chosen choosing pick picked picking select selected prefer preferred add added adding introduce
introduced adopt adopted switch switched switching revert reverted undo undone change changed changing keep kept
keeping skip skipped avoid avoided decide decided use used using delete deleted deprecate deprecated retire retired
swap swapped made make come entfernt verworfen ersetzt gewählt verwendet gestrichen rausgeworfen rausgeflogen
geändert abgelehnt aufgegeben hinzugefügt eingeführt behalten entschieden genommen abgeschafft wurde wurden worden
abandonné abandonnée supprimé supprimée remplacé remplacée choisi choisie retiré retirée rejeté rejetée ajouté
ajoutée gardé gardée enlevé enlevée été
"""
_DEEDS = frozenset(_WORDS_FOR_DEEDS.split())
"""What becomes of a thing, active or passive. The memory tells it in words of its own: `I changed my mind about it`."""


class LastQuestion:
    """The question that was put last, and what bears on it.

    One answer asks for them three times: whether anything bears on the question, for the passages, and for the order.
    They are read again after the index has changed, or shows other branches as well, for which a temporary table stands
    in the place of one of its own.
    """

    def __init__(self) -> None:
        self._key: tuple[object, ...] = ()
        self._question: Question | None = None
        self._findings: Findings | None = None

    def read(self, con: "apsw.Connection", view: "View", text: str) -> "Question":
        """The question as it is put to the memory."""
        state = [con.execute(f"PRAGMA {name}").get for name in ("data_version", "temp.schema_version")]
        key = (con, view.tree, view.head, view.branch, text, con.total_changes(), *state)
        if self._question is None or key != self._key:
            self._key, self._findings = key, None
            self._question = read_question(con, view, text, is_put=True)
        return self._question

    def explain(self, con: "apsw.Connection", view: "View", text: str) -> "Findings":
        """What bears on the question."""
        question = self.read(con, view, text)
        if self._findings is None:
            self._findings = explain_question(con, view, question)
        return self._findings


def is_question(text: str) -> bool:
    """Whether a text is put as a question, and not as words to look for."""
    words = text.lower().split()
    return len(words) > 2 and (text.rstrip().endswith(("?", "？")) or words[0].strip("¿") in _ASKING)


def may_answer(con: "apsw.Connection", view: "View", text: str, last: "LastQuestion | None" = None) -> bool:
    """Whether something in the memory bears on a question, rather than only shares a word with it.

    True for a text that has no words to judge by. `last` keeps what was read for the rest of the answer.
    """
    last = last or LastQuestion()
    question = last.read(con, view, text)
    if not question.weights or question.is_sum:
        return True
    findings = last.explain(con, view, text)
    total = add_up(findings.signals)
    has_any = any(one.matched or one.context for one in findings.candidates)
    if findings.signals.get("named") or (total >= CERTAIN and (has_any or question.general_kinds)):
        return True
    is_version = question.value is not None and question.value.kind == VERSION
    if is_version and any(one.gives_value for one in findings.candidates):
        return True
    if total < UNANSWERED:
        return False
    return any(
        max(one.covered, _share_of_thing(question, one)) >= MIN_ANSWERED or one.distinct >= MIN_WORDS
        for one in findings.candidates
    )


def _share_of_thing(question: "Question", one: "Candidate") -> float:
    """The share that a candidate has of the thing that is asked about, without the word for what became of it where
    nothing has that: `why was the pragma dropped`. 0 where there is no such word."""
    unmet = [place for place in question.weights if not (question.counts[place] or place in one.matched)]
    deeds = frozenset([place for place in unmet if question.asked[place].form in _DEEDS])
    rest = {place: weight for place, weight in question.weights.items() if place not in deeds}
    if not (deeds and rest):
        return 0.0
    met = sum([share * rest[place] for place, share in one.matched.items() if place in rest])
    return met / (sum(rest.values()) or 1.0)


def find_passages(
    con: "apsw.Connection", view: "View", text: str, limit: int, last: "LastQuestion | None" = None
) -> list[PassageHit]:
    """The passages that match most of a text. No gate holds them back, because somebody asked."""
    question = (last or LastQuestion()).read(con, view, text)
    if not question.asked:
        return []
    recent = find_recent(con, view, question.kinds, question.text)

    value = question.value if question.value is not None and question.value.kind == VERSION else None

    def prefer(found: list[PassageHit]) -> list[PassageHit]:
        return weigh_passages(found if value is None else _prefer_versions(found, value), view)

    judged = judge_passages(
        con,
        view,
        question,
        recent,
        WIDER * limit,
        question.telling_terms(MIN_SEARCHED),
        spread=SPREAD if value is None else FOR_VERSION,
        prefer=prefer,
    )
    for one in judged:
        if one.hit in recent:
            one.hit.score = one.score
        else:
            one.score = one.hit.score * (SAYS_LITTLE if isinstance(one.hit, PassageHit) and one.hit.asks else 1.0)
    if not any(one.covered >= MIN_RECALLED for one in judged):
        judged = [one for one in judged if one.hit in recent]
    return [hit for hit in choose_hits(judged, frozenset(), limit) if isinstance(hit, PassageHit)]


def _prefer_versions(hits: list[PassageHit], value: "AskedValue") -> list[PassageHit]:
    """The passages, those that give a version beside a word of the question before others."""
    for hit in hits:
        if value.is_given_in(hit.text):
            hit.score *= GIVES_VERSION
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage))


def weigh_passages(hits: list[PassageHit], view: "View") -> list[PassageHit]:
    """The passages, ranked by the weights from the settings."""
    if not view.weights:
        return hits
    explain_passages(hits, view.weights)
    return sorted(hits, key=lambda hit: (-hit.score, hit.passage))
