"""Ways that an agent reports to have tried or weighed and left: `mmap doesn't survive a truncated file. Replaced it
with a plain read.`

Few such reports have a word like `failed`. They have a course: the way that was asked for or tried, what is wrong with
it, and what was done instead.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.base.reversals import stem_words
from backstory.base.tokenizer import identifier_parts
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.revisions import content_words
from backstory.capture.text.sentence_ends import strip_end

_LEFT: Final = 0.82
"""Confidence of a way that was left in so many words."""
_CHANGED: Final = 0.78
"""The same where only another way is named."""
_LONGEST: Final = 320
_MAX_ASKED: Final = 400
"""Characters of an order that names one way. A longer one names many things."""
_SHORT_TITLE: Final = 60
"""Characters of a verdict that leaves the reason to the next sentence."""
_FARTHEST: Final = 2
"""Sentences from what is wrong with a way to the verdict."""
_OWN: Final = r"(?:(?:i(?:'m|'ve| am| have)?|we(?:'re|'ve)?) )?"
_LEAD: Final = r"^(?:(?:so|and|but|then|hence|therefore|thus|in the end|finally)[\s,]+)*"
_IT: Final = (
    r"(?:it|that|this|them|those|all of (?:it|that)|the (?:change|attempt|attribute|idea|patch|hack|whole thing))"
)
_LEAVES: Final = Pattern(
    rf"{_LEAD}{_OWN}(?:(?:went|gone|going|back|now back|again) (?:back )?(?:to|at|on)\b|(?:undone|reverted"
    rf"|rolled back|taken back|put back"
    r"|dropped|scrapped|abandoned|discarded|undid|backed out|removed again|out again|dead end)(?= *[.,;:!–—-]| *$"
    r"| again\b"
    rf"| because\b| since\b| {_IT}\b| (?:the|my) [\w`' -]{{2,40}} (?:idea|approach|attempt|experiment|variant|plan"
    rf"|version"
    r"|try|hack|trick|route|way)\b)"
    rf"|(?:threw|thrown|took|taken|ripped|pulled|put) (?:{_IT}|\S+) (?:back |right )?(?:out|off|away|back|again)\b"
    rf"|(?:gave|given|had to give) (?:up on )?{_IT}(?: up)?\b|(?:left|kept|turned|switched) {_IT} off\b"
    rf"|(?:falling|fell) back (?:to|on)\b|(?:had to )?(?:give|gave) up\b|(?:{_IT}|which) (?:won't|doesn't|does not"
    r"|wouldn't|can't|didn't) (?:fly|do|help|work|hold|carry|scale|go)\b|(?:i )?wouldn't[.!]*$|so not the \w+"
    r"|not (?:worth it"
    r"|an option"
    r"|usable|viable|an improvement)\b|no good\b|useless\b)"
    r"|(?:, |: |; |\()(?:and )?(?:so no(?=[.!]*$)|dead end|not worth it|undone|reverted|rolled back|no good|no use"
    r"|useless"
    r"|(?:so|and) i (?:went back|gave up|reverted))\b"
)
"""That a way was left."""
_IS_NONE: Final = Pattern(
    r"\b(?:is|are|was|were) (?:no good|no use|useless|a dead end|not an option(?! (?:so far|yet|of))"
    r"|the wrong (?:tool|place"
    r"|layer|level|way))\b|\b(?:costs?|takes?) more than (?:it|they) (?:brings?|saves?|gives?|is worth)\b"
    r"|\bbrings? nothing\b"
)
"""That something is no way, in the sentence that names it."""
_STATES: Final = (
    r"(?!(?:think|thought|guess|see|saw|know|knew|can|can't|could|would|need|want|will|have|had|found|checked|ran"
    r"|suppose"
    r"|assume|believe|expect|suspect|wonder|recommend|suggest|also|did|do|was|am|only|noticed|looked|wrote)\b)"
)
_TURNS: Final = Pattern(
    rf"{_LEAD}{_OWN}(?:now )?(?:(?:replaced|swapped|exchanged) {_IT}|(?:switched|moved|turned"
    rf"|changed)(?: {_IT})? (?:in)?to\b"
    r"|went (?:with|for)\b|ended up (?:with|at|in)\b|settled (?:for|on)\b|left (?:the|it|them)\b)"
    rf"|^(?:so|hence|therefore|instead),? i {_STATES}[a-z]+(?<!ed)\b|^i(?:'d rather| now| rather) {_STATES}[a-z]+\b"
    rf"|^i {_STATES}[a-z]+(?<!ed) .*\b(?:instead|now)[.!]*$"
    r"|^[\w`'. -]{2,40} it is[.!]*$|^(?:an?|the) [^,;:]{3,60} (?:does it|does the (?:job|trick)|takes? (?:\d|care)"
    r"|will do"
    r"|has to do it)\b|^what (?:did|does|works?|helps?|solved)\b"
    r"|^(?:it's|it is|they're|that's) (?:an?|one|per|now)\b|\bnow[.!]*$|\bnow, |^the [\w-]+ (?:stays?|has to|have to)\b"
    r"|\binstead[.!]*$"
)
"""That another way is taken, in a sentence of its own."""
_TURNS_WITHIN: Final = Pattern(
    rf"(?:, |; |: )so i(?:'d)? {_STATES}[a-z]+(?<!ed)\b|, i {_STATES}[a-z]+ .*\binstead[.!]*$"
)
"""The same in the sentence that says what is wrong."""
_SHORT: Final = Pattern(
    r"\b(?:but|however|can't|cannot|can not|couldn't|doesn't|does not|don't|do not|didn't|did not|won't|would not"
    r"|wouldn't"
    r"|isn't|is not|aren't|are not|wasn't|never|no longer|nothing|nobody|no (?:access|way|idea|support|room)|without"
    r"|instead of|twice|doubles?|doubled|(?:three|four|ten) times|too (?!\.)\w+|break(?:s|ing)?|broke|fails?|failed|red"
    r"|wrong|crash\w*|chok\w+|fr(?:eez|oz)\w+|hang\w*|hung|swallow\w*|kill\w*|los(?:e|es|t)|slow\w*|backtrack\w*"
    r"|buffers"
    r"|rais(?:e|es|ed)|throws?|threw|blew|blows|leak\w*|deadlock\w*|race|corrupt\w*|garbl\w+|strips?|costs?|useless"
    r"|floats?"
    r"|banned|denied|reject\w+|depends? on the order|longer|larger|bigger|closes|covers|grows?|error|\w+error"
    r"|sig[a-z]{3,5}"
    r"|complain\w*|thinks|trip(?:s|ped)|nice on paper)\b"
)
"""Words of what is wrong with a way, where another one is taken."""
_MEASURED: Final = Pattern(r"\b(?:only|empty|pays?|sees?|treats|takes?)\b|\d ?(?:ms|s|%|[km]b|min|gb)\b")
"""More of them, where the way is left in so many words."""
_TRIED: Final = Pattern(
    rf"{_LEAD}(?:(?:my |the )?first (?:stab|try|attempt|version|idea|cut|go|draft)|{_OWN}(?:also |first "
    rf"|then )*(?:tried|had"
    r"|looked (?:into|at)|experimented|started (?:with|out)|attempted|considered|played with|put together)"
    r"|one \w+ per)\b"
)
"""How an agent begins that names what it tried."""
_POINTS: Final = Pattern(rf"{_LEAD}(?:it|they|that|this|those|these|both|which|he|she)\b(?! \w+ of\b)")
_NAMES_LEFT: Final = Pattern(
    rf"{_LEAD}{_OWN}(?:dropped|scrapped|abandoned|discarded|gave up on|took back|ruled out) (?:the|my"
    rf"|that) [\w`' -]{{2,40}}"
    r" (?:idea|approach|attempt|experiment|variant|plan|version|try|hack|trick|route|way)\b"
)
"""`Dropped the json_extract idea.`"""
_OPENING: Final = 8
"""Words of a sentence among which the way has to be."""
_MENDS: Final = Pattern(
    r"^(?:please |ok(?:ay)?,? |now |then )*(?:fix|debug|why|find out|look into|investigate|what|how|where|review"
    r"|explain"
    r"|repair|solve|upgrade|rename)\b|\b(?:fix|bug|broken|crash\w*|fails|failing|is (?:slow|red|wrong)|regression)\b"
)
"""How a person asks for a fault to be mended: what is wrong then is the code, and no way that was tried."""


class _DeadEnd(NamedTuple):
    first: int
    last: int
    names: int
    """The sentence that names the way."""
    is_left: bool


def add_dead_ends(statements: Sequence[Candidate], answer: str, asked: str) -> list[Candidate]:
    """The statements of an answer with its dead ends, unless a statement says that the same failed."""
    failed = [one.quote for one in statements if one.parts.get("outcome") == "failed"]
    ends = [
        end
        for end in find_dead_ends(answer, asked)
        if not any(quote in end.quote or end.quote in quote for quote in failed)
    ]
    return [*(one for one in statements if not any(one.quote in end.quote for end in ends)), *ends]


def find_dead_ends(answer: str, asked: str) -> list[Candidate]:
    """The ways that an answer reports as tried or weighed and left. `asked`: what the person asked for before."""
    sentences = read_sentences(answer, person=False)
    ways = _list_stems(asked) if len(asked) <= _MAX_ASKED else frozenset()
    mends = _MENDS.search(asked.lower()) is not None
    candidates: list[Candidate] = []
    last = -1
    for place in range(len(sentences)):
        if place <= last:
            continue
        end = _read(sentences, place, ways, mends=mends)
        if end:
            candidates.append(_make(sentences, end))
            last = end.last
    return candidates


def _read(sentences: Sequence[Sentence], place: int, ways: frozenset[str], *, mends: bool) -> _DeadEnd | None:
    """The dead end of which a sentence says what is wrong, or which it names as left."""
    one = sentences[place]
    is_none = _IS_NONE.search(one.plain) is not None
    falls = is_none or _SHORT.search(one.plain) is not None
    if one.is_question or len(one.text) > _LONGEST or not (falls or _MEASURED.search(one.plain)):
        return None
    before = sentences[place - 1] if place and sentences[place - 1].paragraph == one.paragraph else None
    points = _POINTS.match(one.plain) is not None
    if points and (before is None or before.is_question or _POINTS.match(before.plain)):
        return None
    is_tried = before is not None and _TRIED.match(before.plain) is not None and not _TRIED.match(one.plain)
    names = place - 1 if points or is_tried else place
    if len(sentences[names].text) > _LONGEST or _LEAVES.match(sentences[names].plain):
        return None
    opening = " ".join(sentences[names].text.split()[:_OPENING])
    is_way = bool(_list_stems(opening) & ways) or _TRIED.match(sentences[names].plain) is not None
    following = [
        at
        for at in range(place + 1, min(place + 1 + _FARTHEST, len(sentences)))
        if sentences[at].paragraph == one.paragraph and not sentences[at].is_question
    ]
    if before is not None and not (points or is_tried) and _NAMES_LEFT.match(before.plain):
        return _DeadEnd(place - 1, place, place - 1, is_left=True)
    left = next((at for at in (place, *following) if _LEAVES.search(sentences[at].plain)), place if is_none else None)
    if left is not None and (is_way or not mends):
        first = place - 1 if is_none and before is not None and not before.is_question else names
        return _DeadEnd(first, max(left, place), names, is_left=True)
    if not is_way or mends or not falls:
        return None
    is_within = _TURNS_WITHIN.search(one.plain) is not None
    turned = place if is_within else next((at for at in following[:1] if _TURNS.search(sentences[at].plain)), None)
    return None if turned is None else _DeadEnd(names, turned, names, is_left=False)


def _list_stems(text: str) -> frozenset[str]:
    return stem_words(content_words(f"{text} {identifier_parts(text)}".lower()))


def _make(sentences: Sequence[Sentence], end: _DeadEnd) -> Candidate:
    last = end.last
    if end.first == last == end.names and len(sentences[last].text) < _SHORT_TITLE and last + 1 < len(sentences):
        last += sentences[last + 1].paragraph == sentences[last].paragraph
    course = [sentences[at] for at in range(end.first, last + 1)]
    rest = [one.text for one in course if one is not sentences[end.names]]
    return Candidate(
        kind="attempt",
        text=strip_end(sentences[end.names].text),
        why=" ".join(rest),
        parts={"outcome": "failed"},
        quote=" ".join(one.text for one in course),
        role="assistant",
        confidence=_LEFT if end.is_left else _CHANGED,
    )
