"""ULIDs: 26 characters of Crockford's base 32, sortable by time, unique without coordination.

Time and randomness are handed in: this room has no clock. Format: https://github.com/ulid/spec (48 bits of
milliseconds, 80 bits of randomness).
"""

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 26
TAIL = 8
"""Characters of an id that people see and type: its random end, so that neighbours in time look different."""

_CHARACTERS = frozenset(ALPHABET)
_VALUES = {digit: value for value, digit in enumerate(ALPHABET)}
_VALUES |= {digit: value for value, digit in enumerate(ALPHABET.lower())}
_VALUES |= {"O": 0, "o": 0, "I": 1, "i": 1, "L": 1, "l": 1}

_LETTERS = str.maketrans("0123456789abcdef", "zyxwvutsrqponmlk")
_TIME = 10
"""Characters of a ULID that tell its time."""


def make_ulid(ms: int, randomness: bytes) -> str:
    """Builds a ULID from milliseconds since the epoch and ten random bytes."""
    if not 0 <= ms < 1 << 48:
        raise ValueError(f"time out of range for a ULID: {ms} ms")
    if len(randomness) != 10:
        raise ValueError(f"a ULID takes 10 random bytes, not {len(randomness)}")
    number = ms << 80 | int.from_bytes(randomness, "big")
    out: list[str] = []
    for _ in range(LENGTH):
        out.append(ALPHABET[number & 31])
        number >>= 5
    return "".join(reversed(out))


def is_ulid(text: str) -> bool:
    """Whether `text` is a whole, canonical ULID."""
    return len(text) == LENGTH and text[0] in "01234567" and _CHARACTERS.issuperset(text)


def normalize_id(text: str) -> str:
    """The canonical spelling of an id or a part of one: upper case, look-alikes (`o i l`) read as digits.

    Characters that no id has are kept, so that such a text simply matches nothing.
    """
    return "".join(ALPHABET[_VALUES[character]] if character in _VALUES else character for character in text.strip())


def ulid_ms(ulid: str) -> int:
    """Milliseconds since the epoch at which the id was made."""
    number = 0
    for character in ulid[:10]:
        number = number << 5 | _VALUES[character]
    return number


def order_key(ident: str, title: str, text: str) -> tuple[str, str, str, str]:
    """The key by which records are sorted where nothing else decides: when their ids were made, then what they say. The
    rest of an id is random."""
    return ident[:_TIME], title, text, ident


def short_id(ulid: str) -> str:
    """The short form that people see and type: the last eight characters, in lower case."""
    return ulid[-TAIL:].lower()


def digest_letters(digest: str) -> str:
    """A hexadecimal digest in the letters `z` to `k`, as jj spells its change ids.

    It cannot be mistaken for a commit, and all digests of the same length count as the same number of tokens.
    """
    return digest.translate(_LETTERS)
