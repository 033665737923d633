"""Secrets planted through every entry point: none of them is anywhere on the disk but where the person put it.

Every planted secret stands beside a harmless word of its own, which has to be found: a gate that drops everything
would pass without it.
"""

import json
import os
import random
import string
import subprocess
from pathlib import Path
from typing import NamedTuple

import apsw
import pytest
from tests.e2e.conftest import World, eventually

TOKENS = ("aws id", "github", "openai", "slack", "jwt", "google", "stripe", "npm")
"""Kinds that are known by their own form; the others are known by what stands around them."""


class Plant(NamedTuple):
    """A secret, the sentence it stands in, and the word beside it."""

    secret: str
    text: str
    word: str


class Garden:
    """Makes secrets of thirteen kinds, each one only once, put together so that no file here holds one."""

    def __init__(self) -> None:
        self.dice = random.Random(8)
        self.plants: list[Plant] = []

    def letters(self, count: int, alphabet: str = string.ascii_letters + string.digits) -> str:
        return "".join(self.dice.choice(alphabet) for _ in range(count))

    def make(self, kind: str) -> tuple[str, str]:
        some = self.letters
        secret, sentence = {
            "aws id": ("AKIA" + some(16, string.ascii_uppercase + "234567"), "id = {}"),
            "aws secret": (some(36) + "+/" + some(2), "aws_secret_access_key = {}"),
            "github": ("ghp_" + some(36), "push with {} please"),
            "openai": ("sk-" + "proj-" + some(64), "export OPENAI_API_KEY={}"),
            "slack": ("xoxb-" + f"{some(12, '123456789')}-{some(13, '123456789')}-{some(24)}", "slack says {}"),
            "jwt": ("eyJ" + "hbGciOiJIUzI1NiJ9." + "eyJ" + some(24) + "." + some(43), "Authorization: Bearer {}"),
            "url password": ("hunter2" + some(9), "postgres://app:{}@db.internal:5432/shop"),
            "password": ("hunter2" + some(6), "password: {}"),
            "json password": ("tr0ub4" + some(5) + "&3", '{{"user": "ada", "password": "{}"}}'),
            "google": ("AIza" + "Sy" + some(33), "maps key {}"),
            "stripe": ("sk_" + "live_" + some(24), "stripe {}"),
            "pem": (
                "MII" + some(61) + "\n" + some(64) + "\n" + some(64),
                "-----BEGIN RSA " + "PRIVATE KEY-----\n{}\n-----END RSA " + "PRIVATE KEY-----",
            ),
            "npm": ("npm_" + some(36), "//registry.npmjs.org/:_authToken={}"),
        }[kind]  # fmt: skip
        return secret, sentence

    def text(self, kind: str) -> str:
        """A secret in its sentence, with a harmless word before it."""
        secret, sentence = self.make(kind)
        word = "plain" + self.letters(9, string.ascii_lowercase)
        plant = Plant(secret, f"{word} {sentence.format(secret)}", word)
        self.plants.append(plant)
        return plant.text

    def every(self, *, lines: bool = True) -> str:
        """All kinds in one text; without `lines` those of one line, on one line."""
        kinds = [k for k in KINDS if lines or k != "pem"]
        return ("\n" if lines else " ; ").join(self.text(kind) for kind in kinds)

    def name(self, kind: str) -> str:
        """A secret that is its own name, as a file, a branch or a tag may hold one."""
        secret, _ = self.make(kind)
        self.plants.append(Plant(secret, secret, ""))
        return secret


KINDS = (
    "aws id", "aws secret", "github", "openai", "slack", "jwt", "url password", "password", "json password", "google",
    "stripe", "pem", "npm",
)  # fmt: skip


def everything(world: World, *, but: tuple[Path, ...] = ()) -> dict[str, bytes]:
    """Every file that Backstory may have written, with its bytes; databases also as SQLite unpacks them."""
    found: dict[str, bytes] = {}
    tops = [world.data, world.home, world.root / ".backstory", world.root / ".claude"]
    tops += [p for p in world.root.glob("*.md") if p.name != "README.md"] + list(world.base.glob("*.tar.gz"))
    for top in tops:
        paths = [top] if top.is_file() else [Path(f) / n for f, _, names in os.walk(top) for n in names]
        for path in paths:
            if path in but or not path.is_file():
                continue
            found[str(path)] = path.read_bytes() + os.fsencode(path.name)
            if path.suffix == ".db":
                found[f"{path} (dump)"] = _dump(path)
            if path.name.endswith(".tar.gz"):
                found[f"{path} (unpacked)"] = subprocess.run(
                    ["tar", "xzOf", str(path)], capture_output=True, check=True
                ).stdout
    return found


def _dump(path: Path) -> bytes:
    """Every row of every table: what a page holds in pieces, or packed, is whole here."""
    con = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        tables = [name for (name,) in con.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        rows = [repr(row) for table in tables for row in con.execute(f'SELECT * FROM "{table}"')]
    finally:
        con.close()
    return "\n".join(rows).encode("utf-8", "surrogatepass")


def hits(found: dict[str, bytes], plants: list[Plant]) -> list[str]:
    """A line for every secret that is there: whole, a line of it, JSON-escaped, in UTF-16, or in lower case."""
    out = []
    for path, data in found.items():
        lower = data.lower()
        for plant in plants:
            for form in {*plant.secret.split("\n"), json.dumps(plant.secret)[1:-1]}:
                at = max(data.find(form.encode("utf-16-le")), lower.find(form.lower().encode()))
                if at >= 0:
                    out.append(f"{path}: {plant.text[:40]!r} in {data[max(0, at - 60) : at + 30]!r}")
                    break
    return out


def missing(found: dict[str, bytes], plants: list[Plant]) -> list[str]:
    whole = b"\0".join(found.values())
    return [plant.text for plant in plants if plant.word and plant.word.encode() not in whole]


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
    """The hot path writes names and pointers without the gate: nothing of a payload's content may be among them."""
    g = garden
    base = {"session_id": "s1", "cwd": str(shop.root)}
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
