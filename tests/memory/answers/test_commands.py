"""How a project is tested, from its sessions and its files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.memory.conftest import git

from backstory.api import Memory
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.answers.commands import find_red_tests, find_working_commands
from backstory.memory.work.general_questions import find_asked_commands
from backstory.model.record import Draft
from backstory.model.session import CommandRun, Prompt, Session

NOW = "2026-11-20T10:00:00Z"


def keep(memory: Memory, *commands: CommandRun, branch: str = "main", ended: str = NOW, ident: str = "s1") -> None:
    memory.sessions.write(Session(id=ident, agent="claude-code", branch=branch, ended=ended, commands=commands))


def test_what_passed_goes_before_what_files_name(opened: Callable[..., Memory], repo: Path) -> None:
    (repo / "CONTRIBUTING.md").write_text("```\nmake test\nmake lint\n```\n")
    memory = opened()
    keep(memory, CommandRun("uv run pytest -q", "test", NOW, 0))
    commands = find_working_commands(memory)
    assert (commands["all tests"].command, commands["all tests"].source) == ("uv run pytest -q", "")
    assert (commands["lint"].command, commands["lint"].source) == ("make lint", "CONTRIBUTING.md")
    assert commands["one test"].command == "uv run pytest PATH::NAME"
    assert find_working_commands(memory, (), ("lint",)) == commands
    assert find_working_commands(memory, (), ("build",)) == {  # files are not read for the linter
        purpose: commands[purpose] for purpose in ("one test", "all tests")
    }


def test_a_command_that_only_formats_is_not_the_linter(opened: Callable[..., Memory], repo: Path) -> None:
    workflows = repo / ".github" / "workflows"
    workflows.mkdir(parents=True)
    (workflows / "autofix.yml").write_text("jobs:\n  fix:\n    steps:\n      - run: bun run format:fix\n")
    (repo / "package.json").write_text('{"scripts": {"lint": "eslint src", "format:fix": "prettier --write src"}}')
    memory = opened()
    assert find_working_commands(memory)["lint"].command.endswith("run lint")
    keep(memory, CommandRun("prettier --write src", "lint", NOW, 0))
    assert find_working_commands(memory)["lint"].command.endswith("run lint")
    assert find_working_commands(memory, (), ("lint",))["lint"].command.endswith("run lint")
    keep(memory, CommandRun("eslint src", "lint", NOW, 0), ident="s2")
    assert find_working_commands(memory)["lint"].command == "eslint src"


def test_commands_of_a_session_elsewhere_are_those_of_the_project(opened: Callable[..., Memory], repo: Path) -> None:
    (repo / "web").mkdir()
    (repo / "web" / "a.js").write_text("1")
    memory = opened()
    keep(
        memory,
        CommandRun("cat /Users/ada/My\\ Drive/shop/web/a.js", "other", NOW, 0),
        CommandRun("ls /Users/ada/My\\ Drive/shop/web", "other", NOW, 0),
        CommandRun('cd "/Users/ada/My Drive/shop/web" && npm run build', "build", NOW, 0),
        CommandRun("cd /Users/ada/other && make", "build", NOW, 0),
    )
    assert find_working_commands(memory)["build"].command == "cd web && npm run build"


def test_a_brief_names_what_was_run_to_build_and_not_what_only_a_file_names(
    opened: Callable[..., Memory], repo: Path
) -> None:
    (repo / "CONTRIBUTING.md").write_text("```\nmake lint\nmake deploy\n```\n")
    memory = opened()
    prompt = Prompt("speed up the parser of the orders", NOW)
    run = CommandRun("npm run build", "build", NOW, 0)
    memory.sessions.write(
        Session(id="s1", agent="claude-code", branch="main", ended=NOW, prompts=(prompt,), commands=(run,))
    )
    text = compose_brief(memory, BriefOptions(budget=4000)).text
    assert "build: `npm run build`" in text and "lint: `make lint`" in text
    assert "make deploy" not in text


def test_a_document_that_names_another_runner_than_the_sessions_is_not_followed(
    opened: Callable[..., Memory], repo: Path
) -> None:
    (repo / "CONTRIBUTING.md").write_text("```\nmake test\nmake lint\n```\n")
    memory = opened()
    keep(memory, CommandRun("cd app && uv run pytest -x | tail -5", "test", NOW, 1, True, ("a.py::x",), "1 failed"))
    assert [*find_working_commands(memory)] == ["lint"]
    keep(memory, CommandRun("make test", "test", NOW, 1, True, ("a.py::x",), "1 failed"))
    assert find_working_commands(memory)["all tests"].command == "make test"


def test_what_the_person_gives_goes_before_what_files_name(opened: Callable[..., Memory], repo: Path) -> None:
    (repo / "CONTRIBUTING.md").write_text("```\nmake lint\n```\n")
    memory = opened()
    given = Prompt("the whole suite is PG=15 tox -e py312, and before a commit: ruff check . please", NOW)
    memory.sessions.write(Session(id="s1", agent="codex", branch="main", ended=NOW, prompts=(given,)))
    commands = find_working_commands(memory)
    assert (commands["all tests"].command, commands["all tests"].source) == ("PG=15 tox -e py312", "user")
    assert (commands["lint"].command, commands["lint"].source) == ("ruff check .", "user")
    keep(memory, CommandRun("uv run pytest -q", "test", NOW, 0), ident="s2")
    assert find_working_commands(memory)["all tests"].command == "uv run pytest -q"


def test_a_repository_without_sessions_and_notes_has_none(opened: Callable[..., Memory]) -> None:
    assert find_working_commands(opened()) == {}
    assert find_red_tests(opened()) is None


def test_the_red_tests_are_those_of_the_last_run(opened: Callable[..., Memory]) -> None:
    memory = opened()
    red = CommandRun("pytest", "test", "2020-01-01T00:00:00Z", 1, True, ("a.py::x",), "1 failed")
    keep(memory, CommandRun("pytest", "test", "2019-01-01T00:00:00Z", 0), red, CommandRun("ls"))
    assert find_red_tests(memory) == ("s1", ("a.py::x",))


def test_another_branch_has_its_own_tests(opened: Callable[..., Memory], repo: Path) -> None:
    memory = opened()
    keep(memory, CommandRun("pytest", "test", NOW, 1, True, ("a.py::x",)), branch="other")
    assert find_red_tests(memory) is None
    git(repo, "switch", "-q", "-c", "other")
    red = find_red_tests(opened())
    assert red is not None and red.names == ("a.py::x",)


@pytest.mark.parametrize(
    "question",
    ["how do I run the tests?", "how do we check a change before pushing?", "what do I run before I commit?"],
)
def test_a_question_brings_the_command_that_the_person_gave(opened: Callable[..., Memory], question: str) -> None:
    memory = opened()
    prompt = Prompt("run the tests with `make check-fast`", "2026-11-20T09:00:00Z", 1)
    memory.sessions.write(
        Session(id="s1", agent="codex", started=prompt.made, ended="2026-11-20T10:00:00Z", prompts=(prompt,))
    )
    assert [(one.purpose, one.command) for one in find_asked_commands(memory, question)] == [
        ("all tests", "make check-fast")
    ]


def test_what_the_person_names_counts_more_than_what_a_name_looks_like(opened: Callable[..., Memory]) -> None:
    memory = opened()
    prompt = Prompt("run the tests with `make check-fast`", "2026-11-20T09:00:00Z", 1)
    run = CommandRun("make check-fast", "build", "2026-11-20T09:30:00Z", 0)
    memory.sessions.write(
        Session(id="s1", agent="codex", ended="2026-11-20T10:00:00Z", prompts=(prompt,), commands=(run,))
    )
    commands = find_working_commands(memory)
    assert commands["all tests"].command == "make check-fast"
    assert "build" not in commands


def test_a_command_of_a_file_that_the_person_calls_of_no_use_is_left_out(
    opened: Callable[..., Memory], repo: Path
) -> None:
    (repo / "CONTRIBUTING.md").write_text("```\nmake test\nmake lint\n```\n")
    memory = opened()
    assert find_working_commands(memory)["all tests"].command == "make test"
    prompt = Prompt("`make test` is a watcher, it never ends. `cargo test -p core`. always that one.", NOW)
    memory.sessions.write(Session(id="s1", agent="codex", branch="main", ended=NOW, prompts=(prompt,)))
    commands = find_working_commands(memory)
    assert (commands["all tests"].command, commands["all tests"].source) == ("cargo test -p core", "user")
    assert commands["lint"].command == "make lint"


def test_tests_that_belong_into_a_container_are_not_run_outside(opened: Callable[..., Memory], repo: Path) -> None:
    memory = opened()
    inside = "docker run --rm -v .:/app php:8.1-cli vendor/bin/phpunit tests/CartTest.php"
    prompt = Prompt(f"From now on please run the tests with exactly this command: `{inside}`", NOW)
    outside = CommandRun("vendor/bin/phpunit", "test", "2026-11-20T09:00:00Z", 0)
    lint = CommandRun("vendor/bin/phpstan analyse src", "lint", NOW, 0)
    memory.sessions.write(
        Session(id="s1", agent="claude-code", branch="main", ended=NOW, prompts=(prompt,), commands=(outside, lint))
    )
    commands = find_working_commands(memory)
    assert {one.command for purpose, one in commands.items() if "test" in purpose} <= {inside}
    assert "vendor/bin/phpstan analyse src" in {one.command for one in commands.values()}


def test_what_the_person_said_to_run_stands_in_a_brief_beside_the_last_test(opened: Callable[..., Memory]) -> None:
    memory = opened()
    word = "don't run yarn test in here. `yarn borp 'test/unit*.test.js'` is enough, one file: node test/pool.test.js"
    runs = (
        CommandRun("yarn test", "test", NOW, 143, True, (), "terminated"),
        CommandRun("yarn borp 'test/unit*.test.js'", "test", NOW, 0, False, (), "24 passed"),
        CommandRun("node test/pool.test.js", "test", NOW, 1, True, ("drains",), "1 failed"),
    )
    memory.sessions.write(
        Session(id="s1", agent="codex", branch="main", ended=NOW, prompts=(Prompt(word, NOW),), commands=runs)
    )
    for budget in (700, 1200):
        text = compose_brief(memory, BriefOptions(budget=budget)).text
        assert "yarn borp 'test/unit*.test.js'" in text, budget
        assert "tests: `yarn test`" not in text


def test_the_form_for_one_test_that_the_person_gave_counts_most(
    opened: Callable[..., Memory],
) -> None:
    memory = opened()
    all_tests, one_test = "uv run --offline pytest", "uv run --offline pytest tests/test_mask.py -k NAME"
    word = f"Use `{all_tests}` for everything, and `{one_test}` for a single one."
    runs = (
        CommandRun("uv run --offline pytest tests/test_mask.py::test_a", "test", NOW, 0, False, (), "1 passed"),
        CommandRun("uv run --offline pytest tests/test_mask.py", "test", NOW, 1, True, ("test_b",), "1 failed"),
    )
    prompt = Prompt(word, NOW)
    memory.sessions.write(Session(id="s1", agent="codex", branch="main", ended=NOW, prompts=(prompt,), commands=runs))
    assert find_working_commands(memory)["one test"].command == one_test
    assert "tests/test_mask.py -k NAME`" in compose_brief(memory, BriefOptions(budget=1200)).text


def test_a_small_brief_names_how_all_tests_are_run_from_seven_hundred_tokens(opened: Callable[..., Memory]) -> None:
    memory = opened()
    runs = (
        CommandRun("cargo test --locked 2>&1 | tail -30", "test", NOW, None, False, (), "40 passed"),
        CommandRun("cargo test --locked --test wire_tests drains", "test", NOW, 1, True, ("drains",), "1 failed"),
    )
    prompt = Prompt("drain the pool on shutdown", NOW)
    memory.sessions.write(Session(id="s1", agent="codex", branch="main", ended=NOW, prompts=(prompt,), commands=runs))
    for budget in (700, 800, 1200):
        assert "all tests: `cargo test --locked`\n" in compose_brief(memory, BriefOptions(budget=budget)).text


@pytest.mark.parametrize(
    ("word", "command"),
    [
        (
            "you burn nine minutes each time: cargo test --test wire pool:: takes four seconds, that's the one",
            "--test wire pool::",
        ),
        ("`cargo test --test wire` is enough", "--test wire"),
        ("all of them take four minutes: cargo test --test wire is what you run from now on", "--test wire"),
    ],
)
def test_what_the_person_wants_in_the_place_of_all_tests_replaces_them(
    opened: Callable[..., Memory], word: str, command: str
) -> None:
    memory = opened()
    run = CommandRun("cargo test --all", "test", NOW, 0, False, (), "540 passed")
    memory.sessions.write(
        Session(id="s1", agent="codex", branch="main", ended=NOW, prompts=(Prompt(word, NOW),), commands=(run,))
    )
    texts = [one.command for one in find_working_commands(memory).values()]
    assert f"cargo test {command}" in texts and "cargo test --all" not in texts


def test_a_brief_before_the_first_session_names_the_commands_of_ci(repo: Path, opened: Callable[..., Memory]) -> None:
    workflows = repo / ".github" / "workflows"
    workflows.mkdir(parents=True)
    (workflows / "ci.yml").write_text("jobs:\n  a:\n    steps:\n      - run: cargo test --workspace\n")
    memory = opened()
    assert not compose_brief(memory, BriefOptions()).brief.section("commands"), "an empty memory costs nothing"
    memory.remember(Draft(kind="decision", title="one pool"))
    section = compose_brief(memory, BriefOptions()).brief.section("commands")
    assert section and "cargo test --workspace" in [note.text for note in section.notes]
