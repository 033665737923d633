"""How an answer refuses a way or speaks against it, and how a person turns to something else."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

REFUSAL: Final = Pattern(
    r"\b(?:not enough|not sufficient|no good|dead end|has (?:a|one) (?:catch|problem|flaw)|not an option|not the way"
    r"|(?:does|do|did|will|would|can)(?:n['’]t| not) (?:\w+ )?(?:help|fit|work|carry|hold|scale|suffice|fly|go on|do"
    r"|get (?:us|you|me|one|it) (?:there|anywhere|far)|lead (?:us )?anywhere)"
    r"|can(?:['’]t|not) do (?:it|that|this)\b(?! (?:yet|now|today|alone|myself))|(?:is|are|was"
    r"|were) (?:of )?no (?:use|option|cure|way)"
    r"|(?:not|n['’]t) usable|unusable|can(?:['’]t|not) be used\b(?! (?:by|in|on|with|outside|without)\b)|(?:is|are"
    r"|was|were) the wrong (?:place|way|layer|level|spot|moment|tool|end)"
    r"|(?:is|are) out(?=,? (?:for|because|since|as)\b)"
    r"|(?:leads?|goes|went|led) nowhere|(?:is|was)(?:n['’]t| not) (?:possible|viable|feasible|workable|good enough)"
    r"|(?:backed|took|taken|ripped|threw|pulled) (?:it|that|them|this)? ?(?:all )?(?:out|away|back)"
    r"|(?:reverted|withdrew|withdrawn|abandoned|discarded|undid|undone|scrap"
    r"|(?<!\bis )(?<!\bare )(?<!\bbe )(?<!\bgets )rolled (?:it )?back)"
    r"|gave (?:it )?up|given up"
    r"|(?:removed|dropped) (?:it|that|again)|(?<!\bstopped )and removed|turn(?:s|ed) out|tried (?:it|that|this|and)"
    r"|rule[ds]? (?:it|that) out"
    r"|(?:hilft|passt|reicht|geht|trägt|klappt|funktioniert)(?: \w+){0,3} nicht|hat (?:einen|nen) haken"
    r"|verworfen|sackgasse"
    r"|ne (?:suffit|marche|convient)|ça ne|no (?:basta|sirve|funciona))\b",
    re.IGNORECASE,
    wide=r"行不通|不可行|走不通|放[弃棄]了?|(?:回[滚滾]|撤[回销])[了到至]|没有?效果|不生效|うまくいか|ダメ|断念|取りやめ"
    r"|元に戻しました|되돌렸|포기|롤백했|철회",
)
_AGAINST: Final = Pattern(
    r"^(?:it|that|this|they) (?:does|did|do|will|would|can)(?:n['’]t| not)(?= *(?:$|[.,:;]))|^(?:das|es) \w+ nicht[.:]"
    r"|\b(?:but|however|breaks?|broke|fails?|failed|loses?|lost|leaks?|wrong|catch|problem|too \w+|cannot"
    r"|can['’]t|never"
    r"|aber|kaputt|bricht|scheitert|verliert|falsch|zu \w+|mais|casse|échoue|perd|pero|rompe|falla|pierde)\b",
    re.IGNORECASE,
    wide=r"但|[却卻]|失[败敗]|[报報]?[错錯]|冲突|衝突|[问問][题題]|不能|[无無]法|しかし|エラー|できません|問題|하지만"
    r"|오류|실패|문제|없습니다",
)
_TURN: Final = Pattern(
    r"\b(?:then|instead|settles|kills|agreed|pity|shame|fair|too bad|unchanged|as it was|full stop|forget|drop"
    r"|out again|makes sense|scrap|(?:is|are) (?:dead|off the table|a dead end)|dann|schade|mist|achso|stattdessen"
    r"|wieder raus|alors|dommage|plutôt|entonces)\b",
    re.IGNORECASE,
    wide=r"那(?:就|么)|改[用成]|[换換]成|算了|不用了|[别別].{0,6}了|じゃあ|では|やっぱ|代わりに|そうか|그럼|그러면"
    r"|대신",
)


@judged
def refuses(sentence: str) -> bool:
    """Whether a sentence says that a way does not work, or was given up."""
    return bool(REFUSAL.search(sentence))


@judged
def speaks_against(sentence: str) -> bool:
    """Whether a sentence names what speaks against a way."""
    return bool(_AGAINST.search(sentence))


@judged
def turns_away(opening: str) -> bool:
    """Whether a prompt that begins so turns to something else."""
    return bool(_TURN.search(opening))
