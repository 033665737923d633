"""Changes that the person undid, or had undone: what was said of them holds no longer."""

from itertools import pairwise

from backstory.base.overturns.cues import LEADS, ORDERS
from backstory.base.overturns.exchanges import Overturn
from backstory.base.overturns.phrase_tables import content, tables
from backstory.base.reversals import stem_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from backstory.base.overturns.exchanges import Exchange, Sentence

_KEPT = 0.4
"""Share of what a sentence names that the undoing keeps."""
_BRIEF = 8
"""Words up to which what a person writes is an order."""
_FEWEST = 2
"""Words that two exchanges share which are about the same."""


def find_undone(exchanges: "Sequence[Exchange]") -> "Iterator[Overturn]":
    """Yields what was said of changes that the person undid, or had undone."""
    for exchange in exchanges:
        for sentence in exchange.asked:
            behind = _read_undone(sentence)
            target = None if behind is None else _find_target(exchange, behind, exchanges)
            if target is None:
                continue
            kept = [one.stems for one in exchange.answered if tables().keeps.find(one.words) is not None]
            part, deed = _read_part(behind or ()), _read_deed(exchange, sentence, behind or ())
            named = _read_named(behind or ())
            is_narrow = any(named & content(one.stems) for one in target.sentences)
            for one in target.sentences:
                own = content(one.stems)
                if is_narrow and named.isdisjoint(own):
                    continue  # `revert the release notes` leaves what else the agent did
                is_kept = any(len(own & other) >= _KEPT * len(own) for other in kept)
                is_report = one.is_person and (
                    not _TROUBLES.isdisjoint(one.words)
                    or (ORDERS.isdisjoint(one.words) and len(one.words) > _BRIEF)
                    or _is_repeated(own, exchanges[exchange.number : exchange.number + _AGAIN])
                )
                is_other = (bool(part) and part.isdisjoint(own)) or 2 * len(deed & own) < len(deed) + bool(deed)
                is_standing = one.is_person and (one.text.endswith(":") or not _STANDING.isdisjoint(one.words[:1]))
                is_finding = not one.is_person and tuple(one.words[:2]) in _FINDINGS
                if own and not (
                    one.is_question or is_kept or is_report or is_other or is_finding or is_standing or one.explains()
                ):
                    yield Overturn(one, sentence.text, sentence.row)
            break


_TOLD = ("reverted", "undid", "rolled", "took")
"""Verbs that tell of what was undone, and order nothing."""
_WORDS_OF_BANS = "no never always every each only nie kein keine immer jede jeder jamais toujours nunca siempre"
_STANDING = frozenset(_WORDS_OF_BANS.split())
"""First words of what holds whatever becomes of a change."""
_REASONS = frozenset(("since", "because", "as", "weil", "da", "parce", "car", "porque"))
"""Words behind which stands why something was undone."""
_FINDINGS = frozenset((("i", "can"), ("i", "see"), ("i", "found"), ("i", "understand"), ("i", "notice")))
"""How an agent tells what is the case, which an undoing leaves as it is."""
_AGAIN = 3
"""Exchanges from an undoing on in which the person may ask for the same again."""
_SAME = 0.7
"""Share of the words of an order that one has which asks for the same."""


def _is_repeated(own: "frozenset[str]", exchanges: "Sequence[Exchange]") -> bool:
    """Whether the person asks for the same again."""
    return len(own) > 1 and any(len(own & one.stems) >= _SAME * len(own) for other in exchanges for one in other.asked)


_TROUBLES = frozenset(
    ("sorry", "still", "missing", "again", "broken", "wrong", "works", "working", "error", "noch", "immer", "fehlt",
     "toujours", "encore", "sigue", "todavía", "falta")
)  # fmt: skip
"""Words of a complaint, which holds though the answer to it was undone."""


def _read_part(behind: "Sequence[str]") -> "frozenset[str]":
    """The stems of the part that was undone, where what it is instead follows: `the menu to the old component`."""
    words = list(behind)
    if "to" not in words[1:]:
        return frozenset()
    place = words.index("to", 1)
    return frozenset([one for one in content(stem_words(words[:place])) if one not in _CHANGE])


def _read_deed(exchange: "Exchange", sentence: "Sentence", behind: "Sequence[str]") -> "frozenset[str]":
    """The stems of what the sentence before says that the agent did, where `revert that` means that: `you ran cargo fmt
    on everything. revert that`."""
    place = exchange.asked.index(sentence)
    if not place or (behind and behind[0] not in _POINTERS):
        return frozenset()
    words = exchange.asked[place - 1].words
    start = next((at for at, pair in enumerate(pairwise(words)) if pair[0] == "you" and pair[1] in _DEEDS), None)
    return frozenset() if start is None else content(stem_words(words[start + 2 :])) - _CHANGE


_POINTERS = frozenset(("that", "this", "it", "these", "those"))
_DEEDS = frozenset(
    ("ran", "added", "reformatted", "formatted", "renamed", "deleted", "removed", "moved", "touched", "committed",
     "edited", "put", "used", "bumped", "upgraded", "installed", "changed", "pushed", "sorted", "rewrote")
)  # fmt: skip


def _read_undone(sentence: "Sentence") -> "list[str] | None":
    """The words behind those with which a sentence undoes something; none where it does not."""
    if sentence.text.strip() == "/undo":
        return []
    if tables().undoes.find(sentence.words) is None or sentence.is_imagined():
        return None
    for number, clause in enumerate(sentence.clauses):
        place = tables().undoes.find(clause.words)
        if place is not None and number and clause.words[place[0]] in _TOLD:
            return None  # `we tried that in spring and reverted it`
        if place is not None and LEADS.issuperset(clause.words[: place[0]]):
            behind = clause.words[place[1] - 1 :]
            reason = next((at for at, word in enumerate(behind) if word in _REASONS), len(behind))
            return behind[:reason]
    return None


def _read_named(behind: "Sequence[str]") -> "frozenset[str]":
    """The stems of what the person names as undone."""
    return frozenset([one for one in content(stem_words(behind)) if one not in _CHANGE])


def _find_target(exchange: "Exchange", behind: "Sequence[str]", exchanges: "Sequence[Exchange]") -> "Exchange | None":
    """The exchange whose change was undone: the one before, unless the person names another."""
    named = _read_named(behind)
    former = exchanges[exchange.number - 1] if exchange.number else None
    if former is not None and former.session != exchange.session:
        former = None
    if former is not None and (not named or named & former.stems):
        return former
    own = named or content(frozenset().union(*[one.stems for one in exchange.asked]))
    best, chosen = 0, None
    for other in exchanges[: exchange.number]:
        shared = len(own & content(other.stems))
        if shared >= max(best, 1 if named and len(named) <= _FEWEST else _FEWEST):
            best, chosen = shared, other
    return chosen


_CHANGE = stem_words(["commit", "commits", "change", "changes", "edit", "edits", "thing", "stuff", "work", "recent"])
