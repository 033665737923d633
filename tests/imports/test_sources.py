"""Every row of the table of sources: its sample is recognised and becomes the records that it should."""

import json
import os
import re
from pathlib import Path

import pytest
from tests.growth import assert_linear
from tests.imports.samples import SAMPLES, Sample, database

from backstory.imports import basic_memory
from backstory.imports.item import Item, Omissions, Place
from backstory.imports.table import SOURCES, find_paths, find_source, load_reader, recognize_source


def read(sample: Sample, name: str, root: Path) -> tuple[list[Item], Omissions]:
    place, omitted = Place(str(root), str(root / "home"), dict(os.environ)), Omissions()
    source = find_source(name)
    assert source is not None
    return list(load_reader(source).read_items(str(root / sample.path), place, omitted)), omitted


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    root = tmp_path / "shop"
    (root / "src" / "db").mkdir(parents=True)
    (root / "src" / "db" / "pool.py").write_text("class Pool:\n    pass\n")
    return root


def test_every_source_has_a_sample() -> None:
    assert set(SAMPLES) == {source.name for source in SOURCES}


@pytest.mark.parametrize("name", SAMPLES)
def test_a_sample_becomes_its_records(shop: Path, name: str) -> None:
    sample = SAMPLES[name]
    sample.write(shop / sample.path)
    items, _ = read(sample, name, shop)
    titles = sorted((item.draft.kind, item.draft.title or item.draft.text.split("\n")[0]) for item in items)
    assert titles == sorted(sample.records)


@pytest.mark.parametrize("name", [name for name, sample in SAMPLES.items() if sample.is_recognized])
def test_a_sample_is_recognized(shop: Path, name: str) -> None:
    sample = SAMPLES[name]
    sample.write(shop / sample.path)
    source = recognize_source(str(shop / sample.path))
    assert source is not None
    assert source.name == name


def test_names_and_aliases_are_distinct() -> None:
    names = [name for source in SOURCES for name in (source.name, *source.aliases)]
    assert len(names) == len(set(names))


def test_places_are_found_and_links_out_of_the_project_are_not(shop: Path, tmp_path: Path) -> None:
    (tmp_path / "CLAUDE.md").write_text("- Never push.\n")
    (shop / "CLAUDE.md").symlink_to(tmp_path / "CLAUDE.md")
    (shop / "AGENTS.md").write_text("- Never push.\n")
    place = Place(str(shop), str(tmp_path / "home"))
    present = {source.name: find_paths(source, place) for source in SOURCES if find_paths(source, place)}
    assert present == {"agents-md": [str(shop / "AGENTS.md")]}


def test_a_decision_record_keeps_its_parts(shop: Path) -> None:
    sample = SAMPLES["adr"]
    sample.write(shop / sample.path)
    (first, second), _ = read(sample, "adr", shop)
    assert first.draft.parts["alternatives"] == ["PostgreSQL", "MongoDB"]
    assert first.draft.parts["impact"] == ["Good, because of transactions"]
    assert "Orders need transactions." in first.draft.parts["why"]
    assert (first.made, first.author) == ("2024-03-01T00:00:00Z", "Ada")
    assert second.draft.status == "retracted"


def test_the_head_of_a_decision_record_names_people_and_tags(tmp_path: Path) -> None:
    text = (
        "# Use the factory pattern\n\n- Status: accepted\n- Deciders: Mei Tan, Rosa Diaz\n- Tags: ef-core, domain\n"
        "- Date: 2023-06-04\n- **Supersedes:** [the builder](0001-builder.md)\n\nTechnical Story: [issue 111](https://example.org/111)\n\n"
        "## Context and Problem Statement\n\nNote: roots can be made in two ways.\n"
    )
    (tmp_path / "20230604-use-the-factory-pattern.md").write_text(text)
    source = find_source("adr")
    assert source is not None
    place = Place(str(tmp_path), str(tmp_path), {})
    (item,) = load_reader(source).read_items(str(tmp_path), place, Omissions())
    assert (item.author, item.draft.tags, item.made[:10]) == ("Mei Tan, Rosa Diaz", ["ef-core", "domain"], "2023-06-04")
    assert ("supersedes", "0001-builder") in item.links
    assert "Technical Story: [issue 111]" in str(item.draft.parts["why"])
    assert "Note: roots can be made in two ways." in str(item.draft.parts["why"])


def test_what_cannot_be_carried_is_named(shop: Path) -> None:
    reasons = {}
    for name in ("claude-md", "infctx", "beads", "claude-mem", "engram"):
        sample = SAMPLES[name]
        sample.write(shop / sample.path)
        reasons[name] = [one.why for one in read(sample, name, shop)[1]]
    assert reasons == {
        "claude-md": ["has a block that `AICTX` manages"],
        "infctx": ["1 snapshots: `backstory snapshot` takes new ones"],
        "beads": ["is deleted in the source"],
        "claude-mem": ["1 memories are of other projects"],
        "engram": ["is deleted in the source"],
    }


def test_a_database_of_basic_memory_becomes_its_notes(shop: Path) -> None:
    database(
        "CREATE TABLE entity (id INTEGER, title TEXT, note_type TEXT, permalink TEXT, created_at TEXT)",
        "CREATE TABLE observation (entity_id INTEGER, category TEXT, content TEXT)",
        "CREATE TABLE relation (from_id INTEGER, to_id INTEGER, to_name TEXT, relation_type TEXT)",
        "INSERT INTO entity VALUES (1, 'Coffee', 'note', 'coffee', '2026-01-01'), (2, 'Tea', 'decision', 'tea', '')",
        "INSERT INTO observation VALUES (1, 'tip', 'Grind it late')",
        "INSERT INTO relation VALUES (1, 2, 'Tea', 'relates to')",
    )(shop / "memory.db")
    source = recognize_source(str(shop / "memory.db"))
    assert source is not None
    assert source.name == "basic-memory"
    place = Place(str(shop), str(shop))
    coffee, tea = load_reader(source).read_items(str(shop / "memory.db"), place, Omissions())
    assert (coffee.draft.kind, coffee.draft.body, coffee.links) == (
        "note",
        "- [tip] Grind it late",
        (("relates_to", "Tea"),),
    )
    assert tea.draft.kind == "decision"


def test_a_packet_of_kage_in_markdown(shop: Path) -> None:
    packets = shop / ".agent_memory" / "packets"
    packets.mkdir(parents=True)
    for name, status, edges in (
        ("old", "superseded", []),
        ("new", "approved", [{"relation": "supersedes", "to": "old"}]),
    ):
        state = {"id": name, "title": f"The {name} way", "body": "Use it.", "type": "bug_fix", "status": status,
                 "paths": ["src/db/pool.py"], "tags": ["db"], "edges": edges,
                 "created_at": "2026-05-11T08:55:09Z"}  # fmt: skip
        text = f'---\ntype: "Bug Fix"\n---\n\n# The way\n\n> The w…\n\n```json kage-state\n{json.dumps(state)}\n```\n'
        (packets / f"{name}.md").write_text(text)
    source = find_source("kage")
    assert source is not None
    new, old = load_reader(source).read_items(str(packets), Place(str(shop), str(shop)), Omissions())
    assert (new.draft.kind, new.draft.title, new.draft.body, new.draft.tags) == (
        "fact",
        "The new way",
        "Use it.",
        ["db"],
    )
    assert (new.made, new.links, old.draft.status) == ("2026-05-11T08:55:09Z", (("supersedes", "old"),), "retracted")
    assert [anchor.path for anchor in new.draft.anchors] == ["src/db/pool.py"]


def test_an_agent_file_that_is_json_in_json(shop: Path) -> None:
    agent = {"name": "a", "llm_config": {}, "core_memory": [{"label": "human", "value": "Her name is Ada."}]}
    (shop / "a.af").write_text(json.dumps(json.dumps(agent)))
    (shop / "b.af").write_text("[]")
    source = find_source("letta")
    assert source is not None
    place, omitted = Place(str(shop), str(shop)), Omissions()
    (human,) = load_reader(source).read_items(str(shop / "a.af"), place, omitted)
    assert human.draft.body == "Her name is Ada."
    assert list(load_reader(source).read_items(str(shop / "b.af"), place, omitted)) == []
    assert [one.why for one in omitted] == ["is no agent file"]


def test_what_basic_memory_itself_writes(shop: Path) -> None:
    """Relations of several words, tags in its metadata, and notes that are files as well as rows."""
    note = "---\ntitle: Coffee\ntype: fact\npermalink: a/coffee\n---\n# Coffee\n\nHot.\n\n- relates to [[Tea]]\n"
    folder = shop / "notes"
    folder.mkdir()
    (folder / "Coffee.md").write_text(note)
    database(
        "CREATE TABLE project (id INTEGER, path TEXT)",
        "CREATE TABLE entity (id INTEGER, title TEXT, entity_type TEXT, permalink TEXT, file_path TEXT,"
        " project_id INTEGER, entity_metadata TEXT, created_at TEXT)",
        "CREATE TABLE observation (entity_id INTEGER, category TEXT, content TEXT)",
        "CREATE TABLE relation (from_id INTEGER, to_id INTEGER, to_name TEXT, relation_type TEXT)",
        f"INSERT INTO project VALUES (1, '{folder}')",
        "INSERT INTO entity VALUES (1, 'Coffee', 'fact', 'a/coffee', 'Coffee.md', 1, '{}', '2026-01-01'),"
        """ (2, 'Tea', 'note', 'a/tea', 'Tea.md', 1, '{"tags": "[''hot'', ''leaf'']"}', '2026-01-01')""",
    )(shop / "memory.db")
    source = find_source("basic-memory")
    assert source is not None
    place, omitted = Place(str(shop), str(shop)), Omissions()
    (coffee,) = load_reader(source).read_items(str(folder), place, omitted)
    assert coffee.links == (("relates_to", "Tea"),)
    (tea,) = load_reader(source).read_items(str(shop / "memory.db"), place, omitted)
    assert (tea.draft.title, tea.draft.tags) == ("Tea", ["hot", "leaf"])
    assert [one.why for one in omitted] == [
        f"1 notes are files, which hold more: `backstory import basic-memory {folder}`"
    ]


@pytest.mark.parametrize("piece", ["\n", " \n", "- [a]\n", "- \n"])
@pytest.mark.parametrize("pattern", [basic_memory._OBSERVATION, basic_memory._RELATION])
def test_blank_lines_of_a_note_are_read_once(pattern: re.Pattern[str], piece: str) -> None:
    assert_linear(pattern.findall, piece)
