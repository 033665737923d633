"""What a README says its project is for."""

# ruff: noqa: E501, ISC004 (one row of a table, one line)

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.growth import assert_linear

from backstory.survey.readme import LIMIT, find_purpose, shorten_description

CASES = {
    "heading and badges are passed over": (
        "README.md",
        "# Frob\n\n[![Build](https://x/y.svg)](https://x) ![cov](https://c)\n\nFrob turns widgets into gadgets. More here.\n",
        "Frob turns widgets into gadgets. More here.",
    ),
    "setext heading, list and table": (
        "README.md",
        "Frob\n====\n\n- one thing\n- another thing that is long enough\n\n| a | b |\n|---|---|\n\nA small tool for people who frob.\n",
        "A small tool for people who frob.",
    ),
    "html is taken off": (
        "README.md",
        '<p align="center"><img src="x.png"></p>\n<h1 align="center">Frob</h1>\n<p align="center">\n'
        "  <b>Frob</b> is a tool that does <em>nothing</em> well.\n</p>\n",
        "Frob is a tool that does nothing well.",
    ),
    "comments, front matter and fences": (
        "README.md",
        "---\ntitle: x\n---\n<!-- This is a hidden comment that reads well. -->\n```\nThis is a code block with some words.\n```\n"
        "Here is what the project really does.\n",
        "Here is what the project really does.",
    ),
    "an admonition is not the purpose": (
        "README.md",
        "# X\n\n> [!WARNING]\n> This project is not maintained any more at all.\n\nIt parses logs of many kinds.\n",
        "It parses logs of many kinds.",
    ),
    "a row of links is no sentence": (
        "README.md",
        "[English](a.md) | [Deutsch](b.md) | [a longer one here](c.md)\n\nIt reads the sensors of a greenhouse.\n",
        "It reads the sensors of a greenhouse.",
    ),
    "markup is stripped": (
        "README.md",
        "**Frob** is a [fast](https://x) `gadget` [tool][1], see_the_name, [Ref] :rocket:\n\n[1]: http://x\n[ref]: http://y\n",
        "Frob is a fast gadget tool, see_the_name, Ref",
    ),
    "a sentence that says NAME is a ... is preferred": (
        "README.md",
        "The fast way to the good things in life.\n\nFrob is a library for gadgets.\n",
        "Frob is a library for gadgets.",
    ),
    "what leads up to a list is left out": (
        "README.md",
        "A runtime for gadgets of all kinds. At a high level, it provides:\n\n* this\n",
        "A runtime for gadgets of all kinds.",
    ),
    "abbreviations end no sentence": (
        "README.md",
        "A tool for shells, e.g. Bash or Zsh, and for Mr. Smith and his very long wish list of things. It is fast. And small.\n",
        "A tool for shells, e.g. Bash or Zsh, and for Mr. Smith and his very long wish list of things.",
    ),
    "blockquote as the tagline": ("README.md", "# F\n\n> The tool that frobs all of the widgets.\n", "The tool that frobs all of the widgets."),
    "licence talk is no purpose": (
        "README.md", "The frob project is licensed under the MIT License.\n\nIt counts the birds of a garden.\n", "It counts the birds of a garden.",
    ),
    "another script": ("README.md", "# 项目\n\n这是一个用于测试的小工具。它很快。\n", "这是一个用于测试的小工具。它很快。"),
    "rst": (
        "README.rst",
        "====\nFrob\n====\n\n.. image:: https://x/y.svg\n   :target: https://x\n\n|build| |docs|\n\n:Author: me\n\n"
        "Frob is a *small* ``tool`` for `many people <https://x>`_ and :ref:`others <x>`.\n",
        "Frob is a small tool for many people and others.",
    ),
    "adoc": ("README.adoc", "= Frob\n:toc:\nimage::x.png[]\n\nFrob frobs https://x[the widgets] of a whole town.\n", "Frob frobs the widgets of a whole town."),
    "text": ("README", "FROB\n====\n\nFrob is a thing that frobs other things.\n", "Frob is a thing that frobs other things."),
    "nothing to say": ("README.md", "# Frob\n\n```sh\nnpm install frob\n```\n", ""),
    "entities and invisible characters": ("README.md", "It joins &lt;a&gt; &amp; b for\u200b you all.\n", "It joins <a> & b for you all."),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_purpose(name: str) -> None:
    file, text, expected = CASES[name]
    assert find_purpose(text, file, ("frob",)) == expected
    assert find_purpose(text.replace("\n", "\r\n"), file, ("frob",)) == expected


@given(st.text(max_size=300), st.sampled_from(["README.md", "README.rst", "README.adoc", "README"]))
def test_any_text(text: str, file: str) -> None:
    out = find_purpose(text, file, (text[:5],))
    assert len(out) <= LIMIT
    assert "\n" not in out


@pytest.mark.parametrize(
    "piece",
    ["<!--", "<a ", "[![", "![x](", "`", "``` \n", "**a", "_a_", "<details>", "[x](", ":a:", "|a", ".. a::\n", "<p>", "(((", "a. ", "> ", "[a]", "&lt;"],
)  # fmt: skip
def test_hostile_text_takes_time_in_proportion(piece: str) -> None:
    for file in ("README.md", "README.rst", "README.adoc"):
        assert_linear(lambda text, file=file: find_purpose(text, file), piece, 50_000)  # type: ignore[misc]


def test_metadata_sentence() -> None:
    assert shorten_description("  A *tool*\n for `x`. ") == "A tool for x."
    assert shorten_description("x") == ""
