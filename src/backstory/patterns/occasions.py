"""Tells whether a sentence is bound to an occasion or to a part: `for this measurement alone`, `in this one file`.

What is allowed so far takes no rule back, and what is allowed on an occasion is no rule itself.
"""

from backstory.patterns.pattern import Pattern

_LASTING = (
    r"(?:repo\w*|project|code ?base|team|company|package|service|reason|purpose|projekt|grund|projet|dépôt|raison"
    r"|proyecto|repositorio|motivo|razón)\b"
)
"""What lasts, and why something is: `for this project`, `for this reason`."""
_TIME = r"(?:morning|afternoon|evening|week|weekend|sprint|month|hour|minute)"
_DEED = (
    r"(?:measurements?|benchmark|run|test ?run|(?<!unit )test(?!s| suite)|experiment|trial|try|spike|demo|prototype"
    r"|migration|install(?:ation)?|rehearsal|release|hotfix|fix|patch|debugging|investigation|profiling|review|session"
    r"|commit|pr|pull request|merge|rebase|task|ticket|step|change|push|deploy(?:ment)?|build|messung|lauf|versuch"
    r"|aufgabe|änderung|umbau|schritt|mesure|essai|correctif|tâche|étape|changement|medición|prueba|ensayo|tarea"
    r"|cambio|paso)\b"
)
"""What begins and ends."""
_OCCASION = Pattern(
    r"\b(?:(?:just|only) (?:this|that|the) (?:once|time|one)|this (?:once|one time)|just once"
    r"|one (?:last|more) time|once more"
    r"|once only|one[- ]time only|(?:only|just) (?:the )?(?:once|one time|one last time)|(?:only|just) today|today only"
    r"|one[- ]off|for (?:now|today|tonight)|for the (?:moment|time being)|today(?!'s)|tonight|temporarily|exceptionally"
    rf"|this (?:{_TIME}\b|time(?! out))|as (?:an|one|a one-off) exception|by way of exception"
    rf"|(?:for|during|in) (?:the )?(?:next|coming) (?:[\w-]+ )?{_TIME}s?\b"
    r"|for the (?:duration|length|rest|remainder) of"
    r"|for (?:an?|one|two|three) (?:hour|while|minute|day)s?\b|while (?:we|you|i|they) \w+"
    r"|(?:for|during|in|with) (?:this|that|the current|the next)(?: one| single)?"
    rf" (?:[\w-]+ )?{_DEED}"
    rf"|during (?:the|our|my) (?:[\w-]+ )?{_DEED}"
    r"|(?:nur |bloß )?(?:diesmal|dies\w* (?:eine\w* )?mal|jetzt kurz)|nur (?:heute|jetzt)|ausnahmsweise|einmalig"
    r"|(?<!ab )(?<!seit )heute(?! an\b)|vorübergehend|bis auf weiteres"
    rf"|(?:für|bei|während|in) (?:diese[nrms]?|dieses|den aktuellen|die aktuelle) (?:eine[nrms]? )?{_DEED}"
    r"|(?:pour )?cette fois|exceptionnellement|temporairement|provisoirement|(?<!partir d')aujourd'hui"
    rf"|(?:pour|pendant|durant) (?:cet|cette|ce) {_DEED}|pour (?:le moment|l'instant)|le temps (?:de|d')"
    rf"|(?:por )?esta (?:única )?vez|(?<!desde )(?<!de )hoy|(?:para|por|durante) est[ae] {_DEED}"
    r"|por (?:ahora|el momento)"
    r"|excepcionalmente|temporalmente)\b"
    r"|^(?:(?:ok(?:ay)?|so|and|but|well|yes|fine|then)[\s,]+)*(?:just |only )?(?:for|during) (?:the|a|our|my) "
    rf"(?:[\w-]+ )?{_DEED}"
)
"""Words that bind a sentence to a time or an occasion."""
_PART = Pattern(
    rf"\b(?:(?:for|during) (?:this|that|the current)(?: one| single)?(?! {_LASTING})(?: [\w-]+|$|(?=[,;:.!]))"
    r"|(?:in|on|with) (?:this|that) (?:one|single)|(?:celle|celui|ceux|celles)-(?:là|ci)"
    rf"|(?:only|just|solely|merely|exclusively) (?:for|during|in|on|within) (?!{_LASTING})(?!now on\b)\w+"
    r"|as long as (?:we|you|i|they|this|that|the|it)|while (?:this|that|he|she|the)"
    r"|for [\w' -]{3,40} (?:only|alone)(?=$|[,;:.!]| (?:you|we|it|the)\b)"
    r"|(?:nur|bloß|lediglich) (?:dies\w+|(?:für|in|bei|während|auf) \w+)|solange \w+"
    rf"|(?:für|bei|während) (?:diese[nrms]?|dieses) (?:eine[nrms]? )?(?!{_LASTING})\w+"
    rf"|(?:juste|seulement|uniquement) (?:pour|dans|pendant) \w+|(?:pour|pendant) (?:cet|cette|ce) (?!{_LASTING})[\w-]+"
    rf"|(?:solo|sólo|solamente|únicamente) (?:por|para|durante|en) \w+|(?:para|durante) est[ae] (?!{_LASTING})\w+)"
)
"""Words that bind a sentence to a part of what a rule is about, or to a case."""
_LIKE = Pattern(
    r"\bnot (?:just|only|merely) (?:for )?(?:today|now|this \w+|the moment)\b|\bas of today\b|\b(?:from|since) today\b"
    r"|\bnicht nur (?:heute|jetzt|diesmal|für \w+)|\bpas (?:seulement|juste) \w+|\bno (?:solo|sólo) \w+"
    r"|\b(?:for good|in future|from now on)\b"
)
"""Words that only look so, `not just for today`, and those of what lasts."""
_LASTS = Pattern(
    r"\b(?:for good|in (?:the )?future|from (?:now|today|here) on|as of today|going forward|always|every|each"
    r"|ab (?:jetzt|heute)|künftig|immer|jede\w*|désormais|toujours|chaque|en adelante|siempre|cada)\b"
)
_ALLOWS = Pattern(
    r"\b(?:(?:you|u|we|it|they|one|everyone|agents?|that|[\w-]+s?)(?:'re| are| is)? (?:may|can|could)\b"
    r"|(?:is|are|'re|'s|be) (?:\w+ )?(?:allowed|permitted|free|fine|ok(?:ay)?|acceptable|welcome|alright|all right)\b"
    r"|feel free|go ahead|(?:don't|do not) (?:need|have) to|needn't|no need to|(?:forget|ignore|skip|drop|lift|waive"
    r"|suspend) (?:the|that|this|my|our|your)\b|(?:doesn't|does not|don't) (?:apply|count|hold)"
    r"|darfst|dürft|dürfen|darf|kannst|könnt|können|kann|erlaubt|in ordnung"
    r"|(?:tu |vous |on )?(?:peux|pouvez|peut)|autorisé\w*|permis\w*|puedes?|podéis|podemos|se puede|permitid\w+)\b"
)
"""Words that let something be done, or let a rule rest."""


def is_bounded(text: str) -> bool:
    """Whether a sentence, in lower case, holds for a time, an occasion or a part only."""
    text = _LIKE.sub(" ", text)
    return _OCCASION.search(text) is not None or _PART.search(text) is not None


def allows_for_once(sentence: str) -> bool:
    """Whether a sentence lets something pass on an occasion, and lays nothing down beyond it."""
    text = sentence.lower().replace("’", "'")
    return (
        _ALLOWS.search(text) is not None
        and _OCCASION.search(_LIKE.sub(" ", text)) is not None
        and _LASTS.search(text) is None
    )
