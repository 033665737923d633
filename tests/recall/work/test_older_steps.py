"""Steps that an earlier session left stay open until something is done about them."""

from collections.abc import Sequence

import pytest

from backstory.model.session import Answer, CommandRun, Prompt, Session
from backstory.model.snapshot import Commit, GitState
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.moment import BriefRequest
from backstory.recall.work.now_section import now_statements
from backstory.recall.work.older_steps import find_over, list_older_steps
from backstory.recall.work.taken_steps import drop_taken, find_taken

STEPS = ("port the async transport", "document `retry_status` in docs/transports.md", "test_http_date is still red")
COMMAND = "pytest tests/test_retry.py"


def run(made: str, *red: str) -> CommandRun:
    return CommandRun(COMMAND, "test", made, 1 if red else 0, bool(red), red)


def first(steps: Sequence[str] = STEPS, **given: object) -> Session:
    fields = {
        "agent": "claude-code", "branch": "feat/retry", "started": "2026-11-18T09:00:00Z",
        "ended": "2026-11-18T10:00:00Z", "prompts": (Prompt("honour Retry-After in the transport"),),
        "answers": (Answer("Done: the transport waits.", "2026-11-18T10:00:00Z", next=tuple(steps)),),
        "answered": True, "next": tuple(steps), "edited": ("transport.py",),
        "commands": (run("2026-11-18T09:30:00Z", "tests/test_retry.py::test_http_date"),),
    }  # fmt: skip
    return Session(id="s1", **{**fields, **given})


def later(prompt: str, answer: str = "It waits under trio, too.", **given: object) -> Session:
    fields = {
        "agent": "claude-code", "branch": "feat/retry", "started": "2026-11-19T09:00:00Z",
        "ended": "2026-11-19T10:00:00Z", "prompts": (Prompt(prompt, "2026-11-19T09:00:00Z"),),
        "answers": (Answer(answer, "2026-11-19T10:00:00Z"),), "answered": True, "edited": ("transport.py",),
    }  # fmt: skip
    return Session(id="s2", **{**fields, **given})


def still_open(*sessions: Session, git: GitState | None = None) -> list[str]:
    return [one.text for one in list_older_steps(PastWork(sessions), git or GitState())]


def test_what_nothing_was_done_about_stays_open_with_its_age() -> None:
    past = PastWork((later("cap the delay at 20 seconds"), first(STEPS[1:2])))
    moment = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z")
    notes = [note for _, note in now_statements(moment, (), past=past) if note.label == "still open"]
    assert [(note.text, note.detail, note.session) for note in notes] == [(STEPS[1], "2 days ago", "s1")]


def test_an_order_in_words_of_the_step_takes_it_up() -> None:
    assert STEPS[0] not in still_open(later("continue with the async one"), first())
    assert not find_taken(STEPS, [later("continue with the async one", edited=())]), "nothing was done"


@pytest.mark.parametrize(
    "order",
    [
        "continue w/ the async one",
        "write the docs page for retries",
        "ok, add the docs page",
        "schreib docs page bitte",
    ],
)
def test_an_order_that_begins_with_the_words_of_a_step_takes_it_up(order: str) -> None:
    assert len(find_taken(("async version (`AsyncRetry`)", "docs page"), [later(order)])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "add a link to the docs page",
        "is the docs page done?",
        "don't write the docs page yet",
        "the docs page is wrong",
        "write the docs page later",
        "make the page smaller",
    ],
)
def test_what_only_speaks_of_a_step_does_not_take_it_up(text: str) -> None:
    assert not find_taken(("async version (`AsyncRetry`)", "docs page"), [later(text)])


def test_a_number_takes_up_the_step_of_that_number() -> None:
    work = [later("do 1 now")]
    assert set(find_taken(STEPS, work)) == {STEPS[0]}
    assert set(find_taken(STEPS, [later("ok, 1 and 3 please")])) == {STEPS[0], STEPS[2]}
    assert not find_taken(STEPS, [later("wait 2 seconds")])
    assert not find_taken(STEPS, [later("is 1 done?")])


def test_words_of_several_steps_take_up_none() -> None:
    steps = ("port the async transport", "document the async transport")
    assert not find_taken(steps, [later("continue with the async one")])


def test_a_red_test_that_passes_is_no_step() -> None:
    assert STEPS[2] not in still_open(later("go on", commands=(run("2026-11-19T09:30:00Z"),)), first())
    assert STEPS[2] in still_open(later("go on"), first())


def test_what_the_person_leaves_to_somebody_is_no_step() -> None:
    steps = ("Tests for Windows paths", "Mention it in the docs")
    assert still_open(later("Leave the Windows tests to Jun."), first(steps)) == [steps[1]]
    assert still_open(later("The Windows tests are slow."), first(steps)) == [*steps]


def test_what_a_commit_did_is_no_step() -> None:
    git = GitState(commits=(Commit("b" * 40, "Document `retry_status` in docs/transports.md", "", ""),
                            Commit("a" * 40, "first", "", "")))  # fmt: skip
    assert STEPS[1] not in still_open(later("cap the delay"), first(commit="a" * 40), git=git)


def test_steps_of_other_work_on_a_shared_branch_are_none() -> None:
    other = first(STEPS[1:2], branch="main", edited=("colours.py",))
    assert still_open(later("cap the delay of the transport", branch="main"), other) == []
    assert still_open(later("cap the delay of the transport", branch="main"), first(STEPS[1:2], branch="main")) == [
        STEPS[1]
    ]


def test_a_step_that_two_others_share_out_is_told_by_them() -> None:
    step = "the docs section and the line in NEWS"
    past = PastWork((later("take a str as one name", edited=("sessions.py",)), first((step,))))
    told = ["the section in docs/advanced.rst", "the line under dev in NEWS"]
    assert [one.text for one in list_older_steps(past, GitState())] == [step]
    assert list_older_steps(past, GitState(), told) == []


def test_a_step_that_waits_for_somebody_is_over_when_the_person_tells_the_answer() -> None:
    step = "hear what security says about port changes"
    asked, answered = (
        PastWork((later(prompt), first((step,))))
        for prompt in ("take a str as one name", "Priya from security was here: a changed port counts as well")
    )
    assert find_over([step], asked.sessions[1], asked, GitState()) == {}
    assert step in find_over([step], answered.sessions[1], answered, GitState())


def test_a_greeting_names_no_step() -> None:
    steps = ("docs for `--size` in doc/fd.1 and the long help", "squash")
    assert list(find_taken(steps, [later("morning, docs first")])) == [steps[0]]


def test_a_step_of_one_verb_is_over_when_an_answer_reports_it() -> None:
    for answer, over in (("Squashed into 3f2a1c9.", ["squash"]), ("Not squashed yet.", [])):
        past = PastWork((later("cap the delay at 20 seconds", answer), first(("squash",))))
        assert list(find_over(["squash"], past.sessions[1], past, GitState())) == over


def test_a_step_whose_files_were_edited_is_perhaps_done() -> None:
    past = PastWork((later("cap the delay at 20 seconds"), first(("mend the retry loop in transport.py",))))
    moment = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z")
    details = [note.detail for _, note in now_statements(moment, (), past=past) if note.label == "still open"]
    assert details == ["2 days ago, perhaps done: transport.py edited since"]


def list_left(*sessions: Session) -> list[str]:
    past = PastWork(sessions)
    return [one for one in sessions[-1].next if one not in find_over(sessions[-1].next, sessions[-1], past, GitState())]


@pytest.mark.parametrize("prompt", [
    "double the wait with each attempt, cap it at 30 s",
    "Ok. Now double the wait with each attempt, and cap it at 30 s please.",
])  # fmt: skip
def test_an_order_that_says_a_step_over_again_takes_it_up(prompt: str) -> None:
    step = "double the wait with each attempt, capped at 30 s"
    assert list_left(later(prompt), first((step,))) == []


@pytest.mark.parametrize("prompt", [
    "double the wait with each attempt, cap it at 60 s",
    "should we double the wait with each attempt, capped at 30 s?",
    "later double the wait with each attempt, capped at 30 s",
    "name the cap",
])  # fmt: skip
def test_what_says_something_else_takes_no_step_up(prompt: str) -> None:
    step = "double the wait with each attempt, capped at 30 s"
    assert list_left(later(prompt), first((step,))) == [step]


@pytest.mark.parametrize(("prompt", "settled"), [
    ("now do 1, leave 2 to Jun", {0, 1}),
    ("skip 2", {1}),
    ("do 3; forget about 1 and 2", {0, 1, 2}),
    ("2, but call it retry_state", set()),
    ("leave 2 for tomorrow", set()),
    ("leave 2 seconds between the attempts", set()),
])  # fmt: skip
def test_numbers_of_clauses_settle_their_steps(prompt: str, settled: set[int]) -> None:
    assert set(find_taken(STEPS, [later(prompt)])) == {STEPS[number] for number in settled}


def test_an_order_about_a_document_takes_up_the_step_about_it_once_it_was_edited() -> None:
    step = "a line in CHANGELOG.md"
    assert list_left(later("add the changelog line and amend", edited=("CHANGELOG.md",)), first((step,))) == []
    assert list_left(later("add the changelog line and amend"), first((step,))) == [step]
    assert list_left(later("the changelog looks odd", edited=("CHANGELOG.md",)), first((step,))) == [step]


def test_a_step_that_was_ordered_later_in_its_own_session_is_over() -> None:
    prompts = (Prompt("honour ports"), Prompt("add the changelog line and amend", line=9, edited=("CHANGELOG.md",)))
    answers = (Answer("Done.", line=5, next=("a line in CHANGELOG.md", "a test")), Answer("Amended.", line=12))
    one = Session(id="s1", agent="codex", prompts=prompts, answers=answers, edited=("CHANGELOG.md",))
    assert drop_taken(("a line in CHANGELOG.md", "a test"), one) == ["a test"]
    before = Session(id="s1", agent="codex", prompts=prompts[1:], answers=(Answer("", line=15, next=("a test",)),))
    assert drop_taken(("a test",), before) == ["a test"]


@pytest.mark.parametrize(("answer", "left"), [
    ("All green, pushed. Nothing is left but the review.", []),
    ("Pushed, and nothing else remains.", []),
    ("Alles gepusht, es bleibt nichts offen.", []),
    ("Pushed. Nothing is left except the docs page.", ["write the docs page"]),
    ("Nothing is left of the old cache.", ["use it in auth_flow", "write the docs page"]),
    ("Nothing is left if the tests pass.", ["use it in auth_flow", "write the docs page"]),
    ("The tests pass.", ["use it in auth_flow", "write the docs page"]),
])  # fmt: skip
def test_a_session_that_leaves_nothing_ends_the_steps_before_it(answer: str, left: list[str]) -> None:
    steps = ("use it in auth_flow", "write the docs page")
    assert list_left(later("go on with the tests", answer), first(steps)) == left


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("changelog entry", "Great. I wrote the changelog entry myself just now."),
        ("changelog entry", "hi, I've already done the changelog"),
        ("translate the error messages", "we translated the error messages yesterday, have a look"),
        ("rename `RetryPolicy` to `Retry`", "the RetryPolicy is already renamed to Retry"),
        ("Handbuch ergänzen", "ich habe das Handbuch gestern ergänzt"),
        ("answer the issue of Lea", "I answered nothing. Oh, and the issue of Lea: the answer is already written"),
    ],
)
def test_what_the_person_did_is_not_open(step: str, told: str) -> None:
    assert still_open(later(told), first((step,))) == []


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ("changelog entry", "I will write the changelog entry"),
        ("changelog entry", "have I written the changelog entry?"),
        ("changelog entry", "write the changelog entry once the release is done"),
        ("changelog entry of the transport", "I wrote the transport tests"),
        ("port the async transport", "I've not ported the async transport yet"),
    ],
)
def test_what_the_person_has_not_done_stays_open(step: str, told: str) -> None:
    before = first((step,))
    past = PastWork((later(told, answer="All right.", edited=()), before))
    assert find_over([step], before, past, GitState()) == {}
