"""Questions for leave: `can I edit the docs now?`, `is api.py still frozen?`.

Their answer is the rule about the thing, or what lifted it, however few words they share with it.
"""

from backstory.base.phrases import Phrases
from backstory.base.tokenizer import STOP, split_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from backstory.base.question import Question

MAX_WORDS = 16
"""Words of such a question. A longer prompt tells something."""
_ASKS = """
can/may/could/should/shall i/we/one; am i allowed/free/permitted; are we allowed/free/permitted; is/are it/we/i
ok/okay/fine/safe/allowed to; is it still; ok/okay to; allowed to;
darf/dürfen/kann/können/könnte/soll/sollen/sollte ich/wir/man; ist es erlaubt/ok/okay; ist das erlaubt/ok/okay;
puis je; pouvons nous; peut on; je/on peux/peut; est ce que je/on peux/peut; a t on le droit; j ai le droit;
puedo; podemos; se puede; puede uno; está permitido; tengo permiso
"""
"""How a person asks whether they may do something."""
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
        "commit", "go", "start", "have", "get", "put", "work", "work", "still", "now", "again", "yet", "ändern",
        "anfassen", "bearbeiten", "nutzen", "machen", "benutzen", "wieder", "noch", "modifier", "changer", "toucher",
        "utiliser", "faire", "encore", "tocar", "cambiar", "editar", "usar", "hacer", "modificar", "ya", "ahora",
    )
)  # fmt: skip
"""Words of such a question that do not tell what it is about."""


def asks_for_leave(text: str) -> bool:
    """Whether a prompt asks whether something may be done, or whether it still may not."""
    if not text.rstrip().endswith(("?", "？")):
        return False
    words = split_words(text)
    if len(words) > MAX_WORDS:
        return False
    asks, stands = _get_phrases()
    return ((opening := asks.find(words[:_OPENING])) is not None and opening[0] < _OPENING) or (
        stands.find(words) is not None
    )


_OPENING = 5
"""First words among which such a question begins."""


def list_subjects(question: "Question") -> "frozenset[int]":
    """The places of the words that tell what a question for leave is about."""
    return frozenset(
        [
            place
            for place, term in enumerate(question.asked)
            if term.form not in DEEDS and term.form not in STOP and place not in question.everyday
        ]
    )


_phrases: "list[tuple[Phrases, Phrases]]" = []


def _get_phrases() -> "tuple[Phrases, Phrases]":
    if not _phrases:
        _phrases.append((Phrases(_ASKS), Phrases(_STANDS)))
    return _phrases[0]
