"""How a session is cut into passages: by turns, by sentences, without pasted output, commands with their results."""

from backstory.capture.sessions.passages import LONGEST, cut_turns, list_turns
from backstory.model.session import Answer, CommandRun, Commit, Prompt, Remark, Session, SubAgent


def cut(**fields: object) -> list[tuple[str, int, str]]:
    session = Session(id="s1", agent="claude-code", **fields)  # type: ignore[arg-type]
    return [(passage.role, passage.turn, passage.text) for passage in cut_turns(list_turns(session))]


def test_turns_come_in_the_order_of_their_lines() -> None:
    passages = cut(
        prompts=(Prompt("Keep the retry budget in one place please.", line=1), Prompt("And commit it now.", line=9)),
        answers=(Answer("The budget sits in `retry.py` now.", line=5),),
    )
    assert passages == [
        ("user", 0, "Keep the retry budget in one place please."),
        ("assistant", 1, "The budget sits in `retry.py` now."),
        ("user", 2, "And commit it now."),
    ]


def test_a_long_answer_is_cut_between_sentences() -> None:
    sentence = "The worker waits until the queue is empty before it closes the socket."
    passages = cut(answers=(Answer(" ".join([sentence] * 20), line=1),))
    assert len(passages) > 2
    assert all(len(text) <= LONGEST and text.endswith("socket.") for _, _, text in passages)
    assert sum(text.count(sentence) for _, _, text in passages) == 20


def test_only_lines_and_items_are_separated() -> None:
    text = "Now `subprocess.wait(timeout=...)` replaces the timer, and print(...) calls are gone."
    plain = "Now subprocess.wait(timeout=...) replaces the timer (as agreed.) and the calls of print(...) are gone."
    assert [one for _, _, one in cut(answers=(Answer(text, line=1), Answer(plain, line=2)))] == [text, plain]
    assert cut(answers=(Answer("- the schema stays\n- two clients read it", line=1),))[0][2] == (
        "the schema stays; two clients read it"
    )


def test_what_a_person_has_pasted_is_left_out() -> None:
    passages = cut(prompts=(Prompt("Is this ours?\n\n```\nTraceback: boom in handler\n```", line=1),))
    assert passages == [("user", 0, "Is this ours?")]


def test_only_the_last_run_of_a_check_is_a_passage() -> None:
    passages = cut(
        commands=(
            CommandRun("pytest -q", "test", failed=True, summary="1 failed", red=("test_a",), line=1),
            CommandRun("ls", "other", summary="a b", line=2),
            CommandRun("pytest -q", "test", summary="3 passed", line=3),
        )
    )
    assert passages == [("command", 0, "test: `pytest -q` gave 3 passed")]


def test_a_check_that_passes_in_silence_is_the_last_run() -> None:
    red = CommandRun("make test", "test", failed=True, summary="1 failed", red=("test_a",), line=1)
    assert cut(commands=(red, CommandRun("make test", "test", exit_code=0, line=3))) == [
        ("command", 0, "test: `make test` gave passed")
    ]
    hidden = CommandRun("make test | tail -1", "test", exit_code=0, line=3)
    assert cut(commands=(hidden,)) == [], "a pipe hides how it ended"


def test_red_tests_are_named() -> None:
    passages = cut(commands=(CommandRun("pytest", "test", failed=True, summary="1 failed", red=("test_a",), line=1),))
    assert passages == [("command", 0, "test: `pytest` gave 1 failed; red: test_a")]


def test_what_deploys_is_a_passage_too() -> None:
    runs = (CommandRun("npm run deploy", "other", line=1), CommandRun("git push", "git", line=2))
    assert cut(commands=runs) == [("command", 0, "deploy: `npm run deploy` gave passed")]


def test_a_build_that_deploys_is_named_as_such() -> None:
    runs = (CommandRun("make deploy ENV=staging", "build", exit_code=0, line=1),)
    assert cut(commands=runs) == [("command", 0, "deploy: `make deploy ENV=staging` gave passed")]


def test_the_steps_that_are_left_come_last_and_whole() -> None:
    steps = tuple(f"Move the ledger of region {number} to the new table." for number in range(12))
    answer = Answer("The counter is done.", line=1)
    (_, *more) = cut(answers=(answer,), next=steps)
    assert [(role, turn) for role, turn, _ in more] == [("next", 1)]
    assert all(step.rstrip(".") in more[0][2] for step in steps)
    assert [role for role, _, _ in cut(answers=(answer,), next=tuple(step * 9 for step in steps))] == ["assistant"]


def test_a_report_of_a_sub_agent_is_cut_too() -> None:
    passages = cut(subagents=(SubAgent("x", report="Three callers pass a relative path to the loader."),))
    assert passages == [("subagent", 0, "Three callers pass a relative path to the loader.")]


def test_what_a_commit_says_below_its_subject_is_a_passage() -> None:
    commits = (Commit("9f1c2e4", "Add retries", line=4, body="The server drops one request in ten."), Commit("1", "x"))
    passages = cut(answers=(Answer("The retries are in now.", line=7),), commits=commits)
    assert passages[0] == ("assistant", 0, "Commit “Add retries”: The server drops one request in ten.")
    assert len(passages) == 2


def test_what_is_said_between_calls_stands_before_the_answer() -> None:
    passages = cut(
        remarks=(Remark("The retry fails because the pool is closed.", line=3),),
        answers=(Answer("The pool stays open until the last retry.", line=7),),
    )
    assert [(turn, text[:9]) for _, turn, text in passages] == [(0, "The retry"), (1, "The pool ")]


def test_a_sentence_about_a_redacted_secret_is_no_passage() -> None:
    text = (
        "The retry lives in the transport. The staging key is [REDACTED:assigned-secret:0a1b2c3d]. "
        "A client that retries hides the failure from the pool."
    )
    told = " ".join(passage for _, _, passage in cut(answers=(Answer(text),)))
    assert "transport" in told
    assert "hides the failure" in told
    assert "REDACTED" not in told


def test_a_prompt_of_a_word_or_two_counts_if_it_gives_another_value() -> None:
    texts = ("no, 17", "make it 16", "json instead", "ok", "go on", "thanks")
    prompts = tuple(Prompt(text, line=line) for line, text in enumerate(texts, 1))
    assert [text for _, _, text in cut(prompts=prompts)] == ["no, 17", "make it 16", "json instead"]


def test_what_a_prompt_relays_is_a_passage_behind_the_name_of_who_wrote_it() -> None:
    chat = [
        "> Mirela 09:41  cool",
        "> Mirela 09:42  only calls without a body, otherwise I veto it",
        "> Mirela 09:43  the token is [REDACTED:secret] as before",
        "> Mirela 09:44  also lunch at 12?",
        "> Tom 09:45  and five calls at most",
    ]
    prompt = "\n".join(["Go on. This is what Mirela answered in the channel:\n", *chat, "\nTake that as given."])
    assert [text for _, _, text in cut(prompts=(Prompt(prompt, line=1),))] == [
        "Go on. This is what Mirela answered in the channel: Take that as given.",
        "Mirela: “only calls without a body, otherwise I veto it”",
        "Tom: “and five calls at most”",
    ]


def test_what_the_agent_said_is_no_passage_of_the_person() -> None:
    prompt = "You wrote:\n\n> The loop stands in the client and nowhere else.\n\nNo, put it into the response."
    assert not any("nowhere else" in text for _, _, text in cut(prompts=(Prompt(prompt, line=1),)))
