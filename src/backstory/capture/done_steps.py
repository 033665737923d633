"""Which of the steps that an answer named were done since, by what was said, committed and ticked off later."""

from collections.abc import Iterable, Sequence
from typing import Final

from backstory.capture.patterns import Pattern
from backstory.capture.prose import read_sentences
from backstory.patterns.step_deeds import DONE, OPEN, is_done, list_stems, tells_deed

_ALL: Final = Pattern(
    r"^(?:(?:yes|ok(?:ay)?|sure|great|good|please|ja|gut|oui|sí|si|vale)[\s,.!]+)*(?:please |bitte )?(?:do (?:both|all"
    r"|them|it|that|these|those|the (?:rest|steps|remaining))\b|go (?:ahead|on)|continue|carry on|proceed"
    r"|all of (?:them|it)"
    r"|both|finish (?:it|that|them|the rest)|mach (?:das|beides|alles|weiter)|weiter|vas-?y|fais (?:les|tout|le)"
    r"|hazlo|haz (?:las|los|todo)|adelante|sigue)\b.{0,60}$"
)
"""How a person has the steps done that were just named."""


def drop_done(
    steps: Sequence[str], prompts: Iterable[str], answers: Sequence[str], subjects: Iterable[str]
) -> list[str]:
    """The steps that are open still, by the prompts, the answers and the subjects of commits after they were named."""
    sentences = [one for answer in answers for one in read_sentences(answer, person=False) if not one.is_question]
    deeds = [list_stems(one.text) for one in sentences if tells_deed(one.plain)]
    deeds += [list_stems(subject) for subject in subjects]
    open_steps = [step for step in steps if not is_done(list_stems(step), deeds)]
    if open_steps and answers and any(_ALL.match(" ".join(prompt.lower().split())) for prompt in prompts):
        last = [one.plain for one in read_sentences(answers[-1], person=False)]
        if any(map(DONE.search, last)) and not any(map(OPEN.search, last)):
            return []
    return open_steps
