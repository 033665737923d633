"""The clipboard's program is the machine's, never one that a repository brings."""

import os
from pathlib import Path

import pytest

from backstory.memory.verbs.clipboard import copy_text
from backstory.model.errors import BackstoryError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="scripts as programs")


def program(folder: Path, mark: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "xclip").write_text(f"#!/bin/sh\ncat > '{mark}'\n")
    (folder / "xclip").chmod(0o755)
    return folder


def test_a_text_is_handed_to_it(tmp_path: Path) -> None:
    folder = program(tmp_path / "bin", tmp_path / "mark")
    copy_text("a text", {"PATH": f"{folder}:/bin:/usr/bin"}, str(tmp_path / "repo"))
    assert (tmp_path / "mark").read_text() == "a text"


@pytest.mark.parametrize("path", ["{repo}/bin", ".", "", "bin"])
def test_one_of_the_repository_is_not_started(tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    repo = tmp_path / "repo"
    program(repo / "bin", tmp_path / "mark")
    (repo / "xclip").write_bytes((repo / "bin" / "xclip").read_bytes())
    (repo / "xclip").chmod(0o755)
    monkeypatch.chdir(repo)
    with pytest.raises(BackstoryError, match="no clipboard program"):
        copy_text("a text", {"PATH": path.format(repo=repo)}, str(repo))
    assert not (tmp_path / "mark").exists()
