import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from backstory.model.errors import BackstoryError, Invalid

FILES = {".claude/settings.local.json", "CLAUDE.local.md", "AGENTS.md"}
SETTINGS = '{\n  // mine\n  "permissions": {"allow": ["Bash(ls)"],},\n  "hooks": {"Stop": []}\n}\n'


def verbs(steps: Any) -> dict[str, str]:
    return {os.path.basename(s.path): s.verb for s in steps}


def test_a_fresh_repository_gets_three_files_that_git_does_not_see(repo: Any) -> None:
    before = repo.tree()
    steps = repo.install()
    assert verbs(steps) == {os.path.basename(path): "new" for path in FILES} | {"exclude": "changed"}
    assert repo.status() == []
    repo.git("add", "-A")
    assert not FILES & set(repo.git("ls-files").split())
    assert "PRIVATE brief" in repo.read("AGENTS.md")
    assert set(json.loads(repo.read(".claude/settings.local.json"))["hooks"]) >= {"SessionStart", "Stop"}

    assert set(verbs(repo.install()).values()) == {"same"}
    repo.uninstall()
    assert repo.tree() == before
    assert repo.installed() == {}


def test_what_is_private_is_hidden_before_it_is_written(repo: Any) -> None:
    assert next(os.path.basename(s.path) for s in repo.install()) == "exclude"


def test_files_that_are_there_keep_every_byte(repo: Any) -> None:
    repo.write("AGENTS.md", "# Rules\r\n\r\nUse tabs.")
    repo.write(".claude/settings.local.json", SETTINGS)
    repo.write("CLAUDE.local.md", "")
    before = repo.tree()
    repo.install()
    assert repo.read(".claude/settings.local.json").startswith(SETTINGS[:50])
    repo.uninstall()
    assert repo.tree() == before


def test_edits_made_meanwhile_stay(repo: Any) -> None:
    repo.write("AGENTS.md", "# Rules\n")
    repo.install()
    repo.write("AGENTS.md", "# Better rules\n" + repo.read("AGENTS.md").removeprefix("# Rules\n") + "More.\n")
    settings = repo.read(".claude/settings.local.json")
    repo.write(".claude/settings.local.json", settings.replace("{\n", '{\n  "model": "opus",\n', 1))
    repo.uninstall()
    assert repo.read("AGENTS.md") == "# Better rules\nMore.\n"
    assert json.loads(repo.read(".claude/settings.local.json")) == {"model": "opus"}
    assert not (repo.root / "CLAUDE.local.md").exists()


def test_a_private_set_up_leaves_a_tracked_agents_md_alone(repo: Any) -> None:
    repo.write("AGENTS.md", "# Rules\n")
    repo.git("add", "AGENTS.md")
    [step] = [s for s in repo.install() if s.path == "AGENTS.md"]
    assert step.verb == "skipped" and "backstory init --team" in step.hint
    assert repo.status() == ["A  AGENTS.md"]
    repo.refresh("PRIVATE, newer", "team brief, newer")
    assert repo.read("AGENTS.md") == "# Rules\n"


@pytest.mark.parametrize("agent", ["agents-md", "codex"])
def test_a_private_set_up_neither_edits_nor_hides_a_new_file_of_the_persons(repo: Any, agent: str) -> None:
    repo.write("AGENTS.md", "# My own rules\n")
    repo.write(".codex/hooks.json", "{}\n")
    steps = repo.install(agent, "claude-code")
    assert {s.path for s in steps if s.verb == "skipped"} >= {"AGENTS.md"}
    assert repo.read("AGENTS.md") == "# My own rules\n" and repo.read(".codex/hooks.json") == "{}\n"
    assert sorted(repo.git("add", "-n", ".").split("\n"))[1:] == ["add '.codex/hooks.json'", "add 'AGENTS.md'"]
    repo.git("add", "-A")
    repo.install(agent, "claude-code")
    assert set(repo.git("ls-files").split()) == {"AGENTS.md", ".codex/hooks.json"}


def test_a_file_that_the_person_ignores_may_hold_private_text(repo: Any) -> None:
    repo.write(".gitignore", "AGENTS.md\n")
    repo.write("AGENTS.md", "# My own rules\n")
    repo.install()
    assert "PRIVATE" in repo.read("AGENTS.md")
    repo.uninstall()
    assert repo.read("AGENTS.md") == "# My own rules\n"


def test_a_file_of_ours_that_the_person_writes_into_becomes_theirs(repo: Any) -> None:
    repo.install()
    repo.write("AGENTS.md", repo.read("AGENTS.md") + "\n# mine\n")
    state = repo.installed()["AGENTS.md", "block"]
    assert state.state == "broken" and "hides it from git" in state.note
    [*_, step] = [s for s in repo.install() if s.path == "AGENTS.md"]
    assert repo.read("AGENTS.md").strip() == "# mine" and "PRIVATE" not in repo.read("AGENTS.md")
    assert step.verb in ("skipped", "restored")
    repo.git("add", "AGENTS.md")
    assert "AGENTS.md" not in repo.read(".git/info/exclude")


def test_a_tracked_agents_md_gets_team_records_only_and_is_not_hidden(repo: Any) -> None:
    repo.write("AGENTS.md", "# Rules\n")
    repo.git("add", "AGENTS.md")
    repo.install("agents-md", team=True)
    assert "team brief" in repo.read("AGENTS.md") and "PRIVATE" not in repo.read("AGENTS.md")
    assert "AGENTS.md" not in repo.read(".git/info/exclude")
    assert repo.status() == ["AM AGENTS.md"]
    repo.uninstall()
    assert repo.read("AGENTS.md") == "# Rules\n"


def test_a_team_gets_committed_hooks_and_instructions(repo: Any) -> None:
    before = repo.tree()
    repo.install(team=True)
    assert "PRIVATE" not in repo.read("AGENTS.md")
    assert not (repo.root / "CLAUDE.local.md").exists()
    for path in ("AGENTS.md", "CLAUDE.md", ".claude/settings.json"):
        assert "/bin/sh" not in repo.read(path) and str(repo.root) not in repo.read(path)
    repo.git("add", "-A")
    assert set(repo.git("ls-files").split()) == {"AGENTS.md", "CLAUDE.md", ".claude/settings.json"}
    assert "/bin/sh" in repo.read(".claude/settings.local.json")
    repo.git("reset", "-q")
    repo.uninstall()
    assert repo.tree() == before


def test_what_came_with_the_repository_stays_when_one_person_leaves(repo: Any) -> None:
    exclude = repo.read(".git/info/exclude")
    repo.install(team=True)
    repo.git("add", "-A")
    shutil.rmtree(repo.beside / "data")  # a colleague's clone has the committed files and no ledger of them
    (repo.root / ".claude/settings.local.json").unlink()
    repo.write(".git/info/exclude", exclude)
    brought = repo.tree()
    repo.install(team=True)
    repo.refresh("PRIVATE", "the newest team brief")
    kept = {**brought, "./AGENTS.md": repo.read("AGENTS.md").encode()}
    assert verbs(repo.uninstall(dry=True))["CLAUDE.md"] == "kept"
    steps = verbs(repo.uninstall())
    assert {steps[name] for name in ("AGENTS.md", "CLAUDE.md", "settings.json")} == {"kept"}
    assert steps["settings.local.json"] == "gone"
    assert repo.tree() == kept and repo.installed() == {}


def test_from_personal_to_team_and_back_leaves_nothing_behind(repo: Any) -> None:
    before = repo.tree()
    repo.install()
    repo.install(team=True)
    assert "PRIVATE" not in repo.read("AGENTS.md") and not (repo.root / "CLAUDE.local.md").exists()
    assert "AGENTS.md" not in repo.read(".git/info/exclude")
    repo.install()
    assert "PRIVATE" in repo.read("AGENTS.md") and not (repo.root / "CLAUDE.md").exists()
    assert "/AGENTS.md" in repo.read(".git/info/exclude")
    repo.uninstall()
    assert repo.tree() == before


def test_without_hooks_the_file_carries_the_brief(repo: Any) -> None:
    repo.install()
    repo.install(hooks=False)
    assert not (repo.root / ".claude").exists()
    assert "@.backstory/local/handoff.md" in repo.read("CLAUDE.local.md")
    assert "settings.local.json" not in repo.read(".git/info/exclude")


def test_one_agent_goes_and_the_other_stays(repo: Any) -> None:
    before = repo.tree()
    repo.install()
    repo.uninstall("claude")
    assert not (repo.root / ".claude").exists() and not (repo.root / "CLAUDE.local.md").exists()
    assert "PRIVATE" in repo.read("AGENTS.md")
    assert "# backstory:begin\n/AGENTS.md\n# backstory:end\n" in repo.read(".git/info/exclude")
    repo.uninstall("agents-md")
    assert repo.tree() == before


def test_a_plan_writes_nothing_and_shows_what_would_be(repo: Any, tmp_path: Path) -> None:
    repo.write(".gitignore", "AGENTS.md\n")
    repo.write("AGENTS.md", "# Rules\n")
    before = repo.tree()
    steps = repo.plan()
    assert repo.tree() == before and not (tmp_path / "data").exists()
    assert all(s.diff for s in steps)
    shown = "".join(s.diff for s in steps)
    assert "+PRIVATE brief" in shown and "b/.git/info/exclude" in shown and "+<!-- backstory:begin v1 -->" in shown
    patch = tmp_path / "plan.diff"
    patch.write_text("".join(s.diff for s in steps if ".git/" not in s.diff))
    subprocess.run(["git", "apply", str(patch)], cwd=repo.root, check=True)
    planned = repo.tree()

    repo.git("checkout", "-q", ".") if repo.git("ls-files") else None
    for name in FILES - {"AGENTS.md"}:
        (repo.root / name).unlink()
    repo.write("AGENTS.md", "# Rules\n")
    assert verbs(repo.install()) == verbs(steps)
    exclude = os.path.join(".git/info", "exclude")
    assert repo.tree() | {exclude: b""} == planned | {exclude: b""}

    going = repo.uninstall(dry=True)
    gone = {"settings.local.json": "gone", "CLAUDE.local.md": "gone"}
    assert verbs(going) == gone | {"AGENTS.md": "restored", "exclude": "restored"}
    assert all(s.diff for s in going)
    assert "PRIVATE" in repo.read("AGENTS.md")


def test_without_git_nothing_is_hidden_and_all_comes_back(plain: Any) -> None:
    before = plain.tree()
    assert "exclude" not in verbs(plain.install())
    assert "PRIVATE" in plain.read("AGENTS.md")
    plain.uninstall()
    assert plain.tree() == before


def test_a_broken_file_is_refused_and_the_others_are_done(repo: Any) -> None:
    repo.write(".claude/settings.local.json", "{ broken")
    repo.write("AGENTS.md", "<!-- backstory:begin v1 -->\nhalf\n")
    steps = {os.path.basename(s.path): s for s in repo.install()}
    for name in ("settings.local.json", "AGENTS.md"):
        assert steps[name].verb in ("refused", "skipped") and steps[name].note and steps[name].hint
    assert '"hooks"' in steps["settings.local.json"].hint
    assert steps["CLAUDE.local.md"].verb == "new"
    assert repo.read(".claude/settings.local.json") == "{ broken"
    repo.uninstall()
    assert repo.read("AGENTS.md") == "<!-- backstory:begin v1 -->\nhalf\n"


def test_a_personal_file_that_git_tracks_is_not_touched(repo: Any) -> None:
    repo.write(".claude/settings.local.json", "{}\n")
    repo.git("add", ".claude")
    [step] = [s for s in repo.install() if s.kind == "hooks"]
    assert step.verb == "refused" and f"git -C {repo.root} rm --cached .claude/settings.local.json" in step.hint
    assert repo.read(".claude/settings.local.json") == "{}\n"


def test_where_nothing_can_be_hidden_nothing_private_is_written(repo: Any) -> None:
    repo.write(".git/info/exclude", "# backstory:begin\n")
    steps = {os.path.basename(s.path): s.verb for s in repo.install()}
    assert steps["exclude"] == "refused"
    assert "PRIVATE" not in repo.read("AGENTS.md") and "team brief" in repo.read("AGENTS.md")


def test_a_block_changed_by_hand_is_left_until_it_is_deleted(repo: Any) -> None:
    repo.install()
    repo.write("AGENTS.md", repo.read("AGENTS.md").replace("PRIVATE", "MY OWN"))
    [step] = [s for s in repo.install() if s.path == "AGENTS.md"]
    assert step.verb == "left" and "delete the block" in step.hint
    assert "MY OWN" in repo.read("AGENTS.md")
    (repo.root / "AGENTS.md").unlink()
    repo.install()
    assert "PRIVATE" in repo.read("AGENTS.md")


def test_one_file_behind_two_names_is_edited_once(repo: Any) -> None:
    repo.write("AGENTS.md", "# Rules\n")
    (repo.root / "CLAUDE.md").symlink_to("AGENTS.md")
    before = repo.tree()
    repo.install(team=True)
    assert repo.read("AGENTS.md").count("backstory:begin") == 1
    assert "team brief" in repo.read("CLAUDE.md")
    [entry] = [i for i in repo.installed().values() if i.kind == "block"]
    assert entry.agents == ("agents-md", "claude-code")
    repo.uninstall()
    assert repo.tree() == before


def test_a_link_that_leads_away_is_refused(repo: Any, tmp_path: Path) -> None:
    (tmp_path / "dotfiles.md").write_text("mine\n")
    (repo.root / "AGENTS.md").symlink_to(tmp_path / "dotfiles.md")
    [step] = [s for s in repo.install() if s.path == "AGENTS.md"]
    assert step.verb == "refused" and "leads out" in step.note
    assert (tmp_path / "dotfiles.md").read_text() == "mine\n"


def test_a_project_below_the_top_of_its_repository_is_hidden_too(repo: Any, tmp_path: Path) -> None:
    from .conftest import Repo

    (repo.root / "apps/my [shop]").mkdir(parents=True)
    below = Repo(repo.root / "apps/my [shop]", tmp_path)
    below.install()
    assert below.status() == []
    assert below.git("ls-files", "-o", "--exclude-standard") == ""


def test_working_trees_share_the_exclude_file(repo: Any, tmp_path: Path) -> None:
    from .conftest import Repo

    before = repo.read(".git/info/exclude")
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = Repo(tmp_path / "linked", tmp_path)
    repo.install()
    linked.install("agents-md")
    repo.uninstall()
    assert linked.status() == [] and "PRIVATE" in linked.read("AGENTS.md")
    linked.uninstall()
    assert repo.read(".git/info/exclude") == before
    assert repo.status() == linked.status() == []


def test_secrets_in_texts_do_not_arrive(repo: Any) -> None:
    from backstory.deliver import Texts

    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    repo.install(texts=Texts(f"token {token}", ""))
    assert token not in repo.read("AGENTS.md") and "REDACTED" in repo.read("AGENTS.md")


def test_unknown_agents_are_named(repo: Any) -> None:
    with pytest.raises(Invalid) as error:
        repo.install("clade")
    assert isinstance(error.value, BackstoryError) and "claude-code" in error.value.hint
    assert repo.status() == []
