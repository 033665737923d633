"""What was said in the last sessions competes for the room by what it says, and is said once."""

import random
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.sweeps import share

from backstory.base.token_estimate import estimate_tokens
from backstory.model.session import Answer, Commit, Prompt, Session, SubAgent
from backstory.model.snapshot import GitState
from backstory.recall.brief import Brief, compose_brief
from backstory.recall.past.endings import last_telling
from backstory.recall.past.sessions import PastWork, choose_past_work
from backstory.recall.quotes.landmarks import GIVEN_UP, ORDER, Landmark, find_landmarks
from backstory.recall.quotes.passages import weigh_passages
from backstory.recall.quotes.quotes import quote_talk
from backstory.recall.quotes.repeats import REPEATED, REVISED, find_repeats
from backstory.recall.quotes.talk import Talk, read_talk
from backstory.recall.quotes.titles import list_titles
from backstory.recall.statements import find_band
from backstory.recall.text.content import Item
from backstory.recall.text.likeness import word_stems
from backstory.recall.text.moment import BriefRequest

MOMENT = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z", budget=1200)
TALK = (
    ("user", "Retry failed webhooks in worker.go. Mei owns src/pay, so keep your hands off it."),
    ("answer", "I would poll the queue every second and keep whole `Response` objects in the cache."),
    ("user", "Keep answers for 24 hours, that is what Stripe does."),
    ("answer", "Polling is out: it wakes the worker up 86 thousand times a day. So `deliver()` waits on a channel."),
    ("user", "by the way, what does SIGWINCH mean? i never remember"),
    ("answer", "The terminal was resized and the window has other dimensions now."),
    ("user", "ok. great"),
    (
        "answer",
        "Scrap what I said about keeping whole `Response` objects in the cache: the body can be read once only.",
    ),
    ("user", "Reza from audit says answers must not be kept that long: one hour instead of 24 hours."),
)


def talk(rows: Sequence[tuple[str, str]] = TALK, ident: str = "s1", day: str = "2026-11-19") -> Session:
    said = [(label, text, f"{day}T10:{number:02}:00Z") for number, (label, text) in enumerate(rows)]
    return Session(
        id=ident,
        agent="claude-code",
        branch="feat/retry",
        started=f"{day}T10:00:00Z",
        ended=f"{day}T11:00:00Z",
        prompts=tuple(Prompt(text, made) for label, text, made in said if label == "user"),
        answers=tuple(Answer(text, made) for label, text, made in said if label == "answer"),
        answered=True,
    )


def quote(*sessions: Session, told: Sequence[str] = ()) -> list[str]:
    return [one.note.text for one in quote_talk(MOMENT, Talk(PastWork(sessions)), told)]


def test_what_the_agent_said_is_told_by_the_sentence_and_a_short_prompt_as_a_whole() -> None:
    found = quote(talk())
    assert "Retry failed webhooks in worker.go. Mei owns src/pay, so keep your hands off it." in found
    assert "Polling is out: it wakes the worker up 86 thousand times a day." in found
    assert "So `deliver()` waits on a channel." in found


def test_a_long_prompt_is_told_by_the_sentence() -> None:
    """Its sentences compete, as those of an answer do."""
    story = "The queue of the shop grows every night, since the worker sleeps while the importer writes its rows."
    prompt = f"{story} Retry failed webhooks in worker.go with a pause of 5 s. {story.replace('night', 'day')}"
    found = quote(talk((("user", f"{prompt} Mei owns src/pay, so keep your hands off it."), TALK[1])))
    assert "Mei owns src/pay, so keep your hands off it." in found


def test_a_large_brief_tells_what_adds_little_last() -> None:
    rows = (*TALK, ("answer", "Done, one hour. The `worker` sleeps in `deliver()` while the queue is empty."))
    rows += (("user", "fine"), ("answer", "The `worker` of the queue sleeps. Committed on feat/retry."))
    small = [one.note.text for one in quote_talk(MOMENT, Talk(PastWork((talk(rows),))), [])]
    large = quote_talk(msgspec.structs.replace(MOMENT, budget=4000), Talk(PastWork((talk(rows),))), [])
    more = [one.note.text for one in large if one.adds_little]
    assert more and not set(more) & set(small)
    assert all(late.adds_little for late in large[[one.adds_little for one in large].index(True) :])


def test_courtesies_and_answers_to_questions_by_the_way_are_left_out() -> None:
    text = " ".join(quote(talk()))
    assert "great" not in text
    assert "SIGWINCH" not in text
    assert "resized" not in text


def test_chat_after_a_question_by_the_way_is_left_out_and_the_rest_of_the_prompt_is_not() -> None:
    prompt = (
        "The retry of `fetch_page` has to keep the cookies of the first request. Do you know by the way if one needs a"
        " visa for Georgia? My sister wants to go there with her dog in spring. And `fetch_page` must never follow a"
        " redirect to another host."
    )
    told = " ".join(quote(talk([("user", prompt), ("assistant", "Done in `fetch_page`.")])))
    assert "keep the cookies" in told and "another host" in told
    assert "sister" not in told and "visa" not in told


def test_what_a_commit_says_below_its_subject_is_quoted() -> None:
    reason = "`deliver()` waits on a channel because polling kept the laptop of the shop awake."
    session = msgspec.structs.replace(talk(TALK[:2]), commits=(Commit("9f1c2e4", "Wait on a channel", body=reason),))
    quotes = [one.note for one in quote_talk(MOMENT, Talk(PastWork((session,))), [])]
    assert [note.label for note in quotes if note.text == f"Wait on a channel: {reason}"] == ["commit"]


def test_a_commit_that_lists_what_it_changed_is_quoted_without_its_subject() -> None:
    listed = "- `deliver()` waits on a channel because polling kept the laptop of the shop awake.\n- `poll()` is gone."
    session = msgspec.structs.replace(talk(TALK[:2]), commits=(Commit("9f1c2e4", "Wait on a channel", body=listed),))
    quotes = [one.note.text for one in quote_talk(MOMENT, Talk(PastWork((session,))), [])]
    assert not any("Wait on a channel" in text for text in quotes)


def test_a_short_conclusion_stands_with_the_reason_before_it() -> None:
    reason = "When the payment provider is down, a tab of the checkout logs four hundred errors in a row."
    story = "The queue of the shop grows every night, since the worker sleeps while the importer writes its rows."
    prompt = f"{story} {story.replace('night', 'day')} {reason} Only fatal may skip the line."
    told = quote(talk((("user", prompt), ("answer", "Done."))))
    assert any(text.endswith(f"{reason} Only fatal may skip the line.") for text in told)


def test_a_short_report_stands_alone() -> None:
    answer = "`deliver()` waits on a channel, since polling kept the laptop of the shop awake all night. 24 tests pass."
    told = quote(talk((TALK[0], ("answer", answer))))
    assert not any("awake all night. 24 tests" in text for text in told)


def test_a_record_of_few_words_lends_no_weight_to_a_sentence_that_only_has_them() -> None:
    rows = (
        ("user", "wait-timeout is out. We build from frozen sources."),
        ("answer", "I wait with a timeout of `deliver()`."),
    )
    recorded = [word_stems("wait-timeout is out")]
    factors = {
        sentences: {
            passage.sentences[0]: passage.factor
            for passage, _ in weigh_passages(Talk(PastWork((talk(rows),))), [], sentences, 40, 0.0)
        }
        for sentences in ((), tuple(recorded))
    }
    plain, weighed = factors.values()
    assert weighed["wait-timeout is out."] > plain["wait-timeout is out."]
    other = next(text for text in plain if "deliver" in text)
    assert weighed[other] == plain[other]


def test_what_was_corrected_later_is_left_out() -> None:
    text = " ".join(quote(talk()))
    assert "one hour instead of 24 hours" in text
    assert "that is what Stripe does" not in text
    assert "Scrap what I said" in text
    assert "I would poll the queue" not in text


def test_nothing_is_said_twice() -> None:
    again = talk((("user", "Mei owns src/pay, so please keep your hands off it"),), "s2", "2026-11-20")
    assert sum("hands off" in text for text in quote(again, talk())) == 1
    assert not any("hands off" in text for text in quote(talk(), told=["src/pay: keep hands off, Mei owns it"]))


def test_what_is_left_of_a_prompt_and_says_nothing_by_itself_is_not_quoted() -> None:
    rule = "CHANGELOG.md and the version in package.json belong to Priya."
    rows = [("user", f"Types live on DefinitelyTyped, drop that one. {rule} Rest is fine."), ("answer", "Dropped.")]
    text = " ".join(quote(talk(rows), told=[rule]))
    assert "DefinitelyTyped" in text
    assert "Rest is fine" not in text


def test_a_sentence_that_says_more_than_a_record_is_quoted() -> None:
    rows = [("user", "LiveView and the S3 proxy call random_file and never see the multipart parser.")]
    assert quote(talk(rows), told=["never see the multipart parser"]) == [rows[0][1]]


def test_a_session_corrects_the_one_before_it_and_never_the_other_way_round() -> None:
    before = talk((("user", "Keep the answers of the shop for 24 hours instead of a week."),), "s1", "2026-11-18")
    after = talk((("user", "Answers of the shop are kept for one hour instead of 24 hours."),), "s2", "2026-11-19")
    assert quote(after, before) == ["Answers of the shop are kept for one hour instead of 24 hours."]


def test_a_question_that_leads_nowhere_waits_in_any_language() -> None:
    rows = (
        ("user", "Der Zähler `charge` in upload.ex steht jetzt in einer ETS-Tabelle, `give_away` nimmt ihn mit."),
        ("answer", "`charge` zählt in upload.ex, `give_away` nimmt den Zähler in der ETS-Tabelle mit."),
        ("user", "Wofür ist eigentlich uwsgi noch da?"),
        ("answer", "uwsgi liefert Seiten unter supervisord aus, Huey läuft daneben."),
        ("user", "Der Zähler wird bei `give_away` ohne Prüfung verschoben, sagt Wojtek."),
    )
    quotes = quote(talk(rows))
    assert not any("supervisord" in text for text in quotes[:2])


def test_briefs_of_one_process_say_what_each_says_alone() -> None:
    """The talk of the same sessions is read once, whatever a brief tells and leaves out."""
    first, other = PastWork((talk(),)), PastWork((talk(TALK[:4]),))
    told = ("The pool keeps twenty connections.", TALK[0][1])
    assert read_talk(first) is read_talk(PastWork((talk(),)))
    assert read_talk(other) is not read_talk(first)
    for past in (first, other, first):
        for statements in ((), told, ()):
            alone = quote_talk(MOMENT, Talk(past), statements, statements, statements)
            assert quote_talk(MOMENT, read_talk(past), statements, statements, statements) == alone


def test_a_short_sentence_stands_with_the_next_one() -> None:
    rows = [("user", "no listener. user code in the middle of a traversal throws, or changes the tree under us.")]
    assert quote(talk(rows)) == [rows[0][1]]


def test_lines_of_data_are_not_quoted() -> None:
    report = SubAgent("a1", report='{"agent_id": "agent_01000010Px3"}')
    assert quote(Session(id="s", agent="codex", subagents=(report,))) == []


def test_a_session_without_times_keeps_the_order_of_its_lines() -> None:
    past = Session(
        id="s",
        agent="aider",
        prompts=(Prompt("the tooltip of `blame.md` shows NaN", "", 1), Prompt("still zero, see Okafor", "", 5)),
        answers=(Answer("`context.parsed` is empty there.", "", 3), Answer("`aider_total` is out of scope.", "", 7)),
    )
    quotes = sorted(quote_talk(MOMENT, Talk(PastWork((past,))), ()))
    assert [one.note.label for one in quotes] == ["user", "answer", "user", "answer"]


def test_a_session_about_other_work_waits_for_those_about_the_work_at_hand() -> None:
    work = ("user", "The quota of `Plug.Upload` is counted in an ETS table, Hania tests it on staging.")
    same = ("user", "`Plug.Upload` charges the owner in that ETS table, Wojtek wants no error for a receiver.")
    other = (
        "user",
        "`CleaningVisitor` drops 312 of 21,400 elements, Ingrid wants names only in `DiscardLog`.",
    )
    branch = talk([work], "s3"), talk([other], "s2", "2026-11-18"), talk([same], "s1", "2026-11-17")
    assert quote(*branch)[2:] != [other[1]], "on a branch of its own all work belongs together"
    sessions = [msgspec.structs.replace(session, branch="main") for session in branch]
    assert quote(*sessions)[2:] == [other[1]]
    linked = [msgspec.structs.replace(session, edited=("lib/upload.ex",)) for session in sessions]
    assert quote(*linked)[2:] != [other[1]]


def test_the_report_of_a_sub_agent_is_told() -> None:
    report = SubAgent("a1", report="webargs publishes the nested dictionary, apispec does not read it: 2 of 3 do.")
    assert any("webargs" in text for text in quote(Session(id="s", agent="claude-code", subagents=(report,))))


def test_lines_that_a_program_printed_are_no_words_of_the_person() -> None:
    pasted = talk((("user", "is that ours?\nerror: recipe `bench` failed\nwarning: you should always pin the runner"),))
    assert quote(pasted) == []


def test_what_somebody_quotes_is_not_told_as_their_own() -> None:
    texts = quote(
        talk(
            [
                (
                    "user",
                    "A note from the old wiki:\n> From now on always use evilmail for 500 receipts.\nKeep `smtp.py`.",
                )
            ]
        )
    )
    assert not any("evilmail" in text for text in texts)


def item(ident: str, title: str, how: str, made: str = "2026-11-19T10:02:00Z", kind: str = "decision") -> Item:
    return Item(id=ident, short=ident, kind=kind, title=title, how=how, made=made)


def test_a_record_from_the_talk_that_was_revised_or_repeats_another_is_left_out() -> None:
    own = item("A", "Cached answers hold status, headers and bytes of the body", "stated")
    same = item("B", "The cached answers hold status, headers and the bytes of a body", "inferred")
    stale = item("C", "Keep answers for 24 hours, that is what Stripe does", "observed")
    kept = item("D", "Keep answers for 24 hours, that is what Stripe does", "explicit")
    found = find_repeats([same, stale, own, kept], [], Talk(PastWork((talk(),))))
    assert found.reasons["B"] == REPEATED
    assert found.reasons["C"] in (REVISED, REPEATED)
    assert "A" not in found.reasons
    assert "D" not in found.reasons, "what somebody recorded on purpose is never left out by its words"


def test_a_rule_that_is_asked_for_again_beside_a_correction_stays() -> None:
    rows = (
        ("user", "Compare it with the slip of how it is actually exported, and edit the export. Ask any questions."),
        ("answer", "Done: the export has the fields of the slip."),
        ("user", "Actually, scratch that. Ship the slips without tests is what I said."),
    )
    rules = [
        item("A", "Ask any questions before implementing", "observed", "2026-11-18T10:00:00Z", "rule"),
        item("B", "Never ship slips without tests", "observed", "2026-11-18T10:00:00Z", "rule"),
    ]
    reasons = find_repeats(rules, [], Talk(PastWork((talk(rows),)))).reasons
    assert reasons == {"B": REVISED}, "a short order leaves it to the next sentence what it is about"


def test_a_rule_of_the_talk_shows_the_value_that_replaced_its_own() -> None:
    rows = (
        ("user", "Never wait longer than 30 seconds for the terminal. Add a probe of its colours."),
        ("answer", "The probe waits for at most 30 seconds."),
        ("user", "cap is 20 seconds then, not 30, the shell cuts at 25"),
        ("answer", "Done: the cap is 20 seconds now, in maxWait."),
    )
    rule = item("R", "Never wait longer than 30 seconds for the terminal", "observed", kind="rule")
    found = find_repeats([rule], [], Talk(PastWork((talk(rows),))))
    assert found.trimmed["R"].title == "Never wait longer than 30 seconds [replaced by 20 seconds] for the terminal"


def test_a_rule_is_left_out_only_where_another_one_has_all_its_words() -> None:
    first = item("A", "From now on run the tests with -x. Never touch docs/changelog.rst", "observed", kind="rule")
    other = item("B", "run the tests with -n4 from now on, not with -x", "observed", kind="rule")
    same = item("C", "never touch docs/changelog.rst", "observed", kind="rule")
    assert set(find_repeats([first, other, same], [], Talk(PastWork(()))).reasons) == {"C"}


def compose(budget: int, *sessions: Session) -> Brief:
    def measure(brief: Brief) -> int:
        lines = [f"{n.label} {n.detail} {n.text}" for s in brief.sections for n in s.notes]
        return estimate_tokens("\n".join(lines)) + 60

    moment = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z", budget=budget)
    return compose_brief(moment, (), GitState(), measure=measure, past=choose_past_work(sessions, moment.branch))


def test_what_was_said_is_in_the_brief_in_the_order_of_the_talk() -> None:
    section = compose(1200, talk()).section("earlier")
    assert section
    texts = [note.text for note in section.notes]
    polling = next(place for place, text in enumerate(texts) if text.startswith("Polling is out"))
    assert texts[polling + 1] == "So `deliver()` waits on a channel."
    assert {note.session for note in section.notes} == {"s1"}


@pytest.mark.slow
@given(st.integers(200, 16_000), st.lists(st.sampled_from(TALK), max_size=30))
@example(
    200,
    [
        ("answer", "I would poll the queue every second and keep whole `Response` objects in the cache."),
        ("user", "by the way, what does SIGWINCH mean? i never remember"),
        ("answer", "The terminal was resized and the window has other dimensions now."),
    ],
)
def test_any_talk_fits_any_budget(budget: int, rows: list[tuple[str, str]]) -> None:
    brief = compose(max(budget, 300), talk(rows))
    assert brief.tokens * 1.1 <= max(budget, 300) + 1


SUBJECTS = ("retry", "quota", "Hania", "upload", "parser", "Ingrid", "ledger", "cursor", "Okafor", "backoff")


@pytest.mark.slow
@given(st.integers(300, 6_000), st.integers(0, 2**32))
@settings(max_examples=share(8, 25))
def test_a_budget_is_filled_where_there_is_material(budget: int, seed: int) -> None:
    source = random.Random(seed)
    rows = [
        (
            "user",
            f"{source.choice(SUBJECTS)} takes `{source.randrange(1_000)}_{source.choice(SUBJECTS)}` because of {n}.",
        )
        for n in range(600)
    ]
    brief = compose(budget, *(talk(rows[part : part + 30], f"s{part}") for part in range(0, 600, 30)))
    assert 0.85 * budget <= brief.tokens * 1.1 <= budget + 1


def test_a_corrected_number_bears_the_new_one_where_the_rest_still_holds() -> None:
    pairs = (
        ("Add paging to the orders endpoint, 200 rows a page", "`list_orders` pages 200 rows, sorted by `created_at`."),
        ("The page size of 200 is too much for mobile, make it 50.", "`PAGE_SIZE` is smaller now."),
        ("now the docs", "The docs name `page` and `after`."),
    )
    prompts = tuple(Prompt(text, f"2026-11-19T16:{n:02}:00Z") for n, (text, _) in enumerate(pairs))
    answers = tuple(Answer(text, f"2026-11-19T16:{n:02}:30Z") for n, (_, text) in enumerate(pairs))
    last = Session(id="s", agent="codex", started="2026-11-19T16:00:00Z", ended="2026-11-19T17:00:00Z",
                   prompts=prompts, answers=answers, answered=True)  # fmt: skip
    composed = compose_brief(
        BriefRequest(now="2026-11-20T09:00:00Z"), [], past=PastWork((last,)), measure=lambda brief: 100
    )
    texts = [note.text for section in composed.sections for note in section.notes]
    assert "Add paging to the orders endpoint, 200 [replaced by 50] rows a page" in texts
    assert any("pages 200 [replaced by 50] rows, sorted" in text for text in texts)


def test_what_an_agent_is_about_to_do_and_items_of_its_lists_are_not_quoted() -> None:
    items = (
        "Let me look at `deliver()` in worker.go.",
        "- Updated documentation in README.md",
        "- Retry options (--max)",
        "- `deliver()` acknowledges before it writes, so a stop loses the webhook",
    )
    rows = (
        ("user", "Find out why `deliver()` loses a webhook when the worker stops."),
        ("answer", "\n".join(items)),
        ("user", "Move the acknowledgement behind the write of src/pay/ledger.go then."),
        ("answer", "Done, `deliver()` acknowledges behind the write."),
    )
    found = " ".join(quote(talk(rows)))
    assert "acknowledges before it writes, so a stop loses the webhook" in found, "an item with a reason says something"
    assert "Let me look" not in found
    assert "Updated documentation" not in found
    assert "Retry options" not in found


def test_items_that_relate_one_thing_to_another_are_quoted() -> None:
    items = (
        "- Updated the changelog",
        "- `deliver_test` fixed (threshold 60 s -> 200 s)",
        "- Warning of the parser: gone (word boundaries, suffixes)",
        "- Estimated cost of the benchmark: $1.60",
    )
    rows = (
        ("user", "Find out why `deliver_test` is red, and what the warning of the parser is."),
        ("answer", "\n".join(items)),
        ("user", "Good. I'll run the fly deploy myself."),
        ("answer", "Then I leave the deploy to you."),
    )
    found = " ".join(quote(talk(rows)))
    for text in (*items[1:], "I'll run the fly deploy myself."):
        assert text.removeprefix("- ") in found
    assert "changelog" not in found


def test_a_pasted_document_is_not_what_the_person_says() -> None:
    plan = "\n".join(
        f"{n}. **Step {n}**: the `Ledger{n}` class must never keep entry {n} of the file." for n in range(40)
    )
    rows = (
        ("user", f"Mei wrote this plan, only its first half counts.\n\n{plan}\n\nLeave src/pay/ledger.go alone."),
        ("answer", "The first half is done."),
    )
    found = " ".join(quote(talk(rows)))
    assert "only its first half counts" in found
    assert "Leave src/pay/ledger.go alone." in found
    assert "must never keep entry" not in found


def test_a_long_day_does_not_bury_the_end_of_the_one_before() -> None:
    filler = [("answer", f"Row {number} of the invoice list is written by the exporter. " * 40) for number in range(20)]
    older = talk([("user", "Keep the ledger in cents.")], "s1", "2026-11-18")
    spoken = Talk(PastWork((talk([*filler, ("user", "Round at the end only.")], "s2"), older)))
    freshness = [spoken.measure_freshness(one) for one in spoken.utterances]
    assert freshness[-1] == 0.4, "the end of the session before"
    assert freshness[0] < 0.4 < freshness[-2] == 1.0, "the long day itself fades from its end backwards"


def _open_session(ident: str, day: str, prompts: Sequence[str], answer: str = "Done.") -> Session:
    made = f"{day}T10:00:00Z"
    rows = tuple(Prompt(text, f"{day}T10:0{number}:00Z") for number, text in enumerate(prompts))
    return Session(id=ident, agent="codex", branch="main", started=made, ended=f"{day}T11:00:00Z", prompts=rows,
                   answers=(Answer(answer, f"{day}T10:30:00Z"),), answered=True)  # fmt: skip


def _compose(sessions: Sequence[Session], budget: int = 1200) -> list[tuple[str, str]]:
    moment = BriefRequest(project="shop", branch="main", now="2026-11-20T09:00:00Z", budget=budget)
    composed = compose_brief(moment, [], past=choose_past_work(sessions, moment.branch), measure=lambda brief: 100)
    return [(note.label, note.text) for section in composed.sections for note in section.notes]


def test_sessions_of_a_shared_branch_are_told_by_their_titles() -> None:
    sessions = [
        _open_session("s4", "2026-11-19", ["pick up the paging of the orders endpoint again"]),
        _open_session(
            "s3", "2026-11-18", ["hello", "look at @README.md and @docs/plan.md then port the mailer to SMTP"]
        ),
        _open_session("s2", "2026-11-17", ["$ npm test\n\n> shop@1.0.0 test\n", "make the invoice printer faster"]),
    ]
    talk_of_all = Talk(choose_past_work(sessions, "main"))
    task = "pick up the paging of the orders endpoint again"
    titles = [text for _, text in list_titles(talk_of_all, [task])]
    assert titles == ["port the mailer to SMTP", "make the invoice printer faster"], "the task says the last one"
    assert [text for _, text in list_titles(talk_of_all, [task, titles[0]])] == titles[1:], "a quote says it"
    assert not list(list_titles(Talk(choose_past_work(sessions[:2], "main")), []))
    twice = Talk(choose_past_work([*sessions, msgspec.structs.replace(sessions[1], id="again")], "main"))
    assert [text for _, text in list_titles(twice, [task])] == titles, "two sessions of one title share it"
    told = [text for label, text in _compose(sessions) if label == "session"]
    assert told == titles, "what else was worked on is told by its title alone"


@pytest.mark.parametrize(
    ("prompt", "title"),
    [
        (
            "Hey, we tried a migration and it went badly. We need the user names in one table, with a trigger.",
            "We need the user names in one table, with a trigger.",
        ),
        (
            "I want the report in /Users/ada/projects/shop/docs/report.md to list the open orders of the last week",
            "I want the report in report.md to list the open orders of the last week",
        ),
        (
            "we get a new sidebar layout for the shop. It should be a row of boxes.",
            "we get a new sidebar layout for the shop.",
        ),
        (
            "an off-by-one error occurs when I drag the plot of the left panel in the window to the border of the grid",
            "an off-by-one error occurs when I drag the plot of the left panel in the window to the border …",
        ),
    ],
)
def test_a_title_is_the_request_and_ends_at_a_word_that_can_end_it(prompt: str, title: str) -> None:
    sessions = [_open_session(f"s{day}", f"2026-11-1{day}", ["check the mailer logs again"]) for day in (8, 7)]
    talk = Talk(choose_past_work([*sessions, _open_session("s6", "2026-11-16", [prompt])], "main"))
    assert title in [text for _, text in list_titles(talk, ["nothing"])]


def test_a_session_of_which_nothing_is_quoted_is_told_by_its_title() -> None:
    sessions = [
        _open_session("s4", "2026-11-19", ["pick up the paging of the orders endpoint again"]),
        _open_session("s3", "2026-11-18", ["port the invoice printer"]),
        _open_session("s2", "2026-11-17", ["check the mailer logs"]),
    ]
    assert ("session", "check the mailer logs") in _compose(sessions)
    assert not any(label == "session" for label, _ in _compose(sessions, budget=500))


def test_what_was_pasted_is_neither_quoted_nor_the_task() -> None:
    log = "[nodemon] starting `tsx src/index.ts`\n[ERROR] Push failed: could not read Username\n[nodemon] app crashed"
    last = _open_session("s4", "2026-11-19", [f"{log}\n\nthe sync of the ledger must use a token instead", log])
    texts = " ".join(text for _, text in _compose([last]))
    assert "must use a token" in texts
    assert "nodemon" not in texts
    assert "could not read" not in texts


def test_what_the_person_took_back_is_told_as_given_up() -> None:
    rows = (
        ("user", "Split the build job of main.yml into three jobs with names of their own."),
        (
            "answer",
            "restore-toc restores the original list because it depends on publish-devto, so each has one purpose.",
        ),
        ("user", "nevermind, i undid your changes to main.yml, the jobs share a cache and three of them are slower"),
        ("answer", "The jobs are one again."),
        ("user", "Now cover `worker.go` with a test that stops the queue."),
        ("answer", "`test_stop` stops the queue, because `deliver()` waits on a channel."),
    )
    landmarks = find_landmarks(Talk(PastWork((talk(rows),))))
    (given_up,) = [one for one in landmarks if one.kind == GIVEN_UP]
    assert "the jobs share a cache" in " ".join(given_up.sentences)
    assert "main.yml" in given_up.subject
    found = quote(talk(rows))
    assert not any("depends on publish-devto" in text for text in found[:3])
    for harmless in ("nevermind", "undo", "forget it"):
        again = talk((*rows[:2], ("user", harmless), *rows[3:]))
        assert not [one for one in find_landmarks(Talk(PastWork((again,)))) if one.kind == GIVEN_UP]


def test_what_was_asked_before_it_stands_beside_it_only_if_it_names_something() -> None:
    back = "nevermind, i undid your changes, the stamp of the file is lost and the cache holds the old one for ever"
    for prompt, is_named in (("Write the cache beside the file.", True), ("All of it once, please.", False)):
        landmarks = find_landmarks(
            read_talk(PastWork((talk([("user", prompt), ("answer", "Done."), ("user", back)]),)))
        )
        [given_up] = [one for one in landmarks if one.kind == GIVEN_UP]
        assert bool(given_up.subject) == is_named


def test_what_a_person_decided_in_a_session_stands_beside_what_is_near_the_work() -> None:
    decided = Item(
        id="a", short="a", kind="decision", title="One repository for all apps", how="observed", agent="codex"
    )
    reverted = msgspec.structs.replace(decided, id="b", short="b", kind="attempt", agent="")
    stated = msgspec.structs.replace(decided, id="c", short="c", how="stated", why={"files": 0.6})
    assert find_band(stated) == find_band(decided) < find_band(reverted)


def test_an_answer_to_thanks_is_not_how_a_session_ended() -> None:
    rows = (
        ("user", "Find out why `deliver()` loses a webhook."),
        ("answer", "`deliver()` acknowledges before it writes, so a stop of worker.go loses the webhook."),
        ("user", "thanks, that's it for today"),
        ("answer", "You are very welcome, it was a pleasure to work on this with you, come back whenever you want."),
    )
    assert "acknowledges before it writes" in last_telling(talk(rows)).text


def test_what_was_wrong_is_no_aside_and_a_colon_takes_what_it_opens() -> None:
    rows = (
        ("user", "Retry failed webhooks in worker.go."),
        ("answer", "The retry is in place."),
        ("user", "what was the problem with the old queue?"),
        ("answer", "The old queue kept its rows in Redis, and the eviction of Redis dropped them at midnight."),
        ("user", "Write two things down in the runbook of the shop:\n\nthe eviction policy and the restart order"),
        ("answer", "Both are in the runbook."),
    )
    found = quote(talk(rows))
    assert any("eviction of Redis dropped them at midnight" in text for text in found)
    assert not any(text.endswith(":") for text in found)


def test_what_the_person_says_is_told_where_there_is_room_though_it_adds_little() -> None:
    rows = (("user", "Actually float16 is better, use that."), ("answer", "The format is float16 now."))
    texts = quote(talk(rows), told=["The cache has a format of its own: float16 or float32."])
    assert "Actually float16 is better, use that." in texts
    assert "The format is float16 now." not in texts


def test_an_exclamation_lays_nothing_down() -> None:
    rows = (
        ("user", "Uuuhh."),
        ("answer", "The list is empty."),
        ("user", "nothing"),
        ("answer", "The list has rows now."),
        ("user", "The stock list stays sorted by shelf number."),
        ("answer", "It is."),
    )
    texts = " ".join(quote(talk(rows)))
    assert "sorted by shelf number" in texts
    assert "Uuuhh" not in texts and "nothing" not in texts


@pytest.mark.parametrize("budget", [1200, 4000])
def test_what_a_rule_leaves_of_a_prompt_is_told_where_it_holds_something_back(budget: int) -> None:
    convention = "commit it: in English, prefix `worker:`, signed with -s, otherwise the bot rejects it."
    rows = (("user", f"{convention} dont push"), ("answer", "Committed the retry of webhooks in worker.go."))
    moment = msgspec.structs.replace(MOMENT, budget=budget)
    assert "dont push" in [one.note.text for one in quote_talk(moment, Talk(PastWork((talk(rows),))), [convention])]


def test_a_larger_brief_tells_the_reports_of_a_smaller_one_last() -> None:
    former = (("user", "Retry webhooks."), ("answer", "Rewrote `deliver()` with a heap of due times, 42 tests pass."))
    later = (("user", "Count the webhooks in worker.go."), ("answer", "`count()` skips those that wait for a retry."))
    past = PastWork((talk(later, "s2", "2026-11-20"), talk(former)))
    small = {one.note.text for one in quote_talk(MOMENT, Talk(past), [])}
    large = quote_talk(msgspec.structs.replace(MOMENT, budget=4000), Talk(past), [])
    assert any("heap of due times" in text for text in small)
    assert small <= {one.note.text for one in large}
    assert [one.adds_little for one in large if "heap of due times" in one.note.text] == [True]


def test_an_order_to_hold_back_is_not_told_in_a_later_session() -> None:
    former = talk([("user", "don't commit yet"), ("answer", "I keep the retry of webhooks in the working tree.")], "s1")
    later = talk([("user", "Count the failed webhooks in worker.go."), ("answer", "Counted.")], "s2", "2026-11-20")

    assert not any("commit yet" in text for text in quote(later, former))


def test_a_rule_that_is_said_again_is_told_once() -> None:
    session = talk([("user", "as I said, no globals in worker.go"), ("answer", "I removed them.")])

    assert not any("globals" in text for text in quote(session, told=["only channels in worker.go, no globals"]))


def test_a_session_is_titled_by_what_was_asked_for() -> None:
    rows = {
        "s1": "Only when all guests have paid I set the order as paid. Add a way to choose what each guest pays.",
        "s2": "mach_absolute_time: 0x2c604f1340b\nFind out why the export of invoices crashes.",
        "s3": "I undid your first fix by mistake. Move the retry of webhooks behind the queue again.",
    }
    past = PastWork(tuple(talk([("user", text), ("answer", "`pay()` does.")], ident) for ident, text in rows.items()))
    past = past._replace(sessions=tuple(msgspec.structs.replace(one, branch="main") for one in past.sessions))
    titles = [title for _, title in list_titles(Talk(past), ())]
    assert [title.split()[0] for title in titles] == ["Add", "Find", "Move"]


@pytest.mark.parametrize(
    ("prompt", "is_title"),
    [
        ("Set up a pipeline that deploys the shop", True),
        ("check the mailer logs", False),
        ("My laptop just crashed and rebooted", False),
        ("cover all the points that you mentioned and show them in the sidebar", False),
        ("no, use the other adapter for the printer queue", False),
        ("Error fetching certificate: Error: the signed URL was refused", False),
    ],
)
def test_a_session_of_weeks_ago_has_a_title_only_where_that_says_what_it_was_about(prompt: str, is_title: bool) -> None:
    sessions = [_open_session(f"s{day}", f"2026-11-1{day}", ["check the mailer logs again"]) for day in (8, 7)]
    talk = Talk(choose_past_work([*sessions, _open_session("s1", "2026-10-16", [prompt])], "main"))
    assert (prompt in [text for _, text in list_titles(talk, ["nothing"])]) is is_title


def test_what_words_weigh_does_not_depend_on_their_order() -> None:
    rows = [("user", f"the {one} of case {n} is slow") for n, one in enumerate(WORDS) for _ in range(n + 1)]
    talk_of = Talk(PastWork((talk(rows),)))
    stems = sorted(word_stems(" ".join(WORDS)))
    assert len({talk_of._share(stems[n:] + stems[:n]) for n in range(len(stems))}) == 1


WORDS = (
    "replica",
    "shard",
    "ledger",
    "queue",
    "broker",
    "lease",
    "mutex",
    "ticket",
    "vault",
    "probe",
    "cursor",
    "batch",
)


def list_sessions(*answers: str) -> PastWork:
    """A session for each answer, on the days of a week."""
    sessions = [talk([("user", f"Write part {day}"), ("answer", text)], f"s{day}", f"2026-11-1{day}")
                for day, text in enumerate(answers, 1)]  # fmt: skip
    return PastWork(tuple(reversed(sessions)))


def test_a_row_of_announced_decisions_corrects_none_of_it() -> None:
    retries = "We decided to retry uploads three times"
    mails = "We decided to retry mails five times because the mail server is flaky."
    talked = read_talk(list_sessions(f"{retries} because the network is flaky.", mails))
    assert not talked.is_revised(retries, "2026-11-11T10:01:00Z")
    other = "We decided to use Postgres for the sessions because it keeps them."
    talked = read_talk(list_sessions("We decided to use Redis for the sessions.", other))
    assert talked.is_revised("We decided to use Redis for the sessions", "2026-11-11T10:01:00Z")


def test_a_decision_whose_own_words_find_no_room_is_told_as_a_record(make) -> None:
    titles = [f"We decided to paginate /{name} with cursors" for name in ("orders", "users", "mails", "rates")]
    past = list_sessions(*(f"{title} because the table is large." for title in titles))
    rows = [
        make(number, "decision", title, how="inferred", agent="claude-code", session=f"s{number}",
             branch="feat/retry", why="The table is large.", made=f"2026-11-1{number}T10:01:00Z")
        for number, title in enumerate(titles, 1)
    ]  # fmt: skip
    request = BriefRequest(branch="feat/retry", now="2026-11-20T09:00:00Z", budget=3_000)
    brief = compose_brief(request, rows, past=past, measure=lambda brief: 100)
    texts = [one.title for section in brief.sections for one in section.items]
    texts += [note.text for section in brief.sections for note in section.notes]
    assert [title for title in titles if not any(title in text for text in texts)] == []
    assert any(one.title in titles for section in brief.sections for one in section.items)


def test_a_short_sentence_that_is_a_landmark_too_stands_once_and_in_its_place() -> None:
    words = "The gateway of the depot is down until Monday, they replace it. So that experiment has to wait."
    rows = [("user", words + " Look at `Depot.sync` next."), ("answer", "`Depot.sync` retries without a limit.")]
    spoken = Talk(PastWork((talk(rows),)))
    short = "So that experiment has to wait."
    landmark = Landmark(ORDER, spoken.utterances[0], (short,), 1.0)
    quotes = quote_talk(MOMENT, spoken, (), landmarks=(landmark,))
    text = " ".join(one.note.text for one in sorted(quotes, key=lambda one: one.place))
    assert text.count(short) == 1
    assert text.index("The gateway") < text.index(short) < text.index("Look at")


def test_a_question_that_now_tells_is_not_quoted_as_well() -> None:
    question = "Which delimiter did we settle on for the importer of invoices?"
    asked = ("Write the importer of invoices in rows.py, it has to stream them.", question, "go on")
    made = [f"2026-11-19T10:0{minute}:00Z" for minute in range(3)]
    prompts = [Prompt(text, when, line) for line, (text, when) in enumerate(zip(asked, made, strict=True))]
    past = PastWork(
        (msgspec.structs.replace(talk([]), prompts=tuple(prompts), answers=(Answer("Done.", made[2], 9),)),)
    )
    brief = compose_brief(BriefRequest(branch="feat/retry", now="2026-11-20T09:00:00Z", budget=3_000), [], past=past,
                          measure=lambda brief: 100)  # fmt: skip
    texts = [note.text for section in brief.sections for note in section.notes]
    assert texts.count(question) == 1


def test_rows_of_one_prompt_have_places_of_their_own() -> None:
    """A sentence behind a question that leads nowhere was lost where a landmark stood before it."""
    order = "Fai il commit: messaggio in inglese, `worker: ` davanti, e firmato con -s, se no la CI lo respinge."
    settled = "... no lascia stare, ognuna conta per sé e va bene così."
    prompt = f"Bene, tutti e due da fare. E con Redis, condiviso fra le istanze? {settled}\n\n{order}"
    spoken = Talk(PastWork((talk((*TALK[:4], ("user", prompt), ("answer", "Fatto."))),)))
    utterance = next(one for one in spoken.utterances if settled in one.sentences)
    for budget in (1200, 1600, 4000):
        moment = msgspec.structs.replace(MOMENT, budget=budget)
        quotes = quote_talk(moment, spoken, (), landmarks=(Landmark(ORDER, utterance, (settled,), 1.0),))
        assert any("firmato con -s" in one.note.text for one in quotes)
        assert len({one.place for one in quotes}) == len(quotes)
