"""Passwords in talk that no fixed phrase announces: they are recognised by their look and a word for credentials
nearby.

`turns out ... isn't accepted as a password`, `creds moved, it's nora w/ ... now`. People and agents put such a value
anywhere in a sentence. So two things alone decide: how strange it looks among words (`looks`), and how far it stands
from the nearest word for credentials, in its sentence or the line beside it. The stranger, the farther.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.redact.login_words import ACCOUNT, AROUND, KEY, STRANGE, Word
from backstory.redact.looks import (
    BROKEN,
    CHOSEN,
    DOUBTFUL,
    DRAWN,
    JOINED,
    LEET,
    LONGEST,
    NUMBERED,
    SIGNS,
    WORDED,
    has_everyday_noun,
    name_look,
    names_things_alone,
)
from backstory.redact.names import RECORD_ID, is_record_id
from backstory.redact.patterns import Pattern
from backstory.redact.spans import Span
from backstory.redact.words import means_password

REACH: Final = {
    #          a password     a login
    #          led   alone    led   alone
    SIGNS: (12, 12, 12, 9),
    DRAWN: (12, 12, 12, 10),
    LEET: (12, 9, 9, 8),
    NUMBERED: (9, 8, 9, 6),
    BROKEN: (9, 5, 9, 3),
    DOUBTFUL: (9, 5, 6, 2),
    CHOSEN: (9, 8, 6, 2),
    JOINED: (6, 4, 6, 2),
    WORDED: (7, 3, -1, -1),
}
"""How many words a value of each look may stand from a word for a password, and from one for signing in.

`led`: a word, a sign or an account right before the value leads to one. Fitted to sentences with planted passwords and
to talk and documents without: each number is the largest that touches next to nothing of these.
"""
ANYWHERE: Final = {CHOSEN: (6, 4)}
"""The same for a joined value in another clause than the word for a password."""
KEY_REACH: Final = {DRAWN: (12, 12), SIGNS: (6, 4)}
"""The same for a word for a key or a token, of which documents speak more than of passwords."""
SHORTEST_KEY: Final = 12
"""Bytes of a drawn value at a distance from such a word; ids of records and commits are shorter."""
BESIDE_ACCOUNT: Final = dict.fromkeys((SIGNS, DRAWN, LEET), (3, 3))
"""The same for an account that a stroke or a colon follows."""
RIGHT_BESIDE: Final = (1, 0)
"""The same for words and a number, of which names are made too."""
_NOWHERE: Final = (-1, -1)
FARTHEST: Final = max(map(max, REACH.values()))
"""Words beyond which no value is taken."""
NEXT_LINE: Final = 3
"""Words that the end of a line counts for."""
NEXT_SENTENCE: Final = 4
"""Words that the end of a sentence counts for."""
LONGEST_ALONE: Final = 36
"""Bytes of a token that has a line for itself; a longer one is a line of data."""


class Token(NamedTuple):
    """A token with a look. `led`: something right before it leads to a value."""

    start: int
    end: int
    look: str
    led: bool


def find_in_talk(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[Span]:
    """The values near the words, which stand in order."""
    nouns = (word for word in words if not _is_verb(text, word))
    last_start = -1
    for _, token, distance, word in list_pairs(text, nouns, start, end):
        if token.start == last_start or distance > FARTHEST:
            continue
        near, far = _choose_reach(text, word, token)
        if distance <= (near if token.led else far):
            last_start = token.start
            yield Span(token.start, token.end, "prose-password")


def _choose_reach(text: bytes, word: Word, token: Token) -> tuple[int, int]:
    """How many words a value may stand from a word, behind what leads to it and alone."""
    if word.kind == ACCOUNT:
        if token.look in (CHOSEN, JOINED) and has_everyday_noun(text[token.start : token.end]):
            return RIGHT_BESIDE
        return BESIDE_ACCOUNT.get(token.look, _NOWHERE)
    between = text[min(word.end, token.end) : max(word.start, token.start)]
    if word.kind == KEY:
        if token.look == DRAWN and (token.end - token.start < SHORTEST_KEY or _STATEMENT.within(between)):
            return _NOWHERE
        return KEY_REACH.get(token.look, _NOWHERE)
    name = text[word.start : word.end]
    if token.look in (CHOSEN, WORDED) and means_password(name) and not _ENDED.within(between):
        return REACH[token.look][:2]
    if not word.password:
        near, far = REACH[token.look][2:]
        if token.look == JOINED and names_things_alone(text[token.start : token.end]):
            return _NOWHERE
        return (near, -1) if token.look in _NAMES and _GETS_IN.whole(name) else (near, far)
    return (ANYWHERE if token.look in (CHOSEN, WORDED) else REACH).get(token.look, _NOWHERE)[:2]


_STATEMENT: Final = Pattern(rb"(?i)[,;][ ](?:the|an?|each|every|no|all|die|der|das|le|la|el|il|o)[ ]")
"""Where a statement about something else begins."""
_ENDED: Final = Pattern(rb"[.;!?)][ ]|\n|[ ](?:-|\xe2\x80\x94|\xe2\x80\x93)[ ]")
"""Where a clause ends."""
_GETS_IN: Final = Pattern(rb"(?i)(?:gets?|lets?)[ ].*|you.*|to[ ]get.*|grants.*")  # names of places have it too


def _is_verb(text: bytes, word: Word) -> bool:
    """Whether `pass` is what tests do: nothing makes it a noun."""
    if text[word.start : word.end].lower() != b"pass":
        return False
    before, behind = text[max(0, word.start - 16) : word.start], text[word.end : word.end + 12]
    return not (_BEFORE_NOUN.within(before) or _BEHIND_NOUN.at(behind, 0, len(behind)))


_BEFORE_NOUN: Final = Pattern(
    rb"(?i)\b(?:the|my|our|your|his|her|its|their|new|old|with|and|an?|this|that|wi-?fi|wlan|root|admin|db|"
    rb"guest|user|temp|"
    rb"test|login|default|master|your)[ /&+-]\z"
)
_BEHIND_NOUN: Final = Pattern(rb"(?i)[ ]?[:=]|[ ](?:is|was|to|for|changed|now)\b|[ ]?[/&]")


def list_pairs(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[tuple[int, Token, int, Word]]:
    """Every token with a look that stands in the line of a word or in one beside it, and how far from it."""
    tokens: list[tuple[int, Token]] = []
    scanned = passed = start
    for word in words:
        first, last = _bound_window(text, word, start, end)
        passed = max(scanned, first)
        while passed < last and (groups := STRANGE.find(text, passed, last)):
            begin, passed = _bound_token(text, groups[0][0], start, end)
            token = _read_token(text, begin, passed, start, end)
            if token:
                tokens.append((begin, token))
        scanned = max(scanned, passed, last)
        for begin, token in reversed(tokens):
            if begin < first:
                break
            if begin < last and not (token.start < word.end and token.end > word.start):
                yield begin, token, _measure_distance(text, word, token), word


def _bound_window(text: bytes, word: Word, start: int, end: int) -> tuple[int, int]:
    """The line of a word and one to either side, as far as they are near."""
    low, high = max(start, word.start - AROUND), min(end, word.end + AROUND)
    first = text.rfind(b"\n", low, word.start)
    if first >= 0:
        first = text.rfind(b"\n", low, first)
    last = text.find(b"\n", word.end, high)
    if last >= 0:
        last = text.find(b"\n", last + 1, high)
    return first + 1 if first >= 0 else low, last if last >= 0 else high


def _bound_token(text: bytes, place: int, start: int, end: int) -> tuple[int, int]:
    """Where the token between blanks begins and ends in which a place lies; one that is too long is cut."""
    head = text[max(start, place - 2 * LONGEST) : place]
    tail = text[place : min(end, place + 2 * LONGEST)]
    size = len(head.split()[-1]) if head and head[-1] > 32 else 0
    return place - size, place + len(tail.split(None, 1)[0])


_OPENING: Final = b"\"'`([<*\xe2\x80\x9c\x98\x9e\xc2\xab"
_CLOSING: Final = b"\"'`)]>,;:.*\xe2\x80\x9d\x99\x9c\xc2\xbb"
_EDGES: Final = b"\"'`()[]<>*,.:;"
_ACCOUNT: Final = Pattern(rb"(?:[\w.@\\+-]{2,32}(?::|\xe2\x86\x92)|(?:[\w-]{2,24}|[\w.+-]+@[\w.-]+)/)([^\s/:]{6,})")
_LINE_OF_FILE: Final = Pattern(rb"[\w.*-]+:(?:[0-9]{2,5}|\*):[\w*-]+:[\w*-]+:([^\s:]{6,})")
"""Host, port, database, account, and the password behind them."""
_LOGIN_AT_HOST: Final = Pattern(rb"[\w.\\-]{2,32}:([^\s/:@]{6,})@[\w.-]+(?::[0-9]+)?(?:/[\w.-]*)?")


def _read_token(text: bytes, begin: int, stop: int, start: int, end: int) -> Token | None:
    """A token that has a look and stands among words, without marks round it and the account before it."""
    raw = text[begin:stop]
    if len(raw) > 2 * LONGEST:
        return None
    value = raw.lstrip(_OPENING)
    offset = len(raw) - len(value)
    value = value.rstrip(_CLOSING)
    is_login = False
    if b":" in value or b"/" in value or b"\xe2" in value:
        for pattern in (_LOGIN_AT_HOST, _ACCOUNT, _LINE_OF_FILE):
            groups = pattern.at(value, 0, len(value))
            if groups and groups[0][1] == len(value):
                offset, value, is_login = offset + groups[1][0], value[slice(*groups[1])], True
                break
    look = name_look(value)
    if not look:
        return None
    line = max(start, begin - AROUND)
    before = text[text.rfind(b"\n", line, begin) + 1 if text.rfind(b"\n", line, begin) >= 0 else line : begin]
    words = before.lower().split()[-REACH_OF_NAME:]
    last = words[-1] if words else b""
    is_listed = look == DRAWN and raw[:1] == b"[" and raw.rstrip(b".,;:")[-1:] == b"]"
    if is_record_id(before, value) or (is_listed and RECORD_ID.whole(value)):
        return None
    if (not is_login and _is_name(words, look)) or not _is_talk(text, before, begin, stop, end):
        return None
    led = is_login or last in _LEADING or last[-1:] in _LEADING_MARKS or raw[:1] in _BRACKETS
    return Token(begin + offset, begin + offset + len(value), look, led)


_LEADING_MARKS: Final = (b",", b":", b"(")
_BRACKETS: Final = (b"(", b"[")
_LEADING: Final = frozenset(
    b"is are was be with and to using use used try tried : = -> => \xe2\x86\x92 / + | - \xe2\x80\x94 \xe2\x80\x93 by"
    b" now it's its then w/ namely like enter type typed sending literally really"
    b" mit und auf ist jetzt danach dann est et avec c'est maintenant con y e es ahora usamos ponemos adesso diventa"
    b" com met en nu potem i \xd0\xbf\xd0\xbe\xd1\x82\xd0\xbe\xd0\xbc"
    b" \xd1\x82\xd0\xb5\xd0\xbf\xd0\xb5\xd1\x80\xd1\x8c \xe6\x98\xaf \xe3\x81\xaf".split()
)
"""Words and signs right before a value."""
_NAMING: Final = frozenset(
    b"as user username users account accounts named called handle id ids commit branch tag job build run ticket issue"
    b" pr version release model file function method class module package library image container pod host server node"
    b" session request error code als utilisateur usuario utente benutzer como come comme sha hash digest revision"
    b" checksum slug table column field key index line port via @ in".split()
)
"""Words that name what follows them, which is then no password."""


REACH_OF_NAME: Final = 6
"""Words before a value that say whether it is a name."""
_SETTING: Final = (b"set", b"chang", b"reset", b"updat", b"rotat", b"switch", b"revert", b"renam", b"equal", b"default")
"""Beginnings of words that make a value of what stands behind `to`."""
_PLACES: Final = frozenset(
    b"on at from see against room namespace dump click open slot cluster region stage env environment tenant backup"
    b" snapshot policy plan step building site frame page sprint epic project dashboard report nonce trace span"
    b" kid etag bei an von aus auf sur chez dans en su da di op bij".split()
)
"""Words right before the name of a place or a thing."""
_COPULAS: Final = (b"is", b"was", b"ist", b"est", b"es", b"are", b"=", b"called")
_NO_NOUNS: Final = frozenset(b"key as als come comme como code via @ in error index".split())


def _is_name(words: list[bytes], look: str) -> bool:
    """Whether the words before a token make it the name of something."""
    if not words:
        return False
    last = words[-1].strip(_EDGES)
    if last in _NAMING:
        return True
    if words[-1] in _COPULAS and len(words) > 1:
        noun = words[-2].strip(_EDGES)
        return (noun in _NAMING or noun in _PLACES) and noun not in _NO_NOUNS
    if look not in _NAMES:
        return last in _THINGS_WITH_IDS
    if words[-1][:1] == b"-" and words[-1].lstrip(b"-")[:1].isalnum():
        return True  # an option takes it
    if last == b"to":
        return not any(word.startswith(_SETTING) for word in words)
    return last in _PLACES


_NAMES: Final = (CHOSEN, JOINED, WORDED)
"""Looks that names of places and things have too."""
_THINGS_WITH_IDS: Final = frozenset(b"nonce trace span kid etag".split())


def _is_talk(text: bytes, before: bytes, begin: int, stop: int, end: int) -> bool:
    """Whether the line of a token has words, and not the marks of code or data."""
    high = min(end, stop + AROUND)
    last = text.find(b"\n", stop, high)
    behind = text[stop : last if last >= 0 else high]
    if _CODE_LINE.within(before) or _CODE_LINE.within(behind):
        return False
    words = [*before.split(), *behind.split()]
    if not words:
        return stop - begin <= LONGEST_ALONE
    return len(words) < 2 or 2 * sum(map(_is_plain, words)) >= len(words)


@lru_cache(maxsize=8192)
def _is_plain(word: bytes) -> bool:
    """Whether a word is one of talk; the same come again and again."""
    return _PLAIN.whole(word)


_PLAIN: Final = Pattern(
    rb"[\"'`(*_]{0,3}[A-Za-z\x80-\xff][a-z\x80-\xff'/-]*[\"'`.,:;!?)*_]{0,4}|<?[-=*>/+#\xe2\x80-\xbf]{1,3}|[0-9]{1,2}"
)
_CODE_LINE: Final = Pattern(
    rb"[{};]\s*$|\":|[\"'],[ ]?[\"']|\w\(\w*[\"')]|[=!]=|=>|^\s*[<|+][^ -]|\||</|\$\{|://[^\s]*[?&]\w+="
)


def _measure_distance(text: bytes, word: Word, token: Token) -> int:
    """How many words a token stands from a word, the ends of lines and sentences between them included.

    Beyond `FARTHEST` words the ends are not counted: each of them would need a search.
    """
    between = text[min(word.end, token.end) : max(word.start, token.start)]
    if b"," in between and (inserted := _INSERTED.find(between, 0, len(between))):
        between = between[: inserted[0][0]] + between[inserted[1][0] :]
    words = len(between.split())
    if words > FARTHEST:
        return words
    lines = [line.split() for line in between.split(b"\n")]
    count = sum(map(len, lines)) + between[:1].isspace() + NEXT_LINE * (len(lines) - 1)
    ends = sum(word[-1:] in _STOPS and _ENDS.whole(word) for line in lines for word in line[:-1])
    return count + NEXT_SENTENCE * ends


_INSERTED: Final = Pattern(
    rb",[^,.;:!?\n]{2,48},([ ](?:is|was|are|ist|lautet|war|est|es|era|\xc3\xa8)[ ][\"'`(]{0,2})\z"
)
"""`the wifi, in case you need it, is ...`: what stands between two commas counts for nothing."""
_STOPS: Final = (b".", b"!", b"?", b'"', b"'", b")")
_ENDS: Final = Pattern(rb".*[a-z\x80-\xff][.!?][\"')]*")
