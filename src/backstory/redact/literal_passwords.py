"""Passwords of words alone that stand where values are written out.

`password = "walnut"` gives a value of its own, `password = walnut` in code the name of one. So a word counts in quotes
behind a sign of assignment, in an element, in a line or a field of settings, in an argument of a command.
"""

from typing import Final

from backstory.redact.assignment import ITEM_SIGNS, LONGEST_GAP, Assignment, is_line, is_outside_code
from backstory.redact.patterns import Pattern
from backstory.redact.readable_values import is_written_word
from backstory.redact.type_names import is_pascal
from backstory.redact.words import STRONG


def is_written_out(read: Assignment, value: bytes, *, exact: bool) -> bool:
    """Whether a password is given as a value of its own: in quotes, in an element, in a line or a field of settings."""
    name, sign = read.name, read.sign
    if b"cred" in read.word.lower() or read.word.lower().startswith(b"pass_"):
        return False  # a structure, or a mode in which they are sent; `pass_by_value`
    if not name.strong:
        return name.credential and bool(read.opening) and sign not in ITEM_SIGNS and is_written_word(value, 2)
    if read.opening and read.closing and not value.isascii() and read.text[name.start : name.start + 1].isupper():
        return False  # a label and its translation
    if read.opening or read.is_element:
        return _is_written_value(read, value)
    if b" " in value:
        return True
    if value.lower() in read.word.lower():
        return False  # `password_hint = hint`
    if not value.replace(b"-", b"").isalpha() or len(value) < 5 or is_pascal(value):
        return False
    if sign == b"|":
        return is_last_cell(read, value)
    if sign == b":-":
        return read.text[read.value_start + len(value) :][:1] == b"}"
    if exact:
        return sign in (b"=", b":") and (not name.reference or is_outside_code(read) or _is_among_settings(read))
    return _is_argument(read, read.value_start + len(value)) or _is_field(read, read.value_start + len(value))


def _is_among_settings(read: Assignment) -> bool:
    """Whether a line beside this one gives what no code has without quotes: an address of digits, a path."""
    text, first = read.text, read.name.start
    line = text.rfind(b"\n", max(0, first - LONGEST_GAP), first) + 1
    stop = text.find(b"\n", read.value_start, read.value_start + LONGEST_GAP)
    return _PLAIN_ABOVE.within(text[max(0, line - 160) : line]) or (
        stop >= 0 and _PLAIN_BELOW.begin(text, stop, min(len(text), stop + 160)) >= 0
    )


_PLAIN_LINE: Final = (
    rb"[ \t]*[\w.-]{2,40}[ \t]*[=:]?[ \t]+"
    rb"(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}(?:[:/][0-9]+)?|/[\w.-]+(?:/[\w.-]*)+)[ \t]*\r?"
)
_PLAIN_ABOVE: Final = Pattern(rb"(?:\n|\A)" + _PLAIN_LINE + rb"\n(?:[^\n]*\n)?\z")
_PLAIN_BELOW: Final = Pattern(rb"\n(?:[^\n]*\n)?" + _PLAIN_LINE + rb"(?:\n|$)")


def _is_argument(read: Assignment, last: int) -> bool:
    """Whether name and value are an argument of a command: joined by the sign, with a blank before and behind."""
    text, first = read.text, read.name.start
    if read.sign != b"=" or read.gap[1] - read.gap[0] > 1 or read.name.reference:
        return False
    return text[first - 1 : first] in (b" ", b"\n", b"", b'"', b"'") and text[last : last + 1] in _ARGUMENT_ENDS


def is_covered_otherwise(read: Assignment, first: int, last: int) -> bool:
    """Whether a value only says what goes there: one that was cut short, the first of several names, a description."""
    text, value = read.text, read.text[first:last]
    if len(value) <= SHORT and text[last : last + 3] in _ELLIPSES:
        return len(value) < _IN_FULL or not _WHOLE.whole(value)
    if read.opening:
        if text.find(b"=>", last, last + 8) >= 0 and _IS_KEY.begin(text, last, min(len(text), last + 8)) >= 0:
            return True
        is_item = text[read.opening_start - 1 : read.opening_start] == b"["
        return is_item and value.isalpha() and _NEXT_ITEM.begin(text, last, min(len(text), last + 8)) >= 0
    return value.isalnum() and _DESCRIBED.begin(text, last, min(len(text), last + 40)) >= 0


SHORT: Final = 16
"""Bytes of a value that was cut short of which nothing can be told."""
ELLIPSIS: Final = "…".encode()
_ELLIPSES: Final = (b"...", ELLIPSIS)
_IN_FULL: Final = 8
"""Bytes of the shortest password that is taken as whole."""
_WHOLE: Final = Pattern(
    rb"[A-Za-z][!-~]*(?:[!@#$%^&*?~+][!-~]*[0-9]|[0-9][!-~]*[!@#$%^&*?~+])[!-~]*|[A-Za-z]+(?:[._-][A-Za-z]+)*[._-][0-9]+"
)
"""A password in full before dots that only trail off: `storePassword=Blue!44kt...`. A cut key ends anywhere."""
_IS_KEY: Final = Pattern(rb"[\"'][ ]*=>")
_NEXT_ITEM: Final = Pattern(rb"[\"'],[ ]?[\"']")
_DESCRIBED: Final = Pattern(rb"(?i)[ ](?:\w+[ ])?(?:" + STRONG + rb")s?(?:[ ][(a-z]|\r?\n|$)")
"""What follows a word of a description: `DB_PASSWORD: Postgres password (required)`."""
_ARGUMENT_ENDS: Final = (b"", b" ", b"\n", b"\r", b'"', b"'", b"\\")
_TELLING: Final = Pattern(rb"(?i)(?:" + STRONG + rb")")
_TESTED: Final = (b"==", b"===", b"!=", b"!==")
"""Signs with which a value is compared."""


def _is_written_value(read: Assignment, value: bytes) -> bool:
    """The same of a value in quotes or of an element."""
    sign, text = read.sign, read.text
    if sign in _TESTED:
        return read.name.password and not read.name.verb and value.islower()
    if sign == b",":
        return _is_set_by_call(read, value)
    if sign == b"|":
        return is_last_cell(read, value)
    if sign == b"(":
        return value.islower() and _TELLING.whole(read.word) and read.gap[1] - read.gap[0] == 1 and read.opening != b"`"
    if (
        (sign in _NOT_GIVING and not (sign == b"<-" and read.opening))
        or read.opening[:1] == b"%"
        or (sign[:1].isalpha() and read.closing and b"value" not in sign.lower())
    ):
        return False
    if read.opening == b"`" and (b" " in value or not sign or sign in _DASHES):
        return False
    if (
        not sign
        and not _DEFINES.within(text[max(0, read.name.start - 16) : read.name.start])
        and (
            read.closing
            or read.word == b"identified by"
            or (read.name.verb and not _KEYWORDS.within(text[max(0, read.name.start - 80) : read.name.start]))
            or text[read.start - 1 : read.start] == b"_"
        )
    ):
        return False
    if not read.opening and (text[read.value_start + len(value) :][:2] != b"</" or b" name=" in sign):
        return False
    return not (value[:1].isupper() and _is_labelled(read, value))


_KEYWORDS: Final = Pattern(rb"[{ ,]:user(?:name)?[ ]\"[^\"\n]{1,40}\",?\s{1,20}:\z")
"""An account among keywords, before the keyword of its password: `{:user "ada" :pass "..."}`."""
_DEFINES: Final = Pattern(rb"(?:#[ ]?define[ \t]+|\((?:setq|defvar|defparameter|def|define)[ ]\*?)\z")
"""What defines a constant by a blank alone."""
_DASHES: Final = (b"\xe2\x80\x93", b"\xe2\x80\x94")
_NOT_GIVING: Final = (b"to", b"{", b"->", b"\xe2\x86\x92", b"<-")
"""Signs behind which another name may stand, or what something is done to."""


def is_last_cell(read: Assignment, value: bytes, *, named: bool = False) -> bool:
    """Whether name and value are the two cells of a row. `named`: the name may have words before it."""
    text, end = read.text, read.value_start + len(value)
    head = text[max(text.rfind(b"\n", 0, read.name.start), 0) : read.name.start].strip(b"\n *`\"'")
    if named and head.count(b"|") == 1 and head.count(b" ") <= _WORDS_BEFORE:
        head = head[:1]
    return read.name.password and head == b"|" and _ROW_END.begin(text, end, min(len(text), end + 40)) >= 0


_WORDS_BEFORE: Final = 3
_ROW_END: Final = Pattern(rb"[\"'`*]{0,3}[ ]*\|[ ]*(?:\r?\n|$)")


def _is_set_by_call(read: Assignment, value: bytes) -> bool:
    """Whether a call takes a name and its value as its last arguments, and keeps them: `define('PASS', '...')`."""
    text, first = read.text, read.name.start
    after = text[read.value_start + len(value) + len(read.opening) :][:1]
    return after in b")," and _SETS.within(text[max(0, first - 60) : first])


_SETS: Final = Pattern(
    rb"(?i)(?:define|put|set\w*|append|of|entry|insert|env|getenv|environ\.get|fetch|with\w*|default|config|"
    rb"configure|option|property|header|param|field|get|fill|type|input)[ ]?\((?:[^()\n]{0,40},[ ]?)?[\"'`:@$]{0,2}\z"
)
"""What keeps a value under a name, or gives one for a name that has none, up to the name."""


def _is_labelled(read: Assignment, value: bytes) -> bool:
    """Whether a member beside this one has a label for its value too, as texts of a program have."""
    text = read.text
    end = read.value_start + len(value)
    return _LABEL_BEFORE.within(text[max(0, read.name.start - 120) : read.name.start]) or (
        _LABEL_AFTER.begin(text, end, min(len(text), end + 120)) >= 0
    )


_LABEL_BEFORE: Final = Pattern(rb"[\"']?[ ]*:[ ]*[\"'][A-Z\xc3\xd0][^\"'\n]*[\"'],?[ \t]*\r?\n[ \t]*[\"']?[\w.]*\z")
_LABEL_AFTER: Final = Pattern(rb"[\"'],?[ \t]*\r?\n[ \t]*[\"']?[\w.-]+[\"']?[ ]*:[ ]*[\"'][A-Z\xc3\xd0]")


def _is_field(read: Assignment, last: int) -> bool:
    """Whether a bare value is one field of several that only data has: of a connection, of what a program prints."""
    text, sign = read.text, read.sign
    before, after = text[max(0, read.name.start - 80) : read.name.start], text[last : last + 40]
    if sign == b"=" and read.gap[1] - read.gap[0] == 1:
        return _FIELD_BEFORE.within(before) or _FIELD_AFTER.begin(after, 0, len(after)) >= 0
    if sign != b":" or read.closing:  # a name in quotes and a value without are an object and its member in code
        return False
    return _FLOW_BEFORE.within(before) and _FLOW_AFTER.begin(after, 0, len(after)) >= 0


_FIELD_BEFORE: Final = Pattern(
    rb"(?i)(?:;[ ]?|[\w=],|\b(?:uid|user|username|login|user id)=[^\s=]{1,64}[,;]?[ ]|[\[{](?:\w+=[^\[\]{}]*,[ ])?)\z"
)
_FIELD_AFTER: Final = Pattern(rb";(?:[A-Za-z][\w ]*=|[\"'\s]|$)|,\w+=")
_FLOW_BEFORE: Final = Pattern(rb"\{(?:[^{}\n]*,)?[ ]*[\"']?\z")
_FLOW_AFTER: Final = Pattern(rb"[ ]*(?:\}|,)")


def end_of_phrase(read: Assignment, last: int) -> int:
    """Where a bare phrase ends: of a whole argument in quotes, of a line among lines of settings; 0 for no phrase."""
    text, first = read.text, read.name.start
    if read.sign == b"|":
        groups = _CELL.at(text, read.value_start, min(len(text), read.value_start + LONGEST_GAP))
        return groups[1][1] if groups else 0
    if read.sign not in (b"=", b":") or text[last : last + 1] != b" ":
        return 0
    quote = text[first - 1 : first]
    if read.sign == b"=" and quote in (b'"', b"'"):
        end = text.find(quote, last, last + LONGEST_GAP)
        return end if end >= 0 and is_written_word(text[read.value_start : end], 2) else 0
    groups = _PHRASE_LINE.at(text, read.value_start, min(len(text), read.value_start + LONGEST_GAP))
    if not groups or not is_line(text, read.start, groups[1][1]) or not is_written_word(text[slice(*groups[1])], 2):
        return 0
    if read.sign == b"=" and text[read.value_start : last] not in _OPERATORS:
        return groups[1][1]  # no language has two words behind this sign
    line = text.rfind(b"\n", 0, first) + 1
    beside = _SETTINGS_ABOVE.within(text[max(0, line - 80) : line]) or (
        _SETTINGS_BELOW.begin(text, groups[1][1], min(len(text), groups[1][1] + 80)) >= 0
    )
    return groups[1][1] if beside else 0


_OPERATORS: Final = (
    b"await",
    b"new",
    b"not",
    b"yield",
    b"typeof",
    b"void",
    b"delete",
    b"lambda",
    b"if",
    b"case",
    b"try",
)
_CELL: Final = Pattern(rb"([A-Za-z\x80-\xff']+(?:[ ][A-Za-z\x80-\xff']+){1,6})[ ]*\|")
_PHRASE_LINE: Final = Pattern(rb"([A-Za-z\x80-\xff']+(?:[ ][a-z\x80-\xff']+){1,6})[ \t]*\r?(?:\n|$)")
_SETTINGS_ABOVE: Final = Pattern(rb"(?:\n|\A)[ \t]*(?:\[[\w .:-]+\]|[\w.-]{2,40}[ ]?[=:][ ]?\S{0,40})\r?\n\z")
_SETTINGS_BELOW: Final = Pattern(rb"\s*\n[ \t]*[\w.-]{2,40}[ ]?[=:][ ]?\S{1,40}[ \t]*\r?(?:\n|$)")
"""A line of settings beside this one: a name and a value without blanks."""
