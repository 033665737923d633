"""How something is or is done, in the words of the person or of a report, until later words say that it is otherwise
now: `Marta is responsible for billing`, and weeks later `Tomasz is responsible for billing since Monday`.

Both say the same of the same thing and differ in one place: in what stands at the end, or in who or what it is said of.
The later one says that it holds since a time, or the prompt names the former value beside it. What was said of another
thing holds: the later statement begins with nothing that the former exchange does not name.
"""

from backstory.base.overturns.exchanges import Clause, Overturn
from backstory.base.overturns.phrase_tables import content, is_code, tables
from backstory.base.overturns.replaced_ways import may_state
from backstory.base.overturns.signs import SCOPE_WORDS
from backstory.base.phrases import Phrases
from backstory.base.reversals import read_words, stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_SINCE = """
now; since; as of; from now on; from today; from this/next; starting; no longer; any more; anymore; these days;
meanwhile; move; moved; moves; has/have moved; switched to; changed to; becomes; became; will be called; is called;
jetzt; nun; seit; ab sofort; ab jetzt; künftig; inzwischen; nicht mehr; mittlerweile; wieder; wird; werden;
désormais; maintenant; depuis; dorénavant; devient; à partir; ahora; desde; ya no; pasa a; a partir; agora; ora; da
oggi; voortaan; doch; lieber
"""
"""How somebody says that something was otherwise before."""
_SINCE_WHEN = (["since"], ["seit"], ["depuis"], ["desde"], ["as"], ["from"], ["ab"], ["after"], ["nach"], ["après"])
_TIMES = frozenset(
    ("since", "seit", "depuis", "desde", "from", "ab", "as", "today", "yesterday", "heute", "gestern", "monday",
     "tuesday", "wednesday", "thursday", "friday", "week", "weekend", "month", "year", "morning", "night", "montag",
     "woche", "monat", "lundi", "semaine", "mois", "lunes", "semana", "mes", "last", "this", "now", "jetzt", "nun",
     "again", "wieder", "künftig", "inzwischen", "move", "moves",
     "moved", "becomes", "became", "désormais", "maintenant", "ahora")
)  # fmt: skip
"""Words of when something holds, which say nothing of what holds."""
_ALSO = frozenset(
    ("also", "too", "additionally", "besides", "another", "auch", "zusätzlich", "außerdem", "aussi", "également",
     "también", "además", "anche", "ook", "still", "noch", "toujours", "if", "wenn", "falls", "si", "when", "quand")
)  # fmt: skip
"""What adds something, says that it stays, or holds for a case."""
_FOR = frozenset(("for", "of", "für", "von", "vom", "pour", "de", "du", "des", "para", "bei", "chez", "del"))
"""Words before what tells one thing of a kind from another."""
_PRONOUNS = frozenset(("it", "they", "them", "es", "sie", "ils", "elles", "elle", "il", "ellos", "lo"))
_NOT = frozenset(
    ("not", "never", "no", "t", "cannot", "can't", "nicht", "nie", "kein", "keine", "pas", "jamais", "nunca")
)
_BACK = 60
"""Exchanges in which the former statement is looked for."""
_LONGEST = 12
"""Words of a clause that says one thing."""
_MOST_WORDS = 60
"""Words of a prompt above which it speaks of much."""
_MOST = 4
"""Statements that one statement replaces."""
_MOST_NEW = 3
"""Words that say what holds now, and that say what did."""
_FEWEST = 2
"""Words that both share."""
_ANSWERED = 3
_RARE = 0.2
_FEW_EXCHANGES = 5
"""Share, and number, of the exchanges up to which a word tells what is spoken of."""
_SCOPES = stem_words(SCOPE_WORDS)
_tables: "list[Phrases]" = []


def find_restated_facts(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the statements that a later one gives otherwise, each with that one."""
    spread: dict[str, int] = {}
    for exchange in exchanges:
        for stem in exchange.stems:
            spread[stem] = spread.get(stem, 0) + 1
    most = max(_FEW_EXCHANGES, _RARE * len(exchanges))
    common = frozenset([stem for stem, count in spread.items() if count > most])
    accounts = [_Account(exchange) for exchange in exchanges]
    last: dict[tuple[int, int], Overturn] = {}
    for exchange in exchanges[1:]:
        before = accounts[max(0, exchange.number - _BACK) : exchange.number]
        for later in exchange.read(_list_later):
            replaced = {
                (one.row, one.number): Overturn(one, later.sentence.text, later.sentence.row, is_sure=False)
                for former in before
                for one in _list_replaced(later, former, common)
            }
            last |= replaced if len(replaced) <= _MOST else {}
    yield from last.values()


class _Account:
    """What an exchange tells: the order, and what was reported of it, clause by clause."""

    def __init__(self, exchange: "Exchange") -> None:
        self.exchange = exchange
        self._clauses: list[_Stated] | None = None
        self._stems: frozenset[str] | None = None

    @property
    def clauses(self) -> "list[_Stated]":
        if self._clauses is None:
            self._clauses = list(self._read())
        return self._clauses

    @property
    def stems(self) -> "frozenset[str]":
        if self._stems is None:
            self._stems = frozenset([stem for one in self.clauses for stem in one.stems])
        return self._stems

    def _read(self) -> "Iterator[_Stated]":
        before: frozenset[str] = frozenset()
        for sentence in [*self.exchange.asked, *self.exchange.answered[:_ANSWERED]]:
            for clause in sentence.clauses if may_state(sentence) else ():
                stated = _Stated(clause, sentence, before)
                before |= frozenset(stated.stems)
                yield stated


class _Stated:
    """A clause that says how something is."""

    def __init__(self, clause: Clause, sentence: "Sentence", before: "frozenset[str]") -> None:
        self.sentence = sentence
        self.text = clause.text
        self.words = read_telling(clause.text)
        self.stems = [stem for stem, _ in self.words]
        self.numbers = [word for word in clause.words if any(map(str.isdigit, word))]
        self.is_negative = not _NOT.isdisjoint(clause.words)
        points = not _PRONOUNS.isdisjoint(clause.words)
        self.context = frozenset(self.stems) | (before if points else frozenset())
        """The stems of what it speaks of, and of what its pronoun stands for."""


class _Later(_Stated):
    """A clause that may say how something is since."""

    def __init__(self, clause: Clause, sentence: "Sentence", exchange: "Exchange") -> None:
        super().__init__(clause, sentence, frozenset())
        self.is_since = _get_table().find(clause.words) is not None
        self.begins_since = clause.words[:1] in _SINCE_WHEN
        """Whether it begins with the time since when it holds: `since the update the camera sends RGB`."""
        self._clauses = [one.text for each in exchange.asked if not each.is_question for one in each.clauses]
        self._own = clause.text
        self.exchange = exchange
        self.listed = clause.words
        self.spelled = frozenset(clause.words)
        """All words of it."""
        names = frozenset().union(*[one.names for one in sentence.clauses])
        self.scopes = _SCOPES & (sentence.stems - names)
        """Where it holds."""
        self._spoken: tuple[frozenset[str], frozenset[str]] | None = None

    def list_said(self, stated: _Stated) -> "list[str]":
        """The stems of what it says, from the first one that a statement has where it begins with a time."""
        first = next((place for place, stem in enumerate(self.stems) if stem in stated.stems), 0)
        return self.stems[first:] if self.begins_since else self.stems

    @property
    def spoken(self) -> "tuple[frozenset[str], frozenset[str]]":
        """What the prompt speaks of, and what it speaks of beside this."""
        if self._spoken is None:
            listed = [(one, [stem for stem, _ in read_telling(one)]) for one in self._clauses]
            beside = [stem for text, stems in listed if text != self._own for stem in stems]
            whole = frozenset([stem for _, stems in listed for stem in stems])
            self._spoken = whole, frozenset(beside) - frozenset(self.stems)
        return self._spoken


def read_telling(text: str) -> "list[tuple[str, str]]":
    """The words of a clause that say something, as one stem each, with the word before it; none of when it holds. A
    name from code is one word."""
    out: list[tuple[str, str]] = []
    before = ""
    last: list[str] = []
    for signed in text.split():
        word = signed.strip(_SIGNS).lower()
        period = _PERIODS.get(word, "")
        is_often = bool(period) and (word in _ADVERBS or not _EACH.isdisjoint(last))
        if not word or (word in _TIMES and not is_often):
            continue
        if is_often:
            out.append((period, before))
        elif is_code(signed) and not word.isalpha():
            out.append((word, before))
        elif word not in _EACH:
            stem = _stems[word]
            out += [(stem, before)] if stem else []
        before = word if word not in _ARTICLES else before
        last = [*last, word][-_NEAR:]
    return out


class _Stems(dict[str, str]):
    """Word -> the longest of its stems that say something; empty for a word without one."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _MOST_REMEMBERED:
            self.clear()
        stems = sorted(content(stem_words(read_words(word))), key=len)
        self[word] = stem = stems[-1] if stems else ""
        return stem


_MOST_REMEMBERED = 8_000
_stems = _Stems()
_HOW_OFTEN = "@"
"""The sign before a period that says how often something is done."""
_LENGTHS = """
" second seconds sekunde sekunden seconde secondes segundo segundos; minute minutes minuten minuto minutos; hour
hours hourly stunde stunden stündlich heure heures hora horas; day days daily night nights nightly tag tage tagen
täglich nacht nachts jour jours nuit noche noches día días; week weeks weekly woche wochen wöchentlich semaine
semaines semana semanas; month months monthly monat monate monatlich mois mes meses; year years yearly jahr jahre
jährlich an ans année año años
"""
_PERIODS = {word: f"{_HOW_OFTEN}{row.split()[0]}" for row in _LENGTHS.split(";") for word in row.split()}
"""Word for a length of time -> what stands for all of that length."""
_ADVERBS = frozenset(
    ("hourly", "daily", "nightly", "weekly", "monthly", "yearly", "stündlich", "täglich", "nachts", "wöchentlich",
     "monatlich", "jährlich")
)  # fmt: skip
_EACH = frozenset(
    ("every", "each", "once", "twice", "per", "times", "pro", "jede", "jeden", "jedes", "alle", "einmal", "zweimal",
     "chaque", "par", "fois", "toutes", "tous", "cada", "vez", "veces", "por")
)  # fmt: skip
"""Words before a length of time that say how often something is done."""
_NEAR = 3
"""Words before it among which they stand."""
_SIGNS = "`'\"()[]{}<>,;:!?.—–"
_ARTICLES = frozenset(
    ("the", "a", "an", "our", "der", "die", "das", "den", "dem", "le", "la", "les", "el", "los", "las")
)


def _list_later(exchange: "Exchange") -> "Iterator[_Later]":
    """Yields what a prompt, and the report of what was done for it, say of how something is since."""
    if not exchange.answered or sum(len(one.words) for one in exchange.asked) > _MOST_WORDS:
        return
    for sentence in [*exchange.asked, *exchange.answered[:_ANSWERED]]:
        if sentence.is_question or sentence.is_imagined() or not _ALSO.isdisjoint(sentence.words):
            continue
        is_since = _get_table().find(sentence.words) is not None
        for clause in sentence.clauses if sentence.is_person or is_since else ():
            if len(clause.words) > _LONGEST:
                continue
            later = _Later(clause, sentence, exchange)
            if len(later.words) >= _FEWEST and (later.is_since or sentence.is_person):
                yield later


def _get_table() -> Phrases:
    if not _tables:
        _tables.append(Phrases(_SINCE))
    return _tables[0]


def _list_replaced(later: _Later, former: _Account, common: "frozenset[str]") -> "Iterator[Sentence]":
    """Yields the statements of an exchange that a later clause gives otherwise."""
    if len(former.stems.intersection(later.stems)) < _FEWEST:
        return
    if not later.scopes <= former.exchange.stems:
        return
    given: list[Sentence] = []
    for stated in former.clauses:
        new = [stem for stem in later.list_said(stated) if stem not in stated.context]
        if former.stems.isdisjoint(new) and _gives_otherwise(later, stated, new, common):
            given.append(stated.sentence)
    yield from given
    asked = [one for one in former.exchange.asked if not one.is_question]
    report = [one for one in former.exchange.answered[:1] if _NOT.isdisjoint(one.words)]
    if asked[:1] and asked[0] in given and content(asked[0].stems) & content(report[0].stems if report else ()):
        yield from report  # what was done for it


def _gives_otherwise(later: _Later, stated: _Stated, new: "Sequence[str]", common: "frozenset[str]") -> bool:
    """Whether a later clause says otherwise of the same thing."""
    shared = {stem for stem in later.stems if stem in stated.context}
    if len(shared) < _FEWEST or shared <= common or shared.isdisjoint(stated.stems):
        return False
    if later.is_negative != stated.is_negative:
        return _is_flipped(later, stated, new) or _is_there_since(later, stated)
    old = [stem for stem in stated.stems if stem not in later.stems]
    if not new and len(old) <= 1 and later.is_since and later.numbers:
        is_only = not old or not any(stem == old[0] and before in _FOR for stem, before in stated.words)
        return is_only and len(stated.numbers) == len(later.numbers) and stated.numbers != later.numbers
    if [*map(_is_period, old), *map(_is_period, new)] == [True, True]:
        return True
    if not (0 < len(new) <= _MOST_NEW and 0 < len(old) <= _MOST_NEW):
        return False
    if not (later.is_since or not later.spoken[1].isdisjoint(old)):
        return False
    if not later.sentence.is_person and new[0] not in later.spoken[0]:
        return False
    return _is_at_end(later, new) or (_is_at_begin(later.stems, new) and _is_at_begin(stated.stems, old))


def _is_flipped(later: _Later, stated: _Stated, new: "Sequence[str]") -> bool:
    """Whether a later clause says with the same words that the opposite is so, as a correction or since a time."""
    others = {stem[:_LIKE] for stem in stated.stems}
    is_same = all(stem[:_LIKE] in others for stem in new)
    old = [stem for stem in stated.stems if stem not in later.stems and stem[:_LIKE] not in {*map(_cut, later.stems)}]
    is_corrected = any(tables().corrects.find(one.words) is not None for one in later.exchange.asked)
    is_denied = not (later.is_negative or _DO.isdisjoint(later.spelled))
    is_said = later.sentence.is_person and (later.is_since or is_corrected or is_denied)
    return is_said and is_same and not old


def _is_there_since(later: _Later, stated: _Stated) -> bool:
    """Whether a later clause speaks of one of what there was none of: `has no test system`, `set up a test system`."""
    words = read_words(stated.text)
    for place, word in enumerate(words[1:], 1):
        if word in _NONE and words[place - 1] in _HAS:
            missing = words[place + 1 : place + 3]
            places = [number for number, one in enumerate(later.listed) if one in _ONE]
            is_there = any(later.listed[number + 1 : number + 1 + len(missing)] == missing for number in places)
            beside = content(frozenset(later.stems)) & frozenset(stated.stems) - content(stem_words(missing))
            return bool(missing and is_there and beside and not later.is_negative)
    return False


_NONE = frozenset(("no", "kein", "keine", "keinen", "aucun", "aucune", "ningún", "ninguna"))
_HAS = frozenset(("has", "have", "is", "are", "s", "hat", "haben", "gibt", "ist", "a", "ont", "tiene", "tienen", "hay"))
_ONE = frozenset(("a", "an", "the", "our", "ein", "eine", "einen", "un", "une", "una"))


def _cut(stem: str) -> str:
    return stem[:_LIKE]


_LIKE = 4
"""Letters with which words begin that say the same: `Norway`, `Norwegian`."""
_DO = frozenset(("do", "does", "did", "doch", "wohl", "sí", "bien"))
"""Words by which a statement denies that something is not so."""


def _is_period(stem: str) -> bool:
    return stem[:1] == _HOW_OFTEN


def _is_at_end(later: _Later, new: "Sequence[str]") -> bool:
    """Whether what is new stands at the end, and does not tell one thing of a kind from another."""
    places = [place for place, (stem, _) in enumerate(later.words) if stem in new]
    first = later.words[places[0]]
    return places[0] >= len(later.words) - len(new) and places[0] > 0 and first[1] not in _FOR


def _is_at_begin(stems: "Sequence[str]", own: "Sequence[str]") -> bool:
    """Whether one word, of which all the rest is said, is all that a statement has for itself."""
    return len(own) == 1 and stems[0] == own[0]
