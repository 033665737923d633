"""A goal that is the name of a symbol leads to its definition."""

from pathlib import Path

import pytest

from backstory.code.index.store import CodeIndex
from backstory.code.named_symbol import parse_name
from backstory.code.relevance import rank_files

FILES = {
    "db.py": "class Table:\n    def __init__(self):\n        pass\n\n"
    + "".join(f"    def filler_{n}(self):\n        return 'upsert {'x' * 900}'\n\n" for n in range(200))
    + "    def upsert(self, row):\n        pass\n\n    def upsert_all(self, rows):\n        pass\n",
    "cli.py": "def upsert():\n    'Upsert all of the rows of a table: upsert, upsert, upsert'\n",
    "view.py": "class View:\n    def upsert_all(self):\n        raise TypeError\n",
    "queue.js": "class Queue {\n  tryToStart() {\n    return 1\n  }\n}\n",
    "data.json": "{}\n",
    "export.py": "def json():\n    pass\n",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> CodeIndex:
    root: Path = tmp_path_factory.mktemp("project")
    for name, text in FILES.items():
        (root / name).write_text(text)
    index = CodeIndex.open(str(tmp_path_factory.mktemp("data") / "code.db"))
    index.refresh(str(root), None)
    return index


@pytest.mark.parametrize(
    ("goal", "path", "symbol"),
    [
        ("Table.upsert_all", "db.py", "Table.upsert_all"),
        ("`Table#upsert_all`", "db.py", "Table.upsert_all"),
        ("Table::upsert_all(rows)", "db.py", "Table.upsert_all"),
        ("View.upsert_all()", "view.py", "View.upsert_all"),
        ("Where is the method Table.upsertAll defined?", "db.py", "Table.upsert_all"),
        ("the function tryToStart()", "queue.js", "Queue.tryToStart"),
        ("try_to_start", "queue.js", "Queue.tryToStart"),
        ("#tryToStart", "queue.js", "Queue.tryToStart"),
        ("View", "view.py", "View"),
        ("keep the ids that Table.upsert_all returns", "db.py", "Table.upsert_all"),
    ],
)
def test_a_name_leads_to_its_definition(index: CodeIndex, goal: str, path: str, symbol: str) -> None:
    first = rank_files(index, goal, symbols=3).files[0]
    assert (first.path, first.symbol) == (path, symbol)


def test_a_name_of_a_file_is_no_symbol(index: CodeIndex) -> None:
    assert not any("defined" in file.why for file in rank_files(index, "data.json", symbols=3).files)


@pytest.mark.parametrize("goal", ["", "insert rows with upsert", "src/db.py", "where is it?", "()", "..", "a b", "???"])
def test_a_sentence_or_a_path_is_no_name(goal: str) -> None:
    assert len(parse_name(goal)) <= 1
