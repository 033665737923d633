"""The exchanges of a talk, what each sentence of them says, and which of them a later one overturns."""

from itertools import pairwise

from backstory.base.figures import read_figures
from backstory.base.overturns.phrase_tables import is_code, tables
from backstory.base.overturns.recalled_proposals import takes_back
from backstory.base.overturns.reported_counts import is_reported
from backstory.base.polite_orders import count_asking, grants, is_polite_order
from backstory.base.printed import looks_pasted
from backstory.base.quotations import drop_quoted
from backstory.base.reversals import read_words, stem_words
from backstory.base.unspaced import is_asking, is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, TypeVar

    from backstory.base.figures import Figure

    Item = TypeVar("Item")

_LONGEST = 420
"""Characters of a sentence that is read: a longer one is a list or pasted."""
_PASTED = 1_500
"""Characters of a prompt above which most of it is pasted."""
_MOST_FIGURES = 4
"""Figures of a clause above which it is a list."""
_PAUSES = ",;:.!?)—–"
_JOINTS = frozenset(["and", "but", "so", "und", "aber", "et", "mais", "y", "pero", "—", "–", "-"])


class Spoken:
    """What one side uttered at once."""

    __slots__ = ("is_person", "sentences", "session", "turn")

    def __init__(self, session: object, sentences: "Sequence[str]", *, is_person: bool, turn: int = 0) -> None:
        self.session = session
        self.sentences = sentences
        self.is_person = is_person
        self.turn = turn
        """Its place in the session, where not all is given that was uttered."""


class Overturn:
    """A sentence that was overturned, as a whole or in a figure."""

    __slots__ = (
        "by", "by_row", "exchange", "figure", "is_refused", "is_reply", "is_sure", "number", "row", "value",
    )  # fmt: skip

    def __init__(
        self,
        sentence: "Sentence",
        by: str,
        by_row: int,
        figure: "Figure | None" = None,
        value: str = "",
        *,
        is_sure: bool = True,
        is_reply: bool = False,
    ) -> None:
        self.row = sentence.row
        self.number = sentence.number
        self.exchange = sentence.exchange
        self.by = by
        """What overturns it, in the words of the talk."""
        self.by_row = by_row
        self.figure = figure
        """The figure that holds no longer; none where the sentence is overturned as a whole."""
        self.value = value
        """The one in force, as it was written."""
        self.is_sure = is_sure
        """Whether it holds no longer. Otherwise something was uttered right after it that probably revises it."""
        self.is_refused = False
        """Whether it was proposed and the person turned it down."""
        self.is_reply = is_reply
        """Whether a prompt right behind it says little but the value in force."""

    def copy(self) -> "Overturn":
        """The same, to be changed apart from this one."""
        one = Overturn.__new__(Overturn)
        for name in Overturn.__slots__:
            setattr(one, name, getattr(self, name))
        return one


class Clause:
    """A part of a sentence between two pauses."""

    __slots__ = ("_names", "_stems", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.words = read_words(text)
        self._stems: frozenset[str] | None = None
        self._names: frozenset[str] | None = None

    @property
    def stems(self) -> "frozenset[str]":
        """The stems of its words, without numbers."""
        if self._stems is None:
            self._stems = frozenset([one for one in stem_words(self.words) if not _has_digit(one)])
        return self._stems

    @property
    def names(self) -> "frozenset[str]":
        """The stems of names from code."""
        if self._names is None:
            names = [stem_words(read_words(word)) for word in self.text.split() if is_code(word)]
            self._names = frozenset().union(*names)
        return self._names


def _spell(text: str) -> str:
    if not is_unspaced(text):
        return text
    from backstory.base.overturns.unspaced import spell_out  # most talk is in other languages

    return spell_out(text)


def place_figures(text: str, figures: "Sequence[Figure]") -> None:
    """Sets where the figures of a sentence without blanks end in it, and how they are written."""
    from backstory.base.overturns.unspaced import find_amount

    place = 0
    for figure in figures:
        start = text.find(figure.number, place) if figure.is_digits else -1
        if start >= 0:
            stop, unit = find_amount(text, start)
            place = figure.end = stop + len(unit) + (text[stop : stop + 1] == " " and bool(unit))
            figure.written = text[start:place]


def _has_digit(word: str) -> bool:
    return not word.isalpha() and any(map(str.isdigit, word))


class Sentence:
    """A sentence as far as it may overturn another one or be overturned."""

    __slots__ = (
        "_clauses", "_codes", "_explains", "_figures", "_imagined", "_stems", "exchange", "is_person", "is_question",
        "number", "row", "spelled", "text", "words",
    )  # fmt: skip

    def __init__(self, row: int, number: int, exchange: int, text: str, *, is_person: bool) -> None:
        self.row, self.number, self.exchange, self.text, self.is_person = row, number, exchange, text, is_person
        self.spelled = _spell(drop_quoted(text) if is_person else text)
        """The same with the words told apart, where it has none. A polite order stands there as an order."""
        self.words = read_words(self.spelled)
        asks = text.rstrip().endswith(("?", "？")) or (self.spelled is not text and is_asking(text))
        is_order = asks and is_person and is_polite_order(self.words)
        self.is_question = asks
        if is_order:
            self._take_as_order(2)
        self._stems: frozenset[str] | None = None
        self._clauses: list[Clause] | None = None
        self._codes: list[str] | None = None
        self._figures: list[tuple[Figure, Clause]] | None = None
        self._imagined: bool | None = None
        self._explains: bool | None = None

    def _take_as_order(self, asking: int) -> None:
        """Reads a question as an order, without the words with which it asks."""
        self.spelled = " ".join(self.spelled.split()[asking:])
        self.words = self.words[asking:]
        self.is_question = False

    def take_as_granted(self, answered: "Sequence[Sentence]") -> None:
        """Reads a question as an order if it asks whether something can be done and the answer says that it was."""
        asking = count_asking(self.words)
        if asking and grants(self.words, [one.words for one in answered], tables().changes, tables().imagines):
            self._take_as_order(asking)

    @property
    def stems(self) -> "frozenset[str]":
        if self._stems is None:
            self._stems = stem_words(self.words)
        return self._stems

    @property
    def clauses(self) -> "list[Clause]":
        if self._clauses is None:
            self._clauses = [Clause(text) for text, _ in _split_clauses(self.spelled)]
        return self._clauses

    @property
    def codes(self) -> "list[str]":
        """The words of its text that look like names from code, with the signs around them."""
        if self._codes is None:
            self._codes = [word for word in self.text.split() if is_code(word)]
        return self._codes

    @property
    def figures(self) -> "list[tuple[Figure, Clause]]":
        """The figures that give something a value, each with its clause."""
        if self._figures is None:
            self._figures = list(_read_figures(self.spelled)) if has_figure(self) else []
            if self._figures and len(self.spelled) != len(self.text):
                place_figures(self.text, [figure for figure, _ in self._figures])
        return self._figures

    @property
    def closing(self) -> "Figure | None":
        """The value that a sentence of the person ends with, apart from its other words: `10 is too much for us. 3.`"""
        if not self.is_person or not self.figures or not is_bare_number(self.spelled.rpartition(" ")[2]):
            return None
        before = self.spelled.rpartition(" ")[0]
        return self.figures[-1][0] if before.endswith((".", "!")) else None

    def is_imagined(self) -> bool:
        """Whether a sentence asks, proposes or gives an example."""
        if self._imagined is None:
            self._imagined = self.is_question or tables().imagines.find(self.words) is not None
        return self._imagined

    def explains(self) -> bool:
        """Whether a sentence says why something is so, or supposes it."""
        if self._explains is None:
            self._explains = tables().explains.find(self.words) is not None
        return self._explains


def list_names(sentence: "Sentence") -> "frozenset[str]":
    """The names from code in a sentence, without what stands before them in a path."""
    words = [word.strip("`'\"()[]{}<>,;:!?.").lower() for word in sentence.codes]
    return frozenset([word.rpartition("/")[2] for word in words if len(word) > 1])


def has_figure(sentence: Sentence) -> bool:
    return not tables().numbers.isdisjoint(sentence.words) or any(map(_has_digit, sentence.words))


def split_sentences(text: str) -> "list[str]":
    """The sentences of a text that was cut from an utterance."""
    sentences: list[str] = []
    if is_unspaced(text):
        for end in _WIDE_ENDS:
            text = text.replace(end, f"{end} ")
    for line in text.split("\n"):
        words = line.split(" ")
        begin = 0
        for place, word in enumerate(words, 1):
            if word[-1:] not in _LAST or word.rstrip(_CLOSING)[-1:] not in _ENDS:
                continue
            if not _is_open(word, words[place] if place < len(words) else ""):
                sentences.append(" ".join(words[begin:place]))
                begin = place
        rest = " ".join(words[begin:])
        if begin and is_bare_number(rest):
            sentences[-1] = f"{sentences[-1]} {rest}"
        else:
            sentences.append(rest)
    return [one for one in sentences if one.strip()]


def is_bare_number(text: str) -> bool:
    """Whether a text is nothing but a number, which says what the sentence before it is about: `3.`"""
    number = text.strip().rstrip(".!%")
    return bool(number) and number.replace(".", "").replace(",", "").isdigit()


_WIDE_ENDS = ("。", "！", "？")
_ENDS = (".", "!", "?", ";", *_WIDE_ENDS)
_CLOSING = "`'\")]*”»"
_LAST = frozenset((*_ENDS, *_CLOSING))
"""Signs with which the last word of a sentence ends."""


_TITLES = frozenset(
    ("mr.", "mrs.", "ms.", "dr.", "st.", "hr.", "fr.", "sr.", "sra.", "mme.", "prof.", "z.b.", "e.g.", "i.e.", "vs.")
)
"""Short forms that a name or an example follows."""


_BEGINNINGS = frozenset(("or", "no", "hm", "wait", "actually", "oder", "nein", "ach", "ou", "non", "o", "but"))
"""Words that a sentence begins with, and no noun that a number counts: `make it 60. or no, leave it`."""


def _is_open(word: str, following: str) -> bool:
    """Whether a sentence goes on behind the point of a word: the number of an item, a short form, or `./...`."""
    if word.endswith("/..."):
        return following[:1].islower()
    is_number = word[:-1].isdigit() and len(word) <= 3 and following.lower().rstrip(",") not in _BEGINNINGS
    return is_number or word.lstrip("(\"'").lower() in _TITLES


def split_signed(text: str) -> "Iterator[tuple[str, int]]":
    """Yields the words of a text with their signs, each with where it ends."""
    place = 0
    for word in text.split(" "):
        if word:
            yield word, place + len(word)
        place += len(word) + 1


def _split_clauses(text: str) -> "Iterator[tuple[str, list[tuple[str, int]]]]":
    """Yields the clauses of a sentence, each with its words."""
    part: list[tuple[str, int]] = []
    for word, end in split_signed(text):
        if part and word.lower() in _JOINTS:
            yield " ".join([one for one, _ in part]), part
            part = []
            continue
        part.append((word, end))
        if word[-1] in _PAUSES and (len(word) > 1 or word in "—–"):  # in French a colon stands apart
            yield " ".join([one for one, _ in part]), part
            part = []
    if part:
        yield " ".join([one for one, _ in part]), part


def _read_figures(text: str) -> "Iterator[tuple[Figure, Clause]]":
    for part, words in _split_clauses(text):
        if len(part) < len(text) and _is_marker(part) and text.lstrip("( ").startswith(part.lstrip("( ")):
            continue
        if 0 < len(figures := list(read_figures(words))) <= _MOST_FIGURES:
            clause = Clause(part)
            yield from [(figure, clause) for figure in figures if not is_reported(figure, text, clause.words)]


def _is_marker(part: str) -> bool:
    """Whether a clause is only the number of an item: `2.`, `(2)`"""
    number = part.strip("( ")
    return number[-1:] in (".", ")") and number[:-1].isdigit()


class Exchange:
    """What the person uttered and what the agent answered."""

    def __init__(self, number: int, session: object, turn: int = 0) -> None:
        self.number = number
        self.session = session
        self.turn = turn
        self.asked: list[Sentence] = []
        self.answered: list[Sentence] = []
        self.notes: dict[str, Any] = {}
        """Reader -> whether it finds nothing in the exchange."""
        self._stems: frozenset[str] | None = None

    def read(self, reader: "Callable[[Exchange], Iterable[Item]]") -> "list[Item]":
        """What a reader finds in the exchange by its words alone. One that finds nothing is not asked again."""
        name = f"{reader.__module__.rpartition('.')[2]}.{reader.__name__}"
        if self.notes.get(name):
            return []
        read = list(reader(self))
        self.notes[name] = not read
        return read

    @property
    def sentences(self) -> "list[Sentence]":
        return [*self.asked, *self.answered]

    @property
    def stems(self) -> "frozenset[str]":
        if self._stems is None:
            self._stems = frozenset().union(*[one.stems for one in self.sentences])
        return self._stems


def read_exchanges(rows: "Sequence[Spoken]") -> "list[Exchange]":
    """The exchanges of a talk, in its order. What a session begins with unasked is one as well."""
    exchanges: list[Exchange] = []
    for place, row in enumerate(rows):
        if row.is_person or not exchanges or exchanges[-1].session != row.session:
            exchanges.append(Exchange(len(exchanges), row.session, row.turn))
        current = exchanges[-1]
        if row.is_person and sum(map(len, row.sentences)) > _PASTED:
            continue
        side = current.asked if row.is_person else current.answered
        for number, text in enumerate(row.sentences):
            if len(text) <= _LONGEST and not (row.is_person and looks_pasted(text)):
                side.append(Sentence(place, number, current.number, text, is_person=row.is_person))
    for exchange in exchanges:
        _take_back(exchange.asked)
        for one in exchange.asked if exchange.answered else ():
            if one.is_question:
                one.take_as_granted(exchange.answered)
    return exchanges


def _take_back(asked: "Sequence[Sentence]") -> None:
    """Has the sentences of a prompt that the next one takes back count as questions."""
    for one, following in pairwise(asked):
        if following.row == one.row and not one.is_question and takes_back(read_words(following.text)):
            one.is_question = True


def find_exchanges(exchanges: "Sequence[Exchange]", rows: "frozenset[int]") -> "frozenset[int]":
    """The numbers of the exchanges to which some rows belong."""
    return frozenset([one.number for one in exchanges if any(sentence.row in rows for sentence in one.sentences)])
