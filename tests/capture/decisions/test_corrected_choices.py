"""A choice that a person corrects in a few words is kept with the sentence that it corrects."""

import pytest

from backstory.agents.turns import Turn
from backstory.capture.candidates import find_candidates
from backstory.capture.selection import select_prompt
from backstory.capture.text.candidate import Candidate


def read_decisions(*texts: str) -> list[Candidate]:
    """The decisions of a talk that begins with a prompt."""
    turns = [
        Turn(role="assistant" if place % 2 else "user", text=text, line=place + 1) for place, text in enumerate(texts)
    ]
    candidates = find_candidates(turns, known_paths=lambda path: True)
    return [one for one in candidates if one.kind == "decision" and not one.overruled]


@pytest.mark.parametrize(
    ("answer", "prompt", "alternative"),
    [
        ("JSON keys are in snake_case.", "on second thought camelCase, mobile changed their parser", "snake_case"),
        (
            "I used a `HashMap` for the tokens.",
            "No! BTreeMap, the order of the errors has to be stable",
            "HashMap",
        ),
        ("I named it `fetch_all`.", "no, `load_all`, fetch sounds like network", "fetch_all"),
        ("The config is read from YAML.", "nope, TOML", "YAML"),
        ("The default is `warn`.", "wait, `error`", "warn"),
        ("I set the cap to 256 entries.", "on second thought 512, memory is cheap", "256"),
        ("The limit is 60 seconds now.", "make it 30 then", "60 seconds"),
        ("The flag is `--dry`.", "scratch that, --dry-run like everybody else", "--dry"),
        ("It raises `ValueError`.", "No. `TypeError` is what the library raises there", "ValueError"),
        ("Version is 1.2.3 now.", "no, 1.3.0, it is a feature", "1.2.3"),
        ("I use `Arc<Mutex<T>>`.", "Nein, `RwLock`", "Arc<Mutex<T>>"),
    ],
)
def test_the_answer_says_what_is_replaced(answer: str, prompt: str, alternative: str) -> None:
    [decision] = read_decisions("go", answer, prompt)
    assert decision.text == f"{answer.rstrip('.')} → {prompt}"
    assert decision.parts["alternatives"] == [alternative]
    assert decision.revises


@pytest.mark.parametrize(
    "prompt",
    [
        "We can't use Redis, ops refuses to run it. I'd go with a table in Postgres",
        "das geht nicht, die Lizenz erlaubt es nicht. ich würde lieber ring nehmen",
    ],
)
def test_what_is_done_instead_of_what_is_ruled_out_is_kept_with_it(prompt: str) -> None:
    [decision] = read_decisions(prompt)
    assert decision.text == prompt


@pytest.mark.parametrize(
    ("former", "correction"),
    [
        ("Let's cap uploads at 10 MB", "hmm, make that 25 MB, Legal is fine with it"),
        ("Let's call it Client", "Actually no, Session, Client is taken in the sdk"),
    ],
)
def test_a_prompt_corrects_itself(former: str, correction: str) -> None:
    [decision] = read_decisions(f"{former}. {correction}")
    assert decision.text == f"{former} → {correction}"


def test_a_sentence_after_it_is_the_reason() -> None:
    [decision] = read_decisions("go", "The config is read from YAML.", "nope, TOML. the other tools use it too")
    assert decision.why == "the other tools use it too"


def test_an_objection_is_the_reason_of_what_stays() -> None:
    prompt = "hmm no wait, Debian stable only has 1.63. revert that, MSRV stays at 1.63 until Debian 13 is out."
    [decision] = read_decisions(prompt)
    assert (decision.text, decision.why) == (
        "MSRV stays at 1.63 until Debian 13 is out",
        "Debian stable only has 1.63",
    )


def test_a_name_is_picked_from_the_answer() -> None:
    [decision] = read_decisions(
        "what would you name the helper?",
        "I'd call it `retry_locked`. Alternatively `with_retries`.",
        "retry_locked it is",
    )
    assert decision.text == "I'd call it `retry_locked`. retry_locked it is"
    assert decision.parts["alternatives"] == ["with_retries"]


@pytest.mark.parametrize(
    ("answer", "prompt"),
    [
        ("I put it in `utils.py`.", "no, that breaks the import"),
        ("All 12 tests pass.", "No! Run the tests with -race first"),
        ("I used a `HashMap`.", "no idea what that is"),
        ("Should it be `Value` or `Item`?", "no, neither"),
        ("I use a loop there.", "make it faster"),
        ("I set `timeout=5`.", "no, I meant the one of `connect`"),
        ("It takes 30 seconds.", "make it work on Windows"),
        ("The cache has 5 entries.", "wait, is that enough?"),
        ("There are 3 files.", "no, they are gone"),
        ("All 120 tests pass now.", "no. 3 tests fail"),
        ("It fails on Linux with GCC.", "No, Windows"),
        ("I fixed the TLS setup.", "nope, HTTP error again"),
        ("I used snake_case for the keys.", "I mean, great work"),
        ("J'ai ajouté le cache Redis.", "plutôt bien"),
        ("Subo la rama.", "mejor mañana"),
    ],
)
def test_other_objections_choose_nothing(answer: str, prompt: str) -> None:
    assert not read_decisions("go", answer, prompt)


@pytest.mark.parametrize(
    "prompt",
    [
        "We discussed miette vs. ariadne in the call: ariadne wins, miette pulls in too many crates",
        "compared sqlite and duckdb today - sqlite it is, duckdb is too big",
        "wir haben tokio und smol verglichen: tokio gewinnt, smol wird kaum noch gepflegt",
    ],
)
def test_what_wins_a_comparison_is_decided(prompt: str) -> None:
    [decision] = read_decisions(prompt)
    assert decision.text == prompt


@pytest.mark.parametrize(
    "prompt",
    [
        "who wins if two hooks return a value?",
        "I tested it: the last value wins, is that intended?",
        "the window stays in the corner until I click",
        "there is a race between reader and writer: the writer wins and data is lost",
        "we measured it twice: it wins nothing",
        "the latency stays at 200 ms because the cache is cold",
    ],
)
def test_reports_decide_nothing(prompt: str) -> None:
    assert not [one for one in read_decisions(prompt) if one.confidence >= 0.72]


def test_a_recap_of_the_agent_decides_nothing() -> None:
    assert not read_decisions("where were we?", "We agreed on `--busy-timeout`; next is cli.py.")


@pytest.mark.parametrize(
    "prompt",
    ["We must not add dependencies. I'd use the standard library.", "You can't push to main. We'd use a branch."],
)
def test_what_rules_something_out_for_good_stays_a_rule(prompt: str) -> None:
    assert [one.kind for one in select_prompt(prompt) if one.confidence >= 0.72] == ["rule"]


@pytest.mark.parametrize(
    ("answer", "prompt", "alternative"),
    [
        ("Switched to httpx.", "Ah no, requests after all, httpx isn't on the server.", "httpx"),
        ("Switched to httpx.", "Ach nein, doch requests, httpx gibt es auf dem Server nicht.", "httpx"),
        ("Noted, JSON it stays.", "actually no, YAML after all, ops can read it better", "JSON"),
        ("Noté, on reste en JSON.", "en fait non, finalement YAML, les ops le lisent mieux", "JSON"),
        ("The lines go to stdout. Tests pass.", "lieber nach stderr, stdout wird gepiped", "stdout"),
        ("The lines go to stdout. Tests pass.", "rather to stderr, stdout gets piped", "stdout"),
        ("The retries sit in the client.", "better in transport.py, the client only builds requests", "client"),
    ],
)
def test_what_a_person_returns_to_stands_behind_what_was_done(answer: str, prompt: str, alternative: str) -> None:
    [decision] = read_decisions("hello there", answer, prompt)
    assert decision.text.startswith(answer.split(".")[0])
    assert decision.parts["alternatives"] == [alternative]
    assert decision.revises


@pytest.mark.parametrize(
    "prompt",
    [
        "the old layout after all, people found their way in it",
        "finalement on part sur Redis, la base sature",
        "dann doch lieber ohne Cache, der Invalidierungscode frisst uns auf",
        "doch nehmen wir Kafka, die Queue verliert Nachrichten",
    ],
)
def test_a_return_with_its_reason_stands_by_itself(prompt: str) -> None:
    [decision] = read_decisions("hello there", "All done.", prompt)
    assert decision.text == prompt
    assert decision.revises


@pytest.mark.parametrize(
    "prompt",
    [
        "it works after all, great",
        "it is needed after all, I was wrong about that",
        "that's the right one after all",
        "doch das geht nicht so",
        "finalement ça marche, merci beaucoup",
        "better now, thanks",
        "rather good I'd say, but the header is off",
    ],
)
def test_what_turns_out_after_all_is_no_choice(prompt: str) -> None:
    assert read_decisions("hello there", "The retries sit in the client.", prompt) == []


def test_a_no_to_an_own_question_corrects_no_answer() -> None:
    decisions = read_decisions(
        "go",
        "I'd go to the `while` loop; a retry isn't seen there.",
        "so the while. stopOnLoop? no. loopGuard, a boolean.",
    )
    assert not any("→" in one.text for one in decisions)


def test_what_is_a_rule_is_no_decision_as_well() -> None:
    prompt = "we throw then. and stay out of core/link.ts please, Yusuf is writing it new"
    turns = [Turn(role="user", text=prompt, line=1)]
    kinds = [one.kind for one in find_candidates(turns, known_paths=lambda path: True) if "link.ts" in one.text]
    assert kinds == ["rule"]
