"""A text that a pattern matches has the literals that the pattern is said to need, so none is left out for them."""

import gc
import importlib
import pkgutil
import random
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.sweeps import share

from backstory import redact
from backstory.redact.patterns import Alternation, Pattern
from backstory.redact.required_literals import FLAG, NO_GROUP, Needs, Sets, find_alternatives, find_sets, may_match
from backstory.redact.scan import SHAPED

from .vectors import PLANTED

for _module in pkgutil.iter_modules(redact.__path__, f"{redact.__name__}."):
    importlib.import_module(_module.name)
ALL = sorted({one.source for one in gc.get_objects() if isinstance(one, Pattern)})
LISTED = [(source, sets) for source in ALL if (sets := find_sets(source))]
JOINT = [source for source in ALL if find_alternatives(source)]
PARTS = [*LISTED, *(part for source in JOINT for part in find_alternatives(source))]
EDGES = st.sampled_from((b"", b" ", b"\n", b"x", b"\xc3\xa9", b"'", b"7", b"="))
LITERALS = sorted({literal for _, sets in PARTS for literals in sets for literal in literals})
WORDS = st.one_of(st.sampled_from(LITERALS), st.sampled_from([b" ", b"\n", b": ", b"=", b"hunter2xyz", b"'", b'"']))


def _read(source: bytes) -> "re.Pattern[str] | None":
    """A pattern as the standard library reads it, to draw texts from; a text counts if the engine finds a match too."""
    flags = re.ASCII | (re.IGNORECASE if b"(?i)" in source else 0)
    try:
        return re.compile(re.sub(r"\(\?[ims]+\)", "", source.decode("latin-1")).replace(r"\z", r"\Z"), flags)
    except re.error:
        return None


READABLE = st.deferred(
    lambda: st.sampled_from([(source, sets, read) for source, sets in PARTS if (read := _read(source))])
)
"""Compiled when the test is run: most workers only collect it."""


@pytest.mark.slow
@settings(max_examples=share(150, 400), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data(), READABLE, EDGES, EDGES)
def test_what_a_pattern_matches_has_its_literals(
    data: st.DataObject, one: tuple[bytes, Sets, "re.Pattern[str]"], head: bytes, tail: bytes
) -> None:
    source, sets, read = one
    compiled = Pattern(source).compile()
    text = data.draw(st.from_regex(read, alphabet=st.characters(max_codepoint=255))).encode("latin-1")
    for whole in (text, text.upper(), head + text + tail):
        if compiled.within(whole):
            assert may_match(sets, whole.lower()), (source, whole)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(LISTED), st.lists(WORDS, max_size=12).map(b"".join), st.integers(0, 4))
def test_a_pattern_that_asks_first_finds_what_a_compiled_one_finds(
    one: tuple[bytes, Sets], text: bytes, start: int
) -> None:
    asking, compiled = (lambda: Pattern(one[0])), Pattern(one[0]).compile()
    start = min(start, len(text))
    assert asking().find(text, start, len(text)) == compiled.find(text, start, len(text))
    assert asking().at(text, start, len(text)) == compiled.at(text, start, len(text))
    assert asking().begin(text, start, len(text)) == compiled.begin(text, start, len(text))
    assert asking().whole(text) == compiled.whole(text)
    assert asking().within(text) == compiled.within(text)
    pattern = asking()
    assert [pattern.within(text) for _ in range(3)] == [compiled.within(text)] * 3


@settings(max_examples=300, deadline=None)
@given(st.lists(WORDS, max_size=40).map(b"".join), st.lists(st.sampled_from([sets for _, sets in PARTS]), max_size=30))
def test_of_many_patterns_those_are_chosen_that_may_match(text: bytes, rows: list[Sets]) -> None:
    """Whatever the text: one that is longer or shorter than a literal, or has only its beginning and its end."""
    rows = [(), *rows, ((b"a", b"be"), (b"see",))]
    for low in (text.lower(), text.lower()[1:-1], b"se ee a", b"see be", b""):
        assert Needs(rows).choose(low) == [number for number, sets in enumerate(rows) if may_match(sets, low)]


def test_alternatives_are_the_whole_pattern() -> None:
    assert len(JOINT) >= len(SHAPED.patterns), "run `python scripts/required_literals.py`"
    for source in JOINT:
        parts = [part.replace(NO_GROUP, b"") for part, _ in find_alternatives(source)]
        assert b"|".join([parts[0], *(part.removeprefix(FLAG) for part in parts[1:])]) == source


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(JOINT), st.lists(WORDS, max_size=12).map(b"".join))
def test_alternatives_find_what_the_whole_pattern_finds(source: bytes, text: bytes) -> None:
    whole = Pattern(source).compile()
    assert list(Alternation(Pattern(source)).each(text, 0, len(text))) == list(whole.each(text, 0, len(text)))
    assert Alternation(Pattern(source)).within(text, 0, len(text)) == whole.within(text)


def test_alternatives_find_what_the_whole_pattern_finds_where_secrets_are_told() -> None:
    draw = random.Random(3)
    texts = [sentence.format(secret).encode() for secret, sentence in PLANTED.values()]
    for _ in range(60):
        text = b"\n".join(draw.sample(texts, 3))
        few, many = Alternation(*SHAPED.patterns), Alternation(*SHAPED.patterns)
        many.each(b"x" * 40_000, 0, 40_000)
        assert list(few.each(text, 0, len(text))) == list(many.each(text, 0, len(text)))


def test_most_patterns_have_literals() -> None:
    long = [source for source in ALL if len(source) > 200]
    listed = {source for source, _ in PARTS}
    assert sum(source in listed for source in long) > 0.5 * len(long), "run `python scripts/required_literals.py`"


def test_a_text_without_the_literals_compiles_nothing() -> None:
    source = next(source for source, sets in LISTED if (b"sshpass",) in sets or any(b"sshpass" in one for one in sets))
    pattern = Pattern(source)

    assert pattern.find(b"blue sky", 0, 8) is None
    assert pattern._inner is None
    for _ in range(1_000):
        pattern.within(b"blue sky")
    assert pattern._inner is not None
