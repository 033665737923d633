"""Dead ends that are none any more: `mypyc can't compile the slots`, and weeks later `mypyc compiles them now, the
build goes through`.

The later statement names what failed and something else of the failure, and says that it works, or that the failure
had another cause. What failed is named in the report, or in the prompt that had it tried: `can the tests run in
parallel?`. A question, a guess, what works only in a case and what works in the place of it mend nothing; nor does the
answer to a question about something else.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.overturns.replaced_ways import may_state
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Clause, Exchange, Sentence

_FAILS = """
fails; failed; fail; breaks; broke; crashes; crashed; hangs; can t; cannot; could not; couldn t; does not/doesn/didn
t work/help/load/build/compile/start; doesn t; didn t; does/did not; won t; is/are not supported; not possible;
impossible; unsupported; blows up; times out; segfault*; geht nicht; ging nicht; geht es nicht; lässt sich nicht;
lassen sich nicht; scheitert; stürzt ab; funktioniert nicht; schlägt fehl; klappt nicht; lädt nicht; échoue; échoué;
plante; ne marche/fonctionne/charge/compile/passe/démarre; impossible de; falla; falló; no
funciona/carga/compila/arranca; se cuelga; non funziona; não funciona; werkt niet
"""
"""How somebody says that something failed."""
_WORKS = """
works; work; worked; passes; pass; compiles; builds; runs; loads; starts; goes through; went through; is/are available;
ist/sind verfügbar; est/sont disponible*; parses;
is/are/was fixed; is/are green; supports; supported; ships; has/have a release; can do; can be built; succeeds; back
in; was our/my own; läuft; laufen; geht; gehen; funktioniert; funktionieren; klappt; baut; lädt; lässt sich;
besteht; ist behoben; marche; marchent; fonctionne; fonctionnent; charge; compile; passe; passent; démarre; est
corrigé; est réparé; funciona; funcionan; carga; compila; pasa; pasan; arranca; está arreglado; funziona; werkt
"""
"""How somebody says that it works."""
_NOT = frozenset(
    ("not", "no", "never", "nicht", "kein", "keine", "nie", "pas", "jamais", "nunca", "non", "niet", "t", "without",
     "only",      "except", "still", "until", "bis", "nur", "noch", "seulement", "solo")
)  # fmt: skip
"""Words of a clause in which something does not work, or not all of it."""
_BACK = 80
"""Exchanges in which the failure is looked for."""
_FEWEST = 2
"""Words that both share."""
_MOST_WORDS = 40
_BRIEF = 14
"""Words of a prompt that has one thing tried."""
_tables: "list[tuple[Phrases, Phrases]]" = []


def find_mended_failures(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what was reported as failed and works since, each with the statement that says so."""
    failures = [_Failure(one, exchange) for exchange in exchanges for one in exchange.read(_list_failures)]
    last: dict[tuple[int, int], Overturn] = {}
    for exchange in exchanges if failures else ():
        before = [one for one in failures if 0 < exchange.number - one.exchange.number <= _BACK]
        for sentence, stems in exchange.read(_list_working) if before else ():
            for one in before:
                if one.is_mended(stems, sentence, exchange) and (sentence.is_person or _is_about(exchange, one)):
                    by = Overturn(one.sentence, sentence.text, sentence.row, is_sure=False)
                    last.setdefault((by.row, by.number), by)
    yield from last.values()


def _get_tables() -> "tuple[Phrases, Phrases]":
    if not _tables:
        _tables.append((Phrases(_FAILS), Phrases(_WORKS)))
    return _tables[0]


def _is_about(exchange: "Exchange", failure: "_Failure") -> bool:
    """Whether a prompt may be about what failed: one that only asks has to name it."""
    asked = [one for one in exchange.asked if len(one.words) > 1]
    questions = [one for one in asked if one.is_question]
    return len(questions) < len(asked) or any(not failure.tried.isdisjoint(one.stems) for one in questions)


class _Failure:
    """A sentence that reports a failure."""

    def __init__(self, sentence: "Sentence", exchange: "Exchange") -> None:
        self.sentence = sentence
        self.exchange = exchange
        is_brief = sum(len(one.words) for one in exchange.asked) <= _BRIEF
        asked = content(frozenset().union(*[one.stems for one in exchange.asked])) if is_brief else frozenset()
        self.asked = asked
        self.own = content(sentence.stems)
        self.stems = self.own | asked
        self.tried = self._read_tried() | asked
        """What failed: what stands before the words for it, and what the person asked for."""

    def _read_tried(self) -> "frozenset[str]":
        named: frozenset[str] = frozenset()
        for clause in self.sentence.clauses:
            place = _get_tables()[0].find(clause.words)
            before = content(_stems_before(clause, place[0])) if place else content(clause.stems)
            named |= before
            if place is not None:
                break
        return named

    def is_mended(self, stems: "frozenset[str]", sentence: "Sentence", exchange: "Exchange") -> bool:
        """Whether a sentence names what failed among what works, and something else of the failure. What the person had
        tried may be named by the prompt and the answer together."""
        own = content(sentence.stems)
        denied = [one.stems for one in sentence.clauses if not _NOT.isdisjoint(one.words)]
        if any(not self.stems.isdisjoint(one) for one in denied):
            return False  # `it compiles the core, but not the plugins`
        if self.tried.isdisjoint(stems):
            return False
        if self.own.isdisjoint(own):
            is_brief = sum(len(one.words) for one in exchange.asked) <= _BRIEF
            return is_brief and sentence.is_person and len(self.asked & exchange.stems) >= _FEWEST
        return len(self.stems & own) >= _FEWEST


def _stems_before(clause: "Clause", place: int) -> "frozenset[str]":
    return stem_words(clause.words[:place])


def _list_failures(exchange: "Exchange") -> "list[Sentence]":
    return [one for one in exchange.answered if reports_failure(one)]


def _list_working(exchange: "Exchange") -> "list[tuple[Sentence, frozenset[str]]]":
    """The sentences that say that something works, with the words for it."""
    return [(one, stems) for one in exchange.sentences if (stems := _read_working(one))]


def reports_failure(sentence: "Sentence") -> bool:
    """Whether a sentence says that something failed."""
    return may_state(sentence) and not sentence.is_imagined() and _get_tables()[0].find(sentence.words) is not None


def _read_working(sentence: "Sentence") -> "frozenset[str]":
    """The words of the clauses of a sentence that say that something works."""
    if sentence.is_question or sentence.is_imagined() or len(sentence.words) > _MOST_WORDS:
        return frozenset()
    if _get_tables()[0].find(sentence.words) is not None:
        return frozenset()
    works = [
        clause.stems
        for clause in sentence.clauses
        if _get_tables()[1].find(clause.words) is not None and _NOT.isdisjoint(clause.words)
    ]
    return content(frozenset().union(*works)) if works else frozenset()
