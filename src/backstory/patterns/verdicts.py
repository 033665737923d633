"""Verdicts on texts, kept from one process to the next.

A brief asks some thirty questions of each sentence of the last sessions, such as whether it gives a reason, and the
next brief asks them again of nearly the same sentences. The answer depends on the sentence alone. It is kept under a
digest of the sentence and has none of its words, so that there is nothing in it to redact or to forget.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from itertools import islice
from typing import Final, TypeVar

from backstory.base.digests import blake2b

Verdict = bool | int | float | list[int]
T = TypeVar("T", bool, int, float, list[int])

MOST_KEPT: Final = 8_000
"""Texts of which verdicts are kept: those that were asked about last."""
_MOST_READ: Final = 20_000
"""Texts of which a process that runs for long remembers the digests."""


class _Texts(dict[str, dict[str, Verdict]]):
    """Text -> question -> its verdict. What was kept of a text is looked up when it first comes."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, Verdict]] = {}
        """By digest, what was asked about last at the end."""
        self.new = 0
        """Verdicts that were not kept."""

    def __missing__(self, text: str) -> dict[str, Verdict]:
        if len(self) >= _MOST_READ:
            self.clear()
            self.kept = list_last(self.kept)
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=10).hexdigest()
        verdicts = self.kept.pop(digest, None)
        self[text] = self.kept[digest] = verdicts = {} if verdicts is None else verdicts
        return verdicts


_texts: Final = _Texts()


def name_question(function: Callable[[str], object]) -> str:
    """What a verdict of a function is kept under, such as `stance.is_deed`."""
    return f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"


def judged(function: Callable[[str], T]) -> Callable[[str], T]:
    """A function that decides something about a text by its words alone. It is called once for each text."""
    name = name_question(function)

    @wraps(function)
    def judge(text: str) -> T:
        verdicts = _texts[text]
        if name in verdicts:
            return verdicts[name]  # type: ignore[return-value]
        value = verdicts[name] = function(text)
        _texts.new += 1
        return value

    return judge


def judged_beside(function: Callable[..., T]) -> Callable[..., T]:
    """The same of a text beside others, such as whether it revises a rule. The verdicts are kept with those on the
    text itself, each under a digest of the others."""
    name = name_question(function)

    @wraps(function)
    def judge(text: str, *others: str) -> T:
        verdicts = _texts[text]
        beside = blake2b("\0".join(others).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
        question = f"{name} {beside}"
        if question in verdicts:
            return verdicts[question]  # type: ignore[return-value]
        value = verdicts[question] = function(text, *others)
        _texts.new += 1
        return value

    return judge


def open_verdicts(text: str) -> dict[str, Verdict]:
    """The verdicts on a text, to which its reader may add others while it decides something that is kept as well."""
    return _texts[text]


def find_places(text: str, part: str) -> list[int] | None:
    """Start and end of each piece of a text of which the lines of a part of it consist; None where some line does not
    stand in the text behind the one before. So a part is kept without its words: see `join_places`."""
    places: list[int] = []
    after = 0
    for line in part.split("\n"):
        start = text.find(line, after) if line else after
        if start < 0:
            return None
        after = start + len(line)
        if places and start == places[-1] + 1 and text[places[-1]] == "\n":
            places[-1] = after
        else:
            places += (start, after)
    return places


def join_places(text: str, places: Sequence[int]) -> str:
    """The part of a text that stands at some places."""
    return "\n".join(text[start:end] for start, end in zip(places[::2], places[1::2], strict=False))


def load_verdicts(kept: dict[str, dict[str, Verdict]]) -> None:
    """Takes over what an earlier process has decided, in place of what this one has."""
    _texts.clear()
    _texts.kept = kept
    _texts.new = 0


def count_new() -> int:
    """How many verdicts were not kept."""
    return _texts.new


def take_verdicts() -> dict[str, dict[str, Verdict]]:
    """The verdicts to keep, by the digests of their texts. All of them count as kept from then on."""
    _texts.new = 0
    return list_last(_texts.kept)


def list_last(kept: Mapping[str, dict[str, Verdict]]) -> dict[str, dict[str, Verdict]]:
    """The last `MOST_KEPT` of them."""
    return dict(islice(kept.items(), max(0, len(kept) - MOST_KEPT), None))
