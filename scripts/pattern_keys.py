#!/usr/bin/env python3
"""Writes `src/backstory/patterns/keys.tsv`: the words without which a pattern matches no text.

It reads the patterns of `capture` and `recall`. `patterns.prefilter` says what a key is. A pattern that is not in the
file is searched in every text, so a change of a pattern needs no new file: it only takes longer.
"""

import argparse
import gc
import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from re import _constants as c  # the parts of a pattern, as the standard library reads them
from re import _parser as parser
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "src"))

from backstory import capture, recall  # noqa: E402
from backstory.base.unspaced import WIDE  # noqa: E402
from backstory.patterns.pattern import Pattern  # noqa: E402
from backstory.patterns.prefilter import FILE, LONGEST, digest_source, is_odd  # noqa: E402

MOST_KEYS = 120
"""Keys of a pattern. One with more of them is in most texts anyway."""
MOST_SETS = 3
HEAVIEST = 240
"""Weight of keys of which most texts have one."""
MOST_STEPS = 4_000
DEEPEST = 100
COMMON = frozenset(
    (
        *("a", "an", "and", "are", "as", "at", "be", "but", "by", "do", "for", "from", "has", "have", "i", "if", "in"),
        *("is", "it", "no", "not", "now", "of", "on", "or", "so", "that", "the", "then", "this", "to", "was", "we"),
        *("with", "you"),
    )
)
"""Words that most texts have."""

Item = tuple[Any, Any]
Keys = frozenset[str]


class Unbounded(Exception):
    """No keys: a part of a pattern matches texts of any words."""


def find_keys(source: str, flags: int = 0) -> list[Keys]:
    """Sets of keys of each of which a text has one wherever the pattern matches, the rarest first; at most `MOST_SETS`.

    None where there are none, or too common ones.
    """
    tree = parser.parse(source, flags)
    if (tree.state.flags | flags) & (re.ASCII | re.VERBOSE | re.LOCALE):
        return []
    return [keys for keys in _Finder().choose(list(tree), starts=False) if _weigh(keys) < HEAVIEST]


def _weigh(keys: Keys) -> int:
    """How common keys are: the lower, the better they tell texts apart."""
    return sum(_weigh_key(key) for key in keys)


def _weigh_key(key: str) -> int:
    if key[:-1] in COMMON and key[-1] == " ":
        return 60
    if len(key) == 1:
        return 60 if key in ".,'-" else 1 if key >= WIDE else 6
    return max(1, 10 - 2 * len(key))


class _Finder:
    def __init__(self) -> None:
        self.steps = self.depth = 0

    def choose(self, items: Sequence[Item], *, starts: bool) -> list[Keys]:
        """The rarest sets of keys of those that the parts of a sequence require.

        `starts`: whether a word starts where the sequence begins, if it begins with one.
        """
        choices: list[Keys] = []
        for place, (op, value) in enumerate(items):
            if starts:
                with suppress(Unbounded):
                    choices.append(frozenset(self.begin(tuple(items[place:]), "")))
            choices += self.require(op, value, starts=starts)
            starts = self.is_start_after((op, value), starts=starts)
        return _choose_rarest(choices)

    def require(self, op: Any, value: Any, *, starts: bool) -> list[Keys]:
        """The sets of keys that a part requires wherever it stands."""
        if op is c.LITERAL:
            sign = chr(value).lower()
            return [frozenset(sign)] if _is_sign(sign) else []
        if op is c.IN:
            signs = _list_signs(value)
            return [frozenset(signs)] if signs and all(map(_is_sign, signs)) else []
        if op is c.SUBPATTERN:
            return self.choose(list(value[3]), starts=starts)
        if op is c.ATOMIC_GROUP:
            return self.choose(list(value), starts=starts)
        if op in REPEATS and value[0] > 0:
            return self.choose(list(value[2]), starts=starts)
        if op is c.ASSERT:
            return self.choose(list(value[1]), starts=starts and value[0] > 0)
        if op is c.BRANCH:
            return _unite([self.choose(list(part), starts=starts) for part in value[1]])
        return []

    def begin(self, items: tuple[Item, ...], word: str) -> set[str]:
        """The keys of the words with which a sequence begins, after the beginning of one."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Unbounded
        self.depth += 1
        try:
            return self._begin(items, word)
        finally:
            self.depth -= 1

    def _begin(self, items: tuple[Item, ...], word: str) -> set[str]:
        if self.depth > DEEPEST:
            raise Unbounded
        if len(word) >= LONGEST:
            return {word[:LONGEST]}
        if not items:
            return _go_on(word)
        (op, value), rest = items[0], items[1:]
        if op is c.LITERAL:
            return self._add(chr(value).lower(), rest, word)
        if op is c.IN:
            return self._add_one_of(value, rest, word)
        if op is c.SUBPATTERN:
            return self.begin((*value[3], *rest), word)
        if op is c.ATOMIC_GROUP:
            return self.begin((*value, *rest), word)
        if op is c.BRANCH:
            return set().union(*(self.begin((*part, *rest), word) for part in value[1]))
        if op in REPEATS:
            return self._repeat(op, value, rest, word)
        if op is c.AT and word and value in (c.AT_BOUNDARY, c.AT_END, c.AT_END_STRING):
            return _end(word)
        if op in (c.AT, c.ASSERT, c.ASSERT_NOT):
            return self.begin(rest, word)
        return _go_on(word)

    def _add(self, sign: str, rest: tuple[Item, ...], word: str) -> set[str]:
        if _is_word(sign):
            return self.begin(rest, word + sign)
        if word:
            return _end(word)
        return {sign} if _is_sign(sign) else self.begin(rest, word)

    def _add_one_of(self, value: Any, rest: tuple[Item, ...], word: str) -> set[str]:
        signs = _list_signs(value)
        if signs:
            return set().union(*(self._add(sign, rest, word) for sign in signs))
        if _is_between_words(value):
            return _end(word) if word else self.begin(rest, word)
        return _go_on(word)

    def _repeat(self, op: Any, value: Any, rest: tuple[Item, ...], word: str) -> set[str]:
        least, most, part = value
        if not word and _is_apart(list(part)):
            return self.begin(rest, word)
        if most == 1:
            more: tuple[Item, ...] = (*part, *rest)
        else:
            left = most if most is c.MAXREPEAT else most - 1
            more = (*part, (op, (max(0, least - 1), left, part)), *rest)
        keys = self.begin(more, word)
        return keys if least else keys | self.begin(rest, word)

    def is_start_after(self, item: Item, *, starts: bool) -> bool:
        """Whether a word that begins after a part begins there, as far as can be told."""
        op, value = item
        if op is c.LITERAL:
            return not _is_word(chr(value))
        if op is c.IN:
            return _is_between_words(value)
        if op is c.AT:
            return starts or value in STARTS
        if op is c.ASSERT:
            return starts
        if op is c.ASSERT_NOT:
            return starts or (value[0] < 0 and _forbids_words(list(value[1])))
        if op is c.SUBPATTERN:
            return self._starts_after_all(list(value[3]), starts=starts)
        if op is c.BRANCH:
            return all(self._starts_after_all(list(part), starts=starts) for part in value[1])
        if op in REPEATS:
            after = self._starts_after_all(list(value[2]), starts=starts and value[0] > 0)
            return after and (starts or value[0] > 0)
        return False

    def _starts_after_all(self, items: Sequence[Item], *, starts: bool) -> bool:
        for item in items:
            starts = self.is_start_after(item, starts=starts)
        return starts


def _choose_rarest(choices: Iterable[Keys]) -> list[Keys]:
    """The rarest sets, none of which contains another."""
    chosen: list[Keys] = []
    for keys in sorted(choices, key=lambda keys: (_weigh(keys), sorted(keys))):
        if len(chosen) < MOST_SETS and len(keys) <= MOST_KEYS and not any(one <= keys for one in chosen):
            chosen.append(keys)
    return chosen


def _unite(parts: Sequence[list[Keys]]) -> list[Keys]:
    """What one of several parts requires: of each the same number of sets, the last of one that has fewer again."""
    if not all(parts):
        return []
    most = max(map(len, parts))
    return [frozenset().union(*(part[min(number, len(part) - 1)] for part in parts)) for number in range(most)]


REPEATS = (c.MAX_REPEAT, c.MIN_REPEAT, c.POSSESSIVE_REPEAT)
STARTS = (c.AT_BOUNDARY, c.AT_BEGINNING, c.AT_BEGINNING_STRING, c.AT_BEGINNING_LINE)


def _end(word: str) -> set[str]:
    """The key of a word that ends."""
    return {f"{word} "}


def _go_on(word: str) -> set[str]:
    """The key of a word of which only the beginning is sure."""
    if len(word) < 2:
        raise Unbounded
    return {word}


def _is_word(sign: str) -> bool:
    return re.match(r"\w", sign) is not None


def _is_sign(sign: str) -> bool:
    """Whether a character is a key by itself: no letter of ASCII, no digit, no blank."""
    return len(sign) == 1 and not sign.isspace() and sign != "_" and not (sign.isascii() and sign.isalnum())


def _list_signs(value: Any) -> list[str]:
    """The characters of a class in lower case; empty if it has more than a few or such as cannot be listed."""
    signs: set[str] = set()
    for op, given in value:
        if op is c.LITERAL:
            signs.add(chr(given).lower())
        elif op is c.RANGE and given[1] - given[0] < 8:
            signs.update(chr(code).lower() for code in range(given[0], given[1] + 1))
        else:
            return []
    return sorted(signs) if len(signs) <= 8 else []


def _is_between_words(value: Any) -> bool:
    """Whether no character of a class belongs to a word."""
    for op, given in value:
        if op is c.LITERAL and not _is_word(chr(given)):
            continue
        if op is c.CATEGORY and given in (c.CATEGORY_SPACE, c.CATEGORY_NOT_WORD):
            continue
        return False
    return True


def _is_apart(items: Sequence[Item]) -> bool:
    """Whether a part is a character that belongs to no word."""
    if len(items) != 1:
        return False
    op, value = items[0]
    return (op is c.LITERAL and not _is_word(chr(value))) or (op is c.IN and _is_between_words(value))


def _forbids_words(items: Sequence[Item]) -> bool:
    """Whether what must not stand before is, among others, any character of a word."""
    return len(items) == 1 and items[0][0] is c.IN and (c.CATEGORY, c.CATEGORY_WORD) in items[0][1]


def list_patterns() -> list[tuple[str, int]]:
    """(source, flags) of the patterns of what reads sentences."""
    for room in (capture, recall):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    return sorted({(one.source, one.flags) for one in gc.get_objects() if isinstance(one, Pattern)})


def format_table(patterns: Iterable[tuple[str, int]]) -> str:
    """The file: a line with the digest of its pattern for each set of keys, then one for each key with its sets."""
    digests: list[str] = []
    numbers: dict[str, list[int]] = {}
    for source, flags in patterns:
        for keys in find_keys(source, flags):
            if any(map(is_odd, keys)):
                continue
            for key in keys:
                numbers.setdefault(key, []).append(len(digests))
            digests.append(digest_source(source, flags))
    lines = [" ".join(digests), *(f"{key}\t{' '.join(map(str, numbers[key]))}" for key in sorted(numbers))]
    return "\n".join(lines) + "\n"


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    patterns = list_patterns()
    with open(FILE, "w", encoding="utf-8") as handle:
        handle.write(table := format_table(patterns))
    print(f"{len(set(table.split(chr(10), 1)[0].split()))} of {len(patterns)} patterns have keys")


if __name__ == "__main__":
    main()
