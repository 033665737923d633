"""Keys that tell by their own spelling whose they are: prefixes, addresses of hooks and tenants, bare key material.

The packs know most of them to the character. These are the loose forms: a key that was cut, lengthened or mixed up in
the telling is still a key.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from backstory.redact.chance import DIGITS, HEX, is_random, is_text
from backstory.redact.issuers import ISSUERS, UUID_FORM
from backstory.redact.judge import (
    ALPHABET,
    TYPED,
    ULID,
    has_letters_and_digits,
    is_alphabet,
    is_strange,
    is_word_and_number,
    looks_drawn,
    mixed_case,
    pieces_of,
)
from backstory.redact.names import opens_nothing
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.public_values import is_data, is_package, is_public
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

_GENERIC: Final = (
    (
        rb"(?:sk|pk|rk|ak|ek|tk|pat|tkn|tok|key|api|apikey|token|secret|live|prod|sandbox|whsec|oauth|auth|priv|private|"
        rb"access|client|refresh|session|personal|service|org|user|bot|app)_"
        rb"(?:(?:live|test|prod|production|sandbox|dev|api|key|sk|pk|org|user|admin|v[0-9])_)*[A-Za-z0-9]{20,}"
    ),
    rb"[\w-]{10,}\.v1\.[\w-]{5,}\.[0-9a-f]{8,}",
    rb"[A-Z]{2,6}(?:PAT|KEY)?-(?:[0-9A-Fa-f]{32}|[0-9A-Za-z]{40,}_?)",
    rb"eyJ[\w-]{40,}",
    rb"[a-z][a-z0-9]{1,11}_(?:live|test|prod|production|sandbox|secret|sk|pat|key|token)_[A-Za-z0-9]{10,}",
    rb"[a-z0-9]{0,8}(?:sk|key|tok|token|pat|api|secret|live)-" + UUID_FORM,
    rb"[a-z]{2,8}\.(?:[a-z]{2,6}\.)?[0-9a-f]{20,}(?:\.[0-9a-f]{20,})+",
    rb"[A-Za-z][A-Za-z0-9]{1,11}_(?:[A-Za-z0-9]{1,26}_){0,3}[A-Za-z0-9]{24,}(?:_(?:[0-9a-f]{6,12}|[A-Za-z0-9]{3}))?",
    rb"[a-z][a-z0-9]{1,11}_(?:[a-z]{2,8}_)?[A-Za-z0-9][\w-]{22,}[A-Za-z0-9]",
    rb"[A-Za-z][A-Za-z0-9]{1,11}-(?:[A-Za-z0-9]{1,10}-){0,2}[0-9a-f]{24,}(?:-[0-9A-Za-z]{12,})?",
    rb"[A-Za-z][A-Za-z0-9]{1,11}-(?:[A-Za-z0-9]{1,10}-){0,2}[A-Za-z0-9_]{24,}",
    rb"[a-z][a-z0-9]{1,11}_(?:[a-z0-9]{2,8}_)?[A-Za-z0-9+/]{27,}={1,2}",
    rb"[a-z]{3,6}[0-9a-f]{32}",
    rb"[A-Z]{2}[0-9A-F]{32}",
    rb"[A-Z]{3,10}(?:_[A-Z]{2,8}){0,2}-[0-9a-f]{12,64}(?:-[A-Z0-9]{1,4})?",
    rb"[a-z][a-z0-9]{1,5}(?:-[A-Za-z0-9]{1,16}){2,4}-[0-9a-f]{32,64}",
)
"""A short word and a long draw, joined as issuers join them: what a key of a service looks like that no pack knows."""
_ENDING: Final = Pattern(rb"\.[A-Za-z][A-Za-z0-9]{0,4}\b")
_DRAWN: Final = 14
"""Characters that have to look drawn in a key whose last part does not."""
_DIGESTS: Final = (32, 40, 64, 96, 128)
_UNUSUAL: Final = range(48, 64)
"""Characters of a body that is too long for an id and no digest."""
"""Digits of the usual digests in hexadecimal."""


def build_key_pattern(without: bytes = b"") -> Pattern:
    """Keys by their spelling, except those of one service, which the bench leaves out."""
    keys = [*(key for service, key, _ in ISSUERS if service != without), *_GENERIC]
    return Pattern(rb"(?:\b|_|/bot|\[[0-9;]{1,8}m)(" + b"|".join(keys) + rb")(?:[^\w]|$|\\)")


_HEADED: Final = Pattern(
    rb"(?:^|[-_./])(?:gl[a-z]{2,8}|xox[a-z]|xapp|tskey|sq0[a-z]{3}|pypi|dapi|npm|gh[pousr]|github_pat|ATATT3x|NRAK|GOCSPX)"
    rb"[-_=][\w.-]{10,}"
)
"""Heads of issuers' keys that nothing else begins with: what follows them needs no further proof."""


PREFIXED: Final = build_key_pattern()
_HOOKS: Final = (
    rb"hooks\.slack\.com/(?:services|workflows|triggers)",
    rb"discord(?:app)?\.com/api/webhooks",
    rb"hooks\.zapier\.com/hooks/(?:catch|standard)(?:/v[0-9])?",
    rb"webhook\.office\.com/webhookb2",
    rb"outlook\.office\.com/webhook",
    rb"maker\.ifttt\.com/trigger",
    rb"hook\.[a-z0-9.]{2,12}\.?make\.com",
    rb"chat\.googleapis\.com/v1/spaces",
    rb"hc-ping\.com",
    rb"uptime\.betterstack\.com/api/v1/heartbeat",
    rb"/(?:web)?hooks?",
)
HOOK: Final = Pattern(
    rb"(?i)(?:" + b"|".join(_HOOKS) + rb"|//(?:[\w-]+\.){0,3}(?:web)?hooks?\.[\w.-]+(?:/[a-z][a-z0-9_-]{0,15}){0,3})"
    rb"/([0-9]{5,10}/[a-z0-9]{6,12}/?|[\w/@.?=&%-]{16,})"
)
_TENANTS: Final = (
    rb"okta(?:preview)?",
    rb"auth0",
    rb"onelogin",
    rb"databricks",
    rb"azuredatabricks",
    rb"snowflakecomputing",
    rb"(?:my|lightning)\.salesforce",
    rb"salesforce",
    rb"myshopify",
    rb"online\.tableau",
    rb"atlassian",
    rb"firebaseio",
    rb"firebaseapp",
    rb"vault\.azure",
    rb"search\.windows",
    rb"database\.windows",
    rb"blob\.core\.windows",
    rb"servicebus\.windows",
    rb"azurecr",
    rb"documents\.azure",
)
TENANT: Final = Pattern(rb"(?i)\b((?:[a-z0-9][a-z0-9-]{0,}\.){1,3}(?:" + b"|".join(_TENANTS) + rb")\.(?:com|net|io))\b")
"""Addresses of one customer at an identity or data service: half of a credential, and the packs count them so."""
_MARGIN: Final = rb"(?:(?:[>#|*]|//|\xe2\x94\x82|[0-9]{1,5}(?:[:\t]|\xe2\x86\x92))[ \t]{0,4})?"
"""What stands before each line of a quotation, a comment or a listing."""
DER: Final = Pattern(
    rb"(?:\b|[\s\"'=:,])((?:MII[A-Za-z0-9+/]{3}IBA(?:A[JK]|DA[NAB]|zC[ABC])|MII[A-Za-z0-9+/]{5}BgkqhkiG9w0BBQ|"
    rb"MHcCAQEE|MIGHAgEAM|MC4CAQAwBQYDK2Vw|/u3\+7QAAAA|b3BlbnNzaC1rZXktdjEA)"
    rb"[A-Za-z0-9+/]{16,}"
    rb"(?:(?:\s|\\n)+" + _MARGIN + rb"[A-Za-z0-9+/]{16,})*(?:(?:\s|\\n)*" + _MARGIN + rb"[A-Za-z0-9+/]{1,}={1,2})?)"
)
"""Private keys without their armour: what the first bytes of PKCS #1, #8 and #12, SEC 1, OpenSSH and a Java keystore
look like in base64."""
KEY_BYTES: Final = Pattern(
    rb"(?i)\b[\w]{0,20}(?:key|secret|iv|salt)(?:\[[\w ]*\])?\s{0,3}=?\s{0,3}(?:new byte\[\]\s?)?[{\[(]\s{0,4}"
    rb"((?:(?:0x[0-9a-f]{1,2}|[0-9]{1,3})\s{0,3},\s{0,8}(?:\\\n\s*)?){11,}(?:0x[0-9a-f]{1,2}|[0-9]{1,3})?)"
)
BYTES: Final = Pattern(rb"\[\s{0,8}((?:[0-9]{1,3},\s{0,8}){63}[0-9]{1,3})\s{0,8}\]")
"""The bytes of a key pair, as wallets write them to a file."""
WALLET: Final = Pattern(
    rb"(?i)_pk[\"']?[ ]?[:=][ ]?[\"']?((?:0x)?[0-9a-f]{64})\b|"
    rb"(?:\bWallet|privateKeyToAccount|"
    rb"\b(?:from|import)_?(?:private_?)?key|\bloadWallet|wallet\.add)\([ ]{0,4}[\"'`]"
    rb"((?:0x)?[0-9a-f]{64})[\"'`]|"
    rb"\bprivate keys?[^\n]{0,20}\r?\n(?:[=-]+\r?\n)?((?:[ \t]*\(?[0-9]{1,2}\)?:?[ ]0x[0-9a-f]{64}\s*)+)"
)
"""Private keys of a chain by the end of their name, by the call that takes them, or in the list that a node for
development prints."""
_BENIGN: Final = frozenset(
    b"ch cn dpl il pi pm pmc price prj seti si src txn acct in sub ii"
    b" py ba alpha arn asset asst batch call chatcmpl cmpl cus"
    b" evt msg msgs prompt req reqs resp response rs srvtoolu tool toolu fc ws beta blob build bundle cache chunk"
    b" commit container content digest etag file hash icon id ids"
    b" image img index instance job layer main md5 node obj object page pod process req request res rev role run"
    b" org session sg sha sha1 span state subnet task temp test thread tmp trace tree user uuid v ver version vol"
    b" volume vpc".split()
)
"""Words before an underscore that make what follows a name and no key."""
_SHORT: Final = frozenset(
    b"app bin bug c cd ci css db dev doc e el ep env ext fix fs gcr gen git h i if img in io ip js k kb lib log"
    b" m map mod n nb"
    b" new no obj of old op out p pc pkg pr pub q r ref rel rpm run s src sub sum svg t tag tar tmp to txt ui up"
    b" url us v vm x"
    b" xml zip".split()
)
"""Words of up to three letters that begin names of files and of things."""
_COMMON_HOSTS: Final = frozenset(
    b"www docs developer developers help support api login blog status community id test cdn accounts trust".split()
)
_TICKETS: Final = (b"/browse", b"/wiki", b"/secure")


class IssuedKey(NamedTuple):
    """What matched the spelling of an issuer's key, in its text."""

    text: bytes
    start: int
    end: int
    value: bytes
    parts: list[bytes]
    """What hyphens and underscores part."""

    @property
    def body(self) -> bytes:
        """The last part: the draw itself."""
        return self.parts[-1]

    @property
    def is_hex(self) -> bool:
        """Whether the draw has hexadecimal digits only."""
        return not self.parts[-1].strip(HEX)


def judge_issued_key(text: bytes, groups: Spans, name: str) -> Span | None:
    """The key that has the spelling of an issuer's, unless it is a name, a digest or encoded text."""
    first, last = groups[1]
    value = text[first:last]
    if is_public(text, first) or is_alphabet(value) or _is_encoded_text(text, first, value) or not _is_mixed(value):
        return None
    if opens_nothing(text[max(0, first - 32) : first].rstrip(b" :=\"'`")):
        return None
    if is_package(value) or ALPHABET.within(value) or b"x" * 8 in value.lower() or text[first - 5 : first] == b"list=":
        return None
    if not _HEADED.within(value) or is_placeholder(value):
        key = IssuedKey(text, first, last, value, value.replace(b"-", b"_").split(b"_"))
        if _is_excused(key):
            return None
    return Span(first, last, name)


def _is_excused(key: IssuedKey) -> bool:
    return any(excuses(key) for _, excuses in _EXCUSES)


def _is_encoded_text(text: bytes, first: int, value: bytes) -> bool:
    return text[first - 7 : first] == b"base64," or (value.startswith(b"eyJ") and is_text(value))


def _is_mixed(value: bytes) -> bool:
    """Whether a value has digits, a head in capitals, or capitals where no identifier has them."""
    return any(char in DIGITS for char in value) or value[:4].isupper() or mixed_case(value)


def _is_file_or_call(key: IssuedKey) -> bool:
    if _DOCUMENT.within(key.text[max(0, key.start - 64) : key.start]):
        return True
    return _has_ending(key) or key.text[key.end : key.end + 1] == b"("


_DOCUMENT: Final = Pattern(rb"/(?:d|folders|spaces|docs)/[\w-]{0,40}\z")
"""What stands in an address before the id of a document."""


def _has_ending(key: IssuedKey) -> bool:
    return _ENDING.begin(key.text, key.end, min(len(key.text), key.end + 8)) >= 0


def _is_named_otherwise(key: IssuedKey) -> bool:
    """Whether a part says what it is: `build_`, `sha256-`."""
    if key.parts[0].lower() in _BENIGN or (
        len(key.body) not in _UNUSUAL and key.parts[-2:-1] and key.parts[-2].lower() in _BENIGN
    ):
        return True
    return _DIGESTED.begin(key.value, 0, len(key.value)) >= 0


def _is_word_or_id(key: IssuedKey) -> bool:
    if len(key.parts) == 1 or key.value[:3] in (b"ghp", b"npm"):
        return False
    is_word = key.body.isalpha() and not is_strange(key.body) and not _is_drawn_in_parts(key)
    return is_word or ULID.whole(key.body) or (TYPED.whole(key.body) and not _TELLS.within(key.value))


def _is_hash_in_name(key: IssuedKey) -> bool:
    """Whether a run of hexadecimal digits is a part of a file's name or an address."""
    if len(key.parts) == 1:
        if key.value.startswith(_KNOWN_HEADS):
            return False
    elif not key.is_hex:
        return False
    return key.text[key.start - 1 : key.start] in (b"/", b".", b"#") or _has_ending(key)


def _is_not_drawn(key: IssuedKey) -> bool:
    if len(key.parts) == 1 or key.is_hex:
        return False
    if len(key.body) < 20:
        return not any(map(_is_drawn_piece, pieces_of(key.body))) and not _is_drawn_in_parts(key)
    return len(key.body) >= 24 and not looks_drawn(key.body)


def _is_drawn_in_parts(key: IssuedKey) -> bool:
    """Whether enough of a key is drawn before its last part: the URL-safe alphabet has hyphens and underscores."""
    pieces = (piece for part in key.parts for piece in pieces_of(part))
    return sum(len(piece) for piece in pieces if _is_drawn_piece(piece)) >= _DRAWN


def _is_drawn_piece(piece: bytes) -> bool:
    return is_random(piece) or (has_letters_and_digits(piece) and not is_word_and_number(piece))


def _is_digest_of_thing(key: IssuedKey) -> bool:
    """Whether a digest's hexadecimal digits stand behind the name of what they are of."""
    if b"-" not in key.value or not key.is_hex or len(key.body) not in _DIGESTS:
        return False
    return not _describes_key(key)


def _describes_key(key: IssuedKey) -> bool:
    """Whether what stands before a digest's digits is an issuer's head all the same."""
    parts = key.parts
    if key.value[:2].isupper() or _TELLS.within(key.value) or (len(parts[0]) <= 3 and parts[0] not in _SHORT):
        return True
    return len(parts) > 3 and sum(any(char in DIGITS for char in part) for part in parts) > 3


def _is_piece_of_data(key: IssuedKey) -> bool:
    """Whether what matched is a piece of encrypted data or of a digest, in which heads of keys stand by chance."""
    return not key.value.startswith(_KNOWN_HEADS) and is_data(key.text, key.start)


def _is_number(key: IssuedKey) -> bool:
    """Whether a word that says nothing of a key numbers things: `blk_6996194389878584395`."""
    return key.body.isdigit() and key.value[:2].islower() and not _TELLS.within(key.value)


_EXCUSES: Final = (
    ("file or call", _is_file_or_call),
    ("number", _is_number),
    ("named otherwise", _is_named_otherwise),
    ("word or id", _is_word_or_id),
    ("hash in a name", _is_hash_in_name),
    ("not drawn", _is_not_drawn),
    ("digest of a thing", _is_digest_of_thing),
    ("piece of data", _is_piece_of_data),
)
"""What makes a match no key, by name."""
_KNOWN_HEADS: Final = (b"eyJ", b"EAA", b"AIza", b"AKIA", b"ASIA")
_DIGESTED: Final = Pattern(rb"(?i)(?:sha-?[0-9]{1,3}|md5|sri|h1|b2|b3|blake2?b?|crc32c?)[-_]")
_TELLS: Final = Pattern(rb"(?i)key|tok|sec|pat\b|api|auth|live|prod|test|\b[spr]k-")


def judge_bytes(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Numbers that are bytes and drawn: many different ones, in no order."""
    numbers = list(map(int, text[slice(*groups[1])].split(b",")))
    rising = sum(left < right for left, right in pairwise(numbers))
    drawn = len(set(numbers)) >= 40 and max(numbers) < 256 and 16 <= rising <= 48
    if drawn:
        yield Span(*groups[1], name)


def judge_tenant_host(text: bytes, groups: Spans, name: str) -> Span | None:
    first, last = groups[1]
    head = text[first:last].partition(b".")[0].lower()
    if text[last : last + 8].startswith(_TICKETS) or text[first - 1 : first] in (b"%", b"<", b"{", b"}", b">"):
        return None
    good = head not in _COMMON_HOSTS and not is_placeholder(head)
    return Span(first, last, name) if good else None


def judge_hook(text: bytes, groups: Spans, name: str) -> Span | None:
    """The path behind the address of a hook, unless it is a file of code or words alone."""
    value = text[slice(*groups[1])]
    return None if _FILE_OR_WORDS.whole(value) or not _MAY_BE_DRAWN.within(value) else Span(*groups[1], name)


_MAY_BE_DRAWN: Final = Pattern(
    rb"^[0-9]{5,10}/[a-z0-9]*[0-9][a-z0-9]*/?$|[0-9][\w-]*[0-9][\w-]*[A-Za-z][\w-]*|[A-Za-z][\w-]*[0-9][\w-]*[A-Za-z]|[0-9]{8}|[A-Za-z]{16}"
)
_FILE_OR_WORDS: Final = Pattern(rb"[\w/.-]+\.(?:tsx?|jsx?|mjs|py|sh|rb|go|rs|php|md|json)|[a-z]+(?:[-_/][a-z]+)+")
