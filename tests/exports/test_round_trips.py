"""`export --to`: what is written in another tool's format comes back by `import`, as far as the format holds it."""

import json
import os
from pathlib import Path
from typing import Any, Final

import pytest
from tests.cli.conftest import Run, git, home, machine, project, repo, run, tmp_path

from backstory.store.files import write_atomic

__all__ = ["home", "machine", "project", "repo", "run", "tmp_path"]

SECRET: Final = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
HELD: Final[dict[str, tuple[str, ...]]] = {
    "markdown": ("kind", "title", "body", "tags", "anchors", "links", "made", "status"),
    "jsonl": ("kind", "title", "body", "tags", "anchors", "links", "made", "status"),
    "basic-memory": ("kind", "title", "body", "tags", "links", "made"),
    "adr": ("kind", "title", "body", "tags", "links"),
    "mcp-memory": ("kind", "title", "links"),
    "claude-md": ("kind",),
}
"""Form -> what of a record it holds."""
SOURCES: Final = {"jsonl": "memories"}
FILES: Final = {"jsonl": "memory.jsonl", "mcp-memory": "mcp.jsonl", "claude-md": "CLAUDE.md"}


def fill(run: Run) -> None:
    """Records of the team with everything that a format may hold, and one that is private."""

    def keep(*argv: str) -> str:
        return str(run("remember", *argv, "--scope", "team", "--json").json["id"])

    old = keep("decision", "Use asyncpg: fast", "--why", "It is fast.")
    new = keep(
        "decision", 'Use psycopg 3, not "asyncpg"', "--why", "Better typing.\n\n- one\n- two", "--impact", "New pool.",
        "--instead-of", "asyncpg", "--instead-of", "pg8000", "--tag", "db,project:auth",
        "--at", "src/db/pool.py#Pool", "--supersedes", old,
    )  # fmt: skip
    keep("fact", "The pool has eight slots", "--link", f"depends_on:{new}", "--tag", "#1")
    keep("question", "Who owns: the pool?", "--status", "answered")
    keep("rule", "Never add a dependency without asking", "--why", "It costs review.")
    keep("failure", "pytest hangs with -n 8", "--fix", "use -n 4", "--command", "pytest -n 8")
    keep("note", "日本語 [brackets] # and *marks*", "--body", "## Links\n- not a relation")
    run("remember", "fact", "the private port is 4711")


def held(items: list[dict[str, Any]], names: tuple[str, ...]) -> list[str]:
    """What a form holds of some records, in lines that can be compared: links by the title they lead to."""
    titles = {one["id"]: one["title"] for one in items}
    rows = []
    for one in items:
        row = {name: one[name] for name in names}
        if "links" in names:
            pairs = (link.split(" ") for link in one["links"])
            row["links"] = sorted(f"{relation} {titles[target]}" for relation, target in pairs if target in titles)
        if "anchors" in names:
            row["anchors"] = [anchor.partition("@")[0] for anchor in one["anchors"]]
        rows.append(json.dumps(row, sort_keys=True, ensure_ascii=False))
    return sorted(rows)


def listed(run: Run) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = run("list", "--all", "--limit", "1000", "--json").json["items"]
    return items


def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, project: Path, name: str) -> None:
    """A clone on a machine with no memory of its own, without the records of the team."""
    git(tmp_path, "clone", "-q", str(project), name)
    monkeypatch.setenv("BACKSTORY_HOME", str(tmp_path / f"data-{name}"))
    monkeypatch.chdir(tmp_path / name)


@pytest.mark.slow
def test_what_a_format_holds_comes_back(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(run)
    everything = [one for one in listed(run) if one["scope"] == "team"]
    current = [one for one in everything if one["title"] != "Use asyncpg: fast"]
    for form in HELD:
        written = run("export", "--to", form, "-o", str(tmp_path / FILES.get(form, form)), "--json").json
        assert "4711" not in json.dumps([path.read_text() for path in files(tmp_path / FILES.get(form, form))])
        again = run("export", "--to", form, "-o", str(tmp_path / FILES.get(form, form)), "--json").json
        assert again == written
    for form, names in HELD.items():
        elsewhere(tmp_path, monkeypatch, project, f"clone-{form}")
        run("init", "--yes", "--no-agents", "--new-identity", ok=False)
        source = SOURCES.get(form, form)
        result = run("import", source, str(tmp_path / FILES.get(form, form)), "--json").json
        records = everything if form == "adr" else current
        kinds = ("decision",) if form == "adr" else ("decision", "fact", "rule", "failure")
        records = [one for one in records if form not in ("adr", "claude-md") or one["kind"] in kinds]
        assert sorted({*held(listed(run), names)} ^ {*held(records, names)}) == [], form
        assert result["new"] == len(records)


def files(path: Path) -> list[Path]:
    return [path] if path.is_file() else sorted(one for one in path.rglob("*") if one.is_file())


def test_entities_of_the_memory_server_come_back_as_they_were(project: Path, run: Run) -> None:
    rows = [
        {
            "type": "entity",
            "name": "Ada",
            "entityType": "person",
            "observations": ["Likes tea", "Two\n  lines\n\nand one more"],
        },
        {"type": "entity", "name": "Shop", "entityType": "system", "observations": []},
        {"type": "relation", "from": "Ada", "to": "Shop", "relationType": "Maintains"},
    ]
    (project / "memory.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    run("import", "mcp-memory")
    refused = run("export", "--to", "mcp-memory", "--private", ok=False)
    assert "no team or private or user records" in refused.err
    out = run("export", "--to", "mcp-memory", "--private", "--untrusted").out
    assert sorted(out.splitlines()) == sorted(json.dumps(row) for row in rows)


def test_nothing_leaves_unasked(project: Path, run: Run, tmp_path: Path) -> None:
    run("remember", "fact", "The port is 8080")
    (project / "CLAUDE.md").write_text("- Always deploy on Fridays.\n")
    run("import", "claude-md")
    assert (
        "private records too: `backstory export --to claude-md --private"
        in run("export", "--to", "claude-md", ok=False).err
    )
    shown = run("export", "--to", "claude-md", "--private")
    assert "- The port is 8080." in shown.out
    assert "Fridays" not in shown.out
    assert "1 untrusted record" in shown.err
    assert "untrusted records are none" in run("export", "--to", "claude-md", "--private", "--untrusted", ok=False).err
    run("export", "--to", "markdown", "--private", "--untrusted", "-o", "notes", "--dry-run")
    assert not (project / "notes").exists()
    run("export", "--to", "markdown", "--private", "--untrusted", "-o", "notes")
    assert {path.parent.name for path in files(project / "notes")} == {"fact", "rule"}
    assert {oct(path.stat().st_mode & 0o777) for path in files(project / "notes")} == {"0o600"}


def test_files_that_are_there_stay_unless_they_may_be_replaced(project: Path, run: Run) -> None:
    run("remember", "fact", f"The port is 8080 <!-- {'x' * 3} -->", "--scope", "team")
    (project / "CLAUDE.md").write_text("mine\n")
    refused = run("export", "--to", "claude-md", "-o", "CLAUDE.md", ok=False)
    assert "`--replace` replaces them" in refused.err
    assert (project / "CLAUDE.md").read_text() == "mine\n"
    run("export", "--to", "claude-md", "-o", "CLAUDE.md", "--replace")
    assert "<!--" not in (project / "CLAUDE.md").read_text()
    os.symlink(project / "src", project / "notes")
    for argv in (["markdown"], ["nothing", "-o", "x"], ["markdown", "-o", "README.md"], ["jsonl", "-o", "src"]):
        assert run("export", "--to", *argv, ok=False).code in (1, 2)
    assert "need `--to`" in run("export", "--dry-run", ok=False).err


def test_a_pattern_set_later_holds_for_exports(project: Path, run: Run) -> None:
    run("remember", "fact", "The customer is ACME-12345", "--scope", "team")
    run("config", "set", "--user", "privacy.redact", "ACME-[0-9]{5}")
    for form in HELD:
        if form not in ("markdown", "adr", "basic-memory"):
            assert "12345" not in run("export", "--to", form).out


def test_names_of_files_exist_on_every_system_and_in_every_language(project: Path, run: Run, tmp_path: Path) -> None:
    for title in ("CON", "aux.", "日本語のタイトル", "Отступы: табы", "🙂"):
        run("remember", "fact", title, "--scope", "team")
    run("export", "--to", "markdown", "-o", str(tmp_path / "notes"))
    names = sorted(path.stem for path in (tmp_path / "notes" / "fact").iterdir())
    assert {"aux-fact", "con-fact", "日本語のタイトル", "отступы-табы"} <= set(names)
    assert sum(name.startswith("fact-") for name in names) == 1


def test_places_that_are_no_place_for_an_export(project: Path, run: Run) -> None:
    run("remember", "fact", "The port is 8080", "--scope", "team")
    os.mkfifo(project / "pipe")
    os.symlink(project / ".git", project / "linked")
    for form, place, message in (
        ("jsonl", "pipe", "not a regular file"),
        ("jsonl", "/dev/null", "not a regular file"),
        ("markdown", ".git", "in `.git`"),
        ("markdown", "linked/notes", "in `.git`"),
        ("markdown", ".backstory", "in `.backstory`"),
    ):
        assert message in run("export", "--to", form, "-o", place, "--replace", ok=False).err, place
    assert not (project / ".git" / "fact").exists()


@pytest.mark.parametrize("there", [False, True])
def test_an_export_that_fails_leaves_nothing_behind(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    from backstory.cli import record_export

    for number in range(4):
        run("remember", "fact", f"fact number {number}", "--scope", "team")
    out = tmp_path / "out"
    if there:
        out.mkdir()
        (out / "mine.txt").write_text("mine")
    written = []

    def fail_at_third(path: str, data: bytes, **options: Any) -> None:
        written.append(path)
        if len(written) == 3:
            raise KeyboardInterrupt
        write_atomic(path, data, **options)

    monkeypatch.setattr(record_export, "write_atomic", fail_at_third)
    ran = run("export", "--to", "markdown", "-o", str(out), ok=False)
    assert (ran.code, len(written)) == (130, 3)
    assert sorted(path.name for path in out.rglob("*")) == (["mine.txt"] if there else [])
    assert out.exists() is there


def test_two_notes_of_one_title_come_back_as_two_of_that_title(
    project: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder holds one note of a name, so the second has its id behind; the record has not."""
    for why in ("It is typed", "It is maintained"):
        run("remember", "decision", "Use psycopg 3", "--why", why, "--scope", "team")
    notes = tmp_path / "notes"
    run("export", "--to", "basic-memory", "-o", str(notes))
    here = run("import", "basic-memory", str(notes), "--dry-run", "--json").json
    assert (here["new"], here["known"]) == (0, 2)
    elsewhere(tmp_path, monkeypatch, project, "clone")
    run("init", "--yes", "--no-agents", ok=False)
    run("import", "basic-memory", str(notes))
    assert [one["title"] for one in listed(run)] == ["Use psycopg 3"] * 2


def test_a_bullet_names_the_parts_of_a_record(project: Path, run: Run) -> None:
    given = ("--instead-of", "asyncpg", "--instead-of", "psycopg2", "--impact", "wrappers change")
    run("remember", "decision", "Use psycopg 3", "--why", "It is typed", *given)
    run("remember", "rule", "Never push to main", "--why", "releases are cut there!")
    shown = run("export", "--to", "claude-md", "--private").out
    line = "- Use psycopg 3. It is typed. Alternatives: asyncpg; psycopg2. Impact: wrappers change."
    assert line in shown.splitlines()
    assert "- Never push to main. releases are cut there!" in shown.splitlines()
