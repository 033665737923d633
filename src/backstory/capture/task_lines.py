"""The task that a prompt gives, as one line."""

from typing import Final

from backstory.capture.patterns import Pattern
from backstory.capture.prose import Sentence, read_sentences
from backstory.model.text import one_line

_MAX_LINE: Final = 120
_MIN_WORDS: Final = 2
_GREETS: Final = Pattern(
    r"^(?:/\w|(?:hi|hello|hey|hallo|hola|bonjour|ciao|buongiorno|moin|servus|olá|привет|thanks|thank you|danke"
    r"|ok(?:ay)?|yes|no|go on|continue|weiter|good (?:morning|afternoon|evening|day)|guten (?:morgen|tag|abend)"
    r"|buenos días|bom dia)\b[^.!?]{0,25}[.!?…]*$|你好|こんにちは)"
)


def find_task(prompt: str) -> str:
    """The first words of a prompt that say what to do, without greetings; empty for a prompt that says nothing."""
    sentences = [one for one in read_sentences(prompt, person=True) if _says_something(one)]
    line = ""
    for sentence in sentences:
        longer = f"{line} {sentence.text}".strip()
        if line and len(longer) > _MAX_LINE:
            break
        line = longer
    return one_line(line, _MAX_LINE)


def _says_something(sentence: Sentence) -> bool:
    plain = sentence.plain
    if _GREETS.match(plain):
        return False
    return len(plain.split()) >= _MIN_WORDS or sum(char > "\u2e80" for char in plain) > _MIN_WORDS
