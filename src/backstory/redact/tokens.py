"""Runs of token characters: drawn at random, or beside a word that makes them a secret."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from backstory.redact.chance import DIGITS, HEX, is_random, is_text
from backstory.redact.columns import is_headed
from backstory.redact.judge import ALPHABET, ULID, UUID, is_alphabet, looks_drawn, pieces_of
from backstory.redact.names import PAGING, is_name
from backstory.redact.patterns import Pattern
from backstory.redact.public import is_private, is_public
from backstory.redact.rules import Rules
from backstory.redact.spans import Span
from backstory.redact.words import STRONG, WEAK, is_placeholder, split_words

_EDGE: Final = b"=.~-/+_"
_BEFORE: Final = Pattern(
    rb"(?i)(?:(" + STRONG + rb")|(" + WEAK + rb"))([_.-]?(?:id|key|token|value|code|secret|v?[0-9]|s))?"
    rb"[\"'`\])]{0,3}(?:[ \t]{0,3}(?:=>|:{1,3}=?|=|>)\s{0,10}|[ \t]{0,3}(?:\||,|is|\(|to|-{1,2}>?)[ \t]{0,3}|"
    rb"[ \t:./_-]{1,4})[\"'`(<\[]{0,3}$"
)
_VENDOR: Final = Pattern(
    rb"([A-Za-z][\w.-]{2,48})[\"'`\])]{0,3}[ \t]{0,3}(?:=>|:=|[:=|,]|\bx\b)?[ \t]{0,3}[\"'`(]{0,3}$"
)
_DIGEST: Final = Pattern(
    rb"(?i)(?:sha-?[0-9]{1,3}|md5|h1|b2|b3|blake2?b?|crc32|etag|integrity|digest|checksum|commit|rev|sri|base64)"
    rb"[\"']?\s{0,2}[-:=,@/]\s{0,2}[\"']?[wW]?/?[\"']?$"
)
_DIGEST_HEAD: Final = Pattern(rb"(?i)(?:sha-?[0-9]{1,3}|md5|h1|b2|b3|blake2?b?)[-:=]")
CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=~.-"
LONGEST: Final = 512
LONGEST_DRAWN: Final = 180
"""Bytes above which a random run without a name is data: pictures, certificates, source maps."""


def run_round(text: bytes, place: int) -> tuple[int, int]:
    """Where the run of token characters round a place begins and ends, `LONGEST` bytes to either side at most."""
    head, tail = text[max(0, place - LONGEST) : place], text[place : place + LONGEST]
    return place - (len(head) - len(head.rstrip(CHARS))), place + (len(tail) - len(tail.lstrip(CHARS)))


@lru_cache(maxsize=20_000)
def could_be_drawn(run: bytes) -> bool:
    """Whether a run could have come from a generator. Half of the runs of a tree have occurred before: names of files,
    of tests, of versions."""
    return (_WORTH.within(run) or looks_drawn(run)) and not _COUNTED.whole(run)


_COUNTED: Final = Pattern(rb"0x[0-9a-fA-F]{1,16}[uUlL]{0,3}|[0-]+|[0-9]{1,14}\.?")
"""Numbers: nobody hands one out as a key without saying so."""
_WORTH: Final = Pattern(
    rb"[0-9]{6}|[0-9a-f]{8}-[0-9a-f]{3}|[A-Z0-9]{16}|\bgh[pousr]_|\bsk[-_]|\bxox[a-z]-|\bey[A-Z]|_live_|\bgl[a-z]{2,6}-"
)
"""What makes a run worth asking the packs about though it does not look drawn: ids, and keys cut or made up."""


def find_in_run(text: bytes, start: int, end: int, rules: Rules) -> Iterator[Span]:
    """The secret in the run of token characters that a trigger ended in, if there is one."""
    start, end = run_round(text, end)
    if text[start - 1 : start] == b"\\" and text[start : start + 1] in b"nrt":
        start += 1
    while end > start and text[end - 1] in _EDGE and text[end - 1 : end] != b"=":
        end -= 1
    token = text[start:end]
    cut = token.rstrip(b"=").rfind(b"=") + 1
    if 0 < cut <= len(token) - 8:
        start += cut
        token = token[cut:]
    body = token.strip(_EDGE)
    if len(body) < 12 or not looks_drawn(body) or (text[end : end + 1] == b"(" and _CALLED.whole(token)):
        return
    before = text[max(0, start - 96) : start]
    if b"${{" in before or is_public(text, start) or PAGING.within(before[-48:].rstrip(b" \t\r\n\"'=:[(")):
        return
    if is_private(text, start):
        yield Span(start, end, "private-key")
        return
    plain = len(token) == 36 and UUID.whole(token)
    inner = 0 if plain else _inside(token)
    if inner:
        yield Span(start + inner, end, "secret-token")
        return
    size = len(before)
    if ULID.whole(body) or _DIGEST_HEAD.begin(token, 0, len(token)) >= 0 or _DIGEST.find(before, 0, size):
        return
    if (len(body) >= 16 or b"\n" not in before[-24:]) and _announced(before):
        if not _is_when(body) and not is_placeholder(body):
            yield Span(start, end, "secret-token")
    elif not plain and _stands_out(text, start, end, token, before):
        yield Span(start, end, "high-entropy")
    elif len(body) <= LONGEST:
        near = _VENDOR.find(before, 0, size) if len(body) >= 20 else None
        if near:
            name = before[near[1][0] : near[1][1]]
            words = _words(name)
            commit = len(body) in (40, 64) and before[-1:] in b" /" and not body.strip(HEX)
            good = not words.isdisjoint(rules.vendors) and words.isdisjoint(_GIT) and not commit
            if good and not _is_when(body) and not is_placeholder(body):
                yield Span(start, end, "service-token")
                return
        if is_headed(text, start):
            yield Span(start, end, "secret-token")


def _stands_out(text: bytes, start: int, end: int, token: bytes, before: bytes) -> bool:
    """Whether a token without any name beside it is a key by its looks: random, and not a piece of encoded data."""
    size = len(token)
    if (size > LONGEST_DRAWN and (b"/" in token or b"+" in token)) or not is_mostly_random(pieces_of(token)):
        return False
    if size < 28 and token.isalnum() and token.islower():
        # ids of containers, networks and builds are drawn from these alone
        return False
    if ALPHABET.within(token) or is_alphabet(token) or _repeats(token) * 4 > size or token.startswith(_ENCODED):
        return False
    chunk = before.rsplit(None, 1)[-1] if before and not before[-1:].isspace() else b""
    address = (chunk + token).partition(b"://")[2] if b"://" in chunk or token.startswith(b"//") else b""
    if b"/" in address or _BENIGN.within(before) or _LISTED.within(before):
        return False
    if size >= 60 and before[-1:] in b"\n\"'n\t " and text[end : end + 1] in b"\n\"'\\\r" and not _is_no_base64(token):
        return False
    line = before.rstrip(b"\r\n \t\"'+\\n")[-60:]
    wrapped = b"\n" in before[-24:] or before[-1:] not in b" =:"
    if (len(line) == 60 and not line.strip(CHARS) and wrapped) or before[-2:] == b"=|":
        return False
    return not _SVG.whole(token) and not is_text(token)


def _is_no_base64(token: bytes) -> bool:
    """Whether a long token is no encoded data: parted by dots, or none of its many characters is a sign of base64."""
    if b"." in token and b"/" not in token and b"+" not in token:
        return True
    return len(token) >= 100 and token.isalnum() and bool(token.strip(HEX))


_ENCODED: Final = (b"0x", b"MII", b"MFkw", b"iVBOR", b"AAAAB3NzaC1", b"AAAAC3NzaC1", b"AAAAE2VjZHNh")
"""How numbers, certificates, pictures and the public keys of SSH begin."""
_CALLED: Final = Pattern(rb"[A-Za-z_][\w.]*")


@lru_cache(maxsize=2048)
def _words(name: bytes) -> frozenset[bytes]:
    """The words of a name, and the name itself, in lower case."""
    return frozenset((*(word.lower() for word in split_words(name)), name.lower()))


def _repeats(token: bytes) -> int:
    """The longest run of one character."""
    longest = run = previous = 0
    for code in token:
        run = run + 1 if code == previous else 1
        previous = code
        longest = max(longest, run)
    return longest


_SVG: Final = Pattern(rb"[0-9achlmqstvzACHLMQSTVZ.-]+")
_BENIGN: Final = Pattern(
    rb"(?i)(?:(?:\b|[_.-])(?:ids?|uuid|guid|after|before|ref|node|content|data|bytes|binary|class|classname|name)|"
    rb"hash(?:es)?|cursor|digests?|checksums?|fingerprints?|nonce|revision|etag(?:\([^\n]{0,40})?|[a-z](?-i:I[dD]))"
    rb"[\"'`]{0,3}\s{0,3}[:=,]\s{0,3}(?:\[\s{0,40})?[\"'`\\W/]{0,4}$|"
    rb"(?i)(?:cipher|digest|signature|modulus|exponent|certificate)\w{0,12}>\s*$"
)
_LISTED: Final = Pattern(rb"[A-Za-z0-9+/_-]{12}={0,2}[\"'],?\s+[\"']$")
"""The end of another item of encoded data, before this one: a list of digests."""


def _announced(before: bytes) -> bool:
    """Whether a name that announces a secret stands right before, as a word of its own."""
    groups = _BEFORE.find(before, 0, len(before))
    if not groups:
        return False
    strong = groups[1][0] >= 0
    first, last = groups[1] if strong else groups[2]
    after = groups[3][1] if groups[3][0] >= 0 else last
    return is_name(before, first, before[first:after], strong, last - first)


_GIT: Final = frozenset(
    (b"git", b"commit", b"sha", b"tree", b"blob", b"rev", b"hash", b"checksum", b"digest", b"integrity", b"version")
)


def is_mostly_random(pieces: list[bytes]) -> bool:
    """Whether most of a token is random letters and digits, at least twenty of them."""
    good = total = 0
    for piece in pieces:
        total += len(piece)
        if (
            len(piece) >= 32
            and not piece.strip(HEX)
            and not piece.islower()
            and not piece.isupper()
            and not piece.isdigit()
        ):
            good += len(piece)
        elif len(piece) >= 5 and is_random(piece):
            digits = len(piece) - len(piece.translate(None, DIGITS))
            mixed = not piece.islower() and not piece.isupper()
            if digits or (mixed and len(piece) >= 12):
                good += len(piece)
    return good >= 20 and good * 10 >= total * 6


def _inside(token: bytes) -> int:
    """Where the value begins in a run that holds its own name: `service_SECRET=...`, `key-...`."""
    for cut in (m[0][1] for m in _JOINT.each(token, 0, len(token))):
        rest = token[cut:]
        if len(rest) < 12:
            break
        if token[:cut].lower().endswith(b"api_"):
            continue
        if _FILE.find(rest, 0, len(rest)):
            rest = rest.rpartition(b".")[0]
            if len(rest) < 20 or not rest.strip(HEX):
                continue  # files are named by digests, and by a word or two behind `key-`
        if token[cut - 1 : cut] in b"/." and not _KEEPS.within(token[max(0, cut - 40) : cut - 1]):
            continue
        if (
            (_announced(token[:cut]) or _GLUED.within(token[:cut]))
            and not is_placeholder(rest)
            and not _is_when(rest)
            and looks_drawn(rest)
        ):
            body = rest.strip(b"=.~-/+_")
            if (
                UUID.begin(body, 0, len(body)) >= 0
                or any(len(p) >= 12 for p in pieces_of(body))
                or is_mostly_random(pieces_of(body))
            ):
                return cut
    return 0


_GLUED: Final = Pattern(rb"(?i)^[a-z0-9]{2,16}(?:key|token|secret|access|private|pat)[-_]\z")
_KEEPS: Final = Pattern(rb"(?i)(?:token|secret|password|passwd|key)\z")
_FILE: Final = Pattern(rb"\.[a-z][a-z0-9]{1,4}$")
_JOINT: Final = Pattern(rb"[=_./:-]+")
_WHEN: Final = Pattern(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}.*|[0-9._-]+|v?[0-9]+\.[0-9]+.*")


def _is_when(token: bytes) -> bool:
    return (
        bool(_WHEN.whole(token))
        and not token.strip(b"0123456789.-_:TZ+")
        and bool(token.strip(HEX) or b"-" in token or token.isdigit())
    )
