"""The budget: a hard limit on the whole rendered text, verified by counting that text.

Two steps. `choose_units` fills a capacity by rough costs: first the required units, by priority; then the other
sections, each in proportion to its share, band by band: first the units that bear on the work most. `fit_budget`
renders the choice, counts it, and adjusts the capacity until the text fills the budget: about ten renders, never more
than `RENDERS`.
"""

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import chain
from typing import Final, NamedTuple

import msgspec

from backstory.base.token_estimate import ESTIMATE_RESERVE, estimate_tokens
from backstory.recall.text.content import Brief, Item, Note
from backstory.recall.text.shorten import shorten_item, shorten_text

RENDERS: Final = 14
"""Most times that a brief is rendered to be counted."""
SMALLEST: Final = 60
"""Tokens below which no record is cut: shorter ones are shown whole or left out."""
TINY: Final = 36
"""The same for pinned records that do not fit together: a title and where it comes from."""
WHOLE: Final = 120
"""Tokens up to which a record is never shortened, whatever share of the room it takes."""
_WAITING: Final = 0.1
"""Part of the room of those units of a section without a share that wait."""
_CLOSE: Final = 0.02
"""Part of the budget that is not worth another render."""


FRAME: Final = 24
"""Tokens that a record's id, kind, origin and marks take beside its text, roughly; the budget is measured, not this."""
NOTE_FRAME: Final = 8
BARE_FRAME: Final = 5
"""The same in a small brief."""


def item_cost(item: Item, text: str | None = None) -> int:
    """Tokens of a record as it is shown, roughly. `text`: its body, when it was counted before or is not to count."""
    if text is None:
        text = item.text
    return estimate_tokens(f"{item.title}\n{text}") + FRAME + 8 * len(item.anchors)


def bare_cost(item: Item) -> int:
    """Tokens of a record in a small brief, which shows neither id nor origin."""
    return estimate_tokens(f"{item.title}\n{item.text}") + BARE_FRAME


def note_cost(note: Note) -> int:
    return estimate_tokens(f"{note.text} {note.detail}") + NOTE_FRAME


class Unit(NamedTuple):
    """The smallest part of a brief that is shown or omitted. `place` orders it within its section."""

    section: str
    content: Item | Note
    cost: int
    place: tuple[int | float | str, ...]
    band: int = 0
    """How closely it bears on the work, 0 most. All of a band are offered before any of the next."""
    after: str = ""
    """Key of the unit without which this one would mislead: the newer commit, the earlier step."""
    longer: tuple[Item, ...] = ()
    """The same record with more and more of it, for room that is left."""

    @property
    def key(self) -> str:
        return self.content.id if isinstance(self.content, Item) else f"{self.section}\n{self.place}"

    def shortened(self, tokens: int) -> "Unit":
        """The unit cut to about `tokens`, or itself if nothing can be cut."""
        if isinstance(self.content, Item):
            item = shorten_item(self.content, max(tokens - item_cost(self.content, ""), 8))
            return self if item is self.content else self._replace(content=item, cost=item_cost(item))
        text = shorten_text(self.content.text, max(tokens - NOTE_FRAME, 8))
        if text in ("", self.content.text):
            return self
        note = msgspec.structs.replace(self.content, text=f"{text.removesuffix('…').rstrip()} …")
        return self._replace(content=note, cost=note_cost(note))


class SectionShare(NamedTuple):
    """A section as `choose_units` sees it: its units, best first, and its part of the room; 0 takes all it needs."""

    name: str
    part: float
    units: list[Unit]
    most: float = 1.0
    """Without a share: part of the capacity that it takes before the others have had their turn."""

    @property
    def waits(self) -> bool:
        """Whether its units of later bands wait for their band."""
        return self.name == "now"

    def pick(self, band: int) -> list[Unit]:
        """Its units of one band."""
        return [unit for unit in self.units if unit.band == band]


def choose_units(shares: Sequence[SectionShare], capacity: int, *, must: str = "", most: int = 0) -> list[Unit]:
    """The units that a capacity holds by their rough costs.

    All units of the section `must` are taken whole, then at least the beginning of a handoff, then the other sections
    without a share. Shares divide the rest. Units are whole or omitted, except those longer than `WHOLE` and than a
    quarter of the capacity: these may be cut to a third of the remaining room. `most`: largest number of items, 0 for
    any.
    """
    required = chain.from_iterable(share.units for share in shares if share.name == must)
    taking = _Taking(capacity - sum(unit.cost for unit in required), most, capacity // 4)
    for share in shares:
        _take_unshared(taking, share, must, int(capacity * share.most))
    for band in sorted({unit.band for unit in chain.from_iterable(share.units for share in shares)}):
        rows = ((share.part or _WAITING, share.pick(band)) for share in shares)
        _divide(taking, [row for row in rows if row[1]])
    return list(taking.units.values())


def _take_unshared(taking: "_Taking", share: SectionShare, must: str, most: int) -> None:
    """Takes a section that has no share: whole if it is required, else as far as there is room, up to `most`."""
    if share.part:
        return
    floor = SMALLEST if share.name == "handoff" else 0
    for unit in share.units:
        if share.name == must:
            taking.take(unit, 0)
        elif (not share.waits or unit.band == 0) and (floor or min(unit.cost, WHOLE) <= most):
            most -= taking.offer(unit, floor=floor)


def _divide(taking: "_Taking", rows: Sequence[tuple[float, list[Unit]]]) -> None:
    """Yields the units of all rows so that each row keeps pace with its share.

    The next unit is always that of the row which, with it, has used the least of its share; the first row among
    equals. Room that a row cannot use goes to the others.
    """
    used = [0.0] * len(rows)
    heads = [0] * len(rows)
    while True:
        waiting = [
            ((used[index] + units[heads[index]].cost) / part, index)
            for index, (part, units) in enumerate(rows)
            if heads[index] < len(units)
        ]
        if not waiting:
            return
        _, row = min(waiting)
        used[row] += taking.offer(rows[row][1][heads[row]])
        heads[row] += 1


class _Taking:
    def __init__(self, capacity: int, most: int, long: int) -> None:
        self.left = capacity
        self.units: dict[str, Unit] = {}
        self._most = most
        self._items = 0
        self._long = max(long, WHOLE)

    def take(self, unit: Unit, cost: int) -> int:
        if isinstance(unit.content, Item):
            if self._most and self._items >= self._most:
                return 0
            self._items += 1
        self.units[unit.key] = unit
        self.left -= cost
        return cost

    def offer(self, unit: Unit, *, floor: int = 0) -> int:
        """Takes the unit if there is room, a long one cut to a third of the room; returns its cost.

        With a `floor` it is always taken, cut to that.
        """
        if unit.key in self.units or (unit.after and unit.after not in self.units):
            return 0
        room = max(self.left, floor)
        if unit.cost > min(self._long, room if floor else self._long):
            unit = unit.shortened(max(room // 3, min(room, WHOLE), floor))
        return self.take(unit, unit.cost) if floor or unit.cost <= room else 0


def shorten_units(units: Iterable[Unit], capacity: int, *, most: int = 0) -> list[Unit]:
    """Units that do not fit together, each cut to the same length so that they do; the last are left out when that
    length would fall below `TINY`."""
    taking = _Taking(capacity, most, 0)
    rest = list(units)
    level = _level([unit.cost for unit in rest], capacity)
    for unit in rest:
        short = unit if unit.cost <= level else unit.shortened(level)
        if short.cost <= taking.left:
            taking.take(short, short.cost)
    return list(taking.units.values())


def _level(costs: list[int], capacity: int) -> int:
    """The height at which a capacity fills vessels of these sizes, at least `TINY`."""
    left = capacity
    for number, cost in enumerate(sorted(costs)):
        level = left // (len(costs) - number)
        if cost > level:
            return max(level, TINY)
        left -= cost
    return max(costs, default=TINY)


class Fitted(NamedTuple):
    brief: Brief
    tokens: int
    units: list[Unit]


class TokenScale:
    """Renders briefs to count them; counts nothing twice and knows how often it rendered."""

    def __init__(
        self, budget: int, most: int, build: Callable[[Sequence[Unit]], Brief], measure: Callable[[Brief], int]
    ) -> None:
        self.limit = int(budget / ESTIMATE_RESERVE + 1e-9)
        """Most tokens that the counted text may have."""
        self.most = most
        self.renders = 0
        self._build = build
        self._measure = measure
        self._seen: dict[tuple[tuple[str, int], ...], Fitted] = {}

    def weigh(self, units: Sequence[Unit]) -> Fitted:
        sign = tuple((unit.key, unit.cost) for unit in units)
        if sign not in self._seen:
            brief = self._build(units)
            self.renders += 1
            self._seen[sign] = Fitted(brief, self._measure(brief), list(units))
        return self._seen[sign]

    def forget(self) -> None:
        """Forgets all counts, since the frame of the brief has changed."""
        self._seen.clear()

    def holds(self, fitted: Fitted) -> bool:
        return fitted.tokens <= self.limit


def fit_budget(
    scale: TokenScale, pick: Callable[[int], list[Unit]], *, frame: int, start: Fitted, spare: Sequence[Unit]
) -> Fitted:
    """The fullest text that the budget holds.

    `pick` chooses for a capacity; `frame`: tokens of a brief without any unit; `start` fits already; `spare`: all
    units by priority, of which single ones fill the last gap.
    """
    best = start
    search = _CapacitySearch(scale.limit - frame)
    while search.goes_on and scale.renders < RENDERS - 3:
        fitted = scale.weigh(pick(search.capacity))
        scaled = search.capacity * (scale.limit - frame) // max(1, fitted.tokens - frame)
        if not scale.holds(fitted):
            search.go_below(scaled)
            continue
        best = fitted if fitted.tokens >= best.tokens else best
        if _is_full(scale, fitted, len(spare)) or search.capacity > 16 * scale.limit:
            break
        search.go_above(scaled)
    return _top_up(scale, _lengthen(scale, best, frame), spare, frame)


def _lengthen(scale: TokenScale, best: Fitted, frame: int) -> Fitted:
    """Gives room that is left to the records that are shown and were cut: first their reasons, those nearest to the
    work before others, then the rest of them."""
    for level in range(max((len(unit.longer) for unit in best.units), default=0)):
        best = _lengthen_to(scale, best, frame, level)
    return best


def _lengthen_to(scale: TokenScale, best: Fitted, frame: int, level: int) -> Fitted:
    """The brief with as many of its records as fit at one of their lengths."""
    ratio = max(1.0, (best.tokens - frame) / (sum(unit.cost for unit in best.units) or 1))
    room = (scale.limit - best.tokens) / ratio
    longer: dict[str, Unit] = {}
    for unit in sorted(best.units, key=lambda unit: unit.band):
        if level < len(unit.longer) and 0 < (added := bare_cost(unit.longer[level]) - unit.cost) <= room:
            longer[unit.key] = unit._replace(content=unit.longer[level], cost=unit.cost + added)
            room -= added
    while longer and scale.renders < RENDERS:
        fitted = scale.weigh([longer.get(unit.key, unit) for unit in best.units])
        if scale.holds(fitted):
            return fitted
        longer.popitem()
    return best


class _CapacitySearch:
    """The search for the largest capacity whose text fits, between one that fits and one that does not."""

    def __init__(self, capacity: int) -> None:
        self.capacity = capacity
        self._low = 0
        self._high = 0
        self._turns = 0

    @property
    def goes_on(self) -> bool:
        return self._turns < 24 and not (self._high and self._high - self._low <= 1)

    def go_above(self, scaled: int) -> None:
        """Continues above a capacity that fits. `scaled` is the guess by the count of the text."""
        self._low = self.capacity
        self._move(scaled)

    def go_below(self, scaled: int) -> None:
        """Continues below a capacity that does not fit."""
        self._high = self.capacity
        self._move(scaled)

    def _move(self, scaled: int) -> None:
        self._turns += 1
        if not self._high:
            self.capacity = max(scaled, self.capacity + self.capacity // 4 + 1)
        elif self._low < scaled < self._high:
            self.capacity = scaled
        else:
            self.capacity = (self._low + self._high) // 2


def _is_full(scale: TokenScale, fitted: Fitted, available: int) -> bool:
    """Whether everything is shown whole, or the gap is not worth another render."""
    if len(fitted.units) == available and not any(_is_cut(unit) for unit in fitted.units):
        return True
    return scale.limit - fitted.tokens < _CLOSE * scale.limit


def _top_up(scale: TokenScale, best: Fitted, spare: Sequence[Unit], frame: int) -> Fitted:
    """Adds single units to the last gap, by priority."""
    chosen = {unit.key for unit in best.units}
    ratio = max(0.5, (best.tokens - frame) / (sum(unit.cost for unit in best.units) or 1))
    for unit in spare:
        if scale.renders >= RENDERS:
            break
        if unit.cost * ratio > scale.limit - best.tokens or not _may_follow(unit, chosen, best, scale.most):
            continue
        fitted = scale.weigh([*best.units, unit])
        if scale.holds(fitted):
            best = fitted
            chosen.add(unit.key)
    return best


def _may_follow(unit: Unit, chosen: Container[str], best: Fitted, most: int) -> bool:
    """Whether a unit may be added to the chosen ones: it is new, what it needs is there, another record is allowed."""
    if most and isinstance(unit.content, Item) and best.brief.records >= most:
        return False
    return unit.key not in chosen and (not unit.after or unit.after in chosen)


def _is_cut(unit: Unit) -> bool:
    return isinstance(unit.content, Item) and unit.content.shortened
