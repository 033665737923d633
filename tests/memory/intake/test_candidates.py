"""Candidates of a conversation become records: their channel, quote, duplicates, what they revise, what is rejected."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.agents.turns import Turn
from backstory.api import Memory
from backstory.capture.candidates import find_candidates
from backstory.memory.intake.candidates import keep_candidates
from backstory.memory.intake.lifted_rules import find_hold_ends, find_rule_revisions
from backstory.memory.kernel.writer import Remembered
from backstory.memory.policy.quotes import quote_state
from backstory.memory.verbs.links import supersede
from backstory.memory.verbs.remember import remember
from backstory.model.record import Draft

Opened = Callable[..., Memory]
Keep = Callable[..., list[Remembered]]


@pytest.fixture
def keep(opened: Opened, tmp_path: Path) -> Keep:
    """Keeps what a conversation says, given as `user: ...` and `assistant: ...`, out of a transcript that holds it."""
    transcript = tmp_path / "t.jsonl"

    def run(*said: str, memory: Memory | None = None) -> list[Remembered]:
        turns = []
        with transcript.open("a", encoding="utf-8") as handle:
            for one in said:
                role, _, text = one.partition(": ")
                handle.write(json.dumps({"role": role, "text": text}) + "\n")
                turns.append(
                    Turn("user" if role == "user" else "assistant", text, "2026-11-20T09:00:00.123Z",
                         line=len(transcript.read_text().splitlines()) + 1)
                )  # fmt: skip
        for place, turn in enumerate(reversed(turns)):
            turns[-1 - place] = turn._replace(line=len(transcript.read_text().splitlines()) - place)
        memory = memory or opened("stated", "claude-code", "s1")
        return keep_candidates(
            memory,
            find_candidates(turns, known_paths=lambda path: (Path(memory.project.root) / path).exists()),
            session="s1",
            agent="claude-code",
            source=str(transcript),
        )

    return run


def test_a_rule_is_the_users_and_of_the_project(keep: Keep) -> None:
    (done,) = keep("user: fix it. Never edit src/pool.py by hand, it is generated.")
    record = done.record
    assert (record.kind, record.title) == ("rule", "Never edit src/pool.py by hand, it is generated")
    assert (record.scope, record.tier, record.origin.how) == ("private", "reference", "observed")
    assert (record.origin.branch, record.origin.session, record.made) == ("", "s1", "2026-11-20T09:00:00Z")
    assert [anchor.path for anchor in record.anchors] == ["src/pool.py"]
    assert record.origin.quote == "Never edit src/pool.py by hand, it is generated."
    assert record.origin.source.endswith("t.jsonl:1")


def test_what_an_agent_says_is_inferred_and_bound_to_the_work(keep: Keep) -> None:
    (done,) = keep("assistant: I tried a GIN index and reverted it, because the planner ignores it.")
    record = done.record
    assert (record.kind, record.origin.how, record.tier) == ("attempt", "inferred", "working")
    assert record.fields["outcome"] == "failed"
    assert record.origin.branch == "main"


def test_words_that_the_transcript_does_not_hold_go_off_context(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "t.jsonl").write_text('{"text": "something else"}\n')
    candidates = find_candidates(
        [Turn("user", "Never push to main from here.", line=1)], known_paths=lambda path: False
    )
    (done,) = keep_candidates(opened("stated"), candidates, source=str(tmp_path / "t.jsonl"))
    assert (done.record.tier, done.record.origin.how) == ("off-context", "inferred")


def test_saying_it_again_adds_nothing(keep: Keep, opened: Opened) -> None:
    assert len(keep("user: Never push to main from here.")) == 1
    assert keep("user: Never push to main from here.") == []
    assert keep("user: ok. and please never push from here to main!") == []
    opened("stated").remember(Draft(kind="decision", title="Use psycopg 3 instead of asyncpg for the pool"))
    assert keep("assistant: I decided to use psycopg 3 instead of asyncpg for the pool.") == []


def test_a_later_rule_replaces_the_one_it_names(keep: Keep, opened: Opened) -> None:
    (old,) = keep("user: Always run with --deselect tests/test_net.py here.")
    (other,) = keep("user: Always put a line into HISTORY.md.")
    (new,) = keep("user: from now on run the tests with -m 'not network' instead of that deselect")
    assert [(link.relation, link.target) for link in new.record.links] == [("supersedes", old.record.id)]
    rows = {row.record.id: row.superseded_by for row in opened().fresh().rows(kinds=("rule",))}
    assert rows[old.record.id] == (new.record.id,)
    assert rows[other.record.id] == ()


@pytest.mark.parametrize(
    ("former", "later"),
    [
        ("From now on run the tests with -x.", "run the tests with -n4 from now on, not with -x"),
        ("From now on run the tests with -x.", "don't use -x any more, use -n4 instead when you run the tests"),
        ("always use double quotes", "use single quotes from now on"),
    ],
)
def test_a_rule_that_excludes_an_earlier_one_replaces_that_alone(keep: Keep, former: str, later: str) -> None:
    old, _ = keep(f"user: {former.rstrip('.')}. Never touch docs/changelog.rst.")
    (new,) = keep(f"user: {later}")
    assert [(link.relation, link.target) for link in new.record.links] == [("supersedes", old.record.id)]


def test_a_rule_that_says_more_replaces_the_one_that_it_holds(keep: Keep) -> None:
    (old,) = keep("user: `npx vitest --run src/pool.py` is how you test.")
    (new,) = keep("user: run `npx tsc --noEmit && npx vitest --run src/pool.py` from here on to test it.")
    assert [link.target for link in new.record.links] == [old.record.id]


def test_a_rule_that_says_the_opposite_replaces_the_earlier(keep: Keep) -> None:
    (old,) = keep("user: Always squash commits before merging a branch.")
    (new,) = keep("user: Never squash commits before merging a branch.")
    assert [link.target for link in new.record.links] == [old.record.id]


def test_extracted_words_never_replace_what_a_person_typed(keep: Keep, opened: Opened) -> None:
    old = opened("explicit").remember(Draft(kind="rule", title="Always squash commits before merging a branch")).record
    (new,) = keep("user: Never squash commits before merging a branch.")
    assert [(link.relation, link.target) for link in new.record.links] == [("contradicts", old.id)]


def test_a_revised_decision_contradicts_what_an_agent_recorded_on_purpose(keep: Keep, opened: Opened) -> None:
    title = "Strip the headers only when the hostname changes"
    old = opened("stated").remember(Draft(kind="decision", title=title)).record
    said = "user: Priya from security looked at it: a changed port has to count too. so host name alone was wrong"
    (new,) = keep(said)
    assert [(link.relation, link.target) for link in new.record.links if link.relation != "part_of"] == [
        ("contradicts", old.id)
    ]


def test_what_a_person_rejected_does_not_come_back(keep: Keep, opened: Opened) -> None:
    (done,) = keep("user: Never push to main from here.")
    memory = opened("explicit")
    memory.retract(done.record.id)
    assert keep("user: Never push to main from here.") == []


def test_secrets_are_removed_from_titles_and_quotes(keep: Keep, tmp_path: Path, opened: Opened) -> None:
    token = "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
    (done,) = keep(f"user: Never push to the mirror from here. Because the token {token} is shared with others.")
    written = Path(done.path).read_text("utf-8")
    assert token not in written
    assert "is shared with others" in written


def test_a_rule_for_all_projects_is_the_persons(keep: Keep) -> None:
    (done,) = keep("user: Always answer in German, in all my projects.")
    assert done.record.scope == "user"


def test_text_of_backstory_itself_is_never_taken_in(keep: Keep) -> None:
    assert keep('user: <backstory-context id="a">\nNever push to main from here.\n</backstory-context>') == []


def test_a_rule_around_a_secret_is_no_record(keep: Keep) -> None:
    secret = "ghp_" + "x9Kq2LmN8vRt4WzY7bCd3FgH6jPs1TnU5aEe"
    assert keep(f"user: From now on always use the token {secret} for the mirror.") == []
    assert len(keep("user: From now on always use the mirror.")) == 1


def links_of(done: Remembered) -> list[tuple[str, str]]:
    return [(link.relation, link.target) for link in done.record.links]


def test_a_withdrawal_supersedes_what_it_takes_back(keep: Keep) -> None:
    (old,) = keep("user: let's go with evicting the newest entry, that is simple")
    (new,) = keep("user: Ann reviewed it. Evicting the newest is out: nobody notices that an entry went away.")
    assert links_of(new) == [("supersedes", old.record.id)]
    assert new.record.title == "Evicting the newest is out: nobody notices that an entry went away"


def test_a_withdrawal_of_nothing_that_is_kept_is_not_kept(keep: Keep) -> None:
    assert keep("user: scrap the outbox") == []


def test_another_figure_for_the_same_supersedes(keep: Keep) -> None:
    (old,) = keep("user: keep the answers for 24 hours, that's what others do")
    (new,) = keep("user: Sue from legal: the answers must never be kept longer than two days, we have to delete them.")
    assert links_of(new) == [("supersedes", old.record.id)]


def test_what_an_agent_reports_takes_back_nothing_that_the_person_said(keep: Keep, opened: Opened) -> None:
    (old,) = keep("user: let's keep the palette with 5 colours, because print needs it")
    keep("assistant: I went with a palette of 7 colours instead of 5, because the palette ran out of them.")
    rows = {row.record.id: row for row in opened().fresh().rows()}
    assert not rows[old.record.id].superseded_by
    assert all(link.target != old.record.id for row in rows.values() for link in row.record.links)


def test_an_agent_disputes_what_it_proposed_itself(keep: Keep) -> None:
    (old,) = keep("assistant: The entry should hold whole response objects.", "user: Makes sense, do that.")
    done = keep("assistant: Scrap what I said about whole response objects: a body that was read is gone.")
    assert ("contradicts", old.record.id) in [link for one in done for link in links_of(one)]


LIFTED = [
    ("don't touch api.py, Ian is rewriting it", "you can touch api.py again"),
    ("don't touch api.py, Ian is rewriting it", "Ian is done with it, go ahead."),
    ("don't touch api.py, Ian is rewriting it", "you can touch it again"),
    ("never push to main", "ya puedes volver a subir a main"),
    ("from now on use tabs in Makefiles", "back to spaces in Makefiles please"),
    ("always add a line to CHANGES.rst", "forget the rule about CHANGES.rst"),
    ("show me the plan before every commit", "du musst mir den Plan nicht mehr zeigen"),
    ("Never rename public methods here.", "fine now. renaming public methods is ok again"),
]


@pytest.mark.parametrize(("rule", "later"), LIFTED)
def test_a_rule_that_is_lifted_is_superseded_by_the_words_that_lift_it(
    keep: Keep, opened: Opened, rule: str, later: str
) -> None:
    (old,) = keep(f"user: {rule}")
    (other,) = keep("user: Releases remain with me.")
    (new,) = keep(f"user: {later}")
    assert [(link.relation, link.target) for link in new.record.links] == [("supersedes", old.record.id)]
    rows = {row.record.id: row.superseded_by for row in opened().fresh().rows()}
    assert rows[old.record.id] == (new.record.id,) and rows[other.record.id] == ()


def test_a_sentence_that_tells_of_two_things_that_are_done_lifts_both_rules(keep: Keep, opened: Opened) -> None:
    (theirs,) = keep("user: don't touch api.py, Ian is rewriting it")
    (frozen,) = keep("user: leave CHANGES.md alone, 8.4.0 is being cut")
    (other,) = keep("user: Releases remain with me.")
    (new,) = keep("user: 8.4.0 is out, and Ian is done with api.py.")
    assert {link.target for link in new.record.links} == {theirs.record.id, frozen.record.id}
    rows = {row.record.id: row.superseded_by for row in opened().fresh().rows()}
    assert rows[other.record.id] == ()


@pytest.mark.parametrize(
    "later",
    [
        "can I touch api.py again?",
        "don't touch api.py again",
        "after the release you can touch api.py again",
        "Ian is out today",
        "just this once you can touch api.py",
        "tell Rosa: you can touch api.py again",
    ],
)
def test_a_question_a_ban_and_what_is_to_come_lift_nothing(keep: Keep, opened: Opened, later: str) -> None:
    (old,) = keep("user: don't touch api.py, Ian is rewriting it")
    keep(f"user: {later}")
    rows = {row.record.id: row for row in opened().fresh().rows()}
    assert rows[old.record.id].superseded_by == ()
    assert not [link for row in rows.values() for link in row.record.links if link.relation == "contradicts"]


@pytest.mark.parametrize(
    ("later", "ended"),
    [
        ("ian merged, add the flag to the cli now", True),
        ("good, api.py can go in now", True),
        ("Ian merged the lexer, api.py comes next week", False),
        ("Ian finished the lexer, so use it", False),
    ],
)
def test_what_a_ban_waits_for_ends_it_in_passing(keep: Keep, opened: Opened, later: str, ended: bool) -> None:
    (old,) = keep("user: hands off api.py for now, Ian is rewriting it")
    memory = opened("stated", "claude-code", "s1")
    turn = Turn("user", later, "2026-11-21T09:00:00.123Z", line=9)
    keep_candidates(memory, find_hold_ends(memory, [turn]), session="s2", agent="claude-code")
    rows = {row.record.id: row.superseded_by for row in opened().fresh().rows()}
    assert bool(rows[old.record.id]) is ended


def test_what_lifts_a_rule_of_the_project_belongs_to_no_branch(keep: Keep, opened: Opened) -> None:
    (old,) = keep("user: don't touch api.py, Ian is rewriting it")
    memory = opened("stated", "claude-code", "s1")
    turn = Turn("user", "Ian merged, api.py is free", "2026-11-21T09:00:00.123Z", line=9, branch="another")
    keep_candidates(memory, find_hold_ends(memory, [turn]), session="s2", agent="claude-code")
    rows = {row.record.id: row for row in opened().fresh().rows()}
    assert rows[old.record.id].superseded_by
    assert {row.record.origin.branch for row in rows.values()} == {""}


@pytest.mark.parametrize("later", ["I think you can touch api.py again", "Ian is probably done with api.py"])
def test_what_is_only_supposed_marks_the_rule(keep: Keep, later: str) -> None:
    (old,) = keep("user: don't touch api.py, Ian is rewriting it")
    (new,) = keep(f"user: {later}")
    assert [(link.relation, link.target) for link in new.record.links] == [("contradicts", old.record.id)]


def test_words_that_only_point_may_mean_the_newest_of_several_rules(keep: Keep) -> None:
    keep("user: don't touch api.py, Ian is rewriting it")
    (newest,) = keep("user: don't touch db.py, Lea is rewriting it")
    (new,) = keep("user: you can touch it again")
    assert [(link.relation, link.target) for link in new.record.links] == [("contradicts", newest.record.id)]


def test_a_rule_that_a_person_typed_is_only_contradicted(keep: Keep, opened: Opened) -> None:
    memory, made = opened("explicit"), "2026-11-19T09:00:00Z"
    old = remember(memory, Draft(kind="rule", title="Never push to main"), made=made).record
    (new,) = keep("user: you may push to main again")
    assert [(link.relation, link.target) for link in new.record.links] == [("contradicts", old.id)]


@pytest.mark.parametrize(
    ("first", "later", "is_revised"),
    [
        (
            "Let's go with 14 days for the invoices",
            "14 days is too short, let's go with 30 days for the invoices",
            True,
        ),
        ("Let's go with 14 days for the invoices", "Let's go with 30 days for the session cookies", False),
    ],
)
def test_a_decision_about_another_value_of_the_same_supersedes_the_first(
    opened: Callable[..., Memory], first: str, later: str, *, is_revised: bool
) -> None:
    turns = [Turn("user", text, f"2026-11-20T0{place}:00:00Z", line=place) for place, text in enumerate((first, later))]
    memory = opened("stated", "claude-code", "s1")
    kept = keep_candidates(memory, find_candidates(turns, known_paths=lambda path: False), session="s1")
    rows = opened().fresh().rows(kinds=("decision",), include_superseded=True)
    assert len(kept) == len(rows) == 2
    assert [bool(row.superseded_by) for row in rows if row.record.title.startswith("Let's go with 14")] == [is_revised]


def test_what_the_person_asks_to_be_remembered_is_a_record_of_theirs(keep: Keep) -> None:
    (done,) = keep("user: Remember that staging is at https://staging.shop.example.com")
    record = done.record
    assert (record.kind, record.title) == ("fact", "Staging is at https://staging.shop.example.com")
    assert (record.tier, record.origin.how, record.origin.branch) == ("reference", "observed", "")
    assert record.origin.quote == "Remember that staging is at https://staging.shop.example.com"


def test_an_address_is_remembered_without_its_password(
    keep: Keep, tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (done,) = keep("user: Remember that staging is at https://ada:s3cr3tPass99@staging.shop.example.com/login")
    written = Path(done.path).read_text("utf-8")
    assert "s3cr3tPass99" not in written
    assert "staging.shop.example.com/login" in done.record.title
    assert done.record.tier == "reference", "its source still holds the words around the secret"
    assert quote_state(opened("explicit"), done.record) == "found"


def test_a_password_alone_is_not_remembered(keep: Keep) -> None:
    assert keep("user: Remember that the db password is hunter2-Zq81-xxYY") == []


def test_words_around_a_secret_that_the_transcript_does_not_hold_go_off_context(
    keep: Keep, tmp_path: Path, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    (done,) = keep("user: Remember that staging is at https://ada:s3cr3tPass99@staging.shop.example.com/login")
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(transcript.read_text().replace("staging.shop", "other.shop"))
    assert quote_state(opened("explicit"), done.record) == "not found"


def test_the_other_value_of_what_was_remembered_replaces_it(keep: Keep) -> None:
    (first,) = keep("user: Remember that the staging port is 8085")
    (second,) = keep("user: Remember that the staging port is 9090")
    assert links_of(second) == [("supersedes", first.record.id)]


def test_a_rule_that_was_lifted_does_not_come_back_with_a_copy_of_its_conversation(opened: Opened) -> None:
    def take_in(*said: tuple[str, str], session: str) -> list[Remembered]:
        turns = [Turn("user", text, made, line=number) for number, (text, made) in enumerate(said, 1)]
        found = find_candidates(turns, known_paths=lambda _: False)
        return keep_candidates(opened("stated", "claude-code", session), found, session=session)

    order = ("don't touch api.py, Ian is rewriting it", "2026-11-20T09:00:00Z")
    (rule,) = take_in(order, session="s1")
    (lifted,) = take_in(("Ian is done with api.py", "2026-11-21T09:00:00Z"), session="s2")
    assert take_in(order, session="copy") == []
    rows = {row.record.id: row.superseded_by for row in opened().fresh().rows()}
    assert rows[rule.record.id] == (lifted.record.id,)
    (again,) = take_in((order[0], "2026-11-22T09:00:00Z"), session="s3")
    assert again.record.id not in (rule.record.id, lifted.record.id)


def test_who_names_the_number_that_no_longer_holds_replaces_no_other(keep: Keep) -> None:
    (burst,) = keep("user: The burst should be 10 requests per second.")
    (limit,) = keep("user: Make the limit 60 requests per minute instead of 100.")
    assert not limit.record.links and burst.record.id != limit.record.id


def test_a_rule_of_the_person_stands_beside_the_agents_own_and_replaces_it(keep: Keep, opened: Opened) -> None:
    own = opened("stated", "claude-code").remember(Draft(kind="rule", title="Never format the code with black"))
    (new,) = keep("user: never format the code with black")
    assert new.record.origin.how == "observed"
    assert [(link.relation, link.target) for link in new.record.links] == [("supersedes", own.record.id)]


def test_what_an_agent_recorded_and_the_next_prompt_turns_down_is_superseded(keep: Keep, opened: Opened) -> None:
    old = opened("stated", "claude-code", "s1").remember(Draft(kind="decision", title="Decide by the content type"))
    directive = '<backstory:remember kind="decision">Decide by the content type</backstory:remember>'
    new = keep(
        f"assistant: Event streams are left alone.\n\n{directive}",
        "user: hm, actually no: decide by an exclude list argument instead, hard-coding it is too rigid",
    )[-1].record
    assert new.title == "decide by an exclude list argument instead, hard-coding it is too rigid"
    assert ("supersedes", old.record.id) in [(link.relation, link.target) for link in new.links]


@pytest.mark.parametrize(
    ("recorded", "prompt", "is_superseded"),
    [
        ("Use an LRU cache", "do not add a cache, just profile", True),
        ("Use an LRU cache", "no cache please, just profile it first", False),
        ("Use an LRU cache", "do not add a test for it", False),
        ("Answers of the API are kept in an LRU cache for as long as the session runs", "do not add a cache", False),
    ],
)
def test_what_the_person_refuses_by_name_supersedes_what_the_agent_recorded_in_the_session(
    keep: Keep, opened: Opened, recorded: str, prompt: str, is_superseded: bool
) -> None:
    old = opened("stated", "claude-code", "s1").remember(Draft(kind="decision", title=recorded))
    other = opened("stated", "claude-code", "s2").remember(Draft(kind="decision", title="Use a cache for the rows"))
    keep(f"user: {prompt}")
    rows = {row.record.id: bool(row.superseded_by) for row in opened().fresh().rows(kinds=("decision",))}
    assert (rows[old.record.id], rows[other.record.id]) == (is_superseded, False)


@pytest.mark.parametrize(
    ("recorded", "prompt", "relation"),
    [
        (
            "Detect the delimiter over the first 10 lines",
            "scrap the ten lines idea, use the first 4096 bytes instead",
            "supersedes",
        ),
        (
            "Sample rows with the reservoir plan",
            "let's use a cursor instead of the reservoir plan for the rows",
            "supersedes",
        ),
        (
            "Detect the delimiter over the first 10 lines",
            "scrap the sniffer idea, use the first 4096 bytes instead",
            "",
        ),
    ],
)
def test_what_the_person_scraps_by_name_supersedes_what_an_agent_recorded_in_another_session(
    keep: Keep, opened: Opened, recorded: str, prompt: str, relation: str
) -> None:
    agent = opened("stated", "claude-code", "s0")
    former = remember(agent, Draft(kind="decision", title=recorded), made="2026-11-19T09:00:00Z").record
    kept = keep(f"user: {prompt}")
    assert {link.relation for one in kept for link in one.record.links if link.target == former.id} == (
        {relation} if relation else set()
    )
    if relation:
        assert all(one.record.tier != "off-context" for one in kept if one.record.links)


def test_that_is_final_confirms_what_stands_before_it(keep: Keep) -> None:
    kept = keep(
        "user: add a drain event to the queue",
        "assistant: Decision: emit `drain` in the scheduler rather than in next, because it sees the queue once.",
        "user: no wait. I prefer a microtask: queueMicrotask once, with a flag. That's final.",
    )
    assert [one.record.title for one in kept] == ["I prefer a microtask: queueMicrotask once, with a flag"]


def test_an_answer_that_records_a_decision_and_states_it_keeps_it_once(keep: Keep, opened: Opened) -> None:
    agent = opened("stated", "claude-code", "s1")
    title = "Detect the CSV delimiter by counting candidates over the first 10 lines"
    remember(agent, Draft(kind="decision", title=title), made="2026-11-20T09:00:00Z")
    prose = "We decided to count candidate delimiters over the first 10 lines instead of only the header line."
    assert keep("user: which lines?", f"assistant: {prose}", memory=agent) == []
    other = "We decided to count candidate delimiters over the first 20 lines instead of only the header line."
    assert len(keep("user: which lines?", f"assistant: {other}", memory=agent)) == 1


def test_what_talk_says_of_a_decision_is_superseded_with_it(keep: Keep, opened: Opened) -> None:
    agent = opened("stated", "claude-code", "s1")
    (same,) = keep("user: no, not only the first line, use the first 10 lines", memory=agent)
    (other,) = keep("user: let's use the first 10 bytes of the header for the encoding", memory=agent)
    title = "Detect the CSV delimiter by counting candidates over the first 10 lines"
    old = remember(agent, Draft(kind="decision", title=title)).record
    new = remember(agent, Draft(kind="decision", title="Detect the CSV delimiter on 4096 bytes")).record
    supersede(agent, old.id, new.id)
    rows = agent.fresh_records().rows(kinds=("decision",), include_superseded=False)
    assert {row.record.id for row in rows} == {new.id, other.record.id}
    assert agent.get(same.record.id).superseded_by == (new.id,)


def test_what_reads_like_no_rule_takes_the_place_of_one(keep: Keep, opened: Opened) -> None:
    (ban,) = keep("user: Hands off the Dockerfile, only ops edits that.")
    memory = opened("stated", "claude-code", "s2")
    turn = Turn("user", "ops handed the Dockerfile over to us. edit it whenever you need to", "2026-11-21T09:00:00Z", 9)
    (leave,) = keep_candidates(memory, find_rule_revisions(memory, [turn]), session="s2")
    assert (leave.record.kind, leave.record.title) == ("rule", turn.text)
    assert [(link.relation, link.target) for link in leave.record.links] == [("supersedes", ban.record.id)]


def test_a_rule_of_several_parts_keeps_those_that_nobody_took_back(keep: Keep, opened: Opened) -> None:
    (both,) = keep("user: Never restart the broker; never edit the seeds by hand.")
    memory = opened("stated", "claude-code", "s2")
    turn = Turn("user", "restarting the broker is fine from now on", "2026-11-21T09:00:00Z", line=9)
    keep_candidates(memory, find_rule_revisions(memory, [turn]), session="s2")
    standing = [row.record.title for row in memory.fresh_records().rows(kinds=("rule",), include_superseded=False)]
    assert both.record.title not in standing
    assert "never edit the seeds by hand" in standing and len(standing) == 2


def test_a_figure_of_a_decision_is_left_to_its_values(keep: Keep, opened: Opened) -> None:
    keep("user: Decision: the crawler retries 3 times with a backoff.")
    memory = opened("stated", "claude-code", "s2")
    turn = Turn("user", "the crawler retries with jitter instead of a backoff now", "2026-11-21T09:00:00Z", line=9)
    assert find_rule_revisions(memory, [turn]) == []
