"""Figures in a sentence: a number with what it counts. No regular expressions: the hook process imports none."""

from backstory.base.reversals import stem_words
from backstory.base.tokenizer import STOP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_NUMBERS = """
zero null; one; two zwei deux dos; three drei trois tres; four vier quatre cuatro; five fünf cinq cinco;
six sechs seis; seven sieben sept siete; eight acht huit ocho; nine neun neuf nueve; ten zehn dix diez; eleven elf onze;
twelve zwölf douze doce; thirteen dreizehn treize trece; fourteen vierzehn quatorze catorce; fifteen fünfzehn quinze
quince; sixteen sechzehn seize; seventeen siebzehn; eighteen achtzehn; nineteen neunzehn
"""
_TENS = """
twenty zwanzig vingt veinte; thirty dreißig dreissig trente treinta; forty vierzig quarante cuarenta;
fifty fünfzig cinquante cincuenta; sixty sechzig soixante sesenta; seventy siebzig setenta; eighty achtzig ochenta;
ninety neunzig noventa; hundred hundert cent cien
"""
NUMBERS = {word: str(number) for number, row in enumerate(_NUMBERS.split(";")) for word in row.split()}
NUMBERS |= {word: str(10 * number) for number, row in enumerate(_TENS.split(";"), 2) for word in row.split()}
UNITS = {
    name: (dimension, factor)
    for dimension, factor, names in (
        ("time", 0.001, "ms millisecond millisekunde milliseconde milisegundo"),
        ("time", 1.0, "s sec second sekunde seconde segundo"),
        ("time", 60.0, "min minute minuten minuto"),
        ("time", 3600.0, "h hr hour stunde heure hora"),
        ("time", 86400.0, "d day tag tage jour día dia"),
        ("time", 604800.0, "w week woche semaine semana"),
        ("time", 2592000.0, "month monat mois mes"),
        ("size", 1.0, "byte"),
        ("size", 1e3, "kb kib kilobyte"),
        ("size", 1e6, "mb mib megabyte"),
        ("size", 1e9, "gb gib gigabyte"),
        ("part", 1.0, "percent prozent pourcent porciento"),
    )
    for base in names.split()
    for name in (base, f"{base}s", f"{base}n", f"{base}es")
}
"""Unit -> what it measures, and how many of the smallest it is."""
_MINUTES = ("time", 60.0)
"""The dimension and scale of `5m`. The table of units leaves `m` out, because its plural would be `ms`."""
_MILLIONS = """
rows records users requests items lines tokens events downloads entries parameters params people views hits keys files
"""
_IN_MILLIONS = frozenset(_MILLIONS.split())
"""Words before which `5m` is a number of them."""
_THOUSANDS = dict.fromkeys(("thousand", "tausend", "mille", "mil"), "000") | dict.fromkeys(
    ("million", "millions", "millionen", "millón", "millones", "milione", "milioni", "milhão", "milhões", "miljoen"),
    "000000",
)
"""Words behind a number -> the digits that they stand for."""
_POWERS = {"k": 3, "K": 3, "M": 6}
_ARTICLES = ("a", "an", "ein", "eine", "einen", "einer", "un", "une", "una")
"""Words that count one where a unit of time follows."""
_PLACES = """
option options variant variante line lines issue pr section page step chapter figure table row column commit status http
error zeile seite schritt ligne página línea paso version v day tag jour día phase team player round snapshot sprint
milestone
stage iteration part task item question section group season spieltag undo node nuxt react python vue angular next
next.js
java php ruby view tab screen slide slot story stories epic fase étape etape фаза фазе фазы шаг etapa tâche tarea
django rails typescript postgres ubuntu http2 test case agent observation customer bug batch address appid ticket chunk
game
"""
_NUMBERED = """
issues prs lines steps pages options items bugs tickets conflict conflicts suggestion suggestions comment comments
finding findings remark remarks point points
"""
_NAMES_A_PLACE = frozenset((*_PLACES.split(), *_NUMBERED.split()))
"""Words behind which a number is a name."""
_STRIPPED = "`'\"()[]{}<>=,;:!?*~|…“”‘’«»。，、！？；：（）.≥≤≈^"
NEAR = 3
"""Words before a figure that tell how it is meant."""
_OPERATORS = frozenset(("+", "-", "*", "/", "%", "<", ">", "<=", ">=", "==", "!=", "=>", "&&", "||", "?", "//"))
"""Signs of code beside which a number is none of a talk."""
_VERSION = 2
"""Points from which a number is a version."""
_FEWEST_DIGITS = 3
"""Digits from which a number is a name for itself."""


class Figure:
    """A number with what it counts."""

    __slots__ = (
        "before",
        "dimension",
        "end",
        "is_digits",
        "is_distinct",
        "is_plain",
        "nouns",
        "number",
        "scale",
        "unit",
        "value",
        "written",
    )

    def __init__(
        self,
        number: str,
        value: str,
        dimension: str,
        nouns: "tuple[str, ...]",
        before: "Sequence[str]",
        end: int,
        written: str,
        scale: float = 1.0,
        *,
        is_count: bool = False,
    ) -> None:
        self.number = number
        """As it is written, without what it counts."""
        self.value = value
        """In the smallest unit of its dimension, where it has one."""
        self.dimension = dimension
        """`time`, `size`, `part`, or empty."""
        self.nouns = frozenset([one[:5].rstrip("s") for one in nouns if one and not dimension])
        """The words beside it, which it may count."""
        self.unit = stem_words([one for one in nouns[1:2] if one])
        """The stem of the word behind it."""
        self.before = before
        """The words that stand before it."""
        self.end = end
        """Where it ends in its sentence."""
        self.written = written
        self.scale = scale
        """How many of the smallest unit of its dimension its own is."""
        self.is_digits = any(sign.isdigit() for sign in written)
        """Whether it is written with digits, which are seldom said of something else."""
        is_number = is_count or (_plain(written) == number and number.count(".") < _VERSION)
        self.is_plain = bool(dimension) or not self.is_digits or is_number
        """Whether it is a plain number, `is_count` with a sign for thousands or millions. `2.x` and `3.34.1` are names
        and versions."""
        self.is_distinct = not dimension and len([sign for sign in written if sign.isdigit()]) >= _FEWEST_DIGITS

    def counts_same(self, other: "Figure") -> bool:
        """Whether two figures may give the same thing."""
        if self.dimension or other.dimension:
            return self.dimension == other.dimension
        return not self.unit or not other.unit or self.unit == other.unit or not self.nouns.isdisjoint(other.nouns)


def read_figures(words: "Sequence[tuple[str, int]]") -> "Iterable[Figure]":
    """Yields the figures among the words of a sentence, each with where it ends. `words` keep their signs."""
    for place, (word, end) in enumerate(words):
        token = word.strip(_STRIPPED).lower()
        if not token:
            continue
        count = _read_count(_core(word))
        number, unit = (count, "") if count else _split(token)
        if not number and token not in NUMBERS and token not in _ARTICLES:
            continue
        following, second = (_read_word(words, place + step) for step in (1, 2))
        before = words[place - 1][0].strip(_STRIPPED).lower() if place else ""
        if not number:
            is_one = token in _ARTICLES and UNITS.get(following, ("",))[0] == "time"
            number = "1" if is_one else NUMBERS.get(token, "")
            counts_one = following in UNITS or following in ("at", "after") or _is_noun(following)
            if not number or (number == "1" and not counts_one):
                continue
        is_percent = _is_percent(words, place)
        beside = (words[number][0] for number in (place - 1, place + 1 + is_percent) if 0 <= number < len(words))
        if not place and word[0] == "(" and word.rstrip(".,;:") == f"({token})":
            continue  # the number of an item that is named again
        if not place and following in NUMBERS:
            continue  # `2 zero`: the number of a question, and the answer
        if word.startswith("#") or before in _NAMES_A_PLACE or not _OPERATORS.isdisjoint(beside):
            continue
        thousand = not unit and following in _THOUSANDS and number.isdigit()
        if thousand:
            number += _THOUSANDS[following]
            following, second = second, _read_word(words, place + 3)
        joined = _is_joined(words[place + 1][0] if thousand else word)
        dimension, factor = UNITS.get(unit or ("" if joined else following), ("", 1.0))
        if unit == "m" and following not in _IN_MILLIONS:
            dimension, factor = _MINUTES
        if unit and not dimension and unit not in ("%", "x"):
            continue
        if "%" in word or is_percent:
            dimension = "part"
        written, stop = _core(word), _core_end(word, end)
        for step in range(1, 1 + thousand + bool(dimension and not unit and "%" not in word)):
            written, stop = f"{written} {_core(words[place + step][0])}", _core_end(*words[place + step])
        value = _scale(number, factor) if dimension else number
        after = "" if joined else _pick_noun(following)
        nouns = _pick_noun(before), after, _pick_noun(second) if after else ""
        earlier = [_read_word(words, number) for number in range(max(0, place - NEAR), place)]
        is_count = bool(count) or thousand
        yield Figure(number, value, dimension, nouns, earlier, stop, written, factor, is_count=is_count)


def _is_percent(words: "Sequence[tuple[str, int]]", place: int) -> bool:
    """Whether a sign for percent stands apart behind a number, as in French and German: `20 %`, and not `20 % 3`."""
    signs = [word for word, _ in words[place + 1 : place + 3]]
    return bool(signs) and signs[0].rstrip(".,;:!?)\"'”") == "%" and not (signs[1:] and signs[1][:1].isdigit())


def _read_word(words: "Sequence[tuple[str, int]]", place: int) -> str:
    return words[place][0].strip(_STRIPPED).lower() if place < len(words) else ""


def _is_joined(word: str) -> bool:
    """Whether a sign behind a word parts it from the next."""
    return word[-1] in ".,;:!?)" and len(word) > 1


def _core(word: str) -> str:
    return word.strip("`'\"()[]{}<>=,;:!?*~|…“”‘’«».")


def _core_end(word: str, end: int) -> int:
    return end - (len(word) - len(word.rstrip("'\")]},;:!?*~|…”’».")))


def _is_noun(word: str) -> bool:
    return len(word) > 2 and word.isalpha() and word not in STOP


def _pick_noun(word: str) -> str:
    """The noun that a word is or ends with; empty where it is none."""
    noun = word.rpartition("_")[2]
    return noun if _is_noun(noun) else ""


def _split(token: str) -> "tuple[str, str]":
    """A number and the unit that is written with it; empty where a word is none."""
    body = token[1:] if token[0] in "-−+$€£" else token
    if not body or not body[0].isdigit():
        return "", ""
    size = 0
    while size < len(body) and (body[size].isdigit() or body[size] in ".,:\u202f"):
        size += 1
    number, unit = body[:size].rstrip(".,:"), body[size:].lstrip("-\u202f")
    if unit and not unit.isalpha() and unit != "%":
        is_pair = unit[0] == "x" and unit[1:].isdigit()
        return (body, "x") if is_pair else ("", "")
    if number.startswith("0x") or (unit and len(number) > 6):
        return "", ""
    sign = "-" if token[0] in "-−" else ""
    return sign + _plain(number), "" if unit == "%" else unit


def _read_count(written: str) -> str:
    """A number with a sign for thousands or millions, or with lines between them, in digits; empty for any other:
    `300k`, `2M`, `1.5M`, `2_000_000`."""
    body, sign = written[:-1], written[-1:]
    power = _POWERS.get(sign, 0)
    whole, _, part = body.partition(".")
    if power and whole.isdigit() and (part.isdigit() or not part) and len(part) <= power:
        return whole + part + "0" * (power - len(part))
    digits = written.replace("_", "")
    return digits if "_" in written and digits.isdigit() else ""


def _plain(number: str) -> str:
    """A number without the signs between its thousands."""
    for sign in ",.\u202f":
        head, _, tail = number.rpartition(sign)
        if head and len(tail) == _FEWEST_DIGITS and head.replace(sign, "").isdigit() and head != "0":
            return head.replace(sign, "") + tail
    return number.replace(",", ".")


def _scale(number: str, factor: float) -> str:
    try:
        return f"{float(number) * factor:g}"
    except ValueError:
        return number
