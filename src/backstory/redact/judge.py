"""Verdicts on single strings: is this a name that announces a secret, is that value one?"""

from functools import lru_cache
from typing import Final

from backstory.redact.chance import DIGITS, HEX, is_random, measure_pair_cost
from backstory.redact.names import classify_name
from backstory.redact.patterns import Pattern
from backstory.redact.words import SENTENCE, is_placeholder, split_words

_CODE: Final = Pattern(
    rb"(?s)[$@&*!%]?[A-Za-z_][\w]*(?:(?:\.|->|::|\?\.)[A-Za-z_]\w*|\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\])+|"
    rb".*[\w\])][(\[{][^)\]}]*|[!~&*-]{1,2}[A-Za-z_(][A-Za-z_.(]*|[!{(]{0,2}[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+\(.*|![01][,})].*|"
    rb"[A-Z][A-Za-z]*<[A-Za-z<>, ]+|.*(?:=>|==|&&|\|\||!=).*"
)
"""An expression: names, calls and indexes joined, or one that a blank cut off."""
_PLACE: Final = Pattern(rb"(?i)(?:[a-z][a-z0-9+.-]*://|\.{0,2}/|~/|[A-Za-z]:\\|[\w.-]+/[\w./-]*$|@|#|\.\w+$)")
_WHEN: Final = Pattern(
    rb"[\^~<>=]{0,2}v?[0-9]+(?:[.:/_T-][0-9]+)+(?:[.Z+-][\w.+:-]*)?|[0-9]{1,3}|0x[0-9a-fA-F]{1,16}[uUlL]*|[0-9.]+[a-zA-Z%]{0,3}"
)
UUID: Final = Pattern(rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
ULID: Final = Pattern(rb"[0-7][0-9A-HJKMNP-TV-Z]{25}")
_OTHER_THINGS: Final = Pattern(rb"(?s)[\w.+-]+@[\w-]+(?:\.[\w-]+)+|.*\[[^\[\]]*\w-\w[^\[\]]*\](?:[+*]|\{[0-9,]+\}).*")
"""Addresses of people, and patterns of regular expressions."""
_PUBLIC: Final = Pattern(
    rb"arn:aws[a-z-]*:[a-z0-9-]+:[a-z0-9-]*:[0-9]*:|-----BEGIN (?:RSA |EC )?(?:PUBLIC KEY|CERTIFICATE)-----|"
    rb"(?:ssh-[a-z0-9]+ |ecdsa-[\w-]+ )?AAAA(?:B3NzaC1|C3NzaC1|E2VjZHNh)"
)
"""What says of itself that everybody may read it: the name of a resource, the public half of a key."""
_BLANKS: Final = bytes(c if chr(c).isalnum() and c < 128 else 32 for c in range(256))
_LICENCE: Final = Pattern(rb"(?:[A-Z0-9]{4,8}-){3,}[A-Z0-9]{4,8}")
_PADDED: Final = Pattern(rb"[A-Za-z0-9+/]{20,}={1,2}")
"""Base64 that says so itself."""
_RUNS: Final = (b"abcdefghij", b"zyxwvutsrq", b"klmnopqrst", b"qwertyuiop")
ALPHABET: Final = Pattern(
    rb"\A(?i:abcdefghijklmnopqrstuvwxyz)\z|(?i:abcdefghijklmnopqrstuvwxyz.{0,4}abcdefghijklmnopqrstuvwxyz)|ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef|"
    rb"STUVWXYZabcdefghijklmnopqrstuvwxyz0123"
)
LONGEST: Final = 4096
"""Bytes after which a value ends at the latest."""
MOST_PIECES: Final = 24
"""Words of a value by which it is judged."""
JUDGED: Final = 512
"""Bytes of a value by which it is judged."""


def is_secret(
    value: bytes, *, strong: bool, quoted: bool, exact: bool = False, pair: bool = False, reference: bool = False
) -> bool:
    """Whether a value given to a name that announces a secret is one.

    `strong`: the name says password or secret. `exact`: name and value are all there is on the line. `pair`: the name
    says it twice (`api_key`, `auth_token`). `reference`: the name may as well hold the name of a secret.
    """
    value = value[:JUDGED]
    size = len(value)
    if (
        value[:1] in b" ,;:"
        or value[:2] == b".$"
        or (value[-1:] in b":=" and _WORD.whole(value))
        or _OTHER_THINGS.whole(value)
        or _PUBLIC.begin(value, 0, size) >= 0
    ):
        return False
    if size < 4 or is_placeholder(value) or ULID.whole(value) or ALPHABET.within(value):
        return False
    if b"\n" in value and value.count(b" ") > MOST_PIECES // 2:
        return False
    if b" " in value or b"\t" in value:
        return any(len(p) >= 16 and looks_drawn(p) for p in value.split()) or (strong and quoted and is_phrase(value))
    drawn = looks_drawn(value)
    if not quoted and _CODE.whole(value) and not (drawn and _long_draw(value)):
        return False
    if _WHEN.whole(value) and not (value.isdigit() and size >= (6 if strong else 20)):
        return False
    if _PLACE.begin(value, 0, size) >= 0 and not (drawn and _long_draw(value)):
        return strong and value[:1] in b"@#" and any(c in DIGITS for c in value) and value[1:].isalnum()
    if not strong:
        if value.isdigit():
            return size >= 20
        return size >= 8 and (drawn or (pair and _has_both(value) and not _is_identifier(value)))
    plain = value.translate(None, _JOINTS)
    if not plain:
        return False
    if plain.isalpha():
        if reference and len(plain) < size and not drawn:
            return False
        if exact and not quoted and size >= 6:
            return not _is_camel(value)
        return drawn or (size >= 10 and is_random(plain)) or (quoted and mixed_case(plain))
    if plain.isdigit():
        return size >= 6 or (quoted and size >= 4)
    if plain.isalnum() and not quoted and not exact:
        return size >= 8 or not _is_identifier(value) or drawn
    return True


_WORD: Final = Pattern(rb"[A-Za-z_.-]+[:=]")
_JOINTS: Final = b"_-./:," + bytes(range(128, 256))
"""What joins words, and letters of other alphabets."""


def is_phrase(value: bytes) -> bool:
    """Whether words with blanks between them are a passphrase and not a sentence: plain words only, at least four, or a
    word with digits and signs in it."""
    words = value.split()
    if not 2 <= len(words) <= 12 or not value.isascii():
        return False
    if any(w.lower().strip(b".,!?:;'") in SENTENCE or is_placeholder(w) for w in words):
        return False
    if any(len(w) - len(w.translate(None, DIGITS)) >= 2 and not w.isalnum() for w in words):
        return True
    return len(words) >= 4 and all(w.isalpha() and w.islower() and 3 <= len(w) <= 12 for w in words)


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
    name = classify_name(key)
    return name is not None and is_secret(
        value, strong=name.strong, quoted=True, pair=name.pair, reference=name.reference
    )


def is_alphabet(value: bytes) -> bool:
    """Whether no character of a long value occurs twice: what ids are drawn from, not one of them."""
    return len(value) >= 40 and len(set(value)) == len(value)


def is_distinct(value: bytes) -> bool:
    """Whether a secret is so much its own that it may be taken wherever it stands."""
    return looks_drawn(value) or (len(value) >= 10 and _has_both(value) and not _is_identifier(value))


def mixed_case(word: bytes) -> bool:
    """Capitals in places where no identifier has them."""
    return len(word) >= 8 and sum(len(s) <= 2 for s in split_words(word)) >= 3


def _is_identifier(value: bytes) -> bool:
    """Whether a value reads like a name in code: words with a number or two at their ends."""
    digits = sum(c in DIGITS for c in value)
    return value[:1].isalpha() and digits <= 3 and not any(is_random(p) for p in pieces_of(value))


@lru_cache(maxsize=8192)
def looks_drawn(value: bytes) -> bool:
    """Whether a value could have come from a generator: digits and letters mixed, long hexadecimal, a UUID.

    Made-up examples (`abcdef1234567890`) count too: beside a name that announces a secret they stand for one.
    """
    value = value[:JUDGED]
    size = len(value)
    if size < 8:
        return False
    if UUID.within(value) or _LICENCE.whole(value) or (size % 4 == 0 and _PADDED.whole(value)):
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
            or (length >= 12 and digits >= 3 and digits < length and not is_word_and_number(piece))
            or (length >= 16 and not digits and is_strange(piece))
        ):
            drawn += length
    if drawn >= 8 or drawn + longest >= 16:
        return True
    joined = b"".join(pieces)
    length = len(joined)
    digits = length - len(joined.translate(None, DIGITS))
    return length >= 12 and 2 <= digits < length and len(pieces) <= 1 + length // 4 and is_random(joined)


def is_word_and_number(piece: bytes) -> bool:
    """Whether letters and digits are words of a name with one number between them: `Ed25519PublicKey`."""
    letters = piece.translate(_NO_DIGITS).split()
    if piece.isupper() or len(letters) > 2 or len(piece) - sum(map(len, letters)) > 5:
        return False
    return all(
        len(w) <= 2 or (len(w) <= 20 and all(len(s) > 1 for s in split_words(w)) and measure_pair_cost(w) < 4.6)
        for w in letters
    )


_NO_DIGITS: Final = bytes(32 if chr(c).isdigit() and c < 128 else c for c in range(256))


def is_strange(word: bytes) -> bool:
    """Letters only, yet no word: capitals where no identifier has them, rare pairs, or the alphabet itself."""
    lower = word.lower()
    if any(run in lower for run in _RUNS):
        return True
    each = measure_pair_cost(word)
    return each > 5.0 or (each > 4.4 and not word.islower() and not word.isupper() and mixed_case(word))


def pieces_of(value: bytes) -> list[bytes]:
    """The runs of letters and digits in a value."""
    return value.translate(_BLANKS).split()
