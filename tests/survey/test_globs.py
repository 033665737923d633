"""Globs that are only about a folder or an ending are matched without a library, and mean the same."""

import sys

from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from backstory.settings.table import SETTINGS
from backstory.survey.repository import filter_paths

GLOBS = ("build/**", "/build/**", "a/b/**", "**/*.pyc", "*.pyc", ".git/**", "*.x/**", "build", "b*/", "!a", "**/a/**")
PARTS = st.sampled_from(["build", "a", "b", "x.pyc", ".git", "c.py", "pyc", "builds", "d.x"])
PATHS = st.lists(st.lists(PARTS, min_size=1, max_size=4).map("/".join), max_size=12, unique=True)


@given(PATHS, st.lists(st.sampled_from(GLOBS), min_size=1, max_size=4))
def test_they_mean_what_a_gitignore_says(paths: list[str], globs: list[str]) -> None:
    matched = set(GitIgnoreSpec.from_lines(globs).match_files(paths))
    assert filter_paths(paths, [], globs) == [path for path in paths if path not in matched]
    assert filter_paths(paths, globs, []) == [path for path in paths if path in matched]


def test_the_default_globs_need_no_library() -> None:
    (default,) = (setting.default for setting in SETTINGS if setting.key == "capture.exclude")
    saved = sys.modules.pop("pathspec", None)
    sys.modules["pathspec"] = None  # type: ignore[assignment]  # an import of it fails
    try:
        assert filter_paths(["a.py", "dist/a.py", "b/c.pyc"], [], default) == ["a.py"]
    finally:
        del sys.modules["pathspec"]
        if saved is not None:
            sys.modules["pathspec"] = saved
