"""What a session did is saved when nobody saved it, and displaces nothing that was said on purpose."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.memory.conftest import git

from backstory.api import Memory, write_session_checkpoint
from backstory.memory.work.automatic_checkpoints import _shorten_answer, save_work, write_checkpoint
from backstory.model.session import Answer, BranchSpan, CommandRun, Commit, Prompt, Session

Opened = Callable[..., Memory]
AGENT = "claude-code"


def session(**more: Any) -> Session:
    values: dict[str, Any] = {
        "title": "Add retries",
        "started": "2026-11-20T10:00:00Z",
        "branch": "main",
        "prompts": (Prompt("Add retries"),),
        "edited": ("src/pool.py",),
        "answers": (Answer("## Status\nRetries are in the pool.\n\n```python\nx = 1\n```\n\nNext: the docs."),),
        "next": ("the docs",),
        "commits": (Commit("9f1c2e4", "Retry"),),
    }
    return Session(id="s1", agent=AGENT, **(values | more))


def checkpoints(memory: Memory) -> list[Any]:
    return [row.record for row in memory.fresh().rows(kinds=("checkpoint",)) if not row.superseded_by]


def test_what_a_session_did_is_saved(opened: Opened) -> None:
    failing = CommandRun("pytest -q", "test", failed=True, red=("test_a",), summary="1 failed, 2 passed")
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), session(commands=(failing,))) is not None
    (record,) = checkpoints(opened())
    assert record.title == "[session] Add retries"
    assert (record.origin.how, record.origin.session, record.origin.agent) == ("inferred", "s1", AGENT)
    parts = record.parts
    assert parts["state"] == "Retries are in the pool."
    assert parts["next"] == ["the docs"]
    assert parts["blockers"] == ["`pytest -q`: 1 failed, 2 passed (test_a)"]
    assert parts["commits"] == ["9f1c2e4 Retry"]


def test_a_session_that_goes_on_has_the_task_of_the_work_before(opened: Opened) -> None:
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), session()) is not None
    prompts = (Prompt("continue"), Prompt("which test is red?"))
    later = session(title="which test is red?", prompts=prompts, started="2026-11-21T10:00:00Z", edited=("src/a.py",))
    later = msgspec.structs.replace(later, id="s2")
    assert write_session_checkpoint(opened("stated", AGENT, "s2"), later) is not None
    assert [one.title for one in checkpoints(opened())] == ["[session] Add retries"] * 2


def test_a_session_with_a_task_of_its_own_does_not_go_on(opened: Opened) -> None:
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), session()) is not None
    prompts = (Prompt("good morning"), Prompt("Write the exporter for invoices"))
    later = session(title=prompts[1].text, prompts=prompts, started="2026-11-21T10:00:00Z", edited=("src/a.py",))
    answers = (Answer("The exporter writes CSV."),)
    later = msgspec.structs.replace(later, id="s2", answers=answers, commits=(), next=())
    assert write_session_checkpoint(opened("stated", AGENT, "s2"), later) is not None
    assert {one.title for one in checkpoints(opened())} == {
        "[session] Add retries",
        "[session] Write the exporter for invoices",
    }


def test_an_assent_before_the_next_steps_is_no_state(opened: Opened) -> None:
    answers = (
        Answer("`Pool.take` tries three times now."),
        Answer("Combinado. Próximos passos:\n- o teste\n- os docs"),
    )
    assert write_session_checkpoint(
        opened("stated", AGENT, "s1"), session(answers=answers, next=("o teste", "os docs"))
    )
    assert checkpoints(opened())[0].parts["state"] == "`Pool.take` tries three times now."


def test_a_check_that_passed_later_blocks_nothing(opened: Opened) -> None:
    runs = (CommandRun("pytest -q", "test", failed=True), CommandRun("pytest -q", "test"))
    write_session_checkpoint(opened(), session(commands=runs))
    assert "blockers" not in checkpoints(opened())[0].parts


def test_a_session_that_did_nothing_is_not_saved(opened: Opened) -> None:
    assert write_session_checkpoint(opened(), session(edited=(), commits=())) is None


def test_what_somebody_wrote_on_purpose_stands(opened: Opened) -> None:
    for how in ("explicit", "stated"):
        opened(how, AGENT if how == "stated" else "").checkpoint("My own words", state="half done")
        assert write_session_checkpoint(opened("stated", AGENT, "s1"), session()) is None
    assert [record.title for record in checkpoints(opened())] == ["My own words", "My own words"]


def test_a_session_has_one_automatic_checkpoint(opened: Opened) -> None:
    first = write_session_checkpoint(opened(), session(), "compact")
    assert first is not None
    assert write_session_checkpoint(opened(), session()) is None, "nothing has changed"
    second = write_session_checkpoint(opened(), session(next=("the changelog",)))
    assert second is not None
    (record,) = checkpoints(opened())
    assert record.id == second.record.id and record.parts["next"] == ["the changelog"]
    other = write_session_checkpoint(opened(), session(answers=(Answer("Other words."),)))
    assert other is not None
    elsewhere = Session(id="s2", agent=AGENT, edited=("a.py",), started="2026-11-20T10:00:00Z", branch="main")
    write_session_checkpoint(opened(), elsewhere)
    assert len(checkpoints(opened())) == 2, "that of another session stays"


def test_commits_after_a_session_add_no_thin_checkpoint(opened: Opened, repo: Path) -> None:
    saved = write_session_checkpoint(opened("stated", AGENT, "s1"), session())
    assert saved is not None
    git(repo, "commit", "-q", "--allow-empty", "-m", "Retry")
    assert write_checkpoint(opened()) is None
    assert [one.id for one in checkpoints(opened())] == [saved.record.id]


def test_the_state_of_git_has_one_automatic_checkpoint(opened: Opened, repo: Path) -> None:
    for name in ("a.py", "b.py", "c.py"):
        (repo / name).write_text("x = 1\n")
        assert save_work(opened()) is not None
    (record,) = checkpoints(opened())
    assert any("c.py" in change for change in record.parts["changes"])
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), session()) is not None
    (repo / "d.py").write_text("x = 1\n")
    assert write_checkpoint(opened()) is not None
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), session(next=("the changelog",))) is not None
    of_session = [one for one in checkpoints(opened()) if one.origin.session]
    assert [one.parts["next"] for one in of_session] == [["the changelog"]], "also behind one of the state of git"


def test_status_drops_a_blocker_that_a_later_session_removed(opened: Opened) -> None:
    failing = CommandRun("pytest -q", "test", failed=True, summary="1 failed")
    write_session_checkpoint(opened(), session(commands=(failing,)))
    assert opened().status()["checkpoint"]["blockers"] == ["`pytest -q`: 1 failed"]
    later = Session(
        id="s2", agent=AGENT, branch="main", started="2026-11-20T11:00:00Z", ended="2026-11-20T11:05:00Z",
        prompts=(Prompt("Run them again"),), commands=(CommandRun("pytest -q", "test"),),
    )  # fmt: skip
    opened().sessions.write(later)
    assert opened().status()["checkpoint"]["blockers"] == []


def test_a_checkpoint_is_of_the_branch_of_its_session(opened: Opened) -> None:
    """Another branch may be checked out by the time it is written."""
    written = write_session_checkpoint(opened(), session(branch="feature", commit="9f1c2e4"))
    assert written is not None
    assert (written.record.origin.branch, written.record.origin.commit) == ("feature", "9f1c2e4")
    assert checkpoints(opened()) == [], "the branch that is checked out does not show it"


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("thanks!", "You're welcome!"),
        ("commit it", "Done."),
        ("hello", "Hello, how can I help?"),
        ("hi", "Hello! I'm Claude, an AI assistant made by Anthropic. How can I help you today with your project?"),
        ("hallo", "Hallo! Wie kann ich dir heute bei deinem Projekt helfen?"),
        ("What is the capital of France, by the way?", "Paris."),
    ],
)
def test_the_last_answer_with_substance_is_the_state(opened: Opened, prompt: str, answer: str) -> None:
    times = ("2026-11-20T10:00:00Z", "2026-11-20T10:01:00Z", "2026-11-20T10:02:00Z", "2026-11-20T10:03:00Z")
    prompts = (Prompt("Add retries", times[0], 1), Prompt(prompt, times[2], 3))
    answers = (Answer("`Pool.take` tries three times now.", times[1], 2), Answer(answer, times[3], 4))
    work = session(prompts=prompts, answers=answers, next=(), answered=True)
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), work) is not None
    assert checkpoints(opened())[0].parts["state"] == "`Pool.take` tries three times now."


def test_without_an_answer_of_substance_the_state_is_what_was_edited(opened: Opened) -> None:
    work = session(answers=(Answer("You're welcome!"),), next=())
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), work) is not None
    assert checkpoints(opened())[0].parts["state"] == "1 file changed: src/pool.py"


def test_a_state_does_not_end_with_what_only_leads_to_its_steps() -> None:
    text = "Done: the cap is 20 seconds now. I leave client.py alone. Next:\n- port the async transport\n"
    assert _shorten_answer(text, ["port the async transport"]) == (
        "Done: the cap is 20 seconds now. I leave client.py alone."
    )
    numbered = "Noted. Next:\n\n1. port the async transport\n2. the docs\n"
    assert _shorten_answer(numbered, ["port the async transport", "the docs"]) == "Noted."
    assert _shorten_answer("The cap is 20 now: see retry.py", []) == "The cap is 20 now: see retry.py"


@pytest.mark.parametrize(
    ("answer", "state"),
    [
        ("The import is 3x faster. Next: measure with 1 GB.", "The import is 3x faster."),
        (
            "> <backstory:remember kind=fact>q</backstory:remember>\n\nThe reader is 3x faster.",
            "The reader is 3x faster.",
        ),
    ],
)
def test_the_state_is_in_the_line_of_the_step_too(opened: Opened, answer: str, state: str) -> None:
    work = session(answers=(Answer(answer),), next=("measure with 1 GB",))
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), work) is not None
    assert checkpoints(opened())[0].parts["state"] == state


@pytest.mark.parametrize("reply", [(), ("no, leave tables as it is. Users rely on it.", "Left alone.")])
def test_a_question_about_more_than_a_commit_is_the_state(opened: Opened, reply: tuple[str, str]) -> None:
    times = [f"2026-11-20T10:0{minute}:00Z" for minute in range(6)]
    open_answer = "Committed. `tables` is not done yet: its order is documented, so I need a decision. May it change?"
    prompts = [Prompt("sort `schema`", times[0], 1), Prompt("now commit it, and do the same for `tables`", times[2], 3)]
    answers = [Answer("I tried to sort in SQL, but dropped that.", times[1], 2), Answer(open_answer, times[3], 4)]
    if reply:
        prompts.append(Prompt(reply[0], times[4], 5))
        answers.append(Answer(reply[1], times[5], 6))
    work = session(prompts=tuple(prompts), answers=tuple(answers), next=(), answered=True)
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), work) is not None
    assert checkpoints(opened())[0].parts["state"] == open_answer


def test_the_step_of_an_aside_is_none_of_the_checkpoint(opened: Opened) -> None:
    times = [f"2026-11-20T10:0{minute}:00Z" for minute in range(4)]
    prompts = (Prompt("sort `schema`", times[0], 1), Prompt("By the way, who won in 2014?", times[2], 3))
    answers = (
        Answer("`schema` is sorted. Next: sort `tables`.", times[1], 2, ("sort `tables`",)),
        Answer("Germany. Next: ask me about 2018.", times[3], 4, ("ask me about 2018",)),
    )
    work = session(prompts=prompts, answers=answers, next=("ask me about 2018",), answered=True)
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), work) is not None
    assert checkpoints(opened())[0].parts["next"] == ["sort `tables`"]
    assert checkpoints(opened())[0].parts["state"] == "`schema` is sorted."


def test_the_state_names_nothing_that_a_directive_keeps(opened: Opened) -> None:
    tag = '<backstory:remember kind="fact">Tokens live in the keychain</backstory:remember>'
    work = session(answers=(Answer(f"The reader passes. {tag} All 3 rows are there."),), next=())
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), work) is not None
    assert checkpoints(opened())[0].parts["state"] == "The reader passes. All 3 rows are there."


def test_a_checkpoint_has_the_changes_of_its_own_session_only(opened: Opened, repo: Path) -> None:
    for name in ("src/pool.py", "src/theirs.py", "src/made.py"):
        (repo / name).write_text("x = 2\n")
    memory = opened("stated", AGENT, "s1")
    memory.sessions.write(
        Session(id="s2", agent=AGENT, started="2026-11-20T10:30:00Z", ended="2026-11-20T11:00:00Z",
                branch="main", edited=("src/theirs.py",))
    )  # fmt: skip
    assert write_session_checkpoint(memory, session(ended="2026-11-20T11:30:00Z")) is not None
    assert checkpoints(opened())[0].parts["changes"] == ["modified src/pool.py"]


def test_a_session_that_only_ran_commands_has_the_changes_that_no_other_one_made(opened: Opened, repo: Path) -> None:
    for name in ("src/pool.py", "src/theirs.py", "src/before.py"):
        (repo / name).write_text("x = 2\n")
    memory = opened("stated", AGENT, "s1")
    for name, ended, path in (("s2", "2026-11-20T11:00:00Z", "theirs"), ("s0", "2026-11-20T09:00:00Z", "before")):
        memory.sessions.write(Session(id=name, agent=AGENT, ended=ended, branch="main", edited=(f"src/{path}.py",)))
    assert write_session_checkpoint(memory, session(ended="2026-11-20T11:30:00Z", edited=())) is not None
    assert checkpoints(opened())[0].parts["changes"] == ["modified src/pool.py", "untracked src/before.py"]


def test_a_step_of_a_session_that_was_ticked_off_names_no_later_work(opened: Opened) -> None:
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), session(next=("the manual page",))) is not None
    opened().checkpoint(done=["manual page"])
    other = session(title="Draw the legend of the chart", started="2099-11-21T10:00:00Z", edited=("src/legend.py",))
    other = msgspec.structs.replace(other, id="s2", prompts=(Prompt("Draw the legend of the chart"),))
    assert write_session_checkpoint(opened("stated", AGENT, "s2"), other) is not None
    assert [one.title for one in checkpoints(opened()) if one.origin.session == "s2"] == [
        "[session] Draw the legend of the chart"
    ]


def test_a_session_that_changed_its_branch_saves_what_it_did_on_the_last_one(opened: Opened) -> None:
    one = session(
        branch="main",
        branches=(BranchSpan("counter"), BranchSpan("main", 10, "2026-11-20T10:10:00Z")),
        prompts=(Prompt("Add retries", line=1), Prompt("Put it aside and mend the footer", line=12)),
        answers=(
            Answer("Retries are in the pool.", line=5, next=("write a test with two hosts",)),
            Answer("The footer takes its year from the clock, and `test_footer` covers it.", line=20),
        ),
        next=("write a test with two hosts",),
        commits=(Commit("9f1c2e4", "Mend the footer", line=18),),
        commands=(CommandRun("pytest tests/pool.py", "test", failed=True, red=("test_pool",), line=3),),
    )
    assert write_session_checkpoint(opened("stated", AGENT, "s1"), one) is not None
    (record,) = checkpoints(opened())
    assert record.title == "[session] Put it aside and mend the footer"
    assert record.parts["state"] == "The footer takes its year from the clock, and `test_footer` covers it."
    assert not {"next", "blockers"} & record.parts.keys()
