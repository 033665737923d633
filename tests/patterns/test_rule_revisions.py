"""A later sentence revises a rule by what each clause lays down and names, so that its words need not be known.

The pairs differ in language, people and form. What decides is the same in all: the same deed or thing with another
polarity, value or extent, in words that last. None of the rules has a word that the code lists as a thing.
"""

import pytest

from backstory.patterns.rule_revisions import LIFTS, NARROWS, REPLACES, WIDENS, names_own, read_revision


@pytest.mark.parametrize(
    ("rule", "sentence", "revision"),
    [
        ("never restart the broker from here", "restarting the broker is fine from now on", LIFTS),
        ("ask me before you rotate a token", "no need to ask before rotating a token any more", LIFTS),
        ("Frag mich, bevor du den Index neu baust", "Du musst nicht mehr fragen, bevor du den Index neu baust", LIFTS),
        ("Ne touche pas aux migrations", "tu peux modifier les migrations toi-même désormais", LIFTS),
        ("you may vendor small libraries", "no vendored libraries any more, legal wants them listed", LIFTS),
        ("you may vendor small libraries", "stop vendoring libraries, legal wants them listed", LIFTS),
        ("always leave a marker where you skip a case", "no more markers please, nobody greps for them", LIFTS),
        ("Puedes usar datos reales en las pruebas", "Ya no se pueden usar datos reales en las pruebas", LIFTS),
        ("feature toggles: yes, for each screen", "feature toggles: banned", LIFTS),
        ("the handbook is written in French", "we write the handbook in English from now on", REPLACES),
        ("use gulp for the bundles", "bundles with rollup from now on, gulp is gone", REPLACES),
        ("prices are floats", "prices are integers in cents from now on", REPLACES),
        ("indent with two spaces", "four spaces for indentation from today", REPLACES),
        ("answer me in bullets", "please answer in paragraphs from now on, no bullets", LIFTS),
        ("run the bench before each tag", "you can run a tag without the bench from now on", ""),
        ("ask before running the bench", "you can run the bench without asking from now on", LIFTS),
        ("open tickets against triage", "we dropped triage, tickets go against intake now", REPLACES),
        ("stamps are ISO strings", "stamps as epoch seconds from now on", REPLACES),
        (
            "every subject ends with the ticket",
            "from now on leave the ticket out of subjects, the board is closed",
            LIFTS,
        ),
        ("every table gets a comment", "from now on comments are only needed for public tables", NARROWS),
        ("no reflection in the sources", "the reflection ban is only for the kernel from now on", NARROWS),
        ("Alle Klassen brauchen Beispiele", "Beispiele brauchen ab jetzt nur noch \u00f6ffentliche Klassen", NARROWS),
        ("in the ledger use Money for amounts", "Money for amounts everywhere from now on, not only there", WIDENS),
        ("Tests nur f\u00fcr neue Module", "Ab sofort Tests auch f\u00fcr jede Korrektur an Modulen", WIDENS),
    ],
)
def test_a_lasting_clause_about_the_same_revises_a_rule(rule: str, sentence: str, revision: str) -> None:
    assert read_revision(sentence, rule) == revision


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("never add a dependency without asking", "type stubs you can add without asking"),
        ("no abbreviated names", "ctx is ok as a name by the way"),
        ("never force a push", "forcing a push to your own branch is ok"),
        ("two approvals for every change", "bot changes need only one approval"),
        ("always add a changelog line", "never edit old changelog lines"),
        ("never deploy on Fridays", "deploy it today, just this once"),
        ("write the handbook in English", "write this page in German, it is for the Munich office"),
        ("always run the full suite", "you can skip the full suite for this commit"),
        ("no wildcard imports", "i told you before, never a wildcard import"),
        ("use uv, not pip", "uv, not pip"),
        ("commit subjects in English", "commit subjects start with a verb from now on"),
        ("use pytest for tests", "use factories for test data from now on"),
        ("use UTC in the database", "use local time in the calendar from now on"),
        ("never touch the seeds", "may we touch the seeds now?"),
        ("no lodash", "the mobile team uses lodash everywhere now"),
        ("keep the API stable", "Tom thinks we should break the API from now on"),
        ("the docs are in Dutch", "if we ever went public we would have to write the docs in English"),
        ("ask before deleting records", "the installer no longer asks before deleting caches"),
        ("always ask before deleting files", "you deleted a file without asking, always ask first"),
        ("commit often", "the save button no longer commits the draft"),
        ("never log emails", "users can log in with their email from now on"),
        ("Write the customer name into the header.", "A long customer name must not be cut in the header."),
        ("The burst should be 10 requests per second.", "Make the limit 60 requests per minute instead of 100."),
        # one word that a rule happens to have, as the thing that all of the work is about
        ("subjects start with `tint: `, lower case, the ticket behind it", "drop those rows instead of tinting xml"),
        (
            "no cached toggle, nobody finds it at night",
            "for all toggles from now: never one without an entry",
        ),
        ("I then have to go on by hand with --resume each time", "docs/man is generated, never touch it by hand"),
        ("Toujours demander avant de créer une table", "vas-y, crée la table, celle-là pas besoin de demander"),
        ("one thing per patch, never squash", "those were 2 things in 1 patch: leave it now, no squash"),
    ],
)
def test_an_exception_an_occasion_and_another_thing_leave_a_rule_alone(rule: str, sentence: str) -> None:
    assert read_revision(sentence, rule) == ""


def test_what_only_points_is_read_with_the_sentence_before_it() -> None:
    rule, sentence = "hands off the Dockerfile", "edit it whenever you need to"
    assert read_revision(sentence, rule, "ops handed the Dockerfile over to us.") == LIFTS
    assert read_revision(sentence, rule, "ops handed the proxy over to us.") == ""
    assert not names_own(sentence) and names_own("edit the Dockerfile whenever you need to")
