"""Finds steps that waited for somebody and are over, because the person passed on the answer: `ask Ida about the
port`, and later `Ida looked at it: the port counts too`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.step_deeds import SMALL, list_stems
from backstory.recall.past.done_since import Reported
from backstory.recall.text.substance import split_sentences

_AWAITS: Final = Pattern(
    r"(?:hear|wait|ask|see what|find out|check with|get (?:an? )?(?:answer|ok|word)|clarify|hören|warten|fragen|klären"
    r"|demander|attendre|preguntar|esperar)\b",
    re.IGNORECASE,
)
"""How a step begins that waits for somebody."""
_SHARED: Final = 2
"""Words of a step that waits for an answer in the sentence that gives it."""
_ASKS: Final = Pattern(
    r"(?:(?:then|and|also|first|still|now) )*(?:hear (?:what|from|how|whether|if|back from)|wait (?:for|until"
    r"|till)|ask|see what|find out"
    r" (?:from|what)|(?:check|clear|confirm|align|discuss|talk|speak)(?: (?:it|this|that))? (?:with|to)|let|have|ping"
    r"|get (?:an? )?(?:\w+ )?(?:from|of)|(?:show|give|send|hand)(?: (?:it|this|that))?(?: to)?|run (?:it|this|that)"
    r" (?:by|past)|(?:warten|auf) auf|frag\w*|hören was|lass\w*|demander (?:à|au)|attendre|preguntar(?:le)? al?"
    r"|esperar a) (?:the |our |der |die |das |den |la |le |el |l['’])?"
    r"(?P<who>[\w'’-]+(?: (?:from|in|of|von|aus|de) [\w'’-]+)?)"
    r"|(?:(?:dann|noch|erst) )*(?P<named>[\w-]+) (?:fragen|zeigen|bitten|hören)\b",
    re.IGNORECASE,
)
"""How a step begins that is up to somebody, and who that is."""
_NOBODY: Final = frozenset(
    ("me", "you", "us", "them", "it", "him", "her", "this", "that", "these", "those", "user", "somebody", "someone",
     "everything", "all", "a", "an", "the", "ci", "tests", "test", "pytest", "cargo", "npm", "git", "build", "pipeline",
     "mich", "dich", "uns", "es", "ihn", "sie", "moi", "toi", "lui", "te", "mi", "nos")
)  # fmt: skip
"""Words that name nobody who could answer."""
_SAYS: Final = (
    r"(?:says?|said|answer(?:s|ed)|replie[sd]|repl(?:y|ied)|thinks?|thought|finds?|found|wants? (?!to (?:see|look|read"
    r"|check|test|know)\b)|wanted (?!to (?:see|look|read|check)\b)|looked|read|has read|tried|tested|checked|reviewed"
    r"|went (?:through|over)|had a look|took a look|confirm(?:s|ed)|agree[sd]|disagree[sd]|approve[sd]|accept(?:s|ed)"
    r"|object(?:s|ed)|refuse[sd]|insist(?:s|ed)|prefer(?:s|red)|decided|okay(?:s|ed)|came back|got back|wrote|signed"
    r" off|gave (?:the |his |her |their |me |us )|is (?:fine|happy|ok(?:ay)?|against|in favou?r|not happy)|are (?:fine"
    r"|happy|ok(?:ay)?|against|not happy)|doesn['’]t (?:mind|like|want)|does not (?:mind|like|want)|let me know"
    r"|told (?:me|us)|sagt|meint|schreibt|hat\b(?=.*\b(?:gesagt|geprüft|angeschaut|angesehen|gelesen|getestet|probiert"
    r"|geantwortet|zugestimmt))|findet|will|a (?:dit|regardé|relu|répondu|testé|essayé|confirmé)|dit|pense|trouve"
    r"|dice|dijo|ha (?:dicho|mirado|visto|probado|respondido|confirmado)|piensa|opina)\b"
)
_LEAD: Final = (
    r"^(?:(?:so|and|ok(?:ay)?|good morning|morning|hi|hello|news|update|btw|well|also|meanwhile|by the way|fyi|guten"
    r" morgen|moin|bonjour|buenas)[\s,.:!–-]+)*"
)
_NOT_YET: Final = Pattern(
    r"\b(?:has(?:n['’]t| not)|have(?:n['’]t| not)|had(?:n['’]t| not)|did(?:n['’]t| not)|still|not yet|yet|will|wants to"
    r"|['’]ll|going to|once|when|if|until|till|before|noch nicht|wenn|sobald|bis|pas encore|quand|si|todavía|aún|cuando"
    r"|hasta)\b",
    re.IGNORECASE,
)
"""Words by which somebody has said nothing so far."""


def find_answered(step: str, later: Sequence[Session]) -> Reported | None:
    """The sentence of the person in later sessions that tells what a step waited for; None where there is none."""
    who = _name_asked(step)
    stems = list_stems(step) if _AWAITS.match(step) else frozenset()
    if not who and not stems:
        return None
    for session, sentence, made in _list_sentences(later):
        shares = bool(stems) and len(stems & list_stems(sentence)) >= _SHARED
        if shares or any(_tells_of(name, sentence) for name in who):
            return Reported(frozenset(), sentence, made or session.ended)
    return None


def _list_sentences(later: Sequence[Session]) -> Iterator[tuple[Session, str, str]]:
    """The sentences of the person that ask nothing, each with its session and time."""
    for session in later:
        for prompt in session.prompts:
            for sentence in split_sentences(prompt.text):
                if not sentence.endswith(("?", "？")):
                    yield session, sentence, prompt.made


def _name_asked(step: str) -> list[str]:
    """The names of the one that a step is up to."""
    match = _ASKS.match(step)
    if match is None:
        return []
    words = [re.sub(r"['’]s$", "", word.lower()) for word in re.findall(r"[\w'’-]+", match["who"] or match["named"])]
    return [word for word in words if len(word) > 1 and word not in _NOBODY and word not in SMALL]


def _tells_of(name: str, sentence: str) -> bool:
    """Whether a sentence begins with somebody's name and what they said or did about it."""
    report = re.match(
        rf"{_LEAD}(?:the |our )?(?:[\w'’-]+ (?:from|in|of|at|von|aus|de) (?:the )?)?{re.escape(name)}\b"
        rf"(?P<rest>(?:[^.;:]{{0,60}}?[ ,])??{_SAYS})",
        sentence,
        re.IGNORECASE,
    )
    return report is not None and not _NOT_YET.search(report["rest"])
