"""Finds the modal verbs with which a question only asks: `how long may we wait`, `what must it not do`."""

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MODALS = frozenset(("may", "might", "must", "shall", "ought"))
_SUBJECTS = frozenset(("we", "i", "you", "one", "it", "they", "the", "this", "that", "a", "an", "there", "our", "my"))


def find_modals(words: "Sequence[str]") -> "frozenset[str]":
    """The modal verbs among the words of a question, each before its subject."""
    return frozenset([verb for verb, subject in pairwise(words) if verb in _MODALS and subject in _SUBJECTS])
