"""Ways that a person gives up, with the reason: `revert the jitter. tests get flaky`, and what has to be instead:
`nope, asyncio.sleep breaks trio. has to be anyio`.

Without a reason an order to revert is a matter of the moment.
"""

import re
from collections.abc import Sequence
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.capture.text.sentence_ends import strip_end
from backstory.model.late_pattern import late_pattern

_MAX_TEXT: Final = 240
_LEAD: Final = (
    r"(?:(?:h+m+|ok(?:ay)?|well|sorry|wait|hey|oh|actually|but|and|then|no+|nope|nah|please|pls|let['’]?s|let us"
    r"|can you"
    r"|could you|we should|i think we should|ach|nein|doch|bitte|bon|non|finalement|pero|mejor|al final)[\s,.!…–-]+)*"
)
_THING: Final = (
    r"(?P<what>(?!(?:it|that|this|them|those|these|all|everything|both|again|das|es|alles|ça|tout|eso|todo|todos|esto"
    r"|the (?:last|latest|previous|whole|first|second|other)|last|latest|your|my|to|from|in|on|a (?:commit|file)"
    r"|(?:the |that |this )?(?:commits?|changes?|edits?|files?|merge|pr|branch|diff|patch|line|stash|rebase|amend))\b)"
    r"(?:the |that |this |our |den |die |das |le |la |les |l'|el |los |las )?[\w`'./-]+(?: [\w`'./-]+){0,3}?)"
)
_REVERTS: Final = Pattern(
    rf"^{_LEAD}(?:(?:revert|undo|back out|roll back|rip out|get rid of) {_THING}(?: again)?"
    rf"|take {_THING.replace('?P<what>', '?P<taken>')} (?:back )?out again"
    rf"|(?:nimm|nehmt|nehmen wir|bau) {_THING.replace('?P<what>', '?P<raus>')} wieder (?:raus|aus|zurück)"
    rf"|mach\w* {_THING.replace('?P<what>', '?P<macht>')} (?:wieder )?rückgängig"
    rf"|(?:quita|saca|revierte|deshaz) {_THING.replace('?P<what>', '?P<quita>')}(?: otra vez| de nuevo)?"
    rf"|(?:annule|enlève|retire) {_THING.replace('?P<what>', '?P<annule>')})"
    r"(?P<rest>[\s]*$|[\s]*[.,;:–—-]+ ?.*$| (?:because|since|cause|as|weil|da|denn|parce que|car|porque|ya que) .+$)"
)
"""An order to take back something that it names."""
_REASON: Final = Pattern(
    r"\b(?:flak(?:y|es|ed)|slow\w*|fails?|failed|failing|breaks?|broke|broken|leak\w*|hangs?|hung|crash\w*|explod\w*"
    r"|deadlock\w*|blocks?|blew|too \w+|doesn['’]?t|does not|didn['’]?t|can['’]?t|cannot|never worked|not worth|wrong"
    r"|confus\w*|complain\w*|hates?|wants?|needs?|annoy\w*|unstable|regress\w*|loses?|lost|corrupt\w*|duplicat\w*"
    r"|race\w*"
    r"|worse|costs?|eats?|langsam\w*|kaputt|läuft voll|voll|hängt|bricht|stürzt|instabil|will|verliert|lent\w*|casse\w*"
    r"|plante\w*|bloque\w*|fuite\w*|lento|rompe\w*|revienta\w*|falla\w*|cuelga\w*|pierde\w*|inestable\w*|no funciona)\b"
)
"""What is wrong with a way, or who wants another one."""
_GIVES_REASON: Final = Pattern(r"^(?:because|since|cause|as|weil|da|denn|parce que|car|porque|ya que)\b")
_NOT_NOW: Final = Pattern(
    r"\b(?:for now|for the moment|temporarily|until|till|for a moment|just to (?:see|check|test)|vorerst|erst ?mal|bis"
    r"|pour l'instant|por ahora|hasta)\b"
)
"""What makes it a matter of the moment."""
_REFUSES: Final = Pattern(
    r"^(?:(?:h+m+|well|sorry|wait|hey|oh|ach|bon)[\s,.!…–-]+)*(?P<no>no+|nope|nah|nein|non)[\s,.:;!–—-]+(?=\w)"
)
_POINTS: Final = Pattern(
    r"^(?:it|that|this|these|those|they|there|you|i|we|something|everything|nothing|(?:the |all |my "
    r"|your )?(?:tests?|ci|build"
    r"|output|page|button|result|code|app|layout)|das|es|die tests?|ça|les tests?|eso|esto|los tests?)\b"
)
"""What is said of the state of things, and names no way."""
_HAS_TO: Final = Pattern(
    r"^(?:so |it |that |this |das |es |ça |eso )?(?:has to|have to|must|needs? to|should|gotta|muss|müssen|hay que"
    r"|tiene que"
    r"|doit)(?: be| use| go through| sein| ser| usar| être| utiliser)? (?:an? |the |ein\w* |un\w* |el |la |le )?"
    r"(?!(?:fast|slow|quick|easy|there|here|done|ready|green|work|working|fixed|better|nicer|red|false|true|yes|no"
    r"|\w+ed)\b)"
    r"[\w`./:-]+(?: [\w`./:-]+){0,4}[.!]*$"
)
"""What has to be instead."""


def find_reversals(prompt: str) -> list[Candidate]:
    """The ways that a prompt gives up, as attempts that failed, and what has to be instead, as decisions."""
    sentences = read_sentences(prompt, person=True)
    candidates: list[Candidate] = []
    for place, sentence in enumerate(sentences):
        if sentence.is_question or len(sentence.text) > _MAX_TEXT or _NOT_NOW.search(sentence.plain):
            continue
        following = [one for one in sentences[place + 1 : place + 2] if one.paragraph == sentence.paragraph]
        candidates += [*_find_given_up(sentence, following), *_find_instead(sentence, following)]
    return candidates


def _find_given_up(sentence: Sentence, following: Sequence[Sentence]) -> list[Candidate]:
    match = _REVERTS.match(sentence.plain)
    if match is None:
        return []
    name = next(name for name in ("what", "taken", "raus", "macht", "quita", "annule") if match[name])
    what = sentence.text[match.start(name) : match.end(name)]
    why = sentence.text[match.start("rest") :].strip(" .,;:–—-")
    if not why and following and not following[0].is_question:
        why = strip_end(following[0].text)
    plain = why.lower()
    if not why or not (_REASON.search(plain) or _GIVES_REASON.match(plain)):
        return []
    return [
        Candidate(
            kind="attempt",
            text=f"{strip_end(what)} (reverted)",
            why=_LEADS.sub("", why),
            parts={"outcome": "failed"},
            quote=sentence.text,
            role="user",
            confidence=0.82,
        )
    ]


def _find_instead(sentence: Sentence, following: Sequence[Sentence]) -> list[Candidate]:
    """The decision of a refusal that says what is wrong, and what has to be instead."""
    refusal = _REFUSES.match(sentence.plain)
    if refusal is None:
        return []
    wrong, comma, instead = sentence.text[refusal.end() :].rpartition(", ")
    if not comma and following:
        wrong, instead = sentence.text[refusal.end() :], following[0].text
    if (
        _POINTS.match(wrong.lower())
        or not _HAS_TO.match(instead.lower())
        or not _REASON.search(wrong.lower())
        or _NOT_NOW.search(instead.lower())
    ):
        return []
    return [
        Candidate(
            kind="decision",
            text=f"{strip_end(instead)}: {strip_end(wrong)}",
            why="",
            quote=sentence.text,
            role="user",
            confidence=0.82,
        )
    ]


_LEADS: Final = late_pattern(r"^(?:because|since|cause|weil|denn|parce que|car|porque|ya que) ", re.IGNORECASE)
