"""An error line that only leads to the next one is kept with it."""

from backstory.capture.commands.commands import read_outcome


def test_a_line_that_leads_to_the_error_is_kept_with_it() -> None:
    output = 'building...\nerror during build:\nRollupError: Could not resolve "./nope" from "src/main.ts"\n    at x'
    outcome = read_outcome("npm run build", output, 1)
    assert outcome.errors[:1] == ('error during build: RollupError: Could not resolve "./nope" from "src/main.ts"',)


def test_a_line_of_its_own_stays_alone() -> None:
    output = "src/a.py:1: error: Incompatible types\nFound 1 error in 1 file"
    assert read_outcome("mypy src", output, 1).errors[:1] == ("src/a.py:1: error: Incompatible types",)
