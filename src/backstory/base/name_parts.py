"""The parts of names from code: evidence of their own where the memory does not have the name."""

from backstory.base.tokenizer import STOP, WEAK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.tokenizer import Term


def weigh_parts(terms: "Sequence[Term]", counts: "Sequence[int]") -> None:
    """Lets the parts of `camelCase` count by themselves where the memory has no such name: they are all that it says.

    `counts`: how often the memory has each of the terms.
    """
    for place, term in enumerate(terms):
        if term.ident and not counts[place]:
            for part in terms[place + 1 :]:
                if not part.weak or part.form not in term.form:
                    break
                part.weak = part.form in WEAK or part.form in STOP
