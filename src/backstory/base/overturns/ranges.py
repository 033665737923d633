"""Ranges of hours, dates and numbers that were given otherwise later: `22 to 7`, and the next day `21 to 7:30`.

The answer states the later range, and the person gave one of its ends. The former one has an end in common with it, or
the person names one of its ends again. What is marked is the former range where it stands.
"""

from backstory.base.figures import Figure
from backstory.base.overturns.exchanges import Overturn, split_signed
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_ANSWERING = 4
"""Sentences of an answer that may state a range."""
_MOST_COMPARED = 300
"""The last ranges with which a later one is compared."""
_FAR = 80
"""Exchanges within which a range is given again."""
_JOINTS = frozenset(("to", "till", "until", "bis", "à", "au", "a", "al", "hasta", "tot", "do", "-", "–", "—"))
_MONTHS = frozenset(
    ("jan", "feb", "mar", "mär", "apr", "may", "mai", "jun", "jul", "aug", "sep", "oct", "okt", "nov", "dec", "dez",
     "fév", "avr", "jui", "aoû", "déc", "ene", "abr", "ago", "dic", "gen", "mag", "giu", "lug", "set", "ott")
)  # fmt: skip
"""The first three letters of the names of months."""
_MOVES = frozenset(("moves", "moved", "shifts", "shifted", "later", "earlier", "verschoben", "reporté", "mueve"))
"""How a person says that a range is another one."""
_HOURS = 24
_SIGNS = "`'\"()[]{},;!?.…“”‘’«»"
_LONGEST_MONTH = 9


class _End:
    """A number that ends a range, with its month."""

    __slots__ = ("month", "number", "size")

    def __init__(self, number: str, month: str, size: int) -> None:
        self.number, self.month = number, month
        self.size = size
        """Words of it."""


class _Range:
    """A range where it stands in a sentence."""

    __slots__ = ("end", "first", "kind", "last", "sentence", "text")

    def __init__(self, ends: "tuple[str, str]", kind: str, start: int, end: int, sentence: "Sentence") -> None:
        self.first, self.last = ends
        self.kind = kind
        self.end = end
        self.sentence = sentence
        self.text = sentence.text[start:end]

    @property
    def key(self) -> "tuple[str, str, str]":
        return self.first, self.last, self.kind


def _list_all_ranges(exchange: "Exchange") -> "list[_Range]":
    return [one for sentence in exchange.sentences for one in list_ranges(sentence)]


def find_moved(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the places of ranges that the person replaced later, each with the one in force."""
    earlier: list[_Range] = []
    former: set[tuple[str, str, str]] = set()
    successors: dict[tuple[str, str, str], _Range] = {}
    for exchange in exchanges:
        ranges = exchange.read(_list_all_ranges)
        if not ranges and not earlier:
            continue
        asked = frozenset([end for one in exchange.asked if not one.is_question for end in _list_ends(one.text)])
        stated = [
            one for one in ranges if one.sentence in exchange.answered[:_ANSWERING] and not one.sentence.is_imagined()
        ]
        ordered = [one for one in ranges if one.sentence.is_person and not one.sentence.is_question]
        for new in stated or ordered[-1:]:
            if new.key in former or asked.isdisjoint((new.first, new.last)):
                continue
            about = content(frozenset().union(*[one.sentence.stems for one in ranges])) - _MONTHS
            if any(not _MOVES.isdisjoint(one.words) for one in exchange.asked):
                about = frozenset()  # `the start moves to 18 December`: of the range that was spoken of
            for old in earlier[-_MOST_COMPARED:]:
                is_near = exchange.number - old.sentence.exchange <= _FAR and old.kind == new.kind
                if is_near and _is_same(old, new, about - tables().counted, asked):
                    successors[old.key] = new
        earlier += [one for one in ranges if not one.sentence.is_question]
        former.update(one.key for one in earlier[len(earlier) - len(ranges) :])
    for old in earlier if successors else ():
        last = _follow(old, successors)
        if last is not None and last.sentence.exchange > old.sentence.exchange:
            figure = Figure(old.text, old.text, "", (), (), old.end, old.text)
            yield Overturn(old.sentence, last.sentence.text, last.sentence.row, figure, last.text)


def _is_same(old: _Range, new: _Range, about: "frozenset[str]", asked: "frozenset[str]") -> bool:
    """Whether two ranges are of one thing: an end of the former one holds again, or the person names it, and nothing
    that is said with the former one is of something else.

    A range of which nothing is said, such as `21 to 8`, is of what the talk is about.
    """
    if old.last == new.first or old.first == new.last:
        return False  # one follows the other
    own = frozenset([one for one in old.sentence.stems - tables().counted - STOP if one.isalpha()])
    is_of_other = bool(own) and bool(about) and own.isdisjoint(about)
    ends = {old.first, old.last}
    return not is_of_other and (not ends.isdisjoint((new.first, new.last)) or not ends.isdisjoint(asked))


def _follow(old: _Range, successors: "dict[tuple[str, str, str], _Range]") -> _Range | None:
    """The range in force; none where the former one came back."""
    new = successors.get(old.key)
    seen = {old.key}
    while new is not None and new.key in successors and new.key not in seen:
        seen.add(new.key)
        new = successors.get(new.key)
    return None if new is None or new.key in seen else new


def list_ranges(sentence: "Sentence") -> "list[_Range]":
    """The ranges of a sentence: `21 to 7:30`, `14 December to 6 January`, `21:00-07:30`."""
    if not has_digits(sentence.text):
        return []
    words = list(split_signed(sentence.text))
    listed: list[_Range] = []
    for place, (word, end) in enumerate(words):
        core = word.strip(_SIGNS)
        for sign in "-–":
            head, joint, tail = core.partition(sign)
            if joint and ":" in head and ":" in tail and is_end(head) and is_end(tail):
                start = end - len(word) + word.find(head)
                listed += _read_range(_End(head, "", 1), _End(tail, "", 1), start, start + len(core), sentence)
        if (place and core.lower() in _JOINTS) or word in _JOINTS:
            first, last = _read_end(words, place - 1, -1), _read_end(words, place + 1, 1)
            if first and last:
                begin = place - first.size
                start = words[begin][1] - len(words[begin][0].lstrip(_SIGNS))
                stop, tail = words[place + last.size][1], words[place + last.size][0]
                listed += _read_range(first, last, start, stop - (len(tail) - len(tail.rstrip(_SIGNS))), sentence)
    return listed


def _read_range(first: _End, last: _End, start: int, end: int, sentence: "Sentence") -> "list[_Range]":
    month = last.month or first.month
    ends = (_spell(first.number, first.month or month), _spell(last.number, last.month or month))
    is_clock = all(":" in one or (one.isdecimal() and int(one) <= _HOURS) for one in ends)
    kind = "date" if month else "clock" if is_clock else "number"
    return [_Range(ends, kind, start, end, sentence)] if ends[0] != ends[1] else []


def _read_end(words: "Sequence[tuple[str, int]]", place: int, step: int) -> _End | None:
    """The number at a place, with the month beside it."""
    core = _core(words, place)
    if is_end(core):
        month = _core(words, place + 1).lower()
        return _End(core, month[:3], 2) if step > 0 and is_month(month) else _End(core, "", 1)
    beside = _core(words, place + step)
    if is_month(core.lower()) and is_end(beside):
        return _End(beside, core.lower()[:3], 2)
    return None


def _core(words: "Sequence[tuple[str, int]]", place: int) -> str:
    return words[place][0].strip(_SIGNS) if 0 <= place < len(words) else ""


def is_month(word: str) -> bool:
    """Whether a word is the name of a month, or its first letters."""
    return word[:3] in _MONTHS and word.isalpha() and len(word) <= _LONGEST_MONTH


def has_digits(text: str) -> bool:
    """Whether a text has what every end of a range has."""
    return any(map(str.isdecimal, text))


def is_end(word: str) -> bool:
    """Whether a word may end a range: a number, an hour or a day."""
    bare = word.removesuffix("th").removesuffix("st").removesuffix("nd").removesuffix("rd").removesuffix("h")
    bare = bare.removesuffix("am").removesuffix("pm")
    hours, sign, minutes = bare.partition(":")
    return hours.isdecimal() and len(hours) <= 6 and (not sign or (minutes.isdecimal() and len(minutes) == 2))


def _spell(number: str, month: str) -> str:
    """An end as it is compared: `07:30` is `7:30`, and `21:00` is `21`."""
    digits = "".join(sign for sign in number if sign.isdecimal() or sign == ":")
    digits = digits.removesuffix(":00").lstrip("0") or "0"
    return f"{digits} {month}" if month else digits


def _list_ends(text: str) -> "Iterator[str]":
    """Yields all that a text has and that may be the end of a range."""
    words = list(split_signed(text))
    for place in range(len(words)):
        core = _core(words, place)
        for part in core.replace("–", "-").split("-"):
            if is_end(part):
                yield _spell(part, "")
                for beside in (_core(words, place + 1), _core(words, place - 1)):
                    if is_month(beside.lower()):
                        yield _spell(part, beside.lower()[:3])
