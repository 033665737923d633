"""Code in a string or a comment of several lines is an example or left out: it is no definition."""

import pytest

from backstory.code.best_symbol import find_best_symbol, find_symbol_around
from backstory.code.index.goal import parse_goal, trim_ending
from backstory.code.read.languages import BY_NAME, language_of
from backstory.code.read.symbols import read_outline
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


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        ("a.ex", '@doc """\ndef sent(a) do\n"""\ndef send(a) do\nend\n@doc ~S"""\ndef gone do\n"""\n', ["send"]),
        ("a.ex", '# """\ndef send(a), do: ?"\ndef read(a), do: "#{a}"\n# """\n', ["send", "read"]),
        ("a.hs", "{- {-# LANGUAGE X #-} {-\n-}\ndata Foo = Foo\nfoo :: Int\n-}\nsend :: Int -> Int\n", ["send"]),
        ("a.hs", "x = '\"'\n-- {-\nsend :: Int\n-- -}\ny = \"{-\"\nread :: Int\n-- -}\n", ["send", "read"]),
        ("a.ml", "(* (* old *)\nlet gone x = x\n*)\nlet send x = ( * ) x 1\n", ["send"]),
        ("a.lua", "--[=[\nfunction gone() end\n]] ]=]\nfunction send() end\ns = [[\nfunction x() end\n]]\n", ["send"]),
        ("a.pl", "=head1 USAGE\n\nsub gone {}\n\n=cut\nsub send {}\n__END__\nsub last {}\n", ["send"]),
        ("a.jl", '"""\nfunction gone(x)\n"""\nfunction send(x)\nend\n#=\nfunction old(x)\n=#\n', ["send"]),
        ("a.clj", '(def usage "so:\n(defn gone [x])\n")\n(defn send [x] \\" x)\n(def a 1)\n', ["usage", "send", "a"]),
        ("a.ps1", "<#\nfunction Gone {}\n#>\nfunction Send-Mail {}\n", ["Send-Mail"]),
    ],
)  # fmt: skip
def test_what_is_in_a_text_block_is_no_definition(path: str, text: str, names: list[str]) -> None:
    assert [each.name for each in read_outline(path, text)] == names


SIGNS = ["{-", "(*", '"""', "'''", "[[", "--[==[", "=x\n", "#=", "<#", '"', "{- -}{- ", "(* *)(* "]


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("path", ["a.ex", "a.hs", "a.ml", "a.lua", "a.pl", "a.jl", "a.clj", "a.ps1"])
def test_signs_that_are_never_closed_are_read(path: str, sign: str) -> None:
    language = language_of(path)
    assert language is not None
    for text in (sign * 20_000, f"{sign} code\n" * 20_000):
        assert all(0 <= start < end <= len(text) for start, end in find_text_blocks(language, text.encode()))
