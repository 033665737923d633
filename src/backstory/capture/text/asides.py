"""What a person says beside the work: who is away, an errand, a doubt, another topic, a command to run, what was seen.

Patterns of `Sentence.plain`. None of it decides anything.
"""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK

_LEAD: Final = (
    r"^(?:(?:so|ok(?:ay)?|now|well|sorry|hm+|and|but|also|good|great|fine|then|tbh|hey|jetzt|also|gut|so|bon"
    r"|bueno)[\s,.!:–-]+)*"
)
_SETTLES: Final = (
    r"(?!.*\b(?:decided|agreed|wants?|instead|because|so (?:let's|we|use|keep)|from now on|always|never|weil"
    r"|deshalb (?:nehmen|nutzen"
    r"|bleibt)|parce que|porque)\b)"
)
TOPIC: Final = Pattern(
    rf"{_LEAD}(?:let'?s (?:switch (?:gears|topics?)|change (?:the )?(?:subject|topic)|talk about|discuss"
    rf"|just (?:talk|discuss)"
    r"|brainstorm|get back to|go back to the (?:list|plan|topic)|(?:continue|keep (?:going|working|moving)|carry on"
    r"|proceed)\b"
    r"|recap|have a look|take a look|look at|review|explore|think about)"
    r"|(?:(?:on )?to (?:a|the|something) )?(?:a )?(?:different|other|next|new|another) (?:topic|subject|thing|matter"
    r"|point)\b"
    r"|(?:something|one (?:more|other) thing|another thing)\b[^.]{0,12}[:,]"
    rf"|(?:zu )?(?:et)?was anderem\b|anderes thema|nächstes thema|autre (?:chose|sujet)|otra cosa|otro tema){_SETTLES}"
)
"""`let's switch gears`: what is talked about next."""
ABSENCE: Final = Pattern(
    rf"{_LEAD}(?:by the way,? )?(?:[\w{MASK}]+|my \w+|the \w+) ?(?:'s|is|are|was|were|will be|has been|ist|sind|war"
    rf"|est|sont|está)"
    r"\b (?:\w+ ){0,3}?(?:on (?:\w+ )?(?:leave|vacation|holidays?)|away\b|off (?:sick|today|this|until|til)"
    r"|out (?:of (?:the )?office"
    r"|until|til|till|this|today|sick)|sick\b|ill\b|krank\b|im urlaub|in elternzeit|nicht da\b|en congé|en vacances"
    r"|absente?\b"
    rf"|de (?:vacaciones|baja)\b"
    r"|(?:in (?:a |the |another |an? \w+ )?(?:meetings?|calls?|interviews?|training)|at (?:lunch|the (?:dentist"
    r"|doctor\w*|airport)|a conference)|on (?:a (?:train|plane|call|break)|the (?:train|plane|phone))"
    r"|(?:im|beim|in (?:einem|einer|der)) (?:meeting|besprechung|termin|mittag\w*|zug)|en (?:réunion|rendez-vous)"
    r"|en una reunión)(?=\s*(?:[,.!;]|$|(?:till|until|til|now|today|all|this|for|so|and|right|with|bis|jusqu|hasta"
    rf"|tout|heute|gerade|tomorrow)\b))){_SETTLES}"
    rf"|{_LEAD}\w+ (?:has|have) left (?:the )?(?:company|team|us)\b{_SETTLES}"
)
"""`he is on leave until February`."""
INTRODUCTION: Final = Pattern(
    r"^(?:(?:hi|hello|hey|hallo|moin|bonjour|salut|hola|good morning|guten morgen|morning|so|ok(?:ay)?)[\s,.!:–-]+)*"
    r"(?:(?:this is|it's|its|hier ist|ici|c'est|soy)\s+[\w-]+(?: here| speaking)?|(?!(?:look|put|stop|start|not|right"
    r"|over|in|what|who|same|all|more|nothing|done|back|from|now|only|and|up|down|again)\b)[\w-]+ (?:here|speaking|hier"
    r"|ici|aquí))"
    r"(?: (?:again|now|today|for (?:today|now|once)|instead of \w+|in (?:for )?\w+'s (?:place|seat|chair)))?[\s.!,]*$"
)
"""`Jonas here.`: who speaks, and nothing else."""
ERRAND: Final = Pattern(
    rf"{_LEAD}(?:i(?:'ve| have|'m| am|'ll)?|ich|je|j'ai|wir|we) (?:\w+ ){{0,3}}?(?:(?:been )?(?:called|pulled"
    rf"|dragged) (?:into|away)"
    r"|(?:(?:have|need|got|must|gotta) (?:to )?)(?:go\b(?! with| for| back)|leave (?:now|for|at|in|soon)"
    r"|run\b(?! \w+ (?:tests?"
    rf"|build))(?= (?:now|to|for|off)\b)|stop (?:now|here|for)|catch|pick (?:up )?(?:my|the kid|someone)|be off)"
    rf"|must leave\b"
    r"|(?:muss|müssen) (?:\w+ )?(?:los\b|weg\b|zum|zur|gehen)|(?:dois|tengo que) (?:partir|filer|irme|salir)"
    r"|(?:was|were) in (?:a |the )?(?:meeting|call))\b"
)
"""`I must leave for the dentist now`."""
UNSURE: Final = Pattern(
    rf"{_LEAD}(?:(?:i'?m |i am )?not (?:so |quite |really |entirely )?sure|i (?:don'?t|do not) (?:yet |really )?know"
    rf"|no idea"
    r"|(?:ich )?bin (?:mir )?(?:noch )?(?:nicht|un) ?sicher|(?:ich )?weiß (?:ich )?(?:noch )?nicht|keine ahnung"
    r"|je ne (?:sais|suis) pas|no (?:lo )?sé|no estoy segur)\b"
    r"(?!.*\b(?:so|but|therefore|aber|deshalb) (?:let's|we(?:'ll)?|use|keep|nimm|wir)\b)"
)
"""`not sure`: nothing is settled yet."""
DICTATED: Final = Pattern(
    rf"{_LEAD}(?:please |pls |bitte |can you |could you )*(?:run|execute|exec|re-?run|start|do a|do|nimm|führe?"
    rf"|starte?|lance"
    rf"|ejecuta|corre) (?:{MASK}{{3,}}|(?:npm|yarn|pnpm|make|cargo|go|git|pytest|mix|mvn|gradle|docker|composer"
    rf"|bundle|python)"
    r" [\w:./-]+|the (?:tests?|build|linter|suite)\b)"
    r"(?!.*\b(?:always|never|instead|not|every|each|because|from now on|immer|nie|toujours|siempre)\b)"
)
"""A command that the person has run for once."""
OBSERVED: Final = Pattern(
    rf"{_LEAD}(?:i (?:haven'?t|have not|didn'?t|did not) (?:seen?|notice[d]?|find|found)|i (?:have |just "
    rf"|'ve )*(?:applied|pasted|followed"
    r"|used|merged|restarted|reloaded) (?:your|the|it|that)|the only (?:issue|problem|thing (?:left|i))|i(?:'ve"
    r"| have)? been thinking"
    r"|not immediate\w*\b|that is,? (?:we|i|you) can|only the \w+.*\b(?:get|gets|got|are|is) (?:dropped|lost|shown"
    r"|hidden|cut)"
    r"|(?:after|when|if|once) (?:i|you|we|the) (?:\w+ ){0,3}?(?:clicks?|press|opens?|scrolls?|selects?|reloads?"
    r"|switch)\b)"
    r"(?!.*\b(?:should(?!n't)|must|please|want|let's)\b(?! be\b))"
    r"|\beverything (?:is|was|looks|turns|went) (?:gr[ae]y|empty|blank|white|black|red|gone|broken)\b"
    r"|\bof where (?:it|they) should be\b|\bit worked for a while\b|\bdisappears? when i\b"
    r"|\b(?:is|are) (?:cut off|empty|blank|overlapping|misplaced|frozen)\b(?!.*\b(?:should|must|please|want|let's"
    r"|because|so)\b)"
)
"""What was seen of the program as it runs."""
_ALL: Final = (
    (TOPIC, ("let", "topic", "subject", "thing", "matter", "point", "thema", "anderem", "sujet", "chose", "cosa",
             "tema")),
    (ABSENCE, ("leave", "vacation", "holiday", "away", "off ", "out ", "sick", "ill", "krank", "urlaub", "elternzeit",
               "nicht da", " in ", " at ", " on ", " im ", "beim", " en ", "vacances", "absent", "vacaciones",
               "de baja", " left ")),
    (ERRAND, ("called", "pulled", "dragged", "have", "need", "got", "must", "muss", "müssen", "dois", "tengo",
              "meeting", " call")),
    (UNSURE, ("sure", "know", "no idea", "sicher", "weiß", "keine ahnung", "je ne s", "no sé", "no lo sé", "segur")),
    (DICTATED, ("run", "exec", "start", "do ", "nimm", "führ", "lance", "ejecuta", "corre")),
    (OBSERVED, ("i ", "i've", "only", "not immed", "that is", "after", "when", "if ", "once", "everything", "of where",
                "it worked", "disappear", "cut off", "empty", "blank", "overlap", "misplaced", "frozen")),
)  # fmt: skip
"""Pattern, and words of which a sentence has one that it matches."""


def tells_who_is_there(plain: str) -> bool:
    """Whether a sentence only says who speaks, who is away or that the person has to go."""
    if INTRODUCTION.match(plain):
        return True
    parts = [part.strip() for part in plain.rstrip(" .!").split(",")]
    named = [part for part in parts if INTRODUCTION.match(part)]
    rest = [part for part in parts if part not in named]
    return bool(rest) and all(ABSENCE.match(part) or ERRAND.match(part) for part in rest)


def is_aside(plain: str) -> bool:
    """Whether a sentence of the person stands beside the work."""
    return any(any(word in plain for word in words) and pattern.search(plain) for pattern, words in _ALL)
