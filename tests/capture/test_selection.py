"""Which sentences become candidates: what words find, what only the weights find, and how sure that is."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.decisions.decisions import find_decisions
from backstory.capture.decisions.proposals import find_proposal
from backstory.capture.remarks import make_remark
from backstory.capture.rules.rules import find_rules
from backstory.capture.selection import find_own, label_cues, select_answer, select_prompt
from backstory.capture.text.classifier import classify
from backstory.capture.text.prose import read_sentences
from backstory.capture.text.signals import Place, find_signals
from backstory.capture.text.weights import AGENT_KINDS, PERSON_KINDS, load_table, name_table
from backstory.model.session import Answer


def test_every_row_of_the_tables_has_a_weight_for_each_kind() -> None:
    for person, kinds in ((True, PERSON_KINDS), (False, AGENT_KINDS)):
        assert kinds[0] == "none"
        for cued in (True, False):
            table = load_table(name_table(person=person, cued=cued))
            assert {len(row) for row in table.values()} == {len(kinds)}
            assert "" in table


@given(st.text(max_size=300), st.booleans())
def test_a_verdict_is_a_probability_and_names_a_kind(text: str, person: bool) -> None:
    sentences = read_sentences(text, person=person)
    for place in range(len(sentences)):
        kinds = (PERSON_KINDS if person else AGENT_KINDS)[1:]
        verdict = classify(Place(sentences, place), (), kinds, person=person)
        first = classify(Place(sentences, place), (), kinds[:1], person=person)
        assert verdict.kind in kinds
        assert 0 <= first.probability <= verdict.probability <= 1 + 1e-9


def test_signals_say_what_a_sentence_does() -> None:
    sentences = read_sentences("Never use `eval` here, because the input is not ours.", person=True)
    signals = set(find_signals(Place(sentences, 0)))
    assert {"forbids", "always", "here", "reason", "code"} <= signals
    assert not {"question", "hedges", "undone"} & signals


def test_a_terse_order_for_the_project_is_kept() -> None:
    (one,) = select_prompt("use uv, not pip")
    assert (one.kind, one.text) == ("rule", "use uv, not pip")


def test_an_order_for_the_moment_is_not_kept() -> None:
    for prompt in ("go ahead and commit this", "run the tests again please", "fix the typo in the title"):
        assert select_prompt(prompt) == []


def test_a_sentence_that_is_not_just_for_today_may_be_a_rule() -> None:
    (rule,) = find_rules("This is not just for today: never log a request body.")
    assert rule.text == "never log a request body"
    assert find_rules("Just for today: never log a request body.") == []


@pytest.mark.parametrize("prompt", [
    "The surplus ones come from a rule with DependentRules.",
    "I am not convinced that a check between two rules is of any use to us, our sheets have one rule that matters.",
    "Only write the test now, I have to leave in five minutes.",
    "i dont see any updates to the formatting rule",
])  # fmt: skip
def test_a_remark_with_words_of_rules_is_no_rule(prompt: str) -> None:
    assert "rule" not in {one.kind for one in select_prompt(prompt)}


@pytest.mark.parametrize("prompt", [
    "the tests now pass , now i want you to add these as well",
    "server is not running",
    "in that case, I still see the old name in the list of comments",
    "looks like we need to take a step back",
    "it works locally so let's not mess with the code",
    "begin the implementation, focusing on the primary approach first",
    "Can you clean up my branches so that going forward we don't have them anymore",
    "make sure the theme is applied and that all standards have been conformed to",
    "[INFO] the cache must never hold an entry\n[INFO] the cache must always be cleared\n[WARN] we only use one",
])  # fmt: skip
def test_what_a_person_reports_or_asks_for_now_settles_nothing(prompt: str) -> None:
    assert select_prompt(prompt) == []


def test_a_state_of_things_is_not_agreed_to() -> None:
    assert find_proposal("The server should be available at http://localhost:3000 now.") == ""
    assert select_prompt("great, another task: the docs", proposed="The list should stay sorted by name") == []
    assert select_prompt("yes", proposed="The list should stay sorted by name") != []


@pytest.mark.parametrize("answer", [
    "The tests assert on `workspace_path`, but `find_project` sets `path` to `session_dir`, so they never match.",
    "It returns the wrong page because the cursor is counted from 1 and not from 0.",
])  # fmt: skip
def test_what_only_the_weights_take_for_a_finding_stays_with_the_session(answer: str) -> None:
    assert select_answer(answer) == []
    assert make_remark(Answer(answer, "", 1)) is not None


def test_a_cause_that_is_mended_in_the_same_session_is_no_record() -> None:
    cause = "The cause is the cursor in `page.py`, which is counted from 1."
    limit = "The cause is the driver: the driver does not support cursors on Windows."
    said = [Turn("user", "why is the page wrong?"), Turn("assistant", f"{cause} {limit}")]
    edit = Turn("tool", "", tool="Edit", action="edit", edits=("page.py",))

    def texts(*turns: Turn) -> list[str]:
        return [one.text for one in find_candidates([*said, *turns], known_paths=lambda path: False)]

    assert texts() == [cause.rstrip("."), limit.rstrip(".")]
    assert texts(Turn("user", "mend it"), edit) == [limit.rstrip(".")]


def test_a_list_of_changes_is_not_kept() -> None:
    assert select_answer("I've made these changes:\n- Updated `a.py` to use the helper\n- Added a test for it") == []


@pytest.mark.parametrize("sentence", [
    "It adjusts the indentation of the code inside the `try` block.",
    "`test_map_tokens_zero`: This test verifies that `RepoMap` is not called when `--map-tokens` is set to 0.",
    "Adds a `continue` statement to skip empty sections, so that nothing is counted twice.",
    "We've added a `style` parameter to the `AutoCompleter` constructor and stored it as an instance variable.",
    "When `explicit` is `True` and `yes` is `True`, the method will set `res` to \"n\" instead of \"y\".",
    "The key change is in the `style` parameter of the `Completion` objects, and nothing else.",
    "The `find_filename` function has been updated to work with this approach, checking against all fences.",
])  # fmt: skip
def test_what_explains_a_change_is_no_finding(sentence: str) -> None:
    assert select_answer(f"I went through the file.\n\n{sentence}\n\nTell me if you want more.") == []


PLAN = "Please go through this plan, and never touch the parser.\n\n" + "\n\n".join(
    f"### Step {number}\n\n**Goal:** Every type must be converted by the engine, always.\n\n"
    f"- **Action:** We will use a table for all converters of part {number}, instead of the chain of conditions.\n"
    f"- **Why:** The chain must never be extended again, because it grows with every type that is added to it."
    for number in range(8)
)


def test_a_pasted_plan_is_not_what_the_person_says() -> None:
    assert [one.text for one in select_prompt(PLAN)] == ["never touch the parser"]
    after = f"{PLAN}\n\nFrom now on run the tests with -x."
    assert [one.text for one in select_prompt(after)] == ["never touch the parser", "From now on run the tests with -x"]


@pytest.mark.parametrize(("asked", "prompt", "kept"), [
    ("Would you like me to go on with the docs?", "the tests are still red on my machine", 0),
    ("Shall I commit this?", "look at the previous commits of the branch first", 0),
    ("Which store should hold the locks, Redis or Postgres?", "postgres with an advisory lock", 1),
    ("Should the limit be per user or per key?", "explain what a key is", 0),
    ("Shall I go on with the index, or would you rather test the import first?", "index and import of week two", 0),
    ("Does this structure suit you, or do you want to change something?", "why has this structure no log", 0),
    ("Which area would you like to prioritize next?", "it shows the times in UTC", 0),
    ("Which one do you prefer?", "the last command fails there", 0),
    ("Would you like me to make any adjustments to the rules or their format?", "that's not the right format", 0),
    ("¿Te parece bien esta lista o quieres que modifique algo?", "y en esta lista faltan los nombres", 0),
    ("Veux-tu continuer avec la barre ou tester d'abord ?", "la barre de statut était mieux avant", 0),
    ("Soll ich die Liste umbauen oder möchtest du erst testen?", "die Liste ist auf dem Handy leer", 0),
    ("Where should the lock live, in the store or in the client?", "in the store, next to the journal", 1),
    ("Should the list be sorted by name or by date first?", "by date first, the newest on top", 1),
    ("What should come first in the list, the name or the date?", "the date and then the name", 1),
    ("Should the check run at start or in the background?", "in the background with a low priority", 1),
    ("Should the worker stop or go on at the first error?", "the error is logged, it never stops", 1),
    ("¿Lo guardo en el servidor o en el navegador?", "en el navegador, sin servidor", 1),
    ("Soll nach Name oder nach Datum sortiert werden?", "nach Datum und dann nach Name", 1),
])  # fmt: skip
def test_only_the_answer_to_a_choice_is_a_decision(asked: str, prompt: str, kept: int) -> None:
    assert len(find_decisions(prompt, asked)) == kept


def test_a_sentence_is_kept_once_even_when_another_quotes_it() -> None:
    prompt = "Never print from internal/. Otherwise the JSON output breaks."
    (one,) = find_candidates([Turn("user", prompt)], known_paths=lambda path: False)
    assert one.why == "Otherwise the JSON output breaks."


def test_candidates_are_told_by_their_first_sentence() -> None:
    prompt = "Fix it. Never push from here."
    sentences, rules = read_sentences(prompt, person=True), find_rules(prompt)
    assert [label_cues(find_own(sentence, rules)) for sentence in sentences] == [[], ["rule"]]


@pytest.mark.parametrize("piece", ["x", "<backstory:remember ", "never "])
def test_long_messages_take_their_length(piece: str) -> None:
    fresh = count()
    assert_linear(lambda text: select_prompt(f"{text}{next(fresh)}"), piece, 2_000)
    assert_linear(lambda text: select_answer(f"{text}{next(fresh)}"), piece, 2_000)


def test_words_around_pasted_data_are_read() -> None:
    prompt = f"Always use tabs in this project.\n{'Zm9vYmFy' * 2_000}\nNever push to main."
    assert [one.text for one in select_prompt(prompt)] == ["Always use tabs in this project", "Never push to main"]


def test_a_last_answer_weighs_more_than_a_remark_between_two_calls() -> None:
    sentences = read_sentences("The cache is keyed by `host`, so two ports share an entry.", person=False)
    last, between = (
        classify(Place(sentences, 0, last=last), (), AGENT_KINDS[1:], person=False) for last in (True, False)
    )
    assert last.probability > between.probability


def test_advice_and_plans_are_no_findings() -> None:
    for answer in (
        "If the header still shows a letter, run `patch.sql` on the database, because the bucket is missing.",
        "Rotate the token after the deploy, because it was in the log of the `build` job.",
        "I'll modify `show_undo_hint` to only show the hint when HEAD is not `commit_before_message`.",
        "Two places come into question for this: `rebuild_auth`, or a hook in the adapter.",
    ):
        assert select_answer(answer) == []


def test_a_statement_that_says_it_names_what_it_speaks_of() -> None:
    answer = (
        "`CleaningVisitor` is called from `clean`. It fails for attributes because `createSafeElement` copies them."
    )
    texts = [f"{one.text} {one.why}" for one in select_answer(answer)]
    assert any("CleaningVisitor" in text and "createSafeElement" in text for text in texts)
    assert not any(text.startswith("It fails") for text in texts)


def test_a_choice_of_a_few_words_is_kept_with_what_explains_it() -> None:
    prompt = "no listener. user code in the middle of a traversal: it throws, or changes the tree under us."
    (one,) = select_prompt(prompt)
    assert one.text.startswith("no listener. user code")


def test_long_statements_are_cut_between_clauses() -> None:
    clause = "and then the `pool` hands the same connection to two threads"
    answer = f"The root cause is that `close` returns early, {', '.join([clause] * 8)}."
    (one,) = find_candidates([Turn("assistant", answer)], known_paths=lambda path: False)
    assert len(one.text) <= 300
    assert one.text.endswith("to two threads")


ORDER = "Please style the page of the cards.\n\n" + "\n".join(
    f"- Use `px-{number}` for every card and keep the existing gap of it." for number in range(8)
)


def test_an_answer_that_begins_with_an_indented_line_is_read_as_it_stands_without_its_margin() -> None:
    answer = "    return value;\n\nThe root cause is that `close` returns early when the pool is empty."
    assert [one.text for one in select_answer(answer)] == [one.text for one in select_answer(answer.strip())]


def test_the_items_of_an_order_hold_for_the_order() -> None:
    assert select_prompt(ORDER) == []
    assert [one.text for one in select_prompt(f"{ORDER}\n- Never commit to git")] == ["Never commit to git"]


@pytest.mark.parametrize("prompt", ["No other changes, do not touch the gap.", "Show the diff only for page.tsx."])
def test_what_bounds_a_change_is_no_rule(prompt: str) -> None:
    assert select_prompt(prompt) == []


def test_rules_in_a_row_vouch_for_each_other() -> None:
    prompt = (
        "yeah. nothing under prisma/ changes. no new deps. pnpm check before commit. dont edit compose.yml, pia does"
    )
    rules = {one.text: one.confidence for one in select_prompt(prompt) if one.kind == "rule"}
    assert {"nothing under prisma/ changes", "no new deps", "pnpm check before commit"} <= rules.keys()
    assert min(rules.values()) >= 0.72


def test_a_decision_that_begins_with_it_has_the_sentence_before_it() -> None:
    (one,) = select_prompt("The middleware reads the session. It must never make calls to the database.")
    assert one.text.startswith("The middleware reads the session. It must never")

    alone = [
        one for one in select_prompt("it should always be visible to the right of the feed") if one.kind == "decision"
    ]
    assert all(one.confidence < 0.7 for one in alone)


def test_items_below_acceptance_criteria_decide_nothing() -> None:
    items = (
        "- Searching must use the new index instead of the old one\n- The list is always sorted by date, not by name"
    )

    assert select_prompt(f"let's use SQLite instead of files\n\n## Acceptance criteria\n\n{items}") == [
        *select_prompt("let's use SQLite instead of files")
    ]


@pytest.mark.parametrize(
    "answer",
    [
        "If anything still looks flat, check the settings of the device instead of the theme.",
        "Still waiting on your priority before I use the queue instead of the table.",
    ],
)
def test_advice_for_a_case_that_has_not_come_is_no_statement(answer: str) -> None:
    assert select_answer(answer) == []


def test_what_an_agent_hopes_for_is_not_accepted() -> None:
    hope = "The page should be fully functional now, so testing it would be a great way to see it"

    assert find_decisions("yes, let's test", proposed=hope) == []
    assert find_decisions("yes", proposed="Keep the cache in Redis")[-1].text == "Keep the cache in Redis"


@pytest.mark.parametrize(
    "hope",
    [
        "This would make the test much more robust and catch what the person sees.",
        "It should be safe to reset the table.",
        "The `finally` block should be setting the flag, so there's likely an edge case in the retry.",
        "The tests indicate there should be a second function for the move.",
        "Given that the manual run works, I suggest we proceed with the merge.",
        "I recommend handling the most critical ones first.",
        "This suggests there should be a second section in the dialog.",
    ],
)
def test_what_an_agent_expects_or_guesses_is_not_accepted(hope: str) -> None:
    assert find_proposal(hope) == ""
    assert find_proposal(f"The lock should live in the store.\n\nI looked at the queue. {hope}") == ""
    assert find_proposal(f"The lock should live in the store. {hope}") == "The lock should live in the store."


def test_a_proposal_that_points_back_stands_behind_what_it_points_at() -> None:
    before = "`docs/writer.md` has a section Enclosure, then Filters."
    assert find_proposal(f"{before} I would put it between the two.") == f"{before} I would put it between the two."
    assert find_proposal("The parser is slow. I would put it into a cache.") == "I would put it into a cache."


@pytest.mark.parametrize(
    "proposal",
    [
        "The lock should be in the store.",
        "I suggest we keep the check at start, because it is cheap.",
        "I'd make the cache smaller than the store.",
        "This should live in the store, next to the journal.",
        "I recommend Postgres over Redis.",
        "The commit log should be limited to the commits of the branch.",
        "Changes must be mirrored in the migrations.",
        "The flag should be written once, so that there is a single place.",
    ],
)
def test_a_proposal_says_how_something_is_to_be(proposal: str) -> None:
    assert find_proposal(proposal) == proposal


def test_a_cause_that_an_agent_goes_after_is_loaded_by_no_brief() -> None:
    turns = [
        Turn("user", "the upload hangs", line=1),
        Turn("assistant", "The problem is that the pool hands out closed connections to the uploader.", line=2),
        Turn("user", "still hangs", line=3),
        Turn("assistant", "The problem was that the proxy kept the body, since it buffers by default.", line=4),
        Turn("user", "great, that is it. now the docs", line=5),
        Turn("assistant", "The page is written.", line=6),
    ]
    sure = {one.text: one.confidence >= 0.72 for one in find_candidates(turns, known_paths=lambda path: False)}
    assert sure == {
        "The problem is that the pool hands out closed connections to the uploader": False,
        "The problem was that the proxy kept the body, since it buffers by default": True,
    }
