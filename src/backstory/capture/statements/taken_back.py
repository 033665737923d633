"""How an agent says that it took back what it had named before: `I reverted it and count the columns instead`.

Such a sentence names what was done in its place, and nothing that failed. Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.statements.statement_cues import FAILED
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_IT: Final = (
    r"(?:it|that|this|them|those|both|all of (?:it|that)|(?:that|this|the|my) (?:change|attempt|approach|idea|edit"
    r"|patch|version)(?= (?:and|again|back|out|away|off|because|since|as|in|so|for)\b"
    r"|\s*[.,;:!–—-]|\s*$))"
)
_BACK: Final = (
    rf"(?:(?:reverted|undid|dropped|discarded|abandoned|removed|scrapped) {_IT}|(?:rolled|took|taken|backed"
    rf"|ripped|pulled"
    rf"|threw|thrown|put) {_IT} (?:back|out|away|off)|rolled back {_IT}|backed out {_IT}|gave up on {_IT}"
    rf"|gave {_IT} up|put {MASK}+ back|restored {MASK}+)"
)
_LEAD: Final = r"(?:(?:so|and|but|then|thus|hence|therefore|that is why|which is why)[, ]+)*"
_POINTS_BACK: Final = Pattern(
    rf"^{_LEAD}(?:(?:i|we)(?:'ve| have)? (?:therefore |then |now |since )?)?{_BACK}(?: again)?\b"
    r"|^(?:also |daher |deshalb |darum )*(?:(?:das|es|ihn|sie) )?(?:ich|wir)? ?(?:habe|haben|hab) (?:ich |wir )?"
    r"(?:(?:das|es|ihn|sie|alles|(?:die|den|das|meine|meinen) (?:änderung|versuch|ansatz|umbau|code)) )?"
    r"(?:wieder |daher |deshalb |darum |also )*(?:zurückgenommen|verworfen|rückgängig gemacht|zurückgesetzt|ausgebaut"
    r"|entfernt|rausgenommen|zurückgerollt|gelöscht|weggeworfen)\b"
    r"|^(?:donc |du coup,? )*(?:je l'ai|je les ai|nous l'avons|on l'a) (?:donc |ensuite )*(?:annulée?s?|retirée?s?"
    r"|enlevée?s?|abandonnée?s?|supprimée?s?|défaite?s?)\b"
    r"|^(?:así que |por eso )*(?:lo|la|los|las|eso) (?:he |hemos )?(?:revertí|revertido|revertimos|deshice|deshecho"
    r"|quité|quitado|descarté|descartado|retiré|retirado|abandoné|abandonado)(?!\w)"
    r"|^(?:por isso |então )*(?:eu )?(?:reverti|desfiz|removi|descartei|abandonei|retirei)(?:-o|-a| isso| isto)\b"
    r"|^(?:quindi |perciò )*(?:l'ho|li ho|le ho|l'abbiamo) (?:annullat|rimoss|tolt|scartat|abbandonat)[oaie]\b"
    r"|^(?:dus |daarom )*(?:(?:dat|het) )?(?:ik|wij|we)? ?(?:heb|hebben) (?:ik |we )?(?:(?:het|dat|die) )?(?:weer )?"
    r"(?:teruggedraaid|verwijderd|verworpen|ongedaan gemaakt)\b"
)
_ENDS_BACK: Final = Pattern(
    rf",? (?:so|hence|thus|therefore) (?:i|we)(?:'ve| have)? (?:then |therefore )?{_BACK}(?: again)?"
    r"(?=,? and\b| in favou?r)"
)
_FALLS_SHORT: Final = Pattern(
    rf"\b{FAILED}|\b(?:not|never|no|only|too|without|wrong\w*|error\w*|ignore[sd]|los(?:es|t)|slow\w*|miss(?:es|ing|ed)"
    r"|cannot|needs?|deadlock\w*|crash\w*|scheiter\w*|nicht|kein\w*|nie|zu|falsch\w*|fehl\w*|échou\w*|pas|jamais|trop"
    r"|fall\w+|no|nunca|demasiado|falh\w*|não|nunca|demais|fallisc\w*|non|mai|troppo|faalt|niet|nooit|geen|te)\b|n't\b"
)


def points_back(plain: str) -> bool:
    """Whether a sentence says that something was taken back which only the sentence before it names."""
    return _POINTS_BACK.match(plain) is not None


def names_successor(plain: str) -> bool:
    """Whether a sentence that points back names what was done instead, and gives no reason: it titles no attempt."""
    return points_back(plain) and _INSTEAD.search(plain) is not None and _REASON.search(plain) is None


_INSTEAD: Final = Pattern(
    r"\b(?:and|now|instead|und|jetzt|stattdessen|et|maintenant|y|ahora|e|agora|adesso|ora|en|nu)\b|;"
)
_REASON: Final = Pattern(
    r"\b(?:because|since|as (?:it|they|the|that)|due to|weil|denn|da|car|parce|puisque|porque|ya que|pois|perché|omdat"
    r"|want)\b|: "
)


def explains_own(plain: str) -> bool:
    """Whether a sentence names itself what was taken back, and why: `I gave up on husky: it needs node`."""
    return _NAMES_OWN.search(plain) is not None and _REASON.search(plain) is not None


_NAMES_OWN: Final = Pattern(
    r"\b(?:i|we)(?:'ve| have)? (?:then |therefore )?(?:gave up on|abandoned|discarded|dropped|ruled out|reverted"
    rf"|rolled back|backed out|undid|removed|scrapped) (?!{_IT}|it\b|that\b|this\b|them\b|the (?:change|attempt)\b)\S"
)


def falls_short(plain: str) -> bool:
    """Whether a sentence says what was wrong with a way."""
    return _FALLS_SHORT.search(plain) is not None


def split_taken_back(text: str, plain: str) -> tuple[str, str]:
    """A sentence about a way, and the clause in which it is taken back for another one; empty without such a clause.

    `X cannot nest, so I reverted that and wrote a tokenizer` is titled by what cannot be done with X.
    """
    clause = _ENDS_BACK.search(plain)
    if clause is None or len(text[: clause.start()].split()) < _MIN_WORDS:
        return text, ""
    return text[: clause.start()], text[clause.start() :].lstrip(" ,")


_MIN_WORDS: Final = 4
"""Words of a sentence that names a way and what is wrong with it."""


DROPPED: Final = Pattern(
    r"\b(?:dropped|rejected|reverted|discarded|abandoned|removed|ruled out|gave up|undid|undone|scrapped|rolled back"
    r"|thr(?:ew|own) (?:it )?(?:away|out))\b"
)
NAMES_OWN: Final = Pattern(
    r"(?:also |and |we |i )?(?:tried|attempted|considered|tested)\b(?:,? (?:and|but) (?:then )?\w+(?: (?:it|again"
    r"|back|up))?)?"
    r"\s?[:—–-]\s?\S"
)
"""`Tried and dropped: a cache`: it names what was taken back."""
