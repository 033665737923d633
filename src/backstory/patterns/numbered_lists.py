"""Lists that stand numbered within a line, as people write them in Chinese, Japanese and Korean.

`1. A；2. B；3. C`: there is no blank behind the sign before a number, and often none behind the number.
"""

import re
from itertools import chain
from typing import Final

from backstory.base.unspaced import is_unspaced

_NUMBER: Final = re.compile(
    r"(?:^|(?<=[\s:;,.!?：；，。、！？]))(?:[(（]?(?P<digit>[1-9])(?:[、．。）]|[.)](?!\d))|(?P<sign>[①-⑨]))\s*(?=\S)"
)
_FIRST_SIGN: Final = ord("①") - 1
_FEWEST: Final = 2
_BETWEEN: Final = " \u3000,;；，、"


def split_numbered(line: str) -> list[str]:
    """What introduces the list of a line, which may be empty, and its items without their numbers.

    The line itself where it holds no list, or has no word of these languages.
    """
    if not is_unspaced(line):
        return [line]
    numbers = list(_NUMBER.finditer(line))
    if len(numbers) < _FEWEST or [_read_number(one) for one in numbers] != list(range(1, len(numbers) + 1)):
        return [line]
    edges = [0, *chain.from_iterable(one.span() for one in numbers), len(line)]
    return [line[start:end].strip(_BETWEEN) for start, end in zip(edges[::2], edges[1::2], strict=True)]


def _read_number(match: re.Match[str]) -> int:
    return int(match["digit"]) if match["digit"] else ord(match["sign"]) - _FIRST_SIGN
