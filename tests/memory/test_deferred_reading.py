"""A snapshot after many edits leaves reading them to a later process, says so, and is whole again after that."""

from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.memory.answers.code import DEFERRED
from backstory.memory.answers.snapshot_basis import EXTRA, UNREAD_FILES

from .conftest import git

FILES = 3 * DEFERRED


def edit(repo: Path, count: int, name: str) -> None:
    """Writes files of which each reads a variable."""
    for number in range(count):
        (repo / "src" / f"part_{number}.py").write_text(f"import os\n\nVALUE = os.environ['{name}_{number}']\n")


@pytest.fixture
def shop(repo: Path, opened: Callable[..., Memory]) -> Path:
    edit(repo, FILES, "OLD")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "parts")
    opened().snapshot("mend the pool", defer=True)
    return repo


def test_many_edits_are_read_later(shop: Path, opened: Callable[..., Memory]) -> None:
    edit(shop, DEFERRED + 1, "NEW")
    (shop / "src" / "part_59.py").unlink()
    taken = opened().snapshot(defer=True)
    assert taken.extra[UNREAD_FILES] == DEFERRED + 2
    assert EXTRA not in taken.extra
    assert taken.facts.variables
    assert not any(name.startswith("NEW") for name in taken.facts.variables)
    assert {change.path for change in taken.git.changes} >= {"src/part_0.py", "src/part_20.py", "src/part_59.py"}
    assert taken.active_files[0] == "src/part_0.py"
    assert "src/part_59.py" not in {file.path for file in taken.relevant_files}

    opened().read_deferred()
    whole = opened().snapshot(defer=True)
    assert UNREAD_FILES not in whole.extra
    assert EXTRA in whole.extra
    assert {"NEW_0", f"NEW_{DEFERRED}", f"OLD_{DEFERRED + 1}"} <= set(whole.facts.variables)
    assert not {"OLD_0", "OLD_59"} & set(whole.facts.variables)


@pytest.mark.parametrize("defer", [True, False])
def test_what_is_read_at_once(shop: Path, opened: Callable[..., Memory], defer: bool) -> None:
    """All files are read after a few edits, after edits of most files, on another commit, and without `defer`."""
    counts = (DEFERRED, FILES) if defer else (DEFERRED + 1,)
    for number, count in enumerate(counts):
        edit(shop, count, f"NEW{number}")
        taken = opened().snapshot(defer=defer)
        assert UNREAD_FILES not in taken.extra
        assert f"NEW{number}_0" in taken.facts.variables
    edit(shop, DEFERRED + 1, "LAST")
    git(shop, "commit", "-qam", "last")
    edit(shop, DEFERRED + 1, "FIRST")
    taken = opened().snapshot(defer=defer)
    assert UNREAD_FILES not in taken.extra
    assert "FIRST_0" in taken.facts.variables


def test_files_that_went_back_are_read_at_once(shop: Path, opened: Callable[..., Memory]) -> None:
    edit(shop, DEFERRED + 1, "NEW")
    opened().snapshot()
    git(shop, "checkout", "-q", ".")
    taken = opened().snapshot(defer=True)
    assert UNREAD_FILES not in taken.extra
    assert "OLD_0" in taken.facts.variables


def test_a_second_run_of_edits_before_the_first_was_read(shop: Path, opened: Callable[..., Memory]) -> None:
    edit(shop, DEFERRED + 1, "NEW")
    opened().snapshot(defer=True)
    edit(shop, DEFERRED + 2, "NEWER")
    assert opened().snapshot(defer=True).extra[UNREAD_FILES] == DEFERRED + 2
    edit(shop, DEFERRED, "NEWEST")
    opened().read_deferred()
    assert "NEWEST_0" in opened().snapshot(defer=True).facts.variables
