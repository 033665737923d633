"""What the person laid down in the talk: sentences that say what always, never or only holds.

Extraction makes a rule of a sentence only where it is sure that it holds for longer. A brief of the work at hand can be
less strict: it quotes what was ordered, in the person's words, and the reader sees when.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from backstory.base.token_estimate import estimate_tokens
from backstory.base.unspaced import count_words, is_asking
from backstory.patterns.pattern import Pattern
from backstory.patterns.tags import TAG
from backstory.patterns.verdicts import judged
from backstory.recall.past.endings import is_farewell
from backstory.recall.quotes.utterances import USER, Utterance
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.idle_sentences import is_idle
from backstory.recall.text.likeness import repeats_any, word_stems
from backstory.recall.text.momentary_orders import is_done_at_once
from backstory.recall.text.stance import is_account, is_curious, is_errand, is_passing, is_writing

_FIRM: Final = Pattern(
    r"\b(?:never|always|from (?:now|here|today) on|going forward|in (?:the )?future|for good|every time|each time"
    r"|whenever|under no circumstances|not allowed|forbidden|off[- ]limits|out of bounds|hands off|mandatory|binding"
    r"|no matter what|ask (?:me|us|her|him|them) (?:first|before)|without asking"
    r"|unless (?:i|we)(?! (?:are|have|can|use)\b)"
    r"|(?:is|are|stays?) (?:mine|ours|hers|his|theirs)|(?:is|are)(?:n['’]t| not) yours|belongs? to"
    r"|no (?:new|more (?!than\b))|by default|standing rule"
    r"|(?:our|the|house|my) (?:rule|convention|policy)"
    r"|nie(?:mals)?(?! (?:wiem|ma|jest|mam|\w*[ąćęłńśźż]\w*)\b)|immer"
    r"|ab (?:jetzt|sofort|heute)|künftig|grundsätzlich|in zukunft|finger weg|verboten"
    r"|siempre|nunca|jamás|nada de|a partir de ahora|de ahora en adelante|prohibido|sin (?:preguntar|permiso|avisar)"
    r"|toujours|jamais|désormais|dorénavant|interdit|sans (?:demander|prévenir)"
    r"|sempre|jamais|a partir de agora|daqui (?:pra|para) frente|proibido|mai|d['’]ora in poi|vietato"
    r"|altijd|nooit|voortaan|vanaf (?:nu|vandaag)|in het vervolg|onder geen beding|verboden|blijf\w* van"
    r"|zonder te vragen"
    r"|d['’]ora in avanti|da (?:ora|oggi) in poi|proibito|senza (?:chiedere|avvisare|permesso)"
    r"|de agora em diante|daqui em diante|sem (?:perguntar|avisar|permissão)"
    r"|od (?:teraz|dziś|dzisiaj)|zabronion\w+|bez (?:pytania|zgody)|nie wolno|wyłącznie"
    r"|zawsze|nigdy|asla|her zaman|alltid|aldrig|всегда|никогда|нельзя|обязательно|впредь|отныне"
    r"|каждый раз)\b|从现在|以后(?:都|所有|不|请|也|的|你|给|生成|只)|往后|今后|每次|始终|一律|永远|必须|一定要|禁止"
    r"|严禁|绝对|千万不要|记住|記住|從現在|必須|嚴禁|一律|每當|每当|今後|これから|毎回|必ず|絶対に|常に|禁止|厳禁"
    r"|してはいけ|してはならな|しないこと|すること[。.]?$|항상|절대|앞으로|지금부터|매번|반드시|금지|무조건",
    re.IGNORECASE,
)
"""Words with which something is laid down for longer than the moment."""
_ORDERS: Final = Pattern(
    r"^no\b(?!,)(?! (?:it|that|this|i|we|he|she|problem|idea|need|worries|errors?|changes?)\b)"
    r"|(?:^|[,;:.] |\b(?:and|but|so|please|und|aber|bitte|y|pero|et|mais|e|mas)\s)"
    r"(?:please |just |also |bitte |por favor |s['’]il (?:te|vous) plaît )?"
    r"(?:don['’]?t|do not|only|must|keep|leave"
    r"|stop|avoid"
    r"|stick to|stay (?:out|away)|prefer|use only|ensure|make sure"
    r"|nur|kein\w*|lass\w*|halte?|solo|sólo|no (?:\w+)|hay que|seulement|uniquement|ne \w+ pas|il faut|não|só|apenas"
    r"|alleen|(?:en |dus )?(?:ook )?geen|raak|laat|houd|gebruik|vermijd|zorg"
    r"|non(?= \w+(?:[aei]re|ate|ete|ite|arlo|arla)\b)"
    r"|soltanto|niente|lascia(?:te)?|tieni|evita(?:te)?|mantieni|deixe|mantenha|evite|nada de"
    r"|nie(?! (?:wiem|ma|jest|działa|widzę|rozumiem|mam)\b)|żadn\w+|tylko|zostaw|unikaj|trzymaj|używaj)\b"
    r"|\b(?:must(?:n['’]?t| not)?|(?:should|shall) (?:not|never|only|always|all|be)|has to|have to|needs? to"
    r"|are not to|is not to|i (?:don['’]?t|do not|never) want|(?:i|we) (?:only )?want|we (?:only|don['’]?t|do not"
    r"|never)"
    r"|muss|müssen|darf|dürfen|soll(?:en|te)?|tiene[ns]? que|debe[ns]?|doi(?:t|vent)|deve[mr]?|tem que"
    r"|(?<!\bik )moet(?:en)?|mag (?:niet|geen|alleen)|mogen (?:niet|geen|alleen)|devono|dobbiamo|bisogna"
    r"|va (?:sempre|usat\w)"
    r"|devemos|precisa[m]?|musi(?:my|sz|cie|ą)?|ma (?:być|zostać))\b"
    r"|\b(?:remember|keep in mind|bear in mind|don['’]?t forget|recuerda|rappelle-toi|ricorda|denk daran|merk dir)\b"
    r"|\b(?:i|we|for \w+ \w+) prefer\b|\bwithout (?:my|me|checking)\b|\bask me (?:when|if)\b|\blet me handle\b"
    r"|\buse [^.;?]{2,40}? (?:instead of|rather than)\b|\bwhen in doubt\b|\bas (?:few|little|short|small) (?:\w+ )?as"
    r" possible\b|\b(?:deja|dejes|déjate) de\b|\bin (?:this|our) (?:repo\w*|project|code ?base)\b|^(?:we use|usamos)\b"
    r"|^(?:(?!the\b|is\b|are\b|was\b|were\b|it\b|es\b|est\b|ist\b)\w+ ){1,4}(?:auf (?:deutsch"
    r"|englisch)|en (?:français|anglais|español|inglés|castellano)|in (?:english|german"
    r"|french|spanish)|на русском)[.!]*$"
    r"|不要(?![）)」。、で])(?!$)|不能|勿|只能|[请請]用|中文[回对對]|不再|不需要|[无無]需|不用(?![说說谢謝急担])"
    r"|(?<![类類区區特级识个])[别別](?![的人名])"
    r"|只有.{1,40}[才则則]|[别別]再|即可|保持|避免|[统統]一|除非|才(?:可以|能|算)"
    r"|ないで|(?:だけ|のみ).{0,24}(?:ください|して)|いらない|いりません|不要です|やめて|ように(?:して|し、)"
    r"|以外の?.{0,24}ない"
    r"|必要(?:は|が)?(?:ない|ありません)|日本語で|英語で|統一|なるべく|できるだけ|てからに"
    r"|한글로|한국어로|하지 ?[마말]|지 ?(?:마|말)|만 (?:사용|써|하)|말고|없이|필요 ?없|유지|통일|되도록"
    r"|[한된] (?:후|뒤|다음)에만",
    re.IGNORECASE,
)
"""Words of an order, which may be for the moment only."""
_HOUSE: Final = Pattern(
    r"(?:\w+,? )?(?:we|wir|nous|on) (?:only|never|always|don['’]?t|do not)\b"
    r"(?! (?:know|have|see|need to|think|get|understand|care)\b)",
    re.IGNORECASE,
)
"""How a custom of the house begins, which is no account of what somebody does."""
_REPORT: Final = Pattern(
    r"it (?:would )?seems?\b|(?:it|this|that|there|he|she|they|es|das|er|ça|il|elle|eso|él|ella"
    r"|het|dat|dit|hij|questo|lui|lei|isso|isto|ele|ela)(?:['’]s)? (?:\w+ )?"
    r"(?:always|never|immer|nie|toujours|jamais|siempre|nunca|sempre|altijd|nooit|mai|zawsze|nigdy)\b",
    re.IGNORECASE,
)
"""How a report begins: `it always fails`."""
_MISBEHAVES: Final = Pattern(
    r"(?:(?:and|but|also|so|ok(?:ay)?)[\s,]+)*(?:every ?time|each time|whenever|when) (?:you|i|we|one|somebody)\b"
    r"[^;]{2,80}? (?:it|they|everything|nothing|the [\w-]+(?: [\w-]+)?) (?!should|must|has to|have to)"
    r"(?:\w+s|\w+n['’]t|(?:is|are|do) \w+)\b",
    re.IGNORECASE,
)
"""`every time we rebuild it, it duplicates the buttons`: a defect."""
_DESCRIBES: Final = Pattern(
    r"\b(?:(?:has|have|had|did|does) (?:just |really )?never|(?:will|would|could) (?:probably |simply )?never (?:get"
    r"|have|know"
    r"|happen|work|be able)|(?:what|which|something|anything|that they|who) (?:just |really |simply )?never)\b"
    r"|^(?:[\w-]+[\s,.]+){0,3}(?:the |our |my |their )?[\w-]+['’]s [^,;]{3,60} (?:and|but) never \w+[^su\W]s\b",
    re.IGNORECASE,
)
"""`this box will never get a compiler`, `what they never typed`: how things are."""
_TASK: Final = Pattern(
    r"(?:(?:and|but|also|so|then|now|ok(?:ay)?|first)[\s,]+)*(?:we|i)(?:['’]ll)? (?:\w+ )?(?:need|have) (?:you )?to "
    r"(?!keep|stick|avoid|stay|be\b|ask|use|make sure)\w+",
    re.IGNORECASE,
)
"""`we need to fix the import`: a piece of work that is done next."""
_BLAME: Final = Pattern(
    r"(?:\w+[\s,]+){0,3}you(?:['’]ve| have)? (?:\w+ )?(?:keep saying|did|got|forgot|missed"
    r"|misunderstood|made|said|broke|changed|removed|understood)\b",
    re.IGNORECASE,
)
"""How people say what an agent did wrong."""
_NO_ORDER: Final = Pattern(
    r"^\(|\b(?:don['’]?t|do not|needn['’]?t) (?:need to |have to )?do anything\b|\b(?:error|fehler|erreur)\w*:"
    r"|\b(?:i (?:must|have to|need to|gotta|should) (?:leave|go|run|stop)|ich muss (?:jetzt|gleich|los|weg)"
    r"|je dois (?:partir|filer)|tengo que (?:irme|salir))\b",
    re.IGNORECASE,
)
"""What a remark by the way, the report of an error and a farewell hold, and no order."""
_MOMENT: Final = Pattern(
    r"\b(?:for now|right now|this time|just this once|today|yet|(?:at|for) the moment|first|for tonight"
    r"|in this (?:pr|commit|change|round|step|turn)"
    r"|vorerst|erstmal|diesmal|heute|por ahora|de momento|esta vez|pour l['’]instant|cette fois|por enquanto"
    r"|desta vez|por agora|hoje|voorlopig|deze keer|vandaag|per (?:ora|adesso)"
    r"|questa volta|oggi|na razie|tym razem|dziś(?! w)|dzisiaj)\b",
    re.IGNORECASE,
)
_SURE: Final = 1.0
_LIKELY: Final = 0.55
_SAID_AGAIN: Final = 0.4
"""Score that each further prompt with an order adds."""
_STRESSED: Final = Pattern(r"\b(?:NEVER|NOT|DON['’]?T|ALWAYS|ONLY|MUST|NO|STOP)\b|!!")
"""How an order is stressed."""
_STRESS: Final = 0.8
_FEW_STRESSED: Final = 3
"""Stressed sentences of a prompt; more are the list of a task."""
_LASTING_MOMENT: Final = 0.5
"""Factor for what is ordered for the moment."""
_LONGEST: Final = 60
"""Tokens above which a sentence is an account of its matter and not an order."""
_SHORT: Final = 20
"""Words of a sentence that says only one thing."""
_FEWEST: Final = 3
"""Words of an order."""
_LEAST_WORTH: Final = 1.0
"""Worth of the terms of one."""


class Order(NamedTuple):
    """A sentence of a prompt that lays something down."""

    utterance: Utterance
    text: str
    score: float
    times: int = 1
    """Number of prompts with it."""

    @property
    def lasts(self) -> bool:
        """Whether it does not fade: it says so, or the person repeated it."""
        return self.times > 1 or self.score >= _SURE


def find_orders(utterances: Sequence[Utterance]) -> list[Order]:
    """The orders of the person, in the order of the talk. Of two equal ones the later is kept, with a higher score."""
    orders: list[Order] = []
    for utterance in sorted(utterances, key=lambda one: -one.number):
        for text, score in _read(utterance):
            stems = word_stems(text)
            former = [one for one in orders if repeats_any(word_stems(one.text), [stems])]
            times = 1 + max((one.times for one in former if one.utterance is not utterance), default=0)
            orders = [one for one in orders if one not in former]
            orders.append(Order(utterance, text, min(_SURE, score * (1 + _SAID_AGAIN * (times - 1))), times))
    return orders


def _read(utterance: Utterance) -> Iterator[tuple[str, float]]:
    """Yields the sentences of a prompt that lay something down, with how sure it is that they do."""
    if utterance.label != USER:
        return
    rows = [(text, score) for text in utterance.sentences if (score := _measure_order(text))]
    stressed = [text for text, _ in rows if _STRESSED.search(text)]
    for text, score in rows:
        yield text, max(score, _STRESS if text in stressed and len(stressed) <= _FEW_STRESSED else 0.0)


@judged
def is_firm(text: str) -> bool:
    """Whether a sentence explicitly orders something for longer than the moment."""
    return bool(_FIRM.search(_DESCRIBES.sub(" ", text))) and _measure_order(text) >= _SURE


@judged
def _measure_order(text: str) -> float:
    """How sure it is that a sentence lays something down: 0 for one that does not."""
    text = TAG.sub("", text)
    if (
        text.endswith(("?", ":", "："))
        or is_asking(text)
        or _BLAME.match(text)
        or is_idle(text)
        or is_done_at_once(text)
        or count_words(text) < _FEWEST
        or estimate_tokens(text) > _LONGEST
    ):
        return 0.0
    is_lasting = bool(_FIRM.search(_DESCRIBES.sub(" ", text)))
    if _REPORT.match(text) or _MISBEHAVES.match(text) or (_TASK.match(text) and not is_lasting):
        return 0.0
    if is_account(text) and not (is_lasting or _HOUSE.match(text)):
        return 0.0
    if is_curious(text) or sum(read_terms(text).values()) < _LEAST_WORTH:
        return 0.0
    if not is_lasting and _NO_ORDER.search(text) and count_words(text) <= _SHORT:
        return 0.0
    if not is_lasting and (is_errand(text) or is_passing(text) or is_farewell(text)):
        return 0.0
    score = _SURE if is_lasting else _LIKELY if _ORDERS.search(text) else 0.0
    return score * (_LASTING_MOMENT if _MOMENT.search(text) or (is_writing(text) and not is_lasting) else 1.0)
