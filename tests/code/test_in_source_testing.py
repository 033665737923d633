"""The tests within a file of code: they are found, and are not the definition that matters."""

from pathlib import Path

import pytest
from testing.repositories import Repo

from backstory.code.best_symbol import find_best_symbol
from backstory.code.index.goal import parse_goal, trim_ending
from backstory.code.index.store import CodeIndex
from backstory.code.map import map_code
from backstory.code.read.in_source_testing import find_test_sections
from backstory.code.read.languages import BY_NAME
from backstory.code.symbol_worth import group_words

THEME = b"""pub struct Theme {
    name: String,
}

impl Theme {
    pub fn pick(&self) -> u8 {
        1
    }
}

#[cfg(test)]
use std::fs;

#[cfg(all(test, unix))]
// Only where there are colors.
#[allow(dead_code)]
mod tests {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn picks_colors_of_colors() {
        assert_eq!(colors(Theme::new("colors").pick()), 1);
    }
}

pub fn last() {}

#[test]
fn picks_colors_alone() {
    colors(colors());
}
"""


def sections(data: bytes) -> list[bytes]:
    return [data[start:end] for start, end in find_test_sections(BY_NAME["rust"], data)]


def test_a_test_goes_from_its_mark_to_its_closing_bracket() -> None:
    imported, module, alone = sections(THEME)

    assert imported == b"#[cfg(test)]\nuse std::fs;\n"
    assert module.startswith(b"#[cfg(all(test, unix))]\n// Only") and module.endswith(b"    }\n")
    assert b"last" not in module
    assert alone.startswith(b"#[test]\nfn picks_colors_alone")


@pytest.mark.parametrize(
    "text",
    [
        b"#[cfg(test)] mod tests {\n    use super::*;\n    fn help() {}\n}\n",
        b"#[cfg(test)] mod tests;\n",
        b"#[test] fn a() { b(); }\n",
        b"#[test] #[ignore]\nfn a() {\n    b();\n}\n",
        b'#[test_case(\n    1; "one"\n)]\nfn a(n: u8) {\n    b(n);\n}\n',
    ],
)
def test_a_test_may_begin_on_the_line_of_its_mark(text: bytes) -> None:
    (section,) = sections(text + b"fn code() {\n}\n")

    assert section.strip(b"\n}") == text.strip(b"\n}")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"fn a() {}\n",
        b'#[cfg(feature = "test")]\nfn a() {}\n',
        b"#[cfg(not(test))]\nfn a() {}\n",
        b"#[testament]\nfn a() {}\n",
    ],
)
def test_what_is_no_test(text: bytes) -> None:
    assert sections(text) == []


@pytest.mark.parametrize(
    "text", [b"#[cfg(test)]", b"#[cfg(test)]\n", b"#[test]\nfn a() {", b"#[test]\r\nfn a() {\r\n}\r\n"]
)
def test_a_file_may_end_within_a_test(text: bytes) -> None:
    assert len(sections(text)) == 1


@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_other_languages_keep_their_tests_elsewhere(name: str) -> None:
    assert name == "rust" or find_test_sections(BY_NAME[name], THEME) == []


@pytest.mark.parametrize(("goal", "is_test"), [("colors of colors", False), ("test the colors of colors", True)])
def test_a_test_is_the_definition_that_matters_only_for_a_goal_about_tests(goal: str, is_test: bool) -> None:
    data = THEME + b"pub fn colors(n: u8) -> u8 {\n    n\n}\n"
    parsed = parse_goal(goal)
    words = group_words([(trim_ending(term).encode(), 1.0) for term in parsed.terms])
    best = find_best_symbol("theme.rs", data, data.lower(), words, {})

    assert best is not None
    assert (best.name == "colors") is not is_test


def test_the_map_of_a_goal_shows_code_before_tests(repo: Repo, tmp_path: Path) -> None:
    repo.commit("theme", **{"src/theme.rs": THEME.decode() + "\npub fn colors(n: u8) -> u8 {\n    n\n}\n"})
    index = CodeIndex.open(str(tmp_path / "code.db"))
    index.refresh(str(repo.root), repo.asked)
    (file,) = map_code(index, goal="pick other colors").files
    scores = {symbol.name.rpartition(".")[2]: symbol.score for symbol in file.symbols}

    assert scores["pick"] > scores["picks_colors_of_colors"]
    assert scores["colors"] > scores["picks_colors_alone"]
