"""Tells whether a sentence gives a thing of a rule another value: `docs in German`, and later `docs are in English`.

Two values stand for each other where they are of a kind (languages, numbers, tools of a trade), where the same word is
before them (`with moment`, `with date-fns`), or where the later sentence names the earlier one as gone.
"""

import re
from typing import Final, NamedTuple

from backstory.base.figures import NUMBERS
from backstory.patterns.lifting_names import has_name
from backstory.patterns.lifting_words import INSTEAD
from backstory.patterns.pattern import Pattern
from backstory.patterns.revision_words import CHANGE, CONTRAST, CUES, MAY, MUST, MUST_NOT
from backstory.patterns.rule_clauses import (
    Clause,
    denies_verb,
    drop_example,
    is_of_others,
    join_names,
    read_things,
    share_names,
)

_IS: Final = "is"
_SLOTS: Final = {
    word: slot
    for slot, words in {
        "place": "above in into under beside inside below within at on near im ins auf en dans sur unter neben bei",
        "to": "to against towards from onto nach zu vers hacia contra",
        "means": "with use uses using used via by through take mit per avec utilise con usa usar nutze verwende",
        "purpose": "for für pour para",
        _IS: "is are be as : = being ist sind als est sont comme es son como equal equals becomes",
    }.items()
    for word in words.split()
}
"""Word before a value -> the slot in which the value stands."""
_LANGUAGES: Final = """
english german french spanish italian dutch portuguese englisch deutsch französisch spanisch anglais allemand français
espagnol inglés alemán español
"""
_KINDS: Final = [
    frozenset(group.split())
    for group in (
        _LANGUAGES,
        "seconds second millis milliseconds ms minutes micros nanos sekunden millisekunden",
        "camelcase snake_case kebab-case pascalcase camel snake kebab pascal",
        "single double einfache doppelte simples dobles doubles",
    )
] + [frozenset(group) for group in INSTEAD if not any(word.isdigit() for word in group)]
"""Values of a kind, of which one is in the place of another."""
_NUMBER, _LANGUAGE, _OTHER = -2, 0, -1
_HARD: Final = frozenset((_NUMBER, _LANGUAGE))
"""Kinds of values of which only others take the place."""
_HOLDERS: Final = frozenset(("code", "file", "files", "folder", "directory", "datei", "fichier", "archivo"))
"""Words that name nothing, but are values: `log to a file`."""
_TOKEN: Final = re.compile(r":(?=\s)|[\w./<>#'-]*[\w/>]")
_WRITTEN: Final = re.compile(r"\w[._/-]\w|/?<\w")
"""A value as it is written in code."""
_MOST_LEFT: Final = 2
_TELLS: Final = Pattern(
    r"\b(?:was|were|had|did|wasn't|weren't|didn't|hatte\w*|waren?|étai(?:t|ent)|era|eran|fue)\b"
    r"|^(?:please |so |and |but )*(?:leave|lass|laisse|deja) (?:it|that|this|them|those|das|es|ça|lo|eso)\b"
)
"""What tells how something was, or leaves it as it is: it gives no value."""


class _Word(NamedTuple):
    """A word that names something."""

    raw: str
    name: str
    slot: str

    @property
    def kind(self) -> int:
        if self.raw.isdigit() or self.raw in NUMBERS:
            return _NUMBER
        return next((number for number, group in enumerate(_KINDS) if self.raw in group), _OTHER)


def gives_other_value(text: str, before: str, new: tuple[Clause, ...], old: tuple[Clause, ...]) -> bool:
    """Whether a sentence gives another value of what a rule is about. `new`, `old`: the clauses of both; `before`: the
    sentence before it."""
    demands = [one for one in old if one.polarity != MUST_NOT or any(char.isdigit() for char in one.text)]
    has_changed = CHANGE.search(f"{before} {text}") is not None
    if not demands or not (has_changed or CONTRAST.search(text)):
        return False
    if any(_puts_off(one, text, before, new) for one in demands):
        return True
    giving = [one for one in new if one.polarity in (MUST, MAY) and not is_of_others(one)] if has_changed else []
    giving = [one for one in giving if not _TELLS.search(one.text)]
    return any(_has_other_value(one, other) for one in giving for other in demands)


def _puts_off(rule: Clause, text: str, before: str, new: tuple[Clause, ...]) -> bool:
    """Whether a sentence, or the one before it, names what a clause wants as gone, and speaks of what that is for."""
    shared = share_names(join_names(new), rule.names)
    for words in (text, before):
        for match in CONTRAST.finditer(words):
            if match["old"] and denies_verb(words[: match.start()]):
                continue
            gone = read_things(match["old"] or match["gone"] or match["left"] or "")
            given_up = share_names(gone, rule.names)
            is_short = len(rule.names) <= _MOST_LEFT and given_up == gone  # one name of several may be in any sentence
            if given_up and 2 * len(given_up) >= len(gone) and (shared - given_up or is_short):
                return True
    return False


def _has_other_value(clause: Clause, rule: Clause) -> bool:
    """Whether two clauses give the same thing different values."""
    own = [*(_Word(name, name, "") for name in sorted(clause.pointed)), *_read_words(clause.text)]
    others = _read_words(rule.text)
    names, other_names = (frozenset(one.name for one in words) for words in (own, others))
    shared = share_names(names, other_names)
    fresh = [one for one in own if one.name not in shared]
    stale = [one for one in others if not has_name(names, one.name)]
    if not (shared and fresh and stale):
        return False
    if _read_subject(own) and _read_subject(own) == _read_subject(others):
        return True
    kinds, other_kinds = ({one.kind for one in words} for words in (fresh, stale))
    if alike := (kinds & other_kinds) - {_OTHER}:
        rest, left = ([one for one in words if one.kind not in alike] for words in (fresh, stale))
        return len(rest) <= (0 if _NUMBER in alike else 1) and len(left) <= _MOST_LEFT
    if _HARD & (kinds ^ other_kinds):
        return False
    slot = fresh[0].slot
    if not slot or any(one.slot != slot for one in fresh):
        return False
    same = [one for one in stale if one.slot and (one.slot == slot or _IS in (one.slot, slot))]
    return bool(same) and len(stale) - len(same) <= 1


def _read_words(clause: str) -> list[_Word]:
    """The words of a clause that name something, each with the slot in which it stands."""
    words: list[_Word] = []
    slot = ""
    for raw in _TOKEN.findall(CUES.sub(" ", drop_example(clause)).replace("next to", "beside")):
        if raw in _SLOTS:
            slot = _SLOTS[raw]
        elif raw.isdigit() or raw in NUMBERS or _WRITTEN.search(raw):
            words.append(_Word(raw, raw, slot))
        else:
            names = read_things(raw) or frozenset((raw,) if raw in _HOLDERS else ())
            words += [_Word(raw, name, slot) for name in sorted(names)]
    return words


def _read_subject(words: list[_Word]) -> frozenset[str]:
    """What stands before `is` or a colon."""
    place = next((place for place, one in enumerate(words) if one.slot == _IS), 0)
    return frozenset(one.name for one in words[:place])
