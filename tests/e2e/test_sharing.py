"""`share` and `unshare` beside other commands, under failing system calls and kills: real processes, real files."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.conftest import World, copy_of, strace, touching
from tests.sweeps import WHOLE, every, share

CALLS = (
    "openat", "write", "fsync", "rename,renameat,renameat2", "link,linkat", "unlink,unlinkat", "mkdir,mkdirat", "flock",
)  # fmt: skip


def beside(shop: World, *commands: list[str]) -> list[tuple[int, str]]:
    """Runs commands at the same time: (exit code, stderr) of each."""
    running = [shop.start(*argv) for argv in commands]
    out = []
    for process in running:
        _, err = process.communicate(timeout=90)
        assert b"Traceback" not in err and b"inside backstory" not in err, err
        out.append((process.returncode, err.decode()))
    return out


def race(shop: World, rounds: int) -> int:
    """Every edit that was acknowledged beside a move is kept; returns how many there were."""
    acknowledged = 0
    for number in range(rounds):
        scope, verb = (("team", "unshare"), ("private", "share"))[number % 2]
        ident = shop.run("remember", "fact", f"race {number}", "--scope", scope, "--json").json["id"]
        moved, tagged, retracted = beside(shop, [verb, ident], ["tag", ident, "late"], ["retract", ident])
        refused = moved[0] == 1 and "had this retracted" in moved[1]  # the retraction came first
        assert moved[0] == 0 or refused, moved
        for code, err in (tagged, retracted):
            assert code in (0, 11), err
        seen = shop.run("show", ident, "--json").json
        assert (seen["scope"] == scope) == refused
        files = [p for p in shop.record_files() if ident in p.read_text()]
        assert len(files) == 1
        if tagged[0] == 0:
            acknowledged += 1
            assert seen["tags"] == ["late"]
        if retracted[0] == 0:
            acknowledged += 1
            assert seen["status"] == "retracted"
    return acknowledged


@pytest.mark.slow
def test_edits_beside_a_move_are_kept(shop: World) -> None:
    assert race(shop, 4) > 0


@pytest.mark.slow
def test_edits_beside_many_moves_are_kept(shop: World) -> None:
    moves = share(5, 40)
    assert race(shop, moves) > moves


def test_moving_to_and_fro_loses_nothing(shop: World) -> None:
    ident = shop.run("remember", "fact", "restless", "--json").json["id"]
    argvs = [["share", ident], ["unshare", ident], *(["tag", ident, f"t{n}"] for n in range(4))]
    done = beside(shop, *argvs)
    assert {code for code, _ in done} <= {0, 2, 11}  # a move may find the record where it was to go
    tags = {f"t{n}" for n, (code, _) in enumerate(done[2:]) if code == 0}
    assert set(shop.run("show", ident, "--json").json["tags"]) == tags
    assert len([p for p in shop.record_files() if ident in p.read_text()]) == 1


def test_undo_finds_what_was_shared_since(shop: World) -> None:
    ident = shop.run("remember", "fact", "soon in the repository", "--json").json["id"]
    shop.run("tag", ident, "odd")
    operations = next(shop.private.glob("journal/*/operations.jsonl"))
    before = operations.read_bytes()
    shop.run("share", ident)
    operations.write_bytes(before)  # another clone's journal does not know of the move
    shop.run("undo")
    assert shop.run("show", ident, "--json").json["tags"] == []
    shop.run("undo")
    assert shop.titles() == []


def test_forgetting_beside_sharing_leaves_no_file(shop: World) -> None:
    ident = shop.run("remember", "fact", "a thing to be forgotten", "--json").json["id"]
    beside(shop, ["forget", ident, "--yes"], ["share", ident])
    shop.run("forget", ident, "--yes", ok=False)
    assert [p for p in shop.record_files() if ident in p.read_text()] == []


def places(world: World, ident: str) -> list[str]:
    """In which scopes a file of the record lies."""
    found = [p for p in world.record_files() if ident in p.read_text()]
    return sorted("team" if p.is_relative_to(world.root) else "private" for p in found)


@pytest.mark.slow
@pytest.mark.parametrize(("verb", "how"), [("share", "error=EIO"), ("share", "signal=KILL"), ("unshare", "error=EIO")])
def test_a_move_is_all_or_nothing(shop: World, tmp_path: Path, verb: str, how: str) -> None:
    scope = "private" if verb == "share" else "team"
    ident = shop.run("remember", "fact", "all or nothing", "--scope", scope, "--json").json["id"]
    other = "team" if scope == "private" else "private"
    hit = 0
    touched = touching(copy_of(shop, tmp_path / "here"), CALLS, [verb, ident], tmp_path / "log")
    shutil.rmtree(tmp_path / "here")
    for call, numbers in touched.items():
        for number in numbers[:: every(12)]:
            world = copy_of(shop, tmp_path / "here")
            done = world.run_traced(
                strace("-e", f"trace={call}", "-e", f"inject={call}:{how}:when={number}"), verb, ident
            )
            err = done.stderr.decode()
            assert "Traceback" not in err and "inside backstory" not in err, f"{call} {number}: {err}"
            if how.startswith("error"):
                assert places(world, ident) == [other if done.returncode == 0 else scope], f"{call} {number}: {err}"
            if len(places(world, ident)) != 1 or list(world.private.glob("moves/*.json")):
                seen = world.run("show", ident, "--json").json
                assert places(world, ident) == [seen["scope"]], f"{call} {number}: {err}"
                assert not list(world.private.glob("moves/*.json")), f"{call} {number}"
            hit += done.returncode != 0
            shutil.rmtree(tmp_path / "here")
    assert hit >= (8 if WHOLE else 2)


def test_a_kill_between_the_two_steps_is_settled_by_the_next_command(shop: World, tmp_path: Path) -> None:
    ident = shop.run("remember", "fact", "between two places", "--json").json["id"]
    trial = copy_of(shop, tmp_path / "count")
    log = tmp_path / "log"
    traced = [*strace()[:1], "-y", "-qq", "-o", str(log), "-e", "trace=unlink,unlinkat"]
    subprocess.run([*traced, *trial.command("share", ident)], cwd=trial.root, env=trial.environ, check=True)
    lines = [line for line in log.read_text(errors="replace").splitlines() if line.startswith("unlink")]
    (last,) = [n for n, line in enumerate(lines, 1) if "memory/fact" in line and ".tmp-" not in line]
    inject = strace("-e", "trace=unlink,unlinkat", "-e", f"inject=unlink,unlinkat:signal=KILL:when={last}")
    died = shop.run("share", ident, prefix=inject, ok=False)
    assert died.code != 0
    assert places(shop, ident) == ["private", "team"]
    shown: dict[str, Any] = json.loads(shop.run("retract", ident, "--json").out)
    assert shown["status"] == "retracted"
    assert places(shop, ident) == ["private"]
    assert shop.titles() == []
    assert shop.run("doctor", "--deep").code == 0


def test_on_a_read_only_data_home_nothing_is_written(shop: World) -> None:
    from tests.e2e.conftest import sealed_off

    ident = shop.run("remember", "fact", "stays where it is", "--json").json["id"]
    ran = shop.run("share", ident, prefix=sealed_off(shop.data), ok=False)
    assert ran.code == 1
    assert places(shop, ident) == ["private"]
    assert "`" in ran.err and "hint:" in ran.err


def test_retracting_a_record_with_a_copy_marks_both(shop: World) -> None:
    ident = shop.run("remember", "fact", "twice in the world", "--json").json["id"]
    (private,) = [p for p in shop.record_files() if ident in p.read_text()]
    team = shop.root / ".backstory" / "memory" / "fact" / private.name
    team.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(private, team)
    shop.run("retract", ident)
    assert "status: retracted" in private.read_text()
    assert "status: retracted" in team.read_text()
    team.unlink()
    assert shop.titles() == []
    shutil.copy(private, team)
    shop.run("undo")
    assert "retracted" not in private.read_text() + team.read_text()


@pytest.mark.parametrize("committed", [False, True])
def test_doctor_names_a_pair_of_copies_and_joins_them(shop: World, committed: bool) -> None:
    ident = shop.run("remember", "fact", "twice in the world", "--json").json["id"]
    (private,) = [p for p in shop.record_files() if ident in p.read_text()]
    team = shop.root / ".backstory" / "memory" / "fact" / private.name
    team.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(private, team)
    private.write_text(private.read_text().replace("tier: reference", "tier: reference\ntags: [mine]"))
    team.write_text(team.read_text().replace("tier: reference", "tier: reference\ntags: [theirs]"))
    if committed:
        shop.git("add", "-f", ".backstory/memory")  # by hand, into a folder that hides itself
        shop.commit("a copy")
    found = [c for c in shop.run("doctor", "--json").json["checks"] if c["name"] == "copies"]
    assert [c["status"] for c in found] == ["warn"]
    assert str(private) in found[0]["detail"] and str(team) in found[0]["detail"]
    shop.run("doctor", "--fix")
    seen = shop.run("show", ident, "--json").json
    assert sorted(seen["tags"]) == ["mine", "theirs"]
    assert places(shop, ident) == ["team" if committed else "private"]
    assert len(list(shop.private.glob("quarantine/*"))) == 1
    assert not [c for c in shop.run("doctor", "--json").json["checks"] if c["name"] == "copies"]


def test_copies_that_differ_are_left_to_the_person(shop: World) -> None:
    ident = shop.run("remember", "fact", "twice in the world", "--json").json["id"]
    (private,) = [p for p in shop.record_files() if ident in p.read_text()]
    team = shop.root / ".backstory" / "memory" / "fact" / private.name
    team.parent.mkdir(parents=True, exist_ok=True)
    team.write_text(private.read_text().replace("twice", "once"))
    before = private.read_bytes(), team.read_bytes()
    ran = shop.run("doctor", "--fix", "--json", ok=False)
    assert [c["status"] for c in ran.json["checks"] if c["name"] == "copies"] == ["fail"]
    assert (private.read_bytes(), team.read_bytes()) == before
