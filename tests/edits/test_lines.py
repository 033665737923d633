import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from backstory.edits import lines
from backstory.model.errors import BackstoryError

files = st.lists(st.sampled_from(["*.pyc", "# note", "", "/a", "\r", "\ufeff", "x" * 9]), max_size=6).flatmap(
    lambda rows: st.sampled_from(["\n", "\r\n"]).flatmap(
        lambda nl: st.sampled_from(["", nl]).map(lambda end: (nl.join(rows) + end).encode())
    )
)
rows = st.lists(st.sampled_from(["/AGENTS.md", "/CLAUDE.local.md", "/a b/c", "/\\#x"]), min_size=1, max_size=4)


@given(files, rows, rows)
def test_revert_undoes_apply(data: bytes, first: list[str], second: list[str]) -> None:
    out, fragment = lines.apply(data, first)

    assert lines.read(out) == first
    assert lines.apply(out, first, was=fragment) == (out, fragment)
    assert lines.revert(out) == lines.revert(out, was=fragment) == data
    again, changed = lines.apply(out, second, was=fragment)
    assert lines.read(again) == second
    assert lines.revert(again, was=changed) == data


@given(files, rows, rows, st.booleans())
def test_rules_stand_beside_other_lines(data: bytes, first: list[str], second: list[str], rules_first: bool) -> None:
    """Both come out again in either order, and the bytes before them stay."""
    out, fragment = lines.apply(data, first)
    both, beside = lines.apply(out, second, marks=lines.RULE_MARKS)

    assert both.startswith(data) and lines.read(both) == first
    assert lines.apply(both, second, was=beside, marks=lines.RULE_MARKS) == (both, beside)
    if rules_first:
        assert lines.revert(both, was=beside, marks=lines.RULE_MARKS) == out
    else:
        left = lines.revert(both, was=fragment)
        assert lines.read(left) == [] and lines.revert(left, was=beside, marks=lines.RULE_MARKS) == data


def test_lines_are_set_without_blank_lines() -> None:
    assert lines.apply(b"*.pyc\n", ["/a"])[0] == b"*.pyc\n# backstory:begin\n/a\n# backstory:end\n"


def test_state_and_broken_markers() -> None:
    out, fragment = lines.apply(b"", ["/a", "/b"])
    assert lines.state(out, was=fragment) == "present"
    assert lines.state(out.replace(b"/b", b"/c"), was=fragment) == "edited"
    assert lines.state(b"", was=fragment) == "missing"
    with pytest.raises(BackstoryError):
        lines.revert(out.replace(b"# backstory:end", b""))
    with pytest.raises(BackstoryError):
        lines.apply(b"", ["# backstory:end"])


NAMES = ["AGENTS.md", "#x", "!x", "a b.md ", "[x]*?", "back\\slash", "sub/AGENTS.md", " lead", "trail  "]


@settings(max_examples=1)
@given(st.just(NAMES))
def test_a_pattern_fits_exactly_its_path(tmp_path_factory: pytest.TempPathFactory, names: list[str]) -> None:
    root: Path = tmp_path_factory.mktemp("repo")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    exclude = root / ".git/info/exclude"
    exclude.write_bytes(lines.apply(b"", [lines.pattern(n) for n in names])[0])
    for name in names:
        asked = subprocess.run(["git", "check-ignore", "-q", "--", name], cwd=root)
        assert asked.returncode == 0, name
    for other in ("AGENTS.mdx", "deep/AGENTS.md", "x", "a b.md", "ax", "trail", "trail "):
        assert subprocess.run(["git", "check-ignore", "-q", "--", other], cwd=root).returncode == 1, other
