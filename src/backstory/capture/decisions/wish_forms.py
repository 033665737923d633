"""Wishes of others, as a person passes them on: `she wants one per branch`, `he can live with 60`."""

from typing import Final

from backstory.capture.text.decision_cues import NOT_PEOPLE
from backstory.capture.text.deliberations import PERSON, PRONOUNS, deliberates
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence

WISHES: Final = Pattern(
    rf"(?:^|[,;:.] |\band )(?:(?:And|But|So|and|but|so)[ ,]+)*{PERSON}(?:,? (?:too|as well),?)?(?: (?:also|only"
    r"|still|even))* "
    r"(?:(?:wants?|would (?:like|prefer)|prefers?|demands?|requires?|asks for|proposes?|suggests?|insists?(?: on"
    r"| that)?)"
    r" (?!to (?:read|look|see|report|check|know|hear|test|measure|replay|review|think|talk|speak|ask|decide|find|try"
    r"|compare|understand|watch|have|leave|go|come|take)\b)\w|says? (?:that )?[^.;]*\bcan live with\b|can live with\b)"
)


def wishes(sentence: Sentence) -> bool:
    """Whether a sentence passes on the wish of somebody else."""
    wish = WISHES.search(sentence.text)
    if wish is None or deliberates(sentence):
        return False
    return wish["who"].lower() in PRONOUNS or wish["who"] not in NOT_PEOPLE
