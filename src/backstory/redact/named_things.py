"""Recognises values that name something else by their own form and by what encloses them.

A branch, an issue, an account of a forge, a variable of an environment, a step up in folders, a verdict of a test, a
parameter of a search: each may stand beside a word for a secret, and some have a part that looks drawn.
"""

from functools import lru_cache
from typing import Final

from backstory.redact.chance import HEX
from backstory.redact.judge import UUID
from backstory.redact.looks import EDITIONS, is_edition
from backstory.redact.names import classify_name
from backstory.redact.patterns import Pattern
from backstory.redact.readable_values import PREDICATES
from backstory.redact.translations import is_translation
from backstory.redact.words import is_placeholder

OF_LOOKS: Final = ("high-entropy", "prefixed-token", "secret-token", "service-token", "prose-password")
"""Rules that go by the look of a value, and not by a name that is given to it."""
OF_NAMES: Final = ("password", "assigned-secret")
"""Rules that go by the name before a value."""
LONGEST: Final = 160
"""Bytes of a value, with what it is joined to, that may name something."""


def is_named_thing(text: bytes, first: int, last: int, rule: str) -> bool:
    """Whether what a rule took for a secret names something that everybody may read."""
    value = text[first:last]
    if rule in _OF_LOGINS and (b'"' in value or b"'" in value):
        return _is_sample_argument(value)
    if rule in OF_LOOKS and _is_in_listing(text, first, value, rule):
        return True
    if len(value) > LONGEST:
        return False
    if rule in OF_NAMES and _is_given_as_text(text, first, last, value, is_password=rule == OF_NAMES[0]):
        return True
    if rule == OF_NAMES[1] and _is_named_by_list(text, first):
        return True
    if rule in OF_LOOKS and _is_branch(text, first, last):
        return True
    if b"ey" in text[first - 8 : first].lower() and _is_entry_of_store(text, first, value):
        return True
    if rule == "service-token" and _is_id_beside_service(text, first, value):
        return True
    if _is_thing(value) or (rule == "prose-password" and _is_one_of_list(text, first, last, value)):
        return True
    if rule == "prose-password" and (_CONSTANT.whole(value) or _is_reference(text, first, value)):
        return True
    before, behind = text[first - 1 : first], text[last : last + 1]
    if before == b"(" and (behind == b")" or value[-1:] == b")"):
        return rule == "prose-password" and _IN_BRACKETS.whole(value.rstrip(b")"))
    if before == b"/" and _ISSUE.whole(value):
        return True
    return before == b"`" and behind == b"`" and _VARIABLE.whole(value)


_AGENTS: Final = (
    rb"claude|codex|copilot|cursor|devin|jules|openhands|sweep|gemini|dependabot|renovate|snyk|pre-commit-ci"
)
_BRANCH: Final = Pattern(
    rb"(?:[\w.-]+/){0,4}?(?:" + _AGENTS + rb"|features?|feat|fix|bugfix|hotfix|chore|refactor|docs|release|revert|"
    rb"issue|spike|wip|experiment|perf)/(?:[A-Za-z0-9.]{1,24}[-_/]){1,12}[A-Za-z0-9]{1,28}(?:[.][a-z0-9]{1,8}){0,3}"
)
"""A branch as people, agents and programs name one: what it is for, and words, a number or the id of a session."""
_BRANCH_CHARS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./-"
_WORDS_OF_BRANCH: Final = Pattern(rb"[a-z0-9.]{1,24}|[A-Z]{2,8}|[0-9]{1,8}|[A-Z][a-z]{2,16}")
_HANDS_OVER: Final = Pattern(rb"(?i)(?:key|token|secret|passw\w*|pat|auth)[-_/][A-Za-z0-9]{16,}\z")
"""A name for a secret and a value, as the end of a path."""


def _is_branch(text: bytes, first: int, last: int) -> bool:
    """Whether a value is a branch or the end of one."""
    head = text[max(0, first - LONGEST) : first]
    start = first - (len(head) - len(head.rstrip(_BRANCH_CHARS)))
    if text.find(b"/", start, last) < 0:
        return False
    tail = text[last : last + LONGEST]
    run = text[start : last + len(tail) - len(tail.lstrip(_BRANCH_CHARS))].rstrip(b"./-")
    if len(run) > LONGEST or text[start - 1 : start] in (b":", b"@") or not _BRANCH.whole(run):
        return False
    words = run.replace(b"_", b"-").replace(b"/", b"-").split(b"-")[:-1]
    return all(map(_WORDS_OF_BRANCH.whole, words)) and not _HANDS_OVER.within(run)


_PARAMETER: Final = Pattern(rb"[?&;](?:amp;)?([\w.-]{1,24})\s?=\s?[a-z]{0,6}\z")
_OF_SEARCH: Final = frozenset(
    b"ved ei fbs sstk sca_esv sca_upv gs_lcrp gs_lp gs_lcp usg sxsrf iflsig dpl gclid gbraid wbraid fbclid msclkid"
    b" yclid ttclid twclid dclid igsh _gl mc_eid mkt_tok".split()
)
"""Parameters by which a search, an advertisement or a deployment counts where somebody came from."""
_OPENING: Final = frozenset(b"code state k sig hmac hash policy ticket t s h nonce verifier assertion pw".split())
"""Parameters that may hold a secret although no word in them says so."""
_CHALLENGE: Final = b"_acme-challenge"
"""The record of a domain in which an authority looks for what it asked for: everybody may look it up."""


def _is_in_listing(text: bytes, first: int, value: bytes, rule: str) -> bool:
    """Whether a value that looks drawn stands in a parameter of an address, or in a record of a domain."""
    before = text[max(0, first - 96) : first]
    groups = _PARAMETER.find(before, 0, len(before)) if b"=" in before[-8:] else None
    if groups:
        name = before[slice(*groups[1])].lower()
        if name in _OF_SEARCH:
            return True
        return rule == "high-entropy" and name not in _OPENING and classify_name(name) is None
    if b"-verification" in before and _OF_CATALOGUE.within(before[-40:]):
        return True
    if rule != "high-entropy":
        return False
    return _CHALLENGE in before or _CONTENT.whole(value.lstrip(b"/")) or _OF_CATALOGUE.within(before[-40:])


_OF_CATALOGUE: Final = Pattern(
    rb"(?i)\b[a-z]{2,16}:(?:track|album|artist|playlist|episode|show|item|video|photo|share|activity|person|post|message|"
    rb"issue|page|doc|object|entity|node|asset|release|recording)s?:\z|"
    rb"(?:by|for|of|with|[_-]|\b|get|find)_?(?:id|uri|url)\(\s?[\"'`]\z|"
    rb"(?:site|domain)-verification(?:[\"'][ ]content=[\"']|=)\z|\bdkim1;.*\bp=\z|"
    rb"/(?:tracks?|albums?|artists?|playlists?|episodes?|videos?)/\z"
)
"""What stands before the id of a thing in a catalogue (`service:track:...`, `find_by_id("...`), before the proof that a
site is somebody's, and before the public key of a mail server."""


_CONTENT: Final = Pattern(rb"Qm[1-9A-HJ-NP-Za-km-z]{44}|b(?:afy|afk|afz)[a-z2-7]{50,60}")
"""The address of a file by its content."""


_NUMBERED: Final = Pattern(rb"[A-Za-z]{3,24}[-_.][0-9]{1,4}|[A-Z][a-z]{2,24}[ ]?[0-9]{1,2}")
_BEFORE: Final = Pattern(rb"(?:^|[\s(\[\"'`*])([A-Za-z][\w.-]{1,24})[\"'`*]{0,2}[ ]?[/,|][ ]?[\"'`*]{0,2}\z")
_BEHIND: Final = Pattern(rb"[\"'`*]{0,2}[ ]?[/,|][ ]?[\"'`*]{0,2}([A-Za-z][\w.-]{1,24})(?:[\s)\]\"'`*,;:/|]|$)")


def _is_one_of_list(text: bytes, first: int, last: int, value: bytes) -> bool:
    """Whether a word with a number stands beside another of its kind: `Berlin-2023 / Paris-2024`, `Basic / Plus-2024`.

    An account is in small letters, or has no number of the same length.
    """
    if not _NUMBERED.whole(value):
        return False
    before = text[max(0, first - 40) : first]
    if value.rstrip(b"0123456789").rstrip(b"-_. ").lower() in _STATES and _PARTED.within(before):
        return True
    behind = text[last : last + 40]
    groups = _BEFORE.find(before, 0, len(before))
    if groups and (before[slice(*groups[1])].lower() in _STATES_ALONE or _is_alike(before[slice(*groups[1])], value)):
        return True
    groups = _BEHIND.at(behind, 0, len(behind))
    return groups is not None and _is_alike(behind[slice(*groups[1])], value)


_PARTED: Final = Pattern(rb"[\w)][\"'`*]{0,2}[ ]?[/|][ ]?[\"'`*]{0,2}\z")
_STATES_ALONE: Final = frozenset(
    b"works worked working fails failed failing passes passed broken ok okay done pending valid invalid expired"
    b" succeeded success skipped flaky unstable blocked enabled disabled untested correct incorrect rejected accepted"
    b" refused denied ready missing".split()
)
"""How something is or went, which is the name of no account."""
_STATES: Final = _STATES_ALONE | frozenset(b"fail pass error errors success wrong open closed new old todo".split())
"""The same with a number behind it: how many of something there are, or which of several."""


def _is_alike(word: bytes, value: bytes) -> bool:
    """Whether two words are of one list: both an edition of a product, or both a capital word with as long a number."""
    if word.lower() in EDITIONS or is_edition(word):
        return is_edition(value)
    if not (_NUMBERED.whole(word) and word.rstrip(b"0123456789")[-1:] == value.rstrip(b"0123456789")[-1:]):
        return False
    digits = len(word) - len(word.rstrip(b"0123456789")), len(value) - len(value.rstrip(b"0123456789"))
    is_year = max(digits) == 4
    return (digits[0] == digits[1] or not is_year) and any(char < 97 for char in word.rstrip(b"-_.0123456789"))


_CONSTANT: Final = Pattern(rb"[A-Z]{2,16}(?:_[A-Z0-9]{1,16}){0,4}_[A-Z]{4,16}")
_REFERENCE: Final = Pattern(rb"[a-z]{2,4}#[0-9]{1,6}\)?")
_TOLD: Final = Pattern(
    rb"(?i)(?:\b(?:is|was|are|be|to|ist|lautet|est|es|with|using|mit|pw|pwd|pass(?:word|wort)?|kennwort)|[=:/])"
    rb"[ ]?[\"'`(]{0,2}\z"
)
"""What tells that a value follows."""


def _is_reference(text: bytes, first: int, value: bytes) -> bool:
    """Whether a value is the issue of a repository that a text refers to: `pass on gh#1593`."""
    return _REFERENCE.whole(value) and not _TOLD.within(text[max(0, first - 24) : first])


_ENTRY_BEFORE: Final = Pattern(
    rb"(?i)(?:pass(?:word|wd|phrase)?|token|user(?:name)?)[_-]?(?:secret)?[_-]?keys?[\"']?[ ]?[:=][ ]?[\"']?\z"
)
_ENTRY: Final = Pattern(
    rb"(?:[a-z][a-z0-9]*[-_.]){1,5}(?:pass(?:word|wd|phrase)?|pw|secret|token|key|user(?:name)?|credentials?|auth)s?[0-9]?"
)


def _is_entry_of_store(text: bytes, first: int, value: bytes) -> bool:
    """Whether a value is the name under which a store has a password: `adminPasswordKey: postgres-password`."""
    return _ENTRY.whole(value) and _ENTRY_BEFORE.within(text[max(0, first - 40) : first])


_ITEM_OF_LIST: Final = Pattern(rb"<key>([^<>\n]{1,64})</key>\s*<(?:string|data|integer)>\s*\z")


def _is_named_by_list(text: bytes, first: int) -> bool:
    """Whether an element `key`, which property lists have for every name, has a name that announces nothing."""
    before = text[max(0, first - 160) : first]
    groups = _ITEM_OF_LIST.find(before, 0, len(before)) if before.rstrip()[-1:] == b">" else None
    return groups is not None and classify_name(before[slice(*groups[1])]) is None


def _is_given_as_text(text: bytes, first: int, last: int, value: bytes, *, is_password: bool) -> bool:
    """Whether a value in quotes is a text of a program in some language."""
    quote = text[first - 1 : first]
    return quote in (b'"', b"'") and text[last : last + 1] == quote and is_translation(value, is_password=is_password)


_PAGES: Final = Pattern(
    rb"(?i)\b(?:notion|linear|figma|confluence|jira|asana|miro|coda|airtable|roam|obsidian|trello)\b[^\n]{0,24}\z"
)
"""Services whose pages have such ids, and which people link to."""
_FILE_BEFORE: Final = Pattern(rb"[\w-]\.[a-z][a-z0-9]{0,4}[\"'`]?[ ]{0,2}[\t,;|][ \t]{0,8}[\"'`]?\z")
_SIZES_OF_DIGESTS: Final = (32, 40, 64)


def _is_id_beside_service(text: bytes, first: int, value: bytes) -> bool:
    """Whether a value beside the name of a service is the id of a page, or the commit or digest of a file."""
    before = text[max(0, first - 48) : first]
    if len(value) in _SIZES_OF_DIGESTS and not value.strip(HEX) and _FILE_BEFORE.within(before):
        return True
    is_id = (len(value) == _SIZE_OF_UUID and UUID.whole(value)) or (len(value) == _SIZE_OF_ID and not value.strip(HEX))
    return is_id and _PAGES.within(before)


_SIZE_OF_UUID, _SIZE_OF_ID = 36, 32


@lru_cache(maxsize=2048)
def _is_thing(value: bytes) -> bool:
    """Whether the form of a value alone tells what it is."""
    if _THING.whole(value):
        return True
    return (
        value[-1:] == b"!" and (word := value.rstrip(b"!").lower()).isalpha() and (word in PREDICATES or word in _SAID)
    )


_THING: Final = Pattern(
    rb"0x[0-9a-fA-F]{40}|b(?:afy|afk|afz)[a-z2-7]{50,60}|[0-9.+-]{1,16}\|(?:c|g|ms|h|s|d)(?:\|[^|]*)*|(?i:fritz!(?:box|os|repeater|powerline|fon|wlan|nas|vpn|app)\w{0,8}|yahoo!\w{0,8}|joomla![0-9.]{0,6})|"
    rb"GHSA(?:-[0-9a-z]{4}){3}|CVE-[0-9]{4}-[0-9]{3,7}|(?:RFC|CWE)[- ]?[0-9]{2,5}|"
    rb"(?:FAILURE|FAILED|FAIL|ERROR|SUCCESS|PASSED|WARNING|SKIPPED|ABORTED)!{0,3}|"
    rb"(?:%(?:25)?(?:2[EeFf]|5[Cc])|[./\\])+|[0-9]{1,4}\?|(?:[\w.-]+/)+\[|[0-9]fa(?:[_-][a-z]{2,16}){1,4}|"
    rb"scanning(?:/[\w-]+)+|[A-Z0-9]{13}EXAMPLE|[A-Za-z0-9/+]{30}EXAMPLEKEY|"
    rb"(?:AES(?:-?[0-9]{3})?|CTR|GCM|CBC|CCM|SIV|X?ChaCha(?:8|12|20)|Poly1305|X?Salsa20|H?MAC|SHA-?[0-9]{1,3})"
    rb"(?:[-_/](?:AES(?:-?[0-9]{3})?|CTR|GCM|CBC|CCM|SIV|X?ChaCha(?:8|12|20)|Poly1305|X?Salsa20|H?MAC|SHA-?[0-9]{1,3}))+"
)
"""A weakness by its number, a page about a secret in a repository, the keys of a manual, a verdict, the way up in
folders, a number that is asked about, a program in a folder, a setting for a second factor, a cipher."""
_SAID: Final = frozenset(
    b"important essential crucial critical vital obvious easy hard good bad great fine perfect dangerous broken dead"
    b" gone done ready here there back free over working useless secret safe nice wichtig falsch richtig geheim fertig"
    b" importante necesario incorrecta falsa seguro importante sbagliata".split()
)
"""What is said of a password with emphasis."""
_IN_BRACKETS: Final = Pattern(rb"@[A-Za-z][\w-]{1,38}|[a-z]{2,4}#[0-9]{1,6}|[A-Z]{2,6}#[0-9]{1,6}")
"""An account of a forge, an issue of a repository, a standard with a number."""
_ISSUE: Final = Pattern(rb"[\w.-]{1,40}#[0-9]{1,6}")
"""A repository and the number of an issue, behind the owner."""
_VARIABLE: Final = Pattern(rb"(?:[A-Z]{1,16}[0-9]{0,2}_){1,8}[A-Z]{2,16}[0-9]?")
"""A variable of an environment, as a list of them names it."""
_OF_LOGINS: Final = ("curl-auth-user", "flag-secret")
"""Rules that take an account and its password as one argument."""
_ARGUMENT: Final = Pattern(rb"[\"']?(?:[^\"':]*:)?([^\"']+)[\"'].*")


def _is_sample_argument(value: bytes) -> bool:
    """Whether a login that was read over the end of its quotes is a placeholder."""
    groups = _ARGUMENT.at(value, 0, len(value))
    return groups is not None and is_placeholder(value[slice(*groups[1])])
