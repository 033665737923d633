"""What a token of talk looks like: a password with signs, one drawn at random, a word and a number, or nothing.

A look says how strange a token is beside words of a sentence. What belongs to code, to an address, to a version or to
the name of a standard has no look: it is innocent wherever it stands.
"""

from functools import lru_cache
from typing import Final

from backstory.redact.chance import DIGITS, HEX, is_random
from backstory.redact.judge import ULID, UUID, is_word_and_number, pieces_of
from backstory.redact.patterns import Pattern
from backstory.redact.readable_values import has_words_and_number, is_no_step, is_readable_secret
from backstory.redact.words import is_placeholder, split_words

SIGNS: Final = "signs"
"""Letters, digits and signs: `Walnut2024!`, `7q#Rt!x`."""
DRAWN: Final = "drawn"
"""Letters and digits in no order: `x7Kp2mQ9vT`."""
LEET: Final = "leet"
"""Digits in the place of letters: `w4lnu7`, `G4rd3n72`."""
NUMBERED: Final = "numbered"
"""A word or two and a number: `walnut4711`."""
BROKEN: Final = "broken"
"""A word with a sign in it: `wal!nut`."""
JOINED: Final = "joined"
"""Words and a number, joined: `Walnut-Harbor95`."""
CHOSEN: Final = "chosen"
"""The same without a word of which names of machines and branches are made."""
WORDED: Final = "worded"
"""The same in small letters: `walnut-harbor-95`."""
DOUBTFUL: Final = "doubtful"
"""A word with a sign and a number that may as well be code: `wal#27`, `otter@30n`."""
NONE: Final = ""

SHORTEST: Final = 6
LONGEST: Final = 40
"""Bytes of a token that has a look, at least and at most. A longer one is a matter of other rules, or data."""
_CODE: Final = Pattern(
    rb".*(?:[{}\[\]<>|\\;\"'`()/,]|::|->|==|&&|\.\.|\?\.|\$\().*|[.-].*|.*[.=-]|[A-Za-z_][A-Za-z_.-]*=.*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+=.*|"
    rb"[\w.+-]+@(?:[\w-]+\.)+[A-Za-z]{2,}|[@#$%&+~][\w.:-]*|@@.*|\$[^$]*\$.*|!{1,2}@?[a-z_]\w*|[A-Z][A-Z0-9_]*|"
    rb"(?:CVE|RFC|GHSA|PR|GH|ISO|TS|CWE|PEP|ADR|[A-Z]{2,6})[-_#]?[0-9][0-9.-]*|[\w-]+@[\w-]*-[\w-]*:?\S*|"
    rb"[a-z][\w-]*#[0-9]{1,5}|[0-9]+(?:[*%]|\.[0-9]).*|.*\+(?:json|xml|yaml|zip)|"
    rb".*&(?:quot|amp|lt|gt|nbsp|apos|#).*|\S+@v?[0-9]+\.[0-9].*|[a-z][\w-]*@v?[0-9]+|[\w.-]+@[\w.-]+:[~/]?[#$%]?"
)
"""What belongs to code or an address, or names a constant or a thing with a number."""
_DOUBTFUL: Final = Pattern(
    rb"[\w.-]+(?:\.[a-z]+)?[:#@]L?[0-9]+(?:[:-]L?[0-9]+)?|[\w-]*\.[\w.-]+[#@]\S*|\S+[:@](?:latest|next|v?[0-9][\w.+-]*)|"
    rb"\w+[#*^~][a-z_]\w*[!?]?|[\w)]+[*^+~][0-9]+|[0-9][\w.]*[+~]\S*|[\w.-]+@[\w.-]+|[\w.-]*%[0-9A-Fa-f]{2}[\w.-]*|[\w.-]+=[\w.-]*|[\w.-]+\+[\w.-]+"
)
"""What may be a place in a file, a version of a package, an account at a host, a term, a pair, or a password."""
_STANDARD: Final = Pattern(
    rb"(?i).*(?:oauth|base(?:16|32|36|58|62|64|85)|sha-?[0-9]|md[2456]|utf-?[0-9]|iso[0-9]|rfc[0-9]|aes[0-9]|x509|x86|"
    rb"s390|amd64|arm(?:64|v)|loong|riscv|win(?:32|64)|u?int[0-9]|float[0-9]|i18n|l10n|a11y|k[83]s|e2e|p2p|b2[bc]|"
    rb"[a-z]2[a-z]|h26[45]|html[0-9]|css[0-9]|http[0-9]|ipv[46]|web[23]|mp[34]|neo4j|log4|slf4|py[0-9]|python|sqlite|"
    rb"ed25519|x25519|curve|poly1305|chacha20|salsa20|blake[23]|route53|secp|pkcs|pbkdf|argon2|bcrypt|scrypt|hs(?:256|384|512)|rs256|es(?:256|20)|fido|u2f|totp|mfa|2fa|tty|nvme|powerlevel|esp32|stm32|nrf5|rp20|atmega|gpio|ubuntu|"
    rb"debian|fedora|centos|windows|macos|vt[0-9]|ec2|\bs3|gpt|claude|llama|gemini|qwen|mistral|sonnet|opus|haiku|o[134]-|"
    rb"v[0-9]+(?:\.|$)).*"
)
"""What names a standard, a machine, a library, a system or a model anywhere in it."""
_NAMED: Final = Pattern(
    rb"(?i)(?:user|test(?:user|er|ing)?|admin|step|phase|page|line|item|node|task|level|tier|section|chapter|part|day|"
    rb"week|month|year|sprint|group|team|client|server|host|worker|table|column|field|row|index|model|stage|round|batch|"
    rb"example|sample|option|variant|version|issue|ticket|build|error|code|room|port|case|file|image|layer|agent|"
    rb"account|tenant|project|branch|commit|token|param|value|key|id|uid|pid|num|no|nr)s?[0-9]+"
)
"""A thing with a number of its own."""
_RELEASE: Final = Pattern(
    rb"(?i)(?:postgres(?:ql)?|mysql|mariadb|mongo(?:db)?|redis|kafka|elastic(?:search)?|oracle|angular|react|vue|next|"
    rb"nuxt|svelte|django|rails|laravel|spring|symfony|java|jdk|jre|openjdk|kotlin|swift|ruby|php|perl|deno|rust|golang|"
    rb"dotnet|unity|gradle|vite|webpack|keycloak|drupal|wordpress|typo|chrome|chromium|firefox|safari|android|iphone|"
    rb"pixel|office|exchange|sharepoint|server|alpine|rhel|suse|arch|bullseye|bookworm|jammy|noble)[0-9]{1,4}"
)
"""A release of a product."""
EDITIONS: Final = frozenset(
    b"free trial basic starter standard plus pro premium business enterprise corporate ultimate lite personal"
    b" professional developer family student education retail wholesale gold silver bronze platinum hobby growth"
    b" community team max mini edition season floor variant option region zone ios android edge".split()
)
"""Tiers and editions of a product, and parts of a house or a country that have numbers."""
_EDITION: Final = Pattern(
    rb"(?i)(?:" + b"|".join(sorted(EDITIONS)) + rb")s?(?:[-_. ][a-z]{2,10})?[-_. ]?(?:[0-9]{1,3}|(?:19|20)[0-9]{2})"
)
_CAMEL: Final = Pattern(rb"[a-z]+(?:[A-Z][a-z]*)+[0-9]*\w*")
_LEET: Final = Pattern(rb".*[A-Za-z][0-9]{1,2}[a-z].*")
_NUMBERED: Final = Pattern(rb"[A-Za-z]{4,24}[0-9]{2,6}")
_COUNTED: Final = Pattern(rb"[A-Za-z]+(?:0[0-9]|16|32|64|128|256|512|1024)")
_JOINED: Final = Pattern(
    rb"(?:(?:[A-Z]?[a-z]{2,}){1,2}[0-9]{0,6}|[0-9]{1,6})"
    rb"(?:[-_.#*&@+~](?:[A-Z]?[a-z]{2,}){1,2}[0-9]{0,6}|[-_.#@+][0-9]{2,6}){1,3}"
)
_CAPITAL: Final = Pattern(rb"[A-Z][a-z]{2}")
_SIGN_INSIDE: Final = Pattern(rb".*[A-Za-z0-9][!$%^*&#+?@~=]+[A-Za-z0-9].*|.*[0-9A-Za-z][#$%^&*]")
_SIGNED: Final = Pattern(rb"[\w!#$%^&*?+@~=.:-]+")
_BROKEN: Final = Pattern(rb"[A-Za-z]{2,}[!$%^*][A-Za-z]{2,}[!#$*]?")
_LIKE_ADDRESS: Final = Pattern(rb"[A-Z][a-z]{2,}@[a-z]{2,}|[A-Za-z]{2,}&[A-Za-z]{2,}")
_FILE: Final = Pattern(
    rb"(?i).*\.(?:git|txt|py|[cm]?jsx?|tsx?|jsonl?|gz|zip|html?|ya?ml|md|log|sql|pem|key|crt|env|png|jpe?g|svg|css|toml|"
    rb"ini|go|rs|rb|php|java|cs|sh|com|org|net|io|dev|local|internal|lan|service|socket|timer|[cm]?js:[0-9:]+)"
)
_STRONG: Final = b"!#$%^&*?@~+="


@lru_cache(maxsize=8192)
def name_look(value: bytes) -> str:
    """The look of a token without the quotes and marks round it; empty for what is innocent."""
    if not SHORTEST <= len(value) <= LONGEST or not value.isascii() or not _SIGNED.whole(value):
        return NONE
    if _CODE.whole(value) or _FILE.whole(value) or _EDITION.whole(value) or is_placeholder(value):
        return NONE
    digits = len(value) - len(value.translate(None, DIGITS))
    letters = sum(map(is_letter, value))
    if not letters or not value.translate(None, HEX + b"-_:.") or UUID.whole(value) or ULID.whole(value):
        return NONE
    if not digits:
        return _name_lettered(value)
    if _SIGN_INSIDE.whole(value) and letters >= 2:
        return _name_signed(value)
    return _name_numbered(value.rstrip(b"!?"), digits)


_SLIGHT: Final = Pattern(rb"[A-Za-z][A-Za-z0-9]*[0-9][A-Za-z0-9]*[!?.#$%&*+@_-]?[A-Za-z0-9]*[!?]?")
_OF_FORMS: Final = Pattern(
    rb"(?i)(?:func|fn|method|field|input|column|arg|option|form|login|screen|pro|plan|phase|host|db|srv|ios|arch|stage|staging|prod(?:uction)?|"
    rb"sha|md|bcrypt|argon|scrypt|pbkdf|oauth|auth|aes|rsa|tls|ssl|ipv|utf|base|web|http|v|sp|step|view|group|role|role_)[0-9]{1,4}[a-z]{0,2}|"
    rb"[0-9]+[a-z]+|[a-z]{1,3}[0-9]{1,2}|.*[0-9](?:px|em|ms|kb|mb|gb|bytes?|bits?|chars?)"
)
"""Fields, hosts, stages and standards with a number, and measures."""
_WORD_AND_MORE: Final = Pattern(rb"[a-z]{6,}2[a-z]{1,3}")
"""A long word with a number in the middle: `hunter2abc`, but not the name of a converter such as `html2pdf`."""
_DELIVERED: Final = Pattern(
    rb"(?i)(?:(?:admin|root|change(?:me|it))[0-9]{1,6}|(?:user|demo|guest|default|login|test|pass|password|secret)[0-9]{3,6})[!?]?"
)
"""Default passwords of programs that people often keep."""


def is_default_password(value: bytes) -> bool:
    """Whether a value is a default password of programs, which samples and tests contain too."""
    return _DELIVERED.whole(value)


_RUN_OF_WORDS: Final = Pattern(rb"[a-z]{12,32}")
_ONE_WORD: Final = Pattern(
    rb".*(?:tions?|sions?|it(?:y|ies)|ments?|ness|ings?|ed|ly|al|ally|ives?|i[sz](?:e|es|er|ers|m|ms)|[ai]ble|ous|[ae]nces?|[ae]nts?|ists?|"
    rb"ics?|at(?:e|es|or|ors)|olog(?:y|ies)|ships?|ful|less|ism|ware|ary|ories|ory|ures?|lich|ungen|ung|heit|keit|ieren|iert|setzen|stellen|geben|nehmen|werden|mente?|"
    rb"ables?|aire|aires|dad|ados?|adas?|ando|iendo|wise|words?|phrases?)|"
    rb".*(?:pass|user|admin|login|auth|token|server|client|config|data|file|host|name|test|secret|cred|crypt|account|manager|"
    rb"system|service|application|electro|multi|inter|trans|super|under|over|micro|hyper|kubernet|benutz|kenn|geheim).*"
)
"""Long words by their endings, and names of things that are joined of words."""


@lru_cache(maxsize=8192)
def is_run_of_words(value: bytes) -> bool:
    """Whether a token joins several words in small letters, and is no long word: `correcthorse...`."""
    return _RUN_OF_WORDS.whole(value) and not _ONE_WORD.whole(value) and len(set(value)) >= 6


def is_edition(value: bytes) -> bool:
    """Whether a token is an edition or a tier with its number: `Pro-2024`."""
    return _EDITION.whole(value)


def is_release(value: bytes) -> bool:
    """Whether a token is a product and its release: `firefox115`."""
    return _RELEASE.whole(value)


@lru_cache(maxsize=8192)
def is_slight_password(value: bytes) -> bool:
    """Whether a token may be the password in a sentence that gives one: a word and a digit or two, such as `hunter2`.

    The name of a field, a host, a release or a standard with a number does not count. A default password of a program
    (`admin123`) counts, although samples contain it too.
    """
    if not 5 <= len(value) <= LONGEST or not _SLIGHT.whole(value):
        return False
    if _DELIVERED.whole(value):
        return True
    if is_placeholder(value) or _CODE.whole(value) or _FILE.whole(value) or UUID.whole(value):
        return False
    if not value.translate(None, HEX) or sum(map(is_letter, value)) < 3:
        return False
    if any(pattern.whole(value) for pattern in (_NAMED, _RELEASE, _COUNTED, _OF_FORMS)):
        return False
    return not _STANDARD.whole(value) or _WORD_AND_MORE.whole(value)


_JOINED_KEY: Final = Pattern(rb"[a-z]{3,}[0-9]{1,6}[a-z]*|[a-z]{3,}[0-9][a-z]+[0-9]*|[a-z]{6,}[0-9]{1,6}")


def is_joined_key(value: bytes) -> bool:
    """Whether a value has words in small letters and a number, like a key that a person chose: `hunter2abc`."""
    return len(value) >= 8 and _JOINED_KEY.whole(value) and is_slight_password(value)


def _name_signed(value: bytes) -> str:
    """The look of a token of letters, digits and signs."""
    if sum(char in _STRONG for char in value) >= 2:
        return SIGNS
    if _STANDARD.whole(value):
        return NONE
    if _DOUBTFUL.whole(value):
        return DOUBTFUL
    if not _JOINED.whole(value):
        return SIGNS
    return CHOSEN if _CAPITAL.within(value) and not is_name_of_thing(value) else JOINED


def _name_lettered(value: bytes) -> str:
    """The look of a token without digits."""
    if _BROKEN.whole(value):
        return BROKEN
    if _LIKE_ADDRESS.whole(value):
        return DOUBTFUL
    return NONE


def _name_numbered(value: bytes, digits: int) -> str:
    """The look of a token of letters and digits, maybe joined."""
    if not value.isalnum():
        return _name_joined(value)
    if value.isupper() and len(value) < 12:
        return NONE
    if _NUMBERED.whole(value):
        is_name = any(pattern.whole(value) for pattern in (_NAMED, _RELEASE, _CAMEL, _COUNTED, _STANDARD))
        return NUMBERED if not is_name and is_readable_secret(value) else NONE
    if _is_identifier(value):
        return CHOSEN if _is_joined_by_number(value) else NONE
    if len(value) >= 8 and is_random(value) and not is_word_and_number(value):
        return NONE if digits < 3 and value.islower() and _STANDARD.whole(value) else DRAWN
    if _STANDARD.whole(value) or not _LEET.whole(value) or (_CAMEL.whole(value) and digits < 2):
        return NONE
    return LEET if digits > 1 or not is_word_and_number(value) else DOUBTFUL


def _name_joined(value: bytes) -> str:
    """The look of letters and digits that signs join."""
    if value.isupper() or b"--" in value or _STANDARD.whole(value):
        return NONE
    pieces = pieces_of(value)
    if _is_drawn_joined(pieces):
        return DRAWN
    if not is_readable_secret(value):
        return NONE
    has_capital = _CAPITAL.within(value)
    is_joined = _JOINED.whole(value)
    if has_words_and_number(value) and not is_name_of_thing(value):
        if has_capital and (is_joined or _is_of_words(pieces, 1)):
            return CHOSEN
        if is_no_step(value) and _is_of_words(pieces, 2) and _TWO_DIGITS.within(value):
            return WORDED
    return JOINED if is_joined and has_capital else NONE


@lru_cache(maxsize=8192)
def is_joined_password(value: bytes) -> bool:
    """Whether a token may be the password in a form that gives one: words and a number that signs join."""
    if not SHORTEST <= len(value) <= LONGEST or not value.isascii() or value.isalnum() or _FILE.whole(value):
        return False
    return name_look(value) in (CHOSEN, WORDED) or (
        _LOOSELY_JOINED.whole(value) and has_words_and_number(value) and not is_name_of_thing(value)
    )


def is_name_of_thing(value: bytes) -> bool:
    """Whether a word of which the names of machines, branches and parts of programs are made is in a name."""
    return not _THINGS.isdisjoint(word.lower() for word in split_words(value))


_TITLED: Final = Pattern(rb"[A-Z][a-z]{2,}(?:[-_.#+~][A-Z][a-z]{2,}){1,2}[-_.#+~][0-9]{2,4}[!?]?")
_YEAR: Final = Pattern(rb".*(?:19|20)[0-9]{2}[!?]?")


def has_everyday_noun(value: bytes) -> bool:
    """Whether words with capitals and a number name no thing alone, though a word of names is among them.

    `Walnut_Cloud_93`, but neither `Cloud_Build_93` nor the year of a report.
    """
    if not _TITLED.whole(value) or _YEAR.whole(value) or not is_no_step(value.rstrip(b"!?")):
        return False
    return not names_things_alone(value)


def names_things_alone(value: bytes) -> bool:
    """Whether each word of a value names a part of a program, or says which of several: `Cloud_Region_12`."""
    words = [word.lower() for word in split_words(value) if word.isalpha()]
    return all(word in _THINGS or word in _OF_SEVERAL for word in words)


_OF_SEVERAL: Final = frozenset(
    b"home public daily weekly monthly yearly annual quarterly global default current remote open new final draft"
    b" next previous full partial total summary sales finance first last left right upper lower inner outer".split()
)
"""Words beside the name of a thing that say which one."""


def _is_joined_by_number(value: bytes) -> bool:
    """Whether a number joins two words of which no name is made: `Marble77Otter`."""
    return _NUMBER_INSIDE.whole(value) and not _STANDARD.whole(value) and not is_name_of_thing(value)


_NUMBER_INSIDE: Final = Pattern(rb"[A-Z][a-z]{3,}[0-9]{2,4}[A-Z][a-z]{3,}!?")
_THINGS: Final = frozenset(
    b"access account acme admin agent alpha api app application archive area auth backend backup base beta bg"
    b" border bot branch bucket build builder cache canary card case cert chart check chunk ci class client cloud"
    b" cluster code column component config container controller core cpu cron customer dash dashboard data"
    b" database date day db demo deploy deployment desktop dev device dialog doc docker docs domain dump edge email"
    b" endpoint entry env error eu event example export exporter extension external factory feature feed field file"
    b" filter fix flow folder form format frame front frontend function gateway gpu graph grid group guest handler"
    b" header hook host hotfix http id image import index infra input instance int integration internal issue item"
    b" job key lab label lambda layer layout lib line link linux list live loader local log logger login logs mac"
    b" mail main manager map master member menu message meta metric metrics migration mini mobile mock modal model"
    b" module monitor name namespace nav net network node north note office order package page panel parser part"
    b" patch path phase pipeline plan platform plugin pod point policy pool port portal post preview primary prod"
    b" product production profile project prompt proxy pub python query queue race rate read record redis ref"
    b" region relay release replica repo report request reset response rest review role room root route router row"
    b" rule run runner sample sandbox scan schema screen script search secondary secret section segment server"
    b" service session set setup shard shared shell shop site slot snapshot source south spec sprint sql src ssh"
    b" stable stack stage staging state static status step storage store stream style sub suite support switch sync"
    b" system tab table tag task team template tenant test tests text theme ticket tier time token tool trial type"
    b" ui unit update upload us user users util v vault version video view vm vpn web webhook week widget wildcard"
    b" window windows wizard work worker workflow workspace write year zone".split()
)
"""Words of which the names of machines, branches, jobs and parts of programs are made."""
_LOOSELY_JOINED: Final = Pattern(rb"(?:[A-Z]?[a-z]{2,}[0-9]{0,6}[-_.]){1,3}(?:[A-Z]?[a-z]{2,})?[0-9]{1,6}")
"""The same with a digit at the end: `Walnut_Harbor_5`."""


def _is_drawn_joined(pieces: list[bytes]) -> bool:
    """Whether pieces are drawn together. An id behind its type, as in `user_oqrChH2W5kwX`, is not."""
    if pieces[0].isalpha() and pieces[0].islower() and len(pieces) < MOST_PREFIXES:
        if pieces[0] in _TYPES_OF_IDS or pieces[0] in _THINGS:
            return False
        if len(pieces[0]) <= LONGEST_PREFIX and len(pieces[-1]) >= SHORTEST_KEY:
            return is_random(pieces[-1]) or _HEX_KEY.whole(pieces[-1])
        if len(pieces) == 2:
            return False
    joined = b"".join(pieces)
    if len(joined) < 10 or joined.islower():
        return False
    return any(map(_DRAWN_PIECE.whole, pieces)) and is_random(joined)


MOST_PREFIXES: Final = 4
LONGEST_PREFIX: Final = 5
SHORTEST_KEY: Final = 16
"""Bytes of a key behind the sign of who issued it: `vk_9b31ce77...`."""
_HEX_KEY: Final = Pattern(rb"[0-9a-f]*[0-9][0-9a-f]*[a-f][0-9a-f]*[0-9][0-9a-f]*[a-f][0-9a-f]*")
_TYPES_OF_IDS: Final = frozenset(
    b"req res resp msg evt cus org acct prj dpl call chatcmpl toolu thread asst img sha git rev pkg obj price order inv"
    b" pay txn trace span commit blob tree layer digest etag hash uid oid rid sid tid".split()
)
"""What ids of records begin with."""
_DRAWN_PIECE: Final = Pattern(rb"[a-zA-Z]*(?:[0-9][a-zA-Z]|[a-zA-Z][0-9]+[a-zA-Z]|[a-z][A-Z]+[0-9])[A-Za-z0-9]*")
"""A part of a joined value that is more than a word followed by a number."""
_TWO_DIGITS: Final = Pattern(rb"[0-9]{2}")
_WORD_PIECE: Final = Pattern(rb"[0-9]{0,4}(?:[A-Z]?[a-z]{3,})+[0-9]{0,6}|[A-Za-z]+[0-9]{1,2}[a-z]{2,}")
_SHORT_PIECE: Final = Pattern(rb"[0-9]{1,6}[A-Za-z]{0,2}|[A-Za-z]{1,4}[0-9]{0,4}|[A-Za-z0-9]{3,8}")


def _is_of_words(pieces: list[bytes], fewest: int) -> bool:
    """Whether pieces are words and numbers, at least so many of them words."""
    words = sum(map(_WORD_PIECE.whole, pieces))
    return words >= fewest and all(_WORD_PIECE.whole(piece) or _SHORT_PIECE.whole(piece) for piece in pieces)


def _is_identifier(value: bytes) -> bool:
    """Whether most of a token is words that begin with capitals: `newLimiterPer5mOver1h`."""
    words = [word for word in split_words(value) if len(word) >= 4 and word.isalpha()]
    return len(words) >= 2 and 2 * sum(map(len, words)) >= len(value)


def is_letter(code: int) -> bool:
    """Whether a byte is an ASCII letter."""
    return 65 <= code <= 90 or 97 <= code <= 122
