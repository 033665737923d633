"""A title that begins its text is statement once, and the reason is statement apart."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backstory.base.statement import REASONED, split_opening, split_reason, split_statement
from backstory.memory.kernel.prepare import split_title
from backstory.model.kinds import KINDS


def test_the_kinds_with_a_reason_are_those_of_the_table() -> None:
    assert {name for name, kind in KINDS.items() if kind.parts and kind.parts[0].help == "the reason"} == REASONED


@pytest.mark.parametrize(
    ("title", "text", "expected"),
    [
        ("Use X", "It is small.", ("", "It is small.")),
        ("Use X", "Use X", ("", "")),
        ("Use X", "Use X\nIt is small.", ("", "It is small.")),
        ("Use X", "Use Xylophones only", ("", "Use Xylophones only")),
        ("Use X", "Use X because it is small", ("Use X", "because it is small")),
        ("It leaks", "It leaks: an auth flow\ninherits it", ("It leaks:", "an auth flow\ninherits it")),
        ("Walk the redirects with a conte…", "Walk the redirects with a context variable",
         ("Walk the redirects with a", "context variable")),
        ("Walk the redirects…", "Walk the redirects.", ("", "")),
        ("Walk the redirects with a plain…", "Walk the redirects …", ("Walk the redirects with a plain…", "")),
        ("重定向的限制…", "重定向的限制会泄漏", ("重定向的限制", "会泄漏")),
        ("", "text", ("", "text")),
        ("Title", "", ("", "")),
    ],
)  # fmt: skip
def test_openings(title: str, text: str, expected: tuple[str, str]) -> None:
    assert split_opening(title, text) == expected


@example(": …\n:a")
@example("ab …\nabä")
@given(text=st.text(alphabet=st.sampled_from("ab .,:;!\n…äß字"), max_size=400))
def test_no_word_is_lost_and_none_is_said_twice(text: str) -> None:
    title, body = split_title(text)
    statement = split_statement("note", title, body)
    printed = "".join(f"{statement.headline}{statement.text}".split())
    if body.startswith(title.rstrip("…")) and statement.continues:
        assert printed == "".join(body.split())  # the body says the title again, or goes on from it
    else:
        assert printed.startswith("".join(title.split()))


def test_reasons() -> None:
    assert split_reason("It is so.\n\nWhy: because.\n\nAnd more.") == ("It is so.", "because.\n\nAnd more.")
    assert split_reason("Why: because.") == ("", "because.")
    assert split_reason("Whyever: no") == ("Whyever: no", "")
    statement = split_statement("decision", "Use X", "It is small.")
    assert (statement.text, statement.reason) == ("", "It is small.")
    statement = split_statement("fact", "The API", "It is stateless.\nIt has three routes.")
    assert (statement.text, statement.reason) == ("It is stateless.\nIt has three routes.", "")
    statement = split_statement("note", "The API", "It is stateless.")
    assert (statement.text, statement.reason) == ("It is stateless.", "")


def test_a_heading_is_no_reason() -> None:
    statement = split_statement("decision", "Use X instead of Y", "## Alternatives\n- Y")
    assert (statement.text, statement.reason) == ("## Alternatives\n- Y", "")


def test_the_message_of_a_handoff_is_told_once() -> None:
    statement = split_statement(
        "handoff", "For bob: the pool is ported, two te…", "the pool is ported, two tests are red"
    )
    assert (statement.headline, statement.text) == ("For bob: the pool is ported, two", "tests are red")
    statement = split_statement("handoff", "For bob: the pool is ported", "the pool is ported")
    assert (statement.headline, statement.text) == ("For bob: the pool is ported", "")
