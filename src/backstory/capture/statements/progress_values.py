"""Values that say how far the work is, and where a file or a task is to be found: their change chooses nothing."""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import mask

_MEASURES: Final = Pattern(
    r"\b(?:(?:overall|project|current|total|sprint) progress"
    r"|(?:current|overall|project|task|phase(?: \d+)?|test) status"
    r"|(?:tests?|code|branch|line|overall) coverage|phase \d|(?:project|current) phase|milestone"
    r"|(?:success|pass|passing|failure|completion) rate"
    r"|(?:tests?|checks?|cases) (?:passing|passed|failing|failed|green)"
    r"|(?:passing|failed|failing) (?:tests?|checks?|cases)|last (?:updated|modified|reviewed)"
    r"|gesamtfortschritt|testabdeckung|avancement (?:du|global)|couverture (?:de|des) tests?|progreso (?:del|general)"
    r"|estado (?:del proyecto|actual)|cobertura (?:de|del) (?:c[oó]digo|pruebas|tests?|testes?))\b"
    r"|^\W*(?:status|progress|coverage|fortschritt|avancement|progreso|cobertura): "
    r"|\d ?% (?:complete|done|finished|passing|ready)|\b(?:in progress|to ?do|completed|done)\b.{0,20}\bto\b.{0,20}"
    r"\b(?:in progress|in review|completed|done)\b"
    r"|\b(?:from|instead of|rather than) (?:tasks? |issues? |tickets? )?#\d+\b"
    r"|\bfrom (?:january|february|march|april|may|june|july|august|september|october|november|december) \d"
)
_SETS: Final = Pattern(
    r"\b(?:threshold|minimum|maximum|limit|target|required?|requirement|default|must|because|since|due to|gate"
    r"|allowed)\b"
)
"""Words with which such a value is one that somebody sets."""
_PATH: Final = Pattern(r"[`'\"]?(?=[^\s`'\"]*[a-z])[\w.@-]*/[\w./@-]*[`'\"]?")


def tells_progress(text: str) -> bool:
    """Whether a change of a value only tells how far the work is, or which task it is: `coverage from 78% to 100%`."""
    plain = mask(text).lower()
    return _MEASURES.search(plain) is not None and _SETS.search(plain) is None


def names_place(value: str) -> bool:
    """Whether a value is the path of a file or of a folder."""
    return _PATH.fullmatch(value.lower()) is not None
