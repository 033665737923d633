"""Numbers with their nouns."""

from backstory.model.text import format_count


def test_one_thing_is_counted_as_one() -> None:
    assert [format_count(n, "record") for n in (0, 1, 2, 1234)] == [
        "0 records",
        "1 record",
        "2 records",
        "1,234 records",
    ]
