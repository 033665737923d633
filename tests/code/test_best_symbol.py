"""The definition of a file that matters for a goal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.code.best_symbol import BestSymbol, find_best_symbol, find_symbol_around
from backstory.code.index.goal import parse_goal, trim_ending
from backstory.code.symbol_worth import group_words

POOL = b"""class ConnectionPool:
    def take_connection(self, timeout):
        raise PoolTimeout("gave up waiting")

    def release(self, connection):
        self.free.append(connection)


def convert_amount(amount, rate):
    # Rounds half to even, as the ledger does.
    return amount * rate
"""


def best(goal: str, path: str = "pool.py", data: bytes = POOL) -> BestSymbol | None:
    parsed = parse_goal(goal)
    words = [(trim_ending(term).encode(), 1.0) for term in parsed.terms]
    return find_best_symbol(path, data, data.lower(), group_words(words), parsed.symbols)


@pytest.mark.parametrize(
    ("goal", "symbol"),
    [
        ("converting amounts is wrong", ("convert_amount", 9)),
        ("call `release` twice", ("ConnectionPool.release", 5)),
        ("rounding in the ledger", ("convert_amount", 9)),
        ("users see gave up waiting", ("ConnectionPool.take_connection", 2)),
    ],
)
def test_by_its_name_or_by_its_text(goal: str, symbol: tuple[str, int]) -> None:
    named = best(goal)
    assert named is not None and (named.name, named.line) == symbol and named.worth > 0


@pytest.mark.parametrize(
    ("path", "data", "symbol"),
    [
        ("a.ts", b"export class Pool {\n  take(): Handle {\n    return wait();\n  }\n}\n", "Pool.take"),
        ("a.ts", b"class Pool {\n}\nconst other = {\n  take() {\n    return 1;\n  }\n};\n", "take"),
        (
            "A.cs",
            b"class Pool\n{\n    enum Kind\n    {\n    }\n    public Handle take()\n    {\n    }\n}\n",
            "Pool.take",
        ),
        (
            "a.rb",
            b"module Db\n  class Pool\n    def size\n    end\n\n    def take\n    end\n  end\nend\n",
            "Db.Pool.take",
        ),
        ("a.py", b"class Pool:\n    pass\n\nif True:\n    def take(): pass\n", "take"),
        (
            "a.py",
            b"class Pool(\n    Base,\n):\n    class Inner:\n        pass\n    def take(self): pass\n",
            "Pool.take",
        ),
        ("a.go", b"type Pool struct {\n}\n\nfunc take() {\n}\n", "take"),
    ],
)
def test_a_definition_is_named_with_what_it_belongs_to(path: str, data: bytes, symbol: str) -> None:
    named = best("call `take`", path, data)
    assert named is not None and named.name == symbol


def test_none_without_a_word_of_the_goal_or_without_code() -> None:
    assert best("bicycles") is None
    assert best("converting amounts", "pool.txt") is None
    assert best("converting amounts", "pool.py", b"") is None


def test_the_definition_around_a_line() -> None:
    assert find_symbol_around("pool.py", POOL, 3) == BestSymbol("ConnectionPool.take_connection", 2)
    assert find_symbol_around("pool.py", POOL, 1) == BestSymbol("ConnectionPool", 1)
    assert find_symbol_around("pool.py", b"import os\n" + POOL, 1) is None
    assert find_symbol_around("pool.txt", POOL, 3) is None


@given(st.binary(max_size=400), st.sampled_from(["a.py", "a.go", "a.ts", "a.rb", "a.c"]))
def test_any_bytes_can_be_read_and_the_line_is_one_of_the_file(data: bytes, path: str) -> None:
    symbol = best("def class func value", path, data + b"\ndef value(): pass\nfunc value() {}\n")
    assert symbol is None or 1 <= symbol.line <= data.count(b"\n") + 3


def test_a_nameless_definition_belongs_to_the_one_before_it() -> None:
    data = b"def bind_keys():\n    @handle('f2')\n    def _(event):\n        complete(event)\n"
    words = group_words([(b"complet", 1.0)])
    best = find_best_symbol("keys.py", data, data, words, {})

    assert best is not None and best.name == "bind_keys"
