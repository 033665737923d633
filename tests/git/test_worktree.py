"""Reading with guards: nothing blocks, nothing leaves the root, ids are git's own."""

import os
import subprocess
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from backstory.git.worktree import Tree, Unreadable, escape_path, unescape_path


@given(st.binary(max_size=40).map(lambda b: b.decode("utf-8", "surrogateescape")))
@example("a\\x5cb\\xff")
@example("\\x\udcff\\x5c")
@example("naïve\udc80")
def test_shown_is_valid_and_reversible(path: str) -> None:
    text = escape_path(path)
    assert text.encode("utf-8").decode() == text
    assert unescape_path(text) == path


@given(st.lists(st.binary(max_size=6), max_size=4))
def test_two_paths_are_never_shown_alike(raw: list[bytes]) -> None:
    paths = {b.decode("utf-8", "surrogateescape") for b in raw}
    assert len({escape_path(p) for p in paths}) == len(paths)


def test_shown_can_be_written_as_json() -> None:
    assert msgspec.json.decode(msgspec.json.encode(escape_path("caf\udce9.py"))) == "caf\\xe9.py"


@pytest.mark.parametrize("content", [b"", b"x", b"a\r\nb\n", b"\0\1\2" * 1000, b"y" * 3_000_000])
@pytest.mark.parametrize("algorithm", ["sha1", "sha256"])
def test_blob_id_is_what_git_says(tmp_path: Path, content: bytes, algorithm: str) -> None:
    (tmp_path / "f").write_bytes(content)
    subprocess.run(["git", "init", "-q", f"--object-format={algorithm}", str(tmp_path / "r")], check=True)
    said = subprocess.run(
        ["git", "-C", str(tmp_path / "r"), "hash-object", "--no-filters", str(tmp_path / "f")],
        capture_output=True,
        check=True,
    )
    assert Tree(str(tmp_path)).blob_id("f", algorithm=algorithm) == said.stdout.decode().strip()


def test_a_fifo_is_refused_and_does_not_block(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    tree = Tree(str(tmp_path))
    for ask in (tree.read, tree.text, tree.blob_id):
        with pytest.raises(Unreadable, match="not a regular file"):
            ask("pipe.py")


def test_size_limit(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 101)
    with pytest.raises(Unreadable, match="larger than 100 bytes"):
        Tree(str(tmp_path)).read("big", 100)
    assert len(Tree(str(tmp_path)).read("big", 101)) == 101


def test_links_are_not_followed(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "secret").write_text("s")
    (root / "link").symlink_to(outside / "secret")
    (root / "folder").symlink_to(outside)
    (root / "gone").symlink_to("nowhere")
    tree = Tree(str(root))
    for path, reason in (
        ("link", "symbolic link"),
        ("folder/secret", "outside"),
        ("gone", "symbolic link"),
        ("../outside/secret", "outside"),
        ("nothing", "missing"),
        ("a\0b", "not a file name"),
    ):
        with pytest.raises(Unreadable, match=reason):
            tree.read(path)


def test_a_link_inside_the_root_may_be_a_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "f").write_text("x")
    (tmp_path / "alias").symlink_to("real")
    assert Tree(str(tmp_path)).text("alias/f") == "x"


def test_text_of_encodings(tmp_path: Path) -> None:
    tree = Tree(str(tmp_path))
    for raw, text in (
        (b"\xef\xbb\xbfhi", "hi"),
        ("hé".encode("utf-16"), "hé"),
        (b"caf\xe9", "caf�"),
    ):
        (tmp_path / "f").write_bytes(raw)
        assert tree.text("f") == text
    (tmp_path / "f").write_bytes(b"PNG\0\0")
    with pytest.raises(Unreadable, match="binary"):
        tree.text("f")


def test_names_that_are_no_utf8(tmp_path: Path) -> None:
    with open(os.fsencode(str(tmp_path)) + b"/caf\xe9", "wb") as file:
        file.write(b"x")
    assert Tree(str(tmp_path)).text("caf\udce9") == "x"


def test_folders_are_inside_where_their_links_lead_inside(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    for folder in (root / "a/b/c", outside / "deep"):
        folder.mkdir(parents=True)
        (folder / "file").write_text("x")
    (root / "a/in").symlink_to("b")
    (root / "a/out").symlink_to(outside)
    (root / "a/b/back").symlink_to(root)
    tree = Tree(str(root))

    for path in ("a/b/c/file", "a/in/c/file", "a/b/back/a/b/c/file", "a/in/back/a/in/c/file"):
        assert tree.blob_id(path) == tree.blob_id("a/b/c/file"), path
    for path in ("a/out/deep/file", "a/in/back/a/out/deep/file", "a/../../outside/deep/file"):
        with pytest.raises(Unreadable, match="outside the project"):
            tree.blob_id(path)
