"""A passage that the brief of the session holds does not come again with a prompt."""

from pathlib import Path

import pytest

from backstory.base import deliveries
from backstory.base.passages import PassageHit
from backstory.base.receipts import write_receipt
from backstory.base.search import Hit
from backstory.hook.repeated_passages import asks_for_run, drop_repeated

BRIEF = """## Now
- last session ended with (2 days ago): I leave `httpx/_client.py` alone.
- asked last: also cap is 20 seconds then, not 30, Marta says the load balancer cuts at 25
- last tests (2 days ago): `pytest tests/test_retry.py -x -q`: 1 failed, 1 passed; red: test_http_date
- next: port the async transport
- next: document `retry_status` in docs/advanced/transports.md

## Rules of the user
- don't touch httpx/_client.py, Tom is refactoring it this week
"""


def keep(private: str, text: str, marks: set[str] | None = None) -> bool:
    """Whether a passage with this text is kept in a session that was given the brief."""
    if marks is None:
        ident = write_receipt(private, BRIEF, agent="codex", moment="session-start", tokens=1, state="1 main abc")
        marks = {deliveries.BRIEF + ident}
    hits: list[Hit | PassageHit] = [PassageHit((1, "user", "", 1, text, 0, "s", "codex", ""), 1.0)]
    return bool(drop_repeated(hits, private, marks))


@pytest.mark.parametrize(
    "text",
    [
        "don't touch httpx/_client.py, Tom is refactoring it this week. cap is 20 seconds then, Marta says.",
        "Next steps: port the async transport; document `retry_status` in docs/advanced/transports.md",
        "test: `pytest tests/test_retry.py -x -q` 1 failed, 1 passed; red: test_http_date",
        "Port the async transport.",
    ],
)
def test_what_the_brief_says_is_left_out(tmp_path: Path, text: str) -> None:
    assert not keep(str(tmp_path), text)


@pytest.mark.parametrize(
    "text",
    [
        "The load balancer of the other region cuts at 60, so Marta wants a cap of its own there.",
        "I leave `httpx/_client.py` alone. The transport hands `retries` to httpcore, which only retries on connects.",
    ],
)
def test_what_says_more_is_kept(tmp_path: Path, text: str) -> None:
    assert keep(str(tmp_path), text)


def test_a_run_that_answers_the_prompt_comes_again(tmp_path: Path) -> None:
    ident = write_receipt(str(tmp_path), BRIEF, agent="codex", moment="session-start", tokens=1, state="1 main abc")
    run = "test: `pytest tests/test_retry.py -x -q` gave 1 failed, 1 passed; red: test_http_date"
    rows = [("assistant", "Marta says the load balancer of the other region cuts at 60."), ("command", run)]
    rows += [("command", run), ("user", "Port the async transport.")]
    hits: list[Hit | PassageHit] = [
        PassageHit((place, role, "", place, text, 0, "s", "codex", ""), 1.0) for place, (role, text) in enumerate(rows)
    ]
    marks = {deliveries.BRIEF + ident}
    assert drop_repeated(hits, str(tmp_path), marks, with_run=True) == hits[:2]
    assert drop_repeated(hits, str(tmp_path), marks) == hits[:1]
    assert asks_for_run("which test is red?") and not asks_for_run("continue")


def test_a_session_without_a_brief_loses_nothing(tmp_path: Path) -> None:
    assert keep(str(tmp_path), "Port the async transport.", set())
    assert keep(str(tmp_path), "Port the async transport.", {deliveries.BRIEF + "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"})
