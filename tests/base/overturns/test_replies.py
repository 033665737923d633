"""What the reply right after a statement probably revises, and what is free again; and what only looks so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

Talk = list[tuple[str, str]]


def likely(talk: Talk, turns: list[int] | None = None) -> dict[str, str]:
    """Each sentence of a talk that is probably revised, with the words that revise it."""
    places = turns or [0] * len(talk)
    rows = [
        Spoken("s1", split_sentences(text), is_person=who == "user", turn=turn)
        for (who, text), turn in zip(talk, places, strict=True)
    ]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows) if not one.is_sure}


def exchange(asked: str, answered: str) -> Talk:
    return [("user", asked), ("agent", answered)]


@pytest.mark.parametrize(
    ("asked", "answered", "reply", "answer"),
    [
        (
            "where do the exports go?",
            "I'd upload them to the cloud and send a signed link.",
            "hm nothing leaves this site, the shared drive then",
            "They are written to `/mnt/share/exports`, the upload is left out.",
        ),
        (
            "Zeig die Kurse auf der Startseite",
            "Die Startseite zeigt zwölf Kurse.",
            "Moment, das sind viel zu viele. Doch lieber nur die eigenen",
            "Umgestellt: nur noch die Kurse, in denen man eingeschrieben ist.",
        ),
        (
            "envía un correo por cada pedido",
            "`OrderMailer` envía un correo por pedido.",
            "mejor un resumen al día, se quejan todos",
            "Cambiado: un resumen a las ocho.",
        ),
        (
            "garde les brouillons trente jours",
            "Les brouillons sont gardés trente jours.",
            "en fait c'est trop, une semaine",
            "Changé, une semaine.",
        ),
        (
            "sort the guests by last name",
            "Guests are sorted by last name.",
            "ugh the waiters look for tables, by table instead",
            "Switched to the table number.",
        ),
    ],
)
def test_a_reply_that_wants_it_otherwise_stands_beside_the_statement(
    asked: str, answered: str, reply: str, answer: str
) -> None:
    marked = likely([*exchange(asked, answered), *exchange(reply, answer)])
    assert marked.keys() & {asked, answered}
    assert {by.rstrip(".") for by in marked.values()} <= {one.rstrip(".") for one in split_sentences(reply)}


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("great, thanks", "You're welcome."),
        ("yes, do it", "Committed."),
        ("now the same for the guests", "Guests are sorted by table as well."),
        ("and in the tests use a limit of 3", "`LIMIT=3` in the tests."),
        ("it still doesn't work, no rows at all", "The filter ran before the sort. Fixed."),
        ("hm", "Anything wrong with it?"),
        ("what if there were none?", "Then the list would be empty."),
    ],
)
def test_thanks_another_task_a_failure_and_a_question_revise_nothing(reply: str, answer: str) -> None:
    talk = [*exchange("sort the tables by number", "Tables are sorted by `number`."), *exchange(reply, answer)]
    assert not likely(talk)


def test_what_stands_far_apart_is_no_reply() -> None:
    talk = [
        *exchange("sort the guests by last name", "Guests are sorted by last name."),
        *exchange("ugh the waiters look for tables, by table instead", "Switched to the table number."),
    ]
    assert likely(talk, [0, 1, 2, 3])
    assert not likely(talk, [0, 1, 12, 13]), "only found beside each other, as passages of a search are"


def test_what_another_session_says_is_no_reply() -> None:
    first = Spoken("s1", ["sort the guests by last name"], is_person=True)
    later = Spoken("s2", ["ugh the waiters look for tables, by table instead"], is_person=True)
    assert not find_overturns([first, later])


def test_a_reply_that_was_revised_in_its_turn_gives_way_to_the_last_one() -> None:
    last = "no wait, by the time they booked instead"
    talk = [
        *exchange("sort the guests by last name", "Guests are sorted by last name."),
        *exchange("ugh the waiters look for tables, by table instead", "Switched to the table number."),
        *exchange(last, "Switched to the time of the booking."),
    ]
    marked = likely(talk)
    assert marked["ugh the waiters look for tables, by table instead"] == last
    assert marked["sort the guests by last name"] == last


def test_a_summary_that_repeats_it_is_marked_too() -> None:
    repeated = "Guests are sorted by last name, in `guests.sql`, with the children last."
    talk = [
        *exchange("how are guests sorted?", "Guests are sorted by last name in `guests.sql`, children last."),
        *exchange("ugh the waiters look for tables, by table instead", "Switched to the table number."),
        *exchange("write it down for Tom", repeated),
        *exchange("go on", "Guests are sorted by table number now, in `guests.sql`, no longer by last name."),
    ]
    marked = likely(talk)
    assert repeated in marked
    assert not any("table number now" in one for one in marked)


RULE = "hands off `billing/tax.py`, Ines rewrites it"
KEPT = "I left `billing/tax.py` alone, so the rounding there is as it was."


@pytest.mark.parametrize(
    "later",
    [
        "Ines merged her rewrite on Friday, so billing/tax.py is free again",
        "the rewrite of Ines landed, if you need it you can change billing/tax.py",
        "billing/tax.py ist wieder frei",
        "terminé pour Ines, billing/tax.py est libre",
    ],
)
def test_what_is_free_again_is_no_longer_left_alone(later: str) -> None:
    talk = [*exchange(RULE, KEPT), *exchange("go on with the invoices", "Invoices have a number."), ("user", later)]
    marked = likely(talk)
    assert marked[KEPT] == later


@pytest.mark.parametrize(
    ("rule", "later"),
    [
        ("keep your fingers off `docs/NEWS.md`, Jo rewrites it", "Jo's rewrite is in, docs/NEWS.md is ours again"),
        ("`docs/NEWS.md` stays as is until 2.1 is tagged", "2.1 is tagged since noon, so add a line to docs/NEWS.md"),
        ("blijf van `docs/NEWS.md` af, Jo herschrijft het", "Jo is klaar, docs/NEWS.md mag weer"),
        ("`docs/NEWS.md` non toccare, ci lavora Jo", "Jo ha finito, docs/NEWS.md è libero"),
        ("tu n'y touches pas, à `docs/NEWS.md`, Jo le traduit", "Jo a fini, docs/NEWS.md est de nouveau à nous"),
    ],
)
def test_a_rule_that_waits_for_somebody_ends_in_any_wording(rule: str, later: str) -> None:
    talk = [*exchange(rule, "Noted."), *exchange("go on with the invoices", "Invoices have a number."), ("user", later)]
    assert likely(talk)[rule] == later


@pytest.mark.parametrize(
    ("rule", "later", "quoted"),
    [
        (
            "`docs/NEWS.md` stays as is until 2.1 is tagged",
            "2.1 is tagged since noon. so docs/NEWS.md: add an entry.",
            "2.1 is tagged since noon. so docs/NEWS.md: add an entry.",
        ),
        (
            "nothing goes into `docs/NEWS.md` till the release branch is cut",
            "the release branch is out since Monday. go on.",
            "the release branch is out since Monday.",
        ),
        (
            "`docs/NEWS.md` stays as is until - v2.1 - is tagged",
            "v2.1 - is tagged - since noon.",
            "v2.1 - is tagged - since noon.",
        ),
    ],
)
def test_a_rule_ends_with_what_it_waits_for(rule: str, later: str, quoted: str) -> None:
    talk = [*exchange(rule, "Noted."), *exchange("go on with the invoices", "Invoices have a number."), ("user", later)]
    assert likely(talk)[rule] == quoted


@pytest.mark.parametrize(
    "later", ["2.2 is tagged since noon.", "the invoices are tagged, released and out since noon."]
)
def test_a_rule_does_not_end_with_something_else(later: str) -> None:
    rule = "`docs/NEWS.md` stays as is until 2.1 is tagged"
    talk = [*exchange(rule, "Noted."), *exchange("go on with the invoices", "Invoices have a number."), ("user", later)]
    assert rule not in likely(talk)


@pytest.mark.parametrize(
    "later",
    [
        "leave billing/tax.py alone until she has merged",
        "is billing/tax.py free again?",
        "if she has merged by then, billing/tax.py is free",
        "the office is free again",
        "Ines merged her fix of the client, but billing/tax.py is not finished",
        "billing/vat.py is free again",
    ],
)
def test_who_repeats_the_rule_asks_supposes_or_frees_something_else_frees_nothing(later: str) -> None:
    talk = [*exchange(RULE, KEPT), *exchange("go on with the invoices", "Invoices have a number."), ("user", later)]
    assert KEPT not in likely(talk)


PUT_OFF = "Not yet: Ines rewrites it, and `billing/tax.py` is in the middle of that."


@pytest.mark.parametrize(
    ("answer", "is_put_off"),
    [(PUT_OFF, True), ("Not yet, the printer has no paper.", False), ("Rounding is in `billing/sum.py`.", False)],
)
def test_what_was_put_off_for_a_rule_goes_with_it(answer: str, is_put_off: bool) -> None:
    later = "Ines merged, so billing/tax.py is free again"
    talk = [*exchange(RULE, KEPT), *exchange("can the rounding go in?", answer), ("user", later)]
    assert (likely(talk).get(answer) == later) is is_put_off
    assert answer not in likely(talk[:-1])


@given(
    st.lists(st.sampled_from(["no", "instead", "45", "hm", "sorted", "guests", "by", "table", ".", "?"]), max_size=12)
)
def test_what_is_likely_is_never_sure_as_well(words: list[str]) -> None:
    text = " ".join(words) or "no"
    rows = [
        Spoken("s1", split_sentences(one) or [one], is_person=place % 2 == 0)
        for place, one in enumerate(["sort the guests by last name", "Guests are sorted by 30 seconds.", text, text])
    ]
    places = [(one.row, one.number, one.is_sure) for one in find_overturns(rows)]
    sure = {place[:2] for place in places if place[2]}
    assert all(place[:2] not in sure for place in places if not place[2])
    assert all(one.by_row > one.row for one in find_overturns(rows) if not one.is_sure)


@pytest.mark.parametrize(
    "talk",
    [
        [
            ("user", "write the changelog for the new release"),
            ("agent", "I wrote the changelog."),
            ("user", "the new release is out"),
            ("agent", "Congratulations."),
        ],
        [
            ("user", "The importer reads the release feed. Cache it for an hour."),
            ("agent", "The feed of releases is cached for an hour."),
            ("user", "the new release is out, bump the pin"),
            ("agent", "Bumped the pin."),
        ],
        [
            ("user", "make the header blue"),
            ("agent", "The header is blue."),
            ("user", "footer too"),
            ("agent", "Changed the footer as well."),
        ],
    ],
)
def test_news_of_a_release_and_one_more_thing_revise_nothing(talk: list[tuple[str, str]]) -> None:
    rows = [Spoken("s1", split_sentences(text), is_person=who == "user") for who, text in talk]
    assert find_overturns(rows) == []


def test_a_complaint_with_too_still_revises() -> None:
    talk = [("user", "limit it to 20"), ("agent", "The limit is 20."), ("user", "too few, 50"), ("agent", "Raised it.")]
    rows = [Spoken("s1", split_sentences(text), is_person=who == "user") for who, text in talk]
    assert {rows[one.row].sentences[one.number] for one in find_overturns(rows)} == {
        "limit it to 20",
        "The limit is 20.",
    }
