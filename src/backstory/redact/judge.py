"""What a single string looks like: drawn at random, a phrase, an identifier. `verdict` decides by it."""

from functools import lru_cache
from itertools import pairwise
from typing import Final

from backstory.redact.chance import DIGITS, HEX, is_random, measure_pair_cost
from backstory.redact.patterns import Pattern
from backstory.redact.words import SENTENCE, is_placeholder, split_words

UUID: Final = Pattern(rb"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
ULID: Final = Pattern(rb"[0-7][0-9A-HJKMNP-TV-Z]{25}")
TYPED: Final = Pattern(rb"01[0-9a-hjkmnp-tv-z]{24}")
"""The id of a record behind its type: `order_01j6ax48wpfb4vas8qgv8vmg20`."""
_BLUETOOTH: Final = b"-0000-1000-8000-00805f9b34fb"
"""The end of the numbers that services of Bluetooth have."""
_BLANKS: Final = bytes(code if chr(code).isalnum() and code < 128 else 32 for code in range(256))
_LICENCE: Final = Pattern(rb"(?:[A-Z0-9]{4,8}-){3,}[A-Z0-9]{4,8}")
_PADDED: Final = Pattern(rb"[A-Za-z0-9+/]{20,}={1,2}")
"""Base64 that says so itself."""
_RUNS: Final = (b"abcdefghij", b"zyxwvutsrq", b"klmnopqrst", b"qwertyuiop")
ALPHABET: Final = Pattern(
    rb"(?i:1234567890abcdefghijklmnopqrstuvwxyz|abcdefghijklmnopqrstuvwxyz0?1234)|"
    rb"\A(?i:abcdefghijklmnopqrstuvwxyz)\z|(?i:abcdefghijklmnopqrstuvwxyz.{0,4}abcdefghijklmnopqrstuvwxyz)|ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef|"
    rb"STUVWXYZabcdefghijklmnopqrstuvwxyz0123|(?i:stuvwxyz)234567"
)
LONGEST: Final = 4096
"""Bytes after which a value ends at the latest."""
MOST_PIECES: Final = 24
"""Words of a value by which it is judged."""
JUDGED: Final = 512
"""Bytes of a value by which it is judged."""


def is_phrase(value: bytes, fewest: int = 4) -> bool:
    """Whether words with blanks between them are a passphrase and not a sentence.

    Plain words only, at least `fewest`, or a word with digits and signs in it.
    """
    words = value.split()
    if not 2 <= len(words) <= 12 or not value.isascii():
        return False
    if any(word.lower().strip(b".,!?:;'") in SENTENCE or is_placeholder(word) for word in words):
        return False
    if any(_has_digits_and_signs(word) for word in words):
        return True
    return len(words) >= fewest and all(_is_plain_word(word) for word in words)


def _has_digits_and_signs(word: bytes) -> bool:
    return len(word) - len(word.translate(None, DIGITS)) >= 2 and not word.isalnum()


def _is_plain_word(word: bytes) -> bool:
    return word.isalpha() and word.islower() and 3 <= len(word) <= 12


def has_letters_and_digits(value: bytes) -> bool:
    """Whether there are at least two digits and a letter."""
    digits = len(value) - len(value.translate(None, DIGITS))
    return digits >= 2 and any(65 <= code <= 90 or 97 <= code <= 122 for code in value)


def is_uuid_or_ulid(value: bytes) -> bool:
    """Whether a value is one of the usual ids."""
    return (len(value) == 26 and ULID.whole(value)) or (len(value) == 36 and UUID.whole(value))


def is_record_id(value: bytes) -> bool:
    """Whether a value numbers a record, maybe behind its type, or a service of Bluetooth."""
    size = len(value)
    if size < 26:
        return False
    if size == 36:
        return value[8:].lower() == _BLUETOOTH
    return ULID.whole(value) or TYPED.whole(value.rpartition(b"_")[2])


def is_alphabet(value: bytes) -> bool:
    """Whether no character of a long value occurs twice: what ids are drawn from, not one of them."""
    return len(value) >= 40 and len(set(value)) == len(value)


def is_distinct(value: bytes) -> bool:
    """Whether a secret is so much its own that it may be taken wherever it stands."""
    return looks_drawn(value) or (len(value) >= 10 and has_letters_and_digits(value) and not is_identifier(value))


def mixed_case(word: bytes) -> bool:
    """Capitals in places where no identifier has them."""
    return len(word) >= 8 and sum(len(part) <= 2 for part in split_words(word)) >= 3


def is_drawn_from_letters(value: bytes) -> bool:
    """Whether a value of mixed case holds letters that look random rather than a word."""
    if mixed_case(value) and any(is_random(piece) for piece in pieces_of(value)):
        return True
    return is_drawn_from_mixed_letters(value)


def is_drawn_from_mixed_letters(value: bytes) -> bool:
    """Whether letters of both cases stand in an order in which no word has them: `HdjanWvnmg`, but not `FuzzyQuery`."""
    if len(value) < 8 or not value.isalpha() or value[1:].islower() or value.islower() or value.isupper():
        return False
    return measure_pair_cost(value) > LEAST_COST_OF_LETTERS


LEAST_COST_OF_LETTERS: Final = 5.4
"""Mean cost of a pair above which letters of both cases are hardly ever a name in code: one in a hundred."""


def is_scrambled(value: bytes) -> bool:
    """Whether a short value is letters and digits in an order in which nobody writes them: `aB3xY9kLmQ`."""
    if not value.isalnum() or not has_letters_and_digits(value) or not value.strip(HEX) or is_word_and_number(value):
        return False
    changes = sum(_KIND[left] != _KIND[right] for left, right in pairwise(value) if not _capitalises(left, right))
    return changes * 3 >= len(value) - 1 and measure_pair_cost(value) > LEAST_COST


LEAST_COST: Final = 5.2
"""Mean cost of a pair above which a short value of letters and digits is no name."""
_KIND: Final = bytes(
    1 if 97 <= code <= 122 else 2 if 65 <= code <= 90 else 3 if 48 <= code <= 57 else 0 for code in range(256)
)


def _capitalises(left: int, right: int) -> bool:
    return _KIND[left] == 2 and _KIND[right] == 1


def count_signs(value: bytes) -> int:
    """How many different signs a value has."""
    return len({char for char in value if char in _SIGNS})


def is_drawn_from_signs(value: bytes) -> bool:
    """Whether a value has many signs and brackets that do not close one another, as templates and code do."""
    if count_signs(value) < 6 or b" " in value:
        return False
    opened: list[int] = []
    for code in value:
        if code in b"([{":
            opened.append(code)
        elif code in b")]}" and (not opened or opened.pop() != _OPENING[code]):
            return True
    return bool(opened)


def is_drawn_from_all_signs(value: bytes) -> bool:
    """Whether a long value mixes upper and lower case, digits and many signs."""
    if len(value) < 40 or count_signs(value) < 10 or value.islower() or value.isupper():
        return False
    return any(char in DIGITS for char in value) and max(map(len, pieces_of(value)), default=0) <= 12


_SIGNS: Final = b"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
_OPENING: Final = dict(zip(b")]}", b"([{", strict=True))


def is_grouped(pieces: list[bytes]) -> bool:
    """Whether a value is groups of letters and digits of one length: `ctogvj-qae239-bagoj4-5pyvad`."""
    if len(pieces) < 4 or len(set(map(len, pieces))) > 1 or not 5 <= len(pieces[0]) <= 8:
        return False
    return sum(has_letters_and_digits(piece) for piece in pieces) * 2 >= len(pieces)


def is_time_or_count(number: bytes) -> bool:
    """Whether digits are a time since 1970, a date with a time, or one digit over and over."""
    return bool(_TIME.whole(number)) or len(set(number)) < 3 or number.endswith(b"00000")


_TIME: Final = Pattern(rb"1[4-9][0-9]{11}(?:[0-9]{3}){0,2}|20[0-4][0-9](?:0[1-9]|1[0-2])[0-3][0-9][0-9]{4,9}")


def is_identifier(value: bytes) -> bool:
    """Whether a value reads like a name in code: words with a number or two at their ends."""
    digits = sum(char in DIGITS for char in value)
    return value[:1].isalpha() and digits <= 3 and not any(is_random(piece) for piece in pieces_of(value))


def read_escaped_letters(value: bytes) -> bytes:
    """A value with the letters of other alphabets that JSON escapes: the digits of `\\u05d4` are not the value's."""
    if b"\\u" not in value:
        return value
    head, *rest = value.split(b"\\u")
    parts = [head]
    for part in rest:
        code = part[:4]
        is_letter = len(code) == 4 and not code.strip(HEX) and code[:2] != b"00"
        parts.append(chr(int(code, 16)).encode("utf-8", "surrogatepass") + part[4:] if is_letter else b"\\u" + part)
    return b"".join(parts)


@lru_cache(maxsize=8192)
def looks_drawn(value: bytes) -> bool:
    """Whether a value could have come from a generator: digits and letters mixed, long hexadecimal, a UUID.

    Made-up examples (`abcdef1234567890`) count too: beside a name that announces a secret they stand for one.
    """
    value = read_escaped_letters(value[:JUDGED])
    size = len(value)
    if size < 8:
        return False
    if UUID.within(value) or _LICENCE.whole(value) or (size % 4 == 0 and _PADDED.whole(value)):
        return True
    # an id of ours inside a longer name (a branch, a file) says nothing about the name
    pieces = [piece for piece in pieces_of(value)[:MOST_PIECES] if len(piece) != 26 or not ULID.whole(piece)]
    return _has_drawn_pieces(pieces) or _is_drawn_joined(pieces) or is_grouped(pieces)


def _has_drawn_pieces(pieces: list[bytes]) -> bool:
    """Whether enough of the pieces is drawn at random, each taken by itself."""
    drawn = hexadecimal = 0
    for piece in pieces:
        length = len(piece)
        if length < 5:
            continue
        digits = length - len(piece.translate(None, DIGITS))
        if not piece.strip(HEX):
            hexadecimal += _weigh_hex(length, digits)
        elif is_random(piece) or _is_drawn_word(piece, length, digits):
            drawn += length
    return drawn >= 8 or drawn + hexadecimal >= 16


def _weigh_hex(length: int, digits: int) -> int:
    """How many characters of a piece of hexadecimal digits count: few of those that may be a word or a number."""
    least = 8 if digits > 1 else 16 if digits else 32
    if length < least:
        return 0
    return length if digits < length else length // 2


def _is_drawn_word(piece: bytes, length: int, digits: int) -> bool:
    """Whether a piece that is not random by its pairs is no word either."""
    if digits:
        return length >= 12 and digits >= 3 and not is_word_and_number(piece)
    return length >= 16 and is_strange(piece)


def _is_drawn_joined(pieces: list[bytes]) -> bool:
    """Whether short pieces are random when they are taken as one."""
    joined = b"".join(pieces)
    length = len(joined)
    if length < 12 or len(pieces) > 1 + length // 4:
        return False
    digits = length - len(joined.translate(None, DIGITS))
    return 2 <= digits < length and is_random(joined)


def is_word_and_number(piece: bytes) -> bool:
    """Whether letters and digits are words of a name with one number between them: `Ed25519PublicKey`."""
    letters = piece.translate(_NO_DIGITS).split()
    if piece.isupper() or len(letters) > 2 or len(piece) - sum(map(len, letters)) > 5:
        return False
    return all(len(run) <= 2 or _reads_like_words(run) for run in letters)


def _reads_like_words(letters: bytes) -> bool:
    """Whether letters are words written together, none of them a single letter."""
    if len(letters) > 20 or any(len(word) == 1 for word in split_words(letters)):
        return False
    return measure_pair_cost(letters) < 4.6


_NO_DIGITS: Final = bytes(32 if chr(code).isdigit() and code < 128 else code for code in range(256))


def is_strange(word: bytes) -> bool:
    """Letters only, yet no word: capitals where no identifier has them, rare pairs, or the alphabet itself."""
    lower = word.lower()
    if any(run in lower for run in _RUNS):
        return True
    each = measure_pair_cost(word)
    if each < 5.6 and word[:1].isupper() and _is_pascal(word):
        return False
    return each > 5.0 or (each > 4.4 and not word.islower() and not word.isupper() and mixed_case(word))


def _is_pascal(word: bytes) -> bool:
    """Whether a word is joined of some that begin with a capital and have three letters at least."""
    parts = split_words(word)
    return 3 <= len(parts) <= 6 and all(len(part) >= 3 and part[1:].islower() for part in parts)


def pieces_of(value: bytes) -> list[bytes]:
    """The runs of letters and digits in a value."""
    return value.translate(_BLANKS).split()


def count_repeats(token: bytes) -> int:
    """The longest run of one character."""
    longest = run = previous = 0
    for code in token:
        run = run + 1 if code == previous else 1
        previous = code
        longest = max(longest, run)
    return longest


def is_mostly_random(pieces: list[bytes]) -> bool:
    """Whether most of a token is random letters and digits, at least twenty of them."""
    random = sum(len(piece) for piece in pieces if _is_random_piece(piece))
    return random >= 20 and random * 10 >= sum(map(len, pieces)) * 6


def _is_random_piece(piece: bytes) -> bool:
    size = len(piece)
    has_both_cases = not piece.islower() and not piece.isupper()
    if size >= 32 and not piece.strip(HEX):
        return has_both_cases and not piece.isdigit()
    if size < 5 or not is_random(piece):
        return False
    return (has_both_cases and size >= 12) or len(piece.translate(None, DIGITS)) < size
