import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.model.scripts import drop_heredocs, join_lines


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("cat > t.py <<'EOF'\nprint(1)\nEOF\npython -m pytest t.py", "cat > t.py; python -m pytest t.py"),
        ("cat > a.rs <<EOF && cargo test --lib a\nfn a() {}\nEOF", "cat > a.rs && cargo test --lib a"),
        ("set -e\ncd app\nnpm test -- --run", "set -e; cd app; npm test -- --run"),
        ("go test ./... \\\n  -run TestPool", "go test ./... -run TestPool"),
        ("make check &&\n  make docs", "make check && make docs"),
        (
            'git commit -m "$(cat <<EOF\nPool: close it\n\nIt leaks.\nEOF\n)" && cargo test',
            'git commit -m "$(cat )" && cargo test',
        ),
        ("for f in a b; do\n  run $f\ndone", "for f in a b; do run $f; done"),
    ],
)
def test_a_script_is_one_line(command: str, line: str) -> None:
    assert " ".join(join_lines(drop_heredocs(command)).split()) == line


def test_what_is_no_here_document_stays() -> None:
    assert drop_heredocs("echo $((1 << 3))\nwc -l <<< text") == "echo $((1 << 3))\nwc -l <<< text"
    assert drop_heredocs("cat <<EOF\nwithout an end") == "cat <<EOF\nwithout an end"


@given(st.lists(st.lists(st.from_regex(r"[a-z]{1,6}", fullmatch=True), min_size=1, max_size=4), min_size=1, max_size=5))
def test_every_word_of_a_script_is_kept(lines: list[list[str]]) -> None:
    joined = join_lines("\n".join(map(shlex.join, lines)))
    assert [word.rstrip(";") for word in joined.split()] == [word for line in lines for word in line]
