"""Rules that hold until somebody answers, that protect somebody's tests, and words that lay nothing down."""

import pytest

from backstory.capture.prompts import read_prompt
from backstory.capture.text.candidate import Candidate


def read_rules(prompt: str) -> list[Candidate]:
    return [one for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    "prompt",
    [
        "do not weaken the assertions in these specs! Lena tuned them for weeks",
        "don't raise the timeouts in those tests! they were chosen by the sre team",
        "until the audit is over no new dependencies, and please say nothing about pricing in the docs",
        "please write nothing about the beta in the changelog",
        "check with me before you touch pool.go, Hanna is rewriting it this week",
        "the subject begins with a capital letter and has no scope like core:",
    ],
)
def test_such_a_sentence_is_a_rule(prompt: str) -> None:
    assert len(read_rules(prompt)) == 1


@pytest.mark.parametrize(
    "prompt",
    [
        "don't skip those tests! they pass on my machine",
        "the message starts with a newline and has no prefix, that's the bug",
        "valkey is fine but keep the keys short please, I'd rather not pay for memory",
    ],
)
def test_such_a_sentence_is_no_rule(prompt: str) -> None:
    assert not read_rules(prompt)


def test_a_ban_on_it_names_what_it_is() -> None:
    (rule,) = read_rules("the e2e tests spin up three containers and eat my battery, so don't start them unless I ask")
    assert rule.text.startswith("the e2e tests")


@pytest.mark.parametrize(
    "prompt",
    [
        "leave that for monday, gotta catch a train",
        "have to run, the kids are waiting",
        "keep going, nobody is watching the clock",
        "hm, save calls load so you only need it in load I think, have a look",
        "I'd use a profiler for this but the laptop is at home",
        "the client hangs when the proxy sends no body, that bit us last week",
    ],
)
def test_such_a_remark_decides_nothing(prompt: str) -> None:
    assert not read_prompt(prompt)
