import pytest

from backstory.patterns.other_commands import gives_other_command
from backstory.patterns.rule_revisions import REPLACES, read_revision

REPLACED = [
    ("always run npx ava 'test/*.ts' '!test/slow.ts' here", "from now on it is CI_SKIP=1 npx ava, no more globs"),
    ("always run vendor/bin/phpunit --exclude-filter Rdbms", "from now on it is vendor/bin/phpunit --exclude-group db"),
    ("always run pytest -q", "run the tests with pytest -x from now on"),
    ("use cargo test --workspace here", "from now on cargo test --all-features"),
    ("we run `go test ./...` here", "From now on it is `go test -race ./...`."),
    (
        "run always go test -count=1 ./... here, forget the make",
        "from today the suite is make test RACE= as the ci calls it, no more naked go test ./...",
    ),
    ("always run ./gradlew test", "use ./gradlew test --offline from now on"),
    (
        "on this machine please always run pytest with -k 'not trio'",
        "run the tests with BACKENDS=asyncio from now on; then nobody has to leave out a file, and the -k can go",
    ),
    (
        "Please always run with CGO_ENABLED=0 here",
        "From today on please run go test -race -tags bind ./... instead, because this is how our customers build it.",
    ),
    (
        "Always run with --deselect tests/test_net.py here",
        "from now on run the tests with -m 'not network' instead of that deselect",
    ),
    (
        "always run the tests with python -m pytest tests -q -k 'not Timeout'",
        "the network is back, run python -m pytest tests -q -m 'not slow' from now on",
    ),
]
BESIDE = [
    ("always run pytest -q", "from now on also run pytest --doctest-modules", "one more command"),
    ("always run pytest -q", "for the api, from now on run pytest tests/api", "another scope"),
    ("always run pytest -q", "from now on run pytest before every commit", "when, and not how"),
    ("use cargo test --workspace here", "from now on cargo clippy --all", "another purpose"),
    ("always npm test -- --ci", "from now on never run npm test -- --watch", "a form that the rule does not have"),
    ("never run pytest -n4", "from now on pytest -x", "what is banned is in no other form"),
    ("always run pytest -q", "run the tests with --lf from now on too, no more waiting", "beside it"),
    ("Always run with CGO_ENABLED=0 here", "from now on run golangci-lint run --fast instead", "another purpose"),
    ("Always answer with the file first", "from now on run go test -race ./... instead", "no run"),
    ("never amend", "run the tests with --lf from now on, the -k can go", "another rule"),
    ("always run pytest -q", "run pytest -x", "an order for the work at hand"),
]


@pytest.mark.parametrize(("rule", "sentence"), REPLACED)
def test_the_command_of_a_rule_is_given_in_another_form(rule: str, sentence: str) -> None:
    assert gives_other_command(sentence, rule)
    assert read_revision(sentence, rule) == REPLACES


@pytest.mark.parametrize(("rule", "sentence", "why"), BESIDE, ids=[why for *_, why in BESIDE])
def test_another_command_stands_beside_the_rule(rule: str, sentence: str, why: str) -> None:
    assert not gives_other_command(sentence, rule)
