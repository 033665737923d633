"""Every claim leads to its source, and goes with it."""

import json
import os
import shutil
from pathlib import Path

from tests.acceptance.atlas.cases import atlas, remember_tag
from tests.acceptance.conftest import World
from tests.cli.conftest import git

from backstory.api import Memory
from backstory.memory.answers.provenance import trace_chain
from backstory.model.record import Draft, Link


def find_orphans(memory: Memory, ref: str) -> list[str]:
    """The ids on the chain of a record that are gone themselves or have nothing left to rest on."""
    return [
        link.id
        for link in trace_chain(memory, ref)
        if link.state in ("forgotten", "missing") or not any(end.alive for end in link.ends)
    ]


@atlas("evidence.claim_resolves_to_source")
def test_evidence_claim_resolves_to_source(shop: World, atlas_id: str) -> None:
    from backstory.memory.verbs.remember import remember

    Path("notes.md").write_text("# Notes\n\nThe vault opens with two keys,\nnever with one.\n")
    one = shop.remember("Keys of the vault are kept in two places")
    two = shop.remember("The vault is checked every morning", kind="fact")
    shop.run("summarize", one, two, "--body", "How the vault is kept")
    shop.run("checkpoint", "vault audit", "--decisions", "Audit the vault on Mondays", "--next-steps", "write it down")
    shop.said("I looked.\n\n" + remember_tag("Vault alarms are silent at night", "fact"))
    extractor = shop.memory("inferred", "claude-code")
    good = remember(
        extractor,
        Draft(
            kind="fact",
            title="Two keys open the vault",
            source="notes.md:3",
            quote="opens with two keys, never with one",
        ),
    )
    bad = remember(
        extractor,
        Draft(kind="fact", title="Three keys open the vault", source="notes.md:3", quote="opens with three keys"),
    )
    git(Path.cwd(), "add", "-A")
    git(Path.cwd(), "commit", "-qm", "notes")

    items = [
        i
        for s in json.loads(shop.run("brief", "--budget", "6000", "--json").out)["sections"]
        for i in s.get("items", [])
    ]
    titles = {i["title"] for i in items}
    memory = shop.memory()
    assert {i["title"]: find_orphans(memory, i["id"]) for i in items if find_orphans(memory, i["id"])} == {}

    assert {
        "How the vault is kept",
        "Vault alarms are silent at night",
        "Two keys open the vault",
        "Audit the vault on Mondays",
    } <= titles
    assert bad.record.title not in titles and bad.record.tier == "off-context", (
        "a quote that is not there is marked down"
    )
    ends = {e.kind: e for k in trace_chain(memory, good.record.id) for e in k.ends}
    assert ends["text"].alive and "quote found" in ends["text"].note
    assert "quote not found" in shop.run("show", bad.record.id, "--origin").out
    lost = remember(
        shop.memory("inferred", "claude-code"),
        Draft(kind="fact", title="Made of nothing", links=[Link("derived_from", one)]),
    )
    shop.run("forget", one, "--yes", ok=False)
    assert find_orphans(shop.memory(), lost.record.id) == [one], "the check can fail: a source that went is named"


@atlas("evidence.source_delete_reaches_derived")
def test_evidence_source_delete_reaches_derived(shop: World, atlas_id: str) -> None:
    shop.run("init", "--yes", "--agents", "agents-md,claude-code")
    made: dict[str, dict[str, str]] = {}
    for animal in ("Walrus", "Otter"):
        source = shop.remember(
            f"{animal} protocol: open the vault at dawn", "--why", f"the guards of {animal} leave at dawn each day"
        )
        summary = str(
            shop.run("summarize", source, "--body", f"Summary on {animal.lower()} matters", "--json").json["id"]
        )
        fact = shop.remember(
            f"A fact that depends on {animal.lower()}s", "--link", f"derived_from:{source}", kind="fact"
        )
        made[animal] = {"source": source, "summary": summary, "fact": fact}
    shop.prompt("When does the Walrus protocol open the vault?")
    shop.jobs()
    root, walrus, otter = Path.cwd(), made["Walrus"], made["Otter"]
    assert len(shop.on_disk("Walrus protocol", root, shop.data)) >= 4, (
        "record, index, brief, handoff, journal, agents' files"
    )

    shop.run("forget", walrus["source"], "--yes")

    listed = {i["id"]: i for i in shop.run("list", "--json", "--limit", "100").json["items"]}
    derived: dict[str, bool] = {
        "record": walrus["source"] not in listed,
        "summary": listed[walrus["summary"]]["tier"] == "off-context"
        and "source-forgotten" in listed[walrus["summary"]]["tags"],
        "fact": listed[walrus["fact"]]["tier"] == "off-context",
        "edges": all(e["source"] != walrus["source"] for e in shop.run("edges", "--json").json["items"]),
        "full text": "Walrus protocol" not in shop.recalled("Walrus protocol guards dawn"),
        "brief": "Walrus" not in shop.told(),
        "handoff, registry, prepared briefs, agents' files, journals, index pages": shop.on_disk(
            "Walrus protocol", root, shop.data
        )
        == [],
        "body": shop.on_disk("guards of Walrus", root, shop.data) == [],
        "chain": any(k.state == "forgotten" for k in trace_chain(shop.memory(), walrus["summary"])),
    }
    assert {name: ok for name, ok in derived.items() if not ok} == {}
    assert (
        otter["source"] in listed and listed[otter["summary"]]["tier"] == listed[otter["fact"]]["tier"] == "reference"
    )
    assert "Otter protocol: open the vault at dawn" in shop.told()
    assert [k.state for k in trace_chain(shop.memory(), otter["summary"])] == ["", ""]


@atlas("evidence.rebuild_from_retained")
def test_evidence_rebuild_from_retained(shop: World, atlas_id: str) -> None:
    tokens = [os.urandom(5).hex() for _ in range(8)]
    names = ("quokka", "lemur", "tapir", "okapi", "dugong", "numbat", "civet", "gecko")
    for name, token in zip(names, tokens, strict=True):
        shop.remember(f"The {name} service answers with code word zx{token}", kind="fact")
    shop.jobs()
    private = Path(shop.memory().project.private)
    for path in (*private.glob("*.db*"), *private.glob("digests/*")):
        path.unlink()
    shutil.rmtree(Path.cwd() / ".backstory" / "local")

    for name, token in zip(names, tokens, strict=True):
        assert f"zx{token}" in shop.run("recall", f"code word of the {name} service").out
    told = shop.told()
    assert [t for t in tokens if f"zx{t}" not in told] == []
