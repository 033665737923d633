"""Finds the place of a rule for a part of the project: `rules for the api folder: ...`, `in src/api: never ...`.

Without its place such a rule would apply everywhere. The record's text begins with the place in the person's words.
A brief therefore shows it, and the files there bring the rule up.
"""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.text.announcements import NAMES_RULES
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_FOLDER: Final = (
    r"(?:(?:sub)?folders?|director(?:y|ies)|packages?|modules?|crates?|workspace|ordners?|verzeichnis(?:se)?|pakete?"
    r"|dossiers?|répertoires?|paquets?|carpetas?|directorios?|paquetes?|módulos?|pastas?|cartell[ae])"
)
_PATH: Final = r"(?:`[^`\s]{2,60}`|(?:\.{0,2}/)?[\w@*.-]+(?:/[\w@*.-]+)+/?|[\w@.-]+/)"
_PLACE: Final = (
    rf"(?:{_PATH}(?:[ -]{_FOLDER})?|{_FOLDER} `?[\w@./-]+`?|`?[\w@./-]+`?[ -](?:{_FOLDER})"
    rf"(?: `?[\w@./-]+`?)?)"
)
_IN: Final = (
    r"(?:(?:for|in|inside|within|under|below|für|im|in|unter|dans|sous|pour|en|para|bajo|dentro de|em|per|nel)\b ?"
    r"(?:(?:everything|anything|whatever is|all(?: the)?(?: code| files)?|alles|tout(?: ce qui est)?|todo) "
    r"(?:in|under|below|inside|unter|im|dans|sous|en|bajo)\b ?)?"
    r"(?:(?:the|our|my|this|den|dem|der|die|das|unser\w*|le|la|les|notre|el|los|las|nuestr[ao]) |l['’])?)"
)
_RULES: Final = (
    r"(?:(?:(?:some|a few|the|our|my|two|three|neue|ein paar|quelques|unas|algunas) )?(?:rules?|conventions?"
    r"|guidelines?|regeln?|konventionen|règles?|reglas?|normas|convenciones|regole|regras) )"
)
_ORDER: Final = (
    r"(?:(?:please |bitte )?(?:never|always|don['’]?t|do not|no|only|nothing|use|avoid|prefer|keep|nie(?:mals)?|immer"
    r"|kein\w*|nur|nichts|ne|n['’]\w+|jamais|toujours|pas de|nunca|siempre|solo|usa|evita)\b)"
)
_LEAD: Final = Pattern(
    rf"(?:(?:and|also|und|außerdem|et|aussi|y|también)[\s,]+)*(?:{_RULES})?"
    rf"(?P<place>(?:{_IN}|the |our |der |die |das |le |la |el )?{_PLACE})"
    rf"(?:\s?[:：—–]\s+|,\s+(?={_ORDER}))(?=\S)",
    re.IGNORECASE,
)
"""The beginning of a sentence that names its place."""
_HEADING: Final = Pattern(
    rf"\W*(?:{_RULES})?(?P<place>{_IN}{_PLACE})(?: (?:only|rules?|conventions?))?\W*$|\W*{_RULES}(?:[-–:] ?)?"
    rf"(?P<other>{_PLACE})\W*$|\W*(?P<before>{_PLACE}) (?:rules?|conventions?|regeln|règles|reglas)\W*$",
    re.IGNORECASE,
)
"""A heading that names the place of the items below it."""


_ANYWHERE: Final = Pattern(
    r"(?:and |but |also )*(?:from now on|in general|generally|everywhere|elsewhere|anywhere|in all|for all|across"
    r"|ab jetzt|überall|generell|allgemein|désormais|partout|en général|a partir de ahora|en general|en todas?)\b"
)
"""The beginning of a sentence that leaves that place."""
_NAMED: Final = (
    Pattern(rf"\b{_FOLDER} `?([\w@.-]+)`?", re.IGNORECASE),
    Pattern(rf"`?([\w@.-]+)`?[ -]{_FOLDER}\b", re.IGNORECASE),
)
"""The name of a folder after that word, or else before it."""
_ROOTS: Final = ("", "src/", "lib/", "app/", "apps/", "packages/", "crates/", "internal/", "pkg/")
"""Usual parents of a folder that a person only names."""


class Placed(NamedTuple):
    """A sentence, and where it holds."""

    sentence: Sentence
    """The rule itself, without the words before it that name the place."""
    place: str = ""
    quote: str = ""
    """The whole sentence."""


def place_sentences(sentences: Sequence[Sentence]) -> list[Placed]:
    """The sentences of a prompt, each with its place. A place holds to the end of its line."""
    placed: list[Placed] = []
    for one in sentences:
        lead = _LEAD.match(one.text)
        if lead:
            bare = one if NAMES_RULES.match(one.plain) else _cut(one, lead.end())
            placed.append(Placed(bare, lead["place"], one.text))
            continue
        above = placed[-1] if placed and placed[-1].sentence.paragraph == one.paragraph else None
        heading = _HEADING.match(one.heading) if one.item and one.heading else None
        place = above.place if above and not _ANYWHERE.match(one.plain) else ""
        if heading:
            place = heading["place"] or heading["other"] or heading["before"]
        placed.append(Placed(one, place, one.text))
    return placed


def _cut(sentence: Sentence, start: int) -> Sentence:
    return sentence._replace(text=sentence.text[start:], plain=sentence.plain[start:])


def name_place(text: str, place: str) -> str:
    """The text of a rule behind its place, unless the text names the place itself."""
    return text if not place or place.lower() in text.lower() else f"{place}: {text}"


def list_folders(place: str) -> tuple[str, ...]:
    """The paths that the name of a folder may stand for: `the api folder`."""
    names = next((matches for pattern in _NAMED if (matches := [one[1] for one in pattern.finditer(place)])), [])
    return tuple(root + name for name in names for root in _ROOTS)
