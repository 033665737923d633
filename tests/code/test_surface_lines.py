"""Surface and past in a few lines, however much there is."""

from backstory.base.token_estimate import estimate_tokens
from backstory.code.index.file_history import Companion, FileHistory, Revert
from backstory.code.surface_lines import history_lines, surface_lines


def test_lines_stay_within_their_share() -> None:
    lists = {"packages": [], "routes": [f"GET /things/{i}" for i in range(500)], "environment": ["NAME"] * 500}
    for budget in (100, 400, 1500):
        lines = surface_lines(lists, budget)
        assert len(lines) == 2
        assert lines[0].startswith("routes 500: ") and "more" in lines[0]
        assert estimate_tokens("\n".join(lines)) <= budget * 0.4 + 12
    assert surface_lines({"routes": []}, 1500) == []


def test_past_in_lines() -> None:
    past = FileHistory("a.py", 3, 1, [Companion("b.py", 2, 1.5)], [("Ada", 3)], [("#4", 1)],
                [Revert("c" * 40, 'Revert "x"', ("d" * 40,))])  # fmt: skip
    assert history_lines(past) == [
        "changes with: b.py (2x, lift 1.5)",
        "authors: Ada 3 (3 commits, the last 1 commit ago)",
        "issues: #4",
        'reverted: ccccccccc Revert "x" (undid ddddddddd)',
    ]
