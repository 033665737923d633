"""What the person took back later is marked by `recall` and with a prompt, as a brief marks it."""

from collections.abc import Callable

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.agents.turns import Turn
from backstory.api import Memory
from backstory.base.overturns.hits import Marks
from backstory.base.passages import PassageHit
from backstory.base.path_codec import encode_path
from backstory.base.relevance import find_relevant
from backstory.base.reversed_hits import mark_reversed
from backstory.base.search import Hit
from backstory.base.staleness_marks import CHANGED
from backstory.base.visibility import View
from backstory.capture.candidates import find_candidates
from backstory.hook.reply import format_records
from backstory.mcp.inputs import RecallInput
from backstory.mcp.read_tools import recall as recall_records
from backstory.memory.answers.brief import BriefOptions, compose_brief
from backstory.memory.intake.candidates import keep_candidates
from backstory.memory.verbs.remember import remember
from backstory.model.record import Draft, Link, Record
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]
PLAN = "I would put the invoice counter into a Redis key of its own."


def say(memory: Memory, *prompts: str, answer: str = "") -> None:
    said = tuple(Prompt(text, _when(place), 2 * place + 1) for place, text in enumerate(prompts))
    answers = (Answer(answer, "2026-11-20T00:30:00Z", 2),) if answer else ()
    keep(memory, "s1", prompts=said, answers=answers)


def _when(place: int) -> str:
    return f"2026-11-20T0{place}:00:00Z"


def recall(memory: Memory, text: str) -> str:
    """What `recall` prints of conversations."""
    return "\n".join(hit.text for hit in memory.recall_passages(text))


def recall_all(memory: Memory, text: str) -> str:
    """The same with what no longer holds."""
    return "\n".join(hit.text for hit in memory.recall_passages(text, include_superseded=True))


def with_prompt(memory: Memory, text: str) -> str:
    """What comes with a prompt."""
    view = View(encode_path(memory.project.root))

    def answer(con) -> str:  # type: ignore[no-untyped-def]
        hits = find_relevant(con, view, text)
        mark_reversed(con, view, hits)
        return "\n".join(format_records(hits, 4000)[0])

    return memory.fresh().run(answer)


@pytest.mark.parametrize("most", [0, 2, 1_000])
def test_the_same_is_marked_however_large_the_memory_is(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    order, later = "Put the invoice counter into Redis.", "I take back what I said about the counter in Redis."
    say(opened(), order, "Use the blue theme for every invoice.", later)
    monkeypatch.setattr("backstory.base.reversed_hits.MAX_LISTED", most)
    told = with_prompt(opened(), order)
    assert f"{order} [changed since: {later}]" in told
    assert told.count("[changed since") == 1


@pytest.mark.parametrize(
    ("order", "later"),
    [
        ("Put the invoice counter into Redis.", "The invoice counter in Redis is out, it loses numbers."),
        ("Put the invoice counter into Redis.", "I take back what I said about the invoice counter in Redis."),
        ("Leg den Rechnungszähler in Redis ab.", "Den Rechnungszähler nicht mehr in Redis, der verliert Nummern."),
        ("Pon el contador de facturas en Redis.", "Nada de contador de facturas en Redis."),
    ],
)
def test_what_was_ruled_out_later_is_marked(opened: Opened, order: str, later: str) -> None:
    say(opened(), order, later)
    for text in (recall_all(opened(), f"{order} {later}"), with_prompt(opened(), order)):
        assert order + CHANGED in text or f"{order} [changed since: {later}]" in text
        assert later + CHANGED not in text and f"{later} [changed since" not in text
    assert later in recall(opened(), f"{order} {later}")
    assert order not in recall(opened(), f"{order} {later}")


@pytest.mark.parametrize(
    "later",
    [
        "Should the invoice counter in Redis go?",
        "Don't push the invoice counter in Redis.",
        "The invoice counter in Redis shows the wrong year in the log.",
    ],
)
def test_a_question_a_ban_and_a_defect_mark_nothing(opened: Opened, later: str) -> None:
    say(opened(), "Put the invoice counter into Redis.", later)
    assert "changed since" not in recall(opened(), "invoice counter Redis")
    assert "changed since" not in with_prompt(opened(), "where does the invoice counter in Redis live?")


def test_what_an_agent_planned_is_marked(opened: Opened) -> None:
    later = "The Redis key for the invoice counter is out."
    say(opened(), "Where would it go?", later, answer=PLAN)
    assert f"{PLAN} [changed since: {later}]" in recall_all(opened(), "invoice counter Redis key")
    assert PLAN not in recall(opened(), "invoice counter Redis key")


def test_what_an_agent_stated_is_marked_where_it_takes_it_back(opened: Opened) -> None:
    stated = "The invoice counter lives in the ledger table."
    keep(
        opened(),
        "s1",
        prompts=(Prompt("Where is it?", line=1), Prompt("Look again.", line=3)),
        answers=(
            Answer(stated, line=2),
            Answer("It turned out that the ledger table for the invoice counter is wrong, it is a sequence.", line=4),
        ),
    )
    told = recall_all(opened(), "invoice counter ledger table")
    assert f"{stated} [changed since: It turned out that" in told
    assert stated not in recall(opened(), "invoice counter ledger table")


def test_what_still_holds_of_a_passage_stays(opened: Opened) -> None:
    order, later = "Put the invoice counter into Redis.", "The invoice counter in Redis is out, it loses numbers."
    say(opened(), f"Print invoices on blue paper. {order} Sort the invoices by customer.", later)
    text = recall(opened(), "invoices blue paper customer")
    assert "Print invoices on blue paper. […] Sort the invoices by customer." in text


def test_each_item_of_a_list_is_judged_by_itself(opened: Opened) -> None:
    rule, later = "Never rename public methods of the shop.", "Renaming public methods of the shop is fine again."
    say(opened(), rule, later, answer="- the schema of the invoices stays\n- public methods of the shop keep theirs\n")
    turns = [Turn("user", text, _when(place), line=2 * place + 1) for place, text in enumerate((rule, later))]
    memory = opened("stated", "claude-code", "s1")
    keep_candidates(memory, find_candidates(turns, known_paths=lambda path: False), session="s1")
    text = recall(opened(), "schema of the invoices, methods of the shop")
    assert "the schema of the invoices stays" in text
    assert "keep theirs" not in text
    everything = recall_all(opened(), "schema of the invoices, methods of the shop")
    assert f"the schema of the invoices stays; public methods of the shop keep theirs{CHANGED}" in everything


def test_the_words_of_a_rule_that_was_lifted_are_marked(opened: Opened) -> None:
    rule, later = "Never rename public methods of the shop.", "Renaming public methods of the shop is fine again."
    say(opened(), rule, later)
    turns = [Turn("user", text, _when(place), line=2 * place + 1) for place, text in enumerate((rule, later))]
    memory = opened("stated", "claude-code", "s1")
    keep_candidates(memory, find_candidates(turns, known_paths=lambda path: False), session="s1")
    assert rule + CHANGED in recall_all(opened(), "rename public methods shop")
    assert later.rstrip(".") in recall(opened(), "rename public methods shop")
    assert rule not in recall(opened(), "rename public methods shop")
    told = with_prompt(opened(), "rename the public methods of the shop")
    assert "[rule" not in told


def test_what_an_agent_says_of_a_decision_that_was_replaced_is_marked(opened: Opened) -> None:
    prose = "We decided to count candidate delimiters over the first 10 lines, because headers may have quoted commas."
    say(opened(), "Detect the delimiter.", answer=prose)
    agent = opened("stated", "claude-code", "s1")
    former = remember(
        agent, Draft(kind="decision", title="Detect the CSV delimiter by counting candidates over the first 10 lines")
    )
    assert CHANGED not in recall_all(opened(), "candidate delimiters lines")
    links = [Link("supersedes", former.record.id)]
    remember(agent, Draft(kind="decision", title="Detect the CSV delimiter on a sample of 4096 bytes", links=links))
    assert f"{prose}{CHANGED}" in recall_all(opened(), "candidate delimiters lines quoted commas")


def test_what_an_agent_says_of_the_successor_is_not_marked(opened: Opened) -> None:
    prose = "We now sample 4096 bytes for the CSV delimiter, and count the candidates there instead of over 10 lines."
    say(opened(), "Detect the delimiter.", answer=prose)
    agent = opened("stated", "claude-code", "s1")
    former = remember(agent, Draft(kind="decision", title="Count the candidates for the CSV delimiter over 10 lines"))
    links = [Link("supersedes", former.record.id)]
    remember(
        agent, Draft(kind="decision", title="Sample 4096 bytes for the CSV delimiter and count candidates", links=links)
    )
    assert CHANGED not in recall_all(opened(), "candidates delimiter bytes")


def test_a_record_that_another_one_contradicts_is_marked(opened: Opened) -> None:
    memory = opened("stated", "claude-code", "s1")
    turns = [
        Turn("user", "Never push the shop to main.", "2026-11-20T01:00:00Z", line=1),
        Turn("user", "I think you can push the shop to main again.", "2026-11-20T02:00:00Z", line=3),
    ]
    keep_candidates(memory, find_candidates(turns, known_paths=lambda path: False), session="s1")
    view = View(encode_path(memory.project.root))

    def marks(con) -> dict[str, bool]:  # type: ignore[no-untyped-def]
        hits = find_relevant(con, view, "push the shop to main")
        mark_reversed(con, view, hits)
        return {hit.title: hit.reversed for hit in hits if isinstance(hit, Hit)}

    assert opened().fresh().run(marks)["Never push the shop to main"]
    assert ", changed since]" in with_prompt(opened(), "push the shop to main")


def test_a_record_that_nothing_contradicts_is_not_marked(opened: Opened) -> None:
    opened().remember(Draft(kind="rule", title="Never push the shop to main"))
    assert "changed since" not in with_prompt(opened(), "push the shop to main")


def test_recall_tells_which_records_were_taken_back(opened: Opened) -> None:
    memory = opened("observed", "claude-code", "s0")
    made = "2026-11-19T09:00:00Z"
    old = remember(memory, Draft(kind="decision", title="Put the invoice counter into Redis"), made=made).record
    other = remember(memory, Draft(kind="decision", title="Print the invoice counter in red"), made=made).record
    say(opened(), "Look at the ledger.", "The invoice counter in Redis is out, it loses numbers.")
    assert opened().find_revisions([old, other]).taken_back == {old.id}


def test_a_figure_that_was_replaced_is_marked_with_the_one_in_force(opened: Opened) -> None:
    say(opened(), "Keep the invoices for 14 days.", "14 days is too short for the invoices, make it 30 days.")
    for told in (recall(opened(), "keep invoices days"), with_prompt(opened(), "how long are the invoices kept?")):
        assert "Keep the invoices for 14 days [replaced by 30 days]." in told


def test_a_record_whose_explanation_was_refuted_is_marked(opened: Opened) -> None:
    memory = opened("observed", "claude-code", "s0")
    cause = "The export of the ledger is slow because of the disk"
    made = "2026-11-19T09:00:00Z"
    record = remember(memory, Draft(kind="fact", title=cause), made=made).record
    other = remember(memory, Draft(kind="fact", title="The ledger has 40 columns"), made=made).record
    keep(
        opened(),
        "s1",
        prompts=(Prompt("Why is the export of the ledger slow?", line=1), Prompt("Measure the export again.", line=3)),
        answers=(
            Answer(f"{cause}. The ledger has 40 columns.", line=2),
            Answer("I was wrong about the disk: the export of the ledger sorts each row twice.", line=4),
        ),
    )
    assert opened().find_revisions([record, other]).taken_back == {record.id}


def test_a_rule_is_not_marked_for_another_one_in_the_same_sentence(opened: Opened) -> None:
    memory = opened("observed", "claude-code", "s0")
    made = "2026-11-19T09:00:00Z"
    titles = ("Tests come with every change", "No new dependencies", "CHANGES.md frozen, 8.4.0 is being cut")
    rules = [remember(memory, Draft(kind="rule", title=title), made=made).record for title in titles]
    keep(
        opened(),
        "s1",
        prompts=(
            Prompt(f"{'. '.join(titles)}. And testing.py: leave it, Rita is reworking that module right now.", line=1),
            Prompt("8.4.0 is out, and Rita is done with testing.py. Go on with the docs.", line=3),
        ),
        answers=(
            Answer(
                "Understood. Tests come with every change, no new dependencies, CHANGES.md frozen until 8.4.0, and I"
                " leave testing.py to Rita.",
                line=2,
            ),
        ),
    )
    assert opened().find_revisions(rules[:2]).taken_back == set()


@pytest.mark.parametrize("later", ["8.4.0 is out.", "8.4.0 is out, go on with the docs.", "version 8.4.0 is out now"])
def test_a_release_that_is_out_takes_nothing_back(opened: Opened, later: str) -> None:
    order = "Put the note on the invoices under 8.4.0 in CHANGES.md."
    say(opened(), order, later, answer="The note on the invoices stands under 8.4.0 in CHANGES.md.")
    text = recall(opened(), "note on the invoices in CHANGES.md")
    assert order in text and "The note on the invoices stands under 8.4.0 in CHANGES.md." in text


def test_what_an_agent_says_of_several_rules_stays_where_one_of_them_has_ended(opened: Opened) -> None:
    promise = "I write tests with every change, add no dependencies, keep CHANGES.md frozen until 8.4.0 and ask first."
    say(opened(), "CHANGES.md frozen, 8.4.0 is being cut.", "8.4.0 is out.", answer=promise)
    assert promise.rstrip(".") in recall(opened(), "tests with every change, dependencies")


def test_a_tool_that_lists_records_of_a_kind_marks_them_too(opened: Opened) -> None:
    memory, made = opened("observed", "claude-code", "s0"), "2026-11-19T09:00:00Z"
    remember(memory, Draft(kind="decision", title="Put the invoice counter into Redis"), made=made)
    remember(memory, Draft(kind="decision", title="Print the invoice counter in red"), made=made)
    say(opened(), "Look at the ledger.", "The invoice counter in Redis is out, it loses numbers.")
    text = recall_records(opened(), RecallInput(query="invoice counter", kinds=["decision"])).text
    (marked,) = [line for line in text.splitlines() if "changed since" in line]
    assert "Put the invoice counter into Redis" in marked
    assert "Print the invoice counter in red" in text


def _take_in(memory: Memory, *prompts: str) -> None:
    """Keeps what prompts say as records, one after the other."""
    for place, text in enumerate(prompts):
        turn = Turn("user", text, line=2 * place + 1, time=_when(place), session="s1")
        keep_candidates(memory, find_candidates([turn], known_paths=lambda path: False), session="s1")


FREEZE = "docs/ is frozen until the translators are done, don't touch it"


@pytest.mark.parametrize("question", ["can I edit the docs now?", "are the docs still frozen?"])
def test_a_question_for_leave_brings_the_rule(opened: Opened, question: str) -> None:
    memory = opened()
    _take_in(memory, FREEZE, "never run the linter on the snapshots")

    told = with_prompt(memory, question)

    assert FREEZE in told
    assert "linter" not in told


def test_a_question_for_leave_brings_what_lifted_the_rule(opened: Opened) -> None:
    memory = opened()
    _take_in(memory, FREEZE, "never run the linter on the snapshots", "never run the tests with -n auto")
    remember(
        memory,
        Draft(
            kind="decision",
            title="the translators are done",
            parts={"why": f"No longer holds: {FREEZE}"},
            links=[Link("supersedes", next(one.id for one in _list_rules(memory) if one.title == FREEZE))],
        ),
    )

    told = with_prompt(memory, "can I edit the docs now?")

    assert "the translators are done" in told
    assert "-n auto" not in told


def _list_rules(memory: Memory) -> list[Record]:
    return [row.record for row in memory.fresh().rows(kinds=("rule",), include_superseded=False)]


def test_another_question_about_the_same_words_brings_no_rule(opened: Opened) -> None:
    memory = opened()
    _take_in(memory, FREEZE)

    assert not with_prompt(memory, "what does docs mean in english?")


def test_what_a_brief_finds_in_the_whole_talk_is_marked_as_well(opened: Opened) -> None:
    """The words of the others meet the statement better than those of the one that overturns it."""
    others = [f"Keep the invoices of customer {name} in days of {name}." for name in "abcdefghijklmnopqrstu"]
    prompts = ["Keep the invoices for 14 days.", *others, "14 days is too short, make it 30 days."]
    said = tuple(Prompt(text, f"2026-11-20T00:{place:02}:00Z", place + 1) for place, text in enumerate(prompts))
    keep(opened(), "s1", prompts=said)
    marked = "Keep the invoices for 14 days [replaced by 30 days]."

    def tell_first() -> str:
        return opened().recall_passages(prompts[0], limit=1, include_superseded=True)[0].text

    assert tell_first() == prompts[0]
    compose_brief(opened(), BriefOptions())
    assert tell_first() == marked
    assert marked in with_prompt(opened(), prompts[0])


def test_each_value_of_two_sentences_is_marked_in_its_own() -> None:
    text = "Staging has 14 days and 3 copies. Production has 14 days and 3 copies."
    hit = PassageHit((1, "user", "", 0, text, 0, "s1", "", ""), 0.0)
    marks = Marks()
    own = "Production has 14 days and 3 copies."
    for value, new in (("14 days", "30 days"), ("3", "5")):
        begin = own.index(value)
        marks.add_value(1, own, begin, begin + len(value), new, "")
    assert marks.apply(hit, text) == (
        "Staging has 14 days and 3 copies. Production has 14 days [replaced by 30 days] and 3 [replaced by 5] copies."
    )


def test_what_holds_instead_of_a_sentence_is_not_taken_for_a_mark_of_the_one_before(opened: Opened) -> None:
    order, later = "Put the invoice counter into Redis.", "The invoice counter in Redis is out, it loses numbers."
    say(opened(), "Where would it go?", later, answer=f"Invoices are printed on blue paper. {PLAN}")
    text = recall(opened(), "invoices blue paper printed")
    assert order not in text and "paper. [changed since" not in text and "blue paper. […]" in text
