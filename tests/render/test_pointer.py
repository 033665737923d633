import msgspec

from backstory.recall.text.content import Brief
from backstory.render import render_brief
from backstory.render.pointer import LIMIT
from backstory.render.registry import SOURCES, Registry, build_registry, encode_registry


def test_at_most_350_bytes_and_the_path(shop) -> None:
    brief = shop.brief("generic", 1200)
    for path in ("", ".backstory/local/handoff.md", "a/" * 200 + "Zoë.md"):
        text = render_brief(brief, "pointer", path=path)
        assert len(text.encode()) <= LIMIT + len(path.encode())
        assert path in text
        assert "23 records" in text
    huge = Brief(id="x", mode="generic", budget=1, tokens=10**6, records=10**6, omitted=10**6)
    assert len(render_brief(huge, "pointer", path="p").encode()) <= LIMIT + 1


def test_holds_nothing_that_was_recorded(shop) -> None:
    text = render_brief(shop.brief("generic", 4000), "pointer", path="p")
    for row in shop.rows:
        assert row.record.title not in text


def test_empty_is_said(empty) -> None:
    assert "nothing is remembered yet" in render_brief(empty.brief("generic", 1200), "pointer", path="p")


def test_registry_lists_what_is_there_at_its_measured_cost(shop) -> None:
    brief = shop.brief("generic", 1200)
    files = {
        "decisions": (".backstory/local/decisions.md", "word " * 100),
        "handoff": ("h.md", "word"),
        "own": ("o.md", ""),
    }
    made = build_registry(brief, files)
    assert [s.id for s in made.sources] == ["handoff", "decisions", "own"]
    assert [s.priority for s in made.sources] == [1, 2, 3]
    assert made.sources[1].tokens > 90 > made.sources[0].tokens
    assert all(s.helps and s.command.startswith("backstory ") for s in made.sources if s.id in SOURCES)
    assert (made.project, made.branch, made.status, made.records) == ("shop", "feat/pay", "ready", 23)
    assert msgspec.json.decode(encode_registry(made), type=Registry) == made
    assert encode_registry(made) == encode_registry(build_registry(brief, dict(reversed(files.items()))))


def test_registry_of_nothing(empty) -> None:
    assert build_registry(empty.brief("generic", 1200), {}).status == "empty"
