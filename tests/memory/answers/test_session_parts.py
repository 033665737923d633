"""Sessions of merged branches: their work goes on where it was merged, by a merge, a rebase or a squash."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.memory.conftest import git

from backstory.api import Memory
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.answers.session_parts import read_session_parts
from backstory.model.session import Answer, BranchSpan, Prompt, Session

Opened = Callable[..., Memory]

SCHEMA = "We keep the schema in one file, because two files drifted apart in `schema.sql`."
WISH = "Load the readings into one table and keep `schema.sql` in one file."


def commit(repo: Path, name: str, text: str = "x\n") -> None:
    (repo / name).write_text(text)
    git(repo, "add", name)
    git(repo, "commit", "-q", "-m", f"Add {name}")


def keep(
    memory: Memory, ident: str, day: int, prompt: str, answer: str = "", edited: tuple[str, ...] = (), **given: Any
) -> None:
    head, branch = memory.head
    made = f"2026-11-{day}T10:00:00Z"
    memory.sessions.write(
        Session(
            id=ident, agent="claude-code", branch=branch, commit=head[:12], started=made, ended=made, title=prompt,
            prompts=(Prompt(text=prompt, made=made, line=1),),
            answers=(Answer(text=answer, made=made, line=2),) if answer else (), answered=bool(answer), edited=edited,
            **given,
        )
    )  # fmt: skip


def merge(repo: Path, how: str) -> None:
    if how == "merge":
        git(repo, "merge", "-q", "--no-ff", "--no-edit", "readings")
    elif how == "squash":
        git(repo, "merge", "-q", "--squash", "readings")
        git(repo, "commit", "-q", "-m", "Load readings")
    else:
        commit(repo, "other.txt")
        git(repo, "cherry-pick", "main..readings")


@pytest.mark.parametrize("how", ["merge", "squash", "rebase"])
@pytest.mark.parametrize("gone", [True, False])
def test_the_work_of_a_merged_branch_goes_on_in_the_next(repo: Path, opened: Opened, how: str, gone: bool) -> None:
    commit(repo, "readme.txt")
    git(repo, "switch", "-q", "-c", "readings")
    commit(repo, "schema.sql", "create table readings (id int);\n")
    commit(repo, "load.py")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql", "load.py"))
    git(repo, "switch", "-q", "main")
    before = compose_brief(opened(), BriefOptions(budget=1200)).text
    merge(repo, how)
    if gone:
        git(repo, "branch", "-q", "-D", "readings")
    on_main = compose_brief(opened(), BriefOptions(budget=1200)).text
    git(repo, "switch", "-q", "-c", "next")
    keep(opened(), "bbbb2", 20, "Now index `schema.sql` by station.", "The index is in `schema.sql`.", ("schema.sql",))
    goes_on = compose_brief(opened(), BriefOptions(budget=1200)).text

    assert "merged here" not in before
    for text in (on_main, goes_on):
        assert "two files drifted apart" in text
        assert "merged here: `readings`" in text
    assert "index `schema.sql` by station" in goes_on


@pytest.mark.parametrize("how", ["merge", "squash", "rebase"])
@pytest.mark.parametrize("gone", [True, False])
def test_work_that_was_reverted_where_it_was_merged_is_not_here(
    repo: Path, opened: Opened, how: str, gone: bool
) -> None:
    """However it came: git names the reverted commit, and of a merge all commits that it brought."""
    commit(repo, "readme.txt")
    git(repo, "switch", "-q", "-c", "readings")
    commit(repo, "schema.sql", "create table readings (id int);\n")
    commit(repo, "load.py")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql", "load.py"))
    git(repo, "switch", "-q", "main")
    merge(repo, how)
    if gone:
        git(repo, "branch", "-q", "-D", "readings")
    assert "merged here: `readings`" in compose_brief(opened(), BriefOptions(budget=1200)).text

    reverted = ["HEAD~2..HEAD"] if how == "rebase" else ["-m1", "HEAD"] if how == "merge" else ["HEAD"]
    git(repo, "revert", "--no-edit", *reverted)
    text = compose_brief(opened(), BriefOptions(budget=1200)).text
    assert "merged here" not in text
    assert "on readings)" in text
    if how != "rebase":
        git(repo, "revert", "--no-edit", "HEAD")
        assert "merged here: `readings`" in compose_brief(opened(), BriefOptions(budget=1200)).text


def test_work_that_is_not_merged_stays_with_its_branch(repo: Path, opened: Opened) -> None:
    commit(repo, "readme.txt")
    git(repo, "switch", "-q", "-c", "readings")
    commit(repo, "schema.sql")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql",))
    git(repo, "switch", "-q", "main")
    git(repo, "switch", "-q", "-c", "next")
    commit(repo, "index.sql")
    keep(opened(), "bbbb2", 19, "Now write `index.sql`.", "It is written.", ("index.sql",))

    assert not read_session_parts(opened(), 10).arrived
    assert "two files drifted apart" not in compose_brief(opened(), BriefOptions(budget=1200)).text


def test_a_session_that_merges_its_branch_goes_on_as_a_whole_in_the_next(repo: Path, opened: Opened) -> None:
    commit(repo, "readme.txt")
    git(repo, "switch", "-q", "-c", "readings")
    commit(repo, "schema.sql")
    git(repo, "switch", "-q", "main")
    git(repo, "merge", "-q", "readings")
    git(repo, "branch", "-q", "-d", "readings")
    spans = (BranchSpan("readings"), BranchSpan("main", line=9, made="2026-11-18T11:00:00Z", merged=("readings",)))
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql",), branches=spans)
    git(repo, "switch", "-q", "-c", "next")
    keep(opened(), "bbbb2", 20, "Now index `schema.sql` by station.", "The index is in `schema.sql`.", ("schema.sql",))

    assert "two files drifted apart" in compose_brief(opened(), BriefOptions(budget=1200)).text


def test_on_the_trunk_the_newest_work_comes_first(repo: Path, opened: Opened) -> None:
    commit(repo, "readme.txt")
    keep(opened(), "cccc3", 17, "Mend the typo in `readme.txt`.", "It is mended.", ("readme.txt",))
    git(repo, "switch", "-q", "-c", "readings")
    commit(repo, "schema.sql")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql",))
    git(repo, "switch", "-q", "main")
    git(repo, "merge", "-q", "readings")

    text = compose_brief(opened(), BriefOptions(budget=1200)).text

    assert "task (as first asked): Load the readings" in text
    assert "on readings" not in text


def test_the_sessions_of_a_branch_stay_its_own_when_it_is_renamed(repo: Path, opened: Opened) -> None:
    commit(repo, "readme.txt")
    git(repo, "switch", "-q", "-c", "readings")
    commit(repo, "schema.sql")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql",))
    git(repo, "switch", "-q", "main")
    git(repo, "switch", "-q", "-c", "hotfix")
    commit(repo, "fix.py")
    keep(opened(), "bbbb2", 20, "The index in `fix.py` begins with 1.", "`fix.py` begins with 1.", ("fix.py",))
    git(repo, "switch", "-q", "readings")
    git(repo, "merge", "-q", "--no-edit", "hotfix")
    git(repo, "branch", "-m", "load/üç#1")
    text = compose_brief(opened(), BriefOptions(budget=1200)).text
    now = text.partition("Said in the last sessions")[0]
    assert "- edited in this work: schema.sql\n" in now  # a commit of the other branch may be one of those since then
    assert "begins with 1" not in now
    assert "merged here: `hotfix`" in now and "readings" not in text.replace("the readings", "")


def test_a_new_branch_names_the_branch_of_the_work_before(repo: Path, opened: Opened) -> None:
    commit(repo, "readme.txt")
    git(repo, "switch", "-q", "-c", "readings")
    commit(repo, "schema.sql")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("schema.sql",))
    git(repo, "switch", "-q", "main")
    git(repo, "merge", "-q", "--no-ff", "--no-edit", "readings")
    assert "on readings" not in compose_brief(opened(), BriefOptions(budget=1200)).text
    git(repo, "switch", "-q", "-c", "next")
    text = compose_brief(opened(), BriefOptions(budget=1200)).text
    assert "on readings" in text and "merged here: `readings`" in text


def test_of_many_merged_branches_the_newest_are_named(repo: Path, opened: Opened) -> None:
    commit(repo, "readme.txt")
    for day in range(10, 19):
        git(repo, "switch", "-q", "-c", f"part{day}")
        commit(repo, f"part{day}.py")
        keep(opened(), f"aaaa{day}", day, f"Write `part{day}.py`.", f"`part{day}.py` is there.", (f"part{day}.py",))
        git(repo, "switch", "-q", "main")
        git(repo, "merge", "-q", "--no-ff", "--no-edit", f"part{day}")
    text = compose_brief(opened(), BriefOptions(budget=1200)).text
    assert "merged here: `part18`, `part17`, `part16`, `part15`, `part14` and 4 more" in text


def test_the_session_that_asks_does_not_say_where_the_work_stands_until_it_has_done_something(
    repo: Path, opened: Opened
) -> None:
    commit(repo, "readme.txt")
    commit(repo, "load.py")
    keep(opened(), "aaaa1", 18, WISH, SCHEMA, ("load.py",))
    keep(opened(), "aaaa2", 19, "Tell me about the `schema.sql` of it.", "It has `readings`, with an id.")
    asked = compose_brief(opened(), BriefOptions(reader="aaaa2")).text
    assert "with an id" not in asked
    assert "one file" in asked
    keep(opened(), "aaaa2", 19, "Rename `load` in load.py.", "`load` is `load_readings` in load.py.", ("load.py",))
    assert "load_readings" in compose_brief(opened(), BriefOptions(reader="aaaa2")).text


def test_a_brief_of_the_past_tells_nothing_that_a_session_said_later(opened: Opened) -> None:
    memory = opened()
    head, branch = memory.head
    talk = ("Read the gauges every 10 minutes.", "`poll` reads the gauges every 10 minutes now.",
            "Ten minutes drain the battery. Read the gauges every hour.",
            "`poll` reads the gauges every hour now.")  # fmt: skip
    rows = [(f"2026-11-20T10:{10 * n}:00Z", n, text) for n, text in enumerate(talk)]
    steps = (("mend the clock of the gauges",), ("tell Ines about the battery",))
    memory.sessions.write(
        Session(
            id="s1", agent="claude-code", branch=branch, commit=head[:12], started=rows[0][0], ended=rows[-1][0],
            prompts=tuple(Prompt(text, made, line=line) for made, line, text in rows[::2]),
            answers=tuple(
                Answer(text, made, line=line, next=step)
                for (made, line, text), step in zip(rows[1::2], steps, strict=True)
            ),
            answered=True, next=steps[-1], edited=("src/pool.py",),
        )
    )  # fmt: skip
    text = compose_brief(opened().at("2026-11-20T10:15:00Z"), BriefOptions()).text
    assert "every 10 minutes" in text, text
    assert "mend the clock" in text, text
    assert not any(later in text for later in ("hour", "battery", "Ines")), text
    assert "tell Ines" in compose_brief(opened().at("2026-11-21"), BriefOptions()).text
