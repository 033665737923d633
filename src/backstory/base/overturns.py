"""What was uttered first and overturned later: a value, an explanation, a choice, a change that was undone.

Statements about the same thing are compared along the time of a talk. What overturns is a later statement with
authority: the person's own, or an agent's that carries an order out, takes its own words back or tells what it removed.
A question, a proposal and an example overturn nothing. Briefs, `recall` and what comes with a prompt share it.
"""

from backstory.base.exchanges import Overturn, Spoken, read_exchanges
from backstory.base.overturned_facts import find_refuted
from backstory.base.overturned_things import find_passed, find_taken_out, find_undone
from backstory.base.overturned_values import find_replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def find_overturns(rows: "Sequence[Spoken]") -> "list[Overturn]":
    """The sentences that later ones overturn. `rows` are in the order of the talk."""
    exchanges = read_exchanges(rows)
    return [
        *find_replaced(exchanges),
        *find_refuted(exchanges),
        *find_undone(exchanges),
        *find_taken_out(exchanges),
        *find_passed(exchanges),
    ]
