"""Overrules in a few words: `scrap that, back to the env var`, `25 now, not 30`, `I said config only, overruled`.

They tell what they overrule by its place, right before, or by a word or two of it. Which decision that is, the memory
knows: `memory.intake.overruled_records` looks for it.
"""

from typing import Final, NamedTuple

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence
from backstory.capture.text.sentence_ends import strip_end

LAST, NAMED, CITED = "last", "named", "cited"
"""What an overrule overrules: what the person laid down right before, a value, or what they once said."""
_LONGEST: Final = 160
"""Characters of such a sentence."""
_HESITATES: Final = r"(?:(?:h+m+|oh|ah|ach|uh|ok(?:ay)?|sorry|well|but|and|bon|bueno|na ja)[\s,.!…–-]+)*"
_STRONG: Final = (
    r"(?:no[,\s]+)?(?:(?:(?:scratch|scrap|strike) (?:that|this|it)|forget that)"
    r"|(?:i )?(?:take|withdraw) (?:that|it|this)(?: back)?|overruled|i (?:overrule|revoke) (?:that|myself|it)"
    r"|vergiss (?:das|es)|streich das|das nehme ich zurück|oublie ça|je retire ça|olvida eso|olvídalo|retiro eso)"
)
_WEAK: Final = (
    r"(?:no,? wait|wait,? no|actually,? no|no,? actually|nah|nope|no,? no|h+m+,? no|ach nein|nee|nein|ach nee|non"
    r"|mejor no|non,? finalement)"
)
_LAST: Final = Pattern(
    rf"^{_HESITATES}(?:(?P<strong>{_STRONG})\s*[,.;:!–—-]+\s*(?P<new>\S.{{0,79}})"
    rf"|{_WEAK}[\s,.;:!–—-]+(?P<other>\S+(?: \S+){{0,4}}))$"
)
"""`nah, toml`: a no, and a choice."""
_ORDERS: Final = (
    r"go|continue|carry|move|next|weiter|sigue|run|rerun|try|fix|show|check|look|first|do|stop|wait|undo|revert|remove"
    r"|delete|rename|put|ask|tell|write|commit|push|merge|rebase|deploy|read|open|close|restart|retry|install|explain"
    r"|add|give|let me|call|mach|zeig|lass|lauf|prüf|montre|lance|muestra|ejecuta"
)
_ASKS: Final = r"what|why|how|when|where|who|which|can|could|would|was|warum|wie|wo|pourquoi|comment|por qué|cómo|dónde"
_GOES_ON: Final = Pattern(
    rf"^(?:{_ORDERS}|{_ASKS}|thanks?|sorry|my|your|i (?:was|am|meant|mis\w+)|i'm|danke|merci|gracias)\b"
)
"""How a person goes on to something else: `forget it, go on`."""
_NO_CHOICE: Final = Pattern(
    rf"^(?:{_ORDERS}|{_ASKS}|always|every|each|all|nothing|nobody|none|any|great|good|nice|thank\w*|tomorrow|later|then"
    r"|again|error|wrong|right|fine|ok|okay|my|your|their|i|i'm|i'd|we|you|he|she|they|it|it's|its|that|that's|this"
    r"|these|those|there|here|if|is|are|do|don't|dont|does|did|\w+n't|cannot|not|never|no|yes|still|only|maybe|because"
    r"|please|sure|sorry|problem|need|worries|idea|way|chance|too|so|very|really|much|more|less|better|worse|same"
    r"|another|for|until|till|about|ich|wir|das|es|nicht|er|sie|du|je|tu|on|ce|c'est|ça|il|elle|eso|lo|le|la"
    r"|un momento|the (?:tests?|build|ci|error|bug|page|app|other|same))\b|\b(?:it|that|this|them|these|those|me|him"
    r"|us|das|ça|eso)\b"
)
"""How a sentence goes on that only refuses, orders, asks or reports."""
_REPORTS: Final = Pattern(
    r"\b(?:pass(?:es|ed)?|fail(?:s|ed|ing)?|works?|worked|crash\w*|broken?|breaks?|red|green|takes|took|läuft|marche"
    r"|échou\w+|funciona|falla\w*|is|are|was|were|ist|sind|est|sont|es|son)\b"
)
"""What only says how something is."""
_VALUE: Final = r"(?:--?)?[^\s,;:.!?]+(?:[.,/-][^\s,;:.!?]+)*(?: [^\s,;:.!?]+){0,3}?"
_CHANGED: Final = (
    r"(?:(?:i(?:'ve)? )?changed my mind|on second thoughts?|correction|ich hab's mir anders überlegt|j'ai changé d'avis"
    r"|cambié de idea|he cambiado de idea)[\s,.:;!–—-]+"
)
_NOW: Final = r"(?:now|then|jetzt|nun|dann|maintenant|désormais|ahora)"
_NAMED: Final = Pattern(
    rf"^{_HESITATES}(?:(?:{_NOW} (?P<new>{_VALUE})|(?P<first>{_VALUE}) {_NOW}),? (?:and )?(?:not|nicht|pas|no|statt"
    rf"|instead of|anstatt|au lieu de|en vez de) (?P<old>{_VALUE})"
    rf"|(?P<short>{_VALUE}), (?:not|nicht|pas) (?P<former>{_VALUE})"
    rf"|{_CHANGED}(?P<changed>{_VALUE}),? (?:not|nicht|pas|no|instead of|statt) (?P<past>{_VALUE}))[.!]*$"
)
"""`25 now, not 30`"""
_LEAVES: Final = Pattern(
    r"(?:please |just |bitte )?(?:leave|keep|drop|skip|let|hold|lass\w*|behalt\w*|laisse\w*|garde\w*|deja\w*)\b"
    r"|.*\b(?:it|that|this|them|these|those|das|ça|eso)\b"
)
"""What gives no value, but says what becomes of something."""
_PAIRS: Final = (("new", "old"), ("first", "old"), ("short", "former"), ("changed", "past"))
"""The groups of a new value and of the one before."""
_OFF: Final = (
    r"(?:that's |that is |this is |it's |is |das |c'est |eso )*(?:overruled|off|out|wrong|no longer (?:true|so|valid)"
    r"|not any ?more|i was wrong|scrap (?:that|it)|forget (?:that|it)|i take (?:that|it) back|gilt nicht mehr"
    r"|ist hinfällig|hinfällig|ne vaut plus|n'est plus vrai|ya no vale|ya no)"
)
_CITED: Final = Pattern(
    rf"^{_HESITATES}(?:i (?:said|told you|wrote|asked for|wanted)|ich (?:sagte|hatte gesagt|wollte)|j'avais dit"
    r"|j'ai dit|dije|había dicho) (?P<old>[^,;:]{3,60}?)"
    rf"(?:[,;:]| -| –)? (?:but )?{_OFF}\b(?:[\s,.;:–—-]+(?P<new>\S.*))?$"
)
"""`I said Fridays only, that's off: any weekday is ok`"""


class Overrule(NamedTuple):
    """What a sentence puts in the place of something that was laid down before."""

    form: str
    new: str
    """What holds instead; empty where it does not say."""
    old: str = ""
    """The value or the words that it names."""
    is_sure: bool = True
    """Whether it says that it takes something back. A no with a choice behind it says less."""


def read_overrule(sentence: Sentence) -> Overrule | None:
    """What a sentence of the person overrules; None for nothing."""
    if sentence.is_question or len(sentence.text) > _LONGEST:
        return None
    plain = strip_end(sentence.plain)
    if cited := _CITED.match(plain):
        return Overrule(CITED, _cut(sentence, cited.span("new")), _cut(sentence, cited.span("old")))
    if named := _NAMED.match(plain):
        new, old = next(pair for pair in _PAIRS if named[pair[0]])
        if (new == "short" and _NO_CHOICE.match(named[new])) or _LEAVES.match(named[new]):
            return None  # `leave it now, no amend` goes along with `never amend`
        return Overrule(NAMED, _cut(sentence, named.span(new)), _cut(sentence, named.span(old)))
    last = _LAST.match(plain)
    if last is None:
        return None
    name = "new" if last["strong"] else "other"
    unfit = (_GOES_ON,) if last["strong"] else (_NO_CHOICE, _REPORTS)
    if any(pattern.search(last[name]) for pattern in unfit):
        return None
    return Overrule(LAST, _cut(sentence, last.span(name)), is_sure=bool(last["strong"]))


def _cut(sentence: Sentence, span: tuple[int, int]) -> str:
    return sentence.text[slice(*span)].strip(" .!\"'`") if span[0] >= 0 else ""
