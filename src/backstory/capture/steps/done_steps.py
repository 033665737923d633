"""Which of the steps that an answer named were done since, by what was said, committed and ticked off later."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Final

from backstory.capture.steps.step_order import puts_in_order
from backstory.capture.text.patterns import Pattern
from backstory.capture.text.prose import Sentence, read_sentences
from backstory.patterns.numbered_steps import find_kept_numbers, find_refused_numbers
from backstory.patterns.step_deeds import DONE, OPEN, is_done, list_stems, reports_deed, reports_own_deed

_ALL: Final = Pattern(
    r"^(?:(?:yes|ok(?:ay)?|sure|great|good|please|ja|gut|oui|sí|si|vale)[\s,.!]+)*(?:please |bitte )?(?:do (?:both|all"
    r"|them|it|that|these|those|the (?:rest|steps|remaining))\b|go (?:ahead|on)|continue|carry on|proceed"
    r"|all of (?:them|it)"
    r"|both|finish (?:it|that|them|the rest)|mach (?:das|beides|alles|weiter)|weiter|vas-?y|fais (?:les|tout|le)"
    r"|hazlo|haz (?:las|los|todo)|adelante|sigue)\b.{0,60}$"
)
"""How a person has the steps done that were just named."""


_REFUSES: Final = Pattern(
    r"\b(?:skip|drop|strike|scratch|cross (?:out|off)|off the (?:list|table|plan)|out of scope"
    r"|forget|ignore|omit|without|leave (?:out|off|away|alone|it|that|the)|no need|never ?mind"
    r"|instead of|myself"
    r"|(?:not|n['’]t) (?:needed|necessary|required)|(?:do not|don['’]?t|won['’]?t) (?:need|want|do|bother|add|touch)"
    r"|lass\w*|vergiss|weglassen|ohne|selber|selbst|kein\w*|nicht (?:nötig|mehr nötig)|brauch\w* (?:\w+ )*nicht"
    r"|laisse\w*|oublie\w*|abandonne\w*|sans|pas besoin|inutile|moi-même|deja\w*|olvid\w*|sin|omit\w*|salta\w*"
    r"|yo mismo|no (?:hace falta|necesit\w*|hagas|quiero|queremos))\b|^(?:no|nothing|pas de|nada de) (?!,)\w",
    wide=r"不要|不用|不需要|跳过|算了|いらない|不要です|なしで|빼|필요 ?없",
)
"""How a person takes a step out that was just named."""
_REMINDS: Final = Pattern(
    r"\b(?:(?:do not|don['’]?t|not) forget|nicht vergessen|vergiss \w+ nicht|n['’]oublie\w*|no (?:te )?olvid\w*)\b"
)
"""How a person keeps one."""
_STRIKES: Final = Pattern(
    r"\b(?:strike|scratch|cross|take|get|remove|drop|skip) (?:it|that|this|them|those|these|that one)\b(?! (?:up|on)\b)"
    r"|\b(?:that|this|it|they|those)(?:['’]s| is| are|['’]re) (?:off the (?:list|table|plan)|out of scope|out)\b"
)
"""How a person takes out what the sentence before named: `Strike them from your list.`"""
_LEAST_STEM: Final = 3


def drop_done(
    steps: Sequence[str], prompts: Iterable[str], answers: Sequence[str], subjects: Iterable[str]
) -> list[str]:
    """The steps that are open still, by the prompts, the answers and the subjects of commits after they were named."""
    prompts = list(prompts)
    sentences = [one for answer in answers for one in read_sentences(answer, person=False) if not one.is_question]
    deeds = [list_stems(one.text) for one in sentences if reports_deed(one.plain)]
    deeds += [list_stems(subject) for subject in subjects]
    asked = [one for prompt in prompts for one in read_sentences(prompt, person=True) if not one.is_question]
    deeds += [list_stems(one.text) for one in asked if reports_own_deed(one.plain)]
    open_steps = [step for step in steps if not is_done(list_stems(step), deeds)]
    open_steps = _drop_settled(steps, open_steps, prompts, sentences)
    kept = _find_kept(steps, prompts, answers)
    open_steps = [step for step in open_steps if not kept or step in kept]
    if len(open_steps) == 1 and answers and prompts and _is_ordered_and_done(prompts[0], answers[0]):
        return []
    if open_steps and answers and any(_ALL.match(" ".join(prompt.lower().split())) for prompt in prompts):
        last = [one.plain for one in read_sentences(answers[-1], person=False)]
        every = [one.plain for one in sentences]
        if any(any(map(DONE.search, told)) and not any(map(OPEN.search, told)) for told in (last, every)):
            return []
    return open_steps


def _is_ordered_and_done(prompt: str, answer: str) -> bool:
    """Whether a sentence of the prompt after a single step has it done, and the answer begins with that it is done."""
    first = next(iter(read_sentences(answer, person=False)), None)
    if first is None or not _OPENS_DONE.match(first.plain) or _IN_PART.search(first.plain):
        return False
    return any(_ALL.match(one.plain) for one in read_sentences(prompt, person=True) if not one.is_question)


_OPENS_DONE: Final = Pattern(
    r"^(?:(?:ok(?:ay)?|yes|all|both|everything|that|it|so|good|great|gut|ja)[\s,.!]+|(?:is|are|'s)\s+)*"
    r"(?:done|fixed|mended|implemented|changed|moved|added|removed|renamed|committed|finished|written|merged|updated"
    r"|erledigt|fertig|behoben|umgesetzt|geändert|fait|corrigé|terminé|hecho|listo|arreglado|corregido)\b[\s.:;,!–—-]"
)
"""How an answer begins that has done what was asked: `Fixed: the depth is read before the token goes back.`"""
_IN_PART: Final = Pattern(
    r"\b(?:not|never|but|except|partly|partially|half|only|almost|still|nicht|aber|nur|noch|teilweise|pas|mais|sauf"
    r"|sin|pero|salvo|casi)\b|n't\b"
)


def _drop_settled(
    steps: Sequence[str], open_steps: Sequence[str], prompts: Iterable[str], told: Sequence[Sentence]
) -> list[str]:
    """The open steps without those that the person took out by a word that only they have, and those that the person
    ordered by one and that an answer then speaks of without calling them open."""
    own = _list_own_words(steps)
    refused: set[str] = set()
    ordered: set[str] = set()
    before: set[str] = set()
    for sentence in (one for prompt in prompts for one in read_sentences(prompt, person=True)):
        if sentence.is_question:
            continue
        words = list_stems(sentence.text)
        named = {step for step in open_steps if own[step] & words}
        is_struck = not named and len(before) == 1 and _STRIKES.search(sentence.plain) is not None
        before, named = named, before if is_struck else named
        is_refusal = is_struck or bool(_REFUSES.search(sentence.plain) and not _REMINDS.search(sentence.plain))
        numbered = _find_numbered(steps, sentence, refuses=is_refusal)
        if numbered and (not named or named & numbered):
            refused |= numbered
        else:
            (refused if is_refusal else ordered).update(named)
    spoken = [list_stems(one.text) for one in told if not (OPEN.search(one.plain) or puts_in_order(one))]
    left = [list_stems(one.text) for one in told if OPEN.search(one.plain)]
    done = {
        step
        for step in ordered - refused
        if any(own[step] & words for words in spoken) and not any(own[step] & words for words in left)
    }
    return [step for step in open_steps if step not in refused | done]


def _find_numbered(steps: Sequence[str], sentence: Sentence, *, refuses: bool) -> set[str]:
    """The steps that a sentence of the person takes out by their numbers."""
    return {steps[number - 1] for number in find_refused_numbers(sentence.plain, len(steps), refuses=refuses)}


def _find_kept(steps: Sequence[str], prompts: Sequence[str], answers: Sequence[str]) -> set[str]:
    """The steps that the first answer keeps when it repeats the numbers of what the person left; else none."""
    first = next(iter(read_sentences(answers[0], person=False)), None) if prompts and answers else None
    if first is None:
        return set()
    prompt = " ".join(prompts[0].lower().split())
    return {steps[number - 1] for number in find_kept_numbers(prompt, first.plain, len(steps))}


def _list_own_words(steps: Sequence[str]) -> dict[str, frozenset[str]]:
    """Each step -> the words that no other one has."""
    stems = [list_stems(step) for step in steps]
    counts = Counter(chain.from_iterable(stems))
    return {
        step: frozenset(word for word in words if counts[word] == 1 and len(word) >= _LEAST_STEM)
        for step, words in zip(steps, stems, strict=True)
    }
