"""The things and deeds that a lifting or a rule names."""

from functools import lru_cache

from backstory.base.synonyms import find_synonyms
from backstory.base.tokenizer import STOP
from backstory.patterns.lifting_words import DEEDS, IDLE, SAME
from backstory.patterns.pattern import Pattern

_TOKEN = Pattern(r"[^\W_][\w./#'-]*[\w]|\w")


@lru_cache(512)  # each rule is measured by every lifting
def read_names(text: str) -> "tuple[frozenset[str], frozenset[str]]":
    """(things, deeds) that a text names; things without their endings."""
    names: set[str] = set()
    deeds: set[str] = set()
    for token in _TOKEN.findall(text.lower().replace("’", "'")):
        word = token.removesuffix("'s")
        if "'" in word and len(word.partition("'")[0]) < 3:
            word = word.partition("'")[2]
        if _is_path(word):
            names.add(word)
            continue
        deed = DEEDS.get(word) or DEEDS.get(strip_ending(word)) or DEEDS.get(strip_ending(word) + "e")
        if deed:
            deeds.add(deed)
        elif word not in STOP and word not in IDLE and (len(word) > 1 or word.isdigit()):
            names.update(part for part in SAME.get(word, word).split("-") if part and part not in IDLE)
    return frozenset(strip_ending(name) for name in names), frozenset(deeds)


def strip_ending(word: str) -> str:
    """A word without its ending."""
    if _is_path(word):
        return word
    for ending in ("ing", "ed", "es", "en", "s", "e"):
        if word.endswith(ending) and len(word) >= len(ending) + 3:
            word = word.removesuffix(ending)
            break
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]
    return word[:7]


def has_name(names: "frozenset[str]", name: str, *, is_exact: bool = False) -> bool:
    """Whether a text that names these things names another one, as it is, by a path or, unless `is_exact`, by another
    word for it."""
    if name in names or strip_ending(name) in names:
        return True
    if any(_is_path(one) and _names_path(one, name) for one in names):
        return True
    return not is_exact and not names.isdisjoint(_list_others(name))


@lru_cache(8_192)
def _list_others(name: str) -> frozenset[str]:
    """The stems of other words for one."""
    return frozenset(map(strip_ending, find_synonyms(name)))


def _is_path(name: str) -> bool:
    return "/" in name or "." in name


def _names_path(path: str, name: str) -> bool:
    """Whether a name is a path, its end, or a part of it."""
    parts = map(strip_ending, path.replace(".", "/").split("/"))
    return path.endswith(f"/{name}") or name.endswith(f"/{path}") or name in parts
