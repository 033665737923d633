"""Sentences around a decision of a person who writes in full sentences: what others will do, who looks at what, and
what would come of something.

`Anna wants to see it first`, `they should only look and report`, `if the type changes, 60 callers are no longer found`.
Patterns of `Sentence.plain`, and of `Sentence.text` where names matter.
"""

from typing import Final

from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.off_work import lays_down_nothing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence

_LEAD: Final = r"^(?:(?:and|but|so|then|now|also|or|well|ah|please|meanwhile|after that|on the other hand)[\s,]+)*"
_LOOKS: Final = (
    r"(?:read|look|see|report|check|know|hear|test|measure|replay|review|think|talk|speak|ask|decide|find out|search"
    r"|try|compare|understand|watch|have a (?:say|look|word)|go (?:over|through)|come back|sleep on)"
)
_REPORTS_ONLY: Final = Pattern(
    rf"{_LEAD}(?:it|they|he|she|the (?:sub-?)?agents?|you) (?:should|shall|must|may|need|needs to)?(?: only| just)+"
    rf"(?: to)? {_LOOKS}\b|{_LEAD}only (?:read|look|report)\b[^;:]*$"
)
"""`it should only read and report`: how an errand is to be done."""
_FIRST: Final = Pattern(
    r"^(?:before|until) (?:you|we) (?:change|write|start|touch|do|begin|answer|go|commit|edit)\b[^,;:]*, (?:please )?"
    r"(?:read|look|describe|tell|show|explain|have|measure|find|see|list)\b(?!.*\b(?:always|each|every)\b)"
    r"|^(?:please )?have (?:somebody|someone|a (?:sub-?)?agent|an agent) (?:go|look|read|check|find|search)\b"
    rf"|{_LEAD}forget about (?:the|that|this|it)\b|[,;] then forget about (?:the|that|this|it)\b|^(?:(?:all right"
    r"|fine|well|no)[\s,]+)*(?:that|it) was (?:only|just) an?"
    r" (?:thought|idea|question)\b"
)
"""An order to look before anything is done, and a thing that is let go."""
_AT_HAND: Final = Pattern(
    rf"{_LEAD}(?:only|just) (?:print|show|list|report|tell|give|paste|describe|sketch|measure|time|count)\b"
    rf"(?!.*\b(?:always|never|every|each|from now on)\b)"
    rf"|{_LEAD}(?:leave|keep|let) (?:the|this|that) (?:red|failing|broken|half-done|half-finished|open) \w+"
    r"|^(?:(?:and|but)[\s,]+)?for this [\w -]{2,40}? (?:alone|only)\b"
    r"|^what (?:i|we) (?:would like|want|need) is\b|\bso let us finally \w+"
    rf"|^i (?:want|would like) (?:the |its |their )?(?:[\w{MASK}-]+ ){{0,2}}(?:times?|memory|numbers|figures"
    r"|measurements?|results?"
    r"|list|summary|table|report)\b(?! to\b)(?!.*\b(?:because|since|so that)\b)[^;:]*$"
)
"""An order for the moment, and a wish for the work as a whole."""
_PONDERS: Final = Pattern(
    r"^(?:(?:and|but|so|now|well)[\s,]+)*i (?:do )?(?:wonder|was wondering|do not know|don't know|cannot say"
    r"|am not sure)"
    r"\b(?!.*[;:] (?:so|let|we|use|keep|it)\b)|^on the other hand\b(?!.*\b(?:so|therefore|hence) \w)"
    r"|,? and i (?:do not|don't|cannot|can't) (?:know|say|tell) (?:what|how|whether|who|why)\b"
)
"""What a person weighs before they choose."""
_COUNTED: Final = Pattern(
    r"\b(?:an?|one|two|three|four|five|some|several|a few|a couple of|both) (?:\w+ )?(?:objections?|remarks?"
    r"|corrections?"
    r"|comments?|things?|points?|questions?|wishes|requests?|matters?|reasons?|doubts?|concerns?|topics?|news"
    r"|background)"
    r"\b[^.;:]*:$"
)
"""A line that only says how many points follow."""
_COMES_OF_IT: Final = Pattern(
    r"^(?:if|when|whenever|as soon as|should) (?!you\b|we\b|i\b|in doubt\b)[^;:]*, (?!please\b|then please\b"
    r"|use\b|keep\b"
    rf"|don't\b|do not\b|never\b|always\b)(?:then )?[\w{MASK}' -]{{1,80}}? (?:is|are|gets?|will be"
    r"|would be) (?:(?:then|no longer"
    r"|not|never|all|suddenly|simply|also) )*(?:found|lost|gone|broken|down|late|wrong|missing|overwritten"
    r"|recalculated|dropped by mistake|stuck|blocked|empty)\b(?!.*\b(?:must|should|shall|let|please|so we)\b)"
    r"|^(?:(?:and|but|because)[\s,]+)*(?!(?:therefore|hence|so|thus)\b)[^;:]{10,}?, so that (?:an?|every|each|all"
    r"|any|the)"
    rf" [\w{MASK}' -]{{2,60}}? (?:breaks?|stops?|fails?|crash(?:es)?|hangs?|blocks?|kills?|takes? down|loses?|starves?"
    r"|deadlocks?|would (?:use up|break|stop|lose|block|starve))\b(?!.*\b(?:must|should|shall|never|let|please)\b)"
)
"""The harm that something does: `..., so that a new abstract method breaks them`."""
_STORY: Final = Pattern(
    r"^(?:option )?[a-h] (?:is|was|would|needs|has|does|cannot)\b|"
    rf"^(?:on|in|at|with|under|after) (?:(?!must|should|never|always|only)[\w{MASK}'./ -]){{2,60}}? (?:has|have"
    r"|reports?|had|shows?|gave"
    r"|got) (?:no|the same|half|a third|nothing|only)\b(?!.*\b(?:must|should|so (?:we|it|they)|let|please|instead)\b)"
    rf"|^(?:it|this|that) (?:assumes?|ignores?|forgets?|overlooks?|supposes?) [\w{MASK}' -]+ and not\b"
    rf"|^(?:something|one thing) (?:else|small|different|more)? ?(?:in between|on the side)\b"
)
"""What was seen, and what is wrong with a thing."""
_PASSES: Final = Pattern(
    r"\b(?:just|only) (?:the|that|this|one|an?) (?:[\w-]+ ){1,3}(?:today|tonight|tomorrow|this (?:morning|evening"
    r"|afternoon))\b"
    r"|^(?:the )?(?:rest|others?|remainder|remaining \w+) (?:can wait|(?:today|tonight|tomorrow|later)\b)"
    r"|^(?:(?:ok(?:ay)?|d'accord|oui|bien|yes|sure)[\s,]+)*(?:but |mais |aber )?(?:not|pas|nicht) (?:tonight|today"
    r"|ce soir|aujourd'hui|heute)\b"
    r"|^(?:(?:ok(?:ay)?|good|fine|right|well|yes)[\s,.]+)*(?:just |exactly )?as it (?:should|ought to|has to"
    r"|was meant to)(?: be)?\W*$"
    r"|, (?:and |but )?(?:it|that|they|which) (?:shouldn't|should not|mustn't|must not)[.!]*$"
    r"|\bi (?:only|just|merely) want(?:ed)? to (?:know|see|ask|understand|find out|hear)\b"
    r"|^instead of (?!.*\b(?:let's|use|take|we|i|please|do|go)\b)[^,;:]{1,40}$"
)
"""What is for today or another day, praise of what is there, a fault (`it accepts a comment, it shouldn't`), a wish to
know, and the end of a sentence that was cut."""
PRONOUNS: Final = ("he", "she", "they")
PERSON: Final = (
    r"(?P<who>[Hh]e|[Ss]he|[Tt]hey|(?:Dr|Mr|Mrs|Ms|Prof)\.? [A-ZÄÖÜÉ][\w-]+|(?!(?:The|This|That|It|There|We|You"
    r"|What|One"
    r"|Everything|Nothing|Everybody|Nobody)\b)[A-ZÄÖÜÉ][a-zäöüéèøåçñ]+(?: [A-Z][a-zäöüéèøåçñ]+)?)"
)
_PLANS: Final = Pattern(
    rf"^(?:(?:And|But|So|Then|and|but|so|then)[ ,]+)*{PERSON}(?: also| only| still| just)?"
    r"(?:,? (?:too|as well),?)? (?:"
    rf"(?:wants?|would like|intends?|plans?|hopes?|asked|asks|has|have|is going|are going|ought|needs?) to {_LOOKS}\b"
    r"|will (?:then |also |probably |certainly |first )*(?!not\b|never\b|only\b|always\b)[a-z]+"
    r"|(?:replays?|reads?|looks?|tests?|tries|measures?|deploys?|takes it from|comes|sees) \b(?:.*\b(?:as soon as|when"
    r"|before|after|again|once more|tomorrow|on \w+day|next week)\b))"
    r"(?!.*\b(?:never|always|must|every|each|so (?:we|let|please|do not|don't))\b)"
)
"""What somebody else is going to do: `Tom wants to see the numbers before he decides`."""


def is_no_choice(sentence: Sentence) -> bool:
    """Whether a sentence of a person only looks like a decision or a rule, or stands around one."""
    return lays_down_nothing(sentence.plain) or deliberates(sentence)


def deliberates(sentence: Sentence) -> bool:
    """Whether a sentence stands around a decision and lays down nothing."""
    plain = sentence.plain
    if any(
        one.search(plain)
        for one in (_REPORTS_ONLY, _FIRST, _AT_HAND, _PONDERS, _COUNTED, _COMES_OF_IT, _STORY, _PASSES)
    ):
        return True
    plan = _PLANS.match(sentence.text)
    return plan is not None and (plan["who"].lower() in PRONOUNS or plan["who"] not in NOT_PEOPLE)
