"""Words by which a sentence says how long or how widely a rule holds: for now, on this branch, in every project."""

from typing import Final

from backstory.capture.text.patterns import Pattern

_EXCEPTIONS: Final = (
    r"(?:exceptionnellement|ausnahmsweise|excepcionalmente|eccezionalmente|bij uitzondering|por una vez|pour une fois"
    r"|per una volta|als ausnahme|à titre exceptionnel)"
)
"""How other languages say that something is an exception."""
FOR_NOW: Final = Pattern(
    r"^(?:and )?(?:no|without) (?:any )?other (?:\w+ ){0,2}changes?\b"
    r"|^(?:and |please |only )*show (?:me )?(?:only )?(?:the |a )?diff\b|^use (?:exactly )?th(?:is|ese) exact\b"
    r"|\b(?:for now|for the moment|for the time being|right now|(?:just |only )?this once|just once|only this one"
    r"|this (?:one )?time|(?:for|only|just) today|today only|^today\b|tonight|until (?:then|tomorrow|monday|next"
    r"|i(?! (?:say|said|tell|ask|explicitly|approve|confirm|request|give)))\b"
    r"|temporarily|by way of exception"
    rf"|{_EXCEPTIONS}"
    r"|for (?:the (?:rest|remainder|duration) of|the whole of|all of) (?:this|the|our|today's)"
    r" (?:session|conversation|chat|day|morning|afternoon|evening|meeting|call|hour|run|task|pr|pull request|commit)"
    r"|until the end of (?:this|the|our) (?:session|conversation|chat|day|meeting|call|hour|run|task)"
    r"|(?:in|during) this (?:conversation|chat)"
    r"|for (?:the next|another|the coming|at least the next)(?: few| couple of| \w+)?"
    r" (?:seconds?|minutes?|mins?|hours?|half[- ]hour|prompts?|messages?|answers?|steps?|turns?)"
    r"|(?:^|[,;:] )for an? (?:moment|minute|few minutes|hour|while|bit)\b"
    r"|as a test|(?:it|this|that)(?:'s| is| will be) (?:just |only )?(?:a |an )?(?:throw-?away|spike|one-?off"
    r"|experiment|scratch)\b|\bover there\b|^(?:a )?side (?:thing|note|quest|job)\b"
    r"|(?:only|just|solely) (?:for|in|on) (?:this|that) (?!repo|repository|project|code ?base|service|package|team"
    r"|branch|workspace)\w+"
    r"|for the (?:purposes?|sake|scope) of this \w+"
    r"|for this(?: one)?(?=[.,;:!]|$)|this one(?=[.,;:!]|$)"
    r"|this one,? (?:you|we|i)(?:'ll)? (?:can|may|might|could|will) |(?:you|i|we) (?:can|may) (?:\w+ )?\w+ this one\b"
    r"|this one (?:goes|ships|stays|is (?:fine|done|ok(?:ay)?|yours)|needs no) "
    r"|(?:out of|from|into|part of|within) (?:this|the current) (?:pr|pull request|mr|merge request|commit|change)\b"
    r"|(?:for|in|on) (?:this|the current) (?:pr|pull request|mr|merge request|commit|change|task|ticket|step|one|run"
    r"|spike|experiment|prototype|exercise|question|session|issue|correction|fix|edit|typo|patch|round|attempt|bug"
    r"|demo|occasion|time|test run"
    r"|one task)\b|yet\b|(?:this|in this) once\b|once only\b"
    r"|in (?:your|the) (?:answer|reply|response|summary)|this week|fürs erste|vorerst|diesmal|nur heute|heute"
    r"|in diesem (?:pr|commit|task|schritt)\b|nur (?:hier|jetzt|dies\w* (?:eine )?\w+|für (?:dies\w+|den|die|das"
    r"|jetzt|heute|hier)\b(?! (?:repo|projekt)))"
    r"|für (?:jetzt|heute|den moment|dies\w+ (?:commit|task|aufgabe|pr|ticket|änderung|schritt|mal|fall|test))\b"
    r"|(?:im|für den) moment"
    r"|für den rest (?:der|des|dieser|dieses) (?:sitzung|gesprächs|tages|session|chats)"
    r"|(?:für )?die nächste(?:n)?(?: \w+)? (?:stunden?|minuten?)"
    r"|pour le reste de (?:la|cette) (?:session|conversation|journée)|pendant (?:une|la prochaine|les prochaines) \w*"
    r" ?(?:heures?|minutes?)"
    r"|(?:por|para|durante) el resto de (?:la|esta) (?:sesión|conversación)|durante la próxima (?:hora|media hora)"
    r"|dieses (?:eine )?mal|einstweilen|erst ?mal|bis auf weiteres"
    r"|pour (?:cette|ce|cet) (?:fois|tâche|pr|commit|ticket|changement|étape|test)\b|(?:juste|seulement|uniquement"
    r"|que) (?:ici|maintenant|aujourd'hui"
    r"|cette fois|(?:pour|dans) (?:cette|ce|cet)\b(?! (?:projet|dépôt|repo)))|pour le moment|aujourd'hui"
    r"|provisoirement|temporairement"
    r"|(?:solo|sólo|solamente|únicamente) (?:por |en |para |durante )?(?:est[aeo]\b(?! (?:proyecto|repo))|hoy|ahora"
    r"|aquí)|para est[ae] (?:tarea|pr|commit"
    r"|cambio|ticket|vez|prueba)\b|de momento|por el momento|por hoy|\bhoy\b|en est[ea] (?:pr|commit|tarea|cambio"
    r"|ticket)\b"
    r"|para esto (?:no|solo|sólo|basta)\b|per questo (?:non|solo|basta)\b|pour ça (?:ne|n'|pas|seulement)|hierfür\b"
    r"|para isso (?:não|só|basta)\b|só (?:nessa|nesse|nesta|neste|dessa vez|desta vez|hoje"
    r"|agora)\b(?! (?:projeto|repo))"
    r"|pour l'instant|cette fois|por ahora|ahora mismo|esta vez|por enquanto|d?esta vez|per (?:ora|adesso)"
    r"|(?:questa|sta)"
    r" ?volta|d?essa vez|voor nu|deze keer|пока что|в этот раз)"
    r"|这次|暂时|目前|先不|今回(?:だけ|は)|とりあえず|이번만|일단"
)
"""What holds for this task, this moment only."""
_AFTERWARDS: Final = Pattern(
    r"\b(?:and|but|then) (?:from now on|in (?:the )?future|going forward)\b|[，,]\s*(?:以后|今后)"
    r"|\b(?:und|aber) (?:künftig|ab jetzt)\b|\b(?:et|mais) désormais\b|\b(?:y|pero) (?:en adelante|a partir de ahora)\b"
)
"""`not this time, and in future never`: what comes after the moment."""
_NOT_ONLY_NOW: Final = Pattern(
    r"\bnot (?:just|only|merely) (?:for )?(?:today|now|this \w+|the moment)\b"
    r"|\b(?:auch|nicht|même|pas|ni|siquiera|nem|mesmo|nemmeno|neanche|neppure|niet|ook|sauf|salvo|außer|behalve)"
    rf" {_EXCEPTIONS}"
)
"""`not just for today`, `auch nicht ausnahmsweise`: that it holds without exception, or with one."""


def is_passing(plain: str) -> bool:
    """Whether a sentence says that it holds for this moment only. `not just for today` says the opposite."""
    if _AFTERWARDS.search(plain):
        return False
    return _OPENS_PASSING.match(plain) is not None or FOR_NOW.search(_NOT_ONLY_NOW.sub(" ", plain)) is not None


_OPENS_PASSING: Final = Pattern(
    r"^(?:(?:and|but|so|ok(?:ay)?|please|also|no|then|yes|right|well)[\s,]+)*"
    r"(?:(?:just |only )?(?:for|in|on|with|at) (?:this|the current) (?:(?:\w+ )?one|once|fix|patch|hotfix|pr|mr|commit"
    r"|change|task|ticket|step|run|time|bug|issue|pull request|merge request|round|backport|correction)\b"
    r"|(?:just |only )?(?:this|that) (?:once|one time|time)\b|just once\b|for (?:now|today|the moment|once)\b|(?:today"
    r"|tonight)\b"
    r"|für (?:diesmal|heute|jetzt|dies\w+ (?:eine\w* )?\w+)\b|diesmal\b|ausnahmsweise\b|pour (?:cette fois|ce correctif"
    r"|l'instant)\b|cette fois\b"
    r"|(?:por|para|en) (?:esta vez|est[ae] (?:cambio|parche|arreglo))\b|esta vez\b)"
    r"(?! (?:and|und|et|y) (?:all|every|alle|tous|todos)\b)"
)
"""`for this one keep it small and don't write a test`: the bound of all clauses behind it."""


def opens_passing(plain: str) -> bool:
    """Whether a sentence begins with what bounds all of it to this task or moment."""
    return _OPENS_PASSING.match(plain) is not None and _AFTERWARDS.search(plain) is None


OF_CASE: Final = Pattern(
    r"^(?:(?:and|but|so|ok(?:ay)?|please|also|no|then)[\s,]+)*in (?:this|that) (?:one )?case,? (?:please |just )*"
    r"(?:change|keep|leave|write|skip|touch|don't|dont|do not|no|only|edit|use)\b(?!.*\b(?:always|never|every)\b)"
)
"""`in this case don't reformat the file`: an order for the case at hand."""
ON_BRANCH: Final = Pattern(
    r"\b(?:(?:on|in) (?:this|the) branch|for this (?:work|feature|piece of work|branch|migration|refactoring)"
    r"|for any of this|during this (?:work|refactoring|migration)|auf diesem (?:branch|zweig)|sur cette branche"
    r"|en esta rama|nesta branch)\b"
)
"""What holds as long as this branch."""
EVERYWHERE: Final = Pattern(
    r"\b(?:everywhere|in (?:all|every|any|each)(?: of)?(?: my| our)? (?:project|repo|repositor|codebase)\w*"
    r"|across (?:all |my |our )+(?:projects|repos\w*)|überall|in allen projekten|partout|dans tous (?:mes|les) projets"
    r"|en todos (?:mis|los) proyectos)\b|所有项目|すべてのプロジェクト"
)
"""What holds in all projects of the person."""
_OF_PLACE: Final = Pattern(
    r"\b(?:in|for|of|to|within) (?:this|our|the|these|that) [\w/-]+|\bhere\b|\b(?:rules?|conventions?) for [\w/-]+"
    r"|\bin (?:diesem|unserem|dem)\b|\bhier\b|\bdans (?:ce|cette|notre|le|la)\b|\bici\b"
    r"|\b(?:everywhere|überall|partout) (?:in|inside|within|under|across|im|unter|dans|sous) "
    r"|\ben (?:este|esta|nuestro|nuestra)\b|\baquí\b|\b(?:type )?(?:hints?|annotations?) everywhere\b"
    r"|\beverywhere (?:in|inside|within|below|under|on|at|else|where|we|you|it|i|a|the)\b"
    r"|\büberall (?:in|im|unter|auf|wo|dort)\b|\bpartout (?:dans|sur|sous|où)\b"
)
"""The place that a sentence with `everywhere` names: it means everywhere there."""
_OF_CODE: Final = Pattern(
    r"`|\w_\w|\b[a-z]+[A-Z]\w|\w\(\)|[\w.-]+/[\w.-]|\b[\w-]+\.(?:[a-z]{1,4}\d?)\b(?!\.)|\w::\w|\w\.[a-z]\w*\("
)
"""Names of code, which belong to one project: `use create_table_parser, not regexes, everywhere`."""
_LONE: Final = Pattern(r"\b(?:everywhere|überall|partout)\b")
"""A word that means all projects only where no place is named, and where it says how far the rule reaches."""
_SET_OFF: Final = Pattern(
    r"^(?:and |und |et )?(?:everywhere|überall|partout)\s*[:,]"
    r"|[,;–—-] ?(?:and |und |et )?(?:everywhere|überall|partout)[\s.!]*$"
    r"|\b(?:holds?|applies|apply|goes|counts?|stands?|valid|gilt|gelten|vaut|valable|s'applique) (?:everywhere|überall"
    r"|partout)\b"
    r"|^(?:(?:please|bitte|and|und|et|also|so|i want you to|i'd like you to|you should)[\s,]+)*(?:always|immer|toujours"
    r"|from now on|ab jetzt|désormais)\b(?!.*\b(?:not|no|never|don'?t|nicht|kein\w*|nie|pas|jamais)\b)[^,;:]*"
    r"\b(?:everywhere|überall|partout)[\s.!]*$"
)
"""`always use tabs everywhere`, `answer in German, everywhere`; but `they are used everywhere` says where they are, and
`stop adding comments everywhere` what somebody did."""


def holds_everywhere(plain: str, text: str, heading: str) -> bool:
    """Whether a sentence says that something holds in all projects, and not everywhere in this one. `plain` is the
    `text` in lower case without code, `heading` what stands above it."""
    if not EVERYWHERE.search(plain):
        return False
    rest = _LONE.sub(" ", plain)
    is_wide = EVERYWHERE.search(rest) is not None
    if is_wide:
        return True
    return _SET_OFF.search(plain) is not None and not (
        _OF_PLACE.search(plain) or _OF_PLACE.search(heading) or _OF_CODE.search(text)
    )
