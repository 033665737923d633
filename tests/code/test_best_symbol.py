"""The definition of a file that matters for a goal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.code.best_symbol import BestSymbol, find_best_symbol
from backstory.code.index.goal import parse_goal, trim_ending

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
    return find_best_symbol(path, data, words, parsed.symbols)


@pytest.mark.parametrize(
    ("goal", "symbol"),
    [
        ("converting amounts is wrong", ("convert_amount", 9)),
        ("call `release` twice", ("release", 5)),
        ("rounding in the ledger", ("convert_amount", 9)),
        ("users see gave up waiting", ("take_connection", 2)),
    ],
)
def test_by_its_name_or_by_its_text(goal: str, symbol: tuple[str, int]) -> None:
    assert best(goal) == symbol


def test_none_without_a_word_of_the_goal_or_without_code() -> None:
    assert best("bicycles") is None
    assert best("converting amounts", "pool.txt") is None
    assert best("converting amounts", "pool.py", b"") is None


@given(st.binary(max_size=400), st.sampled_from(["a.py", "a.go", "a.ts", "a.rb", "a.c"]))
def test_any_bytes_can_be_read_and_the_line_is_one_of_the_file(data: bytes, path: str) -> None:
    symbol = best("def class func value", path, data + b"\ndef value(): pass\nfunc value() {}\n")
    assert symbol is None or 1 <= symbol.line <= data.count(b"\n") + 3
