"""What the person said to an answer of an agent that a prompt brings: it decides what the answer proposes.

`Mm, nobody asked. When a user knocks, we open` has no word of the offer before it. The answer alone reads as if it
held.
"""

from backstory.base.passages import PassageHit, find_reaction
from backstory.base.tokenizer import split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.search import Hit
    from backstory.base.visibility import View

_OFFERING = (" i could ", " i would ", " i d ", " i ll ", " it would ", " would be ", " next ", " options ", " ways ")
"""What an answer says that waits for a reply, where it does not ask."""
MAX_SHOWN = 220
"""Characters of a reaction that are shown: its beginning reacts, and the rest goes on with something else."""


def add_reaction(
    con: "apsw.Connection", view: "View", hits: "Sequence[Hit | PassageHit]", skip: "frozenset[str] | set[str]"
) -> "list[Hit | PassageHit]":
    """The hits, with what the person said next behind the first where an agent said that."""
    first = hits[0] if hits else None
    if not isinstance(first, PassageHit) or not _offers(first):
        return list(hits)
    turns = {(hit.session, hit.turn) for hit in hits if isinstance(hit, PassageHit)}
    reply = next(iter(find_reaction(con, view, first.passage)), None)
    if reply is None or (reply.session, reply.turn) in turns or reply.id in skip:
        return list(hits)
    if len(reply.text) > MAX_SHOWN:
        reply.excerpt = f"{reply.text[:MAX_SHOWN].rpartition(' ')[0]} …"
    return [first, reply, *hits[1:]]


def _offers(hit: PassageHit) -> bool:
    """Whether an agent's words ask or offer something. What was done needs no reply."""
    if hit.role != "assistant":
        return hit.role == "next"
    line = f" {' '.join(split_words(hit.text))} "
    return "?" in hit.text or any(phrase in line for phrase in _OFFERING)
