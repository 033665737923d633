"""Compares where files are with the folders that the first line of a goal names."""

import math
import re
from collections import Counter
from collections.abc import Sequence

from backstory.code.index.goal import trim_ending
from backstory.code.read.definitions import split_name


def area_values(paths: Sequence[str], title: str) -> list[float]:
    """For each of the paths, how rare the words of its folders are among the paths, as far as the title has them.

    The title is the first line of a goal: what follows names many folders by chance.

    The words of a file's own name are left out. The index ranks by rarity in the whole tree: of forty files that fit a
    goal, all may be in folders that are rare there.
    """
    title_pieces = {piece for word in re.findall(r"[A-Za-z_]\w*", title) for piece in _pieces(word)}
    places = [_place(path) for path in paths]
    spread = Counter(word for folders, name in places for word in folders | name)
    return [
        sum(math.log(len(paths) / spread[word] + 0.5) for word in sorted((folders - name) & title_pieces))
        for folders, name in places
    ]


def _place(path: str) -> tuple[set[str], set[str]]:
    """(words of the folders of a path, words of its name)."""
    *folders, base = path.split("/")
    name = base[: base.find(".", 1)] if "." in base[1:] else base
    return {word for folder in folders for word in _pieces(folder)}, _pieces(name)


def _pieces(name: str) -> set[str]:
    return set(map(trim_ending, split_name(name)))
