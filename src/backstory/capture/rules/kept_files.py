"""Rules that leave a file to somebody else, in Spanish, Italian, French, German, Portuguese and Dutch.

`El CHANGES.md lo lleva Lucía, ni lo abras`, `das Changelog macht Tom, Finger weg`. A keeper and a ban together leave no
doubt. The patterns read `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text import duration_cues
from backstory.capture.text.patterns import Pattern

SURE: Final = 0.93
"""How sure it is that such a sentence is a rule."""
_NAME: Final = r"(?!\w{2,}(?:ad|id|at|ut)[oa]\b)[a-zà-ÿ]+"
"""Who keeps it; no participle, as in `la tiene definida`."""
_KEEPER: Final = Pattern(
    rf"\b(?:lo|la|los|las) (?:lleva|mantiene|gestiona|escribe|edita|publica|genera|tiene)n? (?!ya\b"
    rf"|que\b){_NAME}[,;:.–—]"
    r"|\bse (?:encarga|ocupa)n? [a-zà-ÿ]+|\bes cosa de [a-zà-ÿ]+"
    rf"|\b(?:lo|la|li|le) (?:gestisce|segue|scrive|cura) {_NAME}[,;:.–—]|\bè (?:roba|cosa) di [a-zà-ÿ]+"
    r"|\bse ne occupa [a-zà-ÿ]+"
    r"|\bc'est [a-zà-ÿ]+ qui (?:s'en occupe|l[ae]s? \w+|l'\w+|fait|gère|écrit|publie|maintient)\b"
    r"|\b(?:macht|pflegt|schreibt|betreut|verwaltet)"
    r" (?!nichts?|du|ich|wir|man|es|das|der|die|uns|mich|alles|sinn|spaß|stress|ärger|probleme?|mühe|angst|lust)"
    r"[a-zà-ÿ]+[,;:.–—]"
    r"|\b(?:é|fica) com (?:a |o )?[a-zà-ÿ]+|\bquem (?:cuida|mexe|edita)\b"
    r"|\b(?:doet|beheert|schrijft|regelt) (?!niet|je|ik|we|het|dat)[a-zà-ÿ]+[,;:.–—]"
)
_FAULT: Final = Pattern(
    r"\b(?:bug|error|erreur|fehler|fallo|culpa|problem[ae]?|problème|errore|erro|hasta que|bis (?:ich|er|sie)|jusqu'à"
    r"|até que|finché|zolang|solange|mientras|tant que)\b"
)
"""Words of a fault that somebody is at, and of a ban that ends."""
_HANDS_OFF: Final = Pattern(
    r"[,;:.–—] (?:(?:y|e|et|und|en|así que|asi que|quindi|donc|also|então|dus|tú|ahí|ahi|lì|da|ali) ){0,2}(?:"
    r"ni (?:(?:lo|la|los|las|se te ocurra) )?(?:abras|toques|mires|edites|tocar|abrir|mirar)\w*"
    r"|no (?:(?:lo|la|los|las|me lo) )?(?:toques|abras|entres|edites|cambies)|no se tocan?\b|manos fuera"
    r"|déjal\w+(?: en paz| quiet\w+| como est\w+)?[.!]*$"
    r"|non (?:toccar|aprir|modificar)\w+|lascial\w+ stare|giù le mani"
    r"|(?:tu )?n'y touch\w+|(?:on )?n'y touche pas|pas touche|(?:ne )?l[ae]s? touche[sz]? pas"
    r"|laisse\w*[- ]l\w+ tranquilles?"
    r"|finger weg|nicht anfassen|hände weg|lass (?:es|das|die|den|ihn|sie) (?:so|in ruhe|stehen|liegen)"
    r"|gehst? du (?:mir )?nicht (?:ran|rein|dran)|fasst? (?:das |die |den |es )?(?:du )?nicht an"
    r"|nem (?:abr|toqu|mex|edit)\w+|não (?:mex|toqu|abr|edit)\w+|deixa (?:quiet\w|como está)"
    r"|blijf (?:je )?(?:eraf|ervan af)|afblijven|(?:kom|zit) er niet aan|niet aankomen)"
)


def measure_kept(plain: str) -> float:
    """How sure it is that a sentence says that somebody else keeps something and that it is not to be touched."""
    keeper = _KEEPER.search(plain)
    if keeper is None or _FAULT.search(plain) or duration_cues.is_passing(plain):
        return 0.0
    return SURE if _HANDS_OFF.search(plain, keeper.end() - 1) else 0.0
