"""The briefs that a session was given, by their receipts."""

from backstory.base import deliveries
from backstory.base.receipts import LIMIT, receipt_path
from backstory.base.regular_file import read_regular
from backstory.hook.fields import scan_fields

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class DeliveredBriefs:
    """What a session was given as briefs: the whole one of its start, and what changed since."""

    def __init__(self, made: str, text: str, state: "Sequence[str]") -> None:
        self.made = made
        """The time of the last one."""
        self.lines = text.split("\n")
        """The lines of all of them."""
        self.last = int(state[0])
        """The last document of the index at that time."""
        self.branch, self.commit = state[1], state[2]


def read_delivered_briefs(private: str, marks: "set[str] | frozenset[str]") -> "DeliveredBriefs | None":
    """What a session was given as briefs, by the marks in its list; None where the receipts are gone."""
    texts: list[str] = []
    fields: dict[str, str] = {}
    for mark in sorted([mark for mark in marks if mark.startswith(deliveries.BRIEF)]):
        ident = mark[len(deliveries.BRIEF) :]
        data = read_regular(receipt_path(private, ident), LIMIT, follow=False) if ident.isalnum() else None
        if not data:
            return None
        head, _, text = data.partition(b"\n")
        fields = scan_fields(head, {"t", "d.state"})
        texts.append(text.decode("utf-8", "replace"))
    state = fields.get("d.state", "").split()
    if len(state) != 3 or not state[0].isdigit():
        return None
    return DeliveredBriefs(fields.get("t", ""), "\n".join(texts), state)
