"""The verdict on a value beside a name that announces a secret: a table of named rules, of which the first decides.

`find_verdict` says which rule it was, so that a false alarm can be traced to it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.redact.chance import DIGITS, is_random
from backstory.redact.drawn_expressions import is_drawn_expression, is_drawn_member
from backstory.redact.drawn_passwords import is_drawn_password
from backstory.redact.judge import (
    ALPHABET,
    JUDGED,
    MOST_PIECES,
    ULID,
    has_letters_and_digits,
    is_drawn_from_all_signs,
    is_drawn_from_mixed_letters,
    is_drawn_from_signs,
    is_identifier,
    is_phrase,
    looks_drawn,
    mixed_case,
    pieces_of,
    read_escaped_letters,
)
from backstory.redact.kinds import CODE, OTHER_THINGS, PLACE, PUBLIC, WHEN, WORDS_AND_NUMBER
from backstory.redact.names import classify_name
from backstory.redact.parted_passwords import is_parted_password
from backstory.redact.patterns import Pattern
from backstory.redact.readable_values import PREDICATES, is_readable_secret, is_worded_secret, is_written_word
from backstory.redact.type_names import is_camel, is_type_name
from backstory.redact.words import STRONG, is_placeholder

_NAME_AND_SIGN: Final = Pattern(rb"[A-Za-z_.-]+[:=]")
_JOINTS: Final = b"_-./:," + bytes(range(128, 256))
"""What joins words, and letters of other alphabets."""


class Candidate(NamedTuple):
    """A value and what is known of its place. The flags are those of `is_secret`."""

    value: bytes
    plain: bytes
    """The value without what joins words."""
    strong: bool
    quoted: bool
    exact: bool
    pair: bool
    reference: bool
    credential: bool = False
    written: bool = False


class Rule(NamedTuple):
    """One rule of the verdict: what it is called, what it decides, and when it applies."""

    name: str
    secret: bool
    applies: Callable[[Candidate], bool]


def is_secret(
    value: bytes,
    *,
    strong: bool,
    quoted: bool,
    exact: bool = False,
    pair: bool = False,
    reference: bool = False,
    credential: bool = False,
    written: bool = False,
) -> bool:
    """Whether a value given to a name that announces a secret is one.

    `strong`: the name says password or secret. `exact`: name and value are all there is on the line. `pair`: the name
    says it twice (`api_key`, `auth_token`). `reference`: the name may as well hold the name of a secret. `credential`:
    nothing but a credential is given under the name. `written`: the value is written out, and no name of another one.
    """
    return _decide(value[:JUDGED], strong, quoted, exact, pair, reference, credential, written)


@lru_cache(maxsize=4096)
def _decide(value: bytes, *flags: bool) -> bool:
    """The verdict on a value, which a text may give many times. The flags are those of a `Candidate`, in order."""
    value = read_escaped_letters(value)
    return find_verdict(Candidate(value, value.translate(None, _JOINTS), *flags)).secret


def is_named_secret(key: bytes, value: bytes) -> bool:
    """Whether a value is a secret under this key of a mapping, as it would be in its written form."""
    name = classify_name(key)
    return name is not None and is_secret(
        value,
        strong=name.strong,
        quoted=True,
        pair=name.pair,
        reference=name.reference,
        credential=name.credential,
    )


def find_verdict(candidate: Candidate) -> Rule:
    """The first rule that applies; the last one always does."""
    for rule in RULES if candidate.strong else _WEAK_RULES:
        if rule.applies(candidate):
            return rule
    return _DEFAULT


# What is no value


def _is_drawn_from_letters_and_signs(candidate: Candidate) -> bool:
    """Whether a value was drawn, whatever it resembles: code, a place, a placeholder."""
    return (candidate.strong or candidate.pair or candidate.credential) and is_drawn_password(candidate.value)


def _begins_with_punctuation(candidate: Candidate) -> bool:
    return candidate.value[:1] in b" ,;:" or candidate.value[:2] == b".$"


def _is_another_name(candidate: Candidate) -> bool:
    return candidate.value[-1:] in b":=" and _NAME_AND_SIGN.whole(candidate.value)


def _is_address_or_regex(candidate: Candidate) -> bool:
    return OTHER_THINGS.whole(candidate.value) and not (candidate.strong and is_drawn_expression(candidate.value))


def _is_public(candidate: Candidate) -> bool:
    return PUBLIC.begin(candidate.value, 0, len(candidate.value)) >= 0


def _is_too_short(candidate: Candidate) -> bool:
    return len(candidate.value) < 4


def _is_placeholder(candidate: Candidate) -> bool:
    value = candidate.value
    if is_placeholder(value):
        return True
    return (len(value) <= LONGEST_WORD or not value.isascii()) and _WORD_FOR_SECRET.whole(value)


LONGEST_WORD: Final = 15
"""Bytes of a word for a secret in Latin letters at most."""


_WORD_FOR_SECRET: Final = Pattern(rb"(?i:" + STRONG + rb")s?[:*]?")


def _is_drawn_from_all_signs(candidate: Candidate) -> bool:
    """Whether a long value mixes upper and lower case, digits and many signs, and is not a regular expression."""
    value = candidate.value
    if not candidate.quoted or not 12 <= len(value) <= 128 or _RANGE.within(value):
        return False
    is_named = candidate.strong or candidate.pair or candidate.credential
    return (is_named and is_drawn_from_signs(value)) or is_drawn_from_all_signs(value)


_RANGE: Final = Pattern(rb"(?i)a-z|0-9|\\[dwsDWSb]|\(\?|://|</")


def _is_ulid(candidate: Candidate) -> bool:
    return ULID.whole(candidate.value)


def _holds_alphabet(candidate: Candidate) -> bool:
    return ALPHABET.within(candidate.value)


def _is_paragraph(candidate: Candidate) -> bool:
    return b"\n" in candidate.value and candidate.value.count(b" ") > MOST_PIECES // 2


# Words with blanks between them


def _has_blank(candidate: Candidate) -> bool:
    return b" " in candidate.value or b"\t" in candidate.value


def _has_drawn_word(candidate: Candidate) -> bool:
    return _has_blank(candidate) and any(len(word) >= 16 and looks_drawn(word) for word in candidate.value.split())


def _is_passphrase(candidate: Candidate) -> bool:
    return _has_blank(candidate) and candidate.strong and candidate.quoted and is_phrase(candidate.value)


def _is_worded_credential(candidate: Candidate) -> bool:
    """Whether a value is words alone where nothing but a credential is given: a password may be one word."""
    if not candidate.credential or not candidate.exact:
        return False
    return is_worded_secret(candidate.value, 3 if candidate.reference else 2 if candidate.quoted else 1)


def _is_worded_literal(candidate: Candidate) -> bool:
    """Whether a password in quotes is drawn parts, or three words in small letters: names and labels seldom are."""
    value = candidate.value
    is_worded = not candidate.reference and value.islower() and is_worded_secret(value, 3)
    return candidate.strong and candidate.quoted and (is_worded or is_parted_password(value))


def _is_written(candidate: Candidate) -> bool:
    """Whether a value is a word, or some, that a place gives where values are written out."""
    if not candidate.written or not is_written_word(candidate.value):
        return False
    return b" " in candidate.value or not _names_a_secret(candidate)


# Expressions, numbers and places


def _is_drawn_member(candidate: Candidate) -> bool:
    """Whether what has the form of a member of an object is a password."""
    if not candidate.strong or candidate.quoted:
        return False
    return is_drawn_member(candidate.value) or is_drawn_expression(candidate.value)


def _is_code(candidate: Candidate) -> bool:
    value = candidate.value
    if candidate.quoted or not CODE.whole(value) or (candidate.strong and WORDS_AND_NUMBER.whole(value)):
        return False
    return not _holds_long_draw(value)


def _is_version_or_time(candidate: Candidate) -> bool:
    value = candidate.value
    return WHEN.whole(value) and not (value.isdigit() and len(value) >= (6 if candidate.strong else 20))


def _is_place(candidate: Candidate) -> bool:
    value = candidate.value
    if PLACE.begin(value, 0, len(value)) < 0:
        return False
    is_address = value.startswith((b"http://", b"https://")) and b"@" not in value  # what it carries has rules
    return (is_address and not candidate.strong) or not _holds_long_draw(value)


_COLOUR: Final = Pattern(rb"#(?:[0-9a-fA-F]{3,4}){1,2}")
_CHOSEN_SIGNS: Final = b"!$%&*+?^~"
"""Signs that people choose for passwords and that no path, scope or fragment has."""


def _is_password_after_sign(candidate: Candidate) -> bool:
    """`@dm1n2024` and `#Ml!u%Gu4tt` read like a place or a comment and are none."""
    value = candidate.value
    rest = value[1:].translate(None, _CHOSEN_SIGNS)
    if not candidate.strong or value[:1] not in b"@#" or not rest.isalnum() or _COLOUR.whole(value):
        return False
    return (len(value) - len(rest) > 2 or any(char in DIGITS for char in value)) and _is_place(candidate)


def _holds_long_draw(value: bytes) -> bool:
    """Whether a value that looks drawn has a long piece that was."""
    return looks_drawn(value) and any(_is_long_draw(piece) for piece in pieces_of(value))


def _is_long_draw(piece: bytes) -> bool:
    return len(piece) >= 12 and (is_random(piece) or (len(piece) >= 24 and has_letters_and_digits(piece)))


# Names that announce a secret only if the value looks like one


def _is_drawn(candidate: Candidate) -> bool:
    return len(candidate.value) >= 8 and looks_drawn(candidate.value)


def _is_mixed_after_pair(candidate: Candidate) -> bool:
    value = candidate.value
    return len(value) >= 8 and candidate.pair and has_letters_and_digits(value) and not is_identifier(value)


_IDENTIFIER: Final = Pattern(rb"[A-Za-z_$]\w*")


def _is_chosen_credential(candidate: Candidate) -> bool:
    """Whether a value is words and a number, as a person may have chosen it where nothing but a credential is given.

    Not what refers to one (`staging_key_2`), nor, where code may stand, an identifier.
    """
    value = candidate.value
    if not candidate.credential or len(value) < 6 or not is_readable_secret(value):
        return False
    return candidate.quoted or candidate.exact or not _IDENTIFIER.whole(value)


# Names of values that are secret whatever they look like


def _is_all_joints(candidate: Candidate) -> bool:
    return not candidate.plain


def _names_a_secret(candidate: Candidate) -> bool:
    value, plain = candidate.value, candidate.plain
    return candidate.reference and plain.isalpha() and len(plain) < len(value) and not looks_drawn(value)


def _is_alone_on_line(candidate: Candidate) -> bool:
    value = candidate.value
    if not candidate.exact or candidate.quoted or len(value) < 6 or not candidate.plain.isalpha():
        return False
    if value.lower() in PREDICATES:
        return False
    return not (value.isupper() and b"_" in value)


def _is_camel_on_line(candidate: Candidate) -> bool:
    return _is_alone_on_line(candidate) and (is_camel(candidate.value) or is_type_name(candidate.value))


def _is_plain_word(candidate: Candidate) -> bool:
    return candidate.plain.isalpha() and not _has_random_letters(candidate)


def _has_random_letters(candidate: Candidate) -> bool:
    value, plain = candidate.value, candidate.plain
    if looks_drawn(value) or (len(value) >= 10 and is_random(plain)) or is_drawn_from_mixed_letters(plain):
        return True
    return mixed_case(plain) and (candidate.quoted or is_random(plain))


def _is_short_number(candidate: Candidate) -> bool:
    return candidate.plain.isdigit() and len(candidate.value) < 6 and not candidate.quoted


def _is_short_identifier(candidate: Candidate) -> bool:
    if candidate.quoted or candidate.exact or len(candidate.value) >= 8:
        return False
    return candidate.plain.isalnum() and is_identifier(candidate.value)


_NO_VALUES: Final = (
    Rule("drawn from letters and signs", True, _is_drawn_from_letters_and_signs),
    Rule("punctuation ahead", False, _begins_with_punctuation),
    Rule("another name", False, _is_another_name),
    Rule("address or regular expression", False, _is_address_or_regex),
    Rule("public", False, _is_public),
    Rule("too short", False, _is_too_short),
    Rule("drawn from all signs", True, _is_drawn_from_all_signs),
    Rule("placeholder", False, _is_placeholder),
    Rule("id", False, _is_ulid),
    Rule("alphabet", False, _holds_alphabet),
    Rule("paragraph", False, _is_paragraph),
    Rule("drawn word", True, _has_drawn_word),
    Rule("passphrase", True, _is_passphrase),
    Rule("words as a credential", True, _is_worded_credential),
    Rule("words in quotes", True, _is_worded_literal),
    Rule("written out", True, _is_written),
    Rule("words", False, _has_blank),
    Rule("drawn member", True, _is_drawn_member),
    Rule("code", False, _is_code),
    Rule("version or time", False, _is_version_or_time),
    Rule("password after a sign", True, _is_password_after_sign),
    Rule("place", False, _is_place),
)
_WEAK_RULES: Final = (
    *_NO_VALUES,
    Rule("long number", True, lambda candidate: candidate.value.isdigit()),
    Rule("drawn", True, _is_drawn),
    Rule("letters and digits after a pair", True, _is_mixed_after_pair),
    Rule("chosen as a credential", True, _is_chosen_credential),
    Rule("not drawn", False, lambda candidate: True),
)
"""For names such as `token`: a value has to look like a secret."""
RULES: Final = (
    *_NO_VALUES,
    Rule("punctuation only", False, _is_all_joints),
    Rule("name of a secret", False, _names_a_secret),
    Rule("name on a line of its own", False, _is_camel_on_line),
    Rule("word on a line of its own", True, _is_alone_on_line),
    Rule("word", False, _is_plain_word),
    Rule("short number", False, _is_short_number),
    Rule("short identifier", False, _is_short_identifier),
)
"""For names such as `password`: everything else is one."""
_DEFAULT: Final = Rule("whatever stands there", True, lambda candidate: True)
