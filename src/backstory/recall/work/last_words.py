"""Where the last session stopped: the words of its last answer, and what was asked last."""

import re
from collections.abc import Collection, Sequence
from typing import Final

from backstory.base.answer_kinds import find_asked_kinds
from backstory.model.session import Prompt, Session
from backstory.model.similarity import word_set
from backstory.model.text import one_line
from backstory.patterns.narration import split_narration
from backstory.patterns.pattern import Pattern
from backstory.recall.past.asides import declines, drop_asides
from backstory.recall.past.bare_prompts import is_bare
from backstory.recall.past.endings import breaks_off, is_farewell, last_telling, list_steps, reports_failure
from backstory.recall.past.open_questions import keep_question, list_question
from backstory.recall.past.planned_steps import list_planned, read_plan
from backstory.recall.past.sessions import TELLING, PastWork, is_covered
from backstory.recall.quotes.quote_value import measure_answer
from backstory.recall.text.boilerplate import find_routine, sentence_shape
from backstory.recall.text.content import Note
from backstory.recall.text.coverage import read_terms
from backstory.recall.text.likeness import repeats_any, word_stems
from backstory.recall.text.moment import BriefRequest
from backstory.recall.text.relative_dates import describe_time
from backstory.recall.text.stance import asks, gives_cause, is_deed, is_request, speaks_of_commits
from backstory.recall.text.substance import FILLER, choose_substance, split_sentences, weigh_sentence

_LONG_ANSWER: Final = 8
"""Sentences from which an answer has some that pad it."""
_LEAST_VALUE: Final = 0.03
"""How likely one of them has to be worth its tokens."""
_SAYS_LITTLE: Final = 0.5
"""Weight of a sentence below which it says nothing about where the work stands."""
_ASKING: Final = 1.4
"""How much more room the last answer has for a question to the person and its choices."""
_BARE: Final = 80
"""Characters of a prompt that is told though it says little, because the work on it broke off: `do it`."""
_DEFERS: Final = Pattern(
    r"^\W*(?:hm+|maybe|perhaps|not (?:yet|now|sure)|later|let me|i'll think|vielleicht|später|mal sehen|noch nicht"
    r"|peut-être|plus tard|pas encore|quizás?|tal vez|más tarde|todavía no)\b"
    r"|\b(?:sleep on (?:it|that)|think about (?:it|that)|not decided|undecided|ask me (?:again |next |later|tomorrow)"
    r"|drüber schlafen|überleg\w*|frag mich (?:nächste|morgen|später)|y réfléchi\w*|pensarlo|pensármelo)\b",
    re.IGNORECASE,
)
"""How a person puts off what was proposed."""
_STEP_WORDS: Final = frozenset(
    ("next", "then", "step", "steps", "remaining", "todo", "left", "order", "when", "carry", "after", "that", "what")
)
"""Words with which steps are introduced and joined."""
_COLONS: Final = (":", "：")
_MAX_OPENING: Final = 80
"""Characters of a line that introduces a list and stands before its items."""
_FEW_WORDS: Final = 5
"""Words up to which a sentence costs too little to be left out."""
_RESULT_WORDS: Final = frozenset(
    (
        "the", "and", "is", "are", "it", "as", "for", "test", "tests", "pass", "fail", "fails", "expected", "still",
        "other", "red", "green", "written", "exists", "not", "isn", "isn't", "yet", "nothing", "committed",
        "uncommitted",
    )
)  # fmt: skip
"""Words with which the result of a test run is told."""

_Stems = Sequence[frozenset[str]]
"""The stems of each text that is told anyway."""


def stop_notes(
    moment: BriefRequest, past: PastWork, statements: Sequence[str] = (), tests: Sequence[Note] = ()
) -> list[Note]:
    """Where the last session stopped: what was asked last, and what the agent answered.

    `statements`: texts that the brief has anyway, such as rules. What they say is not repeated, and neither is what the
    notes about `tests` say.
    """
    session = drop_asides(past.sessions)
    if session is None:
        return []
    covered = [word_stems(text) for text in statements]
    when = describe_time(session.ended or session.started, moment.relative_to)
    routine = find_routine(split_sentences(answer.text) for one in past.sessions for answer in one.answers[-3:])
    results = _Results([note.text for note in tests], is_short=moment.is_small)
    notes = _answer_notes(moment, past, session, covered, when, routine, results) if session.answers else []
    return notes + (
        _prompt_notes(moment, session, find_own_prompt(past, session), covered, "" if notes else when)
        if session.prompts
        else []
    )


def _answer_notes(
    moment: BriefRequest,
    past: PastWork,
    session: Session,
    covered: _Stems,
    when: str,
    routine: Collection[str],
    results: "_Results",
) -> list[Note]:
    """What a session ended with, unless that says little."""
    answer = last_telling(session)
    spoken = split_narration(answer.text)[1]
    steps = [word_set(step) for step in list_steps(session)]
    asked = list_question(spoken)
    asked = [] if asked and 2 * sum(is_covered(one, steps) for one in asked) > len(asked) else asked  # a list of steps
    news = _without_steps(_keep_news(spoken, covered), list_steps(session))
    telling = [one for one in news if sentence_shape(one) not in routine and not results.tell(one)]
    telling = _without_mentions(_without_commits(_without_deeds(telling)))
    telling = _without_padding([one for one in telling if not results.repeat(one)])
    if not asked and max(map(weigh_sentence, telling), default=0.0) < _SAYS_LITTLE:
        return []
    room = _share(moment, 0.15, 60, 200)
    sentences, kept = keep_question(split_sentences(spoken), telling, asked, int(_ASKING * room))
    text = choose_substance(sentences, room, offers=True, kept=kept)
    text = text if moment.is_small else introduce_items(text, split_sentences(spoken))
    where = past.name_branch(session.branch)
    elsewhere = f"on {where}" if where not in ("", moment.branch) else ""
    detail = ", ".join(filter(None, (when, elsewhere)))
    return [Note(label="last session ended with", text=text, detail=detail, made=answer.made)] if text else []


def introduce_items(text: str, sentences: Sequence[str]) -> str:
    """A text that begins with an item of a list, after the line that introduces the list, where that is short."""
    place = next((place for place, one in enumerate(sentences) if text.startswith(one)), 0)
    before = place - 1
    while before >= 0 and not sentences[before].endswith((".", "!", "?", *_COLONS)):
        before -= 1
    opening = sentences[before] if before >= 0 else ""
    is_opening = opening.endswith(_COLONS) and len(opening) <= _MAX_OPENING and weigh_sentence(opening) >= FILLER
    return f"{opening} {text}" if is_opening and not sentences[place].endswith((".", "!", "?")) else text


def _without_deeds(sentences: list[str]) -> list[str]:
    """The sentences without items that only say what was done, where others say where the work stands."""
    rest = [text for text in sentences if not is_deed(text) or gives_cause(text)]
    return rest if any(weigh_sentence(text) >= TELLING for text in rest) else sentences


def _without_mentions(sentences: list[str]) -> list[str]:
    """The sentences without those that only name what others name, such as a list of files at the end."""
    terms = [read_terms(text).keys() for text in sentences]
    return [
        text
        for place, text in enumerate(sentences)
        if not terms[place] or not any(terms[place] < other for other in terms)
    ]


def _without_commits(sentences: list[str]) -> list[str]:
    """The sentences without those about committing and those that open what is not told, where others remain."""
    rest = [text for text in sentences if not (speaks_of_commits(text) or text.endswith((":", "：", "!")))]
    return rest if any(weigh_sentence(text) >= TELLING for text in rest) else sentences


class _Results:
    """What the notes about tests tell. `is_short`: whether a sentence that names nothing else is not worth its room."""

    def __init__(self, texts: Sequence[str], *, is_short: bool) -> None:
        self._words = [word_set(text) | _RESULT_WORDS for text in texts]
        self._names = [read_terms(text).keys() for text in texts] if is_short else []

    def tell(self, sentence: str) -> bool:
        """Whether a sentence tells only what the notes about tests tell, or tells that at length."""
        words = word_set(sentence)
        names = {term for term, worth in read_terms(sentence).items() if worth > 1}
        if any(names <= terms and (names or words <= _RESULT_WORDS) for terms in self._names):
            return True
        return len(words) > _FEW_WORDS and is_covered(sentence, self._words)

    def repeat(self, sentence: str) -> bool:
        """Whether a sentence names nothing, and tells no more than the notes about tests do: `the other 12 pass`."""
        is_bare = all(worth <= 1 or term.isdigit() for term, worth in read_terms(sentence).items())
        return is_bare and is_covered(sentence, self._words)


def find_own_prompt(past: PastWork, session: Session) -> Prompt:
    """The last prompt of a session that is not one which the person sends again and again, such as a request to update
    the documents. Where the session broke off, or has no other, it is the very last prompt."""
    last = session.prompts[-1]
    if breaks_off(session):
        return last
    routine = find_routine(split_sentences(prompt.text) for one in past.sessions for prompt in one.prompts)
    return next((prompt for prompt in reversed(session.prompts) if not _is_routine(prompt, routine)), last)


def _is_routine(prompt: Prompt, routine: Collection[str]) -> bool:
    opening = next(iter(split_sentences(prompt.text)), "")
    return len(opening.split()) > _FEW_WORDS and sentence_shape(opening) in routine


def _without_padding(sentences: Sequence[str]) -> list[str]:
    """The sentences of a long answer without praise and lists of what was done; those of a short one as they are."""
    if len(sentences) < _LONG_ANSWER:
        return list(sentences)
    return [one for one in sentences if measure_answer(one) >= _LEAST_VALUE]


def _prompt_notes(moment: BriefRequest, session: Session, prompt: Prompt, covered: _Stems, when: str) -> list[Note]:
    """What was asked last in a session, and whether it was answered."""
    sentences = _without_steps(_keep_news(prompt.text, covered), list_steps(session))
    sentences = [one for one in sentences if not is_farewell(one)] or sentences
    if (rest := [one for one in sentences if not read_plan(one)]) != sentences and list_planned(session):
        if not any(asks(one) or is_request(one) for one in rest):
            return []
        sentences = rest
    is_open, is_red = breaks_off(session), reports_failure(prompt.text)
    if not is_open and not is_red and list_steps(session):
        sentences = _without_question_for_steps(sentences)
    least = TELLING if moment.is_small else FILLER
    is_reply = _replies_to_question(session, prompt)
    is_light = not is_reply and (max(map(weigh_sentence, sentences), default=0.0) < least or is_bare(prompt.text))
    if not is_open and not is_red and is_light:
        return []
    if not is_open and not is_red and list_steps(session) and moment.is_small:
        return []
    if not is_reply and list_steps(session) and sentences and all(map(is_farewell, sentences)):
        return []
    requests = sorted((one for one in sentences if asks(one) or is_request(one)), key=weigh_sentence)
    text = choose_substance(sentences, _share(moment, 0.16, 48, 120), offers=True, kept=requests[-1:])
    text = one_line(prompt.text) if is_reply and _leaves_open(prompt) else text
    text = text or (one_line(prompt.text) if (is_open or is_reply) and len(prompt.text) <= _BARE else "")
    label = "asked last" if session.answered else "asked last, and not answered"
    detail = ", ".join(filter(None, (when, "no closing answer" if is_open and session.answered else "")))
    return [Note(label=label, text=text, made=prompt.made, detail=detail)] if text else []


def _without_question_for_steps(sentences: list[str]) -> list[str]:
    """Drops the question what is left, which the next steps answer, and the remarks around it.

    `Leave the red test. What is left, in order? Bogdan reads it once more.` asks for nothing else but the first.
    """
    others = [one for one in sentences if "next" not in find_asked_kinds(one)]
    return sentences if len(others) == len(sentences) else [one for one in others if asks(one) or is_request(one)]


def _replies_to_question(session: Session, prompt: Prompt) -> bool:
    """Whether a prompt replies to the question or the proposal that the brief shows as the end of its session, as `no,
    leave it` and `maybe, ask me next week` do."""
    is_over = not declines(prompt.text) and all(map(is_farewell, split_sentences(prompt.text)))
    if not session.answers or is_over:
        return False
    answer = last_telling(session)
    before = [one for one in session.answers if (one.line, one.made) < (prompt.line, prompt.made)]
    if not before or answer is not before[-1]:
        return False
    return bool(list_question(split_narration(answer.text)[1])) or _leaves_open(prompt)


def _leaves_open(prompt: Prompt) -> bool:
    """Whether a prompt agrees to nothing yet: without it a proposal before it reads as settled."""
    return len(prompt.text) <= _BARE and (_DEFERS.search(prompt.text) is not None or declines(prompt.text))


def _keep_news(text: str, covered: _Stems) -> list[str]:
    """The sentences of a text that say something else than what is told anyway."""
    sentences = ((sentence, word_stems(sentence)) for sentence in split_sentences(text))
    return [sentence for sentence, stems in sentences if len(stems) < 3 or not repeats_any(stems, covered)]


def _without_steps(sentences: Sequence[str], steps: Sequence[str]) -> list[str]:
    """The sentences that say more than the next steps, which are told by themselves."""
    covered = [word_set(" ".join(steps)) | _STEP_WORDS] if steps else []
    return [sentence for sentence in sentences if not is_covered(sentence, covered)]


def _share(moment: BriefRequest, part: float, least: int, most: int) -> int:
    """A part of the budget in tokens, within limits."""
    return max(least, min(most, int(moment.budget * part)))
