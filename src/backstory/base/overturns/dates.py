"""Days that were given otherwise later: `until 31 December`, and the next week `the 5th of April`.

The person gives the later day and the answer states it. Both days are of the same thing: what is said with them has a
word in common that few sentences have.
"""

from backstory.base.overturns.exchanges import Overturn, split_signed
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.overturns.ranges import has_digits, is_end, is_month, list_ranges

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_ANSWERING = 3
"""Sentences of an answer that may state a day."""
_FAR = 80
"""Exchanges within which a day is given again."""
_RARE = 5
"""Sentences with a word up to which it tells what is spoken of."""
_OF = frozenset(("of", "de", "du", "the", "der", "dem"))
_SIGNS = "`'\"()[]{},;!?.…“”‘’«»"
_LONGEST_DAY = 2
"""Digits of a day of a month."""


def find_postponed(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with days that were given otherwise later, each with the last answer that states one."""
    earlier: list[tuple[str, Sentence]] = []
    about: dict[str, frozenset[str]] = {}
    """Day -> what was said with it."""
    spread: dict[str, int] = {}
    last: dict[tuple[int, int], Overturn] = {}
    days = [[(day, one) for one in exchange.sentences for day in list_days(one)] for exchange in exchanges]
    for exchange, dated in zip(exchanges, days, strict=True) if any(days) else ():
        asked = {day for day, one in dated if one.is_person and not one.is_question}
        answering = exchange.answered[:_ANSWERING]
        for day, one in dated:
            if day in about or day not in asked or one not in answering or one.is_imagined():
                continue
            words = frozenset().union(*[content(each.stems) for other, each in dated if other == day])
            rare = frozenset([stem for stem in words - tables().counted if spread.get(stem, 0) <= _RARE])
            for former, old in earlier:
                is_near = exchange.number - old.exchange <= _FAR and former not in asked
                if is_near and former != day and not rare.isdisjoint(about[former]):
                    last[old.row, old.number] = Overturn(old, one.text, one.row, is_sure=False)
        for day, one in dated:
            if not one.is_question:
                earlier.append((day, one))
                about[day] = about.get(day, frozenset()) | content(one.stems)
        for one in exchange.sentences:
            for stem in content(one.stems):
                spread[stem] = spread.get(stem, 0) + 1
    yield from last.values()


def list_days(sentence: "Sentence") -> "list[str]":
    """The days of a sentence, as `31 dec`; none of one with a range."""
    if not has_digits(sentence.text):
        return []
    words = [word.strip(_SIGNS) for word, _ in split_signed(sentence.text)]
    months = [place for place, word in enumerate(words) if is_month(word.lower())]
    if not months or list_ranges(sentence):
        return []
    days: list[str] = []
    for place in months:
        before = place - 1 - (place > 1 and words[place - 1].lower() in _OF)
        for beside in (before, place + 1):
            day = words[beside] if 0 <= beside < len(words) else ""
            digits = "".join(filter(str.isdecimal, day))
            if is_end(day) and ":" not in day and len(digits) <= _LONGEST_DAY:
                days.append(f"{int(digits)} {words[place].lower()[:3]}")
                break
    return days
