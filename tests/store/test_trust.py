"""Trust is bound to bytes, and no config can pose as another."""

import os
from pathlib import Path

import pytest

from backstory.base.trust import config_entries, config_entry
from backstory.model.errors import BackstoryError
from backstory.store.trust import (
    KEPT,
    forget_own,
    is_trusted,
    note_own,
    preserving_trust,
    read_own,
    revoke_trust,
    trust_worktree,
)

PROJECT = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"


@pytest.fixture
def places(tmp_path: Path) -> tuple[str, str, Path]:
    config = tmp_path / "shop" / ".backstory" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_text(f'format = 1\nid = "{PROJECT}"\n')
    return str(tmp_path / "projects" / PROJECT), str(tmp_path / "shop"), config


def test_every_byte_counts(places: tuple[str, str, Path]) -> None:
    private, root, config = places
    assert not is_trusted(private, root)
    trust_worktree(private, root)
    assert is_trusted(private, root)
    before = config.read_bytes()
    for changed in (before + b"\n", before[:-1], before.replace(b"1", b"2", 1), b""):
        config.write_bytes(changed)
        assert not is_trusted(private, root)
    config.write_bytes(before)
    assert is_trusted(private, root)
    assert revoke_trust(private) and not is_trusted(private, root) and not revoke_trust(private)


def test_another_project_gains_nothing(places: tuple[str, str, Path]) -> None:
    private, root, _ = places
    trust_worktree(private, root)
    other = private[:-1] + "1"
    os.makedirs(other)
    Path(other, "trusted").write_bytes(Path(private, "trusted").read_bytes())
    assert not is_trusted(other, root)


def test_a_config_that_holds_another_one_does_not_trust_it(places: tuple[str, str, Path]) -> None:
    private, root, config = places
    evil = b'id = "x"\nscope = "team"\n'
    config.write_bytes(b"# harmless\n" + config_entry(PROJECT, evil) + b"# end\n")
    trust_worktree(private, root)
    config.write_bytes(evil)
    assert not is_trusted(private, root)


def test_entries_of_a_damaged_file_end_where_they_are_damaged() -> None:
    whole = config_entry(PROJECT, b"a") + config_entry(PROJECT, b"b")
    assert len(config_entries(whole)) == 2
    assert len(config_entries(whole[:-1])) == 1
    assert config_entries(b"trusted x 99999999\n") == config_entries(b"nonsense") == config_entries(b"") == []


def test_a_link_and_a_missing_config_are_not_trusted(places: tuple[str, str, Path], tmp_path: Path) -> None:
    private, root, config = places
    trust_worktree(private, root)
    (tmp_path / "copy").write_bytes(config.read_bytes())
    config.unlink()
    with pytest.raises(BackstoryError):
        trust_worktree(private, root)
    config.symlink_to(tmp_path / "copy")
    assert not is_trusted(private, root)


def test_branches_keep_their_trust_up_to_a_number(places: tuple[str, str, Path]) -> None:
    private, root, config = places
    for number in range(KEPT + 3):
        config.write_text(f"# {number}\n")
        trust_worktree(private, root)
    assert is_trusted(private, root)
    config.write_text("# 5\n")
    assert is_trusted(private, root)
    config.write_text("# 0\n")
    assert not is_trusted(private, root)


def test_ones_own_change_carries_trust_and_gives_none(places: tuple[str, str, Path]) -> None:
    private, root, config = places
    with preserving_trust(private, root):
        config.write_text("# mine\n")
    assert not is_trusted(private, root)
    trust_worktree(private, root)
    with preserving_trust(private, root):
        config.write_text("# mine again\n")
    assert is_trusted(private, root)


def test_own_records(places: tuple[str, str, Path]) -> None:
    private, *_ = places
    note_own(private, ["A 1", "B 2"])
    note_own(private, ["A 3"])
    assert read_own(private) == {"A 1", "B 2", "A 3"}
    forget_own(private, ["A"])
    assert read_own(private) == {"B 2"}
