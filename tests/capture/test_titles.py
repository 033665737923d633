"""What is kept of a prompt: once, in words that say something, and as what it is."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.decisions.proposals import find_proposal
from backstory.capture.selection import select_prompt
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.labels import drop_courtesy, drop_edges, drop_label
from backstory.memory.intake.candidates import MIN_CONFIDENCE

NEVER = "never commit directly to master here, always a branch"


def kept(prompt: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in select_prompt(prompt)]


def talk(*texts: str) -> list[Candidate]:
    """What is kept of prompts and answers in turn."""
    turns = [Turn(("user", "assistant")[n % 2], text, line=n + 1) for n, text in enumerate(texts)]
    return [one for one in find_candidates(turns, known_paths=lambda path: False) if one.role == "user"]


@pytest.mark.parametrize(
    "rule",
    [
        "die tests immer mit `-p no:cacheprovider` laufen lassen, sonst meckert mein docker mount",
        "die tests bitte immer mit -n4 laufen lassen, weil es sonst ewig dauert",
        "tests immer mit -n4 laufen lassen bitte",
        "neue endpunkte immer in docs/api.md eintragen",
        "tests immer mit -x",
        "los tests siempre con -x",
        "les tests toujours avec -p no:cacheprovider",
        "commits siempre en inglés",
    ],
)
def test_a_habit_with_options_and_a_reason_is_a_rule(rule: str) -> None:
    assert kept(rule) == [("rule", rule)]
    assert kept(f"bitte {rule}")[0][0] == "rule"


@pytest.mark.parametrize(
    "report",
    [
        "der test ist immer noch rot, obwohl wir die daten laden",
        "die seite bleibt immer wieder hängen",
        "die daten werden immer doppelt geladen, weil wir zweimal rendern",
        "der server läuft immer auf port 9000",
        "bitte diesmal die tests mit -x laufen lassen",
        "warum muss ich immer die tests mit -x starten",
        "falla siempre con timeout",
        "está siempre en rojo",
    ],
)
def test_a_report_of_what_always_happens_is_none(report: str) -> None:
    assert kept(report) == []


def test_a_correction_beside_a_rule_stays_a_decision() -> None:
    prompt = f"no, use a time.monotonic deadline instead of just attempts. and btw {NEVER}"
    assert [kind for kind, _ in kept(prompt)] == ["decision", "rule"]
    row = kept("no emojis. tests first. never push to main.")
    assert sorted(row) == [("rule", "never push to main"), ("rule", "no emojis"), ("rule", "tests first")]


def test_a_fragment_of_a_rule_is_not_kept_beside_it() -> None:
    whole = "public params are keyword-only in this codebase, always"
    assert kept(f"keyword only pls. {whole}") == [("rule", whole)]


def test_a_list_keeps_its_first_item() -> None:
    prompt = "ok commit. short subject, no emojis, no co-authored-by line pls. ever."
    assert kept(prompt) == [("rule", "short subject, no emojis, no co-authored-by line pls")]
    assert kept("nice work, never use emojis in commits") == [("rule", "never use emojis in commits")]


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("ok good enough. lets export it from the package", "lets export it from the package"),
        ("Right: the files have no underscore", "the files have no underscore"),
        ("yes. use sqlite", "yes. use sqlite"),
        ("no. use tabs here instead", "no. use tabs here instead"),
        ("good errors: say what to do", "good errors: say what to do"),
        ("right-align the numbers. always", "right-align the numbers. always"),
        ("fine-tune the model. ship it then", "fine-tune the model. ship it then"),
    ],
)
def test_a_courtesy_in_front_goes(text: str, rest: str) -> None:
    assert drop_courtesy(text) == rest


def test_a_label_of_a_finding_goes() -> None:
    assert drop_label("fact", "Findings: the header is a date or a number") == "the header is a date or a number"
    assert drop_label("fact", "Note: the checkout threw it away") == "the checkout threw it away"
    assert drop_label("fact", "Notes are sorted by date") == "Notes are sorted by date"


OPTIONS = "Two options:\n\n1. A `RetryTransport` that wraps any transport.\n2. An event hook on the client.\n\n"


@pytest.mark.parametrize(
    "offer",
    ["Or is there another way you see?", "Shall I write it?", "Which one do you prefer?", "Soll ich das so machen?"],
)
def test_an_offer_says_nothing_of_what_is_chosen(offer: str) -> None:
    assert [one.text for one in talk("add retries", OPTIONS + offer, "1")] == [
        "A `RetryTransport` that wraps any transport"
    ]


def test_a_question_about_something_stands_before_a_short_choice() -> None:
    asked = OPTIONS + "How should requests be sent again?"
    assert talk("add retries", asked, "1")[0].text.startswith("How should requests be sent again? A `RetryTransport`")


def test_a_proposal_that_points_back_takes_along_what_it_means() -> None:
    answer = "urllib3 honours `Retry-After` for 413, 429 and 503. I suggest to do the same, parsed by `email.utils`."
    assert find_proposal(answer) == answer
    (one,) = [one for one in talk("check how others do it", answer, "good. 429 too then") if "accepted" in one.tags]
    assert one.text == answer.rstrip(".")
    plain = "The parser is slow. I suggest to use `lxml` for it."
    assert talk("make it faster", plain, "yes, good")[0].text == "use `lxml` for it"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("- go by the date of the invoice", "go by the date of the invoice"),
        ("3) easier names for the panels", "easier names for the panels"),
        ("search is only for staff, so...", "search is only for staff"),
        ("search is only for staff, and", "search is only for staff"),
        ("2.5 seconds at most", "2.5 seconds at most"),
        ("-v prints more", "-v prints more"),
        ("keep it so", "keep it so"),
    ],
)
def test_the_mark_of_a_list_and_a_conjunction_at_the_end_go(text: str, rest: str) -> None:
    assert drop_edges(text) == rest


@pytest.mark.parametrize(
    "prompt",
    [
        "As guests can have other allergies for every stay.",
        "Reason being, 1) there is nothing to compare then, and 2) we need the name of the machine anyway",
        "I need it in the selection. Place where I need choose which guest it is for.",
        "I dont need that after all",
        "That should be in the second list only",
    ],
)
def test_a_part_of_another_sentence_is_not_loaded(prompt: str) -> None:
    assert [one.text for one in talk(prompt) if one.confidence >= MIN_CONFIDENCE and one.kind == "decision"] == []


def test_a_sentence_that_begins_with_that_stands_behind_what_it_means() -> None:
    texts = [one.text for one in talk("The second list has what is sold out. That should only be shown to the staff.")]
    assert texts == ["The second list has what is sold out. That should only be shown to the staff"]


def test_a_question_that_only_wants_a_statement_confirmed_names_nothing() -> None:
    turns = [
        Turn("user", "the next step is the parser, correct?", line=1),
        Turn("assistant", "The issue was that it had the wrong mock for the first one.", line=2),
    ]
    (one,) = find_candidates(turns, known_paths=lambda path: False)
    assert one.text == "The issue was that it had the wrong mock for the first one"


def test_neither_a_question_nor_a_hope_is_a_proposal() -> None:
    for proposed in (
        "Should be `release.yml` or just a reference to it",
        "With these changes, it should stay alive longer.",
    ):
        assert [one for one in talk("go on", proposed, "ok, seems right") if "accepted" in one.tags] == []


def test_letters_that_a_question_names_are_not_the_numbers_below_them() -> None:
    asked = (
        "- **(a) The server derives it** from what it has.\n- **(b) The client sends it** with each push.\n\n"
        "Two things follow:\n1. Does it replace the old field?\n2. Who serves it?\n\nWhich way, (a) or (b)?"
    )
    (one,) = [one for one in talk("plan it", asked, "It's b") if "accepted" in one.tags]
    assert "The client sends it with each push" in one.text


def test_no_need_keeps_its_no() -> None:
    recorded = "Done.\n\n<!-- backstory:remember decision: sort by name -->"
    texts = [one.text for one in talk("go on", recorded, "no need for sorting after all")]
    assert all(text.startswith("no need") for text in texts)


def test_a_subject_is_not_kept_beside_the_decision_that_begins_with_it() -> None:
    prompt = (
        "I need possibility to add tips from guests and possibility to add discount. "
        "This should be available in payment modal. Information about both should be reflected in database."
    )
    told = [one.text for one in talk(prompt)]
    first = "I need possibility to add tips from guests and possibility to add discount"
    assert f"{first}. This should be available in payment modal" in told
    assert first not in told
