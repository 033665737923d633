"""What was uttered first and overturned later: a value, an explanation, a choice, a change that was undone.

Statements about the same thing are compared along the time of a talk. What overturns is a later statement with
authority: the person's own, or an agent's that carries an order out, takes its own words back or tells what it removed.
A question, a proposal and an example overturn nothing. Briefs, `recall` and what comes with a prompt share it.
"""

from collections import Counter

from backstory.base.overturns.assigned_values import find_reassigned
from backstory.base.overturns.carried_orders import find_carried_orders
from backstory.base.overturns.changes import find_undone
from backstory.base.overturns.choices import find_corrected
from backstory.base.overturns.chosen_names import find_chosen
from backstory.base.overturns.claims import find_taken_back
from backstory.base.overturns.clock_times import find_rescheduled
from backstory.base.overturns.confirmed_removals import find_confirmed_removals
from backstory.base.overturns.contrasts import drop_contrasts
from backstory.base.overturns.dates import find_postponed
from backstory.base.overturns.decisions import find_redecided
from backstory.base.overturns.denials import find_denied, find_dropped
from backstory.base.overturns.echoes import find_echoes
from backstory.base.overturns.exchanges import find_exchanges
from backstory.base.overturns.explicit_replacements import find_replacements
from backstory.base.overturns.facts import find_refuted
from backstory.base.overturns.forbidden_deeds import find_forbidden
from backstory.base.overturns.former_ways import find_former_ways
from backstory.base.overturns.freed_places import find_freed
from backstory.base.overturns.fresh_values import find_refreshed
from backstory.base.overturns.given_up_names import find_given_up
from backstory.base.overturns.gone_names import find_gone_names
from backstory.base.overturns.incidental_figures import drop_incidental
from backstory.base.overturns.lettered_choices import find_rechosen
from backstory.base.overturns.mended_failures import find_mended_failures
from backstory.base.overturns.named_states import find_renewed
from backstory.base.overturns.names import find_renamed
from backstory.base.overturns.orders import find_reordered, may_be_reordered
from backstory.base.overturns.ranges import find_moved
from backstory.base.overturns.refused_figures import find_refused
from backstory.base.overturns.refused_proposals import find_refused_proposals
from backstory.base.overturns.renames import find_successors
from backstory.base.overturns.replaced_ways import find_replaced_ways
from backstory.base.overturns.replies import find_revised
from backstory.base.overturns.respecified_values import find_respecified
from backstory.base.overturns.restated_facts import find_restated_facts
from backstory.base.overturns.returns import find_recalled, find_returned
from backstory.base.overturns.settings import find_reset
from backstory.base.overturns.states import find_restated
from backstory.base.overturns.substituted_names import find_substituted
from backstory.base.overturns.suppositions import find_disproved
from backstory.base.overturns.swapped_things import find_swapped
from backstory.base.overturns.talks import Talk
from backstory.base.overturns.things import find_passed, find_taken_out
from backstory.base.overturns.unfit_things import find_unfit
from backstory.base.overturns.values import find_replaced, may_be_replaced
from backstory.base.overturns.versions import find_moved_versions
from backstory.base.overturns.waits import find_waited
from backstory.base.overturns.word_values import find_revalued
from backstory.base.reversals import read_words
from backstory.base.unspaced import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from backstory.base.overturns.exchanges import Exchange, Overturn, Spoken


def find_overturns(
    spoken: "Sequence[Spoken] | Talk", chosen: "frozenset[int] | None" = None, *, only_sure: bool = False
) -> "list[Overturn]":
    """The sentences that later ones overturn. What is spoken comes in the order of the talk.

    With `chosen`, those of other rows may be missing, and with `only_sure` those that may hold.
    """
    talk = spoken if isinstance(spoken, Talk) else Talk(spoken)
    rows, exchanges = talk.rows, talk.exchanges
    if chosen is not None:
        chosen = find_exchanges(exchanges, chosen)
    refused = talk.ask(find_refused)
    has_figures = chosen is None or _may_have_figures(exchanges, chosen, refused)
    overturns = [
        *(talk.ask(find_replaced) if has_figures else ()),
        *(talk.ask(find_reordered) if has_figures else ()),
        *(refused if has_figures else ()),
        *talk.ask(find_taken_back),
        *_drop_general(talk.ask(find_refuted)),
        *talk.ask(find_disproved),
        *talk.ask(find_undone),
        *_drop_general(talk.ask(find_taken_out)),
        *talk.ask(find_passed),
        *talk.ask(find_returned),
        *talk.ask(find_recalled),
    ]
    overturns = [one for one in overturns if one.figure is not None or not _is_of_moment(one, rows[one.row])]
    redecided = talk.ask(find_redecided)
    seen = {(one.row, one.number) for one in overturns if one.figure is None}
    overturns += [one for one in redecided if one.is_sure and (one.row, one.number) not in seen]
    seen = {(one.row, one.number) for one in overturns if one.figure is None}
    overturns += [one for one in talk.ask(find_corrected) if (one.row, one.number) not in seen]
    _follow_figures(overturns)
    overturns = [one for one in overturns if not _came_back(one)]
    overturns = drop_incidental(overturns, rows)
    has_settings = chosen is None or any(_has_figure(one) for one in exchanges if one.number in chosen)
    overturns = _add_settings(overturns, talk.ask(find_reset) if has_settings else [])
    _follow_figures(overturns)
    overturns = [one for one in overturns if not _came_back(one)]
    overturns += talk.ask(find_renamed)
    given = {(one.row, one.number, one.value) for one in overturns}
    overturns += [one for one in talk.ask(find_successors) if (one.row, one.number, one.value) not in given]
    overturns += [one for one in talk.ask(find_chosen) if not _is_within(one, overturns)]
    for find in (find_reassigned, find_respecified, find_moved_versions, find_given_up, find_rechosen):
        overturns += [one for one in talk.ask(find) if not _is_within(one, overturns)]
    moved = talk.ask(find_moved)
    ranges = {(one.row, one.number) for one in moved}
    overturns = [*moved, *(one for one in overturns if one.figure is None or (one.row, one.number) not in ranges)]
    substituted = [one for one in talk.ask(find_substituted) if not _is_within(one, overturns)]
    overturns += [one for one in substituted if one.is_sure]
    named = {(one.row, one.number) for one in substituted}
    revalued = [one for one in talk.ask(find_revalued) if (one.row, one.number) not in named]
    counted = {(one.by_row, one.by) for one in overturns if one.figure and _has_digit(one.figure.written)}
    overturns += [one for one in revalued if not _is_within(one, overturns) and (one.by_row, one.by) not in counted]
    if chosen is None or has_settings:
        marked = {(one.row, one.number, _end(one)) for one in overturns}
        overturns += [one for one in talk.ask(find_replacements) if (one.row, one.number, _end(one)) not in marked]
        _follow_figures(overturns)
        overturns = [one for one in overturns if not _came_back(one)]
    if only_sure:
        _follow_statements(overturns, rows)
    else:
        _add_likely(overturns, redecided, substituted, talk)
    if not only_sure:
        otherwise = [*find_restated_facts(exchanges), *find_mended_failures(exchanges)]
        overturns += _choose_likely(otherwise, overturns, rows)
    overturns = drop_contrasts(overturns, rows)
    if not only_sure:  # these name what they turn down, whatever it is the other side of
        against = [
            *find_refused_proposals(exchanges),
            *find_replaced_ways(exchanges),
            *find_confirmed_removals(exchanges),
        ]
        overturns += _choose_likely(against, overturns, rows)
        overturns += list(find_carried_orders(exchanges, overturns))
    paired = [one for one in overturns if is_unspaced(f"{rows[one.row].sentences[one.number]} {one.by}")]
    placed = exchanges if paired else ()
    numbers = {sentence.row: exchange.number for exchange in placed for sentence in exchange.sentences}
    doubtful = {id(one) for one in paired if not _holds(one, numbers)}
    return [one for one in overturns if id(one) not in doubtful]


def _may_have_figures(exchanges: "Sequence[Exchange]", chosen: "frozenset[int]", refused: "Sequence[Overturn]") -> bool:
    """Whether later figures may replace some of those of the exchanges with the numbers `chosen`. A refusal names the
    old value, and so reaches any of them."""
    rows = {sentence.row for exchange in exchanges if exchange.number in chosen for sentence in exchange.sentences}
    return (
        any(one.row in rows for one in refused)
        or may_be_replaced(exchanges, chosen)
        or may_be_reordered(exchanges, chosen)
    )


def _add_likely(
    overturns: "list[Overturn]",
    redecided: "Sequence[Overturn]",
    substituted: "Sequence[Overturn]",
    talk: Talk,
) -> None:
    """Adds what may no longer hold to what surely does not."""
    rows, exchanges = talk.rows, talk.exchanges
    restated = list(find_restated(exchanges))
    taken = {(one.by_row, one.by) for one in redecided}
    others = _list_prompts(restated, exchanges)
    revised = [one for one in find_revised(exchanges) if (one.by_row, one.by) not in taken and one.by_row not in others]
    likely = [
        *(one for one in redecided if not one.is_sure),
        *restated,
        *(one for one in substituted if not one.is_sure),
        *find_waited(exchanges),
        *find_swapped(exchanges),
        *revised,
        *find_denied(exchanges),
        *find_dropped(exchanges),
        *find_forbidden(exchanges),
        *find_former_ways(exchanges),
    ]
    overturns += _choose_likely(likely, overturns, rows)
    marked = {(one.row, one.number, _end(one)) for one in overturns}
    outdated = _find_outdated(talk, marked)
    overturns += _choose_likely(outdated, [one for one in overturns if one.figure is None], rows)
    _follow_statements(overturns, rows)
    overturns += find_echoes(exchanges, overturns)


def _came_back(overturn: "Overturn") -> bool:
    """Whether the value in force is the one that was replaced."""
    return overturn.figure is not None and overturn.value.lower() == overturn.figure.written.lower()


def _list_settled(overturns: "Iterable[Overturn]") -> "dict[tuple[int, str], set[str]]":
    """Each sentence that surely replaced figures, by its row and its words -> their numbers."""
    settled: dict[tuple[int, str], set[str]] = {}
    for one in overturns:
        if one.figure is not None and one.is_sure:
            settled.setdefault((one.by_row, one.by), set()).add(one.figure.number)
    return settled


def _find_outdated(talk: Talk, marked: "set[tuple[int, int, int]]") -> "list[Overturn]":
    """What is probably out of date beside its figures, by something that names a time, a name or a thing of it.
    `marked`: the places of those that were replaced."""
    exchanges = talk.exchanges
    refreshed = list(find_refreshed(exchanges, marked, {}))
    if refreshed:
        refreshed = list(find_refreshed(exchanges, marked, _list_settled(talk.ask(find_replaced))))
    return [
        *find_rescheduled(exchanges),
        *find_renewed(exchanges),
        *find_unfit(exchanges),
        *refreshed,
        *find_postponed(exchanges),
        *find_freed(exchanges),
        *find_gone_names(exchanges),
    ]


def _list_prompts(restated: "Iterable[Overturn]", exchanges: "Sequence[Exchange]") -> "frozenset[int]":
    """The rows of the prompts that changed something of which an exchange before the last one told. They reply to that
    and not to what was uttered right before."""
    answered = {sentence.row: exchange for exchange in exchanges for sentence in exchange.answered}
    changing = (answered[one.by_row] for one in restated if answered[one.by_row].number - one.exchange > 1)
    return frozenset([sentence.row for exchange in changing for sentence in exchange.asked])


def _is_within(name: "Overturn", overturns: "Iterable[Overturn]") -> bool:
    """Whether a part of a name is marked already."""
    end = _end(name)
    start = end - len(name.figure.written) if name.figure is not None else end
    same = [one for one in overturns if (one.row, one.number) == (name.row, name.number) and one.figure is not None]
    return any(start < _end(one) <= end + 1 for one in same)  # with the sign that ends the code


def _end(overturn: "Overturn") -> int:
    return overturn.figure.end if overturn.figure is not None else -1


def _has_figure(exchange: "Exchange") -> bool:
    return any(sentence.figures for sentence in exchange.sentences)


def _add_settings(overturns: "list[Overturn]", settings: "list[Overturn]") -> "list[Overturn]":
    """The overturns with the settings that were set again, whose last value counts."""
    seen = {(one.row, one.number, one.figure.end) for one in settings if one.figure is not None}
    others = [one for one in overturns if one.figure is None or (one.row, one.number, one.figure.end) not in seen]
    return [*others, *settings]


def _is_of_moment(overturn: "Overturn", row: "Spoken") -> bool:
    """Whether a sentence only tells what an agent is about to look at, or is said again in the same words."""
    sentence = row.sentences[overturn.number]
    if overturn.by.startswith(sentence.rstrip(" .:")):
        return True
    return not row.is_person and tuple(read_words(sentence)[:2]) in _REMARKS


_REMARKS = frozenset((
    ("let", "me"), ("now", "let"), ("looking", "at"), ("by", "following"), ("tool", "use"), ("here", "s"),
    ("here", "is"),
))  # fmt: skip


def _drop_general(overturns: "Iterable[Overturn]") -> "list[Overturn]":
    """The overturns without those of a sentence that would overturn many: what it names, all of the talk is about."""
    listed = list(overturns)
    counts = Counter((one.by_row, one.by) for one in listed)
    return [one for one in listed if counts[one.by_row, one.by] <= _MOST]


_MOST = 4
"""Sentences that one sentence overturns."""


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _holds(overturn: "Overturn", numbers: "Mapping[int, int]") -> bool:
    """Whether what overturns a statement in these languages says so, and does so soon.

    `numbers`: row -> the number of its exchange. Pairs of characters are met by chance more often than words, and
    `make it` is how Japanese orders anything.
    """
    from backstory.base.overturns.unspaced import spell_out  # most talk is in other languages

    spelled = f" {spell_out(overturn.by)} ".replace(",", " ").replace(".", " ")
    revises = any(f" {cue} " in spelled for cue in _REVISING)
    if overturn.figure is not None:
        return revises or any(f" {cue} " in spelled for cue in _GIVING)
    return (
        revises
        and " if " not in spelled
        and abs(numbers.get(overturn.by_row, 0) - numbers.get(overturn.row, 0)) <= _SOON
    )


_REVISING = (
    "rather use", "is out", "revert that", "never mind", "wait", "no", "too much", "not enough", "back to",
    "instead of", "no longer", "drop", "remove", "i was wrong", "is wrong", "is not the cause", "i removed",
    "had nothing to do with that", "reverted", "you re right",
)  # fmt: skip
_GIVING = ("make it", "i changed", "now")


_SOON = 2
"""Exchanges within which a statement is overturned as a whole."""


def _choose_likely(
    likely: "Sequence[Overturn]", sure: "Sequence[Overturn]", rows: "Sequence[Spoken]"
) -> "list[Overturn]":
    """What is probably revised and not surely overturned, the first of each sentence, with the words in force. What was
    overturned itself revises nothing."""
    seen = {(one.row, one.number) for one in sure}
    gone = {(one.row, rows[one.row].sentences[one.number]) for one in sure if one.figure is None}
    chosen: dict[tuple[int, int], Overturn] = {}
    for one in likely:
        if (one.row, one.number) not in seen and (one.by_row, one.by) not in gone:
            chosen.setdefault((one.row, one.number), one)
    return list(chosen.values())


def _follow_statements(overturns: "Sequence[Overturn]", rows: "Sequence[Spoken]") -> None:
    """Has each statement that was overturned name the one in force, where that was overturned in its turn."""
    later = {(one.row, rows[one.row].sentences[one.number]): one for one in overturns if one.figure is None}
    for one in sorted(later.values(), key=lambda each: -each.row):
        last = later.get((one.by_row, one.by))
        if last is not None and last.by_row > one.by_row:
            one.by, one.by_row = last.by, last.by_row


def _follow_figures(overturns: "Sequence[Overturn]") -> None:
    """Has each figure that was replaced name the one in force, where that was replaced in its turn."""
    later = {(one.row, one.figure.written): one for one in overturns if one.figure is not None}
    for one in overturns:
        seen = {id(one)}
        while one.figure is not None and (one.by_row, one.value) in later:
            last = later[one.by_row, one.value]
            if id(last) in seen:
                break
            seen.add(id(last))
            one.by, one.by_row, one.value = last.by, last.by_row, last.value
