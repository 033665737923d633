"""Orders that need no memory are told from those that only begin like them."""

import pytest

from backstory.base.routine_orders import is_routine
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    "prompt",
    [
        "show me the last three commits",
        "Show me the first twenty lines of LICENSE.",
        "List the folders below _examples.",
        "please list all branches",
        "zeig mir die letzten Commits",
        "affiche les dossiers de src",
        "Sort the imports in mux.go.",
        "Run gofmt -l on mux.go and tree.go.",
        "rename the variable buf to out in FlagUsagesWrapped",
        "fix the typo in the README",
        "remove trailing whitespace in app.py",
        "Please make your last answer half as long.",
        "repeat your answer in English",
        "mypy complains about an unused type: ignore in src/app/dev.py. Please take it out.",
        "clippy says needless_lifetimes in src/dent.rs. fix",
        "Rubocop meckert in lib/thor/util.rb über eine zu lange Zeile, brich die bitte um.",
        "explain again in simpler words what you just wrote",
        "Rename $r to $record in the foreach you just showed me.",
        "shorten your explanation to two sentences",
    ],
)
def test_the_repository_and_the_agent_fulfil_them(prompt: str) -> None:
    assert is_routine(split_words(prompt))


@pytest.mark.parametrize(
    "prompt",
    [
        "show me the open questions",
        "show me the commits of yesterday",
        "list the rules for commits",
        "show me the files that we must not touch",
        "list the failing tests and the lines they fail at",
        "show why the log is empty",
        "Sort the rows by date in report.py",
        "Run the tests on mux.go",
        "rename the option --dry to --dry-run",
        "fix the red test",
        "remove the retry from client.py",
        "make the answer of the server shorter",
        "put your name into AUTHORS",
        "show the progress bar while files are read",
        "open a pull request",
        "commit it",
        "continue",
        "show",
        "",
        "mypy complains about the cast that we agreed on",
        "ruff is slow here",
        "the retry you just added breaks the upload",
        "commit what you just wrote",
        "push what you just wrote to main",
        "write the tests for the parser you just wrote",
        "format the file vendored/x.py with black",
        "show the log level in the status bar",
        "sort keys by age first",
        "give your reply handler a timeout of 30 seconds",
        "rename the receiver to the dispatcher",
        "fix the typo handling in the search box",
        "black wants line length 88 but set 100 in the config",
    ],
)
def test_others_are_about_the_work(prompt: str) -> None:
    assert not is_routine(split_words(prompt))
