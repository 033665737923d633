"""Secrets as people tell them to each other, apart from `the password is ...`: the value first, pairs, word lists."""

from collections.abc import Iterator
from typing import Final

from backstory.redact.arguments import NAMED, RUN, SHAPE, judge_chosen
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.words import SENTENCE, STRONG

_ROLE: Final = (
    rb"[\"'`]?,?[ ](?:(?:as|for)[ ]|\()(?:the[ ]|my[ ]|our[ ]|your[ ]|its[ ]|an?[ ])?(?:[\w.-]{1,24}[ ]){0,3}?(?:"
    + STRONG
    + rb"|pin|token|[a-z]{2,12}[ ]key)\b"
)
AS: Final = Pattern(rb"(?i)[\s\"'`(]([^\s\"'`()]{6,})" + _ROLE)
"""A value and, after it, what it serves as."""
_ACCOUNTS: Final = (
    rb"(?:creds?|credentials?|log[ -]?in|zugang(?:sdaten)?|anmelde(?:daten|name)|benutzer(?:name)?|identifiants?|"
    rb"acc(?:\xc3\xa8s|eso|esso)|"
    rb"credenc?iales|usuario|utilisateur|utente|inloggegevens|\xd0\xbb\xd0\xbe\xd0\xb3\xd0\xb8\xd0\xbd|\xe8\xb4\xa6\xe5\x8f\xb7|"
    rb"user(?:name)?(?:[ ]?/[ ]?|[ ]and[ ])pass(?:word|wd)?)(?:[ ]\([^()\n]*\))?(?:[ ](?:for|to|on|of)[ ][\w .-]*)?"
    rb"(?::|[ ]are|[ ]is|=)[ \t]*[\"'`]?[\w.@-]+[\"'`]?(?:[ ]?[/|:][ ]?|,[ ])[\"'`]?"
)
PAIR: Final = Pattern(rb"(?i)\b" + _ACCOUNTS + rb"([^\s\"'`]{6,})")
"""A user's name and the password after it."""
WORDS: Final = Pattern(
    rb"(?i)(?:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words?)|seed)[\"'`*]{0,3}"
    rb"[ \t]*(?:is|are|:|=|=>)[ \t]*[:=]?"
    rb"[ \t\r\n]*[\"'`\[(]{0,2}"
    rb"((?:[a-z]{3,8}[ ,\"']{1,4}){11,23}[a-z]{3,8})\b"
)
"""The words that a wallet is restored from: a multiple of three, from twelve to twenty-four."""


def _wallet(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    words = text[slice(*groups[1])].replace(b",", b" ").split()
    if len(words) % 3 == 0 and 3 * sum(word in SENTENCE for word in words) <= len(words):
        yield Span(*groups[1], name)


RULES: Final = (
    (AS, "prose-password", judge_chosen, SHAPE | NAMED | RUN, b" as "),
    (AS, "prose-password", judge_chosen, SHAPE | NAMED | RUN, b" for "),
    (AS, "prose-password", judge_chosen, SHAPE | NAMED | RUN, b" ("),
    (PAIR, "prose-password", judge_chosen, SHAPE, b""),
    (WORDS, "seed-phrase", _wallet, SHAPE, b" "),
)
TRIGGERS: Final = (
    rb"[0-9][^\s]*[ ](?:(?:as|for)[ ]|\()(?:the[ ]|my[ ]|our[ ]|your[ ]|its[ ]|an?[ ])?(?:[\w.-]+[ ])*?(?i:pass|"
    rb"pwd|pw\b|secret|"
    rb"pin\b|token)|(?i:\b" + _ACCOUNTS + rb"[^\s])|(?i:mnemonic|(?:seed|recovery|backup|secret)[ _-]?(?:phrase|words))"
)
