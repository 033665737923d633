"""The background that a person gives around a decision: what happened, how they feel about it, what others found,
who is concerned.

Such a sentence gives the reason of a decision or leads to it, and is none. Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_LEAD: Final = (
    r"^(?:(?:and|but|so|ok(?:ay)?|well|now|also|then|yes|no|oh|ah|hm+|good|great|nice|very good|honestly|besides|anyway"
    r"|thanks|sorry|by the way|btw|in the meantime|meanwhile|yesterday|today|last \w+|this \w+|on \w+day|when i \w+ it"
    r"|as i said)[\s,.!:]+)*"
)
_SETTLES: Final = Pattern(
    r"\b(?:decid\w*|decision|agree\w*|chose\w*|settl\w+|opted|pick\w*|switch\w*|vetoed|veto|ruled|sign\w* off|approv\w+"
    r"|insist\w*|want\w*|prefer\w*|requir\w+|ask(?:s|ed)?|said|says?|told|confirm\w*|promis\w+|forb\w+|ban(?:s|ned)?"
    r"|dropp?\w*|remov\w+|delet\w+|revert\w*|renam\w+|replac\w+|mov(?:e|ed|ing)|merg\w+|chang\w+|disabl\w+|discard\w*"
    r"|scrap\w*|deprecat\w*|standardi[sz]\w*|went with|should(?:n't)?|must(?:n't)?|ha(?:s|ve) to|needs? to|ought"
    r"|instead"
    r"|from now on|never|always|don't|do not|dont|won't|let's|please|no longer|stays?|keep|use|rather than|may (?:not"
    r"|only)|(?:is|are) (?:to|allowed|forbidden)|limit|default|(?:not |in )?future|unless|until|only|measured|reviewed"
    r"|turn(?:s|ed)? (?:off|on|into)|set|added|made sure|takes? back|go(?:es|ing)? with|ours?elves)\b|; |: \S"
    r"|, so (?:we|use|keep|no|it|the|let|i)\b"
)
"""Words of a choice or of what is to hold, in whatever tense."""
_DEMANDS: Final = Pattern(
    r"\b(?:should(?:n't)?|must(?:n't)?|ha(?:s|ve) to|needs? to|ought|instead|from now on|never|always|don't|do not|dont"
    r"|let's|please|no longer|rather than|may (?:not|only)|may|want|decided|agreed|because of that we)\b"
)
"""What is demanded, in the present."""
_WAS: Final = (
    r"(?:was|were|had|took|went|came|gave|saw|knew|wrote|broke|ran|began|spoke|fell|grew|threw|drove|did|forgot|thought"
    r"|ate|rose|woke|wasn't|weren't|hadn't|didn't|couldn't)"
)
"""Pasts that are nothing else."""
_PAST: Final = (
    rf"(?:{_WAS}|made|found|got|built|sent|left|lost|held|brought|bought|caught|felt|led|met|sat|spent|heard|showed"
    r"|kept|turned|\w{2,}[^aeiou\W]ed|\w+(?:ied|[aiou]ed))"
)
_WHO: Final = (
    r"(?:i|we|he|she|they|it|somebody|someone|nobody|everybody|one of (?:them|us|our \w+)|some of (?:them|us))"
)
_HAPPENED: Final = Pattern(
    rf"{_LEAD}{_WHO} (?:just |also |even |then |first |already |only |simply |probably )*{_PAST}\b"
    rf"|{_LEAD}(?:(?:the|a|an|our|my|his|her|their|its|that|this|one|two|three|both|last)\b )?"
    rf"(?!(?:and|as|if|when|because|since|what|that|which|like|than|where|how|why|who|until|before|after|i|you)\b"
    rf"|{MASK})"
    rf"(?:(?!(?:after|before|when|if|until|that|which|who|where|while|because|once|as"
    rf"|and)\b)[\w'-]+ ){{1,5}}?{_WAS}\b(?!.*\b(?:is|are|goes|gets|comes)\b)"
    r"|^[\w'-]+(?: (?:from|of|in) [\w'-]+)? (?:has|have)(?: just| also| already| now)* (?:answered|written|looked|tried"
    r"|seen|read|called|sent|found|built|been|gone|left|complained|reported|noticed)\b"
    rf"|{_LEAD}(?:i|we)(?:'ve| have)(?: just| also| already| now| never| often)* (?:slept|looked|thought|seen|had|been"
    r"|read|heard|talked|spoken|tried|played|watched|wondered|noticed|compared|gone through)\b"
    rf"|{_LEAD}(?!(?:i|we|you|please)\b)[\w'-]+(?: from [\w-]+)? \w{{2,}}ed (?:it|her|his|their|our|the|an?|this"
    rf"|that|us|me|some|all"
    r"|two|three)\b"
    rf"|{_LEAD}[\w'-]+(?: from [\w-]+)? (?:sat|went|ran|built|tried|looked|walked|came|counted|spent|worked|saw|got"
    r"|found|noticed|complained|showed|sent|called|wondered)\b"
)
"""What happened or was seen: `Rosa tried it over the weekend`, `we had one for years and it took us a winter`."""
_FEELS: Final = Pattern(
    r"\bi(?:'ve| have)?(?: still| really| just)* (?:have |had |got |don't have |do not have )?(?:an?|no|any|the)?"
    r" ?(?:\w+ )?(?:feeling|clue|idea|suspicion|doubts?|hunch)\b(?:(?! (?:is|was) (?:to|that)\b).)*$"
    rf"|{_LEAD}what (?:really |still )?(?:worries|bothers|annoys|surprises|puzzles|scares|irritates|frightens) (?:me"
    rf"|us)\b"
    rf"|{_LEAD}(?:i am|i'm) (?:\w+ )?(?:glad|happy|sorry|afraid|worried|tired|surprised|curious|proud|relieved|ashamed"
    r"|grateful|impressed|confused|lost|scared)\b"
    rf"|{_LEAD}(?:it|that|this) (?:really |still )?(?:worries|bothers|annoys|surprises|puzzles|scares|hurts) (?:me"
    rf"|us)\b"
)
"""What somebody feels: `I have no feeling at all for what happens when the disk is full`."""
_FOUND: Final = Pattern(
    rf"{_LEAD}(?:the|an?|one) (?:(?:first|second|third|other|next|last|only|new|more|strange|odd|funny) )*"
    r"(?:thing|problem|issue|bug|fault|complaint|surprise|mistake|trouble|oddity)(?: (?:that )?(?:\w+ ){1,4}?(?:found"
    r"|saw|hit|reported|noticed|had|sent|see|got|met))? (?:is|was)\b"
    rf"|{_LEAD}(?:[\w{MASK}'./-]+ ){{1,5}}?(?:lacks?|miss(?:es)?|(?:is|are) (?:missing|lacking)|ha(?:s|ve) no)"
    rf" (?:the|an?|its|their|any|our) [\w{MASK}-]+(?: [\w{MASK}-]+)?(?:[.!]*$|,? (?:which|and|as|although)\b)"
    rf"|^(?:in|on|with|under|for) [\w{MASK}./-]+(?: [\w{MASK}./-]+)? [^,;:.]*\d[^,;:.]*,? (?:and|but|while|whereas)"
    rf" (?:in|on|with|under|for) [\w{MASK}./-]+ [^;:]*\d"
)
"""What was found to be wrong or different: `both files lack the header`, `in A it begins in column 2 and in B in 3`."""
_CONCERNS: Final = Pattern(
    rf"{_LEAD}(?:(?:many|most|some|half|several|few|plenty|lots|all|both|none|one|two|three|\d+)(?: of)?"
    r"|an? (?:(?:good|large|small|big|fair|great) )?(?:part|number|share|lot|handful|couple|few) of)"
    rf" (?:our|those|these|their|his|her|them|(?:the )?(?:users|customers|people|team)) (?:[\w{MASK}'-]+ ){{0,4}}?"
    r"(?!not\b)[a-z]+\b"
    rf"|{_LEAD}(?:her|his|their) (?!decision|wish|verdict|veto|rule|ruling|word|answer|demand"
    rf"|condition)[\w{MASK}' -]{{2,40}}? (?:has|have|is|are|shows?|prints?|takes?|lists?|counts?)\b"
    r"(?!.*, (?:and|so) (?:he|she|they) (?:wants?|decides?)\b)"
)
"""Who is concerned, and how they are: `many of those customers are on metered plans`."""
_DAY: Final = Pattern(
    rf"{_LEAD}(?:we|i)(?:'re| are|'m| am) (?:(?:now |finally |still )?back (?:on|at|to|with|in)|(?:now "
    rf"|still )?(?:in|on|at)"
    r" the (?:middle|train|phone|airport|office|road))\b"
    r"|^(?:last|first|second|another|new) day (?:before|of|after|with|at)\b"
    rf"|{_LEAD}back (?:on|to|at|with) (?:the|our|my|that)\b[^,;:]*$"
)
"""How a day's work begins."""
_LAMENTS: Final = Pattern(
    r"^(?:(?:and|but|so|well)[\s,]+)*(?:that|this|such|these|those) (?:sort|kind|type)s? of [\w-]+\b.*"
    r"\b(?:should|ought|must) (?:(?:we|i|they|you) )?(?:have |be )?(?:found|find|caught|catch|notice|noticed|see"
    r"|seen|spot"
    r"|know|known)\b"
    r"|^(?:that|this|such|these|those) (?:sort|kind|type)s? of [\w-]+ (?:we|i|you) (?:should|ought|must)\b"
)
"""What somebody wishes had gone better."""
_AWAY: Final = Pattern(
    r"\b(?:while|when|until|till|before|as long as) (?:i'm|i am|we're|we are) (?:away|out|gone|off|back|abroad|there"
    r"|at (?:the|lunch)|on (?:the|a|holiday|vacation|leave)|asleep|travell?ing)\b"
    r"|\bi (?:want|would like|'d like) to (?:be there|see (?:it|that|them) (?:myself|first|with my own))\b"
    r"|\b(?:before|until) i (?:am|get|come) (?:back|home|there)\b"
)
"""An order that holds while a person is away."""


def begins_day(plain: str) -> bool:
    """Whether a sentence only says that the work goes on: `we are back on the export`."""
    return _DAY.match(plain) is not None


def tells(plain: str) -> bool:
    """Whether a sentence tells a story, a feeling, a fault or whom something concerns, and decides nothing."""
    if _AWAY.search(plain) or _LAMENTS.match(plain) or begins_day(plain):
        return True
    if _DEMANDS.search(plain):
        return False
    if _FEELS.search(plain) or _FOUND.match(plain) or _CONCERNS.match(plain):
        return True
    return _HAPPENED.match(plain) is not None and _SETTLES.search(plain) is None
