"""What stands in front of a statement and says nothing of it: a word that names its kind (`Decision: ...`), a courtesy
(`ok, good. ...`). A title goes without it."""

import re
from collections.abc import Mapping
from typing import Final

from backstory.model.late_pattern import late_pattern

_LABELS: Final[Mapping[str, str]] = {
    "decision": r"decisions?|decided|resolved|agreed|settled|adr|entscheidung|entschieden|beschlossen|beschlu(?:ss|ß)"
    r"|vereinbart|d(?:é|e)cision|d(?:é|e)cid(?:é|e)|convenu|decisi(?:ó|o)n|decidido|acordado|decis(?:ã|a)o|decisione"
    r"|deciso|concordato|besluit|besloten|afgesproken|решение|决定|決定",
    "fact": r"facts?|fyi|findings?|notes?|nb|heads[- ]up|fakt|erkenntnis(?:se)?|hinweis|befund|fait|constat|hecho"
    r"|hallazgos?|nota|fato|fatto|feit",
    "rule": r"rules?|regel|r(?:è|e)gle|regla|regra|regola",
    "question": r"questions?|open question|frage|pregunta|pergunta|domanda|vraag",
    "observation": r"observations?|observed|beobachtung",
    "attempt": r"attempts?|tried|versuch|tentative|intento",
    "failure": r"failures?|failed|fehler|(?:é|e)chec|fallo",
    "preference": r"preferences?",
    "pattern": r"patterns?",
    "hypothesis": r"hypothes[ie]s",
    "note": r"notes?|notiz",
}
"""Kind -> the words that name it."""
_LABEL: Final = {
    kind: late_pattern(
        rf"[\W_]*(?:(?:the|our|final|my|team|new)\s)?(?:{words})(?:\s#?\d+)?[*_]*\s*(?:[:：][*_]*|[-–—](?=\s))\s*",
        re.IGNORECASE,
    )
    for kind, words in _LABELS.items()
}
MIN_WORDS: Final = 2
"""Words that have to follow: `Decision: yes` is not clearer as `yes`."""


def drop_label(kind: str, text: str) -> str:
    """The text without a word in front that only names its kind."""
    pattern = _LABEL.get(kind)
    match = pattern.match(text) if pattern is not None else None
    rest = text[match.end() :] if match else ""
    return rest if len(rest.split()) >= MIN_WORDS or not rest.isascii() else text


_MARK: Final = late_pattern(r"(?:[-*•–]|\(?\d{1,2}[.)])\s+(?=\S+\s+\S)")
_TRAIL: Final = late_pattern(
    r"\s*[,;–—-]\s*(?:so|and|but|or|because|then|also|und|aber|et|mais|y|pero)\s*(?:\.{2,}|…)?\s*$", re.IGNORECASE
)


def drop_edges(text: str) -> str:
    """The text without the mark of a list in front, and without a conjunction at its end: `only for staff, so ...`."""
    match = _MARK.match(text)
    rest = text[match.end() :] if match else text
    return _TRAIL.sub("", rest)


_COURTESY: Final = late_pattern(
    r"(?:(?:ok(?:ay)?|k|yes|yep|yeah|ja|oui|sí|hm+|hmm+|ah|oh|good(?: enough| job| work| point| idea)?|great"
    r"|nice(?: one| work)?"
    r"|fine|cool|perfect|awesome|thanks?(?: you)?|thx|danke|gracias|merci|sounds good|looks? (?:ok"
    r"|good)(?: to me)?|lgtm"
    r"|alright|all right|sure|right|gut|super|passt|vale|bien|bueno|perfecto|d'accord|makes sense|works for me"
    r"|fair enough)(?:[\s,]+(?=\w)|(?=[.!;:]\s)))+(?<!,)[.!;:]\s+",
    re.IGNORECASE,
)
_LEAST_LEFT: Final = 3
"""Words that have to follow a courtesy."""


def drop_courtesy(text: str) -> str:
    """The text without a sentence of courtesy in front: `ok good enough. Export it.`"""
    match = _COURTESY.match(text)
    rest = text[match.end() :] if match else ""
    return rest if len(rest.split()) >= _LEAST_LEFT else text
