"""Names what a ban only points at: `extras/man is written by a bot. Don't touch that folder in feature branches.`

Such a rule says nothing in a brief. It is kept behind the path that was named last, with the sentence that names it as
its reason.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

_FOLDERS: Final = (
    r"(?:(?:sub)?(?:folders?|director(?:y|ies))|dirs?|tree|package|ordner|verzeichnis|dossier|répertoire|carpeta"
    r"|directorio)"
)
_FILES: Final = r"(?:files?|scripts?|document|datei|fichier|archivo|fichero)"
_HARM: Final = (
    r"(?:touch|edit|change|modify|alter|rename|move|delete|remove|overwrite|reformat|format|rewrite|regenerate"
    r"|mess with|write to"
    r"|commit|add|put|fix|lint|update)"
)
_PARTS: Final = (
    r"(?:(?:anything|things?|files?|a file|any file|stuff|something|code) )?(?:(?:in|inside|under|within|from|to|of) )?"
)
_BAN: Final = Pattern(
    r"(?:^|[,;:–—-] )(?:(?:and|but|so|also|please|pls|no|ok(?:ay)?|again)[\s,]+)*(?P<ban>(?:"
    rf"(?:(?:you|we) )?(?:do not|don't|dont|never|must not|mustn't|should not|shouldn't) (?:ever |please )?{_HARM}"
    rf" {_PARTS}|(?:please )?(?:keep|stay) (?:out of|away from|off) |(?:keep your )?hands off |(?:please )?leave"
    r" |nothing (?:in|inside|under|from) |(?:nobody|no one|no \w+) (?:touches|edits|changes|writes to|commits to"
    rf"|formats|adds to) {_PARTS})(?:that|this|those|these|the (?:whole|entire|same)) (?P<what>{_FOLDERS}|{_FILES})\b)"
)
"""`don't touch that folder`."""
_MOMENT: Final = Pattern(
    r"\b(?:yet|now|until|till|while|again until|before i|for now|today|tonight|this time|when i(?:'m| am)|is done"
    r"|are done"
    r"|am done)\b"
)
_PATH: Final = Pattern(
    r"`(?P<quoted>[^`\s]{2,80})`|(?<![\w/.:@-])(?P<path>(?:\.{0,2}/)?[\w@*-][\w@.*-]*(?:/[\w@.*-]+)+/?"
    r"|[\w@.-]*\w/(?=[\s.,;:)]|$)"
    r"|[\w-]+\.(?!\d)(?:[a-z]{1,5}\d?)(?=[\s,;:)]|\.?$|\.\s))"
)
_NOT_PATHS: Final = frozenset(
    ("and/or", "e.g", "i.e", "he/she", "his/her", "either/or", "w/o", "n/a", "ci/cd", "in/out", "on/off")
)
_BACK: Final = 4
"""Sentences before a ban in which a path is looked for."""
SURE: Final = 0.93
"""How sure a ban on a named place is: weights have seen few of them."""


class Pointed(NamedTuple):
    """What a ban points at."""

    path: str
    sentence: Sentence
    """The sentence that names it."""
    start: int
    """Where the ban begins."""


def find_pointed(sentences: Sequence[Sentence], place: int) -> Pointed | None:
    """The path that a ban on `that folder` means, which stands in the sentences before; None for any other sentence."""
    sentence = sentences[place]
    ban = _BAN.search(sentence.plain)
    if ban is None or sentence.is_question or _MOMENT.search(sentence.plain, ban.end()):
        return None
    if _list_paths(sentence.text):
        return None
    is_file = _IS_FILE.fullmatch(ban["what"]) is not None
    for at in range(place - 1, max(-1, place - 1 - _BACK), -1):
        before = sentences[at]
        paths = [path for path in _list_paths(before.text) if not is_file or "." in path.rsplit("/", 1)[-1]]
        if paths and sentence.paragraph - before.paragraph <= 1:
            between = " ".join(one.text for one in sentences[at:place])
            is_lasting = _LASTS.search(sentence.plain) or _GROUNDS.search(between)
            return Pointed(paths[-1], before, ban.start("ban")) if is_lasting else None
    return None


_LASTS: Final = Pattern(
    r"\b(?:never|ever|again|nobody|no one|nothing|by hand|manually|directly|(?:in|on) (?:(?:a|your|any|our|the|feature"
    r"|other) )*branch(?:es)?"
    r"|always|whatever)\b"
)
"""Words of a ban that holds for longer than the task at hand."""
_GROUNDS: Final = Pattern(
    r"\b(?:generated|written|built|made|created|synced|pushed|maintained|owned|managed|imported|copied|vendored"
    r"|mirrored"
    r"|(?:comes?|came|taken) (?:from|out of)|belongs?|bots?|robot|job|workflow|pipeline|upstream|teams?|frozen|audit\w*"
    r"|hers|theirs|his"
    r"|not ours|third[- ]party|translat\w+|legal|signed|certified|exported|nightly)\b"
    r"|\b(?:is|are|gets?|was|were) \w+(?:ed|en|t) (?:by|from|out of) |\b[A-Z][a-z]+'s\b"
)
"""Why a place is left alone for good."""
_IS_FILE: Final = Pattern(r"(?:file|script|document|datei|fichier|archivo|fichero)")


def _list_paths(text: str) -> list[str]:
    named = (match["quoted"] or match["path"] for match in _PATH.finditer(text))
    paths = (one.rstrip(".") for one in named)
    return [one for one in paths if ("/" in one or "." in one) and one.lower() not in _NOT_PATHS and " " not in one]
