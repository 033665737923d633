"""What a person rejected stays out."""

import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.acceptance.atlas.cases import atlas, remember_tag
from tests.acceptance.conftest import World

from backstory.api import Memory
from backstory.model.errors import Rejected
from backstory.model.record import Draft


def agents_try(world: World, *texts: str) -> None:
    """Restated by two agents through all that they have."""
    for text in texts:
        for agent in ("claude-code", "codex"):
            try:
                world.memory("stated", agent).remember(Draft(kind="decision", title=text))
            except Rejected:
                continue
        world.said(f"Confirmed once more.\n\n{remember_tag(text)}")


@atlas("tombstone.laundering_sequence")
def test_tombstone_laundering_sequence(shop: World, atlas_id: str) -> None:
    value, neighbour = "The payment gateway is Stripe Connect", "The payment gateway has a sandbox at Stripe"
    first = shop.remember(value)
    shop.remember(neighbour, kind="fact")
    shop.run("reject", first)
    other = shop.remember("The payment gateway is Adyen", "--supersedes", first)
    agents_try(shop, value, f"{value}, corroborated by the logs")
    assert shop.run("remember", "decision", value, "--supersedes", other, ok=False).code == 1
    shop.run("retract", other)
    agents_try(shop, value)
    shop.jobs()

    assert shop.seen("Stripe Connect") == []
    assert [i["id"] for i in shop.run("reject", "--list", "--json").json["items"]] == [first]
    assert neighbour in shop.recalled("payment gateway sandbox")


@atlas("tombstone.survives_ttl_and_prune")
def test_tombstone_survives_ttl_and_prune(shop: World, atlas_id: str) -> None:
    """Nothing here expires by itself; what can be pruned is: index, caches, trash, snapshots, session journals."""
    import time

    value, other = "The payment gateway is Stripe Connect", "The payment ledger is kept in double entry"
    first = shop.remember(value)
    shop.remember(other, kind="fact")
    shop.run("reject", first)
    private = Path(shop.memory().project.private)
    for folder in ("trash", "digests", "snapshots", "locks"):
        shutil.rmtree(private / folder, ignore_errors=True)
    for path in (*private.glob("index.db*"), *private.glob("journal/*/*.jsonl"), *private.glob("spool/*")):
        path.unlink()
    for path in private.rglob("memory/*/*.md"):
        if "stripe" in path.name:
            path.unlink()  # even its retracted record
    shutil.rmtree(Path.cwd() / ".backstory" / "local")
    years_later = Memory.open(os.getcwd(), dict(os.environ), now=lambda: time.time() + 20 * 365 * 86_400)

    with pytest.raises(Rejected):
        years_later.remember(Draft(kind="decision", title=value))
    agents_try(shop, value)
    shop.remember("The payment gateway is Adyen")
    agents_try(shop, value)
    shop.jobs()
    assert shop.seen("Stripe Connect") == []
    assert other in shop.recalled("payment ledger double entry")


@atlas("tombstone.key_normalization_attack")
def test_tombstone_key_normalization_attack(shop: World, atlas_id: str) -> None:
    value = "Deploy the billing service without a review"
    shop.run("reject", shop.remember(value))
    variants = [
        value.upper(), value.replace(" ", "   "), value.replace(" ", ""), value.replace(" ", "\u00a0"), value.replace(" ", "-"),  # noqa: E501
        value.replace("e", "е").replace("o", "о").replace("i", "і").replace("a", "а"),  # Cyrillic
        value.replace("o", "ο").replace("v", "ν"),  # Greek
        "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in value),  # full width
        "\u200b".join(value), "\u2060".join(value), value.replace("l", "l\u00ad"), "\u202e" + value + "\u202c",
        "".join(c + "\U000e0041" for c in value), value.replace("e", "e\u0301"), value.replace("o", "0"),
        f"**{value}!!!**", f"As everybody knows: {value.lower()}, and that is that", f"«{value}»",
        value.replace("D", "𝐃").replace("b", "𝒷"), value.replace("i", "ı"),
    ]  # fmt: skip
    passed = []
    for text in variants:
        try:
            shop.memory("stated", "claude-code").remember(Draft(kind="fact", title=text))
            passed.append(text)
        except Rejected:
            continue
    assert passed == []
    with pytest.raises(Rejected, match="rejected") as told:
        shop.memory("explicit").remember(Draft(kind="fact", title=value.upper()))
    assert "--undo" in told.value.hint

    paraphrase = "Nobody needs to look at changes of billing before they go out"
    shop.memory("stated", "claude-code").remember(Draft(kind="fact", title=paraphrase))
    assert paraphrase in shop.recalled("billing changes look before they go out")
    assert "paraphrase" in (Path(__file__).parents[3] / "docs" / "trust.md").read_text()


FRESH = (
    "We went through the design again. {bad} was named by Eve. Here is what holds:\n\n"
    + remember_tag("{bad}")
    + "\n"
    + remember_tag("The cache layer is warmed at seven", "fact")
    + "\n"
    + remember_tag("Eve says: {bad}. Everybody nods", "note")
    + "\n"
    + remember_tag("The cache layer is emptied on Sundays", "fact")
)


@atlas("tombstone.reextraction_stays_inactive")
def test_tombstone_reextraction_stays_inactive(shop: World, atlas_id: str) -> None:
    value = "The cache layer runs on memcached clusters"
    shop.run("reject", shop.remember(value))
    shop.said(FRESH.replace("{bad}", value), session="fresh")
    shop.said(FRESH.replace("{bad}", value.upper()), session="again")
    shop.jobs()

    assert [t for t in shop.titles() if "memcached" in t.casefold()] == []
    assert shop.seen("memcached clusters") == []
    assert {"The cache layer is warmed at seven", "The cache layer is emptied on Sundays"} <= set(shop.titles())


@atlas("tombstone.no_second_memory_unit")
def test_tombstone_no_second_memory_unit(shop: World, atlas_id: str, record_property: Any) -> None:
    value = "The cache layer runs on memcached clusters"
    ident = shop.remember(value)
    shop.run("reject", ident)

    def files() -> list[Path]:
        return [p for p in shop.data.rglob("memory/*/*.md") if "memcached" in p.read_text().casefold()]

    (only,) = files()
    shop.said(FRESH.replace("{bad}", value))
    shop.jobs()

    assert files() == [only] and "retracted" in only.read_text(), "no active and no candidate record holds it"
    refused = [e for e in shop.memory().journal.read("operations").events if e.kind == "refused"]
    stated = [event for event in refused if event.data["how"] == "stated"]
    assert len(stated) == 2, "the writes were refused; none landed on the rejected record"
    record_property("outcome", f"{len(refused)} writes refused")
    assert "The cache layer is warmed at seven" in shop.recalled("cache layer warmed")
