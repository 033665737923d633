"""Secrets planted through every entry point: none of them is anywhere on the disk but where the person put it."""

import base64
import json
import re
import subprocess
from pathlib import Path
from urllib.parse import quote

import pytest
from tests.e2e.conftest import World, eventually
from tests.e2e.garden import KINDS, TOKENS, Garden, Plant, everything, hits, missing


@pytest.fixture
def garden() -> Garden:
    return Garden()


def clean(world: World, garden: Garden, *, but: tuple[Path, ...] = (), words: bool = True) -> None:
    found = everything(world, but=but)
    assert len(found) > 5
    there = hits(found, garden.plants)
    assert not there, "\n".join(path.removeprefix(str(world.base)) for path in there)
    if words:
        lost = missing(found, garden.plants)
        assert not lost, "\n".join(lost)


def test_the_search_itself_finds_what_is_there(shop: World, garden: Garden) -> None:
    text = garden.every()
    (shop.root / ".backstory" / "local" / "planted.txt").write_text(text)
    assert len(hits(everything(shop), garden.plants)) == len(KINDS)
    assert not missing(everything(shop), garden.plants)


@pytest.mark.slow
@pytest.mark.parametrize("scope", ["private", "team", "user"])
def test_remember_with_every_flag(shop: World, garden: Garden, scope: str) -> None:
    g = garden
    for kind in KINDS:
        said = shop.run(
            "remember", "decision", f"it says {g.text(kind)}", "--why", g.text(kind), "--instead-of", g.text(kind),
            "--impact", g.text(kind), "--field", f"note={g.text(kind)}", "--scope", scope,
        )  # fmt: skip
        assert "secret" in said.err
        assert not [p for p in g.plants if p.secret.split("\n")[0] in said.out + said.err]
    shop.run("remember", "failure", "it broke", "--fix", g.every(), "--command", g.every(lines=False), "--scope", scope)
    shop.run(
        "remember",
        "strategy",
        "do so",
        "--step",
        g.every(lines=False),
        "--step",
        g.every(lines=False),
        "--scope",
        scope,
    )
    shop.run("remember", "source", "text", "--body", g.every(), "--from", g.text("url password"), "--scope", scope)
    shop.run("remember", "note", "-", given=g.every(), env={"BACKSTORY_AGENT": "codex"})
    for kind in TOKENS:
        shop.run(
            "remember", "fact", f"named {kind}", "--tag", g.name(kind), "--at", f"src/{g.name(kind)}.py#{g.name(kind)}",
            "--scope", scope, env={"BACKSTORY_AGENT": g.name(kind), "BACKSTORY_SESSION": g.name(kind)},
        )  # fmt: skip
    short = shop.run("list", "fact", "--json").json["items"][0]["short"]
    shop.run("tag", short, g.name("github"), g.name("stripe"))
    shop.run("edit", short, "--title", g.text("slack"), "--body", g.every())
    shop.run("export", "--private", "-o", str(shop.base / "all.tar.gz"))
    shop.run("snapshot")
    clean(shop, g)


@pytest.mark.slow
def test_work_commands(shop: World, garden: Garden) -> None:
    g = garden
    shop.run(
        "checkpoint", g.text("github"), "--goal", g.text("password"), "--state", g.every(lines=False),
        "--approaches", g.every(lines=False), "--decisions", g.every(lines=False), "--next-steps", g.every(lines=False),
        "--blockers", g.every(lines=False), "--tag", g.name("npm"), "--session", g.name("google"),
    )  # fmt: skip
    shop.run("save", "--summary", g.every(lines=False))
    shop.run("handoff", g.name("stripe"), g.every(lines=False), "--state", g.every(), "--next-steps", g.text("jwt"))
    shop.run("snapshot", "--goal", g.every(lines=False))
    shop.run("note", g.every(lines=False))
    shop.run(
        "note",
        "--summary",
        g.text("slack"),
        "--rationale",
        g.every(),
        "--alternative",
        g.text("pem"),
        "--impact",
        g.text("npm"),
    )
    shop.run("add", "--type", "fact", "--tags", g.name("github"), g.every(lines=False))
    shop.run("memo", "add", g.every(lines=False))
    shop.run("memo", "pin", "add", g.text("aws secret"))
    shop.run("memo", "persona", "add", g.text("password"))
    shop.run("memo", "user", "add", g.text("url password"))
    shop.run("pin", "README.md", "--note", g.every(lines=False))
    shop.run("brief", "--task", g.every(lines=False), "-o", str(shop.root / ".backstory" / "local" / "mine.md"))
    shop.run("index", "rebuild")
    clean(shop, g, words=False)
    found = everything(shop)
    assert len(missing(found, g.plants)) < 14, "only the brief's own words may be absent"


@pytest.mark.slow
def test_the_repository_itself(world: World, garden: Garden) -> None:
    """README, commit messages, branch and file names, manifests, remotes and git's own config."""
    g, w = garden, world
    w.repository()
    (w.root / "README.md").write_text(f"# Shop\n\nA shop. {g.text('github')} {g.text('password')}\n\n{g.every()}\n")
    (w.root / "package.json").write_text(
        json.dumps(
            {
                "name": "shop",
                "description": g.text("openai"),
                "scripts": {"deploy": f"deploy --token {g.name('npm')}", "x": g.text("url password")},
            }
        )
    )
    (w.root / "Makefile").write_text(
        f"deploy: ## {g.text('stripe')}\n\tcurl -H 'Authorization: Bearer {g.name('jwt')}' https://x\n"
    )
    (w.root / f"{g.name('aws id')}.py").write_text("x = 1\n")
    (w.root / g.name("github")).mkdir()
    (w.root / ".env").write_text(f"DB_PASSWORD={g.name('password')}\n")
    (w.root / ".gitignore").write_text(".env\n")
    code = "".join(f"# {g.text(kind)}\n" for kind in KINDS if kind != "pem") + f'TOKEN = "{g.name("github")}"\n'
    (w.root / "src" / "settings.py").write_text(code + f"class Client:\n    password = '{g.name('password')}'\n")
    w.git("remote", "add", "origin", f"https://ada:{g.name('password')}@example.org/shop.git")
    w.git("checkout", "-qb", f"fix-{g.name('stripe')}")
    w.commit(f"deploy with {g.text('slack')}\n\n{g.every()}")
    (w.root / f"dirty-{g.name('npm')}.py").write_text("x = 1\n")
    w.git("config", "user.name", f"Ada {g.name('google')}")
    w.run("init", "--yes", "--agents", "all", "--goal", g.text("jwt"))
    w.run("checkpoint", "work", "--state", "so")
    w.run("snapshot")
    w.run("remember", "fact", "about it", "--at", f"dirty-{g.plants[-3].secret}.py")
    for argv in (["brief"], ["handoff"], ["brief", "--json"], ["status", "--json"], ["show", "latest"], ["log"]):
        w.run(*argv)
    w.run("export", "--private", "-o", str(w.base / "all.tar.gz"))
    clean(w, g, words=False)


def test_the_persons_own_values(shop: World, garden: Garden) -> None:
    """What stands in `.env`, in the usual files of the home and in the environment is taken out everywhere."""
    own = [garden.letters(14) + "9x" for _ in range(4)]
    (shop.root / ".env").write_text(f"SHOP_DB_PASSWORD={own[0]}\n")
    (shop.home / ".aws").mkdir()
    (shop.home / ".aws" / "credentials").write_text(f"[default]\naws_secret_access_key = {own[1]}\n")
    (shop.home / ".netrc").write_text(f"machine x login ada password {own[2]}\n")
    plants = [Plant(value, value, "") for value in own]
    env = {"DEPLOY_TOKEN": own[3]}
    said = "harmless words " + " and ".join(own)
    shop.run("remember", "fact", said, "--why", said, env=env)
    shop.run("checkpoint", said, "--state", said, env=env)
    shop.run("snapshot", "--goal", said, env=env)
    payload = {
        "session_id": "s1",
        "cwd": str(shop.root),
        "last_assistant_message": f"<ctx:remember type='fact'>stated {said}</ctx:remember>\n",
    }
    shop.hook("stop", payload, env=env)
    eventually(lambda: len(shop.titles("fact")) == 2)
    found = {p: d for p, d in everything(shop).items() if not p.startswith(str(shop.home))}
    assert not hits(found, plants)
    assert b"harmless words" in b"".join(found.values())


def test_settings_and_environment(shop: World, garden: Garden) -> None:
    g = garden
    shop.run("config", "set", "project.name", g.text("github"), ok=False)
    shop.run("config", "set", "project.name", g.text("password"), "--user", ok=False)
    (shop.base / "s.json").write_text(json.dumps({"project_name": g.text("stripe"), "aiApiKey": g.name("openai")}))
    shop.run("config", "--set-file", str(shop.base / "s.json"), ok=False)
    config = shop.root / ".backstory" / "config.toml"
    user = shop.home / ".config" / "backstory" / "config.toml"
    shop.run("remember", "fact", "one", env={"BACKSTORY_PROJECT_NAME": g.text("npm")})
    shop.run("brief")
    clean(shop, g, but=(config, user), words=False)
    kept = b"".join(p.read_bytes() for p in (config, user) if p.exists())
    assert not hits({"config.toml": kept}, g.plants), "settings are no place for secrets either"


@pytest.mark.slow
def test_hooks(shop: World, garden: Garden) -> None:
    """Prompts, tool calls, session ids, transcripts, directives, and payloads that are broken."""
    g = garden
    shop.run("remember", "decision", "Use psycopg 3", "--why", "typing")
    transcript = shop.home / f"{g.name('github')}.jsonl"
    rows = []
    for number, kind in enumerate(KINDS):
        said = f"<backstory:remember kind='decision'>number {number}: {g.text(kind)}</backstory:remember>\n"
        answer = {"id": f"m{number}", "role": "assistant", "content": [{"type": "text", "text": said}]}
        rows += [
            {"type": "user", "uuid": f"u{number}", "message": {"role": "user", "content": g.make(kind)[0]}},
            {"type": "assistant", "uuid": f"a{number}", "message": answer},
        ]
    transcript.write_text("".join(json.dumps(r) + "\n" for r in rows))
    base = {"session_id": "s1", "cwd": str(shop.root), "transcript_path": str(transcript)}
    shop.hook("session-start", {**base, "source": g.name("stripe")})
    shop.hook("prompt", {**base, "prompt": g.every(), "prompt_id": g.name("npm")})
    shop.hook(
        "post-tool",
        {
            **base,
            "tool_name": "Bash",
            "tool_input": {"command": g.every(), "file_path": f"/x/{g.name('google')}"},
            "tool_response": g.every(),
        },
    )
    shop.hook("post-tool", {**base, "tool_name": g.name("jwt"), "tool_use_id": g.name("aws id")})
    for event in ("stop", "pre-compact", "session-end"):
        shop.hook(
            event,
            {
                **base,
                "reason": g.name("github"),
                "last_assistant_message": f"<ctx:remember type='fact'>{g.text('pem')}</ctx:remember>\n",
            },
        )
        shop.hook(event, b'{"broken": "' + g.every(lines=False).encode())
        shop.hook(event, json.dumps({"cwd": "/" + g.name("github"), "session_id": "s2"}).encode())
    shop.run("hook", g.name("npm"), g.name("google"), given=b"{}")
    eventually(lambda: len(shop.titles("decision")) == len(KINDS) + 1)
    eventually(lambda: not list(shop.private.glob("spool/*.jsonl")))
    shop.run("log", "--events", "-n", "100")
    found = everything(shop, but=(transcript,))
    assert not hits(found, g.plants)
    spoken = [p for p in g.plants if p.text.startswith("plain") and any(p.text in json.dumps(r) for r in rows)]
    assert not missing(found, spoken)


def test_what_a_dead_hook_leaves_in_the_spool(shop: World, garden: Garden) -> None:
    """The hot path writes names and pointers without the gate: nothing of a payload's content may be among them, and
    no name that could be a secret."""
    g = garden
    base = {"session_id": "s1", "cwd": str(shop.root)}
    names = {"transcript_path": f"/x/{g.name('npm')}.jsonl", "source": g.name("slack"), "prompt_id": g.name("stripe")}
    shop.hook("post-tool", {**base, **names, "session_id": g.name("openai"), "agent_id": g.name("aws id")})
    shop.hook(
        "post-tool",
        {
            **base,
            "tool_name": g.name("github"),
            "tool_use_id": g.name("google"),
            "tool_input": {"file_path": g.name("jwt")},
        },
    )
    shop.hook("prompt", {**base, "prompt": g.every()})
    shop.hook(
        "post-tool",
        {**base, "tool_name": "Bash", "tool_input": {"command": g.every()}, "tool_response": {"stdout": g.every()}},
    )
    assert list(shop.private.glob("spool/*.jsonl"))
    assert not hits(everything(shop), g.plants)


def test_archives_and_lines_from_elsewhere(shop: World, garden: Garden) -> None:
    g = garden
    shop.run("remember", "fact", "PLACEHOLDER one", "--why", "PLACEHOLDER two", "--tag", "PLACEHOLDER")
    lines = shop.run("export", "--private", "--json").out
    said = iter(g.text(kind) for kind in KINDS[:2])
    head, line = lines.splitlines()
    record = json.loads(line)
    record |= {
        "id": "01JD8ZK3M7Q4T9W2R5X8Y1B6C0",
        "title": next(said),
        "body": g.every(),
        "tags": [g.name("github")],
        "fields": {"note": next(said), "token": g.name("npm")},
    }
    record["origin"] |= {
        "author": g.name("stripe"),
        "source": g.name("google"),
        "quote": g.text("password"),
        "agent": g.name("slack"),
    }
    path = shop.base / "lines.json"
    path.write_text(head + "\n" + json.dumps(record) + "\n")
    shop.run("import", str(path))
    assert len(shop.titles()) == 2
    shop.run("import", str(path), "--replace")
    shop.run("export", "--private", "-o", str(shop.base / "all.tar.gz"))
    assert not [p for p in g.plants if p.secret.split("\n")[0] in shop.run("export", "--private", "--json").out]
    clean(shop, g)


def test_files_edited_by_hand(shop: World, garden: Garden) -> None:
    """A secret put into a record's file by hand stays in that file, and reaches no index, brief, log or archive."""
    g = garden
    shop.run("config", "set", "memory.scope", "team")
    kept = Path(shop.run("remember", "decision", "Use psycopg 3", "--why", "typing", "--json").json["path"])
    kept.write_text(
        kept.read_text()
        .replace("tags: []", f"tags: [{g.name('github')}]")
        .replace("typing\n", f"typing\n\n{g.every()}\n")
        + f"\n{g.every()}\n"
    )
    planted = shop.root / ".backstory" / "memory" / "fact" / "2026-11-20-x-aaaaaaaa.md"
    planted.parent.mkdir(parents=True)
    planted.write_text(f"# {g.text('stripe')}\n\n{g.every()}\n")
    for argv in (
        ["list", "--json"],
        ["recall", "psycopg", "--json"],
        ["brief"],
        ["brief", "--json"],
        ["show", kept.stem[-8:], "--json"],
        ["log"],
        ["tags"],
        ["handoff"],
    ):
        out = shop.run(*argv).out
        assert not [p for p in g.plants if p.secret.split("\n")[0] in out], argv
    shop.run("tag", kept.stem[-8:], "x")
    shop.run("snapshot")
    shop.run("index", "rebuild")
    shop.run("export", "--private", "-o", str(shop.base / "all.tar.gz"))
    shop.hook("session-start", {"session_id": "s1", "cwd": str(shop.root), "source": "startup"})
    clean(shop, g, but=(kept, planted))
    found = shop.run("doctor", "--deep", "--json", ok=False).json["checks"]
    assert {c["status"] for c in found if c["name"] == "secrets"} == {"fail"}
    assert not [p for p in g.plants if p.secret.split("\n")[0] in json.dumps(found)]


def test_errors_and_reports(shop: World, garden: Garden) -> None:
    """What a command refuses, and what it says when it breaks, goes through the gate as well."""
    g = garden
    for argv in (
        ["show", g.name("github")], ["recall", g.every()], ["edit", g.name("stripe"), "--tier", "pinned"],
        ["remember", "fact", "x", "--link", f"depends_on:{g.name('npm')}"], ["config", "get", g.name("google")],
        ["import", g.name("slack")], ["diff", g.name("jwt")], ["list", "--since", g.name("aws id")],
    ):  # fmt: skip
        shop.run(*argv, ok=False)
    broken = shop.base / "broken"
    (broken / "backstory").mkdir(parents=True)
    code = (
        "import backstory.api as c\n"
        f"c.Memory.status = lambda self: 1 / 0 if '' else (_ for _ in ()).throw(ValueError({g.every()!r}))\n"
    )
    (broken / "sitecustomize.py").write_text(code)
    done = subprocess.run(
        shop.command("status"),
        cwd=shop.root,
        env={**shop.environ, "PYTHONPATH": str(broken)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "something went wrong inside" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(shop.data.glob("reports/*.md"))
    clean(shop, g, words=False)


def test_readable_values_that_a_session_tells(shop: World) -> None:
    """Words and a number, given in a prompt, in a command and in an answer, of which no rule of a form knows."""
    values = ["otter-banjo-61", "mango-cello-62", "velvet-harp-63", "cactus-lute-64", "tulip-oboe-65", "lamp-tuba-66"]
    prompt = f"the deploy token is {values[0]}, and use {values[1]} as the API key. The PIN of the vault is 4711."
    command = f"DEPLOY_TOKEN={values[2]} ./deploy.sh && docker run -e API_KEY={values[3]} img"
    answer = f"I deployed it with the API key {values[4]}. Next steps:\n- use {values[5]} as the new deploy key"
    transcript = shop.home / "t.jsonl"
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": command}}
    rows = [
        {"type": "user", "uuid": "u1", "message": {"role": "user", "content": prompt}},
        {"type": "assistant", "uuid": "a1", "message": {"id": "m1", "role": "assistant", "content": [call]}},
        {
            "type": "assistant",
            "uuid": "a2",
            "message": {"id": "m2", "role": "assistant", "content": [{"type": "text", "text": answer}]},
        },
    ]
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows))
    base = {"session_id": "s1", "cwd": str(shop.root), "transcript_path": str(transcript)}
    shop.hook("session-start", base)
    shop.hook("prompt", {**base, "prompt": prompt})
    shop.hook("post-tool", {**base, "tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "toolu_1"})
    for event in ("stop", "pre-compact", "session-end"):
        shop.hook(event, {**base, "last_assistant_message": answer})
    eventually(lambda: shop.run("session", "list", "--json").json["items"])
    eventually(lambda: not list(shop.private.glob("spool/*.jsonl")))
    assert "I deployed it" in shop.run("session", "show", "s1").out
    shop.run("checkpoint", "work", "--state", command, "--next-steps", f"use {values[1]} as the API key")
    printed = [
        shop.run(*argv).out for argv in (["brief"], ["handoff"], ["log"], ["recall", "deploy"], ["show", "latest"])
    ]
    plants = [Plant(value, value, "") for value in (*values, "vault is 4711")]
    assert not hits(everything(shop, but=(transcript,)), plants)
    assert not [plant.secret for plant in plants if any(plant.secret in text for text in printed)]


WORDED = {
    "prompt": "start it with PGPASSWORD=otter-lamp psql, and the password is velvet-banjo-moon.",
    "answer": "I ran `sshpass -p cactus-tulip ssh ada@host` and set the key with `gh secret set KEY -b mango-anchor`.",
    "command": "curl -F token=river-candle https://x.example && vault kv put secret/x password=paper-cactus",
    "output": 'Server=db;Uid=app;Pwd=lamp-river\nlet dbPassword = "banjo-mango-otter";',
    "changed": "I changed the password from tulip-velvet to anchor-paper",
}
"""Readable passwords of words alone, as prompts, answers, commands and what they print give them."""
WORDED_VALUES = (
    "otter-lamp", "velvet-banjo-moon", "cactus-tulip", "mango-anchor", "river-candle", "paper-cactus", "lamp-river",
    "banjo-mango-otter", "tulip-velvet", "anchor-paper",
)  # fmt: skip


def test_passwords_of_words_in_sessions_and_commands(shop: World) -> None:
    """In sessions of Codex and Gemini, in what is remembered, run, imported and given to the server."""
    w, stamp = WORDED, "2026-11-20T10:00:00.000Z"
    rows = [
        ("session_meta", {"id": "c1", "cwd": str(shop.root)}),
        ("turn_context", {"turn_id": "t1", "cwd": str(shop.root)}),
        ("event_msg", {"type": "user_message", "message": w["prompt"]}),
        (
            "response_item",
            {
                "type": "function_call",
                "name": "shell",
                "call_id": "k1",
                "arguments": json.dumps({"command": ["bash", "-lc", w["command"]]}),
            },
        ),
        ("response_item", {"type": "function_call_output", "call_id": "k1", "output": w["output"]}),
        ("event_msg", {"type": "user_message", "message": w["changed"]}),
        (
            "response_item",
            {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": w["answer"]}]},
        ),
    ]
    given = shop.base / "given"
    given.mkdir()
    rollout = given / "rollout-2026-11-20T10-00-00-c1.jsonl"
    rollout.write_text("".join(json.dumps({"timestamp": stamp, "type": t, "payload": p}) + "\n" for t, p in rows))
    call = {
        "id": "k2",
        "name": "run_shell_command",
        "args": {"command": w["command"]},
        "result": [{"functionResponse": {"id": "k2", "response": {"output": w["output"]}}}],
        "status": "success",
        "timestamp": stamp,
    }
    chat = {
        "sessionId": "g1",
        "projectHash": "p",
        "startTime": stamp,
        "lastUpdated": stamp,
        "messages": [
            {"id": "1", "timestamp": stamp, "type": "user", "content": w["prompt"]},
            {"id": "2", "timestamp": stamp, "type": "gemini", "content": w["answer"], "toolCalls": [call]},
            {"id": "3", "timestamp": stamp, "type": "user", "content": w["changed"]},
        ],
    }
    (given / "session-g1.json").write_text(json.dumps(chat))
    notes = given / "notes.txt"
    notes.write_text("\n\n".join(w.values()))
    shop.run("ingest", str(rollout), "--agent", "codex")
    shop.run("ingest", str(given / "session-g1.json"), "--agent", "gemini")
    shop.run("ingest", str(notes), "--as", "source")
    shop.run("remember", "decision", w["prompt"], "--why", w["answer"], "--instead-of", w["changed"])
    shop.run("remember", "failure", w["command"], "--fix", w["output"], "--command", w["command"])
    shop.run("checkpoint", w["prompt"], "--state", w["command"], "--next-steps", w["answer"])
    shop.run("run", "--", "sh", "-c", f"true {w['command'].replace('&&', 'x')!r}", ok=False)
    requests = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
            "name": "remember", "arguments": {"kind": "decision", "text": w["prompt"], "why": w["answer"]}}},
    ]  # fmt: skip
    answers = shop.run("mcp", given="".join(json.dumps(request) + "\n" for request in requests)).out
    assert '"isError":true' not in answers.replace(" ", "")
    assert "I ran" in shop.run("session", "show", "c1").out
    assert "I ran" in shop.run("session", "show", "g1").out
    printed = [shop.run(*argv).out for argv in (["brief"], ["log"], ["list"], ["recall", "password"])]
    plants = [Plant(value, value, "") for value in WORDED_VALUES]
    files = everything(shop, but=(given,))
    assert not hits(files, plants)
    assert not [plant.secret for plant in plants if any(plant.secret in text for text in (*printed, answers))]
    assert any(b"start it with PGPASSWORD=[REDACTED" in data for data in files.values())


DISGUISED = {
    "colours": lambda text: text.replace("=", "\x1b[0m=\x1b[1;33m"),
    "windows": lambda text: text.replace("\n", "\r\n"),
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "folded": lambda text: base64.encodebytes(text.encode()).decode(),
    "address": quote,
    "inner": lambda text: json.dumps({"out": json.dumps({"stdout": text})}),
    "no width": lambda text: text.replace("amber", "am\u200bber"),
    "zero": lambda text: text.replace("amber", "am\0ber"),
    "two lines": lambda text: text.replace("amber", "am\\\nber"),
    "long": lambda text: "x" * 200_000 + " " + text.replace("\n", " ") + "y" * 200_000,
    "emphasis": lambda text: "\n".join(f"- **{line.replace('=', ':** ')}" for line in text.splitlines()),
}
"""How a file of an environment may stand in what an agent reads."""


@pytest.mark.parametrize("disguise", DISGUISED)
def test_a_disguised_environment_file(shop: World, disguise: str) -> None:
    """In a prompt, a command, its result, an answer and a record, no form of the file leaves a value on the disk."""
    plants, texts = [], []
    for number in range(4):
        values = (f"Otter{number}amber!47kq", f"{number}f8c7d6b5a4e39281706f5e4d3c2b1a9")
        texts.append(DISGUISED[disguise](f"DB_HOST=db\nDB_PASSWORD={values[0]}\nAPI_TOKEN={values[1]}\n"))
        plants += [Plant(value, value, "") for value in values]
        encoded = re.findall(r"[\w+/=]{40,}", texts[-1]) if disguise in ("base64", "folded") else []
        plants += [Plant(line, line, "") for line in encoded]
    transcript = shop.home / "t.jsonl"
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "cat .env"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": texts[1], "is_error": True}
    said = {"type": "text", "text": f"The file holds:\n{texts[2]}"}
    rows = [
        {"type": "user", "uuid": "u1", "message": {"role": "user", "content": texts[0]}},
        {"type": "assistant", "uuid": "a1", "message": {"id": "m1", "role": "assistant", "content": [call]}},
        {"type": "user", "uuid": "u2", "message": {"role": "user", "content": [result]}},
        {"type": "assistant", "uuid": "a2", "message": {"id": "m2", "role": "assistant", "content": [said]}},
    ]
    transcript.write_text("".join(json.dumps(row) + "\n" for row in rows))
    base = {"session_id": "s1", "cwd": str(shop.root), "transcript_path": str(transcript)}
    shop.hook("session-start", base)
    shop.hook("prompt", {**base, "prompt": texts[0]})
    for event in ("stop", "session-end"):
        shop.hook(event, {**base, "last_assistant_message": said["text"]})
    shop.run("remember", "note", "-", given=f"What the file holds\n\n{texts[3]}".encode(), ok=False)
    eventually(lambda: shop.run("session", "list", "--json").json["items"])
    eventually(lambda: not list(shop.private.glob("spool/*.jsonl")))
    assert not hits(everything(shop, but=(transcript,)), plants)
