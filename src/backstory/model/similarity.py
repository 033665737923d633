"""How alike two texts are, by their words."""

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from itertools import chain, pairwise
from typing import Final

MIN_JACCARD: Final = 0.9
"""Similarity of the word pairs from which two texts count as duplicates. Pairs, because single words cannot tell
`use A instead of B` from `use B instead of A`."""
_BLANKED: Final = "".join(chr(code) if chr(code).isalnum() else " " for code in range(128))
"""For each ASCII character itself, or a blank in place of a sign."""
_SIGNS: Final = frozenset("'_+=<>#%&|^~!")
_NEGATIONS: Final = frozenset(
    {"no", "not", "never", "without", "none", "nor", "cannot", "cant", "can't", "dont", "don't", "wont", "won't",
     "isnt", "isn't", "avoid", "except", "unless"}
)  # fmt: skip


def jaccard_similarity(first: AbstractSet[str], second: AbstractSet[str]) -> float:
    """The size of the intersection divided by that of the union; 0.0 for two empty sets."""
    both = len(first & second)
    return both / (len(first) + len(second) - both) if both else 0.0


def word_set(text: str) -> set[str]:
    """The words of a text, whatever their case: runs of letters and digits."""
    folded = text.casefold()
    if folded.isascii():
        return set(folded.translate(_BLANKED).split())
    return set("".join(character if character.isalnum() else " " for character in folded).split())


def find_duplicates(texts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Key of each text that repeats an earlier one -> key of that one. Give the better texts first.

    Two texts that differ in a number or a negation are never duplicates. Texts are compared only where they share a
    word pair of their sorted prefix, as two sets above `MIN_JACCARD` must, so that thousands cost little.
    """
    out: dict[str, str] = {}
    seen: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    by_prefix: dict[str, list[str]] = {}
    for key, text in texts:
        words = _words_and_signs(text)
        pairs = frozenset(f"{first} {second}" for first, second in pairwise(words)) or frozenset(words)
        if not pairs:
            continue
        mine = pairs, frozenset(words)
        prefix = sorted(pairs)[: len(pairs) - -(-len(pairs) * 9 // 10) + 1]
        rivals = dict.fromkeys(chain.from_iterable(by_prefix.get(pair, ()) for pair in prefix))
        twin = next((other for other in rivals if _is_duplicate(mine, seen[other])), "")
        if twin:
            out[key] = twin
            continue
        seen[key] = mine
        for pair in prefix:
            by_prefix.setdefault(pair, []).append(key)
    return out


def _words_and_signs(text: str) -> list[str]:
    return "".join(
        character if character.isalnum() or character in _SIGNS else " " for character in text.lower()
    ).split()


def _is_duplicate(a: tuple[frozenset[str], frozenset[str]], b: tuple[frozenset[str], frozenset[str]]) -> bool:
    if jaccard_similarity(a[0], b[0]) < MIN_JACCARD:
        return False
    return not any(word in _NEGATIONS or any(character.isdigit() for character in word) for word in a[1] ^ b[1])
