"""Lines that a program printed and somebody pasted ask for nothing, and name no task."""

import pytest

from backstory.recall.text.printed_lines import is_printed, list_written

PRINTED = [
    "Error loading the invoice: TypeError: rows is not iterable",
    "Failed to open the store: sqlite3.OperationalError: locked",
    "Uncaught (in promise) TypeError: x is undefined",
    "Unhandled Promise Rejection: socket hang up",
    "Vite config detected, using its aliases.",
    "Schema loaded from db/schema.prisma",
    "Server listening on http://localhost:3000",
    "API running at port 8080",
]
WRITTEN = [
    "the login fails with Error: 401",
    "error handling in the parser: use Result",
    "the settings are loaded from config/app.toml",
    "load the schema from db/schema.prisma",
    "the server is running at half speed on Windows",
    "the job should be started on port 9000",
    "when a proxy is detected, skip the check",
]


@pytest.mark.parametrize("text", PRINTED)
def test_what_a_program_printed_is_no_request(text: str) -> None:
    assert is_printed(text)


@pytest.mark.parametrize("text", WRITTEN)
def test_what_a_person_says_of_programs_is_written(text: str) -> None:
    assert not is_printed(text)


def test_the_task_is_what_was_written_around_the_paste() -> None:
    prompt = "\n".join((*PRINTED, "The invoice shows no rows, find out why."))
    assert list_written(prompt) == ["The invoice shows no rows, find out why."]
