"""Commands that run in a version or an environment are those that run."""

import pytest

from backstory.capture.commands.command_lines import split_command
from backstory.capture.commands.commands import classify_command, read_outcome
from backstory.capture.commands.named_purposes import is_runnable


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("nvm exec 20 node --test test/a.ts", "node --test test/a.ts"),
        ("nvm exec --lts npm test", "npm test"),
        ("nvm run 20 --test", "node --test"),
        ("fnm exec --using 20 -- npm test", "npm test"),
        ("volta run --node 20 npm test", "npm test"),
        ("rustup run nightly cargo test", "cargo test"),
        ("opam exec -- dune test", "dune test"),
        ("rvm 3.2 do rspec", "rspec"),
        ("perlbrew exec --with perl-5.38 prove -l", "prove -l"),
        ("nix develop .#ci --command cargo test", "cargo test"),
        ('nix-shell --run "make test"', "make test"),
        ("aws-vault exec dev -- pytest -q", "pytest -q"),
        ("distrobox enter dev -- pytest", "pytest"),
        ("flock /tmp/lock pytest", "pytest"),
        ("taskset -c 0 pytest", "pytest"),
        ("strace -f -o out.txt pytest", "pytest"),
    ],
)
def test_the_command_within_is_the_one_that_runs(command: str, words: str) -> None:
    (one,) = split_command(command)
    assert " ".join((one.program, *one.args)) == words


@pytest.mark.parametrize(
    "command", ["nvm install 20", "nvm use 20", "nvm exec 20", "rustup update", "stack build", "distrobox enter dev"]
)
def test_without_a_command_within_it_is_itself(command: str) -> None:
    (one,) = split_command(command)
    assert one.program == command.split()[0]


def test_a_red_test_in_another_version_is_read() -> None:
    command = "nvm exec 20 node --import=tsx/esm --test test/queue.ts"
    output = "Running node v20.19.4\n✖ wakes the waiting (2003.4ms)\n  'test timed out'\nℹ pass 5\nℹ fail 1"
    outcome = read_outcome(command, output, 1)
    assert classify_command(command) == "test"
    assert outcome.kind == "test" and outcome.failed
    assert outcome.red == ("wakes the waiting",)


def test_what_another_command_runs_in_is_no_command() -> None:
    assert not any(map(is_runnable, ("nvm exec 20", "uv run", "docker compose exec web", "bundle exec")))
    assert all(map(is_runnable, ("nvm exec 20 npm test", "uv run pytest", "docker compose exec web pytest")))
