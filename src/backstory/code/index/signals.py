"""Evidence for a goal, file by file, out of the code index: one number per file and signal, not yet weighed.

A signal is a dict of file id -> number, larger is better; what a signal does not name has none of it. Fusion is the
business of `code.relevance`. Each query is cut at its best `DEEP` rows, so that the cost does not grow with the tree.
"""

import math
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

from backstory.code.index.goal import Goal, any_of, module_of, plain, symbols_of, trim
from backstory.code.index.store import CodeIndex
from backstory.code.read.definitions import split_name
from backstory.code.read.languages import BY_NAME
from backstory.code.read.roles import stands_as_test
from backstory.code.read.source import read_source

DEEP: Final = 200
_HISTORY_DEEP: Final = 40
_WIDE: Final = 30
"""A commit of more files says little about each."""
_SYMBOLS: Final = 120
_PHRASE_COMMON: Final = 400
_BLOCK: Final = 1000
_WINDOW_TEXT: Final = 150_000
_PROBES: Final = 48
_COMMON: Final = 0.3
"""Share of the files from which on a word tells nothing."""
_FEW: Final = 200
"""So many rows cost nothing to score, however common a word is among them."""
_SIFT: Final = 300
"""Rows up to which every term is counted; what stands in more is looked at only where terms are few."""
_COUNTED: Final = 2000
"""Rows up to which the others are counted: a query walks through all rows of each of its terms."""
_ENOUGH: Final = 6
"""With so many rarer terms, those that stand in `_COUNTED` rows and more are left out."""
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


class File(NamedTuple):
    id: int
    path: str
    role: str
    stem: str


def tests_beside(test: File, code: File) -> bool:
    """Whether a file called like another is a test to be named beside it."""
    return test.role == "test" and code.role != "test" and stands_as_test(test.path, code.path)


class Signals:
    """All evidence for one goal. `files` knows every file that any signal names."""

    def __init__(self, index: CodeIndex, goal: Goal) -> None:
        self.index = index
        self.goal = goal
        self.files: dict[int, File] = {}
        self.by_path: dict[str, int] = {}
        self.held: dict[int, list[int]] = {}
        """Content -> the files of the tree that hold it, as far as they were asked for."""
        self.values: dict[str, dict[int, float]] = {}
        self.spread: dict[tuple[str, str, str], tuple[int, int]] = {}
        """(table, columns, term) -> rows counted, and up to which number."""
        self.counts = index.counts()
        self.total = max(1, sum(n for name, n in self.counts.items() if name and BY_NAME[name].code))

    def gather(self) -> dict[str, dict[int, float]]:
        """The signals that need nothing but the goal."""
        goal, values = self.goal, self.values
        body, title = goal.terms, goal.title_terms
        values["body"] = self._text(_BODY, body)
        values["title"] = values["body"] if body == title else self._text(_BODY, title)
        values["names"] = self._text("names", title)
        values["path"] = self._place(body)
        values["code"] = self._text("body", [w.lower() for w, sure in goal.symbols.items() if sure >= 3.0][:40])
        values["symbols"] = self._symbols(goal.symbols)
        values["title symbols"] = self._symbols(symbols_of(goal.title))
        values["mention"] = self._mentions()
        values["history"] = self._history(body, best=True)
        values["title history"] = self._history(title, best=False)
        values["phrase"] = self._phrases(goal.phrases, "{body}", 300, always=True)
        values["bigram"] = self._phrases(self._bigrams(), "{body}", _PHRASE_COMMON, always=False)
        values["scope"] = self._scope()
        touched = self.index.touched()
        values["recent"] = {
            id_: 1 / (1 + math.log1p(touched[f.path][0])) for id_, f in self.files.items() if f.path in touched
        }
        return values

    # -- files ------------------------------------------------------------------------------------------------------

    def _add(self, row: Sequence[Any]) -> int:
        """Remembers a file from a row that ends with id, path, role, stem."""
        id_ = row[-4]
        if id_ not in self.files:
            self.files[id_] = File(*row[-4:])
            self.by_path[row[-3]] = id_
        return int(id_)

    _FILE: Final = "f.id, f.path, f.role, f.stem"

    def find(self, path: str) -> int | None:
        """The id of a file of the tree by its path."""
        if path in self.by_path:
            return self.by_path[path]
        row = self.index.db.execute(
            f"SELECT {self._FILE} FROM file f WHERE f.tree = ? AND f.path = ?",
            (self.index.tree, path),
        ).fetchone()
        return None if row is None else self._add(row)

    def named(self, stems: Iterable[str], *, roles: str = "", ends: str = "") -> dict[str, list[File]]:
        """Files of the tree called after any of `stems`, see `code.read.roles.stem_of`; `keep` those that matter.

        A project may have hundreds of one name: those that turn out to be others are not in `files`. `roles`: only
        tests (`test`) or only others (`code`). `ends`: only paths that end so.
        """
        out: dict[str, list[File]] = {}
        wanted = list(dict.fromkeys(stems))
        only = {"": "", "test": " AND f.role = 'test'", "code": " AND f.role != 'test'"}[roles]
        if ends:
            only += " AND substr(f.path, ?) = ?"
        for start in range(0, len(wanted), 200):
            piece = wanted[start : start + 200]
            marks = ",".join("?" * len(piece))
            bound = (*piece, self.index.tree, *((-len(ends), ends) if ends else ()))
            for row in self.index.db.execute(
                f"SELECT {self._FILE} FROM file f WHERE f.stem IN ({marks}) AND +f.tree = ?{only}", bound
            ):
                out.setdefault(row[-1], []).append(File(*row))
        return out

    def keep(self, file: File) -> int:
        """Remembers a file that `named` gave; its id."""
        return self._add(file)

    # -- signals ----------------------------------------------------------------------------------------------------

    def _text(self, columns: str, terms: Sequence[str]) -> dict[int, float]:
        query = self._query("text", columns, terms, self.total)
        if not query:
            return {}
        rows: list[Any] = self.index.db.execute(
            "SELECT rowid, -bm25(text) FROM text WHERE text MATCH ?", (query,)
        ).fetchall()
        return self._holders(dict(rows))

    def _place(self, terms: Sequence[str]) -> dict[int, float]:
        query = self._query("place", "", terms, sum(self.counts.values()))
        if not query:
            return {}
        rows = self.index.db.execute(
            f"SELECT t.score, {self._FILE} FROM (SELECT place.rowid AS id, -bm25(place) AS score FROM place"
            " CROSS JOIN file p ON p.id = place.rowid WHERE place MATCH ? ORDER BY score DESC, p.path LIMIT ?) t"
            " CROSS JOIN file f ON f.id = t.id WHERE +f.tree = ?",
            (query, DEEP, self.index.tree),
        )
        return {self._add(row): row[0] for row in rows}

    def _symbols(self, symbols: Mapping[str, float]) -> dict[int, float]:
        """Files that define what the goal names; rare names and names that look like code count for more."""
        db = self.index.db
        by_blob: dict[int, float] = {}
        rarity = 1 + math.log(self.total)
        for name, sure in sorted(symbols.items(), key=lambda item: -item[1])[:_SYMBOLS]:
            if not plain(name):
                continue
            blobs = [
                b for (b,) in db.execute("SELECT rowid FROM symbol WHERE symbol MATCH ? LIMIT 2000", (f'"{name}"',))
            ]
            if blobs and len(blobs) < 2000:
                worth = sure * rarity / len(blobs) ** 0.7
                for blob in blobs:
                    by_blob[blob] = by_blob.get(blob, 0.0) + worth
        return self._holders(by_blob)

    def _mentions(self) -> dict[int, float]:
        """Files that the goal names by path, by base name or as a dotted module; shared among files of one name."""
        out: dict[int, float] = {}
        goal = self.goal
        for path in goal.paths:
            base = path[path.rfind("/") + 1 :]
            stem = base[: base.find(".", 1)] if "." in base[1:] else base
            stems = (p.lower().strip("_") for p in (stem, *path.split("/")[-2:-1]))
            same = [f for files in self.named(stems, ends=base).values() for f in files]
            same = [f for f in same if f.path[f.path.rfind("/") + 1 :] == base]
            exact = [f for f in same if f"/{f.path}".endswith(f"/{path}") or f"/{path}".endswith(f"/{f.path}")]
            for f in exact or same:
                out[self.keep(f)] = max(out.get(f.id, 0.0), (1.0 if exact else 0.6) / math.sqrt(len(exact or same)))
        known: dict[str, list[File]] = {}
        for dotted in goal.dotted:
            parts = dotted.split(".")
            for cut in range(len(parts), 1, -1):
                prefix = ".".join(parts[:cut])
                hits = known.get(prefix)
                if hits is None:
                    hits = known[prefix] = self._modules(parts[:cut])
                if hits:
                    for f in hits:
                        out[self.keep(f)] = max(out.get(f.id, 0.0), 1.0 / math.sqrt(len(hits)))
                    break
        return out

    def _modules(self, parts: Sequence[str]) -> list[File]:
        """Files that are the module `a.b.c`: their path without its ending is `.../a/b/c`."""
        suffix = "/".join(parts)
        # a file that speaks for its folder is called after the folder, which may be the part before
        called = dict.fromkeys(p.lower().strip("_") for p in parts[-2:])
        rows = self.index.db.execute(
            f"SELECT {self._FILE} FROM file f WHERE f.stem IN ({','.join('?' * len(called))}) AND +f.tree = ?"
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
                file = self.find(path)
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
        return self._holders(by_blob)

    def _first(self, query: str, count: int) -> list[int]:
        """Of the contents that fit, so many: the same ones whatever the order in which they were indexed."""
        rows = self.index.db.execute(
            "SELECT text.rowid FROM text CROSS JOIN blob c ON c.id = text.rowid WHERE text MATCH ?"
            " ORDER BY c.oid, c.kind LIMIT ?", (query, count)
        )  # fmt: skip
        return [int(str(b)) for (b,) in rows]

    def _holders(self, by_blob: Mapping[int, float]) -> dict[int, float]:
        """The files of the tree that hold the best of these contents."""
        best = self._best(by_blob)
        held = self.held
        new = [b for b in best if b not in held]
        for start in range(0, len(new), 400):
            piece = new[start : start + 400]
            held.update((b, []) for b in piece)
            marks = ",".join("?" * len(piece))
            of_piece: list[Any] = self.index.db.execute(
                f"SELECT f.blob, {self._FILE} FROM file f WHERE f.blob IN ({marks}) AND +f.tree = ?",
                (*piece, self.index.tree),
            ).fetchall()
            for row in of_piece:
                held[row[0]].append(self._add(row))
        return {id_: by_blob[b] for b in best for id_ in held[b]}

    def _best(self, by_blob: Mapping[int, float]) -> list[int]:
        """The best `DEEP` contents. At the edge the id of the content decides, not when it was indexed."""
        if len(by_blob) <= DEEP:
            return sorted(by_blob)
        edge = sorted(by_blob.values(), reverse=True)[DEEP - 1]
        best = [b for b, worth in by_blob.items() if worth > edge]
        tied = [b for b, worth in by_blob.items() if worth == edge]
        names: list[Any] = []
        for start in range(0, len(tied), 400):
            piece = tied[start : start + 400]
            marks = ",".join("?" * len(piece))
            names += self.index.db.execute(f"SELECT oid, kind, id FROM blob WHERE id IN ({marks})", piece).fetchall()
        return sorted([*best, *(b for _, _, b in sorted(names)[: DEEP - len(best)])])

    def _scope(self) -> dict[int, float]:
        """Files called like what stands before the colon of the title: `gpg-interface: ...`, `fix(css): ...`."""
        match = _SCOPE.match(self.goal.title)
        words: set[str] = set()
        if match:
            scope = next((g for g in match.groups() if g), "")
            words = {trim(p) for w in re.findall(r"\w+", scope) for p in split_name(w)} - _NO_SCOPE
        if not words:
            return {}
        out: dict[int, float] = {}
        for id_ in self._place(sorted(words)):
            parts = self.files[id_].path.rpartition(".")[0].split("/")
            best = 0.0
            for depth, part in enumerate(reversed(parts)):
                pieces = {trim(p) for p in split_name(part)}
                if pieces & words:
                    best = max(best, len(pieces & words) / len(pieces | words) * (1.0 if depth == 0 else 0.6))
            if best:
                out[id_] = best
        return out

    def windows(self, ids: Sequence[int]) -> dict[int, float]:
        """How much of the goal stands close together in the text of these files: the best window of 2,000 bytes.

        Reads the files as they are now; meant for the best dozen.
        """
        weights = self._telling_words()
        out: dict[int, float] = {}
        for id_ in ids:
            data = read_source(os.path.join(self.index.root, self.files[id_].path))
            if not data:
                continue
            text = data[:_WINDOW_TEXT].lower()
            there = [(word, weight) for word, weight in weights if word in text]
            best = 0.0
            before: list[int] = [0] * len(there)
            for start in range(0, len(text), _BLOCK):
                block = text[start : start + _BLOCK]
                now = [block.count(word) for word, _ in there]
                score = 0.0
                for (_, weight), a, b in zip(there, before, now, strict=True):
                    if n := a + b:
                        score += weight * n / (n + 0.8)
                best = max(best, score)
                before = now
            if best:
                out[id_] = best
        return out

    def _query(self, table: str, columns: str, terms: Sequence[str], total: int) -> str:
        """An FTS5 query for any of the terms that costs no more than it must; empty when no term is there.

        Terms that stand in a third of the rows are left out (bm25 gives them next to nothing). Of the rest the rare
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
        """In how many rows a term stands, counted up to `limit`."""
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
        """The words of the goal that tell files apart, with their weight; the title's count for more."""
        title = {trim(t) for t in self.goal.title_terms}
        weights: dict[bytes, float] = {}
        for term in self.goal.terms[:_PROBES]:
            word = trim(term)
            if len(word) < 3 or not (word.isascii() and word.isalnum()):
                continue
            idf = math.log1p(self.total / (1 + self._spread("text", _BODY, term, _SIFT)))
            weights[word.encode()] = idf * (1.7 if word in title else 1.0)
        return sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:_TELLING]
