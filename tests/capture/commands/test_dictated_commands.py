"""Commands that the person gives in prompts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.capture.commands.dictated_commands import find_dictated
from backstory.model.session import Prompt, Session


def commands_of(*prompts: str) -> dict[str, str]:
    session = Session(id="s1", agent="codex", prompts=tuple(Prompt(text) for text in prompts))
    return {purpose: one.command for purpose, one in find_dictated([session]).items()}


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            "the whole suite is PG=15 tox -e py312, and before you commit: ruff check . && mypy src",
            {"all tests": "PG=15 tox -e py312", "lint": "", "types": "ruff check . && mypy src"},
        ),
        ("tests run with `npm run test:unit` here, please", {"all tests": "npm run test:unit"}),
        (
            "one file is pytest -n2 tests/client/test_pool.py, go on",
            {"one test": "pytest -n2 tests/client/test_pool.py"},
        ),
        (
            "all: cabal test --test-show-details=streaming. lint before commit: hlint app test. -p takes the group",
            {"all tests": "cabal test --test-show-details=streaming", "lint": "hlint app test"},
        ),
        (
            "tests: ./manage.py test hc.tests.test_flap --keepdb, not the lot",
            {"one test": "./manage.py test hc.tests.test_flap --keepdb"},
        ),
        (
            "There's no way out, so what I do is: ./gradlew --offline jvmTest --tests '*Dotenv*' and that's it.",
            {"one test": "./gradlew --offline jvmTest --tests '*Dotenv*'"},
        ),
        ("lint is: ruff check src tests.", {"lint": "ruff check src tests"}),
        ("Zum Prüfen nimm go vet ./... und danach weiter.", {"lint": "go vet ./..."}),
        ("use cargo test instead of cargo nextest run", {"all tests": "cargo test"}),
        ("go test -count=1 -run Sort . and go on", {"one test": "go test -count=1 -run Sort ."}),
        (
            "use THREADS=2 bundle exec rspec spec/shell, then I'm happy",
            {"all tests": "THREADS=2 bundle exec rspec spec/shell"},
        ),
        ("sbt 'testOnly a.B' is what I use", {"one test": "", "all tests": "sbt 'testOnly a.B'"}),
    ],
)
def test_a_command_that_the_person_gives_is_read(prompt: str, expected: dict[str, str]) -> None:
    assert commands_of(prompt) == {purpose: command for purpose, command in expected.items() if command}


@pytest.mark.parametrize(
    "prompt",
    [
        "make tests pass please",
        "one thing: pytest is red again.",
        "my plan: pytest and then lunch.",
        "just test it and go on",
        "the robot tests are slow, and black is fine",
        "a circle in black with a green (R=0, G=90, B=0) ring",
        "the button is black 25 pixels wide, the bar green 40px high",
        "move the robot 3 steps",
        'let people make "posts" and share them',
        "pytest is red again",
        "does jest work here?",
        "we moved from mocha to vitest last year",
        "go build a nice page",
        "never run pytest -x here",
        "never plain `zig build`, it builds the docs too",
        "the errors that vitest doesn't see",
        "nooo dont run npm test, that starts the registry",
        "and dotnet format please NOT over the whole solution",
        "➜ api git:(main) npm run build",
        "is there a way to run npm test faster?",
        "btw is vitest 4 stable or still beta",
        "we are on pytest 8.3 and ruff v0.6",
    ],
)
def test_prose_gives_no_command(prompt: str) -> None:
    assert commands_of(prompt) == {}


def test_the_last_one_counts_and_one_that_was_turned_down_since_does_not() -> None:
    first, last = "tests: pytest -q tests", "tests: pytest -n2 tests"
    assert commands_of(first, last) == {"all tests": "pytest -n2 tests"}
    assert commands_of(first, "don't use pytest -q any more") == {}


def test_a_document_that_is_pasted_gives_none() -> None:
    readme = (
        "# Shop\n\nInstall it.\n\n## Testing\n\nRun the tests with npm run test:all and go on.\n\n## License\nMIT\n"
    )
    assert commands_of("Run the tests with npm run test:all and go on.") == {"all tests": "npm run test:all"}
    assert commands_of(f"Here is the readme:\n{readme}") == {}
    assert commands_of("Here is the script:\n```\nnpm run test:all\n```") == {}


@given(st.lists(st.sampled_from(["pytest", "-q", "`", "go", "test", "./...", "&&", "A=1", "the", ",", "'x y'", "\n"])))
def test_any_prompt_is_read(words: list[str]) -> None:
    text = " ".join(words)
    assert all(command in text for command in commands_of(text).values())


@pytest.mark.parametrize(
    ("prompt", "purpose", "command"),
    [
        ("run the tests with `make check-fast`", "all tests", "make check-fast"),
        ("we run the tests with make check-fast", "all tests", "make check-fast"),
        ("before pushing run `make check-fast`", "all tests", "make check-fast"),
        ("die Tests laufen mit `make pruefung`", "all tests", "make pruefung"),
        ("the tests: `bin/t`", "all tests", "bin/t"),
        ("lint with `make tidy`", "lint", "make tidy"),
        ("build with `./mk all`", "build", "./mk all"),
    ],
)
def test_the_words_around_a_command_say_what_it_is_for(prompt: str, purpose: str, command: str) -> None:
    assert commands_of(prompt) == {purpose: command}


@pytest.mark.parametrize(
    "prompt",
    [
        "the formatting on line 790 is just all bad",
        "Tanja has sent green light: her CI is ready, please write the test",
        "we should build a `specstory search` too",
        "please don't run the tests with `make all`, it is slow",
        "did you run the tests with `make check-fast`?",
    ],
)
def test_what_is_only_spoken_of_is_no_command(prompt: str) -> None:
    assert not commands_of(prompt)


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            "`just check` is cargo watch, it never exits. `cargo test --test cli parse`. always that one.",
            {"all tests": "cargo test --test cli parse"},
        ),
        (
            "`make test` takes over six minutes here. Use `pytest tests/unit/test_io.py -q` from today on.",
            {"all tests": "pytest tests/unit/test_io.py -q"},
        ),
        ("npm test never exits. the tests are `npx jest --ci`", {"all tests": "npx jest --ci"}),
        ("`make test` is broken on arm, use `ctest --preset dev` instead", {"all tests": "ctest --preset dev"}),
        ("the whole suite is `tox -e py312`, it takes ages", {"all tests": "tox -e py312"}),
        ("run the tests with `make test`, it takes 3 minutes", {"all tests": "make test"}),
    ],
)
def test_a_command_that_is_of_no_use_is_not_how_tests_are_run(prompt: str, expected: dict[str, str]) -> None:
    assert commands_of(prompt) == expected


@pytest.mark.parametrize(
    "prompt",
    [
        "while we work on this run only the test file of what you touched, with uv run pytest -x",
        "please run just the affected module with pytest -q, the suite takes ages",
        "test whatever you changed with npx vitest run --bail 1",
        "nur die Datei testen, mit uv run pytest -x",
    ],
)
def test_a_command_for_a_part_is_no_command_for_all_tests(prompt: str) -> None:
    assert commands_of(prompt) == {}


def test_a_command_beside_a_file_is_for_all_tests() -> None:
    prompt = "I touched only one file. Run the tests with uv run pytest -x."
    assert commands_of(prompt) == {"all tests": "uv run pytest -x"}


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("please run scripts/test before each commit, the rest is slow", {"all tests": "scripts/test"}),
        ("Run ci/test.sh once at the end.", {"all tests": "ci/test.sh"}),
        ("run dev/lint and dev/test before the commit", {"lint": "dev/lint", "all tests": "dev/test"}),
        ("edit scripts/test so that it prints the seed", {}),
        ("why does scripts/test take so long?", {}),
        ("don't run scripts/test, it takes ten minutes", {}),
    ],
)
def test_a_script_of_the_project_needs_no_quotes_where_it_is_to_be_run(prompt: str, expected: dict[str, str]) -> None:
    assert commands_of(prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        (
            "don't run yarn test here. `yarn borp 'test/unit*.test.js'` is enough",
            {"all tests": "yarn borp 'test/unit*.test.js'"},
        ),
        ("`frob --jobs 2 'spec/*.spec.ts'` and that's it", {"all tests": "frob --jobs 2 'spec/*.spec.ts'"}),
        ("use `npx frob 'spec/**/*.spec.js'` please", {"all tests": "npx frob 'spec/**/*.spec.js'"}),
        ("one file: `npx frob test/pool.test.js`", {"one test": "npx frob test/pool.test.js"}),
        ("look at `less test/a.test.js` first", {}),
        ("`vim tests/test_pool.py` hangs, too", {}),
    ],
)
def test_a_program_that_nobody_knows_runs_the_files_of_tests_it_is_given(prompt: str, expected: dict[str, str]) -> None:
    """Runners come and go; what they are given tells what they do."""
    assert commands_of(prompt) == expected


def test_a_part_stands_beside_all_tests() -> None:
    both = "the integration ones: `pytest tests/integration -x`; everything: `pytest -q`"
    assert commands_of(both) == {"all tests": "pytest -q", "tests": "pytest tests/integration -x"}
    assert commands_of("`cargo test --test wire_tests`, plus a name for one test") == {
        "all tests": "cargo test --test wire_tests"
    }


def test_a_command_in_another_form_from_now_on_replaces_the_former_one() -> None:
    former = "always run npx ava 'test/*.ts' '!test/slow.ts' here"
    later = "good morning. merge main, and from now on it is SKIP_SLOW=1 npx ava, no more globs"
    assert commands_of(former, later) == {"all tests": "SKIP_SLOW=1 npx ava"}
