"""Passwords of a word and a digit or two that stand right beside the word for one: `my password walnut7 expires`.

Such a value looks like the name of a field or a host. So it counts only where it touches the word for a password, or
where a sentence says of it that it is one: `walnut7 should be the password of the demo`. The sentence may go on.
"""

from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.looks import is_slight_password
from backstory.redact.patterns import Pattern
from backstory.redact.public_places import is_type_or_algorithm
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import FOR_PASSWORDS, OWNED_BEFORE, SPOKEN_THINGS
from backstory.redact.words import SENTENCE

_VALUE: Final = rb"[\"'`*]{0,2}([A-Za-z][A-Za-z0-9]*[0-9][A-Za-z0-9]{0,3}[!?#$%&*+@]?)[\"'`*]{0,2}"
_BESIDE: Final = Pattern(
    rb"[ ]" + _VALUE + rb"(?:[.,;:!?)]*(?:\r?\n|\\n|$)|[.,;:!?)]+[ ]|[ ]([A-Za-z\x80-\xff-]*)(?:[^(=]|$))"
)
"""From the end of a word for a password to the value, and the word that follows."""
_IS: Final = (
    rb"(?:is|was|(?:should|must|might|may|could|will|used[ ]to)[ ]be|ist|war|est|\xc3\xa9tait|es|era|c'est|"
    rb"\xc3\xa9|\xc3\xa8)"
    rb"(?:[ ](?:still|now|actually|probably|noch|jetzt|immer[ ]noch|toujours|todav\xc3\xada|ahora))?"
)
_SERVES: Final = (
    rb"(?:(?:(?:is|was)[ ])?(?:used|set|entered|typed|hard-?coded|configured|stored)[ ])?(?:as|als|comme|como)"
)
_OWNER: Final = (
    rb"(?:the|my|our|your|his|her|its|their|this|that|das|dein|mein|unser|euer|ihr|sein|le|mon|ton|votre|notre|son|"
    rb"la|mi|tu|su|nuestra|minha|a)"
)
AHEAD: Final = Pattern(
    rb"(?i)(?:^|[\s(])" + _VALUE + rb",?[ ](?:(" + _IS + rb")|" + _SERVES + rb")[ ](" + _OWNER + rb"[ ])?"
    rb"(?:[\w\x80-\xff-]{1,24}[ ]){0,2}?\z"
)
"""A value that is said to be what the word at the end names. Groups: the value, the verb, whose it is."""
_GOES_ON: Final = Pattern(
    rb"(?i)[\"'`*]{0,2}(?:[.,;:!?)]*(?:\r?\n|\\n|$)|[.,;:!?)]+[ ]|[ ](?:for|of|on|to|from|in|at|before|after|until|and|"
    rb"but|so|that|which|we|i|you|he|she|they|now|again|f\xc3\xbcr|von|vom|der|des|auf|im|in|und|aber|den|eingegeben|"
    rb"benutzt|genommen|gesetzt|verwendet|pour|de|du|des|sur|qui|que|et|mais|para|del|en|y|pero|\xe2\x80\x94|-)\b)"
)
"""What stands behind the word where it is the last of a clause, and no part of a name: not `the password server`."""
_FREQUENT: Final = Pattern(
    rb"(?i)(?:test(?:er|ing|user)?|user|admin|guest|demo|root|client|sample|example)[0-9]{2,6}!?"
)
"""Names of accounts that serve as their passwords."""
_USED: Final = Pattern(
    rb"(?i)([0-9]{1,6}[!?.#]?)[\"'`]?[ ]is[ ]what[ ](?:i|we|he|she|they|you)\b|"
    rb"([0-9]{3,6}[!?.#]?)[\"'`]?[ ](?:worked\b|works\b|(?:did|does)(?:[ ]not|n't)[ ]work|"
    rb"no[ ]longer[ ]works|(?:was|got|is)[ ](?:rejected|accepted|refused)|let[ ](?:me|us)[ ]in|"
    rb"hab(?:e|en)?[ ](?:ich|wir)\b|(?:geht|ging)[ ]nicht|ne[ ](?:marche|passe)|(?:ya[ ])?no[ ](?:funciona|sirve)|"
    rb"es[ ]lo[ ]que[ ]|c'est[ ]ce[ ]que[ ])"
)
"""From the end of a word for a password with a number to what says that it was given as one."""
_USING: Final = Pattern(
    rb"(?i)\b(?:i|we|he|she|they)(?:'ve|[ ]have|[ ]just|[ ]had)?[ ]"
    rb"(?:used|tried|typed|entered|chose|picked|set[ ]it[ ]to)[ ][\"'`]?\z"
)
_NUMBER: Final = Pattern(rb"([0-9]{3,6}[!?#]?)[\"'`]?(?:[.,;:)]|[ ]|\r?\n|$)")
_JOINTS: Final = b".-_$@</\\#=:\"'`(["


def find_slight_password(text: bytes, start: int, last: int, end: int) -> Span | None:
    """The value beside the word for a password at `start` to `last`, before it, or the word itself with a number."""
    near = text[max(0, start - LONGEST) : last + LONGEST]
    if near == near.translate(None, DIGITS):
        return None
    if text[start - 1 : start].isalnum() or text[start:last].lower() not in FOR_PASSWORDS:
        return None
    limit = min(end, last + LONGEST)
    line = max(0, start - LONGEST, text.rfind(b"\n", max(0, start - LONGEST), start) + 1)
    before = text[line:start]
    if text[last : last + 1].isdigit():
        return _find_used(text, start, last, before, limit)
    if before[-1:] == b" " and before != before.translate(None, DIGITS):
        span = _find_ahead(text, line, before, last, limit)
        if span:
            return span
    if text[last : last + 1] != b" " or (before and before[-1] in _JOINTS):
        return None
    if text[start:last].lower() in _VERBS and not OWNED_BEFORE.within(before[-24:]):
        return None
    groups = _BESIDE.at(text, last, limit)
    if not groups or text[slice(*groups[2])].lower() in _THINGS:
        return None
    return _judge(text, groups[1])


_THINGS: Final = frozenset(
    b"policy policies rule rules field fields input inputs prompt reset resets page pages form forms screen"
    b" dialog modal column columns table hash hashes hashing validator validation generator manager login"
    b" flow logic test tests bug bugs issue error errors step steps endpoint server service host module"
    b" helper check checks box line string text link label mail option flag argument parameter variable"
    b" value type class function method file files".split()
)
"""What makes a name of the word before it: `password step2 page`."""
LONGEST: Final = 96
"""Bytes before and behind the word that are read."""
_VERBS: Final = (b"pass", b"pwd")


def _find_ahead(text: bytes, line: int, before: bytes, last: int, limit: int) -> Span | None:
    groups = AHEAD.find(before, 0, len(before))
    if not groups or _GOES_ON.begin(text, last, limit) < 0:
        return None
    first, stop = groups[1]
    place = (line + first, line + stop)
    if groups[2][0] >= 0 and groups[3][0] >= 0 and _FREQUENT.whole(before[first:stop]):
        return Span(*place, "prose-password")
    return _judge(text, place) if groups[2][0] < 0 or groups[3][0] >= 0 else None


def _find_used(text: bytes, start: int, last: int, before: bytes, limit: int) -> Span | None:
    """A word for a password with a number, which somebody gave as one: `password123 is what I used`."""
    groups = _USED.at(text, last, limit)
    if not groups and _USING.within(before):
        groups = _NUMBER.at(text, last, limit)
    return Span(start, max(group[1] for group in groups[1:]), "prose-password") if groups else None


def _judge(text: bytes, place: tuple[int, int]) -> Span | None:
    """A word with a number that names no field, step, host or standard."""
    value = text[slice(*place)]
    stem = value.rstrip(b"0123456789!?#$%&*+@").lower()
    if len(value) < 6 or not is_slight_password(value) or stem in SPOKEN_THINGS or stem in SENTENCE:
        return None
    return None if is_type_or_algorithm(value) else Span(*place, "prose-password")
