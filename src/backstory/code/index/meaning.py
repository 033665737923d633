"""Looks for files by what a sentence means: each thing that it is about, under any of the words that code has for it.

A sentence in a person's own words shares few words with the code, so each concept counts once for a file, by the best
of its words there, however many of them the file has. A signal is a dict of file id -> number, larger is better.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from backstory.code.index.content import path_words
from backstory.code.index.file_table import COLUMNS, FileTable
from backstory.code.index.goal import trim_ending
from backstory.code.index.related_words import Concept, find_concepts

_COMMON: Final = 2000
"""Rows from which on a word is left out: it tells nothing, and reading them takes time."""
_COMMITS: Final = 40
"""Commits of the most likeness whose files count."""
_WIDE: Final = 12
"""A commit of more files says little about each."""
_LEAST: Final = 1e-6
"""The rarity that the full text gives a word in more than half of its rows."""
_EARLY: Final = 1.2
"""`k1` of the full text's BM25."""
_LATE: Final = 4.0
"""`k1` for texts here."""
_TELLING: Final = 24


class Meaning(NamedTuple):
    """What the index has for a sentence."""

    signals: dict[str, dict[int, float]]
    """`meant name`, `meant symbols`, `meant text`, `meant history` -> file id -> how strongly it speaks for the file.
    """
    words: list[tuple[bytes, float]]
    """The words by which the sentence may be found in a text, without endings, each with its weight."""
    concepts: list[Concept]


def find_meaning(table: FileTable, sentence: str, terms: Sequence[str]) -> Meaning:
    """Asks the index for the concepts of a sentence. `table` then knows every file that a signal names."""
    return _Search(table, find_concepts(sentence, terms)).run()


_Matches = tuple[dict[int, float], dict[int, float], dict[int, float]]
"""Content -> how much of a word is in the names that it defines; the same for its text; and for names of files."""


class _Search:
    """The queries for one sentence."""

    def __init__(self, table: FileTable, concepts: list[Concept]) -> None:
        self.table = table
        self.db = table.index.db
        self.concepts = concepts
        self.files = max(1, sum(table.index.counts().values()))
        rows: Any = self.db.execute("SELECT count(*) FROM text_docsize").get
        self.rows = int(rows)
        self.rarity: dict[str, float] = {}
        self.matches: dict[str, _Matches] = {}
        """Word -> where it is: two concepts may have one word."""

    def run(self) -> Meaning:
        names: dict[int, float] = {}
        symbols: dict[int, float] = {}
        text: dict[int, float] = {}
        for concept in self.concepts:
            matches = [(worth, *self._look_up(word)) for word, worth in concept.words.items()]
            _add_best(symbols, concept.worth, ((worth, values) for worth, values, _, _ in matches))
            _add_best(text, concept.worth, ((worth, values) for worth, _, values, _ in matches))
            _add_best(names, concept.worth, ((worth, values) for worth, _, _, values in matches))
        holders = self.table.holders
        signals = {"meant name": names, "meant symbols": holders(symbols), "meant text": holders(text)}
        signals["meant history"] = self._history()
        return Meaning(signals, self._telling_words(), self.concepts)

    def _look_up(self, word: str) -> "_Matches":
        """How much of a word is in the names that contents define, in their text, and in the names of files."""
        if word not in self.matches:
            self.matches[word] = (*self._in_text(word), self._in_name(word))
        return self.matches[word]

    def _in_text(self, word: str) -> tuple[dict[int, float], dict[int, float]]:
        """Content -> how much of a word is in the names that it defines, and in its whole text."""
        rows: list[Any] = self.db.execute(
            "SELECT rowid, -bm25(text, 0, 1, 0), -bm25(text, 1, 0, 1) FROM text WHERE text MATCH ? LIMIT ?",
            (f'"{word}"', _COMMON),
        ).fetchall()
        self.rarity[word] = math.log1p(self.files / max(1, len(rows)))
        if not 0 < len(rows) < _COMMON:
            return {}, {}
        weight = max(math.log((self.rows - len(rows) + 0.5) / (len(rows) + 0.5)), _LEAST)
        defining = sum(name > 0 for _, name, _ in rows)
        rare_name = math.log1p(self.files / max(1, defining)) / weight
        rare = self.rarity[word]
        return (
            {blob: name * rare_name for blob, name, _ in rows if name > 0},
            {blob: rare * _saturate(body / weight) for blob, _, body in rows if body > 0},
        )

    def _in_name(self, word: str) -> dict[int, float]:
        """File id -> how much of its name, without folders, a word is."""
        rows: list[Any] = self.db.execute(
            f"SELECT {COLUMNS} FROM (SELECT rowid AS id FROM place WHERE place MATCH ? LIMIT ?) t"
            " CROSS JOIN file f ON f.id = t.id WHERE +f.tree = ?",
            (f'"{word}"', _COMMON, self.table.index.tree),
        ).fetchall()
        if len(rows) == _COMMON:
            return {}
        stem = trim_ending(word).removesuffix("e")
        in_file_name = [row for row in rows if stem in row[1][row[1].rfind("/") + 1 :].lower()]
        rarity = math.log1p(self.files / max(1, len(in_file_name)))
        return {self.table.add(row): rarity / math.sqrt(_count_words(row[1])) for row in in_file_name}

    def _history(self) -> dict[int, float]:
        """Files of the commits whose first lines mean the same."""
        window = self.table.index.window()
        commits: dict[int, float] = {}
        for concept in self.concepts:
            _add_best(
                commits, concept.worth, ((w, self._in_subject(word, window)) for word, w in concept.words.items())
            )
        values: dict[int, float] = {}
        for likeness, paths in self._best_commits(commits):
            worth = likeness / len(paths) ** 0.25
            for file in filter(None, map(self.table.find, paths)):
                values[file] = max(values.get(file, 0.0), worth)
        return values

    def _in_subject(self, word: str, window: Mapping[int, int]) -> dict[int, float]:
        """Log row -> how rare a word of its first line is."""
        rows = self.db.execute(
            "SELECT rowid FROM message WHERE message MATCH ? LIMIT ?", (f'{{subject}} : "{word}"', _COMMON)
        ).fetchall()
        if len(rows) == _COMMON:
            return {}
        commits = [int(str(row)) for (row,) in rows if row in window]
        return dict.fromkeys(commits, math.log1p(len(window) / max(1, len(commits))))

    def _best_commits(self, commits: Mapping[int, float]) -> list[tuple[float, list[str]]]:
        """(likeness, paths) of the best commits that are not too wide; of equal ones the id in git decides."""
        edge = sorted(commits.values(), reverse=True)[:_COMMITS][-1] if commits else 0.0
        best = [row for row, likeness in commits.items() if likeness >= edge]
        marks = ",".join("?" * len(best))
        rows = self.db.execute(f"SELECT oid, id, paths FROM log WHERE id IN ({marks})", best).fetchall()
        order = sorted((-commits[int(str(id_))], str(oid), str(paths)) for oid, id_, paths in rows)
        listed = [(-negative, paths.split("\n")) for negative, _, paths in order[:_COMMITS] if paths]
        return [(likeness, paths) for likeness, paths in listed if len(paths) <= _WIDE]

    def _telling_words(self) -> list[tuple[bytes, float]]:
        weights: dict[bytes, float] = {}
        for concept in self.concepts:
            for word, worth in concept.words.items():
                stem = trim_ending(word).encode()
                weight = concept.worth * worth * self.rarity[word]
                if len(stem) >= 3 and stem.isalnum() and weight > weights.get(stem, 0.0):
                    weights[stem] = weight
        return sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:_TELLING]


def _saturate(frequency: float) -> float:
    """How much of a word is in a text, from 0 to 1, given what BM25 makes of its frequency, which it saturates early.

    In a long text a word that stands there twice says little, one that stands there ten times much.
    """
    relative = _EARLY * frequency / max(_EARLY + 1 - frequency, _LEAST)
    return relative / (relative + _LATE)


def _add_best(totals: dict[int, float], worth: float, matches: Iterable[tuple[float, Mapping[int, float]]]) -> None:
    """Adds what a concept is worth for each row: the best of its words there."""
    best: dict[int, float] = {}
    for strength, values in matches:
        for row, value in values.items():
            if strength * value > best.get(row, 0.0):
                best[row] = strength * value
    for row, value in best.items():
        totals[row] = totals.get(row, 0.0) + worth * value


def _count_words(path: str) -> int:
    """The number of words of a file's name."""
    name = path[path.rfind("/") + 1 :]
    return max(1, len(path_words(name[: name.find(".", 1)] if "." in name[1:] else name).split()))
