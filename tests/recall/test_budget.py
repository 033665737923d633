"""Choosing by priority and fitting by counting."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from backstory.recall.budget import RENDERS, SectionShare, TokenScale, Unit, choose_units, fit_budget, shorten_units
from backstory.recall.text.content import Brief, Item, Note


def unit(name: str, cost: int, section: str = "decisions", **given) -> Unit:
    item = Item(id=name, short=name, kind="fact", title=name, parts={"why": "word " * max(0, cost - 25)})
    return Unit(section, item, cost, (name,), **given)


def names(units: Sequence[Unit]) -> list[str]:
    return [u.content.title if isinstance(u.content, Item) else u.content.text for u in units]


def test_pinned_are_taken_whatever_the_room() -> None:
    shares = [SectionShare("pinned", 0, [unit("a", 50), unit("b", 90)]), SectionShare("decisions", 1, [unit("c", 10)])]
    assert names(choose_units(shares, 0, must="pinned")) == ["a", "b"]
    assert names(choose_units(shares, 150, must="pinned")) == ["a", "b", "c"]


def test_a_handoff_keeps_at_least_its_beginning() -> None:
    shares = [SectionShare("handoff", 0, [unit("h", 400)]), SectionShare("pinned", 0, [unit("a", 50)])]
    taken = choose_units(shares, 60, must="pinned")
    assert names(taken) == ["h", "a"]
    assert isinstance(taken[0].content, Item)
    assert taken[0].content.shortened


def test_shares_keep_pace_and_pass_on() -> None:
    big = SectionShare("decisions", 0.8, [unit(f"d{i}", 20) for i in range(20)])
    small = SectionShare("knowledge", 0.2, [unit(f"k{i}", 20) for i in range(20)])
    taken = names(choose_units([big, small], 200))
    assert sum(n.startswith("d") for n in taken) == 8
    assert sum(n.startswith("k") for n in taken) == 2
    assert len(choose_units([big._replace(units=big.units[:3]), small], 200)) == 10, (
        "what one does not use the other gets"
    )


def test_nearer_bands_first() -> None:
    rest = SectionShare("decisions", 0.9, [unit("d", 50, band=1)])
    near = SectionShare("knowledge", 0.1, [unit("k", 50)])
    assert names(choose_units([rest, near], 60)) == ["k"]
    assert names(choose_units([rest, near], 100)) == ["k", "d"]


def test_whole_ones_before_cut_ones() -> None:
    """What is not long for the whole capacity is left out rather than cut."""
    taken = choose_units([SectionShare("decisions", 1, [unit("a", 80), unit("b", 90), unit("c", 30)])], 120)
    assert names(taken) == ["a", "c"]
    assert not any(u.content.shortened for u in taken if isinstance(u.content, Item))


def test_a_long_one_is_cut_to_a_third() -> None:
    taken = choose_units([SectionShare("decisions", 1, [unit("long", 900), unit("short", 40)])], 600)
    assert names(taken) == ["long", "short"]
    assert taken[0].cost <= 200


def test_notes_without_the_one_before_are_not_told() -> None:
    first = Unit("changes", Note(label="commit", text="first"), 90, (0,))
    second = Unit("changes", Note(label="commit", text="second"), 5, (1,), after=first.key)
    assert choose_units([SectionShare("changes", 1, [first, second])], 50) == []
    assert names(choose_units([SectionShare("changes", 1, [first, second])], 95)) == ["first", "second"]


def test_most() -> None:
    shares = [SectionShare("decisions", 1, [unit(f"d{i}", 10) for i in range(9)])]
    assert len(choose_units(shares, 1000, most=3)) == 3


def test_squeeze_levels() -> None:
    taken = shorten_units([unit("a", 40), unit("b", 200), unit("c", 300)], 240)
    assert names(taken) == ["a", "b", "c"]
    assert taken[0].cost == 40
    assert sum(u.cost for u in taken) <= 240
    assert len(shorten_units([unit(f"p{i}", 100) for i in range(50)], 240)) < 10


COSTS = st.lists(st.integers(5, 400), max_size=60)


@given(COSTS, st.floats(0.4, 2.5), st.integers(0, 3000), st.integers(0, 60))
def test_fit_never_exceeds_and_never_renders_much(costs: list[int], truth: float, budget: int, frame: int) -> None:
    """Whatever the rough costs are worth: what is returned was counted and fits."""
    units = [unit(f"u{i:02d}", cost, band=i % 3) for i, cost in enumerate(costs)]
    shares = [SectionShare("decisions", 0.7, units[::2]), SectionShare("knowledge", 0.3, units[1::2])]

    def build(some: Sequence[Unit]) -> Brief:
        items = [u.content for u in some if isinstance(u.content, Item)]
        brief = Brief(id="x", mode="", budget=budget, records=len(items))
        brief.tokens = frame + sum(int(u.cost * truth) for u in some)
        return brief

    scale = TokenScale(budget, 0, build, lambda b: b.tokens)
    start = scale.weigh([])
    if not scale.holds(start):
        return
    spare = [u for s in shares for u in s.units]
    best = fit_budget(scale, lambda room: choose_units(shares, room), frame=frame, start=start, spare=spare)
    assert best.tokens * 1.1 <= budget + 1e-6
    assert scale.renders <= RENDERS
    cheapest = min((int(u.cost * truth) for u in spare if u not in best.units), default=10**9)
    if len(best.units) < len(spare) and max(costs) < 100:
        assert best.tokens + cheapest * 2.5 + 120 > scale.limit, "room for more was left"


def test_a_ceiling_lets_the_others_have_their_turn() -> None:
    notes = [Unit("now", Note(label="n", text=f"note {number}"), 20, (number,)) for number in range(6)]
    others = [Unit("decisions", Note(label="d", text=f"other {number}"), 20, (number,)) for number in range(6)]
    shares = [SectionShare("now", 0.0, notes, 0.4), SectionShare("decisions", 0.5, others)]
    sections = [unit.section for unit in choose_units(shares, 100)]
    assert sections.count("now") == 2 and sections.count("decisions") == 3
    free = [shares[0]._replace(most=1.0), shares[1]]
    assert [unit.section for unit in choose_units(free, 100)] == ["now"] * 5
