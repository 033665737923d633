"""What somebody who is named demands, later in the paragraph or in quotation marks: `..., and he wants both to agree`.

The title has the name in the place of the pronoun. `asked Pilar, "a block is ok, no new methods"` keeps hers.
"""

import re
from collections.abc import Sequence
from typing import Final

from backstory.capture.decisions.conclusions import find_story
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence, read_sentences
from backstory.capture.text.reasons import join_reasons
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern
from backstory.model.text import one_line

_CONFIDENCE: Final = 0.82
_LONGEST: Final = 260
_MAX_REASON: Final = 300
_WANTS: Final = Pattern(
    r"(?:^(?:(?:and|so|but)[\s,]+)*|[,;:] (?:and |so |but )?)(?P<who>he|she) (?:also |still |now |therefore |only )*"
    r"(?P<all>(?:wants?|insists? (?:on|that)|asks? (?:for|that)|demands?|requires?|prefers?)"
    r" (?!to (?:know|see|talk|look|read|hear|be|come|try)\b|me\b|us\b|you\b)[^?]{4,})$"
)
"""`..., and he wants flags to say 'Additional Flags:'`"""
_NAME: Final = late_pattern(
    r"^(?:(?:And|But|So|Now|Then) )?(?P<name>[A-ZÄÖÜÉ][a-zà-ÿ]{2,})(?: (?:from|of"
    r"|in) (?:the )?[\w-]+)?(?:, [^,]{3,60},)?"
    r" (?:(?:also|just|now|already|still) )?(?:has|is|was|wants|says|said|asks|owns|makes|looks|thinks|decides|does"
    r"|sat|went"
    r"|built|read|wrote|came|saw|took|found|ran|told|sent|got|had|thought|gave|reads|writes|tests|runs|[a-z]{2,}ed)\b"
)
"""A person who is the subject of a sentence."""
_POINTS: Final = Pattern(r"\w+(?: (?:on|for|that))? (?:it|them|that|this|those)\b")
_QUOTED: Final = Pattern(
    rf"^(?:(?:i|we|ok|so|just)[\s,]+)*(?:asked|pinged|messaged|called|wrote (?:to )?|spoke (?:to|with)|talked (?:to"
    rf"|with)"
    rf"|heard (?:back )?from|got this from|answer from"
    rf"|word from) (?P<who>[^\W\d_]{{3,}})\b[^{MASK}]{{0,40}}?[,:] ?(?P<demand>{MASK}{{8,}})"
)
_SETTLES: Final = Pattern(
    r"\b(?:no|not|never|only|must|won't|wont|don't|dont|ok|okay|fine|stays?|keep|want|should|has to|have to|need"
    r"|please)\b"
)


def find_spoken_demands(sentences: Sequence[Sentence], asked: str = "") -> list[Candidate]:
    """The demands of a prompt that belong to somebody else. `asked`: the prompt before, which may be what was asked."""
    found: list[Candidate] = []
    for place, one in enumerate(sentences):
        if one.is_question or len(one.text) > _LONGEST:
            continue
        if quoted := _QUOTED.match(one.plain):
            found += _read_quoted(one, quoted, asked)
        elif wants := _WANTS.search(one.plain):
            found += _read_demand(sentences, place, wants)
    return found


def _read_quoted(one: Sentence, match: re.Match[str], asked: str) -> list[Candidate]:
    demand = one.text[slice(*match.span("demand"))].strip("\"'“”„«»` ")
    if not _SETTLES.search(demand.lower()):
        return []
    who = one.text[slice(*match.span("who"))]
    before = read_sentences(asked, person=True)
    why = f"Asked: {one_line(' '.join(each.text for each in before), _LONGEST)}" if before else ""
    return [_make(one, f"{who[:1].upper()}{who[1:]}: {demand}", why)]


def _read_demand(sentences: Sequence[Sentence], place: int, match: re.Match[str]) -> list[Candidate]:
    one = sentences[place]
    before = [each for each in sentences[:place] if each.paragraph == one.paragraph]
    name = _find_name([*before, one])
    if not name:
        return []
    demand = strip_end(one.text[match.start("all") :])
    adverbs = one.text[match.end("who") : match.start("all")].strip()
    text = " ".join(filter(None, (name, adverbs, demand)))
    opening = one.text[: match.start("who")]
    is_whole = _POINTS.match(demand.lower()) is not None and len(opening.split()) > _FEW
    if is_whole:
        text = re.sub(r"^(?:and|so|but) ", "", f"{opening}{text}", flags=re.IGNORECASE)
    head = "" if is_whole else strip_end(re.sub(r"[\s,;:]*\b(?:and|so|but)?\s*$", "", opening, flags=re.IGNORECASE))
    return [_make(one, text, one_line(join_reasons(find_story(sentences, place), head), _MAX_REASON))]


_FEW: Final = 2


def _find_name(sentences: Sequence[Sentence]) -> str:
    """The person who is named last as the subject of a sentence."""
    for one in reversed(sentences):
        names: list[str] = [
            name for name in _NAME.findall(one.text) if name not in NOT_PEOPLE and name not in _NO_NAMES
        ]
        if names:
            return names[0]
    return ""


_NO_NAMES: Final = frozenset(
    ("And", "But", "His", "Her", "Their", "Then", "When", "That", "Now", "Good", "Yes", "Please", "Our", "One", "Two",
     "Last", "First", "Second", "Also", "For", "From", "With", "Because", "Since", "After", "Before", "Every", "Many",
     "Some", "All", "Thanks", "Sorry", "Perfect", "Great", "Nice", "Okay", "Most", "Half", "Let", "While", "Not",
     "Her", "Any", "Each", "How", "Why", "Where", "Maybe", "Here", "Just", "Only", "Well", "Anyway", "Until", "Both",
     "Something", "Nothing", "Everything", "Somebody", "Nobody", "Yesterday", "Today", "Tomorrow", "Tonight")
)  # fmt: skip


def _make(one: Sentence, text: str, why: str) -> Candidate:
    return Candidate(
        kind="decision",
        text=strip_end(text),
        why=why,
        quote=one.text,
        role="user",
        confidence=_CONFIDENCE,
        revises=True,
    )
