"""Passwords of notes and talk in which no word says password, or stands right beside the value in another script.

`it's ... for the db`, `User admin # ...`, the key on the back of a router, sixteen letters in groups of four. Such a
value has to show by itself that it is one: letters of both cases, digits and a sign, or the groups in which a device or
a provider prints it.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact import lone_passwords
from backstory.redact.arguments import SHAPE, judge_chosen
from backstory.redact.chance import DIGITS, is_random
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.public_places import is_type_or_algorithm
from backstory.redact.spans import Span

_QUOTE: Final = rb"(?:[\"'`*]{1,2}|\xe2\x80[\x98-\x9f])?"
_VALUE: Final = rb"([!#-&(-+\x2d-;=?-_a-~]{6,40})"
_IT_IS: Final = (
    rb"(?:it(?:'s|\xe2\x80\x99s|s|[ ]is)|that's|c'est|c\xe2\x80\x99est|es[ ]ist|das[ ]ist|het[ ]is|"
    rb"\xc3\xa8|\xc3\xa9|es|"
    rb"use|try|take|nimm|utilise|usa)"
)
_OPENED: Final = (
    rb"(?:dbs?|database|datenbank|base|bases|bd|bdd|banco|root|admin|sudo|login|account|konto|compte|cuenta|conta|user|vpn|"
    rb"server|serveur|servidor|nas|router|routeur|wi-?fi|wlan|box|vm|host|staging|prod|production|preprod|testing|test|dev|"
    rb"demo|jenkins|gitlab|grafana|nexus|jira|wiki|printer|ftp|sftp|ssh|smtp|imap|mail|mailbox|panel|console|vault)"
)
ITSELF: Final = Pattern(
    rb"(?i)(?:^|[\s(,;:])" + _IT_IS + rb"[ ]" + _QUOTE + _VALUE + _QUOTE
    + rb"[ ](?:for|on|at|in|f\xc3\xbcr|auf|am|zum|pour|sur|para|en|per|su|na|no|voor|op)"
    rb"(?:[ ](?:the|our|my|your|his|her|den|die|das|dem|der|le|la|les|el|il|lo|los|o|a|de|het))?"
    rb"(?:[ ][\w-]{1,20}){0,2}?[ ]" + _OPENED + rb"(?:[\s.,;:!?)]|$)"
)  # fmt: skip
"""A value and what it is for. Group: the value."""
_WHO: Final = (
    rb"(?:user(?:[ -]?name)?|login|log-in|benutzer(?:name)?|nutzer|utilisateur|identifiant|usuario|"
    rb"usu\xc3\xa1rio|utente|"
    rb"gebruiker|account|konto|compte|cuenta|conta)"
)
BESIDE_USER: Final = Pattern(
    rb"(?i)(?:^|[\n>*(,;:-][ \t]?|\\n)[ \t]*" + _WHO + rb"[ ]?:?[ ]" + _QUOTE + rb"[\w.@+\\-]{2,40}" + _QUOTE
    + rb"[ ]?(?:#|/|\||;|-|->|=>|\xe2\x80\x93|\xe2\x80\x94|\xe2\x86\x92)[ ]?" + _QUOTE + _VALUE + _QUOTE
    + rb"(?:[\s.,;)]|\\n|$)"
)  # fmt: skip
"""The account, a sign and the value. Group: the value."""
BESIDE_ADDRESS: Final = Pattern(
    rb"https?://[^\s\"'`<>]{3,120}(?:[ ](?:-|\xe2\x80[\x93\x94]|->|\|)[ ]|[:,][ ]|[ ]\()"
    + _QUOTE
    + rb"[\w.@+-]{2,40}"
    + _QUOTE
    + rb"[ ]?(?:/|\||:)[ ]?"
    + _QUOTE
    + _VALUE
    + _QUOTE
    + rb"(?:[\s.,;)]|\\n|$)"
)
"""An address, the account there and its password. Group: the password."""
_NETWORK: Final = (
    rb"(?:fritz!?box|speedport|easybox|livebox|freebox|router|routeur|modem|hotspot|wlan|wi-?fi|wpa[23]?(?:-psk)?|"
    rb"netzwerk|network|drahtlos)"
)
PRINTED_KEY: Final = Pattern(
    rb"(?i)(?:^|[^\w])" + _NETWORK + rb"([^\n0-9:=]{0,48}(?:wpa[23]?)?[^\n0-9:=]{0,24}"
    rb"(?:[ ]?[:=]|[ ](?:is|ist|lautet|est|es|\xc3\xa8|\xc3\xa9))?)"
    rb"[ ]" + _QUOTE + rb"([0-9]{4}(?:[ -][0-9]{4}){3,5}|[0-9]{5}(?:[ -][0-9]{5}){3}|[0-9]{16}|[0-9]{20})"
    rb"(?:[^\w.:/-]|[.](?:\s|$)|$)"
)  # fmt: skip
"""The key of a wireless network as it is printed on a device. Groups: the words before it, and the key."""
OF_NETWORK: Final = Pattern(
    rb"(?i)\b(?:e?ssid|wi-?fi(?:[ ]name)?|wlan|hotspot|netzwerk|r\xc3\xa9seau|red)"
    rb"(?:[ ]is|[ ]ist|[ ]est|[ ]es)?[ ]?:?[ ]" + _QUOTE
    + rb"[\w\x80-\xff.'-]{2,32}(?:[ ][\w\x80-\xff.'-]{1,16}){0,2}?" + _QUOTE
    + rb"(?:,|;|[ ]?/|[ ]?\||[ ](?:and|und|et|y|e)|[ ]-|[ ]\xe2\x80[\x93\x94])[ ]"
    rb"(?:the[ ]|der[ ]|la[ ]|le[ ])?(?:key|code|psk|schl(?:\xc3\xbc|ue)ssel|cl\xc3\xa9|clave|"
    rb"chiave|chave|pass(?:word|wort|phrase)?|pw)"
    rb"(?:[ ]is|[ ]ist|[ ]est|[ ]es|[ ]?[:=])?[ ]" + _QUOTE + _VALUE + _QUOTE + rb"(?:[\s.,;)]|\\n|$)"
)  # fmt: skip
"""A wireless network and what lets one in. Group: the value."""
_WORD_FOR_KEY: Final = Pattern(
    rb"(?i)schl(?:\xc3\xbc|ue)ssel|key|pass|kennwort|\bpw\b|psk|code|cl\xc3\xa9|clave|llave|chiave|chave|senha|contrase|"
    rb"mdp|sleutel|wachtwoord"
)
_COUNTED: Final = Pattern(
    rb"(?i)seri|api|\bs/?n\b|imei|\bmac\b|phone|tel|fax|number|nummer|\bnr\b|num\xc3|artikel|order|bestell|kunde|customer|"
    rb"client|channel|kanal|version|firmware|\bid\b|iban|card|karte"
)
"""Words for other numbers of a device."""
OF_APPLICATION: Final = Pattern(
    rb"(?i)\b(?:app(?:lication|lis?cations?)?(?:[- ]specific)?[- ]?"
    rb"(?:passwords?|passw(?:or|\xc3\xb6r)te?r?|kennwort|passwd|pwd?)|"
    rb"anwendungs(?:spezifisches[ ])?-?(?:passwort|kennwort)|mot[ ]de[ ]passe[ ]d(?:'|\xe2\x80\x99)app\w*|"
    rb"contrase(?:\xc3\xb1|n)a[ ]de[ ](?:la[ ])?ap\w+|senha[ ]de[ ]app?\w*|password[ ](?:per[ ]l|di|de)[' ]?app\w*|"
    rb"wachtwoord[ ]voor[ ]app\w*)"
    rb"[\"'`*]{0,2}(?:[ ](?:for|from|of|f\xc3\xbcr|von|pour|para|per|voor)(?:[ ][\w.-]{1,20}){1,3}?)?"
    rb"(?:[ ]?[:=]|[ ](?:is|ist|lautet|est|es|\xc3\xa8|\xc3\xa9))?[ ]{0,2}" + _QUOTE
    + rb"([a-z]{4}(?:[ -][a-z]{4}){3})" + _QUOTE + rb"(?:[\s.,;)]|\\n|$)"
)  # fmt: skip
"""What a provider of mail gives to one program. Group: the letters."""
_SCRIPTS: Final = "密码|密碼|口令|パスワード|暗証番号|비밀번호|암호|비번".encode()
_SCRIPT_SIGNS: Final = "是|为|為|:|：|は|が|는|은|改成|改为|设为|换成".encode()
GLUED: Final = Pattern(
    rb"(?:" + _SCRIPTS + rb")[ ]?(?:" + _SCRIPT_SIGNS + rb")?[ ]?(?:\xe3\x80[\x8c\x8e]|\xe2\x80\x9c|[\"'`])?"
    rb"([!#-&(-+\x2d-;=?-_a-~]{7,40})"
)
"""A word for a password in a script without blanks, and a value of letters of the Latin one. Group: the value."""


def _is_strong(value: bytes) -> bool:
    """Whether a value has letters of both cases, digits and a sign that no name or version has."""
    return (
        len(value) >= 7
        and any(97 <= char <= 122 for char in value)
        and any(65 <= char <= 90 for char in value)
        and any(char in DIGITS for char in value)
        and any(char in b"!@#$%^&*?+~" for char in value)
        and value[1:].find(b"@") < 0
        and not any(char in b"/\\()<>[]{}|" for char in value)
    )


def _is_mixed(value: bytes) -> bool:
    """Whether a value of letters and digits has both cases and several digits, and names no type or algorithm."""
    return (
        len(value) >= 7
        and value.isalnum()
        and any(97 <= char <= 122 for char in value)
        and any(65 <= char <= 90 for char in value)
        and sum(char in DIGITS for char in value) > 1
        and not is_type_or_algorithm(value)
    )


def _judge_strong(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    first, last = groups[1]
    last = first + len(text[first:last].rstrip(b".,;:"))
    if _is_strong(text[first:last]):
        yield Span(first, last, name)


def _judge_glued(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    first, last = groups[1]
    last = first + len(text[first:last].rstrip(b".,;:"))
    if _is_strong(text[first:last]) or _is_mixed(text[first:last]):
        yield Span(first, last, name)


def _judge_printed(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A key behind the word for one, or right behind the name of the network or the device and a colon."""
    whole, head = text[groups[0][0] : groups[2][0]], text[slice(*groups[1])]
    if _COUNTED.within(whole):
        return
    if _WORD_FOR_KEY.within(whole) or (head[-1:] == b":" and len(head.split()) <= 2):
        yield Span(*groups[2], name)


def _judge_letters(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Letters in an order in which no words have them."""
    parts = text[slice(*groups[1])].replace(b"-", b" ").split()
    if is_random(b"".join(parts)) or any(not part.strip(_CONSONANTS) for part in parts):
        yield Span(*groups[1], name)


_CONSONANTS: Final = b"bcdfghjklmnpqrstvwxz"


_LEADS: Final = tuple(
    (
        "it's |it’s |its |it is |that's |c'est |c’est |es ist |das ist |het is |è |é | es |use |try |take |nimm |usa |"
        "utilise "
    )
    .encode()
    .split(b"|")
)
_ACCOUNTS: Final = tuple(
    b"user login log-in nutzer utilisateur identifiant usuario usu\xc3 utente gebruiker account konto compte cuenta"
    b" conta".split()
)
_DEVICES: Final = tuple(
    b"fritz speedport easybox livebox freebox router routeur modem hotspot wlan wifi wi-fi wpa netzwerk network"
    b" drahtlos".split()
)
_PROGRAMS: Final = tuple(
    b"app pa|app-pa|apppa|app pw|app-pw|apppw|application pa|application-pa|specific|app kenn|app-kenn|appkenn|"
    b"anwendung| d'app|\x99app| de ap|de la ap|l'app|l app|di app|di'app|voor app".split(b"|")
)
"""What each match of the first rules has one of, in small letters."""


RULES: Final = (
    *lone_passwords.RULES,
    (ITSELF, "prose-password", _judge_strong, SHAPE, _LEADS),
    (BESIDE_USER, "prose-password", _judge_strong, SHAPE, _ACCOUNTS),
    (BESIDE_ADDRESS, "prose-password", _judge_strong, SHAPE, (b"://",)),
    (PRINTED_KEY, "password", _judge_printed, SHAPE, _DEVICES),
    (OF_NETWORK, "prose-password", judge_chosen, SHAPE, (b"ssid", b"wifi", b"wi-fi", b"wlan", b"hotspot", b"netzwerk")),
    (OF_APPLICATION, "password", _judge_letters, SHAPE, _PROGRAMS),
    (GLUED, "prose-password", _judge_glued, SHAPE, tuple(_SCRIPTS.split(b"|"))),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
_BEFORE_SIGNED: Final = (
    rb"(?i:[\s(,;:]" + _IT_IS + rb"[ ])",
    rb"\A(?i:" + _IT_IS + rb"[ ])",
    rb"(?i:\b" + _WHO + rb"[ ]?:?[ ][\"'`*]*[\w.@+\\-]+[\"'`*]*[ ]?(?:#|/|\||;|-|->|=>|\xe2[\x80\x86][\x92-\x94])[ ]?)",
    rb"://[^\s]+(?:[ ](?:-|\xe2\x80[\x93\x94]|->|\|)[ ]|[:,][ ]|[ ]\()[\w.@+-]+[ ]?(?:/|\||:)[ ]?",
)
_SIGNED: Final = (rb"[^\s]*[0-9][^\s]*[!@#$%^&*?+~]", rb"[^\s]*[!@#$%^&*?+~][^\s]*[0-9]")
TRIGGERS: Final = b"|".join(
    (
        lone_passwords.TRIGGERS,
        *(before + signed for before in _BEFORE_SIGNED for signed in _SIGNED),
        rb"(?i:" + _NETWORK + rb")[^\n0-9]*[ :]?[23]?[^\n0-9]*[ ][\"'`]?[0-9]{4}(?:[ -]?[0-9]{4}){3}",
        (
            rb"(?i:ssid|wi-?fi|wlan|hotspot|netzwerk)[^\n]*[ ](?i:key|code|psk|schl\xc3\xbcssel|cl\xc3\xa9|clave|"
            rb"chiave|pass|pw)\w*[ ]?(?:is[ ]|[:=])?[ ][^\s]*[0-9]"
        ),
        rb"[0-9]{5}(?:-[0-9]{5}){3}",
        rb"(?i:\bapp(?:lication)?(?:[- ]specific)?[- ]?(?:passw|kennwort|pw)|anwendungs[\w-]*[ -]?(?:passw|kennw))",
        rb"(?i:passe[ ]d[^\s]*app|[ ](?:de|voor|l'|di)[ ]?(?:la[ ])?apl?)",
        rb"(?:"
        + _SCRIPTS
        + rb")[ ]?(?:"
        + _SCRIPT_SIGNS
        + rb")?[ ]?(?:\xe3\x80[\x8c\x8e]|\xe2\x80\x9c|[\"'`])?[!-~]{7}",
    )
)
"""What announces one of them to the search."""
