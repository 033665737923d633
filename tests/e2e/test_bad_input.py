"""What goes wrong around a command: a clear error with a hint or a graceful answer, nothing lost, nothing half done."""

import os
import signal
import stat
import subprocess
import time
from pathlib import Path

import pytest
from tests.e2e.conftest import Ran, World, sealed_off, tree, under_permissions

SIZE = 12 << 20


def refused(ran: Ran, *codes: int) -> Ran:
    """An error and a hint, and an exit code that says which kind it was."""
    assert ran.code in (codes or (1,)), ran
    assert ran.err.startswith("error: "), ran.err
    assert "\nhint: " in ran.err, ran.err
    message = ran.err.splitlines()[0]
    assert not message.endswith("."), message
    return ran


COMMANDS = (
    ["status"], ["list"], ["brief"], ["recall", "x"], ["log"], ["tags"], ["pins"], ["decisions"], ["snapshots"],
    ["doctor"],
    ["remember", "fact", "x"], ["note", "x"], ["checkpoint", "x"], ["snapshot"], ["handoff", "bob", "x"], ["undo"],
    ["show", "x"], ["edit", "x", "--tier", "pinned"], ["retract", "x"], ["tag", "x", "y"], ["index", "rebuild"],
    ["export", "--private", "-o", "x.tar.gz"], ["import", "x.tar.gz"], ["clean", "--yes"], ["diff"], ["restore"],
    ["pin", "x"],
    ["memo", "add", "x"], ["config", "set", "enabled", "false"],
)  # fmt: skip


def test_no_project(world: World) -> None:
    world.root.mkdir()
    for argv in COMMANDS:
        assert "backstory init" in refused(world.run(*argv, ok=False), 10).err, argv
    assert not any(world.root.iterdir())
    assert world.run("config").out
    assert world.run("config", "get", "brief.budget").out == "1200\n"


BROKEN = {
    "no value": ("brief = = 3\n", "line 3"),
    "wrong type": ('[brief]\nbudget = "many"\n', "brief.budget"),
    "out of range": ("[brief]\nbudget = -4\n", "brief.budget"),
    "unknown key": ("[brief]\nbugdet = 5\n", "brief.bugdet"),
    "not utf-8": ('name = "\udcff"\n', "config.toml"),
    "pattern that does not compile": ('[privacy]\nredact = ["("]\n', "privacy.redact"),
    "pattern of another dialect": ('[privacy]\nredact = ["(?<=x)y"]\n', "privacy.redact"),
    "conflict": ("<<<<<<< HEAD\n[brief]\nbudget = 5\n=======\n[brief]\nbudget = 6\n>>>>>>> side\n", "line 3"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_config_is_named_and_the_rest_goes_on(shop: World, name: str) -> None:
    text, said = BROKEN[name]
    path = shop.root / ".backstory" / "config.toml"
    lines = path.read_text().splitlines(keepends=True)
    path.write_bytes(("".join(lines[:2]) + text).encode("utf-8", "surrogateescape"))
    kept = shop.run("remember", "fact", "kept all the same")
    assert said in kept.err, kept.err
    assert "config.toml" in kept.err
    for argv in (
        ["status"],
        ["list"],
        ["recall", "kept"],
        ["brief"],
        ["snapshot"],
        ["checkpoint", "x"],
        ["export", "--private", "-o", "x.tar.gz"],
    ):
        shop.run(*argv)
    assert "kept all the same" in shop.titles()
    doctor = shop.run("doctor", "--json", ok=False)
    assert any(c["name"] == "settings" and c["status"] == "fail" and said in c["detail"] for c in doctor.json["checks"])
    hook = {"session_id": "s1", "cwd": str(shop.root), "source": "startup"}
    assert "kept all the same" in shop.injected("session-start", hook)


def test_a_config_without_id_says_how_to_get_it_back(shop: World) -> None:
    path = shop.root / ".backstory" / "config.toml"
    path.write_text("format = 1\n")
    ran = refused(shop.run("status", ok=False), 10)
    assert "config.toml" in ran.err
    assert "git log" in ran.err or "backstory init" in ran.err


def test_a_newer_format_is_refused_and_left_alone(shop: World) -> None:
    path = shop.root / ".backstory" / "config.toml"
    path.write_text(path.read_text().replace("format = 1", "format = 99"))
    before = tree(shop.root)
    for argv in (["status"], ["remember", "fact", "x"], ["init", "--yes"], ["brief"], ["doctor"], ["snapshot"]):
        assert "format 99" in refused(shop.run(*argv, ok=False), 12).err
    assert tree(shop.root) == before
    assert shop.hook("prompt", {"session_id": "s", "cwd": str(shop.root), "prompt": "why"}).out == ""


def test_bare_and_git_folders(world: World) -> None:
    bare = world.base / "bare.git"
    world.git("init", "-q", "--bare", str(bare), cwd=world.base)
    world.repository()
    for folder in (bare, bare / "objects", world.root / ".git", world.root / ".git" / "refs"):
        refused(world.run("init", "--yes", cwd=folder, ok=False), 1, 10)
        refused(world.run("status", cwd=folder, ok=False), 10)
    assert not (bare / ".backstory").exists()


@pytest.mark.slow
def test_odd_files_in_the_tree(shop: World) -> None:
    """A FIFO, broken and looping links, 12 MB of source, binaries, names without an encoding: counted or named."""
    w = shop
    os.mkfifo(w.root / "pipe.py")
    os.symlink("nowhere", w.root / "broken.py")
    os.symlink("loop.py", w.root / "loop.py")
    os.symlink("..", w.root / "src" / "up")
    (w.root / "huge.py").write_bytes(b"x = 1  # padding\n" * (SIZE // 17))
    (w.root / "binary.py").write_bytes(bytes(range(256)) * 64)
    (w.root / "empty.py").write_bytes(b"")
    (w.root / "latin.py").write_bytes("# caf\xe9\n".encode("latin-1"))
    (w.root / "long-line.js").write_bytes(b"x" * 3_000_000)
    (w.root / ("n" * 250 + ".py")).write_text("")
    (w.root / "new\nline.py").write_text("")
    (w.root / "e\u0301 \U0001f9ea.py").write_text("")
    odd = os.fsencode(w.root) + b"/caf\xe9.py"
    Path(os.fsdecode(odd)).write_text("x = 1\n")
    folder = Path(os.fsdecode(os.fsencode(w.root) + b"/d\xff"))
    folder.mkdir()
    (folder / "inside.py").write_text("x = 1\n")
    for step in ("untracked", "tracked"):
        taken = w.run("snapshot", "--goal", step, "--json").json
        assert taken["files"] >= 8
        assert taken["snapshot_id"] != w.run("snapshots", "--json").json["items"][-1]["id"]
        w.run("checkpoint", f"odd {step}")
        for argv in (["brief"], ["diff"], ["restore"], ["status"], ["doctor"], ["handoff"]):
            w.run(*argv)
        w.git("add", "-A", ok=False)
        w.git("add", "--ignore-errors", ".", ok=False)
        w.git("commit", "-qm", "odd", ok=False)
    w.run("remember", "fact", "about an odd file", "--at", os.fsdecode(odd))
    w.run("remember", "fact", "about the pipe", "--at", "pipe.py")
    w.run("remember", "fact", "about a broken link", "--at", "broken.py")
    w.run("remember", "fact", "about the huge file", "--at", "huge.py#x")
    w.run(b"remember", b"fact", b"words that are no text: \xff\xfe", b"--tag", b"\xe9t\xe9")
    w.run("recall", os.fsdecode(odd))
    assert len(w.titles()) == 7
    assert w.run("doctor", "--deep", "--json").json["ok"]
    w.run("index", "rebuild")
    assert len(w.titles()) == 7


def test_odd_files_without_git(world: World) -> None:
    w = world
    w.root.mkdir()
    os.mkfifo(w.root / "pipe.py")
    os.symlink("loop", w.root / "loop")
    os.symlink("/", w.root / "everything")
    (w.root / "a.py").write_text("x = 1\n")
    w.run("init", "--yes", "--no-agents")
    assert w.run("snapshot", "--json").json["files"] == 1
    w.run("diff")


def test_odd_files_among_the_records(shop: World) -> None:
    """What lies in the memory's folders and is no record file is passed over or named, and waits for nobody."""
    shop.run("remember", "fact", "the real one")
    for memory in (shop.private / "memory", shop.root / ".backstory" / "memory"):
        folder = memory / "fact"
        folder.mkdir(parents=True, exist_ok=True)
        os.mkfifo(folder / "2026-11-20-pipe-aaaaaaaa.md")
        os.symlink("/etc/passwd", folder / "2026-11-20-link-bbbbbbbb.md")
        os.symlink("nowhere", folder / "2026-11-20-broken-cccccccc.md")
        (folder / "2026-11-20-folder-dddddddd.md").mkdir()
        (folder / "2026-11-20-empty-eeeeeeee.md").write_bytes(b"")
        (folder / "2026-11-20-zeros-ffffffff.md").write_bytes(bytes(5000))
        (folder / "2026-11-20-huge-gggggggg.md").write_bytes(b"---\nid: x\n---\n" + b"x" * SIZE)
        (folder / "2026-11-20-bytes-hhhhhhhh.md").write_bytes(bytes(range(256)))
        os.symlink("/etc", memory / "note")
    assert "the real one" in shop.titles()
    for argv in (
        ["recall", "real"],
        ["brief"],
        ["status"],
        ["remember", "fact", "another"],
        ["index", "rebuild"],
    ):
        shop.run(*argv)
    exported = shop.run("export", "-o", "x.tgz", ok=False)
    assert exported.code == 3 and "huge" in exported.err, "what cannot be read is left out and named"
    assert "root:" not in shop.run("list", "--all", "--json").out
    found = shop.run("doctor", "--deep", "--json", ok=False)
    assert found.code in (0, 4)
    assert any("huge" in c["detail"] for c in found.json["checks"])
    assert {"the real one", "another"} <= set(shop.titles())


def test_unreadable_files(shop: World) -> None:
    bound = under_permissions()
    shop.run("remember", "fact", "one")
    (path,) = shop.private.glob("memory/fact/*.md")
    path.chmod(0)
    (shop.root / "secret.py").write_text("x\n")
    (shop.root / "secret.py").chmod(0)
    shop.run("snapshot", prefix=bound)
    shop.run("remember", "fact", "two", prefix=bound)
    assert "two" in shop.titles()
    found = shop.run("doctor", "--json", prefix=bound, ok=False).json
    assert any("one" in c["detail"] for c in found["checks"])


@pytest.mark.slow
def test_a_read_only_working_tree(shop: World) -> None:
    """Nothing can be written in the repository: private memory goes on, and what could not be written is said."""
    prefix = sealed_off(shop.root)
    ran = shop.run("remember", "fact", "from a read-only tree", prefix=prefix)
    assert "from a read-only tree" in shop.titles()
    assert "warning" in ran.err
    for argv in (
        ["status"],
        ["brief"],
        ["recall", "read-only"],
        ["snapshot"],
        ["checkpoint", "x"],
        ["doctor"],
        ["list"],
    ):
        shop.run(*argv, prefix=prefix)
    refused(shop.run("remember", "fact", "for the team", "--scope", "team", prefix=prefix, ok=False))
    assert "for the team" not in shop.titles()
    hook = {"session_id": "s1", "cwd": str(shop.root), "source": "startup"}
    assert "read-only tree" in shop.injected("session-start", hook, prefix=prefix)


def test_init_in_a_read_only_folder(world: World) -> None:
    world.repository()
    before = tree(world.root)
    refused(world.run("init", "--yes", prefix=sealed_off(world.root), ok=False))
    assert tree(world.root) == before


NO_BYTECODE = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Python would keep what it compiles in files that are cut short, and every later process would read them."""


def limited(size: int) -> None:
    """No file may grow past `size` bytes: as a full disk, writes come up short or fail."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.slow
@pytest.mark.parametrize("size", [0, 100, 700, 5000])
def test_a_full_disk_loses_nothing_and_leaves_nothing_half_written(shop: World, size: int) -> None:
    shop.run("remember", "fact", "there before")
    records = {p: p.read_bytes() for p in shop.record_files()}
    for argv in (
        ["remember", "fact", "too long for it", "--why", "x" * 20_000],
        ["checkpoint", "y" * 200, "--state", "z" * 20_000], ["snapshot"], ["brief", "-o", "brief.md"],
        ["export", "-o", "all.tar.gz", "--private"], ["config", "set", "project.name", "n" * 900],
        ["index", "rebuild"], ["list"], ["recall", "before"], ["status"],
    ):  # fmt: skip
        ran = shop.run(*argv, ok=False, env=NO_BYTECODE, preexec_fn=lambda: limited(size))
        if ran.code:
            refused(ran)
            assert "Traceback" not in ran.err
    for path, data in records.items():
        assert path.read_bytes() == data
    for path in shop.record_files():
        text = path.read_text()
        assert text.count("\n---\n") >= 1, path
        assert text.endswith("\n")
    assert "there before" in shop.titles()
    assert not (shop.root / "all.tar.gz").exists() or shop.run("import", "--dry-run", "all.tar.gz")
    shop.run("remember", "fact", "room again")
    assert shop.run("doctor", "--deep", "--json").json["ok"]


@pytest.mark.slow
def test_a_full_file_system(shop: World) -> None:
    """The data home on a file system of 64 KiB that fills up while records are kept."""
    keep = shop.base / "keep.sh"
    keep.write_text(
        '#!/bin/sh\ncp -a "$BACKSTORY_HOME.away/." "$BACKSTORY_HOME/"\nfor i in $(seq 1 40); do\n'
        f'"$@" remember fact "number $i" --why "{"x" * 3000}"; echo "code $?"; done\n'
        '"$@" list --limit 1000 --json | grep -c \'"title"\'\nls -R "$BACKSTORY_HOME" | grep -c tmp-\n'
    )
    prefix = sealed_off(shop.data, size="256k")
    shop.data.rename(shop.base / "data.away")
    shop.data.mkdir()
    command = [*prefix, "sh", str(keep), *[str(w) for w in shop.command()]]
    done = subprocess.run(
        command, cwd=shop.root, env=shop.environ, capture_output=True, text=True, check=False, timeout=120
    )
    assert "Traceback" not in done.stderr
    codes = [line for line in done.stdout.splitlines() if line.startswith("code ")]
    kept, temporary = (int(n) for n in done.stdout.splitlines()[-2:])
    assert len(codes) == 40
    waiting = list((shop.root / ".backstory" / "local" / "spool").glob("*.md"))
    assert waiting, "the file system is full in the end, and the tree's has room"
    assert kept + len(waiting) >= codes.count("code 0") > 0
    assert ".backstory/local/spool" in done.stderr or "waits" in done.stderr, "where they are is said"
    assert temporary == 0


def test_a_deleted_working_folder(shop: World) -> None:
    gone = shop.root / "src" / "gone"
    gone.mkdir()
    script = 'rm -r "$PWD"; exec "$@"'
    for argv in (
        ["status"],
        ["list"],
        ["remember", "fact", "from nowhere"],
        ["init", "--yes"],
        ["brief"],
        ["--version"],
        ["--help"],
        ["config"],
    ):
        gone.mkdir(exist_ok=True)
        command = ["sh", "-c", script, "sh", *[str(w) for w in shop.command(*argv)]]
        done = subprocess.run(
            command, cwd=gone, env={**shop.environ, "PWD": str(gone)}, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr, argv
        assert done.returncode in (0, 1, 10), (argv, done)
        assert done.returncode == 0 or ("error:" in done.stderr and "hint:" in done.stderr), (argv, done.stderr)


@pytest.mark.slow
def test_arguments_of_any_size_and_kind(shop: World) -> None:
    many = "word " * 25_000
    kept = shop.run("remember", "fact", many, "--json").json
    assert len(kept["title"]) <= 300
    assert shop.run("show", kept["short"], "--json").json["body"].split() == many.split()
    refused(shop.run("remember", "fact", "-", given=b"x" * 3_000_000, ok=False), 2)
    refused(shop.run("remember", "fact", "--why", "", "", ok=False), 2)
    refused(shop.run("remember", "fact", "-", given=b"\n\n  \n", ok=False), 2)
    shop.run("recall", many)
    shop.run("recall", "'\"*()-^:{}[]\\;%_")
    refused(shop.run("remember", "fact", "nul in stdin", "--why", "-", given=b"a\0b\0c", ok=False), 2)
    shop.run("remember", "observation", "-", given=b"from a pipe with nul\x1b[31m and colour\x07\n\nmore")
    (record,) = shop.run("list", "observation", "--json").json["items"]
    assert record["title"] == "from a pipe with nul and colour"
    for argv in (
        ["list", "--limit", "0"], ["list", "--limit", "x"], ["recall"], ["brief", "--budget", "0"],
        ["brief", "--mode", "x"], ["remember", "fact", "x", "--tier", "loud"],
        ["config", "set", "a"], ["config", "get", "no.such"], ["import", "/no/such/file"],
        ["list", "--since", "32 of may"], ["show", ""], ["tag", "x"],
    ):  # fmt: skip
        refused(shop.run(*argv, ok=False), 1, 2)


@pytest.mark.parametrize(
    "argv", [["list"], ["list", "--json"], ["log"], ["brief"], ["--help"], ["help", "settings"], ["export", "--json"]]
)
def test_a_reader_that_stops_early(shop: World, argv: list[str]) -> None:
    for number in range(3):
        shop.run("remember", "fact", f"number {number}", "--why", "x" * 90_000)
    process = shop.start(*argv)
    assert process.stdout is not None
    process.stdout.read(1)
    process.stdout.close()
    process.stdout = None
    _, err = process.communicate(timeout=30)
    assert b"Traceback" not in err
    assert b"BrokenPipe" not in err
    assert b"Exception ignored" not in err
    assert process.returncode in (0, -signal.SIGPIPE, 141, 1)


def test_closed_and_full_streams(shop: World) -> None:
    shop.run("remember", "fact", "one")
    for redirect in (">&-", "2>&-", "<&-", ">&- 2>&- <&-"):
        command = [
            "sh",
            "-c",
            f'"$@" {redirect}',
            "sh",
            *[str(w) for w in shop.command("remember", "fact", f"streams {redirect}")],
        ]
        done = subprocess.run(command, cwd=shop.root, env=shop.environ, capture_output=True, check=False)
        assert b"Traceback" not in done.stderr
    if os.path.exists("/dev/full"):
        for words in (["list"], ["list", "--json"], ["show", "nothing", "--json"], ["--version"]):
            with open("/dev/full", "wb") as full:
                done = subprocess.run(
                    shop.command(*words),
                    cwd=shop.root,
                    env=shop.environ,
                    stdout=full,
                    stderr=subprocess.PIPE,
                    check=False,
                )
            assert b"Traceback" not in done.stderr
            assert b"error: " in done.stderr, f"{words}: an answer that nobody gets is no success"
            assert done.returncode == 1
    assert len(shop.titles()) == 5


def test_ascii_terminals(shop: World) -> None:
    shop.run("remember", "fact", "na\u00efve caf\u00e9 \U0001f9ea")
    env = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "PYTHONCOERCECLOCALE": "0"}
    for argv in (
        ["list"],
        ["list", "--json"],
        ["brief"],
        ["recall", "caf\u00e9"],
        ["show", shop.run("list", "--json").json["items"][0]["short"]],
    ):
        shop.run(*argv, env=env)


def test_git_that_is_missing_or_broken(shop: World) -> None:
    empty = shop.base / "empty"
    empty.mkdir()
    env = {"PATH": str(empty)}
    shop.run("remember", "fact", "without git", env=env)
    for argv in (
        ["status"],
        ["list"],
        ["brief"],
        ["snapshot"],
        ["checkpoint", "x"],
        ["recall", "git"],
        ["diff"],
        ["log"],
    ):
        shop.run(*argv, env=env)
    assert any(
        c["name"] == "git" and c["status"] == "warn" for c in shop.run("doctor", "--json", env=env).json["checks"]
    )
    index = shop.root / ".git" / "index"
    index.write_bytes(b"DIRC" + bytes(40))
    for argv in (
        ["status"],
        ["list"],
        ["brief"],
        ["snapshot"],
        ["checkpoint", "y"],
        ["remember", "fact", "damaged index"],
    ):
        shop.run(*argv)
    index.unlink()
    (shop.root / ".git" / "HEAD").write_bytes(b"\xff\xfe\n")
    for argv in (["status"], ["list"], ["brief"], ["remember", "fact", "damaged HEAD"]):
        shop.run(*argv)
    assert {"without git", "damaged index", "damaged HEAD"} <= set(shop.titles("--scope", "private"))


def test_git_variables_of_a_hook_do_not_lead_astray(shop: World) -> None:
    other = shop.repository(shop.base / "other")
    env = {"GIT_DIR": str(other / ".git"), "GIT_WORK_TREE": str(other), "GIT_INDEX_FILE": str(other / ".git" / "index")}
    before = tree(other, skip=())
    shop.run("remember", "fact", "in the right place", env=env)
    taken = shop.run("snapshot", "--json", env=env).json
    assert taken["git"]["commit"] == shop.git("rev-parse", "HEAD")
    assert tree(other, skip=()) == before
    assert shop.titles() == ["in the right place"]


def test_links_planted_in_a_repository_are_not_followed(world: World) -> None:
    world.repository()
    outside = world.base / "outside"
    outside.mkdir()
    (outside / "config.toml").write_text('format = 1\nid = "01JD8ZK3M7Q4T9W2R5X8Y1B6C0"\n')
    before = tree(outside)
    for planted in (".backstory", "AGENTS.md", ".claude", "CLAUDE.local.md"):
        os.symlink(outside if not planted.endswith(".md") else outside / "config.toml", world.root / planted)
    world.run("init", "--yes", "--agents", "all", ok=False)
    world.run("remember", "fact", "x", "--scope", "team", ok=False)
    assert tree(outside) == before


@pytest.mark.slow
def test_private_means_private_under_any_umask(world: World) -> None:
    world.repository()
    for mask in (0o000, 0o077):
        for argv in (
            ["init", "--yes", "--agents", "all"], ["remember", "fact", f"one {mask}"], ["checkpoint", "x"],
            ["snapshot"], ["brief"], ["export", "-o", "all.tar.gz", "--private"], ["import", "all.tar.gz"],
        ):  # fmt: skip
            world.run(*argv, umask=mask)
        for event in ("session-start", "prompt", "post-tool", "stop", "session-end"):
            world.hook(
                event, {"session_id": "s1", "cwd": str(world.root), "prompt": "one", "tool_name": "Bash"}, umask=mask
            )
    time.sleep(1.5)
    for folder, folders, names in os.walk(world.data):
        for name in (*folders, *names):
            mode = stat.S_IMODE(os.lstat(os.path.join(folder, name)).st_mode)
            assert not mode & 0o077, (folder, name, oct(mode))
    assert not stat.S_IMODE((world.root / "all.tar.gz").stat().st_mode) & 0o077
