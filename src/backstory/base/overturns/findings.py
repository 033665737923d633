"""Which sentences of some passages others overturn, and how a process keeps that for the next one, without a word.

The search depends on the words of the passages alone, and takes most of a `recall`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableMapping, Sequence

    from backstory.base.overturns.exchanges import Overturn
    from backstory.base.overturns.talks import Talk
    from backstory.base.passages import PassageHit

    Kept = MutableMapping[str, list[int]]
    """Digest of what was compared -> the places of what was found."""
    Passages = tuple[tuple[str, int, bool, str], ...]
    Reading = tuple[Talk, list[list[tuple[int, int]]], list[int]]

_FEWEST = 2
"""Passages of which one may overturn another."""
_FIELDS = 10
"""Numbers that stand for one finding."""


class Finding:
    """A sentence that was overturned, as a whole or in a figure."""

    __slots__ = ("by", "end", "is_sure", "passage", "sentence", "start", "value", "when")

    def __init__(
        self, passage: int, sentence: str, start: int, end: int, value: str, by: str, when: str, *, is_sure: bool
    ) -> None:
        self.passage = passage
        self.sentence = sentence
        self.start = start
        """Where the figure begins in the sentence; -1 without one."""
        self.end = end
        self.value = value
        """The figure in force, as it was written."""
        self.by = by
        self.when = when
        """When that was uttered."""
        self.is_sure = is_sure


def find_overturned(
    passages: "Sequence[PassageHit]",
    chosen: "frozenset[int]",
    *,
    only_sure: bool = False,
    kept: "Kept | None" = None,
) -> "list[Finding]":
    """The sentences of some passages that others overturn. Those of passages that are not `chosen` may be missing, and
    with `only_sure` those that may hold. `kept`: what earlier searches found, to which this one is added."""
    if len(passages) < _FEWEST:
        return []
    begins: dict[str, str] = {}
    for one in passages:
        begins[one.session] = min(begins.get(one.session, one.made), one.made)
    ordered = sorted(passages, key=lambda one: (begins[one.session], one.session, one.turn, one.passage))
    digest = _digest(ordered, chosen, only_sure=only_sure) if kept is not None else ""
    if kept is not None and digest in kept:
        places = kept.pop(digest)
        try:
            findings = _read(ordered, places)
        except (IndexError, ValueError):  # damaged
            pass
        else:
            kept[digest] = places  # what was asked for last stands at the end
            return findings
    findings, found = _search(ordered, chosen, only_sure=only_sure)
    if kept is not None and found is not None:
        kept[digest] = found
    return findings


def _digest(ordered: "Sequence[PassageHit]", chosen: "frozenset[int]", *, only_sure: bool) -> str:
    """A digest of everything that the findings depend on."""
    from backstory.base.digests import blake2b  # hooks keep nothing

    rows = [(one.session, one.turn, one.role, one.made, one.passage in chosen, one.text) for one in ordered]
    return blake2b(repr((only_sure, rows)).encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _search(
    ordered: "Sequence[PassageHit]", chosen: "frozenset[int]", *, only_sure: bool
) -> "tuple[list[Finding], list[int] | None]":
    """What is found, and its places; None for these where places do not tell all of it."""
    from backstory.base.overturns.finder import find_overturns  # a memory without talk has nothing to compare

    talk, stood, firsts = _read_talk(tuple([(one.session, one.turn, one.role == "user", one.text) for one in ordered]))
    rows = talk.rows
    chosen_rows = frozenset(
        [row for row, place in enumerate(stood) if any(ordered[number].passage in chosen for number, _ in place)]
    )
    findings: list[Finding] = []
    places: list[int] = []
    has_places = True
    for overturn in find_overturns(talk, chosen_rows, only_sure=only_sure):
        number, place = stood[overturn.row][overturn.number]
        first = firsts[overturn.by_row]
        start, end = _place_figure(overturn)
        findings.append(
            Finding(
                ordered[number].passage, rows[overturn.row].sentences[overturn.number], start, end, overturn.value,
                overturn.by, ordered[first].made, is_sure=overturn.is_sure,
            )
        )  # fmt: skip
        begin = " ".join(rows[overturn.by_row].sentences).find(overturn.by)
        at = overturn.by.find(overturn.value)
        has_places = has_places and begin >= 0 and at >= 0
        places += (
            number, place, first, begin, begin + len(overturn.by), at, at + len(overturn.value), start, end,
            overturn.is_sure,
        )  # fmt: skip
    return findings, [int(one) for one in places] if has_places else None


def _read_talk(passages: "Passages") -> "Reading":
    """The talk of some passages, of which each has its session, its turn, whether the person uttered it, and its text.

    With that comes, for each sentence of a row, the number of its passage and its own in that; and the number of the
    first passage of each row. The last reading is taken over: passages are searched twice in a row.
    """
    if passages in _last_reading:
        return _last_reading[passages]
    from backstory.base.overturns.exchanges import Spoken, split_sentences
    from backstory.base.overturns.talks import Talk

    rows: list[Spoken] = []
    stood: list[list[tuple[int, int]]] = []
    firsts: list[int] = []
    last: tuple[str, int] | None = None
    for number, (session, turn, is_person, text) in enumerate(passages):
        sentences = split_sentences(text)
        if last != (session, turn):
            rows.append(Spoken(session, [], is_person=is_person, turn=turn))
            stood.append([])
            firsts.append(number)
            last = (session, turn)
        rows[-1].sentences = [*rows[-1].sentences, *sentences]
        stood[-1] += [(number, place) for place in range(len(sentences))]
    reading = Talk(rows), stood, firsts
    _last_reading.clear()
    _last_reading[passages] = reading
    return reading


_last_reading: "dict[Passages, Reading]" = {}


def _place_figure(overturn: "Overturn") -> "tuple[int, int]":
    """Where the figure of an overturned sentence begins and ends in it; -1 without one."""
    figure = overturn.figure
    return (-1, -1) if figure is None else (max(0, figure.end - len(figure.written)), figure.end)


def _read(ordered: "Sequence[PassageHit]", places: "Sequence[int]") -> "list[Finding]":
    """The findings whose places were kept."""
    from backstory.base.overturns.exchanges import split_sentences

    findings: list[Finding] = []
    for place in range(0, len(places), _FIELDS):
        number, sentence, first, begin, by_end, at, value_end, start, end, is_sure = places[place : place + _FIELDS]
        one, by = ordered[number], ordered[first]
        row = [each for each in ordered[first:] if (each.session, each.turn) == (by.session, by.turn)]
        reply = " ".join([part for each in row for part in split_sentences(each.text)])[begin:by_end]
        findings.append(
            Finding(
                one.passage, split_sentences(one.text)[sentence], start, end, reply[at:value_end], reply, by.made,
                is_sure=bool(is_sure),
            )
        )  # fmt: skip
    return findings
