"""Passwords that a command of a server or a line of a device's configuration takes, most of them words alone.

`AUTH walnut`, `enable password walnut`, `nmcli ... password walnut`. In a text the same words begin sentences, so the
word has to end its line, or a prompt or an answer has to stand beside it.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import SHAPE, is_chosen
from backstory.redact.chance import DIGITS
from backstory.redact.judge import looks_drawn
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import is_stated_word
from backstory.redact.words import SENTENCE, STRONG, is_placeholder

_WORD: Final = rb"[\"']?([^\s\"'`(){}<>;|]{4,64})[\"']?"
_LINE_END: Final = rb"[ \t]*\r?(?:\n|\\n|$)"
PIPED: Final = Pattern(rb"\becho[ \t]+(?:-n[ \t]+)?[\"']?([^\s\"'|]{6,})[\"']?[ \t]*\|[^\n|]{0,80}stdin")
CHPASSWD: Final = Pattern(
    rb"\becho[ \t]+(?:-n[ \t]+)?[\"']?[\w.-]+:([^\s\"'|]{6,})[\"']?[ \t]*\|[ \t]*(?:sudo[ \t]+)?chpasswd"
)
"""What is piped into a command that asks for a password, or sets one."""
SASL: Final = Pattern(
    rb"(?i)(?:\bAUTH[ \t]+(?:PLAIN|LOGIN|XOAUTH2|OAUTHBEARER|CRAM-MD5)|\b334 UGFzc3dvcmQ6\s)\s*(?:C: ?)?"
    rb"([A-Za-z0-9+/]{8,}={0,2})"
)
"""What a client sends to sign in to a mail server."""
SIGNED_IN: Final = Pattern(
    rb"(?m)^[^\n>]{0,40}>[ ]?(?i:auth)[ ](?:[\w.-]{1,32}[ ])??" + _WORD + _LINE_END + rb"|"
    rb"^AUTH[ ](?:[\w.-]{1,32}[ ])??" + _WORD + rb"[ \t]*(?:\r?\n|\\r?\\n)(?:\+?OK\b|[A-Z]{3,8}(?:[ ]|\r?\n|$))"
)
"""A client of Redis that signs in: behind its prompt, or with the answer or the next command in the line below."""
CONFIGURED: Final = Pattern(
    rb"(?im)^[ \t]*(?:[^\n>]{0,40}>[ ]?)?(?:config[ ]set[ ])?(?:masterauth|requirepass)[ \t]+" + _WORD + _LINE_END
)
"""A setting of Redis."""
GRANTED: Final = Pattern(
    rb"(?i)\b(?:acl[ ]setuser|user)[ ][\w.@-]{1,64}[ ](?:[^\s>]{1,64}[ ]){0,12}?>([^\s\"'`<>]{4,128})(?:[ ][~&+-]|\s|$)"
)
"""A password that an account of Redis may use."""
DEVICE: Final = Pattern(
    rb"(?im)^[ \t]*(?:[\w.()-]{1,40}#[ ]?)?(?:enable[ ](?:password|secret)|"
    rb"username[ ][\w.@-]{1,64}(?:[ ]privilege[ ][0-9]{1,2})?[ ](?:password|secret))"
    rb"(?:[ ]level[ ][0-9]{1,2})?(?:[ ][0-9])?[ ]" + _WORD + _LINE_END
)
"""A line of the configuration of a switch."""
COMMUNITY: Final = Pattern(
    rb"(?i)\bsnmp-server[ ]community[ ]" + _WORD + rb"[ ](?:ro|rw)\b|"
    rb"\bsnmp[^\n]{0,40}community[\"'\]]{0,3}[ ]{0,4}(?:=>?|:)[ ]{0,4}(?:array\(|\[)?[ ]?[\"']([^\s\"']{4,64})[\"']"
)
"""The word by which a device lets itself be asked."""
NETWORK: Final = Pattern(
    rb"(?i)\bnmcli\b[^\n|;&]{0,160}?[ ](?:password|wifi-sec\.psk|802-1x\.password)[ ]" + _WORD + rb"|"
    rb"(?:wifi-sec|802-11-wireless-security)\.psk[ =]" + _WORD
)
"""The password of a wireless network as an argument."""
ACCOUNTS: Final = Pattern(
    rb"\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?[\"']?[\w.-]{1,32}:([^\s\"'|\\]{4,64})(?:\\n)?[\"']?[ \t]*\|[ \t]*"
    rb"(?:sudo[ \t]+)?chpasswd|"
    rb"\becho[ \t]+-e[ \t]+[\"']([^\s\"'|\\]{4,64})\\n([^\s\"'|\\]{4,64})(?:\\n)?[\"'][ \t]*\|[ \t]*(?:sudo[ \t]+)?"
    rb"(?:passwd|smbpasswd)\b|"
    rb"\b(?:echo|printf)[ \t]+(?:'%s(?:\\n)?'[ \t]+|\"%s(?:\\n)?\"[ \t]+)?[\"']?([^\s\"'|\\]{4,64})[\"']?[ \t]*\|[ \t]*"
    rb"(?:sudo[ \t]+)?(?:passwd[ ]--stdin|sudo[ ]-S)\b"
)
"""What a command reads that sets or asks a password."""


_FED: Final = rb"(?:\"([^\"\n$`]{6,64})\"|'([^'\n]{6,64})'|([^\s\"'|;&()<>$`]{6,64}))"
_ASKING: Final = (
    rb"(?:sudo[ \t]+)?(?:keepassxc-cli|kpcli|kinit|kadmin|cryptsetup|gpg2?[ ][^\n|]*passphrase-fd|sudo[ ]-S|su[ ]|"
    rb"ssh-add|"
    rb"openssl[ ][^\n|]*stdin|openconnect|vpnc|gocryptfs|encfs|ecryptfs\S*|veracrypt|bw[ ](?:unlock|login)|"
    rb"op[ ]signin|"
    rb"pass[ ]insert|secret-tool[ ]store|passwd\b|htpasswd|smbpasswd|saslpasswd2|"
    rb"[\w-]+[ ][^\n|]*(?:password|passphrase|"
    rb"secret|pass)-?(?:stdin|fd)\b)"
)
FED: Final = Pattern(
    rb"\b(?:echo|printf)[ \t]+(?:-n[ \t]+|[\"']%s(?:\\n)?[\"'][ \t]+)?" + _FED + rb"[ \t]*\|[ \t]*" + _ASKING + rb"|"
    rb"[ ]-{1,2}(?:S|[\w-]*(?:pass|secret|key|auth)[\w-]*)[ =]<\((?:echo|printf)[ ]+"
    rb"(?:-n[ ]+|[\"']%s(?:\\n)?[\"'][ ]+)?" + _FED + rb"\)|\b" + _ASKING + rb"[^\n|<]{0,80}<<<[ ]?" + _FED
)
"""What a command asks for, before it in a pipe, in a file of the moment, or in a string behind it."""
ANSWER: Final = Pattern(
    rb"(?i)\b(?:(?:secret|security)[ ]answer(?:[ ]?[:=]|[ ]is)|answer[ ]to[ ](?:the|my|your|our)[ ](?:secret|security)"
    rb"[ ]question[ ]is|safe[ ]?word(?:[ ]?:|[ ]is))[ ]" + _WORD + rb"[.!,]?" + _LINE_END
)
"""What is answered in place of a password."""
PROMPT_ANSWER: Final = Pattern(
    rb"(?i)\b(?:type|enter|use)[ ][\"'`]([^\s\"'`]{4,64})[\"'`][ ](?:when|if|once)[ ]"
    rb"(?:it|he|she|they|prompted|asked|the[ ]\w+)[^\n.]{0,24}[ ](?:" + STRONG + rb")\b"
)
"""A word in quotes and, after it, when to enter it."""
QUERIED: Final = Pattern(
    rb"(?i)(?:https?://|wss?://|(?:GET|POST|PUT|DELETE|PATCH)[ ]/)[^\s\"'`<>?]{0,200}\?(?:[^\s\"'`<>&]{1,80}&){0,8}"
    rb"(?:api[_-]?key|access[_-]?token|auth[_-]?token|token|api[_-]?token)=([A-Za-z][\w.-]{3,63})(?:[&#\s\"'`)]|$)"
)
"""A token that an address carries."""

SET: Final = Pattern(
    rb"(?im)(?:\bset[ ]-[a-z]{1,3}|\bsetenv|"
    rb"\b(?:config|secrets?|env|variables?|vars?|options?|settings?)[ :](?:set|put|add))[ ]"
    rb"(?:--?[\w-]+[ ]){0,3}[\w.:/-]{0,40}(?:" + STRONG + rb")[0-9]?[ \t]" + _WORD + _LINE_END
)
"""A setting or a variable and its value, as a command takes them."""


def _judge(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Words that say nothing of a password, and values that a person chose."""
    for first, last in groups[1:]:
        if first >= 0 and (is_stated_word(text[first:last]) or is_chosen(text[first:last])):
            yield Span(first, last, name)


def _judge_spoken(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The same where a sentence may go on instead."""
    for first, last in groups[1:]:
        if first >= 0 and (is_stated_word(text[first:last], in_sentence=True) or is_chosen(text[first:last])):
            yield Span(first, last, name)


def _judge_fed(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A chosen or a drawn value, or words with a number and a sign among them."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    value = text[first:last]
    if b" " in value:
        is_password = any(char in DIGITS for char in value) and not SENTENCE.intersection(value.lower().split())
    else:
        is_password = is_chosen(value) or looks_drawn(value) or is_stated_word(value)
    if is_password and not is_placeholder(value):
        yield Span(first, last, name)


def _judge_queried(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A word alone; what looks drawn is found by other rules."""
    value = text[slice(*groups[1])]
    if is_stated_word(value, in_sentence=True) and not value.lower().startswith((b"your", b"my")):
        yield Span(*groups[1], name)


RULES: Final = (
    (SIGNED_IN, "password", _judge, SHAPE, (b"auth",)),
    (CONFIGURED, "password", _judge, SHAPE, (b"masterauth", b"requirepass")),
    (SET, "password", _judge, SHAPE, (b"set -", b"setenv", b"set ", b"put ", b"add ")),
    (GRANTED, "password", _judge, SHAPE, (b">",)),
    (DEVICE, "password", _judge_spoken, SHAPE, (b"enable ", b"username ")),
    (ANSWER, "password", _judge_spoken, SHAPE, (b"answer", b"safe")),
    (PROMPT_ANSWER, "prose-password", _judge_spoken, SHAPE, (b" when ", b" if ", b" once ")),
    (QUERIED, "url-token", _judge_queried, SHAPE, (b"?",)),
    (COMMUNITY, "password", _judge, SHAPE, (b"community",)),
    (NETWORK, "password", _judge, SHAPE, (b"nmcli", b".psk")),
    (FED, "password", _judge_fed, SHAPE, (b"echo", b"printf", b"<<<")),
    (ACCOUNTS, "password", _judge, SHAPE, (b"passwd", b"sudo -s")),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    rb"(?i:\bset[ ]-[a-z]+|\bsetenv|"
    rb"\b(?:config|secrets?|env|variables?|vars?|options?|settings?)[ :](?:set|put|add))[ ]|"
    rb">[ ]?(?i:auth)[ ]|\nAUTH[ ]|\AAUTH[ ]|(?i:masterauth|requirepass)[ \t]|[ ]>[A-Za-z]|"
    rb"(?i:\b(?:enable|username[ ]\S+(?:[ ]privilege[ ][0-9]+)?)[ ](?:password|secret)[ ])|\bnmcli[ ]|\.psk[ =]|"
    rb"(?i:(?:secret|security)[ ](?:answer|question)[ ]?(?:is|[:=])|\bsafe[ ]?word(?:[ ]is|:))|"
    rb"(?i:type|enter|use)[ ][\"'`][^\s\"'`]+[\"'`][ ](?:when|if|once)[ ]|"
    rb"\|[ \t]*(?:sudo[ ](?:-S)?)?(?:keepassxc-cli|kpcli|kinit|kadmin|cryptsetup|gpg|su[ ]|ssh-add|openssl|"
    rb"openconnect|vpnc|"
    rb"gocryptfs|encfs|ecryptfs|veracrypt|bw[ ]|op[ ]|pass[ ]|secret-tool|passwd|htpasswd|smbpasswd|saslpasswd)|"
    rb"community[\"'\]]+[ ]*(?:=>?|:)|[ =]<\((?:echo|printf)[ ]|<<<[ ]?[^\s]|"
    rb"(?i:[?&](?:api|access|auth)?[_-]?(?:token|key)=)[A-Za-z]"
)
"""What announces one of them to the search; commands that read a password are announced by `sentences`."""
