import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from backstory import deliver
from backstory.agents.base import Launch, Texts
from backstory.deliver import Rendered, Step
from backstory.redact.gate import Gate
from backstory.store.places import Project

TEXTS = Texts("PRIVATE brief", "team brief")


class Repo:
    """A working tree of a project, with the person's home and data home beside it."""

    def __init__(self, root: Path, beside: Path, *, git: bool = True) -> None:
        self.root = root
        self.beside = beside
        self.environ = {"HOME": str(beside / "home"), "PATH": os.environ["PATH"]}
        self.gate = Gate()
        ident = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
        private = str(beside / "data/projects" / ident)
        team = str(root / ".backstory")
        git_dir = common = ""
        if git:
            git_dir, common = (
                os.path.realpath(os.path.join(root, self.git("rev-parse", option).strip()))
                for option in ("--git-dir", "--git-common-dir")
            )
        self.project = Project(
            root=str(root), id=ident, home=str(beside / "data"), private=private, team=team,
            user=str(beside / "data/user"), local=f"{team}/local", git_dir=git_dir, common_dir=common, reasons=(),
        )  # fmt: skip
        self.launch = Launch("/bin/sh", ("/opt/site",))

    def git(self, *args: str) -> str:
        ran = subprocess.run(["git", *args], cwd=self.root, capture_output=True, text=True, check=True)
        return ran.stdout

    def install(self, *agents: str, **options: Any) -> list[Step]:
        return deliver.install_surfaces(
            self.project, agents or ("claude-code", "agents-md"), **self._given(options), launch=self.launch
        )

    def plan(self, *agents: str, **options: Any) -> list[Step]:
        return deliver.plan_install(
            self.project, agents or ("claude-code", "agents-md"), **self._given(options), launch=self.launch
        )

    def uninstall(self, *agents: str, dry: bool = False) -> list[Step]:
        return deliver.uninstall_surfaces(self.project, agents=agents, dry=dry, gate=self.gate, environ=self.environ)

    def refresh(self, full: str = "PRIVATE brief", team: str = "team brief", **options: Any) -> deliver.Refreshed:
        rendered = Rendered(texts=Texts(full, team), **options)
        return deliver.refresh_files(self.project, rendered, gate=self.gate, environ=self.environ, launch=self.launch)

    def installed(self) -> dict[tuple[str, str], deliver.Installed]:
        found = deliver.list_installed(self.project, gate=self.gate, environ=self.environ)
        return {(os.path.basename(i.path), i.kind): i for i in found}

    def read(self, path: str) -> str:
        return (self.root / path).read_text()

    def write(self, path: str, text: str) -> None:
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def status(self) -> list[str]:
        """What git sees beside `.backstory`."""
        return [row for row in self.git("status", "--porcelain").splitlines() if ".backstory" not in row]

    def tree(self) -> dict[str, bytes | None]:
        """Every file and folder, git's own included but for what git itself writes."""
        found: dict[str, bytes | None] = {}
        for folder, folders, files in os.walk(self.root):
            inside = os.path.relpath(folder, self.root)
            if inside.startswith(".git"):
                folders[:] = [f for f in folders if f == "info"]
                files = [f for f in files if inside.endswith("info")]
            found |= {os.path.join(inside, f): None for f in folders}
            found |= {os.path.join(inside, f): Path(folder, f).read_bytes() for f in files}
        return found

    def _given(self, options: dict[str, Any]) -> dict[str, Any]:
        return {"texts": TEXTS, "gate": self.gate, "environ": self.environ} | options


def make(root: Path, beside: Path, *, git: bool = True) -> Repo:
    root.mkdir(parents=True)
    if git:
        for args in (
            ("init", "-q", "-b", "main"), ("config", "user.name", "Ada"), ("config", "user.email", "ada@example.org"),
            ("commit", "-q", "--allow-empty", "-m", "start"),
        ):  # fmt: skip
            subprocess.run(["git", *args], cwd=root, check=True)
        (root / ".backstory").mkdir()
        (root / ".backstory/.gitignore").write_text("*\n")
    return Repo(root, beside, git=git)


@pytest.fixture
def repo(tmp_path: Path) -> Repo:
    return make(tmp_path / "repo", tmp_path)


@pytest.fixture
def plain(tmp_path: Path) -> Repo:
    """A project without git."""
    return make(tmp_path / "plain", tmp_path, git=False)
