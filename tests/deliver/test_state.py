from typing import Any

from backstory import deliver
from backstory.agents.base import Launch


def test_what_became_of_each_edit(repo: Any) -> None:
    repo.install()
    assert {i.state for i in repo.installed().values()} == {"present"}
    assert not any(i.note for i in repo.installed().values())

    repo.write("AGENTS.md", repo.read("AGENTS.md").replace("PRIVATE", "MY OWN"))
    (repo.root / "CLAUDE.local.md").unlink()
    repo.write(".claude/settings.local.json", "{ broken")
    found = repo.installed()
    assert found["AGENTS.md", "block"].state == "edited"
    assert found["CLAUDE.local.md", "block"].state == "missing"
    assert found["settings.local.json", "hooks"].state == "broken" and found["settings.local.json", "hooks"].note
    assert found["exclude", "lines"].state == "present"


def test_hooks_of_an_interpreter_that_is_gone_are_broken(repo: Any, tmp_path: Any) -> None:
    repo.launch = Launch(str(tmp_path / "old venv/python"), ("/site",))
    repo.install()
    found = repo.installed()["settings.local.json", "hooks"]
    assert found.state == "broken" and "old venv/python" in found.note
    repo.launch = Launch("/bin/sh", ("/site",))
    repo.install()
    assert repo.installed()["settings.local.json", "hooks"].state == "present"


def test_nothing_installed_is_nothing_to_say(repo: Any) -> None:
    assert repo.installed() == {}


def test_whose_hooks_are_installed_is_told_without_git(repo: Any) -> None:
    repo.install()
    given = {"gate": repo.gate, "environ": {**repo.environ, "PATH": ""}}
    assert deliver.list_hooked_agents(repo.project, **given) == ["claude-code"]
    repo.uninstall("claude-code")
    assert deliver.list_hooked_agents(repo.project, **given) == []
