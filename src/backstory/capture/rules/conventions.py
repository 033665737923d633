"""How a kind of thing is made whenever there is one: `when you write docs: British spelling`. The order ends with its
task, and this does not."""

from typing import Final

from backstory.capture.text.cues import PLACE
from backstory.capture.text.duration_cues import is_passing
from backstory.capture.text.patterns import Pattern

_THINGS: Final = (
    r"(?:docs?|documentation|doc ?strings?|(?:unit )?tests?|specs?|(?:code )?comments?|commit messages?|commits?|prs?"
    r"|pull requests?|pr (?:texts?|descriptions?|titles?)|code|changelog(?: entries)?|migrations?|release notes?"
    r"|error messages?|log messages?|examples?|readmes?|doku\w*|kommentare?|commit-nachrichten|migrationen"
    r"|documentación|pruebas|comentarios|mensajes|migraciones|commentaires|messages|migraciónes)"
)
_STANDS: Final = Pattern(
    rf"^(?:(?:when(?:ever)?|every time|any ?time) (?:you|we|i) (?:ever )?(?:write|add|touch|edit|change|update|make"
    rf"|create|open|review) (?:any |new |more )?{_THINGS}(?: (?:for|in|of|on|to) (?:this|our|the) {PLACE}| here)?"
    rf"|for (?:all |any |the |our )?{_THINGS} (?:for|in|of|on) (?:this|our) {PLACE}"
    rf"|(?:immer )?wenn (?:du|ihr|wir) (?:neue )?{_THINGS} (?:schreibst|schreibt|schreiben|machst|anlegst|änderst)"
    rf"|quand (?:tu|vous|on) (?:écris|écrivez|écrit|ajoutes|ajoutez|touches|modifies) (?:des |de la |du |les )?"
    rf"{_THINGS}"
    rf"|cuando (?:escribas|hagas|toques|añadas|cambies|escribáis) (?:la |los |las )?{_THINGS}): (?=\S+ \S+)"
)
"""`when you write docs: ...`: how a kind of thing is made whenever there is one."""


def states_practice(rest: str) -> bool:
    """Whether a sentence states how docs, tests or commits are made here, behind its first words."""
    return _STANDS.match(rest) is not None and not is_passing(rest)
