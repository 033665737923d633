"""From whom a person has taken over the work: `taking this over from Jonas`, `Priya started this before her leave`."""

import re
from typing import Final

from backstory.capture.text.candidate import Candidate
from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.model.text import one_line

HANDOVER: Final = "handover"
"""Tag of the records that say who had the work before."""
_SENTENCES: Final = 4
"""Sentences at the beginning of a prompt that may say so."""
_MAX_TEXT: Final = 220
_NOBODY: Final = (
    "This|That|It|The|We|I|You|He|She|They|There|What|Who|When|Then|So|But|And|Someone|Somebody|Nobody|Everyone|Hey|Hi"
    "|Also|Das|Es|Der|Die|Wir|Er|Sie|Hier|Dann|Aber|Und|Ce|Cela|Il|Elle|Nous|Ils|Esto|Eso|El|Ella"
)
_NAME: Final = (
    rf"(?P<who>(?!(?:{_NOBODY})\b)[A-ZÄÖÜÉÁÍÓÚÇ][a-zà-ÿ]{{1,20}}(?: [A-Z][a-zà-ÿ]{{2,20}})?)(?![\w./(:-]\w|[(_\w])"
)
_THING: Final = (
    r"(?:this|it|that|these|(?:the|this|that|my|our) (?:[\w-]+ ){0,2}?[\w-]+|work|everything|where|up|over|on|here)"
)
_MINE: Final = (
    r"(?:i (?:continue|go on|carry on|took|take|am taking|'ll|will)|mine now|i'm (?:taking|continuing|on it)|handed"
    r"|passed"
    r"|before (?:he|she|they|his|her|their)\b|until\b|left the|who (?:left|moved|is (?:on|away|off))|(?:has|have) left"
    r"|moved to|on (?:\w+ )?leave|is (?:away|off|gone|out)|ich (?:mache|übernehme|führe)|jetzt (?:ich|bei mir))"
)
_FORMS: Final = (
    # taking this over from Jonas; I have taken over the exporter from Mira
    (
        rf"(?:^|[,;:.] |\b(?i:i|we)(?:'m|'re|'ve| am| are| have| had)? (?:now |just )?)(?i:taking|took|taken|take)\b"
        rf"(?=[^.;]{{0,60}}\b(?i:over)\b)(?i: {_THING}){{0,4}} (?i:from) {_NAME}"
    ),
    rf"\b(?i:inherit(?:ed|ing)?)\b[^.;]{{0,50}}? (?i:from) {_NAME}",
    rf"\b(?i:pick(?:ed|ing)?) up\b[^.;]{{0,30}}? (?i:where|from) {_NAME}",
    rf"\b(?i:handed|passed|given) (?i:on |over )?(?i:to (?:me|us)|down)\b[^.;]{{0,20}}? (?i:by|from) {_NAME}",
    (
        rf"(?:^|[,;:.!] (?:so |and )?|\b(?i:so|and|but),? ){_NAME} (?i:handed|passed|gave|left) (?i:(?:me|us)\b"
        rf"|{_THING}"
        rf"(?: on| over)* (?:to|with) (?:me|us)\b)"
    ),
    (
        rf"(?:^|[,;:.!] |\b(?i:so|and|but|hey),? ){_NAME} (?i:(?:had |has )?(?:start(?:ed)?|beg[au]n|was working"
        rf"|worked|did"
        rf"|wrote|built))\b(?=[^.]{{0,90}}\b(?i:{_MINE})\b)"
    ),
    (
        rf"(?:^|[,;:.] )(?i:(?:this|it|that|the [\w-]+)(?: \w+)?) (?i:was|is|used to be) (?:(?i:originally|from"
        rf"|by) )?{_NAME}"
        rf"(?:'s\b|(?=, who (?:left|moved|is)))"
    ),
    rf"(?i:originally) {_NAME}'s\b",
    # übernehme das von Katrin; wo Stefan aufgehört hat; das hat Oliver angefangen, ich mache weiter
    rf"\b(?i:übern(?:ehme[n]?|ommen|immt|ahm))\b[^.;]{{0,40}}? (?i:von) {_NAME}",
    rf"\b(?i:von) {_NAME} (?i:übernommen|geerbt)\b",
    rf"\b(?i:wo) {_NAME} (?i:aufgehört|stehen ?geblieben)\b",
    (
        rf"(?:\b(?i:hat) )?{_NAME} (?:(?i:hat|hatte) )?[^.;]{{0,30}}?\b(?i:angefangen"
        rf"|begonnen)\b(?=[^.]{{0,60}}\b(?i:{_MINE})\b)"
    ),
    rf"{_NAME} (?i:hat (?:mir|uns))\b[^.;]{{0,30}}?\b(?i:übergeben|überlassen|gegeben|hinterlassen)\b",
    # je reprends le travail de Camille; heredé esto de Marcos
    rf"\b(?i:je (?:reprends|récupère|continue)|j'ai (?:repris|récupéré|hérité))\b[^.;]{{0,40}}? (?:de |d'){_NAME}",
    rf"{_NAME} (?i:m'a|nous a) (?i:passé|laissé|confié|transmis)\b",
    rf"\b(?i:retomo|heredé|continúo|retomamos|recibí|tomo)\b[^.;]{{0,40}}? (?i:de) {_NAME}",
    rf"{_NAME} (?i:me|nos) (?i:pasó|dejó|entregó)\b",
)
_WORDS: Final = (
    ("over",), ("inherit",), ("pick",), ("handed", "passed", "given"), ("handed", "passed", "gave", "left"),
    ("start", "beg", "work", "did ", "wrote", "built"), ("was ", "is ", "used to be"), ("originally",),
    ("übern",), ("von ",), ("wo ",), ("angefangen", "begonnen"), ("hat mir", "hat uns"),
    ("reprends", "récup", "repris", "hérit", "continue"), ("m'a", "nous a"),
    ("retom", "hered", "contin", "recib", "tomo"), ("me ", "nos "),
)  # fmt: skip
"""For each form, words of which a sentence that has it has one, in lower case."""
_TAKES_OVER: Final = tuple((Pattern(form), words) for form, words in zip(_FORMS, _WORDS, strict=True))
_WHO_IS: Final = Pattern(r"^(?:he|she|they|who|er|sie|il|elle|está|ella|él)\b")
"""How a sentence goes on about somebody."""


def find_handover(prompt: str) -> Candidate | None:
    """What a prompt says about who had the work before; None for a prompt that does not."""
    sentences = read_sentences(prompt, person=True)[:_SENTENCES]
    for place, sentence in enumerate(sentences):
        if not sentence.is_question and (name := _find_name(sentence)):
            return _make(sentences, place, name)
    return None


def _find_name(sentence: Sentence) -> str:
    for pattern, words in _TAKES_OVER:
        match = pattern.search(sentence.text) if any(word in sentence.plain for word in words) else None
        name = match["who"] if match else ""
        if name and name not in NOT_PEOPLE:
            return name
    return ""


def _make(sentences: list[Sentence], place: int, name: str) -> Candidate:
    sentence = sentences[place]
    text = sentence.text
    if len(text) > _MAX_TEXT:
        clauses = re.split(r"(?<=[;,:]) ", text)
        kept = ""
        for clause in clauses:
            if name in kept and len(kept) + len(clause) > _MAX_TEXT:
                break
            kept = f"{kept} {clause}".strip()
        text = kept
    following = sentences[place + 1 : place + 2]
    more = [one.text for one in following if one.paragraph == sentence.paragraph and _WHO_IS.match(one.plain)]
    return Candidate(
        kind="fact",
        text=one_line(text, 2 * _MAX_TEXT).rstrip(" .;,:"),
        why=" ".join(more),
        tags=(HANDOVER,),
        quote=sentence.text,
        role="user",
        confidence=0.85,
    )
