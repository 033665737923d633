"""Options that a person picks by their letter long after the agent has offered them, or by a word of their text.

`ugh, the string cannot work. forget B, do the block one (A)` takes the place of the pick before. `The annotation then`
names the only option that speaks of one.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from backstory.base.reversals import stem_words
from backstory.base.tokenizer import identifier_parts
from backstory.capture.rules.errands import is_errand
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.reasons import join_reasons
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line

_CONFIDENCE: Final = 0.86
_FIRST: Final = 4
"""Sentences at the beginning of a prompt that may pick."""
_LONGEST: Final = 240
_MAX_REASON: Final = 300
_MOST_WORDS: Final = 7
"""Words of a sentence that picks by a word."""
_LEAD: Final = (
    r"(?:(?:ok(?:ay)?|k|kk|yes|yep|fine|right|alright|good|great|well|so|then|hm+|dead then|let's|lets|i(?:'d| would)?"
    r"|we(?:'d| would|'ll)?|damn|ugh|please|pls|just|actually)[\s,.:–—-]+)*"
)
_OUT: Final = Pattern(
    r"\b(?:forget|drop|scrap|ditch|kill|skip|not|no|without|instead of|leave|bin|dump) (?:option |way |variant |the )?"
    r"(?P<mark>[a-h])\b(?! [a-z]{1,3} \w)"
)
"""`forget B`"""
_TAKES: Final = Pattern(
    r"(?:do|take|use|go (?:with|for|back to)|back to|make it|it's|we (?:do|take|use|go with)|pick|choose|want|build"
    r"|keep)"
    r" (?:(?:the|option|way|variant|plan) ){0,2}(?:[\w-]+ ){0,4}?\(?(?P<mark>[a-h])\)?(?=[.,;:!]|$| (?:then"
    r"|after all|again"
    r"|now|please|pls|instead|because|since|and|it is)\b)"
)
"""`do the block one (A)`"""
_OPENS: Final = Pattern(
    rf"^{_LEAD}(?:option |way |variant )?\(?(?P<mark>[a-h])\)?(?: then| it is| after all)?(?=[.,;:!]|$)"
)
"""`ok B. and keep it short`"""
_ALONE: Final = Pattern(r"(?:(?:so|then|back to|ok) )?\(?[a-h]\)?(?: then| it is| after all)?[.!]?")
"""A letter that is a sentence of its own: `ah. the kernel ignores it. my mistake. a then.`"""
_NAMES: Final = Pattern(
    rf"^{_LEAD}(?:(?:take|use|do|go (?:with|for)|pick) )?(?:(?:the|an?"
    rf"|that) )?(?P<what>[\w·./-]+(?: [\w·./-]+){{0,3}}?)"
    r"(?: (?:one|way|option|variant|idea|approach))?"
    r"(?: (?:then|it is|please|wins)(?=[.!,;]|$)|(?= (?:sounds|looks|seems|feels) (?:\w+ )?(?:tidy|good|fine|right|best"
    r"|nice(?:st|r)?|better|clean(?:est|er)?|simpl(?:e|er|est)|ok(?:ay)?|cheap(?:est|er)?|sane|safest|safer)\b))"
)
"""`The annotation then.`, `The adapter sounds tidy to me`"""
_LATER: Final = frozenset(("later", "tomorrow", "next", "again", "none", "nothing", "neither", "both", "all", "agreed"))


def find_late_pick(
    sentences: Sequence[Sentence], options: Mapping[str, str], decided: Sequence[str]
) -> Candidate | None:
    """The option that a prompt picks by its letter, of the last list of options with letters.

    `decided`: the decisions before. Where one of them is another option, it holds no longer.
    """
    for place, one in enumerate(sentences):
        if one.is_question or len(one.text) > _LONGEST or (place >= _FIRST and not _ALONE.fullmatch(one.plain)):
            continue
        span = _find_mark(one, is_first=place == 0 or _ALONE.fullmatch(one.plain) is not None, options=options)
        if span is None:
            continue
        mark = one.plain[slice(*span)]
        out = next((each for each in _OUT.finditer(one.plain) if one.text[each.start("mark")].isupper()), None)
        gone = [_cut(options[out["mark"]])] if out and out["mark"] in options and out["mark"] != mark else []
        gone = gone or [
            text for each, text in options.items() if each != mark and any(text in old for old in decided[-1:])
        ]
        if out is None and any(_cut(options[mark]) in old for old in decided[-1:]):
            return None
        rest = _AGAIN.sub("", one.text[span[1] :].strip(" .,;:)–—-"))
        why = join_reasons(_find_before(sentences, place), rest) or _find_behind(sentences, place)
        return _make(options, mark, gone, why, one)
    return None


def find_named_pick(sentences: Sequence[Sentence], options: Mapping[str, str]) -> Candidate | None:
    """The option that a prompt picks by a word which no other one has."""
    if not sentences or sentences[0].is_question:
        return None
    one = sentences[0]
    match = _NAMES.match(one.plain)
    if match is None or match["what"].split()[0] in _LATER:
        return None
    named = _list_stems(one.text[slice(*match.span("what"))])
    if not named or len(match["what"].split()) > _MOST_WORDS:
        return None
    fitting = [mark for mark, text in options.items() if named <= _list_stems(text)]
    if len(fitting) != 1:
        return None
    behind = sentences[1] if len(sentences) > 1 and sentences[1].paragraph == one.paragraph else None
    is_reason = behind is not None and not behind.is_question and _EXPLAINS.match(behind.plain) is not None
    return _make(options, fitting[0], [], behind.text if behind and is_reason else "", one)


_EXPLAINS: Final = Pattern(r"(?:it|that|this|they|because|since|the|we|nobody|everybody)\b")


def _list_stems(text: str) -> frozenset[str]:
    return stem_words(content_words(f"{text} {identifier_parts(text)}".lower()))


def _cut(option: str) -> str:
    """The first sentence of an option, if it says enough."""
    first = read_sentences(option, person=False)[:1]
    return strip_end(first[0].text if first and len(first[0].text.split()) >= _FEWEST else option)


_FEWEST: Final = 4


def _find_mark(one: Sentence, *, is_first: bool, options: Mapping[str, str]) -> tuple[int, int] | None:
    """Where a sentence names an option. A letter in lower case has to stand alone."""
    opens = _OPENS.match(one.plain)
    takes = [opens] if opens and (is_first or opens.end() >= len(one.plain.rstrip(" .!"))) else []
    takes += [*_TAKES.finditer(one.plain)]
    for match in takes:
        span = match.span("mark")
        letter = one.text[slice(*span)]
        is_alone = match is opens and match.end() >= len(one.plain.rstrip(" .!"))
        if letter.lower() in options and (letter.isupper() or is_alone):
            return span
    return None


_AGAIN: Final = late_pattern(r"^(?:(?:after all|then|again|now|please|pls|it is|instead)\b[ .,;:–—-]*)+", re.IGNORECASE)


def _find_behind(sentences: Sequence[Sentence], place: int) -> str:
    behind = sentences[place + 1] if place + 1 < len(sentences) else None
    if behind is None or behind.is_question or is_errand(behind.plain):
        return ""
    return strip_end(behind.text) if behind.paragraph == sentences[place].paragraph else ""


def _find_before(sentences: Sequence[Sentence], place: int) -> str:
    at = sentences[place]
    before = [
        one.text
        for one in sentences[:place]
        if not one.is_question
        and len(one.plain.split()) > 1
        and not one.text.endswith(":")
        and (not at.item or one.paragraph == at.paragraph)
    ]
    return one_line(" ".join(before), _MAX_REASON)


def _make(options: Mapping[str, str], mark: str, gone: Sequence[str], why: str, one: Sentence) -> Candidate:
    others = gone or [_cut(text) for each, text in options.items() if each != mark]
    return Candidate(
        kind="decision",
        text=one_line(_cut(options[mark]), _LONGEST),
        why=why,
        parts={"alternatives": [one_line(strip_end(other), 120) for other in others]},
        tags=("accepted",),
        quote=one.text,
        role="user",
        confidence=_CONFIDENCE,
        revises=bool(gone),
    )
