"""Versions that are out: what says so, and which rules wait for them: `until 8.4.0 is out`."""

from backstory.patterns.pattern import Pattern

VERSION = r"(?<![\w.])v?\d+(?:\.\d+)+(?:-?(?:rc|alpha|beta)\.?\d*)?(?![\w-]|\.\d)"
_OUT = r"(?:out|released|tagged|shipped|published|cut|live|landed|final|done)"
_ALREADY = r"(?:now |already |finally |just |also |all )*"
RELEASED = (
    rf"(?P<version>{VERSION})(?: release)?(?:(?: is|'s| has been| was| got| went| has gone) {_ALREADY}{_OUT}"
    rf"| (?:has |have )?{_ALREADY}(?:landed|shipped|gone live|gone out|come out|came out))\b"
    rf"|\b[^\W\d_][\w-]*(?:'ve| have| has)? {_ALREADY}(?:released|shipped|tagged|published|cut|pushed out|put out)"
    rf" (?:(?:the|version|release|tag) )*(?P<shipped>{VERSION})"
    rf"|(?<![\w.])(?P<veröffentlicht>{VERSION}) (?:ist|wurde) (?:jetzt |nun |schon |endlich |gestern |heute )*"
    r"(?:draußen|raus|veröffentlicht|da|erschienen)\b"
    rf"|(?<![\w.])(?P<sortie>{VERSION}) (?:est|a été) (?:enfin |déjà |maintenant )*(?:sortie?|publiée?)\b"
    rf"|\b(?:a|ont|avons) {_ALREADY}(?:publié|sorti|livré) (?:(?:la|le|version|release) )*(?P<publiée>{VERSION})"
    rf"|\b(?:hat|haben) (?:(?:die|das|version|release|gestern|heute) )*(?P<gebracht>{VERSION})"
    r" (?:veröffentlicht|rausgebracht|released|freigegeben)\b"
    rf"|\b(?:publicó|lanzó|ha publicado|ha lanzado) (?:(?:la|el|versión) )*(?P<publicada>{VERSION})"
    rf"|(?<![\w.])(?P<salida>{VERSION}) (?:ya )?(?:salió|ha salido|está fuera|está publicada)\b"
)
"""How a sentence says that a version is out."""
_VERSION = Pattern(VERSION)
_RELEASED = Pattern(RELEASED)
_WAITS = Pattern(
    r"\b(?:until|till|unless|while|before|as long as|bis|solange|bevor|jusqu'à|avant|tant que|hasta|mientras"
    r"|antes de)\b[^.;!?]{0,40}$"
)
_UNDER_WAY = Pattern(r"(?:'s)?,? (?:\w+ )?(?:is|are|gets?|ist|wird|est|es|está)\b")
"""What follows a version that is on its way: `8.4.0 is being cut`."""
_PREPARES = Pattern(
    r"\b(?:prepar\w+|cut(?:s|ting)?|releas(?:es|ing)|finish(?:es|ing)|finali[sz]\w+|works? on|working on|prépar\w+"
    r"|bereitet|macht|baut) (?:(?:da|dort|the|la|le|die|das|el|version|release) )*$"
)
"""What somebody does to a version that is on its way: `Joe is preparing 8.4.0 there`."""
_RELEASE_WORDS = """
version release tag npm pypi crates.io cargo registry today yesterday morning tonight night evening afternoon noon week
weekend monday tuesday wednesday thursday friday saturday sunday last ago day hour heute gestern hier ayer
"""
_OF_RELEASE = frozenset(_RELEASE_WORDS.split())


def is_version(name: str) -> bool:
    """Whether a name is a version."""
    return _VERSION.fullmatch(name) is not None


def says_released(text: str) -> bool:
    """Whether a sentence, in lower case, says that a version is out."""
    return _RELEASED.search(text) is not None


def waits_for(rule: str, version: str) -> bool:
    """Whether a rule, in lower case, holds until a version is out. `8.4` is 8.4.0, and not 8.4.1."""
    same = [one for one in _VERSION.finditer(rule) if _parts(one[0]) == _parts(version)]
    return any(
        _WAITS.search(rule[: one.start()])
        or _PREPARES.search(rule[: one.start()])
        or _UNDER_WAY.match(rule[one.end() :])
        for one in same
    )


def drop_release_words(names: "frozenset[str]") -> "frozenset[str]":
    """The things that a sentence about a release names, without where and when it came out."""
    return frozenset(name for name in names if not any(word.startswith(name[:6]) for word in _OF_RELEASE))


def _parts(version: str) -> list[str]:
    """The numbers of a version without zeros at its end."""
    parts = version.removeprefix("v").split(".")
    while len(parts) > 1 and parts[-1] == "0":
        parts.pop()
    return parts
