"""What hooks gave an agent is not taken for words of the person, however its transcript writes the brackets."""

import pytest

from backstory.agents.injected_text import cut_injected

FENCED = '<backstory-context id="k1">\nUse psycopg 3\n</backstory-context id="k1">'


@pytest.mark.parametrize("text", [FENCED, FENCED.replace("<", "&lt;").replace(">", "&gt;")])
def test_the_fence_is_cut_with_brackets_and_with_entities(text: str) -> None:
    assert cut_injected(f"go on\n{text}\nplease") == "go on\n\nplease"
    assert cut_injected(text) == ""
    assert cut_injected(f"{text[:-3]}") == "", "a fence that is not closed goes to the end"
    assert cut_injected("is 1 &lt; 2 a backstory-context id?") == "is 1 &lt; 2 a backstory-context id?"
