"""The main job from end to end, as a person and two agents would do it, on a clone of a real repository."""

import json
import subprocess
from pathlib import Path

import pytest
from tests.e2e.conftest import World, counted_git, eventually, tree

CHECKOUT = Path(__file__).resolve().parents[2]
MODES = (
    "generic-agent-restore", "copilot-restore", "claude-code-restore", "codex", "cursor", "gemini", "human-handoff"
)  # fmt: skip


@pytest.fixture
def clone(world: World) -> World:
    """This very checkout, cloned."""
    done = subprocess.run(
        ["git", "clone", "-q", "--no-hardlinks", str(CHECKOUT), str(world.root)],
        env=world.environ,
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("the tests do not run from a git checkout")
    world.name_author(world.root)
    (world.root / "AGENTS.md").write_bytes(b"# Rules\r\n\r\nUse tabs.")
    (world.root / ".claude").mkdir(exist_ok=True)
    (world.root / ".claude" / "settings.json").write_bytes(
        b'{\n  // mine\n  "permissions": {"allow": ["Bash(ls:*)"]},\n}\n'
    )
    world.git("rm", "-rq", "--ignore-unmatch", ".backstory")  # this project's own memory: the person begins without
    world.commit("what the person has")
    return world


@pytest.mark.slow
def test_from_init_to_a_session_that_knows_and_back_out_again(clone: World) -> None:
    w = clone
    w.fresh = True  # as people start it
    before = tree(w.root)
    exclude = (w.root / ".git" / "info" / "exclude").read_bytes()

    # 1. init finds out what it can, says what it made and how to undo it
    first = w.run("init", "--goal", "port the pool")
    for part in (".backstory/", "AGENTS.md", ".claude/settings.local.json", "snap-", "clean", str(w.data)):
        assert part in first.err
    assert not first.out
    assert {p.name for p in (w.root / ".backstory").iterdir()} == {
        "README.md",
        "config.toml",
        ".gitignore",
        ".gitattributes",
        "local",
    }
    assert (w.root / ".backstory" / "local" / "handoff.md").read_text()
    assert w.git("status", "--porcelain") == ""
    made = tree(w.root, skip=(".git",))
    assert "Nothing to do" in w.run("init").err
    assert tree(w.root, skip=(".git",)) == made

    # 2. decisions and everything else
    kept = w.run(
        "remember", "decision", "Use psycopg 3", "--why", "Better typing and active maintenance",
        "--instead-of", "stay on asyncpg", "--impact", "Connection pool behaviour changes", "--tag", "database",
        "--at", "src/backstory/__main__.py#main", "--json",
    ).json  # fmt: skip
    assert kept["new"]
    assert kept["scope"] == "private"
    w.run("remember", "failure", "pytest hangs with -n 8", "--fix", "use -n 4", "--command", "pytest -n 8")
    w.run("note", "--summary", "Keep the journal append-only", "--rationale", "torn lines stay apart")
    w.run("pin", "README.md", "--note", "the two commands")

    # 3. where the work stands
    main = w.root / "src" / "backstory" / "__main__.py"
    main.write_text(main.read_text() + "\n# more\n")
    w.run(
        "checkpoint", "Move the pool to psycopg 3", "--goal", "ticket 7", "--state", "ported, two tests are red",
        "--approaches", "swap the driver;; wrap the driver", "--decisions", "keep one pool",
        "--next-steps", "mend the tests;; measure", "--blockers", "no staging database",
    )  # fmt: skip
    w.run("handoff", "bob", "the pool is ported, two tests are red")

    # 4. what changed since
    taken = w.run("snapshot", "--goal", "port the pool", "--json").json
    assert [c["path"] for c in taken["git"]["changes"] if c["path"] != "AGENTS.md"] == ["src/backstory/__main__.py"]
    assert taken["files"] > 100
    assert taken["git"]["branch"]

    # 5. questions
    for question in ("why psycopg over asyncpg?", "psycopg", "src/backstory/__main__.py", kept["short"], kept["id"]):
        answer = w.run("recall", question, "--json")
        assert [item["title"] for item in answer.json["items"]][:1] == ["Use psycopg 3"], (question, answer)
    assert "score" in w.run("recall", "psycopg", "--explain").out

    # 6. the brief, in every form
    texts = {mode: w.run("brief", "--mode", mode, "--budget", "4000").out for mode in MODES}
    assert len(set(texts.values())) == len(MODES)
    for mode, text in texts.items():
        for part in ("Use psycopg 3", "mend the tests", "ported, two tests are red", "port the pool"):
            assert part.lower() in text.lower(), (mode, part)
    data = json.loads((w.root / ".backstory" / "local" / "handoff.json").read_text())
    assert "Use psycopg 3" in (w.root / ".backstory" / "local" / "handoff.md").read_text()
    assert "Use psycopg 3" in json.dumps(data)

    # 7. the next session knows, by hook and by file, and adds what it states
    payload = {"session_id": "s1", "cwd": str(w.root), "hook_event_name": "SessionStart", "source": "startup"}
    assert "Use psycopg 3" in w.injected("session-start", payload)
    assert ".backstory/local/handoff.md" in (w.root / "CLAUDE.local.md").read_text()
    assert (w.root / "AGENTS.md").read_text() == "# Rules\n\nUse tabs."  # the team's file stays as it is
    said = (
        'Done.\n\n<backstory:remember kind="decision" tags="api">'
        "Retry webhooks three times, because the peer is slow</backstory:remember>\n"
    )
    w.hook("stop", {**payload, "hook_event_name": "Stop", "last_assistant_message": said})
    eventually(lambda: w.run("recall", "webhooks", "--json").json["items"])
    stated = w.run("recall", "webhooks", "--json").json["items"][0]
    assert (stated["kind"], stated["origin"]["how"], stated["origin"]["agent"]) == ("decision", "stated", "claude-code")
    assert stated["origin"]["session"] == "s1"
    eventually(lambda: "Retry webhooks" in w.injected("session-start", {**payload, "session_id": "s2"}))

    # 8. how things stand, and out again
    status = w.run("status", "--json").json
    assert status["records"]["kinds"]["decision"] == 4  # two by hand, one by checkpoint, one by the agent
    assert status["goal"] == "port the pool"
    assert "nearest config upwards" in w.run("status", "--explain").out
    assert all(c["status"] in ("ok", "warn") for c in w.run("doctor", "--json").json["checks"])
    w.git("checkout", "-q", "--", "src")
    w.run("uninstall", "--yes")
    assert tree(w.root) == before
    assert (w.root / ".git" / "info" / "exclude").read_bytes() == exclude
    assert w.git("status", "--porcelain") == ""


def test_init_to_first_brief_starts_few_processes(clone: World) -> None:
    """What takes time there is git: the number of its calls is the same on every machine."""
    calls = counted_git(clone)
    clone.run("init", "--yes")
    clone.run("brief")
    assert 0 < calls() <= 40


def test_snapshot_checkpoint_and_session_end_write_the_handoff_anew(shop: World) -> None:
    w = shop
    handoff, data = (w.root / ".backstory" / "local" / f"handoff.{end}" for end in ("md", "json"))
    payload = {"session_id": "s1", "cwd": str(w.root), "hook_event_name": "SessionEnd", "reason": "exit"}
    w.run("remember", "decision", "Use psycopg 3", "--tier", "pinned")
    for step, argv in enumerate((["snapshot", "--goal", "goal one"], ["checkpoint", "task two"], [])):
        handoff.unlink()
        data.unlink()
        if argv:
            w.run(*argv)
        else:
            w.hook("session-end", payload)
            eventually(lambda: handoff.exists() and data.exists())
        text, whole = handoff.read_text(), json.loads(data.read_text())
        named = {item["title"] for section in whole["sections"] for item in section.get("items", [])}
        assert "Use psycopg 3" in named, step
        for title in named:
            assert title in text, (step, title)


def test_agents_that_are_in_use_are_found(world: World) -> None:
    world.repository()
    (world.home / ".claude").mkdir()
    (world.root / "CLAUDE.md").write_text("mine\n")
    plan = world.run("init", "--dry-run")
    assert "+++" in plan.out
    assert ".claude/settings.local.json" in plan.out
    assert not world.data.exists()
    assert not (world.root / ".backstory").exists()
    world.run("init")
    assert (world.root / ".claude" / "settings.local.json").exists()
    assert world.git("status", "--porcelain").splitlines() == ["?? CLAUDE.md"]
