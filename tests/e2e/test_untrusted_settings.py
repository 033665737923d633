"""What a clone sets counts only once its person trusts it, and nothing that it sets stops a command."""

from pathlib import Path

import pytest
from tests.e2e.conftest import World

ID = "01JD8ZK3M7Q4T9W2R5X8Y1B6CZ"


def cloned(world: World, settings: str) -> Path:
    origin = world.repository(world.base / "origin")
    (origin / ".backstory").mkdir()
    (origin / ".backstory" / "config.toml").write_text(f'format = 1\nid = "{ID}"\n{settings}')
    world.commit("memory", cwd=origin)
    world.git("clone", "-q", str(origin), str(world.root), cwd=world.base)
    world.name_author(world.root)
    return world.root / ".backstory" / "config.toml"


@pytest.mark.parametrize("pattern", [".", "0", "imported", "[a-z]+", "(", "(?s).{2,}"])
def test_patterns_of_a_clone_destroy_nothing(world: World, pattern: str) -> None:
    """Neither before it is trusted nor after."""
    cloned(world, f'[privacy]\nredact = ["{pattern}"]\n')
    world.run("remember", "fact", "The ports begin at 7000")
    for argv in (["init", "--yes", "--no-agents"], ["snapshot"], ["checkpoint", "x"], ["brief"], ["status"]):
        world.run(*argv)
    assert "for your trust" in world.run("status").err
    world.run("trust")
    for argv in (["snapshot"], ["checkpoint", "y"], ["remember", "fact", "And end at 7999"]):
        world.run(*argv)
    assert {"The ports begin at 7000", "And end at 7999"} <= set(world.titles())
    assert "REDACTED" not in world.run("brief").out + world.run("show", "begin at 7000", ok=False).out


def test_the_scope_of_a_clone_publishes_nothing_before_trust(world: World) -> None:
    cloned(world, '[memory]\nscope = "team"\n')
    world.run("remember", "decision", "Use psycopg 3")
    assert world.run("list", "--json").json["items"][0]["scope"] == "private"
    world.run("trust")
    world.run("remember", "decision", "Keep one pool")
    assert world.titles("--scope", "team") == ["Keep one pool"]


def test_a_clone_cannot_silence_the_persons_memory(world: World) -> None:
    cloned(world, "enabled = false\n")
    world.run("remember", "preference", "Answer in short sentences")
    hook = {"session_id": "s1", "cwd": str(world.root), "source": "startup"}
    assert "short sentences" in world.injected("session-start", hook)
    world.run("trust")
    assert world.hook("session-start", hook).out == ""


def test_patterns_that_were_trusted_outlive_a_change_until_trust_is_taken_back(world: World) -> None:
    """A pull that changes the file does not let through what its patterns kept out."""
    config = cloned(world, '[privacy]\nredact = ["nightjar-[0-9]+"]\n')
    world.run("trust")
    world.run("status")
    config.write_text(config.read_text().replace("nightjar", "other"))
    world.run("remember", "fact", "The codename is nightjar-7 and other-7")
    assert world.titles()[0].startswith("The codename is [REDACTED:pattern-1")
    assert world.titles()[0].endswith("and other-7")
    world.run("trust", "--revoke")
    world.run("remember", "fact", "Another codename is nightjar-8")
    assert "Another codename is nightjar-8" in world.titles()


def test_a_pattern_that_would_destroy_is_refused_when_it_is_set(shop: World) -> None:
    for argv in ([], ["--user"]):
        ran = shop.run("config", "set", *argv, "privacy.redact", ".", ok=False)
        assert ran.code == 2 and "single character" in ran.err


def test_a_pattern_that_takes_most_of_a_text_is_passed_over_and_named(shop: World) -> None:
    shop.run("config", "set", "--user", "privacy.redact", "the [^.]+")
    text = "the invoice run for northern regions failed because nobody had renewed its certificate in time. "
    ran = shop.run("remember", "note", "Invoices", "--body", "the quarterly " + text.replace(". ", ", ") * 4)
    assert "would take most of a text" in ran.err and "`the [^.]+`" in ran.err
    assert "northern regions" in shop.run("recall", "invoice").out
