"""Finds numbers that open something where other words stand between: `the code that I got by sms is ...`.

Two words have to name what the number opens and that it opens it, such as a door and a code, in the clause of the
number. A number for something else has a word for that right before it, or a unit behind.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span

FARTHEST: Final = 8
"""Words between what a number opens and the number at most."""
_ONCE: Final = (
    rb"(?:by[ ]sms|(?:via|per|par|por|via)[ ]sms|sms|authenticator|[2m]fa|t?otp|one[- ]?time|verification|"
    rb"verifizierung\w*|best\xc3\xa4tigungs\w+|einmal-?\w+|"
    rb"v\xc3\xa9rification|verificaci\xc3\xb3n|verifica\xc3\xa7\xc3\xa3o|verifica|verificatie|log[- ]?in[ ]code)"
)
_DOORS: Final = (
    rb"(?:doors?|gate|alarm|keypad|safe|padlock|lock(?:box|er)|garage|cage|elevator|voicemail|entrance|turnstile|barrier|"
    rb"t\xc3\xbcr|tor|alarmanlage|tresor|schloss|schranke|porte|portail|alarme|coffre|puerta|alarma|caja[ ]fuerte|"
    rb"porta|cancello|allarme|cassaforte|deur|poort|kluis)"
)
_OPENING: Final = Pattern(
    rb"(?i)\b(?:pass)?code\b|t\xc3\xbcrcode|\bpin\b|\bcombination|\bcombo\b|\bopens?\b|\bkombination|\b\xc3\xb6ffnet|\bgeht\b|"
    rb"\bc\xc3\xb3digo|\bcodice|\bouvre|\babre|\bapre|\bkeypad\b"
)
_SAYS: Final = Pattern(
    rb"(?i)code|\b(?:t?otp|pin|tan)\b|authenticator|\bc\xc3\xb3digo|\bcodice|passwor[dt]|\bkennwort|\bmot[ ]de[ ]passe"
)
_END: Final = rb"(?:[^\w./:%-]|[.:](?:\s|$)|-[ ]|$)"
ONCE: Final = Pattern(
    rb"(?i)(?:^|[^\w./@-])" + _ONCE + rb"\b([^\n.!?;]{0,80}?)[ :(\"'`]"
    rb"([0-9]{6,8}|[0-9]{3}[ -][0-9]{3}|[A-Z]*[0-9][A-Z0-9]{1,3}-[A-Z0-9]{3,4})" + _END
)
"""Groups: what stands between, and the number."""
DOOR: Final = Pattern(
    rb"(?i)(?:^|[^\w./@-])(?:haus|keller|eingangs|garagen|hof|server)?"
    + _DOORS
    + rb"-?(?:code)?\b([^\n.!?;]{0,60}?)[ :(\"'`]"
    rb"([0-9]{4,6}[#*A-D]?|[0-9]{2}-[0-9]{2}-[0-9]{2})" + _END
)
"""The same for what opens a door."""
_COUNTED: Final = Pattern(
    rb"(?i)(?:\b(?:port|line|row|page|issue|ticket|pr|id|user|users|build|job|run|version|commit|error|year|since|until|"
    rb"in|zeile|seite|fehler|jahr|nach|after|about|over|than|of|up[ ]to|max|min|least|most|room|raum|timeout|ttl|"
    rb"status)|[#$=<>])[ ]?\z"
)
"""What stands before a number of something else."""
_UNIT: Final = Pattern(
    rb"(?i)[ ]?(?:%|ms|s\b|sec|min|hours?|days?|bytes?|kb|mb|rows?|lines?|users?|times|characters|chars|digits?|"
    rb"stellen|zeichen|sekunden|minuten|requests?|messages?|[a-z]*ops\b|accounts?|attempts?|sms\b|euro?s?|usd|dollars)"
)
"""What stands behind a number of something else."""


def find_near_code(text: bytes, start: int, end: int) -> Iterator[Span]:
    """Yields the number in a part of a text that its words make one that opens something."""
    for pattern, opening, name in ((ONCE, _SAYS, "login-code"), (DOOR, _OPENING, "pin")):
        groups = pattern.find(text, start, end)
        if not groups:
            continue
        first, last = groups[2]
        between = text[slice(*groups[1])]
        clause = text[groups[0][0] : first]
        value = text[first:last]
        if len(between.split()) > FARTHEST or not opening.within(text[max(start, groups[0][0] - 32) : first]):
            continue
        if _COUNTED.within(clause) or _UNIT.begin(text, last, min(len(text), last + 16)) >= 0:
            continue
        if value.endswith(b"000") or not any(char in DIGITS for char in value) or _YEAR.whole(value):
            continue
        if (not value[:1].isdigit() and not value.isupper()) or (_TIME.whole(value) and _AT.within(clause)):
            continue
        yield Span(first, last, name)
        return


_TIME: Final = Pattern(rb"[0-2][0-9][0-5][0-9]")
_AT: Final = Pattern(rb"(?i)\b(?:at|um|ab|\xc3\xa0|from|to|till|bis|a las|alle)[ ]\z")
_YEAR: Final = Pattern(rb"(?:19|20)[0-9]{2}|[0-9]{3}-[0-9]{4}")
