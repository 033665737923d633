"""What a statement replaces, by its words: `instead of that deselect`, `host name alone was wrong`."""

from typing import Final

from backstory.base.tokenizer import STOP
from backstory.capture.patterns import Pattern
from backstory.model.similarity import word_set

_NAMED: Final = Pattern(
    r"\b(?:instead of|rather than|no more|no longer(?: \w+ing)?|in place of|replaces|what i said about|forget about) "
    r"(?:(?:that|this|the|those|these|any|with|use|using|on|in) )*(?P<after>[\w./#-]+(?: [\w./#-]+)?)"
    r"|\b(?P<before>[\w./#-]+(?: [\w./#-]+)?)(?: alone| only)? (?:was|were) wrong\b"
    r"|\b(?:statt|anstelle von|au lieu de|en lugar de|em vez de) (?P<other>[\w./#-]+)"
)
_NEGATIONS: Final = frozenset(
    ("no", "not", "never", "don", "dont", "without", "stop", "avoid", "nobody", "nothing", "nie", "niemals", "kein",
     "keine", "jamais", "nunca", "jamás")
)  # fmt: skip
_ADVERBS: Final = frozenset(("always", "never", "please", "now", "on", "here", "also", "should", "must", "use", "run"))
_SAME: Final = 0.8
_MIN_SHARED: Final = 2


def find_replaced(text: str) -> list[frozenset[str]]:
    """The words of each thing that a text says is replaced."""
    replaced: list[frozenset[str]] = []
    for match in _NAMED.finditer(text.lower()):
        named = match["after"] or match["before"] or match["other"] or ""
        words = frozenset(word for word in word_set(named) if word not in STOP and len(word) > 2)
        if words:
            replaced.append(words)
    return replaced


def names_replaced(replaced: list[frozenset[str]], former: str) -> bool:
    """Whether an earlier text speaks of something that is replaced: of all its words, apart or joined."""
    words = word_set(former)
    stems = {word[:6] for word in words}
    return any(
        all(word in words or (len(word) > 5 and word[:6] in stems) for word in one) or _join(one, words)
        for one in replaced
    )


def _join(one: frozenset[str], words: set[str]) -> bool:
    return len(one) == 2 and any("".join(pair) in words for pair in (sorted(one), sorted(one, reverse=True)))


def content_words(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning."""
    return frozenset(word for word in word_set(text) if word not in STOP and word not in _ADVERBS and len(word) > 1)


def is_same_topic(text: str, former: str) -> bool:
    """Whether two texts speak of the same thing in nearly the same words."""
    one, other = content_words(text) - _NEGATIONS, content_words(former) - _NEGATIONS
    shared = len(one & other)
    return shared >= _MIN_SHARED and shared >= _SAME * min(len(one), len(other))


def is_contained(text: str, former: str) -> bool:
    """Whether an earlier text says nearly all that a text says."""
    one, other = content_words(text) - _NEGATIONS, content_words(former) - _NEGATIONS
    shared = len(one & other)
    return shared >= _MIN_SHARED and shared >= _SAME * len(one)


def is_negated(text: str) -> bool:
    return bool(word_set(text) & _NEGATIONS)
