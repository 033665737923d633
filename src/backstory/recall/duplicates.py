"""Records that say the same: shown once."""

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

ALIKE: Final = 0.9
"""Jaccard similarity of the word pairs from which two texts count as one. Pairs, because single words cannot tell
`use A instead of B` from `use B instead of A`."""
_SIGNS: Final = frozenset("'_+=<>#%&|^~!")
_NEGATIONS: Final = frozenset(
    {"no", "not", "never", "without", "none", "nor", "cannot", "cant", "can't", "dont", "don't", "wont", "won't",
     "isnt", "isn't", "avoid", "except", "unless"}
)  # fmt: skip


def merged(texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Ids of texts that repeat an earlier one -> id of that one. Give the better texts first.

    Two texts that differ in a number or a negation are never the same, however alike. Texts are compared only where
    they share a pair of their sorted prefix (two sets as alike as that must), so that thousands cost little.
    """
    out: dict[str, str] = {}
    seen: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    by_prefix: dict[str, list[str]] = {}
    for key, text in texts:
        words = _words(text)
        pairs = frozenset(f"{a} {b}" for a, b in pairwise(words)) or frozenset(words)
        if not pairs:
            continue
        mine = pairs, frozenset(words)
        prefix = sorted(pairs)[: len(pairs) - -(-len(pairs) * 9 // 10) + 1]
        rivals = {other: None for pair in prefix for other in by_prefix.get(pair, ())}
        twin = next((other for other in rivals if _same(mine, seen[other])), "")
        if twin:
            out[key] = twin
            continue
        seen[key] = mine
        for pair in prefix:
            by_prefix.setdefault(pair, []).append(key)
    return out


def _words(text: str) -> list[str]:
    return "".join(c if c.isalnum() or c in _SIGNS else " " for c in text.lower()).split()


def _same(a: tuple[frozenset[str], frozenset[str]], b: tuple[frozenset[str], frozenset[str]]) -> bool:
    if len(a[0] & b[0]) < ALIKE * len(a[0] | b[0]):
        return False
    return not any(w in _NEGATIONS or any(c.isdigit() for c in w) for w in a[1] ^ b[1])
