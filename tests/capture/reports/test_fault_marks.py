"""The marks of error messages: what `fingerprints` recognizes has one, whatever else the message says."""

import re
from re import _constants as c
from re import _parser as parser
from typing import Any

import pytest
from tests.capture.test_fingerprints import BLOCKS

from backstory.capture.reports import fingerprints
from backstory.capture.reports.fault_marks import FAULT_MARKS, may_name_fault

SHAPES = [shape.source for _, shape in fingerprints._SHAPES]


def has_mark(parts: list[Any]) -> bool:
    """Whether every text that the parts of a pattern match has a mark."""
    run = ""
    for kind, value in [*parts, (None, None)]:
        if kind is c.LITERAL:
            run += chr(value)
            continue
        if any(mark in run for mark in FAULT_MARKS):
            return True
        run = ""
        if kind is c.SUBPATTERN and has_mark(list(value[-1])):
            return True
        if kind is c.BRANCH and all(has_mark(list(part)) for part in value[1]):
            return True
        if kind in (c.MAX_REPEAT, c.MIN_REPEAT) and value[0] > 0 and has_mark(list(value[2])):
            return True
    return False


@pytest.mark.parametrize("source", SHAPES)
def test_no_shape_matches_a_text_without_a_mark(source: str) -> None:
    assert has_mark(list(parser.parse(source))), source


def test_the_judgement_of_patterns() -> None:
    for source, expected in (("a:b", True), ("a(?:b:)?", False), ("(?:x|y:)", False), ("(?:z:|y:)+", True)):
        assert has_mark(list(parser.parse(source))) is expected, source
        assert re.compile(source)


@pytest.mark.parametrize("lines", [lines for _, lines in BLOCKS], ids=[lines[0][:50] for _, lines in BLOCKS])
def test_faults_have_a_mark(lines: list[str]) -> None:
    assert all(map(may_name_fault, lines))


@pytest.mark.parametrize("text", ["why did we drop the old parser", "which rules are there?", "wo liegt die Datei", ""])
def test_questions_have_none(text: str) -> None:
    assert not may_name_fault(text)
