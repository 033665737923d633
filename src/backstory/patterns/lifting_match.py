"""Decides whether a lifting is about a rule: surely, possibly or not at all."""

import re
from functools import lru_cache

from backstory.patterns.lifting_names import has_name, read_names, strip_ending
from backstory.patterns.lifting_words import INSTEAD
from backstory.patterns.liftings import AGAIN, BACK, DONE, NEED, RULE, Lifting
from backstory.patterns.other_scopes import has_other_scope, refuses_report
from backstory.patterns.pattern import Pattern
from backstory.patterns.released_versions import is_version, waits_for

SURE, UNSURE, NONE = 1.0, 0.5, 0.0
"""How a lifting is about a rule."""
GENERAL = frozenset(("touch", "add", "delete", "rename", "ask"))
"""Deeds that say nothing without the thing that they are done to."""
_WITHIN = Pattern(
    r"\b(?:in|inside|within|for|im|bei|für|dans|pour|para) "
    r"(?!(?:every(?:body|one)|any(?:body|one)|all|us|you|me|now|good|alle|uns|jeden|tous|tout le monde|nous|todos"
    r"|nosotros)\b)"
    r"(?:(?:the|a|an|my|our|your|his|her|this|that|de[mnrs]|die|das|les?|la|l'|el|los|las) ?\b)?(?P<word>[\w./-]+)"
)
"""Where something is allowed again."""
_BAN = Pattern(
    r"\b(?:not|never|don'?t|dont|no|without|nothing|nobody|avoid|stop|hands off|hold off|stay (?:out|away)"
    r"|keep (?:out|away"
    r"|clear)|leave|off[- ]limits|forbidden"
    r"|frozen|nicht|nie(?:mals)?|kein\w*|nichts|ohne|finger weg|tabu|verboten|lass\w*|ne|n'|pas|jamais|sans"
    r"|interdit\w*|nunca|jamás|nada|sin"
    r"|prohibid\w+|niet|nooit|geen|afblijven|met rust|não|sem|deixa|quieto|non|mai|senza|lascia\w*"
    r"|why (?:did|do|have|are) you|how come you|you (?:keep|kept|always|constantly) \w+ing|warum hast du|pourquoi (?:tu"
    r"|as-tu|t'as)|por qué (?:has|\w+ste)|hör\w* auf|arrête\w*|deja de"
    r"|only|nur|seulement|solo|sólo|instead|ask|frag\w*|demande\w*|pregunt\w*)\b|n't\b"
)
"""What makes a rule one that forbids, or that wants leave."""
_NEGATED = Pattern(
    r"\b(?:not|no|never|instead of|rather than|statt|nicht|kein\w*|pas de|pas d'|au lieu de|plutôt que|en vez de"
    r"|nada de)\s+(?:any |more |the |in |on |to |use )*"
    r"(?P<word>[\w-]+)"
)
_WAITING = Pattern(
    r"\b(?:until|till|unless|because|since|as long as|while|bis|weil|solange|jusqu'à|parce que|tant que|hasta|porque"
    r"|mientras)\b[^.;]*"
)
"""For how long a rule holds, and why: what is done there is not what it forbids."""

_CONDITION = Pattern(
    r"\b(?:without|unless|except|other than|ohne|außer|es sei denn|sans|sauf|à moins|sin|salvo|excepto|a menos|sem"
    r"|exceto|senza|tranne|zonder|behalve)\b[^.;]*"
)
"""On what condition a rule lets something be done: what is named there is not what it forbids."""
_STANDS = Pattern(
    r"\b(?:never|always|ever|every|each|any|nie(?:mals)?|immer|jede[nrms]?|jamais|toujours|nunca|jamás|siempre|mai"
    r"|sempre|nooit|altijd)\b|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)days\b"
)
"""Words of a rule for good."""
_FOR_NOW = Pattern(
    r"\b(?:until|till|before|yet|today|tonight|for now|this week|bis|bevor|noch|heute|erst|avant|encore|aujourd'hui"
    r"|jusqu'à|hasta|antes|todavía|aún|hoy|até|ainda|hoje|prima|ancora|oggi)\b"
)
"""Words of a rule that waits for something."""
_POINTS_AT = Pattern(
    r"\b(?:it|them|that|this|those|these|there|es|das|sie|dies|dort|da|ça|cela|le|les|lo|la|los|las|eso)\b"
)
"""A word for the thing that a permission is about."""


def forbids(rule: str) -> bool:
    """Whether a rule, in lower case, forbids something or wants leave for it."""
    return _BAN.search(rule) is not None


def drop_ban(rule: str) -> str:
    """A rule, in lower case, without the words that forbid."""
    return _BAN.sub(" ", rule)


def only_points(lifting: Lifting, rule: str) -> bool:
    """Whether a lifting does not tell that it means just this rule: by a thing, a person, a deed such as pushing in a
    sentence that names something of the rule, or by a sentence that names nothing but what the rule names."""
    if not lifting.points:
        return False
    names = read_names(rule)[0]
    context = read_names(lifting.text)[0]
    if lifting.deeds <= GENERAL:  # `Simon is done with the changelog, you can edit it again`
        text = rule.lower().replace("’", "'")
        things = [name for name in context if not _is_at_work(name, text)]
        return not things or not all(has_name(names, name) for name in context)
    return not any(has_name(names, name) for name in context)


def measure_lifting(lifting: Lifting, rule: str) -> float:
    """How a lifting is about a rule: `SURE`, `UNSURE` or `NONE`. `forget that rule` may be about any."""
    if lifting.form == RULE and lifting.points:
        return UNSURE
    text = rule.lower().replace("’", "'")
    names, deeds = read_names(text)[0], read_names(_WAITING.sub(" ", text))[1]
    about = _is_about(lifting, text, names, deeds)
    if not about or refuses_report(lifting.text):
        return NONE
    is_sure = lifting.is_sure and not _is_elsewhere(lifting, names) and not _is_of_part(lifting, text)
    if is_sure and lifting.form in (AGAIN, NEED) and has_other_scope(lifting.text, rule):
        return NONE
    return SURE if is_sure else UNSURE


def _is_of_part(lifting: Lifting, rule: str) -> bool:
    """Whether a rule demands several things, and only a later one of them is taken back: `forget the 50 chars rule`."""
    clauses = rule.split(",") if lifting.form == RULE else []
    if len(clauses) < _SEVERAL:
        return False
    meant = [n for n, one in enumerate(clauses) if any(has_name(read_names(one)[0], name) for name in lifting.names)]
    return len(meant) == 1 and meant[0] > 0


_SEVERAL = 3


def _is_elsewhere(lifting: Lifting, names: "frozenset[str]") -> bool:
    """Whether it allows something in a place that the rule does not name: `mocks are fine again in the demo`."""
    if lifting.form not in (AGAIN, BACK):
        return False
    places = _WITHIN.findall(lifting.clause.partition(";")[0])
    words = [word for place in places for word in read_names(place)[0]]
    groups = [group for group in _list_alternatives() if not group.isdisjoint(names)]
    return any(not has_name(names, word) and not any(word in group for group in groups) for word in words)


def _is_about(lifting: Lifting, rule: str, names: "frozenset[str]", deeds: "frozenset[str]") -> bool:
    shared = [name for name in lifting.names if has_name(names, name)]
    if lifting.form == DONE:
        is_theirs = forbids(rule) and _is_at_work(lifting.who, rule)
        return is_theirs and "ask" not in deeds and (not lifting.names or bool(shared))
    if lifting.form == BACK:
        return _gives_way(lifting.names, rule, names)
    if lifting.form == RULE:
        return bool(shared) and 2 * len(shared) >= len(lifting.names)
    if lifting.form == NEED:
        total = len(lifting.names) + len(lifting.deeds)
        return len(shared) + len(lifting.deeds & deeds) >= _MOST * total
    if not forbids(rule) or (lifting.deeds and deeds and not lifting.deeds & deeds):
        return False
    if lifting.points:
        return bool(lifting.deeds & deeds) and not _outlasts(lifting, rule, names)
    if not _CONDITION.search(lifting.text):
        ruled = read_names(_CONDITION.sub(" ", rule))[0]
        shared = [name for name in shared if has_name(ruled, name)]
    return bool(shared) and 2 * len(shared) >= len(lifting.names)


_MOST = 0.6


def _outlasts(lifting: Lifting, rule: str, names: "frozenset[str]") -> bool:
    """Whether a rule for good outlasts leave for one act: `you can commit now` does not mean that secrets may go in."""
    if not _STANDS.search(rule) or _FOR_NOW.search(rule) or _POINTS_AT.search(lifting.clause):
        return False
    return bool(_CONDITION.search(rule)) or any(name not in lifting.deeds for name in names)


def _is_at_work(who: str, rule: str) -> bool:
    """Whether a rule says that somebody is at work on what it protects, or waits for a version."""
    if is_version(who):
        return waits_for(rule, who)
    name = re.escape(who.removesuffix("'s"))
    return bool(
        re.search(
            rf"\b{name}s?\b(?:,? (?:\w+ )?(?:is|are|has|works?|does|owns|needs|macht|ist|arbeitet|hat|kümmert|gère|est"
            rf"|s'(?:en )?occupe|qui s'(?:en )?occupe|travaille|lleva|está|trabaja"
            rf"|hace|t[áa]|lavora|werkt|sta)\b|'s\b)|\b(?:macht|arbeitet|sitzt|lleva|está \w+ndo|trabaja|gère"
            rf"|travaille|hace|by|of|from|von"
            rf"|until|unless|while|bis|till) (?:\w+ )?{name}\b",
            rule,
        )
    )


def _gives_way(names: "frozenset[str]", rule: str, ruled: "frozenset[str]") -> bool:
    """Whether a rule has one thing in the place of another that is back."""
    negated = {strip_ending(match["word"]) for match in _NEGATED.finditer(rule)}
    for name in names:
        if name in negated:
            return True
        for group in _list_alternatives():
            if name in group and name not in ruled and group & ruled - negated:
                return True
    return False


@lru_cache(1)
def _list_alternatives() -> "list[frozenset[str]]":
    return [frozenset([strip_ending(word) for word in group]) for group in INSTEAD]
