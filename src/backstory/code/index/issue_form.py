"""Finds the words of a pasted issue that belong to its form, and not to what the person reports."""

import re
from typing import Final

from backstory.model.late_pattern import late_pattern

_FORM: Final = late_pattern(r"^[ \t]*(?:#{1,6}[ \t].*|[-*][ \t]*\[[ xX]\].*|\*\*[^*\n]+\*\*:?[ \t]*)$", re.MULTILINE)
"""A heading, a box to tick, a label that stands alone."""
_COMMENT: Final = late_pattern(r"<!--.*?(?:-->|$)", re.DOTALL)
_WORD: Final = late_pattern(r"[^\W\d_]\w*")


def list_form_words(text: str) -> frozenset[str]:
    """The words, in lower case, that only the form of an issue has; none for a text of one line, or without a form."""
    if "\n" not in text or not any(sign in text for sign in ("#", "[", "**", "<!--")):
        return frozenset()
    title, _, rest = text.partition("\n")
    own = _FORM.sub("\n", _COMMENT.sub(" ", rest))
    if own == rest:
        return frozenset()
    words = set(_WORD.findall(title.lower())) | set(_WORD.findall(own.lower()))
    return frozenset(_WORD.findall(rest.lower())) - words
