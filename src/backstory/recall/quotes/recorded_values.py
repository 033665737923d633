"""Values in what was recorded on purpose that the person replaced later: `every 60 seconds [replaced by 5 minutes]`.

What an agent records by a directive or a command is no part of the talk. Here it is read as if the agent had said it
when it was recorded.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final, NamedTuple

import msgspec

from backstory.base.figures import read_figures
from backstory.base.overturns.exchanges import Spoken, split_signed
from backstory.base.replaced_values import KINDS, ON_PURPOSE
from backstory.base.replaced_values import mark_values as mark_title
from backstory.model.overturned import OverturnedStatement
from backstory.recall.quotes.overturn_verdicts import list_overturnings
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import USER, Utterance
from backstory.recall.text.content import Item
from backstory.recall.text.substance import split_sentences

MOST_RECORDED: Final = 60
"""Records that are compared with the talk, the newest."""


class Recorded(NamedTuple):
    """The title of a record, and when it was made."""

    made: str
    title: str


def states_value(kind: str, how: str, title: str) -> bool:
    """Whether a record was made on purpose, and its title gives a figure."""
    return kind in KINDS and how in ON_PURPOSE and any(True for _ in read_figures(list(split_signed(title))))


def find_replaced_values(talk: Talk, recorded: Iterable[Recorded]) -> list[OverturnedStatement]:
    """The values in the titles of records that were surely replaced by what the person said after these were made."""
    order = sorted(talk.utterances, key=lambda one: -one.number)
    titles = sorted({one for one in recorded if one.made})[-MOST_RECORDED:]
    rows, sources = _place_titles(order, titles)
    if len(rows) == len(order):
        return []
    replaced: list[OverturnedStatement] = []
    for one in list_overturnings(rows):
        title, reply = sources[one.row], sources[one.by_row]
        if isinstance(title, Recorded) and one.is_sure and one.start >= 0 and reply.made:
            replaced.append(
                OverturnedStatement(
                    title.made, one.sentence, one.start, one.end, one.value, one.by, reply.made, is_sure=True
                )
            )
    return replaced


def _place_titles(
    order: Sequence[Utterance], titles: Sequence[Recorded]
) -> tuple[list[Spoken], list[Utterance | Recorded]]:
    """The talk with the titles at their times, after which something was said; and what each of its rows is."""
    times = list(accumulate((one.made[:19] for one in order), max))
    rows: list[Spoken] = []
    sources: list[Utterance | Recorded] = []
    waiting = [(bisect_right(times, one.made[:19]), one) for one in titles]
    for place, one in enumerate(order):
        for at, title in waiting:
            if at == place:
                number = order[place - 1].number if place else one.number
                rows.append(Spoken(number, split_sentences(title.title), is_person=False))
                sources.append(title)
        rows.append(Spoken(one.number, one.sentences, is_person=one.label == USER))
        sources.append(one)
    return rows, sources


def mark_values(items: Iterable[Item], talk: Talk) -> dict[str, Item]:
    """Id of each record with a value that was replaced -> the record with `[replaced by 5 minutes]` behind it."""
    stating = [item for item in items if states_value(item.kind, item.how, item.title)]
    if not stating:
        return {}
    replaced = find_replaced_values(talk, [Recorded(item.made, item.title) for item in stating])
    marked: dict[str, Item] = {}
    for item in stating:
        title = mark_title(
            item.title, [(one.sentence, one.end, one.value) for one in replaced if one.made == item.made]
        )
        if title != item.title:
            marked[item.id] = msgspec.structs.replace(item, title=title)
    return marked
