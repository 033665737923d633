"""The day until which a ban holds by its own words: `don't touch the exporter until Thursday`."""

from backstory.patterns.hold_words import BAN, LASTING
from backstory.patterns.pattern import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date
    from re import Match

_WEEKDAYS = (
    ("monday", "mon", "montag", "lundi", "lunes"),
    ("tuesday", "tue", "dienstag", "mardi", "martes"),
    ("wednesday", "wed", "mittwoch", "mercredi", "miércoles"),
    ("thursday", "thu", "donnerstag", "jeudi", "jueves"),
    ("friday", "fri", "freitag", "vendredi", "viernes"),
    ("saturday", "sat", "samstag", "samedi", "sábado"),
    ("sunday", "sun", "sonntag", "dimanche", "domingo"),
)
_NUMBERS = {name: number for number, names in enumerate(_WEEKDAYS) for name in names}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NAMES = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_UNTIL = Pattern(
    r"\b(?:until|till|til|before|bis(?: zum)?|vor|jusqu['’](?:à|au)|avant|hasta(?: el)?|antes del?)"
    r" (?:(?:this|next|the|coming|am|diesen|nächsten|kommenden|ce|le|el|este|próximo) ){0,2}"
    rf"(?:(?P<weekday>{_NAMES})|(?P<tomorrow>tomorrow|morgen|demain|mañana)|(?P<today>today|tonight|heute|hoy)"
    r"|(?P<date>\d{4}-\d\d-\d\d)"
    rf"|(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)? (?:of )?(?P<month>{_MONTH})"
    rf"|(?P<month_first>{_MONTH}) (?P<day_behind>\d{{1,2}})(?:st|nd|rd|th)?"
    r"|(?P<week>(?:end of (?:the |this )?)?week(?:end)?|wochenende|woche|semaine|semana))"
    r"(?=$|[.,;:!?)—–]| (?:morning|noon|afternoon|evening|night|at|because|since|when|as|and|so|but|if|früh|abend|-"
    r"|matin|soir|por|weil|wenn|und|et|y|\d))"
)
"""A day behind the word that bounds a ban. What goes on as a name (`until Friday's release`) is none."""
_WEEK = 7


def find_last_day(rule: str, made: str) -> str:
    """The last day on which a ban holds that names one, as `2026-11-26`; empty for any other sentence.

    `made`: when it was laid down. A day without a date is the next of its name.
    """
    from datetime import date, timedelta

    text = " ".join(rule.lower().replace("’", "'").split())
    match = _UNTIL.search(text) if BAN.search(text) and not LASTING.search(text) else None
    try:
        start = date.fromisoformat(made[:10])
        return "" if match is None else (start + timedelta(days=_count_days(match, start))).isoformat()
    except (ValueError, OverflowError):
        return ""


def _count_days(match: "Match[str]", start: "date") -> int:
    """The days from the one on which a ban was laid down to the last one on which it holds. Raises ValueError."""
    from datetime import date

    if match["weekday"]:
        return (_NUMBERS[match["weekday"]] - start.weekday() - 1) % _WEEK + 1
    if match["date"]:
        return (date.fromisoformat(match["date"]) - start).days
    if month := match["month"] or match["month_first"]:
        number, day = _MONTHS.index(month[:3]) + 1, int(match["day"] or match["day_behind"])
        that = date(start.year, number, day)
        return ((that if that >= start else date(start.year + 1, number, day)) - start).days
    if match["week"]:
        return _WEEK + (_WEEK - 1 - start.weekday())  # to the end of the next week, whichever one is meant
    return 1 if match["tomorrow"] else 0
