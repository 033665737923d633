"""Features of programming languages that a rule forbids by naming a version."""

import pytest

from backstory.base.language_features import find_languages, names_version
from backstory.base.tokenizer import split_words


@pytest.mark.parametrize(
    ("order", "language"),
    [
        ("use an f-string there", "python"),
        ("rewrite the closure as fn() =>", "php"),
        ("use var and List.of in the new test", "java"),
        ("make it a let-else", "msrv"),
    ],
)
def test_an_order_uses_a_feature_of_a_language(order: str, language: str) -> None:
    assert language in find_languages(split_words(order))


@pytest.mark.parametrize("order", ["fix the failing test", "add a limit to the list", "rename the variable"])
def test_most_orders_use_none(order: str) -> None:
    assert find_languages(split_words(order)) == frozenset()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("It has to run under Python 2.7.", "python"),
        ("our devices run Java 8 and will do so until 2029", "java"),
        ("we compile with an old GHC (8.0)", "ghc"),
        ("MSRV 1.81 stays", "msrv"),
        ("C89 only, please", "c89"),
    ],
)
def test_a_rule_names_the_version(text: str, language: str) -> None:
    assert names_version(text, frozenset([language]))


@pytest.mark.parametrize("text", ["Python is slow", "the 2.7 release of our tool"])
def test_a_number_elsewhere_is_no_version(text: str) -> None:
    assert not names_version(text, frozenset(["python", "java"]))
