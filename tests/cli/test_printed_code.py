"""Code that is printed has passed the gate: an outline is read by a model, and a constant may hold a secret."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, git

SECRETS = ("AKIA" + "QYLPMN5HHHFPZAM2", "ghp_" + "R7d9f2kQ8mZ4xW1vB6nT3yL5pJ0hCsEaUiGo")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("map",), ("map", "--surface"), ("map", "--for", "token"), ("map", "a.py"), ("map", "b.ts"), ("map", "a.py#C"),
    ("map", "a.py#g"), ("why", "a.py"), ("why", "a.py:1"), ("why", "a.py:3"), ("why", "a.py#C"), ("why", "a.py:4"),
    ("files", "--for", "token", "--explain"), ("snapshot",), ("show", "latest"), ("brief", "--task", "token"),
    ("diff",), ("handoff",), ("checkpoint", "work"), ("remember", "fact", "a token", "--at", "a.py#C"), ("log",),
)  # fmt: skip


@pytest.fixture
def telling(project: Path) -> Path:
    key, token = SECRETS
    (project / "b.ts").write_text(
        f'export const KEY = "{key}";\nexport class A {{ static token = "{token}"; f(key = "{key}") {{}} }}\n'
    )
    for text in ("x", "y"):
        (project / "a.py").write_text(
            f'KEY = "{key}"  # {text}\nclass C:  # {text}\n    token = "{token}"  # {text}\n'
            f'    def f(self, key="{key}", {text}: str = "{token}") -> str:\n        return key\n'
            f'def g(password="{token}"): ...\n'
        )
        git(project, "add", "-A")
        git(project, "commit", "-qm", f"{text}: {token}", "-m", f"the key is {key}")
    (project / "a.py").write_text((project / "a.py").read_text() + f'OTHER = "{key}"\n')
    return project


def test_no_secret_of_the_code_or_of_a_commit_is_printed(telling: Path, run: Run) -> None:
    for line in COMMANDS:
        for words in (line, (*line, "--json")):
            ran = run(*words)
            assert not [s for s in SECRETS if s[4:16] in ran.out + ran.err], words
    assert "KEY = " in run("map", "a.py").out
    assert "[REDACTED:" in run("map", "a.py").out
    assert "[REDACTED:" in run("why", "a.py:3").out
