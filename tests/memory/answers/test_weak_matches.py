"""What shares one word of several with a text is told as that."""

from collections.abc import Callable

import pytest

from backstory.api import Memory, find_weak_words
from backstory.model.record import Draft

Opened = Callable[..., Memory]
TITLES = (
    "The pragma leaked into the connection of the caller",
    "`busy_timeout` reads back 0 since a second connection is opened",
    "Every test opens a connection of its own",
    "The nightly import holds the write lock of a connection for 20 seconds",
    "Retries live in the transport",
)


@pytest.fixture
def memory(opened: Opened) -> Memory:
    for title in TITLES:
        opened().remember(Draft(kind="fact", title=title))
    return opened()


def find(memory: Memory, text: str) -> list[str]:
    return find_weak_words(memory, text, memory.recall(text), memory.recall_passages(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("postgres connection pooling", ["connection"]),
        ("kubernetes ingress connection draining", ["connection"]),
        ("docker import registry", ["import"]),
        ("connection of the mobile app to the printer", ["connection"]),
        ("verbindung connection drucker", ["connection"]),
    ],
)
def test_one_word_of_several_is_weak(memory: Memory, text: str, words: list[str]) -> None:
    assert find(memory, text) == words


@pytest.mark.parametrize(
    "text",
    [
        "connection",
        "postgres connection",
        "nightly import lock",
        "pragma leaked caller",
        "busy_timeout naming convention",
        "second connection opened twice",
        "retries transport timeouts",
        "which connection pooling do we use?",
        "zebra crossing colours",
    ],
)
def test_several_words_a_name_or_a_short_text_are_not(memory: Memory, text: str) -> None:
    assert find(memory, text) == []
