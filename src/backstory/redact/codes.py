"""Finds numbers and codes that open something: the PIN of a door or a card, and lists of backup codes.

The look of a number says nothing, so a word has to name what it opens. The first code of a list shows the form of the
others: as many characters in as many groups.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.near_codes import find_near_code
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span

_LISTED: Final = (
    rb"(?:(?:backup|recovery|rescue|emergency|scratch|one[- ]?time(?:[- ]backup)?|[2m]fa|"
    rb"two[- ]factor)[ -]?(?:pass)?codes?|"
    rb"(?:wiederherstellungs|notfall|ersatz|einmal)-?codes?|codes?[ ]de[ ](?:r\xc3\xa9cup\xc3\xa9ration|secours)|"
    rb"c\xc3\xb3digos?[ ]de[ ](?:recuperaci\xc3\xb3n|respaldo|emergencia))"
)
_OPENED: Final = (
    rb"(?:door|gate|alarm|safe|entry|garage|lock|lockbox|building|house|keypad|vault|elevator|"
    rb"t\xc3\xbcr|tor|alarmanlage|haust\xc3\xbcr|tresor|safe|garage|keller|eingang|"
    rb"porte|portail|immeuble|alarme|coffre|garage|puerta|alarma|caja|portal|entrada|garaje)"
)
_PIN: Final = rb"(?:(?:code[ ])?pin(?:[ -]?(?:code|number|nummer))?|puk|passcode|geheimzahl|(?:handy|karten|sim)-?pin)"
_CODED: Final = (
    rb"(?:" + _OPENED + rb"[ -]?(?:code|pin|combo|combination|keypad)|unlock[ ]code|keypad|digicode|(?:safe|"
    rb"lock)?[ ]?combo|puk|"
    rb"(?:code|c\xc3\xb3digo)[ ](?:for|of|to|f\xc3\xbcr|von|vom|de|du|del|pour|para)"
    rb"(?:[ ](?:the|my|our|die|der|den|das|la|le|el|l'))?[ ']?" + _OPENED + rb")"
)  # fmt: skip
ANNOUNCED: Final = Pattern(
    rb"(?i)(" + _LISTED + rb")|(?:\b(?:pin|puk|passcode|keypad|digicode|combo|t?otp|"
    rb"geheimzahl|tan|authenticator|doors?|gate|alarm|padlock|cage|safe|"
    rb"lockbox|garage|voicemail|turnstile|tresor|alarmanlage)|(?:one[- ]?time|einmal)[ -]?pass\w+|code|"
    rb"c\xc3\xb3digo|codice)s?\b[^\n]*?[0-9]|"
    rb"[0-9]{4}[ ](?:is|as|ist|als|est|es|comme|como)[ ](?:your|the|my|ihre?|deine?|votre|ton|tu|su)[ ]"
)
"""A word for a list of codes (the group) or for a number that opens something, up to the first digit after it."""
WORD: Final = Pattern(rb"(?i)\b(" + _CODED + rb")\b|\b(" + _PIN + rb")\b")

_COPULA: Final = (
    rb"(?:[ ]?[:=]|'s|[ ](?:is|was|ist|lautet|est|es|\xc3\xa9|to|\xe2\x80\x94|\xe2\x80\x93|-|->|\xe2\x86\x92)"
    rb"(?:[ ](?:now|still|set to|jetzt))?:?)"
)
_NUMBER: Final = rb"[\"'`*]*([0-9]{4,8}#?|[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{2,3}[A-D][0-9]{2,3})[\"'`*]*"
_ENDS: Final = (
    rb"(?:[.,;!?)](?:\s|$)|[ \t]*(?:\r?\n|\\n|$)|[ ](?:and|or|if|in case|please|lol|btw|to|und|oder|bitte|et|ou|y|o|"
    rb"\xe2\x80\x94|\xe2\x80\x93|\(|so|but|for)\b|[ ]\()"
)
_WHOSE: Final = (
    rb"(?:[ ]\([^()\n]{1,30}\)|[ ](?:for|of|to|on|f\xc3\xbcr|vom|von|zum|zur|de|du|del|para|pour|der|des|meine[rs]|"
    rb"deine[rs]|unsere[rs]|seine[rs]|ihre[rs])"
    rb"(?:[ ](?:the|my|our|your|his|her|this|that|die|der|den|das|la|le|el|mi|ma|mon))?"
    rb"(?:[ ][\w\x80-\xff'-]{2,20}){1,3}?)"
)
_ONE_TIME: Final = (
    rb"(?:(?:t?otp|[2m]fa|two[- ]factor|verification|authenticat(?:or|ion)|one[- ]?time|log[- ]?in|sign[- ]?in|sms|"
    rb"security|confirmation)[ -](?:pass)?(?:code|pin|token|password)|t?otp|tan|einmal-?(?:code|passwort|kennwort)|"
    rb"2fa-code|"
    rb"(?:best\xc3\xa4tigungs|sicherheits|anmelde)code|"
    rb"c\xc3\xb3digo[ ](?:2fa|de[ ](?:verificaci\xc3\xb3n|seguridad|acceso))|"
    rb"code[ ](?:2fa|de[ ](?:v\xc3\xa9rification|s\xc3\xa9curit\xc3\xa9|confirmation))|"
    rb"code[ ](?:from|in|of|aus|von)[ ](?:the|my|your|der|meiner)[ ](?:authenticator|(?:2fa[ ])?app|sms|text))"
)
"""What opens an account once."""
_SIX: Final = rb"[\"'`*]{0,2}([0-9]{6,8}|[0-9]{3}[ -][0-9]{3})[\"'`*]{0,2}(?:[^\w./:%-]|[.:](?:\s|$)|$)"
ONE_TIME: Final = Pattern(
    rb"(?i)(?:^|[^\w./-])(?:--)?(?:"
    + _ONE_TIME
    + rb")(?:[ ](?:for|of|f\xc3\xbcr|pour|para)[ ][\w\x80-\xff-]+(?:[ ][\w\x80-\xff-]+){0,2}?)?"
    rb"(?:(?:" + _COPULA + rb")[ \t]*|[ ])" + _SIX
)
"""A word for a code that opens an account once, and the code."""
ONE_TIME_AHEAD: Final = Pattern(
    rb"(?i)(?:^|[^\w.])(?:[A-Z]-)?([0-9]{4,8}|[0-9]{3}[ -][0-9]{3})[ ](?:is|as|ist|als|est|es|comme|como)[ ]"
    rb"(?:your|the|my|ihre?|deine?|votre|ton|tu|su)[ ](?:[\w\x80-\xff.-]+[ ]){0,3}?" + _ONE_TIME + rb"\b"
)
"""A code and, after it, what it opens once."""
_ROUND: Final = b"000"
"""The end of a number of things."""
CODE_GIVEN: Final = Pattern(rb"(?i)" + _WHOSE + rb"?(?:" + _COPULA + rb")?[ \t]+" + _NUMBER + _ENDS)
"""From a word for what opens a door to its number."""
PIN_OF: Final = Pattern(rb"(?i)" + _WHOSE + rb"(?:" + _COPULA + rb")?[ \t]+" + _NUMBER + _ENDS)
"""From a word for a PIN, and what it opens, to the number."""
PIN_IS: Final = Pattern(rb"(?i)" + _COPULA + rb"[ \t]*" + _NUMBER + _ENDS)
PIN_BESIDE: Final = Pattern(rb"(?i)[ ]" + _NUMBER + _ENDS)
_OWNED: Final = Pattern(
    rb"(?i)(?:\b(?:my|our|your|his|her|the|door|card|sim|bank|phone|tablet|alarm|enter|entered|mein|dein|unser|"
    rb"die|le|mon|"
    rb"votre|el|mi|su)|(?:^|\n)[ \t>*-]*)[ ]?\z"
)
OF_PARTS: Final = Pattern(
    rb"(?i)\b(?:gpio|connector|header|led|board|uart|socket|chip|port|version|release|package|depend\w*|commit|bus|"
    rb"clock|reset|build|tests?|screen|dialog|handler|page|error|status|exit|http|zip|country|postal|line)\b"
)
"""Words for the owners of other pins and codes, such as those of electronics."""
_YEAR: Final = Pattern(rb"(?:19|20)[0-9]{2}")
SHORTEST_CODE, LONGEST_CODE = 4, 24
WINDOW: Final = 1200
"""Bytes after the word for a list that may hold its codes."""
HEAD: Final = 90
"""Most bytes between the word and the first code."""
_CODE: Final = Pattern(rb"[A-Za-z0-9]{3,24}(?:-[A-Za-z0-9]{3,12}){0,7}")
_FILLER: Final = Pattern(
    rb"(?i)(?:[\s,;|`\"'*>()\[\]\xe2\x80\x93\xa2-]|[0-9]{1,2}[.):]?(?:[ \t|])|\band\b|\bund\b|\bet\b|\by\b|"
    rb"\bor\b|\banother\b|"
    rb"\bcode\b|&|\\n|used)*\.?"
)
"""What stands between two codes of a list."""


def find_codes(text: bytes, start: int, end: int) -> Iterator[Span]:
    """Yields numbers that open something, and lists of codes."""
    position = start
    while groups := ANNOUNCED.find(text, position, end):
        first, reach = groups[0]
        position = max(reach, first + 1)
        if groups[1][0] >= 0:
            codes = list(_find_list(text, reach, min(end, reach + WINDOW)))
            yield from codes
            if codes:
                continue
        line = max(start, text.rfind(b"\n", max(start, first - 48), first) + 1, first - 48)
        numbers = list(_find_number(text, line, first, min(end, reach + BEFORE_END)))
        yield from numbers or find_near_code(text, line, min(end, reach + BEFORE_END))


BEFORE_END: Final = 32
"""Bytes from the first digit of a number to the end of its clause."""


def _find_number(text: bytes, line: int, first: int, end: int) -> Iterator[Span]:
    """The number that the words in `text[line:end]` announce. The first word stands at `first` or before it."""
    for pattern, limit in ((ONE_TIME, end), (ONE_TIME_AHEAD, min(len(text), end + BEHIND))):
        number = pattern.find(text, line, limit)
        if number and not text[slice(*number[1])].endswith(_ROUND) and not _is_function(text, number):
            yield Span(*number[1], "login-code")
            return
    for groups in WORD.each(text, line, end):
        last = groups[0][1]
        before = text[max(line, groups[0][0] - 40) : groups[0][0]]
        if OF_PARTS.within(before):
            continue
        if groups[1][0] >= 0:
            number = CODE_GIVEN.at(text, last, end)
        else:
            number = _find_pin(text, before, last, end)
        if number and not OF_PARTS.within(text[last : number[1][0]]):
            yield Span(*number[1], "pin")
            return


BEHIND: Final = 64
"""Bytes behind a code in which stands what it opens."""


def _is_function(text: bytes, number: list[tuple[int, int]]) -> bool:
    """Whether `tan` in small letters is one of mathematics."""
    return _TANGENT.begin(text, number[0][0], number[1][1]) >= 0


_TANGENT: Final = Pattern(rb"[^\w]?(?:-)*tan[ =]")


def _find_pin(text: bytes, before: bytes, last: int, end: int) -> list[tuple[int, int]] | None:
    """A number after the word for a PIN. A number right beside the word counts only if the word has an owner."""
    number = PIN_OF.at(text, last, end) or PIN_IS.at(text, last, end)
    if number:
        return None if _YEAR.whole(text[slice(*number[1])]) and b":" not in text[last : number[1][0]] else number
    number = PIN_BESIDE.at(text, last, end)
    return number if number and _OWNED.within(before) and not _YEAR.whole(text[slice(*number[1])]) else None


def _find_list(text: bytes, last: int, end: int) -> Iterator[Span]:
    """The codes of a list: those with the form of the first, with only separators between them."""
    first = _find_first_code(text, last, end)
    if not first:
        return
    places = [first]
    shape = _shape(text[slice(*first)])
    position = first[1]
    while position < end:
        gap = max(position, _FILLER.begin(text, position, end))
        code = _CODE.at(text, gap, end) if gap > position else None
        if not code or _shape(text[slice(*code[0])]) != shape or _goes_on(text, code[0][1]):
            break
        places.append(code[0])
        position = code[0][1]
    drawn = sum(any(char in DIGITS for char in text[a:b]) for a, b in places)
    if len(places) < 2 or 2 * drawn < len(places) or _is_of_numbers(text, places):
        return
    for place in places:
        yield Span(*place, "login-code")


def _find_first_code(text: bytes, last: int, end: int) -> tuple[int, int] | None:
    """The first code after the word for a list."""
    for ((first, stop),) in _CODE.each(text, last, min(end, last + HEAD + LONGEST_CODE)):
        if first - last > HEAD:
            return None
        value = text[first:stop]
        joined = value.replace(b"-", b"")
        if (
            text[first - 1 : first] in _JOINTS
            or _goes_on(text, stop)
            or not SHORTEST_CODE <= len(joined) <= LONGEST_CODE
        ):
            continue
        is_grouped = b"-" in value and len({len(part) for part in value.split(b"-")}) == 1
        if any(char in DIGITS for char in value) or (is_grouped and text[:first].rstrip(b" \t")[-1:] in _BEFORE_ITEM):
            return first, stop
    return None


_JOINTS: Final = (b"_", b".", b"/", b"#", b"-", b"@", b"=", b"$")
_BEFORE_ITEM: Final = (b"\n", b".", b")", b"-", b"*", b"|", b">")


def _goes_on(text: bytes, last: int) -> bool:
    """Whether a word is part of a longer one: of a name, a path, a version."""
    after = text[last : last + 2]
    return after[:1] in (b"_", b"/", b"@", b"=", b"-", b"%") or (after[:1] in (b".", b":") and after[1:].isalnum())


def _shape(value: bytes) -> tuple[int, ...]:
    """How many characters each group of a code has."""
    return tuple(map(len, value.split(b"-")))


def _is_of_numbers(text: bytes, places: list[tuple[int, int]]) -> bool:
    """Whether a list is one of years, dates, or numbers too short for codes."""
    values = [text[slice(*place)] for place in places]
    if all(map(_YEAR.whole, values)) or all(map(_DATE.whole, values)):
        return True
    return all(value.isdigit() and len(value) < 6 for value in values) and len(values) < 4


_DATE: Final = Pattern(rb"(?:19|20)[0-9]{2}-[0-9]{2}-[0-9]{2}|[0-9]{2}-[0-9]{2}-(?:19|20)[0-9]{2}")
