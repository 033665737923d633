import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.token_estimate import estimate_tokens
from backstory.recall.text.clauses import shorten_rule
from backstory.recall.text.content import Item
from backstory.recall.text.shorten import (
    first_clause,
    first_sentence,
    list_longer,
    shorten_item,
    shorten_text,
    shorten_to_line,
    shorten_to_title,
)

TEXT = "The worker reads the outbox. It delivers in order, one receiver at a time. Retries use a fixed delay of 30 s."


def item(**parts) -> Item:
    return Item(id="1", short="1", kind="handoff", title="Yours now", parts=parts, tags=["a"])


def test_whole_sentences() -> None:
    assert shorten_text(TEXT, 12) == "The worker reads the outbox."
    assert shorten_text(TEXT, 1000) == TEXT


def test_words_when_no_sentence_fits() -> None:
    assert shorten_text("one two three four five six seven eight nine ten eleven", 9).endswith(" …")
    assert shorten_text("one two three four five six seven eight nine ten eleven", 2) == ""


@given(st.text(max_size=300), st.integers(0, 80))
def test_never_longer_and_a_beginning(text: str, tokens: int) -> None:
    out = shorten_text(text, tokens)
    assert text.startswith(out.removesuffix(" …"))
    if out != text:
        assert estimate_tokens(out.removesuffix(" …")) <= tokens


def test_the_next_step_outlives_the_message() -> None:
    cut = shorten_item(item(message=TEXT * 4, next=["back off with jitter", "then tell support"]), 45)
    assert cut.shortened
    assert cut.parts["next"][0] == "back off with jitter"
    assert TEXT.startswith(cut.parts["message"][:20])
    assert not cut.tags


def test_what_fits_is_left_alone() -> None:
    whole = item(message="Short.", next=["go"])
    assert shorten_item(whole, 100) is whole


def test_in_a_line() -> None:
    one = shorten_to_line(Item(id="1", short="1", kind="decision", title="T", parts={"why": TEXT, "impact": ["x"]}))
    assert one.parts == {"why": "The worker reads the outbox."}
    assert one.shortened
    assert first_sentence("No end here") == "No end here"


def test_in_a_line_a_failure_keeps_its_fix() -> None:
    one = shorten_to_line(Item(id="1", short="1", kind="failure", title="T", parts={"why": TEXT, "fix": ["a", "b"]}))
    assert one.parts["fix"] == ["a"]


@pytest.mark.parametrize(
    "text",
    [
        "Die Verwaltung der Verbindungen geschieht ausschließlich über die zentrale Berechnung der Grenzen " * 3,
        "Pools hold connections — the administrator of permissions sets their limits for every client at once " * 3,
    ],
)
def test_words_stay_whole_in_every_script_that_parts_them(text: str) -> None:
    words = set(text.split())
    for tokens in range(8, 40):
        cut = shorten_text(text, tokens)
        assert set(cut.removesuffix("…").split()) <= words


def test_no_cut_text_ends_with_a_word_that_leads_on() -> None:
    text = "the dashboard fires the same request fourteen times on load because every widget asks for itself alone"
    for tokens in range(8, 16):
        assert shorten_text(text, tokens).removesuffix(" …").split()[-1] not in ("on", "because", "the", "for", "same")


def test_a_script_without_blanks_is_cut_between_signs() -> None:
    assert len(shorten_text("連接池的大小取決於每個客戶端的最大連接數量以及伺服器的限制" * 4, 30)) > 10


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("tests must only write below test_logs by the way, appveyor once deleted somebody's folder, long story",
         "tests must only write below test_logs by the way"),
        ("the release notes are Mei's job, she has been at it for weeks now, never edit docs/NEWS.md yourself",
         "never edit docs/NEWS.md yourself"),
    ],
)  # fmt: skip
def test_a_rule_keeps_the_clause_that_orders(title: str, kept: str) -> None:
    assert kept in shorten_rule(Item(id="1", short="1", kind="rule", title=title, parts={}), 16).title


def test_the_end_of_a_list_and_a_habit_are_no_order() -> None:
    title = (
        "from here on an option comes with types.d.ts and docs/web.md in the same commit, i always forget one of them"
    )
    shown = shorten_rule(Item(id="1", short="1", kind="rule", title=title, parts={}), 16).title
    assert shown.startswith("from here on an option") and "forget" not in shown


def test_a_rule_keeps_what_names_its_pronoun() -> None:
    name = "the portal and the kiosk of every region override find_page to go through a manifest of their own: "
    title = f"{name}hands off its signature, which nobody remembers the reasons for, and hands off its meaning"
    assert shorten_rule(Item(id="1", short="1", kind="rule", title=title, parts={}), 8).title.startswith(f"{name}hands")


WHY = "Redis lost them at every failover, and nobody wants a second store. It was measured in May."


def test_the_forms_between_a_title_and_the_whole_grow() -> None:
    whole = Item(id="1", short="1", kind="decision", title="Sessions in Postgres", parts={"why": WHY, "impact": ["x"]})
    short = shorten_to_title(shorten_to_line(whole), 8)
    forms = list_longer(short, whole)

    assert "why" not in short.parts
    assert [form.parts["why"] for form in forms] == [
        "Redis lost them at every failover …",
        "Redis lost them at every failover, and nobody wants a second store.",
        WHY,
    ]
    assert forms[-1] is whole and not whole.shortened
    assert list_longer(whole, whole) == ()


def test_a_reason_of_one_clause_has_no_form_that_only_looks_cut() -> None:
    whole = Item(id="1", short="1", kind="decision", title="T", parts={"why": "a herd came back at once"})
    assert list_longer(shorten_to_title(whole, 2), whole) == (whole,)


@pytest.mark.parametrize(
    ("sentence", "clause"),
    [
        ("Redis lost them at every failover; nobody wants two", "Redis lost them at every failover"),
        ("so, as it is, nothing of this works – not even once", "so, as it is, nothing of this works"),
        ("the ratio of 1,000:1 in `a, b` was measured", "the ratio of 1,000:1 in `a, b` was measured"),
        (
            "it is refused (by the proxy, the router) and nobody is told, ever",
            "it is refused (by the proxy, the router) and nobody is told",
        ),
        ("会话存放在数据库里，因为缓存丢失过数据", "会话存放在数据库里"),
        ("no clause ends in this sentence", "no clause ends in this sentence"),
    ],
)
def test_the_first_clause(sentence: str, clause: str) -> None:
    assert first_clause(sentence) == clause
