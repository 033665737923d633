"""What a prompt for a trial allows and forbids ends with it."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.prompts import read_prompt
from backstory.memory.intake.withdrawing_reports import list_reports


def rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "throwaway experiment, separate branch: let the router answer OPTIONS. no lint, no commit prefix needed here",
        "side track on its own branch: how good would a hint be? no dependency, keep it in one file",
        "a fast spike, separate branch. no tests, and no sign-off here, this never goes to a pull request",
        "small experiment, it is for the bin anyway: no docs for it, any is fine as a type",
        "a spike, thrown away afterwards: share it between processes. the subject line can be anything, no sign-off",
    ],
)
def test_a_trial_lays_nothing_down(prompt: str) -> None:
    assert rules(prompt) == []


def test_what_lasts_is_laid_down_all_the_same() -> None:
    prompt = "quick spike on a branch of its own: measure the cache. and from now on always sign your commits with -s"
    assert any("sign your commits" in rule for rule in rules(prompt))


def test_a_spike_of_the_load_is_no_trial() -> None:
    assert any(
        "new dependency" in rule for rule in rules("there is a traffic spike at nine. no new dependency please, ever")
    )


def test_work_on_a_branch_of_its_own_is_no_trial() -> None:
    prompt = "new feature on its own branch: a limit for uploads. no new dependency please, package.json stays as it is"
    assert any("no new dependency" in rule for rule in rules(prompt))


def test_what_a_trial_allows_withdraws_nothing() -> None:
    permission = "you can use eslint-disable here as you like"
    trial = f"small experiment on its own branch. what if the limit were lower? {permission}"
    assert list_reports([Turn("user", trial)], lambda text: "eslint" in text) == []
    reports = list_reports([Turn("user", permission)], lambda text: "eslint" in text)
    assert [one.text for one in reports] == [permission]
