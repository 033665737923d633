"""Values behind a preposition of one thing: `with a header line in German`, and days later `the header line should be
in English`.

The later prompt says where or how the same thing is, in a clause that names nothing else, and the answer tells the
same value. What is marked is the former value, so that what stands beside it holds on. Names from code of one shape
(`eu-west-3`, `eu-central-1`) are of one kind: of these the prompt may tell as of something that was moved.
"""

from backstory.base.figures import Figure
from backstory.base.overturns.cues import COPULAS, LEADS, NOW
from backstory.base.overturns.exchanges import Overturn, split_signed
from backstory.base.overturns.phrase_tables import content, is_code
from backstory.base.overturns.replaced_ways import SAME_SLOTS, SLOTS, may_state
from backstory.base.overturns.statements import NO_WORDS
from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_BACK = 60
"""Exchanges in which the former value is looked for."""
_MOST_ASKED = 60
"""Words of a prompt above which it speaks of much."""
_MOST_NOUNS = 3
"""Words that name a thing."""
_ANSWERED = 3
"""Sentences of an answer that tell what is so."""
_MOVES = frozenset(
    ("move", "moved", "moves", "migrated", "relocated", "switched", "zog", "zieht", "umgezogen", "déplacé", "movido")
)
_MODALS = frozenset(
    ("should", "shall", "must", "has", "have", "be", "go", "goes", "sit", "sits", "live", "lives", "run", "runs", "now",
     "soll", "sollen", "muss", "müssen", "sein", "liegt", "doit", "doivent", "être", "debe", "deben", "estar", "over")
)  # fmt: skip
"""Words between a thing and the preposition before its value."""
_ALSO = frozenset(
    ("also", "too", "additionally", "another", "auch", "zusätzlich", "außerdem", "aussi", "également", "también",
     "además", "if", "wenn", "falls", "si", "when", "quand", "not", "never", "nicht", "pas", "no")
)  # fmt: skip
"""What adds something, denies it, or holds for a case."""
_TIMES = frozenset(
    ("please", "again", "last", "this", "today", "yesterday", "since", "week", "month", "night", "bitte", "heute",
     "gestern", "seit", "maintenant", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
     "montag", "dienstag", "mittwoch", "donnerstag", "freitag", "lundi", "mardi", "mercredi", "jeudi", "vendredi",
     "weekend", "morning", *NOW)
)  # fmt: skip
"""Words behind a value that are not of it."""
_SIGNS = "`'\"()[]{}<>,;:!?.—–"


class _Word:
    """A word of a sentence, with the place where it ends and its stem."""

    __slots__ = ("end", "is_code", "stem", "word", "written")

    def __init__(self, signed: str, end: int) -> None:
        self.written = signed.strip(_SIGNS)
        self.word = self.written.lower()
        self.end = end - (len(signed) - len(signed.rstrip(_SIGNS)))
        self.is_code = is_code(signed) and not self.word.isalpha()
        stems = () if self.is_code else stem_words([self.word])
        self.stem = next(iter(stems), self.word)


class _Given:
    """A thing that a prompt gives a value, behind a preposition."""

    def __init__(self, thing: "Sequence[_Word]", slot: str, value: _Word, sentence: "Sentence") -> None:
        self.thing = tuple([one.stem for one in thing])
        self.slot = slot
        self.value = value
        self.sentence = sentence
        self.says_now = False
        """Whether prompt or answer say that it was otherwise before."""


def find_slotted(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with a former value of a thing that a later prompt gives another one, each with that."""
    last: dict[tuple[int, int], Overturn] = {}
    for exchange in exchanges[1:]:
        for given in exchange.read(_list_given):
            for former in exchanges[max(0, exchange.number - _BACK) : exchange.number]:
                last |= {(one.row, one.number): one for one in _list_replaced(given, former)}
    yield from last.values()


def _list_given(exchange: "Exchange") -> "Iterator[_Given]":
    """Yields what a prompt gives a value that its answer tells as well."""
    if not exchange.answered or sum(len(one.words) for one in exchange.asked) > _MOST_ASKED:
        return
    told = frozenset([one.stem for sentence in exchange.answered[:_ANSWERED] for one in _read(sentence.text)])
    for sentence in exchange.asked:
        for clause in sentence.clauses if not sentence.is_imagined() else ():
            given = _read_given(_read(clause.text), sentence) if _ALSO.isdisjoint(clause.words) else None
            if given and given.value.stem in told:
                given.says_now = any(not NOW.isdisjoint(one.words) for one in exchange.sentences)
                yield given


def _read_given(words: "Sequence[_Word]", sentence: "Sentence") -> _Given | None:
    """What a clause gives a value, if it says nothing else."""
    while words and (words[-1].word in _TIMES | _MODALS or words[-1].word in SLOTS | NO_WORDS):
        words = words[:-1]
    place = len(words) - 2
    if place > 0 and words[place].word in NO_WORDS:
        place -= 1
    if place < 1 or words[place].word not in SLOTS or words[-1].word in STOP:
        return None
    before = list(words[:place])
    is_linked = False
    while before and before[-1].word in _MODALS | COPULAS:
        is_linked = is_linked or before[-1].word != "over"
        before.pop()
    is_moved = bool(before) and before[-1].word in _MOVES
    if is_moved:
        before.pop()
    begin = next((number for number in range(len(before), 0, -1) if before[number - 1].word in NO_WORDS | _MOVES), 0)
    thing = before[begin:]
    lead = [one.word for one in before[:begin] if one.word not in NO_WORDS and one.word not in LEADS]
    if lead and lead[-1] in _MOVES and not is_moved:
        is_moved, lead = True, []
    if lead or not (is_moved or is_linked) or not 0 < len(thing) <= _MOST_NOUNS:
        return None
    if any(one.word in STOP or one.word in SLOTS for one in thing) or not content([one.stem for one in thing]):
        return None
    return _Given(thing, "in" if is_moved else _name_slot(words[place].word), words[-1], sentence)


def _read(text: str) -> "list[_Word]":
    return [one for one in [_Word(*each) for each in split_signed(text)] if one.word]


def _name_slot(word: str) -> str:
    return SAME_SLOTS.get(word, word)


def _list_replaced(given: _Given, former: "Exchange") -> "Iterator[Overturn]":
    """Yields the sentences of an exchange that have a former value of a thing."""
    if not frozenset(given.thing) & former.stems or given.value.stem in former.stems:
        return
    stated = [one for one in [*former.asked, *former.answered[:_ANSWERED]] if may_state(one)]
    clauses = [_read(clause.text) for one in stated for clause in one.clauses]
    old, is_own = next((row for clause in clauses if (row := _find_old(given, clause))[0]), (None, False))
    if old is None or not (is_own or given.says_now):
        return
    for one in stated:
        words = _read(one.text)
        same = [word for word in words if word.stem == old.stem]
        if len(same) == 1 and any(word.stem == given.thing[-1] for word in words):
            figure = Figure(same[0].written, same[0].written, "", (), (), same[0].end, same[0].written)
            yield Overturn(one, given.sentence.text, given.sentence.row, figure, given.value.written)


def _find_old(given: _Given, words: "Sequence[_Word]") -> "tuple[_Word | None, bool]":
    """The value that a clause gives the same thing behind the same preposition, and whether the thing has it by itself.
    Behind a verb, `store the photos in redis`, the value may say what is done with it, and `in color` how it looks."""
    for place, word in enumerate(words):
        if word.word not in SLOTS or _name_slot(word.word) != given.slot:
            continue
        value = next((one for one in words[place + 1 : place + 3] if one.word not in NO_WORDS), None)
        telling = [one for one in words[:place] if one.word not in _MODALS | COPULAS | NO_WORDS]
        if value is None or value.stem == given.value.stem or value.word in STOP:
            continue
        before = [one.stem for one in telling]
        if value.is_code and given.value.is_code:
            is_near = frozenset(given.thing) <= frozenset(before[-_MOST_NOUNS:])
            if is_near and _is_alike(value.word, given.value.word):
                return value, True
        elif value.word.isalpha() and given.value.word.isalpha() and tuple(before[-len(given.thing) :]) == given.thing:
            verb = [one.word for one in telling[: -len(given.thing)]]
            return value, not verb or verb[-1] in _WITH
    return None, False


_WITH = frozenset(("with", "and", "mit", "und", "avec", "et", "con", "y"))
"""Words before a thing that has its value by itself."""


def _is_alike(one: str, other: str) -> bool:
    """Whether two names from code have one shape and a part in common."""
    parts = [_split(each) for each in (one, other)]
    shapes = [[part.isdigit() for part in each] for each in parts]
    return shapes[0] == shapes[1] and not frozenset(parts[0]).isdisjoint(parts[1])


def _split(name: str) -> "list[str]":
    for sign in "_./:":
        name = name.replace(sign, "-")
    return [part for part in name.split("-") if part]
