"""The tests that are to be started first are there, and none is lost where they are moved."""

from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from testing.order import LONGEST, begin_with_longest, count_shares

TESTS = Path(__file__).resolve().parents[1]


def items(*names: str) -> list[Any]:
    return [SimpleNamespace(nodeid=f"tests/{name}") for name in names]


def names(tests: list[Any]) -> list[str]:
    return [one.nodeid.removeprefix("tests/") for one in tests]


def test_every_long_test_is_there() -> None:
    parts = [name.partition("[")[0].partition("::") for name in LONGEST]
    missing = [(f, name) for f, _, name in parts if f"\ndef {name}(" not in (TESTS / f).read_text(encoding="utf-8")]

    assert missing == []


def test_the_share_of_each_worker_begins_with_the_longest() -> None:
    others = [f"a.py::test_{n}" for n in range(30)]
    moved = names(begin_with_longest(items(*others[:9], *LONGEST[:5][::-1], *others[9:]), 2))

    assert count_shares(35, 2) == [17, 18]
    assert moved[:3] == [LONGEST[0], LONGEST[2], LONGEST[4]]
    assert moved[17:19] == [LONGEST[1], LONGEST[3]]
    assert [name for name in moved if name not in LONGEST] == others


def test_no_test_is_lost_or_run_twice() -> None:
    for workers, count, long in product(range(1, 9), (0, 1, 2, 7, 40), (0, 1, 3, 5, 20)):
        all_names = [*(f"a.py::test_{n}" for n in range(count)), *LONGEST[:long]]
        moved = begin_with_longest(items(*all_names), workers)
        assert sorted(names(moved)) == sorted(all_names), (workers, count, long)
