import os

import pytest

from backstory.redact.compile import FOLDER, PACKS, build_table, read_rows
from backstory.redact.pack_files import read_pack_file
from backstory.redact.rules import LITTLE, Rules


def test_the_table_is_what_the_packs_say() -> None:
    with open(os.path.join(FOLDER, "rules.tsv"), encoding="utf-8", newline="") as file:
        assert file.read() == build_table(), "run `python -m backstory.redact.compile`"


def test_every_pack_comes_with_its_licence_and_source() -> None:
    with open(os.path.join(FOLDER, "SOURCES.md"), encoding="utf-8") as file:
        sources = file.read()
    for pack in PACKS:
        assert f"`{pack}.toml`" in sources
        with open(os.path.join(FOLDER, f"{pack}.LICENSE"), encoding="utf-8") as file:
            licence = file.read()
        assert "Permission is hereby granted" in licence or "Apache License" in licence


def test_nothing_of_a_pack_asks_the_network() -> None:
    for pack in PACKS:
        text = read_pack_file(f"{pack}.toml")
        assert b"http.get(" not in text
        assert b"http.post(" not in text


@pytest.mark.parametrize(
    "rule",
    [
        "id='a'\nregex='x'\n",
        "id='a'\nregex='''x\ty'''\nkeywords=['k']\n",
        "id='a'\nregex='x'\nkeywords=['k\\u001f']\n".replace("'k\\u001f'", '"k\\u001f"'),
    ],
)
def test_a_rule_that_does_not_fit_is_refused(rule: str) -> None:
    with pytest.raises(ValueError, match="rule `a` of pack `p`"):
        read_rows("p", b"[[rules]]\n" + rule.encode())


def test_every_rule_compiles_and_is_found_by_its_keyword() -> None:
    rules = Rules()
    assert len(rules.rules) > 400
    for rule in rules.rules:
        rule.pattern.compile()
    assert [r.name for r in rules.active(b"a GHP_ here")] != []
    assert rules.active(b"nothing at all") == []


def test_keywords_are_the_same_in_little_text_and_in_much() -> None:
    little, much = Rules(), Rules()
    assert little.rules
    assert much.rules
    much._asked = LITTLE
    for number, keyword in enumerate(much._keywords):
        text = b"x" + keyword.upper() + b" y"
        little._asked = 0
        assert number in little._occurring(text)
        assert little._occurring(text) == sorted(much._occurring(text))


def test_packs_can_be_left_out() -> None:
    both, one = Rules(), Rules(("gitleaks",))

    assert 150 < len(one.rules) < len(both.rules)
    assert len({r.name for r in both.rules}) == len(both.rules)
