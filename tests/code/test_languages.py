"""Every language of the table, held against what was read from its sample before: nothing may be lost.

`languages/NAME.txt` is the sample, `NAME.golden` is what both readers say of it. A new language brings both files.
`python -m tests.code.test_languages` writes the golden files that are missing or differ.
"""

from pathlib import Path

import pytest

from backstory.code.read import symbols
from backstory.code.read.definitions import find_definitions, find_names
from backstory.code.read.language import Grammar
from backstory.code.read.languages import BY_NAME, LANGUAGES
from backstory.code.read.naming import NAMINGS
from backstory.code.read.symbols import find_calls, read_outline, symbol_text

SAMPLES = Path(__file__).parent / "languages"
READ = [language.name for language in LANGUAGES if language.rules]


def sample(name: str) -> tuple[str, bytes]:
    """The path and the content of a language's sample."""
    language = BY_NAME[name]
    path = "sample" + language.extensions[0] if language.extensions else language.names[0]
    return path, (SAMPLES / f"{name}.txt").read_bytes()


def reading(name: str) -> str:
    """All that is read from a sample, a line each."""
    path, data = sample(name)
    rows = [
        f"{s.line}-{s.end} [{s.start_byte}:{s.end_byte}] {s.kind} {s.name} | {s.signature} | {s.doc}".rstrip()
        for s in read_outline(path, data)
    ]
    rows += [f"call {c.name} in {c.inside or '-'} at {c.line}" for c in find_calls(path, data)]
    rows += [f"fast {d.line} {d.kind} {d.name}" for d in find_definitions(BY_NAME[name], data)]
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize("name", READ)
def test_reading_is_as_before(name: str) -> None:
    assert reading(name) == (SAMPLES / f"{name}.golden").read_text("utf-8")


@pytest.mark.parametrize("name", READ)
def test_readers_agree(name: str) -> None:
    path, data = sample(name)
    language = BY_NAME[name]

    assert {d.name for d in find_definitions(language, data)} == {
        n.decode().strip() for n in find_names(language, data)
    }
    for symbol in read_outline(path, data):
        if symbol.kind == "extension":
            continue  # a name stands for the type itself, not for what extends it
        text = symbol_text(path, data, symbol.name)
        assert text is not None and data[symbol.start_byte : symbol.end_byte].decode() in text
    if language.grammar:
        assert symbols._parsers[language.grammar.function] is not None


@pytest.mark.parametrize("grammar", [x.grammar for x in LANGUAGES if x.grammar], ids=lambda g: g.function)
def test_words_of_a_grammar_are_known(grammar: Grammar) -> None:
    assert set(grammar.names.values()) <= NAMINGS.keys()
    assert set(grammar.only.values()) <= symbols.CONDITIONS.keys()
    assert set(grammar.kinds.values()) <= symbols.REFINEMENTS.keys()
    assert grammar.signature in ("", "line", "colon", "declarator", "brace", "end")
    assert (
        grammar.inner | grammar.only.keys() | grammar.kinds.keys() | grammar.names.keys() <= grammar.definitions.keys()
    )


def test_every_sample_has_a_language() -> None:
    assert {file.stem for file in SAMPLES.iterdir()} == set(READ)


if __name__ == "__main__":
    for each in READ:
        (SAMPLES / f"{each}.golden").write_text(reading(each), "utf-8")
