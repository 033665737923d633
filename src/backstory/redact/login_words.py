"""The words for signing in, beside which a password may stand: for the account, for what it opens, for a key to it."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Final, NamedTuple

from backstory.redact.names import is_key_of_data
from backstory.redact.patterns import Pattern

LOGIN: Final = Pattern(
    rb"(?i)log(?:ged|ging|s)?[ -]?(?:in(?:s|[ -]?dat(?:en|a)|gegevens)?|on)\b|sign(?:ed|ing|s)?[ -]?in\b|"
    rb"\bauth(?:enticat\w*|ed)?\b|\bcreds?\b|"
    rb"\baccounts?\b|\bunlock|\bdecrypt|\bencrypted\b|\blocked\b|\bsudo[ ](?:on|in|asks?|wants?|needs?|takes?)\b|"
    rb"\bht(?:access|passwd)\b|\bkey(?:store|chain|ring)|\bvault\b|"
    rb"\b[a-z][\w-]+@[a-z][\w-]+[ ](?:with|w/|using|and|mit|und|avec|con|com|met)[ ]|"
    rb"\bwi-?fi\b|\bwlan\b|\b(?:guest|root|admin|test|demo|temporary)[ ](?:user|access)\b|"
    rb"anmeld|angemeldet|\bmelde[ ]dich|zugang|ein(?:ge)?logg|\bkonto\b|connecter|connecte-toi|connexion|\bcompte\b|"
    rb"identifiants?\b|\bcreden[cz]+i(?:ales|ali|ais)\b|\bacc\xc3\xa8s\b|\bcuenta\b|\bacceso|"
    rb"\bentr[aei](?:r|s|mos|n)?[ ]con\b|iniciar[ ]sesi|\bacced[ie]|\baccesso|"
    rb"\butente\b|\bconta\b|\bentra[rs]?[ ]com\b|"
    rb"\br?entr(?:es?|ez|er|ons)[ ]avec\b|inlog|\blog[ ]in\b|aanmeld|logowani|zaloguj|"
    rb"\xd0\xbb\xd0\xbe\xd0\xb3\xd0\xb8\xd0\xbd|\xd0\xb0\xd0\xba\xd0\xba\xd0\xb0\xd1\x83\xd0\xbd\xd1\x82|"
    rb"\xd0\xb2\xd0\xbe\xd0\xb9\xd1\x82\xd0\xb8|\xe8\xb4\xa6[\xe5\xe6]|\xe7\x99\xbb[\xe5\xe9]|\xe5\xb8\xb3\xe8\x99\x9f|"
    rb"\xe3\x83\xad\xe3\x82\xb0\xe3\x82\xa4\xe3\x83\xb3|\xe3\x82\xa2\xe3\x82\xab\xe3\x82\xa6\xe3\x83\xb3\xe3\x83\x88|"
    rb"\xeb\xa1\x9c\xea\xb7\xb8\xec\x9d\xb8|\xea\xb3\x84\xec\xa0\x95|"
    rb"\b(?:gets?|lets?)[ ](?:you|us|me|one)[ ]in|\byou(?:'re|[ ]are)[ ]in\b|\bto[ ]get[ ]in\b|\bgrants[ ]access|"
    rb"(\b(?:root|admin|administrator|sa|postgres|superuser|sysadmin)(?:[ ]/[ ]|[ ]?:[ ]?|/)|"
    rb"\b(?:root|admin|svc|deploy(?:er)?|backup|jenkins|nagios|ubuntu|pi|elastic|grafana|guest|technik|"
    rb"wartung|gast|invitado|invit\xc3\xa9)(?:[-_.][a-z0-9]{1,16})?[ ](?:/|->|=>|\xe2\x86\x92)[ ]|"
    rb"[:(,*-][ ](?:root|admin|sa|elastic|postgres)[ ]|"
    rb"\b(?:user(?:[ -]?name)?|benutzer(?:name)?|utilisateur|usuario|utente|gebruiker|account|login)"
    rb"(?:[ ]?:|[ ](?:is|ist|est|es))?[ ][\w.@\\+-]{2,40}(?:,[ ]|[ ](?:and|und|et|y|e|en)[ ])(?:then[ ]|dann[ ])?)|"
    rb"(\b(?:keys?|(?:auth)?tokens?|jwt|pepper|salt|license|jeton|llave|chiave|chave)\b|schl(?:\xc3\xbc|ue)ssel\b|"
    rb"\bcl\xc3\xa9\b|[a-z]*sleutel\b)|"
    rb"(\b(?:access|service[ ]user|admin[ ]user|user)(?:[ ](?:for|to|on|of|in|at|the|from)\b|[,:][ ]|[ ][(\x80-\xff-])|"
    rb"\b(?:user|benutzer|utilisateur|usuario|usu\xc3\xa1rio|utente|gebruiker)(?:[ ][\w-]{2,20}){0,3}?"
    rb"(?:[ ](?:is|ist|est|es|c'est)\b|[ ]\xc3[\xa8\xa9]|:)|"
    rb"\bacessos?\b|\btoegang|\bacc[e\xc3][s\xa8]s?o?i?s?[ ](?:re|ao|au|du|de|\xc3\xa0)|\bkennung|"
    rb"\b(?:user|benutzer|utilisateur|usuario|usu\xc3\xa1rio|utente|gebruiker)[\w]{0,4}(?:[ ]?[/+&][ ]?|"
    rb"[ ](?:and|und|et|y|e|en)[ ])(?:pass|pw|pwd|kennwort|mot[ ]de|contras|senha|wachtw)|"
    rb"\bto[ ]get[ ]into\b|\bgetting[ ]in(?:to)?\b|\b(?:entre|entra|entrate)[ ]com\b|\bconect|\bcon\xc3\xa9ct|"
    rb"\bkommst?[ ]|\bkommt[ ]man[ ]|\bkom[ ]je[ ]|\bje[ ]komt[ ])"
)
"""Words for signing in and for what one signs in to. Those for passwords are `syntax.CREDENTIAL_WORD`.

Groups: an account, a word for a key or a token, and a word that an entry of a log or a list has as often."""
_SYSTEM_NAMES: Final = (
    rb"\b(?:jenkins|nexus|grafana|vpn|nextcloud|owncloud|nas|printer|router|fritzbox|wiki|registry|"
    rb"jump[ ]?host|bastion|phpmyadmin|pgadmin|minio|rabbitmq|kibana|airflow|metabase|superset|sonar(?:qube)?|"
    rb"artifactory|harbor|argocd|rancher|portainer|pi-?hole|proxmox|unifi|synology|zabbix|gitea|gitlab|jira|"
    rb"confluence|keycloak|odoo|wordpress|typo3|moodle|drucker|imprimante|impresora|stampante|"
    rb"(?:old[ ])?one[ ]still[ ]works|for[ ](?:the[ ])?demo|"
    rb"(?:staging|jenkins|build|test|dev|prod|demo)[ ](?:box|server|vm|system|db|database|machine|host)|keep[ ]this|"
    rb"(?:keep|save|park)(?:ing)?[ ](?:this|that|it)?[ ]?for[ ]later|se[ ]connecte|rein[ ]geht[ ]es)\b"
)
_SYSTEM_NAME: Final = Pattern(rb"(?i)" + _SYSTEM_NAMES)
SYSTEMS: Final = Pattern(
    rb"(?i)"
    + _SYSTEM_NAMES
    + rb"[^\n]*?[/|:>\x92-][ ]?[\"'`]{0,2}(?-i:[A-Z][a-z]+[-_.#+~][A-Z][a-z]+)[\w.#+~-]*?[0-9]{2}"
)
"""What one signs in to, or that something is kept, and what may be a login of words and a number behind it."""
STRANGE: Final = Pattern(
    rb"[A-Za-z][0-9]|[0-9][A-Za-z]|[A-Za-z0-9][!#$%^&*+?@~][A-Za-z0-9]|[0-9][!#$%^&*]|[0-9][_.-][A-Z]|"
    rb"[a-z][_.-][0-9]{1,6}(?:[^\w.]|$)|[a-z][_.-][0-9]{2}"
)
"""What every token with a look has."""
AROUND: Final = 160
"""Bytes before and behind a word for credentials that are read."""
_RELEASE_OF_PACKAGE: Final = Pattern(rb"(?i)@(?:latest|next|beta|canary|rc|alpha|stable|lts)\b")


FEWEST_TRIED: Final = 1024
BYTES_PER_TRIED: Final = 64
"""How many words for signing in are looked at: some, and as many as no text has that is not full of them."""


LOGIN_WORD: Final = "login"
"""A word for signing in."""
KEY: Final = "key"
"""A word for a key or a token, beside which only a value counts that was drawn."""
ACCOUNT: Final = "account"
"""An account and what parts it from a password."""


ENTRY: Final = "entry"
"""A word for access or for a user, which only a whole login beside it tells from that of an ordinary text."""
SYSTEM: Final = "system"
"""What one signs in to, or that something is kept: only a whole login of words and a number beside it counts."""
PAIRED: Final = Pattern(
    rb"[\w\"'`*](?:[ ]?[/|:+][ ]?|[ ](?:-{1,2}>?|=>|\xe2\x86\x92|\xe2\x80[\x93\x94])[ ]|,?[ ](?:then|dann|puis|"
    rb"luego|poi|dan)[ ]|"
    rb",[ ]|[ \t]*\r?\n[ \t>*-]*)[\"'`*]{0,2}[A-Za-z0-9\x80-\xff]{2}[^\s/]*[0-9]"
)
"""Something with a number beside a word, as a password stands beside its account."""


class Word(NamedTuple):
    """A word for credentials in a text. `password`: it means one; else it only says that somebody signs in.

    `kind`: what it is other than that.
    """

    start: int
    end: int
    password: bool
    kind: str = ""


def find_login_words(text: bytes, start: int, end: int, most: int) -> Iterator[Word]:
    """The words for signing in that have something strange nearby, among the first of them; `most` are given.

    Those for what one signs in to come last: they are few.
    """
    tried = FEWEST_TRIED + (end - start) // BYTES_PER_TRIED
    for number, ((first, last), account, key, entry) in enumerate(LOGIN.each(text, start, end)):
        if number >= tried or most <= 0:
            break
        kind = ACCOUNT if account[0] >= 0 else KEY if key[0] >= 0 else ENTRY if entry[0] >= 0 else LOGIN_WORD
        if kind == KEY and (text[first - 1 : first] in _OF_NAME or text[last : last + 1] in _OF_NAME):
            continue
        if _RELEASE_OF_PACKAGE.within(text[first:last]):
            continue
        if STRANGE.find(text, max(start, first - AROUND), min(end, last + AROUND)):
            if kind == KEY and is_key_of_data(text[max(start, first - LONGEST_NAME) : last]):
                continue
            if kind == ENTRY and not PAIRED.find(text, max(start, first - AROUND), min(end, last + AROUND)):
                continue
            most -= 1
            yield Word(first, last, False, kind)
    spans = (place for (place,) in SYSTEMS.each(text, start, end))
    for (first, last), *_ in islice(chain.from_iterable(_SYSTEM_NAME.each(text, *one) for one in spans), FEWEST_TRIED):
        yield Word(first, last, False, SYSTEM)


_OF_NAME: Final = frozenset(b"_.$/=([{"[number : number + 1] for number in range(8))
"""Signs beside a word that is a part of a name in code."""
LONGEST_NAME: Final = 32
"""Bytes of a name of a key at most."""
