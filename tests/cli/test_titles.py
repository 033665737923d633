"""Whatever shows a record says its text once, and labels its reason."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.test_graph import keep

LONG = (
    "ContextVar for max_redirects leaks into nested requests: an auth flow that fetches a token with another client "
    "inherits the limit of the outer request, so the inner one raises TooManyRedirects at once."
)
CUT = (
    "Walk the redirects with a plain argument through request, stream and send, no state shared between tasks, since a "
    "context variable leaks into others"
)


@pytest.mark.parametrize(
    "argv",
    [
        ("brief",), ("brief", "--for", "claude-code"), ("brief", "--for", "human"), ("brief", "--for", "copilot"),
        ("recall", "ContextVar leaks nested redirects"), ("show",), ("why", "src/db/pool.py", "--full"), ("list",),
        ("log",),
    ],
)  # fmt: skip
def test_said_once_with_a_labelled_reason(project: Path, run: Run, argv: tuple[str, ...]) -> None:
    one = keep(run, "failure", LONG, "--why", "state is shared", "--at", "src/db/pool.py")
    other = keep(run, "decision", CUT, "--why", "it is explicit", "--at", "src/db/pool.py")
    outs = [run(*argv, ref).out for ref in (one, other)] if argv == ("show",) else [run(*argv).out]
    text = " ".join(" ".join(outs).split())
    assert text.count("ContextVar for max_redirects leaks into nested") == 1
    assert text.count("Walk the redirects with a plain argument through") == 1
    if argv[0] in ("list", "log"):
        return
    assert "raises TooManyRedirects at once." in text or argv[0] == "recall", "the rest is told as well"
    for reason in ("state is shared", "it is explicit"):
        assert f"why: {reason}" in text.lower()


def test_a_handoff_says_its_message_once(project: Path, run: Run) -> None:
    run("handoff", "next", LONG)
    for argv in (("brief",), ("brief", "--for", "human"), ("log",), ("recall", "ContextVar leaks nested"), ("list",)):
        text = " ".join(run(*argv).out.split())
        assert text.count("max_redirects leaks into nested") == 1, argv


def test_a_reason_alone_stays_what_it_was_in_json(project: Path, run: Run) -> None:
    one = keep(run, "decision", "Use psycopg", "--why", "it is explicit")
    data = run("show", one, "--json").json
    assert (data["body"], data["parts"]["why"]) == ("it is explicit", "it is explicit")
    assert "Why: it is explicit" in run("show", one).out
    assert "why: it is explicit" in run("recall", "psycopg").out
