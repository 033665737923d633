"""Saved queries: kept, validated, and what a brief makes of them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory
from backstory.memory.verbs import views
from backstory.model.errors import Invalid, NotFound
from backstory.model.query import QueryError
from backstory.model.record import Draft

Opened = Callable[..., Memory]


def test_kept_and_removed(opened: Opened) -> None:
    m = opened()
    assert list(views.list_views(m)) == ["default"]
    views.save_view(m, "API", "tag:api AND kind:decision", budget=900)
    assert views.find_view(opened(), "api") == views.View("api", "tag:api AND kind:decision", 900)
    assert list(views.list_views(m)) == ["api", "default"]
    views.remove_view(m, "api")
    with pytest.raises(NotFound):
        views.find_view(m, "api")
    with pytest.raises(NotFound):
        views.remove_view(m, "api")


def test_the_default_can_be_redefined_and_comes_back(opened: Opened) -> None:
    m = opened()
    assert views.find_default_view(m) is None
    with pytest.raises(Invalid):
        views.remove_view(m, "default")
    views.save_view(m, "default", "tier:pinned")
    assert views.find_default_view(m) == views.View("default", "tier:pinned")
    views.remove_view(m, "default")
    assert views.find_view(m, "default") == views.BUILT_IN_VIEWS["default"]


@pytest.mark.parametrize("query", ["(tag:a", "tier:pined", "created:>soon", "a AND"])
def test_a_query_that_is_none_is_refused(opened: Opened, query: str) -> None:
    m = opened()
    with pytest.raises(QueryError):
        views.save_view(m, "x", query)
    assert list(views.list_views(m)) == ["default"]


def test_empty_queries_and_odd_budgets_are_refused(opened: Opened) -> None:
    m = opened()
    with pytest.raises(Invalid):
        views.save_view(m, "x", "  ")
    with pytest.raises(Invalid):
        views.save_view(m, "x", "kind:fact", budget=3)


def test_a_brief_holds_what_its_view_finds(opened: Opened) -> None:
    m = opened()
    m.remember(Draft(kind="decision", title="Use psycopg", tags=["api"]))
    m.remember(Draft(kind="fact", title="Ports are odd", tags=["net"]))
    m.remember(Draft(kind="fact", title="Pinned thing", tier="pinned"))
    views.save_view(m, "api", "tag:api", budget=700)
    m = opened()
    one = m.brief(view="api")
    assert ("Use psycopg" in one.text, "Ports are odd" in one.text, "Pinned thing" in one.text) == (True, False, False)
    assert one.brief.budget == 700
    assert m.brief(view="api", budget=800).brief.budget == 800
    assert m.brief(view="default").text == m.brief().text
    assert "Ports are odd" in m.brief().text
    other = m.brief(query="tag:net OR tier:pinned").text
    assert ("Use psycopg" in other, "Ports are odd" in other, "Pinned thing" in other) == (False, True, True)
    plain = m.brief(query="psycopg").text  # relevance, not a filter
    assert "Ports are odd" in plain
    with pytest.raises(NotFound):
        m.brief(view="none")


def test_a_redefined_default_is_what_every_brief_holds(opened: Opened) -> None:
    m = opened()
    m.remember(Draft(kind="decision", title="Use psycopg", tags=["api"]))
    m.remember(Draft(kind="fact", title="Ports are odd", tags=["net"]))
    views.save_view(m, "default", "tag:net", budget=900)
    composed = opened().brief()
    assert ("Use psycopg" in composed.text, "Ports are odd" in composed.text) == (False, True)
    assert composed.brief.budget == 900
    assert "Use psycopg" in opened().brief(query="tag:api").text


def test_a_damaged_file_breaks_no_brief(opened: Opened) -> None:
    m = opened()
    m.remember(Draft(kind="decision", title="Use psycopg"))
    Path(views.open_views(m).path).write_text("{")
    assert "Use psycopg" in opened().brief().text
    with pytest.raises(Exception, match="damaged"):
        views.list_views(m)


def test_views_share_a_brief_each_within_its_budget(opened: Opened) -> None:
    m = opened()
    for number in range(40):
        m.remember(Draft(kind="fact", title=f"Net fact {number}", body="word " * 40, tags=["net"]))
    m.remember(Draft(kind="decision", title="Use psycopg", tags=["api"]))
    m.remember(Draft(kind="fact", title="In no view"))
    views.save_view(m, "net", "tag:net", budget=400)
    views.save_view(m, "api", "tag:api", budget=300)
    composed = opened().brief(view="net,api")
    assert composed.brief.budget == 700
    assert "Use psycopg" in composed.text
    assert "In no view" not in composed.text
    subject = views.resolve_subject(m, "", "net, api")
    rows = {row.record.id: row.tokens for row in m.fresh().rows()}
    assert subject.only is not None
    assert 1 < len(subject.only) < 20
    assert sum(rows[ident] for ident in subject.only) <= 700
    with pytest.raises(NotFound):
        m.brief(view="net,none")
