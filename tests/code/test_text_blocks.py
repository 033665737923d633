"""Code in a string of several lines is an example: it is not the definition that matters."""

import pytest

from backstory.code.best_symbol import find_best_symbol, find_symbol_around
from backstory.code.index.goal import parse_goal, trim_ending
from backstory.code.read.languages import BY_NAME
from backstory.code.read.text_blocks import find_text_blocks
from backstory.code.symbol_worth import group_words

SENDING = b'''"""Sends files."""

QUOTES = '"""'  # """ is a mark


def send(path):
    r"""Sends a file, for a download.

    .. code-block:: python

        @app.route("/download")
        def download_file(name):
            return send(name)
    """
    return open(path)

'''


def test_a_text_block_goes_over_several_lines() -> None:
    ((start, end),) = find_text_blocks(BY_NAME["python"], SENDING)

    assert SENDING[start:end].startswith(b'"""Sends a file') and SENDING[start:end].endswith(b'send(name)\n    """')


@pytest.mark.parametrize(
    "text",
    [b"", b'"""one line"""\n', b'"""never\nclosed', b"# '''\na = 1\n# '''\n", b"a = 'it''s'\n'\n\"\n", b'"\\"""\n"""'],
)
def test_what_is_no_text_block(text: bytes) -> None:
    assert find_text_blocks(BY_NAME["python"], text) == []


def test_an_example_in_a_docstring_is_not_the_definition_that_matters() -> None:
    words = group_words([(trim_ending(term).encode(), 1.0) for term in parse_goal("download a file").terms])
    best = find_best_symbol("sending.py", SENDING, SENDING.lower(), words, {})
    around = find_symbol_around("sending.py", SENDING, 13)

    assert best is not None and around is not None
    assert (best.name, around.name) == ("send", "send")
