"""Bans for the time being, and what ends them."""

import pytest

from backstory.patterns.holds import ends_hold, read_hold


def ends(rule: str, later: str) -> bool:
    first, _, after = rule.partition(" || ")
    hold = read_hold(first, after)
    return hold is not None and any(ends_hold(hold, sentence) for sentence in later.split(" || "))


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("leave src/parser.rs alone for the moment, Tom is in the middle of a rewrite", "Tom's rewrite landed"),
        ("don't bump the lockfile yet, ops is testing the current one", "ops signed off on the lockfile, go ahead"),
        ("no edits in docs/ until Maria has had her review", "Maria's review is through || docs can be edited"),
        ("keep your hands off the migrations, Priya has an open PR there", "priya's PR went in last night"),
        ("do not run the slow tests for now, the staging db is down", "staging is back up, the slow tests can run"),
        ("don't use the new logger yet, it isn't reviewed", "the new logger got approved, you can use it"),
        ("hands off style.rb from now on til he merged, i dont want his conflicts", "style.rb is fair game again"),
        ("no deploys today, the customer is demoing", "demo went well, deploys are back on"),
        ("please don't merge anything for now", "merging is possible again"),
        ("hands off routing.py for now, Sean is rewriting it", "sean merged"),
        ("hands off routing.py for now, Sean is rewriting it", "Sean reverted his rewrite, routing.py is free again"),
        ("hold the version at 0.9 until Lee says so", "Lee says go, make it 1.0"),
        ("could you stay away from billing? || Femi is fixing it right now", "Femi fixed billing, you can go in there"),
        ("not a word in the CHANGELOG before Hana cut 3.1", "Hana cut 3.1 this morning, CHANGELOG is yours"),
        (
            "could you not touch api.md yet? || Kevin is about to cut 1.2",
            "Kevin published 1.2, put it in api.md now",
        ),
        ("don't rebase the branch, Ken has it checked out", "Ken's off the branch, rebase it"),
        ("Bitte config/prod.yml vorerst nicht anfassen, Jens baut da gerade um", "Jens hat gemergt"),
        (
            "Den Changelog lassen wir bis zum Release in Ruhe",
            "Release ist durch, trag es in den Changelog ein",
        ),
        ("Erstmal keine neuen Migrationen, Anna räumt die alten auf", "Migrationen gehen wieder"),
        ("Ne touche pas à src/Auth pour l'instant, Luc est dessus", "Luc a terminé, src/Auth est à toi"),
        ("e mailer.rb non toccarlo, Giulia sta rifacendo i testi", "Giulia ha finito i testi, mailer.rb is free now"),
        ("no toques el módulo de pagos todavía, Lucía lo está reescribiendo", "el módulo de pagos ya se puede tocar"),
        ("Scala 3: no hagas el cross-build por ahora", "lo de Scala 3 queda levantado, puedes hacerlo sin miedo"),
    ],
)
def test_less_is_enough_to_end_a_ban_that_announces_its_end(rule: str, later: str) -> None:
    assert ends(rule, later)


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("leave src/parser.rs alone for the moment, Tom is in the middle of a rewrite", "Tom merged the lexer"),
        ("leave src/parser.rs alone for the moment, Tom is in the middle of a rewrite", "parser.rs is not free yet"),
        ("don't bump the lockfile yet, ops is testing the current one", "can we bump the lockfile?"),
        ("no edits in docs/ until Maria has had her review", "Maria is done with the website"),
        ("no edits in docs/ until Maria has had her review", "once Maria is done docs can be edited"),
        ("stay out of infra/ this week please, Bob has it checked out", "Bob finished the slides"),
        ("stay out of infra/ this week please, Bob has it checked out", "Bob is out today"),
        ("stay out of infra/ this week please, Bob has it checked out", "I think infra is free again"),
        ("don't touch the vendored copy until I hear from legal", "legal will answer on monday"),
        ("Finger weg von der Suche, die macht gerade Nils neu", "Nils hat gefragt, ob die Suche Umlaute kann"),
        ("on ne modifie pas le schéma tant que Paul n'a pas fini", "la migration du schéma c'est pour demain"),
        ("hands off routing.py for now, Sean is rewriting it", "Sean is done for today"),
        ("hands off routing.py for now, Sean is rewriting it", "Sean merged part one, part two follows"),
        ("hands off routing.py for now, Sean is rewriting it", "Sean merged routing but then reverted it"),
        ("hands off routing.py for now, Sean is rewriting it", "sean is done with the tests, now he does routing"),
        ("leave the auth module alone until Lena's PR is in", "Lena's other PR is in"),
        ("Finger weg von api.py, bis Jonas fertig ist", "Jonas ist fertig für heute"),
        (
            "commit it please, but do not push, Ken (the lead) reads everything before it goes out",
            "Ken finished with routes.rb so now you can put the paths there",
        ),
        ("never push to main", "Ken is done, you can push"),
        ("don't add dependencies", "the dependencies are free to use"),
        ("don't merge until CI is green", "CI is green, you can merge"),
    ],
)
def test_a_ban_stays(rule: str, later: str) -> None:
    assert not ends(rule, later)


@pytest.mark.parametrize(
    "sentence",
    [
        "never push to main",
        "the code is not working at the moment",
        "the columns are frozen 2 places to the left",
        "we aren't getting exact matches yet",
        "I don't know yet",
        "show only the first guest for now",
    ],
)
def test_what_is_no_ban_for_the_time_being(sentence: str) -> None:
    assert read_hold(sentence) is None


def test_a_hold_may_begin_with_what_it_waits_for() -> None:
    hold = read_hold("Until the audit is over, no changes in services/ please.")

    assert hold is not None
    assert ends_hold(hold, "The audit is over, by the way.")
    assert not ends_hold(hold, "The audit is not over yet.")


def test_what_somebody_is_asked_to_make_is_not_done() -> None:
    hold = read_hold("keep out of refill.rs until Robin is through")
    assert hold is not None
    assert ends_hold(hold, "Robin is through, can you adapt refill.rs?")
    assert not ends_hold(hold, "can you make that come out right for Robin?")
