"""Listing the frames of a traceback."""

from hypothesis import given
from hypothesis import strategies as st

from backstory.code.index.frames import list_frames, package_path

TRACEBACK = (
    "Traceback (most recent call last):\n"
    '  File "/srv/shop/app.py", line 3, in main\n'
    '  File "C:\\srv\\shop\\cart.py", line 9, in total\n'
    '  File "/srv/shop/app.py", line 5, in again\n'
)


def test_frames_are_listed_from_the_innermost() -> None:
    assert list_frames(TRACEBACK) == ("srv/shop/app.py", "C:/srv/shop/cart.py")


def test_frames_of_a_notebook_are_listed_too() -> None:
    text = "~/code/shop/app.py in main(self)\n~/code/shop/cart.py in total(self)\n"
    assert list_frames(text) == ("code/shop/cart.py", "code/shop/app.py")


def test_prose_has_no_frames() -> None:
    assert list_frames("an apple in a cart (of mine)") == ()


@given(st.lists(st.from_regex(r"[a-z]{1,8}/[a-z]{1,8}\.py", fullmatch=True), unique=True))
def test_each_frame_is_listed_once(paths: list[str]) -> None:
    text = "".join(f'  File "/{path}", line 1, in f\n    g()\n' for path in paths * 2)
    assert list_frames(text) == tuple(reversed(paths))


def test_the_path_of_an_installed_file_starts_at_its_package() -> None:
    assert package_path("usr/lib/python3/dist-packages/shop/cart.py") == "shop/cart.py"
    assert package_path("srv/shop/cart.py") == "srv/shop/cart.py"
