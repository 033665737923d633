"""The grammar of assignments: a name, what stands between it and its value, how the value opens and where it ends.

Every language writes the same five parts: name, closing of the name, type, sign, opening of the value. Each part is
listed once here with all its spellings, so a combination nobody thought of is read as well. Where a value begins is
regular and left to RE2; where it ends is not, and is decided by what opened it.
"""

from functools import lru_cache
from typing import Final

from backstory.redact.patterns import Pattern
from backstory.redact.spans import LONGEST
from backstory.redact.words import STRONG

_CLOSING: Final = rb"\\*[\"'`*]{0,3}[\])}]{0,2}|&quot;"
_KIND: Final = (
    rb"(?:[ \t]+(?:[Aa][Ss][ \t]+)?|:[ \t]*)(?:&(?:'static )?|\*|\[\])?[A-Za-z][\w.<>\[\]?|]*(?:\([0-9]+\))?"
    rb"(?:[ \t]\|[ \t]\w+)?"
)  # fmt: skip
_SIGN: Final = (
    rb":\*\*|\{[ ]?get;[^{}=]*\}[ ]?=|"
    rb"[\"']?[ \t]*(?::[ \t]*)?\{[^{}]*(?:\bdefault[ \t]*=|[\"'](?:value|default)\\?[\"'][ \t]*:)|[\"'][ \t]+value=|"
    rb"\\?[\"']?,?(?:[ \t]+|[ \t]*\r?\n[ \t]*)\\?[\"']?[A-Za-z]*[Vv]alue\\?[\"']?[ \t]*[:=]|"
    rb"\\?[\"']?,[ \t]*\\?[\"'][A-Za-z]*[Vv]alue\\?[\"'][ \t]*:|"
    rb",[ \t]*(?:with|text)(?::|[ ]?=>|[ ]?=)|"
    rb"\\?[\"']?;s:[0-9]+:|"
    rb":{1,3}=|:-|=>|={1,3}|!==?|\?[=:]|\|\||\?\?=?|\.=|\+=|<-|->|:{1,2}|"
    rb"&gt;|&#61;|%(?:25)*3[AaDd]|,|\|[ \t]|\xe2\x86\x92|\xe2\x80[\x93\x94]|\xef\xbc[\x9a\x9d]|'s[ ]|"
    rb"[ \t](?:is|was|are|as)[ \t]|"
    rb"</[\w:]+>[ \t]*(?:\r?\n[ \t]*)?<(?:[Ss]tring|[Vv]alue|v)(?:[ ][^<>]*)?>|"
    rb"(?:[ ][\w:.-]+=\"[^\"<>]*\")*[\"']?[ \t]*>[ \t]*(?:\r?\n[ \t]*)?(?:<(?:[Vv]alue|[Ss]tring)>)?"
)
_QUOTE: Final = rb"(?:[rbfuLNR@$]{1,2}|r#{1,2})?(?:\\*(?:\"\"\"|'''|[\"'`])|&quot;|&#3[49];)"
_PAREN: Final = rb"(?:%[qQ]?|qq?[ \t]?|~[sS])[({\[|/<]|\[\["
_WRAP: Final = (
    rb"(?:new[ \t]+)?[\w.:\[\]]*(?:[Ss]tring|[Ss]ecret|[Bb]ytes?|[Ss]tr|Buffer|TEXT|_T|Password|Credential|PASSWORD)\w*"
    rb"(?:(?:::|\.)\w+)?\([ \t]*(?:\r?\n[ \t]*)?(?:-String[ \t]+)?|"
    rb"(?:Some|Just|Ok|Right)[ (]|string\([0-9]+\) |"
    rb"[\w.\[\]'\"()-]+[ \t]*(?:\|\||\?\?|\bor\b)[ \t]*"
)
_FILLING: Final = (
    rb"(?:[ \t]*(?:\x1b|\\u001[bB]|\\x1[bB]|\\033|\\e)\[[0-9;]*m)?(?:[ \t\"'(]*(?:to|:|is|was|"
    rb"=)[ \t])?[ \t]*(?:\r?\n[ \t]*)?"
    rb"(?:\([ \t]*(?:\r?\n[ \t]*)?|\[[ \t]*(?:\r?\n[ \t]*)?|\\\r?\n[ \t]*|"
    rb"!{1,2}[a-z]+[ \t]|&[\w-]+[ \t]|"
    rb"[|>][-+]?[0-9]?\r?\n[ \t]+|<!\[CDATA\[){0,2}"
)
_LOOSE: Final = (
    rb"[ \t]by[ \t]\w+\(|[ \t]\.[ \t]|[ \t]+(?:\\\r?\n[ \t]*)?(?:-String[ \t]+)?|[ \t]?\([ \t]*(?:\r?\n[ \t]*)?|"
    rb"\{|[ \t]to[ \t]|"
    rb"[\]\"')]{0,4}\.(?:type|fill|send_?[Kk]eys|set_?[Vv]alue|set|val|value|enter|input|press_?[Ss]equentially|"
    rb"set_?[Tt]ext)\([ \t]*"
)
"""What counts as a sign where the value stands in quotes."""
_REST: Final = (
    rb"(" + _CLOSING + rb")(?:\[[0-9]*\])?(?:((?:" + _KIND + rb")[ \t]*:?=|[ \t]*(?:" + _SIGN + rb"))" + _FILLING
    + rb"(?:(?:" + _WRAP + rb")(" + _QUOTE + rb")|(" + _QUOTE + rb"|" + _PAREN + rb"|))"
    + rb"|(" + _LOOSE + rb")(" + _QUOTE + rb"))"
)  # fmt: skip

ASSIGNED: Final = Pattern(rb"((?:[\w.-]|\\?[\"']\])*?)" + _REST)
"""What follows a telling word. Groups: the rest of the name, its closing, the sign, two openings; or a loose sign and
its opening. Nothing is counted here, since every count multiplies the automaton: the callers bound the text."""
REVERSED: Final = Pattern(
    rb"(?i)\bvalue\\?[\"']?[ \t]*[:=][ \t]*\\?([\"']?)([^\s\"'\\,]{6,})\\?[\"']?[ \t]*,?"
    rb"(?:[ \t]+|[ \t]*\r?\n[ \t]*)\\?[\"']?(?:name|key)\\?[\"']?[ \t]*[:=][ \t]*\\?[\"']?([\w.-]+)"
)
"""A pair whose value comes first. Groups: quote, value, name."""
CREDENTIAL_WORD: Final = Pattern(rb"(?i)" + STRONG + rb"|\bp(?:in|at)\b|\botp\b")
"""Every word that may announce a value that need not look like a secret."""
_BETWEEN: Final = (
    rb"(?:[\w.-]|\\?[\"']\])*?(?:(?:" + _CLOSING + rb")(?:\[[0-9]*\])?(?:(?:(?:" + _KIND + rb")[ \t]*:?=|"
    rb"[ \t]*(?:" + _SIGN + rb"))" + _FILLING
    + rb"(?:(?:" + _WRAP + rb")(?:" + _QUOTE + rb")|(?:" + _QUOTE + rb"|" + _PAREN + rb"|))"
    + rb"|(?:" + _LOOSE + rb")(?:" + _QUOTE + rb"))"
)  # fmt: skip
CJK_COPULAS: Final = tuple(word.encode() for word in ("は", "是", "는", "은", "为", "為", "成", "成了"))
"""What says in scripts without blanks that a value follows."""
_CJK_CHANGES: Final = ("设置", "设定", "设", "更改", "修改", "重置", "改", "换", "設定", "重設", "設")
CJK_SIGN: Final = (
    rb"(?:(?:"
    + "已经|已|被|现在|现|仍然|仍|就".encode()
    + rb")?(?:"
    + "|".join(_CJK_CHANGES).encode()
    + rb")?(?:"
    + b"|".join(sorted(CJK_COPULAS, reverse=True))
    + rb"))"
)
"""The same behind a word for a password, with what was done to it."""
AFTER_STRONG: Final = Pattern(
    _BETWEEN
    + rb"|[ \t](?:est|ist|lautet|es|to|jest|je|on|\xc3[\xa4\xa5]r|er|\xc3[\xa8\xa9])[ \t][\"'`]?|"
    + CJK_SIGN
    + rb"[ ]?(?:\xe3\x80[\x8c\x8e])?"
    + rb"|[ \t]*(?:(?:set|changed|reset) to|will be|"
    rb"(?:for|of|to|on|in|do|de|du|del|di|della|pour|f\xc3\xbcr|von|vom|van|voor|od|\xd0\xbe\xd1\x82|para) "
    rb"[^\n]+(?: (?:is|to|est|es|ist|lautet|\xc3[\xa8\xa9])|:))[ \t][\"'`]?|[ \t]{1,8}(?:to[ \t]|[0-9][ \t]|[\"'])?)"
    rb"[^\s\"'`(){}\[\]<>,;][^\s\"'`]{3}"
)
"""From the end of a telling word to the first four bytes of a value that could be one."""
_LINKING: Final = frozenset(
    b"is was are as by to be will set changed reset for of on in do de du del di della pour von vom van voor od para"
    b" est ist"
    b" lautet es jest je er".split()
)
"""Words behind a telling word that may lead to its value."""
_WORD_LENGTH: Final = 48


def read_word_beside(text: bytes, last: int) -> bytes:
    """The word behind a telling word that ends at `last`, if another follows and no sign of an assignment.

    Most telling words of prose are read by this: `password policy says`. Empty where the grammar has to be asked.
    """
    return _read_beside(text[last + 1 : last + _WORD_LENGTH]) if text[last : last + 1] == b" " else b""


@lru_cache(maxsize=256)
def _read_beside(near: bytes) -> bytes:
    """The same for what stands behind the blank. Words are read twice, and a list has the same again and again."""
    word, blank, rest = near.partition(b" ")
    if not blank or not word.isalnum() or word.isdigit() or word.lower() in _LINKING or not rest[:1].isalnum():
        return b""
    return word


SHORT_WORD: Final = Pattern(
    rb"[\w.-]*\\?[\"'\]]{0,2}[ \t]*(?::?=|:|=>|,|)[ \t]*\\*[\"'][\w!#$%&*+?@^~]{1,3}[ '-][\w!#$%&*]"
)
"""From the end of a telling word to a phrase in quotes whose first word is shorter than a value."""
_RUN: Final = Pattern(rb"(?:[^\s\"'`\\]|\\[^nrt\s\"'`])+")
_OPENERS: Final = {41: b"(", 93: b"[", 125: b"{"}
_CLOSERS: Final = {b"(": b")", b"{": b"}", b"[": b"]", b"<": b">", b"|": b"|", b"/": b"/"}


def value_end(text: bytes, start: int, opening: bytes, sign: bytes) -> tuple[int, int]:
    """Where a value that begins at `start` begins and ends: at its closing, or at the end of its run."""
    limit = min(len(text), start + LONGEST)
    closing = _closing_of(opening)
    if closing:
        return start, _until(text, start, limit, closing)
    if opening:
        return start, _closing_quote(text, start, limit, opening)
    if text[start - 9 : start] == b"<![CDATA[":
        return start, _until(text, start, limit, b"]]>")
    if sign[-1:] == b">" and sign not in (b"=>", b"->"):
        return start, _element_end(text, start, limit)
    return start, _end_of_run(text, start, limit)


def _closing_of(opening: bytes) -> bytes:
    """What closes a value that opened with an entity, brackets or three quotes; empty for others."""
    if opening[-1:] == b";":
        return opening[opening.index(b"&") :]
    if opening == b"[[":
        return b"]]"
    if opening[-1:] in _CLOSERS:
        return _CLOSERS[opening[-1:]]
    return opening[-3:] if opening[-3:] in (b'"""', b"'''") else b""


def _end_of_run(text: bytes, start: int, limit: int) -> int:
    """Where a bare value ends, without the marks behind it that it does not open itself."""
    last = max(start, _RUN.begin(text, start, limit))
    while last > start and text[last - 1] in b",;)]}.:'\\\"":
        opener = _OPENERS.get(text[last - 1])
        if opener and text.count(opener, start, last) >= text.count(text[last - 1 : last], start, last):
            break
        last -= 1
    return last


def _until(text: bytes, start: int, limit: int, mark: bytes) -> int:
    """The place of the mark, else the end of the line."""
    position = text.find(mark, start, limit)
    if position < 0:
        position = text.find(b"\n", start, limit)
    return position if position >= 0 else limit


def _element_end(text: bytes, start: int, limit: int) -> int:
    """The end of an element's text, without the blanks before its closing tag."""
    position = _until(text, start, limit, b"<")
    return start + len(text[start:position].rstrip())


def _closing_quote(text: bytes, start: int, limit: int, opening: bytes) -> int:
    mark = opening[-1:]
    escaped = opening.count(b"\\")
    position = start
    while True:
        position = text.find(mark, position, limit)
        if position < 0:
            break
        slashes = _count_slashes(text, start, position)
        if escaped and slashes <= escaped:
            return position - slashes
        if not escaped and slashes % 2 == 0:
            return position
        position += 1
    line = text.find(b"\n", start, limit)
    return line if line >= 0 else limit


def _count_slashes(text: bytes, start: int, position: int) -> int:
    """How many backslashes stand before a place."""
    slashes = 0
    while position - slashes > start and text[position - slashes - 1] == 92:
        slashes += 1
    return slashes
