"""What somebody else keeps and nobody is to touch, in Spanish, Italian, French, German, Portuguese or Dutch:
`el CHANGES.md lo lleva Lucía, ni lo abras`, `das Changelog macht Tom, Finger weg`.

Patterns of `Sentence.plain`. Who has it and that it is not to be touched leave no doubt together.
"""

from typing import Final

from backstory.capture.patterns import Pattern

SURE: Final = 0.93
"""How sure it is that such a sentence is a rule."""
_KEEPER: Final = Pattern(
    r"\b(?:lo|la|los|las) (?:lleva|hace|mantiene|gestiona|escribe|edita|publica|genera|tiene)n? (?!ya\b|que\b)[a-zà-ÿ]+"
    r"|\bse (?:encarga|ocupa)n? [a-zà-ÿ]+|\bes (?:cosa )?de [a-zà-ÿ]+"
    r"|\b(?:lo|la|li|le) (?:tiene|fa|gestisce|segue|scrive|cura) [a-zà-ÿ]+|\bè (?:roba |cosa )?di [a-zà-ÿ]+"
    r"|\bse ne occupa [a-zà-ÿ]+"
    r"|\bc'est [a-zà-ÿ]+ qui\b|\best à [a-zà-ÿ]+"
    r"|\b(?:macht|pflegt|schreibt|betreut|verwaltet|gehört) (?!nicht|nichts|du|ich|wir|man|es|das|der|die)[a-zà-ÿ]+"
    r"|\b(?:é|fica) com (?:a |o )?[a-zà-ÿ]+|\bquem (?:cuida|mexe|edita|faz)\b|\b(?:é|são) d[oa] [a-zà-ÿ]+"
    r"|\b(?:doet|beheert|schrijft|regelt) (?!niet|je|ik|we|het|dat)[a-zà-ÿ]+|\bis van [a-zà-ÿ]+"
)
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
    return SURE if keeper is not None and _HANDS_OFF.search(plain, keeper.start()) else 0.0
