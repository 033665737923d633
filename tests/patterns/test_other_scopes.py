"""A later sentence of another scope leaves a rule standing: whose deed it is, which object, which part.

The words of the pairs are in no list of the code. What decides is the form of the sentence and what both name, so that
it carries to other projects; the second table has the same forms where the scope is the rule's own.
"""

import pytest

from backstory.patterns.joint_liftings import read_liftings
from backstory.patterns.lifting_match import SURE, measure_lifting
from backstory.patterns.other_scopes import has_other_scope
from backstory.patterns.rule_revisions import read_revision


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("never upload builds to the mirror", "you can upload builds to my bucket from now on, it's only a test"),
        ("never share invoices with partners", "from now on you can share invoices with me"),
        ("never log tokens in clear", "you can log the locale in clear from now on"),
        ("never change files under third_party/", "you can change third_party/fonts, that's ours"),
        ("docstrings are in French, always", "docstrings in the plugin are in English from now on, partners read it"),
        ("all queries go through the planner", "migrations don't need the planner any more"),
        (
            "always run the formatter before you push",
            "for draft-only pushes you don't need to run the formatter any more",
        ),
        ("the service must run on Java 11", "the build server runs on Java 21 only from now on"),
        ("the service must run on Java 11", "my desktop runs on Java 21 from now on"),
        ("the upload limit is always 40 rows", "the preview limit is 10 rows from now on"),
        ("never deploy to staging", "I deploy to staging from now on, it's only me who does"),
        ("always rebase before merging", "I don't rebase before merging my own branches any more, but that's me"),
        ("we never amend commits here", "in the billing team they always amend commits now"),
        ("no abbreviations in headings", "sales wants abbreviations in headings from now on"),
        ("never edit the ledger", "Omar says you can edit the ledger now, but I want to ask him first"),
        ("never publish without my approval", "I approved the draft, you can publish now"),
        # a place or a heading in front that the rule does not name
        (
            "use tabs in the Makefile and four spaces in Python",
            "In the YAML under .github use two spaces instead of four.",
        ),
        ("don't use print in library code, use the logger", "in cli.py use print instead of the logger"),
        ("one PR per ticket, don't mix things", "the PR template: don't ask for the ticket any more"),
    ],
)
def test_a_sentence_of_another_scope_revises_nothing(rule: str, sentence: str) -> None:
    assert has_other_scope(sentence, rule)
    assert not read_revision(sentence, rule)
    assert all(measure_lifting(one, rule) != SURE for one in read_liftings(sentence))


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("never upload builds to the mirror", "you can upload builds to the mirror from now on, it's only a test"),
        ("never share invoices with partners", "from now on you can share invoices with partners"),
        ("never change files under third_party/", "you can change third_party/ again, that's ours"),
        ("docstrings are in French, always", "docstrings are in English from now on, partners read them"),
        ("all queries go through the planner", "queries don't need the planner any more"),
        ("always run the formatter before you push", "you don't need to run the formatter before a push any more"),
        ("the upload limit is always 40 rows", "the upload limit is 10 rows from now on"),
        ("always rebase before merging", "I no longer want you to rebase before merging"),
        ("no abbreviations in headings", "legal wants us to use abbreviations in headings from now on"),
        ("never edit the ledger", "Omar is through with it, you can edit the ledger now"),
        ("never publish without my approval", "you can publish without my approval from now on"),
        ("keep uploads in the bucket", "uploads go in the database from now on"),
        ("don't use print in library code, use the logger", "in library code use print from now on, no logger"),
        ("feature toggles: yes, for each screen", "feature toggles: banned from now on"),
    ],
)
def test_a_sentence_about_the_same_is_of_no_other_scope(rule: str, sentence: str) -> None:
    assert not has_other_scope(sentence, rule)
