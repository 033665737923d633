"""Who names what, and what that makes of files and symbols."""

from pathlib import Path

import pytest
from tests.growth import assert_linear

from backstory.code.index.importance import Importance
from backstory.code.index.mentions import read_mentions, without_licence, words_of
from backstory.code.index.outlines import read_outlines
from backstory.code.index.store import CodeIndex

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
    found = read_mentions(indexed(tmp_path, FILES))

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
    standing = Importance(index, read_mentions(index))

    assert standing.use("take", "shop/pool.py") > standing.use("take", "shop/line.py")
    assert standing.use("ConnectionPool", "shop/pool.py") > standing.use("Line", "shop/line.py")
    assert standing.roots == {"shop/__init__.py"}
    assert "ConnectionPool" in standing.surface


def test_what_is_parsed_first(tmp_path: Path) -> None:
    index = indexed(tmp_path, FILES)
    rows = [f for f in index.files().values() if f.role == "code"]
    standing = Importance(index, read_mentions(index))

    assert [r.path for r in standing.highest(rows, 1)] == ["shop/pool.py"]
    assert {r.path for r in standing.highest(rows, 50)} == {r.path for r in rows}


@pytest.mark.parametrize(
    ("text", "left"),
    [
        (b"/*\n * Copyright 2014 Us. Apache 2.0 license.\n */\nclass A", b"\nclass A"),
        (b"#!/bin/sh\n# Licensed under the Apache License\n# more of it\necho Apache\n", b"echo Apache\n"),
        (b"\n// SPDX-License-Identifier: MIT\npackage a\n", b"package a\n"),
        (b"# What the pool is for.\nimport pool\n", b"# What the pool is for.\nimport pool\n"),
        (b"class License:\n    pass\n", b"class License:\n    pass\n"),
        (b"/* license", b"/* license"),
        (b"", b""),
    ],
)
def test_a_licence_names_nothing(text: bytes, left: bytes) -> None:
    assert without_licence(text) == left


LICENCE = "/*\n * Copyright We. Under the Apache 2.0 license.\n */\n"
PLATFORMS = {
    "core/common/src/shop/Pool.kt": f"{LICENCE}package shop\nexpect fun Pool(): Pool\nclass Pool(val size: Int)\n",
    "core/jvm/src/shop/Pool.jvm.kt": f"{LICENCE}package shop\nactual fun Pool(): Pool = Pool(1)\n",
    "core/js/src/shop/Pool.js.kt": f"{LICENCE}package shop\nactual fun Pool(): Pool = Pool(2)\n",
    "core/common/src/shop/Apache.kt": f"{LICENCE}package shop\nobject Apache\n",
    "core/common/src/shop/pool/Take.kt": f"{LICENCE}package shop.pool\nfun pool() = 1\n",
    **{
        f"app/src/shop/cart/Cart{n}.kt": f"{LICENCE}package shop.cart\nimport shop.pool.Cart\n\nval pool{n} = Pool()\n"
        for n in range(6)
    },
}


@pytest.mark.parametrize("piece", [" ", "\t", "\n", " \n", "#!\n", "// a\n", "<!-- "])
def test_the_head_of_any_text_is_looked_at_in_proportion(piece: str) -> None:
    head_of_many = 60  # no single head is long

    def look(text: str) -> None:
        for start in range(head_of_many):
            without_licence(text[start:].encode())

    assert_linear(look, piece, size=600)


def test_packages_and_licences_use_nothing(tmp_path: Path) -> None:
    found = read_mentions(indexed(tmp_path, PLATFORMS))

    assert found.named["Apache"].bit_count() == 1
    assert found.used["pool"].bit_count() == 1, "only its own definition calls it"
    assert found.named["Pool"].bit_count() == 9


def test_a_name_on_several_platforms_is_one_name(tmp_path: Path) -> None:
    index = indexed(tmp_path, PLATFORMS)
    standing = Importance(index, read_mentions(index))
    path = "core/common/src/shop/Pool.kt"

    shared = standing.use("Pool", path)
    standing._variants["Pool"] = 3

    assert shared > standing.use("Pool", path)


def test_the_type_is_shown_and_not_the_function_that_makes_one(tmp_path: Path) -> None:
    index = indexed(tmp_path, PLATFORMS)
    standing = Importance(index, read_mentions(index))
    row = next(f for f in index.files().values() if f.path == "core/common/src/shop/Pool.kt")

    (_, symbol, further), *_ = standing.symbols(row, read_outlines(index, [row])[row.path])

    assert (symbol.name, symbol.kind, further) == ("Pool", "class", 1)


def test_what_all_platforms_share_is_no_plumbing(tmp_path: Path) -> None:
    source = "class Pool\n"
    index = indexed(
        tmp_path, {"core/common/src/Pool.kt": source, "core/common/Line.kt": source.replace("Pool", "Line")}
    )
    standing = Importance(index, read_mentions(index))

    assert standing._place("core/common/src/Pool.kt") > standing._place("core/common/Line.kt")
