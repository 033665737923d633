"""Rules in dictated text, without marks between clauses: what `and never ...` goes on from, and what goes on."""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_GOES_ON: Final = Pattern(r"and (?:never|no|none|not|nothing|without) \w")
"""How a clause begins that only goes on with the one before it."""
_TURNS: Final = Pattern(
    r"(?:[,;:.–—] |\b(?:one more thing|one thing|another thing|by the way|also|oh|and|remember|mind you)\b,? )"
    r"(?:(?:and|before you (?:start|go|begin|commit|push)|for (?:this|the) \w+) )*"
)
"""What something else begins with."""
_MARKS: Final = (".", "!", "?", ":", ";")
_MAX_SUBJECT: Final = 120
"""Characters of a clause before that are taken into a rule."""
_MAX_TEXT: Final = 240


def join_dictated(sentences: list[Sentence], place: int, text: str) -> str:
    """The text of the rule at a place, with the clause that it goes on from and those that go on with it."""
    sentence = sentences[place]
    before = sentences[place - 1] if place else None
    if before is not None and _GOES_ON.match(sentence.plain) and _is_open(before, sentence):
        turn = max((one.end() for one in _TURNS.finditer(before.plain)), default=0)
        lead = before.text[turn:].strip()
        if 0 < len(lead) <= _MAX_SUBJECT and len(before.plain) == len(before.text):
            text = f"{lead} and {text}"
    for last, following in zip(sentences[place:], sentences[place + 1 :], strict=False):
        goes_on = _GOES_ON.match(following.plain) and _is_open(last, following)
        if not goes_on or len(text) + len(following.text) >= _MAX_TEXT:
            break
        text = f"{text} {following.text}"
    return text


def _is_open(before: Sentence, sentence: Sentence) -> bool:
    """Whether no mark ends the clause before."""
    return before.paragraph == sentence.paragraph and not before.text.rstrip().endswith(_MARKS)
