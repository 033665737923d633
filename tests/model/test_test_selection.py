"""Which tests a command chooses by their names."""

import pytest

from backstory.model.test_selection import PLACEHOLDER, chooses_test, list_chosen_names


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("vendor/bin/phpunit --no-coverage --filter Iban", ("iban",)),
        ("pytest -k 'retry and not slow' -q", ("retry",)),
        ("pytest -k 'retry or backoff'", ("retry", "backoff")),
        ("go test ./... -run '^TestParse$'", ("testparse",)),
        ("npx jest -t 'renders the list'", ("renders the list",)),
        ("mvn test -Dtest=CartTest#adds", ("adds",)),
        ("./gradlew test --tests com.shop.CartTest", ("carttest",)),
        ("cargo test -p core --features x parse_header", ("parse_header",)),
        ("cargo nextest run parse", ("parse",)),
        ("ruby -Itest t.rb -n /total/", ("total",)),
        ("dotnet test --filter FullyQualifiedName~Cart", ("cart",)),
        ("bundle exec rspec --example 'closes it'", ("closes it",)),
        ("ctest -R 'io|net'", ("io", "net")),
        ("pytest -k 'not network'", ()),
        ("pytest -n auto -x", ()),
        ("pytest -n 4 tests", ()),
        ("cargo test -p core --features x", ()),
        ("cargo test -- --nocapture", ()),
        ("cargo test --workspace", ()),
        ("mix test --only wip", ()),
        ("tox -e py312", ()),
        ("make test", ()),
    ],
)
def test_the_names_that_a_command_chooses(command: str, names: tuple[str, ...]) -> None:
    assert list_chosen_names(command) == names


def test_a_name_is_chosen_by_a_part_of_it() -> None:
    assert chooses_test("phpunit --filter Iban", r"Valitron\ValidateTest::testIbanArray")
    assert not chooses_test("phpunit --filter Iban", r"Valitron\LangTest::testKeys")
    assert chooses_test("phpunit", r"Valitron\LangTest::testKeys")


@pytest.mark.parametrize("command", ["pytest tests/test_mask.py -k NAME", "pytest PATH::NAME", "go test -run <name>"])
def test_a_form_for_one_test_has_a_placeholder(command: str) -> None:
    assert PLACEHOLDER.search(command)


@pytest.mark.parametrize(
    "command", ["TMPDIR=/var/tmp npx mocha", "XDEBUG_MODE=off vendor/bin/phpunit", "cat README.md"]
)
def test_a_variable_and_a_file_in_capitals_are_no_placeholders(command: str) -> None:
    assert not PLACEHOLDER.search(command)
