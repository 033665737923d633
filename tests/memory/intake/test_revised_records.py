"""What a person revises in a later prompt is marked as revised, and what they did not revise stays."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from backstory.api import Memory, ingest_transcript
from backstory.model.kinds import RETRACTED

Opened = Callable[..., Memory]
Tell = Callable[..., Memory]
OTHER = ("Now fix the typo in the readme.", "Fixed the typo.")


@pytest.fixture
def tell(opened: Opened, tmp_path: Path) -> Tell:
    """Takes in a talk, a prompt and an answer in turn, at the end of each turn, as hooks do."""

    def run(*talk: str) -> Memory:
        path, rows = tmp_path / "t.jsonl", []
        for number, text in enumerate(talk):
            role = "assistant" if number % 2 else "user"
            content = [{"type": "text", "text": text}] if number % 2 else text
            time = f"2026-11-20T10:{number:02}:00.000Z"
            message = {"role": role, "content": content}
            rows.append(
                {"type": role, "uuid": f"u{number}", "sessionId": "s1", "gitBranch": "main", "timestamp": time,
                 "message": message}
            )  # fmt: skip
            path.write_text("".join(json.dumps(row) + "\n" for row in rows))
            if number % 2:
                ingest_transcript(opened(), "claude-code", str(path), "s1")
        return opened()

    return run


def list_standing(memory: Memory) -> list[str]:
    """The titles of the records in force."""
    rows = memory.fresh().rows(include_superseded=False, include_hidden=True)
    return [row.record.title for row in rows if row.record.status != RETRACTED]


@pytest.mark.parametrize(
    ("rule", "leave"),
    [
        ("Never run the whole suite, it takes an hour.", "For this measurement alone you may run the whole suite."),
        ("From now on never run the whole suite.", "you're allowed to run the whole suite now, one time only"),
        ("Don't run the whole suite, it takes an hour.", "This afternoon you can run the whole suite again."),
        ("Never amend commits.", "forget the amend rule for today"),
        ("No mocks in the integration tests.", "mocks are allowed now, just for the demo branch"),
        ("Nie die ganze Suite laufen lassen.", "für diese Messung darfst du jetzt die ganze Suite laufen lassen"),
    ],
)
def test_leave_for_once_takes_no_rule_back(tell: Tell, rule: str, leave: str) -> None:
    memory = tell(rule, "Understood.", *OTHER, leave, "Done.")
    assert rule.rstrip(".") in list_standing(memory)
    rules = [row.record for row in memory.fresh().rows(kinds=("rule",))]
    assert [one.title for one in rules if one.tier != "working"] == [rule.rstrip(".")]
    assert not any(row.superseded_by for row in memory.fresh().rows(include_hidden=True))


@pytest.mark.parametrize(
    ("rule", "lifting"),
    [
        ("Don't run the whole suite, it takes an hour.", "you can run the whole suite again, it is fast now"),
        ("No mocks in the integration tests.", "mocks are fine again"),
    ],
)
def test_leave_for_good_does(tell: Tell, rule: str, lifting: str) -> None:
    assert rule.rstrip(".") not in list_standing(tell(rule, "Understood.", *OTHER, lifting, "Done."))


@pytest.mark.parametrize(
    ("former", "later", "title"),
    [
        ("Decision: the cache holds 500 entries, ttl 60 s.", "Make it 200 entries and a ttl of 30 s.",
         "the cache holds 200 entries, ttl 30 s"),
        ("Decision: 4 workers and a queue of 1000.", "8 workers, queue of 200", "8 workers and a queue of 200"),
    ],
)  # fmt: skip
def test_a_record_whose_values_are_all_given_anew_is_superseded(
    tell: Tell, former: str, later: str, title: str
) -> None:
    assert list_standing(tell(former, "Understood.", *OTHER, later, "Done.")) == [title]


@pytest.mark.parametrize(
    ("former", "later", "change"),
    [
        ("Decision: ratio 0.2, at least 10 tokens, bucket starts full.", "make the ratio 0.1",
         "0.2 replaced by 0.1"),
        ("Decision: upload limit 20 MB, three attempts.", "upload limit is 50 MB now", "20 MB replaced by 50 MB"),
    ],
)  # fmt: skip
def test_a_record_with_a_value_given_anew_is_marked_and_stays(tell: Tell, former: str, later: str, change: str) -> None:
    memory = tell(former, "Understood.", *OTHER, later, "Done.")
    title = former.removeprefix("Decision: ").rstrip(".")
    (row,) = [one for one in memory.fresh().rows() if one.record.title == title]
    assert not row.superseded_by
    assert memory.find_revisions([row.record]).changes == {row.record.id: change}


@pytest.mark.parametrize(
    ("former", "answer", "later", "title"),
    [
        ("Decision: sign the tokens with RS256.", "They are.", "nope, EdDSA", "sign the tokens with RS256 → EdDSA"),
        ("Decision: read the token from the config file.", "It is read from there.", "scrap that, back to the env var",
         "read the token from the config file → back to the env var"),
        ("Decision: the batch size is 30.", "It is.", "25 now, not 30", "the batch size is 25"),
        ("Never retry on the lock.", "Understood, there are none.", "hm, two retries then, 50 ms apart",
         "Never retry on the lock → hm, two retries then, 50 ms apart"),
        ("Decision: no retries on the lock.", "There are none. Shall I add retries for the lock?", "two, 50 ms apart",
         "no retries on the lock → two, 50 ms apart"),
    ],
)  # fmt: skip
def test_an_overrule_of_a_few_words_supersedes_what_it_means(
    tell: Tell, former: str, answer: str, later: str, title: str
) -> None:
    """The words name neither the thing nor a change: the memory knows what stands right before, or has the value."""
    standing = list_standing(tell(former, answer, later, "Done."))
    assert title in standing
    assert former.removeprefix("Decision: ").rstrip(".") not in standing


@pytest.mark.parametrize(
    "later",
    [
        "nope, still the same error", "wait, no, my bad", "forget it, go on", "8 of the workers died", "do 2 and 3",
        "the queue in the tests has 10 items", "maybe 8 workers and a queue of 200", "8 workers and a queue of 200?",
        "make it 8 workers, queue of 200. or no, leave it at 4", "3 retries now, not 2", "yes, not main",
        "only for this run 8 workers, queue of 200",
    ],
)  # fmt: skip
def test_what_overrules_nothing_leaves_all_in_force(tell: Tell, later: str) -> None:
    memory = tell(
        "Decision: 4 workers and a queue of 1000.", "Done.", "Never push to main.", "Understood.", later, "Ok."
    )
    assert {"4 workers and a queue of 1000", "Never push to main"} <= {*list_standing(memory)}


def test_a_value_of_two_records_is_of_neither(tell: Tell) -> None:
    memory = tell(
        "Decision: the reader gets 30 seconds.",
        "Ok.",
        "Decision: the writer gets 30 rows.",
        "Ok.",
        "25 now, not 30",
        "Ok.",
    )
    assert {"the reader gets 30 seconds", "the writer gets 30 rows"} <= {*list_standing(memory)}


def test_an_agent_that_does_what_a_rule_wants_is_in_no_conflict_with_it(tell: Tell) -> None:
    rule = "People write the test and do not hide the line, so no new `pragma: no cover` from us, ever."
    answer = "Pragma is out, the symlink test covers the other branch. I also added an entry to `docs/notes.md`."
    memory = tell(rule, "Understood.", f"Please take the pragma out. {rule}", answer, *OTHER)
    rules = [row.record for row in memory.fresh().rows(kinds=("rule",)) if "pragma" in row.record.title]
    assert rules
    links = [link.target for row in memory.fresh().rows(include_hidden=True) for link in row.record.links]
    assert not {one.id for one in rules} & set(links)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Never use the word simply in docs.", "Never use the word obviously in docs."),
        ("Never skip the leaf1 check in trees.", "Never skip the leaf2 check in trees."),
        ("Always ask Ines before you touch the tills.", "Always ask Ines before you touch the scales."),
    ],
)
def test_a_rule_of_another_thing_stands_beside_the_first(tell: Tell, first: str, second: str) -> None:
    memory = tell(first, "Understood.", *OTHER, second, "Understood.")
    assert {first.rstrip("."), second.rstrip(".")} <= set(list_standing(memory))


def test_a_value_that_the_answers_state_of_another_thing_is_not_the_one_of_a_decision(tell: Tell) -> None:
    limit = "We decided to keep the depth limit at 30 levels."
    memory = tell(
        limit, "Understood.", "set the parse timeout to 30 seconds", "Done: the parse timeout is 30 seconds.",
        "25 now, not 30", "Done: the parse timeout is 25 seconds.",
    )  # fmt: skip
    assert limit.rstrip(".") in list_standing(memory)
