"""Sentences in the form of a decision or a rule that lay down nothing for the work: `I decided to take Friday off`.

Also those that say themselves that nothing is decided, or that leave the choice to the agent.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern

_DAYS: Final = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|today|the (?:day|week|afternoon))"
_UNDECIDED: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|well|so|but|and|no|hm+)[\s,.–-]+)*(?:(?:it(?:'s| is)|this is|that(?:'s| is)|we(?:'re| are|'ve"
    r"| have)?|i(?:'m| am|'ve| have)?) )?(?:(?:still )?(?:not|nothing(?:'s| is)?|haven't|undecided)(?: (?:yet|been"
    r"|really"
    r"|quite))*(?: (?:decided|settled|made up (?:my|our) minds?))|undecided)\b(?!.*\b(?:until|so)\b)"
    r"|^(?:noch )?(?:nichts?|nicht) (?:entschieden|beschlossen)|^rien n'est décidé|^todavía no (?:está )?decidido"
)
"""`Not decided, I only want to hear the trade-offs`"""
_LEAVES_IT: Final = Pattern(
    r"\b(?:whatever|whichever(?: \w+)?|what|however) (?:you|u) (?:think|like|prefer|want|feel|deem)\b"
    r"|\b(?:your|dein\w*) (?:call|choice|decision|entscheidung)[.!]*$|\bup to you\b"
    r"|\b(?:was|wie) (?:du|dir) (?:meinst|lieber|am besten)|\bcomme tu (?:veux|préfères)\b|\bcomo (?:quieras"
    r"|prefieras)\b"
)
"""`let's go with whatever you think is best`"""
_PRIVATE: Final = Pattern(
    r"\b(?:call it a (?:day|night)|take (?:\w+ )?(?:a break|a nap|a day|some time) ?(?:off)?$"
    rf"|take {_DAYS} off|(?:go|went|going) to (?:bed|sleep|lunch|the (?:gym|dentist|doctor|office))"
    r"|get (?:some )?(?:lunch|coffee|sleep|breakfast|dinner|food)"
    r"|(?:have|grab|eat|order|go with|go for|start with) (?:lunch|pizza|coffee|dinner|breakfast|sushi|tacos|a beer"
    r"|a coffee|something to eat)|meeting room|day off|work from home|home office|feierabend|mittagspause)\b"
    r"|^(?:(?:ok(?:ay)?|so|please|just)[\s,]+)*(?:interrupt|pause|stop) (?:the whole thing|everything|here|it"
    r"|for (?:now|today))\b.{0,40}$"
)
"""What people do beside the work."""
_NEVER_MIND: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|so|and|but)[\s,]+)*(?:never ?mind|don't (?:worry|bother)|do not worry|no worries|vergiss es"
    r"|peu importe|no te preocupes)\b(?!.*\b(?:instead|use|keep|we (?:use|keep|go))\b)"
)
_NOT_NOW: Final = Pattern(
    r"^i(?:'d| would) (?:rather|prefer|like|love)\b.*\bbut (?:let's |we |i )?(?:not|don't|won't|leave|later|another)\b"
    r"(?!.*\binstead\b)"
)
"""`I'd rather have one file, but let's not touch that now`"""
_REGRETS: Final = Pattern(
    r"\b(?:should|could|would) (?:never|not|always|only) have \w+(?:ed|en|ne|wn|ept|id|ade|old|ut)\b"
    r"|\bshould(?:n't|ve|'ve) (?:have )?(?:never )?\w+ed\b.*\bwhat (?:were|was)\b"
    r"|^(?:always|never|immer|toujours|siempre) (?:a (?:pleasure|joy|good|nice)|nice|good|great|fun|happy|glad|funny"
    r"|sad|cool"
    r"|interesting|schön|gut|un plaisir|bueno)\b"
    r"|^i (?:never|always|don't|do not|hardly) (?:use|have|run|touch|work (?:on|with)|own)\b[^,;]*, so i\b"
)
"""`we should never have merged that`, `always nice to see green tests`: what people feel about what was."""


_FRAGMENT: Final = Pattern(
    r"^(?:(?:right|yes|ok(?:ay)?|true|sure|fair|but|and)[\s,]+)*not (?:in|on|for|with) (?:this|that|these"
    r"|our) \w+[.!]*$"
    r"|^[^,;:?]{2,30},? and nothing else[.!]*$"
)
"""A part of a sentence that names no rule: `not in this repo`, `fake timers, and nothing else`."""
_TAKES_NOTE: Final = Pattern(
    r"\b(?:note (?:that|it|this)(?: down)?|keep (?:that|it) in mind|not (?:our|my|us|now|here|yet|today)|(?:later"
    r"|another time"
    r"|some (?:day|time)))\b|\bfor (?:the|another|a different|their) [\w-]+ (?:repo|repository|project|team|ticket"
    r"|pr)\b"
    r"|\b(?:notier|merk)\w* (?:das|es|dir)\b|\bnicht (?:unser|mein|jetzt|hier|heute)\w*\b|\bpas (?:notre|maintenant"
    r"|ici)\b"
)


_GOES_ON: Final = Pattern(
    r"^(?:(?:no|ok(?:ay)?|yes|yeah|please|just|fine|so|and|then)[\s,.]+)*(?:keep (?:going|at it|on)|carry on|go on"
    r"|take your time|mach (?:ruhig )?weiter|lass dir zeit|prends ton temps|tómate tu tiempo)\b(?! (?:with|using|by)\b)"
    r"(?!.*\b(?:instead|always|never|until|as long|but|only|don't|not to)\b)"
)
"""An order that only says to go on: `keep going, nobody is waiting`."""
_LEAVES: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|so|no|please|sorry|well|and|hm+)[\s,.]+)*(?:i(?:'ve| have|'m)? )?(?:gotta|got to|have to|need to"
    r"|must|muss|dois) (?:run|go|leave|dash|catch|sleep|pick (?:up )?(?:my|the)|los|weg|partir)\b"
    r"(?! \w*(?:with|for|through)\b)"
    r"|^(?:(?:ok(?:ay)?|so|no|please|well|and|hm+|let's|just)[\s,.]+)*(?:leave|park|continue|finish|pick up|do|stop"
    r"|lass\w*|mach\w*) (?:(?:it|this|that|here|there|the rest|everything|das|es|wir)[ ,]+)*(?:(?:for|on|until|till"
    rf"|bis) )?(?:{_DAYS}|later|tonight|next week|morgen|montag)\b(?=[.,;!]|$)"
    r"(?!.*\b(?:because|since|release|deploy\w*|merge[sd]?|customers?|users?)\b)"
)
"""`gotta run, continue tomorrow`, `leave it for tomorrow, I have to pick up my son`"""
_GUESSES: Final = Pattern(
    r"\bi (?:guess|think|suppose|believe)\b[^.;]*?[,;.–—-]+ ?(?:but )?(?:please |can you |pls )?(?:check|verify|confirm"
    r"|have a look|take a look|look it up|correct me|right)\b[^,;]{0,24}$"
)
"""`so you only need it there I guess, check`"""
_HAS_NONE: Final = Pattern(
    r"^(?:i(?:'d| would)|ich würde) [^;]{3,100}?,? (?:but|aber) (?:i|we|it|there|the|my|our|they|nobody|ich|wir|es|das"
    r"|mein\w*)(?:'s|'m|'re)? [^;]*?(?:\b(?:none|no|not|cannot|broken|gone|at home|elsewhere|kein\w*|nicht)\b|n't\b)"
    r"(?!.*\b(?:so|instead|then|let's|use)\b)(?<!must not)(?<!should not)(?<!may not)(?<!shouldn't)"
    r"(?<!mustn't)(?<!don't)"
)
"""`I would use a debugger here but I have none at hand`"""
_BITES: Final = Pattern(
    r"^(?!.*\b(?:must|should|shall|always|never (?!got|had|saw|came)|don't|do not|so (?:we|it|please|let|use|keep|from)"
    r"|let's|use|keep|please|instead|has to|have to|decided|agreed)\b)"
    r".*[,;–—-] (?:and )?(?:that|this|which|it) (?:has |already |just |really )*"
    r"(?:bit|bites|bitten|hit|burn(?:ed|t)|stung|cost|hurt) (?:us|me|our|my|a customer|customers|users)\b"
)
"""`it waits forever, that bit us in prod`: what went wrong, and why somebody asks."""


def takes_note(plain: str) -> bool:
    """Whether a person who says yes only wants something noted, for others or for later: `ok, note that`."""
    return _TAKES_NOTE.search(plain) is not None


def lays_down_nothing(plain: str) -> bool:
    """Whether a sentence only looks like a decision or a rule."""
    return any(
        pattern.search(plain)
        for pattern in (
            _UNDECIDED,
            _LEAVES_IT,
            _PRIVATE,
            _NEVER_MIND,
            _NOT_NOW,
            _REGRETS,
            _FRAGMENT,
            _GOES_ON,
            _LEAVES,
            _GUESSES,
            _HAS_NONE,
            _BITES,
        )
    )
