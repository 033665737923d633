"""Parts of `camelCase` are evidence of their own only where the memory does not have the name."""

from backstory.base.name_parts import weigh_parts
from backstory.base.tokenizer import query_terms


def list_weak(text: str, indexed: set[str]) -> list[str]:
    terms = query_terms(text)
    weigh_parts(terms, [int(term.form in indexed) for term in terms])
    return [term.form for term in terms if term.weak]


def test_parts_of_a_name_that_the_memory_has_prove_little() -> None:
    assert list_weak("raise mirrorLockDelay", {"mirrorlockdelay"}) == ["mirror", "lock", "delay"]


def test_parts_of_a_name_that_it_does_not_have_count_by_themselves() -> None:
    assert list_weak("raise mirrorLockDelay", {"mirror", "lock"}) == []


def test_common_words_of_software_stay_weak_as_parts() -> None:
    assert list_weak("raise mirrorFile", set()) == ["file"]


def test_words_after_the_name_are_not_touched() -> None:
    assert list_weak("mirrorLock of a file", set()) == ["file"]
