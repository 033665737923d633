"""What earlier sessions tell: where the last one stopped, which tests were red, what was said."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.token_estimate import estimate_tokens
from backstory.model.session import Answer, CommandRun, Prompt, Session, SubAgent
from backstory.model.similarity import word_set
from backstory.model.snapshot import Change, Commit, GitState
from backstory.recall.brief import Brief, compose_brief
from backstory.recall.past.red_tests import show_command
from backstory.recall.past.red_tests import test_notes as find_test_notes
from backstory.recall.past.sessions import PastWork, choose_past_work, is_covered
from backstory.recall.text.content import Note
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.relative_dates import describe_time
from backstory.recall.text.substance import choose_substance, shorten_to_substance, split_sentences

MOMENT = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z")
DONE = "Done: `retry` backs off in worker.go. Red: TestRetryStops, as expected.\nNext: cap the delay, then the docs."


def run(command: str, made: str, *red: str, summary: str = "") -> CommandRun:
    return CommandRun(command, "test", made, 1 if red else 0, bool(red), red, summary)


def session(ident: str = "s1", ended: str = "2026-11-19T17:00:00Z", **given: object) -> Session:
    fields = {
        "agent": "claude-code", "branch": "feat/retry", "started": ended[:11] + "09:00:00Z",
        "prompts": (Prompt("back off between the retries of a webhook"), Prompt("only the test for now, please")),
        "answers": (Answer(DONE, ended),), "answered": True, "next": ("cap the delay", "the docs"),
        "edited": ("worker.go", "worker_test.go"),
        "commands": (run("go test ./... -run Retry 2>&1 | tail -5", ended, "TestRetryStops", summary="1 failed"),),
    }  # fmt: skip
    return Session(id=ident, ended=ended, **{**fields, **given})


def brief(*rows: object, sessions: Sequence[Session] = (), git: GitState | None = None, **given: object) -> Brief:
    moment = BriefRequest(**({"project": "shop", "branch": "feat/retry", "now": "2026-11-20T09:00:00Z"} | given))

    def measure(brief: Brief) -> int:
        lines = [f"{n.label} {n.detail} {n.text}" for s in brief.sections for n in s.notes]
        return estimate_tokens("\n".join([*lines, *(f"{i.title} {i.text}" for i in brief.items)])) + 60

    past = choose_past_work(sessions, moment.branch, moment.session, git or GitState())
    return compose_brief(moment, rows, git or GitState(), measure=measure, past=past)


def now(found: Brief) -> dict[str, list[str]]:
    section = found.section("now")
    labels: dict[str, list[str]] = {}
    for note in section.notes if section else ():
        labels.setdefault(note.label, []).append(note.text)
    return labels


def test_a_run_that_names_no_red_test_is_told_with_its_error() -> None:
    ended = "2026-11-19T10:00:00Z"
    errors = ("panic: send on closed channel", "exit status 1")
    panic = CommandRun("go test ./...", "test", ended, 1, True, (), "1 package failed", errors=errors)
    told = now(brief(sessions=[session(commands=(panic,))]))
    assert told["last tests"] == ["`go test ./...`: 1 package failed; panic: send on closed channel"]


def test_a_brief_says_where_the_last_session_stopped() -> None:
    told = now(brief(sessions=[session()]))
    assert "TestRetryStops" in told["last session ended with"][0]
    assert told["asked last"] == ["only the test for now, please"]
    assert told["next"] == ["cap the delay", "the docs"]
    assert told["last tests"] == ["`go test ./... -run Retry`: 1 failed; red: TestRetryStops"]
    assert told["edited in this work"] == ["worker_test.go, worker.go"]
    assert "cap the delay" not in told["last session ended with"][0], "nothing is said twice"


def test_a_session_alone_breaks_the_silence() -> None:
    assert not brief(sessions=[session()]).silent
    assert brief().silent


def test_a_question_without_an_answer_says_so() -> None:
    assert "asked last, and not answered" in now(brief(sessions=[session(answered=False)]))


def test_a_later_checkpoint_speaks_for_itself(make) -> None:
    older = make(1, "checkpoint", "Retry", state="Half.", next=["measure it"], branch="feat/retry",
                 made="2026-11-18T10:00:00Z")  # fmt: skip
    newer = make(1, "checkpoint", "Retry", state="Half.", next=["measure it"], branch="feat/retry",
                 made="2026-11-19T18:00:00Z")  # fmt: skip
    told = now(brief(older, sessions=[session()]))
    assert told["next"] == ["cap the delay", "the docs"]
    assert told["planned before"] == ["measure it"]
    told = now(brief(newer, sessions=[session()]))
    assert told["next"] == ["measure it"]
    assert "last session ended with" not in told
    assert "last tests" in told, "a run of tests is observed whatever a checkpoint says"


def test_commits_tell_what_is_newer_before_clocks_do(make) -> None:
    git = GitState(commits=(Commit("b" * 40, "later", "", "2026-11-18T12:00:00Z"), Commit("a" * 40, "first", "", "")))
    point = make(1, "checkpoint", "Retry", state="Half.", next=["measure it"], branch="feat/retry", commit="a" * 40,
                 made="2026-11-20T08:00:00Z")  # fmt: skip
    told = now(brief(point, sessions=[session(commit="b" * 40)], git=git))
    assert told["next"] == ["cap the delay", "the docs"]


def test_other_branches_only_where_this_one_has_no_session() -> None:
    other = session("s2", "2026-11-19T20:00:00Z", branch="spike")
    assert [s.id for s in choose_past_work([other, session()], "feat/retry").sessions] == ["s1"]
    assert [s.id for s in choose_past_work([other], "feat/retry").sessions] == ["s2"]
    assert choose_past_work([session()], "feat/retry", current="s1").sessions == ()


def test_records_of_the_work_outrank_a_thousand_others(make) -> None:
    old = [
        make(i, "fact", f"Old fact {i} about worker.go retries", why="x " * 20, at=("worker.go",)) for i in range(900)
    ]
    own = make(950, "decision", "Cap at an hour", why="receivers give up", branch="feat/retry",
               made="2026-11-19T12:00:00Z")  # fmt: skip
    heard = make(951, "attempt", "A queue for each receiver", session="s1", fields={"outcome": "failed"},
                 branch="feat/retry", made="2026-11-19T12:00:00Z")  # fmt: skip
    scores = {row.record.id: 5.0 for row in old}
    moment = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z", budget=500)
    found = compose_brief(moment, [*old, own, heard], GitState(), measure=lambda b: 40 * b.records + 100,
                          past=PastWork((session(),)), scores=scores)  # fmt: skip
    assert {own.record.id, heard.record.id} <= {item.id for item in found.items}


def test_red_tests_stay_red_until_they_are_run_again() -> None:
    first = run("pytest tests/a tests/b", "2026-11-19T10:00:00Z", "tests/a/test_x.py::one", "tests/b/test_y.py::two")
    second = run("pytest tests/a", "2026-11-19T11:00:00Z", summary="9 passed")
    (note,) = find_test_notes(MOMENT, PastWork((session(commands=(first, second)),)), GitState())
    assert note.text == "`pytest tests/a`: 9 passed; still red: tests/b/test_y.py::two (in `pytest tests/a tests/b`)"
    third = run("pytest", "2026-11-19T12:00:00Z", summary="20 passed")
    (note,) = find_test_notes(MOMENT, PastWork((session(commands=(first, second, third)),)), GitState())
    assert note.text == "`pytest`: 20 passed"


def test_commits_since_a_run_are_counted() -> None:
    git = GitState(
        commits=(Commit("b" * 40, "later", "", "2026-11-19T18:30:00+01:00"), Commit("a" * 40, "", "", "2026-11-01"))
    )
    (note,) = find_test_notes(MOMENT, PastWork((session(),)), git)
    assert note.detail == "yesterday 17:00 UTC, 1 commit since"


def test_files_say_why_they_are_named() -> None:
    git = GitState(changes=(Change("worker_test.go", "untracked"),))
    told = now(brief(sessions=[session(), session("s0", "2026-11-18T10:00:00Z", edited=("worker.go",))], git=git))
    assert told["edited in this work"] == ["worker_test.go (new, not committed), worker.go"]


def test_earlier_answers_and_reports_without_what_is_known_already(make) -> None:
    answers = (
        Answer("A queue for each receiver fails, because `drain` holds the lock.", "2026-11-19T10:00:00Z"),
        Answer("Sure.", "2026-11-19T10:30:00Z"),
        Answer(DONE, "2026-11-19T17:00:00Z"),
    )
    report = SubAgent("a1", "look around", "The sandbox allows 100 calls a minute (limits.go).", "2026-11-19T11:00:00Z")
    past = session(answers=answers, subagents=(report,))
    notes: list[Note] = brief(sessions=[past]).section("earlier").notes
    assert {"answer", "sub-agent"} <= {n.label for n in notes}
    known = make(1, "attempt", "A queue for each receiver fails, because drain holds the lock", branch="feat/retry",
                 fields={"outcome": "failed"}, made="2026-11-19T10:01:00Z")  # fmt: skip
    notes = brief(known, sessions=[past]).section("earlier").notes
    assert not any("drain" in n.text for n in notes)


@pytest.mark.parametrize(
    ("made", "told"),
    [
        ("2026-11-20T08:05:00Z", "today 08:05 UTC"), ("2026-11-19T08:05:00Z", "yesterday 08:05 UTC"),
        ("2026-11-01T08:05:00Z", "19 days ago"), ("2025-11-01T08:05:00Z", "2025-11-01"), ("", ""),
    ],
)  # fmt: skip
def test_times_hold_all_day(made: str, told: str) -> None:
    assert describe_time(made, "2026-11-20") == told


def test_commands_are_shown_without_the_pipe_that_cut_their_output() -> None:
    assert show_command("cargo test retry 2>&1 | grep -v warn | tail -20") == "cargo test retry"
    assert show_command("go test ./... | go-junit-report") == "go test ./... | go-junit-report"


def test_a_chain_of_commands_is_shown_as_far_as_its_tests_need_it() -> None:
    assert show_command("uv run pytest a.py -q; uv run ruff check src && echo ok") == "uv run pytest a.py -q"
    assert show_command("cd dio && dart test -j 1; git status --short") == "cd dio && dart test -j 1"
    built = "cmake --build --preset dev --target AppTest && ./build-dev/tests/AppTest '[similar]'"
    assert show_command(f"git pull && {built} | tail -3") == built
    assert show_command("make -j4; ./build/tests") == "./build/tests"
    assert show_command("npm run build && npm test") == "npm test"
    assert show_command("export A=1; npm run lint && npm test && npm run build") == "export A=1; npm test"
    assert show_command("rake test; bundle exec rubocop test/a_test.rb && echo ok") == "rake test"
    assert show_command("zig fmt --check src; zig build test") == "zig build test"
    assert show_command("make lint && make check") == "make lint && make check"
    assert show_command("cd tests && CC=gcc ./unittest.sh && git diff .") == "cd tests && CC=gcc ./unittest.sh"
    assert show_command("pytest -k 'a && b' && echo ok") == "pytest -k 'a && b'"
    assert show_command("pytest -k 'a && b && echo ok") == "pytest -k 'a && b && echo ok", "a quote is left open"


def test_substance_leaves_courtesies_and_offers_out() -> None:
    text = "Great!\n\nThe cap sits in `delay()`, because receivers give up after an hour. Shall I write the docs?"
    assert shorten_to_substance(text, 100) == "The cap sits in `delay()`, because receivers give up after an hour."
    assert choose_substance(split_sentences(text), 100, offers=True).endswith("Shall I write the docs?")
    assert shorten_to_substance("OK.", 100) == ""


def test_what_follows_a_sentence_without_a_word_is_none() -> None:
    text = "The retry is capped! [EMOJI][EMOJI]\nIt holds. ---"
    assert split_sentences(text) == ["The retry is capped!", "It holds."]


def test_items_of_a_list_stay_apart() -> None:
    items = (
        "The worker retries a webhook three times before it gives up for good",
        "A dead letter keeps the payload",
    )
    text = "\n".join(f"- {item}" for item in items)
    assert shorten_to_substance(text, 100) == "; ".join(items)
    last = session(answers=(Answer(f"{text}\n", "2026-11-19T17:00:00Z"),), next=())
    composed = compose_brief(MOMENT, [], past=PastWork((last,)), measure=lambda brief: 100)
    texts = [note.text for section in composed.sections for note in section.notes]
    assert "; ".join(items) in texts


def test_substance_takes_code_and_directives_out() -> None:
    text = 'Kept.\n```go\nfunc delay() {}\n```\n<backstory:remember kind="fact">x is y</backstory:remember>\nTwo pass.'
    assert split_sentences(text) == ["Kept.", "Two pass."]


@given(st.text(max_size=400), st.integers(1, 80))
def test_substance_never_fails_and_keeps_to_its_room(text: str, tokens: int) -> None:
    short = shorten_to_substance(text, tokens)
    assert estimate_tokens(short) <= tokens + 24


def test_many_short_sessions_count_as_much_as_a_few_long_ones() -> None:
    short = [session(f"s{n:02}", ended=f"2026-11-19T{n:02}:00:00Z") for n in range(20)]
    assert len(choose_past_work(short, "").sessions) == 20
    long = [
        session(f"s{n:02}", ended=f"2026-11-19T{n:02}:00:00Z", answers=(Answer(text="word " * 4_000),))
        for n in range(20)
    ]
    assert len(choose_past_work(long, "").sessions) == 8


def test_what_every_answer_ends_with_is_no_news() -> None:
    sessions = [
        session(
            f"s{n}",
            ended=f"2026-11-19T1{n}:00:00Z",
            answers=(Answer(text=f"Cost of the message was $0.0{n}, of the session $0.1{n}."),),
        )
        for n in range(6)
    ]
    notes = now(brief(sessions=sessions))
    assert "last session ended with" not in notes
    assert "last session ended with" in now(brief(sessions=sessions[:1]))


def test_printed_lines_are_no_sentences() -> None:
    text = "src/a.py:432:13: F841 local variable is never used\n43│ self.io.write(x)\nKeep the writer in `io.py`."
    assert split_sentences(text) == ["Keep the writer in `io.py`."]
    task = " *  Executing task: make -j4 \n *  Terminal will be reused by tasks, press any key to close it. \n"
    assert split_sentences(f"{task}Why does it stop there?") == ["Why does it stop there?"]


def test_a_test_is_no_longer_red_after_a_later_run_of_its_file_passed() -> None:
    runs = (
        run("mix test test/upload_test.exs", "2026-11-19T09:00:00Z", "test/upload_test.exs:235"),
        run("uv run pytest tests/test_check.py", "2026-11-19T09:10:00Z", "CheckCase::test_marks"),
        run("mix test test/upload_test.exs test/parsers_test.exs", "2026-11-19T10:00:00Z"),
        run("uv run pytest tests/test_check.py tests/test_tasks.py", "2026-11-19T10:10:00Z"),
    )
    assert "red" not in now(brief(sessions=[session(commands=runs)]))["last tests"][0]
    assert "CheckCase::test_marks" in now(brief(sessions=[session(commands=runs[:3])]))["last tests"][0]


def test_a_step_that_the_last_request_names_is_told_once() -> None:
    last = session(prompts=(Prompt("later: cap the delay at an hour, then the docs in retry.md"),))
    told = now(brief(sessions=[last]))
    assert "cap the delay" in told["task"][0]
    assert "next" not in told


def test_edited_files_of_one_folder_share_its_name() -> None:
    last = session(edited=("src/a/two.go", "src/b/three.go", "src/a/one.go"))
    assert now(brief(sessions=[last]))["edited in this work"] == ["src/a/{one.go, two.go}, src/b/three.go"]


def ask(text: str, minute: int, answer: str = "") -> tuple[Prompt, Answer]:
    return Prompt(text, f"2026-11-19T16:{minute:02}:00Z"), Answer(answer, f"2026-11-19T16:{minute:02}:30Z")


def test_a_question_beside_the_work_does_not_say_where_it_stands() -> None:
    work = ask("only the test for now, please", 10, DONE)
    beside = ask(
        "By the way, how do I undo the last stash in git?", 40, "`git stash pop` brings it back, unless dropped."
    )
    about = ask("Does `retry` in worker.go sleep?", 50, "No, `retry` waits on a channel in worker.go.")

    def told(*pairs: tuple[Prompt, Answer], **given: object) -> dict[str, list[str]]:
        prompts, answers = zip(*pairs, strict=True)
        return now(brief(sessions=[session(prompts=prompts, answers=answers, commands=(), **given)]))

    assert "TestRetryStops" in told(work, beside)["last session ended with"][0]
    assert "only the test" in told(work, beside)["task"][0]
    assert "channel" in told(work, about)["last session ended with"][0]
    opened = told(work, (Prompt("How do I undo a stash?", "2026-11-19T16:55:00Z"), work[1]), answered=False)
    assert "stash" in opened["asked last, and not answered"][0]


def test_a_session_of_questions_gives_way_to_the_work_before() -> None:
    prompt, answer = ask("What is the capital of Peru?", 40, "Lima, on the coast, founded in 1535.")
    aside = session("s2", "2026-11-19T18:00:00Z", prompts=(prompt,), answers=(answer,), commands=(), edited=(), next=())
    told = now(brief(sessions=[aside, session()]))
    assert "TestRetryStops" in told["last session ended with"][0]
    assert told["next"] == ["cap the delay", "the docs"]


def test_a_small_brief_names_the_red_tests_and_not_what_a_rule_names(make) -> None:
    rule = make(1, "rule", "run `go test ./... -run Retry` from now on", how="observed")
    last = session(
        commands=(run("go test ./... -run Retry", "2026-11-19T17:00:00Z", "TestA", summary="1 failed in 2.0s"),)
    )
    assert now(brief(sessions=[last]))["last tests"] == ["`go test ./... -run Retry`: 1 failed; red: TestA"]
    assert now(brief(sessions=[last], budget=500))["last tests"] == ["`go test ./... -run Retry`: red: TestA"]
    assert now(brief(rule, sessions=[last]))["last tests"] == ["1 failed; red: TestA"]


def test_what_a_program_or_a_page_printed_and_bare_mentions_are_no_sentences_of_an_answer() -> None:
    text = (
        "<summary>Searched the code</summary>\n✓ pool > opens [12.5ms]\n6 pass\n21 expect() calls\nThe pool opens late."
    )
    assert split_sentences(text) == ["The pool opens late."]
    assert shorten_to_substance("@rules.md\n#12\n`pool` opens late.", 50) == "`pool` opens late."
    assert split_sentences("✓ All tests pass") == ["✓ All tests pass"]


def test_a_good_bye_of_either_side_does_not_say_where_the_work_stands() -> None:
    listed = "The backoff is in. Still open: cap the delay; a paragraph in retry.md; Mei tries it on staging."
    answers = (Answer(listed, "2026-11-19T16:50:00Z"), Answer("See you tomorrow!", "2026-11-19T17:00:00Z"))
    prompts = (Prompt("back off between the retries of a webhook"), Prompt("thanks, see you"))
    told = now(brief(sessions=[session(answers=answers, prompts=prompts, next=(), answered=False)]))
    assert told["last session ended with"] == ["The backoff is in."]
    assert told["next"] == ["cap the delay", "a paragraph in retry.md", "Mei tries it on staging"]
    assert "asked last, and not answered" not in told
    asked = (Prompt("back off between the retries"), Prompt("thanks, then run worker_test.go tomorrow"))
    told = now(brief(sessions=[session(answers=answers, prompts=asked, next=(), answered=False)]))
    assert "worker_test.go" in told["asked last, and not answered"][0], "it names something"


def test_the_task_is_that_of_a_session_that_edited() -> None:
    prompt, answer = ask(
        "Explain the license of the queue package in two sentences.", 5, "It is MIT, so we may use it."
    )
    aside = session("s0", "2026-11-18T18:00:00Z", prompts=(prompt,), answers=(answer,), edited=(), next=(), commands=())
    assert now(brief(sessions=[session(), aside]))["task"] == now(brief(sessions=[session()]))["task"]


def test_a_small_brief_names_three_files_and_no_request_that_was_answered() -> None:
    edited = tuple(f"src/worker/retries/part_{n}.go" for n in range(5))
    told = now(brief(sessions=[session(edited=edited)], budget=400))
    assert told["edited in this work"] == ["part_4.go, part_3.go, part_2.go and 2 more"]
    assert "asked last" not in told


def test_a_list_of_names_at_the_end_of_an_answer_is_not_repeated() -> None:
    text = "`worker.go` retries with a delay that doubles each time, and `cap.go` ends it at 30 s."
    answers = (Answer(f"{text}\n\n- `worker.go`\n- `cap.go`", "2026-11-19T17:00:00Z"),)
    ended = now(brief(sessions=[session(answers=answers)]))["last session ended with"][0]
    assert ended == text


def test_a_step_that_was_committed_after_the_session_is_not_next() -> None:
    commits = (Commit("c" * 40, "Cap the delay of retries", "", ""), Commit("a" * 40, "first", "", ""))
    told = now(brief(sessions=[session(commit="a" * 40)], git=GitState(commits=commits)))
    assert told["next"] == ["the docs"]


def test_a_step_of_a_checkpoint_that_a_later_session_did_is_not_next(make) -> None:
    point = make(1, "checkpoint", "Retry", state="Half.", next=["cap the delay", "measure the queue"],
                 branch="feat/retry", made="2026-11-18T10:00:00Z")  # fmt: skip
    done = Answer("The cap of the delay is in place.", "2026-11-19T17:00:00Z")
    told = now(brief(point, sessions=[session(answers=(done,), next=())]))
    steps = [*told.get("next", ()), *told.get("planned before", ())]
    assert steps == ["measure the queue"]


def test_a_chat_without_a_branch_does_not_make_a_new_branch() -> None:
    chat = Session(id="chat", agent="chats", ended="2026-03-01T10:00:00Z", prompts=(Prompt("I drop Go 1.20"),))
    work = Session(id="work", agent="codex", ended="2026-05-01T10:00:00Z", branch="main", prompts=(Prompt("limit"),))
    assert [one.id for one in choose_past_work((chat, work), "z").sessions] == ["work"]
    assert [one.id for one in choose_past_work((chat, work), "main").sessions] == ["work", "chat"]
    newer = Session(id="new", agent="chats", ended="2026-06-01T10:00:00Z", prompts=(Prompt("I drop Go 1.20"),))
    assert [one.id for one in choose_past_work((newer, work), "z").sessions] == ["new"]


@pytest.mark.parametrize(("other", "is_told"), [("work on part 7 of m0", False), ("work on part 8 of m0", True)])
def test_a_number_tells_a_step_from_the_one_before(other: str, is_told: bool) -> None:
    assert is_covered("part 8 of m0", [word_set(other)]) is is_told
