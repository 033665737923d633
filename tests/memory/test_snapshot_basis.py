"""A snapshot of an unchanged repository takes over what the one before it found; any change is surveyed."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from backstory.api import Memory
from backstory.memory import snapshot_basis
from backstory.model.record import Anchor, Draft
from backstory.model.snapshot import Snapshot
from backstory.survey import snapshot as survey_snapshot

from .conftest import git


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
        patch.setattr("backstory.memory.snapshots.describe_work", lambda workspace: _work("AKIA" + "Z7QH2K5M3P8R4T6W"))
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
