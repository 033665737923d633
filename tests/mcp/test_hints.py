"""Hints over MCP name tools and arguments, since an agent may have no shell."""

import pytest

from backstory.mcp.hints import name_tools, name_tools_in_brief


@pytest.mark.parametrize(
    ("hint", "named"),
    [
        ("`backstory show 7q4t9w2r`", '`recall` with `ids` ["7q4t9w2r"]'),
        ('look for it: `backstory recall "zz top"`', 'look for it: `recall` with `query` "zz top"'),
        ("`backstory why src/a.py:385`", '`why` with `target` "src/a.py:385"'),
        ("`backstory map` shows what there is", "`map` shows what there is"),
        ('`backstory checkpoint --done "a"`; also open: b', '`checkpoint` with `done` ["a"]; also open: b'),
        ("as in `--as-of 7d`, or an id of `backstory snapshots`", "as in `as_of` 7d"),
        ("pass `--supersedes ID`", "pass `supersedes` ID"),
        ("`backstory lint` names it", "for the user, in a terminal: `backstory lint` names it"),
        ("did you mean `main`? `git branch` lists all", "did you mean `main`? `git branch` lists all"),
    ],
)
def test_a_hint_names_a_tool_or_leaves_the_command_to_the_user(hint: str, named: str) -> None:
    assert name_tools(hint) == named


def test_a_brief_names_the_tool_and_keeps_recorded_text() -> None:
    record = "- [7q4t9w2r] Run `backstory show abcd1234` … ("
    text = f"{record}`backstory show 7q4t9w2r`)\n2 more records: `backstory list`; one in full: `backstory show ID`."
    named = name_tools_in_brief(text)
    assert named == f"{record}`recall` `ids` 7q4t9w2r)\n2 more records: `recall`; one in full: `recall` with `ids`."
    assert len(named) <= len(text)
