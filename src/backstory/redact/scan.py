"""The search: cheap triggers over the whole text, then every rule in the small regions round them.

A trigger is whatever a secret cannot do without: a run of token characters with digits, a name that announces a
secret with a value behind it, an address with a password, an armoured key. Ordinary text has a few hundred per
megabyte, so a region may cost fifty microseconds. All work is on UTF-8 bytes. RE2's patterns keep time linear.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from backstory.redact import (
    arguments,
    assigned_secrets,
    codes,
    columns,
    command_passwords,
    containers,
    credential_files,
    decode,
    disguises,
    dumps,
    given_passwords,
    logins,
    noted_passwords,
    opening_places,
    own_rules,
    prose,
    protocols,
    readable_credentials,
    runs,
    sentences,
    tokens,
)
from backstory.redact.arguments import ANNOUNCEMENT, NAMED, RUN, SHAPE
from backstory.redact.armour import find_armoured_key, is_armoured, list_closings
from backstory.redact.beside_words import find_beside_word
from backstory.redact.chance import measure_entropy
from backstory.redact.dense import DENSE_VALUE, find_dense_runs
from backstory.redact.given_logins import find_given_logins
from backstory.redact.judge import JUDGED
from backstory.redact.login_words import ACCOUNT, ENTRY, KEY, LOGIN, SYSTEM, SYSTEMS, Word, find_login_words
from backstory.redact.names import HINTED
from backstory.redact.parked_logins import find_parked_logins
from backstory.redact.patterns import Alternation, Pattern, Screen, Spans
from backstory.redact.public_places import is_public_place
from backstory.redact.rules import Rule, Rules
from backstory.redact.spans import Places, Span
from backstory.redact.spoken_logins import find_spoken_logins
from backstory.redact.stated_passphrases import find_stated_passphrases
from backstory.redact.stated_passwords import find_printed_word, find_stated_word
from backstory.redact.syntax import AFTER_STRONG, CREDENTIAL_WORD, SHORT_WORD, read_word_beside
from backstory.redact.talk import find_in_talk
from backstory.redact.trailing_passwords import find_trailing_passwords
from backstory.redact.words import is_placeholder

BACK: Final = 224
"""Bytes before a trigger in which a rule's keyword may stand."""
AHEAD: Final = 320
"""Bytes after a trigger that a rule may need to see."""
LARGEST: Final = 8192
"""Bytes of a region after which the next one begins, overlapping."""
WORK_PER_BYTE: Final = 40
"""Pattern searches per byte of text that dense text may cost; beyond it, whole tokens go instead of rules' matches."""

TOKENS: Final = (
    rb"[0-9][A-Za-z0-9_+/=~-]{9,}|[A-Z2-7]{16,}|"
    rb"_(?:live|prod)_[A-Za-z0-9]{10,}|\b(?:gl[a-z]{2,6}|xox[a-z]|xapp|tskey|sq0[a-z]{3})-[\w-]{16,}|"
    rb"\b(?:npg_|endr\+)[\w-]{12,}"
)
LATE_DIGITS: Final = rb"[A-Za-z]{14,}[0-9][A-Za-z0-9_+/=~-]*"
FLAGS: Final = (
    rb"(?i:(?:--?| --\w+\.)[\w-]*(?:pass|pwd|psw|secret|credential|token|key|auth)[\w-]*[\"']?,?[ \t]+[\"']?[^\s\"'-])|"
    rb"\s(?:-u|--user|--proxy-user|-p)[ =\"']|\bmysql[a-z]*[ \t][^\n]{0,60}? -p[^\s]"
)
SHAPES: Final = (
    rb"(?i:\b(?:bearer|basic|token|apikey|negotiate|ntlm)(?:[ \t]+|%20|\+)[\w+/=.~-]{12,})|"
    rb":/{1,2}[^\s/?#@\"'`<>]*:[^\s/\"'`<>@]+@|-----BEGIN|\$(?:1|2[abxy]?|5|6|y|7|argon2\w+|apr1)\$|\{(?:S?SHA|S?MD5|PBKDF2)|"
    rb"(?i:(?:login|user|account)[ \t]+\S+\s+password\s)|"
    rb"alue\\?[\"']?[ \t]*[:=][ \t]*\\?[\"']?[^\s\"']{6,}[\"']?,?\s+\\?[\"']?(?i:name|key)\\?[\"']?[ \t]*[:=]|"
    rb"(?i:\b(?:log[ -]?in|sign in|creds?)[ \t](?:with|as|are|is|using)[ \t])[\w.@-]+(?: / |:)[^\s]|"
    rb"\b(?:ldap(?:search|add|modify|delete|passwd|whoami)|sqlcmd|unzip)[ \t]+-|\|[ \t]*(?:sudo[ \t]+)?chpasswd|"
    rb"(?i:\bauth[ \t]+(?:plain|login|xoauth2|oauthbearer|cram-md5)[ \t]+[\w+/]{8})|"
    rb"\bWIFI:[A-Z]|"
    rb"\b334 UGFzc3dvcmQ6|::add-mask::|"
    rb"(?i:\b(?:cat|type|less|more|get-content)[ \t]+[^\s]*(?:key|secret|token|passw)[^\s]*\r?\n[^\s])|"
    rb"<auth-user-pass>\s*[^\s<]|_(?:KEY|SALT)[\"'],[ \t]*[\"']|"
    rb"\b7z[a-z]?[ \t]|"
    rb"(?i:\becho[ \t][^\n|]{4,80}\|[^\n]{1,80}stdin)|@(?:tcp|unix|udp)\(|:(?:thin|oci):|\bredis-cli[ \t]|"
    rb":(?:[0-9]{2,5}|\*):[\w*-]+:[\w*-]+:[^\s:]{4}|"
    rb"(?:%[0-9A-Fa-f]{2}[\w.~-]?){8,}|%(?:25)*3[Aa]%(?:25)*2[Ff]|(?:\\u00[0-9A-Fa-f]{2}){6,}|(?:\\x[0-9A-Fa-f]{2}){6,}|(?:0x[0-9a-fA-F]{1,2},\s?){8}"
)
TENANTS: Final = (
    rb"(?i:(?:okta|oktapreview|auth0|onelogin|databricks|snowflakecomputing|salesforce|myshopify|tableau|atlassian|"
    rb"firebaseio|firebaseapp|azure|windows|azurecr)\.(?:com|net|io)\b)"
)
_HOOKS: Final = rb"(?i:\bhooks?\.|webhook|hc-ping\.com)"
LETTERS: Final = rb"(?i:(?:key|token|secret|access|auth|private)[\w.-]*[^\w\n]{1,12}(?:[rbfuLN][\"'])?)[\w+/-]{14,}"
RUNS: Final = Pattern(b"|".join((TOKENS, LATE_DIGITS, LETTERS, rb"[A-Za-z]{28,}")))
"""Triggers that end in a run of token characters."""
_ANNOUNCED: Final = (FLAGS, arguments.TRIGGERS, TENANTS, _HOOKS, sentences.TRIGGERS, columns.INSERTING)
SHAPED: Final = Alternation(
    Pattern(b"|".join((*_ANNOUNCED, command_passwords.TRIGGERS, containers.TRIGGERS))),
    Pattern(b"|".join((SHAPES, protocols.TRIGGERS, opening_places.TRIGGERS))),
    *map(Pattern, (credential_files.TRIGGERS + b"|" + logins.TRIGGERS, prose.TRIGGERS)),
    Pattern(noted_passwords.TRIGGERS + b"|" + given_passwords.TRIGGERS),
)
"""Joined so that the automaton of each has few states on ordinary text, where that of all has many times as many."""
SHORT: Final = 512
"""Bytes of a text up to which is asked first whether any of several patterns matches."""
_SHAPED: Final = Screen(*SHAPED.patterns)
_ANNOUNCING: Final = Screen(CREDENTIAL_WORD, *readable_credentials.ANNOUNCED.patterns, LOGIN, codes.ANNOUNCED, SYSTEMS)


def find_secrets(text: bytes, rules: Rules, start: int = 0, end: int = -1, *, decoding: bool = True) -> list[Span]:
    """Spans of secrets in `text[start:end]`, unordered and possibly overlapping.

    `decoding`: also look one level into base64, percent and backslash escapes and values split over lines.
    """
    end = len(text) if end < 0 else end
    out: list[Span] = []
    hits: list[tuple[int, int, int]] = []
    left = right = -1
    work = WORK_PER_BYTE * max(end - start, 1 << 16)
    triggers = _triggers(text, start, end, rules, out)
    taken = Places(out)
    for hit in triggers:
        first = hit[0]
        if hits and (first - BACK > right or right - left > LARGEST):
            work -= _region(text, max(start, left), min(end, right), hits, rules, out, taken, work, decoding)
            hits = []
        if not hits:
            left = right = first - BACK
        hits.append(hit)
        right = max(right, hit[1] + AHEAD)
    if hits:
        _region(text, max(start, left), min(end, right), hits, rules, out, taken, work, decoding)
    if decoding:
        out.extend(disguises.find_disguised(text, start, end, rules, find_secrets))
        out.extend(dumps.find_in_dumps(text, start, end, rules, find_secrets))
    public: dict[tuple[int, int], bool] = {}  # several rules take the same place
    for span in out:
        if (place := (span.start, span.end)) not in public:
            public[place] = is_public_place(text, span)
    return [span for span in out if not public[span.start, span.end]]


def _triggers(text: bytes, start: int, end: int, rules: Rules, out: list[Span]) -> list[tuple[int, int, int]]:
    """Places and kinds, in order. What a telling word announces by itself goes to `out` at once."""
    hits, words = find_drawn(text, start, end, rules)
    most = FEWEST_RUNS + (end - start) // BYTES_PER_RUN
    if len(hits) > most:
        dense = hits[most:]
        words = {place: word for place, word in words.items() if place < dense[0][0]}
        hits = hits[:most]
        out.extend(find_dense_runs(text, dense))
    is_short = start == 0 and end == len(text) <= SHORT
    kinds = _ANNOUNCING.match(text) if is_short else (0, 1, 2, 3, 4, 5)
    if not is_short or _SHAPED.match(text):
        hits += [(first, last, SHAPE) for ((first, last),) in SHAPED.each(text, start, end)]
    table = 0
    word_spans: list[tuple[int, int]] = []
    talked: list[Word] = []
    most = FEWEST_WORDS + (end - start) // BYTES_PER_WORD
    read = FEWEST_SENTENCES + (end - start) // BYTES_PER_SENTENCE
    for number, (first, ended, last) in enumerate(find_announced(text, start, end) if 0 in kinds else ()):
        if number >= most:
            out.extend(Span(*groups[1], "assigned-secret") for groups in DENSE_VALUE.each(text, first, end))
            break
        if number < read:
            talked.append(Word(first, ended, ended - first > 4))
            out.extend(find_beside_word(text, first, ended, end))
        if first >= table:
            table = columns.collect_values_below(text, first, ended, end, out)
        if last >= 0:
            words.setdefault(first, (ended, text[first:ended].lower() not in _WEAK_WORDS))
            hits.append((first, last, NAMED))
        elif number < read and (
            span := find_stated_word(text, first, ended, end) or find_printed_word(text, first, ended, end)
        ):
            out.append(span)
        elif sentences.may_tell(text[ended : ended + FARTHEST]) and (
            sentences.NEAR.begin(text, ended, min(end, ended + FARTHEST)) >= 0
        ):
            word_spans.append((first, ended))
    for first, last, word in find_given(text, start, end) if 1 in kinds or 2 in kinds else ():
        hits.append((first, last, ANNOUNCEMENT))
        if word >= 0:
            words.setdefault(first, (word, False))
    _find_at_words(text, words, word_spans, out, start, end)
    talked.extend(find_login_words(text, start, end, read) if 3 in kinds or 5 in kinds else ())
    out.extend(_find_talked(text, sorted(talked), kinds, start, end))
    hits.sort()
    return hits


def _find_talked(text: bytes, words: list[Word], kinds: Sequence[int], start: int, end: int) -> Iterator[Span]:
    """What stands near the words for credentials, and numbers that open something."""
    yield from find_in_talk(text, (word for word in words if word.kind not in (ENTRY, SYSTEM)), start, end)
    yield from find_parked_logins(text, [word for word in words if word.kind not in (KEY, ACCOUNT)], start, end)
    words = [word for word in words if word.kind not in (KEY, ACCOUNT, ENTRY, SYSTEM)]
    yield from find_spoken_logins(text, words, start, end)
    yield from find_given_logins(text, words, start, end)
    yield from find_trailing_passwords(text, words, start, end)
    yield from find_stated_passphrases(text, words, start, end)
    if 4 in kinds:
        yield from codes.find_codes(text, start, end)


def _find_at_words(
    text: bytes,
    words: dict[int, tuple[int, bool]],
    word_spans: list[tuple[int, int]],
    out: list[Span],
    start: int,
    end: int,
) -> None:
    """What telling words announce by themselves: an assignment, else a sentence. Few sentences are read."""
    most = FEWEST_SENTENCES + (end - start) // BYTES_PER_SENTENCE
    for first, (last, strong) in words.items():
        span = assigned_secrets.find_assigned(text, first, last, strong, end)
        if span is None and most > 0:
            most -= 1
            span = sentences.find_in_sentence(text, first, last, strong, end)
        if span is None and strong and most > 0:
            span = find_stated_word(text, first, last, end)
        if span:
            out.append(span)
    out.extend(
        span for first, last in word_spans[:most] if (span := sentences.find_in_sentence(text, first, last, True, end))
    )


def find_drawn(
    text: bytes, start: int, end: int, rules: Rules
) -> tuple[list[tuple[int, int, int]], dict[int, tuple[int, bool]]]:
    """Runs that may be drawn, as hits, and the telling words round them: begin -> (end, whether it is strong)."""
    hits: list[tuple[int, int, int]] = []
    words: dict[int, tuple[int, bool]] = {}
    passed = hinted = start
    for ((first, last),) in RUNS.each(text, start, end):
        if last <= passed:
            continue
        run = (first, last)
        if text[last : last + 1] in _CHARS or text[first - 1 : first] in _CHARS:
            run = runs.run_round(text, last)
            if last - run[0] == runs.LONGEST:
                first = min(first, passed + len(text[passed:last].rstrip(runs.CHARS)))
        passed = run[1]
        word = text[run[0] : run[1]][:JUDGED]
        if runs.could_be_drawn(word) or (len(word) >= 16 and rules.mentioned(word)):
            hits.append((min(first, run[0]), last, RUN))
            if run[0] - first > HINT:  # of a long run, its beginning and its end are looked at
                words.update(_hints(text, max(hinted, first - HINT), first + HINT))
            words.update(_hints(text, max(hinted, run[0] - HINT), run[1]))
            hinted = max(start, run[1] - LONGEST_WORD)
    return hits, words


_CHARS: Final = frozenset(runs.CHARS[number : number + 1] for number in range(len(runs.CHARS)))
_WEAK_WORDS: Final = (b"pin", b"pat", b"otp")


def _hints(text: bytes, start: int, end: int) -> Iterator[tuple[int, tuple[int, bool]]]:
    """Where telling words begin before a run, or in it, that looks drawn."""
    while groups := HINTED.find(text, start, end):
        start = groups[0][0] + 1
        yield groups[0][0], (groups[0][1], groups[1][0] >= 0)


def find_given(text: bytes, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Every place where a credential may be given that a person chose.

    Begin and end, and the end of the word for a key or a token that it begins with; -1 for that where it is another.
    """
    most = FEWEST_WORDS + (end - start) // BYTES_PER_WORD
    for number, (place, word) in enumerate(readable_credentials.ANNOUNCED.each(text, start, end)):
        if number >= most:
            break
        yield *place, word[1]


LONGEST_WORD: Final = 28
"""Bytes of a telling word at most: what the end of a run cut off is read again with the next run."""
HINT: Final = 96
"""Bytes before a run that looks drawn in which a word may stand that makes it a secret."""


def find_announced(text: bytes, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """Every word for a password, and whether something behind it could be its value.

    Begin and end of the word, and the end of the value's first bytes; -1 for that where no value follows.

    The words are searched by themselves, and only what follows one is read by the grammar: as one pattern the two
    would be an automaton of many states, three times as slow.
    """
    position = start
    while groups := CREDENTIAL_WORD.find(text, position, end):
        first, last = groups[0]
        word = read_word_beside(text, last) if last + LONGEST_GAP <= end else b""
        if word:
            reach = last + 1 + SHORTEST_VALUE if len(word) >= SHORTEST_VALUE else -1
        else:
            reach = AFTER_STRONG.begin(text, last, min(end, last + LONGEST_GAP))
        if reach < 0 and (b'"' in text[last : last + NEAREST] or b"'" in text[last : last + NEAREST]):
            reach = SHORT_WORD.begin(text, last, min(end, last + LONGEST_GAP))
        yield first, last, reach
        position = last if reach >= 0 else first + 1


FEWEST_SENTENCES, BYTES_PER_SENTENCE = 128, 1024
"""How many telling words of a text are read as those of a sentence: a few hundred, and as many as prose has."""
FEWEST_WORDS, BYTES_PER_WORD = 4096, 128
"""How many telling words of a text are read with care. No text that is not a list of secrets has more."""
FEWEST_RUNS, BYTES_PER_RUN = 8192, 64
"""How many runs that look drawn are judged with what stands round them. A file of locked versions has fewer."""
FARTHEST: Final = 96
"""Bytes between a telling word and a value that a sentence tells at most."""
NEAREST: Final = 24
"""Bytes behind a telling word in which a phrase in quotes begins."""
SHORTEST_VALUE: Final = 4
"""First bytes of a value that the grammar asks for."""
LONGEST_GAP: Final = 320
"""Bytes between a telling word and the first bytes of its value at most."""


def _region(
    text: bytes,
    start: int,
    end: int,
    hits: list[tuple[int, int, int]],
    rules: Rules,
    out: list[Span],
    taken: Places,
    work: int,
    decoding: bool,
) -> int:
    """All tiers on one region; returns what it cost in pattern searches times bytes."""
    size = end - start
    part, kinds = text[start:end], 0
    for hit in hits:
        kinds |= hit[2]
    active = rules.active(part)
    if work < 0:
        active = []
        out.extend(find_dense_runs(text, hits))
    for rule in active:
        _rule(text, start, end, rule, out, drawn=kinds & (RUN | SHAPE) != 0)
    out.extend(own_rules.find_by_own_rules(text, start, end, part, kinds, rules.issued))
    out.extend(_find_at_hits(text, hits, rules, taken))
    if decoding:
        out.extend(decode.find_decoded(text, start, end, part, hits, rules, find_secrets))
    return size * len(active)


def _find_at_hits(text: bytes, hits: list[tuple[int, int, int]], rules: Rules, taken: Places) -> Iterator[Span]:
    """Armoured keys, and secrets in the runs that triggers ended in."""
    closings: list[int] | None = None
    for first, last, kind in hits:
        if text[first : first + 10] == b"-----BEGIN":
            if closings is None:
                closings = list_closings(text, first, hits[-1][0])
            yield from find_armoured_key(text, first, closings)
        elif kind in (RUN, SHAPE):
            span = tokens.find_in_run(text, last, rules, taken)
            if span:
                yield span


def _rule(text: bytes, start: int, end: int, rule: Rule, out: list[Span], *, drawn: bool) -> None:
    """What a rule of a pack finds. `drawn`: something in the region looks drawn; else a finding has to have digits."""
    for groups in rule.pattern.each(text, start, end):
        first, last = _place_of_secret(rule, groups)
        secret = text[first:last]
        if _is_too_plain(rule, secret, drawn=drawn) or (text[first - 1 : first] == b"@" and _COMMIT.whole(secret)):
            continue
        if (rule.entropy and measure_entropy(secret) <= rule.entropy) or is_placeholder(secret):
            continue
        out.append(Span(first, last, rule.name))


def _is_too_plain(rule: Rule, secret: bytes, *, drawn: bool) -> bool:
    """Whether what a rule found lacks the lines of a key, or any digit where nothing looks drawn."""
    is_bare = rule.name == "private-key" and not is_armoured(secret)
    return is_bare or (not drawn and secret.translate(None, _DIGITS) == secret)


def _place_of_secret(rule: Rule, groups: Spans) -> tuple[int, int]:
    """The group of the secret: the one that the rule names, else the first that took part, else the whole match."""
    if rule.group:
        return groups[rule.group]
    return next((group for group in groups[1:] if group[0] >= 0), groups[0])


_COMMIT: Final = Pattern(rb"[0-9a-f]{40}")
"""Behind `@` a version of a package or of an action."""
_DIGITS: Final = b"0123456789"
