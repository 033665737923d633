"""Other spellings, in the vocabulary of the index, of words that it does not hold: inflections that the stemmer for
English does not know, and the parts of compounds.
"""

from backstory.base.synonyms import find_synonyms, is_listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

MIN_LENGTH = 6
"""Letters of a word that is looked at."""
MIN_STEM = 5
"""Letters that two inflections of one word have in common at least."""
MIN_COMMON = 0.75
"""Share of the longer one that two words have in common whose endings differ."""
MIN_PART = 4
"""Letters of a part of a compound."""
ENDING = 3
"""Most letters of an ending."""
MAX_WORDS = 5
"""Words of a prompt that are looked at, each for some microseconds."""
MAX_LISTED = 12
LINKS = ("", "s", "es", "n", "en")
"""Letters between the parts of a compound."""


class Vocabulary:
    """The words of an index, as the stemmer leaves them."""

    def __init__(self, con: "apsw.Connection") -> None:
        self._con = con
        self._tables = [f"temp.words_of_{name}" for name in ("fts", "passage_fts")]
        for name in ("fts", "passage_fts"):
            con.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.words_of_{name} USING fts5vocab(main, {name}, row)")

    def holds(self, word: str) -> bool:
        return any(self._con.execute(f"SELECT 1 FROM {table} WHERE term = ?", (word,)).get for table in self._tables)

    def list_beginning(self, start: str) -> "list[str]":
        """Words that begin with some letters, a few of them."""
        out: dict[str, None] = {}
        for table in self._tables:
            query = f"SELECT term FROM {table} WHERE term >= ? AND term < ? LIMIT {MAX_LISTED}"
            out.update(dict.fromkeys([term for (term,) in self._con.execute(query, (start, start + "\U0010ffff"))]))
        return list(out)


def find_variants(
    con: "apsw.Connection", words: "Sequence[str]", *, has_compounds: bool = False
) -> "dict[str, list[str]]":
    """Word -> the words of the index that are inflections or parts of it, or other words for a part; many have none.

    `words` are not in the index themselves; they are stems without accents. `has_compounds`: words are joined in their
    language.
    """
    chosen = [word for word in words if len(word) >= MIN_LENGTH and word.isalpha()][:MAX_WORDS]
    if not chosen:
        return {}
    vocabulary = Vocabulary(con)
    out = {word: list(_find_inflections(vocabulary, word)) for word in chosen}
    if has_compounds:
        for word in chosen:
            out[word] += _find_parts(vocabulary, word)
    return {word: list(dict.fromkeys(others)) for word, others in out.items() if others}


def _find_inflections(vocabulary: Vocabulary, word: str) -> "Iterable[str]":
    """Words that begin with the word, and those that differ from it in the ending."""
    for other in vocabulary.list_beginning(word[: max(MIN_STEM, len(word) - ENDING)]):
        if is_inflection(word, other):
            yield other


def is_inflection(word: str, other: str) -> bool:
    """Whether two words differ in their ending only."""
    shorter, longer = sorted((word, other), key=len)
    if longer.startswith(shorter):
        return len(longer) - len(shorter) <= ENDING or shorter == word
    common = next(place for place, (one, two) in enumerate(zip(word, other, strict=False)) if one != two)
    return common >= MIN_COMMON * len(longer)


def _find_parts(vocabulary: Vocabulary, word: str) -> "Iterable[str]":
    """The two parts of a compound, if both are words."""
    for place in range(MIN_PART, len(word) - MIN_PART + 1):
        head, tail = word[:place], word[place:]
        if not (vocabulary.holds(tail) or is_listed(tail)):
            continue
        for link in LINKS:
            bare = head.removesuffix(link) if head.endswith(link) else ""
            if len(bare) >= MIN_PART and (vocabulary.holds(bare) or is_listed(bare)):
                yield from (bare, tail, *find_synonyms(bare), *find_synonyms(tail))
                return
