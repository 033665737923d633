"""The hook labels what came from elsewhere, by comparing bytes, and imports nothing for it."""

from pathlib import Path

import pytest

from backstory.base.trust import config_entry, is_trusted, read_own, read_trust_file


@pytest.fixture
def places(tmp_path: Path) -> tuple[Path, Path]:
    private = tmp_path / "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
    private.mkdir()
    config = tmp_path / "shop" / ".backstory" / "config.toml"
    config.parent.mkdir(parents=True)
    config.write_bytes(b'id = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"\n')
    return private, config


def test_trusted_is_the_same_bytes(places: tuple[Path, Path]) -> None:
    private, config = places
    root = str(config.parent.parent)
    (private / "trusted").write_bytes(config_entry("other", b"x") + config_entry(private.name, config.read_bytes()))
    assert is_trusted(str(private), root)
    config.write_bytes(config.read_bytes() + b" ")
    assert not is_trusted(str(private), root)


def test_a_fifo_makes_nobody_wait(places: tuple[Path, Path]) -> None:
    import os

    private, config = places
    config.unlink()
    os.mkfifo(config)
    assert not is_trusted(str(private), str(config.parent.parent))
    assert (
        read_trust_file(str(config), 100)
        == b""
        == read_trust_file(str(private), 100)
        == read_trust_file(str(private / "none"), 100)
    )


def test_too_long_is_nothing(places: tuple[Path, Path]) -> None:
    private, config = places
    config.write_bytes(b"x" * 101)
    assert read_trust_file(str(config), 100) == b"" and read_trust_file(str(config), 101) == b"x" * 101
    assert read_own(str(private)) == set()
