"""Passages of sessions: in step with their files, by branch, without what was rejected, told with a prompt."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.memory.conftest import git

from backstory.api import Memory, answer_general, find_asked_commands, reject
from backstory.base.answer_kinds import find_asked_kinds
from backstory.base.candidates import Candidate
from backstory.base.passages import PassageHit, search_passages
from backstory.base.path_codec import encode_path
from backstory.base.put_questions import find_passages
from backstory.base.question import Question
from backstory.base.relevance import explain_relevant, find_relevant
from backstory.base.staleness_marks import CHANGED
from backstory.base.tokenizer import query_terms
from backstory.base.visibility import View
from backstory.hook.prompt import answer_prompt
from backstory.hook.reply import format_records
from backstory.model.record import Draft
from backstory.model.session import Answer, BranchSpan, CommandRun, Prompt, Session

Opened = Callable[..., Memory]


def keep(memory: Memory, ident: str, **fields: Any) -> None:
    commit, branch = memory.head
    given = {"branch": branch, "commit": commit, "ended": "2026-11-20T10:00:00Z"} | fields
    memory.sessions.write(Session(id=ident, agent="claude-code", **given))


def find(memory: Memory, text: str) -> list[str]:
    view = View(encode_path(memory.project.root))
    hits = memory.fresh().run(lambda con: search_passages(con, view, query_terms(text), 5))
    return [hit.text for hit in hits]


def ask(memory: Memory, text: str) -> list[str]:
    view = View(encode_path(memory.project.root))
    hits = memory.fresh().run(lambda con: find_relevant(con, view, text))
    return [hit.text if isinstance(hit, PassageHit) else hit.title for hit in hits]


SAID = (Prompt("The invoice numbers must stay gapless, the auditors insist on it.", line=1),)


def test_what_was_said_is_found(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    assert find(opened(), "gapless invoice numbers") == [SAID[0].text]


def test_a_session_that_goes_on_is_read_again(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    opened().fresh()
    more = (*SAID, Prompt("Put the counter into a sequence of its own.", line=3))
    keep(opened(), "s1", prompts=more, ended="2026-11-20T11:00:00Z")
    assert find(opened(), "counter sequence")[0] == more[1].text
    assert find(opened(), "gapless invoice numbers").count(SAID[0].text) == 1


def test_a_session_that_is_removed_is_not_found(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    assert find(opened(), "gapless invoice numbers")
    opened().sessions.remove("claude-code", "s1")
    assert not find(opened(), "gapless invoice numbers")


def test_an_index_that_is_built_anew_has_them_again(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    memory = opened()
    memory.fresh()
    memory.index.rebuild(memory.stores, memory.gate)
    assert find(opened(), "gapless invoice numbers") == [SAID[0].text]


def test_another_branch_shows_them_when_their_work_arrives(opened: Opened, repo: Path) -> None:
    keep(opened(), "s0", prompts=(Prompt("Rename the shop.", line=1),), ended="2026-11-01T10:00:00Z")
    git(repo, "switch", "-qc", "feature")
    git(repo, "commit", "-qm", "numbers", "--allow-empty")
    keep(opened(), "s1", prompts=SAID)
    assert find(opened(), "gapless invoice numbers")
    git(repo, "switch", "-q", "main")
    assert not find(opened(), "gapless invoice numbers")
    git(repo, "merge", "-q", "feature")
    assert find(opened(), "gapless invoice numbers")


def test_a_branch_without_sessions_marks_those_of_another(opened: Opened, repo: Path) -> None:
    git(repo, "switch", "-qc", "feature")
    git(repo, "commit", "-qm", "numbers", "--allow-empty")
    keep(opened(), "s1", prompts=SAID, next=("Write the migration of the invoice numbers",))

    def hits() -> list[PassageHit]:
        memory = opened()
        view = View(encode_path(memory.project.root))
        found = memory.fresh().run(lambda con: find_relevant(con, view, "where were we with the gapless numbers?"))
        return [hit for hit in found if isinstance(hit, PassageHit)]

    assert not any(hit.elsewhere for hit in hits())
    git(repo, "switch", "-q", "main")
    assert hits()
    assert all(hit.elsewhere for hit in hits())
    assert all("on feature, another branch" in line for line in format_records(hits(), 2_000)[0])
    keep(opened(), "s2", prompts=(Prompt("Hello there.", line=1),), ended="2026-11-20T11:00:00Z")
    assert hits(), "the session that asks does not count"
    keep(opened(), "s3", prompts=(Prompt("Rename the shop.", line=1),), ended="2026-11-20T12:00:00Z")
    assert not any("gapless" in hit.text for hit in hits())
    git(repo, "merge", "-q", "feature")
    assert any("gapless" in hit.text for hit in hits())
    assert not any(hit.elsewhere for hit in hits())


def test_neighbours_come_with_what_has_the_words(opened: Opened) -> None:
    keep(
        opened(),
        "s1",
        prompts=(Prompt("Could we cache the gapless counter in memory?", line=1),),
        answers=(Answer("No. Two workers hand out the same value then, and nobody notices.", line=2),),
    )
    assert find(opened(), "gapless counter")[1].startswith("No. Two workers")


def test_the_answer_to_a_question_comes_before_what_merely_stands_beside_the_words(opened: Opened) -> None:
    statement, question = "The gapless counter runs at night.", "Who watches the gapless counter at night?"
    for ident, prompt, answer in (("s1", statement, "Noted in the plan."), ("s2", question, "Ines has the pager.")):
        keep(opened(), ident, prompts=(Prompt(prompt, line=1),), answers=(Answer(answer, line=2),))
    said = find(opened(), "gapless counter night")
    assert said.index("Ines has the pager.") < said.index("Noted in the plan.")


def test_what_stands_beside_counts_more_for_a_short_prompt_than_for_a_long_one(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    memory = opened()
    view = View(encode_path(memory.project.root))
    more = " while warehouses reconcile pallets, vouchers, ledgers, cartons, barcodes, forklifts and conveyors"

    def gain(con: apsw.Connection, text: str) -> float:
        question = Question(con, view, text)
        (one,) = (Candidate(question, hit) for hit in search_passages(con, view, question.telling_terms(), 5))
        one.rate(question, 0.0, 1.0)
        own = one.score
        one.rate(question, one.weight, 1.0)
        return one.score / own

    gains = memory.fresh().run(lambda con: [gain(con, f"gapless invoice numbers{rest}") for rest in ("", more)])
    assert gains[0] > gains[1] == 2.0


def test_recall_also_searches_by_common_words_where_a_question_has_few_others(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(*SAID, Prompt("The auditors come in the third week.", line=2)))
    memory = opened()
    view = View(encode_path(memory.project.root))
    text = "do the auditors insist on gapless invoice numbers in that week?"
    words = memory.fresh().run(lambda con: [each.form for each in Question(con, view, text).telling_terms(8)])
    few = memory.fresh().run(lambda con: [each.form for each in Question(con, view, text).telling_terms()])
    assert set(words) - set(few) == {"week"}


def test_a_prompt_brings_what_was_said_about_it(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    assert ask(opened(), "can we leave gaps in the invoice numbers to be faster?") == [SAID[0].text]
    assert ask(opened(), "write a poem about a lighthouse on an island") == []


def test_where_the_work_stands_is_told_to_who_asks(opened: Opened) -> None:
    assert ask(opened(), "where were we?") == []
    run = CommandRun("pytest -q", "test", failed=True, summary="1 failed", red=("test_gapless",), line=3)
    answer = Answer("The counter is done. Next: the migration of old rows.", line=5)
    keep(opened(), "s1", prompts=SAID, answers=(answer,), commands=(run,))
    told = ask(opened(), "where were we?")
    assert any("Next: the migration" in text for text in told)
    assert any("test_gapless" in text for text in told)


RUNS = (
    CommandRun("npm run deploy", "other", line=2),
    CommandRun("pytest -q tests/ledger", "test", summary="9 passed", line=3),
    CommandRun("pytest -q tests/counter", "test", failed=True, summary="1 failed", red=("test_gapless",), line=4),
)


@pytest.mark.parametrize(
    ("prompt", "first"),
    [
        ("continue", "Next steps: Migrate the old rows"),
        ("what's next?", "Next steps: Migrate the old rows"),
        ("run the tests", "test: `pytest -q tests/counter`"),
        ("run the ledger tests", "test: `pytest -q tests/ledger`"),
        ("corre las pruebas", "test: `pytest -q tests/counter`"),
        ("run it again", "test: `pytest -q tests/counter`"),
        ("was the last run green?", "test: `pytest -q tests/counter`"),
        ("deploy it", "deploy: `npm run deploy`"),
        ("which test is red?", "test: `pytest -q tests/counter`"),
    ],
)
def test_short_references_of_daily_work_are_answered_from_the_state(opened: Opened, prompt: str, first: str) -> None:
    asked = (*SAID, Prompt("Run the tests.", line=8), Prompt("bye, see you tomorrow", line=9))
    answers = (Answer("The counter is in `ledger.py` now.", line=6), Answer("Bye!", line=10))
    keep(opened(), "s1", prompts=asked, answers=answers, commands=RUNS, next=("Migrate the old rows",))
    told = ask(opened(), prompt)
    assert told[0].startswith(first)
    assert not any("bye" in text.lower() for text in told)


@pytest.mark.parametrize(
    ("prompt", "first"),
    [
        ("make sure that nothing is broken", "test: `pytest -q`"),
        ("check the code style", "lint: `ruff check .`"),
        ("compile the package", "build: `python -m build`"),
    ],
)
def test_a_command_is_told_for_its_purpose_in_whatever_words(opened: Opened, prompt: str, first: str) -> None:
    runs = (
        CommandRun("python -m build", "build", summary="ok", line=3),
        CommandRun("ruff check .", "lint", summary="ok", line=4),
        CommandRun("pytest -q", "test", summary="40 passed", line=5),
        CommandRun("pytest -q tests/counter", "test", summary="9 passed", line=6),
    )
    keep(opened(), "s1", prompts=SAID, commands=runs)
    assert first in ask(opened(), prompt)[0]


def test_one_long_answer_does_not_take_all_places(opened: Opened) -> None:
    long = Answer(" ".join(f"The gapless counter has a {word} table with locks." * 6 for word in "abcdefgh"), line=2)
    keep(opened(), "s1", prompts=(Prompt("How does it work?", line=1),), answers=(long,))
    keep(
        opened(),
        "s2",
        prompts=(Prompt("Leave the gapless counter alone at night.", line=1),),
        ended="2026-11-10T10:00:00Z",
    )
    told = ask(opened(), "what about the gapless counter and its locks?")
    assert "Leave the gapless counter alone at night." in told
    assert sum("table with locks" in text for text in told) <= 3


def test_who_asks_for_a_person_is_told_what_was_said_of_others(opened: Opened) -> None:
    told = Prompt("Leave the draft as it is. Ilse takes this over on Monday, she knows the ledger.", line=2)
    keep(opened(), "s1", prompts=(Prompt("Put the counter into a sequence.", line=1), told, *SAID))
    assert ask(opened(), "who is responsible for this after the weekend?")[0] == told.text
    assert ask(opened(), "who painted the lighthouse on the island?") == []


def test_the_state_of_the_work_comes_before_a_long_story_that_shares_its_words(opened: Opened) -> None:
    story = "The ledger of the branch office was audited by the auditors, and the counter of the invoice numbers stood."
    keep(opened(), "s1", prompts=(Prompt(story, line=1),), next=("Migrate the old rows",))
    asked = "I was away for a week. " + story + " Anyway, where were we?"
    assert ask(opened(), asked)[0] == "Next steps: Migrate the old rows"


def test_a_bare_question_comes_after_what_tells_something(opened: Opened) -> None:
    asks, tells = Prompt("Gapless invoice numbers?", line=1), Prompt("Gapless invoice numbers are a must, yes.", line=2)
    keep(opened(), "s1", prompts=(asks, tells))
    told = ask(opened(), "how do we keep the invoice numbers gapless?")
    assert told[0] == tells.text


def test_a_red_test_of_a_run_that_passed_since_is_not_red(opened: Opened) -> None:
    red = CommandRun("pytest -q", "test", failed=True, summary="1 failed", red=("test_gapless",), line=3)
    keep(opened(), "s1", prompts=SAID, commands=(red,), ended="2026-11-20T10:00:00Z")
    passed = CommandRun("pytest -q", "test", summary="12 passed", line=3)
    keep(opened(), "s2", prompts=SAID, commands=(passed,), ended="2026-11-21T10:00:00Z")
    told = ask(opened(), "is anything red? which test is failing?")
    assert told[0] == "test: `pytest -q` gave 12 passed"
    assert not any("test_gapless" in text for text in told)


def test_a_request_that_was_made_before_gets_what_was_answered_then(opened: Opened) -> None:
    prompts = (Prompt("Please grab a screenshot of the ledger.", line=1), Prompt("Good.", line=5))
    answers = (Answer("Captured with the camera tool: `build/ledger.png` holds it.", line=3),)
    keep(opened(), "s1", prompts=prompts, answers=answers)
    assert ask(opened(), "grab a screenshot of the ledger")[0] == answers[0].text


def test_what_a_person_has_rejected_is_not_told(opened: Opened) -> None:
    text = "The invoice numbers may have gaps since nobody reads them."
    done = opened().remember(Draft(kind="decision", title=text), scope="private")
    keep(opened(), "s1", answers=(Answer(text, line=1),))
    assert find(opened(), "invoice numbers gaps")
    reject(opened(), done.record.id)
    assert not find(opened(), "invoice numbers gaps")


def test_recall_tells_what_was_said_and_nothing_that_only_shares_common_words(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    assert [hit.text for hit in opened().recall_passages("who insists on gapless numbers?")] == [SAID[0].text]
    assert opened().recall_passages("change the colour of the header") == []


OLD = "The export writes one file for each customer into the bucket named ledger-eu."
CORRECTION = "Actually the export now writes one file for all customers, no longer one for each customer."


def recall_texts(memory: Memory, text: str, **more: Any) -> list[str]:
    return [hit.text for hit in memory.recall_passages(text, **more)]


def test_an_older_statement_comes_with_its_correction_before_it(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt(OLD, line=1, made="2026-11-18T10:00:00Z"),))
    keep(opened(), "s2", prompts=(Prompt(CORRECTION, line=1, made="2026-11-19T10:00:00Z"),))
    keep(opened(), "s3", prompts=(Prompt("The icons instead come from the design team.", line=1),))
    assert recall_texts(opened(), "bucket ledger-eu", limit=1) == [CORRECTION, OLD + CHANGED]


def test_a_correction_in_the_same_session_counts_from_its_turn_on(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt(OLD, line=1), Prompt(CORRECTION, line=5)))
    assert recall_texts(opened(), "bucket ledger-eu", limit=1) == [CORRECTION, OLD + CHANGED]


def test_a_statement_comes_with_the_reply_that_probably_revises_it(opened: Opened) -> None:
    asked, reply = "Sort the guest list by last name.", "ugh the waiters look for tables, by table instead"
    keep(
        opened(),
        "s1",
        prompts=(Prompt(asked, line=1), Prompt(reply, line=5)),
        answers=(Answer("It is sorted by `last_name`.", line=3), Answer("Switched to the table number.", line=7)),
    )
    assert f"{asked.rstrip('.')} [may have changed since: {reply}]." in recall_texts(
        opened(), "guest list last name", limit=1
    )


def test_what_was_said_earlier_corrects_nothing(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt(CORRECTION, line=1, made="2026-11-17T10:00:00Z"),))
    keep(opened(), "s2", prompts=(Prompt(OLD, line=1, made="2026-11-18T10:00:00Z"),))
    assert recall_texts(opened(), "bucket ledger-eu", limit=1) == [OLD]


def test_a_correction_of_a_branch_that_is_not_shown_stays_away(opened: Opened, repo: Path) -> None:
    keep(opened(), "s1", prompts=(Prompt(OLD, line=1, made="2026-11-18T10:00:00Z"),))
    git(repo, "switch", "-qc", "feature")
    git(repo, "commit", "-qm", "export", "--allow-empty")
    keep(opened(), "s2", prompts=(Prompt(CORRECTION, line=1, made="2026-11-19T10:00:00Z"),))
    git(repo, "switch", "-q", "main")
    assert recall_texts(opened(), "bucket ledger-eu", limit=1) == [OLD]


def test_a_turn_is_found_by_what_stands_beside_it(opened: Opened) -> None:
    talk = (
        Prompt("Which key do the invoice numbers of the archive have?", line=1),
        Prompt("Nothing else for now.", line=3),
        Prompt("The lamp of the hallway is green.", line=5),
    )
    keep(opened(), "s1", prompts=talk, answers=(Answer("A triple of tenant, year and counter.", line=2),))
    hits = find(opened(), "invoice archive key")
    assert hits[:2] == [talk[0].text, "A triple of tenant, year and counter."]


def test_recall_gives_the_answer_that_shares_no_word_with_the_question(opened: Opened) -> None:
    talk = (Prompt("Which key do the invoice numbers of the archive have?", line=1),)
    keep(opened(), "s1", prompts=talk, answers=(Answer("A triple of tenant, year and counter.", line=2),))
    view = View(encode_path(opened().project.root))
    found = opened().fresh().run(lambda con: find_passages(con, view, "the key of invoice numbers in the archive", 5))
    assert "A triple of tenant, year and counter." in [hit.text for hit in found]
    assert opened().fresh().run(lambda con: find_passages(con, view, "giraffes eat acacia leaves", 5)) == []


def test_recall_answers_where_the_work_stands_whatever_words_ask_for_it(opened: Opened) -> None:
    text = "what remains to be done, and in which sequence?"
    assert opened().is_beyond(text)
    keep(opened(), "s1", prompts=SAID, answers=(Answer("The counter works. Next: migrate old rows.", line=5),))
    assert not opened().is_beyond(text)
    assert opened().is_beyond("who designed the lighthouse on that island?")


@pytest.mark.parametrize(
    ("text", "label", "start"),
    [
        ("Which rules did the user give?", "the rules", "Ledgers stay in cents"),
        ("what was tried and did not work?", "what was tried", "A counter per tenant"),
        ("what did we decide?", "what was decided", "Numbers come from a sequence"),
        ("¿Qué toca ahora?", "what is next", "Next steps: Migrate the old rows"),
        ("Woran arbeiten wir?", "where the work stands", "The invoice numbers must stay gapless"),
    ],
)
def test_a_question_for_a_kind_of_answer_is_answered_by_kind(opened: Opened, text: str, label: str, start: str) -> None:
    memory = opened()
    memory.remember(Draft(kind="rule", title="Ledgers stay in cents"))
    memory.remember(Draft(kind="attempt", title="A counter per tenant", fields={"outcome": "failed"}))
    memory.remember(Draft(kind="decision", title="Numbers come from a sequence"))
    keep(memory, "s1", prompts=SAID, next=("Migrate the old rows",))
    answer = answer_general(opened(), text)
    assert answer is not None
    assert answer.label == label
    first = answer.hits[0].row.record.title if answer.hits else answer.passages[0].text
    assert first.startswith(start)


@pytest.mark.parametrize(
    "text",
    [
        "What has Dov laid down for the work on this fork?",
        "What did Dov lay down?",
        "Which restrictions did Marisol put on our work here?",
        "¿Qué condiciones hay que respetar en esta rama?",
        "Quelles règles de la maison faut-il respecter ?",
    ],
)
def test_a_question_on_which_nothing_bears_may_name_people(opened: Opened, text: str) -> None:
    opened().remember(Draft(kind="rule", title="Ledgers stay in cents"))
    answer = answer_general(opened(), text, is_beyond=True)
    assert answer is not None
    assert answer.label == "the rules"
    assert [hit.row.record.title for hit in answer.hits] == ["Ledgers stay in cents"]


@pytest.mark.parametrize(
    "text", ["which rules apply in chess?", "what is the capital of Peru?", "which rules does chess have?"]
)
def test_a_question_about_something_else_is_not_answered_by_kind(opened: Opened, text: str) -> None:
    opened().remember(Draft(kind="rule", title="Ledgers stay in cents"))
    assert answer_general(opened(), text, is_beyond=True) is None


def test_a_question_that_only_sounds_like_one_for_decisions_is_searched(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="decision", title="Numbers come from a sequence"))
    assert answer_general(opened(), "when do we release?") is not None
    memory.remember(Draft(kind="rule", title="We release on Thursdays"))
    assert answer_general(opened(), "when do we release?") is None
    assert answer_general(opened(), "what did we decide last time?") is not None


def test_a_question_about_common_words_is_searched_by_them(opened: Opened) -> None:
    memory = opened()
    memory.remember(Draft(kind="decision", title="Numbers come from a sequence"))
    memory.remember(Draft(kind="rule", title="Never wait longer than 30 seconds"))
    assert answer_general(opened(), "which Go version do we support") is None
    assert not opened().is_beyond("how long may we wait")
    assert [hit.row.record.kind for hit in opened().recall("how long may we wait", limit=1)] == ["rule"]


def test_a_verb_that_is_also_a_name_for_a_database_answers_nothing(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt("I store the expiry time in the first line of the entry.", line=1),))
    assert opened().is_beyond("what database do we use?")


def test_a_question_for_a_command_is_answered_by_the_commands_that_work(opened: Opened) -> None:
    runs = (
        CommandRun("pytest -q -n 2", kind="test", exit_code=0, made="2026-11-20T00:10:00Z", summary="40 passed"),
        CommandRun("ruff check .", kind="lint", exit_code=0, made="2026-11-20T00:11:00Z"),
    )
    keep(opened(), "s1", prompts=SAID, commands=runs)
    asked = find_asked_commands(opened(), "How do I run the tests of the ledger, and how all of them?")
    assert {one.purpose: one.command for one in asked} == {
        "one test": "pytest PATH::NAME",
        "all tests": "pytest -q -n 2",
        "lint": "ruff check .",
    }
    (lint,) = find_asked_commands(opened(), "How do I run the linter?")
    assert lint.command == "ruff check ."
    general = answer_general(opened(), "Wie führe ich die Tests aus?")
    assert general is not None and [one.purpose for one in general.commands] == ["one test", "all tests", "lint"]
    assert len(find_asked_commands(opened(), "Wie führe ich die Tests und den Linter aus?")) == 3
    assert find_asked_commands(opened(), "Run the tests of the ledger.") == ()
    assert find_asked_commands(opened(), "Why are the numbers gapless?") == ()


@pytest.mark.parametrize("text", ["which rules are there for cents?", "giraffes", "what is the capital of Peru?"])
def test_a_question_with_a_subject_is_searched(opened: Opened, text: str) -> None:
    opened().remember(Draft(kind="rule", title="Ledgers stay in cents"))
    assert answer_general(opened(), text) is None


def test_resume_behind_an_article_is_a_name(opened: Opened) -> None:
    assert "resume" in find_asked_kinds("resume the export")
    assert "resume" not in find_asked_kinds("print the agents one per line in the resume error")


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("how do I take better notes in lectures?", True),
        ("wie kann ich Zahlen in der Tabelle sortieren?", True),
        ("how do I run the tests?", False),
        ("how do I change this counter?", False),
        ("how can we make the numbers gapless?", False),
    ],
)
def test_how_one_does_something_is_asked_of_anybody(opened: Opened, text: str, asks: bool) -> None:
    keep(opened(), "s1", prompts=SAID)
    memory = opened()
    view = View(encode_path(memory.project.root))
    signals = memory.fresh().run(lambda con: explain_relevant(con, view, text).signals)
    assert signals["how_to"] == asks


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Wo bin ich gestern stehen geblieben?", "resume"),
        ("dónde me quedé ayer", "resume"),
        ("où en suis-je avec l'export ?", "resume"),
        ("mach den roten Test grün", "resume"),
        ("Was haben wir versucht?", "failed"),
        ("quelle commande lance la suite ?", "run"),
        ("Wer hat das entschieden?", "wish"),
        ("Waar waren we met de export?", "resume"),
        ("ga verder met de export", "resume"),
        ("Wie heeft dat besloten?", "wish"),
        ("dove eravamo rimasti con l'export?", "resume"),
        ("perché usiamo un blocco?", "why"),
        ("lancia i test", "run"),
        ("onde paramos com a exportação?", "resume"),
        ("o que falhou na exportação?", "failed"),
        ("quem decidiu isso?", "wish"),
        ("na czym skończyliśmy przy eksporcie?", "resume"),
        ("uruchom testy", "run"),
        ("whats left for the importer?", "next"),
        ("what else is on the list for the importer?", "next"),
        ("o que vem agora na quarentena?", "next"),
        ("¿qué me queda pendiente antes del PR?", "next"),
        ("was steht noch an beim Importer?", "next"),
        ("cosa viene dopo per l'importer?", "next"),
        ("seguimos com a quarentena", "resume"),
    ],
)
def test_what_is_asked_for_is_understood_in_other_languages(text: str, kind: str) -> None:
    assert kind in find_asked_kinds(text)
    assert kind not in find_asked_kinds("Der Export schreibt eine Datei, le fichier, el archivo, il file.")


def test_courtesies_get_nothing(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt("Thanks, good night, and see you tomorrow at the review.", line=1),))
    assert ask(opened(), "thanks, good night") == []


def test_a_session_is_not_told_its_own_words(opened: Opened) -> None:
    keep(opened(), "s1", prompts=SAID)
    memory = opened()
    view = View(encode_path(memory.project.root))

    def ask_from(session: str) -> list[str]:
        asked = "why must the invoice numbers stay gapless?"
        hits = memory.fresh().run(lambda con: find_relevant(con, view, asked, session=session))
        return [hit.text for hit in hits if isinstance(hit, PassageHit)]

    assert ask_from("s2") == [SAID[0].text]
    assert ask_from("s1") == []


LONG_PROMPT = (
    "1: opt-in, otherwise the other framework breaks. 2: answer with 204 and a short header, as the other servers of "
    "the team do it, and write that into the comment above the method so that nobody has to look it up again. "
    "And a few rules of play: nothing of it belongs to the public interface before the review is through. "
    "Grusha rewrites matcher.rb at the moment. Her file stays as it is."
)


def test_a_long_passage_is_shown_from_the_sentence_that_meets_the_prompt(opened: Opened) -> None:
    keep(opened(), "s1", prompts=(Prompt(LONG_PROMPT, line=1),))
    text, _, _ = answer_as_hook(opened(), "Add a method to matcher.rb.")
    assert "… Grusha rewrites matcher.rb at the moment. Her file stays as it is." in text
    assert "opt-in" not in text


def test_what_a_sentence_refers_to_is_shown_with_it(opened: Opened) -> None:
    text = LONG_PROMPT.replace("Her file stays", "And since we are at it: parser.rb is hers too, she")
    keep(opened(), "s1", prompts=(Prompt(text, line=1),))
    shown, _, _ = answer_as_hook(opened(), "Clean up parser.rb")
    assert "Grusha rewrites" in shown and "parser.rb is hers" in shown and "opt-in" not in shown


def test_a_compound_in_german_meets_the_english_word_for_its_first_part(opened: Opened) -> None:
    demand = "Priya from security wants the audit header on each answer, otherwise she does not sign."
    keep(opened(), "s1", prompts=(Prompt(demand, line=1),))
    assert ask(opened(), "Was hat die Sicherheitsabteilung verlangt?") == [demand]
    assert ask(opened(), "Was kostet ein Sicherheitsgurt?") == []


@pytest.mark.parametrize(
    "reply",
    [
        "Hmm, no. Take that out again: paths come from clients, and each scanner would fill the pod.",
        "nimm das wieder raus: jeder Scanner bläht sonst den Pod auf",
        "Please undo it, each scanner fills the pod.",
    ],
)
def test_what_was_refused_comes_with_the_refusal(opened: Opened, reply: str) -> None:
    prompts = (Prompt("Make repeated answers faster.", line=1), Prompt(reply, line=3), Prompt("Thanks!", line=5))
    answers = (
        Answer("Done: the allowed verbs are memoized per path, a repeated one takes 9.8 µs now.", line=2),
        Answer("Removed it.", line=4),
    )
    keep(opened(), "s1", prompts=prompts, answers=answers)
    assert reply in ask(opened(), "memoize the allowed verbs")
    assert "Thanks!" not in ask(opened(), "memoize the allowed verbs")


@pytest.mark.parametrize(
    ("reply", "is_told"),
    [
        ("drop it. revert", True),
        ("ok no that's not worth it, go back to the plain cap", True),
        ("ouais laisse tomber", True),
        ("great, on to the docs", False),
        ("3 no. 4 later", False),
    ],
)
def test_what_was_tried_comes_with_its_result_and_the_refusal(opened: Opened, reply: str, is_told: bool) -> None:
    tried = "After refusing it flaps. What about a low water mark?"
    result = "A third of the throughput is gone, 31 % instead of 4 % are turned away."
    prompts = (Prompt(tried, line=1), Prompt(reply, line=3), Prompt("Good night.", line=5))
    keep(opened(), "s1", prompts=prompts, answers=(Answer(result, line=2), Answer("Fine.", line=4)))
    told = ask(opened(), "add a low water mark")
    assert tried in told
    assert (reply in told) is is_told
    assert result in told or not is_told


@pytest.mark.parametrize(
    ("asked", "answer", "is_told"),
    [
        ("One row for the cap would be neat. Please try it on the fixture.", "Does not work. `up` then stops.", True),
        ("Could somebody check whether the cap could be read in advance?", "Not as it stands: 17 calls write.", True),
        ("Write the section on the cap.", "Two paragraphs and a table.", False),
    ],
)
def test_an_order_gets_what_came_of_trying_it_or_asking_for_it(
    opened: Opened, asked: str, answer: str, is_told: bool
) -> None:
    prompts = (Prompt(asked, line=1), Prompt("Good. On to something else.", line=3))
    other = [Prompt(f"The cap of part {number} is checked by hand.", line=4 + 2 * number) for number in range(8)]
    keep(opened(), "s1", prompts=(*prompts, *other), answers=(Answer(answer, line=2), Answer("Fine.", line=20)))
    told = ask(opened(), "put one row for the cap, read in advance, in the section")
    assert asked in told
    assert (answer in told) is is_told


@pytest.mark.parametrize("sign", ["", "- ", "* ", "• "])
def test_a_prompt_that_is_a_list_item_is_an_order_like_any_other(opened: Opened, sign: str) -> None:
    banned = "No new dependency, not even in tests."
    keep(opened(), "s1", prompts=(Prompt(banned, line=1),))
    assert banned in ask(opened(), f"{sign}Use testify in the new tests.")


def test_an_order_that_names_an_open_step_is_about_the_work(opened: Opened) -> None:
    step = ("List HEAD along with GET",)
    keep(opened(), "s1", prompts=(Prompt("Write the test for HEAD first.", line=1),), next=step)
    keep(opened(), "s2", prompts=(Prompt("Sort the names of the fields.", line=1),), ended="2026-11-20T09:00:00Z")
    assert "Next steps: List HEAD along with GET" in ask(opened(), "finish HEAD")
    assert ask(opened(), "mow the lawn") == []


def test_a_file_ending_is_what_a_prompt_is_about(opened: Opened) -> None:
    found = "The program of the distributor takes files with any ending, so `.part` doesn't serve us."
    keep(opened(), "s1", prompts=(Prompt(found, line=1),))
    assert ask(opened(), "I would put the .part at the end again.") == [found]


@pytest.mark.parametrize(
    "prompt",
    [
        "Thank you, that was helpful.",
        "Thank you very much, a hug!",
        "Muchas gracias, un abrazo",
        "danke dir, Feierabend",
    ],
)
def test_thanks_bring_nothing(opened: Opened, prompt: str) -> None:
    thanks = "Thank you very much for the helpful explanation, a hug! Leave the ending for now."
    keep(opened(), "s1", prompts=(Prompt(thanks, line=1),))
    assert ask(opened(), prompt) == []


def test_a_rule_comes_beside_the_passage_that_holds_it(opened: Opened) -> None:
    opened().remember(Draft(kind="rule", title="Her file matcher.rb stays as it is"))
    keep(opened(), "s1", prompts=(Prompt("Add a method to matcher.rb? No: " + LONG_PROMPT, line=1),))
    assert ask(opened(), "Add a method to matcher.rb.")[0] == "Her file matcher.rb stays as it is"


def answer_as_hook(memory: Memory, text: str) -> tuple[str, list[str], bool]:
    root = str(memory.project.root)
    return memory.fresh().run(lambda con: answer_prompt(con, root, text, private=str(memory.project.private)))


MOVED = (
    BranchSpan("counter"),
    BranchSpan("hotfix", 20, "2026-11-20T09:30:00Z", base="main"),
)
"""A session that put one branch aside for another."""
PLACED = {
    "branches": MOVED,
    "branch": "hotfix",
    "prompts": (
        Prompt("The invoice numbers must stay gapless, the auditors insist on it.", "2026-11-20T09:00:00Z", 1),
        Prompt("Leave that. The footer shows last year, mend it.", "2026-11-20T09:40:00Z", 25),
    ),
    "answers": (
        Answer("The sequence is there.", "2026-11-20T09:10:00Z", 9, next=("number the drafts apart",)),
        Answer("The footer asks the clock for its year now.", "2026-11-20T09:50:00Z", 30),
    ),
    "commands": (CommandRun("pytest tests/footer.py", "test", summary="4 passed", line=28),),
    "next": ("number the drafts apart",),
}


def look(memory: Memory, text: str) -> list[tuple[str, str, bool]]:
    view = View(encode_path(memory.project.root), branch=memory.head[1])
    hits = memory.fresh().run(lambda con: search_passages(con, view, query_terms(text), 5))
    return [(hit.text.partition(".")[0], hit.branch, hit.elsewhere) for hit in hits]


@pytest.mark.parametrize("checked_out", ["counter", "hotfix"])
def test_a_passage_is_of_the_branch_on_which_it_was_said(opened: Opened, repo: Path, checked_out: str) -> None:
    git(repo, "branch", "counter")
    git(repo, "switch", "-qc", "hotfix")
    keep(opened(), "s1", **PLACED)
    git(repo, "switch", "-q", checked_out)
    is_counter = checked_out == "counter"
    assert look(opened(), "gapless invoice numbers")[0] == (
        "The invoice numbers must stay gapless, the auditors insist on it", "counter", not is_counter
    )  # fmt: skip
    assert look(opened(), "number the drafts apart")[0] == (
        "Next steps: number the drafts apart", "counter", not is_counter
    )  # fmt: skip
    assert look(opened(), "footer asks the clock for its year")[0] == (
        "The footer asks the clock for its year now", "hotfix", is_counter
    )  # fmt: skip


def test_a_part_on_another_branch_stays_when_the_branch_has_more_sessions(opened: Opened, repo: Path) -> None:
    git(repo, "branch", "counter")
    git(repo, "switch", "-qc", "hotfix")
    keep(opened(), "s1", **PLACED)
    git(repo, "switch", "-q", "counter")
    for number in (2, 3):
        keep(
            opened(), f"s{number}", prompts=(Prompt("Rename the shop.", line=1),), ended=f"2026-11-2{number}T10:00:00Z"
        )
    assert find(opened(), "gapless invoice numbers")


def test_a_record_with_the_words_of_the_prompt_has_a_place_among_passages(opened: Opened) -> None:
    title = "The exporter writes null as nothing and no marker"
    opened().remember(Draft(kind="decision", title=title))
    lines = range(1, 40, 4)
    keep(
        opened(),
        "s1",
        prompts=tuple(
            Prompt(f"the exporter and null, row {line}: what is a marker there?", line=line) for line in lines
        ),
        answers=tuple(
            Answer(f"With null the exporter writes a marker into row {line} of null.", "2026-11-20T09:00:00Z", line + 1)
            for line in lines
        ),
    )
    assert ask(opened(), "have the exporter write null as a marker again")[0] == title
