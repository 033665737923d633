"""The page about transcripts names every agent that has a reader, in the order in which they are asked."""

import re
from pathlib import Path

from backstory.agents.transcripts import READERS

PAGE = Path(__file__).parents[2] / "docs" / "transcripts.md"


def test_the_table_has_a_row_for_each_reader_and_no_other() -> None:
    table = PAGE.read_text(encoding="utf-8").partition("## Not read")[0]
    rows = re.findall(r"^\| `([\w-]+)` \|(.+)\|$", table, re.MULTILINE)
    assert sorted(name for name, _ in rows) == sorted(name for name, _ in READERS)
    assert all(row.count("|") == 2 and all(cell.strip() for cell in row.split("|")) for _, row in rows)
