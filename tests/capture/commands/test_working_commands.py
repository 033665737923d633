"""Which commands of a project work: seen to pass, named by its files, or given up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.commands.documented_commands import find_documented
from backstory.capture.commands.formatters import only_formats
from backstory.capture.commands.red_tests import find_still_red
from backstory.capture.commands.working_commands import (
    WorkingCommand,
    _read_commands,
    find_passed,
    plain_commands,
    purpose_of,
)
from backstory.model.session import CommandKind, CommandRun, Prompt, Session


def ran(command: str, kind: CommandKind = "test", code: int | None = 0, **more: object) -> CommandRun:
    values = {"failed": bool(code), "made": "2026-11-20T10:00:00Z", "exit_code": code} | more
    return CommandRun(command, kind, **values)  # type: ignore[arg-type]


def session(*commands: CommandRun, prompts: tuple[str, ...] = ()) -> Session:
    return Session(id="s", agent="claude-code", commands=commands, prompts=tuple(map(Prompt, prompts)))


def offered(*sessions: Session) -> dict[str, str]:
    return {purpose: row.command for purpose, row in find_passed(sessions, ["/home/ada/shop"]).items()}


class TestSeen:
    def test_each_purpose_has_the_command_that_passed(self) -> None:
        assert offered(
            session(
                ran("cd /home/ada/shop && uv run pytest -n2 2>&1 | tail -5", code=None, summary="3 passed in 1s"),
                ran("uv run pytest tests/test_cart.py::test_total"),
                ran("ruff check . && mypy src", "types"),
                ran("npm run build", "build"),
                ran("ls", "other"),
            )
        ) == {
            "one test": "uv run pytest PATH::NAME",
            "all tests": "uv run pytest -n2",
            "lint": "ruff check .",
            "types": "mypy src",
            "build": "npm run build",
        }

    def test_a_failed_command_is_not_offered(self) -> None:
        assert offered(session(ran("pytest", code=1, red=("a.py::b",)), ran("make test", code=127))) == {}

    def test_a_command_that_passed_and_then_found_red_tests_still_works(self) -> None:
        assert offered(session(ran("pytest"), ran("pytest", code=1, red=("a.py::b",))))["all tests"] == "pytest"

    def test_one_that_cannot_be_run_any_more_is_given_up(self) -> None:
        later = session(ran("npm test", code=1, errors=('npm error Missing script: "test"',)), ran("npm run unit"))
        assert offered(later, session(ran("npm test")))["all tests"] == "npm run unit"

    def test_all_tests_but_marked_ones_are_all_tests(self) -> None:
        assert offered(session(ran("python -m pytest tests -q -m 'not network'")))["all tests"].endswith(
            "-m 'not network'"
        )

    def test_the_newest_counts(self) -> None:
        old, new = session(ran("make test", made="2026-01-01T00:00:00Z")), session(ran("just test"))
        assert offered(new, old)["all tests"] == "just test"

    def test_what_is_used_counts_more_than_what_was_tried_once(self) -> None:
        today = session(ran("npx jest", made="2026-11-21T10:00:00Z"), ran("npm test"), ran("npm test"))
        assert offered(today, session(ran("npm test")))["all tests"] == "npm test"
        later = session(*[ran("just test", made="2026-11-22T10:00:00Z")] * 2)
        assert offered(later, later, today)["all tests"] == "just test"

    def test_a_server_that_was_started_and_what_deploys_work_too(self) -> None:
        rows = session(
            ran("npm run dev &", "run", code=None),
            ran("npm run deploy:staging", "other"),
            ran("docker compose push", "other", code=1),
            ran("cargo build --release", "build"),
        )
        assert offered(rows) == {
            "run": "npm run dev",
            "deploy": "npm run deploy:staging",
            "build": "cargo build --release",
        }

    @pytest.mark.parametrize(
        ("command", "is_offered"),
        [
            ("mix docs.links", True),
            ("bd ready", True),
            ("ls src", False),
            ("git status", False),
            ("python -c 1", False),
        ],
    )
    def test_a_command_without_a_purpose_is_offered_when_it_is_run_often(self, command: str, is_offered: bool) -> None:
        runs = [ran(command, "other")] * 4
        assert offered(session(*runs)) == ({"often": command} if is_offered else {})
        assert offered(session(*runs[:3])) == {}

    @pytest.mark.parametrize(
        ("command", "purpose"),
        [
            ("make gosec", "lint"), ("make audit", "lint"), ("just semgrep", "lint"), ("make mypy", "types"),
            ("make pytest", "all tests"), ("make lint", "lint"), ("make mkdocs", "build"), ("make", "build"),
        ],
    )  # fmt: skip
    def test_a_target_is_of_the_kind_of_the_tool_that_it_is_named_for(self, command: str, purpose: str) -> None:
        assert purpose_of(command) == purpose

    @pytest.mark.parametrize(
        "command", ["mix ecto.migrate", "npx prisma migrate dev", "alembic upgrade head", "npm run db:migrate"]
    )
    def test_what_brings_the_database_up_to_date_has_a_purpose_of_its_own(self, command: str) -> None:
        assert offered(session(ran(command, "other"))) == {"migrate": command}

    def test_without_exit_codes_what_ended_without_an_error_counts_less(self) -> None:
        quiet = ran("npm run build", "build", code=None)
        assert offered(session(quiet, ran("vercel --prod --yes", "other", code=None))) == {
            "build": "npm run build",
            "deploy": "vercel --prod --yes",
        }
        assert offered(session(quiet, ran("cargo build", "build")))["build"] == "cargo build"
        assert offered(session(ran("npm run build", "build", code=None, errors=("no such file",)))) == {}
        assert offered(session(ran("pytest", code=None))) == {}, "tests say how they ended"

    @pytest.mark.parametrize(
        "command",
        [
            "node -e \"const hook = require('./hook.js')\nnpm run build\"",
            "git commit -m 'deploy it\nnpm run build'",
            "cat > a.md <<'EOF'\nnpm run build\nEOF",
        ],
    )
    def test_what_is_quoted_or_written_to_a_file_was_not_run(self, command: str) -> None:
        assert offered(session(ran(command, "other"))) == {}

    def test_a_script_that_was_tried_with_some_input_is_not_how_the_project_is_run(self) -> None:
        tried = [ran('node hook.js "a b"', "run")] * 3
        assert offered(session(*tried)) == {}
        assert offered(session(ran("npm run dev", "run"), *[ran("node seed.js", "run")] * 3))["run"] == "npm run dev"

    def test_a_person_who_confines_the_agent_to_a_command_wants_no_wider_one(self) -> None:
        runs = [ran("./gradlew build", "build"), ran("./gradlew :core:test --offline")]
        words = "The whole build takes too long. Please confine yourself from now on to ./gradlew :core:test --offline."
        assert "build" in offered(session(*runs))
        assert "build" not in offered(session(prompts=(words,)), session(*runs))
        assert offered(session(*runs, prompts=("stick to `./gradlew build`",)))["build"] == "./gradlew build"

    @pytest.mark.parametrize("command", ["mkdir -p scripts/release", "http://127.0.0.1:4812/test-ui"])
    def test_a_folder_and_an_address_are_no_commands_of_the_project(self, command: str) -> None:
        assert offered(session(*[ran(command, "other")] * 4)) == {}

    def test_the_file_of_a_solution_stands_for_all_of_it(self) -> None:
        rows = session(*[ran("dotnet build Shop.sln", "build")] * 2, ran("docker build -t shop .", "build"))
        assert offered(rows)["build"] == "dotnet build Shop.sln"

    def test_one_for_everything_goes_before_one_for_a_part(self) -> None:
        rows = session(ran("pytest", made="2026-01-01T00:00:00Z"), ran("pytest tests/client"))
        assert offered(rows)["all tests"] == "pytest"

    @pytest.mark.parametrize(
        "words",
        [
            "Please use `uv run pytest` instead of `pytest`",
            "never run `pytest` directly",
            "use `make test`, not `pytest`",
            "it is uv run pytest here, never plain pytest",
            "run it with uv from now on and not pytest please",
        ],
    )
    def test_a_command_that_the_person_refused_is_not_offered(self, words: str) -> None:
        old = session(ran("pytest -q"), ran("uv run pytest", made="2026-01-01T00:00:00Z"))
        assert offered(session(prompts=(words,)), old)["all tests"] == "uv run pytest"

    @pytest.mark.parametrize("words", ["don't test it yet", "not make lint, make test", "never make a change here"])
    def test_only_the_command_that_is_named_is_refused(self, words: str) -> None:
        assert offered(session(ran("make test"), prompts=(words,)))["all tests"] == "make test"

    @pytest.mark.parametrize(
        "words",
        [
            "Please take it back and don't start format:write here any more, I run it on the build server.",
            "never run `format:write`",
            "stop calling format:write",
        ],
    )
    def test_a_goal_that_the_person_refused_is_not_offered(self, words: str) -> None:
        old = session(ran("npm run format:write", "lint"), ran("npm run test:unit"))
        assert "lint" in offered(old)
        assert set(offered(session(prompts=(words,)), old).values()) == {"npm run test:unit"}

    def test_a_running_command_is_not_offered(self) -> None:
        assert offered(session(ran("pytest", call="?"))) == {}

    @pytest.mark.parametrize(
        "command",
        ["pytest --lf", "pytest /tmp/x_test.py", "for f in *; do pytest $f; done", "cd /elsewhere && pytest"],
    )  # fmt: skip
    def test_what_was_made_for_one_occasion_is_not_offered(self, command: str) -> None:
        assert offered(session(ran(command))) == {}


@pytest.mark.parametrize(
    ("line", "plain"),
    [
        ("cd web && npm test", ["cd web && npm test"]),
        ("bash -lc 'cd /home/ada/shop && pytest -q | head'", ["pytest -q"]),
        ("pytest -q; echo $?", ["pytest -q"]),
        ("pytest || true", ["pytest"]),
        ("timeout 60 pytest", ["pytest"]),
        ("/home/ada/shop/.venv/bin/pytest -q", [".venv/bin/pytest -q"]),
        ("pytest 2>&1 | grep FAILED | head -3", ["pytest"]),
        ("cd ../other && pytest", []),
    ],
)
def test_a_line_becomes_plain_commands(line: str, plain: list[str]) -> None:
    assert plain_commands(line, ["/home/ada/shop"]) == plain


@given(st.text())
def test_any_line_is_taken(line: str) -> None:
    for command in plain_commands(line):
        assert command.strip()


WORKFLOW = """\
jobs:
  test:
    steps:
      - uses: actions/checkout@v4
      - run: pip install -e .
      - name: lint
        run: |
          ruff check \\
            .
          ruff format --check .
      - run: python -m pytest --cov
"""
NOTES = """\
# Contributing

Run the tests:

```console
$ uv run pytest
$ uv run mypy src   # strict
```

```python
import pytest
```
"""


@pytest.mark.parametrize(
    ("path", "text", "commands"),
    [
        (".github/workflows/ci.yml", WORKFLOW, {"lint": "ruff check .", "all tests": "python -m pytest --cov"}),
        ("CONTRIBUTING.md", NOTES, {"all tests": "uv run pytest", "types": "uv run mypy src"}),
        ("package.json", '{"scripts": {"test": "jest", "lint": "eslint .", "dev": "vite"}}',
         {"all tests": "pnpm test", "lint": "pnpm run lint", "run": "pnpm run dev"}),
        (".gitlab-ci.yml", "test:\n  script:\n    - cargo test\n", {"all tests": "cargo test"}),
        ("Makefile", ".PHONY: test\nCC := gcc\ntest: all\n\tpytest\nlint:\n\truff check\n",
         {"all tests": "make test", "lint": "make lint"}),
        ("package.json", "{", {}),
        ("README.md", "run pytest", {}),
    ],
)  # fmt: skip
def test_files_name_commands(path: str, text: str, commands: dict[str, str]) -> None:
    rows = find_documented(path, text, "pnpm")
    assert {purpose: row.command for purpose, row in rows.items() if purpose in commands or not commands} == commands
    assert all(row.source == path for row in rows.values())


@pytest.mark.parametrize("file", [".github/workflows/coverage.yml", "docs/tests.md", "ci/test.toml", "lint.txt"])
def test_a_file_that_is_read_is_no_command(file: str) -> None:
    workflow = (
        f"on:\n  pull_request:\n    paths:\n      - {file}\njobs:\n  a:\n    steps:\n      - run: make test-all\n"
    )
    commands = find_documented(".github/workflows/a.yml", workflow)
    assert {one.command for one in commands.values()} <= {"make test-all"}


def test_the_target_of_the_name_comes_before_others_for_its_purpose() -> None:
    makefile = "fmt:\n\tgofmt -l .\n\nlint:\n\tgolangci-lint run\n\ncheck:\n\tgo vet\n\ntest: deps\n\tgo test ./...\n"
    named = find_documented("Makefile", makefile)
    assert (named["lint"].command, named["all tests"].command) == ("make lint", "make test")
    assert find_documented("Makefile", "fmt:\n\tgofmt -l .\n")["lint"].command == "make fmt"


@given(st.sampled_from(["package.json", "a.yml", "a.md", "Makefile"]), st.text())
def test_any_file_is_taken(path: str, text: str) -> None:
    find_documented(path, text)


@pytest.mark.parametrize(
    ("command", "formats"),
    [
        ("ruff format src -q", True), ("ruff format --check src", False), ("ruff check .", False),
        ("ruff check --fix .", True), ("black .", True), ("black --check .", False), ("prettier --write .", True),
        ("prettier --check .", False), ("gofmt -l .", False), ("gofmt -w .", True), ("cargo fmt", True),
        ("cargo fmt --check", False), ("eslint src", False), ("eslint --fix src", True), ("npm run format", True),
        ("npm run lint", False), ("make fmt", True), ("make lint", False), ("isort . && black .", True),
        ("ruff format . && ruff check .", False), ("cd web && npm run format", True),
    ],
)  # fmt: skip
def test_a_formatter_is_told_from_a_linter(command: str, formats: bool) -> None:
    assert only_formats(command) is formats


def test_a_linter_comes_before_a_formatter() -> None:
    runs = [ran(command, kind="lint") for command in ("ruff format src", "ruff format src", "ruff check src")]
    assert offered(session(*runs))["lint"] == "ruff check src"
    assert offered(session(*runs[:2]))["lint"] == "ruff format src", "better than nothing"


class TestRed:
    def test_a_test_stays_red_until_a_run_covers_it(self) -> None:
        red = ran("pytest tests", code=1, red=("tests/a.py::x", "tests/b.py::y"))
        assert find_still_red([red]) == ("tests/a.py::x", "tests/b.py::y")
        assert find_still_red([red, ran("pytest tests/a.py")]) == ("tests/b.py::y",)
        assert find_still_red([red, ran("pytest tests")]) == ()
        assert find_still_red([red, ran("pytest")]) == ()
        assert find_still_red([red, ran("pytest tests/c.py")]) == ("tests/a.py::x", "tests/b.py::y")
        assert find_still_red([red, ran("pytest tests/a.py::z")]) == ("tests/a.py::x", "tests/b.py::y")

    def test_a_run_of_chosen_names_covers_no_other_test(self) -> None:
        red = ran("vendor/bin/phpunit", code=1, red=("A::testOne", "B::testTwo"))
        assert find_still_red([red, ran("vendor/bin/phpunit --filter testOne")]) == ("B::testTwo",)
        assert find_still_red([red, ran("vendor/bin/phpunit --filter testOne"), ran("vendor/bin/phpunit")]) == ()
        files = ran("pytest", code=1, red=("tests/a.py::test_one", "tests/b.py::test_one"))
        assert find_still_red([files, ran("pytest tests/a.py -k one")]) == ("tests/b.py::test_one",)

    def test_a_run_of_all_places_covers_tests_without_a_file(self) -> None:
        red = ran("sed -i s/a/b/ src/a.py; pytest tests/a.py -q", code=1, red=("test_x",))
        assert find_still_red([red, ran("sed -i s/b/c/ src/b.py; pytest tests/a.py tests/c.py -q")]) == ()
        assert find_still_red([red, ran("touch src/b.py && pytest tests -q")]) == ()
        assert find_still_red([red, ran("rm src/old.py; pytest -q")]) == ()
        assert find_still_red([red, ran("pytest tests/c.py -q")]) == ("test_x",)
        assert find_still_red([red, ran("cat tests/a.py && pytest tests/c.py")]) == ("test_x",)
        assert find_still_red([red, ran("pytest tests/a.py -k other")]) == ("test_x",)
        both = ran("pytest tests/a.py tests/b.py", code=1, red=("test_x",))
        assert find_still_red([both, ran("pytest tests/b.py")]) == ("test_x",)

    def test_a_run_without_a_result_covers_nothing(self) -> None:
        red = ran("pytest", code=1, red=("tests/a.py::x",))
        assert find_still_red([red, ran("pytest", code=127), ran("pytest", code=2, summary="usage")]) == (
            "tests/a.py::x",
        )

    def test_a_later_run_tells_what_is_red_now(self) -> None:
        first, second = ran("pytest", code=1, red=("a.py::x", "a.py::y")), ran("pytest", code=1, red=("a.py::y",))
        assert find_still_red([first, second]) == ("a.py::y",)


def test_a_text_that_is_passed_to_a_program_gives_no_commands() -> None:
    command = "cat > t.py <<'EOF'\nimport pool\nmake it fail\nEOF\npython -m pytest t.py -q | tail"
    assert plain_commands(command) == ["python -m pytest t.py -q"]


PIECES = (
    "pytest", "-q", "tests/unit", "cd /srv/app", "&&", "cd web", "\n", "| tail -5", "/srv/app/bin/check", "; echo done",
    "npm run lint", "2>&1", "sh -c 'make test'", "/tmp/x.py", "timeout 60", "<<EOF\na\nEOF", "abcd", "'a && b'", "",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=6), st.sampled_from([(), ("/srv/app",), ("/srv/app/", "/"), ("/x",)]))
def test_what_is_kept_of_a_line_is_what_its_reading_gives(pieces: list[str], roots: tuple[str, ...]) -> None:
    command = " ".join(pieces)
    assert plain_commands(command, roots) == _read_commands(command, roots)


@pytest.mark.parametrize(
    ("command", "label"),
    [
        ("uv run pytest -n auto", "all tests"),
        ("python -m pytest tests -q -m 'not network'", "all tests"),
        ("go test ./...", "all tests"),
        ("go test ./internal/store", "tests"),
        ("pytest -q tests/unit", "tests"),
        ("npx vitest run src/cart", "tests"),
        ("pnpm --filter web test", "tests"),
    ],
)
def test_a_command_for_a_part_is_not_called_one_for_all_tests(command: str, label: str) -> None:
    assert WorkingCommand("all tests", command, "").label == label


class TestParts:
    def test_a_part_stands_beside_the_command_for_all_tests(self) -> None:
        whole = [ran("cargo test --locked 2>&1 | tail -3", code=None, summary="40 passed")] * 2
        part = ran("cargo test --locked --test wire_tests -- --test-threads=1")
        assert offered(session(*whole, part)) == {
            "one test": "cargo test NAME",
            "tests": "cargo test --locked --test wire_tests -- --test-threads=1",
            "all tests": "cargo test --locked",
        }
        assert offered(session(ran("pytest tests/unit")))["all tests"] == "pytest tests/unit", "where there is no other"

    @pytest.mark.parametrize(
        ("command", "purpose"),
        [
            ("npx frob --timeout 6000 'test/pool*.test.js'", "all tests"),
            ("npx frob test/pool.test.js", "one test"),
            ("frob spec/a_spec.rb spec/b_spec.rb", "all tests"),
        ],
    )
    def test_a_program_that_nobody_knows_is_known_by_what_it_printed(self, command: str, purpose: str) -> None:
        assert offered(session(ran(command, summary="4 passed")))[purpose] == command
        assert offered(session(ran(command, "other"))) == {}, "nothing says that it ran tests"
