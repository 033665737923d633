"""Review comments: the rules in them, with the file that `here` means."""

import pytest

from backstory.capture.prompts import read_prompt


def find_rules(prompt: str) -> list[str]:
    return [one.text for one in read_prompt(prompt) if one.kind == "rule"]


@pytest.mark.parametrize(
    ("prompt", "rules"),
    [
        (
            "lib/pay/fee.rb:17 — nit: we don't shorten names in here, `amt` → `amount`",
            ["we don't shorten names"],
        ),
        ("spec/fee_spec.rb:4: no mocks in here please, they lie", ["spec/fee_spec.rb: no mocks in here"]),
        (
            "app/user.rb:77 this is the second time: callbacks are banned from models.",
            ["callbacks are banned from models"],
        ),
        ("review by Kai:\n\nsrv/h.go:8 we don't use init() here\nsrv/h.go:12 typo", ["we don't use init() here"]),
    ],
)
def test_a_comment_may_lay_something_down(prompt: str, rules: list[str]) -> None:
    found = find_rules(prompt)
    assert len(found) == len(rules)
    assert all(rule in one for rule, one in zip(rules, found, strict=True)), found


@pytest.mark.parametrize(
    "prompt",
    [
        "lib/pay/fee.rb:20 — off by one, the last row is never read",
        "src/x.ts:5 must return early when the token is empty",
        "src/a.ts:9: Don't use default exports, we prefer named ones (import/no-default-export)",  # a linter
    ],
)
def test_a_comment_on_a_line_is_none(prompt: str) -> None:
    assert find_rules(prompt) == []
