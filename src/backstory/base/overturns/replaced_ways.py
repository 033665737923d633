"""Ways that a later prompt replaces by another one, with other work between: `poll the scanner once a second`, and days
later `polling drains the battery, subscribe to its event stream`.

The later prompt speaks of the former way in a clause of its own, as what is not to be any more or as the reason, orders
something of which the former exchange says nothing, and the answer carries that out. What both are about is named in
both, or their answers name the same file. The agent's account of the former way is over with it. What was ordered and
told as done is the way of its exchange, however much else the same clause tells of it.
"""

from backstory.base.overturns.cues import ARTICLES, COPULAS, LEADS, NOW
from backstory.base.overturns.exchanges import Clause, Overturn, list_names
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.signs import APPROVES, SCOPE_WORDS
from backstory.base.overturns.statements import NO_WORDS
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_REMOVES = """
drop; drops; dropped; remove; removed; removes; delete; deleted; deletes; get rid of; got rid of; take/took/taken
it/that/them/this/the/out; rip/throw it/that/them/the/out; no longer; not any more; any more; anymore; stop;
stopped; forget; scrap; ditch; undo; retire; entfern*; gelöscht; lösch*; raus; weg; nicht mehr; retire*; on retire;
retiré*; supprim*; enlev*; plus de; ne plus; quita*; quitad*; elimin*; borra*; ya no
"""
"""What says that something was to go."""
_REPLACES = """
instead; switch; switched; replace*; rewrite; rewrote; rewritten; migrate to/into/over; move/moves/moved to/into;
from now on; statt; stattdessen; lieber; ersetz*; umgestellt; umstellen; wechsel*; remplac*; remplacé*; au lieu; plutôt;
désormais; reemplaz*; sustituy*; en vez; en lugar; künftig; ab jetzt; a partir de ahora
"""
"""What says that something else stands in its place."""
_DENIES = frozenset(("no", "not", "without", "never", "kein", "keine", "keinen", "nicht", "ohne", "pas", "sans", "sin"))
_POINTS = frozenset(("it", "that", "them", "this", "das", "es", "ihn", "sie", "ça", "le", "la", "les", "lo", "eso"))
"""Words for what was spoken of before."""
_USES = """
use; uses; take; switch to; go with; go for; try; we/i want; nimm; nehmt; nehmen wir; verwende*; benutz*; utilise*;
prends; passe* à; on passe; mets; usa; usemos; pon; ponlo; toma; usare; usiamo; gebruik
"""
"""How a person orders the means for something."""
_ALSO = frozenset(
    ("also", "too", "additionally", "besides", "another", "auch", "zusätzlich", "außerdem", "aussi", "également",
     "también", "además", "anche", "ook")
)  # fmt: skip
"""What only adds something."""
_BACK = 60
"""Exchanges in which the former way is looked for."""
_MOST_ASKED = 60
"""Words of a prompt above which it speaks of much."""
_MOST_WORDS = 34
"""Words of a statement above which it speaks of much."""
_ANSWERED = 3
"""Sentences of an answer that tell what was done."""
_MOST = 5
"""Statements that a prompt replaces. One that would replace more names what all the talk is about."""
_FEWEST = 2
"""Words that two statements share which are about the same."""
_RARE = 0.15
_FEW_EXCHANGES = 4
"""Share, and number, of the exchanges up to which a word tells ways apart."""
_HEAD = 3
"""Words with which a prompt begins that agrees."""
_AGREED = (["agreed"], ["einverstanden"], ["understood"], ["accord"], ["acuerdo"])
_SCOPES = stem_words(SCOPE_WORDS)
_tables: "list[tuple[Phrases, ...]]" = []


def find_replaced_ways(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the statements whose way a later prompt replaces, each with the words that order the other one."""
    spread: dict[str, int] = {}
    for exchange in exchanges:
        for stem in exchange.stems:
            spread[stem] = spread.get(stem, 0) + 1
    most = max(_FEW_EXCHANGES, _RARE * len(exchanges))
    common = frozenset([stem for stem, count in spread.items() if count > most])
    last: dict[tuple[int, int], Overturn] = {}
    for exchange in exchanges[1:]:
        for turn in exchange.read(_list_against):
            turn.common = common
            replaced: dict[tuple[int, int], Overturn] = {}
            for former in exchanges[max(0, exchange.number - _BACK) : exchange.number]:
                replaced |= {(one.row, one.number): one for one in turn.list_replaced(former)}
            last |= replaced if len(replaced) <= _MOST else {}
    yield from last.values()


def _list_against(exchange: "Exchange") -> "list[Turn]":
    """The prompt of an exchange, if it may replace something."""
    turn = Turn(exchange)
    return [turn] if turn.speaks_against else []


def get_tables() -> "tuple[Phrases, ...]":
    if not _tables:
        _tables.append((Phrases(_REMOVES), Phrases(_USES), Phrases(_REPLACES), Phrases(APPROVES)))
    return _tables[0]


def _share_slot(clause: Clause, way: "frozenset[str]", order: Clause, new: "frozenset[str]") -> bool:
    """Whether a clause and an order name their ways behind the same small word: `in the view`, `in the query`."""
    return not _list_slots(clause, way).isdisjoint(_list_slots(order, new))


def _list_slots(clause: Clause, named: "frozenset[str]") -> "frozenset[str]":
    """The prepositions before the words that name something."""
    slots: set[str] = set()
    for place, word in enumerate(clause.words):
        if not named.isdisjoint(stem_words([word])):
            before = [one for one in clause.words[max(0, place - 2) : place] if one not in NO_WORDS]
            slots |= {_SAME.get(one, one) for one in before[-1:] if one in _SLOTS}
    return frozenset(slots)


_SLOTS = frozenset(
    ("in", "on", "at", "by", "with", "as", "through", "via", "into", "onto", "to", "im", "am", "auf", "mit", "als",
     "per",      "über", "durch", "dans", "sur", "avec", "par", "en", "con", "por")
)  # fmt: skip
_SAME = {
    "on": "in",
    "at": "in",
    "into": "in",
    "onto": "in",
    "im": "in",
    "am": "in",
    "auf": "in",
    "dans": "in",
    "sur": "in",
}


def _removes_pointed(clause: Clause) -> bool:
    """Whether a clause takes out what was named before it: `please drop it`."""
    return get_tables()[0].find(clause.words) is not None and not _POINTS.isdisjoint(clause.words)


_ASKS = frozenset(
    ("how", "whether", "which", "why", "what", "wie", "ob", "welche", "welcher", "welches", "warum", "wieso", "comment",
     "quel", "quelle", "pourquoi", "cómo", "cuál", "qué")
)  # fmt: skip
"""Words of what is still to be settled: `thinking about how the api hands it over`."""


def _orders_other(words: "Sequence[str]", former: "frozenset[str]") -> bool:
    """Whether an order begins with a thing or a deed of which the former exchange says nothing: `the notes can be
    plain`, `mark these mails as bad`. A bare name (`vite, please`) and what is to be used do not count."""
    words = [one for one in words if one not in LEADS and one not in NOW]
    begin = next((place for place, one in enumerate(words[:2]) if one in _DEFINITE or one in NO_WORDS), -1)
    if begin < 0 or get_tables()[1].find(words[:2]) is not None:
        return False
    if begin and content(stem_words(words[:1])) - former:
        return True
    end = begin + 1
    while end < len(words) and words[end] not in _SLOTS | COPULAS | STOP:
        end += 1
    named = content(stem_words(words[begin + 1 : end]))
    return bool(named) and named.isdisjoint(former)


_DEFINITE = (
    ARTICLES | _POINTS | frozenset(("these", "those", "diese", "dieser", "diesen", "ces", "cette", "estos", "estas"))
)


def _read_denied(clause: Clause) -> "frozenset[str]":
    """The stems of what a clause takes out or denies."""
    if get_tables()[0].find(clause.words) is not None:
        return content(clause.stems)
    denied = [
        word
        for place, word in enumerate(clause.words)
        if not _DENIES.isdisjoint(clause.words[max(0, place - 2) : place])
    ]
    return content(stem_words(denied))


class Turn:
    """A prompt that may replace a way, with what the answer to it says was done."""

    def __init__(self, exchange: "Exchange", common: "frozenset[str]" = frozenset()) -> None:
        self.exchange = exchange
        self.common = common
        asked = [one for one in exchange.asked if not one.is_question]
        self.clauses = [(clause, one) for one in asked for clause in one.clauses]
        n_words = sum(len(one.words) for one in exchange.asked)
        self.is_plain = bool(asked and exchange.answered) and n_words <= _MOST_ASKED
        self.spoken = content(frozenset().union(*[one.stems for one in asked]))
        self.done, self.gone = self._read_answer()
        stems = [frozenset().union(*[one.stems for one in each]) for each in (asked, exchange.answered[:_ANSWERED])]
        self.carried = stems[0] & stems[1] - STOP
        """What was ordered and done."""
        self.names = frozenset().union(*[list_names(one) for one in exchange.answered])
        words = [word for clause, _ in self.clauses for word in clause.words]
        self.adds = not _ALSO.isdisjoint(words)
        self.is_agreed = get_tables()[3].find(words[:_HEAD]) is not None or words[:1] in _AGREED
        self.points = any(_removes_pointed(clause) for clause, _ in self.clauses)
        self.replaces = get_tables()[2].find(words) is not None

    def _read_answer(self) -> "tuple[frozenset[str], frozenset[str]]":
        """What the answer says is so now, and what is gone."""
        done: set[str] = set()
        gone: set[str] = set()
        for one in self.exchange.answered[:_ANSWERED]:
            for clause in one.clauses:
                (gone if get_tables()[0].find(clause.words) else done).update(content(clause.stems))
        return frozenset(done), frozenset(gone - done)

    @property
    def speaks_against(self) -> bool:
        """Whether it may replace something at all: it has a clause beside its order, or something is gone."""
        if self.adds or self.is_agreed:
            return False
        return self.is_plain and bool(self.carried) and (len(self.clauses) > 1 or bool(self.gone))

    def list_replaced(self, former: "Exchange") -> "Iterator[Overturn]":
        """Yields the statements of an exchange before whose way it replaces."""
        new = content(self.carried - former.stems - self.common)
        orders = [(clause, one) for clause, one in self.clauses if not new.isdisjoint(clause.stems)]
        if not new:
            new = frozenset([stem for stem in self.carried - former.stems - self.common if stem.isalpha()])
            orders = [
                (clause, one)
                for clause, one in self.clauses
                if not new.isdisjoint(clause.stems) and len(content(clause.stems) & former.stems) >= _FEWEST
            ]
        if not orders and self.replaces:
            orders = [(clause, one) for clause, one in self.clauses if not self.carried.isdisjoint(clause.stems)]
            orders = [row for row in orders if get_tables()[2].find(row[0].words) is not None]
            new = content(frozenset().union(*[clause.stems for clause, _ in orders])) - former.stems - self.common
            orders = orders if new else []
        if not orders:
            gone = self.gone - self.common
            orders = [
                (clause, one)
                for clause, one in self.clauses
                if get_tables()[0].find(clause.words) is not None and not gone.isdisjoint(clause.stems)
            ]
            new = frozenset(["-"])
        if not orders:
            return
        by = orders[0][1]
        if not _SCOPES & by.stems <= former.stems:
            return
        near = [one for one in self.exchange.asked if abs(one.number - by.number) <= 1]
        others = [clause for clause, one in self.clauses if one in near and new.isdisjoint(clause.stems)]
        against = frozenset().union(*[content(one.stems) for one in others if not _keeps(one)]) | self.gone
        ordered = frozenset().union(*[content(clause.stems) for clause, _ in orders])
        kept = frozenset().union(*[content(one.stems) for one in others if _keeps(one)])
        holds = (ordered | self.done | kept) - self.gone
        against = (against | self.gone) - holds - self.common
        if not against or len(by.words) > _MOST_WORDS:
            return
        is_same_file = not self.names.isdisjoint(frozenset().union(*[list_names(one) for one in former.answered]))
        is_use = any(get_tables()[1].find(clause.words) for clause, _ in orders)
        gone = self.gone | frozenset().union(*[_read_denied(one) for one in others])
        stated = [one for one in [*former.asked[:_MOST_FORMER], *former.answered[:_FEWEST]] if may_state(one)]
        stated = [one for one in stated if not one.is_person or _ASKS.isdisjoint(one.words)]
        is_other = any(_orders_other(clause.words, former.stems) for clause, _ in orders)
        taken = frozenset() if is_other else against & _list_taken(former)
        ways: list[frozenset[str]] = []
        overturned: list[Sentence] = []
        for one in stated:
            beside = content(one.stems) & holds - self.common
            for clause in one.clauses:
                own = content(clause.stems)
                way, shared = own & against, own & holds - self.common
                is_whole = content(one.stems) <= own | against | holds
                is_ban = not _DENIES.isdisjoint(one.words)
                is_taken = beside and not taken.isdisjoint(way) and is_whole and not is_ban
                if is_taken:
                    shared = beside
                elif not way or len(own) < _FEWEST or not self._covers(own, way | shared):
                    continue
                is_gone = self.points or not way.isdisjoint(gone)
                is_slot = bool(shared) and is_whole and any(_share_slot(clause, way, order, new) for order, _ in orders)
                is_out = (is_gone and is_same_file) or (shared and (is_gone or self.replaces or is_use))
                if is_out or is_slot or is_taken or len(shared) >= _FEWEST:
                    ways.append(way)
                    overturned.append(one)
                    break
        named = frozenset().union(*ways)
        for one in stated:
            if one in overturned or any(
                not named.isdisjoint(clause.stems) and self._covers(content(clause.stems), named | holds)
                for clause in one.clauses
            ):
                yield Overturn(one, by.text, by.row, is_sure=False)

    def _covers(self, own: "frozenset[str]", told: "frozenset[str]") -> bool:
        """Whether a prompt and its answer speak of most of what a clause says."""
        return len(told) >= _SHARE * len(own)


def _list_taken(exchange: "Exchange") -> "frozenset[str]":
    """The stems of the way that an exchange took: what was ordered in it and told as done."""
    asked = [one.stems for one in exchange.asked[:_MOST_FORMER] if may_state(one) and not one.is_imagined()]
    answer_stems = [one.stems for one in exchange.answered[:_FEWEST] if not _plans(one)]
    return content(frozenset().union(*asked)) & content(frozenset().union(*answer_stems))


def _plans(sentence: "Sentence") -> bool:
    """Whether an agent tells what could be done, and not what was."""
    return sentence.is_imagined() or tables().proposes.find(sentence.words) is not None


_SHARE = 0.5
"""Share of the words of a clause that has to come back in what replaces it."""
_MOST_FORMER = 3
"""First sentences of an exchange that say which way was taken."""


def may_state(sentence: "Sentence") -> bool:
    """Whether a sentence states or orders something."""
    return not sentence.is_question and len(sentence.words) <= _MOST_WORDS


def _keeps(clause: Clause) -> bool:
    return tables().keeps.find(clause.words) is not None
