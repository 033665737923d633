"""Verdicts on single strings: is this a name that announces a secret, is that value one?"""

from typing import Final

from backstory.redact.chance import DIGITS, HEX, cost, is_random
from backstory.redact.patterns import Pattern
from backstory.redact.words import NAME, is_placeholder, segments

PAIR: Final = Pattern(
    rb"(?i)(?:api|access|auth|private|client|refresh|bearer|session|encryption|signing|license)[_.-]?(?:key|token|secret)|"
    rb"_(?:key|token)$"
)
"""Names that say it twice."""
_PUBLIC: Final = Pattern(rb"(?i)pub(?:lic|lishable)?[_.-]?(?:key)?[_.-]?\z")
_OTHER: Final = (
    b"key id",
    *(
        b"author authori keyid key_id key-id publickey accessib accesso keyb keyw keyerror keyup keydown keypress"
        b" passwordless passive patch path pattern sign sigma apis tokeniz tokenis pinn seeds salted paten secretary"
        b" cookies public"
    ).split(),
)
"""What other words begin like a word for a secret."""
_CODE: Final = Pattern(
    rb"(?s)[$@&*!%]?[A-Za-z_][\w]*(?:(?:\.|->|::|\?\.)[A-Za-z_]\w*)+(?:[(\[].*)?|"
    rb".*[\w\])][(\[{].*|[!~&*-][A-Za-z_(].*|.*(?:=>|==|&&|\|\||!=).*"
)
_PLACE: Final = Pattern(rb"(?i)(?:[a-z][a-z0-9+.-]*://|\.{0,2}/|~/|[A-Za-z]:\\|[\w.-]+/[\w./-]*$|@|#|\.\w+$)")
_WHEN: Final = Pattern(
    rb"v?[0-9]+(?:[.:/_T-][0-9]+)+(?:[.Z+-][\w.+:-]*)?|[0-9]{1,3}|0x[0-9a-fA-F]{1,16}[uUlL]*|[0-9.]+[a-zA-Z%]{0,3}"
)
UUID: Final = Pattern(rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
ULID: Final = Pattern(rb"[0-7][0-9A-HJKMNP-TV-Z]{25}")
_OTHER_THINGS: Final = Pattern(rb"(?s)[\w.+-]+@[\w-]+(?:\.[\w-]+)+|.*\[[^\[\]]*\w-\w[^\[\]]*\](?:[+*]|\{[0-9,]+\}).*")
"""Addresses of people, and patterns of regular expressions."""
_KEY: Final = Pattern(NAME)
_BLANKS: Final = bytes(c if chr(c).isalnum() and c < 128 else 32 for c in range(256))
_LICENCE: Final = Pattern(rb"(?:[A-Z0-9]{4,8}-){3,}[A-Z0-9]{4,8}")
_RUNS: Final = (b"abcdefghij", b"zyxwvutsrq", b"klmnopqrst", b"qwertyuiop")
ALPHABET: Final = Pattern(
    rb"(?i:abcdefghijklmnopqrstuvwxyz.{0,4}abcdefghijklmnopqrstuvwxyz)|ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef|"
    rb"STUVWXYZabcdefghijklmnopqrstuvwxyz0123"
)
LONGEST: Final = 4096
"""Bytes after which a value ends at the latest."""
MOST_PIECES: Final = 24
"""Words of a value by which it is judged."""
JUDGED: Final = 512
"""Bytes of a value by which it is judged."""


def is_name(text: bytes, start: int, word: bytes, strong: bool) -> bool:
    """Whether the word found is a word of its own and not part of another: `monkey`, `author`, `bypass`."""
    before = text[start - 1 : start]
    head = text[start : start + 1]
    lower = word.lower()
    if (before.isalpha() and before != b"n") or (before == b"n" and text[start - 2 : start - 1] != b"\\"):
        # a new word inside an identifier begins with a capital, or all is in capitals
        joined = head.isupper() and before.islower()
        if not joined and not (
            strong or lower.startswith((b"token", b"apikey", b"api_key", b"key", b"access", b"private", b"auth"))
        ):
            return False
        if (
            not joined
            and lower.startswith((b"key", b"pat", b"sig", b"pin", b"sid", b"salt", b"seed", b"api"))
            and not _vendor_before(text, start)
        ):
            return False
    return not lower.startswith(_OTHER) and not _PUBLIC.within(text[max(0, start - 16) : start])


def _vendor_before(text: bytes, start: int) -> bool:
    return text[start : start + 1].isupper() or text[start - 1 : start] in (b"_", b"-", b".")


def is_secret(value: bytes, *, strong: bool, quoted: bool, exact: bool = False, pair: bool = False) -> bool:
    """Whether a value given to a name that announces a secret is one.

    `strong`: the name says password or secret. `exact`: name and value are all there is on the line. `pair`: the name
    says it twice (`api_key`, `auth_token`).
    """
    value = value[:JUDGED]
    size = len(value)
    if value[:1] in b" ,;" or value[:2] == b".$" or _OTHER_THINGS.whole(value):
        return False
    if size < 4 or is_placeholder(value) or ULID.whole(value) or ALPHABET.within(value):
        return False
    if b" " in value or b"\t" in value:
        return size < LONGEST and any(len(p) >= 16 and looks_drawn(p) for p in value.split())
    drawn = looks_drawn(value)
    if not quoted and _CODE.whole(value) and not (drawn and _long_draw(value)):
        return False
    if _WHEN.whole(value) and not (value.isdigit() and size >= (6 if strong else 20)):
        return False
    if _PLACE.begin(value, 0, size) >= 0 and not (drawn and _long_draw(value)):
        return False
    if not strong:
        if value.isdigit():
            return size >= 20
        return size >= 8 and (drawn or (pair and _has_both(value) and not _is_identifier(value)))
    plain = value.translate(None, b"_-./:")
    if not plain:
        return False
    if plain.isalpha():
        if exact and not quoted and size >= 6:
            return not _is_camel(value)
        return drawn or (size >= 10 and is_random(plain)) or (quoted and mixed_case(plain))
    if plain.isdigit():
        return size >= 6 or (quoted and size >= 4)
    if plain.isalnum() and not quoted and not exact:
        return size >= 8 or not _is_identifier(value) or drawn
    return True


def _long_draw(value: bytes) -> bool:
    return any(len(p) >= 12 and (is_random(p) or (len(p) >= 24 and _has_both(p))) for p in pieces_of(value))


def _has_both(value: bytes) -> bool:
    """Whether there are at least two digits and a letter."""
    digits = len(value) - len(value.translate(None, DIGITS))
    return digits >= 2 and any(65 <= c <= 90 or 97 <= c <= 122 for c in value)


def _is_camel(value: bytes) -> bool:
    return (
        value.isalpha()
        and not value.islower()
        and not value.isupper()
        and value[:1].islower()
        and not mixed_case(value)
    )


def is_named_secret(key: bytes, value: bytes) -> bool:
    """Whether a value is a secret under this key of a mapping, as it would be in its written form."""
    groups = _KEY.find(key, 0, len(key))
    if not groups:
        return False
    strong = groups[1][0] >= 0
    first = groups[1][0] if strong else groups[2][0]
    word = key[first:]
    return is_name(key, first, word, strong) and is_secret(
        value, strong=strong, quoted=True, pair=bool(PAIR.within(word))
    )


def is_distinct(value: bytes) -> bool:
    """Whether a secret is so much its own that it may be taken wherever it stands."""
    return looks_drawn(value) or (len(value) >= 10 and _has_both(value) and not _is_identifier(value))


def mixed_case(word: bytes) -> bool:
    """Capitals in places where no identifier has them."""
    return len(word) >= 8 and sum(len(s) <= 2 for s in segments(word)) >= 3


def _is_identifier(value: bytes) -> bool:
    """Whether a value reads like a name in code: words with a number or two at their ends."""
    digits = sum(c in DIGITS for c in value)
    return value[:1].isalpha() and digits <= 3 and not any(is_random(p) for p in pieces_of(value))


def looks_drawn(value: bytes) -> bool:
    """Whether a value could have come from a generator: digits and letters mixed, long hexadecimal, a UUID.

    Made-up examples (`abcdef1234567890`) count too: beside a name that announces a secret they stand for one.
    """
    value = value[:JUDGED]
    size = len(value)
    if size < 8:
        return False
    if UUID.within(value) or _LICENCE.whole(value):
        return True
    drawn = longest = 0
    # an id of ours inside a longer name (a branch, a file) says nothing about the name
    pieces = [p for p in pieces_of(value)[:MOST_PIECES] if len(p) != 26 or not ULID.whole(p)]
    for piece in pieces:
        length = len(piece)
        if length < 5:
            continue
        digits = length - len(piece.translate(None, DIGITS))
        if not piece.strip(HEX):
            if (length >= 16 and 0 < digits < length) or (length >= 32 and digits < length):
                return True
            if length >= 8 and 1 < digits < length:
                longest += length
            elif digits == length >= 8:
                longest += length // 2
        elif (
            is_random(piece)
            or (length >= 12 and digits >= 3 and digits < length)
            or (length >= 16 and not digits and is_strange(piece))
        ):
            drawn += length
    if drawn >= 8 or drawn + longest >= 16:
        return True
    joined = b"".join(pieces)
    length = len(joined)
    digits = length - len(joined.translate(None, DIGITS))
    return length >= 12 and 2 <= digits < length and len(pieces) <= 1 + length // 4 and is_random(joined)


def is_strange(word: bytes) -> bool:
    """Letters only, yet no word: capitals where no identifier has them, rare pairs, or the alphabet itself."""
    lower = word.lower()
    if any(run in lower for run in _RUNS):
        return True
    each = cost(word)
    return each > 5.0 or (each > 4.4 and not word.islower() and not word.isupper() and mixed_case(word))


def pieces_of(value: bytes) -> list[bytes]:
    """The runs of letters and digits in a value."""
    return value.translate(_BLANKS).split()
