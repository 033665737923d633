"""What a command leaves to a process in the background."""

import time
from pathlib import Path

from tests.e2e.conftest import World


def until(condition: object, limit: float = 60.0) -> bool:
    """Waits for something to become true; the limit is a guard against a hang."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.02)
    return False


def handoff(world: World) -> str:
    path = Path(world.root, ".backstory", "local", "handoff.md")
    return path.read_text() if path.exists() else ""


def test_the_agents_files_follow_a_command_that_has_ended(shop: World) -> None:
    env = {"BACKSTORY_DELIVER_BACKGROUND": "true"}
    for number in range(4):  # the last one may find a refresh under way
        shop.run("remember", "decision", f"Use tortoise {number}", env=env)

    assert until(lambda: all(f"Use tortoise {number}" in handoff(shop) for number in range(4)))


def test_the_worker_works_where_the_hook_does(shop: World) -> None:
    """The folder of a payload may be gone, or lie on another machine: both then take the folder they run in."""
    shop.hook("session-end", {"cwd": str(shop.home / "gone"), "session_id": "s2"})

    assert until(lambda: [path.stem for path in shop.private.glob("journal/*/*.jsonl")] == ["s2"])
    assert until(lambda: not list(shop.private.glob("spool/*.jsonl")))
