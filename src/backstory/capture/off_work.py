"""Sentences in the form of a decision or a rule that lay down nothing for the work: `I decided to take Friday off`.

Also those that say themselves that nothing is decided, or that leave the choice to the agent.
"""

from typing import Final

from backstory.capture.patterns import Pattern

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


def takes_note(plain: str) -> bool:
    """Whether a person who says yes only wants something noted, for others or for later: `ok, note that`."""
    return _TAKES_NOTE.search(plain) is not None


def lays_down_nothing(plain: str) -> bool:
    """Whether a sentence only looks like a decision or a rule."""
    return any(
        pattern.search(plain)
        for pattern in (_UNDECIDED, _LEAVES_IT, _PRIVATE, _NEVER_MIND, _NOT_NOW, _REGRETS, _FRAGMENT)
    )
