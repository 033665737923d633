"""Questions whether something may be done: `can I edit the docs now?`, `is api.py still frozen?`.

Their answer is the rule about the thing, or what lifted it, however few words they share with it.
"""

from backstory.base.phrase_texts import opens_with
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from backstory.base.phrases import Phrases
    from backstory.base.tokenizer import Term

MAX_WORDS = 16
"""Words of such a question. A longer prompt tells something."""
_OPENING_WORDS = """
can i; can we; can one; may i; may we; may one; might i; might we; could i; could we; should i; should we; shall i
shall we; am i allowed; am i free to; are we allowed; are we free to; is it allowed; is it ok; is it okay; is it fine
is it safe; is it still; do you mind; would it be ok; any objections; is there anything against
darf ich; dürfen wir; darf man; kann ich; können wir; kann man; könnte ich; soll ich; sollen wir; sollte ich
sollten wir; ist es erlaubt; ist das erlaubt; ist es ok; ist es okay; ist es in ordnung; spricht etwas dagegen
puis je; peut on; pouvons nous; est ce que je peux; est ce qu on peut; je peux; on peut; dois je; ai je le droit
j ai le droit; a t on le droit
puedo; podemos; se puede; puede uno; debo; debería; deberíamos; está permitido; tengo permiso
posso; possiamo; si può; devo; pode se; mag ik; mogen we; kan ik; kunnen we; czy mogę; czy możemy
"""
"""How a person asks whether they may do something."""
_CONNECTING = "so and ok okay hey hi but now also then please und oder et ou y o"
_BEFORE = frozenset(_CONNECTING.split())
"""Words before such a question."""
_STANDS = """
still/again/now/already/yet ~/off frozen/forbidden/locked/closed/reserved/limits/allowed/free/open/banned/taboo;
is/are ~/still/it frozen/forbidden/locked/banned/off;
noch/wieder/schon/jetzt gesperrt/tabu/eingefroren/verboten/erlaubt/frei/reserviert;
encore/toujours/déjà/maintenant gelé/gelée/gelés/bloqué/bloquée/interdit/interdite/libre/autorisé;
todavía/aún/ya/sigue/siguen congelado/congelada/bloqueado/bloqueada/prohibido/prohibida/libre
"""
"""How a person asks whether a rule still holds."""
DEEDS = frozenset(
    (
        "edit", "change", "touch", "modify", "add", "use", "run", "update", "write", "do", "make", "delete", "remove",
        "commit", "go", "start", "have", "get", "put", "work", "still", "now", "again", "yet", "ändern", "anfassen",
        "bearbeiten", "nutzen", "machen", "benutzen", "wieder", "noch", "modifier", "changer", "toucher", "utiliser",
        "faire", "encore", "tocar", "cambiar", "editar", "usar", "hacer", "modificar", "ya", "ahora",
    )
)  # fmt: skip
"""Words of such a question that do not tell what it is about."""


def opens_with_permission(words: "Sequence[str]") -> bool:
    """Whether a prompt in these words begins with the question whether something may be done."""
    start = 0
    while words[start : start + 1] and words[start] in _BEFORE:
        start += 1
    return opens_with(words[start:], _OPENING_WORDS)


def asks_permission(text: str, words: "list[str]") -> bool:
    """Whether a prompt, whole and in words, asks no more than whether something may be done, or still may not."""
    if len(words) > MAX_WORDS or not text.rstrip().endswith(("?", "？")):
        return False
    return opens_with_permission(words) or _get_stands().find(words) is not None


def list_subjects(asked: "Sequence[Term]", everyday: "Container[int]") -> "frozenset[int]":
    """The places of the words that tell what such a question is about. `everyday`: those of words of everyday life."""
    return frozenset(
        [
            place
            for place, term in enumerate(asked)
            if term.form not in DEEDS and term.form not in STOP and place not in everyday
        ]
    )


_phrases: "list[Phrases]" = []


def _get_stands() -> "Phrases":
    if not _phrases:
        from backstory.base.phrases import Phrases  # most prompts are no such questions

        _phrases.append(Phrases(_STANDS))
    return _phrases[0]
