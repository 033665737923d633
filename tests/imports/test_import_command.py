"""`backstory import SOURCE`: private, imported and untrusted, once only, with anchors and links, and undone at once."""

import json
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.cli.conftest import Run
from tests.imports.samples import SAMPLES

from backstory.memory.kernel.catalog import Catalog
from backstory.memory.verbs import source_import
from backstory.memory.verbs.transfer import Imported
from backstory.store.archive_reader import Archive

SECRET = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"


def items(run: Run) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = run("list", "--all", "--limit", "1000", "--json").json["items"]
    return listed


@pytest.mark.slow
def test_sources_come_in_once_untrusted_and_go_again(project: Path, run: Run, home: Path) -> None:
    for name in ("mcp-memory", "infctx", "adr", "claude-mem"):
        path = home / name / SAMPLES[name].path
        SAMPLES[name].write(path)
        planned = run("import", name, str(path), "--dry-run", "--json").json
        before = len(items(run))
        taken = run("import", name, str(path), "--json").json
        assert taken["new"] == planned["new"] == len(items(run)) - before
        again = run("import", name, str(path), "--json").json
        assert (again["new"], again["known"]) == (0, taken["new"] + taken["known"])
    kept = items(run)
    assert len(kept) == 8
    assert {(one["scope"], one["origin"]["how"], one["foreign"]) for one in kept} == {("private", "imported", True)}
    run("undo")
    assert len(items(run)) < len(kept)


def test_instructions_get_anchors_and_lose_secrets(project: Path, run: Run) -> None:
    (project / "CLAUDE.md").write_text(f"- The pool is in `src/db/pool.py`.\n- The token is {SECRET} today.\n")
    taken = run("import", "--json").json["items"]
    assert [one["source"] for one in taken if one["paths"]] == ["claude-md"]
    result = run("import", "claude-md", "--json").json
    assert (result["new"], result["redacted"]) == (2, 1)
    kept = {one["title"]: one for one in items(run)}
    assert SECRET not in json.dumps(kept)
    assert kept["The pool is in `src/db/pool.py`."]["anchors"][0].startswith("src/db/pool.py@")
    assert kept["The pool is in `src/db/pool.py`."]["origin"]["source"] == "claude-md:CLAUDE.md"


def test_relations_become_links(project: Path, run: Run) -> None:
    SAMPLES["beads"].write(project / ".beads")
    run("import", ".beads")
    kept = {one["title"]: one for one in items(run)}
    assert kept["Speed up the pool"]["links"] == [f"depends_on {kept['Measure the pool']['id']}"]


def test_a_memory_that_changed_replaces_the_earlier_import(project: Path, run: Run) -> None:
    path = project / "memory.jsonl"
    row = {"type": "entity", "name": "Ada", "entityType": "person", "observations": ["Likes tea"]}
    path.write_text(json.dumps(row) + "\n")
    run("import", "mcp-memory")
    (old,) = items(run)
    path.write_text(json.dumps({**row, "observations": ["Likes coffee"]}) + "\n")
    run("import", "mcp-memory")
    new = next(one for one in items(run) if one["id"] != old["id"])
    assert new["links"] == [f"supersedes {old['id']}"]


def test_what_was_rejected_or_retracted_stays_out(project: Path, run: Run) -> None:
    (project / "CLAUDE.md").write_text("- Never push to main.\n- The port is 8080 here.\n")
    run("import", "claude-md")
    for one in items(run):
        run("reject" if one["kind"] == "rule" else "retract", one["short"])
    assert run("import", "claude-md", "--json").json["new"] == 0


def test_errors_name_the_source_and_what_to_do(project: Path, run: Run) -> None:
    assert "no source `nothing`" in run("import", "nothing", "README.md", ok=False).err
    assert "this project has no files of Cursor rules" in run("import", "cursor", ok=False).err
    assert "no file" in run("import", "cursor", "gone", ok=False).err
    os.makedirs("empty")
    assert "is of no source that can be read" in run("import", "empty", ok=False).err


def test_init_names_the_memory_of_another_tool_and_takes_nothing_in(repo: Path, run: Run) -> None:
    SAMPLES["infctx"].write(repo / ".infctx")
    SAMPLES["claude-md"].write(repo / "CLAUDE.md")
    SAMPLES["memory-bank"].write(repo / "memory-bank")
    printed = run("init", "--yes", "--no-agents").err
    assert "`backstory import memory-bank --dry-run`" in printed
    assert "memory of another tool: `.infctx` (Infinite Context)" in printed
    assert "`backstory import infctx --dry-run`" in printed
    assert "import claude-md" not in printed
    assert items(run) == []


def test_the_id_of_a_memory_does_not_count_as_a_secret(project: Path, run: Run) -> None:
    row = {"id": "0cd8bc6a-936f-4a95-a287-4fe551e0ca9d", "memory": "The pool has eight slots"}
    (project / "export.json").write_text(json.dumps({"results": [row]}))
    assert run("import", "mem0", "export.json", "--json").json["redacted"] == 0
    assert items(run)[0]["origin"]["source"] == f"mem0:{row['id']}"


def test_files_with_nothing_but_our_block_are_not_listed(project: Path, run: Run) -> None:
    run("init", "--yes", "--agents", "claude-code,codex")
    ours = next(name for name in ("CLAUDE.local.md", "AGENTS.md") if (project / name).exists())

    def sources() -> set[str]:
        return {one["source"] for one in run("import", "--json").json["items"] if one["paths"]}

    assert sources() == set()
    with (project / ours).open("a") as file:
        file.write("- Never push to main.\n")
    assert sources() == {"claude-md" if ours.startswith("CLAUDE") else "agents-md"}


def test_an_import_that_ran_at_the_same_time_counts_as_here(
    project: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "memory.jsonl").write_text(
        json.dumps({"type": "entity", "name": "pool", "entityType": "note", "observations": ["It has eight slots"]})
    )
    add = source_import.add_archive

    def add_second(workspace: Catalog, archive: Archive, *, replace: bool, dry_run: bool) -> Imported:
        earlier = [msgspec.structs.replace(record, made="2020-01-01T00:00:00Z") for record in archive.records]
        add(workspace, archive._replace(records=tuple(earlier)), replace=replace, dry_run=dry_run)
        return add(workspace, archive, replace=replace, dry_run=dry_run)

    monkeypatch.setattr(source_import, "add_archive", add_second)
    taken = run("import", "mcp-memory", "--json").json
    assert (taken["new"], taken["known"], len(items(run))) == (0, 1, 1)


def test_notes_of_one_name_in_two_folders_do_not_replace_each_other(project: Path, run: Run) -> None:
    for folder, text in (("a", "Tabs."), ("b", "Blanks.")):
        (project / ".serena/memories" / folder).mkdir(parents=True)
        (project / ".serena/memories" / folder / "style.md").write_text(f"# Style {folder}\n\n{text}\n")
    (project / ".serena/memories/index.md").write_text("# Index\n\nSee [[b/style]].\n")
    run("import", "serena")
    ids = {one["title"]: one["id"] for one in items(run)}
    assert next(one for one in items(run) if one["title"] == "Index")["links"] == [f"relates_to {ids['Style b']}"]
    (project / ".serena/memories/a/style.md").write_text("# Style a\n\nFour blanks.\n")
    run("import", "serena")
    (new,) = [one for one in items(run) if one["id"] not in ids.values()]
    assert new["links"] == [f"supersedes {ids['Style a']}"]
