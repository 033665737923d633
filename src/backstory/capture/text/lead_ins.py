"""Sentences of a person that only present what they pasted below: `here is the tail of the log:`."""

from collections.abc import Iterator
from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import mask
from backstory.capture.text.sentence_ends import goes_on

_PRESENTS: Final = Pattern(
    r"\b(?:here(?:'s| is| are| comes?| you (?:have|go))|(?:this|that|these|those|it)(?:'s| is| are| was| were)"
    r" (?:what|how|the|an?|my|our|all)\b|below|(?:as )?follows|(?:i|i'm|i'll|let me) (?:just )?(?:paste|pasting|quote"
    r"|copy|copied|pasted|attach|attached|forward)\w*|for (?:completeness|reference|context|the record)|fyi"
    r"|(?:saw|see|got|get|gives?|gave|prints?|printed|shows?|showed|looks?|looked|returns?|returned|measured|found)"
    r" (?:me |us |like )?(?:this|that|these|the following)"
    r"|(?:results?|output|tail|excerpt|log|logs|numbers|figures|table|trace|dump|listing|message|mail|reply|answer"
    r"|thread)\b[^:.!?]{0,60}(?=[:：]$)"
    r"|hier (?:ist|sind|kommt|kommen|das|die|der)|(?:das|dies) (?:ist|sind|war|hat) \w+|anbei|unten|zur info"
    r"|folgende\w*|(?:ergebnis|ausgabe|auszug|messwerte|zahlen|antwort|nachricht)\w*\b[^:.!?]{0,60}(?=[:：]$)"
    r"|voici|voilà|ci-dessous|ci-joint|c'est ce que|pour info|(?:résultats?|sortie|extrait|chiffres|réponse)\b"
    r"[^:.!?]{0,60}(?=[:：]$)"
    r"|aquí (?:está|están|tienes|van?)|esto es lo que|a continuación|adjunto|(?:resultados?|salida|extracto|cifras"
    r"|respuesta)\b[^:.!?]{0,60}(?=[:：]$))"
)
"""How a person presents what they paste."""
_LAYS_DOWN: Final = Pattern(
    r"\b(?:must|should|shall|always|never|ought|needs? to|has to|have to|use|keep|stick to|follow|apply|adopt|replace"
    r"|make it|(?:i|we)(?:'d| would)? (?:want|like|prefer|decided|agreed|chose|will|need)|we go with|go with|let's"
    r"|please|from now on|instead|rules?|conventions?|don't|do not|is to be|are to be"
    r"|muss|müssen|soll(?:te|en|ten)?|immer|nie|niemals|ab jetzt|bitte|nimm|nutze|verwende|wir nehmen|statt\w*|regeln?"
    r"|doit|doivent|toujours|jamais|désormais|utilise\w*|il faut|on prend|règles?"
    r"|debe\w*|siempre|nunca|usa|usar|hay que|reglas?|quiero|veux|will (?!not)\w+ haben)\b"
)
"""Words with which a sentence lays down something itself, or makes that of what stands below it."""
_PASTE: Final = Pattern(r"^\s*(?:`{3,}|~{3,}|>|\|.*\||\S.*\S(?: {2,}|\t)\S)")
"""How a fenced block, a quotation or a table begins."""
_PARAGRAPH: Final = 4
"""Last lines of a paragraph in which such a sentence may begin."""
_STOP: Final = Pattern(r"[.!?…](?=\s)")


def find_lead_ins(prompt: str) -> list[str]:
    """The sentences of a prompt that end in a colon before a fenced block, a quotation or a table, and lay down
    nothing."""
    return [one for one in _list_openings(prompt) if _only_presents(mask(one).lower().replace("’", "'"))]


def is_lead_in(quote: str, lead_ins: list[str]) -> bool:
    """Whether a passage is one of these sentences, or a part of it."""
    words = " ".join(quote.split()).rstrip(" .,;:：…")
    return bool(words) and any(words in one for one in lead_ins)


def _only_presents(plain: str) -> bool:
    return bool(_PRESENTS.search(plain)) and not _LAYS_DOWN.search(plain)


def _list_openings(prompt: str) -> Iterator[str]:
    """Yields the last sentence of each paragraph that ends in a colon before something pasted."""
    lines = prompt.splitlines()
    for place, line in enumerate(lines):
        if not line.rstrip().endswith((":", "：")):
            continue
        after = next((one for one in lines[place + 1 :] if one.strip()), "")
        if not _PASTE.search(after):
            continue
        start = place
        while start and place - start < _PARAGRAPH - 1 and lines[start - 1].strip():
            start -= 1
        yield _last_sentence(" ".join(" ".join(lines[start : place + 1]).split()))


def _last_sentence(text: str) -> str:
    masked = mask(text)
    starts = [stop.end() for stop in _STOP.finditer(masked) if not goes_on(masked, 0, stop)]
    return text[starts[-1] if starts else 0 :].strip()
