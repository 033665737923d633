import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.model.snapshot import Commit, GitState, Stash
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.content import Item, Note
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import Statement, drop_repeated_evidence, now_statements

MOMENT = BriefRequest(branch="feat/pay")


def told(*records, moment=MOMENT, **rest) -> list[tuple[str, str]]:
    """Label and text in the order of telling."""
    return [(s.note.label, s.note.text) for s in sorted(now_statements(moment, records, **rest), key=lambda s: s.place)]


def test_everything_of_the_latest_checkpoint(make) -> None:
    one = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter"], blockers=["sandbox"], decisions=["24 h"],
               approaches=["all at once"], fields={"goal": "SHOP-1"}).record  # fmt: skip
    assert told(one) == [
        ("task", "Retry"), ("goal", "SHOP-1"), ("state", "Half done."), ("tried", "all at once"), ("decided", "24 h"),
        ("blocker", "sandbox"), ("next", "jitter"),
    ]  # fmt: skip


def test_the_next_step_comes_first_when_room_is_short(make) -> None:
    one = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter", "tests"]).record
    labels = [s.note.text for s in now_statements(MOMENT, [one])]
    assert labels[0] == "jitter"
    assert labels[-1] == "tests"


def test_a_thin_automatic_one_does_not_displace_the_rich_one(make) -> None:
    rich = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter"]).record
    thin = make(2, "checkpoint", "[auto-idle] Retry", state="4 files changed.", next=["jitter"], how="inferred").record
    assert told(thin, rich) == [
        ("task", "Retry"),
        ("state", "Half done."),
        ("since then", "4 files changed."),
        ("next", "jitter"),
    ]
    assert told(rich, thin) == [("task", "Retry"), ("state", "Half done."), ("next", "jitter")], "it was seen before"


def test_an_automatic_one_alone_is_better_than_nothing(make) -> None:
    thin = make(2, "checkpoint", "[auto-idle] Retry", state="4 files changed.", how="inferred").record
    assert told(thin) == [("task", "Retry"), ("state", "4 files changed.")]


def test_a_task_that_is_done_is_said_once_and_leaves_nothing_open(make) -> None:
    old = make(1, "checkpoint", "Retry", next=["jitter"], blockers=["sandbox"], fields={"goal": "SHOP-1"}).record
    new = make(2, "checkpoint", "Retry", state="Merged.", status="done", fields={"goal": "SHOP-1"}).record
    assert told(new, old, goal="SHOP-1") == [("done", "Retry — Merged.")]


def test_open_steps_and_blockers_outlive_the_next_checkpoint(make) -> None:
    old = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter", "tests"], blockers=["sandbox"]).record
    same = make(2, "checkpoint", "Retry", state="Jitter is in.", done=["jitter"]).record
    assert told(same, old) == [
        ("task", "Retry"), ("state", "Jitter is in."), ("blocker", "sandbox"), ("next", "tests"),
    ]  # fmt: skip
    other = make(3, "checkpoint", "Search", state="Begun.").record
    notes = [s.note for s in sorted(now_statements(MOMENT, [other, same, old]), key=lambda s: s.place)]
    assert [(n.label, n.text, n.detail) for n in notes] == [
        ("task", "Search", ""),
        ("state", "Begun.", ""),
        ("open blocker", "sandbox", "Retry"),
        ("open step", "tests", "Retry"),
    ]


def test_nothing_of_one_task_stands_under_the_name_of_another(make) -> None:
    one = make(1, "checkpoint", "Port the CLI", state="12 of 40", blockers=["mirror"], next=["runner"]).record
    moment = BriefRequest(branch="feat/pay", task="rotate the signing key")
    assert told(one, moment=moment) == [
        ("task", "rotate the signing key"), ("open blocker", "mirror"), ("open step", "runner"),
    ]  # fmt: skip
    moment = BriefRequest(branch="feat/pay", task="port the CLI tests")
    assert ("state", "12 of 40") in told(one, moment=moment), "the same work in other words"


def test_commits_after_a_checkpoint_are_named(make) -> None:
    one = make(1, "checkpoint", "Retry", state="Tests are red.", commit="aaaaaaaaaaaa").record
    git = GitState(commits=(Commit("b" * 40, "Make them green"), Commit("a" * 40, "Start")))
    assert ("since then", "1 commit: Make them green") in told(one, git=git)
    assert told(one, git=GitState(commits=git.commits[1:])) == [("task", "Retry"), ("state", "Tests are red.")]


def test_a_handoff_replaces_neither_task_nor_what_it_leaves_out(make) -> None:
    checkpoint = make(1, "checkpoint", "Retry", state="Half done.", next=["jitter"]).record
    handoff = make(2, "handoff", "Yours", message="Hello", next=["ask Ada"]).record
    assert told(handoff, checkpoint) == [("task", "Retry"), ("state", "Half done."), ("next", "ask Ada")]
    shown = told(handoff, checkpoint, shown={handoff.id})
    assert shown == [("task", "Retry"), ("state", "Half done.")], "the handoff itself tells the next step"


def test_no_evidence_no_next_step(make) -> None:
    assert told(make(1, "checkpoint", "Retry", state="Half done.").record) == [
        ("task", "Retry"),
        ("state", "Half done."),
    ]
    assert told() == []


def test_evidence_in_order() -> None:
    question = Item(id="Q", short="q", kind="question", title="Who pays?", status="open")
    doubt = Item(id="H", short="h", kind="hypothesis", title="DNS", status="open")
    assert told(questions=[doubt, question]) == [("next", "Who pays?")]
    assert told(questions=[doubt]) == []


def test_a_blocker_is_evidence(make) -> None:
    one = make(1, "checkpoint", "Retry", blockers=["sandbox"]).record
    note = now_statements(MOMENT, [one])[0].note
    assert (note.label, note.text, note.detail) == ("next", "sandbox", "open blocker")


@pytest.mark.parametrize(("how", "failed", "told_blockers"), [
    ("inferred", False, []), ("inferred", True, ["`mypy src`: 1 error"]), ("stated", False, ["`mypy src`: 1 error"]),
])  # fmt: skip
def test_an_automatic_blocker_ends_when_its_command_passes(
    make, how: str, failed: bool, told_blockers: list[str]
) -> None:
    one = make(1, "checkpoint", "Retry", blockers=["`mypy src`: 1 error"], how=how).record
    later = Session(id="s2", agent="codex", commands=(CommandRun("mypy src", "types", failed=failed),))
    notes = [s.note for s in now_statements(MOMENT, [one], past=PastWork((later,)))]
    assert [note.text for note in notes if note.label == "blocker"] == told_blockers


def test_the_steps_of_an_earlier_session_may_be_done(make) -> None:
    one = make(1, "checkpoint", "[auto-idle] Retry", next=["jitter"], how="inferred", session="s1").record
    earlier = Session(id="s1", agent="codex", prompts=(Prompt("Add retries."),))
    later = Session(id="s2", agent="codex", prompts=(Prompt("The log is empty, why is that?"),))
    assert ("next", "jitter") in told(one, past=PastWork((earlier,)))
    assert ("next", "jitter") not in told(one, past=PastWork((later, earlier)))
    assert ("planned before", "jitter") in told(one, past=PastWork((later, earlier)))


def test_decisions_that_are_records_are_not_repeated(make) -> None:
    one = make(1, "checkpoint", "Retry", decisions=["Use psycopg 3.", "24 h"]).record
    assert [t for label, t in told(one, decided={"use psycopg 3"}) if label == "decided"] == ["24 h"]


def test_the_goal_of_the_moment_leads(make) -> None:
    one = make(1, "checkpoint", "Retry", fields={"goal": "SHOP-1"}).record
    notes = [s.note for s in now_statements(BriefRequest(goal="make it fast"), [one], goal="old goal")]
    assert [(n.label, n.text, n.detail) for n in notes] == [("task", "Retry", "SHOP-1"), ("goal", "make it fast", "")]
    assert told(goal="old goal") == [("goal", "old goal")]


def test_a_question_among_the_steps_leaves_them_to_the_next_steps() -> None:
    steps = ("anchor the expression", "a doctest for it", "squash before the merge? Mira decides")
    text = "Done: the option is in.\n\nRemaining:\n" + "\n".join(f"- [ ] {one}" for one in steps)
    session = Session(
        id="s", agent="a", branch="feat/pay", started="2026-11-20T09:00:00Z", ended="2026-11-20T10:00:00Z",
        prompts=(Prompt("leave me the state of the work", "2026-11-20T09:00:00Z", 1),),
        answers=(Answer(text, "2026-11-20T09:01:00Z", 2, next=steps),), next=steps, answered=True,
    )  # fmt: skip
    notes = told(past=PastWork((session,)))
    assert [note for label, note in notes if label == "next"] == list(steps)
    assert not any("anchor" in note for label, note in notes if label == "last session ended with")


def test_what_stands_in_the_way_is_not_the_next_step_as_well() -> None:
    blocker = Note(label="blocker", text="The linter is red")
    question = Note(label="next", text="Who looks?", detail="open question")
    evidence = Note(label="next", text="The linter is red", detail="open blocker")
    step = Note(label="next", text="The linter is red")
    reasoned = Item(id="q", short="q", kind="question", title="Who looks?", parts={"why": "Nobody does."})
    bare = Item(id="q", short="q", kind="question", title="Who looks?")

    def kept(notes: list[Note], *questions: Item) -> list[Note]:
        return [one.note for one in drop_repeated_evidence([Statement(0, note) for note in notes], questions)]

    assert kept([blocker, evidence]) == [blocker]
    assert kept([blocker, step]) == [blocker, step]
    assert kept([question], bare) == [question]
    assert kept([question], reasoned) == []


def test_what_git_has_under_way_and_put_aside_is_part_of_where_the_work_stands() -> None:
    git = GitState(operation="merge", stashes=(Stash("half done", "2026-11-19T10:00:00Z", ("a.py",)),))
    past = PastWork(
        (Session(id="one", agent="codex", branch="feat/pay", prompts=(Prompt("Add jitter to the retry"),)),)
    )
    notes = told(past=past, git=git)
    assert notes.index(("under way", "merge")) < notes.index(("stashed", "half done: a.py"))
