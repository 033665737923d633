"""Runs out of sessions: what was asked, how it ended, what failed and what resolved it, what is worth doing again."""

import os
import subprocess
import sys
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.commands.task_types import find_task_type
from backstory.capture.sessions.failures import NEAR, describe_failure, find_failures, find_failures_of
from backstory.capture.sessions.runs import correct_by_history, derive_runs, judge_outcome
from backstory.capture.sessions.strategies import (
    Question,
    describe_area,
    describe_strategy,
    find_strategies,
    rank_strategies,
    to_strategy,
)
from backstory.model.run import Run
from backstory.model.session import CommandKind, CommandRun, Commit, Prompt, Session


def ran(command: str, code: int = 0, kind: CommandKind = "test", **more: Any) -> CommandRun:
    return CommandRun(command, kind, exit_code=code, failed=bool(code), **more)


RED = ran("pytest -q", 1, red=("tests/a.py::x",), summary="1 failed", errors=("KeyError: 'user_id'",), line=4)
GREEN = ran("pytest -q", summary="3 passed", line=8)


def session(
    *commands: CommandRun, prompts: tuple[tuple[str, int], ...] = (("Fix the login", 1),), **more: Any
) -> Session:
    asked = tuple(Prompt(text, line=line) for text, line in prompts)
    return Session(id="s1", agent="codex", branch="main", prompts=asked, commands=commands, **more)


class TestRuns:
    def test_each_thing_that_is_asked_is_a_run(self) -> None:
        one, two = derive_runs(
            session(
                RED,
                GREEN,
                ran("ruff check .", kind="lint", line=22),
                prompts=(("Fix the login", 1), ("continue", 6), ("yes, commit it", 9), ("Add a page for invoices", 20)),
                commits=(Commit("abc1234", "login", line=10),),
                edited=("src/a.py", "src/b.py"),
            )
        )
        assert (one.id, one.goal, one.task_type, one.commits) == ("s1:1", "Fix the login", "fix", ("abc1234",))
        assert (two.id, two.goal, two.task_type) == ("s1:2", "Add a page for invoices", "feature")
        assert [len(one.commands), len(two.commands)] == [2, 1]
        assert one.edited == ("src/a.py", "src/b.py")

    def test_edits_belong_to_the_prompt_that_asked_for_them(self) -> None:
        asked = (
            Prompt("Fix the login", line=1, edited=("a.py",)),
            Prompt("Add a page for it", line=20, edited=("b.py",)),
        )
        kept = Session(id="s", agent="codex", prompts=asked, commands=(GREEN,), edited=("a.py", "b.py", "c.py"))
        assert [run.edited for run in derive_runs(kept)] == [("c.py", "a.py"), ("b.py",)]

    @pytest.mark.parametrize(
        ("asked", "lines"),
        [
            (((1, "10:00"), (20, "10:20"), (40, "10:40")), (4, 21, 20, 39, 41)),
            (((1, ""), (20, ""), (40, "")), (4, 21, 20, 39, 41)),
            (((0, "10:00"), (0, "10:20"), (0, "10:40")), (0, 0, 0, 0, 0)),
            (((1, "10:00"), (0, "10:20"), (40, "10:40")), (4, 21, 0, 39, 41)),
        ],
    )
    def test_what_happened_belongs_to_the_run_before_it(
        self, asked: tuple[tuple[int, str], ...], lines: tuple[int, ...]
    ) -> None:
        prompts = tuple(Prompt(f"Fix the page {place}", made, line) for place, (line, made) in enumerate(asked))
        times = ("10:05", "10:21", "10:19", "10:39", "10:41")
        commands = tuple(ran("make", line=line, made=made) for line, made in zip(lines, times, strict=True))
        runs = derive_runs(Session(id="s", agent="codex", prompts=prompts, commands=commands))
        assert [[command.made for command in run.commands] for run in runs] == [
            ["10:05", "10:19"],
            ["10:21", "10:39"],
            ["10:41"],
        ]

    def test_every_field_says_how_it_is_known(self) -> None:
        (run,) = derive_runs(session(RED, GREEN, edited=("src/a.py",)))
        assert run.provenance == {
            "goal": "explicit",
            "task_type": "heuristic",
            "outcome": "heuristic",
            "commands": "runtime_observed",
            "edited": "runtime_observed",
            "tests": "runtime_observed",
            "errors": "runtime_observed",
        }
        assert run.source_of("commits") == "unknown"

    @pytest.mark.parametrize(
        ("commands", "commits", "outcome"),
        [
            ([RED, GREEN], [], "success"),
            ([GREEN, RED], [], "failure"),
            ([RED, ran("pytest tests/b.py")], [], "failure"),
            ([ran("mypy src", kind="types")], [], "success"),
            ([ran("mypy src", 1, "types", summary="Found 1 error")], ["abc"], "failure"),
            ([], ["abc"], "success"),
            ([ran("ls", 2, "other")], [], "unknown"),
            ([], [], "unknown"),
        ],
    )
    def test_the_outcome_is_what_was_seen(self, commands: list[CommandRun], commits: list[str], outcome: str) -> None:
        assert judge_outcome(commands, commits)[0] == outcome

    def test_a_reverted_commit_makes_a_failure_of_a_success(self) -> None:
        runs = derive_runs(session(GREEN, commits=(Commit("abc1234", "login", line=9),)))
        (run,) = correct_by_history(runs, {"abc1234def": "fff0000"})
        assert (run.outcome, run.reason) == ("failure", "its commit was reverted by fff0000")

    def test_tests_that_are_red_again_make_a_failure_of_a_success(self) -> None:
        first, second = derive_runs(session(GREEN)), derive_runs(session(RED))
        assert [run.outcome for run in correct_by_history([*first, *second], {})] == ["failure", "failure"]
        edits = derive_runs(session(RED, edited=("src/new.py",)))
        assert correct_by_history([*first, *edits], {})[0].outcome == "success"

    def test_an_outcome_that_a_person_said_stands(self) -> None:
        run = Run(id="r", outcome="success", commits=("abc1234",), provenance={"outcome": "explicit"})
        assert correct_by_history([run], {"abc1234def": "fff0000"})[0].outcome == "success"

    @pytest.mark.parametrize(
        ("goal", "files", "given_type", "found"),
        [
            ("Fix the crash in the parser", (), "", "fix"),
            ("Where is the address stored?", (), "", "investigate"),
            ("address the invoices", (), "", "unknown"),
            ("Refactor the pool", (), "", "refactor"),
            ("Refactor the pool", (), "docs", "docs"),
            ("hm", ("docs/a.md", "README.md"), "", "docs"),
            ("hm", ("src/a.py",), "", "unknown"),
        ],
    )
    def test_a_task_has_the_type_that_is_said_then_of_its_words_then_of_its_files(
        self, goal: str, files: tuple[str, ...], given_type: str, found: str
    ) -> None:
        assert find_task_type(goal, files, given_type) == found


class TestFailures:
    def test_a_failure_is_resolved_by_the_command_that_met_it(self) -> None:
        fixed = ran("pytest -q", 1, errors=("KeyError: 'user_id'",), edited=("src/a.py",))
        (failure,) = find_failures(derive_runs(session(fixed, GREEN)))
        assert (failure.status, failure.files, failure.resolved_by) == ("resolved", ("src/a.py",), "s1:1")
        assert describe_failure(failure) == "failed: KeyError: 'user_id'; resolved by edits in src/a.py"

    def test_tests_that_are_left_out_are_not_resolved(self) -> None:
        runs = derive_runs(session(RED, ran("pytest -q -m 'not slow'")))
        assert [failure.status for failure in find_failures(runs)] == ["open"]
        assert [failure.status for failure in find_failures(derive_runs(session(RED, ran("make test"))))] == [
            "resolved"
        ]

    def test_another_command_that_passes_resolves_nothing(self) -> None:
        (failure,) = find_failures(
            derive_runs(session(RED, ran("ruff check .", kind="lint"), ran("pytest tests/b.py")))
        )
        assert failure.status == "open"

    def test_what_worked_instead_is_kept_and_the_broken_command_is_not_to_be_run(self) -> None:
        broken = ran("npm test", 1, errors=('npm error Missing script: "test"',))
        (failure,) = find_failures(derive_runs(session(broken, ran("npm run unit"))))
        assert (failure.status, failure.instead) == ("resolved", "npm run unit")
        assert "`npm test`" not in describe_failure(failure)
        assert "instead `npm run unit` worked" in describe_failure(failure)

    def test_another_way_that_worked_without_a_change_of_the_code_is_what_worked_instead(self) -> None:
        broken = ran("npm test", 1, errors=("Error: Cannot find module 'vitest/config'",))
        (failure,) = find_failures(derive_runs(session(broken, ran("pnpm test"))))
        assert (failure.status, failure.instead) == ("resolved", "pnpm test")
        edited = ran("npm test", 1, errors=("Error: Cannot find module 'vitest/config'",), edited=("src/a.ts",))
        (failure,) = find_failures(derive_runs(session(edited, ran("pnpm test"))))
        assert (failure.instead, failure.files) == ("", ("src/a.ts",))
        (failure,) = find_failures(derive_runs(session(RED, ran("make test"))))
        assert failure.instead == "", "tests that were red had something to mend"

    @pytest.mark.parametrize(
        ("failed", "worked", "kind", "instead"),
        [
            ("docker compose up -d db", "DB_PORT=5433 docker compose up -d db", "run", True),
            ("docker compose up -d db", "docker compose ps", "run", False),
            ("python tool.py one", "python tool.py one --yes", "run", True),
            ("python tool.py one", "python other.py", "run", False),
            ("npm ci", "npm install", "install", True),
            ("pip install psycopg", "uv pip install psycopg", "install", True),
            ("pip install psycopg", "pip install asyncpg", "install", False),
            ("git push origin main", "git push origin main --force-with-lease", "git", True),
            ("git push origin main", "git commit -m 'x'", "git", False),
            ("npx prisma migrate dev", "npx prisma migrate dev --create-only", "other", True),
            ("ruff check src/a.py", "ruff check src/b.py", "lint", False),
        ],
    )
    def test_what_worked_instead_did_the_same(self, failed: str, worked: str, kind: CommandKind, instead: bool) -> None:
        commands = (ran(failed, 1, kind, errors=("error: it did not work",)), ran(worked, kind=kind))
        (failure,) = find_failures(derive_runs(session(*commands)), others=True)
        assert bool(failure.instead) is instead

    @pytest.mark.parametrize(("between", "instead"), [(NEAR - 1, "pnpm test"), (NEAR, "")])
    def test_only_a_command_soon_after_is_what_worked_instead(self, between: int, instead: str) -> None:
        broken = ran("npm test", 1, errors=("Error: Cannot find module 'vitest/config'",))
        others = [ran(f"ls {place}", place % 2, kind="other") for place in range(between)]
        (failure,) = find_failures(derive_runs(session(broken, *others, ran("pnpm test"))))
        assert failure.instead == instead

    def test_what_ran_before_it_passed_is_named(self) -> None:
        broken = ran("npm test", 1, errors=("Error: Cannot find module 'vitest/config'",))
        (failure,) = find_failures(
            derive_runs(session(broken, ran("ls", kind="other"), ran("npm install", kind="install"), ran("npm test")))
        )
        assert describe_failure(failure).endswith("resolved after `npm install`")

    def test_commands_without_a_known_purpose_count_where_they_are_asked_for(self) -> None:
        looked = [ran("ls nowhere", 2, "other"), ran("git log nowhere", 128, "git"), ran("gh pr view 9", 1, "other")]
        runs = derive_runs(session(*looked, ran("git push", 1, "git"), ran("psql -c 'select 1'", 2, "other")))
        assert find_failures(runs) == ()
        assert {failure.command for failure in find_failures(runs, others=True)} == {"git push", "psql -c 'select 1'"}

    def test_one_that_comes_back_is_open_again(self) -> None:
        (failure,) = find_failures(derive_runs(session(RED, GREEN, RED)))
        assert (failure.status, failure.times, failure.reopened) == ("open", 2, 1)

    def test_failures_belong_to_the_files_that_they_are_about(self) -> None:
        failures = find_failures(derive_runs(session(RED)))
        assert find_failures_of(failures, ["tests"]) == failures
        assert find_failures_of(failures, ["src", "test"]) == ()

    def test_a_command_that_still_runs_is_no_failure(self) -> None:
        assert find_failures(derive_runs(session(ran("pytest", 1, call="?")))) == ()


def done(ident: str, goal: str, *, outcome: Any = "success", made: str = "2026-01-01", **more: Any) -> Run:
    return Run(id=ident, goal=goal, outcome=outcome, ended=made, task_type=find_task_type(goal), **more)


class TestStrategies:
    def test_only_what_worked_is_offered(self) -> None:
        runs = [
            done("a", "Fix retry", edited=("src/a.py",)),
            done("b", "Fix retry", outcome="failure", edited=("src/a.py",)),
        ]
        assert [strategy.run for strategy in find_strategies(runs)] == ["a"]

    def test_a_question_is_no_task_that_others_could_be_like(self) -> None:
        asked = (Prompt("which test is red?", line=1, edited=("a.py",)), Prompt("use a deadline here", line=20))
        kept = Session(
            id="s", agent="codex", prompts=asked, commands=(GREEN,), edited=("a.py",), title="Add a deadline"
        )
        assert [run.goal for run in derive_runs(kept)] == ["Add a deadline", "use a deadline here"]
        commit = Commit("abc1234", "pool: wait for a free slot", line=10)
        named = derive_runs(msgspec.structs.replace(kept, commits=(commit,)))
        assert named[0].goal == "pool: wait for a free slot"
        assert find_strategies([done("a", "why is it red?", edited=("a.py",))]) == ()
        assert find_strategies([done("a", "can you make it green?", edited=("a.py",))])

    def test_signals_are_named_and_the_time_breaks_ties(self) -> None:
        runs = [
            done("old", "Retry the webhooks", edited=("src/hooks.py",)),
            done("new", "Retry the webhooks", edited=("src/hooks.py",), made="2026-02-01"),
            done("other", "Translate the invoice", edited=("src/invoice.py",), made="2026-03-01"),
        ]
        ranked = rank_strategies(find_strategies(runs), Question("retry webhooks twice", files=("src/hooks.py",)))
        assert [row.strategy.run for row in ranked] == ["new", "old"]
        assert ranked[0].signals.keys() >= {"prompt_similarity", "overlapping_files", "primary_entry_point", "area"}

    def test_the_type_of_the_task_alone_is_no_evidence(self) -> None:
        strategies = find_strategies([done("a", "Fix the login", edited=("src/login.py",))])
        assert rank_strategies(strategies, Question("Fix the colour of invoices")) == ()

    def test_the_same_error_is_evidence(self) -> None:
        strategies = find_strategies([done("a", "Login", edited=("a.py",), errors=("E   KeyError: 'user_id'",))])
        (ranked,) = rank_strategies(strategies, Question("something else", errors=("KeyError: 'user_id'",)))
        assert ranked.signals["errors"] == 2.0

    def test_commands_that_failed_are_not_part_of_it(self) -> None:
        (run,) = derive_runs(session(ran("npm test", 127), RED, GREEN, edited=("src/a.py",)))
        strategy = to_strategy(run)
        assert strategy.commands == ("pytest -q",)
        assert "npm" not in describe_strategy(strategy)

    def test_an_area_knows_its_files_tests_and_failures(self) -> None:
        runs = derive_runs(session(RED, GREEN, edited=("src/db/pool.py", "tests/a.py")))
        area = describe_area("src/db", runs, find_failures(runs))
        assert area is not None
        assert (area.files, area.tests, area.together) == ((("src/db/pool.py", 1),), ("pytest -q",), (("tests", 1),))
        assert describe_area("docs", runs) is None

    @pytest.mark.parametrize("seed", ["1", "2"])
    def test_folders_that_were_edited_as_often_stay_in_the_order_of_the_edits(self, seed: str) -> None:
        code = (
            "from backstory.capture.sessions.strategies import describe_area\n"
            "from backstory.model.run import Run\n"
            "names = [f'{name}/a.py' for name in ('src', 'web', 'docs', 'tests', 'tools', 'db')]\n"
            "print(*[name for name, _ in describe_area('src', [Run(id='r', edited=tuple(names))]).together])"
        )
        argv = [sys.executable, "-c", code]
        run = subprocess.run(
            argv, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        assert run.stdout.split() == ["web", "docs", "tests", "tools", "db"]


COMMANDS = st.builds(
    CommandRun,
    st.sampled_from(["pytest", "pytest tests/a.py", "npm test", "ruff check .", "ls", "cd x && make"]),
    st.sampled_from(["test", "lint", "build", "other"]),
    exit_code=st.none() | st.integers(0, 2),
    failed=st.booleans(),
    red=st.lists(st.sampled_from(["tests/a.py::x", "tests/b.py::y"]), max_size=2).map(tuple),
    errors=st.lists(st.text(max_size=20), max_size=2).map(tuple),
    edited=st.lists(st.sampled_from(["src/a.py", "b.py"]), max_size=2).map(tuple),
    line=st.integers(0, 30),
)


@given(st.lists(COMMANDS, max_size=12), st.lists(st.tuples(st.text(max_size=30), st.integers(0, 30)), max_size=4))
def test_no_command_is_lost_and_nothing_fails(commands: list[CommandRun], prompts: list[tuple[str, int]]) -> None:
    runs = derive_runs(session(*commands, prompts=tuple(prompts)))
    assert sum(len(run.commands) for run in runs) == len(commands)
    failures = find_failures(runs)
    assert len({failure.fingerprint for failure in failures}) == len(failures)
    for failure in failures:
        describe_failure(failure)
    rank_strategies(find_strategies(correct_by_history(runs, {})), Question("fix x", files=("src/a.py",)))
