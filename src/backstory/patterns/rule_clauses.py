"""The clauses of a rule: what each lays down, and the deeds and things that it names."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from backstory.patterns.lifting_names import has_name, read_names, strip_ending
from backstory.patterns.lifting_words import DEEDS, IDLE
from backstory.patterns.pattern import Pattern
from backstory.patterns.revision_words import ASIDE, CONTRAST, CUES, JOINTS, MAY, MUST, OTHERS, REASON, read_polarity

MAX_TEXT: Final = 400
"""Characters of a sentence that is read."""
ASK: Final = frozenset(("ask",))
_TOPIC: Final = 4
"""Words before a colon that only name what a clause is about."""
_LIGHT: Final = frozenset(("touch",))
"""Deeds that say nothing of what is done."""
_EMPTY: Final = """
don't dont i'm we've i've it's isn't aren't not no never may can mind thought nobody somebody none code repo project
file files folder directory dir thing stuff like bit anyway news good well ah oh hey okay ok ever hi hello morning
start begin begins go goes live lives written write come put keep look read let take have get gets got do want wants
leave leaves left stay stays drop drops doing everywhere anywhere whenever require need nothing else is are be was um
uh apply applies shall hold holds stop use uses using used fine yes no-one lot soon only just also too part of instead
another other skip omit without every each own owns alone whole banned forbidden little honest honestly basically
actually simply gilt mach mache machen gut guten hallo datei überall gehört uns verboten über fais faire fichier
bonjour interdit vale haz hacer haga hace archivo carpeta hola van va
"""
_NOTHING: Final = frozenset(_EMPTY.split()) | frozenset(map(strip_ending, _EMPTY.split()))
"""Words that name nothing in a rule."""
_KEPT: Final = Pattern(r"\b(?:branch|branches|ports?|comment|notes?)\b")
"""Words that name something in a rule, though not where one is lifted."""
_PLURAL: Final = re.compile(r"\b(\w{2,}ing)s\b")
"""Several of what ends like a deed: `settings`, which has the stem of `setting` without the `s`."""
_TODO: Final = Pattern(r"\b(?:an?|the|no|more|leave|add|any|new|of|your|old) todos?\b")
_DEED_STEMS: Final = {strip_ending(word): deed for word, deed in DEEDS.items() if len(word) > 5}
_LONG: Final = 6
_EXAMPLE: Final = Pattern(r",? (?:like|such as|e\.g\.|z\.b\.|wie|comme|como) [\w./<>-]+\W*$")
_IT: Final = Pattern(r"\b(?:it|them)\b")
_POINTS: Final = Pattern(r"\b(?:it|them|that|this|those|these|es|sie|das|le|les|lo|los|las)\b")
_BEGINS: Final = Pattern(
    r"(?:\W*(?:and|so|but|from now on|please|now|limit|keep)\b\W*)*(?:it|that|this|they|them|those|these)\b"
)
"""How a clause begins that points at what was named before it."""
_PERSON: Final = Pattern(r"\W*(?:i|we|you|it|ich|wir|du|je|on|nous|yo)\b")
_CASE: Final = Pattern(
    r"(?<=\w )(?:(?:when|if)(?! you (?:have to|must|need|want|like|see)\b)|where|which|who|unless|before|after|wenn"
    r"|falls|bevor|quand|lorsque|avant|cuando|antes|si)\b.*|\bnot (?:only|just)\b|\bnicht nur\b"
    r"|\bpas (?:seulement|que)\b|\bno (?:solo|sólo)\b"
)
"""A case in which something is done, and a `not` that forbids nothing."""
_CONDITION: Final = Pattern(
    r"(?<=\w )(?:if|which|who|unless|wenn|falls|si)\b.*|\bnot (?:only|just)\b|\bnicht nur\b|\bpas (?:seulement|que)\b"
    r"|\bno (?:solo|sólo)\b"
)
"""The same where it may stand within a ban: `before we start I don't want ...`."""
_AUXILIARY: Final = Pattern(
    r"\b(?:do|does|is|are|should|must|can|may|will|shall|did|was|were|has|have|or|if|why|soll|sollst|ist|sind|wird"
    r"|werden)$|\b(?:muss|musst|brauchst|darf|darfst|soll|sollst|dürfen|ne|n')\b"
)
"""A verb before a `not` that denies it, and sets nothing against anything."""
_OWN_ASIDE: Final = Pattern(r"what i (?:said|wrote|told you)|after some thought|, [\w' ]{2,30} said\W*$")
"""Words that only look as if something was passed on or supposed."""


class Clause(NamedTuple):
    """A clause of a rule, or of what revises one."""

    text: str
    polarity: str
    names: frozenset[str]
    pointed: frozenset[str] = frozenset()
    """What the words before it name, where it points at that."""


@lru_cache(512)
def normalize(text: str) -> str:
    """A sentence in lower case; empty where it is too long to be a rule."""
    text = " ".join(text.lower().replace("’", "'").split())
    return text if len(text) <= MAX_TEXT else ""


@lru_cache(512)
def read_clauses(text: str, before: str = "") -> tuple[Clause, ...]:
    """The clauses of a sentence in lower case that name something. `before`: the sentence before it."""
    clauses: list[Clause] = []
    previous = read_things(before)
    for part in _split(text):
        for half in _split_contrast(part):
            own = read_things(half)
            is_pointing = _IT.search(half) or _BEGINS.match(half) or (_POINTS.search(half) and not own - ASK)
            pointed = previous if is_pointing else frozenset[str]()
            previous = own if own - ASK else previous
            if own or pointed:
                clauses.append(Clause(half, _read_polarity(half), own, pointed))
    return tuple(clauses)


def _read_polarity(clause: str) -> str:
    """The polarity of a clause. What is done in a case decides nothing: `only when you can see it`."""
    whole = read_polarity(clause)
    if whole == MUST:
        return MUST
    return read_polarity((_CASE if whole == MAY else _CONDITION).sub(" ", clause))


def _split(text: str) -> list[str]:
    """The clauses of a sentence, without reasons. `X: Y` is one where X only names what it is about."""
    parts: list[str] = []
    start = 0
    for match in JOINTS.finditer(text):
        before = text[start : match.start()]
        is_topic = len(before.split()) <= _TOPIC and not _PERSON.match(before) and bool(read_things(before))
        if match["colon"] and is_topic:
            continue
        parts.append(before)
        start = match.end()
    return [REASON.sub(" ", part) for part in (*parts, text[start:]) if part.strip()]


def _split_contrast(part: str) -> list[str]:
    """A clause in two where it sets one thing against another: `use uv, not pip`."""
    match = CONTRAST.search(part)
    if match is None or not match["old"] or match.start() == 0:
        return [part]
    head = part[: match.start()]
    if denies_verb(head) or not read_things(head) or not read_things(match["old"]):
        return [part]
    return [head, f"no {match['old']}"]


def denies_verb(head: str) -> bool:
    """Whether the words before a `not` end with the verb that it denies."""
    return _AUXILIARY.search(head) is not None


@lru_cache(1_024)
def read_things(clause: str) -> frozenset[str]:
    """What a clause names: things and deeds, without their endings."""
    names, deeds = read_names(_PLURAL.sub(r"\1", CUES.sub(" ", drop_example(clause))))
    kept = {strip_ending(word) for word in _KEPT.findall(clause)}
    if _TODO.search(clause):
        kept.add("todo")  # `todo` is a small word of Spanish
    things = {_unify(name) for name in names if name not in _NOTHING and name not in IDLE}
    return frozenset(things | kept | (deeds - _LIGHT))


def drop_example(clause: str) -> str:
    """A clause without an example at its end."""
    return _EXAMPLE.sub(" ", clause)


def _unify(name: str) -> str:
    """The deed that a name means, or a name without the ending of its plural or of an adverb: `globally`."""
    if "/" in name or "." in name:
        return name
    if name in _DEED_STEMS:
        return _DEED_STEMS[name]
    if len(name) == 3 and name.endswith("s"):
        return name[:-1]
    if name.endswith("y"):
        return f"{name[:-1]}i"
    return name[:-1] if len(name) > _LONG and name.endswith("ll") else name


def join_names(clauses: tuple[Clause, ...]) -> frozenset[str]:
    """What clauses name together."""
    return frozenset().union(*(one.names for one in clauses))


@lru_cache(32_768)
def share_names(names: frozenset[str], others: frozenset[str]) -> frozenset[str]:
    """Those of some names that others name too."""
    return frozenset(one for one in names if has_name(others, one) or _has_kin(others, one) or _has_parts(others, one))


def _has_kin(others: frozenset[str], name: str) -> bool:
    """Whether others have a name that begins like another one, or the other way round: `indent`, `indentation`."""
    return len(name) >= _LONG and any(
        len(one) >= _LONG and (one.startswith(name) or name.startswith(one)) for one in others
    )


def _has_parts(others: frozenset[str], name: str) -> bool:
    """Whether others name all parts of a name such as `strict/no-any`."""
    parts = [part.removeprefix("no-") for part in name.split("/")] if "/" in name else []
    named = [part for part in parts if read_things(part)]
    return bool(named) and all(has_name(others, part) for part in named)


def is_of_others(clause: Clause) -> bool:
    """Whether a clause tells of somebody else, or only supposes something."""
    return OTHERS.search(clause.text) is not None or ASIDE.search(_OWN_ASIDE.sub("", clause.text)) is not None


def has_other_deed(clause: Clause, other: Clause) -> bool:
    """Whether two clauses name deeds, and none that both name."""
    deeds, others = (read_names(_PATH.sub(" ", one.text))[1] - ASK for one in (clause, other))
    return bool(deeds and others) and deeds.isdisjoint(others)


_PATH: Final = Pattern(r"\S*/\S*")
