"""Recognises public values by the text beside them.

These are the fingerprint or the id of a key, the entity tag of a server, the publishable key of a shop, a key that
every page shows, and the login of an example address.
"""

from functools import lru_cache
from typing import Final

from backstory.redact.listed_digests import is_cache_key, is_listed_digest
from backstory.redact.named_things import is_named_thing
from backstory.redact.passing_ids import is_passing_id
from backstory.redact.patterns import Pattern
from backstory.redact.published_keys import is_published_key
from backstory.redact.spans import Span

BEFORE: Final = 96
"""Bytes before a value in which stands what makes it public."""
BEHIND: Final = 64
"""Bytes behind a value that say of which key it is the id."""
LONGEST: Final = 128
"""Bytes of a value that may be public."""

_ISSUED: Final = Pattern(rb"pk_(?:test|live)_[A-Za-z0-9]{16,}")
"""Keys of shops that every page contains."""
_SECRET: Final = Pattern(rb"(?i)secret|passw|private|token")
_FINGERPRINT: Final = Pattern(rb"SHA256:[A-Za-z0-9+/]{43}=?")
_BEHIND_DIGEST: Final = Pattern(rb"(?i)sha-?256[:/]\z")
_BODY: Final = Pattern(rb"[A-Za-z0-9+/]{43}=?")
_BODY_SIZES: Final = range(43, 50)
"""Bytes of a digest with the signs that may follow it."""
_KEY_SIZES: Final = frozenset((16, 18, 40, 42))
"""Bytes of the id of a key, with and without `0x`."""

_KEY_ID: Final = Pattern(rb"(?:0x)?(?:[0-9A-F]{16}|[0-9A-F]{40}|[0-9a-f]{40})")
_KEY_BEFORE: Final = Pattern(
    rb"(?i)(?:keys?(?:[ _-]?id)?|key[ ]fingerprint|pubkey|signingkey|cl\xc3\xa9|clave|schl\xc3\xbcssel|"
    rb"(?:rsa|dsa|ed25519|cv25519)[0-9]{0,4}/)"
    rb"(?:[ ](?:is|was|ist|est|es)|[\"'`*_]{0,2}[ ]?[:=])?[ \t]*[\"'`(<*_]{0,3}(?:0x)?\z"
)
_KEY_OF: Final = Pattern(
    rb"(?i)gpg|pgp|\bsign(?:ed|s|er|ing|ature)|signi|sign\xc3\xa9|firmad|verif|\brelease|\bpub(?:lic|key)?\b|no_pubkey|"
    rb"\b(?:rsa|e[dc]dsa|dsa)[ ]key|\bkey(?:server|ring)|recv|\btrust|\bimport|\bapt\b|key[ _-]?id|0x\z|[0-9]/\z"
)
"""What says of a key that it signs, or that it is a public one."""
_KEY_OPENS: Final = Pattern(
    rb"(?i)\b(?:api|access|secret|private|licen[cs]e|product|activation|encryption|shared|hmac|aes|token|pass\w*)[ _-]"
)
"""What says of a key that it opens something."""

_TAGGED: Final = Pattern(
    rb"(?i)(?:\be-?tags?\b|\bif-(?:none-)?match\b|\bentity[ -]tag)[^\n]{0,24}?(?:W/)?\\{0,3}[\"'`](?:W/)?\z|"
    rb"(?i:\be-?tag|\bif-(?:none-)?match)[\"']?[:=][ ]?(?:W/)?[\"']?\z"
)
_QUOTES: Final = (b'"', b"'", b"`", b"\\", b"", b"\n", b"\r")

_ADDRESS: Final = Pattern(rb"[A-Za-z][\w+.-]*://([^\s:/@\"'`]*):([^\s@/\"'`]*)@([\w.-]*)")
_USER: Final = Pattern(
    rb"(?i)(?:(?:my|db|your|the|some|smtp|mongo|pg|postgres|mysql|redis)[_-]?)?"
    rb"(?:user(?:[_-]?name)?|usr|login|name|account|benutzer(?:name)?|nutzer|utilisateur|identifiant|usuario|utente|"
    rb"gebruiker(?:snaam)?|usu\xc3\xa1rio)"
)
_PASSWORD: Final = Pattern(
    rb"(?i)(?:(?:my|db|your|the|some|user|smtp|mongo|pg|postgres|mysql|redis)[_-]?)?"
    rb"(?:pass(?:[_-]?word|wd|phrase)?|pwd?|pw|passwort|kennwort|mot[_-]?de[_-]?passe|mdp|contrase(?:\xc3\xb1|n)a|senha|"
    rb"wachtwoord|parola)"
)
"""The words for a user and for a password, as one writes them where an address shows where each stands."""
_RESERVED_HOST: Final = Pattern(rb"(?i)(?:[\w-]+\.)*example\.(?:com|org|net)|(?:[\w-]+\.)+(?:example|invalid|test|tld)")
"""A host that exists in documentation only."""
_ANY_HOST: Final = Pattern(rb"(?i)(?:(?:your|my|some|the)[_-]?)?(?:host(?:[_-]?name)?|server|address|endpoint|domain)")
_NAMED_HOST: Final = Pattern(rb"(?i)[a-z][\w-]*|127\.0\.0\.1|0\.0\.0\.0|")
_LOCAL: Final = (b"localhost", b"127.0.0.1", b"0.0.0.0", b"::1")
_DELIVERED: Final = (b"guest", b"postgres", b"test", b"user")
"""Accounts of programs whose password is delivered the same."""
_CALLED_YOURS: Final = Pattern(rb"(?i)your[_-]?pass(?:word)?(?:[_-]?here)?")


_TYPE: Final = Pattern(
    rb"(?i)(?:n?var|n)?char[0-9]{1,5}|(?:var)?binary[0-9]{1,5}|(?:string|bytes|text|blob)[0-9]{1,4}|u?int(?:8|16|32|64|128|256)|"
    rb"(?:(?:min|max|len(?:gth)?|upper|lower|digits?|numbers?|symbols?|specials?|chars?|letters?)[_-]?[0-9]{1,4}[_,-]?){2,6}|"
    rb"(?:base-?(?:16|32|36|58|62|64|85|91)(?:url)?|utf-?(?:7|8|16|32)(?:[bl]e)?|sha-?[0-9]{1,3}|md5|rot-?13|latin-?1|iso-?8859-?1?|"
    rb"aes-?[0-9]{3}|rsa-?[0-9]{3,4}|p-?(?:256|384|521)|ed25519|x509|nfk?[cd])(?:[-_][a-z\x80-\xff]{2,24}){0,3}|"
    rb"[bs]crypt[0-9]{1,5}|argon2(?:id|i|d)?[0-9]{0,3}|pbkdf2\w{0,12}|(?:sha-?[0-9]{1,3}|md5)(?:crypt|sum)?|uint8array"
)
_HEX: Final = b"0123456789abcdefABCDEF"
_PUBLIC_KEY_ABOVE: Final = Pattern(rb"(?i)\b(?:minisign|signify|usign)[ ]public[ ]key\b[^\n]*\r?\n\z")
"""The line above the public key of a program that signs."""
_DIGEST_SIZES: Final = frozenset((32, 40, 56, 64, 96, 128))
_ALGORITHM: Final = rb"(?:md5|sha-?(?:1|224|256|384|512)|sha3-[0-9]{3}|blake2[bs]?|blake3|crc32)(?:sum)?"
_DIGEST_OF_FILE: Final = Pattern(
    rb"(?i)\b"
    + _ALGORITHM
    + rb"(?:[ ](?:hash|sum|digest|checksum))?[ ](?:of|for|der|des|von|vom|f\xc3\xbcr|de|du|del)\b"
    rb"[^\n]*?(?:\bfiles?|list|archive?|dump|image|tarball|binary|bundle|\w*datei|\w*liste|archiv|"
    rb"abbild|fichier|archivo|lista|"
    rb"\.[a-z][a-z0-9]{1,4})\b[\"'`]?[^\n\"'`]{0,16}\z|"
    rb"\b" + _ALGORITHM + rb"[ ]?\([^()\n]+\)[ ]?=[ ]?\z|"
    rb"\b(?:checksum|digest|pr\xc3\xbcfsumme|somme[ ]de[ ]contr\xc3\xb4le|"
    rb"suma[ ]de[ ](?:comprobaci\xc3\xb3n|control))\b[^\n]{0,60}\z"
)
"""What says of a digest that it is one of a file: a program prints it so, and people say so."""
_DIGEST_WORDS: Final = (b"md5", b"sha", b"blake", b"crc", b"checksum", b"digest", b"summe", b"somme", b"suma")
_COMMIT: Final = Pattern(
    rb"(?i)\b(?:commit|bisect|revert|cherry-pick|merge|rebase|regress|br[eo]ke|land|introduc|fix)\w{0,6}\b[^\n:=]*[ ]"
    rb"(?:in|at|by|since|from|with|to|on)[ ]\z"
)
"""What says of forty digits that they are a commit."""


def is_public_place(text: bytes, span: Span) -> bool:
    """Whether what a rule took for a secret is public by the words beside it or by its own form."""
    first, last = span.start, span.end
    size = last - first
    if is_named_thing(text, first, last, span.rule) or is_passing_id(text, first, last, span.rule):
        return True
    if size > LONGEST:
        return False
    value = text[first:last]
    before = text[max(0, first - BEFORE) : first]
    if size <= LONGEST_TYPE and value[-1:] in _ENDS_OF_TYPE and is_type_or_algorithm(value):
        return True
    if size in _DIGEST_SIZES and not value.strip(_HEX) and _is_digest(text, first, last):
        return True
    if is_listed_digest(text, first, last) or is_cache_key(text, first, last):
        return True
    if value[:7] == b"SHA256:" and _FINGERPRINT.whole(value.rstrip(b".,;:)")):
        return True
    if value[:3] == b"pk_" and _ISSUED.whole(value):
        return not _SECRET.within(before[-32:])
    if value[:2] == b"RW" and _PUBLIC_KEY_ABOVE.within(before):
        return True
    if is_published_key(text, first, last, span.rule):
        return True
    if b"://" in value or (b"://" in before and text[last : last + 1] in _JOINTS):
        return _is_sample_login(text, first, last)
    before = before[before.rfind(b"\n") + 1 :]
    if size in _BODY_SIZES and _BEHIND_DIGEST.within(before):
        return _BODY.whole(value.rstrip(b".,;:)"))
    bare = len(value.rstrip(b".,;:)"))
    if bare in _KEY_SIZES and _is_key_id(text, before, first, first + bare):
        return True
    low = before.lower()
    return (b"tag" in low or b"-match" in low) and _is_tag(text, before, last)


LONGEST_TYPE: Final = 40
_ENDS_OF_TYPE: Final = frozenset(bytes((code,)) for code in b"0123456789deilmnrtyDEILMNRTY\xa9")


@lru_cache(maxsize=1024)
def is_type_or_algorithm(value: bytes) -> bool:
    """Whether a value is a type of a column or a way to hash, with its size or cost: `varchar255`, `bcrypt12`."""
    return _TYPE.whole(value)


def _is_digest(text: bytes, first: int, last: int) -> bool:
    """Whether hexadecimal digits are the digest of a file or a commit, and no digest of a password."""
    line = text[max(text.rfind(b"\n", max(0, first - FAR), first) + 1, first - FAR, 0) : first]
    low = line.lower()
    if any(word in low for word in _DIGEST_WORDS) and _DIGEST_OF_FILE.within(line):
        return True
    return last - first == 40 and _COMMIT.within(line)


FAR: Final = 160
"""Bytes of a line before a digest in which stands of what it is one."""


def _is_key_id(text: bytes, before: bytes, first: int, last: int) -> bool:
    """Whether a value is the id or the fingerprint of a key that signs."""
    value = text[first:last]
    if value[2:].strip(_HEX) or not _KEY_ID.whole(value):
        return False
    if not (_KEY_BEFORE.within(before) or value[:2] == b"0x" or b"recv-keys" in before):
        return False
    if _KEY_OPENS.within(before):
        return False
    behind = text[last : last + BEHIND].partition(b"\n")[0]
    return value[:2] == b"0x" or _KEY_OF.within(before) or _KEY_OF.within(behind) or b"missing" in behind


def _is_tag(text: bytes, before: bytes, last: int) -> bool:
    """Whether a value is the tag of a version: behind its name and in quotes, or all that follows."""
    return text[last : last + 1] in _QUOTES and _TAGGED.within(before)


def _is_sample_login(text: bytes, first: int, last: int) -> bool:
    """Whether an address only shows where a user and a password stand: the words for them, or those that a program is
    delivered with, on this machine."""
    if text[last : last + 1] == b"@" and not _is_word_for_password(text[first:last]):
        return False
    scheme = text.rfind(b"://", max(0, first - BEFORE), last)
    if scheme < 0:
        return False
    head = text[max(0, scheme - 24) : scheme]
    begin = scheme - (len(head) - len(head.rstrip(_SCHEME)))
    groups = _ADDRESS.at(text, begin, min(len(text), begin + 256))
    if not groups or first >= groups[0][1]:
        return False
    user, password, host = (text[slice(*group)] for group in groups[1:4])
    if (
        not text[begin:scheme].endswith(b"ftp")
        and _RESERVED_HOST.whole(host)
        and _PASSWORD.whole(password)
        and _USER.whole(user)
    ):
        return True
    if not _NAMED_HOST.whole(host):
        return False
    if _CALLED_YOURS.whole(password):
        return True
    if _PASSWORD.whole(password):
        return bool(_USER.whole(user)) or (not user and bool(host in _LOCAL or _ANY_HOST.whole(host)))
    return user == password and user in _DELIVERED and host in _LOCAL


@lru_cache(maxsize=1024)
def _is_word_for_password(value: bytes) -> bool:
    return value in _DELIVERED or _PASSWORD.whole(value) or _CALLED_YOURS.whole(value)


_JOINTS: Final = (b"@", b":")
_SCHEME: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-"
