"""Tells whether a person's later sentence takes the place of an earlier rule, in any words.

Each clause of a rule has a polarity (must, must not, may, need not) and names deeds and things. A later clause about
the same revises it where it lasts and has another polarity, gives another value in the same place, or says that the
rule holds for a part only or for more than before. A clause that names something of its own is an exception, which
stands beside the rule; what is said of one occasion, asked, supposed or told of somebody else revises nothing.
"""

from functools import lru_cache
from typing import Final

from backstory.patterns.ended_ways import ends_way
from backstory.patterns.liftings import is_sent
from backstory.patterns.occasions import is_bounded
from backstory.patterns.other_commands import gives_other_command
from backstory.patterns.other_scopes import has_other_scope, opens_elsewhere
from backstory.patterns.other_values import gives_other_value
from backstory.patterns.pattern import Pattern
from backstory.patterns.revision_words import (
    AGAIN,
    CONTRAST,
    EXTENT,
    LIMIT,
    MAY,
    MUST,
    MUST_NOT,
    NEED_NOT,
    OLD_NEWS,
    RULE_WORD,
    SPARES,
    STANDS,
    STRONG,
)
from backstory.patterns.rule_clauses import (
    ASK,
    Clause,
    has_other_deed,
    is_of_others,
    join_names,
    normalize,
    read_clauses,
    read_things,
    share_names,
)
from backstory.patterns.verdicts import judged, judged_beside

LIFTS, REPLACES, NARROWS, WIDENS = "lifts", "replaces", "narrows", "widens"
"""How a sentence revises a rule."""
_FORMS: Final = ("", LIFTS, REPLACES, NARROWS, WIDENS)
"""The same by its number in a verdict, which has no words."""
_OPPOSITE: Final = frozenset(
    (
        (MUST_NOT, MAY),
        (MUST_NOT, MUST),
        (MUST_NOT, NEED_NOT),
        (MUST, MUST_NOT),
        (MUST, NEED_NOT),
        (MAY, MUST_NOT),
        (NEED_NOT, MUST),
        (NEED_NOT, MUST_NOT),
    )
)
"""Polarities of a rule and of a clause that takes it back."""
_QUESTION: Final = ("?", "？")
_ALSO: Final = Pattern(r"\b(?:also|too|as well|not only|not just|auch|aussi|también)\b")
_REPLIES: Final = Pattern(r"(?:please )?answer (?:in|with|only|briefly|shortly|always|by)\b")
"""How a person says in which form they want to be answered, and sends nothing to anybody."""
_LEAST: Final = 5
"""Part of what a clause names that a sentence names at least which allows it, or says that something changes ..."""
_LEAST_ORDERED: Final = 2
"""... and one that orders or bans it without a word that something changes: orders about one thing are many."""
_HEADING: Final = Pattern(
    r"(?:and |so |but |und |et |y )?(?:for|in|on|with|about|für|bei|in|pour|dans|para|en) (?:[\w'-]+ ){0,4}[\w'-]+$"
)
"""What a clause is about that demands nothing by itself: `for all flags from now: ...`."""
_FEW: Final = 4
"""Names of a demand to ask that `don't ask any more` is about."""


@judged
def may_revise(sentence: str) -> bool:
    """Whether a sentence of a person may revise a rule: it lasts, and is no question."""
    text = normalize(sentence)
    if not text or text.rstrip("\"')*_ ").endswith(_QUESTION) or OLD_NEWS.search(text):
        return False
    if is_sent(text) and not _REPLIES.match(text):
        return False
    return any(one.search(text) for one in (STRONG, AGAIN, STANDS, SPARES, CONTRAST, LIMIT))


def names_own(sentence: str) -> bool:
    """Whether a sentence names what it is about, and does not only point at it."""
    return any(one.names - ASK for one in read_clauses(normalize(sentence)))


@lru_cache(16_384)
def read_revision(sentence: str, rule: str, before: str = "") -> str:
    """How a later sentence of a person revises a rule: `LIFTS`, `REPLACES`, `NARROWS`, `WIDENS`; empty where it does
    not. `before`: the sentence before it, for what it points at."""
    return _FORMS[_judge_revision(sentence, rule, before)]


@judged_beside
def _judge_revision(sentence: str, rule: str, before: str) -> int:
    """The number of how a sentence revises a rule. Each rule of a talk is compared with each later sentence that may
    revise one, in every brief anew."""
    return _FORMS.index(_read_revision(sentence, rule, before))


def _read_revision(sentence: str, rule: str, before: str) -> str:
    text, former, context = normalize(sentence), normalize(rule), normalize(before)
    if not former or text == former or former.endswith(_QUESTION) or not may_revise(sentence):
        return ""
    if ends_way(sentence, rule) and not opens_elsewhere(sentence, rule):
        return REPLACES
    old, new = read_clauses(former), read_clauses(text, context)
    subject = join_names(old)
    if not any(share_names(one.names | one.pointed, subject) for one in new) or has_other_scope(sentence, rule):
        return ""
    if gives_other_command(sentence, rule):
        return REPLACES
    if _is_narrower(text, new, old):
        return NARROWS
    if _is_wider(text, former, new, old):
        return WIDENS
    if is_bounded(text) and not STRONG.search(text):
        return ""
    open_to = tuple(other for other in old if not any(_says_same(one, other) for one in new))
    if any(_is_opposite(one, other, text, subject) for one in new for other in open_to):
        return LIFTS
    return REPLACES if gives_other_value(text, context, new, open_to) else ""


def _says_same(one: Clause, other: Clause) -> bool:
    is_same = one.polarity == other.polarity and bool(other.names)
    return is_same and share_names(other.names, one.names) == other.names


def _is_opposite(one: Clause, other: Clause, text: str, subject: frozenset[str]) -> bool:
    """Whether a clause that lasts takes another one back, and names nothing of its own. `text`: the sentence of the
    clause; `subject`: what the rule names."""
    asks = "ask" in other.names and one.polarity in (MAY, NEED_NOT)
    if not asks and (other.polarity, one.polarity) not in _OPPOSITE:
        return False
    if not _lasts(one, text) or is_of_others(one) or has_other_deed(one, other):
        return False
    if one.names == ASK and "ask" in other.names and len(other.names) < _FEW:
        return True
    names = (one.names | share_names(one.pointed, subject)) - ASK
    if one.polarity == MUST and (not one.names - ASK or _HEADING.match(one.text)):
        return False
    shared = share_names(names, subject)
    own = share_names(other.names, shared)
    is_change = one.polarity in (MAY, NEED_NOT) or STRONG.search(text) is not None
    least = _LEAST if is_change else _LEAST_ORDERED
    if not own or least * len(own) < len(other.names - ASK):
        return False
    is_ban = one.polarity == MUST_NOT and len(shared) > 1
    return len(names - shared) <= is_ban


def _lasts(clause: Clause, text: str) -> bool:
    """Whether a clause of a sentence holds from then on. An order has to say so, or it is for the work at hand."""
    if STRONG.search(text):
        return True
    if STANDS.search(text):
        return clause.polarity != MUST
    return clause.polarity in (MAY, NEED_NOT) and AGAIN.search(text) is not None


def _is_narrower(text: str, new: tuple[Clause, ...], old: tuple[Clause, ...]) -> bool:
    """Whether a sentence says that a rule holds for a part only."""
    names_rule = RULE_WORD.search(text) is not None
    if not (names_rule or STRONG.search(text) or STANDS.search(text) or any(one.polarity == MAY for one in new)):
        return False
    polarities = {other.polarity for other in old}
    limited = [one for one in new if names_rule or one.polarity in polarities]
    return any(_limits(one, join_names(old)) for one in limited if not is_of_others(one))


def _limits(clause: Clause, subject: frozenset[str]) -> bool:
    """Whether a clause limits what a rule names to a part, which it names itself."""
    limit = LIMIT.search(clause.text)
    if limit is None:
        return False
    pointed = share_names(clause.pointed, subject)
    ahead = read_things(clause.text[: limit.start()])
    behind = clause.text[limit.end() :]
    if _THEM.search(behind) and share_names(ahead, subject):
        return True
    if not behind.strip(" .!"):
        return 2 * len(share_names(clause.names, subject)) >= len(clause.names)
    ahead = (ahead or pointed) - ASK
    named = clause.names | pointed
    shared = share_names(named, subject)
    if not shared or shared == named:
        return False
    if ahead:
        shared_ahead = share_names(ahead, subject)
        return shared_ahead == ahead or (bool(shared_ahead) and 2 * len(shared_ahead) >= len(subject))
    return 2 * len(shared) >= min(len(named), len(subject))


_THEM: Final = Pattern(r"\b(?:it|them|that|this|those|these|es|sie|das|le|les|lo|los|las)\b")


def _is_wider(text: str, former: str, new: tuple[Clause, ...], old: tuple[Clause, ...]) -> bool:
    """Whether a sentence says that a rule holds for more than before."""
    if not STRONG.search(text):
        return False
    subject, polarities = join_names(old), {other.polarity for other in old}
    extended = [one for one in new if one.polarity in polarities and EXTENT.search(one.text)]
    if LIMIT.search(former) and _ALSO.search(text):
        return any(2 * len(share_names(one.names, subject)) >= len(one.names) > 0 for one in extended)
    return any(_extends(one, subject) for one in extended if not is_of_others(one))


def _extends(clause: Clause, subject: frozenset[str]) -> bool:
    """Whether a clause names what a rule names but for its part. What follows, in speech, may be its reason."""
    shared = share_names(clause.names, subject)
    if not shared or share_names(subject, clause.names) == subject:
        return False
    last = max(clause.text.rfind(name[:_STEM]) for name in shared)
    things = read_things(clause.text[:last] + clause.text[last:].partition(" ")[0])
    return share_names(things, subject) == things and 2 * len(shared) >= len(share_names(subject, clause.names))


_STEM: Final = 4
"""Letters by which a name is found in its clause."""
