"""What a person says of the moment in words that rules have too: a worry, a side job, an order before a step of the
talk, what one change may do, what came to a halt.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_LEADS: Final = (
    r"(?:(?:and|but|so|then|ok(?:ay)?|well|hm+|no|yes|also|now|please|pls|first|just|right|good|actually"
    r"|though)[\s,.:]+)*"
)
_LASTS: Final = Pattern(
    r"\b(?:always|every ?time|each time|whenever|from (?:now|here|today) on|going forward|henceforth|in (?:the )?future"
    r"|as a rule|for good|(?:for|on|after|before|with|at) (?:every|each|any))\b"
)
"""Words by which a sentence says that it holds beyond the moment. `never` is none: worries say it too."""
_ORDERS: Final = Pattern(
    r"(?:[,;:–—-]|\b(?:so|and|but|therefore)) (?:(?:so|and|but|please|therefore)[\s,]+)*(?:you |we )?"
    r"(?:never (?!(?:\w+ed|saw|got|had|was|were|came|went|ran|knew)\b)(?!\w*[^su\W]s\b)|don't|dont|do not|no (?:more"
    r"|new)\b"
    r"|hands off|keep|leave|stay)\b"
)
"""What a sentence orders behind what it tells."""
_WORRY: Final = Pattern(
    rf"^{_LEADS}(?:(?:my|our|the|one|another) (?:\w+ )?(?:worry|worries|concern|fear|suspicion|hunch|guess|impression"
    r"|theory|bet|hope|gut feeling|feeling|doubt)s?\b(?: (?:is|are|was|here|with|about|that)\b|\s?[:,–—])"
    r"|what (?:worries|bothers|puzzles|scares|irritates|concerns|confuses) me\b"
    r"|(?:i|we)(?:'m| am|'re| are)? (?:still |only |just |really |rather |a bit |kind of )*(?:suspect|fear|worry"
    r"|worried"
    r"|guess|bet|afraid|doubt|wonder|have (?:a|the) (?:feeling|hunch|suspicion))\b)"
)
"""`my worry is flush(): it returns before we ever reach the socket`"""
_SIDE_JOB: Final = Pattern(
    rf"^{_LEADS}(?:an? )?(?:very |really )?(?:quick|small|little|tiny|short|minor|five[- ]minute|ten[- ]minute) "
    r"(?:one|thing|job|task|side ?job|side task|favou?r|errand|fix|question|request|detour|side quest)\b"
)
"""`quick one on another branch, you're on it already`"""
_STEP: Final = (
    r"before (?:you|we) (?:decide|choose|pick|answer|recommend|suggest|propose|judge|conclude|argue|go on|continue"
    r"|start|begin|(?:touch|change|write|edit|do|try|build|fix) (?:anything|something|it|that|this|a line|any code))\b"
)
_AT_HAND: Final = r"(?:it|that|this|them|those|these|both|all three|the (?:two|three|four|others?|rest|numbers?))\b"
_BEFORE_STEP: Final = Pattern(
    rf"^{_LEADS}(?:measure|profile|time|try|test|benchmark|compare|count|check|verify|look (?:at|into)|read|plot"
    rf"|reproduce|run|weigh|estimate|calculate|compute|print|log|trace|diff|show me) {_AT_HAND}[^;?]{{0,80}}?\b{_STEP}"
)
"""`measure it before you decide`: what is ordered of a thing at hand before the next step of the talk."""
_LEAVES: Final = Pattern(
    r"[,;:.–—-] (?:and |as |because |since )?(?:i|we)"
    r"(?:'ve| have)?(?:'m| am)? (?:have to|need to|must|got to|gotta|about to"
    r"|in a) (?:run|leave|go|dash|rush|hurry|catch|head)\b(?! (?:the|a|all|tests?)\b)"
)
"""`test first, I have to run in a minute`: what is ordered in parting."""
_BARE_NO: Final = Pattern(
    rf"^{_LEADS}(?:don't|dont|do not|not|no|nope)[\s]*[,;.:!–—-]+ (?:not|no|never)\b[^,;:]{{0,40}}$"
)
"""`don't, not before we've talked`: it refuses what stands before it."""
_NEW_WORK: Final = Pattern(
    rf"^{_LEADS}(?:(?:hi|hello|hey|(?:good )?morning)[\s,.!]+)*(?:an? |the )?(?:new|next|another) (?:\w+ )?"
    r"(?:feature|task|ticket|topic|bug|story|issue|branch|project|idea)\b(?! (?:branch|must|may|gets?|has to|needs?)\b)"
)
"""`new feature on feat/env: ...`: how a piece of work is opened."""
_OFF_LIST: Final = Pattern(
    r"\bso (?:(?:that|it|this|they)(?:'s|'re| is| are)?|the [\w -]{2,30} (?:is|are)) (?:now |already )?(?:off|out|gone"
    r"|dropped|dead|moot|done|history)\b(?! limits)"
)
"""`..., so that's off the list`"""
_UNTIL_DATE: Final = Pattern(
    r"\b(?:no|not|nothing|n't)\b[^.;:]*\bbefore (?:next |this |the (?:end|middle|beginning) of |early |late )*"
    r"(?:summer|autumn|fall|winter|spring|easter|christmas|january|february|march|april|may|june|july|august|september"
    r"|october|november|december|q[1-4]|20\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|noon|tonight"
    r"|week|month|quarter|year|holidays)\b"
)
"""`no new runners before March`: a date, and no rule."""
_SINCE: Final = Pattern(
    r"(?:^|[,;:] )(?:and |but |so |there (?:are|is|were|was) |we (?:get|have|see) )*(?:no|nothing|not a(?: single)?)\b"
    r"[^,;:]{0,50}? since (?:then|noon|midnight|yesterday|last|this|(?:mon|tues|wednes|thurs|fri|satur|sun)day|\d"
    r"|the [\w-]+(?: [\w-]+)?)(?=[\s.,;:!]|$)"
)
"""`no events at all since noon`: what came to a halt."""
_ONLY_TELL: Final = Pattern(
    rf"^{_LEADS}(?:do not|don't|dont) \w+ (?:that|this|it|them|those|these|any\w*)\b[^;:?]{{0,60}}[,;:–—-] (?:and |but "
    r"|please )?(?:only|just) (?:tell|show|explain to|report to|answer) (?:me|us)\b(?! (?:when|if|before|once)\b)"
)
"""`don't change that file, only tell me what it does`: what bounds an order to look."""
_NOT_YET: Final = Pattern(
    rf"^{_LEADS}(?:do not|don't|dont|no|never|nothing|not)\b[^,;:.]{{2,60}} (?:just )?yet(?=\W*$|[,;:.])"
    r"|^(?:bitte |aber )*[^,;:.]{2,60}\bnoch (?:nichts?|kein\w*)(?: \w+){0,3}[.!]*$"
    r"|^[^,;:.]{0,40}\b(?:pas encore|todavía no|aún no)\b"
)
"""`do not edit files yet`: what is put off, and not forbidden."""
_NOTHING_MATTERS: Final = Pattern(
    rf"^{_LEADS}(?:nothing|none)(?: of (?:that|this|it|these|those|them))? (?:here |there |really )*(?:is|are|was|were"
    r"|looks?|seems?) (?:really |that |so |too |very )*(?:urgent|important|wrong|broken|lost|missing|new|special"
    r"|critical|pressing|obvious|blocking)\b"
)
_NEVER_DOES: Final = Pattern(
    rf"^{_LEADS}(?:it|he|she) never (?!(?:goes|gets|leaves|belongs|ends|lands|comes|enters)\b)\w*[^su\W]s\b"
)
"""`it never touches its signature`: what something does."""


def is_momentary(plain: str) -> bool:
    """Whether a sentence is a worry, a side job, a report of a halt, or an order before a step of the talk."""
    if _LASTS.search(plain):
        return False
    if _WORRY.match(plain) or _NEVER_DOES.match(plain):
        return _ORDERS.search(plain) is None
    if _BEFORE_STEP.match(plain) or _ONLY_TELL.search(plain) or _OFF_LIST.search(plain) or _UNTIL_DATE.search(plain):
        return True
    if _NOT_YET.match(plain):
        return True
    if _LEAVES.search(plain) or _BARE_NO.match(plain) or (_NEW_WORK.match(plain) and not _FORBIDS.search(plain)):
        return True
    return bool(_SINCE.search(plain) or _NOTHING_MATTERS.match(plain) or _is_side_job(plain))


def _is_side_job(plain: str) -> bool:
    return _SIDE_JOB.match(plain) is not None and not _FORBIDS.search(plain)


_FORBIDS: Final = Pattern(r"\b(?:never|ever|don't|dont|do not|must|nobody|no one|nothing)\b")
"""Words of a rule that is announced as a small thing: `one small thing: never sort the imports`."""
