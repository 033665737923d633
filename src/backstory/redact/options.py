"""Passwords that stand behind an option of a command, or behind the word for one in a line of `netrc`.

A value is judged by its looks, and a word alone by what stands round it: an option of a command line takes it, and no
sentence goes on behind it.
"""

from typing import Final

from backstory.redact.names import opens_nothing
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import is_worded_argument, is_written_word
from backstory.redact.spans import Span
from backstory.redact.stated_passwords import is_stated_word
from backstory.redact.syntax import value_end
from backstory.redact.verdict import is_secret
from backstory.redact.words import SENTENCE, STRONG, is_placeholder

FLAG: Final = Pattern(
    rb"(?i)(?:^|[\s\"'(\[,])(?:--?|--\w{1,24}\.)((?:[a-z][\w-]{0,30}[_-]|(?:store|key|src|dest|trust|require|new|old|admin|root|user|db){1,2})?(?:"
    + STRONG
    + rb"|token|api[_-]?key|auth|key|pass))(?:[\"'],)?[ \t]+(?:\\\r?\n[ \t]*)?([\"']?)([^\s\"'\\-])"
)
SHORT_FLAG: Final = Pattern(
    rb"(?:\b(?:mysql|mysqldump|mysqladmin|mariadb(?:-dump|-admin)?|sshpass|7z|mongo(?:sh|import|export|dump|restore)?|"
    rb"[a-z]+ login)\b[^\n|;&]*? -p|"
    rb"\bredis-cli\b[^\n|;&]*? -a|\bssh-keygen\b[^\n|;&]*? -N|\bldap[a-z]{3,8}\b[^\n|;&]*? -w|"
    rb"\b(?:sqlcmd|zip|unzip)\b[^\n|;&]*? -P)"
    rb"[ ]?([\"']?)([^\s\"'-])"
)
NETRC: Final = Pattern(rb"\b(?:login|user|account)[ \t]+(?:\S{1,100})\s+password[ \t]+(\S)")


def judge_option(text: bytes, groups: Spans, name: str) -> Span | None:
    """A value that begins with the last group, after a flag or a word; a quote may stand in the group before."""
    first, last = bound_value(text, groups[-1][0])
    value = text[first:last]
    if _is_after_page(text, first) or _ARGUMENT.begin(value, 0, len(value)) >= 0:
        return None
    if name == "netrc-password" and _is_in_sentence(text[groups[0][0] : first].split()[1], value):
        return None
    if b" " in value and len(groups) < 4 and _PHRASE.whole(value) and not is_placeholder(value):
        return Span(first, last, name)
    good = is_secret(value, strong=True, quoted=b" " in value, exact=name == "netrc-password")
    if name == "netrc-password":
        is_line = b"machine " in text[max(0, first - 160) : first]
        good = good or (is_line and _JOINED_WORDS.whole(value) and not is_placeholder(value))
    else:
        good = good or _is_argument(text, groups, first, last)
    if good or is_worded_argument(text, first, value) or _is_word_given(text, groups, first, last):
        return Span(first, last, name)
    return None


_PHRASE: Final = Pattern(rb"[A-Za-z\x80-\xff']+(?:[ ][A-Za-z\x80-\xff']+){1,7}")
"""Words in quotes, behind an option that takes nothing but a password."""


def _is_argument(text: bytes, groups: Spans, first: int, last: int) -> bool:
    """Whether a command takes a value that reads like a name or a default: `mysql -proot`, `mongo -p mongo_pw`."""
    value = text[first:last]
    if (
        len(groups) < 4
        and text[first - 3 : first].rstrip(b"\"'")[-2:] == b"-p"
        and _GLUED.within(text[groups[0][0] : first])
    ):
        return not _STANDS_FOR.whole(value)
    is_joined = b"_" in value and _JOINED_WORDS.whole(value) and not is_placeholder(value)
    if not is_joined and not _NUMBERED.whole(value):
        return False
    if len(groups) >= 4 and text[slice(*groups[1])].lower().endswith((b"token", b"key", b"auth")):
        return False
    return _COMMAND_GOES_ON.begin(text, last, min(len(text), last + 4)) >= 0 or len(groups) < 4


_GLUED: Final = Pattern(rb"\b(?:mysql|mariadb)\w*\b[^\n|;&]* -p[\"']?\z")
"""Commands that take a password right behind their option, and a database behind a blank."""
_STANDS_FOR: Final = Pattern(
    rb"[$<{%@/\[~].*|.*[.][A-Za-z_].*|(?i:.*(?:your|placeholder|[*]{3}|x{4}).*|"
    rb"password|passwd|pass|pw|pwd|null|none|nil|undefined|true|false|str|string|required)"
)
"""Placeholders and names of passwords."""
_NUMBERED: Final = Pattern(rb"[a-z]{4,12}[0-9]{1,6}")
_JOINED_WORDS: Final = Pattern(rb"[a-z][a-z0-9]*(?:_[a-z0-9]+)+")


def _is_in_sentence(account: bytes, value: bytes) -> bool:
    """Whether an account and a word are those of a sentence: `notify the user when the password changes`."""
    is_other = account.lower() in SENTENCE or account[-1:] == b","
    return is_other or (value.isalpha() and not is_stated_word(value, in_sentence=True))


def _is_word_given(text: bytes, groups: Spans, first: int, last: int) -> bool:
    """Whether a word, or some in quotes, is what an option for a password takes on a command line and not in a text."""
    value, is_quoted = text[first:last], text[first - 1 : first] in (b'"', b"'")
    if not is_written_word(value) or (b" " in value and not is_quoted):
        return False
    if len(groups) < 4:
        return not _NO_GLUE.within(text[groups[0][0] : first]) and _is_login(text, groups, first, last)
    option = text[slice(*groups[1])].lower()
    if option.endswith((b"token", b"key", b"auth")):
        return False
    if is_quoted or _COMPOUND.within(option):
        return True
    if _COMMAND_GOES_ON.begin(text, last, min(len(text), last + 4)) >= 0:
        return True
    return _USER_BEFORE.within(text[max(text.rfind(b"\n", 0, first), first - 200, 0) : first])


_COMPOUND: Final = Pattern(rb"(?:[a-z]-|store|key|require)(?:pass\w*|pw)\z")
"""An option whose name says of what the password is: no sentence is about one without a word behind it."""
_COMMAND_GOES_ON: Final = Pattern(rb"[\"'`]?(?:[ ]*(?:\r?\n|[|;&>]|$)|[ ]+(?:--?[a-zA-Z]|\\))")
"""What stands behind an argument of a command."""
_USER_BEFORE: Final = Pattern(rb"[ ](?:-[uU]|--?(?:[a-z-]+[.-])?user(?:name)?)[ =]\S+[ ]")


def _is_login(text: bytes, groups: Spans, first: int, last: int) -> bool:
    """Whether a word behind `user ... password` is the account's, and no sentence about users and passwords."""
    if len(groups) > 2:
        return True
    return not _JOINED.within(text[groups[0][0] : first]) and _ENDED.begin(text, last, min(len(text), last + 8)) >= 0


_NO_GLUE: Final = Pattern(rb"\b(?:mysql|mariadb|7z)[^\n]* -p[ ][\"']?\z")
"""Commands that take a password only right behind their option."""
_JOINED: Final = Pattern(rb"(?i)[ ](?:and|or|name|with|und|et|y|e)[ ,]")
_ENDED: Final = Pattern(rb"[\"'`]?[.,;]?(?:\s*\n|\\|\s*$|[ ]+(?:\w+[ ]+\S|#))")


def bound_value(text: bytes, first: int) -> tuple[int, int]:
    """Where the value ends that begins at `first`, maybe behind a quote."""
    quote = text[first - 1 : first]
    first, last = value_end(text, first, quote if quote in (b'"', b"'", b"`") else b"", b"")
    for closing in _CLOSING_MARKS:
        position = text.find(closing, first, last)
        last = position if position > first else last
    return first, last


_CLOSING_MARKS: Final = (b"\xe3\x80\x8d", b"\xe3\x80\x8f", b"\xe2\x80\x9d", b"\xe2\x80\x99", b"\xc2\xbb")
"""Quotes of other languages that close a value."""


def _is_after_page(text: bytes, first: int) -> bool:
    return opens_nothing(text[max(0, first - 40) : first].rstrip(b" \t\"'"))


_ARGUMENT: Final = Pattern(rb"[a-z_]+=[A-Za-z_]|[a-z]{1,2}=")
"""An argument with its name, after a flag that is only declared."""
