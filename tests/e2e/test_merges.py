"""Team memory follows git: whatever way work comes together, nothing conflicts and everything is there."""

import os
import shutil
from pathlib import Path

import pytest
from tests.e2e.conftest import World

SIDES = ("left", "right")


def tell(world: World, root: Path, side: str, shared: dict[str, str]) -> None:
    """What one side does: three commits of new, tagged, linked and superseded records, its own and the shared ones."""
    env = {"BACKSTORY_HOME": str(world.base / f"data-{side}")}

    def run(*argv: str) -> None:
        world.run(*argv, cwd=root, env=env)

    run("trust")  # the team's scope is a setting of the repository
    run("remember", "decision", f"{side} decides", "--why", f"because of {side}", "--tag", side)
    run("remember", "pattern", f"{side} does it so")
    run("tag", shared["tagged"], f"by-{side}", "tier:pinned" if side == "left" else "tier:working")
    world.commit(f"{side} 1", cwd=root)
    run("edit", shared["replaced"], "--title", f"the timeout as {side} has it")
    run("edit", shared["linked"], "--link", f"relates_to:{shared['tagged']}", "--tag", f"{side},common")
    world.commit(f"{side} 2", cwd=root)
    run("untag", shared["tagged"], "first")
    run("remember", "fact", "said on both sides alike")
    if side == "left":
        run("retract", shared["retracted"])
    else:
        run("tag", shared["retracted"], "still-of-use")
    world.commit(f"{side} 3", cwd=root)


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """A folder with `origin.git`, whose branches `left` and `right` went apart, and the ids of the shared records."""
    base = tmp_path_factory.mktemp("apart")
    world = World(base)
    world.repository()
    world.run("init", "--yes", "--no-agents", "--team")
    shared = {}
    for name, kind in (("tagged", "fact"), ("replaced", "fact"), ("linked", "decision"), ("retracted", "question")):
        shared[name] = world.run("remember", kind, f"the {name} one", "--tag", "first", "--json").json["id"]
    world.commit("memory")
    world.git("clone", "-q", "--bare", str(world.root), str(base / "origin.git"))
    for side in SIDES:
        root = base / side
        world.git("clone", "-q", str(base / "origin.git"), str(root))
        world.name_author(root, side.title())
        world.git("checkout", "-qb", side, cwd=root)
        tell(world, root, side, shared)
        world.git("push", "-q", "origin", side, cwd=root)
    return base, shared


def merge(world: World, root: Path) -> None:
    world.git("merge", "-q", "--no-edit", "origin/left", cwd=root)
    world.git("merge", "-q", "--no-edit", "origin/right", cwd=root)


def rebase(world: World, root: Path) -> None:
    world.git("checkout", "-q", "-b", "right", "origin/right", cwd=root)
    world.git("rebase", "-q", "origin/left", cwd=root)


def squash(world: World, root: Path) -> None:
    for side in SIDES:
        world.git("merge", "-q", "--squash", f"origin/{side}", cwd=root)
        world.git("commit", "-qm", f"all of {side}", cwd=root)


def cherry_pick(world: World, root: Path) -> None:
    world.git("cherry-pick", "main..origin/right", cwd=root)
    world.git("cherry-pick", "main@{3}..origin/left", cwd=root)


def octopus(world: World, root: Path) -> None:
    """Three heads at once: git takes no octopus where one file changed twice, so the third is another branch."""
    world.git("merge", "-q", "--no-edit", "origin/left", cwd=root)
    world.git("checkout", "-qb", "third", "origin/main", cwd=root)
    world.run(
        "remember",
        "fact",
        "a third one",
        "--scope",
        "team",
        cwd=root,
        env={"BACKSTORY_HOME": str(world.base / "data-third")},
    )
    world.commit("third", cwd=root)
    world.git("checkout", "-q", "main", cwd=root)
    world.git("merge", "-q", "--no-edit", "third", "origin/right", cwd=root, ok=False)
    if world.git("status", "--porcelain", "--untracked-files=no", cwd=root):
        world.git("reset", "-q", "--hard", cwd=root)
        world.git("merge", "-q", "--no-edit", "third", cwd=root)
        world.git("merge", "-q", "--no-edit", "origin/right", cwd=root)


def stash(world: World, root: Path) -> None:
    """Uncommitted memory put aside and brought back on top of somebody else's."""
    world.git("checkout", "-q", "-b", "mine", "origin/left", cwd=root)
    world.git("reset", "-q", "--soft", "HEAD~3", cwd=root)
    world.git("stash", "-q", cwd=root)
    world.git("merge", "-q", "--no-edit", "origin/right", cwd=root)
    world.git("stash", "pop", "-q", cwd=root)


@pytest.mark.slow
@pytest.mark.parametrize("how", [merge, rebase, squash, cherry_pick, octopus, stash], ids=lambda f: f.__name__)
def test_everything_comes_together(apart: tuple[Path, dict[str, str]], tmp_path: Path, how: object) -> None:
    base, shared = apart
    world = World(tmp_path)
    shutil.copytree(base / "origin.git", tmp_path / "origin.git")
    root = world.root
    world.git("clone", "-q", str(tmp_path / "origin.git"), str(root), cwd=tmp_path)
    world.name_author(root, "Carol")
    world.run("init", "--yes", "--no-agents")
    assert callable(how)
    how(world, root)
    assert not world.git("ls-files", "-u", cwd=root)
    assert "<<<<<<<" not in "".join(p.read_text() for p in root.rglob(".backstory/memory/**/*.md"))

    titles = world.titles()
    wanted = [f"{side} {what}" for side in SIDES for what in ("decides", "does it so")] + [
        "the tagged one",
        "the linked one",
    ]
    wanted += [f"the timeout as {side} has it" for side in SIDES] + ["said on both sides alike"] * 2
    if how is octopus:
        wanted += ["a third one"]
    assert titles == sorted(wanted)
    show = {name: world.run("show", shared[name], "--json").json for name in shared}
    assert {"by-left", "by-right"} <= set(show["tagged"]["tags"])
    assert show["tagged"]["tier"] == "working", "the more careful of the two"
    assert {"left", "right", "common", "first"} <= set(show["linked"]["tags"])
    assert show["linked"]["links"] == [f"relates_to {shared['tagged']}"]
    assert show["retracted"]["status"] == "retracted"
    assert "still-of-use" in show["retracted"]["tags"]
    assert len(show["replaced"]["superseded_by"]) == 2
    assert not [c for c in world.run("doctor", "--deep", "--json").json["checks"] if c["status"] == "fail"]
    before = world.run("list", "--all", "--limit", "1000", "--json").out
    world.run("index", "rebuild")
    assert world.run("list", "--all", "--limit", "1000", "--json").out == before


def test_without_merge_attributes_nothing_is_lost_either(apart: tuple[Path, dict[str, str]], tmp_path: Path) -> None:
    """Web front ends ignore `merge=union`: both sides of a conflict are read, and `doctor` names it."""
    base, shared = apart
    world = World(tmp_path)
    world.git("clone", "-q", str(base / "origin.git"), str(world.root), cwd=tmp_path)
    world.name_author(world.root, "Carol")
    (world.root / ".git" / "info" / "attributes").write_text("* -merge\n.backstory/** merge=text\n")
    world.run("init", "--yes", "--no-agents")
    world.git("merge", "-q", "--no-edit", "origin/left")
    world.git("merge", "-q", "--no-edit", "origin/right", ok=False)
    conflicts = world.git("diff", "--name-only", "--diff-filter=U").splitlines()
    assert 0 < len(conflicts) <= 3, "only records that both sides edited"
    assert {"by-left", "by-right"} <= set(world.run("show", shared["tagged"], "--json").json["tags"])
    assert len(world.titles()) == 10
    world.run("recall", "timeout")
    world.run("brief")
    found = world.run("doctor", "--json", ok=False)
    assert any(os.path.basename(conflicts[0]) in c["detail"] for c in found.json["checks"]), found.json


def test_switching_branches_switches_team_memory(shop: World) -> None:
    shop.run("config", "set", "memory.scope", "team")
    shop.commit("set up")
    shop.git("checkout", "-qb", "feature")
    shop.run("remember", "decision", "only on the feature branch")
    shop.commit("feature memory")
    assert "only on the feature branch" in shop.titles()
    shop.git("checkout", "-q", "main")
    assert "only on the feature branch" not in shop.titles()
    assert not shop.run("recall", "feature branch", "--json").json["items"]
    assert "only on the feature branch" not in shop.run("brief").out
    shop.git("merge", "-q", "feature")
    assert "only on the feature branch" in shop.titles()


def test_worktrees_see_their_own_team_memory_and_share_the_private(shop: World) -> None:
    shop.run("config", "set", "memory.scope", "team")
    shop.commit("set up")
    other = shop.base / "other"
    shop.git("worktree", "add", "-q", "-b", "side", str(other))
    shop.run("remember", "decision", "on main", cwd=shop.root)
    shop.run("remember", "decision", "on the side", cwd=other)
    shop.run("remember", "fact", "for me", "--scope", "private", "--tier", "pinned")
    assert shop.titles() == ["for me", "on main"]
    assert shop.titles(cwd=other) == ["for me", "on the side"]
    assert len(list((shop.data / "projects").iterdir())) == 1
    shop.commit("main memory")
    shop.commit("side memory", cwd=other)
    shop.git("merge", "-q", "--no-edit", "side")
    assert shop.titles() == ["for me", "on main", "on the side"]
    assert not shop.git("ls-files", "-u")
