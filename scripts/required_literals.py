#!/usr/bin/env python3
"""Writes `literals.tsv` and `triggers.tsv` of `src/backstory/redact/packs`: without them, a pattern matches nothing.

`redact.required_literals` and `redact.plain_text` say what they are for. A pattern that `literals.tsv` does not have is
compiled when it is first used, so a change of it only takes longer; `triggers.tsv` has to be current.
"""

import argparse
import importlib
import os
import pkgutil
import re
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from re import _constants as c  # the parts of a pattern, as the standard library reads them
from re import _parser as parser
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "src"))

from backstory import redact  # noqa: E402
from backstory.redact import plain_text  # noqa: E402
from backstory.redact.patterns import Alternation, Pattern  # noqa: E402
from backstory.redact.required_literals import FILE, FLAG, SHORTEST, name_source, write_sets  # noqa: E402
from backstory.redact.screening import STARTS  # noqa: E402

PACKS = os.path.join(ROOT, "src", "backstory", "redact", "packs")
MOST_LITERALS = 100
"""Literals of a set. To look for more of them takes as long as to compile the pattern."""
MOST_SETS = 3
MOST_TRIGGERS = 2
"""Sets that are kept of each alternative in `triggers.tsv`."""
MOST_TEXTS = 24
"""Texts that a part of a pattern matches, up to which all are listed."""
_DIGIT = b"[0-9]"
WIDEST = 4
"""Characters of a class that are listed."""
MOST_REPEATS = 2
ASCII = 128
LETTERS = 192
"""Where the bytes begin that the engine takes for letters of both cases."""
COMMON = frozenset(" etaoinsrhldu\n.,-:/\"'=_()")

Item = tuple[Any, Any]
Literals = frozenset[str]
REPEATS = (c.MAX_REPEAT, c.MIN_REPEAT)
_OTHER_SYNTAX = re.compile(rb"\[:\^?[a-z]+:\]|\\[QECpPX]|\\x\{|\(\?P|\(\?[a-zA-Z-]*x")
"""What the engine reads in another way than the standard library."""
_FLAGS = re.compile(r"\(\?[imsU-]+([):])")


def find_required(source: bytes) -> list[Literals]:
    """Sets of literals in small letters, of each of which a text has one wherever the pattern matches; rarest first."""
    tree = _parse(source)
    return _choose_rarest(_require_all(list(tree))) if tree is not None else []


def split_source(source: bytes) -> list[tuple[int, int]]:
    """Where the alternatives of a pattern begin and how many groups stand before each, and the same of its end.

    Flags before the first alternative hold for all. Those inside do not, and such a pattern is one alternative.
    """
    starts, depth, place, in_class = [(0, 0)], 0, len(FLAG) if source.startswith(FLAG) else 0, False
    count = 0
    while place < len(source):
        char = source[place : place + 1]
        if char == b"\\":
            place += 1
        elif in_class:
            in_class = char != b"]"
        elif char == b"[":
            in_class = True
            place += 2 if source[place + 1 : place + 3] == b"^]" else 1 if source[place + 1 : place + 2] in b"]^" else 0
        elif char == b"(":
            is_group = source[place + 1 : place + 2] != b"?"
            if not is_group and not 0 <= source.find(b":", place) < source.find(b")", place):
                return [(0, 0), (len(source) + 1, 0)]
            count += is_group
            depth += 1
        elif char == b")":
            depth -= 1
        elif char == b"|" and not depth:
            starts.append((place + 1, count))
        place += 1
    return [*starts, (len(source) + 1, count)]


def _parse(source: bytes) -> Any:
    """The parts of a pattern without its flags, which say nothing of literals in small letters."""
    if _OTHER_SYNTAX.search(source):
        return None
    text = _FLAGS.sub(lambda flags: "(?:)" if flags[1] == ")" else "(?:", source.decode("latin-1"))
    try:
        return parser.parse(text.replace(r"\z", r"\Z"))
    except (re.error, OverflowError, RecursionError):
        return None


def _require_all(items: Sequence[Item]) -> list[Literals]:
    """All sets that the parts of a sequence require."""
    sets: list[Literals] = []
    run = [""]  # what neighbouring parts match that match few texts
    for op, value in items:
        texts = _list_texts([(op, value)])
        if texts is not None and len(run) * len(texts) <= MOST_TEXTS:
            run = [before + text for before in run for text in texts]
            continue
        sets.append(frozenset(run))
        run = texts or [""]
        if texts is None:
            sets += _require(op, value)
    sets.append(frozenset(run))
    return [literals for literals in sets if "" not in literals]


def _require(op: Any, value: Any) -> list[Literals]:
    """The sets that one part requires."""
    if op is c.SUBPATTERN:
        return _require_all(list(value[3]))
    if op in REPEATS:
        return _require_all(list(value[2])) if value[0] > 0 else []
    if op is not c.BRANCH:
        return []
    union: Literals = frozenset()
    for branch in value[1]:
        rarest = _choose_rarest(_require_all(list(branch)))
        if not rarest:
            return []
        union |= rarest[0]
    return [union]


def _list_texts(items: Sequence[Item]) -> list[str] | None:
    """The texts in small letters that a sequence matches, if they are few and have no letters but those of ASCII."""
    out = [""]
    for op, value in items:
        texts = _list_texts_of(op, value)
        if texts is None or len(out) * len(texts) > MOST_TEXTS:
            return None
        out = list(dict.fromkeys(before + text for before in out for text in texts))
    return out


def _list_texts_of(op: Any, value: Any) -> list[str] | None:
    if op is c.LITERAL:
        return [chr(value).lower()] if value < ASCII else [chr(value)] if value < LETTERS else None
    if op is c.AT:
        return [""]
    if op is c.IN:
        return _list_class(value)
    if op is c.SUBPATTERN:
        return _list_texts(list(value[3]))
    if op is c.BRANCH:
        listed = [_list_texts(list(branch)) for branch in value[1]]
        return None if None in listed else [text for texts in listed for text in texts or ()]
    if op in REPEATS and value[1] is not c.MAXREPEAT and value[1] <= MOST_REPEATS:
        listed = [_list_texts(list(value[2]) * count) for count in range(value[0], value[1] + 1)]
        return None if None in listed else [text for texts in listed for text in texts or ()]
    return None


def _list_class(members: Sequence[Item]) -> list[str] | None:
    """The characters of a class in small letters, if they are few and of ASCII."""
    chars: set[str] = set()
    for op, value in members:
        if op is c.LITERAL and value < ASCII:
            chars.add(chr(value).lower())
        elif op is c.RANGE and value[1] < ASCII and value[1] - value[0] < WIDEST:
            chars.update(chr(code).lower() for code in range(value[0], value[1] + 1))
        else:
            return None
    return sorted(chars) if len(chars) <= WIDEST else None


def _choose_rarest(sets: list[Literals]) -> list[Literals]:
    """Few of the sets, those first that fewest texts have."""
    few = [literals for literals in set(map(_slim, sets)) if len(literals) <= MOST_LITERALS]
    return sorted(few, key=lambda literals: (sum(map(_weigh, literals)), sorted(literals)))[:MOST_SETS]


def _holds_another(literal: str, literals: Literals) -> bool:
    return any(other != literal and other in literal for other in literals)


def _weigh(literal: str) -> int:
    """How common a literal is."""
    if len(literal) == 1:
        return 40 if literal in COMMON else 12
    return max(1, 18 - 4 * len(literal))


def list_patterns() -> tuple[list[bytes], list[bytes]]:
    """The sources of all patterns of the room, and of those that are searched as alternatives."""
    whole: set[bytes] = set()
    joint: set[bytes] = set()
    for module in pkgutil.iter_modules(redact.__path__):
        for item in vars(importlib.import_module(f"{redact.__name__}.{module.name}")).values():
            for part in _walk(item):
                if isinstance(part, Alternation):
                    joint.update(pattern.source for pattern in part.patterns)
                else:
                    whole.add(part.source)
    return sorted(whole | joint), sorted(joint)


def _walk(item: object) -> Iterator[Pattern | Alternation]:
    """The patterns in a value of a module: itself, or in its tables."""
    if isinstance(item, Pattern):
        yield item
    elif isinstance(item, Alternation):
        yield item
        yield from item.patterns
    elif isinstance(item, tuple | list):
        for part in item:
            yield from _walk(part)
    elif isinstance(item, dict):
        for part in item.values():
            yield from _walk(part)


def build() -> bytes:
    whole, joint = list_patterns()
    rows = [
        name_source(source, joint=False) + b"\t" + _write(sets)
        for source in whole
        if len(source) >= SHORTEST and (sets := find_required(source))
    ]
    for source in joint:
        starts = split_source(source)
        if len(starts) > 2:
            rows.append(name_source(source, joint=True) + b"".join(_write_alternatives(source, starts)))
    return b"\n".join(sorted(rows)) + b"\n"


def _write_alternatives(source: bytes, starts: list[tuple[int, int]]) -> Iterator[bytes]:
    """The fields of the alternatives: where each begins, the groups before and behind it, and its sets."""
    groups = starts[-1][1]
    for (start, before), (end, behind) in pairwise(starts):
        head = b"%d,%d,%d" % (start, before, groups - behind) if groups else b"%d" % start
        yield b"\t" + head + b":" + _write(find_required(source[start : end - 1]))


def build_triggers() -> bytes:
    """The sets of each alternative of the patterns that the search starts from, of those that a plain text may have."""
    rows = set()
    for pattern in STARTS:
        for (start, _), (end, _) in pairwise(split_source(pattern.source)):
            source = pattern.source[start : end - 1]
            sets = _require_all(list(_parse(source)))
            with_digits = _require_all(list(_parse(source.replace(_DIGIT, b"0"))))  # a class of ten is not listed
            if not any(all(set(one) - plain_text.CHARS for one in literals) for literals in (*sets, *with_digits)):
                rows.add(_write(sorted(map(_slim, sets), key=_estimate_texts)[:MOST_TRIGGERS]))
    return b"\n".join(sorted(rows)) + b"\n"


def _slim(literals: Literals) -> Literals:
    return frozenset(one for one in literals if not _holds_another(one, literals))


def _estimate_texts(literals: Literals) -> tuple[float, list[str]]:
    """How many texts have one of some literals, and what decides between as many."""
    return sum(1.0 if one in COMMON else 4.0 ** -len(one) for one in literals), sorted(literals)


def _write(sets: list[Literals]) -> bytes:
    return write_sets(tuple(tuple(one.encode("latin-1") for one in sorted(literals)) for literals in sets))


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--check", action="store_true", help="only say whether the file is current")
    check = arguments.parse_args().check
    for name, data in ((FILE, build()), (plain_text.FILE, build_triggers())):
        path = os.path.join(PACKS, name)
        try:
            with open(path, "rb") as file:
                current = file.read() == data
        except FileNotFoundError:
            current = False
        if current:
            continue
        if check:
            print(f"{name} is not current: run `python scripts/required_literals.py`")
            return 1
        with open(path, "wb") as file:
            file.write(data)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
