"""What a person takes back: an earlier choice (`the queue is out again`), a rule (`mocks are fine again`), or what they
said a moment before.

A withdrawal is worth keeping only for the record that it takes back; `memory.intake.candidates` looks for that.
"""

from typing import Final

from backstory.capture.text.backgrounds import begins_day
from backstory.capture.text.candidate import Candidate
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, mask, read_sentences
from backstory.capture.text.relayed_text import list_texts
from backstory.capture.text.revisions import find_withdrawn
from backstory.capture.text.sentence_ends import strip_end
from backstory.patterns.liftings import read_lifting

_MAX_TEXT: Final = 300
_MAX_WHY: Final = 240
_CORRECTS: Final = Pattern(
    r"^(?:(?:h+m+|oh|ah|ach|ok|uh|no|well|sorry|nee|nein|non|ay|or|oder|ou|o)[\s,.…!–-]+)?"
    r"(?:(?:no|nope|nah|nein|nee|non)[\s,.…!–-]+(?=(?:leave|keep|stay|stick|lass|bleib\w*|behalte|laisse|garde\w*"
    r"|reste|deja|déjalo|mantén)\b)|(?:no[\s,]+)?wait(?:[\s,]+no)?|hold on|scratch that|strike that"
    r"|forget (?:that|it|this)|never ?mind|nvm"
    r"|(?:actually|sorry)[\s,]+no|no[\s,]+actually|on second thoughts?|i take (?:that|it) back|not that|doch nicht"
    r"|ach nee?|vergiss (?:es|das)|moment|warte|non[\s,]+(?:attends|finalement)|finalement non|oublie(?: ça)?"
    r"|attends|mejor no|no[\s,]+espera|espera|olvída(?:lo|te))\b[\s,.!…]*(?P<rest>.*)$",
    wide=r"^(?:啊|哦|嗯|呃|あ|え|아)?[，,、 ]*(?:等等|等一下|等下|算了|不对|啊不|哦不|慢着|我改主意了|いや|待って"
    r"|やっぱり?(?:なし|いいや)|違う|아니야?|아냐|잠깐만?"
    r"|됐고)(?=[，,、。.！!… ]|$)[，,、。.！!… ]*(?P<rest>.*)$",
)
"""How a sentence begins that takes the one before it back."""
_BARE_NO: Final = Pattern(r"^(?:h+m+[\s,.…]*)?(?:no|nope|nah|nein|nee|non)[.!…]*$")
_GOES_ON: Final = Pattern(
    r"^(?:that|this|it|there|what|how|why|is|are|was|does|did|a (?:sec|second|moment)|for|until|till)\b"
    r"|^(?:he|she|they|[a-zà-ÿ]+)(?:['’](?:s|re)| is| are|s) (?:not |still |already |only |just )*(?:out|away|off|in"
    r"|back"
    r"|here|gone|sick|ill|busy|ooo|afk|at lunch|on (?:holidays?|vacation|leave|pto|parental leave))\b"
    r"|^(?:er|sie|[a-zà-ÿ]+) (?:ist|sind) (?:noch |nicht |erst |schon )*(?:im urlaub|krank|weg|da|zurück|nicht da)\b"
    r"|^(?:il|elle|[a-zà-ÿ]+) (?:est|sont) (?:pas |encore )*(?:en (?:congés?|vacances)|absente?|malade|là)\b"
    r"|^(?:[a-zà-ÿ]+ )?está (?:de (?:vacaciones|baja)|fuera|enferm[oa])\b"
)
"""What follows such words when they take nothing back: `wait for the build`, `wait, what is that?`, `wait, he's
away`."""


def find_withdrawals(prompt: str) -> list[Candidate]:
    """The sentences of a prompt that say that something no longer holds."""
    sentences = read_sentences(prompt, person=True)
    texts = list_texts(sentences)
    return [
        Candidate(
            kind="decision",
            text=strip_end(one.text),
            why=_explain(sentences, place),
            quote=one.text,
            role="user",
            confidence=0.84,
            revises=True,
            only_revises=True,
            before=_find_before(sentences, place),
        )
        for place, one in enumerate(sentences)
        if place not in texts and not one.is_question and len(one.text) <= _MAX_TEXT and _withdraws(one)
    ]


def _withdraws(sentence: Sentence) -> bool:
    if begins_day(sentence.plain):
        return False
    return bool(find_withdrawn(sentence.plain)) or read_lifting(mask(sentence.text)) is not None


def _find_before(sentences: list[Sentence], place: int) -> str:
    """The sentence before one in its paragraph."""
    before = sentences[place - 1] if place else None
    if before is None or before.paragraph != sentences[place].paragraph or before.is_question:
        return ""
    return before.text


def _explain(sentences: list[Sentence], place: int) -> str:
    """The sentence after a withdrawal, which says why or what holds instead."""
    following = sentences[place + 1 : place + 2]
    texts = [one.text for one in following if one.paragraph == sentences[place].paragraph and not one.is_question]
    return texts[0] if texts and len(texts[0]) <= _MAX_WHY else ""


def list_taken_back(sentences: list[Sentence]) -> frozenset[str]:
    """The sentences of a prompt that a later one of it takes back at once: `only on Linux. hm, no wait. everywhere`."""
    withdrawn_texts: set[str] = set()
    last: Sentence | None = None
    for sentence in sentences:
        match = _CORRECTS.match(sentence.plain)
        is_bare = _BARE_NO.match(sentence.plain) is not None
        if last is not None and (is_bare or (match and not _GOES_ON.match(match["rest"]))) and not last.is_question:
            withdrawn_texts.add(last.text)
        if not is_bare and (match is None or match["rest"]):
            last = sentence
    return frozenset(withdrawn_texts)
