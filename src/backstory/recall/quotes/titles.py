"""What each of the last sessions was about, as the heading of what a brief quotes of it.

On a branch where everybody's work meets, sessions turn from one matter to another, and a quote says little without the
request that it belongs to. On a branch of its own the task says it for all of them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

import msgspec

from backstory.base.printed import looks_printed
from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.recall.past.requests import describe_request
from backstory.recall.past.sessions import SessionPart, name_part
from backstory.recall.quotes.passing_states import tells_progress
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import Utterance
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.likeness import repeats_any, word_stems
from backstory.recall.text.printed_lines import is_printed
from backstory.recall.text.shorten import GAP, shorten_text
from backstory.recall.text.stance import is_account, is_deed, is_errand
from backstory.recall.text.substance import split_sentences, weigh_sentence

_FEWEST: Final = 3
"""Fewest sessions for which a brief shows titles."""
_MOST: Final = 6
_LONGEST: Final = 24
"""Tokens of a title."""
_TELLING: Final = 0.8
"""Weight of a sentence from which a request says what a session is about."""
_OPENING: Final = Pattern(
    r"^(?:(?:please|ok(?:ay)?|now|so|first)[\s,]+)*(?:(?:read|see|look at|check|review|open|study)\s)?"
    r"(?:(?:[@#]\S+|`[^`]+`|and|then|,|&)\s*)+(?=\w+ \w+)",
    re.IGNORECASE,
)
"""The files that a request sends the agent to before it says what is to be done."""
_PATH: Final = Pattern(r"(?<![\w.:/~])(@?)~?(?:[A-Za-z]:)?[/\\]?(?:[\w.@-]+[/\\]){2,}([\w.@-]+)")
"""A path of three parts or more."""
_DANGLING: Final = Pattern(
    r"(?:,? (?:to|and|or|but|the|an?|of|in|on|for|with|as|by|at|from|into|that|which|its?|is|are|be|we|i|you|not|"
    r"und|oder|der|die|das|et|ou|le|la|de|y|el|en|que))+ ?…$",
    re.IGNORECASE,
)
"""Words at the end of a cut sentence that need another one behind them."""
_BARE: Final = Pattern(
    r"(?:and |but |so )?(?:it|this|that|they|these|those)(?:'s|'re)? (?!file\b|page\b|component\b)\w+ ", re.IGNORECASE
)
"""How a sentence begins that says nothing without the one before it."""
_CONDITION: Final = Pattern(
    r"(?:only )?(?:when|if|once|as soon as|until|because|wenn|sobald|si|quand|cuando)\b", re.IGNORECASE
)
"""How a sentence begins that only says when something else holds."""
_ENTRY: Final = Pattern(r"[\w.-]+(?: [\w.-]+){0,2}: \S+$|[\[$>%]")
"""A line of a log, or what a shell printed: `mach_absolute_time: 0x2c604f1340b`."""
_POINTS_BACK: Final = Pattern(
    r"\b(?:do|remove|fix|change|keep|use|make|add|move|delete|update|try|put|merge|explain|show|revert|undo|want|need"
    r"|like|see) (?:it|this|that|them|these|those|all of (?:it|this|that|them))(?=[\s.,;:!?)(]*$|[.,;:!?)(]"
    r"| (?:and|or|to|from|in|on|with|as|again|back|now|too|\())"
    r"|\b(?:you|we|i) (?:just |already |have )*(?:mentioned|said|suggested|proposed|listed|told|discussed)\b"
    r"|^(?:no|nope|nah|yes|yep|yeah|nein|ja|non|oui|sí)\b|^(?:looks|seems|sounds) like\b"
    r"|^(?:my|our|the) (?:[\w-]+ ){1,4}just \w+ed\b"
    r"|\bthe (?:points?|steps?|changes?|options?|above|latter|former) (?:above|you|from (?:above|before))\b",
    re.IGNORECASE,
)
"""How a sentence points at what was uttered before it, or replies to that, or tells what has just happened."""
_WORTH: Final = 3.0
_ERRAND_WORTH: Final = 5.0
"""Worth of the terms of a sentence, and of an errand, from which it says what a session is about."""
_FIRST: Final = 3
"""Prompts of a session among which that is looked for."""


def list_titles(talk: Talk, texts: Sequence[str]) -> Iterator[tuple[Utterance, str]]:
    """Yields the first utterance of each of the last sessions with what the session is about, unless one of
    the `texts` or a title before it says it. Nothing where there are few sessions."""
    first: dict[SessionPart, Utterance] = {}
    for utterance in talk.utterances:
        first.setdefault(name_part(utterance.session), utterance)
    if len(first) < _FEWEST:
        return
    stems = [word_stems(text) for text in texts]
    for utterance in [one for part, one in first.items() if part not in talk.untitled][:_MOST]:
        title = _find_title(utterance.session, is_old=talk.is_long_ago(utterance.session))
        if title and not repeats_any(own := word_stems(title), stems):
            stems.append(own)
            yield utterance, title


def _find_title(session: Session, *, is_old: bool) -> str:
    """What was asked for in a session: the request of one of its first prompts, else the first sentence that says
    something, if it is not weeks old. Files stand there by their names."""
    prompts = [msgspec.structs.replace(one, text=_PATH.sub(r"\1\2", one.text)) for one in session.prompts[:_FIRST]]
    request = describe_request(msgspec.structs.replace(session, prompts=tuple(prompts)))
    sentences = chain([request], chain.from_iterable(split_sentences(prompt.text) for prompt in prompts))
    texts = [_OPENING.sub("", one) for one in sentences if not (is_printed(one) or looks_printed(one))]
    titles = [text for text in texts if _is_telling(text)]
    title = next(filter(_says_what, titles), next(iter(() if is_old else titles), ""))
    return _DANGLING.sub(f" {GAP}", shorten_text(title, _LONGEST)) if title else ""


def _is_telling(text: str) -> bool:
    is_bare = " " not in text or text.endswith(":") or _BARE.match(text) or _ENTRY.match(text)
    return not is_bare and not _POINTS_BACK.search(text) and weigh_sentence(text) >= _TELLING


def _says_what(text: str) -> bool:
    """Whether a sentence says what a session is about to somebody who was not there: it asks for something, and names
    it."""
    if is_account(text) or is_deed(text) or tells_progress(text) or _CONDITION.match(text):
        return False
    return sum(read_terms(text).values()) >= (_ERRAND_WORTH if is_errand(text) else _WORTH)
