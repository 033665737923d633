"""Folders that a goal names."""

from hypothesis import given
from hypothesis import strategies as st

from backstory.code.areas import area_values


def test_a_folder_counts_that_the_goal_names_and_few_of_the_files_are_in() -> None:
    paths = ["core/adapters/http.js", "core/helpers/http.js", "core/helpers/buffer.js", "core/helpers/cookies.js"]
    values = area_values(paths, "core: the adapter closes its socket")
    assert values[0] > max(values[1:]) > 0
    assert values[1] == values[2] == values[3]


def test_the_name_of_a_file_is_no_folder() -> None:
    assert area_values(["pool/pool.py", "pool.py", "cart.py"], "the pool") == [0.0, 0.0, 0.0]


@given(st.lists(st.text("ab/._C", max_size=12), max_size=8), st.text("ab C", max_size=20))
def test_every_path_has_a_value_and_none_is_below_zero(paths: list[str], goal: str) -> None:
    values = area_values(paths, goal)
    assert len(values) == len(paths)
    assert all(value >= 0 for value in values)
