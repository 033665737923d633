"""Keys that tell by their own spelling whose they are: prefixes, addresses of hooks and tenants, bare key material.

The packs know most of them to the character. These are the loose forms: a key that was cut, lengthened or mixed up in
the telling is still a key.
"""

from typing import Final

from backstory.redact.chance import DIGITS, is_text
from backstory.redact.judge import ULID, is_strange, mixed_case
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.words import is_placeholder

_KEYS: Final = (
    rb"(?:AKIA|ASIA|ABIA|ACCA|AROA|AIDA|AGPA|ANPA|ANVA|APKA|A3T[A-Z0-9])[A-Z0-9]{16}",
    rb"gh[pousr]_[A-Za-z0-9]{20,}",
    rb"github_pat_\w{20,}",
    rb"gl[a-z]{2,8}-[\w.=-]{16,}",
    rb"xox[a-z](?:\.xox[a-z])?-[\w-]{10,}",
    rb"xapp-[\w-]{20,}",
    rb"sk-[\w-]{20,}",
    (
        rb"(?:sk|pk|rk|ak|ek|tk|pat|tkn|tok|key|api|apikey|token|secret|live|prod|sandbox|whsec|oauth|auth|priv|private|"
        rb"access|client|refresh|session|personal|service|org|user|bot|app)_"
        rb"(?:(?:live|test|prod|production|sandbox|dev|api|key|sk|pk|org|user|admin|v[0-9])_)*[A-Za-z0-9]{20,}"
    ),
    rb"SG\.[\w-]{16,}\.[\w-]{16,}",
    rb"(?:SK|AC|AP|PK|SM)(?:[0-9a-f]{32}|[0-9A-F]{32})",
    rb"[0-9a-f]{32}-us[0-9]{1,2}",
    rb"[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}",
    rb"key-[0-9a-f]{32}",
    rb"AIza[\w-]{30,}",
    rb"ya29\.[\w-]{20,}",
    rb"GOCSPX-[\w-]{7,}",
    rb"1//0[\w-]{20,}",
    rb"npm_[A-Za-z0-9]{20,}",
    rb"pypi-[\w-]{30,}",
    rb"rubygems_[0-9a-f]{30,}",
    rb"dckr_[a-z]{2,4}_[\w-]{20,}",
    rb"hf_[A-Za-z]{30,}",
    rb"(?:shp(?:at|ca|pa|ss|ltm|tk)|shltm|prtapi)_[A-Za-z0-9]{30,}",
    rb"ATATT3x[\w=-]{20,}",
    rb"ATCTT3x[\w=-]{20,}",
    rb"ATBB[A-Za-z0-9]{24,}",
    rb"NRAK-[A-Z0-9]{20,}",
    rb"EAA[A-Za-z0-9]{30,}",
    rb"sq0[a-z]{3}-[\w-]{20,}",
    rb"tskey-[a-z]+-[\w-]{8,}",
    rb"pat-[a-z]{2,4}[0-9]?-[0-9a-f-]{30,}",
    rb"1000\.[0-9a-f]{32}\.[0-9a-f]{32}",
    rb"hv[bsr]\.[\w-]{20,}",
    rb"dp\.[a-z]{2,6}\.[\w.-]{20,}",
    rb"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}",
    rb"[0-9]{8,10}:A[\w-]{32,}",
    rb"[\w-]{10,}\.v1\.[\w-]{5,}\.[0-9a-f]{8,}",
    rb"pat[A-Za-z0-9]{14}\.[0-9a-f]{40,}",
    rb"[A-Z]{2,6}(?:PAT|KEY)?-(?:[0-9A-Fa-f]{32}|[0-9A-Za-z]{40,}_?)",
    rb"eyJ[\w-]{40,}",
    rb"[a-z]{2,8}_[0-9a-f]{32}(?:[0-9a-f]{8,})?",
)
PREFIXED: Final = Pattern(rb"(?:\b|_|\[[0-9;]{1,8}m)(" + b"|".join(_KEYS) + rb")(?:[^\w]|$|\\)")
_HOOKS: Final = (
    rb"hooks\.slack\.com/(?:services|workflows|triggers)",
    rb"discord(?:app)?\.com/api/webhooks",
    rb"hooks\.zapier\.com/hooks/catch",
    rb"webhook\.office\.com/webhookb2",
    rb"outlook\.office\.com/webhook",
    rb"maker\.ifttt\.com/trigger",
    rb"hook\.[a-z0-9.]{2,12}\.?make\.com",
    rb"chat\.googleapis\.com/v1/spaces",
    rb"/(?:web)?hooks?",
)
HOOK: Final = Pattern(rb"(?i)(?:" + b"|".join(_HOOKS) + rb")/([\w/@.?=&%-]{16,})")
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
DER: Final = Pattern(
    rb"\b((?:MII(?:Ev|Ep|Eo|CX|CW|Cd|JK|JQ|Bv)[A-Za-z0-9]{1,2}IBA[A-Za-z0-9+/]{2}|MHcCAQEE|MIGHAgEAM|MC4CAQAwBQYDK2Vw)"
    rb"[A-Za-z0-9+/]{16,}"
    rb"(?:(?:\s|\\n)+[A-Za-z0-9+/]{16,})*(?:(?:\s|\\n)*[A-Za-z0-9+/]{1,}={1,2})?)"
)
"""Private keys without their armour: what the first bytes of PKCS #1, PKCS #8 and SEC 1 look like in base64."""
KEY_BYTES: Final = Pattern(
    rb"(?i)\b[\w]{0,20}(?:key|secret|iv|salt)(?:\[[\w ]*\])?\s{0,3}=?\s{0,3}(?:new byte\[\]\s?)?[{\[(]\s{0,4}"
    rb"((?:(?:0x[0-9a-f]{1,2}|[0-9]{1,3})\s{0,3},\s{0,8}(?:\\\n\s*)?){11,}(?:0x[0-9a-f]{1,2}|[0-9]{1,3})?)"
)
_BENIGN: Final = frozenset(
    b"asset blob build bundle cache chunk commit content digest etag file hash icon id image img index layer"
    b" main md5 node obj object page rev run session sha sha1 span state temp test tmp trace tree uuid v ver"
    b" version".split()
)
"""Words before an underscore that make what follows a name and no key."""
_COMMON_HOSTS: Final = frozenset(
    b"www docs developer developers help support api login blog status community id test cdn accounts trust".split()
)
_TICKETS: Final = (b"/browse", b"/wiki", b"/secure")


def prefixed(text: bytes, groups: Spans, name: str) -> Span | None:
    first, last = groups[1]
    value = text[first:last]
    if text[first - 7 : first] == b"base64," or (value.startswith(b"eyJ") and is_text(value)):
        return None
    if value.partition(b"_")[0] in _BENIGN or (
        not any(c in DIGITS for c in value) and not value[:4].isupper() and not mixed_case(value)
    ):
        return None
    body = value.rpartition(b"_")[2]
    if (
        b"_" in value[:12]
        and value[:3] not in (b"ghp", b"npm")
        and ((body.isalpha() and not is_strange(body)) or ULID.whole(body))
    ):
        return None
    return None if value[:4] in (b"SHA-", b"MD5-", b"SRI-") else Span(first, last, name)


def tenant(text: bytes, groups: Spans, name: str) -> Span | None:
    first, last = groups[1]
    head = text[first:last].partition(b".")[0].lower()
    if text[last : last + 8].startswith(_TICKETS):
        return None
    good = head not in _COMMON_HOSTS and not is_placeholder(head)
    return Span(first, last, name) if good else None
