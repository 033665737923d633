"""Recognises an agent's report that something does not work: `make test doesn't even start`."""

from backstory.base.phrases import Phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FAILS = """
doesn/don/didn/won/can/couldn t ~/even/really/ever start/run/work/build/compile/pass/finish/load/help/do;
does/do/did/will
not ~/even/really/ever start/run/work/build/compile/pass/finish/load/help; cannot
start/run/work/build/compile/pass/help;
fails; failed; breaks; broke; crashes; crashed; hangs; läuft/geht/startet/funktioniert/baut/hilft nicht; schlägt fehl;
ne
marche/démarre/passe/compile pas; échoue; no funciona/arranca/pasa/compila; falla
"""
_tables: "list[Phrases]" = []


def tells_failure(words: "Sequence[str]") -> bool:
    """Whether the words of a sentence say that something does not work."""
    if not _tables:
        _tables.append(Phrases(_FAILS))
    return _tables[0].find(words) is not None
