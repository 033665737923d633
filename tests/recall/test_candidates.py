"""What may be said, where, and why the rest may not."""

import pytest

from backstory.model.snapshot import Commit, GitState
from backstory.recall.candidates import select_candidates
from backstory.recall.text.addressees import is_for, names_of
from backstory.recall.text.moment import BriefRequest

BEN = "Ben Lindqvist <ben@shop.test>"
MOMENT = BriefRequest(branch="feat/pay", commit="aaaaaaa1", who=BEN)


def sift(*rows, moment=MOMENT, git=None, scores=None, stale=None, hidden=None, merged=None):
    return select_candidates(
        moment,
        rows,
        git=git or GitState(),
        scores=scores or {},
        stale=stale or {},
        hidden=hidden or {},
        merged=merged or {},
    )


def reason(found, row) -> str:
    return next((one.reason for one in found.left_out if one.id == row.record.id), "")


@pytest.mark.parametrize(
    ("kind", "given", "shelf"),
    [
        ("decision", {}, "decisions"),
        ("decision", {"tier": "pinned"}, "pinned"),
        ("decision", {"tier": "working"}, "decisions"),
        ("fact", {}, "knowledge"),
        ("observation", {}, "working"),
        ("observation", {"tier": "reference"}, "knowledge"),
        ("summary", {}, "knowledge"),
        ("failure", {}, "warnings"),
        ("failure", {"status": "resolved"}, "warnings"),
        ("attempt", {"fields": {"outcome": "failed"}}, "warnings"),
        ("attempt", {"fields": {"outcome": "worked"}}, "strategies"),
        ("attempt", {}, "working"),
        ("strategy", {}, "strategies"),
        ("strategy", {"fields": {"outcome": "failed"}}, "warnings"),
        ("question", {}, "questions"),
        ("hypothesis", {}, "questions"),
        ("hypothesis", {"status": "refuted"}, "warnings"),
        ("hypothesis", {"status": "confirmed"}, "knowledge"),
        ("task", {}, "working"),
        ("preference", {}, "pinned"),
        ("persona", {"tier": "reference"}, "knowledge"),
        ("handoff", {"fields": {"to": "Ben"}}, "handoff"),
        ("handoff", {}, "handoff"),
        ("fact", {"how": "imported", "tier": "pinned"}, "untrusted"),
        ("handoff", {"how": "imported"}, "untrusted"),
        ("unheard-of", {}, "knowledge"),
    ],
)
def test_shelves(make, kind: str, given: dict, shelf: str) -> None:
    assert list(sift(make(1, kind, "A title", **given)).shelves) == [shelf]


def test_a_pinned_source_is_in_the_brief(make) -> None:
    assert list(sift(make(1, "source", "Primer", tier="pinned")).shelves) == ["pinned"]


@pytest.mark.parametrize(
    ("kind", "given", "why"),
    [
        ("fact", {"status": "retracted"}, "retracted"),
        ("fact", {"superseded_by": ("01JC2M8QAAAAAAAAAAAAAAAAAA",)}, "superseded by aaaaaaaa"),
        ("fact", {"tier": "off-context"}, "off-context"),
        ("source", {"tier": "reference"}, "a source is found by `recall` only"),
        ("question", {"status": "answered"}, "answered"),
        ("task", {"status": "done"}, "done"),
        ("handoff", {"fields": {"to": "Ada"}}, "handed over to Ada"),
        ("handoff", {"status": "acknowledged", "fields": {"to": "Ben"}}, "acknowledged"),
        ("observation", {"branch": "feat/search"}, "working on branch feat/search"),
        ("checkpoint", {}, "shown under Now, as far as it still holds"),
        ("checkpoint", {"how": "imported"}, "a foreign checkpoint, and not trusted"),
    ],
)
def test_reasons(make, kind: str, given: dict, why: str) -> None:
    row = make(1, kind, "A title", **given)
    kept = make(2, "fact", "Another")
    found = sift(row, kept)
    assert reason(found, row) == why
    assert [i.id for some in found.shelves.values() for i in some] == [kept.record.id]


def test_hidden_rows_say_why(make) -> None:
    row = make()
    assert reason(sift(row, hidden={row.record.id: "made on branch x"}), row) == "made on branch x"


def test_gone_code_withholds_all_but_pinned(make) -> None:
    row, pinned, half = (
        make(1, at=("a.py",)),
        make(2, title="P", at=("a.py",), tier="pinned"),
        make(3, title="H", at=("a.py", "b.py")),
    )
    stale = {r.record.id: {"a.py": "gone", "b.py": "fresh"} for r in (row, pinned, half)}
    found = sift(row, pinned, half, stale=stale)
    assert reason(found, row) == "the code it is about is gone"
    assert [i.anchors[0].state for s in ("pinned", "decisions") for i in found.shelves[s]] == ["gone", "gone"]


def test_records_that_nobody_vouches_for_are_foreign(make) -> None:
    rows = (
        make(1, scope="team", tier="pinned")._replace(trust=0),
        make(2, title="Mine", scope="private"),
        make(3, title="Me", scope="user"),
    )
    found = sift(*rows)
    assert [i.title for i in found.shelves["untrusted"]] == ["Use psycopg 3"]
    assert found.shelves["untrusted"][0].untrusted
    assert {i.title for i in found.shelves["decisions"]} == {"Mine", "Me"}
    assert not sift(*(r._replace(trust=1) for r in rows)).shelves.get("untrusted")


def test_working_records_of_a_commit_in_the_past_belong_here(make) -> None:
    git = GitState(commits=(Commit("bbbbbbb2222"),))
    here = make(1, "observation", "here", branch="feat/old", commit="bbbbbbb")
    there = make(2, "observation", "there", branch="feat/old", commit="ccccccc")
    found = sift(here, there, git=git)
    assert [i.title for i in found.shelves["working"]] == ["here"]


def test_without_git_every_branch_is_this_one(make) -> None:
    assert sift(make(1, "observation", "x", branch="feat/old"), moment=BriefRequest()).shelves["working"]


def test_checkpoints_of_this_branch_before_those_it_grew_from(make) -> None:
    own = make(1, "checkpoint", "own", branch="feat/pay")
    base = make(2, "checkpoint", "base", branch="main", commit="aaaaaaa1")
    other = make(3, "checkpoint", "other", branch="feat/x", commit="ddddddd")
    assert [c.title for c in sift(own, base, other).checkpoints] == ["own"]
    assert [c.title for c in sift(base, other).checkpoints] == ["base"]


def test_only_the_newest_letter_to_everybody(make) -> None:
    old, new, mine = (
        make(1, "handoff", "old"),
        make(2, "handoff", "new"),
        make(3, "handoff", "mine", fields={"to": "ben"}),
    )
    found = sift(old, new, mine)
    assert {i.title for i in found.shelves["handoff"]} == {"new", "mine"}
    assert reason(found, old) == "an older handoff"


def test_asked_by_id_whatever_the_tier(make) -> None:
    row = make(1, "source", "A text", tier="off-context", superseded_by=("01JC2M8QAAAAAAAAAAAAAAAAAA",))
    gone = make(2, status="retracted")
    found = sift(row, gone, make(3), moment=BriefRequest(ids=(row.record.id, gone.record.id)))
    assert [i.superseded_by for some in found.shelves.values() for i in some] == [["01JC2M8QAAAAAAAAAAAAAAAAAA"]]
    assert reason(found, gone) == "retracted"
    assert len(found.left_out) == 1, "what was not asked for is no omission"


def test_kinds(make) -> None:
    found = sift(make(1), make(2, "fact", "F"), moment=BriefRequest(kinds=("fact",)))
    assert [i.title for some in found.shelves.values() for i in some] == ["F"]


def test_as_of(make) -> None:
    old, new = make(1, made="2026-03-01T00:00:00Z"), make(2, title="New", made="2026-03-02T00:00:01Z")
    found = sift(old, new, moment=BriefRequest(as_of="2026-03-01"))
    assert [i.id for i in found.shelves["decisions"]] == [old.record.id]
    assert reason(found, new) == "made after 2026-03-01"
    assert len(sift(old, new, moment=BriefRequest(as_of="snap-01")).shelves["decisions"]) == 2


def test_twins_are_merged_into_the_more_trusted(make) -> None:
    said = make(1, "note", "VAT rates change on 1 January")
    heard = make(2, "fact", "VAT rates change on 1 January.", how="inferred")
    found = sift(heard, said)
    assert [(i.id, i.also) for i in found.shelves["knowledge"]] == [(said.record.id, [heard.record.id])]
    assert reason(found, heard) == f"says the same as {said.record.short}"


def test_a_rule_stays_where_a_decision_of_the_same_talk_says_the_same(make) -> None:
    decided = make(1, "decision", "stay out of core/link.ts please", how="observed")
    rule = make(2, "rule", "stay out of core/link.ts please", how="observed")
    found = sift(decided, rule)
    assert [i.id for i in found.shelves["rules"]] == [rule.record.id]
    assert reason(found, decided) == f"says the same as {rule.record.short}"


def test_a_rule_in_several_wordings_is_told_once_in_the_fullest(make) -> None:
    whole = make(1, "rule", "do not edit seeds and do not run them at all", how="observed")
    rows = [make(2, "rule", "never update seeds please", how="observed"), make(3, "rule", "Don't touch the seeds")]
    other = make(4, "rule", "edit seeds only in test", how="observed")
    found = sift(whole, rows[0], other)
    assert {i.id for i in found.shelves["rules"]} == {whole.record.id, other.record.id}
    assert reason(found, rows[0]) == f"says the same as {whole.record.short}"
    found = sift(whole, *rows)
    assert {i.id for i in found.shelves["rules"]} == {whole.record.id, rows[1].record.id}, "what was typed stays"
    assert reason(found, rows[0]) == f"says the same as {rows[1].record.short}"


def test_how_often_a_rule_was_stated_is_told(make) -> None:
    titles = ["never edit or run seeds", "do not change seeds at all", "never update seeds please"]
    found = sift(*(make(i, "rule", title, how="observed") for i, title in enumerate(titles)))
    (rule,) = found.shelves["rules"]
    assert (rule.title, rule.parts["why"], len(rule.also)) == (titles[0], "Stated 3 times.", 2)


def test_a_pinned_rule_gives_way_to_no_other(make) -> None:
    pinned = make(1, "rule", "do not edit seeds", tier="pinned", how="observed")
    whole = make(2, "rule", "do not edit seeds and do not run them", how="observed")
    assert {i.id for i in sift(pinned, whole).shelves["rules"]} == {pinned.record.id, whole.record.id}


def test_twins_of_a_wording_go_to_the_fullest_one(make) -> None:
    whole = make(1, "rule", "do not edit seeds and do not run them", how="observed")
    rows = [make(2, "rule", "do not edit seeds", how="observed"), make(3, "rule", "Do not edit seeds.", how="observed")]
    (rule,) = sift(whole, *rows).shelves["rules"]
    assert set(rule.also) == {row.record.id for row in rows}


def test_a_warning_is_no_twin_of_a_strategy(make) -> None:
    found = sift(make(1, "failure", "Retry all at once"), make(2, "strategy", "Retry all at once"))
    assert {len(found.shelves["warnings"]), len(found.shelves["strategies"])} == {1}


def test_best_first_and_a_persona_before_facts(make) -> None:
    a, b, c = make(1, "fact", "A"), make(2, "fact", "B"), make(3, "persona", "P", tier="reference")
    found = sift(a, b, c, scores={a.record.id: 1.0, b.record.id: 2.0})
    assert [i.title for i in found.shelves["knowledge"]] == ["P", "B", "A"]
    assert found.shelves["knowledge"][1].why["match"] == 1.0
    tail = sift(a, b, moment=BriefRequest(strategy="tail"), scores={a.record.id: 9.0})
    assert [i.title for i in tail.shelves["knowledge"]] == ["B", "A"], "newest first, nothing weighed"


def test_order_of_rows_is_no_input(make) -> None:
    rows = [make(i, "fact", f"Fact number {i}") for i in range(20)]
    assert sift(*rows).shelves == sift(*reversed(rows)).shelves


def test_text_is_cleaned_for_every_form(make) -> None:
    item = sift(make(1, "fact", "a\u202eb\x1b[31m", why="x\u200by\ufeff", tags=("t\x07",))).shelves["knowledge"][0]
    assert (item.title, item.parts["why"], item.tags) == ("ab", "xy", ["t"])


def test_thousands_are_cut_before_they_are_made(make) -> None:
    rows = [make(i, "fact", f"Fact number {i} of many, each with its own words {i * 7}") for i in range(3000)]
    found = sift(*rows, moment=BriefRequest(budget=300))
    assert len(found.shelves["knowledge"]) < 100
    assert found.beyond + len(found.shelves["knowledge"]) == found.considered == 3000


BEN = "Ben Lindqvist <ben@shop.test>"


@pytest.mark.parametrize("to", ["Ben", "ben", "@ben", "BEN LINDQVIST", "ben@shop.test", "Ben Lindqvist <ben@shop.test>",
                                "Ada, Ben", "ada and ben", "Ada & Ben", "", "  "])  # fmt: skip
def test_for_ben(to: str) -> None:
    assert is_for(to, BEN, "")


@pytest.mark.parametrize(
    "to",
    [
        "Ada",
        "Benjamin",
        "lindqvist@shop.test",
        "ben@other.test",
        "B",
        "Lindqvist",
        "Ben Smith",
        "Ben Lindqvist <other@shop.test>",
    ],
)
def test_not_for_ben(to: str) -> None:
    assert not is_for(to, BEN, "")


def test_an_agent_has_a_name_too() -> None:
    assert is_for("claude-code", BEN, "claude-code")
    assert not is_for("codex", BEN, "claude-code")


def test_nobody_is_not_everybody() -> None:
    assert not is_for("Ben", "", "")
    assert is_for("", "", "")


def test_a_mail_alone_is_a_name() -> None:
    assert names_of("ben@shop.test") == {"ben@shop.test", "ben"}


def test_a_rule_goes_with_the_record_that_says_the_same(make) -> None:
    why = "whoever writes a handler sets his own headers"
    title = "A custom handler gets no header"
    former = make(1, "decision", title, why=why, session="s1", superseded_by=("01J0",))
    said = {"how": "observed", "agent": "claude-code"}
    rule = make(2, "rule", "a custom handler stays, whoever writes one sets his own headers", session="s1", **said)
    other = make(3, "rule", "sign off every commit", session="s1", **said)
    elsewhere = make(4, "rule", "whoever writes a plugin sets his own headers", session="s2", **said)
    sifted = sift(former, rule, other, elsewhere)
    assert {item.title for item in sifted.shelves["rules"]} == {other.record.title, elsewhere.record.title}


def test_a_decision_of_the_talk_goes_with_the_record_that_says_the_same(make) -> None:
    title = "Callers send a moment in Unix milliseconds"
    former = make(1, "decision", title, session="s1", superseded_by=("01J0",))
    said = {"how": "observed", "agent": "claude-code", "session": "s1"}
    why = "the header is a moment in unix milliseconds that callers send"
    decided = make(2, "decision", "each hop reads the same number", why=why, **said)
    other = make(3, "decision", "a request out of time gets 504", **said)
    sifted = sift(former, decided, other)
    assert [item.title for item in sifted.shelves["decisions"]] == [other.record.title]
