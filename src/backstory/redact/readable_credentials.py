"""Credentials that people choose and give: words and a number, a PIN, a passphrase.

Nothing in such a value tells that it is a secret, so the place has to: an option or a header of that name, a sentence
that says whose it is, the input of a command that reads nothing else.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact import word_credentials
from backstory.redact.arguments import ANNOUNCEMENT, SHAPE
from backstory.redact.chance import DIGITS
from backstory.redact.codes import OF_PARTS
from backstory.redact.judge import is_phrase
from backstory.redact.looks import is_joined_key, is_slight_password
from backstory.redact.names import classify_name, is_environment_key, is_key_of_data
from backstory.redact.patterns import Alternation, Pattern, Spans
from backstory.redact.readable_values import has_words_and_number, is_readable_secret, is_worded_secret
from backstory.redact.self_named import SELF_NAMED, judge_self_named
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret
from backstory.redact.words import STRONG, is_placeholder

_COPULA: Final = rb"(?:is|was|ist|lautet|est|es|\xc3\xa9|jest|to|=|:)"
_WHOSE: Final = (
    rb"(?:[ ](?:that[ ])?(?:you|we|i|they)[ ]\w+|[ ](?:for|of|to|on|in|f\xc3\xbcr|von|vom|pour|de|du|para|del|do|da)"
    rb"[ ][\w\x80-\xff.@-]+(?:[ ][\w\x80-\xff.@-]+){0,4}?)?"
)
_INSERTED: Final = (
    rb",?[ ](?:falls|wenn|if|in[ ]case|should|si|au[ ]cas|por[ ]si|se|als)(?:[ ][\w\x80-\xff'-]{1,24}){1,10}?,?"
)
"""`if you want to try it`, between what a sentence is about and what it says of that."""
_BY_THE_WAY: Final = (
    rb"(?:[ ](?:\xc3\xbcbrigens|by[ ]the[ ]way|btw|actually|simply|just|einfach|d'ailleurs|por[ ]cierto|comunque),?)?"
)
_STATED: Final = (
    rb"(?:[\"'`]?[ ]?(?:[:=]|\|)[*_]{0,2}|[ ](?:sh|w)ould[ ]be|[ ](?:as|from)|'s|[\"'`]?[ ]\(|"
    rb"[ ](?:is|was|will be|remains|ist|lautet|est|es|jest|\xc3\xa9)(?:[ ](?:now|still|set to))?:?|"
    rb"[ ](?:was[ ]|is[ ])?(?:set|changed|reset)[ ]to|[\"'`]?[ ]to|)"
)
KEY_STATEMENT: Final = Pattern(
    rb"(?i)(?:^|[^\w\x80-\xff.$-])((?:[\w-]{1,16}[ -])?[\w-]{0,24}(?:token|key|schl(?:\xc3\xbc|ue)ssel)|"
    rb"(?:cl\xc3\xa9|chiave)[ ](?:d')?(?:api|acc\xc3\xa8s|secr\xc3\xa8te)|jeton[ ](?:d')?(?:acc\xc3\xa8s|api)|"
    rb"chave[ ](?:de[ ])?api|llave[ ](?:de[ ])?api)"
    rb"(?:en)?" + _WHOSE + _STATED + rb"[ \t(]+[\"'`*]*([^\s\"'`(){}\[\]<>,;=/]{6,})"
    rb"(?:[\"'`]?[ ](?:to|->|\xe2\x86\x92)[ ][\"'`]?([^\s\"'`(){}\[\]<>,;=/]{6,}))?"
)
"""A sentence that says what a token or a key is. Groups: the word for it with the one before, the value,
and the one that it was changed to."""
KEY_BEHIND_CLAUSE: Final = Pattern(
    rb"(?i)(?:^|[^\w\x80-\xff.$-])((?:[\w-]{1,16}[ -])?[\w-]{0,24}(?:token|key|schl(?:\xc3\xbc|ue)ssel))"
    rb"(?:[ ](?:for|of|to|f\xc3\xbcr|von|vom|pour|de|du|para|del|per)(?:[ ][\w\x80-\xff.@-]{1,24}){1,4}?)?"
    + _INSERTED + rb"[ ](?:is|was|ist|lautet|est|es|\xc3\xa8)" + _BY_THE_WAY + rb":?[ ][\"'`*]*"
    rb"([^\s\"'`(){}\[\]<>,;=/]{0,60}[0-9][^\s\"'`(){}\[\]<>,;=/]{0,60})()"
)  # fmt: skip
"""The same with a clause before what it says: `the key for X, if you want to try it, is ...`."""
_NUMBERED: Final = (
    rb"pin(?:[ -]?(?:code|number|nummer))?|passcode|"
    rb"(?:door|gate|alarm|entry|unlock|lock|safe|vault|access|garage)[ -]?code|(?:t\xc3\xbcr|zugangs)code"
)
PIN: Final = Pattern(
    rb"(?i)(?:^|[^\w./-]|--|[a-z]_)(?:" + _NUMBERED + rb")[\"'`]{0,2}"
    rb"(?:"
    + _WHOSE
    + rb"(?:[ ]?[:=]|[ ](?:is|was|ist|lautet|est|es|\xc3\xa9)(?:[ ](?:now|still|set to))?:?|'s|[ ]to)[ \t]*|[\"'`=])"
    rb"[\"'`*]*([0-9]{4,8})(?:[^\w./:-]|[./:](?:\s|$)|$)"
)
"""A number that opens something, by the word for it."""
PIN_ROLE: Final = Pattern(
    rb"(?i)(?:^|[^\w./:-])([0-9]{4,8})[\"'`]?[ ](?:is|was|as)[ ](?:the|my|our|your|its)[ ](?:[\w-]{1,16}[ ])?(?:"
    + _NUMBERED
    + rb")\b|"
    rb"(?:^|[^\w-])code[ ](?:for|of|to)[ ](?:the|my|our)[ ](?:[\w-]{1,16}[ ])?"
    rb"(?:door|gate|alarm|safe|vault|lock|garage)(?:[ ]is|:)[ ]([0-9]{4,8})(?:[^\w./:-]|[./:](?:\s|$)|$)"
)
"""The number and, after it, what it is; or what its code is for."""
PIN_GIVEN: Final = Pattern(
    rb"(?:\bPIN(?:[ ]code)?|--pin|\b(?:sim|SIM|card|my|door|phone|bank|alarm) pin)[ ]"
    rb"([0-9]{4,8})(?:[^\w./:-]|[./:](?:\s|$)|$)"
)
"""The number right behind the word."""
_PHRASE_COPULA: Final = rb"(?:[ ]?[:=]|[ ](?:is|was|ist|lautet|est|es|\xc3\xa9)(?:[ ](?:now|still))?:?)"
PHRASE: Final = Pattern(
    rb"(?i)(?:^|[^\w\x80-\xff.$-])((?:"
    + STRONG
    + rb"))(?:s|'s)?"
    + _WHOSE
    + rb"("
    + _PHRASE_COPULA
    + rb")[ \t]+[\"'`]?"
    rb"([a-z\x80-\xff]{3,14}(?:(?:[ ][a-z\x80-\xff]{3,14}){3,11}|(?:-[a-z\x80-\xff]{3,14}){2,11}))"
    rb"[\"'`]?[ \t]*(?:[.,;!)]|\r?(?:\n|$))"
)
"""A word for a secret and a passphrase of words alone, up to the end of its clause."""
_OPTIONS: Final = (
    rb"(?:setx|set[ ]+-[a-zA-Z]+|ENV|set[ ]+--secret|"
    rb"(?:config(?:ure)?|secrets?|vars?|env)[ ]+(?:set|put|add)(?:[ ]+-\S+)*)"
)
NAMED_OPTION: Final = Pattern(
    rb"(?:^|[\s\"'`;&|(])" + _OPTIONS + rb"[ \t]+(?:\S+[ \t]+)??[\"']?([\w./:-]*(?i:token|key))[\"']?[ \t]+"
    rb"(?:--?\w+[ =])?[\"']?([^\s\"'`<>$-][^\s\"'`<>]{5,})"
)
"""A command that keeps a setting: its name and, after a blank, its value."""
KEY_SET: Final = Pattern(
    rb"\b((?:[A-Z][A-Z0-9]*_)+KEY)[\"'`]{0,2}[ ](?:(?:is[ ]|was[ ])?(?:set[ ])?to|is|=)[ ][\"'`]{0,2}([a-z0-9]{8,40})"
    rb"(?:[\"'`.,;)\s]|$)"
)
"""A variable that holds a key, and what a sentence sets it to."""
BEARER: Final = Pattern(
    rb"(?i)authorization[\"'\]]*[ \t]*[:=,][ \t]*[\"'`]?(?:bearer|token|basic|apikey|api-key|key)[ \t]+"
    rb"([\w.!+?^~@#$%&*-]{6,})"
)
"""The header that signs in."""
STDIN: Final = Pattern(
    rb"\b(?:echo|printf)[ \t]+(?:-\w+[ \t]+)?(?:'%s'[ \t]+|\"%s\"[ \t]+)?[\"']?([^\s\"'|$`<][^\s\"'|]{5,})[\"']?"
    rb"[ \t]*\|[ \t]*[^\n|]{0,80}?(?:--?(?:password|passphrase|pass|token|secret|passwd)-?(?:stdin|fd[ =]0)|"
    rb"passwd[ ]--stdin|docker[ ]login|podman[ ]login|gh[ ](?:secret[ ]set|auth[ ]login)|sudo[ ]-S|vault[ ]login|"
    rb"wrangler[ ]secret|fly(?:ctl)?[ ]secrets)"
)
"""What a command reads that takes nothing but a password."""
LITERAL: Final = Pattern(
    rb"\bkubectl\b[^\n|;&]{0,60}\bsecret\b[^\n|;&]{0,200}?--from-literal[ =][\"']?([\w.-]+)=[\"']?([^\s\"'`$<]{6,})"
)
"""A member of a secret of Kubernetes."""
GLUED: Final = Pattern(
    rb"\b(?:mysql(?:dump|admin|show|import|check)?|mariadb(?:-dump|-admin)?)\b[^\n|;&]*?[ \t\"']"
    rb"-p([A-Za-z][^\s\"'`$<]{5,})"
)
"""A password that is glued to its option."""
BASIC: Final = Pattern(
    rb"\b(?:curl\b[^\n|;&]*?[ \t](?:-[a-zA-Z]*u[ ]?|--(?:proxy-)?user[ =])|(?:https?|xh)[ ](?:[^\n|;&]*?[ ])?"
    rb"-a[ ])[\"']?[\w.@\\-]{1,64}:([^\s\"'`$</][^\s\"'`$<]{5,})"
)
"""A login as an option of a program that fetches addresses."""
HOST_LOGIN: Final = Pattern(
    rb"(?i)(?:^|[\s\"'`(:])[a-z][\w.-]{0,30}@(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[a-z][\w.-]{1,60})[\"'`)]?"
    rb"[ ]?[,;:-]{0,2}[ ](?:and[ ]|und[ ]|et[ ]|y[ ])?"
    rb"(?:it'?s|it[ ]is|is|pw|pass(?:word)?|with|w/|using|mit|avec|con|code|ist|est|es)[ ]?[:=]?[ ][\"'`]?"
    rb"([A-Za-z0-9][\w!#$%&*?.-]{5,40})"
)
"""An account at a host and, right behind it, what signs in there: `root@10.0.0.3, it's ...`."""
ROLE: Final = Pattern(
    rb"(?i)(?:^|[\s\"'`(])([^\s\"'`(){}\[\]<>,;=/]{6,})[\"'`*]*,?[ ]"
    rb"(?:is|was|ist|est)[ ](?:the|my|our|your|its|das|der|mein|unser|le|la|notre)[ ]"
    rb"(?:[\w.-]{1,24}[ ]){0,2}?((?:[\w-]{1,16}[ -])?(?:token|key)|" + STRONG + rb")\b"
)
"""A value and, after it, what it is."""
SERVES: Final = Pattern(
    rb"(?i)(?:^|[\s\"'`(])([^\s\"'`(){}\[\]<>,;=/]{6,})[\"'`*]*,?[ ](?:as|for|als|como|comme)[ ]"
    rb"(?:(?:the|my|our|your|its|an?|das|den|de|la|le)[ ])?(?:[\w.-]{1,24}[ ]){0,2}?"
    rb"((?:[\w-]{1,16}[ -])?(?:token|key|schl\xc3\xbcssel)|" + STRONG + rb")\b"
)
"""A value and, after it, what it serves as."""


def _judge_given(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value of words and a number, where the words before it name a credential."""
    word, first = groups[1], groups[2][0]
    bare, sign = text[slice(*word)].lower(), text[word[1] : first].strip(b"\"'`*_ ")
    if (bare == b"token" and sign in _LOOSE_SIGNS) or (bare in _SPOKEN_NAMES and not sign) or is_key_of_data(bare):
        return
    is_named = _names_credential(text[slice(*word)])
    for first, last in groups[2:4]:
        last = _without_marks(text, first, last)
        if (
            first >= 0
            and last > first
            and (is_named or _has_drawn_part(text[first:last]))
            and is_stated_credential(text[first:last])
        ):
            yield Span(first, last, name)


def _has_drawn_part(value: bytes) -> bool:
    """Whether a part of a joined value has digits, small letters and capitals: `88fQe1`."""
    parts = value.replace(b"_", b"-").replace(b".", b"-").split(b"-")
    return len(parts) > 1 and any(_DRAWN.whole(one) and not _CAMEL_AND_NUMBER.whole(one) for one in parts)


_DRAWN: Final = Pattern(rb"[A-Za-z0-9]*(?:[0-9][A-Za-z0-9]*[a-z][A-Z]|[a-z][A-Z]+[0-9]|[0-9]+[a-z]+[A-Z])[A-Za-z0-9]*")
_CAMEL_AND_NUMBER: Final = Pattern(rb"(?:[A-Z]?[a-z]{3,})+[0-9]{1,4}")


def _judge_role(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The same where the words stand behind it."""
    first, last = groups[1]
    last = _without_marks(text, first, last)
    if _names_credential(text[slice(*groups[2])]) and is_stated_credential(text[first:last]):
        yield Span(first, last, name)


def _names_credential(name: bytes) -> bool:
    """Whether a word for a secret, with the one before it, names something that opens."""
    lower = name.lower()
    if lower.startswith((b"cl\xc3\xa9", b"chiave", b"jeton", b"chave", b"llave")) or lower == b"token":
        return True
    if not lower.endswith((b"token", b"key", b"ssel")):
        return True
    meaning = classify_name(name)
    return (meaning is not None and (meaning.credential or meaning.strong)) or lower in _SPOKEN_NAMES


_LOOSE_SIGNS: Final = (b"", b":", b"=", b"|", b"(", b"as", b"from", b"'s")
_SPOKEN_NAMES: Final = (b"the token", b"das token", b"mein token", b"my token", b"our token", b"le token", b"el token")


def is_stated_credential(value: bytes) -> bool:
    """Whether a word of a sentence is a credential that a person chose."""
    return has_words_and_number(value) and is_secret(value, strong=True, quoted=True, reference=True)


def _without_marks(text: bytes, first: int, last: int) -> int:
    """Where a value ends, without the marks of its sentence."""
    while last > first and text[last - 1] in b".,;:!?)*`":
        last -= 1
    return last


def _judge_pin(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A number, unless the sentence is about pins of another kind: those of electronics."""
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    if not OF_PARTS.within(text[max(text.rfind(b"\n", 0, first) + 1, first - 80, 0) : first]):
        yield Span(first, last, name)


def _judge_phrase(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Words that make no sentence: nothing that a passphrase does, is or needs."""
    value = text[slice(*groups[3])]
    is_sentence = text[slice(*groups[2])].strip()[-1:] not in b":="
    if is_sentence and not _FOR_PHRASES.within(text[slice(*groups[1])]):
        return
    joints = value.count(b"-")
    if joints == 2 and b"phrase" not in text[slice(*groups[1])].lower():
        return
    if is_phrase(value.replace(b"-", b" "), fewest=3 if joints == 2 else 4) and not _SPEAKS.within(value):
        yield Span(*groups[3], name)


_FOR_PHRASES: Final = Pattern(rb"(?i)phrase|passwor|kennwort|pass\z")
_SPEAKS: Final = Pattern(
    rb"(?i)\b(?:[a-z]+(?:ed|ing|ly|tion|ment|able|ible)|never|always|only|also|just|sent|kept|both|some|such|"
    rb"like|than|optional|"
    rb"file|login|account|database|server|config\w*|hash|hashes|policy|length|characters?|chars|words?|letters?|"
    rb"digits?|"
    rb"without|because|before|after|until|since|over|under|into|during|while|still|very|more|most|less|were|been|being|"
    rb"had|did|made|they|them|your|yours|mine|ist|und|der|die|das|nicht|wird|ein|eine|les|des|une|pas|los|las|una|che|"
    rb"admin|root|users?|email|code|data|string|value|field|input|option|command|line)\b"
)
"""Words of what is said about a secret."""


def _judge_option(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    meaning = classify_name(text[slice(*groups[1])])
    first, last = groups[2]
    if (
        meaning
        and (meaning.credential or meaning.strong)
        and is_readable_secret(text[first:last])
        and _is_free(text[first:last])
    ) or (is_environment_key(text[slice(*groups[1])]) and is_joined_key(text[first:last])):
        yield Span(first, last, name)


def _judge_readable(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    first, last = groups[1]
    last = _without_marks(text, first, last)
    if is_readable_secret(text[first:last]) and _is_free(text[first:last]):
        yield Span(first, last, name)


def _judge_bearer(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a header signs in with: joined words too."""
    if is_worded_secret(text[slice(*groups[1])], 2):
        yield Span(*groups[1], name)
    else:
        yield from _judge_readable(text, groups, name)


def _is_free(value: bytes) -> bool:
    return not is_placeholder(value) and is_secret(value, strong=True, quoted=True, reference=True)


def _judge_input(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Whatever stands there, words too, unless it only says that something goes here."""
    first, last = groups[-1]
    value = text[first:last]
    if not is_placeholder(value) and not _NO_INPUT.whole(value):
        yield Span(first, last, name)


_NO_INPUT: Final = Pattern(rb"(?i)[$%{<(/.@].*|.*\$[({A-Za-z].*|pass(?:word)?|secret|hello|true|false")


def _judge_literal(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    label = text[slice(*groups[1])].lower()
    if not label.endswith((b"user", b"username", b"host", b"name", b"url", b"port", b"email", b"region", b"id")):
        yield from _judge_input(text, groups, name)


def _judge_basic(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A password with a number, also one of words that placeholders have; else one that is no placeholder."""
    first, last = groups[1]
    value = text[first:last]
    if not is_placeholder(value) or (any(char in DIGITS for char in value) and b"-" in value and len(value) >= 10):
        yield Span(first, last, name)


def _judge_key(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The key that a variable of an environment is set to, as a sentence says."""
    if is_environment_key(text[slice(*groups[1])]) and is_joined_key(text[slice(*groups[2])]):
        yield Span(*groups[2], name)


def _judge_host_login(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A word and a number, as people choose them, and not the release or the name of something."""
    first, last = groups[1]
    last = _without_marks(text, first, last)
    if is_slight_password(text[first:last]) and not _IS_OF_PERSON.within(text[groups[0][0] : first]):
        yield Span(first, last, name)


_IS_OF_PERSON: Final = Pattern(rb"(?i)@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,8}[ ](?:is|ist|est|es)[ ]\z")
"""The address of a person and what is said of it: `ada@example.com is ...`."""
_NUMBERS: Final = (b"pin", b"code")
RULES: Final = (
    (KEY_SET, "prose-password", _judge_key, ANNOUNCEMENT, (b"_key",)),
    (KEY_STATEMENT, "prose-password", _judge_given, ANNOUNCEMENT, (b"",)),
    (KEY_BEHIND_CLAUSE, "prose-password", _judge_given, ANNOUNCEMENT, (b" is ", b" was ", b" ist ", b" est ", b" es ")),
    (HOST_LOGIN, "prose-password", _judge_host_login, ANNOUNCEMENT, (b"@",)),
    (SELF_NAMED, "prose-password", judge_self_named, ANNOUNCEMENT, (b"key", b"token", b"secret", b"pass", b"pw")),
    (PIN, "pin", _judge_pin, ANNOUNCEMENT, _NUMBERS),
    (PIN_ROLE, "pin", _judge_pin, ANNOUNCEMENT, _NUMBERS),
    (PIN_GIVEN, "pin", _judge_pin, ANNOUNCEMENT, (b"pin",)),
    (PHRASE, "passphrase", _judge_phrase, ANNOUNCEMENT, (b" ",)),
    (NAMED_OPTION, "flag-secret", _judge_option, ANNOUNCEMENT, (b"set", b"env", b"put", b"add")),
    (BEARER, "authorization-header", _judge_bearer, ANNOUNCEMENT, (b"authorization",)),
    (STDIN, "password", _judge_input, ANNOUNCEMENT, (b"echo", b"printf")),
    (LITERAL, "password", _judge_literal, ANNOUNCEMENT, (b"--from-literal",)),
    (GLUED, "flag-secret", _judge_input, ANNOUNCEMENT, (b"mysql", b"mariadb")),
    (BASIC, "flag-secret", _judge_basic, ANNOUNCEMENT | SHAPE, (b"curl", b"http", b"xh ")),
    (ROLE, "prose-password", _judge_role, ANNOUNCEMENT, (b" is ", b" was ", b" ist ", b" est ")),
    (SERVES, "prose-password", _judge_role, ANNOUNCEMENT, (b" as ", b" for ", b" als ", b" como ", b" comme ")),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
_KEY_ANNOUNCEMENT: Final = (
    rb"(token|key|schl(?:\xc3\xbc|ue)ssel)(?:[\"'`\])*\\]*(?:(?::[ ]?(?:str|string)[ ])?[ \t]*[:=,>|({*]+"
    rb"[ \t\\*(]*(?:\[\]byte\(|\r?\n[ \t]*)?|(?:\r?\n[ \t]*|[ ])value[:=][ \t]*|"
    rb"(?:[ ](?:for|of|on|f\xc3\xbcr|de|pour|para|that|you|we|i)(?:[ ][\w.-]+){1,5}?)?(?:" + _INSERTED + rb")?"
    rb"(?:[ \t](?:" + _COPULA + rb":?" + _BY_THE_WAY + rb"|as|from|(?:sh|w)ould[ ]be)|'s)[ \t]|"
    rb"[ ](?:(?:was|is)[ ](?:set|now|changed)(?:[ ]to)?|set[ ]to)[ ])|"
    rb"[ \t]+)[\"'`\\]*"
    rb"[a-z][^\s\"'`(){}\[\]<>,;=/]*[0-9]"
)  # fmt: skip
_SERVING: Final = (
    rb"[0-9][^\s]*[ ](?:is|was|as|for|als|como|comme|ist|est)[ ](?:the[ ]|my[ ]|our[ ]|an?[ ])?(?:[\w.-]+[ ]){0,2}"
    rb"(?:[\w-]+[ -]key|token|passwor|mot de|contrase|senha|pin\b)"
)
_PHRASED: Final = (
    rb"(?:" + STRONG + rb")(?:s|'s)?(?:[ ]?[:=]|[ ]" + _COPULA + rb"(?:[ ](?:now|still))?:?)[ ]+[\"'`]?"
    rb"(?:[a-z]{3,}[ -]){2}[a-z]{3}|"
    rb"(?:pass ?phrase|password|passwort|kennwort|mot de passe)[ ](?:is|ist|lautet|est|es)(?:[ ]now)?:[ ]"
)
_PLACES: Final = (
    rb"(?:\b|_)(?:" + _NUMBERED + rb")[^\n0-9]{0,40}[ :=\"'][0-9]{4}|--from-literal|\s-[a-z]{0,8}u[ \"']{0,2}[\w.@-]+:|"
    rb"authorization[\"'\]]*[ \t]*[:=,][ \t]*[\"'`]?(?:bearer|token|basic|apikey)[ \t]+[\w]|"
    rb"(?:cl\xc3\xa9|chiave|jeton|chave|llave)[ ](?:d'|de )?(?:api|acc|secr)|\s-p[a-z]|"
    rb"code (?:for|of|to) (?:the|my|our) [a-z]+(?: [a-z]+)?(?: is|:) [0-9]{4}|"
    rb"(?:key|token|secret|pass|passwd|password|pwd?)[-_][a-z]{2,16}[-_](?:[a-z]{2,16}[-_]){0,3}[0-9]{3}|"
    rb"[\w]@(?:[0-9]{1,3}\.|[a-z])[\w.-]{2,60}[\"'`)]?[ ]?[,;:-]{0,2}[ ](?:(?:and|und|et|y)[ ])?"
    rb"(?:it'?s|it is|is|pw|pass|password|with|w/|using|mit|avec|con|code|ist|est|es)[ :=]|"
    rb"(?:password|passphrase|token|secret|pass)-stdin|\|[ ]*(?:docker|podman|gh|vault|wrangler|flyctl|fly)[ ]"
)
ANNOUNCED: Final = Alternation(
    Pattern(rb"(?i)" + b"|".join((_KEY_ANNOUNCEMENT, _SERVING, _PHRASED))),
    Pattern(rb"(?i)" + b"|".join((_PLACES, word_credentials.TRIGGERS))),
)
"""What announces one of them to the search, by two automata that stay small. Group: a word for a key or a token that a
value with a number follows, or words joined.

Nothing in it runs on to the end of a line: what follows would be read again for each match."""
ANNOUNCED_KEY: Final = Pattern(rb"(?i)" + _KEY_ANNOUNCEMENT + b"|" + word_credentials.KEY_TRIGGER)
"""The alternatives of it that have the group. Hardly any text has one, and this automaton stays smaller still."""
