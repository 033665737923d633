"""Which sentences only are polite: a greeting, praise, a word of comfort."""

import re
from typing import Final

from backstory.base.unspaced import count_words
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.text.stance import asks, names_code, settles

_GREETING: Final = Pattern(
    r"(?:(?:a )?(?:very )?(?:good|lovely|happy) (?:morning|afternoon|evening|day|monday|friday)|hello|hi|hey|moin"
    r"|servus|hallo|guten (?:morgen|tag|abend)|bonjour|bonsoir|salut|hola|buen[oa]s (?:días|tardes|noches)|bom dia|ciao"
    r"|buongiorno|splendid|wonderful|lovely|brilliant|excellent|fantastic|marvell?ous|amazing|beautiful|super|prima"
    r"|klasse|génial|parfait|genial|estupendo|many thanks|vielen dank|thanks (?:a lot|so much|again)"
    r"|thank you (?:very|so) much|i hope (?:you|the)|enjoy|have (?:a|fun)|safe travels|good luck|get well"
    r"|you(?:['’]?re| are) (?:\w+ ){0,2}welcome|my pleasure|happy to (?:help|have)|see you(?= *(?:[.!]|$|tomorrow"
    r"|soon|later|then|around|on \w+day|next))|bye|good ?bye|until tomorrow|gerne? geschehen"
    r"|bis (?:morgen|bald|dann|später)|tschüs+|de rien|à (?:demain|bientôt)|de nada|hasta (?:mañana|luego)"
    r"|até (?:amanhã|logo)|guten appetit|viel (?:spaß|erfolg)|schön(?:en|es) (?:feierabend|wochenende)"
    r"|bon(?:ne)? (?:appétit|journée|soirée|week-end)|que aproveche|buen (?:provecho|viaje))\b",
    re.IGNORECASE,
    wide=r"你好|您好|早上好|[谢謝]{2}|太好了|太棒了|很好|非常好|完美|辛苦了|こんにちは|おはよう|こんばんは|もしもし"
    r"|ありがとう|素晴らし|完璧|お疲れ|안녕|고마|감사|수고|훌륭|좋아요|잘했",
)
"""How a greeting, thanks or praise begins."""
_COMFORT: Final = Pattern(
    r"(?:please )?(?:don['’]?t|do not|no need to) (?:you )?(?:apologi[sz]e|worry|hurry|rush|panic)\b"
    r"|(?:please )?take (?:all )?(?:the|your) time\b|no (?:worries|hurry|rush)\b|keine (?:sorge|eile)\b|kein stress\b",
    re.IGNORECASE,
    wide=r"不用(?:谢|急|担心)|不急|慢慢来|別急|気にしないで|急がなくて|ゆっくりで|천천히|괜찮아|걱정 ?(?:마|하지)",
)
"""How a word of comfort begins."""
_PRAISE: Final = Pattern(
    r"(?:(?:very )?(?:good|great|nice|perfect|lovely|right|well|ok(?:ay)?|fine|thanks|yes|excellent)[,.!;]? +)*"
    r"(?:that|this|it)(?:['’]s| is| was)? ?(?:exactly |just |all |really |indeed )*"
    r"(?:(?:the |what )?(?:\w+ )?(?:answer |thing |result |news |kind of thing )?(?:that )?(?:i|we)(?: had| was| were)?"
    r" (?:hop(?:ed|ing)|want(?:ed)?|expected|need(?:ed)?|looking|waiting|like)(?: for| to (?:hear|see|read|know))?"
    r"|(?:the |a )?(?:right|good|best|fair) (?:line|order|place|call|question|point|thing|way|answer|catch|idea)"
    r"|suits? (?:me|us)|reads? (?:well|nicely)|looks? (?:good|right|fine)|sounds? (?:good|right|fine)|will do"
    r"|makes? sense|helps?(?: a lot)?)[.!…]*",
    re.IGNORECASE,
)
"""Praise for an answer: `Good, that is the answer I hoped for.`"""
_DIGIT: Final = Pattern(r"\d")
_FEW_WORDS: Final = 8
"""Words up to which a greeting says nothing else."""


@judged
def is_courtesy(sentence: str) -> bool:
    """Whether a sentence only is polite. One that names code, gives a figure, asks or settles something is more."""
    if _PRAISE.fullmatch(sentence.strip()):
        return not names_code(sentence)
    if not (_GREETING.match(sentence) or _COMFORT.match(sentence)) or names_code(sentence) or _DIGIT.search(sentence):
        return False
    if _COMFORT.match(sentence):
        return True
    return count_words(sentence) <= _FEW_WORDS and not (asks(sentence) or settles(sentence))
