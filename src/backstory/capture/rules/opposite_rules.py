"""Two rules that cannot both hold, by what they ask for: `use double quotes`, and later `use single quotes`."""

import re
from itertools import permutations
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.revisions import content_words

_WAYS: Final = (
    "tabs spaces",
    "single double triple",
    "first last",
    "lower upper lowercase uppercase",
    "imperative past present",
    "british american",
    "squash rebase",
    "camelcase snake_case kebab-case pascalcase",
    "sync async",
    "absolute relative",
    "above below",
    "top bottom",
    "tabulatoren leerzeichen",
    "einfache doppelte",
    "simples doubles",
    "simples dobles",
)
"""Words of which a rule takes one, in groups."""
_PAIRS: Final = tuple(pair for group in _WAYS for pair in permutations(group.split(), 2) if pair[0][:5] != pair[1][:5])
_ALONE: Final = frozenset(
    ("tabs", "spaces", "tabulatoren", "leerzeichen", "camelcase", "snake_case", "kebab-case", "pascalcase")
)
"""Words that name what they are about themselves."""
_EXCHANGE: Final = Pattern(
    r"(?:\b(?P<verb>\w+) (?P<new>[\w./@-]+)(?: [\w./@-]+){0,2}?|^|[\s,])(?P<tail> from (?:now|here) on| now)?"
    r"(?:,? instead of|, not|, no longer|, nicht(?: mehr)?|,? statt|, pas|,? au lieu de|, no|,? en (?:lugar|vez) de)"
    r" (?:(?P<before>with|by|in|via|using|on|mit|in|avec|con|en) )?(?:the |a )?"
    r"(?P<old>--?[\w-]+|[\w./@-]+)(?=[\s.!,;]*$)"
)
"""`use ruff instead of black`, `with -n4, not with -x`: what a rule refuses, and the word before it."""
_REFUSED: Final = Pattern(
    r"\b(?:(?:not|never|don't|dont|stop|avoid)(?: (?:use|using|write|put|indent))?|no longer|no more|no"
    r"|instead of|rather than|nicht|kein\w*|statt|pas|au lieu"
    r" de|en lugar de|en vez de)"
    r" (?:with |in |the |a |any |mit |de |des )?[\w.-]+"
)
_TOKEN: Final = Pattern(r"[^\W\d_][\w-]*")
_FILLING: Final = frozenset(
    ("no", "from", "now", "instead", "please", "anymore", "more", "longer", "henceforth", "future", "going", "forward",
     "put", "write", "with", "everywhere", "rule", "remember", "prefer", "want", "immer", "ab", "jetzt", "künftig")
)  # fmt: skip
_BREAK: Final = Pattern(r"[,;:()–—]| (?:because|since|so|as|but|and|weil|denn|car|porque) ")
_SAME: Final = 5
"""Letters of a word by which two are the same: `indent`, `indentation`."""


def wants_opposite(text: str, former: str) -> bool:
    """Whether two rules ask for different ways of the same thing. One that names a place of its own is an exception."""
    new, old = _list_clauses(text), _list_clauses(former)
    return any(_is_opposite(one, other) for one in new for other in old)


def _list_clauses(text: str) -> list[frozenset[str]]:
    """The words of each clause of a rule, without what it refuses."""
    clauses = _BREAK.split(_REFUSED.sub(" ", text.lower()))
    return [frozenset(words) for words in map(_TOKEN.findall, clauses) if words]


def _is_opposite(new: frozenset[str], old: frozenset[str]) -> bool:
    pairs = [(one, other) for one, other in _PAIRS if one in new and other in old]
    return any(_is_about_same(new, old, one, other) for one, other in pairs if other not in new and one not in old)


def _is_about_same(new: frozenset[str], old: frozenset[str], one: str, other: str) -> bool:
    """Whether what a clause speaks of beside its way is in the other one too."""
    mine, others = (_stems(words) - {one[:_SAME], other[:_SAME]} for words in (new, old))
    return mine <= others and (bool(mine) or one in _ALONE)


def _stems(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:_SAME] for word in content_words(" ".join(words)) if word not in _FILLING)


def names_refused(text: str, former: str) -> bool:
    """Whether a rule refuses what an earlier one asks for, in the same place: `use uv`, and `use poetry, not uv`."""
    exchange = _EXCHANGE.search(text.lower())
    if exchange is None or not (before := exchange["before"] or exchange["verb"]):
        return False
    asked = _REFUSED.sub(" ", former.lower())
    return re.search(rf"\b{before} (?:the |a )?{re.escape(exchange['old'])}(?![\w-])", asked) is not None
