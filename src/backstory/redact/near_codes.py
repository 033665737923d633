"""Finds numbers that open something where other words stand between: `the code that I got by sms is ...`.

A sentence has to give the number: what it opens stands right before the word for a code, and the number ends the
statement. Programs have codes, gates, doors and ports too, of which none is given that way.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span

_IS: Final = rb"(?:[ ]?:|[ ](?:is|was|ist|war|lautet)(?:[ ](?:now|still|jetzt|noch))?:?)"
_END: Final = rb"[\"'`*]{0,2}(?:[.,;!)](?:\s|$)|\?|[ \t]*(?:\r?\n|\\n|$)|[ ](?:just[ ]so|so[ ]you|please|btw|bitte)\b)"
_SIX: Final = rb"[ ][\"'`*]{0,2}([0-9]{6}|[0-9]{3}[ -][0-9]{3})" + _END
ONCE: Final = Pattern(
    rb"(?i)\b(?:the|my|your|der|mein|dein)[ ]"
    rb"(?:(?:verification|confirmation|log-?in|one-time|2fa|mfa|sms|security)[ ])?(?:pass)?code"
    rb"(?:[ ](?:that[ ]|which[ ])?(?:i|we|you)(?:[ ](?:just|have|now))?[ ](?:got|received|get)(?:[ ](?:just|now))?)?"
    rb"[ ](?:by|via|per|in|from|with|aus)(?:[ ](?:the|my|an?|der|meiner))?[ ]"
    rb"(?:sms|text|e?-?mail|authenticator|app|phone|device|handy)"
    rb"(?:" + _IS + rb"|[ ](?:says|shows|reads|sagt|zeigt):?)" + _SIX
)  # fmt: skip
"""A code that came by a message, up to the end of the statement. Group: the number."""
RECEIVED: Final = Pattern(
    rb"(?i)\b(?:(?:otp|tan|pin|passcode)(?:[ ]code)?|(?:2fa|mfa|sms|log-?in|one-time)[ ](?:code|password))[ ]"
    rb"(?:that[ ]|which[ ])?(?:i|we|you|they|he|she)(?:[ ](?:just|have|had|now|was|were|been)){0,2}[ ]"
    rb"(?:got|get|received|given|sent|texted|gave|entered|typed|used|use|chose|set)"
    rb"(?:[ ](?:me|us|to[ ]me|just[ ]now|today|for[ ][\w-]{2,20})){0,2}" + _IS
    + rb"[ ][\"'`*]{0,2}([0-9]{4,8}|[0-9]{3}[ -][0-9]{3})" + _END + rb"|"
    rb"\b(?:my|meine|deine|ma|mi)[ ](?:otp|tan)" + _IS + rb"[ ][\"'`*]{0,2}([0-9]{6,8}|[0-9]{3}[ -][0-9]{3})" + _END
)  # fmt: skip
"""A number that somebody was given for a login or a card. Groups: the number, of either form."""
AUTHENTICATOR: Final = Pattern(
    rb"(?i)\bauthenticator(?:[ ]app)?[ ](?:shows|says|displays|gives|zeigt|sagt)(?:[ ](?:me|now|gerade|jetzt|mir))?"
    rb"(?:[ ]the[ ]code)?:?" + _SIX
)
PARTED: Final = Pattern(
    rb"(?i)\b(?:one-time|sms|2fa|mfa|log-?in|verification)[ ](?:pass)?code" + _IS + rb"[ ][\"'`*]{0,2}"
    rb"((?-i:[A-Z]{0,3}[0-9][A-Z0-9]{0,3}-[A-Z0-9]{3,4}))" + _END
)
"""A code of two parts behind a word for codes that open once."""
_THING: Final = (
    rb"(?:(?:(?:server|front|back|office|entrance|cage|rack|main|cellar|garage|warehouse|room)[ ])*door|gate|"
    rb"(?:burglar[ ])?alarm|safe|padlock|lockbox|garage|elevator|voicemail|turnstile|barrier|"
    rb"(?:haus|keller|eingangs|garagen|hof)?t\xc3\xbcr|hoftor|alarmanlage[n-]?|tresor|schlie\xc3\x9ffach)"
)
_NUMBER: Final = rb"[\"'`*]{0,2}([0-9]{4,6}[#*A-D]?|[0-9]{2}-[0-9]{2}-[0-9]{2})"
DOOR: Final = Pattern(
    rb"(?i)(?:^|[.,;:!?(\n][ ]?|\b(?:the|my|our|your|der|die|das|mein|unser)[ ](?:server[ ]room[ ])?)"
    + _THING
    + rb"(?:"
    rb"(?:[ -]?(?:access|entry|entrance))?[ -]?(?:pass)?code(?:[ ](?:at[ ](?:the|our|my)|am|im|beim|an[ ]der)"
    rb"(?:[ ][\w\x80-\xff-]{2,20}){1,2}?)?" + _IS + rb"[ ]|"
    rb"[ ](?:(?:opens|unlocks|\xc3\xb6ffnet)[ ](?:with|by|mit)|geht[ ](?:auf[ ])?mit)[ ]"
    rb"(?:(?:the[ ]|dem[ ])?code[ ])?"
    rb")" + _NUMBER + _END
)
"""What opens a door, up to the end of the statement. Group: the number."""
ACCESS: Final = Pattern(
    rb"(?i)\b(?:voicemail|door|gate|alarm)[ ](?:access|entry)[ ]code[ ]" + _NUMBER + rb"(?:[ ]for[ ](?:the|our|my)[ ]|"
    + _END + rb")"
)  # fmt: skip
"""The same with the number right behind the word."""
KEYPAD: Final = Pattern(
    rb"(?i)\bthe[ ](?:(?:door|gate|alarm)[ ])?(?:keypad|alarm[ ]panel)"
    rb"(?:[ ](?:at|on|of)[ ](?:the|our)[ ][\w-]{2,20})?[ ](?:needs|wants|accepts)[ ]"
    + _NUMBER
    + rb"(?:"
    + _END
    + rb"|[ ]as[ ](?:its|the)[ ]code\b)"
)
_YEAR: Final = Pattern(rb"(?:19|20)[0-9]{2}|[0-9]+000")


def find_near_code(text: bytes, start: int, end: int) -> Iterator[Span]:
    """Yields the number in a part of a text that a sentence gives as one that opens something."""
    for pattern, name in (
        (ONCE, "login-code"),
        (RECEIVED, "login-code"),
        (AUTHENTICATOR, "login-code"),
        (PARTED, "login-code"),
        (DOOR, "pin"),
        (ACCESS, "pin"),
        (KEYPAD, "pin"),
    ):
        groups = pattern.find(text, start, end)
        place = next((group for group in groups[1:] if group[0] >= 0), None) if groups else None
        if place and not _YEAR.whole(text[slice(*place)]):
            yield Span(*place, name)
            return
