"""An order for the task at hand is no decision; one that chooses, gives a reason or lasts may be one."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.rules.errands import is_errand


def decisions(prompt: str) -> list[str]:
    candidates = find_candidates([Turn("user", prompt, line=1)], known_paths=lambda _: False)
    return [one.text for one in candidates if one.kind == "decision"]


@pytest.mark.parametrize(
    "prompt",
    [
        "Find me a list of the clients we've talked to since the start of 2023",
        "zip each folder to each file, do not combine it into the single file",
        "Add a --dry-run flag for the import command.",
        "now fix the tests",
        "please add a flag so users can skip the cache",
        "Now fix the tests that fail because of the new pool",
        "Rename Foo to Bar everywhere",
        "fix the failing tests and then commit",
        "compare that to the schema in the local database that we already have",
        "check all places where we use the guest to show a name",
        "Check the price list and we need to make one small edit",
        "- go over all the functions and fix this",
        "Let's decide on what we use for that id, and whether it has to be readable",
        "we need to look at the other branch to see how it finds out who has paid",
    ],
)
def test_an_order_for_the_task_at_hand_is_no_decision(prompt: str) -> None:
    assert decisions(prompt) == []


@pytest.mark.parametrize(
    "prompt",
    [
        "then run it at 3 UTC, nobody cares about the hour",
        "remove the cache, it is not needed any more",
        "Copy the whole v1.1/ folder, not just index.html, or it breaks",
        "Update the seed script to use the table monitor_orgs instead of TargetCompanies",
        "go with SQLite",
        "import only the public names",
        "check the list and make sure that it is sorted by date",
        "Check how sorting is done for orders and do the same for products",
        "decide ties by the older timestamp, because the clock is right",
        "let's go through the proxy for all outgoing requests",
        "we need to check the signature on the server",
        "run the tests in one process because the fixtures share a port",
    ],
)
def test_an_order_that_chooses_is_no_errand(prompt: str) -> None:
    assert not is_errand(prompt.lower())


@pytest.mark.parametrize(
    "prompt",
    [
        "remove the cache, it is not needed any more",
        "don't touch the tests, fix the code instead",
        "make a zip of each folder, not one for all",
    ],
)
def test_decisions_stay(prompt: str) -> None:
    assert decisions(prompt) == [prompt]
