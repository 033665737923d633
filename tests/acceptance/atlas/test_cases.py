"""None of the twenty is missing."""

import re
from pathlib import Path

from tests.acceptance.atlas.cases import IDS


def test_all_twenty_are_run() -> None:
    texts = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert sorted(re.findall(r'^@atlas\("(.+)"\)$', texts, re.MULTILINE)) == sorted(IDS)
