"""What a person rules out after it was proposed, asked for or built: `letting go of the oldest is out`.

A sentence rules something out by a word for it, and by what the same clause names. What was uttered before and plans
or orders just that is reversed. Who only forbids a deed, such as to push or to touch a file, reverses nothing.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from backstory.patterns.pattern import Pattern
from backstory.recall.likeness import word_stems
from backstory.recall.revisions import Uttered

MARK: Final = " [changed since]"
"""What stands behind a sentence that was reversed in part."""

_CLAUSE: Final = Pattern(r"(?<=[,;:—.!])(?<!\d,)\s+|\s+(?=(?:because|since|weil|parce que|porque|so that)\b)")
_RULED_OUT: Final = Pattern(
    r"\b(?:(?:is|are|was|were)(?: now| all)? (?:out|off|gone|off the table|dead|history"
    r"|ruled out|not (?:needed|wanted))"
    r"|(?:does|do|did)(?: not|n['’]?t) (?:like|want)\b"
    r"|(?:should|shall|must)(?: not|n['’]?t)\b|no longer|not any ?more|any ?more|no more"
    r"|instead of|rather than|scrap|drop|dropped|forget(?: about)?|ditch|get rid of|back out|take out"
    r"|rule[sd]? out|gets? rid of"
    r"|dislikes?|hates?|against|not happy with"
    r"|nicht(?: mehr)?|kein\w*|statt|anstatt|raus|verworfen|vergiss|weg mit|gegen"
    r"|ya no|nada de|no (?:le|les|me|nos) (?:gusta|convence|vale)\w*|en (?:vez|lugar) de|descart\w+|fuera|olv[ií]da\w*"
    r"|au lieu d[e']|plutôt que|n['’]aime pas|ne veut pas|abandonn\w+|oublie\w*|plus (?:de|d['’])"
    r"|em vez de|já não|não (?:quer|gosta)\w*|descarta\w*|invece di|non (?:vuole|più))\b",
    re.IGNORECASE,
)
"""How something is ruled out."""
_FORBIDS: Final = Pattern(
    r"\b(?:touch|edit|push|commit|run|merge|rebase|deploy|release|publish|open|write|code|install|reformat|rename|read"
    r"|look|worry|know|think|understand|see|need|have to|care|bother|raise|mention|tell|forget to|anfass\w*|push\w*"
    r"|änder\w*|toques?|toca\w*|touche\w*|pousse\w*)\b",
    re.IGNORECASE,
)
"""What is forbidden as a deed, or denied of somebody's mind."""
_SCOPE: Final = Pattern(
    r"(?:(?:and|but|so|und|aber|et|mais|y|pero) )?(?:for|in|on|at|with|when|if|while|bei|für|wenn|auf|im|pour|dans"
    r"|quand|si|en|para|cuando|con|com|per|nel)\b",
    re.IGNORECASE,
)
"""How a sentence begins that holds for a case. It rules something out only where that case is spoken of."""
_PLANS: Final = Pattern(
    r"\b(?:i(?:['’]d| would|['’]ll| will|['’]m going to)|we(?:['’]d| would|['’]ll| will| could| can)|propos\w+"
    r"|suggest\w*|plan\w*|should|could|so (?:the|that|it)|now|committed|is in\b|added|works?|yo (?:lo|la)|pondría|haría"
    r"|propong\w+|ich würde|würde ich|werde|vorschlag\w*|je (?:mettrais|ferais|propose)|on (?:peut|pourrait)"
    r"|eu (?:faria|colocaria))\b",
    re.IGNORECASE,
)
"""How an agent says what it plans or has built."""
_PREFERS: Final = re.compile(
    r"instead of|rather than|statt|anstatt|au lieu|plutôt que|en (?:vez|lugar)|em vez|invece", re.IGNORECASE
)
"""Words behind which stands what is ruled out, and before which what holds."""
_MODAL: Final = re.compile(r"should|shall|must", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W_]+")
_FEWEST: Final = 2
"""Words that both name."""
_CLAUSE_SHARE: Final = 0.6
"""Share of what a clause names from which it speaks of an earlier sentence, rare words counting more."""
_SENTENCE_SHARE: Final = 0.6
"""Share of what an earlier sentence names, from which that is all it says."""


class Reversal(NamedTuple):
    """A clause that rules something out."""

    when: int
    """Place in the order of the talk."""
    stems: frozenset[str]
    negated: frozenset[str]
    """The stem of the verb that is negated, which an earlier sentence must have to be reversed."""
    text: str


def find_reversals(rows: Sequence[Uttered]) -> list[Reversal]:
    """What the person ruled out. `rows` are in the order of the talk."""
    return [one for row in rows if row.is_person for text in row.sentences for one in _read_clauses(row.when, text)]


def _read_clauses(when: int, sentence: str) -> Iterator[Reversal]:
    if sentence.endswith("?"):
        return
    for clause in [sentence] if _SCOPE.match(sentence) else _CLAUSE.split(sentence):
        cue = _RULED_OUT.search(clause)
        if cue is None or _FORBIDS.search(clause):
            continue
        stems = word_stems(clause[cue.end() :] if _PREFERS.match(cue[0]) else _RULED_OUT.sub(" ", clause))
        if len(stems) >= _FEWEST:
            yield Reversal(when, stems, word_stems(_find_negated(clause, cue)), sentence)


def _find_negated(clause: str, cue: re.Match[str]) -> str:
    """The word that `must not` and the like negate: `start` in `must not start in fetch`. Empty for any other cue."""
    if not _MODAL.match(cue[0]):
        return ""
    return next((word for word in _WORD.findall(clause[cue.end() :]) if word.casefold() != "be"), "")


def measure_reversal(
    text: str, when: int, reversals: Sequence[Reversal], share: Callable[[frozenset[str]], float], *, is_person: bool
) -> float:
    """How much of a sentence was reversed since: 0 for nothing, 1 for all of it. `share`: what stems count together."""
    if _RULED_OUT.search(text) or not (is_person or _PLANS.search(text)):
        return 0.0
    stems = word_stems(text)
    most = 0.0
    for one in reversals:
        both = stems & one.stems
        if one.when <= when or len(both) < _FEWEST or not one.negated <= stems:
            continue
        if share(both) >= _CLAUSE_SHARE * share(one.stems) or share(both) >= _SENTENCE_SHARE * share(stems):
            most = max(most, share(both) / share(stems))
    return most
