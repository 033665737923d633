r"""Finds the password of a login that a note keeps for later, however far the words about it stand before the pair.

`Nexus login for the snapshots, I need it again later: deploy / ...`, `svc / ... is the login for the server`. People
put into one line what a login is for, how long it holds and where it comes from. So the distance says nothing: what
counts is that an account and a value stand together as a pair, that something leads to the pair or to the words, and
that the value is of words and a number as nobody names a thing.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from backstory.redact.chance import DIGITS
from backstory.redact.login_words import AROUND, ENTRY, STRANGE, SYSTEM, Word
from backstory.redact.looks import (
    CHOSEN,
    DRAWN,
    JOINED,
    LEET,
    LONGEST,
    NUMBERED,
    SIGNS,
    WORDED,
    has_everyday_noun,
    is_name_of_thing,
    name_look,
)
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.spans import Span
from backstory.redact.words import split_words

_QUOTE: Final = rb"(?:[\"'`*]{1,2}|\xe2\x80[\x98-\x9f]|\xc2[\xab\xbb])?"
_DASH: Final = rb"(?:-{1,2}|\xe2\x80[\x93\x94])"
_ACCOUNT: Final = _QUOTE + rb"([\w\x80-\xff.@\\+-]{1,40}?)" + _QUOTE
_BETWEEN: Final = (
    rb"([ ]?[/|:][ ]?|[ ](?:\+|" + _DASH + rb"|->|=>|\xe2\x86\x92)[ ]|,?[ ](?:and[ ]|und[ ]|e[ ]|y[ ]|et[ ]|en[ ])?"
    rb"(?:then|dann|puis|luego|poi|dan|depois|danach)[ ]|,[ ]|[ ]\()"
)
_VALUE: Final = rb"\(?([^\s\"'`()<>{}\[\],;:=/|]{6,40})"
_LEAD: Final = (
    rb"(?:[:=]" + _QUOTE + rb"[ ]|[ (]\(|[ ]" + _DASH + rb"[ ]|[.,;][ ]|"
    rb"[ ](?:is|are|was|were|with|as|using|use|try|it's|they're|"
    rb"needs?|takes?|wants?|first|ist|sind|lautet|lauten|war|mit|als|nimm|nimmt|erst|zuerst|braucht|"
    rb"est|sont|avec|comme|es|son|con|como|\xc3\xa8|sono|come|\xc3\xa9|s\xc3\xa3o|com|met|zijn)[ ]|\A[ ]|"
    rb"\A(?:mit|with|avec|con|com|met)[ ])"
)  # fmt: skip
_LABEL: Final = (
    rb"(?:(?:user(?:[ ]?name)?|account|login|benutzer(?:name)?|nutzer|utilisateur|usuario|utente|gebruiker|first|erst|"
    rb"d'abord|primero|prima|eerst|primeiro)[ ]?[:=]?[ ])?"
)
BEHIND: Final = Pattern(rb"(?i)(" + _LEAD + rb")" + _LABEL + _ACCOUNT + _BETWEEN + _QUOTE + _VALUE)
"""What leads to a pair, and the pair. Groups: the lead, the account, what parts them, the value."""
_LINK: Final = (
    rb"(?:,?[ ](?:is|are|was|would[ ]be|ist|sind|w\xc3\xa4re|est|sont|es|son|\xc3\xa8|sono|\xc3\xa9|s\xc3\xa3o|"
    rb"zijn)[ ]|"
    rb"[,;.]?(?:[ ]|[ ]?\r?\n[ \t]*)(?:" + _DASH + rb"[ ]|\()?(?:that's|that[ ]is|these[ ]are|this[ ]is|"
    rb"those[ ]are|it's|das[ ](?:ist|sind|war)|"
    rb"dies[ ]ist|c'est|voil\xc3\xa0|voici|ce[ ]sont|es[ ]es|esto?[ ]es|estas[ ]son|son|dat[ ](?:is|zijn)|"
    rb"dit[ ](?:is|zijn)|"
    rb"questo[ ]\xc3\xa8|questi[ ]sono|ecco|isso[ ]\xc3\xa9|esse[ ]\xc3\xa9|esta[sr]?[ ]s\xc3\xa3o)[ ]|"
    rb"[ ]?(?:<-{1,2}|\xe2\x86\x90|" + _DASH + rb")[ ]|[ ]\(|,?[ ](?:as|for|als|f\xc3\xbcr|comme|pour|como|para|"
    rb"come|per)[ ])"
)  # fmt: skip
BEFORE: Final = Pattern(
    rb"(?i)(?:\A|[\s\"'`(*:])" + _ACCOUNT + _BETWEEN + _QUOTE + _VALUE + _QUOTE + _LINK
    + rb"(?:[\w\x80-\xff.'-]{1,24}[ ,-]{1,2}){0,5}?\z|"
    rb"(?:\A|[\s\"'`(*:])" + _ACCOUNT + rb"([ ]?[/|][ ]?|[ ](?:->|=>|\xe2\x86\x92)[ ])" + _QUOTE
    + _VALUE + _QUOTE + rb"[ ]\z"
)  # fmt: skip
"""A pair and what leads from it to a word. Groups: the account, what parts them, the value."""
_MARK: Final = rb"[ \t>]*(?:[*+-][ ]|[0-9][.)][ ])?"
_LINE_END: Final = _QUOTE + rb"[.;]?[ \t]*\r?(?:\n|$)"
PAIR_BELOW: Final = Pattern(
    rb"(?i)\n(?:[ \t]*\r?\n)?" + _MARK + _LABEL + _ACCOUNT + _BETWEEN + _QUOTE + _VALUE + _LINE_END
)
"""From the end of a line to a pair that is all of the next one. Groups: the account, what parts them, the value."""
VALUE_BELOW: Final = Pattern(
    rb"(?i)\n(?:[ \t]*\r?\n)?" + _MARK + _LABEL + _QUOTE + rb"[\w\x80-\xff.@\\+-]{2,40}" + _LINE_END
    + _MARK + _QUOTE + _VALUE + _LINE_END
)  # fmt: skip
"""From the end of a line to an account alone and the value alone below it. Group: the value."""
BELOW: Final = 128
"""Bytes below a line about a login in which its pair stands."""
_ENDS: Final = Pattern(rb"(?:[\"'`*]{1,2}|\xe2\x80[\x98-\x9f]|\xc2\xbb)?(?:[.,;:!?)\]]*(?:\s|\\n|$)|[ ]?[(<])")
_GOES_ON: Final = Pattern(rb"[\"'`*]{0,2}(?:[ ]?[/|+>]|[ ](?:->|=>)|,[ ][\w.-]+(?:,|[ ]?\z|\n))")
"""What follows a value that is one of a list or of a path."""
_NO_PROSE: Final = Pattern(
    rb"[{}<>=\[\]\\$|]|://|\w\(|::|->|[.!?][ ][A-Z\xc3].*[ ].*[ ].*[ ]|"
    rb"(?i:\b(?:branch(?:es)?|commits?|themes?|design|fields?|columns?|colou?rs?|in[ ]order|tested[ ](?:on|with)|"
    rb"works?[ ]on|diff|providers)\b)"
)
"""What stands in code, or says that something else follows."""
_ABOUT: Final = Pattern(
    rb"(?i)[\w\x80-\xff]*(?:(?:seite|maske|formular|fenster|fluss)\b|(?:[ _-]|'s[ ])?(?:pages?|screens?|forms?|"
    rb"flows?|buttons?|routes?|views?|"
    rb"components?|modules?|class(?:es)?|tests?|specs?|endpoints?|handlers?|logic|logs?|events?|errors?|"
    rb"failures?|bugs?|issues?|tickets?|"
    rb"branch(?:es)?|services?|sessions?|methods?|types?|tiers?|plans?|levels?|roles?|rights|settings|tokens?|"
    rb"middleware|"
    rb"providers?|polic(?:y|ies)|modes?|metrics|latency|attempts?|stor(?:y|ies)|guide|manual|matrix|receivable|points?|"
    rb"control|times|state|status|seite|formular|variante[n]?|modifiers?|keyword|patterns?|layers?|stage|image|"
    rb"field|label|"
    rb"librar(?:y|ies)|package|steps?|sheet|counts?|lists?|tables?|managers?|journey|experience|interface|agents?)\b)"
)
"""What makes of a word for signing in a part of a program."""
_IN_NAME: Final = frozenset(b"_./$@#"[number : number + 1] for number in range(6))
_WEAK_LEADS: Final = (b",", b";", b".")
_BRANCHES: Final = frozenset(
    b"feature fix bugfix hotfix release chore main master docs src lib origin upstream refs and or".split()
)
"""What stands before a stroke in the name of a branch or of a folder."""
_FOLDERS: Final = frozenset(
    b"feat doc test tests heads tags app apps packages pkg cmd internal config configs scripts assets images"
    b" public static dist build bin etc usr var home opt tmp api".split()
)
"""The same where no blank parts them; with blanks it may be an account."""
_DOTTED: Final = Pattern(rb"(?:[A-Z][a-z]{2,}\.){1,3}[A-Z][a-z]{2,}[0-9]{2,4}[!?]?|[A-Z][a-z]{2,}\.[a-z]{3,}[0-9]{2,4}")
_TYPED: Final = Pattern(
    rb"(?i).*(?:int|float|string|char|binary|varchar|bytes|base|vec|mat|sha|utf|arm|win|lib)[0-9]+|.*\.[a-z]{2,4}"
)
_WORD: Final = Pattern(rb"[A-Za-z]{3,}")
_NUMBER: Final = Pattern(rb"[0-9]{2}")


def find_parked_logins(text: bytes, words: Iterable[Word], start: int, end: int) -> Iterator[Span]:
    """Yields the passwords of the pairs in the lines of the given words."""
    for word in words:
        if text[word.start - 1 : word.start] in _IN_NAME or text[word.end : word.end + 1] in _IN_NAME:
            continue
        if word.password and not _is_noun(text, word):
            continue
        limit = min(end, word.end + AROUND)
        line = text.find(b"\n", word.end, limit)
        stop = line if line >= 0 else limit + _rest_of_token(text, limit, end)
        place = None
        if _ABOUT.begin(text, word.end, stop) < 0:
            place = _find_behind(text, word, stop) or _find_before(text, word, start)
            if (
                not place
                and line >= 0
                and (word.kind not in (ENTRY, SYSTEM) or text[word.end : line].rstrip()[-1:] == b":")
            ):
                place = _find_below(text, line, end)
        if place:
            yield Span(*place, "prose-password")


def _rest_of_token(text: bytes, place: int, end: int) -> int:
    """Bytes from a place in a token to its end, so that none is read in part."""
    if text[place - 1 : place].isspace() or text[place : place + 1].isspace():
        return 0
    tail = text[place : min(end, place + LONGEST)].split(None, 1)
    return len(tail[0]) if tail else 0


def _is_noun(text: bytes, word: Word) -> bool:
    """Whether a word means a password, and is not the verdict of a test or what somebody passes."""
    if text[word.start : word.end].lower() not in (b"pass", b"passed", b"passes"):
        return True
    return _USER_BEFORE.within(text[max(0, word.start - 16) : word.start])


_USER_BEFORE: Final = Pattern(rb"(?i)\b(?:user(?:[ ]?name)?|login|u)(?:[ ]?[/+&-][ ]?|[ ]and[ ])\z")


def _find_behind(text: bytes, word: Word, stop: int) -> tuple[int, int] | None:
    """The place of the password of a pair in the rest of the line of a word."""
    if not STRANGE.find(text, word.end, stop):
        return None
    behind = text[word.end : stop]
    position = 0
    while groups := BEHIND.find(behind, position, len(behind)):
        pair = Pair.read(behind, groups[2:])
        lead = behind[slice(*groups[1])]
        is_strong_lead = lead[:1] not in _WEAK_LEADS
        if (is_strong_lead or word.kind not in (ENTRY, SYSTEM)) and not _NO_PROSE.within(behind[: groups[1][1]]):
            is_named = is_strong_lead and bool(_FOR_LOGIN.whole(text[word.start : word.end]))
            if pair.is_login(behind, is_named=is_named, kind=word.kind):
                return word.end + pair.first, word.end + pair.last
        position = max(groups[2][1], position + 1)
    return None


_FOR_LOGIN: Final = Pattern(
    rb"(?i)log[ -]?in\S*|sign[ -]?in|creds?|anmeld|zugang|identifiants?|creden[cz]+i(?:ales|ali|ais)|inlog|credentials?"
)
"""Words that mean a login itself, and not an account, of which there are others too."""


def _find_before(text: bytes, word: Word, start: int) -> tuple[int, int] | None:
    """The place of the password of a pair in the line up to a word, or in the one above it."""
    low = max(start, word.start - AROUND)
    above = text.rfind(b"\n", low, word.start)
    low = max(low, text.rfind(b"\n", low, max(low, above)) + 1)
    head = text[low : word.start]
    if head == head.translate(None, DIGITS):
        return None
    groups = BEFORE.find(head, 0, len(head))
    if not groups:
        return None
    pair = Pair.read(head, groups[1:4] if groups[1][0] >= 0 else groups[4:])
    is_named = _FOR_LOGIN.whole(text[word.start : word.end])
    is_login = pair.is_login(head, is_named=is_named, kind=word.kind)
    return (low + pair.first, low + pair.last) if is_login else None


def _find_below(text: bytes, line: int, end: int) -> tuple[int, int] | None:
    """The place of the password in the lines below that of a word: a pair, or an account and a value below it."""
    stop = min(end, line + BELOW)
    if not STRANGE.find(text, line, stop):
        return None
    part = text[line:stop] if stop == end else text[line : text.rfind(b"\n", line, stop) + 1]
    groups = PAIR_BELOW.at(part, 0, len(part))
    if groups:
        pair = Pair.read(part, groups[1:])
        return (line + pair.first, line + pair.last) if pair.is_login(part) else None
    groups = VALUE_BELOW.at(part, 0, len(part))
    if not groups:
        return None
    first, last = _trim(part, groups[1])
    return (line + first, line + last) if is_parked_password(part[first:last]) else None


class Pair(NamedTuple):
    """What may be an account and its password: the account, what parts them, and the place of the password."""

    account: bytes
    sign: bytes
    first: int
    last: int

    @classmethod
    def read(cls, line: bytes, groups: Spans) -> "Pair":
        """The pair of the groups of a match."""
        return cls(line[slice(*groups[0])], line[slice(*groups[1])], *_trim(line, groups[2]))

    def is_login(self, line: bytes, *, is_named: bool = False, kind: str = "") -> bool:
        """Whether it is a login. `is_named`: the words before say so; `kind`: that of the word."""
        is_entry = kind == ENTRY
        if _ENDS.begin(line, self.last, len(line)) < 0 or _GOES_ON.begin(line, self.last, len(line)) >= 0:
            return False
        value, account = line[self.first : self.last], self.account.lower()
        if b"/" in self.sign and account in _BRANCHES:
            return False
        if b" " not in self.sign and not _GLUED.whole(self.account):
            return False
        if self.sign == b"/" and account in _FOLDERS:
            return False
        if self.account.isalnum():
            is_same = value.isalnum() and name_look(self.account) == NUMBERED
        else:
            is_same = is_parked_password(self.account)
        if is_same:
            return False
        if kind == SYSTEM:
            return self._is_login_to_system(value)
        if is_named and b"," not in self.sign and _CHOSEN_WORD.whole(value) and not _is_name(value):
            return not _YEAR.whole(value)
        if is_parked_password(value, is_entry=is_entry):
            return True
        is_parted = self.sign.strip() in _PARTING and not is_entry
        return is_parted and has_everyday_noun(value) and not _is_of_branch(value)

    def _is_login_to_system(self, value: bytes) -> bool:
        """Whether a pair beside the name of a system is a login: an account, and words of which no name is made."""
        if not _SYSTEM_ACCOUNT.whole(self.account) or self.account.lower() in _OF_SYSTEMS:
            return False
        if self.sign.strip() not in _PARTING or _is_name(value):
            return False
        return name_look(value) == CHOSEN and has_everyday_noun(value)


_SYSTEM_ACCOUNT: Final = Pattern(rb"[a-z][a-z0-9_.-]{1,23}|[\w.+-]+@[\w.-]+\.[a-z]{2,10}")
_OF_SYSTEMS: Final = frozenset(
    b"dashboard dashboards library image images plugin plugins repo repos repository path folder folders chart"
    b" charts topic topics queue queues table tables job jobs project projects page pages space spaces board boards"
    b" realm theme themes module modules course courses package packages version versions release releases tag tags"
    b" branch env header origin form raw north south node nodes host hosts group groups role roles case".split()
)
"""What a system has and what has a name, which is no account."""
_PARTING: Final = (b"/", b"|", b":", b"->", b"=>", "→".encode(), b"-", "–".encode(), "—".encode())
"""Signs that part an account and its password, and do not part items of a list."""
_GLUED: Final = Pattern(rb"[A-Za-z][a-z0-9_.-]{1,23}|[\w.+-]+@[\w.-]+")
"""An account that no blank parts from the sign behind it."""
_CHOSEN_WORD: Final = Pattern(rb"[A-Z][a-z]{3,}[-_.#][0-9]{3,6}[!?]?")
_YEAR: Final = Pattern(rb".*(?:19|20)[0-9]{2}")


def _trim(line: bytes, place: tuple[int, int]) -> tuple[int, int]:
    """The place of a value without the marks of its sentence."""
    first, last = place
    return first, last - (line[last - 1 : last] in (b".", b"*", b"?"))


def is_parked_password(value: bytes, *, is_entry: bool = False) -> bool:
    """Whether a value beside an account is one that people choose or draw, and no name of a thing."""
    value = value if value.isascii() else bytes(code if code < 128 else _LETTER for code in value)
    look = name_look(value)
    if look in (SIGNS, DRAWN, LEET, NUMBERED):
        return True
    if _DIGITS_INSIDE.whole(value):
        return not is_entry and not value.isupper()
    if _is_name(value):
        return False
    if look == WORDED and is_entry:
        return False
    if look in (CHOSEN, WORDED, JOINED):
        if not _NUMBER.within(value):
            return False
        is_camel = _CAMEL.whole(value) and not _YEAR.whole(value)
        return is_camel or sum(1 for _ in _WORD.each(value, 0, len(value))) > 1
    return _DOTTED.whole(value) or (not is_entry and _LOWER.whole(value))


_CAMEL: Final = Pattern(rb"(?:[A-Z][a-z]{2,}){2,3}[-_.#][0-9]{3,6}[!?]?")
_LOWER: Final = Pattern(rb"[a-z]{3,}\.[a-z]{3,}[0-9]{3,6}")
_DIGITS_INSIDE: Final = Pattern(
    rb"(?:(?:[A-Za-z]{1,4}[0-9]{1,2}){1,3}[A-Za-z]{1,4}|[a-z]{1,3}[A-Z]{1,3}[0-9]{1,3})"
    rb"(?:[-_.](?:(?:[A-Za-z]{1,4}[0-9]{1,2}){1,3}[A-Za-z]{1,4}|[a-z]{1,3}[A-Z]{1,3}[0-9]{1,3})){1,3}"
)
"""Words whose letters are digits in part, or drawn ones, joined."""


def _is_name(value: bytes) -> bool:
    """Whether words with a number name a thing, a step of a colour, a file or a type."""
    return is_name_of_thing(value) or _is_of_branch(value)


def _is_of_branch(value: bytes) -> bool:
    """The same of a branch, a task, a type or a colour, whose other words may be any."""
    if _TYPED.whole(value) or _SHADE.whole(value):
        return True
    return not _OF_BRANCHES.isdisjoint(word.lower() for word in split_words(value))


_SHADE: Final = Pattern(
    rb"(?i).*\b(?:gr[ae]y|slate|zinc|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|"
    rb"purple|pink|rose|black|white)[-_.](?:50|[1-9]00|950)"
)
_OF_BRANCHES: Final = frozenset(
    b"fix add remove bump refactor redesign redirect rename merge revert implement improve push pull typo typos loop"
    b" member members tier tiers track corpus crawl studio visual enterprise edition season series chapter chart"
    b" product products ticket story epic".split()
)
"""Words of names of branches, tasks, editions and data."""
_LETTER: Final = ord("e")
"""The byte that replaces each byte of a letter with a mark."""
