"""Sentences of an agent that say nothing by themselves: courtesies, offers, mentions, questions, openings of lists."""

import re
from typing import Final

from backstory.base.unspaced import is_asking
from backstory.model.text import REDACTED
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.text.courtesies import is_courtesy

NAME: Final = Pattern(
    r"`[^`\n]+`|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|[\w.-]+/[\w./-]+|\b[\w-]+\.[a-z]{1,4}\b|\w\(\)|--?\w[\w-]+"
)
"""Names from code, paths, options."""
_OFFER: Final = Pattern(
    r"^(?:let me|shall i|should i|want me|would you like|do you want|which (?:one|of)|happy to|feel free"
    r"|i(?:'ll| will) (?:now )?(?:start|begin|look|check|take|read|run)|soll ich|voulez-vous|quieres que"
    r"|(?:please )?let me know|if you (?:need|have|want|'d like|would like|see|still see|encounter|run into)"
    r" (?:any|further|more|other|additional)|awaiting your)\b",
    re.IGNORECASE,
    wide=r"(?:需要|要)我|要不要|是否需要|如果[你您]?(?:需要|想|希望)|如需|必要(?:なら|であれば|があれば)|ご希望"
    r"|どうしますか|進めますか|他に.{0,40}(?:あれば|ください)|次に作業する|원하시면|필요하(?:시)?면|진행할까요"
    r"|어떻게 할까요",
)
_INVITATION: Final = Pattern(
    r"^(?:(?:please )?let me know|feel free|happy to (?:help|adjust|change)|if you (?:need|have|want|'d like"
    r"|would like)"
    r" (?:any|further|more|other|additional|to)|just (?:say|tell|ask|let)|say the word|anything else|if you ever"
    r"|you['’]re welcome|glad (?:it|that|to))\b",
    re.IGNORECASE,
    wide=r"如?有(?:任何)?(?:其他)?问题|随时|请告诉我(?!控制台)|(?:他|ほか)に.{0,40}(?:あれば|お知らせ|教えて|指示)"
    r"|お気軽に|お知らせください|ご指示ください|.{0,40}말씀해 ?주세요|편하게|궁금한",
)
"""How an agent closes an answer. It asks nothing."""
_NARRATION: Final = Pattern(
    r"^(?:(?:now|next|first|then|finally|okay|ok|great|perfect|alright),? )?(?:let'?s |let me "
    r"|i(?:'ll| will| need to|'m going to| am going to| should| can see) |the user (?:wants|asked|is asking)"
    r"|you'?re (?:absolutely |completely )?right|(?:my )?(?:sincere |deepest )?apologies\b"
    r"|i(?:'m| am) (?:so |very |truly |deeply )*(?:sorry|defeated|stumped)\b"
    r"|i (?:see|understand|apologi[sz]e|made a (?:critical )?mistake)\b|i'?ve (?:now |just )?successfully"
    r"|looking at (?:the|this|your)|based on (?:the|this|your)|here(?:'s| is| are) "
    r"|ich (?:sehe|schaue|prüfe|lese|suche|starte|beginne|teste|fange|mache|nehme) (?:mir |das |es )?"
    r"(?:jetzt|nun|gleich|zuerst|als nächstes)\b|(?:jetzt|nun|als nächstes) (?:sehe|schaue|prüfe|lese|suche) ich\b"
    r"|je (?:vais (?:maintenant )?|(?:regarde|lis|vérifie|lance|commence) (?:maintenant|d'abord)\b)"
    r"|(?:ahora )?(?:voy a |miro |reviso |empiezo ))",
    re.IGNORECASE,
    wide=r"(?:(?:现在|現在|首先|接下来|然后|好的?|太好了|明白了?)[，,！!。 ]*)?(?:[让讓]我|我来|我(?:现在|先|将|会"
    r"|看到|明白|理解|需要)|你[说說]得[对對])"
    r"|(?:まず|次に|続いて|それでは|では).{0,60}(?:します|ます)。?$|了解(?:です|しました)"
    r"|(?:먼저|이제|다음으로).{0,60}하겠습니다|알겠습니다",
)
"""How an agent tells what it is about to do."""
_UNDER_WAY: Final = Pattern(
    r"^(?:now )?(?:checking|reviewing|looking (?:at|into|for|through)|reading|tracing|searching|listing|inspecting"
    r"|examining|exploring|investigating|analy[sz]ing|gathering|verifying)"
    r" (?!(?:\S+ ){0,8}(?:is|are|was|were|fails?|failed"
    r"|breaks?|does|did|still|shows?|showed|helps?|costs?|takes?)\b)[^:;→>]*$",
    re.IGNORECASE,
)
"""A sentence that only says what an agent is looking at."""
_RELAYS: Final = Pattern(
    r"^(?:so |now |okay,? |ok,? )?(?:the|el|la|der|l['’]) ?(?:user|usuario|nutzer|benutzer|utilisateur)"
    r" (?:(?:now|also|just|has|have|is|ahora|hat|a) )*(?:says?|said|wants?|wanted|asks?|asked|asking|reports?|reported"
    r"|reporting|(?:saying|frustrated|confused|unhappy|angry|right|providing|showing)|mentions?|mentioned|confirms?|confirmed|dice|quiere|pide|sagt|will|dit|veut)\b",
    re.IGNORECASE,
)
"""How an agent repeats what the person said, which stands there in the person's own words."""
_ANNOUNCES: Final = Pattern(
    r"^(?:(?:now|next|first|then|finally|okay|ok|great|perfect|good|excellent|alright)[,!.]? )*"
    r"(?:let me (?!know\b)|let['’]?s (?:see|look|check|start|begin|try|verify|test|now)\b"
    r"|i(?:['’]ll| will| need to| am going to|['’]m going to) (?:now |first |start|begin|check|look|read|create|make"
    r"|use|implement|update|run|continue|proceed|examine|search|add|fix|write)"
    r"|(?:based on [^,]{3,40}, )?i (?:now )?have (?:enough|all (?:of )?the|everything|a (?:good|clear|complete|full"
    r"|thorough|comprehensive))\b)",
    re.IGNORECASE,
)
"""How an agent announces its next call. At the end of an answer it says that the session broke off there."""
_MENTION: Final = "@/#"
"""How a word begins that only points to a file, a person, a command or an issue."""
_MARKUP: Final = Pattern(r"</\w+>\s*$|\"[\w-]+\": (?:\"|\d|true|false|null|[\[{])")
"""What tells a piece of JSON, or of a call that a program wrote into an answer."""
_EMPTY: Final = Pattern(
    r"^(?:ok(?:ay)?|done|noted|sure|great|perfect|thanks|thank you|good|yes|no|all (?:good|green|set)|you'?re right"
    r"|understood|got it|(?:@agent )?(?:please )?continue(?: please|: \"continue to iterate\?\")?"
    r"|fertig|erledigt|gut|verstanden|notiert|alles klar|in ordnung|entendido|anotado|combinado|certo|feito|hecho"
    r"|vale|claro(?: que sí)?|perfecto|listo|muy bien|parfait|bien sûr|c['’]est noté|va bene|d['’]accordo|akkoord"
    r"|perfekt|passt|geht klar|klar|de acuerdo|d['’]accord|entendu|compris|noté|capito|fatto|begrepen)\b[\s.,!:;-]*$",
    re.IGNORECASE,
    wide=r"(?:好的?|可以|行|嗯|[是对對]的?|谢谢|謝謝|多谢|辛苦了|[请請]?(?:继续|繼續)(?:吧|执行)?|没问题|明白了?"
    r"|收到|完成|はい|ええ|うん|お願い(?:します)?|ありがとう(?:ございます)?|了解(?:です|しました)?"
    r"|続けて(?:ください)?|네|예|응|좋아|고마워|감사합니다|계속(?: ?해줘| 진행해줘)?|알겠습니다)[\s.,!:;。！，~～]*$",
)
_PROMISES: Final = Pattern(
    r"^(?:noted|notiert|vermerkt|noté|anotado|annotato)\s*[:–—-]\s|"
    r"^(?:noted|understood|got it|ok(?:ay)?|sure|agreed|all ?right|right|fine|verstanden|notiert|alles klar|in ordnung"
    r"|entendido|anotado|combinado|compris|noté|entendu|capito)[\s,.!:;–—-]+(?:(?:i|we)(?:['’]ll| will| won['’]t"
    r"| do not| don['’]t)|ich|wir|je|no|não|non)\b[^.:;,`\d]{0,60}?\b(?:it|that|this|them|those|so|es|das|sie|lo|la|los"
    r"|isso|le|les|ça|cela|either|anywhere|anymore)\b(?: (?:then|now|again|anywhere|here|anymore|any more|nirgends"
    r"|nicht|mehr|speichern|tun|pas|plus))*[\s.!]*$",
    re.IGNORECASE,
)
"""How an agent promises what it was just told, which its sentence does not name: `Noted, I won't store it.`"""
_DECISIVE: Final = Pattern(
    r"\b(?:because|since|so that|instead|unless|never|only|not|breaks?|fails?|weil|statt|nicht|parce que)\b|n't\b",
    re.IGNORECASE,
    wide=r"因[为為]|所以|否[则則]|而不是|不要|不能|只|必[须須]|失[败敗]|ため|ので|ではなく|しない|必ず|때문|않|실패"
    r"|반드시",
)
"""What a sentence holds that says more than what an agent is about to do."""
_LEADS_IN: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|so|and|also|well|(?:good )?morning|hi|hello|right|then|und|moin)[,.!]? )*(?:just |only |nur )?"
    r"(?:(?:one|two|three|four|five|a few|a couple of|several|some) (?:more |other |last |quick |small |short |minor )*"
    r"(?:things?|points?|notes?|remarks?|comments?|items?|requests?|corrections?)"
    r"|(?:(?:noch )?eins|(?:noch )?(?:zwei|drei|vier|ein paar) (?:sachen|dinge|punkte|anmerkungen))(?: noch)?"
    r"|(?:une|deux|trois|quelques) (?:choses?|points?|remarques?)"
    r"|(?:una|dos|tres|algunas|unas) (?:cosas?|puntos?))"
    r"(?: (?:first|today|though|please|before [\w ]{3,30}|from (?:the|my) [\w ]{3,20}))?[.:!]*$",
    re.IGNORECASE,
)
"""How a person says how many points follow."""
_GRANTS: Final = Pattern(
    r"^(?:your (?:worry|worries|suspicion|concern|hunch|guess|doubt|objection|instinct)s?"
    r" (?:holds?(?: up)?|held|(?:is|are|was|were|turned out(?: to be)?) (?:\w+ )?(?:justified|right|correct|confirmed"
    r"|well[- ]founded|valid|true|spot on))"
    r"|(?:just )?as (?:i |you |we )?(?:expected|feared|suspected|thought|guessed)"
    r"|fair(?: enough| point)?(?:,? (?:leave it|never mind))?|good (?:catch|point|question|idea|eye|find)"
    r"|(?:that )?makes sense|correct|exactly|indeed|precisely|(?:das )?stimmt|genau|wie erwartet|exact|exacto|esatto)"
    r"[.!]*$",
    re.IGNORECASE,
)
"""How one side says that the other one is right."""
_SYMBOLS: Final = Pattern(r"[\[\]{}=<>|'\"\d]")
_LONG_DATA: Final = 160
"""Characters from which a sentence of many signs and figures is data."""
_MANY_SYMBOLS: Final = 0.1


def is_idle(sentence: str, *, offers: bool = False, is_last: bool = False) -> bool:
    """Whether a sentence is a courtesy, an offer, a mention, a question, pasted data, the opening of a list, or about
    a secret that was redacted."""
    return _find_idle(sentence, offers=True, is_last=is_last) if offers else _is_idle(sentence)


@judged
def _is_idle(sentence: str) -> bool:
    return _find_idle(sentence, offers=False, is_last=False)


def _find_idle(sentence: str, *, offers: bool, is_last: bool) -> bool:
    if all(word[:1] in _MENTION for word in sentence.split()) or _MARKUP.search(sentence):
        return True
    if is_redacted(sentence) or _RELAYS.match(sentence) or _UNDER_WAY.match(sentence):
        return True
    if _NARRATION.match(sentence) and not offers and not _DECISIVE.search(sentence):
        return True
    if _ANNOUNCES.match(sentence) and not sentence.endswith("?") and not _DECISIVE.search(sentence):
        return True
    if len(sentence) > _LONG_DATA and len(_SYMBOLS.findall(sentence)) > _MANY_SYMBOLS * len(sentence):
        return True
    if is_empty(sentence) or _INVITATION.match(sentence) or (_OFFER.match(sentence) and not (offers and is_last)):
        return True
    if is_courtesy(sentence) or _LEADS_IN.match(sentence) or _GRANTS.match(sentence):
        return True
    if sentence.endswith("?") or is_asking(sentence):
        return not offers
    return sentence.endswith((":", "：")) and not NAME.search(sentence)


@judged
def announces_call(sentence: str) -> bool:
    """Whether a sentence only says what an agent is about to do or to look at."""
    return bool(_ANNOUNCES.match(sentence) or _NARRATION.match(sentence) or _UNDER_WAY.match(sentence))


@judged
def is_empty(sentence: str) -> bool:
    """Whether a sentence is a bare assent, thanks or a word to go on."""
    return bool(_EMPTY.match(sentence) or _PROMISES.match(sentence))


def is_redacted(sentence: str) -> bool:
    """Whether a sentence held a secret: without it, it says nothing."""
    return REDACTED in sentence
