"""The text that answers a prompt: records and passages that bear on it, checked and marked, in a fence."""

import os

from backstory.base.choice import may_offer_options
from backstory.base.search import Hit
from backstory.base.trust import mark_foreign
from backstory.hook.index_file import Stale
from backstory.hook.integrity import is_intact, is_intact_passage
from backstory.hook.prepared import mark_changed
from backstory.hook.reply import MAX_LONG_PROMPT_TEXT, MAX_PROMPT_TEXT, fence_hits, secret_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from backstory.base.passages import PassageHit
    from backstory.base.visibility import View


def format_answer(
    con: "apsw.Connection",
    view: "View",
    root: str,
    prompt: str,
    hits: "list[Hit | PassageHit]",
    private: str,
    replies: "Sequence[str]",
    *,
    is_long: bool,
) -> tuple[str, list[str]]:
    """(text for the context, ids of the records in it). Raises Stale when the index is damaged."""
    records = [hit for hit in hits if isinstance(hit, Hit)]
    _ensure_intact(con, hits)
    for hit in hits:
        if not isinstance(hit, Hit) and hit.excerpt:
            hit.text = hit.excerpt
    if not mark_foreign(con, records, private):
        raise Stale("trust")
    mark_changed([hit for hit in records if not hit.branch], root, private)  # the code of a branch is elsewhere
    hits = _mark_outdated(con, view, hits, prompt)
    secret = secret_of(os.path.dirname(os.path.dirname(private)))
    return fence_hits(hits, secret, MAX_LONG_PROMPT_TEXT if is_long else MAX_PROMPT_TEXT, replies=replies)


def _ensure_intact(con: "apsw.Connection", hits: "Sequence[Hit | PassageHit]") -> None:
    """Raises Stale where the index does not hold what the files say."""
    for hit in hits:
        if isinstance(hit, Hit):
            if not is_intact(con, hit):
                raise Stale(hit.path)
        elif not is_intact_passage(hit):
            raise Stale(hit.id)


def _mark_outdated(
    con: "apsw.Connection", view: "View", hits: "list[Hit | PassageHit]", text: str
) -> "list[Hit | PassageHit]":
    """The hits, marked with what became of them, without those of which nothing is left."""
    if may_offer_options(hits):
        from backstory.base.settled_options import mark_unchosen  # most prompts find none

        mark_unchosen(con, view, hits)
    if not hits or not con.execute(_IS_ANYTHING_REVERSED).get:
        return hits
    from backstory.base.replaced_values import mark_recorded_values  # a memory without sessions reverses little
    from backstory.base.reversed_hits import mark_reversed
    from backstory.hook.repeated_passages import drop_overturned

    mark_reversed(con, view, hits)
    mark_recorded_values(con, view, [hit for hit in hits if isinstance(hit, Hit)])
    return drop_overturned(hits, text)


_IS_ANYTHING_REVERSED = (
    "SELECT EXISTS (SELECT 1 FROM passage) OR EXISTS (SELECT 1 FROM overturned)"
    " OR EXISTS (SELECT 1 FROM link WHERE relation = 'contradicts')"
)
"""Whether the memory holds anything by which a record may be taken back: talk, what talk overturned, or a record that
contradicts another."""
