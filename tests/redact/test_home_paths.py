"""Paths below a home folder are found, and what only looks like one is not."""

import pytest

from backstory.redact.home_paths import find_home_path, shorten_home


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("see /home/carol/projects/app.log.", "/home/carol/projects/app.log."),
        ("`/Users/carol/x`", "/Users/carol/x"),
        (r"in C:\Users\Carol\app.log", r"C:\Users\Carol\app.log"),
        ("file:///home/carol/x", "/home/carol/x"),
        ("/srv/people/ada/x and more", "/srv/people/ada/x"),
        ("/root/.config", ""),
        ("~/projects/app.log", ""),
        ("src/home/carol/page.py", ""),
        ("https://example.org/home/carol/x", ""),
        ("/home/runner/projects/shop", ""),
        ("/home/user/app", ""),
        ("the /home/ folder, /home/", ""),
        ("GET /users/carol/orders", ""),
        ("/home/<name>/x", ""),
        ("/srv/people/adam/x", ""),
    ],
)
def test_a_path_below_a_home_is_found(text: str, path: str) -> None:
    assert find_home_path(text, "/srv/people/ada") == path


def test_a_home_of_one_character_is_none() -> None:
    assert find_home_path("/etc/hosts", "/") == ""
    assert find_home_path("/etc/hosts", "") == ""


def test_a_path_below_the_own_home_is_shortened() -> None:
    assert shorten_home("/home/ada/x.jsonl:3", "/home/ada/") == "~/x.jsonl:3"
    assert shorten_home("/home/adam/x", "/home/ada") == "/home/adam/x"
    assert shorten_home("src/app.py", "/home/ada") == "src/app.py"
