"""What was ordered and done, and later taken out: `the managers asked us to stop the summary mail`, answered by `The
weekly mail is switched off.`

The prompt says that something goes, the answer that it went. Both together count although neither names the thing as
it was named at first. A thing that is only the place of another one, and a place that was not spoken of, are not meant.
"""

from backstory.base.overturns.cues import COPULAS, LEADS, NOW, ORDERS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content
from backstory.base.overturns.replaced_ways import may_state
from backstory.base.overturns.signs import SCOPE_WORDS
from backstory.base.overturns.statements import NO_WORDS
from backstory.base.phrases import Phrases
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Clause, Exchange, Sentence

_GOES = """
remove; drop; delete; stop; scrap; ditch; kill; retire; disable; undo; revert; withdraw; get rid of; take/rip/throw
out; take back; switch/turn off; no more; not any more; no longer; out; off; entferne*; lösche*; schalte* ab; stopp*;
ausbauen; abschalten; entfernen; löschen; raus; weg; nicht mehr; kein*; supprime*;
enlève*; retire*; arrête*; désactive*; quita*; elimina*; desactiva*
"""
"""How a person says that something goes."""
_WENT = """
removed; dropped; deleted; stopped; scrapped; retired; disabled; undone; reverted; withdrawn; is/are/was/were
gone/out/off; switched/turned off; no longer; not any more; entfernt; gelöscht; abgeschaltet; ausgebaut; ist/sind
raus/weg/aus; nicht mehr; supprimé*; enlevé*; retiré*; désactivé*; arrêté*; quitad*; eliminad*; desactivad*
"""
"""How an agent says that it went."""
_PLACES = frozenset(
    ("to", "from", "in", "on", "at", "for", "of", "with", "by", "after", "before", "into", "when", "because", "since",
     "aus", "von", "vom", "im", "in", "auf", "für", "bei", "mit", "nach", "zu", "zum", "zur", "weil", "dans", "sur",
     "pour", "avec", "du", "de", "des", "en", "con", "para", "del", "per", "as")
)  # fmt: skip
"""Words behind which stands no thing that goes."""
_DENIES = frozenset(("not", "never", "nie", "jamais", "nunca", "don", "without", "if", "wenn", "si"))
_BACK = 60
"""Exchanges in which the order is looked for."""
_MOST_ASKED = 40
"""Words of a prompt above which it speaks of much."""
_MOST_NAMES = 4
"""Words that name one thing."""
_MOST = 3
"""Exchanges whose thing one prompt takes out. One that would take out more names what all the talk is about."""
_ANSWERED = 2
_LEADING = 5
"""Words among which an order says what is done."""
_MAKES = ORDERS | frozenset(
    ("show", "send", "print", "display", "create", "introduce", "insert", "install", "enable", "start", "offer", "ship",
     "give", "draw", "have", "has", "gets", "zeige", "sende", "schicke", "drucke", "ergänze", "führe", "affiche",
     "envoie", "crée", "muestra", "envía", "crea")
)  # fmt: skip
"""Words of an order behind which stands what is to be there."""
_SCOPES = stem_words(SCOPE_WORDS)
_tables: "list[tuple[Phrases, Phrases]]" = []


class _Removal:
    """A thing that a prompt takes out, and where."""

    def __init__(
        self, named: "frozenset[str]", places: "frozenset[str]", answer_stems: "frozenset[str]", sentence: "Sentence"
    ) -> None:
        self.named = named
        self.places = places
        self.answer_stems = answer_stems
        """What the answer speaks of, if it says more than that something went."""
        self.sentence = sentence


def find_confirmed_removals(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the orders whose thing was taken out since, and their reports, each with the words of the person."""
    for exchange in exchanges[1:]:
        for removal in exchange.read(_list_removals):
            before = exchanges[max(0, exchange.number - _BACK) : exchange.number]
            meant = [marked for former in before if (marked := _list_meant(removal, former))]
            for one in [one for marked in meant for one in marked] if len(meant) <= _MOST else ():
                yield Overturn(one, removal.sentence.text, removal.sentence.row, is_sure=False)


def _get_tables() -> "tuple[Phrases, Phrases]":
    if not _tables:
        _tables.append((Phrases(_GOES), Phrases(_WENT)))
    return _tables[0]


def _list_removals(exchange: "Exchange") -> "Iterator[_Removal]":
    """Yields what a prompt takes out, where its answer says that something went."""
    if sum(len(one.words) for one in exchange.asked) > _MOST_ASKED:
        return
    if not any(_get_tables()[1].find(one.words) for one in exchange.answered[:_ANSWERED] if not one.is_imagined()):
        return
    answer_stems = frozenset().union(*[one.stems for one in exchange.answered[:_ANSWERED]])
    for sentence in exchange.asked:
        before: frozenset[str] = frozenset()
        for clause in sentence.clauses if not sentence.is_imagined() else ():
            place = _get_tables()[0].find(clause.words)
            if place is not None and _DENIES.isdisjoint(clause.words[: place[0]]):
                named, places = _read_thing(clause, place)
                named = named or before
                if content(named) and len(named) <= _MOST_NAMES:
                    yield _Removal(named, places, content(answer_stems), sentence)
            before = _name(clause.words)


def _read_thing(clause: "Clause", place: "tuple[int, int]") -> "tuple[frozenset[str], frozenset[str]]":
    """The stems of what a clause takes out, which stands behind the words for it or before them, and of where."""
    behind, before = clause.words[place[1] :], clause.words[: place[0]]
    words = behind if _name(behind) else before
    named = _name(words)
    return named, content(stem_words(words)) - named


def _name(words: "Sequence[str]") -> "frozenset[str]":
    """The stems of the first thing that some words name."""
    named: list[str] = []
    for word in words:
        if word in _PLACES or (word in COPULAS and named):
            break
        if word not in NO_WORDS and word not in LEADS and word not in NOW:
            named.append(word)
    return stem_words(named)


def _list_meant(removal: _Removal, former: "Exchange") -> "list[Sentence]":
    """The statements of an exchange that order what is taken out, or tell that it was done."""
    if len(removal.answer_stems) > 1 and removal.answer_stems.isdisjoint(former.stems | removal.named):
        return []
    if not removal.named | removal.places <= former.stems or not _SCOPES & removal.sentence.stems <= former.stems:
        return []
    asked = [one for one in former.asked if may_state(one) and _orders(one, removal.named)]
    reports = [one for one in former.answered[:_ANSWERED] if may_state(one) and removal.named & one.stems]
    return [*asked, *reports] if asked and reports else []


def _orders(sentence: "Sentence", named: "frozenset[str]") -> bool:
    """Whether a sentence orders a thing, and not something at the place of it or done to it: of `encrypt the backups`
    the encryption may go."""
    if _get_tables()[0].find(sentence.words) is not None:
        return False
    words = [one for one in sentence.clauses[0].words if one not in LEADS] if sentence.clauses else []
    is_made = not _MAKES.isdisjoint(words[:_LEADING])
    own = _name(words) if is_made else stem_words(words[:1])
    return bool(content(own & named))
