"""Why a test is red, in the words of the agent that saw it fail: what follows on `is red:`, or stands beside it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from backstory.model.session import CommandRun, Prompt, Session
from backstory.patterns.pattern import Pattern
from backstory.recall.past.named_red import add_named_red
from backstory.recall.past.red_tests import list_red, list_test_runs
from backstory.recall.past.sessions import PastWork
from backstory.recall.text.clauses import shorten_to_clauses
from backstory.recall.text.content import Note
from backstory.recall.text.coverage import merge_terms
from backstory.recall.text.idle_sentences import NAME, is_idle
from backstory.recall.text.lengths import count_tokens
from backstory.recall.text.likeness import list_words
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.shorten import join_sentences
from backstory.recall.text.stance import gives_cause, is_deed, speaks_of_commits
from backstory.recall.text.substance import split_sentences

LABEL: Final = "red because"
_LONGEST: Final = 60
"""Tokens of a reason."""
_PARTS: Final = 20
"""Part of a smaller brief that it may take."""
_LEAST_BUDGET: Final = 600
"""Tokens of a brief that has room for it."""
_LEAST: Final = 3.0
"""Worth of the terms of a text from which it gives a reason; a result that was expected otherwise does in any case."""
_LEAST_OF_CODE: Final = 1.5
"""The same of a text with a name from code."""
_SAME_NAME: Final = 0.7
"""Share of the words of a test's name from which a sentence names the test."""
_NAME_WORDS: Final = 3
"""Words from which the name of a test is recognised by its words."""
_RED: Final = Pattern(
    r"\b(?:red|fails?|failing|failed|broken|rot|rote[nr]?|schlägt [^.:;]{0,40}fehl|rouges?|échoue\w*|rojos?"
    r"|falla\w*)\b"
    r"|✗|❌",
    re.IGNORECASE,
)
_LATER: Final = Pattern(
    r"\b(?:(?:un)?til|goes|gets?|turns?|makes?|becomes?|left|leave|stays?|remains?|bis|wird|bleibt|jusqu|reste)\b",
    re.IGNORECASE,
)
"""Words by which a sentence only says what becomes of a red test."""
_RESULT: Final = Pattern(
    r"\b(?:instead of|expected|expects|rather than|in place of|got|statt|erwartet|au lieu|en vez de|en lugar|missing"
    r"|(?:not|n['’]t) (?:there|implemented|written|supported) yet)\b|≠|!=",
    re.IGNORECASE,
)
_LEADS: Final = Pattern(
    r"^(?:[\s,;:.!)—–-]|(?:because(?: of)?|weil|parce qu(?:e\b|['’])|porque|as (?:it should(?: be)?|expected"
    r"|intended|wanted|planned))\b|(?:right(?:ly)?|on purpose"
    r"|wie (?:gewünscht|erwartet)|comme prévu|como se esperaba)\b|(?:and|but|und|et|y)\s)+",
    re.IGNORECASE,
)
"""What stands between the word for red and its reason."""
_STEPS: Final = Pattern(
    r"^(?:next|left|open|to ?do|remaining|outstanding|what(?:['’]s| is| remains)|still|offen|reste|queda)\b",
    re.IGNORECASE,
)
"""How a list of steps begins."""


_OTHER_TEST: Final = Pattern(r"\btest_\w+(?![\w.]*\.\w)|\bTest[A-Z]\w+|\btest[A-Z]\w+")
_FIXED: Final = Pattern(
    r"\b(?:(?:i|we)(?:['’]ve| have)? (?:now |already |also )?(?:fixed|mended|repaired)|(?:that|it|this|which)"
    r"(?:['’]s| is| was| has been| are) (?:now |already )?(?:fixed|mended|repaired|green|solved)"
    r"|(?:ist|sind|wurde|habe) (?:[^\s,;]+ ){0,4}(?:behoben|repariert)|(?:est|ai|a été) (?:\w+ )?(?:corrigé|réparé)\w*"
    r"|(?:está|he|ha sido) (?:ya )?(?:arreglad|corregid)\w*)\b",
    re.IGNORECASE,
)
"""How an agent tells what it has mended."""
_PLAN: Final = Pattern(
    r"^(?:(?:so|now|then|next|first|and|ok(?:ay)?)[\s,]+)*(?:(?:i|we)(?:['’]ll| will|['’]m going to| am going to"
    r"| want to| plan to| would)|let me|let['’]s|ich (?:werde|will|würde)|je (?:vais|veux)|on va|voy a|vamos a)\b",
    re.IGNORECASE,
)
"""How an agent begins to say what it is going to do."""
_UNSEEN: Final = Pattern(
    r"\b(?:(?:not|n['’]t|never) (?:yet )?(?:looked|checked|investigated|examined|looking|dug)|no idea"
    r"|(?:not|n['’]t) (?:yet )?(?:know|understand|see) (?:yet )?why|not clear why|unclear"
    r"|noch nicht (?:angesehen|untersucht)"
    r"|weiß (?:ich )?(?:noch )?nicht|pas encore (?:regardé|cherché)|no (?:lo )?he (?:mirado|visto))\b",
    re.IGNORECASE,
)
"""How an agent says that it does not know."""
_REFUTES: Final = Pattern(
    r"\b(?:(?:that|this|it|which)(?:['’]s| is| was|['’]s| has) (?:not|n['’]t|never) (?:it\b"
    r"|the (?:\w+ )?(?:reason|cause|problem"
    r"|issue|bug)|why|so\b|true|right)|(?:that|this|it) (?:isn|wasn)['’]t (?:it\b|the (?:\w+ )?(?:reason|cause"
    r"|problem|issue"
    r"|bug)|why|so\b|true|right)|not the (?:\w+ )?(?:reason|cause)|(?:has|had) nothing to do with|(?:that|this|it)"
    r"(?:['’]s| is| was) wrong|(?:i|you) (?:was|were|am|are) (?:wrong|mistaken)|i (?:looked|checked) again"
    r"|ruled (?:that |it )?out"
    r"|on a closer look|correction:|(?:nicht|kein\w*) (?:der grund|die ursache)|(?:das|es) (?:ist"
    r"|war) (?:es )?(?:nicht|falsch)"
    r"|lag falsch|geirrt|stimmt nicht|pas la (?:cause|raison)|ce n['’]est pas (?:ça|la)|je me suis trompé\w*"
    r"|no es (?:eso|la (?:causa|razón))|me equivoqué)\b",
    re.IGNORECASE,
)
"""How somebody says that a reason is none."""
_UNCOMMITTED: Final = Pattern(
    r"\b(?:un|not (?:yet )?)commit\w*|\bn[io][ct]h?t? commit\w*|\bpas (?:encore )?commit\w*|\bsin commit\w*",
    re.IGNORECASE,
)
_BRACKETS: Final = Pattern(r"\s*\(([^()]+)\)")


def explain_red(moment: BriefRequest, past: PastWork) -> list[Note]:
    """A note on why the tests are red that failed last, if the agent said so after the run; else none."""
    run = next(iter(list_test_runs(past)), None)
    session = next((one for own, one in past.runs if own is run), None)
    if moment.budget < _LEAST_BUDGET or run is None or session is None or not run.failed:
        return []
    run = add_named_red(run, past)
    if not (run.red or list_red(past)):
        return []
    room = min(_LONGEST, max(1, moment.budget // _PARTS))
    reason = _find_reason(run, session, room)
    return [Note(label=LABEL, text=reason, session=session.id)] if reason else []


def _find_reason(run: CommandRun, session: Session, room: int) -> str:
    replies = [one for one in session.replies if one.line > run.line or (not one.line and one.made > run.made)]
    names = [_shorten_name(name) for name in run.red]
    prompts = [one for one in session.prompts if (one.line, one.made) > (run.line, run.made)]
    talk = sorted([*replies, *prompts], key=lambda one: (one.line, one.made))
    texts = [(split_sentences(one.text), isinstance(one, Prompt)) for one in talk]
    start = max(
        (place for place, (text, _) in enumerate(texts) if place and any(map(_REFUTES.search, text))), default=0
    )
    own = [_leave_out_others(text, run.red) for text, is_prompt in texts[start:] if not is_prompt]
    for sentences in own:
        for place, sentence in enumerate(sentences):
            if _tells_red(sentence, names):
                reason = _read_reason(sentences, place, names, room)
                if reason:
                    return reason
    if start:
        return _read_correction(texts[start][0], room) if texts[start][1] else ""
    return _read_first(own[0], names, room) if own else ""


def _leave_out_others(sentences: Sequence[str], red: Sequence[str]) -> list[str]:
    """The sentences without those about another test, what was mended, what is going to be done or what is no reason.
    How a list begins stays."""
    return [
        text
        for text in sentences
        if text.endswith((":", "：", "?", "？"))
        or _STEPS.match(text)
        or not (
            _names_other(text, red)
            or _FIXED.search(text)
            or (_PLAN.match(text) and not _RED.search(text))
            or _REFUTES.search(text)
        )
    ]


def _names_other(sentence: str, red: Sequence[str]) -> bool:
    """Whether a sentence names tests, and none of the red ones."""
    tests = _OTHER_TEST.findall(sentence)
    return bool(red and tests) and not any(test in name for test in tests for name in red)


def _read_correction(sentences: Sequence[str], room: int) -> str:
    """What a person says in the place of a reason that they refute, in the same sentence or the next one."""
    place = next(place for place, text in enumerate(sentences) if _REFUTES.search(text))
    refuted = _REFUTES.search(sentences[place])
    rest = _LEADS.sub("", sentences[place][refuted.end() :]) if refuted else ""
    texts = [rest] if rest else [text for text in sentences[place + 1 : place + 2] if not text.endswith(("?", "？"))]
    return _fit(texts, room) if texts and _gives_reason(*texts) else ""


def _tells_red(sentence: str, names: Sequence[str]) -> bool:
    """Whether a sentence says that a test is red, and not only what becomes of it."""
    return _find_end(sentence, names) > 0 and not _LATER.search(sentence.partition(":")[0])


def _find_end(sentence: str, names: Sequence[str]) -> int:
    """Where the words end by which a sentence names a red test, or says that one is red; 0 if it does neither."""
    words = _RED.search(sentence)
    end = words.end() if words else 0
    for name in names:
        if name in sentence:
            return max(
                end, sentence.index(name) + len(name) + (sentence[sentence.index(name) + len(name) :][:1] == "`")
            )
    own = set(list_words(sentence.casefold().replace("_", " ")))
    is_named = any(_is_named(name, own) for name in names)
    return end if words else len(sentence) if is_named else 0


def _is_named(name: str, words: set[str]) -> bool:
    parts = set(list_words(_split_name(name)))
    return len(parts) >= _NAME_WORDS and len(parts & words) >= _SAME_NAME * len(parts)


_HUMP: Final = Pattern(r"(?<=[a-z])(?=[A-Z])")


def _split_name(name: str) -> str:
    return _HUMP.sub(" ", name).replace("_", " ").casefold()


def _read_reason(sentences: Sequence[str], place: int, names: Sequence[str], room: int) -> str:
    """The rest of a sentence that says that a test is red, with what goes on with it; else what stands beside it."""
    sentence = sentences[place]
    rest = _read_rest(sentence, names)
    after = [text for text in _take_telling(sentences[place + 1 :]) if not _tells_red(text, names)]
    if _gives_reason(rest):
        texts = [rest, *(text for text in after[:1] if NAME.search(text) or gives_cause(text))]
        return _fit(texts, room)
    for beside in (after[:2], list(_take_telling(reversed(sentences[:place])))[:2][::-1]):
        if _gives_reason(*beside) and any(NAME.search(text) or gives_cause(text) for text in beside):
            return _fit(beside, room)
    return ""


def _read_first(sentences: Sequence[str], names: Sequence[str], room: int) -> str:
    """What the first answer after the run says, if that is the result of a test or its cause."""
    telling = [text for text in _take_telling(sentences) if not _find_end(text, names)][:2]
    explains = len(telling) == 1 or any(gives_cause(text) or _RESULT.search(text) for text in telling)
    return _fit(telling, room) if explains and _gives_reason(*telling) else ""


def _take_telling(sentences: Iterable[str]) -> Iterator[str]:
    """Yields the sentences up to a list of steps that say how something is."""
    for sentence in sentences:
        if sentence.endswith((":", "：", "?", "？")) or _STEPS.match(sentence):
            return
        if not (is_idle(sentence) or _is_of_commits(sentence) or is_deed(sentence)):
            yield sentence


def _read_rest(sentence: str, names: Sequence[str]) -> str:
    """What a sentence says after it said that a test is red."""
    rest = sentence[_find_end(sentence, names) :]
    rest = _LEADS.sub("", rest)
    if match := _BRACKETS.match(rest):
        return match[1]
    span, mark, tail = rest.removeprefix("`").partition("`")
    words = set(list_words(_split_name(span)))
    if mark and rest[0] == "`" and any(words <= set(list_words(_split_name(name))) for name in names):
        rest = _LEADS.sub("", tail)
    head, mark, tail = rest.rpartition(";")
    return head if mark and _is_of_commits(tail) else rest


def _is_of_commits(text: str) -> bool:
    return speaks_of_commits(text) or bool(_UNCOMMITTED.search(text))


def _gives_reason(*texts: str) -> bool:
    """Whether texts say enough to be a reason."""
    if any(map(_UNSEEN.search, texts)):
        return False
    worth = sum(merge_terms(texts).values())
    least = _LEAST_OF_CODE if any(map(NAME.search, texts)) else _LEAST
    return worth >= least or (worth > 0 and any(map(_RESULT.search, texts)))


def _fit(texts: Sequence[str], room: int) -> str:
    """The texts that have room, the first one in any case."""
    chosen = [shorten_to_clauses(texts[0], room)]
    for text in texts[1:]:
        if sum(map(count_tokens, [*chosen, text])) > room:
            break
        chosen.append(text)
    return join_sentences(chosen)


def _shorten_name(name: str) -> str:
    """The name of a test without its file, its class and its parameters."""
    last = name.rpartition("::")[2].rpartition(" > ")[2].rpartition("#")[2].partition("[")[0]
    return last or name
