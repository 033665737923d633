"""Secrets in a block that is named for them: `secrets:` with lines below, `apiKeys: {...}`, `[tokens]`.

The name of the block says what its members are, and a member's own name whose it is: `openai`, `ada`. So a value has to
look drawn or chosen.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE
from backstory.redact.judge import looks_drawn
from backstory.redact.names import opens_nothing
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.sentences import is_recognized_by_signs
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

_NAMES: Final = (
    rb"(?:secrets|string_?data|passwords|passwds|passphrases|credentials?|creds|(?:[\w-]{0,24}[_.-])?tokens|"
    rb"(?:api|access|auth|private|secret|signing|encryption|master)[_-]?keys)"
)
BRACES: Final = Pattern(
    rb"(?i)\b" + _NAMES + rb"[\"']?[ \t]*(?:[:=]|=>|:=)?[ \t\r\n]*(?:new \w+|[\w.<>, ]{0,40}\]\w*)?[{\[]"
)
"""A block in brackets."""
LINES: Final = Pattern(rb"(?im)^([ \t]*(?:-[ ]+)?)[\"']?(?:[\w-]{0,24}[_.-])?" + _NAMES + rb"[\"']?:[ \t]*\r?\n")
"""A block of lines that stand further to the right. Group: its own indentation."""
SECTION: Final = Pattern(
    rb"(?im)^[ \t]*\[[\"']?(?:[\w -]{0,40}[._-])?" + _NAMES + rb"(?:[.:_-][\w.-]{1,40})?[\"']?\][ \t]*\r?\n"
)
"""A section of a configuration."""
_MEMBER: Final = Pattern(
    rb"([\w./@-]{1,64})[\"']?[ \t]*(?::|=>?)[ \t]*(?:\"([^\"\n]{6,200})\"|'([^'\n]{6,200})'|`([^`\n]{6,200})`|"
    rb"([^\s\"'`,;{}()\[\]]{6,200}))"
)
"""A name and its value."""
_ITEM: Final = Pattern(
    rb"(?:^|[\[,-])[ \t\r\n]*(?:\"([^\"\n]{6,200})\"|'([^'\n]{6,200})'|([^\s\"',:;{}()\[\]]{12,200})(?:\s|$))"
)
"""A value of a list."""
_NO_SECRET: Final = Pattern(
    rb"(?i)(?:.*[_.-])?(?:ids?|name|type|kind|uuid|guid|url|uri|host|path|file(?:name)?|sha(?:1|256|512)?|digest|hash|integrity|resolved|"
    rb"checksum|version|arn|email|image|commit|revision|created\w*|updated\w*|expires?\w*|issued\w*|date|time(?:stamp)?|"
    rb"aaguid|\w*handle|public\w*|fingerprint|thumbprint|scopes?|description|title|trace|request|session)"
)
"""Names of members that hold no secret."""
MOST: Final = 4096
"""Bytes of a block that are read."""


def _judge_braces(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    first = groups[0][1]
    chosen = _CREDENTIALS.begin(text, groups[0][0], first) >= 0
    yield from _find_values(
        text, first, _end_of_brackets(text, first, _limit(text, first, BRACES)), name, chosen=chosen
    )


_CREDENTIALS: Final = Pattern(rb"(?i)passw|passphrases|cred|secrets")
"""Names of blocks whose items are credentials and no parts of a text."""


def _judge_lines(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    first = groups[0][1]
    indentation = groups[1][1] - groups[1][0]
    yield from _find_values(text, first, _end_of_lines(text, first, _limit(text, first, LINES), indentation), name)


def _limit(text: bytes, first: int, pattern: Pattern) -> int:
    """Where a block ends at the latest. A block within it is read by itself: nested ones would be read many times."""
    end = min(len(text), first + MOST)
    inner = pattern.find(text, first, end)
    return inner[0][0] if inner else end


def _judge_section(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    first = groups[0][1]
    end = text.find(b"\n[", first, first + MOST)
    yield from _find_values(text, first, end if end >= 0 else min(len(text), first + MOST), name)


def _end_of_brackets(text: bytes, first: int, limit: int) -> int:
    """Where the block ends whose bracket stands right before `first`."""
    depth = 1
    for place in range(first, limit):
        code = text[place]
        depth += (code in b"{[(") - (code in b"}])")
        if not depth:
            return place
    return limit


def _end_of_lines(text: bytes, first: int, limit: int, indentation: int) -> int:
    """Where the lines end that stand further to the right than the name of their block, or are items of it."""
    place = first
    while place < limit:
        end = text.find(b"\n", place, limit)
        end = limit if end < 0 else end + 1
        line = text[place:end].rstrip()
        depth = len(line) - len(line.lstrip(b" \t"))
        if line and (depth < indentation or (depth == indentation and line[depth : depth + 2] != b"- ")):
            return place
        place = end
    return limit


def _find_values(text: bytes, start: int, end: int, name: str, *, chosen: bool = False) -> Iterator[Span]:
    """Values of members, and list items that look drawn; where they may be `chosen`, also those with signs."""
    named = []
    for groups in _MEMBER.each(text, start, end):
        place = next(group for group in groups[2:] if group[0] >= 0)
        named.append(place)
        label = text[slice(*groups[1])]
        if not _NO_SECRET.whole(label) and not opens_nothing(label) and _is_value(text[slice(*place)]):
            yield Span(*place, name)
    for groups in _ITEM.each(text, start, end):
        place = next(group for group in groups[1:] if group[0] >= 0)
        if place in named or text[groups[0][1] : groups[0][1] + 1] == b":":
            continue
        is_quoted = text[place[0] - 1 : place[0]] in (b'"', b"'")
        if (_is_value if chosen and is_quoted else _is_drawn)(text[slice(*place)]):
            yield Span(*place, name)


def _is_value(value: bytes) -> bool:
    return _is_drawn(value) or (value[:1] not in b"$<%{(" and is_recognized_by_signs(value))


def _is_drawn(value: bytes) -> bool:
    return not is_placeholder(value) and looks_drawn(value)


_TELLING: Final = (b"secrets", b"string", b"passw", b"passphrases", b"cred", b"tokens", b"keys")
"""What every name of a block has."""
RULES: Final = (
    (BRACES, "assigned-secret", _judge_braces, SHAPE, _TELLING),
    (LINES, "assigned-secret", _judge_lines, SHAPE, _TELLING),
    (SECTION, "assigned-secret", _judge_section, SHAPE, _TELLING),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?i:(?:secrets|string_?data|passw(?:or)?ds|passphrases|credentials?|creds|tokens|"
    rb"(?:api|access|auth|private|secret|signing|encryption|master)[_-]?keys)[\"']?"
    rb"(?:[ \t]*(?:[:=]|=>|:=)?[ \t]*[{\[]|:[ \t]*\r?\n|\][ \t]*\r?\n))"
)
"""What announces one of them to the search."""
