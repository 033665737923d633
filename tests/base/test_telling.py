"""A title that begins its text is told once, and the reason is told apart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.telling import REASONED, split_opening, split_reason, tell
from backstory.memory.prepare import split_title
from backstory.model.kinds import KINDS


def test_the_kinds_with_a_reason_are_those_of_the_table() -> None:
    assert {name for name, kind in KINDS.items() if kind.parts and kind.parts[0].help == "the reason"} == REASONED


@pytest.mark.parametrize(
    ("title", "text", "told"),
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
def test_openings(title: str, text: str, told: tuple[str, str]) -> None:
    assert split_opening(title, text) == told


@given(text=st.text(alphabet=st.sampled_from("ab .,:;!\n…äß字"), max_size=400))
def test_no_word_is_lost_and_none_is_said_twice(text: str) -> None:
    title, body = split_title(text)
    told = tell("note", title, body)
    whole = "".join(text.split())
    if body.startswith(title.rstrip("…")) and told.goes_on:
        assert "".join(f"{told.headline}{told.text}".split()) == whole
    else:
        assert "".join(f"{told.headline}{told.text}".split()).startswith("".join(title.split()))


def test_reasons() -> None:
    assert split_reason("It is so.\n\nWhy: because.\n\nAnd more.") == ("It is so.", "because.\n\nAnd more.")
    assert split_reason("Why: because.") == ("", "because.")
    assert split_reason("Whyever: no") == ("Whyever: no", "")
    told = tell("decision", "Use X", "It is small.")
    assert (told.text, told.reason) == ("", "It is small.")
    told = tell("fact", "The API", "It is stateless.\nIt has three routes.")
    assert (told.text, told.reason) == ("It is stateless.\nIt has three routes.", "")
    told = tell("note", "The API", "It is stateless.")
    assert (told.text, told.reason) == ("It is stateless.", "")


def test_the_message_of_a_handoff_is_told_once() -> None:
    told = tell("handoff", "For bob: the pool is ported, two te…", "the pool is ported, two tests are red")
    assert (told.headline, told.text) == ("For bob: the pool is ported, two", "tests are red")
    told = tell("handoff", "For bob: the pool is ported", "the pool is ported")
    assert (told.headline, told.text) == ("For bob: the pool is ported", "")
