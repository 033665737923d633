"""Extracted records that a brief states better elsewhere, or that the conversation revised later.

What somebody recorded on purpose is never left out by its words. What was only observed or inferred is, where a
statement about now or another record says nearly all of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from backstory.base.token_estimate import estimate_tokens
from backstory.model.kinds import CHANNELS
from backstory.model.late_pattern import late_pattern
from backstory.recall.quotes.recorded_values import mark_values
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.content import Item
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.substance import shorten_to_substance, split_sentences

REVISED: Final = "revised later in the conversation"
"""Reason of a record that something said later corrects."""
QUOTED: Final = "its conversation is quoted"
"""Reason of a record that was taken from a conversation whose own words compete for the room."""
REPEATED: Final = "says what the brief tells elsewhere"
_COVERED: Final = 0.66
"""Share of the words of a record from which something else says it."""
_FEW: Final = 5
"""Words below which a text repeats another only with all of them."""
_BODY: Final = 90
"""Tokens of a record that was taken from a conversation: its title and the sentences beside it that say most."""
TALK_CHANNELS: Final = frozenset(("observed", "inferred"))
"""Channels of what nobody recorded on purpose: it was taken from a conversation."""
_REVISABLE: Final = frozenset(("decision", "rule", "fact"))
_OPTION: Final = late_pattern(r"(?<![\w-])--?\w[\w-]*")
"""Options of commands, of which one letter tells two rules apart."""
_NAME: Final = late_pattern(r"`([^`\n]+)`")


class Repeats(NamedTuple):
    """What need not be told."""

    reasons: dict[str, str]
    """Id of each record that is left out -> the reason."""
    trimmed: dict[str, Item]
    """Id of each record of which only some sentences are news -> the record with these."""


def find_repeats(items: Iterable[Item], statements: Sequence[str], talk: Talk) -> Repeats:
    """The records that say nothing new. `statements`: what the brief tells in any case."""
    texts = [word_stems(text) for text in statements]
    rules: list[frozenset[str]] = []
    items = sorted(items, key=_by_trust)
    repeats = Repeats({}, mark_values(items, talk))
    for item in items:
        if item.how in TALK_CHANNELS and item.tier != "pinned":
            if item.kind in _REVISABLE and talk.is_revised(item.title, item.made, is_rule=item.kind == "rule"):
                repeats.reasons[item.id] = REVISED
                continue
            marked = _mark_changed(item, talk)
            if marked is not item:
                item = repeats.trimmed[item.id] = marked
            news = _keep_news(item, rules if item.kind == "rule" else [*texts, *rules])
            if item.kind == "rule" and not _is_within(item, rules):
                news = news or item
            if news is None:
                repeats.reasons[item.id] = REPEATED
                continue
            if news is not item:
                repeats.trimmed[item.id] = news
            item = news
        counted = word_stems(f"{item.title} {item.text}")
        (rules if item.kind == "rule" else texts).append(counted | _read_rule(item) if item.kind == "rule" else counted)
    return repeats


def _mark_changed(item: Item, talk: Talk) -> Item:
    """A record with `[replaced by 20 s]` after each value in its title that was replaced since it was uttered."""
    utterance = talk.find_utterance(item.title)
    title = item.title if utterance is None else talk.mark_changed(item.title, utterance)
    return item if title == item.title else msgspec.structs.replace(item, title=title)


def _is_within(rule: Item, others: Sequence[frozenset[str]]) -> bool:
    """Whether another rule has all words of a rule, its options and figures included: one word makes another rule."""
    stems = _read_rule(rule)
    return any(stems <= other for other in others)


def _read_rule(rule: Item) -> frozenset[str]:
    return word_stems(rule.title) | {*_OPTION.findall(rule.title)}


def _keep_news(item: Item, others: Sequence[frozenset[str]]) -> Item | None:
    """A record without the sentences that something else says; None when that says all of it."""
    if _is_covered(f"{item.title} {item.text}", others):
        return None
    room = max(2 * _BODY // 3, _BODY - estimate_tokens(item.title))
    shortened = {name: _shorten_part(value, others, room) for name, value in item.parts.items()}
    parts = {name: value for name, value in shortened.items() if value}
    if parts == item.parts:
        return item
    return None if not parts and _is_covered(item.title, others) else msgspec.structs.replace(item, parts=parts)


def _shorten_part(value: str | list[str], others: Sequence[frozenset[str]], room: int) -> str | list[str]:
    """The sentences of a text that are news, in about `room` tokens; a list and a text with code as they are."""
    if not isinstance(value, str) or "```" in value:
        return value
    sentences = split_sentences(value)
    news = [sentence for sentence in sentences if not _is_covered(sentence, others)]
    text = value if len(news) == len(sentences) else " ".join(news)
    return shorten_to_substance(text, room) or text


def _by_trust(item: Item) -> tuple[int, int, str]:
    """What was said on purpose comes first, then what says more."""
    channel = CHANNELS.index(item.how) if item.how in CHANNELS else len(CHANNELS)
    return channel, -len(item.title) - len(item.text), item.id


def _is_covered(text: str, others: Sequence[frozenset[str]]) -> bool:
    """Whether one of the texts says nearly all of a text, its names included."""
    stems = word_stems(text)
    named = frozenset().union(*(word_stems(name) for name in _NAME.findall(text)))
    least = len(stems) if len(stems) < _FEW else _COVERED * len(stems)
    return len(stems) > 2 and any(named <= other and len(stems & other) >= least for other in others if len(other) > 2)


def list_unquoted(left_out: Mapping[str, Sequence[Item]], texts: Sequence[str], talk: Talk) -> dict[str, list[Item]]:
    """Shelf -> the decisions with a reason and the failed attempts that no text of the brief quotes, with the marks of
    what was replaced in them.

    `left_out`: shelf -> the records that gave way to their own words in the talk.
    """
    stems = [word_stems(text) for text in texts]
    return {
        shelf: [
            _mark_changed(item, talk)
            for item in items
            if item.kind in _STANDING and item.parts and not _is_quoted(item, stems)
        ]
        for shelf, items in left_out.items()
    }


def _is_quoted(item: Item, texts: Iterable[frozenset[str]]) -> bool:
    own = word_stems(item.title)
    return any(len(own & text) >= _ALL * len(own) for text in texts)


_STANDING: Final = frozenset(("decision", "attempt"))
_ALL: Final = 0.85
"""Share of the words of a title that a text has which quotes it."""
