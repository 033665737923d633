"""A snapshot of an unchanged repository takes over what the one before it found; any change is surveyed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.memory.conftest import git

from backstory.api import Memory
from backstory.memory.answers import snapshot_basis
from backstory.model.record import Anchor, Draft
from backstory.model.snapshot import Snapshot
from backstory.survey import repository
from backstory.survey import snapshot as survey_snapshot


class Surveys:
    """Counts the surveys of a test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        real = survey_snapshot.survey_repository

        def counted(*args: object, **options: object) -> object:
            self.count += 1
            return real(*args, **options)

        monkeypatch.setattr(survey_snapshot, "survey_repository", counted)


def content(taken: Snapshot) -> dict[str, object]:
    """A snapshot without what differs between any two."""
    plain = msgspec.to_builtins(taken)
    for name in ("id", "made", "took_ms", "tokens"):
        plain.pop(name, None)
    plain.get("extra", {}).pop(snapshot_basis.EXTRA, None)
    return plain


def test_only_a_change_is_surveyed(opened: Callable[..., Memory], repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (repo / ".git" / "info" / "exclude").write_text(".env\n")
    surveys = Surveys(monkeypatch)
    first = opened().snapshot("mend the pool")
    again = opened().snapshot()
    assert surveys.count == 1
    assert again.id != first.id
    assert content(again) == content(first)
    assert opened().snapshots.get(again.id) == again

    def edit() -> None:
        (repo / "src" / "pool.py").write_text("import os\n\nLIMIT = os.environ['POOL_LIMIT']\n")

    def edit_again() -> None:
        (repo / "src" / "pool.py").write_text("import os\n\nLIMIT = os.environ['POOL_SIZE_']\n")

    changes: list[tuple[str, Callable[[], object]]] = [
        ("an edit", edit),
        ("an edit of the same size", edit_again),
        ("a new file", lambda: (repo / "src" / "tax.py").write_text("def tax(): ...\n")),
        ("a commit", lambda: (git(repo, "add", "-A"), git(repo, "commit", "-qm", "tax"))),
        ("a branch", lambda: git(repo, "switch", "-qc", "other")),
        ("a goal", lambda: opened().snapshot("charge tax")),
        ("a setting", lambda: git(repo, "config", "user.name", "Grace")),
        (
            "a pin",
            lambda: opened().remember(Draft(kind="note", title="x", tier="pinned", anchors=[Anchor("src/tax.py")])),
        ),
        ("a secret of the person's", lambda: (repo / ".env").write_text("SHOP_PASSWORD=bicycles-and-parts\n")),
    ]
    for name, change in changes:
        change()
        before = surveys.count
        taken = opened().snapshot()
        is_done = name == "a goal"  # the change itself took the snapshot
        assert surveys.count == before + (not is_done), name
        with monkeypatch.context() as patch:
            patch.setattr(snapshot_basis, "has_basis", lambda earlier, basis: False)
            patch.setattr(snapshot_basis, "find_earlier", lambda workspace: None)
            assert content(opened().snapshot()) == content(taken), name


def test_the_work_is_told_anew_and_passes_the_gate(
    opened: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch
) -> None:
    surveys = Surveys(monkeypatch)
    opened().snapshot()
    opened().remember(Draft(kind="question", title="which countries?"))
    memory = opened()
    with monkeypatch.context() as patch:
        patch.setattr(
            "backstory.memory.answers.snapshots.describe_work", lambda workspace: _work("AKIA" + "Z7QH2K5M3P8R4T6W")
        )
        taken = memory.snapshot()
    assert surveys.count == 1
    assert taken.work.state.startswith("[REDACTED:")
    assert [question.title for question in opened().snapshot().work.questions] == ["which countries?"]
    assert surveys.count == 1


def test_names_of_variables_pass_the_gate(opened: Callable[..., Memory], repo: Path) -> None:
    secret = "AKIA" + "Z7QH2K5M3P8R4T6W"
    (repo / "src" / "pool.py").write_text(f"import os\n\nA = os.environ['{secret}'], os.environ['POOL_LIMIT']\n")
    taken = opened().snapshot("mend the pool")
    assert "POOL_LIMIT" in taken.facts.variables
    assert secret not in repr(taken)


def test_a_subject_that_the_gate_changes_is_the_same_basis(
    opened: Callable[..., Memory], repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git(repo, "commit", "-q", "--allow-empty", "-m", "use AKIA" + "Z7QH2K5M3P8R4T6W")
    git(repo, "config", "gc.auto", "0")
    for number in range(4):
        git(repo, "commit", "-q", "--allow-empty", "-m", f"step {number}")
    surveys = Surveys(monkeypatch)
    first = opened().snapshot()
    assert "[REDACTED:" in first.git.commits[-1].subject
    assert opened().snapshot().git.commits == opened().snapshot().git.commits == first.git.commits
    assert surveys.count == 1


def _work(state: str) -> object:
    from backstory.model.snapshot import Work

    return Work(state=state)


def test_a_state_that_git_does_not_tell_in_full_has_no_basis(opened: Callable[..., Memory], repo: Path) -> None:
    memory = opened()
    state = memory.git.state()
    assert snapshot_basis.describe_basis(memory, state, "")
    assert not snapshot_basis.describe_basis(memory, msgspec.structs.replace(state, more_changes=1), "")
    (repo / "src" / "big.py").write_text("x\n")
    untold = [msgspec.structs.replace(change, oid="") for change in opened().git.state().changes]
    assert not snapshot_basis.describe_basis(memory, msgspec.structs.replace(state, changes=tuple(untold)), "")


LOADED = """
import os, sys
from backstory.api import Channel, Memory
memory = Memory.open({root!r}, {environ!r}, channel=Channel("explicit", "", ""))
memory.snapshot("mend the pool")
print(*(name for name in sys.modules if name.startswith(("backstory.survey", "backstory.code", "pathspec"))))
"""


def test_an_unchanged_repository_loads_nothing_that_reads_files(opened: Callable[..., Memory], repo: Path) -> None:
    for _ in range(2):  # the first one makes the index of the code
        opened().snapshot("mend the pool")
    memory = opened()
    code = LOADED.format(root=str(repo), environ=dict(memory.environ))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_edits_carry_over_what_they_do_not_touch(
    opened: Callable[..., Memory], repo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After any change a snapshot says what one says that was made from nothing, and only edits spare the listing."""
    (repo / "src" / "tax.py").write_text("def tax(): ...\n")
    (repo / "src" / "link.py").symlink_to("tax.py")
    (repo / "main.go").write_text("package main\n\nfunc main() {}\n")
    (repo / "setup.py").write_text("setup(name='shop')\n")
    (repo / ".git" / "info" / "exclude").write_text("bin\n")
    (repo / "dist").mkdir()
    (repo / "dist" / "pool.py").write_text("x = 1\n")
    (repo / "pyproject.toml").write_text('[project]\nname = "shop"\ndescription = "Sells bicycles."\n')
    git(repo, "add", "-fA")
    git(repo, "commit", "-qm", "more")
    opened().snapshot("mend the pool")
    lists = 0
    real = repository.list_files

    def counted(*args: Any, **options: Any) -> repository.Listing:
        nonlocal lists
        lists += 1
        return real(*args, **options)

    monkeypatch.setattr(repository, "list_files", counted)

    def write(path: str, text: str) -> Callable[[], object]:
        return lambda: (repo / path).write_text(text)

    changes: list[tuple[str, bool, Callable[[], object]]] = [
        ("an edit", False, write("src/pool.py", "import os\n\nLIMIT = os.environ['POOL_LIMIT']\n")),
        ("an edit of another file", False, write("src/tax.py", "def charge(): ...\n")),
        ("an edit that is left out", False, write("dist/pool.py", "x = 2\n")),
        ("an edit of the program", False, write("main.go", "package main\n\nfunc main() { run() }\n")),
        ("a program that is none", True, write("main.go", "package shop\n")),
        ("an edit of a manifest", False, write("setup.py", "import shop\n\nsetup(name='shop')\n")),
        ("an entry that is no file", True, write("setup.py", "setup(name='shop', scripts=['bin/shop'])\n")),
        ("an entry that git ignores", True, lambda: (repo / "bin").mkdir() or (repo / "bin" / "shop").write_text("#!")),
        ("another name in a manifest", True, write("setup.py", "import shop\n\nsetup(name='store')\n")),
        ("an edit taken back", True, lambda: git(repo, "checkout", "-q", "src/pool.py")),
        ("an edit of the README", True, write("README.md", "# Shop\n\nA large web shop for boats and their oars.\n")),
        ("an edit after that", False, write("src/pool.py", "def get(): ...\n")),
        ("the README as it was", True, lambda: git(repo, "checkout", "-q", "README.md")),
        ("a manifest", True, write("pyproject.toml", '[project]\nname = "store"\ndescription = "Sells boats."\n')),
        ("an edit that is staged", True, lambda: git(repo, "add", "src/tax.py")),
        ("an edit over a staged one", True, write("src/tax.py", "def levy(): ...\n")),
        ("a file that is gone", True, lambda: (repo / "src" / "tax.py").unlink()),
        ("a link to elsewhere", True, lambda: _relink(repo / "src" / "link.py")),
        ("a new file", True, write("src/boats.py", "def row(): ...\n")),
        ("an edit of the new file", True, write("src/boats.py", "def sail(): ...\n")),
    ]
    for name, is_listed, change in changes:
        change()
        before = lists
        taken = opened().snapshot()
        assert lists - before <= is_listed, name
        assert taken.facts.name, name
        with monkeypatch.context() as patch:
            patch.setattr(snapshot_basis, "find_earlier", lambda workspace: None)
            assert content(opened().snapshot()) == content(taken), name


def _relink(link: Path) -> None:
    link.unlink()
    link.symlink_to("pool.py")


@pytest.mark.parametrize("notes", [None, {}, {"read": ["README.md"], "probes": [], "signs": {}, "recent": 1}])
def test_notes_of_another_shape_are_passed_over(opened: Callable[..., Memory], repo: Path, notes: object) -> None:
    first = opened().snapshot("mend the pool")
    place = Path(opened().snapshots.folder, f"{first.id}.json")
    body = msgspec.json.decode(place.read_bytes())
    body["extra"]["survey"] = notes
    place.write_bytes(msgspec.json.encode(body))
    (repo / "src" / "pool.py").write_text("def get(): ...\n")
    assert opened().snapshot().facts == first.facts
