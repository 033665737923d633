"""How an agent names what is left to do without a label such as `Next:`.

Each group of the pattern is what is to be done. Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_LEAD: Final = r"^(?:(?:and|so|but|then|now|also|otherwise)[\s,]+)*"
LEFT_OVER: Final = Pattern(
    rf"{_LEAD}(?:what (?:i haven't|i have not|we haven't|hasn't been|isn't|is not|nobody has)"
    r"(?: (?:touched|done|started|written|covered|in|there|tested|finished|looked at|got to))*(?: yet)?(?: is)?"
    r"[:,] (?P<untouched>.{4,})"
    r"|(?:one|two|three|four|some|a few|a couple of) (?:loose ends?|leftovers?|small things|gaps)(?: (?:left"
    r"|remain(?:ing)?"
    r"|open|still))?: (?P<loose>.{4,})"
    r"|only (?P<only>(?:the|a|an|our) .{3,}? (?:is|are) (?:still )?(?:left|open|missing|to do)(?: now)?[,:] .{4,})"
    r"|(?:i'd|i would) (?:pick it up|start|begin|go on|continue|carry on|resume)(?: again| there| here| next time"
    r"| tomorrow)*,? (?:with|by|at|from) (?P<pick>.{4,})"
    r"|when you(?:'re| are) back,? i(?:'d| would|'ll| will) (?P<back>.{4,})"
    r"|we (?:can|could) (?:finish|go on|continue|wrap up|close it)(?: (?:tomorrow|next time"
    r"|later))? with (?P<finish>.{4,})"
    r"|(?:the )?(?:first|next) (?:thing|item|point)(?: to do)?(?: (?:tomorrow|next time|then|for (?:next time"
    r"|tomorrow)))?"
    r" (?:is|would be|will be)(?: to)? (?P<thing>.{4,})"
    r"|(?:the|a) (?:fix|remedy|missing (?:piece|part|bit|half)) (?:would|will) be (?P<fix>.{4,})"
    r"|everything (?:is|else is) (?:in|done|there|written|ready)(?: now)? (?:except|but|apart from|besides)(?: for)?"
    r" (?P<except>[^;]{4,})"
    r"|i (?:didn't|did not|haven't|have not) (?:get|got|gotten|come) to (?P<missed>.{4,})"
    r"|(?:also |still )?(?:unfinished|untouched|undone|unsolved|half[- ]done|outstanding)\s*: (?P<unfinished>.{4,})"
    r"|what (?:i'd|i would|i'll|we should) do (?:next|then|first|tomorrow) is (?P<would>.{4,})"
    r"|my plan(?: for (?:it|that|this|tomorrow|next time))?(?: is(?: to)?|:) (?P<plan>.{4,})"
    r"|(?P<row>(?:the|a|an|our) [^,;:]{2,60} (?:is|are|comes?) next\b(?! to\b).*)"
    r"|(?:als nächstes|lo siguiente(?: es| será)|el siguiente paso (?:es|será)|la prochaine étape (?:est|sera))"
    r"(?: kommt| kommen| ist| wäre| müsste)?,? (?P<foreign>.{4,})"
    r"|(?!no\b|nothing\b|none\b|\d|it\b|there\b|what\b|nobody\b|two \w+ are left)(?P<left>[^:]{4,120}?) (?:is|are)"
    r" (?:all that(?:'s| is) )?left(?: to do)?(?:, in (?:that|this) order)?[.!]*$"
    r"|(?!it\b|this\b|that\b|what\b|which\b|nothing\b|whatever\b|if\b|when\b)(?P<second>[^,;:]{4,80}?) comes? (?:second"
    r"|after that|third|last)(?= *[.!]*$|, )"
    r")"
)
