"""What the person said comes with a prompt where its words are none of the prompt's: a remark about the kind of file
that an order names, and the reply to an offer that a question meets."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.memory.kernel.test_passages import keep

from backstory.api import Memory
from backstory.base.passages import PassageHit, fetch_passages
from backstory.base.path_codec import encode_path
from backstory.base.reactions import add_reaction
from backstory.base.relevance import find_relevant
from backstory.base.visibility import View
from backstory.model.session import Answer, Prompt

Opened = Callable[..., Memory]
REMARK = "fine, leave it there for tonight. and the man page I do myself, half of it lies around here"
REPLY = "Hm, nobody in the thread wants that. When somebody knocks, we open."
TALK: dict[str, Any] = {
    "prompts": (
        Prompt("Add an option that shows the colour of each heron in the listing.", line=1),
        Prompt("what about brotli listings?", line=5),
        Prompt(REPLY, line=9),
        Prompt(REMARK, line=13),
        Prompt("the types live on the registry of herons, drop that one", line=17),
    ),
    "answers": (
        Answer(
            "The option colours each heron. It is described in doc/help.txt, the option table and the tests.", line=3
        ),
        Answer("Brotli listings are one line in the table of formats. Shall I add them?", line=7),
        Answer("Left out.", line=11),
        Answer("Good night.", line=15),
        Answer("Dropped.", line=19),
    ),
}


@pytest.fixture
def tell(opened: Opened) -> Callable[[str], list[str]]:
    keep(opened(), "s1", **TALK)
    memory = opened()

    def tell(text: str) -> list[str]:
        view = View(encode_path(memory.project.root))
        hits = memory.fresh().run(lambda con: find_relevant(con, view, text))
        return [hit.text if isinstance(hit, PassageHit) else hit.title for hit in hits]

    return tell


@pytest.mark.parametrize(
    "prompt",
    ["describe the option in share/man/heron.1", "explain the option in the man page", "mention colours in heron.1.in"],
)
def test_an_order_brings_the_remark_about_its_kind_of_file(tell: Callable[[str], list[str]], prompt: str) -> None:
    assert any("man page I do myself" in one for one in tell(prompt))


def test_an_order_to_write_a_file_is_one(tell: Callable[[str], list[str]]) -> None:
    assert any("types live on" in one for one in tell("write heron.d.ts with the option"))


def test_an_order_about_another_file_does_not_bring_it(tell: Callable[[str], list[str]]) -> None:
    assert not any("man page" in one for one in tell("describe the option in doc/help.txt"))


@pytest.mark.parametrize(("given", "follows"), [(frozenset(), True), (None, False)])
def test_the_reply_follows_an_offer_unless_it_was_given(
    opened: Opened, given: frozenset[str] | None, follows: bool
) -> None:
    keep(opened(), "s1", **TALK)
    memory = opened()
    view = View(encode_path(memory.project.root))

    def list_texts(con: Any) -> list[str]:
        rows = con.execute("SELECT passage, text FROM passage WHERE text LIKE '%Shall I add%' OR text LIKE 'Hm, no%'")
        offer, reply = fetch_passages(con, view, sorted(passage for passage, _ in rows), {})
        skip = frozenset([reply.id]) if given is None else given
        return [hit.text for hit in add_reaction(con, view, [offer], skip) if isinstance(hit, PassageHit)]

    assert memory.fresh().run(list_texts)[1:] == ([REPLY] if follows else [])
