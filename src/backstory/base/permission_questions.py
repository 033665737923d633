"""Questions whether something may be done: `can I edit the docs now?`, `darf ich die Version erhöhen?`.

They ask for the rule that allows or forbids it, as an order does that just goes ahead.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_ASKING = """
can i; can we; may i; may we; might i; might we; could i; could we; should i; should we; shall i; shall we
am i allowed; are we allowed; is it allowed; is it ok; is it okay; is it fine; is it safe; do you mind; would it be ok
any objections; is there anything against
darf ich; dürfen wir; darf man; kann ich; können wir; kann man; soll ich; sollen wir; ist es erlaubt; ist es ok
ist es in ordnung; spricht etwas dagegen
puis je; peut on; pouvons nous; est ce que je peux; est ce qu on peut; je peux; on peut; dois je; ai je le droit
a t on le droit
puedo; podemos; se puede; debo; debería; deberíamos; está permitido
posso; possiamo; si può; devo; podemos; pode se; mag ik; mogen we; kan ik; kunnen we; czy mogę; czy możemy
"""
_OPENINGS = tuple([tuple(each.split()) for each in _ASKING.replace("\n", ";").split(";") if each.strip()])
_CONNECTING = """
so and ok okay hey hi but now also then please und oder et ou y o
"""
_BEFORE = frozenset(_CONNECTING.split())
"""Words before such a question."""


def asks_permission(words: "Sequence[str]") -> bool:
    """Whether a prompt in these words begins with the question whether something may be done."""
    start = 0
    while words[start : start + 1] and words[start] in _BEFORE:
        start += 1
    return any(tuple(words[start : start + len(each)]) == each for each in _OPENINGS)
