"""Secrets that are recognised by their place among arguments, of a command line, a call or a line of settings.

No name of the value's own stands before it: `-u ada:...`, `login("ada", "...")`, `AES.new("...")`. So the value has
to look like one that a person chose or a program drew.
"""

from collections.abc import Iterator
from typing import Final

from backstory.redact.chance import DIGITS
from backstory.redact.drawn_passwords import is_drawn_password
from backstory.redact.judge import is_drawn_from_letters, looks_drawn, mixed_case
from backstory.redact.names import classify_name
from backstory.redact.pack_files import read_pack_file
from backstory.redact.patterns import Pattern, Spans
from backstory.redact.readable_values import is_worded_secret
from backstory.redact.spans import Span
from backstory.redact.verdict import is_secret
from backstory.redact.words import STRONG, is_placeholder

LOGIN_FLAG: Final = Pattern(
    rb"[\s\"'](?:-[uUaAnl]|--(?:user(?:name)?|auth|login|(?:[a-z]+-)?cred(?:s|entials)))"
    rb"(?:[ \t=]+|[\"'],[ \t]*)[\"']?"
    rb"[\w.@\\/-]{1,80}[:%,]([^\s\"'`,\[][^\s\"'`,]{5,})"
)
"""A name and its password in one argument."""
AFTER_USER: Final = Pattern(
    rb"\s(?:-[uUnl]|--user(?:name)?|--login)[ =][\"']?[\w.@\\-]{1,80}[\"']?[ \t](?:[^\n|;&]{0,80}?[ \t])??"
    rb"(?:-[pPw]|--pass)[ =]?[\"']?([^\s\"'`]{6,})"
)
"""What a short flag gives after the one that gives a user."""
SLASH_FLAG: Final = Pattern(
    rb"(?i)\s(?:/(?:p|rp|pw|pwd|pass(?:word)?)(?::|[ \t])|-(?:p|pw|pwd|pass|password):)[\"']?([^\s\"'`/]{6,})"
)
PASS_SOURCE: Final = Pattern(rb"\s[\"']?pass:([^\s\"'`]{5,})")
NET_USE: Final = Pattern(
    rb"(?i)\bnet use\b[^\n|;&]{0,120}?[ \t]/user:\S+[ \t]+([^\s/]\S{5,})|"
    rb"\bnet use\b[^\n/]{0,80}[ \t](\S{6,})[ \t]+/user:|\bnet user[ \t]+[\w.-]+[ \t]+([^\s/]\S{5,})"
)
SLASH_LOGIN: Final = Pattern(
    rb"(?i)\b(?:sqlplus|sqlldr|sqlcl|expdp|impdp|rman)\b[^\n|;&]{0,60}?["
    rb" \t=\"'][\w$#.]{1,40}/([^\s/@\"'`]{5,})(?:@|\s|\"|'|$)"
)
SETTING: Final = Pattern(
    rb"(?im)^[ \t]*(?:[$>#][ \t]+)?(?:(?:[\w.:/*-]+[ \t]+)*[\w.-]*[_.-]|"
    rb"(?:[\w.-]+[ \t]+)?(?:setenv|passenv|set|export|\w+_param|env|define)[ \t]+(?:-\w+[ \t]+)?[\w.-]*)"
    rb"(?:" + STRONG + rb")[ \t]{1,8}[\"']?([^\s\"'`(){}<>;]{6,})[\"']?[ \t]*;?[ \t]*\r?$"
)
"""A line whose last words are a name of several words and its value."""
ACCOUNT: Final = Pattern(
    rb"(?i)\b(?:login|user(?:name)?|account)[ \t]+[\w.@\\-]{1,80}(?:[ \t]+[\w-]{1,24}){0,4}?[ \t]+(?:"
    + STRONG
    + rb")[ \t]+"
    rb"(?:[0-9][ \t]+)?[\"']?([^\s\"'`(){}<>;]{6,})"
)
"""A line of words that gives a user and, further on, a password."""
ADDRESSEE: Final = Pattern(
    rb"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,10}:([^\s\"'`/:,;<>()]{6,})(?:[\s\"'`,;]|$)"
)
"""An address of a person and the password to it."""
CALL: Final = Pattern(
    rb"(?i)(?:log_?[io]n|sign_?in|auth\w*|credentials?|connection|connect|create_?(?:super)?user|\bpdo|dblink_connect|ldap_bind|imap_open|\w+\.basic|basic_?auth|simple_bind(?:_s)?|mysqli|sequelize|neo4j\w*|smtp\w*|ftp(?:s|_tls)?|imap\w*|pop3\w*)(?:=\w*|(?:::|\.)(?:new|of|from|create|start|open))?\("
    rb"(?:[^()\n\"'`]*,[ \t]*)?((?:String::from\()?[rbu@$N]?[\"'`][^\"'`\n]*[\"'`](?:\)|\.\w+\(\))?"
    rb"(?:,[ \t]*(?:String::from\()?[rb@]?(?:\"[^\"\n]+\"|'[^'\n]+'|[^(),\n\"']+)(?:\.\w+\(\))?)+)"
)
"""A call that signs in. Group: its arguments from the first string on."""
KEYED: Final = Pattern(
    rb"(?i)\b(?:hmac|jwt|jws|fernet|aes\w*|3?des3?|blowfish|chacha\w*|secretbox|(?:create|new|get)?_?(?:de)?cipher\w*|createhmac|"
    rb"(?:timed|timestamp)?_?(?:url)?_?(?:safe)?_?(?:timed)?_?(?:signer|serializer)|secretkeyspec|cookie_?parser|symmetrickey|"
    rb"signed_?cookies?|totp|hotp)(?:[.:]{1,2}\w+){0,3}\(([^()\n]{12,300})"
)
"""A call that takes a key. Group: its arguments."""
CLIENT: Final = Pattern(
    rb"\b(?:(?:[A-Za-z]\w{0,40})?(?:Client|Api|API|SDK|Sdk|Gateway)|algoliasearch|\w{1,40}(?:\.|->|::)(?:init|initialize|authenticate|setKey|setToken|"
    rb"set_key|set_token|setApiKey|set_api_key))\(\s{0,8}(?:[\w.]{1,48},\s{0,8})?"
    rb"(?:[rbu]?[\"'`][^\"'`\n]{1,80}[\"'`],\s{0,8}){0,3}[rbu]?[\"'`]([A-Za-z0-9_+/=.~:-]{16,160})[\"'`]\s{0,3}[,)]"
)
"""The key among the first arguments of what makes the client of a service, or sets it up."""
EXPORTED: Final = Pattern(
    rb"(?m)^[ \t]*(?:ENV|ARG|setx|setenv)[ \t]+([A-Za-z_][\w.]{0,60})[ \t]+[\"']?([^\s\"'=]{8,512})[\"']?[ \t]*\r?$"
)
"""A variable of an environment and its value, parted by a blank."""
ACCOUNTS: Final = Pattern(
    rb"(?i)\baccounts?[\"']?\s{0,3}[:=]\s{0,3}\[\s{0,12}((?:[\"'](?:0x)?[0-9a-f]{64}[\"'][,\s]{0,12})+)"
)
"""Accounts of a chain in the settings of a network: they are given by their private keys."""
_PRIVATE_KEY: Final = Pattern(rb"(?i)(?:0x)?[0-9a-f]{64}")
PATH_TOKEN: Final = Pattern(
    rb"(?i)://(?:[^\s\"'<>/]{3,80}(?:/[\w.-]{1,32}){0,3}/(?:t|token|api_?key|access_?token)|"
    rb"[\w.-]{0,60}(?:infura\.io|alchemy(?:api)?\.(?:com|io)|quiknode\.pro|ankr\.com|getblock\.io|chainstack\.com|"
    rb"blastapi\.io|nodereal\.io|drpc\.org)(?:/[a-z][\w.-]{0,16}){0,2})/([\w.~-]{16,128})"
)
"""A token that is a part of an address, above all of a service that gives access to a chain."""
_OF_CHAINS: Final = (
    b"infura.io alchemy quiknode.pro ankr.com getblock.io chainstack.com blastapi.io nodereal.io drpc.org".split()
)
COMPARED: Final = Pattern(
    rb"(?i)(?:\"([^\"\n]{4,128})\"|'([^'\n]{4,128})')[ \t]{0,3}(?:===?|!==?|<>)[ \t]{0,3}"
    rb"([\w.$\[\]\"'>-]{0,60}(?:" + STRONG + rb")\w{0,3})(?:[^\w]|$)"
)
"""A value that is compared with what the name behind it holds."""
_STRING: Final = Pattern(rb"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`\n]*)`")
_ALGORITHM: Final = Pattern(rb"(?i)(?:(?:hs|rs|es|ps|sha|md|aes|des|rsa|hmac|blake|pbkdf|[a-z]+with)[-_]?[0-9]{1,4}).*")
AWS_PAIR: Final = Pattern(
    rb"(?:A3T[A-Z0-9]|AKIA|ASIA)[A-Z0-9]{16}(?s:[^\w/+=].{0,160}?)[^\w/+=.-]([A-Za-z0-9/+]{40})(?:[^\w/+=-]|$)"
)
"""The secret that stands beside the identifier it belongs to."""


def _read_commands() -> Iterator[tuple[bytes, bytes]]:
    """Commands and their arguments that are secrets, from the table."""
    for line in read_pack_file("commands.txt").splitlines():
        command, sign, arguments = line.partition(b": ")
        if sign and not line.startswith(b"#"):
            yield from ((command, argument) for argument in arguments.split())


_COMMANDS: Final = tuple(_read_commands())


def _read_arguments() -> dict[bytes, frozenset[bytes]]:
    """The arguments of each command that are secrets, where it has more than one."""
    by_command: dict[bytes, set[bytes]] = {}
    for command, argument in _COMMANDS:
        by_command.setdefault(command, set()).add(argument)
    return {command: frozenset(arguments) for command, arguments in by_command.items() if len(arguments) > 1}


def _build_flag_pattern() -> bytes:
    """`command ... flag value`, for every flag of the table."""
    by_flag: dict[bytes, list[bytes]] = {}
    for command, argument in _COMMANDS:
        if argument.startswith(b"-"):
            by_flag.setdefault(argument, []).append(command.replace(b" ", rb"[ \t]+"))
    each = (rb"(?:" + b"|".join(names) + rb")\b(?:[ \t][^\n|;&]*?)?[ \t]" + flag for flag, names in by_flag.items())
    return rb"\b(?:" + b"|".join(each) + rb")[ \t]+[\"']?([^\s\"'-][^\s\"']{4,})"


def _build_place_pattern() -> bytes:
    """`command argument ... value`, for every place of the table. A flag is no argument."""
    by_place: dict[int, list[bytes]] = {}
    for command, argument in _COMMANDS:
        if argument.isdigit():
            by_place.setdefault(int(argument), []).append(command.replace(b" ", rb"[ \t]+"))
    each = (
        rb"(?:" + b"|".join(names) + rb")(?:[ \t]+(?:-\S+[ \t]+)*[^\s-]\S*){%d}" % (place - 1)
        for place, names in by_place.items()
    )
    return rb"\b(?:" + b"|".join(each) + rb")[ \t]+(?:-\S+[ \t]+)*[\"']?([^\s\"'-][^\s\"']{4,})"


def _build_command_trigger() -> bytes:
    """Every command of the table."""
    commands = sorted({command.replace(b" ", rb"[ \t]+") for command, _ in _COMMANDS})
    return rb"\b(?:" + b"|".join(commands) + rb")[ \t]+[^\s]"


COMMAND_FLAG: Final = Pattern(_build_flag_pattern())
COMMAND_PLACE: Final = Pattern(_build_place_pattern())


_OF_COMMAND: Final[dict[bytes, frozenset[bytes]]] = _read_arguments()
"""The arguments of a command that are secrets."""
_NEXT_ARGUMENT: Final = Pattern(rb"[\"']?[ \t]+(?:(-[\w-]+)[ \t]+)?[\"']?([^\s\"'|;&-][^\s\"'|;&]+)")


def _judge_short(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """The value of a short flag, unless it sets something by name: `-p:TargetFrameworks=net8.0` of MSBuild."""
    if not _PROPERTY.at(text, groups[1][0], groups[1][1]):
        yield from judge_argument(text, groups, name)


_PROPERTY: Final = Pattern(rb"[A-Za-z_][\w.]*=")


def judge_command(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Every argument of a command that is a secret: what matched, and those that follow it."""
    yield from judge_argument(text, groups, name)
    head = text[slice(*groups[0])]
    secret = max((command for command in _OF_COMMAND if head.startswith(command)), key=len, default=b"")
    arguments = _OF_COMMAND.get(secret, frozenset())
    position = groups[1][1]
    places = all(map(bytes.isdigit, arguments))
    for _ in range(len(arguments) - 1 + (0 if places or not arguments else 4)):
        argument = _NEXT_ARGUMENT.at(text, position, min(len(text), position + LONGEST_PHRASE))
        if not argument or (argument[1][0] < 0 and not places):
            return
        if argument[1][0] < 0 or text[slice(*argument[1])] in arguments:
            yield from judge_argument(text, [argument[0], argument[2]], name)
        position = argument[0][1]


def is_chosen(value: bytes) -> bool:
    """Whether a nameless value looks like a password: digits or signs among its letters, or letters of no word."""
    return (
        (any(char in DIGITS or char in b"!#^?~" for char in value) or is_drawn_from_letters(value))
        and is_secret(value, strong=True, quoted=False, reference=True)
        and not _HOST.whole(value)
    )


_HOST: Final = Pattern(
    rb"[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}|.*\.(?:git|txt|py|js|json|gz|zip|html?|ya?ml|md|log|sql)|[0-9:.]+"
)


def judge_chosen(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    while last > first and text[last - 1] in b".,;:)\\" and text[first - 1 : first] not in (b'"', b"'"):
        last -= 1
    if is_chosen(text[first:last]):
        yield Span(first, last, name)


def judge_argument(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What an option takes that takes nothing but a password: words alone too."""
    yield from _judge_words(text, groups, name, 1)


def judge_joined(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What an option takes that may as well ask for a password: words alone only where they are joined."""
    yield from _judge_words(text, groups, name, 2)


def _judge_words(text: bytes, groups: Spans, name: str, fewest: int) -> Iterator[Span]:
    first, last = next(group for group in groups[1:] if group[0] >= 0)
    quote = text[first - 1 : first]
    closing = text.find(quote, first, first + LONGEST_PHRASE) if quote in (b'"', b"'") else -1
    if is_drawn_password(text[first : max(closing, last)]):
        yield Span(first, max(closing, last), name)
    elif _ARGUMENT.begin(text, first, last) >= 0:
        return
    elif closing > last and is_worded_secret(text[first:closing], 2):
        yield Span(first, closing, name)
    elif is_worded_secret(text[first:last], fewest):
        yield Span(first, last, name)
    else:
        yield from judge_chosen(text, groups, name)


_ARGUMENT: Final = Pattern(rb"[a-z]{1,2}=")  # the rest of another option, and its sign: `-ph=...`
LONGEST_PHRASE: Final = 128
"""Bytes of a passphrase in quotes at most."""


def judge_login(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What a name and a sign stand before in one argument: a word too, where the sign or the option says so."""
    head = text[groups[0][0] : groups[1][0]]
    if head[-1:] == b"%" or b"cred" in head or b"auth" in head:
        yield from judge_argument(text, groups, name)
    else:
        yield from judge_chosen(text, groups, name)


def judge_drawn(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    if looks_drawn(text[slice(*groups[1])]):
        yield Span(*groups[1], name)


def _judge_client(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """A value that looks drawn, and neither names a resource nor is a path."""
    value = text[slice(*groups[1])]
    if looks_drawn(value) and not is_placeholder(value) and b"/" not in value and not value.startswith(b"0x"):
        yield Span(*groups[1], name)


def _judge_compared(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What the name on the other side says to be a secret."""
    label = classify_name(text[slice(*groups[3])].rstrip(b"\"'])"))
    first, last = next(group for group in groups[1:3] if group[0] >= 0)
    if label and label.strong and is_secret(text[first:last], strong=True, quoted=True, reference=label.reference):
        yield Span(first, last, name)


def _judge_exported(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """What the name of the variable says to be a secret."""
    label = classify_name(text[slice(*groups[1])])
    if label and is_secret(
        text[slice(*groups[2])],
        strong=label.strong,
        quoted=False,
        exact=True,
        pair=label.pair,
        reference=label.reference,
        credential=label.credential,
    ):
        yield Span(*groups[2], name)


def _judge_accounts(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Each of the keys."""
    for key in _PRIVATE_KEY.each(text, *groups[1]):
        yield Span(*key[0], name)


def judge_call(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Strings after the first among the arguments of a call that signs in."""
    if _SETS_PARAMETER.within(text[groups[0][0] : groups[1][0]]):
        return
    for number, (first, last) in enumerate(_strings(text, *groups[1])):
        value = text[first:last]
        if not number or is_placeholder(value):
            continue
        if is_secret(value, strong=True, quoted=True, written=value.islower()) and (
            b" " in value or is_chosen(value) or _is_last(text, groups, last)
        ):
            yield Span(first, last, name)


_SETS_PARAMETER: Final = Pattern(rb"(?i)(?:param(?:eter)?|option|attribute|claim|scope)s?\(")
"""A call that gives a name and what is set under it."""


def _is_last(text: bytes, groups: Spans, last: int) -> bool:
    """Whether a string is the last argument of a call that takes an account and its password."""
    after = text[last + 1 : groups[1][1]].strip()
    return after in (b"", b".toCharArray") and _TAKES_LOGIN.within(text[groups[0][0] : groups[1][0]])


_TAKES_LOGIN: Final = Pattern(
    rb"(?i)(?:log_?in|sign_?in|auth\w*|credentials?|getconnection|create_?(?:super)?user|pdo|bind(?:_s)?|basic\w*)"
    rb"(?:=\w*)?\("
)


def judge_keyed_call(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    """Strings that look drawn among the arguments of a call that takes a key."""
    for first, last in _strings(text, *groups[1]):
        value = text[first:last]
        if (
            len(value) >= 12
            and (looks_drawn(value) or mixed_case(value))
            and not _ALGORITHM.whole(value)
            and b"." not in value
        ):
            yield Span(first, last, name)


def judge_aws_pair(text: bytes, groups: Spans, name: str) -> Iterator[Span]:
    value = text[slice(*groups[1])]
    if not value.islower() and not value.isupper() and any(char in DIGITS for char in value):
        yield Span(*groups[1], name)


def _strings(text: bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
    for groups in _STRING.each(text, start, end):
        yield next(group for group in groups[1:] if group[0] >= 0)


RUN, SHAPE, NAMED, ANNOUNCEMENT = 1, 2, 4, 8
"""Kinds of trigger: what a region holds decides which rules have to look at it."""
RULES: Final = (
    (LOGIN_FLAG, "flag-secret", judge_login, SHAPE, (b"-",)),
    (AFTER_USER, "flag-secret", judge_joined, SHAPE, (b" -p", b"\t-p", b" -w", b"\t-w", b" --pass", b"\t--pass")),
    (SLASH_FLAG, "flag-secret", _judge_short, SHAPE, (b" /p", b"\t/p", b"\n/p", b" /rp", b" -p")),
    (PASS_SOURCE, "flag-secret", judge_argument, SHAPE, (b"pass:",)),
    (NET_USE, "flag-secret", judge_argument, SHAPE, (b"net use",)),
    (
        SLASH_LOGIN,
        "flag-secret",
        judge_argument,
        SHAPE,
        (b"sqlplus", b"sqlldr", b"sqlcl", b"expdp", b"impdp", b"rman"),
    ),
    (SETTING, "password", judge_chosen, NAMED, (b" ",)),
    (ACCOUNT, "password", judge_chosen, NAMED, (b"login", b"user", b"account")),
    (ADDRESSEE, "password", judge_chosen, SHAPE, (b"@",)),
    (COMMAND_FLAG, "flag-secret", judge_command, SHAPE, (b" -",)),
    (COMMAND_PLACE, "flag-secret", judge_command, SHAPE, (b" ",)),
    (CALL, "password", judge_call, SHAPE, (b"(",)),
    (KEYED, "assigned-secret", judge_keyed_call, RUN, (b"(",)),
    (COMPARED, "password", _judge_compared, SHAPE, (b"=", b"<>")),
    (
        CLIENT,
        "assigned-secret",
        _judge_client,
        RUN,
        (b"client(", b"api(", b"sdk(", b"gateway(", b"search(", b"init", b"authenticate(", b"set"),
    ),
    (EXPORTED, "assigned-secret", _judge_exported, RUN, (b"env", b"arg", b"setx")),
    (ACCOUNTS, "private-key", _judge_accounts, RUN, (b"account",)),
    (PATH_TOKEN, "url-token", judge_drawn, RUN, (b"/t/", b"token/", b"key/", *_OF_CHAINS)),
    (AWS_PAIR, "aws-secret-access-key", judge_aws_pair, RUN, (b"akia", b"asia", b"a3t")),
)
"""Pattern, name of the rule, judge, triggers and bytes in small letters, of each of which a region needs one."""
TRIGGERS: Final = (
    _build_command_trigger() + rb"|"
    rb"\s(?:-[aAUn]|--(?:auth|login|(?:[a-z]+-)?cred(?:s|entials)))[ =][\"']?[\w.@\\-]+[:%,][^\s]|"
    rb"\s-u[ ][\w.@\\-]+[%,][^\s]|"
    rb"\s-[Pw][ ]|[\"'][ \t]?(?:[!=]==?|<>)[ \t]?[\w.$]{0,40}(?i:pass|pwd|secret)|"
    rb"\s/(?i:r?p|pw|pwd|pass|password)[: \t][^\s/]|\s-(?i:p|pw|pwd|pass|password):[^\s/]|\s[\"']?pass:[^\s]|"
    rb"\bnet user?[ \t]|\b(?:sqlplus|sqlldr|sqlcl|"
    rb"expdp|impdp|rman)[ \t]|"
    rb"@[\w-]+(?:\.[\w-]+)+:[^\s/:]{6}|"
    rb"(?i:(?:log_?[io]n|sign_?in|auth\w*|credentials?|connection|connect|create_?(?:super)?user|"
    rb"pdo|ldap_bind|imap_open|\.basic|basic_?auth|simple_bind(?:_s)?|mysqli|sequelize|neo4j\w*|smtp\w*|ftp(?:s|_tls)?|imap\w*|pop3\w*)(?:=\w*|(?:::|\.)(?:new|of|from|create|start|open))?"
    rb"\((?:String::from\()?[^()\n\"'`]*[\"'`][^\"'`\n]*[\"'`](?:\)|\.\w+\(\))?,[ \t]*(?:[0-9]+,[ \t]*)?"
    rb"(?:String::from\()?[rb@]?[\"'`])"
)
"""What announces one of them to the search."""
