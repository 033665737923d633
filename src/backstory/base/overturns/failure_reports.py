"""Recognises an agent's report that something does not work: `make test doesn't even start`."""

from backstory.base.phrases import Phrases

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_FAILS = """
doesn/don/didn/won/can/couldn/isn t; doesnt/dont/didnt/wont/cant; does/do/did/is/are/was not; cannot; fails; failed;
breaks;
broke; broken; is/are missing; lacks; crashes; crashed; läuft/geht/startet/funktioniert nicht; schlägt fehl; fehlt; ne
marche/démarre/passe pas; échoue; no funciona/arranca/pasa; falla; falta
"""
_tables: "list[Phrases]" = []


def tells_failure(words: "Sequence[str]") -> bool:
    """Whether the words of a sentence say that something does not work."""
    if not _tables:
        _tables.append(Phrases(_FAILS))
    return _tables[0].find(words) is not None
