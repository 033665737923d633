"""What became of records that were taken from the talk: `changed since: teal replaced by coral`.

`recall` prints it of its few records. It is not looked for with a prompt, which only marks a record as changed.
"""

from backstory.base.overturns.cover import read_cover
from backstory.base.overturns.findings import find_overturned
from backstory.base.overturns.hits import TitleTalk, join_words, shorten, states_same

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    import apsw

    from backstory.base.passages import PassageHit
    from backstory.base.visibility import View

_OF_TALK = ("observed", "inferred")
"""Channels of records that were taken from a talk."""
_SHORTEST = 8
"""Characters of a sentence that a title may have from another place."""


class Change:
    """A sentence that was overturned, as a whole or in a value."""

    __slots__ = ("end", "is_sure", "replied", "reply", "sentence", "start", "value")

    def __init__(
        self, sentence: str, start: int, end: int, value: str, reply: str, replied: str, is_sure: object
    ) -> None:
        self.sentence = sentence
        self.start = start
        """Where the value that was replaced begins; -1 for the whole sentence."""
        self.end = end
        self.value = value
        """The one in force."""
        self.reply = reply
        self.replied = replied
        self.is_sure = bool(is_sure)

    def describe(self, title: str, plain: str) -> str:
        """What became of a title, which is given in its words as well; empty where it says something else."""
        if self.start >= 0:
            former = self.sentence[self.start : self.end]
            return f"{former} replaced by {self.value}" if self._has_value(title) else ""
        return shorten(self.reply) if states_same(join_words(self.sentence), plain) else ""

    def _has_value(self, title: str) -> bool:
        """Whether a title has the sentence, or is a part of it with the value."""
        whole, part = _lower_sentence(self.sentence), _lower_title(title)
        if len(whole) >= _SHORTEST and whole in part:
            return True
        place = whole.find(part) if len(part) >= _SHORTEST else -1
        return 0 <= place <= self.start and self.end <= place + len(part)


def _lower_sentence(sentence: str) -> str:
    return sentence.rstrip(" .").lower()


def _lower_title(title: str) -> str:
    return title.rstrip(" .…").lower()


def find_changes(
    con: "apsw.Connection", view: "View", records: "Sequence[Any]", talk: "TitleTalk | None" = None
) -> "dict[str, str]":
    """Id of each record that changed since -> what became of it. `records` have an id, a title, a time and a channel.
    Of those that were not taken from the talk only what the last brief noted counts. `talk`: what was read around
    titles."""
    if not records:
        return {}
    cover = read_cover(con, view)
    unread = [one.title for one in records if one.made <= cover and one.how in _OF_TALK]
    changes = list(_list_noted(con, view))
    if unread:
        changes += _search(view, talk or TitleTalk(con, view), unread, [one.title for one in records])
    described = {one.id: list(_describe(one, changes)) for one in records}
    return {ident: "; ".join(dict.fromkeys(texts)) for ident, texts in described.items() if texts}


def _describe(record: "Any", changes: "Iterable[Change]") -> "Iterator[str]":
    """Yields what became of a record by what was uttered after it, the last value of each."""
    plain = join_words(record.title)
    last: dict[tuple[str, int, int], Change] = {}
    for one in changes:
        key = one.sentence, one.start, one.end
        if one.is_sure and one.replied >= max(
            record.made[: len(one.replied)], last[key].replied if key in last else ""
        ):
            last[key] = one
    yield from filter(None, [one.describe(record.title, plain) for one in last.values()])


def _list_noted(con: "apsw.Connection", view: "View") -> "Iterator[Change]":
    """Yields what the last brief of the tree found."""
    query = "SELECT sentence, begin, end, value, reply, replied, sure FROM overturned WHERE tree = ? ORDER BY rowid"
    for row in con.execute(query, (view.tree,)):
        yield Change(*row)


def _search(view: "View", talk: TitleTalk, unread: "Sequence[str]", titles: "Sequence[str]") -> "Iterator[Change]":
    """Yields what was overturned of the titles, in the talk around those that the last brief has not read.

    Only what is surely overturned is told, so that first it is found out whether there is such.
    """
    passages = talk.read(unread)
    saying = talk.list_saying([join_words(title) for title in titles]) | _list_quoting(passages, titles)
    if not any(one.is_sure for one in find_overturned(passages, saying, only_sure=True, kept=view.kept)):
        return
    for one in find_overturned(passages, saying, kept=view.kept):
        yield Change(one.sentence, one.start, one.end, one.value, one.by, one.when, one.is_sure)


def _list_quoting(passages: "Sequence[PassageHit]", titles: "Sequence[str]") -> "frozenset[int]":
    """The passages with a sentence that has one of the titles, or that one of them has, sign for sign."""
    from backstory.base.overturns.exchanges import split_sentences

    parts = [_lower_title(title) for title in titles]
    long = [part for part in parts if len(part) >= _SHORTEST]
    quoting: list[int] = []
    for one in passages:
        wholes = [_lower_sentence(sentence) for sentence in split_sentences(one.text)]
        if any(part in whole for part in long for whole in wholes) or any(
            len(whole) >= _SHORTEST and whole in part for part in parts for whole in wholes
        ):
            quoting.append(one.passage)
    return frozenset(quoting)
