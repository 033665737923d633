"""A ban for the time being that ended is said to be off, in its place."""

from collections.abc import Sequence

import pytest
from tests.recall.quotes.test_quotes import MOMENT, talk

from backstory.recall.brief import compose_brief
from backstory.recall.past.sessions import PastWork
from backstory.recall.quotes.freed_things import list_freed
from backstory.recall.quotes.talk import Talk
from backstory.recall.text.moment import BriefRequest


def past(bans: str, ends: Sequence[str], day: str = "2026-11-19") -> PastWork:
    return PastWork(
        (
            talk([row for end in ends for row in (("user", end), ("answer", "Done."))], "s2", day),
            talk([("user", bans), ("answer", "All right.")], "s1", "2026-11-18"),
        )
    )


def free(bans: str, *ends: str) -> list[str]:
    return [note.text for note in list_freed(MOMENT, Talk(past(bans, ends)))]


@pytest.mark.parametrize(
    ("ban", "end", "text"),
    [
        (
            "No. Robin has an open PR on refill.rs. Don't touch that file until it's in.",
            "Robin's PR is merged, you can go into refill.rs. Add the tab in a separate commit.",
            'refill.rs ("Robin\'s PR is merged, you can go into refill.rs")',
        ),
        (
            "don't run the benchmark for now, my laptop is on battery",
            "ok you can run the benchmark now, I'm plugged in",
            'run the benchmark ("ok you can run the benchmark now, I\'m plugged in")',
        ),
        (
            "ok so NO document() for now, for you neither.",
            "cool. I also updated roxygen to 7.3.3 last night so document() works again, you can run it",
            'document() ("I also updated roxygen to 7.3.3 last night so document() works again …")',
        ),
        (
            "Par contre Types.hs on n'y touche plus pour le moment : Huw a une grosse branche dessus.",
            "Bon, plein de changements. Un : Huw a mergé sa branche, donc Types.hs est de nouveau à nous.",
            'Types.hs ("Un : Huw a mergé sa branche, donc Types.hs est de nouveau à nous")',
        ),
        (
            "Keep your hands off schema.sql for now, Oleg has a migration in flight.",
            "Oleg's migration went in. The index on orders is still missing.",
            'schema.sql ("Oleg\'s migration went in")',
        ),
        (
            "Not a word in the CHANGELOG before Hana cut 3.1.",
            "3.1 came out last night. Now write the entry for the flag.",
            'CHANGELOG ("3.1 came out last night")',
        ),
        (
            "Priya is rewriting the auth module. Stay out of there until she's done.",
            "Priya's rewrite landed, so go ahead and add the check.",
            'auth module ("Priya\'s rewrite landed, so go ahead and add the check")',
        ),
        (
            "The Dockerfile is being redone by Anouk this week, please leave it alone until she says so.",
            "Anouk says the Dockerfile is good now, you may edit it.",
            'Dockerfile ("Anouk says the Dockerfile is good now, you may edit it")',
        ),
        (
            "Jens baut gerade config/prod.yml um. Fass die Datei bitte nicht an, bis er gemergt hat.",
            "Jens hat gestern gemergt. Ergänze jetzt den neuen Schlüssel.",
            'config/prod.yml ("Jens hat gestern gemergt")',
        ),
        (
            "Vorerst nichts pushen, die CI wird umgebaut.",
            "Die CI steht wieder, pushen geht wieder.",
            'pushen ("Die CI steht wieder, pushen geht wieder")',
        ),
        (
            "Bis zum Release bitte nichts am Changelog machen.",
            "Das Release ist raus. Trag die neue Option im Changelog ein.",
            'Changelog machen ("Das Release ist raus")',
        ),
        (
            "Pas de push avant que la sécurité ait validé.",
            "La sécurité a validé, tu peux pousser.",
            'push ("La sécurité a validé, tu peux pousser")',
        ),
    ],
)
def test_a_ban_that_ended_is_free_again(ban: str, end: str, text: str) -> None:
    assert free(ban, end) == [text]


def test_of_two_bans_only_the_one_that_ended_is_free() -> None:
    bans = "Hands off b.c for now, Ann is in there. Also hands off a.c until Joe merged."
    assert free(bans, "Joe merged, a.c is yours.") == ['a.c ("Joe merged, a.c is yours")']


@pytest.mark.parametrize(
    "later",
    [
        "parser.go is off limits again, Mia saw a bug.",
        "Mia reverted her merge. Hands off parser.go until she's done.",
        "Actually better not touch parser.go, she goes on with it.",
        "Mia's rewrite was reverted.",
    ],
)
def test_a_ban_in_force_again_is_not_free(later: str) -> None:
    assert free("Hands off parser.go for now, Mia is rewriting it.", "Mia merged, parser.go is free.")
    assert not free("Hands off parser.go for now, Mia is rewriting it.", "Mia merged, parser.go is free.", later)


@pytest.mark.parametrize(
    ("ban", "later"),
    [
        ("Don't touch refill.rs until Robin's PR is in.", "Is Robin's PR merged?"),
        ("Don't touch refill.rs until Robin's PR is in.", "Robin's PR on the docs is merged."),
        ("Lass den Parser in Ruhe, Tina baut ihn gerade um.", "Tina ist mit dem Lexer fertig, der Parser kommt noch."),
        ("Ne touche pas à Auth.php pour l'instant, Luc est dessus.", "Luc n'a pas encore terminé."),
        ("Never edit generated.go by hand.", "Ken merged the generator, generated.go is up to date again."),
    ],
)
def test_a_ban_in_force_is_not_free(ban: str, later: str) -> None:
    assert not free(ban, later)


def test_a_negation_about_something_else_lays_no_ban_down() -> None:
    ban = "Par contre Types.hs on n'y touche plus pour le moment : Huw a une grosse branche dessus."
    assert free(ban, "Huw a mergé, Types.hs est à nous.", "Une seule fois par option, pas une fois par occurrence.")


def test_a_polite_ban_in_a_long_sentence_is_free_again() -> None:
    ban = (
        "And one more thing: Renske is in the middle of a review of the serialised form, so I would ask you to leave "
        "Version.java entirely untouched until she has finished, even if it were only a comment."
    )
    end = "Renske has finished with her review, so Version.java is at your disposal from now on."
    assert free(ban, end)[0].startswith("Version.java (")


def test_what_an_agent_proposed_before_a_ban_that_ended_is_out_of_date() -> None:
    rows = [("user", "Why so many files?"), ("answer", "Until 7.3.3 is here better do not run `document()`.")]
    first = talk([*rows, ("user", "ok so NO document() for now."), ("answer", "Right.")], "s1", "2026-11-18")
    last = talk([("user", "7.3.3 is here, document() works again, you can run it"), ("answer", "Done.")], "s2")
    spoken = Talk(PastWork((last, first)))
    utterance = next(one for one in spoken.utterances if one.sentences[0].startswith("Until"))
    assert spoken.measure_revision(utterance, utterance.sentences[0]) == 1.0


def test_a_rule_that_says_so_is_enough() -> None:
    spoken = Talk(past("Hands off api.py for now, Sean is rewriting it.", ["Sean merged, api.py is free."]))
    assert not list_freed(MOMENT, spoken, ["Sean merged, api.py is free"])


def test_it_stands_among_the_rules_from_500_tokens_on() -> None:
    work = past("Hands off api.py for now, Sean is rewriting it.", ["Sean merged, api.py is free."])
    for budget in (300, 500, 1200, 4000):
        moment = BriefRequest(project="shop", branch="feat/retry", now="2026-11-20T09:00:00Z", budget=budget)
        section = compose_brief(moment, [], past=work, measure=lambda brief: 100).section("rules")
        texts = [note.text for note in section.notes] if section else []
        assert texts == (['api.py ("Sean merged, api.py is free")'] if budget >= 500 else [])


def test_a_ban_that_ended_long_ago_needs_no_line() -> None:
    recent = talk([("user", "Add the limit."), ("answer", "Done.")], "s3", "2026-12-06")
    sessions = past("Hands off api.py for now, Sean is rewriting it.", ["Sean merged, api.py is free."]).sessions
    assert not list_freed(MOMENT, Talk(PastWork((recent, *sessions))))
