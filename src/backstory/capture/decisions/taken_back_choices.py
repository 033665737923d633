"""Choices that a person takes back soon after: `Wait, no. Take rich again, but import it lazily.`

What is taken back stands in the prompt before, or nowhere in the session: then the sentence has to say why, or for how
long.
"""

from collections.abc import Callable, Sequence
from typing import Final

from backstory.base.reversals import stem_words
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence, read_sentences
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end

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

TELLS: Final = Pattern(
    r"(?:is|are|ist|est|es)\b(?! (?:\w+ly |much |way |far |viel |beaucoup )?(?:fine|ok(?:ay)?|good|enough|right|correct"
    r"|it|what|the (?:right|better|one)|better|simpler|safer|cleaner|easier|faster|shorter|clearer|besser|einfacher"
    r"|richtig|mieux|plus|mejor)\b)"
)
"""What only tells something of what a name stands for: `no. Mira is away`."""


def find_taken_back_choices(
    sentences: Sequence[Sentence], list_decided: Callable[[], list[str]], answer: str = ""
) -> list[Candidate]:
    """The choices of a prompt that take back an earlier one, or what the answer before it reports.

    `list_decided`: the decisions of the prompts before.
    """
    for place, one in enumerate(sentences[:_FIRST]):
        if one.is_question or len(one.text) > _LONGEST:
            continue
        if scraps := _SCRAPS.match(one.plain):
            former = one.text[slice(*scraps.span("former"))]
            return [_make(one, strip_end(one.text), former)._replace(why=_find_reason(sentences, place))]
        before = sentences[place - 1] if place else None
        doubt = _BEGINS.match(one.plain)
        is_doubted = doubt is not None or (before is not None and _DENIES.match(before.plain) is not None)
        if place == 0 and _POINTS.match(one.plain) and doubt is None:
            is_doubted = bool(_find_done(answer)[1])
        if not is_doubted or not _RETURNS.match(one.plain[doubt.end() if doubt else 0 :]):
            continue
        decided = list_decided()
        points = _POINTS.match(one.plain, doubt.end() if doubt else 0)
        report, done = _find_done(answer) if points else ("", "")
        if points and done and not (decided and _list_stems(report) & _list_stems(decided[-1])):
            text = f"{one.text[points.start('deed') : points.start('what')]}{done}{one.text[points.end('what') :]}"
            return [_make(one, strip_end(text), done)._replace(why=_find_reason(sentences, place))]
        opening = f"{before.text} " if before is not None and doubt is None else ""
        text = f"{opening}{strip_end(one.text)}"
        if decided and len(decided[-1]) + len(text) <= _MAX_TEXT:
            text = f"{strip_end(decided[-1])} → {text}"
        elif len(one.plain.split()) < _FEWEST:
            continue
        return [_make(one, text)._replace(why=_find_reason(sentences, place))]
    return []


_POINTS: Final = Pattern(
    r"(?:(?:please|then|just|so)[\s,]+)*(?P<deed>take|put|leave|get|roll|rip|pull|throw) (?P<what>it|that|this|them"
    r"|those"
    r"|these)"
    r" (?:back |right )?(?:out|back|away|off|aside)\b"
)
"""`take those out again`: what the answer right before reports."""
_DONE: Final = Pattern(
    r"^(?:(?:also|then|first|meanwhile|on the way|along the way|while i was at it|one more thing|by the way)[\s,:]+)*"
    r"i(?:'ve| have)? (?:also |then |first |already |just )*(?:\w+ed|put|took|wrote|made|built|brought|ran|rewrote|set)"
    rf" (?P<what>(?:the|an?|all|both|some|new|another|two|three|{MASK}+)(?: [\w{MASK}./-]+){{0,4}}?)"
    r"(?= (?:first|too|as well|again|in|on|to|into|for|of|with|along|before|so|since|because|while|and|that|which|from"
    r"|already|at|by|under|beside)\b|[.,;:]|$)"
)
"""What an agent reports to have done: `I regenerated the man pages first`."""


def _find_done(answer: str) -> tuple[str, str]:
    """The last sentence of an answer that reports a change, and what it has changed."""
    for one in reversed(read_sentences(answer, person=False)):
        if match := _DONE.match(one.plain):
            return one.text, one.text[slice(*match.span("what"))]
    return "", ""


def _list_stems(text: str) -> frozenset[str]:
    return stem_words(content_words(text.lower()))


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
