"""Compares where files are with what the first line of a goal names: a folder, or a role such as example."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Final

from backstory.code.index.goal import trim_ending
from backstory.code.read.definitions import split_name

_ROLE_NAMES: Final = {
    "example": frozenset(
        ["example", "examples", "sample", "samples", "demo", "demos", "tutorial", "tutorials", "playground", "cookbook"]
    ),
    "bench": frozenset(["bench", "benches", "benchmark", "benchmarks"]),
    "locale": frozenset(["locale", "locales", "translation", "translations", "i18n", "l10n"]),
}
"""What people call the files of a role. Tests and documents are left out: a goal names them as what comes along."""


def named_roles(title: str) -> set[str]:
    """The roles that the first line of a goal names."""
    words = set(re.findall(r"[a-z0-9]+", title.lower()))
    return {role for role, names in _ROLE_NAMES.items() if not names.isdisjoint(words)}


def area_values(paths: Sequence[str], title: str) -> list[float]:
    """For each of the paths, how rare the words of its folders are among the paths, as far as the title has them.

    The title is the first line of a goal: what follows names many folders by chance.

    The words of a file's own name are left out. The index ranks by rarity in the whole tree: of forty files that fit a
    goal, all may be in folders that are rare there.
    """
    named = {piece for word in re.findall(r"[A-Za-z_]\w*", title) for piece in _pieces(word)}
    places = [_place(path) for path in paths]
    spread = Counter(word for folders, name in places for word in folders | name)
    return [
        sum(math.log(len(paths) / spread[word] + 0.5) for word in sorted((folders - name) & named))
        for folders, name in places
    ]


def _place(path: str) -> tuple[set[str], set[str]]:
    """(words of the folders of a path, words of its name)."""
    *folders, base = path.split("/")
    name = base[: base.find(".", 1)] if "." in base[1:] else base
    return {word for folder in folders for word in _pieces(folder)}, _pieces(name)


def _pieces(name: str) -> set[str]:
    return set(map(trim_ending, split_name(name)))
