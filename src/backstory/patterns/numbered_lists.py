"""Lists that stand numbered within a line: `my conditions: (1) no new package. (2) never push.`

In Chinese, Japanese and Korean there is no blank behind the sign before a number, and often none behind the number:
`1. A；2. B；3. C`.
"""

import re
from itertools import chain
from typing import Final

from backstory.base.unspaced import is_unspaced
from backstory.model.late_pattern import late_pattern

_NUMBER: Final = late_pattern(
    r"(?:^|(?<=[\s:;,.!?：；，。、！？]))(?:[(（]?(?P<digit>[1-9])(?:[、．。）]|[.)](?!\d))|(?P<sign>[①-⑨]))\s*(?=\S)"
)
_SPACED_NUMBER: Final = late_pattern(
    r"(?:(?:^|(?<=\s))\((?P<digit>[1-9])\)|(?:^|(?<=[:;,.!?—–-]\s))(?P<sign>[1-9])[.)])\s+(?=[^\W\d])"
)
"""The same where words stand apart. `see option 1. Then` ends a sentence, and `(1)` may refer to something."""
_MIN_SPACED: Final = 2
"""Words that each item has there."""
_FIRST_SIGN: Final = ord("①") - 1
_FEWEST: Final = 2
_BETWEEN: Final = " \u3000,;；，、"


def split_numbered(line: str) -> list[str]:
    """What introduces the list of a line, which may be empty, and its items without their numbers; else the line."""
    is_wide = is_unspaced(line)
    numbers = list((_NUMBER if is_wide else _SPACED_NUMBER).finditer(line))
    if len(numbers) < _FEWEST or [_read_number(one) for one in numbers] != list(range(1, len(numbers) + 1)):
        return [line]
    edges = [0, *chain.from_iterable(one.span() for one in numbers), len(line)]
    parts = [line[start:end].strip(_BETWEEN) for start, end in zip(edges[::2], edges[1::2], strict=True)]
    if not is_wide and (line.endswith("?") or any(len(item.split()) < _MIN_SPACED for item in parts[1:])):
        return [line]  # a question has options, which say little without it
    return parts


def _read_number(match: re.Match[str]) -> int:
    number = match["digit"] or match["sign"]
    return int(number) if number.isdecimal() else ord(number) - _FIRST_SIGN
