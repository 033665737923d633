"""The search for overturned statements takes any text: it runs in a hook."""

from hypothesis import given
from hypothesis import strategies as st

from backstory.base.overturns.exchanges import Spoken, split_sentences
from backstory.base.overturns.finder import find_overturns

TEXT = """
5² ² 7²:30 ①:15 ½ ٣ may 31st of December 2028 to - – : 21:00 7:30 21:00-7:30 from `a.b` `a.c`() `x()` call it name word
again
lib/store leave alone may be changed again 256 KB MB = limit is 100 now 200 . ; ? ! " ` ( ) # 3. é 猫 １２
"""
WORDS = st.sampled_from(TEXT.split())
TALK = st.lists(st.lists(WORDS, max_size=14).map(" ".join), min_size=2, max_size=10)


@given(TALK)
def test_odd_digits_and_signs_are_no_obstacle(talk: list[str]) -> None:
    rows = [Spoken("s1", split_sentences(text), is_person=place % 2 == 0) for place, text in enumerate(talk)]
    for one in find_overturns(rows):
        assert one.by and 0 <= one.number < len(rows[one.row].sentences)
