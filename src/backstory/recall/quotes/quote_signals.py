"""Signals by which a sentence of a conversation is weighed for a brief: each is too weak to decide alone.

A signal is a question that a brief asks of sentences anyway, a pattern of their text, or their length.
`quote_value` says what each is worth.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Final

from backstory.base.unspaced import count_words
from backstory.patterns.pattern import Pattern
from backstory.recall.past import endings, long_ago
from backstory.recall.quotes import grouping, standing_orders
from backstory.recall.text import corrections, idle_sentences, momentary_orders, refusals, settling, stance, substance

_QUESTIONS: Final[dict[str, Callable[[str], bool]]] = {
    "account": stance.is_account,
    "addresses": stance.addresses_person,
    "against": refusals.speaks_against,
    "announces": idle_sentences.announces_call,
    "asks": stance.asks,
    "binds": long_ago.binds,
    "cause": stance.gives_cause,
    "code": stance.names_code,
    "commits": stance.speaks_of_commits,
    "corrects": corrections.corrects,
    "curious": stance.is_curious,
    "deed": stance.is_deed,
    "describes": stance.describes_code,
    "errand": stance.is_errand,
    "explains": long_ago.explains,
    "failure": endings.reports_failure,
    "firm": standing_orders.is_firm,
    "follows": settling.follows,
    "fragment": substance.is_fragment,
    "holds back": momentary_orders.holds_back,
    "lifts": corrections.lifts,
    "meaning": stance.gives_meaning,
    "order": corrections.is_order,
    "own part": stance.is_own_part,
    "passing": stance.is_passing,
    "pronoun": grouping.begins_with_pronoun,
    "refuses": refusals.refuses,
    "relates": stance.relates,
    "reports": stance.reports,
    "result": endings.reports_result,
    "rules out": corrections.rules_out,
    "sends": stance.sends,
    "settles": stance.settles,
    "settling": settling.is_settling,
    "supposes": stance.supposes,
    "takes back": corrections.takes_back_own,
    "writing": stance.is_writing,
}
_FORMS: Final = {
    # how it begins and ends
    "ends in a colon": r"[:：]$",
    "exclaims": r"[!！]$",
    "no full stop": r"[\w`)\"'*]$",
    "begins small": r"^[a-z]",
    "ticked": r"^\W{0,2}[✅✓✔☑]|^\[x\]",
    "box": r"^\[[ -]\]",
    "crossed": r"[❌✗✘🔴]",
    "pictogram": r"[\U0001F300-\U0001FAFF\u2600-\u27bf]",
    "label": r"^\W{0,3}[A-Z][\w /-]{2,30}: \S",
    "long label": r"^[^.:]{31,80}: \S",
    "gerund first": r"^\W*\w+ing\b",
    "third person first": r"^\W*[A-Z]?[a-z]+[^s\W]s\b (?:the|an?|all|any|no|\w+)",
    "past first": r"^\W*\w+ed\b",
    "emotes": r"^(?:(?:oh|ah|ok(?:ay)?|now)[ ,]+)?(?:interesting|good|great|perfect|excellent|wait|hm+|exactly)\b",
    # what it names
    "path": r"[\w-]+/[\w./-]+|\b[\w-]+\.(?:tsx?|jsx?|py|go|rs|md|json|ya?ml|toml|sh|css|html?|sql)\b",
    "code": "`",
    "call": r"\w\(\)",
    "constant": r"\b[A-Z]{2,}_[A-Z_]+\b",
    "camel case": r"\b[a-z]+[A-Z]\w+",
    "address": r"https?://",
    "line number": r"\blines? \d+",
    "digest": r"#[0-9a-fA-F]{6}\b|\b[0-9a-f]{7,40}\b",
    "figure": r"\d",
    "measure": r"\d ?(?:%|ms|s|[KMG]B|px|min|h|days?|hours?|seconds?|minutes?|tokens?|lines?)\b|[$€£]\d",
    "capitals": r"\b[A-Z]{4,}\b",
    # signs
    "arrow": r"->|→|=>",
    "quotation": r"[\"“”]",
    "brackets": r"\([^)]+\)",
    "dash": r" [-–—] ",
    "semicolon": ";",
    "code signs": r"[{}<>=\[\]]",
    # who and when
    "first person": r"\b[Ii](?:['’]|\b)",
    "we": r"\b[Ww]e\b",
    "you": r"\b[Yy]ou\b",
    "your": r"\b[Yy]our\b",
    "past": r"\b(?:was|were|had|did)\b",
    "present": r"\b(?:is|are)\b",
    "future": r"\b(?:will|going to)\b|['’]ll\b",
    "now": r"\b[Nn]ow\b",
    "still": r"\bstill\b",
    "earlier": r"\b(?:previous\w*|earlier|originally|so far)\b",
    # what it says
    "negation": r"\b(?:not|no|never|cannot|without|none|neither)\b|n['’]t\b",
    "only": r"\b(?:only|just)\b",
    "should": r"\bshould\b",
    "must": r"\b(?:must|needs? to|ha(?:s|ve) to|requires?|depends? on|expects?)\b",
    "condition": r"\b(?:if|when|unless|until|once)\b",
    "instead": r"\b(?:instead|rather)\b",
    "but": r"\b(?:but|however|although|though)\b",
    "limit": r"\b(?:limit\w*|max(?:imum)?|at most|at least|exceeds?|cap(?:ped)?|quota|default\w*|free tier)\b",
    "blocks": r"\b(?:block(?:s|ed|ers?|ing)|prevent\w*|waiting (?:for|on)|awaiting|pending|remain\w*)\b",
    "on purpose": r"\b(?:deliberate\w*|on purpose|intention\w*|by design|trade-?off|chose|recommend\w*|prefer\w*)\b",
    "unseen": r"\b(?:without seeing|based on (?:the|what|your)|i can see|from the (?:screenshots?|logs?|output))\b",
    "advertises": r"\b(?:clean\w*|robust|comprehensive\w*|seamless\w*|modern|professional\w*|consisten\w+|maintain\w+"
    r"|scalab\w+|reliab\w+|elegant|powerful|smooth\w*|proper\w*|enhanc\w+|improv\w+|better|easier|efficient\w*"
    r"|flexible)\b",
}
_ANY_CASE: Final = ("emotes", "unseen")
_PATTERNS: Final = {name: Pattern(form, re.IGNORECASE if name in _ANY_CASE else 0) for name, form in _FORMS.items()}
_LENGTHS: Final = (6, 10, 16, 26, 41)
"""Words from which the next length begins."""
_DEGREES: Final = (0.3, 1.0, 2.0)
"""The same of what a sentence holds of reasons, orders and names."""


def name_signals(sentence: str) -> Iterator[str]:
    """The names of the signals that a sentence has. The empty name is the constant, which every sentence has."""
    yield ""
    yield from (f"? {name}" for name, asks in _QUESTIONS.items() if asks(sentence))
    yield from (name for name, pattern in _PATTERNS.items() if pattern.search(sentence))
    yield f"length {bisect_right(_LENGTHS, count_words(sentence))}"
    yield f"signs {bisect_right(_DEGREES, substance.measure_signs(sentence))}"


def name_all_signals() -> list[str]:
    """The names of all signals that a sentence can have."""
    lengths = (f"length {number}" for number in range(len(_LENGTHS) + 1))
    degrees = (f"signs {number}" for number in range(len(_DEGREES) + 1))
    return ["", *(f"? {name}" for name in _QUESTIONS), *_PATTERNS, *lengths, *degrees]
