"""Prompts that open no piece of work of their own: they ask where it stands, end a ban, or say that somebody leaves.

What they go on with stands in the session before.
"""

import re
from collections.abc import Sequence
from itertools import dropwhile
from typing import Final

from backstory.base.general_questions import find_general_kinds
from backstory.base.unspaced import count_words
from backstory.model.late_pattern import late_pattern
from backstory.model.session import Prompt
from backstory.patterns.liftings import read_lifting
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_orders import orders_by_number
from backstory.patterns.verdicts import judged
from backstory.recall.past.bare_prompts import is_bare, is_polite, orients
from backstory.recall.past.endings import is_farewell, leaves, names_work, reports_failure
from backstory.recall.past.planned_steps import puts_off
from backstory.recall.text.idle_sentences import is_empty
from backstory.recall.text.stance import asks, is_request
from backstory.recall.text.substance import split_sentences

_MOST_WORDS: Final = 24
"""Words of a sentence up to which it may only ask where the work stands."""
_FEW_WORDS: Final = 6
"""Words of a sentence beside such a question that says nothing of its own: `I was away.`"""
_GOODBYE: Final = 12
"""Words of a sentence up to which it may only say good-bye."""
_STATE: Final = frozenset(("task", "next"))
"""Kinds of general questions about where the work stands."""
_WORD: Final = late_pattern(r"[^\W_]+")
_ASKS_STATE: Final = Pattern(
    r"\b(?:where (?:\w+ )?(?:were|are|was|did|had|have) (?:we|i|you)\b(?=\W*(?:$|again|at\b|with|yesterday|last"
    r"|left|leave"
    r"|stop|get to\b|end|up\b|off\b|when|before|today|now\b|stand))"
    r"|(?:where|what|how far) (?:we|i|you) (?:had |have |were |was |are |am )?(?:left|leave|stopped|got|were|are"
    r"|stood|stand"
    r"|doing|did|done)\b"
    r"|what (?:were|was|are) (?:we|i|you) (?:doing|working|on\b|at\b|about|up to)"
    r"|what(?:'s| is| was) (?:next|left|(?:still )?(?:open|missing|to do))(?: (?:now|today|here|then))?\W*$"
    r"|what (?:did|have|had) (?:we|i|you) (?:do|done|been doing|work\w* on|get done|finish\w*)(?=\W*$| (?:last"
    r"|yesterday"
    r"|so far|before|earlier|today|until now)\b)"
    r"|what(?:'s| is| was) (?:the )?(?:status|state|progress)(?: (?:here|now|today|so far|of (?:our|the|my|this)"
    r" (?:work|project|task|session|things)))?\W*(?:$|,)"
    r"|(?:tell|give) me (?:\w+ ){0,2}(?:what is )?the (?:status|state)(?: of (?:our|the|my) (?:work|task))?\W*(?:$|,)"
    r"|(?:catch|fill|bring) me (?:up|in)\b"
    r"|wo (?:waren|sind|stehen|standen|war|haben|hatten) (?:wir|ich)\b(?=\W*$|.{0,30}\b(?:steh\w*|stand|gerade|nochmal"
    r"|dran|aufgehört))|wo (?:wir|ich) (?:\w+ )?(?:steh\w*|stand\w*|waren|aufgehört)"
    r"|woran (?:haben|hatten|waren|sitzen) wir\b|was (?:haben|hatten) wir (?:zuletzt|gestern|gemacht|bisher)"
    r"|wie (?:ist|war) der stand\W*$|(?:on )?en était où|où (?:en )?(?:étions|étais|sommes|en est|en étais)\b"
    r"|où (?:on|nous|tu|j['’])\s?(?:s['’]est|en était|nous étions|avons|t['’]es)"
    r"|qu['’]est-ce qu['’]on (?:faisait|avait fait)|(?:por dónde|dónde|en qué) (?:íbamos|ibamos|vamos|estábamos"
    r"|nos quedamos|quedamos|lo dejamos)|qué estábamos haciendo|onde (?:paramos|estávamos|ficamos|parámos)"
    r"|dove (?:eravamo|siamo|ci siamo) (?:rimasti|arrivati|fermati)|a che punto (?:siamo|eravamo)"
    r"|waar (?:waren|zijn) we\b|na czym (?:skończyliśmy|stanęliśmy))",
    re.IGNORECASE,
    wide=r"上次.{0,8}(?:哪|什么|甚麼)|[做干弄]到哪|进行到哪|进度(?:如何|怎么样|到哪)|どこまで.{0,12}(?:した|やっ|進|でし|だっ)"
    r"|前回.{0,10}(?:でした|何|どこ)|어디까지|지난번.{0,8}(?:뭐|어디)",
)
"""How people ask where the work stands."""
_RESUMES: Final = Pattern(
    r"(?:(?:ok(?:ay)?|so|right|and|now|hi|hello|hey|(?:good )?morning|moin|hallo|guten (?:morgen|tag)|bonjour|salut"
    r"|hola|buen[oa]s (?:días|tardes)|also|und|bon|alors|bueno|please|bitte)\b[\s,.!:–-]*)*"
    r"(?:(?:(?:let['’]?s|let us|we|i['’]ll|i) )?(?:just )?(?:(?:get |go )?back (?:to|on|at)\b|continu(?:e|ing)\b"
    r"|carry(?:ing)? on\b|resum(?:e|ing)\b|pick(?:ing)? (?:it |this |that |things )?(?:back )?up\b"
    r"|(?:go|keep|going) (?:on|going) (?:with|on)\b|keep (?:going|working)\b|still (?:on|at)\b)"
    r"|(?:[\w-]+ ){1,3}again(?:[.,:!]|$)"
    r"|(?:wieder )?weiter (?:mit|an|geht|im|beim)|zurück (?:zu|zum|zur|an)\b|machen wir (?:mit .{1,40} )?weiter"
    r"|nochmal zu[mr]?\b|(?:on |je |nous )?(?:continue|continuons|reprends?|reprenons)\b|retour (?:à|au|aux|sur)\b"
    r"|(?:volvamos|volvemos|de vuelta|seguimos|sigamos|continuamos|sigue|retomamos|retomemos)\b)",
    re.IGNORECASE,
    wide=r"[继繼][续續]|接着(?:做|来|上)|回到|続け|続き|再開|계속|이어서|다시 ",
)
"""How a prompt begins that goes on with work of before."""
_RESUMING: Final = 2
"""Sentences at the beginning of a prompt that may say so."""
_NODS: Final = Pattern(
    r"(?:(?:ah|ach|oh|ok(?:ay)?|k|right|yes|yep|ja|jo|genau|stimmt|true|exactly|got it|i see|sí|si|claro|cierto"
    r"|vale|oui"
    r"|ouais|exact|d'accord|c'est vrai|that's (?:it|right))\W*)+",
    re.IGNORECASE,
)
_PERMITS: Final = Pattern(
    r"(?:(?:ok(?:ay)?|yes|yep|sure|fine|good|great|alright|now|then|ja|gut|gerne?|vale|sí|oui|bon|sim)\b[\s,.!:–-]*)*"
    r"(?:now |jetzt )?(?:you (?:can|may|could|are (?:free|allowed) to|have my (?:ok|okay) to)|(?:du|sie) (?:kannst"
    r"|können|darfst|dürfen)|(?:kannst|darfst) du|tu peux|vous pouvez|puedes|podés|puede|você pode|podes|puoi)"
    r"(?: (?:now|go ahead(?: and)?|jetzt|gerne?|ruhig|maintenant|ahora|ya|agora|ora|just|also|auch|das|es|le|los|the"
    r"|our|it|this|that|to))*"
    r" (?:commit\w*|push\w*|merg\w*|deploy\w*|releas\w*|publish\w*|ship|proceed|continue|start|go on|run|do|tag"
    r"|committen|mergen|deployen|weitermachen|loslegen|veröffentlichen|commiter|pousser|déployer|fusionner|subir\w*"
    r"|desplegar|continuar|fazer|enviar)"
    r"(?: (?:it|this|that|them|all|everything|now|then|please|again|jetzt|bitte|ahora|maintenant|agora|too|as well"
    r"|the|changes|branch|to|main|master|origin|and|push|merge|commit|deploy))*[\s.!]*$",
    re.IGNORECASE,
    wide=r"(?:好的?[，,]?)?(?:现在|現在)?(?:可以|能)(?:提交|推送|部署|合[并併]|[发發]布|[继繼][续續])(?:了|吧)?[。！!]*$",
)
"""How a person permits a step of the work that is none of its own: `ok, you can push now`."""


@judged
def asks_state(text: str) -> bool:
    """Whether a prompt only asks where the work stands: the answer tells no more than was told before."""
    sentences = split_sentences(text)
    return any(map(_asks_state, sentences)) and all(map(_is_beside_state, sentences))


def _asks_state(sentence: str) -> bool:
    words = _WORD.findall(sentence.lower())
    if len(words) > _MOST_WORDS or ends_ban(sentence):
        return False
    return bool(_ASKS_STATE.search(sentence) or find_general_kinds(words) & _STATE)


def _is_beside_state(sentence: str) -> bool:
    """Whether a sentence stands beside such a question and asks for nothing else."""
    if _asks_state(sentence) or is_empty(sentence) or is_bare(sentence) or is_polite(sentence):
        return True
    is_short = count_words(sentence) <= _FEW_WORDS and not names_work([sentence])
    return is_short and not (asks(sentence) or is_request(sentence) or reports_failure(sentence))


@judged
def leans(text: str) -> bool:
    """Whether all that a prompt says leans on work that others began: a word to go on, a question where it stands, the
    end of a ban, a good-bye."""
    if is_bare(text) or orients(text) or asks_state(text):
        return True
    sentences = split_sentences(text)
    return bool(sentences) and all(map(_leans, sentences))


def _leans(sentence: str) -> bool:
    if orders_by_number(sentence) or permits(sentence) or puts_off(sentence):
        return True
    return ends_ban(sentence) or says_goodbye(sentence) or is_bare(sentence) or is_empty(sentence) or nods(sentence)


@judged
def says_goodbye(sentence: str) -> bool:
    """Whether a sentence only says that the person leaves, and asks for nothing."""
    if not is_farewell(sentence) or count_words(sentence) > _GOODBYE:
        return False
    return leaves(sentence) or not (asks(sentence) or is_request(sentence) or reports_failure(sentence))


@judged
def resumes(text: str) -> bool:
    """Whether a prompt goes on with work of before: it leans on that, or says so."""
    return leans(text) or any(map(_RESUMES.match, split_sentences(text)[:_RESUMING]))


@judged
def permits(sentence: str) -> bool:
    """Whether a sentence only permits to commit, to push or to go on."""
    return bool(_PERMITS.match(sentence))


def nods(sentence: str) -> bool:
    """Whether a sentence only agrees: `ah yes, right`."""
    return bool(_NODS.fullmatch(sentence))


@judged
def ends_ban(sentence: str) -> bool:
    """Whether a sentence says that something may be changed again, and no more."""
    return read_lifting(sentence) is not None


def list_openings(prompts: Sequence[Prompt]) -> Sequence[Prompt]:
    """The prompts of a session from the first on that asks for something of its own; all of them if none does."""
    return list(dropwhile(lambda one: leans(one.text), prompts)) or prompts


def opens_work(prompts: Sequence[Prompt]) -> bool:
    """Whether one of the prompts of a session asks for something of its own."""
    return not all(leans(one.text) for one in prompts)
