"""Prompts that ask for nothing of their own: a greeting, thanks, a word to go on, a command of the program."""

import re
from typing import Final

from backstory.base.unspaced import WIDE, count_words
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.endings import is_farewell
from backstory.recall.text.courtesies import is_courtesy
from backstory.recall.text.idle_sentences import is_empty
from backstory.recall.text.substance import split_sentences

_MOST_WORDS: Final = 12
"""Words of a sentence up to which it may only say to go on."""
_FEW_SIGNS: Final = 2
"""Characters of a script without spaces up to which a prompt says nothing."""
_COMMAND: Final = Pattern(r"/[\w:-]+\s*$")
"""A command of the agent's program without arguments: `/clear`."""
_LEAD: Final = (
    r"(?:(?:please|pls|ok(?:k?ey|ay)?|yes|yeah|yep|now|so|and|then|alright|great|good|perfect|cool|nice|thanks"
    r"|(?:hi|hello|hey|hallo|hola|bonjour|moin|(?:good )?morning|guten morgen)"
    r"(?: (?:again|there|all|team|claude|codex))?"
    r"|just|let['’]?s|let us|we can|you can|(?:can|could|shall|should) (?:you|we|i)|i want (?:you )?to|i['’]m ready to"
    r"|bitte|ja|gut|lass uns|bueno|vale|sí|por favor|oui|bon|sim|pojďme|давайте?|да|хорошо|@\w+)[\s,.!:]*)*"
)
_GO_ON: Final = Pattern(
    rf"{_LEAD}(?:keep (?:on )?(?:going|at it|working|building)|continue|carry on|go (?:on|ahead)|proceed|resume"
    r"|pick (?:it |this )?up|where were we|move on|get (?:back to work|going|started)|start|begin"
    r"|mach\w* (?:wir )?(?:bitte )?weiter|weiter(?:machen)?|fahr\w* (?:bitte )?fort"
    r"|contin[uú]\w*|sig(?:ue|amos)|adelante|prosigue|empieza|poursui\w*|vas-y|prosegui\w*|avanti|prossegu\w*"
    r"|(?:try|do it|do that) again|retry|pokračuj\w*|kontynuuj\w*|dalej|ga (?:door|verder)|продолж\w+|дальше|devam)\b",
    re.IGNORECASE,
)
"""How a sentence begins that only says to go on."""
_STOPS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|no|please|wait)[\s,.!]+)*(?:stop|wait|cancel|abort|halt|never ?mind|stopp?|warte|para"
    r"|espera|arrête)"
    r"(?: (?:it|that|this|please|now|there|here))*\W*$",
    re.IGNORECASE,
    wide=r"停(?:止|下)?[。！!]*$|等一?下[。！!]*$|ストップ|待って",
)
"""A call to stop, which is over with the moment."""
_SAYS_NO_MORE: Final = frozenset(
    ("a", "an", "the", "this", "that", "it", "its", "my", "our", "your", "we", "you", "i", "us", "me", "to",
     "of", "on", "in", "at", "from", "with", "where", "as", "and", "then", "so", "now", "again", "here",
     "there", "out", "up", "off", "please", "work", "working", "build", "building", "develop", "developing",
     "code", "coding", "implement", "implementing", "implementation", "development", "job", "app",
     "application", "project", "task", "tasks", "todo", "todos", "thing", "things", "stuff", "step", "steps",
     "part", "phase", "next", "rest", "last", "left", "stopped", "were", "was", "are", "had", "have",
     "yesterday", "today", "before", "iterate", "iterating", "process", "plan", "yes", "go", "going", "doing",
     "continue", "bitte", "mit", "der", "die", "das", "dem", "arbeit", "aufgabe", "nächsten", "schritt", "wir",
     "trabajando", "con", "el", "la", "los", "lo", "que", "siguiente", "paso", "proyecto", "por", "favor", "le",
     "les", "de", "du", "travail", "projet", "suite", "étape")
)  # fmt: skip
"""Words behind that which name no work of their own."""
_WORD: Final = Pattern(r"[^\W\d_]+")
_POLITE: Final = frozenset(
    ("hi", "hello", "hey", "hallo", "hola", "bonjour", "ciao", "moin", "thank", "thanks", "you", "so", "very",
     "much", "a", "lot", "many", "good", "great", "nice", "lovely", "happy", "perfect", "excellent", "amazing",
     "awesome", "super", "wonderful", "brilliant", "fantastic", "morning", "afternoon", "evening", "night",
     "day", "there", "all", "everyone", "team", "friend", "again", "claude", "codex", "gemini", "cursor",
     "copilot", "job", "work", "well", "done", "really", "it", "is", "that", "s", "looks", "for", "the", "this",
     "help", "with", "danke", "vielen", "schön", "guten", "tag", "abend", "morgen", "prima", "gracias",
     "muchas", "buenos", "buenas", "días", "dias", "tardes", "noches", "merci", "beaucoup", "bien", "grazie",
     "obrigado")
)  # fmt: skip
"""Words of which greetings and thanks are made."""
_FEW_OTHERS: Final = 1
"""Other words that they may hold: a name."""
_ORIENTS: Final = Pattern(
    r"(?:(?:please|pls|hi|hello|hey|first|ok(?:ay)?|can you|could you|i want you to|bitte|por favor|hola)[\s,.!:]*)*"
    r"(?:@\S+ )?"
    r"(?:(?:read|scan|review|analy[sz]e|study|explore|check|look (?:at|through|over|into)|go (?:through|over)"
    r"|understand|learn|familiari[sz]e yourself with|get (?:to know|familiar with|up to speed))"
    r" (?:and (?:understand|analy[sz]e|learn) )?"
    r"(?:(?:all|through|over|at|of|the|this|my|our|whole|entire|full|current|existing|complete|@\S+)\s+)*"
    r"(?:code ?base|repo(?:sitory)?|project|code|app(?:lication)?|documentation|docs|files?|readme(?:\.md)?"
    r"|claude\.md|agents\.md)\b"
    r"|(?:revisa|lee|analiza|estudia|explora) (?:\w+ ){0,3}(?:proyecto|código|codigo|repositorio|@?\S+/)"
    r"|(?:lies|analysiere|schau dir) (?:\w+ ){0,4}(?:projekt|code|repo(?:sitory)?)\b"
    r"|(?:lis|analyse|regarde|étudie) (?:\w+ ){0,3}(?:projet|code|dépôt)\b"
    r"|(?:analizza|leggi|studia) (?:\w+ ){0,3}(?:progetto|codice|repository)\b)",
    re.IGNORECASE,
    wide=r"(?:[请請]|[帮幫]我|先)?(?:阅读|閱讀|熟悉|了解|分析|看一?下)(?:一下)?(?:[这這]个|当前|整个)?(?:项目|項目|代码|代碼|仓库)",
)
"""How a sentence begins that only lets the agent get to know the project."""
_GOES_FURTHER: Final = Pattern(
    r"\b(?:and (?:then )?(?!understand\b|learn\b|get\b|make sure you\b)\w+|fix|add|implement|tell|list|give|suggest"
    r"|find|report|recommend|why|how|what|which|whether|if|bugs?|errors?|issues?|problems?|y (?:dime|corrige|arregla)"
    r"|und (?:sag|gib|prüf)\w*|et (?:dis|donne)\w*|e (?:dimmi|spiega\w*))\b",
    re.IGNORECASE,
    wide=r"并|然后|告诉|[为為]什么|怎么|如何|找出|修复",
)
"""What such a sentence says that asks for more."""


@judged
def is_bare(text: str) -> bool:
    """Whether a prompt asks for nothing of its own: what it goes on with stands before it."""
    if _COMMAND.match(text.strip()):
        return True
    sentences = split_sentences(text)
    if not sentences:
        return sum(char.isalnum() for char in text) <= _FEW_SIGNS
    return all(map(_is_bare_sentence, sentences))


@judged
def is_polite(text: str) -> bool:
    """Whether a prompt only greets, thanks or says good-bye."""
    sentences = split_sentences(text)
    return bool(sentences) and all(map(_is_polite_sentence, sentences))


@judged
def orients(text: str) -> bool:
    """Whether a prompt only lets the agent get to know the project, before it says what is to be done."""
    sentences = split_sentences(text)
    return bool(sentences) and bool(_ORIENTS.match(sentences[0])) and not any(map(_GOES_FURTHER.search, sentences))


def _is_polite_sentence(sentence: str) -> bool:
    if not (is_courtesy(sentence) or is_farewell(sentence)):
        return False
    if any(char > WIDE for char in sentence):
        return True
    words = _WORD.findall(sentence.lower())
    return sum(word not in _POLITE for word in words) <= _FEW_OTHERS


def _is_bare_sentence(sentence: str) -> bool:
    if is_empty(sentence) or _is_polite_sentence(sentence) or _STOPS.match(sentence):
        return True
    lead = _GO_ON.match(sentence)
    if lead is None or count_words(sentence) > _MOST_WORDS or any(char > WIDE for char in sentence):
        return False
    rest = sentence[lead.end() :].lower()
    return not any(char.isdigit() for char in rest) and _SAYS_NO_MORE.issuperset(_WORD.findall(rest))
