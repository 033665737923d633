"""Lists of all that is left of a piece of work: `Left on the list: the man page, the benchmark`.

Unlike a next step, such a list replaces the lists before it: what it does not name is not open any more.
"""

import re
from typing import Final

from backstory.patterns.pattern import Pattern

_NOUNS: Final = r"(?: (?:work|steps?|items?|tasks?|to-?dos?|points?|things?|bits?|pieces?))?"
_REST: Final = (
    r"what(?:['’]s| is| are| i have| we have)? (?:still |now )?(?:left|open|missing|remaining|outstanding|remains?"
    r"|pending|to (?:do|be done))"
    rf"|(?:still |now )?(?:left(?: open)?|remaining|outstanding|pending|missing"
    rf"|open(?! (?:questions?|issues?|source|pull|prs?\b))){_NOUNS}"
    r"|still to (?:do|come)|to go|(?:tasks?|steps?|items?|points?|things?) left"
    r"|to do (?:yet|still)|(?:and )?the rest|not (?:yet )?done(?: yet)?"
    r"|(?:(?:what )?(?:i|we) (?:still )?have )?(?:left |still )?"
    r"on (?:(?:the|my|our|your) (?:list|plate)|the agenda)(?: are| is)?"
    r"|what (?:i|we) (?:still have|have left)"
    r"|(?:my|the|our|an? updated|updated|the new) (?:to-?do )?list|(?:that|this|which) leaves"
    rf"|(?:\d|one|two|three|four|five|six|some|a few|these){_NOUNS} (?:are |is )?(?:still )?"
    r"(?:left|open|remain\w*|missing)"
    r"|(?:was )?(?:noch )?(?:offen|übrig)(?: ist| bleibt| sind| bleiben)?|(?:es )?(?:bleibt|bleiben|fehlt|fehlen)"
    r"|auf der liste|zu tun bleibt"
    r"|(?:ce qui |il )?reste(?:nt)?(?: à faire)?|sur la liste|(?:lo que )?(?:queda|falta)n?|en la lista|pendientes?"
)
_LABEL: Final = Pattern(
    rf"(?:^|[.;!] )[\W_]*(?:(?:so|and|now|then|also|dann|alors|entonces)[, ]+)*(?:{_REST})\b"
    r"(?: (?:on|in|for|of|from|by|to|after|here|now|yet|still|noch|encore|auf|für|von|sur|pour|de|en|para|todavía"
    r"|stehen|steht|reads|is|are)\b[^:.\n]{0,40})?[*_]* ?[:：]",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE: Final = Pattern(
    r"(?:^|[.;!] )(?:(?:so|and|now|then)[, ]+)*(?:(?:what(?:['’]s| is) (?:still )?left|what(?: still)? remains"
    r"|all that(?:['’]s| is) left|the only things? left) (?:is|are)\b|(?:that|this|which) leaves (?!me\b|it\b"
    r"|us (?!with)|the \w+ (?:unchanged|as|open|in|at|alone))"
    r"|the list is (?:now )?down to\b|only [^.:;?]{3,80} "
    r"(?:is|are|remains?) (?:still )?(?:left|open|missing|to do)(?=\W*$|\.))",
    re.IGNORECASE | re.MULTILINE,
)
_ASKS: Final = Pattern(
    r"^[¿\s]*(?:(?:and|so|ok(?:ay)?|now|then|um|well|und|also|alors|et|bon|y|entonces|e|então)[,\s]+)*(?:"
    r"what(?:['’]?s| is| are| else is| remains)? (?:still )?(?:left|next|missing|outstanding|remaining|to be done"
    r"|open)\b"
    r"|what (?:remains|comes next|do we (?:still )?(?:need|have) to do|still (?:has|needs) to be done|is there left)\b"
    r"|what else(?: is there| do (?:we|you) have)?(?: (?:left|on (?:the|your) list))?\W*$"
    r"|(?:what(?:['’]?s| is| do you have)|anything else) (?:still |left )?on (?:the|your|our) list\b"
    r"|what would (?:be left|be next|remain|come next)\b"
    r"|(?:any|which|remaining|next|open) (?:steps?|todos?|to-?dos|points?)(?: (?:left|next|remaining|are there))?\W*$"
    r"|was (?:bleibt|fehlt|steht|ist|wäre) (?:dann |jetzt |noch |danach )*(?:zu tun|noch|offen|an|übrig|dran)?\b"
    r"|qu['’]est-ce qu['’]?il? reste|que reste-t-il|qué (?:queda|falta|sigue)|o que (?:falta|resta|sobra)"
    r"|cosa (?:manca|resta)"
    r")"
)
"""`what is left after that?`"""
_NOT_STEPS: Final = Pattern(r"\b(?:in|inside|of) (?:the|this|that) (?:file|folder|list|table|cache|queue|buffer)\b")
_TELLS: Final = Pattern(r"\b(?:is|does|did|was|matters?|can|goes|of)\b")
_FEW: Final = 7
"""Words of a question that somebody put without a question mark."""


def lists_rest(text: str) -> bool:
    """Whether a text names all that is left of the work."""
    return _LABEL.search(text) is not None or _SENTENCE.search(text) is not None


def asks_rest(sentence: str) -> bool:
    """Whether a sentence of a person, in lower case, asks what is left; people in a hurry put no question mark."""
    match = _ASKS.search(sentence)
    if match is None or _NOT_STEPS.search(sentence):
        return False
    if sentence.rstrip("\"'”’)*_ ").endswith(("?", "？")):
        return True
    return len(sentence.split()) <= _FEW and not _TELLS.search(sentence, match.end())
