"""What an agent says of a test run whose output does not tell: that tests fail, or that results differ."""

from typing import Final

from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import read_sentences
from backstory.model.session import CommandRun

_WHAT: Final = (
    r"(?:tests?|cases?|specs?|examples?|checks?|baselines?|snapshots?|fixtures?|samples?|suite|outputs?|results?|runs?"
    r"|tests?fälle|ausgaben?|essais?|pruebas?)"
)
_BAD: Final = (
    r"(?:fails?|failed|failing|differs?|(?:does|do)(?:n't| not) match|mismatch(?:es|ed)?"
    r"|(?:is|are|stays?|turned|went|now) (?:still |now |both |all )?(?:red|broken|different)"
    r"|schl(?:ägt|agen) fehl|(?:ist|sind) (?:noch |jetzt )?rot"
    r"|weich(?:t|en) ab|échou\w+|diffèr\w+|fallan?|difieren?)"
)
_RED: Final = Pattern(
    rf"\b{_WHAT}\b[^.;:?]{{0,50}}?\b{_BAD}\b"
    r"|^(?:but |however,? |so )?(?:an?|one|two|three|\d+|some|several|the) (?:\w+ )?(?:baselines?|snapshots?|outputs?)"
    r" changed\b"
    rf"|\b(?:\d+|one|two|three|four|five|some|several) (?:of (?:the |them )?(?:\d+ )?)?(?:{_WHAT} )?{_BAD}\b"
    r"|^(?:still )?red\b(?=[:,. ])|^it(?:'s| is) (?:still |now )?red\b"
)
_NOT: Final = Pattern(
    r"\b(?:no|none|not|never|nothing|without|zero|0|any ?more|if|would|should|could|might|may|will|before|earlier"
    r"|previously|used to|until|unless|fixed|kein\w*|nicht|wenn|würde|aucun\w*|si|ningun\w*|sin)\b|n't\b(?! match)"
    r"|^(?:i'll|i will|let me)\b"
)
"""A result that is denied, feared or past."""


def find_red(answer: str) -> str:
    """The sentence of an answer that says that tests fail; empty without one."""
    for sentence in read_sentences(answer, person=False):
        if not sentence.is_question and _RED.search(sentence.plain) and not _NOT.search(sentence.plain):
            return sentence.text
    return ""


def leaves_open(run: CommandRun) -> bool:
    """Whether a command ran tests and printed nothing that tells how they ended."""
    return run.kind == "test" and not (run.call or run.failed or run.red or run.summary or run.edited)
