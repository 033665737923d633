"""Who names what, and what that makes of files and symbols."""

from pathlib import Path

from backstory.index.code.mentions import mentions, words_of
from backstory.index.code.standing import Standing
from backstory.index.code.store import CodeIndex

FILES = {
    "README.md": "# pool\n\nCall `ConnectionPool.take()`.\n",
    "shop/__init__.py": "from shop.pool import ConnectionPool\n",
    "shop/pool.py": "class ConnectionPool:\n    def take(self):\n        return self.wait()\n\n    def wait(self):\n"
    "        return 1\n",
    "shop/line.py": "class Line:\n    def take(self):\n        return 2\n",
    "shop/cart.py": "from shop.pool import ConnectionPool\n\n\ndef total(wait):\n    return ConnectionPool().take()\n",
    "shop/util/text.py": "def total_text():\n    return 'ConnectionPool'\n",
    "tests/test_pool.py": "from shop.pool import ConnectionPool\n\n\ndef test_take():\n    ConnectionPool().take()\n",
}


def indexed(root: Path, files: dict[str, str]) -> CodeIndex:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    found = CodeIndex.open(str(root.parent / f"{root.name}.db"))
    found.refresh(str(root), None)
    return found


def test_words_say_how_they_stand() -> None:
    assert words_of(b"a.take(b) -> pool::wait; new_one->size") == {
        b"a", b".take(", b"b", b".", b"pool", b".wait", b"new_one", b".size",
    }  # fmt: skip


def test_who_names_what(tmp_path: Path) -> None:
    found = mentions(indexed(tmp_path, FILES))

    def paths(files: int) -> set[str]:
        return {p for p, bit in found.place.items() if files >> bit & 1}

    assert paths(found.defined["take"]) == {"shop/pool.py", "shop/line.py"}
    assert paths(found.named["ConnectionPool"]) == set(FILES) - {"shop/line.py"}
    assert paths(found.used["wait"]) == {"shop/pool.py"}
    assert paths(found.named["wait"]) == {"shop/pool.py", "shop/cart.py"}
    assert paths(found.showing) == {"tests/test_pool.py"}
    assert paths(found.prose) == {"README.md"}
    assert found.definitions["shop/line.py"] == ["Line", "take"]
    assert "test_take" not in found.defined


def test_those_are_meant_whose_types_a_user_names(tmp_path: Path) -> None:
    index = indexed(tmp_path, FILES)
    standing = Standing(index, mentions(index))

    assert standing.use("take", "shop/pool.py") > standing.use("take", "shop/line.py")
    assert standing.use("ConnectionPool", "shop/pool.py") > standing.use("Line", "shop/line.py")
    assert standing.roots == {"shop/__init__.py"}
    assert "ConnectionPool" in standing.surface


def test_what_is_parsed_first(tmp_path: Path) -> None:
    index = indexed(tmp_path, FILES)
    rows = [f for f in index.files().values() if f.role == "code"]
    standing = Standing(index, mentions(index))

    assert [r.path for r in standing.highest(rows, 1)] == ["shop/pool.py"]
    assert {r.path for r in standing.highest(rows, 50)} == {r.path for r in rows}
