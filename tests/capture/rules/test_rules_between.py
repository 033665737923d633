"""What stands between rules, behind words that rules follow, is a rule in any form."""

from backstory.capture.prompts import read_prompt


def rules(prompt: str) -> list[str]:
    return sorted(one.text for one in read_prompt(prompt) if one.kind == "rule")


def test_a_row_that_opens_with_before_you_start() -> None:
    prompt = (
        "1, smallest diff. before you start: values never go into a log line, it's customer data. assertions with"
        " truth, from junit nothing but assertThrows. new public methods carry @since $next$. and keep out of"
        " JsonReader.java, ruben is halfway through it"
    )
    taken = " | ".join(rules(prompt))
    for part in ("values never go", "assertions with truth", "carry @since", "keep out of JsonReader.java"):
        assert part in taken


def test_an_order_or_a_question_in_between_is_none() -> None:
    start = "Some house rules: we never amend."
    end = "And keep out of pool.rb, Ines is taking it apart."
    for between in ("Now fix the parser.", "How long does the parser take?"):
        assert not any(between.strip(".?") in rule for rule in rules(f"{start} {between} {end}"))


def test_without_words_that_rules_follow_there_is_no_row() -> None:
    prompt = "We never amend. the parser takes two seconds. And keep out of pool.rb, Ines is taking it apart."
    assert not any("two seconds" in rule for rule in rules(prompt))


def test_what_stands_behind_the_words_that_open_a_row() -> None:
    prompt = (
        "the stop strategy then. some things that hold for this: retry() gets no new argument from us. time comes from"
        " one clock and from nowhere else. and stop.py stays silent, no logging in there"
    )
    assert len(rules(prompt)) == 3
    some = rules("1, it stops earliest. and some conditions: off unless called, and no dependency, go.mod stays empty.")
    assert any("off unless called" in rule for rule in some)
    assert not any("some conditions" in rule for rule in some)
    some = rules(
        "some agreements: Timeout stays how it is, half of us mount it. tests only with the stdlib, no testify."
        " CHANGELOG.md is of Eduardo, don't put the hand there"
    )
    assert [one.split()[0] for one in some] == ["CHANGELOG.md", "Timeout", "tests"]
