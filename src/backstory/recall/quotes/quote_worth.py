"""What a sentence of a conversation counts for a brief: by who uttered it, when, and what it does."""

from math import sqrt
from typing import Final

from backstory.recall.past.endings import is_farewell, reports_failure
from backstory.recall.quotes.quote_value import measure_answer, measure_prompt
from backstory.recall.quotes.talk import Talk
from backstory.recall.quotes.utterances import ANSWER, COMMIT, SUB_AGENT, USER, Utterance
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.small_tables import states_values
from backstory.recall.text.stance import (
    addresses_person,
    asks,
    describes_code,
    gives_cause,
    gives_meaning,
    is_account,
    is_deed,
    is_errand,
    is_own_part,
    is_passing,
    is_writing,
    names_code,
    settles,
    speaks_of_commits,
    supposes,
)
from backstory.recall.text.substance import is_fragment, measure_signs
from backstory.recall.text.values import gives_value

_SPEAKERS: Final = {USER: 1.3, ANSWER: 1.0, SUB_AGENT: 0.9, COMMIT: 2.0}
"""What a passage counts by who uttered it."""
_AGE: Final = 0.97
"""What a passage of the session before counts, relative to one of the last session."""
_SIGNS: Final = 0.15
"""What each point of `measure_signs` adds to a passage."""
_ASIDE: Final = 0.3
"""What a passage counts of an exchange that leads nowhere."""
_WISH: Final = 1.2
"""What a passage counts in which a person says how something is to be."""
_SETTLES: Final = 1.4
"""The same where they say as well what not, or why."""
_OWN_PART: Final = 1.8
"""Factor on a passage in which a person says what they do themselves. Such sentences are short, so it is high."""
_REASONED: Final = 1.2
"""What a passage of an agent counts that gives a reason or a meaning."""
_ACCOUNT: Final = 0.4
"""What a passage counts that tells what somebody did."""
_DIGEST: Final = 1.4
"""What a passage counts of an answer that sums up what was learnt."""
_GIVEN: Final = 1.7
"""Factor on a short sentence that gives a value. It has few terms, and what it says is asked for most."""
_GOODBYE: Final = 0.2
"""The same where a person only leaves."""
_REMARK: Final = 0.5
"""The same for one that an agent uttered between two calls."""
_USUAL_ANSWER: Final = 0.25
_USUAL_PROMPT: Final = 0.2
"""How likely a sentence of either side is worth quoting that counts neither more nor less for it."""
_MOST_VALUE: Final = 2.0
_LEAST_VALUE: Final = 0.5
"""What it counts at most and at least. Of the last session nothing counts less, since it says where the work stood."""
_TABLE_VALUE: Final = 0.2
"""How likely a small table of values is worth quoting. No sentence that the weights were fitted to came from one."""
_FRAGMENT: Final = 0.5
"""Factor on a list item that gives no reason."""


def measure_value(utterance: Utterance, text: str) -> float:
    """How likely a sentence is worth its tokens to the next session, from 0 to 1."""
    if utterance.label == USER:
        return measure_prompt(text)
    return max(_TABLE_VALUE, measure_answer(text)) if states_values(text) else measure_answer(text)


def measure_worth(talk: Talk, utterance: Utterance, text: str) -> float:
    """How much a sentence counts by who uttered it, when, and what it holds beside its terms."""
    aside = _ASIDE if utterance.is_aside and utterance.label != COMMIT else 1.0
    digest = _DIGEST if talk.is_digest(utterance) else 1.0
    bears = names_code(text) or not talk.work_terms or not talk.work_terms.isdisjoint(read_terms(text))
    signs = 1 + _SIGNS * measure_signs(text)
    return (
        signs
        * (_GIVEN if gives_value(text) else 1.0)
        * _weigh_value(utterance, text)
        * _AGE**utterance.age
        * _SPEAKERS[utterance.label]
        * aside
        * digest
        * _measure_stance(utterance, text, bears=bears)
    )


def _weigh_value(utterance: Utterance, text: str) -> float:
    """What a sentence counts by how likely it is worth its tokens."""
    least = _LEAST_VALUE if utterance.number else 1.0
    usual = _USUAL_PROMPT if utterance.label == USER else _USUAL_ANSWER
    return min(_MOST_VALUE, max(least, sqrt(measure_value(utterance, text) / usual)))


def _measure_stance(utterance: Utterance, text: str, *, bears: bool) -> float:
    """How much a sentence counts by what it does: a person's wish and an agent's reason outlive the moment, an account
    of the moment does not, nor does what an agent remarks before it acts. `bears`: whether it names what was done."""
    if utterance.label == COMMIT:
        return _REASONED
    if utterance.label == USER:
        if is_own_part(text):
            return _OWN_PART
        if is_farewell(text) and not settles(text):
            return _GOODBYE
        if is_errand(text) or is_passing(text) or is_writing(text) or is_account(text) or not (bears or asks(text)):
            return _ACCOUNT
        if reports_failure(text) and not (asks(text) or gives_cause(text)):
            return _ACCOUNT
        if settles(text):
            return _SETTLES
        return _WISH if asks(text) else 1.0
    gives_reason = gives_cause(text) or gives_meaning(text)
    if supposes(text) or speaks_of_commits(text):
        return _ACCOUNT
    if describes_code(text) or addresses_person(text) or is_account(text) or is_deed(text):
        return 1.0 if gives_reason else _ACCOUNT
    if is_fragment(text) and not gives_meaning(text):
        return _FRAGMENT
    if utterance.is_remark and utterance.label == ANSWER:
        return _REMARK * (_REASONED if gives_reason else 1.0)
    return _REASONED if gives_reason else 1.0
