"""Secrets that a person stated in a talk: whoever repeats one in other words does not say that it is one.

`the staging password is ...` is cut by its words, and `connected with bob / ...` in the answer has none. So the values
that were cut are looked for in what comes after: in the same reading every value that is no word, in later ones what
digests remember. They are stricter, because a value such as `docs/ops/2044` may be a path in another talk.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from backstory.redact.gate import Gate

LEAST: Final = 6
"""Characters of a value that is looked for; a shorter one may be any word."""
MOST: Final = 128
"""Characters of the longest one. What is longer is told by its own look."""
MOST_OF_TEXT: Final = 64
"""Secrets of one text that are noted. One that has more is a list of them."""
_BOUND: Final = r"(?<![\w]){}(?![\w])"
Keep = Callable[[Iterable[tuple[str, str]]], None]
"""Keeps the digests of secrets, each a rule and a value."""


class StatedSecrets:
    """The secrets of one talk so far. `keep` takes those that later talks are to hide as well."""

    def __init__(self, gate: "Gate", keep: Keep = lambda _: None) -> None:
        self._gate = gate
        self._keep = keep
        self._marks: dict[str, str] = {}
        self._pattern: re.Pattern[str] | None = None

    def learn(self, text: str) -> None:
        """Notes the values that the gate cuts out of a text, and keeps them."""
        values = dict(self._list_values(text))
        for value, rule in values.items():
            if value not in self._marks and _is_distinct(value):
                self._marks[value] = self._gate.mark(rule, value)
                self._pattern = None
        self._pass_on(values)

    def keep(self, text: str) -> None:
        """Keeps the values that the gate cuts out of a text for later talks."""
        self._pass_on(dict(self._list_values(text)))

    def _list_values(self, text: str) -> Iterator[tuple[str, str]]:
        """Yields the values of a text with their rules."""
        for rule, start, end in self._gate.check(text).findings[:MOST_OF_TEXT]:
            yield text[start:end], rule

    def _pass_on(self, values: dict[str, str]) -> None:
        """Hands on the values that the gate does not recognise by their own look."""
        kept = [(rule, value) for value, rule in values.items() if not self._gate.check(value).findings]
        if kept:
            self._keep(kept)

    def hide(self, text: str) -> str:
        """The text with every value that was noted replaced by the mark that it has elsewhere."""
        if not self._marks or not text:
            return text
        if self._pattern is None:
            longest_first = sorted(self._marks, key=len, reverse=True)
            self._pattern = re.compile(_BOUND.format(f"({'|'.join(map(re.escape, longest_first))})"))
        return self._pattern.sub(lambda match: self._marks[match[1]], text)


def _is_distinct(value: str) -> bool:
    """Whether a value is no word: one piece, with letters and something else among them."""
    has_letter = any(map(str.isalpha, value))
    return LEAST <= len(value) <= MOST and has_letter and not value.isalpha() and not any(map(str.isspace, value))
