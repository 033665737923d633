"""States that pass: faults that the work goes on to mend, and how far it has come.

`The form sends no date` and `task 12 is not started` hold while they are uttered. The next edits make them false, and
nothing says so. What is wrong or left at the end of the last session is told where the work stands.
"""

import re
from collections.abc import Iterator
from typing import Final

from backstory.model.session import Session
from backstory.patterns.pattern import Pattern
from backstory.patterns.verdicts import judged
from backstory.recall.quotes.utterances import ANSWER, SUB_AGENT, Utterance
from backstory.recall.text.likeness import word_stems

_FAULT: Final = Pattern(
    r"[^:]{2,40}: (?:still )?(?:fail(?:s|ed|ing)|broken|not working|missing|crash\w*|time[sd]? ?out)\b|"
    r"^\W*(?:(?:root |real |actual |main |likely )*(?:cause|problem|issue|error|bug|symptom)|impact|memory leak"
    r"|(?:grund|ursache|problem|fehler|problème|cause|erreur|problema|causa|error|erro))\b[^:.]{0,40}: "
    r"|\b(?:the|this|that|our|my|your|another|one|first|second|only)(?: \w+)? (?:issue|problem|error|bug|cause|culprit"
    r"|fault)s?\b[^.;]{0,60}?\b(?:is|are|seems?|appears?|lies|comes)\b"
    r"|\b(?:is|are|keeps?|still) (?:(?:still|currently|now|also|just|being|getting) )*(?:failing|broken|not working"
    r"|hanging|crashing|missing|stuck|blocked|throwing|returning (?:an? )?(?:error|null|undefined|[45]\d\d))\b"
    r"|(?:n['’]t| not) (?:(?:being|actually|properly|correctly|currently|even) )+\w+"
    r"|\b(?:isn['’]t|aren['’]t|is not|are not) (?:set|called|work\w*|defined|exported|imported|installed|applied|found"
    r"|handled|initiali[sz]ed|running|connected|configured|passed|loaded)\b"
    r"|\b(?:isn['’]t|aren['’]t|is not|are not) (?:\w+ly )?\w+ing\b|\b(?:is|are) causing\b"
    r"|\bthere(?:['’]s| is| are) (?:an?|another|some|several|\d+) (?:\w+ ){0,3}(?:errors?|issues?|problems?|bugs?"
    r"|failures?|warnings?)\b"
    r"|\bnever (?:\w+ )?(?:called|completes|updated|set|reached|awaited|closed|released|calls)\b"
    r"|\b(?:tests?|builds?|pages?|requests?|commands?|it|this|which) (?:fails?|hangs?|crash(?:es)?|times? out)\b"
    r"|\b(?:das problem|der fehler|die ursache) (?:ist|liegt|sind)\b|\bist (?:immer noch )?(?:kaputt|defekt)\b"
    r"|\b(?:le problème|la cause|l['’]erreur) (?:est|vient)\b"
    r"|\b(?:el problema|el error|la causa)\b[^.;]{0,30}? (?:es|está|son)\b|\b[oa] (?:problema|erro|causa) (?:é|está)\b",
    re.IGNORECASE,
    wide=r"(?:问题|問題|原因|错误)(?:是|在于|出在|は)|[❌✗✘]|(?:문제|원인|오류)(?:는|은|가) ",
)
"""How an agent says that something is wrong at the moment."""
_SAME: Final = 0.8
"""Share of the words of two texts from which they are the same step."""
_STATE: Final = Pattern(
    r"\b(?:is|are|was|were|been|remains?|stays?|still|now|currently|all|it['’]s|they['’]re)"
    r" (?:(?:now|still|currently|also|all|already|officially|fully|mostly|partly|partially|almost|nearly|not|not yet"
    r"|only|just) )*"
    r"(?:started|complete|completed?|finished|pending|in[- ](?:progress|review)|incomplete|ready (?:for|to) \w+|to ?do"
    r"|marked (?:as|done|complete\w*)|checked(?: off)?|unchecked|ticked(?: off)?|(?:\d+|\w+ty) ?(?:%|percent) \w+"
    r"|up and running|operational|fully functional)\b(?![^.;]*\b(?:when|if|once|unless|until)\b)"
    r"|\b(?:not|never|n['’]t) been (?:started|implemented|done|finished|completed)\b"
    r"|^\W*(?:current |overall |implementation |task |project |build |test )?(?:status|progress|state): "
    r"|\b\d+ (?:of|out of|/) ?\d+ (?:\w+ )?(?:tests?|tasks?|steps?|checks?|items?|suites?)\b"
    r"|\b\d+ (?:\w+ )?(?:tests?|suites?|checks?|errors?|failures?|warnings?)"
    r" (?:\w+ )?(?:pass|fail|remain|are|left)\w*\b"
    r"|\b\d+ (?:failing|failed|passing|passed|red|green|remaining) (?:\w+ )?(?:tests?|suites?|checks?|errors?)\b"
    r"|\bthere (?:are|were|is) still \b|\b(?:ist|sind) (?:noch )?(?:nicht )?(?:fertig|erledigt|offen|begonnen)\b"
    r"|\b(?:est|sont) (?:maintenant |déjà )?(?:terminée?s?|prête?s?|en cours)\b"
    r"|\b(?:está|están) (?:ya |ahora )?(?:list[oa]s?|complet[oa]s?|terminad[oa]s?|pendientes?|en curso)\b",
    re.IGNORECASE,
    wide=r"(?:已|未|尚未|全部)(?:完成|开始|開始|就绪)|进行中|進行中"
    r"|(?:完了|未着手|対応中)(?:です|しています)|진행 ?중|완료되",
)
"""How an agent says how far the work has come."""


_LISTS_STEPS: Final = Pattern(
    r"^\W*(?:(?:what(?:['’]s| is) )?(?:next|left|remaining|still (?:open|to do)|open|to ?do)(?: (?:steps?"
    r"|points?|items?"
    r"|things?|up|tasks?))?|als nächstes|(?:noch )?offen|nächste schritte|(?:il )?reste|ensuite|prochaines étapes"
    r"|siguientes? pasos?|queda|pendientes?)(?: \w+){0,3}:\s",
    re.IGNORECASE,
)
"""How an answer begins to list what comes next. `now` tells what of it is open after the sessions since."""


@judged
def lists_steps(sentence: str) -> bool:
    """Whether a sentence of an answer lists what comes next."""
    return _LISTS_STEPS.match(sentence) is not None


def is_over(utterance: Utterance, text: str) -> bool:
    """Whether a sentence of an agent told of a fault, of the progress or of a next step, and the work went on."""
    if utterance.label not in (ANSWER, SUB_AGENT):
        return False
    session = utterance.session
    if (utterance.number and lists_steps(text)) or _was_next(session, utterance.line, text):
        return True
    if names_fault(text) and goes_on(session, utterance.line, utterance.made, ends_turn=not utterance.is_remark):
        return True
    if not tells_progress(text):
        return False
    last = session.answers[-1] if session.answers else None
    return utterance.is_remark or last is None or (last.line, last.made) > (utterance.line, utterance.made)


def _was_next(session: Session, line: int, text: str) -> bool:
    """Whether an answer listed a text as a next step that was done or struck since."""
    stems: frozenset[str] | None = None
    for answer in session.answers:
        for step in answer.next if answer.line == line else ():
            stems = word_stems(text) if stems is None else stems
            named = word_stems(step)
            shared = _SAME * max(len(named), len(stems))
            if named and len(named & stems) >= shared and step not in session.next:
                return True
    return False


def goes_on(session: Session, line: int, made: str, *, ends_turn: bool) -> bool:
    """Whether the work of a session went on after a statement. `ends_turn`: whether an answer makes it, behind all that
    was edited in its turn; many transcripts have one line for a turn."""
    place = (line, made)
    prompts = [(one.line, one.made) for one in session.prompts]
    if ends_turn:
        since = min((prompt for prompt in prompts if prompt > place), default=None)
    else:
        since = max((prompt for prompt in prompts if prompt <= place), default=place)
    return since is not None and any(work >= since for work in _list_work(session))


def _list_work(session: Session) -> Iterator[tuple[int, str]]:
    """Yields the places of what was edited in a session, or of its test runs if the transcript keeps no edits."""
    yield from ((one.line, one.made) for one in session.prompts if one.edited)
    yield from (
        (one.line, one.made) for one in session.commands if one.edited or (one.kind == "test" and not session.edited)
    )


@judged
def names_fault(sentence: str) -> bool:
    """Whether a sentence says that something is wrong at the moment, or why."""
    return _FAULT.search(sentence) is not None


@judged
def tells_progress(sentence: str) -> bool:
    """Whether a sentence says how far some work has come, or how many tests pass."""
    return _STATE.search(sentence) is not None
