"""Assignments: a name that announces a secret, something between, and a value.

Environment files, JSON, YAML, code, XML, headers. The search finds where a value begins; where it ends is decided by
`syntax`, because that is not regular; whether it is a secret, by `verdict`.
"""

from typing import Final

from backstory.redact.assignment import (
    ITEM_SIGNS,
    LONGEST_GAP,
    NAME_CHARS,
    Assignment,
    is_given_as_text,
    is_line,
    is_outside_code,
)
from backstory.redact.chance import DIGITS, HEX
from backstory.redact.judge import has_letters_and_digits, is_scrambled, is_time_or_count, looks_drawn
from backstory.redact.literal_passwords import (
    ELLIPSIS,
    end_of_phrase,
    is_covered_otherwise,
    is_last_cell,
    is_written_out,
)
from backstory.redact.looks import is_joined_key, is_slight_password
from backstory.redact.names import classify_name_at, is_environment_key
from backstory.redact.patterns import Pattern
from backstory.redact.public_values import is_public
from backstory.redact.readable_values import has_words_and_number, is_no_step, is_worded_secret
from backstory.redact.spans import Span
from backstory.redact.syntax import ASSIGNED, read_word_beside, value_end
from backstory.redact.type_names import is_camel
from backstory.redact.verdict import is_secret
from backstory.redact.words import STRONG, is_chosen_word


def find_assigned(text: bytes, start: int, last: int, strong: bool, end: int) -> Span | None:
    """The secret that the telling word at `start` to `last` announces, if there is one."""
    read = _read_assignment(text, start, last, strong, end)
    if read is None or not _belongs_together(read, end):
        return None
    first, last = _bound_value(read)
    value = text[first:last]
    if _is_markup_or_reference(read, value, first, last) or is_covered_otherwise(read, first, last):
        return None
    if not _is_secret_assigned(read, value, exact=is_line(text, start, last)):
        return None
    return Span(first, last, "password" if read.name.password else "assigned-secret")


def _is_secret_assigned(read: Assignment, value: bytes, *, exact: bool) -> bool:
    """Whether a value is a secret beside its name. `exact`: the assignment is all of its line."""
    name = read.name
    tight = read.sign == b"=" and read.gap[1] - read.gap[0] == 1
    spaced = read.sign == b"=" and read.text[read.gap[0] : read.gap[0] + 1] == b" "
    quoted = bool(read.opening) or read.is_element
    outside = is_outside_code(read)
    worded = _is_worded_password(read, value, outside=outside, tight=tight)
    if quoted and read.word == b"token" and name.start == read.start and _is_chosen_token(value):
        return True
    if (
        _is_given_in_environment(read, value, exact=exact, tight=tight)
        and _is_key_of_environment(read)
        and _is_chosen_key(value)
    ):
        return True
    if not name.strong and read.sign not in ITEM_SIGNS and _is_issued(read, value):
        return True
    return is_secret(
        value,
        strong=name.strong,
        quoted=quoted,
        exact=(exact and not spaced) or (outside and name.credential) or worded or _is_slight_argument(read, value),
        pair=name.pair,
        reference=name.reference,
        credential=(name.credential and read.sign != b"(") or worded,
        written=is_written_out(read, value, exact=exact),
    )


def _is_slight_argument(read: Assignment, value: bytes) -> bool:
    """Whether a value is a short word with a digit, given to a name for a password where no code stands."""
    if not read.name.password or read.name.reference:
        return False
    return (is_slight_password(value) or _LETTERS_ROUND_DIGIT.whole(value)) and (
        is_last_cell(read, value, named=True) if read.sign == b"|" else is_given_as_text(read)
    )


_LETTERS_ROUND_DIGIT: Final = Pattern(rb"[A-Za-z]{1,6}[0-9][A-Za-z]{3,6}")


def _is_issued(read: Assignment, value: bytes) -> bool:
    """Whether a value is a number or a short draw as services issue them, under a name that says whose it is."""
    name = read.text[read.name.start : read.start] + read.word
    if value.isdigit():
        return len(value) in _DIGITS_OF_TOKEN and _NUMBERED.within(name) and not is_time_or_count(value)
    if len(value) not in _SHORT_DRAW:
        return False
    if not value.strip(HEX):
        return len(value) >= 10 and has_letters_and_digits(value) and _NUMBERED.within(name)
    return _OWNED.within(name) and is_scrambled(value)


_DIGITS_OF_TOKEN: Final = range(12, 41)
_SHORT_DRAW: Final = range(8, 16)
_NUMBERED: Final = Pattern(
    rb"(?i:(?:api|access|auth|secret)[_. -]?(?:key|token)|[a-z0-9][_. -]token)\z|[a-z0-9](?:Token|TOKEN)\z"
)
"""Names of tokens of which a service may issue numbers."""
_OWNED: Final = Pattern(
    rb"(?i:(?:api|access|auth|secret|private|client)[_. -]?(?:key|token|secret)|[a-z0-9][_.-](?:key|token))\z|"
    rb"[a-z0-9](?:Key|Token|TOKEN|KEY)\z"
)
"""Names of more than one word, the last of which is a key or a token."""


def _is_chosen_token(value: bytes) -> bool:
    """Whether a value in quotes under `token` alone, which parts of texts and designs have too, is a credential."""
    return is_no_step(value) and has_words_and_number(value) and is_secret(value, strong=True, quoted=True)


def _is_key_of_environment(read: Assignment) -> bool:
    """Whether a name is that of a variable of an environment which holds a key: `NEXUS_KEY`, not `PROJECT_KEY`."""
    return is_environment_key(read.text[read.name.start : read.start] + read.word)


def _is_given_in_environment(read: Assignment, value: bytes, *, exact: bool, tight: bool) -> bool:
    """Whether a value is given as shells and files of settings give it, and not as code does."""
    if read.sign == b":":
        return exact and not read.closing
    if tight:
        return not read.opening or is_line(read.text, read.start, read.value_start + len(value) + len(read.opening))
    return read.sign == b"=" and read.text[read.name.start - 5 : read.name.start].lower() == b"$env:"


def _is_chosen_key(value: bytes) -> bool:
    """Whether a value is words and a number of three digits or more, as people choose a key: `harbour-5317`."""
    if value.isalnum():
        return is_joined_key(value)
    digits = len(value) - len(value.translate(None, DIGITS))
    return digits >= _CHOSEN_DIGITS and _is_chosen_token(value)


_CHOSEN_DIGITS: Final = 3


def _is_worded_password(read: Assignment, value: bytes, *, outside: bool, tight: bool) -> bool:
    """Whether a value is words alone and only a password: outside code, or joined as no name in code is."""
    if read.opening and read.sign not in ITEM_SIGNS and (read.name.credential or _SECRET_KEY.whole(read.word)):
        return value.islower() and is_worded_secret(value, 3)
    if not read.name.strong or not _PASSWORD.whole(read.word):
        return False
    if outside:
        return is_worded_secret(value, 2 if read.sign == b":" else 1) and not is_camel(value)
    if read.opening or not read.name.password or b"-" not in value:
        return False
    return (tight or is_line(read.text, read.start, read.value_start + len(value))) and is_worded_secret(value, 2)


_SECRET_KEY: Final = Pattern(rb"(?i)secret[_-]?key(?:[_-]?base)?")
_PASSWORD: Final = Pattern(rb"(?i)(?:" + STRONG + rb")(?:[_.-]?(?:key|key[_.-]?base|token|[0-9]))?")
"""A word for a secret with which a name ends."""


def _read_assignment(text: bytes, start: int, last: int, strong: bool, end: int) -> Assignment | None:
    """The parts of the assignment whose telling word stands at `start` to `last`."""
    if read_word_beside(text, last):
        return None
    groups = ASSIGNED.at(text, last, min(end, last + LONGEST_GAP))
    if not groups:
        return None
    whole, rest, closing, between, wrapped, plain, loose, loose_quote = groups[:8]
    word = text[start : rest[1]]
    name = classify_name_at(text, start, last, word, strong)
    if name is None:
        return None
    gap = between if between[0] >= 0 else loose
    if text[gap[1] : gap[1] + 1] in _LINE_ENDS and _PADDED.whole(text[slice(*gap)]):
        # base64, and not a type before the sign of a value
        first = gap[0] + len(text[slice(*gap)]) - len(text[slice(*gap)].lstrip(b": \t"))
        return Assignment(text, start, name, word, b":", (gap[0], first), text[slice(*closing)], b"", -1, first)
    sign = _plain_sign(text[slice(*gap)].strip(b" \t\r\n"))
    opened = next((group for group in (wrapped, plain, loose_quote) if group[0] >= 0), (-1, -1))
    opening = text[slice(*opened)] if opened[0] >= 0 else b""
    return Assignment(text, start, name, word, sign, gap, text[slice(*closing)], opening, opened[0], whole[1])


def _plain_sign(sign: bytes) -> bytes:
    """The sign without the end of an emphasis, and without the accessors of a property: `**Token:** ...`."""
    if sign == b":**":
        return b":"
    if sign == b"\xef\xbc\x9d":
        return b"="  # of full width
    return b"=" if sign[:1] == b"{" and sign[-1:] == b"=" and b"get;" in sign else sign


def _belongs_together(read: Assignment, end: int) -> bool:
    """Whether the value is the name's, and not another item, a verdict of a test or a tag of a field."""
    text, name = read.text, read.name
    if read.sign == b"," and b"\n" in text[read.gap[1] : read.opening_start]:
        return False
    if read.sign == b":" and read.closing and _TERNARY_CONDITION.within(text[max(0, name.start - 8) : name.start]):
        return False
    if read.sign in _COMPARING and text[read.gap[1] : read.opening_start].strip():
        return False
    if name.verb and read.sign == b":" and _TEST_BEFORE.within(text[max(0, name.start - 8) : name.start]):
        return False
    if name.verb and read.sign == b":" and _REPORT.within(text[max(0, name.start - 200) : end][: 200 + REPORTED]):
        return False
    if not _fits(read) or _is_next_setting(read, end) or read.sign.rstrip(b" \t=").lower() in _ATTRIBUTES:
        return False
    return read.opening != b"`" or _STRUCT_TAG.begin(text, read.value_start, end) < 0


_TERNARY_CONDITION: Final = Pattern(rb"[\w)\]][ ]?\?[ ]?[\"'`]\z")
"""What stands before the first of two words of which a condition chooses: `ok ? 'pass' : 'fail'`."""
_COMPARING: Final = (b"==", b"===", b"!=", b"!==")

_ATTRIBUTES: Final = frozenset(
    b"href src class id rel style title alt for type encoding format algorithm lang xml:lang encrypted".split()
)
"""What follows the value of an attribute in markup: another one, which says nothing of it."""


def _is_next_setting(read: Assignment, end: int) -> bool:
    """Whether the value is left empty, and the next line gives another name its own."""
    between = read.text[read.gap[1] : read.value_start]
    if read.opening or b"\n" not in between or between.strip():
        return False
    return _SETTING.begin(read.text, read.value_start, min(end, read.value_start + LONGEST_GAP)) >= 0


_SETTING: Final = Pattern(rb"[A-Za-z_][\w.-]*[ \t]*(?:=[^=\s]|=[ \t]+\S|:[ \t]|:?\r?\n[ \t]*[A-Za-z_][\w.-]*[=:])")


def _bound_value(read: Assignment) -> tuple[int, int]:
    """Where the value begins and ends."""
    first, last = value_end(read.text, read.value_start, read.opening, read.sign)
    if not read.opening and read.text[first : first + 1] == b"*" and read.text[last - 1 : last] == b"*":
        return first + 1, last - 1  # emphasis
    phrase = 0 if read.opening or read.is_element or not read.name.strong else end_of_phrase(read, last)
    if phrase:
        return first, phrase
    if read.opening:
        return first, last
    last = _field_end(read.text, read.start, first, last)
    return first, last - len(ELLIPSIS) * read.text.endswith(ELLIPSIS, first + 1, last)


def _is_markup_or_reference(read: Assignment, value: bytes, first: int, last: int) -> bool:
    """Whether a value is text behind a tag that no tag closes, the name of a secret, a public name or a new name."""
    text, sign = read.text, read.sign
    if read.is_element and not read.opening and not text[last : last + 80].lstrip().startswith((b"</", b"]]>", b"<")):
        return True
    if _is_reference(read, value):
        return True
    if _SIGNATURE.within(read.word) and not value.strip(HEX) and text[read.start - 1 : read.start] not in b"?&":
        return True
    if sign == b":":
        return text[read.start - 1 : read.start] == b":" and is_public(text, first)
    return sign == b"as" and not read.opening and _NAME.whole(value)


def _is_reference(read: Assignment, value: bytes) -> bool:
    """Whether a value is the name of a secret."""
    refers = read.name.reference or read.sign in (b",", b"as")
    return refers and _REFERS.within(value) and not looks_drawn(value) and not is_chosen_word(value)


_PADDED: Final = Pattern(rb":[ \t]*[A-Za-z][A-Za-z0-9]+=")
_LINE_ENDS: Final = (b"", b"\n", b"\r", b"=")

_SIGNATURE: Final = Pattern(rb"(?i)^sig(?:nature)?\z")
"""What was signed says nothing of the key, unless an address carries it."""

_REFERS: Final = Pattern(rb"(?i)secret|credential|token|passw")

_NAME: Final = Pattern(rb"[A-Za-z_][A-Za-z_.]*[0-9]{0,2}[A-Za-z_.]*[0-9]{0,2}[A-Za-z_.]*")

REPORTED: Final = 320
"""Bytes after a verdict in which the next one stands."""

_TEST_BEFORE: Final = Pattern(
    rb"(?i)(?:(?:^|\s)---|\b(?:tests?|checks?|specs?|suites?|all|they|should|must|will|to|builds?)) \z"
)
"""What stands before the verdict on a test in Go, and before the verb."""
_REPORT: Final = Pattern(
    rb"(?m)^[ \t]*(?:PASS|FAIL|XFAIL|XPASS|SKIP|UNSUPPORTED|UNTESTED|UNRESOLVED): [^\n]*\r?\n"
    rb"[ \t]*(?:PASS|FAIL|XFAIL|XPASS|SKIP|UNSUPPORTED|UNTESTED|UNRESOLVED): "
)
"""Two verdicts of a test run in neighbouring lines: `PASS` is no password there."""

_STRUCT_TAG: Final = Pattern(rb"[a-z]+:\"")


def _fits(read: Assignment) -> bool:
    """Whether what stands between a name and a value makes the one belong to the other."""
    sign = read.sign
    if sign == b",":
        return bool(read.opening) and _is_item_named_before(read)
    if sign == b">":
        return read.text[read.gap[1] : read.gap[1] + 1] != b" "
    if sign in _ONLY_BEFORE_QUOTES:
        return bool(read.opening)
    return not read.name.verb or _is_object_of_verb(read)


def _is_item_named_before(read: Assignment) -> bool:
    """Whether the item of a list is the value of the one before it: of a name in quotes, or of a constant."""
    if _TAIL.within(read.word) or read.closing.rstrip(b"])}") != read.closing:
        return False
    if not read.closing:
        return read.word.isupper()
    first = read.name.start
    return read.text[first - 1 : first] in (b'"', b"'", b":", b"`", b"#", b"=")


def _is_object_of_verb(read: Assignment) -> bool:
    """Whether a name that is an English word too has a sign that only names have."""
    sign = read.sign
    if sign in _PLAIN_SIGNS or b"value" in sign.lower():
        return True
    first = read.name.start
    return bool(read.opening) and (sign[-1:] == b"=" or read.text[first - 1 : first] in (b":", b"#"))


_ONLY_BEFORE_QUOTES: Final = (b"::", b"||", b"??", *_COMPARING)
"""Signs after which only a value in quotes is one."""

_TAIL: Final = Pattern(rb"(?i:password|passwd|secret|token|key)[A-Z][a-z]+[A-Z]")
"""More words after the telling one, as names of classes have them."""

_PLAIN_SIGNS: Final = (b"=", b":", b":=", b"=>", b"\xe2\x86\x92", b"\xe2\x80\x93", b"\xe2\x80\x94", b"\xef\xbc\x9a")


def _field_end(text: bytes, key: int, first: int, last: int) -> int:
    """Where a bare value ends that is one field of several: of an address, a connection string, a cookie, a flow."""
    head = text[max(0, key - 60) : key].rstrip(NAME_CHARS)[-1:]
    for mark in (b"&", b";"):
        if mark == b"&" and head not in (b"?", b"&", b'"', b"'"):
            continue
        position = text.find(mark, first, last)
        if position > first and (mark == b";" or _NEXT_FIELD.begin(text, position, last) >= 0):
            last = position
    return last


_NEXT_FIELD: Final = Pattern(rb"&[\w.%-]{1,40}=")
