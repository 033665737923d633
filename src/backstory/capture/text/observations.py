"""What a person observes, pastes or asks, which lays nothing down: a defect, a review of code, a question without mark.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.backgrounds import tells
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_LEAD: Final = r"^(?:(?:and|but|so|ok(?:ay)?|nice|great|good|now|well|also|ah|oh|hm+|better|alright)[\s,.]+)*"
_WISHES: Final = Pattern(
    r"\b(?:should(?:n't)?|must|want|needs?|please|let'?s|make|never|always|prefer\w*|would like|i'd like|decided|agreed"
    r"|because|so (?:use|keep|don't|do not|we)|has to|have to|ought)\b"
)
"""Words with which an observation is more than one."""
_REVIEWS: Final = Pattern(
    r"^(?:(?:minor|major|critical|low|medium|high|cosmetic|small|tiny|one|a) )*(?:nits?|nitpicks?)\b|^minor: "
    r"|^lines? \d+ "
    r"|\([^()]*[\w/-]\.[a-z]{1,4}:\d+(?:-\d+)?\)"
    rf"|^(?:{MASK}+ )?(?:at|on|in|see) (?:{MASK}+ )?lines? \d+|\(lines? \d+(?:-\d+)?\)"
    r"|\b(?:is|are|gets?|was|were) (?:\w+ )?(?:created|defined|declared|imported|computed|calculated|called|assigned"
    r"|set|passed|parsed|loaded|read|exported|generated) but (?:is |are |it is |it's )?(?:never|not|un\w+)\b"
    r"|^(?:this|that|it|which|these)(?: \w+)? (?:could|might|may|would|can) (?:also |then |even |still |potentially"
    r" |accidentally |silently )*(?:be intentional|cause|lead|allow|hide|mask|result in|break|leak|confuse|mislead"
    r"|create|introduce|trigger|expose|fail|crash|panic|produce|leave|lose|benefit)\b"
    r"|\bwould help (?:future|maintain\w*|readers|reviewers|others|new)\b|^consider [a-z]+ing\b"
)
"""What a review says of code, in the words of whoever wrote it and not of the person who pastes it."""
_ASKS: Final = Pattern(
    rf"{_LEAD}(?:what(?:'s| is| are| was) (?:the|an?|this|that|your|our)|how (?:do|does|did|can|could|should|would|is"
    r"|are|come)|why (?:is|are|was|were|do|does|did|don't|doesn't|didn't|isn't|aren't|can't|would|should|not)"
    r"|what (?:do|does|did|should|would|could|can|happens|if|about)|where (?:is|are|do|does|did|should|can)"
    r"|(?:is|are|was|were) (?:there|this|that|it|these|those|they)|(?:does|did|has) (?:it|this|that|the|\w+) \w+"
    r"|which (?:one|way|of))\b(?!.*: )"
)
"""A question that somebody typed without its mark."""
_DOES: Final = (
    r"(?:doing|showing|using|getting|returning|giving|loading|printing|calling|creating|sending|displaying|opening"
    r"|running|failing|going|taking|adding|writing|reading|rendering|pulling|editing|updating|picking|packaging"
    r"|scrolling|moving|reacting|responding)"
)
_HAPPENS: Final = Pattern(
    rf"{_LEAD}(?:still|currently|at the moment|right now|i (?:see|get|can see))\b"
    r"|\b(?:is|are|keeps?) (?:still |now |always |just )?"
    rf"{_DOES}\b[^.]{{0,80}}\binstead of\b"
    r"|\bonly seems? to\b|\bhas an? off(?:se|es)t of\b"
    r"|\b(?:is|are|looks?) (?:still )?off by\b|\b(?:does|do|did)(?: not|n't) have any (?:influence|effect|impact)\b"
    rf"|{_LEAD}(?:i|we) (?:can no longer|aren't|am not|'m not)\b|\b(?:isn't|aren't|is not|are not) (?:being )?"
    rf"(?:{_DOES}|edited|updated|picked|shown|loaded|saved|applied|triggered|selected|displayed)\b"
    rf"|{_LEAD}i(?: have|'ve)?(?: also| just| now| already)* (?:included|attached|pasted|uploaded|copied|committed"
    r"|pushed|merged|added|updated)\b"
    rf"|{_LEAD}(?:that|it|this) took (?:you|me|us)\b"
    rf"|{_LEAD}(?:(?:all|both|of|the|my) )*\w+(?: \w+)? (?:have|has|are|is|'ve)(?: all| both| mostly| now)*"
    r" (?:finished|done)\b"
    r"|^(?:you|u) can (?:now |also |just |probably )*(?:look|check|see|test|try|find|view|verify)\b"
    rf"|{_LEAD}it(?:'s| is) (?:there\b|(?:almost |kinda |kind of |sort of )+like\b)"
    r"|\bsomething (?:really |very )?(?:weird|strange|odd|fishy|funny|wrong|off)\b"
)
"""What the program or the work does just now, and how that looks to somebody."""
_I_DO: Final = Pattern(
    rf"{_LEAD}(?:when|whenever|if|as soon as|after) (?:i|we|you|u) (?:de)?(?:select|click|press|open|hit|change|scroll"
    r"|reload|refresh|update|type|drag|resize|go|load|run|hover|close|move|switch|try|tap|enter|start|zoom)\w*\b"
    r"[^,]*(?:, |\b(?:it|the|nothing|everything)\b)"
)
"""`when I press save, the list is empty`."""
_DID: Final = Pattern(
    rf"{_LEAD}(?:when|after|once|as soon as) (?:i|we) (?:\w+ed|paid|sent|got|went|chose|set|put|ran|made|took|saw|wrote"
    r"|logged|tried|began|built|left) "
    rf"|{_LEAD}(?:after|when|once) (?:i|we) (?:try|tried|create|add|click|pay|send|remove|delete|leave)\b[^.]*"
    r"\bi (?:can|can't|cannot|do not|don't|get|see|only)\b"
    r"|^(?:when|while|if) (?:in|on|inside|within) [^,]{2,60}, [^.]*\b(?:is|are|works?) (?:\w+ )?(?:perfectly|correctly"
    r"|properly|flawlessly|nicely|fine)\W*$"
)
"""What somebody did and what came of it: `when I paid a part of it, the order was gone`."""
_VERY: Final = r"(?:now |much |a lot |really |very |pretty |quite |so |just |more than |all |also |already |good )*"
_FAIR: Final = (
    r"(?:(?:good|great|nice|perfect|lovely|right|clear|awesome|amazing|ugly|confusing|annoying)\b(?! (?:with|without"
    r"|to|if)\b)"
    r"|(?:fine|enough|ok(?:ay)?|better|clearer)\b(?=\W*$| (?:and|for (?:now|me|my|us)|now)\b))"
)
_APPRAISES: Final = Pattern(
    rf"{_LEAD}(?:(?:it|that|this|they|these|everything|all of (?:it|this)) ?(?:'s|is|are|was|sounds?|looks?|seems?"
    rf"|feels?"
    rf"|works?|should be)|looks|sounds|seems|works) {_VERY}{_FAIR}"
    r"|^(?:pretty|very|really|quite|so|all|much|super) (?:good|great|nice|fine|ok(?:ay)?|cool|better|close)\W*$"
    r"|^(?:i|we) (?:really |also )?(?:like|love) (?:it|that|this|them|the idea)\b"
    r"|^(?:it'?s |this is |that'?s )?(?:(?:especially|particularly|mostly|very|really|also|super) )?(?:useful|helpful"
    r"|handy"
    r"|important|nice|convenient|practical) (?:for|when|if|in case)\b"
)
"""What somebody thinks of the work, without its name: `pretty good`, `that should be enough`, `useful for when ...`."""
_AGREES: Final = Pattern(
    r"\b(?:must|want|needs?|please|let'?s|make|never|always|prefer\w*|would like|i'd like|decided|agreed|because"
    r"|instead"
    r"|so (?:use|keep|don't|do not|we)|has to|have to|ought|don't|do not|use(?! cases?\b)|keep)\b|[^.]{12}\bshould\b"
    r"|[:;] "
)
"""Words with which an appraisal is more than one."""
_UNSURE: Final = Pattern(
    rf"{_LEAD}(?:i|we)(?:'m| am|'re| are| was| were)?(?: still| also| really)? ?(?:not|n't|wasn't|weren't|isn't|aren't)"
    r"(?: (?:really|quite|entirely|100%|so|too|very|all that))* (?:sure|clear|certain|specific|precise|aware)\b"
    rf"|{_LEAD}i (?:misread|misunderstood|forgot|mis-?spoke|mis-?typed|was (?:mistaken|wrong|confused))\b"
)
"""A doubt or an excuse."""
_YOU_DO: Final = Pattern(
    rf"{_LEAD}(?:\w+,? )?you(?:'re| are)(?: (?:just|still|again|now|always|only|literally|basically|really))* "
    r"(?!(?:allowed|supposed|expected|going|working|writing|reviewing)\b)(?:\w+ing|wrong|not listening|right)\b"
)
"""What the agent is doing, which a person complains of."""
_SEES: Final = Pattern(
    r"^(?:(?:y|pero|ahora|tampoco|aún|todavía|und|aber|jetzt|et|mais)[\s,]+)*(?:(?:no |ya no |sólo |solo )?veo\b"
    r"|(?:no )?me aparece\w*\b|ich sehe (?:nur|kein\w*|nicht|immer noch|jetzt|da)\b|je (?:ne )?vois (?:pas|que|plus"
    r"|toujours)\b)"
    r"(?!.*\b(?:debe\w*|quiero|soll\w*|will|muss|doit|veux|il faut)\b)"
    r"|\b(?:actualmente|ahora|todavía|aún) no (?:es as[íi]|est[áa]|aparece)\b"
)
"""What somebody sees, in other languages."""
_FAILS: Final = Pattern(
    r"^(?!.*\b(?:debe\w*|deber\w*|quiero|tiene que|hay que|para que|doit|doivent|devrai\w*|veux|voudrais|faut|pour que"
    r"|soll\w*|muss|müssen|damit)\b).*?"
    r"(?:\b(?:ya no|todavía no|aún no|tampoco|sigue\w* sin|no me|no (?=(?:funciona|anda|carga|abre|responde)\w*))\b"
    r" ?(?:se |me |los |las )*(?:carga\w*|aparece\w*|funciona\w*|anda\w*|guarda\w*|abre\w*|abrir|responde\w*|muestra\w*"
    r"|deja\w*|actualiza\w*|persist\w+)\b"
    r"|\bse l[oa]s? ve\b|\bje n'arrive (?:toujours |vraiment |plus |tjs )*(?:pas|plus) à\b"
    r"|\b(?:ne |n')(?:me )?(?:s')?(?:marche|fonctionne|appara[iî]t|affiche|charge|répond|permet)\w*"
    r" (?:toujours |vraiment |plus )*(?:pas|plus)\b"
    r"|\b(?:est|sont) (?:complètement|toujours|encore|beaucoup) (?:décal|vide|cass|trop|mal|blanc)\w*"
    r"|\bj'ai (?:ouvert|lancé|testé|essayé|relancé|cliqué)\b.*\b(?:voici|voil[aà]|mais)\b"
    r"|\b(?:geht|funktioniert|lädt|startet|reagiert|erscheint|klappt) (?:immer noch |noch immer |noch |leider )*nicht\b"
    r"|\b(?:immer noch|noch immer) (?:nicht|kein\w*|leer|rot|falsch|kaputt)\b)"
)
"""What does not work just now, in other languages."""
_GETS: Final = Pattern(
    rf"{_LEAD}after (?:\w+ing|the|a|another|each) [^,]{{2,120}}, (?:i|we) (?:still |also |now )*(?:don't|do not|can't"
    r"|cannot|get|see|only|no longer)\b"
    rf"|{_LEAD}(?:[\w ]{{2,40}} and )?(?:i'm|i am|we're|we are) (?:now |still |also )*(?:no longer|not) (?:seeing"
    r"|getting|able)\b"
)
"""What somebody gets or no longer sees: `after restarting the service, I don't get an answer`."""
_UP: Final = Pattern(
    rf"{_LEAD}(?:the |my |our )?[\w· -]{{2,40}} (?:has|have|is|are)(?: (?:now|already|finally|just|been))* (?:started"
    r"|running|up|online|finished|merged|deployed|installed)(?: (?:and|now|again|fine)\b[^,;:]{0,30})?\W*$"
    rf"|{_LEAD}i (?:now |already )?have (?:this|that|it|them|these|those) \w+ed\b"
)
"""What is up or done by now."""
_PASSING: Final = Pattern(
    r"\btake (?:your|all the|as much) time\b|"
    r"\b(?:implement|do|apply|build|write|execute|perform|proceed with|start on) (?:all |exactly )?(?:what"
    r"|everything) you"
    r"(?:'ve| have)?(?: just)? (?:wrote|written|proposed|suggested|described|outlined|said|listed|planned"
    r"|recommend\w*)\b|"
    r"\blooks? (?:good|great|fine|right|better|nice)(?: enough)?\W*$"
    r"|\bi (?:don't|do not|dont) (?:really )?have (?:an? |any |\w+ )*(?:preferences?|opinion)\b"
    rf"|{_LEAD}back to\b|\blet'?s go (?:back )?to (?:our|the) plan\b|^(?:if|when) i wanted to\b[^,]*$"
    r"|\b(?:cambiar de|new|nuevo|neuen|nouveau) chat\b|\bstart a new (?:chat|session|conversation)\b"
    r"|^(?:please )?feel free to\b|\bback to first principles\b|^terminal will be reused\b|\bpresumably\b"
    r"|\bwhich (?:is|was) (?:still )?not the case\b"
)


def observes(plain: str) -> bool:
    """Whether a sentence only says what somebody saw, pasted or wants to know."""
    if _PASSING.search(plain) or _REVIEWS.search(plain) or _ASKS.match(plain):
        return True
    if appraises(plain) or tells(plain):
        return True
    return not _WISHES.search(plain) and any(one.search(plain) for one in _OBSERVED)


def appraises(plain: str) -> bool:
    """Whether a sentence only says what somebody thinks of the work."""
    return _APPRAISES.match(plain) is not None and _AGREES.search(plain) is None


_OBSERVED: Final = (_HAPPENS, _I_DO, _DID, _UNSURE, _YOU_DO, _SEES, _FAILS, _GETS, _UP)
