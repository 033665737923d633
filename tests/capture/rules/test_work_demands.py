"""Rules in plain sentences without a word that marks a rule, and requirements of what is built in the same form."""

import pytest

from backstory.capture.selection import select_prompt

RULES = """
No spec may talk to a real server.
No test should touch the network.
Nothing in lib may depend on Rails.
None of the specs may sleep.
Please avoid metaprogramming in the parsers.
Please keep the public API free of keyword arguments.
I would like every public method to have a YARD comment.
I would prefer commit messages in the imperative mood.
I prefer a subject that starts with the class in brackets.
We promise Ruby 2.5 in the gemspec, so please avoid endless methods.
The README is generated from the template; please only change the template.
It is important to me that the build stays free of warnings.
Branches are named after the ticket, for example `PAY-123-short-title`.
We write dates in ISO format everywhere in the logs.
Public functions may not throw.
When a test needs a clock, please use FakeClock.
I want the tests to be run with `make check` and not with pytest directly.
Only Marguerite publishes releases.
Snapshots are only updated after a review.
Comments should explain why, not what.
Names of tests should be whole sentences.
Please stick to the standard library here.
""".strip().splitlines()
NONE = """
Each file should have a header row with the column names.
Names should be sorted by last name in the list.
Messages are stored in the outbox until they are sent.
Comments should appear below the photo.
I want the release to have a dark theme.
I want a test that shows the bug.
I prefer the code in the second version.
When a file is missing, use the default.
When a flag is unknown, print the help.
We sort the rows by name.
We wrap the call in a try block.
Please avoid the crash.
Please keep the second version.
No file may be larger than 10 MB, otherwise the upload is refused.
No comment may contain HTML, we strip it on the server.
Functions must return a promise, says the type checker.
Tests should take two minutes on that machine.
I expect the build to take ten minutes.
No request may have reached the server yet.
Only three tests fail.
""".strip().splitlines()


@pytest.mark.parametrize("prompt", RULES)
def test_what_things_of_the_work_have_to_be_is_a_rule(prompt: str) -> None:
    assert [one.kind for one in select_prompt(prompt)] == ["rule"]


@pytest.mark.parametrize("prompt", NONE)
def test_what_is_built_and_what_is_at_hand_is_none(prompt: str) -> None:
    assert "rule" not in [one.kind for one in select_prompt(prompt)]
