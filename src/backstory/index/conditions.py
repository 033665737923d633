"""Compiles a query (a tree of `model.query`) into a condition in SQL. Every text that a person typed is a bound value.

- `kind tier scope status how` are compared as a whole; `tag status agent branch session author` accept `*`, and case
  does not matter. A session may be given by its beginning, an author by any part.
- `created` is when the record was made, `updated` when its file changed last. A date means all of its day, month or
  year: `>` is after it, `>=` from its beginning. An age is a moment: `created:>7d` and `created:7d` both mean the last
  seven days.
- `path` is a file, a folder, a glob or `path#symbol`. It matches the records whose anchors cover it or are in it.
- `from:ID` matches the records that ID links to, `to:ID` those that link to ID.
- Words match as in a search, any of them; a phrase matches literally. A text without letters and digits is ignored.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import apsw

from backstory.base.search import find_named
from backstory.base.tokenizer import is_paired, query_terms, split_words
from backstory.index.answered_questions import STATUS
from backstory.index.read import IN_TREE, UNHIDDEN, Condition
from backstory.index.sql_functions import register_functions
from backstory.model.dates import EXPECTED, Span, format_timestamp, parse_span
from backstory.model.ids import TAIL, normalize_id
from backstory.model.kinds import CHANNELS, KINDS, SCOPES, TIERS, find_kind
from backstory.model.query import (
    KEYS,
    And,
    Node,
    Not,
    Or,
    Phrase,
    Predicate,
    QueryError,
    Text,
    format_query,
    locate_value,
)

MAX_TERMS: Final = 400
"""Words, phrases and `key:value` in one query."""
MAX_NUMBER: Final = 12
"""Digits of a number of tokens."""
STALE: Final[dict[str, tuple[str, ...]]] = {
    "yes": ("changed", "gone"),
    "no": ("changed", "gone"),
    "fresh": ("fresh",),
    "changed": ("changed",),
    "moved": ("moved",),
    "gone": ("gone",),
}
"""Value of `stale:` -> the states that it means; `no` is none of its states."""

_ORIGIN: Final = ("author", "agent", "branch", "session", "commit", "source", "quote")
_LARGEST: Final = 2**63 - 1
_HAS: Final[dict[str, str]] = {
    "body": "c.body != ''",
    "tags": "c.tags != ''",
    "anchors": "EXISTS (SELECT 1 FROM anchor a WHERE a.doc = c.doc)",
    "links": "EXISTS (SELECT 1 FROM link l WHERE l.doc = c.doc)",
    **{name: f"coalesce(json_extract(c.rest, '$.origin.{name}'), '') != ''" for name in _ORIGIN},
}


def compile_condition(
    con: apsw.Connection,
    tree: str,
    node: Node | None,
    *,
    now: float,
    text: str = "",
    states: Mapping[str, str] | None = None,
) -> Condition:
    """Compiles a query for `read.read_rows` on this connection. Raises QueryError for a value that does not fit."""
    if node is None:
        return Condition()
    register_functions(con)
    compiler = _Compiler(con, tree, text or format_query(node), now, states or {})
    sql = compiler.compile(node)
    return Condition(sql, tuple(compiler.values))


class _Compiler:
    """Writes the condition of a tree, its values in the order of their question marks."""

    def __init__(self, con: apsw.Connection, tree: str, text: str, now: float, states: Mapping[str, str]) -> None:
        self.values: list[str | int] = []
        self._con = con
        self._tree = tree
        self._text = text
        self._now = now
        self._states = states
        self._count = 0
        self._compilers: dict[str, Callable[[Predicate, str], str]] = {
            "kind": self._kind,
            "tag": self._tag,
            "tier": lambda node, value: self._one_of(node, "c.tier", value, TIERS),
            "scope": lambda node, value: self._one_of(node, "p.scope", value, SCOPES),
            "how": lambda node, value: self._one_of(node, "c.how", value, CHANNELS),
            "status": lambda node, value: self._like(STATUS, value),
            "author": lambda node, value: self._like(_origin("author"), f"*{value}*"),
            "agent": lambda node, value: self._like(_origin("agent"), value),
            "branch": lambda node, value: self._like(_origin("branch"), value),
            "session": lambda node, value: self._like(_origin("session"), value.rstrip("*") + "*"),
            "path": lambda node, value: self._path(value),
            "created": self._created,
            "updated": self._updated,
            "tokens": self._tokens,
            "has": lambda node, value: self._has(value.lower()),
            "from": lambda node, value: self._linked_from(normalize_id(value)),
            "to": lambda node, value: self._linked_to(normalize_id(value)),
            "stale": lambda node, value: self._stale(node, value.lower()),
            "id": lambda node, value: self._matches_id("c.id", normalize_id(value)),
        }

    def compile(self, node: Node) -> str:
        """The condition; empty for a text without letters and digits, which filters nothing."""
        match node:
            case Not(item):
                inner = self.compile(item)
                return f"NOT ({inner})" if inner else ""
            case And(items):
                return self._join(items, "AND")
            case Or(items):
                return self._join(items, "OR")
        self._count += 1
        if self._count > MAX_TERMS:
            raise QueryError(self._text, 0, f"more than {MAX_TERMS} conditions", "a shorter query")
        match node:
            case Text(some):
                return self._words(some)
            case Phrase(text):
                return self._phrase(plain_text(text))
            case Predicate():
                return self._predicate(node)

    def _join(self, items: Sequence[Node], word: str) -> str:
        conditions = [self.compile(item) for item in items]
        return _joined([condition for condition in conditions if condition], word)

    def _bind(self, value: str | int) -> str:
        self.values.append(plain_text(value) if isinstance(value, str) else value)
        return "?"

    # free text

    def _words(self, some: tuple[str, ...]) -> str:
        text = plain_text(" ".join(some))
        matches = [term.match for term in query_terms(text)]
        for word in some:
            stem = plain_text(word.removesuffix("*")).lower()
            if word.endswith("*") and len(stem) > 1 and stem.isalnum():
                matches.append(f'"{stem}"*')
        if not matches:
            return ""
        docs = ", ".join(map(str, find_named(self._con, self._tree, text)))
        mark = self._bind(" OR ".join(matches))
        condition = f"c.doc IN (SELECT rowid FROM fts WHERE fts MATCH {mark})"
        return f"({condition} OR c.doc IN ({docs}))" if docs else condition

    def _phrase(self, text: str) -> str:
        if not split_words(text):
            return ""
        if any(is_paired(character) for character in text):  # the full text holds such scripts by pairs, not by words
            first, second = self._bind(text), self._bind(text)
            return f"(instr(c.title, {first}) > 0 OR instr(c.body, {second}) > 0)"
        quoted = text.replace('"', '""')
        mark = self._bind(f'"{quoted}"')
        return f"c.doc IN (SELECT rowid FROM fts WHERE fts MATCH {mark})"

    # keys

    def _predicate(self, node: Predicate) -> str:
        value = plain_text(node.value).strip()
        compile_value = self._compilers.get(node.key)
        if compile_value is None:
            raise self._misfit(node, f"one of the keys {', '.join(KEYS)}")
        return compile_value(node, value)

    def _kind(self, node: Predicate, value: str) -> str:
        if "*" in value:
            return self._like("c.kind", value)
        kind = find_kind(value)
        if kind is None:
            raise self._misfit(node, f"a kind: {', '.join(KINDS)}")
        return f"c.kind = {self._bind(kind.name)}"

    def _tag(self, node: Predicate, value: str) -> str:
        value = value.lstrip("#")
        if value.lower().startswith("tier:"):
            return self._one_of(node, "c.tier", value[5:], TIERS)
        return f"EXISTS (SELECT 1 FROM tag t WHERE t.doc = c.doc AND {self._like('t.tag', value)})"

    def _one_of(self, node: Predicate, column: str, value: str, allowed: Sequence[str]) -> str:
        value = value.lower()
        if "*" not in value and value not in allowed:
            raise self._misfit(node, f"one of {', '.join(allowed)}")
        return self._like(column, value)

    def _like(self, column: str, value: str) -> str:
        """The column is the value; SQLite itself folds the case of ASCII only."""
        if value.isascii() and "*" not in value:
            return f"{column} = {self._bind(value)} COLLATE NOCASE"
        return f"bs_like({self._bind(value)}, {column})"

    def _path(self, value: str) -> str:
        path, _, symbol = value.replace("\\", "/").partition("#")
        root = self._tree.replace("\\", "/").rstrip("/") + "/"
        stem, colon, line = path.rpartition(":")
        if colon and line.isdigit():
            path = stem
        path = path.removeprefix(root).removeprefix("./").rstrip("/")
        sql = f"a.doc = c.doc AND bs_about({self._bind(path)}, a.path, a.glob)"
        if symbol:
            sql += f" AND (a.symbol = {self._bind(symbol)} OR instr(a.symbol, {self._bind(symbol + '.')}) = 1)"
        return f"EXISTS (SELECT 1 FROM anchor a WHERE {sql})"

    def _created(self, node: Predicate, value: str) -> str:
        when = self._span(node, value)

        def bound(seconds: int) -> str:
            return self._bind(format_timestamp(seconds).removesuffix("T00:00:00Z"))  # a record may bear a day only

        return f"(c.made != '' AND {_within('c.made', node.op, when, bound)})"

    def _updated(self, node: Predicate, value: str) -> str:
        when = self._span(node, value)
        return _within(
            "p.mtime_ns", node.op, when, lambda s: self._bind(max(-_LARGEST, min(s * 1_000_000_000, _LARGEST)))
        )

    def _span(self, node: Predicate, value: str) -> Span:
        when = parse_span(value, self._now)
        if when is None:
            raise self._misfit(node, EXPECTED)
        return when

    def _tokens(self, node: Predicate, value: str) -> str:
        digits = value.replace("_", "").replace(",", "").lower()
        thousands = digits.endswith("k")
        digits = digits.removesuffix("k")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_NUMBER):
            raise self._misfit(node, "a number, such as 1000")
        return f"c.tokens {node.op} {self._bind(int(digits) * (1000 if thousands else 1))}"

    def _has(self, name: str) -> str:
        conditions = [_HAS[form] for form in (name, name + "s") if form in _HAS][:1]
        for part, kinds in _PARTS.items():
            if name in (part, part.removesuffix("s")):
                marks = ", ".join(self._bind(kind) for kind in kinds)
                conditions.append(f"(c.kind IN ({marks}) AND bs_has(c.kind, c.body, {self._bind(part)}))")
        mark = self._bind(name)
        conditions.append(
            f"EXISTS (SELECT 1 FROM json_each(c.rest, '$.fields') f WHERE f.key = {mark} AND f.value != '')"
        )
        return _joined(conditions, "OR")

    def _linked_to(self, ident: str) -> str:
        return f"EXISTS (SELECT 1 FROM link l WHERE l.doc = c.doc AND {self._matches_id('l.target', ident)})"

    def _linked_from(self, ident: str) -> str:
        """Targets may be abbreviated where a record was written by hand."""
        ends = "substr(c.id, -length(l.target)) = l.target OR substr(c.id, 1, length(l.target)) = l.target"
        return (
            "EXISTS (SELECT 1 FROM content d JOIN link l ON l.doc = d.doc JOIN presence p ON p.doc = d.doc"
            f" WHERE {self._matches_id('d.id', ident)} AND {IN_TREE} AND {UNHIDDEN}"
            f" AND (l.target = c.id OR (length(l.target) BETWEEN 4 AND 25 AND ({ends}))))"
        )

    def _matches_id(self, column: str, ident: str) -> str:
        """The id in the column is `ident`, or begins or ends with it, or is itself such a part of it.

        A short id, as people see it, can be shortened from both ends too.
        """
        parts = []
        if len(ident) == 26:
            parts.append(f"{column} = {self._bind(ident)}")
            if column == "l.target":
                ends, begins = self._bind(ident), self._bind(ident)
                parts.append(
                    f"(length({column}) BETWEEN 4 AND 25 AND (substr({ends}, -length({column})) = {column}"
                    f" OR substr({begins}, 1, length({column})) = {column}))"
                )
        else:
            size = max(len(ident), 1)
            parts.append(f"substr({column}, -{size}) = {self._bind(ident)}")
            parts.append(f"substr({column}, 1, {size}) = {self._bind(ident)}")
            if size < TAIL:
                parts.append(f"substr({column}, -{TAIL}, {size}) = {self._bind(ident)}")
        return _joined(parts, "OR")

    def _stale(self, node: Predicate, value: str) -> str:
        if value not in STALE:
            raise self._misfit(node, f"one of {', '.join(STALE)}")
        ids = sorted(ident for ident, state in self._states.items() if state in STALE[value])
        word = "NOT IN" if value == "no" else "IN"
        return f"c.id {word} (SELECT value FROM json_each({self._bind(_json(ids))}))"

    def _misfit(self, node: Predicate, expected: str) -> QueryError:
        return QueryError(self._text, locate_value(self._text, node), f"`{node.value}` after `{node.key}:`", expected)


def _within(column: str, op: str, when: Span, bound: Callable[[int], str]) -> str:
    """The comparison with all of the span: `>` is after it, `>=` from its beginning. An age is a moment in the past."""
    if op == ">":
        return f"{column} >= {bound(when.end)}"
    if op == ">=" or (op == "=" and when.age):
        return f"{column} >= {bound(when.start)}"
    if op == "<":
        return f"{column} < {bound(when.start)}"
    if op == "<=":
        return f"{column} < {bound(when.end)}"
    return f"({column} >= {bound(when.start)} AND {column} < {bound(when.end)})"


def _joined(parts: Sequence[str], word: str) -> str:
    """The conditions as a balanced expression: SQLite limits the depth of one."""
    if len(parts) < 2:
        return parts[0] if parts else ""
    half = len(parts) // 2
    return f"({_joined(parts[:half], word)} {word} {_joined(parts[half:], word)})"


def _origin(name: str) -> str:
    return f"coalesce(json_extract(c.rest, '$.origin.{name}'), '')"


def plain_text(text: str) -> str:
    """Text that SQLite can hold."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode()


def _json(ids: Sequence[str]) -> str:
    return "[" + ",".join(f'"{ident}"' for ident in ids) + "]"


def _parts() -> dict[str, tuple[str, ...]]:
    """Part of a body -> the kinds that have it."""
    out: dict[str, list[str]] = {}
    for kind in KINDS.values():
        for part in kind.parts:
            out.setdefault(part.name, []).append(kind.name)
    return {name: tuple(kinds) for name, kinds in out.items()}


_PARTS: Final = _parts()
