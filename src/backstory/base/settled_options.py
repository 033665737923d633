"""Options that an agent offered and a person decided between: what was chosen answers for the list of all.

A passage has every option as if it held. The record of the decision has the chosen one as its title and the others as
alternatives, so it takes the place of the list, and in a longer text the others are marked.
"""

from backstory.base.passages import PassageHit, find_replies
from backstory.base.search import Hit, fetch_visible
from backstory.base.staleness_marks import NOT_CHOSEN
from backstory.base.tokenizer import STOP, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from backstory.base.visibility import View

HEADING = "## Alternatives"
"""The heading of the rejected options in the body of a decision."""
_MATCH = "body : alternatives"
MAX_WORDS = 8
"""Longest words of an offer by which its decision is looked for."""
MAX_DECISIONS = 24
"""Decisions that are read for one offer."""
MAX_REPLIES = 2
"""Answers to a question of a person that may offer options."""
MOSTLY = 0.4
"""Share of a text that its options make up, from which nothing else is in it."""
_LEAST = 4
"""Letters of a word by which a decision is looked for."""
_SECONDS = len("2026-01-31T12:00:00")
_STATE = ("resume", "next", "task", "start", "failed", "green", "again")
"""Kinds of answers that a checkpoint gives whatever was decided."""


class Settled:
    """A decision between options, and what offers them."""

    def __init__(self, decision: Hit) -> None:
        self.decision = decision
        chosen = _join(decision.title)
        self.rejected = [one for one in list_rejected(decision.body) if _join(one) not in chosen]
        """The options that were turned down. What the title itself names was replaced, and not offered beside it."""
        self.offers: list[Hit | PassageHit] = []

    def is_offered_in(self, text: str) -> bool:
        """Whether a text names what was chosen and something that was not."""
        words = f" {_join(text)} "
        return f" {_join(self.decision.title)} " in words and any(f" {_join(one)} " in words for one in self.rejected)

    def fills(self, text: str) -> bool:
        """Whether a text has little but the options."""
        words = _join(text)
        options = [one for one in map(_join, (self.decision.title, *self.rejected)) if one in words]
        return sum(map(len, options)) >= MOSTLY * len(words)

    def is_only_list(self, hit: PassageHit) -> bool:
        """Whether a passage of an agent offers the options and says little else."""
        return hit.role == "assistant" and self.is_offered_in(hit.text) and self.fills(hit.text)

    def mark(self, text: str) -> str:
        """A text with a mark behind each option that was turned down."""
        for option in self.rejected:
            core = option.rstrip("… ")
            end = find_end(text, core)
            if end and not text.startswith(NOT_CHOSEN, end):
                text = text[:end] + NOT_CHOSEN + text[end:]
        return text


def list_rejected(body: str) -> "list[str]":
    """The options that the body of a decision says were turned down."""
    _, heading, rest = f"\n{body}".partition(f"\n{HEADING}\n")
    lines = rest.partition("\n## ")[0].splitlines() if heading else []
    return [option for line in lines if len(_join(option := line.strip().removeprefix("- ").rstrip(".;,"))) >= _LEAST]


def find_settled(con: "apsw.Connection", view: "View", hits: "Sequence[Hit | PassageHit]") -> "list[Settled]":
    """The standing decisions between options that some of the hits offer, or the answers to what a person asked."""
    if not hits or con.execute("SELECT 1 FROM fts WHERE fts MATCH ? LIMIT 1", (_MATCH,)).get is None:
        return []
    settled: dict[str, Settled] = {}
    read: dict[int, Hit] = {}
    for hit in hits:
        for text in _list_offers(con, view, hit):
            for decision in _find_decisions(con, view, text, read):
                one = settled.setdefault(decision.id, Settled(decision))
                is_before = decision.session == hit.session and hit.made[:_SECONDS] <= decision.made[:_SECONDS]
                if is_before and one.is_offered_in(text):
                    one.offers.append(hit)
    offered = [one for one in settled.values() if one.offers]
    if not offered:
        return []
    from backstory.base.reversed_hits import find_reversed  # few hits offer anything

    reversed_ids = find_reversed(con, view, [one.decision for one in offered])
    return [one for one in offered if one.decision.id not in reversed_ids]


def _list_offers(con: "apsw.Connection", view: "View", hit: "Hit | PassageHit") -> "list[str]":
    """The texts that may offer options: that of an agent, of a checkpoint, or the answers to a question."""
    if isinstance(hit, Hit):
        return [f"{hit.title}\n{hit.body}"] if hit.kind == "checkpoint" else []
    if hit.role == "assistant":
        return [hit.text]
    if hit.role != "user" or "?" not in hit.text:
        return []
    return [one.text for one in find_replies(con, view, hit.passage, MAX_REPLIES) if one.role == "assistant"]


def _find_decisions(con: "apsw.Connection", view: "View", text: str, read: "dict[int, Hit]") -> "list[Hit]":
    """The decisions with alternatives that share words with a text."""
    words = {word for word in split_words(text) if len(word) >= _LEAST and word not in STOP}
    if not words:
        return []
    longest = sorted(words, key=lambda word: (-len(word), word))[:MAX_WORDS]
    any_of = " OR ".join([f'"{word}"' for word in longest])
    query = "SELECT rowid FROM fts WHERE fts MATCH ? ORDER BY rowid DESC LIMIT ?"
    docs = [doc for (doc,) in con.execute(query, (f"{_MATCH} AND ({any_of})", MAX_DECISIONS))]
    new = [doc for doc in docs if doc not in read]
    read.update({hit.doc: hit for hit in fetch_visible(con, view, new, {}, {})})
    return [read[doc] for doc in docs if doc in read and read[doc].kind == "decision" and HEADING in read[doc].body]


def put_decisions_first(
    con: "apsw.Connection",
    view: "View",
    hits: "Sequence[Hit | PassageHit]",
    skip: "frozenset[str] | set[str]" = frozenset(),
    kinds: "Iterable[str]" = (),
) -> "list[Hit | PassageHit]":
    """The hits with each decision before what offered its options, and without lists of nothing but these.

    A decision among those to `skip` was given already. `kinds`: what is asked for, such as where the work stands.
    """
    out = list(hits)
    for one in find_settled(con, view, hits):
        place = min([out.index(offer) for offer in one.offers if offer in out], default=0)
        former = next((hit for hit in out if isinstance(hit, Hit) and hit.id == one.decision.id), None)
        decision = former or one.decision
        decision.settles = True
        if former is not None:
            place = min(place, out.index(former))
            out.remove(former)
        if decision.id not in skip:
            out.insert(place, decision)
        asks_state = not set(_STATE).isdisjoint(kinds)
        out = [hit for hit in out if hit not in one.offers or not _is_only_list(one, hit, asks_state=asks_state)]
    return out


def _is_only_list(one: Settled, hit: "Hit | PassageHit", *, asks_state: bool) -> bool:
    """Whether a hit offers the options and says little else."""
    return one.is_only_list(hit) if isinstance(hit, PassageHit) else not asks_state


def mark_unchosen(con: "apsw.Connection", view: "View", hits: "Sequence[Hit | PassageHit]") -> None:
    """Marks the options in the hits that were turned down."""
    for one in find_settled(con, view, hits):
        for hit in one.offers:
            if isinstance(hit, Hit):
                hit.body = one.mark(hit.body)
            else:
                hit.text, hit.quote = one.mark(hit.text), one.mark(hit.quote)


def find_end(text: str, option: str) -> int:
    """Where an option ends in a text, as words of their own: `Redis` is not in `RedisCluster`; 0 where it is not."""
    start = text.find(option) if option else -1
    while start >= 0:
        end = start + len(option)
        around = f"{text[start - 1 : start]}{text[end : end + 1]}"
        if not any(one.isalnum() or one in "_-" for one in around):
            return end
        start = text.find(option, end)
    return 0


def _join(text: str) -> str:
    return " ".join(split_words(text.rstrip(".;,… ")))
