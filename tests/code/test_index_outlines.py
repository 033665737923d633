"""Outlines are parsed once per content, kept without secrets, and forgotten with what they are of."""

from pathlib import Path

from backstory.code.index.outlines import read_outlines
from backstory.code.index.store import CodeIndex
from backstory.redact.gate import Gate

TOKEN = "ghp_" + "aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY2zA4"  # made up; in two parts, so that no scanner stumbles


def rows(index: CodeIndex, root: Path) -> list[tuple[str, str]]:
    index.refresh(str(root), None)
    found = read_outlines(index, sorted(index.files().values(), key=lambda f: f.path))
    return [(path, s.name) for path, symbols in found.items() for s in symbols]


def kept(index: CodeIndex) -> int:
    return int(index.db.execute("SELECT count(*) FROM outline").get)


def test_parsed_once_and_forgotten_with_the_content(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def a():\n    pass\n")
    (tmp_path / "b.py").write_text("def b():\n    pass\n")
    index = CodeIndex.open(str(tmp_path.parent / f"{tmp_path.name}.db"))
    first = rows(index, tmp_path)

    assert first == [("a.py", "a"), ("b.py", "b")] == rows(index, tmp_path)
    assert kept(index) == 2
    index.db.execute("UPDATE outline SET symbols = '[]'")
    assert rows(index, tmp_path) == []  # they come from there

    (tmp_path / "a.py").write_text("def other():\n    pass\n")
    (tmp_path / "b.py").unlink()
    assert rows(index, tmp_path) == [("a.py", "other")]
    assert kept(index) == 1


def test_one_content_in_two_languages(tmp_path: Path) -> None:
    text = "export function a(): number { return 1 }\n"
    (tmp_path / "a.ts").write_text(text)
    (tmp_path / "a.tsx").write_text(text)
    index = CodeIndex.open(str(tmp_path.parent / f"{tmp_path.name}.db"))

    assert rows(index, tmp_path) == [("a.ts", "a"), ("a.tsx", "a")]


def test_a_secret_in_a_signature_is_not_kept(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(f'GITHUB_TOKEN = "{TOKEN}"\n')
    index = CodeIndex.open(str(tmp_path.parent / f"{tmp_path.name}.db"), Gate())

    assert rows(index, tmp_path) == [("a.py", "GITHUB_TOKEN")]
    assert kept(index) == 0


def test_without_room_to_write_it_still_answers(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def a():\n    pass\n")
    index = CodeIndex.open(str(tmp_path.parent / f"{tmp_path.name}.db"))
    index.refresh(str(tmp_path), None)
    index.db.pragma("query_only", True)

    assert [s.name for s in read_outlines(index, index.files().values())["a.py"]] == ["a"]
