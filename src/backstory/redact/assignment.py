"""An assignment as it is read: a name that announces a secret, a sign, and where the value begins."""

from typing import Final, NamedTuple

from backstory.redact.names import Name
from backstory.redact.patterns import Pattern

LONGEST_GAP: Final = 256
"""Bytes from the beginning of a name to the beginning of its value at most."""


class Assignment(NamedTuple):
    """A name that announces a secret and what stands between it and its value."""

    text: bytes
    start: int
    """Where the telling word begins."""
    name: Name
    word: bytes
    """From the telling word to the end of the name."""
    sign: bytes
    gap: tuple[int, int]
    """Where the sign stands, with the blanks round it."""
    closing: bytes
    """What closes the name."""
    opening: bytes
    opening_start: int
    """Where the opening of the value stands; -1 for a bare value."""
    value_start: int

    @property
    def is_element(self) -> bool:
        """Whether the sign ends a tag, so that the value is an element's text."""
        return self.sign[-1:] == b">" and self.sign not in (b"=>", b"->")


def is_line(text: bytes, key: int, last: int) -> bool:
    """Whether name and value are all of their line, as in an environment file or YAML."""
    after = text[last : last + 1]
    if after not in _LINE_ENDS and (after not in _BLANKS or _COMMENT.begin(text, last, last + 8) < 0):
        return False
    line = max(text.rfind(b"\n", max(0, key - LONGEST_GAP), key) + 1, key - LONGEST_GAP, 0)
    head = text[line:key].rstrip(NAME_CHARS).strip()
    return head in _LINE_HEADS or _PRINTED.whole(head)


_LINE_ENDS: Final = (b"", b"\n", b"\r", b"\\")
_BLANKS: Final = (b" ", b"\t")
_COMMENT: Final = Pattern(rb"[ \t]+(?:#|//)[ ]")
"""What explains a line of settings behind it."""
NAME_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"
_LINE_HEADS: Final = (b"", b"export", b"-", b"#", b"set", b"setx", b"ENV", b"ARG", b"//", b'"', b"'")
_PRINTED: Final = Pattern(
    rb"[+?>]|(?:[-*+][ ])?\*\*(?:[A-Z]\w*[ ]){0,3}|[+-]?[\w./\\-]{1,120}:[0-9]{1,6}:|[0-9]{1,6}(?:\xe2\x86\x92|:|\|)?"
)
"""What programs print before a line: a comparison, a search, a listing with numbers."""


def is_outside_code(read: Assignment) -> bool:
    """Whether a name and its sign are those of a shell, of an option, of an address or of a header, and of no code."""
    text, first = read.text, read.name.start
    name = text[first : read.start] + read.word
    if read.sign == b"=":
        if read.gap[1] - read.gap[0] > 1:
            return False
        before = text[max(0, first - 24) : first]
        return name.isupper() or name[:1] == b"-" or before[-1:] in _BEFORE_MEMBER or before[-6:] == b"--set "
    return b"value" in read.sign.lower() or (read.sign == b":" and b"-" in name)


_BEFORE_MEMBER: Final = (b"?", b"&", b":")


def is_given_as_text(read: Assignment) -> bool:
    """Whether a bare value is joined with its name where no code stands.

    An option's argument, a line that a comparison or a search prints, a field behind another one, a member of an
    address.
    """
    if read.sign != b"=" or read.gap[1] - read.gap[0] > 1 or read.opening:
        return False
    text, first = read.text, read.start
    line = max(text.rfind(b"\n", max(0, first - LONGEST_GAP), first) + 1, first - LONGEST_GAP, 0)
    return _TEXT_BEFORE.within(text[line:first])


_TEXT_BEFORE: Final = Pattern(
    rb"^\+[ \t]*[\w.-]*\z|^[+-]?[\w./\\-]+:[0-9]+:[ \t]*[\w.-]*\z|[?&][\w.-]*\z|"
    rb"(?:^|[ \t])[a-z][\w.-]*=[^\s=,;()\"']+[ \t][\w.-]*\z|"
    rb"(?:^|[ \t])(?:-[DeEFdPX]|--?var|--env|--set(?:-string)?|--build-arg|--data(?:-[\w-]+)?|--form|--from-literal)"
    rb"[ =]?[\"']?[\w.\[\]-]*\z"
)
ITEM_SIGNS: Final = (b"(", b",", b"|", b"==", b"===", b"!=", b"!==")
"""Signs behind which text may stand that is no value of the name."""
