"""The search: cheap triggers over the whole text, then every rule in the small regions round them.

A trigger is whatever a secret cannot do without: a run of token characters with digits, a name that announces a
secret with a value behind it, an address with a password, an armoured key. Ordinary text has a few hundred per
megabyte, so a region may cost fifty microseconds. All work is on UTF-8 bytes; all patterns are RE2's, so time is
linear in the text.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact import decode, tokens
from backstory.redact.assign import spans
from backstory.redact.chance import HEX, entropy
from backstory.redact.judge import ULID, UUID, looks_drawn
from backstory.redact.patterns import Pattern
from backstory.redact.rules import Rule, Rules
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

BACK: Final = 224
"""Bytes before a trigger in which a rule's keyword may stand."""
AHEAD: Final = 320
"""Bytes after a trigger that a rule may need to see."""
LARGEST: Final = 8192
"""Bytes of a region after which the next one begins, overlapping."""
LONGEST_ARMOUR: Final = 64 * 1024
WORK_PER_BYTE: Final = 40
"""Pattern searches per byte of text that dense text may cost; beyond it, whole tokens go instead of rules' matches."""

TOKENS: Final = rb"[A-Za-z0-9_+/=~.-]*[0-9][A-Za-z0-9_+/=~-]{9,}|[A-Z2-7]{16,}"
LATE_DIGITS: Final = rb"[A-Za-z]{14,}[0-9][A-Za-z0-9_+/=~-]*"
NAMED: Final = (
    rb"(?i:(?:pass|pwd|psw|pword|secret|credential|kennwort|contrase|mot_?de_?passe|\bp(?:in|at)\b|\botp\b|token|"
    rb"api key)[\w.-]*[\"'`\]\\>) \t]*"
    rb"(?:[:=>,|]|%3[AD]|\s+value|is |was |will |(?:set|changed|reset) to |(?:for|of|to|on|in) [^\n]{1,40} is )"
    rb"[\s\"'`=:>\\]*[^\s\"'`(){}\[\]<>$,;]{4})|"
    rb"(?i:--?[\w-]*(?:pass|pwd|psw|secret|credential|token|key|auth)[\w-]*[\"']?,?[ \t]+[\"']?[^\s\"'-])|"
    rb"\s(?:-u|--user|--proxy-user|-p)[ =\"']"
)
SHAPES: Final = (
    rb"(?i:\b(?:bearer|basic|token|apikey|negotiate)(?:[ \t]+|%20|\+)[\w+/=.~-]{12,})|"
    rb"://[^\s/?#@\"'`<>]*:[^\s/\"'`<>@]+@|-----BEGIN|\$(?:1|2[abxy]?|5|6|y|7|argon2\w+|apr1)\$|"
    rb"(?i:(?:login|user|account)[ \t]+\S+\s+password\s)|"
    rb"(?:%[0-9A-Fa-f]{2}[\w.~-]?){8,}|(?:\\u00[0-9A-Fa-f]{2}){6,}|(?:\\x[0-9A-Fa-f]{2}){6,}|(?:0x[0-9a-fA-F]{1,2},\s?){8}"
)
TENANTS: Final = (
    rb"(?i:(?:okta|oktapreview|auth0|onelogin|databricks|snowflakecomputing|salesforce|myshopify|tableau|atlassian|"
    rb"firebaseio|firebaseapp|azure|windows|azurecr)\.(?:com|net|io)\b)"
)
_HOOKS: Final = rb"(?i:hooks\.slack|webhook)"
LETTERS: Final = (
    rb"(?i:(?:key|token|secret|access)[\w.-]*[\"'`\]\\]*[ \t]*[:=>]*[ \t]*[\"'`\\]*[A-Za-z0-9+/_-]{16,})|[A-Za-z]{28,}"
)
RUNS: Final = tuple(Pattern(p) for p in (TOKENS, LATE_DIGITS, LETTERS))
"""Triggers that end in a run of token characters."""
FORMS: Final = tuple(Pattern(p) for p in (NAMED, b"|".join((SHAPES, TENANTS, _HOOKS))))
TRIGGERS: Final = (*RUNS, *FORMS)
"""Several small automata instead of one: joined, their states multiply and the search is twenty times slower."""
ARMOUR: Final = Pattern(rb"-----BEGIN[ A-Z0-9_-]{0,60}?(?:PRIVATE KEY|SECRET KEY|PRIVATE)[ A-Z0-9_-]{0,40}?-----")
"""Only ever matched at a place that a trigger named."""


def found(text: bytes, rules: Rules, start: int = 0, end: int = -1, *, decoding: bool = True) -> list[Span]:
    """Spans of secrets in `text[start:end]`, unordered and possibly overlapping.

    `decoding`: also look one level into base64, percent and backslash escapes and values split over lines.
    """
    end = len(text) if end < 0 else end
    out: list[Span] = []
    hits: list[tuple[int, int]] = []
    left = right = -1
    work = WORK_PER_BYTE * max(end - start, 1 << 16)
    for first, last in _triggers(text, start, end):
        if hits and (first - BACK > right or right - left > LARGEST):
            work -= _region(text, max(start, left), min(end, right), hits, rules, out, work, decoding)
            hits = []
        if not hits:
            left = right = first - BACK
        hits.append((first, last))
        right = max(right, last + AHEAD)
    if hits:
        _region(text, max(start, left), min(end, right), hits, rules, out, work, decoding)
    return out


def _triggers(text: bytes, start: int, end: int) -> list[tuple[int, int]]:
    out: list[tuple[int, int]] = []
    for pattern in TRIGGERS:
        out.extend(groups[0] for groups in pattern.each(text, start, end))
    out.sort()
    return out


def _region(
    text: bytes,
    start: int,
    end: int,
    hits: list[tuple[int, int]],
    rules: Rules,
    out: list[Span],
    work: int,
    decoding: bool,
) -> int:
    """All tiers on one region; returns what it cost in pattern searches times bytes."""
    size = end - start
    active = rules.active(text[start:end])
    if work < 0:
        active = []
        out.extend(_coarse(text, hits))
    for rule in active:
        _rule(text, start, end, rule, out)
    out.extend(spans(text, start, end))
    for first, last in hits:
        if text[first : first + 10] == b"-----BEGIN":
            out.extend(_armour(text, first))
        else:
            out.extend(tokens.spans(text, first, last, rules))
    if decoding:
        out.extend(decode.spans(text, start, end, hits, rules, found))
    return size * len(active)


def _coarse(text: bytes, hits: list[tuple[int, int]]) -> Iterator[Span]:
    """Every run of token characters with digits: what is taken where text is too dense to ask every rule."""
    for first, last in hits:
        for groups in _RUN.each(text, first, last):
            run = text[slice(*groups[0])]
            if looks_drawn(run) and not ULID.whole(run) and not UUID.whole(run) and run.strip(HEX):
                yield Span(*groups[0], "dense-token")


_RUN: Final = Pattern(rb"[A-Za-z0-9_+/=~-]{16,}")


def _rule(text: bytes, start: int, end: int, rule: Rule, out: list[Span]) -> None:
    for groups in rule.pattern.each(text, start, end):
        first, last = groups[rule.group] if rule.group else next((g for g in groups[1:] if g[0] >= 0), groups[0])
        secret = text[first:last]
        if (rule.entropy and entropy(secret) <= rule.entropy) or is_placeholder(secret):
            continue
        out.append(Span(first, last, rule.name))


def _armour(text: bytes, start: int) -> Iterator[Span]:
    """A private key between its armour lines; without an end, as far as its lines go."""
    first = ARMOUR.begin(text, start, min(len(text), start + 256))
    if first < 0:
        return
    close = text.find(b"-----END", first, first + LONGEST_ARMOUR)
    if close < 0:
        close = max(first, _ARMOURED.begin(text, first, min(len(text), first + LONGEST_ARMOUR)))
    while first < close and text[first : first + 1] in b"\r\n \t":
        first += 1
    while first < close and text[close - 1 : close] in b"\r\n \t":
        close -= 1
    if close - first >= 16:
        yield Span(first, close, "private-key")


_ARMOURED: Final = Pattern(rb"(?:[\w+/=]|\\+[nr]|\s|[\"',+]|[\w-]{1,20}: [^\n]{1,80}\n)*")
