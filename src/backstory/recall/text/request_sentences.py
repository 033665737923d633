"""What a sentence of a request does: it says what is wanted, greets, holds back, or mentions something beside it."""

import re
from typing import Final

from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged

_HOLDS_BACK: Final = Pattern(
    r"(?:(?:and|but|so|please|pls) )*(?:always |don['’]?t|do not|no |not |never|nothing|only (?:look|read|plan)"
    r"|before (?:you|we)"
    r"|first |nicht |noch nicht|kein|erst |no (?:hagas|toques)|ne |pas )",
    re.IGNORECASE,
    wide=r"先(?:不要|[别別])|[暂暫]时不|まだ|아직",
)
"""How a sentence begins that says what is not to be done yet."""
_AIM: Final = Pattern(
    r"\b(?:(?<!you )(?<!ever )wants?|(?:would|['’]d) (?:like|love)"
    r"|(?<!you )needs?|wish|should|is to|are to|has to|have to|must"
    r"|(?:i['’]m|we['’]re|what i['’]m) (?:after|looking for)|(?:goal|idea|plan|aim) is|let['’]s|implement|support for"
    r"|h(?:ä|ae)tt(?:en?)? gern|will|wollen|möchten?|brauch(?:en?|t)|bräuchten?|benötig(?:en?|t)"
    r"|soll(?:en|te)?|müss\w+|muss"
    r"|quiero|queremos|necesit(?:o|a|an|amos)|me gustaría|hay que|debe(?:ría)?|je (?:veux|voudrais)|j['’]aimerais"
    r"|il faut|besoin d(?:['’]|e)|quero|precis(?:o|a|am|amos)|gostaria|vorrei|voglio)\b",
    re.IGNORECASE,
    wide=r"我(?:[们們])?[想要]|希望|想要|[需]要|[实實][现現]|增加|添加|新增|改[成为為]|[帮幫]我|したい|ほしい|欲しい"
    r"|てください|作って|実装|追加|하고 ?싶|만들어|추가해|해 ?줘|구현|주세요",
)
"""Words with which people say what a piece of work is for."""
_GREETS: Final = Pattern(
    r"(?:hello|hi|hey|good (?:morning|afternoon|evening)|morning|hallo|guten (?:morgen|tag)|moin|bonjour|salut|hola"
    r"|buenos días|buenas|olá|bom dia|ciao|buongiorno)\b",
    re.IGNORECASE,
    wide=r"[你您]好|早上好|こんにちは|おはよう|もしもし|안녕",
)
_BESIDE: Final = Pattern(
    r"(?:(?:oh|ah|and|also|ok(?:ay)?|und|ach|ach ja|y|et),? )*(?:and )?(?:one (?:more |other |last )?thing\b|by the way"
    r"|btw|while i (?:remember|think of|am at|'m at)|before i forget|(?:ps|p\.s\.)[: ]|another thing|something else"
    r"|übrigens|nebenbei|noch was|bevor ich's vergesse|au fait|avant que j'oublie|por cierto|de paso|otra cosa"
    r"|(?:(?:a|an|one|two|three|few|some|several|more|our|my|the|ein|eine|paar|einige|zwei|drei|noch|unsere|meine|die"
    r"|quelques|deux|trois|nos|mes|les|unas|algunas|dos|tres|las|umas|algumas|as|alcune|le) ){0,4}"
    r"(?:(?:ground|house|basic|standing|working|general) )?(?:rules|conventions|constraints|guidelines"
    r"|(?:haus|grund|spiel)?regeln|konventionen|vorgaben|règles|consignes|contraintes|reglas|normas|convenciones|regras"
    r"|regole)\b[^:.?!]{0,60}:\s)",
    re.IGNORECASE,
    wide=r"[顺順]便|[对對]了[，,]|ついでに|ちなみに|참고로",
)
"""How a sentence begins that mentions something beside what is asked for."""

_PERSONAL: Final = Pattern(
    r"(?i:(?:by the way|btw|hi|hello|hey|also|and|oh|so|übrigens|au fait)[,.:! ]+)*"
    r"(?:(?i:i['’]m|i am|my name is|ich bin|ich heiße|mein name ist|je suis|je m['’]appelle|soy|me llamo)"
    r" [A-ZÄÖÜÉ][a-zäöüéèñß]+(?=$|[ ,.!])"
    r"|(?i:(?:(?:please|and|just|bitte) )*(?:address|call|treat|speak to|talk to) me\b"
    r"|(?:bitte )?(?:nenn\w*|duz\w*|siez\w*) mich\b|(?:s'il te plaît,? )?(?:appelle|tutoie|vouvoie)[sz]?[- ]moi\b"
    r"|llámame\b|tutéame\b))"
)
"""How a person says who they are, or how they want to be spoken to."""


@judged
def is_personal(sentence: str) -> bool:
    """Whether a sentence says who the person is, or how they want to be spoken to."""
    return bool(_PERSONAL.match(sentence))


@judged
def greets(sentence: str) -> bool:
    return bool(_GREETS.match(sentence))


@judged
def holds_back(sentence: str) -> bool:
    """Whether a sentence says what is not to be done yet."""
    return bool(_HOLDS_BACK.match(sentence))


@judged
def has_aim(sentence: str) -> bool:
    """Whether a sentence says what a piece of work is for."""
    return bool(_AIM.search(sentence))


@judged
def is_beside(sentence: str) -> bool:
    """Whether a sentence mentions something beside what is asked for."""
    return bool(_BESIDE.match(sentence))
