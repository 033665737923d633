"""Choices that a person takes back soon after: `Wait, no. Take rich again, but import it lazily.`

What is taken back stands in the prompt before, or nowhere in the session: then the sentence has to say why, or for how
long.
"""

from collections.abc import Callable, Sequence
from typing import Final

from backstory.capture.candidate import Candidate
from backstory.capture.errands import is_errand
from backstory.capture.patterns import Pattern
from backstory.capture.prose import MASK, Sentence
from backstory.capture.sentence_ends import strip_end

_CONFIDENCE: Final = 0.86
_LONGEST: Final = 240
"""Characters of a sentence that takes something back."""
_MAX_TEXT: Final = 290
"""Characters of a decision with the one that it takes back."""
_FIRST: Final = 3
"""Sentences at the beginning of a prompt that may take back the one before."""
_FEWEST: Final = 7
"""Words from which such a sentence says enough by itself."""
_DOUBTS: Final = (
    r"(?:no+|nope|nah|wait|actually|h+m+|oh|ah|sorry|stop|hold on|moment(?:chen)?|warte|halt|nein|nee|ach|doch nicht"
    r"|lieber nicht|non|attends|en fait|espera|mejor no|thinking about it(?: again| more)?|come to think of it"
    r"|on second thoughts?|on reflection|(?:i )?changed my mind|scratch that|forget (?:that|it)|let's not)"
)
_DENIES: Final = Pattern(rf"^(?:{_DOUBTS}[\s,.!:;…–—-]*)+$")
"""A sentence that only doubts what was said before."""
_BEGINS: Final = Pattern(rf"^(?:{_DOUBTS}[\s,.!:;…–—-]+)+")
_RETURNS: Final = Pattern(
    r"^(?:(?:please|so|then|just|let's|let us|we|bitte|dann|lieber|doch|donc|entonces|mejor)[\s,]+)*"
    r"(?:(?:take|use|put|make|go with|have|bring|want|do) [^,;:.?]{2,60}? (?:again|back)\b"
    r"|(?:go|switch|come|roll|change|get) (?:it |that )?back to [^,;:.?]{2,60}|back to [^,;:.?]{2,60}"
    r"|(?:keep|leave|stay with|stick with) (?:the |our |both |all )[^?]{3,120}"
    r"|(?:nimm|nehmen wir|nutze?|benutze?|verwende?|mach\w*|geh\w*|bau\w*) (?:doch |bitte )*(?:wieder|zurück)"
    r" [^,;:.?]{2,60}|zurück zu[mr]? [^,;:.?]{2,60}|(?:reprends|reprenons|revien\w*|revenons|repasse\w*|remets)"
    r" [^,;:.?]{2,60}|(?:vuelve|volvamos|regresa|volvemos) a [^,;:.?]{2,60})"
)
"""How a person orders what was before: `take rich again`, `go back to the array`, `nimm wieder rich`."""
_SCRAPS: Final = Pattern(
    rf"^(?:(?:and|but|so|also|oh|ok(?:ay)?|about|as for|regarding|zu|und)[\s,]+)*(?:the |that |my |our )?"
    rf"(?P<former>[\w{MASK}./@-]+(?: [\w{MASK}./@-]+){{0,3}}?)(?: (?:thing|idea|plan|stuff|part|approach|business"
    rf"|sache))?"
    r"(?:[:,–—]| -) ?(?:let's )?(?:scrap|forget|drop|skip|ditch|leave|kill|vergiss|streich\w*) (?:that|it|this|das|es)"
    r"(?:[,.;:–—]| -) ?(?P<now>\S[^?]{8,})$"
)
"""`and the fake-timers thing: scrap that, Node's own mock timers do the job`"""


def find_taken_back_choices(sentences: Sequence[Sentence], list_decided: Callable[[], list[str]]) -> list[Candidate]:
    """The choices of a prompt that take back an earlier one. `list_decided`: the decisions of the prompt before."""
    for place, one in enumerate(sentences[:_FIRST]):
        if one.is_question or len(one.text) > _LONGEST:
            continue
        if scraps := _SCRAPS.match(one.plain):
            former = one.text[slice(*scraps.span("former"))]
            return [_make(one, strip_end(one.text), former)._replace(why=_find_reason(sentences, place))]
        before = sentences[place - 1] if place else None
        doubt = _BEGINS.match(one.plain)
        is_doubted = doubt is not None or (before is not None and _DENIES.match(before.plain) is not None)
        if not is_doubted or not _RETURNS.match(one.plain[doubt.end() if doubt else 0 :]):
            continue
        decided = list_decided()
        opening = f"{before.text} " if before is not None and doubt is None else ""
        text = f"{opening}{strip_end(one.text)}"
        if decided and len(decided[-1]) + len(text) <= _MAX_TEXT:
            text = f"{strip_end(decided[-1])} → {text}"
        elif len(one.plain.split()) < _FEWEST:
            continue
        return [_make(one, text)._replace(why=_find_reason(sentences, place))]
    return []


def _find_reason(sentences: Sequence[Sentence], place: int) -> str:
    """The sentence behind a choice, if it states something."""
    behind = sentences[place + 1] if place + 1 < len(sentences) else None
    if behind is None or behind.is_question or behind.paragraph != sentences[place].paragraph:
        return ""
    return behind.text if len(behind.text) <= _LONGEST and not is_errand(behind.plain) else ""


def _make(sentence: Sentence, text: str, replaced: str = "") -> Candidate:
    return Candidate(
        kind="decision",
        text=text,
        parts={"alternatives": [replaced]} if replaced else {},
        quote=sentence.text,
        role="user",
        confidence=_CONFIDENCE,
        revises=True,
    )
