"""Days that were given otherwise later."""

import pytest

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns


def find(*talk: str) -> dict[str, str]:
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    return {rows[one.row].sentences[one.number]: one.by for one in find_overturns(rows) if one.figure is None}


def test_a_day_is_replaced_by_a_later_one_of_the_same_thing() -> None:
    marked = find(
        "Vouchers shall be accepted until the 30th of June 2028.",
        "`lastVoucher` is 30 June 2028.",
        "The board wishes that vouchers be good to the end of the season, that is the 12th of October 2028.",
        "`lastVoucher` is 12 October 2028.",
    )
    assert marked == {
        "Vouchers shall be accepted until the 30th of June 2028.": "`lastVoucher` is 12 October 2028.",
        "`lastVoucher` is 30 June 2028.": "`lastVoucher` is 12 October 2028.",
    }


@pytest.mark.parametrize(
    "talk",
    [
        ("Vouchers end on 30 June.", "Until 30 June.", "The fair is on 12 October.", "The fair: 12 October."),
        ("Vouchers end on 30 June.", "Until 30 June.", "Would 12 October do for vouchers?", "12 October would do."),
        ("Vouchers end on 30 June.", "Until 30 June.", "Vouchers of 30 June and 2 May", "Vouchers of 30 June, 2 May."),
    ],
)
def test_other_days_replace_nothing(talk: tuple[str, ...]) -> None:
    assert find(*talk) == {}
