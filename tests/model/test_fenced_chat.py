"""Lines of a chat in a fence are words of those people, and lay nothing down."""

from backstory.capture.prompts import read_prompt
from backstory.model.relayed_words import unfence_chat

CHAT = "oksana  09:43  I lose the wrong end\nHalvard (09:50): always drop the oldest!"


def test_each_line_stands_with_its_speaker() -> None:
    text = f"From our chat:\n```\n{CHAT}\n```\nShe is right."
    assert unfence_chat(text).split("\n")[2:4] == [
        "[09:43] Oksana: I lose the wrong end.",
        "[09:50] Halvard: always drop the oldest!",
    ]


def test_code_and_logs_stay_in_their_fence() -> None:
    for inside in ("x = 1\ny = 2", "ingest 08:12:44 WARN never drain\ningest 08:12:45 INFO done", "one 09:43 line"):
        text = f"look:\n```\n{inside}\n```"
        assert unfence_chat(text) == text


def test_what_others_say_there_is_no_rule() -> None:
    assert [
        one for one in read_prompt(f"From our chat:\n```\n{CHAT}\n```\nWhat do you think?") if one.kind == "rule"
    ] == []
