"""Orders and choices that a later order of the person revises, with other things between: `write it as csv`, and the
next day `actually parquet for the orders`.

The later one says that it revises (`instead`, `after all`, `doch`), shares its subject with the earlier one by its own
words or those of the answer that carries it out, and names something else, or denies what the other one says.
"""

from backstory.base.overturns.cues import NOW
from backstory.base.overturns.exchanges import Clause, Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.signs import CHANGED, SCOPE_WORDS
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_REVISES = """
instead; rather; after all; on second/further thought/thoughts; on reflection; thinking about it ~/more/again; changed
my/our mind; would be better; is better than; doch; lieber; stattdessen; statt; anstatt; plutôt; finalement; tout compte
fait; en fait; au lieu; mejor; al final; en realidad; en vez; en lugar; anzi; piuttosto; alla fine; invece; na verdade;
afinal; em vez; melhor; toch; liever; in plaats
"""
"""How a person says that something is to be otherwise than before."""
_HEADS = frozenset(("actually", "no", "nope", "nah", "wait", "nein", "non", "não", "nee", "eigentlich", "correction"))
"""The same as the first word, with a pause behind it or in a prompt of a few words."""
_STILL = frozenset(
    ("still", "again", "noch", "immer", "toujours", "encore", "sigue", "todavía", "ancora", "ainda", "steeds", "errors")
)
"""What a person says of a change that did not help."""
_INSTEAD_OF = """
instead of; rather than; and/but/~ not; statt; anstatt; nicht mehr; au lieu de/d; plutôt que/qu; pas; en vez/lugar de; y
no; ya no; no longer; invece di; em vez de; in plaats van
"""
"""Words behind which stands what is not wanted any more."""
_WITHOUT = frozenset(
    ("no", "not", "nothing", "none", "never", "without", "nobody", "kein", "keine", "keinen", "nicht", "nichts", "ohne",
     "pas", "sans", "rien", "sin", "nada", "senza", "sem", "zonder", "geen", "niet")
)  # fmt: skip
_ALSO = frozenset(
    ("also", "too", "well", "addition", "auch", "zusätzlich", "außerdem", "aussi", "también", "además", "anche",
    "também",
     "ook", "besides", "only", "nur", "seulement", "solo", "if", "when", "wenn", "si", "quand", "cuando")
)  # fmt: skip
"""What only adds something, or holds for a case."""
_BACK = 60
"""Exchanges in which the former order is looked for."""
_LONG = 40
"""Words of an order above which it speaks of much."""
_SHORT = 12
"""Words of a sentence that is short."""
_BARE = 2
"""Words of an order that names nothing but what is to be."""
_NEAR = 2
"""Exchanges before such an order in which the former one was given."""
_FAR = 6
"""Exchanges before an order from which its rare words have to name what it revises."""
_MOST_NEW = 2
"""Words of what was chosen first, and of what is to be instead."""
_MOST = 4
"""Sentences that an order revises. One that would revise more is about what all speak of."""
_FEWEST = 2
"""Words of a subject that both share."""
_SHARE = 0.5
"""Share of what an earlier clause says that is the subject."""
_NAMED = 3
"""Words behind `instead of` that name the former choice."""
_FIRST = 3
"""Sentences with which an answer carries an order out."""
_RARE = 0.15
"""Share of the exchanges above which a word tells nothing of what an order is about."""
_FEW_EXCHANGES = 4
"""The same as a number of exchanges, in a short talk."""
_SIDES = "right left top bottom upper lower first second third erste zweite premier deuxième primera segunda"
_SCOPES = stem_words(SCOPE_WORDS) | stem_words(_SIDES.split())
"""Where something holds that does not hold elsewhere."""
_tables: "list[tuple[Phrases, Phrases]]" = []


def find_redecided(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what later orders of the person revise, each with the last one."""
    spread: dict[str, int] = {}
    for exchange in exchanges:
        for stem in exchange.stems:
            spread[stem] = spread.get(stem, 0) + 1
    most = max(_FEW_EXCHANGES, _RARE * len(exchanges))
    common = frozenset([stem for stem, count in spread.items() if count > most])
    last: dict[tuple[int, int], Overturn] = {}
    orders: list[tuple[_Order, set[tuple[int, int]]]] = []
    for exchange in exchanges:
        for sentence in exchange.read(_list_revising) if exchange.number else ():
            order = _Order(sentence, exchange)
            if order.own <= common:
                continue  # what all of the talk is about
            order.rare = order.own - common
            revised = {(one.row, one.number): one for one in _find_revised(order, exchanges)}
            for former, places in orders:
                if not places.isdisjoint(revised):
                    for one in former.list_stated():
                        revised.setdefault((one.row, one.number), order.overturn(one))
            orders += [(order, {*revised})] if revised else []
            last |= revised
    yield from last.values()


def _list_revising(exchange: "Exchange") -> "list[Sentence]":
    return [one for one in exchange.asked if _revises(one)]


def _get_tables() -> "tuple[Phrases, Phrases]":
    if not _tables:
        _tables.append((Phrases(_REVISES), Phrases(_INSTEAD_OF)))
    return _tables[0]


def _revises(sentence: "Sentence") -> bool:
    """Whether a sentence of the person says that something is to be otherwise than before."""
    words = sentence.words
    if sentence.is_imagined() or not 1 < len(words) <= _LONG or not _ALSO.isdisjoint(words):
        return False
    if words[0] in _HEADS:
        return (
            _STILL.isdisjoint(words)
            and len(words) <= _SHORT
            and (words[0] == "actually" or len(sentence.clauses[0].words) == 1)
        )
    return _get_tables()[0].find(words) is not None


class _Order:
    """An order that revises an earlier one."""

    def __init__(self, sentence: "Sentence", exchange: "Exchange") -> None:
        self.sentence = sentence
        self.exchange = exchange
        self.own = _read_words(_choose_clause(sentence))
        self.rare = self.own
        """Those of its words that not all of the talk is about."""
        answered = exchange.answered[:_FIRST]
        self.is_done = any(_reports_change(one) for one in answered)
        self.answer = _read_words(frozenset().union(*[one.stems for one in answered])) if self.is_done else frozenset()
        self.denied = self._read_denied()
        self.is_negative = not (self.denied or _WITHOUT.isdisjoint(sentence.words[1:]))
        self.scopes = _SCOPES & (sentence.stems | self.answer)

    def _read_denied(self) -> "frozenset[str]":
        """The stems of what it says is not wanted any more."""
        words = self.sentence.words
        place = _get_tables()[1].find(words)
        return _read_words(stem_words(words[place[1] : place[1] + _NAMED])) if place else frozenset()

    def list_stated(self) -> "Iterator[Sentence]":
        """Yields the order, and what the answer says of it."""
        yield self.sentence
        for one in self.exchange.answered:
            if not self.own.isdisjoint(one.stems) and _may_hold(one):
                yield one

    def overturn(self, sentence: "Sentence", *, is_all: bool = True) -> Overturn:
        return Overturn(sentence, self.sentence.text, self.sentence.row, is_sure=is_all)

    def gives_figure(self, sentence: "Sentence") -> bool:
        """Whether it gives another figure for what a sentence counts. That figure is marked alone."""
        return any(
            new.counts_same(old) and new.number != old.number
            for new, _ in self.sentence.figures
            for old, _ in sentence.figures
        )

    def revises(self, clause: Clause, *, is_near: bool) -> bool:
        """Whether it gives something else for what a clause is about. `is_near`: that was spoken of just before."""
        words = _read_words(clause.stems)
        shared = words & self.own
        subject = (shared | (words & self.answer)) - self.denied
        former = words - self.own - self.answer
        if len(self.own - words - self.denied) > _MOST_NEW:
            return False
        if self.is_negative == _WITHOUT.isdisjoint(clause.words) and len(shared) >= _FEWEST and content(shared):
            return 2 * len(shared) >= len(self.own)
        if len(former) > _MOST_NEW:
            return False
        if self.denied and self.denied <= words:
            return bool(subject) and bool(self.own - words)
        if len(shared) < _FEWEST and not (is_near or self.denied or shared & self.rare):
            return False
        if not shared and not (is_near and len(self.own) <= _BARE):
            return False
        if len(subject) < _FEWEST or not content(subject) or len(subject) < _SHARE * len(words):
            return False
        return bool(words - self.own) and bool(self.own - words) and _WITHOUT.isdisjoint(clause.words)


def _reports_change(sentence: "Sentence") -> bool:
    """Whether a sentence of an answer says that something is otherwise than before."""
    words = sentence.words
    return not NOW.isdisjoint(words) or not CHANGED.isdisjoint(words[:2]) or tables().changes.find(words) is not None


def _read_words(stems: "frozenset[str]") -> "frozenset[str]":
    """The stems that tell what is spoken of and what is to be."""
    return frozenset([one for one in stems if not one[0].isdigit()]) - _NOISE


_NOISE = stem_words(
    ("instead", "rather", "after", "all", "actually", "please", "thought", "reflection", "thinking", "more", "lieber",
     "doch", "bitte", "statt", "plutôt", "finalement", "mejor", "final", "realidad", "anzi", "now", "jetzt",
     "maintenant",
     "ahora", "better", "sorry", "afraid", "think", "let", "want", "would", "like", "should", "make", "use", "show",
     "set",
     "place", "decide", "decided", "go", "going", "settle", "pick", "choose", "chose", "keep", "take", "nehmen",
     "garde",
     "decidimos", "we", "entschuldige", "wait", "no", "nope", "hm", "hmm")
)  # fmt: skip


def _choose_clause(sentence: "Sentence") -> "frozenset[str]":
    """The stems of the clause that revises something, or of the sentence where that names nothing."""
    table = _get_tables()[0]
    for clause in sentence.clauses:
        if table.find(clause.words) is not None and len(_read_words(clause.stems)) > 1:
            return clause.stems
    return sentence.stems


def _find_revised(order: _Order, exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what an order revises: an earlier order of the person, and what the agent answered to it."""
    number = order.exchange.number
    revised: list[tuple[Sentence, bool]] = []
    for other in exchanges[max(0, number - _BACK) : number] if order.is_done else ():
        is_near = other.session == order.exchange.session and number - other.number <= _NEAR
        if number - other.number > _FAR and len(order.rare & other.stems) < _FEWEST:
            continue
        asked = list(_list_revised(order, other.asked, is_near=is_near))
        answered = _list_revised(order, other.answered, is_near=is_near) if asked else ()
        revised += [*asked, *answered]
        if len(revised) > _MOST:
            return
    for one, is_all in revised:
        yield order.overturn(one, is_all=is_all)


def _list_revised(
    order: _Order, sentences: "Sequence[Sentence]", *, is_near: bool
) -> "Iterator[tuple[Sentence, bool]]":
    """Yields the sentences that an order revises, and whether it revises all that each says."""
    for one in sentences:
        if not _may_hold(one) or (_SCOPES & one.stems) != order.scopes & (_SCOPES | one.stems):
            continue
        clauses = [clause for clause in _list_clauses(one) if order.revises(clause, is_near=is_near)]
        if clauses and not order.gives_figure(one):
            weight = max(len(clause.stems) for clause in clauses)
            yield one, one.clauses[0] in clauses or 2 * weight >= len(one.stems)


def _list_clauses(sentence: "Sentence") -> list[Clause]:
    """The clauses of a sentence, and a short one as a whole."""
    if len(sentence.clauses) > 1 and len(sentence.words) <= _SHORT:
        return [*sentence.clauses, Clause(sentence.spelled)]
    return sentence.clauses


def _may_hold(sentence: "Sentence") -> bool:
    """Whether a sentence states or orders something."""
    return not (sentence.is_question or sentence.is_imagined() or len(sentence.words) > _LONG)
