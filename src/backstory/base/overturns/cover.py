"""The time since which the last brief of a tree has read every utterance and marked what was overturned."""

from backstory.base.fingerprint import AWAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    import apsw

    from backstory.base.visibility import View

SPOKEN = ("user", "assistant")
"""Roles of the passages that overturn each other."""
COVER = "covered "
"""Begin of the key in `meta` of that time for a tree. It goes with every change of passages and of what is shown."""
NO_COVER = "9"
"""A time after all others."""


def read_cover(con: "apsw.Connection", view: "View") -> str:
    """The time since which the last brief of the tree has read all that was uttered; `NO_COVER` for none."""
    if view.head == AWAY:
        return NO_COVER
    value = con.execute("SELECT value FROM meta WHERE key = ?", (COVER + view.tree,)).get
    return NO_COVER if value is None else str(value)
