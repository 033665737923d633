"""The map: what matters first, never over the budget."""

import os
from pathlib import Path

import pytest

from backstory.capture.git import Git
from backstory.index.code.references import Names, page, uses
from backstory.index.code.store import CodeIndex
from backstory.recall.map import map_code, map_text, page_text

ENVIRON = {"PATH": os.environ["PATH"], "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
FILES = {
    "shop/pool.py": '''class ConnectionPool:
    """Connections kept open."""

    def take(self, timeout):
        return self._wait(timeout)

    def _wait(self, timeout):
        return open_socket(timeout)
''',
    "shop/sockets.py": "def open_socket(timeout):\n    '''Opens one.'''\n    return timeout\n",
    "shop/cart.py": "from shop.pool import ConnectionPool\n\n\nclass Cart:\n    def total(self):\n        "
    "return ConnectionPool().take(1)\n",
    "shop/order.py": "from shop.pool import ConnectionPool\n\n\ndef place(cart):\n    pool = ConnectionPool()\n "
    "   return pool.take(2)\n",
    "tests/test_pool.py": "from shop.pool import ConnectionPool\n\n\ndef test_take():\n    assert "
    "ConnectionPool().take(1)\n",
    "docs/pool.md": "# The pool\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> CodeIndex:
    root: Path = tmp_path_factory.mktemp("shop")
    Git(str(root), ENVIRON).run("init", "-q", "-b", "main")
    git = Git(str(root), ENVIRON)
    for key, value in (("user.name", "Ada"), ("user.email", "ada@example.org"), ("commit.gpgsign", "false")):
        git.run("config", key, value)
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git.run("add", "-A")
    git.run("commit", "-q", "--no-verify", "-m", "ConnectionPool: take waits for a free one")
    found = CodeIndex.open(str(root / ".git" / "code.db"))
    found.refresh(str(root), git)
    return found


def test_what_many_use_comes_first_and_tests_are_left_out(index: CodeIndex) -> None:
    made = map_code(index)

    assert made.files[0].path == "shop/pool.py"
    assert made.files[0].symbols[0].signature == "class ConnectionPool"
    assert "tests/test_pool.py" not in {f.path for f in made.files}
    assert "1: class ConnectionPool  — Connections kept open." in map_text(made)


@pytest.mark.parametrize("budget", [0, 20, 60, 100, 400])
def test_the_budget_is_hard(index: CodeIndex, budget: int) -> None:
    made = map_code(index, budget=budget)

    assert made.tokens <= max(budget, map_code(index, budget=0).tokens)


def test_a_goal_and_a_path_choose(index: CodeIndex) -> None:
    assert map_code(index, goal="opening a socket times out").files[0].path == "shop/sockets.py"
    assert {f.path for f in map_code(index, path="shop/").files} <= {p for p in FILES if p.startswith("shop/")}
    (single,) = map_code(index, path="tests/test_pool.py").files
    assert [s.name for s in single.symbols] == ["test_take"]
    assert map_code(index, path="no/such").files == []


def test_a_symbol_s_page(index: CodeIndex) -> None:
    found = page(index, "shop/pool.py", "ConnectionPool.take")

    assert found is not None
    assert {(p.path, p.inside) for p in found.callers} == {("shop/cart.py", "Cart.total"), ("shop/order.py", "place")}
    assert [p.inside for p in found.tests] == ["test_take"]
    assert [(p.path, p.inside) for p in found.callees] == [("shop/pool.py", "ConnectionPool._wait")]
    assert found.commits[0][1].startswith("ConnectionPool: take")
    assert "\n  shop/cart.py:6  Cart.total\n" in page_text(found)
    assert "\ndef take(self, timeout):\n    return self._wait(timeout)\n" in page_text(found)
    assert page(index, "shop/pool.py", "nothing") is None
    assert page(index, "no/such.py", "take") is None


def test_uses_shares_a_name_among_its_definitions() -> None:
    def names(defined: str, named: str) -> Names:
        return Names(frozenset(defined.split()), frozenset(named.split()) | frozenset(defined.split()))

    counted = uses([names("Pool get", ""), names("get", "Pool"), names("", "Pool get")])

    assert counted == {"Pool": 2.0, "get": 0.5 * 0.25}
