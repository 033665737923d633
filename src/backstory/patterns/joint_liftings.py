"""What each clause of a sentence lifts: `8.4.0 is out, and Rita is done with api.py` is about two rules."""

from backstory.patterns.liftings import DONE, Lifting, read_lifting
from backstory.patterns.pattern import Pattern


def read_liftings(sentence: str, before: str = "") -> list[Lifting]:
    """What a sentence of a person lifts. `before`: the sentence before it, for `it`."""
    whole = read_lifting(sentence, before)
    if whole is None or whole.form != DONE:
        return [] if whole is None else [whole]
    parts = [read_lifting(part, before) for part in _AND.split(sentence)]
    done = [one for one in parts if one is not None and one.form == DONE]
    return done if len(done) == len(parts) else [whole]


_AND = Pattern(r"(?:[,;] (?:and |und |et |y |e |en )?|\b(?:and|und|et|y|en) )(?=\S+ (?:is|are|has|have|ist|hat|a|ha) )")
"""What joins two clauses that tell who is done."""
