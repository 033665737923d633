"""Bans that announce their end: `hands off api.py for now, Sean is rewriting it`; and the words that end one.

A lasting rule holds until somebody lifts it in so many words. A hold says itself what it waits for, so less is enough:
that what it protects is free, or that the person or thing that it waits for is done.
"""

from functools import lru_cache

from backstory.patterns.hold_words import (
    AT_WORK,
    BAN,
    BEGINS_REASON,
    DONE,
    FREE,
    IDLE_VERBS,
    LASTING,
    ORDERS,
    PARTLY,
    RECURRING,
    STILL,
    TEMPORARY,
    TIMES,
    TO_COME,
    UNDONE,
)
from backstory.patterns.lifting_match import GENERAL, drop_ban, forbids
from backstory.patterns.lifting_names import has_name, read_names, strip_ending
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_TEXT = 400
"""Characters of a hold, and of a sentence that ends one."""
_CLAUSE = Pattern(
    r"[.;:!?]+(?:\s+|$)|,\s+|\s+[-–—]\s+|\b(?:and|so|but|und|also|aber|et|donc|mais|(?<!')y|así que|pero)\b"
)
_QUESTION = ("?", "？")


class Hold:
    """A ban for the time being."""

    def __init__(self, things: "frozenset[str]", waits: "frozenset[str]"):
        self.things = things
        """What it protects."""
        self.waits = waits
        """The people and things that it waits for, or that are at work there."""


@lru_cache(512)  # each is compared with every later sentence
def read_hold(rule: str, after: str = "", before: str = "") -> "Hold | None":
    """The hold that a sentence of a person lays down; None for any other. `after`: the sentence behind it, which may
    say what it waits for. `before`: the one before it, which names the thing where the hold only points at it."""
    if not _may_hold(rule):
        return None
    text = normalize(rule)
    behind = normalize(after) if len(after) <= MAX_TEXT else ""
    behind = "" if BAN.search(behind) else behind  # which has a reason of its own
    if not (TEMPORARY.search(text) or AT_WORK.search(behind)):
        return None
    reason = BEGINS_REASON.search(text)
    ban, wait = (text[: reason.start()], text[reason.end() :]) if reason else (text, "")
    if reason and not ban.strip() and ", " in wait:  # `until the audit is over, no changes in api/`
        wait, _, ban = wait.partition(", ")
    elif reason and not ban.strip() and (forbidden := BAN.search(wait)):  # `bis zum Release nichts am Changelog machen`
        wait, ban = wait[: forbidden.start()], wait[forbidden.start() :]
    if reason and RECURRING.match(wait.lstrip()):
        return None
    clauses = _CLAUSE.split(ban)
    banned = [clause for clause in clauses if BAN.search(clause)] or _list_at_ban(text, ban, clauses)
    if clauses[0] not in banned and len(clauses[0].split()) <= _TOPIC:  # `api.py - hands off for now`
        banned.insert(0, clauses[0])
    others = [clause for clause in clauses if clause not in banned]
    things = _read_things(" ".join(banned))
    waits = _read_subjects(TIMES.sub(" ", " ".join((wait, *others, behind)))) - things
    ahead = ", ".join(one for one in others if text.find(one) < text.find(banned[0]))
    ahead = ahead or ("" if before.rstrip().endswith(_QUESTION) else normalize(before))
    if (not things or _POINTS.search(" ".join(banned))) and 0 < len(ahead) <= MAX_TEXT:
        pointed, at_work = _read_pointed(ahead)
        things, waits = (things - _KINDS) | pointed, (waits | at_work) - pointed
    return Hold(frozenset(things), frozenset(waits)) if things else None


@judged
def only_points(rule: str) -> bool:
    """Whether a ban names nothing by itself: `don't touch that until Thursday`. A deed such as a push is named."""
    text = normalize(rule)
    if len(text) > MAX_TEXT or not BAN.search(text) or not _POINTS.search(text):
        return False
    reason = BEGINS_REASON.search(text)
    ban = text[: reason.start()] if reason else text
    return bool(_POINTS.search(ban)) and not _read_things(ban) - _KINDS


@judged
def _may_hold(rule: str) -> bool:
    """Whether a sentence is a ban that may be for the time being."""
    text = normalize(rule)
    return len(text) <= MAX_TEXT and not LASTING.search(text) and bool(BAN.search(text))


def _list_at_ban(text: str, ban: str, clauses: "Sequence[str]") -> "list[str]":
    """The clauses of a ban that has words of its reason among its own: `do not push, Iker reads it before it goes out`.
    All of them where it stands behind them."""
    match = BAN.search(text)
    if match is None or match.start() >= len(ban):
        return list(clauses)
    at = [
        one
        for one in clauses
        if one.strip() and match.start() < ban.find(one) + len(one) and ban.find(one) < match.end()
    ]
    return at or list(clauses)


_TOPIC = 4
"""Words of a clause before a ban that only names what it is about."""


_POINTS = Pattern(
    r"\b(?:it|that|them|those|there|this|(?:that|this|those|these) (?:file|module|folder|package|part|code|table"
    r"|page)s?"
    r"|(?:die|diese|der|dieser|das|dieses) (?:datei|ordner|modul|teil)|davon|daran|dran|da|y|(?:ce|ces|cette|cet)"
    r" (?:fichier|module|dossier|partie|code)s?|ese|este|esa|esta)\b"
)
"""How a ban points at what was named before."""
_PASSIVE = Pattern(
    r"\b(?:is|are) (?:currently |still )?being\b|\bw(?:ird|erden) (?:gerade |derzeit )?|\best en train d'être\b"
)
"""What something is that somebody is at work on."""
_KINDS = frozenset(
    map(
        strip_ending,
        [
            "file",
            "module",
            "folder",
            "package",
            "part",
            "code",
            "table",
            "page",
            "datei",
            "ordner",
            "modul",
            "teil",
            "fichier",
            "dossier",
            "partie",
        ],
    )
)
"""What a thing is called that is only pointed at."""


def _read_pointed(before: str) -> "tuple[frozenset[str], frozenset[str]]":
    """(things, waits) of the sentence before a ban that points at it: `Robin has an open PR on refill.rs`. Without a
    path, what stands behind the one who is at work."""
    names = _read_subjects(TIMES.sub(" ", before))
    paths = frozenset(name for name in names if "." in name or "/" in name)
    if paths:
        return paths, names - paths
    passive = _PASSIVE.search(before)
    if passive is not None:
        return _read_things(before[: passive.start()]), _read_subjects(before[passive.end() :])
    work = AT_WORK.search(before)
    if work is None:
        return frozenset(), frozenset()
    return _read_things(before[work.end() :]), _read_subjects(before[: work.end()])


_IDLE = frozenset(map(strip_ending, IDLE_VERBS))


def _read_things(ban: str) -> "frozenset[str]":
    """What a ban protects, without the words that make it one; with the deed that it forbids, such as a push."""
    text = TIMES.sub(" ", TEMPORARY.sub(" ", drop_ban(BAN.sub(" ", ban))))
    names, deeds = read_names(text)
    things = frozenset(name for name in names if len(name) > 1 and name not in _IDLE)
    return things | (deeds - GENERAL) or read_names(" ".join(BAN.findall(ban)))[1] - GENERAL


def _read_subjects(text: str) -> "frozenset[str]":
    """The people, things and deeds that a text names: a release is a deed."""
    names, deeds = read_names(text)
    return names | deeds


@judged
def may_end_hold(sentence: str) -> bool:
    """Whether a sentence of a person says that something is free, or somebody done."""
    text = normalize(sentence)
    return len(text) <= MAX_TEXT and not STILL.search(text) and bool(FREE.search(text) or DONE.search(text))


def names_thing(hold: Hold, sentence: str) -> bool:
    """Whether a sentence names something that a hold protects."""
    return any(has_name(hold.things, name) for name in _read_subjects(normalize(sentence)))


def is_in_force(hold: Hold, sentence: str) -> bool:
    """Whether a sentence of a person lays a hold down again, or says that what it waits for was undone."""
    text = normalize(sentence)
    if text.endswith(_QUESTION) or not (forbids(text) or UNDONE.search(text)):
        return False
    paths = frozenset(name for name in hold.things if "." in name or "/" in name)
    named = hold.things | hold.waits if UNDONE.search(text) else paths or hold.things
    return any(has_name(named, name) for name in _read_subjects(text))


def names_waiting(hold: Hold, sentence: str) -> bool:
    """Whether a sentence names something that a hold protects, or the work for which it waits in two words of that."""
    names = _read_subjects(normalize(sentence))
    waits = [one for one in hold.waits if has_name(names, one)]
    return any(has_name(hold.things, name) for name in names) or len(waits) > 1


def ends_hold(hold: Hold, sentence: str) -> bool:
    """Whether a sentence of a person ends a hold: what it protects is free, or who it waits for is done."""
    text = normalize(sentence)
    is_order = ORDERS.search(text) is not None
    if len(text) > MAX_TEXT or STILL.search(text) or (text.endswith(_QUESTION) and not is_order):
        return False
    clauses = [clause for clause in _CLAUSE.split(text) if clause.strip() and not TO_COME.search(clause)]
    names = _read_subjects(" ".join(clauses))
    is_about = any(has_name(hold.things, name) for name in names)
    if is_about and any(map(FREE.search, clauses)):
        return True
    if UNDONE.search(text):
        return False
    if text.endswith(_QUESTION):  # `Robin is done, can you adapt it?`: what is asked for is not done
        clauses = [clause for clause in clauses if not ORDERS.search(clause)]
    done = [one for one in clauses if DONE.search(one) and _waits_for(hold, one) and not PARTLY.search(one)]
    return any(not _names_others(hold, clause) or (is_about and is_order) for clause in done)


def _waits_for(hold: Hold, clause: str) -> bool:
    return any(has_name(hold.waits, name) for name in _read_subjects(clause))


def _names_others(hold: Hold, clause: str) -> bool:
    """Whether a clause about somebody who is done names a thing that a hold does not: they are done with that."""
    rest = read_names(_WORK.sub(" ", TIMES.sub(" ", DONE.sub(" ", clause))))[0]
    return not all(has_name(hold.things | hold.waits, name, is_exact=True) for name in rest)


_WORK = Pattern(
    r"\b(?:prs?|pull requests?|branch|rewrite|rework|refactor\w*|overhaul|part|work|umbau|arbeit\w*|änderung\w*"
    r"|überarbeitung|btw|by the way|übrigens|au fait|branche|refonte|réécriture|travail|travaux)\b"
)
"""What somebody at work somewhere does there."""


def normalize(text: str) -> str:
    """A text in lower case, with one kind of apostrophe, without backticks and with single blanks."""
    return " ".join(text.lower().replace("’", "'").replace("`", "").split())
