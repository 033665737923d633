"""The query language: one grammar for every command that takes a query.

```
query   = or
or      = and ("OR" and)*
and     = not (["AND"] not)*            two terms side by side are joined by AND
not     = "NOT" not | "-" atom | atom
atom    = "(" or ")" | key ":" [op] value | phrase | word
op      = ">" | "<" | ">=" | "<=" | "="
value   = phrase | characters up to a blank or a parenthesis        "*" stands for any characters
phrase  = '"' text '"'                  \\" and \\\\ inside
```

Operators are upper case; NOT binds closer than AND, AND closer than OR. Words side by side are one text: any of them
may match, and more matches rank higher. `word:` with an unknown key is a plain word.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from backstory.model.errors import Exit, Invalid

COMPARED: Final = ("created", "updated", "tokens")
KEYS: Final[dict[str, str]] = {
    "kind": "the kind, such as decision",
    "tag": "a tag; `*` stands for any characters",
    "tier": "pinned, working, reference or off-context",
    "scope": "team, private or user",
    "status": "such as open, resolved or retracted",
    "author": "part of the author's name or mail",
    "agent": "the coding agent it came through",
    "branch": "the branch it was made on",
    "session": "the session it was made in",
    "path": "the code it is about: a path, a folder or a glob",
    "how": "the channel: explicit, stated, observed, inferred or imported",
    "created": "when it was made: a date, or an age such as 7d, with > < >= <=; an age is that moment: `>7d` is newer",
    "updated": "when its file changed last",
    "tokens": "its length in tokens, with > < >= <=",
    "has": "what it has: body, tags, anchors, links, quote, or a part such as impact",
    "from": "records that this record links to",
    "to": "records that link to this record",
    "stale": "yes, no, changed, moved or gone: whether the code it is about has changed",
    "id": "an id, or the beginning or the end of one",
}
"""Keys of the language -> help."""
SYNONYMS: Final[dict[str, str]] = {
    "type": "kind",
    "made": "created",
    "file": "path",
    "at": "path",
    "tags": "tag",
    "author_name": "author",
    "newer": "created",
    "older": "created",
}
AGE_KEYS: Final = {"newer": ">", "older": "<"}
"""Synonyms of `created` that compare without a sign: `older:7d` is `created:<7d`."""
MAX_DEPTH: Final = 100
"""Deepest nesting of parentheses and NOT."""
MAX_LENGTH: Final = 10_000
"""Longest query, in characters."""


class Text(NamedTuple):
    """Words side by side: any of them may match."""

    words: tuple[str, ...]


class Phrase(NamedTuple):
    """Text in quotes: all of it, in this order."""

    text: str


class Predicate(NamedTuple):
    """`key:value`, or `key:>value` for keys that are compared. `op` is `=`, `>`, `<`, `>=` or `<=`."""

    key: str
    op: str
    value: str


class Not(NamedTuple):
    """Matches what `item` does not match."""

    item: "Node"


class And(NamedTuple):
    """Matches what all `items` match."""

    items: "tuple[Node, ...]"


class Or(NamedTuple):
    """Matches what one of `items` matches."""

    items: "tuple[Node, ...]"


Node = Text | Phrase | Predicate | Not | And | Or


class QueryError(Invalid):
    """A query that does not parse: `at` is the position, `expected` describes a valid continuation."""

    def __init__(self, text: str, at: int, problem: str, expected: str) -> None:
        line = " ".join(text.split("\n"))
        start = max(0, at - 40)
        pointer = f"  {line[start : start + 90]}\n  {' ' * (at - start)}^"
        super().__init__(
            f"{problem} at character {at + 1} of the query\n{pointer}",
            hint=f"expected {expected}; `backstory help query` shows the language",
        )
        self.code = Exit.USAGE
        self.reason = f"{problem} at character {at + 1}"
        """What is wrong and where, on one line."""
        self.at = at
        self.expected = expected


class _Token(NamedTuple):
    kind: str  # ( ) AND OR NOT - word phrase pred end
    position: int
    text: str = ""
    op: str = ""
    value: str = ""


def parse_query(text: str) -> Node | None:
    """The tree of a query, None for an empty one. Raises `QueryError`, and nothing else."""
    if len(text) > MAX_LENGTH:
        raise QueryError(text[:200], 0, f"{len(text):,} characters", f"at most {MAX_LENGTH:,}")
    tokens = _tokens(text)
    if tokens[0].kind == "end":
        return None
    node, position = _or(text, tokens, 0, 0)
    token = tokens[position]
    if token.kind != "end":
        raise QueryError(text, token.position, "a `)` that opens nowhere", "the end of the query, or AND, OR")
    return node


def looks_structured(text: str) -> bool:
    """Whether a text uses the language: a known `key:`, an upper-case operator between words, or a quoted phrase."""
    words = text.replace("(", " ").replace(")", " ").split()
    for place, word in enumerate(words):
        key, colon, value = word.lstrip("-").partition(":")
        if colon and value and _key(key):
            return True
        if _joins_words(word, place, len(words) - 1):
            return True
    return False


def _joins_words(word: str, place: int, last: int) -> bool:
    """Whether a word is an operator that has words to join."""
    return (word in ("AND", "OR") and 0 < place < last) or (word == "NOT" and place < last)


def format_query(node: Node) -> str:
    """The query as text; `parse_query(format_query(node)) == node` for every tree that `parse_query` makes."""
    match node:
        case Text(words):
            return " ".join(words)
        case Phrase(text):
            return _quote(text)
        case Predicate(key, op, value):
            return f"{key}:{'' if op == '=' else op}{_value(value, op)}"
        case Not(item):
            return f"NOT ({format_query(item)})" if _many(item) else f"NOT {_wrapped(item, (And, Or))}"
        case And(items):
            return " AND ".join(_wrapped(item, (And, Or)) for item in items)
        case Or(items):
            return " OR ".join(_wrapped(item, (Or,)) for item in items)


def free_text(node: Node | None) -> str:
    """The free text of a query that is not under a NOT. It ranks the answers."""
    match node:
        case Text(words):
            return " ".join(words)
        case Phrase(text):
            return text
        case And(items) | Or(items):
            return " ".join(filter(None, map(free_text, items)))
    return ""


def iter_predicates(node: Node | None) -> Iterator[Predicate]:
    """Every `key:value` of a query, in order."""
    match node:
        case Predicate():
            yield node
        case Not(item):
            yield from iter_predicates(item)
        case And(items) | Or(items):
            for item in items:
                yield from iter_predicates(item)


def locate_value(text: str, predicate: Predicate) -> int:
    """The position of a predicate's value in the query, for an error about it."""
    for token in _tokens(text):
        if token.kind == "pred" and (token.text, token.op, token.value) == predicate:
            return text.find(":", token.position) + 1
    return 0


def _many(node: Node) -> bool:
    return isinstance(node, Text) and len(node.words) > 1


def _wrapped(node: Node, kinds: tuple[type, ...]) -> str:
    return f"({format_query(node)})" if isinstance(node, kinds) else format_query(node)


def _quote(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _value(value: str, op: str) -> str:
    plain = (
        value
        and not any(character.isspace() or character in '()"' for character in value)
        and not (op == "=" and value[0] in "<>=")
    )
    return value if plain else _quote(value)


def _key(word: str) -> str:
    word = word.lower()
    word = SYNONYMS.get(word, word)
    return word if word in KEYS else ""


def _tokens(text: str) -> list[_Token]:
    out: list[_Token] = []
    position, length = 0, len(text)
    while position < length:
        sign = text[position]
        if sign.isspace():
            position += 1
        elif sign in "()":
            out.append(_Token(sign, position))
            position += 1
        elif sign == '"':
            value, end = _phrase(text, position)
            if value.strip():
                out.append(_Token("phrase", position, value))
            position = end
        elif sign == "-" and _can_be_negated(text, position + 1):
            out.append(_Token("NOT", position))
            position += 1
        else:
            token, position = _word_token(text, position)
            out.append(token)
    out.append(_Token("end", length))
    return out


def _can_be_negated(text: str, start: int) -> bool:
    """Whether a group, a phrase or a `key:value` starts here, which a `-` before it negates."""
    return text[start : start + 1] in ("(", '"') or bool(_predicate_at(text, start))


def _word_token(text: str, start: int) -> tuple[_Token, int]:
    """(token, its end) of the `key:value`, operator or word at `start`."""
    if _predicate_at(text, start):
        return _predicate_token(text, start)
    end = _word_end(text, start)
    word = text[start:end]
    return (_Token(word, start) if word in ("AND", "OR", "NOT") else _Token("word", start, word)), end


def _predicate_token(text: str, start: int) -> tuple[_Token, int]:
    """(token, its end) of the `key:value` at `start`."""
    colon = _predicate_at(text, start)
    key = _key(text[start : colon - 1])
    op, position = _op(text, colon)
    if op == "=":
        op = AGE_KEYS.get(text[start : colon - 1].lower(), op)
    if position < len(text) and text[position] == '"':
        value, end = _phrase(text, position)
    else:
        end = _word_end(text, position)
        value = text[position:end]
    if not value.strip():
        raise QueryError(text, end, f"nothing after `{text[start:colon]}`", f"a value: {KEYS[key]}")
    if op != "=" and key not in COMPARED:
        expected = f"a plain value; {', '.join(COMPARED)} can be compared"
        raise QueryError(text, colon, f"`{op}` after `{key}:`", expected)
    return _Token("pred", start, key, op, value), end


def _word_end(text: str, position: int) -> int:
    while position < len(text) and not text[position].isspace() and text[position] not in '()"':
        position += 1
    return position


def _predicate_at(text: str, start: int) -> int:
    """The position after `key:` when a known key starts at `start`; 0 otherwise. An unknown key is a plain word."""
    end = start
    while end < len(text) and (text[end].isalpha() or text[end] == "_"):
        end += 1
    return end + 1 if end > start and end < len(text) and text[end] == ":" and _key(text[start:end]) else 0


def _op(text: str, i: int) -> tuple[str, int]:
    for op in (">=", "<=", ">", "<", "="):
        if text.startswith(op, i):
            return op, i + len(op)
    return "=", i


def _phrase(text: str, start: int) -> tuple[str, int]:
    out: list[str] = []
    end = start + 1
    while end < len(text):
        sign = text[end]
        if sign == "\\" and end + 1 < len(text) and text[end + 1] in '\\"':
            out.append(text[end + 1])
            end += 2
        elif sign == '"':
            return "".join(out), end + 1
        else:
            out.append(sign)
            end += 1
    raise QueryError(text, start, "a quote that is never closed", 'a closing `"`')


def _or(text: str, tokens: list[_Token], position: int, depth: int) -> tuple[Node, int]:
    items: list[Node] = []
    node, position = _and(text, tokens, position, depth)
    items.append(node)
    while tokens[position].kind == "OR":
        node, position = _and(text, tokens, position + 1, depth)
        items.append(node)
    return (items[0] if len(items) == 1 else Or(tuple(items))), position


def _and(text: str, tokens: list[_Token], position: int, depth: int) -> tuple[Node, int]:
    items: list[Node] = []
    joined = True  # whether the next word may not grow the text before it
    while True:
        node, position = _not(text, tokens, position, depth)
        last = items[-1] if items else None
        both_words = tokens[position - 1].kind == tokens[position - 2].kind == "word"
        if not joined and both_words and isinstance(node, Text) and isinstance(last, Text):
            items[-1] = Text(last.words + node.words)
        else:
            items.append(node)
        joined = tokens[position].kind == "AND"
        if joined:
            position += 1
        elif tokens[position].kind in ("OR", ")", "end"):
            break
    return (items[0] if len(items) == 1 else And(tuple(items))), position


def _not(text: str, tokens: list[_Token], position: int, depth: int) -> tuple[Node, int]:
    if depth > MAX_DEPTH:
        raise QueryError(text, tokens[position].position, f"more than {MAX_DEPTH} levels", "a flatter query")
    token = tokens[position]
    if token.kind == "NOT":
        node, position = _not(text, tokens, position + 1, depth + 1)
        return Not(node), position
    if token.kind == "(":
        node, position = _or(text, tokens, position + 1, depth + 1)
        if tokens[position].kind != ")":
            raise QueryError(text, token.position, "a `(` that is never closed", "a closing `)`")
        return node, position + 1
    if token.kind == "word":
        return Text((token.text,)), position + 1
    if token.kind == "phrase":
        return Phrase(token.text), position + 1
    if token.kind == "pred":
        return Predicate(token.text, token.op, token.value), position + 1
    reading = {"end": "the query ends", ")": "a `)`"}.get(token.kind, f"`{token.kind}`")
    raise QueryError(text, token.position, reading, "a word, a phrase, `key:value`, NOT or `(`")
