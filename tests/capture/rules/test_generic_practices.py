"""Practices that are stated as if they were so, and statements about the things at hand and about what is built."""

import pytest

from backstory.capture.selection import select_prompt

RULES = """
Every bug fix arrives together with a test that fails without the fix.
Database migrations are written by hand and reviewed by two people before they are merged.
If a function takes more than four parameters, bundle them into an options struct.
It is expected that public functions carry a docstring with at least one example.
Test names in this repository describe the behaviour being checked rather than the method being called.
I would rather see three short commits than one long one.
Our habit is to rebase feature branches on main and keep the history linear.
Third-party packages are added only after someone on the platform team has agreed to them.
Tests that need the network belong in the integration folder, where the nightly job picks them up.
The person who breaks the build is the one who repairs it, and that includes you.
When a test turns out to be flaky, quarantine it and open a ticket the same day.
Logging goes through our own wrapper, and direct calls to print are kept out of production modules.
Type annotations are required on all new Python code, including the tests.
Ownership of the storage layer sits with Dmitri's team, and edits there go through their review.
We name boolean variables with an is or has prefix throughout the code base.
It helps us greatly when each commit builds on its own, and we hold every contributor to that.
In this project, fixtures are built with factories instead of being copied from production data.
A test is deleted only with the agreement of whoever wrote it.
The core module stays free of imports from the web layer.
Updating the architecture diagram is the responsibility of whoever adds or removes a service.
It is our practice to squash a branch before merging it, so that main reads as one commit per change.
the vendored folder is hands off
use pnpm here, npm messes up the lockfile
Generated code is not edited by hand; change the template and regenerate instead.
mocks are a last resort, real sqlite first
keep functions under 40ish lines, split when they grow past that
Only the release script may change the version number.
Where the standard library offers a reasonable solution, we choose it over an external package.
""".strip().splitlines()
NONE = """
The commit I pushed this morning broke the nightly build on Windows.
Every uploaded file is scanned for viruses before the customer can download it.
Two of the integration tests failed last night because the database container ran out of memory.
Passwords are required to have at least twelve characters when a customer signs up.
The linter currently reports forty-one warnings, most of them in the generated files.
Three of the modules on this list have no tests, according to the report from Friday.
Tests are red on main.
Every import is resolved before the first rule runs on a file.
exceptions carry the status code and the response body
Warnings are grouped by file and printed in order of line number.
If a dependency cycle is found among the targets, the build stops and prints the whole cycle.
a test that text/html comes back as markdown
After the tests for the mailer pass, open a pull request against the staging branch for me.
When a reader leaves a comment on an article, the author receives an e-mail within one minute.
""".strip().splitlines()


@pytest.mark.parametrize("prompt", RULES)
def test_a_practice_is_a_rule(prompt: str) -> None:
    assert [one.kind for one in select_prompt(prompt)] == ["rule"]


@pytest.mark.parametrize("prompt", NONE)
def test_what_is_at_hand_or_built_is_none(prompt: str) -> None:
    assert "rule" not in [one.kind for one in select_prompt(prompt)]
