"""Where a sentence stands says that it lasts: `otherwise ...` behind what is allowed once, `in general ...`, the reason
of a refusal in a review, a wish for how the agent answers.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.signals import Place

_OTHERWISE: Final = Pattern(
    r"(?:but |and )?(?:otherwise|apart from (?:that|this)|other than (?:that|this)|in all other cases"
    r"|at all other times"
    r"|sonst|ansonsten|im übrigen|sinon|autrement|à part ça|por lo demás|en los demás casos|si no)\b"
    r"(?!,? (?:it|this|that|these|they|i|he|she|there|you|es|das|ich|ça|il|eso)\b)"
)
_ALLOWS: Final = Pattern(
    r"\b(?:may|can|go ahead|allowed|fine|ok(?:ay)?|no need|skip|darfst|kannst|geht|peux|pouvez|puedes|without"
    r"|just|only)\b"
)
_GENERAL: Final = Pattern(
    r"(?:(?:and|but|so|also|please|bitte|und|aber|et|mais|y|pero)[\s,]+)*(?:in general|generally(?: speaking)?"
    r"|as a general (?:rule|principle)|in principle|on principle|grundsätzlich|generell|prinzipiell|en général"
    r"|en principe|en general|en principio|por principio|in generale|em geral)\b"
    r"(?! (?:it|this|that|they|i|the (?:test|build|page|app|server|code|program)|es|das|ça|il|esto)\b)"
)
_REFUSES: Final = Pattern(
    r"(?:[^.]*[:,–—-] ?)?(?:please )?(?:declined|rejected|refused|denied|turned down|no(?: thanks?)?"
    r"|please (?:do not|don't)"
    r"|abgelehnt|nein|refusé|rechazado)[.!]*$"
)
_ANSWERS: Final = (
    r"(?:how you (?:write|answer|reply|explain|talk|speak)|your (?:answers?|replies|messages|summar(?:y|ies)"
    r"|explanations?|reports?|style|wording|tone)|deine\w* antworten|tes réponses|tus respuestas)"
)
_OF_ANSWERS: Final = Pattern(
    r"(?:\b(?:wish|request|something|thing|word|note|remark|point|favou?r|wunsch|bitte|souhait|deseo)\b[^.?:]{0,30}"
    r"\b(?:about|for|on|concerning|regarding|zu|für|pour|sobre|para)"
    rf"|^(?:(?:and|also|but|by the way|btw)[\s,]+)*(?:about|on|concerning|regarding"
    rf"|as for)) {_ANSWERS}\b[^.?:]{{0,30}}:\s+"
    r"(?:(?:please|bitte)\b|(?:no|not|never|always|only|don't|do not|make|keep|write|use|leave|give|less|more|fewer"
    r"|shorter|longer|one|two|three|in)\b(?!,))"
)
"""`a wish for your answers too: please make them shorter`: a wish about the answers, which holds for all of them."""
_BY_WORDS: Final = 0.5
_OF_STYLE: Final = 0.1
_NEVER: Final = 2.0


def least_chance(at: Place) -> float:
    """How likely a sentence has to be a rule by its own words alone, where its beginning or the sentence before it says
    that it lasts; more than 1 anywhere else."""
    plain, before = at.sentence.plain, at.before
    if at.sentence.is_question or is_passing(plain):
        return _NEVER
    if _OF_ANSWERS.search(plain):
        return _OF_STYLE
    if _GENERAL.match(plain):
        return _BY_WORDS
    if before is None:
        return _NEVER
    if _OTHERWISE.match(plain):
        return _BY_WORDS if is_passing(before.plain) and _ALLOWS.search(before.plain) else _NEVER
    goes_on = _refuses_item(before, at) or _OF_ANSWERS.search(before.plain)
    return _BY_WORDS if goes_on else _NEVER


def _refuses_item(before: Sentence, at: Place) -> bool:
    """Whether a sentence gives the principle behind what a review turns down."""
    return (before.item or at.sentence.item) and _REFUSES.match(before.plain) is not None
