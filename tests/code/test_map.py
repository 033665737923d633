"""The map: what matters first, never over the budget."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from backstory.code import map as map_module
from backstory.code.index.references import read_symbol_page
from backstory.code.index.store import CodeIndex
from backstory.code.map import map_code
from backstory.code.map_model import Map
from backstory.code.map_text import map_text
from backstory.code.overview import name_folders, name_languages
from backstory.code.symbol_text import page_text
from backstory.git.repository import Git
from backstory.redact.gate import Gate

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
    subprocess.run(["git", "init", "-q", "-b", "main", root], env=ENVIRON, check=True)
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


def test_a_map_is_drawn_once_for_a_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "project"
    root.mkdir()
    subprocess.run(["git", "init", "-q", "-b", "main", root], env=ENVIRON, check=True)
    (root / "a.py").write_text("class Basket:\n    pass\n")
    (root / "b.py").write_text("from a import Basket\n")
    index, git = CodeIndex.open(str(tmp_path / "code.db"), Gate()), Git(str(root), ENVIRON)
    drawn: list[str] = []
    real = map_module._draw_map

    def noted(index: CodeIndex, goal: str, path: str, budget: int, beside: Sequence[str]) -> Map:
        drawn.append(goal)
        return real(index, goal, path, budget, beside)

    monkeypatch.setattr(map_module, "_draw_map", noted)

    def draw(goal: str = "", budget: int = 1500, beside: Sequence[str] = ()) -> Map:
        index.refresh(str(root), git)
        return map_code(index, goal=goal, budget=budget, beside=beside)

    first = draw()
    assert draw() == first
    assert map_text(draw()) == map_text(first)
    assert drawn == [""]
    assert draw("basket").goal == "basket"
    assert draw(budget=100).tokens <= 100
    assert draw(beside=["a line"]).beside == ("a line",)
    assert drawn == ["", "basket", "", ""]
    (root / "a.py").write_text("class Bucket:\n    pass\n")
    assert [symbol.name for file in draw().files for symbol in file.symbols] == ["Bucket"]
    git.run("-c", "user.name=A", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x")
    draw()
    assert len(drawn) == 6, "the history counts too"
    (root / "a.py").write_text('def login(token="' + "AKIA" + "Z7QH2K5M3P8R4T6W" + '"):\n    pass\n')
    assert "REDACTED" in map_text(draw())
    assert "REDACTED" in map_text(draw())
    assert len(drawn) == 8, "what holds a secret is not kept"


def test_a_goal_shows_what_bears_its_words(tmp_path: Path) -> None:
    many = "".join(f"    def call_{number}(self):\n        return self.pool.use_{number}()\n" for number in range(40))
    own = "    def _redirect_headers(self):\n        return self.headers\n"
    (tmp_path / "client.py").write_text(f"class Client:\n{many}{own}")
    (tmp_path / "main.py").write_text("".join(f"call_{number}()\n" for number in range(40)))
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True, env=ENVIRON)
    subprocess.run(["git", "-C", str(tmp_path), "add", "-A"], check=True, env=ENVIRON)
    index = CodeIndex.open(str(tmp_path / ".db"), Gate())
    index.refresh(str(tmp_path), Git(str(tmp_path), ENVIRON))

    def list_names(goal: str) -> list[str]:
        drawn = map_code(index, goal=goal, budget=100)
        return [symbol.name for file in drawn.files for symbol in file.symbols]

    assert "Client._redirect_headers" in list_names("headers are lost when redirected")
    assert "Client._redirect_headers" not in list_names("")


def test_a_goal_names_the_reason_and_what_is_beside_each_file(index: CodeIndex) -> None:
    drawn = map_code(index, goal="connection pool timeouts")
    pool = next(file for file in drawn.files if file.path == "shop/pool.py")
    line = next(line for line in map_text(drawn).splitlines() if line.startswith("shop/pool.py"))

    assert pool.reason.startswith("has `") and pool.reason in line
    assert line.endswith("  tests: tests/test_pool.py  docs: docs/pool.md")
    assert all(not (file.reason or file.docs or file.tests) for file in map_code(index).files)


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
    found = read_symbol_page(index, "shop/pool.py", "ConnectionPool.take")

    assert found is not None
    assert {(p.path, p.inside) for p in found.callers} == {("shop/cart.py", "Cart.total"), ("shop/order.py", "place")}
    assert [p.inside for p in found.tests] == ["test_take"]
    assert [(p.path, p.inside) for p in found.callees] == [("shop/pool.py", "ConnectionPool._wait")]
    assert found.commits[0][1].startswith("ConnectionPool: take")
    assert "\n  shop/cart.py:6  Cart.total\n" in page_text(found)
    assert "\ndef take(self, timeout):\n    return self._wait(timeout)\n" in page_text(found)
    assert read_symbol_page(index, "shop/pool.py", "nothing") is None
    assert read_symbol_page(index, "no/such.py", "take") is None


def test_the_same_bytes_each_time(index: CodeIndex, tmp_path: Path) -> None:
    """The first one parses, the second one finds the outlines kept, the third comes from an index of its own."""
    first = map_text(map_code(index))
    fresh = CodeIndex.open(str(tmp_path / "code.db"))
    fresh.refresh(index.root, Git(index.root, ENVIRON))

    assert first == map_text(map_code(index)) == map_text(map_code(fresh))


LIBRARY = {
    "README.md": '# Jot\n\nWrites notes.\n\n```java\nnew Jot().write("a note");\n```\n',
    "src/main/java/jot/Jot.java": """package jot;

/** Writes notes. */
public final class Jot {
    private final Pen pen = new Pen();
    static final int LIMIT = 3;

    public void write(String text) {
        pen.draw(text);
    }

    public void write(String text, int times) {
        pen.draw(text);
    }

    @Deprecated
    public void erase() {
        reset();
    }

    private void reset() {
        pen.draw("");
    }
}
""",
    "src/main/java/jot/Pen.java": """package jot;

/** Draws. */
public class Pen {
    public void draw(String text) {
        Scratch.note(text);
    }
}
""",
    "src/main/java/jot/internal/Scratch.java": """package jot.internal;

public class Scratch {
    public static void note(String text) {}
}
""",
    "src/main/java/jot/Errors.java": "package jot;\n\nclass Errors {\n    static final int BAD_INK = 1;\n}\n",
    "src/test/java/jot/JotTest.java": 'class JotTest {\n    void writes() {\n        new Jot().write("a");\n    }\n}\n',
    "examples/Diary.java": 'class Diary {\n    void day() {\n        new Jot().write("a");\n    }\n}\n',
    "vendor/Ink.java": "public class Ink {\n    public void flow() {\n        new Jot();\n    }\n}\n",
}


@pytest.fixture
def library(tmp_path: Path) -> CodeIndex:
    for name, text in LIBRARY.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    found = CodeIndex.open(str(tmp_path.parent / f"{tmp_path.name}.db"))
    found.refresh(str(tmp_path), None)
    return found


def test_the_map_of_a_library_word_for_word(library: CodeIndex) -> None:
    assert map_text(map_code(library)) == GOLDEN


def test_the_counts_of_the_head_fit_each_other(index: CodeIndex) -> None:
    made = map_code(index)

    assert map_text(made).splitlines()[:2] == [
        f".: 6 files; code: 5 python; outlined: {len(made.files)} files",
        "folders: shop/ 4, tests/ 1",
    ]
    assert name_folders(made.folders, 7) == "folders: shop/ 4, tests/ 1, elsewhere 2"
    many = {"python": 9, "c": 4, "go": 3, "rust": 2, "java": 1, "lua": 1}
    assert name_languages(many) == "code: 9 python, 4 c, 3 go, 2 rust, 2 other"
    assert map_text(map_code(index, path="shop/pool.py")).startswith("shop/pool.py (python)\n")


def test_a_small_budget_keeps_the_heart(library: CodeIndex) -> None:
    made = map_code(library, budget=70)

    assert made.tokens <= 70
    assert [(f.path, [s.name for s in f.symbols]) for f in made.files] == [
        ("src/main/java/jot/Jot.java", ["Jot", "Jot.write"])
    ]
    assert made.files[0].symbols[1].further == 1
    assert not made.detailed


GOLDEN = """\
.: 8 files; code: 5 java; outlined: 4 files
folders: src/main/ 4, src/test/ 1

src/main/java/jot/Jot.java
  4: public final class Jot  — Writes notes.
    5: private final Pen pen = new Pen();
    6: static final int LIMIT = 3;
    8: public void write(String text)  (+1)
    16: public void erase()
    21: private void reset()

src/main/java/jot/Pen.java
  4: public class Pen  — Draws.
    5: public void draw(String text)

src/main/java/jot/internal/Scratch.java
  3: public class Scratch
    4: public static void note(String text)

src/main/java/jot/Errors.java
  3: class Errors
    4: static final int BAD_INK = 1;
"""
