"""Anchors: what a person typed, digests that survive what does not matter, and states."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.model.errors import BackstoryError
from backstory.model.record import Anchor
from backstory.survey.anchors import anchor_digest, relative_path

CODE = (
    "import x\n\n\nclass Pool:\n    def acquire(self):\n        return 1\n\n    def release(self):\n        return 2\n"
)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    top = tmp_path / "root"
    (top / "src" / "db").mkdir(parents=True)
    (top / "src" / "db" / "pool.py").write_text(CODE)
    (top / "src" / "app.py").write_text("print()\n")
    return top


def digest(root: Path, target: str) -> str:
    return anchor_digest(str(root), Anchor.parse(target))


def write(root: Path, path: str, content: str | bytes) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_bytes(content if isinstance(content, bytes) else content.encode())


class TestDigest:
    def test_form(self, root: Path) -> None:
        found = digest(root, "src/app.py")
        assert found == "b2:d6e7d166"  # for good: BLAKE2b of four bytes, as `b2sum -l 32` prints it
        assert Anchor.parse(f"src/app.py@{found}") == Anchor("src/app.py", "", found)

    def test_line_endings_and_a_mark_do_not_matter(self, root: Path) -> None:
        write(root, "a", "x\ny\n")
        before = digest(root, "a")
        for other in (b"x\r\ny\r\n", b"x\ry\r", b"\xef\xbb\xbfx\ny\n"):
            write(root, "a", other)
            assert digest(root, "a") == before
        write(root, "a", "x\ny")
        assert digest(root, "a") != before

    def test_a_symbol_is_its_own_text(self, root: Path) -> None:
        before = digest(root, "src/db/pool.py#Pool.acquire")
        assert before
        write(root, "src/db/pool.py", "# moved down\n" + CODE.replace("return 2", "return 3").replace("\n", "\r\n"))
        assert digest(root, "src/db/pool.py#Pool.acquire") == before
        write(root, "src/db/pool.py", CODE.replace("return 1", "return 3"))
        assert digest(root, "src/db/pool.py#Pool.acquire") not in (before, "")

    def test_nothing_there(self, root: Path) -> None:
        for target in (
            "nothing",
            "src/db/pool.py#Nothing",
            "src/*.go",
            "nothing/",
            "../root/src/app.py",
            "src/../../x",
            "",
        ):
            assert digest(root, target) == ""

    def test_another_finder(self, root: Path) -> None:
        anchor = Anchor("src/app.py", "anything")
        assert anchor_digest(str(root), anchor, symbol_text=lambda path, text, symbol: f"{path}{symbol}")
        assert anchor_digest(str(root), anchor, symbol_text=lambda *_: None) == ""

    def test_globs(self, root: Path) -> None:
        before = digest(root, "src/**/*.py")
        assert before
        assert digest(root, "./src/**/*.py") == before
        write(root, "src/note.txt", "x")
        assert digest(root, "src/**/*.py") == before
        write(root, "src/new.py", "x")
        after = digest(root, "src/**/*.py")
        assert after != before
        (root / "src/new.py").rename(root / "src/other.py")
        assert digest(root, "src/**/*.py") not in (before, after)

    def test_a_folder_is_all_that_is_below(self, root: Path) -> None:
        before = digest(root, "src")
        assert before == digest(root, "src/") == digest(root, "src/**")
        write(root, "src/db/deep/x", "")
        assert digest(root, "src") != before
        assert digest(root, ".")

    def test_a_walk_leaves_ignored_files_out(self, root: Path) -> None:
        before = digest(root, "src/db")
        write(root, ".gitignore", "*.log\n")
        write(root, "src/.gitignore", "*.tmp\n")
        write(root, "src/db/a.log", "x")
        write(root, "src/db/a.tmp", "x")
        assert digest(root, "src/db") == before

    def test_a_name_with_brackets_is_a_name(self, root: Path) -> None:
        write(root, "pages/[id].tsx", "x")
        write(root, "pages/i.tsx", "y")
        literal = digest(root, "pages/[id].tsx")
        write(root, "pages/i.tsx", "z")
        assert digest(root, "pages/[id].tsx") == literal
        (root / "pages/[id].tsx").unlink()
        assert digest(root, "pages/[id].tsx") not in ("", literal)

    def test_odd_files(self, root: Path) -> None:
        os.mkfifo(root / "pipe")
        (root / "link").symlink_to("/etc/passwd")
        (root / "out").symlink_to("/etc")
        write(root, "binary", b"\0\1\2")
        with open(os.fsencode(str(root)) + b"/caf\xe9", "wb") as file:
            file.write(b"x")
        assert digest(root, "pipe") == digest(root, "link") == digest(root, "out/passwd") == ""
        assert digest(root, "binary")
        assert digest(root, "caf\udce9")
        assert digest(root, "*")


def test_digests_follow_what_they_are_of(root: Path) -> None:
    targets = ("src/db/pool.py", "src/db/pool.py#Pool.acquire", "src/**/*.py")

    def states() -> list[str]:
        now = [digest(root, target) for target in targets]
        return ["gone" if not d else "same" if d == was else "changed" for d, was in zip(now, first, strict=True)]

    first = [digest(root, target) for target in targets]
    assert states() == ["same"] * 3
    write(root, "src/db/pool.py", CODE.replace("return 2", "return 3"))
    assert states() == ["changed", "same", "changed"]
    write(root, "src/db/pool.py", "class Pool: ...\n")
    assert states() == ["changed", "gone", "changed"]
    (root / "src/db/pool.py").unlink()
    assert states() == ["gone", "gone", "changed"]
    (root / "src/app.py").unlink()
    assert [digest(root, target) for target in (targets[2], "src/app.py", "../x", "../root")] == [""] * 4


class TestTyped:
    @pytest.mark.parametrize(
        ("typed", "cwd", "found"),
        [
            ("src/app.py", "", "src/app.py"),
            ("./src//app.py", "", "src/app.py"),
            ("app.py", "src", "src/app.py"),
            ("../app.py", "src/db", "src/app.py"),
            ("src/app.py", "src", "src/app.py"),
            ("src\\db\\pool.py", "", "src/db/pool.py"),
            ("{root}/src/app.py", "src", "src/app.py"),
            ("{root}", "", "."),
            (".", "src", "src"),
            ("src/db/", "", "src/db"),
            ("not/yet/there.py", "", "not/yet/there.py"),
            ("not-yet.py", "src", "src/not-yet.py"),
            ("src/**/*.py", "", "src/**/*.py"),
            (" src/app.py ", "", "src/app.py"),
            ("{outside}/../root/src/app.py", "", "src/app.py"),
        ],
    )
    def test_inside(self, root: Path, typed: str, cwd: str, found: str) -> None:
        text = typed.replace("{root}", str(root)).replace("{outside}", str(root.parent / "outside"))
        assert relative_path(str(root), text, cwd=str(root / cwd)) == found

    @pytest.mark.parametrize(
        "typed", ["/etc/passwd", "..", "../x", "src/../../x", "{root}x/y", "{root}/../other", "", "  ", "a\0b"]
    )
    def test_outside(self, root: Path, typed: str) -> None:
        with pytest.raises(BackstoryError) as caught:
            relative_path(str(root), typed.replace("{root}", str(root)), cwd=str(root))
        assert caught.value.hint
        assert caught.value.code == 2

    def test_through_a_link_to_the_root(self, root: Path, tmp_path: Path) -> None:
        (tmp_path / "alias").symlink_to(root)
        assert relative_path(str(root), str(tmp_path / "alias" / "src" / "app.py"), cwd="/") == "src/app.py"
        assert relative_path(str(tmp_path / "alias"), str(root / "src" / "app.py"), cwd="/") == "src/app.py"
        assert relative_path(str(tmp_path / "alias"), "src/app.py", cwd=str(root)) == "src/app.py"
        assert relative_path(str(tmp_path / "alias"), "app.py", cwd=str(root / "src")) == "src/app.py"

    def test_a_link_in_the_root_keeps_its_name(self, root: Path) -> None:
        (root / "link").symlink_to("src/app.py")
        assert relative_path(str(root), "link", cwd=str(root)) == "link"

    def test_the_process_folder_is_the_default(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(root / "src")
        assert relative_path(str(root), "app.py") == "src/app.py"

    def test_a_file_with_a_backslash_in_its_name(self, root: Path) -> None:
        write(root, "a\\b", "x")
        assert relative_path(str(root), "a\\b", cwd=str(root)) == "a\\b"

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(st.text("./\\a~#*[ ", max_size=12))
    def test_nothing_leads_out(self, root: Path, typed: str) -> None:
        try:
            found = relative_path(str(root), typed, cwd=str(root / "src"))
        except BackstoryError:
            return
        assert not os.path.isabs(found)
        assert ".." not in found.split("/")
        anchor_digest(str(root), Anchor(found))


@given(st.text(max_size=30), st.text(max_size=8))
def test_any_anchor(path: str, symbol: str) -> None:
    anchor_digest(str(Path(__file__).parent), Anchor(path, symbol, "b2:00000000"))
