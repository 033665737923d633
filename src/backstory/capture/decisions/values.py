"""Values that a statement gives: to names (`LIMIT=50`, `the default is none`) and in units (`50 links`, `3 days`)."""

from typing import Final

from backstory.base.tokenizer import STOP
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.revisions import content_words

_NAMED: Final = Pattern(
    r"`?(?P<name>[A-Za-z_][\w.-]*[\w])`?\s*(?:=|:=|->|→|\b(?:is|are|was|defaults to|is set to|ist|est|es)\b)\s*"
    r"(?:now |set to )?[`\"':]*(?P<value>\d[\w.]*|true|false|none|null|infinity|unlimited|on|off)\b",
)
_COUNTED: Final = Pattern(r"(?<![\w.,-])(?P<value>\d[\d.,]*)(?:\s+|-)?(?P<unit>[^\W\d_]{2,})")
_MIN_SHARED: Final = 2
_MIN_SHARE: Final = 0.4
_VERBS: Final = frozenset(("go", "let", "take", "make", "keep", "set", "want", "need", "nimm", "mach", "pon", "mets"))
"""How any choice is said: two statements that share only these are not about the same."""
_PASSING: Final = frozenset(
    ("ms", "s", "sec", "seconds", "minutes", "min", "passed", "failed", "errors", "lines", "kb")
)
"""Units of what is measured: another figure is another measurement, not another choice."""


def find_values(text: str) -> dict[str, str]:
    """What a text gives a value to, in lower case -> the value. A name that has several values is left out."""
    values: dict[str, set[str]] = {}
    lowered = text.lower()
    for match in _NAMED.finditer(lowered):
        values.setdefault(match["name"], set()).add(match["value"])
    for match in _COUNTED.finditer(lowered):
        if match["unit"] not in STOP and match["unit"] not in _PASSING:
            values.setdefault(match["unit"][:6], set()).add(match["value"].rstrip(".,"))
    return {name: next(iter(options)) for name, options in values.items() if len(options) == 1}


def has_other_language(text: str, former: str) -> bool:
    """Whether two rules have the same thing written in different languages: `commit messages are in German now`."""
    new, old = _list_languages(text), _list_languages(former)
    if len(new) != 1 or len(old) != 1 or new == old:
        return False
    one, other = (_stems(content_words(_LANGUAGE.sub(" ", words.lower()))) - _PASSES for words in (text, former))
    shared = len(one & other)
    return shared > 0 and shared >= _MOST * min(len(one), len(other))


def _list_languages(text: str) -> set[str]:
    """The languages that a text wants."""
    allowed = _REFUSED.sub(" ", text.lower())
    return {_LANGUAGES[match["name"]] for match in _LANGUAGE.finditer(allowed)}


_NAMES: Final = {
    "english": "english englisch anglais inglés inglese inglês",
    "german": "german deutsch allemand alemán tedesco alemão",
    "french": "french französisch français francés francese francês",
    "spanish": "spanish spanisch espagnol español spagnolo espanhol castellano",
    "italian": "italian italienisch italien italiano",
    "portuguese": "portuguese portugiesisch portugais portugués português",
}
_LANGUAGES: Final = {name: language for language, names in _NAMES.items() for name in names.split()}
_LANGUAGE: Final = Pattern(
    r"\b(?:in|auf|en|em|au|to|al?) (?P<name>english|german|french|spanish|italian|portuguese|englisch|deutsch"
    r"|französisch|spanisch|italienisch|portugiesisch|anglais|allemand|français|espagnol|italien|portugais|inglés"
    r"|alemán|francés|español|italiano|portugués|inglês|alemão|francês|espanhol|português|inglese|tedesco|francese"
    r"|castellano)\b"
)
_REFUSED: Final = Pattern(
    r"\b(?:not|no longer|instead of|nicht(?: mehr)?|statt|plus|pas|au lieu de|non|no|ya no|não)(?: (?:in|auf|en|em))?"
    r" \w+"
)
_PASSES: Final = frozenset(("passen", "change", "switch", "now", "write", "writte", "jetzt", "désorm", "ahora"))
"""Beginnings of words by which somebody says that the language is another one."""
_MOST: Final = 0.6
"""Share of the words of the shorter text that both have."""


def has_other_value(text: str, former: str) -> bool:
    """Whether two texts speak of the same thing and give it different values."""
    new, old = find_values(text), find_values(former)
    if not any(old.get(name, value) != value for name, value in new.items()):
        return False
    one, other = (_stems(words) - _VERBS for words in (content_words(text), content_words(former)))
    shared = len(one & other)
    return shared >= _MIN_SHARED and shared >= _MIN_SHARE * min(len(one), len(other))


def _stems(words: frozenset[str]) -> frozenset[str]:
    """The beginnings of the words that are not numbers."""
    return frozenset(word[:6] for word in words if not word[0].isdigit())
