"""A session as it is made from turns: what was asked, done, run and left open, however the transcript is cut."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.agents.turns import Tokens, Turn
from backstory.capture.digest import FIRST_PROMPTS, MAX_COMMANDS, MAX_FILES, MAX_PROMPTS, extend_session
from backstory.model.session import Session

ROOT = "/home/ada/shop"


def prompt(text: str, **more: Any) -> Turn:
    return Turn("user", text, **more)


def answer(text: str, **more: Any) -> Turn:
    return Turn("assistant", text, **more)


def edit(path: str, call: str = "e1", **more: Any) -> Turn:
    return Turn("tool", "", tool="Edit", action="edit", edits=(path,), call=call, cwd=ROOT, **more)


def run(command: str, call: str = "c1", **more: Any) -> Turn:
    return Turn("tool", "", tool="Bash", action="command", command=command, call=call, cwd=ROOT, **more)


def result(call: str, text: str = "", **more: Any) -> Turn:
    return Turn("result", text, call=call, **more)


def digest(*turns: Turn, session: Session | None = None) -> Session:
    return extend_session(session or Session(id="s1", agent="claude-code"), turns, roots=(ROOT,))


def test_prompts_and_the_reply_that_ends_each_turn_are_kept() -> None:
    session = digest(
        prompt("Add retries\nto the client", time="2026-11-20T10:00:00Z", line=1),
        answer("I will look."),
        run("ls"),
        result("c1", "a.py"),
        answer("Retries are in.", time="2026-11-20T10:05:00Z"),
        prompt("And the docs?", time="2026-11-20T10:30:00Z"),
        answer("Done.", time="2026-11-20T10:30:30Z"),
    )
    assert session.title == "Add retries to the client"
    assert [p.text for p in session.prompts] == ["Add retries\nto the client", "And the docs?"]
    assert [a.text for a in session.answers] == ["Retries are in.", "Done."]
    assert (session.started, session.ended) == ("2026-11-20T10:00:00Z", "2026-11-20T10:30:30Z")
    assert session.active == 5 * 60 + 30, "the pause of 25 minutes is no work"


def test_files_are_named_as_the_project_names_them() -> None:
    session = digest(
        edit(f"{ROOT}/src/a.py", "1"), edit("src/b.py", "2"), edit("/etc/passwd", "3"), edit("../x.py", "4"),
        edit(f"{ROOT}/.git/config", "5"), edit(f"{ROOT}/src/a.py", "6"),
        Turn("tool", "", reads=(f"{ROOT}/README.md", "/tmp/log"), cwd=ROOT, action="read"),
    )  # fmt: skip
    assert session.edited == ("src/b.py", "src/a.py"), "in the order of the last edit"
    assert session.read == ("README.md",)


def test_an_edit_that_failed_changes_no_file() -> None:
    assert digest(edit("a.py"), result("e1", "String to replace not found", failed=True)).edited == ()
    session = digest(edit("a.py", "1"), result("1"), edit("a.py", "2"), result("2", failed=True))
    assert session.edited == ("a.py",), "an earlier edit succeeded"
    assert session.errors == 1


def test_commands_wait_for_their_result() -> None:
    waiting = digest(run("make docs"))
    assert waiting.commands[0].call
    ended = digest(result("c1", "no rule", exit_code=2), session=waiting)
    assert (ended.commands[0].call, ended.commands[0].exit_code, ended.commands[0].failed) == ("", 2, True)


def test_results_of_parallel_calls_find_their_command() -> None:
    session = digest(run("a", "1"), run("b", "2"), result("2", exit_code=1), result("1", exit_code=0))
    assert [(c.command, c.exit_code) for c in session.commands] == [("a", 0), ("b", 1)]


def test_an_agent_without_ids_of_calls_ends_its_last_command() -> None:
    session = digest(run("a", ""), result("", exit_code=0), run("b", ""), result("", exit_code=3))
    assert [(c.command, c.exit_code) for c in session.commands] == [("a", 0), ("b", 3)]


def test_commits_come_from_what_git_prints() -> None:
    text = "hook ran\n[feat/pay 9f1c2e4] Add retries\n 1 file changed"
    session = digest(
        run('git commit -qam "x" && git log', "1"), result("1", text), run("pytest", "2"),
        run("cat notes", "3"), result("3", "[main 1234567] not a commit"),
    )  # fmt: skip
    assert [(c.id, c.subject) for c in session.commits] == [("9f1c2e4", "Add retries")]
    assert session.commands[1].commit == "9f1c2e4"


@pytest.mark.parametrize(
    "command",
    [
        'git commit -qam "Add retries"',
        "git add -A && git commit -q -m 'Add retries' -m 'Because.' && git log -1",
        'git -C /x commit --quiet --message="Add retries\n\nBecause."',
        "git commit -q -m \"$(cat <<'EOF'\nAdd retries\n\nBecause.\nSigned-off-by: Ada\nEOF\n)\"",
    ],
)
def test_a_quiet_commit_is_told_by_its_message(command: str) -> None:
    assert [(c.id, c.subject) for c in digest(run(command), result("c1", exit_code=0)).commits] == [("", "Add retries")]
    assert digest(run(command), result("c1", exit_code=1, failed=True)).commits == ()


def test_text_that_is_passed_to_a_program_is_folded() -> None:
    command = "cat > a.txt <<'EOF'\n" + "line\n" * 2000 + "EOF\npytest -q"
    assert digest(run(command)).commands[0].command == "cat > a.txt <<'EOF'\nline\n…\nEOF\npytest -q"


def test_a_subagent_has_its_task_and_its_report() -> None:
    call = Turn("tool", "", tool="Task", action="agent", call="t1", input={"prompt": "Find the callers"})
    own = [
        Turn("user", "Find the callers", sidechain=True, subagent="a7"),
        Turn("assistant", "Two callers, both in api.py.", sidechain=True, subagent="a7"),
    ]
    for turns in ([call, *own], [*own, call]):
        session = digest(*turns)
        assert [(a.id, a.task, a.report) for a in session.subagents] == [
            ("a7", "Find the callers", "Two callers, both in api.py.")
        ]
        assert not session.prompts and not session.answers
    assert digest(call, result("t1", "Two callers.")).subagents[0].report == "Two callers."


def test_tokens_and_the_model_are_counted() -> None:
    session = digest(
        answer("a", tokens=Tokens(10, 20, 1000, 5), model="m-1"), answer("b", tokens=Tokens(1, 2, 3, 4), model="m-2")
    )
    assert (session.tokens_in, session.tokens_cached, session.tokens_out, session.model) == (20, 1003, 22, "m-2")


def test_of_a_way_that_was_taken_back_only_what_was_done_counts() -> None:
    way = [prompt("Use Redis", line=1), edit("a.py", line=2), answer("Done.", line=3)]
    taken = [turn._replace(abandoned=True) for turn in way]
    after = [prompt("Use SQLite", line=4), answer("Fine.", line=5)]
    for session in (digest(*taken, *after), digest(*taken, *after, session=digest(*way))):
        assert [p.text for p in session.prompts] == ["Use SQLite"]
        assert [a.text for a in session.answers] == ["Fine."]
        assert (session.edited, session.tool_calls) == (("a.py",), 1)


def test_lists_are_bounded_and_keep_what_counts() -> None:
    first = [prompt(f"p{i}") for i in range(MAX_PROMPTS + 40)]
    session = digest(*first)
    assert len(session.prompts) == MAX_PROMPTS
    assert session.prompts[FIRST_PROMPTS - 1].text == f"p{FIRST_PROMPTS - 1}"
    assert session.prompts[-1].text == f"p{MAX_PROMPTS + 39}"
    calls = [t for i in range(MAX_COMMANDS + 50) for t in (run(f"x{i}", str(i)), result(str(i), exit_code=i == 3))]
    session = digest(*calls)
    assert len(session.commands) == MAX_COMMANDS
    assert session.commands[0].command == "x3", "what failed outlives what did not"
    session = digest(*[edit(f"f{i}.py", str(i)) for i in range(3 * MAX_FILES)])
    assert len(session.edited) == MAX_FILES and session.edited[-1] == f"f{3 * MAX_FILES - 1}.py"


def test_texts_are_redacted_before_they_are_shortened() -> None:
    secret = "hunter2-hunter2"
    text = "x" * 1995 + secret
    session = extend_session(
        Session(id="s", agent="a"), [prompt(text)], clean=lambda text: text.replace(secret, "[REDACTED]")
    )
    assert "hunter" not in session.prompts[0].text


_CALLS = st.sampled_from(["", "1", "2", "3"])
_PATHS = st.sampled_from(["a.py", f"{ROOT}/b.py", "src/c.py", "/tmp/x"])
_TIMES = st.sampled_from(["", "2026-11-20T10:00:00Z", "2026-11-20T10:10:00.5Z", "2026-11-20T12:00:00Z", "nonsense"])
_TURNS = st.builds(
    Turn,
    role=st.sampled_from(["user", "assistant", "tool", "result", "summary"]),
    text=st.sampled_from(["", "Do it", "Next: write the docs", "[main 1234567] Fix", "x" * 4000]),
    time=_TIMES,
    line=st.integers(0, 9),
    cwd=st.just(ROOT),
    branch=st.sampled_from(["", "main", "feat/x"]),
    failed=st.booleans(),
    sidechain=st.booleans(),
    call=_CALLS,
    action=st.sampled_from(["", "edit", "command", "agent"]),
    command=st.sampled_from(["", "git commit -m x", "pytest -q"]),
    edits=st.lists(_PATHS, max_size=2).map(tuple),
    reads=st.lists(_PATHS, max_size=2).map(tuple),
    input=st.sampled_from([{}, {"prompt": "Do it"}, {"prompt": 3}]),
    exit_code=st.sampled_from([None, 0, 1]),
    model=st.sampled_from(["", "m"]),
    tokens=st.builds(Tokens, st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
    subagent=st.sampled_from(["", "a1", "a2"]),
)


@given(st.lists(_TURNS, max_size=30), st.lists(st.integers(0, 30), max_size=5))
def test_any_cut_into_pieces_gives_the_same(turns: list[Turn], cuts: list[int]) -> None:
    whole = digest(*turns)
    session = Session(id="s1", agent="claude-code")
    start = 0
    for end in [*sorted(cut for cut in cuts if cut <= len(turns)), len(turns)]:
        session = digest(*turns[start:end], session=session)
        start = end
    assert session == whole


def test_edits_are_noted_at_what_came_before_them() -> None:
    from backstory.agents.turns import Turn
    from backstory.capture.digest import extend_session
    from backstory.model.session import Session

    turns = [
        Turn("user", "Fix the login", line=1),
        Turn("tool", "", line=2, call="e1", edits=("/shop/a.py",), action="edit"),
        Turn("tool", "", line=3, call="c1", command="pytest -q", action="command"),
        Turn("result", "KeyError: 'x'\n1 failed in 0.1s", line=4, call="c1", exit_code=1),
        Turn("tool", "", line=5, call="e2", edits=("/shop/b.py",), action="edit"),
        Turn("user", "Now the page", line=6),
        Turn("tool", "", line=7, call="e3", edits=("/shop/c.py",), action="edit"),
    ]
    whole = extend_session(Session(id="s", agent="codex"), turns, roots=["/shop"])
    assert [prompt.edited for prompt in whole.prompts] == [("a.py",), ("c.py",)]
    assert (whole.commands[0].edited, whole.commands[0].errors) == (("b.py",), ("KeyError: 'x'",))
    for cut in range(len(turns)):
        first = extend_session(Session(id="s", agent="codex"), turns[:cut], roots=["/shop"])
        assert extend_session(first, turns[cut:], roots=["/shop"]) == whole


def outcome_after(*words: str, command: str = "cd tests && ./unittest.sh && git diff --stat .") -> tuple[bool, str]:
    turns = [run(command), result("c1", "", exit_code=0), *(answer(text) for text in words)]
    last = digest(prompt("Go"), *turns).commands[-1]
    return last.failed, last.summary


@pytest.mark.parametrize(
    "words",
    [
        "But a baseline changed: a section line now swallows its comment.",
        "Two of the twelve samples differ.",
        "The test for empty input fails: it gets 3.",
        "It ran, and one test is still red.",
        "The suite is red again.",
        "Drei Testfälle schlagen fehl.",
    ],
)
def test_the_agent_is_believed_where_the_output_does_not_tell(words: str) -> None:
    failed, summary = outcome_after(words)
    assert failed and summary and summary in words


@pytest.mark.parametrize(
    "words",
    [
        "No baseline changed.",
        "All 12 tests pass, none fails any more.",
        "The test failed before; now it is fine.",
        "If a test fails, we have to look at the parser.",
        "I fixed the test that failed.",
        "Without the fix the test fails.",
        "Should the test fail when the file is missing?",
    ],
)
def test_a_denied_or_former_failure_is_none(words: str) -> None:
    assert outcome_after(words) == (False, "")


def test_an_output_that_tells_is_believed_before_the_agent() -> None:
    turns = [run("pytest -q"), result("c1", "3 passed in 0.1s", exit_code=0), answer("One test fails.")]
    assert not digest(prompt("Go"), *turns).commands[-1].failed


STEPS = "Retries are in.\n\nNext:\n- make `test_gives_up` pass\n- document the backoff in docs/pool.md"


@pytest.mark.parametrize(
    ("later", "left"),
    [
        ([], ("make `test_gives_up` pass", "document the backoff in docs/pool.md")),
        ([prompt("do both", line=3), answer("Both are done.", line=4)], ()),
        ([prompt("yes, go ahead", line=3), answer("Done: it passes, and the docs are written.", line=4)], ()),
        (
            [prompt("the test first", line=3), answer("`test_gives_up` passes now.", line=4)],
            ("document the backoff in docs/pool.md",),
        ),
        (
            [prompt("and the docs", line=3), answer("The backoff is documented in docs/pool.md.", line=4)],
            ("make `test_gives_up` pass",),
        ),
        (
            [prompt("what does jitter do?", line=3), answer("It spreads the retries.", line=4)],
            ("make `test_gives_up` pass", "document the backoff in docs/pool.md"),
        ),
        (
            [prompt("do both", line=3), answer("The docs are not written yet.", line=4)],
            ("make `test_gives_up` pass", "document the backoff in docs/pool.md"),
        ),
        (
            [prompt("mach beides", line=3), answer("Beides ist erledigt.", line=4)],
            (),
        ),
    ],
)
def test_steps_that_were_done_since_are_not_next(later: list[Turn], left: tuple[str, ...]) -> None:
    assert digest(prompt("Add retries", line=1), answer(STEPS, line=2), *later).next == left


def test_a_step_that_was_committed_is_not_next() -> None:
    commit = run("git commit -qm x", line=4)
    done = result("c1", "[main 1234567] Document the backoff in docs/pool.md", exit_code=0, line=5)
    session = digest(answer(STEPS, line=2), prompt("the docs", line=3), commit, done, answer("There.", line=6))
    assert session.next == ("make `test_gives_up` pass",)


def test_a_long_chain_of_commands_keeps_its_tests() -> None:
    edits = "; ".join(f"sed -i 's/old; name {n}/new/' src/module_{n}.py" for n in range(30))
    command = f"{edits}; python -m pytest tests/test_a.py tests/test_b.py -q"
    turns = [
        Turn("user", "rename it", line=1),
        Turn("tool", "", tool="Bash", action="run", command=command, call="1", line=2),
        Turn("result", "2 passed in 0.1s", call="1", exit_code=0, line=3),
    ]
    (run,) = extend_session(Session(id="s", agent="codex"), turns).commands
    assert len(run.command) <= 500
    assert run.command.startswith("sed -i 's/old; name 0/new/' src/module_0.py; ")
    assert run.command.endswith("…; python -m pytest tests/test_a.py tests/test_b.py -q") or run.command.endswith(
        "; python -m pytest tests/test_a.py tests/test_b.py -q"
    )
    assert (run.kind, run.failed, run.summary) == ("test", False, "2 passed in 0.1s")
