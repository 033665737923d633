"""Commits and what they touched."""

from pathlib import Path

from backstory.git.commits import commit_window, named_commits, newest_commits, parse_commits

from .test_tracked import commit, repository


def test_newest_and_some_agree(tmp_path: Path) -> None:
    git = repository(tmp_path)
    ids = []
    for i in range(3):
        (tmp_path / f"f{i}.py").write_text(f"x = {i}\n")
        (tmp_path / "all.py").write_text(f"x = {i}\n")
        ids.append(commit(git, f'change {i}\n\nwhy it was done, with "quotes" and ünïcode\n'))

    listed = list(newest_commits(git, "HEAD"))

    assert [t.commit for t in listed] == ids[::-1] == commit_window(git, "HEAD")
    assert listed[0].message.startswith("change 2\n\nwhy") and listed[0].paths == ("all.py", "f2.py")
    assert list(named_commits(git, ids[:1])) == listed[-1:]
    assert list(named_commits(git, [])) == []


def test_a_line_break_in_a_name_and_rubbish_do_not_confuse() -> None:
    assert list(parse_commits(b"")) == []
    assert list(parse_commits(b"\x01nothing here")) == []
