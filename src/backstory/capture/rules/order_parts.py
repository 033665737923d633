"""The parts of a sentence that orders something and lays down a rule: `write the exporter; never print to stdout`.

The order is the task at hand and ends with it. The rule does not, and is kept without the order.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from backstory.capture.rules.file_bans import find_ban
from backstory.capture.rules.rule_cues import MIN_CONFIDENCE, find_cue, skip_lead
from backstory.capture.rules.rule_places import Placed
from backstory.capture.text.duration_cues import OF_CASE, opens_passing
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import MASK, Sentence
from backstory.capture.text.relayed_text import list_texts
from backstory.capture.text.signals import VERB

_TURN: Final = (
    r"(?:(?:please|pls|now|then|next|first|just|ok(?:ay)?|yes|no|so|also|and|let['’]?s|go ahead and|(?:can|could|would)"
    r" you(?: please)?|i (?:want|need|would like|'d like) (?:you )?to|we (?:need|have) to|bitte|jetzt|dann|und"
    r"|s'il te plaît|maintenant|puis|et|por favor|ahora|luego|y|agora|depois|e|per favore|adesso|poi|nu|dan"
    r"|graag)[\s,]+)*"
)
_DOES: Final = (
    rf"(?:(?!(?:always|never|don't|avoid|prefer|keep|use|ensure|remember|note|only|stick|ask|treat|leave)\b){VERB}"
    r"|implement|debug|draft|port|rewrite|adapt|finish|generate|integrate|investigate|simplify|teach|translate|expand"
    r"|baue?|bau\w* \w+|füge?|änder\w*|behebe?|schreib\w*|entfern\w*|korrigiere?|erstelle?|mach\w*|implementiere?"
    r"|ajoute\w*|corrige\w*|supprime\w*|écri\w*|crée\w*|fais|refais|implémente\w*|añade|agrega|arregla|quita|cambia"
    r"|escribe|crea|haz|implementa|adicion[ae]|corrig[ae]|conserte|remov[ae]|escrev[ae]|cri[ae]|faça|implemente"
    r"|aggiungi|correggi|rimuovi|togli|scrivi|fai|voeg|schrijf|maak|verwijder|repareer|los)"
)
_ONE_THING: Final = (
    r"(?:(?:me|us|up|out|also|mir|uns|now|moi|nous|me|nos|mi|ci) )?"
    r"(?:(?:the|a|an|this|that|these|those|our|my|its|one|another|in|to|der|die|das|den|dem|ein\w*|mein\w*|unser\w*|le"
    r"|la|les|un|une|ce|cette|ces|mon|notre|el|los|las|una|unos|est[aeo]s?|o|os|as|um|uma|il|lo|gli|i|uno|quest\w+|de"
    rf"|het|een|deze|dit|dat)\b|l'|d'|un'|{MASK}|\S*[\w-][./_][\w-])"
)
_ONCE: Final = (
    r"(?:continue|go (?:on|ahead)|carry on|proceed|resume|finish|fix|debug|implement|refactor|port|rename|migrate"
    r"|rework|clean up|(?:add|create|remove|update|build|move) (?!(?:tests?|docs?|docstrings?|comments?|types?|logs?"
    r"|logging|unit|type|doc|only|new|small)\b)|i need|(?:mach|macht) (?:bitte )?weiter|weiter (?:mit|geht)"
    r"|fahr\w* fort|ich brauche?|continue[rz]?|reprends|il me faut|j'ai besoin|sigue|continúa|necesito|continua|segue"
    r"|preciso|prosegui|mi serve|ga (?:verder|door))\b"
)
_ORDER: Final = Pattern(rf"^{_TURN}(?:{_DOES} {_ONE_THING}|{_ONCE})")
"""How an order begins that names one thing, or is done with once it is carried out."""
_SEVERAL: Final = Pattern(
    r"\b(?:every|each|all|any|always|never|whenever|jede\w*|alle\w*|immer|nie|chaque|tou\w+|cada)\b"
)
"""Words of an order that comes again and again."""
_CUT: Final = Pattern(r";\s+")
_CLAUSE: Final = Pattern(
    r"(?:,\s+|\s-+\s+|\s[–—]\s+|\s)(?:(?:and|but|und|aber|et|mais|y|pero|e|mas|ma|en|maar)\s+)|,\s+|\s-+\s+"
    r"|\s?[–—]\s+"
)
"""What joins a rule to the order before it."""
_MAY_RULE: Final = Pattern(
    r"\b(?:never|always|from now on|going forward|don't|do not|no|every|each|only|nie|niemals|immer|ab (?:jetzt|sofort)"
    r"|künftig|kein\w*|jamais|toujours|désormais|pas|nunca|siempre|não|sempre|mai|non|nooit|altijd|geen)\b"
)
_POINTS: Final = Pattern(
    r"\b(?:it|them|those|these|this|that|there|either|too|es|sie|das|dies\w*|dort|auch|ça|cela|là|eso|esto|ahí|isso"
    r"|isto|questo|quello|dit|dat|daar)\b"
)
"""Words of a rule that stand for what the order names."""


class Parts(NamedTuple):
    """What a sentence orders now, and what it lays down for good."""

    order: str
    rule: Sentence


def split_order(sentence: Sentence) -> Parts | None:
    """The parts of a sentence that has both an order and rules; None for any other."""
    plain = sentence.plain
    if sentence.is_question or opens_passing(plain) or OF_CASE.match(plain):
        return None
    cut = _CUT.search(plain)
    if not _MAY_RULE.search(plain) and not (cut and _ORDERS_IT.match(plain[: cut.start()])):
        return None
    return _split_at_semicolons(sentence) if cut else _split_at_clause(sentence)


def _split_at_semicolons(sentence: Sentence) -> Parts | None:
    starts = [0, *(cut.end() for cut in _CUT.finditer(sentence.plain))]
    stops = [*(cut.start() for cut in _CUT.finditer(sentence.plain)), len(sentence.plain)]
    parts = [_slice(sentence, start, stop) for start, stop in zip(starts, stops, strict=True)]
    orders = [(begins_order(part.plain) or _ORDERS_IT.match(part.plain)) and not _is_rule(part) for part in parts]
    first, last = _count(orders), len(parts) - _count(orders[::-1])
    rest = parts[first:last]
    if len(rest) == len(parts) or not any(map(_is_rule, rest)):
        return None
    rule = _slice(sentence, starts[first], stops[last - 1])
    if _POINTS.search(rule.plain.partition(",")[0]):
        return None
    return Parts("; ".join(part.text for part in (*parts[:first], *parts[last:])), rule)


_ORDERS_IT: Final = Pattern(
    rf"^{_TURN}(?:(?:put|take|leave|commit|push|merge|add|pull|rip|throw|roll|bring|ship|send|do|revert|undo|fix|drop"
    r"|keep|move|squash|amend|rebase)(?: (?:it|this|that|them|these|those|both|everything|all of it))?"
    r"(?: (?:in|out|back|away|over|off|up|down|again|now|please))*(?: to (?:my|the) [\w-]+)?"
    r"(?:(?:,| and|, and) (?=\w)|(?=[\s.!]*$)))+[\s.!]*$"
)
"""`put it in and commit`: what is done with the work at hand."""


def _count(flags: Sequence[object]) -> int:
    """How many flags at the beginning are set."""
    return next((place for place, flag in enumerate(flags) if not flag), len(flags))


def _split_at_clause(sentence: Sentence) -> Parts | None:
    if not _ORDER.match(sentence.plain):
        return None
    for joint in _CLAUSE.finditer(sentence.plain):
        before, after = _slice(sentence, 0, joint.start()), _slice(sentence, joint.end(), len(sentence.plain))
        if _SEVERAL.search(before.plain) or ": " in before.plain:
            return None
        if _is_rule(after, begins=True) and not _is_rule(before):
            return None if _POINTS.search(after.plain.partition(",")[0]) else Parts(before.text, after)
    return None


def _slice(sentence: Sentence, start: int, stop: int) -> Sentence:
    return sentence._replace(text=sentence.text[start:stop], plain=sentence.plain[start:stop])


def begins_order(plain: str) -> bool:
    """Whether a text begins with an order that names one thing."""
    return _ORDER.match(plain) is not None and _SEVERAL.search(plain) is None


def _is_rule(sentence: Sentence, *, begins: bool = False) -> bool:
    """Whether a part of a sentence is a rule. `begins`: from its first words on."""
    cue = find_cue(sentence)
    if cue is not None and cue.confidence >= MIN_CONFIDENCE:
        return not begins or cue.start <= skip_lead(sentence.plain)
    return find_ban([sentence], 0, beside=True)


def strip_orders(placed: Sequence[Placed]) -> list[Placed]:
    """The sentences of a prompt, without the orders that stand before or behind rules in one of them."""
    texts = list_texts([one.sentence for one in placed])
    return [one if place in texts else _leave_order(one) for place, one in enumerate(placed)]


def _leave_order(one: Placed) -> Placed:
    parts = split_order(one.sentence)
    return one._replace(sentence=parts.rule) if parts else one
