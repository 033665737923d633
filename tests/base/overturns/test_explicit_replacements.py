"""Numbers that the person replaces or takes off by their name are marked where they were stated of the same thing."""

import pytest

from backstory.base.overturns.exchanges import Spoken
from backstory.base.overturns.explicit_replacements import list_replacements
from backstory.base.overturns.finder import find_overturns


def read(text: str) -> list[str]:
    """What a sentence replaces: the former number and the one in force."""
    return [f"{one.old.number} {one.new.number if one.new else '-'}" for one in list_replacements(text)]


def mark(*texts: str) -> list[str]:
    """What is marked in prompts and answers, which begin with `> `: the former figure and the one in force."""
    rows = [Spoken(0, [text.removeprefix("> ")], is_person=not text.startswith("> ")) for text in texts]
    marks = {(one.row, one.figure.written, one.value) for one in find_overturns(rows) if one.figure is not None}
    return [f"{row}: {old} -> {new or '-'}" for row, old, new in sorted(marks)]


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("They need a moment, so that 250 is replaced by 400 as the first delay.", ["250 400"]),
        ("Please replace the 250 with 400.", ["250 400"]),
        ("Use 400 instead of 250.", ["250 400"]),
        ("Instead of 250 take 400.", ["250 400"]),
        ("A cap of 20 makes no sense to me, make it 8 seconds and forget the 20.", ["20 8"]),
        ("It blocked us, so 429 is taken off the list and is not to be repeated any more.", ["429 -"]),
        ("Drop 429, they count it as abuse.", ["429 -"]),
        ("Not 429 any more.", ["429 -"]),
        ("Bei der ersten Wartezeit wird 250 durch 400 ersetzt.", ["250 400"]),
        ("250 wird durch 400 ersetzt.", ["250 400"]),
        ("Statt 250 nimm bitte 400.", ["250 400"]),
        ("Ersetze die 250 durch 400.", ["250 400"]),
        ("Die 429 fliegt raus.", ["429 -"]),
        ("429 raus.", ["429 -"]),
        ("250 raus, 400 rein.", ["250 400"]),
        ("250 is out, 400 is in.", ["250 400"]),
        ("250 is out, 400 in the log is a typo.", ["250 -"]),
        ("Die 20 kannst du vergessen, nimm 8.", ["20 8"]),
        ("Mach 8 Sekunden und vergiss die 20.", ["20 8"]),
        ("429 wird gestrichen.", ["429 -"]),
        ("250 est remplacé par 400.", ["250 400"]),
        ("Remplace le 250 par 400.", ["250 400"]),
        ("Au lieu de 250 mets 400.", ["250 400"]),
        ("Mets 8 secondes et oublie le 20.", ["20 8"]),
        ("429 est retiré de la liste.", ["429 -"]),
        ("250 se sustituye por 400.", ["250 400"]),
        ("Cambia el 250 por 400.", ["250 400"]),
        ("En vez de 250 pon 400.", ["250 400"]),
        ("Pon 8 segundos y olvida el 20.", ["20 8"]),
        ("Quita el 429 de la lista.", ["429 -"]),
        ("So please lower the cap from twenty to 8 MB.", ["20 8"]),
        ("Raise it from 250 to 400.", ["250 400"]),
        ("So 12 is the cap and not my 20, Eve says.", ["20 12"]),
        ("400 goes into the docs, not 250.", ["250 400"]),
    ],
)
def test_a_number_is_replaced_by_its_name(text: str, replaced: list[str]) -> None:
    assert read(text) == replaced


@pytest.mark.parametrize(
    "text",
    [
        "250 is not replaced by 400.",
        "Don't raise it from 250 to 400.",
        "It went up from 250 to 400 last week.",
        "400 is a lot, but not as much as 250 for them.",
        "Don't forget the 20.",
        "Never drop 429.",
        "What if 250 is replaced by 400?",
        "250 could be replaced by 400.",
        "If 429 is taken off the list we lose the crawl.",
        "The delay went from 250 to 400 in their tool.",
        "The balancer needs about 350 ms to switch over.",
        "Retry-After is 5 to 8.",
        'They write "forget the 20" in the manual.',
        "Vergiss die 20 nicht.",
        "250 wird nicht durch 400 ersetzt.",
        "Wenn 429 rausfliegt, melde dich.",
        "Streich die 429 nicht.",
        "N'oublie pas le 20.",
        "Ne remplace pas 250 par 400.",
        "Si 250 est remplacé par 400, dis-le.",
        "No olvides el 20.",
        "No cambies 250 por 400.",
        "Si quitas el 429, avisa.",
        "502, 503 and 504 count as worth another try, and 429 as well.",
        "We took 250 and 400 rows.",
        "No more than 20 of them.",
        "Keep the 400.",
        "We replaced 250 by 400 in the other tool last year.",
        "The test report says: 20 removed, 3 added.",
        "It fell from 250 to 400.",
        "20 is out of 30 what passed.",
    ],
)
def test_a_number_that_is_only_spoken_of_is_not_replaced(text: str) -> None:
    assert read(text) == []


_SUMMARY = "> `RetryPolicy`: GET only, 502/503/504/429, first wait 250 ms, then doubled, `Retry-After` up to 20 seconds"


def test_bare_numbers_replace_those_with_a_unit_and_in_a_list() -> None:
    assert mark(_SUMMARY, "As the first delay, 250 is replaced by 400.") == ["0: 250 ms -> 400"]
    assert mark(_SUMMARY, "429 is taken off the list.") == ["0: 429 -> -"]
    cap = "For Retry-After a cap of 20 makes no sense to me, make it 8 seconds and forget the 20."
    assert mark(_SUMMARY, cap) == ["0: 20 seconds -> 8 seconds"]
    assert mark("Ein Versuch wartet zuerst 250 ms.", "> Gut.", "Zuerst wartet er: 250 wird durch 400 ersetzt.") == [
        "0: 250 ms -> 400"
    ]


@pytest.mark.parametrize(
    "former",
    [
        "The log of the export has 20 MB.",  # another dimension than the seconds that replace it
        "The gallery shows 20 pictures on its first page.",
        "The balancer takes 350 ms to switch over.",
        "The backup runs for 20 minutes at night.",  # something else
        "Released on 12/20/2026.",
    ],
)
def test_the_same_number_of_something_else_stays(former: str) -> None:
    assert mark(former, "> Noted.", "For Retry-After make it 8 seconds and forget the 20.") == []


def test_a_count_stays_where_a_code_is_taken_off() -> None:
    assert mark("The import skipped 429 rows.", "> Noted.", "429 is taken off the list.") == []


def test_a_round_number_of_nothing_in_common_stays() -> None:
    assert mark("The brochure goes to 250, says Ida.", "> Noted.", "For the delay 250 is replaced by 400.") == []


def test_a_number_that_comes_back_is_not_marked() -> None:
    assert mark(_SUMMARY, "429 is taken off the list.", "> Done.", "Put the 429 back, please.") == []
    assert mark(_SUMMARY, "429 is taken off the list.", "> Done.", "Keep the removal of 429.") == ["0: 429 -> -"]


def test_a_line_of_many_numbers_is_a_table() -> None:
    few, many = "Use 7 instead of 5", " ".join(map(str, range(100, 500)))
    assert [one.old.number for one in list_replacements(few)] == ["5"]
    assert list_replacements(f"{few} {many}") == []


def test_a_number_is_known_by_the_unit_that_it_has_elsewhere() -> None:
    assert mark("Keep twenty megabytes at most.", "> Bodies above 20 MB go.", "So lower it from twenty to 8 MB.") == [
        "0: twenty megabytes -> 8 MB",
        "1: 20 MB -> 8 MB",
    ]
    assert mark("> The import takes 31 ms now.", "Good.", "> 27 ms.", "27 goes into the docs, not 31.") == [
        "0: 31 ms -> 27"
    ]
    assert mark("Not more than 5 percent slower for plain files.", "> Good.", "10 percent for plain files is fine with "
                "Eve, so 10 is the cap and not my 5.") == ["0: 5 percent -> 10"]  # fmt: skip
