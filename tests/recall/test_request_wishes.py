"""The task is what the first request wants, also where that is said in a few words, as a question, after a greeting."""

import pytest
from tests.recall.quotes.test_quotes import talk

from backstory.recall.past.requests import first_request
from backstory.recall.past.sessions import PastWork


@pytest.mark.parametrize(
    "prompt",
    [
        "Hello, we have successfully worked on the parser. *I'd like to know whether there are plans for its future?*",
        "People mistype flags: `unknown flag: --prot`, that is all. We print hints. *I want that for flags.* No edits.",
        "*cap on picks for MultiSelectionPrompt.* where would that live? no code",
        "Morning! We've got a nightly job which loads readings with `load --csv`. *I'd love bad rows in a file.*",
    ],
)
def test_the_task_is_the_wish(prompt: str) -> None:
    """The wish stands between asterisks."""
    rows = (("user", prompt.replace("*", "")), ("answer", "It is in `cli.py`."))
    assert prompt.split("*")[1] in first_request(PastWork((talk(rows),)))


def test_a_greeting_alone_is_no_task() -> None:
    rows = (("user", "hey there. thanks"), ("answer", "Hello!"), ("user", "Retry failed webhooks in worker.go."))
    assert first_request(PastWork((talk(rows),))) == "Retry failed webhooks in worker.go."
