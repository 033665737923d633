"""Agents that only load files: every row keeps to the rules of a surface and gives every file back."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from backstory import deliver
from backstory.agents import registry
from backstory.agents.agents_md.surfaces import MAX_BYTES
from backstory.agents.base import Launch, Place, Texts
from backstory.agents.mcp_servers import SERVERS
from backstory.agents.rule_table import ROWS
from backstory.agents.transcripts import READERS
from backstory.base.allowed_commands import COMMANDS
from backstory.cli.table import COMMANDS as ALL_COMMANDS
from backstory.deliver import Rendered
from backstory.edits.change import Block, WholeFile
from backstory.redact.gate import Gate
from backstory.store.places import Project

NAMES = [row.name for row in ROWS]
LAUNCH = Launch("/opt/py/bin/python", ("/opt/site",))
BRIEF = Texts("PRIVATE brief", "team brief")
HEADS = {
    "windsurf": "---\ntrigger: always_on\n---\n",
    "antigravity": "---\ntrigger: always_on\n---\n",
    "kiro": "---\ninclusion: always\n---\n",
    "trae": "---\ndescription: Project memory (Backstory)\nalwaysApply: true\n---\n",
    "continue": "---\ndescription: Project memory (Backstory)\nalwaysApply: true\n---\n",
}
"""The first lines that make each agent load its rule in every session, by its documentation."""
FOREIGN = {
    "AGENTS.md": b"\xef\xbb\xbf# Rules\r\nUse tabs.\r\n",
    ".goosehints": b"Be brief.",
    "WARP.md": b"# Warp\n",
    ".junie/AGENTS.md": b"# Junie\n\n",
    ".aider.conf.yml": b"# mine\nread:\n    - CONVENTIONS.md  # house style\nmodel: sonnet\n",
    ".rules": b"one line",
}


def read_tree(root: Path) -> dict[str, bytes]:
    """Every file of the working tree, and every folder, so that an empty one that is left over shows."""
    found = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(".git/"):
            found[name] = path.read_bytes() if path.is_file() else b""
    return found


@pytest.fixture
def project(tmp_path: Path) -> Project:
    root = tmp_path / "shop"
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    ident = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"
    git = str(root / ".git")
    return Project(
        root=str(root), id=ident, home=str(tmp_path / "data"), private=str(tmp_path / "data/projects" / ident),
        team=str(root / ".backstory"), user=str(tmp_path / "data/user"), local=str(root / ".backstory/local"),
        git_dir=git, common_dir=git, reasons=(),
    )  # fmt: skip


def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"]}


def place(root: Path, **options: bool | tuple[str, ...]) -> Place:
    return Place(str(root), str(root / "home"), LAUNCH, **options)  # type: ignore[arg-type]


def test_names_are_known_everywhere() -> None:
    for row in ROWS:
        for name in (row.name, *row.aliases, row.name.upper()):
            assert registry.find(name).name == row.name
        assert registry.title(row.name) == row.title
        assert (row.reader or row.name) in dict(READERS) or row.name in ("trae", "junie")
        assert row.rule or row.shared or row.imports
    assert len({name for row in registry.rows() for name in (row.name, *row.aliases)}) == sum(
        1 + len(row.aliases) for row in registry.rows()
    )
    unserved = {row.name for row in ROWS} - set(SERVERS)
    assert unserved == {"roo", "aider", "trae", "pi"}, "no user-wide file for MCP servers is documented"


@pytest.mark.parametrize("name", NAMES)
def test_a_row_is_detected_by_its_own_signs_only(name: str, tmp_path: Path) -> None:
    agent, row = registry.load_agent(name), registry.RULE_AGENTS[name]
    root, home = tmp_path / "repo", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    assert agent.detect(str(root), {"PATH": ""}, str(home)) == (False, False, ())
    for sign in row.signs:
        (root / sign).parent.mkdir(parents=True, exist_ok=True)
        (root / sign).touch()
        assert agent.detect(str(root), {"PATH": ""}, str(home))[:2] == (False, True)
        (root / sign).unlink()
    for folder in row.homes:
        (home / folder).mkdir(parents=True)
        assert agent.detect(str(root), {"PATH": ""}, str(home))[:2] == (True, False)


@pytest.mark.parametrize("name", NAMES)
def test_the_brief_stands_in_one_file_that_git_does_not_see(name: str, tmp_path: Path) -> None:
    agent, row = registry.load_agent(name), registry.RULE_AGENTS[name]
    for team in (False, True):
        for surface in agent.surfaces(place(tmp_path, team=team)):
            built = surface.build(BRIEF)
            assert not surface.shared or "PRIVATE" not in repr(built)
            if surface.path == row.rule and isinstance(built, WholeFile):
                text = built.data.decode()
                assert text.startswith(HEADS.get(name, "## Project memory")) and "PRIVATE brief" in text
                assert len(text) < 12_000
                long = surface.build(Texts("x" * MAX_BYTES, ""))
                assert isinstance(long, WholeFile) and len(long.data) < MAX_BYTES, "half a brief would lose its fence"
    (tmp_path / "AGENTS.md").write_text("<!-- backstory:begin v1 -->\nbrief\n<!-- backstory:end -->\n")
    rules = {one.path: one for one in agent.surfaces(place(tmp_path))}
    if row.rule and row.shared:
        assert "PRIVATE" not in repr(rules[row.rule].build(BRIEF)), "`AGENTS.md` holds the brief: not twice"
        rules = {one.path: one for one in agent.surfaces(place(tmp_path, tracked=("AGENTS.md",)))}
        assert "PRIVATE" in repr(rules[row.rule].build(BRIEF)), "a tracked `AGENTS.md` holds no brief"


def test_where_the_rules_are_one_file_the_block_goes_into_it(tmp_path: Path) -> None:
    (tmp_path / ".clinerules").write_text("Be brief.\n")
    surfaces = {one.path: one for one in registry.load_agent("cline").surfaces(place(tmp_path))}
    assert set(surfaces) == {"AGENTS.md", ".clinerules"}
    assert isinstance(surfaces[".clinerules"].build(BRIEF), Block)


def test_an_agent_that_reads_the_first_of_many_gets_no_file_before_it(tmp_path: Path) -> None:
    zed = registry.load_agent("zed")
    assert [one.path for one in zed.surfaces(place(tmp_path))] == ["AGENTS.md"]
    (tmp_path / ".cursorrules").touch()
    assert [one.path for one in zed.surfaces(place(tmp_path))] == [".cursorrules"]


@pytest.mark.parametrize("foreign", [False, True], ids=["empty", "files of its own"])
def test_all_rows_together_give_every_file_back(foreign: bool, project: Project, tmp_path: Path) -> None:
    root = Path(project.root)
    for name, data in FOREIGN.items() if foreign else ():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_bytes(data)
    if foreign:
        subprocess.run(["git", "add", "."], cwd=root, check=True)  # a team's files, which `--team` may edit
    before = read_tree(root)
    settings = {"gate": Gate(), "environ": environ(tmp_path), "home": str(tmp_path / "home")}
    for _ in range(2):
        steps = deliver.install_surfaces(project, NAMES, team=foreign, texts=BRIEF, launch=LAUNCH, **settings)  # type: ignore[arg-type]
    paths = {step.path for step in steps if step.agents}
    assert {row.rule for row in ROWS if row.rule} <= paths
    refused = {step.path for step in steps if step.verb in ("refused", "skipped")}
    assert refused == ({".goosehints", ".aider.conf.yml"} if foreign else set()), "personal text into no tracked file"
    assert all(step.verb == "same" for step in steps if step.path not in refused), "a second time changes nothing"
    shown = subprocess.run(["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True).stdout
    hooked = {".agents/", ".amp/", ".clinerules/", ".grok/", ".kilo/", ".kiro/", ".pi/", ".windsurf/"}
    assert {line[3:] for line in shown.splitlines()} == ({*FOREIGN, *hooked} if foreign else set())
    rule = root / ".windsurf/rules/backstory.md"
    assert ("PRIVATE brief" in rule.read_text()) == foreign
    if foreign:
        rendered = Rendered(texts=Texts("newer brief", ""))
        assert not deliver.refresh_files(project, rendered, launch=LAUNCH, **settings).problems  # type: ignore[arg-type]
        assert "newer brief" in rule.read_text()
        rule.write_text("mine\n")
        assert not deliver.refresh_files(project, Rendered(texts=BRIEF), launch=LAUNCH, **settings).problems  # type: ignore[arg-type]
        assert rule.read_text() == "mine\n", "a text that was changed by hand stays"
        rule.unlink()
    deliver.uninstall_surfaces(project, **settings)  # type: ignore[arg-type]
    left = read_tree(root)
    assert {name: data for name, data in left.items() if not name.startswith(".windsurf")} == before


def test_a_file_of_the_same_name_is_not_replaced(project: Project, tmp_path: Path) -> None:
    path = Path(project.root, ".roo/rules/backstory.md")
    path.parent.mkdir(parents=True)
    path.write_text("mine\n")
    steps = deliver.install_surfaces(project, ["roo"], gate=Gate(), environ=environ(tmp_path), texts=BRIEF)
    [step] = [step for step in steps if step.path == ".roo/rules/backstory.md"]
    assert step.verb in ("refused", "skipped") and path.read_text() == "mine\n"


def test_the_matrix_shows_them(tmp_path: Path) -> None:
    """By the command itself: the evidence, the files, and their way back."""
    repo = tmp_path / "shop"
    (repo / ".cursor").mkdir(parents=True)
    subprocess.run(["git", "init", "-q"], cwd=repo, check=True)

    def run(*args: str) -> str:
        command = [sys.executable, "-m", "backstory", *args]
        own = environ(tmp_path) | {"BACKSTORY_DELIVER_BACKGROUND": "false"}
        return subprocess.run(command, cwd=repo, env=own, capture_output=True, text=True, check=True).stdout

    run("init")
    rows = {line.split()[0]: line for line in run("agents").splitlines()}
    assert rows["cursor"].split()[1:4] == ["no", "yes", "yes"] and "block, file" in rows["cursor"]
    assert (repo / ".cursor/rules/backstory.mdc").exists()


def test_grok_gets_rules_for_commands_where_its_settings_are_not_a_teams(project: Project, tmp_path: Path) -> None:
    path = Path(project.root, ".grok/config.toml")
    path.parent.mkdir()
    path.write_text('[permission]\nallow = ["Bash(ls)"]\n')

    def install() -> tuple[str, str]:
        settings = {"gate": Gate(), "environ": environ(tmp_path), "home": str(tmp_path / "home"), "launch": LAUNCH}
        steps = deliver.install_surfaces(project, ["grok"], texts=BRIEF, **settings)  # type: ignore[arg-type]
        return next((step.verb, step.hint) for step in steps if step.path == ".grok/config.toml")

    verb, hint = install()
    assert verb == "skipped" and "`echo /.grok/config.toml >>.git/info/exclude`" in hint
    with open(os.path.join(project.root, ".git/info/exclude"), "a") as file:
        file.write("/.grok/config.toml\n")
    assert install()[0] == "changed"
    installed = deliver.list_installed(project, gate=Gate(), environ=environ(tmp_path))
    states = {one.path: (one.state, one.note) for one in installed}
    assert states[".grok/config.toml"] == ("present", ""), "the person hides it, so that doctor finds no fault"
    rules = tomllib.loads(path.read_text())["permission"]
    assert (
        rules["allow"] == ["Bash(ls)"]
        and {"action": "allow", "tool": "bash", "pattern": "backstory recall"} in (rules["rules"])
    )
    deliver.uninstall_surfaces(project, gate=Gate(), environ=environ(tmp_path), home=str(tmp_path / "home"))
    assert path.read_text() == '[permission]\nallow = ["Bash(ls)"]\n'

    own = '[permission]\nrules = [{ action = "deny", tool = "bash", pattern = "rm *" }]\n'
    path.write_text(own)
    assert install()[0] == "refused", "a list of rules in one value takes no table"
    assert path.read_text() == own
    subprocess.run(["git", "add", "-f", str(path)], cwd=project.root, check=True)
    assert install()[0] == "skipped", "a team's file stays, and `init` does not fail"


def test_no_command_starts_with_the_name_of_one_that_may_run_without_asking() -> None:
    names = set(ALL_COMMANDS)
    assert set(COMMANDS) <= names
    longer = {(name, other) for name in COMMANDS for other in names if other.startswith(name) and other != name}
    assert not longer, "a pattern of Grok allows each command that starts with it"


@pytest.mark.parametrize(("name", "path"), [("kimi", ".kimi-code/config.toml"), ("crush", ".config/crush/crush.json")])
def test_hooks_of_the_home_folder_are_recommended_where_they_are_not_there(
    name: str, path: str, tmp_path: Path
) -> None:
    agent = registry.load_agent(name)
    notes = [one.note for one in agent.surfaces(place(tmp_path)) if one.note]
    assert notes == [f"for hooks: `backstory agents add {name} --global`"]
    (tmp_path / "home" / path).parent.mkdir(parents=True)
    (tmp_path / "home" / path).write_text("backstory.hot.hook")
    assert not any(one.note for one in agent.surfaces(place(tmp_path)))
