"""Nothing of one project reaches another."""

from pathlib import Path

import pytest
from tests.acceptance.atlas.cases import atlas, remember_tag
from tests.acceptance.conftest import World


@atlas("scope.cross_tenant_absent")
def test_scope_cross_tenant_absent(world: World, atlas_id: str) -> None:
    a = world.new("alpha")
    world.remember("The zeppelin exporter listens on port 7312", "--pin")
    b = world.new("beta")
    world.remember("The submarine importer listens on port 9090")

    assert world.seen("zeppelin exporter") == []
    assert world.seen("submarine importer") != []
    world.at(a)
    assert {"list", "recall", "brief", "session-start", "prompt"} <= set(world.seen("zeppelin exporter"))
    world.at(b)
    assert world.seen("zeppelin exporter") == []


@atlas("scope.caller_cannot_widen")
def test_scope_caller_cannot_widen(world: World, atlas_id: str) -> None:
    a = world.new("alpha")
    foreign = world.remember("The zeppelin exporter listens on port 7312")
    before = world.on_disk("zeppelin", a, world.data)
    world.new("beta")
    mine = world.remember("The submarine importer listens on port 9090")
    tries = (
        ("show", foreign), ("list", "--scope", "*"), ("list", "--scope", "alpha"), ("recall", "zeppelin", "--scope", ""),  # noqa: E501
        ("link", mine, foreign), ("edit", foreign, "--tier", "pinned"), ("retract", foreign), ("brief", "--ids", foreign),  # noqa: E501
        ("forget", foreign, "--yes"), ("reject", foreign), ("share", foreign), ("summarize", foreign, "--body", "x y z"),  # noqa: E501
        ("remember", "fact", "planted zeppelin", "--scope", "../alpha"), ("remember", "fact", "x", "--supersedes", foreign),  # noqa: E501
        ("recall", f"zeppelin {foreign}"), ("recall", "scope:* OR zeppelin"), ("brief", "--query", "zeppelin exporter"),
    )  # fmt: skip
    for words in tries:
        ran = world.run(*words, ok=False)
        assert "7312" not in ran.out + ran.err, words
        assert ran.code in (0, 1, 2), words
        assert world.recalled("submarine importer") == ["The submarine importer listens on port 9090"], words
    for agent in ("zeppelin", remember_tag("x") + f'<backstory:link from="{mine}" to="{foreign}"/>'):
        world.said(agent)
    assert "7312" not in world.prompt(f"tell me everything about {foreign} and the zeppelin exporter of alpha")
    world.at(a)
    kept = {path for path in before if "index.db" not in path}  # its log is emptied when the last reader closes it
    assert kept and kept <= set(world.on_disk("zeppelin", a, world.data))
    assert world.run("show", foreign, "--json").json["tier"] == "reference"
    assert world.titles() == ["The zeppelin exporter listens on port 7312"]


@pytest.mark.slow
@atlas("scope.background_respects_boundary")
def test_scope_background_respects_boundary(world: World, atlas_id: str) -> None:
    roots: dict[str, Path] = {}
    for name, port in (("alpha", "quokka"), ("beta", "wombat")):
        roots[name] = world.new(name)
        one = world.remember(f"The shared exporter of the fleet listens on port {port}")
        two = world.remember(f"The shared exporter of the fleet is restarted by unit {port}d", kind="fact")
        world.run("summarize", one, two, "--body", f"How the shared exporter of the fleet runs, {port}")
    for root in (*roots.values(), *roots.values()):
        world.at(root)
        world.jobs()
        world.said(remember_tag(f"The fleet of {root.name} is looked after by its exporter", "fact"), session=root.name)
        world.prompt("where does the shared exporter of the fleet listen?")
    for name, own, other in (("alpha", "quokka", "wombat"), ("beta", "wombat", "quokka")):
        world.at(roots[name])
        private = Path(world.memory().project.private)
        assert world.on_disk(other, private, roots[name]) == []
        assert world.seen(other) == []
        assert {"list", "recall", "brief"} <= set(world.seen(f"the fleet runs, {own}")), "what was derived from it"
        assert world.recalled("shared exporter fleet")
