"""Gathers the evidence for a goal from the index of the code: one number per file and signal, not yet weighed.

A signal is a dict of file id -> number, larger is better; a file that it does not name has none of it. `code.relevance`
weighs the signals. Each query is cut at its best `DEEP` rows, so that the cost does not grow with the tree.
"""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from backstory.code.index.file_table import COLUMNS, DEEP, File, FileTable
from backstory.code.index.frames import package_path
from backstory.code.index.goal import SURE, Goal, any_of, is_token, module_of, symbols_of, trim_ending
from backstory.code.index.scope import find_scope, scope_likeness
from backstory.code.read.languages import BY_NAME

_HISTORY_DEEP: Final = 40
_WIDE: Final = 30
"""A commit of more files says little about each."""
_SYMBOLS: Final = 120
_DEFINING: Final = 2000
"""Contents from which on a name is anybody's."""
_SURE_WORDS: Final = 40
_PHRASE_DEEP: Final = 300
_PHRASE_COMMON: Final = 400
_FRAME_STEP: Final = 0.5
"""What a frame of a traceback counts, relative to the next one inwards."""
_PROBES: Final = 48
_COMMON: Final = 0.3
"""Share of the files from which on a word does not tell files apart."""
_FEW: Final = 200
"""So many rows cost nothing to score, however common a word is among them."""
_SIFT: Final = 300
"""Rows up to which every term is counted; more frequent terms are only counted where terms are few."""
_COUNTED: Final = 2000
"""Rows up to which the others are counted: a query walks through all rows of each of its terms."""
_ENOUGH: Final = 6
"""With so many rarer terms, those in `_COUNTED` rows and more are left out."""
_SCORED: Final = 1200
"""Rows that a query scores, about."""
_TERMS: Final = 24
"""Terms of one query: the rarest."""
_BODY: Final = "body parts"
_TELLING: Final = 14


class Evidence(NamedTuple):
    """All that the index says about a goal."""

    signals: dict[str, dict[int, float]]
    """Name of a signal -> file id -> how strongly it speaks for the file."""
    words: list[tuple[bytes, float]]
    """The words of the goal that tell files apart, each with its weight."""


def gather_evidence(table: FileTable, goal: Goal) -> Evidence:
    """Asks the index for every signal. `table` then knows every file that a signal names."""
    return _Gathering(table, goal).gather()


def has_word_pairs(table: FileTable, goal: Goal) -> bool:
    """Whether two neighbouring words of the title stand together in a file, as the project's own terms do."""
    return bool(_Gathering(table, goal).pairs())


class _Gathering:
    """The queries for one goal, which share their counts."""

    def __init__(self, table: FileTable, goal: Goal) -> None:
        self.table = table
        self.index = table.index
        self.goal = goal
        self.spread: dict[tuple[str, str, str], tuple[int, int]] = {}
        """(table, columns, term) -> rows counted, and up to which number."""
        self.counts = self.index.counts()
        self.total = max(1, sum(count for name, count in self.counts.items() if name and BY_NAME[name].code))

    def gather(self) -> Evidence:
        goal = self.goal
        body, title = goal.terms, goal.title_terms
        sure = [word.lower() for word, likeness in goal.symbols.items() if likeness >= SURE]
        signals: dict[str, dict[int, float]] = {}
        signals["body"] = self._text(_BODY, body)
        signals["title"] = signals["body"] if body == title else self._text(_BODY, title)
        signals["names"] = self._text("names", title)
        signals["path"] = self._place(body)
        signals["code"] = self._text("body", sure[:_SURE_WORDS])
        signals["symbols"] = self._symbols(goal.symbols)
        signals["title symbols"] = self._symbols(symbols_of(goal.title))
        signals["mention"] = self._mentions()
        signals["history"] = self._history(body, best=True)
        signals["title history"] = self._history(title, best=False)
        signals["phrase"] = self._phrases(goal.phrases, "{body}", _PHRASE_DEEP, always=True)
        signals["bigram"] = self.pairs()
        signals["scope"] = self._scope()
        signals["recent"] = self._recent()
        return Evidence(signals, self._telling_words())

    def pairs(self) -> dict[int, float]:
        """The files in which neighbouring words of the title stand together."""
        return self._phrases(self._bigrams(), "{body}", _PHRASE_COMMON, always=False)

    def _recent(self) -> dict[int, float]:
        """The files that another signal names, by the commits since their last change."""
        touched = self.index.touched()
        return {
            id_: 1 / (1 + math.log1p(touched[file.path][0]))
            for id_, file in self.table.files.items()
            if file.path in touched
        }

    def _text(self, columns: str, terms: Sequence[str]) -> dict[int, float]:
        query = self._query("text", columns, terms, self.total)
        if not query:
            return {}
        rows: list[Any] = self.index.db.execute(
            "SELECT rowid, -bm25(text) FROM text WHERE text MATCH ?", (query,)
        ).fetchall()
        return self.table.holders(dict(rows))

    def _place(self, terms: Sequence[str]) -> dict[int, float]:
        query = self._query("place", "", terms, sum(self.counts.values()))
        if not query:
            return {}
        rows = self.index.db.execute(
            f"SELECT t.score, {COLUMNS} FROM (SELECT place.rowid AS id, -bm25(place) AS score FROM place"
            " CROSS JOIN file p ON p.id = place.rowid WHERE place MATCH ? ORDER BY score DESC, p.path LIMIT ?) t"
            " CROSS JOIN file f ON f.id = t.id WHERE +f.tree = ?",
            (query, DEEP, self.index.tree),
        )
        return {self.table.add(row): row[0] for row in rows}

    def _symbols(self, symbols: Mapping[str, float]) -> dict[int, float]:
        """Files that define what the goal names; rare names and names that look like code count for more."""
        by_blob: dict[int, float] = {}
        rarity = 1 + math.log(self.total)
        for name, sure in sorted(symbols.items(), key=_least_sure_last)[:_SYMBOLS]:
            blobs = self._defining(name) if is_token(name) else []
            if blobs and len(blobs) < _DEFINING:
                _add_to_each(by_blob, blobs, sure * rarity / len(blobs) ** 0.7)
        return self.table.holders(by_blob)

    def _defining(self, name: str) -> list[int]:
        """The contents that define a name, at most `_DEFINING`."""
        query = "SELECT rowid FROM symbol WHERE symbol MATCH ? LIMIT ?"
        rows: list[Any] = self.index.db.execute(query, (f'"{name}"', _DEFINING)).fetchall()
        return [blob for (blob,) in rows]

    def _mentions(self) -> dict[int, float]:
        """Files that the goal names by path, by base name or as a dotted module; shared among files of one name.

        Of the frames of a traceback, the innermost counts in full, each further one half as much, and none of other
        projects.
        """
        values: dict[int, float] = {}
        frame_worth = 1.0
        for frame in self.goal.frames:
            path = package_path(frame)
            files, worth = self._named_by_path(path)
            if worth == 1.0 or path == frame:
                self._raise_to(values, files, frame_worth * worth)
                frame_worth *= _FRAME_STEP if worth == 1.0 else 1.0
        for path in self.goal.paths:
            if not any(frame.endswith(path) for frame in self.goal.frames):
                files, worth = self._named_by_path(path)
                self._raise_to(values, files, worth)
        modules: dict[str, list[File]] = {}
        for dotted in self.goal.dotted:
            self._raise_to(values, self._longest_module(dotted.split("."), modules), 1.0)
        return values

    def _longest_module(self, parts: Sequence[str], modules: dict[str, list[File]]) -> list[File]:
        """The files of the longest beginning of a dotted name that is a module. `modules` keeps answers."""
        for cut in range(len(parts), 1, -1):
            prefix = ".".join(parts[:cut])
            if prefix not in modules:
                modules[prefix] = self._modules(parts[:cut])
            if modules[prefix]:
                return modules[prefix]
        return []

    def _raise_to(self, values: dict[int, float], files: Sequence[File], worth: float) -> None:
        """Gives each of the files its share of `worth` where it has less."""
        for file in files:
            id_ = self.table.keep(file)
            values[id_] = max(values.get(id_, 0.0), worth / math.sqrt(len(files)))

    def _named_by_path(self, path: str) -> tuple[list[File], float]:
        """(files that a path in the goal names, its worth): those whose path ends so, else those of its base name."""
        base = path[path.rfind("/") + 1 :]
        stem = base[: base.find(".", 1)] if "." in base[1:] else base
        stems = [part.lower().strip("_") for part in (stem, *path.split("/")[-2:-1])]
        same: list[File] = []
        for files in self.table.find_by_stem(stems, ends=base).values():
            same += [file for file in files if file.path[file.path.rfind("/") + 1 :] == base]
        exact = [file for file in same if end_alike(file.path, path)]
        return (exact, 1.0) if exact else (same, 0.6)

    def _modules(self, parts: Sequence[str]) -> list[File]:
        """Files that are the module `a.b.c`: their path without its ending is `.../a/b/c`."""
        suffix = "/".join(parts)
        # a file that speaks for its folder is called after the folder, which may be the part before
        called = dict.fromkeys(part.lower().strip("_") for part in parts[-2:])
        rows = self.index.db.execute(
            f"SELECT {COLUMNS} FROM file f WHERE f.stem IN ({','.join('?' * len(called))}) AND +f.tree = ?"
            " AND instr(f.path, ?)", (*called, self.index.tree, suffix),
        )  # fmt: skip
        files = [File(*row) for row in rows]
        return [file for file in files if f"/{module_of(file.path)}".endswith(f"/{suffix}")]

    def _history(self, terms: Sequence[str], *, best: bool) -> dict[int, float]:
        """Files that commits of like words touched: the best such commit, or the sum over them."""
        query = self._query("message", "", terms, len(self.index.window()))
        values: dict[int, float] = {}
        for share, paths in self._like_commits(query) if query else ():
            worth = share / len(paths) ** 0.25 if best else share * share / math.sqrt(len(paths))
            for file in filter(None, map(self.table.find, paths)):
                values[file] = max(values.get(file, 0.0), worth) if best else values.get(file, 0.0) + worth
        return values

    def _like_commits(self, query: str) -> Iterator[tuple[float, list[str]]]:
        """(likeness relative to the best, paths) of the best commits of the window; not of those that are too wide."""
        window = self.index.window()
        rows = self._best_messages(query)
        commits = self._commits([id_ for id_, _ in rows])
        rows.sort(key=lambda row: (-row[1], commits[row[0]][0]))
        top = 0.0
        for id_, score in rows[:_HISTORY_DEEP]:
            if id_ not in window or score <= 0:
                continue
            top = top or score
            paths = commits[id_][1].split("\n") if commits[id_][1] else []
            if 0 < len(paths) <= _WIDE:
                yield score / top, paths

    def _best_messages(self, query: str) -> list[Any]:
        """(log row, score) of the best messages, with all that score as the last of them."""
        rows: list[Any] = self.index.db.execute(
            "SELECT rowid, -bm25(message) AS score FROM message WHERE message MATCH ? ORDER BY score DESC", (query,)
        ).fetchall()
        edge = rows[_HISTORY_DEEP - 1][1] if len(rows) > _HISTORY_DEEP else 0.0
        return [row for row in rows if row[1] >= edge]

    def _commits(self, ids: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Log row -> (commit, its paths joined by newlines)."""
        marks = ",".join("?" * len(ids))
        rows = self.index.db.execute(f"SELECT id, oid, paths FROM log WHERE id IN ({marks})", ids)
        return {int(str(id_)): (str(oid), str(paths)) for id_, oid, paths in rows}

    def _bigrams(self) -> list[str]:
        words = [word.lower() for word in re.findall(r"[^\W\d_]\w*", self.goal.title)]
        telling = set(self.goal.title_terms)
        return [" ".join(pair) for pair in pairwise(words) if telling.issuperset(pair)][:24]

    def _phrases(self, phrases: Iterable[str], column: str, common: int, *, always: bool) -> dict[int, float]:
        """Files that hold a phrase word by word. `always`: common phrases count too, cut at `common` files."""
        by_blob: dict[int, float] = {}
        for phrase in phrases:
            words = re.findall(r"\w+", phrase)[:12]
            if len(words) < 2:
                continue
            blobs = self._holding(f'{column} : "{" ".join(words)}"', common, always=always)
            if blobs:
                _add_to_each(by_blob, blobs, self._phrase_worth(len(words), len(blobs), always=always))
        return self.table.holders(by_blob)

    def _holding(self, query: str, common: int, *, always: bool) -> list[int]:
        """The contents that fit a query; of a common one the first, or none."""
        rows = self.index.db.execute("SELECT rowid FROM text WHERE text MATCH ? LIMIT ?", (query, common))
        blobs = [int(str(blob)) for (blob,) in rows]
        if len(blobs) < common:
            return blobs
        return self._first(query, common) if always else []

    def _phrase_worth(self, words: int, blobs: int, *, always: bool) -> float:
        if always:
            return math.log1p(words) * (1 + math.log(max(1.0, self.total / blobs))) / 5
        return math.log1p(self.total / blobs)

    def _first(self, query: str, count: int) -> list[int]:
        """Of the contents that fit, so many: the same ones whatever the order in which they were indexed."""
        rows = self.index.db.execute(
            "SELECT text.rowid FROM text CROSS JOIN blob c ON c.id = text.rowid WHERE text MATCH ?"
            " ORDER BY c.oid, c.kind LIMIT ?", (query, count)
        )  # fmt: skip
        return [int(str(blob)) for (blob,) in rows]

    def _scope(self) -> dict[int, float]:
        """Files named like the scope before the colon of the title: `gpg-interface: ...`, `fix(css): ...`."""
        words = find_scope(self.goal.title)
        if not words:
            return {}
        values = {id_: scope_likeness(self.table.files[id_].path, words) for id_ in self._place(sorted(words))}
        return {id_: value for id_, value in values.items() if value}

    def _query(self, table: str, columns: str, terms: Sequence[str], total: int) -> str:
        """An FTS5 query for any of the terms that costs no more than it must; empty when no term is there.

        Terms in a third of the rows are left out (bm25 gives them next to nothing). Of the rest the rare
        ones decide which rows are scored, the others only add to the score: `(rare) AND (rare OR others)`.
        """
        common = int(max(total * _COMMON, _FEW))
        counts = self._count_terms(table, columns, terms, common)
        if not counts:
            return ""
        rare_terms = _rarest(counts, common)
        rare = _within_rows(rare_terms, counts)
        query = any_of(rare) if len(rare) == len(rare_terms) else f"({any_of(rare)}) AND ({any_of(rare_terms)})"
        return f"{{{columns}}} : ({query})" if columns else query

    def _count_terms(self, table: str, columns: str, terms: Sequence[str], common: int) -> dict[str, int]:
        """Term -> rows that have it, for terms that are there at all. Frequent ones are counted only where few are not.

        A count stops at its limit.
        """
        counts: dict[str, int] = {}
        for term in terms:
            count = self._spread(table, columns, term, min(_SIFT, common + 1))
            if count:
                counts[term] = count
        if sum(count < _SIFT for count in counts.values()) < _TERMS:  # the rarest alone are not enough
            limit = min(_COUNTED, common + 1)
            for term, count in counts.items():
                if count >= _SIFT:
                    counts[term] = self._spread(table, columns, term, limit)
        return counts

    def _spread(self, table: str, columns: str, term: str, limit: int) -> int:
        """The number of rows that have a term, counted up to `limit`."""
        key = (table, columns, term)
        counted, up_to = self.spread.get(key, (0, 0))
        if counted == up_to < limit:
            query = f'{{{columns}}} : "{term}"' if columns else f'"{term}"'
            count: Any = self.index.db.execute(
                f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT ?)", (query, limit)
            ).get
            counted = int(count)
            self.spread[key] = (counted, limit)
        return counted

    def _telling_words(self) -> list[tuple[bytes, float]]:
        """The words that distinguish files, with their weight: those of the title count more."""
        title = set(map(trim_ending, self.goal.title_terms))
        weights: dict[bytes, float] = {}
        for term in self.goal.terms[:_PROBES]:
            word = trim_ending(term)
            if len(word) < 3 or not (word.isascii() and word.isalnum()) or word.encode() in weights:
                continue
            idf = math.log1p(self.total / (1 + self._spread("text", _BODY, term, _SIFT)))
            weights[word.encode()] = idf * (1.7 if word in title else 1.0)
        return sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:_TELLING]


def _least_sure_last(symbol: tuple[str, float]) -> float:
    return -symbol[1]


def _add_to_each(by_blob: dict[int, float], blobs: Iterable[int], worth: float) -> None:
    for blob in blobs:
        by_blob[blob] = by_blob.get(blob, 0.0) + worth


def end_alike(path: str, other: str) -> bool:
    """Whether one of two paths ends with the other, folder by folder."""
    return f"/{path}".endswith(f"/{other}") or f"/{other}".endswith(f"/{path}")


def _rarest(counts: Mapping[str, int], common: int) -> list[str]:
    """The terms of a query: the rarest, without common ones where there are others."""

    def rarity(term: str) -> tuple[int, str]:
        return counts[term], term

    terms = [term for term in counts if counts[term] <= common] or sorted(counts, key=rarity)[:3]
    fewer = [term for term in terms if counts[term] < _COUNTED]
    return sorted(fewer if len(fewer) >= _ENOUGH else terms, key=rarity)[:_TERMS]


def _within_rows(terms: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """The first of the terms, as many as have `_SCORED` rows together, but one at least."""
    first: list[str] = []
    rows = 0
    for term in terms:
        if first and rows + counts[term] > _SCORED:
            break
        first.append(term)
        rows += counts[term]
    return first
