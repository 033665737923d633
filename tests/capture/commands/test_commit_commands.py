"""The commits of a command: what git prints of them, and their messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.commands.commit_commands import amends, find_run_commits, read_messages
from backstory.model.session import CommandRun, CommitMessage

WHY = CommitMessage("Add retries", "The server drops one in ten.\nNo new dependency.")


HERE_DOCUMENT = """\
git add -A && git commit -m "$(cat <<'EOF'
Add retries

The server drops
one in ten.

No new dependency.

🤖 Generated with [Claude Code](https://claude.com)

Co-Authored-By: Claude <x@y.z>
EOF
)"
"""
STANDARD_INPUT = """\
git commit -F - <<EOF
Add retries

The server drops one in ten.

No new dependency.
Signed-off-by: Ada
EOF
"""


@pytest.mark.parametrize(
    "command",
    [
        "git commit -qam 'Add retries' -m 'The server drops one in ten.' -m 'No new dependency.'",
        'git commit -m "Add retries\n\nThe server drops\none in ten.\n\nNo new dependency." && git log -1',
        HERE_DOCUMENT,
        STANDARD_INPUT,
    ],
)
def test_a_message_is_read_with_its_paragraphs_and_without_its_trailers(command: str) -> None:
    (message,) = read_messages(command)
    assert (message.subject, message.body.split("\n\n")) == (WHY.subject, WHY.body.split("\n"))


def test_the_items_of_a_list_stay_lines() -> None:
    (message,) = read_messages('git commit -m "Add retries" -m "- waits\n  a second\n- gives up after 3"')
    assert message.body == "- waits a second\n- gives up after 3"


def test_each_commit_of_a_line_has_its_message() -> None:
    command = "git commit -qm 'One' -m 'First, then git commit -m x.' a.py; git commit -m \"Two \\\"b\\\"\" b.py"
    assert read_messages(command) == [CommitMessage("One", "First, then git commit -m x."), CommitMessage('Two "b"')]


@pytest.mark.parametrize("command", ["git commit", "git commit --amend --no-edit", "git log -m x", "echo -m x"])
def test_a_command_without_a_message_has_none(command: str) -> None:
    assert read_messages(command) == []


def test_a_printed_commit_has_the_body_of_the_message_with_its_subject() -> None:
    run = CommandRun("git commit -m a && git commit -m b", messages=(CommitMessage("a", "because"), WHY))
    output = "[main 1111111] Add retries\n 1 file changed\n[main 2222222] Elsewhere\n"
    commits = list(find_run_commits(run, output, failed=False))
    assert commits == [("1111111", WHY), ("2222222", CommitMessage("Elsewhere"))]


def test_a_quiet_commit_counts_unless_the_command_failed() -> None:
    run = CommandRun("git commit -qm x", messages=(WHY,))
    assert list(find_run_commits(run, "", failed=False)) == [("", WHY)]
    assert list(find_run_commits(run, "", failed=True)) == []
    assert list(find_run_commits(CommandRun("make", messages=(WHY,)), "", failed=False)) == []


@given(st.text(alphabet="abc \n-\"'\\$<EOF()m", max_size=80))
def test_any_command_line_is_read(text: str) -> None:
    for message in read_messages(f"git commit {text}"):
        assert message.subject == message.subject.strip() != ""
        assert message.subject.replace("\\", "") in text.replace("\\", "")


def test_a_commit_that_git_refuses_is_none() -> None:
    run = CommandRun("git commit -qam x; git log --oneline -1", messages=(WHY,))
    output = "On branch main\nnothing to commit, working tree clean\n1234567 Before\n"
    assert list(find_run_commits(run, output, failed=False)) == []
    assert list(find_run_commits(run, "1234567 Before\n", failed=False)) == [("", WHY)]


def test_an_amended_commit_is_the_last_one() -> None:
    command = 'git commit -qm "wip"; git commit --amend -qm "Keep ANY"'
    messages = read_messages(command)
    assert messages == [CommitMessage("Keep ANY")]
    assert not amends(command)
    assert amends('git commit --amend -m "x"')
    assert not amends('git commit -m "use --amend"')
    assert not amends('git commit -m "one"; git log --amend')
    run = CommandRun(command, messages=tuple(messages))
    output = "[main 1234567] wip\n[main 7654321] Keep ANY\n"
    assert list(find_run_commits(run, output, failed=False)) == [("7654321", CommitMessage("Keep ANY"))]
