"""Every form at three budgets, as files to be read by people. `BACKSTORY_GOLDEN=accept` writes them anew."""

import os
import re
from itertools import combinations
from pathlib import Path

import pytest

from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.recall.text.moment import CLAUDE, COPILOT, GENERIC, HUMAN, MODES

GOLDEN = Path(__file__).parent / "golden"
CASES = [(mode, budget) for mode in MODES for budget in (300, 1200, 4000)]


def scrubbed(text: str) -> str:
    """Without what is derived from a digest: the fence's nonce and the brief's id."""
    text = re.sub(r'(</?backstory-context id=")[k-z]{8}"', r'\1NONCE"', text)
    return re.sub(r"(?i)\b(brief) [k-z]{8}\b", r"\1 ID", text)


def check(name: str, text: str) -> None:
    file = GOLDEN / name
    if os.environ.get("BACKSTORY_GOLDEN") == "accept":
        file.write_text(text, encoding="utf-8", newline="\n")
    assert text == file.read_text(encoding="utf-8"), f"{name} reads differently; see the file's head for how to accept"


@pytest.mark.parametrize(("mode", "budget"), CASES)
def test_shop(shop, mode: str, budget: int) -> None:
    text = shop.text(mode, budget)
    assert estimate_tokens(text) * ESTIMATE_RESERVE <= budget
    check(f"{mode}-{budget}.md", scrubbed(text))


@pytest.mark.parametrize("mode", MODES)
def test_empty(empty, mode: str) -> None:
    text = empty.text(mode, 1200)
    assert "Nothing is remembered yet" in text
    assert len(text) < 350
    check(f"{mode}-empty.md", scrubbed(text))


def test_no_stray_files() -> None:
    names = {f"{mode}-{size}.md" for mode in MODES for size in (300, 1200, 4000, "empty")}
    assert {p.name for p in GOLDEN.iterdir()} == names


@pytest.mark.parametrize("mode", MODES)
def test_4000_tells_more_than_1200_than_300(shop, mode: str) -> None:
    sizes = [len(shop.text(mode, budget)) for budget in (300, 1200, 4000)]
    assert sizes[2] > 1.5 * sizes[1] > 3 * sizes[0]


def test_the_forms_differ(shop) -> None:
    texts = [shop.text(mode, 1200) for mode in (GENERIC, COPILOT, CLAUDE, HUMAN)]
    bodies = [{line for line in t.splitlines() if line} for t in texts]
    for i, one in enumerate(bodies):
        for other in bodies[i + 1 :]:
            assert len(one & other) < 0.4 * min(len(one), len(other))


def test_no_two_forms_refer_to_code_alike(shop) -> None:
    bodies = [{line for line in shop.text(mode, 1200).splitlines() if "src/shop/" in line} for mode in MODES]
    assert all(len(lines) >= 4 for lines in bodies)
    for one, other in combinations(bodies, 2):
        assert not one & other
