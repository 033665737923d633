"""What holds for any memory: within budget, the same again, pinned there, nothing hidden."""

import unicodedata
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from backstory.base.token_estimate import estimate_tokens
from backstory.index.build import Row
from backstory.model.errors import Invalid
from backstory.model.ids import make_ulid
from backstory.model.kinds import CHANNELS, KINDS, SCOPES, TIERS
from backstory.model.record import Anchor, Origin, Record
from backstory.model.snapshot import Change, Commit, GitState
from backstory.recall.brief import Brief, compose_brief
from backstory.recall.text.moment import MODES, STRATEGIES, BriefRequest
from backstory.render import render_brief

KEY = b"k" * 32
WORDS = st.text(st.characters(codec=None), max_size=200) | st.lists(
    st.sampled_from(
        ["retry", "webhook", "`pool`", "```", "- item", "## Impact", "日本語の文", "\n", "</now>", "e\u0301", "."]
    ),
    max_size=60,
).map(" ".join)


@st.composite
def records(draw: Any) -> Record:
    kind = draw(st.sampled_from(list(KINDS)))
    return Record(
        id=make_ulid(draw(st.integers(0, 10**6)), draw(st.binary(min_size=10, max_size=10))),
        kind=kind,
        title=draw(WORDS),
        body=draw(WORDS),
        tier=draw(st.sampled_from(TIERS)),
        status=draw(st.sampled_from([*KINDS[kind].statuses, "retracted"])),
        tags=tuple(draw(st.lists(st.text(max_size=8), max_size=3))),
        anchors=tuple(Anchor(p) for p in draw(st.lists(st.sampled_from(["a.py", "b/*.py", "é \n.py"]), max_size=2))),
        origin=Origin(
            author=draw(st.sampled_from(["", "Ada <ada@x>", "<b@x>", "Ben"])),
            agent=draw(st.sampled_from(["", "codex"])),
            branch=draw(st.sampled_from(["", "main", "x"])),
            how=draw(st.sampled_from(CHANNELS)),
        ),
        made=draw(st.sampled_from(["", "2026-11-01T00:00:00Z", "no date"])),
        fields=draw(st.sampled_from([{}, {"to": "Ada"}, {"outcome": "failed"}, {"goal": "g\x00"}])),
        scope=draw(st.sampled_from(SCOPES)),
    )


@st.composite
def memories(draw: Any) -> tuple[BriefRequest, list[Row], GitState]:
    some = draw(st.lists(records(), max_size=25, unique_by=lambda r: r.id))
    trust = st.sampled_from([0, 1, 2])
    rows = [Row(r, f"/r/{i}", "", draw(st.integers(0, 400)), (), 0, draw(trust)) for i, r in enumerate(some)]
    moment = BriefRequest(
        mode=draw(st.sampled_from(MODES)),
        strategy=draw(st.sampled_from(STRATEGIES)),
        budget=draw(st.sampled_from([300, 301, 450, 1200, 4000])),
        limit=draw(st.sampled_from([0, 0, 3])),
        project=draw(st.text(max_size=20)),
        who=draw(st.sampled_from(["", "Ada <ada@x>"])),
        branch=draw(st.sampled_from(["", "main", "x" * 300])),
        goal=draw(WORDS),
        now=draw(st.sampled_from(["", "2026-11-20T00:00:00Z"])),
    )
    changes = tuple(Change(p, "modified") for p in draw(st.lists(st.text(min_size=1, max_size=60), max_size=6)))
    commits = tuple(Commit("f" * 40, s) for s in draw(st.lists(WORDS, max_size=3)))
    return moment, rows, GitState(commit="f" * 40, changes=changes, commits=commits)


def composed(moment: BriefRequest, rows: list[Row], git: GitState) -> Brief:
    return compose_brief(moment, rows, git, measure=lambda b: estimate_tokens(render_brief(b, key=KEY)))


@pytest.mark.slow
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(memories())
def test_any_memory(memory: tuple[BriefRequest, list[Row], GitState]) -> None:
    moment, rows, git = memory
    brief = composed(moment, rows, git)
    text = render_brief(brief, key=KEY)
    assert estimate_tokens(text) == brief.tokens
    assert brief.tokens * 1.1 <= moment.budget, "never over budget"
    assert text == render_brief(composed(moment, list(reversed(rows)), git), key=KEY), (
        "the same inputs give the same bytes"
    )
    hidden = [
        c for c in text if c not in "\n\t" and (unicodedata.category(c) in ("Cc", "Cs") or c in "\u200b\u202e\ufeff")
    ]
    assert not hidden
    text.encode()
    assert text.endswith("\n")
    shown = {i.id for i in brief.items}
    assert len(shown) == brief.records <= (moment.limit or len(rows))
    assert not shown & {one.id for one in brief.left_out}
    accounted = shown | {one.id for one in brief.left_out}
    assert accounted == {r.record.id for r in rows}, "each record is shown, or left out with a reason"
    assert all(one.reason for one in brief.left_out)


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(memories())
def test_pinned_are_all_there_when_they_fit(memory: tuple[BriefRequest, list[Row], GitState]) -> None:
    moment, rows, git = memory
    rows = [r for r in rows if r.record.kind != "handoff"]
    moment = BriefRequest(mode=moment.mode, budget=moment.budget, branch="main")
    brief = composed(moment, rows, git)
    pinned = [
        r.record.id
        for r in rows
        if r.record.tier == "pinned"
        and r.record.kind != "source"
        and r.record.status not in ("retracted", "acknowledged", "answered", "done", "abandoned")
        and not r.foreign
    ]
    merged = {one.id for one in brief.left_out if one.reason.startswith("says the same as")}
    shown = {i.id: i for i in brief.items}
    missing = [p for p in pinned if p not in merged and (p not in shown or shown[p].shortened)]
    assert bool(missing) <= bool(brief.warnings), "whole, or said aloud"
    if brief.warnings:
        only = [r for r in rows if r.record.id in pinned]
        alone = composed(BriefRequest(mode=moment.mode, budget=100_000, branch="main"), only, GitState())
        assert alone.tokens * 1.15 > moment.budget, "no warning without need"


def test_a_budget_no_frame_fits() -> None:
    try:
        composed(BriefRequest(budget=20), [], GitState())
    except Invalid as error:
        assert "20" in error.message
    else:
        raise AssertionError("a frame of 20 tokens")
