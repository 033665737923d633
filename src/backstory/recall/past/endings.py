"""How a session ended: its last answer that says something, the steps that this lists, a good-bye."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

from backstory.base.unspaced import count_words
from backstory.model.session import Answer, Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import reports_deed
from backstory.patterns.verdicts import judged
from backstory.recall.past.planned_steps import list_planned
from backstory.recall.past.settled_questions import drop_settled
from backstory.recall.past.undone_work import undoes
from backstory.recall.text.courtesies import is_courtesy
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.idle_sentences import announces_call
from backstory.recall.text.joined_steps import add_planned
from backstory.recall.text.step_doers import name_doers
from backstory.recall.text.substance import split_sentences

_OPEN_LIST: Final = Pattern(
    r"(?:[^:;.]{0,20}\b)?(?:left|open|todo|to do|next|remaining|remains?|outstanding|missing|offen|bleibt|fehlt|noch"
    r"|reste|restent|ensuite|pendiente|queda|falta)\b[^:;]{0,40}: ?(?! ?(?:whether|if|ob|si)\b)(.+;.+)$",
    re.IGNORECASE,
)
"""A sentence that lists what is still to do after a colon."""
_STEP_BREAK: Final = Pattern(r";\s+|(?:^|[,;]?\s+)\(?\d{1,2}[.)]\s+")
_FEWEST_STEPS: Final = 2
_LAST_SENTENCES: Final = 3
_FAREWELL: Final = Pattern(
    r"\b(?:bye|gtg|g2g|brb|afk|cya|see you|good ?night|night|tomorrow|monday|weekend|lunch|train|home|off now|go now"
    r"|(?:have|got|need) to (?:go|leave|run|stop)|gotta|stop here|leave it|that'?s (?:it|all)|done for|for today"
    r"|call it a day|enough for (?:now|today)|thanks|thank you|cheers|feierabend|ciao"
    r"|bis (?:morgen|dann|später)|morgen|schönen|danke|muss (?:jetzt )?(?:los|weg|zum|zur|ins)"
    r"|(?:für heute|pour aujourd['’]hui|por hoy|por hoje|per oggi|voor vandaag)\b(?=\W*$| (?:reicht|ist|war|langt"
    r"|genug|schluss))"
    r"|à (?:demain|plus)|bonne (?:nuit|soirée)|merci|hasta|mañana|adiós|gracias)\b",
    re.IGNORECASE,
    wide=r"再[见見]|拜拜|今天(?:就|先)?到|先[这這][样樣]|明天|辛苦了|[谢謝]{2}|今日は(?:ここまで|終わり)|お疲れ"
    r"|また明日|ありがとう|오늘은 ?여기까지|수고|고마|감사|내일",
)
"""How people say that they leave."""
_LEAVES: Final = Pattern(
    r"\b(?:off|go|going|get|getting|grab|have|having|need|take|taking|into|in|for) (?:to )?(?:an? |my |the |some "
    r"|another )?"
    r"(?:quick |short |little )?(?:coffee|tea|lunch|dinner|breakfast|break|meeting|appointment|call|standup|bed|sleep"
    r"|doctor|dentist|kids|school|bus|flight)(?=\W*$| (?:first|now|quick\w*|then|real quick|in|at|until|till|and|so"
    r"|soon|today)\b)"
    r"|\b(?:pick|picking|fetch) (?:up )?(?:the |my )(?:kids|children|son|daughter|car|dog)\b(?: up)?"
    r"|\b(?:i'll|i will|i am|i'm|will|be) (?:be |come )?(?:right )?(?:back|away|out)(?=\W*$| (?:in|at|soon|later"
    r"|after|now"
    r"|for|until|till|tomorrow)\b)"
    r"|\b(?:ich|muss|müssen|gehe?|bin|hab\w*)\b[^.,;:]{0,20}\b(?:ins meeting|(?:in )?(?:die |in der )?pause"
    r"|kaffee|essen"
    r"|mittag|zum (?:arzt|zug|termin)|(?:einen )?termin|gleich (?:wieder|zurück)|ins bett|nach hause)\b"
    r"|\b(?:je|on|j['’]ai|faut)\b[^.,;:]{0,20}\b(?:en pause|un café|déjeuner|manger|en réunion|une réunion"
    r"|reviens|rentre"
    r"|me coucher)\b"
    r"|\b(?:voy|vamos|tengo|me voy)\b[^.,;:]{0,12}\b(?:comer|almorzar|cenar|por un café|reunión|dormir|casa"
    r"|descansar|la cama|un rato)\b",
    re.IGNORECASE,
)
"""How people say that they leave for a while."""
_RESULT: Final = Pattern(
    r"\d|\b(?:pass\w*|fail\w*|red|green|commit\w*|push\w*|merg\w*|open|left(?! (?:alone|untouched|unchanged|as)\b)"
    r"|missing|broken|works?|builds?|test\w*|rot|grün"
    r"|offen|fehlt|rojo|verde|falla\w*|pasan?|rouge|vert)\b",
    re.IGNORECASE,
    wide=r"成功|失[败敗]|通[过過]|完成|提交|推送|[报報][错錯]|合[并併]|修[复復]|完了|エラー|コミット|プッシュ|실패"
    r"|성공|통과|완료|커밋|푸시|오류",
)
"""Words of a result."""
_CODE: Final = Pattern(r"`[^`]*`")
_COMPLAINT: Final = Pattern(
    r"\b(?:still (?:not|no|an?|the same|get\w*|fails?|failing|broken|shows?|see\w*|have|having|doesn['’]?t"
    r"|does not|can['’]?t|isn['’]?t|wrong|there|happens)|same (?:issue|problem|error|result|thing)"
    r"|(?:does|do|did|is|are|was)(?:n['’]?t| not) (?:work\w*|help|fix\w*|show\w*|change\w*|load\w*"
    r"|appear\w*|open\w*|there)|not working|no change"
    r"|nothing (?:happens|happened|changed)|not fixed|broke(?:n)?\b|fails?\b|failed\b|crash\w*|wrong again"
    r"|(?:funktioniert|geht|klappt) (?:immer noch |noch )?nicht|immer noch"
    r"|(?:sigue|siguen) (?:sin|igual|ahí|ahi|fallando)"
    r"|no (?:funciona|funcionan|ha cambiado)|ne (?:marche|fonctionne) (?:pas|toujours pas)|toujours pas"
    r"|non funziona|ancora non|não funciona)",
    re.IGNORECASE,
    wide=r"[还還](?:是|有|没|沒)|不行|没有?(?:效果|变化|用|反应)|出错|报错|不[对對]|失败|まだ|動かな|動きません|できない"
    r"|ダメ|治ら|直ら|エラー|여전히|아직도|안 ?(?:돼|되네|됨|나와|보여)|오류|에러",
)
"""How people report that something does not work yet."""
_OUTCOME: Final = Pattern(
    r" ?\((?=[^()]*\b(?:red|green|rot|grün|rojo|verde|rouge|vert|(?:un)?committed|eingecheckt)\b)[^()]*\)"
    r"|,? (?:so that|so|and|damit|con lo que|pour que|para que) (?:(?!,|;| and ).)*\b(?:(?:goes|turns|is|gets|becomes)"
    r" green|grün (?:wird|ist)|passes|(?:pasa|se pone) (?:a|en) verde|passe au vert)\b",
    re.IGNORECASE,
)
_PLEASANTRY: Final = Pattern(
    r"^\W*(?:(?:hello|hi|hey|welcome|good (?:morning|afternoon|evening)|thank you|thanks|great|awesome|perfect|sure"
    r"|ok(?:ay)?|glad|happy|done|no problem|my pleasure|anytime|hallo|guten (?:morgen|tag|abend)|danke|bonjour|bonsoir"
    r"|salut|merci|hola|buen[oa]s (?:días|tardes|noches)|gracias|olá|ciao)\b[\s,.!-]*(?:there|again)?\W*$"
    r"|(?:hello|hi|hey|hallo|bonjour|salut|hola|great|awesome|perfect|sure|ok(?:ay)?|done)\b[^.!?]{0,20}[,!] )?"
    r"(?:(?:so,? )?(?:how|what) (?:can|may|could|should|shall|would|do) (?:i|you|we) (?:(?:help|assist|do)\b.{0,60}"
    r"\b(?:you|today|now|next|first|with)|(?:like|want) (?:me )?to (?:do|work on|start with|tackle|focus on)|do"
    r"|work on)\b.{0,40}\?"
    r"|i(?:'m| am) (?:\w+(?: \w+)?, )?(?:an? |your |the )?(?:\w+ ){0,4}?(?:assistant|agent|ai|here|ready|glad|happy"
    r"|pleased|available)\b.{0,120}"
    r"|i can help (?:you )?with\b.{0,120}|is there anything else\b.{0,60}|(?:please )?let me know\b.{0,80}"
    r"|feel free\b.{0,100}|you(?:'re| are) (?:very |most )?welcome\b.{0,40}|happy to help\b.{0,40}"
    r"|(?:i'm |i am )?glad (?:i|it|that|to)\b.{0,60}|(?:it was )?(?:a|my) pleasure\b.{0,60}|happy coding\b.{0,20}"
    r"|if you (?:need|have|want|would like)\b.{0,80}|just (?:say|ask|let me)\b.{0,60}"
    r"|wie kann ich\b.{0,40}\b(?:helfen|behilflich)\b.{0,40}|was kann ich\b.{0,40}\btun\b.{0,20}"
    r"|(?:gern(?:e)?(?: geschehen)?|bitte(?: sehr| schön)?|kein problem)\b.{0,20}"
    r"|(?:melde|meld|sag|lass)\b.{0,80}\b(?:brauchst|wissen|bescheid|hast)\b.{0,20}|ich bin\b.{0,40}\bbereit\b.{0,60}"
    r"|(?:comment|que|en quoi) puis-je\b.{0,80}|je suis\b.{0,40}\b(?:prêt|là|assistant)\b.{0,60}"
    r"|(?:de rien|avec plaisir|je vous en prie|je t'en prie)\b.{0,40}|n['’]hésite[sz]?\b.{0,80}"
    r"|en qué (?:puedo|te puedo|le puedo)\b.{0,60}|(?:de nada|con gusto|no hay de qué)\b.{0,40}"
    r"|(?:avísame|dime|no dudes)\b.{0,80}|estoy (?:aquí|list[oa])\b.{0,60})\W*$",
    re.IGNORECASE,
)
"""A sentence with which an agent greets, introduces itself, thanks or offers its help, and says nothing else."""
_OF_SELF: Final = Pattern(r"(?:\w+[,!.] )?(?:i|we|you|ich|je|nous|wir)\b", re.IGNORECASE)
_OWN_WORDS: Final = 4
"""Words of its own from which a short sentence tells something."""
_MOST_POLITE: Final = 60
"""Words up to which an answer may be nothing but polite."""
_LAST_ANSWERS: Final = 8
"""Answers at the end of a session that may be good-byes."""
_FEW_WORDS: Final = 12
"""Words up to which an answer may be one."""
_SHORT_GOODBYE: Final = 24
"""The same for one that returns a good-bye."""


def last_telling(session: Session) -> Answer:
    """The last answer of a session that is more than a good-bye, else the last. The session has an answer."""
    return find_telling(session) or session.answers[-1]


def find_telling(session: Session) -> Answer | None:
    """The last answer of a session that is more than a good-bye, a greeting or `Done.`; None without one.

    A short answer counts where files were edited or work was taken back for it: what was said before that no longer
    says where the work is.
    """
    for answer in reversed(session.answers[-_LAST_ANSWERS:]):
        sentences = split_sentences(answer.text)
        if answer is session.answers[-1] and len(session.answers) > 1 and breaks_off(session) and session.answered:
            continue
        if _replies_to_courtesy(session, answer) and not names_work(sentences):
            continue
        if _is_at_work(session, answer):
            return answer
        words = count_words(answer.text)
        if words <= _MOST_POLITE and all(_is_pleasantry(one) or is_courtesy(one) for one in sentences):
            continue
        if words <= _FEW_WORDS and (not sentences or _says_nothing(sentences)):
            continue
        if words <= _SHORT_GOODBYE and any(map(is_farewell, sentences[:1])) and not names_work(sentences):
            continue
        return answer
    return None


def breaks_off(session: Session) -> bool:
    """Whether the last prompt of a session has no answer, or only words that say what comes now, and the session ends
    with what was done after them."""
    if not session.answered or not session.answers:
        return True
    answer = session.answers[-1]
    return 0 < answer.line < session.line and not answer.reported and _only_announces(answer.text)


def _only_announces(text: str) -> bool:
    """Whether an answer is a few words that report nothing."""
    sentences = split_sentences(text)
    if not sentences or sentences[-1].endswith(("?", "？")):
        return False
    if announces_call(sentences[-1]):
        return True
    return count_words(text) <= _SHORT_GOODBYE and not any(reports_deed(one.lower()) for one in sentences)


def _is_at_work(session: Session, answer: Answer) -> bool:
    """Whether files were edited, or work was taken back, between the prompt before an answer and the answer."""
    prompts = [prompt for prompt in session.prompts if (prompt.line, prompt.made) <= (answer.line, answer.made)]
    if not prompts:
        return False
    runs = (run for run in session.commands if prompts[-1].line <= run.line <= answer.line)
    return bool(prompts[-1].edited) or any(run.edited or (not run.failed and undoes(run.command)) for run in runs)


def _says_nothing(sentences: Sequence[str]) -> bool:
    """Whether a few words name nothing of the work and no result: a wish for the journey, a good-bye, `Noted.`."""
    if any(map(is_farewell, sentences)):
        return True
    return not (names_work(sentences) or any(map(_RESULT.search, sentences)) or any(map(_says_much, sentences)))


def _says_much(sentence: str) -> bool:
    """Whether a sentence has so many words of its own that it tells something, and is not only about whoever speaks."""
    return not _OF_SELF.match(sentence) and sum(worth >= 1 for worth in read_terms(sentence).values()) >= _OWN_WORDS


def reports_result(text: str) -> bool:
    """Whether a text has a word of a result, not counting code: red, committed, a number."""
    return _RESULT.search(_CODE.sub("", text)) is not None


def _replies_to_courtesy(session: Session, answer: Answer) -> bool:
    """Whether the prompt before an answer only thanks or says good-bye."""
    prompts = [
        prompt for prompt in session.prompts if (prompt.line or 0, prompt.made) <= (answer.line or 0, answer.made)
    ]
    sentences = split_sentences(prompts[-1].text) if prompts else []
    return bool(sentences) and count_words(prompts[-1].text) <= _FEW_WORDS and all(map(is_farewell, sentences))


def names_work(sentences: Sequence[str]) -> bool:
    """Whether one of some sentences names something from code."""
    return any(worth > 1 for sentence in sentences for worth in read_terms(sentence).values())


def list_steps(session: Session) -> Sequence[str]:
    """The next steps of a session: those that the person named last, and those that were read from it, without
    questions that the person has settled since, else the list with which its last answer ends."""
    return add_planned(list_planned(session), _list_read_steps(session))


def _list_read_steps(session: Session) -> Sequence[str]:
    if session.next or not session.answers:
        named = frozenset(chain.from_iterable(one.next for one in session.answers))
        return name_doers(drop_settled(session.next, session), named)
    sentences = split_sentences(last_telling(session).text)
    lists = (_OPEN_LIST.match(sentence) for sentence in sentences[-_LAST_SENTENCES:])
    texts = next((match[1] for match in lists if match), "")
    steps = [step for step in map(str.strip, _STEP_BREAK.split(texts)) if step]
    return [step.removesuffix(".") for step in steps] if len(steps) >= _FEWEST_STEPS else ()


def drop_outcome(step: str) -> str:
    """A step without what becomes of the tests with it, which the last test run tells: `..., so that it goes green`."""
    return _OUTCOME.sub("", step) or step


@judged
def _is_pleasantry(sentence: str) -> bool:
    """Whether a sentence only is polite."""
    return bool(_PLEASANTRY.match(sentence))


@judged
def reports_failure(text: str) -> bool:
    """Whether a prompt reports that something does not work, or not yet."""
    sentences = split_sentences(_CODE.sub("", text))
    return any(_COMPLAINT.search(one) and not one.endswith(("?", "？")) for one in sentences)


@judged
def is_farewell(sentence: str) -> bool:
    """Whether a sentence only says that the person leaves: no question, and nothing is named."""
    is_over = leaves(sentence) or bool(_FAREWELL.search(sentence))
    return is_over and not sentence.endswith(("?", "？")) and not names_work([sentence])


def leaves(sentence: str) -> bool:
    """Whether a sentence says that the person leaves for a while: `I'm off to lunch`."""
    return bool(_LEAVES.search(sentence))
