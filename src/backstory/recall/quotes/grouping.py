"""Which sentences of an utterance stand together: a short one with the next, which often gives its reason."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import USER, Utterance, is_by_the_way
from backstory.recall.text.coverage import merge_terms, read_terms
from backstory.recall.text.idle_sentences import is_idle
from backstory.recall.text.lengths import count_tokens
from backstory.recall.text.small_tables import states_values
from backstory.recall.text.stance import asks, gives_meaning, is_own_part, is_request, names_code, relates, settles
from backstory.recall.text.substance import is_fragment

_FEW: Final = 4.0
"""Worth of the terms of a sentence below which it stands with the next one."""
_PRONOUN: Final = Pattern(
    r"(?:(?:and|but|so|und|aber|et|mais) )?(?:it|that|this|they|these|those|he|she|er|sie|es|das|dies\w*|il|elle|ils"
    r"|cela|eso|esto|él|ella|ello|both|neither|either)\b"
    r"|(?:the )?(?:first|second|third|last|other|former|latter)(?: one| two| three)?"
    r" (?:is|are|was|were|i|we|has|have|had|would|will|needs?|fails?|works?)\b"
    r"|[这這那](?:[样樣就]|会|會)|它|これ(?!から)|それ(?!以外)|그건|이건|그것|이것"
    r"|(?:i|we)(?:['’]d| would| will|['’]ll)? (?:went|go|took|take|chose|choose) (?:(?:for|with) )?(?:it|that|this"
    r"|them)\b",
    re.IGNORECASE,
)
"""How a sentence begins that speaks of what the one before it names."""
_LONGEST: Final = 60
"""Tokens from which no sentence is added to a passage."""


def group_sentences(utterance: Utterance, telling: Sequence[str], whole: int) -> Iterator[list[str]]:
    """Yields the sentences that stand together: all of a prompt of up to `whole` tokens, whose sentences explain each
    other."""
    texts = [text for text in telling if text]
    if utterance.label == USER and texts and sum(map(count_tokens, texts)) <= whole:
        yield texts
    else:
        yield from _join_short(telling)


def _join_short(sentences: Iterable[str]) -> Iterator[list[str]]:
    """Yields the sentences, a short one together with the next, which often gives its reason, or with those before it
    that it concludes."""
    group: list[str] = []
    for sentence in sentences:
        if group and not _belongs(group, sentence):
            yield group
            group = []
        if sentence:
            group.append(sentence)
    if group:
        yield group


def _belongs(group: Sequence[str], sentence: str) -> bool:
    """Whether a sentence stands with those before it. The values of a table say something by themselves."""
    if not sentence or states_values(sentence) or states_values(group[-1]):
        return False
    if _is_short(group) or _goes_on(group, sentence):
        return True
    return _opens(group, sentence) or _concludes(group, sentence)


def _concludes(group: Sequence[str], sentence: str) -> bool:
    """Whether a short sentence lays something down for which those before it give the reason: `make it 20`."""
    if not _is_short([sentence]) or sum(map(count_tokens, (*group, sentence))) > _LONGEST:
        return False
    return settles(sentence) or asks(sentence)


def _opens(group: Sequence[str], sentence: str) -> bool:
    """Whether the last sentence opens the next one with a colon, and says little without it."""
    return group[-1].endswith((":", "：")) and sum(map(count_tokens, (*group, sentence))) <= _LONGEST


def _goes_on(group: Sequence[str], sentence: str) -> bool:
    """Whether a sentence speaks of what the one before it names, so that it says nothing by itself."""
    return begins_with_pronoun(sentence) and sum(map(count_tokens, (*group, sentence))) <= _LONGEST


def _is_short(group: Sequence[str]) -> bool:
    return sum(merge_terms(group).values()) < _FEW and sum(map(count_tokens, group)) <= _LONGEST


def list_telling(talk: Talk, utterance: Utterance) -> list[str]:
    """The sentences of an utterance, an empty one for each that says nothing."""
    last = len(utterance.sentences) - 1
    chat = _find_chat(talk, utterance)
    return [
        ""
        if number in chat or _is_idle(utterance, text, is_last=number == last) or _says_nothing(talk, utterance, text)
        else text
        for number, text in enumerate(utterance.sentences)
    ]


def _find_chat(talk: Talk, utterance: Utterance) -> set[int]:
    """The places of the sentences with which a person goes on after a question by the way, until one bears on the
    work: `my wife wants to go there in spring` is nobody's concern."""
    chat: set[int] = set()
    is_chat = False
    for number, text in enumerate(utterance.sentences if utterance.label == USER else ()):
        if is_by_the_way(text) and text.endswith(("?", "？")):
            is_chat = True
        elif is_chat and (names_code(text) or asks(text) or not talk.work_terms.isdisjoint(read_terms(text))):
            is_chat = False
        elif is_chat:
            chat.add(number)
    return chat


def _is_idle(utterance: Utterance, text: str, *, is_last: bool) -> bool:
    """Whether a sentence says nothing by itself. A person's question that asks for work does, and so does what they
    do themselves."""
    if utterance.label == USER and ((text.endswith(("?", "？")) and is_request(text)) or is_own_part(text)):
        return False
    return is_idle(text, is_last=is_last)


def _says_nothing(talk: Talk, utterance: Utterance, text: str) -> bool:
    """Whether a sentence of an agent returns again and again, or is a list item that only names something."""
    return talk.is_routine(utterance, text) or (
        utterance.label != USER and is_fragment(text) and not (relates(text) or gives_meaning(text))
    )


@judged
def begins_with_pronoun(sentence: str) -> bool:
    """Whether a sentence begins with a word for what the one before it names."""
    return bool(_PRONOUN.match(sentence))
