"""A session that ended with its work done, and one that broke off."""

import pytest
from msgspec.structs import replace

from backstory.model.session import Answer, CommandRun, Commit, Prompt, Session
from backstory.model.snapshot import Commit as HistoryCommit
from backstory.model.snapshot import GitState
from backstory.recall.past.endings import breaks_off
from backstory.recall.past.finished_work import is_finished, is_reverted
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements

DONE = Session(
    id="s1", agent="claude-code", started="2026-11-18T09:00:00Z", ended="2026-11-18T10:00:00Z", answered=True, line=6,
    prompts=(Prompt("show fifty users on a page", "2026-11-18T09:00:00Z", 1, ("users.py",)),),
    answers=(Answer("A page has fifty users. All 12 tests pass, committed.", "2026-11-18T10:00:00Z", 6),),
    commands=(CommandRun("git commit -qm pages", "git", "2026-11-18T09:50:00Z", 0, line=4),),
    commits=(Commit("1a2b3c4", "users: pages of fifty", "2026-11-18T09:50:00Z", 5),), edited=("users.py",),
)  # fmt: skip


def labels(session: Session, git: GitState | None = None) -> dict[str, tuple[str, str]]:
    moment = BriefRequest(now="2026-11-20T09:00:00Z", budget=1200)
    notes = [one.note for one in now_statements(moment, (), past=PastWork((session,)), git=git)]
    return {note.label: (note.text, note.detail) for note in notes}


def answer(text: str) -> Session:
    return replace(DONE, answers=(replace(DONE.answers[0], text=text),))


def test_work_that_was_committed_with_nothing_left_is_done() -> None:
    assert is_finished(DONE)
    text, detail = labels(DONE)["done"]
    assert text == "show fifty users on a page"
    assert "committed" in detail
    assert "task" not in labels(DONE)


def test_work_with_something_left_is_not() -> None:
    assert not is_finished(replace(DONE, commits=()))
    assert not is_finished(replace(DONE, next=("the buttons",)))
    assert not is_finished(answer("A page has fifty users. The buttons are still missing."))
    assert not is_finished(answer("A page has fifty users. Should a page remember its number?"))
    assert not is_finished(replace(DONE, commands=(replace(DONE.commands[0], edited=("users.py",)),)))
    red = CommandRun("pytest", "test", "2026-11-18T09:40:00Z", 1, True, ("test_pages",), line=3)
    assert not is_finished(replace(DONE, commands=(red, *DONE.commands)))


def follow(prompt: str, reply: str, *commands: str) -> Session:
    made = "2026-11-18T10:10:00Z"
    runs = tuple(CommandRun(one, "git", made, 0, line=8) for one in commands)
    return replace(
        DONE, prompts=(*DONE.prompts, Prompt(prompt, made, 7)), answers=(*DONE.answers, Answer(reply, made, 9)),
        commands=(*DONE.commands, *runs), line=9,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("prompt", "reply"),
    [
        ("why did you revert users.py?", "Windows has no such module, so I took it back."),
        ("and on Windows?", "users.py fails there, so I rolled the page size back to 20."),
        ("undo that", "users.py is as it was."),
        ("mach das wieder rückgängig", "users.py ist wie vorher."),
        ("annule ça", "users.py est comme avant."),
        ("把 users.py 回滚", "users.py 已经恢复。"),
    ],
)
def test_work_that_was_taken_back_is_not_done(prompt: str, reply: str) -> None:
    assert not is_finished(follow(prompt, reply))
    assert "done" not in labels(follow(prompt, reply))
    former = replace(follow(prompt, reply), commits=(replace(DONE.commits[0], line=8, made="2026-11-18T10:10:00Z"),))
    assert not is_finished(former) or "and on Windows" in prompt, "the commit may be the one that takes it back"


@pytest.mark.parametrize(
    ("command", "is_done"),
    [
        ("git reset --hard HEAD~1", False),
        ("git reset HEAD^", False),
        ("git -C app revert --no-edit HEAD", False),
        ("git checkout -- users.py", False),
        ("git checkout HEAD -- users.py", False),
        ("git restore users.py", False),
        ("git stash", False),
        ("git restore --staged users.py", True),
        ("git reset users.py", True),
        ("git stash list", True),
        ("git checkout main", True),
        ("git log --oneline", True),
    ],
)
def test_a_command_that_takes_work_back_ends_it_otherwise(command: str, is_done: bool) -> None:
    assert is_finished(follow("have a look at users.py", "users.py is fine.", command)) is is_done


def test_a_revert_is_done_only_where_it_was_asked_for_first() -> None:
    reverted = replace(DONE, commits=(replace(DONE.commits[0], subject='Revert "users: pages of fifty"'),))
    assert not is_finished(reverted)
    asked = replace(reverted, prompts=(replace(DONE.prompts[0], text="Please revert the pages of fifty"),))
    assert is_finished(asked)


def test_work_that_git_has_taken_back_since_is_not_done() -> None:
    git = GitState(commits=(HistoryCommit("9", 'Revert "users: pages of fifty"'), HistoryCommit("1", "Begin")))
    assert is_reverted(DONE, git) and "done" not in labels(DONE, git)
    other = GitState(commits=(HistoryCommit("9", 'Revert "users: a footer"'),))
    assert not is_reverted(DONE, other) and "done" in labels(DONE, other)


def test_a_session_that_ends_after_an_announcement_broke_off() -> None:
    stopped = replace(
        DONE,
        commits=(),
        prompts=(*DONE.prompts, Prompt("do it", "2026-11-18T10:10:00Z", 7, ("app.py",))),
        answers=(
            Answer(
                "`Store` is renamed in store.py. The imports in app.py still name `Store`.", "2026-11-18T10:00:00Z", 6
            ),
            Answer("I'll update the imports.", "2026-11-18T10:11:00Z", 8),
        ),
        ended="2026-11-18T10:12:00Z",
        line=10,
    )
    assert breaks_off(stopped)
    assert not breaks_off(replace(stopped, line=8))
    assert labels(stopped)["asked last"][0] == "do it"
    assert "no closing answer" in labels(stopped)["asked last"][1]
    assert "imports in app.py" in labels(stopped)["last session ended with"][0]


def test_the_reply_to_the_question_that_is_shown_stands_beside_it() -> None:
    asked = Answer("The clock is mocked late. Shall I move the mock to the fixture?", "2026-11-18T10:00:00Z", 6)
    reply = Answer("Ok, I leave it as it is.", "2026-11-18T10:02:00Z", 8)
    for words, shown in (("no, leave it", "no, leave it"), ("see you tomorrow", None)):
        prompts = (*DONE.prompts, Prompt(words, "2026-11-18T10:01:00Z", 7))
        told = labels(replace(DONE, commits=(), prompts=prompts, answers=(asked, reply), line=8))
        assert told["last session ended with"][0].endswith("fixture?")
        assert told.get("asked last", (None,))[0] == shown
