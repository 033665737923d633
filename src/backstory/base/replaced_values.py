"""Values in what was recorded on purpose that the person replaced later, as the last brief of the tree found them."""

from backstory.base.fingerprint import AWAY
from backstory.base.staleness_marks import mark_replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    import apsw

    from backstory.base.search import Hit
    from backstory.base.visibility import View

ON_PURPOSE = frozenset(("explicit", "stated"))
"""Channels of records that were made on purpose."""
KINDS = ("decision", "fact", "pattern", "rule")
"""Kinds of records whose values are compared with the talk."""


def mark_recorded_values(con: "apsw.Connection", view: "View", hits: "Iterable[Hit]") -> None:
    """Marks the values in the titles of records that were replaced: `every 60 seconds [replaced by 5 minutes]`.

    What was replaced on another branch than the one that is checked out now may hold here, so nothing is marked there.
    """
    stating = [] if view.head == AWAY else [hit for hit in hits if hit.kind in KINDS and hit.how in ON_PURPOSE]
    query = 'SELECT sentence, "end", value FROM overturned WHERE tree = ? AND made = ? AND sure AND begin >= 0'
    for hit in stating:
        hit.title = mark_values(hit.title, con.execute(query, (view.tree, hit.made)))


def mark_values(title: str, replaced: "Iterable[tuple[str, int, str]]") -> str:
    """A title with a mark behind each value that was replaced: its sentence, its end in that, and what is in force."""
    own = {(title.find(sentence) + end): value for sentence, end, value in replaced if sentence in title}
    for place in sorted(own, reverse=True):
        title = f"{title[:place]}{mark_replaced(own[place])}{title[place:]}"
    return title
