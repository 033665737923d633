"""What statements give values to, and when a later one disagrees with an earlier one."""

import pytest

from backstory.capture.decisions.values import find_values, has_other_language, has_other_value


@pytest.mark.parametrize(
    ("text", "former", "other"),
    [
        ("50 links per run, that is enough", "Take 200 links per run, every ten minutes", True),
        ("50 pro Lauf, das reicht für den Worker", "Nimm 200 pro Lauf für den Worker", True),
        ("`VITE_APP_ID=1` in the deploy settings", "The deploy settings have `VITE_APP_ID=67`", True),
        ("The default quota is infinity", "The default quota is 100 MB", True),
        ("50 links per run, that is enough", "50 links per run, every ten minutes", False),
        ("Keep 3 replicas of the index", "Retry the upload 5 times", False),
        ("The suite takes 40 s on the runner", "The suite takes 90 s on the runner", False),
        ("At most 3 retries, then 5 retries for uploads", "At most 4 retries for uploads", False),
    ],
)
def test_another_value_of_the_same_thing(text: str, former: str, other: bool) -> None:
    assert has_other_value(text, former) is other
    assert has_other_value(former, text) is other


def test_a_text_that_names_two_values_gives_none() -> None:
    assert "retrie" not in find_values("3 retries, later 5 retries")
    assert find_values("LIMIT=50") == {"limit": "50"}


@pytest.mark.parametrize(
    ("text", "former"),
    [
        ("commit messages are in German now", "commit messages in English please"),
        ("les messages de commit passent en français, plus en anglais", "Les messages de commit sont en anglais"),
        ("Kommentare jetzt auf Deutsch, nicht auf Englisch", "Kommentare auf Englisch"),
    ],
)
def test_another_language_of_the_same_thing(text: str, former: str) -> None:
    assert has_other_language(text, former)


@pytest.mark.parametrize(
    ("text", "former"),
    [
        ("UI texts in German", "log texts in English"),
        ("comments in English", "commit messages in German"),
        ("comments in English", "code comments in English"),
        ("comments in English, UI texts in German", "comments in French"),
    ],
)
def test_the_language_of_another_thing(text: str, former: str) -> None:
    assert not has_other_language(text, former)
