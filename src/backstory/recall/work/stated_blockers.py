"""Finds what the person said to stand in the way of the work, and nothing that was said later took away.

Only people and things outside the conversation count: what a program waits for is a matter of the code, and what the
agent waits for is over with its turn.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from backstory.base.tokenizer import STOP
from backstory.model.record import Record
from backstory.model.similarity import word_set
from backstory.patterns.hold_words import DONE, STILL, TO_COME
from backstory.patterns.holds import normalize
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.past.sessions import PastWork, is_covered
from backstory.recall.text.content import Note
from backstory.recall.text.relative_dates import describe_day
from backstory.recall.text.substance import split_sentences

_MOST: Final = 3
"""Blockers that are told."""
_MOST_SESSIONS: Final = 8
"""Sessions that are read, newest first."""
_LONGEST: Final = 300
_LEAD: Final = (
    r"(?:(?:ok(?:ay)?|so|and|but|btw|fyi|note|sorry|ja|also|aber|pero|oye|mais|bon)[\s,:]+)*"
    r"(?:(?:i am|i'?m|we are|we'?re|(?:the|this|that|our|my) (?:\w+ )?(?:pr|mr|pull request|merge request|branch|ticket"
    r"|issue|task|story|release|rollout|migration|deploy(?:ment)?|merge|work|feature)(?: is|'s)?"
    r"|ich bin|wir sind|ich|wir|es|(?:der|die|das) \w+ ist|estoy|estamos|sigo|seguimos|on est|je suis|nous sommes"
    r"|on|je|nous)"
    r" )?(?:still |currently |now |noch |gerade |weiter |todavía |aún |toujours |encore )*"
)
_MACHINE: Final = (
    r"(?!your\b|(?:(?:the|a|an|my|your|its|dem|den|der|la|el|le) )?(?:\w+ )?(?:tests?|suite|ci|build|compil\w+|lint\w*"
    r"|command|process|output|results?|response|you|it|this|that|server|page|screen|loading|lock|mutex|queue"
    r"|thread|request|promise|future|timeout|socket|i/?o|input|cors|csp|client|firewall|policy|adblock\w*|robots\w*"
    r"|loop|download|install\w*|sub-?agents?|agents?|ergebnis\w*|antwort vom server|servidor|servidor\w*)\b)"
)
_BLOCKED: Final = Pattern(
    rf"^{_LEAD}(?:"
    rf"(?:blocked|blockiert|bloquead[oa]s?|bloquée?s?) (?:by|on|until|till|til|because of|durch|von|wegen|bis|por|hasta"
    rf"|par|jusqu'à) {_MACHINE}[\w#]"
    rf"|(?:stuck|hängen?|hänge|atascad[oa]s?|coincée?s?) (?:until|till|til|because|bis|weil|hasta|porque|jusqu'à"
    rf"|parce que) {_MACHINE}[\w#]"
    rf"|(?:waiting|warten?|warte|esperando|en attente) (?:noch )?(?:for|on|auf|a que|a|la|el|al|de|d') ?{_MACHINE}[\w#]"
    r"|(?:attends?|attendons) (?:encore )?(?:que|la|le|l'|une?) ?\w"
    r"|(?:can'?t|cannot|can not|kann nicht|können nicht|no (?:puedo|podemos)|ne (?:peux|peut|pouvons) pas) "
    r"(?:\w+ ){0,2}?(?:merge|push|deploy|release|publish|ship|mergear|subir|publicar|desplegar|fusionner|pousser"
    r"|mergen|pushen|releasen|deployen)\w* (?:\w+ ){0,3}?(?:until|till|til|before|without|bis|bevor|ohne|hasta"
    rf"|sin|avant|sans|tant que) {_MACHINE}\w)"
)
"""How a person says that the work stands still."""
_AFTER_BAN: Final = Pattern(
    r"^(?:.{0,60}[,;:–—-] ?|.{0,60} )(?:because |since |as |weil |porque |car )?(?:(?:we'?re|we are|i'?m|i am|wir|ich"
    r"|estamos|on) )?(?:still )?(?:waiting (?:for|on)|warten? (?:noch )?auf|esperando (?:a|la|el)|blocked (?:by|on"
    rf"|until|till)|pending) {_MACHINE}[\w#]"
)
"""The same as the reason of a ban: `do not push yet, waiting for legal`."""
_BAN: Final = Pattern(
    r"\b(?:do not|don'?t|dont|hold off|not yet|no \w+ yet|nicht|noch nicht|kein\w*|no (?:lo |la )?\w+es|todavía no"
    r"|aún no|ne \w+ pas|pas encore)\b"
)
_UNBLOCKED: Final = Pattern(
    r"\b(?:un-?block(?:ed|s)?|(?:not|no longer|isn'?t|aren'?t) blocked|nicht mehr blockiert|entblockt|desbloquead\w+"
    r"|ya no .{0,20}bloquead\w+|débloquée?s?|(?:blocker|blockade|bloqueo|blocage) (?:is |was |ist |est |está )?(?:gone"
    r"|over|lifted|resolved|solved|weg|resuelto|levé))\b"
)
"""How a person says that nothing stands in the way any more."""
_ARRIVED: Final = Pattern(
    r"\b(?:ok'?(?:ed|d)|oked|okay'?d|answer(?:ed|s)?|repl(?:ied|ies)|respond(?:ed|s)|wrote back|got back|came back"
    r"|confirmed|signed|granted|arrived|resolved|available|here|works again|(?:is|are|was|were|'s) (?:ok|okay|fine"
    r"|happy|cool|good)|got (?:it|the|an?|our|my)|have (?:it|the) \w+ now|said|says|gave|sent|geantwortet|bestätigt"
    r"|erteilt|angekommen|geht wieder|da|sagt|contest[óo]|respondi[óo]|confirm[óo]|lleg[óo]|dice|dijo|a répondu"
    r"|a confirmé|arrivée?|est là|dit)\b"
)
"""What says that somebody has answered, or that something has come."""
_TOPICS: Final = word_set(
    "blocked stuck waiting till until still yet push merge deploy release ship answers answer reply approve approval"
    " review sign pending dont not bis warte auf noch esperando hasta attends"
)
"""Words of a blocker that name nobody."""


def list_stated_blockers(past: PastWork, stated: Record | None, told: Sequence[Note], today: str) -> list[Note]:
    """What the person said to stand in the way of this work, newest first.

    `stated`: the last checkpoint that somebody wrote, which replaces what was said before it. `told`: notes of the
    brief, whose blockers are not told again.
    """
    since = stated.made if stated is not None else ""
    covered = [word_set(note.text) for note in told if note.label == "blocker"]
    notes: list[Note] = []
    later: list[str] = []
    for session in past.open_in[:_MOST_SESSIONS]:
        for prompt in reversed(session.prompts):
            sentences = split_sentences(prompt.text)
            uttered = prompt.made or session.ended
            for text, after in _read_blockers(sentences) if uttered > since else ():
                is_closed = past.is_closed(text, uttered) or is_covered(text, covered)
                if not is_closed and not any(_lifts(text, one) for one in (*after, *later)):
                    covered.append(word_set(text))
                    detail = describe_day(uttered, today)
                    notes.append(Note(label="blocker", text=text, detail=detail, session=session.id, made=uttered))
            later += sentences
    return notes[:_MOST]


def _read_blockers(sentences: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yields each run of sentences that say what stands in the way, and the sentences of the prompt behind it."""
    run: list[str] = []
    for place, sentence in enumerate([*sentences, ""]):
        if blocks(sentence):
            run.append(sentence.strip().rstrip("."))
        elif run:
            yield ". ".join(run), sentences[place:]
            run = []


@judged
def blocks(sentence: str) -> bool:
    """Whether a sentence of the person says that something stands in the way of the work."""
    plain = normalize(sentence)
    if not plain or len(plain) > _LONGEST or plain.endswith(("?", "？")) or _UNBLOCKED.search(plain):
        return False
    return bool(_BLOCKED.match(plain) or (_BAN.search(plain) and _AFTER_BAN.match(plain)))


def _lifts(blocker: str, sentence: str) -> bool:
    """Whether a later sentence of the person says that a blocker is gone."""
    plain = normalize(sentence)
    if not plain or len(plain) > _LONGEST or plain.endswith(("?", "？")):
        return False
    if _UNBLOCKED.search(plain):
        return True
    if STILL.search(plain) or TO_COME.search(plain) or blocks(sentence):
        return False
    named = (word_set(blocker) & word_set(plain)) - _TOPICS - STOP
    return bool(named) and bool(_ARRIVED.search(plain) or DONE.search(plain))
