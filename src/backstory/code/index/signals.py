"""Gathers the evidence for a goal from the index of the code: one number per file and signal, not yet weighed.

A signal is a dict of file id -> number, larger is better; a file that it does not name has none of it. `code.relevance`
weighs the signals. Each query is cut at its best `DEEP` rows, so that the cost does not grow with the tree.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from backstory.code.index.file_table import COLUMNS, DEEP, File, FileTable
from backstory.code.index.goal import Goal, any_of, is_token, module_of, symbols_of, trim_ending
from backstory.code.read.definitions import split_name
from backstory.code.read.languages import BY_NAME

_HISTORY_DEEP: Final = 40
_WIDE: Final = 30
"""A commit of more files says little about each."""
_SYMBOLS: Final = 120
_SURE: Final = 3.0
"""Likeness to code from which a word of the goal counts as an identifier."""
_SURE_WORDS: Final = 40
_PHRASE_DEEP: Final = 300
_PHRASE_COMMON: Final = 400
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
_SCOPE: Final = re.compile(r"^(?:\w+\(([^)]+)\)!?:|\[([^\]]+)\]|([\w./ -]{2,40}?):\s)")
_NO_SCOPE: Final = frozenset(
    ["fix", "feat", "test", "doc", "chore", "bug", "issue", "feature", "request", "refactor", "perf", "build", "ci"]
)


class Evidence(NamedTuple):
    """All that the index says about a goal."""

    signals: dict[str, dict[int, float]]
    """Name of a signal -> file id -> how strongly it speaks for the file."""
    words: list[tuple[bytes, float]]
    """The words of the goal that tell files apart, each with its weight."""


def gather_evidence(table: FileTable, goal: Goal) -> Evidence:
    """Asks the index for every signal. `table` then knows every file that a signal names."""
    return _Gathering(table, goal).gather()


class _Gathering:
    """The queries for one goal, which share their counts."""

    def __init__(self, table: FileTable, goal: Goal) -> None:
        self.table = table
        self.index = table.index
        self.goal = goal
        self.spread: dict[tuple[str, str, str], tuple[int, int]] = {}
        """(table, columns, term) -> rows counted, and up to which number."""
        self.counts = self.index.counts()
        self.total = max(1, sum(n for name, n in self.counts.items() if name and BY_NAME[name].code))

    def gather(self) -> Evidence:
        goal = self.goal
        body, title = goal.terms, goal.title_terms
        sure = [word.lower() for word, likeness in goal.symbols.items() if likeness >= _SURE]
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
        signals["bigram"] = self._phrases(self._bigrams(), "{body}", _PHRASE_COMMON, always=False)
        signals["scope"] = self._scope()
        touched = self.index.touched()
        signals["recent"] = {
            id_: 1 / (1 + math.log1p(touched[f.path][0])) for id_, f in self.table.files.items() if f.path in touched
        }
        return Evidence(signals, self._telling_words())

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
        db = self.index.db
        by_blob: dict[int, float] = {}
        rarity = 1 + math.log(self.total)
        for name, sure in sorted(symbols.items(), key=lambda item: -item[1])[:_SYMBOLS]:
            if not is_token(name):
                continue
            blobs = [
                b for (b,) in db.execute("SELECT rowid FROM symbol WHERE symbol MATCH ? LIMIT 2000", (f'"{name}"',))
            ]
            if blobs and len(blobs) < 2000:
                worth = sure * rarity / len(blobs) ** 0.7
                for blob in blobs:
                    by_blob[blob] = by_blob.get(blob, 0.0) + worth
        return self.table.holders(by_blob)

    def _mentions(self) -> dict[int, float]:
        """Files that the goal names by path, by base name or as a dotted module; shared among files of one name."""
        values: dict[int, float] = {}
        for path in self.goal.paths:
            files, worth = self._named_by_path(path)
            self._raise_to(values, files, worth)
        known: dict[str, list[File]] = {}
        for dotted in self.goal.dotted:
            parts = dotted.split(".")
            for cut in range(len(parts), 1, -1):
                prefix = ".".join(parts[:cut])
                if prefix not in known:
                    known[prefix] = self._modules(parts[:cut])
                if known[prefix]:
                    self._raise_to(values, known[prefix], 1.0)
                    break
        return values

    def _raise_to(self, values: dict[int, float], files: Sequence[File], worth: float) -> None:
        """Gives each of the files its share of `worth` where it has less."""
        for file in files:
            id_ = self.table.keep(file)
            values[id_] = max(values.get(id_, 0.0), worth / math.sqrt(len(files)))

    def _named_by_path(self, path: str) -> tuple[list[File], float]:
        """(files that a path in the goal names, its worth): those whose path ends so, else those of its base name."""
        base = path[path.rfind("/") + 1 :]
        stem = base[: base.find(".", 1)] if "." in base[1:] else base
        stems = (part.lower().strip("_") for part in (stem, *path.split("/")[-2:-1]))
        named = [f for files in self.table.named(stems, ends=base).values() for f in files]
        same = [f for f in named if f.path[f.path.rfind("/") + 1 :] == base]
        exact = [f for f in same if f"/{f.path}".endswith(f"/{path}") or f"/{path}".endswith(f"/{f.path}")]
        return (exact, 1.0) if exact else (same, 0.6)

    def _modules(self, parts: Sequence[str]) -> list[File]:
        """Files that are the module `a.b.c`: their path without its ending is `.../a/b/c`."""
        suffix = "/".join(parts)
        # a file that speaks for its folder is called after the folder, which may be the part before
        called = dict.fromkeys(p.lower().strip("_") for p in parts[-2:])
        rows = self.index.db.execute(
            f"SELECT {COLUMNS} FROM file f WHERE f.stem IN ({','.join('?' * len(called))}) AND +f.tree = ?"
            " AND instr(f.path, ?)", (*called, self.index.tree, suffix),
        )  # fmt: skip
        return [f for row in rows if ("/" + module_of((f := File(*row)).path)).endswith("/" + suffix)]

    def _history(self, terms: Sequence[str], *, best: bool) -> dict[int, float]:
        """Files that commits of like words touched: the best such commit, or the sum over them."""
        window = self.index.window()
        query = self._query("message", "", terms, len(window))
        if not query:
            return {}
        rows: list[Any] = self.index.db.execute(
            "SELECT rowid, -bm25(message) AS score FROM message WHERE message MATCH ? ORDER BY score DESC", (query,)
        ).fetchall()
        edge = rows[_HISTORY_DEEP - 1][1] if len(rows) > _HISTORY_DEEP else 0.0
        best_rows = [row for row in rows if row[1] >= edge]
        said = self._commits([id_ for id_, _ in best_rows])
        best_rows.sort(key=lambda row: (-row[1], said[row[0]][0]))
        out: dict[int, float] = {}
        top = 0.0
        for id_, score in best_rows[:_HISTORY_DEEP]:
            if id_ not in window or score <= 0:
                continue
            top = top or score
            paths = said[id_][1].split("\n") if said[id_][1] else []
            if not 0 < len(paths) <= _WIDE:
                continue
            share = score / top
            worth = share / len(paths) ** 0.25 if best else share * share / math.sqrt(len(paths))
            for path in paths:
                file = self.table.find(path)
                if file is not None:
                    out[file] = max(out.get(file, 0.0), worth) if best else out.get(file, 0.0) + worth
        return out

    def _commits(self, ids: Sequence[int]) -> dict[int, tuple[str, str]]:
        """Log row -> (commit, its paths joined by newlines)."""
        marks = ",".join("?" * len(ids))
        rows = self.index.db.execute(f"SELECT id, oid, paths FROM log WHERE id IN ({marks})", ids)
        return {int(str(id_)): (str(oid), str(paths)) for id_, oid, paths in rows}

    def _bigrams(self) -> list[str]:
        words = [w.lower() for w in re.findall(r"[^\W\d_]\w*", self.goal.title)]
        telling = set(self.goal.title_terms)
        return [f"{a} {b}" for a, b in pairwise(words) if a in telling and b in telling][:24]

    def _phrases(self, phrases: Iterable[str], column: str, common: int, *, always: bool) -> dict[int, float]:
        """Files that hold a phrase word by word. `always`: common phrases count too, cut at `common` files."""
        by_blob: dict[int, float] = {}
        for phrase in phrases:
            words = re.findall(r"\w+", phrase)[:12]
            if len(words) < 2:
                continue
            query = f'{column} : "{" ".join(words)}"'
            blobs = [
                b
                for (b,) in self.index.db.execute("SELECT rowid FROM text WHERE text MATCH ? LIMIT ?", (query, common))
            ]
            if always and len(blobs) >= common:
                blobs = self._first(query, common)
            if not blobs or (len(blobs) >= common and not always):
                continue
            worth = (
                math.log1p(len(words)) * (1 + math.log(max(1.0, self.total / len(blobs)))) / 5
                if always
                else math.log1p(self.total / len(blobs))
            )
            for blob in blobs:
                by_blob[blob] = by_blob.get(blob, 0.0) + worth
        return self.table.holders(by_blob)

    def _first(self, query: str, count: int) -> list[int]:
        """Of the contents that fit, so many: the same ones whatever the order in which they were indexed."""
        rows = self.index.db.execute(
            "SELECT text.rowid FROM text CROSS JOIN blob c ON c.id = text.rowid WHERE text MATCH ?"
            " ORDER BY c.oid, c.kind LIMIT ?", (query, count)
        )  # fmt: skip
        return [int(str(b)) for (b,) in rows]

    def _scope(self) -> dict[int, float]:
        """Files named like the scope before the colon of the title: `gpg-interface: ...`, `fix(css): ...`."""
        match = _SCOPE.match(self.goal.title)
        words: set[str] = set()
        if match:
            scope = next((g for g in match.groups() if g), "")
            words = {trim_ending(p) for w in re.findall(r"\w+", scope) for p in split_name(w)} - _NO_SCOPE
        if not words:
            return {}
        out: dict[int, float] = {}
        for id_ in self._place(sorted(words)):
            parts = self.table.files[id_].path.rpartition(".")[0].split("/")
            best = 0.0
            for depth, part in enumerate(reversed(parts)):
                pieces = {trim_ending(p) for p in split_name(part)}
                if pieces & words:
                    best = max(best, len(pieces & words) / len(pieces | words) * (1.0 if depth == 0 else 0.6))
            if best:
                out[id_] = best
        return out

    def _query(self, table: str, columns: str, terms: Sequence[str], total: int) -> str:
        """An FTS5 query for any of the terms that costs no more than it must; empty when no term is there.

        Terms in a third of the rows are left out (bm25 gives them next to nothing). Of the rest the rare
        ones decide which rows are scored, the others only add to the score: `(rare) AND (rare OR others)`.
        """
        common = int(max(total * _COMMON, _FEW))
        spread = {t: n for t in terms if (n := self._spread(table, columns, t, min(_SIFT, common + 1)))}
        if not spread:
            return ""
        if sum(n < _SIFT for n in spread.values()) < _TERMS:  # the rarest alone are not enough: look at the others
            limit = min(_COUNTED, common + 1)
            spread = {t: n if n < _SIFT else self._spread(table, columns, t, limit) for t, n in spread.items()}
        kept = [t for t in spread if spread[t] <= common] or sorted(spread, key=lambda t: (spread[t], t))[:3]
        fewer = [t for t in kept if spread[t] < _COUNTED]
        kept = fewer if len(fewer) >= _ENOUGH else kept
        kept = sorted(kept, key=lambda t: (spread[t], t))[:_TERMS]
        rare: list[str] = []
        rows = 0
        for term in kept:
            if rare and rows + spread[term] > _SCORED:
                break
            rare.append(term)
            rows += spread[term]
        query = any_of(rare) if len(rare) == len(kept) else f"({any_of(rare)}) AND ({any_of(kept)})"
        return f"{{{columns}}} : ({query})" if columns else query

    def _spread(self, table: str, columns: str, term: str, limit: int) -> int:
        """The number of rows that have a term, counted up to `limit`."""
        key = (table, columns, term)
        known = self.spread.get(key)
        if known is None or known[0] == known[1] < limit:
            query = f'{{{columns}}} : "{term}"' if columns else f'"{term}"'
            found: Any = self.index.db.execute(
                f"SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {table} MATCH ? LIMIT ?)", (query, limit)
            ).get
            known = self.spread[key] = (int(found), limit)
        return known[0]

    def _telling_words(self) -> list[tuple[bytes, float]]:
        """The words of the goal that distinguish files, with their weight; words of the title count more."""
        title = {trim_ending(t) for t in self.goal.title_terms}
        weights: dict[bytes, float] = {}
        for term in self.goal.terms[:_PROBES]:
            word = trim_ending(term)
            if len(word) < 3 or not (word.isascii() and word.isalnum()):
                continue
            idf = math.log1p(self.total / (1 + self._spread("text", _BODY, term, _SIFT)))
            weights[word.encode()] = idf * (1.7 if word in title else 1.0)
        return sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:_TELLING]
