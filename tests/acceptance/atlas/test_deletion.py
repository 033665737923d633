"""What is deleted or corrected is gone everywhere."""

from pathlib import Path

import pytest
from tests.acceptance.atlas.cases import as_person, atlas, remember_tag
from tests.acceptance.conftest import World
from tests.cli.conftest import git

from backstory.memory.answers.provenance import trace_chain
from backstory.model.record import Draft


@pytest.mark.slow
@atlas("deletion.absent_after_reindex_and_restart")
def test_deletion_absent_after_reindex_and_restart(shop: World, atlas_id: str) -> None:
    shop.run("init", "--yes", "--agents", "agents-md,claude-code")
    ident = shop.remember(
        "Walrus protocol: open the vault at dawn", "--why", "the night guards leave before the day guards come", "--pin"
    )
    shop.remember("Otter protocol: keep the vault shut", "--pin")
    shop.jobs()
    shop.said("We go on with the vault.", session="vault")
    assert "Walrus protocol" in shop.start()

    shop.run("forget", ident, "--yes")
    shop.jobs()
    as_person("status")  # another process, from a cold start
    shop.run("export", "--private", "-o", str(shop.base / "after.tar.gz"))
    shop.run("export", "--private", "--json", "-o", str(shop.base / "after.jsonl"))

    for words in ("Walrus protocol", "walrus-protocol", "night guards leave"):
        assert shop.seen(words) == []
        assert shop.on_disk(words, shop.base) == []
    assert shop.run("show", ident, ok=False).code == 1
    audit = [e for e in shop.memory().journal.read("operations").events if e.kind == "forget"]
    assert [r["id"] for r in audit[0].data["forgotten"]] == [ident]  # type: ignore[attr-defined]
    assert {"list", "recall", "brief", "session-start"} <= set(shop.seen("Otter protocol"))


@atlas("correction.survives_reindex")
def test_correction_survives_reindex(shop: World, atlas_id: str) -> None:
    replaced = shop.remember("The retry limit of webhooks is three")
    shop.run("edit", replaced, "--title", "The retry limit of webhooks is five")
    reversed_ = shop.remember("Feature flags live in the database")
    shop.remember("Feature flags do not live in the database, they are files", "--supersedes", reversed_)
    retracted = shop.remember("The nightly build signs its artefacts")
    shop.run("retract", retracted)
    partly = shop.remember("Invoices and receipts are numbered by year")
    shop.remember("Invoices are numbered by year, receipts by month", "--supersedes", partly)
    limited = shop.remember("The freeze of the schema holds until the migration")
    ended = shop.remember("The freeze of the schema ended with the migration", "--supersedes", limited)
    summary = str(shop.run("summarize", ended, "--body", "Where the schema stands", "--json").json["id"])
    right = (
        ("retry limit webhooks", "The retry limit of webhooks is five", "The retry limit of webhooks is three"),
        ("feature flags database", "Feature flags do not live in the database, they are files", "Feature flags live in the database"),  # noqa: E501
        ("nightly build artefacts", "", "The nightly build signs its artefacts"),
        ("invoices receipts numbered", "Invoices are numbered by year, receipts by month", "Invoices and receipts are numbered by year"),  # noqa: E501
        ("freeze schema migration", "The freeze of the schema ended with the migration", "The freeze of the schema holds until the migration"),  # noqa: E501
    )  # fmt: skip
    for _ in range(2):
        told, handoff = shop.told(), (Path.cwd() / ".backstory/local/handoff.md").read_text()
        for query, now, then in right:
            found = shop.recalled(query)
            assert then not in found and f" {then}" not in told and f" {then}" not in handoff
            if now:
                assert now in found and now in told, "built in: silence is no pass"
            assert then in shop.recalled(query, "--all"), "history is whole"
        assert not any(k.state for k in trace_chain(shop.memory(), summary))
        private = Path(shop.memory().project.private)
        shop.memory().index.close()
        for path in private.glob("index.db*"):
            path.unlink()
        shop.jobs()


@atlas("correction.retraction_without_replacement")
def test_correction_retraction_without_replacement(shop: World, atlas_id: str) -> None:
    source = (
        remember_tag("Tokens are rotated by hand each spring", "fact")
        + "\n"
        + remember_tag("Tokens live in the keychain", "fact")
    )
    shop.said(source)
    shop.jobs()
    (ident,) = [i["id"] for i in shop.run("list", "--json").json["items"] if "rotated" in i["title"]]
    shop.run("retract", ident)
    shop.said(source, session="the-same-again")
    for path in Path(shop.memory().project.private).glob("spool/*.cursor"):
        path.unlink()
    shop.said("And on we go.")  # reads the whole transcript anew
    shop.jobs()

    assert shop.seen("rotated by hand") == []
    assert "Tokens live in the keychain" in shop.recalled("tokens keychain")
    shop.memory("explicit").remember(Draft(kind="fact", title="Tokens are rotated by hand each spring"))
    assert shop.seen("rotated by hand") != [], "a person may say it again"


@atlas("deletion.absent_from_shared_copies")
def test_deletion_absent_from_shared_copies(world: World, atlas_id: str) -> None:
    first = world.new("shop")
    gone = world.remember("Walrus protocol: open the vault at dawn", "--scope", "team")
    secret = world.remember("Walrus rider: the spare key is under the mat", "--scope", "private")
    kept = world.remember("Otter protocol: keep the vault shut", "--scope", "team")
    world.run("export", "--private", "-o", str(world.base / "early.tar.gz"))
    world.run("export", "--private", "--json", "-o", str(world.base / "early.jsonl"))
    world.run("import", str(world.base / "early.tar.gz"))  # leaves a backup of ours
    git(first, "add", "-A")
    git(first, "commit", "-qm", "memory")
    second = world.base / "second"
    git(first, "clone", "-q", str(first), str(second))
    git(second, "config", "user.name", "Bob")
    git(second, "config", "user.email", "bob@example.org")
    world.machine("bob")
    world.at(second)
    world.run("trust")
    world.remember("Bob's own note on seals")
    world.run("unshare", gone)  # a private copy of the second place
    git(second, "checkout", "-q", "--", ".")
    assert "list" in world.seen("Walrus protocol")

    world.machine("ada")
    world.patch.setenv("BACKSTORY_HOME", str(world.base / "data"))
    world.at(first)
    world.run("forget", gone, secret, "--yes")
    git(first, "add", "-A")
    git(first, "commit", "-qm", "forget")
    for name in ("early.tar.gz", "early.jsonl"):
        world.run("import", str(world.base / name))
    for backup in Path(world.memory().project.private).glob("backups/*.tar.gz"):
        world.run("import", str(backup))
    assert world.seen("Walrus") == [] and world.on_disk("Walrus", first, world.data) == []
    assert "Otter protocol: keep the vault shut" in world.titles()

    world.machine("bob")
    world.at(second)
    git(second, "pull", "-q", "--no-edit", str(first), "main")
    assert world.seen("Walrus protocol") == [], "neither the shared file nor the private copy"
    world.run("import", str(world.base / "early.jsonl"))
    assert world.seen("Walrus protocol") == [], "an earlier export does not bring it back"
    assert {"Otter protocol: keep the vault shut", "Bob's own note on seals"} <= set(world.titles())
    assert kept in {i["id"] for i in world.run("list", "--json").json["items"]}
