"""Whether the cause that was named before a change explains what the report says was changed.

An agent names many causes on its way, and the last of them may be of another fault: both speak of the same thing, or
the report says no more than that the fault is mended.
"""

from collections.abc import Iterator
from typing import Final

from backstory.base.reversals import stem_words
from backstory.base.tokenizer import split_camel_case
from backstory.base.unspaced import is_unspaced

_FEWEST_LETTERS: Final = 4
"""Letters of a word that names a thing."""
_REPAIR: Final = stem_words(
    ("issue", "problem", "error", "bug", "fault", "cause", "root", "reason", "culprit", "fix", "fixed", "solve",
     "solved", "solution", "resolve", "resolved", "correct", "corrected", "mend", "repair", "repaired", "main",
     "real", "actual", "key", "both", "first", "two", "three", "several", "all", "changed", "change", "changes",
     "add", "added", "adding", "update", "updated", "implement", "implemented", "create", "created", "make", "made",
     "use", "used", "using", "need", "needed", "remove", "removed", "modify", "modified", "work", "works", "working",
     "code", "file", "files", "project", "task", "test", "tests", "run", "running", "now", "still", "properly",
     "correctly", "successfully", "comprehensive", "following", "identified", "found", "fehler", "ursache", "grund",
     "behoben", "gelöst", "korrigiert", "geändert", "hinzugefügt", "erstellt", "problème", "problèmes", "erreur",
     "erreurs", "corrigé", "corrigée", "résolu", "modifié", "ajouté", "créé", "implémenté", "identifié", "deux",
     "tous", "toutes", "tout", "maintenant", "problema", "problemas", "causa", "corregido", "arreglado", "resuelto",
     "solucionado", "solución", "modificado", "agregado", "añadido", "creado", "implementado", "identificado", "dos",
     "todos", "todas", "principales", "ahora", "código", "archivo", "cambios", "hecho", "erro", "corrigido",
     "resolvido", "adicionado", "criado")
)  # fmt: skip
"""Words of any report of a repair, which say nothing of what was repaired."""
_MENDED: Final = stem_words(
    ("fix", "fixed", "solve", "solved", "resolve", "resolved", "correct", "corrected", "mend", "mended", "repair",
     "repaired", "behoben", "gelöst", "korrigiert", "corrigé", "corrigée", "résolu", "réparé", "corregido",
     "arreglado", "resuelto", "solucionado", "corrigido", "resolvido")
)  # fmt: skip


def explains(diagnosis: str, change: str) -> bool:
    """Whether a cause and a change speak of the same thing, or the change is only `I fixed the issue`."""
    if is_unspaced(diagnosis) or is_unspaced(change):
        return True
    words = stem_words(_list_words(change))
    things = words - _REPAIR
    return bool(things & stem_words(_list_words(diagnosis))) if things else bool(words & _MENDED)


def _list_words(text: str) -> Iterator[str]:
    """The words of a text that may name a thing, names of code in their parts."""
    for run in "".join(sign if sign.isalnum() else " " for sign in text).split():
        for part in {run.lower(), *split_camel_case(run)}:
            if len(part) >= _FEWEST_LETTERS and not part.isdigit():
                yield part
