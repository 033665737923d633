"""Composing: sections, order, identity, budget, evidence."""

import msgspec
import pytest

from backstory.base.token_estimate import estimate_tokens
from backstory.model.errors import Invalid
from backstory.model.event import Event
from backstory.model.snapshot import Change, Commit, GitState, RepositoryFacts, Snapshot
from backstory.recall.brief import Brief, compose_brief
from backstory.recall.text.moment import BriefRequest

GIT = GitState(
    commit="9f1c2e4aaa", branch="main", changes=(Change("a.py", "modified"),), commits=(Commit("9f1c2e4aaa", "s"),)
)


def measure(brief: Brief) -> int:
    """A plain form: every word that a reader would get."""
    words = [brief.project, brief.more, *brief.warnings]
    for section in brief.sections:
        words += [section.title, *(f"{n.label} {n.text} {n.detail}" for n in section.notes)]
        words += [f"{i.short} {i.kind} {i.title} {i.parts} {i.author} {i.made}" for i in section.items]
    return estimate_tokens("\n".join(words))


def brief(*rows, git=GIT, **given) -> Brief:
    names = ("snapshot", "facts", "scores", "stale", "hidden", "events", "key_files", "disputed")
    rest = {k: given.pop(k) for k in names if k in given}
    return compose_brief(
        BriefRequest(**({"project": "shop", "now": "2026-11-20T09:00:00Z"} | given)), rows, git, measure=measure, **rest
    )


def names(b: Brief) -> list[str]:
    return [s.name for s in b.sections]


@pytest.fixture
def rows(make):
    return [
        make(1, tier="pinned"),
        make(2, "preference", "Small commits"),
        make(3, title="A decision", why="because", alternatives=["x"], impact=["y"]),
        make(4, "fact", "A fact"),
        make(5, "failure", "A failure"),
        make(6, "question", "A question?"),
        make(7, "observation", "Seen", branch="main"),
        make(8, "checkpoint", "The task", state="Half.", next=["go on"], branch="main"),
        make(9, "handoff", "Yours", fields={"to": "ben"}),
        make(10, "fact", "Foreign", how="imported", tier="pinned"),
    ]


def test_the_work_comes_first_or_what_seldom_changes(rows) -> None:
    facts = RepositoryFacts(purpose="A shop.")
    events = (Event(id="1", kind="error", data={"message": "boom"}),)
    given = {"who": "Ben <ben@x>", "branch": "main", "budget": 4000, "facts": facts, "events": events}
    by_work = [
        "handoff", "now", "identity", "pinned", "working", "decisions", "warnings", "questions", "knowledge",
        "project", "changes", "session", "untrusted",
    ]  # fmt: skip
    assert names(brief(*rows, mode="human", stable_first=True, **given)) == by_work
    for_agents = [name for name in by_work if name not in ("project", "changes")]
    assert names(brief(*rows, **given)) == for_agents
    assert names(brief(*rows, stable_first=True, **given)) == [
        "handoff", "identity", "pinned", "decisions", "warnings", "questions", "knowledge", "untrusted",
        "working", "session", "now",
    ]  # fmt: skip


def test_a_rule_has_its_section_and_room_before_all_that_is_weighed(make) -> None:
    facts = [make(100 + n, "fact", f"Fact {n} " + "about the shop and its many shelves " * 4) for n in range(40)]
    rules = [make(n, "rule", f"Never do thing number {n}", tier=tier) for n, tier in enumerate(("pinned", "reference"))]
    shown = brief(*facts, *rules, budget=600)
    assert [s.title for s in shown.sections if s.name == "rules"] == ["Rules of the user"]
    assert {i.title for s in shown.sections if s.name == "rules" for i in s.items} == {r.record.title for r in rules}
    assert shown.omitted


def test_a_rule_that_an_agent_gave_on_its_own_is_not_the_users(make) -> None:
    own, pinned = make(1, "rule", "Never use black", how="stated"), make(2, "rule", "Tabs", how="stated", tier="pinned")
    user = make(3, "rule", "Never push", how="observed")
    shown = brief(own, pinned, user, budget=2000)
    assert {s.name: {i.title for i in s.items} for s in shown.sections} == {
        "rules": {"Tabs", "Never push"},
        "knowledge": {"Never use black"},
    }


def test_a_rule_stays_when_the_code_it_names_is_gone(make) -> None:
    rule = make(1, "rule", "Never edit this by hand", at=["src/gone.py"])
    assert "rules" in names(brief(rule, stale={rule.record.id: {"src/gone.py": "gone"}}))


def test_volatile_sections_stand_at_the_end_of_a_stable_text(rows) -> None:
    flags = [s.volatile for s in brief(*rows, branch="main", budget=4000, stable_first=True).sections]
    assert flags == sorted(flags)


def test_stable_part_does_not_move_with_git_or_scores(rows) -> None:
    one = brief(*rows, branch="main", budget=4000, stable_first=True)
    other = brief(
        *rows,
        branch="main",
        budget=4000,
        stable_first=True,
        git=GitState(commit="f00"),
        scores={rows[3].record.id: 5.0},
    )
    strip = [[(i.id, i.title) for i in s.items] for s in one.sections if not s.volatile]
    assert strip == [[(i.id, i.title) for i in s.items] for s in other.sections if not s.volatile]
    assert one.id != other.id


def test_same_inputs_same_brief(rows) -> None:
    assert brief(*rows) == brief(*rows)
    assert brief(*rows) == brief(*reversed(rows)), "order of rows is no input"
    assert brief(*rows).id == brief(*rows, now="2026-11-20T23:59:59Z").id, "of the time only the day counts"
    assert brief(*rows).id != brief(*rows, now="2026-11-21T00:00:00Z").id
    assert brief(*rows).id != brief(*rows[1:]).id
    assert len(brief().id) == 12


def test_parts_and_attribution_go_along(rows) -> None:
    item = brief(*rows, budget=4000).section("decisions").items[0]
    assert item.parts == {"why": "because", "alternatives": ["x"], "impact": ["y"]}
    assert (item.author, item.how, item.path) == ("Ada Okafor <ada@shop.test>", "explicit", rows[2].path)
    assert item.why


def test_a_reason_that_only_repeats_the_title_is_not_told(make) -> None:
    same = make(1, "fact", "Retry twice", why="[0.14.0] - 2021-11-15: Retry twice")
    more = make(2, "fact", "Retries", why="Retries: 5")
    items = {item.title: item for section in brief(same, more).sections for item in section.items}
    assert not items["Retry twice"].parts
    assert items["Retries"].parts == {"why": "Retries: 5"}


def test_a_record_without_a_title_keeps_its_reason(make) -> None:
    items = [item for section in brief(make(1, "fact", "", why="5")).sections for item in section.items]
    assert [item.parts for item in items] == [{"why": "5"}]


def test_next_step_only_from_evidence(rows, make) -> None:
    told = brief(*rows, branch="main").section("now").notes
    assert [n.text for n in told if n.label == "next"] == ["go on"]
    told = brief(rows[4], rows[5]).section("now").notes
    assert [(n.text, n.detail) for n in told] == [("A question?", "open question")], "a failure is a lesson"
    assert brief(rows[3]).section("now") is None


def test_no_question_goes_before_the_steps_of_an_open_task(make) -> None:
    question = make(2, "question", "Which currency?")
    told = brief(make(1, "task", "Port the pool", next=["write the tests"]), question).section("now").notes
    assert not [note.text for note in told if note.label == "next"]
    told = brief(make(1, "task", "Port the pool"), question).section("now").notes
    assert [note.text for note in told if note.label == "next"] == ["Which currency?"]


def test_the_rules_that_an_agent_recorded_come_before_other_knowledge(make) -> None:
    facts = [make(20 + n, "fact", f"Table {n} has {n} columns of {n * 7} rows") for n in range(20)]
    rule = make(1, "rule", "Every fix comes with a test", how="stated", agent="codex")
    decisions = [make(50 + n, "decision", f"Store {n} is written by {n * 3} threads", why="speed") for n in range(20)]
    for budget in (400, 1200):
        told = brief(rule, *facts, *decisions, budget=budget).section("knowledge").items
        assert told[0].title == "Every fix comes with a test"


def test_the_branch_of_most_is_told_once_whatever_belongs_to_no_branch(make) -> None:
    decisions = [make(n, "decision", f"Way {n} of {n * 5}", branch="main") for n in range(1, 5)]
    mine = [make(10 + n, "preference", f"Taste {n} in {n * 9}", scope="user") for n in range(6)]
    assert brief(*decisions, *mine, branch="feat/pay").common["branch"] == "main"


def test_a_handoff_for_me_is_there_first_until_acknowledged(rows, make) -> None:
    assert names(brief(*rows, who="Ben Lindqvist <ben@shop.test>", budget=300))[0] == "handoff"
    assert "handoff" not in names(brief(*rows, who="Ada <ada@shop.test>"))
    done = make(9, "handoff", "Yours", fields={"to": "ben"}, status="acknowledged")
    assert "handoff" not in names(brief(done, who="Ben <ben@x>"))


def test_foreign_records_are_never_pinned(rows) -> None:
    b = brief(*rows, budget=4000)
    assert [i.title for i in b.section("untrusted").items] == ["Foreign"]
    assert "Foreign" not in [i.title for i in b.section("pinned").items]


def test_untrusted_without_trust(make) -> None:
    b = brief(make(1, scope="team", tier="pinned")._replace(trust=0))
    assert names(b) == ["untrusted"]


@pytest.mark.parametrize("budget", [300, 600, 1200, 4000, 16000])
def test_budget_is_hard_and_used(make, budget: int) -> None:
    rows = [make(i, "decision", f"Decision {i} about {i * 13}", why=f"reason {i} " * 12) for i in range(400)]
    b = brief(*rows, budget=budget)
    assert measure(b) == b.tokens
    assert b.tokens * 1.1 <= budget
    assert b.tokens * 1.1 >= (0.95 if budget > 1000 else 0.8) * budget
    assert b.records + b.omitted == 400
    assert sum(one.reason == "no room" for one in b.left_out) == b.omitted


def test_more_budget_more_records(make) -> None:
    rows = [make(i, "fact", f"Fact {i}", why=f"number {i} " * 10) for i in range(100)]
    shown = [brief(*rows, budget=b).records for b in (300, 1200, 4000)]
    assert shown == sorted(shown)
    assert shown[0] >= 2
    assert shown[2] > shown[1] > shown[0]


def test_the_most_relevant_survives_a_small_budget(make) -> None:
    rows = [make(i, "decision", f"Decision {i}", why=f"reason {i} " * 20) for i in range(50)]
    best = rows[17].record.id
    assert best in [i.id for i in brief(*rows, budget=300, scores={best: 3.0}).items]


def test_pinned_too_many_are_counted_aloud(make) -> None:
    rows = [make(i, title=f"Pinned {i}", why=f"reason {i} " * 30, tier="pinned") for i in range(20)]
    b = brief(*rows, budget=600)
    assert len(b.warnings) == 1
    assert "over the budget of 600" in b.warnings[0]
    assert b.tokens * 1.1 <= 600
    shown = [i for i in b.items if i.shortened]
    assert shown
    assert b.records + b.omitted == 20
    assert brief(*rows, budget=4000).warnings == []


def test_pinned_come_before_anything_else(make) -> None:
    rows = [make(i, title=f"Pinned {i}", why=f"reason {i} " * 8, tier="pinned") for i in range(6)]
    rows += [make(100 + i, "fact", f"Fact {i}", why="x " * 9) for i in range(50)]
    b = brief(*rows, budget=400, scores={r.record.id: 9.0 for r in rows[6:]})
    assert {i.id for i in b.section("pinned").items} == {r.record.id for r in rows[:6]}
    assert not any(i.shortened for i in b.section("pinned").items)


def test_too_small_for_a_frame() -> None:
    with pytest.raises(Invalid) as caught:
        brief(budget=3)
    assert "--budget" in caught.value.hint


def test_limit_is_an_upper_bound_and_reached(make) -> None:
    """retrieval.k_is_an_upper_bound"""
    rows = [make(i, "fact", f"Fact {i}", why="long " * 40) for i in range(100)]
    b = brief(*rows, limit=5, budget=4000)
    assert b.records == 5
    assert b.tokens * 1.1 <= 4000


def test_aggressive_shows_more_in_a_line_each(make) -> None:
    rows = [make(i, "decision", f"Decision {i}", why=f"First sentence {i}. " + "More of it. " * 20) for i in range(60)]
    plain, short = brief(*rows, budget=900), brief(*rows, budget=900, strategy="aggressive")
    assert short.records > plain.records
    assert all(i.shortened for i in short.items)


def test_tail_is_newest_first(make) -> None:
    rows = [
        make(i, "fact", f"Fact {i}", made=f"2026-{1 + i // 28:02d}-{1 + i % 28:02d}", why="x " * 20) for i in range(100)
    ]
    b = brief(*rows, budget=500, strategy="legacy", scores={rows[0].record.id: 9.0})
    newest = sorted((r.record.made for r in rows), reverse=True)
    assert [i.made for i in b.items] == newest[: b.records]


@pytest.mark.parametrize("strategy", ["balanced", "aggressive", "tail", "legacy"])
@pytest.mark.parametrize("budget", [300, 4000])
def test_notes_that_did_not_fit_are_counted(make, strategy: str, budget: int) -> None:
    changes = tuple(Change(f"file_{number}.py", "untracked") for number in range(9))
    commits = tuple(Commit(f"{number}f1c2e4aaa", f"subject {number}") for number in range(7))
    git = GitState(commit="9f1c2e4aaa", branch="main", changes=changes, commits=commits)
    sections = brief(make(1, "fact", "One"), git=git, budget=budget, strategy=strategy).sections
    omitted = {section.name: section.omitted for section in sections}
    assert min(omitted.values()) >= 0
    assert budget == 300 or set(omitted.values()) == {0}


def test_only_records_when_records_were_asked_for(rows) -> None:
    b = brief(*rows, kinds=("fact",), budget=4000, facts=RepositoryFacts(purpose="A shop."))
    assert names(b) == ["knowledge", "untrusted"]
    chosen = (rows[7].record.id, rows[8].record.id)
    assert {i.id for i in brief(*rows, ids=chosen).items} == set(chosen)


def test_what_is_left_out_says_why_and_how_to_get_it(make) -> None:
    gone = make(1, at=("a.py",))
    b = brief(gone, make(2, "fact", "F"), stale={gone.record.id: {"a.py": "gone"}}, goal="retry the `webhooks`; rm -rf")
    assert [(one.id, one.reason) for one in b.left_out] == [(gone.record.id, "the code it is about is gone")]
    assert b.more == 'backstory recall "retry webhooks rm -rf"'
    assert brief().more == "backstory list"


def test_snapshot_lends_goal_facts_and_files() -> None:
    snapshot = Snapshot(
        id="snap-1", made="", goal="make it fast", facts=RepositoryFacts(purpose="A shop."), key_files=("a.py",)
    )
    assert [(n.label, n.text) for n in brief(snapshot=snapshot).section("project").notes] == [("file", "a.py")]
    b = brief(snapshot=snapshot, mode="human")
    assert [n.text for n in b.section("now").notes] == ["make it fast"]
    assert [(n.label, n.text) for n in b.section("project").notes] == [("purpose", "A shop."), ("file", "a.py")]


def test_nothing_invented_for_an_empty_project() -> None:
    b = brief(git=GitState())
    assert b.sections == []
    assert b.silent
    assert not b.considered


def test_silence_is_told_from_emptiness(make) -> None:
    assert not brief(make(1, "checkpoint", "T", state="S")).silent
    archived = brief(make(1, tier="off-context"))
    assert archived.silent
    assert archived.considered == 1


def test_json_holds_every_section_and_comes_back(rows) -> None:
    b = brief(*rows, budget=4000, branch="main", who="Ben <ben@x>")
    data = msgspec.json.encode(b)
    assert msgspec.json.decode(data, type=Brief) == b
    assert {s["name"] for s in msgspec.json.decode(data)["sections"]} == set(names(b))


def test_another_branch_of_most_records_is_named_once(make) -> None:
    rows = [make(n, "fact", f"Fact {n}", branch="main") for n in range(1, 6)] + [make(6, "fact", "F", branch="feat/x")]
    assert brief(*rows, branch="feat/x").common["branch"] == "main"
    assert "branch" not in brief(*rows, branch="main").common


LONG = "Redis lost them at every failover in March, and the operations team wants no second store to watch at night"


def test_a_small_brief_tells_reasons_where_room_remains(make) -> None:
    few = [make(1, title="Sessions live in Postgres and not in Redis, in one table with a tenant column", why=LONG)]
    many = [
        *few,
        *(make(n, title=f"Another decision about subject number {n} of the list", why=LONG) for n in range(2, 30)),
    ]
    (alone,) = brief(*few, budget=300).section("decisions").items
    crowded = brief(*many, budget=300)

    assert alone.parts["why"] == LONG and not alone.shortened
    assert len(crowded.section("decisions").items) > 4
    assert crowded.tokens * 1.1 <= 300


def test_a_conflict_of_a_wording_that_was_merged_is_shown(make) -> None:
    whole = make(1, "rule", "do not edit seeds and do not run them", how="observed")
    short, other = (
        make(2, "rule", "never update seeds", how="observed"),
        make(3, "rule", "update seeds in every release"),
    )
    disputed = {short.record.id: (other.record.id,), other.record.id: (short.record.id,)}
    against = {i.title: i.against for i in brief(whole, short, other, disputed=disputed).items}
    assert against[whole.record.title] == [other.record.short]
