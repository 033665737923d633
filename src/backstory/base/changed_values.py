"""Orders that set something to a number: `raise size to 50`, `bump the cap to 1 MiB`."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from backstory.base.tokenizer import Term

_SETTING = """
set raise lower bump increase decrease reduce change cut limit cap make put double halve shorten lengthen extend
setz setze erhöhe senke ändere mets augmente réduis sube baja pon cambia
"""
_SETS = frozenset(_SETTING.split())
_TO = frozenset(("to", "at", "auf", "à", "a", "en", "="))
_INDEFINITE = frozenset(("a", "an", "some", "ein", "eine", "einen", "un", "une", "una", "my", "mein", "meine", "mon"))
MAX_WORDS = 12
"""Words of such an order."""
NEAR = 2
"""Words behind `to` among which the number stands."""


def find_changed(words: "Sequence[str]", asked: "Sequence[Term]", significant: "Sequence[int]") -> "int | None":
    """The place of the word for what an order sets to a number; None for anything else."""
    if not 3 < len(words) <= MAX_WORDS or words[0] not in _SETS or words[1] in _INDEFINITE:
        return None
    for place in range(2, len(words) - 1):
        is_number = any(word[0].isdigit() for word in words[place + 1 : place + 1 + NEAR])
        if words[place] in _TO and is_number:
            subjects = words[1:place]
            named = [one for one in significant if asked[one].form in subjects and not asked[one].form.isdigit()]
            return named[-1] if named else None
    return None
