"""Merged is merged, another branch is shown as it is there, and what lies elsewhere is counted."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.conftest import git

from backstory.api import Memory
from backstory.memory.answers.branches import count_elsewhere, view_branch
from backstory.memory.answers.brief import ComposedBrief
from backstory.memory.answers.history import read_timeline
from backstory.memory.kernel.current import find_current_task
from backstory.memory.kernel.writer import move_record
from backstory.model.errors import Invalid
from backstory.model.record import Anchor, Draft

Open = Callable[..., Memory]


def keep(memory: Memory, title: str, **more: object) -> str:
    return memory.remember(Draft(kind="decision", title=title, **more), scope="private").record.id  # type: ignore[arg-type]


def titles(memory: Memory) -> set[str]:
    return {row.record.title for row in memory.fresh().rows()}


def change(root: Path, name: str) -> None:
    (root / name).write_text(f"{name}\n" * 3)
    git(root, "add", "-A", "--", name)
    git(root, "commit", "-qm", name)


def brief(memory: Memory, **wishes: object) -> ComposedBrief:
    return memory.brief(**wishes)


@pytest.fixture
def feature(repo: Path, opened: Open) -> Path:
    """A repository on `main`, with a record there and two on `feature`, whose tip changed an anchored function."""
    keep(opened(), "Use main lines")
    git(repo, "switch", "-qc", "feature")
    keep(opened(), "Use anyio only", anchors=(Anchor("src/pool.py", "Pool.get"),))
    opened().checkpoint("Port the pool", state="half of it")
    change(repo, "a.txt")
    git(repo, "switch", "-q", "main")
    change(repo, "m.txt")
    opened().checkpoint("Main work", state="nearly done")
    return repo


def test_the_squashed_branch_is_still_known_after_git_forgot_it(feature: Path, opened: Open) -> None:
    git(feature, "merge", "-q", "--squash", "feature")
    git(feature, "commit", "-qm", "feature (#1)")
    git(feature, "branch", "-qD", "feature")
    assert "Use anyio only" in titles(opened())
    git(feature, "reflog", "expire", "--expire=now", "--all")
    git(feature, "gc", "-q", "--prune=now")
    change(feature, "later.txt")
    assert "Use anyio only" in titles(opened())


def test_the_visible_set_follows_other_branches(repo: Path, opened: Open) -> None:
    git(repo, "switch", "-qc", "idea")
    keep(opened(), "Try sqlite")
    git(repo, "switch", "-q", "main")
    assert "Try sqlite" not in titles(opened())
    git(repo, "branch", "-qD", "idea")
    assert "Try sqlite" in titles(opened()), "HEAD did not move, but the branch that had it alone is gone"


def test_an_open_task_goes_on_where_its_branch_went(repo: Path, opened: Open) -> None:
    git(repo, "switch", "-qc", "feature")
    change(repo, "a.txt")
    opened().remember(Draft(kind="task", title="Finish feature"), scope="private")
    change(repo, "b.txt")
    git(repo, "switch", "-q", "main")
    assert find_current_task(opened()) is None
    git(repo, "merge", "-q", "--squash", "feature")
    git(repo, "commit", "-qm", "squash")
    assert find_current_task(opened()) is None, "the branch is still there and may go on"
    assert "Finish feature" in brief(opened()).text
    git(repo, "branch", "-qD", "feature")
    assert "Finish feature" in brief(opened()).text
    task = find_current_task(opened())
    assert task is not None and task.title == "Finish feature"


def test_what_lies_elsewhere_is_counted_in_every_form_of_a_brief(feature: Path, opened: Open) -> None:
    assert count_elsewhere(opened()) == {"feature": 2}
    for mode in ("generic", "claude-code", "copilot", "human"):
        assert "2 more on `feature`" in brief(opened(), mode="" if mode == "generic" else mode_name(mode)).text
    assert brief(opened(), scopes=("team",)).brief.elsewhere == {}, "a committed file does not name private branches"
    assert "Use anyio only" in brief(opened(), all_branches=True).text


def mode_name(short: str) -> str:
    return "human-handoff" if short == "human" else f"{short}-restore"


def test_rejected_records_are_in_no_count_and_no_view(feature: Path, opened: Open) -> None:
    from backstory.api import reject

    memory = opened()
    ident = next(row.record.id for row in view_branch(memory, "feature").fresh().rows(kinds=("decision",))
                 if row.record.title == "Use anyio only")  # fmt: skip
    reject(memory, ident)
    assert count_elsewhere(opened()) == {"feature": 1}
    assert "Use anyio only" not in titles(view_branch(opened(), "feature"))


def test_the_brief_of_another_branch_is_as_on_it(feature: Path, opened: Open) -> None:
    there = brief(opened(), branch="feature").text
    git(feature, "switch", "-q", "feature")
    tip = git(feature, "rev-parse", "--short=7", "HEAD")
    here = brief(opened()).text
    assert f"feature at {tip}" in there
    for text in (here, there):
        assert "Use anyio only" in text
        assert "Port the pool" in text
        assert "Main work" not in text


def test_anchors_are_judged_by_the_code_of_the_branch(feature: Path, opened: Open) -> None:
    pool = feature / "src" / "pool.py"
    pool.write_text(pool.read_text().replace("return 1", "return 2"))
    git(feature, "commit", "-qam", "main changes it")
    assert "changed" not in brief(opened(), branch="feature").text
    git(feature, "merge", "-q", "--no-edit", "feature")
    assert "changed" in brief(opened()).text
    git(feature, "switch", "-q", "feature")
    git(feature, "mv", "src/pool.py", "src/store.py")
    git(feature, "commit", "-qm", "rename")
    git(feature, "switch", "-q", "main")
    assert "src/store.py#Pool.get" in brief(opened(), branch="feature").text


def test_team_records_are_those_of_the_branch(repo: Path, opened: Open) -> None:
    git(repo, "switch", "-qc", "feature")
    opened().remember(Draft(kind="decision", title="Team rule of the branch"), scope="team")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "rule")
    git(repo, "switch", "-q", "main")
    opened().remember(Draft(kind="decision", title="Team rule of main"), scope="team")
    assert titles(view_branch(opened(), "feature")) == {"Team rule of the branch"}


def test_the_log_of_a_branch_is_as_on_it(feature: Path, opened: Open) -> None:
    def log(branch: str = "", *, everything: bool = False) -> set[str]:
        entries = read_timeline(opened(), branch=branch, everything=everything, session="", events=False, since="")
        return {entry.title for entry in entries}

    assert log("feature") == {"Use main lines", "Use anyio only", "Port the pool"}
    assert log() == {"Use main lines", "Main work"}
    assert log(everything=True) == log() | log("feature")
    git(feature, "switch", "-qc", "fresh")
    assert log() == {"Use main lines", "Main work"}, "a new branch knows what it comes from"


def test_the_log_leaves_out_what_belongs_to_the_person(repo: Path, opened: Open) -> None:
    opened().remember(Draft(kind="preference", title="Answer briefly"))
    entries = read_timeline(opened(), branch="", everything=False, session="", events=False, since="")
    assert not entries
    everything = read_timeline(opened(), branch="", everything=True, session="", events=False, since="")
    assert [entry.branch for entry in everything] == [""], "it belongs to no branch of this project"


@pytest.mark.parametrize(("name", "near"), [("featur", "`feature`"), ("nosuchbranch", "`git branch`")])
def test_a_branch_that_does_not_exist_is_an_error(feature: Path, opened: Open, name: str, near: str) -> None:
    with pytest.raises(Invalid) as caught:
        view_branch(opened(), name)
    assert name in str(caught.value)
    assert near in str(caught.value.hint)


def test_a_branch_of_one_record_leaves_nothing_where_it_began(repo: Path, opened: Open) -> None:
    keep(opened(), "Use main lines")
    assert titles(opened()) == {"Use main lines"}  # the visible set of `main` is computed and kept
    git(repo, "switch", "-qc", "feature")
    keep(opened(), "Use anyio only")  # nothing else looks at the memory on this branch
    git(repo, "switch", "-q", "main")
    assert titles(opened()) == {"Use main lines"}
    git(repo, "switch", "-q", "feature")
    assert titles(opened()) == {"Use main lines", "Use anyio only"}


def test_a_record_that_leaves_the_repository_belongs_to_the_branch_it_was_made_on(repo: Path, opened: Open) -> None:
    git(repo, "switch", "-qc", "feature")
    shared = opened().remember(Draft(kind="decision", title="Use anyio only"), scope="team").record.id
    git(repo, "switch", "-q", "main")
    assert titles(opened()) == {"Use anyio only"}  # an untracked file comes along with every switch
    move_record(opened(), shared, "private")
    assert titles(opened()) == set()
