"""Two wordings of one rule, and two rules that only look alike."""

import pytest

from backstory.recall.text.rule_clauses import covers, read_clauses

SAME = """
do not edit seeds and do not run them at all | do not change seeds at all
do not edit seeds and do not run them at all | never update seeds please
do not edit seeds and do not run them at all | never run the seeds
Do not run or edit seeds | never run the seeds
don't write code or run anything | don't run anything
Ask any additional questions before implementing it | Ask any additional questions
never push to main or develop | never push to main
never commit or push | never push
never run seeds nor migrations | never run migrations
Don’t add deps. | do not introduce new dependencies
don't add dependencies | no new dependencies
no semicolons | don't use semicolons
never use `git push --force` | I said no force push!!
commit in small steps, and never use `git push --force` | no force-pushing
never use git push -f | don't use force push
stop adding comments | do not add comments
run the tests when you are done | run the tests
run the tests and lint after every change | always run the tests
never edit seeds (I maintain them) | never change seeds
never push, because CI is broken | never push
never push to main, no exceptions | never push to main
never push to main with no tests | never push to main without tests
keep out of legacy/ | do not touch legacy/
leave seeds alone | do not edit seeds
use pnpm, never npm | use pnpm
use pnpm, never npm | don't use npm
from now on use pnpm in this repo | always use pnpm
before you push, run the tests | run the tests before pushing
Seeds nie anfassen | bitte die seeds nicht ändern
ne touche pas aux seeds | ne modifie jamais les seeds
n'utilise jamais npm | ne pas utiliser npm
no toques las seeds | nunca modifiques las seeds
"""
OTHERS = """
never push to main | never push without tests
never use `git push --force` | never push
never force-push to main | never force-push
never push | never push to main
do not edit seeds | edit seeds only in test
do not edit seeds | do not edit seeds in prod
do not edit seeds | do not edit seeds unless I ask
do not edit seeds | do not edit seeds until Karl merged
do not edit seeds | never edit seeds and migrations in one commit
never edit seeds | never edit seeds without asking
always run the tests | never run the tests
use tabs | use spaces
use tabs instead of spaces | use spaces instead of tabs
use spaces, not tabs | use tabs, not spaces
prefer composition over inheritance | prefer inheritance over composition
run the tests before you commit | commit before you run the tests
run the tests | run the tests before you push
ask before you start | ask before adding a dependency
ask before pushing | ask before deleting
never push | if CI fails, run the tests and never push
do not deploy | if the build is red, do not merge and do not deploy
never push to main | never commit secrets or push to main on fridays
do not use tabs | don't mix tabs and spaces
use npm | use npm or yarn
the UI must never call the API | the API must never call the UI
migrate from npm to pnpm | migrate from pnpm to npm
only run unit tests | run unit tests
if not sure, ask | do not ask if sure
do not avoid mocks | no mocks
don't write code or run anything | run anything
do not reset the database and run the seeds | run the seeds
do not reset the database and run the seeds | never run the seeds
do not stop the server | do not use the server
no mocks | no mocks in integration tests
use 2 spaces | use 4 spaces
never use `foo` | never use `bar`
commit with --no-verify | commit with --verify
answer in German | answer in English
images come from our registry, with no exception | exceptions are not in use in this code base
"""


def list_pairs(text: str) -> list[tuple[str, str]]:
    return [(one, other) for one, _, other in (line.partition(" | ") for line in text.strip().splitlines())]


@pytest.mark.parametrize(("rule", "other"), list_pairs(SAME))
def test_another_wording_of_a_rule(rule: str, other: str) -> None:
    assert covers(read_clauses(rule), read_clauses(other))


@pytest.mark.parametrize(("rule", "other"), list_pairs(OTHERS))
def test_another_rule(rule: str, other: str) -> None:
    one, two = read_clauses(rule), read_clauses(other)
    assert not covers(one, two)
    assert not covers(two, one)


def test_a_rule_without_a_word_says_nothing() -> None:
    assert read_clauses("please!") == []
    assert not covers(read_clauses("never push"), [])
