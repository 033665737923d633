"""What a region needs for a rule is found alike before and after the automaton over all of it is built."""

import random

from backstory.redact.patterns import Literals, Pattern
from backstory.redact.rule_tables import RuleTables


def test_the_automaton_finds_what_single_searches_find() -> None:
    draw = random.Random(1)
    literals = ["".join(draw.choices("ab.|(", k=draw.randrange(3, 6))).encode() for _ in range(60)]
    literals = sorted(set(literals))
    each, built = Literals(literals, after=1 << 30), Literals(literals, after=0)
    for _ in range(300):
        text = "".join(draw.choices("ab.|(", k=draw.randrange(0, 40))).encode()
        assert (
            sorted(each.match(text))
            == sorted(built.match(text))
            == [number for number, literal in enumerate(literals) if literal in text]
        )


def test_a_rule_is_chosen_by_its_triggers_and_by_what_it_needs() -> None:
    pattern = Pattern(b"x")
    rows = (
        (pattern, "long", None, 1, (b"token", b"secret")),
        (pattern, "short", None, 1, (b"=", b"token")),
        (pattern, "other", None, 2, (b"",)),
    )
    tables = RuleTables(rows, rows[:1])

    def choose(table: int, low: bytes, kinds: int) -> list[str]:
        return [name for _, name, _ in tables.choose(table, low, kinds, tables.find_literals(low))]

    assert choose(0, b"a token", 1) == ["long", "short"]
    assert choose(0, b"a=b", 1) == ["short"]
    assert choose(0, b"a=b", 3) == ["short", "other"]
    assert choose(1, b"my secret", 1) == ["long"]
    assert choose(1, b"my secret", 2) == []
