"""Times of the day that were given otherwise later: `at 7:00 and 13:00`, and the next day `only one then, 6:30`.

The person gives the later times and the answer repeats them. The earlier ones share a time with them, or the person
names a former one beside the new one. A sentence with them is probably out of date as a whole.
"""

from backstory.base.overturns.exchanges import Overturn
from backstory.base.phrases import Phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_WRONG = """
is/are/was/were wrong/off; too early/late; is/are/was/were not; isn t; aren t; instead; rather; zu früh/spät; falsch;
statt; trop tôt/tard; plutôt; demasiado pronto/tarde; en vez; troppo presto/tardi; sbagliato; invece
"""
"""How somebody says that a time is another one."""
_ANSWERING = 4
"""Sentences of an answer that may repeat the times."""
_AHEAD = 2
"""Sentences behind the one that turns a time down, which may give the new one."""
_FAR = 80
"""Exchanges within which times are given again."""
_SHARE = 0.5
"""Share of the times in common from which two lists are of the same thing."""
_DENIALS = frozenset(("not", "no", "nobody", "never", "wrong", "nicht", "nie", "pas", "jamais", "nunca", "non"))
"""Words of a sentence that gives no time."""
_tables: "list[Phrases]" = []


def find_rescheduled(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields the sentences with times of the day that the person replaced later."""
    given = [(one, times) for each in exchanges for one in each.sentences if (times := list_times(one.text))]
    last: dict[tuple[int, int], Overturn] = {}
    for exchange in exchanges[1:] if given else ():
        answered = [time for one in exchange.answered[:_ANSWERING] for time in list_times(one.text)]
        for place, one in enumerate(exchange.asked if answered else ()):
            times = list_times(one.text)
            if not times or one.is_imagined():
                continue
            former = _read_former(one, exchange.asked[place + 1 : place + 1 + _AHEAD], answered)
            is_list = len(times) > 1 and times <= frozenset(answered)
            for other, others in given if former or is_list else ():
                if not 0 < exchange.number - other.exchange <= _FAR or other.is_question:
                    continue
                is_same = is_list and len(others) > 1 and times != others and _is_shared(times, others)
                if is_same or (others <= former and _DENIALS.isdisjoint(other.words)):
                    last[other.row, other.number] = Overturn(other, one.text, one.row, is_sure=False)
    yield from last.values()


def _is_shared(times: "frozenset[int]", others: "frozenset[int]") -> bool:
    return len(times & others) >= _SHARE * min(len(times), len(others))


def _read_former(sentence: "Sentence", following: "Sequence[Sentence]", answered: "Sequence[int]") -> "frozenset[int]":
    """The times that a sentence turns down, if it or one of the next ones gives those that the answer repeats."""
    if not _tables:
        _tables.append(Phrases(_WRONG))
    if _tables[0].find(sentence.words) is None:
        return frozenset()
    times = list_times(sentence.text)
    given = times.union(*[list_times(one.text) for one in following if one.row == sentence.row])
    return times - frozenset(answered) if given & frozenset(answered) else frozenset()


def list_times(text: str) -> "frozenset[int]":
    """The times of the day in a text, in minutes."""
    if ":" not in text:
        return frozenset()
    times: set[int] = set()
    for word in text.replace(",", " ").replace("`", " ").replace("/", " ").split():
        hours, sign, minutes = word.strip(".;!?()[]\"'").partition(":")
        if (
            sign
            and hours.isdecimal()
            and minutes.isdecimal()
            and len(minutes) == 2
            and int(hours) < 24
            and int(minutes) < 60
        ):
            times.add(60 * int(hours) + int(minutes))
    return frozenset(times)
