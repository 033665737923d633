import json
import os
import shutil
import stat
from pathlib import Path
from typing import Any

import pytest

from backstory import deliver
from backstory.agents.agents_md import surfaces as agents_md
from backstory.agents.base import Texts
from backstory.base.fingerprint import briefs_folder
from backstory.deliver.prepared import AnchoredFiles, Brief, State
from backstory.hook.anchored_files import find_listed


def written(repo: Any, agent: str = "claude-code") -> Any:
    """The brief prepared for an agent in this working tree."""
    return json.loads(Path(briefs_folder(repo.project.private, repo.project.root), f"{agent}.json").read_bytes())


def names(done: Any) -> list[str]:
    return sorted(os.path.basename(p) for p in done.changed)


def test_the_files_of_the_working_tree_are_written_when_they_differ(repo: Any) -> None:
    given: dict[str, Any] = {
        "handoff": "# Handoff\n", "data": '{"a": 1}\n', "registry": "{}\n",
        "briefs": {"claude-code": Brief("brief ä")}, "state": State("s1"),
    }  # fmt: skip
    done = repo.refresh(**given)
    assert names(done) == ["anchored.files", "claude-code.json", "handoff.json", "handoff.md", "registry.json"]
    assert done.problems == ()
    local = Path(repo.project.local)
    assert (local / "handoff.md").read_text() == "# Handoff\n"
    assert not (local / "briefs").exists()
    assert written(repo) == {"tree": str(repo.root), "stamp": "s1", "text": "brief ä"}
    assert stat.S_IMODE((local / "handoff.md").stat().st_mode) == 0o600
    assert repo.refresh(**given).changed == ()
    assert names(repo.refresh(**given | {"state": State("s2")})) == ["claude-code.json"]
    assert repo.refresh().changed == (), "an empty text leaves its file alone"
    assert names(repo.refresh(briefs={"claude-code": Brief("")}, state=State("s2"))) == ["claude-code.json"], (
        "silence is an answer"
    )


def test_a_brief_names_the_records_in_it(repo: Any) -> None:
    repo.refresh(briefs={"claude-code": Brief("text", ["01A", "01B"])}, state=State("s"))
    assert written(repo) == {"tree": str(repo.root), "stamp": "s", "text": "text", "ids": "01A 01B"}


def test_the_hook_reads_the_list_of_files_as_it_is_written(repo: Any) -> None:
    briefs = {"claude-code": Brief("text")}
    private, root = repo.project.private, repo.project.root

    def listed(path: str) -> bool:
        return find_listed(private, root, root, path) == path

    repo.refresh(briefs=briefs, anchored=AnchoredFiles(["src/a.py", "odd\nname"], ["docs/*"]))
    assert listed("src/a.py") and listed("docs/index.md")
    assert not listed("src/b.py") and not listed("odd") and not listed("name")

    repo.refresh(briefs=briefs, anchored=AnchoredFiles(["src/b.py"]))
    assert listed("src/b.py") and not listed("src/a.py") and not listed("docs/index.md")


def test_without_a_hook_there_is_no_list_of_files(repo: Any) -> None:
    repo.refresh(handoff="text", anchored=AnchoredFiles(["src/a.py"]))

    assert not find_listed(repo.project.private, repo.project.root, "", "src/a.py")


def test_each_working_tree_has_its_own_and_those_of_trees_that_are_gone_go(repo: Any, tmp_path: Path) -> None:
    repo.refresh(briefs={"claude-code": Brief("here")}, state=State("s"))
    other = repo.project._replace(root=str(tmp_path / "other"), local=str(tmp_path / "other/.backstory/local"))
    os.makedirs(other.local)
    deliver.refresh_files(
        other, deliver.Rendered(briefs={"claude-code": Brief("there")}), gate=repo.gate, environ=repo.environ
    )
    folder = Path(repo.project.private) / "briefs"
    assert written(repo)["text"] == "here" and len(list(folder.iterdir())) == 2
    shutil.rmtree(other.root)
    repo.refresh()
    assert written(repo)["text"] == "here" and len(list(folder.iterdir())) == 1


def test_what_earlier_versions_kept_in_the_working_tree_goes(repo: Any) -> None:
    former = Path(repo.project.local) / "briefs"
    former.mkdir(parents=True)
    (former / "claude-code.json").write_text("{}")
    (former / "codex.json").write_text("{}")
    repo.git("add", "-f", ".backstory/local/briefs/codex.json")
    repo.refresh()
    assert os.listdir(former) == ["codex.json"], "git tracks it"
    repo.git("rm", "-q", "--cached", ".backstory/local/briefs/codex.json")
    repo.refresh()
    assert not former.exists()


def test_former_briefs_behind_a_link_stay(repo: Any, tmp_path: Path) -> None:
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim" / "a.json").write_text("{}")
    os.makedirs(repo.project.local)
    (Path(repo.project.local) / "briefs").symlink_to(tmp_path / "victim")
    repo.refresh()
    assert os.listdir(tmp_path / "victim") == ["a.json"]


def test_secrets_do_not_reach_the_files(repo: Any) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    repo.refresh(handoff=f"t {token}\n", data=json.dumps({"t": token}), registry="{}", briefs={"x": Brief(token)})
    assert "t [REDACTED" in (Path(repo.project.local) / "handoff.md").read_text() and written(repo, "x")["text"]
    for path in (*Path(repo.project.local).rglob("*.*"), *Path(repo.project.private).rglob("*.json")):
        assert token not in path.read_text()
    assert json.loads((Path(repo.project.local) / "handoff.json").read_bytes())


def test_an_id_that_reads_like_a_password_stays_in_every_file(repo: Any) -> None:
    text = "Fix: the password as an argument (a6q742b2, open)"
    assert repo.gate.clean(text) != text
    repo.install()
    texts = Texts(full=text, ids=["a6q742b2"])
    rendered = deliver.Rendered(handoff=text, texts=texts)
    deliver.refresh_files(repo.project, rendered, gate=repo.gate, environ=repo.environ, launch=repo.launch)
    assert (Path(repo.project.local) / "handoff.md").read_text() == text
    assert text in repo.read("AGENTS.md")


def test_blocks_move_with_the_memory_and_only_then(repo: Any) -> None:
    repo.install()
    assert repo.refresh().changed == ()
    claude = repo.read("CLAUDE.local.md")
    assert names(repo.refresh("PRIVATE, newer")) == ["AGENTS.md"]
    assert repo.read("AGENTS.md").count("PRIVATE") == 1 and "PRIVATE, newer" in repo.read("AGENTS.md")
    assert repo.read("CLAUDE.local.md") == claude
    before = os.stat(repo.root / "AGENTS.md").st_mtime_ns
    repo.refresh("PRIVATE, newer")
    assert os.stat(repo.root / "AGENTS.md").st_mtime_ns == before


def test_without_an_installation_no_block_is_written(repo: Any) -> None:
    assert repo.refresh().changed == ()
    assert not (repo.root / "AGENTS.md").exists()


def test_a_block_that_the_user_removed_stays_away(repo: Any) -> None:
    repo.install()
    repo.write("AGENTS.md", "# Mine now\n")
    assert repo.refresh("PRIVATE, newer").changed == ()
    (repo.root / "AGENTS.md").unlink()
    assert repo.refresh("PRIVATE, newer") == ((), ())
    assert not (repo.root / "AGENTS.md").exists()


def test_a_block_that_the_user_edited_stays_as_it_is(repo: Any) -> None:
    repo.install()
    repo.write("AGENTS.md", repo.read("AGENTS.md").replace("PRIVATE", "MY OWN"))
    assert repo.refresh("PRIVATE, newer").changed == ()
    assert "MY OWN" in repo.read("AGENTS.md")


def test_a_shared_block_follows_the_team_also_after_a_pull(repo: Any) -> None:
    repo.write("AGENTS.md", "# Rules\n")
    repo.git("add", "AGENTS.md")
    repo.install(team=True)
    repo.write("AGENTS.md", repo.read("AGENTS.md").replace("team brief", "a colleague's team brief"))
    repo.refresh("PRIVATE", "the newest team brief")
    assert "the newest team brief" in repo.read("AGENTS.md") and "colleague" not in repo.read("AGENTS.md")
    repo.uninstall()
    assert repo.read("AGENTS.md") == "# Rules\n"


def test_a_file_that_git_tracks_from_now_on_loses_what_is_private(repo: Any) -> None:
    repo.install()
    repo.git("add", "-f", "AGENTS.md")
    assert repo.installed()["AGENTS.md", "block"].state == "broken"
    repo.refresh("PRIVATE, newer", "team brief")
    assert "PRIVATE" not in repo.read("AGENTS.md") and "team brief" in repo.read("AGENTS.md")


def test_a_file_that_is_hidden_no_more_loses_what_is_private(repo: Any) -> None:
    repo.install()
    repo.write(".git/info/exclude", "")
    assert "exclude" in repo.installed()["AGENTS.md", "block"].note
    repo.refresh("PRIVATE, newer", "team brief")
    assert "PRIVATE" not in repo.read("AGENTS.md") and "team brief" in repo.read("AGENTS.md")


def test_what_cannot_be_written_is_told_and_the_rest_is_done(repo: Any) -> None:
    repo.install()
    (repo.root / "AGENTS.md").chmod(0o444)
    Path(repo.project.local, "handoff.md").mkdir(parents=True)
    done = repo.refresh("PRIVATE, newer", registry="{}\n", handoff="x\n")
    assert names(done) == ["registry.json"]
    assert len(done.problems) == 2 and all(message and hint for message, hint in done.problems)


def test_a_planted_link_is_not_followed(repo: Any, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    Path(repo.project.local).symlink_to(tmp_path / "elsewhere")
    done = repo.refresh(handoff="x\n")
    assert done.problems and list((tmp_path / "elsewhere").iterdir()) == []


def test_a_brief_that_is_too_long_for_the_file_is_pointed_at(repo: Any) -> None:
    repo.install()
    repo.refresh("PRIVATE " * 2_000)
    assert len(repo.read("AGENTS.md").encode()) < agents_md.MAX_BYTES
    assert ".backstory/local/handoff.md" in repo.read("AGENTS.md")


@pytest.mark.parametrize("how", ["tracked", "shown"])
def test_no_private_record_is_written_where_a_commit_would_take_it_in(repo: Any, how: str) -> None:
    repo.write(".backstory/.gitignore", "/local/\n" if how == "tracked" else "/local/*\n!/local/handoff.*\n")
    if how == "tracked":
        repo.write(".backstory/local/handoff.md", "planted\n")
        repo.git("add", "-f", ".backstory/local/handoff.md")
    done = repo.refresh(handoff="PRIVATE\n", registry="{}\n")
    assert names(done) == ["registry.json"]
    ((problem, hint),) = done.problems
    assert problem.startswith("`.backstory/local/handoff.md` is not ") and "git" in hint
    repo.git("add", "-A")
    assert "PRIVATE" not in repo.git("diff", "--cached")
