"""What a name announces: a password, another secret, or nothing of the kind.

The last word decides, as it does in English: `jwt_secret` is a secret, `secret_name` is a name, `monkey` is neither.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from backstory.redact.patterns import Pattern
from backstory.redact.words import STRONG, WEAK

PAIR: Final = Pattern(
    rb"(?i)(?:api|access|auth|private|client|refresh|bearer|session|encryption|signing|license)[_.-]?(?:key|token|secret)|"
    rb"_(?:key|token)$"
)
"""Names that say it twice."""
_PUBLIC: Final = Pattern(rb"(?i)pub(?:lic|lishable)?[_. -]?(?:key)?[_. -]?\z")
_OTHER: Final = (
    b"key id",
    *(
        b"author authori keyid key_id key-id publickey accessib accesso keyb keyw keyerror keyup keydown keypress"
        b" passwordless passive patch path pattern sign sigma apis tokeniz tokenis pinn seeds salted paten secretary"
        b" cookies public parolat passeng passag secretsid"
    ).split(),
)
"""What other words begin like a word for a secret."""
_STRONG: Final = Pattern(rb"(?i)(?:" + STRONG + rb")")
_GLUED: Final = Pattern(
    rb"(?i)(?:api|app|access|account|admin|aes|auth|bearer|bot|client|consumer|crypt(?:o|ion)?|db|deploy|encrypt(?:ion)?|gpg|hmac|"
    rb"host|jwt|licen[cs]e|login|master|my|pgp|priv(?:ate)?|refresh|root|secret|server|service|session|shared|sign(?:ing|ature)?|"
    rb"ssh|ssl|storage|tls|user|web|webhook|site|team|project|project|stream|write|read|ingest|delivery|management|merchant|"
    rb"subscription|function|master|primary|secondary|feed|push|device|identity|id|oauth|become|smtp|mail|ftp|sudo|key|require|"
    rb"activation|enrol(?:l?ment)?|registration|join|setup|provisioning|pairing)\z"
)
"""Words that a telling word is glued to: `signingkey`, `userpass`."""
_UNGLUED: Final = Pattern(
    rb"(?i)(?:^|[^a-z])[a-z]?\z|(?:com|by|sur|tres|over|under|en|im|mini|multi|single|two|one|first|second|third|three|high|low|band|all|"
    rb"render|fast|main|pre|post|sub|shadow|depth|compute|opt|code|llvm|function|module|loop|lib|test|tests|fire|sea|back|"
    rb"eye|is|has|if|then|to|do|can|will|let|could|should|not|or|and|no|by|re|de|un|per|last|next|each|a|x|s|e)\z"
)
"""What makes an English word, or a pass of a compiler, of a short telling word after it: `compass`, `lowpass`."""
_ABOUT: Final = Pattern(
    rb"(?i)[_.\x20-]?(?:name|file|path|dir(?:ectory)?|url|uri|urls|link|href|type|kind|field|fields|label|title|hint|prompt|message|msg|error|errors|"
    rb"placeholder|text|input|length|len|size|count|limit|min|max|index|idx|version|format|policy|policies|rule|rules|regex|pattern|"
    rb"expir(?:y|ed|es|ation|es_?in|es_?at)|ttl|timeout|age|date|time|at|status|state|enabled|required|provider|manager|manager[_.-](?:project|engine|backend|profile)|store|storage|"
    rb"service|class|algorithm|alg|method|mode|scheme|scope|scopes|ref|reference|selector|env|var|column|attribute|prefix|suffix|"
    rb"id|ids|uuid|arn|address|addr|namespace|owner|region|endpoint|host|server|port|strength|reset|change|confirm(?:ation)?|screen|page|form|"
    rb"view|button|icon|class_?name|sha-?[0-9]*|md5|digest|fingerprint|thumbprint|checksum|hash(?:es)?|bits|usage|usages|algo|iterations|rounds|cost|"
    rb"nonce|characters|chars|charset|alphabet|description|help|comment|note|example|secret_?name|instanceof|generator|validator|hasher|encoder|broker|login|protection|auth|"
    rb"warning|notice|tooltip|caption|subtitle|alert|banner|mismatch|match|changed|updated|cleared|configured|generated|"
    rb"failed|success(?:ful)?)s?\z"
)
"""Last words of names that are about a secret and do not hold it."""


_PAGES: Final = rb"start(?:ing)?|continu(?:ation|e)|pag(?:e|ing|ination)|resum(?:e|ption)|idempotency|next"
PAGING: Final = Pattern(
    rb"(?:(?:^|[^A-Za-z])(?:" + _PAGES + rb")|Next|Start(?:ing)?|Continu(?:ation|e)|Pag(?:e|ing|ination)|Idempotency)"
    rb"[_.-]?(?:[Pp]age[_.-]?)?[Tt]okens?\z"
)
"""Tokens that say where a listing goes on, or that two requests are one: holding one opens nothing.

Not in capitals: `NEXT_TOKEN` is a variable of an environment, and those hold keys."""


LOOKUP: Final = Pattern(
    rb"(?i)(?:cache|primary|partition|sort|foreign|routing|idempotency|object|lookup|hash|map|group|message|event|row|"
    rb"range|lock|dedup\w*|index|composite|unique|natural|surrogate|react|job|id|identifier|repository|revision|"
    rb"states?|paths?|version|display|feature|sibling|public|using (?:rsa|dsa|ecdsa|eddsa))[ _.-]?keys?\z"
)
"""Keys by which something is looked up."""


_KEYS: Final = (
    rb"api|access|secret|private|deploy(?:ment)?|signing|sign|encrypt(?:ion)?|decrypt(?:ion)?|master|admin|licen[cs]e|auth|"
    rb"account|hmac|jwt|shared|webhook|app|root|bot|write|ingest(?:ion)?|integration|activation|product[ _-]licen[cs]e|"
    rb"stripe|openai|anthropic|sendgrid|mailgun|twilio|datadog|algolia|sentry|gitlab|github|vault|staging|prod(?:uction)?"
)
"""What a key is of that opens something."""
_TOKENS: Final = (
    rb"api|access|auth(?:entication)?|authtoken|deploy(?:ment)?|private|admin|bot|bearer|refresh|session|registry|npm|pypi|"
    rb"github|gitlab|gitea|bitbucket|git|gh|slack|discord|telegram|vault|ci|service|user|personal|webhook|app|client|"
    rb"master|root|security|login|job|runner|push|upload|publish|release|sentry|cloudflare|heroku|hugging_?face|hf|jira|"
    rb"notion|grafana|consul|nomad|kube|bootstrap|join|sso|oauth2?|device|agent|server|staging|prod(?:uction)?|"
    rb"secret|zugriffs|zugangs"
)
"""What a token is of that opens something."""
CREDENTIAL: Final = Pattern(
    rb"(?i:(?:^|[^A-Za-z]|-[DPe])(?:(?:" + _KEYS + rb")[_. -]?keys?|(?:" + _TOKENS + rb")[_. -]?token)|"
    rb"(?:api|zugangs)[ -]?schl(?:\xc3\xbc|ue)ssel|(?:^|[^\w-])x-[\w-]*(?:key|token)|_authtoken)\z|"
    rb"(?:[a-z](?:Api|Access|Secret|Private|Deploy|Signing|Encryption|Master|Admin|License|Auth)Key|"
    rb"[a-z](?:Api|Access|Auth|Deploy|Private|Admin|Bot|Bearer|Refresh|Registry)Token)\z|"
    rb"(?:^|[^A-Za-z0-9_-]|[ ]-e)(?:[A-Z0-9]+_)*TOKEN\z|(?:[?&]|[\s\"'(\[]--?)token\z"
)
"""A name under which nothing but a credential is given, with what stands before it: a variable of an environment, a
header, an option, a member of an address, a name that says of what it is the key or the token."""
_OPENS_NOTHING: Final = Pattern(
    rb"(?i)(?:^|[^a-z])(?:(?:pad|eos|bos|stop|mask|sep|cls|unk|start|end|eof|next|page|first|last|current|special|image|"
    rb"audio|max|min|num|prev|lookahead|peek|cluster)_tokens?|"
    rb"(?:request|correlation|trace|surrogate|dictionary|translation|message|config|settings)[ _-]key)\z"
)
"""Tokens that are parts of a text, the label of a cluster, and keys that open nothing."""


_CREDENTIAL_ENDS: Final = (b"ken", b"key", b"eys", b"sel")
"""How such names end: most others are told apart without a search."""


def _is_credential(name: bytes) -> bool:
    """Whether nothing but a credential is given under a name that ends here, whatever the credential looks like."""
    if name[-3:].lower() not in _CREDENTIAL_ENDS:
        return False
    return CREDENTIAL.within(name) and not _OPENS_NOTHING.within(name) and not LOOKUP.within(name)


_DATA_KEY: Final = Pattern(
    rb"(?i)(?:registry|dict(?:ionary)?|redis|record|entry|document|property|param(?:eter)?|query|header|column|field|label|"
    rb"tag|join|shard|topic|bucket|locale|i18n|translation|region|array|json|yaml|attribute|metadata|metrics?|sorting|"
    rb"grouping|joined|wrong|missing|same|first|last|next|previous|right|left|up|down|arrow|enter|return|escape|function|"
    rb"shortcut|hot)[ -]keys?\z|"
    rb"(?:prim\xc3\xa4r|fremd|cache-?|sortier-?|partitions-?|such-?|map-?|objekt-?)schl\xc3\xbcssel\z|"
    rb"(?:cl\xc3\xa9|clave|llave|chave|chiave)[ ](?:primaria|prim\xc3\xa1ria|primaire|"
    rb"(?:\xc3\xa9|e)trang\xc3\xa8re|for\xc3\xa1nea|"
    rb"estrangeira|esterna|unique|\xc3\xbanica|unica)\z|(?:primaire|vreemde|unieke)[ ]sleutel\z"
)
"""Keys of data as sentences speak of them, and keys of a keyboard."""


def is_key_of_data(name: bytes) -> bool:
    """Whether the words up to the end of a name are those for a key by which data is found."""
    return opens_nothing(name) or _OPENS_NOTHING.within(name) or _DATA_KEY.within(name)


def opens_nothing(name: bytes) -> bool:
    """Whether a name ends as that of a page of a listing, of a request, or of a key by which something is looked up."""
    tail = name[-6:].lower()
    return (b"token" in tail and PAGING.within(name)) or (b"key" in tail and LOOKUP.within(name))


_ENVIRONMENT_KEY: Final = Pattern(rb"(?:[A-Z][A-Z0-9]*_)+KEY")
_LOOKUP_KEY: Final = Pattern(
    rb"(?:PROJECT|ISSUE|TICKET|STORAGE|STORE|CONFIG|SETTINGS?|FEATURE|FLAG|I18N|LOCALE|THEME|REDIS|QUEUE|TOPIC|STATE|"
    rb"METRIC|LABEL|TAG|BUCKET|RESOURCE|SHARD|SEARCH|QUERY|REQUEST|PARAM|HEADER|COOKIE|SESSION|BINDING|S3|SSH|SSL|TLS|PUB|"
    rb"HOT|ROW|EVENT|DATA|JSON|DICT|FIELD|COLUMN|ITEM|ATTR|ATTRIBUTE|PROP|META|SLOT|STEP|REACT|PRESS|ARROW)_KEY\z"
)
"""Keys by which programs name their own data, and files that hold a key."""


def is_environment_key(name: bytes) -> bool:
    """Whether a name is that of a variable of an environment which holds a key: `NEXUS_KEY`, not `PROJECT_KEY`."""
    return _ENVIRONMENT_KEY.whole(name) and not _LOOKUP_KEY.within(name) and not opens_nothing(name)


class Name(NamedTuple):
    """What a name says. `strong`: its value is secret whatever it looks like. `reference`: the name of a secret
    may stand there. `verb`: an English word too, so only a plain sign counts. `credential`: nothing else is given under
    the name, so that a value that a person chose counts."""

    start: int
    strong: bool
    pair: bool
    password: bool
    reference: bool
    verb: bool
    credential: bool = False


def classify_name_at(text: bytes, start: int, end: int, word: bytes, strong: bool) -> Name | None:
    """What the name says whose first telling word stands at `start` to `end`; `word` is all from there to its end."""
    head = text[max(0, start - FARTHEST) : start]
    name = _classify(head, word, end - start, strong, text[start + len(word) : start + len(word) + 1].isalpha())
    return name._replace(start=start - name.start) if name else None


FARTHEST: Final = 48
"""Bytes before a telling word that say what its name is."""


@lru_cache(maxsize=4096)
def _classify(head: bytes, word: bytes, size: int, strong: bool, goes_on: bool) -> Name | None:
    """What a name says, with the bytes before the telling word in it; `start` counts back from that word."""
    text, start = head + word + (b"a" if goes_on else b" "), len(head)
    if not is_name(text, start, word, strong, size):
        return None
    about = _ABOUT.within(word[size:])
    pair = PAIR.within(word)
    if not strong:
        whole = text[max(0, start - 24) : start] + word
        if (about and not pair) or opens_nothing(whole):
            return None
        strong = _has_strong_word(word)
    lower = word.lower()
    password = strong and b"secret" not in lower and b"cred" not in lower
    first = _begin_of_name(text, start)
    verb = lower in (b"pass", b"pw") and first == start
    credential = not strong and _is_credential(text[max(0, start - 32) : start] + word)
    return Name(start - first, strong and not about, pair, password, not password, verb, credential)


def _begin_of_name(text: bytes, start: int) -> int:
    """Where the name begins in which a telling word stands."""
    head = text[max(0, start - 48) : start]
    return start - (len(head) - len(head.rstrip(_CHARS)))


def _has_strong_word(word: bytes) -> bool:
    """Whether a later word of a name says password or secret."""
    later = _STRONG.find(word, 0, len(word))
    if later is None:
        return False
    first, last = later[0]
    return is_name(word, first, word[first:], True, last - first)


def classify_name(name: bytes) -> Name | None:
    """What a whole name says, by the first of its words that says anything."""
    position = 0
    while groups := HINTED.find(name, position, len(name)):
        first, last = groups[0]
        meaning = classify_name_at(name, first, last, name[first:], groups[1][0] >= 0)
        if meaning:
            return meaning
        position = first + 1
    return None


HINTED: Final = Pattern(rb"(?i)(" + STRONG + rb")|" + WEAK)
"""Every word that may announce a value that looks like a secret; the group for those whose value need not."""
_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-"


def is_name(text: bytes, start: int, word: bytes, strong: bool, size: int) -> bool:
    """Whether the word found is a word of its own and not part of another: `monkey`, `author`, `bypass`.

    `size`: bytes of the telling word in `word`; a short one (`pw`, `pass`) has to end where it ends.
    """
    lower = word.lower()
    if strong and size <= 4 and text[start + size : start + size + 1].isalpha():
        return False
    if _continues_word(text, start) and not _may_be_glued(text[max(0, start - 16) : start], lower, strong, size):
        return False
    if lower.startswith(_OTHER):
        return False
    before = text[max(0, start - 16) : start]
    return b"pub" not in before.lower() or not _PUBLIC.within(before)


def _continues_word(text: bytes, start: int) -> bool:
    """Whether a letter stands before, and no new word of an identifier begins with a capital. `\\n` is no letter."""
    before = text[start - 1 : start]
    if not before.isalpha() or (before == b"n" and text[start - 2 : start - 1] == b"\\"):
        return False
    return not (text[start : start + 1].isupper() and before.islower())


def _may_be_glued(head: bytes, lower: bytes, strong: bool, size: int) -> bool:
    """Whether a telling word may follow these letters without a joint: `signingkey`, `dbpassword`."""
    if _GLUED.within(head):
        return not lower.startswith((b"pat", b"sig", b"pin", b"sid", b"salt", b"seed", b"api"))
    if not strong:
        return lower.startswith((b"token", b"apikey", b"api_key", b"access", b"private", b"auth"))
    if size > 4 and (size > 6 or lower.startswith((b"secret", b"passwd"))):
        return True
    return not lower.startswith((b"psk", b"psw")) and not _UNGLUED.within(head)


RECORD_ID: Final = Pattern(rb"[0-9a-hjkmnp-tv-z]{8}")
LONGEST_KIND: Final = 32
"""Bytes before an id in which the kind of its record stands."""
_KINDS: Final = frozenset(
    b"decision decisions fact facts pattern patterns observation hypothesis question source note notes attempt attempts"
    b" failure failures strategy task tasks checkpoint handoff rule rules preference record records superseded"
    b" supersedes replaced replaces".split()
)
"""Words right before the id of a record."""


def is_record_id(before: bytes, value: bytes) -> bool:
    """Whether a value is the id of a record, whose kind stands right before it."""
    if not RECORD_ID.whole(value):
        return False
    words = before[-LONGEST_KIND:].split()
    return bool(words) and words[-1].strip(b"[](),.:;\"'`*").lower() in _KINDS
