"""Decisions, attempts and findings, and where the work stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates, find_next_steps, find_work_state
from backstory.capture.decisions.decisions import find_decisions
from backstory.capture.selection import select_answer
from backstory.capture.statements.statements import find_statements
from backstory.capture.statements.subagent_reports import find_report

STATED = [
    ("attempt", "I tried a property with a setter and took it back: a subclass replaces it."),
    ("attempt", "Setting it per statement did not work: alembic opens a new transaction for each revision."),
    ("attempt", "Making `strict` keyword-only broke `loader.py`, which passes it by position, so I reverted that."),
    ("attempt", "Polling is out: it rounds every measurement up to the next wake-up."),
    ("fact", "The cause is `useCart()`: it reads localStorage during the first render."),
    ("fact", "It fails because `os.rename` raises when the target exists."),
    ("decision", "I went with `encoding/json` rather than jsoniter because the payload is small."),
    ("decision", "I kept it on the class instead of in `__init__`, since old pickles skip that."),
]
SILENT = [
    "I'll modify the test to use `samefile` instead of comparing paths.",
    "This change replaces the string comparison with a `samefile` check, which is more robust.",
    "The problem is likely caused by unescaped brackets.",
    "You could use tenacity instead of the loop, because it is shorter.",
    "All changes are now live in the repository!",
    "Confirmed: the entire workflow works end to end.",
    "Line 64 - the problem is the description:",
    "Should I use a lock instead of the queue, since it is simpler?",
    "Certainly! Let me look at the file first because I need its structure.",
    "```\nI tried a lock and reverted it because it broke\n```",
    "> I tried a lock and reverted it because it broke",
    '<backstory:remember kind="decision">I went with X instead of Y because of Z</backstory:remember>',
]


@pytest.mark.parametrize(("kind", "answer"), STATED)
def test_what_an_agent_states_is_found(kind: str, answer: str) -> None:
    (one,) = find_statements(answer)
    assert one.kind == kind
    assert one.quote == answer


@pytest.mark.parametrize("answer", SILENT)
def test_plans_guesses_and_quotations_are_left_alone(answer: str) -> None:
    assert find_statements(answer) == []


def test_a_failed_attempt_keeps_what_worked_instead() -> None:
    (one, *_) = find_statements("I tried GIN but it did not help. What works is an expression btree on the path.")
    assert one.parts["outcome"] == "failed"
    assert one.why == "What works is an expression btree on the path."


def test_a_failed_attempt_is_named_by_what_failed_and_not_by_what_came_instead() -> None:
    answer = (
        "csv.Sniffer fails on files of one column because it wants a delimiter, so the Sniffer approach does not work. "
        "I reverted it and will count the delimiters of the first line instead."
    )
    (attempt,) = find_statements(answer)
    assert attempt.kind == "attempt" and attempt.text.startswith("csv.Sniffer fails on files of one column")
    assert attempt.why == "I reverted it and will count the delimiters of the first line instead"


def test_a_correction_is_a_decision_and_a_rejected_attempt() -> None:
    prompt = "no, not in metrics: that crate is published. Make a private crate."
    decision, attempt = find_decisions(prompt)
    assert (decision.kind, decision.revises) == ("decision", True)
    assert (attempt.kind, attempt.text, attempt.parts["outcome"]) == ("attempt", "in metrics", "failed")
    assert "published" in attempt.why


def test_a_decision_names_who_wanted_it_and_what_was_not_chosen() -> None:
    (one,) = find_decisions("Let's go with pnpm instead of lerna, Jo from platform wants one tool.")
    assert one.parts["alternatives"] == ["lerna"]
    assert "Jo from platform" in one.quote


@pytest.mark.parametrize(
    "prompt", ["add a flag", "let's see", "let's run the tests", "use the new API", "is it better?"]
)
def test_an_order_is_no_decision(prompt: str) -> None:
    assert find_decisions(prompt) == []


def test_next_steps_are_read_from_lines_lists_and_sentences() -> None:
    assert find_next_steps("All done.\nNext: take a str, then the docs; then the HISTORY line.") == [
        "take a str", "the docs", "the HISTORY line",
    ]  # fmt: skip
    assert find_next_steps("Done.\n\nNext steps:\n1. write docs\n2. tag it") == ["write docs", "tag it"]
    assert find_next_steps("## Remaining\n- [ ] one thing\n- [x] another") == ["one thing"]
    assert find_next_steps("What's left is the runbook.") == ["the runbook"]
    assert find_next_steps("## Next\n### Docs\n- name the flag\n### Tests\n- add one") == ["name the flag", "add one"]
    assert find_next_steps("The next steps are:\n### 1. Docs\n- name it\n### 2. Tests\n- add one") == [
        "name it",
        "add one",
    ]
    assert find_next_steps("## 2. Fixes still open\n- drop zod\n\nIf you want, I can start.") == ["drop zod"]
    assert find_next_steps("## Next\n- tag it\n## Done\n### Docs\n- the flag") == ["tag it"]
    assert find_next_steps("The most useful next steps are:\n- drop zod\n- tag it") == ["drop zod", "tag it"]
    later = "train. later: log it before the cut. then the docs mention it. Then Ingrid looks at it. ok?"
    assert find_next_steps(later, person=True) == [
        "log it before the cut",
        "then the docs mention it",
        "Then Ingrid looks at it",
    ]
    assert find_next_steps("I'll look at the next file. What next?") == []


def test_steps_in_a_sentence_are_cut_at_their_numbers() -> None:
    answer = "`test_close` is red, not committed. Left: 1) the flag in options.go, 2) the man page, 3) Ada looks at it."
    assert find_work_state(answer).next == ("the flag in options.go", "the man page", "Ada looks at it")
    assert find_next_steps("Es fehlt noch: die Doku; Jonas muss drüberschauen.") == [
        "die Doku",
        "Jonas muss drüberschauen",
    ]
    assert find_next_steps("Left the file alone: it is fine.") == []


def test_the_state_of_the_work_is_sorted() -> None:
    state = find_work_state(
        "Done: merged main, both committed.\nRed: `test_one`, the code is not there yet.\n"
        "Blocked: staging refuses connections.\nOpen question: who signs the release?\nNext: take a str."
    )
    assert [len(items) for items in state] == [2, 1, 1, 1]


def test_results_summaries_and_injected_text_are_never_read() -> None:
    words = "Never push from here. I tried a lock and reverted it because it broke."
    turns = [
        Turn("result", words), Turn("summary", words), Turn("tool", "", input={"text": words}),
        Turn("user", words, abandoned=True), Turn("user", words, sidechain=True),
        Turn("user", f"<backstory-context id=\"1\">{words}</backstory-context>"),
    ]  # fmt: skip
    assert find_candidates(turns, known_paths=lambda path: True) == []


def test_candidates_know_where_they_stand_and_what_code_they_are_about() -> None:
    turns = [
        Turn("user", "Never edit src/gen.py by hand.", time="2026-01-01T00:00:00Z", line=3),
        Turn("tool", "", edits=("src/pool.py",), line=4),
        Turn("assistant", "I went with a static pool because leases outlive it.", line=5),
        Turn("assistant", "I went with a static pool because leases outlive it.", line=9),
    ]
    rule, decision = find_candidates(turns, known_paths=lambda path: path.startswith("src/"))
    assert (rule.anchors, rule.line, rule.made) == (("src/gen.py",), 3, "2026-01-01T00:00:00Z")
    assert (decision.anchors, decision.line, decision.tier) == (("src/pool.py",), 9, "working")


def test_what_a_sub_agent_reports_is_its_own() -> None:
    turn = Turn("assistant", "`parse` is called from 3 places.", sidechain=True, subagent="a1")
    (one,) = find_candidates([turn], known_paths=lambda path: False)
    assert (one.kind, one.subagent) == ("fact", "a1")


@given(st.lists(st.sampled_from(["user", "assistant"]).flatmap(lambda r: st.tuples(st.just(r), st.text(max_size=300)))))
def test_no_text_makes_it_fail(said: list[tuple[str, str]]) -> None:
    turns = [Turn("user" if role == "user" else "assistant", text) for role, text in said]
    for one in find_candidates(turns, known_paths=lambda path: False):
        assert one.text
        assert 0 < one.confidence <= 1
    for _, text in said:
        find_work_state(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["never ", "I tried it and ", "because ", "· ", "no, not in ", "Next: ", "`a` ", '"', "<x", "a.b/c ", "1. x\n",
     "the cause of ", "Ada from sec ", "(", "- [ ] "],
)  # fmt: skip
def test_the_work_grows_with_the_text(piece: str) -> None:
    def read(text: str) -> None:
        find_work_state.cache_clear()
        find_work_state(text)
        find_candidates([Turn("user", text), Turn("assistant", text)], known_paths=lambda path: False)

    assert_linear(read, piece, 8_000)  # what is shorter is looked at less closely


def test_the_answer_to_a_choice_is_a_decision() -> None:
    turns = [
        Turn("assistant", "Two spots come into question: the default function, or `execute`. Which one do you prefer?"),
        Turn("user", "The default function, then programs keep what they have."),
    ]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert (one.kind, one.text) == ("decision", "the default function over `execute`")
    assert one.why == "then programs keep what they have"


@pytest.mark.parametrize(
    ("answer", "kinds"),
    [
        ("the small one, it loads faster", ["decision"]),
        ("rename the column of the report first", []),
        ("quiero cambiar el icono de la ventana", []),
    ],
)
def test_what_takes_up_neither_way_of_a_question_is_no_answer_to_it(answer: str, kinds: list[str]) -> None:
    turns = [
        Turn("assistant", "Should the page load the small picture, or the sharp one?"),
        Turn("user", answer),
    ]
    assert [one.kind for one in find_candidates(turns, known_paths=lambda path: False)] == kinds


def test_a_proposal_that_is_accepted_is_a_decision_in_the_agents_words() -> None:
    turns = [Turn("assistant", "The entry should be plain data."), Turn("user", "Makes sense. Do that.")]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert (one.kind, one.text, one.role) == ("decision", "The entry should be plain data", "user")
    refused = [turns[0], Turn("user", "Makes sense, but it is too late for that.")]
    assert find_candidates(refused, known_paths=lambda path: False) == []


def test_a_decision_that_refers_back_is_the_sentence_before() -> None:
    (one,) = find_decisions("Lin tried it. So it's distance 1 up to four letters. She decided that.")
    assert one.text == "it's distance 1 up to four letters"
    assert "She decided that." in one.why


@pytest.mark.parametrize("agreed", ["das machen wir so, es ist ihr Rechner", "On fait comme ça.", "así lo hacemos"])
def test_a_value_that_somebody_else_gave_is_a_decision_with_the_person(agreed: str) -> None:
    (one,) = find_decisions(f"Jule sagt: 3, 9 und 27 Sekunden, danach Schluss. {agreed}")
    assert one.text == "Jule sagt: 3, 9 und 27 Sekunden, danach Schluss"
    assert one.why == agreed


def test_a_statement_without_a_subject_takes_the_question_along() -> None:
    turns = [Turn("user", "What about one dash?"), Turn("assistant", "I built it and threw it away. It is a cluster.")]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert one.text == "What about one dash? I built it and threw it away"


def test_what_the_next_sentence_takes_back_is_a_failed_attempt() -> None:
    answer = "The thread pool works against SQLite: eight threads write at once. I took it out again. Tests pass."
    (one,) = find_statements(answer)
    assert (one.kind, one.parts["outcome"]) == ("attempt", "failed")
    assert one.text.startswith("The thread pool")
    assert "took it out" in one.why
    assert find_statements("The cache is keyed by host name and port. It is fast. All good now.") == []


@pytest.mark.parametrize("prompt", [
    "Ada said: 30 seconds and no retry, that is how we do it.",
    "spoke to Priya, she wants the limit at 50",
    "Jonas meinte 20 reicht, so machen wir das",
    "The board decided that exports stay CSV.",
    "change of plan: page size is 20, lena measured it",
    "after talking with lena we go with two queues instead of one",
])  # fmt: skip
def test_what_somebody_else_settled_is_a_decision(prompt: str) -> None:
    assert [one.kind for one in find_decisions(prompt)] == ["decision"]


@pytest.mark.parametrize("prompt", ["what did Ada say about it?", "Ada is out today", "The docs said: see page 4"])
def test_who_is_named_has_not_settled_anything_yet(prompt: str) -> None:
    assert find_decisions(prompt) == []


def test_a_fault_is_kept_where_an_explanation_is_not() -> None:
    kept = "A retry around the upload makes no difference: the server closes the connection before the body is read."
    assert [one.text for one in select_answer(f"I looked at it.\n\n{kept}\n\nThe rest is done.")] == [kept.rstrip(".")]
    assert [one.kind for one in find_statements("Ruled out: a global lock. It serialises the readers too.")] == [
        "attempt"
    ]


@pytest.mark.parametrize(
    "report",
    [
        "I'm Claude, an assistant that is ready to help you search and explore this codebase.",
        "Perfect! Now let me prepare my final comprehensive summary.",
        "Based on my analysis of the backlog, here's a comprehensive assessment of all pending tasks.",
    ],
)
def test_what_opens_a_report_is_no_finding(report: str) -> None:
    assert find_report(report) == []
    (found,) = find_report(f"{report} The cache key leaves out the tenant, so two tenants share one entry.")
    assert found.text.startswith("The cache key")


@pytest.mark.parametrize(
    ("answer", "title"),
    [
        (
            "Gemessen mit `sync.Map`: 3 %. Dafür fehlt im Schlüssel der Name `TagName`. Ich habe es wieder ausgebaut.",
            "Gemessen mit `sync.Map`",
        ),
        (
            "`Debouncer` is right for a server, and wrong for files. I have taken the change out again.",
            "`Debouncer` is right for a server",
        ),
        (
            "Der Umweg über `Hook` zählt die alten Namen nicht mehr. Ich habe den Versuch gelöscht.",
            "Der Umweg über `Hook` zählt die alten Namen nicht mehr",
        ),
    ],
)
def test_a_way_that_was_taken_out_is_titled_by_what_it_was(answer: str, title: str) -> None:
    (attempt,) = [one for one in find_statements(answer) if one.kind == "attempt"]
    assert attempt.text.startswith(title)
    assert attempt.parts["outcome"] == "failed"


def test_a_quoted_name_is_no_command() -> None:
    assert find_statements("'Should return the old page on a redirect' passes, 22 in all, committed.") == []


REPORTS = (
    "`pytest -q`", "'a name of some words'", "**to run: `make`**", "passes", "is green", "to build the docs: ",
    '"x y"', ", 22 in all", "gives 3", "`", "'",
)  # fmt: skip


@given(st.lists(st.sampled_from(REPORTS), max_size=7))
def test_any_row_of_names_and_reports_can_be_read(parts: list[str]) -> None:
    assert all(one.text for one in find_statements(" ".join(parts)))
