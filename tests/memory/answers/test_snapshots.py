"""What a snapshot says of the work, from records only; pruning leaves what somebody relies on."""

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.memory.answers.snapshots import compare_snapshots, describe_work, find_snapshot, prune_snapshots
from backstory.memory.verbs.remember import remember
from backstory.model.errors import NotFound
from backstory.model.ids import short_id
from backstory.model.record import Draft, Origin, compose_body
from backstory.render.snapshot import snapshot_text


def git(root: Path, *args: str) -> None:
    subprocess.run(["git", "-C", str(root), *args], check=True, capture_output=True)


@pytest.fixture
def memory(opened: Callable[..., Memory]) -> Memory:
    return opened()


class TestWork:
    def test_nothing_is_said_without_evidence(self, memory) -> None:
        work = describe_work(memory)
        assert (work.task, work.next, work.next_from, work.questions) == ("", (), "", ())
        assert "next" not in snapshot_text(memory.snapshot())

    def test_the_checkpoint_says_what_comes_next(self, memory) -> None:
        memory.remember(Draft(kind="failure", title="cart test fails"))
        done = memory.checkpoint("checkout", state="half", next_steps=["tax", "mail"], blockers=["no rates"])
        work = describe_work(memory)
        assert (work.task, work.state, work.checkpoint) == ("checkout", "half", done.record.id)
        assert (work.next, work.next_from, work.blockers) == (("tax", "mail"), "checkpoint", ("no rates",))

    def test_without_next_steps_a_blocker_then_a_question_and_never_a_failure(self, memory) -> None:
        question = memory.remember(Draft(kind="question", title="which countries?")).record
        assert (describe_work(memory).next, describe_work(memory).next_from) == (("which countries?",), "open question")
        memory.checkpoint("checkout", blockers=["no rates"])
        assert (describe_work(memory).next, describe_work(memory).next_from) == (("no rates",), "blocker")
        failure = memory.remember(Draft(kind="failure", title="cart test fails")).record
        assert (describe_work(memory).next, describe_work(memory).next_from) == (("no rates",), "blocker")
        memory.edit(failure.id, status="resolved")
        memory.edit(question.id, status="answered")
        assert describe_work(memory).questions == describe_work(memory).failures == ()

    def test_what_git_said_to_an_automatic_checkpoint_is_no_state(self, memory) -> None:
        def note(title: str, state: str) -> tuple[str, str]:
            draft = Draft(
                kind="checkpoint", title=f"[session] {title}", body=compose_body("checkpoint", {"state": state})
            )
            remember(memory, draft, origin=Origin(how="inferred", session="s1"), dedupe=False)
            return describe_work(memory).task, describe_work(memory).state

        assert note("do 1 now", "nothing uncommitted") == ("", "")
        assert note("port the cart", "2 files changed: a.py, b.py") == ("port the cart", "")
        assert note("port the cart", "The cart is half ported") == ("port the cart", "The cart is half ported")

    def test_a_record_cannot_add_lines_to_the_text(self, memory) -> None:
        memory.checkpoint("a\nrelevant for the goal\n  evil.py", next_steps=["b\x1b[2J\nnow"])
        text = snapshot_text(memory.snapshot())
        assert "\x1b" not in text
        assert "\n  evil.py" not in text
        assert text.count("\nnow\n") == 1


class TestMetrics:
    def test_they_are_those_of_the_text_and_the_tree(self, memory) -> None:
        from backstory.base.token_estimate import estimate_tokens

        taken = memory.snapshot("mend the pool")
        assert taken.files == len(memory.git.ls_files())
        assert abs(taken.tokens - estimate_tokens(snapshot_text(taken))) < 20
        assert taken.took_ms >= 0
        assert find_snapshot(memory).tokens == taken.tokens


class TestCompare:
    def test_files_commits_goals_and_what_was_opened(self, memory, repo: Path) -> None:
        (repo / "keep.py").write_text("keep = 1\n" * 20)
        (repo / "old.py").write_text("old = 1\n" * 20)
        (repo / "gone.py").write_text("gone = 1\n" * 20)
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", "files")
        question = memory.remember(Draft(kind="question", title="why?")).record
        old = memory.snapshot("one")
        memory.edit(question.id, status="answered")
        later = memory.remember(Draft(kind="failure", title="it broke")).record
        git(repo, "mv", "old.py", "new.py")
        git(repo, "rm", "-q", "gone.py")
        (repo / "keep.py").write_text("keep = 2\n" * 20)
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", "moved")
        (repo / "extra.py").write_text("extra = 1\n")
        new = memory.reopened().snapshot("two")

        found = compare_snapshots(memory, old.id, new.id)

        assert [d.path for d in found.changed] == ["keep.py"]
        assert [d.path for d in found.removed] == ["gone.py"]
        assert [d.path for d in found.added] == ["extra.py"]
        assert [(d.was, d.path) for d in found.renamed] == [("old.py", "new.py")]
        assert (found.relation, found.commits_between, [c.subject for c in found.commits]) == ("ahead", 1, ["moved"])
        assert found.goals == ("one", "two")
        assert ([n.id for n in found.opened], [n.id for n in found.closed]) == ([later.id], [question.id])
        back = compare_snapshots(memory, new.id, old.id)
        assert back.relation == "behind"
        assert [d.path for d in back.added] == ["gone.py"]
        assert [d.path for d in back.removed] == ["extra.py"]
        assert compare_snapshots(memory, old.id, old.id).counts == {
            "added": 0, "removed": 0, "changed": 0, "renamed": 0, "unchanged": found.tracked[0],
        }  # fmt: skip

    def test_a_branch_apart(self, memory, repo: Path) -> None:
        git(repo, "checkout", "-qb", "side")
        (repo / "side.py").write_text("s = 1\n")
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", "side")
        old = memory.reopened().snapshot()
        git(repo, "checkout", "-q", "-")
        (repo / "main.py").write_text("m = 1\n")
        git(repo, "add", "-A")
        git(repo, "commit", "-qm", "main")
        new = memory.reopened().snapshot()

        found = compare_snapshots(memory, old.id, new.id)

        assert (found.relation, found.commits_between, found.commits_lost) == ("apart", 1, 1)
        assert ([d.path for d in found.added], [d.path for d in found.removed]) == (["main.py"], ["side.py"])


class TestPrune:
    def test_the_newest_and_those_that_a_record_names_stay(self, memory) -> None:
        taken = [memory.snapshot("the goal" if i == 1 else "") for i in range(6)]
        named = taken[0]
        note = memory.remember(
            Draft(kind="note", title=f"released from snap-{short_id(named.id)}", tier="pinned")
        ).record

        assert len(prune_snapshots(memory, 2, dry_run=True).deleted) == 3
        assert len(memory.snapshots.ids()) == 6
        done = prune_snapshots(memory, 2)

        assert set(memory.snapshots.ids()) == {named.id, taken[-1].id, taken[-2].id}
        assert done.stayed == {named.id: f"note {note.short} names it"}

    def test_the_goal_is_not_lost(self, memory) -> None:
        from backstory.memory.kernel.current import find_goal

        memory.snapshot("the goal")
        for _ in range(3):
            memory.snapshot()
        prune_snapshots(memory, 1)
        assert find_goal(memory) == "the goal"

    def test_by_any_name(self, memory) -> None:
        taken = memory.snapshot()
        for name in (taken.id, taken.id.lower(), f"snap-{short_id(taken.id)}", short_id(taken.id), "latest", ""):
            assert find_snapshot(memory, name).id == taken.id
        with pytest.raises(NotFound):
            find_snapshot(memory, "snap-nosuchone")
